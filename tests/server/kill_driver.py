"""`pbem serve` as a process that does away with itself at a named step. Run as a script; tests talk to it.

It reads one JSON object a line and forks a server for each, which spares every test the time to start Python:

    {"command": ["serve"], "log": "stderr.txt", "point": "2 letter found", "passage": 1, "act": "kill", "minute": 60,
     "typed": null, "draws": false}

The server says what `pbem serve` says. When the point is passed for the given time it kills itself with -9, or, where
the act is "stop", sends itself SIGTERM and goes on once that was heard. A server without a point serves until it is
told to stop. "minute" is how many seconds pass between its looks at what is due; it starts helpers as soon as there is
a crowd of letters. "typed" is a file that it finds on its standard input, or null, "draws" whether it draws maps that
were drawn in this run. On SIGUSR1 it writes into its log where each of its threads is. At its end the line "ended CODE"
is written, with a negative code for a signal.
"""

import atexit
import faulthandler
import functools
import inspect
import json
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import click

sys.path.insert(0, str(Path(__file__).parents[1]))

from compiled import share
from empty_kit import empty_database
from patching_kit import put_in_place
from renderer_kit import Remembering

from pbem.adjudicator import corrections, follow_ups, seat_orders, service, stalled_games
from pbem.adjudicator.commands import seats as seat_commands
from pbem.adjudicator.correspondence import bounces
from pbem.adjudicator.history import branches, proposals
from pbem.adjudicator.log.game_session import GameSession
from pbem.adjudicator.mails import digest
from pbem.adjudicator.mails.game import MailComposer
from pbem.cli import main as pbem_main
from pbem.daemon import jobs, judging, leading, map_cache, notifier, sender, server
from pbem.intake import clock, letters
from pbem.intake.clock import ClockEvents
from pbem.intake.letters import Letters
from pbem.intake.mailbox import MailboxIntake
from pbem.intake.proofs import SenderProof
from pbem.intake.units import UnitOfWorkFactory
from pbem.lobby import lists
from pbem.mail.receiving.drop import Drop
from pbem.mail.receiving.imap import ImapMailbox
from pbem.mail.receiving.session import Session
from pbem.mail.receiving.takers import ACCEPTED
from pbem.mail.sending import dialogue, relay, sendmail
from pbem.notifications.posting import PinnedPoster
from pbem.store import Database, moving
from pbem.store.games.game import hold_game, release_game, update_game_facts
from pbem.store.games.listing import list_bot_turns
from pbem.store.games.log import append_entries, put_snapshot
from pbem.store.games.seats import find_seat_by_token, renew_token
from pbem.store.games.vacancies import leave_to_program, occupy_seat
from pbem.store.mail.ignored import note_unproved
from pbem.store.mail.inbox import finish_letter, note_proof, store_letters
from pbem.store.mail.mailboxes import note_mailbox_letter
from pbem.store.mail.outbox import enqueue_mail, keep_bytes, keep_pictures, mark_sent
from pbem.store.mail.queues import find_next_new_letter
from pbem.store.mail.sending import list_due_mail, withhold_mails
from pbem.store.moderation.disputes import add_dispute, close_dispute, rule_dispute, set_dispute_times
from pbem.store.players.player import add_player
from pbem.store.players.registrations import drop_confirmation, put_confirmation
from server.kit import FIRST_TURN, new_place, open_game
from server.situations import hear, to_seat

STOPPING_SECONDS = 10.0


@dataclass(frozen=True)
class Point:
    """A boundary: before or after a function, or within the work that is handed to it, at its end."""

    owner: Any
    name: str
    when: Literal["before", "after", "within"]
    counts: Callable[[tuple[Any, ...], Any], bool] = lambda _arguments, _result: True
    """Whether a passage counts, by the arguments and, after the function, its result."""


def query(function: Callable[..., Any], when: Literal["before", "after"], *counts: Callable[..., bool]) -> Point:
    """A boundary at a query of the store."""
    return Point(sys.modules[function.__module__], function.__name__, when, *counts)


def found_some(_arguments: tuple[Any, ...], result: Any) -> bool:
    """Count passages at which there was something to do."""
    return bool(result)


def is_writing(_arguments: tuple[Any, ...], _result: Any) -> bool:
    """Count passages within a transaction that writes."""
    return threading.current_thread().name.startswith("store-writer")


def is_no_beat(arguments: tuple[Any, ...], _result: Any) -> bool:
    """Count transactions but those of beats and leases, which come with the start and again and again."""
    return not any(name in _work_of(arguments) for name in ("ClockMonitor", "Lease", "drop_all_processes"))


def is_letters(arguments: tuple[Any, ...], _result: Any) -> bool:
    """Count transactions that store letters that came."""
    return any(name in _work_of(arguments) for name in ("begin_to_store", "take_in"))


def _work_of(arguments: tuple[Any, ...]) -> str:
    """The name of the work that a transaction is asked to do."""
    return str(next(filter(callable, arguments)).__qualname__)


def is_accepted(arguments: tuple[Any, ...], _result: Any) -> bool:
    """Count the reply that a letter is stored."""
    return bool(arguments[1] == ACCEPTED)


def is_from_tmp(arguments: tuple[Any, ...], _result: Any) -> bool:
    """Count files that leave a Maildir's `tmp`."""
    return Path(arguments[0]).parent.name == "tmp"


POINTS = {
    "1 letter come": Point(Letters, "begin_to_store", "before"),
    "1 row written": query(store_letters, "after"),
    "1 letter committed": Point(Database, "_write", "after", is_letters),
    "1 reply said": Point(Session, "push", "after", is_accepted),
    "1 drop read": Point(Drop, "read", "after"),
    "1 drop moved": Point(Drop, "done", "before"),
    "1 drop done": Point(Drop, "done", "after"),
    "2 letter found": query(find_next_new_letter, "after", found_some),
    "2 letter read": Point(Letters, "read", "after"),
    "2 sender looked at": Point(SenderProof, "look", "after"),
    "3 proof noted": query(note_proof, "after"),
    "3 player told": query(note_unproved, "after"),
    "3 sender known": query(find_seat_by_token, "after", is_writing),
    "4 game opened": Point(service, "load_game", "after"),
    "2 letter read ahead": Point(letters, "_judge_ahead", "after"),
    "5 orders bound": Point(seat_orders, "read_orders", "after"),
    "5 order decided": Point(GameSession, "apply", "after"),
    "6 answer composed": Point(MailComposer, "answer_to", "after", is_writing),
    "6 report composed": Point(MailComposer, "report_to", "after", is_writing),
    "7 log written": query(append_entries, "after"),
    "7 facts written": query(update_game_facts, "after"),
    "7 snapshot written": query(put_snapshot, "after"),
    "7 mail written": query(enqueue_mail, "after"),
    "7 letter closed": query(finish_letter, "after"),
    "7 before commit": Point(Database, "write", "within", is_no_beat),
    "7 after commit": Point(Database, "_write", "after", is_no_beat),
    "7 others told": Point(UnitOfWorkFactory, "write", "after"),
    "8 mails found": query(list_due_mail, "after", found_some),
    "8 drawing begun": Point(map_cache.MapCache, "_drawn", "before"),
    "8 map drawn": Point(map_cache.MapCache, "_drawn", "after"),
    "8 drawing kept": query(keep_pictures, "after"),
    "8 bytes kept": query(keep_bytes, "after"),
    "8 relay asked": Point(dialogue.Dialogue, "_command", "after"),
    "8 content complete": Point(dialogue.Dialogue, "_ended", "before"),
    "8 reply came": Point(dialogue.Dialogue, "_ended", "after"),
    "8 relay has taken": Point(relay.RelayTransport, "send", "after"),
    "8 before sending": Point(sendmail.MaildirTransport, "send", "before"),
    "8 in tmp": Point(Path, "replace", "before", is_from_tmp),
    "8 in new": Point(Path, "replace", "after", is_from_tmp),
    "8 sent": Point(sendmail.MaildirTransport, "send", "after"),
    "8 marked": query(mark_sent, "after"),
    "1 mailbox letter fetched": Point(ImapMailbox, "letter", "after"),
    "1 mailbox letter noted": query(note_mailbox_letter, "after"),
    "1 mailbox letter taken": Point(MailboxIntake, "take", "after"),
    "1 mailbox letter marked": Point(ImapMailbox, "mark_read", "after"),
    "bot's turn found": query(list_bot_turns, "after", found_some),
    "bot's turn saved": Point(service, "save", "after"),
    "bot's turn committed": Point(ClockEvents, "play_bot", "after"),
    "game woken": Point(clock, "wake", "after"),
    "game woken, committed": Point(ClockEvents, "wake", "after"),
    "time made up for": Point(clock, "lose_time", "after"),
    "time made up for, committed": Point(clock.ClockMonitor, "beat", "after"),
    "game opened": Point(lists, "open_game", "after"),
    "round fetched": Point(jobs, "fetch_round", "after", found_some),
    "round settled": Point(jobs.BeaconJob, "_settle", "after"),
    "player registered": query(add_player, "after"),
    "seat taken": query(occupy_seat, "after"),
    "game held": query(hold_game, "after"),
    "game released": query(release_game, "after"),
    "correction saved": Point(corrections, "save", "after"),
    "dispute filed": query(add_dispute, "after"),
    "dispute ruled": query(rule_dispute, "after"),
    "dispute closed": query(close_dispute, "after"),
    "dispute times noted": query(set_dispute_times, "after"),
    "dispute looked at, committed": Point(ClockEvents, "attend_dispute", "after"),
    "game ended as it stands": Point(seat_commands, "end_as_it_stands", "after"),
    "all warned": Point(stalled_games, "proclaim", "after"),
    "game abandoned": Point(stalled_games, "end_as_it_stands", "after"),
    "seat left to a program": query(leave_to_program, "after"),
    "confirmation used": query(drop_confirmation, "after"),
    "confirmation asked for": query(put_confirmation, "after"),
    "address renewed": query(renew_token, "after"),
    "address suspended": Point(bounces, "suspend", "after"),
    "mails withheld": query(withhold_mails, "after"),
    "mails go on": Point(bounces, "resume", "after", found_some),
    "orders fired": Point(follow_ups, "_carry_out", "after"),
    "press passed on": Point(clock, "pass_on", "after"),
    "press passed on, committed": Point(ClockEvents, "pass_on_press", "after"),
    "digest written": Point(digest, "send", "after"),
    "digest written, committed": Point(ClockEvents, "send_digest", "after"),
    "game gone back": Point(proposals, "go_back", "after"),
    "letter played again": Point(branches, "save", "after"),
    "notice written down": Point(notifier, "begin_to_send", "after"),
    "notice about to be sent": Point(PinnedPoster, "post", "before"),
    "notice sent": Point(PinnedPoster, "post", "after"),
    "notice noted": Point(notifier, "note_sent", "after"),
    "move: rows copied": Point(moving, "copy_rows", "after"),
    "move: copied": Point(moving, "put_state", "before"),
    "move: marked": Point(moving, "put_state", "after"),
    "letter dealt with": Point(Letters, "receive", "after"),
}
"""The steps of a letter's way, by the numbers of the design's page; of a bot's turn; and of what comes with time."""


def arm(point: Point, passage: int, strike: Callable[[], None]) -> None:
    """Have a point's function strike at its n-th passage that counts, in whatever thread that is."""
    original = getattr(point.owner, point.name)
    lock, passed = threading.Lock(), 0

    def pass_by(arguments: tuple[Any, ...], result: Any) -> None:
        nonlocal passed
        if point.counts(arguments, result):
            with lock:
                passed += 1
                is_due = passed == passage
            if is_due:
                strike()

    def ending_in_strike(work: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def longer(tx: Any) -> Any:
            result = work(tx)
            pass_by((work,), result)
            return result

        return longer

    @functools.wraps(original)
    def armed(*arguments: Any, **named: Any) -> Any:
        if point.when == "before":
            pass_by(arguments, None)
        if point.when == "within":
            owner, work, *computed = arguments
            return original(owner, ending_in_strike(work), *computed, **named)
        result = original(*arguments, **named)
        if point.when == "after":
            pass_by(arguments, result)
        return result

    @functools.wraps(original)
    async def armed_later(*arguments: Any, **named: Any) -> Any:
        result = await original(*arguments, **named)
        pass_by(arguments, result)
        return result

    put_in_place(point.owner, original, armed_later if inspect.iscoroutinefunction(original) else armed)


def kill() -> None:
    """End this process as `kill -9` does."""
    os.kill(os.getpid(), signal.SIGKILL)


def stop_in_the_middle() -> Callable[[], None]:
    """A strike that asks this process to end, by its own thread, and returns when it has begun to.

    A system may hand a signal to any thread of a process; which one it was must not matter.
    """
    received = threading.Event()
    arm(Point(server.Process, "stop", "before"), 1, received.set)

    def strike() -> None:
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
        assert received.wait(STOPPING_SECONDS)

    return strike


def serve(wanted: dict[str, Any]) -> None:
    """Is a server, to its end."""
    errors = os.open(wanted["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(errors, sys.stderr.fileno())
    faulthandler.register(signal.SIGUSR1)
    if wanted["typed"] is not None:
        os.dup2(os.open(wanted["typed"], os.O_RDONLY), sys.stdin.fileno())
    if wanted["point"] is not None:
        arm(POINTS[wanted["point"]], wanted["passage"], kill if wanted["act"] == "kill" else stop_in_the_middle())
    vars(leading)["MINUTE"] = wanted["minute"]
    vars(judging)["CROWDED_SECONDS"] = 0.0
    if not wanted["draws"]:
        vars(sender)["Renderer"] = Remembering
    click.echo(f"pid {os.getpid()}")
    status = 1
    # Behind its threads and what it does at its end: to take so large a process apart takes Python up to a second.
    atexit.register(lambda: os._exit(status))
    try:
        pbem_main(wanted["command"])
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 1
        raise
    finally:
        sys.stdout.flush()


def compile_all() -> None:
    """Deal with a letter, since each server would compile the same statements and addresses anew."""
    share()
    with TemporaryDirectory(prefix="pbem-driver-") as folder, new_place(Path(folder)) as place:
        open_game(place, "Anna", "Bert")
        hear(place, to_seat(place, 0, *FIRST_TURN))
        one = server.Server(place.settings, place.database)
        one.tick()
        one.stop()
    shutil.rmtree(empty_database().parent)  # since nobody asks this process to end


def main() -> None:
    """Fork servers, one after the other, for as long as somebody asks."""
    compile_all()
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            serve(json.loads(line))
        _pid, status = os.waitpid(child, 0)
        click.echo(f"ended {os.waitstatus_to_exitcode(status)}")


if __name__ == "__main__":
    main()
