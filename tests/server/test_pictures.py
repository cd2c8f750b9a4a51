"""Mails with their HTML and their map: drawn once for each position, and never in the way of a mail."""

import io
import re
import sqlite3
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any
from urllib.request import urlopen

import pytest
from drawing_kit import undrawable
from PIL import Image
from renderer_kit import RENDERER
from rows_kit import mails_after, table_counts
from structlog.testing import capture_logs

from pbem.cli.demo import free_port
from pbem.cli.mail.player import Mailbox
from pbem.clock import system_clock, to_ms
from pbem.daemon.map_cache import ATTEMPTS, MapCache
from pbem.daemon.sender import Sender
from pbem.drawing.preview import WIDTH
from pbem.games.renderer import DRAWING, Renderer
from pbem.intake import Intake
from pbem.mail.sending import outgoing
from pbem.mail.sending.sendmail import transport_for
from pbem.mail.sending.wire import MimePart, well_formed
from pbem.reports.document import Drawable, loaded
from pbem.store import Tx
from pbem.store.accounts.sessions import add_session
from pbem.store.mail.outbox import (
    enqueue_mail,
    erase_mail_bytes,
    find_mail_by_message_id,
    find_mail_bytes,
    find_mail_document,
    list_mails_of_seat,
    resend_mail,
)
from pbem.store.players.preferences import Preferences, put_preferences
from pbem.web.app import create_app
from server.kit import (
    FIRST_TURN,
    PATIENCE,
    Forked,
    Penfriend,
    Place,
    address_of,
    await_until,
    deal_with,
    kept,
    new_place,
    open_game,
    settle,
)


@pytest.fixture(autouse=True)
def _drawn_anew() -> None:
    RENDERER.forget()


def mails_to(place: Place, name: str) -> list[EmailMessage]:
    """The mails in a player's Maildir, oldest first, as a mail program takes them."""
    paths = [path for path, _mail in Mailbox(place.settings.maildir, address_of(name)).new()]
    return [message_from_bytes(path.read_bytes(), policy=policy.default) for path in paths]


def kinds_in(mail: EmailMessage) -> list[str]:
    return [part.get_content_type() for part in mail.walk() if not part.is_multipart()]


def board_of_the_first_mail(place: Place) -> Drawable:
    with place.database.read() as tx:
        text = find_mail_document(tx, 1)
    assert text is not None
    board = loaded(text).board
    assert board is not None
    return board


def studio_of(place: Place) -> MapCache:
    return MapCache(place.database, RENDERER)


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


def test_a_mail_is_built_once_on_its_way(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    built: Counter[str] = Counter()

    def counted(meant: MimePart) -> bytes:
        built.update([str(meant.header("Message-ID"))])
        return well_formed(meant)

    monkeypatch.setattr(outgoing, "well_formed", counted)
    deal_with(place, Penfriend(place, "e1", 0).letter(*FIRST_TURN), 0)
    sent = [str(mail["Message-ID"]) for name in ("Anna", "Bert", "Clara") for mail in mails_to(place, name)]
    del built[""]  # subjects alone, on their way into the outbox
    assert len(built) == 3
    assert set(built.values()) == {1} and set(built) <= set(sent)


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
        counts = table_counts(tx)
    assert counts["picture"] == 2


def test_who_wants_text_gets_text(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        tag = open_game(place, "Anna", "Bert")
        anna = Penfriend(place, tag, 0).contact.player_id
        place.database.write(lambda tx: put_preferences(tx, anna, Preferences(format="text")))
        settle(place)
        assert [kinds_in(mail) for mail in mails_to(place, "Anna")] == [["text/plain"]]
        assert [kinds_in(mail) for mail in mails_to(place, "Bert")] == [["text/plain", "text/html", "image/png"]]


def test_a_map_that_cannot_be_drawn_is_tried_three_times_and_then_left_out(place: Place) -> None:
    board = board_of_the_first_mail(place)
    map_cache = studio_of(place)
    with capture_logs() as logs:
        assert map_cache.picture(undrawable(board)) is None
        assert map_cache.picture(undrawable(board)) is None
    assert [log["event"] for log in logs] == ["a map could not be drawn"] * ATTEMPTS
    found = map_cache.picture(board)
    assert found is not None and found.png.startswith(b"\x89PNG")
    assert ATTEMPTS == 3


def test_where_nothing_can_draw_mails_go_without_maps_and_it_is_tried_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with new_place(tmp_path) as place:
        open_game(place, "Anna", "Bert", "Clara")
        passed = [0.0]
        renderer = Renderer(passed=lambda: passed[0])
        sender = Sender(place.database, transport_for(place.settings), system_clock, place.settings, renderer)
        with monkeypatch.context() as context, capture_logs() as logs:
            context.setattr(sys, "executable", "/nowhere/python")
            assert sender.round()
        assert [log["event"] for log in logs] == ["mails go without maps for now"], "once, not for each mail"
        assert [kinds_in(mail) for mail in mails_to(place, "Anna")] == [["text/plain", "text/html"]]
        board = board_of_the_first_mail(place)
        assert sender.map_cache.picture(board) is None
        passed[0] = DRAWING.pause_seconds
        assert sender.map_cache.picture(board) is not None
        renderer.close()
        raw = mail_bytes(place, 1)
        place.database.write(lambda tx: resend_mail(tx, 1, 0, "<again@g>"))
        settle(place)
        assert mail_bytes(place, 1) == raw and b"image/png" not in raw, "sent again it is the mail that was sent"


def mail_bytes(place: Place, mail_id: int) -> bytes:
    with place.database.read() as tx:
        return find_mail_bytes(tx, mail_id) or b""


def test_a_mail_whose_looks_are_broken_goes_as_text(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        open_game(place, "Anna", "Bert")
        spoil(place, 1, "[]")
        sender = Sender(place.database, transport_for(place.settings), system_clock, place.settings, RENDERER)
        while sender.round():
            pass
        assert [kinds_in(mail) for mail in mails_to(place, "Anna")] == [["text/plain"]]
        assert {mail.status for mail in kept(place).mails} == {"sent"}


def shown_in(mail: EmailMessage, kind: str) -> Any:
    (part,) = (part for part in mail.walk() if part.get_content_type() == kind)
    return part.get_content()


def spoil(place: Place, mail_id: int, document: str) -> None:
    connection = sqlite3.connect(place.settings.database)
    connection.execute(
        "UPDATE mail_document SET document = ? WHERE mail_id = ?", [zlib.compress(document.encode()), mail_id]
    )
    connection.commit()
    connection.close()


def test_sent_again_it_is_the_same_bytes_and_a_new_mail_that_says_the_same_when_they_were_let_go(place: Place) -> None:
    (path, _mail) = Mailbox(place.settings.maildir, address_of("Anna")).new()[0]
    before = path.read_bytes()
    path.unlink()
    with place.database.read() as tx:
        mail = list_mails_of_seat(tx, 1, 0)[0]
    place.database.write(lambda tx: resend_mail(tx, mail.id, 0, "<again@g>"))
    settle(place)
    assert path.read_bytes() == before

    place.database.write(lambda tx: erase_mail_bytes(tx, [mail.id], 2**62))
    again = place.database.write(lambda tx: resend_mail(tx, mail.id, 0, "<again@g>"))
    settle(place)
    assert again != mail.id
    first, second = mails_to(place, "Anna")
    assert (first["Message-ID"], second["Message-ID"]) == (mail.message_id, "<again@g>")
    assert mail.message_id in second["References"].split()
    assert set(first["References"].split()[:1]) <= set(second["References"].split())
    assert all(mail.text.rstrip() in shown_in(one, "text/plain") for one in (first, second))
    assert shown_in(first, "image/png") == shown_in(second, "image/png")
    with place.database.read() as tx:
        assert find_mail_by_message_id(tx, mail.message_id) is not None, "answers to it are known as before"


BASE = "http://127.0.0.1"


def test_the_page_of_an_old_mail_looks_as_before_and_its_map_is_drawn_again(place: Place) -> None:
    with place.database.read() as tx:
        mail = list_mails_of_seat(tx, 1, 0)[0]
    player = mail.player_id or 0
    place.database.write(lambda tx: add_session(tx, "token", player, "", to_ms(system_clock())))
    app = create_app(Intake(place.database, system_clock, place.settings), system_clock, draw=RENDERER)
    browser = app.test_client()
    with browser.session_transaction(base_url=BASE) as session:
        session["_user_id"], session["_fresh"] = "token", True
    pages = []
    for _time in ("as it was sent", "made again"):
        answer = browser.get(f"/my/mail/{mail.number}/page", base_url=BASE)
        assert answer.status_code == 200
        pages.append(answer.text)
        place.database.write(lambda tx: erase_mail_bytes(tx, [one.id for one in mails_after(tx, 0)], 2**62))
    maps = [re.findall(r"data:image/png;base64,[^\"']+", page) for page in pages]
    assert len(maps[0]) == 1 and maps[0] == maps[1]
    before, after = (re.sub(r"<[^>]*>", " ", page).split() for page in pages)
    assert before[: len(after)] == after, "nothing but the lines of that day's proof and link at its end is missing"


def test_whatever_changes_meanwhile_a_mail_that_was_not_noted_is_sent_as_it_was(place: Place) -> None:
    """As after a crash between the sending and the note of it: settings, name, format and templates are others."""
    (path, _mail) = Mailbox(place.settings.maildir, address_of("Anna")).new()[0]
    before = path.read_bytes()
    path.unlink()
    anna = Penfriend(place, "e1", 0).contact.player_id

    def change(tx: Tx) -> None:
        put_preferences(tx, anna, Preferences(format="text"))
        resend_mail(tx, 1, 0, "<again@g>")

    place.database.write(change)
    mail = place.settings.mail.model_copy(update={"from_name": "Another name"})
    settings = place.settings.model_copy(update={"mail": mail})
    sender = Sender(place.database, transport_for(settings), system_clock, settings, RENDERER)
    assert sender.round()
    assert path.read_bytes() == before


class _Held(Renderer):
    """A renderer that waits before it draws the map of Tours 1, and counts those that it draws."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = Event()
        self.begun = 0

    def __call__(self, board: Drawable) -> bytes:
        self.begun += 1
        if b"Tours 1" in board.board:
            assert self.go_on.wait(PATIENCE)
        return RENDERER(board)


@pytest.fixture
def held(tmp_path: Path) -> Iterator[tuple[Sender, _Held]]:
    """A sender that runs, and whose first mail shows a map that is not drawn yet; another to its reader is behind."""
    with new_place(tmp_path) as place:
        open_game(place, "Anna", "Bert", "Clara")
        with place.database.read() as tx:
            first, document = mails_after(tx, 0)[0], find_mail_document(tx, 1) or ""
        spoil(place, 1, document.replace("Eisberg Tours", "Tours 1"))
        place.database.write(lambda tx: enqueue_mail(tx, replace(first, message_id="<other@seats.test>", number=None)))
        renderer = _Held()
        sender = Sender(place.database, transport_for(place.settings), system_clock, place.settings, renderer)
        sender.start()
        yield sender, renderer
        renderer.go_on.set()
        sender.stop()


def sent(sender: Sender) -> set[int]:
    with sender.database.read() as tx:
        return {mail.id for mail in mails_after(tx, 0) if mail.status == "sent"}


def test_mails_that_are_ready_do_not_wait_for_the_maps_of_others(held: tuple[Sender, _Held]) -> None:
    sender, renderer = held
    await_until(lambda: sent(sender) == {2, 3}, "the mails to others")
    assert renderer.begun == 2, "the mails to others show the same"
    renderer.go_on.set()
    await_until(lambda: sent(sender) == {1, 2, 3, 4}, "the mails behind the map")
    with sender.database.read() as tx:
        assert b"image/png" in (find_mail_bytes(tx, 1) or b"")


def test_a_mail_does_not_wait_for_its_map_for_ever(held: tuple[Sender, _Held], monkeypatch: pytest.MonkeyPatch) -> None:
    sender, _renderer = held
    monkeypatch.setattr("pbem.daemon.sender.LONGEST_WAIT_SECONDS", 0.0)
    await_until(lambda: sent(sender) == {1, 2, 3, 4}, "all of them")
    with sender.database.read() as tx:
        assert b"image/png" not in (find_mail_bytes(tx, 1) or b"")


def test_a_map_is_kept_once_and_its_mails_without_it(place: Place) -> None:
    with closing(sqlite3.connect(place.settings.database)) as connection:
        rows = connection.execute("SELECT length(packed), picture FROM mail_bytes").fetchall()
        ((png,),) = connection.execute("SELECT length(png) FROM picture").fetchall()
        assert connection.execute("SELECT count(*) FROM mail WHERE raw IS NOT NULL").fetchone() == (0,)
    assert len(rows) == 3 and len({picture for _size, picture in rows}) == 1
    assert all(size < 10_000 < png for size, _picture in rows)


def test_a_drawing_goes_with_the_last_mail_that_shows_it_and_is_drawn_again(place: Place) -> None:
    board = board_of_the_first_mail(place)
    before = studio_of(place).picture(board)
    with place.database.read() as tx:
        mails = mails_after(tx, 0)
    assert len(mails) == 3
    for mail in mails:
        with place.database.read() as tx:
            assert table_counts(tx)["picture"] == 1
        place.database.write(partial(erase_mail_bytes, mail_ids=[mail.id], before_ms=2**62))
    with place.database.read() as tx:
        assert table_counts(tx)["picture"] == 0
    assert studio_of(place).picture(board) == before


def test_the_first_to_ask_after_a_start_gets_the_picture_for_a_link(tmp_path: Path, forked: Forked) -> None:
    """A chat asks once, as soon as a link is written; no map was drawn by this process before."""
    with new_place(tmp_path, web_port=free_port()) as place:
        tag = open_game(place, "Anna", "Bert")
        settle(place)
        forked.start(place, draws=True).smtp()
        with urlopen(f"http://127.0.0.1:{place.settings.web.port}/games/{tag}/map.png", timeout=PATIENCE) as answer:
            assert (answer.status, answer.headers["Content-Type"]) == (200, "image/png")
            assert Image.open(io.BytesIO(answer.read())).width == WIDTH
        assert forked.terminate() == 0
