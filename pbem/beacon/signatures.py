"""Signatures of a drand chain's rounds, checked offline by drand-verify, which is an optional library (`beacon`)."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from pbem.config import BEACON_LIBRARY
from rules_core.kernel.beacon import PUBLIC_KEY_BYTES, SIGNATURE_BYTES, BeaconChain, BeaconDraw

_MOST: Final = 2**64
"""Rounds are numbers of 64 bits."""


def can_verify() -> bool:
    """Say whether the library that checks signatures is installed."""
    return find_spec(BEACON_LIBRARY) is not None


def is_signed(chain: BeaconChain, number: int, signature: str) -> bool:
    """Say whether a round's signature, in hexadecimal, was made by a chain's key.

    Raises ImportError where the library is not installed.
    """
    verify: Callable[[int, str, str], str] = import_module(BEACON_LIBRARY).verify_bls_unchained_g1_rfc9380
    # The library panics, past every `except Exception`, on what is no hexadecimal or has another length.
    if not _is_hexadecimal(signature, SIGNATURE_BYTES) or not _is_hexadecimal(chain.public_key, PUBLIC_KEY_BYTES):
        return False
    if not 0 < number < _MOST:
        return False
    try:
        verify(number, signature, chain.public_key)
    except ValueError:
        return False
    return True


def round_check() -> Callable[[BeaconDraw], bool] | None:
    """Give the check of a record's round, as `verify_dice` takes it; None where the library is not installed."""
    if not can_verify():
        return None
    return lambda draw: is_signed(draw.chain, draw.number, draw.signature or "")


def _is_hexadecimal(text: str, size: int) -> bool:
    return len(text) == 2 * size and set(text) <= set("0123456789abcdef")
