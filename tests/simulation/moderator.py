"""The moderator of a simulation: one evening a week they ask what needs them, and deal with it by letter."""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.cli.mail.player import Received
from pbem.store.mail.outbox import MailRow

from .agenda import Agenda
from .agents import Agent, confirming
from .habits import Habits
from .phrases import amendment_phrase, rollback_phrase
from .server import SimulatedServer

EVERY: Final = 7
"""How many days lie between two evenings of a moderator."""
_ANNOUNCES_EVERY: Final = 4
"""After how many evenings something is announced to everybody."""
_LATE_TOO_OFTEN: Final = 2
"""On how many evenings running a game may be late or held for it, until the seat is taken away."""
_HOLDS: Final = 0.3
_ASKS: Final = 0.25
_UNSEALS: Final = 0.3
_NEED: Final = re.compile(r"^(e\d+) · .+: ([a-z ]+)\n((?:   .+\n)+)", re.MULTILINE)
_SUBSTITUTE: Final = re.compile(r"substitute e\d+ \d+")
_DISPUTE: Final = re.compile(r"dispute (\d+)")
_DISPUTED: Final = re.compile(r"== Dispute (\d+) == (\S+) disputes the play at #(\d+) in (e\d+) ")
_RULES: Final = re.compile(r"== The rules that decided == ((?:FR|GE|R2)-\d+\w?)")
_PLACES: Final = re.compile(r"It can be rolled back to: ([#\d ]+)")


@dataclass(frozen=True)
class ShownDispute:
    """A dispute as a mail shows it: its number, who disputes which position of which game, and the rule concerned."""

    number: int
    who: str
    position: int
    tag: str
    rule: str
    places: tuple[int, ...]
    """The positions to which the game can go back."""


class Moderator(Agent):
    """An agent who moderates: in an evening they write letter after letter, each when the last is answered."""

    def __init__(self, habits: Habits, address: str, server: SimulatedServer, agenda: Agenda, seed: int) -> None:
        super().__init__(habits, address, server, agenda, seed)
        self._evenings = 0
        self._letters: deque[tuple[str, ...]] = deque()
        """The letters still to be written this evening, each a tuple of lines."""
        self._seen: dict[str, int] = {}
        """On how many evenings running a game has needed the moderator."""
        self._emptied: set[str] = set()
        """The games in which they have taken a seat away."""
        self._asked: set[int] = set()
        """The disputes that they have asked about, or ruled."""

    def begin_evening(self) -> None:
        """Begin an evening by asking for what needs the moderator."""
        self._evenings += 1
        self._letters = deque()
        self.write_to_office("desk")

    def _read(self, row: MailRow, mail: Received) -> None:
        super()._read(row, mail)
        if row.player_id is not None and mail.in_reply_to in self._written and self._evenings:
            self._continue_evening(mail.text)

    def _continue_evening(self, text: str) -> None:
        """Read an answer, and write the next letter of the evening."""
        line = " ".join(text.split())
        if "Reply `confirm` to do it" in line:
            self.write_to_office(confirming(text))
            return
        if "== Moderator desk ==" in text:
            self._letters.extend(self._deal_with(text))
        elif shown := shown_in(line):
            self._letters.extendleft(reversed(self._consider_dispute(shown)))
        if self._letters:
            self.write_to_office(*self._letters.popleft())

    def _deal_with(self, desk: str) -> list[tuple[str, ...]]:
        """Write about everything that needs the moderator."""
        found = [(tag, sort, body) for tag, sort, body in _NEED.findall(desk)]
        self._seen = {tag: self._seen.get(tag, 0) + 1 for tag in {tag for tag, _sort, _body in found}}
        letters = [lines for tag, sort, body in found if (lines := tuple(self._answers(tag, sort, body)))]
        if self._evenings % _ANNOUNCES_EVERY == 0:
            letters.append(("announce: Whoever goes on holiday, please tell the server beforehand.",))
        return letters

    def _answers(self, tag: str, sort: str, body: str) -> Iterator[str]:
        times = self._seen[tag]
        if sort == "disputed" and (dispute := _DISPUTE.search(body)):
            yield dispute[0]
            yield f"file {tag}"
        elif sort == "on hold":
            yield f"release {tag}: It is quiet again."
        elif sort == "deserted" or (sort == "late" and times >= _LATE_TOO_OFTEN and tag in self._emptied):
            yield f"cancel {tag}: Nobody plays it any more."
        elif sort == "late" and times >= _LATE_TOO_OFTEN and (seat := _SUBSTITUTE.search(body)):
            self._emptied.add(tag)
            yield f"{seat[0]}: Nobody has heard of them for weeks."
        elif sort == "late":
            is_held = self.chance.random() < _HOLDS
            yield f"hold {tag}: I ask where they are." if is_held else f"extend {tag} 2 days: It may happen to anybody."

    def _consider_dispute(self, shown: ShownDispute) -> Sequence[tuple[str, ...]]:
        """Write about a dispute: a question, and no more until next week, or a ruling."""
        if shown.number not in self._asked and self.chance.random() < _ASKS:
            self._asked.add(shown.number)
            return ((f"ask {shown.number}: What does each of you say about it?",),)
        self._asked.add(shown.number)
        unseal = [(f"unseal {shown.tag}: I have to see the letters.",)] if self.chance.random() < _UNSEALS else []
        return (*unseal, (self._ruling(shown),))

    def _ruling(self, shown: ShownDispute) -> str:
        chance, number = self.chance.random(), shown.number
        before = [place for place in shown.places if place < shown.position]
        if before and chance < 0.35:
            how = rollback_phrase(before, self.chance)
            return f"rule {number} {how} {shown.rule}: That was not as the rule says, so back it goes."
        if chance < 0.7:
            how = amendment_phrase(shown.who, shown.rule, self.chance)
            return f"rule {number} {how} {shown.rule}: It is easier mended than played again."
        return f"rule {number} uphold {shown.rule}: What was played is as the rule says."


def shown_in(text: str) -> ShownDispute | None:
    """Read the dispute in a mail whose text stands on one line; None where it shows none."""
    found = _DISPUTED.search(text)
    if found is None:
        return None
    rule, places = _RULES.search(text), _PLACES.search(text)
    return ShownDispute(
        int(found[1]),
        found[2],
        int(found[3]),
        found[4],
        rule[1] if rule else "FR-10",
        tuple(int(place) for place in re.findall(r"\d+", places[1])) if places else (),
    )
