"""Everything that can be asked for, done so that nobody else may learn of it: made from the tables of what there is.

Of each table every entry is among the acts made here, or stands in a list of what is public, with the rule that makes
it so; most are in both, since what is previewed, prepared, refused or not confirmed is as secret as the rest is public.
Who adds an entry to a table finds by `without_twin` that it is in neither.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from flask.testing import FlaskClient
from lobby.kit import LOBBY, Village
from lobby.kit import examples_of as lines_of
from notifications.kit import Device
from web_kit import sit_down

from adjudicator.kit import DOMAIN, Game, World
from pbem.adjudicator.commands import COMMANDS
from pbem.commands.orders import OrderVerb, table_of, verbs_of
from pbem.commands.orders.conditions import CONTROLS
from pbem.commands.orders.notation import notation_of
from pbem.lobby.verbs import FOR_NEWCOMERS, FOR_PLAYERS
from pbem.mail.report_links import page_link
from pbem.moderation.lines import MODERATORS
from pbem.store.mail.outbox import list_unsent_mail

MOVER: Final = 2
"""The seat that is to move: Clara's."""
NEXT: Final = 3
"""The seat whose turn comes next: Dora's."""
OWNER: Final = "Fred"
"""A player without a seat, who has opened a private list."""
GUEST: Final = "Gina"
"""A player without a seat, who is asked to join it."""
MODERATOR: Final = "Mona"
_PRIVATE: Final = 1
"""The number of that list."""


@dataclass(frozen=True)
class Act:
    """Something done in a game by which nobody else learns anything; `entry` is what it comes from, with its table."""

    entry: str
    text: str
    do: Callable[[Game], object]


KIND: Final = "first_rails"
VERBS: Final = verbs_of(KIND)
_QUESTIONS: Final = {one.verb for one in COMMANDS if one.is_question}
_OF_PLAY: Final = _QUESTIONS | {verb.name for verb in (*notation_of(KIND).verbs, *CONTROLS)}
PLAYING: Final = tuple(verb for verb in VERBS if verb.name in _OF_PLAY)
"""What is done in one's turn, and what is asked about it."""
PUBLIC_ORDERS: Final[Mapping[str, str]] = {
    "roll": "dice are rolled before everybody",
    "end": "the next turn begins",
    "extend": "the others are told of the later deadline",
    "away": "the others are told until when nobody is there",
    "back": "the others are told that somebody is there again",
    "press": "press to all is everybody's to read; press to some is made in `between_two`",
    "dispute": "everybody may read who disputes what",
    "statement": "players and moderators read it at once, everybody later",
    "withdraw_dispute": "the game goes on, which everybody is told",
    "rollback": "all others are asked",
    "agree": "everybody sees who has agreed",
    "refuse": "everybody is told",
    "withdraw_proposal": "everybody is told",
    "replace": "everybody is told who has asked for it",
    "finish": "everybody is told who agrees",
    "concede": "everybody is told who concedes",
}
"""Verbs that nobody can use in secret, once they are carried out."""
PUBLIC_WORDS: Final[Mapping[str, str]] = {
    "away": "it is told in all of the player's games",
    "back": "it is told in all of the player's games",
}
"""Words of the office that have no secret form."""
PUBLIC_FORMS: Final[Mapping[str, str]] = {
    "press.send": "does what the verb `press` does",
    "seats.take": "everybody in the game is told who has the seat",
    "seats.resign": "everybody in the game is told that the seat is vacant",
    "disputes.file": "does what the verb `dispute` does",
    "disputes.speak": "does what the verb `statement` does",
    "away.announce": "the others are told",
    "away.back": "the others are told",
    "postbox.answer": "brings a letter by SMTP, as any mail program does",
    "moderate_disputes.grant_access": "stands in the log of the game",
    "moderate_disputes.ask": "everybody in the game is asked",
    "moderate_disputes.reopen": "everybody in the game is told, once it is confirmed",
}
"""Forms that nobody can send in secret, or that lead to what has a twin."""
_LINES: Final[Mapping[str, tuple[str, ...]]] = {
    "mute": ("mute clara", "mute anonymous"),
    "unmute": ("unmute anna",),
    "press": ("press anna: Shall we build east?",),
    "dispute": ("dispute: May he build there at all?",),
    "rollback": ("rollback: I ended my turn too early.",),
    "next": ("next turn: income; roll all", "next turn: nothing"),
}
"""What is written in place of a verb's first example."""
_OFFICE: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "open": ((OWNER, 'open germany for 3 private "Nobody knows"'),),
    "join": ((GUEST, f"join {_PRIVATE}"), (GUEST, f"join {_PRIVATE} with other words")),
    "leave": ((GUEST, f"leave {_PRIVATE}"),),
    "invite": ((OWNER, f"invite {_PRIVATE} {GUEST}"), (OWNER, f"invite {_PRIVATE} someone@far.test")),
    "bots": ((OWNER, f"bots {_PRIVATE} 9"), (GUEST, f"bots {_PRIVATE}")),
    "play": ((OWNER, "play germany 2"), (GUEST, "play first rails")),
    "decline": ((GUEST, f"decline {_PRIVATE}"), (GUEST, "decline e1")),
    "reports": ((OWNER, "reports daily"), (GUEST, "reports mine")),
    "standby": ((OWNER, "standby germany"), (GUEST, "standby"), (GUEST, "standby off")),
    "watch": ((OWNER, "watch e1"), (GUEST, "watch e1")),
    "unwatch": ((GUEST, "unwatch e1"),),
}
"""What is written in place of a word's first example, and by whom."""


# Letters to a seat


def off_turn() -> list[Act]:
    """What a seat that is not to move asks for in secret; it ends with orders that will do nothing when its turn comes.

    `confirm` comes first, while nothing waits for it.
    """
    verbs = sorted(VERBS, key=lambda verb: verb.name != "confirm")
    found = [_letter(NEXT, f"order {verb.name}", text) for verb in verbs for text in _disguised(verb)]
    unmet = "\n".join(f"if h >= 9: {text}" for verb in PLAYING for text in _lines(verb))
    unread = "\n".join(f"{text} wuff wuff" for verb in verbs for text in _lines(verb))
    return [
        *found,
        _letter(NEXT, "conditions that do not hold", unmet),
        _letter(NEXT, "a letter that cannot be read", unread),
        Act("a letter without a text", "", lambda game: game.post(NEXT, _undecodable(game))),
        Act("an automatic letter", "", lambda game: game.post(NEXT, _automatic(game))),
        Act("a letter of a stranger", "", lambda game: game.post(NEXT, _forged(game), "stranger@far.test")),
        _letter(NEXT, "what has to be confirmed", "resign"),
        Act("orders that answer an unknown mail", "", _answering_nothing),
        _letter(NEXT, "orders that will come to nothing", "next turn: if h >= 9: roll all"),
    ]


def on_turn() -> list[Act]:
    """What the seat that is to move does in secret, as long as it can take it back; in the end nothing of it stands."""
    verbs = [verb for verb in PLAYING if verb.name not in PUBLIC_ORDERS]
    texts = [(verb.name, text) for verb in verbs for text in _lines(verb)]
    more = [("lay", "A w"), ("undo", "undo"), ("buy", "buy insel\nbuy eisberg"), ("restart", "restart")]
    return [_letter(MOVER, f"order {name}", text) for name, text in (*texts, *more, ("income", "income"), more[-1])]


def between_two() -> list[Act]:
    """What goes between two seats: the mover's press to the next, with its name and without."""
    texts = ("press dora: Between you and me", "press anonymous dora: Guess who")
    return [_letter(MOVER, "order press", text) for text in texts]


def _disguised(verb: OrderVerb) -> Iterator[str]:
    """The forms in which a seat that is not to move may write a verb without anybody learning of it."""
    for text in _lines(verb):
        if verb.name not in PUBLIC_ORDERS or verb in PLAYING:
            yield text
        yield f"check\n{text}"
        if verb.name != "next":
            yield f"next turn: {text}"


def _lines(verb: OrderVerb) -> tuple[str, ...]:
    return _LINES.get(verb.name) or table_of(KIND).examples_of(verb.form, "en")[:1]


def _letter(seat: int, entry: str, text: str) -> Act:
    return Act(entry, text, lambda game: game.send(seat, text, quoting=False))


def _answering_nothing(game: Game) -> object:
    return game.send(NEXT, "mute clara", answering=None, headers={"In-Reply-To": f"<{'0' * 32}@{DOMAIN}>"})


def _undecodable(game: Game) -> bytes:
    return game.write(NEXT, "x", answering=None).replace(b"\r\n\r\n", b"\r\n\r\n" + b"\r\n" * 11_000, 1)


def _automatic(game: Game) -> bytes:
    return game.write(NEXT, "I am on holiday.", headers={"Auto-Submitted": "auto-replied"})


def _forged(game: Game) -> bytes:
    return game.write(NEXT, "income", headers={"From": "stranger@far.test"})


# Letters to offices


def at_the_office() -> list[Act]:
    """What players without a seat, strangers and a moderator ask for in secret; of acts it is what they would do."""
    found = []
    for word in FOR_PLAYERS:
        if word.name not in PUBLIC_WORDS:
            requested = _OFFICE.get(word.name) or ((OWNER, lines_of(word, "en")[0]),)
            found += [_to_office(f"word {word.name}", name, text) for name, text in requested]
    found += [Act(f"word {word.name}", "", _register) for word in FOR_NEWCOMERS[:1]]
    found += [Act(f"word {word.name}", "", _confirm) for word in FOR_NEWCOMERS[1:]]
    for verb in MODERATORS.verbs:
        text = re.sub(r"\be7\b", "e1", lines_of(verb, "en")[0]).replace(" ben", " bert").replace("118", "1")
        found.append(_to_office(f"moderator's word {verb.name}", MODERATOR, text))
    return found


def _to_office(entry: str, name: str, text: str) -> Act:
    return Act(entry, text, lambda game: Village(game.world).write(name, text))


def _register(game: Game) -> None:
    Village(game.world).send("ada@far.test", LOBBY, "register Ada Lovelace")


def _confirm(game: Game) -> None:
    village = Village(game.world)
    question = village.send("eve@far.test", LOBBY, "hello").answer
    village.answer(question, "confirm")


# Forms on pages


@dataclass(frozen=True)
class Sent:
    """A form as it is sent: by whom (None: nobody who is signed in), to which address, and what it holds.

    `{sign-in}` and so on in the address stand for the token in the newest mail with a link that begins so.
    """

    name: str | None
    path: str
    fields: Mapping[str, str | list[str]]


_DORA: Final = "Dora"
_ENDPOINT: Final = "https://push.test/of/dora"
_KEYS: Final = Device().keys
_HIDDEN: Final = ("dice", "passengers")
_ENTER: Final = "/enter/"
_WHY: Final[Mapping[str, str | list[str]]] = {"reason": "why", "text": "so"}
FORMS: Final[Mapping[str, Sent]] = {
    "games.orders": Sent(_DORA, "/games/e1/orders", {"orders": "income", "do": "preview", "position": "0"}),
    "press.mute": Sent(_DORA, "/games/e1/press/mute", {"whom": "2", "do": "mute"}),
    "watching.change": Sent(GUEST, "/games/e1/watch", {}),
    "seats.decline": Sent(GUEST, "/seats/e1/decline", {}),
    "seats.stand_by": Sent(GUEST, "/seats/standby", {"kind": ["first_rails"]}),
    "auth.sign_in": Sent(None, "/sign-in", {"address": "dora@player.test"}),
    "auth.enter": Sent(None, "/sign-in/{/sign-in/}", {}),
    "report_links.enter": Sent(None, "/games/e1/enter/{/enter/}", {}),
    "report_links.renew": Sent(None, "/games/e1/enter/{/enter/}/renew", {}),
    "auth.end_session": Sent(_DORA, "/my/settings/sessions/abcdefghij/end", {}),
    "auth.sign_out": Sent(_DORA, "/sign-out", {}),
    "auth.sign_out_everywhere": Sent(_DORA, "/my/settings/sign-out-everywhere", {}),
    "renewals.renew": Sent(_DORA, "/my/settings/renew", {"game": "", "do": "renew"}),
    "waiting.new": Sent(
        OWNER,
        "/lists/new",
        {"kind": "first_rails", "name": "Unseen", "seats": "3", "amount": "2", "unit": "d", "private": "yes"},
    ),
    "waiting.bots": Sent(GUEST, f"/lists/{_PRIVATE}/bots", {}),
    "analyses.begin": Sent(_DORA, "/games/e1/try", {f"{what} {seat}": "0" for what in _HIDDEN for seat in range(3)}),
    "analyses.delete": Sent(_DORA, "/analysis/0123456789/delete", {}),
    "analysis.orders": Sent(_DORA, "/analysis/0123456789/0/orders", {"orders": "end", "do": "play"}),
    "tried.name": Sent(_DORA, "/analysis/0123456789/1/name", {"name": "Mine"}),
    "tried.cut": Sent(_DORA, "/analysis/0123456789/1/cut", {}),
    "tried.share": Sent(_DORA, "/analysis/0123456789/1/share", {"do": "share"}),
    "practice.begin": Sent(_DORA, "/play", {"game": "first-rails", "seats": "2"}),
    "practice.first": Sent(_DORA, "/play/first", {}),
    "practice.together": Sent(_DORA, "/play/together", {"game": "germany", "name-1": "Ida", "name-2": "Jon"}),
    "games.uncover": Sent(_DORA, "/games/p3/show", {}),
    "practice.end": Sent(_DORA, "/play/p2/end", {}),
    "waiting.invite": Sent(OWNER, f"/lists/{_PRIVATE}/invite", {"whom": "nobody@far.test"}),
    "own_data.export": Sent(_DORA, "/my/data/export", {}),
    "own_data.ask": Sent(_DORA, "/my/data/erase", {}),
    "own_data.confirm": Sent(None, "/erase/{/erase/}", {}),
    "own_data.withdraw": Sent(_DORA, "/my/data/keep", {}),
    "inviting.invite": Sent(_DORA, "/my/invite", {"whom": "nobody@far.test"}),
    "waiting.join": Sent(GUEST, f"/lists/{_PRIVATE}/join", {"salt": "words"}),
    "waiting.leave": Sent(GUEST, f"/lists/{_PRIVATE}/leave", {}),
    "waiting.decline": Sent(GUEST, f"/lists/{_PRIVATE}/decline", {}),
    "waiting.close": Sent(GUEST, f"/lists/{_PRIVATE}/close", {}),
    "registration.register": Sent(None, "/register", {"name": "Bea", "address": "bea@far.test"}),
    "registration.enter": Sent(None, "/register/nobody", {"name": "Bea"}),
    "own.resend": Sent(_DORA, "/my/mail/1/resend", {}),
    "settings.save": Sent(
        _DORA,
        "/my/settings",
        {
            "language": "en",
            "zone": "Asia/Tokyo",
            "format": "text",
            "reports": "mine",
            "subjects": "turn",
            "reminders": ["24"],
        },
    ),
    "reach.arrive": Sent(_DORA, "/my/settings/mails-arrive", {}),
    "unsubscribe.change": Sent(None, "/unsubscribe/abcdefghij", {}),
    "letters.deal": Sent(_DORA, "/my/letters/abcdefghij", {}),
    "settings.calendar": Sent(_DORA, "/my/settings/calendar", {}),
    "settings.forget_endings": Sent(_DORA, "/my/settings/endings", {}),
    "address.ask": Sent(_DORA, "/my/settings/address", {"address": "dora@elsewhere.test"}),
    "address.confirm": Sent(_DORA, "/address/{/address/}", {}),
    "address.withdraw": Sent(_DORA, "/my/settings/address/withdraw", {}),
    "senders.add": Sent(_DORA, "/my/senders/add", {"address": "dora@third.test"}),
    "senders.confirm": Sent(_DORA, "/senders/{/senders/}", {}),
    "senders.change": Sent(_DORA, "/my/senders/change", {"address": "dora@third.test", "do": "main"}),
    "senders.prove": Sent(_DORA, "/my/senders/proof", {"proof": "token+from"}),
    "notifications.add_device": Sent(_DORA, "/my/notifications/device", {"endpoint": _ENDPOINT, **_KEYS}),
    "notifications.add_webhook": Sent(_DORA, "/my/notifications/webhook", {"kind": "slack", "address": _ENDPOINT}),
    "notifications.change": Sent(_DORA, "/my/notifications/0123456789", {"do": "test"}),
    "notifications.renew": Sent(
        None, "/service-worker/renew", {"old": _ENDPOINT, "old_auth": _KEYS["auth"], "endpoint": _ENDPOINT, **_KEYS}
    ),
    "moderate_commands.command": Sent(MODERATOR, "/moderate/e1/hold", _WHY),
    "moderate_commands.announce": Sent(MODERATOR, "/moderate/announce", _WHY),
    "moderate_commands.retry": Sent(MODERATOR, "/moderate/letters/abcdefghij/retry", {}),
    "people.command": Sent(MODERATOR, "/people/1/role", {"role": "list_keeper", "take": ""}),
    "moderate_disputes.rule": Sent(MODERATOR, "/moderate/disputes/1/rule", {"verdict": "uphold", "rule": "FR-31"}),
}
"""A form of each sort as it is sent in secret, by the endpoint it goes to."""


def on_pages() -> list[Act]:
    """The forms that are sent in secret."""
    return [_form(endpoint, sent) for endpoint, sent in FORMS.items()]


def _form(endpoint: str, sent: Sent) -> Act:
    return Act(f"form {endpoint}", sent.path, lambda game: send(game.world, sent))


def send(world: World, sent: Sent) -> None:
    browser, base = world.app.test_client(), world.settings.web.base_url
    if sent.name is not None:
        sit_down(browser, world.players[sent.name], base)
    path = re.sub(r"\{(.+)\}", lambda found: _token(world, found[1]), sent.path)
    fields = {"csrf_token": _csrf_token(browser, base), **sent.fields}
    response = browser.post(path, data=fields, base_url=base, headers={"Referer": base})
    assert b"form was not" not in response.data
    assert response.status_code not in (400, 405, 500), (path, response.data)


def _csrf_token(browser: FlaskClient, base: str) -> str:
    texts = [browser.get(page, base_url=base).text for page in ("/sign-in", "/my/settings")]
    return str(re.findall(r'name="csrf_token" value="([^"]+)"', "\n".join(texts))[0])


def _token(world: World, link: str) -> str:
    """The end of the newest link of a sort that was mailed."""
    with world.database.read() as tx:
        if link == _ENTER:  # which stands in the bytes of a report alone
            reports = [mail for mail in list_unsent_mail(tx) if mail.kind == "report" and mail.seat is not None]
            return page_link(world.unit(tx), reports[-1]).rpartition("/")[2] if reports else "a" * 32
        texts = [mail.text for mail in list_unsent_mail(tx) if link in mail.text]
    return texts[-1].partition(link)[2].split()[0]


# What is missing


def without_twin(endpoints: set[str]) -> set[str]:
    """The entries of all tables, and these endpoints of forms, that no act is made of and that are not public."""
    acts = (*off_turn(), *on_turn(), *between_two(), *at_the_office(), *on_pages())
    tables = {
        "order": {verb.name for verb in VERBS},
        "word": {word.name for word in (*FOR_PLAYERS, *FOR_NEWCOMERS)},
        "moderator's word": {word.name for word in MODERATORS.verbs},
        "form": endpoints,
    }
    known = {act.entry for act in acts}
    known |= {f"word {name}" for name in PUBLIC_WORDS} | {f"form {name}" for name in PUBLIC_FORMS}
    return {f"{table} {name}" for table, names in tables.items() for name in names} - known


def plainly_done(acts: list[Act]) -> set[str]:
    """The verbs that acts use as they stand, rather than in a preview, in orders for later or on a condition."""
    disguises = {"check": "check\n", "next": "next turn: ", "if": "if "}
    used = ((act.entry.removeprefix("order "), act.text) for act in acts)
    return {
        verb
        for verb, text in used
        if not any(text.startswith(begin) for as_, begin in disguises.items() if as_ != verb)
    }
