"""The requests that a letter to an account may hold, each one class: see `Command`."""

from typing import Final, TypeAlias

from pbem.commands.orders.commands import Away, Back, RenewAddress
from pbem.lobby.commands.account import Confirm, Register, Search, Show, WishReminders, WishReports
from pbem.lobby.commands.base import Command
from pbem.lobby.commands.invitations import Decline, Invite
from pbem.lobby.commands.lists import Join, Leave, Open, SeatBots
from pbem.lobby.commands.seats import DeclineSeat, PlayNow, Return, StandBy, Take, Watch
from pbem.moderation.lines import ModeratorLine, ModeratorQuery

OfficeCommand: TypeAlias = Command | Away | Back | RenewAddress | ModeratorLine | ModeratorQuery
"""Whatever a letter to an account may ask for: some of it any seat may ask for too, some moderators alone."""
COMMANDS: Final[tuple[type[Command], ...]] = (
    Show, Join, Leave, Open, Invite, SeatBots, PlayNow, Decline, StandBy, Take, Return, Watch, WishReports,
    WishReminders, Search, Register, Confirm,
)  # fmt: skip
"""All requests that have verbs of their own."""

__all__ = [
    "COMMANDS", "Command", "Confirm", "Decline", "DeclineSeat", "Invite", "Join", "Leave", "OfficeCommand", "Open",
    "PlayNow", "Register", "Return", "Search", "SeatBots", "Show", "StandBy", "Take", "Watch", "WishReminders",
    "WishReports",
]  # fmt: skip
