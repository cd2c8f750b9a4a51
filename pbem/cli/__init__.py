"""The command line: composition only, no rules. Exit status 0 done, 1 refused or failed, 2 usage."""

import os
from pathlib import Path

import click

from pbem.cli.demonstrate import demo
from pbem.cli.games import game, player
from pbem.cli.mail import mail
from pbem.cli.office import CONFIG_NAME, Office, _
from pbem.cli.records import dice, orders, record
from pbem.cli.server import init, serve
from pbem.cli.upkeep import backup, doctor, restore


@click.group(help=_("A turn server for Railroad Dice by mail."), epilog=_("Every command explains itself by --help."))
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


for command in (init, serve, demo, player, game, orders, mail, dice, record, backup, restore, doctor):
    main.add_command(command)
