"""The way out by a command: a real program for each status, output and accident."""

import os
import shlex
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

from each_kit import each
from mail_kit import MAIL

from pbem.config import Sendmail
from pbem.mail.sending.outgoing import build
from pbem.mail.sending.sendmail import SendmailTransport
from pbem.mail.sending.transport import Failed, Sent

ENDS = "{recipient}"


def running(script: str, *, timeout: float = 30.0) -> SendmailTransport:
    """A transport by a command that is a program in Python, with the recipient as its argument."""
    command = f"{shlex.quote(sys.executable)} -c {shlex.quote(script)} {{sender}} {{recipient}}"
    return SendmailTransport(Sendmail(command=command), timeout=timeout)


def test_the_command_gets_the_mail_and_whom_it_is_for(tmp_path: Path) -> None:
    script = (
        f"import sys, pathlib; root = pathlib.Path({str(tmp_path)!r}); "
        "(root / 'mail').write_bytes(sys.stdin.buffer.read()); "
        "(root / 'words').write_text(chr(10).join(sys.argv[1:])); print('queued as 4F2A')"
    )
    assert running(script).send(MAIL) == Sent("0 queued as 4F2A")
    assert (tmp_path / "mail").read_bytes() == build(MAIL).replace(b"\r\n", b"\n")
    assert (tmp_path / "words").read_text().splitlines() == [MAIL.envelope_from, MAIL.to_address]


@each(
    ("status", "cause"),
    [
        (os.EX_NOUSER, "recipient"),
        (os.EX_NOHOST, "recipient"),
        (os.EX_TEMPFAIL, "later"),
        (os.EX_IOERR, "later"),
        (1, "later"),
        (os.EX_UNAVAILABLE, "refused"),
        (os.EX_NOPERM, "policy"),
        (os.EX_CONFIG, "policy"),
        (os.EX_USAGE, "policy"),
    ],
)
def test_its_status_is_sorted(status: int, cause: str) -> None:
    result = SendmailTransport(Sendmail(command=f"/bin/sh -c 'echo why; exit {status}' {ENDS}")).send(MAIL)
    assert isinstance(result, Failed)
    assert (result.cause, result.reply) == (cause, f"{status} why")


def test_a_command_that_is_not_there_holds_the_queue() -> None:
    result = SendmailTransport(Sendmail(command=f"/nowhere/sendmail {ENDS}")).send(MAIL)
    assert isinstance(result, Failed)
    assert result.holds_queue
    assert "/nowhere/sendmail" in result.reply


def test_no_address_is_an_option_or_a_command_of_a_shell(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    for address in ("-oQ/tmp@example.org", f"$(touch {seen})@example.org"):
        result = SendmailTransport(Sendmail(command=f"/bin/echo {ENDS}")).send(replace(MAIL, to_address=address), b"x")
        assert address.startswith("-") == isinstance(result, Failed)
    assert not seen.exists()


def test_a_command_that_hangs_is_ended_and_may_have_taken_the_mail() -> None:
    result = running("import time; time.sleep(60)", timeout=0.2).send(MAIL)
    assert isinstance(result, Failed)
    assert result.cause == "doubt"


def test_a_command_that_reads_nothing_and_ends_is_no_accident() -> None:
    large = b"x" * 5_000_000
    assert SendmailTransport(Sendmail(command=f"/bin/true {ENDS}")).send(MAIL, large) == Sent("0")


def test_it_is_ended_from_another_thread_with_all_that_it_began() -> None:
    transport = SendmailTransport(Sendmail(command=f"/bin/sh -c 'sleep 600 & wait' {ENDS}"))
    results: list[object] = []
    thread = threading.Thread(target=lambda: results.append(transport.send(MAIL)))
    thread.start()
    while transport._programs._running is None:
        time.sleep(0.001)
    transport.abort()
    thread.join(30)
    assert not thread.is_alive()
    assert [isinstance(result, Failed) and result.cause for result in results] == ["doubt"]
    assert transport.send(MAIL) == Failed("lost", "ended from here", "command")
