"""Rulings on disputes, disputes opened again, and questions to those who play: what a moderator does about a dispute.

A ruling rests on a rule of the game's rulebook, whose sentence is told with it. It is one act with what it does to the
game; it closes the dispute and what is hidden in the game, and lets the game go on if nothing else holds it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from pbem.adjudicator import corrections
from pbem.adjudicator.context import Declined, check_text
from pbem.adjudicator.disputes import overdue
from pbem.adjudicator.disputes.filing import (
    MOST_SIGNS,
    ask,
    go_on_undisputed,
    may_hold,
    waiting_drafts,
)
from pbem.adjudicator.disputes.holds import is_held_for_dispute
from pbem.adjudicator.history import rollback
from pbem.adjudicator.mails.announcements import More, Sentence, proclaim
from pbem.adjudicator.sessions import append_note, notes_after, reading_of
from pbem.clock import from_ms
from pbem.games.presentation import presentation_of
from pbem.i18n import N_, Catalogue
from pbem.moderation import course, sealing
from pbem.moderation.acts import Amend, Ask, Reopen, RollBack, Rule
from pbem.moderation.bench import LONGEST_REASON, Bench, Foreseen
from pbem.moderation.rights import check_moderates
from pbem.reports import document as doc
from pbem.reports.notes import actor
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import DisputeRow, GameRow, Verdict
from rules_core.games import rulebook
from rules_core.kernel.rulebook import Rule as BookRule

VERDICTS: Final[Mapping[Verdict, str]] = {
    "uphold": N_("What was played stands."),
    "amend": N_("The position is corrected."),
    "rollback": N_("The game goes back."),
}
"""What each verdict says."""
MOST_WRITTEN: Final = 2_000
"""Characters of a ruling."""
REOPENED: Final = "dispute reopened"
SUPERSEDED: Final = "ruling superseded"
"""What the notes about a closed dispute are about."""
_Effect: TypeAlias = Callable[[Bench, GameRow, Rule], "_Done"]


@dataclass(frozen=True)
class _Done:
    """What a ruling has done to a game: in sentences for who rules, and how everybody is told of it."""

    told: tuple[str, ...]
    tell: Callable[[Sentence, More], None]


# Asking


def foresee_ask(bench: Bench, act: Ask) -> Foreseen:
    """What `ask` would do. Raises Declined."""
    _dispute, game = _to_ask(bench, act)
    return Foreseen((bench.words.text("Everybody who plays in %(tag)s is mailed your question.", tag=game.tag),))


def ask_all(bench: Bench, act: Ask) -> tuple[str, ...]:
    """Asks those who play something about a dispute. Raises Declined."""
    dispute, game = _to_ask(bench, act)
    assert bench.player is not None, "it is declined to the operator"
    ask(bench.tx, bench.settings, dispute, bench.player, act.text, bench.now_ms, bench.letter_id)
    return (bench.words.text("Everybody who plays in %(tag)s is asked.", tag=game.tag),)


def _to_ask(bench: Bench, act: Ask) -> tuple[DisputeRow, GameRow]:
    dispute, game = open_dispute(bench, act.dispute_id)
    if bench.player is None:
        raise Declined(bench.words.text("Only a moderator can do this."))
    check_text(act.text, MOST_SIGNS, bench.words)
    return dispute, game


def open_dispute(bench: Bench, dispute_id: int) -> tuple[DisputeRow, GameRow]:
    """A dispute that whoever acts may rule on, with its game. Raises Declined."""
    dispute, game = _any_dispute(bench, dispute_id)
    if dispute.status != "open":
        raise Declined(bench.words.text("Dispute %(number)s is closed already.", number=dispute_id))
    return dispute, game


def dispute_to_rule(bench: Bench, dispute_id: int, *, supersedes: bool) -> tuple[DisputeRow, GameRow]:
    """The same, or, for a ruling that `supersedes` another, one that was ruled on. Raises Declined."""
    if not supersedes:
        return open_dispute(bench, dispute_id)
    dispute, game = _any_dispute(bench, dispute_id)
    if dispute.status != "ruled":
        raise Declined(bench.words.text("There is no ruling on dispute %(number)s to supersede.", number=dispute_id))
    return dispute, game


def _any_dispute(bench: Bench, dispute_id: int) -> tuple[DisputeRow, GameRow]:
    """A dispute of a game that whoever acts may moderate, open or not. Raises Declined."""
    bench.check_moderator()
    dispute = repo.find_dispute(bench.tx, dispute_id)
    if dispute is None:
        raise Declined(bench.words.text("There is no dispute %(number)s.", number=dispute_id))
    if bench.player is not None:
        check_moderates(bench.tx, bench.player, dispute.game_id)
    return dispute, repo.game(bench.tx, dispute.game_id)


# Opening again


def foresee_reopen(bench: Bench, act: Reopen) -> Foreseen:
    """What `reopen` would do. Raises Declined."""
    dispute, game = _to_reopen(bench, act)
    words = bench.words
    told = [words.text("Dispute %(number)s waits for a ruling again, and everyone is told.", number=dispute.id)]
    if dispute.verdict is not None:
        told.append(words.text("The ruling on it stands until there is another."))
    if may_hold(bench.settings, game):
        told.append(words.text("%(tag)s is on hold until then.", tag=game.tag))
    return Foreseen(tuple(told))


def reopen(bench: Bench, act: Reopen) -> tuple[str, ...]:
    """Open a dispute again that was closed. Raises Declined."""
    dispute, _game = _to_reopen(bench, act)
    note = bench.note(REOPENED, {"dispute": dispute.id}, reason=bench.reason(act.reason))
    overdue.reopen(bench.tx, bench.settings, dispute, note, bench.now_ms, bench.letter_id)
    return (bench.words.text("Dispute %(number)s is open again. Everyone in the game is told.", number=dispute.id),)


def _to_reopen(bench: Bench, act: Reopen) -> tuple[DisputeRow, GameRow]:
    dispute, game = _any_dispute(bench, act.dispute_id)
    bench.reason(act.reason)
    if dispute.status == "open":
        raise Declined(bench.words.text("Dispute %(number)s is open.", number=dispute.id))
    return dispute, game


# Ruling


def foresee_rule(bench: Bench, act: Rule) -> Foreseen:
    """What `rule` and `supersede` would do. Raises Declined."""
    dispute, game = dispute_to_rule(bench, act.dispute_id, supersedes=act.supersedes)
    words, book = bench.words, rule_of(bench.tx, game, act.rule, bench.words)
    check_text(act.text, MOST_WRITTEN, words)
    effect = _foreseen_effect(bench, game, act)
    told = [
        words.text("Dispute %(number)s is closed. %(verdict)s", number=dispute.id, verdict=verdict_told(act, words)),
        *([_superseded_told(bench, dispute)] if dispute.verdict is not None else []),
        f"{book.id}: {words.text(book.text)}",
        *effect.told,
        *_what_follows(bench, dispute, game),
    ]
    return Foreseen(tuple(told), effect.warnings)


def rule_of(tx: Tx, game: GameRow, typed: str, words: Catalogue) -> BookRule:
    """The rule that somebody names, as this game reads it. Raises Declined."""
    named = typed.strip().upper()
    book = {id_.upper(): rule for id_, rule in rulebook(game.kind, reading_of(tx, game.id)).items()}
    if named in book:
        return book[named]
    if not named:
        raise Declined(words.text("By which rule? Name its number, such as FR-31."))
    told = words.text(presentation_of(game.kind).name)
    raise Declined(words.text('The rules of %(game)s have no "%(rule)s".', game=told, rule=typed.strip()[:40]))


def verdict_told(act: Rule, words: Catalogue) -> str:
    """What a verdict says, in a sentence."""
    if isinstance(act.then, RollBack):
        return words.text("The game goes back to #%(place)s.", place=act.then.to)
    return words.text(VERDICTS[act.verdict])


def verdict_of(dispute: DisputeRow, words: Catalogue) -> str:
    """What was ruled on a dispute, in a sentence; "" where nothing was."""
    return "" if dispute.verdict is None else words.text(VERDICTS[dispute.verdict])


def _foreseen_effect(bench: Bench, game: GameRow, act: Rule) -> Foreseen:
    then = _effect_on(bench, game, act)
    if isinstance(then, RollBack):
        return course.foresee_roll_back(bench, then)
    if isinstance(then, Amend):
        return course.foresee_amend(bench, then)
    return Foreseen(())


def _effect_on(bench: Bench, game: GameRow, act: Rule) -> RollBack | Amend | None:
    """What a ruling does to the game of the dispute. Raises Declined where that is not what its verdict says."""
    match act.verdict, act.then:
        case "rollback", RollBack(tag=tag) as back if tag == game.tag:
            return replace(back, reason=_on_one_line(act.text)[:LONGEST_REASON])
        case "amend", Amend(tag=tag) as correction if tag == game.tag:
            return replace(correction, reason=_on_one_line(act.text)[:LONGEST_REASON])
        case "uphold", None:
            return None
    raise Declined(
        bench.words.text(
            "Say what the ruling does: what was played stands, the position is corrected, and how, or the game goes "
            "back, and to where."
        )
    )


def _what_follows(bench: Bench, dispute: DisputeRow, game: GameRow) -> Iterator[str]:
    words = bench.words
    others = [one.id for one in repo.disputes_of_game(bench.tx, game.id) if one.status == "open" and one != dispute]
    if game.held_ms is not None and not is_held_for_dispute(bench.tx, game):
        yield words.text("The game stays held: a moderator holds it for a reason of his own.")
    elif game.held_ms is not None and others:
        numbers = ", ".join(map(str, others))
        yield words.text("The game stays held, as there are other disputes: %(numbers)s.", numbers=numbers)
    elif game.held_ms is not None:
        yield words.text("The game goes on.")
    if any(sight.until_ms is None for sight in repo.sights(bench.tx, game.id)):
        yield words.text("What is hidden in the game is closed to you again.")


def rule(bench: Bench, act: Rule) -> tuple[str, ...]:
    """Rules on a dispute, with all that comes of it, in the place of a ruling that stood. Raises Declined."""
    dispute, game = dispute_to_rule(bench, act.dispute_id, supersedes=act.supersedes)
    book = rule_of(bench.tx, game, act.rule, bench.words)
    check_text(act.text, MOST_WRITTEN, bench.words)
    act = replace(act, then=_effect_on(bench, game, act))
    if dispute.verdict is not None:
        _note_superseded(bench, dispute)
    before = repo.last_position(bench.tx, game.id)
    done = _EFFECTS[act.verdict](bench, game, act)
    note = next(
        entry for entry in notes_after(bench.tx, game.id, before) if entry.note and _is_ruling(entry.note.about)
    )
    by = None if bench.player is None else bench.player.id
    repo.rule_dispute(bench.tx, dispute.id, act.verdict, book.id, act.text, by, bench.now_ms, note.position)
    goes_on = go_on_undisputed(bench.tx, game.id, bench.now_ms)
    sealing.close(bench.tx, game.id, bench.now_ms, bench.letter_id)
    done.tell(*_opening(bench, dispute, game, act, book))
    told = [bench.words.text("Dispute %(number)s is ruled. Everybody in the game is told.", number=dispute.id)]
    return (*told, *done.told, *([bench.words.text("The game goes on.")] if goes_on else []))


def _superseded_told(bench: Bench, dispute: DisputeRow) -> str:
    """Which ruling another takes the place of."""
    assert dispute.ruled_ms is not None, "there is a ruling"
    return bench.words.text(
        "It supersedes the ruling of %(moment)s under %(rule)s (#%(place)s), which stays in the list of rulings.",
        moment=bench.words.moment(from_ms(dispute.ruled_ms), bench.zone),
        rule=dispute.rule,
        place=dispute.note_position,
    )


def _note_superseded(bench: Bench, dispute: DisputeRow) -> None:
    facts = {"dispute": dispute.id, "place": dispute.note_position, "rule": dispute.rule}
    append_note(bench.tx, dispute.game_id, None, bench.note(SUPERSEDED, facts), bench.now_ms, bench.letter_id)


def _is_ruling(about: str) -> bool:
    return about in {_about(verdict) for verdict in VERDICTS}


def _about(verdict: Verdict) -> str:
    return f"ruled {verdict}"


def _note_facts(act: Rule) -> dict[str, str | int | None]:
    return {"dispute": act.dispute_id, "rule": act.rule.strip().upper()}


def _opening(bench: Bench, dispute: DisputeRow, game: GameRow, act: Rule, book: BookRule) -> tuple[Sentence, More]:
    """How everybody in the game is told of a ruling: the verdict, the rule with its sentence, and the text."""
    page = f"{bench.settings.web.base_url}/games/{game.tag}/disputes/{dispute.id}"
    name = "" if bench.player is None else bench.player.name
    waiting = waiting_drafts(bench.tx, game.id)

    def told(words: Catalogue) -> str:
        return words.text(
            "Dispute %(number)s is ruled by %(by)s: %(verdict)s",
            number=dispute.id,
            by=actor(name, words),
            verdict=verdict_told(act, words),
        )

    def more(words: Catalogue, seat: int | None) -> Sequence[doc.Block]:
        return [
            *([doc.Paragraph(_supersedes(dispute, words))] if dispute.verdict is not None else []),
            doc.Heading(words.text("The rule")),
            doc.Paragraph(f"{book.id}: {words.text(book.text)}"),
            doc.Heading(words.text("The ruling")),
            doc.Speech(tuple(act.text.split("\n"))),
            *waiting(words, seat),
            doc.Link(words.text("The dispute"), page, page),
        ]

    return told, more


def _supersedes(dispute: DisputeRow, words: Catalogue) -> str:
    return words.text(
        "It supersedes the ruling told at #%(place)s under %(rule)s, which was: %(verdict)s",
        place=dispute.note_position,
        rule=dispute.rule,
        verdict=verdict_of(dispute, words),
    )


# What a ruling does


def _uphold(bench: Bench, game: GameRow, act: Rule) -> _Done:
    note = bench.note(_about("uphold"), _note_facts(act), reason=_on_one_line(act.text))
    append_note(bench.tx, game.id, None, note, bench.now_ms, bench.letter_id)

    def tell(told: Sentence, more: More) -> None:
        proclaim(bench.tx, bench.settings, game.id, told, bench.now_ms, more=more)

    return _Done((), tell)


def _amend(bench: Bench, game: GameRow, act: Rule) -> _Done:
    assert isinstance(act.then, Amend), "an amendment says what it corrects"
    foreseen = course.foresee_amend(bench, act.then)
    note = bench.note(_about("amend"), _note_facts(act), reason=_on_one_line(act.text))
    corrected = corrections.correct(
        bench.tx,
        game.id,
        act.then.corrections,
        note,
        bench.now_ms,
        sees_secrets=course.sees(bench, game),
        letter_id=bench.letter_id,
    )

    def tell(told: Sentence, more: More) -> None:
        corrections.tell_corrected(bench.tx, bench.settings, corrected, bench.now_ms, told=told, more=more)

    return _Done(foreseen.told, tell)


def _roll_back(bench: Bench, game: GameRow, act: Rule) -> _Done:
    assert isinstance(act.then, RollBack), "a rollback says where to"
    note = bench.note(_about("rollback"), _note_facts(act), reason=_on_one_line(act.text))
    returned, done = course.go_back(bench, act.then, note)

    def tell(told: Sentence, more: More) -> None:
        rollback.tell_return(bench.tx, bench.settings, returned, bench.now_ms, told=told, more=more)

    return _Done(done, tell)


_EFFECTS: Final[Mapping[Verdict, _Effect]] = {"uphold": _uphold, "amend": _amend, "rollback": _roll_back}


def _on_one_line(text: str) -> str:
    """A ruling as the log's note tells it."""
    return " ".join(text.split())


def state_of_dispute(bench: Bench, act: Ask | Rule | Reopen) -> str:
    """How a dispute and its game stand, as far as everybody may know it."""
    dispute = repo.find_dispute(bench.tx, act.dispute_id)
    if dispute is None:
        return "-"
    game = repo.game(bench.tx, dispute.game_id)
    said = len(repo.statements(bench.tx, dispute.id))
    stands = f"{dispute.status} {dispute.opened_ms} {dispute.ruled_ms} {said}"
    return f"dispute {dispute.id} {stands} #{game.final_position} {game.status} {game.held_ms}"
