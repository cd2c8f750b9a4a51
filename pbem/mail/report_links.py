"""Links in reports that sign their reader in for that game, until their turn ends.

A link's token is computed from the mail's Message-ID and a secret in the database, which stores the token's hash to
recognise it. The link appears in the mail's bytes alone: not in the stored text, which moderators may see and pages
show. In a quoted mail it is a comment of the order language.
"""

import base64
import hmac
import re
import secrets
from hashlib import sha256
from typing import Final

from pbem.config import Settings
from pbem.i18n import catalogue
from pbem.store import Tx, UnitOfWork
from pbem.store.accounts.sessions import ReportLinkRow, add_report_link
from pbem.store.games.game import get_game
from pbem.store.mail.outbox import MailKind, MailRow
from pbem.store.players.player import get_player
from pbem.store.service.server import find_meta, put_meta

KINDS: Final[frozenset[MailKind]] = frozenset({"report", "reminder"})
"""Mails that have such a link."""
_SECRET: Final = "secret of report links"
_TOKEN: Final = "[a-z2-7]{32}"
_TOKEN_BYTES: Final = 20
_CLOSING: Final = re.compile(rf"\n# [^\n]*\n# https?://[^\n ]*/enter/{_TOKEN}\n")


def page_link(unit: UnitOfWork, mail: MailRow) -> str:
    """The address that signs a mail's reader in; "" where it has none."""
    secret = find_meta(unit, _SECRET)
    if secret is None or mail.game_id is None or not _has_link(unit.settings, mail):
        return ""
    return unit.settings.page(f"/games/{get_game(unit, mail.game_id).tag}/enter/{token_of(secret, mail.message_id)}")


def closing_with_link(tx: Tx, mail: MailRow, link: str) -> str:
    """The lines behind a mail's text that carry its link; "" where there is none."""
    if not link or mail.player_id is None:
        return ""
    sentence = catalogue(get_player(tx, mail.player_id).language).text("To play on the website, until your turn ends:")
    return f"\n# {sentence}\n# {link}\n"


def prepare_link(unit: UnitOfWork, mail: MailRow) -> None:
    """Make the link of a mail good, if it is to have one; in a transaction that writes."""
    if not _has_link(unit.settings, mail) or mail.game_id is None or mail.seat is None or mail.player_id is None:
        return
    secret = find_meta(unit, _SECRET)
    if secret is None:
        secret = secrets.token_hex(32)
        put_meta(unit, _SECRET, secret)
    row = ReportLinkRow(mail.game_id, mail.seat, mail.player_id, mail.created_ms)
    add_report_link(unit, token_of(secret, mail.message_id), row)


def without_link(text: str) -> str:
    """The text of a mail without the lines that carry its link."""
    return _CLOSING.sub("", text)


def token_of(secret: str, message_id: str) -> str:
    """The token of a mail's link."""
    digest = hmac.digest(secret.encode(), message_id.encode(), sha256)
    return base64.b32encode(digest[:_TOKEN_BYTES]).decode("ascii").lower()


def fresh_token() -> str:
    """A token like that of a mail, for a link that is asked for."""
    return base64.b32encode(secrets.token_bytes(_TOKEN_BYTES)).decode("ascii").lower()


def _has_link(settings: Settings, mail: MailRow) -> bool:
    return mail.kind in KINDS and mail.seat is not None and settings.has_pages
