"""Players as the public data tells them: what is counted of them into the classes of `data_players`."""

from collections.abc import Sequence

from pbem.adjudicator.statistics.players import Profile, Tally
from pbem.store.rows import PlayerRow
from pbem.store.tallies import PlayerLine, Skill
from pbem.web.public_data import data_players as data


def profile(row: PlayerRow, found: Profile, base_url: str) -> data.ProfileData:
    """A player with what is counted of him."""
    page = f"{base_url}/players/{row.id}"
    tenures = found.together.tenures
    return data.ProfileData(
        format=data.PLAYER,
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
        page=page,
        feed=f"{page}/feed.atom",
    )


def ranking(
    kind: str, total: int, lines: Sequence[PlayerLine], following: str | None, base_url: str
) -> data.PlayerList:
    """A page of the players of a kind of game; `following` is the address of the next page."""
    return data.PlayerList(data.PLAYERS, kind, total, tuple(_ranked(line, base_url) for line in lines), following)


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
        url=f"{base_url}/players/{line.player_id}.json",
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
