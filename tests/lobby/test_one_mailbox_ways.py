"""One mailbox, whose letters come by other ways than IMAP: told apart alike, and private mail is nobody's business."""

import os
import smtplib
from collections.abc import Iterator
from email import policy
from email.message import EmailMessage

import pytest
from click.testing import CliRunner
from rows_kit import is_quiet
from server.kit import FIRST_TURN, address_of, await_until, new_place, serving

from lobby.club import BOX, Club, text_of
from pbem.cli import main
from pbem.daemon.server import Server
from pbem.mail.reply_codes import code_line
from pbem.store.mail.inbox import count_letters_by_status, get_letter, get_origin_of

WAYS = ("smtp", "lmtp", "pipe", "drop")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Club, Server]]:
    """A club to whose server programs bring what comes to its mailbox."""
    mail = f'mailbox = "{BOX}"\nplus = true\nlmtp_port = 0\ndrop = "drop"'
    with new_place(tmp_path_factory.mktemp("club"), mail=mail) as place:
        club = Club(place)
        with serving(place, club.clock) as server:
            yield club, server


def hand_over(club: Club, server: Server, way: str, letter: EmailMessage, mail_from: str, to: str = BOX) -> str:
    """Bring a letter by a way; the reply as over SMTP, or what became of the file."""
    raw = letter.as_bytes(policy=policy.SMTP)
    if way == "pipe":
        named = ["mail", "receive", "--sender", mail_from]
        code = CliRunner().invoke(main, ["--config", str(club.place.config), *named], input=raw).exit_code
        return {0: "250", os.EX_NOUSER: "550 5.1.1"}[code]
    if way == "drop":
        drop, name = club.place.folder / "drop", f"{next(club.numbers)}"
        (drop / "tmp" / name).write_bytes(f"Return-Path: <{mail_from}>\r\n".encode() + raw)
        (drop / "tmp" / name).rename(drop / "new" / name)
        assert server.drop is not None
        server.drop.round()
        return "550 5.1.1" if (drop / "new" / name).exists() else "250"
    assert server.lmtp is not None
    port = server.lmtp.port if way == "lmtp" else server.listener.port
    with (smtplib.LMTP if way == "lmtp" else smtplib.SMTP)("127.0.0.1", port) as door:
        try:
            door.sendmail(mail_from, [to], raw)
        except smtplib.SMTPDataError as refused:
            return f"{refused.smtp_code} {str(refused.smtp_error)[2:7]}"
        return "250"


@pytest.mark.parametrize("way", WAYS)
def test_letters_are_told_apart_whatever_the_way(served: tuple[Club, Server], way: str) -> None:
    club, server = served
    anna, bert = address_of("Anna"), address_of("Bert")
    mail = club.newest("Bert", "e2")
    mail.replace_header("Reply-To", BOX)
    by_code = "\n".join((code_line(club.token("Anna", "e1")), "check", *FIRST_TURN))
    newcomer = f"{way}@elsewhere.test"
    letters = [
        (club.reply(mail, f"status # {way}"), bert, 2),
        (club.letter(anna, by_code, f"orders by {way}"), anna, 1),
        (club.letter(anna, "roll 4?", f"which? {way}"), anna, None),
        (club.letter(newcomer, "Hello!", "lobby"), newcomer, None),
        (club.letter(anna, "status", to=f"railroad+{club.token('Anna', 'e2')}@provider.test"), anna, 2),
    ]
    if way == "pipe":  # which starts a process for each
        del letters[0], letters[-1]
    with server.database.read() as tx:
        before = sum(count_letters_by_status(tx).values())
    for letter, sender, _game in letters:
        assert hand_over(club, server, way, letter, sender, str(letter["To"])) == "250"
    await_until(lambda: is_quiet(server.database), "quiet")
    with server.database.read() as tx:
        rows = [get_letter(tx, number) for number in range(before + 1, before + 1 + len(letters))]
        assert {get_origin_of(tx, row.id).way for row in rows} == {way}
    assert [row.status for row in rows] == ["done"] * len(letters)
    assert [row.game_id for row in rows] == [game for _letter, _sender, game in letters]
    assert rows[-3].outcome == "asked what it is for" or way == "pipe"
    assert "register" in text_of(club.mails(newcomer)[-1])


@pytest.mark.parametrize("way", WAYS)
def test_private_mail_is_refused_or_stays_where_it_is(served: tuple[Club, Server], way: str) -> None:
    club, server = served
    friend = "friend@elsewhere.test"
    letter = club.letter(friend, "Join us on Friday?", f"Dinner {way}")
    with server.database.read() as tx:
        before = count_letters_by_status(tx)
    assert hand_over(club, server, way, letter, friend) == "550 5.1.1"
    own = club.newest("Anna")
    assert hand_over(club, server, way, own, BOX) == "250", (
        "a copy of our own mail, which must not come back as a bounce"
    )
    with server.database.read() as tx:
        assert count_letters_by_status(tx) == before
    assert not club.mails(friend)


def test_what_lies_unread_in_the_folder_keeps_no_letter_waiting(served: tuple[Club, Server]) -> None:
    club, server = served
    assert server.drop is not None
    new = club.place.folder / "drop" / "new"
    for number in range(60):
        letter = club.letter("friend@elsewhere.test", "Join us on Friday?", f"Dinner {number}")
        (new / f"0.{number:02}").write_bytes(letter.as_bytes(policy=policy.SMTP))
    (new / "1").write_bytes(club.reply(club.newest("Bert"), "status").as_bytes(policy=policy.SMTP))
    while server.drop.round():
        pass
    assert len([path for path in new.iterdir() if path.name.startswith("0.")]) == 60
    assert not (new / "1").exists()
