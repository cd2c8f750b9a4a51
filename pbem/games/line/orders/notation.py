"""The notation of a game of one line: what all of them have alike, with what one says in its own way."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from pbem.commands.faults import ParseError
from pbem.commands.languages import LANGUAGES
from pbem.commands.orders.notation import Argument, OrderContext, Quantity
from pbem.commands.tokens import Token
from pbem.commands.verb import Form
from pbem.games.line.orders.conditions import COMPARED, compared, stated
from pbem.games.line.orders.names import names_in
from pbem.games.line.orders.nearest import nearest
from pbem.games.line.orders.track import is_end, is_nearly_a_run, is_run
from pbem.games.line.orders.verbs import MESSAGES, verbs_of_line
from pbem.games.line.orders.words import LINE, PLACEHOLDERS, LineNotation, face_words, pieces_named, sides_of
from pbem.games.line.orders.writing import write
from pbem.i18n import N_
from rules_core.line.dice import Face

_SHORTEST: Final = 3
"""Letters of a word that is taken for a company's name."""


def _is_company(token: Token, context: OrderContext) -> bool:
    found = names_in(context).companies([token.fold], context.language) if len(token.fold) >= _SHORTEST else ()
    return bool(found)


def _is_faces(token: Token, context: OrderContext) -> bool:
    known = face_words(context.language, context.kind)
    return all(letter in known for letter in token.fold)


_ARGUMENTS: Final[Mapping[str, Argument]] = {
    "direction": Argument(
        lambda token, context: sides_of(token.fold, context.language) is not None, nearly=is_nearly_a_run
    ),
    "face": Argument(_is_faces, lambda context: pieces_named(context.language)),
    "company": Argument(_is_company, lambda context: names_in(context).company_words()),
    "tile": Argument(lambda _token, _context: False, lambda context: names_in(context).tile_words(context.language)),
    "end": Argument(lambda token, _context: is_end(token)),
}


def _counts_dice(tokens: Sequence[Token]) -> bool:
    """Whether there is something like `4?` or `3h`."""
    return any(number.kind == "number" and not die.gap and die.fold in ("?", "h") for number, die in pairwise(tokens))


def _misread(tokens: Sequence[Token], context: OrderContext) -> ParseError | None:
    if not is_run(tokens, context):
        return None
    error = ParseError("missing_end", tokens[0])
    error.verb = "lay"
    return error


def _is_side(token: Token) -> bool:
    return any(sides_of(token.fold, language) is not None for language in LANGUAGES)


def notation_of_line(
    *,
    forms: Mapping[str, Form],
    signs: Mapping[Face, str],
    third_letter: str,
    third_face: str,
    paying: str,
    naming: str,
    is_printed: bool,
    quantities: tuple[Quantity, ...],
) -> LineNotation:
    """How orders of a game of one line are written; `forms` are those of verbs that differ from game to game."""
    return LineNotation(
        vocabulary=LINE,
        verbs=verbs_of_line(forms),
        write=write,
        nearest=nearest,
        naming=naming,
        paying=paying,
        remark=N_(
            "If the bank cannot pay what an order brings you, the game ends at once. Such an order is refused unless "
            'it ends with the words "%(words)s".'
        ),
        filled={"pay": "{pay} 2h 1?", "words": "{break}"},
        situations={
            N_("Dice, shares and transport"): ("income", "roll", "buy", "transport"),
            N_("Building"): ("lay", "station"),
            N_("The end of your turn"): ("discard", "keep", "end"),
        },
        examples={
            "if": (
                "{if} s >= 2: A w w",
                "{if} {hidden} < 3 {and} {year} < 9: {income}; {roll} {all}",
                "{if} {self} {direct} weiden: {station} A weiden",
            ),
            "next": ("{next}: {income}; {roll} {all}", "{next}: {if} s >= 2: A w w", "{next}: {none}"),
            "press": ("{press} {all}: See you in Hamburg!", "{press} 2: Shall we build east?"),
            "dispute": (
                "{dispute} #118: The station cost five dice, not three.",
                "{dispute}: May he build there at all?",
            ),
            "rollback": ("{rollback} #118: I took Weiden for Insel.", "{rollback}: I ended my turn too early."),
        },
        placeholders=PLACEHOLDERS,
        messages=MESSAGES,
        facts=lambda words: {"third": words.text(third_face)},
        arguments=_ARGUMENTS,
        slips={"unknown_company": "company", "missing_dice": "", "missing_wild": ""},
        like_names=("glued",),
        quantities=quantities,
        compares=("number", "face", "company", *COMPARED),
        compared=compared,
        stated=stated,
        is_orderly=_counts_dice,
        misread=_misread,
        is_joined=_is_side,
        signs=signs,
        third_letter=third_letter,
        third_face=third_face,
        is_printed=is_printed,
    )
