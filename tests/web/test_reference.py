"""The reference pages tell what the engine plays by and the parser reads: change the data, and the page changes."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from edited import edited
from lxml import html
from orders_kit import STANDARD, VERBS, actions, examples_of, letter, orders
from web_kit import Browser, World, new_world

from pbem import web
from pbem.commands.languages import LANGUAGES
from pbem.commands.orders import ActionOrder, verbs_of
from pbem.commands.orders.notation import notation_of
from pbem.commands.vocabulary import SEAT
from pbem.games.first_rails import tables as tables_first_rails
from pbem.games.guide import silent_rules
from pbem.games.line.orders.names import LINE
from pbem.games.line.reference_sheet import Lesson
from pbem.games.presentation import TEMPLATES, presentation_of, presented
from pbem.games.simple import SimplePresentation
from pbem.web import reference as orderbook
from pbem.web.reference import SITUATIONS
from rules_core.games import all_rules, kinds, rulebook, ruleset_for
from rules_core.games.first_rails import game as first_rails
from rules_core.games.first_rails.turn import BOX
from rules_core.games.germany import game as germany
from rules_core.games.germany.options import GERMAN_BOX
from rules_core.kernel import registry
from rules_core.kernel.definition import AnyGame
from rules_core.line import chart, companies, legality, transition, turns
from rules_core.line import track as dead_ends
from rules_core.line.actions import LayRun, NewTile

GLANCE = "/reference/first-rails"
GERMANY = "/reference/germany"
KINDS = ("first_rails", "germany")


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


def changed(box: str, change: str, value: Any) -> str:
    """A box with one of its entries, named by a path of keys and places in lists, replaced."""
    data = json.loads(box)
    *path, last = [int(key) if key.isdigit() else key for key in change.split("/")]
    place = data
    for key in path:
        place = place[key]
    assert place[last] != value
    place[last] = value
    return json.dumps(data, ensure_ascii=False)


def page_of(name: str, kind: str) -> str:
    """The path of a page that each kind of game has; that of the first is the shortest."""
    return f"/{name}" if kind == KINDS[0] else f"/{name}/{kind}"


def test_every_kind_of_game_has_its_pages(world: World) -> None:
    assert {game.kind for game in presented()} == set(kinds())
    index = opened(world, "/reference")
    for kind in kinds():
        path = f"/reference/{kind.replace('_', '-')}"
        opened(world, path)
        assert path in [link.get("href") for link in index.page.iter("a")]
    assert world.browser().open("/reference/chess").status_code == 404


@pytest.mark.parametrize("kind", KINDS)
def test_every_rule_of_a_game_stands_in_one_chapter_in_the_rulebooks_order(kind: str) -> None:
    texts = [entry.rule.id for chapter in orderbook.chapters(kind) for entry in chapter.entries]
    assert texts == list(rulebook(kind))
    assert [chapter.title for chapter in orderbook.chapters(kind)] == list(presentation_of(kind).chapters.values())


@pytest.mark.parametrize("kind", KINDS)
def test_the_rules_have_a_table_of_contents(world: World, kind: str) -> None:
    browser = opened(world, page_of("rules", kind))
    (contents,) = browser.page.find_class("index")
    listed = [link.get("href") for link in contents.iter("a")]
    assert [href for href in listed if not href.startswith("#chapter")] == [f"#{rule}" for rule in rulebook(kind)]
    assert len(listed) == len(rulebook(kind)) + len(presentation_of(kind).chapters)
    for href in listed:
        assert browser.page.get_element_by_id(href[1:]) is not None


@pytest.mark.parametrize("kind", KINDS)
def test_the_rules_tell_what_games_of_the_first_reading_keep(world: World, kind: str) -> None:
    text = " ".join(opened(world, page_of("rules", kind)).text.split())
    kept = [rule.first_reading for rule in rulebook(kind).values() if rule.first_reading]
    assert text.count("Games that began under the first reading of this rule keep it:") == len(kept) > 1
    assert all(" ".join(one.split()) in text for one in kept)


def test_rules_that_germany_changes_say_by_which_of_its_own(world: World) -> None:
    page = opened(world, "/rules/germany").page
    for rule in rulebook("germany"):
        notes = page.get_element_by_id(rule).getnext().find_class("amended")
        links = [link.get("href") for note in notes for link in note]
        assert links == [f"/rules/germany#{other}" for other in ruleset_for("germany").amended.get(rule, ())]
    assert not opened(world, "/rules").page.find_class("amended")
    assert set(ruleset_for("germany").amended) < set(rulebook("germany"))
    assert {other for rules in ruleset_for("germany").amended.values() for other in rules} < set(rulebook("germany"))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_told_at_a_glance_leads_to_its_rules_and_orders(world: World, kind: str) -> None:
    paths = (f"/reference/{kind.replace('_', '-')}", page_of("rules", kind), page_of("help/orders", kind))
    glance, rules, help_page = (opened(world, path) for path in paths)
    named = {link.text: link.get("href") for link in glance.page.find_class("rule")}
    assert len(named) > 30
    for rule, address in named.items():
        assert address == f"{paths[1]}#{rule}"
        assert rules.page.get_element_by_id(rule) is not None
    links = [link.get("href") for link in glance.page.iter("a")]
    verbs = {address.partition("#")[2] for address in links if address.startswith(f"{paths[2]}#")}
    beside_a_turn = {name for names in SITUATIONS.values() for name in names} - {"check", "undo", "restart"}
    assert {verb.name for verb in verbs_of(kind)} - verbs == beside_a_turn
    for verb in verbs:
        assert help_page.page.get_element_by_id(verb).tag == "dt"


@pytest.mark.parametrize("kind", kinds())
def test_a_page_tells_all_of_a_game(world: World, kind: str) -> None:
    page = opened(world, f"/rules/silent/{kind.replace('_', '-')}")
    rules = silent_rules(kind)
    assert [one.rule.id for one in rules] == [rule.id for rule in rulebook(kind).values() if rule.silences]
    for one in rules:
        assert page.page.get_element_by_id(one.rule.id) is not None
        for silence in one.silences:
            assert all(text in page.page.text_content() for text in (silence.says, silence.play, silence.why))


def test_every_rule_of_germany_is_named_on_its_page(world: World) -> None:
    named = {link.text for link in opened(world, GERMANY).page.find_class("rule")}
    assert {rule for rule in all_rules() if rule.startswith("GE-")} <= named


@pytest.mark.parametrize("glance", [GLANCE, GERMANY])
def test_every_row_of_a_table_and_every_item_names_its_rule(world: World, glance: str) -> None:
    browser = opened(world, glance)
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
    monkeypatch.setitem(
        registry._GAMES, "first_rails", edited(ruleset_for("first_rails"), components=changed(BOX, change, value))
    )
    assert text in said(section(opened(world, GLANCE), where))


@pytest.mark.parametrize(
    ("module", "name", "value", "where", "text"),
    [
        (turns, "DICE", {"no": 41, "yes": 60}, "box", "41 dice, each"),
        (turns, "FIRST_DICE", 6, "income", "director, with up to 6 stations of your companies built 6 hidden dice"),
        (turns, "FRONT_LIMIT", 9, "turn", "At most 9 dice stay in front of you"),
        (transition, "BONUS", 3, "turn", "3 question marks"),
        (legality, "DUES", {"mountain": 4, "lake": 2, "river": 1}, "costs", "A mountain range, once per turn 4 more"),
        (legality, "DUES", {"mountain": 1, "lake": 6, "river": 1}, "costs", "A lake, once per turn 6 more"),
        (tables_first_rails, "PRICES", (2, 7), "costs", "2 or 7, hidden die"),
        (dead_ends, "NEEDED_TO_CONNECT", 8, "overlooked", "left with 8 pieces on it"),
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


@pytest.mark.parametrize(
    ("change", "value", "where", "text"),
    [
        ("company/weiden/name", "Weiden & <Söhne>", "companies", "W Weiden & <Söhne> 7 "),
        ("company/weiden/stations", {"lake": [7, 4]}, "companies", "W Weiden Express 10 "),
        ("chart/town/0/name", "Haithabu", "towns", "Haithabu 6 "),
        ("chart/town/0/name", "Haithabu", "map", " Haithabu "),
        ("chart/town/0/squares/1/price", 3, "companies", "Insel Hopper 9 8 4 12"),
        ("chart/country/0/price", 3, "countries", "Denmark (start in a variant) 3 "),
        ("chart/country/0/price", 3, "costs", "A station abroad 3 / 5, hidden die"),
        ("chart/map/start", [10, 23], "line", "a straight on S14 d3, by Frankfurt"),
        ("chart/river/R", "Rhenus", "line", ": Rhenus, Main"),
        ("die/simple/faces", ["share"] * 5 + ["?"], "box", "5 transport symbols question mark FR-2 GE-1"),
    ],
)
def test_another_map_makes_another_page_of_germany(
    world: World, monkeypatch: pytest.MonkeyPatch, change: str, value: Any, where: str, text: str
) -> None:
    assert text not in said(section(opened(world, GERMANY), where))
    monkeypatch.setitem(
        registry._GAMES, "germany", edited(ruleset_for("germany"), components=changed(GERMAN_BOX, change, value))
    )
    assert text in said(section(opened(world, GERMANY), where))


@pytest.mark.parametrize(
    ("module", "name", "value", "where", "text"),
    [
        (turns, "DICE", {"no": 41, "yes": 60}, "box", "41 dice, each"),
        (turns, "FIRST_DICE", 6, "income", "director 6 hidden dice and a hidden die for each station"),
        (turns, "FRONT_LIMIT", 9, "turn", "At most 9 dice stay in front of you"),
        (transition, "BONUS", 3, "turn", "3 question marks and all passengers"),
        (legality, "DUES", {"mountain": 1, "lake": 2, "river": 4}, "costs", "A river, once per turn 4 more"),
        (legality, "DUES", {"mountain": 1, "lake": 2, "river": 4}, "line", "costs 4 more"),
        (dead_ends, "NEEDED_TO_CONNECT", 8, "turn", "at least 8 pieces in it"),
        (chart, "DOWN", 7, "differs", "Its 4 by 7 sectors"),
    ],
)
def test_other_numbers_in_the_engine_make_another_page_of_germany(
    world: World, monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str, value: Any, where: str, text: str
) -> None:
    assert text not in said(section(opened(world, GERMANY), where))
    monkeypatch.setattr(module, name, value)
    assert text in said(section(opened(world, GERMANY), where))


def more_at(drawn: dict[str, Any], x: int, y: int) -> int:
    """The dice that a station takes beyond its price, by the printed map: one for a range, one for a river (GE-24)."""
    return int(drawn["map"]["ground"][y][x] == "^") + int(drawn["map"]["rivers"][y][x] != ".")


def test_every_town_square_and_country_is_told_with_its_sign_and_price(world: World) -> None:
    box = json.loads(GERMAN_BOX)
    browser = opened(world, GERMANY)
    names = {entry["colour"]: entry["name"] for entry in box["company"].values()}
    towns = {said(row.find("th")): row for row in section(browser, "towns").iterfind(".//tbody/tr")}
    assert list(towns) == sorted(town["name"] for town in box["chart"]["town"])
    for town in box["chart"]["town"]:
        sites = towns[town["name"]].find_class("site")
        shown = [(said(site.find_class("unseen")[0]), said(site.find("b"))) for site in sites]
        costs = [str(site["price"] + more_at(box["chart"], *site["at"])) for site in town["squares"]]
        own = [names.get(site["colour"], "white, for") for site in town["squares"]]
        assert shown == list(zip(own, costs, strict=True))
        coloured = {names[site["colour"]] for site in town["squares"] if site["colour"] in names}
        free = [name for name in names.values() if name not in coloured]
        for site, name in zip(sites, own, strict=True):
            unseen = [said(each) for each in site.find_class("unseen")]
            assert unseen == ([name] if name in names.values() else [name, *free])
            assert len(site.find_class("emblem")) == len(set(unseen) - {"white, for"})
    countries = [said(row.find("th")) for row in section(browser, "countries").iterfind(".//tbody/tr")]
    assert len(countries) == len(box["chart"]["country"])


@pytest.mark.parametrize(("glance", "game"), [(GLANCE, first_rails), (GERMANY, germany)])
def test_all_variants_are_told(world: World, glance: str, game: AnyGame) -> None:
    variants, options = presentation_of(game.kind).variants, game.options
    texts = {said(item) for item in section(opened(world, glance), "variants").iter("li")}
    others = {(option, value) for option, values in options.items() for value in values[1:]}
    assert texts == {variants[option].others[value] for option, value in others}
    assert f"{turns.DICE['yes']} dice instead of {turns.DICE['no']}" in variants["extended"].others["yes"]


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


@pytest.mark.parametrize("kind", KINDS)
def test_every_verb_of_a_game_stands_under_one_situation(world: World, kind: str) -> None:
    situations = {**notation_of(kind).situations, **orderbook.SITUATIONS}
    grouped = [name for names in situations.values() for name in names]
    assert sorted(grouped) == sorted(verb.name for verb in VERBS)
    page = opened(world, page_of("help/orders", kind)).page
    found = [dt.get("id") for dl in page.find_class("verbs") for dt in dl.iterfind("dt")]
    assert sorted(found) == sorted(verb.name for verb in verbs_of(kind))


@pytest.mark.parametrize("kind", KINDS)
def test_every_example_on_the_page_is_read_without_a_fault(world: World, kind: str) -> None:
    examples = [code.text for code in opened(world, page_of("help/orders", kind)).page.find_class("example")]
    known = {"first_rails": {"B e e", "buy weiden"}, "germany": {"A n n", "transport weiden"}}
    assert set(examples) > {"roll all", "station A weiden", *known[kind]}
    assert set(examples) <= {example for verb in verbs_of(kind) for example in examples_of(verb.form, "en")}
    for example in examples:
        closing = "\nend" if example.startswith(("keep", "discard")) else ""
        assert orders(example + closing, game=kind), example


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_turn_is_read_in_every_language(world: World, language: str, kind: str) -> None:
    lines = orderbook.letter(kind, language)
    assert not letter("\n".join(lines), language, kind).faults
    assert orders("\n".join(lines), language, kind) == orders("\n".join(orderbook.letter(kind, "en")), game=kind)
    if language == "en":
        (shown,) = opened(world, page_of("help/orders", kind)).page.find_class("sample")
        assert shown.text.split() == " ".join(lines).split()


@pytest.mark.parametrize(
    ("kind", "track", "ends", "told"),
    [
        (
            "first_rails",
            ("M30 35Q35 35 40 35", "M40 35Q45 35 50 35", "M50 35Q55 35 55 40"),
            (("A", 2, 3), ("B", 5, 4)),
            "B e s , from the start: a straight on e4, a curve on f4. Now end B points s, at f5.",
        ),
        (
            "germany",
            ("M35 30Q35 35 35 40", "M35 40Q35 45 35 50", "M35 50Q35 55 40 55"),
            (("A", 3, 2), ("B", 4, 5)),
            "B s e , from the start: a straight on d5, a curve on d6. Now end B points e, at e6.",
        ),
    ],
)
def test_the_lesson_is_what_the_engine_makes_of_it(
    world: World, kind: str, track: tuple[str, ...], ends: tuple[tuple[str, int, int], ...], told: str
) -> None:
    lesson = presentation_of(kind).lesson()
    assert isinstance(lesson, Lesson)
    assert (lesson.track, lesson.ends) == (track, ends)
    assert isinstance(orders(lesson.order, game=kind)[0], ActionOrder)
    board = section(opened(world, page_of("help/orders", kind)), "squares")
    assert told in said(board)
    assert [text.text for text in board.find_class("end")] == ["A", "B"]
    drawn = board.iterfind(".//svg[@class='tile']/path[@class='track']")
    assert [path.get("d") for path in drawn] == list(lesson.track)


@pytest.mark.parametrize("kind", KINDS)
def test_the_words_of_all_languages_are_those_that_are_read(world: World, kind: str) -> None:
    tables = section(opened(world, page_of("help/orders", kind)), "words").findall(".//table")
    verbs, others = ([[said(cell) for cell in row.iter("td")] for row in table.find("tbody")] for table in tables)
    assert verbs == [[", ".join(verb.aliases[code]) for code in LANGUAGES] for verb in verbs_of(kind)]
    keywords = {**SEAT.keywords, **LINE.keywords}
    keys = [key for key, words in keywords.items() if [", ".join(words[code]) for code in LANGUAGES] in others]
    assert len(keys) == len(others)
    forms = [verb.form for verb in verbs_of(kind)]
    shown = {key for form in forms for text in (*form.examples, form.shape) for key in re.findall(r"{(\w+)}", text)}
    assert set(keys) == shown - {verb.name for verb in VERBS}
    for key in keys:
        for code in LANGUAGES:
            assert LINE.word(key, code) in keywords[key][code]
            assert LINE.accepted(key)


def test_pages_describe_themselves_to_searchers(world: World) -> None:
    described = set()
    paths = ["/", GLANCE, GERMANY, *(page_of(name, kind) for name in ("help/orders", "rules") for kind in KINDS)]
    for path in paths:
        (meta,) = opened(world, path).page.xpath("//meta[@name='description']")
        described.add(meta.get("content"))
        assert 40 < len(meta.get("content")) < 160
    assert len(described) == len(paths)


def test_a_folder_of_templates_holds_nothing_but_what_games_use() -> None:
    assert [path.stem for path in (Path(web.__file__).parent / "templates" / "reference").iterdir()] == ["index"]
    used = {template for kind in kinds() for template in presentation_of(kind).templates}
    used |= set(SimplePresentation.templates)
    there = {f"games/{path.parents[1].name}/{path.name}" for path in TEMPLATES.glob("*/templates/*")}
    parts = {f"games/line/{name}.html" for name in ("glance", "tables", "tile")}
    parts |= {f"games/{package}/map.svg" for package in ("first_rails", "germany", "line", "railroad_dice_2")}
    assert there - used == parts, "what the others are made of"
