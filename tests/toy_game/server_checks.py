"""What the server must do with the toy game; run in a copy of the program that has it, by `test_toy_game.py`."""

import ast
import html
import inspect
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from datetime import timedelta
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from adjudicator.kit import Game, World, new_world
from adjudicator.letters import flat
from adjudicator.page_outputs import give_calendars, postbox
from adjudicator.test_digest import MORNING, daily, digests, tick
from adjudicator.viewers import MODERATOR, Viewer, browser_of, seat_of
from flask.testing import FlaskClient
from lobby.kit import Village
from lxml import etree
from moderation.kit import add_moderator, disputes, ruled
from web_kit import Browser, sit_down

from pbem.adjudicator.sessions import load_game
from pbem.clock import from_ms
from pbem.commands.orders import ActionOrder, read, write
from pbem.games.presentation import GamePresentation, IncompletePresentation, check, presentation_of, presenter_for
from pbem.i18n import catalogue
from pbem.moderation.commands import Amend, GiveRuling, GrantAccess, RollBack
from pbem.moderation.correction_lines import read_correction, write_correction
from pbem.store import repository as repo
from pbem.terms import Terms
from pbem.web.moderation.commands import FORMS
from pbem.web.public_data import data
from rules_core.games import bot_named, ruleset_for
from rules_core.kernel.definition import fold
from rules_core.kernel.events import GameCancelled
from rules_core.kernel.record import differences, load, replay, verify_dice
from rules_core.kernel.rulebook import CorrectionFault, violation

TOY: Final = ruleset_for("toy")
PACKAGE: Final = "rules_core.games.toy"
ev: Final[Any] = import_module(f"{PACKAGE}.events")
JUDGES: Final = ("play", "judging")
"""The modules of the game that refuse what players and moderators ask for."""
NAMES: Final = ("Anna", "Bert", "Clara")
LANGUAGES: Final = ("en", "de", "fr")
VIEWERS: Final[tuple[Viewer, ...]] = (0, None, MODERATOR)
BASE: Final = "https://games.test"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        for name, language in zip(NAMES, LANGUAGES, strict=True):
            world.add_player(name, language)
        add_moderator(world, "Mona")
        yield world


@pytest.fixture
def game(world: World) -> Game:
    return opened(world)


def opened(world: World, **options: str) -> Game:
    """A game whose dice are always the same."""
    return world.open_game(NAMES, kind="toy", options=options, terms=Terms(pace="5d", press="signed"))


def state_of(game: Game) -> Any:
    """The whole position, in the game's own types."""
    return game.state


def hand_of(game: Game, seat: int) -> tuple[int, ...]:
    """The cards that a seat holds."""
    found: tuple[int, ...] = state_of(game).hands[seat]
    return found


def next_line(game: Game, seat: int, bot: str = "heuristic") -> str:
    """The order that a bot would write for a seat, in its player's language."""
    view = TOY.view(game.state, seat)
    action = bot_named(bot)(view, TOY.legal(view), random.Random(seat).randrange)
    return write(action, view.table, LANGUAGES[seat])


def play(game: Game, turns: int | None = None) -> None:
    """Plays so many turns by letters, or all up to the end."""
    while not game.state.over and (turns is None or turns > 0):
        seat = game.state.table.turn.seat
        line = next_line(game, seat)
        reply = game.send(seat, line)
        assert "carried out" in reply.text, reply.answer.text
        turns = turns if turns is None or game.state.table.turn.seat == seat else turns - 1


def test_a_whole_game_by_letters_in_three_languages(world: World) -> None:
    game = opened(world)
    play(game)
    assert game.row.status == "over"
    for seat, name in enumerate(NAMES):
        text = flat(game.last_mail(seat).text)
        assert "How it ended" in text and "All hands" in text and name in text
    here = f"/games/{game.row.tag}"
    record = load(visit(game, None, f"{here}/record.json")[1])
    assert list(differences(record, TOY)) == [] and verify_dice(record) == []
    told = ["", ".json", "/feed.atom", "/history", "/history/1", "/dice", f"/at/{game.row.position}"]
    paths = [*(here + way for way in told), *(f"/games/toy/{part}" for part in ("complete", "winners", "players"))]
    for viewer in VIEWERS:
        assert {path: visit(game, viewer, path)[0] for path in paths} == dict.fromkeys(paths, 200)


def test_a_letter_is_read_previewed_refused_and_undone(game: Game) -> None:
    assert "This is a preview" in game.send(0, "check\nroll").text
    refused = game.send(0, "play 3").text
    assert "TO-3: roll the dice before you play a card." in refused
    unread = game.send(0, "plai 3\nroll").text
    assert 'Did you mean "play"?' in unread
    assert "Which card? Give its number." in game.send(0, "play").text
    assert "carried out" in game.send(0, "roll").text
    hand = hand_of(game, 0)
    card = next(card for card in range(1, 7) if "REFUSED" not in game.send(0, f"check\nplay {card}").text)
    assert "carried out" in game.send(0, f"play {card}").text
    assert "carried out" in game.send(0, "undo").text
    assert hand_of(game, 0) == hand
    assert "nothing to take back" in game.send(0, "undo").text
    assert "How to write orders" in game.send(0, "help").answer.text
    assert "For your eyes only" in game.send(0, "status").answer.text


def test_orders_wait_for_the_turn_and_on_a_condition(game: Game) -> None:
    game.send(1, "nächster Zug: würfeln")
    game.send(2, "next turn: if cards >= 9: roll\nnext turn: if cards = 5: end")
    game.send(0, "end")
    assert game.state.table.turn.seat == 1 and state_of(game).table.turn.rolled
    ended = game.send(1, "ende")
    assert game.state.table.turn.seat == 0 and game.state.table.year == 2
    assert "skipped: " in flat(ended.others[2].text) and "the cards in your hand: 5" in flat(ended.others[2].text)


def test_press_reaches_whom_it_is_for(game: Game) -> None:
    reply = game.send(0, "press bert: Shall we?")
    assert "Shall we?" in reply.others[1].text and set(reply.others) == {1}


@dataclass(frozen=True)
class Eventful:
    """A game in which everything happened that can happen, and what pages need to name of it."""

    game: Game
    dispute: int
    calendar: str
    mail_key: str


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
            calendar = repo.calendar_token(tx, world.players["Anna"])
        key = re.findall(r"/postbox/([\w.]+)", visit(game, 0, "/postbox")[1])[0]
        (dispute,) = disputes(game)
        yield Eventful(game, dispute.id, calendar or "", key)


def browser(game: Game, viewer: Viewer) -> FlaskClient:
    """A browser of a viewer's, in which they stay signed in."""
    known: dict[object, FlaskClient] = game.world.app.extensions.setdefault("browsers of tests", {})
    key = (game.id, viewer)
    if key not in known:
        known[key] = browser_of(game, viewer)
    return known[key]


def visit(game: Game, viewer: Viewer, path: str) -> tuple[int, str]:
    """The status of a page for a viewer, and its text."""
    response = browser(game, viewer).get(path, base_url=BASE)
    return response.status_code, response.text


def addresses(found: Eventful) -> dict[str, str]:
    """A path for every address that the application has and a browser may load, by the address."""
    game = found.game
    with game.world.database.read() as tx:
        mark = repo.letters_of_game(tx, game.id, press=True, limit=1)[0].mark
    given: dict[str, Any] = {"tag": game.row.tag, "kind": "toy", "position": game.row.final_position, "year": 1}
    given |= {"mark": mark, "key": found.mail_key, "player_id": game.seats[0].player_id, "token": "x" * 20}
    given |= {"name": "hold", "filename": "style.css"}
    numbers = {"/disputes/": found.dispute}
    urls = game.world.app.url_map.bind("games.test", url_scheme="https")
    paths = {}
    for rule in game.world.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()):
            continue
        number = next((number for part, number in numbers.items() if part in rule.rule), 1)
        values = {name: given.get(name, number) for name in rule.arguments if name not in (rule.defaults or {})}
        paths[rule.rule] = urls.build(rule.endpoint, values, force_external=False)
    return paths | {"/calendar/<token>.ics": f"/calendar/{found.calendar}.ics"}


ABSENT: Final = ("/map.svg", "/address/<token>", "/register/<token>", "/sign-in/<token>")
"""Addresses of maps, of which the game has none, and those that work for the owner of a link."""
LEADING: Final = ("/games/<tag>/answer", "/games/<tag>/orders")
"""Addresses that lead to a game's page."""
OWN: Final = ("/my", "/postbox", "/lists/new", "/games/<tag>/resign")
"""What is for players who signed in."""


def due(rule: str) -> tuple[int | None, int, int | None]:
    """What a player, a spectator and a moderator are answered at an address; None where that is another's matter."""
    if rule.endswith(ABSENT):
        return 404, 404, 404
    if rule in LEADING:
        return 303, 303, 303
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
            if answered >= 500 or status not in (None, answered):
                odd[rule, viewer] = answered
    assert len(paths) > 70 and odd == {}


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
    told = presentation_of("toy").public_data
    kind: Any = data.GameData[told.state_type, told.result_type]  # type: ignore[name-defined]
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


def test_a_late_turn_is_passed_and_a_bot_may_have_it(world: World) -> None:
    for late in ("pass", "bot"):
        game = world.open_game(NAMES, kind="toy", terms=Terms(pace="3d", late=late))
        world.clock.at = from_ms(game.row.deadline_ms or 0) + timedelta(days=3)
        world.intake.clock.wake(game.id)
        assert state_of(game).table.turn.seat == 1
        assert "Anna" in game.last_mail(1).text


def test_a_ruling_cites_a_rule_and_corrects(world: World, game: Game) -> None:
    game.send(0, "end")
    game.send(1, "Einspruch: Das war falsch.")
    (dispute,) = disputes(game)
    before = hand_of(game, 2)
    amend = Amend(game.row.tag, (ev.CardMoved(6, None, 2),), "Two stuck together.")
    _told, mails = ruled(game, "Mona", GiveRuling(dispute.id, "amend", "to-2", "So it is.", amend))
    assert "TO-2: Every card is shown to all" in flat(mails[0].text)
    assert "Correction: a 6 goes from the deck to Clara." in flat(mails[0].text)
    assert hand_of(game, 2) == (*before[:5], before[5] + 1)


def test_a_moderator_corrects_by_letter_and_is_told_no_secret(world: World, game: Game) -> None:
    village, tag = Village(world), game.row.tag
    refused = village.write("Mona", f"amend {tag} move 3 from anna to bert: why").text
    assert "Another player's hand is hidden from you." in refused
    asked = village.write("Mona", f"amend {tag} move 3 from deck to bert: A slip.")
    assert "Correction: a 3 goes from the deck to Bert." in asked.text
    before = hand_of(game, 1)
    code = re.search(r"confirm [A-Z0-9]{4} [A-Z0-9]{4}", asked.answer.text)
    village.confirm("Mona", code[0] if code else "confirm")
    assert sum(hand_of(game, 1)) == sum(before) + 1


def test_players_take_a_turn_back_by_consent(game: Game) -> None:
    start = game.row.position
    game.send(0, "roll")
    game.send(0, "end")
    reply = game.send(0, f"rollback #{start}: I slipped.")
    assert "agree" in reply.others[1].text
    game.send(1, "agree")
    game.send(2, "agree")
    assert any(entry.kind == "rollback" for entry in game.entries) and state_of(game).table.turn.seat == 0


@pytest.mark.parametrize("part", [field.name for field in fields(GamePresentation)])
def test_left_incomplete_in_a_part_it_is_refused_by_its_name(part: str) -> None:
    """Whether the part is left out of its module, or is nothing."""
    package = import_module("pbem.games.toy")
    tree = ast.parse(inspect.getsource(package))
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    (call,) = (call for call in calls if ast.unparse(call.func) == "GamePresentation")
    call.keywords = [keyword for keyword in call.keywords if keyword.arg != part]
    with pytest.raises(TypeError, match=f"'{part}'"):
        exec(compile(tree, "toy", "exec"), {"__name__": package.__name__})
    nothing: dict[str, Any] = {part: None}
    with pytest.raises(IncompletePresentation, match=f"`{part}` is missing"):
        check(replace(presentation_of("toy"), **nothing))


@pytest.mark.parametrize("part", ["notation", "templates", "public_data", "corrections", "score", "headings"])
def test_left_incomplete_in_a_part_of_a_part_it_is_refused_by_its_name(part: str) -> None:
    whole = getattr(presentation_of("toy"), part)
    for name in whole._fields if hasattr(whole, "_fields") else [field.name for field in fields(whole)]:
        nothing: dict[str, Any] = {name: None}
        less = whole._replace(**nothing) if hasattr(whole, "_replace") else replace(whole, **nothing)
        without: dict[str, Any] = {part: less}
        with pytest.raises(IncompletePresentation, match=rf"`{part}\.{name}` is missing"):
            check(replace(presentation_of("toy"), **without))


def test_everything_has_words_that_go_through_the_catalogue() -> None:
    events = [*TOY.setup({}, 3, lambda _key, _sides: 0), ev.Rolled(0, ("1", "1")), ev.CardTaken(0, 3, (4,) * 6)]
    state = fold(TOY, events)
    events += [ev.CardPlayed(0, 3, "3"), ev.TurnEnded(0), ev.GameEnded("last year", TOY.standings(state))]
    events += [ev.CardMoved(1, None, 0), GameCancelled()]
    assert {type(event) for event in events} == set(TOY.events)
    presenter = presenter_for(state.table, NAMES, catalogue("xx"))
    assert all(presenter.sentence(event).startswith("⟦") for event in events)
    sources = "".join(Path(str(import_module(f"{PACKAGE}.{name}").__file__)).read_text("utf-8") for name in JUDGES)
    for rule, code in re.findall(r'(?:_refused|violation)\("(TO-\d)", "(\w+)"', sources):
        assert "⟦" in presenter.describe_violation(violation(rule, code, card=3))
    for code in re.findall(r'Flaw\("([\w ]+)"', sources):
        assert presenter.describe_correction_fault(CorrectionFault(code, {"card": 3})).startswith("⟦")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_is_read_as_the_same(language: str) -> None:
    state = fold(TOY, TOY.setup({"signals": "wide"}, 3, lambda _key, _sides: 0))
    rolled = fold(TOY, [ev.Rolled(0, ("1", "2"))], state)
    for position in (state, rolled):
        view = TOY.view(position, 0)
        for action in TOY.legal(view):
            (order,) = read([write(action, view.table, language)], view, language).orders
            assert order == ActionOrder(action)
    for correction in (ev.CardMoved(6, None, 1), ev.CardMoved(1, 0, 2), ev.CardMoved(1, 0, None)):
        line = write_correction(correction, state.table, NAMES, language)
        assert read_correction(line, state.table, NAMES, catalogue(language), language) == correction


def test_a_seat_goes_to_another_with_its_hand(world: World, game: Game) -> None:
    world.add_player("Dora")
    game.send(2, "resign")
    game.send(2, "confirm")
    assert "e1" in Village(world).write("Dora", "take e1").text
    game.send(0, "end")
    hand = ", ".join(str(card) for card, held in enumerate(hand_of(game, 2), 1) for _ in range(held))
    taken = [mail for mail in world.all_mails() if mail.player_id == world.players["Dora"]]
    assert any(f"Your hand: {hand}." in flat(mail.text) for mail in taken)


def test_the_daily_digest_tells_of_it(world: World, game: Game) -> None:
    daily(world, "Clara")
    play(game, 2)
    tick(world, MORNING)
    (mail,) = digests(world, "Clara")
    assert "Anna ends the turn." in mail.text and "Your hand: " in mail.text
