"""A form that is sent twice does once what it does, and is answered the same: a double click, a second tab, a retry."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from compiled import COMPILED
from forms_kit import submit_as
from rows_kit import table_counts
from web_kit import NAMES, Browser, World, new_world, sit_down

from pbem.intake import Intake
from pbem.store.games.game import GameRow
from pbem.store.games.proposals import DraftRow, find_draft, put_draft
from pbem.store.games.seats import list_seats
from pbem.store.mail.outbox import count_mails_by_status
from pbem.store.players.player import set_role
from pbem.store.players.preferences import find_calendar_token
from pbem.web.app import create_app
from pbem.web.sent_forms import FIELD, KEPT_FOR


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


@pytest.fixture
def game(world: World) -> GameRow:
    return world.open_game()


def mover(world: World, game: GameRow) -> Browser:
    browser = world.signed_in(world.to_move(game))
    browser.open(f"/games/{game.tag}")
    return browser


def draft(world: World, game: GameRow) -> str:
    """The orders of the first seat's player that wait to be confirmed."""
    with world.database.read() as tx:
        found = [find_draft(tx, game.id, seat.seat) for seat in list_seats(tx, game.id)]
    return "".join(one.text for one in found if one)


def mails(world: World) -> int:
    with world.database.read() as tx:
        return sum(count_mails_by_status(tx).values())


def shown(browser: Browser) -> tuple[int, str, str]:
    """The page that answers a form, as its reader sees it."""
    return browser.response.status_code, browser.response.request.path, browser.text


def test_a_roll_that_is_sent_twice_is_answered_the_same_and_leaves_nothing_waiting(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    browser.press("Send", orders="roll 2?")
    path, fields = browser.form("Roll the dice")
    browser.post(path, fields)
    first, after = shown(browser), world.game(game.id)
    browser.post(path, fields)
    assert shown(browser) == first
    assert "Your orders were carried out." in browser.text
    assert world.game(game.id) == after
    assert draft(world, game) == ""
    assert "Orders to confirm" not in browser.open(f"/games/{game.tag}").text


def test_orders_of_the_same_form_in_two_tabs_are_carried_out_once(world: World, game: GameRow) -> None:
    one = mover(world, game)
    path, fields = one.form("Send")
    other = world.signed_in(world.to_move(game))
    other.open("/my")
    theirs = {**fields, "orders": "B n?", "csrf_token": other.form("Sign out")[1]["csrf_token"]}
    one.post(path, {**fields, "orders": "B n?"})
    after, sent = world.game(game.id), mails(world)
    other.post(path, theirs)
    assert shown(other) == shown(one)
    assert (world.game(game.id), mails(world), draft(world, game)) == (after, sent, "")


def test_orders_that_are_refused_are_answered_the_same(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    path, fields = browser.form("Send")
    for _time in range(2):
        browser.post(path, {**fields, "orders": "income\nend"})
        assert "✗ REFUSED" in browser.text
        assert browser.response.status_code == 200
    assert world.game(game.id) == game


def test_the_answer_outlives_the_server(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    path, fields = browser.form("Send")
    browser.post(path, {**fields, "orders": "B n?"})
    first, after = shown(browser), world.game(game.id)
    intake = Intake(world.database, world.clock, world.settings)
    app = create_app(intake, world.clock)
    app.jinja_env.bytecode_cache = COMPILED
    later = Browser(app)
    for cookie in ("session",):
        found = browser.client.get_cookie(cookie, domain="games.test")
        assert found is not None
        later.client.set_cookie(cookie, found.value, domain="games.test")
    later.open(f"/games/{game.tag}/answer")
    assert shown(later) == first
    with later.client.session_transaction(base_url=world.settings.web.base_url) as held:
        (known,) = held["answers"].values()
    later.post(path, {**fields, "orders": "B n?"})
    assert shown(later) == first
    assert world.game(game.id) == after
    other = next(name for name in NAMES[:3] if name != world.to_move(game))
    thief = world.signed_in(other)
    with thief.client.session_transaction(base_url=world.settings.web.base_url) as held:
        held["answers"] = {f"{game.id} {world.players[other]}": known}
    assert thief.open(f"/games/{game.tag}/answer").request.path == f"/games/{game.tag}", "it is not theirs"


def test_a_server_that_is_killed_before_it_answers_has_done_it_once(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    path, fields = browser.form("Send")
    broken = pytest.MonkeyPatch()
    with broken.context() as patch:
        patch.setattr("pbem.web.games.pages._answer", _fails)
        browser.post(path, {**fields, "orders": "B n?"})
    assert browser.response.status_code == 500
    after = world.game(game.id)
    assert after.position > game.position
    browser.post(path, {**fields, "orders": "B n?"})
    assert browser.response.request.path == f"/games/{game.tag}"
    assert (world.game(game.id), draft(world, game)) == (after, "")


def _fails(*_arguments: object) -> None:
    raise RuntimeError("the power goes out")


def test_what_failed_whole_is_done_when_it_is_sent_again(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    path, fields = browser.form("Send")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.adjudicator.service.follow_up", _fails)
        browser.post(path, {**fields, "orders": "B n?"})
    assert browser.response.status_code == 500
    assert world.game(game.id) == game
    browser.post(path, {**fields, "orders": "B n?"})
    assert "Your orders were carried out." in browser.text
    assert world.game(game.id).position > game.position


def test_the_second_waits_for_the_first_that_is_still_under_way(world: World, game: GameRow) -> None:
    first, second = (mover(world, game) for _browser in range(2))
    path, fields = first.form("Send")
    entered, may_end = threading.Event(), threading.Event()
    submit, calls = world.intake.forms.submit, []

    def slow(*arguments: Any, **named: Any) -> Any:
        calls.append(arguments)
        entered.set()
        assert may_end.wait(60)
        return submit(*arguments, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.intake.forms, "submit", slow)
        csrf = second.form("Sign out")[1]["csrf_token"]
        senders = [
            threading.Thread(target=browser.post, args=(path, {**fields, "orders": "B n?", **token}))
            for browser, token in ((first, {}), (second, {"csrf_token": csrf}))
        ]
        senders[0].start()
        assert entered.wait(60)
        senders[1].start()
        may_end.set()
        for sender in senders:
            sender.join(60)
    assert len(calls) == 1
    assert shown(first) == shown(second)
    assert "Your orders were carried out." in second.text
    assert draft(world, game) == ""


def test_orders_that_were_changed_are_another_form(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    path, fields = browser.form("Send")
    browser.post(path, {**fields, "orders": "B n?"})
    browser.post(path, {**fields, "orders": "B n?\nend"})
    assert "Nothing was changed" in browser.text, "it was written on an older page"
    assert draft(world, game) == "B n?\nend"


def test_nobody_elses_form_is_answered(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    path, fields = browser.form("Send")
    browser.post(path, {**fields, "orders": "B n?"})
    for name in ("Anna", "Bert", "Clara", "Dora"):
        if name == world.to_move(game):
            continue
        other = world.signed_in(name)
        other.open("/")
        other.post(path, {**fields, "orders": "B n?", "csrf_token": other.form("Sign out")[1]["csrf_token"]})
        assert "B n?" not in other.text
        assert "carried out" not in other.text


def test_forms_are_forgotten_after_a_time(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    browser.press("Send", orders="B n?")
    with world.database.read() as tx:
        before = table_counts(tx)["sent_form"]
    assert before > 0
    world.clock.advance(KEPT_FOR)
    browser.open("/my/settings")
    browser.press("Save reports")
    with world.database.read() as tx:
        assert table_counts(tx)["sent_form"] == 1


def test_a_preview_notes_nothing(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    with world.database.read() as tx:
        before = table_counts(tx)["sent_form"]
    for _time in range(2):
        browser.press("Preview", orders="roll 4?")
        assert "Possible, up to the roll" in browser.text
    with world.database.read() as tx:
        assert table_counts(tx)["sent_form"] == before


def test_every_form_has_a_key_of_its_own(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    for path in (f"/games/{game.tag}", f"/games/{game.tag}/press", "/my/settings", "/seats", "/lists/new", "/my/away"):
        browser.open(path)
        forms = [form for form in browser.page.forms if form.method == "POST"]
        keys = [dict(form.form_values()).get(FIELD, "") for form in forms]
        assert all(len(key) >= 16 for key in keys), path
        assert len({*keys}) == len(keys), path


def _sendings(world: World) -> int:
    """How often the sender of mails was told that there is one."""
    return len(world.changes)


def _calendar(world: World) -> int:
    with world.database.read() as tx:
        return hash(find_calendar_token(tx, world.players["Anna"]))


@dataclass(frozen=True)
class Twice:
    """A form of another page: who sends it where, what is filled in, and what must not be there twice."""

    who: str
    page: str
    button: str
    fields: dict[str, Any]
    count: Callable[[World], int]


def _table(name: str) -> Callable[[World], int]:
    def count(world: World) -> int:
        with world.database.read() as tx:
            return table_counts(tx)[name]

    return count


FORMS = {
    "press": Twice("Anna", "/games/e1/press", "Send", {"to": "all", "text": "Hello"}, _table("press")),
    "a dispute": Twice("Anna", "/games/e1/dispute", "Send dispute", {"text": "That was water."}, _table("dispute")),
    "a list": Twice("Anna", "/lists/new", "Open the game", {"name": "Tea"}, _table("waiting_list")),
    "an invitation": Twice("Anna", "/lists/1", "Invite", {"whom": "cleo@player.test"}, mails),
    "leaving a list": Twice("Anna", "/lists/1", "Leave and close", {}, mails),
    "a proposal": Twice("Anna", "/games/e1", "Send", {"orders": "rollback: I forgot."}, mails),
    "a link": Twice("", "/sign-in", "Email me a link", {"address": "dora@player.test"}, mails),
    "a registration": Twice("", "/register", "Email me a link", {"name": "Zoe", "address": "zoe@x.test"}, mails),
    "an address": Twice("Anna", "/my/settings", "Email a link there", {"address": "a@new.test"}, mails),
    "another address here": Twice("Anna", "/my/settings", "Email me from it", {}, mails),
    "a calendar": Twice("Anna", "/my/settings", "Make a secret address", {}, _calendar),
    "standby": Twice("Anna", "/seats", "Save", {"kind": "germany"}, mails),
    "away": Twice("Anna", "/my/away", "Save days away", {"first": "2026-12-20"}, _table("absence")),
    "resigning": Twice("Anna", "/games/e1/resign", "Resign", {}, mails),
    "a mail once more": Twice("Anna", "/my/mail/1", "Send it to me again", {}, _sendings),
    "a moderator's act": Twice("Mona", "/moderate/e1/announce", "Do it", {}, mails),
}


@pytest.mark.parametrize("name", FORMS)
def test_other_forms_do_once_what_they_do(world: World, game: GameRow, name: str) -> None:
    form = FORMS[name]
    furnish(world)
    browser = world.browser()
    if form.who:
        sit_down(browser.client, world.players[form.who], "https://games.test")
    browser.open(form.page)
    if form.button == "Do it":
        browser.press("See what it would do", text="Tea is ready.")
    path, fields = browser.form(form.button)
    before = form.count(world)
    browser.post(path, {**fields, **form.fields})
    assert browser.response.status_code == 200
    once, first = form.count(world), shown(browser)
    assert (once != before) is (name not in UNCOUNTED)
    browser.post(path, {**fields, **form.fields})
    assert (form.count(world), shown(browser)) == (once, first)


UNCOUNTED = ("standby", "leaving a list")
"""Forms that change something, of which nothing is counted: what is shown must be the same."""


def furnish(world: World) -> None:
    """Open a list of Anna's, have all mails sent, make Mona a moderator, and let a turn of Anna's be over."""
    mona = world.add_player("Mona")
    world.database.write(lambda tx: set_role(tx, mona, "moderator", on=True))
    browser = world.browser()
    sit_down(browser.client, world.players["Anna"], "https://games.test")
    browser.open("/lists/new")
    browser.press("Open the game", name="Coffee")
    world.deliver()
    while world.to_move(world.game(1)) != "Anna":
        end_turn(world)
    end_turn(world)


def end_turn(world: World) -> None:
    game = world.game(1)
    assert submit_as(world.intake, 1, game.active_seat or 0, "end", position=game.position).applied


def test_orders_that_wait_can_be_thrown_away(world: World, game: GameRow) -> None:
    browser, other = mover(world, game), mover(world, game)
    browser.press("Send", orders="B n?")
    other.press("Send", orders="end")
    assert draft(world, game) == "end"
    other.open(f"/games/{game.tag}")
    stale = other.form("Discard them")
    browser.open(f"/games/{game.tag}")
    browser.press("Discard them")
    assert "were discarded; nothing was changed." in browser.text
    assert "Orders to confirm" not in browser.text
    assert draft(world, game) == ""
    assert world.game(game.id).active_seat == game.active_seat
    keep_draft(world, game, "discard c")
    for button in ("Discard them", "Confirm"):
        path, fields = stale[0], {**stale[1], "do": {"Discard them": "discard"}.get(button, "confirm")}
        other.post(path, fields)
        assert draft(world, game) == "discard c", "these are not the orders that the page showed"
        assert "discard c" in other.text


def keep_draft(world: World, game: GameRow, text: str) -> None:
    """Have orders wait that came by mail."""
    seat, position = game.active_seat, world.game(game.id).position
    assert seat is not None
    world.database.write(lambda tx: put_draft(tx, game.id, seat, DraftRow(text, position, None, 0)))
