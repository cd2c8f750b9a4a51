"""The names that people choose, kept apart from the language of orders and from each other's.

What joins names, what is a word of orders and what is a role is told by the words of all languages; what lies on a
table under a name of its own, by each game. An account whose name was chosen before these rules goes on under it.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import count
from typing import Final, NamedTuple

from pbem.commands.courtesy import COURTESIES
from pbem.commands.languages import GENERAL, every_word, words
from pbem.commands.orders.notation import notation_of, written_kinds
from pbem.commands.orders.talking import joining_words
from pbem.commands.tokens import tokens_of
from pbem.commands.vocabulary import SEAT, WEEKDAYS
from pbem.i18n import N_, Catalogue
from pbem.mail.reading.text import chosen_name
from pbem.naming import BLANKS, BadName, keys_of, sign_out_of_place
from pbem.store import Tx
from pbem.store.players.player import list_players, list_players_alike

LONGEST_NAME: Final = 40
PROGRAMS: Final = ("Bot Brunel", "Bot Stephenson", "Bot Trevithick")
"""The names of the server's own programs, of which as many have accounts as were needed."""
_TAKEN: Final = N_('The name "%(name)s" is already taken. Please choose another; "%(proposal)s" is free.')
_ALIKE: Final = N_(
    'The name "%(name)s" could be mistaken for %(other)s. Please choose another; "%(proposal)s" is free.'
)
_NO_NAME: Final = N_("Please write your name; it can't contain characters of an address.")
_NO_LETTERS: Final = N_('"%(name)s" can\'t be a name: a name has at least two letters. You could use "%(proposal)s".')
_SIGN: Final = N_(
    'A name can\'t contain "%(sign)s", only letters, digits, spaces and a few signs such as - and . You could use '
    '"%(proposal)s".'
)
_JOINING: Final = N_(
    'A name can\'t contain the word "%(word)s", which joins the names of two players. You could use "%(proposal)s".'
)
_RESERVED: Final = N_('"%(name)s" means something else here, so it can\'t be a name. You could use "%(proposal)s".')
_LEAST: Final = 2
"""Letters of a name in scripts that have capitals; ends, sides and faces have one."""
_LIKE_A_PLACE: Final = re.compile(r"[a-z]{1,2}\d+")
"""What a square or a game may be called."""
_PARTS: Final = re.compile(r"[^\s.()_-]+")
_IN_BRACKETS: Final = re.compile(r"\(([^()]+)")
"""The remark in brackets that pages and mails put behind a name: "Ada (bot)"."""
_NUMBER: Final = re.compile(r"\W*\d+$")


def name_of(typed_name: str, *, is_bot: bool = False) -> str:
    """A name in its stored form: one line, and no word that means something else among names.

    Only bots may be named as bots. Raises BadName, which proposes another, also for an empty one.
    """
    name = chosen_name(typed_name, LONGEST_NAME).strip(" \"'.,;:")
    fault = _fault(name, is_bot=is_bot)
    if fault is not None:
        wanted = (fault.nearest, _with(fault.nearest, " K"), f"Ada {name[:1]}", "Ada K")
        proposal = next(one for one in wanted if _fault(one, is_bot=is_bot) is None)
        raise BadName(fault.msgid, **fault.facts, proposal=proposal)
    return name


class _Fault(NamedTuple):
    msgid: str
    facts: Mapping[str, str]
    nearest: str


def _fault(name: str, *, is_bot: bool) -> _Fault | None:
    if not name or any(sign in name for sign in "@<>"):
        return _Fault(_NO_NAME, {}, "Ada")
    sign = sign_out_of_place(name)
    if sign:
        legible_name = "".join(" " if sign_out_of_place(one) else one for one in name)
        return _Fault(_SIGN, {"sign": _seen(sign)}, " ".join(legible_name.split()))
    if not any(one.isalpha() and one.lower() == one.upper() for one in name) and sum(map(str.isalpha, name)) < _LEAST:
        return _Fault(_NO_LETTERS, {"name": name}, name)
    words_of = _PARTS.findall(name)
    joining = [part for part in words_of if joining_words() & _folded(part)]
    if joining:
        return _Fault(_JOINING, {"word": joining[0]}, "-".join(part for part in words_of if part not in joining))
    if not _is_reserved(name, is_bot=is_bot):
        return None
    return _Fault(_RESERVED, {"name": name}, " ".join(_IN_BRACKETS.sub("", name).replace(")", "").split()) or name)


def prepare() -> None:
    """Look up all that is no name, ahead of the first who chooses one: it takes too long for a transaction."""
    _fault("Ada", is_bot=False)


def check_free(tx: Tx, name: str, *, but: int | None = None) -> None:
    """Raise BadName where a valid name is too like another player's; `but` is the player who has it.

    A name is not free either where it is another's with a role beside it, such as "Ada Bot".
    """
    keys = keys_of(name) | keys_of(" ".join(_without_roles(name)))
    other = next((one for one in list_players_alike(tx, keys) if one.id != but), None)
    if other is None:
        return
    proposals = (_with(name, f" {number}") for number in count(2))
    free = next(one for one in proposals if not list_players_alike(tx, keys_of(one)))
    if other.name.casefold() == name.casefold():
        raise BadName(_TAKEN, name=name, proposal=free)
    raise BadName(_ALIKE, name=name, other=other.name, proposal=free)


def why_not(bad: BadName, catalogue: Catalogue) -> str:
    """Explain why a name cannot be one, and what it could be instead."""
    return catalogue.text(bad.msgid, **bad.facts)


def names_alike(names: Iterable[str]) -> bool:
    """Whether two of these names, of people at one screen, could be taken for one another."""
    seen: set[str] = set()
    for name in names:
        keys = keys_of(name)
        if keys & seen:
            return True
        seen |= keys
    return False


def list_misfits(tx: Tx) -> list[str]:
    """The names of players that nobody could choose any more, but for the first of names that are alike."""
    found = []
    for player in list_players(tx):
        if player.standing in ("merged", "erased"):
            continue
        older = (one for one in list_players_alike(tx, keys_of(player.name)) if one.id < player.id)
        if _fault(player.name, is_bot=player.bot is not None) is not None or next(older, None) is not None:
            found.append(player.name)
    return found


def _is_reserved(name: str, *, is_bot: bool) -> bool:
    """Whether a name is as a whole a word of orders, a role, a thing on the table, or what a square may be called.

    So is one that has such a word in brackets, where others say it of a name.
    """
    if not is_bot and any(_is_reserved(inside.strip(), is_bot=False) for inside in _IN_BRACKETS.findall(name)):
        return True
    typed = name if name != name.upper() else name.lower()
    keys, bare = keys_of(typed), keys_of("".join(part for part in _parts(typed) if part not in _fillers()))
    if any(_LIKE_A_PLACE.fullmatch(key) for key in _folded(name)) or (keys | bare) & _order_words():
        return True
    unnumbered = keys_of(_NUMBER.sub("", typed))
    return not is_bot and bool((keys | bare | unnumbered) & (_roles() | _programs()))


def _without_roles(name: str) -> Iterator[str]:
    for part in _PARTS.findall(name):
        if not (keys_of(part) & _roles() or _folded(part) & _articles()):
            yield part


def _seen(sign: str) -> str:
    """A sign as it may be shown, by its number in Unicode where nobody would see it alone."""
    has_shape = sign.isprintable() and not unicodedata.combining(sign) and sign not in BLANKS
    return sign if has_shape else f"U+{ord(sign):04X}"


def _with(name: str, more: str) -> str:
    return f"{name[: LONGEST_NAME - len(more)].rstrip()}{more}"


def _parts(name: str) -> list[str]:
    return [token.fold for token in tokens_of(name) if token.kind in ("word", "number")]


def _folded(name: str) -> frozenset[str]:
    return frozenset(keys_of(name)) | {"".join(_parts(name))}


@cache
def _order_words() -> frozenset[str]:
    """The keys of all words of orders, in any language and game, and of what games have on their tables.

    Days of the week are known where days are named alone.
    """
    notations = [notation_of(kind) for kind in written_kinds()]
    packages = {GENERAL, *(notation.vocabulary.package for notation in notations)}
    typed = (word for package in packages for word in every_word(package, (*WEEKDAYS, *COURTESIES, *_role_names())))
    return _keys((*typed, *(thing for notation in notations for thing in notation.things)))


@cache
def _roles() -> frozenset[str]:
    return _keys(
        word for by_language in words("people", "roles").values() for typed in by_language.values() for word in typed
    )


@cache
def _programs() -> frozenset[str]:
    return _keys(PROGRAMS)


def _role_names() -> tuple[str, ...]:
    return tuple(words("people", "roles"))


@cache
def _fillers() -> frozenset[str]:
    """Words that change nothing of what a word means behind them: `press to all` is for all."""
    return _articles() | _keys(word for meaning in ("to", "please") for word in SEAT.accepted(meaning))


@cache
def _articles() -> frozenset[str]:
    typed = SEAT.keyword("articles") or {}
    return _keys(word for by_language in typed.values() for word in by_language)


def _keys(typed: Iterable[str]) -> frozenset[str]:
    return frozenset[str]().union(*map(keys_of, typed))
