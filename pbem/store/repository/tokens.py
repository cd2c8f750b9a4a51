"""Random words: the secret local parts of addresses at this server, and marks that stand in place of numbers."""

import base64
import secrets


def new_token() -> str:
    """A fresh local part: 80 random bits in 16 lower-case letters and digits."""
    return base64.b32encode(secrets.token_bytes(10)).decode("ascii").lower()


def new_mark() -> str:
    """A fresh name for something whose number would tell how much else there is: 50 random bits in 10 signs."""
    return new_token()[:10]
