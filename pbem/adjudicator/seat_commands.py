"""Commands of a seat to those who run its game: put together while a letter is read, done at its end.

Up to the first roll a letter is all or nothing. So a command is judged in its place, and what it does is kept until the
letter is through: an effect, which works on the transaction alone.
"""

from pbem.adjudicator.context import JudgedCommand, Refused, SeatContext
from pbem.adjudicator.mails.press import check_caused_mail, count_caused_mail
from pbem.commands.orders.seat_command import SeatCommand


def judge(context: SeatContext, command: SeatCommand) -> JudgedCommand:
    """Judge a seat's command, and give what comes of it. Raises Refused, for most where the game is no match."""
    if command.needs_others and not context.loaded.game.is_match:
        raise Refused(context.words.text("This is not a game with other people, so there is nobody to ask."))
    judged: JudgedCommand = command.judge(context)
    return _counted(context, command, judged) if command.has_others_mailed else judged


def _counted(context: SeatContext, command: SeatCommand, judged: JudgedCommand) -> JudgedCommand:
    """Give the same for a command of which others are mailed, entered in the ledger. Raises Refused."""
    if command.is_held_back:
        before = sum(one.has_others_mailed for one in context.before)
        check_caused_mail(context.unit, context.player_id, context.words, before=before)

    def effect() -> None:
        count_caused_mail(context.unit, context.player_id)
        judged.effect()

    return JudgedCommand(judged.sentences, effect)
