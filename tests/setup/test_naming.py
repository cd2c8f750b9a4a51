"""What may be a name or a title, wherever one is typed."""

from pathlib import Path

import pytest
from each_kit import each
from hypothesis import given
from hypothesis import strategies as st

from pbem.config import ConfigError, load
from pbem.mail.reading.text import chosen_name
from pbem.naming import BadName, fault_in_name

REFUSED = {
    "an encoded word": "=?utf-8?q?a=0D=0AReply-To:e@x.org?=",
    "the beginning of one": "Tea =?utf-8?q?a",
    "the end of one": "Tea ?= Coffee",
    "one in wide signs": "\uff1d\uff1futf-8\uff1fq\uff1fa\uff1f\uff1d",
    "one with a sign unseen": "=\u200b?utf-8?q?a?\u200b=",
    "a line break": "Tea\r\nBcc: e@x.org",
    "a tab": "Tea\tfor two",
    "a zero": "Tea\0",
    "an escape": "Tea \x1b[31m red",
    "a line separator": "Tea\u2028for two",
    "a paragraph separator": "Tea\u2029for two",
    "a next line": "Tea\x85for two",
    "an override": "Tea \u202egnp.exe",
    "an isolate": "Tea \u2067gnp.exe",
    "half a pair": "Tea \ud83d",
    "too much": "T" * 61,
}
WELL = ("Tea at four", "J. R. Smith", "Ünal's", "名前", "Ro\u0301bert", "Tea & cake = 2?", "Tea \U0001f682", "x" * 60)


@each("text", REFUSED.values(), ids=REFUSED.keys())
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(BadName):
        chosen_name(text, 60)


@each("text", WELL)
def test_what_is_one_is_taken(text: str) -> None:
    assert chosen_name(f"  {text}\n", 60).split() == chosen_name(text, 60).split() != []


@given(st.text(max_size=70))
def test_what_is_kept_can_be_a_name_again(typed: str) -> None:
    try:
        name = chosen_name(typed, 60)
    except BadName:
        return
    assert chosen_name(name, 60) == name
    assert not fault_in_name(name, 60)
    assert name.isprintable() and "=?" not in name and "?=" not in name


@pytest.mark.parametrize(("table", "key"), [("server", "name"), ("mail", "from_name")])
@pytest.mark.parametrize("text", ["=?utf-8?q?a?=", "a\\r\\nBcc: e@x.org", "a\\u202e", "a" * 101])
def test_the_server_and_its_mails_are_called_by_a_name(tmp_path: Path, table: str, key: str, text: str) -> None:
    file = tmp_path / "pbem.toml"
    file.write_text(f'[{table}]\n{key} = "{text}"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="must be one line of at most 100 characters"):
        load(file)


@pytest.mark.parametrize(
    ("table", "key", "value"),
    [
        ("mail", "domain", "=?utf-8?q?a?="),
        ("mail", "domain", "games.example\\u0000"),
        ("mail", "domain", "games.example>"),
        ("mail", "domain", "spiele.österreich"),
        ("web", "base_url", "http://games.example\\r\\nX: y"),
        ("web", "base_url", "http://games.example/ x"),
    ],
)
def test_addresses_of_the_server_are_some(tmp_path: Path, table: str, key: str, value: str) -> None:
    file = tmp_path / "pbem.toml"
    file.write_text(f'[{table}]\n{key} = "{value}"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=key):
        load(file)
