"""Commands that run the server: init and serve."""

import logging
import signal
import sys
import threading
from typing import Any

import click
import structlog

from pbem.cli.office import Failure, Office, _, example, pass_office
from pbem.cli.tryout import Tryout
from pbem.config import Log, example_text
from pbem.daemon.alone import AlreadyServing
from pbem.daemon.server import Server


@click.command(help=_("Write a configuration file and make the database."), epilog=example("pbem init"))
@pass_office
def init(office: Office) -> None:
    """Makes what a server needs, and leaves alone what is there."""
    if office.config.exists():
        click.echo(_("%(path)s is there already, and stays as it is.", path=office.config))
    else:
        office.config.parent.mkdir(parents=True, exist_ok=True)
        office.config.write_text(example_text(), encoding="utf-8")
        click.echo(_("%(path)s is written; every key is explained in it.", path=office.config))
    made = office.make()
    path = office.settings.database
    click.echo(
        _("%(path)s is made.", path=path) if made else _("%(path)s is there already, and stays as it is.", path=path)
    )
    click.echo(_("Next: `pbem player add`, `pbem game new`, `pbem serve`."))


@click.command(
    help=_("Run the server: mail in, mail out, and the pages, until it is told to stop."),
    epilog=example("pbem --config pbem.toml serve"),
)
@click.option("--try", "tryout", is_flag=True, help=_("Make a game to try, with a seat for you and bots beside you."))
@pass_office
def serve(office: Office, tryout: bool) -> None:
    """Serves until SIGTERM or SIGINT."""
    if tryout and not office.config.exists():
        office.config.write_text(example_text(), encoding="utf-8")
    if tryout:
        office.make()
    set_up_logging(office.settings.log)
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    try:
        server = Server(office.settings, office.database)
        server.start()
    except AlreadyServing as error:
        raise Failure(_("A server is running on %(path)s already.", path=office.settings.database)) from error
    except OSError as error:
        raise Failure(_("The server cannot start: %(error)s", error=error)) from error
    try:
        if tryout:
            click.echo(Tryout(office, server).welcome())
        else:
            click.echo(
                _(
                    "Pages at %(url)s, letters at port %(port)s.",
                    url=office.settings.web.base_url,
                    port=server.listener.port,
                )
            )
        stop.wait()
    finally:
        server.stop()


def set_up_logging(settings: Log) -> None:
    """Sends the program's log to standard error, as the settings say."""
    level = getattr(logging, settings.level.upper())
    logging.basicConfig(level=level, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    for noisy in ("apscheduler", "waitress", "alembic"):
        logging.getLogger(noisy).setLevel(max(level, logging.WARNING))
    # Without the values of variables, which may be letters, seeds and what lies behind the screens.
    console = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    renderer: Any = structlog.processors.JSONRenderer() if settings.as_json else console
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info if settings.as_json else _unchanged,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def _unchanged(_logger: object, _method: str, event: Any) -> Any:
    return event
