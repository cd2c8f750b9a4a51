"""Letters read in a process that may be killed: the same letters come out, and one that kills it harms no other."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from soak import few

from pbem.mail.reading.automatic import Automatic
from pbem.mail.reading.isolation import IsolatedReader, ReadingLimits
from pbem.mail.reading.letter import BrokenLetter, Ignored, Letter, LetterFault, read_letter

HEAD = b"From: Alice <alice@example.org>\r\nMessage-ID: <1@example.org>\r\nSubject: orders\r\n"
LETTER = HEAD + b"\r\nincome\r\nend\r\n"
HUNGRY = HEAD + b"Content-Type: text/html\r\n\r\n" + b"&foo;" * 200_000
"""Needs tens of MiB to be read."""
TOO_COSTLY = BrokenLetter(LetterFault.TOO_COSTLY, "<1@example.org>", "alice@example.org", "orders", "", (), ())


@pytest.fixture(scope="module")
def shared() -> Iterator[IsolatedReader]:
    """A reader for those who only read; the letters of all of them are for one process."""
    reader = IsolatedReader(ReadingLimits(letters=10_000))
    yield reader
    reader.close()


@pytest.fixture
def reader() -> Iterator[IsolatedReader]:
    """A reader with a process of its own, which is quick to lose patience."""
    reader = IsolatedReader(ReadingLimits(seconds=1.0))
    yield reader
    reader.close()


def read(reader: IsolatedReader, raw: bytes = LETTER, mail_from: str = "alice@example.org") -> object:
    return reader(raw, mail_from=mail_from, own_domains=("play.example.net",))


def process(reader: IsolatedReader) -> int:
    """The process that has read a letter."""
    assert reader._child is not None
    return reader._child._process.pid


def with_little_memory() -> IsolatedReader:
    """A reader whose process has a few MiB for letters beside what it starts with."""
    probe = IsolatedReader()
    read(probe)
    pages = int(Path(f"/proc/{process(probe)}/statm").read_text().split()[0])
    probe.close()
    return IsolatedReader(ReadingLimits(memory_bytes=pages * os.sysconf("SC_PAGE_SIZE") + (6 << 20)))


def is_running(pid: int) -> bool:
    """Whether a process, which need not be a child of this one, has not ended."""
    try:
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


LETTERS = {path.name: path.read_bytes() for path in Path(__file__).with_name("letters").glob("*.eml")}
LETTERS |= {"nothing": b"", "zeros": b"\0" * 9_999, "lone surrogates": HEAD + b"\r\n\xed\xa0\x80", "hungry": HUNGRY}


@pytest.mark.parametrize("name", few(LETTERS, 40))
@pytest.mark.parametrize("mail_from", ["alice@example.org", ""])
def test_a_letter_is_read_as_without_a_process(shared: IsolatedReader, name: str, mail_from: str) -> None:
    directly = read_letter(LETTERS[name], mail_from=mail_from, own_domains=("play.example.net",))
    assert read(shared, LETTERS[name], mail_from) == directly


def test_one_process_reads_many_letters_but_not_all(shared: IsolatedReader) -> None:
    read(shared)
    assert process(shared) == (read(shared), process(shared))[1]
    few = IsolatedReader(ReadingLimits(letters=2))
    pids = [(read(few), few._child and few._child._process.pid)[1] for _ in range(4)]
    few.close()
    assert [pid is None for pid in pids] == [False, True, False, True]
    assert pids[0] != pids[2]


def test_a_letter_that_takes_too_long_is_unreadable_and_the_next_is_read(reader: IsolatedReader) -> None:
    read(reader)
    stopped = process(reader)
    os.kill(stopped, signal.SIGSTOP)  # it does not get on at all, however fast the machine
    answer = read(reader)
    assert isinstance(answer, BrokenLetter)
    assert answer.reason is LetterFault.TOO_COSTLY
    assert not is_running(stopped)
    assert isinstance(read(reader), Letter)


def test_a_letter_that_takes_too_much_memory_is_unreadable_and_its_sender_known() -> None:
    reader = with_little_memory()
    try:
        assert isinstance(read(reader), Letter)
        assert read(reader, HUNGRY) == TOO_COSTLY
        assert isinstance(read(reader), Letter)
        assert read(reader, b"Precedence: bulk\r\n" + HUNGRY) == Ignored(Automatic.PRECEDENCE, "<1@example.org>")
    finally:
        reader.close()


def test_the_process_has_limits_and_no_settings(shared: IsolatedReader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_MAIL__RELAY__PASSWORD", "canary")
    reader = IsolatedReader(ReadingLimits(cpu_seconds=7))
    read(reader)
    folder = Path(f"/proc/{process(reader)}")
    limits, environment = (folder / "limits").read_text(), (folder / "environ").read_bytes()
    files = [str(link.readlink()) for link in (folder / "fd").iterdir()]
    reader.close()
    cpu, memory = (re.search(rf"Max {name} +(\d+)", limits) for name in ("cpu time", "address space"))
    assert cpu is not None
    assert 8 <= int(cpu[1]) <= 10
    assert memory is not None
    assert int(memory[1]) == ReadingLimits().memory_bytes
    assert b"canary" not in environment
    assert sum(name.startswith("socket:") for name in files) == 1
    assert not any(name.endswith((".sqlite3", ".eml")) for name in files)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_ends_the_server_does_not_end_its_reader(shared: IsolatedReader, number: int) -> None:
    read(shared)
    before = process(shared)
    os.kill(before, number)
    assert isinstance(read(shared), Letter)
    assert process(shared) == before


def test_a_process_that_died_idle_is_replaced_and_no_letter_is_to_blame(reader: IsolatedReader) -> None:
    read(reader)
    dead = process(reader)
    os.kill(dead, signal.SIGKILL)
    os.waitid(os.P_PID, dead, os.WEXITED | os.WNOWAIT)
    assert isinstance(read(reader), Letter)
    assert process(reader) != dead


def test_a_reader_that_is_closed_leaves_no_process_behind(reader: IsolatedReader) -> None:
    read(reader)
    pid = process(reader)
    reader.close()
    assert not is_running(pid)
    assert isinstance(read(reader), Letter), "it starts another"


def test_many_threads_share_one_process(shared: IsolatedReader) -> None:
    found: list[object] = []

    def send(number: int) -> None:
        found.append(read(shared, LETTER + b"# %d\r\n" % number))

    threads = [threading.Thread(target=send, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert {letter.lines[-1] for letter in found if isinstance(letter, Letter)} == {f"# {n}" for n in range(8)}


def test_no_process_outlives_a_server_that_is_killed(checkout: Path) -> None:
    program = (
        "import os, signal; from pbem.mail.reading.isolation import IsolatedReader; reader = IsolatedReader();"
        "reader(b'', mail_from='', own_domains=()); print(reader._child._process.pid, flush=True);"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL
    for _ in range(3_000):
        if not is_running(int(done.stdout)):
            return
        time.sleep(0.01)
    pytest.fail("the process still runs")
