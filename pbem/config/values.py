"""Values of settings: what may stand behind a key, and what a table is."""

import re
import shlex
from importlib.util import find_spec
from ipaddress import ip_network
from typing import Annotated, Final, TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
)
from pydantic_core import PydanticCustomError

from pbem.clock import LONGEST_DAYS, are_playing_days, read_pace
from pbem.i18n import ENGLISH, PSEUDO, catalogue, languages
from pbem.naming import LONGEST_SERVER_NAME, fault_in_name, is_address

LONGEST_LOCAL_PART: Final = 64
"""Octets before the @ of an address (RFC 5321, 4.5.3.1.1)."""
POSTGRESQL_LIBRARY: Final = "psycopg"
"""The optional library without which no database of PostgreSQL can be used."""
_LONGEST_MAILBOX: Final = LONGEST_LOCAL_PART - len("+") - 16
"""Octets before the @ of a mailbox: behind them a token has its place."""


def known_zone(name: str) -> str:
    """Refuse a time zone that this machine does not know."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise PydanticCustomError("zone_unknown", "unknown time zone") from error
    return name


def known_language(code: str) -> str:
    """Refuse a language that has no catalogue."""
    if code != PSEUDO and catalogue(code).language == ENGLISH and not code.lower().startswith(ENGLISH):
        raise PydanticCustomError("language_unknown", "unknown language", {"known": ", ".join(languages())})
    return code


def known_pace(pace: str) -> str:
    """Refuse what is no pace."""
    if read_pace(pace) is None:
        raise PydanticCustomError("pace_unknown", "not a pace", {"most": LONGEST_DAYS})
    return pace


def known_days(days: str) -> str:
    """Refuse what names no days of the week, or names them twice or out of order."""
    if not are_playing_days(days):
        raise PydanticCustomError("days_unknown", "not days of the week")
    return days


def known_local_part(text: str) -> str:
    """Refuse what cannot stand before the @ of an address; its case does not count."""
    if not re.fullmatch(r"[a-z0-9]+(?:[._-][a-z0-9]+)*", text.lower()) or len(text) > LONGEST_LOCAL_PART:
        raise PydanticCustomError("local_part_unknown", "not a local part")
    return text.lower()


def known_address(address: str) -> str:
    """Refuse what no mails can be sent to; "" is nobody."""
    if address and not is_address(address):
        raise PydanticCustomError("address_unknown", "not an address")
    return address


def known_mailbox(address: str) -> str:
    """Refuse what is no address of a mailbox, or has no room for a token behind a "+"; its case does not count."""
    if not is_address(address) or "+" in address or len(address.rpartition("@")[0]) > _LONGEST_MAILBOX:
        raise PydanticCustomError("mailbox_unknown", "not a mailbox")
    return address.lower()


def known_network(text: str) -> str:
    """Refuse what is neither an IP address nor a network of them."""
    try:
        return str(ip_network(text, strict=False))
    except ValueError as error:
        raise PydanticCustomError("network_unknown", "not a network") from error


def time_of_day(text: str) -> str:
    """Refuse what is no time of day, such as "04:00"; "" is none."""
    if text and not re.fullmatch(r"(?:[01]\d|2[0-3]):[0-5]\d", text):
        raise PydanticCustomError("hour_unknown", "not a time of day")
    return text


def check_command(command: str, place: str = "") -> None:
    """Refuse what is no command's words, or has not the one that stands for what it is given, such as "{file}"."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise PydanticCustomError("words_unfit", "not a command") from error
    if place and not any(place in word for word in words[1:]):
        raise PydanticCustomError("command_unfit", "not a command", {"place": place})


def known_name(text: str) -> str:
    """Refuse what cannot be the server's name or the sender's."""
    if fault_in_name(text, LONGEST_SERVER_NAME):
        raise PydanticCustomError("name_unknown", "not a name", {"most": LONGEST_SERVER_NAME})
    return text


def no_truth(value: object) -> object:
    """Refuse true and false where a number stands; Python would take them for 1 and 0."""
    if isinstance(value, bool):
        raise PydanticCustomError("float_type", "not a number")
    return value


def known_store(url: SecretStr) -> SecretStr:
    """Refuse what names no database of PostgreSQL, or one that this program has no library for; "" is the file."""
    text = url.get_secret_value()
    if text and not (text.startswith(("postgresql://", "postgres://")) and _has_port_number(text)):
        raise PydanticCustomError("store_unknown", "not a database")
    if text and find_spec(POSTGRESQL_LIBRARY) is None:
        raise PydanticCustomError("store_library", "library missing")
    return url


def _has_port_number(url: str) -> bool:
    try:
        _port = urlsplit(url).port
    except ValueError:
        return False
    return True


def page_address(url: str) -> str:
    """Refuse what no browser opens; a slash at the end goes."""
    if not url.startswith(("http://", "https://")) or not url.isprintable() or " " in url:
        raise PydanticCustomError("url_unknown", "not an address of pages")
    return url.rstrip("/")


Number = Annotated[int, BeforeValidator(no_truth)]
Seconds = Annotated[float, BeforeValidator(no_truth)]
Port = Annotated[Number, Field(ge=0, le=65535)]
Text = Annotated[str, Field(min_length=1)]
Network = Annotated[str, AfterValidator(known_network)]
Name = Annotated[str, Field(min_length=1), AfterValidator(known_name)]
AuthservId = Annotated[str, Field(pattern=r"^[A-Za-z0-9!#$%&'*+./=?^_`{|}~:-]+$")]
Domain = Annotated[str, Field(pattern=r"^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])$")]


class SettingsTable(BaseModel):
    """A table of the file: nothing changes after reading, and a key that nobody knows is a mistake."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


TableT = TypeVar("TableT", bound=SettingsTable)
