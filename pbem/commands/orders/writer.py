"""Writing actions as the lines that order them: the reader's other half, `read(write(action)) == action`."""

from typing import Any

from pbem.commands.orders.binding import in_signs
from pbem.commands.orders.names import tile_name
from pbem.commands.orders.notation import kind_of
from pbem.commands.orders.verbs import BY_NAME
from pbem.commands.vocabulary import SEAT
from rules_core.grid.geometry import LETTERS
from rules_core.line.actions import (
    Action,
    BuildStation,
    BuyShare,
    EndTurn,
    Income,
    LayRun,
    NewTile,
    Payment,
    Roll,
    UseTransport,
)
from rules_core.line.components import Components


def write(action: Any, box: Components, language: str = "en") -> str:
    """The shortest line that orders an action, in the verbs and words of a language.

    Raises KeyError for a kind of tile that is not in the box, and ValueError for a run without pieces.
    """
    return " ".join(_words(action, box, language))


def _words(action: Action, box: Components, language: str) -> list[str]:
    match action:
        case Income(_, break_bank):
            return [_verb("income", language), *_broken(break_bank, language)]
        case Roll(_, hidden, wild, break_bank):
            return [_verb("roll", language), _amount(Payment(hidden, wild)), *_broken(break_bank, language)]
        case BuyShare():
            return [_verb("buy", language), *_share(action, language)]
        case UseTransport(_, company, wild):
            return [_verb("transport", language), company, *_with_wild(wild, language)]
        case LayRun():
            return [*_run(action, box, language), *_paid(action, language)]
        case BuildStation():
            return [_verb("station", language), *_station(action, language), *_paid(action, language)]
        case EndTurn(_, discard):
            given = [_verb("discard", language), in_signs(discard, kind_of(box))] if discard.total else []
            return [_verb("end", language), *given]


def _share(action: BuyShare, language: str) -> list[str]:
    source = [SEAT.word("from", language), SEAT.word(action.source, language)] if action.source else []
    return [action.company, *source, *_with_wild(action.wild, language)]


def _with_wild(wild: bool, language: str) -> list[str]:
    return [SEAT.word("with", language), "?"] if wild else []


def _run(action: LayRun, box: Components, language: str) -> list[str]:
    if not action.steps:
        raise ValueError("a run without pieces cannot be ordered")
    words: list[str] = [action.end]
    if action.leave is not None:
        words += [SEAT.word("leave", language), LETTERS[action.leave] + ","]
    for step in action.steps:
        if isinstance(step, NewTile):
            words += [SEAT.word("onto", language), tile_name(box.layout(step.kind, step.turn), box, language)]
        else:
            words.append(LETTERS[step.heading] + ("?" if step.wild else ""))
    return words


def _station(action: BuildStation, language: str) -> list[str]:
    left = [] if action.leave is None else [SEAT.word("leave", language), LETTERS[action.leave]]
    words = [action.end, *left, action.company]
    if action.terrain is not None:
        words.append(SEAT.word(action.terrain, language))
    if action.price is not None:
        words += [SEAT.word("at", language), str(action.price)]
    return words


def _paid(action: LayRun | BuildStation, language: str) -> list[str]:
    paid = [SEAT.word("pay", language), _amount(action.pay)] if action.pay is not None else []
    return paid + _broken(action.break_bank, language)


def _amount(paid: Payment) -> str:
    parts = [f"{paid.hidden}h"] if paid.hidden or not paid.wild else []
    return " ".join([*parts, f"{paid.wild}?"] if paid.wild else parts)


def _broken(break_bank: bool, language: str) -> list[str]:
    return [SEAT.word("break", language)] if break_bank else []


def _verb(name: str, language: str) -> str:
    return BY_NAME[name].word(language)
