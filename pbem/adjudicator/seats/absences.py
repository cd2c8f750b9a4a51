"""Absences: days on which a player's time stands still in all of their games, within a budget for each year.

What is announced holds for letters to a seat, for those to the player's own address, and for the pages alike. Whoever
is to move keeps the playing time that they had left; turns that begin later get theirs by the same calendar.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from pbem.adjudicator.context import Refused
from pbem.adjudicator.mails.game import zone_of
from pbem.adjudicator.mails.press import check_caused_mail, count_caused_mail
from pbem.adjudicator.sessions import append_note
from pbem.adjudicator.times import load_playing_time, next_wake_ms
from pbem.clock import PlayingTime, from_ms, to_ms
from pbem.i18n import Catalogue, catalogue
from pbem.store import UnitOfWork
from pbem.store.across.prefetch import prefetch_players
from pbem.store.games.game import GameRow, set_deadline
from pbem.store.games.listing import list_newest_games_of_player
from pbem.store.games.seats import SeatPlayer
from pbem.store.players.player import get_player
from pbem.store.players.preferences import (
    AbsenceRow,
    add_absence,
    end_absence,
    get_preferences,
    list_absences,
    prefetch_absences,
    shorten_absence,
)
from rules_core.kernel.log import Note

_DAY: Final = timedelta(days=1)
_AHEAD: Final = timedelta(days=366)
"""How far ahead an absence may be announced."""
_DAY_MS: Final = 24 * 3_600_000
_EVERY_GAME: Final = 10_000

Span = tuple[date, date]
"""The first and the last day of an absence."""


@dataclass(frozen=True)
class AbsenceContext:
    """The days of a player: today where they live, their absences, and the days of absence left."""

    unit: UnitOfWork
    player_id: int

    @property
    def today(self) -> date:
        """The date in the player's time zone."""
        zone = zone_of(get_preferences(self.unit, self.player_id), self.unit.settings.server.time_zone)
        return from_ms(self.unit.now_ms).astimezone(ZoneInfo(zone)).date()

    @property
    def announced(self) -> list[AbsenceRow]:
        """The absences that stand and are not over."""
        return list_absences(self.unit, self.player_id, self.today.isoformat())

    def left(self, year: int) -> int:
        """The number of days of a calendar year that they may still be away."""
        rows = list_absences(self.unit, self.player_id, date(year, 1, 1).isoformat())
        return self.unit.settings.play.vacation_days - sum(_days_in(span_of(row), year) for row in rows)

    @property
    def words(self) -> Catalogue:
        """The player's language."""
        return catalogue(get_player(self.unit, self.player_id).language)

    def moves(self) -> Iterator[tuple[int, GameRow]]:
        """The player's seats in games that are played, with the games."""
        yield from list_newest_games_of_player(self.unit, self.player_id, "playing", _EVERY_GAME)


def announce(unit: UnitOfWork, player_id: int, first: date, last: date) -> list[str]:
    """Note that a player is away on these days, move their deadlines and have the others told.

    Returns what they are told. Raises Refused.
    """
    known = AbsenceContext(unit, player_id)
    _check(known, (first, last))
    late = _put_off(known, (first, last))
    sentences = _absence_sentences(known, (first, last), late)
    count_caused_mail(unit, player_id)  # whom it is told to have it in their next mail
    add_absence(unit, player_id, first.isoformat(), last.isoformat(), unit.now_ms)
    _note(known, _about((first, last), "away"), (first, last))
    _reset(known, late)
    return sentences


def take_back(unit: UnitOfWork, player_id: int, first_day: str | None = None) -> list[str]:
    """End what a player has announced, or one absence of it: they are back, or do not leave. Returns what they are
    told.

    Absences do not overlap, so the first day names one. A number would count what others have announced.
    Days that are past stay spent. Their deadlines come forward, to a full day from now at the earliest.
    """
    known = AbsenceContext(unit, player_id)
    ending = [row for row in known.announced if first_day in (None, row.first_day)]
    early = _brought_forward(known, ending)
    sentences = [*_taken_back(known, ending), *_moved(known, early)]
    for row in ending:
        if _has_begun(row, known):
            shorten_absence(unit, row.id, (known.today - _DAY).isoformat())
        else:
            end_absence(unit, row.id, unit.now_ms)
        _note(known, "back" if _is_away(row, known) else _about(span_of(row), "stays"), span_of(row))
    _reset(known, early)
    return sentences


def preview_absence(known: AbsenceContext, span: Span, *, but: int) -> list[str]:
    """The sentences that `announce` would give, but for the deadline of one game. Raises Refused."""
    _check(known, span)
    return _absence_sentences(known, span, _put_off(known, span), but)


def preview_return(known: AbsenceContext, *, but: int) -> list[str]:
    """The sentences that `take_back` would give, but for the deadline of one game."""
    ending = known.announced
    return [*_taken_back(known, ending), *_moved(known, _brought_forward(known, ending), but)]


@dataclass(frozen=True)
class MovedDeadlines:
    """Deadlines that move when a player's time stands still, or runs again; they are found before that is noted."""

    known: AbsenceContext
    games: Sequence[tuple[GameRow, int]]

    def set(self) -> None:
        """Move them."""
        _reset(self.known, self.games)

    @property
    def seats(self) -> Iterator[tuple[int, GameRow]]:
        """The player's seats in games that are played, with the games."""
        return self.known.moves()


def standing_still(unit: UnitOfWork, player_id: int, span: Span | None) -> MovedDeadlines:
    """The deadlines of a player whose time stands still on these days without their word; None: on no day."""
    known = AbsenceContext(unit, player_id)
    return MovedDeadlines(known, [] if span is None else _put_off(known, span))


def running_again(unit: UnitOfWork, player_id: int, span: Span | None) -> MovedDeadlines:
    """The deadlines of a player whose time stood still on these days, and runs again now."""
    known = AbsenceContext(unit, player_id)
    if span is None or span[1] < known.today:
        return MovedDeadlines(known, [])
    row = AbsenceRow(0, player_id, span[0].isoformat(), span[1].isoformat(), unit.now_ms, None)
    return MovedDeadlines(known, _brought_forward(known, [row]))


def span_of(row: AbsenceRow) -> Span:
    """The days of an absence."""
    return date.fromisoformat(row.first_day), date.fromisoformat(row.last_day)


def in_words(span: Span, words: Catalogue) -> str:
    """Days as one reads them: "20 December 2026 to 5 January 2027", or one day."""
    first, last = map(words.day, span)
    return first if span[0] == span[1] else words.text("%(first)s to %(last)s", first=first, last=last)


def find_last_day_away(unit: UnitOfWork, player_id: int) -> str:
    """The last day of the absence in which a player is today, as an ISO date; "" where they are there."""
    known = AbsenceContext(unit, player_id)
    return next((row.last_day for row in known.announced if _is_away(row, known)), "")


def find_last_days_away(unit: UnitOfWork, seats: Sequence[SeatPlayer]) -> dict[int, str]:
    """The last day away of the player of each seat of a game, by seat, where they are away."""
    prefetch_players(unit, [seat.player_id for seat in seats])
    by_day: dict[str, list[int]] = {}
    for seat in seats:
        by_day.setdefault(AbsenceContext(unit, seat.player_id).today.isoformat(), []).append(seat.player_id)
    for day, player_ids in by_day.items():
        prefetch_absences(unit, player_ids, day)
    return {seat.seat: find_last_day_away(unit, seat.player_id) for seat in seats}


def _check(known: AbsenceContext, span: Span) -> None:
    """Nothing, where a player may be away on these days. Raises Refused."""
    (first, last), words, today = span, known.words, known.today
    if last < first:
        raise Refused(words.text("That ends before it begins. Write the first day first."), "first")
    if first < today:
        why = words.text("%(day)s is past; today is %(today)s.", day=words.day(first), today=words.day(today))
        raise Refused(why, "first")
    if last > today + _AHEAD:
        raise Refused(words.text("You can enter days away up to a year ahead."), "last")
    for row in known.announced:
        if row.first_day <= last.isoformat() and row.last_day >= first.isoformat():
            span_text = in_words(span_of(row), words)
            raise Refused(words.text("You have already said that you're away: %(days)s.", days=span_text), "first")
    for year in range(first.year, last.year + 1):
        days, left = _days_in(span, year), known.left(year)
        if days > left:
            raise Refused(_over_budget(year, days, max(left, 0), words), "first")
    check_caused_mail(known.unit, known.player_id, words)


def _over_budget(year: int, days: int, left: int, words: Catalogue) -> str:
    wanted = words.plural("That is %(n)s day of %(year)s", "That is %(n)s days of %(year)s", days, year=str(year))
    return words.plural(
        "%(wanted)s, and you have %(n)s day left.", "%(wanted)s, and you have %(n)s days left.", left, wanted=wanted
    )


def _absence_sentences(
    known: AbsenceContext, span: Span, late: Sequence[tuple[GameRow, int]], but: int | None = None
) -> list[str]:
    """Sentences for a player who is away on these days, before they are noted."""
    words = known.words
    sentences = [words.text("You're away: %(days)s. The others will be told.", days=in_words(span, words))]
    for year in range(span[0].year, span[1].year + 1):
        left = known.left(year) - _days_in(span, year)
        sentences.append(days_left(year, left, words))
    return [*sentences, *_moved(known, late, but), *_missed(known)]


def days_left(year: int, left: int, words: Catalogue) -> str:
    """The number of days of a year that a player may still be away, as a sentence."""
    return words.plural(
        "You can be away for %(n)s more day in %(year)s.",
        "You can be away for %(n)s more days in %(year)s.",
        left,
        year=str(year),
    )


def _taken_back(known: AbsenceContext, ending: Sequence[AbsenceRow]) -> list[str]:
    words = known.words
    sentences = []
    for row in ending:
        if _is_away(row, known):
            sentences.append(words.text("You're back. The days you did not use are yours again."))
        else:
            sentences.append(words.text("You will not be away: %(days)s.", days=in_words(span_of(row), words)))
    return sentences or [words.text("You have no days away, so there is nothing to cancel.")]


def _is_away(row: AbsenceRow, known: AbsenceContext) -> bool:
    return row.first_day <= known.today.isoformat() <= row.last_day


def _has_begun(row: AbsenceRow, known: AbsenceContext) -> bool:
    """Whether days of an absence are past, which stay spent."""
    return row.first_day < known.today.isoformat()


def _days_in(span: Span, year: int) -> int:
    first, last = max(span[0], date(year, 1, 1)), min(span[1], date(year, 12, 31))
    return max(0, (last - first).days + 1)


def _about(span: Span, what: str) -> str:
    return f"{what} for a day" if span[0] == span[1] else what


def _note(known: AbsenceContext, about: str, span: Span) -> None:
    """Write it into the log of each of the player's games, with their name as it is now."""
    facts = {
        "who": get_player(known.unit, known.player_id).name,
        "first_day": span[0].isoformat(),
        "last_day": span[1].isoformat(),
    }
    for seat, game in known.moves():
        append_note(known.unit, game.id, seat, Note(about, facts))


def _put_off(known: AbsenceContext, span: Span) -> list[tuple[GameRow, int]]:
    found = []
    for game, before in _waiting(known):
        after = replace(before, away=(*before.away, span))
        found.append((game, max(game.deadline_ms or 0, _again(game, before, after, known.unit.now_ms))))
    return found


def _brought_forward(known: AbsenceContext, ending: Sequence[AbsenceRow]) -> list[tuple[GameRow, int]]:
    spans = {span_of(row) for row in ending}
    found = []
    for game, before in _waiting(known):
        assert game.deadline_ms is not None
        stays = [*(span for span in before.away if span not in spans)]
        past = [(first, known.today - _DAY) for first, _last in spans if first < known.today]
        again = _again(game, before, replace(before, away=(*stays, *past)), known.unit.now_ms)
        found.append((game, min(game.deadline_ms, max(again, known.unit.now_ms + _DAY_MS))))
    return found


def _waiting(known: AbsenceContext) -> Iterator[tuple[GameRow, PlayingTime]]:
    for seat, game in known.moves():
        if game.active_seat == seat and game.deadline_ms is not None and game.deadline_ms > known.unit.now_ms:
            yield game, load_playing_time(known.unit, game.terms, known.player_id, known.unit.now_ms)


def _missed(known: AbsenceContext) -> list[str]:
    words = known.words
    zone = zone_of(get_preferences(known.unit, known.player_id), known.unit.settings.server.time_zone)
    return [
        words.text(
            "%(tag)s %(name)s: you missed the deadline there (%(deadline)s), and being away doesn't change that.",
            tag=game.tag,
            name=game.name,
            deadline=words.moment(from_ms(game.deadline_ms), zone),
        )
        for seat, game in known.moves()
        if game.active_seat == seat and game.deadline_ms is not None and game.deadline_ms <= known.unit.now_ms
    ]


def _again(game: GameRow, before: PlayingTime, after: PlayingTime, now_ms: int) -> int:
    """The deadline that leaves as much playing time by one calendar as there was by another."""
    assert game.deadline_ms is not None
    now = from_ms(now_ms)
    return to_ms(after.plus(now, before.between(now, from_ms(game.deadline_ms))))


def _reset(known: AbsenceContext, deadlines: Sequence[tuple[GameRow, int]]) -> None:
    for game, moved_ms in deadlines:
        if moved_ms != game.deadline_ms:
            set_deadline(
                known.unit, game.id, moved_ms, next_wake_ms(game.pace, moved_ms, known.unit.now_ms), game.overdue
            )


def _moved(known: AbsenceContext, deadlines: Sequence[tuple[GameRow, int]], but: int | None = None) -> list[str]:
    """Sentences on deadlines that move, but for one game's, of which an answer tells anyhow."""
    words = known.words
    zone = zone_of(get_preferences(known.unit, known.player_id), known.unit.settings.server.time_zone)
    return [
        words.text(
            "%(tag)s %(name)s: the deadline is now %(deadline)s.",
            tag=game.tag,
            name=game.name,
            deadline=words.moment(from_ms(moved_ms), zone),
        )
        for game, moved_ms in deadlines
        if moved_ms != game.deadline_ms and game.id != but
    ]
