"""What lies behind a screen, and addresses, tokens, drafts, seeds and salts, reach their owner and nobody else."""

import logging
import smtplib
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import structlog
from rules.german_position import SPOKE, german_position
from sqlalchemy.exc import IntegrityError
from web_kit import Browser

from adjudicator.kit import NAMES, Game, World, new_world
from adjudicator.outputs import Viewer, told
from adjudicator.positions import plain
from pbem.adjudicator.casebook import open_case
from pbem.adjudicator.hearing import Request
from pbem.cli.server import set_up_logging
from pbem.config import Log
from pbem.daemon.server import Server
from pbem.daemon.worker import Worker
from pbem.mail.letter import read_letter
from pbem.store import repository as repo
from pbem.store.rows import DraftRow, NewEntry
from rules_core.table import State


def four_seats(*, seat: int, **changes: object) -> State:
    """Four players of whom each hides something else; `seat` is to move."""
    facts: dict[str, object] = {
        "seats": 4,
        "front": ("ssc$?",) * 4,
        "hidden": (2, 5, 3, 1),
        "passengers": (11, 23, 4, 8),
        "shares": {"weiden": [4, 1, 3, 2], "insel": [1, 6, 2, 1], "eisberg": [3, 3, 2, 2], "bergtal": [2, 2, 5, 1]},
        "directors": {"weiden": 2, "insel": 1, "eisberg": 0, "bergtal": 3},
    }
    return plain(seat=seat, **{**facts, **changes})


def in_germany(*, seat: int) -> State:
    """Four players of whom each hides other dice, before a town; `seat` is to move."""
    fronts = ["ssc$?" if one == seat else "ssc?" for one in range(4)]
    return german_position(SPOKE, a="S14 c2 w", b="S14 d4 s", seats=4, seat=seat, front=fronts, hidden=(2, 5, 3, 4))


@contextmanager
def twins(world: World, game: Game, folder: Path, one: int, other: int) -> Iterator[tuple[Game, Game]]:
    """Two games with the same log, which differ by what lies behind two seats' screens: it is exchanged."""
    for player_id in world.players.values():
        world.database.write(partial(repo.renew_calendar, player_id=player_id))
    world.database.copy_to(folder / "copy.sqlite3")
    (folder / "twin").mkdir()
    with new_world(folder / "twin", folder / "copy.sqlite3") as second:
        second.players, second.clock.at = dict(world.players), world.clock.at
        twin = Game(second, game.id)
        screens = list(game.state.screens)
        screens[one], screens[other] = screens[other], screens[one]
        twin.swap_state(replace(game.state, screens=tuple(screens)))
        assert (twin.entries, twin.state.table) == (game.entries, game.state.table)
        assert twin.state != game.state
        yield game, twin


TURNS = {
    "a turn with a roll": (four_seats(seat=0), ("income", "A w\nbuy weiden", "roll 1h\nB e"), (0, 1)),
    "a turn before its roll": (four_seats(seat=0), ("income", "buy insel from director"), (0, 3)),
    "a third player's turn": (four_seats(seat=2), ("income", "buy eisberg"), (0, 1)),
    "the last turn of all": (four_seats(seat=3, last_year="no tile"), ("roll 1h", "A w"), (0, 1)),
    "a turn in Germany": (in_germany(seat=0), ("transport insel", "station A bergtal pay 2h 1?", "roll 2?"), (0, 1)),
    "a third player's turn in Germany": (in_germany(seat=2), ("B s", "transport weiden\nroll 1h"), (0, 1)),
}
"""A position, what its player does before all outputs are looked at, and whose screens are exchanged."""


@pytest.mark.parametrize("turn", TURNS)
def test_what_lies_behind_two_screens_exchanged_changes_nothing_for_anybody_else(
    world: World, tmp_path: Path, turn: str
) -> None:
    position, letters, pair = TURNS[turn]
    world.add_player("Clara", "xx")
    game = world.game_at(position)
    mover = position.table.turn.seat
    with twins(world, game, tmp_path, *pair) as both:
        for letter in letters:
            replies = [one.send(mover, letter) for one in both]
            assert all("carried out." in reply.text for reply in replies)
        for viewer in (*(seat for seat in range(4) if seat not in pair), None):
            first, second = (told(one, viewer) for one in both)
            assert first == second, f"{viewer}: {first_difference(first, second)}"
        for viewer in pair:
            first, second = (told(one, viewer, ["reports"]) for one in both)
            assert first != second, "everybody sees his own screen"
        if position.table.last_year is None:
            ended = [one.send(mover, f"end keep {kept(one, mover)}") for one in both]
            assert len(ended[0].others) == 3
            for seat in set(ended[0].others) - set(pair):
                assert ended[0].others[seat].text == ended[1].others[seat].text


def kept(game: Game, seat: int) -> str:
    """Five of the dice in front of a seat, or all where there are fewer."""
    front = game.state.table.players[seat].front
    faces = "s" * front.straight + "c" * front.curve + "$" * front.share + "?" * front.wild
    return " ".join(faces[:5])


def first_difference(first: dict[str, list[str]], second: dict[str, list[str]]) -> str:
    """Where two viewers were told different things."""
    for name in first:
        for mine, theirs in zip(first[name], second[name], strict=True):
            for a, b in zip(mine.splitlines(), theirs.splitlines(), strict=False):
                if a != b:
                    return f"{name}: {a!r} and {b!r}"
    return "lengths"


def test_what_can_still_be_taken_back_is_seen_by_nobody_else(world: World) -> None:
    game = world.game_at(four_seats(seat=0))
    game.send(1, "status")  # so that there is a mail to look at on every page
    ways = ("reports", "pages", "memory", "public rows", "record")
    calm = {viewer: told(game, viewer, ways) for viewer in (1, None)}
    status = game.send(2, "status").answer.text
    for letter in ("income", "A w", "buy weiden\nbuy insel from director with ?", "undo", "B e"):
        assert game.send(0, letter).text.startswith("Your orders were carried out.")
        for viewer, before in calm.items():
            now = told(game, viewer, ways)
            assert now == before, f"{letter!r} was seen by {viewer}: {first_difference(before, now)}"
        assert game.send(2, "status").answer.text == status
    game.send(0, "roll 1h")
    for viewer, before in calm.items():
        now = told(game, viewer, ways)
        assert now["reports"] != before["reports"], "a roll is final"
        assert now["pages"] != before["pages"]
        assert now["memory"] != before["memory"]
    assert game.send(2, "status").answer.text != status


def test_orders_for_the_next_turn_are_seen_by_nobody_else_before_they_are_carried_out(world: World) -> None:
    game = world.game_at(four_seats(seat=0))
    game.send(2, "status")  # so that there is a mail to look at on every page
    ways = ("reports", "pages", "memory", "public rows", "maps", "record", "calendars")
    calm = {viewer: told(game, viewer, ways) for viewer in (0, 2, 3, None)}
    status = game.send(2, "status").answer.text
    for letter in ("next turn: income; roll 2h", "next turn: if s >= 1: end", "next turn: nothing", "next turn: income"):
        given = game.send(1, letter)
        assert given.others == {}
        for viewer, before in calm.items():
            now = told(game, viewer, ways)
            assert now == before, f"{letter!r} was seen by {viewer}: {first_difference(before, now)}"
        assert game.send(2, "status").answer.text == status
    assert "next turn: income" in "\n".join(told(game, 1, ["reports"])["reports"])


# Canaries: something unmistakable in every secret place.

SEED = b"canary-seed-of-thirty-two-bytes!"


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
        }

    def token_in_mail(self, seat: int, path: str) -> str:
        """The token in the link that a seat's player was mailed."""
        with self.game.world.database.read() as tx:
            mails = repo.mails_of_player(tx, self.game.seats[seat].player_id)
        (text,) = [mail.text for mail in mails if path in mail.text]
        return text.partition(path)[2].split()[0]

    def calendar_token(self, seat: int) -> str:
        """The secret part of the address of a seat's player's calendar."""
        with self.game.world.database.read() as tx:
            token = repo.calendar_token(tx, self.game.seats[seat].player_id)
        assert token is not None
        return token

    @property
    def nobodys(self) -> dict[str, str]:
        """What nobody may see while the game lasts."""
        return {"seed": SEED.decode(), "seed in hex": SEED.hex(), "seed in base 64": b64encode(SEED).decode()}

    def forbidden_to(self, viewer: Viewer) -> dict[str, str]:
        """All canaries that a viewer must not meet."""
        others = [seat for seat in range(4) if seat != viewer]
        known = None if viewer is None else f"press of {_written_by(viewer)}"
        secrets = {f"{what} of {seat}": canary for seat in others for what, canary in self.of(seat).items()}
        return self.nobodys | {what: canary for what, canary in secrets.items() if what != known}

    def escaped(self, viewer: Viewer, *texts: str) -> list[str]:
        """The canaries that a viewer meets and must not."""
        everything = "\n".join(texts).lower()
        return [what for what, canary in self.forbidden_to(viewer).items() if canary.lower() in everything]


def _written_by(seat: int) -> int:
    """Whose press a seat reads."""
    return (seat - 1) % 4


@pytest.fixture
def cage(world: World) -> Cage:
    for seat, name in enumerate(NAMES):
        world.add_player(name, address=f"canary-address-{seat}@player.test")
    ids = [world.players[name] for name in NAMES]
    salts = [f"canary-salt-{seat}" for seat in range(4)]
    game = Game(world, world.adjudicator.open_game("Cage", ids, {}, seed=SEED, salts=salts))
    game.put(four_seats(seat=2, passengers=tuple(6077 + 100 * seat for seat in range(4))))
    position, browser = game.row.position, Browser(world.app)
    for seat in range(4):
        draft = DraftRow(f"buy weiden # canary-draft-{seat}", position, None, 0)
        world.database.write(partial(repo.renew_token, game_id=game.id, seat=seat, token=f"canarytoken{seat}"))
        browser.open("/sign-in")
        browser.press("Send me a link", address=f"canary-address-{seat}@player.test")
        _sit_down(browser, game.seats[seat].player_id)
        browser.open("/my/settings")
        browser.press("Mail a link there", address=f"canary-new-{seat}@player.test")
        browser.press("Make a secret address")
        browser.press("Sign out")
        game.send(seat, f"check\nbuy insel # canary-letter-{seat}")
        game.send(seat, f"press {NAMES[(seat + 1) % 4]}:\ncanary-press-{seat}")
        game.send(seat, f"next turn: income # canary-standing-{seat}")
        world.database.write(partial(repo.put_draft, game_id=game.id, seat=seat, draft=draft))
    return Cage(game)


def _sit_down(browser: Browser, player_id: int) -> None:
    """Signs a player in without a link, so that the one he was mailed stays good."""
    with browser.client.session_transaction(base_url="https://games.test") as session:
        session["_user_id"], session["_fresh"] = str(player_id), True


def test_secrets_reach_their_owner_and_nobody_else(cage: Cage) -> None:
    game = cage.game
    for viewer in (0, 1, 3, None, 2):
        seen = told(game, viewer)
        recorded = cage.escaped(viewer, *seen.pop("record"))
        assert all(what.startswith("salt of") for what in recorded), "salts are what a record is to show"
        texts = [text for found in seen.values() for text in found]
        assert cage.escaped(viewer, *texts) == []
        own = cage.of(viewer) if viewer is not None else {}
        everything = "\n".join(texts).lower()
        for what in own.keys() - {"salt", "sign-in", "change of address"}:
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
def test_no_log_line_tells_a_secret(cage: Cage, capfd: pytest.CaptureFixture[str], as_json: bool) -> None:
    world, game = cage.game.world, cage.game
    worker = Worker(world.database, world.reception)
    browser = Browser(world.app)
    with talkative_log(as_json):
        for path in ("/calendar/{}.ics", "/address/{}", "/sign-in/{}"):
            browser.open(path.format(cage.of(0)["calendar"]))
        for seat in (0, 2):
            for text in ("status", "wuff 4?", "buy eisberg", "confirm"):
                world.store(game.write(seat, f"{text} # canary-letter-{seat}"), game.seats[seat].token)
        while worker.round():
            pass
        unreadable = NewEntry("event", '{"type": "NoSuchEvent"}', None, None, 0, 1)
        world.database.write(lambda tx: repo.append_entries(tx, game.id, repo.last_position(tx, game.id), [unreadable]))
        world.store(game.write(0, "income # canary-letter-0"), game.seats[0].token)
        while worker.round():
            pass
        taken = game.seats[1].token
        with pytest.raises(IntegrityError) as raised:
            world.database.write(lambda tx: repo.renew_token(tx, game.id, 0, taken))
        structlog.get_logger().error("two seats cannot share an address", exc_info=raised.value)
        logging.getLogger("pbem").error("nor in the library's log", exc_info=raised.value)
    said = "".join(capfd.readouterr())
    assert said.count("letter dealt with") == 8
    assert said.count("letter failed") == 3
    assert said.count("UNIQUE constraint failed") >= 2
    assert cage.escaped(None, said) == []


def test_what_would_be_logged_of_a_value_tells_no_secret(cage: Cage) -> None:
    game = cage.game
    raw = game.write(0, "buy weiden # canary-letter-0")
    letter_id = game.world.store(raw, game.seats[0].token, game.seats[0].address)
    with game.world.database.read() as tx:
        case = open_case(tx, game.id)
        values = [
            *(case, case.seats, repo.snapshot(tx, game.id), repo.players(tx), repo.letter(tx, letter_id)),
            *(game.world.all_mails(), game.draft(0), read_letter(raw, mail_from="x@y.test", own_domain="seats.test")),
            Request(0, "en", ("# canary-draft-0",), 1, False, 1, 0, game.world.settings),
            game.world.adjudicator.report(game.id, 0, "en"),
        ]
    for value in values:
        assert cage.escaped(None, repr(value)) == [], type(value).__name__
