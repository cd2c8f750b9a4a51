"""A language is a file: with one more, commands are read and written in it; one with holes is refused at the start."""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem.commands.languages import LANGUAGES, check_whole

PACKAGE = Path(pbem.__file__).parent
ROOT = PACKAGE.parent
FILES = {code: tomllib.loads((PACKAGE / "commands" / "words" / f"{code}.toml").read_text()) for code in LANGUAGES}
MADE_UP = "qq"
PROGRAM = """
from orders_kit import KINDS, PLAYERS, STANDARD, start
from pbem.commands.languages import LANGUAGES
from pbem.commands.orders import VERBS, examples_of, read, write
from pbem.i18n import catalogue
from pbem.lobby import reading, verbs
from pbem.moderation.correction_lines import correction_verbs, read_correction, write_correction
from pbem.moderation.verbs import MODERATORS
from pbem.terms import Terms
from rules_core.line.actions import BuyShare
from rules_core.line.corrections import DirectorNamed

assert LANGUAGES == ("en", "de", "fr", "qq")
for kind in KINDS:
    view = start(kind)
    for verb in (verb for verb in VERBS if kind in verb.forms):
        for typed, english in zip(*(examples_of(verb.forms[kind], code) for code in ("qq", "en")), strict=True):
            assert typed.startswith(("qq", "A ", "B ")), typed
            scripts = [read([text], view, code, PLAYERS) for text, code in ((typed, "qq"), (english, "en"))]
            if verb.name != "next":
                assert scripts[0].orders == scripts[1].orders, typed
            assert [fault.code for fault in scripts[0].faults] == [fault.code for fault in scripts[1].faults], typed
    verbs_of_corrections = correction_verbs(kind)
    for verb in verbs_of_corrections.verbs:
        lines = (verbs_of_corrections.examples_of(verb.form(kind), code) for code in ("qq", "en"))
        for typed, english in zip(*lines, strict=True):
            assert typed.startswith("qq"), typed
            one, other = (
                read_correction(text, view.table, PLAYERS, catalogue("en"), code)
                for text, code in ((typed, "qq"), (english, "en"))
            )
            assert one == other, typed
action = BuyShare(0, "weiden", "bank", True)
assert write(action, STANDARD, "qq") == "qqbuy weiden qqfrom qqbank qqwith ?"
(order,) = read(["qqbuy weiden qqfrom qqbank qqwith ?"], start(), "qq").orders
assert order.action == action
assert write_correction(DirectorNamed("weiden", 1), start().table, PLAYERS, "qq") == "qqdirector weiden ben"
for verb in verbs.ALL_VERBS.verbs:
    for typed, english in zip(*(verbs.ALL_VERBS.examples_of(verb.form(), code) for code in ("qq", "en")), strict=True):
        assert typed.startswith("qq"), typed
        one, other = (
            reading.read([text], code, Terms(), moderates=True)[0]
            for text, code in ((typed, "qq"), (english, "en"))
        )
        assert one.kind == other.kind == "command", one
        assert verb in MODERATORS.verbs or one.commands == other.commands, typed
print("read")
"""


def made_up() -> dict[str, Any]:
    """A language that nobody speaks: the English words with "qq" before each."""
    found = deepcopy(FILES["en"])
    for names in (names for sections in found.values() for names in sections.values()):
        for name, words in names.items():
            names[name] = [" ".join(f"qq{part}" if part.isalpha() else part for part in word.split()) for word in words]
    return found


def as_toml(tables: dict[str, Any]) -> str:
    """Tables of lists of words as a file."""
    lines = []
    for audience, sections in tables.items():
        for section, names in sections.items():
            lines += [f"[{audience}.{section}]", *(f'"{name}" = {words!r}' for name, words in names.items())]
    return "\n".join(lines)


def test_a_fourth_language_is_a_file(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "pbem", copy_function=os.symlink)
    (tmp_path / "pbem" / "commands" / "words" / f"{MADE_UP}.toml").write_text(as_toml(made_up()))
    path = os.pathsep.join(str(folder) for folder in (tmp_path, ROOT / "tests", ROOT))
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "read\n"), done.stderr


def missing(tables: dict[str, Any]) -> None:
    del tables["seat"]["verbs"]["buy"]


def unknown(tables: dict[str, Any]) -> None:
    tables["office"]["keywords"]["bye"] = ["bye"]


def empty(tables: dict[str, Any]) -> None:
    tables["seat"]["keywords"]["hidden"] = []


def no_text(tables: dict[str, Any]) -> None:
    tables["moderator"]["verbs"]["hold"] = "anhalten"


@pytest.mark.parametrize(
    ("spoil", "place"),
    [
        (missing, r"\[seat\.verbs\] buy"),
        (unknown, r"\[office\.keywords\] bye"),
        (empty, r"\[seat\.keywords\] hidden"),
        (no_text, r"\[moderator\.verbs\] hold"),
    ],
)
def test_a_file_that_is_not_whole_is_named_with_the_place(spoil: Callable[[dict[str, Any]], None], place: str) -> None:
    check_whole(FILES)
    german = deepcopy(FILES["de"])
    spoil(german)
    with pytest.raises(ValueError, match=rf"words/de\.toml: {place}"):
        check_whole({**FILES, "de": german})
