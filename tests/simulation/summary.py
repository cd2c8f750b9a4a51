"""The summary of a season: its games and players, the mail that went to and fro, and what befell."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rows_kit import mails_after, turns_taken

from pbem.adjudicator import statistics
from pbem.adjudicator.sessions import load_game
from pbem.adjudicator.statistics import Luck, Tally
from pbem.clock import from_ms
from pbem.i18n import ENGLISH, catalogue
from pbem.reports import document as doc
from pbem.reports.dice import verdict
from pbem.reports.document import loaded
from pbem.store import Tx
from pbem.store.across.outages import OutageRow, list_last_outages
from pbem.store.games.game import GameRow
from pbem.store.games.listing import list_games, list_games_of_player
from pbem.store.games.log import list_notes
from pbem.store.games.seats import TurnTakenRow, list_seat_contacts
from pbem.store.games.statistics import Ends, Tenures, Turns
from pbem.store.mail.inbox import count_letters_by_status
from pbem.store.mail.outbox import find_mail_document
from pbem.store.mail.press import list_press_of_game
from pbem.store.players.player import PlayerRow, list_players
from rules_core.line.events import EndReason

from .runner import Simulation

_ALL: Final = 10_000
ENGLISH_WORDS: Final = catalogue(ENGLISH)


@dataclass(frozen=True)
class GameLine:
    """A game, how far it has come, and how it ended if it has; `winners` is empty in a draw, and while it runs."""

    game: str
    name: str
    kind: str
    players: tuple[str, ...]
    late: str
    pace: str
    press: str
    years: int
    turns: int
    turns_by: Mapping[str, int]
    """How many were ended by players, their standing orders, the server, a bot."""
    ended: EndReason | None
    winners: tuple[str, ...]


@dataclass(frozen=True)
class PlayerLine:
    """A player: games, punctuality, and ratings by kind of game, of those that are shown."""

    player: str
    seats: int
    finished: int
    won: int
    turns: int
    late: int
    in_his_place: int
    """Turns that somebody else had to play."""
    given_up: int
    lost: int
    taken_over: int
    ratings: Mapping[str, float]


@dataclass(frozen=True)
class OutageLine:
    """A span by which deadlines were moved, as the server was out or its clock jumped; negative: back."""

    began: str
    hours: float


@dataclass(frozen=True)
class DiceLine:
    """How the dice of one kind of game fell, and what the test of them comes to."""

    kind: str
    faces: Mapping[str, int]
    expected: Mapping[str, float]
    verdict: tuple[str, ...]
    """Sentences: how often fair dice deviate as far or farther, and whether that is remarkable among so many tests."""


@dataclass(frozen=True)
class Summary:
    """All of a season in numbers. `befell` counts the notes of the games' logs by what they are about."""

    days: int
    games: tuple[GameLine, ...]
    players: tuple[PlayerLine, ...]
    letters: Mapping[str, int]
    """By what became of them; "refused" are those that the door did not take."""
    mails: Mapping[str, int]
    """By kind."""
    befell: Mapping[str, int]
    standing: Mapping[str, int]
    """Lines of orders for a next turn, by how their fate looks."""
    press: Mapping[str, int]
    """By whether all could read it, and whether it bore a name."""
    dice: tuple[DiceLine, ...]
    """Of final rolls, by kind of game."""
    extensions: int
    outages: tuple[OutageLine, ...]


def summary_of(simulation: Simulation) -> Summary:
    """Sum up a season as it stands."""
    with simulation.server.database.read() as tx:
        games = list_games(tx)
        taken = turns_taken(tx)
        letters = dict(count_letters_by_status(tx))
        return Summary(
            days=(simulation.server.clock.at - simulation.began).days,
            games=tuple(_game_line(tx, game, [turn for turn in taken if turn.game_id == game.id]) for game in games),
            players=tuple(_player_line(tx, player) for player in list_players(tx)),
            letters={**letters, "refused": sum(agent.refused for agent in simulation.agents.values())},
            mails=_sorted(Counter(mail.kind for mail in mails_after(tx, 0))),
            befell=_sorted(_befell(tx, games)),
            standing=_sorted(_standing(tx)),
            press=_sorted(_press(tx, games)),
            dice=tuple(_dice_line(found) for found in statistics.luck_of_server(tx)),
            extensions=sum(seat.extensions for game in games for seat in list_seat_contacts(tx, game.id)),
            outages=tuple(_outage_line(outage) for outage in reversed(list_last_outages(tx, _ALL))),
        )


def _game_line(tx: Tx, game: GameRow, turns: list[TurnTakenRow]) -> GameLine:
    loaded = load_game(tx, game.id)
    table = loaded.session.state.table
    return GameLine(
        game=game.tag,
        name=game.name,
        kind=game.kind,
        players=loaded.names,
        late=game.late,
        pace=game.pace,
        press=game.press,
        years=table.year,
        turns=len(turns),
        turns_by=_sorted(Counter(turn.played_by for turn in turns)),
        ended=table.ended,
        winners=tuple(loaded.names[standing.seat] for standing in table.standings if standing.place == 1),
    )


def _player_line(tx: Tx, player: PlayerRow) -> PlayerLine:
    tallies = statistics.tally_player(tx, player.id)
    total = tallies[-1] if tallies else Tally(None, None, Ends(), Turns(), Tenures(), None)
    return PlayerLine(
        player=player.name,
        seats=len(list_games_of_player(tx, player.id)),
        finished=total.ends.games,
        won=total.ends.won,
        turns=total.turns.turns,
        late=total.turns.late,
        in_his_place=total.turns.in_his_place,
        given_up=total.tenures.given_up,
        lost=total.tenures.lost,
        taken_over=total.tenures.taken_over,
        ratings={kind: round(skill.mu, 2) for kind, skill in statistics.load_skills(tx, player.id).items()},
    )


def _outage_line(outage: OutageRow) -> OutageLine:
    began = min(outage.from_ms, outage.until_ms)
    return OutageLine(f"{from_ms(began):%Y-%m-%d %H:%M}", round((outage.until_ms - outage.from_ms) / 3_600_000, 1))


def _befell(tx: Tx, games: list[GameRow]) -> Counter[str]:
    return Counter(str(json.loads(note.payload)["about"]) for game in games for note in list_notes(tx, game.id, 0))


def _dice_line(found: Luck) -> DiceLine:
    dice = found.found
    return DiceLine(
        kind=found.kind,
        faces={face: dice.thrown(face) for face in dice.faces},
        expected={face: round(dice.expected(face), 1) for face in dice.faces},
        verdict=tuple(verdict("server", dice, found.tests, found.corrected, ENGLISH_WORDS)),
    )


def _standing(tx: Tx) -> Counter[str]:
    """Count the fates of standing orders, in mails with a section of their own for them."""
    fates: Counter[str] = Counter()
    for mail in mails_after(tx, 0):
        title = doc.Heading(ENGLISH_WORDS.text("Your next-turn orders"))
        text = find_mail_document(tx, mail.id) if f"== {title.text} ==" in mail.text else None
        blocks = loaded(text).blocks if text else ()
        section = blocks[blocks.index(title) :] if title in blocks else ()
        found = next((block for block in section if isinstance(block, doc.Fates)), None)
        fates.update(fate.style for fate in (found.lines if found else ()))
    return fates


def _press(tx: Tx, games: list[GameRow]) -> Counter[str]:
    pieces = [piece for game in games for piece in list_press_of_game(tx, game.id)]
    return Counter(
        f"{'anonymous' if piece.anonymous else 'signed'} {'to all' if piece.to_all else 'to some'}" for piece in pieces
    )


def _sorted(counted: Mapping[Any, int]) -> dict[str, int]:
    return {str(key): counted[key] for key in sorted(counted)}
