"""The least game: verbs of its own in words of its own, with neither squares nor companies, read like any other's."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from pbem.adjudicator.commands.questions import Status
from pbem.commands import languages
from pbem.commands.orders import ActionOrder, Conditional, explain, nearest, read, verbs_of, write
from pbem.commands.orders import notation as known
from pbem.commands.orders.conditions import unmet
from pbem.commands.orders.notation import (
    BadNotation,
    Notation,
    OrderCursor,
    OrderVerb,
    Part,
    Quantity,
    bare_action,
    command,
    register,
)
from pbem.commands.orders.verbs import entries, notes
from pbem.commands.table import Form
from pbem.commands.tokens import ParseError
from pbem.commands.vocabulary import SEAT, Vocabulary
from pbem.i18n import catalogue
from rules_core.kernel.events import Action, TurnEnding

KIND = "stakes"
PLAYERS = ("Anna", "Ben")
ENGLISH = catalogue("en")
WORDS = {
    "en": '[seat.verbs]\nstake = ["stake", "bet"]\n[seat.keywords]\npoints = ["points"]\n',
    "de": '[seat.verbs]\nstake = ["setze"]\n[seat.keywords]\npoints = ["punkte"]\n',
    "fr": '[seat.verbs]\nstake = ["mise"]\n[seat.keywords]\npoints = ["points"]\n',
}


@dataclass(frozen=True)
class Stake(Action):
    """Puts points at stake."""

    seat: int
    number: int


@dataclass(frozen=True)
class Pass(TurnEnding):
    """Ends the turn."""

    seat: int


@dataclass(frozen=True)
class Stakes:
    """What lies on the table: points, and nothing else."""

    points: int = 3
    kind: str = KIND
    reading: int = 1
    box: Any = None
    year: int = 1
    over: bool = False
    ended: None = None
    standings: tuple[()] = ()
    turn: Any = None


@dataclass(frozen=True)
class StakesView:
    """What a seat sees of it."""

    seat: int | None = 0
    table: Stakes = Stakes()
    kind: str = KIND
    state: Any = None


def stake(cursor: OrderCursor) -> tuple[Part, ...]:
    if not cursor.sees_number():
        raise ParseError("missing_stake", cursor.peek())
    number = cursor.number(1, 6)
    cursor.skip("points")
    cursor.done()
    return (ActionOrder(Stake(cursor.context.seat, number)),)


def written(action: Action, _table: Stakes, language: str) -> str:
    vocabulary = known.notation_of(KIND).vocabulary
    match action:
        case Stake(_, number):
            return vocabulary.fill(f"{{stake}} {number}", language)
        case _:
            return vocabulary.word("end", language)


@pytest.fixture
def notation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Notation]:
    """The game's notation, registered as its package would do it."""
    package = tmp_path / "stakes_words"
    (package / "words").mkdir(parents=True)
    (package / "__init__.py").touch()
    for code, text in WORDS.items():
        (package / "words" / f"{code}.toml").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(known, "_NOTATIONS", dict(known._NOTATIONS))
    languages.words.cache_clear()
    words = Vocabulary("seat", SEAT, package=package.name)
    form = Form("{stake} <number>", ("{stake} 3", "{stake} 2 {points}"), "Put points at stake.", ("number", "points"))
    found = Notation(
        vocabulary=words,
        verbs=(
            OrderVerb(words, "stake", form, stake, alone=False),
            OrderVerb(SEAT, "end", command("{end}", "End your turn."), bare_action(Pass)),
        ),
        write=written,
        naming="Points are told in numbers.",
        messages={"missing_stake": "How many points?"},
        quantities=(Quantity("points", "{points}", "points on the table", lambda view, _: view.table.points),),
        compares=("number", "points", "and"),
        examples={"if": ("{if} {points} >= 2: {stake} 1",)},
    )
    register(KIND, found)
    yield found


def told(text: str, language: str = "en") -> list[object]:
    script = read(text.split("\n"), StakesView(), language, PLAYERS)
    assert not script.faults, script.faults
    return list(script.orders)


@pytest.mark.usefixtures("notation")
def test_orders_are_read_in_every_language_and_beside_what_any_seat_may_write() -> None:
    meant = [ActionOrder(Stake(0, 2)), Status(), ActionOrder(Pass(0))]
    assert told("Hi all!\nstake 2 points; status\nend") == meant
    assert told("Hallo!\nsetze 2 Punkte; Stand\nEnde", "de") == meant
    assert told("Bonjour !\nmise 2 points ; état\nfin", "fr") == meant
    assert told("next turn: stake 3")


@pytest.mark.usefixtures("notation")
def test_what_is_written_is_read() -> None:
    for action in (Stake(0, 5), Pass(0)):
        for language in ("en", "de", "fr"):
            assert told(write(action, Stakes(), language), language) == [ActionOrder(action)]
    assert nearest(Stake(0, 9), [Pass(0), Stake(0, 2)], Stakes()) == Stake(0, 2)
    assert nearest(Stake(0, 9), [Pass(0)], Stakes()) is None


@pytest.mark.usefixtures("notation")
def test_a_condition_compares_what_the_game_counts() -> None:
    (order,) = told("if points >= 4: stake 1; end")
    assert isinstance(order, Conditional)
    assert order.orders == (ActionOrder(Stake(0, 1)), ActionOrder(Pass(0)))
    assert unmet(order, StakesView()) is order.comparisons[0]
    assert unmet(order, StakesView(table=Stakes(points=4))) is None


@pytest.mark.parametrize(
    ("typed", "code", "meant"),
    [
        ("stake", "missing_stake", ()),
        ("stake 7", "number_range", ()),
        ("steke 2", "unknown_verb", ("stake",)),
        ("stake 2 poinst", "unexpected", ("points",)),
        ("income", "unknown_verb", ()),
        ("A w w", "unknown_verb", ()),
        ("end\nif A w w: end", None, ()),
        ("if weiden >= 2: end", "unknown_quantity", ()),
        ("lake/e", "unknown_verb", ()),
    ],
)
@pytest.mark.usefixtures("notation")
def test_faults_are_the_games_own(typed: str, code: str | None, meant: tuple[str, ...]) -> None:
    faults = read(["stake 1", *typed.split("\n")], StakesView(), "en", PLAYERS).faults
    assert [fault.code for fault in faults[:1]] == ([code] if code else [])
    for fault in faults[:1]:
        assert fault.did_you_mean == meant
        assert explain(fault, ENGLISH)
    assert "How many points?" in explain(read(["stake"], StakesView(), "en").faults[0], ENGLISH)


@pytest.mark.usefixtures("notation")
def test_help_tells_of_the_games_verbs_and_of_nothing_else() -> None:
    verbs = [verb.name for verb in verbs_of(KIND)]
    assert verbs[:2] == ["stake", "end"]
    assert {"if", "next", "undo", "press"} < set(verbs)
    page = " ".join([*(f"{one.shape} {one.examples}" for one in entries(ENGLISH, KIND)), *notes(ENGLISH, KIND)])
    assert "points (points on the table)" in page
    assert not [word for word in ("bank", "track", "company", "weiden", "station", "Hidden") if word in page]


def test_without_quantities_there_are_no_conditions(notation: Notation) -> None:
    register(KIND, replace(notation, quantities=(), examples={}))
    assert "if" not in [verb.name for verb in verbs_of(KIND)]
    assert "Conditions" not in " ".join(notes(ENGLISH, KIND))
    (fault,) = read(["stake 1", "if points > 1: end"], StakesView(), "en").faults
    assert fault.code == "hidden_order"


def _without_a_name(notation: Notation) -> Notation:
    return replace(notation, verbs=(*notation.verbs, OrderVerb(SEAT, "leap", command("{end}", "Leap."), stake)))


def _strange_word(notation: Notation) -> Notation:
    return replace(notation, examples={"if": ("{leap}: {end}",)})


def _strange_placeholder(notation: Notation) -> Notation:
    verb = replace(notation.verbs[0], form=Form("{stake} <card>", ("{stake} 3",), "Put a card at stake."))
    return replace(notation, verbs=(verb,))


@pytest.mark.parametrize(
    ("spoil", "place"),
    [
        (_without_a_name, "verbs: nothing is called leap"),
        (_strange_word, "examples: if: nothing is called leap"),
        (_strange_placeholder, "verbs: stake: placeholders: card is missing"),
        (lambda notation: replace(notation, examples={}), "examples: none shows a condition"),
    ],
)
def test_a_notation_that_does_not_fit_is_refused_at_the_start(notation: Notation, spoil: Any, place: str) -> None:
    with pytest.raises(BadNotation, match=f"{KIND}: {place}"):
        register(KIND, spoil(notation))
