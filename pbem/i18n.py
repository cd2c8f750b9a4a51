"""Every text that a person sees, in that person's language.

Message ids are the English texts themselves, with facts as `%(name)s`. Languages lie in `pbem/locale` as gettext files
(`de/LC_MESSAGES/messages.po`) and are read as they are: a translator adds a file, and nothing needs to be compiled.
"""

import gettext
import io
import logging
from dataclasses import dataclass
from datetime import date as calendar_day
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_datetime, format_skeleton
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

LOCALES: Final = Path(__file__).parent / "locale"
"""The folder of the languages, each in `<language>/LC_MESSAGES/messages.po`."""
ENGLISH: Final = "en"
"""The language of the message ids, which needs no file."""
PSEUDO: Final = "xx"
"""A language for tests: every text that went through a catalogue is English within ⟦ and ⟧."""

_log = logging.getLogger(__name__)


def N_(text: str) -> str:
    """Mark a text in a table for extraction; it is translated later, by `Catalogue.text`."""
    return text


class _Pseudo(gettext.NullTranslations):
    """Wraps each message in brackets, so that a test sees which texts bypass the catalogue."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of one language, and how it writes numbers and dates. Get one by `catalogue()`."""

    language: str
    """The language's code, such as "en" or "pt_BR"."""
    locale: Locale
    """How numbers and dates are written."""
    translations: gettext.NullTranslations
    """The messages in the interface that templates need."""

    def text(self, msgid: str, /, **facts: object) -> str:
        """The message in this language with its `%(name)s` filled from `facts`.

        Without facts the message is taken as it stands, so that a lone per cent sign needs no doubling.
        """
        message = self.translations.gettext(msgid)
        return message % facts if facts else message

    def plural(self, one: str, many: str, n: int, /, **facts: object) -> str:
        """The form of the message that fits the number `n`, which the message may use as `%(n)s`."""
        return self.translations.ngettext(one, many, n) % {"n": self.number(n), **facts}

    def number(self, n: int | float) -> str:
        """A number as this language writes it: 12,500 or 12.500."""
        return _decimal(n, self.locale)

    def percent(self, part: int, whole: int) -> str:
        """A part of a whole that is not 0, in whole per cent: "97%"; rounded down, so that only all of it is 100%."""
        return format_percent(part * 100 // whole / 100, locale=self.locale)

    def date(self, at: datetime, zone: str) -> str:
        """The day of a moment in a time zone such as "Europe/Berlin": "Sunday 22 November 2026"."""
        pattern = "EEEE d MMMM y" if self.locale.language == ENGLISH else "full"
        return format_date(at.astimezone(ZoneInfo(zone)), pattern, locale=self.locale)

    def day(self, day: calendar_day) -> str:
        """A day: "22 November 2026"."""
        return format_date(day, "long", locale=self.locale)

    def moment(self, at: datetime, zone: str) -> str:
        """A moment in a time zone, with the zone: "Sunday 22 November 2026, 18:00 CET"."""
        time = format_datetime(at, "HH:mm zzz", tzinfo=ZoneInfo(zone), locale=self.locale)
        return self.text("%(date)s, %(time)s", date=self.date(at, zone), time=time)

    def brief(self, at: datetime, zone: str) -> str:
        """A moment in short, for columns: "22 Nov 2026, 18:00"."""
        here = at.astimezone(ZoneInfo(zone))
        day = format_skeleton("yMMMd", here, locale=self.locale)
        return self.text("%(date)s, %(time)s", date=day, time=format_datetime(here, "HH:mm", locale=self.locale))


@lru_cache(maxsize=64)
def catalogue(language: str, folder: Path = LOCALES) -> Catalogue:
    """The catalogue of a language ("de", "de-AT"), or of its parent language, or English when there is neither."""
    if language == PSEUDO:
        return Catalogue(PSEUDO, Locale("en", "GB"), _Pseudo())
    code = language.replace("-", "_")
    for candidate in (code, code.split("_")[0]):
        if candidate in languages(folder) and candidate != ENGLISH:
            return Catalogue(candidate, _locale(candidate), _read(folder, candidate))
    return Catalogue(ENGLISH, Locale("en", "GB"), gettext.NullTranslations())


@lru_cache(maxsize=8)
def languages(folder: Path = LOCALES) -> tuple[str, ...]:
    """The codes of all languages there are, English first."""
    found = {path.parent.parent.name for path in folder.glob("*/LC_MESSAGES/messages.po")}
    return (ENGLISH, *sorted(found - {ENGLISH}))


@lru_cache(maxsize=4096, typed=True)
def _decimal(n: int | float, locale: Locale) -> str:
    """A number, remembered: small ones recur in every report, and Babel takes longer over one than over a sentence."""
    return format_decimal(n, locale=locale)


def _locale(language: str) -> Locale:
    """Find the locale for a language's dates and numbers; a language that Babel does not know gets the English one."""
    try:
        return Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return Locale("en", "GB")


def _read(folder: Path, language: str) -> gettext.GNUTranslations:
    """A language's messages, without those whose `%(names)s` are not the original's: these stay English."""
    path = folder / language / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as file:
        catalog = read_po(file)
    catalog.locale = _locale(language)  # or the file's own plural rule would be lost for a language new to Babel
    for message in catalog:
        if message.id and any(message.check(catalog)):
            _log.warning("%s: the translation of %r does not fit and is left out", path, message.id)
            message.string = ""
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
