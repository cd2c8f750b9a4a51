"""A moderator's desk: what needs him, the file of a game, and acts that are previewed before they are done."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from forms_kit import submit_as
from past_kit import bots, submit
from web_kit import Browser, World, new_world, sit_down

from pbem.adjudicator.history.proposals import find_proposed
from pbem.adjudicator.history.rollback import list_targets
from pbem.clock import to_ms
from pbem.i18n import catalogue
from pbem.moderation.commands.holding import Hold
from pbem.moderation.needs import WORDS, Need, count_needs, describe_need, needs
from pbem.store import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.log import EntryRow, append_entries, count_notes, find_last_position
from pbem.store.games.proposals import add_consent, add_proposal
from pbem.store.games.seats import list_seat_contacts, list_seats
from pbem.store.games.vacancies import add_offer, vacate_seat
from pbem.store.mail.inbox import (
    MAX_ATTEMPTS,
    BounceRow,
    add_bounce,
    fail_letter,
    finish_letter,
    get_letter,
    store_letter,
)
from pbem.store.mail.outbox import mark_failed
from pbem.store.moderation.game_file import count_mails_of_game
from pbem.store.players.player import get_player, set_role
from pbem.store.tables import NEW
from pbem.web.moderation.overview import URGENCIES

REASON = "A complaint by telephone"
TURN = "B n?\nend"
SEE, DO = "See what it would do", "Do it"
DAY = timedelta(days=1)


@dataclass
class Office:
    """A world with a moderator, who has no seat in its game."""

    world: World
    game: GameRow
    moderator: int

    def needs(self, name: str = "Mona") -> list[Need]:
        """What needs a player."""
        now_ms = to_ms(self.world.clock())
        with self.world.database.read() as tx:
            me = get_player(tx, self.world.players[name])
            found = needs(self.world.unit(tx, now_ms), me)
            assert count_needs(self.world.unit(tx, now_ms), me) <= len(found) + 2
        return found

    def told(self) -> dict[str, str]:
        """What is said of each sort of need."""
        return {need.sort: describe_need(need, catalogue("en")) for need in self.needs()}

    def come_in(self, name: str = "Mona") -> Browser:
        """The browser of a player who is signed in."""
        browser = self.world.browser()
        sit_down(browser.client, self.world.players[name], "https://games.test")
        return browser

    def letter(self, seat: int, raw: bytes = b"income", mail_from: str = "a@b.test") -> int:
        """A letter to a seat, which nobody has dealt with."""
        now_ms = to_ms(self.world.clock())
        with self.world.database.read() as tx:
            token = list_seat_contacts(tx, self.game.id)[seat].token
        raw += b" %d" % now_ms
        stored = self.world.database.write(lambda tx: store_letter(tx, token, "", mail_from, now_ms, raw))
        return stored[0]

    def shunt(self, letter_id: int) -> None:
        """Let a letter fail until it is put aside."""
        for _ in range(MAX_ATTEMPTS):
            self.world.database.write(lambda tx: fail_letter(tx, letter_id, "ValueError: secret"))

    @property
    def row(self) -> GameRow:
        """The game as it stands."""
        return self.world.game(self.game.id)

    @property
    def path(self) -> str:
        """Where the game's file is."""
        return f"/moderate/{self.game.tag}"


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with new_world(tmp_path) as world:
        mona = world.add_player("Mona")
        world.database.write(lambda tx: set_role(tx, mona, "moderator", on=True))
        yield Office(world, world.open_game(), mona)


def test_a_desk_without_needs_says_so_and_strangers_and_players_have_none(office: Office) -> None:
    stranger, anna, mona = office.world.browser(), office.come_in("Anna"), office.come_in()
    for path in ("/moderate", "/moderate/games", office.path, f"{office.path}/hold", "/moderate/announce"):
        stranger.open(path)
        assert stranger.response.request.path == "/sign-in"
        assert anna.open(path).status_code == 404
        assert mona.open(path).status_code == 200
    assert "Moderation" not in anna.text
    assert anna.post(f"{office.path}/hold", {"reason": REASON}).status_code in (400, 404)
    mona.open("/moderate")
    assert "Nothing needs your attention. All games go on by themselves." in mona.text
    assert mona.open("/moderate/e99").status_code == 404


def test_who_has_or_had_a_seat_cannot_open_the_file(office: Office) -> None:
    anna = office.world.players["Anna"]
    office.world.database.write(lambda tx: set_role(tx, anna, "moderator", on=True))
    office.world.clock.advance(40 * DAY)
    browser = office.come_in("Anna")
    for path in (office.path, f"{office.path}/hold", f"{office.path}/seats"):
        assert browser.open(path).status_code == 403
        assert "another moderator has to do this" in browser.text
    assert office.needs("Anna") == []
    assert office.needs() != []
    browser.open("/moderate/games")
    assert "None." in browser.text


def test_every_sort_of_need_has_its_urgency_and_the_worst_stand_first() -> None:
    assert [sort for urgency in URGENCIES for sort in urgency.sorts] == list(WORDS)


def test_each_sort_of_need_is_one_line_and_the_worst_stands_first(office: Office) -> None:
    world, game = office.world, office.game
    programs = bots(world, name="Robots")
    mover = world.to_move(game)
    office.shunt(office.letter(0))
    world.open_game("Second", ("Anna", "Dora"))
    world.clock.advance(40 * DAY)
    world.intake.clock.wake(game.id)
    assert office.told() == {
        "shunted": "An email from Anna could not be processed.",
        "idle bot": f"A bot should play for {world.to_move(programs)}, and does not.",
        "unwatched": "The server should have looked at it, and did not.",
        "late": f"{mover} is late.",
    }
    assert [need.sort for need in office.needs()] == ["shunted", "idle bot", "unwatched", "late"]
    desk = office.come_in()
    desk.open("/moderate")
    groups = {
        section.find("h2").text.strip(): [line.find("p[@class='what']/strong").text for line in section.iter("li")]
        for section in desk.page.xpath("//section[@class='urgency']")
    }
    assert groups == {"Urgent": ["email set aside", "stuck", "stuck"], "Late": ["late"]}
    (late,) = [line for line in desk.page.iter("li") if "is late." in line.text_content()]
    waiting = late.find("p[@class='since']/span").text
    assert waiting.startswith("waiting: ") and mover not in waiting, "the others at the table wait"
    now_ms = to_ms(world.clock())
    world.intake.moderators.carry_out(office.moderator, Hold(game.tag, REASON), None)
    unreadable = EntryRow(NEW, "event", '{"type": "NoSuchEvent", "secret": 1}', None, None, 0, 1)
    world.database.write(lambda tx: append_entries(tx, programs.id, find_last_position(tx, programs.id), [unreadable]))
    for seat in range(3):
        world.database.write(partial(_vacate, game_id=game.id, seat=seat, now_ms=now_ms))
    found = office.told()
    assert found["unreadable"] == "Its log cannot be read to its end: roll it back, or cancel it."
    assert found["held"] == f"It is on hold: {REASON}"
    assert found["deserted"] == "Nobody is left in it."
    assert found.keys() == {"unreadable", "deserted", "shunted", "unwatched", "held"}


def test_a_rollback_for_which_a_vacant_seat_would_have_to_agree_is_told_at_once(office: Office) -> None:
    world, game = office.world, office.game
    left = asks = game.active_seat or 0
    for _turn in range(2):
        now = world.game(game.id)
        left = now.active_seat or 0
        assert submit_as(world.intake, game.id, left, "end", position=now.position).applied
    with world.database.read() as tx:
        place = list_targets(tx, world.game(game.id))[-2]
    until_ms = to_ms(world.clock()) + 9 * 86_400_000
    world.database.write(lambda tx: _vacate(tx, game_id=game.id, seat=left, now_ms=to_ms(world.clock())))
    world.database.write(lambda tx: add_proposal(tx, game.id, asks, place, "", to_ms(world.clock()), until_ms))
    with world.database.read() as tx:
        found = find_proposed(world.unit(tx), game.id)
        assert found is not None and left in found.awaited
        name = list_seats(tx, game.id)[asks].name
    assert office.told() == {
        "proposed": f"{name} asks to roll it back, and nobody can agree for a vacant seat; a moderator can."
    }
    page = office.come_in().open("/moderate").text
    assert "rollback request" in page
    world.database.write(lambda tx: add_consent(tx, found.row.id, left, to_ms(world.clock())))
    assert office.told() == {}


def test_a_seat_that_nobody_takes_is_told_after_a_day_unless_it_is_offered(office: Office) -> None:
    world, game = office.world, office.game
    now_ms = to_ms(world.clock())
    world.database.write(lambda tx: _vacate(tx, game_id=game.id, seat=1, now_ms=now_ms))
    assert office.told() == {}
    world.clock.advance(2 * DAY)
    assert office.told() == {"vacant": "Nobody takes over Bert's seat."}
    until_ms = now_ms + 9 * 86_400_000
    world.database.write(lambda tx: add_offer(tx, game.id, 1, world.players["Dora"], now_ms, until_ms))
    assert office.told() == {}


def test_mails_that_do_not_arrive_are_one_need_for_each_player_until_he_writes(office: Office) -> None:
    world = office.world
    other = world.open_game("Second")
    sent = world.mails("Anna")
    world.database.write(lambda tx: mark_failed(tx, sent[0].id, "550 5.1.1 <anna@player.test> unknown", None))
    assert office.told() == {"undelivered": "Emails do not reach Anna."}
    world.database.write(lambda tx: mark_failed(tx, sent[1].id, "450 4.2.0 later", to_ms(world.clock()) + 1))
    assert office.told() == {"undelivered": "Emails do not reach Anna, here and in 1 more game."}
    browser = office.come_in()
    browser.open(office.path)
    assert "could not be sent, to a…@player.test, tried 1 time 550 5.1.1 <a…@player.test> unknown" in browser.text
    assert "anna@player.test" not in browser.response.text
    world.clock.advance(DAY)
    for game in (office.game, other):
        letter_id = Office(world, game, 0).letter(0)
        world.database.write(
            partial(finish_letter, letter_id=letter_id, status="done", outcome="", game_id=game.id, seat=0)
        )
    assert office.told() == {}


def test_a_mail_that_came_back_is_told_with_why_and_who_took_it_first(office: Office) -> None:
    world, game = office.world, office.game
    world.deliver()
    mail, now_ms = world.mails("Bert")[0], to_ms(world.clock()) + 1
    letter_id = office.letter(1)
    stamp = "from games by mx.test with ESMTP id 3D2B for <bert@player.test>"
    bounce = BounceRow(letter_id, mail.id, True, "5.1.1 550 <bert@player.test>: unknown", stamp, now_ms)
    world.database.write(lambda tx: add_bounce(tx, bounce))
    assert office.told() == {"undelivered": "Emails do not reach Bert."}
    browser = office.come_in()
    browser.open(office.path)
    assert "5.1.1 550 <b…@player.test>: unknown" in browser.text
    assert "from games by mx.test with ESMTP id 3D2B for <b…@player.test>" in browser.text
    assert game.tag in browser.text


def test_a_file_tells_of_letters_the_log_and_mails_without_what_stands_in_them(office: Office) -> None:
    world, game = office.world, office.game
    submit(world, game, TURN)
    office.shunt(office.letter(0, b"roll all # canary"))
    browser = office.come_in()
    browser.open(office.path)
    assert "set aside: it could not be processed, failed 3 times" in browser.text
    assert "ends the turn" in browser.text
    assert "ValueError" not in browser.text
    assert "canary" not in browser.response.text
    letter = office.needs()[0].item
    for part in (f"letters/{letter}", "mails/1", "seats"):
        assert browser.open(f"{office.path}/{part}").status_code == 404


def test_secrets_are_open_from_the_act_that_opens_them_to_the_one_that_closes_them(office: Office) -> None:
    world = office.world
    raw = b"From: anna@player.test\r\nTo: token@seats.test\r\n\r\nroll all # canary\r\n"
    letter_id = office.letter(0, raw)
    with world.database.read() as tx:
        mark = get_letter(tx, letter_id).mark
    browser = office.come_in()
    act(browser, f"{office.path}/unseal")
    assert "Hidden information you can see it" in browser.text
    browser.open(f"{office.path}/letters/{mark}")
    assert "roll all # canary" in browser.text
    assert "a…@player.test" in browser.text
    assert "anna@player.test" not in browser.response.text
    browser.open(f"{office.path}/mails/1")
    assert "Anna" in browser.text
    browser.open(f"{office.path}/seats")
    assert browser.text.count("Next-turn orders") == 3
    assert browser.text.count("Behind the screen: ") == 3
    other = world.open_game("Other", ("Anna", "Dora"))
    assert browser.open(f"/moderate/{other.tag}/letters/{mark}").status_code == 404
    with world.database.read() as tx:
        mails = count_mails_of_game(tx, office.game.id, press=True)
    assert browser.open(f"{office.path}/mails/{mails}").status_code == 200
    assert browser.open(f"{office.path}/mails/{mails + 1}").status_code == 404, "those of another game have no number"
    assert browser.open(f"{office.path}/mails/999").status_code == 404
    act(browser, f"{office.path}/seal", reason=None)
    assert browser.open(f"{office.path}/seats").status_code == 404
    assert any("secrets" in mail.text or "hidden" in mail.text for mail in world.mails("Anna"))
    assert office.row.status == "playing"


def test_a_game_is_held_and_released_on_the_desk(office: Office) -> None:
    world = office.world
    browser = office.come_in()
    act(browser, f"{office.path}/hold")
    held_ms = office.row.held_ms
    assert held_ms is not None
    assert f"It is on hold: {REASON}" in browser.text
    browser.open("/moderate")
    assert f"It is on hold: {REASON}" in browser.text
    browser.open(next(link.get("href") for link in browser.page.iter("a") if link.text == "Release"))
    browser.press(SEE, reason="All is well")
    browser.press(DO)
    assert office.row.held_ms is None
    assert world.changes


def test_other_acts_go_the_same_way(office: Office) -> None:
    browser, before = office.come_in(), office.game.deadline_ms
    act(browser, f"{office.path}/extend", amount="2", unit="d")
    assert before is not None
    assert (office.row.deadline_ms or 0) >= before + 2 * 86_400_000
    act(browser, f"{office.path}/substitute", seat="1", by="Dora")
    assert "vacant since" in browser.text
    assert "It is offered to Dora." in browser.text
    browser.open(f"{office.path}/amend")
    browser.press(SEE, reason=REASON, corrections="turn income off\nwuff")
    assert browser.response.status_code == 422
    assert "wuff" in browser.text
    browser.press(SEE, corrections="give anna 1 ?", reason=REASON)
    browser.press(DO)
    assert browser.response.request.path == office.path
    browser.open(f"{office.path}/rejudged")
    assert "Today's rules agree with its log" in browser.text
    act(browser, f"{office.path}/cancel")
    assert office.row.status == "over"
    assert browser.response.request.path == office.path
    assert browser.text.count(REASON) >= 3


def test_a_game_goes_back_to_a_moment_of_which_the_map_is_shown_first(office: Office) -> None:
    world, game = office.world, office.game
    submit(world, game, TURN)
    before = office.row
    browser = office.come_in()
    browser.open(office.path)
    link = [link.get("href") for link in browser.page.iter("a") if link.text == "roll back"][-1]
    browser.open(link)
    browser.press(SEE, reason=REASON, dice="new")
    assert "New dice are rolled." in browser.text
    assert browser.page.find(".//figure/svg") is not None
    browser.press(DO)
    after = office.row
    assert (after.turn, before.turn) == (1, 2)
    assert after.epoch == before.epoch + 1
    assert "(on an old branch)" in browser.text


def test_an_announcement_reaches_one_game_or_all(office: Office) -> None:
    world = office.world
    browser = office.come_in()
    for path in (f"{office.path}/announce", "/moderate/announce"):
        browser.open(path)
        browser.press(SEE, text="Merry Christmas to you")
        assert "Merry Christmas to you" in browser.text
        browser.press(DO)
        assert browser.response.status_code == 200
        assert "Merry Christmas to you" in " ".join(world.mails("Bert")[-1].text.split())


@pytest.mark.parametrize("act", ["announce", "hold", "cancel", "unseal", "to all"])
def test_a_second_click_does_nothing_twice(office: Office, act: str) -> None:
    world, browser = office.world, office.come_in()
    browser.open("/moderate/announce" if act == "to all" else f"{office.path}/{act}")
    browser.press(SEE, **({"text": "Merry Christmas"} if act in ("announce", "to all") else {"reason": REASON}))
    action, form = browser.form(DO)
    counts = []
    for _ in range(2):
        browser.post(action, form)
        with world.database.read() as tx:
            counts.append((count_notes(tx, office.game.id), len(world.mails("Bert"))))
    assert counts[0][0] > 0 and counts[0] == counts[1]


def test_a_letter_that_was_put_aside_is_dealt_with_once_more(office: Office) -> None:
    office.shunt(office.letter(0))
    browser = office.come_in()
    browser.open("/moderate")
    browser.open(next(link.get("href") for link in browser.page.iter("a") if link.text == "Process it again"))
    browser.press(SEE)
    browser.press(DO)
    assert office.needs() == []
    browser.open("/moderate/letters/abcdefghij/retry")
    browser.press(SEE)
    assert browser.response.status_code == 422


def test_what_was_previewed_on_another_state_is_shown_anew(office: Office) -> None:
    world, game = office.world, office.game
    browser = office.come_in()
    browser.open(f"{office.path}/extend")
    browser.press(SEE, reason=REASON)
    submit(world, game, TURN)
    browser.press(DO)
    assert "things have changed since you looked" in browser.text
    assert _notes(world, game) == 0
    browser.press(DO)
    assert _notes(world, game) == 1
    assert browser.response.request.path == office.path


def test_what_cannot_be_done_is_told_beside_what_was_filled_in(office: Office) -> None:
    browser = office.come_in()
    for name, fields, fault in (
        ("hold", {"reason": " "}, "Give a reason"),
        ("extend", {"amount": "0"}, "Please give a number of days or hours"),
        ("substitute", {"by": "Nobody"}, "No player has that name"),
        ("substitute", {"seat": "9"}, "Please choose one of these."),
        ("rollback", {"to": "x"}, "Please choose a position."),
        ("rollback", {"to": "1"}, "can't be rolled back to #1"),
        ("release", {}, "is not on hold"),
        ("announce", {"text": ""}, "Give a reason"),
    ):
        browser.open(f"{office.path}/{name}")
        path, sent = browser.form(SEE)
        browser.post(path, {**sent, **({"reason": REASON} if "reason" in sent else {}), **fields})
        assert browser.response.status_code == 422
        assert fault in browser.text
        for wrong in browser.page.xpath("//*[@aria-invalid='true']"):
            told = browser.page.get_element_by_id(wrong.get("aria-describedby").split()[-1])
            assert wrong.get("name") in fields and "autofocus" in wrong.attrib and fault in told.text
        assert len(browser.page.xpath("//*[@aria-invalid='true']")) == len(fields)
        if "reason" in sent and "reason" not in fields:
            assert REASON in browser.response.text


def test_games_are_found_by_tag_name_player_kind_and_need(office: Office) -> None:
    world = office.world
    world.open_game("Germany tour", ("Clara", "Dora"), kind="germany")
    browser = office.come_in()
    for requested, found in (
        ("", ["e2", "e1"]),
        ("sought=E2", ["e2"]),
        ("sought=whit", ["e1"]),
        ("sought=dora", ["e2"]),
        ("kind=germany", ["e2"]),
        ("kind=chess&sought=100%25", []),
        ("status=over", []),
        ("needs=yes", []),
    ):
        browser.open(f"/moderate/games?{requested}")
        tags = [one.text for one in browser.page.iter("span") if one.get("class") == "tag"]
        assert tags == found, requested
    office.shunt(office.letter(0))
    browser.open("/moderate/games?needs=yes")
    assert "An email from Anna could not be processed." in browser.text
    assert "e2" not in browser.text


def act(browser: Browser, path: str, reason: str | None = REASON, **fields: str) -> None:
    """Fill in the form of an act, look at what it would do, and do it."""
    browser.open(path)
    browser.press(SEE, **({} if reason is None else {"reason": reason}), **fields)
    assert browser.response.status_code == 200, browser.text
    browser.press(DO)
    assert browser.response.status_code == 200, browser.text


def _vacate(tx: Tx, game_id: int, seat: int, now_ms: int) -> None:
    vacate_seat(tx, game_id, seat, f"gone{seat}", "resigned", now_ms)


def _notes(world: World, game: GameRow) -> int:
    with world.database.read() as tx:
        return count_notes(tx, game.id)
