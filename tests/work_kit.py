"""Work that is counted, since the time that it takes hangs on the machine and on who else is at work there."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

MOST_SECONDS: Final = 60.0
"""What a pattern that tries ever more ways takes at least: hundreds of times what all that is asked here does."""


@contextmanager
def at_most(calls: int) -> Iterator[None]:
    """Fail where this thread calls functions, in Python or C, more often than so.

    What happens within one call cannot be counted; where that has no end, the processor's time tells.
    """
    counted, began = 0, time.thread_time()

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)
    assert counted <= calls, f"{counted:,} calls"
    assert time.thread_time() - began < MOST_SECONDS
