"""Who is blocked comes in by no way, under no address of the same mailbox, and is told nothing more."""

import pytest
from adjudicator.kit import World
from moderation.kit import add_moderator
from web_kit import Browser, sit_down

from lobby.kit import LOBBY, Village
from pbem.adjudicator.context import Refused
from pbem.intake.addresses import find_destination
from pbem.lobby.accounts.blocking import Block, Unblock
from pbem.lobby.accounts.roles import ChangeRole
from pbem.lobby.lists import begin
from pbem.moderation.commands.seats import Substitute
from pbem.naming import mailbox_of
from pbem.store import Tx
from pbem.store.accounts.channels import ChannelEvent, ChannelRow, add_channel, list_channels_of
from pbem.store.games.seats import list_seat_contacts, list_tenures
from pbem.store.games.waiting_lists import fill_list, join_list
from pbem.store.mail.outbox import list_unsent_mail
from pbem.store.players.blocks import find_blocked
from pbem.store.players.player import list_moderators
from pbem.store.players.preferences import find_calendar_token, renew_calendar
from pbem.store.tables import NEW

WHY = "Insulted others"


def block(world: World, name: str, *, tell: bool = False, keep_seats: bool = False, by: int | None = None) -> str:
    """Block a player; what was done."""
    return " ".join(world.intake.moderators.carry_out(by, Block(world.players[name], WHY, tell, keep_seats), None))


def channel(player_id: int) -> ChannelRow:
    """A webhook that a player has."""
    events = frozenset[ChannelEvent](("turn",))
    return ChannelRow(NEW, player_id, "ntfy", "Phone", "https://ntfy.example/t", None, None, None, events, 0)


def test_nothing_lets_a_blocked_player_in(village: Village) -> None:
    world = village.world
    anna = world.players["Anna"]
    browser = Browser(world.app)
    sit_down(browser.client, anna, world.settings.web.base_url)
    assert browser.open("/my").status_code == 200
    world.database.write(lambda tx: renew_calendar(tx, anna))
    world.database.write(lambda tx: add_channel(tx, channel(anna)))
    old = village.player("Anna")
    block(world, "Anna")
    browser.open("/my")
    assert browser.response.request.path == "/sign-in"
    before = len(village.mails())
    stranger = Browser(world.app)
    stranger.open("/sign-in")
    stranger.press("Email me a link", address=old.address)
    with world.database.read() as tx:
        assert find_destination(world.unit(tx), old.token) is None
        assert find_calendar_token(tx, anna) is None and list_channels_of(tx, anna) == []
    assert village.send(old.address, LOBBY, "join 1").mails == ()
    assert len(village.mails()) == before


@pytest.mark.parametrize("address", ["anna@player.test", "Anna+again@player.test", "anna+x+y@PLAYER.test"])
def test_a_blocked_mailbox_makes_no_other_account(village: Village, address: str) -> None:
    world = village.world
    block(world, "Anna")
    assert village.send(address, LOBBY, "Hello, how do I play?").mails == ()
    browser = Browser(world.app)
    browser.open("/register")
    browser.press("Email me a link", name="Zoe", address=address)
    assert browser.response.request.path == "/register/sent"
    village.write("Bert", "open first rails for 3")
    invited = village.write("Bert", f"invite 1 {address}")
    assert [mail.to_address for mail in invited.mails] == ["bert@player.test"]
    assert invited.fate(f"invite 1 {address}").startswith("done")
    world.intake.senders.add(world.players["Bert"], address)
    asked = [mail for mail in village.mails() if mail.kind == "address"]
    assert [mail.to_address for mail in asked] == ["bert@player.test"]
    with world.database.read() as tx:
        assert find_blocked(tx, address) == world.players["Anna"]
        assert find_blocked(tx, "annabel@player.test") is None


def test_a_link_from_before_the_block_makes_no_account(village: Village) -> None:
    mail = village.send("anna+two@player.test", LOBBY, "Hello, how do I play?").answer
    block(village.world, "Anna")
    assert village.answer(mail, "register Anna Two").mails == ()
    assert village.by_address("anna+two@player.test") is None
    browser = Browser(village.world.app)
    browser.open(f"/register/{mail.sender}")
    browser.press("Create my account", name="Anna Two")
    assert "This address can't have an account here." in browser.text


def test_who_is_told_is_answered_once_and_never_in_a_loop(village: Village) -> None:
    done = block(village.world, "Anna", tell=True)
    assert done == "Anna is blocked."
    (told,) = [mail for mail in village.mails() if mail.to_address == "anna@player.test"]
    assert f"The operator's reason: {WHY}" in told.text
    first = village.send("anna+x@player.test", LOBBY, "Why?")
    assert [mail.to_address for mail in first.mails] == ["anna+x@player.test"]
    assert "blocked" in first.text and WHY not in first.text
    assert first.mails[0].subject == f"Account blocked at {village.world.settings.server.name}"
    for _ in range(3):
        assert village.send("anna@player.test", LOBBY, "Why?").mails == ()


def test_seats_become_vacant_or_stay_late_and_neither_is_mailed(village: Village) -> None:
    world = village.world
    left, kept = (world.open_game(("Anna", "Bert", "Clara")) for _ in range(2))
    del kept
    block(world, "Bert", keep_seats=True)
    block(world, "Anna")
    with world.database.read() as tx:
        contacts = list_seat_contacts(tx, left.id)
        (tenure,) = list_tenures(tx, left.id, 0)
    assert (contacts[0].vacant_ms is not None, contacts[1].vacant_ms) == (True, None)
    assert tenure.left == "removed"
    with world.database.read() as tx:
        assert find_destination(world.unit(tx), contacts[1].token) is None
        waiting = {mail.to_address for mail in list_unsent_mail(tx) if mail.status == "due"}
    assert waiting == {"clara@player.test"}


def test_a_block_takes_roles_and_an_operator_spares_operators_and_themselves(village: Village) -> None:
    world = village.world
    mona = add_moderator(world, "Mona")
    moderators = world.intake.moderators
    for name in ("Anna", "Bert"):
        moderators.carry_out(None, ChangeRole(world.players[name], "operator"), None)
    anna = world.players["Anna"]
    for name in ("Anna", "Bert"):
        with pytest.raises(Refused):
            block(world, name, by=anna)
    with pytest.raises(Refused):
        block(world, "Clara", by=mona)
    block(world, "Mona", by=anna)
    with world.database.read() as tx:
        assert list_moderators(tx) == []
    with pytest.raises(Refused, match="blocked"):
        moderators.carry_out(None, ChangeRole(mona, "moderator"), None)
    moderators.carry_out(anna, Unblock(mona, tell=True), None)
    assert village.player("Mona").roles == () and village.player("Mona").standing == "open"
    assert village.write("Mona", "games").mails


def test_lists_go_on_without_who_is_blocked_and_a_full_one_begins_with_their_seat_vacant(village: Village) -> None:
    world = village.world
    village.write("Anna", "open first rails for 3\nopen first rails for 2")
    village.write("Bert", "join 1")
    clara = world.players["Clara"]

    def fill(tx: Tx) -> None:
        join_list(tx, 2, clara, "salt", 0)
        fill_list(tx, 2, 0)

    world.database.write(fill)
    block(world, "Anna")
    assert (village.waiting(1), village.row(1).opened_by) == (["Bert"], world.players["Bert"])
    game_id = world.database.write(lambda tx: begin(world.unit(tx), village.row(2)))
    with world.database.read() as tx:
        assert {seat.name: seat.vacant_ms is None for seat in list_seat_contacts(tx, game_id)} == {
            "Anna": False,
            "Clara": True,
        }


def test_nobody_gives_a_seat_to_who_is_blocked(village: Village) -> None:
    world = village.world
    world.open_game(("Bert", "Clara"))
    village.write("Anna", "standby first rails")
    block(world, "Anna")
    substitute = Substitute("e1", 0, "Bert has left", world.players["Anna"])
    with pytest.raises(Refused, match="can't take that seat"):
        world.intake.moderators.carry_out(None, substitute, None)
    assert "Nobody is on standby" in " ".join(
        world.intake.moderators.carry_out(None, Substitute("e1", 0, "Bert has left"), None)
    )


def test_an_address_with_a_detail_is_of_the_same_mailbox() -> None:
    assert mailbox_of(" Ada+games+2@Example.org ") == "ada@example.org"
    assert mailbox_of("+@example.org") == "+@example.org"
