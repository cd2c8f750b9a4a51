"""Waiting lists in words, for mails and pages alike."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

from pbem.adjudicator.mails.game import zone_of
from pbem.clock import from_ms
from pbem.commands.vocabulary import OFFICE
from pbem.games.presentation import presentation_of
from pbem.i18n import Catalogue
from pbem.lobby.fields import ANOTHER
from pbem.lobby.public_rounds import planned_draw, round_sentences
from pbem.reports import document as doc
from pbem.reports.notes import LATE, PRESS, time_in_words
from pbem.store import Tx
from pbem.store.games.waiting_lists import (
    ListRow,
    WaitingPlayer,
    list_lists_inviting,
    list_lists_waited_on,
    list_public_lists,
    list_waiting_players,
)
from pbem.store.players.player import PlayerRow
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
