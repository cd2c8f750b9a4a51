"""Who watches a game is told what everybody may know of it, once, and stops when he wants to."""

from rows_kit import mails_of_player

from adjudicator.kit import Game, World
from adjudicator.positions import plain
from adjudicator.test_wishes import choose
from pbem.adjudicator.context import Refused
from pbem.adjudicator.seats.standby import is_watching, unwatch, watch
from pbem.adjudicator.sessions import append_note
from pbem.clock import to_ms
from pbem.i18n import catalogue
from pbem.store.games.vacancies import occupy_seat
from pbem.store.mail.outbox import MailRow
from pbem.store.players.player import get_player
from pbem.store.players.preferences import Preferences, Reports
from pbem.terms import Terms
from rules_core.kernel.log import Note

ENGLISH = catalogue("en")
WISHES: tuple[tuple[str, Reports], ...] = (("Dora", "daily"), ("Emil", "mine"), ("Fred", "all"))


def watching(game: Game, name: str = "Dora", *, stops: bool = False) -> str:
    """Have somebody watch a game, or stop; what he is told."""
    world = game.world
    player_id = world.players.get(name) or world.add_player(name)
    if stops:
        return " ".join(world.database.write(lambda tx: unwatch(tx, player_id, game.id, ENGLISH)))
    now_ms = to_ms(world.clock())
    try:
        return " ".join(world.database.write(lambda tx: watch(world.unit(tx, now_ms), player_id, game.id, ENGLISH)))
    except Refused as declined:
        return declined.message


def mails(game: Game, name: str = "Dora") -> list[MailRow]:
    """What was mailed to somebody without a seat."""
    with game.world.database.read() as tx:
        return mails_of_player(tx, game.world.players[name])


def test_who_watches_gets_the_public_report_of_every_turn_from_his_own_address(world: World) -> None:
    game = world.open_game(("Anna", "Bert"), rolls={(1, 0): "ssc?"})
    assert watching(game) == "You're watching e1. You get emails with everything public."
    assert mails(game) == []
    game.send(0, "roll 2?")
    assert mails(game) == [], "the turn goes on"
    game.send(0, "end discard s")
    (mail,) = mails(game)
    with world.database.read() as tx:
        assert mail.sender == get_player(tx, world.players["Dora"]).token
    assert (mail.kind, mail.seat, mail.in_reply_to) == ("report", None, game.row.root_message_id)
    assert mail.subject == game.last_mail(0).subject
    assert mail.text.startswith("It's Bert's turn (year 1, turn 2 of 2)")
    assert "Anna rolls 2 ? + 2 bonus dice" in mail.text
    assert 'You are watching this game. Reply "unwatch e1" to stop these emails.' in mail.text
    assert "For your eyes only" not in mail.text
    assert "You could send" not in mail.text
    assert not [seat.token for seat in game.seats if seat.token in mail.text]


def test_who_stops_is_mailed_no_more(world: World) -> None:
    game = world.open_game(("Anna", "Bert"))
    assert watching(game, stops=True) == "You're not watching e1."
    watching(game)
    assert watching(game, stops=True) == "You're no longer watching e1."
    game.send(0, "end\npress all: hello")
    assert mails(game) == []


def test_who_watches_twice_is_mailed_once(world: World) -> None:
    game = world.open_game(("Anna", "Bert"))
    watching(game)
    watching(game)
    game.send(0, "end")
    assert len(mails(game)) == 1


def test_who_plays_is_told_that_he_does_and_who_takes_a_seat_watches_no_more(world: World) -> None:
    game = world.open_game(("Anna", "Bert"))
    assert watching(game, "Bert") == "You play in e1 and already get its reports."
    watching(game)
    now_ms = to_ms(world.clock())
    world.database.write(
        lambda tx: occupy_seat(tx, game.id, 1, world.players["Dora"], "d" * 16, "replaced", "resigned", now_ms)
    )
    game.send(0, "end")
    assert [mail.seat for mail in mails(game)] == [1]
    with world.database.read() as tx:
        assert not is_watching(tx, world.players["Dora"], game.id)


def test_press_to_all_reaches_who_watches_and_no_other_press_does(world: World) -> None:
    game = world.open_game(("Anna", "Bert", "Clara"), terms=Terms(press="anonymous"))
    watching(game)
    game.send(0, "press bert: private\npress all: public")
    (mail,) = mails(game)
    assert mail.kind == "press"
    assert mail.text.startswith("Anna writes to all:\n\n   public\n")
    assert "press" not in mail.text.partition("public")[2].replace("/press", "")


def test_the_end_is_told_to_who_watches_whatever_he_has_chosen(world: World) -> None:
    game = world.game_at(plain(seats=3, seat=2, last_year="no tile"))
    for name, reports in WISHES:
        watching(game, name)
        choose(world, name, Preferences(reports=reports))
    game.send(2, "end")
    assert game.row.status == "over"
    for name in ("Dora", "Emil", "Fred"):
        (mail,) = mails(game, name)
        assert mail.text.startswith("The game is over:")
        assert "unwatch" not in mail.text
    assert watching(game, "Gerd") == "e1 is over, so there is nothing left to watch."


def test_notes_are_told_to_who_watches_once(world: World) -> None:
    game = world.open_game(("Anna", "Bert"))
    watching(game)
    now_ms = to_ms(world.clock())
    world.database.write(lambda tx: append_note(world.unit(tx, now_ms), game.id, 1, Note("resigned", {"who": "Bert"})))
    game.send(0, "end")
    game.send(1, "end")
    assert ["Bert has resigned." in mail.text for mail in mails(game)] == [True, False]
