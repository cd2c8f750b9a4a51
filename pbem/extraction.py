"""Collects for translators what the programs say: `make messages`, through Babel, for what Babel cannot read alone."""

import tomllib
from collections.abc import Collection, Iterator
from typing import Any, BinaryIO, Final, TypeAlias

from jinja2.ext import babel_extract

from pbem.templates import SYNTAX

KEYWORDS: Final[dict[str, tuple[int, ...] | None]] = {
    "_": None,
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
    """The titles and texts of a rule digest of `rules_core`."""
    for message in rule_messages(file.read().decode("utf-8")):
        yield 0, "", message, []


def rule_messages(text: str) -> list[str]:
    """Every title and text of a rule digest, those of the first reading too, as they stand in the file."""
    tables = [table for table in tomllib.loads(text).values() if isinstance(table, dict)]
    keys = ("title", "text", "first_reading")
    rules = [table for table in tables if {"title", "text"} <= set(table) <= set(keys)]
    return [rule[key] for rule in rules for key in keys if key in rule]
