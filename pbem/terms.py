"""The terms on which a game is run, beside its rules."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pbem.clock import EVERY_DAY

Late: TypeAlias = Literal["wait", "pass", "standby", "standby-pass", "bot"]
"""What becomes of a turn whose time is up: the game waits and everybody is told; the server takes what it may for the
player and ends their turn; the seat is offered to players who stand by, and the game waits, or, where none of them
takes it, the server ends the turn; or a bot plays the turn."""
Proof: TypeAlias = Literal["token+from", "aligned", "code"]
"""What a letter needs to count as a player's: their address in From and the secret address that it went to; a signature
of the domain in From too; or a code that was mailed to them, quoted. Each is stricter than those before it."""
PressRule: TypeAlias = Literal["none", "signed", "anonymous"]
"""Whether players may write to each other through the server, and whether without a name, too."""

BeaconWish: TypeAlias = Literal["none", "wait", "without"]
"""Whether the dice of a list's game are drawn with a public round, and what becomes of the game where the round cannot
be had: it waits, or begins without after a time."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms that a game keeps: the time for a turn, what comes when it is up, and whether press is passed on."""

    pace: str = "7d"
    """The time for a turn: days ("7d") or hours ("36h"), of which only playing days count."""
    playing_days: str = EVERY_DAY
    """The days of the week on which time runs, from 1 for Monday to 7 for Sunday, in order."""
    zone: str = "UTC"
    """The time zone in which days begin and end."""
    late: Late = "wait"
    press: PressRule = "signed"
