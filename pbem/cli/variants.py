"""Which games there are, and the variants of each, as commands take and tell them."""

from collections.abc import Iterable
from typing import Final

import click

from pbem.cli.office import Failure, _
from rules_core.games import kinds, ruleset_for
from rules_core.kernel.definition import BadOptions

KIND: Final = click.Choice(kinds())
"""The kind of a game, as the value of an option."""
_SEATS: Final = [number for kind in kinds() for number in ruleset_for(kind).seats]
PLAYERS: Final = click.IntRange(min(_SEATS), max(_SEATS))
"""How many play in a game, as the value of an option."""


def option_help() -> str:
    """What is said to an option that names a variant."""
    return _("A variant, such as extended=yes; may be given several times.")


def list_of_variants() -> str:
    """A paragraph for a command's help: each kind of game with its variants, the usual value first."""
    lines = [_("Games and their variants, the usual value first:")]
    lines += [f"  {kind}: {_variants(kind)}" for kind in kinds()]
    # Click keeps the lines of a paragraph that begins so.
    return "\n\n\b\n" + "\n".join(lines)


def chosen(options: Iterable[str]) -> dict[str, str]:
    """The variants named by NAME=VALUE."""
    return {name: value for name, _equals, value in (option.partition("=") for option in options)}


def cannot_be(kind: str, error: BadOptions) -> Failure:
    """Why a game cannot be set up like this, and how it can."""
    known = _("%(kind)s takes these variants: %(variants)s", kind=kind, variants=_variants(kind))
    return Failure(f"{error}\n{known}")


def _variants(kind: str) -> str:
    return ", ".join(f"{name}={'|'.join(values)}" for name, values in ruleset_for(kind).options.items())
