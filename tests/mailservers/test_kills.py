"""Killed at any moment while letters come and mails leave by real mail servers, a server loses and doubles nothing."""

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain, islice, zip_longest
from pathlib import Path
from random import Random

import pytest
from mailservers_kit import HOST, PASSWORD, Dovecot, Exim, free_ports
from rows_kit import mails_after
from server.kit import DOMAIN, Forked, Penfriend, Place, address_of, kept, new_place
from server.situations import hear

from mailservers.kit import (
    Correspondent,
    assert_nothing_is_lost,
    open_short_game,
    play,
    written,
)
from pbem.cli.mail.player import Received, letter
from pbem.config.mail_tables import Relay
from pbem.store.mail.inbox import count_letters_by_status
from pbem.store.mail.outbox import count_mails_by_status

NAMES = ("Ada", "Ben")
HURRY = 0.1
"""Seconds between two looks at what is due."""
LIFE = 1.0
"""The longest that a server lives, in seconds, once it takes letters; of each fifth, from its first moment on.

The next lives longer where it came to nothing, as on a machine that is busy with other tests.
"""
LONGER = 1.5
LONG = 300.0
"""Seconds in which a mail comes even so."""
GENEROUS = "answers_per_hour = 100_000"
"""Whole games are played here within minutes, and not within months."""


@contextmanager
def killed(forked: Forked, place: Place, times: int, seed: int) -> Iterator[threading.Event]:
    """Servers at a place that are killed so many times, each at a moment that chance gives, and one that then stays."""
    chance, over = Random(seed), threading.Event()

    def kill() -> None:
        longest, before = LIFE, done(place)
        for _ in range(times):
            forked.start(place, minute=HURRY)  # which kills the one before
            if chance.random() < 0.8:
                forked.smtp()
            if over.wait(chance.uniform(0, longest)):
                return
            longest, before = LIFE if done(place) != before else longest * LONGER, done(place)
        forked.start(place, minute=HURRY).smtp()
        over.set()

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield over
    finally:
        over.set()
        killer.join()
        forked.terminate()


def done(place: Place) -> tuple[dict[str, int], dict[str, int]]:
    """How many letters and mails there are in each state."""
    with place.database.read() as tx:
        return count_letters_by_status(tx), count_mails_by_status(tx)


def logs(place: Place, tags: Iterable[str]) -> list[list[tuple[str, int | None, str]]]:
    """What befell games."""
    return [kept(place, tag).log for tag in tags]


def logs_without_kills(folder: Path, games: Sequence[int]) -> list[list[tuple[str, int | None, str]]]:
    """What befalls games in which so many of the same letters are dealt with, and nobody is killed."""
    with new_place(folder, mail=GENEROUS) as place:
        tags = [begun_with_letters(place, letters) for letters in games]
        return logs(place, tags)


def first_difference(ones: Sequence[Sequence[object]], others: Sequence[Sequence[object]]) -> object:
    """The first entries in which the logs of games differ; None where they are alike."""
    for number, (one, other) in enumerate(zip(ones, others, strict=True), 1):
        for position, pair in enumerate(zip_longest(one, other), 1):
            if pair[0] != pair[1]:
                return number, position, *pair
    return None


def begun_with_letters(place: Place, letters: int) -> str:
    """Open a game and deal with its first letters, without a server; gives its tag."""
    tag = open_short_game(place, NAMES)
    for seat, _position, orders in islice(written(place.database, tag), letters):
        with place.database.read() as tx:
            newest = [mail for mail in mails_after(tx, 0) if mail.to_address == address_of(NAMES[seat])][-1]
        answered = Received(newest.message_id, newest.references_, newest.subject, newest.text)
        address = Penfriend(place, tag, seat).contact.token
        hear(place, letter(orders, newest.to_address, f"{address}@{DOMAIN}", answered))
    return tag


def way_in(way: str, exim: Exim, dovecot: Dovecot) -> tuple[int, str]:
    """Lead letters a way into a server; gives its port for SMTP, and further lines of its table."""
    (port,) = free_ports(1)
    exim.route(DOMAIN, dovecot.lmtp if way == "imap" else port, "smtp" if way == "smtp" else "lmtp")
    lines = [GENEROUS]
    lines += [f"lmtp_port = {port}"] if way == "lmtp" else []
    lines += [f'mailbox = "club@{DOMAIN}"'] if way == "imap" else []
    lines += ["[mail.relay]", f'host = "{HOST}"', f"port = {exim.port}", 'tls = "none"']
    if way == "imap":
        dovecot.mailbox("club")
        lines += ["[mail.imap]", f'host = "{HOST}"', f"port = {dovecot.imap}", 'tls = "none"']
        lines += ['user = "club"', f'password = "{PASSWORD}"', 'folders = ["INBOX"]']
    return (port if way == "smtp" else 0), "\n".join(lines)


@pytest.mark.parametrize(
    ("way", "kills", "letters"),
    [
        ("smtp", 2, 4),
        pytest.param("smtp", 70, None, marks=pytest.mark.soak),
        pytest.param("lmtp", 70, None, marks=pytest.mark.soak),
        pytest.param("imap", 70, None, marks=pytest.mark.soak),
    ],
)
def test_killed_at_any_moment_it_loses_nothing_and_does_nothing_twice(
    tmp_path: Path, forked: Forked, exim: Exim, dovecot: Dovecot, way: str, kills: int, letters: int | None
) -> None:
    exim.route("player.test", dovecot.lmtp, "lmtp")
    smtp_port, mail = way_in(way, exim, dovecot)
    with ExitStack() as opened:
        place = opened.enter_context(new_place(tmp_path / "killed", smtp_port=smtp_port, mail=mail))
        players = [opened.enter_context(Correspondent(name, exim, dovecot, LONG)) for name in NAMES]
        for name in NAMES:
            place.pbem("player", "add", name, address_of(name))
            # A map takes longer to be drawn than many of these servers live.
            place.pbem("player", "set", address_of(name), "--format", "text")
        games = dict[str, list[str]]()
        with killed(forked, place, kills, seed=kills) as over:
            while not over.is_set():
                tag = open_short_game(place, NAMES)
                games[tag] = play(place.database, tag, players, letters)
            # A kill takes each connection to the relay from a mail that may have gone.
            repeated = kills * Relay.model_fields["connections"].default
            assert_nothing_is_lost(place.database, players, list(chain(*games.values())), repeated)
        undisturbed = logs_without_kills(tmp_path / "undisturbed", [len(sent) for sent in games.values()])
        assert first_difference(logs(place, games), undisturbed) is None
        place.pbem("doctor")
