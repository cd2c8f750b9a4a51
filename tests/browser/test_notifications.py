"""A device is told what is new: asked for on a page, sent by the server, decrypted and shown by the worker, and opened.

Chromium's own push service lies in the internet. So an endpoint on this machine stands in its place: the page
subscribes with keys of the test, and what the server sends is decrypted as a browser does it and given to the worker.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from notifications.kit import Device, Endpoint, endpoint, word_of
from playwright.sync_api import Browser, CDPSession, Page, expect
from server.kit import await_until

from browser.axe import violations
from browser.kit import DESKTOP, PHONE, PLAIN, Site, Window, Windows, in_windows, windows_of
from pbem.store.accounts.channels import find_channel_by_endpoint

SUBSCRIBING = """
const [endpoint, keys] = %s;
const made = { endpoint, options: {}, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true };
PushManager.prototype.subscribe = async (options) => {
  localStorage.setItem("subscribed", options.applicationServerKey);
  return made;
};
PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? made : null);
"""
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const shown = await registration.getNotifications();
  return shown.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
}"""


@pytest.fixture
def windows(whole_browser: Browser, site: Site) -> Iterator[Windows]:
    """Windows of the browser that can be told."""
    with windows_of(whole_browser, site.url) as windows:
        yield windows


@pytest.fixture
def service() -> Iterator[Endpoint]:
    """The push service."""
    with endpoint() as found:
        yield found


class Phone:
    """A window whose browser subscribes at the endpoint of a test."""

    def __init__(self, site: Site, windows: Windows, service: Endpoint, window: Window, name: str) -> None:
        self.site, self.service, self.device = site, service, Device()
        self.page = windows.open(window)
        address = f"https://127.0.0.1:{service.port}/send/{name}"
        self.page.context.add_init_script(SUBSCRIBING % json.dumps([address, self.device.keys]))
        self.page.context.grant_permissions(["notifications"], origin=site.url)
        site.sign_in(self.page, name)

    def ask(self) -> None:
        """Press the button of the page by which this device is told."""
        self.site.open(self.page, "/my/notifications")
        self.page.get_by_role("button", name="Notify this device").click()
        expect(self.page.get_by_text("This device will be told")).to_be_visible()

    def choose(self, *events: str) -> None:
        """Be told of these events alone."""
        for box in self.page.get_by_role("checkbox").all():
            box.set_checked(box.get_attribute("value") in events)
        self.page.get_by_role("button", name="Save", exact=True).click()
        expect(self.page.get_by_text("Your choice is saved")).to_be_visible()

    def take(self, count: int) -> Any:
        """Wait for what the server sends, and for the worker to show the last of it; return what it says."""
        posted = self.service.await_posted(count)[-1]
        found = self.device.read(posted)
        self.await_shown(found)
        return found

    def await_shown(self, *found: Mapping[str, str]) -> None:
        """Give these to the worker in this order until it shows the last: if asleep, it may miss the first."""

        def is_shown() -> bool:
            for one in found:
                self.deliver(json.dumps(one))
            return found[-1]["tag"] in self.tags()

        await_until(is_shown, f"the notification {found[-1]['tag']}")

    def tags(self) -> set[str]:
        """The tags of the notifications that stand on the device: one more of the same tag replaces it."""
        return {one["tag"] for one in self.shown()}

    def deliver(self, data: str) -> None:
        """Have the browser receive this for its worker, as from its push service."""
        session = self.page.context.new_cdp_session(self.page)
        session.send("ServiceWorker.deliverPushMessage", {**self._worker(session), "data": data})

    def _worker(self, session: CDPSession) -> dict[str, str]:
        """What the browser calls this worker."""
        found: list[dict[str, Any]] = []
        session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
        session.send("ServiceWorker.enable")
        await_until(lambda: bool(found) or bool(self.page.evaluate("0")), "the worker")
        return {"origin": self.site.url, "registrationId": found[-1]["registrationId"]}

    def shown(self, page: Page | None = None) -> list[dict[str, str]]:
        """The notifications that stand on the device."""
        found: list[dict[str, str]] = (page or self.page).evaluate(SHOWN)
        return found


def test_a_device_is_told_of_a_move_and_shows_it_unless_that_game_is_looked_at(
    site: Site, windows: Windows, service: Endpoint
) -> None:
    tag = site.new_game("Nora")
    phone = Phone(site, windows, service, PHONE, "Nora")
    phone.ask()
    expect(phone.page.get_by_text("this device", exact=False).first).to_be_visible()
    assert violations(phone.page) == []
    phone.choose("turn")

    site.send(phone.page, tag, "end")
    site.open(phone.page, "/my")
    found = phone.take(1)
    assert (found["url"], found["kind"]) == (f"{site.url}/games/{tag}", "turn")
    key = phone.page.evaluate("localStorage.getItem('subscribed')")
    claims = word_of(service.posted[0], key)
    assert claims["aud"] == f"https://127.0.0.1:{service.port}"
    (shown,) = phone.shown()
    assert (shown["url"], shown["body"]) == (found["url"], found["body"])

    site.open(phone.page, f"/games/{tag}")
    phone.page.bring_to_front()
    phone.page.wait_for_function("document.hasFocus()")
    phone.await_shown({**found, "tag": "looked at"}, {**found, "tag": "another", "url": f"{site.url}/games/e999"})
    assert phone.tags() == {found["tag"], "another"}, "what is looked at needs no notification"


@in_windows(DESKTOP, of=[DESKTOP, PHONE])
def test_a_test_arrives_and_the_page_says_so(site: Site, windows: Windows, service: Endpoint, window: Window) -> None:
    name = f"Pia-{window.name}"
    site.new_game(name)
    phone = Phone(site, windows, service, window, name)
    phone.ask()
    assert violations(phone.page) == []
    phone.page.get_by_role("button", name="Send a test").click()
    found = phone.take(1)
    assert found["kind"] == "test"
    expect(phone.page.get_by_text("The last message arrived")).to_be_visible()

    phone.deliver("nonsense that no server of ours sends")
    await_until(lambda: len(phone.shown()) == 2, "something harmless in place of what cannot be read")
    assert {one["title"] for one in phone.shown()} >= {"127.0.0.1"}


@in_windows(PLAIN, PHONE, of=[PLAIN, PHONE])
def test_a_webhook_is_added_tried_and_removed_without_scripts(
    site: Site, windows: Windows, service: Endpoint, window: Window
) -> None:
    name = f"Quinn-{window.name}"
    site.new_game(name)
    page = site.sign_in(windows.open(window), name)
    site.open(page, "/my/notifications")
    page.locator("label", has_text="Discord").click()
    page.get_by_label("Address").fill(f"https://127.0.0.1:{service.port}/api/webhooks/1/secret")
    page.locator("#webhook-name").fill("Friday club")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", name="Friday club")).to_be_visible()
    page.get_by_role("button", name="Send a test").click()
    sent = service.await_posted(1)[0]
    assert sent.path == "/api/webhooks/1/secret" and sent.json["allowed_mentions"] == {"parse": []}
    await_until(lambda: _arrived(page), "the page to say that it arrived")
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("None yet.")).to_be_visible()


def _arrived(page: Page) -> bool:
    page.reload()
    return page.get_by_text("The last message arrived").is_visible()


def test_a_browser_that_refuses_is_told_how_to_allow_it(site: Site, windows: Windows) -> None:
    site.new_game("Rosa")
    page = windows.open(PHONE)
    page.context.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    site.sign_in(page, "Rosa")
    site.open(page, "/my/notifications")
    expect(page.get_by_text("does not let this site notify you")).to_be_visible()
    expect(page.get_by_role("button", name="Notify this device")).to_be_hidden()
    assert violations(page) == []


RENEWED = """([old, address, keys]) => {
  const made = ([endpoint, keys]) => ({ endpoint, options: {}, toJSON: () => ({ endpoint, keys }) });
  const event = new ExtendableEvent("pushsubscriptionchange");
  Object.assign(event, { oldSubscription: made([old, keys]), newSubscription: made([address, keys]) });
  self.dispatchEvent(event);
}"""


def test_a_device_whose_browser_got_another_address_is_told_there(
    site: Site, windows: Windows, service: Endpoint
) -> None:
    site.new_game("Runa")
    phone = Phone(site, windows, service, PHONE, "Runa")
    phone.ask()
    old, new = (f"https://127.0.0.1:{service.port}/send/{name}" for name in ("Runa", "Runa-anew"))
    (worker,) = phone.page.context.service_workers
    worker.evaluate(RENEWED, [old, new, phone.device.keys])

    def is_renewed() -> bool:
        with site.place.database.read() as tx:
            return find_channel_by_endpoint(tx, new) is not None and find_channel_by_endpoint(tx, old) is None

    await_until(is_renewed, "the new address")
    phone.page.get_by_role("button", name="Send a test").click()
    phone.take(1)
    assert service.posted[0].path == "/send/Runa-anew"
