"""The tables of all else: the server, its pages, how games are played, dice, the log and who watches it."""

from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Annotated, Final, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    Field,
    SecretStr,
    model_validator,
)
from pydantic_core import PydanticCustomError

from pbem.clock import EVERY_DAY
from pbem.config.values import (
    Name,
    Network,
    Number,
    Port,
    Seconds,
    SettingsTable,
    Text,
    check_command,
    known_days,
    known_language,
    known_pace,
    known_store,
    known_zone,
    page_address,
    time_of_day,
)
from pbem.i18n import ENGLISH
from pbem.terms import BeaconWish, Late, PressRule
from rules_core.kernel.beacon import QUICKNET, BeaconChain

BEACON_LIBRARY: Final = "drand_verify"
"""The optional library without which no public randomness can be used: its signatures could not be checked."""


class ServerSettings(SettingsTable):
    """`[server]`: where the server keeps its things, and what it is called."""

    data_dir: Path = Path("var")
    """Holds the database and, without a relay, the Maildir; relative to the configuration file's folder."""
    name: Name = "Railroad Dice by mail"
    language: Annotated[str, AfterValidator(known_language)] = ENGLISH
    """The language of pages and mails for whoever has chosen none."""
    time_zone: Annotated[str, AfterValidator(known_zone)] = "UTC"
    workers: Annotated[Number, Field(ge=0, le=64)] | None = None
    """Processes that deal with letters beside the server's own while many wait; None: one for each further core."""


class StoreSettings(SettingsTable):
    """`[store]`: where the games, letters and players are kept."""

    url: Annotated[SecretStr, AfterValidator(known_store)] = SecretStr("")
    """A database of PostgreSQL, with its password; "" for the SQLite file in the data folder.

    `Settings.store_url` gives what the store is opened by in either case.
    """


class Web(SettingsTable):
    """`[web]`: where the pages are served."""

    host: Text = "127.0.0.1"
    port: Port = 8080
    base_url: Annotated[str, AfterValidator(page_address)] = Field(
        default_factory=lambda data: _address(data.get("host", ""), data.get("port", 0))
    )
    """How links in mails begin, without a slash at the end; by default made from host and port.

    Mails ask `Settings.page` for them, which knows whether their readers can open any.
    """
    trusted_proxies: tuple[Network, ...] = ()
    """Neighbours whose X-Forwarded-For header tells the client's address."""
    max_connections: Annotated[Number, Field(ge=10, le=5000)] = 500
    max_connections_per_client: Annotated[Number, Field(ge=6)] = 32
    """Connections of one IPv4 address or one /64 of IPv6; trusted proxies have no such limit."""
    max_streams: Annotated[Number, Field(ge=0, le=20_000)] = 1000
    """Open pages that are told at once what is new, beside the connections."""
    header_seconds: Annotated[Seconds, Field(gt=0)] = 10.0
    body_seconds: Annotated[Seconds, Field(gt=0)] = 30.0
    idle_seconds: Annotated[Seconds, Field(gt=0)] = 15.0
    """How long a connection waits for the next request."""
    health_host: Text = "127.0.0.1"
    health_port: Port = 8081
    """Where `/healthz`, `/readyz` and `/metrics` are answered by threads of their own."""

    @property
    def is_reachable(self) -> bool:
        """Whether people elsewhere can open the pages, as far as their address tells.

        A private one counts where the operator has written it as `base_url`, for players in that network or its VPN.
        """
        host = (urlsplit(self.base_url).hostname or "").rstrip(".")
        try:
            address = ip_address(host.partition("%")[0])
        except ValueError:
            return host != "localhost" and not host.endswith(".localhost")
        if address.is_loopback or address.is_unspecified or address.is_link_local:
            return False
        return not address.is_private or "base_url" in self.model_fields_set


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Play(SettingsTable):
    """`[play]`: how games are played unless they say otherwise."""

    pace: Annotated[str, AfterValidator(known_pace)] = "7d"
    """The time for a turn: playing days ("7d"), or hours of playing days ("36h")."""
    playing_days: Annotated[str, AfterValidator(known_days)] = EVERY_DAY
    """The days of the week on which time runs, from 1 for Monday to 7 for Sunday."""
    late: Late = "wait"
    """What becomes of a turn whose time is up."""
    late_public: Late = "standby-pass"
    """What is done for a late player in games from public waiting lists."""
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
    dispute_hold_days: Annotated[Number, Field(ge=1, le=366)] = 42
    """Days for which disputes hold a game at most, all of its disputes together."""
    hold_days: Annotated[Number, Field(ge=1, le=366)] = 28
    """Days after which a game that a moderator holds continues by itself."""
    waiting_turns: Annotated[Number, Field(ge=1, le=100)] = 2
    """For how many turns' time past a deadline a game waits before those who wait can have the player replaced, or end
    it."""
    waiting_days: Annotated[Number, Field(ge=1, le=1000)] = 60
    """Days that these turns last at most, at a slow pace: the fewer of both count."""
    idle_rounds: Annotated[Number, Field(ge=1, le=100)] = 3
    """Rounds in which the server or programs played every turn, after which a game ends as it stands."""
    idle_days: Annotated[Number, Field(ge=1, le=1000)] = 365
    """Days that these rounds last at most, at a slow pace; never less than a turn more than a round."""
    abandoned_turns: Annotated[Number, Field(ge=4, le=1000)] = 26
    """Turns' time past a deadline after which a game that still waits ends as it stands."""
    abandoned_days: Annotated[Number, Field(ge=1, le=1000)] = 365
    """Days that these turns last at most, at a slow pace; never less than three turns."""
    standstill_years: Annotated[Number, Field(ge=1, le=100)] = 10
    """Years of a game in which nothing was laid, built, bought or carried, after which it is about to end."""


class Practice(SettingsTable):
    """`[practice]`: games that visitors and players begin at once against programs, at one screen, or to learn."""

    visitors: Annotated[Number, Field(ge=0, le=100_000)] = 500
    """Games that visitors without an account may have on the server together; 0 for none."""
    per_hour: Annotated[Number, Field(ge=1)] = 400
    """Games that visitors may begin in an hour, all together."""
    per_address: Annotated[Number, Field(ge=1)] = 20
    """Practice games that one IPv4 address, or one /64 of IPv6, may begin."""
    days: Annotated[Number, Field(ge=1, le=366)] = 30
    """Days after its last turn that such a game is removed, with all that belongs to it."""


class AccountSettings(SettingsTable):
    """`[accounts]`: who can create an account."""

    registration: Literal["open", "invitation", "closed"] = "open"
    invitations_per_month: Annotated[Number, Field(ge=0, le=1000)] = 5
    """Addresses that a player may invite here in 30 days; list keepers and operators have no such limit."""
    invitation_days: Annotated[Number, Field(ge=1, le=90)] = 14
    """Days for which such an invitation can be used."""
    erasure_days: Annotated[Number, Field(ge=0, le=30)] = 7
    """Days after a person has confirmed that they want to be erased, in which they can take it back."""


class NotificationSettings(SettingsTable):
    """`[notifications]`: how players' devices and webhooks are written to."""

    networks: tuple[Network, ...] = ()
    """Networks that are written to though nobody elsewhere can reach them."""
    ca_file: Path | None = None
    """Certificates (PEM) of authorities that are trusted beside those that this machine trusts."""

    @property
    def allowed(self) -> tuple[IPv4Network | IPv6Network, ...]:
        """The networks of `networks`."""
        return tuple(map(ip_network, self.networks))


class Beacon(SettingsTable):
    """`[dice.beacon]`: public randomness, a drand chain whose rounds dice may be drawn with. Left out: none.

    The defaults are the chain "quicknet" of the League of Entropy.
    """

    urls: Annotated[tuple[Annotated[str, AfterValidator(page_address)], ...], Field(min_length=1)] = (
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


class DiceSettings(SettingsTable):
    """`[dice]`: what the dice are drawn from beside the server's seed and the players' words."""

    beacon: Beacon | None = None


class BackupSettings(SettingsTable):
    """`[backup]`: backups that the server makes by itself, and the letters that it keeps beside its database."""

    daily_at: Annotated[str, AfterValidator(time_of_day)] = "04:00"
    """The time of day, in the server's time zone; "" for never."""
    folder: Path | None = None
    """None: `backups` in the data folder. `Settings.backups` gives the folder in either case."""
    daily: Annotated[Number, Field(ge=1, le=366)] = 7
    weekly: Annotated[Number, Field(ge=0, le=520)] = 4
    monthly: Annotated[Number, Field(ge=0, le=120)] = 3
    """For how many of the last days, weeks and months that have a backup the newest of each is kept."""
    command: str = ""
    """The words of a program that takes a new backup elsewhere, without a shell; "" for none."""
    command_minutes: Annotated[Number, Field(ge=1, le=1440)] = 60
    """How long it may take."""
    letters_days: Annotated[Number, Field(ge=0, le=365)] = 14
    """Days for which letters are kept as files, too; 0 for none."""
    letters_megabytes: Annotated[Number, Field(ge=1)] = 200
    """The room that these may take; the oldest go first."""
    letters_folder: Path | None = None
    """None: `letters` in the data folder. `Settings.spool` gives the folder in either case."""

    @model_validator(mode="after")
    def _names_file(self) -> Self:
        if self.command:
            check_command(self.command, "{file}")
        return self


class Log(SettingsTable):
    """`[log]`: what the server tells its operator."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    as_json: bool = Field(default=False, alias="json")
    """One JSON object a line instead of plain text; the file's key is `json`."""


class WatchSettings(SettingsTable):
    """`[watch]`: when the server is not ready, and who is told."""

    command: str = ""
    """The words of a command, without a shell, that is run when the server turns bad, and when it is good again."""
    command_seconds: Annotated[Seconds, Field(gt=0, le=300)] = 30.0
    """How long that may take until it is killed."""
    free_megabytes: Annotated[Number, Field(ge=0)] = 500
    """The least room on the disk of the data folder."""
    unread_minutes: Annotated[Number, Field(ge=1)] = 30
    """How long a letter may wait until it is dealt with."""
    unsent_hours: Annotated[Number, Field(ge=1)] = 4
    """How long a mail may wait until it is sent."""
    backup_days: Annotated[Number, Field(ge=0)] = 2
    """How old the last good backup may be; 0: of any age."""

    @model_validator(mode="after")
    def _can_be_split(self) -> Self:
        check_command(self.command)
        return self
