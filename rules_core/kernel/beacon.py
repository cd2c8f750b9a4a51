"""Public randomness for dice: a round of a drand chain, which nobody can know before it is published.

A chain publishes a signed number every `period` seconds. A waiting list names a future round while it is open. When the
list is full, the players' words are fixed and announced before the round is published. The round's randomness is part
of every draw, so that even somebody who knows the seed cannot try out words until the dice suit them. Signatures are
checked outside of this package, which imports the standard library alone: see `pbem.beacon`.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, get_args

BeaconRule: TypeAlias = Literal["wait", "without"]
"""What a list says where the round cannot be had: the game waits for it, or begins without after a time."""
SCHEME: Final = "bls-unchained-g1-rfc9380"
"""The one kind of chain that is understood: signatures of 48 bytes on G1, of the round's number alone."""
PUBLIC_KEY_BYTES: Final = 96
SIGNATURE_BYTES: Final = 48
_HASH_BYTES: Final = 32
_NO_KEY: Final = 0x40
"""The bit of a key's first byte by which it is the point at infinity, whose signatures anybody could make."""
_MOST: Final = 2**53
"""Numbers above this are no round and no moment; every JSON reader knows the smaller ones exactly."""


def _bytes(text: str, size: int, what: str) -> bytes:
    """The bytes that lower-case hexadecimal stands for. Raises ValueError where it is anything else."""
    if len(text) != 2 * size or not set(text) <= set("0123456789abcdef"):
        raise ValueError(f"{what}: {2 * size} digits from 0 to f are due")
    return bytes.fromhex(text)


@dataclass(frozen=True, slots=True)
class BeaconChain:
    """A drand chain. Texts of bytes are lower-case hexadecimal; `period` is in seconds, `genesis` in Unix seconds."""

    name: str
    """The beacon's id, which is part of the chain's hash."""
    public_key: str
    period: int
    genesis: int
    """When round 1 was published."""
    group_hash: str
    """The hash of the group that made the key (drand calls it groupHash)."""

    def __post_init__(self) -> None:
        """Raise ValueError where no such chain can be."""
        key = _bytes(self.public_key, PUBLIC_KEY_BYTES, "public_key")
        if key[0] & _NO_KEY:
            raise ValueError("public_key: it is the point at infinity")
        _bytes(self.group_hash, _HASH_BYTES, "group_hash")
        if not 1 <= self.period <= 86_400:
            raise ValueError("period: from 1 to 86400 seconds")
        if not 0 <= self.genesis < _MOST:
            raise ValueError("genesis: no such moment")
        if not self.name or self.name == "default":
            raise ValueError("name: the chain's beacon id is due")

    @property
    def hash(self) -> str:
        """The chain's hash, by which it is known and asked for; it follows from all else (drand's chain info)."""
        parts = (
            self.period.to_bytes(4, "big"),
            self.genesis.to_bytes(8, "big"),
            bytes.fromhex(self.public_key),
            bytes.fromhex(self.group_hash),
            self.name.encode(),
        )
        return hashlib.sha256(b"".join(parts)).hexdigest()

    @property
    def is_known(self) -> bool:
        """Whether this program knows the chain to be a public one."""
        return self == QUICKNET

    def moment_of(self, number: int) -> int:
        """The moment at which a round is published, in Unix seconds."""
        return self.genesis + (number - 1) * self.period

    def round_from(self, moment: float) -> int:
        """The first round that is published at a moment, in Unix seconds, or after it."""
        return max(1, -int((self.genesis - moment) // self.period) + 1)


QUICKNET: Final = BeaconChain(
    name="quicknet",
    public_key="83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    period=3,
    genesis=1_692_803_367,
    group_hash="f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
)
"""The chain of the League of Entropy, which several independent organisations sign together, every 3 seconds."""


@dataclass(frozen=True, slots=True)
class BeaconDraw:
    """A round of a chain that a game's dice were to be drawn with, and its signature once the game has begun with it.

    In every draw, `list_number` takes the place of the game's tag: the tag is given only after the round is published,
    so the operator could otherwise choose among several.
    """

    list_number: int
    chain: BeaconChain
    number: int
    rule: BeaconRule
    fixed_ms: int
    """When the players' words were fixed, by the server's clock: Unix milliseconds."""
    signature: str | None = None
    """In lower-case hexadecimal; None where the game began without the round."""

    def __post_init__(self) -> None:
        """Raise ValueError where no such draw can be."""
        if not 0 < self.list_number < _MOST or not 0 < self.number < _MOST or not 0 <= self.fixed_ms < _MOST:
            raise ValueError("beacon: no such number")
        if self.rule not in get_args(BeaconRule):
            raise ValueError(f"rule: {' or '.join(get_args(BeaconRule))} is due")
        if self.signature is not None:
            _bytes(self.signature, SIGNATURE_BYTES, "signature")

    @property
    def name(self) -> str:
        """The name under which the dice are drawn."""
        return f"list {self.list_number}"

    @property
    def randomness(self) -> str | None:
        """The round's random number, in hexadecimal: the SHA-256 of its signature; None where there is none."""
        return None if self.signature is None else hashlib.sha256(bytes.fromhex(self.signature)).hexdigest()

    @property
    def published_ms(self) -> int:
        """The moment at which the round is published, in Unix milliseconds."""
        return self.chain.moment_of(self.number) * 1000

    @property
    def is_in_time(self) -> bool:
        """Whether the words were fixed before the round was published."""
        return self.fixed_ms < self.published_ms

    def fingerprint(self, commitment: str, words: Sequence[str]) -> str:
        """The SHA-256 of all that the dice follow from but the seed and the round's randomness.

        Everybody is mailed it before the round is out, so that nobody can change it after.
        """
        fields = (self.name, commitment, self.chain.hash, str(self.number), *words)
        data = [text.encode() for text in fields]
        return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in data)).hexdigest()


def encode_beacon(draw: BeaconDraw) -> dict[str, Any]:
    """A draw as JSON knows it."""
    chain = draw.chain
    return {
        "list": draw.list_number,
        "chain": chain.hash,
        "name": chain.name,
        "scheme": SCHEME,
        "public_key": chain.public_key,
        "period": chain.period,
        "genesis": chain.genesis,
        "group_hash": chain.group_hash,
        "round": draw.number,
        "rule": draw.rule,
        "fixed_ms": draw.fixed_ms,
        "signature": draw.signature,
    }


def decode_beacon(data: object) -> BeaconDraw:
    """A draw as `encode_beacon` writes it. Raises ValueError, also where the chain's hash is not its key's."""
    if not isinstance(data, Mapping):
        raise ValueError("beacon: names and values are due")
    try:
        chain = BeaconChain(
            name=_text(data, "name"),
            public_key=_text(data, "public_key"),
            period=_number(data, "period"),
            genesis=_number(data, "genesis"),
            group_hash=_text(data, "group_hash"),
        )
        rule = next((rule for rule in get_args(BeaconRule) if rule == data["rule"]), None)
        signature = None if data["signature"] is None else _text(data, "signature")
        if rule is None:
            raise ValueError(f"rule: {' or '.join(get_args(BeaconRule))} is due")
        draw = BeaconDraw(
            _number(data, "list"), chain, _number(data, "round"), rule, _number(data, "fixed_ms"), signature
        )
    except KeyError as error:
        raise ValueError(f"{error.args[0]}: missing") from error
    if data.get("chain") != chain.hash:
        raise ValueError("chain: this hash does not belong to this chain's key and times")
    if data.get("scheme") != SCHEME:
        raise ValueError(f"scheme: {SCHEME} is due")
    if set(data) != set(encode_beacon(draw)):
        raise ValueError("there is something that does not belong here")
    return draw


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data[key]
    if not isinstance(value, str):
        raise ValueError(f"{key}: a text is due")
    return value


def _number(data: Mapping[str, Any], key: str) -> int:
    value = data[key]
    if type(value) is not int:
        raise ValueError(f"{key}: a number is due")
    return value
