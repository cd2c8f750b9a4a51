"""Delivery reports, as mail systems write them."""

from pbem.store.mail.outbox import MailRow

REPORT = """\
From: MAILER-DAEMON@mx.test\r
To: {to}\r
Message-ID: <{number}.report@mx.test>\r
Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r
\r
--b\r
Content-Type: text/plain\r
\r
Sorry.\r
--b\r
Content-Type: message/delivery-status\r
\r
Reporting-MTA: dns; mx.test\r
\r
Final-Recipient: rfc822; {address}\r
Action: {action}\r
Status: {status}\r
Diagnostic-Code: smtp; {diagnosis}\r
\r
--b\r
Content-Type: text/rfc822-headers\r
\r
Message-ID: {message_id}\r
\r
--b--\r
"""


def report_on(
    mail: MailRow,
    to: str,
    number: int,
    *,
    action: str = "failed",
    status: str = "5.1.1",
    address: str = "",
    diagnosis: str = "550 no such user",
) -> bytes:
    """A report on a mail, by default that there is no such user."""
    facts = {"to": to, "number": number, "action": action, "status": status, "message_id": mail.message_id}
    return REPORT.format(address=address or mail.to_address, diagnosis=diagnosis, **facts).encode()
