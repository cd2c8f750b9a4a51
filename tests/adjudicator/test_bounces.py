"""Delivery reports that come back to the addresses of seats and offices, and the mails that they are about."""

from datetime import timedelta

import pytest

from adjudicator.kit import DOMAIN, Game, World
from pbem.clock import to_ms
from pbem.store.mail.inbox import BounceRow, list_bounces_of
from pbem.store.mail.outbox import Delivery, MailRow, mark_sent
from pbem.store.players.player import get_player

REPORT = """\
From: MAILER-DAEMON@mx.test\r
To: {to}\r
Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r
\r
--b\r
Content-Type: text/plain\r
\r
Sorry.\r
--b\r
Content-Type: message/delivery-status\r
\r
Reporting-MTA: dns; mx.test\r
\r
Final-Recipient: rfc822; {address}\r
Action: {action}\r
Status: 5.1.1\r
Diagnostic-Code: smtp; 550 no such user\r
\r
--b\r
Content-Type: message/rfc822\r
\r
Received: from games by mx.test with ESMTP id 3D2B\r
{named}\r
\r
Your turn\r
--b--\r
"""


@pytest.fixture
def game(world: World) -> Game:
    opened = world.open_game(("Anna", "Bert"))
    sent = [Delivery(mail.id, "250 queued") for mail in world.all_mails()]
    world.database.write(lambda tx: mark_sent(tx, sent, to_ms(world.clock())))
    return opened


def report(mail: MailRow, to: str, *, action: str = "failed", named: bool = True) -> bytes:
    """What a mail system writes of a mail that it could not deliver."""
    head = f"Message-ID: {mail.message_id}" if named else "Subject: something"
    return REPORT.format(to=to, address=mail.to_address, action=action, named=head).encode()


def came_back(game: Game, *mails: MailRow) -> list[BounceRow]:
    """What came back of mails."""
    with game.world.database.read() as tx:
        return list_bounces_of(tx, [mail.id for mail in mails])


def test_a_report_is_noted_with_the_mail_that_it_names(game: Game) -> None:
    first = game.mails(0)[0]
    game.send(0, "status")
    game.world.clock.advance(timedelta(hours=1))
    reply = game.post(0, report(first, game.address(0)), mail_from="")
    assert (reply.letter.status, reply.letter.outcome, reply.mails) == ("ignored", "automatic: report", ())
    stamp = "from games by mx.test with ESMTP id 3D2B"
    now_ms = to_ms(game.world.clock())
    assert came_back(game, first) == [
        BounceRow(reply.letter.id, first.id, True, "5.1.1 550 no such user", stamp, now_ms)
    ]


def test_a_report_that_names_no_mail_of_his_is_about_the_newest_that_was_sent_to_him(game: Game) -> None:
    mine, his = game.mails(0)[-1], game.mails(1)[-1]
    game.post(0, report(mine, game.address(0), named=False, action="delayed"), mail_from="")
    game.post(0, report(his, game.address(0)).replace(his.to_address.encode(), mine.to_address.encode()), mail_from="")
    assert [bounce.failed for bounce in came_back(game, mine)] == [False, True]
    assert came_back(game, his) == []


def test_automatic_mail_that_is_no_report_tells_of_no_mail(game: Game) -> None:
    away = game.write(0, "I am on holiday.", headers={"Auto-Submitted": "auto-replied"})
    assert game.post(0, away).letter.status == "ignored"
    nobody = report(game.mails(0)[0], game.address(0), named=False).replace(b"anna@player.test", b"else@player.test")
    game.post(0, nobody, mail_from="")
    assert came_back(game, *game.mails(0)) == []


def test_a_report_to_an_office_is_noted_too(game: Game) -> None:
    world, mail = game.world, game.mails(0)[0]
    with world.database.read() as tx:
        token = get_player(tx, world.players["Anna"]).token
    letter_id = world.store(report(mail, f"{token}@{DOMAIN}"), token, "")
    world.intake.letters.receive(letter_id)
    assert world.letter(letter_id).outcome == "automatic: report"
    assert [bounce.letter_id for bounce in came_back(game, mail)] == [letter_id]
