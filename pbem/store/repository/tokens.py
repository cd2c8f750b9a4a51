"""The secret local parts of addresses at this server."""

import base64
import secrets


def new_token() -> str:
    """A fresh local part: 80 random bits in 16 lower-case letters and digits."""
    return base64.b32encode(secrets.token_bytes(10)).decode("ascii").lower()
