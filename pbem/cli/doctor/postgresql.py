"""The doctor's look at a PostgreSQL server: whether it keeps what it is given, and has what the processes need."""

import socket
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from pbem.cli.context import CliContext, _, words
from pbem.cli.mail.deliveries import Finding
from pbem.clock import from_ms, system_clock, to_ms
from pbem.reports.notes import span_in_words
from pbem.store import Tx, engines
from pbem.store.guards import find_missing_guards
from pbem.store.service.processes import ProcessKind, ProcessRow, list_processes

if TYPE_CHECKING:
    from pbem.store.postgresql.facts import ServerFacts

_OLDEST_VERSION: Final = 15
_LONG_S: Final = timedelta(minutes=10).total_seconds()
"""How old a transaction may be: what was replaced since cannot be cleared away."""
_CLOCKS_MS: Final = 5_000
"""By how much this machine's clock may differ from the database's: processes judge each other's leases by theirs."""
_SPARE: Final = 5
"""Connections that are left for programs such as psql."""


def guards_finding(tx: Tx) -> Finding:
    """Whether the tables that only grow are guarded, whatever the engine."""
    missing = find_missing_guards(tx.connection)
    if not missing:
        return _("guards"), True, _("the logs in it only grow")
    sentence = _("triggers are missing or off, so that a log could be changed: %(names)s", names=", ".join(missing))
    return _("guards"), False, f"{sentence}; " + _("`pbem restore` with a new backup makes them again")


def postgresql_findings(office: CliContext, running: Sequence[ProcessRow]) -> Iterator[Finding]:
    """Findings on the server, each with what to do where it is not well."""
    from pbem.store.postgresql.facts import CONNECTIONS  # whose library may be missing

    store = office.settings.store_url
    facts, now_ms = engines.find_server_facts(store), to_ms(system_clock())
    yield _version(facts)
    yield _durability(facts)
    yield _connections(facts, sum(CONNECTIONS[one.kind] for one in running) or CONNECTIONS["serve"])
    yield _rights(facts)
    yield _transactions(facts)
    yield _clocks(facts, now_ms)


def _version(facts: "ServerFacts") -> Finding:
    what, said = _("PostgreSQL"), {"version": facts.version // 10_000, "encoding": facts.encoding}
    if facts.version < _OLDEST_VERSION * 10_000:
        return what, False, _("version %(version)s is too old; it must be 15 or newer", **said)
    if facts.encoding != "UTF8":
        sentence = _("the database's encoding is %(encoding)s", **said)
        return what, False, f"{sentence}; " + _("make one with UTF8, and use `pbem move`")
    sentence = _("version %(version)s, %(size)s MB", version=facts.version // 10_000, size=facts.size >> 20)
    return what, True, sentence


def _durability(facts: "ServerFacts") -> Finding:
    if not facts.unsafe:
        return _("durability"), True, _("what is written survives a crash")
    sentence = _("switched off in PostgreSQL: %(names)s", names=", ".join(facts.unsafe))
    return _("durability"), False, f"{sentence}; " + _("a crash could lose or damage games; switch them on")


def _connections(facts: "ServerFacts", needed: int) -> Finding:
    said = {"most": facts.connections, "used": facts.in_use, "needed": needed}
    sentence = _("%(used)s of %(most)s are in use; the processes that run may need %(needed)s", **said)
    if facts.connections < said["needed"] + _SPARE or facts.connections - facts.in_use < _SPARE:
        return _("connections"), False, f"{sentence}; " + _("raise max_connections, or run fewer processes")
    return _("connections"), True, sentence


def _rights(facts: "ServerFacts") -> Finding:
    if facts.is_standby:
        return _("rights"), False, _("the server is a standby, which takes no writes; name the primary in [store]")
    if not facts.may_make_tables:
        sentence = _("the user is not allowed to make tables there, so upgrades are not possible")
        return _("rights"), False, f"{sentence}; " + _("let the user own the database")
    return _("rights"), True, _("the user can write, and make tables")


def _transactions(facts: "ServerFacts") -> Finding:
    age = span_in_words(timedelta(seconds=facts.oldest_s), words)
    if facts.oldest_s > _LONG_S:
        sentence = _("the oldest transaction has been open for %(span)s", span=age)
        return _("transactions"), False, f"{sentence}; " + _("pg_stat_activity shows whose it is; end it")
    return _("transactions"), True, _("none has been open for long")


def _clocks(facts: "ServerFacts", now_ms: int) -> Finding:
    differ_ms = abs(facts.now_ms - now_ms)
    if differ_ms > _CLOCKS_MS:
        span = span_in_words(from_ms(differ_ms) - from_ms(0), words)
        sentence = _("this machine's clock and the database's differ by %(span)s", span=span)
        return _("clocks"), False, f"{sentence}; " + _("let NTP set both")
    return _("clocks"), True, _("this machine's clock and the database's agree")


def kinds_here(tx: Tx) -> list[ProcessKind]:
    """The kinds of the server's processes that run on this machine, each once."""
    running = list_processes(tx, to_ms(system_clock()))
    return sorted({row.kind for row in running if row.host == socket.gethostname()})
