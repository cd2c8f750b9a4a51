"""Figures about all games are as of now on a small server, and kept for a while on a large one."""

from types import SimpleNamespace
from typing import cast

import pytest

from pbem.store import Tx
from pbem.web import figures
from pbem.web.figures import Figures


@pytest.mark.parametrize(("games", "answers"), [(99, [1, 2, 3, 4]), (5_000, [1, 1, 1, 2])])
def test_a_figure_is_kept_as_long_as_there_are_games(
    monkeypatch: pytest.MonkeyPatch, games: int, answers: list[int]
) -> None:
    monkeypatch.setattr(figures, "find_last_game_id", lambda _tx: games)
    numbers = iter(range(1, 9))
    now = SimpleNamespace(s=0.0)
    kept = Figures(lambda: now.s)
    found = []
    for now.s in (0.0, 1.0, 4.9, 5.1):
        found.append(kept.get(cast(Tx, None), "a", lambda: next(numbers)))
    assert found == answers


def test_while_one_visitor_has_a_figure_worked_out_the_others_take_the_old_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "find_last_game_id", lambda _tx: 2_000)
    now = SimpleNamespace(s=0.0)
    kept, tx = Figures(lambda: now.s), cast(Tx, None)
    kept.get(tx, "a", lambda: "old")
    now.s = 3.0
    assert kept.get(tx, "a", lambda: f"new, for others the {kept.get(tx, 'a', str)} one") == kept.get(tx, "a", str)
    assert kept.get(tx, "a", str) == "new, for others the old one"
