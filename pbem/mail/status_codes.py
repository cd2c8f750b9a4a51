"""Enhanced status codes of mail systems (RFC 3463, RFC 5248), and whose trouble they name."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple


class EnhancedStatus(NamedTuple):
    """A status such as 5.1.1: its class (2 done, 4 not now, 5 not at all), its subject, and its detail."""

    kind: int
    subject: int
    detail: int

    def __str__(self) -> str:
        return f"{self.kind}.{self.subject}.{self.detail}"

    @property
    def is_of_sender(self) -> bool:
        """Whether it is about the address that the mail came from (X.1.7, X.1.8)."""
        return self.subject == 1 and self.detail in (7, 8)

    @property
    def is_of_host(self) -> bool:
        """Whether it is about a mail system, a protocol, a policy or the mail, and says nothing of who it was for.

        Of what a recipient's address may be to blame for are left addressing (X.1), the mailbox (X.2, but for the
        length of this mail) and the way there (X.4), by which nothing arrives either; X.0 says nothing at all.
        """
        return self.is_of_sender or self.subject in (3, 5, 6, 7) or (self.subject, self.detail) == (2, 3)


_ENHANCED: Final = re.compile(r"(?m)(?:^\s*|#|(?<=\b[245]\d\d[ -]))([245])\.(\d{1,3})\.(\d{1,3})(?![^\s)])")
_SAYS_NOTHING: Final = 0


def statuses_in(text: str) -> Iterator[EnhancedStatus]:
    """The enhanced statuses that a reply or a report names, in order."""
    return (EnhancedStatus(int(found[1]), int(found[2]), int(found[3])) for found in _ENHANCED.finditer(text))


def status_of_report(reply: str) -> EnhancedStatus | None:
    """The status that a delivery report gives: the first that says anything; None where it names none.

    Some mail systems report 5.0.0 whatever it was, with the reply that they got behind it.
    """
    found = list(statuses_in(reply))
    return next((one for one in found if one.subject != _SAYS_NOTHING), found[0] if found else None)
