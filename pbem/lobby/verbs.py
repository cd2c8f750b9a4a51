"""The verbs of letters to the office: one table, from which reader, help, faults and pages are made."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from pbem.commands.faults import Fault
from pbem.commands.orders.notation import OrderVerb
from pbem.commands.orders.verbs import ORDERS
from pbem.commands.table import VerbTable
from pbem.commands.verb import Form, Verb
from pbem.commands.vocabulary import MODERATOR, OFFICE
from pbem.games.presentation import presented
from pbem.i18n import N_, Catalogue
from pbem.lobby import arguments
from pbem.lobby.arguments import OfficeContext
from pbem.lobby.commands import OfficeCommand
from pbem.lobby.opening import open_list
from pbem.moderation.verbs import MODERATORS
from rules_core.games import ruleset_for

_VARIED: Final = min(
    (game for game in presented() if ruleset_for(game.kind).options), key=lambda game: len(game.called[0])
)
ANOTHER: Final = _VARIED.called[0]
"""The game that examples name: one with variants, and the shortest name."""
_OPTION, _VALUES = list(ruleset_for(_VARIED.kind).options.items())[-1]
VARIANT: Final = f"{_OPTION}={_VALUES[1]}"
"""One of its variants, as it is typed."""
MESSAGES: Final[Mapping[str, str]] = {
    "which_list": N_('Which waiting list? Give its number; "lists" shows it.'),
    "ambiguous_list": N_('"%(word)s" is the name of several waiting lists: %(numbers)s. Give the number.'),
    "almost_command": N_(
        'This looks like a request, because of "%(word)s", but it was not understood as one. If it is none, write `# ` '
        "before it."
    ),
    "which_game": N_("Which game? Give its tag, such as e7."),
    "unknown_game": N_('There is no game called "%(word)s". There are: %(games)s.'),
    "missing_game": N_("Which game? There are: %(games)s."),
    "missing_salt": N_("Which words? They are your dice words."),
    "missing_guest": N_("Whom? Give an email address, or a player's name."),
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
    "unknown_command": N_('"%(word)s" was not understood.'),
    "unclear": N_(
        "It is not clear whether this belongs to the line above. If it asks for something of its own, leave an empty "
        "line above it. If it is a comment, start it with `# `."
    ),
    "order_in_a_game": N_("This looks like a game order. Send it in reply to an email about that game."),
    "too_many_commands": N_("One email can hold %(most)s requests."),
    "long_line": N_("The line is longer than %(most)s characters."),
    "long_letter": N_("The email is longer than %(lines)s lines."),
}

OfficeVerb: TypeAlias = Verb[OfficeContext, OfficeCommand]
FOR_PLAYERS: Final[tuple[OfficeVerb | OrderVerb, ...]] = (
    OfficeVerb(
        OFFICE,
        "lists",
        Form(
            "{lists} [<game>]",
            (f"{{lists}} {ANOTHER}",),
            N_("Show the games looking for players."),
        ),
        arguments.lists,
    ),
    OfficeVerb(
        OFFICE,
        "join",
        Form(
            "{join} <number> [{with} <words>]",
            ("{join} 12", "{join} 12 {with} seven green bottles"),
            N_(
                "Join a waiting list. The words are your dice words; without any you get a random one. If you are "
                "already on it, this changes your words."
            ),
        ),
        arguments.join,
    ),
    OfficeVerb(
        OFFICE,
        "leave",
        Form(
            "{leave} <number>",
            ("{leave} 12",),
            N_("Leave a waiting list. The last to leave closes it."),
        ),
        arguments.leave,
    ),
    OfficeVerb(
        OFFICE,
        "open",
        Form(
            "{open} <game> {for} <number> [{pace} <time>] [{days} <days>] [{zone} <zone>] "
            "[{late} {wait}|{pass}|{standby}|{bot}] [{press} {none}|{signed}|{anonymous}] "
            "[{beacon} {wait}|{without}|{none}] [<variant>=<value>] [{private}] "
            '["<name>"]',
            (
                f"{{open}} {ANOTHER} {{for}} 3",
                '{open} first rails {for} 2 {pace} 36h {late} {pass} "Tea at four"',
                f'{{open}} {ANOTHER} {{for}} 4 {{late}} {{pass}} {VARIANT} {{private}} "Us four"',
                "{open} first rails {for} 3 {days} {monday}-{friday} {zone} Europe/Berlin",
            ),
            N_(
                "Open a new game for this many players, you included; it starts when full. A private one is invite "
                "only. With a beacon, if the server has one, a public random number is part of the dice, so nobody "
                "can choose them, not even the host; the game waits for it, or starts without it if it can't be "
                "reached."
            ),
        ),
        open_list,
    ),
    OfficeVerb(
        OFFICE,
        "invite",
        Form(
            "{invite} <number> <address>|<name>",
            ("{invite} 12 ben@example.org", "{invite} 12 Ben"),
            N_("Invite someone to a waiting list of yours, by their email address or their name here."),
        ),
        arguments.invite,
    ),
    OfficeVerb(
        OFFICE,
        "bots",
        Form(
            "{bots} <number>",
            ("{bots} 12", "{bots} 12 2"),
            N_(
                "Give a free seat on a waiting list of yours to a bot, or several seats to as many bots. Such a "
                "game is not rated."
            ),
        ),
        arguments.bots,
    ),
    OfficeVerb(
        OFFICE,
        "play",
        Form(
            "{play} <game> [<number>]",
            (f"{{play}} {ANOTHER}", "{play} first rails 3"),
            N_(
                "Start a practice game against bots at once, for this many players, you included. Nobody else sees "
                "it, and it counts for no rating."
            ),
        ),
        arguments.play,
    ),
    OfficeVerb(
        OFFICE,
        "decline",
        Form(
            "{decline} <number>|<tag>",
            ("{decline} 12", "{decline} e7"),
            N_("Decline an invitation to a waiting list, or a seat you were offered."),
        ),
        arguments.decline,
    ),
    OfficeVerb(
        OFFICE,
        "games",
        Form(
            "{games}",
            ("{games}",),
            N_("Show your games and deadlines."),
        ),
        arguments.games,
    ),
    ORDERS.by_name["away"],
    ORDERS.by_name["back"],
    ORDERS.by_name["renew"],
    OfficeVerb(
        OFFICE,
        "standby",
        Form(
            "{standby} [<game>|{off}]",
            ("{standby}", f"{{standby}} {ANOTHER}", "{standby} {off}"),
            N_("Go on standby for vacant seats, in games of all kinds or of one; or stop."),
        ),
        arguments.standby,
    ),
    OfficeVerb(
        OFFICE,
        "take",
        Form(
            "{take} <tag>",
            ("{take} e7",),
            N_("Take over a seat you were offered, or one that anyone can have."),
        ),
        arguments.take,
    ),
    OfficeVerb(
        OFFICE,
        "return",
        Form(
            "{return} <tag>",
            ("{return} e7",),
            N_("Take back the seat you had in a game, if nobody has taken it."),
        ),
        arguments.come_back,
    ),
    OfficeVerb(
        OFFICE,
        "watch",
        Form(
            "{watch} <tag>",
            ("{watch} e7",),
            N_(
                "Watch a game that you don't play in: you get emails with everything public, every turn and the "
                "press to all."
            ),
        ),
        arguments.watch,
    ),
    OfficeVerb(
        OFFICE,
        "unwatch",
        Form(
            "{unwatch} <tag>",
            ("{unwatch} e7",),
            N_("Stop watching a game."),
        ),
        arguments.unwatch,
    ),
    OfficeVerb(
        OFFICE,
        "reports",
        Form(
            "{reports} {every}|{mine}|{digest}",
            ("{reports} {every}", "{reports} {mine}", "{reports} {digest}"),
            N_("Choose your reports: every turn, only when it's your turn, or one email a day for all of your games."),
        ),
        arguments.reports,
    ),
    OfficeVerb(
        OFFICE,
        "reminders",
        Form(
            "{reminders} <hours> | {off}",
            ("{reminders} 48 24 0", "{reminders} {off}"),
            N_(
                "Choose your deadline reminders: hours before it (168, 72, 48, 24, 12, 6, 2), 0 for the deadline "
                "itself."
            ),
        ),
        arguments.reminders,
    ),
    OfficeVerb(
        OFFICE,
        "rulings",
        Form(
            "{rulings} [<rule>] [<words>]",
            ("{rulings} FR-38", "{rulings} lake"),
            N_("Show rulings on players' disputes, by rule or by words."),
        ),
        arguments.rulings,
    ),
    OfficeVerb(
        OFFICE,
        "rules",
        Form(
            "{rules} {silent} [<game>]",
            ("{rules} {silent}", f"{{rules}} {{silent}} {ANOTHER}"),
            N_("Show what is played where a rulebook is silent, and why, in games of all kinds or of one."),
        ),
        arguments.rules,
    ),
    OfficeVerb(
        OFFICE,
        "help",
        Form(
            "{help}",
            ("{help}",),
            N_("Get this help."),
        ),
        arguments.ask_help,
    ),
)
"""What a player may ask for, in the order in which it is explained."""

FOR_NEWCOMERS: Final[tuple[OfficeVerb, ...]] = (
    OfficeVerb(
        OFFICE,
        "register",
        Form(
            "{register} <name>",
            ("{register} Ada Lovelace",),
            N_("Create an account under this name."),
        ),
        arguments.register,
    ),
    OfficeVerb(
        OFFICE,
        "confirm",
        Form(
            "{confirm} [<code>]",
            ("{confirm}", "{confirm} 7KM2 9QRT"),
            N_("Say yes to what our email asked you. Reply to that email, or give the code in it."),
        ),
        arguments.confirm,
    ),
)
"""What somebody may write who is no player yet."""

_MESSAGES: Final = {**ORDERS.messages, **MESSAGES}
_VERBS: Final[tuple[Verb[Any, Any], ...]] = (*FOR_PLAYERS, *FOR_NEWCOMERS)
OFFICE_VERBS: Final = VerbTable(OFFICE, _VERBS, _MESSAGES)
"""What anybody may write to the office."""
ALL_VERBS: Final = VerbTable(MODERATOR, (*_VERBS, *MODERATORS.verbs), _MESSAGES)
"""What moderators may write there."""


def explain(fault: Fault, words: Catalogue) -> str:
    """Explain why a line cannot be read, and what it would look like; what was meant is told beside it."""
    return ALL_VERBS.explain(replace(fault, did_you_mean=()), words)
