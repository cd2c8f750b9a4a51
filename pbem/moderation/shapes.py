"""What corrections look like as lines, for help, hints and forms."""

import re
from typing import Final

from pbem.i18n import N_, Catalogue
from pbem.moderation.hand import said
from pbem.orders import Form

_PLACEHOLDERS: Final = {
    "number": N_("number"),
    "company": N_("company"),
    "faces": N_("faces"),
    "player": N_("player"),
    "square": N_("square"),
    "what": N_("what"),
}


class _Wording(dict[str, str]):
    """Fills templates with the words of a language, by their meanings."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language

    def __missing__(self, key: str) -> str:
        return said(key, self.language)


def _typed(template: str, language: str) -> str:
    return template.format_map(_Wording(language))


def shape_of(form: Form, words: Catalogue) -> str:
    """What a correction of this form looks like, in the catalogue's language."""
    named = {f"<{key}>": f"<{words.text(msgid)}>" for key, msgid in _PLACEHOLDERS.items()}
    return re.sub(r"<\w+>", lambda match: named[match.group()], _typed(form.shape, words.language))


def examples_of(form: Form, language: str) -> tuple[str, ...]:
    """Corrections of this form, ready to be typed."""
    return tuple(_typed(example, language) for example in form.examples)
