"""What the people of a season are like: when they read their mail, when they play, and what else they do."""

from dataclasses import dataclass
from typing import Final, Literal

from pbem.store.rows import MailFormat, Reports

Diligence = Literal["prompt", "reminded", "forgetful", "gone"]
"""When somebody plays: as he reads that it is his turn, only when he is reminded, now and then too late, or, from some
day on, never again."""


@dataclass(frozen=True)
class Habits:
    """A person as the season knows him. Hours are of his own clock, days those since the season began."""

    name: str
    zone: str = "Europe/Berlin"
    language: str = "en"
    hours: tuple[int, ...] = (7, 19)
    """When he reads his mail."""
    diligence: Diligence = "prompt"
    forgets: float = 0.0
    """The share of his turns that he plays too late, where he is forgetful."""
    gone_on: int | None = None
    """The day from which he never answers again."""
    format: MailFormat = "text"
    reports: Reports = "all"
    away: tuple[tuple[int, int], ...] = ()
    """The first and the last day of each absence that he announces, a week before if there is one."""
    resigns_after: int | None = None
    """After how many turns in a game he gives up his seat there; he does so once."""
    regrets: bool = False
    """Whether he asks for that seat again a few hours later."""
    stands_by: bool = False
    """Whether he takes over seats."""
    plans: float = 0.0
    """How often he gives orders for his next turn when a turn of his has ended."""
    chats: float = 0.0
    """How often he writes to the others when a turn of his has ended."""
    mutes: bool = False
    """Whether he soon has enough of what others write."""
    watches: bool = False
    """Whether he follows games that he has no seat in."""
    extends: float = 0.0
    """How often he asks for more time when he is reminded."""
    disputes: float = 0.0
    """How often he disputes the turn before his own as he reads of it."""
    slips: float = 0.0
    """How often he asks to take a turn of his back when it has ended."""
    consents: float = 0.6
    """How often he agrees to take back what others ask to."""
    speaks: float = 0.4
    """How often he has something to say about what is disputed."""
    moderates: bool = False
    """Whether the operator has made him a moderator, who sits at his desk one evening a week."""
    plays: bool = True
    """Whether he joins games."""
    bot: str = "heuristic"
    """Who thinks for him; one of `bot_names()`."""


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
"""The people of a season."""
