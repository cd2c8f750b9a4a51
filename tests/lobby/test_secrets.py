"""Seeds, salts, private lists, invited people and tokens reach their owners, and nobody else.

OUTPUTS is every way by which the lobby tells anybody anything; who adds a way adds it there.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import pytest
import structlog
from adjudicator.kit import DOMAIN, new_world
from adjudicator.letters import Form, flat, letter_bytes
from structlog.testing import capture_logs
from web_kit import sit_down

from lobby.kit import LOBBY, Village
from pbem.config import Beacon, DiceSettings
from pbem.daemon.inbox_worker import InboxWorker
from pbem.mail.sending.outgoing import Outgoing, build
from pbem.reports.document import loaded
from pbem.reports.plain import mail_html
from pbem.store.accounts.addresses import change_address
from pbem.store.games.waiting_lists import get_list_seed
from pbem.store.mail.outbox import MailRow, find_mail_document

STRANGER: Final = "canary-stranger@far.test"
VIEWERS: Final = ("Anna", "Bert", "Clara", STRANGER)
"""Anna has opened a private list and invited Bert and the stranger; Clara stands on a public one of Bert's, and, with
Bert, on a full one of hers that waits for a public round."""
LETTERS: Final = (
    *("lists", "games", "help", "join 1", "join 2", "leave 1", "decline 1", "invite 1 Clara", "invite 2 Anna"),
    *("renew address", "confirm 2222 3333", "confirm"),
    *("wuff", "take e1", "return e1", "join 1\njoin 99", "lists germany", "rules silent"),
    *("join 3", "leave 3"),
)


@dataclass(frozen=True)
class Cage:
    """A village in which each secret is a canary."""

    village: Village
    shown: MailRow
    """What the stranger was mailed."""

    def secrets(self) -> dict[str, tuple[str, set[str]]]:
        """Each secret by name, with those who may see it."""
        village = self.village
        with village.world.database.read() as tx:
            seeds = [get_list_seed(tx, number) for number in (1, 2, 3)]
        assert self.shown.sender is not None
        return {
            "a private list": ("canary-private", {"Anna", "Bert", STRANGER}),
            "salt of Anna": ("canary-salt-anna", {"Anna"}),
            "salt of Clara": ("canary-salt-clara", {"Clara"}),
            "salt of Bert for the full list": ("canary-salt-bert", {"Bert"}),
            "salt of Clara for the full list": ("canary-full-clara", {"Clara"}),
            "an invited address": (STRANGER, {STRANGER, "Anna"}),
            "a registration": (self.shown.sender, {STRANGER}),
            **{f"seed {at} in hexadecimal": (seed.hex(), set()) for at, seed in enumerate(seeds)},
            **{f"seed {at}": (repr(seed)[2:-1], set()) for at, seed in enumerate(seeds)},
            **{f"token of {name}": (village.player(name).token, {name}) for name in VIEWERS[:3]},
            **{f"address of {name}": (village.player(name).address, {name}) for name in VIEWERS[:3]},
        }


@pytest.fixture
def village(tmp_path: Path) -> Iterator[Village]:
    """Three players on a server on which lists may name public rounds."""
    with new_world(tmp_path, dice=DiceSettings(beacon=Beacon(lists="none"))) as world:
        for name in VIEWERS[:3]:
            world.add_player(name)
        yield Village(world)


@pytest.fixture
def cage(village: Village) -> Cage:
    for name, player_id in village.world.players.items():
        address = f"canary-{name.lower()}@p.test"
        village.world.database.write(partial(change_address, player_id=player_id, address=address))
    village.write("Anna", f'open germany for 3 private "canary-private"\ninvite 1 Bert\ninvite 1 {STRANGER}')
    village.write("Anna", "join 1 with canary-salt-anna")
    village.write("Bert", 'open first rails for 3 "For all"')
    village.write("Clara", "join 2 with canary-salt-clara")
    village.write("Clara", 'open first rails for 2 beacon "In full"\njoin 3 with canary-full-clara')
    village.write("Bert", "join 3 with canary-salt-bert")
    sent = next(mail for mail in village.mails() if mail.to_address == STRANGER)
    return Cage(village, sent)


def pages(cage: Cage, viewer: str) -> Iterator[str]:
    """Every page that shows lists, or may, and what machines read of them."""
    world = cage.village.world
    browser, base = world.app.test_client(), world.settings.web.base_url
    if viewer in world.players:
        sit_down(browser, world.players[viewer], base)
    paths = [
        "/",
        "/lists",
        "/lists?game=germany",
        "/lists/1",
        "/lists/2",
        "/lists/new",
        "/lists/3",
        "/lists/4",
        "/my",
        "/my/mail",
    ]
    paths += ["/lists/index.json", "/lists/feed.atom", "/help/office", "/register", "/register/sent", "/register/none"]
    paths += [f"/players/{world.players['Anna']}", "/help/data", "/postbox"]
    for path in paths:
        response = browser.get(path, base_url=base)
        yield f"{path} {response.status}\n{response.headers}\n{response.text}"
    token = re.search(r'name="csrf_token" value="([^"]+)"', browser.get("/sign-in", base_url=base).text)
    for act in ("leave", "decline", "invite"):
        form = {"csrf_token": token[1] if token else "", "whom": "Clara"}
        response = browser.post(f"/lists/1/{act}", data=form, base_url=base, headers={"Referer": base})
        yield f"{act} {response.status}\n{response.headers}\n{response.text}"


def answers(cage: Cage, viewer: str) -> Iterator[str]:
    """What comes back to letters, to one's own address and to everybody's."""
    village = cage.village
    for text in LETTERS:
        if viewer == STRANGER:
            replies = [village.answer(cage.shown, text)]
        else:
            replies = [village.write(viewer, text), village.send(village.player(viewer).address, LOBBY, text)]
        for reply in replies:
            yield reply.letter.outcome
            yield from (flat(mail.text) for mail in reply.mails if mail.to_address == address_of(cage, viewer))


def mails(cage: Cage, viewer: str) -> Iterator[str]:
    """Every mail to somebody so far, to its last byte."""
    for mail in cage.village.mails():
        if mail.to_address != address_of(cage, viewer):
            continue
        sender = f"{mail.sender}@seats.test"
        outgoing = Outgoing(
            message_id=mail.message_id,
            to_address=mail.to_address,
            to_name="",
            from_address=sender,
            from_name="Railroad Dice",
            subject=mail.subject,
            text=mail.text,
            date_ms=mail.created_ms,
            envelope_from=sender,
        )
        yield build(outgoing).decode("ascii")
        with cage.village.world.database.read() as tx:
            document = find_mail_document(tx, mail.id)
        if document is not None:
            yield mail_html(loaded(document), mail.subject, None)


OUTPUTS: Final[Mapping[str, Callable[[Cage, str], Iterator[str]]]] = {
    "pages": pages,
    "answers": answers,
    "mails": mails,
}
"""Every way out. Mails come last, so that those that the others caused are among them."""


def address_of(cage: Cage, viewer: str) -> str:
    return viewer if viewer == STRANGER else cage.village.player(viewer).address


@pytest.mark.parametrize("viewer", VIEWERS)
def test_secrets_reach_their_owners_alone(cage: Cage, viewer: str) -> None:
    secrets = cage.secrets()
    facts = {name: list(output(cage, viewer)) for name, output in OUTPUTS.items()}
    for secret, (canary, owners) in secrets.items():
        seen = {name for name, texts in facts.items() if any(canary in text for text in texts)}
        if viewer in owners:
            assert seen, f"{viewer} should see {secret} somewhere"
        else:
            assert not seen, f"{viewer} sees {secret} in {seen}"


def test_no_log_line_tells_a_secret(cage: Cage) -> None:
    village, anna = cage.village, cage.village.player("Anna")
    assert cage.shown.sender is not None
    for number, text in enumerate(LETTERS):
        for sender, token in ((anna.address, anna.token), (STRANGER, cage.shown.sender), (anna.address, LOBBY)):
            form: Form = {"answering": None, "message_id": f"<{number}.{token}.log@player.test>"}
            village.world.store(letter_bytes(text, sender, f"{token}@{DOMAIN}", form), token, sender)
    structlog.reset_defaults()
    worker = InboxWorker(village.world.intake)
    with capture_logs() as logged:
        while worker.round():
            pass
    assert len(logged) == 3 * len(LETTERS)
    shown_text = repr(logged)
    assert [name for name, (canary, _owners) in cage.secrets().items() if canary in shown_text] == []
