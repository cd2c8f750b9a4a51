"""Commands about seats and the end of a game: to leave, to renew an address, and ways out for those who wait long.

The ways out are open from the moment on at which those who wait for a late player are told of them, and until the game
goes on. Any of them can ask for a replacement; the game ends when all agree or have conceded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.adjudicator.context import Done, JudgedCommand, PlayerCommand, PlayerContext, Refused, SeatContext
from pbem.adjudicator.mails.player import proclaim
from pbem.adjudicator.mails.press import check_caused_mail
from pbem.adjudicator.seats.addresses import (
    check_renewal,
    give_seat_address,
    not_carried_out,
    renew_account_address,
    renewal_sentences,
)
from pbem.adjudicator.seats.standby import is_stuck
from pbem.adjudicator.seats.vacancies import replace_missing, vacate
from pbem.adjudicator.stalled_games import end_as_it_stands
from pbem.adjudicator.times import waiting_turns
from pbem.commands.orders.seat_command import SeatCommand
from pbem.commands.orders.verbs import in_words
from pbem.i18n import N_, Catalogue
from pbem.reports import document as doc
from pbem.store import Tx
from pbem.store.games.game import EndVoteRow, GameRow, list_end_votes, put_end_vote
from pbem.store.games.seats import get_seated_since, list_seat_contacts
from pbem.store.mail.inbox import count_letters_to, get_letter
from rules_core.kernel.log import Note


@dataclass(frozen=True, slots=True)
class Resign(SeatCommand):
    """`resign`: the writer gives up their seat."""

    verb: ClassVar = "resign"
    explanation: ClassVar = N_("Resign for good, so that someone else takes over your seat. You have to confirm it.")
    is_binding: ClassVar = True

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Judge it. Raises Refused."""
        seat, words, tx = context.loaded.seats[context.seat], context.words, context.unit
        if context.loaded.session.state.table.over:
            raise Refused(words.text("The game is over; there is nothing to resign from."))
        context.check_once(Resign)

        def effect() -> None:
            answering = "" if context.letter_id is None else get_letter(tx, context.letter_id).message_id
            vacate(context.unit, seat.game_id, seat.seat, "resigned", answering=answering)

        sentence = words.text(
            "You resign. Your address for this game is closed at once, and the seat is offered to others. You can come "
            "back only as long as nobody has taken it."
        )
        return JudgedCommand([sentence], effect)


@dataclass(frozen=True, slots=True)
class RenewAddress(SeatCommand, PlayerCommand):
    """`renew address`: the writer's address at this server is replaced by another."""

    verb: ClassVar = "renew"
    explanation: ClassVar = N_(
        "Replace the address that you write to here, for example because someone else knows it. The old one "
        "accepts no more email. You have to confirm it."
    )
    is_binding: ClassVar = True

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Judge it for the address of the seat. Raises Refused."""
        contact, words = context.loaded.seats[context.seat], context.words
        context.check_once(RenewAddress, Resign)
        check_renewal(contact.token_renewed_ms, context.unit.now_ms, words)
        waiting = count_letters_to(context.unit, contact.token, context.letter_id)
        sentences = [*renewal_sentences(context.unit.settings, words), *not_carried_out(waiting, words)]
        renewed = (contact, context.unit.now_ms, context.letter_id)
        return JudgedCommand(sentences, lambda: give_seat_address(context.unit, *renewed))

    def do(self, context: PlayerContext) -> Done:
        """Renew the address of a player's account, from which the answer comes. Raises Refused."""
        sentences = renew_account_address(context.unit, context.player.id, by_owner=True, letter_id=context.letter_id)
        return Done(tuple(sentences))

    def preview(self, context: PlayerContext) -> Done:
        """Tell of the new address without making one. Raises Refused."""
        check_renewal(context.player.token_renewed_ms, context.unit.now_ms, context.words)
        return Done(tuple(renewal_sentences(context.unit.settings, context.words)))


@dataclass(frozen=True, slots=True)
class Replace(SeatCommand):
    """`replace`: the writer, who waits for a late player, asks for another, else a program."""

    verb: ClassVar = "replace"
    explanation: ClassVar = N_(
        "If the game has waited long for a late player: have another player take over the seat, or a bot "
        "play it as long as nobody does. You have to confirm it."
    )
    is_binding: ClassVar = True
    has_others_mailed: ClassVar = True
    is_held_back: ClassVar = False

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Judge the wish for another player in the place of the late one. Raises Refused."""
        _check_wait(context, Replace)
        loaded, words = context.loaded, context.words
        late = loaded.seats[_late_seat(loaded.game)]
        if late.program_ms is not None:
            raise Refused(words.text("That has been asked for already."))
        sentence = words.text(
            "%(player)s loses the seat, but can come back as long as nobody else has it. It is offered to players on "
            "standby; a bot plays it as long as nobody takes it. Everyone is told that you asked.",
            player=late.name,
        )
        missing = (context.game_id, late.seat, context.name)
        return JudgedCommand([sentence], lambda: replace_missing(context.unit, *missing, answered=context.answered))


@dataclass(frozen=True, slots=True)
class FinishGame(SeatCommand):
    """`finish game`: the writer, who waits for a late player, agrees that the game ends as it stands."""

    verb: ClassVar = "finish"
    explanation: ClassVar = N_(
        "If the game has waited long for a late player: agree that it ends as it stands. It ends when "
        "everyone who waits agrees or concedes. You have to confirm it."
    )
    is_binding: ClassVar = True
    has_others_mailed: ClassVar = True
    is_held_back: ClassVar = False
    concedes: ClassVar[bool] = False

    def judge(self, context: SeatContext) -> JudgedCommand:
        """Judge the wish that the game end as it stands. Raises Refused."""
        _check_wait(context, FinishGame)
        words = context.words
        votes = _votes_that_count(context.unit, context.loaded.game)
        vote = next((one for one in votes if one.seat == context.seat), None)
        missing = _missing(context, votes)
        if vote is not None and vote.concedes == self.concedes and missing:
            raise Refused(words.text("You have said so already."))
        if vote is not None:  # to agree is refused to nobody, to say now this and now that is
            check_caused_mail(context.unit, context.player_id, words)
        sentence = words.text("You take the last place.") if self.concedes else words.text("You agree.")
        if missing:
            names = ", ".join(context.loaded.names[seat] for seat in missing)
            rest = words.text("The game ends as it stands if these agree, too: %(players)s.", players=names)
        else:
            rest = words.text("With that everyone who waits has agreed: the game ends as it stands.")
        return JudgedCommand([sentence, rest], lambda: _vote(context, self, missing))


@dataclass(frozen=True, slots=True)
class Concede(FinishGame):
    """`concede`: the same, behind those who do not concede."""

    verb: ClassVar = "concede"
    explanation: ClassVar = N_(
        "The same, and you take the last place. With one other player, the late one, the game ends at once. "
        "You have to confirm it."
    )
    concedes: ClassVar = True


def _votes_that_count(tx: Tx, game: GameRow) -> list[EndVoteRow]:
    """The votes to end a game while it waits for the player to move; of earlier turns nothing counts."""
    readers = {contact.seat for contact in list_seat_contacts(tx, game.id) if contact.reads}
    return [
        vote
        for vote in list_end_votes(tx, game.id)
        if vote.seat in readers - {game.active_seat}
        and vote.at_ms >= max(game.began_ms, get_seated_since(tx, game.id, vote.seat))
    ]


def _late_seat(game: GameRow) -> int:
    assert game.active_seat is not None, "a game that is stuck waits for somebody"
    return game.active_seat


def _check_wait(context: SeatContext, kind: type[SeatCommand]) -> None:
    """Raise Refused where the writer does not wait for a late player, or not for long enough."""
    game, words = context.loaded.game, context.words
    turns = waiting_turns(context.unit.settings, game.terms)
    if context.loaded.session.state.table.over:
        raise Refused(words.text("The game is over."))
    if game.active_seat == context.seat:
        raise Refused(words.text("It's your turn: the others wait for you."))
    if not is_stuck(game, context.unit.settings, context.unit.now_ms):
        raise Refused(
            words.plural(
                "This is possible when the game has waited for %(n)s turn's time past a deadline.",
                "This is possible when the game has waited for %(n)s turns' time past a deadline.",
                turns,
            )
        )
    context.check_once(kind)


def _missing(context: SeatContext, votes: Sequence[EndVoteRow]) -> list[int]:
    agreed = {context.seat, *(vote.seat for vote in votes)}
    readers = [contact.seat for contact in list_seat_contacts(context.unit, context.game_id) if contact.reads]
    return [seat for seat in readers if seat not in agreed and seat != context.loaded.game.active_seat]


def _vote(context: SeatContext, command: FinishGame, missing: Sequence[int]) -> None:
    name = context.name
    put_end_vote(context.unit, context.game_id, context.seat, concedes=command.concedes, now_ms=context.unit.now_ms)
    context.note("conceded" if command.concedes else "end agreed")
    if not missing:
        _end(context)
        return

    def sentence(words: Catalogue) -> str:
        if command.concedes:
            return words.text("%(player)s concedes the game.", player=name)
        return words.text("%(player)s agrees that the game ends as it stands.", player=name)

    def more(words: Catalogue, seat: int | None) -> Sequence[doc.Block]:
        return [doc.Paragraph(_how_to_agree(words))] if seat in missing else []

    proclaim(context.unit, context.game_id, sentence, by=context.seat, needing=missing, more=more)


def _end(context: SeatContext) -> None:
    tx, game = context.unit, context.loaded.game
    conceded = [vote.seat for vote in _votes_that_count(tx, game) if vote.concedes]
    note = Note("ended by agreement", {"who": context.loaded.names[_late_seat(game)]})
    end_as_it_stands(tx, game.id, "agreed", note, conceded=conceded, seat=context.answered, letter_id=context.letter_id)


def _how_to_agree(words: Catalogue) -> str:
    return words.text(
        'It ends when everyone who waits agrees. Reply "%(finish)s" to agree, or "%(concede)s" to agree and take the '
        "last place.",
        finish=in_words("{finish}", words.language),
        concede=in_words("{concede}", words.language),
    )
