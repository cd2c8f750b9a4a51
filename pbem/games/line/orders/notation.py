"""The notation of a game of one line: its verbs of play, its faults, and what one game says in its own way."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from pbem.commands.faults import ParseError
from pbem.commands.languages import LANGUAGES
from pbem.commands.orders.notation import Argument, OrderContext, OrderCursor, OrderVerb, Part, Quantity
from pbem.commands.tokens import Token
from pbem.commands.verb import Form
from pbem.commands.vocabulary import SEAT
from pbem.games.line.orders import companies, dice, track
from pbem.games.line.orders.conditions import COMPARED, compared, stated
from pbem.games.line.orders.names import LINE, PLACEHOLDERS, LineNotation, face_words, names_in, pieces_named, sides_of
from pbem.games.line.orders.track import is_end, is_nearly_a_run, is_run
from pbem.games.line.orders.writing import nearest, write
from pbem.i18n import N_
from rules_core.line.actions import Income, Roll
from rules_core.line.dice import Face

PAYING: Final = ("pay", "hidden", "wild", "number", "break")
"""What may follow an order that costs dice."""
DICE: Final = ("number", "face", "all", "none")
"""What may follow where dice are named by their faces."""
MESSAGES: Final[Mapping[str, str]] = {
    "glued": N_('"%(word)s" could be a name or a run of track; if it is track, write the letters apart.'),
    "missing_number": N_("How many dice?"),
    "missing_company": N_("Which company?"),
    "missing_end": N_("Which end of the line, A or B?"),
    "missing_pieces": N_("Which way should the line go? Name a side (n, e, s, w) for each piece."),
    "missing_side": N_("A side is missing here: n, e, s or w."),
    "missing_tile": N_("Which tile should be laid there?"),
    "missing_dice": N_("Which dice? Name them by their faces: s straight, c curve, %(third)s, ?."),
    "missing_payment": N_('Pay with how many dice? As in 2h 1?: two hidden ones and one "?".'),
    "missing_price": N_("At which price, 3 or 5?"),
    "missing_wild": N_('Pay with what? A share costs a share die, or a "?" if you write "with ?".'),
    "missing_symbol": N_('Pay with what? A passenger costs a transport symbol, or a "?" if you write "with ?".'),
    "unknown_company": N_('There is no company called "%(word)s".'),
    "ambiguous_company": N_('"%(word)s" could be more than one company.'),
    "which_company": N_('"%(word)s" could go with one company or with all before it. Name them in separate orders.'),
    "unknown_tile": N_('There is no tile called "%(word)s".'),
    "ambiguous_tile": N_('There is more than one tile "%(word)s", or it can lie in more than one way.'),
    "no_tiles": N_('No tiles are laid in this game; the line simply crosses borders. Leave "%(word)s" out.'),
    "ambiguous_count": N_('Does the number count all of "%(word)s"? Write each die by itself.'),
    "ambiguous_arrow": N_('Does "%(word)s" point east, or does it mean nothing? Write e for east.'),
    "bare_wild": N_('If you want to pay with a "?", write "with ?".'),
    "lone_wild": N_('This "?" belongs to no piece. Write it after the side the piece points to.'),
    "late_leave": N_("Say by which side the line leaves the station before you name the pieces."),
    "no_end": N_('Dice go back at the end of your turn, but no "end" follows in these orders.'),
    "no_end_within": N_('Dice go back at the end of your turn, but no "end" follows the condition on this line.'),
    "discard_and_keep": N_("Say once which dice you keep, or which you discard, but not both."),
    "keep_missing": N_("You can't keep %(kept)s: in front of you lie %(front)s."),
}
"""What is told of faults in orders of games of one line, by their codes."""
_ALIKE: Final[Mapping[str, Form]] = {
    "income": Form("{income}", ("{income}",), N_("Take your income, once a turn from the second year on."), ("break",)),
    "roll": Form(
        "{roll} <number>{hidden} <number>? | {roll} {all}",
        ("{roll} 4?", "{roll} 3{hidden} 2?", "{roll} {all}"),
        N_('Roll hidden dice (h) and your own "?", once a turn. A number alone means hidden dice.'),
        ("number", "hidden", "wild", "all", "dice", "break"),
    ),
    "keep": Form(
        "{keep} <faces>",
        ("{keep} s s ?",),
        N_("Say which dice you keep: all other dice in front of you go back."),
        DICE,
    ),
    "end": Form(
        "{end} [{discard} <faces> | {keep} <faces>]",
        ("{end}", "{end} {discard} c c", "{end}, {keep} s s ?"),
        N_("End your turn. Anything after it is not read as orders."),
        ("discard", "keep", "face"),
    ),
}
"""The forms of verbs that look the same in all these games."""
_TAKES: Final[Mapping[str, Sequence[str]]] = {
    "buy": ("number", "company", "from", "bank", "director", "with", "wild", "share"),
    "transport": ("number", "company", "with", "wild", "symbol", "passenger"),
}
"""What may follow a verb, in games that have it or not: it is read in all, so that the rules can refuse it."""
_READERS: Final[Mapping[str, Callable[[OrderCursor], tuple[Part, ...]]]] = {
    "income": dice.income,
    "roll": dice.roll,
    "buy": companies.buy,
    "transport": companies.transport,
    "lay": track.lay,
    "station": companies.station,
    "discard": dice.discard,
    "keep": dice.keep,
    "end": dice.end,
}

_SHORTEST: Final = 3
"""Letters of a word that is taken for a company's name."""


def verbs_of_line(forms: Mapping[str, Form]) -> tuple[OrderVerb, ...]:
    """The verbs of a game of one line in the order of help; `forms` are those that it says in its own way."""
    known = {**_ALIKE, **forms}
    return tuple(
        OrderVerb(
            SEAT if name == "end" else LINE,
            name,
            known.get(name) or Form("", (), "", tuple(_TAKES[name])),
            read,
            alone=name in ("income", "end"),
            is_explained=name in known,
            shows=name not in ("discard", "keep", "end"),
            of_end=name in ("discard", "keep"),
            begins=track.begins_run if name == "lay" else None,
            sign="A, B" if name == "lay" else "",
        )
        for name, read in _READERS.items()
    )


def _is_company(token: Token, context: OrderContext) -> bool:
    found = names_in(context).companies([token.fold]) if len(token.fold) >= _SHORTEST else ()
    return bool(found)


def _is_faces(token: Token, context: OrderContext) -> bool:
    known = face_words(context.language, context.kind)
    return all(letter in known for letter in token.fold)


_ARGUMENTS: Final[Mapping[str, Argument]] = {
    "direction": Argument(
        lambda token, context: sides_of(token.fold, context.language) is not None, nearly=is_nearly_a_run
    ),
    "face": Argument(_is_faces, lambda context: pieces_named(context.language)),
    "company": Argument(
        _is_company,
        lambda context: names_in(context).company_words(),
        lambda tokens, context: names_in(context).has_name(tokens[0].fold),
    ),
    "tile": Argument(lambda _token, _context: False, lambda context: names_in(context).tile_words(context.language)),
    "end": Argument(lambda token, _context: is_end(token)),
}


def _counts_dice(tokens: Sequence[Token]) -> bool:
    """Whether there is something like `4?` or `3h`."""
    return any(number.kind == "number" and not die.gap and die.fold in ("?", "h") for number, die in pairwise(tokens))


def _unended_run(tokens: Sequence[Token], context: OrderContext) -> ParseError | None:
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
    companies: tuple[str, ...],
    quantities: tuple[Quantity, ...],
) -> LineNotation:
    """Make the notation of a game of one line; `forms` are those of verbs that differ from game to game.

    `companies` are what companies are called.
    """
    return LineNotation(
        vocabulary=LINE,
        verbs=verbs_of_line(forms),
        write=write,
        expected={Income: "income", Roll: "roll"},
        nearest=nearest,
        naming=naming,
        things=companies,
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
                "{dispute}: May Ben build there at all?",
            ),
            "rollback": ("{rollback} #118: I took Weiden for Insel.", "{rollback}: I ended my turn too early."),
        },
        placeholders=PLACEHOLDERS,
        messages=MESSAGES,
        facts=lambda _fault, words: {"third": words.text(third_face)},
        arguments=_ARGUMENTS,
        slips={"unknown_company": "company", "missing_dice": "", "missing_wild": ""},
        like_names=("glued",),
        quantities=quantities,
        compares=("number", "face", "company", *COMPARED),
        compared=compared,
        stated=stated,
        is_orderly=_counts_dice,
        prose_error=_unended_run,
        is_joined=_is_side,
        signs=signs,
        third_letter=third_letter,
        third_face=third_face,
        is_printed=is_printed,
    )
