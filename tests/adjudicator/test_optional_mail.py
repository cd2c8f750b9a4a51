"""List-Id on all mails of a game, and List-Unsubscribe with one click on those that nobody needs in order to play."""

import re
from datetime import timedelta
from email import message_from_bytes
from email.message import Message
from functools import partial

import pytest
from moderation.kit import add_moderator
from web_kit import Browser, sit_down

from adjudicator.kit import DOMAIN, Game, World
from adjudicator.letters import Form, flat, letter_bytes
from adjudicator.robots import as_sent, came_in, reply_token
from pbem.clock import from_ms, to_ms
from pbem.config import Settings, Web
from pbem.intake import Intake
from pbem.moderation.commands.announcing import Announce
from pbem.store.accounts.addresses import change_address
from pbem.store.games.watching import add_watch, is_watching
from pbem.store.mail.outbox import MailRow
from pbem.store.mail.postbox import list_unwanted
from pbem.store.players.preferences import Preferences, get_preferences

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def game(world: World) -> Game:
    return world.open_game(("Anna", "Bert"))


def headers(world: World, mail: MailRow) -> Message:
    return message_from_bytes(as_sent(world, mail))


def link_in(world: World, mail: MailRow) -> str:
    """The path of the page by which mails like one are ended; "" where there is none."""
    found = re.search(r"<https://games\.test(/unsubscribe/\w+)>", headers(world, mail)["List-Unsubscribe"] or "")
    return found[1] if found else ""


def click(world: World, path: str) -> str:
    """What a mail program does: one request, without cookies and whatever a page would send."""
    answer = world.app.test_client(use_cookies=False).post(
        path, data={"List-Unsubscribe": "One-Click"}, base_url="https://games.test"
    )
    assert answer.status_code == 200
    return answer.text


def preferences(game: Game, seat: int) -> Preferences:
    with game.world.database.read() as tx:
        return get_preferences(tx, game.seats[seat].player_id)


def turn_ends(game: Game) -> MailRow:
    """A turn is played; returns the report to the one whose turn it was not, nor is."""
    mover = game.row.active_seat or 0
    rolled = game.send(mover, "roll all").answer.text
    offered = re.search(r"^ *(end[^#\n]*)", rolled, re.MULTILINE)
    reply = game.send(mover, offered[1] if offered else "end")
    assert reply.letter.outcome == "Your orders were carried out.", reply.text
    return game.last_mail(next(seat for seat in range(3) if seat not in (mover, game.row.active_seat)))


def test_all_mails_of_a_game_share_a_list_id_and_those_it_needs_have_no_link(game: Game) -> None:
    game.send(0, "status")
    for mail in game.mails(0) + game.mails(1):
        head = headers(game.world, mail)
        assert head["List-Id"] == f"<e1.games.{DOMAIN}>"
        assert head["List-Unsubscribe"] is head["List-Unsubscribe-Post"] is None, "a game needs these"


def test_press_has_a_link_that_ends_press_alone_and_undoes_it(game: Game) -> None:
    world = game.world
    game.send(0, "press all:\nHello!")
    mail = game.last_mail(1)
    head = headers(world, mail)
    path = link_in(world, mail)
    token = path.rpartition("/")[2]
    assert head["List-Unsubscribe"] == (f"<https://games.test{path}>, <mailto:{token}@{DOMAIN}?subject=unsubscribe>")
    assert head["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    before = preferences(game, 1)
    assert "You get no more of these: messages from other players by email." in flat(click(world, path))
    game.send(0, "press all:\nNobody is mailed this.")
    assert game.last_mail(1).id == mail.id
    assert preferences(game, 1) == before, "and nothing else"
    assert game.send(1, "status").answer.kind == "answer"
    browser = Browser(world.app)
    browser.open(path)
    browser.press("Undo")
    assert "Undone: you get" in browser.text
    game.send(0, "press all:\nHello again!")
    assert "Hello again!" in game.last_mail(1).text


def test_opening_the_link_changes_nothing(game: Game) -> None:
    world = game.world
    game.send(0, "press all:\nHello!")
    path = link_in(world, game.last_mail(1))
    scanner = world.app.test_client(use_cookies=False)
    for method in (scanner.get, scanner.head, scanner.options):
        assert method(path, base_url="https://games.test").status_code == 200
    assert "Get no more of these" in scanner.get(path, base_url="https://games.test").text
    with world.database.read() as tx:
        assert list_unwanted(tx, game.seats[1].player_id) == frozenset()


def test_a_second_click_does_nothing_twice(game: Game) -> None:
    world = game.world
    game.send(0, "press all:\nHello!")
    path = link_in(world, game.last_mail(1))
    last = len(world.all_mails())
    for _ in range(2):
        assert "You get no more of these" in click(world, path)
    browser = Browser(world.app)
    browser.open(path)
    browser.press("Undo")
    with world.database.read() as tx:
        assert list_unwanted(tx, game.seats[1].player_id) == frozenset()
    assert len(world.all_mails()) == last


def test_a_link_that_nobody_was_sent_leads_nowhere(game: Game) -> None:
    client = game.world.app.test_client(use_cookies=False)
    for token in ("a" * 16, game.seats[0].token, "x" * 64):
        assert client.post(f"/unsubscribe/{token}", data=ONE_CLICK, base_url="https://games.test").status_code == 404
        assert client.get(f"/unsubscribe/{token}", base_url="https://games.test").status_code == 404


def test_links_are_worth_nothing_once_the_player_has_another_address(game: Game) -> None:
    world = game.world
    game.send(0, "press all:\nHello!")
    path = link_in(world, game.last_mail(1))
    world.database.write(lambda tx: change_address(tx, game.seats[1].player_id, "new@player.test"))
    assert world.app.test_client().post(path, data=ONE_CLICK, base_url="https://games.test").status_code == 404
    assert link_in(world, game.last_mail(1)) == ""
    game.send(0, "press all:\nHello!")
    assert link_in(world, game.last_mail(1)) not in ("", path)


def test_reports_of_others_turns_end_and_ones_own_stay(world: World) -> None:
    game = world.open_game(("Anna", "Bert", "Clara"))
    report = turn_ends(game)
    seat = report.seat
    assert seat is not None
    path = link_in(world, report)
    assert path
    own = game.last_mail(game.row.active_seat or 0)
    assert link_in(world, own) == "", "whose turn it is is told anyhow"
    click(world, path)
    assert preferences(game, seat).reports == "mine"
    browser = Browser(world.app)
    browser.open(path)
    browser.press("Undo")
    assert preferences(game, seat).reports == "all"


def test_reminders_end_but_not_the_one_that_the_seat_is_at_stake(game: Game) -> None:
    world, mover = game.world, game.row.active_seat or 0
    deadline = game.row.deadline_ms
    assert deadline is not None
    world.clock.advance(from_ms(deadline) - world.clock() - timedelta(hours=23))
    world.intake.clock.run(to_ms(world.clock()))
    reminder = game.last_mail(mover)
    assert reminder.kind == "reminder"
    before = preferences(game, mover).reminders
    click(world, link_in(world, reminder))
    assert (preferences(game, mover).reminders, bool(before)) == ("", True)
    found = []
    for _ in range(8):
        world.clock.advance(timedelta(days=7))
        world.intake.clock.run(to_ms(world.clock()))
        found += [mail for mail in game.mails(mover) if mail.kind == "reminder" and mail.id > reminder.id]
    assert found
    assert all("can now have another player take over your seat" in flat(mail.text) for mail in found)
    assert {link_in(world, mail) for mail in found} == {""}


def test_the_mail_of_the_day_ends_without_one_more(game: Game) -> None:
    world, seat = game.world, 1 - (game.row.active_seat or 0)
    player_id = game.seats[seat].player_id
    world.intake.forms.choose(player_id, "en", Preferences(reports="daily"))
    game.send(1 - seat, "press all:\nHello!")
    world.clock.advance(timedelta(days=1))
    world.intake.clock.run(to_ms(world.clock()))
    mail = next(one for one in reversed(world.all_mails()) if one.kind == "digest")
    game.send(1 - seat, "press all:\nAnother.")
    last = world.all_mails()[-1].id
    assert "You still get an email when it is your turn." in flat(click(world, link_in(world, mail)))
    assert world.all_mails(after=last) == []
    assert preferences(game, seat).reports == "mine"


def test_announcements_to_all_end_and_stand_in_the_games_next_mail(game: Game) -> None:
    world = game.world
    add_moderator(world, "Mona")
    world.intake.moderators.carry_out(None, Announce(None, "Maintenance."), None)
    mail = next(one for one in reversed(world.all_mails()) if one.to_address == game.seats[0].address)
    click(world, link_in(world, mail))
    last = world.all_mails()[-1].id
    world.intake.moderators.carry_out(None, Announce(None, "More maintenance."), None)
    assert [one.to_address for one in world.all_mails(after=last)] == [game.seats[1].address]
    assert "More maintenance." in game.send(0, "status").text


def test_who_watches_a_game_ends_that_one(game: Game) -> None:
    world = game.world
    guest = world.add_player("Gina")
    for one in (game, world.open_game(("Anna", "Bert"), name="Second")):
        world.database.write(
            partial(add_watch, game_id=one.id, player_id=guest, now_ms=0, notified_position=0, reported=0)
        )
        one.send(0, "press all:\nHello!")
    first, second = [mail for mail in world.all_mails() if mail.player_id == guest]
    assert link_in(world, first) != link_in(world, second)
    assert "You get no more emails about e1" in click(world, link_in(world, first))
    with world.database.read() as tx:
        assert [row.game_id for row in is_watching(tx, guest)] == [second.game_id]
    assert reply_token(world, first)


def test_a_letter_to_the_links_address_ends_it_and_says_so_once(game: Game) -> None:
    world = game.world
    game.send(0, "press all:\nHello!")
    token = link_in(world, game.last_mail(1)).rpartition("/")[2]
    address = game.seats[1].address
    for number in range(2):
        form: Form = {"message_id": f"<u{number}@x.y>", "subject": "unsubscribe"}
        raw = letter_bytes("", address, f"{token}@{DOMAIN}", form)
        assert came_in(world, raw, token, address) == "unsubscribed"
    mails = [mail for mail in world.all_mails() if mail.subject.startswith("Fewer emails")]
    assert len(mails) == 1
    assert "You get no more of these: messages from other players by email." in flat(mails[0].text)
    with world.database.read() as tx:
        assert list_unwanted(tx, game.seats[1].player_id) == {"press"}


def test_the_settings_show_what_a_link_has_ended_and_change_it(game: Game) -> None:
    world = game.world
    game.send(0, "press all:\nHello!")
    mail = game.last_mail(1)
    click(world, link_in(world, mail))
    browser = Browser(world.app)
    sit_down(browser.client, game.seats[1].player_id, "https://games.test")
    page = browser.open("/my/settings").text
    boxes = dict(re.findall(r'name="topics" value="(\w+)"( checked)?', page))
    assert boxes == {"press": "", "announcements": " checked"}
    browser.press("Save messages and announcements", topics=["press", "announcements"])
    game.send(0, "press all:\nHello again!")
    fresh = game.last_mail(1)
    assert link_in(world, fresh) == link_in(world, mail)
    assert "Get no more of these" in Browser(world.app).open(link_in(world, fresh)).text


def test_a_mail_of_ours_comes_back_with_its_list_id_alone(game: Game) -> None:
    mail = game.mails(0)[0]
    raw = as_sent(game.world, mail)
    changed = re.sub(rb"Message-ID: <[^>]*>", b"Message-ID: <another@forwarder.test>", raw)
    changed = re.sub(rb"Auto-Submitted: [^\r]*\r\n|X-Auto-Response-Suppress: [^\r]*\r\n", b"", changed)
    assert came_in(game.world, changed, reply_token(game.world, mail), "anna@player.test") == "automatic: loop"


def test_without_https_there_is_no_one_click(game: Game) -> None:
    world = game.world
    settings = world.settings.model_copy(update={"web": Web(base_url="http://127.0.0.1:8080")})
    assert isinstance(settings, Settings)
    world.settings = settings
    world.intake = Intake(world.database, world.clock, settings)
    game.send(0, "press all:\nHello!")
    head = headers(world, game.last_mail(1))
    assert head["List-Unsubscribe"].startswith("<http://127.0.0.1:8080/unsubscribe/")
    assert head["List-Unsubscribe-Post"] is None
