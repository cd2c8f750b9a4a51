"""Waiting lists, as commands and the clock find them, seen, ended, begun; and in words, for mails and pages alike."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final, Literal

from pbem.adjudicator.context import PlayerContext, Refused
from pbem.adjudicator.mails.game import zone_of
from pbem.adjudicator.mails.player import write_to
from pbem.adjudicator.opening import open_game, report_beginning
from pbem.adjudicator.seats import vacancies
from pbem.beacon import load_terms
from pbem.clock import from_ms
from pbem.commands.vocabulary import OFFICE
from pbem.games.presentation import presentation_of
from pbem.i18n import N_, Catalogue, catalogue
from pbem.lobby.fields import ANOTHER
from pbem.lobby.public_rounds import planned_draw, round_sentences
from pbem.reports import document as doc
from pbem.reports.notes import LATE, PRESS, time_in_words
from pbem.store import Tx, UnitOfWork
from pbem.store.games.seats import list_seats
from pbem.store.games.waiting_lists import (
    ListRow,
    WaitingPlayer,
    end_list,
    find_invitation,
    find_waiting_list,
    get_list_seed,
    list_lists_inviting,
    list_lists_waited_on,
    list_public_lists,
    list_waiting_players,
    list_waiting_words,
)
from pbem.store.players.player import PlayerRow, get_player
from pbem.store.players.preferences import get_preferences
from pbem.terms import Terms

MOST_SHOWN = 20
"""Lists that a mail tells of; the page has the others."""


def describe_game(row: ListRow, words: Catalogue) -> str:
    """Describe the game that is waited for: "Germany, two starts abroad, drawn by lot"."""
    return presentation_of(row.kind).in_words(json.loads(row.options), words)


def term_sentences(terms: Terms, words: Catalogue) -> list[str]:
    """The terms of a game, in sentences."""
    return [
        words.text("%(time)s per turn.", time=time_in_words(terms, words)),
        words.text("If the deadline is missed: %(what)s.", what=words.text(LATE[terms.late])),
        words.text("Press between players: %(rule)s.", rule=words.text(PRESS[terms.press])),
    ]


def waiting_sentence(row: ListRow, waiting: Sequence[WaitingPlayer], words: Catalogue) -> str:
    """The names of those who wait and the number of free places, in a sentence."""
    names = ", ".join(one.name for one in waiting)
    free = row.seats - len(waiting)
    if not free:
        return words.text("Full: %(names)s.", names=names)
    return words.plural(
        "Players so far: %(names)s. One seat is free.",
        "Players so far: %(names)s. %(n)s seats are free.",
        free,
        names=names,
    )


def commitment_sentence(row: ListRow, words: Catalogue) -> str:
    """The promise of the dice that was made before anybody joined."""
    return words.text(
        "Dice fingerprint (SHA-256 of the seed, which was drawn first): %(digest)s.", digest=row.commitment
    )


def closing_sentence(row: ListRow, words: Catalogue, zone: str) -> str:
    """Until when a list is open."""
    return words.text("Open until %(date)s.", date=words.date(from_ms(row.expires_ms), zone))


def fairness_sentence(row: ListRow, words: Catalogue) -> str:
    """Whom the dice of a list's game bind, in few words."""
    draw = planned_draw(row)
    if draw is None:
        return words.text("No player can choose the dice; the host, who knows the seed, could.")
    sentence = words.text(
        "Round %(round)s of a public beacon is part of the dice, so nobody can choose them, not even the host.",
        round=draw.number,
    )
    limits = [
        *([words.text("The game can start without it.")] if draw.rule == "without" else []),
        *([] if draw.chain.is_known else [words.text("This program does not know the beacon.")]),
    ]
    return " ".join((sentence, *limits))


def entry(
    tx: Tx, row: ListRow, words: Catalogue, zone: str, named: Callable[[str], str] = lambda name: name
) -> doc.ListEntry:
    """A list with all that is to be known of it; `named` says how names are shown that players chose."""
    row = replace(row, name=named(row.name))
    waiting = [one._replace(name=named(one.name)) for one in list_waiting_players(tx, row.id)]
    head = words.text("%(number)s · %(name)s: %(game)s", number=row.id, name=row.name, game=describe_game(row, words))
    private = [words.text("Invite only: nobody else can see it.")] if row.private else []
    details = [
        waiting_sentence(row, waiting, words),
        *term_sentences(row.terms, words),
        *([closing_sentence(row, words, zone)] if row.status == "open" else []),
        *private,
        commitment_sentence(row, words),
        fairness_sentence(row, words),
        *round_sentences(row, words, zone),
    ]
    return doc.ListEntry(head, tuple(details))


def lists_for(
    tx: Tx, player: PlayerRow, words: Catalogue, default_zone: str, kind: str | None = None
) -> list[doc.Block]:
    """The lists that a player waits on, those that they were asked to join, and those that are open to all."""
    zone = zone_of(get_preferences(tx, player.id), default_zone)
    mine = [row for row in list_lists_waited_on(tx, player.id) if kind in (None, row.kind)]
    waited_on = {row.id for row in mine}
    inviting = [row for row in list_lists_inviting(tx, player.address) if kind in (None, row.kind)]
    inviting = [row for row in inviting if row.id not in waited_on]
    known = waited_on | {row.id for row in inviting}
    others = [row for row in list_public_lists(tx, kind) if row.id not in known][:MOST_SHOWN]
    parts = (
        (words.text("Waiting lists you are on"), mine, "{leave} %s"),
        (words.text("You are invited"), inviting, "{join} %s"),
        (words.text("Games looking for players"), others, "{join} %s"),
    )
    blocks: list[doc.Block] = []
    for title, rows, order in parts:
        if rows:
            blocks += [doc.Heading(title), doc.Entries(tuple(entry(tx, row, words, zone) for row in rows))]
            lines = tuple(
                doc.OrderLine(OFFICE.fill(order, words.language) % row.id, row.name)
                for row in rows
                if row.status == "open"
            )
            blocks += [doc.Orders(lines)] if lines else []
    if not blocks:
        opening = OFFICE.fill(f"{{open}} {ANOTHER} {{for}} 3", words.language)
        none = words.text(
            'No game is looking for players. "%(order)s" opens a new one; "help" tells how.', order=opening
        )
        blocks.append(doc.Paragraph(none))
    return blocks


MOST_OPEN: Final = 3
"""Lists of one player's that may be open at a time."""
LONGEST_NAME: Final = 60
LONGEST_SALT: Final = 200
DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)
_NOTICES: Final = {
    "expired": N_(
        "Waiting list %(number)s, %(name)s, is closed: not enough players joined in time. No game was started."
    ),
    "closed": N_("Waiting list %(number)s, %(name)s, was closed by the operator. No game was started."),
    "round missing": N_(
        "Waiting list %(number)s, %(name)s, is closed: its public round could not be reached for too long. No game "
        "was started."
    ),
}


def end(unit: UnitOfWork, row: ListRow, how: Literal["expired", "closed", "round missing"]) -> None:
    """End an open or full list without a game, and tell those on it."""
    end_list(unit, row.id, "expired" if how == "round missing" else how)
    for one in list_waiting_players(unit, row.id):
        player = get_player(unit, one.player_id)
        words = catalogue(player.language)
        subject = words.text("%(name)s did not start", name=row.name)
        notice = words.text(_NOTICES[how], number=row.id, name=row.name)
        again = words.text(
            'Reply "%(lists)s" to see the games looking for players.', lists=OFFICE.fill("{lists}", player.language)
        )
        blocks: list[doc.Block] = [doc.Lead((notice,)), doc.Paragraph(describe_game(row, words)), doc.Paragraph(again)]
        write_to(unit, player, "lobby", subject, blocks)


def joinable(context: PlayerContext, list_id: int) -> ListRow:
    """An open list that a player may see. Raises Refused, in the same words for one that they may not see."""
    row = find_waiting_list(context.unit, list_id)
    if row is not None and row.status == "full" and is_on(context.unit, row, context.player.id):
        raise Refused(context.words.text("Waiting list %(number)s is full: all dice words are fixed.", number=list_id))
    if (
        row is not None
        and row.status == "open"
        and may_see(context.unit, row, context.player.id, context.player.address)
    ):
        return row
    raise Refused(context.words.text("There is no open waiting list %(number)s.", number=list_id))


def kept_list(context: PlayerContext, list_id: int) -> ListRow:
    """An open list of a player's own, or, for a list keeper, any that they may see. Raises Refused."""
    row, me = find_waiting_list(context.unit, list_id), context.player
    if row is not None and row.status == "open" and (row.opened_by == me.id or _keeps(context, row)):
        return row
    raise Refused(context.words.text("You have no open waiting list %(number)s of your own.", number=list_id))


def _keeps(context: PlayerContext, row: ListRow) -> bool:
    me = context.player
    return me.list_keeper and may_see(context.unit, row, me.id, me.address)


def may_see(tx: Tx, row: ListRow, player_id: int, address: str) -> bool:
    """Whether a player may know of a list: of a private one only its owner, those on it, and those invited."""
    if not row.private or row.opened_by == player_id:
        return True
    invitation = find_invitation(tx, row.id, address)
    if invitation is not None and invitation.declined_ms is None:
        return True
    return is_on(tx, row, player_id)


def begin(unit: UnitOfWork, row: ListRow, signature: str | None = None) -> int:
    """Begin the game of a full list: its seats in the order of joining, the start player drawn by the rules.

    `signature` is that of the public round the list names; None where it names none, or the game begins without.
    """
    salts = list_waiting_words(unit, row.id)
    game_id = open_game(
        unit,
        name=row.name,
        kind=row.kind,
        options=json.loads(row.options),
        terms=row.terms,
        players=[one.player_id for one in list_waiting_players(unit, row.id)],
        salts=[text for text, _from_server in salts],
        from_server=[seat for seat, (_text, from_server) in enumerate(salts) if from_server],
        beacon=planned_draw(row, signature),
        seed=get_list_seed(unit, row.id),
        domain=unit.settings.mail.domain,
    )
    end_list(unit, row.id, "started", game_id)
    report_beginning(unit, game_id)
    for seat in list_seats(unit, game_id):  # of which a player may have been shut out since the list was full
        if get_player(unit, seat.player_id).standing != "open":
            vacancies.vacate(unit, game_id, seat.seat, "removed")
    return game_id


def settle(unit: UnitOfWork, list_id: int, signature: str | None) -> int | None:
    """Begin the game of a full list whose round is out, once; return its id, or None where it goes on waiting.

    `signature` is the round's, checked; None where it could not be reached. Then the game begins without it if the list
    says so and the time for that has come, and the list is closed if nothing came of it for as long as lists are open.
    """
    row = find_waiting_list(unit, list_id)
    if row is None or row.status != "full" or row.beacon is None or row.round is None:
        return None
    terms = load_terms(row.beacon)
    published_ms = terms.chain.moment_of(row.round) * 1000
    without_ms = terms.without_from_ms(row.round)
    if signature is not None or (without_ms is not None and without_ms <= unit.now_ms):
        return begin(unit, row, signature)
    if published_ms + unit.settings.play.list_days * DAY_MS <= unit.now_ms:
        end(unit, row, "round missing")
    return None


def is_on(tx: Tx, row: ListRow, player_id: int) -> bool:
    """Whether a player is on a list."""
    return any(one.player_id == player_id for one in list_waiting_players(tx, row.id))
