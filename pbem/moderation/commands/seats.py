"""Acts on a seat, which is given to another player, on what is hidden, and on a letter that was put aside."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from pbem.adjudicator.context import Refused
from pbem.adjudicator.mails.player import proclaim
from pbem.adjudicator.seats import vacancies
from pbem.adjudicator.sessions import append_note
from pbem.i18n import N_
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.context import Consequences, ModeratorContext, may_moderate, sees_secrets
from pbem.moderation.fields import LetterField, PlayerField, Reason, SeatField, Tag
from pbem.moderation.secret_access import OPEN_FOR, UNSEALED, close
from pbem.store import NotFound
from pbem.store.games.game import GameRow
from pbem.store.games.seats import SeatContact, find_seat_by_token, list_seat_contacts
from pbem.store.games.vacancies import list_offers
from pbem.store.mail.inbox import LetterRow, get_letter, get_letter_marked, retry_letter
from pbem.store.moderation.secrets import grant_access, list_secret_accesses
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


@dataclass(frozen=True)
class GrantAccess(ModeratorCommand):
    """`unseal e7: why`: opens the game's secrets to the moderator, which everybody in it is told, until `seal e7`."""

    tag: Tag
    reason: Reason
    dispute_id: int | None = None

    verb: ClassVar = "unseal"
    explanation: ClassVar = N_(
        "Unseal a game: see its hidden information, for a week or until there is a ruling on a dispute in "
        "it. You can never take a seat in it after that."
    )
    examples: ClassVar = ("{unseal} e7: Dispute 3 is about hidden dice.",)
    title: ClassVar = N_("Unseal the game")
    does: ClassVar = N_(
        "You see the hidden information: screens, emails, and orders to confirm or for the next turn. Everyone in "
        "the game is told."
    )
    for_operator: ClassVar = False

    def opens(self) -> bool:
        """True: it opens them."""
        return True

    @classmethod
    def fits(cls, game: GameRow, *, is_open: bool) -> bool:
        """Whether they are closed."""
        return not is_open

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `unseal`."""
        tag, _game_id = self._closed_game(context)
        context.reason(self.reason)
        words = context.words
        sentence = words.text(
            "You can see the hidden information in %(tag)s for %(days)s days, or until there is a ruling on a dispute "
            "in it. Everyone in the game will be told.",
            tag=tag,
            days=OPEN_FOR.days,
        )
        return Consequences((sentence,), (words.text("You can never take a seat in that game."),))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Open a game's secrets to a moderator."""
        tag, game_id = self._closed_game(context)
        assert context.player is not None, "it is declined to the operator"
        note = context.note(UNSEALED, reason=context.reason(self.reason))
        grant_access(context.unit, game_id, context.player.id, self.dispute_id, context.unit.now_ms)
        append_note(context.unit, game_id, None, note, context.letter_id)
        proclaim(
            context.unit,
            game_id,
            lambda words: words.text("A moderator can now see the hidden information in this game."),
        )
        return (context.words.text("You can now see the hidden information in %(tag)s.", tag=tag),)

    def _closed_game(self, context: ModeratorContext) -> tuple[str, int]:
        game, words = context.game(self.tag), context.words
        if context.player is None:
            raise Refused(words.text("Only a moderator can do this."))
        if sees_secrets(context.unit, context.player.id, game.id):
            raise Refused(words.text("You can already see the hidden information in %(tag)s.", tag=game.tag))
        return game.tag, game.id


@dataclass(frozen=True)
class RevokeAccess(ModeratorCommand):
    """`seal e7`: closes the game's secrets again."""

    tag: Tag

    verb: ClassVar = "seal"
    explanation: ClassVar = N_("Seal a game again: stop seeing its hidden information.")
    examples: ClassVar = ("{seal} e7",)
    title: ClassVar = N_("Seal the game")
    does: ClassVar = N_("You see only what everyone sees again. Everyone in the game is told.")
    for_operator: ClassVar = False

    @classmethod
    def fits(cls, game: GameRow, *, is_open: bool) -> bool:
        """Whether they are open."""
        return is_open

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `seal`."""
        self._opened_game(context)
        return Consequences(
            (context.words.text("No moderator will see the hidden information in %(tag)s any more.", tag=self.tag),)
        )

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Close a game's secrets."""
        close(context.unit, self._opened_game(context), context.letter_id)
        return (context.words.text("%(tag)s is sealed.", tag=self.tag),)

    def _opened_game(self, context: ModeratorContext) -> int:
        game = context.game(self.tag)
        if not any(sight.until_ms is None for sight in list_secret_accesses(context.unit, game.id)):
            raise Refused(context.words.text("%(tag)s is not unsealed.", tag=game.tag))
        return game.id


@dataclass(frozen=True)
class Retry(ModeratorCommand):
    """`retry k3mfq7ab2x`: a letter that was put aside is dealt with once more; the operator names it by its id."""

    letter: Annotated[int | str, LetterField()]

    verb: ClassVar = "retry"
    explanation: ClassVar = N_("Process an email again that was set aside.")
    examples: ClassVar = ("{retry} k3mfq7ab2x",)
    title: ClassVar = N_("Process an email again")
    does: ClassVar = N_("The server tries again to process it. That helps once the cause of the failure is mended.")
    is_confirmed: ClassVar = False

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `retry`."""
        name = _name(context, self._shunted(context))
        return Consequences((context.words.text("Email %(number)s will be processed again.", number=name),))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Let a letter that was put aside wait to be dealt with once more."""
        letter = self._shunted(context)
        retry_letter(context.unit, letter.id)
        name = _name(context, letter)
        return (context.words.text("Email %(number)s is waiting to be processed again.", number=name),)

    def state(self, context: ModeratorContext) -> str:
        """The state of the letter."""
        try:
            return f"letter {self.letter} {self._row(context).status}"
        except NotFound:
            return "-"

    def _row(self, context: ModeratorContext) -> LetterRow:
        """The letter, by its id or its mark. Raises NotFound."""
        if isinstance(self.letter, int):
            return get_letter(context.unit, self.letter)
        return get_letter_marked(context.unit, self.letter)

    def _shunted(self, context: ModeratorContext) -> LetterRow:
        """The letter, if it was put aside, and whoever acts may moderate the game it was for. Raises Refused."""
        context.check_moderator()
        none = Refused(context.words.text("No email %(number)s was set aside.", number=self.letter))
        try:
            letter = self._row(context)
        except NotFound:
            raise none from None
        if letter.status != "shunted":
            raise none
        contact = find_seat_by_token(context.unit, letter.recipient_token)
        if contact and context.player and not may_moderate(context.unit, context.player, contact.game_id):
            raise none
        return letter


def _name(context: ModeratorContext, letter: LetterRow) -> str:
    """The name of a letter: its id for the operator, its mark for moderators, who are not to count letters."""
    return str(letter.id) if context.player is None else letter.mark
