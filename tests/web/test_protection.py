"""Forged forms, browsers and caches: what protects the pages is on every one of them."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from web_kit import Browser, World, new_world

import pbem.web
from pbem.intake import Intake
from pbem.store import Database, create
from pbem.store.players.player import set_role
from pbem.store.service.server import put_meta
from pbem.web.app import create_app
from pbem.web.protection import secret_key

POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; "
    "img-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
PUBLIC = (
    "/games/e1", "/games/e1/press", "/games/e1/history", "/games/e1/at/7", "/games/e1/dice", "/rulings",
    "/games/first-rails/", "/games/first-rails/complete", "/help/office", "/rules", "/help/orders", "/sign-in/sent",
    "/rules/germany", "/help/orders/germany", "/guide", "/guide/host", "/guide/pictures/game.png",
    "/reference/germany/map.svg", "/games/e1/map.svg", "/games/e1/at/7/map.svg",
)  # fmt: skip
WITH_FORMS = ("/", "/seats", "/register", "/sign-in", "/sign-in/x", "/address/x")
OWN = (
    "/my",
    "/my/away",
    "/analysis",
    "/games/e1/try",
    "/games/e1/resign",
    "/lists/new",
    "/play",
    "/my/mail",
    "/my/mail/1",
    "/my/settings",
    "/my/senders",
    "/my/notifications",
    "/postbox",
)
MODERATORS = ("/moderate", "/moderate/games")
_STATIC = Path(pbem.web.__file__).parent / "static"
_OTHERS = ("icons", "service-worker.js")
FILES = [
    str(path.relative_to(_STATIC)) for path in _STATIC.rglob("*.*") if not {path.name, path.parent.name} & {*_OTHERS}
]
"""What pages load: style sheets, scripts, a picture and the typeface. Further sizes of the picture are for devices, and
what shows notifications is loaded by browsers.
"""


MODULES = r"/[0-9a-f]{12}/"
"""The folder in which scripts stand that import each other; it changes with any of them."""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        world.open_game()
        for player_id in world.players.values():
            world.database.write(partial(set_role, player_id=player_id, role="moderator", on=True))
        yield world


def imported_by(browser: Browser, address: str) -> set[str]:
    """The addresses of the scripts that one imports, and those of theirs."""
    names = re.findall(r'from "\./(.*)";', browser.open(address).get_data(as_text=True))
    addresses = {f"{address.rpartition('/')[0]}/{name}" for name in names}
    return addresses.union(*(imported_by(browser, one) for one in addresses))


def posted_paths(world: World) -> list[str]:
    """An address for every form that there is."""
    values: dict[str, object] = {
        "tag": "e1",
        "number": 1,
        "mark": "abcdefghij",
        "first_day": "2026-12-20",
        "token": "x",
        "key": "x",
    }
    values |= {"name": "hold", "verb": "role"} | dict.fromkeys(("list_id", "seat", "dispute_id", "player_id"), 1)
    with world.app.test_request_context():
        adapter = world.app.url_map.bind("games.test")
        rules = [rule for rule in world.app.url_map.iter_rules() if "POST" in (rule.methods or ())]
        return [
            adapter.build(rule.endpoint, {name: values[name] for name in rule.arguments})
            for rule in rules
            if rule.endpoint not in ("unsubscribe.change", "notifications.renew")  # sent without any page (RFC 8058)
        ]


@pytest.mark.parametrize("forged", ["", "nonsense", "another session's"])
def test_every_form_needs_the_token_of_its_session(world: World, forged: str) -> None:
    browser, stranger = world.signed_in_by_link("Anna"), world.browser()
    stranger.open("/")
    token = stranger.form("Email me a link")[1]["csrf_token"] if forged.startswith("another") else forged
    mails, game = world.mails("Anna"), world.game(1)
    paths = posted_paths(world)
    assert len(paths) >= 10
    for path in paths:
        fields = {"csrf_token": token, "orders": "end", "do": "send", "position": "999", "address": "anna@player.test"}
        response = browser.post(path, fields)
        assert response.status_code == 400, path
        assert "Please send it again" in browser.text
    assert (world.mails("Anna"), world.game(1)) == (mails, game)
    assert browser.open("/my").request.path == "/my", "still signed in"


def test_what_was_typed_into_a_forged_form_is_shown_and_never_run(world: World) -> None:
    browser = world.browser()
    browser.post("/games/e1/orders", {"orders": "</textarea><script>alert(1)</script>"})
    assert browser.response.status_code == 400
    assert all(script.get("src") and not script.text for script in browser.page.iter("script"))
    assert "alert(1)" in browser.page.xpath("//textarea")[0].text_content()


def test_every_answer_says_what_browsers_may_do(world: World) -> None:
    paths = (*PUBLIC, *WITH_FORMS, *OWN, *MODERATORS, "/nope", "/healthz", "/static/style.css", "/static/icon.svg")
    for browser in (world.browser(), world.signed_in_by_link("Anna")):
        for path in paths:
            response = browser.client.get(path, base_url="https://games.test")
            headers, shows_a_mail = response.headers, path == "/my/mail/1" and response.status_code == 200
            expected = f"{POLICY}; frame-src 'self'" if shows_a_mail else POLICY
            assert headers.getlist("Content-Security-Policy") == [expected], path
            assert headers["Referrer-Policy"] == "no-referrer"
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["X-Frame-Options"] == "DENY"


def test_public_pages_have_an_etag_and_set_no_cookie(world: World) -> None:
    browser = world.browser()
    for path in PUBLIC:
        response = browser.open(path)
        assert response.headers["Cache-Control"] == "no-cache", path
        assert {"Cookie", "Accept-Language"} <= set(response.vary)
        assert "Set-Cookie" not in response.headers
        again = browser.open(path, headers={"If-None-Match": response.headers["ETag"]})
        assert (again.status_code, again.get_data()) == (304, b"")
        assert "Content-Security-Policy" in again.headers


def test_an_etag_changes_with_the_game(world: World) -> None:
    before = world.browser().open("/games/e1").headers["ETag"]
    browser = world.signed_in_by_link(world.to_move(world.game(1)))
    browser.open("/games/e1")
    browser.press("Send", orders="end")
    assert world.browser().open("/games/e1").headers["ETag"] != before


def test_no_page_made_for_a_session_is_kept_by_any_cache(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    for path in (*PUBLIC, *WITH_FORMS, *OWN, *MODERATORS, "/nope"):
        response = browser.open(path)
        assert response.headers["Cache-Control"] == "no-store", path
        assert "ETag" not in response.headers


def test_pages_with_a_form_are_kept_by_no_cache_for_strangers_either(world: World) -> None:
    for path in WITH_FORMS:
        assert world.browser().open(path).headers["Cache-Control"] == "no-store"


def test_what_all_caches_may_keep_holds_no_session(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    for file in FILES:
        response = browser.open(f"/static/{file}")
        assert "public" in response.headers["Cache-Control"]
        assert "Set-Cookie" not in response.headers and "Cookie" not in response.headers.get("Vary", "")


def test_files_that_pages_load_are_kept_for_long_under_addresses_that_change_with_them(world: World) -> None:
    browser = world.signed_in_by_link(world.to_move(world.game(1)))
    loaded = set()
    for path in (*PUBLIC, *OWN, *MODERATORS):
        browser.open(path)
        links = "//link[@rel='stylesheet' or @rel='icon' or @rel='preload']/@href"
        loaded.update(browser.page.xpath(f"{links} | //script/@src | //@data-icon"))
    stranger = world.browser()
    for address in [one for one in loaded if re.search(MODULES, one)]:
        loaded |= imported_by(stranger, address)
    paths = {re.sub(MODULES, "/", urlsplit(address).path) for address in loaded}
    assert paths == {f"/static/{file}" for file in FILES}
    assert stranger.open("/static/0123456789ab/play.js").status_code == 404
    for address in loaded:
        assert re.search(rf"\?v=|-\d\.\d+\.woff2$|{MODULES}", address)
        response = stranger.open(address)
        assert response.status_code == 200
        assert "max-age=31536000" in response.headers["Cache-Control"]
        assert "Set-Cookie" not in response.headers


@pytest.mark.parametrize(("base_url", "secure"), [("https://games.test", True), ("http://games.test", False)])
def test_cookies_are_secure_where_pages_are(tmp_path: Path, base_url: str, secure: bool) -> None:
    with new_world(tmp_path, base_url=base_url) as world:
        cookie = world.browser().open("/").headers["Set-Cookie"]
        assert ("; Secure" in cookie) == secure
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie


def test_the_key_is_made_once_and_taken_over_from_the_file_of_old(tmp_path: Path) -> None:
    old = tmp_path / "web.key"
    old.write_bytes(b"x" * 32)
    for folder, file in (("new", tmp_path / "none"), ("older", old)):
        (tmp_path / folder).mkdir()
        path = tmp_path / folder / "pbem.sqlite3"
        create(path)
        with Database(path) as database:
            key = secret_key(database, file)
            assert (len(key), key == b"x" * 32) == (32, file == old)
            assert secret_key(database, tmp_path / "none") == key, "all processes have the same"
    assert not (tmp_path / "none").exists()


def test_a_session_outlives_the_server(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    world.app = create_app(Intake(world.database, world.clock, world.settings), world.clock)
    cookie = browser.client.get_cookie("session", domain="games.test")
    assert cookie is not None
    again = world.browser()
    again.client.set_cookie("session", cookie.value, domain="games.test", secure=True)
    assert again.open("/my").request.path == "/my"


def test_a_cookie_signed_with_another_key_is_worth_nothing(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    world.database.write(lambda tx: put_meta(tx, "web_key", "78" * 32))
    world.app = create_app(Intake(world.database, world.clock, world.settings), world.clock)
    cookie = browser.client.get_cookie("session", domain="games.test")
    assert cookie is not None
    again = world.browser()
    again.client.set_cookie("session", cookie.value, domain="games.test", secure=True)
    assert again.open("/my").request.path == "/sign-in"


def test_a_mail_is_sent_again_twenty_times_an_hour_at_most(world: World) -> None:
    browser = world.signed_in_by_link("Anna")
    browser.open("/my/mail/1")
    assert "Send it to me again" in browser.text
    fields = {"csrf_token": browser.form("Sign out")[1]["csrf_token"]}
    statuses = [browser.post("/my/mail/1/resend", fields).status_code for _ in range(21)]
    assert statuses == [200] * 20 + [429]
    assert "Too many requests" in browser.text


def test_no_page_and_no_redirection_follows_the_name_that_a_request_calls_the_server_by(world: World) -> None:
    """A Host, or a proxy's word for it, may be anybody's, and caches keep what comes of it."""
    world.app.config["WTF_CSRF_ENABLED"] = False
    values = {"tag": "e1", "kind": "first-rails"}
    paths = {*posted_paths(world), *PUBLIC, *WITH_FORMS, *OWN, *MODERATORS}
    for rule in world.app.url_map.iter_rules():
        paths.add(re.sub(r"<(?:[^:<>]+:)?(\w+)>", lambda found: values.get(found[1], "1"), rule.rule))
    paths |= {f"/{path}" for path in paths} | {path.replace("/e1", "//e1") for path in OWN + PUBLIC}
    forged = {
        "Host": "forged.test",
        "X-Forwarded-Host": "forged.test",
        "X-Forwarded-Proto": "http",
        "Forwarded": "host=forged.test",
        "X-Original-Host": "forged.test",
    }
    client, led = world.signed_in_by_link("Anna").client, 0
    requested = [("GET", path) for path in sorted(paths)] + [("POST", path) for path in posted_paths(world)]
    for method, path in requested:
        response = client.open(path, method=method, headers=forged, base_url="https://games.test", data={"do": "x"})
        assert "forged.test" not in str(response.headers), (method, path)
        assert b"forged.test" not in response.data, (method, path)
        location = response.headers.get("Location", "")
        assert not location.startswith(("//", "/\\")) and urlsplit(location).netloc in ("", "games.test"), path
        led += bool(location)
    assert led > 50, "many of them lead elsewhere"
