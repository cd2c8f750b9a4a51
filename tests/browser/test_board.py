"""The board on a game's page: whole turns by it alone, moved and enlarged by fingers, and every place on it met."""

import re
from typing import Final

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect
from server.kit import await_until

from browser.axe import violations
from browser.kit import GERMANY, PLAYING, Site, Window, Windows

HAND: Final = Window("hand", 390, 844, touch=True)
DESK: Final = Window("desk", 1280, 900)
FIXED: Final = 3
"""Presses of a usual turn beside its pieces: roll, confirm the roll, end."""
READABLE: Final = 20
"""The side of a square, in pixels, from which what lies there can be read."""
PAGE_BYTES: Final = 150_000
"""What a game's page may weigh in all."""
PIECES: Final = 3
"""Presses on the board in a turn, where so much fits."""


def targets(page: Page) -> Locator:
    return page.locator(".targets button")


def view_box(page: Page) -> list[float]:
    """What is seen of the board, in units of its drawing."""
    return [float(number) for number in str(page.locator(".board svg[role=img]").get_attribute("viewBox")).split()]


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})


def middle_of(page: Page) -> tuple[float, float]:
    """The middle of the frame in which the board is seen."""
    bounds = page.locator(".board figure").bounding_box()
    assert bounds is not None
    return bounds["x"] + bounds["width"] / 2, bounds["y"] + bounds["height"] / 2


class Turn:
    """A turn played by presses alone, which are counted."""

    def __init__(self, site: Site, page: Page, tag: str) -> None:
        self.site, self.page, self.tag = site, page, tag
        self.presses = self.pieces = 0

    def press(self, button: Locator) -> None:
        """Press what adds an order, and wait for it."""
        before = box_text(self.page)
        button.tap()
        self.presses += 1
        self.page.wait_for_function("(was) => document.getElementById('orders')?.value !== was", arg=before)

    def play(self) -> None:
        """Roll if that can be done, lay what the board offers first, use what has to be used, and end."""
        self._roll()
        while self.pieces < PIECES and (place := targets(self.page).and_(self.page.locator("[name=add]"))).count():
            self.press(place.first)
            self.pieces += 1
        while (symbol := self.page.locator("#choices button[value^=transport]")).count():
            self.press(symbol.first)
            self.pieces += 1
        before = self.site.game(self.tag).position
        self.page.locator("#choices").locator("[name=finish], [name=do][value=finish], [value=end]").last.tap()
        self.presses += 1
        await_until(lambda: self.site.game(self.tag).position > before, "the end of the turn")
        expect(self.page.locator(".answer")).to_contain_text("ends the turn")

    def _roll(self) -> None:
        roll = self.page.locator("#choices").locator("[value=roll], [value^='roll 4']")
        roll.first.tap()
        self.page.get_by_role("button", name="Roll the dice").tap()
        self.presses += 2
        expect(self.page.locator(".answer")).to_contain_text("rolls")
        expect(self.page.locator("#spoken")).to_contain_text("rolls")


def box_text(page: Page) -> str:
    return str(page.locator("#orders").input_value())


def ready(site: Site, kind: str) -> str:
    """A new game in which rolls come next."""
    tag = site.new_game(kind=kind)
    site.play_bots()
    while site.game(tag).year < 2:
        site.play_turn(tag)
    return tag


@pytest.mark.parametrize(
    "kind",
    [
        "first_rails",
        pytest.param("germany", marks=pytest.mark.soak),
        pytest.param("railroad_dice_2", marks=pytest.mark.soak),
    ],
)
def test_two_turns_are_played_by_the_board_alone(site: Site, windows: Windows, kind: str) -> None:
    tag, page = ready(site, kind), site.sign_in(windows.open(HAND), "Anna")
    turns = []
    for _turn in range(2):
        site.open(page, f"/games/{tag}")
        turn = Turn(site, page, tag)
        turn.play()
        turns.append(turn)
        assert turn.presses == FIXED + turn.pieces
        site.play_bots()
    assert max(turn.presses for turn in turns) <= 9, "it took 9 to 14 before"


def test_two_fingers_enlarge_the_board_and_one_scrolls_the_page(site: Site, windows: Windows) -> None:
    tag, page = site.new_game(), site.sign_in(windows.open(HAND), "Anna")
    site.open(page, f"/games/{tag}")
    assert violations(page) == []
    session, before = page.context.new_cdp_session(page), view_box(page)
    x, y = middle_of(page)
    touch(session, "touchStart", (x, y - 40), (x, y + 40))
    for far in range(45, 121, 15):
        touch(session, "touchMove", (x, y - far), (x, y + far))
    touch(session, "touchEnd")
    enlarged = view_box(page)
    assert enlarged[2] < before[2] / 2
    assert box_text(page) == "", "a move is no press"

    touch(session, "touchStart", (x, y))
    for down in range(10, 150, 20):
        touch(session, "touchMove", (x, y - down))
    touch(session, "touchEnd")
    page.wait_for_function("window.scrollY > 60")
    assert view_box(page) == enlarged

    page.get_by_role("button", name="Larger").focus()
    page.keyboard.press("ArrowRight")
    moved = view_box(page)
    assert moved[0] > enlarged[0] and moved[2] == enlarged[2]
    page.locator("#choices button[name=add]").first.tap()
    expect(page.locator("#orders")).not_to_have_value("")
    assert view_box(page) == pytest.approx(moved, abs=1), "it outlasts a new drawing"
    page.reload()
    assert view_box(page) == pytest.approx(moved, abs=2), "and a reload"
    page.get_by_role("button", name="Whole board").tap()
    assert view_box(page)[2] >= before[2]


def test_a_mouse_moves_the_board_and_a_short_way_is_a_press(site: Site, windows: Windows) -> None:
    tag, page = site.new_game(), site.sign_in(windows.open(DESK), "Anna")
    site.open(page, f"/games/{tag}")
    assert violations(page) == []
    bounds = page.locator(".board").bounding_box()
    assert bounds is not None and bounds["y"] + bounds["height"] <= DESK.height + 1, "all of it is in the window"
    page.get_by_role("button", name="Larger").click()
    before, place = view_box(page), targets(page).first.bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    drag(page, (x, y), (x - 60, y - 30))
    assert view_box(page)[:2] != before[:2] and box_text(page) == ""
    drag(page, (x - 60, y - 30), (x - 55, y - 27))
    expect(page.locator("#orders")).not_to_have_value("")
    expect(page.locator(".spent svg")).to_have_count(1)
    page.locator(".board .undo").click()
    expect(page.locator("#orders")).to_have_value("")


def test_two_fingers_on_a_trackpad_enlarge_the_board_in_safari(site: Site, windows: Windows) -> None:
    tag, page = site.new_game(), site.sign_in(windows.open(DESK), "Anna")
    site.open(page, f"/games/{tag}")
    before, (x, y) = view_box(page), middle_of(page)
    for kind, scale in (("gesturestart", 1), ("gesturechange", 1.5), ("gesturechange", 2), ("gestureend", 2)):
        is_left = page.evaluate(
            """([kind, scale, clientX, clientY]) => {
              const event = new Event(kind, { bubbles: true, cancelable: true });
              return document.querySelector(".board figure").dispatchEvent(
                Object.assign(event, { scale, clientX, clientY }));
            }""",
            [kind, scale, x, y],
        )
        assert is_left == (kind == "gestureend"), "the page itself is not enlarged"
    after = view_box(page)
    assert after[2] == pytest.approx(before[2] / 2, rel=0.01)
    assert after[0] + after[2] / 2 == pytest.approx(before[0] + before[2] / 2, abs=before[2] / 50)


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


@pytest.mark.soak
@pytest.mark.parametrize("window", [HAND, DESK], ids=lambda window: window.name)
@pytest.mark.parametrize("kind", ["first_rails", "germany", "railroad_dice_2"])
def test_every_place_is_met_at_every_zoom(site: Site, windows: Windows, kind: str, window: Window) -> None:
    tag, page = ready(site, kind), site.sign_in(windows.open(window), "Anna")
    site.open(page, f"/games/{tag}")
    page.locator("#choices").locator("[value=roll], [value^='roll 4']").first.click()
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.locator(".answer")).to_be_visible()
    page.evaluate(
        """() => {
          window.met = null;
          document.addEventListener("submit", (event) => {
            event.preventDefault();
            event.stopImmediatePropagation();
            window.met = event.submitter.value;
          }, { capture: true });
        }"""
    )
    assert targets(page).count() > 0, "whatever the dice are, which differ with the game's number"
    for at in range(targets(page).count()):
        page.get_by_role("button", name="Whole board").click()  # once: a second press goes back to one end
        for _zoom in range(6):
            order, x, y = place_of(page, at)
            (page.touchscreen.tap if window.touch else page.mouse.click)(x, y)
            assert page.evaluate("window.met") == order
            page.mouse.move(x, y)
            page.keyboard.down("Control")
            page.mouse.wheel(0, -80)
            page.keyboard.up("Control")


def place_of(page: Page, at: int) -> tuple[str, float, float]:
    """A place's order, and its middle in the window."""
    found: tuple[str, float, float] = page.evaluate(
        """(at) => {
          const place = document.querySelectorAll(".targets foreignObject")[at];
          const box = place.getBoundingClientRect();
          return [place.querySelector("button").value, box.x + box.width / 2, box.y + box.height / 2];
        }""",
        at,
    )
    return found


@pytest.mark.soak
def test_a_turn_is_played_on_a_slow_line_and_a_slow_phone(site: Site, windows: Windows) -> None:
    tag, page = ready(site, "germany"), site.sign_in(windows.open(HAND), "Anna")
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    slow = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
    session.send("Network.emulateNetworkConditions", slow)
    site.open(page, f"/games/{tag}")
    turn = Turn(site, page, tag)
    turn.play()
    assert turn.presses <= FIXED + turn.pieces


@pytest.mark.soak
@pytest.mark.parametrize("tag", [PLAYING, GERMANY])
@pytest.mark.parametrize("window", [HAND, DESK], ids=lambda window: window.name)
def test_the_board_has_no_faults_for_who_only_looks(site: Site, windows: Windows, tag: str, window: Window) -> None:
    page = windows.open(window)
    site.open(page, f"/games/{tag}")
    assert targets(page).count() == 0
    assert violations(page) == []


@pytest.mark.parametrize("tag", [PLAYING, GERMANY])
def test_a_phone_shows_an_end_so_that_it_can_be_read_and_the_other_by_a_tap(
    site: Site, windows: Windows, tag: str
) -> None:
    page = site.sign_in(windows.open(HAND), "Anna")
    site.open(page, f"/games/{tag}")
    assert side_of_square(page) >= READABLE
    both = page.get_by_role("group", name="How much of the board is seen").get_by_role("button", name="End")
    for end in both.all():
        end.tap()
        assert side_of_square(page) >= READABLE


def far_from_places(page: Page) -> tuple[float, float]:
    """A point of the board, as near to its middle as can be, that is beside all places that can be pressed."""
    found: tuple[float, float] = page.evaluate(
        """() => {
          const frame = document.querySelector(".board figure").getBoundingClientRect();
          const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
          const places = [...document.querySelectorAll(".targets foreignObject")].map((one) => {
            const box = one.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
          });
          const points = [];
          for (let turn = 0; turn < 200; turn += 1) {
            points.push([x + turn * 0.6 * Math.cos(turn), y + turn * 0.4 * Math.sin(turn)]);
          }
          return points.find((point) => places.every((one) => Math.hypot(one[0] - point[0], one[1] - point[1]) > 60));
        }"""
    )
    return found


def side_of_square(page: Page) -> float:
    """The side of a square of the board, in pixels."""
    found: float = page.evaluate(
        """() => {
          const drawing = document.querySelector(".board svg[role=img]");
          return drawing.clientWidth / drawing.viewBox.baseVal.width * drawing.dataset.square;
        }"""
    )
    return found


@pytest.mark.parametrize("kind", ["first_rails", "railroad_dice_2"])
def test_a_press_where_nothing_fits_is_told_why_with_the_rule(site: Site, windows: Windows, kind: str) -> None:
    tag, page = ready(site, kind), site.sign_in(windows.open(HAND), "Anna")
    site.open(page, f"/games/{tag}")
    why, rule = page.locator(".why"), "FR-30" if kind == "first_rails" else "R2-"
    before = box_text(page)
    page.touchscreen.tap(*far_from_places(page))
    expect(why).to_contain_text(rule)
    expect(why.get_by_role("link")).to_have_attribute("href", re.compile(f"/rules.*#{rule}"))
    assert box_text(page) == before
    assert violations(page) == []
    page.locator("#choices button").first.tap()
    expect(why).to_be_empty()


@pytest.mark.parametrize("tag", [GERMANY, pytest.param(PLAYING, marks=pytest.mark.soak)])
def test_a_page_is_light_with_all_that_it_loads(site: Site, windows: Windows, tag: str) -> None:
    """The bytes that come over the line, compressed: the page of whoever is to move, its type, styles, code and map."""
    page = site.sign_in(windows.open(HAND), "Anna")
    session = page.context.new_cdp_session(page)
    loaded: list[int] = []
    session.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    site.open(page, f"/games/{tag}")
    expect(page.locator(".board .zoom")).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => true)")
    assert 50_000 < sum(loaded) < PAGE_BYTES
