"""What the server says of a game is whole when the program starts, and nothing else in it asks which game it is."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from each_kit import each
from edited import edited

from pbem.commands.orders.notation import Notation
from pbem.games.line import render_context as line
from pbem.games.line.render_context import LineGame
from pbem.games.parts import Templates
from pbem.games.presentation import (
    USUAL,
    GamePresentation,
    IncompletePresentation,
    check,
    check_all,
    check_faces,
    check_options,
    parts_of,
    presentation_of,
    presented,
)
from rules_core.games import kinds, ruleset_for

KINDS = kinds()
FIRST = next(iter(KINDS))
PARTS = [(kind, part) for kind in KINDS for part in parts_of(presentation_of(kind))]
NOTATION = [part.name for part in fields(Notation)]
OWN = [*LineGame.__annotations__, *(name for name in vars(LineGame) if not name.startswith("_"))]
PBEM = Path(__file__).parents[2] / "pbem"
OUTSIDE = [path for path in sorted(PBEM.rglob("*.py")) if path.relative_to(PBEM).parts[0] != "games"]


def test_every_game_that_can_be_played_is_presented() -> None:
    assert sorted(game.kind for game in presented()) == sorted(kinds())
    assert presented()[0].kind == USUAL
    with pytest.raises(IncompletePresentation, match="chess cannot be presented: it has no package"):
        check_all([*KINDS, "chess"])


def test_an_option_that_is_not_explained_is_named() -> None:
    with pytest.raises(IncompletePresentation, match=f"{FIRST} cannot be presented: `variants.blind` is missing"):
        check_options(presentation_of(FIRST), [*ruleset_for(FIRST).options, "blind"])


@pytest.mark.parametrize("part", ["dice", "faces"])
def test_a_face_that_is_not_known_is_named(part: str) -> None:
    without: dict[str, Any] = {part: {"straight": "straight", "curve": "curve"}}
    with pytest.raises(IncompletePresentation, match=f"{FIRST} cannot be presented: `{part}.share` is missing"):
        check_faces(edited(presentation_of(FIRST), **without), ["curve", "share", "?"])


@each(("kind", "part"), PARTS)
def test_a_part_that_is_missing_is_named(kind: str, part: str) -> None:
    without: dict[str, Any] = {part: None}
    with pytest.raises(IncompletePresentation, match=f"cannot be presented: `{part}` is missing"):
        check(edited(presentation_of(kind), **without))


@each("part", NOTATION)
def test_a_part_of_the_notation_that_is_missing_is_named(part: str) -> None:
    known = presentation_of(FIRST)
    without: dict[str, Any] = {part: None}
    with pytest.raises(IncompletePresentation, match=f"`notation.{part}` is missing"):
        check(edited(known, notation=replace(known.notation, **without)))


@pytest.mark.parametrize("part", Templates._fields)
def test_a_template_that_is_not_there_is_named(part: str) -> None:
    known = presentation_of(FIRST)
    without: dict[str, Any] = {part: "games/first_rails/nothing.html"}
    with pytest.raises(IncompletePresentation, match=f"`templates.{part}` is missing"):
        check(edited(known, templates=known.templates._replace(**without)))


@each("part", ["title", "chapters", "letter", "called", "notation.naming"])
def test_a_part_that_is_empty_is_missing(part: str) -> None:
    known = presentation_of(FIRST)
    empty: dict[str, Any] = {"title": "", "chapters": {}, "letter": (), "called": ()}
    changed = edited(known, **{part: empty[part]}) if part in empty else _with_notation(known, naming="")
    with pytest.raises(IncompletePresentation, match=f"`{part}` is missing"):
        check(changed)
    check(edited(known, variants={}))


def _with_notation(known: GamePresentation, **parts: Any) -> GamePresentation:
    return edited(known, notation=replace(known.notation, **parts))


@each("part", OWN)
def test_a_part_that_a_game_of_one_line_words_itself_is_named_when_it_is_missing(part: str) -> None:
    whole = line.line_game(FIRST)
    nothing: dict[str, Any] = {part: None}
    with pytest.raises(IncompletePresentation, match=f"toy cannot be presented: `{part}` is missing"):
        line.register("toy", edited(whole, **nothing))


def _code(path: Path) -> Iterator[str]:
    """The names and texts in a module, without its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in found:
            yield node.value
        elif isinstance(node, ast.Attribute):
            yield f".{node.attr}"


def _named(path: Path) -> str:
    return path.relative_to(PBEM).as_posix()


def test_nothing_outside_the_games_names_one() -> None:
    assert len(OUTSIDE) > 100
    kind = re.compile(r"\b(first_rails|germany)\b")
    named = {
        _named(path) for path in OUTSIDE for word in _code(path) if kind.search(word.replace("--kind germany", ""))
    }
    assert not named


def test_pages_that_all_games_share_look_at_no_board() -> None:
    """What a position holds beyond what the kernel says of any is shown by the game's own templates."""
    own = re.compile(r"\.(?:box|chart|players\[|companies|screens?\b|bank\b|landscape|passengers)")
    pages = sorted((PBEM / "web" / "templates").rglob("*.html"))
    assert len(pages) > 50
    assert not [(page.name, found[0]) for page in pages if (found := own.findall(page.read_text("utf-8")))]
