"""The audit log: every command of a player's, a moderator's and the operator's is in it, by ids, for good."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from adjudicator.kit import World
from moderation.kit import add_moderator

from lobby.kit import Village
from pbem.adjudicator.audit import system_user
from pbem.adjudicator.context import Refused
from pbem.i18n import catalogue
from pbem.lobby.commands import CloseList, Join
from pbem.moderation.commands.holding import Hold
from pbem.store.audit import NamedAudit, list_audit, list_audit_of_game, list_audit_of_player
from pbem.store.players.player import set_role


def log(world: World) -> list[NamedAudit]:
    """The log, the oldest line first."""
    with world.database.read() as tx:
        return list_audit(tx, 1000)[::-1]


def newest(world: World) -> tuple[str | None, str, str, str | None, str | None, dict[str, object]]:
    """The newest line: who, the system's user, what, and the person and game that it concerns."""
    one = log(world)[-1]
    return one.by_name, one.by_user, one.command, one.player_name, one.tag, json.loads(one.facts)


def test_commands_are_written_down_whichever_way_they_come(village: Village) -> None:
    world = village.world
    village.write("Anna", "open first rails for 3\nlists\ngames\nhelp")
    assert newest(world)[:3] == ("Anna", "", "open")
    village.write("Bert", "join 1 with a secret word")
    assert newest(world) == ("Bert", "", "join", None, None, {"list_id": 1})
    world.intake.forms.do(village.player("Clara"), Join(1), catalogue("en"))
    assert newest(world)[:5] == ("Clara", "", "join", None, "e1")
    mona = add_moderator(world, "Mona")
    world.intake.moderators.carry_out(mona, Hold("e1", "Anna told me a secret"), None)
    assert newest(world) == ("Mona", "", "hold", None, "e1", {})
    village.write("Mona", "release e1: all is well\nsubstitute e1 Bert: He left")
    before = log(world)
    village.confirm("Mona")
    released, removed = log(world)[len(before) :]
    assert (released.by_name, released.command, released.tag) == ("Mona", "release", "e1")
    assert (removed.command, removed.player_name) == ("substitute", "Bert")
    world.intake.operator.renew_address(world.players["Anna"])
    assert newest(world) == (None, system_user(), "renew", "Anna", None, {})
    assert not any("secret" in one.facts + one.outcome for one in log(world))
    with world.database.read() as tx:
        assert {one.command for one in list_audit_of_game(tx, 1, 99)} >= {"hold", "release", "substitute"}
        assert "open" in {one.command for one in list_audit_of_player(tx, world.players["Anna"], 99)}


def test_what_is_refused_or_previewed_leaves_no_line(village: Village) -> None:
    world = village.world
    village.write("Anna", "open first rails for 3")
    before = len(log(world))
    village.write("Bert", "join 1\njoin 7")
    with pytest.raises(Refused):
        world.intake.moderators.carry_out(world.players["Bert"], Hold("e1", "I want to"), None)
    assert len(log(world)) == before


@pytest.mark.sqlite("looks into the file")
def test_nobody_changes_or_removes_a_line(village: Village) -> None:
    village.write("Anna", "open first rails for 3")
    path: Path = village.world.database.path
    with closing(sqlite3.connect(path)) as connection:
        for statement in (
            "UPDATE audit SET by_id = NULL",
            "DELETE FROM audit",
            "INSERT OR REPLACE INTO audit SELECT * FROM audit",
        ):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                connection.execute(statement)


def test_a_list_keeper_closes_and_invites_to_lists_of_others_but_sees_no_private_one(village: Village) -> None:
    world, words = village.world, catalogue("en")
    village.write("Anna", "open first rails for 3\nopen first rails for 3 private")
    assert "no open waiting list 1 of your own" in village.write("Bert", "close 1").fate("close 1")
    world.database.write(lambda tx: set_role(tx, world.players["Bert"], "list_keeper", on=True))
    assert village.write("Bert", "invite 1 zoe@new.test").fate("invite 1 zoe@new.test").startswith("done")
    with pytest.raises(Refused):
        world.intake.forms.do(village.player("Bert"), CloseList(2), words)
    reply = village.write("Bert", "close 1")
    assert (
        reply.fate("close 1") == "done: Waiting list 1, The First Rails of Anna, is closed."
        or "is closed" in reply.text
    )
    assert any("did not start" in mail.subject for mail in reply.others("anna@player.test"))
    assert village.row(1).status == "closed"


def test_a_practice_game_is_removed_and_what_was_done_in_it_stays_written_down(village: Village) -> None:
    world = village.world
    village.write("Anna", "play first rails")
    assert newest(world)[:3] == ("Anna", "", "play")
    tag = newest(world)[4]
    assert tag is not None
    world.intake.practice.end(village.player("Anna"), tag, catalogue("en"))
    assert newest(world)[2:5] == ("play", None, None)
