"""The doctor's look at devices and webhooks: how many there are, whether they take anything, and what is missing."""

import ssl
from collections import Counter
from pathlib import Path
from typing import Final

from pbem.cli.context import CliContext, _, words
from pbem.cli.mail.deliveries import Finding
from pbem.notifications.channels import FAILURES
from pbem.store import Tx
from pbem.store.accounts.channels import count_channels

_FEW: Final = 2
"""So many may fail at once by chance."""
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
    told = words.plural("%(n)s device or webhook", "%(n)s devices and webhooks", total)
    if failing:
        (reason, _count), *_others = failing.most_common()
        told += "; " + words.plural(
            "%(n)s fails: %(reason)s",
            "%(n)s fail, most of them so: %(reason)s",
            failing.total(),
            reason=_(FAILURES[reason]),
        )
    if not settings.web.base_url.startswith("https://"):
        told += "; " + _("browsers accept notices only if the website's address begins with https")
    stranded = sum(count for reason, count in failing.items() if reason in _NO_WAY_OUT)
    if stranded > _FEW and stranded * 2 > total:
        return what, False, f"{told}; " + _("so many at once: can this machine connect to others by https?")
    return what, True, told


def _can_be_read(ca_file: Path) -> bool:
    try:
        ssl.create_default_context(cafile=ca_file)
    except (OSError, ssl.SSLError):
        return False
    return True
