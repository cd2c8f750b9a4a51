"""Notices of a game: on its page, in its history at their place, in its feed and in its data."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from past_kit import bots, play, submit
from web_kit import NAMES, World, new_world

from pbem.adjudicator.sessions import append_note
from pbem.clock import to_ms
from pbem.reports.notes import SENTENCES
from pbem.store.games.game import GameRow
from pbem.web.games.chronicle import ON_GAME
from rules_core.kernel.log import Note, NoteFact


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def post(world: World, game: GameRow, about: str, seat: int | None = None, **facts: NoteFact) -> None:
    """Note that something befell a game, a minute after what came before."""
    world.clock.advance(timedelta(minutes=1))
    now_ms = to_ms(world.clock())
    world.database.write(lambda tx: append_note(world.unit(tx, now_ms), game.id, seat, Note(about, facts)))


def back(world: World, game: GameRow, who: str) -> None:
    post(world, game, "back", 0, who=who)


def chronicle(world: World, game: GameRow, year: int) -> list[str]:
    """The headings and lines of a year's history."""
    browser = world.browser()
    browser.open(f"/games/{game.tag}/history/{year}")
    (found,) = browser.page.find_class("chronicle")
    return [" ".join(part.text_content().split()) for part in found.iter("h2", "li")]


def test_the_newest_notices_stand_on_the_games_page_with_their_time(world: World) -> None:
    game = world.open_game()
    assert "Notices" not in world.browser().open(f"/games/{game.tag}").get_data(as_text=True)
    for number in range(ON_GAME + 2):
        back(world, game, f"Nobody {number}")
    for browser in (world.browser(), world.signed_in("Bert")):
        browser.open(f"/games/{game.tag}")
        (section,) = browser.page.xpath("//section[@aria-labelledby='notices']")
        lines = [line.text_content().strip() for line in section.iter("li")]
        assert len(lines) == ON_GAME
        assert lines[0] == f"Nobody {ON_GAME + 1} is back. Sunday 22 November 2026, 17:07 UTC"
        assert lines[-1].startswith("Nobody 2 is back.")


def test_a_notice_stands_in_the_history_in_its_turn(world: World) -> None:
    game = play(world, bots(world), 1)
    back(world, game, "In the second")
    play(world, game, 1)
    back(world, game, "In the third")
    play(world, game, 1)
    first, second = chronicle(world, game, 1), chronicle(world, game, 2)
    assert second[1].startswith("In the third is back.")
    headings = [line for line in first if line.startswith(("Turn", "Beginning", "End"))]
    at = [line.startswith("In the second is back.") for line in first].index(True)
    assert first[at - 1] == headings[2], "it is the first of its turn"
    assert headings[2].startswith("Turn 2")
    assert sum("is back." in line for line in first + second) == 2


def test_notices_since_the_last_turn_stand_at_the_end(world: World) -> None:
    game = play(world, bots(world), 2)
    back(world, game, "Somebody")
    lines = chronicle(world, game, 1)
    assert lines[-2] == "Since then"
    assert lines[-1].startswith("Somebody is back.")
    play(world, game, 2)
    assert "Since then" not in chronicle(world, game, 1)
    assert not any("Somebody" in line for line in chronicle(world, game, 1)), "it belongs to the turn that began then"
    assert chronicle(world, game, 2)[1].startswith("Somebody is back.")


def test_notices_stand_between_the_moments_of_a_turn(world: World) -> None:
    game = world.open_game("Whitsun", NAMES[:2])
    submit(world, game, "roll 1?")
    back(world, game, "Somebody")
    going_on = chronicle(world, game, 1)
    assert going_on[-1].startswith("Somebody is back.")
    assert going_on[-3].endswith("(continued)")
    submit(world, game, "end")
    through = chronicle(world, game, 1)
    at = [line.startswith("Somebody is back.") for line in through].index(True)
    assert "#" in through[at - 1]
    assert "#" in through[at + 1]
    assert "#" not in through[at], "its place would tell what was done before it"


def test_a_notice_tells_nothing_of_what_can_still_be_taken_back(tmp_path: Path) -> None:
    """Games in which the same befell, while the player to move had done nothing yet, or something, or more."""
    sentences = []
    for number, orders in enumerate(("", "B e", "B e\nA w\nundo\nA n")):
        (tmp_path / str(number)).mkdir()
        with new_world(tmp_path / str(number)) as world:
            game = world.open_game("Whitsun", NAMES[:2])
            submit(world, game, "roll 1?")
            if orders:
                submit(world, game, orders)
            back(world, game, "Somebody")
            back(world, game, "Somebody else")
            browser = world.browser()
            pages = [f"/games/{game.tag}{way}" for way in ("", "/history", ".json", "/feed.atom")]
            responses = [browser.open(path) for path in pages]
            sentences.append(
                [(response.get_data(as_text=True), response.headers.get("ETag")) for response in responses]
            )
    assert sentences[0] == sentences[1] == sentences[2]
    assert all("Somebody else is back." in text for text, _etag in sentences[0])


def test_notices_are_in_the_games_feed_and_data(world: World) -> None:
    game = play(world, bots(world), 1)
    browser = world.browser()
    before = {
        path: browser.open(path).headers["ETag"] for path in (f"/games/{game.tag}.json", f"/games/{game.tag}/feed.atom")
    }
    back(world, game, "Somebody")
    post(world, game, "outage", span_ms=7_200_000, deadline_ms=to_ms(world.clock()))
    for path, etag in before.items():
        assert browser.open(path).headers["ETag"] != etag, "who has it is told that there is more"
    found = json.loads(browser.open(f"/games/{game.tag}.json").get_data())["notices"]
    assert found == [
        {"at": "2026-11-22T18:01:00Z", "about": "back", "seat": 0, "text": "Somebody is back."},
        {
            "at": "2026-11-22T18:02:00Z",
            "about": "outage",
            "seat": None,
            "text": "The server was down for 2 hours. The deadline is extended by the same time, to "
            "Sunday 22 November 2026, 18:01 UTC.",
        },
    ]
    feed = browser.open(f"/games/{game.tag}/feed.atom").get_data(as_text=True)
    assert f"<title>{game.tag}: notice</title>" in feed
    assert feed.index("The server was down") < feed.index("Somebody is back.") < feed.index("turn 1,")
    assert f":games/{game.tag}/notices/1</id>" in feed


FACTS: dict[str, tuple[NoteFact, str]] = {
    "who": ("Whoever", "Whoever"),
    "asker": ("Impatient", "Impatient"),
    "idle": (55, "55"),
    "line": (2_222, "2222"),
    "years": (11, "11"),
    "more": (88, "88"),
    "turns": (66, "66"),
    "newcomer": ("Newcomer", "Newcomer"),
    "deadline_ms": (1_795_370_400_000, "22 November 2026, 18:00 UTC"),
    "span_ms": (7_200_000, "2 hours"),
    "pace": ("3d", "3 days"),
    "reason": ("floods", "floods"),
    "by": ("Judith", "the moderator Judith"),
    "mover": ("Someone", "Someone"),
    "year": (77, "77"),
    "place": (4_444, "4444"),
    "dispute": (333, "333"),
    "rule": ("FR-31", "FR-31"),
    "until_ms": (1_795_456_800_000, "23 November 2026, 18:00 UTC"),
    "sent_ms": (1_795_543_200_000, "24 November 2026, 18:00 UTC"),
    "since_ms": (1_795_629_600_000, "25 November 2026, 18:00 UTC"),
    "days": (99, "99 days"),
    "commitment": ("c0ffee", "c0ffee"),
    "first_day": ("2026-12-24", "24 December 2026"),
    "last_day": ("2026-12-31", "31 December 2026"),
}
"""A value for each fact that a sentence may name, and what is said of it."""


def test_every_kind_of_notice_is_told_in_a_whole_sentence(world: World) -> None:
    game, browser = world.open_game("Whitsun", NAMES[:2]), world.browser()
    for about, message in SENTENCES.items():
        named = set(re.findall(r"%\((\w+)\)s", message))
        post(world, game, about, 1, **{fact: FACTS[fact][0] for fact in FACTS})
        browser.open(f"/games/{game.tag}")
        line = browser.page.xpath("//section[@aria-labelledby='notices']//li")[0]
        found = line.text.strip()
        assert {fact for fact, (_value, words) in FACTS.items() if words in found} == named, about
        assert found[0].isupper() and "%" not in found
