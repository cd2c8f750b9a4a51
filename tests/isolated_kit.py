"""The processes that functions are called in, seen from outside, and a function that does what it is told there."""

import os
import time
from pathlib import Path

from pbem.isolated import IsolatedFunction


def process_of(function: IsolatedFunction) -> int | None:
    """The process that waits for the next call, if there is one."""
    slot = function._free.get()
    function._free.put(slot)
    return None if slot.process is None else slot.process._process.pid


def is_running(pid: int) -> bool:
    """Whether a process, which need not be a child of this one, has not ended."""
    try:
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


def has_ended(pid: int) -> bool:
    """Whether a process ends by itself before long."""
    for _ in range(3_000):
        if not is_running(pid):
            return True
        time.sleep(0.01)
    return False


def do(task: bytes) -> bytes:
    """Do what a task says, in the process."""
    verb, _, number = task.decode().partition(" ")
    if verb == "die":
        os.kill(os.getpid(), int(number))
    elif verb == "raise":
        raise ValueError(f"number {number}")
    elif verb == "take":
        bytearray(int(number))
    elif verb == "sleep":
        time.sleep(float(number))
    elif verb == "spin":
        end = time.process_time() + float(number)
        while time.process_time() < end:
            pass
    elif verb == "give":
        return bytes(int(number))
    return task
