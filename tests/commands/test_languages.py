"""A language is a file: with one more, commands are read and written in it; one with holes is refused at the start."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from each_kit import each

import pbem
from pbem.commands.languages import LANGUAGES, check_whole, spellings
from pbem.commands.orders import table_of
from pbem.lobby.verbs import ALL_VERBS, OFFICE_VERBS
from pbem.moderation.correction_lines import correction_verbs
from rules_core.games import kinds

PACKAGE = Path(pbem.__file__).parent
ROOT = PACKAGE.parent
FOLDERS = ("commands/words", "games/line/words", "games/railroad_dice_2/words")
FILES = {
    folder: {code: tomllib.loads((PACKAGE / folder / f"{code}.toml").read_text()) for code in LANGUAGES}
    for folder in FOLDERS
}
MADE_UP = "qq"
PROGRAM = """
from correction_lines_kit import write_correction
from orders_kit import ALL_KINDS, PLAYERS, TABLES, first_view, start
from pbem.commands.languages import LANGUAGES
from pbem.commands.orders import read, table_of, verbs_of, write
from pbem.i18n import catalogue
from pbem.lobby import reading, verbs
from pbem.moderation.correction_lines import correction_verbs, read_correction
from pbem.moderation.lines import MODERATORS
from pbem.terms import Terms
from rules_core.line.actions import BuyShare
from rules_core.line.actions import DirectorNamed

assert LANGUAGES == ("en", "de", "fr", "qq")
for kind in ALL_KINDS:
    view = first_view(kind)
    for verb in verbs_of(kind):
        for typed, english in zip(*(table_of(kind).examples_of(verb.form, code) for code in ("qq", "en")), strict=True):
            assert typed.startswith(("qq", "A ", "B ")), typed
            scripts = [read([text], view, code, PLAYERS) for text, code in ((typed, "qq"), (english, "en"))]
            if verb.name != "next":
                assert scripts[0].orders == scripts[1].orders, typed
            assert [fault.code for fault in scripts[0].faults] == [fault.code for fault in scripts[1].faults], typed
    verbs_of_corrections = correction_verbs(kind)
    for verb in verbs_of_corrections.verbs:
        lines = (verbs_of_corrections.examples_of(verb.form, code) for code in ("qq", "en"))
        for typed, english in zip(*lines, strict=True):
            assert typed.startswith("qq"), typed
            one, other = (
                read_correction(text, view.table, PLAYERS, catalogue("en"), code)
                for text, code in ((typed, "qq"), (english, "en"))
            )
            assert one == other, typed
action = BuyShare(0, "weiden", "bank", True)
assert write(action, TABLES["first_rails"], "qq") == "qqbuy weiden qqfrom qqbank qqwith ?"
(order,) = read(["qqbuy weiden qqfrom qqbank qqwith ?"], start(), "qq").orders
assert order.action == action
assert write_correction(DirectorNamed("weiden", 1), start().table, PLAYERS, "qq") == "qqdirector weiden ben"
for verb in verbs.ALL_VERBS.verbs:
    for typed, english in zip(*(verbs.ALL_VERBS.examples_of(verb.form, code) for code in ("qq", "en")), strict=True):
        assert typed.startswith("qq"), typed
        one, other = (
            reading.read([text], code, Terms(), moderates=True)[0]
            for text, code in ((typed, "qq"), (english, "en"))
        )
        assert one.kind == other.kind == "orders", one
        assert verb in MODERATORS.verbs or one.orders == other.orders, typed
print("read")
"""


def made_up(folder: str) -> dict[str, Any]:
    """A language that nobody speaks: the English words with "qq" before each."""
    found = deepcopy(FILES[folder]["en"])
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


def _with_made_up(found: re.Match[str]) -> str:
    """The words of a simple game's module in English, and in the language that nobody speaks."""
    typed = re.sub(
        r'"([^"]+)"', lambda word: '"' + " ".join(MADE_UP + part for part in word[1].split()) + '"', found[1]
    )
    return f'{found[0]}, "{MADE_UP}": {typed}'


def run_with(tmp_path: Path, folders: tuple[str, ...], program: str) -> subprocess.CompletedProcess[str]:
    """A program where one more language has files in these folders."""
    shutil.copytree(PACKAGE, tmp_path / "pbem", copy_function=os.symlink)
    for module in (tmp_path / "pbem" / "games").glob("*/__init__.py"):
        text = module.read_text("utf-8")
        module.unlink()  # it is a link to the file of the checkout
        module.write_text(re.sub(r'"en": (\([^)]*\))', _with_made_up, text), "utf-8")
    for folder in folders:
        (tmp_path / "pbem" / folder / f"{MADE_UP}.toml").write_text(as_toml(made_up(folder)))
    path = os.pathsep.join(str(folder) for folder in (tmp_path, ROOT / "tests", ROOT))
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, cwd=tmp_path)


def test_a_fourth_language_is_a_file_in_each_package(tmp_path: Path) -> None:
    done = run_with(tmp_path, FOLDERS, PROGRAM)
    assert (done.returncode, done.stdout) == (0, "read\n"), done.stderr


@pytest.mark.parametrize(
    ("folder", "told"),
    [
        ("commands/words", "pbem/games/line/words/qq.toml is missing"),
        ("games/line/words", "pbem/games/line/words/qq.toml is of an unknown language"),
    ],
)
def test_a_package_that_lacks_a_language_is_named_at_the_start(tmp_path: Path, folder: str, told: str) -> None:
    done = run_with(tmp_path, (folder,), "import pbem.games")
    assert done.returncode == 1
    assert f"ValueError: {told}" in done.stderr


SOLVED = {
    "a": "an end of the line or a player, unless it stands where an à can: test_letters, test_press",
    "an": "close before a player it is no article, and before a sign of comparison it is a year: test_press",
    "d": "a day stands behind the number of an extension, a straight where faces are named: test_times, test_letters",
    "di": "as the words for days beside it, or asked for: lobby/test_words",
    "die": "an article, unless a sign of comparison follows: test_letters",
    "e": "a sort of dice where dice are rolled, a side where track is laid: test_network_orders",
    "o": "as the letter's other orders, or asked for: test_letters, test_network_orders",
}
"""The words that mean other things in other languages, and how each is told; that is tested where it is said."""


def collisions() -> set[str]:
    """All words that mean several things to the readers of one game or office, and not all of them in one language."""
    found: set[str] = set()
    for folder in FOLDERS:
        meanings: dict[tuple[str, str], dict[str, set[str]]] = {}
        for files in (FILES[folder], FILES[FOLDERS[0]]):
            for code, audience, section, name, word in words_of(files):
                if section in ("keywords", "sides", "faces", "numbers"):
                    for spelling in spellings(word):
                        meanings.setdefault((audience, spelling), {}).setdefault(name, set()).add(code)
        found |= {word for (_, word), by_name in meanings.items() if not set.intersection(*by_name.values())}
    return found


def words_of(files: dict[str, Any]) -> Iterator[tuple[str, str, str, str, str]]:
    """Every word of the files of a folder: its language, audience, section, meaning, and the word."""
    for code, audiences in files.items():
        for audience, sections in audiences.items():
            for section, names in sections.items():
                yield from ((code, audience, section, name, word) for name, typed in names.items() for word in typed)


def test_no_word_means_another_thing_in_another_language_but_those_that_are_told_apart() -> None:
    assert collisions() == set(SOLVED)


def test_no_name_of_a_verb_is_that_of_another_in_any_language() -> None:
    tables = [*map(table_of, kinds()), OFFICE_VERBS, ALL_VERBS, *map(correction_verbs, kinds())]
    for table in tables:
        named: dict[str, str] = {}
        for verb in table.verbs:
            for spelling in (one for names in verb.aliases.values() for name in names for one in spellings(name)):
                assert named.setdefault(spelling, verb.name) == verb.name, spelling


def missing(tables: dict[str, Any]) -> None:
    del tables["seat"]["verbs"]["undo"]


def missing_in_a_game(tables: dict[str, Any]) -> None:
    del tables["seat"]["verbs"]["buy"]


def unknown(tables: dict[str, Any]) -> None:
    tables["office"]["keywords"]["bye"] = ["bye"]


def empty(tables: dict[str, Any]) -> None:
    tables["seat"]["keywords"]["none"] = []


def empty_in_a_game(tables: dict[str, Any]) -> None:
    tables["seat"]["keywords"]["hidden"] = []


def no_text(tables: dict[str, Any]) -> None:
    tables["moderator"]["verbs"]["hold"] = "anhalten"


@each(
    ("folder", "spoil", "place"),
    [
        (FOLDERS[0], missing, r"\[seat\.verbs\] undo"),
        (FOLDERS[0], unknown, r"\[office\.keywords\] bye"),
        (FOLDERS[0], empty, r"\[seat\.keywords\] none"),
        (FOLDERS[0], no_text, r"\[moderator\.verbs\] hold"),
        (FOLDERS[1], missing_in_a_game, r"\[seat\.verbs\] buy"),
        (FOLDERS[1], empty_in_a_game, r"\[seat\.keywords\] hidden"),
    ],
)
def test_a_file_that_is_not_whole_is_named_with_the_place(
    folder: str, spoil: Callable[[dict[str, Any]], None], place: str
) -> None:
    files = FILES[folder]
    check_whole(files, LANGUAGES, folder=folder)
    german = deepcopy(files["de"])
    spoil(german)
    with pytest.raises(ValueError, match=rf"{folder}/de\.toml: {place}"):
        check_whole({**files, "de": german}, LANGUAGES, folder=folder)
