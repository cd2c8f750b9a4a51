"""The games there are, and what becomes of one that is not whole."""

from dataclasses import fields, replace
from typing import Any

import pytest

from rules_core.games import kinds, ruleset_for
from rules_core.kernel.definition import GameDefinition
from rules_core.kernel.registry import IncompleteGame, register

NEEDED = [field.name for field in fields(GameDefinition)]


def test_every_package_of_a_game_is_found() -> None:
    assert kinds() == ("first_rails", "germany")


@pytest.mark.parametrize("part", NEEDED)
def test_a_game_without_a_part_is_refused_by_its_name(part: str) -> None:
    nothing: dict[str, Any] = {part: None}
    with pytest.raises(IncompleteGame, match=f"{part} is missing"):
        register(replace(ruleset_for("germany"), **nothing))


def test_a_game_whose_box_cannot_be_read_is_refused() -> None:
    with pytest.raises(IncompleteGame, match=r"germany: components: simple"):
        register(replace(ruleset_for("germany"), components='{"die": {"simple": {}}}'))
