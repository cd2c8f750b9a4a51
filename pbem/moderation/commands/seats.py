"""The act by which a seat is given to another player."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from pbem.adjudicator.context import Refused
from pbem.adjudicator.seats import vacancies
from pbem.i18n import N_
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.context import Consequences, ModeratorContext
from pbem.moderation.fields import PlayerField, Reason, SeatField, Tag
from pbem.store.games.game import GameRow
from pbem.store.games.seats import SeatContact, list_seat_contacts
from pbem.store.games.vacancies import list_offers
from pbem.store.players.player import PlayerRow, get_player

REMOVED: Final = "removed with reason"
"""What the note of a seat that is taken away is about."""


@dataclass(frozen=True)
class Substitute(ModeratorCommand):
    """`substitute e7 ben by carla: why`: the seat is taken from its player and offered to another, or who stands by."""

    tag: Tag
    seat: Annotated[int, SeatField()]
    reason: Reason
    by: Annotated[int | None, PlayerField()] = None
    "The player who is asked first."

    verb: ClassVar = "substitute"
    explanation: ClassVar = N_("Replace a player: take the seat away, and offer it to another, or to standby players.")
    examples: ClassVar = (
        "{substitute} e7 ben: Ben has not written for weeks.",
        "{substitute} e7 2 {by} Carla: As they have agreed.",
    )
    title: ClassVar = N_("Replace a player")
    does: ClassVar = N_(
        "The seat is taken from its player, and offered to the player you name or to the standby players."
    )

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `substitute`."""
        game, contact, by = self._look(context)
        words = context.words
        context.reason(self.reason)
        sentences = []
        if contact.vacant_ms is None:
            sentences.append(
                words.text(
                    "%(player)s loses the seat in %(tag)s: the address is closed at once, and they can't come back.",
                    player=contact.name,
                    tag=game.tag,
                )
            )
        sentences.append(
            words.text("The seat is offered to %(player)s, and then to standby players.", player=by.name)
            if by is not None
            else words.text("The seat is offered to standby players.")
        )
        return Consequences(tuple(sentences))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Take a seat from its player and offer it."""
        game, contact, by = self._look(context)
        note = context.note(REMOVED, {"who": contact.name}, reason=context.reason(self.reason))
        vacancies.substitute(context.unit, game.id, contact.seat, note, first=None if by is None else by.id)
        offered = [one for one in list_offers(context.unit, game.id, contact.seat) if one.status == "open"]
        words = context.words
        gone = words.text("%(player)s's seat in %(tag)s is vacant.", player=contact.name, tag=game.tag)
        if not offered:
            return (gone, words.text("Nobody is on standby; anyone can take it."))
        name = get_player(context.unit, offered[-1].player_id).name
        return (gone, words.text("It is offered to %(player)s.", player=name))

    def _look(self, context: ModeratorContext) -> tuple[GameRow, SeatContact, PlayerRow | None]:
        """The game, the seat, and to whom it shall be offered first. Raises Refused."""
        game, words = context.running_game(self.tag), context.words
        contacts = list_seat_contacts(context.unit, game.id)
        if self.seat not in range(len(contacts)):
            raise Refused(words.text("There is no such seat in %(tag)s.", tag=game.tag))
        contact = contacts[self.seat]
        if self.by is None:
            if contact.vacant_ms is not None:
                raise Refused(words.text("%(player)s's seat is vacant.", player=contact.name))
            return game, contact, None
        player = get_player(context.unit, self.by)
        if not vacancies.may_be_offered(context.unit, game, contact, player):
            why = words.text(
                "%(player)s can't take that seat: bots can't, nor can anyone who had a seat in the game or has seen "
                "its hidden information.",
                player=player.name,
            )
            raise Refused(why)
        return game, contact, player
