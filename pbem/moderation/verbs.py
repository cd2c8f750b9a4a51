"""The verbs that moderators write to their offices, in one table; nobody else's letters are read by them."""

from typing import Final, TypeAlias

from pbem.adjudicator.context import Refused
from pbem.commands.cursor import cursor_over
from pbem.commands.faults import ParseError
from pbem.commands.orders.verbs import ORDERS
from pbem.commands.table import VerbTable
from pbem.commands.verb import Form, Verb
from pbem.commands.vocabulary import MODERATOR
from pbem.i18n import N_
from pbem.moderation import reading
from pbem.moderation.commands import ModeratorCommand, ModeratorLine
from pbem.moderation.context import ModeratorContext
from pbem.moderation.reading import MESSAGES, LineContext

ModeratorVerb: TypeAlias = Verb[LineContext, ModeratorCommand]
_VERBS: Final[tuple[ModeratorVerb, ...]] = (
    ModeratorVerb(
        MODERATOR,
        "desk",
        Form(
            "{desk}",
            ("{desk}",),
            N_("Show what needs a moderator's attention, in all games you can moderate."),
        ),
        reading.nothing,
    ),
    ModeratorVerb(
        MODERATOR,
        "file",
        Form(
            "{file} <tag>",
            ("{file} e7",),
            N_("Show a game, and what happened to it."),
        ),
        reading.nothing,
    ),
    ModeratorVerb(
        MODERATOR,
        "hold",
        Form(
            "{hold} <tag>: <why>",
            ("{hold} e7: I look into dispute 3.",),
            N_("Put a game on hold: no deadline runs, emails are answered, and orders are kept until it continues."),
        ),
        reading.hold,
    ),
    ModeratorVerb(
        MODERATOR,
        "release",
        Form(
            "{release} <tag>: <why>",
            ("{release} e7: All is well.",),
            N_("Release a game from hold: it continues with the time that was left."),
        ),
        reading.release,
    ),
    ModeratorVerb(
        MODERATOR,
        "extend",
        Form(
            "{extend} <tag> <time>: <why>",
            ("{extend} e7 3 {days}: The flu goes round.",),
            N_("Extend the deadline of a game by this much playing time."),
        ),
        reading.extend,
    ),
    ModeratorVerb(
        MODERATOR,
        "rollback",
        Form(
            "{rollback} <tag> <number> [{new} {dice}] [{again}]: <why>",
            (
                "{rollback} e7 118: The share was not for sale.",
                "{rollback} e7 118 {new} {dice} {again}: A fault of ours.",
            ),
            N_(
                "Roll a game back to an earlier position, such as #118. Dice already seen don't change, unless you "
                "ask for new ones. What was sent since is carried out again if you ask for it, as long as it is "
                "legal."
            ),
        ),
        reading.rollback,
    ),
    ModeratorVerb(
        MODERATOR,
        "substitute",
        Form(
            "{substitute} <tag> <player> [{by} <name>]: <why>",
            (
                "{substitute} e7 ben: Ben has not written for weeks.",
                "{substitute} e7 2 {by} Carla: As they have agreed.",
            ),
            N_("Replace a player: take the seat away, and offer it to another, or to standby players."),
        ),
        reading.substitute,
    ),
    ModeratorVerb(
        MODERATOR,
        "amend",
        Form(
            "{amend} <tag> <correction>: <why>",
            ("{amend} e7 give ben 1 hidden: The income of year 3.",),
            N_("Correct the position of a game by hand. Nothing is made or lost: it moves from one place to another."),
        ),
        reading.amend,
    ),
    ModeratorVerb(
        MODERATOR,
        "cancel",
        Form(
            "{cancel} <tag>: <why>",
            ("{cancel} e7: Nobody is left.",),
            N_("End a game without a result."),
        ),
        reading.cancel,
    ),
    ModeratorVerb(
        MODERATOR,
        "announce",
        Form(
            "{announce} [<tag>]: <words>",
            ("{announce} e7: The dispute is settled.", "{announce}: The server rests on Sunday."),
            N_("Tell everyone in a game something, or everyone who plays here."),
        ),
        reading.announce,
    ),
    ModeratorVerb(
        MODERATOR,
        "unseal",
        Form(
            "{unseal} <tag>: <why>",
            ("{unseal} e7: Dispute 3 is about hidden dice.",),
            N_(
                "Unseal a game: see its hidden information, for a week or until there is a ruling on a dispute in "
                "it. You can never take a seat in it after that."
            ),
        ),
        reading.grant_access,
    ),
    ModeratorVerb(
        MODERATOR,
        "seal",
        Form(
            "{seal} <tag>",
            ("{seal} e7",),
            N_("Seal a game again: stop seeing its hidden information."),
        ),
        reading.revoke_access,
    ),
    ModeratorVerb(
        MODERATOR,
        "dispute",
        Form(
            "{dispute} <number>",
            ("{dispute} 3",),
            N_("Show a dispute: the turn, the rules that decided, its dice, the statements, and how to rule."),
        ),
        reading.nothing,
    ),
    ModeratorVerb(
        MODERATOR,
        "ask",
        Form(
            "{ask} <number>: <words>",
            ("{ask} 3: Which station do you mean?",),
            N_("Ask everyone in a game something about a dispute."),
        ),
        reading.ask,
    ),
    ModeratorVerb(
        MODERATOR,
        "rule",
        Form(
            "{rule} <number> {uphold}|{rollback} <number>|{amend} <correction> <rule>: <words>",
            (
                "{rule} 3 {uphold} FR-31: The piece may point there.",
                "{rule} 3 {rollback} 118 {new} {dice} {again} FR-31: The piece may not point there.",
                "{rule} 3 {amend} give ben 1 hidden; take anna 1 hidden FR-31: As the rule says.",
            ),
            N_(
                "Rule on a dispute: the play stands, the game is rolled back, or its position is corrected. Name the "
                "rule that decides; everyone in the game gets it by email with your words."
            ),
        ),
        reading.rule,
    ),
    ModeratorVerb(
        MODERATOR,
        "supersede",
        Form(
            "{supersede} <number> {uphold}|{rollback} <number>|{amend} <correction> <rule>: <words>",
            ("{supersede} 3 {uphold} FR-38: I had overlooked the second station.",),
            N_(
                "Replace the ruling on a dispute, if it was a mistake. Both stay in the list of rulings. What the "
                "first one did to the game stays done, unless this one undoes it."
            ),
        ),
        reading.supersede,
    ),
    ModeratorVerb(
        MODERATOR,
        "reopen",
        Form(
            "{reopen} <number>: <why>",
            ("{reopen} 3: There is something new to say.",),
            N_("Open a closed dispute again: one with a ruling, withdrawn, or left without a ruling."),
        ),
        reading.reopen,
    ),
    ModeratorVerb(
        MODERATOR,
        "retry",
        Form(
            "{retry} <letter>",
            ("{retry} k3mfq7ab2x",),
            N_("Process an email again that was set aside."),
        ),
        reading.retry,
    ),
)
MODERATORS: Final = VerbTable[ModeratorVerb](MODERATOR, _VERBS, {**ORDERS.messages, **MESSAGES})
"""What a moderator may ask for. All of it but what is only shown is an act, whose effect is told first."""
SHOWN: Final = frozenset({"desk", "file", "dispute"})
"""The words by which something is shown, and nothing done."""


def command_of(context: ModeratorContext, line: ModeratorLine) -> ModeratorCommand:
    """The act that a moderator's line asks for. Raises Refused where it is not clear which."""
    parsed = LineContext(language=line.language, vocabulary=MODERATOR, request=context)
    try:
        (command,) = MODERATORS.by_name[line.word].read(cursor_over(line.text, parsed))
    except ParseError as error:
        error.verb = line.word
        raise Refused(MODERATORS.explain(error.fault(), context.words)) from error
    return command
