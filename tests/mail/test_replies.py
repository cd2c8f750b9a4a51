"""What relays say, and what it means for a mail: replies of real servers."""

from typing import Final

from each_kit import each

from pbem.mail.sending.transport import DialogueStep, Failed, FailureCause, sorted_reply

END: Final = "end of content"

SAID: list[tuple[DialogueStep, int, str, FailureCause]] = [
    # this recipient
    ("RCPT", 550, "5.1.1 <a@b>: Recipient address rejected: User unknown in virtual mailbox table", "recipient"),
    ("RCPT", 550, "5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup", "recipient"),
    ("RCPT", 550, "No such user here", "recipient"),
    ("RCPT", 552, "5.2.2 The recipient's inbox is out of storage space", "recipient"),
    ("RCPT", 552, "mailbox full", "recipient"),
    ("RCPT", 504, "5.5.2 <a>: Recipient address rejected: need fully-qualified address", "recipient"),
    ("RCPT", 550, "5.4.1 Recipient address rejected: Access denied", "recipient"),
    ("RCPT", 556, "5.1.10 the domain takes no mail", "recipient"),
    (END, 550, "5.1.1 no such user\n5.1.1 nor that one", "recipient"),
    # all mails: login, certificate, and what is said before any mail
    ("greeting", 554, "5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org", "policy"),
    ("greeting", 554, "no SMTP service here", "policy"),
    ("greeting", 521, "does not accept mail", "policy"),
    ("EHLO", 550, "5.7.1 Helo command rejected: Host not found", "policy"),
    ("login", 535, "5.7.8 Error: authentication failed", "policy"),
    ("login", 534, "5.7.9 Application-specific password required", "policy"),
    ("MAIL", 530, "5.7.0 Must issue a STARTTLS command first", "policy"),
    ("MAIL", 530, "5.7.1 Authentication required", "policy"),
    ("RCPT", 535, "5.7.8 authenticate first", "policy"),
    # nobody answers as yet
    ("greeting", 421, "4.3.2 too many connections", "unreachable"),
    ("login", 454, "4.7.0 Temporary authentication failure", "unreachable"),
    # this mail, or all of them
    ("MAIL", 553, "5.7.1 <x@y>: Sender address rejected: not owned by user railroad", "refused"),
    ("MAIL", 554, "Sender rejected", "refused"),
    ("MAIL", 550, "5.1.8 Domain of sender does not resolve", "refused"),
    ("RCPT", 550, "5.1.7 sender unknown", "refused"),
    ("RCPT", 554, "5.7.1 <a@b>: Relay access denied", "refused"),
    ("RCPT", 550, "relay not permitted", "refused"),
    ("RCPT", 553, "sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", "refused"),
    ("RCPT", 550, "Sender verify failed", "refused"),
    ("RCPT", 503, "5.5.1 valid MAIL required first", "refused"),
    (END, 554, "5.7.1 Message rejected as spam", "refused"),
    (END, 550, "5.7.26 Unauthenticated email from games.example is not accepted due to domain's DMARC", "refused"),
    (END, 554, "Transaction failed", "refused"),
    (END, 554, "5.3.5 Local configuration error", "refused"),
    # this mail
    (END, 550, "5.6.0 Lone CR or LF in body", "mail"),
    ("MAIL", 552, "5.3.4 Message size exceeds fixed limit", "size"),
    (END, 552, "Message exceeds maximum size", "size"),
    ("RCPT", 552, "5.2.3 larger than this recipient takes", "size"),
    # for now
    ("RCPT", 450, "4.2.0 <a@b>: Recipient address rejected: Greylisted, see http://postgrey.example", "greylisted"),
    ("RCPT", 451, "4.7.1 Try again later", "greylisted"),
    (END, 451, "4.7.1 Graylisting in action, please come back in 00:05:00", "greylisted"),
    ("RCPT", 450, "4.1.8 <x@y>: Sender address rejected: Domain not found", "later"),
    ("RCPT", 452, "4.2.2 mailbox full", "later"),
    ("MAIL", 452, "4.3.1 Insufficient system storage", "later"),
    (END, 421, "4.4.2 timeout exceeded", "later"),
    ("RCPT", 451, "try again", "later"),
    # a status of another class than the code is none
    ("RCPT", 550, "4.7.1 no", "recipient"),
]


@each(("step", "code", "text", "cause"), SAID)
def test_a_reply_is_sorted(step: DialogueStep, code: int, text: str, cause: FailureCause) -> None:
    found = sorted_reply(code, text.encode(), step)
    assert (found.cause, found.reply, found.step) == (cause, f"{code} {text}", step)


@each(
    ("text", "seconds"),
    [
        ("Greylisted, please try again in 300 seconds", 300),
        ("Greylisting in action, please come back in 00:10:00", 600),
        ("greylisted for 5 minutes", 300),
        ("grey-listed, come back in 99999 seconds", 3600),
        ("greylisted for 1 second", 60),
        ("Greylisted", None),
        ("greylisted, see https://example.org/12345sed", None),
    ],
)
def test_a_greylist_s_wish_is_read(text: str, seconds: int | None) -> None:
    assert sorted_reply(451, text, "RCPT").pause_s == seconds


def test_anything_at_all_can_be_said() -> None:
    assert isinstance(sorted_reply(599, b"\xff\0" * 10_000, "DATA"), Failed)
