"""Announcements: to everybody in a game, or in all games that are played; and letters dealt with once more."""

from collections.abc import Iterable
from typing import Final

from pbem.adjudicator.context import Refused
from pbem.adjudicator.mails.player import proclaim, write_to
from pbem.adjudicator.sessions import append_note
from pbem.i18n import Catalogue, catalogue
from pbem.moderation.commands import Announce, Retry
from pbem.moderation.context import Consequences, ModeratorContext, may_moderate, state_of_game
from pbem.reports import document as doc
from pbem.reports.notes import actor
from pbem.store import NotFound
from pbem.store.games.game import find_game_by_tag, list_playing_games
from pbem.store.games.log import count_notes
from pbem.store.games.seats import find_seat_by_token, list_seat_contacts
from pbem.store.games.watching import list_watchers
from pbem.store.mail.inbox import LetterRow, get_letter, get_letter_marked, retry_letter
from pbem.store.mail.unsubscribing import list_unwanted
from pbem.store.players.player import get_player
from pbem.store.server import find_meta, put_meta

ANNOUNCED: Final = "announced"
"""What the note of an announcement is about."""
_LAST: Final = "announcements to all"


def preview_announce(context: ModeratorContext, command: Announce) -> Consequences:
    """Preview the effect of `announce`. Raises Refused."""
    words, text = context.words, context.reason(command.text)
    if command.tag is not None:
        game = context.game(command.tag)
        return Consequences((words.text("Everyone in %(tag)s will be told: %(text)s", tag=game.tag, text=text),))
    context.check_moderator()
    number = len(list_playing_games(context.unit))
    told = words.plural(
        "Everyone in the one game in progress will be told: %(text)s",
        "Everyone in the %(n)s games in progress will be told: %(text)s",
        number,
        text=text,
    )
    return Consequences((told,))


def announce(context: ModeratorContext, command: Announce) -> tuple[str, ...]:
    """Tell something to everybody in a game, or to each person in all games that are played. Raises Refused."""
    note = context.note(ANNOUNCED, reason=context.reason(command.text))
    if command.tag is not None:
        game = context.game(command.tag)
        append_note(context.unit, game.id, None, note, context.letter_id)
        proclaim(context.unit, game.id, _heading)
        return (context.words.text("Everyone in %(tag)s will be told.", tag=game.tag),)
    context.check_moderator()
    games = list_playing_games(context.unit)
    readers = dict.fromkeys(reader for game_id in games for reader in _readers(context, game_id))
    for game_id in games:
        append_note(context.unit, game_id, None, note, context.letter_id)
    for player_id in readers:
        _write(context, player_id, context.reason(command.text))
    put_meta(context.unit, _LAST, f"{int(find_meta(context.unit, _LAST) or 0) + 1}")
    told = context.words.plural("One person will be told.", "%(n)s people will be told.", len(readers))
    return (told,)


def state_of_announcements(context: ModeratorContext, command: Announce) -> str:
    """The state of earlier announcements, so that one sent twice is told once."""
    if command.tag is None:
        return f"announcement {find_meta(context.unit, _LAST)}"
    game = find_game_by_tag(context.unit, command.tag)
    return "-" if game is None else f"{state_of_game(context, command)} {count_notes(context.unit, game.id)}"


def _heading(words: Catalogue) -> str:
    return words.text("An announcement for this game.")


def _readers(context: ModeratorContext, game_id: int) -> Iterable[int]:
    """The ids of those who play in a game or watch it."""
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


def preview_retry(context: ModeratorContext, command: Retry) -> Consequences:
    """Preview the effect of `retry`. Raises Refused."""
    letter = _shunted(context, command)
    return Consequences(
        (context.words.text("Email %(number)s will be processed again.", number=_name(context, letter)),)
    )


def retry(context: ModeratorContext, command: Retry) -> tuple[str, ...]:
    """Let a letter that was put aside wait to be dealt with once more. Raises Refused."""
    letter = _shunted(context, command)
    retry_letter(context.unit, letter.id)
    return (context.words.text("Email %(number)s is waiting to be processed again.", number=_name(context, letter)),)


def state_of_letter(context: ModeratorContext, command: Retry) -> str:
    """The state of a letter."""
    try:
        return f"letter {command.letter} {_letter(context, command).status}"
    except NotFound:
        return "-"


def _letter(context: ModeratorContext, command: Retry) -> LetterRow:
    """The letter of an act, by its id or its mark. Raises NotFound."""
    if isinstance(command.letter, int):
        return get_letter(context.unit, command.letter)
    return get_letter_marked(context.unit, command.letter)


def _name(context: ModeratorContext, letter: LetterRow) -> str:
    """The name of a letter: its id for the operator, its mark for moderators, who are not to count letters."""
    return str(letter.id) if context.player is None else letter.mark


def _shunted(context: ModeratorContext, command: Retry) -> LetterRow:
    """A letter that was put aside, if whoever acts may moderate the game it was for. Raises Refused."""
    context.check_moderator()
    none = Refused(context.words.text("No email %(number)s was set aside.", number=command.letter))
    try:
        letter = _letter(context, command)
    except NotFound:
        raise none from None
    if letter.status != "shunted":
        raise none
    contact = find_seat_by_token(context.unit, letter.recipient_token)
    if contact and context.player and not may_moderate(context.unit, context.player, contact.game_id):
        raise none
    return letter
