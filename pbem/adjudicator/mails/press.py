"""Press: what players write to each other through the server; and the ledger of the mails that players cause for
others.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from pbem.adjudicator.context import Refused
from pbem.adjudicator.mails.game import enqueue, enqueue_for_watcher, how_to_stop, zone_of
from pbem.chance import chance
from pbem.clock import from_ms
from pbem.games.compose import message_of, with_footer
from pbem.i18n import Catalogue, catalogue
from pbem.reports import document as doc
from pbem.reports.document import Message
from pbem.reports.press import PressPiece, heading, how_to_answer
from pbem.store import Tx, UnitOfWork
from pbem.store.games.game import get_game
from pbem.store.games.seats import UNNAMED, SeatContact, list_holders, list_muted_seats, list_seat_contacts
from pbem.store.games.watching import list_watchers
from pbem.store.mail.postbox import list_unwanted
from pbem.store.mail.press import (
    PressRow,
    add_caused_mail,
    add_press,
    keep_press,
    list_caused_mail,
    list_kept_press,
    list_press_of_game,
    list_public_press,
    take_waiting_press,
)
from pbem.store.players.preferences import get_preferences

MOST_SIGNS: Final = 4_000
"""Characters of one text."""


# Passing on


def pass_on(unit: UnitOfWork, game_id: int) -> None:
    """Tell the readers of what was written without a name, once its minute is over. Raises NotFound."""
    delivery = _Delivery(unit, game_id)
    for press in take_waiting_press(unit, game_id, unit.now_ms):
        delivery.deliver(press)


def write_press(unit: UnitOfWork, new: PressRow, letter_id: int | None) -> None:
    """Keep press, and tell its readers, unless it waits for its minute to be over."""
    press = add_press(unit, new, letter_id)
    if new.passed_on:
        _Delivery(unit, new.game_id).deliver(press)


class _Delivery:
    """Tells readers of the press of one game: by mail, or in their next digest."""

    def __init__(self, unit: UnitOfWork, game_id: int) -> None:
        self.unit = unit
        self.game = get_game(unit, game_id)
        self.seats = list_seat_contacts(unit, game_id)
        self.names = tuple(contact.name for contact in self.seats)

    def deliver(self, press: PressRow) -> None:
        recipients: dict[int, None] = {}
        readers = list(self._readers(press))
        if press.anonymous:  # or the numbers of the mails would tell whose place among the seats is passed over
            chance().shuffle(readers)
        for contact in readers:
            if get_preferences(self.unit, contact.player_id).reports == "daily":
                recipients[contact.player_id] = None
            elif "press" not in list_unwanted(self.unit, contact.player_id):
                message = self._mail(press, contact)
                enqueue(self.unit, self.game, contact, "press", message, "", "auto-generated")
        for watcher in list_watchers(self.unit, self.game.id) if press.to_all else ():
            if get_preferences(self.unit, watcher.player_id).reports == "daily":
                recipients[watcher.player_id] = None
            else:
                words = catalogue(watcher.language)
                message = with_footer(self._message(press, None, words, ()), how_to_stop(self.game, words))
                enqueue_for_watcher(self.unit, self.game, watcher, "press", message)
        keep_press(self.unit, press.id, recipients)

    def _readers(self, press: PressRow) -> Iterator[SeatContact]:
        for contact in self.seats:
            is_meant = press.to_all or contact.seat in press.seats
            if (
                is_meant
                and contact.seat != press.seat
                and contact.reads
                and not is_muted(self.unit, press, contact.player_id)
            ):
                yield contact

    def _mail(self, press: PressRow, contact: SeatContact) -> Message:
        words = catalogue(contact.language)
        answering = how_to_answer(
            self.names,
            None if press.anonymous else press.seat,
            contact.seat,
            words,
            anonymously=self.game.press == "anonymous",
        )
        return self._message(press, contact.seat, words, answering)

    def _message(self, press: PressRow, reader: int | None, words: Catalogue, more: Sequence[doc.Block]) -> Message:
        piece = _piece(press, self.names, frozenset() if reader is None else frozenset((reader,)))
        page = self.unit.settings.page(f"/games/{self.game.tag}/press")
        blocks = [
            doc.Lead((heading(piece, words),)),
            doc.Speech(tuple(piece.lines)),
            *more,
            doc.Signature(f"{self.game.name}, {self.unit.settings.server.name}", page),
        ]
        return message_of(self.game, words, blocks)


def is_muted(tx: Tx, press: PressRow, player_id: int) -> bool:
    """Whether a player does not want to be mailed this."""
    return _voice(press) in list_muted_seats(tx, press.game_id, player_id)


def _voice(press: PressRow) -> int:
    return UNNAMED if press.anonymous else press.seat


# Reading


@dataclass(frozen=True)
class SeatTenures:
    """The holders of each seat of a game, and when they had it."""

    held: dict[int, list[tuple[int, int | None, int, str]]]
    """For each seat from and until when, by whom, and their name; the first first."""

    @classmethod
    def of(cls, tx: Tx, game_id: int) -> "SeatTenures":
        """The tenures of a game."""
        held: dict[int, list[tuple[int, int | None, int, str]]] = defaultdict(list)
        for seat, since_ms, until_ms, player_id, name in list_holders(tx, game_id):
            held[seat].append((since_ms, until_ms, player_id, name))
        return cls(held)

    def names_at(self, at_ms: int) -> tuple[str, ...]:
        """The players' names by seat, as they were at a moment; of a vacant seat the last before."""
        return tuple(
            next((name for from_ms, _, _, name in reversed(held) if from_ms <= at_ms), held[0][3])
            for _seat, held in sorted(self.held.items())
        )

    def seats_of(self, player_id: int | None, at_ms: int) -> frozenset[int]:
        """The seats that a player had at a moment."""
        return frozenset(
            seat
            for seat, held in self.held.items()
            for from_ms, until_ms, holder, _name in held
            if holder == player_id and from_ms <= at_ms and (until_ms is None or at_ms < until_ms)
        )


def load_press_for(tx: Tx, game_id: int, player_id: int | None) -> list[PressPiece]:
    """The press of a game that a player, or a stranger (None), may read, in order."""
    tenures = SeatTenures.of(tx, game_id)
    muted = frozenset[int]() if player_id is None else list_muted_seats(tx, game_id, player_id)
    found = []
    for press in list_press_of_game(tx, game_id):
        seats = tenures.seats_of(player_id, press.at_ms)
        if press.to_all or press.seat in seats or not seats.isdisjoint(press.seats):
            is_muted = press.seat not in seats and _voice(press) in muted
            found.append(_piece(press, tenures.names_at(press.at_ms), seats, muted=is_muted))
    return found


def load_public_press(tx: Tx, game_id: int) -> list[PressPiece]:
    """The press of a game that everybody may read, in order."""
    tenures = SeatTenures.of(tx, game_id)
    return [_piece(press, tenures.names_at(press.at_ms), frozenset()) for press in list_public_press(tx, game_id)]


def load_kept_press(tx: Tx, player_id: int) -> dict[int, list[PressPiece]]:
    """The press that waits for a player's digest, by game; without what they have muted meanwhile."""
    found: dict[int, list[PressPiece]] = defaultdict(list)
    for press in list_kept_press(tx, player_id):
        if not is_muted(tx, press, player_id):
            tenures = SeatTenures.of(tx, press.game_id)
            seats = tenures.seats_of(player_id, press.at_ms)
            found[press.game_id].append(_piece(press, tenures.names_at(press.at_ms), seats))
    return found


def _piece(press: PressRow, names: Sequence[str], seats: frozenset[int], *, muted: bool = False) -> PressPiece:
    """Press as whoever has these seats may know it. Without a name, nobody is told who else reads it either."""
    is_own = press.seat in seats
    tells_names = is_own or not press.anonymous
    return PressPiece(
        writer=names[press.seat] if tells_names else None,
        readers=tuple(names[seat] for seat in press.seats if seat not in seats) if tells_names else (),
        text=press.text,
        at_ms=press.at_ms,
        to_all=press.to_all,
        to_reader=not seats.isdisjoint(press.seats),
        is_own=is_own,
        anonymous=press.anonymous,
        muted=muted,
    )


MOST_A_DAY: Final = 30
"""Acts by which a player may have others mailed in 24 hours."""
_DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)


def check_caused_mail(unit: UnitOfWork, player_id: int, words: Catalogue, *, before: int = 0) -> None:
    """Nothing, where a player may have others mailed once more. Raises Refused, which says when they may again.

    `before` is how many such acts the same letter asks for before this one.
    """
    acts = [*list_caused_mail(unit, player_id, unit.now_ms - _DAY_MS, unit.now_ms), *[unit.now_ms] * before]
    if len(acts) < MOST_A_DAY:
        return
    zone = zone_of(get_preferences(unit, player_id), unit.settings.server.time_zone)
    raise Refused(
        words.text(
            "Your messages, requests and invitations can email others %(most)s times in 24 hours; this would be one "
            "too many. It is possible again from %(moment)s.",
            most=words.number(MOST_A_DAY),
            moment=words.moment(from_ms(acts[-MOST_A_DAY] + _DAY_MS), zone),
        )
    )


def count_caused_mail(unit: UnitOfWork, player_id: int) -> None:
    """Enter into the ledger that a player has others mailed now."""
    add_caused_mail(unit, player_id, unit.now_ms - _DAY_MS, unit.now_ms)
