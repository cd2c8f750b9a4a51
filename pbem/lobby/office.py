"""Letters to a player's own address here: carried out whole or not at all, and answered line by line."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from pbem.adjudicator.audit import Concerned, log_command
from pbem.adjudicator.confirmations import Challenge, challenge_blocks
from pbem.adjudicator.context import Done, PlayerCommand, PlayerContext, Refused
from pbem.adjudicator.letters import LOOKED_UP, STOPPED, faults_heading, passed_over, undone
from pbem.adjudicator.mails.game import zone_of
from pbem.adjudicator.mails.player import write_about_account
from pbem.clock import from_ms
from pbem.commands.table import Verb
from pbem.commands.vocabulary import OFFICE
from pbem.games.compose import fates_of
from pbem.games.guide import TITLE, silence_blocks
from pbem.games.presentation import presentation_of, presented
from pbem.i18n import Catalogue
from pbem.lobby.commands import (
    Confirm,
    Invite,
    Leave,
    OfficeCommand,
    Register,
    Search,
    Show,
    ShowGames,
    ShowHelp,
    ShowLists,
    ShowRules,
)
from pbem.lobby.lists import lists_for
from pbem.lobby.players import counted_blocks
from pbem.lobby.reading import OfficeLine
from pbem.lobby.verbs import ALL_VERBS, FOR_PLAYERS
from pbem.moderation import letters
from pbem.moderation.correction_lines import help_on_corrections
from pbem.moderation.dispute_blocks import ruling_blocks
from pbem.moderation.lines import MODERATORS, ModeratorQuery
from pbem.reports import document as doc
from pbem.reports.document import AnsweredLine
from pbem.store import Tx
from pbem.store.games.game import find_game_by_tag
from pbem.store.games.listing import list_newest_games_of_player
from pbem.store.games.seats import list_seats
from pbem.store.games.waiting_lists import find_waiting_list
from pbem.store.moderation.disputes import Sought
from pbem.store.players.player import get_player
from pbem.store.players.preferences import get_preferences

CarryOut: TypeAlias = Callable[[OfficeCommand], Done]
"""Does what one line asks for. Raises Refused."""
_MOST_GAMES: Final = 100


@dataclass(frozen=True)
class LetterResult:
    """The result of a letter: in a sentence, line by line, and what it wants to read; whether it was carried out."""

    heading: str
    lines: tuple[AnsweredLine, ...]
    shown: tuple[Show | ModeratorQuery, ...]
    is_done: bool = False
    can_be_done: bool = False
    """Whether it was only previewed, and all of it can be done."""
    challenge: Challenge | None = None
    """The code that confirms it; None where nothing is kept for a confirmation."""
    is_empty: bool = False
    contents: Sequence[doc.Block] = ()
    """Blocks about the letter itself: its contents where it asked for nothing, and what was left out."""


class _LineNotMet(Exception):
    """Raised to undo what the lines of a letter did, because one of them cannot be met."""


@dataclass
class _CarriedOut:
    lines: list[AnsweredLine] = field(default_factory=list)
    stopped: int | None = None
    previewed: set[int] = field(default_factory=set)
    """The numbers of lines of which is told what they would do."""


def handle_lines(
    tx: Tx, readings: Sequence[OfficeLine], carry_out: CarryOut, words: Catalogue, *, preview: str = ""
) -> LetterResult:
    """Carry out a letter as it was read.

    With a `preview` it is only found out what would come of it, and that is what it says where all of it can be done.
    """
    commands = [command for reading in readings for command in reading.orders]
    shown = tuple(command for command in commands if isinstance(command, Show | ModeratorQuery))
    if any(reading.fault for reading in readings):
        return LetterResult(faults_heading(readings, words), _unmet(readings, words), shown)
    if not commands:
        heading = words.text("Your email asked for nothing that this server knows.")
        return LetterResult(heading, _unmet(readings, words), (ShowHelp(),), is_empty=True)
    run = _CarriedOut()
    do = _inviting_to_open_lists(tx, carry_out, words)
    carried_out = tx.trial if preview else tx.attempt
    try:
        carried_out(lambda: _carry_out(run, readings, do, words, bool(preview)))
    except _LineNotMet:
        return LetterResult(words.text(STOPPED, line=run.stopped), tuple(run.lines), shown)
    if preview:
        return LetterResult(preview, tuple(run.lines), shown, can_be_done=True)
    if len(shown) == len(commands):
        return LetterResult(words.text(LOOKED_UP), tuple(run.lines), shown, is_done=True)
    return LetterResult(words.text("All done."), tuple(run.lines), shown, is_done=True)


def _carry_out(
    run: _CarriedOut, readings: Sequence[OfficeLine], carry_out: CarryOut, words: Catalogue, preview: bool
) -> None:
    for reading in readings:
        run.lines.append(_line(run, reading, carry_out, words))
    stopped = run.stopped
    if stopped is not None:
        run.lines = [undone(line, stopped, words) if line.outcome == "done" else line for line in run.lines]
        raise _LineNotMet
    if preview:
        run.lines = [_previewed(run, line, words) if line.outcome == "done" else line for line in run.lines]


def _previewed(run: _CarriedOut, line: AnsweredLine, words: Catalogue) -> AnsweredLine:
    message = line.message if line.number in run.previewed else words.text("can be done")
    return replace(line, outcome="understood", message=message)


def _inviting_to_open_lists(tx: Tx, carry_out: CarryOut, words: Catalogue) -> CarryOut:
    invited_to: set[int] = set()

    def do(command: OfficeCommand) -> Done:
        done = carry_out(command)
        if isinstance(command, Invite):
            invited_to.add(command.list_id)
        elif isinstance(command, Leave) and command.list_id in invited_to:
            row = find_waiting_list(tx, command.list_id)
            if row is None or row.status != "open":
                raise Refused(
                    words.text(
                        "This would close waiting list %(number)s, to which you invite someone in the same email.",
                        number=command.list_id,
                    )
                )
        return done

    return do


def _line(run: _CarriedOut, reading: OfficeLine, carry_out: CarryOut, words: Catalogue) -> AnsweredLine:
    if reading.kind != "orders" or run.stopped is not None:
        return passed_over(reading, words, ALL_VERBS.explain)
    sentences: list[str] = []
    for command in reading.orders:
        if command.is_binding:
            run.previewed.add(reading.number)
        try:
            sentences += carry_out(command).sentences
        except Refused as refused:
            run.stopped = reading.number
            return AnsweredLine(reading.number, reading.text, "refused", refused.message)
    return AnsweredLine(reading.number, reading.text, "done", " ".join(sentences))


def _unmet(readings: Sequence[OfficeLine], words: Catalogue) -> tuple[AnsweredLine, ...]:
    return tuple(passed_over(reading, words, ALL_VERBS.explain) for reading in readings)


def for_player(context: PlayerContext) -> CarryOut:
    """The function that carries out a player's lines."""

    def carry_out(command: OfficeCommand) -> Done:
        if isinstance(command, ModeratorQuery):
            return letters.look(context, command)
        assert isinstance(command, PlayerCommand), "what moderators do is done by itself"
        done = command.do(context)
        if not isinstance(command, Show | Register | Confirm):  # an account is written down where it is made
            log_command(context.unit, context.player, command, _concerned(context, command, done))
        return done

    return carry_out


def _concerned(context: PlayerContext, command: PlayerCommand, done: Done) -> Concerned:
    tag = getattr(command, "tag", None)
    game = None if tag is None else find_game_by_tag(context.unit, tag)
    return Concerned(game_id=done.game_id if game is None else game.id)


def answer(context: PlayerContext, result: LetterResult, answering: str, more: Sequence[doc.Block] = ()) -> None:
    """Mail a player what became of their letter; `more` stands behind it."""
    send_answer(context, answer_blocks(context, result, more), answering, result.challenge)


def answer_blocks(context: PlayerContext, result: LetterResult, more: Sequence[doc.Block] = ()) -> list[doc.Block]:
    """The answer to a player's letter, to which end much may have to be read."""
    words = context.words
    fates = fates_of(result.lines, words)
    blocks: list[doc.Block] = [
        doc.Lead((result.heading,)),
        *result.contents,
        *challenge_blocks(result.challenge, words),
    ]
    only_asks = result.shown and all(fate.style == "good" and not fate.message for fate in fates.lines)
    if fates.lines and not only_asks:
        blocks += [doc.Heading(words.text("Your orders, line by line")), fates]
    blocks += [*more, *shown_blocks(context, result.shown)]
    if not (result.challenge or result.shown or more):
        ways = OFFICE.fill('"{lists}", "{games}", "{help}"', context.player.language)
        blocks.append(doc.Paragraph(words.text("What next? Reply with any of these: %(ways)s.", ways=ways)))
    return blocks


def send_answer(
    context: PlayerContext, blocks: Sequence[doc.Block], answering: str, challenge: Challenge | None = None
) -> None:
    """Mail a player the answer to a letter; what the player is asked to confirm comes under its own Message-ID."""
    player = get_player(context.unit, context.player.id)  # whose address the letter may have renewed
    message_id = challenge.message_id if challenge else ""
    write_about_account(context.unit, player, blocks, answering=answering, message_id=message_id)


def shown_blocks(context: PlayerContext, shown: Sequence[Show | ModeratorQuery]) -> list[doc.Block]:
    """The texts that a letter wants to read, each thing once; a moderator's wish only if it was met."""
    blocks: list[doc.Block] = []
    for wish in dict.fromkeys(shown):
        if isinstance(wish, ModeratorQuery):
            with suppress(Refused):
                blocks += letters.look_blocks(context, wish)
        elif isinstance(wish, Search):
            sought = Sought(words=wish.words, rule=wish.rule)
            blocks += ruling_blocks(context.unit, sought, context.words)
        elif isinstance(wish, ShowLists):
            zone = context.unit.settings.server.time_zone
            blocks += lists_for(context.unit, context.player, context.words, zone, wish.kind)
        elif isinstance(wish, ShowRules):
            blocks += _silences(context, wish.kind)
        elif isinstance(wish, ShowGames):
            blocks += [*_games(context), *counted_blocks(context)]
        else:
            blocks += help_blocks(context.words)
            blocks += _help_for_moderators(context)
    return blocks


def _silences(context: PlayerContext, kind: str | None) -> list[doc.Block]:
    words = context.words
    names = {game.kind: words.text(game.name) for game in presented() if kind in (None, game.kind)}
    return [doc.Heading(words.text(TITLE)), *silence_blocks(names, words, names)]


def _help_for_moderators(context: PlayerContext) -> list[doc.Block]:
    words = context.words
    if not context.player.moderator:
        return []
    sentence = words.text(
        "You are a moderator at this server. You first see what an action would do to a game, and it is done when "
        "you reply `%(confirm)s` to that email; several lines are done together or not at all. Everyone in the game "
        "will be told, with your reason.",
        confirm=OFFICE.fill("{confirm}", words.language),
    )
    entries = (glossary_entry(word, words) for word in MODERATORS.verbs)
    heading = doc.Heading(words.text("For moderators"))
    return [heading, doc.Paragraph(sentence), doc.Glossary(tuple(entries)), *help_on_corrections(words)]


def help_blocks(words: Catalogue, known: Sequence[Verb[Any, Any]] = FOR_PLAYERS) -> list[doc.Block]:
    """Help on what may be asked for, as parts of a document."""
    opening = words.text(
        "Write what you want to this address, one request per line. All lines are checked first: if one is not "
        "understood, or not possible, nothing is done. Text after # is a comment. Game orders go to the address that "
        "game's emails come from."
    )
    return [
        doc.Heading(words.text("What you can write")),
        doc.Paragraph(opening),
        doc.Glossary(tuple(glossary_entry(word, words) for word in known)),
    ]


def glossary_entry(verb: Verb[Any, Any], words: Catalogue) -> doc.ListEntry:
    """A verb with what it means, and examples that say more than its shape."""
    found = ALL_VERBS.entry(verb, words)
    return doc.ListEntry(found.shape, (found.explanation, *found.examples))


def _games(context: PlayerContext) -> list[doc.Block]:
    tx, words = context.unit, context.words
    zone = zone_of(get_preferences(tx, context.player.id), context.unit.settings.server.time_zone)
    playing = list_newest_games_of_player(tx, context.player.id, "playing", _MOST_GAMES)
    if not playing:
        return [doc.Heading(words.text("Your games")), doc.Paragraph(words.text("You have no game in progress."))]
    entries = []
    for seat, game in sorted(playing, key=lambda one: (one[1].deadline_ms or 0, one[1].id)):
        names = {row.seat: row.name for row in list_seats(tx, game.id)}
        mover = "" if game.active_seat is None else names[game.active_seat]
        is_his = seat == game.active_seat
        turn = words.text("It's your turn") if is_his else words.text("%(name)s to play", name=mover)
        until = "" if game.deadline_ms is None else words.moment(from_ms(game.deadline_ms), zone)
        time = words.text("%(turn)s, until %(moment)s.", turn=turn, moment=until) if until else f"{turn}."
        if game.held_ms is not None:
            time = words.text("%(turn)s; the game is on hold.", turn=turn)
        kind = words.text(presentation_of(game.kind).name)
        head = words.text("%(tag)s · %(name)s (%(game)s)", tag=game.tag, name=game.name, game=kind)
        page = context.unit.settings.page(f"/games/{game.tag}")
        entries.append(doc.ListEntry(head, (time, page) if page else (time,)))
    return [doc.Heading(words.text("Your games")), doc.Entries(tuple(entries))]
