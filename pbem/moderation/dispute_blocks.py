"""Disputes and rulings by mail, as parts of a document: a dispute for a moderator, rulings for anybody."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from pbem.adjudicator.context import Refused
from pbem.adjudicator.disputes.filing import ruling_deadline, speech
from pbem.adjudicator.history.archive import Archive, Branch
from pbem.adjudicator.history.rollback import find_target_before
from pbem.adjudicator.mails.press import SeatTenures
from pbem.clock import from_ms
from pbem.commands.tokens import WHOLE
from pbem.commands.vocabulary import MODERATOR
from pbem.games.presentation import presenter_for
from pbem.games.presenter import Presenter
from pbem.i18n import Catalogue
from pbem.moderation.context import ModeratorContext, check_moderates, sees_secrets
from pbem.moderation.correction_lines import can_be_corrected
from pbem.moderation.examining import Examination, ExaminedRoll, Exhibit, list_similar_rulings, load_examination
from pbem.moderation.rereading import LetterReading
from pbem.moderation.ruling import verdict_of
from pbem.reports import document as doc
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.seats import list_seats
from pbem.store.moderation.disputes import (
    DisputeStatus,
    FiledDispute,
    RuledDispute,
    Sought,
    count_rulings,
    find_dispute,
    list_rulings,
    list_rulings_on,
    list_statements,
)
from pbem.store.players.player import get_player
from rules_core.games import rulebook, ruleset_for

_NUMBERED: Final = re.compile(rf"\W*{WHOLE}\W*")
_LIKE_IT: Final = 5
_MOST_RULINGS: Final = 20


_WAYS: Final[Mapping[DisputeStatus, tuple[str, ...]]] = {
    "open": (
        "{ask} %(number)s: …",
        "{rule} %(number)s {uphold} %(book)s-…: …",
        "{rule} %(number)s {rollback} %(place)s %(book)s-…: …",
        "{rule} %(number)s {amend} … %(book)s-…: …",
    ),
    "ruled": (
        "{supersede} %(number)s {uphold} %(book)s-…: …",
        "{supersede} %(number)s {rollback} %(place)s %(book)s-…: …",
        "{supersede} %(number)s {amend} … %(book)s-…: …",
        "{reopen} %(number)s: …",
    ),
    "withdrawn": ("{reopen} %(number)s: …",),
    "lapsed": ("{reopen} %(number)s: …",),
}
"""What a moderator may write next about a dispute."""


def dispute_blocks(context: ModeratorContext, text: str) -> list[doc.Block]:
    """A dispute for a moderator, who is told what is hidden only once they have opened it. Raises Refused."""
    dispute, game = _meant(context, text)
    words, me = context.words, context.player
    is_open = me is not None and sees_secrets(context.unit, me.id, game.id)
    past = Archive().past(context.unit, game)
    known = load_examination(context.unit, game, dispute, past, words, is_open=is_open)
    names = tuple(seat.name for seat in list_seats(context.unit, game.id))
    return [
        *_complaint(context, dispute, game, names),
        *_turn(known, past.branch_at(dispute.position), names, words),
        *_rules(context.unit, dispute, known, words),
        *_dice(known, names, words),
        *(block for side in known.sides for block in _side(side, names, words)),
        *_statements(context.unit, dispute, words),
        *_ways(context, dispute, game, is_open=is_open),
    ]


def _meant(context: ModeratorContext, text: str) -> tuple[FiledDispute, GameRow]:
    context.check_moderator()
    number = _NUMBERED.fullmatch(text)
    dispute = None if number is None else find_dispute(context.unit, int(number[1]))
    if dispute is None:
        raise Refused(context.words.text("Which dispute? Give its number; the desk shows it."))
    if context.player is not None:
        check_moderates(context.unit, context.player, dispute.game_id)
    return dispute, get_game(context.unit, dispute.game_id)


def _complaint(
    context: ModeratorContext, dispute: FiledDispute, game: GameRow, names: tuple[str, ...]
) -> Iterator[doc.Block]:
    words = context.words
    who = get_player(context.unit, dispute.player_id).name
    yield doc.Heading(words.text("Dispute %(number)s", number=dispute.id))
    facts = {"who": who, "place": dispute.position, "tag": game.tag, "game": game.name}
    sentence = words.text("%(who)s disputes the play at #%(place)s in %(tag)s %(game)s.", **facts)
    filed = words.text("Filed on %(moment)s.", moment=words.moment(from_ms(dispute.filed_ms), context.zone))
    status = {
        "open": words.text("It is open."),
        "withdrawn": words.text("It is withdrawn."),
        "ruled": words.text("There is a ruling on it."),
        "lapsed": words.text("Nobody ruled on it in time."),
    }
    yield doc.Lines((sentence, f"{filed} {status[dispute.status]}"))
    yield speech(dispute.text)
    if dispute.status == "open":
        yield doc.Paragraph(ruling_deadline(dispute, context.zone, words))
    for row in list_rulings_on(context.unit, dispute.id):
        yield doc.Entries((_ruling(RuledDispute(row, game.tag, game.name, game.kind, ""), words),))


def _turn(known: Examination, branch: Branch, names: tuple[str, ...], words: Catalogue) -> Iterator[doc.Block]:
    then, now = (presenter_for(state.table, names, words) for state in (known.before, known.after))
    yield doc.Heading(words.text("The turn"))
    begin = words.text("#%(place)s: before the turn", place=known.stretch.before)
    moments = [one for one in branch.moments if known.stretch.before < one.position <= known.stretch.after]
    nothing = words.text("There is nothing to show of this.")
    described = (" ".join(now.sentences(one.events)) or nothing for one in moments)
    yield doc.Bullets((begin, *(f"#{one.position}: {what}" for one, what in zip(moments, described, strict=True))))
    yield doc.Paragraph(words.text("A ruling can roll the game back to the end of any of these."))
    if now.map is not None:
        yield now.map.block(known.news)
    differing = then.differences(now, ruleset_for(now.table.kind).compare(known.before, known.after))
    if differing:
        yield doc.Heading(words.text("What differs, before the turn and at this position"))
        yield doc.Bullets(
            tuple(words.text("%(what)s: %(one)s → %(other)s", **row._asdict()) for row in differing)
        )  # a table of these would be too wide for a mail


def _rules(tx: Tx, dispute: FiledDispute, known: Examination, words: Catalogue) -> Iterator[doc.Block]:
    if known.rules:
        yield doc.Heading(words.text("The rules that decided"))
        yield doc.Entries(
            tuple(
                doc.ListEntry(f"{rule.id} {words.text(rule.title)}", (words.text(rule.text),)) for rule in known.rules
            )
        )
    alike = list_similar_rulings(tx, dispute, known.rules, _LIKE_IT)
    if alike:
        yield doc.Heading(words.text("Rulings on the same rules"))
        yield doc.Entries(tuple(_ruling(row, words) for row in alike))


def _dice(known: Examination, names: tuple[str, ...], words: Catalogue) -> Iterator[doc.Block]:
    if known.rolls:
        presenter = presenter_for(known.after.table, names, words)
        yield doc.Heading(words.text("Dice"))
        proofs = ((_thrown(roll, presenter), tuple(_proof(roll, words))) for roll in known.rolls)
        yield doc.Entries(tuple(doc.ListEntry(*proof) for proof in proofs))


def _thrown(roll: ExaminedRoll, presenter: Presenter) -> str:
    return f"#{roll.position}: {', '.join(presenter.faces(face, 1) for face in roll.faces)}"


def _proof(roll: ExaminedRoll, words: Catalogue) -> Iterator[str]:
    yield words.text(
        "Drawn at: year %(year)s, seat %(seat)s, dice 0 to %(last)s, epoch %(epoch)s. The fingerprint of the seed:",
        year=roll.year,
        seat=roll.seat,
        last=len(roll.faces) - 1,
        epoch=roll.epoch,
    )
    yield roll.promised
    if roll.holds is not None:
        yield words.text("follows from the seed") if roll.holds else words.text("does not follow from the seed")


def _side(side: Exhibit, names: tuple[str, ...], words: Catalogue) -> Iterator[doc.Block]:
    yield doc.Heading(words.text("%(player)s's side", player=names[side.seat]))
    hidden = presenter_for(side.after.table, names, words).hidden_change(side.before, side.after)
    if hidden is not None:
        yield doc.Lines((hidden.sentence,))
    for reading in side.letters:
        yield from _letter(reading, words)


def _letter(reading: LetterReading, words: Catalogue) -> Iterator[doc.Block]:
    yield doc.Paragraph(words.text("An email, as received:") if reading.text else words.text("An email:"))
    if reading.text:
        yield doc.Speech(reading.text)
    if reading.then:
        yield doc.Paragraph(words.text("How each line was read then:"))
        yield doc.Fates(reading.then)
    if reading.differs:
        yield doc.Paragraph(words.text("How it is read today, which differs:"))
        yield doc.Fates(reading.now)


def _statements(tx: Tx, dispute: FiledDispute, words: Catalogue) -> Iterator[doc.Block]:
    tenures = SeatTenures.of(tx, dispute.game_id)
    said = list_statements(tx, dispute.id)
    if said:
        yield doc.Heading(words.text("Statements"))
    for one in said:
        name = get_player(tx, one.player_id).name if one.seat is None else tenures.names_at(one.at_ms)[one.seat]
        asks = words.text("The moderator %(name)s asks:", name=name)
        yield doc.Paragraph(asks if one.seat is None else f"{name}:")
        yield speech(one.text)


def _ways(context: ModeratorContext, dispute: FiledDispute, game: GameRow, *, is_open: bool) -> Iterator[doc.Block]:
    words = context.words
    may_amend = can_be_corrected(game.kind)
    lines = [line for line in _WAYS[dispute.status] if may_amend or "{amend}" not in line]
    if dispute.status == "open" and not is_open:
        lines.insert(0, "{unseal} %(tag)s: …")
    place = find_target_before(context.unit, game, dispute.position)
    book = min(rulebook(game.kind)).partition("-")[0]
    facts = {"tag": game.tag, "number": dispute.id, "place": place, "book": book}
    orders = (doc.OrderLine(MODERATOR.fill(line, words.language) % facts) for line in lines)
    yield doc.Heading(words.text("What you can write"))
    yield doc.Orders(tuple(orders))
    yield from doc.links(words.text("To examine it"), context.unit.settings.page(f"/moderate/disputes/{dispute.id}"))


def ruling_blocks(unit: UnitOfWork, sought: Sought, words: Catalogue) -> list[doc.Block]:
    """The newest rulings that are sought."""
    found, total = list_rulings(unit, sought, _MOST_RULINGS), count_rulings(unit, sought)
    heading = doc.Heading(words.text("Rulings"))
    page = doc.links(heading.text, unit.settings.page("/rulings"))
    if not found:
        return [heading, doc.Paragraph(words.text("There is no such ruling.")), *page]
    blocks: list[doc.Block] = [heading, doc.Entries(tuple(_ruling(row, words) for row in found))]
    if total > len(found):
        more = total - len(found)
        blocks.append(
            doc.Paragraph(words.plural("%(n)s older one is not shown.", "%(n)s older ones are not shown.", more))
        )
    return [*blocks, *page]


def _ruling(row: RuledDispute, words: Catalogue) -> doc.ListEntry:
    dispute = row.dispute
    head = words.text(
        "Dispute %(number)s, %(rule)s (%(tag)s %(game)s)",
        number=dispute.id,
        rule=dispute.rule,
        tag=row.tag,
        game=row.name,
    )
    superseded = [words.text("Superseded by another ruling.")] if dispute.superseded_ms is not None else []
    return doc.ListEntry(head, (verdict_of(dispute, words), *superseded, " ".join((dispute.ruling or "").split())))
