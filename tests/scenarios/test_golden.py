"""Letters in, mails out: what comes of each scenario is what was written down, word for word."""

import difflib
from pathlib import Path

import pytest
from soak import few

from .scenario import path_of, played, read_script, scenarios


@pytest.mark.parametrize("name", scenarios())
def test_a_scenario_ends_as_it_was_written_down(name: str, tmp_path: Path) -> None:
    written = path_of(name).read_text(encoding="utf-8")
    came = played(read_script(written), tmp_path)
    changes = difflib.unified_diff(written.splitlines(), came.splitlines(), "written", "came", lineterm="")
    assert came == written, "\n".join(changes)


@pytest.mark.postgresql
@pytest.mark.parametrize("name", few(scenarios(), 4))
def test_a_scenario_ends_alike_on_postgresql(name: str, tmp_path: Path) -> None:
    test_a_scenario_ends_as_it_was_written_down(name, tmp_path)
