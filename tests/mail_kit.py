"""What tests of mails share: a mail, texts that attack, and what holds of the bytes of any mail."""

import re
from email import message_from_bytes, policy
from hashlib import sha256

from hypothesis import strategies as st

from pbem.mail.receiving.proof import Directory, Known, R, Rejected, find, may_write, rejection_of
from pbem.mail.sending.outgoing import Outgoing
from pbem.mail.sending.wire import LONGEST_LINE

MAIL = Outgoing(
    message_id="<e7.118.b2c3@play.example.net>",
    to_address="alice@example.org",
    to_name="Alice Amsel",
    from_address="k3x7q2m9w4t6z8ba@play.example.net",
    from_name="Railroad Dice",
    subject="[First Rails e7] Köln",
    text="It's your turn.\n\n    a b c\n  1 . ~ I\n",
    date_ms=1_795_341_720_000,
    envelope_from="k3x7q2m9w4t6z8ba@play.example.net",
    auto="replied",
    in_reply_to="<1@example.org>",
    references=("<e7@play.example.net>", "<1@example.org>"),
)

REPLY_TO = "=?utf-8?q?a=0D=0AReply-To:e@x.org?="
BODY = "=?utf-8?q?a=0D=0A=0D=0Aanother_body?="
BOUNDARY = f"--=_0_{sha256(MAIL.message_id.encode()).hexdigest()[:32]}"
HOSTILE = (
    *(REPLY_TO, BODY, "=?utf-8?b?YQ0KQmNjOiBlQHgub3Jn?=", "=?us-ascii?q?=22?=", "=?utf-8?q?", "?=", "=?", "=?x?=?="),
    *("\r\nBcc: e@x.org", "\nBcc: e@x.org", "\rBcc: e@x.org", "\r\n\r\nanother body", "\n\n", "\r\n ", "\r\n\t", "\0"),
    *("\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\u202e", "\u2066", "\ud800", "\udc0a", "\udc0d", "\ufeff"),
    *('"', "\\", '\\"', ",", ";", ":", "<e@x.org>", "@x.org", "(", ")", "((((", "[", "é", "Ångström", "名前", "."),
    *(BOUNDARY, f"\n{BOUNDARY}--\n", f"\n{BOUNDARY}\nContent-Type: text/html\n\n<p>", "--", "From ", "\n.\n", "=3D"),
    *(" ", "\t", "\u00a0", "\u3000", "x" * 70, "é" * 70, "x " * 60, "Content-Type: text/html"),
)
TYPED = st.lists(st.sampled_from(HOSTILE) | st.text(max_size=8), max_size=6).map("".join)
OURS = ("Message-ID", "In-Reply-To", "References", "From", "To", "Reply-To", "Subject", "Date", "Auto-Submitted")
UNPRINTABLE = re.compile("[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def fields_of(head: bytes) -> list[tuple[str, str]]:
    """The headers of a block as it lies in the bytes, read without the library: names and unfolded values."""
    lines = re.sub(r"\r\n(?=[ \t])", "", head.decode("ascii")).split("\r\n")
    return [(name, value.removeprefix(" ")) for name, _colon, value in (line.partition(":") for line in lines)]


def assert_whole(mail: Outgoing, raw: bytes) -> None:
    """Hold the bytes against the mail: our headers each once, no line that a mail system breaks, one body."""
    assert raw.isascii() and b"\0" not in raw
    assert raw.count(b"\r\n") == raw.count(b"\n") == raw.count(b"\r")
    assert max(map(len, raw.split(b"\r\n"))) <= LONGEST_LINE
    head, _blank, body = raw.partition(b"\r\n\r\n")
    fields = fields_of(head)
    names = [name for name, _value in fields]
    assert len(names) == len(set(names))
    mime = ["Content-Transfer-Encoding"] if not mail.html else []
    listed = ("X-Auto-Response-Suppress", "List-Id", "List-Unsubscribe", "List-Unsubscribe-Post")
    ours = [name for name in (*OURS, *listed, "MIME-Version", "Content-Type", *mime) if name in names]
    assert names == ours and set(OURS) - set(names) <= {"In-Reply-To", "References"}
    values = dict(fields)
    assert values["Reply-To"] == mail.from_address
    assert values["To"].endswith(mail.to_address) or values["To"].endswith(f"<{mail.to_address}>")
    assert values["From"].count("<") <= 1 and values["Message-ID"] == mail.message_id
    shown = " ".join(UNPRINTABLE.sub(" ", mail.subject).split())[:250].rstrip()
    parsed = message_from_bytes(raw, policy=policy.default)
    assert str(parsed["Subject"]).split() == shown.split()
    kinds = ["text/plain"]
    if mail.html:
        picture = ["multipart/related", "text/html", "image/png"] if mail.picture else ["text/html"]
        kinds = ["multipart/alternative", "text/plain", *picture]
        assert body.count(b"\r\n--=_0_") + body.startswith(b"--=_0_") == 3
    assert [part.get_content_type() for part in parsed.walk()] == kinds
    text = next(part for part in parsed.walk() if part.get_content_type() == "text/plain").get_payload(decode=True)
    assert isinstance(text, bytes)
    assert text.decode().splitlines() == (mail.text.encode("utf-8", "replace").decode().splitlines() or [""])


def check(local_part: str, from_address: str, directory: Directory[R]) -> Known[R] | Rejected:
    """Find whose letter this is: sent to `local_part` at our domain, with `from_address` in its header From."""
    found = find(local_part, directory)
    if isinstance(found, Known) and not may_write(from_address, found.recipient):
        return rejection_of(found.recipient)
    return found
