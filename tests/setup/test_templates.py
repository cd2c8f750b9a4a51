from pathlib import Path

import pytest
from jinja2 import TemplateSyntaxError, UndefinedError

from pbem.i18n import PSEUDO, catalogue
from pbem.templates import environment, templates_folder

ENGLISH = catalogue("en")


def rendered(source: str, language: str = "en", **facts: object) -> str:
    return environment(catalogue(language)).from_string(source).render(facts)


def test_a_checkout_has_its_templates_beside_the_package(checkout: Path) -> None:
    assert templates_folder() == checkout / "mail_templates"


def test_every_template_can_be_read() -> None:
    env = environment(ENGLISH)
    of_mails = {path.relative_to(templates_folder()).as_posix() for path in templates_folder().rglob("*")}
    drawings = {name for name in env.list_templates() if name.endswith(".svg")}
    assert {name.partition("/")[0] for name in drawings} == {"drawing", "games"}
    for name in of_mails | drawings:
        env.get_template(name)


def test_texts_go_through_the_catalogue() -> None:
    source = '{{ _("%(name)s rolls", name=who) }} {% trans n=2 %}{{ n }} die{% pluralize %}{{ n }} dice{% endtrans %}'
    assert rendered(source, who="Anna") == "Anna rolls 2 dice"
    assert rendered(source, PSEUDO, who="Anna") == "⟦Anna rolls⟧ ⟦2 dice⟧"


def test_a_text_over_several_lines_is_one_message() -> None:
    assert rendered("{% trans %}\n  It's\n  your turn.\n{% endtrans %}", PSEUDO) == "⟦It's your turn.⟧"


def test_numbers_are_written_by_the_catalogue() -> None:
    assert rendered("{{ words.number(1500) }}") == "1,500"


def test_lines_of_tags_leave_nothing_behind() -> None:
    assert rendered("a\n  {% if true %}\nb\n  {% endif %}\nc") == "a\nb\nc"


def test_a_missing_fact_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="who"):
        rendered("{{ who }}")
    with pytest.raises(TemplateSyntaxError):
        rendered("{% if %}")


@pytest.mark.parametrize(("name", "escapes"), [("turn.html", True), ("turn.txt", False), (None, False)])
def test_only_html_is_escaped(name: str | None, escapes: bool) -> None:
    autoescape = environment(ENGLISH).autoescape
    assert callable(autoescape)
    assert autoescape(name) is escapes


def test_each_language_has_one_environment() -> None:
    assert environment(catalogue("en")) is environment(catalogue("en"))
    assert environment(catalogue("en")) is not environment(catalogue(PSEUDO))
