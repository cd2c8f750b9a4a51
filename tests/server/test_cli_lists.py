"""`pbem lists`: what waits for players, and closing it."""

import json
from datetime import datetime
from pathlib import Path

from pbem.adjudicator.context import PlayerContext
from pbem.clock import from_ms, system_clock, to_ms
from pbem.config import Beacon, DiceSettings, Settings
from pbem.i18n import catalogue
from pbem.lobby.commands import Join, Open
from pbem.store import Tx, UnitOfWork
from pbem.store.games.waiting_lists import find_waiting_list, list_open_lists
from pbem.store.mail.outbox import list_unsent_mail
from pbem.store.players.player import PlayerRow, find_player_by_address
from server.kit import address_of, new_place


def context_of(tx: Tx, settings: Settings, player: PlayerRow) -> PlayerContext:
    """Where a player asks for something now."""
    return PlayerContext(unit=UnitOfWork(tx, settings, to_ms(system_clock())), player=player, words=catalogue("en"))


def test_lists_are_told_and_closed(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        assert "No game is looking for players." in place.pbem("lists").output
        place.pbem("player", "add", "Anna", address_of("Anna"))

        def work(tx: Tx) -> None:
            anna = find_player_by_address(tx, address_of("Anna"))
            assert anna is not None
            context = context_of(tx, place.settings, anna)
            Open("germany", 3, place.settings.terms, private=True, name="Tea at four").do(context)

        place.database.write(work)
        (found,) = json.loads(place.pbem("lists", "--json").output)
        with place.database.read() as tx:
            (row,) = list_open_lists(tx)
        assert datetime.fromisoformat(found["open until"]) == from_ms(row.expires_ms).replace(microsecond=0)
        assert (found["number"], found["name"], found["kind"]) == (1, "Tea at four", "germany")
        assert (found["waiting"], found["seats"], found["private"]) == ("Anna", 3, True)
        assert "Tea at four" in place.pbem("lists").output
        assert "Waiting list 1 is closed" in place.pbem("lists", "--close", 1).output
        assert "There is no open waiting list 1." in place.pbem("lists", "--close", 1, status=1).output
        with place.database.read() as tx:
            (mail,) = list_unsent_mail(tx)
        assert (mail.to_address, mail.kind) == (address_of("Anna"), "lobby")
        place.pbem("lists", "--close", "0", status=2)


def test_lists_that_wait_for_a_public_round_are_told_and_closed(tmp_path: Path) -> None:
    with new_place(tmp_path) as place:
        for name in ("Anna", "Bert"):
            place.pbem("player", "add", name, address_of(name))
        settings = place.settings.model_copy(update={"dice": DiceSettings(beacon=Beacon())})

        def work(tx: Tx) -> None:
            for name in ("Anna", "Bert"):
                player = find_player_by_address(tx, address_of(name))
                assert player is not None
                context = context_of(tx, settings, player)
                if name == "Anna":
                    Open("germany", 2, settings.terms, name="Tea at four", beacon="without").do(context)
                else:
                    Join(1).do(context)

        place.database.write(work)
        with place.database.read() as tx:
            row = find_waiting_list(tx, 1)
        assert row is not None
        (found,) = json.loads(place.pbem("lists", "--json").output)
        assert (found["waiting"], found["open until"], found["round"]) == ("Anna, Bert", None, f"{row.round} (without)")
        assert "Waiting list 1 is closed" in place.pbem("lists", "--close", 1).output
        assert "No game is looking for players." in place.pbem("lists").output
