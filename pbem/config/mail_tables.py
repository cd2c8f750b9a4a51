"""The tables of mail: how letters come in, how mails go out, and which addresses are this server's."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    Field,
    SecretStr,
    model_validator,
)
from pydantic_core import PydanticCustomError

from pbem.config.values import (
    AuthservId,
    Domain,
    Name,
    Network,
    Number,
    Port,
    SettingsTable,
    Text,
    check_command,
    known_address,
    known_local_part,
    known_mailbox,
)
from pbem.terms import Proof


class Relay(SettingsTable):
    """`[mail.relay]`: the mail server that takes our mails."""

    host: Text
    port: Port = 587
    user: str = ""
    password: SecretStr = SecretStr("")
    tls: Literal["none", "starttls", "tls"] = "starttls"
    ca_file: Path | None = None
    """Authorities to trust in place of the system's; relative to the configuration file's folder."""
    helo: Domain | None = None
    """The name this machine gives itself; None: the domain."""
    connections: Annotated[Number, Field(ge=1, le=20)] = 2
    """How many mails are handed over at a time."""


class Sendmail(SettingsTable):
    """`[mail.sendmail]`: a program on this machine that takes our mails."""

    command: Text = "/usr/sbin/sendmail -i -f {sender} -- {recipient}"
    """Its words, without a shell; the mail is its input."""

    @model_validator(mode="after")
    def _names_recipient(self) -> Self:
        check_command(self.command, "{recipient}")
        return self


class Dkim(SettingsTable):
    """`[mail.dkim]`: the key that our mails are signed with."""

    selector: Annotated[str, Field(pattern=r"^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$")]
    """The part before `._domainkey.` in the name of the DNS record."""
    key_file: Path
    """An RSA key (PEM); relative to the configuration file's folder."""


class Imap(SettingsTable):
    """`[mail.imap]`: a mailbox at a mail server, in which letters are looked for."""

    host: Text
    port: Port = 993
    user: Text
    password: SecretStr = SecretStr("")
    tls: Literal["none", "starttls", "tls"] = "tls"
    ca_file: Path | None = None
    """Certificates of the authorities that may vouch for the server; None: those that this machine trusts."""
    folders: Annotated[tuple[Text, ...], Field(min_length=1)] = ("INBOX",)
    """The first is watched, and all of them are looked through again and again."""
    poll_seconds: Annotated[Number, Field(ge=5, le=540)] = 120
    """How often that is; an IDLE that lasts longer is cut by many a server (RFC 2177)."""


class Mail(SettingsTable):
    """`[mail]`: how letters come in and mails go out."""

    mailbox: Annotated[str, AfterValidator(known_mailbox)] = ""
    """The one address of a server that has no domain of its own."""
    plus: bool = False
    """Whether what is written to `name+anything` comes to the mailbox `name`."""
    domain: Domain = "localhost"
    """The part after the @ of this server's addresses; that of the mailbox where there is one."""
    old_domains: tuple[Domain, ...] = ()
    """Domains that this server had before; addresses under them stay valid."""
    lobby: Annotated[str, AfterValidator(known_local_part)] = "lobby"
    """The part before the @ of the address that answers everybody."""
    operator: Annotated[str, AfterValidator(known_address)] = ""
    """The address that letters to postmaster and abuse are passed on to; "" for none: they are kept."""
    listen_host: Text = "127.0.0.1"
    listen_port: Port = 8025
    certificate: Path | None = None
    private_key: Path | None = None
    """Files with which letters by SMTP are encrypted; both or none."""
    lmtp_host: Text = "127.0.0.1"
    lmtp_port: Port | None = None
    """None: no letters by LMTP."""
    drop: Path | None = None
    """A Maildir into which another program lays letters."""
    max_bytes: Annotated[Number, Field(ge=4096)] = 1_048_576
    """The longest letter that is taken, in bytes."""
    connections_per_address: Annotated[Number, Field(ge=1)] = 10
    """SMTP connections of one address at a time; an IPv6 network of 64 bits counts as one."""
    trusted_relays: tuple[Network, ...] = ("127.0.0.1/32", "::1/128")
    """Addresses, or networks of them, without that limit: mail servers that bring everyone's letters."""
    authserv_id: tuple[AuthservId, ...] = ()
    """The names of our own mail servers in Authentication-Results (RFC 8601)."""
    proof: Proof | None = None
    """What a letter in a player's name needs; None: "aligned" where the way by which it came can give it."""
    proof_least: Proof = "token+from"
    """The loosest that players can choose for themselves."""
    strangers_per_hour: Annotated[Number, Field(ge=0)] = 60
    """Addresses of nobody known here that the lobby answers in an hour; as many are mailed from the web's form, and
    as many are invited."""
    answers_per_hour: Annotated[Number, Field(ge=1)] = 30
    """Answers that one player, or newcomer, is mailed in an hour to what changes nothing; what they send beyond is
    dealt with unanswered."""
    letters_per_hour: Annotated[Number, Field(ge=1)] = 200
    """Letters of one player, or newcomer, that are read in an hour; what they send beyond is kept unread."""
    answers_in_row: Annotated[Number, Field(ge=2)] = 12
    """Answers in a row to letters that come to nothing; half as many where they say the same."""
    bounce_points: Annotated[Number, Field(ge=1, le=30)] = 3
    """Points for mails that came back, at most one a day, at which an address is tried by a mail of its own."""
    standstill_days: Annotated[Number, Field(ge=0, le=60)] = 14
    """Days on which a player's time stands still at most, once mails do not reach them."""
    from_name: Name = "Railroad Dice"
    relay: Relay | None = None
    sendmail: Sendmail | None = None
    """Used where there is no relay. Neither of them: mails go to the Maildir."""
    dkim: Dkim | None = None
    """None: mails leave unsigned, and the relay may sign them."""
    imap: Imap | None = None
    """None: letters come by SMTP alone."""
    maildir: Path | None = None
    """None: `maildir` in the data folder. `Settings.maildir` gives the folder in either case."""

    @model_validator(mode="before")
    @classmethod
    def _mailboxs_domain(cls, keys: Any) -> Any:
        mailbox = keys.get("mailbox") if isinstance(keys, Mapping) else None
        return {**keys, "domain": mailbox.rpartition("@")[2]} if isinstance(mailbox, str) and "@" in mailbox else keys

    @model_validator(mode="after")
    def _whole_pair(self) -> Self:
        if (self.certificate is None) != (self.private_key is None):
            raise PydanticCustomError("half_a_pair", "half a pair")
        return self

    @model_validator(mode="after")
    def _operator_elsewhere(self) -> Self:
        if self.operator and self.is_own(self.operator):
            raise PydanticCustomError("operator_own", "an address of this server")
        return self

    @property
    def is_shared(self) -> bool:
        """Whether all addresses of this server are one, so that a letter's does not tell whom it is for."""
        return bool(self.mailbox) and not self.plus

    @property
    def loop_domains(self) -> tuple[str, ...]:
        """The domains that only our own mails have in their Message-IDs, old ones too; a provider's is none of them."""
        ours = self.old_domains if self.mailbox else (self.domain, *self.old_domains)
        return tuple(domain for domain in ours if not self.mailbox or domain.lower() != self.domain.lower())

    @property
    def is_local(self) -> bool:
        """Whether mails stay on this machine, in the Maildir."""
        return self.relay is None and self.sendmail is None

    def address_of(self, local_part: str) -> str:
        """Write the address of this server for a local part, such as a seat's token; to it letters are sent."""
        if not self.mailbox:
            return f"{local_part}@{self.domain}"
        name, _, domain = self.mailbox.rpartition("@")
        return f"{name}+{local_part}@{domain}" if self.plus else self.mailbox

    def sender_of(self, local_part: str) -> str:
        """Write the address that mails come from: a mailbox's provider lets none leave in another name."""
        return self.mailbox or self.address_of(local_part)

    def token_in(self, address: str) -> str | None:
        """Read from an address of this server the local part that it was made of; None from any other.

        It is "" for the mailbox itself, whose letters tell otherwise whom they are for.
        """
        local_part, _, domain = address.strip().lower().rpartition("@")
        is_old = domain in map(str.lower, self.old_domains)
        if not local_part or (domain != self.domain.lower() and not is_old):
            return None
        name, _, tag = local_part.partition("+")
        if not self.mailbox or (is_old and domain != self.domain.lower()):
            return name or None
        return tag if name == self.mailbox.rpartition("@")[0] else None

    def is_own(self, address: str) -> bool:
        """Whether an address is one of this server's own, so that no player can be mailed there."""
        return self.token_in(address) is not None
