"""The field of a ruling that says what it decides: the verdict, what that does to the game, and by which rule."""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import click

from pbem.adjudicator.context import Refused
from pbem.commands.faults import ParseError
from pbem.commands.vocabulary import MODERATOR
from pbem.i18n import Catalogue
from pbem.moderation.command import DetailField, Filled, ModeratorCommand, Reading, UnfilledField, read_fields
from pbem.moderation.commands.positions import Amend, RollBack
from pbem.moderation.ruling import VERDICTS, dispute_to_rule
from pbem.store.games.game import GameRow
from pbem.store.moderation.disputes import Verdict
from rules_core.games import all_rules

_BOOKS: Final = "|".join(dict.fromkeys(rule.partition("-")[0] for rule in all_rules()))
_RULED: Final = re.compile(rf"(.*?)\b((?:{_BOOKS})-?\s?\d+[a-z]?)\W*", re.IGNORECASE | re.DOTALL)
_EFFECTS: Final[Mapping[str, type[RollBack] | type[Amend]]] = {"rollback": RollBack, "amend": Amend}


class Ruled(NamedTuple):
    """The decision of a ruling; `then` is what it does to the game."""

    verdict: Verdict
    rule: str
    then: RollBack | Amend | None = None


class RuledField(DetailField[Ruled]):
    """The verdict with what belongs to it, and the rule."""

    shape = "{uphold}|{rollback} <number>|{amend} <correction> <rule>"
    usage = '"uphold FR-31"'

    def __init__(self, *, supersedes: bool) -> None:
        """`supersedes` says that it is on a dispute that was ruled on."""
        self.supersedes = supersedes

    def read(self, reading: Reading) -> Ruled:
        """`uphold FR-31`, `rollback 118 new dice FR-31`, `amend give ben 1 hidden FR-31`."""
        game = self._game(reading)
        ruled = _RULED.fullmatch(reading.head)
        if ruled is None:
            raise ParseError("which_rule")
        reading.cursor.skip_to_end()
        rule = re.sub(r"-?\s?(?=\d)", "-", ruled[2], count=1)
        inner = Reading(reading.context, reading.language, {"tag": game.tag}, ruled[1].strip(" ,;"))
        for verdict, kind in _EFFECTS.items():
            if inner.cursor.take_phrase(MODERATOR.phrases(verdict)):
                values = read_fields(kind, inner, f"{inner.cursor.rest()}:{reading.said}")
                return Ruled(_verdict(verdict), rule, kind.of(values))
        if inner.cursor.take("uphold"):
            inner.cursor.done()
            return Ruled("uphold", rule)
        raise ParseError("which_verdict")

    def filled(self, name: str, form: Filled, reading: Reading) -> Ruled:
        """A verdict, the fields of what it does, and a rule."""
        words, verdict = reading.context.words, form.get(name, "")
        if verdict not in VERDICTS:
            raise Refused(words.text("Choose a verdict."))
        then, kind = None, _EFFECTS.get(verdict)
        if kind is not None:
            try:
                then = kind.from_form(form, reading.context, self._game(reading).tag)
            except UnfilledField as unfilled:
                raise Refused(words.text("Roll back to where? Name a position of the history.")) from unfilled
        return Ruled(_verdict(verdict), form.get("rule", "").strip(), then)

    def parameter(self, name: str, words: Catalogue) -> click.Parameter:
        """Arguments, as in a line."""
        return click.Argument([name], nargs=-1, required=True, metavar="VERDICT... RULE")

    def given(self, value: Any, reading: Reading) -> Ruled:
        """Read as in a line."""
        reading.over(" ".join(value))
        return self.read(reading)

    def write(self, value: Ruled) -> str:
        """Write the field as a line has it."""
        if value.then is None:
            return f"{{uphold}} {value.rule}"
        between = [
            one.write(getattr(value.then, key))
            for key, one in value.then.fields().items()
            if not one.closes and key != "tag"
        ]
        return " ".join(filter(None, (f"{{{value.then.verb}}}", *between, value.rule)))

    def spread(self, name: str, value: Ruled) -> Mapping[str, object]:
        """The three that it holds."""
        return value._asdict()

    def gather(self, name: str, act: ModeratorCommand) -> Ruled:
        """Put the three together again."""
        return Ruled(*(getattr(act, key) for key in Ruled._fields))

    def _game(self, reading: Reading) -> GameRow:
        """The game of the dispute. Raises Refused where there is nothing to rule on."""
        _dispute, game = dispute_to_rule(reading.context, reading.values["dispute_id"], supersedes=self.supersedes)
        return game


def _verdict(name: str) -> Verdict:
    return next(verdict for verdict in VERDICTS if verdict == name)
