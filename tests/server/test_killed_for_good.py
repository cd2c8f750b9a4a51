"""Killed with -9 while it does what a letter changes for good, a server does it once."""

from collections import Counter
from collections.abc import Sequence
from email.message import EmailMessage
from pathlib import Path

import pytest
from adjudicator.reports_on_mail import report_on
from rows_kit import mails_after

from pbem.adjudicator.correspondence import bounces
from pbem.adjudicator.history.rollback import list_targets
from pbem.cli.mail.player import letter
from pbem.clock import system_clock, to_ms
from pbem.intake import Intake
from pbem.mail.receiving.batches import Envelope
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import get_game
from pbem.store.games.listing import list_games
from pbem.store.games.log import list_entries, list_rollbacks
from pbem.store.games.proposals import find_open_proposal, list_standing_orders
from pbem.store.games.seats import find_seat_by_token, list_seat_contacts, list_seats, list_tenures, list_turns_of_game
from pbem.store.games.statistics import list_results
from pbem.store.games.waiting_lists import list_open_lists
from pbem.store.mail.inbox import list_bounces_of
from pbem.store.mail.sending import ReachRow, list_suspended, put_reach
from pbem.store.moderation.disputes import list_disputes_of_game
from pbem.store.players.player import find_player_by_address, get_player, list_players
from pbem.store.players.registrations import find_confirmation
from rules_core.line.actions import DiceMoved
from rules_core.line.events import GameEnded
from server.kit import DOMAIN, FIRST_TURN, Forked, Place, address_of, kept, open_game
from server.situations import (
    Check,
    LoadedGame,
    Passage,
    Prepared,
    Situation,
    confirming,
    done_once,
    each_alone,
    hear,
    promote,
    register,
    settle,
    to_office,
    to_seat,
    waited_for,
)


def last_join(place: Place) -> Situation:
    """Bert's letter fills Anna's list."""
    register(place, "Anna", "Bert")
    hear(place, to_office(place, "Anna", 'open first rails for 2 "Whitsun"'))
    return Situation(place, to_office(place, "Bert", "join 1 with mine"))


def begun_once(situation: Situation) -> None:
    with situation.place.database.read() as tx:
        assert [game.name for game in list_games(tx)] == ["Whitsun"]
        assert list_open_lists(tx) == []
    assert Counter(situation.kinds("Anna")) == Counter(situation.kinds("Bert")) == {"lobby": 1, "report": 1}


def registration(place: Place) -> Situation:
    """Zoe has asked to be a player, and confirms it."""
    lobby = f"{place.settings.mail.lobby}@{DOMAIN}"
    hear(place, letter(["register Zoe"], address_of("Zoe"), lobby, None))
    with place.database.read() as tx:
        (question,) = mails_after(tx, 0)
    return Situation(place, letter(["confirm"], address_of("Zoe"), f"{question.sender}@{DOMAIN}", None))


def registered_once(situation: Situation) -> None:
    with situation.place.database.read() as tx:
        assert [player.name for player in list_players(tx)] == ["Zoe"]
    assert situation.kinds("Zoe") == ["lobby", "lobby"]


def seat_to_take(place: Place) -> Situation:
    """Anna has given up her seat, and Clara takes it."""
    register(place, "Clara")
    open_game(place, "Anna", "Bert")
    hear(place, to_seat(place, 0, "resign"))
    hear(place, confirming(place, to_seat(place, 0)))
    return Situation(place, to_office(place, "Clara", "take e1"))


def taken_once(situation: Situation) -> None:
    with situation.place.database.read() as tx:
        assert [tenure.came for tenure in list_tenures(tx, 1, 0)] == ["began", "replaced"]
    assert situation.notes().count("seated") == 1
    assert sorted(situation.kinds("Clara")) == ["lobby", "report"]


def last_consent(place: Place) -> Situation:
    """Anna has ended her turn and asks to take it back; Bert, whose standing orders wait, is the last to agree."""
    open_game(place, "Anna", "Bert")
    hear(place, to_seat(place, 0, *FIRST_TURN))
    hear(place, to_seat(place, 1, "next turn: end"))
    hear(place, to_seat(place, 0, "rollback: A slip."))
    return Situation(place, to_seat(place, 1, "agree"))


def gone_back_once(situation: Situation) -> None:
    with situation.place.database.read() as tx:
        assert len(list_rollbacks(tx, 1)) == 1
        assert find_open_proposal(tx, 1) is None
        assert not list_turns_of_game(tx, 1)
        assert not list_standing_orders(tx, 1)
    assert situation.notes() == ["proposed", "proposal agreed", "rolled back by consent"]
    assert situation.kinds("Anna") == ["report", "answer", "answer", "notice"]
    assert Counter(situation.kinds("Bert")) == Counter(report=2, answer=2, notice=2)


def reapplied(place: Place) -> Situation:
    """A moderator has asked to let the game begin once more, and all letters be applied again."""
    promote(place)
    open_game(place, "Anna", "Bert")
    for seat, orders in ((0, FIRST_TURN), (1, ("roll 1?",)), (1, ("end",))):
        hear(place, to_seat(place, seat, *orders))
    hear(place, to_office(place, "Mona", f"rollback e1 {beginning(place)} again: A fault of ours."))
    return Situation(place, confirming(place, to_office(place, "Mona")))


def reapplied_once(situation: Situation) -> None:
    with situation.place.database.read() as tx:
        assert len(list_rollbacks(tx, 1)) == 1
        letters = [row.letter_id for row in list_entries(tx, 1) if row.kind == "action"]
        assert len(list_turns_of_game(tx, 1)) == 2
    half = len(letters) // 2
    assert letters[:half] == letters[half:]
    assert situation.notes() == ["rolled back", "played again"]
    assert situation.kinds("Anna")[-1] == situation.kinds("Bert")[-1] == "notice"
    assert [situation.kinds(name).count("notice") for name in ("Anna", "Bert")] == [1, 1]


def beginning(place: Place) -> int:
    """The first place in the game's log that it can go back to."""
    with place.database.read() as tx:
        return list_targets(tx, get_game(tx, 1))[0]


def moderated(place: Place, *letters: str) -> Situation:
    """Mona moderates Anna's and Bert's game; her last letter is on its way."""
    promote(place)
    open_game(place, "Anna", "Bert")

    def written(words: str) -> EmailMessage:
        office = to_office(place, "Mona", words)
        return confirming(place, office) if words == "confirm" else office

    *before, last = letters
    for words in before:
        hear(place, written(words))
    return Situation(place, written(last))


def to_be_held(place: Place) -> Situation:
    """Mona has said what she wants to do, and confirms it."""
    return moderated(place, "hold e1: I look into it.", "confirm")


def held_once(situation: Situation) -> None:
    assert situation.notes() == ["held"]
    assert kept(situation.place).game.deadline_ms is None
    assert situation.kinds("Anna") == situation.kinds("Bert") == ["report", "notice"]
    assert situation.kinds("Mona") == ["lobby", "lobby"]


def to_be_released(place: Place) -> Situation:
    """The game is held, and Mona confirms that it goes on."""
    return moderated(place, "hold e1: I look into it.", "confirm", "release e1: All is well.", "confirm")


def released_once(situation: Situation) -> None:
    assert situation.notes() == ["held", "released"]
    assert kept(situation.place).game.deadline_ms is not None
    assert situation.kinds("Anna") == ["report", "notice", "report"]
    assert situation.kinds("Bert") == ["report", "notice", "notice"]


def to_be_foreseen(place: Place) -> Situation:
    """Mona says what she wants to do."""
    return moderated(place, "hold e1: I look into it.")


def kept_once(situation: Situation) -> None:
    assert situation.notes() == []
    assert situation.kinds("Mona") == ["lobby"]
    with situation.place.database.read() as tx:
        mona = find_player_by_address(tx, address_of("Mona"))
        assert mona is not None
        assert find_confirmation(tx, mona.id, None) is not None


def to_be_amended(place: Place) -> Situation:
    """Mona confirms that Anna gets a die."""
    return moderated(place, "amend e1 give anna 1 hidden: She forgot it.", "confirm")


def amended_once(situation: Situation) -> None:
    assert situation.notes() == ["amended"]
    assert len(kept(situation.place).events(DiceMoved)) == 1
    assert situation.kinds("Anna") == situation.kinds("Bert") == ["report", "notice"]
    assert situation.kinds("Mona") == ["lobby", "lobby"]


def to_be_cancelled(place: Place) -> Situation:
    """Mona confirms that the game ends."""
    return moderated(place, "cancel e1: Nobody plays it any more.", "confirm")


def cancelled_once(situation: Situation) -> None:
    assert situation.notes() == ["cancelled"]
    assert kept(situation.place).game.status == "over"
    assert situation.kinds("Anna") == situation.kinds("Bert") == ["report", "report"]
    assert situation.kinds("Mona") == ["lobby", "lobby"]


def to_be_disputed(place: Place) -> Situation:
    """Bert disputes Anna's turn."""
    promote(place)
    open_game(place, "Anna", "Bert")
    hear(place, to_seat(place, 0, *FIRST_TURN))
    return Situation(place, to_seat(place, 1, "dispute: May she build there?"))


def disputed_once(situation: Situation) -> None:
    assert situation.notes() == ["disputed", "held for dispute"]
    with situation.place.database.read() as tx:
        assert [row.status for row in list_disputes_of_game(tx, 1)] == ["open"]
    assert kept(situation.place).game.deadline_ms is None
    assert situation.kinds("Anna") == ["report", "answer", "notice"]
    assert situation.kinds("Bert") == ["report", "report", "answer"]
    assert situation.kinds("Mona") == ["moderation"]


def to_be_ruled(place: Place) -> Situation:
    """Mona confirms her ruling that Anna's turn is rolled anew."""
    filed = to_be_disputed(place).letter
    assert filed is not None
    hear(place, filed)
    ruling = f"rule 1 rollback {beginning(place)} new dice again FR-12: Those were not her dice."
    hear(place, to_office(place, "Mona", ruling))
    return Situation(place, confirming(place, to_office(place, "Mona")))


def ruled_once(situation: Situation) -> None:
    assert situation.notes().count("ruled rollback") == situation.notes().count("released after dispute") == 1
    with situation.place.database.read() as tx:
        assert [row.verdict for row in list_disputes_of_game(tx, 1)] == ["rollback"]
        assert len(list_rollbacks(tx, 1)) == get_game(tx, 1).epoch == 1
    assert kept(situation.place).game.deadline_ms is not None
    assert situation.kinds("Anna") == ["report", "answer", "notice", "notice"]
    assert situation.kinds("Bert") == ["report", "report", "answer", "notice"]
    assert situation.kinds("Mona") == ["moderation", "lobby", "lobby"]


def to_be_conceded(place: Place) -> Situation:
    """Bert, who has waited for Anna, confirms that he concedes."""
    return given_up_on(place, "concede")


def conceded_once(situation: Situation) -> None:
    assert situation.notes() == ["late", "conceded", "ended by agreement"]
    assert len(kept(situation.place).events(GameEnded)) == 1
    with situation.place.database.read() as tx:
        assert len(list_results(tx)) == 2
    assert situation.kinds("Anna")[-1] == "report" and situation.kinds("Anna").count("report") == 2
    assert situation.kinds("Bert")[-2:] == ["answer", "answer"]


def to_be_replaced(place: Place) -> Situation:
    """Bert, who has waited for Anna, confirms that somebody else shall have her seat; a program plays it."""
    return given_up_on(place, "replace player")


def replaced_once(situation: Situation) -> None:
    assert situation.notes()[:3] == ["late", "left missing", "nobody stands by"]
    assert situation.notes()[3:] == ["vacant bot played"]
    assert (situation.turns(), situation.kinds("Anna").count("lobby")) == ([0], 1)
    assert situation.kinds("Bert")[-2:] == ["answer", "report"]


def given_up_on(place: Place, order: str) -> Situation:
    waited_for(place, 2)
    Intake(place.database, system_clock, place.settings).clock.wake(1)
    hear(place, to_seat(place, 1, order))
    return Situation(place, confirming(place, to_seat(place, 1)))


def to_be_given_up(place: Place) -> Situation:
    """Anna confirms that she gives up her seat."""
    open_game(place, "Anna", "Bert")
    hear(place, to_seat(place, 0, "resign"))
    return Situation(place, confirming(place, to_seat(place, 0)))


def given_up_once(situation: Situation) -> None:
    with situation.place.database.read() as tx:
        assert [tenure.left for tenure in list_tenures(tx, 1, 0)] == ["resigned"]
        anna = list_tenures(tx, 1, 0)[0].player_id
        assert find_confirmation(tx, anna, (1, 0)) is None
    assert situation.notes().count("resigned") == 1
    assert situation.kinds("Anna") == ["report", "answer", "lobby"]


def to_be_renewed(place: Place) -> Situation:
    """Anna confirms that she wants another address."""
    open_game(place, "Anna", "Bert")
    hear(place, to_seat(place, 0, "renew address"))
    return Situation(place, confirming(place, to_seat(place, 0)))


def renewed_once(situation: Situation) -> None:
    assert situation.letter is not None
    old = str(situation.letter["To"]).partition("@")[0]
    with situation.place.database.read() as tx:
        contact = list_seat_contacts(tx, 1)[0]
        assert contact.token != old and find_seat_by_token(tx, old) is None
        assert find_seat_by_token(tx, contact.token) == contact
    assert situation.kinds("Anna") == ["report", "answer", "answer"]


def to_be_suspended(place: Place) -> Situation:
    """Mails to Anna came back, and so does the one by which her address was tried."""
    open_game(place, "Anna", "Bert")
    settle(place)
    now_ms = to_ms(system_clock())
    probe = Situation(place).rows("Anna")[0]
    with place.database.read() as tx:
        contact = list_seat_contacts(tx, 1)[0]
    tried = ReachRow(contact.player_id, contact.address, probe_id=probe.message_id, probe_ms=now_ms, last_ms=now_ms)
    place.database.write(lambda tx: put_reach(tx, tried))
    report = Envelope("", contact.token, report_on(probe, f"{contact.token}@{DOMAIN}", 1), "")
    Intake(place.database, system_clock, place.settings).letters.store(report)
    return Situation(place)


def suspended_once(situation: Situation) -> None:
    with situation.place.database.read() as tx:
        (row,) = list_suspended(tx)
        assert row.address == address_of("Anna")
        assert len(list_bounces_of(tx, [mail.id for mail in situation.rows("Anna")])) == 1
    assert situation.notes() == ["unreachable for now"]
    assert kept(situation.place).letters == {"ignored": 1}
    assert situation.kinds("Anna") == ["report"]
    assert situation.kinds("Bert") == ["report", "notice"]


def to_be_mailed_again(place: Place) -> Situation:
    """Mails to Anna came back, and she writes."""
    open_game(place, "Anna", "Bert")
    written = to_seat(place, 0, "status")
    now_ms = to_ms(system_clock())

    def suspend(tx: Tx) -> None:
        anna = get_player(tx, list_seats(tx, 1)[0].player_id)
        bounces.suspend(UnitOfWork(tx, place.settings, now_ms), anna, ReachRow(anna.id, anna.address))

    place.database.write(suspend)
    return Situation(place, written)


def mailed_again_once(situation: Situation) -> None:
    with situation.place.database.read() as tx:
        assert list_suspended(tx) == []
    assert situation.notes() == ["unreachable for now", "reachable"]
    mails = [(mail.kind, mail.status) for mail in situation.rows("Anna")]
    assert mails == [("report", "withheld"), ("answer", "sent")]


WINDOWS: Sequence[LoadedGame] = [
    (last_join, begun_once, [("game opened", 1), ("letter dealt with", 1)]),
    (registration, registered_once, [("player registered", 1), ("letter dealt with", 1)]),
    (seat_to_take, taken_once, [("seat taken", 1), ("letter dealt with", 1)]),
    (to_be_foreseen, kept_once, [("confirmation asked for", 1)]),
    (to_be_held, held_once, [("confirmation used", 1), ("game held", 1), ("letter dealt with", 1)]),
    (to_be_given_up, given_up_once, [("confirmation used", 1)]),
    (to_be_renewed, renewed_once, [("address renewed", 1), ("letter dealt with", 1)]),
    (to_be_suspended, suspended_once, [("address suspended", 1), ("letter dealt with", 1)]),
    (to_be_mailed_again, mailed_again_once, [("mails withheld", 1), ("mails go on", 1), ("letter dealt with", 1)]),
    (to_be_released, released_once, [("game released", 1)]),
    (to_be_amended, amended_once, [("correction saved", 1)]),
    (to_be_cancelled, cancelled_once, [("correction saved", 1)]),
    (to_be_disputed, disputed_once, [("dispute filed", 1)]),
    (to_be_ruled, ruled_once, [("dispute ruled", 1), ("letter dealt with", 1)]),
    (to_be_conceded, conceded_once, [("game ended as it stands", 1), ("letter dealt with", 1)]),
    (to_be_replaced, replaced_once, [("seat left to a program", 1), ("letter dealt with", 1), ("game woken", 1)]),
    (last_consent, gone_back_once, [("game gone back", 1), ("letter dealt with", 1)]),
    (reapplied, reapplied_once, [("letter played again", 2), ("letter dealt with", 1)]),
]
"""What is about to happen, what must have come of it, and where a server dies meanwhile, in the order of its way."""
ALIKE = (to_be_given_up, to_be_released, to_be_cancelled)
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
@pytest.mark.parametrize(("prepared", "check", "point"), each_alone(WINDOWS, last_of=to_be_replaced))
def test_killed_at_that_point_alone_it_is_done_once(
    tmp_path: Path, forked: Forked, prepared: Prepared, check: Check, point: Passage
) -> None:
    done_once(tmp_path, forked, prepared, check, [point])
