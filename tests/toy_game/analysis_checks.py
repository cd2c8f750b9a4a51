"""The toy game played on for oneself, from what a viewer sees; run in a copy of the program that has it."""

import re
from collections import Counter

import pytest
from adjudicator.kit import Game, World
from simulated_kit import seeded_chance
from web_kit import Browser, sit_down

from pbem.store.games.proposals import list_standing_orders
from toy_game.kit import BASE, hand_of, state_of


def come(game: Game, name: str = "") -> Browser:
    """A visitor, signed in if they are a player, on the page from which an analysis of the game begins."""
    visitor = Browser(game.world.app)
    if name:
        sit_down(visitor.client, game.world.players[name], BASE)
    visitor.open(f"/games/{game.row.tag}")
    assert "Try from here" in visitor.text
    visitor.open(f"/games/{game.row.tag}/try")
    return visitor


def play_on(visitor: Browser, orders: str, **faces: str) -> str:
    """Play orders on, with so many dice of each face; give the address of the page that comes of it."""
    visitor.press("Play on", orders=orders, **{f"fall {face.removeprefix('die_')}": n for face, n in faces.items()})
    assert visitor.response.status_code == 200, visitor.text
    return visitor.response.request.path


def rolled(visitor: Browser) -> list[str]:
    """The faces that the page says were rolled."""
    found = re.search(r"rolls (\d), (\d)\.", visitor.text)
    return sorted(found.groups()) if found else []


def test_cards_that_are_hidden_can_be_guessed_where_they_fit(game: Game) -> None:
    """The plain guess does; of each number there is a field for each other player."""
    visitor = come(game, "Bert")
    assert "as Bert saw it" in visitor.text
    for number in range(1, 7):
        assert f"Cards that show {number} Anna Clara" in visitor.text
    form = visitor.form("Start analysis")[1]
    assert len([name for name in form if name.startswith("card ")]) == 12
    visitor.press("Start analysis", **{"card 1 0": "0", "card 2 0": "0", "card 3 0": "0"})
    assert visitor.response.status_code == 422 and "cards" in visitor.text
    visitor.press("Start analysis", **{name: value for name, value in form.items() if name.startswith("card ")})
    guessed = Counter(card for number in range(1, 7) for card in [str(number)] * int(form[f"card {number} 0"]))
    hand = re.search(r"Anna: Hand: ([\d, ]+)\.", visitor.text)
    assert visitor.response.status_code == 200 and hand
    assert Counter(hand[1].split(", ")) == guessed
    own = ", ".join(str(at + 1) for at, number in enumerate(hand_of(game, 1)) for _ in range(number))
    assert f"Bert: Hand: {own}." in visitor.text


def test_it_is_played_on_with_chosen_dice_and_by_chance_and_from_where_it_branched(game: Game) -> None:
    visitor, before = come(game), game.written
    visitor.press("Start analysis")
    root = visitor.response.request.path.removesuffix("/0")
    assert "What Anna does" in visitor.text and not visitor.page.xpath("//svg[contains(@class, 'board')]")
    assert play_on(visitor, "roll", die_3="1", die_6="1") == f"{root}/1" and rolled(visitor) == ["3", "6"]
    offered = visitor.page.xpath("//button[@name='add']/@value")
    visitor.press("Preview", add=offered[0])
    assert visitor.page.find(".//textarea").value.strip() == offered[0] and "Possible." in visitor.text
    visitor.press("Play on", orders="play 1", die_3="")
    assert visitor.response.status_code == 422 and "TO-5: no die without a card shows 1." in visitor.text
    visitor.open(f"{root}/1")
    assert play_on(visitor, "end") == f"{root}/2" and "What Bert does" in visitor.text
    found = set()
    for number in range(3, 7):
        visitor.open(f"{root}/0")
        with seeded_chance(str(number)):
            assert play_on(visitor, "roll") == f"{root}/{number}"
        found.add(tuple(rolled(visitor)))
    assert len(found) > 1 and visitor.text.count("or:") >= 4
    visitor.open(f"{root}/0")
    visitor.press("Play on", orders="roll", **{"fall 3": "3"})
    assert visitor.response.status_code == 422
    assert "You chose more faces than dice are rolled, which are 2." in visitor.text
    assert game.written == before


@pytest.mark.parametrize(("card", "fits"), [(1, False), (5, True)])
def test_what_was_tried_for_ones_own_turn_waits_for_it(world: World, game: Game, card: int, fits: bool) -> None:
    """Where the dice fall otherwise, the card is not played, and the turn does not end."""
    visitor = come(game, "Bert")
    visitor.press("Start analysis")
    play_on(visitor, "end")
    play_on(visitor, "roll", **{f"die_{card}": "1", "die_6": "1"})
    last = play_on(visitor, f"play {card}\nend")
    visitor.open(f"{last}/keep")
    assert "All of it is possible there." in visitor.text
    waiting = ["roll", f"play {card}; end"]
    assert visitor.page.find(".//textarea").value.strip().splitlines() == [f"next turn: {line}" for line in waiting]
    visitor.press("Save as next-turn orders")
    with world.database.read() as tx:
        assert list_standing_orders(tx, game.id)[1].text.splitlines() == waiting
    game.send(0, "end")
    turn, played = state_of(game).table.turn, state_of(game).table.players[1].played
    assert (turn.seat, sum(played)) == ((2, 1) if fits else (1, 0))
    assert turn.rolled != fits
