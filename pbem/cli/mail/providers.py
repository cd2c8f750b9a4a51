"""Mail providers where many people have a mailbox: their servers, and what to do before programs may use them.

The servers are those of Thunderbird's list (github.com/thunderbird/autoconfig at c6ad796, March 2026), which mail
programs fetch from the network. Here they are suggestions that can be changed. For other providers the usual server
names are suggested.
"""

from dataclasses import dataclass
from typing import Final, Literal

from pbem.cli.context import _

LetIn = Literal["", "allow", "app password", "own password"]


@dataclass(frozen=True)
class Provider:
    """The servers of a provider, each with its port; `has_plus` where `name+anything` comes to `name`."""

    imap: str
    smtp: str
    has_plus: bool = False
    lets_in: LetIn = ""
    is_named_in_full: bool = True
    """The user is the whole address, and not only what stands before the @."""


_GMX = Provider("imap.gmx.net:993", "mail.gmx.net:465", lets_in="allow")
_GMX_COM = Provider("imap.gmx.com:993", "mail.gmx.com:465", lets_in="allow")
_GMAIL = Provider("imap.gmail.com:993", "smtp.gmail.com:465", has_plus=True, lets_in="app password")
_POSTEO = Provider("posteo.de:993", "posteo.de:465", has_plus=True)
_YAHOO = Provider("imap.mail.yahoo.com:993", "smtp.mail.yahoo.com:465", lets_in="app password")
_APPLE = Provider("imap.mail.me.com:993", "smtp.mail.me.com:587", has_plus=True, lets_in="app password")
_FASTMAIL = Provider("imap.fastmail.com:993", "smtp.fastmail.com:465", has_plus=True, lets_in="app password")
_T_ONLINE = Provider("secureimap.t-online.de:993", "securesmtp.t-online.de:465", lets_in="own password")
_BLUEWIN = Provider("imaps.bluewin.ch:993", "smtpauths.bluewin.ch:465")
_KNOWN: Final = {
    **dict.fromkeys(("gmx.net", "gmx.de", "gmx.at", "gmx.ch", "gmx.eu", "gmx.org", "gmx.info", "gmx.biz"), _GMX),
    **dict.fromkeys(("gmx.com", "gmx.us", "gmx.co.uk", "gmx.fr", "gmx.es", "gmx.it", "gmx.ca"), _GMX_COM),
    "web.de": Provider("imap.web.de:993", "smtp.web.de:465", lets_in="allow", is_named_in_full=False),
    **dict.fromkeys(("gmail.com", "googlemail.com"), _GMAIL),
    **dict.fromkeys(("posteo.de", "posteo.net", "posteo.org", "posteo.at", "posteo.ch", "posteo.eu"), _POSTEO),
    **dict.fromkeys(("yahoo.com", "yahoo.de", "yahoo.fr", "yahoo.co.uk", "ymail.com"), _YAHOO),
    **dict.fromkeys(("aol.com", "aol.de"), Provider("imap.aol.com:993", "smtp.aol.com:465", lets_in="app password")),
    **dict.fromkeys(("icloud.com", "me.com", "mac.com"), _APPLE),
    **dict.fromkeys(("fastmail.com", "fastmail.fm"), _FASTMAIL),
    **dict.fromkeys(("t-online.de", "magenta.de"), _T_ONLINE),
    **dict.fromkeys(("bluewin.ch", "bluemail.ch"), _BLUEWIN),
    **dict.fromkeys(("orange.fr", "wanadoo.fr"), Provider("imap.orange.fr:993", "smtp.orange.fr:465")),
    "laposte.net": Provider("imap.laposte.net:993", "smtp.laposte.net:465", is_named_in_full=False),
    "free.fr": Provider("imap.free.fr:993", "smtp.free.fr:465", is_named_in_full=False),
}
_OAUTH_ALONE: Final = ("outlook", "hotmail", "live", "msn", "windowslive")
"""Names of Microsoft's domains, under whatever ending."""
_BY_BRIDGE: Final = ("proton.me", "protonmail.com", "pm.me")
_WITHOUT_IMAP: Final = ("tuta.com", "tutanota.com", "tutanota.de", "tutamail.com", "tuta.io", "keemail.me")


def provider_of(domain: str) -> Provider:
    """The provider of a domain; for one that is not known, its servers as they are called at most."""
    return _KNOWN.get(domain.lower()) or Provider(f"imap.{domain}:993", f"smtp.{domain}:587")


def why_not(domain: str) -> str:
    """The reason why no club can be run at a domain's mailboxes; "" where there is none."""
    domain = domain.lower()
    if domain.partition(".")[0] in _OAUTH_ALONE and domain.count(".") <= 2:
        sentence = _("%(domain)s lets programs in only by OAuth, which this program does not speak", domain=domain)
    elif domain in _BY_BRIDGE:
        sentence = _(
            "%(domain)s lets in only its own Bridge; if you run that, name it with --imap and --smtp", domain=domain
        )
    elif domain in _WITHOUT_IMAP:
        sentence = _("%(domain)s lets in only its own programs", domain=domain)
    else:
        return ""
    return f"{sentence}. " + _("Use a mailbox at another provider.")


def before_that(provider: Provider) -> str:
    """The steps to take at a provider before programs are let in; "" where there are none."""
    steps: dict[LetIn, str] = {
        "": "",
        "allow": _("There, first allow POP3 and IMAP in the settings of the mailbox."),
        "app password": _("There, first make an app password: it accepts no other."),
        "own password": _("There, first set a password for email programs: it is not that of the website."),
    }
    return steps[provider.lets_in]
