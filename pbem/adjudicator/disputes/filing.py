"""Disputes as players have them: filed about a moment of a game, spoken about by all who play in it, withdrawn.

A player disputes a moment once, and so many in a game; what became of it stands unless a moderator reopens it. Who
disputes what, and in which words, is public at once; what is said about it is between players and moderators until
the dispute is closed. A game that is held for a dispute goes on when none of its disputes is open any more, unless a
moderator holds it for a reason of their own.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from typing import Any, Final

from pbem.adjudicator.context import JudgedCommand, Refused, SeatContext, check_text
from pbem.adjudicator.disputes.holds import (
    HELD_FOR_DISPUTE,
    RELEASED_AFTER_DISPUTE,
    draft_waits,
    is_held_for_dispute,
    let_go,
    stop,
)
from pbem.adjudicator.history.archive import Archive, Past, PastMoment
from pbem.adjudicator.history.rollback import target_before
from pbem.adjudicator.mails.game import enqueue, zone_of
from pbem.adjudicator.mails.player import moderators_of, proclaim, write_to, zone_of_seat
from pbem.adjudicator.sessions import append_note
from pbem.clock import from_ms
from pbem.commands.orders.commands import Dispute, MakeStatement, WithdrawDispute
from pbem.commands.orders.verbs import in_words
from pbem.config import Settings
from pbem.games.compose import message_of, subject
from pbem.games.moments import year_in_words
from pbem.games.presentation import presentation_of
from pbem.i18n import Catalogue, catalogue
from pbem.reports import document as doc
from pbem.store import NotFound, Tx, UnitOfWork
from pbem.store.games.drafts import find_draft
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.mutes import list_muted_seats
from pbem.store.games.seats import list_seat_contacts
from pbem.store.moderation.disputes import (
    DisputeRow,
    FiledDispute,
    StatementRow,
    add_dispute,
    add_statement,
    close_dispute,
    list_disputes_of_game,
    list_statements,
)
from pbem.store.players.player import PlayerRow
from pbem.store.players.preferences import get_preferences
from pbem.store.tables import NEW
from rules_core.kernel.events import Ended, TurnBeginning
from rules_core.kernel.log import Note, NoteFact

MOST_SIGNS: Final = 4_000
"""Characters of a complaint, or of what is said about one."""
MOST_STATEMENTS: Final = 20
"""How often a seat may speak about one dispute."""
_DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)
REMINDED_EACH_MS: Final = _DAY_MS
TOLD_EACH_MS: Final = 7 * _DAY_MS
"""How often moderators, and everyone in the game, are told of a dispute while it is open."""


# Filing


def judge_dispute(context: SeatContext, request: Dispute) -> JudgedCommand:
    """Judge a complaint. Raises Refused."""
    words, loaded = context.words, context.loaded
    if _own_open(context) is not None or any(isinstance(before, Dispute) for before in context.before):
        withdraw = in_words("{withdraw_dispute}", words.language)
        raise Refused(
            words.text('You already have an open dispute in this game; "%(order)s" withdraws it.', order=withdraw)
        )
    check_text(request.text, MOST_SIGNS, words)
    moment = _moment(Archive().past(context.unit, loaded.game), request.position, words)
    _check_allowed(context, moment)
    told = words.text(
        "You dispute the play of %(player)s in %(year)s, up to #%(place)s. Everyone can read that, and your text.",
        player=loaded.names[moment.seat],
        year=year_in_words(loaded.game.kind, moment.year, words),
        place=moment.position,
    )
    return JudgedCommand([told, *_what_comes(context)], lambda: _file(context, request.text, moment))


def _check_allowed(context: SeatContext, moment: PastMoment) -> None:
    """Raise Refused where the player has disputed this moment before, or as much as a player may in a game."""
    words, most = context.words, context.unit.settings.play.disputes
    player_id = context.loaded.seats[context.seat].player_id
    own = [row for row in list_disputes_of_game(context.unit, context.loaded.game.id) if row.player_id == player_id]
    before = next((row for row in own if row.position == moment.position), None)
    if before is not None:
        raise Refused(
            words.text(
                "You have already disputed #%(place)s: that was dispute %(number)s. Only a moderator can reopen it.",
                place=moment.position,
                number=before.id,
            )
        )
    if len(own) >= most:
        raise Refused(
            words.plural(
                "Players can open %(n)s dispute per game, and you have done so.",
                "Players can open %(n)s disputes per game, and you have opened them all.",
                most,
            )
            if most
            else words.text("Players can't open disputes here.")
        )


def _own_open(context: SeatContext) -> FiledDispute | None:
    """The dispute of the writer's seat that is open."""
    disputes = list_disputes_of_game(context.unit, context.loaded.game.id)
    return next((row for row in disputes if row.status == "open" and row.seat == context.seat), None)


def last_turn(past: Past) -> PastMoment:
    """The moment by which the last turn that is through was ended; the newest one where none is."""
    played = [one for one in past.moments[1:] if any(isinstance(event, TurnBeginning | Ended) for event in one.events)]
    return played[-1] if played else past.last


def _moment(past: Past, position: int | None, words: Catalogue) -> PastMoment:
    if position is None:
        return last_turn(past)
    try:
        return past.moments[past.index_at(position)]
    except NotFound:
        raise Refused(
            words.text(
                "Nothing final was played at #%(place)s. The game's history shows the numbers; without one you "
                "dispute the last turn.",
                place=position,
            )
        ) from None


def _what_comes(context: SeatContext) -> Iterator[str]:
    """List the consequences of filing a dispute, in sentences."""
    words, game = context.words, context.loaded.game
    if may_hold(context.unit.settings, game):
        yield words.text("The game is on hold until there is a ruling: orders are kept, and no deadline runs.")
    elif game.held_ms is not None:
        yield words.text("The game is already on hold.")
    yield words.plural(
        "If nobody rules within %(n)s day, the play stands.",
        "If nobody rules within %(n)s days, the play stands.",
        context.unit.settings.play.ruling_days,
    )
    if moderators_of(context.unit, game.id):
        yield words.text("The moderators will be told.")
    else:
        yield words.text("This server has no moderator for this game now. The operator has to find one.")


def may_hold(settings: Settings, game: GameRow) -> bool:
    """Whether a dispute that is opened now puts a game on hold."""
    return settings.play.hold_disputed and game.held_ms is None and game.status == "playing"


def _file(context: SeatContext, text: str, moment: PastMoment) -> None:
    tx, game_id, contact = context.unit, context.loaded.game.id, context.loaded.seats[context.seat]
    times: dict[str, Any] = times_from(context.unit.settings, context.unit.now_ms)
    new = DisputeRow(
        NEW,
        game_id,
        context.seat,
        contact.player_id,
        moment.position,
        text,
        context.unit.now_ms,
        context.letter_id,
        **times,
    )
    dispute = add_dispute(tx, new)
    facts: dict[str, NoteFact] = {"who": contact.name, "mover": context.loaded.names[moment.seat], "year": moment.year}
    note = Note("disputed", {**facts, "place": moment.position, "dispute": dispute.id})
    append_note(context.unit, game_id, context.seat, note, context.letter_id)
    hold_for(context.unit, dispute)
    _announce_filed(context, dispute)
    for moderator in moderators_of(tx, game_id):
        _notify_moderator(context.unit, moderator, dispute, contact.name)


def times_from(settings: Settings, now_ms: int) -> dict[str, int]:
    """The moments when a dispute opened now must first be told of, and be ruled on, by the names of its columns."""
    return {
        "remind_ms": now_ms + REMINDED_EACH_MS,
        "tell_ms": now_ms + TOLD_EACH_MS,
        "rule_by_ms": now_ms + settings.play.ruling_days * _DAY_MS,
    }


def hold_for(unit: UnitOfWork, dispute: FiledDispute) -> None:
    """Hold a game for a dispute that is opened now, where the settings say so and it is not held already."""
    if may_hold(unit.settings, get_game(unit, dispute.game_id)):
        stop(unit, dispute.game_id, Note(HELD_FOR_DISPUTE, {"dispute": dispute.id}))


def _announce_filed(context: SeatContext, dispute: FiledDispute) -> None:
    name = context.loaded.names[context.seat]

    def sentence(words: Catalogue) -> str:
        return words.text("%(who)s disputes the play at #%(place)s.", who=name, place=dispute.position)

    def more(words: Catalogue, seat: int | None) -> Sequence[doc.Block]:
        own = [doc.Paragraph(_how_to_speak(dispute.id, words))] if seat is not None else []
        return [speech(dispute.text), *own, *deadline_and_page(context.unit, dispute, seat, words)]

    proclaim(context.unit, dispute.game_id, sentence, but=frozenset({context.seat}), more=more)


def speech(text: str) -> doc.Speech:
    """Somebody's own words, as a mail quotes them."""
    return doc.Speech(tuple(text.split("\n")))


def deadline_and_page(unit: UnitOfWork, dispute: FiledDispute, seat: int | None, words: Catalogue) -> list[doc.Block]:
    """Until when there has to be a ruling on an open dispute, in the time zone of a seat's player, and its page."""
    zone = zone_of_seat(unit, dispute.game_id, seat, unit.settings.server.time_zone)
    page = _page(unit.settings, get_game(unit, dispute.game_id).tag, dispute.id)
    return [doc.Paragraph(ruling_deadline(dispute, zone, words)), *doc.links(words.text("The dispute"), page)]


def _page(settings: Settings, tag: str, dispute_id: int) -> str:
    """The address of a dispute's page."""
    return settings.page(f"/games/{tag}/disputes/{dispute_id}")


def _how_to_speak(dispute_id: int, words: Catalogue) -> str:
    return words.text(
        'Want to say something about it? Reply "%(order)s". The players and the moderators can read it at once, '
        "everyone else when the dispute is closed.",
        order=f"{in_words('{statement}', words.language)} {dispute_id}: ...",
    )


# Moderators


def _notify_moderator(unit: UnitOfWork, moderator: PlayerRow, dispute: FiledDispute, who: str) -> None:
    words, game = catalogue(moderator.language), get_game(unit, dispute.game_id)
    zone = zone_of(get_preferences(unit, moderator.id), unit.settings.server.time_zone)
    facts = {"who": who, "place": dispute.position, "tag": game.tag, "game": game.name}
    told = words.text("%(who)s disputes the play at #%(place)s in %(tag)s %(game)s.", **facts)
    held = [words.text("The game is on hold until there is a ruling.")] if is_held_for_dispute(unit, game) else []
    page = unit.settings.page(f"/moderate/disputes/{dispute.id}")
    blocks: list[doc.Block] = [
        doc.Lead((told, *held)),
        speech(dispute.text),
        doc.Paragraph(ruling_deadline(dispute, zone, words)),
        doc.Paragraph(ways_to_rule(unit, game, dispute, words)),
        *doc.links(words.text("To examine it"), page),
    ]
    write_to(unit, moderator, "moderation", title_of(dispute.id, game, words), blocks)


def ways_to_rule(tx: Tx, game: GameRow, dispute: FiledDispute, words: Catalogue) -> str:
    """The lines that a moderator can write about an open dispute, in a sentence, in the terms of its game."""
    game_texts = presentation_of(game.kind)
    correction = next(iter(game_texts.corrections.verbs.verbs), None)
    return words.text(
        'Reply "dispute %(number)s" to see it, "ask %(number)s: ..." to ask the players something, and to rule: '
        '"rule %(number)s uphold %(rule)s: ...", "rule %(number)s rollback %(place)s %(rule)s: ..." or "rule '
        '%(number)s amend %(correction)s ... %(rule)s: ...", with the rule that decides it and your reason.',
        number=dispute.id,
        rule=next(iter(game_texts.chapters)),
        correction="" if correction is None else correction.word(words.language),
        place=target_before(tx, game, dispute.position),
    )


def ruling_deadline(dispute: FiledDispute, zone: str, words: Catalogue) -> str:
    """The fate of an open dispute that nobody rules on, and the deadline for it; "" where it waits without an end."""
    if dispute.rule_by_ms is None:
        return ""
    return words.text(
        "If nobody rules on it by %(deadline)s, the play stands, and a game that is on hold for it continues.",
        deadline=words.moment(from_ms(dispute.rule_by_ms), zone),
    )


def title_of(dispute_id: int, game: GameRow, words: Catalogue) -> str:
    """The subject of moderators' mails about a dispute."""
    return words.text("Dispute %(number)s: %(game)s", number=dispute_id, game=subject(game))


# Speaking


def judge_state(context: SeatContext, request: MakeStatement) -> JudgedCommand:
    """Judge what somebody wants to say about a dispute. Raises Refused."""
    words = context.words
    dispute = _meant(context, request.dispute_id)
    check_text(request.text, MOST_SIGNS, words)
    said = [one for one in list_statements(context.unit, dispute.id) if one.seat == context.seat]
    more = [one for one in context.before if isinstance(one, MakeStatement)]
    if len(said) + len(more) >= MOST_STATEMENTS:
        most = words.number(MOST_STATEMENTS)
        raise Refused(
            words.text("You can make %(most)s statements about a dispute, and you have made them all.", most=most)
        )
    told = words.text(
        "Your statement is noted, and the other players get it. Everyone can read it when dispute %(number)s is "
        "closed.",
        number=dispute.id,
    )
    return JudgedCommand([told], lambda: _speak(context, dispute, request.text))


def _meant(context: SeatContext, dispute_id: int | None) -> FiledDispute:
    """The open dispute of the game that is meant. Raises Refused."""
    words = context.words
    still = [row for row in list_disputes_of_game(context.unit, context.loaded.game.id) if row.status == "open"]
    found = [row for row in still if dispute_id in (None, row.id)]
    if len(found) == 1:
        return found[0]
    if not still:
        raise Refused(words.text("There is no open dispute in this game."))
    numbers = ", ".join(str(row.id) for row in still)
    raise Refused(words.text("Which dispute? Open in this game: %(numbers)s.", numbers=numbers))


def _speak(context: SeatContext, dispute: FiledDispute, text: str) -> None:
    contact = context.loaded.seats[context.seat]
    new = StatementRow(NEW, dispute.id, context.seat, contact.player_id, text, context.unit.now_ms, context.letter_id)
    add_statement(context.unit, new)

    def heading(words: Catalogue) -> str:
        return words.text("%(who)s says about dispute %(number)s:", who=contact.name, number=dispute.id)

    _pass_on(context.unit, dispute, heading, text, but=context.seat)
    asked = {one.player_id for one in list_statements(context.unit, dispute.id) if one.seat is None}
    for moderator in moderators_of(context.unit, dispute.game_id):
        if moderator.id in asked:
            words = catalogue(moderator.language)
            title = title_of(dispute.id, context.loaded.game, words)
            blocks: list[doc.Block] = [doc.Lead((heading(words),)), speech(text)]
            write_to(context.unit, moderator, "moderation", title, blocks)


def ask(unit: UnitOfWork, dispute: FiledDispute, moderator: PlayerRow, text: str, letter_id: int | None) -> None:
    """Ask everybody in a game something about a dispute, in a moderator's words."""
    add_statement(unit, StatementRow(NEW, dispute.id, None, moderator.id, text, unit.now_ms, letter_id))

    def heading(words: Catalogue) -> str:
        return words.text("The moderator %(who)s asks about dispute %(number)s:", who=moderator.name, number=dispute.id)

    _pass_on(unit, dispute, heading, text)


def _pass_on(
    unit: UnitOfWork, dispute: FiledDispute, heading: Callable[[Catalogue], str], text: str, *, but: int | None = None
) -> None:
    """Mail the players what was said about a dispute, in the thread of the game; by the seat in `but`, if by one.

    Who has muted that seat finds it on the dispute's page.
    """
    game = get_game(unit, dispute.game_id)
    page = _page(unit.settings, game.tag, dispute.id)
    for contact in list_seat_contacts(unit, game.id):
        if contact.seat == but or not contact.reads or but in list_muted_seats(unit, game.id, contact.player_id):
            continue
        words = catalogue(contact.language)
        blocks: list[doc.Block] = [
            doc.Lead((heading(words),)),
            speech(text),
            doc.Paragraph(_how_to_speak(dispute.id, words)),
            doc.Signature(f"{game.name}, {unit.settings.server.name}", page),
        ]
        message = message_of(game, words, blocks)
        enqueue(unit, game, contact, "notice", message, "", "auto-generated")


# Closing


def judge_withdraw(context: SeatContext, _request: WithdrawDispute) -> JudgedCommand:
    """Judge that a complaint is taken back. Raises Refused."""
    words, dispute = context.words, _own_open(context)
    if dispute is None or any(isinstance(before, WithdrawDispute) for before in context.before):
        raise Refused(words.text("You have no open dispute in this game."))
    told = [words.text("Dispute %(number)s is withdrawn. The others will be told.", number=dispute.id)]
    return JudgedCommand(told, lambda: _withdraw(context, dispute))


def _withdraw(context: SeatContext, dispute: FiledDispute) -> None:
    tx, game_id, contact = context.unit, dispute.game_id, context.loaded.seats[context.seat]
    close_dispute(tx, dispute.id, "withdrawn")
    note = Note("dispute withdrawn", {"who": contact.name, "dispute": dispute.id})
    append_note(context.unit, game_id, context.seat, note, context.letter_id)
    go_on_undisputed(context.unit, game_id)

    def sentence(words: Catalogue) -> str:
        return words.text("Dispute %(number)s is withdrawn.", number=dispute.id)

    more, game = waiting_drafts(tx, game_id), get_game(tx, game_id)
    mover = () if game.held_ms is not None or game.active_seat is None else (game.active_seat,)
    proclaim(context.unit, game_id, sentence, by=context.seat, needing=mover, more=more)


def go_on_undisputed(unit: UnitOfWork, game_id: int) -> bool:
    """Let a game go on that a dispute holds, once none of its disputes is open; whether it does so."""
    game = get_game(unit, game_id)
    is_disputed = any(row.status == "open" for row in list_disputes_of_game(unit, game_id))
    if is_disputed or not is_held_for_dispute(unit, game):
        return False
    return let_go(unit, game_id, Note(RELEASED_AFTER_DISPUTE, {}))


def waiting_drafts(tx: Tx, game_id: int) -> Callable[[Catalogue, int | None], Sequence[doc.Block]]:
    """The function that gives a seat's note on orders that wait for `confirm`, where the game is not held any more."""
    is_held = get_game(tx, game_id).held_ms is not None
    mover = get_game(tx, game_id).active_seat

    def more(words: Catalogue, seat: int | None) -> Sequence[doc.Block]:
        if is_held or seat is None or seat != mover or find_draft(tx, game_id, seat) is None:
            return ()
        return [doc.Paragraph(draft_waits(words))]

    return more
