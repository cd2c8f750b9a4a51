"""The toy game on pages and as data, and what they tell of hidden cards; run in a copy of the program that has it."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from types import GenericAlias
from typing import Any, Final

import msgspec
import pytest
from adjudicator.kit import Game, World, new_world
from adjudicator.page_outputs import give_calendars, postbox
from adjudicator.viewers import MODERATOR, Viewer, seat_of
from lobby.kit import Village
from lxml import etree
from moderation.kit import add_moderator, disputes, ruled
from web_kit import Browser, sit_down

from pbem.adjudicator.sessions import load_game
from pbem.games.presentation import presentation_of
from pbem.moderation.commands.positions import Amend, RollBack
from pbem.moderation.commands.secrets import GrantAccess
from pbem.store.moderation.game_file import list_letters_of_game
from pbem.store.players.preferences import find_calendar_token
from pbem.web.moderation.commands import FORMS
from pbem.web.public_data import data
from rules_core.kernel.record import differences, load, replay
from toy_game.kit import BASE, LANGUAGES, NAMES, TOY, VIEWERS, browser, ev, opened, play, state_of, visit


@dataclass(frozen=True)
class Eventful:
    """A game in which everything happened that can happen, and what pages need to name of it."""

    game: Game
    dispute: int
    calendar: str
    mail_key: str
    analysis: str
    """The mark of one that Anna began, played on, and shares."""
    shared: str


@pytest.fixture(scope="module")
def eventful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Eventful]:
    """A game that was corrected and rolled back, with press, next-turn orders, a draft, and an open dispute."""
    with new_world(tmp_path_factory.mktemp("eventful")) as world:
        for name, language in zip(NAMES, LANGUAGES, strict=True):
            world.add_player(name, language)
        add_moderator(world, "Mona")
        game, village = opened(world), Village(world)
        play(game, 2)
        start = game.row.position
        play(game, 2)
        tag = game.row.tag
        ruled(game, "Mona", Amend(tag, (ev.CardMoved(6, None, 1),), "A card was lost."))
        ruled(game, "Mona", RollBack(tag, start, "A slip."))
        play(game, 2)
        game.send(0, "press bert: Shall we?")
        game.send(2, "next turn: roll")
        game.send(1, "resign")
        game.send(1, "dispute: Was that card in the hand?")
        ruled(game, "Mona", GrantAccess(tag, "To look at the hands."))
        village.write("Anna", 'open toy for 2 "Tea"')
        give_calendars(world)
        list(postbox(game, 0))
        with world.database.read() as tx:
            calendar = find_calendar_token(tx, world.players["Anna"])
        key = re.findall(r"/postbox/([\w.]+)", visit(game, 0, "/postbox")[1])[0]
        (dispute,) = disputes(game)
        yield Eventful(game, dispute.id, calendar or "", key, *analysed(game))


def analysed(game: Game) -> tuple[str, str]:
    """An analysis that Anna begins, in which a turn is played on, and which she shares: its mark and its token."""
    visitor = Browser(game.world.app)
    visitor.client = browser(game, 0)
    visitor.open(f"/games/{game.row.tag}/try")
    visitor.press("Start analysis")
    visitor.press("Play on", orders="end")
    visitor.press("Play on", orders="end")
    visitor.press("Play on", orders="roll\nend")
    visitor.press("Make a link")
    (token,) = re.findall(r"/analysis/shared/([\w-]{20,})", visitor.response.text)
    return visitor.response.request.path.split("/")[2], token


def addresses(found: Eventful) -> dict[str, str]:
    """A path for every address that the application has and a browser may load, by the address."""
    game = found.game
    with game.world.database.read() as tx:
        mark = list_letters_of_game(tx, game.id, press=True, limit=1)[0].mark
    given: dict[str, Any] = {"tag": game.row.tag, "kind": "toy", "position": game.row.final_position, "year": 1}
    given |= {"mark": mark, "key": found.mail_key, "player_id": game.seats[0].player_id, "token": "x" * 20}
    given |= {"name": "hold", "verb": "role", "filename": "style.css"}
    folders = {"/guide/": {"topic": "player", "name": "game"}, "/guide/units/": {"name": "Caddyfile"}}
    analysis = {"mark": found.analysis, "token": found.shared, "number": 3}
    numbers = {"/disputes/": found.dispute}
    urls = game.world.app.url_map.bind("games.test", url_scheme="https")
    paths = {}
    for rule in game.world.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()):
            continue
        number = next((number for part, number in numbers.items() if part in rule.rule), 1)
        known = given | analysis if rule.rule.startswith("/analysis/") else given
        for folder, names in folders.items():
            known = known | names if rule.rule.startswith(folder) else known
        values = {name: known.get(name, number) for name in rule.arguments if name not in (rule.defaults or {})}
        paths[rule.rule] = urls.build(rule.endpoint, values, force_external=False)
    return paths | {"/calendar/<token>.ics": f"/calendar/{found.calendar}.ics"}


ABSENT: Final = (
    *(
        "/map.svg",
        "/map.png",
        "/boards/<name>.svg",
        "/address/<token>",
        "/register/<token>",
        "/sign-in/<token>",
        "/senders/<token>",
        "/erase/<token>",
    ),
    "/unsubscribe/<string(maxlength=64):token>",
)
"""Addresses of maps, of which the game has none, and those that work for the owner of a link."""
LEADING: Final = ("/games/<tag>/answer", "/games/<tag>/orders")
"""Addresses that lead to a game's page."""
STREAM: Final = "/live"
"""What has no end, and is answered only on a socket of the pages' server."""
OWN: Final = ("/my", "/postbox", "/lists/new", "/games/<tag>/resign")
"""What is for players who signed in."""


def due(rule: str) -> tuple[int | None, int, int | None]:
    """What a player, a spectator and a moderator are answered at an address; None where that is another's matter."""
    if rule.endswith(ABSENT):
        return 404, 404, 404
    if rule == STREAM:
        return 503, 503, 503
    if rule == "/games/<tag>/enter/<token>":
        return 303, 404, 303
    if rule in LEADING or rule == "/analysis/<mark>/<int:number>/orders":
        return 303, 303, 303
    if rule.startswith("/analysis/shared/"):
        return 200, 200, 200
    if rule.startswith("/analysis/"):  # whose it is
        return 303 if rule == "/analysis/<mark>" else 200, 404, 404
    if rule.startswith("/people"):  # for operators
        return 404, 303, 404
    if rule.startswith("/moderate"):
        return 404, 303, 200
    if rule.startswith("/my/mail/"):
        return None, 303, None
    return (200, 303, None) if rule.startswith(OWN) else (200, 200, 200)


def test_every_page_answers(eventful: Eventful) -> None:
    """Each is there for a player, a spectator and a moderator, or for those of them whom it is for."""
    paths = addresses(eventful)
    odd = {}
    for rule, path in paths.items():
        for viewer, status in zip(VIEWERS, due(rule), strict=True):
            answered, _text = visit(eventful.game, viewer, path)
            if (answered >= 500 and rule != STREAM) or status not in (None, answered):
                odd[rule, viewer] = answered
    assert len(paths) > 70 and odd == {}, odd


def test_the_whole_past_is_shown(eventful: Eventful) -> None:
    game = eventful.game
    here = f"/games/{game.row.tag}"
    paths = [f"{here}/at/{position}" for position in range(4, game.row.final_position + 1)]
    paths += [f"{here}/history?branch=1", f"{here}/history?branch=2", f"{here}/dice?year=1", f"{here}/dispute?at=9"]
    found = {path: visit(game, None, path)[0] for path in paths}
    assert set(found.values()) <= {200, 404} and sum(status == 200 for status in found.values()) > 12
    assert all(found[path] == 200 for path in paths[-4:])


def test_acts_are_told_before_they_are_done(eventful: Eventful) -> None:
    """The corrections among them are read, and refused where they would tell a secret."""
    game, moderator = eventful.game, browser(eventful.game, MODERATOR)
    token = re.search(r'name="csrf_token" value="([^"]+)"', moderator.get("/sign-in", base_url=BASE).text)
    form = {"csrf_token": token[1] if token else "", "reason": "why", "text": "so", "amount": "2", "unit": "d"}
    form |= {"seat": "1", "to": str(game.row.final_position), "dice": "new", "reapply": "yes"}
    for act in FORMS:
        for line in ("move 6 from deck to bert", "move 9 from deck to bert", "muve 6", "move 6 from anna to bert"):
            data = {**form, "corrections": line}
            path = f"/moderate/{game.row.tag}/{act}"
            response = moderator.post(path, data=data, base_url=BASE, headers={"Referer": BASE})
            assert response.status_code in (200, 409, 422), (act, line, response.text)


def test_a_dispute_is_examined_and_what_if_is_asked(eventful: Eventful) -> None:
    game, number = eventful.game, eventful.dispute
    here = f"/moderate/disputes/{number}"
    for query in ("", "?variant=signals%3Dwide", "?orders=roll%0Aplay+3%0Aend", "?orders=plai"):
        status, text = visit(game, MODERATOR, here + query)
        assert status == 200 and "Was that card in the hand?" in text
    status, text = visit(game, MODERATOR, f"{here}?variant=signals%3Dwide")
    assert "cards also fit one more or one less" in text


def test_data_is_as_it_is_described(eventful: Eventful) -> None:
    game = eventful.game
    public_data = presentation_of("toy").public_data
    kind: Any = GenericAlias(data.GameData, (public_data.state_type, public_data.result_type))
    found = msgspec.json.decode(visit(game, None, f"/games/{game.row.tag}.json")[1], type=kind, strict=True)
    assert [player.held for player in found.state.players] == [player.held for player in state_of(game).table.players]
    for path, kind in (("/games/toy/index.json", data.GameList), ("/lists/index.json", data.WaitingLists)):
        assert msgspec.json.decode(visit(game, None, path)[1], type=kind, strict=True)
    page = visit(game, None, "/help/data")[1]
    assert "ToyState" in page and "The cards left in the deck." in page and '"held"' in html.unescape(page)


def test_feeds_are_well_formed(eventful: Eventful) -> None:
    game = eventful.game
    for of in (f"/games/{game.row.tag}", "/lists", f"/players/{game.seats[0].player_id}"):
        feed = etree.fromstring(visit(game, None, f"{of}/feed.atom")[1].encode())
        assert feed.tag == "{http://www.w3.org/2005/Atom}feed"
    calendar = visit(game, None, f"/calendar/{eventful.calendar}.ics")[1]
    assert calendar.startswith("BEGIN:VCALENDAR")


def test_a_record_of_a_running_game_is_judged_again(eventful: Eventful) -> None:
    record = load(visit(eventful.game, None, f"/games/{eventful.game.row.tag}/record.json")[1])
    assert list(differences(record, TOY)) == []
    assert replay(record).table.year == eventful.game.row.year
    assert any(entry.rollback for entry in record.entries)
    assert any(isinstance(entry.payload, ev.CardMoved) for entry in record.entries)


OUTPUTS: Final = (
    "/games/{tag}",
    "/games/{tag}.json",
    "/games/{tag}/feed.atom",
    "/games/{tag}/history",
    "/games/{tag}/at/{position}",
    "/games/{tag}/dice",
    "/games/{tag}/record.json",
    "/games/{tag}/dispute",
    "/games/toy/index.json",
    "/",
)
"""Where a game is told of."""
LETTERS: Final = (
    "check\nroll",
    "check\nplay 3",
    "check\nend",
    "play 6",
    "status",
    "next turn: if cards >= 2: roll",
    "undo",
)
"""Letters that change nothing for anybody else."""


def test_cards_exchanged_between_two_hands_change_nothing_for_the_others(world: World, tmp_path: Path) -> None:
    """Whatever they are told: pages, data, feeds, records, reports, and answers to letters."""
    game = opened(world)
    game.send(0, "roll")
    world.database.copy_to(tmp_path / "copy.sqlite3")
    (tmp_path / "twin").mkdir()
    with new_world(tmp_path / "twin", tmp_path / "copy.sqlite3") as second:
        second.players, second.clock.at = dict(world.players), world.clock.at
        world.numbers, second.numbers = count(100), count(100)
        twin, kept = Game(second, game.id), state_of(game)
        first, one, other = kept.hands
        assert one != other and sum(one) == sum(other)
        with world.database.read() as tx:
            start: Any = load_game(tx, game.id).session.start_state
        twin.swap_state(replace(start, hands=(start.hands[0], start.hands[2], start.hands[1])))
        assert state_of(twin).hands == (first, other, one)
        for viewer in VIEWERS:
            for mine, theirs in zip(_told(game, viewer), _told(twin, viewer), strict=True):
                assert mine == theirs
        assert list(_told(game, 1)) != list(_told(twin, 1))


def _told(game: Game, viewer: Viewer) -> Iterator[str]:
    """What a viewer is told of a game, without what chance puts into pages."""
    for path in OUTPUTS:
        status, text = visit(game, viewer, path.format(tag=game.row.tag, position=game.row.final_position))
        yield f"{path} {status} " + re.sub(r'name="(csrf_token|form_key)" value="[^"]+"', "", text)
    for language in LANGUAGES:
        yield game.world.intake.forms.report(game.id, seat_of(viewer), language).text
    if isinstance(viewer, int):
        for letter in LETTERS:
            yield game.send(viewer, letter, quoting=False).answer.text


def test_a_turn_by_clicks(world: World, game: Game) -> None:
    """What is offered is previewed, asked about where it rolls, and sent."""
    visitor = Browser(world.app)
    sit_down(visitor.client, world.players["Anna"], BASE)
    visitor.open(f"/games/{game.row.tag}")
    assert "roll" in visitor.text and "For your eyes only" in visitor.text
    for click in ("roll", "Send", "Roll the dice"):
        visitor.press(click, form="/orders")
        assert visitor.response.status_code == 200, visitor.text
    assert state_of(game).table.turn.rolled
    visitor.open(f"/games/{game.row.tag}")
    for click in ("end", "Preview", "Send"):
        visitor.press(click, form="/orders")
    assert state_of(game).table.turn.seat == 1
