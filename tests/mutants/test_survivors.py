"""Every small change of the rules is noticed by a test of the rules, or listed with the reason why not."""

from pathlib import Path
from random import Random
from typing import Final

import pytest

from . import trial
from .changes import ROOT, Change, changes_of, files
from .survivors import Survivor, complaint, listed
from .trial import Copy

SAMPLE: Final = 10
"""Changes that a part of a run tries: less than a minute if tests of one clause notice them."""
PARTS: Final = 4


def sample(day: int, part: int) -> list[Change]:
    """Choose the changes of a day: all of them come by turns, mixed."""
    changes = [change for file in files() for change in changes_of(file)]
    Random(0).shuffle(changes)
    first = (day * PARTS + part) * SAMPLE
    return [changes[(first + number) % len(changes)] for number in range(SAMPLE)]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy on which all tests of the rules pass."""
    copy = Copy(tmp_path_factory.mktemp("rules") / "copy")
    assert copy.passes()
    return copy


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_a_sample_of_changes_is_as_listed(sound: Copy, pytestconfig: pytest.Config, part: int) -> None:
    day = pytestconfig.getoption("--begin-with")
    texts = [complaint(change, is_noticed=sound.notices(change)) for change in sample(day, part)]
    assert not any(texts), "\n".join(filter(None, texts))


def test_the_list_is_of_lines_that_are_there_each_with_its_reason() -> None:
    for survivor, why in listed().items():
        source = " ".join((ROOT / survivor.file).read_text().split())
        assert survivor.was in source, f"changed since: {survivor}"
        assert survivor.was != survivor.now
        assert len(why.split()) > 3, survivor


def test_the_files_whose_changes_are_tried_are_there() -> None:
    assert not [file for file in files() if not (ROOT / file).is_file()]


CHANGE: Final = Change("rules_core/line/transition.py", "BONUS: Final = 2", "BONUS: Final = 3", "", 13)


def test_what_survives_unlisted_is_told_with_its_diff() -> None:
    assert complaint(CHANGE, is_noticed=True) == ""
    text = complaint(CHANGE, is_noticed=False)
    assert "no test of the rules notices this" in text
    assert text.endswith("rules_core/line/transition.py:13\n  - BONUS: Final = 2\n  + BONUS: Final = 3")


def test_what_is_listed_and_noticed_is_told_too() -> None:
    survivor: Survivor = next(iter(listed()))
    change = Change(survivor.file, survivor.was, survivor.now, "", 1)
    assert complaint(change, is_noticed=False) == ""
    assert "a test notices this now" in complaint(change, is_noticed=True)


def test_changes_are_told_by_the_lines_they_change() -> None:
    file = "rules_core/line/transition.py"
    source, changes = (ROOT / file).read_text(), changes_of(file)
    assert ("BONUS: Final = 2", "BONUS: Final = 3") in {(change.was, change.now) for change in changes}
    for change in changes:
        assert change.text != source
        assert " ".join(source.splitlines()[change.line - 1].split()) in change.was


@pytest.mark.soak
def test_a_change_is_noticed_in_a_copy_and_taken_back(tmp_path: Path) -> None:
    copy = Copy(tmp_path / "copy")
    (change,) = [change for change in changes_of("rules_core/line/transition.py") if change.now == "BONUS: Final = 3"]
    assert copy.notices(change)
    assert (copy.folder / change.file).read_text() == (ROOT / change.file).read_text()


@pytest.mark.soak
def test_a_change_with_which_tests_do_not_end_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "_QUICK_AT_MOST", 2)
    assert Copy(tmp_path / "copy").notices(
        Change("rules_core/line/transition.py", "", "", "while True:\n    pass\n", 1)
    )
