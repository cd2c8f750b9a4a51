"""Forms that are sent twice do once what they do: by a double click, from a second tab, or after an answer was lost.

Each form that a page shows holds a key of its own. The transaction that does what a form asks for also notes the form,
by a hash of its key and of all that it says; so both are done, or neither is, whenever the server is killed. The same
form sent again is answered like the first time. A form that was changed before it was sent again, as on a page that
the browser went back to, is another one. A form that did nothing can be sent as often as one likes: one that wrote
nothing, or whose view answered it by a page without keeping that answer, as previews are. One without a key, which no
page of ours shows, is dealt with each time.
"""

import json
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from functools import wraps
from hashlib import sha256
from typing import Any, Final

import msgspec
from flask import Flask, Response, flash, g, make_response, redirect, render_template, request, session
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from pbem.i18n import N_
from pbem.store import Tx
from pbem.store.service.server import (
    SentFormRow,
    add_sent_form,
    answer_sent_form,
    drop_sent_form,
    find_sent_form,
    forget_sent_forms,
)
from pbem.web.site import site
from pbem.web.visitor import whoever

KEPT_FOR: Final = timedelta(days=7)
"""How long it is known that a form was dealt with."""
FIELD: Final = "form_key"
"""The field that holds a form's key."""
_KEPT_MS: Final = KEPT_FOR // timedelta(milliseconds=1)
_KEY_BYTES: Final = 12
_NOT_SAID: Final = "csrf_token"
_FLASHED: Final = "_flashes"
"""Where Flask's sessions keep what the next page is to say."""

_View = Callable[..., ResponseReturnValue]


class FormAnswer(msgspec.Struct, frozen=True):
    """The answer to a form: the page that the browser was led to ("" for none), and what that page had to say.

    `kept` is what a view has kept of its own, to make the answer once more.
    """

    to: str
    said: tuple[tuple[str, str], ...]
    kept: str = ""


class SentBefore(Exception):
    """Raised within a transaction for a form that was dealt with in one before."""


class FormLocks:
    """A lock for each form under way, by which its second sending waits for the first. Safe to use from any thread."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._held: dict[str, tuple[threading.Lock, int]] = {}

    @contextmanager
    def hold(self, digest: str) -> Iterator[None]:
        """Let nobody else deal with a form meanwhile."""
        with self._guard:
            lock, users = self._held.get(digest, (threading.Lock(), 0))
            self._held[digest] = (lock, users + 1)
        try:
            with lock:
                yield
        finally:
            with self._guard:
                lock, users = self._held.pop(digest)
                if users > 1:
                    self._held[digest] = (lock, users - 1)


class FormUnderWay:
    """A form that is being dealt with by this process; `is_noted` once it is noted, and what it asks for is done."""

    def __init__(self, digest: str, player_id: int | None, now_ms: int) -> None:
        self.digest = digest
        self.player_id = player_id
        self.now_ms = now_ms
        self.is_noted = False

    def note(self, tx: Tx) -> None:
        """Note the form in the transaction that does what it asks for. Raises SentBefore."""
        if not add_sent_form(tx, self.digest, self.player_id, self.now_ms) and not self.is_noted:
            raise SentBefore
        forget_sent_forms(tx, self.now_ms - _KEPT_MS)

    def committed(self) -> None:
        """Know from now on that the note is this sending's own: before, it may have been undone, and another's come."""
        self.is_noted = True


def install(app: Flask, again: Mapping[str, _View]) -> None:
    """Guard all forms of an application whose views are all registered.

    `again` holds, by endpoint, the views whose answer is more than a page to be led to: each takes what `keep` was
    given ("" where the answer is not known), and answers as the first time.
    """
    locks = FormLocks()
    for endpoint in {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}:
        view = app.ensure_sync(app.view_functions[endpoint])
        app.view_functions[endpoint] = _guarded(view, again.get(endpoint, _done), locks)
    app.jinja_env.globals["form_tokens"] = form_tokens


def form_tokens() -> Markup:
    """The hidden fields of a form that does something: that no other site sent it, and that it is this very form."""
    field = Markup('<input type="hidden" name="{}" value="{}">')
    return field.format(_NOT_SAID, generate_csrf()) + field.format(FIELD, secrets.token_urlsafe(_KEY_BYTES))


def keep(text: str) -> None:
    """Keep, for the case that the form under way is sent again, what its answer is made of."""
    g.kept_of_form = text


def find_kept(digest: str) -> str:
    """Text that was kept of a form of the present visitor's, by its `form_digest`; "" where none is known any more."""
    found = _sent(digest)
    answer = None if found is None else _answer_of(found)
    return "" if answer is None else answer.kept


def note_done() -> None:
    """Note that the form under way is dealt with, for a view that does so elsewhere than in the database."""
    site().database.write(lambda _tx: None)


def form_digest() -> str:
    """Tell the form under way from all others; "" for one without a key."""
    if not request.form.get(FIELD):
        return ""
    pairs = sorted(pair for pair in request.form.items(multi=True) if pair[0] != _NOT_SAID)
    return sha256(json.dumps([request.path, pairs]).encode()).hexdigest()


def _guarded(view: _View, again: _View, locks: FormLocks) -> _View:
    @wraps(view)
    def answer(**values: Any) -> ResponseReturnValue:
        digest = form_digest() if request.method == "POST" else ""
        if not digest:
            return view(**values)
        with locks.hold(digest):
            site().database.end_snapshot()  # the same form may have been dealt with meanwhile
            try:
                return _first(digest, view, values) if _sent(digest) is None else _again(digest, again)
            except SentBefore:  # another process was faster
                return _again(digest, again)

    return answer


def _first(digest: str, view: _View, values: Mapping[str, Any]) -> Response:
    """Deal with a form, and keep how it was answered where that did something.

    Where the view fails after it did something, that it did stays known.
    """
    database, known, said_before = site().database, whoever(), len(session.get(_FLASHED, ()))
    sending = FormUnderWay(digest, None if known is None else known.id, site().now_ms())
    with database.begin_writes_with(sending.note, sending.committed):
        response = make_response(view(**values))
    if not sending.is_noted:
        return response
    to, own_answer = response.headers.get("Location", ""), g.get("kept_of_form", "")
    if to or own_answer:
        messages = tuple((category, str(text)) for category, text in session.get(_FLASHED, ())[said_before:])
        answer = msgspec.json.encode(FormAnswer(to, messages, own_answer)).decode()
        database.write(lambda tx: answer_sent_form(tx, digest, answer))
    else:
        database.write(lambda tx: drop_sent_form(tx, digest))
    return response


def _again(digest: str, again: _View) -> ResponseReturnValue:
    found = _sent(digest)
    answer = None if found is None else _answer_of(found)
    if answer is None or answer.kept or not answer.to:
        return again("" if answer is None else answer.kept)
    for category, text in answer.said:
        if [category, text] not in [list(one) for one in session.get(_FLASHED, ())]:
            flash(text, category)
    return redirect(answer.to, 303)


def _answer_of(form: SentFormRow) -> FormAnswer | None:
    """The answer to a form, if it is kept, and the present visitor's to see."""
    known = whoever()
    if form.answer is None or form.player_id not in (None, known and known.id):
        return None
    return msgspec.json.decode(form.answer, type=FormAnswer)


def done_before(text: str) -> str:
    """Say that a form was dealt with, in a sentence given as a message id, where its first answer cannot be shown."""
    return render_template("error.html", title=N_("Already done"), text=text, typed="")


def _done(_answer: str) -> str:
    return done_before(N_("You have already sent this form, and it was processed then. Nothing was done twice."))


def _sent(digest: str) -> SentFormRow | None:
    with site().read() as unit:
        return find_sent_form(unit, digest)
