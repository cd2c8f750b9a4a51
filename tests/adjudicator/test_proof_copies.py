"""A copy of a signed letter does nothing, nor does an old one; of letters from elsewhere their player hears."""

import re
from collections.abc import Iterator
from datetime import timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import get_args

import pytest
from dkim_kit import signed

from adjudicator.kit import Game, World, new_world
from adjudicator.letters import flat
from adjudicator.proving import FIRST, OUTSIDE, bring, outcome, with_mail
from pbem.clock import to_ms
from pbem.intake.handed_over import MOST_REFUSED_A_DAY
from pbem.mail.receiving.batches import Envelope
from pbem.store.mail.inbox import Way, count_letters_by_status
from pbem.store.mail.outbox import MailRow


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield with_mail(world)


# Copies.


def dated(game: Game, text: str, *, answering: MailRow | None = None) -> bytes:
    """A letter of today, which its signature covers but for the Message-ID, as that of Yahoo's does."""
    raw = game.write(0, text, answering=answering)
    return signed(raw, names=("from", "to", "subject", "date"), made_s=to_ms(game.world.clock()) // 1000)


def test_a_copy_of_a_signed_letter_does_nothing_whatever_its_sender_changed(world: World) -> None:
    game = world.open_game()
    raw = dated(game, "income")
    assert bring(game, raw)[0].status == "done"
    before = game.written
    for changed in (
        re.sub(rb"(?i)message-id: <", b"Message-ID: <x", raw),
        raw.replace(b"income", b"income  "),
        re.sub(rb"(?im)^content-type: [^\r]*", b"Content-Type: text/html", raw),
    ):
        assert changed != raw
        letter, mails = bring(game, changed)
        assert (letter.status, letter.outcome, mails) == ("ignored", "not proved: it came before", [])
    doubled, (mail,) = bring(game, b"Message-ID: <new@player.test>\r\n" + raw)
    assert doubled.outcome == "not proved: a header twice that a letter has once"
    assert "It has a header twice" in flat(mail.text)
    assert game.written == before
    world.clock.advance(timedelta(seconds=1))
    assert bring(game, dated(game, "check\nincome"))[0].status == "done", "their next letter is another"


def test_a_signed_letter_that_was_kept_for_days_asks_to_be_sent_again(world: World) -> None:
    game = world.open_game()
    kept, answer = dated(game, "income"), game.write(0, "check\nincome")
    for days in (4, 4):
        world.clock.advance(timedelta(days=days))
        late = signed(answer, made_s=to_ms(world.clock()) // 1000 - 86_400 * 4)
        assert bring(game, late)[0].status == "done", "a mail system may try for so long"
        answer = game.write(0, "check\nincome")
    before = game.written
    letter, (mail,) = bring(game, kept)
    assert letter.outcome == "not proved: signed long before it came"
    text = flat(mail.text)
    assert "more than a week before it came" in text and "send it again as a reply to one of our emails" in text
    assert game.written == before
    wrong_clock = signed(game.write(0, "check\nincome"), made_s=1)
    assert bring(game, wrong_clock)[0].status == "done", "what answers a new mail is no older than that"


def test_a_letter_that_lay_in_a_mailbox_while_the_server_was_off_is_as_old_as_when_it_came_there(world: World) -> None:
    with_mail(world, authserv_id=("mx.club.example",))
    game = world.open_game()
    passed = b"Authentication-Results: mx.club.example; dkim=pass header.d=player.test\r\n"
    noted = b"Received: from x ([203.0.114.1]) by mx.club.example; " + format_datetime(world.clock()).encode() + b"\r\n"
    raw = passed + noted + dated(game, "check\nincome")
    world.clock.advance(timedelta(days=20))
    assert bring(game, raw, way="imap", peer="")[0].status == "done"
    again = raw.replace(b"check", b"check ").replace(b"Message-ID: <", b"Message-ID: <2")
    assert bring(game, again, way="smtp")[0].outcome == "not proved: signed long before it came"


# What comes from elsewhere.


@pytest.mark.parametrize("way", get_args(Way))
def test_a_letter_from_another_address_is_told_its_player_whatever_the_way(world: World, way: Way) -> None:
    game = world.open_game()
    raw = game.write(0, FIRST).replace(b"anna@player.test", b"anna@work.test")
    letter, (mail,) = bring(game, raw, way=way)
    assert (letter.status, letter.outcome) == ("ignored", "not from the seat's player")
    assert mail.to_address == "anna@player.test"
    assert "came from another sender. Nothing was done." in flat(mail.text) and "anna@work.test" in mail.text


def test_of_letters_from_elsewhere_that_are_refused_only_some_are_kept(world: World) -> None:
    game = world.open_game()
    contact = game.seats[0]
    for number in range(MOST_REFUSED_A_DAY + 5):
        raw = b"From: spam@away.test\r\nMessage-ID: <%d@away.test>\r\n\r\nbuy\r\n" % number
        world.intake.letters.begin_to_store_refused([Envelope("spam@away.test", contact.token, raw, OUTSIDE)]).result()
    with world.database.read() as tx:
        assert count_letters_by_status(tx) == {"new": MOST_REFUSED_A_DAY}
    assert not outcome(game, signed(game.write(0, FIRST))).startswith("not"), "their own are taken as ever"
