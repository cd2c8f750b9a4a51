"""What the pages are made from: the parts that the program hands to them, within reach of every view."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

from flask import current_app

from pbem.adjudicator.history.archive import Archive
from pbem.clock import Clock, to_ms
from pbem.config import Settings
from pbem.intake import Intake
from pbem.store import Database
from pbem.web.answers import LastAnswers

KEY: Final = "pbem"
"""Where an application keeps its Site among its extensions."""


@dataclass(frozen=True)
class Site:
    """The parts of the program that the pages work with."""

    settings: Settings
    database: Database
    intake: Intake
    clock: Clock
    answers: LastAnswers
    archive: Archive
    letters_port: Callable[[], int]
    """The port at which letters are taken now."""

    def changed(self) -> None:
        """Say that a page wrote something that others wait for: a mail to send."""
        self.intake.door.changed()

    def now_ms(self) -> int:
        """The present moment, in milliseconds since the epoch."""
        return to_ms(self.clock())


def site() -> Site:
    """The Site of the application that serves this request."""
    return cast(Site, current_app.extensions[KEY])
