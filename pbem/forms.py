"""Forms of pages, declared once with WTForms: a field with its label, help and limits, and what is wrong with it.

Fields of commands say how a form asks for them, and `pbem.commands.command.form_of` makes the form of a command. Texts
of a form are message ids, or sentences in the visitor's language already, which `_forms.html` shows. That a form was
sent by a page of this server, and that it is this very one, is checked before any view sees it
(`pbem.web.protection`, `pbem.web.sent_forms`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

from wtforms import EmailField, Field, Form, RadioField, StringField, TextAreaField
from wtforms.meta import DefaultMeta
from wtforms.validators import ValidationError
from wtforms.widgets import NumberInput

from pbem.clock import LONGEST_DAYS, Pace, read_pace
from pbem.i18n import N_
from pbem.naming import LONGEST, BadName, is_address

AGAIN: Final = N_("Please choose one of these.")
"""What is said of a choice that is none."""
NO_ADDRESS: Final = N_("This is not an email address, such as ada@example.org.")
UNITS: Final[Mapping[str, str]] = {"d": N_("days"), "h": N_("hours")}
"""In what a turn's time is counted."""


class _Messages:
    """The messages of WTForms itself: only ever that something is none of the choices."""

    def gettext(self, string: str) -> str:
        return AGAIN

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        return AGAIN


class PageForm(Form):
    """A form of a page. The first field that is wrong has the flag `first_wrong`, and the focus.

    `about` is what it is about, for choices that depend on that.
    """

    about: Any = None

    class Meta(DefaultMeta):
        """The settings that forms of pages share."""

        def get_translations(self, form: Any) -> _Messages:
            """The messages of WTForms itself."""
            return _Messages()

    def validate(self, extra_validators: Any = None) -> bool:
        """Check all fields."""
        is_right = super().validate(extra_validators)
        self._mark()
        return is_right

    def refuse(self, why: str, name: str = "") -> None:
        """Say what is wrong with a field that only its view can know, or, without a field, with all of it."""
        if name in self:
            self[name].errors = (*self[name].errors, why)
            self._mark()
        else:
            self.form_errors.append(why)

    def offer(self, name: str, find: Callable[[], Mapping[Any, str]]) -> None:
        """Say what can be chosen of a field, if it is asked for."""
        if name in self:
            cast(Any, self[name]).choices = find()

    def _mark(self) -> None:
        wrong = [field for field in self if field.errors]
        for field in wrong[:1]:
            field.flags.first_wrong = True


class PaceInput(Field):
    """A length of playing time: a number in the input `amount`, and in `unit` what it counts; None for no number."""

    widget = NumberInput(min=1, max=LONGEST_DAYS * 24)
    units = UNITS

    def __init__(self, label: str, *, is_optional: bool = False, **more: Any) -> None:
        super().__init__(label, render_kw={"required": not is_optional}, **more)
        self.is_optional = is_optional

    def process_data(self, value: object) -> None:
        """Show a time that stands already."""
        self.data = value if isinstance(value, Pace) else None
        self.amount: str = "" if self.data is None else str(self.data.amount)
        self.unit: str = "d" if self.data is None else self.data.unit

    def process(self, formdata: Any, *data: Any, **more: Any) -> None:
        """Take both inputs."""
        super().process(None, *data, **more)
        if formdata is not None:
            self.amount, self.unit = stripped(formdata.get("amount")), formdata.get("unit", "")
            self.data = read_pace(f"{self.amount.lstrip('0')}{self.unit}")

    def pre_validate(self, form: Any) -> None:
        """Check that it is a time; where it may be left out, only if a number was typed."""
        is_left_out = self.is_optional and not self.amount and self.unit in UNITS
        if self.data is None and not is_left_out:
            raise ValidationError(N_("Please give a number of days or hours; at most 60 days."))

    def _value(self) -> str:
        return self.amount


def stripped(text: str | None) -> str:
    """A text without the space around it, lines ended by LF alone; "" for one that was not sent."""
    return (text or "").replace("\r\n", "\n").strip()


def typed(label: str, most: int, validators: Sequence[Any] = (), *, rows: int = 0, **more: Any) -> Any:
    """A field for a text of at most `most` characters, which has to be filled in: of one line, or of some `rows`."""
    kind, usual = (TextAreaField, {"rows": rows}) if rows else (StringField, {"autocomplete": "off"})
    keywords = {"required": True, "maxlength": most, **usual, **more.pop("render_kw", {})}
    return kind(label, list(validators), filters=[stripped, *more.pop("filters", ())], render_kw=keywords, **more)


def one_of(
    label: str,
    values: Mapping[Any, str] | Callable[..., Mapping[Any, Any]],
    kind: Callable[..., Any] = RadioField,
    **more: Any,
) -> Any:
    """A field for one of a few values, each with its text, or with the `kind` SelectMultipleField for some of them."""
    return kind(label, choices=values, **more)


def switch(label: str, texts: Mapping[str, str], **more: Any) -> Any:
    """A field for no or yes, by the two values, no first, each with its text."""
    _no, yes = texts
    return one_of(label, texts, coerce=lambda value: value in (yes, True), default=False, **more)


def named_by(check: Callable[[str], object], explain: Callable[[BadName], str] = lambda bad: bad.msgid) -> Any:
    """That a text passes as a name; `explain` says why it does not."""

    def passes(_form: Form, field: Field) -> None:
        try:
            check(field.data)
        except BadName as bad:
            raise ValidationError(explain(bad)) from bad

    return passes


def address_field(
    label: str, description: str, *, is_ours: Callable[[str], bool] = lambda _address: False, **more: Any
) -> Any:
    """A field for a mail address that is none of the server's own."""

    def check(_form: Form, field: Field) -> None:
        if not is_address(field.data) or is_ours(field.data):
            raise ValidationError(NO_ADDRESS)

    keywords = {"autocomplete": "email", "required": True, "maxlength": LONGEST}
    return EmailField(label, [check], filters=[stripped], description=description, render_kw=keywords, **more)
