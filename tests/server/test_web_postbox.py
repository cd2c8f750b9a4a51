"""The local postbox: mails read as a mail program reads them, and answered by real letters over real SMTP."""

from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from rows_kit import revoke_token
from web_kit import Browser, sit_down

from pbem.cli.mail.player import Mailbox
from pbem.clock import system_clock
from pbem.config import Mail, Relay
from pbem.daemon.server import Server
from pbem.intake import Intake
from pbem.mail.maildir import Maildir
from pbem.mail.sending.sendmail import MaildirTransport
from pbem.store.mail.inbox import count_letters_by_status, get_letter
from pbem.store.players.player import find_player_by_address
from pbem.web.app import create_app
from server.kit import FIRST_TURN, Penfriend, Place, address_of, kept, serving


@pytest.fixture
def server(place: Place) -> Iterator[Server]:
    with serving(place) as server:
        yield server


def seated(server: Server, name: str = "Anna") -> Browser:
    """A browser in which a player is signed in."""
    browser = Browser(server.app)
    with server.database.read() as tx:
        player = find_player_by_address(tx, address_of(name))
    assert player is not None
    sit_down(browser.client, player.id, "http://games.test")
    return browser


def keys_of(place: Place, name: str) -> list[str]:
    """A player's mails by their keys, the oldest first."""
    return list(Maildir(MaildirTransport(place.settings.maildir).folder(address_of(name))).files())


def open_newest(browser: Browser, place: Place, name: str = "Anna") -> str:
    """Open a player's newest mail; return its key."""
    key = keys_of(place, name)[-1]
    assert browser.open(f"/postbox/{key}").status_code == 200
    return key


def letters_of(place: Place) -> list[EmailMessage]:
    """The letters in the server's inbox, as they came."""
    with place.database.read() as tx:
        numbers = range(1, 1 + sum(count_letters_by_status(tx).values()))
        raws = [get_letter(tx, number).raw for number in numbers]
    return [message_from_bytes(raw, policy=policy.default) for raw in raws]


def test_a_mail_is_read_as_a_mail_program_shows_it(place: Place, server: Server) -> None:
    browser = seated(server)
    browser.open("/postbox")
    assert "unread" in browser.text and "It's your turn (year 1, turn 1 of 3)." in browser.text
    key = open_newest(browser, place)
    assert "Railroad Dice" in browser.text and "Anna <anna@player.test>" in browser.text
    (text,) = browser.page.xpath("//pre")
    assert text.text_content().strip() == Penfriend(place, "e1", 0).newest().text.strip()
    folder = MaildirTransport(place.settings.maildir).folder(address_of("Anna"))
    assert [path.name for path in (folder / "cur").iterdir()] == [f"{key}:2,S"]
    assert list((folder / "new").iterdir()) == []
    browser.open("/postbox")
    assert "unread" not in browser.text
    assert browser.open(f"/postbox/{key}").status_code == 200, "once more, where it is now"


def test_a_page_in_a_mail_is_shown_in_a_frame_that_may_do_nothing(place: Place, server: Server) -> None:
    browser = seated(server)
    key = open_newest(browser, place)
    policy_of_page = browser.response.headers.getlist("Content-Security-Policy")
    assert len(policy_of_page) == 1 and policy_of_page[0].endswith("frame-src 'self'")
    (frame,) = browser.page.iter("iframe")
    assert (frame.get("sandbox"), frame.get("src")) == ("", f"/postbox/{key}/page")
    response = browser.open(frame.get("src"))
    assert response.headers.getlist("Content-Security-Policy") == [
        "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; "
        "base-uri 'none'; form-action 'none'"
    ]
    assert response.headers["X-Frame-Options"] == "SAMEORIGIN"
    page = response.get_data(as_text=True)
    assert 'src="data:image/png;base64,iVBORw0KGgo' in page
    assert "cid:" not in page


def test_a_letter_that_is_sent_twice_comes_once(place: Place, server: Server) -> None:
    browser = seated(server)
    open_newest(browser, place)
    path, fields = browser.form("Send email")
    for _time in range(2):
        assert browser.post(path, {**fields, "letter": "\n".join(FIRST_TURN)}).status_code == 200
        assert browser.response.request.path == "/postbox"
    assert len(letters_of(place)) == 1


def test_an_answer_is_a_real_letter_and_its_answer_is_shown(place: Place, server: Server) -> None:
    browser = seated(server)
    open_newest(browser, place)
    answered = Penfriend(place, "e1", 0).newest()
    _path, fields = browser.form("Send email")
    written = fields["letter"]
    assert written.startswith("\n\nOn 20"), "place for the orders on top"
    assert " wrote:\n> " in written
    browser.press("Send email", letter="\r\n".join(FIRST_TURN) + written.replace("\n", "\r\n"))
    assert "The server said: 250 2.0.0 Your letter is stored" in browser.text
    assert "Refresh" not in browser.response.headers
    (letter,) = letters_of(place)
    assert letter["From"] == "Anna <anna@player.test>"
    assert letter["To"] == f"{Penfriend(place, 'e1', 0).contact.token}@seats.test"
    assert letter["Subject"] == f"Re: {answered.subject}"
    assert letter["In-Reply-To"] == answered.message_id
    assert letter["References"].split() == [*answered.references.split(), answered.message_id]
    assert letter["Date"].datetime is not None
    text = letter.get_content()
    assert text.splitlines()[:4] == list(FIRST_TURN)
    assert [line for line in answered.text.splitlines() if line and f"> {line}" not in text] == []
    (link,) = browser.page.xpath("//a[text()='read the answer']")
    browser.open(link.get("href"))
    assert "Your orders were carried out." in browser.page.xpath("//pre")[0].text_content()
    assert kept(place).game.active_seat == 1, "Bert is to move"


def test_what_is_not_taken_is_told_and_kept(place: Place, server: Server) -> None:
    browser = seated(server)
    open_newest(browser, place)
    seat = Penfriend(place, "e1", 0).contact
    place.database.write(lambda tx: revoke_token(tx, seat.game_id, seat.seat, 0))
    browser.press("Send email", letter="roll 4?\n\n<b>typed</b> > with care")
    assert browser.response.status_code == 502
    assert "The server said: 550 5.1.1 No such address here" in browser.text
    assert browser.form("Send email")[1]["letter"] == "roll 4?\n\n<b>typed</b> > with care"
    server.listener.stop()
    browser.press("Send email")
    assert browser.response.status_code == 502
    assert "The server said: ConnectionRefusedError" in browser.text
    assert browser.form("Send email")[1]["letter"] == "roll 4?\n\n<b>typed</b> > with care"
    assert letters_of(place) == []


def test_a_letter_to_the_seat_of_another_is_refused_once_it_is_read(place: Place, server: Server) -> None:
    folder = MaildirTransport(place.settings.maildir).folder(address_of("Anna"))
    berts = f"{Penfriend(place, 'e1', 1).contact.token}@seats.test"
    (folder / "new" / "9999999999.odd").write_text(f"From: x@seats.test\nReply-To: {berts}\nSubject: Yours\n\nHello.\n")
    browser = seated(server)
    open_newest(browser, place)
    browser.press("Send email", letter="roll 4?")
    assert browser.response.status_code == 502
    assert "The server said: 550 5.7.1 This address takes letters only from" in browser.text
    (kept,) = letters_of(place)
    assert kept["To"] == berts, "its player will hear of it"


def test_a_letter_that_is_sent_from_a_page_out_of_date_is_kept(place: Place, server: Server) -> None:
    browser = seated(server)
    key = open_newest(browser, place)
    assert browser.post(f"/postbox/{key}", {"csrf_token": "old", "letter": "roll 4?"}).status_code == 400
    assert browser.page.get_element_by_id("typed").value.strip() == "roll 4?"
    assert letters_of(place) == []


def test_a_letter_whose_answer_takes_its_time_is_waited_for_without_a_script(
    place: Place, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.web.account.postbox._PATIENCE_SECONDS", 0)
    server.worker.stop()
    browser = seated(server)
    open_newest(browser, place)
    browser.press("Send email", letter="status")
    for tries in range(1, 12):
        assert "There is no answer yet" in browser.text
        refresh = browser.response.headers.get("Refresh", "")
        if tries == 11:
            assert refresh == "", "not for ever"
            break
        assert refresh.startswith("2; url=/postbox?") and refresh.endswith(f"tries={tries}")
        browser.open(refresh.partition("url=")[2])
    browser.open("/postbox")
    assert "The server said" not in browser.text


def test_a_mail_that_nobody_reads_answers_to_has_no_form(place: Place, server: Server) -> None:
    stranger = Browser(server.app)
    stranger.open("/")
    stranger.press("Email me a link", address=address_of("Anna"))
    mailbox = Mailbox(place.settings.maildir, address_of("Anna"))
    mailbox.skip()
    if not any("/sign-in/" in mail.text for _path, mail in Mailbox(place.settings.maildir, address_of("Anna")).new()):
        mailbox.wait(30)
    browser = seated(server)
    open_newest(browser, place)
    assert "Nobody reads replies to this email." in browser.text
    assert not list(browser.page.iter("textarea", "iframe"))


def test_everybody_has_his_own_postbox(place: Place, server: Server) -> None:
    (key,) = keys_of(place, "Anna")
    bert, stranger = seated(server, "Bert"), Browser(server.app)
    bert.open("/postbox")
    assert f"/postbox/{key}" not in bert.response.get_data(as_text=True)
    token = bert.form("Sign out")[1]["csrf_token"]
    for path in (f"/postbox/{key}", f"/postbox/{key}/page"):
        assert bert.open(path).status_code == 404
        assert stranger.open(path).request.path == "/sign-in"
    assert bert.post(f"/postbox/{key}", {"csrf_token": token, "letter": "status"}).status_code == 404
    assert stranger.open("/postbox").request.path == "/sign-in"
    hostile = ("..", "%2e%2e", "..%2fcur", "anna@player.test", f"new%2f{key}", f"{key}:2,S", "%00")
    for name in hostile:
        assert seated(server).open(f"/postbox/{name}").status_code in (404, 308), name


def test_where_a_relay_carries_the_mails_there_is_no_postbox(place: Place) -> None:
    mail = Mail(domain="seats.test", relay=Relay(host="mail.test"))
    settings = place.settings.model_copy(update={"mail": mail})
    app = create_app(Intake(place.database, system_clock, settings), system_clock)
    browser = Browser(app)
    sit_down(browser.client, 1, "http://games.test")
    browser.open("/my")
    assert "/postbox" not in browser.response.get_data(as_text=True)
    (key,) = keys_of(place, "Anna")
    token = browser.form("Sign out")[1]["csrf_token"]
    for path in ("/postbox", f"/postbox/{key}", f"/postbox/{key}/page"):
        assert browser.open(path).status_code == 404
    assert browser.post(f"/postbox/{key}", {"csrf_token": token, "letter": "x"}).status_code == 404


HOSTILE = """\
From: "=?utf-8?q?<script>?=" <x@seats.test>
Subject: =?utf-8?q?<script>alert(1)</script>?=
Content-Type: multipart/related; boundary=b

--b
Content-Type: text/html; charset=nonsense

<script>alert(1)</script><img src=cid:none><img src="cid:page"><img src='cid:pic'>
--b
Content-Type: text/html
Content-ID: <page>

<script>alert(2)</script>
--b
Content-Type: image/png
Content-ID: <pic>
Content-Transfer-Encoding: base64

!!!not base64!!!
--b--
"""


@pytest.mark.parametrize(
    "raw", [HOSTILE, "", "\x00", "Date: nonsense\nFrom: a, b\n\n", "Content-Type: multipart/x\n\n"]
)
def test_a_mail_that_is_none_breaks_nothing(place: Place, server: Server, raw: str) -> None:
    folder = MaildirTransport(place.settings.maildir).folder(address_of("Anna"))
    (folder / "new" / "9999999999.odd").write_text(raw)
    browser = seated(server)
    assert browser.open("/postbox").status_code == 200
    assert browser.open("/postbox/9999999999.odd").status_code == 200
    assert all(script.get("src").startswith("/static/") for script in browser.page.iter("script"))
    assert not list(browser.page.iter("textarea"))
    fields = {"csrf_token": browser.form("Sign out")[1]["csrf_token"], "letter": "x"}
    assert browser.post("/postbox/9999999999.odd", fields).status_code in (404, 502)
    page = browser.open("/postbox/9999999999.odd/page")
    assert page.status_code == (200 if raw is HOSTILE else 404)
    if raw is HOSTILE:
        assert page.headers["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
        assert b"cid:page" in page.get_data(), "only pictures are written into a page"


def test_a_mail_read_in_the_postbox_is_still_there_for_the_command_line(place: Place, server: Server) -> None:
    mailbox = Mailbox(place.settings.maildir, address_of("Anna"))
    ((_path, before),) = Mailbox(place.settings.maildir, address_of("Anna")).new()
    open_newest(seated(server), place)
    ((path, after),) = mailbox.new()
    assert after == before
    assert path.parent.name == "cur"
    assert mailbox.new() == []


def test_a_maildir_that_is_not_there_is_empty(tmp_path: Path) -> None:
    maildir = Maildir(tmp_path / "nobody")
    assert (maildir.files(), maildir.keys(), maildir.open("x"), maildir.headings(["x"])) == ({}, set(), None, [])
