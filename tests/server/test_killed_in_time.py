"""Killed with -9 while it does what came with time, a server does it once."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.clock import system_clock, to_ms
from pbem.intake import Intake
from pbem.store import Tx
from pbem.store.moderation.disputes import list_disputes_of_game
from pbem.store.players.player import find_player_by_address
from pbem.store.players.preferences import Preferences, put_preferences
from pbem.store.service.server import put_meta
from pbem.terms import Terms
from rules_core.line.events import GameEnded
from server.kit import FIRST_TURN, Forked, Place, address_of, kept, open_game
from server.situations import (
    LONG_AGO,
    Check,
    LoadedGame,
    Passage,
    Prepared,
    Situation,
    before,
    confirming,
    done_once,
    each_alone,
    hear,
    promote,
    register,
    to_office,
    to_seat,
    waited_for,
)


def late(place: Place, terms: Terms) -> Situation:
    """Anna's time is up."""
    open_game(place, "Anna", "Bert", clock=before(LONG_AGO), terms=terms)
    return Situation(place)


def late_pass(place: Place) -> Situation:
    """Anna's time is up, and the server plays for her."""
    return late(place, Terms(late="pass"))


def passed_once(situation: Situation) -> None:
    assert (situation.notes(), situation.turns()) == (["passed"], [0])
    assert situation.kinds("Anna") == situation.kinds("Bert") == ["report", "report"]


def late_bot(place: Place) -> Situation:
    """Anna's time is up, and a program plays for her."""
    return late(place, Terms(late="bot"))


def played_once(situation: Situation) -> None:
    assert (situation.notes(), situation.turns()) == (["bot played"], [0])
    assert situation.kinds("Anna") == situation.kinds("Bert") == ["report", "report"]


def late_standby(place: Place) -> Situation:
    """Anna's time is up, and Clara stands by."""
    register(place, "Clara")
    hear(place, to_office(place, "Clara", "standby"))
    return late(place, Terms(late="standby"))


def offered_once(situation: Situation) -> None:
    assert situation.notes() == ["late", "offered"]
    assert situation.kinds("Clara") == ["lobby", "lobby"]
    assert situation.kinds("Anna") == ["report", "reminder"]
    assert situation.kinds("Bert") == ["report", "notice"]


def after_an_outage(place: Place) -> Situation:
    """The server was down for three hours."""
    open_game(place, "Anna", "Bert")
    out_since = to_ms(system_clock() - timedelta(hours=3))
    place.database.write(lambda tx: put_meta(tx, "heartbeat", str(out_since)))
    return Situation(place)


def made_up_for_once(situation: Situation) -> None:
    assert situation.notes() == ["outage"]
    game = kept(situation.place).game
    assert game.deadline_ms is not None
    moved = timedelta(milliseconds=game.deadline_ms - game.began_ms) - timedelta(days=7)
    assert timedelta(hours=3) <= moved < timedelta(hours=3, minutes=5)


def standing(place: Place) -> Situation:
    """Bert and Clara have given orders for their next turns; Anna ends hers."""
    open_game(place, "Anna", "Bert", "Clara")
    for seat in (1, 2):
        hear(place, to_seat(place, seat, "next turn: end"))
    return Situation(place, to_seat(place, 0, *FIRST_TURN))


def fired_once(situation: Situation) -> None:
    assert situation.turns() == [0, 1, 2]
    assert situation.kinds("Anna") == ["report", "answer"]
    assert situation.kinds("Bert") == situation.kinds("Clara") == ["report", "answer", "report"]


def press(place: Place) -> Situation:
    """Anna has written to all, without a name."""
    open_game(place, "Anna", "Bert", "Clara", terms=Terms(press="anonymous"))
    hear(place, to_seat(place, 0, "press anonymous all: Guess who."), before(timedelta(hours=1)))
    return Situation(place)


def passed_on_once(situation: Situation) -> None:
    assert situation.kinds("Bert") == situation.kinds("Clara") == ["report", "press"]


def daily(place: Place) -> Situation:
    """Bert has chosen one mail a day, and Anna has ended her turn since the last."""
    past = before(timedelta(days=3))
    open_game(place, "Anna", "Bert", clock=past)

    def choose(tx: Tx) -> int:
        bert = find_player_by_address(tx, address_of("Bert"))
        assert bert is not None
        put_preferences(tx, bert.id, replace(Preferences(), reports="daily"))
        return bert.id

    bert_id = place.database.write(choose)
    Intake(place.database, past, place.settings).clock.send_digest(bert_id)
    hear(place, to_seat(place, 0, *FIRST_TURN), before(timedelta(days=2)))
    return Situation(place)


def told_once(situation: Situation) -> None:
    assert situation.kinds("Bert") == ["report", "digest"]


def to_be_ruled_by_now(place: Place) -> Situation:
    """Nobody has ruled on Bert's dispute in time."""
    disputed_long_ago(place, timedelta(days=20))
    return Situation(place)


def lapsed_once(situation: Situation) -> None:
    assert situation.notes() == ["disputed", "held for dispute", "dispute lapsed", "released after dispute"]
    with situation.place.database.read() as tx:
        assert [row.status for row in list_disputes_of_game(tx, 1)] == ["lapsed"]
    assert situation.kinds("Anna") == ["report", "answer", "notice", "notice"]
    assert situation.kinds("Bert") == ["report", "report", "answer", "notice"]
    assert situation.kinds("Mona") == ["moderation", "moderation"]


def to_be_reminded_of(place: Place) -> Situation:
    """Bert's dispute has waited for a week and more."""
    disputed_long_ago(place, timedelta(days=8))
    return Situation(place)


def reminded_once(situation: Situation) -> None:
    assert situation.notes() == ["disputed", "held for dispute"]
    assert situation.kinds("Anna") == ["report", "answer", "notice", "notice"]
    assert situation.kinds("Bert") == ["report", "report", "answer", "notice"]
    assert situation.kinds("Mona") == ["moderation", "moderation"]


def disputed_long_ago(place: Place, span: timedelta) -> None:
    promote(place)
    open_game(place, "Anna", "Bert", clock=before(span + timedelta(hours=1)))
    hear(place, to_seat(place, 0, *FIRST_TURN), before(span))
    hear(place, to_seat(place, 1, "dispute: May she build there?"), before(span))


def to_be_told_of(place: Place) -> Situation:
    """Bert has waited for Anna long enough to do something about it."""
    waited_for(place, 2)
    return Situation(place)


def told_of_choices_once(situation: Situation) -> None:
    assert situation.notes() == ["late"]
    assert situation.kinds("Anna") == ["report", "reminder", "reminder", "reminder"]
    assert situation.kinds("Bert") == ["report", "notice", "notice", "notice"]


def passed_for_long(place: Place, turns: int) -> None:
    """The server has passed so many turns of Anna and Bert, and the time for the next one is up."""
    clock = before(timedelta(days=7) * (turns + 1) + timedelta(hours=1))
    open_game(place, "Anna", "Bert", clock=clock, terms=Terms(late="pass"))
    for _turn in range(turns):
        clock.advance(timedelta(days=7))
        Intake(place.database, clock, place.settings).clock.wake(1)


def to_be_warned(place: Place) -> Situation:
    """The server is about to pass the fourth turn in a row."""
    passed_for_long(place, 3)
    return Situation(place)


def warned_once(situation: Situation) -> None:
    assert situation.notes() == ["passed", "passed", "passed", "passed", "nobody plays"]
    for name in ("Anna", "Bert"):
        assert situation.kinds(name) == ["report"] * 5 + ["notice"]


def to_be_abandoned(place: Place) -> Situation:
    """Nobody has played since all were warned."""
    passed_for_long(place, 6)
    return Situation(place)


def abandoned_once(situation: Situation) -> None:
    assert situation.notes()[-1] == "abandoned"
    assert situation.notes().count("abandoned") == len(kept(situation.place).events(GameEnded)) == 1
    for name in ("Anna", "Bert"):
        assert Counter(situation.kinds(name)) == Counter(report=8, notice=1)


def held_for_long(place: Place) -> Situation:
    """Mona has held the game for as long as a moderator may."""
    clock = before(timedelta(days=28, hours=1))
    promote(place)
    open_game(place, "Anna", "Bert", clock=clock)
    hear(place, to_office(place, "Mona", "hold e1: I look into it."), clock)
    hear(place, confirming(place, to_office(place, "Mona")), clock)
    return Situation(place)


def gone_on_once(situation: Situation) -> None:
    assert situation.notes() == ["held", "hold ended"]
    assert kept(situation.place).game.deadline_ms is not None
    assert sorted([situation.kinds("Anna")[-1], situation.kinds("Bert")[-1]]) == ["notice", "report"]
    assert situation.kinds("Mona") == ["lobby", "lobby", "moderation"]


WINDOWS: Sequence[LoadedGame] = [
    (late_pass, passed_once, [("game woken", 1), ("game woken, committed", 1)]),
    (late_bot, played_once, [("game woken", 1)]),
    (late_standby, offered_once, [("game woken", 1), ("game woken, committed", 1)]),
    (after_an_outage, made_up_for_once, [("time made up for", 1), ("time made up for, committed", 1)]),
    (to_be_ruled_by_now, lapsed_once, [("dispute closed", 1), ("dispute looked at, committed", 1)]),
    (to_be_reminded_of, reminded_once, [("dispute times noted", 1), ("dispute looked at, committed", 1)]),
    (held_for_long, gone_on_once, [("game released", 1), ("game woken, committed", 1)]),
    (to_be_told_of, told_of_choices_once, [("game woken", 1), ("game woken, committed", 1)]),
    (to_be_warned, warned_once, [("all warned", 1), ("game woken, committed", 1)]),
    (to_be_abandoned, abandoned_once, [("game abandoned", 1), ("game woken, committed", 1)]),
    (standing, fired_once, [("orders fired", 1), ("orders fired", 2)]),
    (press, passed_on_once, [("press passed on", 1), ("press passed on, committed", 1)]),
    (daily, told_once, [("digest written", 1), ("digest written, committed", 1)]),
]
"""What is about to happen, what must have come of it, and where a server dies meanwhile, in the order of its way."""
ALIKE = (late_bot, to_be_warned, to_be_told_of, to_be_reminded_of)
"""What is done by the same transactions as others above, and left to the soak."""


@pytest.mark.parametrize(
    ("prepared", "check", "points"),
    [pytest.param(*loaded, marks=[pytest.mark.soak] if loaded[0] in ALIKE else []) for loaded in WINDOWS],
)
def test_killed_there_it_is_done_once(
    tmp_path: Path, forked: Forked, prepared: Prepared, check: Check, points: Sequence[Passage]
) -> None:
    done_once(tmp_path, forked, prepared, check, points)


@pytest.mark.soak
@pytest.mark.parametrize(("prepared", "check", "point"), each_alone(WINDOWS))
def test_killed_at_that_point_alone_it_is_done_once(
    tmp_path: Path, forked: Forked, prepared: Prepared, check: Check, point: Passage
) -> None:
    done_once(tmp_path, forked, prepared, check, [point])
