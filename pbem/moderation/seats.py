"""A seat taken from its player, and offered to another."""

from typing import Final

from pbem.adjudicator.seat_context import Declined
from pbem.adjudicator.seats import vacancies
from pbem.moderation.commands import Substitute
from pbem.moderation.context import Foreseen, ModeratorContext
from pbem.store import repository as repo
from pbem.store.rows import GameRow, PlayerRow, SeatContact

REMOVED: Final = "removed with reason"
"""What the note of a seat that is taken away is about."""


def foresee_substitute(context: ModeratorContext, command: Substitute) -> Foreseen:
    """What `substitute` would do. Raises Declined."""
    game, contact, by = _look(context, command)
    words = context.words
    context.reason(command.reason)
    told = []
    if contact.vacant_ms is None:
        told.append(
            words.text(
                "%(player)s loses the seat in %(tag)s: the address is closed at once, and he cannot come back.",
                player=contact.name,
                tag=game.tag,
            )
        )
    told.append(
        words.text("The seat is offered to %(player)s, and then to who stands by.", player=by.name)
        if by is not None
        else words.text("The seat is offered to who stands by.")
    )
    return Foreseen(tuple(told))


def substitute(context: ModeratorContext, command: Substitute) -> tuple[str, ...]:
    """Takes a seat from its player and offers it. Raises Declined."""
    game, contact, by = _look(context, command)
    note = context.note(REMOVED, {"who": contact.name}, reason=context.reason(command.reason))
    vacancies.substitute(
        context.tx, context.settings, game.id, contact.seat, note, context.now_ms, first=None if by is None else by.id
    )
    offered = [one for one in repo.offers(context.tx, game.id, contact.seat) if one.status == "open"]
    words = context.words
    gone = words.text("The seat of %(player)s in %(tag)s is vacant.", player=contact.name, tag=game.tag)
    if not offered:
        return (gone, words.text("Nobody stands by; whoever likes may take it."))
    name = repo.player(context.tx, offered[-1].player_id).name
    return (gone, words.text("It is offered to %(player)s.", player=name))


def _look(context: ModeratorContext, command: Substitute) -> tuple[GameRow, SeatContact, PlayerRow | None]:
    """The game, the seat, and to whom it shall be offered first. Raises Declined."""
    game, words = context.running_game(command.tag), context.words
    contacts = repo.seat_contacts(context.tx, game.id)
    if command.seat not in range(len(contacts)):
        raise Declined(words.text("There is no such seat in %(tag)s.", tag=game.tag))
    contact = contacts[command.seat]
    if command.by is None:
        if contact.vacant_ms is not None:
            raise Declined(words.text("Nobody has the seat of %(player)s.", player=contact.name))
        return game, contact, None
    player = repo.player(context.tx, command.by)
    if not vacancies.may_be_offered(context.tx, game, contact, player):
        why = words.text(
            "%(player)s cannot take that seat: nobody does who is a program, has had a seat in the game, or has seen "
            "what is hidden in it.",
            player=player.name,
        )
        raise Declined(why)
    return game, contact, player
