"""Settings read from a file and the environment, all that can be wrong with them, in words, and the example filled
in.
"""

import json
import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, TypeAlias, get_args

from pydantic import BaseModel, SecretStr, ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError

from pbem.config.mail_tables import Mail
from pbem.config.tables import (
    AccountSettings,
    BackupSettings,
    DiceSettings,
    Log,
    NotificationSettings,
    Play,
    Practice,
    ServerSettings,
    StoreSettings,
    WatchSettings,
    Web,
)
from pbem.config.values import (
    TableT,
)
from pbem.i18n import ENGLISH, N_, Catalogue, catalogue
from pbem.terms import Terms

ENV_PREFIX: Final = "PBEM_"
ENV_DELIMITER: Final = "__"


class Settings(BaseSettings):
    """All settings, fixed once read."""

    model_config = SettingsConfigDict(
        frozen=True,
        extra="forbid",
        env_prefix=ENV_PREFIX,
        env_nested_delimiter=ENV_DELIMITER,
        validate_default=True,
        hide_input_in_errors=True,
    )

    server: ServerSettings = ServerSettings()
    store: StoreSettings = StoreSettings()
    web: Web = Web()
    mail: Mail = Mail()
    play: Play = Play()
    practice: Practice = Practice()
    accounts: AccountSettings = AccountSettings()
    notifications: NotificationSettings = NotificationSettings()
    dice: DiceSettings = DiceSettings()
    backup: BackupSettings = BackupSettings()
    log: Log = Log()
    watch: WatchSettings = WatchSettings()

    @property
    def database(self) -> Path:
        """The SQLite file, which is the database unless `store_url` names another."""
        return self.server.data_dir / "pbem.sqlite3"

    @property
    def store_url(self) -> Path | SecretStr:
        """The database, as the store opens it: the SQLite file, or a URL that may hold a password."""
        return self.store.url if self.store.url.get_secret_value() else self.database

    @property
    def maildir(self) -> Path:
        """The place where mails go when there is no relay."""
        return self.mail.maildir or self.server.data_dir / "maildir"

    @property
    def backups(self) -> Path:
        """The folder of the backups that are made by themselves."""
        return self.backup.folder or self.server.data_dir / "backups"

    @property
    def spool(self) -> Path:
        """The folder in which the letters that came lately are kept beside the database."""
        return self.backup.letters_folder or self.server.data_dir / "letters"

    @property
    def named_files(self) -> dict[str, Path]:
        """The keys and certificates that the configuration names, by its dotted keys."""
        found = {key: _at(self, key) for key in _KEY_FILES}
        return {key: path for key, path in found.items() if path is not None}

    @property
    def has_pages(self) -> bool:
        """Whether those who read our mails can open the pages; mails in the Maildir are read on this machine."""
        return self.mail.is_local or self.web.is_reachable

    def page(self, path: str = "") -> str:
        """The address of a page, such as "/games/e7", for readers of mails; "" where they cannot open it."""
        return f"{self.web.base_url}{path}" if self.has_pages else ""

    @property
    def terms(self) -> Terms:
        """The terms of games that name no others."""
        play = self.play
        return Terms(play.pace, play.playing_days, self.server.time_zone, play.late, play.press)

    @property
    def public_terms(self) -> Terms:
        """The default terms of games from public waiting lists."""
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
        variable, facts = _variable(problem.key), dict(problem.facts)
        if variable in os.environ and "near" in facts:
            facts["near"] = _variable(str(facts["near"]))
        why = words.text(problem.msgid, **facts)
        if not problem.key:
            return words.text("%(file)s: %(why)s", file=self.path, why=why)
        if variable in os.environ:
            return words.text("environment variable %(variable)s: %(why)s", variable=variable, why=why)
        return words.text("%(file)s: %(key)s: %(why)s", file=self.path, key=problem.key, why=why)


def _variable(key: str) -> str:
    """The environment variable of a dotted key."""
    return ENV_PREFIX + key.replace(".", ENV_DELIMITER).upper()


_KEY_FILES: Final = (
    *("mail.certificate", "mail.private_key", "mail.dkim.key_file"),
    *("mail.relay.ca_file", "mail.imap.ca_file", "notifications.ca_file"),
)
"""The keys that name files without which another machine could not go on as this one."""


def _at(table: BaseModel, key: str) -> Path | None:
    """The path that stands at a dotted key; None where its table, or it, is left out."""
    found: Any = table
    for name in key.split("."):
        found = None if found is None else getattr(found, name)
    return None if found is None else Path(found)


def load(path: Path, content: bytes | None = None) -> Settings:
    """The settings of a TOML file and the environment; `content` is what the file is to hold, where it is not there.

    Raises ConfigError, which tells everything that is wrong.
    """
    return _rooted(_settings(path, _tables(path, content)), path.absolute().parent)


def check(path: Path, text: str) -> None:
    """Check what is to be written into a file. Raises ConfigError."""
    _settings(path, tomllib.loads(text))


def _settings(path: Path, tables: Mapping[str, Any]) -> Settings:
    """The settings of a file's tables and the environment. Raises ConfigError."""
    problems = _strange_variables()
    try:
        settings = Settings(**tables)
    except ValidationError as error:
        problems += [_problem(detail) for detail in error.errors() if detail["type"] != _FOLLOWS]
        raise ConfigError(path, tuple(problems)) from error
    except SettingsError as error:
        unreadable = Problem("", N_("the environment cannot be read: %(error)s"), {"error": error})
        raise ConfigError(path, (*problems, unreadable)) from error
    if problems:
        raise ConfigError(path, tuple(problems))
    return settings


def _strange_variables() -> list[Problem]:
    """Environment variables made like ours for tables that there are not; those pass pydantic in silence."""
    dotted = [
        name.removeprefix(ENV_PREFIX).lower().replace(ENV_DELIMITER, ".")
        for name in sorted(os.environ)
        if name.startswith(ENV_PREFIX) and ENV_DELIMITER in name
    ]
    strange = [key for key in dotted if key.split(".")[0] not in Settings.model_fields]
    return list(map(_unknown_key, strange))


def _unknown_key(key: str) -> Problem:
    """The problem of a key that there is not, with the one that may be meant."""
    near = get_close_matches(key, _keys_of(Settings), n=1)
    if not near:
        return Problem(key, N_("there is no such key"), {})
    return Problem(key, N_("there is no such key; did you mean %(near)s?"), {"near": near[0]})


def _keys_of(model: type[BaseModel], table: str = "") -> Iterator[str]:
    """All dotted keys of a model, and its tables."""
    for name, field in model.model_fields.items():
        yield table + (field.alias or name)
        for kind in (field.annotation, *get_args(field.annotation)):
            if isinstance(kind, type) and issubclass(kind, BaseModel):
                yield from _keys_of(kind, f"{table}{field.alias or name}.")


def _tables(path: Path, content: bytes | None) -> dict[str, Any]:
    try:
        return tomllib.loads((path.read_bytes() if content is None else content).decode())
    except FileNotFoundError as error:
        raise ConfigError(path, (Problem("", N_("there is no such file"), {}),)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(path, (Problem("", N_("cannot be read: %(error)s"), {"error": error}),)) from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(path, (Problem("", N_("is not valid TOML: %(error)s"), {"error": error}),)) from error


def _rooted(settings: Settings, base: Path) -> Settings:
    mail = _rooted_table(settings.mail, base, "maildir", "certificate", "private_key", "drop")
    tables = {
        "relay": mail.relay and _rooted_table(mail.relay, base, "ca_file"),
        "imap": mail.imap and _rooted_table(mail.imap, base, "ca_file"),
        "dkim": mail.dkim and _rooted_table(mail.dkim, base, "key_file"),
    }
    server = _rooted_table(settings.server, base, "data_dir")
    notifications = _rooted_table(settings.notifications, base, "ca_file")
    backup = _rooted_table(settings.backup, base, "folder", "letters_folder")
    changed = {"server": server, "mail": mail.model_copy(update=tables), "notifications": notifications}
    return settings.model_copy(update=changed | {"backup": backup})


def _rooted_table(table: TableT, base: Path, *names: str) -> TableT:
    paths = {name: getattr(table, name) for name in names}
    return table.model_copy(update={name: path and base / path for name, path in paths.items()})


_FOLLOWS: Final = "default_factory_not_called"
"""A default that could not be made because another key is wrong, which is told already."""
_WORDS: Final[Mapping[str, str]] = {
    "days_unknown": N_('must be days of the week from 1 (Monday) to 7 (Sunday), in order, such as "12345"'),
    "beacon_differs": N_("the chain's hash does not belong to its key and times; by those it is %(found)s"),
    "beacon_library": N_("needs a library that is not installed: pip install 'pbem[beacon]'"),
    "beacon_unfit": N_("there can be no such chain: %(why)s"),
    "address_unknown": N_("must be an address that email can be sent to, such as me@mail.example"),
    "bool_parsing": N_("must be true or false"),
    "bool_type": N_("must be true or false"),
    "words_unfit": N_("must be a command's words"),
    "command_unfit": N_("must be a command's words, one of them %(place)s"),
    "float_parsing": N_("must be a number"),
    "float_type": N_("must be a number"),
    "greater_than": N_("must be more than %(gt)s"),
    "greater_than_equal": N_("must be at least %(ge)s"),
    "half_a_pair": N_("certificate and private_key belong together: give both, or neither"),
    "hour_unknown": N_('must be a time of day, such as "04:00", or "" for none'),
    "int_from_float": N_("must be a whole number"),
    "int_parsing": N_("must be a whole number"),
    "int_type": N_("must be a whole number"),
    "language_unknown": N_("this language is not known; there are: %(known)s"),
    "less_than_equal": N_("must be at most %(le)s"),
    "mailbox_unknown": N_("must be the address of a mailbox, without a +, such as railroad@mail.example"),
    "local_part_unknown": N_("must be what comes before the @ of an address, such as lobby"),
    "literal_error": N_("must be one of %(expected)s"),
    "name_unknown": N_('must be one line of at most %(most)s characters, without "=?", "?=" and control characters'),
    "missing": N_("must be given"),
    "model_type": N_("must be a table"),
    "network_unknown": N_("must be IP addresses or networks of them, such as 192.0.2.1 or 10.0.0.0/8"),
    "operator_own": N_("must be an address elsewhere, since emails to this server's own come back here"),
    "pace_unknown": N_('must be a number of days or hours, such as "7d" or "36h", and at most %(most)s days'),
    "path_type": N_("must be a text in quotes"),
    "store_library": N_("needs a library that is not installed: pip install 'pbem[postgresql]'"),
    "store_unknown": N_('must begin with postgresql://, or be "" for the SQLite file'),
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
    if detail["type"] == "extra_forbidden":
        return _unknown_key(key)
    msgid = _WORDS.get(detail["type"])
    if msgid is None:
        return Problem(key, N_("cannot be used: %(error)s"), {"error": detail["msg"]})
    return Problem(key, msgid, detail.get("ctx", {}))


def example_text() -> str:
    """The example configuration: in an installed wheel it lies in the package, in a checkout beside it."""
    installed = Path(__file__).parents[1] / "_config.example.toml"
    path = installed if installed.is_file() else Path(__file__).parents[2] / "config.example.toml"
    return path.read_text(encoding="utf-8")


Value: TypeAlias = str | int | bool | Sequence[str]


def filled_in(text: str, tables: Mapping[str, Mapping[str, Value]]) -> str:
    """A configuration's text with these keys set in these tables; both may stand there behind a `#`.

    Raises LookupError where the text does not have one of them.
    """
    lines = text.splitlines()
    for table, keys in tables.items():
        start = _find(lines, f"[{table}]", 0)
        lines[start] = f"[{table}]"
        for key, value in keys.items():
            lines[_find(lines, f"{key} =", start + 1)] = f"{key} = {_written(value)}"
    return "\n".join((*lines, ""))


def _find(lines: Sequence[str], beginning: str, start: int) -> int:
    """The number of the line that begins so, from a line on to the end of its table. Raises LookupError."""
    for number in range(start, len(lines)):
        line = lines[number].removeprefix("#")
        if line.startswith(beginning):
            return number
        if start and line.startswith("["):
            break
    raise LookupError(beginning)


def _written(value: Value) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, int):
        return str(value).lower()
    return f"[{', '.join(map(_written, value))}]"
