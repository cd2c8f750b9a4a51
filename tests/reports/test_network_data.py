"""Public data of Railroad Dice 2, differences of two positions, and variants as lists explain them."""

from typing import Any

from network_reports_kit import KIND, in_the_middle, names_of, played, presented
from reports_kit import NAMES

from pbem.games.presentation import presentation_of
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2 import game
from rules_core.games.railroad_dice_2.judging import compare
from rules_core.games.railroad_dice_2.network import MapTile
from rules_core.games.railroad_dice_2.table import OPTIONS
from rules_core.kernel.definition import fold


def test_every_difference_of_two_positions_has_words() -> None:
    steps = played(3)
    texts: set[str] = set()
    for one, other in ((steps[0][0], steps[20][0]), (steps[20][0], in_the_middle()), (in_the_middle(), steps[-1][0])):
        differing = compare(one, other)
        rows = presented(one).differences(presented(other), differing)
        assert len(rows) == len(differing) > 3
        assert all(row.one != row.other and "%(" not in row.what for row in rows)
        texts |= {found.what for found in differing}
    assert {"turn", "bank", "waiting", "units", "locomotives", "connected", "station", "track", "end", "sale"} <= texts


def test_public_data_tell_stations_track_players_and_banks() -> None:
    table = in_the_middle()
    data: Any = presentation_of(KIND).public_data.state(game.view(table, None), NAMES)
    assert [station.name for station in data.stations] == [names_of(table).station(at) for at in range(9)]
    assert [piece.pairs for piece in data.track] == [*table.network.track.values()]
    assert sum(player.units for player in data.players) + sum(
        tile.waiting for tile in data.tiles
    ) + data.banks.units == (280 + data.banks.extra)
    assert [len(row) for row in data.ground] == [12] * 8
    result: Any = presentation_of(KIND).public_data.result(played(3)[-1][0])
    assert [rank.seat for rank in result.standings] == [one.seat for one in played(3)[-1][0].standings]


def test_nothing_is_hidden() -> None:
    """All lies on the table, so no secret is told of."""
    table = in_the_middle()
    view = game.view(table, 0)
    presenter = presented(table)
    assert (presenter.hidden(view), presenter.hidden_change(view, view), presenter.revealed(view)) == ("", None, [])


def test_a_map_with_gaps_is_told_with_blanks() -> None:
    """R2-2: tiles may lie anywhere."""
    tiles = tuple(MapTile(at, 0, 4 * at - 4, 2 * (at % 2)) for at in range(1, 7))
    began = game.setup({}, 2, lambda _key, _sides: 0)[0]
    moved = fold(game, [began, ev.MapArranged(tiles)])
    data: Any = presentation_of(KIND).public_data.state(game.view(moved, None), NAMES)
    assert data.ground[0].startswith("    ") and len(data.ground) == 6


def test_each_variant_is_explained_and_the_one_that_leaves_stations_out_says_so() -> None:
    """R2-5."""
    variants = presentation_of(KIND).variants
    assert {name: (variant.others.keys()) for name, variant in variants.items()} == {
        name: set(values[1:]) for name, values in OPTIONS.items()
    }
    assert "1 to 5 grey stations" in variants["station_distance"].others["diagonal"]
