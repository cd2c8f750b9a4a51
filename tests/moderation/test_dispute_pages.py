"""Disputes on pages: filed, spoken about, examined, ruled and searched for."""

import pytest
from adjudicator.kit import Game, World

from moderation.kit import add_moderator, disputes, promote, ruled, signed_in, statements
from pbem.moderation.commands.rulings import GiveRuling
from pbem.moderation.commands.secrets import GrantAccess
from pbem.terms import Terms
from rules_core.games import rulebook

TEXT = "May he end his turn like that?"
WHY = "He may end it whenever he likes."
REFUSED = "station A weiden"


@pytest.fixture
def game(world: World) -> Game:
    """A game in which Anna has rolled and had an order refused; Mona moderates, Zoe does not play."""
    add_moderator(world, "Mona")
    world.add_player("Zoe")
    game = world.open_game(("Anna", "Bert", "Clara"), rolls={(1, 0): "sc"}, terms=Terms(pace="5d"))
    wrote = f"Whitsun <{game.address(0)}> wrote to {game.seats[0].address}:"
    game.send(0, f"roll 2?\n{REFUSED}\n\n-- \n{wrote}")
    game.send(0, "end")
    return game


@pytest.fixture
def disputed(game: Game) -> Game:
    """The same, with a dispute of Bert's about Anna's turn."""
    game.send(1, f"dispute: {TEXT}")
    return game


def test_a_dispute_is_filed_on_a_page_and_withdrawn(game: Game) -> None:
    clara = signed_in(game.world, "Clara")
    at = game.row.final_position
    clara.open(f"/games/e1/dispute?at={at}")
    assert "Everyone can read" in clara.text
    clara.press("Send dispute", text=TEXT)
    (dispute,) = disputes(game)
    assert (dispute.seat, dispute.position, dispute.text, dispute.letter_id) == (2, at, TEXT, None)
    assert "You dispute the play of Anna in year 1" in clara.text
    clara.press("Send dispute", text="Once more")
    assert clara.response.status_code == 422
    assert "You already have an open dispute in this game" in clara.text
    assert "Once more" in clara.text
    clara.press("Withdraw dispute 1")
    (dispute,) = disputes(game)
    assert dispute.status == "withdrawn"
    assert game.row.held_ms is None


def test_players_see_their_own_side_and_speak_and_strangers_neither(disputed: Game) -> None:
    world, (dispute,) = disputed.world, disputes(disputed)
    path = f"/games/e1/disputes/{dispute.id}"
    anna, bert, zoe = (signed_in(world, name) for name in ("Anna", "Bert", "Zoe"))
    anna.open(path)
    assert "Your side" in anna.text
    assert REFUSED in anna.text
    assert "REFUSED" in anna.text
    bert.open(path)
    assert "Your side" in bert.text
    assert REFUSED not in bert.text
    bert.press("Send statement", text="I counted twice.")
    assert [one.text for one in statements(disputed, dispute)] == ["I counted twice."]
    assert "I counted twice." in anna.open(path).text
    for browser in (zoe, signed_in(world, "Mona")):
        browser.open(path)
        assert TEXT in browser.text
        assert "Your side" not in browser.text
        assert REFUSED not in browser.text
    assert "I counted twice." not in zoe.open(path).text
    assert "I counted twice." in signed_in(world, "Mona").open(path).text
    assert zoe.post(path, {"csrf_token": ""}).status_code in (400, 403)
    ruled(disputed, "Mona", GiveRuling(dispute.id, "uphold", "FR-14", WHY))
    zoe.open(path)
    assert "I counted twice." in zoe.text
    assert WHY in zoe.text
    assert rulebook("first_rails")["FR-14"].text in zoe.text


def test_a_moderator_examines_all_sides_once_he_has_opened_what_is_hidden(disputed: Game) -> None:
    (dispute,) = disputes(disputed)
    mona = signed_in(disputed.world, "Mona")
    mona.open(f"/moderate/disputes/{dispute.id}")
    assert mona.response.status_code == 200
    assert TEXT in mona.text
    assert REFUSED not in mona.text
    assert "Behind the screen" not in mona.text
    mona.press("Unseal the game")
    assert REFUSED in mona.text
    assert "How each line was read then" in mona.text
    assert "Whitsun <…@seats.test> wrote to a…@player.test:" in mona.text
    assert "It is read the same way today" in mona.text
    assert mona.text.count("Behind the screen") == 3
    assert disputed.row.commitment in mona.text
    assert "FR-50" in mona.text
    assert disputed.seats[0].token not in mona.response.text
    assert disputed.seats[0].address not in mona.response.text


def test_another_reading_is_shown_and_nothing_of_it_done(disputed: Game) -> None:
    (dispute,) = disputes(disputed)
    before = disputed.written
    mona = signed_in(disputed.world, "Mona")
    mona.open(f"/moderate/disputes/{dispute.id}?orders=roll+2?%0AB+e")
    assert "You can try other orders once the game is unsealed." in mona.text
    assert "What would have happened" not in mona.text
    ruled(disputed, "Mona", GrantAccess("e1", WHY, dispute.id))
    before = disputed.written
    mona.open(f"/moderate/disputes/{dispute.id}?orders=roll+2?%0AB+e")
    assert "What would have happened" in mona.text
    assert "end B" in mona.text
    mona.open(f"/moderate/disputes/{dispute.id}?orders=roll+2?%0Aroll+1?")
    assert "It ends here." in mona.text
    mona.open(f"/moderate/disputes/{dispute.id}?orders=gibberish+e+e+e")
    assert mona.response.status_code == 200
    mona.open(f"/moderate/disputes/{dispute.id}?variant=director_tie%3Dprinted")
    assert "Nothing would have been different." in mona.text
    mona.open(f"/moderate/disputes/{dispute.id}?variant=extended%3Dyes")
    assert "That variant cannot be tried here." in mona.text
    assert disputed.written == before


def test_a_ruling_is_previewed_confirmed_and_found_again(disputed: Game) -> None:
    (dispute,) = disputes(disputed)
    mona = signed_in(disputed.world, "Mona")
    mona.open(f"/moderate/disputes/{dispute.id}")
    mona.press("See what it would do", verdict="rollback", rule="FR-14", text=WHY)
    assert "Dispute 1 is closed. The game is rolled back to #" in mona.text
    assert rulebook("first_rails")["FR-14"].text in mona.text
    assert disputes(disputed)[0].status == "open"
    mona.press("Do it")
    assert disputes(disputed)[0].verdict == "rollback"
    assert disputed.row.active_seat == 0
    for query, number in (
        ("", 1),
        ("?rule=fr-14", 1),
        ("?rule=FR-31", 0),
        ("?words=END+likes", 1),
        ("?words=100%25", 0),
        ("?kind=germany", 0),
        ("?verdict=rollback&kind=first_rails", 1),
        ("?verdict=uphold", 0),
    ):
        mona.open(f"/rulings{query}")
        assert (WHY in mona.text) == bool(number), query


def test_a_form_that_is_no_ruling_is_given_back(disputed: Game) -> None:
    (dispute,) = disputes(disputed)
    mona = signed_in(disputed.world, "Mona")
    for fields, why in (
        ({"verdict": "amend", "rule": "FR-14", "text": WHY}, "What is corrected, and how?"),
        ({"verdict": "amend", "rule": "FR-14", "text": WHY, "corrections": "make it better"}, "make it better: "),
        ({"verdict": "uphold", "rule": "", "text": WHY}, "By which rule?"),
        ({"verdict": "", "rule": "FR-14", "text": WHY}, "Choose a verdict."),
    ):
        mona.open(f"/moderate/disputes/{dispute.id}")
        mona.press("See what it would do", **fields)
        assert mona.response.status_code == 422
        assert why in mona.text
        assert WHY in mona.text
        assert any(why in one.text_content() for one in mona.page.xpath("//*[contains(@id, '-fault')]"))
    mona.press("See what it would do", verdict="amend", corrections="give bert 1 hidden", rule="FR-14", text=WHY)
    mona.press("Do it")
    assert disputes(disputed)[0].verdict == "amend"


def test_who_plays_cannot_examine_and_who_is_no_moderator_finds_nothing(disputed: Game) -> None:
    (dispute,) = disputes(disputed)
    add_moderator(disputed.world, "Otto")
    path = f"/moderate/disputes/{dispute.id}"
    assert signed_in(disputed.world, "Anna").open(path).status_code == 404
    assert signed_in(disputed.world, "Otto").open("/moderate/disputes/99").status_code == 404
    world = disputed.world
    promote(world, "Bert")
    assert signed_in(world, "Bert").open(path).status_code == 403


def test_moments_rules_and_the_desk_lead_to_disputes(disputed: Game) -> None:
    (dispute,) = disputes(disputed)
    anna, zoe = signed_in(disputed.world, "Anna"), signed_in(disputed.world, "Zoe")
    at = dispute.position
    assert f"/games/e1/dispute?at={at}#file" in anna.open(f"/games/e1/at/{at}").text
    assert "/games/e1/dispute?at" not in zoe.open(f"/games/e1/at/{at}").text
    mona = signed_in(disputed.world, "Mona")
    for path in ("/moderate", "/moderate/e1"):
        assert f"/moderate/disputes/{dispute.id}" in mona.open(path).text
    assert "/rulings?rule" not in zoe.open("/rules").text
    ruled(disputed, "Mona", GiveRuling(dispute.id, "uphold", "FR-14", WHY))
    assert "/rulings?rule=FR-14" in zoe.open("/rules").text
