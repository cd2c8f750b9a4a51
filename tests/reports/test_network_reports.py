"""Reports of Railroad Dice 2: who waits where, what one could carry, what is needed, and how near the end is."""

import re

import pytest
from network_reports_kit import first, in_the_middle, legal_at, names_of, played, presented, report, unwrapped
from reports_kit import NAMES

from pbem.games.railroad_dice_2.outlook import end_near
from pbem.games.railroad_dice_2.sentences import CLOSINGS, ENDINGS
from pbem.reports import document as doc
from rules_core.games.railroad_dice_2 import game
from rules_core.kernel.definition import fold


def test_a_report_tells_who_waits_where_who_has_what_and_what_is_for_sale() -> None:
    table = in_the_middle()
    names, text = names_of(table), report(table, table.turn.seat)
    for at in range(len(table.network.stations)):
        assert names.station(at) in text
    for seat, player in enumerate(table.players):
        row = next(line for line in text.splitlines() if line.startswith(NAMES[seat]) and " of " in line)
        assert str(player.units) in row.split() and f"{len(player.connected)} of 8" in row
    shown_text = unwrapped(text)
    assert f"For sale now: locomotive {table.locomotives[0]} for" in shown_text
    assert f"In the bank: {table.bank} units" in shown_text and "In the dice bank:" in shown_text


def test_a_report_tells_its_reader_what_each_locomotive_reaches_and_could_carry() -> None:
    """R2-16: the distance is not more than the number; what moves is the smaller of number and waiting."""
    table = in_the_middle()
    for seat in range(table.seats):
        if not table.players[seat].locomotives or not table.players[seat].connected:
            continue
        lines = unwrapped(report(table, seat))
        for number in set(table.unused(seat)):
            match = re.search(
                rf"locomotives? {number}: ([^:]+?)(?= (?:\d+ )?locomotives? \d+:| too far| at best| What)", lines
            )
            assert match is not None
            for station in table.players[seat].connected:
                distance = table.distance(seat, station)
                assert distance is not None
                reached = f"{names_of(table).station(station)} ({min(number, table.waiting_at(station))})"
                assert (reached in match[1]) == (distance <= number), match[0]


def test_a_report_tells_what_the_next_connections_need() -> None:
    table = in_the_middle()
    presenter = presented(table)
    (block,) = presenter.prospects(game.view(table, table.turn.seat))
    assert isinstance(block, doc.Entries)
    needs = next(entry for entry in block.items if "connections need" in entry.head)
    assert needs.details
    kinds = r"\d+ (?:straight|curve|left switch|right switch|wye|crossing|double curve|\?)"
    assert all(re.search(kinds, line) or line.startswith("farther away") for line in needs.details)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_report_tells_how_near_the_closing_phase_is_by_each_cause(seats: int) -> None:
    """R2-30."""
    table = in_the_middle(seats)
    text = unwrapped(report(table, None))
    most = max(len(player.connected) for player in table.players)
    lacking = len(table.network.stations) - 1 - most
    assert re.search(rf"connected to all stations \([^)]* lacks? {lacking}", text)
    assert f"the bank is empty ({table.bank} units left)" in text
    assert f"no complex dice are left ({table.complex_left} now)" in text
    assert f"2 dice or fewer ({table.simple_left + table.complex_left} now)" in text
    in_hand = bool(table.turn.simple or table.turn.complex)
    assert ("Dice in hand count as if they lay in the dice bank." in text) is in_hand


def test_a_report_says_why_it_counts_more_dice_than_lie_in_the_bank() -> None:
    table = in_the_middle()
    banked = table.simple + table.complex
    bare, full = (table.with_turn(simple=simple, complex=()) for simple in ((), ("curve",)))
    assert f"({banked} now)." in end_near(names_of(bare)) and "in hand" not in end_near(names_of(bare))
    text = f"({banked + 1} now). Dice in hand count as if they lay in the dice bank."
    assert end_near(names_of(full)).endswith(text)


def test_no_locomotive_is_offered_while_stations_are_placed() -> None:
    table = fold(game, game.setup({}, 2, lambda key, sides: 0))
    assert table.phase == "placing"
    presenter = presented(table)
    assert presenter.supply().startswith("In the bank: ") and not presenter.tables(game.view(table, 0))["is_selling"]
    later = in_the_middle()
    assert presented(later).supply().startswith("For sale now: ")
    assert presented(later).tables(game.view(later, 0))["is_selling"]


def test_while_stations_are_placed_a_report_says_where_they_may_stand_and_not_year_0() -> None:
    """R2-5."""
    table = played(3)[4][0]
    text = report(table, table.turn.seat)
    mover = NAMES[table.turn.seat]
    assert "It's your turn (placing stations, turn 5)." in unwrapped(text)
    assert f"{mover} places the next grey station. It may stand on:" in unwrapped(text)
    assert "year 0" not in unwrapped(text)
    open_names = re.findall(r"\b[a-z]\d\b", " ".join(re.findall(r"tile \d: ([a-z0-9 ]+)", text)))
    assert len(open_names) == len(set(open_names)) == len(legal_at(table))


def test_in_the_closing_phase_a_report_begins_with_why_and_what_may_still_be_done() -> None:
    """R2-30, R2-31."""
    table = first(played(3), lambda table: table.phase == "closing" and not table.over)
    assert table.closing is not None
    opening = unwrapped(report(table, table.turn.seat).partition("==")[0])
    assert f"The closing phase has begun: {CLOSINGS[table.closing]}." in opening
    assert "The game ends when nobody waits any more" in unwrapped(report(table, None))


def test_the_end_is_told_with_standings_and_what_decided() -> None:
    """R2-31."""
    table = played(3)[-1][0]
    assert table.over
    text = unwrapped(report(table, 0))
    assert "The game is over:" in text and ENDINGS[table.ended or ""] in text
    assert "decide" in text and "(R2-31)" in text
    assert all(f" {one.units} " in text for one in table.standings)


def test_no_report_is_longer_than_a_few_pages_and_no_line_wider_than_a_mail() -> None:
    for table, events in (*played(4)[::25], *played(2)[::25]):
        lines = report(table, table.turn.seat, events).splitlines()
        assert len(lines) < 130
        assert all(len(line) <= 72 for line in lines), max(lines, key=len)


def test_all_texts_of_a_report_go_through_the_catalogue() -> None:
    for table in (played(3)[3][0], in_the_middle()):
        for block in presented(table, "xx").position(()):
            if isinstance(block, doc.Grid):
                assert all("⟦" in cell for cell in block.head)
            elif isinstance(block, doc.Lines):
                assert all(line.startswith("⟦") for line in block.lines)
