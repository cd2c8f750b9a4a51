"""The reference pages tell what the engine plays by and the parser reads: change the data, and the page changes."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from lxml import html
from orders_kit import STANDARD, actions, letter, orders
from web_kit import Browser, World, new_world

from pbem.orders import VERBS, Act, examples_of
from pbem.orders.verbs import BY_NAME, in_words
from pbem.orders.words import KEYWORDS, LANGUAGES, vocabulary
from pbem.web import handbook, orderbook, reference
from pbem.web.wording import GAMES, VARIANTS
from rules_core import companies, deed, legality, turns
from rules_core.actions import LayRun, NewTile
from rules_core.components import BOX
from rules_core.games.first_rails import turn
from rules_core.rulebook import RULES
from rules_core.ruleset import kinds

GLANCE = "/reference/first-rails"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with new_world(tmp_path_factory.mktemp("web")) as world:
        yield world


def opened(world: World, path: str) -> Browser:
    browser = world.browser()
    assert browser.open(path).status_code == 200
    return browser


def section(browser: Browser, name: str) -> html.HtmlElement:
    (found,) = browser.page.xpath(f"//section[@aria-labelledby='{name}']")
    return found


def said(element: html.HtmlElement) -> str:
    """What is to be read there, cell by cell, in one line."""
    return " ".join(" ".join(element.itertext()).split())


def changed(change: str, value: Any) -> str:
    """The box with one of its entries, named by a path of keys, replaced."""
    data = json.loads(BOX)
    *path, last = change.split("/")
    place = data
    for key in path:
        place = place[key]
    assert place[last] != value
    place[last] = value
    return json.dumps(data, ensure_ascii=False)


def test_every_kind_of_game_has_its_pages(world: World) -> None:
    assert set(handbook.CHAPTERS) == set(GAMES) == set(kinds())
    index = opened(world, "/reference")
    for kind in kinds():
        path = f"/reference/{kind.replace('_', '-')}"
        opened(world, path)
        assert path in [link.get("href") for link in index.page.iter("a")]
    assert world.browser().open("/reference/chess").status_code == 404


def test_every_rule_stands_in_one_chapter_in_the_rulebooks_order() -> None:
    told = [rule.id for kind in kinds() for chapter in handbook.chapters(kind) for rule in chapter.rules]
    assert told == list(RULES)
    for kind in kinds():
        assert [chapter.title for chapter in handbook.chapters(kind)] == list(handbook.CHAPTERS[kind].values())


def test_the_rules_have_a_table_of_contents(world: World) -> None:
    browser = opened(world, "/rules")
    (contents,) = browser.page.find_class("index")
    listed = [link.get("href") for link in contents.iter("a")]
    assert {f"#{rule}" for rule in RULES} < set(listed)
    assert len(listed) == len(RULES) + len(handbook.CHAPTERS["first_rails"])


def test_what_is_told_at_a_glance_leads_to_its_rules_and_orders(world: World) -> None:
    glance, rules, help_page = (opened(world, path) for path in (GLANCE, "/rules", "/help/orders"))
    named = {link.text: link.get("href") for link in glance.page.find_class("rule")}
    assert len(named) > 30
    for rule, address in named.items():
        assert address == f"/rules#{rule}"
        assert rules.page.get_element_by_id(rule) is not None
    verbs = {
        address.partition("#")[2] for link in glance.page.iter("a") if "/help/orders#" in (address := link.get("href"))
    }
    assert {verb.name for verb in VERBS} - verbs == {"status", "help", "confirm"}
    for verb in verbs:
        assert help_page.page.get_element_by_id(verb).tag == "dt"


def test_every_row_of_a_table_and_every_item_names_its_rule(world: World) -> None:
    browser = opened(world, GLANCE)
    rows = [*section(browser, "turn").iterfind(".//tbody/tr"), *section(browser, "overlooked").iter("li")]
    assert len(rows) > 15
    for row in rows:
        assert row.find_class("rule"), said(row)


def test_the_companies_are_those_of_the_box(world: World) -> None:
    table = section(opened(world, GLANCE), "companies").find(".//table")
    shown = {
        said(row.find("th")).split(" ", 1)[1]: [said(cell) for cell in row.iter("td")] for row in table.find("tbody")
    }
    expected = {}
    for entry in json.loads(BOX)["company"].values():
        numbers = [n for ground in ("mountain", "lake", "grassland") for n in entry["stations"].get(ground, [0, 0])]
        expected[entry["name"]] = [str(n or "–") for n in [*numbers, sum(numbers)]]
    assert shown == expected


@pytest.mark.parametrize(
    ("change", "value", "where", "text"),
    [
        ("company/weiden/name", "Weiden & <Söhne>", "companies", "W Weiden & <Söhne> – – – – 5 3 8"),
        ("company/weiden/stations", {"lake": [7, 4]}, "companies", "W Weiden Express – – 7 4 – – 11"),
        ("tile/lake/count", 17, "box", "lake 17×"),
        ("die/simple/faces", ["share"] * 5 + ["?"], "box", "5 share dice question mark FR-2"),
    ],
)
def test_another_box_makes_another_page(
    world: World, monkeypatch: pytest.MonkeyPatch, change: str, value: Any, where: str, text: str
) -> None:
    assert text not in said(section(opened(world, GLANCE), where))
    monkeypatch.setattr(reference, "BOX", changed(change, value))
    assert text in said(section(opened(world, GLANCE), where))


@pytest.mark.parametrize(
    ("module", "name", "value", "where", "text"),
    [
        (turns, "DICE", {"no": 41, "yes": 60}, "box", "41 dice, each"),
        (turns, "FIRST_DICE", 6, "income", "director, with up to 6 stations of your companies built 6 hidden dice"),
        (turns, "KEPT", 9, "turn", "At most 9 dice stay in front of you"),
        (deed, "BONUS", 3, "turn", "3 question marks"),
        (legality, "DUES", {"mountain": 4, "lake": 2}, "costs", "A mountain range, once in a turn 4 more"),
        (legality, "DUES", {"mountain": 1, "lake": 6}, "costs", "A lake, once in a turn 6 more"),
        (handbook, "PRICES", (2, 7), "costs", "2 or 7, hidden die"),
        (legality, "NEEDED_TO_CONNECT", 8, "overlooked", "left with 8 pieces on it"),
        (legality, "NEEDED_AROUND", 4, "stations", "4 or more are water"),
        (companies, "SHARES", 12, "companies", "12 shares of each"),
    ],
)
def test_other_numbers_in_the_engine_make_another_page(
    world: World, monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str, value: Any, where: str, text: str
) -> None:
    assert text not in said(section(opened(world, GLANCE), where))
    monkeypatch.setattr(module, name, value)
    assert text in said(section(opened(world, GLANCE), where))


def test_all_variants_are_told(world: World) -> None:
    told = {said(item) for item in section(opened(world, GLANCE), "variants").iter("li")}
    others = {(option, value) for option, values in turn.OPTIONS.items() for value in values[1:]}
    assert told == {VARIANTS[other] for other in others}
    assert f"{turns.DICE['yes']} dice instead of {turns.DICE['no']}" in VARIANTS["extended", "yes"]


def test_every_tile_is_drawn_as_it_lies_and_named_as_orders_name_it(world: World) -> None:
    drawn = list(section(opened(world, GLANCE), "box").find_class("tiles")[0].iter("li"))
    lying = [layout for ways in STANDARD.tiles.values() for layout in ways]
    assert len(drawn) == len(lying)
    for item, layout in zip(drawn, lying, strict=True):
        for sign, style in (("^", "mountain"), ("~", "water")):
            paths = [path.get("d") for path in item.find_class(style)]
            squares = {(int(x) // 10, int(y) // 10) for d in paths for x, y in re.findall(r"M(\d+) (\d+)h", d)}
            assert squares == {
                (x, y) for y, row in enumerate(layout.rows) for x, found in enumerate(row) if found == sign
            }
        (run,) = actions(f"B e e e onto {item.find('code').text} e")
        assert isinstance(run, LayRun)
        assert NewTile(layout.kind, layout.turn) in run.steps


def test_every_verb_stands_under_one_situation(world: World) -> None:
    grouped = [name for names in orderbook.SITUATIONS.values() for name in names]
    assert sorted(grouped) == sorted(BY_NAME)
    browser = opened(world, "/help/orders")
    for verb in VERBS:
        assert browser.page.get_element_by_id(verb.name).tag == "dt"


def test_every_example_on_the_page_is_read_without_a_fault(world: World) -> None:
    examples = [code.text for code in opened(world, "/help/orders").page.find_class("example")]
    assert set(examples) > {"B e e", "roll all", "station A weiden"}
    assert set(examples) <= {example for verb in VERBS for example in examples_of(verb, "en")}
    for example in examples:
        closing = "\nend" if example.startswith(("keep", "discard")) else ""
        assert orders(example + closing), example


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_turn_is_read_in_every_language(world: World, language: str) -> None:
    lines = orderbook.letter(language)
    assert not letter("\n".join(lines), language).faults
    assert orders("\n".join(lines), language) == orders("\n".join(orderbook.letter("en")))
    if language == "en":
        (shown,) = opened(world, "/help/orders").page.find_class("sample")
        assert shown.text.split() == " ".join(lines).split()


def test_the_lesson_is_what_the_engine_makes_of_it(world: World) -> None:
    lesson = orderbook.lesson()
    assert (lesson.squares, lesson.heading) == (("e4", "f4", "f5"), "s")
    assert lesson.track == ("M30 35Q35 35 40 35", "M40 35Q45 35 50 35", "M50 35Q55 35 55 40")
    assert lesson.ends == (("A", 2, 3), ("B", 5, 4))
    assert isinstance(orders(lesson.order)[0], Act)
    board = section(opened(world, "/help/orders"), "squares")
    assert "B e s , from the start: a straight on e4, a curve on f4. Now end B points s, at f5." in said(board)
    assert [text.text for text in board.find_class("end")] == ["A", "B"]
    assert [path.get("d") for path in board.iterfind(".//svg[@class='tile']/path[@class='track']")] == list(
        lesson.track
    )


def test_the_words_of_all_languages_are_those_that_are_read(world: World) -> None:
    tables = section(opened(world, "/help/orders"), "words").findall(".//table")
    verbs, others = ([[said(cell) for cell in row.iter("td")] for row in table.find("tbody")] for table in tables)
    assert verbs == [[", ".join(verb.aliases[code]) for code in LANGUAGES] for verb in VERBS]
    keys = [key for key, words in KEYWORDS.items() if [", ".join(words[code].split()) for code in LANGUAGES] in others]
    assert len(keys) == len(others)
    shown = {
        key for verb in VERBS for example in (*verb.examples, verb.shape) for key in re.findall(r"{(\w+)}", example)
    }
    assert set(keys) == shown - set(BY_NAME)
    for key in keys:
        for code in LANGUAGES:
            assert in_words(f"{{{key}}}", code) in KEYWORDS[key][code]
            assert vocabulary(key, code)


def test_pages_describe_themselves_to_searchers(world: World) -> None:
    described = set()
    for path in ("/", GLANCE, "/help/orders", "/rules"):
        (meta,) = opened(world, path).page.xpath("//meta[@name='description']")
        described.add(meta.get("content"))
        assert 40 < len(meta.get("content")) < 160
    assert len(described) == 4


def test_a_folder_of_templates_holds_nothing_but_kinds() -> None:
    folder = Path(reference.__file__).parent / "templates" / "reference"
    assert {path.stem for path in folder.iterdir()} == {"index", *kinds()}
