"""A club's mailbox at a provider, as `pbem init` asks for it and writes it into the configuration."""

import os
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import click

from pbem.cli.context import Failure, _, printable, words
from pbem.cli.mail.providers import Provider, before_that, provider_of, why_not
from pbem.config import ConfigError, Imap, check, example_text, filled_in
from pbem.config.loading import Value
from pbem.config.values import known_mailbox
from pbem.mail.receiving.imap import ImapMailbox, LoginRefused, MailboxFault

_TRIES: Final = 3
"""How often a password is asked for that is refused."""
_VARIABLES: Final = ("PBEM_MAIL__IMAP__PASSWORD", "PBEM_MAIL__RELAY__PASSWORD")
_NOT_WRITTEN: Final = _("Nothing was written, since the mailbox would not open. Try again with its password.")
_OTHERS: Final = 0o077
_LONGEST_PASSWORD: Final = 1000
_STARTTLS: Final = {"imap": 143, "smtp": 587}
_TLS: Final = {"imap": 993, "smtp": 465}


@dataclass(frozen=True)
class Wanted:
    """The options of the command; None is what was not given."""

    mailbox: str | None = None
    imap: str | None = None
    smtp: str | None = None
    user: str | None = None
    plus: bool | None = None
    password_file: Path | None = None


@dataclass(frozen=True)
class MailServer:
    """A server at which programs log in."""

    host: str
    port: int
    tls: str


@dataclass(frozen=True)
class MailSetup:
    """A mailbox, its servers, and how to log in there; the password is "" where the environment has it."""

    mailbox: str
    imap: MailServer
    smtp: MailServer
    user: str
    plus: bool
    password: str = field(repr=False)
    folders: tuple[str, ...] = ("INBOX",)

    def text(self, path: Path) -> str:
        """The text of a configuration with this mailbox, to be written at a path. Raises Failure."""
        text = filled_in(example_text(), self._tables())
        try:
            check(path, text)
        except ConfigError as error:
            raise Failure(error.message(words)) from error
        return text

    def _tables(self) -> Mapping[str, Mapping[str, Value]]:
        credentials = {"user": self.user, **({"password": self.password} if self.password else {})}
        imap, smtp = self.imap, self.smtp
        return {
            "mail": {"mailbox": self.mailbox, "plus": self.plus},
            "mail.imap": {
                "host": imap.host,
                "port": imap.port,
                "tls": imap.tls,
                **credentials,
                "folders": self.folders,
            },
            "mail.relay": {"host": smtp.host, "port": smtp.port, "tls": smtp.tls, **credentials},
        }


def mailbox_setup(wanted: Wanted, *, asking: bool) -> MailSetup | None:
    """The mailbox that options name, or a person who can be asked; None for none.

    Raises Failure where it cannot be.
    """
    mailbox = wanted.mailbox
    if mailbox is None:
        if wanted != Wanted():
            raise Failure(_("Which mailbox? Name it with --mailbox."))
        if not asking:
            return None
        click.echo(_("A club can be run with one mailbox at any provider; without one, emails stay on this machine."))
        mailbox = click.prompt(_("Address of the club's mailbox, or Enter for none"), default="", show_default=False)
        if not mailbox:
            return None
    mailbox = _known(mailbox)
    domain = mailbox.rpartition("@")[2]
    refused = why_not(domain)
    if refused and not (wanted.imap and wanted.smtp):
        raise Failure(refused)
    provider = provider_of(domain)
    if before_that(provider):
        click.echo(before_that(provider))
    return _with_password(_answered(mailbox, provider, wanted, asking=asking), wanted, asking=asking)


def _known(mailbox: str) -> str:
    """An address that can be a club's mailbox. Raises Failure."""
    try:
        return known_mailbox(mailbox.strip())
    except ValueError as error:
        sentence = _("%(mailbox)s cannot be a club's mailbox: write its address, without a +.", mailbox=mailbox)
        raise Failure(sentence) from error


def _answered(mailbox: str, provider: Provider, wanted: Wanted, *, asking: bool) -> MailSetup:
    """The mailbox with its servers and its user; what was not said is asked, or taken as it usually is."""

    def answer(given: str | None, question: str, usual: str) -> str:
        if given is not None or not asking:
            return given or usual
        return str(click.prompt(question, default=usual))

    imap = answer(wanted.imap, _("IMAP server, from which emails are fetched"), provider.imap)
    smtp = answer(wanted.smtp, _("SMTP server, by which emails leave"), provider.smtp)
    name = mailbox if provider.is_named_in_full else mailbox.partition("@")[0]
    user = answer(wanted.user, _("User name there"), name)
    plus = wanted.plus
    if plus is None:
        plus = provider.has_plus
        if asking:
            local_part, _at, domain = mailbox.rpartition("@")
            address = f"{local_part}+test@{domain}"
            plus = click.confirm(_("Do emails to %(address)s arrive there, too?", address=address), plus)
    return MailSetup(mailbox, _server(imap, "imap"), _server(smtp, "smtp"), user, plus, "")


def _server(text: str, protocol: str) -> MailServer:
    """A server as it is written, with a port or without. Raises Failure."""
    text = text.strip()
    host, _colon, port = text.partition(":") if text.count(":") == 1 else (text, "", "")
    usual = _TLS[protocol] if protocol == "imap" else _STARTTLS[protocol]
    number = int(port) if port.isdecimal() else usual
    if not host or (port and not port.isdecimal()) or not 0 < number < 2**16:
        raise Failure(
            _("%(server)s is not a mail server: write a host, or a host and a port like host:993.", server=text)
        )
    if protocol == "imap":
        return MailServer(host, number, "starttls" if number == _STARTTLS[protocol] else "tls")
    return MailServer(host, number, "tls" if number == _TLS[protocol] else "starttls")


def _with_password(setup: MailSetup, wanted: Wanted, *, asking: bool) -> MailSetup:
    """The same with its password, and with the folder for junk, once the server has let us in. Raises Failure."""
    if wanted.password_file is not None:
        return _let_in(replace(setup, password=_password_in(wanted.password_file)))
    passwords = [os.environ.get(name, "") for name in _VARIABLES]
    if all(passwords):
        return replace(_let_in(replace(setup, password=passwords[0])), password="")
    if not asking:
        sentence = _("The password is asked for at a terminal, or read from --password-file, or from")
        raise Failure(f"{sentence} {' + '.join(_VARIABLES)}.")
    for _try in range(_TRIES):
        password = click.prompt(_("Password (it is not shown)"), hide_input=True)
        found, is_refused = _looked_at(replace(setup, password=password))
        if not is_refused:
            return found
    raise Failure(_NOT_WRITTEN)


def _let_in(setup: MailSetup) -> MailSetup:
    """The same, looked at, as nobody is there who could type another password. Raises Failure."""
    found, is_refused = _looked_at(setup)
    if is_refused:
        raise Failure(_NOT_WRITTEN)
    return found


def _password_in(path: Path) -> str:
    """The password in a file that its owner alone can read. Raises Failure."""
    if path.stat().st_mode & _OTHERS:
        raise Failure(_("Others can read %(path)s; `chmod 600 %(path)s` closes it.", path=path))
    lines = path.read_text("utf-8", errors="replace").splitlines()
    if "\ufffd" in "".join(lines) or len(lines) != 1 or not 0 < len(lines[0]) <= _LONGEST_PASSWORD:
        raise Failure(_("%(path)s must hold the password, on one line, in UTF-8.", path=path))
    return lines[0]


def _looked_at(setup: MailSetup) -> tuple[MailSetup, bool]:
    """The setup with its folder for junk, if the server lets us in and has one; and whether it refuses us."""
    imap = setup.imap
    facts = {"host": imap.host, "port": imap.port, "tls": imap.tls, "user": setup.user, "password": setup.password}
    try:
        with closing(ImapMailbox(Imap.model_validate(facts))) as box:
            folders = ("INBOX", *box.junk_folders())
    except LoginRefused as error:
        sentence = _("%(host)s refuses the login: %(error)s", host=imap.host, error=printable(str(error)))
        click.echo(f"{sentence}. " + _("Many providers want an app password."), err=True)
        return setup, True
    except MailboxFault as error:
        sentence = _("%(host)s cannot be used: %(error)s", host=imap.host, error=printable(str(error)))
        click.echo(f"{sentence}. " + _("Check host and port of [mail.imap]; `pbem doctor` tries again."), err=True)
        return setup, False
    names = printable(", ".join(folders))
    click.echo(_("%(host)s lets us in. Folders watched: %(folders)s", host=imap.host, folders=names))
    return replace(setup, folders=folders), False
