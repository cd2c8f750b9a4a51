"""A letter is read as the library reads it, to the byte, however it is cut into packets."""

import asyncio
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.mail.receiving.session import DataRefused, read_data
from pbem.mail.receiving.takers import LINE_TOO_LONG, TOO_LARGE

AFTER = b"QUIT\r\n"
LIMIT = 64
PIECES = st.lists(
    st.sampled_from([b"\r\n", b"\r", b"\n", b".", b"..", b"a", b"From: x", b"\r\n.", b"y" * 40]), max_size=14
)


def taken(sent: bytes, cut: int = 0, most: int = 10_000, longest_line: int = 10_000) -> tuple[bytes, bytes]:
    """The letter in what was sent, and what is left behind it; the reader holds little at once."""

    async def read() -> tuple[bytes, bytes]:
        reader, chance, at = asyncio.StreamReader(limit=LIMIT), Random(cut), 0
        task = asyncio.create_task(read_data(reader, most, longest_line))
        while at < len(sent):
            step = chance.randint(1, 30)
            reader.feed_data(sent[at : at + step])
            at += step
            await asyncio.sleep(0)
        reader.feed_eof()
        try:
            raw = await task
        except DataRefused as refused:
            raw = refused.reply.encode()
        return raw, await reader.read()

    return asyncio.run(read())


def by_lines(sent: bytes) -> tuple[bytes, bytes]:
    """The same by the words of RFC 5321, 4.5.2: line by line, where a line ends with CRLF and nothing else."""
    letter, rest = b"", sent
    while True:
        line, end, rest = rest.partition(b"\r\n")
        assert end
        if line == b".":
            return letter, rest
        letter += line.removeprefix(b".") + end


@given(pieces=PIECES, cut=st.integers(0, 1000))
@example(pieces=[], cut=0)
@example(pieces=[b"\r", b"\r\n", b".", b"\r\n"], cut=1)
@example(pieces=[b".", b"\r", b"\r\n"], cut=1)
@example(pieces=[b"..", b"\r\n", b"..", b"\r\n"], cut=1)
def test_a_letter_ends_where_its_end_is_and_nowhere_else(pieces: list[bytes], cut: int) -> None:
    sent = b"".join(pieces) + b"\r\n.\r\n" + AFTER
    assert taken(sent, cut) == by_lines(sent)


@pytest.mark.parametrize("extra", [0, 1])
def test_the_size_is_that_of_the_letter(extra: int) -> None:
    letter = b"a" * 96 + b"b" * extra + b"\r\n"
    raw, rest = taken(letter + b".\r\n" + AFTER, most=98)
    assert (raw, rest) == (TOO_LARGE.encode() if extra else letter, AFTER)


@pytest.mark.parametrize("extra", [0, 1])
def test_a_line_has_its_limit(extra: int) -> None:
    letter = b"a\r\n" + b"b" * (98 + extra) + b"\r\nc\r\n"
    raw, rest = taken(letter + b".\r\n" + AFTER, longest_line=100)
    assert (raw, rest) == (LINE_TOO_LONG.encode() if extra else letter, AFTER)
