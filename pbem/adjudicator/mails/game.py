"""Mails about a game, as players wish them: into the outbox, in the transaction that did what they tell."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final
from zoneinfo import ZoneInfo

from pbem.adjudicator.context import FollowUps, OrdersResult, visible
from pbem.adjudicator.log.records import load_claims
from pbem.adjudicator.sessions import (
    LoadedGame,
    find_last_action,
    list_events_since_turn,
    list_events_upto_final,
    list_latest_events,
    list_notes_after,
    list_notes_behind,
)
from pbem.clock import from_ms
from pbem.games.compose import (
    LOOKED_UP,
    answer,
    brief,
    looked_up,
    message_of,
    status_report,
    turn_report,
    with_footer,
    with_looked_up,
)
from pbem.games.presentation import presentation_of
from pbem.i18n import N_, Catalogue, catalogue
from pbem.mail.sending.outgoing import new_message_id, queue_mail
from pbem.reports import document as doc
from pbem.reports.document import AnsweredLine, GameContext, Message
from pbem.reports.notes import Reader, notices
from pbem.store import Tx, UnitOfWork
from pbem.store.across.practice import get_plays_by_letter
from pbem.store.games.game import GameRow, get_game, get_game_seed
from pbem.store.games.log import find_last_position
from pbem.store.games.proposals import StandingRow, list_standing_orders
from pbem.store.games.seats import SeatContact, list_muted_seats, list_seat_contacts, mark_notified, mark_reported
from pbem.store.games.watching import Watcher, list_watchers, mark_watcher_notified
from pbem.store.mail.outbox import AutoSubmitted, MailKind, MailRow, Topic
from pbem.store.players.preferences import REMINDERS, Preferences, get_preferences
from pbem.store.tables import NEW
from rules_core.games import ruleset_for
from rules_core.kernel.events import Action, Begun, Ending, Event, TurnFinished, YearBeginning
from rules_core.kernel.position import SeatView
from rules_core.kernel.record import Claim

_TELLS_TURN: Final[frozenset[MailKind]] = frozenset({"report", "reminder"})
"""Mails whose subject may say that it is their reader's turn."""


def zone_of(chosen: Preferences, default: str) -> str:
    """The time zone that a player has chosen; the server's where they chose none, or one that this machine lacks."""
    try:
        return ZoneInfo(chosen.zone).key if chosen.zone else default
    except (KeyError, ValueError, OSError):
        return default


def reminders_of(text: str) -> str | None:
    """Distances from a deadline in hours, such as "0 24", as they are kept: "24 0"; None where one is not offered."""
    words_given = set(text.split())
    offered = [str(hours) for hours in REMINDERS]
    return " ".join(hours for hours in offered if hours in words_given) if words_given <= set(offered) else None


def wants_report(chosen: Preferences, news: Sequence[Event], *, is_to_move: bool) -> bool:
    """Whether a player is mailed at once what happened: always where the game has begun or ended.

    Players who want their own turns are mailed when they are to move; the digest tells those who want one mail a day.
    """
    if chosen.reports == "all" or (chosen.reports == "mine" and is_to_move):
        return True
    return any(isinstance(event, Begun | Ending) for event in news)


_LEAST: Final = Preferences(reports="mine")


class MailComposer:
    """Writes the mails of one game, after what this transaction has done."""

    def __init__(
        self,
        unit: UnitOfWork,
        loaded: LoadedGame,
        *,
        by_mail: bool = True,
        follow_ups: FollowUps | None = None,
        expected: GameRow | None = None,
    ) -> None:
        """`follow_ups` are those of this transaction, which led to the present position.

        `expected` is the game as it will stand, for mails that are composed on a snapshot before it does.
        """
        self.unit = unit
        self.loaded = replace(loaded, seats=tuple(list_seat_contacts(unit, loaded.game.id)))
        """The seats as they are now: what was done may have made one vacant, or told somebody of notes."""
        self.by_mail = by_mail
        self.follow_ups = follow_ups or FollowUps(loaded)
        self.game = expected or get_game(unit, loaded.game.id)
        self.ruleset = ruleset_for(loaded.game.kind)
        self._known: dict[bool, Sequence[Event]] = {}

    def context_for(self, seat: int | None, latest: Sequence[Event] | None = None) -> GameContext:
        """The facts of the game that reports to a seat add to its position; `latest` replaces what happened last."""
        game, settings = self.game, self.unit.settings
        return GameContext(
            tag=game.tag,
            name=game.name,
            kind=game.kind,
            server_name=settings.server.name,
            seats=self.loaded.names,
            position=position_for(self.game, seat),
            deadline=None if game.deadline_ms is None else from_ms(game.deadline_ms),
            is_overdue=game.deadline_ms is not None and game.deadline_ms <= self.unit.now_ms,
            is_held=game.held_ms is not None,
            zone=self._zone(seat),
            page_url=settings.page(f"/games/{game.tag}"),
            commitment=game.commitment,
            seed_revealed=get_game_seed(self.unit, game.id).hex() if game.status == "over" else None,
            by_mail=self.by_mail,
            notices=self._notices(seat),
            waiting=self._waiting(seat),
            standing=None if seat is None else self.follow_ups.standing.get(seat),
            latest=self._latest(seat) if latest is None else latest,
        )

    def _latest(self, seat: int | None) -> Sequence[Event]:
        sees_all = seat == self.loaded.session.state.table.turn.seat
        if sees_all not in self._known:
            self._known[sees_all] = list_latest_events(self.unit, self.loaded, seat)
        return self._known[sees_all]

    def _waiting(self, seat: int | None) -> list[str]:
        orders = None if seat is None else self._standing.get(seat)
        return [] if orders is None else orders.text.split("\n")

    @cached_property
    def _standing(self) -> Mapping[int, StandingRow]:
        return list_standing_orders(self.unit, self.game.id)

    @property
    def _own_notices(self) -> Mapping[str, str]:
        return presentation_of(self.game.kind).notices

    def _notices(self, seat: int | None) -> list[str]:
        """The notices that a seat's player was not yet sent in a mail; pages have a list of their own."""
        if seat is None or not self.by_mail:
            return []
        contact = self.loaded.seats[seat]
        reader = Reader(catalogue(contact.language), self._zone(seat), self.loaded.names, seat, self._own_notices)
        return notices(list_notes_behind(self.unit, self.loaded, contact.notified_position), reader)

    def context_for_watcher(self, watcher: Watcher) -> GameContext:
        """The context of a report to a watcher: what everybody may know, in their time zone, with the notices new to
        them.
        """
        zone = zone_of(get_preferences(self.unit, watcher.player_id), self.unit.settings.server.time_zone)
        reader = Reader(catalogue(watcher.language), zone, self.loaded.names, game_notices=self._own_notices)
        new_notices = notices(list_notes_after(self.unit, self.game.id, watcher.notified_position), reader)
        return replace(self.context_for(None), zone=zone, notices=new_notices)

    def _zone(self, seat: int | None) -> str:
        default = self.unit.settings.server.time_zone
        if seat is None:
            return default
        return zone_of(get_preferences(self.unit, self.loaded.seats[seat].player_id), default)

    def answer_to(self, result: OrdersResult, seat: int, words: Catalogue) -> Message:
        """The answer to a seat's request: what became of each line, and the position that it has led to.

        Where it asks for a confirmation it lists no other orders: after `resign`, for example, none can be sent. It is
        composed once, before the transaction that writes, if that finds things as they were foreseen.
        """
        texts = [] if result.without_orders else [text for text in LOOKED_UP if text in result.queries]
        if texts and not (result.applied or result.previewed or "status" in result.queries):
            return looked_up(result.heading, self.context_for(seat), words, texts)
        supposed = result.previewed and result.works
        view = self.ruleset.view(result.session.state, seat) if supposed else visible(self.loaded.session, seat)
        content = _AnswerContent(
            result.heading,
            view,
            () if result.only_asks or result.without_orders else result.lines,
            [*_after_the_turn(result.news), *self.follow_ups.news] if result.applied else [],
            self.context_for(seat, result.session.events_since(result.session.start) if supposed else None),
            words,
            shows_position=self._shows_position(result, supposed=supposed),
            supposed=supposed,
            shows_legal=not result.challenge,
        )
        message = self.unit.recall(_AnswerContent.compose, content)
        return with_looked_up(message, words, self.game.kind, texts) if texts else message

    def _shows_position(self, result: OrdersResult, *, supposed: bool) -> bool:
        """Whether an answer shows the whole position: it was asked for, or is another than its reader was shown.

        What is confirmed was previewed with the position.
        """
        if "status" in result.queries:
            return True
        if supposed:
            return bool(result.session.new) or (result.stale and not result.for_good)
        return self.loaded.session.position != result.before and not result.confirms

    def notice(self, seat: int, heading: str, words: Catalogue, news: Sequence[Event] | None = None) -> Message:
        """A mail about something else than orders: a sentence, whose turn it is, the seat's hand, and how to answer.

        It shows no map and tables, unless the position is new to its reader: then `news` are what has led to it.
        """
        view, context = visible(self.loaded.session, seat), self.context_for(seat)
        return _notice(view, news, context, words, heading, self.ruleset.legal(view))

    def notice_for_watcher(
        self, watcher: Watcher, heading: str, words: Catalogue, news: Sequence[Event] | None = None
    ) -> Message:
        """A notice to a watcher, with the sentence on how to stop watching."""
        view = visible(self.loaded.session, None)
        message = _notice(view, news, self.context_for_watcher(watcher), words, heading)
        return with_footer(message, how_to_stop(self.game, words))

    def report_to(self, seat: int, news: Sequence[Event], words: Catalogue, *, ended: bool = False) -> Message:
        """The report to a seat when the turn has moved on; `ended` says that a year has ended with it."""
        view, context = visible(self.loaded.session, seat), self.context_for(seat)
        if view.table.over or any(isinstance(event, Begun) for event in news):
            context = self._with_claims(context)
        return self.unit.recall(_compose_report, view, news, context, words, ended)

    def status_for(self, seat: int | None, words: Catalogue) -> Message:
        """The position as a seat, or a spectator, may see it."""
        view = visible(self.loaded.session, seat)
        context = self._with_claims(self.context_for(seat))
        return status_report(view, context, words, legal=self.ruleset.legal(view))

    def _with_claims(self, context: GameContext) -> GameContext:
        return replace(context, claims=self._claims)

    @cached_property
    def _claims(self) -> Sequence[Claim]:
        """Claims the dice prove, and against whom; of a game that is over by its whole log, which is read once."""
        return load_claims(self.unit, self.game, whole=self.game.status == "over")

    def report_to_others(self, seat: int | None, news: Sequence[Event], *, insisting: int | None = None) -> None:
        """Mail every player but one (None: all) who wants to know it what happened since the turn began.

        The player to move, and one whose orders given in advance were carried out, is told everything since their own
        last turn. Those orders are always reported, and a seat that is `insisting` is always mailed.
        """
        for contact, report, topic in self.compose_reports(seat, news, insisting=insisting):
            self.send(contact, "report", report, topic=topic)
            mark_reported(self.unit, self.game.id, contact.seat, self.game.final_position)
        self._report_to_watchers(news, ended=_ends_year(news))

    def compose_reports(
        self, seat: int | None, news: Sequence[Event], *, insisting: int | None = None
    ) -> Iterator[tuple[SeatContact, Message, Topic | None]]:
        """Compose what `report_to_others` mails to players: to whom, and what they can have less of by it."""
        table, ended = self.loaded.session.state.table, _ends_year(news)
        for contact in self.loaded.seats:
            if contact.seat == seat or not contact.reads:
                continue
            if not self.game.is_match and not get_plays_by_letter(self.unit, self.game.id, contact.seat):
                continue  # who plays against programs on the page sees what they do
            is_to_move = not table.over and table.turn.seat == contact.seat
            wishes = get_preferences(self.unit, contact.player_id)
            is_asked = contact.seat == insisting or contact.seat in self.follow_ups.standing
            if not is_asked and not wants_report(wishes, news, is_to_move=is_to_move):
                continue
            last, new = self._last_of(contact.seat, is_to_move=is_to_move), self.loaded.session.new
            events = list_events_since_turn(self.unit, self.game.id, last, new)
            if wishes.reports == "daily":
                events = list_events_upto_final(self.unit, self.game, contact.reported)
            report = self.report_to(contact.seat, events or news, catalogue(contact.language), ended=ended)
            is_needed = is_asked or wants_report(_LEAST, news, is_to_move=is_to_move)
            yield contact, report, None if is_needed or wishes.reports != "all" else "reports"

    def _last_of(self, seat: int, *, is_to_move: bool) -> int | None:
        if seat in self.follow_ups.standing:
            return self.follow_ups.since.get(seat)
        return find_last_action(self.unit, self.game.id, seat) if is_to_move else None

    def _report_to_watchers(self, news: Sequence[Event], *, ended: bool) -> None:
        """Mail the watchers what happened; those with a digest are mailed at once of the end only."""
        game = self.game
        for watcher in list_watchers(self.unit, game.id):
            wants_daily = get_preferences(self.unit, watcher.player_id).reports == "daily"
            if wants_daily and game.status != "over":
                continue
            events = list_events_upto_final(self.unit, game, watcher.reported) if wants_daily else news
            words = catalogue(watcher.language)
            view = visible(self.loaded.session, None)
            report = turn_report(view, events, self.context_for_watcher(watcher), words, year_ended=ended)
            report = report if game.status == "over" else with_footer(report, how_to_stop(game, words))
            enqueue_for_watcher(self.unit, game, watcher, "report", report)
            end = find_last_position(self.unit, game.id)
            mark_watcher_notified(self.unit, game.id, watcher.player_id, end, game.final_position)

    def wants_notice(self, by: int | None, contact: SeatContact) -> bool:
        """Whether a seat's player is mailed what another seat does beside playing; None is nobody's doing."""
        return by is None or by not in list_muted_seats(self.unit, self.game.id, contact.player_id)

    def send(
        self,
        contact: SeatContact,
        kind: MailKind,
        message: Message,
        *,
        answering: str = "",
        auto: AutoSubmitted = "auto-generated",
        message_id: str = "",
        topic: Topic | None = None,
    ) -> None:
        """Put a mail to a seat's player into the outbox, which has told them of all notes.

        `message_id` is the one that it was given beforehand, if it was; `topic` what they can have less of by it.
        """
        mark_notified(self.unit, self.game.id, contact.seat, find_last_position(self.unit, self.game.id))
        enqueue(self.unit, self.game, contact, kind, message, answering, auto, message_id, topic)


def _ends_year(news: Sequence[Event]) -> bool:
    return any(isinstance(event, YearBeginning) and event.year > 1 for event in news)


def _compose_report(
    view: SeatView, news: Sequence[Event], context: GameContext, words: Catalogue, year_ended: bool
) -> Message:
    legal = ruleset_for(context.kind).legal(view)
    return turn_report(view, news, context, words, year_ended=year_ended, legal=legal)


@dataclass(frozen=True)
class _AnswerContent:
    """All that an answer is composed of."""

    heading: str
    view: SeatView
    lines: Sequence[AnsweredLine]
    news: Sequence[Event]
    context: GameContext
    words: Catalogue
    shows_position: bool
    supposed: bool
    shows_legal: bool

    def compose(self) -> Message:
        compose = answer if self.shows_position else partial(brief, options=True)
        legal = ruleset_for(self.context.kind).legal(self.view) if self.shows_legal else ()
        facts = (self.view, self.lines, self.news, self.context, self.words)
        return compose(*facts, heading=self.heading, supposed=self.supposed, legal=legal)


def _notice(
    view: SeatView,
    news: Sequence[Event] | None,
    context: GameContext,
    words: Catalogue,
    heading: str,
    legal: Iterable[Action] = (),
) -> Message:
    compose = brief if news is None else answer
    return compose(view, (), news or (), context, words, heading=heading, legal=legal)


def enqueue(
    unit: UnitOfWork,
    game: GameRow,
    contact: SeatContact,
    kind: MailKind,
    message: Message,
    answering: str,
    auto: AutoSubmitted,
    message_id: str = "",
    topic: Topic | None = None,
) -> None:
    """Put a mail to a seat's player into the outbox, if anybody reads it."""
    if not contact.reads:
        return
    root = game.root_message_id
    subject = _subject_for(unit, game, contact, kind, message)
    mail = MailRow(
        id=NEW,
        message_id=message_id or new_message_id(unit.settings.mail.domain),
        game_id=game.id,
        seat=contact.seat,
        player_id=contact.player_id,
        to_address=contact.address,
        kind=kind,
        subject=subject,
        text=message.text,
        in_reply_to=answering or root,
        references_=f"{root} {answering}".strip(),
        auto=auto,
        position=position_for(game, contact.seat),
        created_ms=unit.now_ms,
    )
    queue_mail(unit, mail, doc.dumped(message.document), topic=topic)


def _subject_for(tx: Tx, game: GameRow, contact: SeatContact, kind: MailKind, message: Message) -> str:
    """The subject of a mail to a seat, as its player wishes it: answers keep that of the letter's thread."""
    is_to_move = game.status == "playing" and game.active_seat == contact.seat
    if kind not in _TELLS_TURN or not is_to_move or get_preferences(tx, contact.player_id).subjects == "same":
        return message.subject
    return catalogue(contact.language).text("%(subject)s: your turn", subject=message.subject)


def how_to_stop(game: GameRow, words: Catalogue) -> str:
    """The sentence on how to stop watching a game."""
    return words.text('You are watching this game. Reply "unwatch %(tag)s" to stop these emails.', tag=game.tag)


def enqueue_for_watcher(unit: UnitOfWork, game: GameRow, watcher: Watcher, kind: MailKind, message: Message) -> None:
    """Put a mail to somebody who watches a game into the outbox, in the game's thread, from their own address."""
    mail = MailRow(
        id=NEW,
        message_id=new_message_id(unit.settings.mail.domain),
        game_id=game.id,
        player_id=watcher.player_id,
        to_address=watcher.address,
        kind=kind,
        subject=message.subject,
        text=message.text,
        in_reply_to=game.root_message_id,
        references_=game.root_message_id,
        position=game.final_position,
        created_ms=unit.now_ms,
        sender=watcher.token,
    )
    queue_mail(unit, mail, doc.dumped(message.document))


def apologise(unit: UnitOfWork, contact: SeatContact, answering: str) -> None:
    """Tell a player that their letter broke something here; it looks at nothing that may be what is broken."""
    text = N_(
        "Nothing was changed: something went wrong on our side. Your message is kept, and the operator can see it."
    )
    _answer_briefly(unit, contact, answering, text)


def answer_in_vain(unit: UnitOfWork, contact: SeatContact, answering: str) -> None:
    """Tell a player that their game is damaged, so that nothing came of their letter; it looks at nothing of it."""
    text = N_(
        "Nothing was changed: the game is damaged and on hold. You will be told when it continues or ends; if you "
        "still want these orders then, send them again."
    )
    _answer_briefly(unit, contact, answering, text)


def _answer_briefly(unit: UnitOfWork, contact: SeatContact, answering: str, msgid: str) -> None:
    game, words = get_game(unit, contact.game_id), catalogue(contact.language)
    text = words.text(msgid)
    signature = doc.Signature(f"{game.name}, {unit.settings.server.name}", "")
    message = message_of(game, words, [doc.Paragraph(text), signature])
    enqueue(unit, game, contact, "answer", message, answering, "auto-replied")


def position_for(game: GameRow, seat: int | None) -> int:
    """The log position that a seat may know of: of another player's turn only what is final."""
    return game.position if seat == game.active_seat else game.final_position


def _after_the_turn(news: Sequence[Event]) -> Sequence[Event]:
    """The events after the turn was ended: the lines' own messages tell what came before."""
    ended = [n for n, event in enumerate(news) if isinstance(event, TurnFinished)]
    return news[ended[-1] + 1 :] if ended else []
