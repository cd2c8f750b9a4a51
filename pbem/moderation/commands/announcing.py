"""Acts that only tell or ask: an announcement, a question on a dispute to those who play, and a closed dispute
opened again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from pbem.adjudicator.context import Refused, check_text
from pbem.adjudicator.disputes import overdue
from pbem.adjudicator.disputes.filing import MOST_SIGNS, ask, may_hold
from pbem.adjudicator.mails.player import proclaim, write_to
from pbem.adjudicator.sessions import append_note
from pbem.i18n import N_, Catalogue, catalogue
from pbem.moderation.command import ModeratorCommand, state_of_game
from pbem.moderation.context import Consequences, ModeratorContext, find_dispute, open_dispute, state_of_dispute
from pbem.moderation.fields import AnyGameField, Dispute, Reason, WordsField
from pbem.reports import document as doc
from pbem.reports.notes import actor
from pbem.store.games.game import GameRow, find_game_by_tag, list_playing_games
from pbem.store.games.log import count_notes
from pbem.store.games.seats import list_seat_contacts
from pbem.store.games.watching import list_watchers
from pbem.store.mail.postbox import list_unwanted
from pbem.store.moderation.disputes import FiledDispute
from pbem.store.players.player import get_player
from pbem.store.server import find_meta, put_meta

ANNOUNCED: Final = "announced"
"""What the note of an announcement is about."""
_LAST: Final = "announcements to all"


@dataclass(frozen=True)
class Announce(ModeratorCommand):
    """`announce e7: text`, `announce: text`: told to everybody in a game, or in all that are played."""

    tag: Annotated[str | None, AnyGameField()]
    text: Annotated[str, WordsField("<words>", "text", N_("Announcement"), is_argument=True)]

    verb: ClassVar = "announce"
    explanation: ClassVar = N_("Tell everyone in a game something, or everyone who plays here.")
    examples: ClassVar = ("{announce} e7: The dispute is settled.", "{announce}: The server rests on Sunday.")
    title: ClassVar = N_("Make an announcement")
    does: ClassVar = N_("Everyone in the game gets it, and everyone who watches the game.")

    @classmethod
    def fits(cls, game: GameRow, *, is_open: bool) -> bool:
        """Whether anybody is there, however it stands."""
        return True

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `announce`."""
        words, text = context.words, context.reason(self.text)
        if self.tag is not None:
            game = context.game(self.tag)
            return Consequences((words.text("Everyone in %(tag)s will be told: %(text)s", tag=game.tag, text=text),))
        context.check_moderator()
        sentence = words.plural(
            "Everyone in the one game in progress will be told: %(text)s",
            "Everyone in the %(n)s games in progress will be told: %(text)s",
            len(list_playing_games(context.unit)),
            text=text,
        )
        return Consequences((sentence,))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Tell something to everybody in a game, or to each person in all games that are played."""
        note = context.note(ANNOUNCED, reason=context.reason(self.text))
        if self.tag is not None:
            game = context.game(self.tag)
            append_note(context.unit, game.id, None, note, context.letter_id)
            proclaim(context.unit, game.id, _heading)
            return (context.words.text("Everyone in %(tag)s will be told.", tag=game.tag),)
        context.check_moderator()
        games = list_playing_games(context.unit)
        readers = dict.fromkeys(reader for game_id in games for reader in _readers(context, game_id))
        for game_id in games:
            append_note(context.unit, game_id, None, note, context.letter_id)
        for player_id in readers:
            _write(context, player_id, context.reason(self.text))
        put_meta(context.unit, _LAST, f"{int(find_meta(context.unit, _LAST) or 0) + 1}")
        sentence = context.words.plural("One person will be told.", "%(n)s people will be told.", len(readers))
        return (sentence,)

    def state(self, context: ModeratorContext) -> str:
        """The state of earlier announcements, so that one sent twice is told once."""
        if self.tag is None:
            return f"announcement {find_meta(context.unit, _LAST)}"
        game = find_game_by_tag(context.unit, self.tag)
        return "-" if game is None else f"{state_of_game(context, self.tag)} {count_notes(context.unit, game.id)}"


def _heading(words: Catalogue) -> str:
    return words.text("An announcement for this game.")


def _readers(context: ModeratorContext, game_id: int) -> Iterable[int]:
    yield from (contact.player_id for contact in list_seat_contacts(context.unit, game_id) if contact.reads)
    yield from (watcher.player_id for watcher in list_watchers(context.unit, game_id))


def _write(context: ModeratorContext, player_id: int, text: str) -> None:
    """Mail an announcement to one person, which is about all of their games, if they want it by mail.

    It is noted in each game too, whose next mail tells of it.
    """
    if "announcements" in list_unwanted(context.unit, player_id):
        return
    player = get_player(context.unit, player_id)
    words = catalogue(player.language)
    by = actor("" if context.player is None else context.player.name, words)
    heading = words.text("An announcement by %(by)s to everyone who plays here:", by=by)
    subject = words.text("Announcement from %(server)s", server=context.unit.settings.server.name)
    blocks: list[doc.Block] = [doc.Lead((heading,)), doc.Paragraph(text)]
    write_to(context.unit, player, "notice", subject, blocks, topic="announcements")


REOPENED: Final = "dispute reopened"
"""What the note about a dispute that is opened again is about."""


@dataclass(frozen=True)
class Ask(ModeratorCommand):
    """`ask 3: text`: a moderator's question to the parties of a dispute."""

    dispute_id: Dispute
    text: Annotated[str, WordsField("<words>", "text", form="question")]

    verb: ClassVar = "ask"
    explanation: ClassVar = N_("Ask everyone in a game something about a dispute.")
    examples: ClassVar = ("{ask} 3: Which station do you mean?",)
    for_operator: ClassVar = False

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `ask`."""
        _dispute, game = self._open(context)
        sentence = context.words.text("Everyone who plays in %(tag)s will get your question by email.", tag=game.tag)
        return Consequences((sentence,))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Ask those who play something about a dispute."""
        dispute, game = self._open(context)
        assert context.player is not None, "it is declined to the operator"
        ask(context.unit, dispute, context.player, self.text, context.letter_id)
        return (context.words.text("Everyone who plays in %(tag)s will be asked.", tag=game.tag),)

    def state(self, context: ModeratorContext) -> str:
        """The state of the dispute."""
        return state_of_dispute(context, self.dispute_id)

    def _open(self, context: ModeratorContext) -> tuple[FiledDispute, GameRow]:
        dispute, game = open_dispute(context, self.dispute_id)
        if context.player is None:
            raise Refused(context.words.text("Only a moderator can do this."))
        check_text(self.text, MOST_SIGNS, context.words)
        return dispute, game


@dataclass(frozen=True)
class Reopen(ModeratorCommand):
    """`reopen 3: why`: a dispute that was closed waits for a ruling again; one on it stands until then."""

    dispute_id: Dispute
    reason: Reason

    verb: ClassVar = "reopen"
    explanation: ClassVar = N_("Open a closed dispute again: one with a ruling, withdrawn, or left without a ruling.")
    examples: ClassVar = ("{reopen} 3: There is something new to say.",)
    title: ClassVar = N_("Open a dispute again")

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `reopen`."""
        dispute, game = self._closed(context)
        words = context.words
        sentences = [
            words.text("Dispute %(number)s will wait for a ruling again, and everyone will be told.", number=dispute.id)
        ]
        if dispute.verdict is not None:
            sentences.append(words.text("The ruling on it stands until there is another."))
        if may_hold(context.unit.settings, game):
            sentences.append(words.text("%(tag)s is on hold until then.", tag=game.tag))
        return Consequences(tuple(sentences))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Open a dispute again that was closed."""
        dispute, _game = self._closed(context)
        note = context.note(REOPENED, {"dispute": dispute.id}, reason=context.reason(self.reason))
        overdue.reopen(context.unit, dispute, note, context.letter_id)
        sentence = context.words.text(
            "Dispute %(number)s is open again. Everyone in the game will be told.", number=dispute.id
        )
        return (sentence,)

    def state(self, context: ModeratorContext) -> str:
        """The state of the dispute."""
        return state_of_dispute(context, self.dispute_id)

    def _closed(self, context: ModeratorContext) -> tuple[FiledDispute, GameRow]:
        dispute, game = find_dispute(context, self.dispute_id)
        context.reason(self.reason)
        if dispute.status == "open":
            raise Refused(context.words.text("Dispute %(number)s is open.", number=dispute.id))
        return dispute, game
