"""Announcements: to everybody in a game, or in all games that are played; and letters dealt with once more."""

from collections.abc import Iterable
from typing import Final

from pbem.adjudicator.context import Declined
from pbem.adjudicator.mails.announcements import proclaim
from pbem.adjudicator.mails.player import write_to
from pbem.adjudicator.sessions import append_note
from pbem.i18n import Catalogue, catalogue
from pbem.moderation.acts import Announce, Retry
from pbem.moderation.bench import Bench, Foreseen, state_of_game
from pbem.moderation.rights import may_moderate
from pbem.reports import document as doc
from pbem.reports.notes import actor
from pbem.store import NotFound
from pbem.store import repository as repo
from pbem.store.rows import LetterRow

ANNOUNCED: Final = "announced"
"""What the note of an announcement is about."""
_LAST: Final = "announcements to all"


def foresee_announce(bench: Bench, act: Announce) -> Foreseen:
    """What `announce` would do. Raises Declined."""
    words, text = bench.words, bench.reason(act.text)
    if act.tag is not None:
        game = bench.game(act.tag)
        return Foreseen((words.text("Everybody in %(tag)s is told: %(text)s", tag=game.tag, text=text),))
    bench.check_moderator()
    number = len(repo.playing_games(bench.tx))
    told = words.plural(
        "Everybody in the one game that is played is told: %(text)s",
        "Everybody in the %(n)s games that are played is told: %(text)s",
        number,
        text=text,
    )
    return Foreseen((told,))


def announce(bench: Bench, act: Announce) -> tuple[str, ...]:
    """Tells something to everybody in a game, or to each person in all games that are played. Raises Declined."""
    note = bench.note(ANNOUNCED, reason=bench.reason(act.text))
    if act.tag is not None:
        game = bench.game(act.tag)
        append_note(bench.tx, game.id, None, note, bench.now_ms, bench.letter_id)
        proclaim(bench.tx, bench.settings, game.id, _heading, bench.now_ms)
        return (bench.words.text("Everybody in %(tag)s is told.", tag=game.tag),)
    bench.check_moderator()
    games = repo.playing_games(bench.tx)
    readers = dict.fromkeys(reader for game_id in games for reader in _readers(bench, game_id))
    for game_id in games:
        append_note(bench.tx, game_id, None, note, bench.now_ms, bench.letter_id)
    for player_id in readers:
        _write(bench, player_id, bench.reason(act.text))
    repo.put_meta(bench.tx, _LAST, f"{int(repo.meta(bench.tx, _LAST) or 0) + 1}")
    told = bench.words.plural("One person is told.", "%(n)s people are told.", len(readers))
    return (told,)


def state_of_announcements(bench: Bench, act: Announce) -> str:
    """What there was to be told before, so that an announcement sent twice is told once."""
    if act.tag is None:
        return f"announcement {repo.meta(bench.tx, _LAST)}"
    game = repo.game_by_tag(bench.tx, act.tag)
    return "-" if game is None else f"{state_of_game(bench, act)} {repo.count_notes(bench.tx, game.id)}"


def _heading(words: Catalogue) -> str:
    return words.text("There is an announcement.")


def _readers(bench: Bench, game_id: int) -> Iterable[int]:
    """Who plays in a game or watches it."""
    yield from (contact.player_id for contact in repo.seat_contacts(bench.tx, game_id) if contact.reads)
    yield from (watcher.player_id for watcher in repo.watchers(bench.tx, game_id))


def _write(bench: Bench, player_id: int, text: str) -> None:
    """Mails an announcement to one person, which is about all of his games."""
    player = repo.player(bench.tx, player_id)
    words = catalogue(player.language)
    by = actor("" if bench.player is None else bench.player.name, words)
    heading = words.text("Announced by %(by)s to all who play here:", by=by)
    subject = words.text("An announcement at %(server)s", server=bench.settings.server.name)
    blocks: list[doc.Block] = [doc.Lead((heading,)), doc.Paragraph(text)]
    write_to(bench.tx, bench.settings, player, "notice", subject, blocks, bench.now_ms)


def foresee_retry(bench: Bench, act: Retry) -> Foreseen:
    """What `retry` would do. Raises Declined."""
    letter = _shunted(bench, act)
    return Foreseen((bench.words.text("Letter %(number)s is dealt with once more.", number=_name(bench, letter)),))


def retry(bench: Bench, act: Retry) -> tuple[str, ...]:
    """Lets a letter that was put aside wait to be dealt with once more. Raises Declined."""
    letter = _shunted(bench, act)
    repo.retry_letter(bench.tx, letter.id)
    return (bench.words.text("Letter %(number)s waits to be dealt with once more.", number=_name(bench, letter)),)


def state_of_letter(bench: Bench, act: Retry) -> str:
    """How a letter stands."""
    try:
        return f"letter {act.letter} {_letter(bench, act).status}"
    except NotFound:
        return "-"


def _letter(bench: Bench, act: Retry) -> LetterRow:
    """The letter of an act, by its id or its mark. Raises NotFound."""
    if isinstance(act.letter, int):
        return repo.letter(bench.tx, act.letter)
    return repo.letter_marked(bench.tx, act.letter)


def _name(bench: Bench, letter: LetterRow) -> str:
    """How a letter is called: by its id to the operator, by its mark to moderators, who are not to count letters."""
    return str(letter.id) if bench.player is None else letter.mark


def _shunted(bench: Bench, act: Retry) -> LetterRow:
    """A letter that was put aside, if whoever acts may moderate the game it was for. Raises Declined."""
    bench.check_moderator()
    none = Declined(bench.words.text("No letter %(number)s was put aside.", number=act.letter))
    try:
        letter = _letter(bench, act)
    except NotFound:
        raise none from None
    if letter.status != "shunted":
        raise none
    contact = repo.seat_by_token(bench.tx, letter.recipient_token)
    if contact and bench.player and not may_moderate(bench.tx, bench.player, contact.game_id):
        raise none
    return letter
