"""Notices as they leave: the address, headers and bytes for a device or a webhook."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec

from pbem.notifications.addresses import WebAddress, read_address
from pbem.notifications.messages import GameNotice, MessageKind, payload, webhook_address, webhook_body
from pbem.notifications.vapid import authorization, decoded
from pbem.store.accounts.channels import ChannelRow

_DAY_S: Final = 24 * 3600
_SHORTEST_S: Final = 60
_LONGEST_S: Final = 28 * _DAY_S
"""For how long push services keep what they cannot deliver at most."""
_GOOD_FOR_S: Final = 12 * 3600
"""For how long a signed word is good; services take a day at most."""
_TOPIC_SIGNS: Final = 32
_URGENCY: Final[Mapping[MessageKind, str]] = {"turn": "high", "reminder": "high", "test": "high", "move": "low"}


@dataclass(frozen=True)
class PushSender:
    """The sender of all that is pushed: the server's key, and where push services find whoever runs it."""

    key: ec.EllipticCurvePrivateKey = field(repr=False)
    contact: str


@dataclass(frozen=True)
class Parcel:
    """A body and headers, and the address that they are posted to."""

    address: WebAddress
    body: bytes = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)


def parcel_of(
    row: ChannelRow, notice: GameNotice, player: str, sender: PushSender, now_ms: int, until_ms: int | None = None
) -> Parcel:
    """Pack a notice for a channel; after `until_ms` nobody needs it any more. Raises ValueError for a bad address."""
    address = read_address(row.address)
    if row.kind != "push":
        body = webhook_body(row.kind, notice, player, address)
        return Parcel(webhook_address(row.kind, address), body, {"Content-Type": "application/json"})
    left_s = _DAY_S if until_ms is None else (until_ms - now_ms) // 1000
    headers = {
        "Authorization": authorization(sender.key, address.origin, sender.contact, now_ms // 1000 + _GOOD_FOR_S),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(min(max(left_s, _SHORTEST_S), _LONGEST_S)),
        "Topic": notice.tag[:_TOPIC_SIGNS],
        "Urgency": _URGENCY.get(notice.kind, "normal"),
    }
    return Parcel(address, _encrypted(row, payload(notice)), headers)


def _encrypted(row: ChannelRow, text: bytes) -> bytes:
    """A payload that only the device can read (RFC 8291), by a key made for it alone."""
    private_key = ec.generate_private_key(ec.SECP256R1())
    theirs, secret = decoded(row.p256dh or ""), decoded(row.auth_secret or "")
    sealed: bytes = http_ece.encrypt(text, private_key=private_key, dh=theirs, auth_secret=secret, version="aes128gcm")
    return sealed
