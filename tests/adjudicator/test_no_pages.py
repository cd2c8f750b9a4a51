"""A club whose pages nobody else can open: mails of every kind name no page, and say what does the same by mail."""

import re
from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes, policy
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from lobby.kit import LOBBY, Village
from moderation.kit import disputed, disputes
from rows_kit import mails_after

from adjudicator.kit import DOMAIN, Game, World, new_world
from adjudicator.letters import flat
from adjudicator.reports_on_mail import report_on
from adjudicator.robots import as_sent, limited
from adjudicator.seats import opened, resigned, stand_by, take
from pbem.adjudicator.correspondence import optional_mail
from pbem.clock import to_ms
from pbem.config import Relay, Settings, Web
from pbem.intake import Intake
from pbem.lobby.restoring import recover
from pbem.mail.receiving.batches import Envelope
from pbem.moderation.commands.announcing import Announce
from pbem.moderation.commands.rulings import GiveRuling
from pbem.store import Tx, UnitOfWork
from pbem.store.games.statistics import ResultRow, put_results
from pbem.store.mail.inbox import Way
from pbem.store.mail.outbox import Delivery, Topic, mark_sent
from pbem.store.mail.postbox import find_unsubscription_for, make_unsubscription
from pbem.store.players.preferences import Preferences, put_preferences, put_proof_choice
from pbem.store.service.server import Marked
from pbem.terms import Terms

DAY: Final = timedelta(days=1)
ASKED: Final = {
    *("", "/games/*", "/games/*/press", "/games/*/disputes/*", "/lists/*", "/register/*", "/seats", "/rulings"),
    *(
        "/players/*",
        "/unsubscribe/*",
        "/my/letters",
        "/my/senders",
        "/my/senders#proof",
        "/moderate/*",
        "/moderate/disputes/*",
    ),
}
"""The pages that mails name where there are any."""
ASKED_ON_A_PAGE: Final = "bert@home.test"
"""Gets a link to confirm it, as whoever asked for it on a page has that page."""
BY_MAIL: Final = (
    *("That works for 48 hours.", "reply `return e2`.", "Reply `watch e2` to get emails"),
    *("`take e2` by", "Reply `standby` to be offered other seats.", "just send it again, or ask the operator"),
    *("until you write to us.", "Everyone who watches the game gets it, too.", "by email. Nobody else learns"),
    *("leave the line with the code in it.", "ask the operator to add it.", "Or ask the operator for codes instead"),
    *("reminders 48 24", "reports all", "reports daily", "watch e1", "To undo it, write to the operator."),
)
"""What stands in place of them."""


@pytest.fixture
def club(tmp_path: Path) -> Iterator[World]:
    """A server with one mailbox whose pages are served on its own machine."""
    with new_world(tmp_path) as world:
        mail = world.settings.mail.model_copy(update={"relay": Relay(host="r.test"), "mailbox": f"games@{DOMAIN}"})
        world.settings = world.settings.model_copy(update={"mail": mail, "web": Web()})
        world.intake = Intake(world.database, world.clock, world.settings)
        yield world


def test_mails_of_every_kind_name_no_page(club: World, monkeypatch: pytest.MonkeyPatch) -> None:
    requested: set[str] = set()
    page = Settings.page

    def noting(settings: Settings, path: str = "") -> str:
        requested.add(re.sub(r"(?<=/)(\d+|e\d+|\w{16,})(?=/|$)", "*", path))
        return page(settings, path)

    monkeypatch.setattr(Settings, "page", noting)
    game = disputed(club, "May he build there?")
    _play(game)
    _lobby(club)
    _moderate(game)
    _change_seats(club)
    _correspond(game)
    with club.database.read() as tx:
        mails = [mail for mail in mails_after(tx, 0) if mail.to_address != ASKED_ON_A_PAGE]
    assert len({mail.kind for mail in mails}) == 9, "all but links to sign in, which are asked for on a page"
    sent = [message_from_bytes(as_sent(club, mail), policy=policy.default) for mail in mails]
    bodies = [part.get_content() for mail in sent for part in mail.walk() if part.get_content_maintype() == "text"]
    shown_text = "\n".join((*bodies, *(str(mail.items()) for mail in sent)))
    assert [
        line
        for line in shown_text.splitlines()
        if re.search(r"https?://|127\.0\.0\.1|(on this|game's) page|website", line)
    ] == []
    assert requested == ASKED
    text = flat("\n".join(mail.text for mail in mails))
    assert [way for way in BY_MAIL if way not in text] == []


def _later(world: World, time: timedelta) -> None:
    world.clock.advance(time)
    world.intake.clock.run(to_ms(world.clock()))


def _play(game: Game) -> None:
    write, anna = game.world.database.write, game.world.players["Anna"]
    write(lambda tx: put_preferences(tx, anna, Preferences(reports="daily")))
    for text in ("status", "help", "check\nend", "wuff", "press all: Hello!", "mute bert", "rollback: I slipped."):
        game.send(0, text)


def _lobby(world: World) -> None:
    village = Village(world)
    village.register("zoe@far.test", "Zoe")
    for text in ("open first rails for 2", "invite 1 Anna", "invite 1 guest@far.test", "help", "lists", "games"):
        village.write("Zoe", text)
    village.write("Zoe", "watch e1\nrulings\nrulings zebra")
    village.send("someone@far.test", LOBBY, "Hello?")


def _moderate(game: Game) -> None:
    world, village = game.world, Village(game.world)
    village.write("Mona", "desk\nfile e1\ndispute 1")
    village.write("Mona", "ask 1: Where?")
    game.send(1, "statement 1: There.")
    _later(world, 10 * DAY)
    moderators, (dispute, *_) = world.intake.moderators, disputes(game)
    act = GiveRuling(dispute.id, "uphold", "FR-31", "So it is.", None)
    moderators.carry_out(world.players["Mona"], act, moderators.preview(world.players["Mona"], act).state)
    moderators.carry_out(None, Announce(None, "Maintenance."), None)
    village.write("Mona", "rulings")
    result = ResultRow(game.id, 0, world.players["Anna"], "first_rails", 3, 1, 1, 9, 1)
    world.database.write(partial(put_results, game_id=game.id, results=[result]))
    village.write("Anna", "games")


def _change_seats(world: World) -> None:
    game = opened(world, Terms(pace="2d", late="standby"))
    for name in ("Dora", "Emil"):
        stand_by(world, name)
    resigned(game, 1)
    take(game, "Dora", 1)
    for _ in range(3):
        _later(world, DAY)
    Village(world).write("Emil", "take e2")


def _correspond(game: Game) -> None:
    """Mails about mail: not read, not proved, not wanted, come back, or too much; and of a restored server."""
    world = game.world
    players, write, now_ms = world.players, world.database.write, to_ms(world.clock())
    topics: tuple[Topic, ...] = ("reminders", "press", "reports", "digest", "watched")
    for topic in topics:
        _unsubscribe(world, players["Zoe"], topic)
    write(lambda tx: put_proof_choice(tx, players["Anna"], "code"))
    write(lambda tx: put_proof_choice(tx, players["Clara"], "aligned"))
    _brought(game, 0, "smtp", game.write(0, "check\nend", answering=None))
    _brought(game, 1, "imap", game.write(1, "status", headers={"From": "bert@work.test"}))
    _brought(game, 2, "smtp", game.write(2, "status"))
    game.send(1, "Hello.", headers={"List-Id": "<all.company.test>", "Precedence": "list"})
    _bounce(game, 1)
    senders = world.intake.senders
    senders.add(players["Bert"], ASKED_ON_A_PAGE)
    senders.add_confirmed(players["Bert"], "bert@work.test")
    senders.choose_main(players["Bert"], "bert@work.test")
    senders.remove(players["Bert"], "bert@player.test")
    senders.choose_proof(players["Clara"], "token+from")
    limited(world, 2)
    for _ in range(3):
        game.send(2, "status")
    write(lambda tx: recover(UnitOfWork(tx, world.settings, now_ms), Marked()))


def _unsubscribe(world: World, player_id: int, topic: Topic) -> None:
    tag, now_ms = "e1" if topic == "watched" else "", to_ms(world.clock())
    chosen = Preferences(reports="daily" if topic == "digest" else "all")

    def work(tx: Tx) -> None:
        put_preferences(tx, player_id, chosen)
        make_unsubscription(tx, player_id, topic, tag, now_ms)
        found = find_unsubscription_for(tx, player_id, topic, tag)
        assert found is not None
        optional_mail.end(UnitOfWork(tx, world.settings, now_ms), found.token, by_mail=True)

    world.database.write(work)


def _brought(game: Game, seat: int, way: Way, raw: bytes) -> None:
    contact, letters = game.seats[seat], game.world.intake.letters
    letter_id, _ = letters.store(Envelope(contact.address, contact.token, raw, "198.41.0.4", way, "laptop"))
    letters.receive(letter_id)


def _bounce(game: Game, seat: int) -> None:
    """Three days on which a mail to a player comes back, until their address is tried."""
    world = game.world
    for day in range(3):
        mail, now_ms = game.last_mail(seat), to_ms(world.clock())
        sent = [Delivery(mail.id, "250")]
        world.database.write(partial(mark_sent, deliveries=sent, sent_ms=now_ms))
        game.post(seat, report_on(mail, game.address(seat), day), mail_from="")
        _later(world, DAY)
