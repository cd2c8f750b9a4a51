"""Commands that run one part of a server as a process: worker, web, and mail without another word."""

import os
import sys
import threading
from typing import TYPE_CHECKING, Final

import click

from pbem.cli.context import CliContext, _, example, health_port_option, pass_office
from pbem.cli.server import EndSignal, ErrorCount, running, set_up_logging

if TYPE_CHECKING:
    from pbem.config import Settings
    from pbem.daemon.server import Process

_LOOK_SECONDS: Final = 1.0
"""The distance between two looks of a helper at whether it is still needed."""
_LAST_SECONDS: Final = 10.0
"""How long a helper may take to end once its server is gone."""


@click.command(
    help=_(
        "Run a process that carries out emails and plays for bots, beside others and beside `pbem serve`, until it is "
        "told to stop. One of all `worker` and `mail` processes also sees to deadlines and backups."
    ),
    epilog=example("pbem --config pbem.toml worker --health-port 8082"),
)
@health_port_option
@click.option("--child", is_flag=True, hidden=True)
@pass_office
def worker(office: CliContext, health_port: int | None, child: bool) -> None:
    """Deal with letters until SIGTERM or SIGINT, or, as a server's child, until there is nothing to do."""
    from pbem.daemon.server import WorkerProcess

    if child:
        _help(office)
    else:
        _run(office, health_port, WorkerProcess)


@click.command(
    help=_("Run the website as a process of its own, beside `pbem worker` and `pbem mail`, until it is told to stop."),
    epilog=example("pbem --config pbem.toml web --health-port 0"),
)
@health_port_option
@pass_office
def web(office: CliContext, health_port: int | None) -> None:
    """Serve pages until SIGTERM or SIGINT."""
    from pbem.daemon.server import WebProcess

    _run(office, health_port, WebProcess)


def run_mail(office: CliContext, health_port: int | None) -> None:
    """Take and send mail until SIGTERM or SIGINT."""
    from pbem.daemon.server import MailProcess

    _run(office, health_port, MailProcess)


def _run(office: CliContext, health_port: int | None, kind: "type[Process]") -> None:
    """Run a process until it is told to end. Raises Failure where it cannot start."""
    errors = ErrorCount()
    set_up_logging(office.settings.log, errors)
    office.await_database()
    end = EndSignal()
    office.readers = kind.readers
    with running(office, kind, _with_health_port(office.settings, health_port), errors) as process:
        ports = {name: port for part in process.parts for name, port in part.ports.items() if port is not None}
        click.echo(" ".join([_("The process runs."), *(f"{name}: {port}." for name, port in ports.items())]))
        end.wait()


def _with_health_port(settings: "Settings", port: int | None) -> "Settings":
    if port is None:
        return settings
    return settings.model_copy(update={"web": settings.web.model_copy(update={"health_port": port})})


def _help(office: CliContext) -> None:
    """Be a server's helper: its pipe is our standard input, which ends with it, whatever way that is."""
    from pbem.daemon.judging import REST_SECONDS
    from pbem.daemon.server import HelperProcess

    set_up_logging(office.settings.log)
    end = EndSignal()
    office.readers = HelperProcess.readers
    process = HelperProcess(office.settings, office.database, config=office.config)
    process.start()
    try:
        while not end.has_come(sys.stdin.fileno(), _LOOK_SECONDS) and process.is_needed(REST_SECONDS):
            pass
        _end_soon()
    finally:
        process.stop()


def _end_soon() -> None:
    """Have this process end in a while, whatever it hangs in: what it has not finished is another's then."""
    timer = threading.Timer(_LAST_SECONDS, os._exit, (1,))
    timer.daemon = True
    timer.start()
