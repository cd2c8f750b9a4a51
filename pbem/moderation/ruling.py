"""Rulings on disputes, disputes opened again, and questions to those who play: what a moderator does about a dispute.

A ruling rests on a rule of the game's rulebook, whose sentence is told with it. It is one act with what it does to the
game; it closes the dispute and what is hidden in the game, and lets the game go on if nothing else holds it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from pbem.adjudicator import corrections
from pbem.adjudicator.context import Refused, check_text
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
from pbem.adjudicator.mails.player import More, Sentence, proclaim
from pbem.adjudicator.sessions import append_note, notes_after, reading_of
from pbem.clock import from_ms
from pbem.games.presentation import presentation_of
from pbem.i18n import N_, Catalogue
from pbem.moderation import interventions, secret_access
from pbem.moderation.commands import Amend, Ask, GiveRuling, Reopen, RollBack
from pbem.moderation.context import LONGEST_REASON, Consequences, ModeratorContext, check_moderates
from pbem.reports import document as doc
from pbem.reports.notes import actor
from pbem.store import Tx
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.log import find_last_position
from pbem.store.moderation.disputes import (
    FiledDispute,
    Verdict,
    find_dispute,
    list_disputes_of_game,
    list_statements,
    rule_dispute,
)
from pbem.store.moderation.secrets import list_secret_accesses
from rules_core.games import rulebook
from rules_core.kernel.rulebook import Rule as BookRule

VERDICTS: Final[Mapping[Verdict, str]] = {
    "uphold": N_("The play stands."),
    "amend": N_("The position is corrected."),
    "rollback": N_("The game is rolled back."),
}
"""What each verdict says."""
MOST_WRITTEN: Final = 2_000
"""Characters of a ruling."""
REOPENED: Final = "dispute reopened"
SUPERSEDED: Final = "ruling superseded"
"""What the notes about a closed dispute are about."""
_Effect: TypeAlias = Callable[[ModeratorContext, GameRow, GiveRuling], "_Done"]


@dataclass(frozen=True)
class _Done:
    """The effect of a ruling on a game: in sentences for who rules, and how everybody is informed of it."""

    told: tuple[str, ...]
    tell: Callable[[Sentence, More], None]


# Asking


def preview_ask(context: ModeratorContext, command: Ask) -> Consequences:
    """Preview the effect of `ask`. Raises Refused."""
    _dispute, game = _to_ask(context, command)
    return Consequences(
        (context.words.text("Everyone who plays in %(tag)s will get your question by email.", tag=game.tag),)
    )


def ask_all(context: ModeratorContext, command: Ask) -> tuple[str, ...]:
    """Ask those who play something about a dispute. Raises Refused."""
    dispute, game = _to_ask(context, command)
    assert context.player is not None, "it is declined to the operator"
    ask(context.unit, dispute, context.player, command.text, context.letter_id)
    return (context.words.text("Everyone who plays in %(tag)s will be asked.", tag=game.tag),)


def _to_ask(context: ModeratorContext, command: Ask) -> tuple[FiledDispute, GameRow]:
    dispute, game = open_dispute(context, command.dispute_id)
    if context.player is None:
        raise Refused(context.words.text("Only a moderator can do this."))
    check_text(command.text, MOST_SIGNS, context.words)
    return dispute, game


def open_dispute(context: ModeratorContext, dispute_id: int) -> tuple[FiledDispute, GameRow]:
    """A dispute that whoever acts may rule on, with its game. Raises Refused."""
    dispute, game = _any_dispute(context, dispute_id)
    if dispute.status != "open":
        raise Refused(context.words.text("Dispute %(number)s is already closed.", number=dispute_id))
    return dispute, game


def dispute_to_rule(context: ModeratorContext, dispute_id: int, *, supersedes: bool) -> tuple[FiledDispute, GameRow]:
    """The same, or, for a ruling that `supersedes` another, one that was ruled on. Raises Refused."""
    if not supersedes:
        return open_dispute(context, dispute_id)
    dispute, game = _any_dispute(context, dispute_id)
    if dispute.status != "ruled":
        raise Refused(context.words.text("There is no ruling on dispute %(number)s to supersede.", number=dispute_id))
    return dispute, game


def _any_dispute(context: ModeratorContext, dispute_id: int) -> tuple[FiledDispute, GameRow]:
    """A dispute of a game that whoever acts may moderate, open or not. Raises Refused."""
    context.check_moderator()
    dispute = find_dispute(context.unit, dispute_id)
    if dispute is None:
        raise Refused(context.words.text("There is no dispute %(number)s.", number=dispute_id))
    if context.player is not None:
        check_moderates(context.unit, context.player, dispute.game_id)
    return dispute, get_game(context.unit, dispute.game_id)


# Opening again


def preview_reopen(context: ModeratorContext, command: Reopen) -> Consequences:
    """Preview the effect of `reopen`. Raises Refused."""
    dispute, game = _to_reopen(context, command)
    words = context.words
    told = [
        words.text("Dispute %(number)s will wait for a ruling again, and everyone will be told.", number=dispute.id)
    ]
    if dispute.verdict is not None:
        told.append(words.text("The ruling on it stands until there is another."))
    if may_hold(context.unit.settings, game):
        told.append(words.text("%(tag)s is on hold until then.", tag=game.tag))
    return Consequences(tuple(told))


def reopen(context: ModeratorContext, command: Reopen) -> tuple[str, ...]:
    """Open a dispute again that was closed. Raises Refused."""
    dispute, _game = _to_reopen(context, command)
    note = context.note(REOPENED, {"dispute": dispute.id}, reason=context.reason(command.reason))
    overdue.reopen(context.unit, dispute, note, context.letter_id)
    return (
        context.words.text("Dispute %(number)s is open again. Everyone in the game will be told.", number=dispute.id),
    )


def _to_reopen(context: ModeratorContext, command: Reopen) -> tuple[FiledDispute, GameRow]:
    dispute, game = _any_dispute(context, command.dispute_id)
    context.reason(command.reason)
    if dispute.status == "open":
        raise Refused(context.words.text("Dispute %(number)s is open.", number=dispute.id))
    return dispute, game


# Ruling


def preview_rule(context: ModeratorContext, command: GiveRuling) -> Consequences:
    """Preview the effect of `rule` and `supersede`. Raises Refused."""
    dispute, game = dispute_to_rule(context, command.dispute_id, supersedes=command.supersedes)
    words, book = context.words, rule_of(context.unit, game, command.rule, context.words)
    check_text(command.text, MOST_WRITTEN, words)
    effect = _effect_preview(context, game, command)
    told = [
        words.text(
            "Dispute %(number)s is closed. %(verdict)s", number=dispute.id, verdict=verdict_sentence(command, words)
        ),
        *([_superseded_sentence(context, dispute)] if dispute.verdict is not None else []),
        f"{book.id}: {words.text(book.text)}",
        *effect.told,
        *_what_follows(context, dispute, game),
    ]
    return Consequences(tuple(told), effect.warnings)


def rule_of(tx: Tx, game: GameRow, typed: str, words: Catalogue) -> BookRule:
    """The rule that somebody names, as this game reads it. Raises Refused."""
    named = typed.strip().upper()
    book = {id_.upper(): rule for id_, rule in rulebook(game.kind, reading_of(tx, game.id)).items()}
    if named in book:
        return book[named]
    if not named:
        raise Refused(words.text("By which rule? Give its number, such as FR-31."))
    told = words.text(presentation_of(game.kind).name)
    raise Refused(words.text('The rules of %(game)s have no "%(rule)s".', game=told, rule=typed.strip()[:40]))


def verdict_sentence(command: GiveRuling, words: Catalogue) -> str:
    """The verdict of a ruling, in a sentence."""
    if isinstance(command.then, RollBack):
        return words.text("The game is rolled back to #%(place)s.", place=command.then.to)
    return words.text(VERDICTS[command.verdict])


def verdict_of(dispute: FiledDispute, words: Catalogue) -> str:
    """The ruling on a dispute, in a sentence; "" where there is none."""
    return "" if dispute.verdict is None else words.text(VERDICTS[dispute.verdict])


def _effect_preview(context: ModeratorContext, game: GameRow, command: GiveRuling) -> Consequences:
    then = _effect_on(context, game, command)
    if isinstance(then, RollBack):
        return interventions.preview_roll_back(context, then)
    if isinstance(then, Amend):
        return interventions.preview_amend(context, then)
    return Consequences(())


def _effect_on(context: ModeratorContext, game: GameRow, command: GiveRuling) -> RollBack | Amend | None:
    """The effect of a ruling on the game of the dispute. Raises Refused where that is not what its verdict says."""
    match command.verdict, command.then:
        case ["rollback", RollBack(tag=tag) as back] if tag == game.tag:
            return replace(back, reason=_on_one_line(command.text)[:LONGEST_REASON])
        case ["amend", Amend(tag=tag) as correction] if tag == game.tag:
            return replace(correction, reason=_on_one_line(command.text)[:LONGEST_REASON])
        case ["uphold", None]:
            return None
    raise Refused(
        context.words.text(
            "Say what the ruling does: the play stands, the position is corrected (say how), or the game is rolled "
            "back (say to where)."
        )
    )


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


def rule(context: ModeratorContext, command: GiveRuling) -> tuple[str, ...]:
    """Rules on a dispute, with all that comes of it, in the place of a ruling that stood. Raises Refused."""
    dispute, game = dispute_to_rule(context, command.dispute_id, supersedes=command.supersedes)
    book = rule_of(context.unit, game, command.rule, context.words)
    check_text(command.text, MOST_WRITTEN, context.words)
    command = replace(command, then=_effect_on(context, game, command))
    if dispute.verdict is not None:
        _note_superseded(context, dispute)
    before = find_last_position(context.unit, game.id)
    done = _EFFECTS[command.verdict](context, game, command)
    note = next(
        entry for entry in notes_after(context.unit, game.id, before) if entry.note and _is_ruling(entry.note.about)
    )
    by = None if context.player is None else context.player.id
    rule_dispute(
        context.unit, dispute.id, command.verdict, book.id, command.text, by, context.unit.now_ms, note.position
    )
    goes_on = go_on_undisputed(context.unit, game.id)
    secret_access.close(context.unit, game.id, context.letter_id)
    done.tell(*_opening(context, dispute, game, command, book))
    told = [
        context.words.text(
            "You have ruled on dispute %(number)s. Everyone in the game will be told.", number=dispute.id
        )
    ]
    return (*told, *done.told, *([context.words.text("The game continues.")] if goes_on else []))


def _superseded_sentence(context: ModeratorContext, dispute: FiledDispute) -> str:
    """The sentence that names the ruling which another takes the place of."""
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


def _note_facts(command: GiveRuling) -> dict[str, str | int | None]:
    return {"dispute": command.dispute_id, "rule": command.rule.strip().upper()}


def _opening(
    context: ModeratorContext, dispute: FiledDispute, game: GameRow, command: GiveRuling, book: BookRule
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
            verdict=verdict_sentence(command, words),
        )

    def more(words: Catalogue, seat: int | None) -> Sequence[doc.Block]:
        return [
            *([doc.Paragraph(_supersedes(dispute, words))] if dispute.verdict is not None else []),
            doc.Heading(words.text("The rule")),
            doc.Paragraph(f"{book.id}: {words.text(book.text)}"),
            doc.Heading(words.text("The ruling")),
            doc.Speech(tuple(command.text.split("\n"))),
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


# What a ruling does


def _uphold(context: ModeratorContext, game: GameRow, command: GiveRuling) -> _Done:
    note = context.note(_about("uphold"), _note_facts(command), reason=_on_one_line(command.text))
    append_note(context.unit, game.id, None, note, context.letter_id)

    def announce(told: Sentence, more: More) -> None:
        proclaim(context.unit, game.id, told, more=more)

    return _Done((), announce)


def _amend(context: ModeratorContext, game: GameRow, command: GiveRuling) -> _Done:
    assert isinstance(command.then, Amend), "an amendment says what it corrects"
    consequences = interventions.preview_amend(context, command.then)
    note = context.note(_about("amend"), _note_facts(command), reason=_on_one_line(command.text))
    corrected = corrections.correct(
        context.unit,
        game.id,
        command.then.corrections,
        note,
        sees_secrets=interventions.sees(context, game),
        letter_id=context.letter_id,
    )

    def announce(told: Sentence, more: More) -> None:
        corrections.announce_correction(context.unit, corrected, told=told, more=more)

    return _Done(consequences.told, announce)


def _roll_back(context: ModeratorContext, game: GameRow, command: GiveRuling) -> _Done:
    assert isinstance(command.then, RollBack), "a rollback says where to"
    note = context.note(_about("rollback"), _note_facts(command), reason=_on_one_line(command.text))
    returned, done = interventions.go_back(context, command.then, note)

    def announce(told: Sentence, more: More) -> None:
        rollback.announce_return(context.unit, returned, told=told, more=more)

    return _Done(done, announce)


_EFFECTS: Final[Mapping[Verdict, _Effect]] = {"uphold": _uphold, "amend": _amend, "rollback": _roll_back}


def _on_one_line(text: str) -> str:
    """A ruling as the log's note tells it."""
    return " ".join(text.split())


def state_of_dispute(context: ModeratorContext, command: Ask | GiveRuling | Reopen) -> str:
    """The state of a dispute and its game, as far as everybody may know it."""
    dispute = find_dispute(context.unit, command.dispute_id)
    if dispute is None:
        return "-"
    game = get_game(context.unit, dispute.game_id)
    said = len(list_statements(context.unit, dispute.id))
    stands = f"{dispute.status} {dispute.opened_ms} {dispute.ruled_ms} {said}"
    return f"dispute {dispute.id} {stands} #{game.final_position} {game.status} {game.held_ms}"
