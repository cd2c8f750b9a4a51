"""The pages on which somebody plays a moment of a game on: where they begin, what they tell, and whose they are."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from web_kit import Browser, World, new_world

from pbem.daemon.jobs import RetentionJob
from pbem.store.games.game import GameRow
from pbem.store.games.proposals import list_standing_orders

ROLL = {"fall straight": "4", "fall share": "2", "fall curve": "2"}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


@pytest.fixture
def game(world: World) -> GameRow:
    return world.open_game()


def others(world: World, game: GameRow) -> list[str]:
    """The players whose turn it is not, the next to move first."""
    names = ["Anna", "Bert", "Clara"]
    at = names.index(world.to_move(game))
    return names[at + 1 :] + names[:at]


def begun(browser: Browser, at: str = "") -> str:
    """Begin an analysis; give its address without a node."""
    browser.open(f"/games/e1/try{at}")
    browser.press("Start analysis")
    assert browser.response.status_code == 200, browser.text
    return browser.response.request.path.rpartition("/")[0]


def play(browser: Browser, orders: str, **faces: str) -> str:
    """Play orders on; give the address of the page that comes of it."""
    browser.press("Play on", orders=orders, **faces)
    return browser.response.request.path


def test_a_player_off_turn_plays_every_seat_with_chosen_dice_and_comes_back_to_branch(
    world: World, game: GameRow
) -> None:
    mover, next_ = world.to_move(game), others(world, game)[0]
    browser = world.signed_in(next_)
    browser.open("/games/e1")
    assert "Try from here" in browser.text
    root = begun(browser)
    assert browser.page.find("head/title").text.startswith("Analysis: e1 Whitsun")
    assert browser.page.find_class("trying") and "nothing here counts" in browser.text
    assert f"from what {next_} saw" in browser.text and f"What {mover} does" in browser.text
    browser.press("Preview", orders="roll 4?")
    assert "Possible, up to the roll." in browser.text
    assert play(browser, "roll 4?", **ROLL) == f"{root}/1"
    assert f"{mover} rolls 4 ? + 4 bonus dice: 4 straights, 2 curves, 2 shares." in browser.text
    assert play(browser, "B e e\nend discard s") == f"{root}/2"
    browser.open(f"{root}/1")
    assert play(browser, "buy weiden\nend discard c c") == f"{root}/3"
    assert "or:" in browser.text
    browser.press("Save name", name="Shares first")
    assert "Shares first" in browser.text
    assert browser.open(root).request.path == f"{root}/3"
    browser.press("Delete this try and all that follow")
    assert browser.response.request.path == f"{root}/1" and "Shares first" not in browser.text
    assert world.game(game.id).position == game.position
    browser.open(f"{root}/99")
    assert browser.response.status_code == 404


def test_what_is_not_possible_is_said_and_nothing_is_kept(world: World, game: GameRow) -> None:
    browser = world.signed_in(others(world, game)[0])
    root = begun(browser)
    browser.press("Play on", orders="income")
    assert browser.response.status_code == 422
    assert "Nothing was played." in browser.text and "FR-11" in browser.text
    (fault,) = browser.page.xpath("//section[@aria-labelledby='orders-heading']/p[@class='fault']")
    assert fault.text_content() == "Nothing was played.", "it is said beside what is to be pressed"
    browser.press("Play on", orders="roll 1?", **{"fall ?": "3"})
    assert "You chose more faces than dice are rolled, which are 2." in browser.text
    assert play(browser, "roll 1?\nincome", **{"fall ?": ""}) == f"{root}/1"
    assert "Not possible: income. FR-11" in browser.text


def test_a_choice_is_added_to_the_orders(world: World, game: GameRow) -> None:
    browser = world.signed_in(others(world, game)[0])
    begun(browser)
    browser.press("Roll these", wild="3")
    assert browser.page.find(".//textarea").value.strip() == "roll 3?"


def test_in_ones_own_turn_there_is_the_game(world: World, game: GameRow) -> None:
    browser = world.signed_in(world.to_move(game))
    assert "Try from here" not in browser.open("/games/e1").get_data(as_text=True)
    browser.open("/games/e1/try")
    assert "It's your turn in Whitsun" in browser.text and not browser.page.xpath("//main//form")


def test_when_ones_turn_has_come_it_can_be_read_only(world: World, game: GameRow) -> None:
    mover, next_, *_ = world.to_move(game), *others(world, game)
    browser = world.signed_in(next_)
    root = begun(browser)
    sent = browser.form("Play on")
    first = world.signed_in(mover)
    first.open("/games/e1")
    first.press("Send", orders="end")
    assert world.to_move(game) == next_
    browser.open(f"{root}/0")
    assert "It's your turn in Whitsun" in browser.text and not browser.page.xpath("//textarea")
    browser.post(sent[0], {**sent[1], "orders": "end", "do": "play"})
    assert browser.response.status_code == 422
    assert browser.open(root).request.path == f"{root}/0"


def test_numbers_for_what_is_hidden_can_be_changed_where_they_can_be(world: World, game: GameRow) -> None:
    spectator = world.browser()
    spectator.open("/games/e1/try")
    assert "Hidden dice" in spectator.text and "Passengers, in thousands" in spectator.text
    spectator.press("Start analysis", **{"dice 0": "1"})
    assert spectator.response.status_code == 422
    assert "Of hidden dice nobody has more than 0." in spectator.text
    spectator.press("Start analysis", **{"dice 0": "0", "passengers 1": "7"})
    assert "Bert: Behind the screen: 0 dice, 7,000 passengers." in spectator.text
    spectator.open("/games/e1/try?at=99999")
    assert spectator.response.status_code == 404


def test_a_visitor_has_one_a_player_three_and_each_only_their_own(world: World, game: GameRow) -> None:
    visitor, other = world.browser(), world.signed_in(others(world, game)[0])
    root = begun(visitor)
    visitor.open("/games/e1/try")
    assert "You have 1 analysis." in visitor.text and "Start analysis" not in visitor.text
    for _ in range(3):
        begun(other)
    other.open("/games/e1/try")
    assert "You have 3 analyses." in other.text
    token = other.form("Delete e1 #7")[1]["csrf_token"]
    for path in (root, f"{root}/0", f"{root}/0/map.svg"):
        assert other.open(path).status_code == world.browser().open(path).status_code == 404
    path, sent = visitor.form("Delete e1 #7")
    assert other.post(path, {**sent, "csrf_token": token}).status_code == 404
    visitor.post(path, sent)
    assert visitor.response.request.path == "/analysis" and "None yet. Open a game or its replay" in visitor.text


def test_an_analysis_follows_its_visitor_who_signs_in(world: World, game: GameRow) -> None:
    browser = world.browser()
    root = begun(browser)
    browser.open("/sign-in")
    browser.press("Email me a link", address="dora@player.test")
    browser.open(world.link("Dora"))
    browser.press("Sign in", form="/sign-in/")
    assert browser.open(f"{root}/0").status_code == 200
    assert browser.open("/analysis").get_data(as_text=True).count("e1 Whitsun") == 1


def test_a_link_shows_it_to_anybody_and_can_be_taken_back(world: World, game: GameRow) -> None:
    browser, stranger = world.signed_in(others(world, game)[0]), world.browser()
    begun(browser)
    play(browser, "roll 4?", **ROLL)
    browser.press("Make a link")
    (link,) = re.findall(r"/analysis/shared/[\w-]{20,}", browser.response.get_data(as_text=True))
    assert stranger.open(link).status_code == 200
    assert stranger.response.headers["X-Robots-Tag"] == "noindex"
    assert not stranger.page.xpath("//main//form") and "roll 4?" in stranger.text
    assert "4 straights" in stranger.open(f"{link}/1").get_data(as_text=True)
    assert stranger.open(f"{link}/1/map.svg").mimetype == "image/svg+xml"
    assert link not in world.browser().open("/games/e1").get_data(as_text=True)
    browser.press("Turn off link")
    assert stranger.open(link).status_code == 404


def test_what_was_tried_is_kept_as_orders_for_the_next_turn_by_the_way_of_any_orders(
    world: World, game: GameRow
) -> None:
    mover, next_, *_ = world.to_move(game), *others(world, game)
    browser = world.signed_in(next_)
    begun(browser)
    play(browser, "end")
    play(browser, "roll 2?", **{"fall straight": "2", "fall share": "2"})
    node = play(browser, "B e e\nbuy weiden\nend")
    browser.open(f"{node}/keep")
    assert "All of it is possible there." in browser.text
    lines = ["next turn: roll 2?", "next turn: if s >= 2 and $ >= 1: B e e; buy weiden; end"]
    assert browser.page.find(".//textarea").value.strip().splitlines() == lines
    seat = ["Anna", "Bert", "Clara"].index(next_)

    def waiting() -> list[str]:
        with world.database.read() as tx:
            kept = list_standing_orders(tx, game.id).get(seat)
        return [] if kept is None else kept.text.splitlines()

    browser.press("Try them in the game")
    assert "This waits for your next turn." in browser.text and not waiting()
    browser.open(f"{node}/keep")
    browser.press("Save as next-turn orders")
    assert waiting() == [line.removeprefix("next turn: ") for line in lines]
    browser.open(f"{node}/keep")
    assert "would be replaced" in browser.text
    first = world.signed_in(mover)
    first.open("/games/e1")
    first.press("Send", orders="end")
    assert "Anna" in browser.open(f"{node}/keep").get_data(as_text=True)


def test_it_begins_at_any_final_moment_and_nowhere_else(world: World, game: GameRow) -> None:
    first = world.signed_in(world.to_move(game))
    first.open("/games/e1")
    first.press("Send", orders="roll 1?")
    final = world.game(game.id).final_position
    first.press("Send", orders="A w?")
    assert world.game(game.id).position > final
    spectator = world.browser()
    assert spectator.open(f"/games/e1/try?at={final + 1}").status_code == 404
    assert f"/games/e1/try?at={final}" in spectator.open(f"/games/e1/at/{final}").get_data(as_text=True)
    assert spectator.open("/games/e1/try?at=7").status_code == 200
    root = begun(spectator, "?at=7")
    first.open("/games/e1")
    assert spectator.open(f"{root}/0").status_code == 200


def test_after_thirty_days_without_use_it_is_gone(world: World, game: GameRow) -> None:
    browser = world.browser()
    root = begun(browser)
    job = RetentionJob(world.intake, lambda: world.clock().timestamp())
    world.clock.advance(timedelta(days=29))
    play(browser, "end")
    job.run()
    world.clock.advance(timedelta(days=29))
    job.run()
    assert browser.open(f"{root}/1").status_code == 200
    world.clock.advance(timedelta(days=1, seconds=1))
    job.run()
    assert browser.open(f"{root}/1").status_code == 404


@pytest.mark.parametrize("kind", ["germany", "railroad_dice_2"])
def test_every_kind_of_game_can_be_tried(world: World, kind: str) -> None:
    world.open_game(kind=kind)
    browser = world.browser()
    root = begun(browser)
    offered = browser.page.xpath("//button[@name='add']/@value")[0]
    browser.press("Preview", add=offered)
    assert browser.page.find(".//textarea").value.strip() == offered
    assert play(browser, offered) == f"{root}/1"
