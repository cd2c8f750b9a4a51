"""Dice drawn as symbols: what they show, what they are called, and how they stand in sentences."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import render_template_string
from flask.ctx import RequestContext
from lxml import html
from web_kit import World, new_world

from pbem.web.wording import SYMBOLS, dice, die
from rules_core.line.actions import FACES, NO_DICE, Dice


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with new_world(tmp_path_factory.mktemp("web")) as world:
        yield world


@pytest.fixture
def visit(world: World) -> Iterator[RequestContext]:
    with world.app.test_request_context("/") as context:
        yield context


def drawings(markup: str) -> list[html.HtmlElement]:
    return list(html.fragment_fromstring(f"<div>{markup}</div>").iter("svg"))


@pytest.mark.usefixtures("visit")
def test_every_face_has_a_drawing_of_its_own_and_a_name() -> None:
    assert set(FACES) | {"hidden", "transport"} == set(SYMBOLS.values())
    shown = {face: drawings(die(face))[0] for face in SYMBOLS.values()}
    assert [svg.findtext("title") for svg in shown.values()] == [
        "straight",
        "curve",
        "share die",
        "transport symbol",
        "question mark",
        "hidden die",
    ]
    assert all(svg.get("role") == "img" for svg in shown.values())
    assert len({html.tostring(svg.find("g")) for svg in shown.values()}) == len(shown)


@pytest.mark.usefixtures("visit")
@pytest.mark.parametrize(("n", "drawn", "counted"), [(1, 1, ""), (6, 6, ""), (7, 1, "7×")])
def test_few_dice_are_drawn_and_many_counted(n: int, drawn: int, counted: str) -> None:
    (svg,) = drawings(die("curve", n))
    assert len(svg.findall("g")) == drawn
    assert svg.findtext("title") == ("curve" if n == 1 else f"{n} curves")
    assert die("curve", n).partition("<svg")[0].count(counted) == 1
    assert int(svg.get("width")) == 26 * drawn - 2


@pytest.mark.usefixtures("visit")
def test_dice_are_drawn_face_by_face() -> None:
    titles = [svg.findtext("title") for svg in drawings(dice(Dice(2, 0, 1, 3).by_face, "first_rails"))]
    assert titles == ["2 straights", "share die", "3 question marks"]


@pytest.mark.usefixtures("visit")
def test_a_share_is_a_transport_symbol_in_germany() -> None:
    titles = [svg.findtext("title") for svg in drawings(dice(Dice(1, 0, 2, 0).by_face, "germany"))]
    assert titles == ["straight", "2 transport symbols"]
    assert die("share", 2, "germany") == die("transport", 2) != die("share", 2)
    assert (dice(NO_DICE.by_face, "germany"), die("share", 0)) == ("none", "")


@pytest.mark.usefixtures("visit")
def test_symbols_stand_in_sentences_and_the_rest_is_escaped() -> None:
    said = render_template_string('{{ _("After a %(curve)s turn, %(name)s.", name="<b>", **DIE) }}')
    assert said == f"After a {die('curve')} turn, &lt;b&gt;."


def test_symbols_are_named_in_the_visitors_language(tmp_path: Path) -> None:
    with new_world(tmp_path, language="xx") as world, world.app.test_request_context("/"):
        named = [svg.findtext("title") for svg in drawings(dice(Dice(1, 2, 0, 0).by_face, "first_rails"))]
        assert named == ["⟦straight⟧", "⟦2 curves⟧"]
