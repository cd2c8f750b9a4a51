"""The fields of moderators' acts: what they are about, how much time, where to, who, what is corrected, and why."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, TypeAlias

import click
from wtforms import SelectField

from pbem.adjudicator.commands.turns import Extend
from pbem.adjudicator.context import Refused
from pbem.adjudicator.history.archive import present
from pbem.clock import Pace, read_pace
from pbem.commands.orders.fields import HIGHEST
from pbem.commands.orders.talking import player
from pbem.commands.tokens import WHOLE, Fault, ParseError
from pbem.commands.vocabulary import MODERATOR
from pbem.forms import PaceInput, PageForm, one_of, switch, typed
from pbem.i18n import N_, Catalogue
from pbem.moderation.command import DetailField, SubjectField, SwitchField
from pbem.moderation.context import LONGEST_REASON
from pbem.moderation.correction_lines import explain_correction, read_corrections
from pbem.moderation.form_command import Reading
from pbem.store import UnitOfWork
from pbem.store.games.game import GameRow
from pbem.store.games.seats import list_seats
from pbem.store.players.player import list_players_named
from rules_core.kernel.events import Corrected

MESSAGES: Final[Mapping[str, str]] = {
    "which_game": N_("Which game? Give its tag, such as e7."),
    "which_dispute": N_("Which dispute? Give its number; the desk shows it."),
    "which_rule": N_("By which rule? Give its number, such as FR-31, before the colon."),
    "which_verdict": N_("What does the ruling say? The play stands, the game is rolled back, or it is corrected."),
    "which_position": N_("To which position? Give its number, such as #118."),
    "which_seat": N_("Whose seat? Name the player."),
    "which_letter": N_("Which email? Name it as the desk does."),
    "missing_time": N_("By how much time? As in 2d or 36h."),
    "missing_correction": N_("What should be corrected?"),
    "unknown_account": N_('There is no player called "%(name)s".'),
}
"""What is told of faults in the lines of moderators, by their codes; those that orders share stand with orders."""
TO_FILL_IN: Final = "…"
"""The placeholder in a line for a text that the one who copies it has to fill in."""
_TAG: Final = re.compile(r"\W*(e\d{1,18})\b", re.IGNORECASE)
_TAG_OR_COLON: Final = re.compile(r"\s*(?:(e\d{1,18})\s*:|:)?", re.IGNORECASE)
_NUMBER: Final = re.compile(rf"\W*{WHOLE}")
_MARK: Final = re.compile(r"\W*(\w{1,40})\W*")


NO_POSITION: Final = N_("Please choose a position.")
"""What is said of a position that is none."""


def _seats(form: PageForm, _field: object) -> Mapping[int, str]:
    """The seats to choose from, by their players."""
    reading: Reading = form.about
    gone = f" {reading.context.words.text('(has left)')}"
    seats = list_seats(reading.context.unit, reading.game.id)
    return {one.seat: one.name if one.vacant_ms is None else one.name + gone for one in seats}


class GameTagField(SubjectField[str]):
    """The tag of the game."""

    shape = "<tag>"
    about = "game"
    usage = "e7"

    def cut(self, text: str) -> tuple[str, str]:
        """`e7 3 days: why`."""
        found = _TAG.match(text)
        if found is None:
            raise ParseError("which_game")
        return found[1].lower(), text[found.end() :]


class AnyGameField(SubjectField[str | None]):
    """The tag of the game, or none for all that are played."""

    shape = "[<tag>]"
    about = "game"
    usage = "--tag e7"

    def cut(self, text: str) -> tuple[str | None, str]:
        """`e7: text`, `: text` or nothing but a text."""
        found = _TAG_OR_COLON.match(text)
        assert found is not None, "it fits any text"
        return found[1].lower() if found[1] else None, f":{text[found.end() :]}"

    def parameter(self, name: str, words: Catalogue) -> click.Parameter:
        """An option."""
        return click.Option([f"--{name}"], help=words.text("The game; by default all in progress."))


class DisputeField(SubjectField[int]):
    """The number of the dispute."""

    shape = "<number>"
    about = "dispute"
    metavar = "NUMBER"
    type = click.IntRange(1, 2**31 - 1)
    usage = "3"

    def cut(self, text: str) -> tuple[int, str]:
        """`3 uphold FR-31: why`."""
        found = _NUMBER.match(text)
        if found is None:
            raise ParseError("which_dispute")
        return int(found[1]), text[found.end() :]


class LetterField(SubjectField[int | str]):
    """The letter: by its mark, or for the operator by its id."""

    shape = "<letter>"
    about = "letter"
    metavar = "LETTER_ID"
    type = click.IntRange(1, 2**63 - 1)
    usage = "12"

    def cut(self, text: str) -> tuple[int | str, str]:
        """`k3mfq7ab2x`."""
        found = _MARK.fullmatch(text)
        if found is None:
            raise ParseError("which_letter")
        return found[1].lower(), ""


class WordsField(DetailField[str]):
    """Words to people, behind the colon: a reason, or a text."""

    closes = True

    def __init__(self, shape: str, form_field: Any, *, is_argument: bool = False) -> None:
        """The command line takes it by `--reason`, or where it `is_argument` as one."""
        self.shape, self.form_field = shape, form_field
        self.is_argument = is_argument
        self.usage = '"%(said)s"' if is_argument else '--reason "%(said)s"'

    def read(self, reading: Reading) -> str:
        """All that stands behind the colon."""
        return reading.said

    def parameter(self, name: str, words: Catalogue) -> click.Parameter:
        """`--reason`, or an argument."""
        if self.is_argument:
            return click.Argument([name])
        sentence = words.text("The reason, which everyone in the game will see.")
        return click.Option(["--reason", name], required=True, help=sentence)

    def write(self, value: str) -> str:
        """It, on one line."""
        return " ".join(value.replace("{", "{{").replace("}", "}}").split())


class PaceField(DetailField[Pace]):
    """A length of playing time."""

    shape = "<time>"
    form_field = PaceInput(N_("By how much?"), default=Pace(3, "d"), name="amount")
    metavar = "TIME"
    usage = "3d"

    def read(self, reading: Reading) -> Pace:
        """`3 days`, `36h`; behind it the reason may stand without a colon."""
        extension = Extend.read_fields(reading.orders())
        if extension.by is None:
            raise ParseError("missing_time")
        reading.said = reading.said or extension.reason
        reading.cursor.skip_to_end()
        return extension.by

    def given(self, value: Any, reading: Reading) -> Pace:
        """A pace."""
        pace = read_pace(str(value))
        if pace is None:
            raise ParseError("missing_time")
        return pace

    def write(self, value: Pace) -> str:
        """A pace such as 3d."""
        return f"{value.amount} {{{'days' if value.unit == 'd' else 'hours'}}}"


class _PositionType(click.IntRange):
    """A position as an argument, written as lists write it, or as its number alone."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """`118` or `#118`."""
        number: Any = value.removeprefix("#") if isinstance(value, str) else value
        return super().convert(number, param, ctx)


class PositionField(DetailField[int]):
    """A position of the game's log."""

    shape = "<number>"
    form_field = one_of(
        N_("Roll back to"),
        {},
        SelectField,
        coerce=int,
        validate_choice=False,
        invalid_value_message=NO_POSITION,
        description=N_("You see the map of that position before anything is done."),
    )
    """The page says which there are."""
    metavar = "POSITION"
    type = _PositionType(1)
    usage = "118"

    def read(self, reading: Reading) -> int:
        """`118`."""
        if not reading.cursor.sees_number():
            raise ParseError("which_position")
        return reading.cursor.number(0, HIGHEST)

    def filled(self, name: str, form: PageForm, reading: Reading) -> int:
        """The chosen value. Raises Refused where nothing was chosen."""
        if form[name].data is None:
            raise Refused(reading.context.words.text(NO_POSITION), name)
        return super().filled(name, form, reading)


class SeatField(DetailField[int]):
    """A seat of the game, from 0, by its player's name or by its number from 1."""

    shape = "<player>"
    form_field = one_of(N_("Whose seat?"), _seats, SelectField, coerce=int)
    metavar = "PLAYER"
    usage = "ben"

    def read(self, reading: Reading) -> int:
        """`ben`, `2`."""
        cursor = reading.orders(reading.players())
        if cursor.peek() is None:
            raise ParseError("which_seat")
        seat = player(cursor)
        reading.cursor.at = cursor.at
        return seat

    def given(self, value: Any, reading: Reading) -> int:
        """A player as a line names them."""
        reading.over(str(value))
        seat = self.read(reading)
        reading.cursor.done()
        return seat

    def write(self, value: int) -> str:
        """The number of the seat."""
        return str(value + 1)


class PlayerField(DetailField[int | None]):
    """The id of a player who is asked first, by their name; None for nobody."""

    shape = "[{by} <name>]"
    form_field = typed(
        N_("Offered first to"),
        60,
        description=N_("The name of a player. Leave it empty to ask the standby players."),
        render_kw={"required": False},
    )
    usage = "--by Carla"

    def read(self, reading: Reading) -> int | None:
        """`by Carla`, up to the end of what is to be done."""
        token = reading.cursor.peek()
        if token is None:
            return None
        if token.fold not in MODERATOR.accepted("by"):
            raise reading.cursor.unexpected()
        name = reading.head[token.column - 1 + len(token.text) :].strip(" \t\"'<>,;.")
        reading.cursor.skip_to_end()
        return self._named(name, reading)

    def filled(self, name: str, form: PageForm, reading: Reading) -> int | None:
        """A name, or nothing. Raises Refused."""
        text = " ".join(form[name].data.split())
        try:
            return self._named(text, reading) if text else None
        except ParseError as error:
            prompt = N_("No player has that name, or several do. Leave it empty to ask the standby players.")
            raise Refused(reading.context.words.text(prompt), name) from error

    def parameter(self, name: str, words: Catalogue) -> click.Parameter:
        """An option."""
        return click.Option([f"--{name}"], metavar="NAME", help=words.text("The player who is asked first."))

    def given(self, value: Any, reading: Reading) -> int | None:
        """A name, if one was given."""
        return None if value is None else self._named(str(value), reading)

    def write(self, value: int | None) -> str:
        """Nobody; whom a line names is for its writer to say."""
        return "" if value is None else f"{{by}} {TO_FILL_IN}"

    def _named(self, name: str, reading: Reading) -> int:
        found = list_players_named(reading.context.unit, name)
        if len(found) != 1:
            raise ParseError("unknown_account", name=name)
        return found[0].id


class CorrectionsField(DetailField[tuple[Corrected, ...]]):
    """Corrections of the game's position, in their order; `correction_lines` tells how they are written."""

    shape = "<correction>"
    form_field = typed(
        N_("Corrections, one per line"), 4_000, rows=4, render_kw={"spellcheck": "false", "autocapitalize": "off"}
    )
    usage = '"give ben 1 hidden"'

    def read(self, reading: Reading) -> tuple[Corrected, ...]:
        """`give ben 1 hidden; take anna 1 hidden`."""
        text = reading.cursor.rest()
        reading.cursor.skip_to_end()
        return self._of(text.split(";"), reading, lambda fault: explain_correction(fault, reading.context.words))

    def filled(self, name: str, form: PageForm, reading: Reading) -> tuple[Corrected, ...]:
        """One on each line. Raises Refused."""
        words = reading.context.words

        def explain(fault: Fault) -> str:
            return f"{fault.line}: {explain_correction(fault, words)}"

        try:
            return self._of(form[name].data.splitlines(), reading, explain)
        except ParseError as error:
            sentence = words.text("What is corrected, and how? Write one correction per line.")
            raise Refused(sentence, name) from error

    def parameter(self, name: str, words: Catalogue) -> click.Parameter:
        """Arguments."""
        return click.Argument([name], nargs=-1, required=True, metavar="CORRECTION...")

    def given(self, value: Any, reading: Reading) -> tuple[Corrected, ...]:
        """The corrections in the form of a line."""
        reading.over("; ".join(value))
        return self.read(reading)

    def write(self, value: tuple[Corrected, ...]) -> str:
        """Write nothing but their place, as each is written by the game."""
        return TO_FILL_IN

    def _of(self, typed: Sequence[str], reading: Reading, explain: Callable[[Fault], str]) -> tuple[Corrected, ...]:
        """The corrections that texts ask for. Raises ParseError where there are none, and Refused."""
        game = reading.context.running_game(reading.values["tag"])
        found = read_of_game(reading.context.unit, game, typed, reading.context.words, reading.language)
        if isinstance(found, Fault):
            raise Refused(explain(found), "corrections")
        if not found:
            raise ParseError("missing_correction")
        return found


def read_of_game(
    unit: UnitOfWork, game: GameRow, typed: Sequence[str], words: Catalogue, language: str
) -> tuple[Corrected, ...] | Fault:
    """The corrections of a game's position that texts ask for, or the first fault; blank ones are passed over."""
    table, names = present(unit, game.id).table, tuple(seat.name for seat in list_seats(unit, game.id))
    texts = tuple(filter(None, (text.strip() for text in typed)))
    return unit.compute(read_corrections, texts, table, names, words, language)


Tag: TypeAlias = Annotated[str, GameTagField()]
Dispute: TypeAlias = Annotated[int, DisputeField()]
NewDice: TypeAlias = Annotated[
    bool,
    SwitchField(
        "new",
        "--new-dice",
        N_("Roll new dice; otherwise dice already seen don't change."),
        switch(
            N_("Dice"),
            {
                "same": N_("Dice already seen don't change: the same roll gives the same faces"),
                "new": N_("New dice are rolled"),
            },
            name="dice",
        ),
        beside="dice",
    ),
]
Again: TypeAlias = Annotated[
    bool,
    SwitchField(
        "again",
        "--again",
        N_("Carry out again what was sent since, as long as it is legal."),
        switch(
            N_("Orders sent since then"),
            {
                "no": N_("Are undone"),
                "yes": N_("Are carried out again, up to the first that is no longer possible"),
            },
        ),
    ),
]
Reason: TypeAlias = Annotated[
    str, WordsField("<why>", typed(N_("Reason"), LONGEST_REASON, description=N_("Everyone in the game reads it.")))
]
