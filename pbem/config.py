"""The server's settings: one TOML file, of which environment variables may override single keys.

`PBEM_WEB__PORT=9000` overrides `port` in the table `[web]`. `config.example.toml` explains every key.
"""

import os
import re
import shlex
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self, TypeVar
from zoneinfo import ZoneInfo

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError

from pbem.clock import EVERY_DAY, LONGEST_DAYS, are_playing_days, read_pace
from pbem.i18n import ENGLISH, N_, PSEUDO, Catalogue, catalogue, languages
from pbem.naming import LONGEST_SERVER_NAME, fault_in_name, is_address
from pbem.terms import BeaconWish, Late, PressRule, Proof, Terms
from rules_core.kernel.beacon import QUICKNET, BeaconChain

ENV_PREFIX: Final = "PBEM_"
ENV_DELIMITER: Final = "__"
LONGEST_LOCAL_PART: Final = 64
"""Octets before the @ of an address (RFC 5321, 4.5.3.1.1)."""
_LONGEST_MAILBOX: Final = LONGEST_LOCAL_PART - len("+") - 16
"""Octets before the @ of a mailbox: behind them a token has its place."""
BEACON_LIBRARY: Final = "drand_verify"
"""The optional library without which no public randomness can be used: its signatures could not be checked."""


def _known_zone(name: str) -> str:
    """Refuse a time zone that this machine does not know."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise PydanticCustomError("zone_unknown", "unknown time zone") from error
    return name


def _known_language(code: str) -> str:
    """Refuse a language that has no catalogue."""
    if code != PSEUDO and catalogue(code).language == ENGLISH and not code.lower().startswith(ENGLISH):
        raise PydanticCustomError("language_unknown", "unknown language", {"known": ", ".join(languages())})
    return code


def _known_pace(pace: str) -> str:
    """Refuse what is no pace."""
    if read_pace(pace) is None:
        raise PydanticCustomError("pace_unknown", "not a pace", {"most": LONGEST_DAYS})
    return pace


def _known_days(days: str) -> str:
    """Refuse what names no days of the week, or names them twice or out of order."""
    if not are_playing_days(days):
        raise PydanticCustomError("days_unknown", "not days of the week")
    return days


def _known_local_part(text: str) -> str:
    """Refuse what cannot stand before the @ of an address; its case does not count."""
    if not re.fullmatch(r"[a-z0-9]+(?:[._-][a-z0-9]+)*", text.lower()) or len(text) > LONGEST_LOCAL_PART:
        raise PydanticCustomError("local_part_unknown", "not a local part")
    return text.lower()


def _known_mailbox(address: str) -> str:
    """Refuse what is no address of a mailbox, or has no room for a token behind a "+"; its case does not count."""
    if not is_address(address) or "+" in address or len(address.rpartition("@")[0]) > _LONGEST_MAILBOX:
        raise PydanticCustomError("mailbox_unknown", "not a mailbox")
    return address.lower()


def _known_network(text: str) -> str:
    """Refuse what is neither an IP address nor a network of them."""
    try:
        return str(ip_network(text, strict=False))
    except ValueError as error:
        raise PydanticCustomError("network_unknown", "not a network") from error


def _known_name(text: str) -> str:
    """Refuse what cannot be the server's name or the sender's."""
    if fault_in_name(text, LONGEST_SERVER_NAME):
        raise PydanticCustomError("name_unknown", "not a name", {"most": LONGEST_SERVER_NAME})
    return text


def _no_truth(value: object) -> object:
    """Refuse true and false where a number stands; Python would take them for 1 and 0."""
    if isinstance(value, bool):
        raise PydanticCustomError("float_type", "not a number")
    return value


def _page_address(url: str) -> str:
    """Refuse what no browser opens; a slash at the end goes."""
    if not url.startswith(("http://", "https://")) or not url.isprintable() or " " in url:
        raise PydanticCustomError("url_unknown", "not an address of pages")
    return url.rstrip("/")


Number = Annotated[int, BeforeValidator(_no_truth)]
Seconds = Annotated[float, BeforeValidator(_no_truth)]
Port = Annotated[Number, Field(ge=0, le=65535)]
Text = Annotated[str, Field(min_length=1)]
Network = Annotated[str, AfterValidator(_known_network)]
Name = Annotated[str, Field(min_length=1), AfterValidator(_known_name)]
AuthservId = Annotated[str, Field(pattern=r"^[A-Za-z0-9!#$%&'*+./=?^_`{|}~:-]+$")]
Domain = Annotated[str, Field(pattern=r"^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])$")]


class _Table(BaseModel):
    """A table of the file: nothing changes after reading, and a key that nobody knows is a mistake."""

    model_config = ConfigDict(frozen=True, extra="forbid")


TableT = TypeVar("TableT", bound=_Table)


class ServerSettings(_Table):
    """`[server]`: where the server keeps its things, and what it is called."""

    data_dir: Path = Path("var")
    """Holds the database and, without a relay, the Maildir; relative to the configuration file's folder."""
    name: Name = "Railroad Dice by mail"
    language: Annotated[str, AfterValidator(_known_language)] = ENGLISH
    """The language of pages and mails for whoever has chosen none."""
    time_zone: Annotated[str, AfterValidator(_known_zone)] = "UTC"


class Web(_Table):
    """`[web]`: where the pages are served."""

    host: Text = "127.0.0.1"
    port: Port = 8080
    base_url: Annotated[str, AfterValidator(_page_address)] = Field(
        default_factory=lambda data: _address(data.get("host", ""), data.get("port", 0))
    )
    """How links in mails begin, without a slash at the end; by default made from host and port."""
    trusted_proxies: tuple[Network, ...] = ()
    """Neighbours whose X-Forwarded-For header tells the client's address."""
    max_connections: Annotated[Number, Field(ge=10, le=5000)] = 500
    max_connections_per_client: Annotated[Number, Field(ge=6)] = 32
    """Of one IPv4 address or one /64 of IPv6; trusted proxies have no such limit."""
    header_seconds: Annotated[Seconds, Field(gt=0)] = 10.0
    body_seconds: Annotated[Seconds, Field(gt=0)] = 30.0
    idle_seconds: Annotated[Seconds, Field(gt=0)] = 15.0
    """How long a connection waits for the next request."""
    health_host: Text = "127.0.0.1"
    health_port: Port = 8081
    """Where `/healthz` is answered by a thread of its own."""


def _address(host: str, port: int) -> str:
    """The base address of pages served at a host and port."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Relay(_Table):
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


class Sendmail(_Table):
    """`[mail.sendmail]`: a program on this machine that takes our mails."""

    command: Text = "/usr/sbin/sendmail -i -f {sender} -- {recipient}"
    """Its words, without a shell; the mail is its input."""

    @model_validator(mode="after")
    def _names_recipient(self) -> Self:
        """Refuse a command that cannot be split into words, or does not say whom the mail is for."""
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise PydanticCustomError("command_unfit", "not a command") from error
        if not words or not any("{recipient}" in word for word in words[1:]):
            raise PydanticCustomError("command_unfit", "not a command")
        return self


class Dkim(_Table):
    """`[mail.dkim]`: the key that our mails are signed with."""

    selector: Annotated[str, Field(pattern=r"^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$")]
    """The part before `._domainkey.` in the name of the DNS record."""
    key_file: Path
    """An RSA key (PEM); relative to the configuration file's folder."""


class Imap(_Table):
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


class Mail(_Table):
    """`[mail]`: how letters come in and mails go out."""

    mailbox: Annotated[str, AfterValidator(_known_mailbox)] = ""
    """The one address of a server that has no domain of its own."""
    plus: bool = False
    """Whether what is written to `name+anything` comes to the mailbox `name`."""
    domain: Domain = "localhost"
    """The part after the @ of this server's addresses; that of the mailbox where there is one."""
    old_domains: tuple[Domain, ...] = ()
    """Domains that this server had before; addresses under them stay valid."""
    lobby: Annotated[str, AfterValidator(_known_local_part)] = "lobby"
    """The part before the @ of the address that answers everybody."""
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
    """Answers that one player, or newcomer, is mailed in an hour; what they send beyond is dealt with unanswered."""
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
        """Take the domain of the mailbox, where there is one, in place of any other."""
        mailbox = keys.get("mailbox") if isinstance(keys, Mapping) else None
        return {**keys, "domain": mailbox.rpartition("@")[2]} if isinstance(mailbox, str) and "@" in mailbox else keys

    @model_validator(mode="after")
    def _whole_pair(self) -> Self:
        """Refuse a certificate without its key, or a key alone."""
        if (self.certificate is None) != (self.private_key is None):
            raise PydanticCustomError("half_a_pair", "half a pair")
        return self

    @property
    def is_shared(self) -> bool:
        """Whether all addresses of this server are one, so that a letter's does not tell whom it is for."""
        return bool(self.mailbox) and not self.plus

    @property
    def loop_domain(self) -> str:
        """The domain that only our own mails have in their Message-IDs; "" where it is shared with other people."""
        return "" if self.mailbox else self.domain

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
            return name
        return tag if name == self.mailbox.rpartition("@")[0] else None

    def is_own(self, address: str) -> bool:
        """Whether an address is one of this server's own, so that no player can be mailed there."""
        return self.token_in(address) is not None


class Play(_Table):
    """`[play]`: how games are played unless they say otherwise."""

    pace: Annotated[str, AfterValidator(_known_pace)] = "7d"
    """The time for a turn: playing days ("7d"), or hours of playing days ("36h")."""
    playing_days: Annotated[str, AfterValidator(_known_days)] = EVERY_DAY
    """The days of the week on which time runs, from 1 for Monday to 7 for Sunday."""
    late: Late = "wait"
    """What becomes of a turn whose time is up."""
    late_public: Late = "standby-pass"
    """The same, for public waiting lists."""
    press: PressRule = "signed"
    """Whether players may write to each other through the server."""
    extensions: Annotated[Number, Field(ge=0, le=100)] = 3
    """How often in a game a player may have their deadline put off."""
    vacation_days: Annotated[Number, Field(ge=0, le=366)] = 30
    """Days a year on which a player may be away."""
    list_days: Annotated[Number, Field(ge=1, le=366)] = 30
    """Days for which a waiting list is open."""
    hold_disputed: bool = True
    """Whether a game is held while a turn of it is disputed."""
    disputes: Annotated[Number, Field(ge=0, le=100)] = 5
    """How many disputes a player can file in a game."""
    ruling_days: Annotated[Number, Field(ge=1, le=366)] = 14
    """Days after which a dispute that nobody has ruled on lapses, and the game continues."""
    hold_days: Annotated[Number, Field(ge=1, le=366)] = 28
    """Days after which a game that a moderator holds continues by itself."""
    waiting_turns: Annotated[Number, Field(ge=1, le=100)] = 2
    """For how many turns' time past a deadline a game waits before those who wait can have the player replaced, or end
    it."""
    idle_rounds: Annotated[Number, Field(ge=1, le=100)] = 3
    """Rounds in which the server or programs played every turn, after which a game ends as it stands."""
    abandoned_turns: Annotated[Number, Field(ge=4, le=1000)] = 26
    """Turns' time past a deadline after which a game that still waits ends as it stands."""


class Beacon(_Table):
    """`[dice.beacon]`: public randomness, a drand chain whose rounds dice may be drawn with. Left out: none.

    The defaults are the chain "quicknet" of the League of Entropy.
    """

    urls: Annotated[tuple[Annotated[str, AfterValidator(_page_address)], ...], Field(min_length=1)] = (
        "https://api.drand.sh",
        "https://api2.drand.sh",
        "https://drand.cloudflare.com",
    )
    """Where rounds are asked for, one after the other until one answers."""
    chain: Text = QUICKNET.hash
    """The chain's hash, which follows from the keys below."""
    name: Text = QUICKNET.name
    public_key: Text = QUICKNET.public_key
    period: Number = QUICKNET.period
    genesis: Number = QUICKNET.genesis
    group_hash: Text = QUICKNET.group_hash
    lists: BeaconWish = "wait"
    """What holds for a list whose opener says nothing: see `terms.BeaconWish`."""
    join_hours: Annotated[Number, Field(ge=1, le=720)] = 72
    """How long players can join before the round; a list that has not filled by then takes the round as much later."""
    without_after_hours: Annotated[Number, Field(ge=1, le=720)] = 24
    """How long after its round a list that may do without begins without."""

    @model_validator(mode="after")
    def _one_chain(self) -> Self:
        """Refuse a chain that cannot be, whose hash is another's, or whose signatures nobody here can check."""
        try:
            found = self.as_chain.hash
        except ValueError as error:
            raise PydanticCustomError("beacon_unfit", "no such chain", {"why": str(error)}) from error
        if found != self.chain:
            raise PydanticCustomError("beacon_differs", "another chain's hash", {"found": found})
        if find_spec(BEACON_LIBRARY) is None:
            raise PydanticCustomError("beacon_library", "library missing")
        return self

    @property
    def as_chain(self) -> BeaconChain:
        """The chain as the engine knows it. Raises ValueError where it cannot be."""
        return BeaconChain(self.name, self.public_key, self.period, self.genesis, self.group_hash)


class DiceSettings(_Table):
    """`[dice]`: what the dice are drawn from beside the server's seed and the players' words."""

    beacon: Beacon | None = None


class Log(_Table):
    """`[log]`: what the server tells its operator."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    as_json: bool = Field(default=False, alias="json")
    """One JSON object a line instead of plain text; the file's key is `json`."""


class Settings(BaseSettings):
    """All settings, fixed once read."""

    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", env_prefix=ENV_PREFIX, env_nested_delimiter=ENV_DELIMITER, validate_default=True
    )

    server: ServerSettings = ServerSettings()
    web: Web = Web()
    mail: Mail = Mail()
    play: Play = Play()
    dice: DiceSettings = DiceSettings()
    log: Log = Log()

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.server.data_dir / "pbem.sqlite3"

    @property
    def maildir(self) -> Path:
        """The place where mails go when there is no relay."""
        return self.mail.maildir or self.server.data_dir / "maildir"

    @property
    def terms(self) -> Terms:
        """The terms of games that name no others."""
        play = self.play
        return Terms(play.pace, play.playing_days, self.server.time_zone, play.late, play.press)

    @property
    def public_terms(self) -> Terms:
        """The same for games from public waiting lists."""
        return replace(self.terms, late=self.play.late_public)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment goes before what the file says."""
        return env_settings, init_settings


@dataclass(frozen=True)
class Problem:
    """One thing wrong: `key` is dotted ("web.port") or empty for the whole file; `msgid` is filled from `facts`."""

    key: str
    msgid: str
    facts: Mapping[str, object]


class ConfigError(Exception):
    """The settings cannot be used: `str()` says why in English, `message()` in any language, naming file and keys."""

    def __init__(self, path: Path, problems: tuple[Problem, ...]) -> None:
        super().__init__(path, problems)
        self.path = path
        self.problems = problems

    def __str__(self) -> str:
        return self.message(catalogue(ENGLISH))

    def message(self, words: Catalogue) -> str:
        """All problems, one a line."""
        return "\n".join(self._line(problem, words) for problem in self.problems)

    def _line(self, problem: Problem, words: Catalogue) -> str:
        why = words.text(problem.msgid, **problem.facts)
        if not problem.key:
            return words.text("%(file)s: %(why)s", file=self.path, why=why)
        variable = ENV_PREFIX + problem.key.replace(".", ENV_DELIMITER).upper()
        if variable in os.environ:
            return words.text("environment variable %(variable)s: %(why)s", variable=variable, why=why)
        return words.text("%(file)s: %(key)s: %(why)s", file=self.path, key=problem.key, why=why)


def load(path: Path) -> Settings:
    """The settings of a TOML file and the environment. Raises ConfigError, which tells everything that is wrong."""
    problems = _strange_variables()
    try:
        settings = Settings(**_tables(path))
    except ValidationError as error:
        problems += [_problem(detail) for detail in error.errors() if detail["type"] != _FOLLOWS]
        raise ConfigError(path, tuple(problems)) from error
    except SettingsError as error:
        unreadable = Problem("", N_("the environment cannot be read: %(error)s"), {"error": error})
        raise ConfigError(path, (*problems, unreadable)) from error
    if problems:
        raise ConfigError(path, tuple(problems))
    return _rooted(settings, path.absolute().parent)


def _strange_variables() -> list[Problem]:
    """Environment variables made like ours for tables that there are not; those pass pydantic in silence."""
    dotted = [
        name.removeprefix(ENV_PREFIX).lower().replace(ENV_DELIMITER, ".")
        for name in sorted(os.environ)
        if name.startswith(ENV_PREFIX) and ENV_DELIMITER in name
    ]
    strange = [key for key in dotted if key.split(".")[0] not in Settings.model_fields]
    return [Problem(key, _WORDS["extra_forbidden"], {}) for key in strange]


def _tables(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ConfigError(path, (Problem("", N_("there is no such file"), {}),)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(path, (Problem("", N_("cannot be read: %(error)s"), {"error": error}),)) from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(path, (Problem("", N_("is not valid TOML: %(error)s"), {"error": error}),)) from error


def _rooted(settings: Settings, base: Path) -> Settings:
    """The settings with relative paths taken from the configuration file's own folder."""
    mail = _table_rooted(settings.mail, base, "maildir", "certificate", "private_key", "drop")
    tables = {
        "relay": mail.relay and _table_rooted(mail.relay, base, "ca_file"),
        "imap": mail.imap and _table_rooted(mail.imap, base, "ca_file"),
        "dkim": mail.dkim and _table_rooted(mail.dkim, base, "key_file"),
    }
    server = _table_rooted(settings.server, base, "data_dir")
    return settings.model_copy(update={"server": server, "mail": mail.model_copy(update=tables)})


def _table_rooted(table: TableT, base: Path, *names: str) -> TableT:
    """The same table with its paths of these names taken from a folder."""
    paths = {name: getattr(table, name) for name in names}
    return table.model_copy(update={name: path and base / path for name, path in paths.items()})


_FOLLOWS: Final = "default_factory_not_called"
"""A default that could not be made because another key is wrong, which is told already."""
_WORDS: Final[Mapping[str, str]] = {
    "days_unknown": N_('must be days of the week from 1 (Monday) to 7 (Sunday), in order, such as "12345"'),
    "beacon_differs": N_("the chain's hash does not belong to its key and times; by those it is %(found)s"),
    "beacon_library": N_("needs a library that is not installed: pip install 'pbem[beacon]'"),
    "beacon_unfit": N_("there can be no such chain: %(why)s"),
    "bool_parsing": N_("must be true or false"),
    "bool_type": N_("must be true or false"),
    "command_unfit": N_("must be a command's words, one of them {recipient}"),
    "extra_forbidden": N_("there is no such key"),
    "float_parsing": N_("must be a number"),
    "float_type": N_("must be a number"),
    "greater_than": N_("must be more than %(gt)s"),
    "greater_than_equal": N_("must be at least %(ge)s"),
    "half_a_pair": N_("certificate and private_key belong together: give both, or neither"),
    "int_from_float": N_("must be a whole number"),
    "int_parsing": N_("must be a whole number"),
    "int_type": N_("must be a whole number"),
    "language_unknown": N_("this language is not known; there are: %(known)s"),
    "less_than_equal": N_("must be at most %(le)s"),
    "mailbox_unknown": N_("must be the address of a mailbox, without a +, such as railroad@mail.example"),
    "local_part_unknown": N_("must be what stands before the @ of an address, such as lobby"),
    "literal_error": N_("must be one of %(expected)s"),
    "name_unknown": N_('must be one line of at most %(most)s characters, without "=?", "?=" and control characters'),
    "missing": N_("must be given"),
    "model_type": N_("must be a table"),
    "network_unknown": N_("must be IP addresses or networks of them, such as 192.0.2.1 or 10.0.0.0/8"),
    "pace_unknown": N_('must be a number of days or hours, such as "7d" or "36h", and at most %(most)s days'),
    "path_type": N_("must be a text in quotes"),
    "string_pattern_mismatch": N_("must be a domain, such as games.example"),
    "tuple_type": N_("must be a list of texts in quotes"),
    "string_too_short": N_("must not be empty"),
    "string_type": N_("must be a text in quotes"),
    "too_short": N_("must not be empty"),
    "url_unknown": N_("must begin with http:// or https://"),
    "zone_unknown": N_("this time zone is not known; they are named like Europe/Berlin"),
}
"""What each kind of mistake is called."""


def _problem(detail: ErrorDetails) -> Problem:
    key = ".".join(str(part) for part in detail["loc"])
    msgid = _WORDS.get(detail["type"])
    if msgid is None:
        return Problem(key, N_("cannot be used: %(error)s"), {"error": detail["msg"]})
    return Problem(key, msgid, detail.get("ctx", {}))


def example_text() -> str:
    """The example configuration: in an installed wheel it lies in the package, in a checkout beside it."""
    installed = Path(__file__).parent / "_config.example.toml"
    path = installed if installed.is_file() else Path(__file__).parent.parent / "config.example.toml"
    return path.read_text(encoding="utf-8")
