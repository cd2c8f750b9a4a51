"""The turns of the five model letters, from positions where they fit; the words of each letter stand above it."""

from rules.orders import build, buy, end_turn, income, lay, roll
from rules.playing import front, hidden, play
from rules.position import Tile, position, square
from rules_core.games.first_rails import game as first_rails
from rules_core.grid import Cell
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import no_draw
from rules_core.line.events import BonusPaid, DuePaid, Event, IncomeTaken, ShareBought, TileLaid, TurnBegan


def test_first_letter() -> None:
    """The first turn of a game.

    roll 4? / buy weiden / B e e / A w w w? onto nw w? / end
    """
    state = fold(first_rails, first_rails.setup({}, 2, lambda key, sides: 0))
    after = play(
        state,
        roll(0, 4),
        buy("weiden"),
        lay("B e e"),
        lay("A w w w? +mountain2/w w?"),
        end_turn(),
        dice="$ssss??c",
    )
    table = after.state.table
    assert table.players[0].shares == (0, 0, 1, 0, 0)
    assert len(table.line.tiles[Cell(0, 0)]) == 6
    assert table.landscape.layout(Cell(-1, 0)).mountain_sides == "nw"
    assert front(after.state) == "c??"
    assert table.turn.seat == 1


def test_second_letter() -> None:
    """Onto a lake tile, and a station on its shore.

    income / B e onto lake e / station B insel lake pay 2h 1? / roll 2?
    """
    row = "....... ....... .─────. ....... ....... ....... ......."
    state = position({(0, 0): Tile("grassland", row)}, a="T1 b3 w", b="T1 f3 e", front="ss", directors={"insel": 0})
    after = play(
        state,
        income(),
        lay("B e +lake e"),
        build("B insel", "lake", pay="2h 1?"),
        roll(0, 2),
        dice="sc$?",
    )
    assert after.state.table.landscape.tiles[Cell(1, 0)].stations == ("insel",)
    assert [event.reason for event in after.events_of(BonusPaid)] == ["tile", "station"]
    assert (front(after.state), hidden(after.state)) == ("sc$??", 2)


def test_third_letter() -> None:
    """A station left by its west side, and a mountain paid with a "?".

    income / roll 1h / station A weiden / A leave w, w w? pay 1? / end
    """
    tiles = {
        (0, 0): Tile("grassland", "....... ....... ....... ─────.. ....... ....... ......."),
        (-1, 0): Tile("mountain2/s", "....... ^^..... ^^^.... ^^^^..─ ^^^^^.. ^^^^^^. ^^^^^^."),
    }
    state = position(tiles, a="T2 g4 w", b="T1 e4 e", directors={"weiden": 0})
    after = play(
        state,
        income(),
        roll(1),
        build("A weiden"),
        lay("A w w?", leave="w", pay="1?"),
        end_turn(),
        dice="s",
    )
    assert after.state.table.line.a.square == square("d4", Cell(-1, 0))
    assert [event.paid.wild for event in after.events_of(DuePaid)] == [1]
    assert (front(after.state), hidden(after.state)) == ("", 0)


def test_fourth_letter() -> None:
    """Shares of the bank and of a director, by a player who lost office.

    income / roll 3h / buy eisberg from bank / buy insel from director / buy insel from director with ? /
    discard c / end
    """
    state = position(
        front="c$",
        hidden=3,
        lost_office=[0],
        directors={"insel": 1, "weiden": 1},
        shares={"insel": (3, 7), "weiden": (4, 6), "eisberg": (1, 1)},
    )
    after = play(
        state,
        income(),
        roll(3),
        buy("eisberg", "bank"),
        buy("insel", "director"),
        buy("insel", "director", wild=True),
        end_turn("c"),
        dice="s$c",
    )
    assert [event.clause for event in after.events_of(IncomeTaken)] == ["c"]
    assert [(event.company, event.seller, event.face) for event in after.events_of(ShareBought)] == [
        ("eisberg", None, "share"),
        ("insel", 1, "share"),
        ("insel", 1, "?"),
    ]
    assert front(after.state) == "sc???"
    assert hidden(after.state, 1) == 2
    assert after.events_of(TurnBegan) == [TurnBegan(1, 2)]


def test_fifth_letter() -> None:
    """A preview of a lake bridged from shore to shore: nothing is drawn and nothing applied.

    check / B e onto lake e e e e e
    """
    row = "....... ....... ....... ....... .─────. ....... ......."
    state = position({(0, 0): Tile("grassland", row)}, a="T1 b5 w", b="T1 f5 e", front="ssssss", hidden=2)
    events = first_rails.decide(state, lay("B e +lake e e e e e"), no_draw)
    assert isinstance(events, list)
    preview = fold(first_rails, events, state)
    assert preview.table.line.b.square == square("e5", Cell(1, 0))
    found_events: list[type[Event]] = [
        type(event) for event in events if isinstance(event, TileLaid | BonusPaid | DuePaid)
    ]
    assert found_events == [TileLaid, BonusPaid, DuePaid]
    assert state.table.line.b.square == square("f5")
