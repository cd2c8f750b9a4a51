"""Commands about the play: to file a dispute, to make a statement about one, and to withdraw one's own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Final

from wtforms import SelectField

from pbem.adjudicator.context import JudgedCommand, Refused, SeatContext, check_text
from pbem.adjudicator.disputes import filing
from pbem.adjudicator.disputes.holds import is_held_for_dispute
from pbem.adjudicator.history.archive import Archive, Past, PastMoment
from pbem.adjudicator.mails.player import list_moderators_of, proclaim, write_to
from pbem.commands.command import TEXT
from pbem.commands.orders.fields import NUMBER, POSITION
from pbem.commands.orders.seat_command import SeatCommand
from pbem.commands.orders.verbs import in_words
from pbem.commands.tokens import legible_text
from pbem.forms import one_of, typed
from pbem.games.presentation import year_in_words
from pbem.i18n import N_, Catalogue, catalogue
from pbem.reports import document as doc
from pbem.store import NotFound, UnitOfWork
from pbem.store.games.game import get_game
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
from pbem.store.tables import NEW

DISPUTED: Final = replace(
    POSITION, form_field=one_of(N_("Disputed position"), {}, SelectField, coerce=int, validate_choice=False, name="at")
)
COMPLAINT: Final = replace(
    TEXT, form_field=typed(N_("What is wrong with it?"), filing.MOST_SIGNS, rows=6, filters=[legible_text])
)
STATEMENT: Final = replace(
    TEXT, form_field=typed(N_("Your statement"), filing.MOST_SIGNS, rows=4, filters=[legible_text])
)


@dataclass(frozen=True, slots=True)
class Dispute(SeatCommand):
    """`dispute #118: ...`: a complaint about what was played at a position; None for the last turn that has ended."""

    verb: ClassVar = "dispute"
    examples: ClassVar = ("{dispute} #118: That cost five, not three.", "{dispute}: Is that allowed at all?")
    explanation: ClassVar = N_(
        "Ask a moderator to rule on the play, at a position by its number in the game's history, or in the "
        "last finished turn. Everyone can read who disputes what, and your text. The game may be on hold "
        "until there is a ruling."
    )
    has_others_mailed: ClassVar = True

    position: Annotated[int | None, DISPUTED] = None
    text: Annotated[str, COMPLAINT] = ""

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Judge a complaint. Raises Refused."""
        words, loaded = context.words, context.loaded
        if _find_own_open(context) is not None or context.repeats(Dispute):
            withdraw = in_words("{withdraw_dispute}", words.language)
            raise Refused(
                words.text('You already have an open dispute in this game; "%(order)s" withdraws it.', order=withdraw)
            )
        check_text(self.text, filing.MOST_SIGNS, words)
        moment = _moment(Archive().past(context.unit, loaded.game), self.position, words)
        _check_allowed(context, moment)
        sentence = words.text(
            "You dispute the play of %(player)s in %(year)s, up to #%(place)s. Everyone can read that, and your text.",
            player=loaded.names[moment.seat],
            year=year_in_words(loaded.game.kind, moment.year, words),
            place=moment.position,
        )
        return JudgedCommand([sentence, *_what_comes(context)], lambda: _file(context, self.text, moment))


@dataclass(frozen=True, slots=True)
class MakeStatement(SeatCommand):
    """`statement 3: ...`: what the writer says about a dispute; None for the only one that is open in the game."""

    verb: ClassVar = "statement"
    examples: ClassVar = ("{statement} 3: I counted the dice twice.", "{statement}: Fine with me.")
    explanation: ClassVar = N_(
        "Make a statement about a dispute in this game, named by its number. The players and the moderators "
        "can read it at once, everyone else when it is closed."
    )
    has_others_mailed: ClassVar = True

    dispute_id: Annotated[int | None, NUMBER] = None
    text: Annotated[str, STATEMENT] = ""

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Judge what somebody wants to say about a dispute. Raises Refused."""
        words = context.words
        dispute = _meant(context, self.dispute_id)
        check_text(self.text, filing.MOST_SIGNS, words)
        statements = [one for one in list_statements(context.unit, dispute.id) if one.seat == context.seat]
        more = [one for one in context.before if isinstance(one, MakeStatement)]
        if len(statements) + len(more) >= filing.MOST_STATEMENTS:
            most = words.number(filing.MOST_STATEMENTS)
            raise Refused(
                words.text("You can make %(most)s statements about a dispute, and you have made them all.", most=most)
            )
        sentence = words.text(
            "Your statement is noted, and the other players get it. Everyone can read it when dispute %(number)s is "
            "closed.",
            number=dispute.id,
        )
        return JudgedCommand([sentence], lambda: _speak(context, dispute, self.text))


@dataclass(frozen=True, slots=True)
class WithdrawDispute(SeatCommand):
    """`withdraw dispute`: the writer takes their complaint back."""

    verb: ClassVar = "withdraw_dispute"
    explanation: ClassVar = N_("Withdraw your dispute; the game continues.")
    has_others_mailed: ClassVar = True
    is_held_back: ClassVar = False

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Judge that a complaint is taken back. Raises Refused."""
        words, dispute = context.words, _find_own_open(context)
        if dispute is None or context.repeats(WithdrawDispute):
            raise Refused(words.text("You have no open dispute in this game."))
        sentences = [words.text("Dispute %(number)s is withdrawn. The others will be told.", number=dispute.id)]
        return JudgedCommand(sentences, lambda: _withdraw(context, dispute))


def _check_allowed(context: SeatContext, moment: PastMoment) -> None:
    """Raise Refused where the player has disputed this moment before, or as much as a player may in a game."""
    words, most = context.words, context.unit.settings.play.disputes
    disputes = list_disputes_of_game(context.unit, context.game_id)
    filed = [row for row in disputes if row.player_id == context.player_id]
    before = next((row for row in filed if row.position == moment.position), None)
    if before is not None:
        raise Refused(
            words.text(
                "You have already disputed #%(place)s: that was dispute %(number)s. Only a moderator can reopen it.",
                place=moment.position,
                number=before.id,
            )
        )
    if len(filed) >= most:
        raise Refused(
            words.plural(
                "Players can open %(n)s dispute per game, and you have done so.",
                "Players can open %(n)s disputes per game, and you have opened them all.",
                most,
            )
            if most
            else words.text("Players can't open disputes here.")
        )


def _find_own_open(context: SeatContext) -> FiledDispute | None:
    disputes = list_disputes_of_game(context.unit, context.game_id)
    return next((row for row in disputes if row.status == "open" and row.seat == context.seat), None)


def _moment(past: Past, position: int | None, words: Catalogue) -> PastMoment:
    if position is None:
        return filing.last_turn(past)
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
    words, game = context.words, context.loaded.game
    if filing.may_hold(context.unit, game):
        yield words.text("The game is on hold until there is a ruling: orders are kept, and no deadline runs.")
    elif game.held_ms is not None:
        yield words.text("The game is already on hold.")
    yield words.plural(
        "If nobody rules within %(n)s day, the play stands.",
        "If nobody rules within %(n)s days, the play stands.",
        context.unit.settings.play.ruling_days,
    )
    if list_moderators_of(context.unit, game.id):
        yield words.text("The moderators will be told.")
    else:
        yield words.text("This server has no moderator for this game now. The operator has to find one.")


def _file(context: SeatContext, text: str, moment: PastMoment) -> None:
    unit, seat, place = context.unit, context.seat, moment.position
    times: dict[str, Any] = filing.times_from(unit.settings, unit.now_ms)
    complainant = (context.game_id, seat, context.player_id)
    dispute = add_dispute(unit, DisputeRow(NEW, *complainant, place, text, unit.now_ms, context.letter_id, **times))
    mover = context.loaded.names[moment.seat]
    context.note("disputed", mover=mover, year=moment.year, place=place, dispute=dispute.id)
    filing.hold_for(unit, dispute)
    _announce_filed(context, dispute)
    filing.write_to_moderators(unit, dispute, lambda words: _moderators_sentences(unit, dispute, context.name, words))


def _announce_filed(context: SeatContext, dispute: FiledDispute) -> None:
    name = context.name

    def sentence(words: Catalogue) -> str:
        return words.text("%(who)s disputes the play at #%(place)s.", who=name, place=dispute.position)

    def more(words: Catalogue, seat: int | None) -> Sequence[doc.Block]:
        blocks = [doc.Paragraph(filing.how_to_speak(dispute.id, words))] if seat is not None else []
        return [filing.speech(dispute.text), *blocks, *filing.deadline_and_page(context.unit, dispute, seat, words)]

    proclaim(context.unit, dispute.game_id, sentence, but=frozenset({context.seat}), more=more)


def _moderators_sentences(unit: UnitOfWork, dispute: FiledDispute, name: str, words: Catalogue) -> Sequence[str]:
    game = get_game(unit, dispute.game_id)
    facts = {"who": name, "place": dispute.position, "tag": game.tag, "game": game.name}
    sentence = words.text("%(who)s disputes the play at #%(place)s in %(tag)s %(game)s.", **facts)
    held = [words.text("The game is on hold until there is a ruling.")] if is_held_for_dispute(unit, game) else []
    return (sentence, *held)


def _meant(context: SeatContext, dispute_id: int | None) -> FiledDispute:
    """The open dispute of the game that is meant. Raises Refused."""
    words = context.words
    still = [row for row in list_disputes_of_game(context.unit, context.game_id) if row.status == "open"]
    found = [row for row in still if dispute_id in (None, row.id)]
    if len(found) == 1:
        return found[0]
    if not still:
        raise Refused(words.text("There is no open dispute in this game."))
    numbers = ", ".join(str(row.id) for row in still)
    raise Refused(words.text("Which dispute? Open in this game: %(numbers)s.", numbers=numbers))


def _speak(context: SeatContext, dispute: FiledDispute, text: str) -> None:
    by, at_ms, name = (context.seat, context.player_id), context.unit.now_ms, context.name
    add_statement(context.unit, StatementRow(NEW, dispute.id, *by, text, at_ms, context.letter_id))

    def heading(words: Catalogue) -> str:
        return words.text("%(who)s says about dispute %(number)s:", who=name, number=dispute.id)

    filing.pass_on(context.unit, dispute, heading, text, but=context.seat)
    already_asked = {one.player_id for one in list_statements(context.unit, dispute.id) if one.seat is None}
    for moderator in list_moderators_of(context.unit, dispute.game_id):
        if moderator.id in already_asked:
            words = catalogue(moderator.language)
            title = filing.title_of(dispute.id, context.loaded.game, words)
            blocks: list[doc.Block] = [doc.Lead((heading(words),)), filing.speech(text)]
            write_to(context.unit, moderator, "moderation", title, blocks)


def _withdraw(context: SeatContext, dispute: FiledDispute) -> None:
    tx, game_id = context.unit, dispute.game_id
    close_dispute(tx, dispute.id, "withdrawn")
    context.note("dispute withdrawn", dispute=dispute.id)
    filing.go_on_undisputed(tx, game_id)

    def sentence(words: Catalogue) -> str:
        return words.text("Dispute %(number)s is withdrawn.", number=dispute.id)

    more, game = filing.waiting_drafts(tx, game_id), get_game(tx, game_id)
    mover = () if game.held_ms is not None or game.active_seat is None else (game.active_seat,)
    proclaim(context.unit, game_id, sentence, by=context.seat, needing=mover, more=more)
