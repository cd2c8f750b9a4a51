"""Orders typed into a page go through the real adjudicator, and nothing is carried out unseen or twice."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from web_kit import Browser, World, new_world

from pbem.store.games.game import GameRow
from pbem.store.mail.outbox import count_mails_by_status


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


def box(browser: Browser) -> str:
    """What stands in the text box."""
    return str(browser.form("Preview")[1]["orders"]).replace("\r\n", "\n")


def test_a_preview_changes_nothing_and_keeps_the_text(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    browser.press("Preview", orders="roll 4?\r\nend")
    assert browser.response.status_code == 200
    assert "Possible, up to the roll. Nothing is done yet." in browser.text
    assert box(browser) == "roll 4?\nend"
    assert world.game(game.id) == game


def test_sending_carries_out_and_the_answer_can_be_loaded_again(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    browser.press("Send", orders="roll 4?")
    assert "This rolls 4 ?. A roll is final" in browser.text
    assert world.game(game.id) == game
    browser.press("Roll the dice")
    assert browser.response.request.path == f"/games/{game.tag}/answer"
    assert "Your orders were carried out." in browser.text
    assert "✓ done" in browser.text
    assert box(browser) == ""
    after = world.game(game.id)
    assert after.position > game.position
    browser.open(f"/games/{game.tag}/answer")
    assert "Your orders were carried out." in browser.text
    assert world.game(game.id) == after
    browser.open(f"/games/{game.tag}")
    assert "Your orders were carried out." not in browser.text


def test_a_whole_turn_ends_it_and_tells_the_others(world: World, game: GameRow) -> None:
    browser, player = mover(world, game), world.to_move(game)
    world.changes.clear()
    browser.press("Send", orders="end")
    assert world.to_move(game) != player
    assert world.changes, "mails wait to be sent"
    assert "It's your turn (" not in browser.text
    others = [name for name in ("Anna", "Bert", "Clara") if name != player]
    assert all(world.mails(name)[-1].kind == "report" for name in others)


def test_a_form_from_an_older_page_is_previewed_and_sent_by_pressing_again(world: World, game: GameRow) -> None:
    browser, other = mover(world, game), mover(world, game)
    other.press("Send", orders="B n?")
    after = world.game(game.id)
    browser.press("Send", orders="end")
    assert "Nothing was changed" in browser.text
    assert world.game(game.id) == after
    path, fields = browser.form("Send")
    browser.press("Send")
    assert "Your orders were carried out." in browser.text
    assert box(browser) == ""
    assert world.game(game.id).active_seat != game.active_seat
    ended = world.game(game.id)
    browser.post(path, fields)
    assert world.game(game.id) == ended, "nor is it sent twice"


def test_the_same_orders_sent_from_the_page_that_answers_them_are_carried_out_again(
    world: World, game: GameRow
) -> None:
    browser = mover(world, game)
    browser.press("Send", orders="B n?")
    once = world.game(game.id)
    browser.press("Send", orders="B n?")
    assert "Your orders were carried out." in browser.text
    assert world.game(game.id).position > once.position


def test_orders_that_were_held_back_and_then_changed_are_judged_anew(world: World, game: GameRow) -> None:
    browser, other = mover(world, game), mover(world, game)
    other.press("Send", orders="B n?")
    browser.press("Send", orders="end")
    browser.press("Send", orders="B n?\nB n?")
    assert world.game(game.id).active_seat == game.active_seat
    assert "B now points n at e1" in browser.text


def test_a_form_with_a_senseless_position_carries_nothing_out(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    path, fields = browser.form("Send")
    del fields["position"]
    senseless: list[dict[str, str]] = [{"position": text} for text in ("", "x", "-1", "9" * 5000, "1e9")]
    for position in ({}, *senseless):
        browser.post(path, {**fields, **position, "orders": "end"})
        assert browser.response.status_code == 200
        assert world.game(game.id) == game


def test_a_form_without_a_button_is_a_preview(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    path, fields = browser.form("Send")
    del fields["do"]
    browser.post(path, {**fields, "orders": "end"})
    assert "Nothing is done yet" in browser.text
    assert world.game(game.id) == game


def test_a_refused_line_names_its_rule_which_leads_to_the_rules(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    browser.press("Send", orders="income\nend")
    assert "✗ REFUSED" in browser.text
    links = [link.get("href") for link in browser.page.iter("a")]
    assert "/rules#FR-11" in links
    assert box(browser) == "income\nend"
    assert world.game(game.id) == game
    assert browser.open("/rules").status_code == 200
    assert browser.page.get_element_by_id("FR-11").tag == "dt"


def test_a_line_that_cannot_be_read_stops_all(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    browser.press("Send", orders="rol 4?\nend")
    assert "? NOT UNDERSTOOD" in browser.text
    assert world.game(game.id) == game


def test_whatever_is_typed_is_answered(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    typed = ("", "\n\n", "hello there", "status", "help", "\x00\x07", "é" * 9000, "🎲" * 3000, "<b>end</b>")
    for orders in typed:
        assert browser.press("Preview", orders=orders).status_code == 200, orders
        assert world.game(game.id) == game
        assert not list(browser.page.iter("b")), "what was typed is shown, never obeyed"


def test_help_is_shown_to_whoever_asks_for_it(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    browser.press("Send", orders="help")
    (section,) = browser.page.find_class("answer")
    assert "/help/orders" in [link.get("href") for link in section.iter("a")]


def test_ten_thousand_lines_get_one_clear_answer(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    browser.press("Send", orders="rol\n" * 10_000)
    assert browser.response.status_code == 200
    assert world.game(game.id) == game


def test_another_players_turn_is_not_played(world: World, game: GameRow) -> None:
    waiting = next(name for name in ("Anna", "Bert", "Clara") if name != world.to_move(game))
    browser = world.signed_in(waiting)
    browser.open(f"/games/{game.tag}")
    browser.press("Send", orders="end")
    assert "Nothing was changed" in browser.text
    assert world.game(game.id) == game


def test_who_has_no_seat_cannot_send_orders(world: World, game: GameRow) -> None:
    other = world.open_game("Elsewhere", ("Dora", "Anna"))
    browser = world.signed_in("Dora")
    browser.open(f"/games/{game.tag}")
    assert not list(browser.page.iter("textarea"))
    browser.open(f"/games/{other.tag}")
    _path, fields = browser.form("Send")
    browser.post(f"/games/{game.tag}/orders", {**fields, "orders": "end"})
    assert browser.response.status_code == 403
    assert world.game(game.id) == game
    assert browser.post("/games/e99/orders", fields).status_code == 404
    assert browser.open(f"/games/{game.tag}/answer").request.path == f"/games/{game.tag}"


def test_orders_are_not_lost_with_the_session(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    path, fields = browser.form("Send")
    browser.client.delete_cookie("session", domain="games.test")
    browser.post(path, {**fields, "orders": "roll 4?\nend"})
    assert browser.response.status_code == 400
    assert "roll 4?" in browser.text
    assert world.game(game.id) == game


def test_orders_are_taken_a_hundred_and_twenty_times_a_minute_at_most(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    path, fields = browser.form("Preview")
    for _ in range(120):
        assert browser.post(path, {**fields, "orders": "wuff"}).status_code == 200
    browser.post(path, {**fields, "orders": "end", "do": "send"})
    assert browser.response.status_code == 429
    assert world.game(game.id) == game


def test_a_draft_of_the_page_is_nobodys_mail(world: World, game: GameRow) -> None:
    browser = mover(world, game)
    with world.database.read() as tx:
        before = count_mails_by_status(tx)
    browser.press("Preview", orders="roll 4?")
    with world.database.read() as tx:
        assert count_mails_by_status(tx) == before
