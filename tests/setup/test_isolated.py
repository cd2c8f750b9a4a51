"""Functions called in a process of their own, within limits: whatever becomes of it, the next call is made."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from isolated_kit import do, has_ended, is_running, process_of

from pbem.isolated import CallFailed, IsolatedFunction, Pausing, ProcessLimits, ProcessUnavailable

LIMITS = ProcessLimits(cpu_seconds=20, seconds=60.0, memory_bytes=256 << 20, calls=1_000, reply_bytes=1_000)


@pytest.fixture(autouse=True)
def _where_it_is_found(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(checkout / "tests"))


@pytest.fixture
def function() -> Iterator[IsolatedFunction]:
    made = IsolatedFunction(do, LIMITS)
    yield made
    made.close()


def process(function: IsolatedFunction) -> int:
    """The process that has made a call."""
    pid = process_of(function)
    assert pid is not None
    return pid


def test_a_call_that_raises_is_told_and_the_process_goes_on(function: IsolatedFunction) -> None:
    assert function(b"hello") == b"hello"
    before = process(function)
    with pytest.raises(CallFailed, match=r"^ValueError: number 7$"):
        function(b"raise 7")
    assert function(b"hello") == b"hello"
    assert process(function) == before


@pytest.mark.parametrize("task", ["die 9", "die 11", "take 900000000", "give 1001", "sleep 90", "spin 90"])
def test_a_process_that_dies_of_a_call_is_replaced(task: str) -> None:
    function = IsolatedFunction(do, replace(LIMITS, cpu_seconds=0, seconds=1.0 if task.startswith("sleep") else 60.0))
    function(b"hello")
    dying = process(function)
    with pytest.raises(CallFailed, match="died of it"):
        function(task.encode())
    assert not is_running(dying)
    assert process_of(function) is None
    assert function(b"hello") == b"hello"
    function.close()


def test_one_that_is_stopped_from_outside_is_killed_in_time() -> None:
    function = IsolatedFunction(do, replace(LIMITS, seconds=0.2))
    function(b"hello")
    os.kill(process(function), signal.SIGSTOP)  # it does not even take the task, which no pipe can hold
    with pytest.raises(CallFailed, match="died of it"):
        function(bytes(4 << 20))
    function.close()


def test_one_that_died_idle_is_replaced_and_no_call_is_to_blame(function: IsolatedFunction) -> None:
    function(b"hello")
    dead = process(function)
    os.kill(dead, signal.SIGKILL)
    os.waitid(os.P_PID, dead, os.WEXITED | os.WNOWAIT)
    assert function(b"hello") == b"hello"
    assert process(function) != dead


def test_one_process_makes_many_calls_but_not_all() -> None:
    function = IsolatedFunction(do, replace(LIMITS, calls=2))
    pids = [(function(b"hello"), process_of(function))[1] for _ in range(4)]
    function.close()
    assert [pid is None for pid in pids] == [False, True, False, True]
    assert pids[0] != pids[2]


def test_calls_are_made_beside_each_other_in_processes_that_are_started_when_wanted() -> None:
    function = IsolatedFunction(do, LIMITS, processes=3)
    one_by_one = {(function(b"hello"), process_of(function))[1] for _ in range(3)}
    assert len(one_by_one) == 1, "one is enough as long as calls come one by one"
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(function, [b"sleep 0.5"] * 3))
    slots = [function._free.get() for _ in range(3)]
    running = {slot.process._process.pid for slot in slots if slot.process is not None}
    for slot in slots:
        function._free.put(slot)
    function.close()
    assert len(running) == 3 and running > one_by_one
    assert all(map(has_ended, running))


def test_a_process_that_nobody_calls_ends_and_the_next_call_starts_another() -> None:
    function = IsolatedFunction(do, replace(LIMITS, idle_seconds=0.1))
    function(b"hello")
    idle = process_of(function)
    assert idle is None or has_ended(idle)
    assert function(b"hello") == b"hello"
    function.close()


def test_none_is_started_for_a_while_where_one_could_not_be(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = [0.0]
    function = IsolatedFunction(do, replace(LIMITS, pause_seconds=60.0), lambda: passed[0])
    with monkeypatch.context() as context:
        context.setattr(sys, "executable", "/nowhere/python")
        with pytest.raises(ProcessUnavailable, match="/nowhere/python"):
            function(b"hello")
    with pytest.raises(Pausing):
        function(b"hello")
    passed[0] = 60.0
    assert function(b"hello") == b"hello"
    function.close()


def test_one_that_ends_before_it_is_ready_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    with pytest.raises(ProcessUnavailable, match="for isolated_kit ended with 1"):
        IsolatedFunction(do, LIMITS)(b"hello")


def test_a_process_has_limits_and_nothing_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_MAIL__RELAY__PASSWORD", "canary")
    other = IsolatedFunction(do, LIMITS)
    function = IsolatedFunction(do, replace(LIMITS, cpu_seconds=7, nice=5))
    for each in (other, function):
        each(b"hello")
    folder = Path(f"/proc/{process(function)}")
    limits, environment = (folder / "limits").read_text(), (folder / "environ").read_bytes()
    files = [str(link.readlink()) for link in (folder / "fd").iterdir()]
    niceness = int((folder / "stat").read_text().rpartition(")")[2].split()[16])
    for each in (function, other):
        each.close()
    cpu, memory = (re.search(rf"Max {name} +(\d+)", limits) for name in ("cpu time", "address space"))
    assert cpu is not None
    assert 8 <= int(cpu[1]) <= 10
    assert memory is not None
    assert int(memory[1]) == LIMITS.memory_bytes
    assert niceness - os.nice(0) == 5
    assert b"canary" not in environment
    assert sum(name.startswith("socket:") for name in files) == 1
    assert not any(name.endswith((".sqlite3", ".eml")) for name in files)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_ends_the_server_does_not_end_it(function: IsolatedFunction, number: int) -> None:
    function(b"hello")
    before = process(function)
    os.kill(before, number)
    assert function(b"hello") == b"hello"
    assert process(function) == before


def test_one_that_is_closed_leaves_no_process_behind(function: IsolatedFunction) -> None:
    function(b"hello")
    pid = process(function)
    function.close()
    assert not is_running(pid)
    assert function(b"hello") == b"hello", "another call starts the next"


def test_closing_waits_for_the_call_in_hand(function: IsolatedFunction) -> None:
    function(b"hello")
    with ThreadPoolExecutor() as pool:
        call = pool.submit(function, b"sleep 0.3")
        while not function._free.empty():
            pass
        function.close()
        assert call.result() == b"sleep 0.3"


def test_many_threads_share_one_process(function: IsolatedFunction) -> None:
    function(b"hello")
    before = process(function)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(function, (b"%d" % number for number in range(8)))) == [b"%d" % n for n in range(8)]
    assert process(function) == before


@pytest.mark.parametrize("task", ["hello", "sleep 0.5"], ids=["idle", "at work"])
def test_no_process_outlives_a_server_that_is_killed(checkout: Path, task: str) -> None:
    program = (
        "import os, signal, threading; from isolated_kit import do, process_of; from setup.test_isolated import LIMITS;"
        "from pbem.isolated import IsolatedFunction; function = IsolatedFunction(do, LIMITS); function(b'hello');"
        f"print(process_of(function), flush=True); threading.Thread(target=function, args=(b'{task}',)).start();"
        "threading.Event().wait(0.1); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=checkout, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (-signal.SIGKILL, "")
    assert has_ended(int(done.stdout))
