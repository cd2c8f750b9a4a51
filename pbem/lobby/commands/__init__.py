"""The requests that a letter to an account may hold, each one class: see `PlayerCommand`."""

from typing import Final, TypeAlias

from pbem.adjudicator.commands.seats import RenewAddress
from pbem.adjudicator.commands.turns import Away, Back
from pbem.adjudicator.context import PlayerCommand
from pbem.commands.command import find_commands
from pbem.lobby.commands.account import (
    Confirm,
    Register,
    Search,
    Show,
    ShowGames,
    ShowHelp,
    ShowLists,
    ShowRules,
)
from pbem.lobby.commands.invitations import Decline, Invite, InviteNewcomer
from pbem.lobby.commands.lists import CloseList, Join, Leave, Open, SeatBots
from pbem.lobby.commands.seats import DeclineSeat, PlayNow, StandBy, Unwatch, Watch
from pbem.moderation.lines import ModeratorLine, ModeratorQuery

OfficeCommand: TypeAlias = PlayerCommand | ModeratorLine | ModeratorQuery
"""Whatever a letter to an account may ask for: some of it any seat may ask for too, some moderators alone."""
COMMANDS: Final[tuple[type[PlayerCommand], ...]] = (
    *find_commands(PlayerCommand, __name__, __path__), Away, Back, RenewAddress,
)  # fmt: skip
"""All that have a verb; some of them any seat may ask for too."""

__all__ = [
    "COMMANDS", "CloseList", "Confirm", "Decline", "DeclineSeat", "Invite", "InviteNewcomer", "Join", "Leave",
    "OfficeCommand", "Open", "PlayNow", "Register", "Search", "SeatBots", "Show", "ShowGames", "ShowHelp",
    "ShowLists", "ShowRules", "StandBy", "Unwatch", "Watch",
]  # fmt: skip
