"""Whatever changes a game, an office or the lobby comes in by `pbem.intake`; what else is written is no game's."""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import Engine, event

from adjudicator import acts
from adjudicator.acts import GUEST, MODERATOR, NEXT, Sent
from adjudicator.kit import NAMES, Game, World
from adjudicator.test_act_twins import begin
from pbem.store import Database
from pbem.terms import Terms

_DORA: Final = NAMES[NEXT]
PUBLIC: Final = {
    "press.send": Sent(_DORA, "/games/e1/press", {"to": "all", "text": "Hello."}),
    "seats.take": Sent(GUEST, "/seats/e1/0/take", {}),
    "disputes.file": Sent(_DORA, "/games/e1/dispute", {"text": "May he build there at all?"}),
    "disputes.speak": Sent(_DORA, "/games/e1/disputes/1", {"text": "I think not."}),
    "away.announce": Sent(_DORA, "/my/away", {"first": "2026-12-24"}),
    "away.back": Sent(_DORA, "/my/away/2026-12-24/back", {}),
    "moderate_disputes.grant_access": Sent(MODERATOR, "/moderate/disputes/1/unseal", {}),
    "moderate_disputes.ask": Sent(MODERATOR, "/moderate/disputes/1/ask", {"question": "Why?"}),
    "moderate_disputes.reopen": Sent(MODERATOR, "/moderate/disputes/1/reopen", {"reason": "Something is new."}),
}
"""Forms that everybody is told of; those before the others make what some of all are about."""
LAST: Final = {"seats.resign": Sent(_DORA, "/games/e1/resign", {})}
_LIST: Final[dict[str, str | list[str]]] = {
    "kind": "first_rails",
    "name": "Seen",
    "seats": "3",
    "amount": "2",
    "unit": "d",
    "days": ["1", "2"],
    "zone": "UTC",
    "late": "wait",
    "press": "signed",
}
PREVIEWED: Final = {
    "moderate_commands.command",
    "moderate_commands.announce",
    "moderate_commands.retry",
    "moderate_disputes.rule",
    "moderate_disputes.reopen",
    "people.command",
}
"""Forms that ask for what is previewed first, on one snapshot: nothing is even asked to write."""
CARRIED_OUT: Final = {
    "games.orders": Sent(_DORA, "/games/e1/orders", {"do": "send", "orders": "check", "position": "0"}),
    "waiting.new": Sent(_DORA, "/lists/new", _LIST),
}
"""Forms that are only tried, or lack something, where they are sent in secret."""
ACCOUNT: Final = {
    "auth.sign_in": "mails a link",
    "auth.enter": "begins a session",
    "report_links.enter": "begins a session for one game",
    "report_links.renew": "mails a link",
    "auth.sign_out": "ends a session",
    "auth.end_session": "ends a session",
    "auth.sign_out_everywhere": "ends sessions and links",
    "address.ask": "mails a link",
    "address.withdraw": "makes a link worthless",
    "settings.calendar": "renews the address of a feed",
    "settings.forget_endings": "forgets how a player's letters end",
    "own.resend": "sends a mail again as it was",
    "analyses.begin": "begins to try something for oneself, of which no game knows",
    "analyses.delete": "forgets what was tried",
    "analysis.orders": "keeps what was tried",
    "tried.name": "names it",
    "tried.cut": "forgets a part of it",
    "tried.share": "makes a link to it",
    "notifications.add_device": "has a browser told what is new",
    "notifications.add_webhook": "has a chat told what is new",
    "notifications.change": "tells it other things, or nothing more",
    "notifications.renew": "takes the new address of such a browser",
    "games.uncover": "notes in the browser for which turn it shows a hand",
}
"""Forms that are about a player's account alone, and what each does."""
BY_MAIL: Final = {"postbox.answer"}
"""Forms that bring a letter by SMTP, as any mail program does."""
ACCOUNT_TABLES: Final = {
    *("address_change", "address_claim", "player", "preferences", "registration", "sign_in", "web_session"),
    *("mail", "mail_bytes", "mail_failure", "meta", "ending", "report_link"),
    *("analysis", "analysis_node", "channel", "channel_game"),
}
"""What those write to; links to register are made worthless with all others."""
OTHER_WRITERS: Final = {
    "cli/tryout.py": "mails nobody a link to sign in, and prints it",
    "cli/backups.py": "ends all sessions of a copy",
    "cli/doctor/command.py": "counts what was counted wrong",
    "daemon/backups.py": "notes when there was a backup",
    "daemon/deliveries.py": "notes what became of mails",
    "daemon/jobs.py": "erases what is old",
    "daemon/notifier.py": "notes what players' devices and webhooks were told",
    "daemon/sender.py": "keeps the bytes of mails",
    "daemon/leading.py": "rates games that ended before there were ratings",
    "web/account/addresses.py": "mails a link, and makes one worthless",
    "web/account/notifications.py": "adds, alters and removes players' devices and webhooks",
    "web/account/own_pages.py": "sends a mail again as it was",
    "web/account/preferences.py": "renews the address of a feed; forgets how letters end",
    "web/account/report_links.py": "begins a session for one game, and mails a link",
    "web/account/sign_in.py": "begins and ends sessions",
    "web/protection.py": "makes the key of sessions once",
    "web/analysis/pages.py": "keeps what somebody tried for themselves, of which no game knows",
    "web/analysis/starting.py": "begins such, names, shares and deletes it",
    "web/sent_forms.py": "notes which forms were dealt with",
    "web/visitor.py": "begins and ends sessions",
}
"""Modules above the front door that open transactions themselves, and what those do."""


@dataclass
class Write:
    """A transaction that writes: the module that opened it, and the tables that it wrote to."""

    by: str
    tables: set[str] = field(default_factory=set)


@contextmanager
def watched() -> Iterator[list[Write]]:
    """Note the transactions that the program opens meanwhile, those undone too."""
    writes: list[Write] = []
    under_way: list[Write] = []
    original = Database.write

    def write(database: Database, work: Callable[[Any], Any], **named: Any) -> Any:
        noted = Write(_opener())
        if noted.by:
            writes.append(noted)

        def noting(tx: Any) -> Any:
            under_way[:] = [noted]
            return work(tx)

        return original(database, noting, **named)

    def execute(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        written = re.match(r"\s*(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM)\s+(\w+)", statement)
        if written and under_way:
            under_way[0].tables.add(written[1])

    event.listen(Engine, "before_cursor_execute", execute)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "write", write)
        yield writes
    event.remove(Engine, "before_cursor_execute", execute)


def _opener() -> str:
    """The nearest module of the program that asked for a transaction; "" where a test did."""
    frame = sys._getframe(2)
    while True:
        name = str(frame.f_globals.get("__name__", ""))
        if not name.startswith("pbem.store") and name != __name__:
            return name if name.startswith("pbem.") else ""
        assert frame.f_back is not None
        frame = frame.f_back


@pytest.fixture
def game(world: World) -> Game:
    return begin(world, Terms(press="anonymous"))


def test_every_form_that_is_about_a_game_an_office_or_the_lobby_comes_in_by_the_front_door(
    world: World, game: Game
) -> None:
    endpoints = {rule.endpoint for rule in world.app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    forms = {**PUBLIC, **acts.FORMS, **CARRIED_OUT, **LAST}
    assert set(forms) | BY_MAIL == endpoints
    for endpoint, sent in forms.items():
        with watched() as writes:
            acts.send(world, sent)
        openers = {write.by.split(".")[1] for write in writes if write.tables != {"web_session"}}
        if endpoint in ACCOUNT:
            assert openers <= {"web"}, endpoint
            assert {table for write in writes for table in write.tables} <= ACCOUNT_TABLES, endpoint
        elif endpoint in PREVIEWED:
            assert openers == set(), endpoint
        else:
            assert openers == {"intake"}, endpoint


def test_no_command_process_or_page_opens_another_transaction_that_writes(checkout: Path) -> None:
    found = {
        str(path.relative_to(checkout / "pbem"))
        for room in ("cli", "daemon", "web")
        for path in (checkout / "pbem" / room).rglob("*.py")
        if any(_writes(node) for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    }
    assert found == set(OTHER_WRITERS)


def _writes(node: ast.AST) -> bool:
    """Whether this is a call of a database's `write`."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr=name) | ast.Name(id=name), attr="write")):
            return name in ("database", "_database")
    return False
