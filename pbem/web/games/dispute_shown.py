"""Disputes, rulings and the moments that they are about, as several pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.adjudicator.history.archive import Branch, PastMoment
from pbem.adjudicator.press import SeatTenures
from pbem.games.presenter import Presenter
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import DisputeRow
from pbem.web.games.drawings import MapPicture, map_picture
from pbem.web.visitor import words


@dataclass(frozen=True)
class ShownDispute:
    """A dispute with the names of who has filed it, and of who has ruled; "" for the operator."""

    dispute: DisputeRow
    who: str
    ruler: str


@dataclass(frozen=True)
class Said:
    """Something said about a dispute: by whom, by a moderator (`asks`) or a player, and when."""

    who: str
    asks: bool
    text: str
    at_ms: int


@dataclass(frozen=True)
class MomentPicture:
    """The map of a position, if the game has one."""

    position: int
    map: MapPicture | None


@dataclass(frozen=True)
class ShownMoment:
    """A moment in sentences, with its map."""

    title: str
    at_ms: int
    sentences: Sequence[str]
    picture: MomentPicture


def shown(tx: Tx, dispute: DisputeRow) -> ShownDispute:
    """A dispute as pages show it."""
    ruler = "" if dispute.ruled_by is None else repo.player(tx, dispute.ruled_by).name
    return ShownDispute(dispute, repo.player(tx, dispute.player_id).name, ruler)


def said_about(tx: Tx, dispute: DisputeRow) -> list[Said]:
    """What was said about a dispute, with the names that players had then."""
    tenures = SeatTenures.of(tx, dispute.game_id)
    return [
        Said(
            repo.player(tx, one.player_id).name if one.seat is None else tenures.names_at(one.at_ms)[one.seat],
            one.seat is None,
            one.text,
            one.at_ms,
        )
        for one in repo.statements(tx, dispute.id)
    ]


def moment_at(moment: PastMoment, presenter: Presenter) -> str:
    """A moment in a line: where in the log, in whose turn, and what was done first."""
    told = presenter.sentences(moment.events)
    return words().text(
        "#%(position)s, year %(year)s, %(player)s: %(what)s",
        position=moment.position,
        year=moment.year,
        player=presenter.player(moment.seat),
        what=told[0] if told else "–",
    )


def shown_moment(branch: Branch, position: int, presenter: Presenter) -> ShownMoment:
    """A moment with the position after it, as everybody sees it. Raises NotFound."""
    moment = branch.moments[branch.index_at(position)]
    title = words().text(
        "Year %(year)s, turn %(turn)s: %(player)s",
        year=moment.year,
        turn=moment.turn,
        player=presenter.player(moment.seat),
    )
    drawn = picture(position, presenter, branch.news_at(position))
    return ShownMoment(title, moment.at_ms, presenter.sentences(branch.news_at(position)), drawn)


def picture(position: int, presenter: Presenter, news: Sequence[object]) -> MomentPicture:
    """The map of a position; what `news` put there is marked."""
    return MomentPicture(position, map_picture(presenter, news))
