"""Addresses at this server are renewed by their owners, who confirm it, and by the operator; the old are closed."""

from datetime import timedelta

import pytest
from lobby.kit import Village
from moderation.kit import signed_in

from adjudicator.kit import DOMAIN, Game, World
from adjudicator.letters import code_in, flat, letter_bytes
from adjudicator.seats import deliver, delivered, is_vacant, opened, resigned, take
from pbem.adjudicator.context import Refused
from pbem.adjudicator.seats import addresses as renewing
from pbem.clock import to_ms
from pbem.intake.addresses import find_destination
from pbem.store import NotFound, UnitOfWork
from pbem.store.games.seats import find_seat_by_token
from pbem.store.mail.inbox import MAX_ATTEMPTS, fail_letter
from pbem.store.mail.queues import find_next_new_letter

RENEWED = "Your address was renewed: this email comes from the new one."


@pytest.fixture
def game(world: World) -> Game:
    """A game of three, in which Anna is to move."""
    return opened(world)


@pytest.fixture
def village(game: Game) -> Village:
    """Where letters to offices are written."""
    return Village(game.world)


def renew(game: Game, seat: int, *, by: int | None = None) -> None:
    """Have a seat's address renewed, by its player on a page or by the operator."""
    world = game.world
    now_ms = to_ms(world.clock())
    world.database.write(
        lambda tx: renewing.renew_seat_address(UnitOfWork(tx, world.settings, now_ms), game.id, seat, by=by)
    )


def is_known(world: World, token: str) -> bool:
    """Whether a letter to an address is taken at the door."""
    with world.database.read() as tx:
        return find_destination(UnitOfWork(tx, world.settings, to_ms(world.clock())), token) is not None


def senders(world: World, name: str) -> list[str]:
    """Which addresses the mails in a player's Maildir come from, the newest first."""
    lines = (line for raw in delivered(world, name) for line in raw.decode().split("\n\n")[0].splitlines())
    return [line.rpartition("<")[2].partition("@")[0] for line in lines if line.startswith("From: ")]


# By letter.


@pytest.mark.parametrize(
    ("language", "words", "confirm"),
    [
        ("en", "renew address", "confirm"),
        ("en", "Renew my address, please", "confirm"),
        ("de", "neue Adresse", "bestätigen"),
        ("de", "Adresse erneuern", "bestätige"),
        ("fr", "nouvelle adresse", "confirmer"),
        ("fr", "renouveler l'adresse", "confirme"),
    ],
)
def test_a_seat_s_address_is_renewed_by_a_confirmed_letter(
    world: World, language: str, words: str, confirm: str
) -> None:
    world.add_player("Zoe", language)
    game = world.open_game(("Anna", "Zoe"))
    old = game.seats[1].token
    question = game.send(1, words).answer
    assert code_in(question.text) and game.seats[1].token == old
    reply = game.post(1, game.write(1, confirm, answering=question))
    new = game.seats[1].token
    assert new != old and not is_known(world, old) and is_known(world, new)
    assert [mail.player_id for mail in reply.mails] == [world.players["Zoe"]]
    assert old not in reply.answer.text and new not in reply.answer.text
    deliver(world)
    assert senders(world, "Zoe")[0] == new
    assert game.send(1, "status").letter.status == "done"


def test_no_forged_letter_renews_an_address(game: Game, village: Village) -> None:
    old = game.seats[1].token
    for text in ("renew address", "confirm", "renew address\nconfirm"):
        game.send(1, text, answering=None)
        village.write("Bert", text, answering=None)
    assert game.seats[1].token == old
    assert village.player("Bert").token_renewed_ms is None


def test_an_office_s_address_is_renewed_by_a_confirmed_letter(game: Game, village: Village) -> None:
    old = village.player("Bert").token
    question = village.write("Bert", "renew address")
    assert question.fate("renew address").startswith("understood: The address that you write to is replaced")
    reply = village.answer(question.answer, f"confirm {code_in(question.answer.text)}")
    new = village.player("Bert").token
    assert new != old and not is_known(game.world, old) and is_known(game.world, new)
    assert reply.answer.sender == new and len(reply.mails) == 1
    deliver(game.world)
    assert senders(game.world, "Bert").count(old) == 0, "mails that had not left come from the new one, too"


def test_an_address_is_renewed_once_a_day(game: Game, village: Village) -> None:
    why = "This address is new already; it can be renewed once a day."
    for _ in range(2):
        game.send(1, "renew address")
        game.send(1, "confirm")
        assert why in game.send(1, "renew address").fate("renew address")
        village.write("Bert", "renew address")
        village.confirm("Bert")
        assert why in village.write("Bert", "renew address").fate("renew address")
        with pytest.raises(Refused, match="once a day"):
            renew(game, 1, by=game.world.players["Bert"])
        renew(game, 0, by=game.world.players["Anna"])
        game.world.clock.advance(timedelta(days=1))
    renew(game, 1)
    renew(game, 1)
    renew(game, 1, by=game.world.players["Bert"])


def test_who_takes_over_a_seat_may_renew_its_address_at_once(game: Game) -> None:
    renew(game, 1, by=game.world.players["Bert"])
    resigned(game, 1)
    take(game, "Dora")
    renew(game, 1, by=game.world.players["Dora"])


def test_a_letter_gives_up_a_seat_or_renews_its_address(game: Game) -> None:
    reply = game.send(1, "resign\nrenew address")
    assert reply.text.startswith("Nothing was changed: line 2 is not possible.")
    game.send(1, "renew address\nresign")
    game.send(1, "confirm")
    assert is_vacant(game, 1)
    with game.world.database.read() as tx:
        assert find_seat_by_token(tx, game.seats[1].token) is None


# Letters on their way.


@pytest.mark.parametrize("shunted", [False, True])
def test_letters_to_the_old_address_that_wait_are_not_carried_out(game: Game, shunted: bool) -> None:
    world, old, before = game.world, game.seats[0].token, game.written
    waiting = world.store(game.write(0, "buy weiden with ?"), old)
    for _ in range(MAX_ATTEMPTS if shunted else 0):
        world.database.write(lambda tx: fail_letter(tx, waiting, "a fault"))
    renew(game, 0, by=world.players["Anna"])
    assert (world.letter(waiting).status, world.letter(waiting).outcome) == ("ignored", "the address was renewed")
    text = flat(game.last_mail(0).text)
    assert text.startswith(RENEWED)
    assert "One email to the old address was still waiting and is not carried out." in text
    late = world.store(game.write(0, "end"), old)  # it was at the door meanwhile
    world.intake.letters.receive(late)
    assert world.letter(late).status == "ignored"
    assert game.written == before


def test_the_letter_that_renews_is_told_of_others_that_wait(game: Game, village: Village) -> None:
    world = game.world
    question, office = game.send(1, "renew address").answer, village.write("Bert", "renew address").answer
    world.store(game.write(1, "press all: hello"), game.seats[1].token)
    world.store(game.write(1, "away 2027-01-01", answering=None), village.player("Bert").token)
    for text in (
        game.post(1, game.write(1, "confirm", answering=question)).text,
        village.answer(office, "confirm").text,
    ):
        assert "One email to the old address was still waiting and is not carried out." in text
    with world.database.read() as tx:
        assert find_next_new_letter(tx) is None


def test_the_address_that_a_player_registered_by_is_refused_too(world: World, village: Village) -> None:
    """It leads to the player's account for two days, and whoever knows it could write in the player's name."""
    zoe = village.register("zoe@player.test", "Zoe")
    first = next(mail.sender for mail in village.mails() if mail.to_address == zoe.address)
    assert first is not None and first != zoe.token and is_known(world, first)
    raw = letter_bytes("games", zoe.address, f"{first}@{DOMAIN}", {"message_id": "<late@player.test>"})
    waiting = world.store(raw, first)
    question = village.write("Zoe", "renew address").answer
    assert "One email to the old address" in village.answer(question, "confirm").text
    assert not is_known(world, first)
    assert (world.letter(waiting).status, world.letter(waiting).outcome) == ("ignored", "the address was renewed")


def test_what_waited_to_be_confirmed_is_void(game: Game, village: Village) -> None:
    code = code_in(game.send(1, "resign").answer.text)
    renew(game, 1)
    assert game.send(1, f"confirm {code}").text.startswith("There is nothing to confirm")
    assert not is_vacant(game, 1)


# On pages, and at the operator's word.


def test_the_page_of_settings_renews_ones_own_and_shows_none(game: Game) -> None:
    world = game.world
    browser, old = signed_in(world, "Bert"), game.seats[1].token
    office = Village(world).player("Bert").token
    browser.open("/my/settings")
    action, form = browser.form("Take a new address")
    for _ in range(2):  # somebody clicks twice
        browser.post(action, {**form, "game": "e1", "do": "renew"})
    assert game.seats[1].token != old
    assert [flat(mail.text)[: len(RENEWED)] for mail in game.mails(1)].count(RENEWED) == 1
    browser.post(action, {**form, "game": "", "do": "renew"})
    assert Village(world).player("Bert").token != office
    page = browser.open("/my/settings").get_data(as_text=True)
    assert not any(token in page for token in (old, office, game.seats[1].token, Village(world).player("Bert").token))


def test_the_page_of_settings_mails_ones_own_as_they_are(game: Game) -> None:
    world = game.world
    known, before = {mail.id for mail in world.all_mails()}, [seat.token for seat in game.seats]
    browser = signed_in(world, "Bert")
    browser.open("/my/settings")
    action, form = browser.form("Email me from it")
    for tag in ("e1", ""):
        browser.post(action, {**form, "game": tag, "do": "send"})
    new = [mail for mail in world.all_mails() if mail.id not in known]
    assert [(mail.to_address, mail.seat) for mail in new] == [("bert@player.test", 1), ("bert@player.test", None)]
    assert all(flat(mail.text).startswith("You asked for your address: it is the one") for mail in new)
    assert new[1].sender == Village(world).player("Bert").token and [seat.token for seat in game.seats] == before


@pytest.mark.parametrize(("name", "tag"), [("Dora", "e1"), ("Bert", "e9"), ("Bert", "x' OR 1")])
def test_nobody_renews_the_address_of_another(game: Game, name: str, tag: str) -> None:
    before = [seat.token for seat in game.seats]
    browser = signed_in(game.world, name)
    browser.open("/my/settings")
    action, form = browser.form("Take a new address")
    assert browser.post(action, {**form, "game": tag, "do": "renew"}).status_code == 404
    assert [seat.token for seat in game.seats] == before
    for seat, by in ((0, "Bert"), (1, "Dora"), (9, "Bert")):
        with pytest.raises(NotFound):
            renew(game, seat, by=game.world.players[by])


def test_nobody_else_is_told(game: Game) -> None:
    world = game.world
    known = {mail.id for mail in world.all_mails()}
    before = game.written
    renew(game, 1)
    world.database.write(
        lambda tx: renewing.renew_account_address(world.unit(tx), world.players["Clara"], by_owner=False)
    )
    new = [mail for mail in world.all_mails() if mail.id not in known]
    assert {mail.to_address for mail in new} == {"bert@player.test", "clara@player.test"}
    assert all(flat(mail.text).startswith(RENEWED) for mail in new)
    assert game.written == before, "no log tells of it"


def test_who_reads_no_mails_has_no_address_to_renew(world: World) -> None:
    world.add_player("Robot", bot="random")
    game = world.open_game(("Anna", "Robot"))
    with pytest.raises(Refused, match="Nobody gets email"):
        renew(game, 1)
    resigned(game, 0)
    with pytest.raises(Refused, match="Nobody gets email"):
        renew(game, 0)
