"""Arguments in letters to the office: from the rest of a line, behind its words, to what is asked for."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from pbem.adjudicator.mails.game import reminders_of
from pbem.commands.cursor import ParseContext, TokenCursor
from pbem.commands.faults import ParseError
from pbem.commands.languages import fold
from pbem.commands.tokens import APART, WHOLE, tokens_of
from pbem.commands.vocabulary import OFFICE, Vocabulary
from pbem.games.presentation import presented
from pbem.lobby.commands import (
    Confirm,
    Decline,
    DeclineSeat,
    Invite,
    Join,
    Leave,
    OfficeCommand,
    PlayNow,
    Register,
    Return,
    Search,
    SeatBots,
    Show,
    StandBy,
    Take,
    Watch,
    WishReminders,
    WishReports,
)
from pbem.store.players.preferences import REMINDERS, Reports
from pbem.terms import Terms
from rules_core.games import all_rules, kinds, rule_id, ruleset_for

_NUMBERED: Final = re.compile(rf"\W*(?:list\w*\W+)?#?{WHOLE}{APART}(.*)", re.IGNORECASE | re.DOTALL)
_TAGGED: Final = re.compile(r"[^\w]*(e\d{1,18})\b\W*(.*)", re.IGNORECASE | re.DOTALL)
_FEW: Final = re.compile(r"[1-9]")
_QUOTES: Final = " \t\"'"
_REPORTS: Final[Mapping[str, Reports]] = {"digest": "daily", "mine": "mine", "every": "all"}
"""What the words for reports mean; "daily" may mean every day elsewhere, and is looked for first."""
KINDS: Final[Mapping[str, tuple[str, ...]]] = {game.kind: game.called for game in presented()}
"""What the kinds of game may be called, in any language; the first is the one that is written."""
_LONGEST_KIND: Final = 3


@dataclass(frozen=True, kw_only=True)
class OfficeContext(ParseContext):
    """The context in which letters to the office are read."""

    vocabulary: Vocabulary = OFFICE
    defaults: Terms
    """The terms of a list that hold where none are named."""


OfficeCursor: TypeAlias = TokenCursor[OfficeContext]


def lists(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`lists`, `lists germany`."""
    return [Show("lists", _only_kind(cursor))]


def games(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`games`."""
    _nothing(cursor.text)
    return [Show("games")]


def rules(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`rules silent`, `rules silent germany`; `rules` alone asks for no less."""
    cursor.take("silent")
    return [Show("rules", _only_kind(cursor))]


def rulings(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`rulings`, `rulings FR-38`, `rulings lake`."""
    named = re.search(rule_id().pattern, cursor.text, re.IGNORECASE)
    others = cursor.text if named is None else cursor.text[: named.start()] + cursor.text[named.end() :]
    rule = "" if named is None else next((id_ for id_ in all_rules() if id_.upper() == named[0].upper()), named[0])
    return [Search(rule, " ".join(re.sub(r"[^\w\s-]", " ", others).split()))]


def ask_help(_cursor: OfficeCursor) -> list[OfficeCommand]:
    """`help`, whatever follows."""
    return [Show("help")]


def join(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`join 12`, `join 12 with seven green bottles`."""
    number, behind = _number(cursor.text)
    if not behind:
        return [Join(number)]
    first, _space, salt = behind.partition(" ")
    if fold(first.strip(":,")) not in OFFICE.accepted("with"):
        raise ParseError("unexpected", word=first)
    if not salt.strip(_QUOTES):
        raise ParseError("missing_salt")
    return [Join(number, salt.strip(_QUOTES))]


def leave(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`leave 12`."""
    number, behind = _number(cursor.text)
    _nothing(behind)
    return [Leave(number)]


def invite(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`invite 12 ben@example.org`, and several with commas between them."""
    number, behind = _number(cursor.text)
    guests = [guest.strip(" \t\"'<>") for guest in re.split("[,;]", behind)]
    found: list[OfficeCommand] = [Invite(number, guest) for guest in guests if guest]
    if not found:
        raise ParseError("missing_guest")
    return found


def bots(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`bots 12`, `bots 12 2`."""
    number, behind = _number(cursor.text)
    many = tokens_of(behind)
    if len(many) > 1 or (many and not _FEW.fullmatch(many[0].digits)):
        raise ParseError("unexpected", many[0])
    return [SeatBots(number, int(many[0].digits) if many else 1)]


def play(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`play germany`, `play germany 3`, `play germany for 3 players`."""
    kind = kind_ahead(cursor)
    token = cursor.peek()
    if kind is None:
        raise ParseError("unknown_game", token, games=kind_names()) if token else _which_game()
    cursor.one_of(("for", "with"))
    if not cursor.sees_number():
        cursor.done()
        return [PlayNow(kind)]
    seats = ruleset_for(kind).seats
    token, number = cursor.peek(), cursor.number()
    if number not in seats:
        raise ParseError("players_range", token, least=min(seats), most=max(seats))
    cursor.one_of(("players",))
    cursor.done()
    return [PlayNow(kind, number)]


def _which_game() -> ParseError:
    return ParseError("missing_game", games=kind_names())


def decline(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`decline 12`, `decline e7`."""
    if _TAGGED.fullmatch(cursor.text):
        return [DeclineSeat(_tag(cursor.text))]
    number, behind = _number(cursor.text)
    _nothing(behind)
    return [Decline(number)]


def take(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`take e7`."""
    return [Take(_tag(cursor.text))]


def come_back(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`return e7`."""
    return [Return(_tag(cursor.text))]


def watch(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`watch e7`."""
    return [Watch(_tag(cursor.text))]


def unwatch(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`unwatch e7`."""
    return [Watch(_tag(cursor.text), on=False)]


def standby(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`standby`, `standby germany`, `standby off`."""
    if len(cursor.tokens) == 1 and cursor.sees("off"):
        return [StandBy((), on=False)]
    kind = _only_kind(cursor)
    return [StandBy((kind,) if kind else tuple(kinds()))]


def reports(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`reports all`, `reports mine`, `reports daily`."""
    if not cursor.tokens:
        raise ParseError("missing_reports")
    wish = cursor.one_of(_REPORTS)
    if wish is None:
        raise cursor.unexpected()
    cursor.done()
    return [WishReports(_REPORTS[wish])]


def reminders(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`reminders 48 24 0`, `reminders off`."""
    if len(cursor.tokens) == 1 and cursor.sees("off"):
        return [WishReminders("")]
    wished = reminders_of(" ".join(token.fold for token in cursor.tokens if token.fold))
    if not wished or any(token.pause == "." and not token.gap for token in cursor.tokens):
        raise ParseError("missing_reminders", offered=" ".join(map(str, REMINDERS)))
    return [WishReminders(wished)]


def register(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`register Ada Lovelace`."""
    name = cursor.text.strip(" \t\"'<>:,;")
    if not name:
        raise ParseError("missing_name")
    return [Register(name)]


def confirm(cursor: OfficeCursor) -> list[OfficeCommand]:
    """`confirm`, `confirm 7KM2 9QRT`."""
    for token in cursor.tokens:
        if token.kind not in ("word", "number"):
            raise ParseError("unexpected", token)
    return [Confirm("".join(filter(str.isalnum, "".join(token.text for token in cursor.tokens))).upper())]


def kind_ahead(cursor: OfficeCursor) -> str | None:
    """The kind of game that comes next, which is read; None where none does."""
    folds = tuple(token.fold for token in cursor.tokens[cursor.at : cursor.at + _LONGEST_KIND])
    for length in range(len(folds), 0, -1):
        for kind, names in KINDS.items():
            if " ".join(folds[:length]) in names:
                cursor.at += length
                return kind
    return None


def kind_names() -> str:
    """The kinds of game there are, as they may be typed."""
    return ", ".join(names[0] for names in KINDS.values())


def _only_kind(cursor: OfficeCursor) -> str | None:
    kind = kind_ahead(cursor)
    token = cursor.peek()
    if token is not None:
        raise ParseError("unknown_game", token, games=kind_names())
    return kind


def _number(text: str) -> tuple[int, str]:
    """The number of a list at the head of a text, and what follows it."""
    found = _NUMBERED.fullmatch(text)
    if found is None:
        raise ParseError("which_list")
    return int(found[1]), found[2].strip()


def _tag(text: str) -> str:
    found = _TAGGED.fullmatch(text)
    if found is None:
        raise ParseError("which_game")
    _nothing(found[2])
    return found[1].lower()


def _nothing(text: str) -> None:
    """Refuse what stands where nothing belongs."""
    tokens = tokens_of(text)
    if tokens:
        raise ParseError("unexpected", tokens[0])
