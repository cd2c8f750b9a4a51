"""Killed with -9 while it does what came with time, or what a letter changes for good, a server does it once."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.adjudicator import Adjudicator
from pbem.adjudicator.returning import targets
from pbem.cli.penman import letter
from pbem.clock import system_clock, to_ms
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import Preferences
from pbem.terms import Terms
from rules_core.corrections import DiceMoved
from rules_core.events import GameEnded
from server.kit import DOMAIN, FIRST_TURN, Forked, Place, address_of, kept, new_place, open_game
from server.situations import LONG_AGO, Passage, Situation, before, confirming, hear, register, to_office, to_seat


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
    """The server was out for three hours."""
    open_game(place, "Anna", "Bert")
    out_since = to_ms(system_clock() - timedelta(hours=3))
    place.database.write(lambda tx: repo.put_meta(tx, "heartbeat", str(out_since)))
    return Situation(place)


def made_up_for_once(situation: Situation) -> None:
    assert situation.notes() == ["outage"]
    game = kept(situation.place).game
    assert game.deadline_ms is not None
    moved = timedelta(milliseconds=game.deadline_ms - game.began_ms) - timedelta(days=7)
    assert timedelta(hours=3) <= moved < timedelta(hours=3, minutes=5)


def last_join(place: Place) -> Situation:
    """Bert's letter fills Anna's list."""
    register(place, "Anna", "Bert")
    hear(place, to_office(place, "Anna", 'open first rails for 2 "Whitsun"'))
    return Situation(place, to_office(place, "Bert", "join 1 with mine"))


def begun_once(situation: Situation) -> None:
    with situation.place.database.read() as tx:
        assert [game.name for game in repo.games(tx)] == ["Whitsun"]
        assert repo.open_lists(tx) == []
    assert Counter(situation.kinds("Anna")) == Counter(situation.kinds("Bert")) == {"lobby": 1, "report": 1}


def registration(place: Place) -> Situation:
    """Zoe has asked to be a player, and confirms it."""
    lobby = f"{place.settings.mail.lobby}@{DOMAIN}"
    hear(place, letter(["register Zoe"], address_of("Zoe"), lobby, None))
    with place.database.read() as tx:
        (asked,) = repo.mails_after(tx, 0)
    return Situation(place, letter(["confirm"], address_of("Zoe"), f"{asked.sender}@{DOMAIN}", None))


def registered_once(situation: Situation) -> None:
    with situation.place.database.read() as tx:
        assert [player.name for player in repo.players(tx)] == ["Zoe"]
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
        assert [tenure.came for tenure in repo.tenures(tx, 1, 0)] == ["began", "replaced"]
    assert situation.notes().count("seated") == 1
    assert sorted(situation.kinds("Clara")) == ["lobby", "report"]


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
        bert = repo.player_by_address(tx, address_of("Bert"))
        assert bert is not None
        repo.put_preferences(tx, bert.id, replace(Preferences(), reports="daily"))
        return bert.id

    bert_id = place.database.write(choose)
    Adjudicator(place.database, past, place.settings).send_digest(bert_id)
    hear(place, to_seat(place, 0, *FIRST_TURN), before(timedelta(days=2)))
    return Situation(place)


def told_once(situation: Situation) -> None:
    assert situation.kinds("Bert") == ["report", "digest"]


def last_consent(place: Place) -> Situation:
    """Anna has ended her turn and asks to take it back; Bert, whose standing orders wait, is the last to agree."""
    open_game(place, "Anna", "Bert")
    hear(place, to_seat(place, 0, *FIRST_TURN))
    hear(place, to_seat(place, 1, "next turn: end"))
    hear(place, to_seat(place, 0, "rollback: A slip."))
    return Situation(place, to_seat(place, 1, "agree"))


def gone_back_once(situation: Situation) -> None:
    with situation.place.database.read() as tx:
        assert len(repo.rollbacks(tx, 1)) == 1
        assert repo.open_proposal(tx, 1) is None
        assert not repo.turns_of_game(tx, 1)
        assert not repo.standing_orders(tx, 1)
    assert situation.notes() == ["proposed", "rolled back by consent"]
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
        assert len(repo.rollbacks(tx, 1)) == 1
        letters = [row.letter_id for row in repo.entries(tx, 1) if row.kind == "action"]
        assert len(repo.turns_of_game(tx, 1)) == 2
    half = len(letters) // 2
    assert letters[:half] == letters[half:]
    assert situation.notes() == ["rolled back", "played again"]
    assert situation.kinds("Anna")[-1] == situation.kinds("Bert")[-1] == "notice"
    assert [situation.kinds(name).count("notice") for name in ("Anna", "Bert")] == [1, 1]


def promote(place: Place) -> None:
    """Makes Mona, who is a moderator."""
    register(place, "Mona")

    def work(tx: Tx) -> None:
        mona = repo.player_by_address(tx, address_of("Mona"))
        assert mona is not None
        repo.set_moderator(tx, mona.id, True)

    place.database.write(work)


def beginning(place: Place) -> int:
    """The first place in the game's log that it can go back to."""
    with place.database.read() as tx:
        return targets(tx, repo.game(tx, 1))[0]


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
        mona = repo.player_by_address(tx, address_of("Mona"))
        assert mona is not None
        assert repo.confirmation(tx, mona.id, None) is not None


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
        assert [row.status for row in repo.disputes_of_game(tx, 1)] == ["open"]
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
        assert [row.verdict for row in repo.disputes_of_game(tx, 1)] == ["rollback"]
        assert len(repo.rollbacks(tx, 1)) == repo.game(tx, 1).epoch == 1
    assert kept(situation.place).game.deadline_ms is not None
    assert situation.kinds("Anna") == ["report", "answer", "notice", "notice"]
    assert situation.kinds("Bert") == ["report", "report", "answer", "notice"]
    assert situation.kinds("Mona") == ["moderation", "lobby", "lobby"]


def to_be_ruled_by_now(place: Place) -> Situation:
    """Nobody has ruled on Bert's dispute in time."""
    disputed_long_ago(place, timedelta(days=20))
    return Situation(place)


def lapsed_once(situation: Situation) -> None:
    assert situation.notes() == ["disputed", "held for dispute", "dispute lapsed", "released after dispute"]
    with situation.place.database.read() as tx:
        assert [row.status for row in repo.disputes_of_game(tx, 1)] == ["lapsed"]
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


def waited_for(place: Place, turns: int) -> None:
    """The game waits for Anna, whose deadline has passed by so many turns' time and an hour."""
    ago = LONG_AGO - timedelta(days=1) + turns * timedelta(days=7) + timedelta(hours=1)
    open_game(place, "Anna", "Bert", clock=before(ago))
    for late in range(turns):
        passed = ago - timedelta(days=7) * (late + 1)
        Adjudicator(place.database, before(passed), place.settings).wake(1)


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
        Adjudicator(place.database, clock, place.settings).wake(1)


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


def to_be_conceded(place: Place) -> Situation:
    """Bert, who has waited for Anna, confirms that he concedes."""
    return given_up_on(place, "concede")


def conceded_once(situation: Situation) -> None:
    assert situation.notes() == ["late", "conceded", "ended by agreement"]
    assert len(kept(situation.place).events(GameEnded)) == 1
    with situation.place.database.read() as tx:
        assert len(repo.results(tx)) == 2
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
    Adjudicator(place.database, system_clock, place.settings).wake(1)
    hear(place, to_seat(place, 1, order))
    return Situation(place, confirming(place, to_seat(place, 1)))


def to_be_given_up(place: Place) -> Situation:
    """Anna confirms that she gives up her seat."""
    open_game(place, "Anna", "Bert")
    hear(place, to_seat(place, 0, "resign"))
    return Situation(place, confirming(place, to_seat(place, 0)))


def given_up_once(situation: Situation) -> None:
    with situation.place.database.read() as tx:
        assert [tenure.left for tenure in repo.tenures(tx, 1, 0)] == ["resigned"]
        anna = repo.tenures(tx, 1, 0)[0].player_id
        assert repo.confirmation(tx, anna, (1, 0)) is None
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
        contact = repo.seat_contacts(tx, 1)[0]
        assert contact.token != old and repo.seat_by_token(tx, old) is None
        assert repo.seat_by_token(tx, contact.token) == contact
    assert situation.kinds("Anna") == ["report", "answer", "answer"]


Case = tuple[Callable[[Place], Situation], Callable[[Situation], None], Sequence[Passage]]
WINDOWS: Sequence[Case] = [
    (late_pass, passed_once, [("game woken", 1), ("game woken, committed", 1)]),
    (late_bot, played_once, [("game woken", 1)]),
    (late_standby, offered_once, [("game woken", 1), ("game woken, committed", 1)]),
    (after_an_outage, made_up_for_once, [("time made up for", 1), ("time made up for, committed", 1)]),
    (last_join, begun_once, [("game opened", 1), ("letter dealt with", 1)]),
    (registration, registered_once, [("player registered", 1), ("letter dealt with", 1)]),
    (seat_to_take, taken_once, [("seat taken", 1), ("letter dealt with", 1)]),
    (to_be_foreseen, kept_once, [("confirmation asked for", 1)]),
    (to_be_held, held_once, [("confirmation used", 1), ("game held", 1), ("letter dealt with", 1)]),
    (to_be_given_up, given_up_once, [("confirmation used", 1)]),
    (to_be_renewed, renewed_once, [("address renewed", 1), ("letter dealt with", 1)]),
    (to_be_released, released_once, [("game released", 1)]),
    (to_be_amended, amended_once, [("correction saved", 1)]),
    (to_be_cancelled, cancelled_once, [("correction saved", 1)]),
    (to_be_disputed, disputed_once, [("dispute filed", 1)]),
    (to_be_ruled, ruled_once, [("dispute ruled", 1), ("letter dealt with", 1)]),
    (to_be_ruled_by_now, lapsed_once, [("dispute closed", 1), ("dispute looked at, committed", 1)]),
    (to_be_reminded_of, reminded_once, [("dispute times noted", 1), ("dispute looked at, committed", 1)]),
    (to_be_told_of, told_of_choices_once, [("game woken", 1), ("game woken, committed", 1)]),
    (to_be_warned, warned_once, [("all warned", 1), ("game woken, committed", 1)]),
    (to_be_abandoned, abandoned_once, [("game abandoned", 1), ("game woken, committed", 1)]),
    (to_be_conceded, conceded_once, [("game ended as it stands", 1), ("letter dealt with", 1)]),
    (to_be_replaced, replaced_once, [("seat left to a program", 1), ("letter dealt with", 1), ("game woken", 1)]),
    (standing, fired_once, [("orders fired", 1), ("orders fired", 2)]),
    (press, passed_on_once, [("press passed on", 1), ("press passed on, committed", 1)]),
    (daily, told_once, [("digest written", 1), ("digest written, committed", 1)]),
    (last_consent, gone_back_once, [("game gone back", 1), ("letter dealt with", 1)]),
    (reapplied, reapplied_once, [("letter played again", 2), ("letter dealt with", 1)]),
]
"""What is about to happen, what must have come of it, and where a server dies meanwhile, in the order of its way."""
ALIKE = (late_bot, to_be_given_up, to_be_released, to_be_cancelled, to_be_warned, to_be_told_of, to_be_reminded_of)
"""What is done by the same transactions as others above, and left to the soak."""


@pytest.mark.parametrize(
    ("prepared", "check", "points"),
    [pytest.param(*window, marks=[pytest.mark.soak] if window[0] in ALIKE else []) for window in WINDOWS],
)
def test_killed_there_it_is_done_once(
    tmp_path: Path,
    forked: Forked,
    prepared: Callable[[Place], Situation],
    check: Callable[[Situation], None],
    points: Sequence[Passage],
) -> None:
    with new_place(tmp_path) as place:
        situation = prepared(place)
        situation.killed_at(forked, points)
        check(situation)
        place.pbem("doctor")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("prepared", "check", "point"),
    # A seat that is left to a program is played in the server's next minute, which only its last point waits for.
    [(p, c, point) for p, c, points in WINDOWS for point in (points[-1:] if p is to_be_replaced else points)],
)
def test_killed_at_that_point_alone_it_is_done_once(
    tmp_path: Path,
    forked: Forked,
    prepared: Callable[[Place], Situation],
    check: Callable[[Situation], None],
    point: Passage,
) -> None:
    test_killed_there_it_is_done_once(tmp_path, forked, prepared, check, [point])
