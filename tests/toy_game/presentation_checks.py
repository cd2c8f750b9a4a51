"""What the server says of the toy game is whole, goes through the catalogue, and is read as it is written."""

import re
from dataclasses import fields, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest
from edited import edited

from pbem.commands.orders import ActionOrder, read, write
from pbem.games.presentation import IncompletePresentation, check, parts_of, presentation_of, presenter_for
from pbem.i18n import catalogue
from pbem.moderation.correction_lines import correction_verbs, read_correction
from rules_core.kernel.definition import fold
from rules_core.kernel.events import GameCancelled
from rules_core.kernel.rulebook import CorrectionFault, violation
from toy_game.kit import LANGUAGES, NAMES, PACKAGE, TOY, ev

JUDGES: Final = ("play", "judging")
"""The modules of the game that refuse what players and moderators ask for."""


@pytest.mark.parametrize("part", parts_of(presentation_of("toy")))
def test_left_incomplete_in_a_part_it_is_refused_by_its_name(part: str) -> None:
    nothing: dict[str, Any] = {part: None}
    with pytest.raises(IncompletePresentation, match=f"`{part}` is missing"):
        check(edited(presentation_of("toy"), **nothing))


@pytest.mark.parametrize("part", ["notation", "templates", "public_data", "corrections", "score", "headings"])
def test_left_incomplete_in_a_part_of_a_part_it_is_refused_by_its_name(part: str) -> None:
    whole = getattr(presentation_of("toy"), part)
    for name in whole._fields if hasattr(whole, "_fields") else [field.name for field in fields(whole)]:
        nothing: dict[str, Any] = {name: None}
        less = whole._replace(**nothing) if hasattr(whole, "_replace") else replace(whole, **nothing)
        without: dict[str, Any] = {part: less}
        with pytest.raises(IncompletePresentation, match=rf"`{part}\.{name}` is missing"):
            check(edited(presentation_of("toy"), **without))


def test_everything_has_words_that_go_through_the_catalogue() -> None:
    events = [*TOY.setup({}, 3, lambda _key, _sides: 0), ev.Rolled(0, ("1", "1")), ev.CardTaken(0, 3, (4,) * 6)]
    state = fold(TOY, events)
    events += [ev.CardPlayed(0, 3, "3"), ev.TurnEnded(0), ev.GameEnded("last year", TOY.standings(state))]
    events += [ev.CardMoved(1, None, 0), GameCancelled()]
    assert {type(event) for event in events} == set(TOY.events)
    presenter = presenter_for(state.table, NAMES, catalogue("xx"))
    assert all(presenter.sentence(event).startswith("⟦") for event in events)
    sources = "".join(Path(str(import_module(f"{PACKAGE}.{name}").__file__)).read_text("utf-8") for name in JUDGES)
    broken = re.findall(r'(?:_refused|violation)\("(TO-\d)", "(\w+)"', sources)
    faults = re.findall(r'CorrectionFault\("([\w ]+)"', sources)
    assert broken and faults
    for rule, code in broken:
        assert "⟦" in presenter.describe_violation(violation(rule, code, card=3))
    for code in faults:
        assert presenter.describe_correction_fault(CorrectionFault(code, {"card": 3})).startswith("⟦")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_is_read_as_the_same(language: str) -> None:
    state = fold(TOY, TOY.setup({"signals": "wide"}, 3, lambda _key, _sides: 0))
    rolled = fold(TOY, [ev.Rolled(0, ("1", "2"))], state)
    for position in (state, rolled):
        view = TOY.view(position, 0)
        for action in TOY.legal(view):
            (order,) = read([write(action, view.table, language)], view, language).orders
            assert order == ActionOrder(action)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_correction_is_read_in_each_language(language: str) -> None:
    table = fold(TOY, TOY.setup({}, 3, lambda _key, _sides: 0)).table
    for shape, moved in (
        ("{move} 6 {from} {deck} {to} bert", ev.CardMoved(6, None, 1)),
        ("{move} 1 {from} anna {to} clara", ev.CardMoved(1, 0, 2)),
        ("{move} 1 {from} anna {to} {deck}", ev.CardMoved(1, 0, None)),
    ):
        line = correction_verbs("toy").in_words(shape, language)
        assert read_correction(line, table, NAMES, catalogue(language), language) == moved
