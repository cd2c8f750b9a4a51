"""Corrections as lines: what is written is read, in every language, and what cannot be read is told with its shape."""

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Final

import pytest
from bench.selfplay import Game
from correction_lines_kit import write_correction
from corrections_kit import corrections
from each_kit import each
from hypothesis import given
from hypothesis import strategies as st
from orders_kit import KINDS
from rules.german_position import german_position
from rules.position import position

from pbem.commands.languages import LANGUAGES
from pbem.commands.tokens import Fault
from pbem.i18n import PSEUDO, catalogue
from pbem.moderation.correction_lines import (
    explain_correction,
    glossary,
    help_on_corrections,
    read_correction,
)
from pbem.reports.document import Glossary, Heading
from rules_core.grid import Square
from rules_core.line.actions import (
    CORRECTIONS,
    Correction,
    Dice,
    DiceMoved,
    DirectorNamed,
    DueMarked,
    GameCancelled,
    OfficeMarked,
    PassengersMoved,
    SharesMoved,
    TurnMarked,
)
from rules_core.line.judging import check
from rules_core.line.table import State, Table

NAMES: Final = ("Anna", "Ben")
POSITIONS: Final = {"first_rails": position().table, "germany": german_position().table}
AWKWARD: Final = (
    ("Anna", "Ben", "Clara"),
    ("Ben", "Ben 10", "Benito"),
    ("Bank", "Nobody", "To"),
    ("C c", "Ä. Müller-Lüdenscheidt", "2"),
    ("H", "Waiting", "Ann"),
)


def read(
    text: str, table: Table = POSITIONS["first_rails"], language: str = "en", names: Sequence[str] = NAMES
) -> object:
    """The correction in a line, or what is told of it."""
    found = read_correction(text, table, names, catalogue("en"), language)
    return explain_correction(found, catalogue("en")) if isinstance(found, Fault) else found


def positions(kind: str) -> list[State]:
    """Positions of a game between three players."""
    states = list(Game(["random"] * 3, 4, kind=kind).play(years=6))
    return states[:: len(states) // 8]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_read(kind: str) -> None:
    rng, kinds = Random(1), set()
    for state in positions(kind):
        for correction in islice(corrections(rng, state.table), 150):
            if check(state, correction) is not None:
                continue
            kinds.add(type(correction))
            for language in LANGUAGES:
                for names in AWKWARD:
                    line = write_correction(correction, state.table, names, language)
                    assert read(line, state.table, language, names) == correction, (line, names)
    assert kinds == set(CORRECTIONS) - {GameCancelled} - ({SharesMoved} if kind == "germany" else set())


@each("language", [*LANGUAGES, PSEUDO])
@each("kind", KINDS)
def test_every_example_is_read(kind: str, language: str) -> None:
    table = Game(["random"] * 2, 6, kind=kind).finish(years=8).state.table
    entries = glossary(catalogue(language), kind)
    assert len(entries) == 7
    for entry in entries:
        assert entry.examples
        for example in entry.examples:
            assert isinstance(read(example, table, language), CORRECTIONS), example


def test_help_tells_of_all_of_them() -> None:
    blocks = help_on_corrections(catalogue("en"))
    assert [block.text for block in blocks if isinstance(block, Heading)] == [
        "Corrections in The First Rails",
        "Corrections in Germany",
        "Corrections in Railroad Dice 2",
    ]
    entries = [entry for block in blocks if isinstance(block, Glossary) for entry in block.items]
    assert len(entries) == 17
    assert "give ben 1 hidden" in entries[0].details


LINES: Final[tuple[tuple[str, str, Correction], ...]] = (
    ("en", "give ben 1 hidden die from the bank", DiceMoved(1, "bank", None, "hidden", 1)),
    ("en", "Give to Ben: 2 curves and 1 ?", DiceMoved(3, "bank", None, "front", 1, Dice(curve=2, wild=1))),
    ("en", "give ben 1 share", DiceMoved(1, "bank", None, "front", 1, Dice(share=1))),
    ("en", "give ben 1 share of Weiden Express", SharesMoved("weiden", 1, None, 1)),
    ("en", "take 2 2 ?", DiceMoved(2, "front", 1, "bank", None, Dice(wild=2))),
    ("en", "take from ben 3,000 passengers", PassengersMoved(3, None, "carried", 1, "box", None)),
    ("en", "move from ben to the bank 2 shares weiden", SharesMoved("weiden", 2, 1, None)),
    ("en", "move ben to ben 2 hidden as c c", DiceMoved(2, "hidden", 1, "front", 1, Dice(curve=2))),
    ("en", "director weiden none", DirectorNamed("weiden", None)),
    ("de", "gib ben 1 verdeckt", DiceMoved(1, "bank", None, "hidden", 1)),
    ("de", "nimm von anna 2 kurven", DiceMoved(2, "front", 0, "bank", None, Dice(curve=2))),
    ("de", "verschiebe ben an anna 1 aktie weiden", SharesMoved("weiden", 1, 1, 0)),
    ("de", "Direktor Weiden niemand", DirectorNamed("weiden", None)),
    ("de", "Zug Einkommen aus", TurnMarked("income", False)),
    ("de", "bezahlt T1 f4 an", DueMarked(Square(5, 3), True)),
    ("de", "Amt Ben verloren", OfficeMarked(1, True)),
    ("fr", "donne à ben 1 caché", DiceMoved(1, "bank", None, "hidden", 1)),
    ("fr", "déplace de ben à anna 2000 voyageurs", PassengersMoved(2, None, "carried", 1, "carried", 0)),
    ("fr", "tour lancé non", TurnMarked("rolled", False)),
    ("fr", "fonction ben gardée", OfficeMarked(1, False)),
)


@each(("language", "line", "meant"), LINES)
def test_lines_of_all_languages(language: str, line: str, meant: Correction) -> None:
    assert read(line, language=language) == meant


MISREAD: Final = (
    ("", "A correction starts with one of these words: give, take, move, director, turn, paid, office."),
    ("hello ben", "A correction starts with one of these words: give, take, move, director, turn, paid, office."),
    ("gvie ben 1 hidden", '"gvie" was not understood.'),
    ("give", "Which player?"),
    ("give bob 1 hidden", 'There is no player called "bob".'),
    ("give ben", "Which dice? Name them by their faces: s straight, c curve, $ share, ?."),
    ("give ben 0 hidden", '"0" is not a number from 1 to 99.'),
    ("give ben 11 shares weiden", '"11" is not a number from 1 to 10.'),
    ("give ben 1 hidden from anna", '"anna" was not understood here.'),
    ("give ben 20 passengers", "Passengers come by the thousand: write 3000 for three of their counters."),
    ("give ben passengers", "How many?"),
    ("take ben 1 hidden as c", "Dice change sides only between players, or from one side of a screen to the other."),
    ("move ben anna 1 hidden", "From whom to whom?"),
    ("move ben to waiting 1 hidden", "Only passengers can wait."),
    ("director anna weiden", 'There is no company called "anna".'),
    ("turn income perhaps", "Which of the two: on, or off?"),
    ("paid T9 f4 on", "Which square? Name it as reports do: its tile or sector, then column and row."),
    ("paid T1 f8 on", "Which square? Name it as reports do: its tile or sector, then column and row."),
    ("office ben held", "Which of the two: lost, or kept?"),
)


@each(("line", "why"), MISREAD)
def test_what_cannot_be_read_is_told_with_its_shape(line: str, why: str) -> None:
    shown_text, *rest = str(read(line)).split("\n")
    assert shown_text == why
    shape = [] if "starts with" in why else ["Write", "For example"]
    assert [text.partition(":")[0] for text in rest if "`rollback`" not in text] == shape


@pytest.mark.parametrize("line", ["remove track", "delete the last piece", "lay w", "station A weiden"])
def test_who_would_take_away_what_lies_is_told_of_the_rollback(line: str) -> None:
    assert "Track, tiles and stations can't be corrected by hand" in str(read(line))
    assert "roll the game back with `rollback`" in str(read(line))


WORDS: Final = (
    *("give", "take", "move", "paid", "turn", "office", "director", "ben", "to", "bank", "waiting", "on", "as", ","),
    *("1", "3000", "h", "c", "?", "share", "passengers", "weiden", "T1", "f4"),
)


@given(
    st.one_of(
        st.text(max_size=60),
        st.lists(
            st.sampled_from(WORDS),
            max_size=9,
        ).map(" ".join),
    )
)
def test_nothing_typed_raises(text: str) -> None:
    for kind in KINDS:
        assert isinstance(read(text, POSITIONS[kind]), (str, *CORRECTIONS))
