"""The fields of requests to an account, as they are read from what stands behind a verb. All raise ParseError."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeAlias

from pbem.adjudicator.mails.game import reminders_of
from pbem.commands.courtesy import courtesies, without_thanks
from pbem.commands.cursor import TokenCursor
from pbem.commands.orders.notation import PlayersContext
from pbem.commands.table import Argument
from pbem.commands.tokens import ParseError, Token, tokens_of
from pbem.commands.vocabulary import OFFICE, Vocabulary
from pbem.games.presentation import presented
from pbem.i18n import N_
from pbem.naming import is_address
from pbem.store.players.preferences import REMINDERS, Reports
from pbem.terms import Terms
from rules_core.games import all_rules, rule_id, ruleset_for

_HIGHEST: Final = 10**15 - 1
"""No list has a higher number."""
_LONGEST_TAG: Final = 18
"""Digits."""
_MOST_BOTS: Final = 9
_QUOTES: Final = " \t\"'"
_REPORTS: Final[Mapping[str, Reports]] = {"digest": "daily", "mine": "mine", "every": "all"}
"""What the words for reports mean; "daily" may mean every day elsewhere, and is looked for first."""
KINDS: Final[Mapping[str, tuple[str, ...]]] = {game.kind: game.called for game in presented()}
"""What the kinds of game may be called, in any language; the first is the one that is written."""
_LONGEST_KIND: Final = 3
_VARIED: Final = min(
    (game for game in presented() if ruleset_for(game.kind).options), key=lambda game: len(game.called[0])
)
ANOTHER: Final = _VARIED.called[0]
"""The game that examples name: one with variants, and the shortest name."""
_OPTION, _VALUES = list(ruleset_for(_VARIED.kind).options.items())[-1]
VARIANT: Final = f"{_OPTION}={_VALUES[1]}"
"""A variant, as it is typed."""
NO_GUEST: Final = N_("Whom? Give an email address, or a player's name.")
"""What is told of an invitation of nobody, in a letter or a form."""
ListName: TypeAlias = tuple[str, int]
"""The name of a waiting list, and its number."""


@dataclass(frozen=True, kw_only=True)
class OfficeContext(PlayersContext):
    """The context in which letters to the office are read."""

    vocabulary: Vocabulary = OFFICE
    defaults: Terms
    """The terms of a list that hold where none are named."""
    lists: Mapping[tuple[str, ...], tuple[int, ...]] = field(default_factory=dict)
    """The numbers of the lists that the writer may see, by the folded words of their names."""

    @cached_property
    def longest_name(self) -> int:
        """The words of the longest of these names."""
        return max(map(len, self.lists), default=0)


OfficeCursor: TypeAlias = TokenCursor[OfficeContext]


def names_of_lists(lists: Sequence[ListName]) -> Mapping[tuple[str, ...], tuple[int, ...]]:
    """The numbers of lists by the folded words of their names."""
    found: dict[tuple[str, ...], tuple[int, ...]] = {}
    for name, number in lists:
        folds = tuple(token.fold for token in tokens_of(name))
        if folds:
            found[folds] = (*found.get(folds, ()), number)
    return found


def read_salt(cursor: OfficeCursor) -> str:
    """Words for the dice, to the end of the line: `with seven green bottles`."""
    if not cursor.take("with"):
        raise cursor.unexpected()
    salt = cursor.rest().strip(_QUOTES)
    if not salt:
        raise ParseError("missing_salt")
    cursor.skip_to_end()
    return salt


def read_bots(cursor: OfficeCursor) -> int:
    """The number of bots."""
    token = cursor.peek()
    if token is None or token.value not in range(1, _MOST_BOTS + 1):
        raise cursor.unexpected()
    return cursor.number(1, _MOST_BOTS)


def read_guests(cursor: OfficeCursor) -> tuple[int, list[str]]:
    """A list, and whom to invite to it: `12 ben@example.org, Anna`, `Ben to 12`."""
    before = _guests_first(cursor)
    number = read_list(cursor)
    guests = [guest.strip(" \t\"'<>:") for guest in re.split("[,;]", without_thanks(before or cursor.rest()))]
    found = [guest for guest in guests if guest]
    if not found:
        raise ParseError("missing_guest")
    return number, found


def read_addresses(cursor: OfficeCursor) -> list[str]:
    """Addresses up to the end of the line; where anything else stands there, none, and the line is left unread."""
    at = cursor.at
    found = [part.strip(" \t\"'<>:") for part in re.split("[,;]", without_thanks(cursor.rest()))]
    addresses = [one for one in found if one]
    if addresses and all(map(is_address, addresses)):
        return addresses
    cursor.at = at
    return []


def read_game_and_seats(cursor: OfficeCursor) -> tuple[str, int | None]:
    """`germany`, `germany 3`, `germany for 3 players`; None for no number."""
    kind = kind_ahead(cursor)
    token = cursor.peek()
    if kind is None:
        raise ParseError("unknown_game" if token else "missing_game", token, games=kind_names())
    cursor.one_of(("for", "with"))
    if not cursor.sees_number():
        cursor.done()
        return kind, None
    seats = ruleset_for(kind).seats
    token, number = cursor.peek(), cursor.number()
    if number not in seats:
        raise ParseError("players_range", token, least=min(seats), most=max(seats))
    cursor.one_of(("players",))
    cursor.done()
    return kind, number


def read_kind(cursor: OfficeCursor) -> str | None:
    """The kind of game that is meant, and nothing behind it; None where none is named."""
    cursor.take("for")
    kind = kind_ahead(cursor)
    token = cursor.peek()
    if token is not None:
        raise ParseError("unknown_game", token, games=kind_names())
    return kind


def read_reports(cursor: OfficeCursor) -> Reports:
    """`all`, `mine` or `daily`."""
    if not cursor.tokens:
        raise ParseError("missing_reports")
    wish = cursor.one_of(_REPORTS)
    if wish is None:
        raise cursor.unexpected()
    return _REPORTS[wish]


def read_reminders(cursor: OfficeCursor) -> str:
    """`48 24 0`, or `off` for ""."""
    if len(cursor.tokens) == 1 and cursor.take("off"):
        return ""
    beside = courtesies("beside") | OFFICE.accepted("hours")
    wished = reminders_of(" ".join(token.digits or token.fold for token in cursor.tokens if token.fold not in beside))
    if not wished or any(token.pause == "." and not token.gap for token in cursor.tokens):
        raise ParseError("missing_reminders", offered=" ".join(map(str, REMINDERS)))
    cursor.skip_to_end()
    return wished


def read_name(cursor: OfficeCursor) -> str:
    """A person's name: all that stands there."""
    name = without_thanks(cursor.text).strip(" \t\"'<>:,;")
    if not name:
        raise ParseError("missing_name")
    return name


def read_code(cursor: OfficeCursor) -> str:
    """The code of a confirmation, in whatever groups, in upper case."""
    tokens = tokens_of(without_thanks(cursor.text), is_line=False)
    for token in tokens:
        if token.kind not in ("word", "number"):
            raise ParseError("unexpected", token)
    cursor.skip_to_end()
    return "".join(filter(str.isalnum, "".join(token.text for token in tokens))).upper()


def read_rule_and_words(cursor: OfficeCursor) -> tuple[str, str]:
    """The rule that rulings are sought by, and words; "" where there are none."""
    named = re.search(rule_id().pattern, cursor.text, re.IGNORECASE)
    others = cursor.text if named is None else cursor.text[: named.start()] + cursor.text[named.end() :]
    rule = "" if named is None else next((id_ for id_ in all_rules() if id_.upper() == named[0].upper()), named[0])
    return rule, " ".join(re.sub(r"[^\w\s-]", " ", others).split())


def read_tag(cursor: OfficeCursor) -> str:
    """The tag of a game."""
    tag = tag_ahead(cursor)
    if tag is None:
        raise ParseError("which_game", cursor.peek())
    return tag


def sees_tag(cursor: OfficeCursor) -> bool:
    """Whether the tag of a game comes next."""
    return tag_ahead(TokenCursor(cursor.tokens, cursor.context, cursor.at, cursor.text)) is not None


def kind_ahead(cursor: OfficeCursor) -> str | None:
    """The kind of game that comes next, which is read; None where none does."""
    start = cursor.at
    skip_beside(cursor)
    folds = tuple(token.fold for token in cursor.tokens[cursor.at : cursor.at + _LONGEST_KIND])
    for length in range(len(folds), 0, -1):
        for kind, names in KINDS.items():
            if " ".join(folds[:length]) in names:
                cursor.at += length
                return kind
    cursor.at = start
    return None


def kind_names() -> str:
    """The kinds of game there are, as they may be typed."""
    return ", ".join(names[0] for names in KINDS.values())


def skip_beside(cursor: OfficeCursor) -> None:
    """Pass over words that only lead to what is named: "to the list number", "une partie de"."""
    while (token := cursor.peek()) is not None and token.fold in courtesies("beside"):
        cursor.at += 1


def read_list(cursor: OfficeCursor) -> int:
    """The number of a list, or its name."""
    before: Token | None = None
    while (named := _named_list(cursor)) is None and (token := cursor.peek()) is not None:
        is_time = before is not None and before.fold in courtesies("of_time")
        if cursor.sees_number() and not is_time:
            return _whole_number(cursor, token)
        if token.fold not in courtesies("beside"):
            break
        before = token
        cursor.at += 1
    if named is None:
        raise ParseError("which_list", cursor.peek())
    numbers, length = named
    if len(numbers) > 1:
        raise ParseError("ambiguous_list", cursor.peek(), numbers=", ".join(map(str, numbers)))
    cursor.at += length
    return numbers[0]


def _whole_number(cursor: OfficeCursor, token: Token) -> int:
    try:
        return cursor.number(1, _HIGHEST)
    except ParseError:
        raise ParseError("which_list", token) from None


def _named_list(cursor: OfficeCursor) -> tuple[tuple[int, ...], int] | None:
    lists, longest = cursor.context.lists, cursor.context.longest_name
    folds = tuple(token.fold for token in cursor.tokens[cursor.at : cursor.at + longest])
    length = next((length for length in range(len(folds), 0, -1) if folds[:length] in lists), 0)
    return (lists[folds[:length]], length) if length else None


def tag_ahead(cursor: OfficeCursor) -> str | None:
    """The tag of a game that comes next, which is read; None where none does."""
    start = cursor.at
    skip_beside(cursor)
    letter, number, behind = cursor.peek(), cursor.peek(1), cursor.peek(2)
    if letter is None or number is None or letter.fold != "e" or number.gap or number.pause:
        cursor.at = start
        return None
    is_whole = behind is None or behind.gap or bool(behind.pause) or not behind.text[0].isalnum()
    if not number.fold.isdecimal() or len(number.fold) > _LONGEST_TAG or not is_whole:
        cursor.at = start
        return None
    cursor.at += 2
    return f"e{number.fold}"


def _guests_first(cursor: OfficeCursor) -> str:
    """The guests that stand before the list, `Ben to 12`, where a word leads from them to it; else ""."""
    for at in range(2, len(cursor.tokens)):
        if cursor.tokens[at - 1].fold in courtesies("beside") | OFFICE.accepted("for"):
            there = TokenCursor(cursor.tokens, cursor.context, at, cursor.text)
            try:
                read_list(there)
            except ParseError:
                continue
            if there.peek() is None:
                cursor.at = at
                return cursor.text[: cursor.tokens[at - 1].column - 1]
    return ""


ARGUMENTS: Final[Mapping[str, Argument]] = {
    "number": Argument(is_named=lambda tokens, context: _named_list(TokenCursor(tokens, context)) is not None),
    "tag": Argument(is_named=lambda tokens, context: tag_ahead(TokenCursor(tokens, context)) is not None),
}
"""What verbs are about, by what it is called in their shapes; a list may be called by its name, too."""
