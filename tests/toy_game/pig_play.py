"""Pig by letters, on pages and as data; run in a copy of the program that has it, by `test_pig.py`."""

from typing import Any, Final, TypeAlias

import pytest
from adjudicator.kit import Game, World
from adjudicator.letters import flat
from web_kit import Browser, sit_down

from pbem.adjudicator import sessions
from pbem.commands.orders import ActionOrder, read, write
from rules_core.games import ruleset_for
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import Draw
from rules_core.kernel.record import differences, load, replay, verify_dice

PIG: Final = ruleset_for("pig")
BASE: Final = "https://games.test"
NAMES: Final = ("Anna", "Bert")
Dice: TypeAlias = dict[tuple[int, int], str]


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> Dice:
    """The faces that fall, by year and seat: a die behind them shows a six."""
    faces: Dice = {}

    def scripted(*_parts: object) -> Draw:
        return lambda key, _sides: int(f"{faces.get((key.year, key.seat), '')}{'6' * 20}"[key.number]) - 1

    monkeypatch.setattr(sessions, "keyed_draw", scripted)
    return faces


def opened(world: World, dice: Dice, *faces: str, **options: str) -> Game:
    """A game in which Anna's first turn, Bert's, and so on, roll these faces."""
    dice.update({(1 + at // 2, at % 2): text for at, text in enumerate(faces)})
    return world.open_game(NAMES, kind="pig", options=options)


def table_of(game: Game) -> Any:
    return game.state


def test_a_turn_of_several_rolls_by_letter(world: World, dice: Dice) -> None:
    """`roll 3` and then `roll`, which goes on with the dice of the turn."""
    game = opened(world, dice, "4265", "11")
    reply = game.send(0, "roll 3")
    assert "Anna rolls 4." in reply.text and "The pot holds 12 points." in flat(reply.text)
    assert (table_of(game).pot, table_of(game).turn.rolled) == (12, 3)
    reply = game.send(0, "roll\nend")
    assert table_of(game).points == (17, 0) and table_of(game).turn.seat == 1
    assert "Anna wins 17 points." in flat(reply.text) and "In front" not in reply.text
    assert "Points: 17" in flat(game.send(0, "status").answer.text)


def test_a_one_ends_the_turn_and_the_rolls_that_are_left(world: World, dice: Dice) -> None:
    game = opened(world, dice, "531", "2")
    reply = game.send(0, "roll 5\nend")
    assert table_of(game).points == (0, 0) and table_of(game).turn.seat == 1
    assert "The pot is empty." in flat(reply.text) and "REFUSED" not in reply.text
    assert "PI-1: it is not your turn." in game.send(0, "roll").text


def test_what_is_refused_cites_its_rule(world: World, dice: Dice) -> None:
    game = opened(world, dice, "2222222222")
    assert "This is a preview" in game.send(0, "check\nroll 3").text
    assert table_of(game).turn.rolled == 0
    game.send(0, "roll 20")
    assert (table_of(game).turn.rolled, table_of(game).pot) == (10, 20)
    assert "PI-4: nobody rolls more than 10 times in a turn." in flat(game.send(0, "roll").text)
    assert 'Did you mean "roll"?' in game.send(0, "rol 3").text
    assert "nothing to undo" in game.send(0, "undo").text


def test_a_condition_and_orders_for_the_next_turn(world: World, dice: Dice) -> None:
    game = opened(world, dice, "65", "62")
    game.send(1, "nächster Zug: würfeln 2\nnächster Zug: wenn topf >= 7: ende")
    game.send(0, "roll 2\nif pot >= 15: end\nif pot >= 11: end")
    assert table_of(game).points == (11, 8) and table_of(game).turn.seat == 0
    assert table_of(game).year == 2


def test_a_whole_game_ends_at_its_goal_and_its_record_holds(world: World, dice: Dice) -> None:
    game = opened(world, dice, "666666666")
    reply = game.send(0, "roll 9\nend")
    assert game.row.status == "over"
    assert "Anna has won." in flat(reply.text) and "It ended because the goal was reached." in flat(reply.text)
    visitor = Browser(world.app)
    visitor.open(f"/games/{game.row.tag}/record.json")
    record = load(visitor.response.text)
    assert list(differences(record, PIG)) == [] and replay(record).over
    long = opened(world, dice, goal="long")
    long.send(0, "roll 9\nend")
    assert not long.state.over and table_of(long).points == (54, 0)


def test_dice_of_several_rolls_in_a_turn_are_proved(world: World) -> None:
    game = world.open_game(NAMES, kind="pig")
    while not game.state.over:
        seat = game.state.table.turn.seat
        game.send(seat, "roll 2\nend")
    visitor = Browser(world.app)
    visitor.open(f"/games/{game.row.tag}/record.json")
    record = load(visitor.response.text)
    assert verify_dice(record) == [] and list(differences(record, PIG)) == []
    visitor.open(f"/games/{game.row.tag}/dice")
    assert visitor.response.status_code == 200


def test_a_turn_on_the_page(world: World, dice: Dice) -> None:
    """What is offered is pressed, or typed with its number, asked about where it rolls, and sent."""
    game = opened(world, dice, "4265")
    visitor = Browser(world.app)
    sit_down(visitor.client, world.players["Anna"], BASE)
    visitor.open(f"/games/{game.row.tag}")
    assert [one.get("value") for one in visitor.page.xpath("//button[@name='add']")] == ["roll", "end"]
    visitor.press("Send", form="/orders", orders="roll 3")
    visitor.press("Roll the dice", form="/orders")
    assert visitor.response.status_code == 200 and table_of(game).pot == 12
    visitor.open(f"/games/{game.row.tag}")
    assert "In the pot: 12 points." in visitor.text
    assert [
        one.text for one in visitor.page.xpath("//section[@aria-labelledby='holdings']//*[self::h2 or self::caption]")
    ] == [
        "Position",
        "Players",
    ]
    for click in ("end", "Preview", "Send"):
        visitor.press(click, form="/orders")
    assert table_of(game).points == (12, 0)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_is_written_is_read_as_the_same(language: str) -> None:
    state = fold(PIG, PIG.setup({}, 2, lambda _key, _sides: 0))
    view = PIG.view(state, 0)
    for action in PIG.legal(view):
        (order,) = read([write(action, view.table, language)], view, language).orders
        assert order == ActionOrder(action)


def test_every_page_about_it_answers(world: World, dice: Dice) -> None:
    game = opened(world, dice, "4265", "31")
    game.send(0, "roll 2\nend")
    here = f"/games/{game.row.tag}"
    paths = [
        here + way for way in ("", ".json", "/feed.atom", "/history", "/history/1", "/dice", "/record.json", "/try")
    ]
    paths += [
        "/reference/pig",
        "/rules/pig",
        "/help/orders/pig",
        "/help/data",
        "/games/pig/index.json",
        "/rules/silent/pig",
    ]
    visitor = Browser(world.app)
    for path in paths:
        visitor.open(path)
        assert visitor.response.status_code == 200, path
    visitor.open("/reference/pig")
    assert "long game: 100 points win" in visitor.text and "Ten rolls" in visitor.text
    visitor.open("/help/orders/pig")
    assert "roll [number]" in visitor.text or "roll" in visitor.text
    visitor.open(f"{here}.json")
    assert '"pot":0' in visitor.response.text.replace(" ", "")


def test_a_late_turn_is_ended_and_a_position_can_be_supposed_of_the_long_game() -> None:
    """Who passes rolls nothing."""
    state = fold(PIG, PIG.setup({}, 2, lambda _key, _sides: 0))
    view = PIG.view(state, 0)
    assert type(PIG.passing(view, PIG.legal(view), lambda _n: 0)).__name__ == "SimpleEndTurn"
    assert PIG.varied(state, {"goal": "long"}).options == {"goal": "long"}
    assert {one.what for one in PIG.compare(state, PIG.varied(state, {"goal": "long"}))} == {"options"}


def test_a_rulebook_without_silences_leads_to_none(world: World) -> None:
    visitor = Browser(world.app)
    for path in ("/rules/pig", "/reference/pig", "/reference"):
        visitor.open(path)
        assert "/rules/silent/pig" not in visitor.response.text
        assert path != "/reference" or "/rules/silent/germany" in visitor.response.text
