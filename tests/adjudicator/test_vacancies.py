"""Seats are given up, offered, taken over and taken again; and nobody hears anything of a seat that is not his."""

from datetime import date, timedelta
from functools import partial

import pytest

from adjudicator.kit import DOMAIN, Game, World
from adjudicator.letters import flat, letter_bytes
from adjudicator.positions import plain
from pbem.adjudicator import absence, standby, vacancies
from pbem.adjudicator.asking import Declined
from pbem.adjudicator.watching import is_watching, watch
from pbem.clock import from_ms, to_ms
from pbem.daemon.postman import NO_REPLY, Postman
from pbem.daemon.server import Server, transport_for
from pbem.i18n import catalogue
from pbem.mail.deliver import MaildirTransport
from pbem.mail.maildir import Maildir
from pbem.store import repository as repo
from pbem.store.rows import MailRow, OfferRow, Preferences, TenureRow
from pbem.terms import Terms

TOLD = "You stand by: seats that become free are offered to you ({})."
THREE = ("Anna", "Bert", "Clara")


def opened(world: World, terms: Terms | None = None) -> Game:
    """A game in which Anna is to move; Dora and Emil play nowhere."""
    for name in ("Dora", "Emil"):
        if name not in world.players:
            world.add_player(name)
    return world.open_game(THREE, terms=terms or Terms())


def is_vacant(game: Game, seat: int) -> bool:
    """Whether nobody plays a seat."""
    return game.seats[seat].vacant_ms is not None and not game.seats[seat].reads


def resigned(game: Game, seat: int) -> None:
    """Has a player give up his seat, by letter."""
    game.send(seat, "resign")
    game.world.clock.advance(timedelta(minutes=1))
    game.post(seat, game.write(seat, "confirm"))


def stand_by(world: World, name: str, *kinds: str) -> list[str]:
    """Has a player stand by, for The First Rails unless it is said otherwise."""
    world.clock.advance(timedelta(minutes=1))
    now_ms = to_ms(world.clock())
    return world.database.write(
        lambda tx: standby.stand_by(tx, world.settings, world.players[name], kinds or ("first_rails",), now_ms)
    )


def take(game: Game, name: str, seat: int | None = None) -> list[str]:
    """Has a player take a seat."""
    world = game.world
    world.clock.advance(timedelta(minutes=1))
    player, now_ms = world.players[name], to_ms(world.clock())
    chosen = seat
    if chosen is None:
        with world.database.read() as tx:
            chosen = vacancies.seat_to_take(tx, game.id, player)
    return world.database.write(lambda tx: vacancies.take(tx, world.settings, game.id, chosen, player, now_ms))


def offer(game: Game, seat: int) -> bool:
    """Has a seat offered."""
    world = game.world
    now_ms = to_ms(world.clock())
    return world.database.write(lambda tx: vacancies.offer(tx, world.settings, game.id, seat, now_ms))


def decline(game: Game, name: str) -> list[str]:
    """Has a player decline what he is offered."""
    world = game.world
    player, now_ms = world.players[name], to_ms(world.clock())
    return world.database.write(lambda tx: vacancies.decline(tx, world.settings, game.id, player, now_ms))


def expire(world: World, after: timedelta) -> None:
    """Lets time pass, and ends the offers that are up."""
    world.clock.advance(after)
    now_ms = to_ms(world.clock())
    with world.database.read() as tx:
        due = repo.due_offers(tx, now_ms)
    for one in due:
        world.adjudicator.expire_offer(one.id, now_ms)
        world.adjudicator.expire_offer(one.id, now_ms)  # whoever comes second finds nothing to do


def offers(game: Game, seat: int) -> list[tuple[str, str]]:
    """To whom a seat was offered, and what came of it."""
    names = {player: name for name, player in game.world.players.items()}
    with game.world.database.read() as tx:
        return [(names[one.player_id], one.status) for one in repo.offers(tx, game.id, seat)]


def last_offer(game: Game, seat: int) -> OfferRow:
    """The newest offer of a seat."""
    with game.world.database.read() as tx:
        return repo.offers(tx, game.id, seat)[-1]


def tenures(game: Game, seat: int) -> list[TenureRow]:
    """Who had a seat."""
    with game.world.database.read() as tx:
        return repo.tenures(tx, game.id, seat)


def mails_to(world: World, name: str) -> list[MailRow]:
    """Every mail to a player."""
    with world.database.read() as tx:
        return repo.mails_of_player(tx, world.players[name])


def deliver(world: World) -> None:
    """Has all mails that wait leave, as text alone, which takes no time to draw."""
    for player_id in world.players.values():
        chosen = Preferences(format="text")
        world.database.write(partial(repo.put_preferences, player_id=player_id, chosen=chosen))
    postman = Postman(world.database, transport_for(world.settings), world.clock, world.settings)
    while postman.round():
        pass


def delivered(world: World, name: str) -> list[bytes]:
    """The mails in a player's Maildir, the newest first."""
    folder = MaildirTransport(world.settings.maildir).folder(f"{name.lower()}@player.test")
    return [path.read_bytes() for path in Maildir(folder).files().values()]


# Giving up.


def test_a_seat_is_given_up_only_when_that_is_confirmed(world: World) -> None:
    game = opened(world)
    reply = game.send(1, "resign")
    assert reply.text.startswith("Nothing was changed as yet, since this cannot be undone. Reply `confirm` to do it.")
    assert "You may come back only as long as nobody has taken the seat." in reply.fate("resign")
    assert is_vacant(game, 1) is False
    game.send(1, "confirm")
    assert is_vacant(game, 1) is True


def test_who_gives_up_is_told_from_his_own_address_how_he_may_come_back(world: World) -> None:
    game = opened(world)
    game.send(1, "resign")
    letter = game.write(1, "confirm", message_id="<yes@player.test>")
    reply = game.post(1, letter)
    (mail,) = [mail for mail in reply.mails if mail.player_id == world.players["Bert"]]
    with world.database.read() as tx:
        assert mail.sender == repo.player(tx, world.players["Bert"]).token
    assert (mail.kind, mail.game_id, mail.in_reply_to, mail.auto) == (
        "lobby",
        None,
        "<yes@player.test>",
        "auto-replied",
    )
    told = flat(mail.text)
    assert told.startswith("You have given up your seat in Whitsun.")
    assert "answer this mail with `return e1`, or do it at https://games.test/seats" in told
    assert reply.letter.status == "done"


def test_everybody_else_is_told_at_once_and_once(world: World) -> None:
    game = opened(world)
    resigned(game, 1)
    for seat in (0, 2):
        mail = game.last_mail(seat)
        assert mail.kind == "notice"
        told = flat(mail.text)
        assert told.startswith("The seat of Bert is vacant.")
        assert "Bert has given up the seat." in told
        assert "Nobody is left to be asked for the seat of Bert. Whoever likes may take it over now" in told
        assert "given up" not in flat(game.send(seat, "status").answer.text)


def test_who_wants_his_own_turns_only_is_told_in_his_next_mail(world: World) -> None:
    game = opened(world)
    chosen = Preferences(reports="mine")
    world.database.write(partial(repo.put_preferences, player_id=world.players["Clara"], chosen=chosen))
    before = len(game.mails(2))
    resigned(game, 1)
    assert len(game.mails(2)) == before
    assert "Bert has given up the seat." in flat(game.send(2, "status").answer.text)


def test_orders_in_the_same_letter_are_carried_out_and_answered(world: World) -> None:
    game = opened(world)
    game.send(0, "resign\nbuy weiden with ?\nend")
    reply = game.post(0, game.write(0, "confirm"))
    to_anna = [mail for mail in reply.mails if mail.player_id == world.players["Anna"]]
    assert [mail.kind for mail in to_anna] == ["lobby", "answer"]
    assert game.row.active_seat == 1
    to_clara = [flat(mail.text) for mail in reply.mails if mail.player_id == world.players["Clara"]]
    assert sum("Anna has given up the seat." in told for told in to_clara) == 1, "once is enough"
    deliver(world)
    mails = delivered(world, "Anna")
    assert sum(f"{NO_REPLY}@{DOMAIN}".encode() in mail for mail in mails) == len(mails) - 1


def test_what_was_prepared_is_dropped(world: World) -> None:
    game = opened(world)
    game.send(0, "check\nbuy weiden with ?")
    assert game.draft(0)
    resigned(game, 0)
    assert game.draft(0) is None


def test_a_game_that_is_over_has_no_seat_to_give_up_or_take(world: World) -> None:
    game = world.game_at(plain(seats=3, seat=2, last_year="no tile"))
    world.add_player("Dora")
    resigned(game, 1)
    game.send(2, "end")
    assert game.row.status == "over"
    game.send(0, "resign")
    assert "The game is over; there is nothing to give up." in flat(game.last_mail(0).text)
    with pytest.raises(Declined, match="The game is over"):
        take(game, "Dora")


# The wall.


def test_the_old_address_is_closed_at_once(world: World) -> None:
    game = opened(world)
    old = game.seats[1].token
    resigned(game, 1)
    with world.database.read() as tx:
        assert repo.seat_by_token(tx, old) is None
        assert repo.seat_by_token(tx, game.seats[1].token) is None, "nor is there another for anybody to guess"
    assert game.seats[1].token != old
    take(game, "Dora")
    with world.database.read() as tx:
        assert repo.seat_by_token(tx, old) is None
        found = repo.seat_by_token(tx, game.seats[1].token)
    assert found is not None
    assert found.player_id == world.players["Dora"]


def test_a_letter_that_lies_in_the_inbox_is_ignored_when_the_seat_has_gone(world: World) -> None:
    game = opened(world)
    stand_by(world, "Dora")
    raw, old = game.write(0, "buy weiden with ?\nend"), game.seats[0].token
    letter_id = world.store(raw, old, "anna@player.test")
    resigned(game, 0)
    take(game, "Dora")
    before = game.written
    world.adjudicator.receive(letter_id)
    assert (world.letter(letter_id).status, game.written) == ("ignored", before)
    assert world.letter(letter_id).outcome == "the seat's address is no longer in use"
    forged = letter_bytes("end", "anna@player.test", game.address(0), {"message_id": "<forged@player.test>"})
    late = world.store(forged, game.seats[0].token, "anna@player.test")
    world.adjudicator.receive(late)
    assert (world.letter(late).outcome, game.written) == ("not from the seat's player", before)


def test_reports_go_to_nobody_while_a_seat_is_vacant_and_then_to_the_newcomer_alone(world: World) -> None:
    game = opened(world)
    resigned(game, 1)
    known = len(mails_to(world, "Bert"))
    game.send(0, "end")
    assert len(mails_to(world, "Bert")) == known
    take(game, "Dora")
    game.post(1, game.write(1, "end"))
    game.send(2, "end")
    assert len(mails_to(world, "Bert")) == known
    assert [mail.kind for mail in mails_to(world, "Dora")] == ["report", "answer", "report"]


def test_a_mail_that_waits_for_who_has_left_carries_no_address_of_the_seat(world: World) -> None:
    game = opened(world)
    old = game.seats[1].token
    game.send(1, "status")
    resigned(game, 1)
    take(game, "Dora")
    new = game.seats[1].token
    deliver(world)
    bert, dora = delivered(world, "Bert"), delivered(world, "Dora")
    assert len(bert) == len(mails_to(world, "Bert"))
    assert not any(token.encode() in mail for mail in bert for token in (old, new))
    assert sum(f"{NO_REPLY}@{DOMAIN}".encode() in mail for mail in bert) == len(bert) - 1, "the farewell is his own"
    assert all(new.encode() in mail for mail in dora)
    first = mails_to(world, "Bert")[0]
    world.database.write(lambda tx: repo.resend_mail(tx, first.id, to_ms(world.clock())))
    deliver(world)
    assert {mail.status for mail in mails_to(world, "Bert")} == {"sent"}, "his old mails stay his"
    assert [len(delivered(world, name)) for name in ("Bert", "Dora")] == [len(bert), len(dora)]


def test_an_answer_to_another_players_mail_answers_none(world: World) -> None:
    game = opened(world)
    old = game.last_mail(0)
    resigned(game, 0)
    take(game, "Dora")
    game.post(0, game.write(0, "buy weiden with ?"))
    reply = game.post(0, game.write(0, "end", answering=old))
    assert "answers an older mail" not in reply.text


def test_orders_from_a_page_of_before_are_refused(world: World) -> None:
    game = opened(world)
    anna = world.players["Anna"]
    position = game.row.position
    resigned(game, 0)
    for name in (None, "Dora"):
        if name:
            take(game, name)
        with pytest.raises(LookupError):
            world.adjudicator.submit(game.id, 0, "end", position=position, by=anna)
    assert game.row.active_seat == 0


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
        assert mail.sender == repo.player(tx, world.players["Emil"]).token
    told = flat(mail.text)
    assert told.startswith("You are offered a seat in Whitsun: that of Bert, who has left.")
    assert "answer this mail with `take e1` by Sunday 29 November 2026, 17:05 UTC" in told
    assert "take it at https://games.test/seats" in told
    assert "Your dice" not in told
    assert mail.kind == "lobby"
    assert "The seat of Bert is offered to a player who stands by." in flat(game.last_mail(0).text)
    assert "Emil" not in game.last_mail(0).text


def test_what_is_offered_shows_what_everybody_sees(world: World) -> None:
    game = opened(world)
    stand_by(world, "Dora")
    resigned(game, 1)
    offered = mails_to(world, "Dora")[-1].text
    public = world.adjudicator.report(game.id, None, "en").text
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
    fritz, now_ms = world.players["Fritz"], to_ms(world.clock())
    days = (date(2026, 11, 22), date(2026, 12, 20))
    world.database.write(lambda tx: absence.announce(tx, world.settings, fritz, *days, now_ms))
    resigned(game, 1)
    expire(world, timedelta(days=6))
    assert offers(game, 1) == [("Dora", "open")]
    expire(world, timedelta(days=2))
    assert offers(game, 1) == [("Dora", "lapsed"), ("Emil", "open")]
    known = len(game.mails(0))
    assert decline(game, "Emil") == ["You do not take the seat; the next is asked."]
    assert offers(game, 1) == [("Dora", "lapsed"), ("Emil", "declined")]
    assert len(game.mails(0)) == known + 1
    assert "Nobody is left to be asked for the seat of Bert." in flat(game.last_mail(0).text)
    expire(world, timedelta(days=1))
    assert offer(game, 1) is False
    assert len(game.mails(0)) == known + 1, "once is enough"
    expire(world, timedelta(days=20))
    assert offer(game, 1), "Fritz is there again"
    with pytest.raises(Declined, match="No seat in that game is offered to you"):
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
    told = stand_by(world, "Dora")
    assert told == [
        TOLD.format("The First Rails"),
        "A seat is free and offered to you; a mail says which.",
    ]
    assert offers(game, 1) == [("Dora", "open")]
    assert stand_by(world, "Dora") == [TOLD.format("The First Rails")]
    now_ms, player = to_ms(world.clock()), world.players["Dora"]
    assert world.database.write(lambda tx: standby.stand_by(tx, world.settings, player, (), now_ms)) == [
        "You are offered no more seats."
    ]
    assert offers(game, 1) == [("Dora", "open")], "what is offered stays offered"


def test_no_bot_stands_by(world: World) -> None:
    world.add_player("Robo", bot="random")
    with pytest.raises(Declined):
        stand_by(world, "Robo")


# Taking over.


def test_the_newcomer_gets_all_that_is_private_under_an_address_of_his_own(world: World) -> None:
    game = opened(world)
    stand_by(world, "Dora")
    game.send(0, "end")
    resigned(game, 1)
    world.clock.advance(timedelta(days=3))
    assert take(game, "Dora") == ["The seat in Whitsun is yours; a mail tells you how it stands."]
    mail = game.last_mail(1)
    assert (mail.player_id, mail.kind) == (world.players["Dora"], "report")
    told = flat(mail.text)
    assert told.startswith("You have taken over the seat of Bert. All that follows is yours to know.")
    assert "It is your turn" in told
    assert "== For your eyes only ==" in told
    assert "Notices" not in told
    assert game.row.deadline_ms is not None
    assert from_ms(game.row.deadline_ms) == world.clock() + timedelta(days=7), "with a full turn's time"
    assert offers(game, 1) == [("Dora", "taken")]
    assert [(one.player_id, one.came, one.left) for one in tenures(game, 1)] == [
        (world.players["Bert"], "began", "resigned"),
        (world.players["Dora"], "replaced", None),
    ]
    assert "Dora has taken over the seat of Bert." in flat(game.send(0, "status").answer.text)
    assert game.post(1, game.write(1, "end")).text.startswith("Your orders were carried out.")


def test_the_newcomers_digest_begins_with_him(world: World) -> None:
    game = opened(world)
    game.send(0, "end")
    resigned(game, 1)
    take(game, "Dora", 1)
    seat = game.seats[1]
    assert (seat.told, seat.reported) == (game.entries[-1].position, game.row.final_position)


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
    world.database.write(lambda tx: watch(tx, dora, game.id, now_ms, catalogue("en")))
    resigned(game, 1)
    take(game, "Dora")
    with world.database.read() as tx:
        assert not is_watching(tx, dora, game.id)


def test_somebody_elses_offer_is_not_taken_and_nobody_has_two_seats(world: World) -> None:
    game = opened(world)
    stand_by(world, "Dora")
    resigned(game, 1)
    with pytest.raises(Declined, match="offered to somebody else at present"):
        take(game, "Emil")
    with pytest.raises(Declined, match="You had another seat in this game"):
        take(game, "Anna", 1)
    with pytest.raises(Declined, match="You had another seat in this game"):
        resigned(game, 2)
        take(game, "Bert", 2)
    with pytest.raises(Declined, match="That seat is not offered to you"):
        take(game, "Emil", 0)
    expire(world, timedelta(days=8))
    take(game, "Emil", 1)
    with pytest.raises(Declined, match="You have that seat"):
        take(game, "Emil", 1)
    with pytest.raises(Declined, match="another seat"):
        take(game, "Emil", 2)


def test_no_bot_and_nobody_in_a_game_that_has_none_takes_a_seat(world: World) -> None:
    game = opened(world)
    world.add_player("Robo", bot="random")
    with pytest.raises(Declined, match="No seat of that game can be taken over"):
        take(game, "Dora")
    resigned(game, 1)
    with pytest.raises(Declined, match="program"):
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
    told = flat(mails_to(world, "Dora")[-1].text)
    assert told.startswith("You are offered a seat in Whitsun: that of Anna, who is late.")
    old = game.seats[0].token
    take(game, "Dora")
    mail = mails_to(world, "Anna")[-1]
    assert mail.kind == "lobby"
    assert "taken over by somebody who stood by, since your time was up. Thank you for the turns" in flat(mail.text)
    assert "Dora" not in mail.text
    with world.database.read() as tx:
        assert repo.seat_by_token(tx, old) is None
    assert [one.left for one in tenures(game, 0)] == ["late", None]
    assert game.row.overdue == 0
    with pytest.raises(Declined, match="not offered to you"):
        take(game, "Anna", 0)


def test_an_offer_lapses_when_who_is_late_plays_after_all(world: World) -> None:
    game = late_game(world)
    offer(game, 0)
    game.send(0, "buy weiden with ?")
    assert offers(game, 0) == [("Dora", "open")]
    game.send(0, "end")
    assert offers(game, 0) == [("Dora", "lapsed")]
    with pytest.raises(Declined, match="not offered to you"):
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
    world.adjudicator.wake(game.id)
    assert game.row.active_seat == 1
    assert offers(game, 0) == [("Dora", "open")]


def test_an_offer_that_is_up_cannot_be_taken_even_before_it_is_ended(world: World) -> None:
    game = late_game(world)
    offer(game, 0)
    world.clock.advance(timedelta(days=8))
    with pytest.raises(Declined, match="not offered to you"):
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
    assert flat(game.last_mail(1).text).startswith("You have your seat again. This is how the game stands.")
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
    world.database.write(lambda tx: vacancies.vacate(tx, world.settings, game.id, 1, "removed", now_ms))
    assert "return" not in mails_to(world, "Bert")[-1].text
    with pytest.raises(Declined):
        take(game, "Bert", 1)
    assert "The operator has taken the seat of Bert away." in flat(game.last_mail(0).text)


def test_a_vacant_seat_that_is_to_move_is_looked_at_at_once(world: World) -> None:
    game = opened(world)
    resigned(game, 0)
    assert game.row.wake_ms == to_ms(world.clock())


def test_all_mails_about_seats_go_through_the_catalogue(world: World) -> None:
    for name in ("Bert", "Dora"):
        world.add_player(name, "xx")
    game = opened(world)
    assert all(told.startswith("⟦") for told in stand_by(world, "Dora"))
    resigned(game, 1)
    for name in ("Bert", "Dora"):
        assert all(part.startswith("⟦") for part in mails_to(world, name)[-1].text.split("\n\n")[:2])
