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
    "which_list": N_('Which list? Name its number, which "lists" shows.'),
    "which_game": N_("Which game? Name its tag, such as e7."),
    "unknown_game": N_('I know no game called "%(word)s". There are: %(games)s.'),
    "missing_game": N_("Which game? There are: %(games)s."),
    "missing_salt": N_("With which words? They are your part of the dice."),
    "missing_guest": N_("Whom? Name a mail address, or a player."),
    "missing_name": N_("Under which name?"),
    "missing_reports": N_("Which: of every turn, mine, or one mail a day?"),
    "missing_reminders": N_("How many hours before? Offered are %(offered)s."),
    "missing_players": N_('For how many players? As in "for 3".'),
    "players_range": N_("A game is for %(least)s to %(most)s players."),
    "said_twice_in_line": N_('"%(word)s" says something that has been said before in this line.'),
    "missing_pace": N_("How much time for a turn? As in 2d or 36h; at most %(most)s days."),
    "missing_weekdays": N_("On which days? As in mo-fr, or mo we fr."),
    "unknown_zone": N_('There is no time zone "%(word)s"; they are named like Europe/Berlin.'),
    "missing_late": N_("What when the time is up? wait, pass, standby, standby pass or bot."),
    "missing_press": N_("May players write to each other? none, signed or anonymous."),
    "unknown_variant": N_('There is no variant "%(word)s" in this game. There are: %(known)s.'),
    "unknown_command": N_('"%(word)s" is nothing I know.'),
    "order_in_a_game": N_("This looks like an order in a game. Answer the mail about that game with it."),
    "too_many_commands": N_("One letter can ask for %(most)s things."),
    "long_line": N_("The line is longer than %(most)s characters."),
    "long_letter": N_("The letter is longer than %(lines)s lines."),
}

OfficeVerb: TypeAlias = Verb[OfficeContext, OfficeCommand]
FOR_PLAYERS: Final[tuple[OfficeVerb | OrderVerb, ...]] = (
    OfficeVerb(
        OFFICE,
        "lists",
        Form(
            "{lists} [<game>]",
            (f"{{lists}} {ANOTHER}",),
            N_("Show me the games that wait for players."),
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
                "Put me on a waiting list. The words are my part of the dice; without any I get a random one. Who is "
                "on the list already changes their words so."
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
            N_("Take me off a waiting list; one on which nobody is left is closed."),
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
                "Open a waiting list for so many players, of whom I am the first; the game begins by itself when it is "
                "full. A private list is joined by invitation alone. With a beacon, where the server has one, a public "
                "random number is part of the dice, so that nobody can choose them, the host included; the game waits "
                "for it, or begins without where it cannot be reached."
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
            N_("Ask somebody to join a list of mine, by their mail address or their name here."),
        ),
        arguments.invite,
    ),
    OfficeVerb(
        OFFICE,
        "bots",
        Form(
            "{bots} <number>",
            ("{bots} 12", "{bots} 12 2"),
            N_("Give a free place on a list of mine to a bot, or so many places to as many. Such a game is not rated."),
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
                "Begin a game of practice against bots at once, for so many players with me. Nobody else sees it, and "
                "it counts for no rating."
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
            N_("Say no to an invitation to a list, or to a seat that I was offered."),
        ),
        arguments.decline,
    ),
    OfficeVerb(
        OFFICE,
        "games",
        Form(
            "{games}",
            ("{games}",),
            N_("Show me my games, and until when I have time."),
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
            N_("Offer me seats that others give up, in games of all kinds or of one; or no more."),
        ),
        arguments.standby,
    ),
    OfficeVerb(
        OFFICE,
        "take",
        Form(
            "{take} <tag>",
            ("{take} e7",),
            N_("Take over a seat that I was offered, or that anybody may have."),
        ),
        arguments.take,
    ),
    OfficeVerb(
        OFFICE,
        "return",
        Form(
            "{return} <tag>",
            ("{return} e7",),
            N_("Come back to the seat that I had in a game, if nobody has taken it."),
        ),
        arguments.come_back,
    ),
    OfficeVerb(
        OFFICE,
        "watch",
        Form(
            "{watch} <tag>",
            ("{watch} e7",),
            N_("Mail me what everybody may know of a game that I do not play in: every turn, and press to all."),
        ),
        arguments.watch,
    ),
    OfficeVerb(
        OFFICE,
        "unwatch",
        Form(
            "{unwatch} <tag>",
            ("{unwatch} e7",),
            N_("Mail me no more of a game that I watch."),
        ),
        arguments.unwatch,
    ),
    OfficeVerb(
        OFFICE,
        "reports",
        Form(
            "{reports} {every}|{mine}|{digest}",
            ("{reports} {every}", "{reports} {mine}", "{reports} {digest}"),
            N_("Which reports to mail me: of every turn, when it is mine, or one mail a day for all of my games."),
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
                "When to remind me of a deadline: so many hours before it (168, 72, 48, 24, 12, 6, 2), 0 when it comes."
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
            N_("Show me rulings on disputes of players, by rule or by words."),
        ),
        arguments.rulings,
    ),
    OfficeVerb(
        OFFICE,
        "help",
        Form(
            "{help}",
            ("{help}",),
            N_("Send me this page."),
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
            N_("Make me a player under this name."),
        ),
        arguments.register,
    ),
    OfficeVerb(
        OFFICE,
        "confirm",
        Form(
            "{confirm} [<code>]",
            ("{confirm}", "{confirm} 7KM2 9QRT"),
            N_(
                "Yes, that is me; or yes, do what your email has asked me about. It has to reply to that email, or to "
                "name the code in it."
            ),
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
