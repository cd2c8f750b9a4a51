"""The local postbox: where no relay carries mails away, a player reads theirs in the browser, and answers them.

It is a mail program and no more: it reads the Maildir that the server writes, and brings answers to the server by SMTP,
as real letters. What a mail brings as HTML is shown in a frame that may do nothing.
"""

import secrets
import smtplib
import time
from dataclasses import dataclass
from email.utils import format_datetime
from typing import Final

from flask import Blueprint, Flask, Response, abort, make_response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from pbem.intake.addresses import ReportsDestination, find_destination
from pbem.mail.maildir import Maildir, MailHeading, Opened
from pbem.mail.receiving.proof import token_of
from pbem.mail.sending.outgoing import named_address, subject_line, text_part, thread_headers
from pbem.mail.sending.sendmail import MaildirTransport
from pbem.mail.sending.wire import MimePart, Value, well_formed
from pbem.store.players.player import PlayerRow
from pbem.web import sent_forms
from pbem.web.protection import framed, with_frame
from pbem.web.site import site
from pbem.web.visitor import player
from pbem.web.wording import stretch

_TIMEOUT_SECONDS: Final = 15


@dataclass(frozen=True)
class Reply:
    """The server's last word on a letter: its code (RFC 5321), 0 where it said none, and its text."""

    code: int
    text: str

    @property
    def is_taken(self) -> bool:
        """Whether the server answers for the letter from now on."""
        return 200 <= self.code < 300

    def __str__(self) -> str:
        return f"{self.code} {self.text}" if self.code else self.text


def submit(letter: bytes, sender: str, recipient: str, host: str, port: int) -> Reply:
    """Bring a letter, with CRLF, to a server. Raises nothing: what goes wrong is in the reply."""
    try:
        with smtplib.SMTP(host, port, timeout=_TIMEOUT_SECONDS) as server:
            server.ehlo_or_helo_if_needed()
            reply = _reply(*server.mail(sender))
            if reply.is_taken:
                reply = _reply(*server.rcpt(recipient))
            return _reply(*server.data(letter)) if reply.is_taken else reply
    except smtplib.SMTPResponseException as error:
        return _reply(error.smtp_code, error.smtp_error)
    except (smtplib.SMTPException, OSError) as error:
        return Reply(0, f"{type(error).__name__}: {error}")


def _reply(code: int, text: bytes | str) -> Reply:
    return Reply(code, text.decode("utf-8", "replace") if isinstance(text, bytes) else text)


pages = Blueprint("postbox", __name__)

_ON_PAGE: Final = 30
_PATIENCE_SECONDS: Final = 2.0
_TRIES: Final = 10
_LOOKED_AT: Final = 20
"""The newest mails, among which the answer to a letter is looked for."""
_LONGEST_QUOTE: Final = 20_000
"""Characters of a mail that are quoted: more than any report has, and less than a form may send."""
_LAST_LETTER: Final = "last letter"


def install(app: Flask) -> None:
    """Tell an application's templates whether there is a postbox."""
    app.jinja_env.globals["has_postbox"] = lambda: site().settings.mail.is_local


@pages.before_request
def only_without_relay() -> None:
    """Answer 404 where mails go out into the world by a relay: there is nothing to read here then."""
    if not site().settings.mail.is_local:
        abort(404)


@pages.get("/postbox")
def mails() -> ResponseReturnValue:
    """The mails in the visitor's Maildir, the newest first, and what became of the letter they have just sent."""
    box = _postbox(player())
    keys = list(box.files())[::-1]
    found = stretch(len(keys), _ON_PAGE, lambda limit, offset: keys[offset : offset + limit])
    sent, reply = session.get(_LAST_LETTER, ("", ""))
    is_sent = bool(sent) and request.args.get("sent") == sent
    answer = _answer_to(box, sent) if is_sent else None
    tries = request.args.get("tries", 0, type=int)
    response = make_response(
        render_template(
            "postbox.html",
            page=found,
            mails=box.headings(found.items),
            reply=reply if is_sent else "",
            answer=answer,
            waits=is_sent and answer is None and tries < _TRIES,
        )
    )
    if is_sent and answer is None and tries < _TRIES:
        # Not an element of the page, since whoever reads it by ear would be thrown back to its top for ever.
        response.headers["Refresh"] = f"2; url={url_for('postbox.mails', sent=sent, tries=tries + 1)}"
    return response


@pages.get("/postbox/<key>")
def mail(key: str) -> ResponseReturnValue:
    """A mail, to be read and answered."""
    me = player()
    return _mail_page(me, _open(me, key))


@pages.get("/postbox/<key>/page")
def page(key: str) -> ResponseReturnValue:
    """A mail's HTML for a frame in which it can load, run and send nothing."""
    found = _open(player(), key)
    if not found.page:
        abort(404)
    return framed(found.page)


@pages.post("/postbox/<key>")
def answer(key: str) -> ResponseReturnValue:
    """Bring a letter in answer to a mail to the server, by SMTP; what was typed is kept where it is not taken."""
    me, here = player(), site()
    found = _open(me, key)
    if not found.heading.answers_to:
        abort(404)
    typed = request.form.get("letter", "").replace("\r\n", "\n").replace("\r", "\n")
    letter_id = f"{secrets.token_hex(12)}@{me.address.rpartition('@')[2]}"
    letter = _letter(me, found.heading, typed, f"<{letter_id}>")
    reply = submit(letter, me.address, found.heading.answers_to, _host(), here.letters_port())
    if not reply.is_taken:
        return _mail_page(me, found, typed, str(reply)), 502
    sent_forms.note_done()
    session[_LAST_LETTER] = (letter_id, str(reply))
    _await_answer(_postbox(me), letter_id)
    return redirect(url_for("postbox.mails", sent=letter_id), 303)


def _mail_page(me: PlayerRow, found: Opened, typed: str | None = None, refusal: str = "") -> Response:
    heading = found.heading
    with site().read() as unit:
        token = token_of(heading.answers_to.rpartition("@")[0])
        destination = find_destination(unit, token)
        is_answerable = destination is not None and not isinstance(destination, ReportsDestination)
    text = render_template(
        "postbox_mail.html",
        mail=found,
        to=me,
        subject=_answering(heading.subject),
        is_answerable=is_answerable or refusal != "",
        typed=_quoted(found) if typed is None else typed,
        refusal=refusal,
    )
    return with_frame(text)


def _letter(me: PlayerRow, answered: MailHeading, text: str, message_id: str) -> bytes:
    """A letter as a mail program writes it (RFC 5322), with CRLF."""
    body = text_part(text)
    headers: tuple[tuple[str, Value], ...] = (
        ("From", named_address(me.name, me.address)),
        ("To", named_address("", answered.answers_to)),
        ("Subject", subject_line(_answering(answered.subject))),
        ("Date", format_datetime(site().clock())),
        *thread_headers(message_id, answered.message_id, (*answered.references, answered.message_id)),
        ("MIME-Version", "1.0"),
    )
    return well_formed(MimePart((*headers, *body.headers), body.content))


def _answering(subject: str) -> str:
    return subject if subject.lower().startswith("re:") else f"Re: {subject}"


def _quoted(found: Opened) -> str:
    """The quote that mail programs put below the place for an answer; in English, as readers of quotes know it."""
    date = found.heading.date
    when = f"On {date:%Y-%m-%d} at {date:%H:%M}, " if date else ""
    lines = found.text[:_LONGEST_QUOTE].splitlines()
    return "\n".join(["", "", f"{when}{found.heading.sender} wrote:", *(f"> {line}".rstrip() for line in lines)])


def _postbox(me: PlayerRow) -> Maildir:
    return Maildir(MaildirTransport(site().settings.maildir).folder(me.address))


def _open(me: PlayerRow, key: str) -> Opened:
    found = _postbox(me).open(key)
    if found is None:
        abort(404)
    return found


def _host() -> str:
    host = site().settings.mail.listen_host
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def _await_answer(box: Maildir, letter_id: str) -> None:
    """Wait a moment for the answer, which rarely takes longer."""
    end = time.monotonic() + _PATIENCE_SECONDS
    while _answer_to(box, letter_id) is None and time.monotonic() < end:
        time.sleep(0.05)


def _answer_to(box: Maildir, letter_id: str) -> MailHeading | None:
    newest = list(box.files())[-_LOOKED_AT:]
    return next((found for found in box.headings(newest) if found.in_reply_to == f"<{letter_id}>"), None)
