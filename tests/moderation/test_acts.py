"""Acts on seats, secrets and letters, and announcements: what each tells first, does, and to whom it is told."""

import json
from collections.abc import Sequence
from datetime import timedelta

import pytest
from adjudicator.kit import Game, World
from adjudicator.letters import flat
from lobby.kit import Village
from rows_kit import mails_of_player

from moderation.kit import add_moderator, notices, ruled
from pbem.adjudicator.context import Refused
from pbem.clock import to_ms
from pbem.daemon.server import Server
from pbem.intake import Intake
from pbem.intake.operator import Moderators
from pbem.moderation import secret_access
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.commands.announcing import Announce
from pbem.moderation.commands.holding import Cancel, Hold
from pbem.moderation.commands.letters import Retry
from pbem.moderation.commands.positions import RollBack
from pbem.moderation.commands.seats import Substitute
from pbem.moderation.commands.secrets import GrantAccess, RevokeAccess
from pbem.moderation.context import sees_secrets
from pbem.moderation.letters import Stale
from pbem.store import Tx
from pbem.store.games.vacancies import list_offers
from pbem.store.mail.inbox import MAX_ATTEMPTS, fail_letter
from pbem.store.players.player import set_role
from pbem.terms import Terms


@pytest.fixture
def game(world: World) -> Game:
    """A game of three, and a moderator beside it."""
    add_moderator(world, "Mona")
    return world.open_game(("Anna", "Bert", "Clara"), terms=Terms(pace="5d"))


def service(game: Game) -> Moderators:
    return game.world.intake.moderators


def declined(game: Game, act: ModeratorCommand, by: str | None = "Mona") -> str:
    """Why an act is declined, previewed or not, which leaves everything as it is."""
    before, mails = game.written, game.world.all_mails()
    player = None if by is None else game.world.players[by]
    with pytest.raises(Refused) as first:
        service(game).preview(player, act)
    with pytest.raises(Refused) as second:
        service(game).carry_out(player, act, None)
    assert first.value.message == second.value.message
    assert (game.written, game.world.all_mails()) == (before, mails)
    return first.value.message


def abouts(game: Game) -> list[str]:
    return [json.loads(entry.payload)["about"] for entry in game.entries if entry.kind == "note"]


def open_to(game: Game, name: str) -> bool:
    with game.world.database.read() as tx:
        return sees_secrets(tx, game.world.players[name], game.id)


def test_a_preview_changes_nothing_and_mails_nobody(game: Game) -> None:
    before, mails = game.written, game.world.all_mails()
    for act in (
        Hold("e1", "x"),
        Cancel("e1", "x"),
        GrantAccess("e1", "x"),
        Announce("e1", "x"),
        Substitute("e1", 1, "x"),
    ):
        assert service(game).preview(game.world.players["Mona"], act).sentences
    assert (game.written, game.world.all_mails()) == (before, mails)


def test_what_was_previewed_on_another_state_is_not_done(game: Game) -> None:
    mona = game.world.players["Mona"]
    preview = service(game).preview(mona, Cancel("e1", "x"))
    game.send(0, "end")
    before = game.written
    with pytest.raises(Stale) as stale:
        service(game).carry_out(mona, Cancel("e1", "x"), preview.state)
    assert stale.value.preview.sentences == preview.sentences
    assert stale.value.preview.state != preview.state
    assert game.written == before


def test_orders_that_are_not_final_make_no_preview_stale(game: Game) -> None:
    mona = game.world.players["Mona"]
    preview = service(game).preview(mona, Hold("e1", "x"))
    game.send(0, "A w")
    assert service(game).preview(mona, Hold("e1", "x")) == preview


def test_a_seat_is_taken_away_and_offered_to_whom_it_is_meant_for(game: Game) -> None:
    world = game.world
    dora, erna = world.add_player("Dora"), world.add_player("Erna")
    Village(world).write("Erna", "standby")
    token = game.seats[1].token
    texts, mails = ruled(game, "Mona", Substitute("e1", 1, "He has agreed to it.", by=dora))
    assert texts == ("Bert's seat in e1 is vacant.", "It is offered to Dora.")
    assert game.seats[1].vacant_ms is not None
    assert game.seats[1].token != token
    assert notices(mails[0].text) == [
        "Bert was removed from the seat by the moderator Mona: He has agreed to it.",
        "Bert's seat is offered to a player who was chosen for it.",
    ]
    with world.database.read() as tx:
        (farewell,) = [mail for mail in mails_of_player(tx, world.players["Bert"]) if mail.kind == "lobby"]
        assert [one.player_id for one in list_offers(tx, game.id, 1)] == [dora]
    assert "You have lost your seat in Whitsun." in flat(farewell.text)
    assert "removed from the seat by the moderator Mona: He has agreed to it." in flat(farewell.text)
    village = Village(world)
    assert village.write("Bert", "return e1").fate("return e1").startswith("REFUSED")
    village.write("Dora", "decline e1")
    assert abouts(game)[-1] == "offered", "to who stands by, which the others are told as well"
    with world.database.read() as tx:
        assert list_offers(tx, game.id, 1)[-1].player_id == erna


def test_a_seat_that_nobody_has_is_offered_anew(game: Game) -> None:
    dora = game.world.add_player("Dora")
    ruled(game, "Mona", Substitute("e1", 1, "Gone."))
    assert declined(game, Substitute("e1", 1, "Gone.")) == "Bert's seat is vacant."
    texts, _mails = ruled(game, "Mona", Substitute("e1", 1, "Dora would like to.", by=dora))
    assert texts[-1] == "It is offered to Dora."
    assert abouts(game)[-2:] == ["offered anew", "offered to one named"]
    village = Village(game.world)
    assert village.write("Dora", "take e1").fate("take e1").startswith("done")


def test_nobody_is_offered_a_seat_who_may_not_have_it(game: Game) -> None:
    world = game.world
    robert = world.add_player("Robert", bot="heuristic")
    for by in (world.players["Anna"], world.players["Bert"], robert):
        assert "can't take that seat" in declined(game, Substitute("e1", 1, "x", by=by))
    assert declined(game, Substitute("e1", 7, "x")) == "There is no such seat in e1."


def test_an_announcement_reaches_everybody_in_a_game_at_once(game: Game) -> None:
    world = game.world
    world.add_player("Dora")
    Village(world).write("Dora", "watch e1")
    _told, mails = ruled(game, "Mona", Announce("e1", "Game night is on Friday."))
    assert mails.keys() == {0, 1, 2}
    for mail in (*mails.values(), world.all_mails()[-1]):
        assert notices(mail.text) == ["Announcement by the moderator Mona: Game night is on Friday."]
    assert world.all_mails()[-1].to_address == "dora@player.test"


def test_an_announcement_to_all_is_one_mail_for_each_person(game: Game) -> None:
    world = game.world
    world.open_game(("Anna", "Dora"), name="Another")
    before = len(world.all_mails())
    texts = service(game).carry_out(None, Announce(None, "The server rests on Sunday."), None)
    assert texts == ("4 people will be told.",)
    new = world.all_mails()[before:]
    assert sorted(mail.to_address for mail in new) == [
        f"{name}@player.test" for name in ("anna", "bert", "clara", "dora")
    ]
    assert "An announcement by the operator to everyone who plays here:" in flat(new[0].text)
    assert "The server rests on Sunday." in new[0].text
    assert notices(game.send(0, "status").answer.text) == ["Announcement by the operator: The server rests on Sunday."]


def test_secrets_are_opened_and_closed_before_everybodys_eyes(game: Game) -> None:
    _told, mails = ruled(game, "Mona", GrantAccess("e1", "Dispute 1 is about hidden dice."))
    assert mails.keys() == {0, 1, 2}
    assert notices(mails[1].text) == [
        "From now on the moderator Mona can see the hidden information in this game: Dispute 1 is about hidden dice."
    ]
    assert open_to(game, "Mona")
    assert declined(game, GrantAccess("e1", "x")) == "You can already see the hidden information in e1."
    ruled(game, "Mona", RevokeAccess("e1"))
    assert not open_to(game, "Mona")
    assert notices(game.send(0, "status").answer.text) == [
        "No moderator can see the hidden information in this game any more."
    ]


def test_secrets_close_by_themselves_after_a_week(game: Game) -> None:
    world = game.world
    ruled(game, "Mona", GrantAccess("e1", "x"))
    world.intake.clock.close_secrets(to_ms(world.clock() + timedelta(days=7, minutes=-1)))
    assert open_to(game, "Mona")
    server = Server(world.settings, world.database, world.clock)
    world.clock.advance(timedelta(days=7))
    server.tick()
    server.tick()
    server.stop()
    assert not open_to(game, "Mona")
    assert abouts(game).count("sealed") == 1


def test_secrets_close_to_who_is_no_moderator_any_more(game: Game) -> None:
    world = game.world
    add_moderator(world, "Otto")
    mona, otto = world.players["Mona"], world.players["Otto"]
    for name in ("Mona", "Otto"):
        ruled(game, name, GrantAccess("e1", "x"))
    now_ms = to_ms(world.clock())

    def dismiss(tx: Tx, player_id: int) -> None:
        set_role(tx, player_id, "moderator", on=False)
        secret_access.revoke_access_of(world.unit(tx, now_ms), player_id)

    world.database.write(lambda tx: set_role(tx, mona, "moderator", on=False))
    assert not open_to(game, "Mona"), "whatever is written down"
    world.database.write(lambda tx: dismiss(tx, mona))
    assert open_to(game, "Otto")
    assert abouts(game).count("sealed") == 0
    world.database.write(lambda tx: set_role(tx, mona, "moderator", on=True))
    assert not open_to(game, "Mona"), "nor does it come back with the office"
    world.database.write(lambda tx: dismiss(tx, otto))
    assert abouts(game).count("sealed") == 1


def test_who_has_seen_what_is_hidden_in_a_game_can_never_take_a_seat_in_it(game: Game) -> None:
    world = game.world
    ruled(game, "Mona", GrantAccess("e1", "x"))
    ruled(game, "Mona", RevokeAccess("e1"))
    village = Village(world)
    village.write("Mona", "standby")
    game.send(1, "resign")
    game.send(1, "confirm")
    with world.database.read() as tx:
        assert list_offers(tx, game.id, 1) == []
    assert village.write("Mona", "take e1").fate("take e1") == (
        "REFUSED: You have seen the hidden information in that game, as a moderator."
    )
    add_moderator(world, "Otto")
    with pytest.raises(Refused, match="has seen its hidden information"):
        service(game).preview(world.players["Otto"], Substitute("e1", 2, "x", by=world.players["Mona"]))


def test_a_letter_that_was_put_aside_is_dealt_with_once_more(game: Game) -> None:
    world = game.world
    letter_id = world.store(game.write(0, "buy weiden with ?\nend"), game.seats[0].token, "anna@player.test")
    mark = world.letter(letter_id).mark
    act = Retry(mark)
    assert declined(game, act) == f"No email {mark} was set aside."
    for _ in range(MAX_ATTEMPTS):
        world.database.write(lambda tx: fail_letter(tx, letter_id, "RuntimeError: the disk is full"))
    assert world.letter(letter_id).status == "shunted"
    woken: list[bool] = []
    acts = Intake(world.database, world.clock, world.settings).moderators
    with world.database.notifying_of_writes(lambda: woken.append(True)):
        acts.preview(world.players["Mona"], act)
        assert (world.letter(letter_id).status, woken) == ("shunted", [])
        texts = acts.carry_out(world.players["Mona"], act, None)
    assert texts == (f"Email {mark} is waiting to be processed again.",)
    assert (world.letter(letter_id).status, world.letter(letter_id).attempts, woken) == ("new", 0, [True])
    world.intake.letters.receive(letter_id)
    assert game.row.active_seat == 1


def test_a_player_learns_nothing_of_letters_to_his_own_game_as_a_moderator(game: Game) -> None:
    world = game.world
    world.database.write(lambda tx: set_role(tx, world.players["Anna"], "moderator", on=True))
    letter_id = world.store(game.write(1, "end"), game.seats[1].token, "bert@player.test")
    for _ in range(MAX_ATTEMPTS):
        world.database.write(lambda tx: fail_letter(tx, letter_id, "x"))
    mark = world.letter(letter_id).mark
    assert declined(game, Retry(mark), "Anna") == declined(game, Retry("none"), "Anna").replace("none", mark)


def test_a_game_goes_back_and_everybody_is_told(game: Game) -> None:
    place = game.row.final_position
    game.send(0, "end")
    texts, mails = ruled(game, "Mona", RollBack("e1", place, "A fault of ours."))
    assert texts == (f"e1 was rolled back to #{place}. Everyone in it will be told.",)
    assert mails.keys() == {0, 1, 2}
    assert f"The game was rolled back to #{place} by the moderator Mona: A fault of ours." in notices(mails[1].text)
    assert game.row.active_seat == 0
    wrong = declined(game, RollBack("e1", 999, "x"))
    assert wrong.startswith("e1 can't be rolled back to #999: ")
    assert wrong.endswith(f"Nearest: #{game.row.final_position}.")


def test_a_game_that_is_cancelled_is_held_no_more(game: Game) -> None:
    ruled(game, "Mona", Hold("e1", "x"))
    _told, mails = ruled(game, "Mona", Cancel("e1", "Nobody is left."))
    assert "The game was cancelled by the moderator Mona: Nobody is left." in notices(mails[2].text)
    assert (game.row.status, game.row.held_ms) == ("over", None)
    for act in (Hold("e1", "x"), Cancel("e1", "x"), Substitute("e1", 1, "x")):
        assert declined(game, act) == "e1 is over."


@pytest.mark.parametrize("reason", ["", "  \n", "x" * 501])
def test_a_reason_is_given_with_every_act(game: Game, reason: str) -> None:
    acts: Sequence[ModeratorCommand] = (
        *(Hold("e1", reason), Cancel("e1", reason), GrantAccess("e1", reason), Announce("e1", reason)),
        *(RollBack("e1", game.row.position, reason), Substitute("e1", 1, reason)),
    )
    for act in acts:
        assert declined(game, act) in (
            "Give a reason; everyone in the game will see it.",
            "Use at most 500 characters.",
        )


def test_only_moderators_act_and_not_on_games_of_their_own(game: Game) -> None:
    game.world.add_player("Dora")
    acts: Sequence[ModeratorCommand] = (
        Hold("e1", "x"),
        RevokeAccess("e1"),
        Announce("e1", "x"),
        Announce(None, "x"),
        Retry(1),
    )
    for act in acts:
        assert declined(game, act, "Dora") == "Only a moderator can do this."
    game.world.database.write(lambda tx: set_role(tx, game.world.players["Anna"], "moderator", on=True))
    assert declined(game, Hold("e1", "x"), "Anna") == (
        "You have or had a seat in that game, so another moderator has to do this."
    )


def test_the_operator_acts_as_the_operator(game: Game) -> None:
    service(game).carry_out(None, Hold("e1", "I move the server."), None)
    assert notices(game.last_mail(0).text) == ["The game was put on hold by the operator: I move the server."]
    assert declined(game, GrantAccess("e1", "x"), None) == "Only a moderator can do this."
