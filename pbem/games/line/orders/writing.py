"""Writing actions as the lines that order them: the reader's other half, `read(write(action)) == action`."""

from pbem.games.line.orders.names import tile_name
from pbem.games.line.orders.words import LINE, in_signs
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
from rules_core.line.table import Table


def write(action: Action, table: Table, language: str = "en") -> str:
    """The shortest line that orders an action, in the verbs and words of a language.

    Raises KeyError for a kind of tile that is not in the box, and ValueError for a run without pieces.
    """
    return " ".join(_words(action, table, language))


def _words(action: Action, table: Table, language: str) -> list[str]:
    match action:
        case Income(_, break_bank):
            return [LINE.word("income", language), *_broken(break_bank, language)]
        case Roll(_, hidden, wild, break_bank):
            return [LINE.word("roll", language), _amount(Payment(hidden, wild)), *_broken(break_bank, language)]
        case BuyShare():
            return [LINE.word("buy", language), *_share(action, language)]
        case UseTransport(_, company, wild):
            return [LINE.word("transport", language), company, *_with_wild(wild, language)]
        case LayRun():
            return [*_run(action, table.box, language), *_paid(action, language)]
        case BuildStation():
            return [LINE.word("station", language), *_station(action, language), *_paid(action, language)]
        case EndTurn(_, discard):
            given = [LINE.word("discard", language), in_signs(discard, table.kind)] if discard.total else []
            return [LINE.word("end", language), *given]


def _share(action: BuyShare, language: str) -> list[str]:
    source = [LINE.word("from", language), LINE.word(action.source, language)] if action.source else []
    return [action.company, *source, *_with_wild(action.wild, language)]


def _with_wild(wild: bool, language: str) -> list[str]:
    return [LINE.word("with", language), "?"] if wild else []


def _run(action: LayRun, box: Components, language: str) -> list[str]:
    if not action.steps:
        raise ValueError("a run without pieces cannot be ordered")
    words: list[str] = [action.end]
    if action.leave is not None:
        words += [LINE.word("leave", language), LETTERS[action.leave] + ","]
    for step in action.steps:
        if isinstance(step, NewTile):
            words += [LINE.word("onto", language), tile_name(box.layout(step.kind, step.turn), box, language)]
        else:
            words.append(LETTERS[step.heading] + ("?" if step.wild else ""))
    return words


def _station(action: BuildStation, language: str) -> list[str]:
    left = [] if action.leave is None else [LINE.word("leave", language), LETTERS[action.leave]]
    words = [action.end, *left, action.company]
    if action.terrain is not None:
        words.append(LINE.word(action.terrain, language))
    if action.price is not None:
        words += [LINE.word("at", language), str(action.price)]
    return words


def _paid(action: LayRun | BuildStation, language: str) -> list[str]:
    paid = [LINE.word("pay", language), _amount(action.pay)] if action.pay is not None else []
    return paid + _broken(action.break_bank, language)


def _amount(paid: Payment) -> str:
    parts = [f"{paid.hidden}h"] if paid.hidden or not paid.wild else []
    return " ".join([*parts, f"{paid.wild}?"] if paid.wild else parts)


def _broken(break_bank: bool, language: str) -> list[str]:
    return [LINE.word("break", language)] if break_bank else []
