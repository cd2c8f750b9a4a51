"""What a mail address is that players can be registered with."""

from email.errors import HeaderParseError
from email.headerregistry import Address
from typing import Final

LONGEST: Final = 254
"""Characters that fit into SMTP's commands (RFC 5321, 4.5.3.1.3)."""
_LONGEST_LOCAL_PART: Final = 64


def is_address(text: str) -> bool:
    """Whether mails can be sent there: one bare address, in ASCII and with a domain."""
    if len(text) > LONGEST or not text.isascii() or not text.isprintable():
        return False
    try:
        address = Address(addr_spec=text)
    except (HeaderParseError, IndexError, ValueError):
        return False
    return bool(address.domain) and len(address.username) <= _LONGEST_LOCAL_PART and address.addr_spec == text
