"""The log as modules name it that commands load: the library that writes it is loaded with the first entry.

Most commands write none, and the library takes longer to load than many of them to run.
"""

from typing import Any


class LazyLog:
    """A logger of the library by a module's name, made when something is logged."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, method: str) -> Any:
        import structlog

        return getattr(structlog.get_logger(self._name), method)
