"""Addresses at which mails do not arrive: counted, tried, suspended, told of, and good again."""

from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest
from moderation.kit import add_moderator
from sqlalchemy import select
from web_kit import Browser, sit_down

from adjudicator.kit import Game, World
from adjudicator.letters import flat
from adjudicator.reports_on_mail import report_on
from pbem.adjudicator.correspondence import bounces
from pbem.clock import from_ms, to_ms
from pbem.i18n import catalogue
from pbem.intake import Intake
from pbem.moderation.needs import describe_need, needs
from pbem.store import UnitOfWork
from pbem.store.accounts.addresses import add_address_change, change_address
from pbem.store.mail.outbox import Delivery, MailRow, mark_sent
from pbem.store.mail.sending import ReachRow, find_reach, list_due_mail, list_waiting_mails
from pbem.store.players.player import get_player

DAY = timedelta(days=1)


class Post:
    """The mails of a game as they leave, and what comes back of them."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.numbers = count(1)

    @property
    def world(self) -> World:
        """The world of the game."""
        return self.game.world

    @property
    def player_id(self) -> int:
        """The seat's player."""
        return self.game.seats[self.seat].player_id

    @property
    def reach(self) -> ReachRow | None:
        """What is counted for their address."""
        with self.world.database.read() as tx:
            return find_reach(tx, self.player_id)

    def is_suspended(self) -> bool:
        """Whether nothing is sent to them."""
        with self.world.database.read() as tx:
            return bounces.is_suspended(tx, get_player(tx, self.player_id))

    def leave(self) -> list[MailRow]:
        """Everything that is due leaves; returns what went to the seat's player."""
        now_ms = to_ms(self.world.clock())
        with self.world.database.read() as tx:
            due = list_due_mail(tx, now_ms, 1000)
        self.world.database.write(lambda tx: mark_sent(tx, [Delivery(one.id, "250") for one in due], now_ms))
        return [mail for mail in due if mail.player_id == self.player_id]

    def comes_back(self, mail: MailRow, **kind: str) -> None:
        """A report on a mail comes to the seat."""
        raw = report_on(mail, self.game.address(self.seat), next(self.numbers), **kind)
        self.game.post(self.seat, raw, mail_from="")

    def a_bad_day(self, **kind: str) -> list[MailRow]:
        """A mail to the player leaves and comes back, and a day passes; returns what else leaves then."""
        self.game.send(1 - self.seat, f"press all:\nDay {next(self.numbers)}")
        left = self.leave()
        self.comes_back(left[-1], **kind)
        more = self.leave()
        self.world.clock.advance(DAY)
        return more

    def suspend(self) -> MailRow:
        """Have the address tried, and the probe come back; return the probe."""
        for _day in range(2):
            assert self.a_bad_day() == []
        (probe,) = self.a_bad_day()
        assert not self.is_suspended()
        self.comes_back(probe)
        assert self.is_suspended()
        return probe


@pytest.fixture
def post(world: World) -> Post:
    game = world.open_game(("Anna", "Bert"))
    found = Post(game, game.row.active_seat or 0)
    found.leave()
    return found


def name_of(post: Post) -> str:
    return post.game.seats[post.seat].name


def test_a_probe_is_sent_after_three_bad_days_and_suspends_when_it_comes_back(post: Post) -> None:
    probe = post.suspend()
    assert "checking your address" in flat(probe.text)
    assert post.reach is not None


def test_a_day_counts_once_and_half_where_mails_are_late(post: Post) -> None:
    first = post.a_bad_day(action="delayed", status="4.4.1")
    assert (first, post.reach and post.reach.halves) == ([], 1)
    post.a_bad_day(action="failed", status="4.4.7")
    assert post.reach is not None
    assert post.reach.halves == 2
    post.game.send(1 - post.seat, "press all:\nTwice")
    mail = post.leave()[-1]
    for _ in range(5):
        post.comes_back(mail)
    assert post.reach.halves == 4, "a hard one adds to a soft one up to a point a day"


@pytest.mark.parametrize(
    ("status", "diagnosis"),
    [("5.7.1", "554 5.7.1 blocked for anna@player.test"), ("5.3.4", "552 too large"), ("5.0.0", "550 5.7.26 no DMARC")],
)
def test_a_hosts_trouble_suspends_nobody_and_the_operator_is_told_once_a_day(
    post: Post, status: str, diagnosis: str
) -> None:
    world = post.world
    named = world.settings.model_copy(
        update={"mail": world.settings.mail.model_copy(update={"operator": "op@host.example"})}
    )
    world.intake = Intake(world.database, world.clock, named)
    for _day in range(5):
        post.a_bad_day(status=status, diagnosis=diagnosis)
    assert post.reach is None, "nothing is counted"
    post.game.send(1 - post.seat, "press all:\nOnce more")
    mail = post.leave()[-1]
    for _again in range(3):
        post.comes_back(mail, status=status, diagnosis=diagnosis)
    with world.database.read() as tx:
        told = tx.all(str, select(MailRow.c.text).where(MailRow.c.to_address == "op@host.example"))
    assert len(told) == 6
    assert "to an address at player.test" in flat(told[0]) and "anna@player.test" not in told[0]


def test_a_quiet_week_ends_the_count_and_proves_the_probe(post: Post) -> None:
    for _day in range(2):
        post.a_bad_day()
    (probe,) = post.a_bad_day()
    post.world.clock.advance(8 * DAY)
    post.a_bad_day()
    assert post.reach is not None
    assert (post.reach.halves, post.reach.probe_id) == (2, "")
    post.comes_back(probe)
    assert not post.is_suspended(), "what comes back of it later is too late"


@pytest.mark.parametrize("forgery", ["unknown", "other player's", "other recipient", "old", "not sent here"])
def test_a_forged_report_counts_for_nothing(post: Post, forgery: str) -> None:
    mine = post.game.mails(post.seat)[0]
    his = post.game.mails(1 - post.seat)[0]
    match forgery:
        case "unknown":
            post.comes_back(replace(mine, message_id="<x@y.z>"))
        case "other player's":
            post.comes_back(his, address=mine.to_address)
        case "other recipient":
            post.comes_back(mine, address="somebody@else.test")
        case "old":
            post.world.clock.advance(11 * DAY)
            post.comes_back(mine)
        case _:
            post.world.database.write(lambda tx: change_address(tx, post.player_id, "new@player.test"))
            post.comes_back(mine)
    assert post.reach is None


def test_mails_wait_while_an_address_is_suspended_but_links_to_sign_in_leave(post: Post) -> None:
    post.suspend()
    post.game.send(1 - post.seat, "press all:\nHello!")
    assert post.leave() == []
    browser = Browser(post.world.app)
    browser.open("/sign-in")
    browser.press("Email me a link", address=post.game.seats[post.seat].address)
    assert [mail.kind for mail in post.leave()] == ["sign-in"]


def test_the_table_and_moderators_are_told_without_the_address(post: Post) -> None:
    world, name = post.world, name_of(post)
    mona = add_moderator(world, "Mona")
    before = len(world.all_mails())
    post.suspend()
    sent = [mail for mail in world.all_mails()[before:] if mail.game_id and mail.seat == 1 - post.seat][-1]
    assert f"Emails to {name} do not arrive." in flat(sent.text)
    assert "Their deadlines are paused until emails arrive again" in flat(sent.text)
    address = post.game.seats[post.seat].address
    assert address not in sent.text
    with world.database.read() as tx:
        found = needs(world.unit(tx), get_player(tx, mona))
    assert [describe_need(need, catalogue("en")) for need in found] == [f"Emails to {name} came back, and are stopped."]
    browser = Browser(world.app)
    sit_down(browser.client, mona, "https://games.test")
    assert "came back, and are stopped since" in browser.open(f"/moderate/{post.game.row.tag}").text


def test_time_stands_still_for_two_weeks_at_most(post: Post) -> None:
    before = post.game.row.deadline_ms
    assert before is not None
    post.suspend()
    after = post.game.row.deadline_ms
    assert after is not None
    assert timedelta(days=13) <= from_ms(after) - from_ms(before) <= timedelta(days=14)
    post.world.clock.advance(from_ms(after) - post.world.clock() + timedelta(hours=1))
    post.world.intake.clock.run(to_ms(post.world.clock()))
    assert post.is_suspended()
    assert post.game.row.overdue == 1, "then the game's rules for late players hold"


def test_time_does_not_stand_still_again_soon(post: Post) -> None:
    post.suspend()
    post.game.send(post.seat, "status")
    post.world.clock.advance(9 * DAY)
    post.leave()
    deadline = post.game.row.deadline_ms
    post.suspend()
    assert post.game.row.deadline_ms == deadline


def test_a_letter_ends_it_and_brings_the_newest_report_of_each_game(post: Post) -> None:
    world = post.world
    other = world.open_game((name_of(post), name_of(Post(post.game, 1 - post.seat))), name="Second")
    post.leave()
    post.suspend()
    for text in ("press all:\nHello!", "away 2026-12-20 to 2026-12-21"):
        post.game.send(1 - post.seat, text)
    reply = post.game.send(post.seat, "status")
    assert not post.is_suspended()
    assert [mail.kind for mail in reply.mails if mail.game_id == post.game.id and mail.seat == post.seat] == ["answer"]
    left = post.leave()
    assert [mail.kind for mail in left].count("press") == 1
    reports = [mail for mail in left if mail.kind == "report"]
    assert [mail.game_id for mail in reports] == [other.id], "the answer is that of its own game"
    assert "Emails to you arrive again." in flat(reports[0].text)
    deadline = post.game.row.deadline_ms
    assert deadline is not None
    assert from_ms(deadline) - world.clock() < timedelta(days=8), "and the time runs"


def test_automatic_mail_and_strangers_do_not_end_it(post: Post) -> None:
    post.suspend()
    away = post.game.write(post.seat, "I am away.", headers={"Auto-Submitted": "auto-replied"})
    post.game.post(post.seat, away)
    forged = post.game.write(post.seat, "status", headers={"From": "troll@else.test"})
    post.game.post(post.seat, forged)
    assert post.is_suspended()


def test_the_button_on_the_page_ends_it_once(post: Post) -> None:
    post.suspend()
    browser = Browser(post.world.app)
    sit_down(browser.client, post.player_id, "https://games.test")
    assert "Our emails don't reach you" in browser.open("/my").text
    browser.open("/my/settings")
    browser.press("Send me emails again")
    assert "We send you emails again" in browser.text
    assert "Our emails don't reach you" not in browser.text
    assert [mail.kind for mail in post.leave()].count("report") == 1
    assert not post.world.intake.forms.mails_arrive(post.player_id)
    assert post.leave() == []


def test_another_address_ends_it(post: Post) -> None:
    post.suspend()
    world, now_ms = post.world, to_ms(post.world.clock())
    world.database.write(
        lambda tx: add_address_change(tx, "t" * 40, post.player_id, "new@player.test", now_ms, now_ms + 10_000)
    )
    assert world.intake.forms.change_address("t" * 40, lambda *_told: None)
    assert not post.is_suspended()
    assert {mail.to_address for mail in post.leave()} == {"new@player.test"}


def test_mails_wait_for_two_weeks_and_can_be_read_on_the_page(post: Post) -> None:
    post.suspend()
    post.game.send(1 - post.seat, "press all:\nHello!")
    post.world.clock.advance(15 * DAY)
    post.world.intake.clock.forget()
    with post.world.database.read() as tx:
        waiting = list_waiting_mails(tx, post.player_id, post.game.seats[post.seat].address)
    assert waiting == []
    browser = Browser(post.world.app)
    sit_down(browser.client, post.player_id, "https://games.test")
    assert "not sent, because emails to you came back" in browser.open("/my/mail").text


def test_what_the_next_server_refuses_for_good_counts_too(post: Post) -> None:
    mail = post.game.mails(post.seat)[-1]
    world, now_ms = post.world, to_ms(post.world.clock())

    def count(reply: str) -> None:
        if bounces.refuses_recipient(reply):
            world.database.write(lambda tx: bounces.count_rejection(UnitOfWork(tx, world.settings, now_ms), mail))

    for reply in ("550 5.7.1 policy", "cannot be built: x", "554 no"):
        count(reply)
    assert post.reach is None
    count("550 5.1.1 No such user")
    assert post.reach is not None


def test_a_troll_who_knows_the_seats_address_suspends_nobody(post: Post) -> None:
    for _day in range(5):
        post.world.clock.advance(DAY)
        mail = post.game.mails(1 - post.seat)[-1]
        post.comes_back(mail, address=post.game.seats[post.seat].address)
        post.leave()
    assert (post.reach, post.is_suspended()) == (None, False)
