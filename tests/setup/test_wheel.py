"""The wheel, installed where nothing else is."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pbem.guide import units

LOOK_AROUND = """
import json
from importlib.resources import files

import pbem
from pbem.i18n import LOCALES, catalogue
from pbem.templates import environment, templates_folder
from rules_core.games import all_rules

words = catalogue("en")
folder = templates_folder()
names = environment(words).list_templates()
for name in names:
    if not name.startswith("games/") or name.endswith(".svg"):  # a game's others are for pages
        environment(words).get_template(name)
print(json.dumps({
    "package": pbem.__file__,
    "templates": str(folder),
    "names": names,
    "locales": LOCALES.is_dir(),
    "rules": len(all_rules()),
    "components": len(files("rules_core.line").joinpath("components.toml").read_bytes()),
}))
"""


def tracked(checkout: Path, *folders: str) -> list[str]:
    command = ["git", "ls-files", "-z", *folders]
    listing = subprocess.run(command, cwd=checkout, check=True, capture_output=True, text=True).stdout
    return [name for name in listing.split("\0") if name and (checkout / name).exists()]


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, made of what the image is made of."""
    folder, source = tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("source")
    copied = re.findall(r"^COPY ((?:[\w.]+ )+)\S+$", units()["Containerfile"].read_text("utf-8"), re.MULTILINE)
    for name in " ".join(copied).split():
        if (checkout / name).is_dir():
            shutil.copytree(checkout / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(checkout / name, source)
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        folder,
        source,
    ]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs' folder of an environment that has the wheel and what it asks for, and nothing else.

    The packages are links to those of this environment, since copies of them take a minute; `make soak` makes copies.
    """
    programs = new_environment(tmp_path_factory.mktemp("environment"))
    pip_install(programs, "--no-deps", wheel)
    (packages,) = programs.parent.glob("lib/python*/site-packages")
    (own,) = metadata.distributions(name="pbem", path=[str(packages)])
    for name in sorted(required(own)):
        link_files(metadata.distribution(name), packages)
    return programs


@pytest.fixture(scope="module")
def copied(wheel: Path, checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same as pip makes it."""
    programs = new_environment(tmp_path_factory.mktemp("copied"))
    pip_install(programs, "--constraint", checkout / "constraints.txt", wheel)
    return programs


def new_environment(folder: Path) -> Path:
    """The programs' folder of an environment without packages."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    return folder / "bin"


def pip_install(programs: Path, *arguments: str | Path) -> None:
    """Install into an environment; most of the time would go into compiling modules, of which a few are imported."""
    command: list[str | Path] = [sys.executable, "-m", "pip", "--python", programs / "python", "install", "--quiet"]
    subprocess.run([*command, "--no-compile", *arguments], check=True)


def required(distribution: metadata.Distribution) -> set[str]:
    """The names of all that a distribution asks for, and of what that asks for in turn, here and without extras."""
    found: set[str] = set()
    waiting = [distribution]
    while waiting:
        for requirement in map(Requirement, waiting.pop().requires or ()):
            requested = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
            name = canonicalize_name(requirement.name)
            if requested and name not in found:
                found.add(name)
                waiting.append(metadata.distribution(name))
    return found


def link_files(distribution: metadata.Distribution, packages: Path) -> None:
    """Link the files of a distribution into a folder of packages; programs, which lie elsewhere, are left out.

    Some bring a file that another has brought, such as a MANIFEST.in: pip lets the last of them have it, and so the
    environment that is linked to holds one file for both.
    """
    for file in distribution.files or ():
        if ".." not in file.parts:
            link = packages / file
            link.parent.mkdir(parents=True, exist_ok=True)
            if not link.is_symlink():
                link.symlink_to(Path(str(file.locate())))


def run(command: list[str | Path], folder: Path, seconds: float = 120) -> str:
    """What a command prints in an empty folder, with nothing of the checkout in its environment."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(command, cwd=folder, env=clean, input="", capture_output=True, text=True, timeout=seconds)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_holds_every_file_of_the_packages(wheel: Path, checkout: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    wanted = tracked(checkout, "pbem", "rules_core", "mail_templates")
    moved = {name.replace("mail_templates/", "pbem/_mail_templates/", 1) for name in wanted}
    assert {*moved, "pbem/_config.example.toml"} - held == set()
    assert {name.split("/")[0] for name in held} == {"pbem", "rules_core", f"{wheel.name.rsplit('-', 3)[0]}.dist-info"}


@pytest.mark.soak
def test_it_finds_its_files_from_any_folder(installed: Path, checkout: Path, tmp_path: Path) -> None:
    found = json.loads(run([installed / "python", "-c", LOOK_AROUND], tmp_path))
    package = Path(found["package"]).parent
    assert installed.parent in package.parents
    assert Path(found["templates"]) == package / "_mail_templates"
    folders = ("mail_templates", "pbem/drawing/templates", "pbem/games/*/templates/*")
    assert found["names"] == sorted(
        name.removeprefix("mail_templates/").removeprefix("pbem/").replace("/templates/", "/")
        for name in tracked(checkout, *folders)
    )
    assert found["locales"]
    assert found["rules"] > 0
    assert found["components"] == (checkout / "rules_core" / "line" / "components.toml").stat().st_size


def test_what_is_installed_fits_together(installed: Path, tmp_path: Path) -> None:
    run([sys.executable, "-m", "pip", "--python", installed / "python", "check"], tmp_path)


def test_the_program_explains_itself_and_sets_up_a_server(installed: Path, tmp_path: Path) -> None:
    assert "Run any command with --help to learn more." in run([installed / "pbem", "--help"], tmp_path)
    assert run([installed / "pbem", "guide", "host"], tmp_path).startswith("How to host\n===")
    run([installed / "pbem", "init"], tmp_path)
    assert "ok     database" in run([installed / "pbem", "doctor"], tmp_path)


@pytest.mark.soak
def test_pip_makes_of_it_what_plays_a_game_from_an_empty_folder(copied: Path, tmp_path: Path) -> None:
    run([sys.executable, "-m", "pip", "--python", copied / "python", "check"], tmp_path)
    command: list[str | Path] = [copied / "pbem", "demo", "--games", "1", "--seed", "20", "--players", "2"]
    assert "Ada, Ben" in run(command, tmp_path, seconds=300)
    (record,) = tmp_path.glob("pbem-demo/records/*.json")
    for check in (["record", "rejudge"], ["dice", "verify"]):
        run([copied / "pbem", *check, record], tmp_path)
