"""The verbs of the order language: one table, from which reader, help, error hints and forms are made.

Every verb is read in every kind of game, so that the rules can refuse what a game has not; told are only a game's own.
Shapes and examples are templates: `{buy}` stands for a verb or keyword in the player's language, `<company>` for what
the player puts there.
"""

import re
from collections.abc import Mapping
from typing import Final

from pbem.i18n import N_, Catalogue
from pbem.orders.asking import ASKING
from pbem.orders.notation import Form
from pbem.orders.playing import PLAYING
from pbem.orders.verb import Verb
from pbem.orders.words import word as keyword

VERBS: Final[tuple[Verb, ...]] = (*PLAYING, *ASKING)
"""All verbs, in the order in which they are explained."""

BY_NAME: Final[Mapping[str, Verb]] = {verb.name: verb for verb in VERBS}
_PLACEHOLDERS: Final = {
    "number": N_("number"),
    "company": N_("company"),
    "side": N_("side"),
    "sides": N_("sides"),
    "tile": N_("tile"),
    "dice": N_("dice"),
    "faces": N_("faces"),
    "ground": N_("ground"),
    "player": N_("player"),
    "players": N_("players"),
    "text": N_("text"),
    "day": N_("day"),
    "orders": N_("orders"),
    "what": N_("what"),
    "code": N_("code"),
}


class _Wording(dict[str, str]):
    """Fills templates: verbs and keywords by name."""

    def __init__(self, language: str) -> None:
        super().__init__({verb.name: verb.word(language) for verb in VERBS})
        self.language = language

    def __missing__(self, key: str) -> str:
        return keyword(key, self.language)


def in_words(template: str, language: str) -> str:
    """A template such as "{buy} weiden {with} ?" as it is typed in a language."""
    return template.format_map(_Wording(language))


def verbs_of(kind: str) -> tuple[Verb, ...]:
    """The verbs of a kind of game, in the order in which they are explained."""
    return tuple(verb for verb in VERBS if kind in verb.forms)


def shape_of(form: Form, catalogue: Catalogue) -> str:
    """What an order of this form looks like, in the catalogue's language."""
    named = {f"<{key}>": f"<{catalogue.text(msgid)}>" for key, msgid in _PLACEHOLDERS.items()}
    return re.sub(r"<\w+>", lambda match: named[match.group()], in_words(form.shape, catalogue.language))


def examples_of(form: Form, language: str) -> tuple[str, ...]:
    """Orders of this form, ready to be typed."""
    return tuple(in_words(example, language) for example in form.examples)
