import ast
import logging
import re
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from pbem.extraction import KEYWORDS, rule_messages
from pbem.i18n import N_, PSEUDO, catalogue, languages
from rules_core.games import all_rules
from setup.catalogue import CHECKOUT, messages

POLISH_PLURALS = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"
"""


def translated(folder: Path, language: str, messages: str, header: str = POLISH_PLURALS) -> Path:
    """A folder of languages with one file in it."""
    path = folder / language / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    path.write_text(header + messages, encoding="utf-8")
    return folder


@cache
def extracted() -> frozenset[str]:
    """Every message that `make messages` hands to translators."""
    return frozenset(message.text for message in messages())


@cache
def message_calls() -> list[tuple[str, ast.Call]]:
    """Every call of a function that takes messages, with the place where it stands."""
    found = []
    for path in sorted([*(CHECKOUT / "pbem").rglob("*.py"), *(CHECKOUT / "rules_core/kernel/record").rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                if name in KEYWORDS and node.args:
                    found.append((f"{path.relative_to(CHECKOUT)}:{node.lineno}", node))
    return found


def messages_of(call: ast.Call) -> list[ast.expr]:
    name = call.func.id if isinstance(call.func, ast.Name) else ast.unparse(call.func).rpartition(".")[2]
    return call.args[: len(KEYWORDS[name] or (1,))]


def template_files() -> list[Path]:
    folders = [CHECKOUT / "mail_templates", *CHECKOUT.glob("pbem/**/templates")]
    return [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]


def test_every_message_in_the_programs_is_extracted() -> None:
    for place, call in message_calls():
        for message in messages_of(call):
            if isinstance(message, ast.Constant) and isinstance(message.value, str):
                assert message.value in extracted(), f"{place}: {message.value!r}"


def test_no_message_is_put_together_before_it_is_translated() -> None:
    glued = (ast.JoinedStr, ast.BinOp)
    wrong = [place for place, call in message_calls() for message in messages_of(call) if isinstance(message, glued)]
    assert not wrong


def test_every_message_in_the_templates_is_extracted() -> None:
    for path in template_files():
        source = path.read_text(encoding="utf-8")
        for _, message in re.findall(r"""\b(?:_|gettext)\(\s*(["'])((?:(?!\1).)*)\1""", source):
            assert message in extracted(), f"{path.name}: {message!r}"
        for block in re.findall(r"{%-?\s*trans\b[^%]*%}(.*?){%-?\s*(?:pluralize|endtrans)", source, re.DOTALL):
            said = re.sub(r"{{-?\s*(\w+)\s*-?}}", r"%(\1)s", block.replace("%", "%%"))
            assert " ".join(said.split()) in {" ".join(text.split()) for text in extracted()}, f"{path.name}: {block!r}"


def test_every_rule_is_extracted() -> None:
    for rule in all_rules().values():
        assert {rule.title, rule.text, rule.first_reading} - {""} <= extracted()


def test_other_data_than_rules_holds_no_messages() -> None:
    assert rule_messages('[company.eisberg]\nname = "Eisberg Tours"\n') == []
    assert rule_messages("[FR-1]\ntitle = 'The line'\ntext = 'One line.'\n") == ["The line", "One line."]


def test_messages_must_fit_their_facts() -> None:
    for message in sorted(extracted()):
        facts = dict.fromkeys(re.findall(r"%\((\w+)\)", message), 7)
        if facts:
            assert "%(" not in message % facts


def test_english_needs_no_file() -> None:
    english = catalogue("en")
    assert english.text("It's your turn.") == "It's your turn."
    assert english.text("%(name)s rolls", name="Anna") == "Anna rolls"
    assert english.text("half is 50 %") == "half is 50 %"
    assert english.plural("%(n)s die of %(all)s", "%(n)s dice of %(all)s", 1, all=40) == "1 die of 40"
    assert english.plural("%(n)s die", "%(n)s dice", 0) == "0 dice"
    assert N_("untouched") == "untouched"


def test_numbers_and_moments_are_written_in_the_languages_way() -> None:
    evening = datetime(2026, 11, 22, 17, 0, tzinfo=UTC)
    assert catalogue("en").moment(evening, "Europe/Berlin") == "Sunday 22 November 2026, 18:00 CET"
    assert catalogue("en").moment(evening, "UTC") == "Sunday 22 November 2026, 17:00 UTC"
    assert (
        catalogue("en").date(datetime(2026, 11, 22, 23, 30, tzinfo=UTC), "Europe/Berlin") == "Monday 23 November 2026"
    )
    assert catalogue("en").brief(evening, "Europe/Berlin") == "22 Nov 2026, 18:00"
    assert catalogue("en").number(12500) == "12,500"


def test_a_language_is_a_file_that_nobody_compiles(tmp_path: Path) -> None:
    folder = translated(
        tmp_path,
        "de",
        """
msgid "It's your turn."
msgstr "Sie sind am Zug."

msgid "%(n)s die"
msgid_plural "%(n)s dice"
msgstr[0] "%(n)s Würfel"
msgstr[1] "%(n)s Würfel (wenige)"
msgstr[2] "%(n)s Würfel (viele)"

#, fuzzy
msgid "The game is over."
msgstr "Das Spiel ist vorbei?"
""",
    )
    german = catalogue("de", folder)
    assert languages(folder) == ("en", "de")
    assert german.text("It's your turn.") == "Sie sind am Zug."
    assert [german.plural("%(n)s die", "%(n)s dice", n) for n in (1, 3, 1500)] == [
        "1 Würfel",
        "3 Würfel (wenige)",
        "1.500 Würfel (viele)",
    ]
    assert german.text("Not translated") == "Not translated"
    assert german.text("The game is over.") == "The game is over."
    assert german.moment(datetime(2026, 11, 22, 17, 0, tzinfo=UTC), "UTC") == "Sonntag, 22. November 2026, 17:00 UTC"
    assert list(folder.rglob("*.mo")) == []


def test_a_region_falls_back_to_its_language_and_all_else_to_english(tmp_path: Path) -> None:
    folder = translated(tmp_path, "de", '\nmsgid "yes"\nmsgstr "ja"\n')
    assert catalogue("de-AT", folder).text("yes") == "ja"
    assert catalogue("de_CH", folder).language == "de"
    assert catalogue("fr", folder).language == "en"
    assert catalogue("../de", folder).language == "en"
    assert catalogue("", folder).language == "en"


def test_a_made_up_language_counts_as_english_does(tmp_path: Path) -> None:
    dice = '\nmsgid "%(n)s die"\nmsgid_plural "%(n)s dice"\nmsgstr[0] "one"\nmsgstr[1] "few"\nmsgstr[2] "%(n)s hop"\n'
    header = POLISH_PLURALS + '"Language: qaa\\n"\n'
    made_up = catalogue("qaa", translated(tmp_path, "qaa", dice, header))
    assert (made_up.language, made_up.plural("%(n)s die", "%(n)s dice", 1500)) == ("qaa", "1,500 hop")


def test_a_translation_that_changes_the_facts_is_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = translated(
        tmp_path,
        "de",
        """
#, python-format
msgid "%(name)s rolls"
msgstr "%(nmae)s würfelt"

#, python-format
msgid "%(name)s ends"
msgstr "%(name)s endet"
""",
    )
    with caplog.at_level(logging.WARNING, "pbem.i18n"):
        german = catalogue("de", folder)
    assert german.text("%(name)s rolls", name="Anna") == "Anna rolls"
    assert german.text("%(name)s ends", name="Anna") == "Anna endet"
    assert [record.args for record in caplog.records] == [(folder / "de/LC_MESSAGES/messages.po", "%(name)s rolls")]


def test_the_pseudo_language_shows_what_went_through_a_catalogue() -> None:
    pseudo = catalogue(PSEUDO)
    assert pseudo.text("%(name)s rolls", name="Anna") == "⟦Anna rolls⟧"
    assert pseudo.plural("%(n)s die", "%(n)s dice", 2) == "⟦2 dice⟧"
    assert PSEUDO not in languages()
