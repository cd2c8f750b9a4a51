"""A game without a map, in which nothing is hidden, held or corrected by hand: its pages and mails leave these out."""

from collections.abc import Iterator, Sequence
from typing import cast

import pytest
from adjudicator.kit import Game, World
from edited import edited

from moderation.kit import add_moderator, disputes, ruled, signed_in
from pbem.commands.tokens import Fault
from pbem.games import presentation
from pbem.games.line.presenter import LinePresenter
from pbem.games.parts import NO_CORRECTIONS, NO_OFFICES
from pbem.games.presentation import GamePresentation, check, presentation_of
from pbem.games.presenter import Presenter
from pbem.i18n import Catalogue, catalogue
from pbem.moderation.commands.holding import Cancel
from pbem.moderation.correction_lines import (
    correction_verbs,
    explain_correction,
    glossary,
    help_on_corrections,
    read_correction,
)
from pbem.reports.document import Block, Heading
from rules_core.line.table import PlayerView, Table


class Bare:
    """A position of which there is only to tell; for the rest it is one of the line."""

    map = None

    def __init__(self, table: Table, seats: Sequence[str], words: Catalogue, ascii_only: bool) -> None:
        self._line = LinePresenter(table, seats, words, ascii_only)

    def __getattr__(self, name: str) -> object:
        return getattr(self._line, name)

    def position(self, _latest: Sequence[object]) -> list[Block]:
        """Nothing."""
        return []

    def hidden(self, _view: PlayerView) -> str:
        """Nothing."""
        return ""

    def hidden_change(self, _before: PlayerView, _after: PlayerView) -> None:
        """Nothing."""


def bare_presenter(table: Table, seats: Sequence[str], words: Catalogue, ascii_only: bool) -> Presenter:
    return cast(Presenter, Bare(table, seats, words, ascii_only))


@pytest.fixture
def game(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A game in which Anna's turn is disputed; Mona moderates."""
    bare = edited(
        presentation_of("first_rails"),
        presenter=staticmethod(bare_presenter),
        draw=GamePresentation.draw,
        draw_preview=GamePresentation.draw_preview,
        corrections=NO_CORRECTIONS,
        offices=NO_OFFICES,
    )
    check(bare)
    monkeypatch.setitem(presentation._PRESENTATIONS, "first_rails", bare)
    correction_verbs.cache_clear()
    add_moderator(world, "Mona")
    game = world.open_game(("Anna", "Bert"), rolls={(1, 0): "sc"})
    game.send(0, "roll 2?\nend")
    game.send(1, "dispute: May that be?")
    yield game
    correction_verbs.cache_clear()


def test_pages_leave_the_map_out(game: Game) -> None:
    for name in ("Anna", "Bert", "Mona"):
        browser = signed_in(game.world, name)
        for path in ("/", "/games/e1", f"/games/e1/at/{game.row.final_position}", "/games/e1/history"):
            browser.open(path)
            assert browser.response.status_code == 200
            assert 'class="map' not in browser.text
            assert "The map in words" not in browser.text
            assert "The board" not in browser.text
    browser = signed_in(game.world, "Anna")
    for path in ("/games/e1/map.svg", f"/games/e1/at/{game.row.final_position}/map.svg"):
        browser.open(path)
        assert browser.response.status_code == 404
    browser.open("/games/e1")
    assert "Players and companies" in browser.text
    with pytest.raises(ValueError, match="no map"):
        presentation_of("first_rails").draw(b"{}")


def test_a_moderator_is_offered_no_corrections(game: Game) -> None:
    mona, (dispute,) = signed_in(game.world, "Mona"), disputes(game)
    mona.open("/moderate/e1")
    assert "Roll back" in mona.text
    assert "Correct the position" not in mona.text
    mona.open(f"/moderate/disputes/{dispute.id}")
    assert mona.response.status_code == 200
    assert "Corrections, one per line" not in mona.text
    mona.press("Unseal the game")
    assert "The position is corrected" not in mona.text
    assert "Behind the screen" not in mona.text
    mona.open("/moderate/e1/seats")
    assert "Behind the screen:" not in mona.text
    assert "Anna" in mona.text


def test_whoever_writes_a_correction_is_told_that_there_are_none(game: Game) -> None:
    words, table = catalogue("en"), game.state.table
    for line in ("give ben 1 hidden", "wuff", ""):
        found = read_correction(line, table, ("Anna", "Bert"), words)
        assert isinstance(found, Fault)
        assert explain_correction(found, words) == (
            "Nothing in this game can be corrected by hand.\n"
            "Roll the game back with `rollback` to a position before what went wrong."
        )
    assert not glossary(words, "first_rails")
    texts = [block.text for block in help_on_corrections(words) if isinstance(block, Heading)]
    assert texts == ["Corrections in Germany", "Corrections in Railroad Dice 2"]


def test_players_are_told_of_no_offices(game: Game) -> None:
    ruled(game, "Mona", Cancel("e1", "It was a trial."))
    anna = signed_in(game.world, "Anna")
    anna.open(f"/players/{game.seats[0].player_id}")
    assert "How Anna did in each" in anna.text
    assert "Passengers" in anna.text
    assert "Director of" not in anna.text
