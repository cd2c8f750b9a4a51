"""`pbem init` with a club's mailbox: what it asks, what it takes, and what it writes."""

import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest
from mailservers_kit import HOST, free_ports
from terminal_kit import converse

from pbem.cli.mail.providers import before_that, provider_of, why_not
from pbem.config import example_text, filled_in, load
from pbem.config.loading import Value
from pbem.mail.receiving.imap import LoginRefused
from server.kit import run_pbem

BOX: Final = "railroad@provider.test"
QUOTED: Final = 'a "quoted" \\ pässword\x7f'


def test_whoever_has_no_mailbox_presses_enter(tmp_path: Path) -> None:
    program = [sys.executable, "-m", "pbem", "--config", tmp_path / "pbem.toml", "init"]
    assert "`pbem player add`" in converse(program, [("or Enter for none", "")])
    assert (tmp_path / "pbem.toml").read_text("utf-8") == example_text()


@pytest.fixture
def closed() -> str:
    """A server of which nobody listens at its port."""
    return f"{HOST}:{free_ports(1)[0]}"


def test_options_and_a_file_or_the_environment_say_all(
    tmp_path: Path, closed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, secret = tmp_path / "pbem.toml", tmp_path / "secret"
    options = ("init", "--mailbox", BOX, "--imap", closed, "--smtp", closed)
    assert "--password-file" in run_pbem("--config", config, *options, status=1).output
    secret.write_bytes(b"p\xe4ssword\n")
    secret.chmod(0o600)
    assert "in UTF-8" in run_pbem("--config", config, *options, "--password-file", secret, status=1).output
    secret.write_text(f"{QUOTED}\n", "utf-8")
    secret.chmod(0o644)
    with_file = (*options, "--password-file", secret)
    assert "`chmod 600" in run_pbem("--config", config, *with_file, status=1).output
    secret.chmod(0o600)
    assert not config.exists(), "nothing is written that does not work"
    said = run_pbem("--config", config, *with_file).output
    assert f"{HOST} cannot be used" in said and QUOTED not in said
    mail = load(config).mail
    assert mail.imap is not None and mail.relay is not None
    assert mail.imap.password.get_secret_value() == mail.relay.password.get_secret_value() == QUOTED
    assert (mail.imap.user, mail.plus, mail.imap.tls, mail.relay.tls) == (BOX, False, "tls", "starttls")
    assert "already exists" in run_pbem("--config", config, *with_file, status=1).output
    config.unlink()
    for name in ("IMAP", "RELAY"):
        monkeypatch.setenv(f"PBEM_MAIL__{name}__PASSWORD", QUOTED)
    run_pbem("--config", config, *options)
    assert "\npassword" not in config.read_text("utf-8")
    assert "\n#password" in config.read_text("utf-8")


def test_what_fails_leaves_nothing_behind_and_can_be_tried_again(
    tmp_path: Path, closed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, secret = tmp_path / "pbem.toml", tmp_path / "secret"
    secret.write_text("wrong\n")
    secret.chmod(0o600)
    options = ("init", "--mailbox", BOX, "--imap", closed, "--smtp", closed, "--password-file", secret)

    def refuse(_settings: object) -> None:
        raise LoginRefused("no such password")

    with monkeypatch.context() as patched:
        patched.setattr("pbem.cli.mail.setup.ImapMailbox", refuse)
        said = run_pbem("--config", config, *options, status=1).output
        assert "refuses the login" in said and "Nothing was written" in said
        for name in ("IMAP", "RELAY"):
            patched.setenv(f"PBEM_MAIL__{name}__PASSWORD", "wrong")
        assert "Nothing was written" in run_pbem("--config", config, *options[:-2], status=1).output
    assert not config.exists()
    (tmp_path / "var").write_text("where the data belongs")
    run_pbem("--config", config, *options, status=1)
    run_pbem("--config", config, "init", status=1)
    assert not config.exists(), "what was begun is taken back"
    (tmp_path / "var").unlink()
    assert "is made" in run_pbem("--config", config, *options).output
    (tmp_path / "var" / "pbem.sqlite3").write_bytes(b"no database")
    run_pbem("--config", config, "init", status=1)
    assert load(config).mail.mailbox == BOX, "what was there before stays"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--mailbox", "club@outlook.com"), "only by OAuth"),
        (("--mailbox", "club@proton.me"), "only its own Bridge"),
        (("--mailbox", "club@tuta.com"), "only its own programs"),
        (("--mailbox", "club"), "cannot be a club's mailbox"),
        (("--mailbox", "club+one@provider.test"), "cannot be a club's mailbox"),
        (("--mailbox", BOX, "--imap", "host:port"), "is not a mail server"),
        (("--mailbox", BOX, "--smtp", "host:99999"), "is not a mail server"),
        (("--plus",), "Name it with --mailbox"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_written(
    tmp_path: Path, options: tuple[str, ...], why: str
) -> None:
    assert why in run_pbem("--config", tmp_path / "pbem.toml", "init", *options, status=1).output
    assert list(tmp_path.iterdir()) == []


def test_known_providers_have_their_servers_and_others_the_usual_names() -> None:
    assert provider_of("GMX.de").imap == "imap.gmx.net:993"
    assert provider_of("gmail.com").has_plus and "app password" in before_that(provider_of("gmail.com"))
    assert not provider_of("web.de").is_named_in_full
    club = provider_of("club.example")
    assert (club.imap, club.smtp, before_that(club)) == ("imap.club.example:993", "smtp.club.example:587", "")
    assert why_not("hotmail.co.uk") and why_not("live.com")
    assert not why_not("live.games.club.example") and not why_not("gmx.de")


def test_a_text_filled_in_is_the_example_with_these_keys_and_no_others() -> None:
    tables: dict[str, dict[str, Value]] = {
        "mail": {"mailbox": BOX, "plus": True},
        "mail.relay": {"host": QUOTED, "port": 1, "connections": 3},
    }
    filled = filled_in(example_text(), tables)
    before, after = tomllib.loads(example_text()), tomllib.loads(filled)
    assert after["mail"].pop("relay") == tables["mail.relay"]
    assert after.pop("mail") == before.pop("mail") | tables["mail"]
    assert after == before
    with pytest.raises(LookupError):
        filled_in(example_text(), {"mail.relay": {"folders": ["INBOX"]}})
