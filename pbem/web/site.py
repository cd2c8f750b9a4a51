"""What the pages are made from: the parts that the program hands to them, within reach of every view."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

from flask import current_app

from pbem.adjudicator import Adjudicator
from pbem.adjudicator.history.archive import Archive
from pbem.clock import Clock, to_ms
from pbem.config import Settings
from pbem.store import Database
from pbem.web.answers import LastAnswers

KEY: Final = "pbem"
"""Where an application keeps its Site among its extensions."""


@dataclass(frozen=True)
class Site:
    """The parts of the program that the pages work with."""

    settings: Settings
    database: Database
    adjudicator: Adjudicator
    clock: Clock
    answers: LastAnswers
    archive: Archive
    changed: Callable[[], None]
    """Called when something was written that others wait for: a mail to send, or a turn to play."""

    letters_port: Callable[[], int]
    """The port at which letters are taken now."""

    def now_ms(self) -> int:
        """The present moment, in milliseconds since the epoch."""
        return to_ms(self.clock())


def site() -> Site:
    """The Site of the application that serves this request."""
    return cast(Site, current_app.extensions[KEY])
