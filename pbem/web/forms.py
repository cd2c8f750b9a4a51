"""Forms of pages, declared once with WTForms: a field with its label, help and limits, and what is wrong with it.

All texts of a form are message ids, which `_forms.html` shows in the visitor's language. That a form was sent by a page
of this server, and that it is this very one, is checked before any view sees it (`protection`, `sent_forms`).
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from wtforms import EmailField, Field, Form, RadioField
from wtforms.meta import DefaultMeta
from wtforms.validators import ValidationError

from pbem.i18n import N_
from pbem.naming import BadName, is_address

AGAIN: Final = N_("Please choose one of these.")
"""What is said of a choice that is none."""
NO_ADDRESS: Final = N_("This is not an email address, such as ada@example.org.")
_LONGEST_ADDRESS: Final = 254


class _Messages:
    """The messages of WTForms itself: only ever that something is none of the choices."""

    def gettext(self, string: str) -> str:
        return AGAIN

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        return AGAIN


class PageForm(Form):
    """A form of a page. The first field that is wrong has the flag `first_wrong`, and the focus."""

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

    def refuse(self, name: str, why: str) -> None:
        """Say what is wrong with a field that only its view can know."""
        self[name].errors = (*self[name].errors, why)
        self._mark()

    def _mark(self) -> None:
        wrong = [field for field in self if field.errors]
        for field in wrong[:1]:
            field.flags.first_wrong = True


def stripped(text: str | None) -> str:
    """A text without the space around it; "" for one that was not sent."""
    return (text or "").strip()


def one_of(
    label: str,
    values: Mapping[Any, str] | Callable[..., Mapping[Any, Any]],
    kind: Callable[..., Any] = RadioField,
    **more: Any,
) -> Any:
    """A field for one of a few values, each with its text, or with the `kind` SelectMultipleField for some of them."""
    return kind(label, choices=values, **more)


def named_by(check: Callable[[str], object], explain: Callable[[BadName], str] = lambda bad: bad.msgid) -> Any:
    """That a text passes as a name; `explain` says why it does not."""

    def passes(_form: Form, field: Field) -> None:
        try:
            check(field.data)
        except BadName as bad:
            raise ValidationError(explain(bad)) from bad

    return passes


def address_field(
    label: str, description: str, is_ours: Callable[[str], bool] = lambda _address: False, **more: Any
) -> Any:
    """A field for a mail address that is none of the server's own."""

    def check(_form: Form, field: Field) -> None:
        if not is_address(field.data) or is_ours(field.data):
            raise ValidationError(NO_ADDRESS)

    keywords = {"autocomplete": "email", "required": True, "maxlength": _LONGEST_ADDRESS}
    return EmailField(label, [check], filters=[stripped], description=description, render_kw=keywords, **more)
