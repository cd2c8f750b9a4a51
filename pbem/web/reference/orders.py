"""What the order reference tells: verbs by situation, and words in three languages."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from pbem.commands.languages import LANGUAGES
from pbem.commands.orders import table_of, verbs_of
from pbem.commands.orders.helptext import Entry, entry
from pbem.commands.orders.notation import notation_of
from pbem.games.presentation import presentation_of
from pbem.i18n import N_, Catalogue

SITUATIONS: Final[Mapping[str, tuple[str, ...]]] = {
    N_("Orders for later, and on a condition"): ("if", "next"),
    N_("Second thoughts"): ("check", "confirm", "undo", "restart"),
    N_("Asking"): ("status", "help"),
    N_("Writing to the others"): ("press", "mute", "unmute"),
    N_("When you cannot play"): ("extend", "away", "back", "resign"),
    N_("When the others have waited long for a player"): ("replace", "finish", "concede"),
    N_("When someone else knows your address here"): ("renew",),
    N_("When you think it was judged wrongly"): ("dispute", "statement", "withdraw_dispute"),
    N_("When a turn is to be taken back"): ("rollback", "agree", "refuse", "withdraw_proposal"),
}
"""The verbs of any game by the situation in which they are looked up, under the situations' message ids."""
_WORD: Final = re.compile(r"\{(\w+)\}")


def situations(kind: str, catalogue: Catalogue) -> Iterator[tuple[str, tuple[Entry, ...]]]:
    """Every verb of a kind of game under its situation."""
    known = {verb.name: verb for verb in verbs_of(kind)}
    for title, names in {**notation_of(kind).situations, **SITUATIONS}.items():
        told = tuple(entry(known[name], catalogue, kind) for name in names if name in known)
        if told:
            yield catalogue.text(title), told


def letter(kind: str, language: str) -> tuple[str, ...]:
    """A whole turn in a language, line by line."""
    return tuple(table_of(kind).in_words(line, language) for line in presentation_of(kind).letter)


def verb_words(kind: str) -> tuple[tuple[str, ...], ...]:
    """All names of every verb that has any of its own, in each of LANGUAGES."""
    return tuple(tuple(", ".join(verb.aliases[code]) for code in LANGUAGES) for verb in verbs_of(kind))


def other_words(kind: str) -> tuple[tuple[str, ...], ...]:
    """All spellings of the words that stand inside orders, in each of LANGUAGES."""
    forms, table = [verb.form for verb in verbs_of(kind)], table_of(kind)
    templates = [template for form in forms for template in (form.shape, *form.examples)]
    keys = dict.fromkeys(key for template in templates for key in _WORD.findall(template) if key not in table.by_name)
    found = (table.vocabulary.keyword(key) for key in keys)
    return tuple(tuple(", ".join(words[code]) for code in LANGUAGES) for words in found if words is not None)
