"""Letters read in a process that may be killed: the same letters come out, and one that kills it harms no other."""

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from isolated_kit import is_running, process_of
from soak import few

from pbem.mail.reading.headers import Automatic
from pbem.mail.reading.letter import READING, BrokenLetter, Ignored, IsolatedReader, Letter, LetterFault, read_letter

HEAD = b"From: Alice <alice@example.org>\r\nMessage-ID: <1@example.org>\r\nSubject: orders\r\n"
LETTER = HEAD + b"\r\nincome\r\nend\r\n"
HUNGRY = HEAD + b"Content-Type: text/html\r\n\r\n" + b"&foo;" * 200_000
"""Needs tens of MiB to be read."""
TOO_COSTLY = BrokenLetter(LetterFault.TOO_COSTLY, "<1@example.org>", "alice@example.org", "orders", "", (), ())


@pytest.fixture(scope="module")
def shared() -> Iterator[IsolatedReader]:
    """A reader for those who only read; the letters of all of them are for one process."""
    reader = IsolatedReader(replace(READING, calls=10_000))
    yield reader
    reader.close()


@pytest.fixture
def reader() -> Iterator[IsolatedReader]:
    """A reader with a process of its own, which is quick to lose patience."""
    reader = IsolatedReader(replace(READING, seconds=1.0))
    yield reader
    reader.close()


def read(reader: IsolatedReader, raw: bytes = LETTER, mail_from: str = "alice@example.org") -> object:
    return reader(raw, mail_from=mail_from, own_domains=("play.example.net",))


def process(reader: IsolatedReader) -> int:
    """The process that has read a letter."""
    pid = process_of(reader._answer)
    assert pid is not None
    return pid


def with_little_memory() -> IsolatedReader:
    """A reader whose process has a few MiB for letters beside what it starts with."""
    probe = IsolatedReader()
    read(probe)
    pages = int(Path(f"/proc/{process(probe)}/statm").read_text().split()[0])
    probe.close()
    return IsolatedReader(replace(READING, memory_bytes=pages * os.sysconf("SC_PAGE_SIZE") + (6 << 20)))


LETTERS = {path.name: path.read_bytes() for path in Path(__file__).with_name("letters").glob("*.eml")}
LETTERS |= {"nothing": b"", "zeros": b"\0" * 9_999, "lone surrogates": HEAD + b"\r\n\xed\xa0\x80", "hungry": HUNGRY}


@pytest.mark.parametrize("name", few(LETTERS, 40))
@pytest.mark.parametrize("mail_from", ["alice@example.org", ""])
def test_a_letter_is_read_as_without_a_process(shared: IsolatedReader, name: str, mail_from: str) -> None:
    directly = read_letter(LETTERS[name], mail_from=mail_from, own_domains=("play.example.net",))
    assert read(shared, LETTERS[name], mail_from) == directly


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
