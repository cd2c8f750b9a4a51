"""Corrections of Railroad Dice 2 as moderators write them, in three languages."""

import pytest
from each_kit import each
from network_orders_kit import PLAYERS, in_play, only_order

from pbem.commands.languages import LANGUAGES
from pbem.commands.orders import bind
from pbem.commands.tokens import Fault
from pbem.games.railroad_dice_2.corrections import CORRECTIONS
from pbem.i18n import catalogue
from pbem.moderation.correction_lines import correction_verbs, explain_correction, read_correction
from rules_core.games.railroad_dice_2.actions import CarryPassengers
from rules_core.games.railroad_dice_2.events import LocomotiveMoved, RollMarked, UnitPlace, UnitsMoved
from rules_core.kernel.events import Corrected

ENGLISH = catalogue("en")
SEATS = PLAYERS[:3]
BANK = UnitPlace("bank")
CORRECTED: list[tuple[str, Corrected, str, str]] = [
    (
        "units 3 from bank to anna",
        UnitsMoved(3, BANK, UnitPlace("seat", 0)),
        "einheiten 3 von der Bank an Anna",
        "unités 3 de la banque à Anna",
    ),
    (
        "units 5 from tile 2 to bank",
        UnitsMoved(5, UnitPlace("tile", 2), BANK),
        "einheiten 5 von Plättchen 2 an bank",
        "unités 5 de tuile 2 à la banque",
    ),
    (
        "units 1 to ben from anna",
        UnitsMoved(1, UnitPlace("seat", 0), UnitPlace("seat", 1)),
        "einheiten 1 an ben von anna",
        "unités 1 à ben de anna",
    ),
    (
        "locomotive 3 from anna to ben",
        LocomotiveMoved(3, 0, 1),
        "lok 3 von anna an ben",
        "locomotive 3 de anna à ben",
    ),
    (
        "locomotive 2 from bank to clara",
        LocomotiveMoved(2, None, 2),
        "Lok 2 vom Vorrat an Clara",
        "loco 2 de la réserve à clara",
    ),
    ("rolled no", RollMarked(0, False), "gewürfelt nein", "lancé non"),
    ("rolled yes anna", RollMarked(0, True), "gewürfelt anna ja", "lancé oui anna"),
    ("rolled ben off", RollMarked(1, False), "gewürfelt ben aus", "lancé ben non"),
]


@each(("english", "meant", "german", "french"), CORRECTED, ids=[one[0] for one in CORRECTED])
def test_corrections_are_read_in_every_language(english: str, meant: Corrected, german: str, french: str) -> None:
    for line, language in ((english, "en"), (german, "de"), (french, "fr")):
        assert read_correction(line, in_play().table, SEATS, ENGLISH, language) == meant, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_of_a_correction_is_read(language: str) -> None:
    verbs = correction_verbs("railroad_dice_2")
    for verb in verbs.verbs:
        for line, english in zip(
            verbs.examples_of(verb.form, language), verbs.examples_of(verb.form, "en"), strict=True
        ):
            found = read_correction(line, in_play().table, SEATS, ENGLISH, language)
            assert found == read_correction(english, in_play().table, SEATS, ENGLISH, "en")
            assert isinstance(found, Corrected)


@each(
    ("line", "code"),
    [
        ("units", "missing_units"),
        ("units 3", "missing_way"),
        ("units 3 from bank", "missing_way"),
        ("units 3 from bank to", "missing_way"),
        ("units 3 from bank from anna", "said_twice"),
        ("units 3 soon", "unexpected"),
        ("units 3 from tile to anna", "missing_tile"),
        ("units 3 from tile 7 to anna", "number_range"),
        ("units 3 from bank to dora", "unknown_player"),
        ("locomotive from bank to anna", "missing_number"),
        ("locomotive 7 from bank to anna", "number_range"),
        ("locomotive 3 from tile 2 to anna", "no_place"),
        ("rolled", "yes_or_no"),
        ("rolled anna", "yes_or_no"),
        ("rolled yes anna now", "unexpected"),
        ("frobnicate", "no_correction"),
        ("untis 3 from bank to anna", "unknown_correction"),
    ],
)
def test_a_correction_that_cannot_be_read_is_explained(line: str, code: str) -> None:
    fault = read_correction(line, in_play().table, SEATS, ENGLISH)
    assert isinstance(fault, Fault)
    assert fault.code == code
    assert explain_correction(fault, ENGLISH)
    assert CORRECTIONS.otherwise


def test_a_correction_of_a_trip_is_none() -> None:
    """An action is no correction: it is told what one begins with."""
    fault = read_correction("carry 4 to blue", in_play().table, SEATS, ENGLISH)
    assert isinstance(fault, Fault)
    assert "units, locomotive, rolled" in explain_correction(fault, ENGLISH)
    assert isinstance(bind(only_order("carry 4 to blue"), in_play(), 0), CarryPassengers)
