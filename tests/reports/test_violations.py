"""Every refusal that the engine knows has words, and these words ask for no fact that it does not give."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path

import pytest
from each_kit import each
from reports_kit import game_of, played
from rules.orders import scripted
from rules.position import FIVE, Tile, position

import rules_core
from pbem.games.line.board import ENDS
from pbem.games.line.presenter import LinePresenter
from pbem.games.line.sentences import violation_sentence, wordings
from pbem.games.presentation import presentation_of
from pbem.i18n import catalogue
from rules_core.games import kinds, rulebook
from rules_core.games.first_rails import game as first_rails
from rules_core.grid import E, N, S, W
from rules_core.kernel.dice import no_draw
from rules_core.kernel.rulebook import Violations, violation
from rules_core.line.actions import (
    Action,
    BuildStation,
    BuyShare,
    EndTurn,
    Income,
    LayRun,
    NewTile,
    Piece,
    Roll,
    UseTransport,
)

ENGINE = Path(rules_core.__file__).parent
ENGLISH = catalogue("en")
KINDS = frozenset(kind for kind in kinds() if presentation_of(kind).presenter is LinePresenter)
"""The games of one line. Others refuse by rules of their own, and are held to them in tests of their own."""
OTHERS = frozenset(kinds()) - KINDS


@dataclass(frozen=True)
class Call:
    """A place where the engine names a violation: the rules and codes it may bear there, and its facts.

    `kinds` are the games that may name it: that in whose folder it stands, or some of them.
    """

    place: str
    kinds: frozenset[str]
    rules: frozenset[str]
    codes: frozenset[str]
    facts: frozenset[str]


def calls() -> Iterator[Call]:
    for path in sorted(ENGINE.rglob("*.py")):
        if OTHERS & set(path.relative_to(ENGINE).parts):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "violation":
                rules, codes = (frozenset(texts(tree, argument)) for argument in node.args)
                assert all(keyword.arg for keyword in node.keywords), "facts are named where they are given"
                facts = frozenset(str(keyword.arg) for keyword in node.keywords)
                own = frozenset(path.relative_to(ENGINE).parts) & KINDS
                yield Call(f"{path.relative_to(ENGINE)}:{node.lineno}", own or KINDS, rules, codes, facts)


def texts(tree: ast.AST, value: ast.expr) -> Iterator[str]:
    """The texts that an expression may stand for: its own, or those ever assigned to the name or attribute it is."""
    if isinstance(value, ast.Constant):
        assert isinstance(value.value, str)
        yield value.value
    elif isinstance(value, ast.IfExp):
        yield from texts(tree, value.body)
        yield from texts(tree, value.orelse)
    else:
        found = [text for given in assigned(tree).get(ast.unparse(value), ()) for text in texts(tree, given)]
        assert found, f"where does {ast.unparse(value)} come from?"
        yield from found


@lru_cache(maxsize=1)
def assigned(tree: ast.AST) -> Mapping[str, Sequence[ast.expr]]:
    """What is assigned in a file, by the names and attributes that it is assigned to."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                found.setdefault(ast.unparse(target), []).append(node.value)
    return found


CALLS = list(calls())


def test_the_engine_was_read() -> None:
    assert len(CALLS) > 50
    assert any(len(call.codes) > 1 for call in CALLS)
    assert any(len(call.rules) > 1 for call in CALLS)


@each("call", CALLS, ids=lambda call: call.place)
def test_every_violation_has_words_that_its_facts_fill(call: Call) -> None:
    for rule, code in product(call.rules, call.codes):
        worded = [wordings(kind)[rule, code] for kind in call.kinds if (rule, code) in wordings(kind)]
        assert worded and (len(worded) == len(call.kinds) or call.kinds == KINDS), f"{rule} {code}"
        for words in worded:
            requested = set(re.findall(r"%\((\w+)\)s", words))
            assert requested <= call.facts, f"{rule} {code} wants {requested - call.facts}"


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_no_words_are_left_over(kind: str) -> None:
    known = {(rule, code) for call in CALLS if kind in call.kinds for rule, code in product(call.rules, call.codes)}
    assert set(wordings(kind)) <= known
    assert {rule for rule, _ in wordings(kind)} <= set(rulebook(kind))


def test_squares_are_named_with_their_tile_where_the_table_is_known() -> None:
    table = position().table
    broken = violation("FR-31", "points_at_occupied", end="A", square="2,3", ahead="2,4")
    assert violation_sentence(broken, ENGLISH, table) == (
        "FR-31: the piece on T1 c4 would point at T1 c5, which is occupied."
    )
    text = violation_sentence(broken, ENGLISH, "first_rails")
    assert text == "FR-31: the piece on c4 would point at c5, which is occupied."


def test_a_square_of_a_tile_that_was_never_laid_is_one_of_the_new_tile() -> None:
    state = position({(0, 0): Tile("grassland", FIVE)}, a="T1 b4 w", b="T1 f4 e", front="ssss")
    run = LayRun(0, "B", (Piece(E), NewTile("lake", 0), Piece(E), Piece(S)))
    outcome = first_rails.decide(state, run, no_draw)
    assert isinstance(outcome, Violations)
    assert violation_sentence(outcome.violations[0], ENGLISH, state.table) == (
        "FR-30: no die for this piece (curve) lies in front of your screen, and no ? either."
    )
    stops = violation("FR-33", "stops_at_edge", end="B", square="13,3")
    assert "at g4 of the new tile" in violation_sentence(stops, ENGLISH, state.table)


def test_names_and_kinds_are_worded() -> None:
    assert violation_sentence(violation("FR-20", "sold_out", company="bergtal"), ENGLISH, "first_rails") == (
        "FR-20: the bank has no share of Berg & Tal-Bahn left."
    )
    assert "mountains on two sides" in violation_sentence(
        violation("FR-4", "none_left", kind="mountain2"), ENGLISH, "first_rails"
    )
    which = violation("FR-52", "which_kind", company="ueberall", kinds="lake, grassland")
    assert "(lake station, grassland station)" in violation_sentence(which, ENGLISH, "first_rails")
    fit = violation("FR-36", "does_not_fit", kind="grassland", sides="")
    assert violation_sentence(fit, ENGLISH, "first_rails") == (
        "FR-36: this tile (grassland, mountain sides: none) does not match the tiles beside it."
    )


def test_a_fact_may_hold_a_per_cent_sign() -> None:
    assert "100%s" in violation_sentence(violation("FR-3", "no_such_company", company="100%s"), ENGLISH, "first_rails")


def test_a_real_refusal_is_worded() -> None:
    state = position(front="cc", year=1)
    outcome = first_rails.decide(state, LayRun(0, "A", (Piece(N), Piece(E), Piece(S))), no_draw)
    assert isinstance(outcome, Violations)
    assert violation_sentence(outcome.violations[0], ENGLISH, state.table) == (
        "FR-31: the piece on T1 d3 would point at T1 d4, which is occupied."
    )


def absurd(seat: int) -> Iterator[Action]:
    """Actions most of which no position takes."""
    yield from (UseTransport(seat, "none"), BuyShare(seat, "insel"), EndTurn(seat), Income(seat), Roll(seat, 99, 0))
    for end, leave in product(ENDS, (None, N, E, S, W)):
        yield from (BuildStation(seat, end, company, leave=leave) for company in ("insel", "weiden", "bergtal"))
        ways = ((N,), (E, E, E), (S,) * 6, (W,) * 8, (N, E, N, N, N, N))
        yield from (LayRun(seat, end, tuple(map(Piece, way)), leave) for way in ways)


def test_whatever_is_refused_in_a_game_of_germany_is_told_with_its_facts() -> None:
    rules = set()
    for step in (*played(2)[::9], *played(2, (("two_starts", "drawn"),))[::9]):
        table, game = step.state.table, game_of(step.state)
        for action in absurd(table.turn.seat):
            outcome = game.decide(step.state, action, scripted("s" * 200))
            if isinstance(outcome, Violations):
                text = violation_sentence(outcome.violations[0], ENGLISH, table)
                assert "%(" not in text and not re.search(r"\d,\d", text), text
                rules.add(outcome.violations[0].rule)
    assert {"FR-30", "GE-1", "GE-10", "GE-31", "GE-32"} <= rules
