"""The doctor's look at proof of senders, and at devices and webhooks: what letters need, what works, and what is
missing.
"""

import ssl
from collections import Counter
from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from pbem.adjudicator.correspondence.ignored_letters import NOT_FROM
from pbem.cli.context import CliContext, _, words
from pbem.cli.mail.deliveries import Finding
from pbem.clock import system_clock, to_ms
from pbem.config import Mail
from pbem.mail.receiving.dkim_check import DnsResolver
from pbem.notifications.channels import FAILURES
from pbem.store import Tx
from pbem.store.accounts.channels import count_channels
from pbem.store.mail.ignored import count_ignored
from pbem.terms import Proof

_WEEK_MS: Final = timedelta(weeks=1) // timedelta(milliseconds=1)


def proof_finding(mail: Mail, *, has_dns: bool | None = None) -> tuple[str, bool, str]:
    """The rule that holds, whether all is well with it, and what to do where it is not.

    `has_dns` says whether this machine knows a name server; None finds out.
    """
    knows_dns = DnsResolver().is_set_up() if has_dns is None else has_dns
    rule, is_well = _rule(mail, knows_dns)
    least: dict[Proof, str] = {
        "token+from": _("players can choose any proof for themselves"),
        "aligned": _("players can choose aligned or code"),
        "code": _("all emails need a code"),
    }
    return _("proof of senders"), is_well, f"{rule}; {least[mail.proof_least]}"


def other_senders_finding(tx: Tx) -> tuple[str, bool, str]:
    """Whether letters came lately to players' own addresses from elsewhere, of which nothing was done."""
    count = count_ignored(tx, NOT_FROM, to_ms(system_clock()) - _WEEK_MS)
    if not count:
        return _("players' addresses"), True, _("within a week nobody else wrote to them")
    sentence = words.plural(
        "%(n)s email to a player's address came from another sender within a week, and was not accepted",
        "%(n)s emails to players' addresses came from other senders within a week, and were not accepted",
        count,
    )
    remedy = _("`pbem letter list --ignored` lists them; `pbem player add-address` lets a player write from elsewhere")
    return _("players' addresses"), False, f"{sentence}; {remedy}"


def _rule(mail: Mail, has_dns: bool) -> tuple[str, bool]:
    names = ", ".join(mail.authserv_id)
    if mail.proof == "token+from":
        return _("token+from: anyone who knows a player's addresses can write in their name"), True
    if mail.proof == "code":
        return _("code: each email quotes a code that its player got by email"), True
    if names:
        sentence = _("aligned, by the word of %(names)s or a signature", names=names)
        return (sentence if has_dns else f"{sentence}; " + _("without DNS no signature can be checked here")), True
    if not has_dns:
        sentence = _("this machine has no DNS, so no signature can be checked, and no receiver is named in authserv_id")
        if mail.proof == "aligned":
            return _("aligned, but %(why)s: all emails are refused", why=sentence), False
        return _("token+from, as %(why)s", why=sentence), True
    if mail.proof == "aligned":
        return _("aligned, by a signature; emails from this machine have none"), True
    if _is_local(mail.listen_host):
        sentence = _("token+from, as all emails come from this machine; name your mail server in authserv_id for more")
        return sentence, True
    return _("aligned for emails from outside, by a signature; token+from for those from a mail server of yours"), True


def _is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


_FEW: Final = 2
"""The number that may fail at once by chance."""
_NO_WAY_OUT: Final = frozenset({"name", "connection", "timeout", "certificate"})
"""Reasons that may lie with this machine where they are those of many."""


def notices_finding(office: CliContext, tx: Tx) -> Finding:
    """Whether devices and webhooks are reached; no addresses are told, which are for their owners only."""
    what, settings = _("notices"), office.settings
    ca_file = settings.notifications.ca_file
    if ca_file is not None and not _can_be_read(ca_file):
        return what, False, _("%(path)s holds no certificates of authorities that can be read", path=ca_file)
    counts = count_channels(tx)
    total = sum(count for _kind, _failure, count in counts)
    failing = Counter[str]()
    for _kind, failure, count in counts:
        if failure:
            failing[failure] += count
    sentence = words.plural("%(n)s device or webhook", "%(n)s devices and webhooks", total)
    if failing:
        (reason, _count), *_others = failing.most_common()
        sentence += "; " + words.plural(
            "%(n)s fails: %(reason)s",
            "%(n)s fail, most of them so: %(reason)s",
            failing.total(),
            reason=_(FAILURES[reason]),
        )
    if not settings.web.base_url.startswith("https://"):
        sentence += "; " + _("browsers accept notices only if the website's address begins with https")
    stranded = sum(count for reason, count in failing.items() if reason in _NO_WAY_OUT)
    if stranded > _FEW and stranded * 2 > total:
        return what, False, f"{sentence}; " + _("so many at once: can this machine connect to others by https?")
    return what, True, sentence


def _can_be_read(ca_file: Path) -> bool:
    try:
        ssl.create_default_context(cafile=ca_file)
    except (OSError, ssl.SSLError):
        return False
    return True
