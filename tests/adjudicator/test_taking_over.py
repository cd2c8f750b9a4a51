"""Seats are offered, taken over and taken again."""

from datetime import date, timedelta

import pytest

from adjudicator.kit import Game, World
from adjudicator.letters import flat
from adjudicator.seats import (
    TOLD,
    decline,
    expire,
    last_offer,
    mails_to,
    offer,
    offers,
    opened,
    resigned,
    stand_by,
    take,
    tenures,
)
from pbem.adjudicator.context import Refused
from pbem.adjudicator.seats import absences, standby, vacancies
from pbem.adjudicator.seats.standby import is_watching, watch
from pbem.clock import from_ms, to_ms
from pbem.daemon.server import Server
from pbem.i18n import catalogue
from pbem.store import UnitOfWork
from pbem.store.games.seats import find_seat_by_token
from pbem.store.players.player import get_player
from pbem.terms import Terms

# Offers.


def test_a_seat_is_offered_to_who_has_stood_by_longest(world: World) -> None:
    game = opened(world)
    stand_by(world, "Emil")
    stand_by(world, "Dora", "germany", "first_rails")
    stand_by(world, "Bert")  # he plays in it himself
    resigned(game, 1)
    assert offers(game, 1) == [("Emil", "open")]
    mail = mails_to(world, "Emil")[-1]
    with world.database.read() as tx:
        assert mail.sender == get_player(tx, world.players["Emil"]).token
    text = flat(mail.text)
    assert text.startswith("Would you like Bert's seat in Whitsun? Bert has left.")
    assert "reply `take e1` by Sunday 29 November 2026, 17:05 UTC" in text
    assert "take it at https://games.test/seats" in text
    assert "Your dice" not in text
    assert mail.kind == "lobby"
    assert "Bert's seat is offered to a standby player." in flat(game.last_mail(0).text)
    assert "Emil" not in game.last_mail(0).text


def test_what_is_offered_shows_what_everybody_sees(world: World) -> None:
    game = opened(world)
    stand_by(world, "Dora")
    resigned(game, 1)
    offered = mails_to(world, "Dora")[-1].text
    public = world.intake.forms.report(game.id, None, "en").text
    for line in public.splitlines()[:-4]:
        assert line in offered
    assert game.seats[1].token not in offered


def test_an_offer_is_good_for_a_turns_time_and_a_day_at_least(world: World) -> None:
    game = opened(world, Terms(pace="6h"))
    stand_by(world, "Dora")
    resigned(game, 1)
    assert from_ms(last_offer(game, 1).expires_ms) == world.clock() + timedelta(days=1)


def test_when_an_offer_is_up_or_declined_the_next_is_asked_and_at_last_everybody_told_once(world: World) -> None:
    game = opened(world)
    world.add_player("Fritz")
    for name in ("Dora", "Emil", "Fritz"):
        stand_by(world, name)
    fritz = world.players["Fritz"]
    days = (date(2026, 11, 22), date(2026, 12, 20))
    world.database.write(lambda tx: absences.announce(world.unit(tx), fritz, *days))
    resigned(game, 1)
    expire(world, timedelta(days=6))
    assert offers(game, 1) == [("Dora", "open")]
    expire(world, timedelta(days=2))
    assert offers(game, 1) == [("Dora", "lapsed"), ("Emil", "open")]
    known = len(game.mails(0))
    assert decline(game, "Emil") == ["You have declined the seat; the next player is asked."]
    assert offers(game, 1) == [("Dora", "lapsed"), ("Emil", "declined")]
    assert len(game.mails(0)) == known + 1
    assert "Nobody on standby is left to ask for Bert's seat." in flat(game.last_mail(0).text)
    expire(world, timedelta(days=1))
    assert offer(game, 1) is False
    assert len(game.mails(0)) == known + 1, "once is enough"
    expire(world, timedelta(days=20))
    assert offer(game, 1), "Fritz is there again"
    with pytest.raises(Refused, match="No seat in that game is offered to you"):
        decline(game, "Emil")


def test_the_server_passes_offers_on_as_time_goes_by(world: World) -> None:
    game = opened(world, Terms(pace="12h"))
    for name in ("Dora", "Emil"):
        stand_by(world, name)
    resigned(game, 1)
    server = Server(world.settings, world.database, world.clock)
    server.tick()
    assert offers(game, 1) == [("Dora", "open")]
    for _hour in range(26):
        world.clock.advance(timedelta(minutes=59))  # an hour would be an outage
        server.tick()
    assert offers(game, 1) == [("Dora", "lapsed"), ("Emil", "open")]


def test_who_says_that_he_stands_by_is_offered_what_is_vacant(world: World) -> None:
    game = opened(world)
    resigned(game, 1)
    assert stand_by(world, "Dora", "germany") == [TOLD.format("Germany")]
    assert offers(game, 1) == []
    texts = stand_by(world, "Dora")
    assert texts == [
        TOLD.format("The First Rails"),
        "A seat is vacant and offered to you; an email says which.",
    ]
    assert offers(game, 1) == [("Dora", "open")]
    assert stand_by(world, "Dora") == [TOLD.format("The First Rails")]
    now_ms, player = to_ms(world.clock()), world.players["Dora"]
    assert world.database.write(lambda tx: standby.stand_by(UnitOfWork(tx, world.settings, now_ms), player, ())) == [
        "You will not be offered any more seats."
    ]
    assert offers(game, 1) == [("Dora", "open")], "what is offered stays offered"


def test_no_bot_stands_by(world: World) -> None:
    world.add_player("Robo", bot="random")
    with pytest.raises(Refused):
        stand_by(world, "Robo")


# Taking over.


def test_the_newcomer_gets_all_that_is_private_under_an_address_of_his_own(world: World) -> None:
    game = opened(world)
    stand_by(world, "Dora")
    game.send(0, "end")
    resigned(game, 1)
    world.clock.advance(timedelta(days=3))
    assert take(game, "Dora") == ["The seat in Whitsun is yours; an email shows you the game."]
    mail = game.last_mail(1)
    assert (mail.player_id, mail.kind) == (world.players["Dora"], "report")
    text = flat(mail.text)
    assert text.startswith("You have taken over Bert's seat. What follows is for your eyes only.")
    assert "It's your turn" in text
    assert "== For your eyes only ==" in text
    assert "Notices" not in text
    assert game.row.deadline_ms is not None
    assert from_ms(game.row.deadline_ms) == world.clock() + timedelta(days=7), "with a full turn's time"
    assert offers(game, 1) == [("Dora", "taken")]
    assert [(one.player_id, one.came, one.left) for one in tenures(game, 1)] == [
        (world.players["Bert"], "began", "resigned"),
        (world.players["Dora"], "replaced", None),
    ]
    assert "Dora has taken over Bert's seat." in flat(game.send(0, "status").answer.text)
    assert game.post(1, game.write(1, "buy weiden with ?\nend")).text.startswith("Your orders were carried out.")


def test_the_newcomers_digest_begins_with_him(world: World) -> None:
    game = opened(world)
    game.send(0, "end")
    resigned(game, 1)
    take(game, "Dora", 1)
    seat = game.seats[1]
    assert (seat.notified_position, seat.reported) == (game.entries[-1].position, game.row.final_position)


def test_who_was_muted_in_a_seat_does_not_silence_the_newcomer(world: World) -> None:
    game = opened(world)
    game.send(0, "mute bert")
    resigned(game, 1)
    take(game, "Dora", 1)
    game.send(1, "press anna: Good morning")
    assert game.last_mail(0).kind == "press"


def test_who_has_watched_a_game_watches_it_no_more_when_he_plays_in_it(world: World) -> None:
    game = opened(world)
    dora, now_ms = world.players["Dora"], to_ms(world.clock())
    world.database.write(lambda tx: watch(world.unit(tx, now_ms), dora, game.id, catalogue("en")))
    resigned(game, 1)
    take(game, "Dora")
    with world.database.read() as tx:
        assert not is_watching(tx, dora, game.id)


def test_somebody_elses_offer_is_not_taken_and_nobody_has_two_seats(world: World) -> None:
    game = opened(world)
    stand_by(world, "Dora")
    resigned(game, 1)
    with pytest.raises(Refused, match="offered to someone else now"):
        take(game, "Emil")
    with pytest.raises(Refused, match="You had another seat in this game"):
        take(game, "Anna", 1)
    with pytest.raises(Refused, match="You had another seat in this game"):
        resigned(game, 2)
        take(game, "Bert", 2)
    with pytest.raises(Refused, match="That seat is not offered to you"):
        take(game, "Emil", 0)
    expire(world, timedelta(days=8))
    take(game, "Emil", 1)
    with pytest.raises(Refused, match="You already have that seat"):
        take(game, "Emil", 1)
    with pytest.raises(Refused, match="another seat"):
        take(game, "Emil", 2)


def test_no_bot_and_nobody_in_a_game_that_has_none_takes_a_seat(world: World) -> None:
    game = opened(world)
    world.add_player("Robo", bot="random")
    with pytest.raises(Refused, match="No seat in that game can be taken over"):
        take(game, "Dora")
    resigned(game, 1)
    with pytest.raises(Refused, match="A bot"):
        take(game, "Robo")


def test_whoever_likes_takes_a_seat_that_nobody_is_offered(world: World) -> None:
    game = opened(world)
    resigned(game, 2)
    take(game, "Emil")
    assert game.seats[2].player_id == world.players["Emil"]


# Who is late.


def late_game(world: World) -> Game:
    """A game whose late seats are offered, and whose first turn is late."""
    game = opened(world, Terms(late="standby"))
    stand_by(world, "Dora")
    world.clock.advance(timedelta(days=7, minutes=1))
    return game


def test_who_is_late_and_replaced_is_told_kindly_and_cut_off(world: World) -> None:
    game = late_game(world)
    assert offer(game, 0)
    text = flat(mails_to(world, "Dora")[-1].text)
    assert text.startswith("Would you like Anna's seat in Whitsun? Anna is late.")
    old = game.seats[0].token
    take(game, "Dora")
    mail = mails_to(world, "Anna")[-1]
    assert mail.kind == "lobby"
    assert "a standby player has taken over your seat in Whitsun. Thank you for the turns" in flat(mail.text)
    assert "Dora" not in mail.text
    with world.database.read() as tx:
        assert find_seat_by_token(tx, old) is None
    assert [one.left for one in tenures(game, 0)] == ["late", None]
    assert game.row.overdue == 0
    with pytest.raises(Refused, match="not offered to you"):
        take(game, "Anna", 0)


def test_an_offer_lapses_when_who_is_late_plays_after_all(world: World) -> None:
    game = late_game(world)
    offer(game, 0)
    game.send(0, "buy weiden with ?")
    assert offers(game, 0) == [("Dora", "open")]
    game.send(0, "end")
    assert offers(game, 0) == [("Dora", "lapsed")]
    with pytest.raises(Refused, match="not offered to you"):
        take(game, "Dora", 0)


def test_an_offer_lapses_when_who_is_late_gets_more_time(world: World) -> None:
    game = late_game(world)
    offer(game, 0)
    game.send(0, "extend 1 day")
    assert offers(game, 0) == [("Dora", "lapsed")]


def test_an_offer_of_a_vacant_seat_does_not_lapse_when_the_server_plays_it(world: World) -> None:
    game = opened(world, Terms(late="pass"))
    stand_by(world, "Dora")
    resigned(game, 0)
    world.intake.clock.wake(game.id)
    assert game.row.active_seat == 1
    assert offers(game, 0) == [("Dora", "open")]


def test_an_offer_that_is_up_cannot_be_taken_even_before_it_is_ended(world: World) -> None:
    game = late_game(world)
    offer(game, 0)
    world.clock.advance(timedelta(days=8))
    with pytest.raises(Refused, match="not offered to you"):
        take(game, "Dora", 0)


# The way back.


def test_who_has_resigned_comes_back_as_long_as_nobody_has_the_seat(world: World) -> None:
    game = opened(world)
    stand_by(world, "Dora")
    old = game.seats[1].token
    resigned(game, 1)
    assert offers(game, 1) == [("Dora", "open")]
    take(game, "Bert")
    assert offers(game, 1) == [("Dora", "lapsed")]
    assert game.seats[1].token != old
    assert flat(game.last_mail(1).text).startswith("Welcome back to your seat. Here is the game now.")
    assert "Bert has come back to the seat." in flat(game.send(0, "status").answer.text)
    assert [one.came for one in tenures(game, 1)] == ["began", "returned"]
    assert game.send(1, "status").answer.player_id == world.players["Bert"]


def test_who_had_a_seat_is_asked_first_when_it_becomes_vacant_once_more(world: World) -> None:
    game = opened(world)
    resigned(game, 1)
    stand_by(world, "Emil")
    take(game, "Emil")
    stand_by(world, "Dora")
    resigned(game, 1)
    assert offers(game, 1)[-1] == ("Bert", "open")
    take(game, "Bert")
    assert [one.came for one in tenures(game, 1)] == ["began", "replaced", "returned"]


def test_who_was_removed_has_no_way_back(world: World) -> None:
    game = opened(world)
    now_ms = to_ms(world.clock())
    world.database.write(lambda tx: vacancies.vacate(UnitOfWork(tx, world.settings, now_ms), game.id, 1, "removed"))
    assert "return" not in mails_to(world, "Bert")[-1].text
    with pytest.raises(Refused):
        take(game, "Bert", 1)
    assert "The operator has removed Bert from the seat." in flat(game.last_mail(0).text)


def test_a_vacant_seat_that_is_to_move_is_looked_at_at_once(world: World) -> None:
    game = opened(world)
    resigned(game, 0)
    assert game.row.wake_ms == to_ms(world.clock())


def test_all_mails_about_seats_go_through_the_catalogue(world: World) -> None:
    for name in ("Bert", "Dora"):
        world.add_player(name, "xx")
    game = opened(world)
    assert all(text.startswith("⟦") for text in stand_by(world, "Dora"))
    resigned(game, 1)
    for name in ("Bert", "Dora"):
        assert all(part.startswith("⟦") for part in mails_to(world, name)[-1].text.split("\n\n")[:2])
