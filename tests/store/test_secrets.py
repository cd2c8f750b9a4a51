"""What is public cannot carry a secret: neither in its fields nor in what a log would print of it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rows_kit import table_counts
from store_kit import T0, new_game, new_mail, new_player, open_transaction

from pbem.store import Tx
from pbem.store.accounts.addresses import add_address_change, find_pending_address_change
from pbem.store.accounts.channels import ChannelEvent, ChannelRow, add_channel, list_channels_of
from pbem.store.games.game import find_game_by_tag, get_game, get_game_seed
from pbem.store.games.listing import list_bot_turns, list_games, list_games_of_player
from pbem.store.games.log import SnapshotRow, find_snapshot, put_snapshot
from pbem.store.games.opening import NewSeat
from pbem.store.games.proposals import DraftRow, find_draft, put_draft
from pbem.store.games.seats import list_game_salts, list_seat_contacts, list_seats, renew_token
from pbem.store.mail.inbox import store_letter
from pbem.store.mail.outbox import enqueue_mail
from pbem.store.mail.postbox import list_newest_mails
from pbem.store.mail.queues import find_next_new_letter
from pbem.store.mail.sending import list_due_mail
from pbem.store.players.player import get_player
from pbem.store.players.preferences import find_calendar_token, find_player_by_calendar, get_preferences, renew_calendar
from pbem.store.players.registrations import ConfirmationRow, find_confirmation, put_confirmation
from pbem.store.service.server import add_sent_form, answer_sent_form, find_sent_form
from pbem.store.tables import NEW

pytestmark = pytest.mark.both_engines

SEED = b"canary-seed-of-thirty-two-bytes."

PUBLIC: dict[str, Callable[[Tx], object]] = {
    "a game": lambda tx: get_game(tx, 1),
    "a game by its tag": lambda tx: find_game_by_tag(tx, "e1"),
    "the games": list_games,
    "a player's games": lambda tx: list_games_of_player(tx, 1),
    "the seats": lambda tx: list_seats(tx, 1),
    "bots to move": list_bot_turns,
    "counts": table_counts,
}

PRINTED: dict[str, Callable[[Tx], object]] = PUBLIC | {
    "a player": lambda tx: get_player(tx, 1),
    "the contacts": lambda tx: list_seat_contacts(tx, 1),
    "a letter": find_next_new_letter,
    "a mail": lambda tx: list_due_mail(tx, T0, 1),
    "a draft": lambda tx: find_draft(tx, 1, 0),
    "a confirmation": lambda tx: find_confirmation(tx, 1, (1, 0)),
    "a change of address": lambda tx: find_pending_address_change(tx, 1, T0),
    "what a player has chosen": lambda tx: get_preferences(tx, 1),
    "the player of a calendar": lambda tx: find_player_by_calendar(tx, find_calendar_token(tx, 1) or ""),
    "a player's mails": lambda tx: list_newest_mails(tx, 1, limit=1),
    "a form that was sent": lambda tx: find_sent_form(tx, "digest"),
    "a player's channels": lambda tx: list_channels_of(tx, 1),
    "a snapshot": lambda tx: find_snapshot(tx, 1),
    "a new seat": lambda _tx: NewSeat(1, "token-canary", "salt 0"),
}


@pytest.fixture
def tx(tmp_path: Path) -> Iterator[Tx]:
    """A game with something secret in every place for it."""
    with open_transaction(tmp_path) as tx:
        ada, bot = new_player(tx, "Ada"), new_player(tx, "Bot", "random")
        game_id = new_game(tx, [ada, bot], seed=SEED, to_move=1)
        renew_token(tx, game_id, 0, "token-canary")
        put_draft(tx, game_id, 0, DraftRow("draft-canary", 1, None, T0))
        put_confirmation(
            tx, ConfirmationRow(NEW, ada, game_id, 0, "text-canary", "1", "<canary@g>", "code-canary", None, T0, T0 + 1)
        )
        put_snapshot(tx, game_id, SnapshotRow(1, 1, b"state-canary"))
        enqueue_mail(tx, new_mail("<1@g>", ada, game_id, 0))
        add_address_change(tx, "token-canary", ada, "canary@player.test", T0, T0 + 1)
        renew_calendar(tx, ada)
        add_sent_form(tx, "digest", ada, T0)
        answer_sent_form(tx, "digest", "answer-canary")
        events = frozenset[ChannelEvent](("turn",))
        hook = ChannelRow(NEW, ada, "push", "Phone", "https://canary", "key-canary", "auth-canary", None, events, T0)
        add_channel(tx, hook)
        store_letter(tx, "token-canary", "<1@x>", "ada@player.test", T0, b"letter-canary")
        yield tx


def everything_in(value: object) -> str:
    """All that a value holds, hidden from its `repr` or not."""
    if isinstance(value, (list, tuple)):
        return " ".join(everything_in(item) for item in value)
    if hasattr(value, "__dataclass_fields__"):
        return " ".join(everything_in(getattr(value, name)) for name in value.__dataclass_fields__)
    return repr(value)


SECRETS = ["canary", "ada@player.test", "salt 0"]


@pytest.mark.parametrize("what", PUBLIC)
def test_public_rows_hold_no_secret(tx: Tx, what: str) -> None:
    held = everything_in(PUBLIC[what](tx))
    assert [secret for secret in SECRETS if secret in held] == []


@pytest.mark.parametrize("what", PRINTED)
def test_printed_rows_show_no_secret(tx: Tx, what: str) -> None:
    printed = repr(PRINTED[what](tx))
    assert printed not in ("None", "[]")
    assert [secret for secret in [*SECRETS, "It's your turn"] if secret in printed] == []


def test_secrets_reach_who_asks_for_them_by_name(tx: Tx) -> None:
    assert get_game_seed(tx, 1) == SEED
    assert list_game_salts(tx, 1) == ["salt 0", "salt 1"]
    assert list_seat_contacts(tx, 1)[0].token == "token-canary"
    assert find_draft(tx, 1, 0) == DraftRow("draft-canary", 1, None, T0)
