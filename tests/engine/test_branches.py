"""A game that has gone back: its history is the branch that stands, and what was left can be read beside it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, cast

import msgspec
import pytest
from lxml import etree
from past_kit import bots, past_of, play, submit, take_back, with_branches
from web_kit import Browser, PublicGame, World, new_world

from pbem.adjudicator.history.archive import Past, load_endings
from pbem.adjudicator.history.rollback import list_targets
from pbem.adjudicator.previews import look
from pbem.adjudicator.sessions import (
    append_note,
    find_last_action,
    list_events_since_own_turn,
    list_events_since_turn,
    list_events_upto_final,
    list_latest_events,
    load_game,
)
from pbem.store import NotFound
from pbem.store.games.game import GameRow, get_game, hold_game
from pbem.store.games.log import list_entries
from pbem.store.players.preferences import renew_calendar
from pbem.web.public_data import data
from rules_core.games import ruleset_for
from rules_core.games.first_rails import game as first_rails
from rules_core.kernel.definition import AnyGame, fold
from rules_core.kernel.events import Ended, Event, TurnBeginning
from rules_core.kernel.log import LogEntry, Note, decode_entry, live, live_events
from rules_core.line import events as ev

ATOM = "{http://www.w3.org/2005/Atom}"


class Taken(NamedTuple):
    """A game that was taken back twice, with its past and its log."""

    game: GameRow
    past: Past
    log: list[LogEntry]

    @property
    def backs(self) -> list[int]:
        """Where its log says that it was."""
        return [entry.position for entry in self.log if entry.rollback is not None]


def log_of(world: World, game: GameRow) -> list[LogEntry]:
    """A game's log but what stood before it began."""
    with world.database.read() as tx:
        rows = [row for row in list_entries(tx, game.id) if row.kind not in ("commitment", "salt")]
    return [
        decode_entry(ruleset_for(game.kind), row.position, row.kind, row.actor, json.loads(row.payload)) for row in rows
    ]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with new_world(tmp_path_factory.mktemp("branches")) as world:
        yield world


@pytest.fixture(scope="module")
def taken(world: World) -> Taken:
    game = with_branches(world)
    return Taken(game, past_of(world, game), log_of(world, game))


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


# The past


def test_every_event_and_every_rollback_is_one_branchs_own(taken: Taken) -> None:
    own = [taken.past.moments_of(branch) for branch in (*taken.past.branches, taken.past)]
    found = [moment.first + n for moments in own for moment in moments for n in range(max(len(moment.events), 1))]
    assert sorted(found) == [entry.position for entry in taken.log if entry.event or entry.rollback]
    assert len(set(found)) == len(found)
    assert all(own), "something was played on each"


def test_the_position_after_each_event_is_what_stood_then(taken: Taken) -> None:
    for entry in taken.log:
        if entry.event or entry.rollback:
            stood = live_events(one for one in taken.log if one.position <= entry.position)
            view = first_rails.view(fold(cast(AnyGame, first_rails), stood), None)
            assert taken.past.branch_at(entry.position).view_at(entry.position) == view


def test_a_rollback_is_a_moment_of_its_own_in_the_turn_it_leads_to(taken: Taken) -> None:
    for number, back in enumerate(taken.backs, 1):
        branch = taken.past.branch_at(back)
        assert branch.number > number
        index = branch.index_at(back)
        moment, before = branch.moments[index], branch.moments[index - 1]
        assert moment.back is not None
        assert (moment.back.to, moment.events, branch.events_up_to(back)) == (before.position, (), ())
        assert branch.view_at(back) == branch.view_at(before.position)
    (standing,) = [moment for moment in taken.past.moments if moment.back is not None]
    assert (standing.position, standing.year, standing.turn) == (taken.backs[1], 2, 1), "its turn 1.2 was through"


def test_what_is_new_at_a_moment_are_the_events_of_its_turn_on_its_branch(taken: Taken) -> None:
    for branch in (*taken.past.branches, taken.past):
        for moment in branch.moments[1:]:
            stood = live_events(one for one in taken.log if one.position <= moment.position)
            began = [n for n, event in enumerate(stood[: len(stood) - len(moment.events)]) if is_begin(event)]
            assert list(branch.news_at(moment.position)) == stood[began[-1] + 1 :]


def is_begin(event: Event) -> bool:
    return isinstance(event, ev.TurnBegan)


def test_a_game_may_go_back_to_each_moment_that_is_shown(world: World, taken: Taken) -> None:
    with world.database.read() as tx:
        found = list_targets(tx, taken.game)
    own = [moment for branch in (*taken.past.branches, taken.past) for moment in taken.past.moments_of(branch)]
    assert found == sorted(moment.position for moment in own)


def test_what_a_player_could_take_back_when_the_game_went_back_is_not_shown(fresh: World) -> None:
    game = fresh.open_game()
    begun = game.final_position
    submit(fresh, game, "B n?")
    laid = fresh.game(game.id).position
    back = take_back(fresh, game, begun)
    submit(fresh, game, "A s?\nend")
    past = past_of(fresh, game)
    assert past.moments_of(past.branches[0]) == ()
    for position in range(begun + 1, laid + 1):
        with pytest.raises(NotFound):
            past.branch_at(position)
    pieces = [event for moment in past.moments for event in moment.events if isinstance(event, ev.PieceLaid)]
    assert [piece.end for piece in pieces] == ["A"]
    browser = fresh.browser()
    assert browser.open(f"/games/{game.tag}/at/{laid}").status_code == 404
    browser.open(f"/games/{game.tag}/history?branch=1")
    assert "Nothing on this branch was final." in browser.text
    assert "at end B" not in browser.text
    assert browser.open(f"/games/{game.tag}/at/{back}").status_code == 200


# What happened since


def test_what_happened_last_is_what_the_branch_that_stands_put_there(fresh: World) -> None:
    game = with_branches(fresh)
    for _turn in range(3):
        turns: list[list[Event]] = [[]]
        for event in live_events(log_of(fresh, game)):
            turns[-1].append(event)
            if is_begin(event):
                turns.append([])
        *_, before, present = turns
        is_built = any(isinstance(event, ev.PieceLaid | ev.StationBuilt) for event in present)
        with fresh.database.read() as tx:
            found = list_latest_events(tx, load_game(tx, game.id), None)
        assert list(found) == (present if is_built else before[:-1])
        play(fresh, game, 1)
    in_turn = [moment.position for moment in past_of(fresh, game).moments if (moment.year, moment.turn) == (2, 2)]
    take_back(fresh, game, in_turn[-2])
    with fresh.database.read() as tx:
        found = list_latest_events(tx, load_game(tx, game.id), None)
    past = past_of(fresh, game)
    assert tuple(found) == past.news_at(past.last.position), "of the turn that goes on, also what came before"


def test_a_map_marks_for_a_seat_what_came_since_its_last_turn(fresh: World) -> None:
    game = fresh.open_game()
    for turn in range(5):
        with fresh.database.read() as tx:
            loaded = load_game(tx, game.id)
            turns: list[list[Event]] = []
            for event in live_events(log_of(fresh, game)):
                if isinstance(event, TurnBeginning) or not turns:
                    turns.append([])
                turns[-1].append(event)
            for seat in range(3):
                own = [
                    n
                    for n, part in enumerate(turns[:-1])
                    if isinstance(part[0], TurnBeginning) and part[0].seat == seat
                ]
                since = turns[own[-1] + 1 :] if own else turns
                found = list(list_events_since_own_turn(tx, loaded, seat))
                assert found == [event for part in since for event in part], (turn, seat)
            assert look(tx, game.id, None).marked == list_latest_events(tx, loaded, None)
        submit(fresh, game, "end")
    before = {seat: _marked(fresh, game, seat) for seat in range(3)}
    mover = fresh.game(game.id).active_seat
    submit(fresh, game, "income")
    after = {seat: _marked(fresh, game, seat) for seat in range(3)}
    assert {seat for seat in range(3) if before[seat] != after[seat]} == {mover}, "others do not know of it yet"


def _marked(world: World, game: GameRow, seat: int) -> list[Event]:
    with world.database.read() as tx:
        return list(look(tx, game.id, seat).marked)


def test_a_seat_is_told_what_stands_since_its_last_turn_that_stands(world: World, taken: Taken) -> None:
    standing = live(taken.log)
    with world.database.read() as tx:
        for seat in (0, 1):
            own = [entry for entry in standing if entry.action and entry.seat == seat]
            last = find_last_action(tx, taken.game.id, seat)
            assert last == own[-1].position
            events = list_events_since_turn(tx, taken.game.id, last)
            assert events == [entry.event for entry in standing if entry.position > last and entry.event][1:]
            void = [entry for entry in taken.log if entry.action and entry.position < taken.backs[1]][-1]
            assert void not in standing
            known = {entry.position for entry in live(one for one in taken.log if one.position <= void.position)}
            assert list_events_since_turn(tx, taken.game.id, void.position) == [
                entry.event for entry in standing if entry.event and entry.position not in known
            ]


def test_a_digest_tells_what_stands_and_was_not_told_before(world: World, taken: Taken) -> None:
    standing = [entry for entry in live(taken.log) if entry.event]
    with world.database.read() as tx:
        for upto in [0, *(entry.position for entry in taken.log if entry.event)][::7]:
            known = {entry.position for entry in live(one for one in taken.log if one.position <= upto)}
            events = list_events_upto_final(tx, taken.game, upto)
            assert events == [entry.event for entry in standing if entry.position not in known]


def test_the_report_to_who_is_to_move_tells_nothing_of_a_branch_that_was_left(fresh: World) -> None:
    game = fresh.open_game()
    for _turn in range(4):
        submit(fresh, game, "end")
    begun, mover = fresh.game(game.id).final_position, fresh.to_move(game)
    submit(fresh, game, "A s?\nend")
    following = fresh.to_move(game)
    assert following != mover
    assert f"{mover} lays 1 ? at end A" in " ".join(fresh.mails(following)[-1].text.split())
    take_back(fresh, game, begun)
    submit(fresh, game, "B n?\nend")
    text = " ".join(fresh.mails(following)[-1].text.split())
    assert text.startswith("It's your turn (year 2, turn 3 of 3)")
    assert f"{mover} lays 1 ? at end B" in text
    assert "at end A," not in text
    assert f"The game was rolled back to #{begun} by the operator" in text


def test_how_a_game_ended_is_told_by_the_end_that_stands(fresh: World) -> None:
    game = play(fresh, bots(fresh, {"open": "yes"}))
    before = ending_of(fresh, game)
    assert before is not None
    last_turn = [moment.position for moment in past_of(fresh, game).moments][-4]
    take_back(fresh, game, last_turn, new_dice=True)
    assert (fresh.game(game.id).status, ending_of(fresh, game)) == ("playing", None)
    browser = fresh.browser()
    browser.open("/games/first-rails/complete")
    assert game.tag not in browser.text
    again = play(fresh, game)
    note = Note("away for a day", {"who": "Robo", "first_day": "2026-12-24"})
    fresh.database.write(lambda tx: append_note(fresh.unit(tx, again.began_ms), game.id, 0, note))
    assert again.status == "over"
    assert ending_of(fresh, game) == past_of(fresh, game).last.events[-1]
    browser.open("/games/first-rails/complete")
    assert game.tag in browser.text


def ending_of(world: World, game: GameRow) -> Ended | None:
    """How a game has ended, if it has."""
    with world.database.read() as tx:
        return load_endings(tx, [get_game(tx, game.id)]).get(game.id)


# Pages


def test_the_history_tells_the_branch_that_stands_with_the_rollback_in_its_place(world: World, taken: Taken) -> None:
    browser = world.browser()
    linked: list[int] = []
    for year in range(1, taken.past.last.year + 1):
        browser.open(f"/games/e1/history/{year}")
        assert "X-Robots-Tag" not in browser.response.headers
        places = [link.get("href") for link in browser.page.find_class("place")]
        linked += [int(place.rpartition("/")[2]) for place in places]
        assert ("The bank had miscounted. #" in browser.text) == (year == 2)
        old = [link.get("href") for link in browser.page.find_class("branches")[0].iter("a")]
        assert old == ["/games/e1/history?branch=1", "/games/e1/history?branch=2"]
    assert list(dict.fromkeys(linked)) == [moment.position for moment in taken.past.moments]


@pytest.mark.parametrize("number", [1, 2])
def test_a_branch_that_was_left_is_told_by_itself(world: World, taken: Taken, number: int) -> None:
    browser, branch = world.browser(), taken.past.branch(number)
    own = taken.past.moments_of(branch)
    linked: list[int] = []
    for year in sorted({moment.year for moment in own}):
        browser.open(f"/games/e1/history/{year}?branch={number}")
        assert browser.response.headers["X-Robots-Tag"] == "noindex"
        assert "This is an old branch of the game" in browser.text
        assert ("A letter was misread." if number == 1 else "The bank had miscounted.") in browser.text
        hrefs = [link.get("href") for link in browser.page.find_class("old-branch")[0].iter("a")]
        assert hrefs == [f"/games/e1/at/{taken.backs[number - 1]}", "/games/e1/history"]
        places = [link.get("href") for link in browser.page.find_class("place")]
        linked += [int(place.rpartition("/")[2]) for place in places]
    assert list(dict.fromkeys(linked)) == [moment.position for moment in own]
    assert browser.open(f"/games/e1/history?branch={number}").status_code == 200


def shown(browser: Browser, path: str) -> bytes:
    """What a page has to say, without the ways to other pages, which lead back to it."""
    browser.open(path)
    content: bytes = etree.tostring(browser.page.get_element_by_id("content"))
    return content


def test_other_branches_are_no_page(world: World, taken: Taken) -> None:
    browser = world.browser()
    plain = shown(browser, "/games/e1/history")
    assert shown(browser, "/games/e1/history?branch=3") == plain
    for path in ("?branch=0", "?branch=4", "?branch=-1", "/9?branch=1", "/1?branch=1"):
        assert browser.open(f"/games/e1/history{path}").status_code == 404


@pytest.mark.parametrize("number", [1, 2])
def test_a_branch_that_was_left_can_be_stepped_through(world: World, taken: Taken, number: int) -> None:
    browser = world.browser()
    positions = [moment.position for moment in taken.past.moments_of(taken.past.branch(number))]
    visited = [positions[0]]
    while True:
        response = browser.open(f"/games/e1/at/{visited[-1]}")
        assert response.headers["X-Robots-Tag"] == "noindex"
        banner = browser.page.find_class("old-branch")[0]
        assert [link.get("href") for link in banner.iter("a")] == [
            f"/games/e1/at/{taken.backs[number - 1]}",
            f"/games/e1/history?branch={number}",
        ]
        ways = {link.get("class"): link.get("href") for link in browser.page.find_class("ways")[0].iter("a")}
        shown = {name: link and int(link.rpartition("/")[2]) for name, link in ways.items()}
        at = positions.index(visited[-1])
        assert shown["first"] == (positions[0] if at else None)
        assert shown["prev"] == (positions[at - 1] if at else None)
        assert shown["last"] == (positions[-1] if at + 1 < len(positions) else None)
        if shown["next"] is None:
            break
        visited.append(shown["next"])
    assert visited == positions
    assert browser.page.get_element_by_id("replay").get("data-positions").split() == [str(one) for one in positions]
    assert browser.open(f"/games/e1/at/{positions[-1]}/map.svg").headers["X-Robots-Tag"] == "noindex"


def test_the_page_of_a_rollback_tells_why_and_leads_to_what_was_played_before(world: World, taken: Taken) -> None:
    browser = world.browser()
    response = browser.open(f"/games/e1/at/{taken.backs[1]}")
    assert "X-Robots-Tag" not in response.headers
    assert not browser.page.find_class("old-branch")
    found = browser.page.get_element_by_id("told")
    assert "by the operator: The bank had miscounted." in found.text_content()
    assert "There is nothing to show" not in found.text_content()
    assert [link.get("href") for link in found.iter("a")] == ["/games/e1/history?branch=2"]


def test_a_link_shows_the_same_position_when_the_game_has_gone_back(fresh: World) -> None:
    game = fresh.open_game()
    begun = game.final_position
    submit(fresh, game, "A s?\nend")
    path = f"/games/{game.tag}/at/{fresh.game(game.id).final_position}"
    browser = fresh.browser()
    before = browser.open(f"{path}?part=1").get_data(as_text=True).partition("data-position=")[2]
    take_back(fresh, game, begun)
    assert browser.open(f"{path}?part=1").get_data(as_text=True).partition("data-position=")[2] == before
    assert browser.open(path).status_code == 200


# Data


def test_the_feed_of_a_game_keeps_its_entries_and_tells_of_the_rollback(fresh: World) -> None:
    game = with_branches(fresh)
    paths = [f"/games/{game.tag}/feed.atom", f"/players/{fresh.players['Robo']}/feed.atom"]
    before = [entries_of(fresh, path) for path in paths]
    moment = past_of(fresh, game).moments[3]
    back = take_back(fresh, game, moment.position, "A last time.")
    for path, known in zip(paths, before, strict=True):
        now = entries_of(fresh, path)
        assert known.items() <= now.items()
        ((name, (title, link, text)),) = [(name, texts) for name, texts in now.items() if name not in known]
        assert name.endswith(f"games/{game.tag}/{back}/back")
        assert title.endswith("the game is rolled back")
        assert (link, text) == (
            f"https://games.test/games/{game.tag}/at/{back}",
            f"The game was rolled back to #{moment.position} by the operator: A last time.",
        )


def entries_of(world: World, path: str) -> dict[str, tuple[str, str, str]]:
    """A feed's entries by their names: title, link and text."""
    feed = etree.fromstring(world.browser().open(path).get_data())
    found = {}
    for entry in feed.iter(f"{ATOM}entry"):
        link, content = entry.find(f"{ATOM}link"), entry.find(f"{ATOM}content")
        assert link is not None
        assert content is not None
        text = " ".join("".join(map(str, content.itertext())).split())
        found[entry.findtext(f"{ATOM}id") or ""] = (entry.findtext(f"{ATOM}title") or "", link.get("href") or "", text)
    assert len(found) == len(list(feed.iter(f"{ATOM}entry"))), "each has a name of its own"
    return found


def test_public_data_tell_the_branch_and_the_rollbacks(world: World, taken: Taken) -> None:
    browser = world.browser()
    data = msgspec.json.decode(browser.open("/games/e1.json").get_data(), type=PublicGame, strict=True)
    assert (data.branch, data.held, data.position) == (3, None, taken.past.last.position)
    entries = {entry.position: entry.rollback for entry in taken.log}
    for number, (back, position) in enumerate(zip(data.rollbacks, taken.backs, strict=True), 1):
        entry = entries[position]
        assert entry is not None
        assert (back.position, back.to, back.left, back.epoch) == (position, entry.to, number, number - 1)
        assert back.history == f"https://games.test/games/e1/history?branch={number}"
        assert browser.open(back.history.removeprefix("https://games.test")).status_code == 200
        assert back.text in {notice.text for notice in data.notices}
    assert data.rollbacks[0].text.endswith("by the operator: A letter was misread.")


def test_a_game_that_is_held_says_so_instead_of_its_deadline(fresh: World) -> None:
    game = fresh.open_game()
    calendar = fresh.database.write(lambda tx: renew_calendar(tx, fresh.players[fresh.to_move(game)]))
    browser = fresh.browser()
    before = browser.open(f"/games/{game.tag}.json").headers["ETag"]
    assert b"BEGIN:VEVENT" in browser.open(f"/calendar/{calendar}.ics").get_data()
    fresh.database.write(lambda tx: hold_game(tx, game.id, 1_795_366_800_000))
    decoded = msgspec.json.decode(browser.open(f"/games/{game.tag}.json").get_data(), type=PublicGame, strict=True)
    assert (decoded.held, decoded.deadline) == ("2026-11-22T17:00:00Z", None)
    assert browser.response.headers["ETag"] != before
    listed = msgspec.json.decode(browser.open("/games/first-rails/index.json").get_data(), type=data.GameList)
    assert (listed.games[0].held, listed.games[0].deadline) == ("2026-11-22T17:00:00Z", None)
    for path in ("/", "/games/first-rails/", f"/games/{game.tag}"):
        browser.open(path)
        assert "on hold since Sunday 22 November 2026, 17:00 UTC" in browser.text
        assert "deadline:" not in browser.text
    mine = fresh.signed_in(fresh.to_move(game))
    mine.open("/my")
    assert "on hold since Sunday 22 November 2026, 17:00 UTC" in mine.text
    assert b"BEGIN:VEVENT" not in browser.open(f"/calendar/{calendar}.ics").get_data()
