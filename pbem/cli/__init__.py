"""The command line: composition only, no rules. Exit status 0 done, 1 refused or failed, 2 usage.

Commands are imported when they are used, so that each begins without what the others need.
"""

import errno
import os
from pathlib import Path
from typing import Any, Final

import click

from pbem.cli.context import CONFIG_NAME, CliContext, CommandTable, Failure, _
from pbem.cli.logs import log_plainly
from pbem.i18n import N_

_COMMANDS: Final = {
    "audit": ("pbem.cli.audit:audit", N_("Show who did what.")),
    "backup": ("pbem.cli.backups:backup", N_("Write a backup: database, configuration and keys.")),
    "demo": ("pbem.cli.demo:demo", N_("Play whole games between bots.")),
    "dice": ("pbem.cli.records:dice", N_("Dice: check rolls, count faces.")),
    "dispute": ("pbem.cli.database:dispute", N_("Disputes: what players ask moderators to rule on.")),
    "doctor": ("pbem.cli.doctor.command:doctor", N_("Look for what is wrong with a server.")),
    "game": ("pbem.cli.database:game", N_("Games.")),
    "guide": ("pbem.cli.guide:guide", N_("Show a guide: playing, moderating, hosting.")),
    "init": ("pbem.cli.server:init", N_("Write a configuration file and make the database.")),
    "letter": ("pbem.cli.letters:letter", N_("Emails that could not be processed, or were ignored.")),
    "lists": ("pbem.cli.database:lists", N_("Games looking for players.")),
    "mail": ("pbem.cli.mail:mail", N_("Run a process for email, or look at email in and out.")),
    "map": ("pbem.cli.landscape:map_command", N_("Draw a game's position.")),
    "move": ("pbem.cli.move:move", N_("Move everything to PostgreSQL, or back.")),
    "orders": ("pbem.cli.records:orders", N_("Orders.")),
    "player": ("pbem.cli.database:player", N_("Players: people and bots.")),
    "record": ("pbem.cli.records:record", N_("Game records: files with everything that was played.")),
    "restore": ("pbem.cli.backups:restore", N_("Put a backup in the database's place.")),
    "serve": ("pbem.cli.server:serve", N_("Run the server until it is told to stop.")),
    "web": ("pbem.cli.processes:web", N_("Run the website as a process of its own.")),
    "worker": ("pbem.cli.processes:worker", N_("Run a process that carries out emails.")),
    "upgrade": ("pbem.cli.upgrade:upgrade", N_("Bring the database up to date, or back.")),
}
"""Every command by its name: where it is, and what is said of it in the list of all."""


class Program(click.Group):
    """The whole program, which tells of the troubles that any command may have."""

    def invoke(self, context: click.Context) -> Any:
        """Run a command. Raises Failure where the system refuses it a file, and where a game's log is damaged."""
        try:
            return super().invoke(context)
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # whoever read the output has gone; click sees to that
            why = error.strerror or str(error)
            raise Failure(f"{error.filename}: {why}" if error.filename else why) from error
        except ValueError as error:
            from rules_core.kernel.codec import BadRecord  # which only a command that reads games can have raised

            if not isinstance(error, BadRecord):
                raise
            raise Failure(_("A game cannot be read; `pbem doctor` shows which. %(error)s", error=error)) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List all commands, without importing them."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(summary)) for name, (_place, summary) in sorted(_COMMANDS.items())])


@click.group(
    cls=Program,
    commands=CommandTable({name: place for name, (place, _summary) in _COMMANDS.items()}),
    help=_("A turn server for Railroad Dice by email."),
    epilog=_("Run any command with --help to learn more."),
)
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    default=lambda: os.environ.get("PBEM_CONFIG", CONFIG_NAME),
    show_default=CONFIG_NAME,
    help=_("The configuration file."),
)
@click.version_option(package_name="pbem")
@click.pass_context
def main(context: click.Context, config: Path) -> None:
    """Find the configuration for the commands."""
    context.call_on_close(log_plainly())
    context.obj = CliContext(Path(config))
