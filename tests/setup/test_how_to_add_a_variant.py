"""A variant taken out of a copy of the program, and added again as the guide says: each step is needed."""

import re
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from toy_game.tutorial import copy_program, run

PAGE: Final = Path("pbem/guide/contributor-server.md")
_BLOCK: Final = re.compile(r"^```python\n# ([\w./]+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Step(NamedTuple):
    """A step of the page: the file, and the text that is added there."""

    file: str
    text: str


CHECKS: Final = """
from rules.test_fr_lakes import _bay
from pbem.games.line.maps import LineMap
from pbem.games.line.render_context import RenderContext
from pbem.games.presentation import presentation_of
from pbem.i18n import catalogue
from rules.orders import lay
from rules.playing import play
from rules_core.games.first_rails import game
from rules_core.games.first_rails.bots import FirstRailsMoment
from rules_core.line.events import DuePaid

assert dict(game.setup({"bridges": "each"}, 2, lambda _key, _sides: 0)[0].options)["bridges"] == "each", "option"
state = _bay("each")
assert len(play(state, lay("B e e e e")).events_of(DuePaid)) == 2, "rules"
view = game.view(state, 0)
assert not FirstRailsMoment(view, (), lambda _n: 0).pays_once("lake"), "bots"
assert presentation_of("first_rails").chosen({"bridges": "each"}), "words"
key = " ".join(sign.text for sign in LineMap(RenderContext(state.table, ("Anna", "Bert"), catalogue("en"))).key())
assert "for each bridge" in key, "key"
print("added")
"""
AMISS: Final = (
    "bridges: unknown",
    "pays_once",
    "AssertionError: rules",
    "AssertionError: bots",
    "first_rails cannot be presented: `variants.bridges` is missing",
    "AssertionError: key",
)
"""What is amiss while a step is left out, by the step."""
WITHOUT: Final = """
from golden import GAMES, path_of
from pbem.games.presentation import presentation_of
from rules_core.games.first_rails import game
from rules_core.kernel.record import differences, load

assert "bridges" not in game.options and "bridges" not in presentation_of("first_rails").variants
for name in GAMES:
    record = load(path_of(name).read_bytes())
    assert record.kind != game.kind or list(differences(record, game)) == []
print("as before")
"""


@pytest.fixture(scope="module")
def steps(checkout: Path) -> tuple[Step, ...]:
    text = (checkout / PAGE).read_text(encoding="utf-8")
    section = text[text.index("## How to add a variant") : text.index("## How to add a language")]
    return tuple(Step(file, block) for file, block in _BLOCK.findall(section))


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory, steps: tuple[Step, ...]) -> Path:
    """A copy of the program whose files of the steps are its own."""
    program = copy_program(tmp_path_factory.mktemp("variant") / "program", {})
    for file in {step.file for step in steps}:
        text = (program / file).read_text("utf-8")
        (program / file).unlink()  # it is a link to the file of the checkout
        (program / file).write_text(text, "utf-8")
    return program


def test_the_page_tells_the_code_as_it_stands(checkout: Path, steps: tuple[Step, ...]) -> None:
    assert len(steps) == len(AMISS)
    for step in steps:
        assert (checkout / step.file).read_text("utf-8").count(step.text) == 1, step


def test_it_is_there_with_all_steps_and_without_them_nothing_is(program: Path, steps: tuple[Step, ...]) -> None:
    assert done(program, CHECKS) == "added"
    whole = left_out(program, steps)
    try:
        # What asks for the meaning of an option asks for nothing where that is left out too.
        for file in {step.file for step in steps}:
            text = (program / file).read_text("utf-8")
            (program / file).write_text(re.sub(r"^from .*import pays_once\n", "", text, flags=re.MULTILINE), "utf-8")
        folding = program / "rules_core/games/first_rails/ending.py"
        folding.write_text(folding.read_text("utf-8").replace("OPTIONS, pays_once", "OPTIONS"), "utf-8")
        assert done(program, WITHOUT) == "as before"
    finally:
        put_back(whole)


@pytest.mark.parametrize("number", range(len(AMISS)))
def test_a_step_that_is_left_out_is_missed(program: Path, steps: tuple[Step, ...], number: int) -> None:
    whole = left_out(program, steps[number : number + 1])
    try:
        assert AMISS[number] in done(program, CHECKS)
    finally:
        put_back(whole)


def left_out(program: Path, steps: tuple[Step, ...]) -> dict[Path, str]:
    """Take steps out of the copy; give the files as they were."""
    whole = {program / step.file: (program / step.file).read_text("utf-8") for step in steps}
    for step in steps:
        path = program / step.file
        path.write_text(path.read_text("utf-8").replace(step.text, ""), "utf-8")
    return whole


def put_back(whole: dict[Path, str]) -> None:
    for path, text in whole.items():
        path.write_text(text, "utf-8")


def done(program: Path, script: str) -> str:
    """What a script prints in the copy, or the last line of how it fails."""
    found = run(program, "-B", "-c", script)
    return (found.stdout or found.stderr).strip().splitlines()[-1]
