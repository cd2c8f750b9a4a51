"""Railroad Dice 2 at a glance tells what the engine plays by, and draws its dice; so does the page on orders."""

from collections.abc import Iterator
from types import ModuleType

import pytest
from each_kit import each
from lxml import html
from web_kit import World, new_world

from pbem.commands.orders import read
from pbem.games.presentation import presentation_of
from pbem.games.railroad_dice_2 import tables
from pbem.reports import document as doc
from pbem.reports.dice import GLYPHS
from pbem.reports.plain import mail_html
from rules_core.games.railroad_dice_2 import building, game, play
from rules_core.games.railroad_dice_2.components import COMPONENTS, components_from
from rules_core.games.railroad_dice_2.track import PAIRS

KIND = "railroad_dice_2"
GLANCE, ORDERS = "/reference/railroad-dice-2", "/help/orders/railroad-dice-2"
OWN = ("locomotive", "switch-left", "switch-right", "wye", "crossing", "double-curve")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with new_world(tmp_path_factory.mktemp("web")) as world:
        yield world


def section(world: World, path: str, name: str) -> html.HtmlElement:
    browser = world.browser()
    assert browser.open(path).status_code == 200
    (found,) = browser.page.xpath(f"//section[@aria-labelledby='{name}']")
    return found


def said(element: html.HtmlElement) -> str:
    return " ".join(" ".join(element.itertext()).split())


def test_both_dice_are_drawn_face_by_face_and_named(world: World) -> None:
    """R2-3, R2-21."""
    shown = section(world, GLANCE, "box")
    titles = [title.text for title in shown.iter("title")]
    for name in ("2 straights", "2 curves", "locomotive", "left switch", "right switch", "wye", "crossing"):
        assert name in titles
    assert "30 simple dice" in said(shown) and "20 complex dice" in said(shown)
    drawn = {svg.findtext("title"): len(svg.findall(".//*[@class='track']")) for svg in shown.iter("svg")}
    assert all(drawn[name] == 2 for name in ("left switch", "right switch", "wye", "crossing", "double curve"))


def test_locomotives_are_listed_with_price_and_number(world: World) -> None:
    """R2-4, R2-15."""
    box = components_from(COMPONENTS)
    rows = [said(row) for row in section(world, GLANCE, "locomotives").iter("tr")]
    assert rows[0] == "Number 2 3 4 5 6"
    assert rows[1] == " ".join(["Price", *(str(kind.price) for kind in box.locomotives)])
    assert rows[2] == "For sale 4 4 4 4 4" and rows[3] == "with two players 3 3 3 3 3"


@pytest.mark.parametrize(
    ("module", "name", "value", "part"),
    [
        (tables, "ISSUE", 7, "turn"),
        (tables, "CONNECTION", 7, "comes"),
        (tables, "LACKING", 5, "overlooked"),
        (tables, "FEW_DICE", 9, "over"),
        (tables, "COSTS", {"grassland": 0, "mountain": 8, "lake": 9}, "costs"),
    ],
)
def test_a_number_that_the_engine_counts_with_is_told(
    world: World, monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str, value: object, part: str
) -> None:
    """R2-12, R2-14, R2-18, R2-30."""
    before = said(section(world, GLANCE, part))
    assert getattr(module, name) is getattr(building if name == "COSTS" else play, name)
    monkeypatch.setattr(module, name, value)
    changed = said(section(world, GLANCE, part))
    assert changed != before
    assert all(str(number) in changed for number in ([8, 9] if isinstance(value, dict) else [value]))


def test_every_rule_that_is_cited_is_one_of_the_game(world: World) -> None:
    browser = world.browser()
    browser.open(GLANCE)
    cited = {link.text for link in browser.page.xpath("//a[@class='rule']")}
    assert len(cited) > 20
    assert cited <= set(game.rulebooks[1])


def test_the_map_is_shown_and_stands_alone_too(world: World) -> None:
    """R2-2."""
    assert section(world, GLANCE, "map").xpath(".//*[local-name()='svg']")
    browser = world.browser()
    assert browser.open(f"{GLANCE}/map.svg").status_code == 200
    drawn = presentation_of(KIND).printed_board(COMPONENTS)
    assert drawn is not None and drawn.startswith("<svg")


def test_track_is_taught_by_all_six_pairs_and_by_orders_that_are_read(world: World) -> None:
    browser = world.browser()
    browser.open(ORDERS)
    lesson = tables.lesson()
    codes = {code.text for code in browser.page.iter("code")}
    assert {*PAIRS, lesson.lay, lesson.expand} <= codes
    began, *events = game.setup({}, 2, lambda _key, _sides: 0)
    table = None
    for event in (began, *events):
        table = game.evolve(table, event)
    assert table is not None
    assert not read([lesson.lay, lesson.expand], game.view(table, 0), "en").faults


@each("face", OWN)
def test_a_face_that_only_this_game_has_has_a_sign_in_mails(face: str) -> None:
    """No list outside of the game's package names its faces."""
    sign = presentation_of(KIND).dice[face]
    symbol = presentation_of(KIND).symbols[sign]
    hand = doc.Hand("You are green.", "Dice in hand.", 0, (sign, "straight"))
    shown = html.fromstring(mail_html(doc.Document("en", (doc.Lead(("Hello",)), hand)), "Hello", None))
    dice = [die.text for die in shown.xpath("//span[@class='die' or contains(@class, 'die')]")]
    assert dice == [symbol.glyph, GLYPHS["straight"]]
    assert face not in GLYPHS
