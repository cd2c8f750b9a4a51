"""Corrections as lines of text: `give ben 2 c ?`, `move ben to anna 1 share weiden`, `turn income off`.

They are read by the words of orders and a few of their own, in English, German and French, and written by
`write_correction`; `correction_verbs` says what they look like.
"""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from pbem.commands.cursor import TokenCursor
from pbem.commands.faults import Fault, ParseError
from pbem.commands.languages import fold, spoken
from pbem.commands.orders.helptext import Entry
from pbem.commands.orders.names import names_of
from pbem.commands.orders.notation import notation_of, written_kinds
from pbem.commands.tokens import MAX_LINE, shown, tokens_of
from pbem.commands.vocabulary import MODERATOR
from pbem.games.line.render_context import RenderContext
from pbem.games.presentation import presentation_of
from pbem.i18n import Catalogue, catalogue
from pbem.moderation.correction_verbs import CORRECTION_VERBS
from pbem.moderation.correction_words import CorrectionContext, CorrectionCursor, named, said
from pbem.moderation.moving import (
    written_dice,
    written_passengers,
    written_shares,
)
from pbem.reports import document as doc
from rules_core.line.corrections import (
    Correction,
    DiceMoved,
    DirectorNamed,
    DueMarked,
    OfficeMarked,
    PassengersMoved,
    SharesMoved,
    TurnMarked,
)
from rules_core.line.table import Table


def read_correction(
    text: str, table: Table, players: Sequence[str], words: Catalogue, language: str | None = None
) -> Correction | Fault:
    """The correction that a line asks for, or why there is none in it; nothing typed raises.

    `players` are the players' names by seat, `words` those in which the writer is answered, and `language` is what he
    writes in, where that is another.
    """
    context = CorrectionContext(
        language=spoken(language or words.language),
        kind=table.kind,
        seat=0,
        names=names_of(table.box),
        players=tuple(players),
        table=table,
    )
    cursor = TokenCursor(tokens_of(shown(text)) if len(text) <= MAX_LINE else [], context)
    verb = next((verb for verb in CORRECTION_VERBS.verbs if cursor.take(verb.name)), None)
    if verb is None:
        return _unknown(cursor, words)
    try:
        (correction,) = verb.read(cursor)
    except ParseError as error:
        error.verb = verb.name
        return error.fault(table.kind)
    return correction


def explain_correction(fault: Fault, words: Catalogue) -> str:
    """Why a line is no correction, with the shape that it may have been meant to have."""
    third = words.text(notation_of(fault.kind).third_face)
    begun = ", ".join(verb.word(words.language) for verb in CORRECTION_VERBS.verbs)
    lines = [CORRECTION_VERBS.reason(fault, words, third=third, words=begun)]
    form = None if fault.verb is None else CORRECTION_VERBS.by_name[fault.verb].form(fault.kind)
    if form is not None:
        examples = CORRECTION_VERBS.examples_of(form, words.language)
        lines.append(words.text("Write: %(shape)s", shape=CORRECTION_VERBS.shape_of(form, words)))
        lines.append(words.text("For example: %(example)s", example="; ".join(examples)))
    if fault.code in _UNKNOWN:
        rollback = MODERATOR.fill("{rollback}", words.language)
        lines.append(
            words.text(
                "Track, tiles and stations cannot be corrected by hand: take the game back with `%(rollback)s` to a "
                "position before they were laid or built.",
                rollback=rollback,
            )
        )
    return "\n".join(lines)


def write_correction(correction: Correction, table: Table, players: Sequence[str], language: str) -> str:
    """The line that asks for a correction: `read_correction` reads the same from it.

    Raises ValueError for a game that is cancelled, which is no line's matter.
    """
    return " ".join(part for part in _written(correction, table, players, language) if part)


def glossary(words: Catalogue, kind: str) -> list[Entry]:
    """What corrections of a kind of game look like, with examples, for help."""
    return [
        Entry(
            verb.name,
            CORRECTION_VERBS.shape_of(form, words),
            words.text(form.explanation),
            CORRECTION_VERBS.examples_of(form, words.language),
        )
        for verb in CORRECTION_VERBS.verbs
        for form in (verb.form(kind),)
    ]


def help_on_corrections(words: Catalogue) -> list[doc.Block]:
    """The same for all kinds of game, as parts of a document."""
    blocks: list[doc.Block] = []
    for kind in written_kinds():
        entries = (doc.Entry(entry.shape, (entry.explanation, *entry.examples)) for entry in glossary(words, kind))
        heading = words.text("Corrections in %(game)s", game=words.text(presentation_of(kind).name))
        blocks += [doc.Heading(heading), doc.Glossary(tuple(entries))]
    return blocks


def _unknown(cursor: CorrectionCursor, words: Catalogue) -> Fault:
    """The fault of a line that begins with no word for a correction, with the verb that was nearly written."""
    verbs, kind = CORRECTION_VERBS.verbs, cursor.context.kind
    known = {verb.word(language): verb.name for language in (words.language, cursor.language) for verb in verbs}
    token = cursor.peek()
    near = get_close_matches(token.fold, known, n=1, cutoff=0.75) if token else []
    if token is None or not near:
        return Fault("no_correction", kind)
    return Fault("unknown_correction", kind, word=token.text, verb=known[near[0]])


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


_UNKNOWN: Final = ("no_correction", "unknown_correction")


def _person(seat: int | None, players: Sequence[str], language: str) -> str:
    return said("nobody", language) if seat is None else named(players, seat)


def _switched(on: bool, keys: tuple[str, str], language: str) -> str:
    return said(keys[0] if on else keys[1], language)
