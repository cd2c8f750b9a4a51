"""An HTTPS server on this machine in the place of push services and webhooks, and a device that it is for."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import IPv4Address, ip_network
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, SSLContext
from tempfile import mkdtemp
from typing import Any, Final

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509.oid import NameOID
from py_vapid import Vapid02
from server.kit import await_until

from pbem.notifications.messages import decoded, encoded
from pbem.notifications.posting import IpAddress, PinnedPoster

HOST: Final = "push.test"
"""The name that the server's certificate has, beside the address 127.0.0.1."""
HANGING_SECONDS: Final = 60.0
"""How long an endpoint that is not released keeps whoever posts to it waiting."""
LOOPBACK: Final = IPv4Address("127.0.0.1")
HERE: Final = (ip_network("127.0.0.0/8"),)


@dataclass(frozen=True)
class Posted:
    """What was posted to an endpoint."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body of a webhook."""
        return json.loads(self.body)


@dataclass
class Endpoint:
    """A server that takes what is posted, and answers as it is told: a status and headers, first come, first served."""

    port: int
    posted: list[Posted] = field(default_factory=list)
    answers: list[tuple[int, Mapping[str, str]]] = field(default_factory=list)
    release: threading.Event = field(default_factory=threading.Event)
    """Set unless answers shall wait."""

    def address(self, path: str = "/hook", host: str = HOST) -> str:
        """An address at this server."""
        return f"https://{host}:{self.port}{path}"

    def await_posted(self, count: int) -> list[Posted]:
        """Wait until so much was posted, and return all of it."""
        await_until(lambda: len(self.posted) >= count, f"{count} posted")
        return self.posted


@cache
def certificate() -> Path:
    """A certificate for HOST and 127.0.0.1 that signs itself, with its key, in a file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    names = x509.SubjectAlternativeName([x509.DNSName(HOST), x509.IPAddress(LOOPBACK)])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    path = Path(mkdtemp(prefix="pbem-endpoint-")) / "endpoint.pem"
    plain = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(plain + signed.public_bytes(Encoding.PEM))
    return path


@contextmanager
def endpoint() -> Iterator[Endpoint]:
    """An endpoint that listens on 127.0.0.1."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.posted.append(Posted(self.path, dict(self.headers), body))
            found.release.wait(HANGING_SECONDS)
            status, headers = found.answers.pop(0) if found.answers else (201, {})
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_arguments: object) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_arguments: object) -> None:
            pass  # such as handshakes that are broken off

    context = SSLContext(PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate())
    with Quiet(("127.0.0.1", 0), Handler) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        found = Endpoint(server.server_port)
        found.release.set()
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield found
        finally:
            found.release.set()
            server.shutdown()
            thread.join()


def found_here(_host: str, _port: int) -> Sequence[IpAddress]:
    """Find every name on this machine."""
    return [LOOPBACK]


def poster(resolve: Callable[[str, int], Sequence[IpAddress]] = found_here) -> PinnedPoster:
    """A poster that may write to this machine, and trusts the endpoint."""
    return PinnedPoster(HERE, certificate(), resolve)


class Device:
    """A browser with its keys."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = bytes(range(16))

    @property
    def keys(self) -> dict[str, str]:
        """The keys as a browser gives them to a page."""
        public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": encoded(public), "auth": encoded(self._secret)}

    def read(self, posted: Posted) -> Any:
        """What was pushed, by RFC 8291 as it is written and not by the library that encrypts."""
        assert posted.headers["Content-Encoding"] == "aes128gcm"
        salt, size, theirs, sealed = posted.body[:16], posted.body[20], posted.body[21:86], posted.body[86:]
        assert size == len(theirs)
        own = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        secret = _derived(self._secret, shared, b"WebPush: info\0" + own + theirs, 32)
        key, nonce = (
            _derived(salt, secret, b"Content-Encoding: " + name + b"\0", length)
            for name, length in ((b"aes128gcm", 16), (b"nonce", 12))
        )
        plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert plain.endswith(b"\2"), "the mark of the last record"
        return json.loads(plain[:-1])


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def word_of(posted: Posted, public_key: str) -> dict[str, Any]:
    """The claims by which a server names itself to a push service, once their signature was verified."""
    authorization = posted.headers["Authorization"]
    assert authorization.startswith("vapid t=") and authorization.endswith(f",k={public_key}")
    assert Vapid02.verify(auth=authorization)
    token = authorization.removeprefix("vapid t=").partition(",")[0]
    claims: dict[str, Any] = json.loads(decoded(token.split(".")[1]))
    return claims
