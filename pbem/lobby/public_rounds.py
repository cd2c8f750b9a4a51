"""Waiting lists whose dice a public round is part of: the round they name, and their words fixed before it is out.

The order is what makes it sound. The round is named when the list is opened, and is later than the last moment to join;
a list that has not filled by then takes the next round by a rule that was fixed when it was opened. When the list is
full no words can change, and everybody is emailed a fingerprint of all that the dice follow from but the round itself.
Only then is the round published, and the game begins.
"""

from collections.abc import Callable
from dataclasses import replace

from pbem.adjudicator.context import PlayerContext, Refused
from pbem.adjudicator.mails.game import zone_of
from pbem.adjudicator.mails.player import write_to
from pbem.beacon import BeaconTerms, load_terms, new_terms
from pbem.clock import from_ms
from pbem.i18n import Catalogue, catalogue
from pbem.reports import document as doc
from pbem.reports.dice import describe_claim
from pbem.store import Tx, UnitOfWork
from pbem.store.games.waiting_lists import ListRow, fill_list, list_waiting_players, list_waiting_words, set_round
from pbem.store.players.player import get_player
from pbem.store.players.preferences import get_preferences
from pbem.terms import BeaconWish
from rules_core.kernel.beacon import BeaconDraw
from rules_core.kernel.record import opening_claims


def named_round(context: PlayerContext, wish: BeaconWish | None) -> tuple[BeaconTerms, int] | None:
    """Give the beacon's part of a new list's terms, and its first round; None where it names none. Raises Refused."""
    settings = context.unit.settings.dice.beacon
    rule = wish or (settings.lists if settings is not None else "none")
    if rule == "none":
        return None
    if settings is None:
        raise Refused(context.words.text("This server uses no public beacon, so no waiting list can ask for one."))
    return new_terms(settings, rule, context.unit.now_ms)


def planned_draw(row: ListRow, signature: str | None = None) -> BeaconDraw | None:
    """Give the draw that a list names, its words fixed when it was full; None where it names none."""
    if row.beacon is None or row.round is None:
        return None
    return load_terms(row.beacon).draw(row.id, row.round, row.full_ms or 0, signature)


def fingerprint_of(tx: Tx, row: ListRow) -> str:
    """Give the fingerprint of all that a full list's dice follow from; "" of one that names no round or is not full."""
    draw = planned_draw(row)
    if draw is None or row.full_ms is None:
        return ""
    return draw.fingerprint(row.commitment, [text for text, _from_server in list_waiting_words(tx, row.id)])


def keep_round(unit: UnitOfWork, row: ListRow) -> ListRow:
    """Name a later round for an open list that has not filled in time for its own, and email everybody on it."""
    if row.beacon is None or row.round is None or row.status != "open":
        return row
    number = load_terms(row.beacon).round_after(row.round, unit.now_ms)
    if number == row.round:
        return row
    set_round(unit, row.id, number)
    later = replace(row, round=number)
    _write_to_all(unit, later, lambda words, zone: _later_blocks(later, words, zone))
    return later


def fix_words(unit: UnitOfWork, row: ListRow) -> None:
    """Close a full list to players and words until its round is out, and email everybody the fingerprint."""
    fill_list(unit, row.id, unit.now_ms)
    full = replace(row, status="full", full_ms=unit.now_ms)
    fingerprint = fingerprint_of(unit, full)

    def blocks(words: Catalogue, zone: str) -> list[doc.Block]:
        return _full_blocks(full, fingerprint, unit.settings.has_pages, words, zone)

    _write_to_all(unit, full, blocks)


def round_sentences(row: ListRow, words: Catalogue, zone: str) -> list[str]:
    """Tell when a list's game begins, until when players can join, and what happens where the round is missing."""
    if row.beacon is None or row.round is None:
        return []
    terms, text = load_terms(row.beacon), words.text
    if row.status == "open":
        until = words.moment(from_ms(terms.joins_until_ms(row.round)), zone)
        when = text(
            "Players can join until %(until)s. If the list is full by then, the game starts when the round is "
            "published; if not, the list takes a later round.",
            until=until,
        )
    else:
        when = text(
            "The game starts when round %(round)s of the public beacon %(name)s is published, on %(moment)s.",
            round=row.round,
            name=terms.chain.name,
            moment=words.moment(from_ms(terms.chain.moment_of(row.round) * 1000), zone),
        )
    without_ms = terms.without_from_ms(row.round)
    if without_ms is None:
        return [when, text("If the round cannot be reached, the game waits for it.")]
    missing = text(
        "If the round cannot be reached by %(moment)s, the game starts without it, and its first report says so.",
        moment=words.moment(from_ms(without_ms), zone),
    )
    return [when, missing]


def claim_sentences(row: ListRow, words: Catalogue, zone: str) -> list[str]:
    """Tell what the dice of a list's game will prove, and against whom."""
    claims = opening_claims(planned_draw(row), has_begun=False)
    return [describe_claim(claim, (), words, zone) for claim in claims]


def dice_sentences(row: ListRow, words: Catalogue, zone: str) -> list[str]:
    """Tell what the dice of a list's game will prove, and how it comes to its round."""
    return [*claim_sentences(row, words, zone), *round_sentences(row, words, zone)]


def _later_blocks(row: ListRow, words: Catalogue, zone: str) -> list[doc.Block]:
    lead = words.text(
        "Waiting list %(number)s, %(name)s, was not full in time for its round, so it takes a later one.",
        number=row.id,
        name=row.name,
    )
    return [doc.Lead((lead,)), *map(doc.Paragraph, dice_sentences(row, words, zone))]


def _full_blocks(row: ListRow, fingerprint: str, has_pages: bool, words: Catalogue, zone: str) -> list[doc.Block]:
    text = words.text
    fixed = text(
        "All dice words are fixed now. This is the fingerprint of everything the dice follow from, except the random "
        "number of the round, which nobody can know yet:"
    )
    keep = text(
        "Keep this email. The game's page of dice and `pbem dice verify` show the fingerprint again: if it is the same "
        "and this email reached you before the round was published, nobody chose the dice by trying words."
    )
    if not has_pages:
        keep = text(
            "Keep this email. `pbem dice verify` shows the fingerprint again: if it is the same and this email reached "
            "you before the round was published, nobody chose the dice by trying words."
        )
    return [
        doc.Lead((text("Waiting list %(number)s, %(name)s, is full.", number=row.id, name=row.name),)),
        *map(doc.Paragraph, round_sentences(row, words, zone)),
        doc.Paragraph(fixed),
        doc.Lines((fingerprint,)),
        doc.Paragraph(keep),
    ]


def _write_to_all(unit: UnitOfWork, row: ListRow, blocks: Callable[[Catalogue, str], list[doc.Block]]) -> None:
    for one in list_waiting_players(unit, row.id):
        player = get_player(unit, one.player_id)
        words = catalogue(player.language)
        zone = zone_of(get_preferences(unit, player.id), unit.settings.server.time_zone)
        subject = words.text("Waiting list %(number)s: %(name)s", number=row.id, name=row.name)
        write_to(unit, player, "lobby", subject, blocks(words, zone))
