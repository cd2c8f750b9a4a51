"""Notices in words and as they leave: payloads to be pushed, the bodies of webhooks, and the key by which push
services know this server (VAPID, RFC 8292).
"""

import base64
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from typing import Final, Literal, TypeAlias

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from pbem.clock import from_ms
from pbem.i18n import Catalogue
from pbem.notifications.moments import GameMoment
from pbem.notifications.posting import WebAddress, read_address
from pbem.reports.notes import span_in_words
from pbem.store import Tx
from pbem.store.accounts.channels import ChannelEvent, ChannelKind, ChannelRow
from pbem.store.service.server import find_meta, put_meta

MessageKind: TypeAlias = ChannelEvent | Literal["begun", "test"]
ORDER: Final[tuple[MessageKind, ...]] = ("over", "turn", "reminder", "begun", "move", "notice", "press")
"""Kinds of news, the most important first: a notice is of the first that it tells."""
_TAGS: Final[Mapping[MessageKind, str]] = {
    "over": "checkered_flag",
    "turn": "game_die",
    "reminder": "alarm_clock",
    "press": "speech_balloon",
}
"""The signs that ntfy shows before a title."""
_JOINTS: Final = re.compile("@(?!\u200b)" r"|:(?=/)|(?<=[^\W_])\.(?=[^\W_])")
"""The signs by which chats know calls, addresses with a scheme, and names of hosts without one."""
_LONGEST: Final = 300
"""Characters of a title; names of games are shorter."""


@dataclass(frozen=True, slots=True)
class GameNotice:
    """A notice, as a device is given it."""

    title: str
    body: str
    tag: str
    """One for each game: a newer notice takes the place of an older one."""
    url: str
    kind: MessageKind


@dataclass(frozen=True, slots=True)
class NewsOfGame:
    """The news of a game for one player, and what is needed to word it."""

    tag: str
    game: str
    moment: GameMoment
    kinds: Collection[MessageKind]
    mover: str
    """The name of the player to move; "" for nobody."""
    now_ms: int
    was_held: bool = False
    is_first_turn: bool = True


def notice_of(news: NewsOfGame, words: Catalogue, zone: str, base_url: str) -> GameNotice:
    """Word the news of a game."""
    kinds = [kind for kind in ORDER if kind in news.kinds]
    body = " ".join(filter(None, (_sentence(kind, kinds, news, words, zone) for kind in kinds)))
    return GameNotice(news.game[:_LONGEST], body, f"game-{news.tag}", f"{base_url}/games/{news.tag}", kinds[0])


def sample_notice(server: str, words: Catalogue, base_url: str) -> GameNotice:
    """Word what a player is sent to see whether it arrives."""
    body = words.text("Notices from %(server)s will look like this.", server=server)
    return GameNotice(words.text("A test"), body, "test", f"{base_url}/my/notifications", "test")


def _sentence(kind: MessageKind, kinds: Collection[MessageKind], news: NewsOfGame, words: Catalogue, zone: str) -> str:
    text, moment = words.text, news.moment
    match kind:
        case "over":
            return text("The game is over.")
        case "turn" if moment.deadline_ms is not None:
            return text(
                "It's your turn. Deadline: %(deadline)s.", deadline=words.moment(from_ms(moment.deadline_ms), zone)
            )
        case "turn":
            return text("It's your turn.")
        case "reminder" if moment.deadline_ms is not None and moment.deadline_ms > news.now_ms:
            left = span_in_words(timedelta(milliseconds=moment.deadline_ms - news.now_ms), words)
            return text("The others are waiting for your orders. You have %(left)s left until the deadline.", left=left)
        case "reminder":
            return text("Your deadline has passed, and the others are waiting for you.")
        case "begun" if news.is_first_turn:
            return text("The game has begun.")
        case "begun":
            return text("You have a seat in this game now.")
        case "move" if "over" in kinds or "turn" in kinds:
            return ""
        case "move" if news.mover:
            return text("There are new moves, and it's %(player)s's turn.", player=news.mover)
        case "move":
            return text("There are new moves.")
        case "notice" if moment.held_ms is not None and not news.was_held:
            return text("The game is on hold.")
        case "notice" if moment.held_ms is None and news.was_held:
            return text("The game continues.")
        case "notice":
            return text("There is a new notice about the game.")
        case "press":
            return text("There is a new message for you.")
        case _:
            return ""


def payload(notice: GameNotice) -> bytes:
    """A notice as the device's service worker reads it."""
    return json.dumps(asdict(notice), ensure_ascii=False).encode()


def webhook_body(kind: ChannelKind, notice: GameNotice, player: str, address: WebAddress) -> bytes:
    """The body of a webhook. `player` says whose notice it is, where several read the same channel."""
    match kind:
        case "discord":
            shown_text = f"{_unmarked(notice.title)} ({_unmarked(player)}): {_unmarked(notice.body)}\n<{notice.url}>"
            body: dict[str, object] = {"content": shown_text, "allowed_mentions": {"parse": []}}
        case "slack" | "mattermost":
            parts = [notice.title, player, notice.body]
            title, name, text = (_escaped(part if kind == "slack" else _unmarked(part)) for part in parts)
            body = {"text": f"{title} ({name}): {text}\n{notice.url}"}
            if kind == "slack":
                body["mrkdwn"] = False
        case "ntfy":
            tags = [_TAGS[notice.kind]] if notice.kind in _TAGS else []
            title, text = _inert(notice.title), _inert(notice.body)
            body = {"topic": topic_of(address), "title": title, "message": text, "click": notice.url}
            body["tags"] = tags
        case _:
            raise ValueError(kind)
    return json.dumps(body).encode()


def topic_of(address: WebAddress) -> str:
    """The topic in an address of ntfy, the last part of its path; "" where there is none."""
    return address.target.partition("?")[0].rstrip("/").rpartition("/")[2]


def webhook_address(kind: ChannelKind, address: WebAddress) -> WebAddress:
    """The address to write to: of ntfy its root, since the topic stands in the body, where titles may have any sign."""
    if kind != "ntfy":
        return address
    path, mark, query = address.target.partition("?")
    return WebAddress(address.host, address.port, f"{path.rstrip('/').rpartition('/')[0]}/{mark}{query}")


def _unmarked(text: str) -> str:
    return _inert(re.sub(r"([\\`*_{}\[\]()#+!|~<>-])", r"\\\1", " ".join(text.split())))


def _escaped(text: str) -> str:
    return _inert(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def _inert(text: str) -> str:
    """A text in which no @ calls anybody, and no chat makes a link of a word: a space without width stands in them.

    Names are what players choose, and a chat shows an address in one as a link, with a preview of where it leads.
    """
    return _JOINTS.sub("\\g<0>\u200b", text)


KEY: Final = "vapid key"
"""The fact of the server under which the private number is kept, in base64url; it is secret."""
_BYTES: Final = 32
_CURVE: Final = ec.SECP256R1()


def find_private_key(tx: Tx) -> ec.EllipticCurvePrivateKey | None:
    """The private key, if it has been made."""
    stored = find_meta(tx, KEY)
    return None if stored is None else ec.derive_private_key(int.from_bytes(decoded(stored), "big"), _CURVE)


def ensure_private_key(tx: Tx) -> ec.EllipticCurvePrivateKey:
    """The private key; it is made where there is none, so that the first call has to be in a write."""
    known = find_private_key(tx)
    if known is not None:
        return known
    key = ec.generate_private_key(_CURVE)
    put_meta(tx, KEY, encoded(key.private_numbers().private_value.to_bytes(_BYTES, "big")))
    return key


def ensure_public_key(tx: Tx) -> str:
    """The key that browsers are given as `applicationServerKey`, in base64url; made as `private_key` says."""
    return _point(ensure_private_key(tx))


def authorization(key: ec.EllipticCurvePrivateKey, origin: str, contact: str, expires_s: int) -> str:
    """The header Authorization for a push service: a signed word (JWT, ES256) that this server writes to `origin`.

    `contact` is where the service finds us, `expires_s` the second until which the word is good, a day at most.
    """
    head = {"typ": "JWT", "alg": "ES256"}
    claims = {"aud": origin, "exp": expires_s, "sub": contact}
    signed = ".".join(encoded(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
    numbers = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = b"".join(number.to_bytes(_BYTES, "big") for number in numbers)
    return f"vapid t={signed}.{encoded(signature)},k={_point(key)}"


def is_point(text: str) -> bool:
    """Whether this is a public key on the curve, in base64url, as a browser gives it."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, decoded(text))
    except ValueError:
        return False
    return True


def encoded(raw: bytes) -> str:
    """Bytes in base64url, without the signs at the end that only fill it up."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of base64url. Raises ValueError."""
    text = text.rstrip("=")
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _point(key: ec.EllipticCurvePrivateKey) -> str:
    return encoded(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


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
