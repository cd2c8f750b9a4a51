"""What is public cannot carry a secret: neither in its fields nor in what a log would print of it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rows_kit import table_counts
from store_kit import T0, new_game, new_mail, new_player, open_transaction

from pbem.store import Tx, repository
from pbem.store.repository import channels
from pbem.store.rows import ChannelEvent, DraftRow, NewChannel, NewConfirmation, NewSeat, SnapshotRow

SEED = b"canary-seed-of-thirty-two-bytes."

PUBLIC: dict[str, Callable[[Tx], object]] = {
    "a game": lambda tx: repository.game(tx, 1),
    "a game by its tag": lambda tx: repository.game_by_tag(tx, "e1"),
    "the games": repository.games,
    "a player's games": lambda tx: repository.games_of_player(tx, 1),
    "the seats": lambda tx: repository.seats(tx, 1),
    "bots to move": repository.bot_turns,
    "counts": table_counts,
}

PRINTED: dict[str, Callable[[Tx], object]] = PUBLIC | {
    "a player": lambda tx: repository.player(tx, 1),
    "the contacts": lambda tx: repository.seat_contacts(tx, 1),
    "a letter": repository.next_new_letter,
    "a mail": lambda tx: repository.due_mail(tx, T0, 1),
    "a draft": lambda tx: repository.take_draft(tx, 1, 0),
    "a confirmation": lambda tx: repository.confirmation(tx, 1, (1, 0)),
    "a change of address": lambda tx: repository.pending_address_change(tx, 1, T0),
    "what a player has chosen": lambda tx: repository.preferences(tx, 1),
    "the player of a calendar": lambda tx: repository.player_by_calendar(tx, repository.calendar_token(tx, 1) or ""),
    "a player's mails": lambda tx: repository.newest_mails(tx, 1, limit=1),
    "a form that was sent": lambda tx: repository.sent_form(tx, "digest"),
    "a player's channels": lambda tx: channels.channels_of(tx, 1),
    "a snapshot": lambda tx: repository.snapshot(tx, 1),
    "a new seat": lambda _tx: NewSeat(1, "token-canary", "salt 0"),
}


@pytest.fixture
def tx(tmp_path: Path) -> Iterator[Tx]:
    """A game with something secret in every place for it."""
    with open_transaction(tmp_path) as tx:
        ada, bot = new_player(tx, "Ada"), new_player(tx, "Bot", "random")
        game_id = new_game(tx, [ada, bot], seed=SEED, to_move=1)
        repository.renew_token(tx, game_id, 0, "token-canary")
        repository.put_draft(tx, game_id, 0, DraftRow("draft-canary", 1, None, T0))
        repository.put_confirmation(
            tx, NewConfirmation(ada, game_id, 0, "text-canary", "1", "<canary@g>", "code-canary", None, T0, T0 + 1)
        )
        repository.put_snapshot(tx, game_id, SnapshotRow(1, 1, b"state-canary"))
        repository.enqueue_mail(tx, new_mail("<1@g>", ada, game_id, 0))
        repository.add_address_change(tx, "token-canary", ada, "canary@player.test", T0, T0 + 1)
        repository.renew_calendar(tx, ada)
        repository.add_sent_form(tx, "digest", ada, T0)
        repository.answer_sent_form(tx, "digest", "answer-canary")
        events = frozenset[ChannelEvent](("turn",))
        hook = NewChannel(ada, "push", "Phone", "https://canary", "key-canary", "auth-canary", None, events, T0)
        channels.add_channel(tx, hook)
        repository.store_letter(tx, "token-canary", "<1@x>", "ada@player.test", T0, b"letter-canary")
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
    assert repository.game_seed(tx, 1) == SEED
    assert repository.game_salts(tx, 1) == ["salt 0", "salt 1"]
    assert repository.seat_contacts(tx, 1)[0].token == "token-canary"
    assert repository.take_draft(tx, 1, 0) == DraftRow("draft-canary", 1, None, T0)
