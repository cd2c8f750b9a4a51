"""All settings together, over which the environment goes."""

from dataclasses import replace
from pathlib import Path
from typing import Final

from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from pbem.config.mail_tables import Mail
from pbem.config.tables import DiceSettings, Log, NotificationSettings, Play, Practice, ServerSettings, Web
from pbem.terms import Terms

ENV_PREFIX: Final = "PBEM_"
ENV_DELIMITER: Final = "__"


class Settings(BaseSettings):
    """All settings, fixed once read."""

    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", env_prefix=ENV_PREFIX, env_nested_delimiter=ENV_DELIMITER, validate_default=True
    )

    server: ServerSettings = ServerSettings()
    web: Web = Web()
    mail: Mail = Mail()
    play: Play = Play()
    practice: Practice = Practice()
    notifications: NotificationSettings = NotificationSettings()
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
