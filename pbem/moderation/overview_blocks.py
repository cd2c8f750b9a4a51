"""Texts for moderators by letter: what needs them, and a game's file.

Of a game it tells what everybody may know, and letters as they came and went, without a word of what stands in them.
"""

from collections.abc import Mapping
from typing import Final

from pbem.adjudicator.disputes.holds import why_held
from pbem.adjudicator.history.rollback import list_targets
from pbem.adjudicator.sessions import list_notes_after
from pbem.clock import Pace, from_ms
from pbem.commands.vocabulary import MODERATOR
from pbem.games.moments import begun_large, turn_in_words
from pbem.games.presentation import presentation_of
from pbem.i18n import N_
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.commands.holding import Cancel, PutOff, Release
from pbem.moderation.commands.letters import Retry
from pbem.moderation.commands.seats import Substitute
from pbem.moderation.context import ModeratorContext, may_moderate
from pbem.moderation.fields import TO_FILL_IN
from pbem.moderation.needs import WORDS, Need, Next, age, describe_need, needs
from pbem.reports import document as doc
from pbem.reports.notes import Reader, sentence
from pbem.store.games.game import GameRow
from pbem.store.games.seats import list_seat_contacts, list_seats
from pbem.store.games.turns import list_turns_of_game
from pbem.store.mail.inbox import LetterStatus
from pbem.store.moderation.waiting import list_letters_of_game

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
