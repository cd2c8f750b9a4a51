"""Games and players as the public data tells them: positions, lists and counts into the classes of `data`."""

import json
from collections.abc import Sequence

from msgspec import Struct

from pbem.adjudicator.sessions import beacon_of
from pbem.adjudicator.statistics import Profile, Tally
from pbem.clock import iso
from pbem.games.presentation import presentation_of
from pbem.lobby.public_rounds import planned_draw
from pbem.store.games.game import GameRow, GameStatus
from pbem.store.games.seats import SeatPlayer
from pbem.store.games.statistics import PlayerLine, Skill
from pbem.store.games.waiting_lists import ListRow, WaitingPlayer
from pbem.store.players.player import PlayerRow
from pbem.web.games.chronicle import Posted, WentBack
from pbem.web.public_data import data
from rules_core.kernel.beacon import BeaconDraw
from rules_core.kernel.position import SeatView


def game(
    row: GameRow,
    seats: Sequence[SeatPlayer],
    view: SeatView,
    notices: Sequence[Posted],
    backs: Sequence[WentBack],
    base_url: str,
) -> data.GameData[Struct, Struct]:
    """A game with its position; `view` is a spectator's, at the last final position."""
    public_data = presentation_of(row.kind).public_data
    return data.GameData(
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
        state=public_data.state(view, [seat.name for seat in seats]),
        notices=tuple(data.Notice(iso(one.at_ms), one.about, one.seat, one.text) for one in notices),
        result=None if view.table.ended is None else public_data.result(view.table),
        links=_links(row, base_url),
    )


def listed(
    kind: str,
    status: GameStatus,
    total: int,
    games: Sequence[tuple[GameRow, Sequence[SeatPlayer]]],
    following: str | None,
    base_url: str,
) -> data.GameList:
    """A page of the games of a kind; `following` is the address of the next page."""
    lines = tuple(_line(row, seats, base_url) for row, seats in games)
    return data.GameList(kind, status, total, lines, following)


def waiting(lists: Sequence[tuple[ListRow, Sequence[WaitingPlayer]]], base_url: str) -> data.WaitingLists:
    """The games that wait for players, with those who wait for each."""
    return data.WaitingLists(tuple(_waiting(row, players, base_url) for row, players in lists))


def _waiting(row: ListRow, players: Sequence[WaitingPlayer], base_url: str) -> data.WaitingList:
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


def players(seats: Sequence[SeatPlayer], base_url: str) -> tuple[data.PlayerData, ...]:
    """The players of a game, by seat."""
    return tuple(
        data.PlayerData(
            seat=seat.seat,
            id=seat.player_id,
            name=seat.name,
            program=seat.bot is not None,
            url=f"{base_url}/players/{seat.player_id}",
        )
        for seat in seats
    )


def _iso(at_ms: int | None) -> str | None:
    return None if at_ms is None else iso(at_ms)


def _line(row: GameRow, seats: Sequence[SeatPlayer], base_url: str) -> data.GameLine:
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
        url=base_url + data.GAME.path(tag=row.tag),
    )


def _rollback(row: GameRow, back: WentBack, base_url: str) -> data.RollbackData:
    return data.RollbackData(
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
        record=base_url + data.RECORD.path(tag=row.tag),
        feed=base_url + data.GAME_FEED.path(tag=row.tag),
    )


def profile(row: PlayerRow, found: Profile, base_url: str) -> data.ProfileData:
    """A player with what is counted of them."""
    tenures = found.together.tenures
    return data.ProfileData(
        id=row.id,
        name=row.name,
        program=row.bot is not None,
        away=tuple(data.AbsenceData(absence.first_day, absence.last_day) for absence in found.away),
        ratings=tuple(data.Ratings(kind, _rating(skill)) for kind, skill in found.skills.items()),
        counted=tuple(map(_counted, found.tallies)),
        together=_counted(found.together),
        given_up=tenures.given_up,
        lost=tenures.lost,
        taken_over=tenures.taken_over,
        page=f"{base_url}/players/{row.id}",
        feed=base_url + data.PLAYER_FEED.path(player_id=row.id),
    )


def ranking(
    kind: str, total: int, lines: Sequence[PlayerLine], following: str | None, base_url: str
) -> data.PlayerList:
    """A page of the players of a kind of game; `following` is the address of the next page."""
    return data.PlayerList(kind, total, tuple(_ranked(line, base_url) for line in lines), following)


def _ranked(line: PlayerLine, base_url: str) -> data.Ranked:
    return data.Ranked(
        id=line.player_id,
        name=line.name,
        program=line.bot is not None,
        rating=None if line.skill is None else _rating(line.skill),
        games=line.games,
        won=line.won,
        best=line.best,
        mean=line.mean,
        turns=line.turns,
        late=line.late,
        url=base_url + data.PLAYER.path(player_id=line.player_id),
    )


def _rating(skill: Skill) -> data.RatingData:
    return data.RatingData(round(skill.mu), round(skill.sigma), skill.games)


def _counted(tally: Tally) -> data.Counted:
    ends, turns = tally.ends, tally.turns
    return data.Counted(
        kind=tally.kind,
        seats=tally.seats,
        games=ends.games,
        won=ends.won,
        shared=ends.shared,
        drawn=ends.drawn,
        best=ends.best,
        mean=ends.mean,
        turns=turns.turns,
        late=turns.late,
        played_for=turns.in_his_place,
        median_seconds=None if tally.median_ms is None else round(tally.median_ms / 1000),
    )
