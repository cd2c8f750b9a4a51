"""On Debian 12 as it comes, with Python, make and git, the first `make` finds or installs all that the suite needs.

Such a machine is a folder that debootstrap fills from the mirror this one's apt knows. What is done in it has a mount
and a process namespace of its own, so that nothing stays mounted and nothing runs on, even where the test is killed.
"""

import ast
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

SUITE = "bookworm"
PACKAGES = "python3,make,git,ca-certificates"
CHECKOUT = "/root/pbem"
CHOSEN = ("tests/setup/test_wheel.py", "tests/setup/test_browser.py", "tests/browser/test_sign_in.py")
"""What is run there: what stumbled there before, and the browser with its driver. All of `make test` takes too long."""
NAMESPACES = ("unshare", "--mount", "--pid", "--fork", "--kill-child")
ENTER = """
set -euo pipefail
root=$1 shared=$2
shift 2
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
for folder in $shared; do
    mkdir -p "$root$folder"
    mount --bind "$folder" "$root$folder"
done
exec chroot "$root" "$@"
"""
"""Goes into a machine: its folder, the folders of this one to be seen there, and what to run."""
_FOR_THE_NETWORK = ("PIP_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_", "REQUESTS_CA_")
_CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"


def said(*command: str) -> str:
    """What a command prints; nothing where it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def debian_mirror() -> str:
    """The address from which this machine's apt gets Debian; empty where it gets it from nowhere."""
    form = "$(ORIGIN) $(CODENAME) $(REPO_URI)"
    known = [line.split() for line in said("apt-get", "indextargets", "--format", form).splitlines()]
    return next((words[2] for words in known if words[:2] == ["Debian", SUITE]), "")


def hindrance() -> str:
    """The reason why no such machine can be built here; empty where one can."""
    if os.geteuid() != 0:
        return "only root can build a machine"
    if shutil.which("debootstrap") is None:
        return "debootstrap is not installed (Debian, Ubuntu: apt-get install debootstrap)"
    if subprocess.run([*NAMESPACES, "true"], capture_output=True, check=False).returncode != 0:
        return "this machine makes no namespaces for mounts"
    return "" if debian_mirror() else f"apt knows no mirror of Debian's {SUITE} here"


class Machine:
    """A bare machine in a folder, which reaches the network in the ways that this one does."""

    def __init__(self, root: Path) -> None:
        self.root = root
        command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, str(root), debian_mirror()]
        subprocess.run([*NAMESPACES, *command], check=True, capture_output=True, text=True)
        for path in ("/etc/resolv.conf", _CERTIFICATES):
            self._copy(path)
        proxies = said("apt-config", "dump", "Acquire::http::Proxy", "Acquire::https::Proxy")
        (root / "etc/apt/apt.conf.d/90network").write_text(proxies)
        self.shared: list[str] = []
        self.environment = {
            name: value for name, value in os.environ.items() if name.upper().startswith(_FOR_THE_NETWORK)
        }
        for name, value in pip_settings().items():
            self.environment.setdefault(f"PIP_{name.upper().replace('-', '_')}", value)
        for value in self.environment.values():
            self._show(value)

    def _show(self, value: str) -> None:
        """Let files and folders of this machine that a setting names be there too, with what lies beside an index."""
        for word in value.split():
            path = Path(word.removeprefix("file://"))
            folder = path.parent if word.startswith("file://") and path.parent != Path("/") else path
            if path.is_absolute() and path.is_dir() and str(folder) not in self.shared:
                self.shared.append(str(folder))
            elif path.is_absolute() and path.is_file():
                self._copy(word)

    def _copy(self, path: str) -> None:
        if Path(path).is_file():
            copied = self.root / path.lstrip("/")
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copied)

    def run(self, line: str) -> str:
        """What a line for the shell prints, in the checkout there. Fails with all of it where the line does."""
        settings = {"HOME": "/root", "LANG": "C.UTF-8", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", **self.environment}
        inside = ["bash", "-c", f"cd {CHECKOUT} && {line}"]
        command = [*NAMESPACES, "bash", "-c", ENTER, "enter", str(self.root), " ".join(self.shared), *inside]
        done = subprocess.run(command, env={**settings}, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        return done.stdout


def pip_settings() -> Mapping[str, str]:
    """How this machine's pip is set by its files, by the names of its options."""
    lines = (line.partition("=") for line in said("python3", "-m", "pip", "config", "list").splitlines())
    return {name.partition(".")[2]: ast.literal_eval(value) for name, _, value in lines if not name.startswith(":env:")}


@pytest.fixture
def machine(checkout: Path) -> Iterator[Machine]:
    """A bare machine with this checkout in it; nothing of it is left."""
    why = hindrance()
    if why:
        pytest.skip(why)
    folder = Path(tempfile.mkdtemp(prefix="pbem-bare-", dir="/var/tmp"))  # which, unlike memory, may hold devices
    try:
        folder.chmod(0o755)  # apt reads there as a user of its own
        built = Machine(folder)
        copy_checkout(checkout, folder / CHECKOUT.lstrip("/"))
        yield built
    finally:
        mounted = Path("/proc/self/mounts").read_text()
        assert str(folder) not in mounted, "what is mounted there would be deleted too"
        shutil.rmtree(folder)


def copy_checkout(checkout: Path, target: Path) -> None:
    """Copy the files that git knows, or would take, as they are now."""
    listing = said("git", "-C", str(checkout), "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in filter(None, listing.split("\0")):
        if (checkout / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(checkout / name, target / name)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_a_fresh_debian_needs_nothing_but_make(machine: Machine) -> None:
    machine.run("git init -q && git add -A && make .venv/.ready")
    assert machine.run("bash .ci/browser").splitlines()[-1].endswith("/chromium")
    assert "exim" in machine.run("bash .ci/mailservers")
    assert " passed" in machine.run(f".venv/bin/pytest -q -n 0 {' '.join(CHOSEN)}")
