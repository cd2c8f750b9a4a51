"""Corrections as lines of text: `give ben 2 c ?`, `move ben to anna 1 share weiden`, `turn income off`.

What can be corrected, and in which words, is each game's own (`GamePresentation.corrections`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final, TypeAlias

from pbem.commands.cursor import ParseContext, TokenCursor
from pbem.commands.languages import spoken
from pbem.commands.orders.verbs import MESSAGES as ORDER_MESSAGES
from pbem.commands.table import HelpEntry, Verb, VerbTable
from pbem.commands.tokens import MAX_LINE, Fault, ParseError, shown, tokens_of
from pbem.commands.vocabulary import MODERATOR
from pbem.commands.weighing import near_verbs
from pbem.games.presentation import presentation_of, presented
from pbem.i18n import N_, Catalogue
from pbem.reports import document as doc
from rules_core.kernel.events import Corrected
from rules_core.kernel.position import PublicState

CorrectionTable: TypeAlias = VerbTable[Verb[Any, Corrected]]
MESSAGES: Final[Mapping[str, str]] = {
    "unknown_correction": N_('"%(word)s" was not understood.'),
    "no_correction": N_("A correction starts with one of these words: %(words)s."),
}
"""What is told of lines that begin with no word for a correction, by the codes of faults."""


@cache
def correction_verbs(kind: str) -> CorrectionTable:
    """The verbs of corrections of a kind of game; none where nothing in it can be corrected by hand."""
    verbs_of_game = presentation_of(kind).corrections.verbs
    messages = {**ORDER_MESSAGES, **MESSAGES, **verbs_of_game.messages}
    return VerbTable(verbs_of_game.vocabulary, verbs_of_game.verbs, messages, placeholders=verbs_of_game.placeholders)


def can_be_corrected(kind: str) -> bool:
    """Whether anything in a kind of game can be corrected by hand."""
    return bool(correction_verbs(kind).verbs)


def read_corrections(
    lines: Sequence[str], table: PublicState, players: Sequence[str], words: Catalogue, language: str | None = None
) -> tuple[Corrected, ...] | Fault:
    """The corrections that some lines ask for, or the first fault, with its line; as `read_correction` reads one."""
    found = []
    for line in lines:
        correction = read_correction(line, table, players, words, language)
        if isinstance(correction, Fault):
            return replace(correction, line=line)
        found.append(correction)
    return tuple(found)


def read_correction(
    text: str, table: PublicState, players: Sequence[str], words: Catalogue, language: str | None = None
) -> Corrected | Fault:
    """The correction that a line asks for, or why there is none in it; nothing typed raises.

    `players` are the players' names by seat, `words` those in which the writer is answered, and `language` is what they
    write in, where that is another.
    """
    context = presentation_of(table.kind).corrections.context(table, players, spoken(language or words.language))
    cursor = TokenCursor(tokens_of(shown(text)) if len(text) <= MAX_LINE else [], context)
    verbs = correction_verbs(table.kind)
    verb = next((verb for verb in verbs.verbs if cursor.take(verb.name)), None)
    if verb is None:
        return _unknown(verbs, table.kind, cursor)
    try:
        (correction,) = verb.read(cursor)
    except ParseError as error:
        error.verb = verb.name
        return error.fault(table.kind)
    return correction


def explain_correction(fault: Fault, words: Catalogue) -> str:
    """Explain why a line is no correction, with the shape that it may have been meant to have."""
    corrections, verbs = presentation_of(fault.kind).corrections, correction_verbs(fault.kind)
    begun = ", ".join(verb.word(words.language) for verb in verbs.verbs)
    lines = [verbs.explain(fault, words, **corrections.facts(words), words=begun)]
    if fault.code in MESSAGES:
        lines.append(words.text(corrections.otherwise, rollback=MODERATOR.fill("{rollback}", words.language)))
    return "\n".join(lines)


def glossary(words: Catalogue, kind: str) -> list[HelpEntry]:
    """The forms of corrections of a kind of game, with examples, for help."""
    verbs = correction_verbs(kind)
    return [verbs.entry(verb, words) for verb in verbs.verbs]


def help_on_corrections(words: Catalogue) -> list[doc.Block]:
    """The same for all kinds of game in which there are any, as parts of a document."""
    blocks: list[doc.Block] = []
    for game in presented():
        entries = [
            doc.ListEntry(entry.shape, (entry.explanation, *entry.examples)) for entry in glossary(words, game.kind)
        ]
        if entries:
            heading = words.text("Corrections in %(game)s", game=words.text(game.name))
            blocks += [doc.Heading(heading), doc.Glossary(tuple(entries))]
    return blocks


def _unknown(verbs: CorrectionTable, kind: str, cursor: TokenCursor[ParseContext]) -> Fault:
    token = cursor.peek()
    near = near_verbs(token.fold, verbs, cursor.language) if token else ()
    if token is None or not near:
        return Fault("no_correction", kind)
    return Fault("unknown_correction", kind, word=token.text, verb=near[0].name)
