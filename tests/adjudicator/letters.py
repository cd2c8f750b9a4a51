"""Letters as mail programs write them, and the mails that come back, as a person reads them."""

import re
from collections.abc import Mapping
from email.message import EmailMessage
from email.policy import SMTP
from typing import TypedDict

from pbem.store.mail.outbox import MailRow


class Form(TypedDict, total=False):
    """How a letter is written."""

    answering: MailRow | None
    subject: str
    message_id: str
    html: str
    """A page in place of the plain text."""
    quoting: bool
    """Whether the mail answered is quoted."""
    headers: Mapping[str, str]
    """Headers to add, or to have in place of those of the same name."""


def letter_bytes(text: str, sender: str, to: str, form: Form) -> bytes:
    """A letter as a mail program writes it: RFC 5322, with the mail it answers quoted below."""
    answered = form.get("answering")
    mail = EmailMessage(policy=SMTP)
    mail["From"] = f"A Player <{sender}>"
    mail["To"] = to
    mail["Subject"] = form.get("subject", f"Re: {answered.subject if answered else 'orders'}")
    mail["Date"] = "Sun, 22 Nov 2026 18:00:00 +0100"
    mail["Message-ID"] = form.get("message_id", "<some.letter@player.test>")
    if answered is not None:
        mail["In-Reply-To"] = answered.message_id
        mail["References"] = f"{answered.references_} {answered.message_id}"
    if "html" in form:
        mail.set_content(form["html"], subtype="html", charset="utf-8")
    else:
        quoted = _quoted(answered) if answered and form.get("quoting", True) else ""
        mail.set_content(f"{text}\n{quoted}", charset="utf-8")
    for name, value in form.get("headers", {}).items():
        del mail[name]
        mail[name] = value
    return mail.as_bytes()


def _quoted(mail: MailRow) -> str:
    lines = [f"> {line}".rstrip() for line in mail.text.splitlines()]
    return "\n".join(["", "On 22 Nov 2026, at 17:00, Railroad Dice wrote:", "", *lines])


def flat(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def fates(text: str) -> dict[str, str]:
    """The part of an answer that tells what became of each line: from the line to its fate."""
    found: dict[str, str] = {}
    line = ""
    _, _, rest_of_text = text.partition("== Your orders, line by line ==\n\n")
    for row in rest_of_text.split("\n\n")[0].splitlines():
        number, _, rest = row.strip().partition("  ")
        if number.isdigit() and not row.startswith("     "):
            line, _, fate = rest.partition("  (")
            found[line.strip()] = fate.rstrip(")")
        else:
            found[line.strip()] = f"{found[line.strip()]} {row.strip()}".strip()
    return found


def code_in(text: str) -> str:
    """The code by which a mail wants to be confirmed, as it stands there; "" where it asks for none."""
    found = re.search(r"^\W*(?:confirm|bestätige|confirmer) (\w{4} \w{4})$", text, re.MULTILINE)
    return found[1] if found else ""


def section(text: str, title: str) -> list[str]:
    """The lines of a mail's section, blank ones left out."""
    lines = text.splitlines()
    if f"== {title} ==" not in lines:
        return []
    rest = lines[lines.index(f"== {title} ==") + 1 :]
    ends = next((at for at, line in enumerate(rest) if line.startswith("== ")), len(rest))
    return [line for line in rest[:ends] if line]
