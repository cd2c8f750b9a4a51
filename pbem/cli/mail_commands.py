"""The group of commands about mail: the one that mail systems start for each letter comes without the others."""

from collections.abc import Iterator, MutableMapping

import click

from pbem.cli.context import _


class MailCommands(MutableMapping[str, click.Command]):
    """The commands by their names: `receive` by itself, and all others from their module."""

    def __getitem__(self, name: str) -> click.Command:
        """The command, imported by now. Raises KeyError where there is none."""
        if name == "receive":
            from pbem.cli.receive import receive

            return receive
        return self._others[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        """Add a command to the others."""
        self._others[name] = command

    def __delitem__(self, name: str) -> None:
        """Take one of the others out. Raises KeyError."""
        del self._others[name]

    def __iter__(self) -> Iterator[str]:
        """The names of all."""
        return iter(["receive", *self._others])

    def __len__(self) -> int:
        """The number of commands."""
        return 1 + len(self._others)

    @property
    def _others(self) -> MutableMapping[str, click.Command]:
        from pbem.cli.mail import mail as others

        return others.commands


@click.group(commands=MailCommands(), help=_("Letters in, mails out."))
def mail() -> None:
    """Groups the commands about mail."""
