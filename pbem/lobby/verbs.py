"""The verbs of letters to the office: one table, from which reader, help, faults and pages are made."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from pbem.commands.command import Command
from pbem.commands.table import Verb, VerbTable
from pbem.commands.vocabulary import MODERATOR, OFFICE
from pbem.i18n import N_
from pbem.lobby.commands import COMMANDS
from pbem.lobby.fields import ARGUMENTS, NO_GUEST, OfficeContext
from pbem.moderation.lines import MODERATORS

MESSAGES: Final[Mapping[str, str]] = {
    "which_list": N_('Which waiting list? Give its number; "lists" shows it.'),
    "ambiguous_list": N_('"%(word)s" is the name of several waiting lists: %(numbers)s. Give the number.'),
    "unknown_game": N_('There is no game called "%(word)s". There are: %(games)s.'),
    "missing_game": N_("Which game? There are: %(games)s."),
    "missing_salt": N_("Which words? They are your dice words."),
    "missing_guest": NO_GUEST,
    "missing_name": N_("Under which name?"),
    "missing_reports": N_("Which: every turn, mine, or one email a day?"),
    "missing_reminders": N_("How many hours before? You can choose from %(offered)s."),
    "missing_players": N_('For how many players? As in "for 3".'),
    "players_range": N_("A game is for %(least)s to %(most)s players."),
    "said_twice_in_line": N_('"%(word)s" repeats what this line already says.'),
    "missing_pace": N_("How much time per turn? As in 2d or 36h; at most %(most)s days."),
    "doubtful_weekday": N_('"%(word)s" means two days, in different languages.'),
    "missing_weekdays": N_("On which days? As in mo-fr, or mo we fr."),
    "unknown_zone": N_('There is no time zone "%(word)s"; they are named like Europe/Berlin.'),
    "missing_late": N_("What if the deadline is missed? wait, pass, standby, standby pass or bot."),
    "missing_press": N_("Can players write to each other? none, signed or anonymous."),
    "unknown_variant": N_('There is no variant "%(word)s" in this game. There are: %(known)s.'),
    "unknown_verb": N_('"%(word)s" was not understood.'),
    "unclear": N_(
        "It is not clear whether this belongs to the line above. If it asks for something of its own, leave an empty "
        "line above it. If it is a comment, start it with `# `."
    ),
    "order_in_a_game": N_("This looks like a game order. Send it in reply to an email about that game."),
}

OfficeVerb: TypeAlias = Verb[OfficeContext, Command]


_BY_NAME: Final = {command.verb: OfficeVerb(OFFICE, command.verb, command.form(), command.read) for command in COMMANDS}
_ORDER: Final = (
    "lists join leave open close invite bots play decline games away back renew standby take return watch unwatch "
    "reports reminders rulings rules help"
)
FOR_PLAYERS: Final = tuple(_BY_NAME[name] for name in _ORDER.split())
"""What a player may ask for, in the order in which it is explained."""
FOR_NEWCOMERS: Final = (_BY_NAME["register"], _BY_NAME["confirm"])
"""What somebody may write who is no player yet."""

_MESSAGES: Final = {**MODERATORS.messages, **MESSAGES}
_VERBS: Final[tuple[Verb[Any, Any], ...]] = (*FOR_PLAYERS, *FOR_NEWCOMERS)
OFFICE_VERBS: Final = VerbTable(OFFICE, _VERBS, _MESSAGES, arguments=ARGUMENTS)
"""What anybody may write to the office."""
ALL_VERBS: Final = VerbTable(MODERATOR, (*_VERBS, *MODERATORS.verbs), _MESSAGES, arguments=ARGUMENTS)
"""What moderators may write there."""
