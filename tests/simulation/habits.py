"""Habits of the agents: when they read their mail, when they play, and what else they do."""

from dataclasses import dataclass
from typing import Final, Literal

from pbem.store.players.preferences import MailFormat, Reports

Diligence = Literal["prompt", "reminded", "forgetful", "gone"]
"""When somebody plays: on reading that it is their turn, only when reminded, now and then too late, or, from some day
on, never again."""


@dataclass(frozen=True)
class Habits:
    """Habits of one agent. Hours are of the agent's own time zone, days are counted from the start of the season."""

    name: str
    zone: str = "Europe/Berlin"
    language: str = "en"
    hours: tuple[int, ...] = (7, 19)
    """When they read their mail."""
    diligence: Diligence = "prompt"
    forgets: float = 0.0
    """The share of turns played too late, by somebody forgetful."""
    gone_on: int | None = None
    """The day from which they never answer again."""
    format: MailFormat = "text"
    reports: Reports = "all"
    away: tuple[tuple[int, int], ...] = ()
    """The first and last day of each absence, which is announced a week before if there is one."""
    resigns_after: int | None = None
    """After how many turns in a game they give up the seat; they do so once."""
    regrets: bool = False
    """Whether they ask for that seat again a few hours later."""
    stands_by: bool = False
    """Whether they take over seats."""
    plans: float = 0.0
    """How often they give orders for their next turn when they have ended one."""
    chats: float = 0.0
    """How often they write to the others when they have ended a turn."""
    mutes: bool = False
    """Whether they soon have enough of what others write."""
    watches: bool = False
    """Whether they follow games in which they have no seat."""
    extends: float = 0.0
    """How often they ask for more time when reminded."""
    disputes: float = 0.0
    """How often they dispute the turn before their own."""
    slips: float = 0.0
    """How often they ask to take back a turn that they have ended."""
    consents: float = 0.6
    """How often they agree to what others ask to take back."""
    speaks: float = 0.4
    """How often they have something to say about a dispute."""
    moderates: bool = False
    """Whether the operator has made them a moderator, who works one evening a week."""
    plays: bool = True
    """Whether they join games."""
    bot: str = "heuristic"
    """The program that chooses their orders; one of `rules_core.bots.BOTS`, or "passing", which only ends its turns."""


CAST: Final[tuple[Habits, ...]] = (
    Habits("Ada", format="html", plans=0.3, chats=0.4, slips=0.15),
    Habits("Ben", hours=(21,), diligence="reminded", extends=0.3, disputes=0.2),
    Habits("Cleo", zone="America/New_York", diligence="forgetful", forgets=0.6),
    Habits("Dora", hours=(6, 12, 18), disputes=0.15, away=((30, 43), (75, 84))),
    Habits("Emil", language="de", disputes=0.25, resigns_after=4),
    Habits("Fay", zone="Australia/Sydney", stands_by=True),
    Habits("Gus", hours=(8, 20), plans=0.8, language="fr", slips=0.15),
    Habits("Hal", chats=0.6, disputes=0.2, slips=0.1, consents=0.3),
    Habits("Ida", plays=False, watches=True),
    Habits("Jon", reports="daily", hours=(9,), bot="random"),
    Habits("Kim", diligence="gone", gone_on=30),
    Habits("Nic", plays=False, diligence="gone", gone_on=32),
    Habits("Max", plays=False, moderates=True, hours=(20,)),
    Habits("Leo", reports="mine", mutes=True, resigns_after=2, regrets=True, zone="Asia/Tokyo"),
)
"""The agents of a season that `make season` plays."""
