"""What the pages show: games, a player's own games and mails, rules and orders, and errors in good manner."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from line_kit import line_events, line_table
from orders_kit import examples_of
from past_kit import bots, play
from web_kit import World, new_world

from pbem.clock import to_ms
from pbem.commands.orders import verbs_of
from pbem.games.line.maps import alt, described
from pbem.games.line.render_context import RenderContext
from pbem.i18n import catalogue
from pbem.mail.maildir import LONGEST_OPENING, opening_of
from pbem.reports.document import Entries
from pbem.store import Tx
from pbem.store.games.game import GameFacts, GameRow, get_game, update_game_facts
from pbem.store.mail.outbox import BuiltMail, Delivery, find_mail_bytes, keep_bytes, mark_sent
from rules_core.games import rulebook


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def finish(world: World, game: GameRow) -> None:
    """Mark a game as over, as its last event does."""
    over = {"status": "over", "active_seat": None, "deadline_ms": None, "year": 9}

    def work(tx: Tx) -> None:
        facts = {name: getattr(get_game(tx, game.id), name) for name in GameFacts._fields}
        update_game_facts(tx, game.id, GameFacts(**{**facts, **over}))

    world.database.write(work)


def test_home_lists_the_games_with_who_is_to_move_and_until_when(world: World) -> None:
    game = world.open_game("Whitsun")
    browser = world.browser()
    browser.open("/")
    assert "Games in progress 1" in browser.text
    assert "Finished games 0" in browser.text
    players = "The First Rails: Anna, Bert, Clara"
    assert f"e1 Whitsun {players} {world.to_move(game)} to play · year 1, turn 1" in browser.text
    assert "deadline: Sunday 29 November 2026, 17:00 UTC" in browser.text
    assert [time.get("datetime") for time in browser.page.iter("time")] == ["2026-11-29T17:00+00:00"]


def test_an_empty_server_says_so(world: World) -> None:
    browser = world.browser()
    browser.open("/")
    assert "None at the moment." in browser.text
    assert browser.open("/games/first-rails/complete").status_code == 200


def test_the_public_page_of_a_game_shows_all_that_is_public_and_no_form(world: World) -> None:
    game = world.open_game("A & <b>B</b>", ("Anna", "Bert"), {"open": "yes", "extended": "yes"})
    browser = world.browser()
    browser.open("/games/e1")
    document = world.intake.forms.report(game.id, None, "en").document
    found = [item for block in document.blocks if isinstance(block, Entries) for item in block.items]
    assert len(found) == 3
    for entry in found:
        for line in (entry.head, *entry.details):
            assert line in browser.text
    for card in world.intake.forms.look(game.id, None).view.table.box.companies:
        assert card.name in browser.text
    assert "In the bank:" in browser.text and "Small tiles left (34)" in browser.text
    assert game.commitment in browser.text
    assert "open game: nothing is hidden" in browser.text
    assert "extended game: 60 dice instead of 40" in browser.text
    assert "7 days" in browser.text
    assert not list(browser.page.iter("textarea", "form"))
    assert browser.page.find(".//h1").text == "A & <b>B</b>"


def test_the_map_is_drawn_and_told_in_words(world: World) -> None:
    game = world.open_game()
    browser = world.browser()
    browser.open("/games/e1")
    (drawing,) = browser.page.xpath("//figure/svg")
    assert drawing.get("role") == "img"
    seen = world.intake.forms.look(game.id, None)
    scene = RenderContext(line_table(seen.view.table), seen.names, catalogue("en"))
    assert alt(scene) in drawing.text_content()
    for paragraph in described(scene, line_events(seen.latest)):
        assert paragraph in browser.text


def test_a_player_sees_his_own_report_with_its_private_part(world: World) -> None:
    world.open_game()
    assert "For your eyes only" in (world.signed_in("Bert").open("/games/e1").get_data(as_text=True))
    assert "For your eyes only" not in world.browser().open("/games/e1").get_data(as_text=True)
    assert "For your eyes only" not in world.signed_in("Dora").open("/games/e1").get_data(as_text=True)


def test_a_finished_game_shows_no_way_to_go_on(world: World) -> None:
    game = bots(world)
    assert "Where the line can continue" in world.browser().open(f"/games/{game.tag}").get_data(as_text=True)
    assert play(world, game).status == "over"
    browser = world.browser()
    page = browser.open(f"/games/{game.tag}").get_data(as_text=True)
    best, *_others = (standings := line_table(world.intake.forms.look(game.id, None).view.table).standings)
    assert f"{world.intake.forms.look(game.id, None).names[best.seat]} won" in browser.text
    years = browser.page.xpath("//table[@data-years]")[0].xpath(".//tbody/tr")
    last = [int(cell.text_content().replace(",", "")) for cell in years[-1].findall("td")]
    assert last == [one.passengers * 1000 for one in sorted(standings, key=lambda one: one.seat)]
    assert not browser.page.xpath("//a[contains(@href, 'again=')]"), "it is for those who played it"
    assert "The seed, now that the game is over" in page
    for gone in ("Where the line can continue", "could be built there", "The line can leave"):
        assert gone not in page


def test_my_games_begin_with_those_that_wait_for_me(world: World) -> None:
    games = []
    for name in ("One", "Two", "Three"):
        games.append(world.open_game(name, ("Anna", "Bert")))
        world.clock.advance(timedelta(days=1))
    player = Counter(map(world.to_move, games)).most_common(1)[0][0]
    first, second = [game for game in games if world.to_move(game) == player][:2]
    browser = world.signed_in(player)
    browser.open("/my")
    assert "Waiting for you 2" in browser.text
    assert browser.text.index(first.name) < browser.text.index(second.name), "the earlier deadline first"
    browser.open(f"/games/{first.tag}")
    browser.press("Send", orders="end")
    browser.open("/my")
    assert "Waiting for you 1" in browser.text
    assert browser.text.index(second.name) < browser.text.index("Waiting for others 2") < browser.text.index(first.name)
    finish(world, second)
    browser.open("/my")
    assert "You're up to date: nobody is waiting for you." in browser.text
    assert "Finished 1" in browser.text
    assert "finished in year 9" in browser.text


def test_every_mail_to_me_can_be_read_and_sent_again(world: World) -> None:
    world.open_game()
    browser = world.signed_in_by_link("Anna")
    browser.open("/my/mail")
    report, link = world.mails("Anna")
    assert browser.text.index(link.subject) < browser.text.index(report.subject), "the newest first"
    browser.open(f"/my/mail/{report.number}")
    assert "For your eyes only" in browser.text
    assert "not sent yet" in browser.text
    sent_ms = to_ms(world.clock())
    world.database.write(lambda tx: keep_bytes(tx, [BuiltMail(report.id, b"bytes")], sent_ms))
    world.database.write(lambda tx: mark_sent(tx, [Delivery(report.id, "250 ok")], sent_ms))
    browser.open(f"/my/mail/{report.number}")
    assert "sent Sunday 22 November 2026, 17:00 UTC" in browser.text
    world.changes.clear()
    browser.press("Send it to me again")
    assert world.mails("Anna")[0].status == "due"
    assert world.changes
    with world.database.read() as tx:
        assert find_mail_bytes(tx, report.id) == b"bytes"


def test_a_mail_to_somebody_else_does_not_exist(world: World) -> None:
    world.open_game()
    browser = world.signed_in_by_link("Anna")
    browser.open(f"/my/mail/{world.mails('Anna')[0].number}")
    _path, fields = browser.form("Send it to me again")
    others = len(world.mails("Anna")) + 1
    for number in (others, 9999, 10**30):
        response = browser.open(f"/my/mail/{number}")
        assert response.status_code == 404 or response.request.path == "/my/mail", "at most the list"
        assert browser.post(f"/my/mail/{number}/resend", fields).status_code == 404


def test_my_pages_are_for_players_who_signed_in(world: World) -> None:
    world.open_game()
    for path in ("/my", "/my/mail", "/my/mail/1", "/games/e1/answer"):
        assert world.browser().open(path).request.path == "/sign-in"


@pytest.mark.parametrize(("path", "kind"), [("/rules", "first_rails"), ("/rules/germany", "germany")])
def test_every_rule_has_its_anchor(world: World, path: str, kind: str) -> None:
    browser = world.browser()
    browser.open(path)
    for rule in rulebook(kind).values():
        assert rule.title in browser.page.get_element_by_id(rule.id).text_content()
        assert " ".join(rule.text.split()) in browser.text


@pytest.mark.parametrize(("path", "kind"), [("/help/orders", "first_rails"), ("/help/orders/germany", "germany")])
def test_the_order_page_shows_every_verb_and_example(world: World, path: str, kind: str) -> None:
    browser = world.browser()
    browser.open(path)
    shown = [" ".join(code.text_content().split()) for code in browser.page.iter("code")]
    for verb in verbs_of(kind):
        form = verb.form
        assert form.explanation in browser.text
        assert set(examples_of(form, "en")) <= set(shown)


def test_healthz_says_ok_while_the_database_answers(world: World) -> None:
    browser = world.browser()
    response = browser.open("/healthz")
    assert (response.status_code, response.get_data(as_text=True)) == (200, "ok\n")
    assert response.headers["Content-Type"].startswith("text/plain")


def test_a_broken_database_is_told_in_the_same_manner_and_no_more(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    browser = world.signed_in_by_link("Anna")
    world.database.close()
    for path in ("/", "/my", "/healthz"):
        with world.database.path.open("r+b") as file:
            file.write(b"this is no database any more" * 10)
        response = browser.open(path)
        assert response.status_code == 500
        assert "Our mistake" in browser.text
        assert "sqlite" not in response.get_data(as_text=True).lower()
        assert response.headers["Cache-Control"] == "no-store"
    assert caplog.records


@pytest.mark.parametrize(
    "path",
    ["/nope", "/games/e99", "/games/", "/games/e1/x", "/my/mail/x", "/static/nope.css", "/games/..%2f..%2fweb.key"],
)
def test_what_is_not_there_is_said_so(world: World, path: str) -> None:
    browser = world.browser()
    assert browser.open(path).status_code == 404
    assert "Page not found" in browser.text


def test_a_method_that_is_not_taken_is_said_so(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    browser.open("/my")
    _path, fields = browser.form("Sign out")
    response = browser.post("/my", fields)
    assert (response.status_code, "GET" in response.headers["Allow"]) == (405, True)
    assert "Not possible here" in browser.text


def test_a_body_beyond_measure_is_refused(world: World) -> None:
    browser = world.browser()
    browser.open("/sign-in")
    path, fields = browser.form("Email me a link")
    assert browser.post(path, {**fields, "address": "a" * 70_000}).status_code == 413
    assert "Too long" in browser.text


def test_mails_of_one_subject_are_told_apart_by_how_they_begin(world: World) -> None:
    world.open_game()
    browser = world.signed_in_by_link("Anna")
    for path in ("/my", "/my/mail"):
        browser.open(path)
        mail = next(mail for mail in world.mails("Anna") if mail.game_id is not None)
        assert " ".join(mail.text.split("\n\n")[0].split()) in browser.text


def test_an_opening_is_one_line_of_some_length() -> None:
    assert opening_of("\nIt's\nyour turn.\n\nNews.") == "It's your turn."
    assert opening_of("") == ""
    assert len(opening_of("word " * 90)) <= LONGEST_OPENING and opening_of("word " * 90).endswith("word…")
