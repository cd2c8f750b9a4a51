"""The command line: composition only, no rules. Exit status 0 done, 1 refused or failed, 2 usage."""

import errno
import os
from pathlib import Path
from typing import Any

import click

from pbem.cli.demonstrate import demo
from pbem.cli.games import game, player
from pbem.cli.landscape import map_command
from pbem.cli.mail import mail
from pbem.cli.moderating import ACTS, letter
from pbem.cli.office import CONFIG_NAME, Failure, Office, _
from pbem.cli.records import dice, orders, record
from pbem.cli.server import init, serve
from pbem.cli.standings import player_ranking, player_show
from pbem.cli.upkeep import backup, doctor, restore
from pbem.cli.waiting import lists
from rules_core.codec import BadRecord


class Program(click.Group):
    """The whole program, which tells of the troubles that any command may have."""

    def invoke(self, context: click.Context) -> Any:
        """Runs a command. Raises Failure where the system refuses it a file, and where a game's log is damaged."""
        try:
            return super().invoke(context)
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # whoever read the output has gone; click sees to that
            why = error.strerror or str(error)
            raise Failure(f"{error.filename}: {why}" if error.filename else why) from error
        except BadRecord as error:
            raise Failure(_("A game cannot be read; `pbem doctor` tells which. %(error)s", error=error)) from error


@click.group(
    cls=Program,
    help=_("A turn server for Railroad Dice by mail."),
    epilog=_("Every command explains itself by --help."),
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
    """Finds the configuration for the commands."""
    context.obj = Office(Path(config))


player.add_command(player_show)
player.add_command(player_ranking)
for act in ACTS:
    game.add_command(act)
for room in (
    (init, serve, demo, player, game, lists, map_command, orders, mail, letter),
    (dice, record, backup, restore, doctor),
):
    for command in room:
        main.add_command(command)
