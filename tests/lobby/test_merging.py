"""Two accounts become one: nothing of either is lost or there twice, and nobody comes to two hands of one game."""

import pytest
from adjudicator.kit import World
from moderation.kit import add_moderator

from lobby.kit import Village
from pbem.adjudicator.context import Refused
from pbem.adjudicator.counts import is_sound
from pbem.lobby.accounts.merging import Merge
from pbem.lobby.accounts.roles import ChangeRole
from pbem.store.accounts.merging import WAYS, player_columns
from pbem.store.games.seats import list_seat_contacts, list_seats, list_tenures
from pbem.store.games.vacancies import list_kinds_stood_by
from pbem.store.moderation.secrets import grant_access
from pbem.store.players.player import find_player_by_address, list_other_addresses, list_players_named
from pbem.store.schema import all_tables


def merge(world: World, name: str, into: str, by: int | None = None) -> str:
    """Merge one account into another; what was done."""
    command = Merge(world.players[name], world.players[into])
    return " ".join(world.intake.moderators.carry_out(by, command, None))


def test_every_table_that_names_a_player_has_its_way() -> None:
    naming = {table.name for table in all_tables().sorted_tables if player_columns(table)}
    assert naming == set(WAYS)


def test_seats_addresses_lists_and_mails_are_the_others(village: Village) -> None:
    world = village.world
    game = world.open_game(("Bert", "Clara"))
    village.write("Bert", "standby first rails")
    village.write("Anna", "standby first rails\nopen first rails for 3")
    village.write("Bert", "open germany for 3")
    with world.database.read() as tx:
        (contact, _) = list_seat_contacts(tx, game.id)
    bert, anna = village.player("Bert"), village.player("Anna")
    mails = {mail.id for mail in village.mails() if mail.player_id in (anna.id, bert.id)}
    assert merge(world, "Bert", "Anna") == "Bert's account is now part of Anna's."
    with world.database.read() as tx:
        assert [seat.name for seat in list_seats(tx, game.id)] == ["Anna", "Clara"]
        assert list_tenures(tx, game.id, 0)[0].player_id == anna.id
        assert list_seat_contacts(tx, game.id)[0].token == contact.token, "replies to old reports arrive"
        assert list_other_addresses(tx, anna.id) == ["bert@player.test"]
        found = find_player_by_address(tx, "bert@player.test")
        assert found is not None and found.id == anna.id
        assert list_players_named(tx, "Bert")[0].standing == "merged"
        assert list_kinds_stood_by(tx, anna.id) == ["first_rails"] and list_kinds_stood_by(tx, bert.id) == []
        assert is_sound(tx)
    after = [mail for mail in village.mails() if mail.player_id == anna.id]
    assert mails <= {mail.id for mail in after} and len({mail.number for mail in after}) == len(after)
    assert village.row(2).opened_by == anna.id and village.waiting(2) == ["Anna"]
    told = after[-1]
    assert told.to_address == "anna@player.test" and "Your two accounts are now one" in told.text


@pytest.mark.parametrize("met", ["a game", "a seat that one has left", "its secrets", "a list"])
def test_who_met_stay_two(village: Village, met: str) -> None:
    world = village.world
    game = world.open_game(("Anna", "Clara") if met != "its secrets" else ("Clara", "Anna"))
    if met == "a game":
        world.open_game(("Anna", "Bert"))
    elif met == "a seat that one has left":
        other = world.open_game(("Anna", "Bert"))
        world.intake.forms.resign(other.id, world.players["Bert"])
    elif met == "its secrets":
        world.database.write(lambda tx: grant_access(tx, game.id, world.players["Bert"], None, 0))
    else:
        village.write("Anna", "open first rails for 3")
        village.write("Bert", "join 1")
    for one, two in (("Anna", "Bert"), ("Bert", "Anna")):
        with pytest.raises(Refused, match=r"merged|waiting list"):
            merge(world, one, two)


def test_nobody_merges_another_into_themselves(village: Village) -> None:
    world = village.world
    mona = add_moderator(world, "Mona")
    for name in ("Anna", "Clara"):
        world.intake.moderators.carry_out(None, ChangeRole(world.players[name], "operator"), None)
    anna = world.players["Anna"]
    for by, name, into in (
        (anna, "Bert", "Anna"),
        (anna, "Anna", "Bert"),
        (mona, "Bert", "Mona"),
        (anna, "Bert", "Clara"),
    ):
        with pytest.raises(Refused):
            merge(world, name, into, by)
    merge(world, "Bert", "Mona", by=anna)
    with pytest.raises(Refused):
        merge(world, "Bert", "Mona")
