"""Options for runs that are too long for a suite: bounded in time, and begun elsewhere each day.

`--minutes` begins no test later than that; what was not begun is told by name. `--begin-with N` begins with the N-th
file, so that bounded runs come to all of them in time.
"""

import time
from collections.abc import Iterator
from itertools import groupby

import pytest

NOT_BEGUN = "not begun: the time is up"
"""Begins the reason for which a test is passed over."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("soak")
    group.addoption("--minutes", type=float, help="begin no test later than so many minutes after the start")
    group.addoption("--begin-with", type=int, default=0, metavar="N", help="begin with the N-th file, counted round")


def pytest_configure(config: pytest.Config) -> None:
    """Watch the time where it is bounded."""
    minutes = config.getoption("--minutes")
    if minutes is not None:
        config.pluginmanager.register(_Bound(time.monotonic() + 60 * minutes))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let the files of the tests change their places in a circle."""
    files = [list(tests) for _file, tests in groupby(items, key=lambda item: item.path)]
    first = config.getoption("--begin-with") % len(files) if files else 0
    items[:] = [item for tests in (*files[first:], *files[:first]) for item in tests]


class _Bound:
    """The moment behind which no test is begun."""

    def __init__(self, end: float) -> None:
        self._end = end

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Pass over a test that comes too late."""
        if time.monotonic() > self._end:
            pytest.skip(NOT_BEGUN)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell what was not begun."""
        passed_over = sorted(_not_begun(terminalreporter.stats.get("skipped", [])))
        if passed_over:
            terminalreporter.section(f"{len(passed_over)} tests were not begun, as the time was up")
            for name in passed_over:
                terminalreporter.write_line(name)


def _not_begun(reports: list[pytest.TestReport]) -> Iterator[str]:
    return (report.nodeid for report in reports if NOT_BEGUN in str(report.longrepr))
