"""Commands that are imported when they are used, so that each begins without what the others need."""

import gc
from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module
from types import ModuleType

import click


class CommandTable(MutableMapping[str, click.Command]):
    """The commands of a group by their names, each from a place such as "pbem.cli.server:serve"."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = dict(places)
        self._loaded: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        """The command, imported by now. Raises KeyError where there is none."""
        if name not in self._loaded:
            module, _colon, attribute = self._places[name].partition(":")
            command = getattr(_imported(module), attribute)
            assert isinstance(command, click.Command)
            self._loaded[name] = command
        return self._loaded[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        """Add a command that is there already."""
        self._places[name] = ""
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        """Take a command out. Raises KeyError."""
        del self._places[name]
        self._loaded.pop(name, None)

    def __contains__(self, name: object) -> bool:
        """Whether there is a command of this name, without importing it."""
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        """The names, in the order in which they were given."""
        return iter(self._places)

    def __len__(self) -> int:
        """The number of commands."""
        return len(self._places)


def _imported(name: str) -> ModuleType:
    """Import a module. A fifth of the time went to looking for garbage, of which an import makes none."""
    looks = gc.isenabled()
    gc.disable()
    try:
        return import_module(name)
    finally:
        gc.freeze()
        if looks:
            gc.enable()
