"""Mails with their HTML and their map: drawn once for each position, and never in the way of a mail."""

import io
import sqlite3
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from pbem.cli.mailbox import Mailbox
from pbem.clock import system_clock
from pbem.daemon.postman import Postman
from pbem.daemon.server import transport_for
from pbem.daemon.studio import ATTEMPTS, Studio
from pbem.reports.board import Board
from pbem.reports.document import loaded
from pbem.store import repository as repo
from pbem.store.rows import Preferences
from server.kit import FIRST_TURN, Penfriend, Place, address_of, deal_with, kept, new_place, open_game, settle


def mails_to(place: Place, name: str) -> list[EmailMessage]:
    """The mails in a player's Maildir, oldest first, as a mail program takes them."""
    paths = [path for path, _mail in Mailbox(place.settings.maildir, address_of(name)).new()]
    return [message_from_bytes(path.read_bytes(), policy=policy.default) for path in paths]


def kinds_in(mail: EmailMessage) -> list[str]:
    return [part.get_content_type() for part in mail.walk() if not part.is_multipart()]


def board_of_the_first_mail(place: Place) -> Board:
    with place.database.read() as tx:
        text = repo.mail_document(tx, 1)
    assert text is not None
    board = loaded(text).board
    assert board is not None
    return board


def studio_of(place: Place) -> Studio:
    return Studio(place.database, place.settings.server.data_dir / "drawing")


def test_a_report_comes_as_text_and_as_html_with_its_map(place: Place) -> None:
    (mail,) = mails_to(place, "Anna")
    assert kinds_in(mail) == ["text/plain", "text/html", "image/png"]
    body = mail.get_body(("html",))
    assert body is not None
    page = body.get_content()
    picture = next(part for part in mail.walk() if part.get_content_type() == "image/png")
    assert f"cid:{picture['Content-ID'].strip('<>')}" in page
    drawn = Image.open(io.BytesIO(picture.get_content()))
    assert drawn.mode == "P" and drawn.width >= 640
    assert len(mail.as_bytes()) < 150_000


def test_one_position_is_drawn_once_for_all(place: Place) -> None:
    deal_with(place, Penfriend(place, "e1", 0).letter(*FIRST_TURN), 0)
    pictures = [
        [part.get_content() for part in mail.walk() if part.get_content_type() == "image/png"]
        for name in ("Anna", "Bert", "Clara")
        for mail in mails_to(place, name)
    ]
    assert [len(each) for each in pictures] == [1] * 6
    assert len({each[0] for each in pictures}) == 2
    with place.database.read() as tx:
        counts = repo.table_counts(tx)
    assert counts["picture"] == 2


def test_who_wants_text_gets_text(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        tag = open_game(place, "Anna", "Bert")
        anna = Penfriend(place, tag, 0).contact.player_id
        place.database.write(lambda tx: repo.put_preferences(tx, anna, Preferences(format="text")))
        settle(place)
        assert [kinds_in(mail) for mail in mails_to(place, "Anna")] == [["text/plain"]]
        assert [kinds_in(mail) for mail in mails_to(place, "Bert")] == [["text/plain", "text/html", "image/png"]]


def test_a_map_that_cannot_be_drawn_is_tried_three_times_and_then_left_out(place: Place) -> None:
    board = board_of_the_first_mail(place)
    undrawable = msgspec.structs.replace(board, current=(99,))
    studio = studio_of(place)
    assert studio.picture(undrawable) is None
    assert studio.picture(undrawable) is None
    (begun,) = (place.settings.server.data_dir / "drawing").iterdir()
    assert begun.stat().st_size == ATTEMPTS
    found = studio.picture(board)
    assert found is not None and found.startswith(b"\x89PNG")
    assert ATTEMPTS == 3


def test_a_mail_whose_looks_are_broken_goes_as_text(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        open_game(place, "Anna", "Bert")
        spoil(place, 1, "[]")
        postman = Postman(place.database, transport_for(place.settings), system_clock, place.settings)
        assert postman.round()
        assert [kinds_in(mail) for mail in mails_to(place, "Anna")] == [["text/plain"]]
        assert {mail.status for mail in kept(place).mails} == {"sent"}


def spoil(place: Place, mail_id: int, document: str) -> None:
    connection = sqlite3.connect(place.settings.database)
    connection.execute("UPDATE mail_document SET document = ? WHERE mail_id = ?", [document, mail_id])
    connection.commit()
    connection.close()


def test_sent_again_it_is_the_same_mail_even_when_its_bytes_were_let_go(place: Place) -> None:
    (path, _mail) = Mailbox(place.settings.maildir, address_of("Anna")).new()[0]
    before = path.read_bytes()
    path.unlink()
    with place.database.read() as tx:
        mail = repo.mails_of_seat(tx, 1, 0)[0]
        assert mail.sent_ms is not None
        assert repo.mail_bytes(tx, mail.id) is not None
    until = mail.sent_ms + 1
    place.database.write(lambda tx: repo.erase_sent_bytes(tx, until))
    with place.database.read() as tx:
        assert repo.mail_bytes(tx, mail.id) is None
    place.database.write(lambda tx: repo.resend_mail(tx, mail.id, until))
    settle(place)
    assert path.read_bytes() == before


@pytest.mark.parametrize("days", [0, 8])
def test_old_drawings_are_forgotten_and_drawn_again(place: Place, days: int) -> None:
    board, now_ms = board_of_the_first_mail(place), 86_400_000 * days
    before = studio_of(place).picture(board)
    with place.database.read() as tx:
        created = kept(place).mails[0].created_ms
        assert repo.table_counts(tx)["picture"] == 1
    place.database.write(lambda tx: repo.forget_pictures(tx, created - 86_400_000 + now_ms))
    with place.database.read() as tx:
        assert repo.table_counts(tx)["picture"] == (0 if days else 1)
    assert studio_of(place).picture(board) == before
