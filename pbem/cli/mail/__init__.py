"""The commands about mail: `receive`, which mail systems start for each letter, comes without the others."""

from typing import Final

import click

from pbem.cli.context import CommandTable, _, example, health_port_option

_COMMANDS: Final = {
    "dkim-record": "pbem.cli.mail.outbox:dkim_record",
    "inject": "pbem.cli.mail.local_letters:inject",
    "outbox": "pbem.cli.mail.outbox:outbox",
    "receive": "pbem.cli.mail.receive:receive",
    "release": "pbem.cli.mail.outbox:release",
    "resend": "pbem.cli.mail.outbox:resend",
    "test": "pbem.cli.mail.outbox:try_out",
    "write": "pbem.cli.mail.local_letters:write",
}


@click.group(
    commands=CommandTable(_COMMANDS),
    invoke_without_command=True,
    help=_(
        "Email in and out. Without a command it runs a process that takes emails in and sends them, beside "
        "`pbem worker` and `pbem web`, until it is told to stop."
    ),
    epilog=example("pbem --config pbem.toml mail --health-port 8083"),
)
@health_port_option
@click.pass_context
def mail(context: click.Context, health_port: int | None) -> None:
    """Group the commands about mail, or run the process."""
    if context.invoked_subcommand is None:
        from pbem.cli.processes import run_mail  # all of the server, which the other commands do not need

        run_mail(context.obj, health_port)
