"""`.ci/mailservers` finds the mail servers that the tests drive, or installs them, or says what to install."""

import shutil
import subprocess
from pathlib import Path

import pytest

TOOLS = ("bash", "awk", "cat", "chmod", "cp", "dirname", "grep", "mkdir", "mktemp", "rm", "tr")
"""What the script itself needs, and the programs that are made up here."""
DOVECOT = ("usr/sbin/dovecot", "usr/lib/dovecot/imap", "usr/lib/dovecot/lmtp")
EXIM = "usr/sbin/exim4"
POSTFIX = "usr/sbin/postfix"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """The root folder of a machine without mail servers; its user is not root."""
    for folder in ("bin", "usr/sbin", "usr/lib/dovecot", "archive"):
        (tmp_path / folder).mkdir(parents=True)
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found is not None
        (tmp_path / "bin" / tool).symlink_to(found)
    program(tmp_path, "bin/id", "echo 1000")
    return tmp_path


def program(machine: Path, path: str, *lines: str) -> None:
    """Put a shell script into the machine."""
    made = machine / path
    made.parent.mkdir(parents=True, exist_ok=True)
    made.write_text("\n".join((f"#!{machine}/bin/bash", *lines, "")))
    made.chmod(0o755)


def apt(machine: Path, *simulated: str) -> None:
    """An apt that notes how it is called, and brings all servers; it says `simulated` of what it would do."""
    program(
        machine,
        "bin/apt-get",
        f'cd "${{APT_FOLDER:-{machine}}}"',
        f'[[ " $* " = *" -s "* ]] && {{ printf "%s\\n" {" ".join(map(repr, simulated))}; exit; }}',
        'words=""; for word in "$@"; do [[ $word = -* || $word = *=* ]] || words+=" $word"; done',
        f'echo "${{words# }}" >> {machine}/called',
        f"[ -x {machine}/usr/sbin/policy-rc.d ] && echo held >> {machine}/held",
        *(
            f'[[ $words = " install"*{package}* ]] && cp {machine}/bin/id {machine}/{path}'
            for package, paths in (("dovecot", DOVECOT), ("exim4", (EXIM,)), ("postfix", (POSTFIX,)))
            for path in paths
        ),
        "exit 0",
    )
    unpacked = (
        f'mkdir -p "$3/usr/sbin"; cp {machine}/bin/id "$3/usr/sbin/postfix"; cp {machine}/bin/id "$3/usr/sbin/exim4"'
    )
    program(machine, "bin/dpkg-deb", unpacked)


def there(machine: Path, *paths: str) -> None:
    for path in paths:
        program(machine, path, "exit 0")


def ask(checkout: Path, machine: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(machine / "bin/bash"), str(checkout / ".ci" / "mailservers"), *arguments]
    environment = {"PATH": str(machine / "bin"), "PBEM_MAILSERVERS_ROOT": str(machine)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


def be_root(machine: Path) -> None:
    program(machine, "bin/id", "echo 0")


def called(machine: Path) -> list[str]:
    """How apt was called, the words alone."""
    return (machine / "called").read_text().splitlines()


def test_the_servers_that_are_there_are_taken(checkout: Path, machine: Path) -> None:
    there(machine, *DOVECOT, EXIM, POSTFIX)
    found = ask(checkout, machine)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout == f"dovecot {machine}/{DOVECOT[0]}\nexim {machine}/{EXIM}\n"
    assert ask(checkout, machine, "--find", "--postfix").stdout == f"postfix {machine}/{POSTFIX}\n"
    there(machine, "usr/sbin/nginx", "usr/bin/caddy")
    proxies = ask(checkout, machine, "--find", "--proxies").stdout
    assert proxies == f"nginx {machine}/usr/sbin/nginx\ncaddy {machine}/usr/bin/caddy\n"
    there(machine, database := "usr/lib/postgresql/15/bin/initdb")
    assert ask(checkout, machine, "--find", "--postgresql").stdout == f"postgresql {machine}/{database}\n"


@pytest.mark.parametrize(("user", "arguments"), [("1000", ()), ("0", ("--find",))])
def test_where_one_is_missing_it_says_what_to_install(
    checkout: Path, machine: Path, user: str, arguments: tuple[str, ...]
) -> None:
    there(machine, *DOVECOT[:2], EXIM)  # without the part for LMTP
    apt(machine)
    program(machine, "bin/id", f"echo {user}")
    process = ask(checkout, machine, *arguments)
    assert (process.returncode, process.stdout) == (1, "")
    assert "dovecot was not found" in process.stderr
    assert "apt-get install --no-install-recommends dovecot-imapd dovecot-lmtpd" in process.stderr
    assert not (machine / "called").exists(), "only root may install, and --find never does"


def test_root_gets_them_installed_and_no_service_starts(checkout: Path, machine: Path) -> None:
    be_root(machine)
    apt(machine, "Inst dovecot-core")
    found = ask(checkout, machine)
    assert (found.returncode, found.stdout) == (0, f"dovecot {machine}/{DOVECOT[0]}\nexim {machine}/{EXIM}\n")
    assert called(machine) == ["update", "install dovecot-imapd dovecot-lmtpd", "update", "install exim4-daemon-light"]
    assert (machine / "held").read_text() == "held\n" * 2
    assert not (machine / "usr/sbin/policy-rc.d").exists()


def test_a_policy_of_the_machine_stays(checkout: Path, machine: Path) -> None:
    be_root(machine)
    apt(machine)
    there(machine, "usr/sbin/policy-rc.d")
    before = (machine / "usr/sbin/policy-rc.d").read_text()
    assert ask(checkout, machine).returncode == 0
    assert (machine / "usr/sbin/policy-rc.d").read_text() == before


def test_a_mail_server_of_the_machine_is_not_thrown_out_by_exim(checkout: Path, machine: Path) -> None:
    be_root(machine)
    there(machine, *DOVECOT, POSTFIX)
    apt(machine, "Remv postfix [3.7]", "Inst libidn12 (1.41)", "Inst exim4-daemon-light (4.96)")
    found = ask(checkout, machine)
    unpacked = f"{machine}/var/cache/pbem-tests/exim4-daemon-light/usr/sbin/exim4"
    assert (found.returncode, found.stdout) == (0, f"dovecot {machine}/{DOVECOT[0]}\nexim {unpacked}\n")
    assert called(machine) == ["update", "install libidn12", "download exim4-daemon-light"]


def test_postfix_is_unpacked_beside_exim(checkout: Path, machine: Path) -> None:
    be_root(machine)
    there(machine, *DOVECOT, EXIM)
    apt(machine, "Remv exim4-daemon-light [4.96]", "Inst libnsl2 (1.3)", "Inst postfix (3.7)")
    found = ask(checkout, machine, "--postfix")
    unpacked = f"{machine}/var/cache/pbem-tests/postfix/usr/sbin/postfix"
    assert (found.returncode, found.stdout) == (0, f"postfix {unpacked}\n")
    assert called(machine) == ["update", "install libnsl2", "download postfix"]
    assert (machine / EXIM).exists()


def test_what_cannot_be_installed_fails_with_what_to_do(checkout: Path, machine: Path) -> None:
    be_root(machine)
    program(machine, "bin/apt-get", "exit 100")
    refused = ask(checkout, machine)
    assert refused.returncode == 1
    assert "dovecot was not found. Install it (Debian, Ubuntu: apt-get install" in refused.stderr
