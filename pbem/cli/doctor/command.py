"""The command that looks for what is wrong with a server."""

import json
import random
from collections.abc import Iterator, Sequence
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

import click

from pbem.adjudicator.counts import is_sound, list_miscounted, recount
from pbem.adjudicator.sessions import check_snapshot
from pbem.cli.context import CliContext, Failure, _, example, json_option, pass_office, usable, words
from pbem.cli.doctor.checks import notices_finding, other_senders_finding, proof_finding
from pbem.cli.doctor.damage import damage_findings
from pbem.cli.doctor.postgresql import guards_finding, kinds_here, postgresql_findings
from pbem.cli.doctor.surroundings import (
    backups_finding,
    closed_finding,
    names_findings,
    owners_finding,
    ports_findings,
    room_finding,
    spool_finding,
)
from pbem.cli.mail import deliveries, way_back
from pbem.cli.mail.deliveries import Finding
from pbem.cli.mail.way_out import way_out
from pbem.clock import from_ms, system_clock, to_ms
from pbem.files import close_to_others, open_to_others
from pbem.intake.addresses import OPERATORS
from pbem.lobby.names import list_misfits
from pbem.lobby.public_rounds import planned_draw
from pbem.mail.receiving.drop import Drop
from pbem.reports.notes import span_in_words
from pbem.store import Tx, engines, schema
from pbem.store.across.backlog import count_open_letters
from pbem.store.across.outages import list_last_outages
from pbem.store.errors import AlreadyServing
from pbem.store.games.game import GameRow
from pbem.store.games.listing import find_last_game_id, list_games, list_games_from
from pbem.store.games.waiting_lists import ListRow, list_full_lists
from pbem.store.mail.inbox import count_all_letters_to
from pbem.store.mail.mailboxes import count_mailbox_letters
from pbem.store.mail.sending import count_players_mailed, list_suspended
from pbem.store.mail.spooling import find_last_letter_id
from pbem.store.service.processes import list_processes
from pbem.store.service.server import run_quick_check
from pbem.store.sqlite.copies import quick_check
from pbem.store.sqlite.locks import InstanceLock

_ROUND_LATE_MS: Final = 3_600_000
"""For how long a round may be out before it is a fault that nobody has fetched it."""
_LATELY_MS: Final = 30 * 24 * 3_600_000
"""Players who were mailed within this time are counted."""
_FEW: Final = 2
"""The number of addresses that may go bad at once by chance."""
_CERTIFICATE_DAYS: Final = 7
"""For how long a certificate must be valid yet: whatever renews it has been late by then."""
_SAMPLE: Final = 100
"""Games that are looked at where there are more, one after the other from any of them on."""
_OUTAGES: Final = 3
"""How many outages are told, the last ones."""


@click.command(help=_("Look for what is wrong with a server, and say what to do."), epilog=example("pbem doctor"))
@click.option(
    "--mend",
    is_flag=True,
    help=_("First count results, rolls and ratings again from the games' logs, and close the files to others."),
)
@click.option(
    "--all",
    "whole",
    is_flag=True,
    help=_("Look at every game, player, email and map, also where there are so many that it takes long."),
)
@json_option
@click.pass_context
@pass_office
def doctor(office: CliContext, context: click.Context, mend: bool, whole: bool, as_json: bool) -> None:
    """Examine the database, the games, the mail; exit status 1 where something is wrong."""
    if mend:
        office.database.write(recount)
        for path, others in _open_files(office):
            close_to_others(path, others)
    findings = list(_findings(office, whole=whole))
    if as_json:
        rows = [{"what": what, "well": well, "finding": finding} for what, well, finding in findings]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        for what, well, finding in findings:
            fate = _("ok") if well else _("WRONG")
            click.echo(f"{fate:<6} {what}: {finding}")
    if not all(well for _what, well, _finding in findings):
        context.exit(1)


def _findings(office: CliContext, *, whole: bool) -> Iterator[Finding]:
    yield _("configuration"), True, str(office.config)
    folder, path = office.settings.server.data_dir, office.settings.database
    closed = closed_finding(folder)
    if closed is not None:
        yield closed
        return
    yield _permissions(office)
    if folder.is_dir():
        yield owners_finding(folder)
        yield room_finding(office.settings)
        spool = spool_finding(office.settings)
        if spool is not None:
            yield spool
    try:
        with usable(office.database_name):
            is_older = engines.is_older(office.settings.store_url)
        if is_older:
            yield from _of_older_schema(office)
        else:
            yield from look_at_database(office, whole=whole)
            yield from _mailbox(office)
    except Failure as failure:
        yield _("database"), False, failure.message
    except OSError as error:
        yield _("database"), False, f"{error.filename or path}: {error.strerror or error}"
    yield proof_finding(office.settings.mail)
    yield from way_out(office)
    mail = office.settings.mail
    if mail.drop is not None:
        yield _drop(mail.drop)
    if mail.certificate is not None and mail.private_key is not None:
        yield _certificate(mail.certificate, mail.private_key)
    yield _pages(office)
    yield _proxies(office)
    yield from names_findings(office.settings)
    try:
        is_serving = _is_serving(office)
    except OSError as error:  # another user's, perhaps
        yield _("service"), False, f"{error.filename}: {error.strerror}"
        return
    yield from ports_findings(office.settings, is_serving=is_serving)
    yield _service(office) if is_serving else (_("service"), True, _("no server is running"))


def _of_older_schema(office: CliContext) -> Iterator[Finding]:
    """Findings on a database that is not brought up to date for them."""
    store, path = office.settings.store_url, office.database_name
    sentence = _(
        "%(path)s has schema %(stored)s, and this version of the program needs %(known)s: run `pbem upgrade`, which "
        "keeps a copy; until then the games and emails in it are not looked at",
        path=path,
        stored=engines.stored_schema(store),
        known=schema.SCHEMA,
    )
    yield _("schema"), False, sentence
    problems = quick_check(store) if isinstance(store, Path) else []
    yield _("database"), not problems, problems[0] if problems else path


def look_at_database(office: CliContext, *, whole: bool = False) -> Iterator[Finding]:
    """Findings on what the database holds: on all of it, or on a sample where there is much of it."""
    with office.database.read() as tx:
        last = find_last_game_id(tx)
        whole = whole or last <= _SAMPLE
        problems = run_quick_check(tx) if whole else []
        name = office.database_name
        not_read = _("%(path)s; `pbem doctor --all` reads all of it", path=name)
        yield _("database"), not problems, problems[0] if problems else name if whole else not_read
        if problems:
            return
        if not isinstance(office.settings.store_url, Path):
            yield from postgresql_findings(office, list_processes(tx, to_ms(system_clock())))
        yield guards_finding(tx)
        first = 1 if whole else random.randint(1, last - _SAMPLE + 1)
        games = list_games(tx) if whole else list_games_from(tx, first, _SAMPLE)
        broken = [problem for game in games if (problem := check_snapshot(tx, game))]
        facts = {"last": words.number(last)}
        sentence = (
            words.plural("%(n)s game, which can be read", "%(n)s games, all of them can be read", len(games))
            if whole
            else words.plural(
                "%(n)s game of %(last)s was looked at, and can be read; `pbem doctor --all` looks at all",
                "%(n)s games of %(last)s were looked at, and can be read; `pbem doctor --all` looks at all",
                len(games),
                **facts,
            )
        )
        yield _("games"), not broken, "; ".join(broken) or sentence
        yield _counts(tx, None if whole else games)
        letters = count_open_letters(tx)
        shunted = letters.get("shunted", 0)
        yield (
            _("emails in"),
            not shunted,
            _("%(new)s waiting, %(shunted)s failed", new=letters.get("new", 0), shunted=shunted),
        )
        not_looked_at = _("names and ratings were not looked at; `pbem doctor --all` looks at them")
        yield _names(tx) if whole else (_("names"), True, not_looked_at)
        yield other_senders_finding(tx)
        yield _to_operator(tx)
        yield _("outages"), True, _outages(tx, office)
        yield backups_finding(office, tx)
        full = list_full_lists(tx)
        if full or office.settings.dice.beacon is not None:
            yield _public_rounds(full)
        yield from deliveries.findings(office, tx)
        yield from way_back.finding(tx)
        yield _addresses(tx)
        yield notices_finding(office, tx)
    yield from damage_findings(office, whole=whole)


_ANYBODY: Final = 0o007
"""Permissions of everybody; the configuration's group may be the server's."""
_ANYBODY_ELSE: Final = 0o077


def _open_files(office: CliContext) -> list[tuple[Path, int]]:
    settings = office.settings
    folders = dict.fromkeys((settings.server.data_dir, settings.maildir))
    in_folders = [path for folder in folders if folder.exists() for path in open_to_others(folder, _ANYBODY_ELSE)]
    written = open_to_others(office.config.resolve(), _ANYBODY)
    return list({**dict.fromkeys(written, _ANYBODY), **dict.fromkeys(in_folders, _ANYBODY_ELSE)}.items())


def _permissions(office: CliContext) -> Finding:
    found = _open_files(office)
    if not found:
        return _("permissions"), True, _("nobody else can read the server's files")
    sentence = _(
        "others can read %(path)s, and so %(count)s files and folders in all; `pbem doctor --mend` closes them",
        path=found[0][0],
        count=len(found),
    )
    return _("permissions"), False, sentence


def _counts(tx: Tx, games: Sequence[GameRow] | None) -> Finding:
    """Whether results, rolls and ratings are those of the logs: of all games, or the first two of some."""
    wrong = list_miscounted(tx, games)
    if wrong:
        tags = ", ".join(wrong)
        sentence = _("the results or rolls of %(games)s do not match their logs; run `pbem doctor --mend`", games=tags)
    elif games is None and not is_sound(tx):
        sentence = _("the ratings do not match the results; run `pbem doctor --mend`")
    elif games is not None:
        return _("counts"), True, _("results and rolls of the games that were looked at agree with their logs")
    else:
        return _("counts"), True, _("results, rolls and ratings agree with the logs")
    return _("counts"), False, sentence


def _addresses(tx: Tx) -> Finding:
    """Whether mails reach the players; where they fail to reach many at once, it may not be for their addresses."""
    stopped = len(list_suspended(tx))
    sentence = words.plural(
        "emails to %(n)s player came back, and are stopped; `pbem player list` names them",
        "emails to %(n)s players came back, and are stopped; `pbem player list` names them",
        stopped,
    )
    if stopped > _FEW and stopped > count_players_mailed(tx, to_ms(system_clock()) - _LATELY_MS) // 4:
        return (
            _("addresses"),
            False,
            f"{sentence}; " + _("so many at once: is the relay, or your domain, on a blocklist?"),
        )
    return _("addresses"), True, sentence if stopped else _("emails to all players arrive, as far as is known")


def _public_rounds(full: Sequence[ListRow]) -> Finding:
    """Whether lists wait for a public round that was to be had an hour ago."""
    due_ms = to_ms(system_clock()) - _ROUND_LATE_MS
    draws = [draw for row in full if (draw := planned_draw(row)) is not None]
    late = [draw for draw in draws if draw.published_ms < due_ms]
    sentence = words.plural("%(n)s waiting list waits for one", "%(n)s waiting lists wait for one", len(draws))
    if late:
        numbers = ", ".join(str(draw.list_number) for draw in late)
        sentence = _(
            "waiting lists %(numbers)s wait for rounds that are out; can this machine reach a beacon?", numbers=numbers
        )
    return _("public rounds"), not late, sentence


def _outages(tx: Tx, office: CliContext) -> str:
    found = [
        _(
            "%(span)s, noticed on %(moment)s",
            span=span_in_words(from_ms(outage.until_ms) - from_ms(outage.from_ms), words),
            moment=words.moment(from_ms(outage.until_ms), office.zone),
        )
        for outage in list_last_outages(tx, _OUTAGES)
    ]
    return "; ".join(found) or _("none of more than an hour")


def _names(tx: Tx) -> Finding:
    found = list_misfits(tx)
    if not found:
        return _("names"), True, _("none could be mistaken for another, or for an order")
    sentence = _("could be mistaken for another, or for an order: %(names)s", names="; ".join(found))
    return _("names"), True, f"{sentence}. " + _("You can give a player another name: pbem player rename.")


def _to_operator(tx: Tx) -> Finding:
    count = count_all_letters_to(tx, OPERATORS)
    sentence = words.plural(
        "%(n)s email to postmaster or abuse is kept", "%(n)s emails to postmaster or abuse are kept", count
    )
    return _("postmaster"), True, sentence


def _drop(folder: Path) -> Finding:
    remedy = _("let your mail system deliver as the user that this server runs as, and give it the folder")
    try:
        inaccessible, count = Drop(folder).count_inaccessible(), Drop(folder).count_aside()
    except OSError as error:
        sentence = _("%(path)s cannot be used: %(error)s", path=error.filename or folder, error=error.strerror)
        return _("drop"), False, f"{sentence}; {remedy}"
    if inaccessible:
        sentence = words.plural(
            "%(n)s email in %(folder)s cannot be read",
            "%(n)s emails in %(folder)s cannot be read",
            inaccessible,
            folder=folder / "new",
        )
        return _("drop"), False, f"{sentence}; {remedy}"
    if not count:
        return _("drop"), True, _("emails are taken from %(folder)s", folder=folder)
    facts = {"folder": folder / "aside"}
    sentence = words.plural(
        "%(n)s email for nobody here is in %(folder)s",
        "%(n)s emails for nobody here are in %(folder)s",
        count,
        **facts,
    )
    return _("drop"), True, f"{sentence}; " + _("move those to be tried again to `new`, and delete the others")


def _certificate(certificate: Path, private_key: Path) -> Finding:
    from pbem.mail.receiving.listener import BadCertificate, days_left  # a library of the running server

    try:
        left = days_left(certificate, private_key, system_clock())
    except BadCertificate as error:
        sentence = _("emails cannot be encrypted on their way here: %(error)s", error=error)
        return _("certificate"), False, sentence
    facts = {"path": certificate}
    if left < 0:
        return _("certificate"), False, _("%(path)s has expired; renew it, it is then used at once", **facts)
    sentence = words.plural(
        "%(path)s is valid for %(n)s more day", "%(path)s is valid for %(n)s more days", left, **facts
    )
    return _("certificate"), left >= _CERTIFICATE_DAYS, sentence


def _pages(office: CliContext) -> Finding:
    """Whether mails name pages. That players cannot open them is no fault: a club can do without."""
    web, facts = office.settings.web, {"url": office.settings.web.base_url}
    if office.settings.mail.is_local and not web.is_reachable:
        sentence = _("emails stay on this machine, where %(url)s can be opened, so they have links to it", **facts)
    elif office.settings.has_pages:
        sentence = _("emails have links to %(url)s", **facts)
    else:
        sentence = _(
            "players cannot open %(url)s, so emails have no links and explain what can be done by email", **facts
        )
        sentence += "; " + _("if there is a public address, write it as [web] base_url")
    return _("pages"), True, sentence


def _proxies(office: CliContext) -> Finding:
    """Whether the pages know their visitors behind the proxy that must be there where addresses begin with https."""
    web = office.settings.web
    if web.base_url.startswith("https://") and not web.trusted_proxies:
        sentence = _(
            "the website's address is https, so a proxy is in front of it, but [web] trusted_proxies names none"
        )
        return _("proxies"), False, f"{sentence}; " + _("all visitors count as one, and share their limits")
    trusted = ", ".join(web.trusted_proxies)
    return _("proxies"), True, _("trusted: %(proxies)s", proxies=trusted) if trusted else _("none is trusted")


def _is_serving(office: CliContext) -> bool:
    if not isinstance(office.settings.store_url, Path):
        try:
            with office.database.read() as tx:
                return bool(kinds_here(tx))
        except Failure:  # told already
            return False
    try:
        with InstanceLock(office.settings.database, alone=True):
            return False
    except AlreadyServing:
        return True


def _service(office: CliContext) -> Finding:
    web = office.settings.web
    if not isinstance(office.settings.store_url, Path):
        with office.database.read() as tx:
            kinds = kinds_here(tx)
        if "serve" not in kinds:  # each of these has a port of its own
            sentence = _("%(kinds)s: they run here; the log of each shows the port of /healthz", kinds=", ".join(kinds))
            return _("service"), True, sentence
    if not web.health_port:
        return _("service"), True, _("a server is running; its log shows the port of /healthz")
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(web.health_host, web.health_host)
    facts = {"host": host, "port": web.health_port}
    if _is_well(host, web.health_port):
        return _("service"), True, _("a server is running, and well at %(host)s, port %(port)s", **facts)
    sentence = _("a server is running, but /healthz at %(host)s, port %(port)s, does not say that it is well", **facts)
    return _("service"), False, sentence


def _is_well(host: str, port: int) -> bool:
    connection = HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == HTTPStatus.OK
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _brought(office: CliContext, mailbox: str) -> Finding:
    mail = office.settings.mail
    with office.database.read() as tx:
        is_brought = bool(find_last_letter_id(tx))
    if is_brought or mail.drop is not None or mail.lmtp_port is not None:
        return _("mailbox"), True, _("programs bring what comes to %(mailbox)s", mailbox=mailbox)
    sentence = _("nothing fetches emails from %(mailbox)s: [mail.imap] is missing", mailbox=mailbox)
    return _("mailbox"), False, f"{sentence}; " + _("or have another program bring them with `pbem mail receive`")


def _mailbox(office: CliContext) -> Iterator[Finding]:
    from pbem.mail.receiving.imap import ImapMailbox, LoginRefused, MailboxFault

    mail = office.settings.mail
    if mail.imap is None:
        if mail.mailbox:
            yield _brought(office, mail.mailbox)
        return
    facts = {"host": mail.imap.host, "user": mail.imap.user}
    try:
        with closing(ImapMailbox(mail.imap)) as box:
            for folder in mail.imap.folders:
                facts["folder"] = folder
                box.open(folder)
    except LoginRefused as error:
        sentence = _("%(host)s refuses the login of %(user)s: %(error)s", **facts, error=error)
        yield _("mailbox"), False, f"{sentence}; " + _("many providers want an app password")
        return
    except MailboxFault as error:
        sentence = _("%(host)s cannot be used: %(error)s", **facts, error=error)
        if "folder" in facts:
            sentence = _("the folder %(folder)s cannot be opened: %(error)s", **facts, error=error)
        yield _("mailbox"), False, sentence
        return
    with office.database.read() as tx:
        taken, left = count_mailbox_letters(tx)
    counts = {"taken": taken, "left": left}
    yield _("mailbox"), True, _("%(host)s, %(taken)s emails taken, %(left)s left alone", **facts, **counts)
