"""Texts for moderators by letter: what needs them, a game's file, disputes and rulings."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from pbem.adjudicator.context import Refused
from pbem.adjudicator.disputes.filing import ruling_deadline, speech
from pbem.adjudicator.disputes.holds import why_held
from pbem.adjudicator.history.archive import Archive, Branch
from pbem.adjudicator.history.rollback import find_target_before, list_targets
from pbem.adjudicator.mails.press import SeatTenures
from pbem.adjudicator.sessions import list_notes_after
from pbem.clock import Pace, from_ms
from pbem.commands.tokens import WHOLE
from pbem.commands.vocabulary import MODERATOR
from pbem.games.presentation import begun_large, presentation_of, presenter_for, turn_in_words
from pbem.games.presenter import Presenter
from pbem.i18n import N_, Catalogue
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.commands.holding import Cancel, PutOff, Release
from pbem.moderation.commands.letters import Retry
from pbem.moderation.commands.seats import Substitute
from pbem.moderation.context import ModeratorContext, check_moderates, may_moderate, sees_secrets, verdict_of
from pbem.moderation.correction_lines import can_be_corrected
from pbem.moderation.examining import Examination, ExaminedRoll, Exhibit, list_similar_rulings, load_examination
from pbem.moderation.fields import TO_FILL_IN
from pbem.moderation.needs import WORDS, Need, Next, age, describe_need, needs
from pbem.moderation.rereading import LetterReading
from pbem.reports import document as doc
from pbem.reports.notes import Reader, sentence
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.seats import list_seat_contacts, list_seats, list_turns_of_game
from pbem.store.mail.inbox import LetterStatus
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
from pbem.store.moderation.game_file import list_letters_of_game
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
        *_disputed_turn(known, past.branch_at(dispute.position), names, words),
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
    complainant = get_player(context.unit, dispute.player_id).name
    yield doc.Heading(words.text("Dispute %(number)s", number=dispute.id))
    facts = {"who": complainant, "place": dispute.position, "tag": game.tag, "game": game.name}
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


def _disputed_turn(known: Examination, branch: Branch, names: tuple[str, ...], words: Catalogue) -> Iterator[doc.Block]:
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
    statements = list_statements(tx, dispute.id)
    if statements:
        yield doc.Heading(words.text("Statements"))
    for one in statements:
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


_STATES: Final[Mapping[LetterStatus, str]] = {
    "new": N_("waits"),
    "done": N_("processed"),
    "ignored": N_("ignored"),
    "shunted": N_("set aside"),
}
_MOST_NEEDS: Final = 50
_MORE: Final = Pace(2, "d")
_NOTES: Final = 12
_LETTERS: Final = 10
_PLACES: Final = 12


def needs_blocks(context: ModeratorContext) -> list[doc.Block]:
    """The matters that need a moderator, each with what they may write next. Raises Refused."""
    context.check_moderator()
    words = context.words
    found = [] if context.player is None else needs(context.unit, context.player)
    heading = doc.Heading(words.text("Moderator desk"))
    if not found:
        return [heading, doc.Paragraph(words.text("Nothing needs your attention."))]
    blocks: list[doc.Block] = [heading, doc.Entries(tuple(_entry(context, need) for need in found[:_MOST_NEEDS]))]
    if len(found) > _MOST_NEEDS:
        more = len(found) - _MOST_NEEDS
        blocks.append(doc.Paragraph(words.plural("%(n)s more is waiting.", "%(n)s more are waiting.", more)))
    return blocks


def _entry(context: ModeratorContext, need: Need) -> doc.ListEntry:
    words = context.words
    sort = words.text(WORDS[need.sort][0])
    head = sort if need.tag is None else f"{need.tag} · {need.name}: {sort}"
    since = words.text(
        "%(what)s For %(time)s.", what=describe_need(need, words), time=age(need, context.unit.now_ms, words)
    )
    lines = dict.fromkeys(_next_line(step, need, words.language) for step in need.next)
    return doc.ListEntry(head, (since, *lines))


def _next_line(step: Next, need: Need, language: str) -> str:
    tag, item = need.tag or "", need.item or ""
    acts: Mapping[Next, ModeratorCommand] = {
        "release": Release(tag, TO_FILL_IN),
        "extend": PutOff(tag, _MORE, TO_FILL_IN),
        "substitute": Substitute(tag, need.seat or 0, TO_FILL_IN),
        "cancel": Cancel(tag, TO_FILL_IN),
        "retry": Retry(item),
    }
    if step in acts:
        return acts[step].line(language)
    return MODERATOR.fill(f"{{dispute}} {item}" if step == "dispute" else f"{{file}} {tag}", language)


def file_blocks(context: ModeratorContext, game: GameRow) -> list[doc.Block]:
    """The file of a game: its state, players, disputes and notices, and its letters."""
    words = context.words
    kind = words.text(presentation_of(game.kind).name)
    head = words.text("%(tag)s · %(name)s (%(game)s)", tag=game.tag, name=game.name, game=kind)
    page = context.unit.settings.page(f"/moderate/{game.tag}")
    return [
        doc.Heading(head),
        doc.Lines(tuple(_standing(context, game))),
        *((doc.Paragraph(words.text("Everything: %(page)s", page=page)),) if page else ()),
        *_needs(context, game),
        *_places(context, game),
        *_befell(context, game),
        *_letters(context, game),
    ]


def _standing(context: ModeratorContext, game: GameRow) -> list[str]:
    return [*_turn(context, game), *_rollback_places(context, game)]


def _turn(context: ModeratorContext, game: GameRow) -> list[str]:
    words = context.words
    if game.active_seat is None:
        return [words.text("The game is over.")]
    mover = list_seats(context.unit, game.id)[game.active_seat].name
    moment = begun_large(turn_in_words(game.kind, game.year, game.turn, words))
    turn = words.text("%(turn)s: %(player)s to play.", turn=moment, player=mover)
    if game.held_ms is not None:
        return [turn, why_held(context.unit, game, words, context.zone)]
    assert game.deadline_ms is not None, "a game that is played and not held has a deadline"
    until = words.moment(from_ms(game.deadline_ms), context.zone)
    if game.deadline_ms <= context.unit.now_ms:
        return [turn, words.text("The turn is overdue: the deadline was %(deadline)s.", deadline=until)]
    return [turn, words.text("The deadline is %(deadline)s.", deadline=until)]


def _rollback_places(context: ModeratorContext, game: GameRow) -> list[str]:
    places = " ".join(f"#{place}" for place in list_targets(context.unit, game)[-_PLACES:])
    return [context.words.text("It can be rolled back to: %(places)s.", places=places)] if places else []


def _needs(context: ModeratorContext, game: GameRow) -> list[doc.Block]:
    if context.player is None or not may_moderate(context.unit, context.player, game.id):
        return []
    found = [need for need in needs(context.unit, context.player) if need.game_id == game.id]
    if not found:
        return []
    return [
        doc.Heading(context.words.text("Needs attention")),
        doc.Entries(tuple(_entry(context, need) for need in found)),
    ]


def _places(context: ModeratorContext, game: GameRow) -> list[doc.Block]:
    words = context.words
    rows = []
    for contact in list_seat_contacts(context.unit, game.id):
        turns = [turn for turn in list_turns_of_game(context.unit, game.id) if turn.seat == contact.seat]
        state = words.text("vacant") if contact.vacant_ms is not None else ""
        late = str(sum(turn.late for turn in turns))
        rows.append((str(contact.seat + 1), contact.name, str(len(turns)), late, str(contact.extensions), state))
    head = tuple(
        words.text(title)
        for title in (N_("Seat"), N_("Player"), N_("turns"), N_("late"), N_("extended"), N_("state of the seat"))
    )
    return [doc.Heading(words.text("Players")), doc.Grid(head, tuple(rows), right=(0, 2, 3, 4))]


def _befell(context: ModeratorContext, game: GameRow) -> list[doc.Block]:
    names = tuple(seat.name for seat in list_seats(context.unit, game.id))
    reader = Reader(context.words, context.zone, names, game_notices=presentation_of(game.kind).notices)
    found = [entry for entry in list_notes_after(context.unit, game.id, 0) if entry.note is not None][-_NOTES:]
    if not found:
        return []
    # Where a note stands behind what is final tells how much a player has done that can still be taken back.
    places = [f"#{entry.position} " if entry.position <= game.final_position else "" for entry in found]
    told_of = tuple(f"{place}{sentence(entry, reader)}" for place, entry in zip(places, found, strict=True))
    return [doc.Heading(context.words.text("Notices")), doc.Bullets(told_of)]


def _letters(context: ModeratorContext, game: GameRow) -> list[doc.Block]:
    words = context.words
    found = list_letters_of_game(context.unit, game.id, press=False, limit=_LETTERS)
    if not found:
        return []
    names = [seat.name for seat in list_seats(context.unit, game.id)]
    rows = tuple(
        (
            letter.mark,
            words.moment(from_ms(letter.received_ms), context.zone),
            "" if letter.seat is None else names[letter.seat],
            words.text(_STATES[letter.status]),
        )
        for letter in found
    )
    head = tuple(words.text(title) for title in (N_("Email"), N_("received"), N_("from"), N_("state of the email")))
    return [doc.Heading(words.text("Recent emails")), doc.Grid(head, rows)]
