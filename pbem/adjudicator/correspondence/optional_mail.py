"""Mails that nobody needs in order to play, and how one of their kind is ended by one click (RFC 8058), and undone.

A link ends exactly the kind of mail that bears it: reminders, reports of others' turns, messages of other players by
email, the mail of the day, announcements, or all about a game that its reader watches. What a game cannot do without,
such as answers, one's own turn, or that one's seat is at stake, has no such link. Whoever knows a link can use it,
without being signed in; so it is worth nothing any more once its player takes another address.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from pbem.adjudicator.mails import digest
from pbem.adjudicator.mails.player import write_to
from pbem.commands.vocabulary import OFFICE
from pbem.i18n import N_, Catalogue, catalogue
from pbem.reports import document as doc
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import find_game_by_tag
from pbem.store.games.log import find_last_position
from pbem.store.games.watching import add_watch, remove_watch
from pbem.store.mail.outbox import Topic
from pbem.store.mail.postbox import UnsubscriptionRow, find_unsubscription, list_unwanted, mark_unsubscribed, set_wanted
from pbem.store.mail.press import end_digests
from pbem.store.players.player import get_player
from pbem.store.players.preferences import Preferences, get_preferences, put_preferences

NAMES: Final[Mapping[Topic, str]] = {
    "reminders": N_("deadline reminders"),
    "press": N_("messages from other players by email"),
    "digest": N_("the daily digest"),
    "reports": N_("reports of other players' turns"),
    "announcements": N_("announcements by the operator and moderators"),
    "watched": N_("emails about a game that you watch"),
}
"""What each kind of mail is called."""
CHOSEN: Final[tuple[Topic, ...]] = ("press", "announcements")
"""The kinds that are chosen for themselves; reports, reminders and the mail of the day have preferences of their own,
and watching a game is chosen on its page.
"""
STAYS: Final[Mapping[Topic, str]] = {
    "reminders": N_("You are still told when it is your turn, and when your seat is at stake."),
    "press": N_("The messages are still on each game's page."),
    "digest": N_("You still get an email when it is your turn. Everything else is on the website."),
    "reports": N_("You are still told when it is your turn, and when a game starts or ends."),
    "announcements": N_("Announcements about your own games still come with their emails."),
    "watched": N_("The game is on the website, as ever."),
}
"""The sentences on what stays the same once a kind of mail was ended."""
_STAYS_BY_MAIL: Final[Mapping[Topic, str]] = {
    topic: stays for topic, stays in STAYS.items() if topic not in ("press", "digest", "watched")
} | {
    "digest": N_(
        "You still get an email when it is your turn. For everything else, reply `status` to an email of a game."
    )
}
"""The same kinds, for those who can open no pages."""
_ORDERS: Final[Mapping[Topic, str]] = {
    "reminders": "{reminders} %(hours)s",
    "reports": "{reports} {every}",
    "digest": "{reports} {digest}",
    "watched": "{watch} %(tag)s",
}
"""The orders by which a kind of mail comes again. For the others the operator has a command, `pbem player set`."""


@dataclass(frozen=True)
class _Way:
    end: Callable[[Tx, UnsubscriptionRow], str]
    undo: Callable[[UnitOfWork, UnsubscriptionRow], None]


def end(unit: UnitOfWork, token: str, *, by_mail: bool = False) -> UnsubscriptionRow | None:
    """End the kind of mail that a link stands for; a second time does nothing. None where the link is worth nothing.

    Who did so `by_mail` is told by mail, as there is no page.
    """
    found = find_unsubscription(unit, token)
    if found is None:
        return None
    before = _WAYS[found.topic].end(unit, found)
    if before:
        mark_unsubscribed(unit, found.token, unit.now_ms, before)
        if by_mail:
            _confirm(unit, replace(found, before=before))
    elif found.ended_ms is None:
        mark_unsubscribed(unit, found.token, unit.now_ms, "")
    return find_unsubscription(unit, token)


def undo(unit: UnitOfWork, token: str) -> UnsubscriptionRow | None:
    """Resume a kind of mail that a link has ended; a second call does nothing. None as in `end`."""
    found = find_unsubscription(unit, token)
    if found is not None and found.ended_ms is not None:
        if found.before:
            _WAYS[found.topic].undo(unit, found)
        mark_unsubscribed(unit, found.token, None, "")
    return find_unsubscription(unit, token)


def _confirm(unit: UnitOfWork, found: UnsubscriptionRow) -> None:
    player = get_player(unit, found.player_id)
    words = catalogue(player.language)
    stays = (STAYS if unit.settings.has_pages else _STAYS_BY_MAIL).get(found.topic)
    blocks: list[doc.Block] = [
        doc.Lead((ended(found, words),)),
        *([doc.Paragraph(words.text(stays))] if stays else []),
        *_how_to_undo(unit.settings.page(f"/unsubscribe/{found.token}"), found, words),
    ]
    subject = words.text("Fewer emails from %(server)s", server=unit.settings.server.name)
    write_to(unit, player, "notice", subject, blocks)


def _how_to_undo(page: str, found: UnsubscriptionRow, words: Catalogue) -> list[doc.Block]:
    if page:
        return [doc.Paragraph(words.text("You can undo it here:")), doc.Signs((page,))]
    if found.topic not in _ORDERS:
        return [doc.Paragraph(words.text("To undo it, write to the operator."))]
    order = OFFICE.fill(_ORDERS[found.topic], words.language) % {"tag": found.tag, "hours": found.before}
    return [doc.Paragraph(words.text("To undo it, reply to this email with:")), doc.Orders((doc.OrderLine(order),))]


def ended(found: UnsubscriptionRow, words: Catalogue) -> str:
    """The sentence on what was ended."""
    if found.tag:
        return words.text("You get no more emails about %(tag)s and are no longer watching it.", tag=found.tag)
    return words.text("You get no more of these: %(kind)s.", kind=words.text(NAMES[found.topic]))


def question(found: UnsubscriptionRow, words: Catalogue) -> str:
    """The question that is answered by pressing the button."""
    if found.tag:
        return words.text("Get no more emails about %(tag)s?", tag=found.tag)
    return words.text("Get no more of these: %(kind)s?", kind=words.text(NAMES[found.topic]))


def _choose(tx: Tx, player_id: int, chosen: Preferences) -> None:
    """Keep preferences, without a mail of what would have come: who ends a kind of mail wants none."""
    before = get_preferences(tx, player_id)
    put_preferences(tx, player_id, chosen)
    if before.reports == "daily" and chosen.reports != "daily":
        end_digests(tx, player_id)


def _end_reminders(tx: Tx, found: UnsubscriptionRow) -> str:
    chosen = get_preferences(tx, found.player_id)
    _choose(tx, found.player_id, replace(chosen, reminders=""))
    return chosen.reminders


def _undo_reminders(tx: Tx, found: UnsubscriptionRow) -> None:
    _choose(tx, found.player_id, replace(get_preferences(tx, found.player_id), reminders=found.before))


def _end_reports(tx: Tx, found: UnsubscriptionRow) -> str:
    chosen, ends = get_preferences(tx, found.player_id), "daily" if found.topic == "digest" else "all"
    if chosen.reports != ends:
        return ""
    _choose(tx, found.player_id, replace(chosen, reports="mine"))
    return ends


def _undo_reports(unit: UnitOfWork, found: UnsubscriptionRow) -> None:
    chosen = get_preferences(unit, found.player_id)
    again = replace(chosen, reports="daily") if found.before == "daily" else replace(chosen, reports="all")
    digest.choose_reports(unit, found.player_id, again)


def _end_topic(tx: Tx, found: UnsubscriptionRow) -> str:
    if found.topic in list_unwanted(tx, found.player_id):
        return ""
    set_wanted(tx, found.player_id, found.topic, on=False)
    return "wanted"


def _undo_topic(tx: Tx, found: UnsubscriptionRow) -> None:
    set_wanted(tx, found.player_id, found.topic, on=True)


def _end_watching(tx: Tx, found: UnsubscriptionRow) -> str:
    game = find_game_by_tag(tx, found.tag)
    return "watched" if game is not None and remove_watch(tx, game.id, found.player_id) else ""


def _undo_watching(unit: UnitOfWork, found: UnsubscriptionRow) -> None:
    game = find_game_by_tag(unit, found.tag)
    if game is not None and game.status == "playing":
        end_of_log = find_last_position(unit, game.id)
        add_watch(unit, game.id, found.player_id, unit.now_ms, end_of_log, game.final_position)


_WAYS: Final[Mapping[Topic, _Way]] = {
    "reminders": _Way(_end_reminders, _undo_reminders),
    "reports": _Way(_end_reports, _undo_reports),
    "digest": _Way(_end_reports, _undo_reports),
    "press": _Way(_end_topic, _undo_topic),
    "announcements": _Way(_end_topic, _undo_topic),
    "watched": _Way(_end_watching, _undo_watching),
}
