"""Delivery reports (RFC 3464): of which mail they tell, what became of it, and why."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_string
from email.message import Message
from typing import Final

from flufl.bounce import all_failures

from pbem.mail.headers import MESSAGE_ID
from pbem.mail.limits import MAX_HEADER

_FAILURES: Final = ("failed", "delayed")
_RETURNED: Final = frozenset({"message/rfc822", "text/rfc822-headers"})


@dataclass(frozen=True)
class Bounced:
    """The addresses a bounce is about: those that failed for good, and those still being tried."""

    failed: tuple[str, ...] = ()
    delayed: tuple[str, ...] = ()
    message_id: str = ""
    """That of the mail which came back, with its angle brackets; "" where the report does not tell."""
    reply: str = field(default="", repr=False)
    """Why, in the words of the server that did not take it, behind the status code (RFC 3463); it names addresses."""
    stamp: str = field(default="", repr=False)
    """The oldest receipt (Received) of the mail that came back: who took it first, when, and under which number."""


def bounced(message: "Message[str, str]") -> Bounced:
    """What a report says could not be delivered."""
    delayed, failed = all_failures(message)
    head = next(_returned(message), None)
    ids = MESSAGE_ID.findall(_value(head, "Message-ID")) if head is not None else []
    stamps = head.get_all("Received", []) if head is not None else []
    return Bounced(
        failed=_sorted(failed),
        delayed=_sorted(delayed),
        message_id=ids[0] if ids else "",
        reply=next(_replies(message), ""),
        stamp=_one_line(stamps[-1]) if stamps else "",
    )


def _replies(message: "Message[str, str]") -> Iterator[str]:
    """What the report says of each recipient that a mail did not reach."""
    for part in message.walk():
        if part.get_content_type() == "message/delivery-status" and part.is_multipart():
            for block in part.get_payload():
                if isinstance(block, Message) and _value(block, "Action").lower() in _FAILURES:
                    diagnosis = _value(block, "Diagnostic-Code").partition(";")
                    yield " ".join(filter(None, (_value(block, "Status"), (diagnosis[2] or diagnosis[0]).strip())))


def _returned(message: "Message[str, str]") -> Iterator["Message[str, str]"]:
    """The headers of the mail that came back."""
    for part in message.walk():
        if part.get_content_type() not in _RETURNED:
            continue
        held = part.get_payload()
        if isinstance(held, str):
            yield message_from_string(held)
        elif isinstance(held, list):
            yield from (one for one in held[:1] if isinstance(one, Message))


def _value(head: "Message[str, str]", name: str) -> str:
    return _one_line(head.get(name, ""))


def _one_line(value: object) -> str:
    return " ".join(str(value)[:MAX_HEADER].split())


def _sorted(addresses: frozenset[bytes] | set[bytes]) -> tuple[str, ...]:
    """The addresses as text, in lower case and in order."""
    return tuple(sorted(address.decode("ascii", "replace").lower() for address in addresses))
