"""Every fault that a reader of commands finds has words in the tables of its audience, and no words are left over."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pbem
from pbem.commands.orders import table_of
from pbem.commands.orders.verbs import MESSAGES
from pbem.games.presentation import presented
from pbem.lobby.verbs import ALL_VERBS, OFFICE_VERBS
from pbem.moderation import correction_lines
from pbem.moderation.lines import MODERATORS

ROOM = Path(pbem.__file__).parent
KNOWN = {
    "commands": MESSAGES,
    "games": {
        code: message
        for game in presented()
        for code, message in (*table_of(game.kind).messages.items(), *game.corrections.verbs.messages.items())
    },
    "lobby": OFFICE_VERBS.messages,
    "moderation": {**MODERATORS.messages, **correction_lines.MESSAGES},
}


def codes_in(folder: str) -> Iterator[tuple[str, str]]:
    """The codes that are raised or returned in a room, each with its place."""
    for path in (ROOM / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", "") in ("ParseError", "Fault", "fault")
                and node.args
            ):
                first = node.args[0].body if isinstance(node.args[0], ast.IfExp) else node.args[0]
                other = node.args[0].orelse if isinstance(node.args[0], ast.IfExp) else first
                for part in (first, other):
                    if isinstance(part, ast.Constant):
                        yield str(part.value), f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("folder", KNOWN)
def test_every_fault_that_is_found_has_words(folder: str) -> None:
    found = dict(codes_in(folder))
    assert len(found) > 10
    assert {code: place for code, place in found.items() if code not in KNOWN[folder]} == {}


def test_no_words_are_left_over() -> None:
    found = {code for folder in KNOWN for code, _ in codes_in(folder)}
    assert {code for messages in KNOWN.values() for code in messages} - found == set()
    assert ALL_VERBS.messages == OFFICE_VERBS.messages
