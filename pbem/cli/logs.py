"""The log of commands, which begin without it: it is set up once something imports the library that writes it."""

import logging
import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Final

_LIBRARY: Final = "structlog"


def log_plainly() -> Callable[[], None]:
    """Send warnings and errors of a command to standard error, unless the log is set up, without variables' values.

    Those may be letters, seeds and what lies behind the screens. Returns what puts the log back, for a process that
    goes on after the command.
    """
    if _LIBRARY in sys.modules:
        return _put_back if _set_up() else _do_nothing
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
    return _put_back


def _do_nothing() -> None:
    """Leave a log alone that somebody else has set up."""


def _put_back() -> None:
    if _LIBRARY in sys.modules:
        sys.modules[_LIBRARY].reset_defaults()


def _set_up() -> bool:
    """Set the log up; False where it is already."""
    import structlog

    if structlog.is_configured():
        return False
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    return True


class _Finder(MetaPathFinder):
    """Finds the library as the others do, and has the log set up after its import."""

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The library's spec, once; None for all other modules."""
        if fullname != _LIBRARY:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(fullname)
        if spec is not None and spec.loader is not None:
            spec.loader = _SettingUp(spec.loader)
        return spec


class _SettingUp(Loader):
    """A loader after whose work the log is set up."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Make the module as usual."""
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Run the module as usual, and set up the log."""
        self._loader.exec_module(module)
        _set_up()
