"""The variants of a game: their values, since when they are there, and what older games mean that name none."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Self, TypeAlias

from rules_core.kernel.events import Begun


class BadOptions(ValueError):
    """A game cannot be set up like this; the message names the option."""


class Option(tuple[str, ...]):
    """An option: its values, the usual one first. `Option("lake", "each", since=2, before="lake")`.

    `since` is the reading of the rules with which it came, and `before` the value by which a game is played that does
    not name it, as none did that began before it came; the usual value, where it was always there.
    """

    since: int
    before: str

    def __new__(cls, *values: str, since: int = 1, before: str = "") -> Self:
        """The option with these values."""
        option = super().__new__(cls, values)
        option.since = since
        option.before = before or (values[0] if values and since == 1 else "")
        return option


Options: TypeAlias = Mapping[str, Option]
"""The options of a game by name, in the order in which they are told."""


def chosen(
    options: Options, given: Mapping[str, str], seats: int, allowed: Collection[int], like: Begun | None = None
) -> tuple[tuple[str, str], ...]:
    """The variants that a game is set up with: those given, and the usual value of every other. Raises BadOptions.

    A game that is set up like one that began earlier names no option that came later, unless it is given.
    """
    if seats not in allowed:
        raise BadOptions(f"seats: {min(allowed)} to {max(allowed)}, not {seats}")
    for name, value in given.items():
        if name not in options:
            raise BadOptions(f"{name}: unknown")
        if value not in options[name]:
            raise BadOptions(f"{name}: {' or '.join(options[name])}, not {value}")
    named = options if like is None else {**dict(like.options), **given}
    return tuple((name, given.get(name, option[0])) for name, option in options.items() if name in named)


def meant(options: Options, named: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The value of every option in a game that began with some of them named."""
    known = dict(named)
    return {name: known.get(name, option.before) for name, option in options.items()}


def faults(options: Mapping[str, tuple[str, ...]], readings: Sequence[int]) -> Iterator[str]:
    """The faults in how options are declared, each by the option's name."""
    for name, option in options.items():
        if not isinstance(option, Option):
            yield f"{name} is no Option"
        elif not option:
            yield f"{name} has no values"
        elif option.since not in readings:
            yield f"{name} is since reading {option.since}, and there is none"
        elif option.before not in option:
            yield f"{name} does not say, by one of its values as `before`, what games mean that began without it"
