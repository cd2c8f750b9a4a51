"""Collects for translators what the programs say: `make messages`, through Babel, for what Babel cannot read alone."""

import tomllib
from collections.abc import Collection, Iterator
from typing import Any, BinaryIO, Final, TypeAlias

from jinja2.ext import babel_extract

from pbem.templates import SYNTAX

KEYWORDS: Final[dict[str, tuple[int, ...] | None]] = {
    "_": None,
    "Doc": None,
    "N_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "text": None,
    "plural": (1, 2),
}
"""The functions whose literal arguments are messages, with the places of singular and plural."""

Found: TypeAlias = tuple[int, str, str | tuple[str | None, ...] | None, list[str]]
"""Line, function, message or messages, comments: as Babel wants it from an extraction method."""


def template(
    file: BinaryIO, keywords: Collection[str], comment_tags: Collection[str], options: dict[str, Any]
) -> Iterator[Found]:
    """The messages of a Jinja template, whitespace being treated as when it is rendered."""
    syntax = {name: str(value) for name, value in SYNTAX.items()}
    found = babel_extract(
        file, list(keywords), list(comment_tags), {**options, **syntax, "trimmed": "true", "silent": "false"}
    )
    yield from found


def rulebook(
    file: BinaryIO, keywords: Collection[str], comment_tags: Collection[str], options: dict[str, Any]
) -> Iterator[Found]:
    """The titles and texts of a rule digest of `rules_core`, or what it says where its rulebook says nothing."""
    for message in rule_messages(file.read().decode("utf-8")):
        yield 0, "", message, []


def rule_messages(text: str) -> list[str]:
    """Every text of a rule digest, those of the first reading too, or of a `silent.toml`, as they stand in the file."""
    values = tomllib.loads(text).values()
    tables = [table for value in values for table in (value if isinstance(value, list) else [value])]
    keys = ("title", "text", "first_reading", "says", "play", "why")
    tables_of_texts = [
        table for table in tables if isinstance(table, dict) and ({"title", "text"} <= {*table} or "says" in table)
    ]
    return [table[key] for table in tables_of_texts for key in keys if key in table]
