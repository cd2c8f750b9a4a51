"""Every page is sound HTML that needs no script, can be used by keyboard and ear, and speaks the visitor's language."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from lxml import html
from past_kit import submit, take_back
from web_kit import NAMES, Browser, World, new_world

from pbem.adjudicator.context import PlayerContext
from pbem.clock import to_ms
from pbem.guide import guides
from pbem.i18n import PSEUDO, catalogue
from pbem.lobby.commands import Join, OfficeCommand, Open
from pbem.lobby.office import for_player
from pbem.store import Tx, UnitOfWork
from pbem.store.players.player import get_player
from pbem.terms import Terms
from rules_core.games.germany.options import GERMAN_BOX
from rules_core.line.components import components_from
from rules_core.line.sectors import chart_of

VOID = {"meta", "link", "input", "br", "img"}
BLOCKS = {"p", "ul", "ol", "dl", "pre", "section", "form", "h1", "h2", "h3", "div", "table"}
PATHS = (
    "/", "/games/first-rails/", "/games/first-rails/complete", "/games/e1", "/games/e2",
    "/sign-in", "/sign-in/sent", "/sign-in/abc",
    "/rules", "/help/orders", "/reference", "/reference/first-rails", "/nope", "/my", "/my/mail", "/games/e1/answer",
    "/games/first-rails/winners", "/players/1", "/games/e1/history", "/games/e1/press", "/games/e1/at/7", "/help/data",
    "/guide", "/guide/fairness", "/guide/host-mail",
    "/my/settings", "/my/mail?game=e1", "/address/abc", "/postbox", "/my/letters", "/my/senders", "/senders/abc",
    "/senders/done",
    "/rules/germany", "/help/orders/germany", "/reference/germany", "/games/germany/winners", "/games/e3",
    "/games/e3/history", "/games/e3/at/7",
    "/games/e4/history", "/games/e4/history?branch=1", "/games/e4/at/8", "/games/e4/at/9",
    "/lists", "/lists?game=germany", "/lists/1", "/lists/2", "/lists/new", "/lists/new?game=germany", "/help/office",
    "/play", "/register", "/register/sent", "/register/abc",
)  # fmt: skip
ORDERS = ("roll 2?\nstation A weiden\nend", "rol 4?", "income\nend", "", "hello", "help", "<script>alert(1)</script>")


class Strict(HTMLParser):
    """Notes every tag that is not closed where it should be, and what stands where HTML forbids it."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Judge where and how a tag stands."""
        if tag in BLOCKS and "p" in self.open:
            self.faults.append(f"<{tag}> in a paragraph")
        if len(dict(attrs)) < len(attrs):
            self.faults.append(f"<{tag}> with an attribute twice")
        is_inline = tag == "style" or (tag == "script" and "src" not in dict(attrs))
        if is_inline or any(name.startswith("on") or name == "style" for name, _ in attrs):
            self.faults.append(f"<{tag}> with what the policy forbids")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Judge what a tag closes."""
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes something else")


def visited(world: World) -> Iterator[tuple[str, Browser]]:
    """Every page there is, for a stranger and for a player, with answers of every kind."""
    world.deliver()
    stranger = world.browser()
    name = world.to_move(world.game(1))
    player = world.signed_in_by_link(name)
    for browser in (stranger, player):
        for path in (*PATHS, f"/my/mail/{world.mails(name)[0].number}"):
            browser.open(path)
            yield path, browser
    player.open("/postbox")
    assert player.page.xpath("//*[@class='waits']"), "a mail"
    player.open(player.page.xpath("//main//li/a")[0].get("href"))
    yield "a mail in the postbox", player
    player.press("Send email")
    yield "a letter that is not taken", player
    for orders in ORDERS:
        for button in ("Preview", "Send"):
            player.open("/games/e1")
            path, fields = player.page.get_element_by_id("orders-form").action, player_fields(player)
            player.post(path, {**fields, "orders": orders, "do": button.lower()})
            yield f"{button} {orders!r}", player
    stranger.post("/games/e1/orders", {"orders": "lost"})
    yield "a forged form", stranger
    player.open("/my/settings")
    path, fields = player.form("Save language and time zone")
    player.post(
        path,
        {"csrf_token": fields["csrf_token"], "zone": "Mars/Olympus", "format": "x", "reports": "", "language": "tlh"},
    )
    yield "settings that cannot be", player
    for button, typed in (("Email a link there", "nonsense"), ("Email a link there", "new@player.test")):
        player.open("/my/settings")
        player.press(button, address=typed)
        yield f"a new address: {typed}", player
    player.press("Make a secret address")
    yield "settings with a calendar", player
    stranger.follow("/address/abc", "This is my address")
    yield "an address that cannot be had", stranger
    player.open("/lists/new")
    path, fields = player.form("Open the game")
    player.post(path, {**fields, "seats": "9", "amount": "", "zone": "", "days": "", "late": "", "option-open": ""})
    yield "a list that cannot be", player
    player.post(path, {**fields, "name": "Rhine & <Main>"})
    yield "a list that is open", player
    player.press("Invite", whom="<i>Nobody</i>")
    yield "an invitation that cannot be", player
    stranger.open("/register")
    stranger.press("Email me a link", name="a@b", address="nowhere")
    yield "a registration that cannot be", stranger
    stranger.open("/sign-in/abc")
    fields = dict(stranger.page.forms[-1].form_values())
    stranger.post("/sign-in/abc", fields)
    yield "a link that does not work", stranger


def player_fields(browser: Browser) -> dict[str, str]:
    """What the form for orders sends."""
    return dict(browser.page.get_element_by_id("orders-form").form_values())


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with new_world(tmp_path_factory.mktemp("web")) as world:
        furnish(world)
        yield world


def furnish(world: World) -> None:
    """Open games, of which one has gone back, and lists."""
    world.open_game("Rails & <Roads>")
    world.open_game("Open", ("Anna", "Bert"), {"open": "yes"})
    world.open_game("Open", ("Anna", "Bert"), kind="germany")
    gone_back = world.open_game("Open", ("Anna", "Bert"))
    submit(world, gone_back, "roll 1?")
    take_back(world, gone_back, gone_back.final_position, "It was <meant> otherwise.")
    open_lists(world)


def open_lists(world: World) -> None:
    """Open two lists, and have somebody join one."""
    ask(world, "Clara", Open("germany", 3, Terms(), {"two_starts": "drawn"}, name="Rhine & <Main>"))
    ask(world, "Dora", Open("first_rails", 2, Terms("36h", "12345", "Europe/Berlin", "pass", "none")))
    ask(world, "Dora", Join(1, "<words>"))


def ask(world: World, name: str, command: OfficeCommand) -> None:
    """Have something done for a player, as his letter would have it."""
    words, now_ms = catalogue(world.settings.server.language), to_ms(world.clock())

    def work(tx: Tx) -> None:
        player = get_player(tx, world.players[name])
        context = PlayerContext(unit=UnitOfWork(tx, world.settings, now_ms), player=player, words=words)
        for_player(context)(command)

    world.database.write(work)


@pytest.fixture(scope="module")
def pages(world: World) -> dict[str, bytes]:
    return {f"{n}: {path}": browser.response.get_data() for n, (path, browser) in enumerate(visited(world))}


def test_every_tag_is_closed_in_its_place_and_nothing_is_inline(pages: dict[str, bytes]) -> None:
    for path, page in pages.items():
        parser = Strict()
        parser.feed(page.decode())
        assert page.startswith(b"<!doctype html>")
        assert (parser.faults, parser.open) == ([], []), path


def test_ids_are_unique_and_all_that_is_named_is_there(pages: dict[str, bytes]) -> None:
    for path, page in pages.items():
        tree = html.document_fromstring(page)
        ids = [element.get("id") for element in tree.iter() if element.get("id")]
        assert len(ids) == len(set(ids)), path
        named = [
            one
            for element in tree.iter()
            for attribute in ("aria-labelledby", "aria-describedby", "for")
            for one in (element.get(attribute) or "").split()
        ]
        assert set(named) <= set(ids), path
        jumps = [link.get("href")[1:] for link in tree.iter("a") if link.get("href", "").startswith("#")]
        assert set(jumps) <= set(ids), path


def test_every_page_has_its_language_a_title_and_headings_in_order(pages: dict[str, bytes]) -> None:
    for path, page in pages.items():
        tree = html.document_fromstring(page)
        assert (tree.get("lang"), tree.get("dir")) == ("en", "ltr")
        assert tree.findtext(".//title").strip().endswith(" · Railroad Dice by mail")
        levels = [int(element.tag[1]) for element in tree.iter("h1", "h2", "h3", "h4")]
        assert levels[0] == 1 and levels.count(1) == 1, path
        assert all(after <= before + 1 for before, after in pairwise(levels)), path
        assert tree.find("body").find("a").get("href") == "#content", "first of all, past the menu"
        assert tree.get_element_by_id("content").tag == "main"


def test_every_page_has_one_of_each_landmark_and_says_what_it_is(pages: dict[str, bytes]) -> None:
    for path, page in pages.items():
        tree = html.document_fromstring(page)
        assert [len(tree.findall(f"body/{landmark}")) for landmark in ("header", "main", "footer")] == [1, 1, 1], path
        assert len(tree.findall("body/header/nav")) == 1, path
        names = [nav.get("aria-label") for nav in tree.iter("nav")]
        assert all(names) and len(names) == len(set(names)), path
        (described,) = tree.xpath("//meta[@name='description']/@content")
        assert 40 < len(described) < 160, path
        assert tree.xpath("//link[@rel='icon']/@href"), path


def test_every_link_says_where_it_leads(pages: dict[str, bytes]) -> None:
    for path, page in pages.items():
        for link in html.document_fromstring(page).iter("a"):
            said = " ".join(link.text_content().split())
            assert said, f"{path}: {link.get('href')}"
            assert said.lower() not in {"here", "click here", "more", "link", "this"}, path


def test_the_menu_marks_the_page_that_is_shown(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    for path, name in (
        ("/", ["Railroad Dice by mail"]),
        ("/lists", ["Join a game", "Join a game"]),
        ("/help/orders", ["Rules", "Orders"]),
        ("/my/settings", ["Anna", "Settings"]),
    ):
        browser.open(path)
        marked = [" ".join(one.text_content().split()) for one in browser.page.xpath("//header//*[@aria-current]")]
        assert marked == name
    browser.open("/games/first-rails/winners")
    assert browser.page.xpath("//header//summary[@aria-current='true']")


def test_every_field_has_a_label_and_every_button_a_name(pages: dict[str, bytes]) -> None:
    for path, page in pages.items():
        tree = html.document_fromstring(page)
        labelled = {label.get("for") for label in tree.iter("label")}
        for field in tree.iter("input", "textarea"):
            assert field.get("type") == "hidden" or field.get("id") in labelled, path
        spoken = tree.xpath("//button[not(ancestor-or-self::*[@aria-hidden='true'])]")
        assert all(button.text_content().strip() for button in spoken), path
        for block in tree.iter("pre"):
            assert block.get("tabindex") == "0", "what scrolls can be scrolled by keyboard"


def test_no_form_carries_a_secret_in_its_address(pages: dict[str, bytes]) -> None:
    for path, page in pages.items():
        for form in html.document_fromstring(page).forms:
            assert form.method == "POST", path
            assert "?" not in form.action, path


def test_every_link_leads_somewhere(world: World, pages: dict[str, bytes]) -> None:
    browser = world.signed_in(world.to_move(world.game(1)))
    links = {
        link.split("#")[0]
        for page in pages.values()
        for element in html.document_fromstring(page).iter("a", "link")
        for link in [element.get("href", "")]
        if link.startswith("/")
    }
    assert {"/rules", "/help/orders", "/games/e1", "/my", "/my/mail"} <= links
    for link in links:
        assert browser.open(link).status_code == 200, link


def test_a_list_of_lines_says_in_words_what_became_of_each(pages: dict[str, bytes]) -> None:
    said = {
        " ".join(mark.text_content().split())
        for page in pages.values()
        for mark in html.document_fromstring(page).iterfind(".//ol/li/p/strong")
    }
    assert {"✓ done", "✗ REFUSED", "? NOT UNDERSTOOD", "– not reached", "– read as a comment"} <= said


COMPANIES = ("Eisberg Tours", "Überall Fahrten", "Weiden Express", "Insel Hopper", "Berg & Tal-Bahn")
GAMES = ("Rails & <Roads>", "[First Rails e1]", "[First Rails e2]", "Open", "e1", "e2")
TOWNS = [town.name for town in chart_of(components_from(GERMAN_BOX)).towns]
TITLES = [guide.title for guide in guides().values()]
NAMED = ("Railroad Dice by mail", "Rhine & <Main>", "lobby@localhost", *GAMES, *NAMES, *COMPANIES, *TOWNS, *TITLES)


def spoken(page: bytes) -> Iterator[str]:
    """Every text that a visitor sees or hears, but for columns, typed orders, names, guides, and signs on maps."""
    tree = html.document_fromstring(page)
    for element in tree.xpath("//*[@translate='no'] | //main//*[@lang='en']"):
        element.clear(keep_tail=True)
    for element in tree.xpath("//pre | //code | //textarea | //svg//text | //time/@datetime/.."):
        if element.tag != "time":
            element.clear(keep_tail=True)
    for element in tree.iter():
        if isinstance(element.tag, str):
            yield from (text for text in (element.text, element.get("aria-label")) if text)
        if element.tail:
            yield element.tail


def outside_the_catalogue(page: bytes) -> str:
    """What remains of a page when all that came through the catalogue, and all names, are taken away."""
    text = " ".join(" ".join(spoken(page)).split())
    for name in sorted(NAMED, key=len, reverse=True):
        text = text.replace(name, "")
    while re.search(r"⟦[^⟦⟧]*⟧", text):
        text = re.sub(r"⟦[^⟦⟧]*⟧", "", text)
    return re.sub(r"(?:FR|GE)-\d+\w?", "", text)


def test_every_text_goes_through_the_catalogue(tmp_path: Path) -> None:
    with new_world(tmp_path, language=PSEUDO) as world:
        furnish(world)
        found = 0
        for path, browser in visited(world):
            rest = outside_the_catalogue(browser.response.get_data())
            assert not re.search(r"[^\W\d_]{2,}", rest), f"{path}: {rest}"
            found += 1
        assert found > 30


def test_a_page_speaks_the_players_language_else_the_browsers_else_the_servers(tmp_path: Path) -> None:
    with new_world(tmp_path, language=PSEUDO) as world:
        world.add_player("Emma", "en")
        browser = world.browser()
        assert browser.open("/", headers={"Accept-Language": "en-GB,en;q=0.8"}).status_code == 200
        assert "⟦" not in browser.text
        for requested in ("tlh", "", "*;q=0", "en;q=x", "\xff;;;"):
            browser.open("/", headers={"Accept-Language": requested})
            assert "⟦Rules⟧" in browser.text, requested
        browser.press("Email me a link", address="emma@player.test")
        browser.open(world.link("Emma"), headers={"Accept-Language": "tlh"})
        browser.press("Sign in", form="/sign-in/")
        assert "You are signed in as Emma." in browser.text
