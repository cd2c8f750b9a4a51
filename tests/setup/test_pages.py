"""The pages for those who work on the program: what they name is there."""

import re
from pathlib import Path

import pytest

from setup.rooms import PAGE, picture

ROOT = Path(__file__).parents[2]
PAGES = tuple(
    path.relative_to(ROOT).as_posix()
    for path in (
        *(ROOT / ".github").glob("*.md"),
        *(ROOT / folder / "README.md" for folder in (".", "rules_core", "tests")),
        *sorted((ROOT / "pbem" / "guide").glob("*.md")),
    )
)
ROOTS = (".github", "pbem", "rules_core", "tests", "mail_templates")
PATH = re.compile(rf"`((?:{'|'.join(re.escape(root) for root in ROOTS)})/[\w./-]+)`")
COMMANDED = re.compile(r"(?<![\w/])(tests/[\w./]+)")


def page(checkout: Path, name: str) -> str:
    return (checkout / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_every_path_that_a_page_names_is_there(checkout: Path, name: str) -> None:
    text = page(checkout, name)
    commands = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    named = [*PATH.findall(text), *COMMANDED.findall(commands)]
    assert [path for path in named if not (checkout / path).exists()] == []


@pytest.mark.parametrize("name", PAGES)
def test_every_page_that_a_page_leads_to_is_there(checkout: Path, name: str) -> None:
    folder = (checkout / name).parent
    led_to = re.findall(r"\]\((?!https?:|#)([^)#]+)", page(checkout, name))
    assert [link for link in led_to if not (folder / link).exists()] == []


@pytest.mark.parametrize("name", PAGES)
def test_every_target_that_a_page_names_is_made(checkout: Path, name: str) -> None:
    makefile = page(checkout, "Makefile")
    named = set(re.findall(r"(?:`|^)make ([a-z]+)", page(checkout, name), re.MULTILINE))
    assert [target for target in named if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []


def test_every_folder_of_tests_is_told(checkout: Path) -> None:
    found = set(
        re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| (`.*?) \|", page(checkout, "tests/README.md"), re.MULTILINE)))
    )
    folders = {path.parent.name for path in (checkout / "tests").glob("*/__init__.py")}
    assert folders - found - {"atlas", "golden"} == set()
    assert found - folders == set()


def test_the_rooms_are_drawn_as_they_import_each_other(checkout: Path) -> None:
    assert picture() in page(checkout, str(PAGE)), "python -m tests.setup.rooms draws them anew"


def test_every_room_is_told(checkout: Path) -> None:
    found = re.findall(r"^\| `pbem/(\w+)` \|", page(checkout, "pbem/guide/contributor-server.md"), re.MULTILINE)
    rooms = {path.parent.name for path in (checkout / "pbem").glob("*/__init__.py")}
    assert sorted(found) == sorted(rooms)


def test_every_module_of_a_letters_way_is_there(checkout: Path) -> None:
    way = page(checkout, "pbem/guide/contributor-server.md").partition("## The rooms")[0]
    named = re.findall(r"`((?:\w+/)+\w+\.py)`", way)
    assert len(named) > 12
    assert [path for path in named if not (checkout / "pbem" / path).exists()] == []


def test_the_code_host_runs_what_has_to_pass_and_waits_for_it(checkout: Path) -> None:
    workflow = page(checkout, ".github/workflows/checks.yml")
    (minutes,) = re.findall(r"timeout-minutes: (\d+)", workflow)
    assert int(minutes) > 90, "it takes about an hour here"
    assert re.findall(r"- run: (\S+)$", workflow, re.MULTILINE) == [".ci/run"]
    assert (checkout / ".ci" / "run").stat().st_mode & 0o111
