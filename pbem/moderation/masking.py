"""Addresses hidden in what a moderator is shown: nobody writes in another's name for having judged his game."""

import re
from dataclasses import dataclass
from typing import Final

_ADDRESS: Final = re.compile(r"[^\s<>()\[\],;:\"@]+@[^\s<>()\[\],;:\"]+")


@dataclass(frozen=True)
class Mask:
    """Hides addresses in what mail systems say: players' but for a letter and the domain, seats' altogether."""

    domain: str
    tokens: tuple[str, ...]

    def text(self, told: str) -> str:
        """What was said, without addresses."""
        hidden = _ADDRESS.sub(lambda found: self.address(found[0]), told)
        for token in self.tokens:
            hidden = re.sub(re.escape(token), "…", hidden, flags=re.IGNORECASE)
        return hidden

    def address(self, address: str) -> str:
        """An address that is known again by whoever knows it: "a…@example.org"."""
        local, _, domain = address.rpartition("@")
        is_ours = domain.lower() == self.domain.lower()
        return f"{'' if is_ours else local[:1]}…@{domain}"
