"""The commands about mail: `receive`, which mail systems start for each letter, comes without the others."""

from typing import Final

import click

from pbem.cli.context import CommandTable, _

_COMMANDS: Final = {
    "dkim-record": "pbem.cli.mail.way_out:dkim_record",
    "inject": "pbem.cli.mail.local_letters:inject",
    "outbox": "pbem.cli.mail.outbox:outbox",
    "receive": "pbem.cli.mail.receive:receive",
    "release": "pbem.cli.mail.outbox:release",
    "resend": "pbem.cli.mail.outbox:resend",
    "test": "pbem.cli.mail.way_out:try_out",
    "write": "pbem.cli.mail.local_letters:write",
}


@click.group(commands=CommandTable(_COMMANDS), help=_("Email in and out."))
def mail() -> None:
    """Group the commands about mail."""
