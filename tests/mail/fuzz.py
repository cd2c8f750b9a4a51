"""Reads letters that libFuzzer makes, led by the branches they take: `python fuzz.py [libFuzzer's options] FOLDER...`.

A letter is a finding where the reader raises, gives a part up for a reason that nobody foresaw, leaves its limits or
calls a line of the mail answered its writer's own.
"""

import re
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["pbem.mail.reading", "email"]):
    from pbem.mail.reading.introductions import footer_at, greets, is_name
    from pbem.mail.reading.letter import BrokenLetter, Ignored, Letter, LetterFault, read_headers, read_letter
    from pbem.mail.reading.quotes import cut
    from pbem.mail.reading.text import MAX_LINE, MAX_LINES

REPORT = (Path(__file__).parent / "letters" / "report.txt").read_text(encoding="utf-8").splitlines()
TOLD = [line.strip() for line in REPORT if line.strip().endswith(".")]
"""Lines of the mail answered that no player types as orders."""
UNPRINTABLE = re.compile("[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
SENDER, DOMAINS = "alice@example.org", ("play.example.net",)


def read_one(raw: bytes) -> None:
    """Read a letter. Raises AssertionError, or whatever the reader lets out, where it is a finding."""
    read_headers(raw, mail_from=SENDER, own_domains=DOMAINS)
    letter = read_letter(raw, mail_from=SENDER, own_domains=DOMAINS)
    if isinstance(letter, Letter):
        _hold_to_limits(letter)
    else:
        assert isinstance(letter, Ignored | BrokenLetter)
        assert not (isinstance(letter, BrokenLetter) and letter.reason is LetterFault.MALFORMED)


def _hold_to_limits(letter: Letter) -> None:
    assert len(letter.lines) <= MAX_LINES
    assert all(0 < len(line) <= MAX_LINE and line == line.strip() for line in letter.lines)
    assert not UNPRINTABLE.search("".join(letter.lines) + letter.subject + letter.from_name)
    parted = cut(letter.text, REPORT)
    assert not set(TOLD).intersection(parted.unquoted)
    for at, line in enumerate(parted.spaced[:50]):
        footer_at(parted.spaced, at)
        greets(line)
        is_name(line, (letter.from_name, "Anna Amsel"))


if __name__ == "__main__":
    atheris.Setup(sys.argv, read_one)
    atheris.Fuzz()
