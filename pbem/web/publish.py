"""Games as the public data tells them: positions and lists into the classes of `data`."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from pbem.adjudicator.casebook import beacon_of
from pbem.clock import from_ms
from pbem.games.line.drawing.board import ENDS, ways_out
from pbem.games.line.holdings import SeatLine, companies_of, seats_of
from pbem.games.line.render_context import Scene, on_tile
from pbem.i18n import ENGLISH, catalogue
from pbem.lobby.public_rounds import planned_draw
from pbem.store.rows import GameRow, GameStatus, ListRow, SeatRow, WaitingRow
from pbem.web import data
from pbem.web.noticeboard import Posted, WentBack
from pbem.web.publish_kinds import PARTS
from rules_core.actions import EndName
from rules_core.beacon import BeaconDraw
from rules_core.geometry import LETTERS, Side, Square, cell_of
from rules_core.table import Table
from rules_core.views import PlayerView


class Place(NamedTuple):
    """Where a square is, as data tells it: on a tile or sector, or in a country around the map."""

    tile: int | None
    square: str | None
    country: str | None


def game(
    row: GameRow,
    seats: Sequence[SeatRow],
    view: PlayerView,
    notices: Sequence[Posted],
    backs: Sequence[WentBack],
    base_url: str,
) -> data.Game:
    """A game with its position; `view` is a spectator's, at the last final position."""
    return data.Game(
        format=data.GAME,
        tag=row.tag,
        name=row.name,
        kind=row.kind,
        options=json.loads(row.options),
        status=row.status,
        created=iso(row.created_ms),
        pace=row.pace,
        playing_days=row.playing_days,
        time_zone=row.zone,
        late=row.late,
        press=row.press,
        commitment=row.commitment,
        beacon=_public_round(beacon_of(row)),
        players=players(seats, base_url),
        position=row.final_position,
        year=row.year,
        turn=row.turn,
        to_move=row.active_seat,
        deadline=_iso(row.deadline_ms),
        overdue=row.overdue > 0,
        held=_iso(row.held_ms),
        branch=len(backs) + 1,
        rollbacks=tuple(_rollback(row, back, base_url) for back in backs),
        state=state(view, [seat.name for seat in seats]),
        notices=tuple(data.Notice(iso(one.at_ms), one.about, one.seat, one.text) for one in notices),
        result=_result(view.table),
        links=_links(row, base_url),
    )


def listed(
    kind: str,
    status: GameStatus,
    total: int,
    games: Sequence[tuple[GameRow, Sequence[SeatRow]]],
    following: str | None,
    base_url: str,
) -> data.GameList:
    """A page of the games of a kind; `following` is the address of the next page."""
    lines = tuple(_line(row, seats, base_url) for row, seats in games)
    return data.GameList(data.GAMES, kind, status, total, lines, following)


def waiting(lists: Sequence[tuple[ListRow, Sequence[WaitingRow]]], base_url: str) -> data.WaitingLists:
    """The games that wait for players, with those who wait for each."""
    return data.WaitingLists(data.LISTS, tuple(_waiting(row, players, base_url) for row, players in lists))


def _waiting(row: ListRow, players: Sequence[WaitingRow], base_url: str) -> data.WaitingList:
    return data.WaitingList(
        number=row.id,
        name=row.name,
        kind=row.kind,
        options=json.loads(row.options),
        seats=row.seats,
        players=tuple(one.name for one in players),
        pace=row.pace,
        playing_days=row.playing_days,
        time_zone=row.zone,
        late=row.late,
        press=row.press,
        commitment=row.commitment,
        beacon=_public_round(planned_draw(row)),
        opened=iso(row.created_ms),
        closes=iso(row.expires_ms),
        url=f"{base_url}/lists/{row.id}",
    )


def _public_round(draw: BeaconDraw | None) -> data.PublicRound | None:
    if draw is None:
        return None
    chain = draw.chain
    return data.PublicRound(chain.name, chain.hash, draw.number, iso(draw.published_ms), draw.rule, draw.signature)


def players(seats: Sequence[SeatRow], base_url: str) -> tuple[data.Player, ...]:
    """Who sits where."""
    return tuple(
        data.Player(
            seat=seat.seat,
            id=seat.player_id,
            name=seat.name,
            program=seat.bot is not None,
            url=f"{base_url}/players/{seat.player_id}",
        )
        for seat in seats
    )


def state(view: PlayerView, names: Sequence[str]) -> data.State:
    """A position as a view shows it."""
    table = view.table
    scene = Scene(table, names, catalogue(ENGLISH))  # for the companies' letters, which are no words
    return data.State(
        bank=table.bank,
        start=table.start,
        last_year=table.last_year,
        players=tuple(_holding(line, table.kind) for line in seats_of(scene, view.screens)),
        companies=tuple(PARTS[table.kind].company(line) for line in companies_of(scene)),
        tiles=tuple(
            data.Tile(tile.number, cell.x, cell.y, table.landscape.layout(cell).rows, tile.stations)
            for cell, tile in table.landscape.tiles.items()
        ),
        pieces=_pieces(table),
        ends=tuple(_end(table, name) for name in ENDS),
        closed=_closed(table),
    )


def iso(at_ms: int) -> str:
    """A moment as data writes it: "2026-11-22T17:00:00Z"."""
    return from_ms(at_ms).isoformat(timespec="seconds").replace("+00:00", "Z")


def _iso(at_ms: int | None) -> str | None:
    return None if at_ms is None else iso(at_ms)


def _line(row: GameRow, seats: Sequence[SeatRow], base_url: str) -> data.GameLine:
    return data.GameLine(
        tag=row.tag,
        name=row.name,
        status=row.status,
        position=row.final_position,
        year=row.year,
        turn=row.turn,
        to_move=row.active_seat,
        deadline=_iso(row.deadline_ms),
        overdue=row.overdue > 0,
        held=_iso(row.held_ms),
        players=players(seats, base_url),
        url=f"{base_url}/games/{row.tag}.json",
    )


def _rollback(row: GameRow, back: WentBack, base_url: str) -> data.Rollback:
    return data.Rollback(
        position=back.position,
        at=iso(back.at_ms),
        to=back.to,
        left=back.left,
        epoch=back.epoch,
        text=back.text,
        history=f"{base_url}/games/{row.tag}/history?branch={back.left}",
    )


def _links(row: GameRow, base_url: str) -> data.Links:
    page = f"{base_url}/games/{row.tag}"
    return data.Links(
        page=page,
        history=f"{page}/history",
        position=f"{page}/at/{row.final_position}",
        record=f"{page}/record.json",
        feed=f"{page}/feed.atom",
    )


def _holding(line: SeatLine, kind: str) -> data.Holding:
    screen = line.screen
    return data.Holding(
        seat=line.seat,
        front=data.Faces(*line.front),
        directs=tuple(company.id for company in line.directs),
        hidden=None if screen is None else screen.hidden,
        passengers=PARTS[kind].passengers(line),
    )


def _place(table: Table, square: Square) -> Place:
    chart = table.box.chart
    country = chart.country(square) if chart else None
    if country is not None:
        return Place(None, None, country)
    return Place(table.landscape.tiles[cell_of(square)].number, on_tile(square), None)


def _pieces(table: Table) -> tuple[data.Piece, ...]:
    sites = table.box.chart.sites if table.box.chart else {}
    return tuple(
        data.Piece(
            **_place(table, square)._asdict(),
            sides=_letters(fixture.sides),
            company=fixture.company,
            town=sites[square].town if square in sites else None,
        )
        for pieces in table.line.tiles.values()
        for square, fixture in pieces.items()
    )


def _end(table: Table, name: EndName) -> data.End:
    end = table.line.end(name)
    return data.End(name=name, **_place(table, end.square)._asdict(), ways=_letters(ways_out(table.line, end)))


def _closed(table: Table) -> tuple[str, ...] | None:
    chart = table.box.chart
    if chart is None:
        return None
    return tuple(name for square, name in chart.countries.items() if square in table.landscape.closed)


def _result(table: Table) -> data.Result | None:
    if table.ended is None:
        return None
    return data.Result(table.ended, tuple(map(PARTS[table.kind].rank, table.standings)))


def _letters(sides: Sequence[Side]) -> tuple[str, ...]:
    return tuple(LETTERS[side] for side in sides)
