"""Killed with -9 while it does what came with time, or what a letter changes for good, a server does it once."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.adjudicator import Adjudicator
from pbem.adjudicator.returning import targets
from pbem.cli.penman import letter, send
from pbem.clock import Clock, Hand, system_clock, to_ms
from pbem.daemon.server import Server, is_quiet, store_envelope
from pbem.lobby.reception import Reception
from pbem.mail.receive import Envelope
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import MailRow, Preferences
from pbem.terms import Terms
from rules_core.corrections import DiceMoved
from rules_core.events import TurnEnded
from server.kit import DOMAIN, FIRST_TURN, Forked, Penfriend, Place, address_of, kept, new_place, open_game

HURRY = 0.1
"""Seconds between two looks at what is due."""
LONG_AGO = timedelta(days=8)
"""After it a turn of the usual pace is over."""


@dataclass
class Scene:
    """A place where something is about to happen, and the letter, if it takes one, that makes it happen."""

    place: Place
    letter: EmailMessage | None = None

    def killed_at(self, forked: Forked, point: str, passage: int) -> None:
        """A server comes to the point and dies there; then another does what is left to do."""
        forked.start(self.place, point, passage, minute=HURRY)
        if self.letter is not None:
            send(self.letter, "127.0.0.1", forked.smtp())
        assert forked.ended() == -9
        settle(self.place)

    def rows(self, name: str) -> list[MailRow]:
        """All mails to somebody, by his name."""
        with self.place.database.read() as tx:
            return [mail for mail in repo.mails_after(tx, 0) if mail.to_address == address_of(name)]

    def kinds(self, name: str) -> list[str]:
        """What mails there are to somebody, all of them sent."""
        rows = self.rows(name)
        assert {row.status for row in rows} <= {"sent"}
        return [row.kind for row in rows]

    def notes(self) -> list[str]:
        """What befell the game."""
        with self.place.database.read() as tx:
            return [json.loads(row.payload)["about"] for row in repo.notes(tx, 1)]

    def turns(self) -> list[int]:
        """Whose turns have ended."""
        return [event.seat for event in kept(self.place).events(TurnEnded)]


def settle(place: Place) -> None:
    """Does all that is to do, as a server does it that starts again."""
    server = Server(place.settings, place.database)
    server.tick()
    while not is_quiet(place.database):
        server.worker.round()
        server.postman.round()
    server.stop()


def hear(place: Place, written: EmailMessage, clock: Clock = system_clock) -> None:
    """Has a letter dealt with at a moment, without a server."""
    local_part = str(written["To"]).partition("@")[0]
    envelope = Envelope(str(written["From"]), local_part, written.as_bytes(), "")
    letter_id, _is_new = store_envelope(place.database, envelope, to_ms(clock()))
    Reception(Adjudicator(place.database, clock, place.settings)).receive(letter_id)


def to_office(place: Place, name: str, *lines: str) -> EmailMessage:
    """A letter to a player's own address."""
    with place.database.read() as tx:
        player = repo.player_by_address(tx, address_of(name))
    assert player is not None
    return letter(lines, player.address, f"{player.token}@{DOMAIN}", None)


def to_seat(place: Place, seat: int, *lines: str) -> EmailMessage:
    """A letter of a seat's player to its address."""
    contact = Penfriend(place, "e1", seat).contact
    return letter(lines, contact.address, f"{contact.token}@{DOMAIN}", None)


def register(place: Place, *names: str) -> None:
    """Makes players."""

    def work(tx: Tx) -> None:
        for name in names:
            repo.add_player(tx, name, address_of(name), "en", 0)

    place.database.write(work)


def before(span: timedelta) -> Hand:
    """A clock that stood still so long ago."""
    return Hand(system_clock() - span)


def late(place: Place, terms: Terms) -> Scene:
    """Anna's time is up."""
    open_game(place, "Anna", "Bert", clock=before(LONG_AGO), terms=terms)
    return Scene(place)


def late_pass(place: Place) -> Scene:
    """Anna's time is up, and the server plays for her."""
    return late(place, Terms(late="pass"))


def passed_once(scene: Scene) -> None:
    assert (scene.notes(), scene.turns()) == (["passed"], [0])
    assert scene.kinds("Anna") == scene.kinds("Bert") == ["report", "report"]


def late_bot(place: Place) -> Scene:
    """Anna's time is up, and a program plays for her."""
    return late(place, Terms(late="bot"))


def played_once(scene: Scene) -> None:
    assert (scene.notes(), scene.turns()) == (["bot played"], [0])
    assert scene.kinds("Anna") == scene.kinds("Bert") == ["report", "report"]


def late_standby(place: Place) -> Scene:
    """Anna's time is up, and Clara stands by."""
    register(place, "Clara")
    hear(place, to_office(place, "Clara", "standby"))
    return late(place, Terms(late="standby"))


def offered_once(scene: Scene) -> None:
    assert scene.notes() == ["late", "offered"]
    assert scene.kinds("Clara") == ["lobby", "lobby"]
    assert scene.kinds("Anna") == ["report", "reminder"]
    assert scene.kinds("Bert") == ["report", "notice"]


def after_an_outage(place: Place) -> Scene:
    """The server was out for three hours."""
    open_game(place, "Anna", "Bert")
    out_since = to_ms(system_clock() - timedelta(hours=3))
    place.database.write(lambda tx: repo.put_meta(tx, "heartbeat", str(out_since)))
    return Scene(place)


def made_up_for_once(scene: Scene) -> None:
    assert scene.notes() == ["outage"]
    game = kept(scene.place).game
    assert game.deadline_ms is not None
    moved = timedelta(milliseconds=game.deadline_ms - game.began_ms) - timedelta(days=7)
    assert timedelta(hours=3) <= moved < timedelta(hours=3, minutes=5)


def last_join(place: Place) -> Scene:
    """Bert's letter fills Anna's list."""
    register(place, "Anna", "Bert")
    hear(place, to_office(place, "Anna", 'open first rails for 2 "Whitsun"'))
    return Scene(place, to_office(place, "Bert", "join 1 with mine"))


def begun_once(scene: Scene) -> None:
    with scene.place.database.read() as tx:
        assert [game.name for game in repo.games(tx)] == ["Whitsun"]
        assert repo.open_lists(tx) == []
    assert Counter(scene.kinds("Anna")) == Counter(scene.kinds("Bert")) == {"lobby": 1, "report": 1}


def registration(place: Place) -> Scene:
    """Zoe has asked to be a player, and confirms it."""
    lobby = f"{place.settings.mail.lobby}@{DOMAIN}"
    hear(place, letter(["register Zoe"], address_of("Zoe"), lobby, None))
    with place.database.read() as tx:
        (asked,) = repo.mails_after(tx, 0)
    return Scene(place, letter(["confirm"], address_of("Zoe"), f"{asked.sender}@{DOMAIN}", None))


def registered_once(scene: Scene) -> None:
    with scene.place.database.read() as tx:
        assert [player.name for player in repo.players(tx)] == ["Zoe"]
    assert scene.kinds("Zoe") == ["lobby", "lobby"]


def seat_to_take(place: Place) -> Scene:
    """Anna has given up her seat, and Clara takes it."""
    register(place, "Clara")
    open_game(place, "Anna", "Bert")
    for words in ("resign", "confirm"):
        hear(place, to_seat(place, 0, words))
    return Scene(place, to_office(place, "Clara", "take e1"))


def taken_once(scene: Scene) -> None:
    with scene.place.database.read() as tx:
        assert [tenure.came for tenure in repo.tenures(tx, 1, 0)] == ["began", "replaced"]
    assert scene.notes().count("seated") == 1
    assert sorted(scene.kinds("Clara")) == ["lobby", "report"]


def standing(place: Place) -> Scene:
    """Bert and Clara have given orders for their next turns; Anna ends hers."""
    open_game(place, "Anna", "Bert", "Clara")
    for seat in (1, 2):
        hear(place, to_seat(place, seat, "next turn: end"))
    return Scene(place, to_seat(place, 0, *FIRST_TURN))


def fired_once(scene: Scene) -> None:
    assert scene.turns() == [0, 1, 2]
    assert scene.kinds("Anna") == ["report", "answer"]
    assert scene.kinds("Bert") == scene.kinds("Clara") == ["report", "answer", "report"]


def press(place: Place) -> Scene:
    """Anna has written to all, without a name."""
    open_game(place, "Anna", "Bert", "Clara", terms=Terms(press="anonymous"))
    hear(place, to_seat(place, 0, "press anonymous all: Guess who."), before(timedelta(hours=1)))
    return Scene(place)


def passed_on_once(scene: Scene) -> None:
    assert scene.kinds("Bert") == scene.kinds("Clara") == ["report", "press"]


def daily(place: Place) -> Scene:
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
    return Scene(place)


def told_once(scene: Scene) -> None:
    assert scene.kinds("Bert") == ["report", "digest"]


def last_consent(place: Place) -> Scene:
    """Anna has ended her turn and asks to take it back; Bert, whose standing orders wait, is the last to agree."""
    open_game(place, "Anna", "Bert")
    hear(place, to_seat(place, 0, *FIRST_TURN))
    hear(place, to_seat(place, 1, "next turn: end"))
    hear(place, to_seat(place, 0, "rollback: A slip."))
    return Scene(place, to_seat(place, 1, "agree"))


def gone_back_once(scene: Scene) -> None:
    with scene.place.database.read() as tx:
        assert len(repo.rollbacks(tx, 1)) == 1
        assert repo.open_proposal(tx, 1) is None
        assert not repo.turns_of_game(tx, 1)
        assert not repo.standing_orders(tx, 1)
    assert scene.notes() == ["proposed", "rolled back by consent"]
    assert scene.kinds("Anna") == ["report", "answer", "answer", "notice"]
    assert Counter(scene.kinds("Bert")) == Counter(report=2, answer=2, notice=2)


def reapplied(place: Place) -> Scene:
    """A moderator has asked to let the game begin once more, and all letters be applied again."""
    promote(place)
    open_game(place, "Anna", "Bert")
    for seat, orders in ((0, FIRST_TURN), (1, ("roll 1?",)), (1, ("end",))):
        hear(place, to_seat(place, seat, *orders))
    hear(place, to_office(place, "Mona", f"rollback e1 {beginning(place)} again: A fault of ours."))
    return Scene(place, to_office(place, "Mona", "confirm"))


def reapplied_once(scene: Scene) -> None:
    with scene.place.database.read() as tx:
        assert len(repo.rollbacks(tx, 1)) == 1
        letters = [row.letter_id for row in repo.entries(tx, 1) if row.kind == "action"]
        assert len(repo.turns_of_game(tx, 1)) == 2
    half = len(letters) // 2
    assert letters[:half] == letters[half:]
    assert scene.notes() == ["rolled back", "played again"]
    assert scene.kinds("Anna")[-1] == scene.kinds("Bert")[-1] == "notice"
    assert [scene.kinds(name).count("notice") for name in ("Anna", "Bert")] == [1, 1]


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


def moderated(place: Place, *letters: str) -> Scene:
    """Mona moderates Anna's and Bert's game; her last letter is on its way."""
    promote(place)
    open_game(place, "Anna", "Bert")
    *before, last = letters
    for words in before:
        hear(place, to_office(place, "Mona", words))
    return Scene(place, to_office(place, "Mona", last))


def to_be_held(place: Place) -> Scene:
    """Mona has said what she wants to do, and confirms it."""
    return moderated(place, "hold e1: I look into it.", "confirm")


def held_once(scene: Scene) -> None:
    assert scene.notes() == ["held"]
    assert kept(scene.place).game.deadline_ms is None
    assert scene.kinds("Anna") == scene.kinds("Bert") == ["report", "notice"]
    assert scene.kinds("Mona") == ["lobby", "lobby"]


def to_be_released(place: Place) -> Scene:
    """The game is held, and Mona confirms that it goes on."""
    return moderated(place, "hold e1: I look into it.", "confirm", "release e1: All is well.", "confirm")


def released_once(scene: Scene) -> None:
    assert scene.notes() == ["held", "released"]
    assert kept(scene.place).game.deadline_ms is not None
    assert scene.kinds("Anna") == ["report", "notice", "report"]
    assert scene.kinds("Bert") == ["report", "notice", "notice"]


def to_be_foreseen(place: Place) -> Scene:
    """Mona says what she wants to do."""
    return moderated(place, "hold e1: I look into it.")


def kept_once(scene: Scene) -> None:
    assert scene.notes() == []
    assert scene.kinds("Mona") == ["lobby"]
    with scene.place.database.read() as tx:
        mona = repo.player_by_address(tx, address_of("Mona"))
        assert mona is not None
        assert repo.pending_act(tx, mona.id) is not None


def to_be_amended(place: Place) -> Scene:
    """Mona confirms that Anna gets a die."""
    return moderated(place, "amend e1 give anna 1 hidden: She forgot it.", "confirm")


def amended_once(scene: Scene) -> None:
    assert scene.notes() == ["amended"]
    assert len(kept(scene.place).events(DiceMoved)) == 1
    assert scene.kinds("Anna") == scene.kinds("Bert") == ["report", "notice"]
    assert scene.kinds("Mona") == ["lobby", "lobby"]


def to_be_cancelled(place: Place) -> Scene:
    """Mona confirms that the game ends."""
    return moderated(place, "cancel e1: Nobody plays it any more.", "confirm")


def cancelled_once(scene: Scene) -> None:
    assert scene.notes() == ["cancelled"]
    assert kept(scene.place).game.status == "over"
    assert scene.kinds("Anna") == scene.kinds("Bert") == ["report", "report"]
    assert scene.kinds("Mona") == ["lobby", "lobby"]


def to_be_disputed(place: Place) -> Scene:
    """Bert disputes Anna's turn."""
    promote(place)
    open_game(place, "Anna", "Bert")
    hear(place, to_seat(place, 0, *FIRST_TURN))
    return Scene(place, to_seat(place, 1, "dispute: May she build there?"))


def disputed_once(scene: Scene) -> None:
    assert scene.notes() == ["disputed", "held for dispute"]
    with scene.place.database.read() as tx:
        assert [row.status for row in repo.disputes_of_game(tx, 1)] == ["open"]
    assert kept(scene.place).game.deadline_ms is None
    assert scene.kinds("Anna") == ["report", "answer", "notice"]
    assert scene.kinds("Bert") == ["report", "report", "answer"]
    assert scene.kinds("Mona") == ["moderation"]


def to_be_ruled(place: Place) -> Scene:
    """Mona confirms her ruling that Anna's turn is rolled anew."""
    filed = to_be_disputed(place).letter
    assert filed is not None
    hear(place, filed)
    ruling = f"rule 1 rollback {beginning(place)} new dice again FR-12: Those were not her dice."
    hear(place, to_office(place, "Mona", ruling))
    return Scene(place, to_office(place, "Mona", "confirm"))


def ruled_once(scene: Scene) -> None:
    assert scene.notes().count("ruled rollback") == scene.notes().count("released after dispute") == 1
    with scene.place.database.read() as tx:
        assert [row.verdict for row in repo.disputes_of_game(tx, 1)] == ["rollback"]
        assert len(repo.rollbacks(tx, 1)) == repo.game(tx, 1).epoch == 1
    assert kept(scene.place).game.deadline_ms is not None
    assert scene.kinds("Anna") == ["report", "answer", "notice", "notice"]
    assert scene.kinds("Bert") == ["report", "report", "answer", "notice"]
    assert scene.kinds("Mona") == ["moderation", "lobby", "lobby"]


Cases = Sequence[tuple[Callable[[Place], Scene], Callable[[Scene], None], str, int]]
WINDOWS: Cases = [
    (late_pass, passed_once, "game woken", 1),
    (late_pass, passed_once, "game woken, committed", 1),
    (late_bot, played_once, "game woken", 1),
    (late_standby, offered_once, "game woken", 1),
    (late_standby, offered_once, "game woken, committed", 1),
    (after_an_outage, made_up_for_once, "time made up for", 1),
    (after_an_outage, made_up_for_once, "time made up for, committed", 1),
    (last_join, begun_once, "game opened", 1),
    (last_join, begun_once, "letter dealt with", 1),
    (registration, registered_once, "player registered", 1),
    (registration, registered_once, "letter dealt with", 1),
    (seat_to_take, taken_once, "seat taken", 1),
    (seat_to_take, taken_once, "letter dealt with", 1),
    (to_be_foreseen, kept_once, "act kept", 1),
    (to_be_held, held_once, "game held", 1),
    (to_be_held, held_once, "letter dealt with", 1),
    (to_be_held, held_once, "act taken up", 1),
    (to_be_released, released_once, "game released", 1),
    (to_be_amended, amended_once, "correction saved", 1),
    (to_be_cancelled, cancelled_once, "correction saved", 1),
    (to_be_disputed, disputed_once, "dispute filed", 1),
    (to_be_ruled, ruled_once, "dispute ruled", 1),
    (to_be_ruled, ruled_once, "letter dealt with", 1),
    (standing, fired_once, "orders fired", 1),
    (standing, fired_once, "orders fired", 2),
    (press, passed_on_once, "press passed on", 1),
    (press, passed_on_once, "press passed on, committed", 1),
    (daily, told_once, "digest written", 1),
    (daily, told_once, "digest written, committed", 1),
    (last_consent, gone_back_once, "game gone back", 1),
    (last_consent, gone_back_once, "letter dealt with", 1),
    (reapplied, reapplied_once, "letter played again", 2),
    (reapplied, reapplied_once, "letter dealt with", 1),
]


@pytest.mark.parametrize(("prepared", "check", "point", "passage"), WINDOWS)
def test_killed_there_it_is_done_once(
    tmp_path: Path,
    forked: Forked,
    prepared: Callable[[Place], Scene],
    check: Callable[[Scene], None],
    point: str,
    passage: int,
) -> None:
    with new_place(tmp_path) as place:
        scene = prepared(place)
        scene.killed_at(forked, point, passage)
        check(scene)
        place.pbem("doctor")
