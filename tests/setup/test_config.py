import re
import tomllib
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from each_kit import each
from pydantic import BaseModel, SecretStr

from pbem.config import ConfigError, Mail, Relay, Settings, Web, load
from pbem.i18n import catalogue
from pbem.store.engines import shown_name


@pytest.fixture
def example(checkout: Path) -> str:
    return (checkout / "config.example.toml").read_text(encoding="utf-8")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "pbem.toml"


def keys_of(model: type[BaseModel]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        tables = [t for t in (field.annotation, *get_args(field.annotation)) if isinstance(t, type)]
        table = next((t for t in tables if issubclass(t, BaseModel)), None)
        key = field.alias or name
        if table is None:
            yield key
        else:
            yield from (f"{key}.{inner}" for inner in keys_of(table))


def keys_in(table: dict[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from (f"{key}.{inner}" for inner in keys_in(value))
        else:
            yield key


def refusal(file: Path, text: str) -> str:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load(file)
    return str(caught.value)


def test_the_example_works_as_it_stands(example: str, file: Path) -> None:
    file.write_text(example, encoding="utf-8")
    settings = load(file)
    assert settings.database == file.parent / "var" / "pbem.sqlite3"
    assert settings.maildir == file.parent / "var" / "maildir"
    assert settings.mail.relay is None
    assert settings.web.base_url == "http://127.0.0.1:8080"


def test_the_example_says_what_holds_without_a_file(example: str, file: Path, tmp_path: Path) -> None:
    file.write_text(example, encoding="utf-8")
    empty = tmp_path / "empty.toml"
    empty.write_text("", encoding="utf-8")
    assert load(file) == load(empty)


def test_the_example_has_every_key_and_no_other(example: str, file: Path) -> None:
    whole = re.sub(r"^#(?=\S)", "", example, flags=re.MULTILINE)
    file.write_text(whole, encoding="utf-8")
    settings = load(file)
    assert sorted(keys_in(tomllib.loads(whole))) == sorted(keys_of(Settings))
    assert settings.mail.relay is not None
    assert settings.mail.relay.password.get_secret_value() == "a secret"
    assert settings.web.base_url == "https://games.example"


def test_every_key_of_the_example_is_explained(example: str) -> None:
    for paragraph in example.split("\n\n"):
        lines = paragraph.strip().splitlines()
        if any(re.match(r"#?\w+ = ", line) for line in lines):
            assert lines[0].startswith("# "), f"nothing explains {paragraph!r}"


@pytest.mark.parametrize(
    ("text", "key", "why"),
    [
        ("prot = 1", "prot", "there is no such key"),
        ("[wbe]\nport = 1", "wbe", "there is no such key; did you mean web?"),
        ("[web]\nprot = 1", "web.prot", "there is no such key; did you mean web.port?"),
        (
            "[mail.relay]\nhost = 'h'\nhosts = 'h'",
            "mail.relay.hosts",
            "there is no such key; did you mean mail.relay.host?",
        ),
        ("[mail.relay]\nport = 25", "mail.relay.host", "must be given"),
        ("[mail.relay]\nhost = 'h'\nconnections = 0", "mail.relay.connections", "must be at least 1"),
        ("[mail.relay]\nhost = 'h'\nhelo = 'a b'", "mail.relay.helo", "must be a domain, such as games.example"),
        (
            "[mail.sendmail]\ncommand = 'sendmail'",
            "mail.sendmail",
            "must be a command's words, one of them {recipient}",
        ),
        ('[mail.sendmail]\ncommand = "a \'{recipient}"', "mail.sendmail", "must be a command's words"),
        ("[mail.relay]\nhost = 'h'\ntls = 'ssl'", "mail.relay.tls", "must be one of 'none', 'starttls' or 'tls'"),
        ("web = 3", "web", "must be a table"),
        ("[web]\nport = 'http'", "web.port", "must be a whole number"),
        ("[web]\nport = 80.5", "web.port", "must be a whole number"),
        ("[web]\nport = true", "web.port", "must be a number"),
        ("[web]\nport = 70000", "web.port", "must be at most 65535"),
        ("[web]\nhost = 3", "web.host", "must be a text in quotes"),
        ("[web]\nhost = ''", "web.host", "must not be empty"),
        ("[web]\nbase_url = 'games.example'", "web.base_url", "must begin with http:// or https://"),
        ("[server]\ndata_dir = 3", "server.data_dir", "must be a text in quotes"),
        ("[server]\ntime_zone = 'CEST/Bonn'", "server.time_zone", "this time zone is not known"),
        ("[server]\ntime_zone = '../etc'", "server.time_zone", "this time zone is not known"),
        ("[server]\nlanguage = 'tlh'", "server.language", "this language is not known; there are: en"),
        ("[mail]\ndomain = 'me@games.example'", "mail.domain", "must be a domain, such as games.example"),
        ("[mail]\nlobby = 'a@b'", "mail.lobby", "must be what comes before the @ of an address, such as lobby"),
        (
            "[web]\ntrusted_proxies = ['10.0.0.0/33']",
            "web.trusted_proxies.0",
            "must be IP addresses or networks of them",
        ),
        ("[web]\ntrusted_proxies = '10.0.0.1'", "web.trusted_proxies", "must be a list of texts in quotes"),
        ("[web]\nheader_seconds = 0", "web.header_seconds", "must be more than 0"),
        ("[web]\nidle_seconds = true", "web.idle_seconds", "must be a number"),
        ("[web]\nmax_connections = 5", "web.max_connections", "must be at least 10"),
        ("[play]\nlist_days = 0", "play.list_days", "must be at least 1"),
        ("[mail]\nmax_bytes = 100", "mail.max_bytes", "must be at least 4096"),
        ("[play]\nextensions = -1", "play.extensions", "must be at least 0"),
        ("[play]\nextensions = 'some'", "play.extensions", "must be a whole number"),
        ("[play]\npace = '0d'", "play.pace", "must be a number of days or hours"),
        ("[play]\npace = '2 weeks'", "play.pace", "must be a number of days or hours"),
        ("[play]\npace = '61d'", "play.pace", "must be a number of days or hours"),
        ("[play]\nplaying_days = '531'", "play.playing_days", "must be days of the week"),
        ("[backup]\ndaily_at = '25:00'", "backup.daily_at", "must be a time of day"),
        ("[backup]\ncommand = 'cp x'", "backup", "must be a command's words, one of them {file}"),
        ("[log]\nlevel = 'loud'", "log.level", "must be one of 'debug', 'info', 'warning' or 'error'"),
        ("[log]\njson = 'perhaps'", "log.json", "must be true or false"),
    ],
)
def test_a_mistake_is_told_with_file_and_key(file: Path, text: str, key: str, why: str) -> None:
    message = refusal(file, text)
    assert message.startswith(f"{file}: {key}: {why}")
    assert "\n" not in message


def test_all_mistakes_are_told_at_once(file: Path) -> None:
    message = refusal(file, "[web]\nhost = 3\nport = 'x'\n[log]\nlevl = 'info'")
    assert [line.split(": ")[1] for line in message.splitlines()] == ["web.host", "web.port", "log.levl"]


def test_a_file_that_is_no_settings_file(file: Path, tmp_path: Path) -> None:
    assert refusal(file, "[web\n").startswith(f"{file}: is not valid TOML: ")
    file.write_bytes(b"name = '\xff'")
    with pytest.raises(ConfigError, match="cannot be read"):
        load(file)
    with pytest.raises(ConfigError, match="there is no such file"):
        load(tmp_path / "elsewhere.toml")
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path)


def test_mistakes_are_told_in_the_readers_language(file: Path) -> None:
    file.write_text("[web]\nport = 'x'\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load(file)
    assert caught.value.message(catalogue("xx")) == f"⟦{file}: web.port: ⟦must be a whole number⟧⟧"


def test_the_environment_goes_before_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("[web]\nport = 81\nhost = '::1'\n[mail.relay]\nhost = 'h'\n", encoding="utf-8")
    monkeypatch.setenv("PBEM_WEB__PORT", "82")
    monkeypatch.setenv("PBEM_MAIL__RELAY__PASSWORD", "hush")
    settings = load(file)
    assert settings.web.base_url == "http://[::1]:82"
    assert settings.mail.relay is not None
    assert settings.mail.relay.password.get_secret_value() == "hush"
    assert "hush" not in repr(settings)


@pytest.mark.parametrize(
    ("variable", "value", "why"),
    [
        ("PBEM_WEB__PORT", "http", "must be a whole number"),
        ("PBEM_WEB__PROT", "82", "there is no such key; did you mean PBEM_WEB__PORT?"),
        ("PBEM_WBE__PORT", "82", "there is no such key; did you mean PBEM_WEB__PORT?"),
    ],
)
def test_a_mistake_in_the_environment_names_the_variable(
    file: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, why: str
) -> None:
    monkeypatch.setenv(variable, value)
    assert refusal(file, "") == f"environment variable {variable}: {why}"


def test_a_table_from_the_environment_that_cannot_be_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_WEB", "port 82")
    assert refusal(file, "").startswith(f"{file}: the environment cannot be read: ")


def test_a_database_by_its_url_keeps_its_password_to_itself(file: Path) -> None:
    file.write_text("[store]\nurl = 'postgresql://pbem:hush@db.example/pbem'\n", encoding="utf-8")
    settings = load(file)
    assert isinstance(settings.store_url, SecretStr)
    assert shown_name(settings.store_url) == "postgresql://db.example/pbem"
    assert "hush" not in repr(settings)
    other = b"[store]\nurl = 'mysql://pbem:hush@db.example/pbem'\n"
    with pytest.raises(ConfigError) as refused:
        load(file, other)
    assert str(refused.value) == f'{file}: store.url: must begin with postgresql://, or be "" for the SQLite file'
    assert "hush" not in "".join(traceback.format_exception(refused.value))


def test_a_database_without_its_library_is_refused_with_what_to_install(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.config.values.find_spec", lambda _name: None)
    text = "[store]\nurl = 'postgresql://db.example/pbem'\n"
    assert refusal(file, text) == (
        f"{file}: store.url: needs a library that is not installed: pip install 'pbem[postgresql]'"
    )


def test_settings_cannot_be_changed(file: Path) -> None:
    file.write_text("[play]\nextensions = 5\n", encoding="utf-8")
    settings = load(file)
    assert settings.play.extensions == 5
    with pytest.raises(ValueError, match="frozen"):
        settings.play = settings.play
    with pytest.raises(ValueError, match="frozen"):
        settings.play.extensions = 3


def test_proxies_are_addresses_or_networks(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("[web]\ntrusted_proxies = ['10.0.0.1', '10.1.2.3/16', '::1']\n", encoding="utf-8")
    assert load(file).web.trusted_proxies == ("10.0.0.1/32", "10.1.0.0/16", "::1/128")
    monkeypatch.setenv("PBEM_WEB__TRUSTED_PROXIES", '["192.0.2.7"]')
    assert load(file).web.trusted_proxies == ("192.0.2.7/32",)


def test_a_certificate_comes_with_its_key(file: Path) -> None:
    assert "give both, or neither" in refusal(file, '[mail]\ncertificate = "c.pem"\n')
    file.write_text('[mail]\ncertificate = "c.pem"\nprivate_key = "k.pem"\n', encoding="utf-8")
    mail = load(file).mail
    assert (mail.certificate, mail.private_key) == (file.parent / "c.pem", file.parent / "k.pem")


@each(
    ("web", "reachable"),
    [
        ({}, False),
        ({"host": "0.0.0.0"}, False),
        ({"host": "::1"}, False),
        ({"host": "192.168.1.5"}, False),
        ({"host": "2001:4860::8888"}, True),
        ({"base_url": "http://localhost:8080"}, False),
        ({"base_url": "http://games.localhost."}, False),
        ({"base_url": "http://127.1.2.3"}, False),
        ({"base_url": "http://[fe80::1%25eth0]:8080"}, False),
        ({"base_url": "http://192.168.1.5:8080"}, True),
        ({"base_url": "http://[fd00::5]:8080"}, True),
        ({"base_url": "https://games.example/club"}, True),
    ],
)
def test_pages_on_this_machine_are_named_in_no_mail_that_leaves_it(web: dict[str, str], reachable: bool) -> None:
    relay = Mail(relay=Relay(host="smtp.example"))
    there = Settings(web=Web.model_validate(web), mail=relay)
    assert there.has_pages is reachable
    assert there.page("/games/e7") == (f"{there.web.base_url}/games/e7" if reachable else "")
    assert there.model_copy(update={"mail": Mail()}).page() == there.web.base_url, "mails in the Maildir stay here"
