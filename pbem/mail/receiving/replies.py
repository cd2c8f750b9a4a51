"""The replies of the listener, with the numbers of RFC 5321 and RFC 3463."""

from typing import Final

ACCEPTED: Final = "250 2.0.0 Your letter is stored"
TOO_LARGE: Final = "552 5.3.4 The letter is too large"
LINE_TOO_LONG: Final = "500 5.6.0 The letter has a line that is too long"
BARE_LINE_ENDS: Final = "550 5.5.2 The letter has a bare CR or LF"
NOT_NOW: Final = "451 4.3.0 The letter cannot be stored now, please try again"
TOO_MANY_RECIPIENTS: Final = "452 4.5.3 Too many recipients, please send the letter again to the others"
BUSY: Final = "451 4.3.2 This address takes no letters now, please try again later"
TOO_MANY_CONNECTIONS: Final = "421 4.3.2 Too many connections, please try again"
TOO_MANY_FROM_ADDRESS: Final = "421 4.7.0 Too many connections from your address, please try again"
NOT_TRUSTED: Final = "554 5.7.1 This port is for mail systems named in trusted_relays"
TOO_LONG_SESSION: Final = "421 4.4.2 The session has lasted too long, please connect again"
TOO_MANY_REFUSALS: Final = "421 4.7.0 Too many refusals, goodbye"
CLOSING: Final = "421 4.3.2 The server is stopping, please try again"
