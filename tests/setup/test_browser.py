"""`.ci/browser` finds the Chromium that the tests drive, or installs it, or says what to install."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

TOOLS = ("bash", "grep", "mv")
"""What the script itself needs, and the programs that are made up here."""


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """The only folder of programs of a machine; its user is not root."""
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found is not None
        (tmp_path / tool).symlink_to(found)
    program(tmp_path, "id", "echo 1000")
    return tmp_path


def program(folder: Path, name: str, *lines: str, shell: Path | None = None) -> Path:
    """Put a shell script into a folder, as the system's packages put programs there."""
    path = folder / name
    path.write_text("\n".join((f"#!{shell or folder / 'bash'}", *lines, "")))
    path.chmod(0o755)
    return path


def chromium(folder: Path, name: str = "chromium", shell: Path | None = None) -> Path:
    return program(folder, name, 'echo "Chromium 156.0"', shell=shell)


def ask(checkout: Path, machine: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [str(machine / "bash"), str(checkout / ".ci" / "browser"), *arguments]
    return subprocess.run(
        command, env={"PATH": str(machine), **environment}, capture_output=True, text=True, timeout=60
    )


def be_root(machine: Path) -> None:
    program(machine, "id", "echo 0")


def apt(machine: Path, has_chromium: bool) -> None:
    """An apt that notes how it is called, and brings a Chromium if its lists know one."""
    (machine / "archive").mkdir()
    brought = chromium(machine / "archive", shell=machine / "bash")
    program(machine, "apt-cache", f"exit {0 if has_chromium else 100}")
    program(
        machine, "apt-get", f'echo "$@" >> {machine}/called', f'[ "$1" = update ] || mv {brought} {machine}/chromium'
    )


def test_the_chromium_that_is_there_is_taken(checkout: Path, machine: Path) -> None:
    there = chromium(machine, "google-chrome")
    for arguments in ((), ("--find",)):
        found = ask(checkout, machine, *arguments)
        assert (found.returncode, found.stdout, found.stderr) == (0, f"{there}\n", "")


def test_a_program_that_only_asks_for_a_snap_is_none(checkout: Path, machine: Path) -> None:
    program(machine, "chromium-browser", "echo 'requires the chromium snap to be installed' >&2", "exit 1")
    there = chromium(machine, "google-chrome-stable")
    assert ask(checkout, machine).stdout == f"{there}\n"


def test_the_one_that_is_named_goes_first_and_must_run(checkout: Path, machine: Path, tmp_path: Path) -> None:
    chromium(machine)
    mine = chromium(machine, "mine")
    assert ask(checkout, machine, PBEM_CHROMIUM=str(mine)).stdout == f"{mine}\n"
    for wrong in (tmp_path / "nothing", machine / "grep"):
        refused = ask(checkout, machine, PBEM_CHROMIUM=str(wrong))
        assert (refused.returncode, refused.stdout) == (1, "")
        assert refused.stderr == f"PBEM_CHROMIUM={wrong} is no Chromium that runs here\n"


def test_where_there_is_none_it_says_what_to_install(checkout: Path, machine: Path) -> None:
    apt(machine, has_chromium=True)
    for user, arguments in (("tester", ()), ("root", ("--find",))):
        program(machine, "id", f"echo {0 if user == 'root' else 1000}")
        process = ask(checkout, machine, *arguments)
        assert (process.returncode, process.stdout) == (1, "")
        assert "apt-get install chromium" in process.stderr
        assert "PBEM_CHROMIUM=" in process.stderr
    assert not (machine / "called").exists(), "only root may install, and --find never does"


def test_root_gets_it_installed(checkout: Path, machine: Path) -> None:
    be_root(machine)
    apt(machine, has_chromium=True)
    found = ask(checkout, machine)
    assert (found.returncode, found.stdout) == (0, f"{machine / 'chromium'}\n")
    update, install, shell = (machine / "called").read_text().splitlines()
    assert update.startswith("update")
    assert install.startswith("install")
    assert " chromium " in install
    assert shell.startswith("install") and shell.endswith(" chromium-headless-shell")


def test_the_one_without_windows_is_installed_beside_it_and_taken_where_it_will_do(
    checkout: Path, machine: Path
) -> None:
    be_root(machine)
    whole = chromium(machine)
    assert ask(checkout, machine, "--shell").stdout == f"{whole}\n", "where there is none, the whole one does"
    apt(machine, has_chromium=True)
    found = ask(checkout, machine)
    assert (found.returncode, found.stdout) == (0, f"{whole}\n"), "though apt brought nothing of that name"
    (install,) = (machine / "called").read_text().splitlines()
    assert install.endswith(" chromium-headless-shell")
    shell = chromium(machine, "chromium-headless-shell")
    assert ask(checkout, machine, "--shell").stdout == f"{shell}\n"
    for arguments in ((), ("--find",)):
        assert ask(checkout, machine, *arguments).stdout == f"{whole}\n"
    assert len((machine / "called").read_text().splitlines()) == 1


def test_where_apt_has_an_empty_package_a_snap_is_taken(checkout: Path, machine: Path) -> None:
    be_root(machine)
    apt(machine, has_chromium=False)
    program(machine, "snap", f'echo "$@" >> {machine}/called')
    refused = ask(checkout, machine)
    assert refused.returncode == 1, "the snap came to nothing here"
    assert "snap install chromium" in refused.stderr
    assert (machine / "called").read_text().splitlines()[1:] == ["install chromium"]


LACKING = "node: error while loading shared libraries: %s: cannot open shared object file: No such file or directory"


def with_driver(checkout: Path, machine: Path, lacks: str) -> Path:
    """A checkout whose environment has a driver for browsers that runs once a library is there."""
    copied = machine / "checkout"
    driver = copied / ".venv/lib/python3.11/site-packages/playwright/driver"
    (copied / ".ci").mkdir(parents=True)
    driver.mkdir(parents=True)
    shutil.copy(checkout / ".ci/browser", copied / ".ci/browser")
    lines = (f"[ -e {machine}/there ] && exit", f'echo "{LACKING % lacks}" >&2', "exit 127")
    program(driver, "node", *lines, shell=machine / "bash")
    return copied


@pytest.mark.parametrize(
    ("library", "package"),
    [("libatomic.so.1", "libatomic1"), ("libjson-c.so.5", "libjson-c5"), ("libX11.so.6", "libx11-6")],
)
def test_a_driver_that_does_not_run_is_told_with_what_it_lacks(
    checkout: Path, machine: Path, library: str, package: str
) -> None:
    there, copied = chromium(machine), with_driver(checkout, machine, library)
    for arguments in ((), ("--find",), ("--shell",)):
        refused = ask(copied, machine, *arguments)
        assert (refused.returncode, refused.stdout) == (1, "")
        assert LACKING % library in refused.stderr and refused.stderr.endswith(f"apt-get install {package})\n")
    (machine / "there").touch()
    assert ask(copied, machine, "--find").stdout == f"{there}\n"


def test_root_gets_the_library_that_the_driver_lacks(checkout: Path, machine: Path) -> None:
    be_root(machine)
    there, copied = chromium(machine), with_driver(checkout, machine, "libatomic.so.1")
    chromium(machine, "chromium-headless-shell")
    brings = f'[[ "$*" != *" libatomic1" ]] || : > {machine}/there'
    program(machine, "apt-get", f'echo "$@" >> {machine}/called', brings)
    assert ask(copied, machine, "--find").returncode == 1
    assert not (machine / "called").exists()
    found = ask(copied, machine)
    assert (found.returncode, found.stdout) == (0, f"{there}\n")
    (machine / "there").unlink()
    program(machine, "apt-get", "exit 100")
    refused = ask(copied, machine)
    assert refused.returncode == 1 and "apt-get install libatomic1" in refused.stderr


def test_the_machine_that_runs_this_has_one(checkout: Path) -> None:
    command = ["bash", str(checkout / ".ci" / "browser"), "--find"]
    found = subprocess.run(command, env=os.environ, capture_output=True, text=True, timeout=60)
    assert found.returncode == 0, found.stderr
    assert Path(found.stdout.strip()).is_file()
