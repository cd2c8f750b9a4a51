"""The doctor's look at what a server stands on: users, disk, ports, names, backups."""

import errno
import os
import shutil
import socket
from collections.abc import Iterator
from datetime import timedelta
from ipaddress import ip_address
from itertools import combinations
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import dns.exception
import dns.resolver

from pbem.cli.context import CliContext, _, words
from pbem.cli.mail.deliveries import Finding
from pbem.clock import from_ms, system_clock, to_ms
from pbem.config import Mail, Settings
from pbem.files import find_disk_fault, list_others_files, user_name
from pbem.mail.spool import Spool
from pbem.reports.notes import span_in_words
from pbem.store import Tx
from pbem.store.games.log import find_first_entry_ms
from pbem.store.service.backups import LastBackup, find_last_backup

_OLD: Final = timedelta(days=2)
"""The age of the last backup from which on it is too old, where one is made a day."""
_OLD_BY_HAND: Final = timedelta(days=31)
"""The same where the server makes none by itself."""
_LITTLE_ROOM: Final = 128 << 20
"""Bytes of free room that are little for any server."""
_EVERYWHERE: Final = {"0.0.0.0", "::"}
_DNS_SECONDS: Final = 4.0
_NO_DNS: Final = (".test", ".example", ".invalid", ".localhost", ".local", ".internal")
"""Ends of names that are in no public DNS (RFC 6761, RFC 6762)."""


def closed_finding(folder: Path) -> Finding | None:
    """The finding that the data folder is closed to whoever runs this, so that nothing in it can be looked at."""
    if not folder.is_dir() or os.access(folder, os.R_OK | os.W_OK | os.X_OK) or find_disk_fault(folder):
        return None
    facts = {"folder": folder, "owner": user_name(folder.stat().st_uid), "user": user_name(os.geteuid())}
    sentence = _("%(folder)s belongs to %(owner)s, and is closed to %(user)s, as whom this runs", **facts)
    return _("owner"), False, f"{sentence}; " + _("run it as the user that the server runs as, or give that all of it")


def owners_finding(folder: Path) -> Finding:
    """Whether all files of the data folder belong to whom it belongs to."""
    what, others = _("owner"), list(list_others_files(folder))
    owner = user_name(folder.stat().st_uid)
    if not others:
        return what, True, _("all files in %(folder)s belong to %(owner)s", folder=folder, owner=owner)
    sentence = _(
        "%(path)s belongs to %(user)s, and %(folder)s to %(owner)s; so %(count)s files and folders in all",
        path=others[0],
        user=user_name(others[0].lstat().st_uid),
        folder=folder,
        owner=owner,
        count=len(others),
    )
    return what, False, f"{sentence}; " + _("give all of it to the user that the server runs as (chown -R)")


def room_finding(settings: Settings) -> Finding:
    """Whether there is room on the disk of the data folder for some time."""
    what, folder = _("disk"), settings.server.data_dir
    fault, free = find_disk_fault(folder), shutil.disk_usage(folder).free
    size = settings.database.stat().st_size if settings.database.exists() else 0
    wanted = max(_LITTLE_ROOM, 2 * size)
    facts = {"folder": folder, "free": free >> 20, "wanted": wanted >> 20}
    if fault == errno.EROFS:
        return what, False, _("the disk of %(folder)s is read-only, so that no email can be taken", **facts)
    if fault == errno.ENOSPC:
        return what, False, _("the disk of %(folder)s is full, so that no email can be taken", **facts)
    if free < wanted:
        sentence = _("the disk of %(folder)s has %(free)s MB left; there should be %(wanted)s MB", **facts)
        return what, False, f"{sentence}; " + _("emails and backups need room")
    return what, True, _("the disk of %(folder)s has %(free)s MB left", **facts)


def backups_finding(office: CliContext, tx: Tx) -> Finding:
    """Whether there is a backup that is not too old, and whether the last try went well."""
    what, last, settings = _("backups"), find_last_backup(tx), office.settings
    now_ms = to_ms(system_clock())
    age_ms, is_made = last.age_ms(now_ms), bool(settings.backup.daily_at)
    too_old_ms = (_OLD if is_made else _OLD_BY_HAND) // timedelta(milliseconds=1)
    by_itself = (
        _("one is made a day, at %(time)s", time=settings.backup.daily_at) if is_made else _("none is made by itself")
    )
    if age_ms is None:
        first_ms = find_first_entry_ms(tx)
        is_new = first_ms is None or now_ms - first_ms < too_old_ms
        sentence = "; ".join((_("there is none yet"), by_itself))
        found = (is_new, sentence if is_new else f"{sentence}; " + _("`pbem backup` makes one"))
    else:
        span = span_in_words(from_ms(now_ms) - from_ms(now_ms - age_ms), words)
        sentence = _("the last good one is %(span)s old: %(file)s", span=span, file=last.file)
        found = (age_ms < too_old_ms, f"{sentence}; {by_itself}")
    if last.problem:
        found = (False, f"{found[1]}; {_problem(last)}")
    return what, *found


def _problem(last: LastBackup) -> str:
    facts = {"error": last.detail}
    match last.problem:
        case "room":
            return _("the last try found no room on the disk: %(error)s", **facts)
        case "read-only":
            return _("the last try found the disk read-only: %(error)s", **facts)
        case "damaged":
            return _("the last one would not have been whole: %(error)s", **facts)
        case "games":
            return _("in the last one games cannot be read: %(error)s", **facts)
        case "command":
            return _("the last one could not be taken elsewhere: %(error)s", **facts)
        case _:
            return _("the last try failed: %(error)s", **facts)


def spool_finding(settings: Settings) -> Finding | None:
    """Whether the letters that come are kept as files, too; None where they are not to be."""
    if not settings.backup.letters_days:
        return None
    what, folder = _("emails kept"), settings.spool
    must_be_there = settings.backup.letters_folder is not None or folder.exists()
    if must_be_there and not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return what, False, _("%(folder)s is not there, or closed; is its disk mounted?", folder=folder)
    files = Spool(folder).files()
    facts = {"folder": folder, "size": sum(file.size for file in files) >> 20}
    sentence = words.plural(
        "%(n)s email in %(folder)s, %(size)s MB", "%(n)s emails in %(folder)s, %(size)s MB", len(files), **facts
    )
    return what, True, sentence


def ports_findings(settings: Settings, *, is_serving: bool) -> Iterator[Finding]:
    """Whether the ports are free for a server that does not run, and no two of its own are one."""
    what, mail, web = _("ports"), settings.mail, settings.web
    ports = [("[web] port", web.host, web.port), ("[web] health_port", web.health_host, web.health_port)]
    ports.append(("[mail] listen_port", mail.listen_host, mail.listen_port))
    if mail.lmtp_port is not None:
        ports.append(("[mail] lmtp_port", mail.lmtp_host, mail.lmtp_port))
    chosen = [(key, host, port) for key, host, port in ports if port]
    is_well = True
    for (key, host, port), (other, its_host, its_port) in combinations(chosen, 2):
        if port == its_port and (host == its_host or _EVERYWHERE & {host, its_host}):
            is_well = False
            facts = {"key": key, "other": other, "port": port}
            yield what, False, _("%(key)s and %(other)s are both %(port)s; give each its own", **facts)
    for key, host, port in () if is_serving else chosen:
        why = _why_taken(host, port)
        if why:
            is_well = False
            yield what, False, _("%(key)s, %(port)s at %(host)s: %(error)s", key=key, port=port, host=host, error=why)
    if is_well:
        yield what, True, _("in use by the server") if is_serving else _("free")


def _why_taken(host: str, port: int) -> str:
    """Try to listen on a port; return the reason why that cannot be, "" where it can."""
    try:
        family, *_kind, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        socket.create_server(address, family=family).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return _("another program listens there")
        if error.errno in (errno.EACCES, errno.EPERM):
            return _("this user may not listen there")
        return error.strerror or str(error)
    return ""


def names_findings(settings: Settings) -> Iterator[Finding]:
    """Whether people elsewhere can write to the domain, and nobody on the way reads passwords or pages."""
    mail = settings.mail
    yield _domain_finding(mail)
    yield from _passwords(mail)
    url = settings.web.base_url
    if url.startswith("http://") and settings.web.is_reachable and _is_public(urlsplit(url).hostname or ""):
        sentence = _("%(url)s is not encrypted: pages and sessions can be read on their way", url=url)
        yield _("website"), False, f"{sentence}; " + _("put a proxy with https in front of it")


def _domain_finding(mail: Mail) -> Finding:
    what, facts = _("domain"), {"domain": mail.domain}
    if mail.mailbox:
        return what, True, _("emails come to %(mailbox)s", mailbox=mail.mailbox)
    is_here = mail.domain == "localhost" or mail.domain.endswith(".localhost")
    if is_here and not mail.is_local:
        sentence = _("emails leave, but nobody elsewhere can reply to %(domain)s; set [mail] domain", **facts)
        return what, False, sentence
    if is_here or mail.is_local or mail.domain.startswith("[") or f".{mail.domain}".endswith(_NO_DNS):
        return what, True, mail.domain
    found = _has_mail_server(mail.domain)
    if found is None:
        return what, True, _("%(domain)s; DNS could not be asked for its mail server", **facts)
    if not found:
        sentence = _("%(domain)s has no mail server in DNS (MX), so that no reply can arrive", **facts)
        return what, False, f"{sentence}; " + _("let the MX of the domain name this machine")
    return what, True, _("%(domain)s has a mail server in DNS", **facts)


def _has_mail_server(domain: str) -> bool | None:
    """Whether emails can be sent to a domain: by an MX that is not the null one (RFC 7505), or an address.

    None where DNS does not say.
    """
    for kind in ("MX", "A", "AAAA"):
        try:
            answer = dns.resolver.resolve(f"{domain}.", kind, lifetime=_DNS_SECONDS, search=False)
        except dns.resolver.NXDOMAIN:
            return False
        except dns.resolver.NoAnswer:
            continue
        except (dns.exception.DNSException, OSError, UnicodeError):
            return None
        return any(kind != "MX" or str(record.exchange) != "." for record in answer)
    return False


def _passwords(mail: Mail) -> Iterator[Finding]:
    for name, table in (("[mail.relay]", mail.relay), ("[mail.imap]", mail.imap)):
        if table is None or table.tls != "none" or not table.password.get_secret_value() or _is_here(table.host):
            continue
        sentence = _('%(table)s sends its password in the open to %(host)s (tls = "none")', table=name, host=table.host)
        yield _("encryption"), False, f"{sentence}; " + _('use "starttls" or "tls"')


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _is_public(host: str) -> bool:
    """Whether a host is neither in a private network nor named as one."""
    try:
        return ip_address(host.partition("%")[0]).is_global
    except ValueError:
        return "." in host and not host.endswith((".local", ".internal", ".lan", ".home.arpa"))
