"""The notation of Railroad Dice 2: its verbs, their help, and what is told of faults in its orders."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from pbem.commands.languages import LANGUAGES
from pbem.commands.orders.notation import Notation, OrderContext, OrderVerb
from pbem.commands.table import Argument, Form
from pbem.commands.tokens import Fault, ParseError, Token
from pbem.commands.vocabulary import SEAT
from pbem.games.railroad_dice_2.names import HOMES, dice_in_words, units_in_words
from pbem.games.railroad_dice_2.orders import moves as orders
from pbem.games.railroad_dice_2.orders import wishes
from pbem.games.railroad_dice_2.orders.arguments import (
    WORDS,
    is_pair,
    is_square,
    is_square_here,
    network_table,
    sides_in,
    station_words,
)
from pbem.games.railroad_dice_2.orders.conditions import COMPARED, QUANTITIES, compared, stated
from pbem.games.railroad_dice_2.orders.wishes import nearest, write
from pbem.i18n import N_, Catalogue
from rules_core.games.railroad_dice_2.actions import RollDice

PLACEHOLDERS: Final[Mapping[str, str]] = {
    "square": N_("square"),
    "sides": N_("sides"),
    "station": N_("station"),
    "tile": N_("tile"),
}
"""What stands in angle brackets in shapes."""
STATIONS: Final = ("station", "grey", *HOMES, "number")
"""What may follow where a station is named."""
_SHORT: Final = 12
"""Words and numbers of a line that may be an order to place a station."""
_TRACK: Final = ("square", "pair", "number", "with", "wild", "plus", "on")

_FORMS: Final[Mapping[str, Form]] = {
    "place": Form(
        "{place} <square> [{or} <square>] [{or} {any}]",
        ("{place} e4", "{place} {grey} e4 {or} d2 {or} {any}"),
        N_(
            "Place your home station, later a grey one: on the first of these squares that is free, or on the best "
            "one. A message can have a line for each station to come; those lines wait for your next turns."
        ),
        ("square", "number", "or", "any", "grey", *HOMES, "home", "on"),
    ),
    "roll": Form(
        "{roll} 4 | {roll} 2+1 | {roll} 2 {complex}",
        ("{roll} 4", "{roll} 2+1", "{roll} 2 {complex}"),
        N_("Roll 4 simple dice, or 2 simple ones and 1 complex one, or 2 complex ones; once a turn."),
        ("number", "simple", "complex", "dice", "plus"),
    ),
    "take": Form(
        "{take} ?",
        ("{take} ?",),
        N_('Take a complex die that shows "?" instead of rolling.'),
        ("wild", "complex", "dice"),
    ),
    "pass": Form(
        "{pass}",
        ("{pass}",),
        N_("Do not roll: new passengers come to every station. Your turn goes on until you end it."),
    ),
    "lay": Form(
        "{lay} <square> <sides> [{with} ?]",
        ("{lay} e4 ns", "{lay} e4 ns, f4 sw", "{lay} e4 ns {with} ?"),
        N_(
            "Lay a simple die so that its track joins two sides of a square (n, e, s, w); the first word may be left "
            'out. Without a straight or curve in hand, a "?" is used; to use one all the same, say so.'
        ),
        _TRACK,
    ),
    "expand": Form(
        "{expand} <square> +<sides> [{with} ?]",
        ("{expand} e4 +sw", "{expand} e4 +sw {with} ?"),
        N_(
            "Replace a simple die with a complex one: name the two sides that it joins as well. You get the simple "
            'die back. Without the right face in hand, a "?" is used.'
        ),
        _TRACK,
    ),
    "connect": Form(
        "{connect} {joining} <station> [{or} <station>] [{or} {any}]",
        ("{connect} {joining} {grey} 3", "{connect} {joining} {grey} 3 {or} {blue} {or} {any}"),
        N_(
            "Lay and expand whatever completes a line to a station with the dice you have then: to the first that "
            "can be joined. If none can, nothing is laid, and your other orders go on."
        ),
        (*STATIONS, "joining", "or", "any"),
    ),
    "towards": Form(
        "{towards} <station> [{or} <station>]",
        ("{towards} {grey} 3",),
        N_("Lay and expand whatever brings your line nearest to a station with the dice you have then."),
        (*STATIONS, "nearing", "or", "any"),
    ),
    "buy": Form(
        "{buy} [<number>] [{if possible}]",
        ("{buy}", "{buy} 3", "{buy} {if possible}"),
        N_(
            "Buy the next locomotive; with a number only if it is that one. If you say so, your other orders go on "
            "even if you can't pay for it."
        ),
        ("number", "locomotive", "upcoming"),
    ),
    "carry": Form(
        "{carry} <number> {going} <station> | {carry} {all}",
        ("{carry} 4 {going} {grey} 3", "{carry} 4 {going} {blue}", "{carry} {all}"),
        N_(
            "Carry passengers from a station to your home with a locomotive, named by its number; or make the best "
            "trips with all of them. A station may be named by its square, a home by its player too."
        ),
        (*STATIONS, "square", "all", "locomotive", "passenger"),
    ),
    "passengers": Form(
        "{passengers} <tile> [{with} ?]",
        ("{passengers} 3", "{passengers} 3 {with} ?"),
        N_(
            'Give back a die that shows a locomotive, or if you say so a "?": new passengers come to the stations of '
            "a tile, which is named by its number."
        ),
        ("number", "tile", "with", "wild", "on"),
    ),
    "end": Form("{end}", ("{end}",), N_("End your turn. Anything after it is not read as orders.")),
}
"""What the verbs look like, in the order of help."""
_READERS: Final = {
    "place": orders.place,
    "roll": orders.roll,
    "take": orders.take,
    "pass": orders.pass_roll,
    "lay": orders.lay,
    "expand": orders.expand,
    "connect": wishes.connect,
    "towards": wishes.build_towards,
    "buy": wishes.buy,
    "carry": wishes.carry,
    "passengers": orders.call,
    "end": orders.end,
}
MESSAGES: Final[Mapping[str, str]] = {
    "missing_square": N_("On which square? Name its column and row, as in e4."),
    "unknown_square": N_('There is no square "%(word)s".'),
    "missing_pair": N_("Which two sides does the track join? Name two of n, e, s, w, as in ns or se."),
    "same_sides": N_('"%(word)s" names one side twice; track joins two different ones.'),
    "other_face": N_('No such die joins "%(word)s": a straight joins opposite sides, a curve others.'),
    "count_or_number": N_("Locomotive %(word)s, or as many of them? An order buys one, named by its number."),
    "missing_wild": N_('With what? Only a "?" needs to be named here; other dice are chosen by themselves.'),
    "missing_wild_die": N_('Take what? Only a complex die that shows "?" can be taken without a roll.'),
    "missing_roll": N_("Which dice? 4 simple ones, 2 simple ones and 1 complex one, or 2 complex ones."),
    "which_roll": N_("Simple dice, complex ones, or some of both? Just a number is enough only for 4 dice."),
    "place_each": N_("Write one line per station. Several squares on a line are for one station, the best one first."),
    "pass_turn": N_("Only the roll can be passed, for new passengers; your turn goes on after that."),
    "missing_locomotive": N_("With which locomotive? Give its number first."),
    "missing_station": N_("Which station? Name the colour of a home, or a grey one with its number."),
    "missing_grey": N_("Which grey station? Give its number."),
    "bare_number": N_('Is "%(word)s" a grey station? Then say so; a home is named by its colour.'),
    "unknown_station": N_('There is no station "%(word)s" in this game.'),
    "missing_tile": N_("To which tile? Give its number, from 1 to 6."),
    "not_yours": N_('"%(word)s" is the home of another player.'),
    "home_first": N_("Your home station is placed first; a grey one is not to be placed yet."),
    "home_stands": N_("Your home station is placed already; a grey one is to be placed now."),
    "none_free": N_("No station can be placed on any of these squares now: %(squares)s."),
    "nothing_to_place": N_("You have no station to place now."),
    "other_number": N_("The next locomotive for sale is a %(following)s, for %(price)s."),
    "no_such_station": N_("There is no station %(station)s on the map."),
    "no_trip": N_("None of your locomotives reaches a station where passengers wait."),
    "no_building": N_("No track is laid in the closing phase."),
    "still_placing": N_("Stations are still being placed: this can be done from the first year on."),
    "unsaid_place": N_('Is a station to be placed there? Begin the line with "%(place)s", and name the square.'),
    "no_locomotive": N_("You have no locomotive yet; the next for sale costs %(price)s."),
    "too_dear": N_("The next locomotive, a %(following)s, costs %(price)s, and you have %(units)s."),
    "none_for_sale": N_("All locomotives are sold."),
    "sold_out": N_("You have no locomotive, and all are sold."),
    "all_used": N_("Each of your locomotives has made its trip in this turn."),
    "no_dice": N_("You have no dice in hand."),
    "joined_already": N_("That is joined to your home already."),
    "no_connection": N_("Your dice complete no line to %(stations)s."),
    "connection_takes": N_("Your dice complete no line to %(stations)s. The shortest takes %(dice)s."),
    "no_line": N_("Your dice complete no line to another station."),
    "own_home": N_("That is your own home: name the station that is to be joined to it."),
    "no_step_anywhere": N_("None of your dice brings a line nearer to another station."),
    "no_step": N_("None of your dice brings a line nearer to %(stations)s."),
}
"""What is told of faults in these orders, by their codes; see `_facts` for those of their facts that are words."""


def _facts(fault: Fault, words: Catalogue) -> Mapping[str, object]:
    """The facts of a fault that are told in words: a price, and dice by their faces."""
    facts: dict[str, object] = {}
    for name, fact in fault.facts.items():
        match name, fact:
            case "price", int(price):
                facts[name] = units_in_words(price, words)
            case "dice", tuple(faces):
                facts[name] = dice_in_words(faces, words)
    return facts


def _begins_track(tokens: Sequence[Token], at: int, language: str, opening: bool) -> bool:
    """Whether an order begins that lays track without saying so: `e4 ns`, or with a plus `e4 +sw`."""
    return opening and is_square_here(tokens[at:]) and len(tokens) > at + 2 and _is_pair(tokens[at + 2], LANGUAGES)


def _is_orderly(tokens: Sequence[Token]) -> bool:
    """Whether there is something like `e4 ns` or `2+1`."""
    for at, (one, other) in enumerate(pairwise(tokens)):
        if one.kind == other.kind == "number" and "+" in other.pause:
            return True
        if is_square_here(tokens[at:]) and len(tokens) > at + 2 and _is_pair(tokens[at + 2], LANGUAGES):
            return True
    return False


def _is_pair(token: Token, languages: Iterable[str]) -> bool:
    return any(len(sides_in(token.fold, language)) == 2 for language in languages)


def _unsaid_place(tokens: Sequence[Token], context: OrderContext) -> ParseError | None:
    squares = (token for at, token in enumerate(tokens) if is_square_here(tokens[at:]) and is_square(token, context))
    found = next(squares, None)
    if found is None or len(tokens) > _SHORT or network_table(context).phase != "placing":
        return None
    return ParseError("unsaid_place", found, place=WORDS.word("place", context.language))


_BEGINNINGS: Final = {"place": orders.begins_place, "lay": _begins_track}
"""Whether orders begin that leave out their verb."""
NOTATION: Final = Notation(
    vocabulary=WORDS,
    verbs=tuple(
        OrderVerb(
            SEAT if name == "end" else WORDS,
            name,
            form,
            _READERS[name],
            alone=name in ("pass", "buy", "end"),
            shows=name not in ("take", "pass", "end"),
            begins=_BEGINNINGS.get(name),
        )
        for name, form in _FORMS.items()
    ),
    write=write,
    expected={RollDice: "roll"},
    nearest=nearest,
    naming=N_(
        "Squares are named as on the map: e4 is in column e, row 4. Track is named by the two sides of the square "
        "that it joins: ns, ew, ne, se, sw, nw. Name home stations by their colour (%(colours)s), the others by "
        "their number (%(grey)s), tiles and locomotives by their number."
    ),
    remark=N_(
        'With "%(carry)s" and "%(connect)s" a whole turn fits into one message: they are carried out with the dice '
        "you roll. What is not possible then is skipped."
    ),
    filled={
        "carry": "{carry} {all}",
        "connect": "{connect} {joining} {grey} 3 {or} {any}",
        "colours": "{green}, {blue}, {red}, {yellow}",
        "grey": "{grey} 3",
    },
    situations={
        N_("Before the first year"): ("place",),
        N_("Dice"): ("roll", "take", "pass"),
        N_("Track"): ("lay", "expand", "connect", "towards"),
        N_("Locomotives and passengers"): ("buy", "carry", "passengers"),
        N_("The end of your turn"): ("end",),
    },
    examples={
        "if": (
            "{if} {straights} >= 2: {lay} e4 ns, e5 ns",
            "{if} {units} >= 15 {and} {not} {closing}: {buy} 4",
            "{if} {waiting} 3 < 5: {passengers} 3",
        ),
        "next": ("{next}: {carry} {all}; {roll} 4", "{next}: {if} {units} >= 10: {buy} 3", "{next}: {none}"),
        "press": ("{press} {all}: See you at grey 3!", "{press} 2: Shall we join our homes?"),
        "dispute": ("{dispute} #118: The line to grey 3 passes three tiles, not two.", "{dispute}: Is this joined?"),
        "rollback": ("{rollback} #118: I laid e4 for f4.", "{rollback}: I ended my turn too early."),
    },
    placeholders=PLACEHOLDERS,
    messages=MESSAGES,
    facts=_facts,
    arguments={
        "square": Argument(
            is_square,
            is_named=lambda tokens, context: is_square_here(tokens) and is_square(tokens[0], context),
        ),
        "pair": Argument(is_pair),
        "station": Argument(words=station_words),
    },
    slips={"unknown_station": "station", "missing_pair": "", "missing_square": "", "missing_wild": ""},
    quantities=QUANTITIES,
    compares=COMPARED,
    compared=compared,
    stated=stated,
    is_orderly=_is_orderly,
    prose_error=_unsaid_place,
)
