"""What lies behind a screen, and addresses, tokens, drafts, seeds and salts, reach their owner and nobody else.

Something unmistakable stands in every secret place.
"""

import logging
import os
import smtplib
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
import structlog
from moderation.kit import add_moderator
from rows_kit import mails_after, mails_of_player
from server.kit import run_pbem
from soak import few
from sqlalchemy.exc import IntegrityError
from web_kit import Browser, sit_down

from adjudicator.going_back import stray
from adjudicator.kit import NAMES, Game, KeptGame, World, keep_game
from adjudicator.letters import code_in
from adjudicator.outputs import told
from adjudicator.screens import four_seats
from adjudicator.viewers import MODERATOR, Viewer, seat_of
from pbem.adjudicator.seat_orders import SubmittedOrders
from pbem.adjudicator.sessions import load_game
from pbem.cli.server import set_up_logging
from pbem.clock import to_ms
from pbem.config import Log, load
from pbem.daemon.inbox_worker import DropLoop, InboxWorker
from pbem.daemon.sender import sender_of
from pbem.daemon.server import Server
from pbem.intake import Intake, letters
from pbem.mail.proof_codes import closing_for
from pbem.mail.reading.letter import read_letter
from pbem.mail.receiving.batches import Envelope
from pbem.mail.sending.outgoing import build, outgoing_for
from pbem.notifications import messages
from pbem.store import Tx, UnitOfWork
from pbem.store.accounts.channels import ChannelEvent, ChannelRow, add_channel
from pbem.store.games.game import add_epoch_seed, set_epoch
from pbem.store.games.log import EntryRow, append_entries, find_last_position, find_snapshot
from pbem.store.games.proposals import DraftRow, put_draft
from pbem.store.games.seats import renew_token
from pbem.store.mail.inbox import LetterRow, get_letter, get_origin_of
from pbem.store.mail.postbox import find_unsubscription_for
from pbem.store.players.player import add_other_address, list_players
from pbem.store.players.preferences import find_calendar_token, find_proof_choice, put_proof_choice
from pbem.store.service.server import find_meta
from pbem.store.tables import NEW
from rules_core.kernel.dice import commitment

SEED = b"canary-seed-of-thirty-two-bytes!"
LATER_SEED = b"canary-seed-of-the-second-epoch!"

KEPT_FROM_ALL: Final = {
    *("salt", "sign-in", "change of address", "proof code", "tried", "unsubscribing"),
    *("webhook", "device", "device's key", "device's secret"),
}
"""Secrets that not even their owners are shown, or that come to them by mails that are gone."""


@dataclass(frozen=True)
class Cage:
    """A game whose every secret is a canary."""

    game: Game

    def of(self, seat: int) -> dict[str, str]:
        """A seat's own secrets."""
        return {
            "address": f"canary-address-{seat}@player.test",
            "token": f"canarytoken{seat}",
            "draft": f"canary-draft-{seat}",
            "letter": f"canary-letter-{seat}",
            "standing orders": f"canary-standing-{seat}",
            "salt": f"canary-salt-{seat}",
            "passengers": f"6,{seat}77,000",
            "sign-in": self.token_in_mail(seat, "/sign-in/"),
            "new address": f"canary-new-{seat}@player.test",
            "change of address": self.token_in_mail(seat, "/address/"),
            "calendar": self.calendar_token(seat),
            "press": f"canary-press-{seat}",
            "further address": f"canary-other-{seat}@player.test",
            "address asked for": f"canary-claim-{seat}@player.test",
            "tried": f"canary-tried-{seat}",
            "webhook": f"canary-hook-{seat}",
            "device": f"canary-device-{seat}",
            "device's key": f"canary-key-{seat}",
            "device's secret": f"canary-auth-{seat}",
            "proof code": self.proof_code(seat),
            "unsubscribing": self.unsubscribing_token(seat),
            "code": next(filter(None, (code_in(mail.text) for mail in self.game.mails(seat)))),
        }

    def token_in_mail(self, seat: int, path: str) -> str:
        """The token in the link that a seat's player was mailed."""
        with self.game.world.database.read() as tx:
            mails = mails_of_player(tx, self.game.seats[seat].player_id)
        (text,) = [mail.text for mail in mails if path in mail.text]
        return text.partition(path)[2].split()[0]

    def proof_code(self, seat: int) -> str:
        """The code that the newest mail to a seat carries where its player wants codes."""
        world, player_id = self.game.world, self.game.seats[seat].player_id
        mail = replace(self.game.last_mail(seat), id=0)

        def work(tx: Tx) -> str:
            chosen = find_proof_choice(tx, player_id)
            put_proof_choice(tx, player_id, "code")
            closing = closing_for(world.unit(tx), mail)
            put_proof_choice(tx, player_id, chosen)
            return closing.split()[-1]

        return world.database.write(work)

    def unsubscribing_token(self, seat: int) -> str:
        """The secret part of the links by which a seat's player ends mails of press."""
        with self.game.world.database.read() as tx:
            found = find_unsubscription_for(tx, self.game.seats[seat].player_id, "press", "")
        assert found is not None
        return found.token

    def calendar_token(self, seat: int) -> str:
        """The secret part of the address of a seat's player's calendar."""
        with self.game.world.database.read() as tx:
            token = find_calendar_token(tx, self.game.seats[seat].player_id)
        assert token is not None
        return token

    @property
    def nobodys(self) -> dict[str, str]:
        """What nobody may see while the game lasts."""
        found: dict[str, str] = {}
        for name, seed in (("seed", SEED), ("later seed", LATER_SEED)):
            forms = (seed.decode(), seed.hex(), b64encode(seed).decode())
            found |= dict(zip((name, f"{name} in hex", f"{name} in base 64"), forms, strict=True))
        with self.game.world.database.read() as tx:
            found["key of notices"] = find_meta(tx, messages.KEY) or ""
        assert len(found["key of notices"]) == 43
        return found

    def forbidden_to(self, viewer: Viewer) -> dict[str, str]:
        """All canaries that a viewer must not meet."""
        own = seat_of(viewer)
        others = [seat for seat in range(4) if seat != own]
        known = None if own is None else f"press of {_written_by(own)}"
        secrets = {f"{what} of {seat}": canary for seat in others for what, canary in self.of(seat).items()}
        return self.nobodys | {what: canary for what, canary in secrets.items() if what != known}

    def escaped(self, viewer: Viewer, *texts: str) -> list[str]:
        """The canaries that a viewer meets and must not."""
        everything = "\n".join(texts).lower()
        return [what for what, canary in self.forbidden_to(viewer).items() if canary.lower() in everything]


def _written_by(seat: int) -> int:
    """Whose press a seat reads."""
    return (seat - 1) % 4


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> KeptGame:
    return keep_game(tmp_path_factory.mktemp("kept"), prepared)


@pytest.fixture
def cage(kept: KeptGame, tmp_path: Path) -> Iterator[Cage]:
    with kept.copied(tmp_path) as game:
        yield Cage(game)


def prepared(world: World) -> Game:
    for seat, name in enumerate(NAMES):
        world.add_player(name, address=f"canary-address-{seat}@player.test")
    add_moderator(world, "Mona")
    ids = [world.players[name] for name in NAMES]
    salts = [f"canary-salt-{seat}" for seat in range(4)]
    game = Game(world, world.intake.operator.open_game("Cage", ids, {}, seed=SEED, salts=salts))
    stray(game, 5)
    world.database.write(lambda tx: add_epoch_seed(tx, game.id, 1, LATER_SEED, commitment(LATER_SEED)))
    world.database.write(lambda tx: set_epoch(tx, game.id, 1))
    game.put(four_seats(seat=2, passengers=tuple(6077 + 100 * seat for seat in range(4))))
    position, browser = game.row.position, Browser(world.app)
    for seat in range(4):
        draft = DraftRow(f"buy weiden # canary-draft-{seat}", position, None, 0)
        world.database.write(partial(renew_token, game_id=game.id, seat=seat, token=f"canarytoken{seat}"))
        browser.open("/sign-in")
        browser.press("Email me a link", address=f"canary-address-{seat}@player.test")
        _sit_down(browser, game.seats[seat].player_id)
        browser.open("/my/settings")
        browser.press("Email a link there", address=f"canary-new-{seat}@player.test")
        browser.press("Make a secret address")
        browser.press("Sign out")
        game.send(seat, f"check\nbuy insel # canary-letter-{seat}")
        game.send(seat, f"press {NAMES[(seat + 1) % 4]}:\ncanary-press-{seat}")
        game.send(seat, f"next turn: income # canary-standing-{seat}")
        game.send(seat, "resign")
        world.database.write(partial(put_draft, game_id=game.id, seat=seat, draft=draft))
        _try_in_vain(game, seat)
        _add_channels(game, seat)
    return game


def _add_channels(game: Game, seat: int) -> None:
    """Give a player a webhook and a device, and the server its key."""
    player_id, events = game.seats[seat].player_id, frozenset[ChannelEvent](("turn", "press"))

    def work(tx: Tx) -> None:
        messages.ensure_private_key(tx)
        hook, device = f"https://hooks.test/canary-hook-{seat}", f"https://push.test/canary-device-{seat}"
        keys = (f"canary-key-{seat}", f"canary-auth-{seat}")
        add_channel(tx, ChannelRow(NEW, player_id, "slack", "Club", hook, None, None, None, events, 0))
        add_channel(tx, ChannelRow(NEW, player_id, "push", "Phone", device, *keys, None, events, 0))

    game.world.database.write(work)


def _try_in_vain(game: Game, seat: int) -> None:
    """Have a player write from further addresses and by codes, and somebody try to write in their name."""
    world, player_id = game.world, game.seats[seat].player_id
    now_ms = to_ms(world.clock())
    world.intake.senders.add(player_id, f"canary-claim-{seat}@player.test")

    def work(tx: Tx) -> None:
        add_other_address(tx, player_id, f"canary-other-{seat}@player.test", now_ms)
        put_proof_choice(tx, player_id, "code")

    world.database.write(work)
    forged = game.write(seat, f"income # canary-tried-{seat}", answering=None)
    assert game.post(seat, forged).letter.outcome == "not proved: no code"
    world.database.write(lambda tx: put_proof_choice(tx, player_id, None))


def _sit_down(browser: Browser, player_id: int) -> None:
    """Sign a player in without a link, so that the one he was mailed stays good."""
    sit_down(browser.client, player_id, "https://games.test")


@pytest.mark.parametrize("viewers", few([(1, None, MODERATOR, 2), (0, 3)], 1))
def test_secrets_reach_their_owner_and_nobody_else(cage: Cage, viewers: tuple[Viewer, ...]) -> None:
    game = cage.game
    for viewer in viewers:
        seen = told(game, viewer, settled=False)
        recorded = cage.escaped(viewer, *seen.pop("record"))
        assert all(what.startswith("salt of") for what in recorded), "salts are what a record is to show"
        for_operators = cage.escaped(viewer, *seen.pop("people"))
        assert all(what.startswith(("address of", "further address of")) for what in for_operators) and (
            not for_operators or viewer == MODERATOR
        )
        texts = [text for found in seen.values() for text in found]
        assert cage.escaped(viewer, *texts) == []
        seat = seat_of(viewer)
        own = {} if seat is None else cage.of(seat)
        everything = "\n".join(texts).lower()
        for what in own.keys() - KEPT_FROM_ALL:
            assert own[what].lower() in everything, f"{viewer} is told his own {what}"
    ended = game.send(2, "end")
    for seat, report in ended.others.items():
        assert cage.escaped(seat, report.text, report.subject, report.references_, report.in_reply_to or "") == []


def test_letters_at_the_door_are_refused_without_a_word_of_anybody(cage: Cage) -> None:
    game = cage.game
    server = Server(game.world.settings, game.world.database, game.world.clock)
    server.listener.start()
    replies: list[Any] = []
    try:
        with smtplib.SMTP("127.0.0.1", server.listener.port) as client:
            replies += [client.ehlo("away.test"), client.verify(game.seats[0].token), client.expn(game.address(0))]
            forged = game.write(0, "income", headers={"From": "stranger@away.test"})
            for sender, recipients, raw in (
                ("stranger@away.test", ["canarytoken9@seats.test"], forged),
                ("stranger@away.test", [game.address(0)], forged),
                ("stranger@away.test", ["canarytoken0@elsewhere.test"], forged),
                ("stranger@away.test", [game.address(0), game.address(1)], game.write(0, "income")),
                (game.seats[1].address, [game.address(0)], game.write(1, "income")),
            ):
                replies += [client.mail(sender), *map(client.rcpt, recipients)]
                if replies[-1][0] == 250:
                    replies.append(client.data(raw))
                replies.append(client.rset())
    finally:
        server.listener.stop()
    assert sum("550" in str(reply) for reply in replies) >= 4
    assert cage.escaped(None, *map(str, replies)) == []


@pytest.fixture
def config(cage: Cage, tmp_path: Path) -> Path:
    """A configuration for the game's database, with a drop and an operator."""
    path = tmp_path / "pbem.toml"
    mail = '[mail]\ndomain = "seats.test"\ndrop = "drop"\noperator = "owner@home.test"\n'
    path.write_text(f'[server]\ndata_dir = "."\n{mail}')
    return path


def test_letters_that_programs_hand_over_are_refused_without_a_word_of_anybody(
    cage: Cage, config: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    game, said = cage.game, list[str]()
    forged = game.write(0, "income # canary-letter-0", headers={"From": "stranger@away.test"})
    settings = load(config)
    assert settings.mail.drop is not None
    loop = DropLoop(Intake(game.world.database, game.world.clock, settings), settings.mail.drop)
    loop.round()
    for number, (recipient, raw, status) in enumerate(
        (
            ("canarytoken9@seats.test", forged, os.EX_NOUSER),
            (game.address(0), forged, os.EX_NOPERM),
            ("canarytoken0@elsewhere.test", forged, os.EX_NOUSER),
            (game.address(0), game.write(1, "income"), os.EX_NOPERM),
            (game.address(0), forged + b"x" * settings.mail.max_bytes, os.EX_UNAVAILABLE),
        )
    ):
        receive = ("mail", "receive", "--sender", "stranger@away.test", "--recipient", recipient)
        said.append(run_pbem("--config", config, *receive, status=status, typed=raw).output)
        (settings.mail.drop / "new" / str(number)).write_bytes(f"Delivered-To: {recipient}\r\n".encode() + raw)
    assert all(said)
    with talkative_log(as_json=False):
        loop.round()
    said += capfd.readouterr()
    assert "".join(said).count("was put aside") == 5
    assert cage.escaped(None, *said) == []


def test_the_operator_is_mailed_what_was_written_to_them_and_nothing_else(cage: Cage, config: Path) -> None:
    world, game, settings = cage.game.world, cage.game, load(config)
    letter_id = world.store(game.write(0, "Somebody cheats here."), "postmaster", game.seats[0].address)
    Intake(world.database, world.clock, settings).letters.receive(letter_id)
    with world.database.read() as tx:
        mail = mails_after(tx, 0)[-1]
        raw = build(outgoing_for(UnitOfWork(tx, settings, 0), mail, sender_of(tx, mail))).decode("ascii")
    assert mail.to_address == "owner@home.test" and "Somebody cheats here." in raw
    assert cage.escaped(0, raw) == []
    own = {what for what, canary in cage.of(0).items() if canary.lower() in raw.lower()}
    assert own == {"address"}


@contextmanager
def talkative_log(as_json: bool) -> Iterator[None]:
    """The server's own logging, at its most talkative."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers[:] = []
    try:
        set_up_logging(Log.model_validate({"level": "debug", "json": as_json}))
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        structlog.reset_defaults()


@pytest.mark.parametrize("as_json", [False, True])
def test_no_log_line_tells_a_secret(
    cage: Cage, capfd: pytest.CaptureFixture[str], as_json: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, game = cage.game.world, cage.game
    worker = InboxWorker(world.intake)
    browser = Browser(world.app)
    with talkative_log(as_json):
        for path in ("/calendar/{}.ics", "/address/{}", "/sign-in/{}"):
            browser.open(path.format(cage.of(0)["calendar"]))
        for seat in (0, 2):
            for text in ("status", "wuff 4?", f"confirm {cage.of(seat)['code']}\nstatus", "confirm"):
                world.store(game.write(seat, f"{text} # canary-letter-{seat}"), game.seats[seat].token)
        world.database.write(lambda tx: put_proof_choice(tx, game.seats[1].player_id, "code"))
        raw = game.write(1, "income # canary-letter-1", answering=None)
        world.intake.letters.store(
            Envelope(game.seats[1].address, game.seats[1].token, raw, "canary", "smtp", "canary")
        )
        while worker.round():
            pass
        unreadable = EntryRow(NEW, "event", '{"type": "NoSuchEvent"}', None, None, 0, 1)
        world.database.write(lambda tx: append_entries(tx, game.id, find_last_position(tx, game.id), [unreadable]))
        world.store(game.write(0, "income # canary-letter-0"), game.seats[0].token)
        while worker.round():
            pass

        def broken(_unit: UnitOfWork, row: LetterRow, *_rest: object) -> None:
            raise ZeroDivisionError(repr(row))

        monkeypatch.setattr(letters, "judge_letter", broken)
        world.store(game.write(0, "status # canary-letter-0"), game.seats[0].token)
        while worker.round():
            pass
        taken = game.seats[1].token
        with pytest.raises(IntegrityError) as raised:
            world.database.write(lambda tx: renew_token(tx, game.id, 0, taken))
        structlog.get_logger().error("two seats cannot share an address", exc_info=raised.value)
        logging.getLogger("pbem").error("nor in the library's log", exc_info=raised.value)
    said = "".join(capfd.readouterr())
    assert said.count("letter dealt with") == 10
    assert said.count("a game is damaged") == 1
    assert said.count("letter not proved") == 1 and "=canary" not in said and '"canary"' not in said
    assert said.count("letter failed") == 3
    assert said.count("UNIQUE constraint failed") >= 2
    assert cage.escaped(None, said) == []


def test_what_would_be_logged_of_a_value_tells_no_secret(cage: Cage) -> None:
    game = cage.game
    raw = game.write(0, "buy weiden # canary-letter-0")
    letter_id = game.world.store(raw, game.seats[0].token, game.seats[0].address)
    with game.world.database.read() as tx:
        loaded = load_game(tx, game.id)
        values = [
            *(loaded, loaded.seats, find_snapshot(tx, game.id), list_players(tx), get_letter(tx, letter_id)),
            *(
                game.world.all_mails(),
                game.draft(0),
                read_letter(raw, mail_from="x@y.test", own_domains=("seats.test",)),
            ),
            get_origin_of(tx, letter_id),
            Envelope(game.seats[0].address, "canarytoken0", raw, "192.0.2.1"),
            SubmittedOrders(0, ("# canary-draft-0",), 1, False, 1),
            game.world.intake.forms.report(game.id, 0, "en"),
        ]
    for value in values:
        assert cage.escaped(None, repr(value)) == [], type(value).__name__
