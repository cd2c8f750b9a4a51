"""Commands that run the server: init and serve."""

import logging
import select
import signal
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import structlog
from structlog.typing import EventDict, Processor

from pbem.cli.context import CliContext, Failure, _, example, pass_office, writing
from pbem.config import Log, example_text
from pbem.files import make_folder, write_whole

if TYPE_CHECKING:
    from pbem.config import Settings
    from pbem.daemon.server import Process

P = TypeVar("P", bound="Process")


@click.command(
    help=_(
        "Write a configuration file and make the database. In a terminal it asks for the mailbox that a club may "
        "have at a provider; with --mailbox it asks for what the other options do not say. The password is asked "
        "for, or read from a file, or from PBEM_MAIL__IMAP__PASSWORD and PBEM_MAIL__RELAY__PASSWORD; it is not an "
        "option, because others can see those."
    ),
    epilog=example("pbem init --mailbox railroad@mail.example --imap imap.mail.example --smtp smtp.mail.example"),
)
@click.option("--mailbox", help=_("The address of the club's mailbox at a provider."))
@click.option("--imap", help=_("The server from which emails are fetched, such as imap.mail.example:993."))
@click.option("--smtp", help=_("The server by which emails leave, such as smtp.mail.example:587."))
@click.option("--user", help=_("The user name at both; by default the address."))
@click.option("--plus/--no-plus", default=None, help=_("Whether emails to name+anything come to name."))
@click.option(
    "--password-file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help=_("A file with the password, which nobody else can read."),
)
@pass_office
def init(office: CliContext, /, **options: Any) -> None:
    """Make what a server needs, and leave alone what is there."""
    has_mailbox, is_new = False, not office.config.exists()
    if is_new:
        make_folder(office.config.parent)
        has_mailbox = _write_config(office.config, options)
        click.echo(_("%(path)s is written; every key is explained in it.", path=office.config))
    elif any(value is not None for value in options.values()):
        sentence = _("%(path)s already exists, and stays as it is.", path=office.config)
        raise Failure(f"{sentence} " + _("Change [mail] in it, or move it away."))
    else:
        click.echo(_("%(path)s already exists, and stays as it is.", path=office.config))
    try:
        made = office.make()
    except BaseException:
        if is_new:  # else the next try would leave alone what this one had only begun
            office.config.unlink(missing_ok=True)
        raise
    path = office.database_name
    click.echo(
        _("%(path)s is made.", path=path) if made else _("%(path)s already exists, and stays as it is.", path=path)
    )
    if has_mailbox:
        click.echo(_("Next: `pbem doctor` says whether email works both ways, and `pbem serve` runs the club."))
    else:
        click.echo(_("Next: `pbem player add`, `pbem game new`, `pbem serve`."))
    click.echo(_("`pbem guide host` explains the rest."))


def _write_config(path: Path, options: Mapping[str, Any]) -> bool:
    """Write the configuration that is asked for; whether it has a mailbox. Raises Failure."""
    asking = sys.stdin.isatty()
    if not asking and all(value is None for value in options.values()):
        _write(path, example_text())
        return False
    from pbem.cli.mail.setup import Wanted, mailbox_setup

    setup = mailbox_setup(Wanted(**options), asking=asking)
    _write(path, example_text() if setup is None else setup.text(path))
    return setup is not None


def _write(path: Path, text: str) -> None:
    """Write a configuration, which holds passwords or will, for its owner alone. Raises Failure."""
    with writing(path):
        write_whole(path, text.encode(), replacing=False)


@click.command(
    help=_("Run the server: email in, email out, and the website, until it is told to stop."),
    epilog=example("pbem --config pbem.toml serve"),
)
@click.option("--try", "tryout", is_flag=True, help=_("Make a game to try, with a seat for you and bots beside you."))
@pass_office
def serve(office: CliContext, tryout: bool) -> None:
    """Serve until SIGTERM or SIGINT."""
    from pbem.cli.tryout import Tryout  # all of the server, which `pbem init` does not need
    from pbem.cli.upgrade import upgrade_database
    from pbem.daemon.server import Server

    if tryout and not office.config.exists():
        _write(office.config, example_text())
    if tryout:
        office.make()
    errors = ErrorCount()
    set_up_logging(office.settings.log, errors)
    office.await_database()
    if isinstance(office.settings.store_url, Path):
        upgrade_database(office)
    end = EndSignal()
    with running(office, Server, office.settings, errors) as server:
        if not server.leading.is_leading:
            sentence = _(
                "Another process, `pbem %(process)s`, sees to deadlines and backups.", process=server.leading.other
            )
            click.echo(f"{sentence} " + _("This server does so when that one ends."))
        if tryout:
            click.echo(Tryout(office, server).welcome())
        else:
            click.echo(
                _(
                    "Website at %(url)s, email at port %(port)s.",
                    url=office.settings.web.base_url,
                    port=server.listener.port,
                )
            )
        end.wait()


@contextmanager
def running(office: CliContext, kind: "type[P]", settings: "Settings", errors: "ErrorCount") -> Iterator[P]:
    """Run a process of the server for the length of the block. Raises Failure where it cannot start."""
    from pbem.daemon.health.supervisor import Supervisor
    from pbem.store.errors import AlreadyServing

    try:
        process = kind(
            settings, office.database, config=office.config, supervisor=Supervisor(), errors=lambda: errors.number
        )
        process.start()
    except AlreadyServing as error:
        sentence = _("A server is already running on %(path)s.", path=office.database_name)
        number = error.holder.rpartition(" ")[2]
        raise Failure(f"{sentence} " + _("It is process %(number)s.", number=number) if number else sentence) from error
    except OSError as error:
        raise Failure(_("The server cannot start: %(error)s", error=error)) from error
    try:
        yield process
    finally:
        process.stop()


class EndSignal:
    """Listens for SIGTERM and SIGINT from the moment when it is made.

    The system may deliver a signal to any thread, where Python notes it without waking the main thread from a lock;
    writing to the wake-up descriptor wakes it.
    """

    def __init__(self) -> None:
        self._hearing, self._telling = socket.socketpair()
        self._telling.setblocking(False)
        signal.set_wakeup_fd(self._telling.fileno())
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: None)

    def wait(self) -> None:
        """Wait for the first of them, even one that came before."""
        with self._hearing, self._telling:
            self._hearing.recv(1)
            signal.set_wakeup_fd(-1)

    def has_come(self, pipe: int, seconds: float) -> bool:
        """Wait for so long, and tell whether one of them came, or the other end of a pipe was closed."""
        return bool(select.select([self._hearing.fileno(), pipe], [], [], seconds)[0])


class ErrorCount(logging.Filter):
    """Counts the lines of the log that are errors, of the program and of its libraries, and lets all pass."""

    def __init__(self) -> None:
        super().__init__()
        self.number = 0

    def __call__(self, _logger: object, method: str, line: EventDict) -> EventDict:
        """Count a line of the program's."""
        self.number += method in ("error", "exception", "critical")
        return line

    def filter(self, record: logging.LogRecord) -> bool:
        """Count a line of a library's."""
        self.number += record.levelno >= logging.ERROR
        return True


def set_up_logging(settings: Log, errors: ErrorCount | None = None) -> None:
    """Send the program's log, and that of its libraries, to standard error, as the settings say.

    Each line is a JSON object, or plain text, with colours on a terminal alone. `errors` counts those that are errors.
    """
    errors = errors or ErrorCount()
    level = getattr(logging, settings.level.upper())
    for noisy in ("apscheduler", "waitress", "alembic"):
        logging.getLogger(noisy).setLevel(max(level, logging.WARNING))
    stamped: list[Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    shown: list[Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if settings.as_json
        # Without the values of variables, which may be letters, seeds and what lies behind the screens.
        else [
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)
        ]
    )
    libraries = logging.StreamHandler(sys.stderr)
    libraries.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *shown],
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *stamped],
        )
    )
    libraries.addFilter(errors)
    logging.basicConfig(level=level, handlers=[libraries])
    structlog.configure(
        processors=[errors, *stamped, *shown],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
