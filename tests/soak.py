"""Options for runs that are too long for a suite: bounded in time, and begun elsewhere each day.

`--minutes` begins no test later than that; what was not begun is told by name. `--begin-with N` begins with the N-th
file, so that bounded runs come to all of them in time.

Tests that play whole games tell how they ended by `record_property("ended", [(which, cause, reason, year), ...])`, and
it is summed up behind all tests: which games they were, what began their end, if anything did before it, and the rest.
"""

import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeAlias

import pytest

Ended: TypeAlias = tuple[str, str | None, str, int]
"""The end of a game: which game it was, what began its end, the reason, and the year."""

NOT_BEGUN = "not begun: the time is up"
"""Begins the reason for which a test is passed over."""


def few(values: Iterable[Any], count: int, *, several: bool = False) -> list[Any]:
    """Part the values of a parameter, or of `several`: the suite takes so many, spread evenly, the soak the others."""
    listed = list(values)
    taken = {at * len(listed) // count for at in range(count)}
    return [
        one if at in taken else pytest.param(*(one if several else [one]), marks=pytest.mark.soak)
        for at, one in enumerate(listed)
    ]


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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell how the games ended that were played."""
    reports = (report for reports in terminalreporter.stats.values() for report in reports)
    played = (report.user_properties for report in reports if getattr(report, "when", "") == "call")
    ended = sorted(told_ends(played), key=lambda end: end[0])
    if ended:
        terminalreporter.section("how games ended")
        for which, ends in groupby(ended, key=lambda end: end[0]):
            terminalreporter.write_line(f"{which}: {summed_up(list(ends))}")


def told_ends(properties: Iterator[Sequence[tuple[str, Any]]]) -> Iterator[Ended]:
    """The ends of games among the properties of tests."""
    return (end for found in properties for name, ends in found if name == "ended" for end in ends)


def summed_up(ends: Sequence[Ended]) -> str:
    """How so many games ended: by which reasons, grouped by what began their end, and in which years."""
    reasons: dict[str | None, Counter[str]] = defaultdict(Counter)
    for _which, cause, reason, _year in ends:
        reasons[cause][reason] += 1
    most = sorted(reasons.items(), key=lambda entry: -entry[1].total())
    texts = [f"{cause or 'ended'} {found.total()} ({_counted(found)})" for cause, found in most]
    years = sorted(year for _which, _cause, _reason, year in ends)
    lasted = f"year {years[0]} to {years[-1]}, median {statistics.median(years):g}"
    return f"{len(ends)} games; {'; '.join(texts)}; {lasted}"


def _counted(found: Counter[str]) -> str:
    return ", ".join(f"{reason} {number}" for reason, number in found.most_common())


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
