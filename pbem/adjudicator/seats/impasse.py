"""Ways out for those who wait long for a late player: to have the player replaced, agree on the end, or concede.

It is possible from the moment on at which they are told of it, and until the game goes on. Any of those who wait can
ask for a replacement; the game ends when all of them agree or have conceded. Whoever concedes is placed last.
"""

from collections.abc import Sequence

from pbem.adjudicator.context import JudgedCommand, Refused, SeatContext
from pbem.adjudicator.mails.caused import check_caused_mail
from pbem.adjudicator.mails.player import proclaim
from pbem.adjudicator.seats.vacancies import replace_missing
from pbem.adjudicator.sessions import append_note
from pbem.adjudicator.stalled_games import end_as_it_stands
from pbem.commands.orders.commands import FinishGame, Replace
from pbem.commands.orders.verbs import in_words
from pbem.config import Settings
from pbem.i18n import Catalogue
from pbem.reports import document as doc
from pbem.store import Tx
from pbem.store.games.game import EndVoteRow, GameRow, list_end_votes, put_end_vote
from pbem.store.games.seats import list_seat_contacts
from pbem.store.games.turns import get_seated_since
from rules_core.kernel.log import Note


def is_stuck(game: GameRow, settings: Settings, now_ms: int) -> bool:
    """Whether a game has waited so long for the player to move that those who wait can do something about it."""
    if game.status == "over" or game.deadline_ms is None or game.active_seat is None:
        return False
    return game.deadline_ms <= now_ms and game.overdue > settings.play.waiting_turns


def choices(player: str, words: Catalogue) -> list[tuple[str, str]]:
    """The orders open to those who wait for a player, each with what it does."""
    replaced = words.text(
        "have another player take over %(player)s's seat, or a bot play it as long as nobody does", player=player
    )
    ended = words.text("agree that the game ends as it stands, if everyone who waits agrees")
    conceded = words.text("the same, with you in the last place")
    told = (("replace", replaced), ("finish", ended), ("concede", conceded))
    return [(in_words(f"{{{name}}}", words.language), what) for name, what in told]


def judge_replace(context: SeatContext, _request: Replace) -> JudgedCommand:
    """Judge the wish for another player in the place of the late one. Raises Refused."""
    _check(context, Replace)
    loaded, words = context.loaded, context.words
    late = loaded.seats[_late_seat(loaded.game)]
    if late.program_ms is not None:
        raise Refused(words.text("That has been asked for already."))
    told = words.text(
        "%(player)s loses the seat, but can come back as long as nobody else has it. It is offered to players on "
        "standby; a bot plays it as long as nobody takes it. Everyone is told that you asked.",
        player=late.name,
    )

    def effect() -> None:
        asker, answered = loaded.names[context.seat], None if context.letter_id is None else context.seat
        replace_missing(context.unit, loaded.game.id, late.seat, asker, answered=answered)

    return JudgedCommand([told], effect)


def judge_finish(context: SeatContext, request: FinishGame) -> JudgedCommand:
    """Judge the wish that the game end as it stands. Raises Refused."""
    _check(context, FinishGame)
    words = context.words
    votes = votes_that_count(context.unit, context.loaded.game)
    own = next((one for one in votes if one.seat == context.seat), None)
    missing = _missing(context, votes)
    if own is not None and own.concedes == request.concedes and missing:
        raise Refused(words.text("You have said so already."))
    if own is not None:  # to agree is refused to nobody, to say now this and now that is
        player_id = context.loaded.seats[context.seat].player_id
        check_caused_mail(context.unit, player_id, words)
    told = words.text("You take the last place.") if request.concedes else words.text("You agree.")
    if missing:
        names = ", ".join(context.loaded.names[seat] for seat in missing)
        rest = words.text("The game ends as it stands if these agree, too: %(players)s.", players=names)
    else:
        rest = words.text("With that everyone who waits has agreed: the game ends as it stands.")
    return JudgedCommand([told, rest], lambda: _vote(context, request, missing))


def votes_that_count(tx: Tx, game: GameRow) -> list[EndVoteRow]:
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


def _check(context: SeatContext, kind: type) -> None:
    """Raise Refused where the writer does not wait for a late player, or not for long enough."""
    game, words, turns = context.loaded.game, context.words, context.unit.settings.play.waiting_turns
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
    if any(isinstance(before, kind) for before in context.before):
        raise Refused(words.text("Once is enough."))


def _missing(context: SeatContext, votes: Sequence[EndVoteRow]) -> list[int]:
    """The other seats that wait, and have not agreed yet."""
    agreed = {context.seat, *(vote.seat for vote in votes)}
    readers = [contact.seat for contact in list_seat_contacts(context.unit, context.loaded.game.id) if contact.reads]
    return [seat for seat in readers if seat not in agreed and seat != context.loaded.game.active_seat]


def _vote(context: SeatContext, request: FinishGame, missing: Sequence[int]) -> None:
    tx, game, name = context.unit, context.loaded.game, context.loaded.names[context.seat]
    put_end_vote(tx, game.id, context.seat, concedes=request.concedes, now_ms=context.unit.now_ms)
    about = "conceded" if request.concedes else "end agreed"
    append_note(context.unit, game.id, context.seat, Note(about, {"who": name}), context.letter_id)
    if not missing:
        _end(context)
        return

    def sentence(words: Catalogue) -> str:
        if request.concedes:
            return words.text("%(player)s concedes the game.", player=name)
        return words.text("%(player)s agrees that the game ends as it stands.", player=name)

    def more(words: Catalogue, seat: int | None) -> Sequence[doc.Block]:
        return [doc.Paragraph(_how_to_agree(words))] if seat in missing else []

    proclaim(context.unit, game.id, sentence, by=context.seat, needing=missing, more=more)


def _end(context: SeatContext) -> None:
    tx, game = context.unit, context.loaded.game
    conceded = [vote.seat for vote in votes_that_count(tx, game) if vote.concedes]
    note = Note("ended by agreement", {"who": context.loaded.names[_late_seat(game)]})
    answered = None if context.letter_id is None else context.seat
    end_as_it_stands(
        context.unit, game.id, "agreed", note, conceded=conceded, seat=answered, letter_id=context.letter_id
    )


def _how_to_agree(words: Catalogue) -> str:
    return words.text(
        'It ends when everyone who waits agrees. Reply "%(finish)s" to agree, or "%(concede)s" to agree and take the '
        "last place.",
        finish=in_words("{finish}", words.language),
        concede=in_words("{concede}", words.language),
    )
