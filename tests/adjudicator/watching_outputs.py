"""What programs that watch the server are told, and its operator."""

import time
from collections.abc import Iterator

from renderer_kit import RENDERER

from adjudicator.kit import Game
from adjudicator.viewers import Viewer
from pbem.clock import to_ms
from pbem.daemon.health.liveness import Liveness
from pbem.daemon.health.metrics import Metrics
from pbem.daemon.health.readiness import Readiness, Snapshot, listed
from pbem.daemon.ticker import Ticker
from pbem.i18n import catalogue
from pbem.intake.clock import ClockMonitor
from pbem.store import Tx
from pbem.store.across.backlog import find_backlog
from pbem.store.mail.sending import MailHoldRow, put_mail_hold


def watched(game: Game, _viewer: Viewer) -> Iterator[str]:
    """The answers at /readyz and /metrics, while mails leave and while a relay refuses them all.

    Left out is what counts the letters and mails of all, which is for the operator alone.
    """
    database, now_ms = game.world.database, to_ms(game.world.clock())
    contact = game.seats[0]
    hold = MailHoldRow("policy", "login", f"535 no login for {contact.token}", now_ms, now_ms, 1)

    def refuse(tx: Tx) -> list[str]:
        put_mail_hold(tx, hold)
        return list(_told(game, tx, now_ms))

    with database.read() as tx:
        yield from _told(game, tx, now_ms)
    yield from database.write(lambda tx: tx.trial(lambda: refuse(tx)))


def _told(game: Game, tx: Tx, now_ms: int) -> Iterator[str]:
    world, words, ticker = game.world, catalogue("en"), Ticker()
    clock = ClockMonitor(world.database, world.settings, world.clock)
    readiness = Readiness(words, world.settings, Liveness(words), ticker, clock, lambda: game.seats[0].token)
    snapshot = Snapshot(now_ms, time.monotonic(), 0.0, None, find_backlog(tx, now_ms))
    yield listed(readiness.checks(snapshot), words)
    text = Metrics(lambda: snapshot, readiness, ticker, RENDERER, int).text().decode()
    counts = ("process_", "drawing", "letters_", "mails_")
    yield "\n".join(line for line in text.splitlines() if not any(count in line for count in counts))
