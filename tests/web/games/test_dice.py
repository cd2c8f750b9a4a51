"""The page of a game's dice, with their proof, and the pages that tell how dice fell."""

import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from edited import edited
from lxml.html import HtmlElement
from past_kit import bots, past_of, play, submit, take_back
from sqlalchemy import update
from web_kit import SEED, Browser, World, new_world

from pbem.adjudicator import statistics
from pbem.adjudicator.log.records import export_game
from pbem.store import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.throws import Throw, list_throws, put_throws
from rules_core.games import ruleset_for
from rules_core.games.first_rails import turn as setting_up
from rules_core.games.first_rails.turn import BOX
from rules_core.kernel import registry
from rules_core.kernel.record import load
from rules_core.line.actions import FACES
from rules_core.line.events import Rolled

SIDES = ("?", "curve", "curve", "share", "straight", "straight")
"""The sides of the dice that games have."""


@dataclass(frozen=True)
class Played:
    """A world with a game that is over, and was taken back in its third year, and one that is played."""

    world: World
    over: GameRow
    playing: GameRow


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    with new_world(tmp_path_factory.mktemp("dice")) as world:
        over = play(world, bots(world), 5)
        early = [moment.position for moment in past_of(world, over).moments if moment.year == 2]
        take_back(world, over, early[0], new_dice=True)
        over = play(world, over)
        playing = world.open_game()
        submit(world, playing, "roll 1?\nend")
        submit(world, playing, "roll 1?")
        yield Played(world, over, world.game(playing.id))


def rows(browser: Browser, table: str) -> list[HtmlElement]:
    """The rows of the body of a table with this class."""
    found: list[HtmlElement] = browser.page.findall(f".//table[@class='{table}']/tbody/tr")
    return found


def cells(row: HtmlElement) -> list[str]:
    """What stands in a row, behind its head."""
    return [cell.text_content().strip() for cell in row.findall("td")]


def test_while_a_game_is_played_its_seed_is_sealed_and_its_rolls_are_told(played: Played) -> None:
    browser = played.world.browser()
    browser.open(f"/games/{played.playing.tag}/dice")
    assert played.playing.commitment in browser.text
    assert SEED.hex() not in browser.response.text
    assert "The seed of the dice is secret while the game is played." in browser.text
    assert "Anna: fixed, and shown here with the seed" in browser.text
    assert [cells(row)[0] for row in rows(browser, "rolls")] == ["Who begins", "Clara", "Anna"]
    assert "By the seed" not in browser.text


def test_after_the_end_the_seed_is_shown_and_every_roll_checks(played: Played) -> None:
    browser, game = played.world.browser(), played.over
    with played.world.database.read() as tx:
        record = load(export_game(tx, game.id))
    rolls = [entry.position for entry in record.entries if isinstance(entry.payload, Rolled)]
    seen: list[int] = []
    browser.open(f"/games/{game.tag}/dice")
    assert "Every roll checks: the seed matches its fingerprint" in browser.text
    assert SEED.hex() in browser.text
    years = [link.get("href").split("#")[0] for link in browser.page.findall(".//nav[@class='tabs years']//a")]
    for year in years:
        browser.open(year)
        for row in rows(browser, "rolls"):
            _epoch, whose, *_key, thrown, by_seed, checks = cells(row)
            assert (checks, thrown) == ("✓yes", by_seed)
            if whose != "Who begins":
                seen.append(int(row.find("th/a").text[1:]))
    assert sorted(seen) == rolls


def test_a_roll_can_be_checked_as_the_page_says(played: Played) -> None:
    """By the formula alone, spelled out once more."""
    browser, game = played.world.browser(), played.over
    browser.open(f"/games/{game.tag}/dice?year=2")
    sides = [side.text_content().strip() for side in browser.page.findall(".//ol[@class='box']/li")]
    salts = [code.text for code in browser.page.findall(".//dd/code")][2:]
    for row in rows(browser, "rolls"):
        epoch, whose, seat, numbers, thrown, *_rest = cells(row)
        if whose == "Who begins":
            continue
        drawn = []
        for number in range(int(numbers.split("–")[1]) + 1):
            texts = [game.tag, *salts, epoch, "2", seat, "roll", str(number)]
            message = b"".join(len(text.encode()).to_bytes(4, "big") + text.encode() for text in texts)
            digest = hmac.new(SEED, message, hashlib.sha256).digest()
            drawn.append(sides[next(byte for byte in digest if byte < 252) % 6])
        assert thrown.split() == " ".join(drawn).split()


def test_rolls_of_a_branch_that_was_left_check_too_and_epochs_are_told(played: Played) -> None:
    browser, game = played.world.browser(), played.over
    browser.open(f"/games/{game.tag}/dice?year=2")
    assert "Every roll checks" in browser.text
    epochs = [cells(row)[0] for row in rows(browser, "rolls")]
    assert set(epochs) == {"0", "1"}
    assert epochs == sorted(epochs)


def test_dice_that_do_not_follow_from_the_seed_are_told(played: Played) -> None:
    world, game = played.world, played.over

    def swap(seed: bytes) -> None:
        world.database.write(lambda tx: tx.run(update(GameRow.table).where(GameRow.c.id == game.id).values(seed=seed)))

    swap(b"another seed of thirty-two bytes")
    browser = world.browser()
    browser.open(f"/games/{game.tag}/dice")
    swap(SEED)
    assert "The dice of this game could not be proved." in browser.text
    assert "the seed is not the one promised" in browser.text
    assert "✗ does not match its fingerprint" in browser.text
    assert "✗ no" in [cell.text_content().strip() for cell in browser.page.iter("td")]


@pytest.mark.parametrize("path", ["/games/e99/dice", "/games/e1/dice?year=99", "/dice?kind=chess"])
def test_what_is_not_there_is_not_found(played: Played, path: str) -> None:
    assert played.world.browser().open(path).status_code == 404


def test_faces_are_told_with_what_fair_dice_do(played: Played) -> None:
    browser, game = played.world.browser(), played.over
    with played.world.database.read() as tx:
        counted = [throw.fell for throw in list_throws(tx, game.id)]
    browser.open(f"/games/{game.tag}/dice")
    fell = [int(cells(row)[0]) for row in rows(browser, "luck")]
    assert fell == [sum(fell.get(face, 0) for fell in counted) for face in FACES]
    assert re.search(r"A deviation like this or greater comes in \d+ of 100 such games with fair dice\.", browser.text)
    assert "Of 2 games of this kind here, about 0.1 look as odd as 5 of 100 by chance alone." in browser.text
    assert "nothing about it is remarkable" in browser.text
    assert len(browser.page.findall(".//svg[@class='fell']")) == 4


def test_a_player_and_the_server_are_told_likewise(played: Played) -> None:
    browser = played.world.browser()
    browser.open(f"/players/{played.world.players['Robo']}")
    assert "players who roll as many fair dice" in browser.text
    browser.open("/dice")
    assert "servers where as many fair dice are rolled" in browser.text
    names = [link.text for link in browser.page.findall(".//th[@scope='row']/a")]
    assert names == ["Anna", "Clara", "Rita", "Robo"]
    assert "That is 4 tests" in browser.text
    browser.open("/dice?kind=germany")
    assert "Nobody has rolled in one of these games yet." in browser.text


def test_loaded_dice_are_called_remarkable(tmp_path: Path) -> None:
    with new_world(tmp_path) as world:
        game, anna = world.open_game(), world.players["Anna"]

        def load_dice(tx: Tx) -> None:
            fell = {"straight": 5, "curve": 5, "share": 5, "?": 60}
            put_throws(tx, game.id, [Throw(game.id, 0, 1, 0, "roll", 0, SIDES, anna, "first_rails", fell, 0)])

        world.database.write(load_dice)
        browser = world.browser()
        for path in (f"/games/{game.tag}/dice", f"/players/{anna}", "/dice"):
            browser.open(path)
            assert "fewer than 1 of 1,000,000" in browser.text
        assert [cell.text for cell in browser.page.findall(".//td/strong")] == ["remarkable"]
        with world.database.read() as tx:
            assert [one.is_remarkable for one in statistics.luck_of_players(tx, "first_rails")] == [True]


def test_dice_are_judged_by_those_of_their_own_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the operator edits the dice of new games, rolls of games begun before stand as they were."""
    with new_world(tmp_path) as world:
        before = world.open_game()
        faces = ["straight", "curve", "curve", "curve", "curve", "?"]
        box = BOX.replace(json.dumps(_faces(BOX), separators=(",", ":")), json.dumps(faces))
        game = edited(ruleset_for("first_rails"), components=box)
        monkeypatch.setitem(registry._GAMES, "first_rails", game)
        assert _faces(ruleset_for("first_rails").components) == faces
        submit(world, before, "roll 1?\nend")
        monkeypatch.setattr(setting_up, "BOX", box)
        after = world.open_game()
        submit(world, after, "roll 1?\nend")
        with world.database.read() as tx:
            sides = {game.tag: {throw.sides for throw in list_throws(tx, game.id)} for game in (before, after)}
            whole = [
                (one.has_other_dice, dict(zip(one.found.faces, one.found.sides, strict=True)))
                for one in statistics.luck_of_server(tx)
            ]
        assert sides == {before.tag: {SIDES}, after.tag: {tuple(sorted(faces))}}
        assert whole == [
            (False, {"straight": 1, "curve": 4, "?": 1}),
            (True, {"straight": 2, "curve": 2, "share": 1, "?": 1}),
        ]
        browser = world.browser()
        browser.open("/dice")
        assert browser.text.count("They were rolled with other dice than new games have, and are judged by those.") == 1
        browser.open(f"/games/{before.tag}/dice")
        assert "They were rolled with other dice" in browser.text


def _faces(box: str) -> list[str]:
    faces: list[str] = json.loads(box)["die"]["simple"]["faces"]
    return faces


def test_nothing_is_said_of_dice_that_nobody_threw(tmp_path: Path) -> None:
    with new_world(tmp_path) as world:
        game = world.open_game()
        browser = world.browser()
        browser.open(f"/games/{game.tag}/dice")
        assert browser.text.count("No dice have been rolled yet.") == 1
        browser.open("/dice")
        assert "No dice have been rolled yet." in browser.text


def test_pages_lead_there(played: Played) -> None:
    browser = played.world.browser()
    browser.open(f"/games/{played.over.tag}")
    tabs = [link.get("href") for link in browser.page.findall(".//nav[@class='tabs']//a")]
    assert f"/games/{played.over.tag}/dice" in tabs
    assert "/dice" in [link.get("href") for link in browser.page.findall(".//footer//a")]
    assert json.loads(browser.open(f"/games/{played.over.tag}/record.json").text)["seed"] == SEED.hex()
