"""Addresses and codes hidden in what a moderator is shown: nobody writes in another's name for having judged a game."""

import re
from dataclasses import dataclass
from typing import Final

from pbem.adjudicator.confirmations import LENGTH, SIGNS
from pbem.commands.orders.verbs import ORDERS

_SIGN: Final = f"[{SIGNS}]"
_CONFIRM: Final = "|".join(re.escape(alias) for names in ORDERS.by_name["confirm"].aliases.values() for alias in names)
_CODE: Final = re.compile(
    rf"\b(?:(?P<verb>{_CONFIRM})\b[^\w\n]+(?:{_SIGN}[^\w\n]*){{{LENGTH - 1}}}{_SIGN}|(?:{_SIGN}{{4}}[ -]?){{2}})(?!\w)",
    re.IGNORECASE,
)
"""A code that confirms something: behind its word however it is spaced, elsewhere as our mails show it."""
_ADDRESS: Final = re.compile(r"[^\s<>()\[\],;:\"@]+@[^\s<>()\[\],;:\"]+")


@dataclass(frozen=True)
class Mask:
    """Hides addresses in what mail systems say: players' but for a letter and the domain, seats' altogether."""

    domain: str
    tokens: tuple[str, ...]

    def text(self, told: str) -> str:
        """What was said, without addresses and codes."""
        hidden = _CODE.sub(lambda found: f"{found['verb'] or ''} …".lstrip(), told)
        hidden = _ADDRESS.sub(lambda found: self.address(found[0]), hidden)
        for token in self.tokens:
            hidden = re.sub(re.escape(token), "…", hidden, flags=re.IGNORECASE)
        return hidden

    def address(self, address: str) -> str:
        """An address that is known again by whoever knows it: "a…@example.org"."""
        local, _, domain = address.rpartition("@")
        is_ours = domain.lower() == self.domain.lower()
        return f"{'' if is_ours else local[:1]}…@{domain}"
