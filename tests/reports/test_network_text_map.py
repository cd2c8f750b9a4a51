"""The map of Railroad Dice 2 in signs and in sentences."""

import re

from network_board_kit import PLAYERS, SEVEN, board_of, laid, names_of, random_boards, random_positions
from rules.network import square

from pbem.games.railroad_dice_2.maps.drawn_map import draw
from pbem.games.railroad_dice_2.maps.network_map import NetworkMap, usually_lit
from pbem.games.railroad_dice_2.maps.text_map import ASCII_SIGNS, TRACK_SIGNS, map_lines, station_sign
from pbem.games.railroad_dice_2.names import square_name
from pbem.i18n import PSEUDO
from pbem.reports.plain import WIDTH as MAIL
from rules_core.games.railroad_dice_2 import events as ev
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.games.railroad_dice_2.track import PAIRS, PIECES, Piece


def read_back(lines: list[str], signs: dict[str, Piece]) -> dict[str, Piece | str]:
    """The dice and stations that a text map shows, by the names of their squares."""
    found: dict[str, Piece | str] = {}
    columns: list[str] = []
    for line in lines:
        if not line:
            break
        if re.fullmatch(r"[a-z ]+", line):
            columns = line.split()
        row = re.match(r" *(\d+) ", line[:4])
        if row is None:
            continue
        for place, column in enumerate(columns):
            cell = line[4 + 3 * place : 7 + 3 * place]
            if cell[0] == "[":
                found[column + row[1]] = cell
            elif cell[1] in signs:
                found[column + row[1]] = signs[cell[1]]
    return found


def test_the_text_map_shows_every_die_and_station_as_it_lies() -> None:
    pieces = {sign: piece for piece, sign in TRACK_SIGNS.items()}
    assert len(pieces) == len(PIECES)
    for table, _ in (*random_positions(4)[::6], *random_positions(2, SEVEN)[::9]):
        board = board_of(table, 0)
        shown = read_back(map_lines(board, names_of(table)), pieces)
        dice: dict[str, Piece | str] = {square_name(die.square): die.pairs for die in board.dice}
        assert shown == dice | {square_name(each.square): station_sign(each) for each in board.stations}


def test_arms_of_track_meet_in_the_text_map() -> None:
    table = laid({"c2": "ew", "d2": "sw", "d3": "ns", "d4": "ns", "d5": "nw"})
    lines = map_lines(board_of(table), names_of(table))
    assert lines[3] == "  2 :. [G]────┐ :.  .  ~  ~ :^  ^  .  . : 2"
    column = lines[3].index("┐")
    assert [line[column] for line in lines[3:8]] == ["┐", "│", "│", "│", "┘"]


def test_a_text_map_in_ascii_is_ascii_and_tells_the_ways_of_complex_dice() -> None:
    for table, _ in random_positions(2)[::5]:
        board = board_of(table, 0)
        lines = map_lines(board, names_of(table), ascii_only=True)
        assert "\n".join(lines).isascii()
        facts = dict(re.findall(r"\b([a-z]{1,2}\d+) ((?:[nesw]{2}\+)[nesw]{2})", "\n".join(lines)))
        assert facts == {square_name(die.square): "+".join(die.pairs) for die in board.dice if len(die.pairs) == 2}
    assert len({ASCII_SIGNS[(pair,)] for pair in PAIRS}) == len(PAIRS)


def test_a_text_map_fits_into_a_mail() -> None:
    for board, table in zip(random_boards(), tables_of_random_boards(), strict=True):
        lines = map_lines(board, names_of(table))
        assert max(map(len, lines)) <= MAIL
        assert ("Further east:" in lines) == (board.columns > 21)


def tables_of_random_boards() -> list[NetworkTable]:
    """Tables of as many players, whose names the maps of the boards tell."""
    tables = {seats: random_positions(seats)[-1][0] for seats in (2, 4)}
    tables[3] = random_positions(3, (("arrangement", "random"),))[-1][0]
    return [tables[len(board.players)] for board in random_boards()]


def test_the_whole_text_map() -> None:
    table = laid(
        {"c2": "ew sw", "c3": "ne", "d2": "nw sw", "d3": "ns nw"},
        ["b2", "j6"],
        ["f3", "c6"],
        [5, 10, 0, 25, 0, 5],
    )
    shown = NetworkMap(names_of(table), 0).text()
    assert (
        "\n".join(shown)
        == """\
     a  b  c  d  e  f  g  h  i  j  k  l
    1 -- -- -- -2 -- -- -- -3 -- -- -- -
  1 :. (.) ^ (^):.  .  .  . :^  .  .  . : 1
  2 (.)[G]─┭──┥ :.  .  ~  ~ :^  ^  .  . : 2
  3 :. (.) └──┦ :. [1] ~  . :.  ^  .  . : 3
  4 :.  ~  . (.):.  .  .  . :.  .  .  . : 4
    4 -- -- -- -5 -- -- -- -6 -- -- -- -
  5 :.  .  .  . :.  .  .  . :.  ~  .  . : 5
  6 :.  . [2] . :.  ^  .  . :~ [B] .  . : 6
  7 :.  ^  ^  . :.  ^  ^  . :.  .  .  . : 7
  8 :.  .  .  . :.  .  .  ~ :.  .  ^  . : 8
    - -- -- -- -- -- -- -- -- -- -- -- -
     a  b  c  d  e  f  g  h  i  j  k  l

 . grass   ^ mountain   ~ water   1 -- tile 1   [G] green: Anna
 [B] blue: Ben   [1] grey 1   (.) where the line of Anna can go on
 a heavy arm: where two ways meet

 Complex dice:  c2 ew+sw  d2 sw+nw  d3 ns+nw

 Waiting: tile 1: 5, tile 2: 10, tile 4: 25, tile 6: 5."""
    )


def test_the_map_is_told_in_sentences() -> None:
    table = laid({"c2": "ew sw", "d2": "ew", "e2": "ew"}, ["b2", "j6"], ["f2"], [5, 1, 0, 25, 0, 5])
    news = [ev.TrackLaid(0, square("e2"), "ew", "straight", 0)]
    texts = NetworkMap(names_of(table), 0).described(news)
    assert texts[0] == "Columns a to l run from west to east, rows 1 to 8 from north to south."
    assert texts[1] == (
        "Tile 1 (a1 to d4). 5 passengers wait. Stations: green (b2, home of Anna). Mountain: c1 to d1, b2 to c2. "
        "Water: b4. Dice: c2 right switch east-west and south-west; d2 straight east-west."
    )
    assert texts[2] == (
        "Tile 2 (e1 to h4). 1 passenger waits. Stations: grey 1 (f2). Water: g2 to h2, f3 to g3. "
        "Dice: e2 straight east-west."
    )
    assert texts[3] == "Tile 3 (i1 to l4). Mountain: i1, i2 to j2, j3."
    assert "The line of Anna reaches grey 1 (2 tiles). It can be built on at" in texts[7]
    assert "c3 from north" in texts[7]
    assert texts[8].startswith("The line of Ben reaches no station.")
    assert texts[-1] == "New track: e2."


def test_every_die_and_station_is_told() -> None:
    for table, _ in random_positions(4)[::7]:
        text = " ".join(NetworkMap(names_of(table), None).described())
        for at, piece in table.network.track.items():
            assert re.search(rf"\b{square_name(at)} (straight|curve|[a-z ]+) ", text), piece
        for station in table.network.stations:
            assert f"({square_name(station.square)}" in text


def test_every_word_is_in_the_catalogue() -> None:
    table = random_positions(2)[-1][0]
    names = names_of(table, PSEUDO)
    for text in (*NetworkMap(names, 0).described(random_positions(2)[-1][1]), NetworkMap(names, 0).alt()):
        bare = re.sub("|".join(PLAYERS), "", text)
        while bare != (less := re.sub("⟦[^⟦⟧]*⟧", "", bare)):
            bare = less
        assert not re.search("[A-Za-z]", bare)


def test_the_block_of_a_document_holds_the_board() -> None:
    table = laid({"c2": "ew"})
    shown = NetworkMap(names_of(table), usually_lit(table))
    block = shown.block([])
    assert block.kind == table.kind
    assert draw(bytes(block.board)) == shown.svg()
    assert list(block.lines) == map_lines(board_of(table, table.turn.seat), names_of(table))
    assert shown.text()[: len(block.lines)] == list(block.lines)
    assert block.alt == shown.alt()
    assert shown.alt().startswith("Map of the six tiles with 2 stations and 1 die. Waiting: tile 1: 5, tile 6: 5.")
