"""The notation of games of the line, and the conditions on which their orders may depend."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from pbem.commands.languages import LANGUAGES
from pbem.commands.orders.conditions import goes_on, value_of
from pbem.commands.orders.notation import OrderContext, OrderCursor, OrderVerb, Part, Quantity
from pbem.commands.orders.script import Comparison
from pbem.commands.table import Argument, Form
from pbem.commands.tokens import ParseError, Token
from pbem.commands.vocabulary import SEAT
from pbem.games.line.orders import companies, dice, track
from pbem.games.line.orders.names import (
    LINE,
    PLACEHOLDERS,
    LineNotation,
    company,
    face_words,
    line_notation,
    names_in,
    pieces_named,
    sides_of,
)
from pbem.games.line.orders.track import is_end, is_nearly_a_run, is_run
from pbem.games.line.orders.writing import nearest, write
from pbem.games.line.render_context import RenderContext
from pbem.i18n import N_
from rules_core.line.actions import FACES, Face, Income, Roll
from rules_core.line.table import Player, PlayerView

COMPARED: Final = ("hidden", "dice", "bank", "year", "passenger", "left", "self", "direct", "director", "not", "and")
"""The meanings of words that may stand in a condition."""
_WORDS: Final[Mapping[str, str]] = {
    "hidden": "hidden",
    "dice": "dice",
    "bank": "bank",
    "year": "year",
    "passengers": "passenger",
}
"""Quantities that are named by a word with one meaning."""
_COMPANY: Final = 2
"""A company's name in a condition has at least as many letters; one alone is a face, or the "I" of a sentence."""


def signs(text: str) -> Mapping[Face, str]:
    """The signs by which the faces are written, one for each."""
    return dict(zip(FACES, text, strict=True))


def quantities(written: Mapping[Face, str], symbols: str, *of_companies: Quantity) -> tuple[Quantity, ...]:
    """The quantities that conditions compare: faces as they are written, the third named by `symbols`, and so on."""
    return (
        _face("straight", written, N_("straights in front of you")),
        _face("curve", written, N_("curves in front of you")),
        _face("share", written, symbols),
        _face("?", written, N_('"?" in front of you')),
        Quantity("dice", "{dice}", N_("all dice in front of you"), lambda view, _: mine(view).front.total),
        Quantity("hidden", "{hidden}", N_("your hidden dice"), lambda view, _: view.own_screen.hidden),
        Quantity("bank", "{bank}", N_("dice in the bank"), lambda view, _: view.table.bank),
        Quantity("year", "{year}", N_("the year"), lambda view, _: view.table.year),
        Quantity("passengers", "{passenger}", N_("your passengers in thousands"), _passengers),
        *of_companies,
        Quantity("director", "{self} {direct} weiden", N_("whether you are its director"), _directs),
    )


def mine(view: PlayerView) -> Player:
    """The viewer's part of the table: what they have in front of the screen."""
    assert view.seat is not None, "a spectator gives no orders"
    return view.table.players[view.seat]


def _face(face: Face, written: Mapping[Face, str], meaning: str) -> Quantity:
    return Quantity(face, written[face], meaning, lambda view, _: mine(view).front.of(face))


def _directs(view: PlayerView, company: str) -> int:
    return int(view.table.companies[company].director == view.seat)


def _passengers(view: PlayerView, _: str) -> int:
    """Those taken in, behind the screen (FR-60) or before it (GE-5)."""
    return view.own_screen.passengers + sum(mine(view).carried)


def stated(cursor: OrderCursor) -> Comparison | None:
    """`i direct weiden`, `ich leite weiden nicht`, `je ne dirige pas weiden`, in the order of any language."""
    if not cursor.sees("self", "direct", "director"):
        return None
    named, directs, denied = "", False, False
    while goes_on(cursor) and not cursor.sees("and", "then"):
        if cursor.take("direct", "director"):
            directs = True
        elif cursor.take("not"):
            denied = True
        elif not cursor.take("self", "articles", "from"):
            named = _company(cursor)
    if not directs or not named:
        raise ParseError("unknown_quantity" if not directs else "missing_company", cursor.peek())
    return Comparison("director", "=", int(not denied), named)


def compared(cursor: OrderCursor) -> tuple[str, str]:
    """Read what is compared, and the company that is named for it. Raises ParseError."""
    token = cursor.peek()
    face = face_words(cursor.language, cursor.context.kind).get(token.fold) if token else None
    if face is not None:
        cursor.next()
        cursor.skip("dice")
        return face, ""
    for name, key in _WORDS.items():
        if cursor.take(key):
            cursor.skip("dice")
            return name, ""
    named = _company(cursor)
    cursor.skip("share", "passenger")
    if line_notation(cursor.context.kind).is_printed:
        return "waiting", named
    return ("left" if cursor.take("left") else "shares"), named


def _company(cursor: OrderCursor) -> str:
    token = cursor.peek()
    found = company(cursor) if token is not None and len(token.fold) >= _COMPANY else None
    if found is None:
        raise ParseError("unknown_quantity", token)
    cursor.at += found[1]
    return found[0]


def present(comparison: Comparison, view: PlayerView, context: RenderContext) -> str:
    """The current value of a comparison's quantity, as part of a sentence to the viewer: "you have 1 straight"."""
    text, plural = context.catalogue.text, context.catalogue.plural
    value = value_of(comparison, view)
    named = context.company(comparison.of) if comparison.of else ""
    match comparison.quantity:
        case "straight" | "curve" | "share" | "?" as face:
            return text("you have %(dice)s", dice=context.faces(face, value))
        case "dice":
            return plural("you have %(n)s die in front of you", "you have %(n)s dice in front of you", value)
        case "hidden":
            return text("you have %(dice)s", dice=context.hidden(value))
        case "bank":
            return plural("%(n)s die is in the bank", "%(n)s dice are in the bank", value)
        case "year":
            return text("it is year %(year)s", year=value)
        case "passengers":
            return text("you have %(passengers)s passengers", passengers=context.thousands(value))
        case "waiting":
            facts = {"passengers": context.thousands(value), "company": named}
            return text("%(passengers)s passengers wait for %(company)s", **facts)
        case "shares":
            return plural(
                "you have %(n)s share of %(company)s", "you have %(n)s shares of %(company)s", value, company=named
            )
        case "left":
            return plural(
                "the bank has %(n)s share of %(company)s left",
                "the bank has %(n)s shares of %(company)s left",
                value,
                company=named,
            )
        case "director":
            directs, does_not = N_("you direct %(company)s"), N_("you do not direct %(company)s")
            return text(directs if value else does_not, company=named)
        case _:
            raise KeyError(f"{comparison.quantity} is not compared")


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
    "tile": Argument(words=lambda context: names_in(context).tile_words(context.language)),
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
