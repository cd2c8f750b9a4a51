"""The moments of games that channels were told of, as they are kept, and what is new to a channel."""

import json
from dataclasses import asdict
from functools import lru_cache
from typing import Any, Final

from pbem.notifications.moments import FactsOfGame, GameMoment, load_facts_of
from pbem.store import Tx
from pbem.store.accounts.channels import (
    ChannelGameRow,
    ChannelRow,
    forget_channel_games,
    list_matches_of_players,
    put_channel_game,
)

NOTHING: Final = ""
"""The moment of a game of which a channel was told nothing yet."""


def begin_with_present(tx: Tx, channel: ChannelRow, now_ms: int) -> None:
    """Have a channel know its player's games as they are now, so that it is told of what comes only."""
    forget_channel_games(tx, channel.id)
    games = [game_id for _, game_id in list_matches_of_players(tx, [channel.player_id])]
    for game_id, facts in load_facts_of(tx, games).items():
        moment = dumped(moment_for(facts, channel.player_id))
        put_channel_game(tx, ChannelGameRow(channel.id, game_id, moment, 0, now_ms, None))


def moment_for(facts: FactsOfGame, player_id: int) -> GameMoment:
    """The moment of a game for a player, without the press that they wrote themselves."""
    return facts.unasked_for(player_id)


def dumped(moment: GameMoment) -> str:
    """A moment in its stored form."""
    return json.dumps(asdict(moment), separators=(",", ":"))


@lru_cache(maxsize=20_000)
def loaded(text: str) -> GameMoment | None:
    """A moment that was kept; None for NOTHING, and where it has a form of another version of the program."""
    try:
        found: dict[str, Any] = json.loads(text)
        (year, turn), (latest_ms, pieces) = found.pop("turn"), found.pop("press")
        return GameMoment(**found, turn=(year, turn), press=(latest_ms, pieces))
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
