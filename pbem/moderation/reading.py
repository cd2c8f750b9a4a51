"""From a moderator's line or form to the act that it asks for: what stands where, and which seat is meant.

A line is its word, the game's tag, what is to be done, a colon, and the reason.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from pbem.adjudicator.context import Refused, visible
from pbem.adjudicator.history.archive import present
from pbem.adjudicator.sessions import load_game
from pbem.clock import Pace
from pbem.commands.cursor import ParseContext, TokenCursor, cursor_over
from pbem.commands.faults import Fault, ParseError
from pbem.commands.languages import spoken
from pbem.commands.orders.asking import extend as extend_turn
from pbem.commands.orders.commands import Extend
from pbem.commands.orders.notation import PlayersContext, PlayersCursor
from pbem.commands.orders.talking import player
from pbem.commands.tokens import WHOLE
from pbem.commands.vocabulary import MODERATOR
from pbem.i18n import N_, Catalogue
from pbem.moderation.commands import (
    Amend,
    Announce,
    Ask,
    Cancel,
    GiveRuling,
    GrantAccess,
    Hold,
    ModeratorCommand,
    PutOff,
    Release,
    Reopen,
    Retry,
    RevokeAccess,
    RollBack,
    Substitute,
)
from pbem.moderation.context import ModeratorContext
from pbem.moderation.correction_lines import explain_correction, read_corrections
from pbem.moderation.ruling import VERDICTS, dispute_to_rule
from pbem.store import Tx
from pbem.store.games.game import GameRow
from pbem.store.games.seats import list_seats
from pbem.store.moderation.disputes import FiledDispute, Verdict
from pbem.store.players.player import list_players_named
from rules_core.games import all_rules
from rules_core.kernel.events import Corrected

_LINE: Final = re.compile(r"\W*(e\d{1,18})\b([^:]*)(?::(.*))?", re.IGNORECASE | re.DOTALL)
_ANNOUNCED: Final = re.compile(r"\s*(?:(e\d{1,18})\s*:|:)?(.*)", re.IGNORECASE | re.DOTALL)
_MARKED: Final = re.compile(r"\W*(\w{1,40})\W*")
_OF_DISPUTE: Final = re.compile(rf"\W*{WHOLE}([^:]*)(?::(.*))?", re.DOTALL)
_BOOKS: Final = "|".join(dict.fromkeys(rule.partition("-")[0] for rule in all_rules()))
_RULED: Final = re.compile(rf"(.*?)\b((?:{_BOOKS})-?\s?\d+[a-z]?)\W*", re.IGNORECASE | re.DOTALL)
_HIGHEST: Final = 10**15
"""Positions of logs are lower."""
MESSAGES: Final[Mapping[str, str]] = {
    "which_game": N_("Which game? Give its tag, such as e7."),
    "which_dispute": N_("Which dispute? Give its number; the desk shows it."),
    "which_rule": N_("By which rule? Give its number, such as FR-31, before the colon."),
    "which_verdict": N_("What does the ruling say? The play stands, the game is rolled back, or it is corrected."),
    "which_position": N_("To which position? Give its number, such as #118."),
    "which_seat": N_("Whose seat? Name the player."),
    "which_letter": N_("Which email? Name it as the desk does."),
    "missing_time": N_("By how much time? As in 2d or 36h."),
    "missing_correction": N_("What should be corrected?"),
    "unknown_account": N_('There is no player called "%(name)s".'),
}
"""What is told of faults in the lines of moderators, by their codes; those that orders share stand with orders."""

RULING_MESSAGES: Final[Mapping[str, str]] = {
    "missing_verdict": N_("Choose a verdict."),
    "missing_position": N_("Roll back to where? Name a position of the history."),
    "missing_corrections": N_("What is corrected, and how? Write one correction per line."),
}
"""What is told of faults in what was filled in, by their codes; those in corrections are told as by letter."""


@dataclass(frozen=True, kw_only=True)
class LineContext(ParseContext):
    """The context in which lines of moderators are read: who writes them, and what there is to act on."""

    request: ModeratorContext


LineCursor: TypeAlias = TokenCursor[LineContext]


@dataclass(frozen=True)
class ReasonedLine:
    """A line taken apart: the game's tag, what is to be done, and why."""

    parsed: LineContext
    tag: str
    head: str
    reason: str

    @property
    def context(self) -> ModeratorContext:
        """The context of the command."""
        return self.parsed.request

    def cursor(self) -> LineCursor:
        """A cursor over what is to be done."""
        return cursor_over(self.head, self.parsed)

    def order_cursor(self, players: tuple[str, ...] = ()) -> PlayersCursor:
        """The same for what reads what any seat may write."""
        return cursor_over(self.head, PlayersContext(language=spoken(self.parsed.language), players=players))

    def players(self) -> tuple[str, ...]:
        """The players of the game by seat. Raises Refused where there is no such game to act on."""
        game = self.context.game(self.tag)
        return tuple(seat.name for seat in list_seats(self.context.unit, game.id))


Maker: TypeAlias = Callable[[ReasonedLine], ModeratorCommand]
"""Makes an act of a line. Raises ParseError and Refused."""
Reader: TypeAlias = Callable[[LineCursor], tuple[ModeratorCommand, ...]]
"""Reads the act that a line asks for. Raises ParseError and Refused."""


def _of_game(make: Maker, *, with_head: bool = False) -> Reader:
    """Read a line that names a game; without a head whatever stands behind the tag is the reason."""

    def read(cursor: LineCursor) -> tuple[ModeratorCommand, ...]:
        found = _LINE.fullmatch(cursor.text)
        if found is None:
            raise ParseError("which_game")
        head, reason = found[2], found[3]
        if reason is None and not with_head:
            head, reason = "", head
        line = ReasonedLine(cursor.context, found[1].lower(), head, (reason or "").strip())
        if not with_head:
            line.cursor().done()
        return (make(line),)

    return read


def nothing(_cursor: LineCursor) -> tuple[ModeratorCommand, ...]:
    """No command at all, since what is only shown is no act."""
    return ()


def ask(cursor: LineCursor) -> tuple[ModeratorCommand, ...]:
    """`ask 3: Which station do you mean?`."""
    found = _of_dispute(cursor)
    return (Ask(int(found[1]), (found[3] if found[3] is not None else found[2]).strip()),)


def reopen(cursor: LineCursor) -> tuple[ModeratorCommand, ...]:
    """`reopen 3: There is something new to say.`."""
    found = _of_dispute(cursor)
    return (Reopen(int(found[1]), (found[3] if found[3] is not None else found[2]).strip()),)


def rule(cursor: LineCursor) -> tuple[ModeratorCommand, ...]:
    """`rule 3 uphold FR-31: The piece may point there.`."""
    return (_rule(cursor, supersedes=False),)


def supersede(cursor: LineCursor) -> tuple[ModeratorCommand, ...]:
    """`supersede 3 uphold FR-38: I had overlooked the second station.`."""
    return (_rule(cursor, supersedes=True),)


def _of_dispute(cursor: LineCursor) -> re.Match[str]:
    """The number of a dispute, what is to be done, and what stands behind the colon."""
    found = _OF_DISPUTE.fullmatch(cursor.text)
    if found is None:
        raise ParseError("which_dispute")
    return found


def _rule(cursor: LineCursor, *, supersedes: bool) -> GiveRuling:
    found = _of_dispute(cursor)
    dispute, game = dispute_to_rule(cursor.context.request, int(found[1]), supersedes=supersedes)
    ruled = _RULED.fullmatch(found[2])
    if ruled is None:
        raise ParseError("which_rule")
    line = ReasonedLine(cursor.context, game.tag, ruled[1].strip(" ,;"), (found[3] or "").strip())
    verdict, then = _verdict(line)
    named = re.sub(r"-?\s?(?=\d)", "-", ruled[2], count=1)
    return GiveRuling(dispute.id, verdict, named, line.reason, then, supersedes)


def _verdict(line: ReasonedLine) -> tuple[Verdict, RollBack | Amend | None]:
    """The verdict of a ruling, and what it does to the game. Raises ParseError and Refused."""
    cursor = line.cursor()
    if cursor.take_phrase(MODERATOR.phrases("rollback")):
        return "rollback", _roll_back(replace(line, head=cursor.rest()))
    if cursor.take_phrase(MODERATOR.phrases("amend")):
        return "amend", _amend(replace(line, head=cursor.rest()))
    if cursor.take("uphold"):
        cursor_over(cursor.rest(), line.parsed).done()
        return "uphold", None
    raise ParseError("which_verdict")


def _put_off(line: ReasonedLine) -> PutOff:
    (asked,) = extend_turn(line.order_cursor())
    by = asked.by if isinstance(asked, Extend) else None
    if by is None or not isinstance(asked, Extend):
        raise ParseError("missing_time")
    return PutOff(line.tag, Pace(by.amount, by.unit), line.reason or asked.reason)


def _roll_back(line: ReasonedLine) -> RollBack:
    cursor = line.cursor()
    if not cursor.sees_number():
        raise ParseError("which_position")
    position = cursor.number(0, _HIGHEST)
    is_new = is_again = False
    while cursor.peek() is not None:
        is_new = is_new or cursor.sees("new")
        is_again = is_again or cursor.sees("again")
        if not cursor.take("new", "dice", "again"):
            raise cursor.unexpected()
    return RollBack(line.tag, position, line.reason, new_dice=is_new, reapply=is_again)


def _substitute(line: ReasonedLine) -> Substitute:
    cursor = line.order_cursor(line.players())
    if cursor.peek() is None:
        raise ParseError("which_seat")
    seat = player(cursor)
    token = cursor.peek()
    if token is None:
        return Substitute(line.tag, seat, line.reason)
    if token.fold not in MODERATOR.accepted("by"):
        raise cursor.unexpected()
    name = line.head[token.column - 1 + len(token.text) :].strip(" \t\"'<>,;.")
    found = list_players_named(line.context.unit, name)
    if len(found) != 1:
        raise ParseError("unknown_account", name=name)
    return Substitute(line.tag, seat, line.reason, found[0].id)


def _amend(line: ReasonedLine) -> Amend:
    game, players = line.context.running_game(line.tag), line.players()
    table = visible(load_game(line.context.unit, game.id).session, None).table
    parts = tuple(filter(None, (part.strip() for part in line.head.split(";"))))
    words = line.context.words
    found = line.context.unit.compute(read_corrections, parts, table, players, words, line.parsed.language)
    if isinstance(found, Fault):
        raise Refused(explain_correction(found, words))
    if not found:
        raise ParseError("missing_correction")
    return Amend(line.tag, found, line.reason)


def announce(cursor: LineCursor) -> tuple[ModeratorCommand, ...]:
    """`announce e7: The dispute is settled.`, `announce: The server rests on Sunday.`."""
    found = _ANNOUNCED.fullmatch(cursor.text)
    assert found is not None, "it fits any text"
    return (Announce(found[1].lower() if found[1] else None, found[2].strip()),)


def retry(cursor: LineCursor) -> tuple[ModeratorCommand, ...]:
    """`retry k3mfq7ab2x`."""
    found = _MARKED.fullmatch(cursor.text)
    if found is None:
        raise ParseError("which_letter")
    return (Retry(found[1].lower()),)


hold: Final = _of_game(lambda line: Hold(line.tag, line.reason))
release: Final = _of_game(lambda line: Release(line.tag, line.reason))
extend: Final = _of_game(_put_off, with_head=True)
rollback: Final = _of_game(_roll_back, with_head=True)
substitute: Final = _of_game(_substitute, with_head=True)
amend: Final = _of_game(_amend, with_head=True)
cancel: Final = _of_game(lambda line: Cancel(line.tag, line.reason))
grant_access: Final = _of_game(lambda line: GrantAccess(line.tag, line.reason))
revoke_access: Final = _of_game(lambda line: RevokeAccess(line.tag))


def explain_ruling(fault: Fault, words: Catalogue) -> str:
    """Explain why what was filled in is no ruling."""
    if fault.code in RULING_MESSAGES:
        return words.text(RULING_MESSAGES[fault.code])
    return f"{fault.line}: {explain_correction(fault, words)}"


def ruling_of(
    tx: Tx,
    dispute: FiledDispute,
    game: GameRow,
    *,
    verdict: str,
    rule: str,
    text: str,
    to: int | None = None,
    corrections: Sequence[str] = (),
    new_dice: bool = False,
    reapply: bool = False,
    words: Catalogue,
    language: str | None = None,
) -> GiveRuling | Fault:
    """The ruling that these words make, or why they make none; `corrections` are lines, written in `language`."""
    found = next((one for one in VERDICTS if one == verdict), None)
    if found is None:
        return Fault("missing_verdict")
    if found == "rollback":
        if to is None:
            return Fault("missing_position")
        back = RollBack(game.tag, to, text, new_dice, reapply)
        return GiveRuling(dispute.id, found, rule.strip(), text, back)
    if found == "amend":
        read = corrections_of(tx, game, corrections, words, language)
        if isinstance(read, Fault):
            return read
        return GiveRuling(dispute.id, found, rule.strip(), text, Amend(game.tag, read, text))
    return GiveRuling(dispute.id, found, rule.strip(), text)


def corrections_of(
    tx: Tx, game: GameRow, lines: Sequence[str], words: Catalogue, language: str | None = None
) -> tuple[Corrected, ...] | Fault:
    """The corrections that lines ask for, or the first fault; blank ones are passed over."""
    table, names = present(tx, game.id).table, tuple(seat.name for seat in list_seats(tx, game.id))
    typed = tuple(filter(None, (line.strip() for line in lines)))
    return tx.compute(read_corrections, typed, table, names, words, language) or Fault("missing_corrections")
