"""What the server asks for all the time costs the same with one game and with a thousand."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from statements_kit import listening
from store_kit import T0, facts, new_database, new_entry, new_game, new_mail, new_player, open_transaction

from pbem.store import Tx
from pbem.store.accounts.addresses import use_address_change
from pbem.store.accounts.sessions import use_sign_in
from pbem.store.across.prefetch import prefetch_mails
from pbem.store.games.game import find_game_by_tag, set_deadline, set_wake, update_game_facts
from pbem.store.games.listing import (
    count_games_of_player,
    list_bot_turns,
    list_games_of_player,
    list_games_to_wake,
    list_newest_games,
    list_newest_games_of_player,
)
from pbem.store.games.log import SnapshotRow, append_entries, list_entries, list_last_lines, put_snapshot
from pbem.store.games.proposals import find_draft, mark_applied
from pbem.store.games.seats import (
    TurnTakenRow,
    find_seat_by_token,
    get_seated_since,
    list_seat_contacts,
    list_seats,
    list_seats_ever_of,
    list_tenures,
    put_turn_taken,
)
from pbem.store.games.statistics import (
    ResultRow,
    count_players_of_kind,
    find_median_time,
    find_newest_rating,
    list_ends_of_kind,
    list_ends_of_player,
    list_players_of_kind,
    list_tenures_of_player,
    list_times_of_player,
    list_turns_of_kind,
    list_turns_of_player,
    put_results,
)
from pbem.store.games.vacancies import (
    lapse_offers,
    list_due_offers,
    list_kinds_stood_by,
    list_offers,
    list_open_offers_to,
    list_standbys,
    list_unmanned_seats,
    list_vacant_seats,
)
from pbem.store.mail.inbox import (
    find_last_sent_to,
    list_bounces_of,
    list_old_letters,
    store_letter,
)
from pbem.store.mail.mailboxes import (
    find_last_uid,
    find_mail_sender,
    list_mailbox_folder,
    list_tokens_for_answers,
    list_uids_seen,
    list_unmarked_letters,
    mark_mailbox_letters,
    note_mail_senders,
    note_mailbox_letter,
)
from pbem.store.mail.outbox import (
    BuiltMail,
    Delivery,
    enqueue_mail,
    erase_mail_bytes,
    find_mail_by_message_id,
    keep_bytes,
    list_mails_of_seat,
    list_old_mail_bytes,
    mark_sent,
    resend_mail,
)
from pbem.store.mail.postbox import count_mails, list_newest_mails
from pbem.store.mail.queues import find_next_new_letter
from pbem.store.mail.sending import list_due_mail
from pbem.store.moderation.game_file import list_letters_of_game, list_mails_of_game, list_positions_of_letters
from pbem.store.moderation.waiting import (
    list_deserted_games,
    list_disputes_waiting,
    list_held_games,
    list_idle_bots,
    list_late_turns,
    list_proposals_to_vacant_seats,
    list_shunted_letters,
    list_undelivered_mails,
    list_untaken_seats,
    list_unwatched_games,
)
from pbem.store.players.player import find_player_by_address, find_player_by_token
from pbem.store.players.preferences import find_player_by_calendar, get_preferences, list_absences
from pbem.store.tables import metadata

pytestmark = pytest.mark.sqlite("query plans in SQLite's words")

GAMES = 1000
TURN = TurnTakenRow(1, 1, 1, 0, 1, "first_rails", 2, T0, T0, T0, False, "player")
RESULT = ResultRow(1, 0, 1, "first_rails", 2, 1, 1, 30, T0)

ASKED_OFTEN: dict[str, Callable[[Tx], object]] = {
    "games to look at": lambda tx: list_games_to_wake(tx, T0),
    "when to look again": lambda tx: set_wake(tx, 1, T0, 0),
    "a deadline moved": lambda tx: set_deadline(tx, 1, T0, T0, 0),
    "a player's absences": lambda tx: list_absences(tx, 1, "2026-11-22"),
    "who had a seat": lambda tx: list_tenures(tx, 1, 0),
    "the seats that a player had": lambda tx: list_seats_ever_of(tx, 1, 1),
    "a seat's offers": lambda tx: list_offers(tx, 1, 0),
    "offers to a player": lambda tx: list_open_offers_to(tx, 1),
    "offers that are up": lambda tx: list_due_offers(tx, T0),
    "an offer that has lapsed": lambda tx: lapse_offers(tx, 1, 0),
    "vacant seats": list_vacant_seats,
    "seats without their players": lambda tx: list_unmanned_seats(tx, "first_rails"),
    "who stands by": lambda tx: list_standbys(tx, "first_rails"),
    "what a player stands by for": lambda tx: list_kinds_stood_by(tx, 1),
    "a player by his own address": lambda tx: find_player_by_token(tx, "a" * 16),
    "bots to move": list_bot_turns,
    "the next letter": find_next_new_letter,
    "mail due": lambda tx: list_due_mail(tx, T0, 10),
    "all that is sent of mails": lambda tx: prefetch_mails(tx, [1, 2]),
    "a letter's seat": lambda tx: find_seat_by_token(tx, "a" * 16),
    "a letter stored": lambda tx: store_letter(tx, "token", "<1@x>", "ada@player.test", T0, b"raw"),
    "the mail answered": lambda tx: find_mail_by_message_id(tx, "<1@g>"),
    "a mail built": lambda tx: keep_bytes(tx, [BuiltMail(1, b"raw", ("d", b"png"))], T0),
    "a mail sent": lambda tx: mark_sent(tx, [Delivery(1, "250")], T0),
    "a game by its tag": lambda tx: find_game_by_tag(tx, "e1"),
    "a player by his address": lambda tx: find_player_by_address(tx, "ada@player.test"),
    "the newest games": lambda tx: list_newest_games(tx, "playing", 20),
    "the newest games of a kind": lambda tx: list_newest_games(tx, "over", 20, 40, kind="first_rails"),
    "a player's newest games": lambda tx: list_newest_games_of_player(tx, 1, "over", 20),
    "how many games a player has": lambda tx: count_games_of_player(tx, 1),
    "how games ended": lambda tx: list_last_lines(tx, [1, 2, 3]),
    "a turn counted": lambda tx: put_turn_taken(tx, TURN),
    "since when a seat is held": lambda tx: get_seated_since(tx, 1, 0),
    "how a game ended": lambda tx: put_results(tx, 1, [RESULT]),
    "a player's rating": lambda tx: find_newest_rating(tx, "first_rails", 1),
    "a player's games that are over": lambda tx: list_ends_of_player(tx, 1),
    "a player's turns": lambda tx: list_turns_of_player(tx, 1),
    "a player's times": lambda tx: list_times_of_player(tx, 1),
    "a player's seats": lambda tx: list_tenures_of_player(tx, 1),
    "games of a kind that are over": lambda tx: list_ends_of_kind(tx, "first_rails"),
    "turns of a kind": lambda tx: list_turns_of_kind(tx, "first_rails"),
    "the time a turn takes": lambda tx: find_median_time(tx, "first_rails", 2),
    "the players of a kind": lambda tx: list_players_of_kind(tx, "first_rails", "rating", 3, 50),
    "how many players a kind has": lambda tx: count_players_of_kind(tx, "first_rails"),
    "a game's seats": lambda tx: list_seats(tx, 1),
    "a stretch of a log": lambda tx: list_entries(tx, 1, upto=20),
    "a player's games": lambda tx: list_games_of_player(tx, 1),
    "a seat's mails": lambda tx: list_mails_of_seat(tx, 1, 0),
    "a player's newest mails": lambda tx: list_newest_mails(tx, 1, limit=50),
    "a player's mails of a game": lambda tx: list_newest_mails(tx, 1, limit=50, game_id=1),
    "how many mails a player has": lambda tx: count_mails(tx, 1),
    "a mail sent again": lambda tx: resend_mail(tx, 1, T0, "<again@g>"),
    "what a player has chosen": lambda tx: get_preferences(tx, 1),
    "a calendar": lambda tx: find_player_by_calendar(tx, "a" * 40),
    "a new address": lambda tx: use_address_change(tx, "token", T0),
    "a game's contacts": lambda tx: list_seat_contacts(tx, 1),
    "the end of a log": lambda tx: list_entries(tx, 1, after=100),
    "appending": lambda tx: append_entries(tx, 1, 0, [new_entry()]),
    "a game's facts": lambda tx: update_game_facts(tx, 1, facts()),
    "a snapshot": lambda tx: put_snapshot(tx, 1, SnapshotRow(1, 1, b"{}")),
    "a text applied": lambda tx: mark_applied(tx, 1, 0, 1, 1, "digest"),
    "a draft": lambda tx: find_draft(tx, 1, 0),
    "turns that are late": lambda tx: list_late_turns(tx, 1, T0),
    "bots that stand still": lambda tx: list_idle_bots(tx, 1, T0),
    "games that nobody looked at": lambda tx: list_unwatched_games(tx, 1, T0),
    "games that are held": lambda tx: list_held_games(tx, 1),
    "disputes that wait": lambda tx: list_disputes_waiting(tx, 1),
    "seats that nobody takes": lambda tx: list_untaken_seats(tx, 1, T0),
    "rollbacks that vacant seats are asked for": lambda tx: list_proposals_to_vacant_seats(tx, 1, T0),
    "games that all have left": lambda tx: list_deserted_games(tx, 1),
    "letters that are old": lambda tx: list_old_letters(tx, T0, 10),
    "bytes of mails that are old": lambda tx: list_old_mail_bytes(tx, T0, 10),
    "bytes of mails let go of": lambda tx: erase_mail_bytes(tx, [1, 2], T0),
    "letters put aside": lambda tx: list_shunted_letters(tx, 1),
    "a game's letters": lambda tx: list_letters_of_game(tx, 1, press=False, limit=20),
    "a game's mails": lambda tx: list_mails_of_game(tx, 1, press=False, limit=20),
    "what was played by letters": lambda tx: list_positions_of_letters(tx, 1, [1, 2], 20),
    "what came back of mails": lambda tx: list_bounces_of(tx, [1, 2]),
    "the newest mail to a player": lambda tx: find_last_sent_to(tx, 1, "ada@player.test"),
    "a folder of the mailbox": lambda tx: list_mailbox_folder(tx, "a@x", "INBOX", 1, first_since_ms=T0),
    "the last letter of a folder": lambda tx: find_last_uid(tx, 1),
    "the last letters of a folder": lambda tx: list_uids_seen(tx, 1, 7),
    "a letter of the mailbox": lambda tx: [
        list_mailbox_folder(tx, "a@x", "INBOX", 1, first_since_ms=T0),
        note_mailbox_letter(tx, 1, 7, taken=False, now_ms=T0),
    ],
    "letters of the mailbox to mark": lambda tx: list_unmarked_letters(tx, 1),
    "letters of the mailbox marked": lambda tx: mark_mailbox_letters(tx, 1, [7]),
    "where a mail came from": lambda tx: find_mail_sender(tx, "<1@g>"),
    "where a mail comes from": lambda tx: note_mail_senders(tx, {1: "token"}),
    "whom an answer is for": lambda tx: list_tokens_for_answers(tx, "ada@player.test", T0),
    "a sign-in": lambda tx: use_sign_in(tx, "link", T0),
}


@contextmanager
def statements_of(tx: Tx) -> Iterator[list[tuple[str, Any]]]:
    """Every statement executed in the block, with its parameters."""
    received: list[tuple[str, Any]] = []
    with listening(
        (tx.connection,), lambda sql, facts: received.append((sql, facts[0] if isinstance(facts, list) else facts))
    ):
        yield received


def scans(tx: Tx, statement: str, parameters: Any) -> list[str]:
    """The steps of SQLite's plan that read a whole table; the index of bots to move holds only these."""
    plan = tx.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
    steps = [step.detail for step in plan if step.detail.startswith("SCAN") and "ix_game_bot_due" not in step.detail]
    return [step for step in steps if step.split()[1] in metadata.tables]  # others scan what was found so far


@pytest.mark.parametrize("question", ASKED_OFTEN)
def test_what_is_asked_often_never_reads_a_whole_table(tmp_path: Path, question: str) -> None:
    with open_transaction(tmp_path) as tx:
        ada = new_player(tx)
        new_game(tx, [ada])
        enqueue_mail(tx, new_mail("<1@g>", ada, 1, 0))
        with statements_of(tx) as received:
            ASKED_OFTEN[question](tx)
        assert received
        assert {statement: scans(tx, statement, parameters) for statement, parameters in received} == {
            statement: [] for statement, _ in received
        }


def test_mails_that_did_not_arrive_are_sought_from_those_and_not_from_all_games(tmp_path: Path) -> None:
    with open_transaction(tmp_path) as tx:
        with statements_of(tx) as received:
            list_undelivered_mails(tx, 1)
        ((statement, parameters),) = received
        plan = [step.detail for step in tx.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]
    assert [step for step in plan if step.startswith("SCAN")] == ["SCAN bounce", "SCAN unsent"]
    assert not [step for step in plan if "ix_game_status" in step or "ix_letter_status" in step]


OLD: dict[str, Callable[[Tx], object]] = {
    "ix_letter_kept": lambda tx: list_old_letters(tx, T0, 10),
    "ix_mail_kept": lambda tx: list_old_mail_bytes(tx, T0, 10),
    "ix_mail_bytes_sent_ms": lambda tx: list_old_mail_bytes(tx, T0, 10),
}


@pytest.mark.parametrize("index", OLD)
def test_what_is_old_is_found_among_what_is_kept(tmp_path: Path, index: str) -> None:
    with open_transaction(tmp_path) as tx:
        with statements_of(tx) as received:
            OLD[index](tx)
        plans = [
            [step.detail for step in tx.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]
            for statement, parameters in received
        ]
    assert [plan for plan in plans if len(plan) == 1 and f"INDEX {index} " in plan[0]]


def fill(tx: Tx) -> None:
    people = [new_player(tx, f"P{number}") for number in range(40)]
    bot = new_player(tx, "Bot", "heuristic")
    for number in range(GAMES):
        players = [people[number % 40], people[(number + 1) % 40], bot]
        game_id = new_game(tx, players, to_move=2 if number % 100 == 0 else 0)
        if number % 50:
            update_game_facts(tx, game_id, facts(0, T0 + 1))
        append_entries(tx, game_id, 0, [new_entry("x" * 200)] * 20)
        put_snapshot(tx, game_id, SnapshotRow(20, 1, b"x" * 10_000))
        mail_id = enqueue_mail(tx, new_mail(f"<{number}@g>", players[0], game_id, 0))
        if number >= 5:
            mark_sent(tx, [Delivery(mail_id, "250")], T0)
    store_letter(tx, "token", "<1@x>", "ada@player.test", T0, b"raw")


def test_what_is_due_is_found_among_a_thousand_games(tmp_path: Path) -> None:
    with new_database(tmp_path) as database:
        database.write(fill)
        with database.read() as tx:
            assert len(list_games_to_wake(tx, T0)) == 20
            assert len(list_bot_turns(tx)) == 10
            assert len(list_due_mail(tx, T0, 10)) == 5
            assert find_next_new_letter(tx) is not None
