"""Mails as golden files show them: what they are about, with people in place of secrets, and what is long left out."""

import re
from collections.abc import Iterator
from typing import Final

from pbem.store import Database
from pbem.store.games.listing import list_games
from pbem.store.games.seats import list_seat_contacts
from pbem.store.players.player import find_player_by_address, list_players

LONG: Final = (
    "The line",
    "The landscape",
    "Germany",
    "Companies",
    "Players",
    "For your eyes only",
    "More about orders",
    "How to write orders",
    "What you can write",
)
"""The sections that are left out."""
LEFT_OUT: Final = "[...]"
_SECTION: Final = re.compile(r"^== (.+) ==$")
_TOKEN: Final = re.compile(r"\b[a-z2-7]{16}\b")
_SECRETS: Final = (
    (re.compile(r"\b[0-9a-f]{16}\b"), "<salt>"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "<sha-256>"),
    (re.compile(r"\b[\w-]{43}\b"), "<token>"),
    (re.compile(r"(?<=^confirm )\w{4} \w{4}$"), "<code>"),
    (re.compile(r"^( *\|? *)[a-z2-7]{10}(?=  \w+day )"), r"\1<a letter>"),
)


class Roles:
    """What people and addresses are called in golden files."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[str, str] = {}

    def person(self, address: str) -> str:
        """The name of who has a mail address; the address itself where nobody is registered with it."""
        with self._database.read() as tx:
            player = find_player_by_address(tx, address)
        return address if player is None else player.name

    def redacted(self, line: str) -> str:
        """A line with roles in place of tokens, and without anything else that differs from one run to the next."""
        for pattern, role in _SECRETS:
            line = pattern.sub(role, line)
        return _TOKEN.sub(lambda found: self._role(found[0]), line)

    def _role(self, token: str) -> str:
        if token not in self._known:
            self._learn()
        return self._known.setdefault(token, "<token>")

    def _learn(self) -> None:
        with self._database.read() as tx:
            self._known |= {player.token: f"<office of {player.name}>" for player in list_players(tx)}
            for game in list_games(tx):
                for seat in list_seat_contacts(tx, game.id):
                    self._known.setdefault(seat.token, f"<{seat.name}'s seat in {game.tag}>")


def gist(text: str, roles: Roles) -> Iterator[str]:
    """The lines of a mail that a golden file shows."""
    is_shown = True
    for line in text.rstrip().splitlines():
        section = _SECTION.match(line)
        if section:
            was_shown, is_shown = is_shown, section[1] not in LONG
            if is_shown:
                yield line
            elif was_shown:
                yield LEFT_OUT
        elif is_shown:
            yield roles.redacted(line)
