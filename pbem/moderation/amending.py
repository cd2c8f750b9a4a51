"""Corrections as lines of text: `give ben 2 c ?`, `move ben to anna 1 share weiden`, `turn income off`.

They are read by the words of orders and a few of their own, in English, German and French, and written by
`write_correction`; `shapes` says what they look like.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, TypeAlias

from pbem.games.line.render_context import RenderContext
from pbem.games.presentation import presentation_of
from pbem.i18n import Catalogue, catalogue
from pbem.lobby.walk import Unclear
from pbem.lobby.words import typed
from pbem.moderation.hand import Hand, named, said
from pbem.moderation.moving import (
    company_ahead,
    give,
    move,
    player_ahead,
    take,
    written_dice,
    written_passengers,
    written_shares,
)
from pbem.moderation.shapes import examples_of, shape_of
from pbem.orders import Fault, explain
from pbem.orders.cursor import Scene as Reader
from pbem.orders.cursor import Unreadable
from pbem.orders.helptext import Entry
from pbem.orders.names import names_of
from pbem.orders.tokens import MAX_LINE, shown, tokens_of
from pbem.orders.words import fold, spoken
from pbem.reports import document as doc
from rules_core.games import kinds
from rules_core.grid.geometry import Square
from rules_core.grid.landscape import Landscape
from rules_core.line.corrections import (
    Correction,
    DiceMoved,
    DirectorNamed,
    DueMarked,
    OfficeMarked,
    PassengersMoved,
    SharesMoved,
    TurnMark,
    TurnMarked,
)
from rules_core.line.legality import dues_at
from rules_core.line.table import Table

Read: TypeAlias = Callable[[Hand, Table], Correction]
"""Reads what stands behind the first word. Raises Unreadable and Unclear."""


@dataclass(frozen=True)
class Misread:
    """Why a line is no correction, in words, with the shape that it may have been meant to have."""

    why: str


def read_correction(
    text: str, table: Table, players: Sequence[str], words: Catalogue, language: str | None = None
) -> Correction | Misread:
    """The correction that a line asks for, or why there is none in it; nothing typed raises.

    `players` are the players' names by seat, `words` those in which the writer is answered, and `language` is what he
    writes in, where that is another.
    """
    tokens = tokens_of(shown(text)) if len(text) <= MAX_LINE else []
    told = Reader(table.kind, 0, spoken(language or words.language), names_of(table.box), tuple(players))
    hand = Hand(tokens, told)
    verb = next((verb for verb in _READERS if hand.take(verb)), None)
    if verb is None:
        return Misread(_unknown(hand, table.kind, words))
    try:
        return _READERS[verb](hand, table)
    except Unreadable as unreadable:
        at_fault = unreadable.token.text if unreadable.token else ""
        fault = Fault(
            unreadable.code, table.kind, word=at_fault, facts=unreadable.facts, did_you_mean=unreadable.did_you_mean
        )
        return Misread(_explained(explain(fault, words), verb, table.kind, words))
    except Unclear as unclear:
        return Misread(_explained(words.text(unclear.msgid, **unclear.facts), verb, table.kind, words))


def write_correction(correction: Correction, table: Table, players: Sequence[str], language: str) -> str:
    """The line that asks for a correction: `read_correction` reads the same from it.

    Raises ValueError for a game that is cancelled, which is no line's matter.
    """
    return " ".join(part for part in _written(correction, table, players, language) if part)


def glossary(words: Catalogue, kind: str) -> list[Entry]:
    """What corrections of a kind of game look like, with examples, for help."""
    return [
        Entry(verb, shape_of(form, words), words.text(form.explanation), examples_of(form, words.language))
        for verb, form in presentation_of(kind).corrections.forms.items()
    ]


def help_on_corrections(words: Catalogue) -> list[doc.Block]:
    """The same for all kinds of game, as parts of a document."""
    blocks: list[doc.Block] = []
    for kind in kinds():
        entries = (doc.Entry(entry.shape, (entry.explanation, *entry.examples)) for entry in glossary(words, kind))
        heading = words.text("Corrections in %(game)s", game=words.text(presentation_of(kind).name))
        blocks += [doc.Heading(heading), doc.Glossary(tuple(entries))]
    return blocks


def _director(hand: Hand, _table: Table) -> DirectorNamed:
    """`director weiden anna`, `director weiden nobody`."""
    company = company_ahead(hand)
    hand.skip("to")
    seat = None if hand.take("nobody") else player_ahead(hand)
    hand.done()
    return DirectorNamed(company, seat)


def _turn(hand: Hand, _table: Table) -> TurnMarked:
    """`turn income off`, `turn rolled on`."""
    mark: TurnMark = "income" if hand.switch("income", "rolled") else "rolled"
    done = hand.switch("on", "off")
    hand.done()
    return TurnMarked(mark, done)


def _paid(hand: Hand, table: Table) -> DueMarked:
    """`paid T2 f4 on`. What is not paid any more may be named by any square of the same range, lake or river."""
    square = hand.square(table.landscape)
    is_paid = hand.switch("on", "off")
    hand.done()
    if is_paid or square in table.turn.paid:
        return DueMarked(square, is_paid)
    alike = (one for one in sorted(table.turn.paid) if _is_one_due(table.landscape, one, square))
    return DueMarked(next(alike, square), False)


def _is_one_due(landscape: Landscape, paid: Square, square: Square) -> bool:
    """Whether what is due on a square was paid for on another."""
    return bool(dues_at(landscape, (), square)) and not dues_at(landscape, (paid,), square)


def _office(hand: Hand, table: Table) -> OfficeMarked:
    """`office ben lost`, in Germany `office ben held`."""
    seat = player_ahead(hand)
    marked = hand.switch(*presentation_of(table.kind).corrections.office)
    hand.done()
    return OfficeMarked(seat, marked)


_READERS: Final[Mapping[str, Read]] = {
    "give": give,
    "take": take,
    "move": move,
    "director": _director,
    "turn": _turn,
    "paid": _paid,
    "office": _office,
}
"""What reads a correction, by its first word."""


def _explained(why: str, verb: str, kind: str, words: Catalogue) -> str:
    """Why a line cannot be read, with the shape that it was meant to have."""
    form = presentation_of(kind).corrections.forms[verb]
    lines = (
        why,
        words.text("Write: %(shape)s", shape=shape_of(form, words)),
        words.text("For example: %(example)s", example="; ".join(examples_of(form, words.language))),
    )
    return "\n".join(lines)


def _unknown(hand: Hand, kind: str, words: Catalogue) -> str:
    """What is told of a line that begins with no word for a correction."""
    known = {said(verb, language): verb for language in (words.language, hand.language) for verb in _READERS}
    token = hand.peek()
    near = get_close_matches(token.fold, known, n=1, cutoff=0.75) if token else []
    beyond = words.text(
        "Track, tiles and stations cannot be corrected by hand: take the game back with `%(rollback)s` to a position "
        "before they were laid or built.",
        rollback=typed("{rollback}", words.language),
    )
    if token is not None and near:
        why = words.text('"%(word)s" is nothing I know.', word=token.text)
        return f"{_explained(why, known[near[0]], kind, words)}\n{beyond}"
    begun = ", ".join(said(verb, words.language) for verb in _READERS)
    return words.text("A correction begins with one of these words: %(words)s.", words=begun) + f"\n{beyond}"


def _written(correction: Correction, table: Table, players: Sequence[str], language: str) -> list[str]:
    match correction:
        case DiceMoved():
            return written_dice(correction, players, table.kind, language)
        case SharesMoved():
            return written_shares(correction, players, language)
        case PassengersMoved():
            return written_passengers(correction, players, language)
        case DirectorNamed(company, seat):
            person = _person(seat, players, language)
            if seat is not None and names_of(table.box).companies((fold(company), fold(person)), language):
                person = str(seat + 1)  # his name could be the end of the company's
            return [said("director", language), company, person]
        case TurnMarked(mark, done):
            return [said("turn", language), said(mark, language), _switched(done, ("on", "off"), language)]
        case DueMarked(square, paid):
            place = RenderContext(table, players, catalogue(language)).numbered(square)
            return [said("paid", language), place, _switched(paid, ("on", "off"), language)]
        case OfficeMarked(seat, marked):
            name = _person(seat, players, language)
            return [
                said("office", language),
                name,
                _switched(marked, presentation_of(table.kind).corrections.office, language),
            ]
    raise ValueError(f"{type(correction).__name__} is not written as a line")


def _person(seat: int | None, players: Sequence[str], language: str) -> str:
    return said("nobody", language) if seat is None else named(players, seat)


def _switched(on: bool, keys: tuple[str, str], language: str) -> str:
    return said(keys[0] if on else keys[1], language)
