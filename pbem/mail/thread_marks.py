"""The mark of a mail of ours: an id among its References by which an answer is known though its Message-ID was changed.

Some relays, exchanges and list servers give a mail an id of their own, which the answer then names. References they
leave as they are, and an answer repeats them (RFC 5322, 3.6.4). So the last of a mail's References is made of the id
that we gave it. No mail has the mark for its id, as none has the id that a game's thread begins with: programs show
threads as they did. It says no more than the Message-ID does, which only whom the mail went to has seen.
"""

import re
from collections.abc import Iterable
from typing import Final

OWN_ID: Final = re.compile(r"<[0-9a-f]{32}@([^<>@]+)>")
"""A Message-ID as this program makes them, and its domain."""
_MARK: Final = re.compile(r"<([0-9a-f]{32})@_m\.([^<>@]+)>")
"""A mark under a name that no host can have (RFC 952), so that it is taken for no id of a server elsewhere."""


def mark_of(message_id: str) -> str:
    """The mark of a mail; "" where its id is none that this program makes."""
    return message_id.replace("@", "@_m.", 1) if OWN_ID.fullmatch(message_id) else ""


def meant(ids: Iterable[str]) -> tuple[str, ...]:
    """The ids, with those of our mails in place of their marks."""
    return tuple(_MARK.sub(r"<\1@\2>", one) for one in ids)


def marked_id(references: Iterable[str]) -> str:
    """The id that we gave a mail with these References; "" where they hold no mark."""
    return next((meant([one])[0] for one in reversed(list(references)) if _MARK.fullmatch(one)), "")
