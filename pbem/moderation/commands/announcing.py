"""The act by which something is told to everybody in a game, or in all games that are played."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from pbem.adjudicator.mails.player import proclaim, write_to
from pbem.adjudicator.sessions import append_note
from pbem.forms import typed
from pbem.i18n import N_, Catalogue, catalogue
from pbem.moderation.command import ModeratorCommand, state_of_game
from pbem.moderation.context import LONGEST_REASON, Consequences, ModeratorContext
from pbem.moderation.fields import AnyGameField, WordsField
from pbem.reports import document as doc
from pbem.reports.notes import actor
from pbem.store.games.game import GameRow, find_game_by_tag
from pbem.store.games.listing import list_playing_games
from pbem.store.games.log import count_notes
from pbem.store.games.seats import list_seat_contacts
from pbem.store.games.watching import list_watchers
from pbem.store.mail.postbox import list_unwanted
from pbem.store.players.player import get_player
from pbem.store.service.server import find_meta, put_meta

ANNOUNCED: Final = "announced"
"""What the note of an announcement is about."""
_LAST: Final = "announcements to all"


@dataclass(frozen=True)
class Announce(ModeratorCommand):
    """`announce e7: text`, `announce: text`: told to everybody in a game, or in all that are played."""

    tag: Annotated[str | None, AnyGameField()]
    text: Annotated[str, WordsField("<words>", typed(N_("Announcement"), LONGEST_REASON, rows=4), is_argument=True)]

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
        words, text = context.words, context.reason(self.text, "text")
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
