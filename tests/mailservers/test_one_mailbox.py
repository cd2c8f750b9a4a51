"""A club whose host has a free mail account and nothing else: one address, no plus, letters by IMAP."""

from collections.abc import Iterator
from contextlib import ExitStack
from email.message import EmailMessage
from pathlib import Path

import pytest
from mailservers_kit import CERTIFICATE, Dovecot, Exim, Mailbox, talking_to
from rows_kit import is_quiet, mails_after
from server.kit import Place, await_until, kept, serving

from mailservers.kit import Correspondent, game_of, open_short_game, play, text_of
from mailservers.recipes import edit, one_mailbox
from pbem.mail.reply_codes import codes_in
from pbem.store.games.listing import list_games
from pbem.store.mail.inbox import count_letters_by_status, list_bounces_of
from pbem.store.mail.mailboxes import count_mailbox_letters

BOX = "railroad@provider.test"


@pytest.fixture
def place(
    checkout: Path, tmp_path: Path, exim: Exim, dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Place]:
    """A place as `pbem init` and the guide's recipe make it, whose only address is a mailbox at a provider."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    exim.route("player.test", dovecot.lmtp, "lmtp")
    made = Place(tmp_path)
    made.pbem("init")
    edit(made.config, '[web]\nport = 0\nhealth_port = 0\n[log]\nlevel = "error"\n[mail]\nlisten_port = 0\n')
    edit(made.config, one_mailbox(checkout, exim, dovecot))
    with made:
        yield made


@pytest.fixture
def players(exim: Exim, dovecot: Dovecot) -> Iterator[list[Correspondent]]:
    """Two players with mailboxes of their own."""
    with ExitStack() as opened:
        yield [opened.enter_context(Correspondent(name, exim, dovecot)) for name in ("Cleo", "Dan")]


@pytest.mark.parametrize("letters", [1, pytest.param(None, marks=pytest.mark.soak, id="whole game")])
def test_a_club_meets_and_plays_through_one_mailbox(
    place: Place, exim: Exim, dovecot: Dovecot, players: list[Correspondent], letters: int | None
) -> None:
    cleo, dan = players
    private = EmailMessage()
    private["From"], private["To"], private["Subject"] = "friend@elsewhere.test", BOX, "Friday"
    private.set_content("Join us for dinner?")
    with talking_to(exim.port) as door:
        door.send_message(private)
    with serving(place):
        first = cleo.send_new(BOX, "lobby", "Hello! May I play?"), dan.send_new(BOX, "Games", "register Dan")
        welcome = cleo.answer(cleo.await_answer(first[0]), "register Cleo")
        opened = cleo.answer(welcome, "open first rails for 2")
        assert "NOT UNDERSTOOD" not in text_of(opened)
        dan.answer(dan.await_answer(first[1]), "confirm", "join 1")
        await_until(lambda: bool(games(place)), "the game")
        (tag,) = games(place)
        question = cleo.write(BOX, "my orders", "status")
        (own,) = [line for line in text_of(question).splitlines() if line.endswith(game_of(place.database, tag).name)]
        status = cleo.write(BOX, "my orders", own, "status")
        assert f" {tag}]" in str(status["Subject"])
        sent = play(place.database, tag, [cleo, dan], letters)
        assert len(sent) == letters or game_of(place.database, tag).status == "over"
        await_until(lambda: is_quiet(place.database), "quiet")
        with place.database.read() as tx:
            rows, counts, looked_at = mails_after(tx, 0), count_letters_by_status(tx), count_mailbox_letters(tx)
        assert counts == {"done": len(sent) + 7}
        assert looked_at == (len(sent) + 7, 1)
        for player, other in ((cleo, dan), (dan, cleo)):
            written = [row.message_id for row in rows if row.to_address == player.address]
            player.await_message(written[-1])
            assert sorted(str(mail["Message-ID"]).strip() for mail in player.mails) == sorted(written)
            assert not codes_of(player.mails) & codes_of(other.mails), "a code is its owner's alone"
    assert {str(mail["From"]).partition("<")[2] for mail in cleo.mails} == {f"{BOX}>"}
    with Mailbox("railroad", dovecot.imap).open() as box:
        flags = [mail.flags for mail in box.fetch("SEEN", mark_seen=False)]
        unread = [mail.subject for mail in box.fetch("UNSEEN", mark_seen=False)]
    assert flags == [("\\Seen",)] * (len(sent) + 7)
    assert unread == ["Friday"], "what is private nobody has touched"
    assert "emails taken, 1 left alone" in place.pbem("doctor").output


def test_a_report_that_comes_back_to_the_mailbox_is_counted(
    place: Place, dovecot: Dovecot, players: list[Correspondent]
) -> None:
    tag = open_short_game(place, [players[0].name, "Nobody"])
    with serving(place):
        await_until(lambda: bool(bounced(place, tag)), "the bounce")
        assert bounced(place, tag) == [1]


def games(place: Place) -> list[str]:
    """The tags of all games."""
    with place.database.read() as tx:
        return [game.tag for game in list_games(tx)]


def bounced(place: Place, tag: str) -> list[int | None]:
    """The seats of the mails that came back."""
    mails = kept(place, tag).mails
    with place.database.read() as tx:
        found = {bounce.mail_id for bounce in list_bounces_of(tx, [mail.id for mail in mails])}
    return [mail.seat for mail in mails if mail.id in found]


def codes_of(mails: list[EmailMessage]) -> set[str]:
    """The codes in mails."""
    return {code for mail in mails for code in codes_in(text_of(mail).splitlines())}
