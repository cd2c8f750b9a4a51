"""Whole games by clicks: whatever is offered can be sent, with nothing typed and without a script."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from line_kit import line_events
from lxml import html
from past_kit import past_of, submit
from web_kit import Browser, World, new_world

from pbem.adjudicator.sessions import load_game
from pbem.store.games.game import GameRow
from rules_core.kernel.registry import kinds
from rules_core.line import events as ev
from rules_core.line.actions import Dice
from rules_core.line.events import Event

MOST_CLICKS = 40


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


class Clicker:
    """A player who presses any button of what he may do next, and sends what came together."""

    def __init__(self, world: World, game: GameRow, name: str, chance: random.Random) -> None:
        self.world, self.game, self.chance = world, game, chance
        self.browser = world.signed_in(name)
        self.pressed: Counter[str] = Counter()
        self.placed = 0

    def play_turn(self) -> None:
        """A turn, of as many letters as there are rolls in it."""
        self.browser.open(f"/games/{self.game.tag}")
        seat = self.world.game(self.game.id).active_seat
        year = self.world.game(self.game.id).year
        while (now := self.world.game(self.game.id)).active_seat == seat and now.year == year:
            self._put_together()
            self._send()

    def _put_together(self) -> None:
        for click in range(MOST_CLICKS):
            buttons = self._offered()
            if not buttons or (self._text() and self.chance.random() < 0.15):
                break
            ending = [button for button in buttons if button.get("value") in ("end", "finish")]
            going_on = [button for button in buttons if button not in ending]
            wanted = going_on if going_on and click < 12 and self.chance.random() < 0.9 else ending or going_on
            self._press(self.chance.choice(wanted))

    def _press(self, button: html.HtmlElement) -> None:
        self.pressed[f"{button.get('name')} {button.get('value')}".split()[0 if button.get("name") != "do" else 1]] += 1
        self._post({button.get("name"): button.get("value")})
        assert self.browser.response.status_code == 200
        if self._text():
            assert "Not possible like this." not in self.browser.text, f"{button.get('value')}\n{self._text()}"

    def _send(self) -> None:
        self._post({"do": "send"})
        if "Roll the dice" in self.browser.text:
            self.browser.press("Roll the dice")
        assert (
            "Your orders were carried out." in self.browser.text
            or "There were no orders in your message" in self.browser.text
        )

    def _post(self, button: dict[str, str]) -> None:
        path, fields = self.browser.form("Send")
        self.browser.post(path, {**{k: v for k, v in fields.items() if k != "do"}, **button})

    def _offered(self) -> list[html.HtmlElement]:
        page = self.browser.page
        listed = page.xpath("//div[@id='choices']//button")
        others = page.xpath("//details[@class='instead']//button")
        known = {(button.get("name"), button.get("value")) for button in (*listed, *others)}
        placed = page.xpath("//*[@class='targets']//button")
        assert {(button.get("name"), button.get("value")) for button in placed} <= known, "the lists hold the same"
        self.placed += len(placed)
        return [*listed, *placed]

    def _text(self) -> str:
        return str(self.browser.form("Send")[1]["orders"]).strip()


def clicked(world: World, kind: str, seed: int) -> set[type[Event]]:
    """Six years of a game between Anna, who clicks, and a program; gives all that came of her clicks."""
    world.add_player("Robo", bot="heuristic")
    for limiter in world.app.extensions["limiter"]:
        limiter.enabled = False  # nobody clicks that fast
    game, chance = world.open_game("Clicks", ("Anna", "Robo"), kind=kind), random.Random(seed)
    clicker = Clicker(world, game, "Anna", chance)
    while world.game(game.id).status == "playing" and world.game(game.id).year <= 6:
        if not world.intake.clock.play_bot(game.id, chance.randrange):
            clicker.play_turn()
    assert world.game(game.id).year >= 4 or world.game(game.id).status == "over"
    assert (
        clicker.pressed["add"] + clicker.pressed["instead"] > 15
        and clicker.pressed["roll"] >= 3
        and clicker.pressed["finish"] >= 3
        and clicker.placed > 50
    )
    moments = past_of(world, game).moments
    return {type(event) for moment in moments[1:] if moment.seat == 0 for event in line_events(moment.events)}


def test_a_game_is_played_by_clicks_alone(world: World) -> None:
    assert {ev.Rolled, ev.ShareBought, ev.PieceLaid, ev.TileLaid} <= clicked(world, "first_rails", seed=1)


def test_germany_is_played_by_clicks_alone(world: World) -> None:
    came = clicked(world, "germany", seed=7)
    assert {ev.Rolled, ev.TransportUsed, ev.PieceLaid, ev.StationBuilt, ev.PassengersTaken} <= came
    assert not came & {ev.ShareBought, ev.TileLaid}


def test_a_run_over_the_border_of_a_sector_is_one_press(world: World) -> None:
    game = world.open_game(kind="germany")
    submit(world, game, "A n? n?\nB s? s?\nend")
    browser = world.signed_in(world.to_move(game))
    browser.open(f"/games/{game.tag}")
    (button,) = browser.page.xpath("//div[@id='choices']//button[@value='A n? n']")
    path, fields = browser.form("Preview")
    browser.post(path, {**fields, "do": "", button.get("name"): "A n? n"})
    assert browser.form("Preview")[1]["orders"] == "A n? n"
    assert "Possible. Nothing is done yet." in browser.text
    assert "A: S10 d7, points n at d6" in browser.text
    assert dice_in_front(browser, world.to_move(game)) == "4 question marks"


def test_striking_a_line_takes_back_the_last_click(world: World) -> None:
    game = world.open_game()
    browser = world.signed_in(world.to_move(game))
    browser.open(f"/games/{game.tag}")
    path, fields = browser.form("Preview")
    browser.post(path, {**fields, "orders": "B n?", "add": "buy weiden with ?"})
    assert browser.form("Preview")[1]["orders"] == "B n?\nbuy weiden with ?"
    browser.press("Remove last line")
    assert browser.form("Preview")[1]["orders"] == "B n?"
    browser.press("Remove last line")
    assert browser.form("Preview")[1]["orders"] == ""
    assert world.game(game.id) == game


def test_what_was_sent_is_taken_back_by_a_click(world: World) -> None:
    game = world.open_game()
    browser = world.signed_in(world.to_move(game))
    browser.open(f"/games/{game.tag}")
    assert "Undo last order" not in browser.text
    browser.press("Send", orders="B n?")
    browser.open(f"/games/{game.tag}")
    browser.press("Undo last order")
    assert '"B n?" is undone.' in browser.text
    browser.open(f"/games/{game.tag}")
    assert "Undo last order" not in browser.text


def part(browser: Browser, path: str, fields: dict[str, str]) -> html.HtmlElement:
    """The board and the orders alone, as the script asks for them."""
    response = browser.client.post(path, data=fields, base_url="https://games.test", headers={"X-Part": "play"})
    assert response.status_code == 200
    assert "<html" not in response.text
    return html.fromstring(response.text)


def test_a_script_gets_the_board_and_the_orders_alone(world: World) -> None:
    game = world.open_game()
    browser = world.signed_in(world.to_move(game))
    browser.open(f"/games/{game.tag}")
    path, fields = browser.form("Preview")
    found = part(browser, path, {**fields, "orders": "B n?"})
    assert found.get("id") == "play"
    assert len(found.xpath(".//figure/svg[@role='img']")) == 1
    assert "B now points n" in found.text_content()


@pytest.mark.parametrize("kind", kinds())
def test_an_answer_leaves_out_the_parts_that_the_page_has(world: World, kind: str) -> None:
    game = world.open_game(kind=kind)
    browser = world.signed_in(world.to_move(game))
    browser.open(f"/games/{game.tag}")
    path, fields = browser.form("Preview")
    button = browser.page.xpath("//div[@id='choices']//button[@name='add']")[0]
    press = {**fields, "do": "", "add": button.get("value")}
    known = {one.get("data-key"): one for one in browser.page.xpath("//*[@data-key]")}
    headers = {"X-Part": "play", "X-Known": " ".join(known)}
    whole, spared = (
        html.fromstring(browser.client.post(path, data=press, base_url="https://games.test", headers=one).text)
        for one in ({"X-Part": "play"}, headers)
    )
    assert len(html.tostring(spared)) < len(html.tostring(whole)) * 0.8
    for one in spared.xpath("//*[@data-key]"):
        if len(one) == 0 and not one.text:
            kept = known[one.get("data-key")]
            one.text = kept.text
            one.extend(kept)
    assert [one.get("data-key") for one in spared.iter()] == [one.get("data-key") for one in whole.iter()]
    assert " ".join(spared.text_content().split()) == " ".join(whole.text_content().split())


@pytest.mark.parametrize(
    "button",
    [
        {"do": "roll", "hidden": "x", "wild": "-5"},
        {"do": "roll", "hidden": "9" * 400, "wild": ""},
        {"do": "end", "give ?": "1e9"},
        {"do": "dance"},
        {"add": "\x00<b>" * 200},
        {"instead": "B e onto " + "x" * 9000},
        {"die": "\x00", "strike": "-1"},
        {"finish": "x" * 9000},
        {"sure": "nonsense"},
    ],
)
def test_senseless_buttons_are_answered_and_change_nothing(world: World, button: dict[str, str]) -> None:
    game = world.open_game()
    browser = world.signed_in(world.to_move(game))
    browser.open(f"/games/{game.tag}")
    path, fields = browser.form("Preview")
    assert browser.post(path, {**fields, "do": "", **button}).status_code == 200
    assert world.game(game.id) == game


def test_a_turn_cannot_be_ended_by_click_while_symbols_lie_in_front(world: World) -> None:
    game = world.open_game(kind="germany")
    browser = world.signed_in(world.to_move(game))
    while True:
        browser.open(f"/games/{game.tag}")
        browser.press("Send", orders="roll 4?")
        browser.press("Roll the dice")
        browser.open(f"/games/{game.tag}")
        buttons = choices(browser)
        symbols = front(world, game).share
        assert ("finish" in buttons) == (symbols == 0)
        assert ("must be used (GE-12)" in browser.text) == (symbols > 0)
        if symbols:
            break
        browser.press("Send", orders="end discard all")
        browser = world.signed_in(world.to_move(game))
    browser.open(f"/games/{game.tag}")
    orders = "\n".join(["transport weiden"] * symbols)
    browser.press("Preview", orders=orders)
    assert "must be used (GE-12)" not in browser.text
    assert "finish" in choices(browser)


def front(world: World, game: GameRow) -> Dice:
    """The dice in front of the player to move."""
    with world.database.read() as tx:
        table = load_game(tx, game.id).session.state.table
    found: Dice = table.players[table.turn.seat].front
    return found


def choices(browser: Browser) -> list[str]:
    """What the buttons of the choices add."""
    return [button.get("value") for button in browser.page.xpath("//div[@id='choices']//button")]


def dice_in_front(browser: Browser, name: str) -> str:
    """The dice in front of a player as the table shows them."""
    (row,) = browser.page.xpath(f"//table[caption[@id='players']]//tr[th[contains(., '{name}')]]")
    return str(row.findtext(".//svg/title"))


def test_nothing_is_offered_behind_the_end_of_a_turn_even_to_who_plays_next(world: World) -> None:
    game = world.open_game(players=("Anna", "Bert"))
    submit(world, game, "end")
    browser = world.signed_in(world.to_move(game))
    browser.open(f"/games/{game.tag}")
    browser.press("Preview", orders="end")
    assert "Possible. Nothing is done yet." in browser.text
    assert not choices(browser), "the second player of a year begins the next of two"
