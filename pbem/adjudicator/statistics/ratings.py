"""Ratings: how strong players have shown themselves to be in a kind of game, by the places they came to.

The model is Plackett and Luce's as the library openskill has it, with its own constants: skill is a number `mu` that
nobody knows, and `sigma` how far it may be off. A game counts where it was finished by the rules and people alone began
it, each with one seat. A seat's result is that of whoever sat there when the game began, whatever has become of him.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import isclose
from typing import Final

from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.tallies import RatingRow, StartedRow

SHOWN_FROM: Final = 3
"""Games that count before a rating is shown: the first ones tell next to nothing."""
_PRECISION: Final = 1e-9
"""How far ratings worked out on two machines may differ, relatively: the last digits are the machine's."""


def rate_games(tx: Tx) -> None:
    """Rates all games that count and are not rated yet, in the order of their ends."""
    waiting = _games(repo.games_of_people(tx, unrated=True))
    for game in waiting:
        ids = [seat.player_id for seat in game]
        known = {rating.player_id: rating for one in ids if (rating := repo.newest_rating(tx, game[0].kind, one))}
        repo.put_ratings(tx, rated(game, known))


def rate_anew(tx: Tx) -> None:
    """Works out all ratings once more, from how games ended."""
    repo.forget_ratings(tx)
    repo.put_ratings(tx, recomputed(repo.games_of_people(tx)))


def is_sound(tx: Tx) -> bool:
    """Whether the ratings kept are those that come of how games ended."""
    kept, told = repo.ratings(tx), recomputed(repo.games_of_people(tx))
    told.sort(key=lambda rating: (rating.at_ms, rating.game_id, rating.player_id))
    return len(kept) == len(told) and all(map(_agree, kept, told))


def recomputed(seats: Sequence[StartedRow]) -> list[RatingRow]:
    """The ratings that come of the ends of games, in the order of their ends."""
    newest: dict[tuple[str, int], RatingRow] = {}
    found: list[RatingRow] = []
    for game in _games(seats):
        kind = game[0].kind
        known = {seat.player_id: newest[kind, seat.player_id] for seat in game if (kind, seat.player_id) in newest}
        new = rated(game, known)
        newest |= {(kind, rating.player_id): rating for rating in new}
        found += new
    return found


def rated(game: Sequence[StartedRow], known: Mapping[int, RatingRow]) -> list[RatingRow]:
    """The ratings of those who began a game, after it; `known` are those they had before."""
    from openskill.models import PlackettLuce  # takes longer to load than most commands to run

    model = PlackettLuce()
    before = [known.get(seat.player_id) for seat in game]
    teams = [[model.rating(mu=one.mu, sigma=one.sigma) if one else model.rating()] for one in before]
    after = model.rate(teams, ranks=[seat.place for seat in game])
    return [
        RatingRow(
            game_id=seat.game_id,
            player_id=seat.player_id,
            kind=seat.kind,
            place=seat.place,
            games=(old.games if old else 0) + 1,
            mu=new.mu,
            sigma=new.sigma,
            at_ms=seat.ended_ms,
        )
        for seat, old, (new,) in zip(game, before, after, strict=True)
    ]


def _games(seats: Sequence[StartedRow]) -> Iterator[list[StartedRow]]:
    """The seats game by game, without games in which somebody had two."""
    for _game, found in groupby(seats, key=lambda seat: seat.game_id):
        game = list(found)
        if len({seat.player_id for seat in game}) == len(game):
            yield game


def _agree(one: RatingRow, other: RatingRow) -> bool:
    is_same = replace(one, mu=other.mu, sigma=other.sigma) == other
    return (
        is_same
        and isclose(one.mu, other.mu, rel_tol=_PRECISION)
        and isclose(one.sigma, other.sigma, rel_tol=_PRECISION)
    )
