"""From a moderator's line to the act that it asks for: what stands where, and which seat or player is meant.

A line is its word, the game's tag, what is to be done, a colon, and the reason.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from pbem.adjudicator.context import Declined
from pbem.adjudicator.results import visible
from pbem.adjudicator.sessions import load_game
from pbem.games.presentation import usual_kind
from pbem.i18n import N_
from pbem.lobby.errands import Bid
from pbem.lobby.walk import Unclear
from pbem.lobby.words import explained, meanings, phrases
from pbem.moderation.acts import (
    Act,
    Amend,
    Announce,
    Ask,
    Cancel,
    Hold,
    PutOff,
    Release,
    Reopen,
    Retry,
    RollBack,
    Rule,
    Seal,
    Substitute,
    Unseal,
)
from pbem.moderation.amending import Misread, read_correction
from pbem.moderation.bench import Bench
from pbem.moderation.ruling import dispute_to_rule
from pbem.moderation.words import MODERATING
from pbem.orders import Fault, explain
from pbem.orders.cursor import Cursor, Scene, Unreadable
from pbem.orders.names import names_of
from pbem.orders.requests import Extend
from pbem.orders.talking import player
from pbem.orders.times import extend
from pbem.orders.tokens import Token, tokens_of
from pbem.orders.words import spoken
from pbem.playing_time import Pace
from pbem.store import repository as repo
from pbem.store.rows import Verdict
from rules_core.games.first_rails.turn import BOX
from rules_core.line.components import components_from

_LINE: Final = re.compile(r"\W*(e\d{1,18})\b([^:]*)(?::(.*))?", re.IGNORECASE | re.DOTALL)
_ANNOUNCED: Final = re.compile(r"\s*(?:(e\d{1,18})\s*:|:)?(.*)", re.IGNORECASE | re.DOTALL)
_MARKED: Final = re.compile(r"\W*(\w{1,40})\W*")
_OF_DISPUTE: Final = re.compile(r"\W*(\d{1,15})\b([^:]*)(?::(.*))?", re.DOTALL)
_RULED: Final = re.compile(r"(.*?)\b((?:FR|GE)-?\s?\d+[a-z]?)\W*", re.IGNORECASE | re.DOTALL)
_NOT_HERE: Final = N_('I do not understand "%(word)s" in this place.')

_WHICH_DISPUTE: Final = N_("Which dispute? Name its number, which the desk shows.")


@dataclass(frozen=True)
class Line:
    """A line taken apart: the game's tag, what is to be done, and why."""

    bench: Bench
    tag: str
    head: str
    reason: str
    language: str

    def tokens(self) -> list[Token]:
        """The words of what is to be done."""
        return tokens_of(self.head)

    def means(self, token: Token, key: str) -> bool:
        """Whether a word has a meaning among those of moderators."""
        return key in meanings(self.language, moderates=True).get(token.fold.lower(), ())

    def nothing_else(self) -> None:
        """Refuses what stands where nothing belongs. Raises Unclear."""
        if tokens := self.tokens():
            raise Unclear(_NOT_HERE, word=tokens[0].text)

    def cursor(self, players: tuple[str, ...] = ()) -> Cursor:
        """A finger on the words of what is to be done; of the box nothing is looked at."""
        kind = next((game.kind for game in [repo.game_by_tag(self.bench.tx, self.tag)] if game), usual_kind())
        return Cursor(self.tokens(), Scene(kind, 0, spoken(self.language), names_of(components_from(BOX)), players))

    def players(self) -> tuple[str, ...]:
        """The players of the game by seat. Raises Declined where there is no such game to act on."""
        game = self.bench.game(self.tag)
        return tuple(seat.name for seat in repo.seats(self.bench.tx, game.id))


Maker: TypeAlias = Callable[[Line], Act]
"""Makes an act of a line. Raises Unclear, Unreadable and Declined."""


def act_of(bench: Bench, bid: Bid) -> Act:
    """The act that a moderator's line asks for. Raises Declined where it is not clear which."""
    try:
        return READERS[bid.word](bench, bid)
    except Unclear as unclear:
        raise Declined(_told(bench, bid, bench.words.text(unclear.msgid, **unclear.facts))) from unclear
    except Unreadable as unreadable:
        typed = unreadable.token.text if unreadable.token else ""
        fault = Fault(
            unreadable.code, usual_kind(), word=typed, facts=unreadable.facts, did_you_mean=unreadable.did_you_mean
        )
        raise Declined(_told(bench, bid, explain(fault, bench.words))) from unreadable


def _told(bench: Bench, bid: Bid, why: str) -> str:
    word = next(word for word in MODERATING if word.name == bid.word)
    return explained(word, why, bench.words)


def _of_game(make: Maker, *, with_head: bool = False) -> Callable[[Bench, Bid], Act]:
    """Reads a line that names a game; without a head whatever stands behind the tag is the reason."""

    def read(bench: Bench, bid: Bid) -> Act:
        found = _LINE.fullmatch(bid.text)
        if found is None:
            raise Unclear(N_("Which game? Name its tag, such as e7."))
        head, reason = found[2], found[3]
        if reason is None and not with_head:
            head, reason = "", head
        line = Line(bench, found[1].lower(), head, (reason or "").strip(), bid.language)
        if not with_head:
            line.nothing_else()
        return make(line)

    return read


def _ask(_bench: Bench, bid: Bid) -> Ask:
    found = _OF_DISPUTE.fullmatch(bid.text)
    if found is None:
        raise Unclear(_WHICH_DISPUTE)
    return Ask(int(found[1]), (found[3] if found[3] is not None else found[2]).strip())


def _reopen(_bench: Bench, bid: Bid) -> Reopen:
    found = _OF_DISPUTE.fullmatch(bid.text)
    if found is None:
        raise Unclear(_WHICH_DISPUTE)
    return Reopen(int(found[1]), (found[3] if found[3] is not None else found[2]).strip())


def _rule(bench: Bench, bid: Bid) -> Rule:
    found = _OF_DISPUTE.fullmatch(bid.text)
    if found is None:
        raise Unclear(_WHICH_DISPUTE)
    supersedes = bid.word == "supersede"
    dispute, game = dispute_to_rule(bench, int(found[1]), supersedes=supersedes)
    ruled = _RULED.fullmatch(found[2])
    if ruled is None:
        raise Unclear(N_("By which rule? Name its number, such as FR-31, before the colon."))
    line = Line(bench, game.tag, ruled[1].strip(" ,;"), (found[3] or "").strip(), bid.language)
    verdict, then = _verdict(line)
    named = re.sub(r"-?\s?(?=\d)", "-", ruled[2], count=1)
    return Rule(dispute.id, verdict, named, line.reason, then, supersedes)


def _verdict(line: Line) -> tuple[Verdict, RollBack | Amend | None]:
    """What a ruling says, and what it does to the game. Raises Unclear and Declined."""
    tokens = line.tokens()
    known = phrases(line.language, moderates=True)
    for length in (3, 2, 1):
        folds = tuple(token.fold for token in tokens[:length])
        word, rest = known.get(folds), _behind(line, tokens[:length])
        if length == 1 and tokens and line.means(tokens[0], "uphold"):
            rest.nothing_else()
            return "uphold", None
        if word is not None and word.name == "rollback":
            return "rollback", _roll_back(rest)
        if word is not None and word.name == "amend":
            return "amend", _amend(rest)
    raise Unclear(N_("What does the ruling say? What was played stands, the game goes back, or it is corrected."))


def _behind(line: Line, tokens: Sequence[Token]) -> Line:
    """The line without these tokens, with which what is to be done begins."""
    head = line.head[tokens[-1].column - 1 + len(tokens[-1].text) :] if tokens else ""
    return replace(line, head=head)


def _put_off(line: Line) -> PutOff:
    (asked,) = extend(line.cursor())
    by = asked.by if isinstance(asked, Extend) else None
    if by is None:
        raise Unclear(N_("By how much time? As in 2d or 36h."))
    return PutOff(line.tag, Pace(by.amount, by.unit), line.reason)


def _roll_back(line: Line) -> RollBack:
    tokens = [token for token in line.tokens() if token.fold]
    if not tokens or tokens[0].kind != "number":
        raise Unclear(N_("To which position? Name its number, such as #118."))
    is_new = is_again = False
    for token in tokens[1:]:
        is_new = is_new or line.means(token, "new")
        is_again = is_again or line.means(token, "again")
        if not any(line.means(token, key) for key in ("new", "dice", "again")):
            raise Unclear(_NOT_HERE, word=token.text)
    return RollBack(line.tag, int(tokens[0].fold[:15]), line.reason, new_dice=is_new, reapply=is_again)


def _substitute(line: Line) -> Substitute:
    cursor = line.cursor(line.players())
    if cursor.peek() is None:
        raise Unclear(N_("Whose seat? Name its player."))
    seat = player(cursor)
    token = cursor.peek()
    if token is None:
        return Substitute(line.tag, seat, line.reason)
    if not line.means(token, "by"):
        raise Unclear(_NOT_HERE, word=token.text)
    name = line.head[token.column - 1 + len(token.text) :].strip(" \t\"'<>,;.")
    found = repo.players_named(line.bench.tx, name)
    if len(found) != 1:
        raise Unclear(N_('I know no player called "%(name)s".'), name=name)
    return Substitute(line.tag, seat, line.reason, found[0].id)


def _amend(line: Line) -> Amend:
    game, players = line.bench.running_game(line.tag), line.players()
    table = visible(load_game(line.bench.tx, game.id).session, None).table
    corrections = []
    for part in filter(None, (part.strip() for part in re.split(r";", line.head))):
        found = read_correction(part, table, players, line.bench.words, line.language)
        if isinstance(found, Misread):
            raise Declined(found.why)
        corrections.append(found)
    if not corrections:
        raise Unclear(N_("What is to be corrected?"))
    return Amend(line.tag, tuple(corrections), line.reason)


def _announce(_bench: Bench, bid: Bid) -> Announce:
    found = _ANNOUNCED.fullmatch(bid.text)
    assert found is not None, "it fits any text"
    return Announce(found[1].lower() if found[1] else None, found[2].strip())


def _retry(_bench: Bench, bid: Bid) -> Retry:
    found = _MARKED.fullmatch(bid.text)
    if found is None:
        raise Unclear(N_("Which letter? Name it as the desk does."))
    return Retry(found[1].lower())


READERS: Final[Mapping[str, Callable[[Bench, Bid], Act]]] = {
    "hold": _of_game(lambda line: Hold(line.tag, line.reason)),
    "release": _of_game(lambda line: Release(line.tag, line.reason)),
    "extend": _of_game(_put_off, with_head=True),
    "rollback": _of_game(_roll_back, with_head=True),
    "substitute": _of_game(_substitute, with_head=True),
    "amend": _of_game(_amend, with_head=True),
    "cancel": _of_game(lambda line: Cancel(line.tag, line.reason)),
    "announce": _announce,
    "unseal": _of_game(lambda line: Unseal(line.tag, line.reason)),
    "seal": _of_game(lambda line: Seal(line.tag)),
    "ask": _ask,
    "rule": _rule,
    "supersede": _rule,
    "reopen": _reopen,
    "retry": _retry,
}
"""What makes an act of a line, by its word. Raises Unclear, Unreadable and Declined."""
