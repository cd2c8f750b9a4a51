"""Rulings on disputes: the verdict, what that does to the game, and by which rule."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Final, NamedTuple, TypeAlias

import click
from wtforms import SelectField
from wtforms.validators import InputRequired

from pbem.adjudicator import corrections
from pbem.adjudicator.context import Refused, check_text
from pbem.adjudicator.disputes.filing import go_on_undisputed, waiting_drafts
from pbem.adjudicator.disputes.holds import is_held_for_dispute
from pbem.adjudicator.history import rollback
from pbem.adjudicator.mails.player import More, Sentence, proclaim
from pbem.adjudicator.sessions import append_note, list_notes_after
from pbem.clock import from_ms
from pbem.commands.command import Command, inputs_of
from pbem.commands.tokens import ParseError
from pbem.commands.vocabulary import MODERATOR
from pbem.forms import PageForm, one_of, typed
from pbem.i18n import N_, Catalogue
from pbem.moderation import secret_access
from pbem.moderation.command import DetailField, ModeratorCommand, read_fields
from pbem.moderation.commands.positions import Amend, RollBack, go_back, sees_hidden
from pbem.moderation.context import (
    LONGEST_REASON,
    MOST_WRITTEN,
    VERDICTS,
    Consequences,
    ModeratorContext,
    dispute_to_rule,
    rule_of,
    state_of_dispute,
    verdict_of,
)
from pbem.moderation.fields import Dispute, WordsField
from pbem.moderation.form_command import Reading
from pbem.reports import document as doc
from pbem.reports.notes import actor
from pbem.store.games.game import GameRow
from pbem.store.games.log import find_last_position
from pbem.store.moderation.disputes import FiledDispute, Verdict, list_disputes_of_game, rule_dispute
from pbem.store.moderation.secrets import list_secret_accesses
from rules_core.games import all_rules
from rules_core.kernel.rulebook import Rule as BookRule

_BOOKS: Final = "|".join(dict.fromkeys(rule.partition("-")[0] for rule in all_rules()))
_RULED: Final = re.compile(rf"(.*?)\b((?:{_BOOKS})-?\s?\d+[a-z]?)\W*", re.IGNORECASE | re.DOTALL)
_EFFECT_WORDS: Final[Mapping[str, type[RollBack] | type[Amend]]] = {"rollback": RollBack, "amend": Amend}
_NO_VERDICT: Final = N_("Choose a verdict.")
_VERDICT: Final = one_of(
    N_("Verdict"),
    {
        "uphold": N_("The play stands"),
        "amend": N_("The position is corrected"),
        "rollback": N_("The game is rolled back"),
    },
    validators=[InputRequired(_NO_VERDICT)],
    default="uphold",
    invalid_choice_message=_NO_VERDICT,
)
_RULE: Final = one_of(
    N_("Deciding rule"), {}, SelectField, validate_choice=False, render_kw={"required": True}, id="by-rule"
)
"""The page says which rules there are."""
_HELP: Final = N_("Everyone in the game gets it by email, with the rule, and anyone can read it.")
_TEXT: Final = typed(N_("The ruling"), MOST_WRITTEN, rows=4, description=_HELP)


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
        for verdict, kind in _EFFECT_WORDS.items():
            if inner.cursor.take_phrase(MODERATOR.phrases(verdict)):
                values = read_fields(kind, inner, f"{inner.cursor.rest()}:{reading.said}")
                return Ruled(_verdict(verdict), rule, kind.of(values))
        if inner.cursor.take("uphold"):
            inner.cursor.done()
            return Ruled("uphold", rule)
        raise ParseError("which_verdict")

    def inputs(self, name: str) -> Mapping[str, Any]:
        """The verdict, the rule, and the fields of what it does, but for the reason, which the ruling is."""
        then = {**inputs_of(Amend), **inputs_of(RollBack)}
        return {name: _VERDICT, "rule": _RULE, **{key: one for key, one in then.items() if key != "reason"}}

    def filled(self, name: str, form: PageForm, reading: Reading) -> Ruled:
        """The verdict with the values of those fields. Raises Refused."""
        verdict, rule = _verdict(form[name].data), form["rule"].data
        kind = _EFFECT_WORDS.get(verdict)
        if kind is None:
            return Ruled(verdict, rule)
        inner = Reading(
            reading.context, reading.language, {"tag": self._game(reading).tag, "reason": form["text"].data}
        )
        for key, one in kind.details().items():
            if not one.closes:
                inner.values.update(one.spread(key, one.filled(key, form, inner)))
        return Ruled(verdict, rule, kind.of(inner.values))

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
        between = [one.write(getattr(value.then, key)) for key, one in value.then.details().items() if not one.closes]
        return " ".join(filter(None, (f"{{{value.then.verb}}}", *between, value.rule)))

    def spread(self, name: str, value: Ruled) -> Mapping[str, object]:
        """The three that it holds."""
        return value._asdict()

    def gather(self, name: str, command: Command) -> Ruled:
        """Put the three together again."""
        return Ruled(*(getattr(command, key) for key in Ruled._fields))

    def _game(self, reading: Reading) -> GameRow:
        """The game of the dispute. Raises Refused where there is nothing to rule on."""
        _dispute, game = dispute_to_rule(reading.context, reading.values["dispute_id"], supersedes=self.supersedes)
        return game


def _verdict(name: str) -> Verdict:
    return next(verdict for verdict in VERDICTS if verdict == name)


SUPERSEDED: Final = "ruling superseded"
"""What the note about a ruling that another takes the place of is about."""
_Effect: TypeAlias = Callable[[ModeratorContext, GameRow, "GiveRuling"], "_Done"]


@dataclass(frozen=True)
class GiveRuling(ModeratorCommand):
    """`rule 3 uphold FR-38: text`: the ruling on a dispute; what it does to the game, if anything, is done with it."""

    dispute_id: Dispute
    verdict: Annotated[Verdict, RuledField(supersedes=False)]
    rule: str
    text: Annotated[str, WordsField("<words>", _TEXT)]
    then: RollBack | Amend | None = None
    supersedes: bool = False
    """Whether it takes the place of the ruling that stands, which is kept beside it."""

    verb: ClassVar = "rule"
    explanation: ClassVar = N_(
        "Rule on a dispute: the play stands, the game is rolled back, or its position is corrected. Name the "
        "rule that decides; everyone in the game gets it by email with your words."
    )
    examples: ClassVar[tuple[str, ...]] = (
        "{rule} 3 {uphold} FR-31: The piece may point there.",
        "{rule} 3 {rollback} 118 {new} {dice} {again} FR-31: The piece may not point there.",
        "{rule} 3 {amend} give ben 1 hidden; take anna 1 hidden FR-31: As the rule says.",
    )
    title: ClassVar = N_("Rule on a dispute")

    @property
    def why(self) -> str:
        """Its text."""
        return self.text

    @property
    def returns_to(self) -> int | None:
        """The position that the game goes back to."""
        return None if self.then is None else self.then.returns_to

    def opens(self) -> bool:
        """Whether what it does to the game throws dice."""
        return self.then is not None and self.then.opens()

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `rule` and `supersede`."""
        dispute, game = dispute_to_rule(context, self.dispute_id, supersedes=self.supersedes)
        words, book = context.words, rule_of(context.unit, game, self.rule, context.words)
        check_text(self.text, MOST_WRITTEN, words)
        then = self._effect(context, game)
        effect = Consequences(()) if then is None else then.judge(context)
        sentences = [
            words.text(
                "Dispute %(number)s is closed. %(verdict)s", number=dispute.id, verdict=self.verdict_sentence(words)
            ),
            *([_superseded_sentence(context, dispute)] if dispute.verdict is not None else []),
            f"{book.id}: {words.text(book.text)}",
            *effect.sentences,
            *_what_follows(context, dispute, game),
        ]
        return Consequences(tuple(sentences), effect.warnings)

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Rule on a dispute, with all that comes of it, in the place of a ruling that stood."""
        dispute, game = dispute_to_rule(context, self.dispute_id, supersedes=self.supersedes)
        book = rule_of(context.unit, game, self.rule, context.words)
        check_text(self.text, MOST_WRITTEN, context.words)
        ruling = replace(self, then=self._effect(context, game))
        if dispute.verdict is not None:
            _note_superseded(context, dispute)
        before = find_last_position(context.unit, game.id)
        done = _EFFECTS[self.verdict](context, game, ruling)
        note = next(
            entry
            for entry in list_notes_after(context.unit, game.id, before)
            if entry.note and _is_ruling(entry.note.about)
        )
        by = None if context.player is None else context.player.id
        rule_dispute(context.unit, dispute.id, self.verdict, book.id, self.text, by, context.unit.now_ms, note.position)
        goes_on = go_on_undisputed(context.unit, game.id)
        secret_access.close(context.unit, game.id, context.letter_id)
        done.announce(*_opening(context, dispute, game, ruling, book))
        sentences = [
            context.words.text(
                "You have ruled on dispute %(number)s. Everyone in the game will be told.", number=dispute.id
            )
        ]
        return (*sentences, *done.sentences, *([context.words.text("The game continues.")] if goes_on else []))

    def state(self, context: ModeratorContext) -> str:
        """The state of the dispute."""
        return state_of_dispute(context, self.dispute_id)

    def verdict_sentence(self, words: Catalogue) -> str:
        """The verdict in a sentence."""
        if isinstance(self.then, RollBack):
            return words.text("The game is rolled back to #%(place)s.", place=self.then.to)
        return words.text(VERDICTS[self.verdict])

    def _effect(self, context: ModeratorContext, game: GameRow) -> RollBack | Amend | None:
        """The effect on the game of the dispute. Raises Refused where that is not what its verdict says."""
        match self.verdict, self.then:
            case ["rollback", RollBack(tag=tag) as back] if tag == game.tag:
                return replace(back, reason=_on_one_line(self.text)[:LONGEST_REASON])
            case ["amend", Amend(tag=tag) as correction] if tag == game.tag:
                return replace(correction, reason=_on_one_line(self.text)[:LONGEST_REASON])
            case ["uphold", None]:
                return None
        raise Refused(
            context.words.text(
                "Say what the ruling does: the play stands, the position is corrected (say how), or the game is rolled "
                "back (say to where)."
            )
        )


@dataclass(frozen=True)
class Supersede(GiveRuling):
    """`supersede 3 uphold FR-38: text`: a ruling in the place of the one that stands, which is kept beside it."""

    verdict: Annotated[Verdict, RuledField(supersedes=True)]
    supersedes: bool = True

    verb: ClassVar = "supersede"
    explanation: ClassVar = N_(
        "Replace the ruling on a dispute, if it was a mistake. Both stay in the list of rulings. What the "
        "first one did to the game stays done, unless this one undoes it."
    )
    examples: ClassVar = ("{supersede} 3 {uphold} FR-38: I had overlooked the second station.",)


@dataclass(frozen=True)
class _Done:
    """The effect of a ruling on a game: in sentences for the moderator, and how everybody is informed of it."""

    sentences: tuple[str, ...]
    announce: Callable[[Sentence, More], None]


def _what_follows(context: ModeratorContext, dispute: FiledDispute, game: GameRow) -> Iterator[str]:
    words = context.words
    others = [one.id for one in list_disputes_of_game(context.unit, game.id) if one.status == "open" and one != dispute]
    if game.held_ms is not None and not is_held_for_dispute(context.unit, game):
        yield words.text("The game stays on hold: a moderator put it on hold for another reason.")
    elif game.held_ms is not None and others:
        numbers = ", ".join(map(str, others))
        yield words.text("The game stays on hold, as there are other disputes: %(numbers)s.", numbers=numbers)
    elif game.held_ms is not None:
        yield words.text("The game continues.")
    if any(sight.until_ms is None for sight in list_secret_accesses(context.unit, game.id)):
        yield words.text("You can no longer see the hidden information in the game.")


def _superseded_sentence(context: ModeratorContext, dispute: FiledDispute) -> str:
    assert dispute.ruled_ms is not None, "there is a ruling"
    return context.words.text(
        "It supersedes the ruling of %(moment)s under %(rule)s (#%(place)s), which stays in the list of rulings.",
        moment=context.words.moment(from_ms(dispute.ruled_ms), context.zone),
        rule=dispute.rule,
        place=dispute.note_position,
    )


def _note_superseded(context: ModeratorContext, dispute: FiledDispute) -> None:
    facts = {"dispute": dispute.id, "place": dispute.note_position, "rule": dispute.rule}
    append_note(context.unit, dispute.game_id, None, context.note(SUPERSEDED, facts), context.letter_id)


def _is_ruling(about: str) -> bool:
    return about in {_about(verdict) for verdict in VERDICTS}


def _about(verdict: Verdict) -> str:
    return f"ruled {verdict}"


def _note_facts(ruling: "GiveRuling") -> dict[str, str | int | None]:
    return {"dispute": ruling.dispute_id, "rule": ruling.rule.strip().upper()}


def _opening(
    context: ModeratorContext, dispute: FiledDispute, game: GameRow, ruling: "GiveRuling", book: BookRule
) -> tuple[Sentence, More]:
    """The announcement of a ruling to everybody in the game: the verdict, the rule with its sentence, and the text."""
    page = context.unit.settings.page(f"/games/{game.tag}/disputes/{dispute.id}")
    name = "" if context.player is None else context.player.name
    waiting = waiting_drafts(context.unit, game.id)

    def sentence(words: Catalogue) -> str:
        return words.text(
            "Ruling by %(by)s on dispute %(number)s: %(verdict)s",
            number=dispute.id,
            by=actor(name, words),
            verdict=ruling.verdict_sentence(words),
        )

    def more(words: Catalogue, seat: int | None) -> Sequence[doc.Block]:
        return [
            *([doc.Paragraph(_supersedes(dispute, words))] if dispute.verdict is not None else []),
            doc.Heading(words.text("The rule")),
            doc.Paragraph(f"{book.id}: {words.text(book.text)}"),
            doc.Heading(words.text("The ruling")),
            doc.Speech(tuple(ruling.text.split("\n"))),
            *waiting(words, seat),
            *doc.links(words.text("The dispute"), page),
        ]

    return sentence, more


def _supersedes(dispute: FiledDispute, words: Catalogue) -> str:
    return words.text(
        "It supersedes the ruling made at #%(place)s under %(rule)s, which was: %(verdict)s",
        place=dispute.note_position,
        rule=dispute.rule,
        verdict=verdict_of(dispute, words),
    )


def _uphold(context: ModeratorContext, game: GameRow, ruling: "GiveRuling") -> _Done:
    note = context.note(_about("uphold"), _note_facts(ruling), reason=_on_one_line(ruling.text))
    append_note(context.unit, game.id, None, note, context.letter_id)

    def announce(sentence: Sentence, more: More) -> None:
        proclaim(context.unit, game.id, sentence, more=more)

    return _Done((), announce)


def _amend(context: ModeratorContext, game: GameRow, ruling: "GiveRuling") -> _Done:
    assert isinstance(ruling.then, Amend), "an amendment says what it corrects"
    consequences = ruling.then.judge(context)
    note = context.note(_about("amend"), _note_facts(ruling), reason=_on_one_line(ruling.text))
    corrected = corrections.correct(
        context.unit,
        game.id,
        ruling.then.corrections,
        note,
        sees_secrets=sees_hidden(context, game),
        letter_id=context.letter_id,
    )

    def announce(sentence: Sentence, more: More) -> None:
        corrections.announce_correction(context.unit, corrected, sentence=sentence, more=more)

    return _Done(consequences.sentences, announce)


def _roll_back(context: ModeratorContext, game: GameRow, ruling: "GiveRuling") -> _Done:
    assert isinstance(ruling.then, RollBack), "a rollback says where to"
    note = context.note(_about("rollback"), _note_facts(ruling), reason=_on_one_line(ruling.text))
    returned, done = go_back(context, ruling.then, note)

    def announce(sentence: Sentence, more: More) -> None:
        rollback.announce_return(context.unit, returned, sentence=sentence, more=more)

    return _Done(done, announce)


_EFFECTS: Final[Mapping[Verdict, _Effect]] = {"uphold": _uphold, "amend": _amend, "rollback": _roll_back}


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
