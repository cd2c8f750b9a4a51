"""A player writes from several addresses, each confirmed, and chooses the proof that letters in their name need."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from web_kit import Browser, World, new_world

from pbem.intake.addresses import OfficeDestination, find_destination
from pbem.intake.senders import GOOD_FOR, MOST
from pbem.mail.receiving.proof import may_write
from pbem.store import AddressTaken, UnitOfWork
from pbem.store.accounts.addresses import change_address, list_pending_addresses, sign_out_everywhere, use_up_links
from pbem.store.games.seats import list_seat_contacts
from pbem.store.mail.outbox import MailRow, count_mails_by_status
from pbem.store.players.player import (
    add_other_address,
    add_player,
    find_player_by_address,
    get_player,
    list_other_addresses,
    remove_other_address,
)
from pbem.store.players.preferences import find_proof_choice

OWN, MORE = "anna@player.test", "anna@work.test"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield world


def page(world: World, name: str = "Anna") -> Browser:
    browser = world.signed_in(name)
    browser.open("/my/senders")
    return browser


def mails_to(world: World, address: str, name: str = "Anna") -> list[MailRow]:
    return [mail for mail in world.mails(name) if mail.kind == "address" and mail.to_address == address]


def link_to(world: World, address: str) -> str:
    base = world.settings.web.base_url
    lines = mails_to(world, address)[-1].text.splitlines()
    return next(line.removeprefix(base) for line in lines if line.startswith(f"{base}/senders/"))


def add(world: World, browser: Browser, address: str = MORE) -> None:
    browser.open("/my/senders")
    browser.press("Email a link there", address=address)
    assert browser.response.status_code == 200 and "an email with a link is on its way" in browser.text


def confirmed(world: World, address: str = MORE) -> Browser:
    browser = page(world)
    add(world, browser, address)
    world.browser().follow(link_to(world, address), "This is my address")
    browser.open("/my/senders")
    return browser


def others(world: World, name: str = "Anna") -> list[str]:
    with world.database.read() as tx:
        return list_other_addresses(tx, world.players[name])


def takes(world: World, address: str, name: str = "Anna") -> bool:
    """Whether a player's account takes letters from an address."""
    with world.database.read() as tx:
        token = get_player(tx, world.players[name]).token
        found = find_destination(UnitOfWork(tx, world.settings, 0), token)
    assert isinstance(found, OfficeDestination)
    assert found.takes(address.lower()) == may_write(address, found)
    return found.takes(address.lower())


def test_an_address_counts_once_its_link_is_followed_and_the_other_hears_of_it_before(world: World) -> None:
    browser = page(world)
    add(world, browser)
    assert "It counts once the link" in browser.text
    (word,) = mails_to(world, OWN)
    assert MORE in word.text and "/my/senders" in word.text and "/senders/" not in word.text.replace("/my/senders", "")
    assert not takes(world, MORE)
    scanner = world.browser()
    for _ in range(3):
        assert scanner.open(link_to(world, MORE)).status_code == 200
    assert not takes(world, MORE), "who only looks uses nothing up"
    done = world.browser().follow(link_to(world, MORE), "This is my address")
    assert done.status_code == 200 and "Your address is confirmed" in done.get_data(as_text=True)
    assert takes(world, MORE) and takes(world, OWN) and takes(world, MORE.upper())
    assert world.browser().follow(link_to(world, MORE), "This is my address").status_code == 403, "it works once"
    with world.database.read() as tx:
        found = find_player_by_address(tx, MORE.upper())
    assert found is not None and (found.id, found.address) == (world.players["Anna"], OWN), "mails go where they went"


def test_letters_from_a_further_address_are_taken_at_the_door_and_carried_out(world: World) -> None:
    game = world.open_game()
    confirmed(world)
    with world.database.read() as tx:
        token = list_seat_contacts(tx, game.id)[0].token
        found = find_destination(UnitOfWork(tx, world.settings, 0), token)
    assert found is not None and may_write(MORE, found) and found.takes(MORE)


def test_a_link_expires_and_is_taken_back(world: World) -> None:
    browser = page(world)
    add(world, browser)
    link = link_to(world, MORE)
    browser.press("Cancel")
    assert "does not work any more" in browser.text
    assert world.browser().follow(link, "This is my address").status_code == 403
    add(world, browser)
    world.clock.advance(GOOD_FOR)
    assert world.browser().open(link_to(world, MORE)).status_code == 404
    assert others(world) == []
    world.intake.clock.forget()
    with world.database.read() as tx:
        assert list_pending_addresses(tx, world.players["Anna"], 0) == []


def test_an_address_belongs_to_one_player(world: World) -> None:
    confirmed(world)
    bert = world.players["Bert"]
    with pytest.raises(AddressTaken):
        world.database.write(lambda tx: add_player(tx, "Carl", MORE, "en", 0))
    with pytest.raises(AddressTaken):
        world.database.write(lambda tx: change_address(tx, bert, MORE))
    with pytest.raises(AddressTaken):
        world.database.write(lambda tx: add_other_address(tx, bert, MORE.upper(), 0))
    browser = page(world, "Bert")
    add(world, browser, "anna@third.test")
    world.database.write(lambda tx: add_other_address(tx, world.players["Anna"], "anna@third.test", 0))
    (mail,) = mails_to(world, "anna@third.test", "Bert")
    link = re.search(r"/senders/\S+", mail.text)
    assert link and world.browser().follow(link[0], "This is my address").status_code == 403, "it was taken meanwhile"


def test_nobody_learns_who_plays_under_an_address(world: World) -> None:
    sentences, mails = [], []
    browser = page(world)
    for address in ("bert@player.test", "nobody@new.test"):
        add(world, browser, address)
        text = browser.open("/my/senders").get_data(as_text=True).replace(address, "ADDRESS")
        token = browser.form("Save")[1]["csrf_token"]
        sentences.append(re.sub(r'name="form_key" value="[^"]+"', "", text.replace(token, "TOKEN")))
        with world.database.read() as tx:
            mails.append(sum(count_mails_by_status(tx).values()))
        browser.press("Cancel")
    assert sentences[0] == sentences[1]
    assert mails[1] - mails[0] == 2, "as many mails"
    (word,) = [mail for mail in world.mails("Bert") if mail.kind == "address"]
    assert "Anna" in word.text and "/senders/" not in word.text


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("anna", "not an email address"), ("a@b.test\r\nBcc: c@d.test", "not an email address"),
        (" ANNA@player.test ", "already your address"), ("someseat@localhost", "the server's own"),
    ],
)  # fmt: skip
def test_what_cannot_be_an_address_is_said_beside_the_field(world: World, typed: str, told: str) -> None:
    browser = page(world)
    browser.press("Email a link there", address=typed)
    assert browser.response.status_code == 422 and told in browser.page.get_element_by_id("address-more-fault").text
    assert mails_to(world, OWN) == []


def test_addresses_are_few_and_asked_for_seldom(world: World) -> None:
    anna = world.players["Anna"]
    for number in range(MOST):
        world.database.write(partial(add_other_address, player_id=anna, address=f"anna{number}@new.test", now_ms=0))
    browser = page(world)
    browser.press("Email a link there", address=MORE)
    assert browser.response.status_code == 422 and "remove one first" in browser.text
    world.database.write(lambda tx: [remove_other_address(tx, anna, f"anna{n}@new.test") for n in range(MOST)])
    for number in range(5):
        add(world, browser, f"anna{number}@more.test")
    browser.open("/my/senders")
    browser.press("Email a link there", address=MORE)
    assert browser.response.status_code == 429


def test_an_address_is_removed_and_both_hear_of_it(world: World) -> None:
    browser = confirmed(world)
    browser.press("Remove")
    assert "refused from now on" in browser.text and not takes(world, MORE)
    assert MORE in mails_to(world, OWN)[-1].text and MORE in mails_to(world, MORE)[-1].text
    browser.post("/my/senders/change", {**browser.form("Save")[1], "address": "bert@player.test", "do": "remove"})
    assert "no address of yours" in browser.text


def test_mails_go_where_the_player_chooses_and_the_address_before_hears_of_it(world: World) -> None:
    game = world.open_game()
    browser, elsewhere = confirmed(world), world.signed_in("Anna")
    browser.press("Email me there")
    assert "Your emails go there from now on." in browser.text, "who chose it stays signed in"
    assert elsewhere.open("/my/senders").request.path == "/sign-in"
    assert MORE in mails_to(world, OWN)[-1].text
    with world.database.read() as tx:
        assert get_player(tx, world.players["Anna"]).address == MORE
        assert list_seat_contacts(tx, game.id)[0].address == MORE
    assert others(world) == [OWN] and takes(world, OWN) and takes(world, MORE)


def test_what_was_asked_for_ends_with_a_change_of_address_and_with_all_sessions(world: World) -> None:
    anna = world.players["Anna"]
    add(world, page(world))
    link = link_to(world, MORE)
    world.database.write(lambda tx: change_address(tx, anna, "anna@new.test"))
    assert world.browser().open(link).status_code == 404
    world.intake.senders.add(anna, MORE)
    world.database.write(lambda tx: sign_out_everywhere(tx, anna, 0))
    assert world.browser().open(link_to(world, MORE)).status_code == 404
    world.intake.senders.add(anna, MORE)
    world.database.write(lambda tx: use_up_links(tx, 0))
    assert world.browser().open(link_to(world, MORE)).status_code == 404, "a restored backup may hold what was used"


def test_the_proof_is_chosen_within_what_the_operator_permits(world: World) -> None:
    browser = page(world)

    def chosen() -> str | None:
        with world.database.read() as tx:
            return find_proof_choice(tx, world.players["Anna"])

    for typed, kept in (("code", "code"), ("aligned", "aligned"), ("nonsense", None), ("token+from", "token+from")):
        path, fields = browser.form("Save")
        browser.post(path, {**fields, "proof": typed})
        assert "Your choice is saved." in browser.text
        assert chosen() == kept
        browser.open("/my/senders")
    words = [mail for mail in mails_to(world, OWN) if "less proof" in mail.text]
    assert len(words) == 2, "who chose less hears of it: aligned after code, and token+from after what the server does"
    mail = world.settings.mail.model_copy(update={"proof_least": "aligned"})
    world.intake.senders._units.settings = world.settings.model_copy(update={"mail": mail})
    path, fields = browser.form("Save")
    assert browser.post(path, {**fields, "proof": "token+from"}).status_code == 422
    assert "more proof than that" in browser.text
