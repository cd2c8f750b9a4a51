"""Notices in the forms of each service, in which nothing that a player called a game or themselves has an effect."""

import json
from typing import Any

import pytest
from each_kit import each

from pbem.i18n import catalogue
from pbem.notifications.messages import GameNotice, sample_notice, webhook_address, webhook_body
from pbem.notifications.posting import read_address
from pbem.store.accounts.channels import ChannelKind

TITLE = "<!channel> @here *Bold* [x](https://evil.test) & <@U1> `code`"
NAME = "@all _Ada_"
NOTICE = GameNotice(TITLE, "It's your turn. Deadline: Sunday.", "game-e1", "https://games.test/games/e1", "turn")
HOOK = read_address("https://hooks.test/services/T0/secret")


def body(kind: ChannelKind, notice: GameNotice = NOTICE, address: str = "https://hooks.test/secret") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(webhook_body(kind, notice, NAME, read_address(address)))
    return found


def test_discord_calls_nobody_and_shows_no_markup() -> None:
    found = body("discord")
    assert found["allowed_mentions"] == {"parse": []}
    assert found["content"] == (
        "\\<\\!channel\\> @\u200bhere \\*Bold\\* \\[x\\]\\(https:\u200b//evil.\u200btest\\) & "
        "\\<@\u200bU1\\> \\`code\\` "
        "(@\u200ball \\_Ada\\_): It's your turn. Deadline: Sunday.\n<https://games.test/games/e1>"
    )
    assert found.keys() == {"content", "allowed_mentions"}


def test_slack_calls_nobody_and_shows_no_links() -> None:
    assert body("slack") == {
        "text": "&lt;!channel&gt; @\u200bhere *Bold* [x](https:\u200b//evil.\u200btest) &amp; &lt;@\u200bU1&gt; `code` "
        "(@\u200ball _Ada_): It's your turn. Deadline: Sunday.\nhttps://games.test/games/e1",
        "mrkdwn": False,
    }


def test_mattermost_calls_nobody_and_shows_no_markup() -> None:
    text = body("mattermost")["text"]
    assert "\\&lt;\\!channel\\&gt;" in text and "@\u200bhere \\*Bold\\* \\[x\\]" in text and "@\u200ball" in text
    assert text.endswith("\nhttps://games.test/games/e1")


@pytest.mark.parametrize("kind", ["slack", "mattermost"])
def test_nothing_is_left_that_calls_everybody(kind: ChannelKind) -> None:
    text = body(kind)["text"]
    assert not any(call in text for call in ("<!", "<@", "@here", "@all", "@channel", "@everyone"))


@each("kind", ["discord", "slack", "mattermost", "ntfy"])
@each("name", ["https://evil.test/x", "evil.test", "www.Evil.test", "x://evil", "ada@evil.test"])
def test_no_name_becomes_a_link(kind: ChannelKind, name: str) -> None:
    """Chats make one of each word that looks like an address, and fetch a preview of it."""
    notice = GameNotice(name, f"There are new moves, and it's {name}'s turn.", "game-e1", "https://games.test/", "move")
    text = json.dumps(json.loads(webhook_body(kind, notice, name, HOOK)), ensure_ascii=False)
    assert text.count("https://") == 1 and "https://games.test/" in text
    assert "vil.test" not in text and "x://" not in text
    assert text.replace("\u200b", "").count(name) >= 2, "it is shown as it is"


def test_ntfy_is_written_to_at_its_root_with_the_topic_of_the_address() -> None:
    notice = GameNotice("Zürich – Genève 🚂", "Du bist dran.", "game-e1", "https://games.test/games/e1", "reminder")
    assert body("ntfy", notice, "https://ntfy.test/push/our-games/") == {
        "topic": "our-games",
        "title": "Zürich – Genève 🚂",
        "message": "Du bist dran.",
        "click": "https://games.test/games/e1",
        "tags": ["alarm_clock"],
    }
    for address, written in (
        ("https://ntfy.test/topic", "https://ntfy.test/"),
        ("https://ntfy.test:8443/push/topic/?auth=abc", "https://ntfy.test:8443/push/?auth=abc"),
    ):
        assert webhook_address("ntfy", read_address(address)) == read_address(written)
    assert webhook_address("slack", HOOK) == HOOK


def test_a_body_is_ascii_whatever_it_says() -> None:
    for kind in ("discord", "slack", "mattermost", "ntfy"):
        notice = GameNotice("Zürich 🚂", "Français", "game-e1", "https://games.test/", "press")
        assert webhook_body(kind, notice, "Ægir", HOOK).isascii()


def test_a_test_says_where_it_comes_from() -> None:
    notice = sample_notice("Our games", catalogue("en"), "https://games.test")
    assert (notice.kind, notice.body) == ("test", "Notices from Our games will look like this.")
