"""Notices in words, and as the services want them: a payload to be pushed, and the bodies of webhooks.

A notice tells only what everybody at the table may know, and leads to the game's page without a secret in its address.
"""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Final, Literal, TypeAlias

from pbem.clock import from_ms
from pbem.i18n import Catalogue
from pbem.notifications.addresses import WebAddress
from pbem.notifications.moments import GameMoment
from pbem.reports.notes import span_in_words
from pbem.store.accounts.channels import ChannelEvent, ChannelKind

MessageKind: TypeAlias = ChannelEvent | Literal["begun", "test"]
ORDER: Final[tuple[MessageKind, ...]] = ("over", "turn", "reminder", "begun", "move", "notice", "press")
"""Kinds of news, the most important first: a notice is of the first that it tells."""
_TAGS: Final[Mapping[MessageKind, str]] = {
    "over": "checkered_flag",
    "turn": "game_die",
    "reminder": "alarm_clock",
    "press": "speech_balloon",
}
"""The signs that ntfy shows before a title."""
_JOINTS: Final = re.compile("@(?!\u200b)" r"|:(?=/)|(?<=[^\W_])\.(?=[^\W_])")
"""The signs by which chats know calls, addresses with a scheme, and names of hosts without one."""
_LONGEST: Final = 300
"""Characters of a title; names of games are shorter."""


@dataclass(frozen=True, slots=True)
class GameNotice:
    """A notice, as a device is given it."""

    title: str
    body: str
    tag: str
    """One for each game: a newer notice takes the place of an older one."""
    url: str
    kind: MessageKind


@dataclass(frozen=True, slots=True)
class NewsOfGame:
    """The news of a game for one player, and what is needed to word it."""

    tag: str
    game: str
    moment: GameMoment
    kinds: Collection[MessageKind]
    mover: str
    """The name of the player to move; "" for nobody."""
    now_ms: int
    was_held: bool = False
    is_first_turn: bool = True


def notice_of(news: NewsOfGame, words: Catalogue, zone: str, base_url: str) -> GameNotice:
    """Word the news of a game."""
    kinds = [kind for kind in ORDER if kind in news.kinds]
    body = " ".join(filter(None, (_sentence(kind, kinds, news, words, zone) for kind in kinds)))
    return GameNotice(news.game[:_LONGEST], body, f"game-{news.tag}", f"{base_url}/games/{news.tag}", kinds[0])


def sample_notice(server: str, words: Catalogue, base_url: str) -> GameNotice:
    """Word what a player is sent to see whether it arrives."""
    body = words.text("Notices from %(server)s will look like this.", server=server)
    return GameNotice(words.text("A test"), body, "test", f"{base_url}/my/notifications", "test")


def _sentence(kind: MessageKind, kinds: Collection[MessageKind], news: NewsOfGame, words: Catalogue, zone: str) -> str:
    text, moment = words.text, news.moment
    match kind:
        case "over":
            return text("The game is over.")
        case "turn" if moment.deadline_ms is not None:
            return text(
                "It's your turn. Deadline: %(deadline)s.", deadline=words.moment(from_ms(moment.deadline_ms), zone)
            )
        case "turn":
            return text("It's your turn.")
        case "reminder" if moment.deadline_ms is not None and moment.deadline_ms > news.now_ms:
            left = span_in_words(timedelta(milliseconds=moment.deadline_ms - news.now_ms), words)
            return text("The others are waiting for your orders. You have %(left)s left until the deadline.", left=left)
        case "reminder":
            return text("Your deadline has passed, and the others are waiting for you.")
        case "begun" if news.is_first_turn:
            return text("The game has begun.")
        case "begun":
            return text("You have a seat in this game now.")
        case "move" if "over" in kinds or "turn" in kinds:
            return ""
        case "move" if news.mover:
            return text("There are new moves, and it's %(player)s's turn.", player=news.mover)
        case "move":
            return text("There are new moves.")
        case "notice" if moment.held_ms is not None and not news.was_held:
            return text("The game is on hold.")
        case "notice" if moment.held_ms is None and news.was_held:
            return text("The game continues.")
        case "notice":
            return text("There is a new notice about the game.")
        case "press":
            return text("There is a new message for you.")
        case _:
            return ""


def payload(notice: GameNotice) -> bytes:
    """A notice as the device's service worker reads it."""
    return json.dumps(asdict(notice), ensure_ascii=False).encode()


def webhook_body(kind: ChannelKind, notice: GameNotice, player: str, address: WebAddress) -> bytes:
    """The body of a webhook. `player` says whose notice it is, where several read the same channel."""
    match kind:
        case "discord":
            shown_text = f"{_unmarked(notice.title)} ({_unmarked(player)}): {_unmarked(notice.body)}\n<{notice.url}>"
            body: dict[str, object] = {"content": shown_text, "allowed_mentions": {"parse": []}}
        case "slack" | "mattermost":
            parts = [notice.title, player, notice.body]
            title, name, text = (_escaped(part if kind == "slack" else _unmarked(part)) for part in parts)
            body = {"text": f"{title} ({name}): {text}\n{notice.url}"}
            if kind == "slack":
                body["mrkdwn"] = False
        case "ntfy":
            tags = [_TAGS[notice.kind]] if notice.kind in _TAGS else []
            title, text = _inert(notice.title), _inert(notice.body)
            body = {"topic": topic_of(address), "title": title, "message": text, "click": notice.url}
            body["tags"] = tags
        case _:
            raise ValueError(kind)
    return json.dumps(body).encode()


def topic_of(address: WebAddress) -> str:
    """The topic in an address of ntfy, the last part of its path; "" where there is none."""
    return address.target.partition("?")[0].rstrip("/").rpartition("/")[2]


def webhook_address(kind: ChannelKind, address: WebAddress) -> WebAddress:
    """The address to write to: of ntfy its root, since the topic stands in the body, where titles may have any sign."""
    if kind != "ntfy":
        return address
    path, mark, query = address.target.partition("?")
    return WebAddress(address.host, address.port, f"{path.rstrip('/').rpartition('/')[0]}/{mark}{query}")


def _unmarked(text: str) -> str:
    return _inert(re.sub(r"([\\`*_{}\[\]()#+!|~<>-])", r"\\\1", " ".join(text.split())))


def _escaped(text: str) -> str:
    return _inert(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def _inert(text: str) -> str:
    """A text in which no @ calls anybody, and no chat makes a link of a word: a space without width stands in them.

    Names are what players choose, and a chat shows an address in one as a link, with a preview of where it leads.
    """
    return _JOINTS.sub("\\g<0>\u200b", text)
