"""The key pair by which push services know this server (VAPID, RFC 8292): made once, kept in the database."""

import base64
import json
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from pbem.store import Tx
from pbem.store.server import find_meta, put_meta

KEY: Final = "vapid key"
"""The fact of the server under which the private number is kept, in base64url; it is secret."""
_BYTES: Final = 32
_CURVE: Final = ec.SECP256R1()


def find_private_key(tx: Tx) -> ec.EllipticCurvePrivateKey | None:
    """The private key, if it has been made."""
    kept = find_meta(tx, KEY)
    return None if kept is None else ec.derive_private_key(int.from_bytes(decoded(kept), "big"), _CURVE)


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
