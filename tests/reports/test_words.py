"""What happened, in sentences."""

from dataclasses import replace

import pytest
from each_kit import each
from reports_kit import NAMES, in_words, news, played, random_game
from rules.position import position

from pbem.games.line.differences import rows
from pbem.games.line.render_context import RenderContext
from pbem.games.line.sentences import format_events
from pbem.i18n import catalogue
from rules_core.grid import Cell, E, N, S, Square, W
from rules_core.line import events as ev
from rules_core.line.actions import CORRECTIONS, Dice, Payment
from rules_core.line.judging import StockDiffers
from rules_core.line.landscape import LaidTile, Landscape
from rules_core.line.table import Table

ENGLISH = catalogue("en")


def two_tiles() -> Table:
    """The start, and a lake east of it lying with its printed north to the east."""
    table = position().table
    tiles = {Cell(0, 0): LaidTile(1, "grassland", 0), Cell(1, 0): LaidTile(2, "lake", 1)}
    return replace(table, landscape=Landscape(table.box, tiles, table.landscape.supply))


SAID: list[tuple[ev.Event, str]] = [
    (
        ev.GameBegan("first_rails", 2, (), "", 40, 4, "grassland"),
        "The game begins: Anna, Ben, Cara, Dorothea, with 40 dice.",
    ),
    (ev.YearBegan(3, 1), "Year 3 begins with Ben as start player."),
    (ev.TurnBegan(1, 2), "It's Ben's turn."),
    (ev.IncomeTaken(0, 4, 0, "a"), "Anna takes income: 4 dice behind the screen."),
    (ev.IncomeTaken(0, 0, 4, "c"), "Anna takes income: 4 ? in front of the screen, for the directorship lost."),
    (
        ev.Rolled(0, 1, 2, 2, ("straight", "curve", "curve", "share", "?")),
        "Anna rolls 1 hidden die + 2 ? + 2 bonus dice: 1 straight, 2 curves, 1 share, 1 ?.",
    ),
    (ev.Rolled(0, 2, 0, 0, ("straight", "straight")), "Anna rolls 2 hidden dice: 2 straights."),
    (ev.ShareBought(0, "weiden", None, "share"), "Anna buys a share of Weiden Express from the bank."),
    (ev.ShareBought(0, "weiden", None, "?"), "Anna buys a share of Weiden Express from the bank for a ?."),
    (ev.ShareBought(0, "weiden", 1, "share"), "Anna buys a share of Weiden Express from Ben."),
    (ev.ShareBought(0, "weiden", 1, "?"), "Anna buys a share of Weiden Express from Ben for a ?."),
    (ev.DuePaid(0, "lake", Square(9, 3), Payment(1, 1)), "Anna pays 1 hidden die, 1 ? for the lake at T2 c4."),
    (ev.DuePaid(0, "mountain", Square(9, 3), Payment(0, 1)), "Anna pays 1 ? for the mountain range at T2 c4."),
    (ev.TileLaid(0, Cell(1, 0), "lake", 1, 2), "Anna lays a new tile, T2 (lake/e)."),
    (
        ev.PieceLaid(0, "B", Square(4, 3), W, E, "straight"),
        "Anna lays 1 straight at end B, on T1 e4; B now points e at f4.",
    ),
    (ev.TileLeft(Cell(0, 0), 6), "The line leaves T1 for good; 6 dice go back to the bank."),
    (ev.BonusPaid(0, 2, "tile"), "Anna gets 2 ? from the bank for the new tile."),
    (ev.BonusPaid(0, 2, "station"), "Anna gets 2 ? from the bank for the station."),
    (
        ev.StationBuilt(0, "A", Square(2, 3), E, "insel", "grassland", 3, Payment(2, 1)),
        "Anna builds a grassland station of Insel Hopper at end A, on T1 c4, and pays 2 hidden dice, 1 ?.",
    ),
    (
        ev.LastYearBegan("no tile"),
        "This is the last year: no tile that is left fits beside the tiles being built on. The bank pays no more dice.",
    ),
    (ev.TurnEnded(0, Dice()), "Anna ends the turn."),
    (ev.TurnEnded(0, Dice(curve=2)), "Anna gives back 2 curves and ends the turn."),
    (ev.PassengersCarried("insel", 1, 3), "Insel Hopper carries 3,000 passengers for Ben."),
    (ev.DirectorsAssigned((None,) * 5, ()), "No company has a director."),
    (
        ev.DirectorsAssigned((0, None, 1, None, None), (2,)),
        "Directors: Eisberg Tours Anna, Weiden Express Ben. Cara is no longer a director.",
    ),
    (
        ev.BankBroken(0, 4, 1),
        "The bank owes Anna 4 dice and has 1: the state collapses, and play stops at once.",
    ),
    (
        ev.GameEnded("collapse", (ev.Standing(1, 1, 9, 0, 3), ev.Standing(0, 2, 7, 0, 3))),
        "The game is over: the bank could not pay, and the state has collapsed. Ben has won.",
    ),
    (
        ev.GameEnded("dead ends", (ev.Standing(1, 1, 9, 0, 3), ev.Standing(0, 1, 9, 0, 3))),
        "The game is over: both ends of the line are dead. Ben, Anna share the victory.",
    ),
]


@each(("event", "said"), SAID, ids=lambda value: type(value).__name__)
def test_events_are_said(event: ev.Event, said: str) -> None:
    assert in_words(event, two_tiles(), NAMES, ENGLISH) == said


GERMAN: list[tuple[ev.Event, str]] = [
    (ev.EndsPlaced("Denmark", "France"), "The line begins abroad: end A in Denmark, end B in France."),
    (ev.IncomeTaken(0, 6, 0, "stations"), "Anna takes income: 6 dice behind the screen."),
    (
        ev.IncomeTaken(0, 0, 4, "no office"),
        "Anna takes income: 4 ? in front of the screen, for the directorship lost.",
    ),
    (ev.Rolled(0, 2, 0, 0, ("share", "share")), "Anna rolls 2 hidden dice: 2 transport symbols."),
    (
        ev.TransportUsed(0, "insel", "share"),
        "Anna uses a transport symbol: 1,000 more passengers wait for Insel Hopper.",
    ),
    (
        ev.TransportUsed(0, "insel", "?"),
        "Anna uses a ? as a transport symbol: 1,000 more passengers wait for Insel Hopper.",
    ),
    (
        ev.DuePaid(0, "river", Square(9, 26), Payment(1, 0)),
        "Anna pays 1 hidden die for the river Main at S14 c6 in Frankfurt.",
    ),
    (
        ev.PieceLaid(0, "B", Square(10, 25), N, W, "curve"),
        "Anna lays 1 curve at end B, on S14 d5; B now points w at S14 c5 in Frankfurt.",
    ),
    (
        ev.PieceLaid(0, "A", Square(11, 4), N, N, "straight"),
        "Anna lays 1 straight at end A, on S2 e5; A now points n at Denmark.",
    ),
    (ev.TileLeft(Cell(1, 3), 6), "The line leaves S14; 6 dice go back to the bank."),
    (ev.BonusPaid(0, 2, "tile"), "Anna gets 2 ? from the bank for the sector entered."),
    (ev.BonusPaid(0, 2, "station"), "Anna gets 2 ? from the bank for the station."),
    (
        ev.StationBuilt(0, "A", Square(8, 25), E, "insel", "grassland", 3, Payment(2, 1)),
        "Anna builds a station of Insel Hopper at end A, on S14 b5 in Frankfurt, and pays 2 hidden dice, 1 ?.",
    ),
    (
        ev.StationBuilt(0, "A", Square(11, 3), N, "insel", "grassland", 5, Payment(5, 0)),
        "Anna builds a station of Insel Hopper at end A, abroad in Denmark, and pays 5 hidden dice.",
    ),
    (ev.PassengersTaken(0, "insel", 4), "Anna carries the 4,000 passengers who waited for Insel Hopper."),
    (ev.DirectorChanged("insel", 0, None), "Anna becomes director of Insel Hopper."),
    (ev.DirectorChanged("insel", 0, 2), "Anna becomes director of Insel Hopper in place of Cara."),
    (
        ev.PassengersCame((1, 1, 1, 3, 1)),
        "New passengers at the stations: Eisberg Tours 1,000; Überall Fahrten 1,000; Weiden Express 1,000; "
        "Insel Hopper 3,000; Berg & Tal-Bahn 1,000.",
    ),
    (ev.BankBroken(0, 7, 3), "The bank owes Anna 7 dice and has 3: the game ends at once."),
    (
        ev.GameEnded("bank", (ev.Standing(1, 0, 9, 0, 0, 1), ev.Standing(0, 0, 7, 0, 0, 1))),
        "The game is over: the bank could not pay. Nobody has won: the game is a draw.",
    ),
]


@each(("event", "said"), GERMAN, ids=lambda value: type(value).__name__)
def test_events_of_germany_are_said(event: ev.Event, said: str) -> None:
    assert in_words(event, played(2)[0].state.table, NAMES, ENGLISH) == said


def test_every_kind_of_event_is_said() -> None:
    """Corrections are said in a test of their own."""
    assert {type(event) for event, _ in SAID + GERMAN} == set(ev.Event.__args__) - set(CORRECTIONS)


def test_a_run_into_the_next_sector_and_symbols_used_in_a_row_are_told_together() -> None:
    happened: list[ev.Event] = [
        ev.PieceLaid(0, "A", Square(10, 22), S, N, "straight"),
        ev.PieceLaid(0, "A", Square(10, 21), S, N, "straight"),
        ev.PieceLaid(0, "A", Square(10, 20), S, E, "?"),
        ev.TileLeft(Cell(1, 3), 6),
        ev.BonusPaid(0, 2, "tile"),
        ev.TransportUsed(0, "insel", "share"),
        ev.TransportUsed(0, "weiden", "share"),
        ev.TransportUsed(0, "insel", "?"),
    ]
    assert format_events(happened, RenderContext(played(2)[0].state.table, NAMES, ENGLISH)) == [
        [
            "Anna builds at end A: n n, into S10 e, using 2 straights, 1 ?. A now points e at S10 e7.",
            "The line leaves S14; 6 dice go back to the bank.",
            "Anna gets 2 ? from the bank for the sector entered.",
            "Anna uses 2 transport symbols, 1 ?; more passengers wait: Insel Hopper 2,000, Weiden Express 1,000.",
        ]
    ]


def test_pieces_laid_in_a_row_are_told_as_the_order_they_were() -> None:
    run: list[ev.Event] = [
        ev.PieceLaid(0, "B", Square(4, 3), W, E, "straight"),
        ev.PieceLaid(0, "B", Square(5, 3), W, E, "straight"),
        ev.PieceLaid(0, "B", Square(6, 3), W, E, "?"),
        ev.TileLaid(0, Cell(1, 0), "lake", 1, 2),
        ev.PieceLaid(0, "B", Square(7, 3), W, N, "curve"),
        ev.BonusPaid(0, 2, "tile"),
        ev.PieceLaid(0, "A", Square(2, 3), E, W, "straight"),
    ]
    assert format_events(run, RenderContext(two_tiles(), NAMES, ENGLISH)) == [
        [
            "Anna builds at end B: e e e, onto T2 (lake/e) n, using 2 straights, 1 curve, 1 ?. "
            "B now points n at T2 a3.",
            "Anna gets 2 ? from the bank for the new tile.",
            "Anna lays 1 straight at end A, on T1 c4; A now points w at b4.",
        ]
    ]


def test_shares_bought_in_a_row_from_one_seller_are_told_together() -> None:
    bought: list[ev.Event] = [
        ev.ShareBought(0, "insel", None, "share"),
        ev.ShareBought(0, "weiden", None, "?"),
        ev.ShareBought(0, "insel", None, "share"),
        ev.ShareBought(0, "insel", 1, "share"),
        ev.ShareBought(0, "weiden", 1, "share"),
    ]
    assert format_events(bought, RenderContext(two_tiles(), NAMES, ENGLISH)) == [
        [
            "Anna buys shares from the bank for 2 shares, 1 ?: 2 Insel Hopper, 1 Weiden Express.",
            "Anna buys shares from Ben for 2 shares: 1 Insel Hopper, 1 Weiden Express.",
        ]
    ]


def test_each_turn_and_each_year_end_is_a_chapter() -> None:
    happened: list[ev.Event] = [
        ev.TurnBegan(0, 1),
        ev.IncomeTaken(0, 4, 0, "a"),
        ev.TurnEnded(0, Dice()),
        ev.TurnBegan(1, 2),
        ev.TurnEnded(1, Dice()),
        ev.PassengersCarried("insel", 1, 3),
        ev.YearBegan(3, 1),
        ev.TurnBegan(1, 1),
    ]
    assert format_events(happened, RenderContext(two_tiles(), NAMES, ENGLISH)) == [
        ["Anna takes income: 4 dice behind the screen.", "Anna ends the turn."],
        ["Ben ends the turn."],
        ["Insel Hopper carries 3,000 passengers for Ben.", "Year 3 begins with Ben as start player."],
    ]


def test_a_story_keeps_every_fact_of_a_random_game() -> None:
    steps = random_game(3)
    scene = RenderContext(steps[-1].state.table, NAMES[:3], ENGLISH)
    text = " ".join(sentence for chapter in format_events(news(steps), scene) for sentence in chapter)
    happened = news(steps)
    rolls = [event for event in happened if isinstance(event, ev.Rolled)]
    tiles = [event for event in happened if isinstance(event, ev.TileLaid)]
    assert text.count(" rolls ") == len(rolls) > 10
    assert all(f"T{tile.number} (" in text for tile in tiles)
    paying = (ev.DuePaid, ev.StationBuilt, ev.LastYearBegan)
    assert text.count(" pays ") == sum(isinstance(event, paying) for event in happened)
    assert "%(" not in text


@pytest.mark.parametrize("kind", ["first_rails", "germany"])
def test_stations_that_differ_are_told_with_a_price_only_where_they_have_one(kind: str) -> None:
    table = played(2, kind=kind)[0].state.table
    company = next(iter(table.companies.values()))
    (stock, *_rest) = company.stock
    scene = RenderContext(table, NAMES[:2], ENGLISH)
    (row,) = rows([StockDiffers(company.id, stock.terrain, stock.price, 2, 1)], scene, scene)
    name = scene.company(company.id)
    assert row.what.endswith(
        f"stations of {name} left, for {stock.price}" if stock.price else f"stations of {name} left"
    )
    assert (row.one, row.other, bool(stock.price)) == ("2", "1", kind == "first_rails")
