"""A local beacon for tests: a drand chain with a key of its own, and a real HTTP server that serves its rounds."""

import hashlib
import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from werkzeug.serving import make_server

from pbem.config import Beacon
from rules_core.kernel.beacon import BeaconChain

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

SECRET = 0x5EED
"""The key of the tests' own chain, which everybody knows: a BLS secret is a number."""
PUBLIC = (
    "915375db81493926c1a14d5564d200ec53890beb1ec2b74b6dc48a3b830a7a8e460d340ce14d8d4e02631ef13a3c957d"
    "0d4e6c386e64469a8cf882f583c08e4145d832d1d439a02fcd5e3cfdd440f345c6641204a3f6464e1c394b2f9479723d"
)
"""Its public key, written down since every worker reads this module and would need a second to find it."""
_DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""The domain of signatures on G1 (RFC 9380), as drand's scheme bls-unchained-g1-rfc9380 has it."""

PUBLISHED_ROUND = 657413
PUBLISHED_SIGNATURE = "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b"
PUBLISHED_RANDOMNESS = "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"
"""A round of quicknet, as drand published it."""
SIGNED = {
    (77, SECRET): "8dbc693ab25d10f89eb929ffcc675eb0ebc8d67c12477e30205bfe777a1791c197b11d874873400a183bfaa31f4e255a",
    (78, SECRET): "982a5227c2fcd89c81e8d6dc0be8c495e19c7f40fa3fd11dfafd31a4e71ef37e2fecd4d437fefeb677739302e44e0c35",
    (77, 7): "97ecc84403fb4f6271efc83e51b233f5c16247f997683daeea4bb10a17bb1bbc3c35bfb7e5bf6b53f7f0af26cae1d53b",
    (PUBLISHED_ROUND, SECRET): (
        "b9441b7fc313d653f361a73d4f4dbd9331396619edce414f81574dbe5d81ef444b368b60b724942595171304fd2cc663"
    ),
}
"""Signatures by round and secret that tests name before they run, written down for the same reason."""


@cache
def _curve(module: str) -> Any:
    """A module of py_ecc, whose import raises the limit of recursion for everybody.

    With that limit a deeply nested JSON text is no RecursionError but the end of the process, so it is put back.
    """
    limit = sys.getrecursionlimit()
    try:
        return import_module(f"py_ecc.{module}")
    finally:
        sys.setrecursionlimit(limit)


@cache
def public_key(secret: int) -> str:
    """The public key on G2 of a secret, in hexadecimal."""
    curve = _curve("optimized_bls12_381")
    return bytes(_curve("bls.g2_primitives").G2_to_signature(curve.multiply(curve.G2, secret))).hex()


def sign(number: int, secret: int = SECRET) -> str:
    """A round's signature on G1, in hexadecimal."""
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    hashed = _curve("bls.hash_to_curve").hash_to_G1(message, _DOMAIN, hashlib.sha256)
    point = _curve("optimized_bls12_381").multiply(hashed, secret)
    return bytes(_curve("bls.g2_primitives").G1_to_pubkey(point)).hex()


LOCAL = BeaconChain("local", PUBLIC, period=3, genesis=1_692_803_367, group_hash="ab" * 32)
"""A chain of the tests' own, whose rounds of any time can be signed."""


@dataclass
class LocalBeacon:
    """A beacon on this machine: `answers` stands for its rounds where a test has it lie or fail, by path."""

    port: int
    asked: list[str] = field(default_factory=list)
    answers: dict[str, bytes] = field(default_factory=dict)
    is_down: bool = False

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def settings(self, **more: Any) -> Beacon:
        """The settings of a server that uses it."""
        chain = {
            "chain": LOCAL.hash,
            "name": LOCAL.name,
            "public_key": LOCAL.public_key,
            "period": LOCAL.period,
            "genesis": LOCAL.genesis,
            "group_hash": LOCAL.group_hash,
        }
        return Beacon(**{"urls": (self.url,), **chain, **more})

    def path_of(self, number: int, chain: BeaconChain = LOCAL) -> str:
        """Where a round is asked for."""
        return f"/{chain.hash}/public/{number}"

    def answer(self, path: str) -> bytes | None:
        """What it says to a request; None where it has no such round."""
        self.asked.append(path)
        if path in self.answers:
            return self.answers[path]
        hash_, _, number = path.removeprefix("/").partition("/public/")
        if self.is_down or hash_ != LOCAL.hash:
            return None
        signature = sign(int(number))
        randomness = hashlib.sha256(bytes.fromhex(signature)).hexdigest()
        return json.dumps({"round": int(number), "randomness": randomness, "signature": signature}).encode()


@contextmanager
def local_beacon() -> Iterator[LocalBeacon]:
    """A beacon that answers for the length of the block."""

    def application(environ: "WSGIEnvironment", start_response: "StartResponse") -> list[bytes]:
        body = beacon.answer(environ["PATH_INFO"])
        start_response("404 Not Found" if body is None else "200 OK", [("Content-Type", "application/json")])
        return [body or b""]

    server = make_server("127.0.0.1", 0, application, threaded=True)
    beacon = LocalBeacon(server.server_port)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield beacon
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
