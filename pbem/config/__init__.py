"""The server's settings: one TOML file, of which environment variables may override single keys.

`PBEM_WEB__PORT=9000` overrides `port` in the table `[web]`. `config.example.toml` explains every key.
"""

from pbem.config.loading import (
    ENV_DELIMITER,
    ENV_PREFIX,
    ConfigError,
    Problem,
    Settings,
    check,
    example_text,
    filled_in,
    load,
)
from pbem.config.mail_tables import Dkim, Imap, Mail, Relay, Sendmail
from pbem.config.tables import (
    BEACON_LIBRARY,
    AccountSettings,
    BackupSettings,
    Beacon,
    DiceSettings,
    Log,
    NotificationSettings,
    Play,
    ServerSettings,
    StoreSettings,
    WatchSettings,
    Web,
)

__all__ = [
    "BEACON_LIBRARY",
    "ENV_DELIMITER",
    "ENV_PREFIX",
    "AccountSettings",
    "BackupSettings",
    "Beacon",
    "ConfigError",
    "DiceSettings",
    "Dkim",
    "Imap",
    "Log",
    "Mail",
    "NotificationSettings",
    "Play",
    "Problem",
    "Relay",
    "Sendmail",
    "ServerSettings",
    "Settings",
    "StoreSettings",
    "WatchSettings",
    "Web",
    "check",
    "example_text",
    "filled_in",
    "load",
]
