"""Wishes of players for themselves, to the office: days away, seats, standing by, reports, and their statistics."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from pbem.adjudicator import statistics
from pbem.adjudicator.context import Done, PlayerContext, Refused
from pbem.adjudicator.mails.digest import choose
from pbem.adjudicator.seats import absences, standby, vacancies
from pbem.adjudicator.seats import addresses as renewing
from pbem.adjudicator.seats.absences import AbsenceContext
from pbem.adjudicator.statistics import Profile
from pbem.clock import from_ms
from pbem.commands.orders.commands import Away, Back, RenewAddress
from pbem.games.presentation import presentation_of
from pbem.i18n import N_, Catalogue
from pbem.lobby import practice
from pbem.lobby.commands import DeclineSeat, PlayNow, Return, StandBy, Take, Watch, WishReminders, WishReports
from pbem.reports import document as doc
from pbem.reports.notes import REMINDED
from pbem.store.games.game import GameRow, find_game_by_tag
from pbem.store.games.seats import list_seats_ever_of
from pbem.store.players.preferences import Reports, get_preferences, put_preferences

REPORTS: Final[Mapping[Reports, str]] = {
    "all": N_("You get an email about every turn."),
    "mine": N_("You get an email when it's your turn, and when a game starts or ends."),
    "daily": N_("You get one email a day, at 7 in the morning, with what is new in all of your games."),
}
"""What a player is told of the reports that they have chosen."""


def counted_blocks(context: PlayerContext) -> list[doc.Block]:
    """Games finished and won, turns in time, ratings, and where more is told; nothing of who has not played yet."""
    profile = statistics.profile(context.unit, context.player.id, from_ms(context.unit.now_ms).date())
    told = [*_profile_sentences(profile, context.words)]
    if not told:
        return []
    page = context.unit.settings.page(f"/players/{context.player.id}")
    return [doc.Heading(context.words.text("Your statistics")), doc.Lines(tuple(filter(None, (*told, page))))]


def _profile_sentences(profile: Profile, words: Catalogue) -> Iterator[str]:
    ends, turns = profile.together.ends, profile.together.turns
    if ends.games:
        finished = words.plural("%(n)s game finished", "%(n)s games finished", ends.games)
        won = words.plural("%(n)s won", "%(n)s won", ends.won)
        yield words.text("%(finished)s, %(won)s.", finished=finished, won=won)
    if turns.turns:
        share = words.percent(turns.turns - turns.late, turns.turns)
        yield words.plural(
            "%(share)s of %(n)s turn in time.", "%(share)s of %(n)s turns in time.", turns.turns, share=share
        )
    for kind, skill in profile.skills.items():
        yield words.plural(
            "Rating in %(game)s: %(rating)s ± %(off)s, from %(n)s game.",
            "Rating in %(game)s: %(rating)s ± %(off)s, from %(n)s games.",
            skill.games,
            game=words.text(presentation_of(kind).name),
            rating=words.number(round(skill.mu)),
            off=words.number(round(skill.sigma)),
        )


def reports(context: PlayerContext, wish: WishReports) -> Done:
    """Note which reports a player wants."""
    before = get_preferences(context.unit, context.player.id)
    chosen = replace(before, reports=wish.reports)
    choose(context.unit, context.player.id, chosen)
    return Done((context.words.text(REPORTS[wish.reports]),))


def reminders(context: PlayerContext, wish: WishReminders) -> Done:
    """Note when a player wants to be reminded."""
    before = get_preferences(context.unit, context.player.id)
    put_preferences(context.unit, context.player.id, replace(before, reminders=wish.reminders))
    words = context.words
    if not wish.reminders:
        return Done((words.text("You get no more deadline reminders."),))
    times = ", ".join(words.text(REMINDED[int(hours)]) for hours in wish.reminders.split())
    return Done((words.text("You get deadline reminders: %(times)s.", times=times),))


def away(context: PlayerContext, wish: Away) -> Done:
    """Note that a player is away. Raises Refused."""
    today = AbsenceContext(context.unit, context.player.id).today
    span = wish.days(today)
    return Done(tuple(absences.announce(context.unit, context.player.id, *span)))


def back(context: PlayerContext, _wish: Back) -> Done:
    """Note that a player is away no more."""
    return Done(tuple(absences.take_back(context.unit, context.player.id)))


def renew(context: PlayerContext, _wish: RenewAddress) -> Done:
    """Renew the address of a player's account, from which the answer comes. Raises Refused."""
    told = renewing.renew_account_address(context.unit, context.player.id, by_owner=True, letter_id=context.letter_id)
    return Done(tuple(told))


def take(context: PlayerContext, wish: Take) -> Done:
    """Give a player a seat that they were offered, or may have. Raises Refused."""
    game = _game(context, wish.tag)
    seat = vacancies.seat_to_take(context.unit, game.id, context.player.id)
    return _taken(context, game, seat)


def come_back(context: PlayerContext, wish: Return) -> Done:
    """Give a player back the seat that they had. Raises Refused."""
    game = _game(context, wish.tag)
    had = list_seats_ever_of(context.unit, game.id, context.player.id)
    if not had:
        raise Refused(context.words.text("You never had a seat in %(tag)s.", tag=game.tag))
    return _taken(context, game, had[0])


def decline(context: PlayerContext, wish: DeclineSeat) -> Done:
    """Say no to the offer of a seat. Raises Refused."""
    game = _game(context, wish.tag)
    told = vacancies.decline(context.unit, game.id, context.player.id)
    return Done(tuple(told), game_id=game.id)


def stand_by(context: PlayerContext, wish: StandBy) -> Done:
    """Note whether a player would take over seats, and in which kinds of game. Raises Refused."""
    kinds = wish.kinds if wish.on else ()
    told = standby.stand_by(context.unit, context.player.id, kinds)
    return Done(tuple(told))


def watch(context: PlayerContext, wish: Watch) -> Done:
    """Have a player watch a game, or stop. Raises Refused."""
    game, words = _game(context, wish.tag), context.words
    if not wish.on:
        return Done(tuple(standby.unwatch(context.unit, context.player.id, game.id, words)))
    return Done(tuple(standby.watch(context.unit, context.player.id, game.id, words)))


def _taken(context: PlayerContext, game: GameRow, seat: int) -> Done:
    told = vacancies.take(context.unit, game.id, seat, context.player.id)
    return Done(tuple(told), game_id=game.id)


def play(context: PlayerContext, wish: PlayNow) -> Done:
    """Begin a game of practice against bots at once. Raises Refused."""
    words, seats = context.words, wish.seats or practice.usual_seats(wish.kind)
    game = practice.against_programs(context.unit, context.player, wish.kind, seats, words, letter_id=context.letter_id)
    began = words.text("%(tag)s, %(name)s, has started. You get its first report.", tag=game.tag, name=game.name)
    return Done((began,), game_id=game.id)


def _game(context: PlayerContext, tag: str) -> GameRow:
    game = find_game_by_tag(context.unit, tag)
    if game is None:
        raise Refused(context.words.text("There is no game %(tag)s.", tag=tag))
    return game
