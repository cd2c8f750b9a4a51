"""A person at a terminal: a program runs in a real one, and is answered question by question."""

import os
import pty
import select
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress

PATIENCE = 60.0


def converse(command: Sequence[object], answers: Sequence[tuple[str, str]], **variables: str) -> str:
    """Run a program, and type each answer once its question is there; all that the terminal showed.

    Fails where a question does not come, and where the program ends otherwise than well.
    """
    ours, theirs = pty.openpty()
    environment: Mapping[str, str] = {**os.environ, "LC_ALL": "C.UTF-8", **variables}
    words = [str(word) for word in command]
    program = subprocess.Popen(
        words, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    )
    os.close(theirs)
    try:
        shown = ""
        for question, answer in answers:
            shown += _read(ours, question)
            os.write(ours, f"{answer}\n".encode())
        shown += _read(ours, None)
        assert program.wait(PATIENCE) == 0, shown
        return shown
    finally:
        program.kill()
        program.wait()
        os.close(ours)


def _read(terminal: int, last: str | None) -> str:
    """What a terminal shows up to these words, or to the end where there are none."""
    shown, end = b"", time.monotonic() + PATIENCE
    with suppress(OSError):  # as Linux has it once the program has gone
        while last is None or last not in shown.decode(errors="replace"):
            ready, _, _ = select.select([terminal], [], [], end - time.monotonic())
            assert ready, f"it never asked {last!r}: {shown!r}"
            shown += os.read(terminal, 4096) or _ended()
    text = shown.decode(errors="replace")
    assert last is None or last in text, f"it ended before {last!r}: {text}"
    return text


def _ended() -> bytes:
    raise OSError("the terminal is closed")
