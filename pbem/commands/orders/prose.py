"""What is prose and what is an order gone wrong.

Until its first order a letter may hold prose: "Hi all, sorry for the delay!". A line there that cannot be read is
prose, unless

- it begins with a verb and is no sentence: a sentence has at least three words, the one behind the verb does not belong
  to it, most of the others do not either, not even misspelt, and no dice are counted ("End of the month I am away"; not
  "end discrad c"). Behind a lone A or B, or a name such as Ben that might be a run, one such word is enough
  ("A bientôt", "Ben, hi"), and behind an everyday word, such as "back";
- its first word is nearly a verb, and what follows can belong to that verb ("bui weiden"), or nothing follows and
  nothing needs to ("incom"; but "Udo," is a salutation);
- it is short and counts dice ("wuff 4?"), or is made of compass letters ("C w w");
- an order stands within it: behind punctuation ("Hi all, roll 4?"), or in a short line behind a few words ("I take
  income"; but "in the end" is no order).

After the first order every line that cannot be read is a fault, but for words of farewell and a name below them.
"""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise
from typing import Final

from pbem.commands.faults import ParseError
from pbem.commands.languages import fold, spellings
from pbem.commands.orders.building import is_end
from pbem.commands.orders.context import OrderContext
from pbem.commands.orders.dates import month_names
from pbem.commands.orders.names import sides_of
from pbem.commands.orders.phrases import verb_at
from pbem.commands.orders.talking import seats_called
from pbem.commands.orders.verb import OrderVerb
from pbem.commands.orders.verbs import BY_NAME, VERBS, verbs_of
from pbem.commands.orders.words import face_words, pieces_named
from pbem.commands.tokens import Token
from pbem.commands.vocabulary import SEAT

_SHORT: Final = 5
"""Words of a line in which an order may hide without punctuation before it."""
_ORDERLY: Final = 8
"""Words of a line that may be an order with its verb misspelt."""
_HIDING_PLACES: Final = 4
"""How many places of a line are searched for an order within it."""
_READ: Final = 16
"""How far into a line its words are weighed."""
_LONGEST_WORD: Final = 24
_SLIPS: Final = ("unexpected", "unknown_company", "missing_dice", "missing_wild", "unknown_quantity")
"""Faults that one wrong word may be to blame for."""
_UNSAID: Final = ("articles", "please", "joiner", "turn")
_INNER: Final = frozenset(("income", "roll", "buy", "transport", "station", "lay", "undo", "restart"))

Segments = Sequence[Sequence[Token]]
Readable = Callable[[Sequence[Token]], bool]
"""Whether tokens can be read as a whole order."""


def is_sentence(verb: OrderVerb, length: int, tokens: Sequence[Token], context: OrderContext) -> bool:
    """Whether a line that begins with the words of a verb is a sentence all the same."""
    rest = [token for token in tokens[length or 1 : _READ] if not _is_unsaid(token, context)]
    words = [
        token for at, token in enumerate(rest) if token.kind == "word" and not (at and _is_article(token, context))
    ]
    least = 1 if verb.everyday or not length else 2
    if _counts_dice(tokens) or len(words) < least or rest[0].kind != "word":
        return False
    strangers = sum(not belongs(verb, word, context) for word in words)
    return not fits(verb, words[0], context) and strangers * 2 > len(words)


def misread(segments: Segments, context: OrderContext, text: str, readable: Readable) -> ParseError | None:
    """Why a line that begins with no verb must be an order gone wrong; None where it is prose."""
    tokens = [token for segment in segments for token in segment]
    first, words = tokens[0], sum(token.kind == "word" for token in tokens)
    known = verb_at(tokens, 0, context.language, opening=True)
    is_slip = first.kind == "word" and not (known and known[0].opens)
    near = near_verbs(first.fold, context.language) if is_slip else ()
    if near and words <= _ORDERLY and _looks_like(near, tokens, context, text):
        return ParseError("unknown_verb", first)
    if hidden := _hidden(segments, context, readable, words):
        return ParseError("hidden_order", hidden)
    if words <= _SHORT and _counts_dice(tokens):
        return ParseError("unknown_verb", first)
    return ParseError("missing_end", first) if _is_run(tokens, context) else None


def near_words(error: ParseError, context: OrderContext) -> tuple[str, ...]:
    """What may have been meant: as the fault itself knows it, or the words that come near the one to blame."""
    token = error.token
    if error.did_you_mean or token is None or token.kind != "word" or len(token.fold) < 2:
        return error.did_you_mean
    typed, language = token.fold[:_LONGEST_WORD], context.language
    if error.code == "unknown_verb":
        told = {verb.name: verb.word(language) for verb in verbs_of(context.kind)}
        near = tuple(word for word in near_verbs(token.fold, language) if word in told.values())
        names = {spelling: word for name, word in told.items() for spelling in _names_by_verb(language)[name]}
        vaguely = (names[name] for name in get_close_matches(typed, names, n=2, cutoff=0.7))
        return near or tuple(dict.fromkeys(vaguely))
    if error.code not in _SLIPS or error.verb is None:
        return ()
    known = {fold(word): word for word in _arguments(BY_NAME[error.verb], context)}
    alike = get_close_matches(typed, known, n=3, cutoff=0.6)
    companies = context.names.company_words() if error.code == "unknown_company" else ()
    meant = [known[word] for word in alike if known[word] in companies]
    return tuple(meant or (known[word] for word in alike))


def is_closing(tokens: Sequence[Token], language: str) -> bool:
    """Whether a line ends the letter: "Thanks", "Viele Grüße", "Sent from my phone"."""
    return bool(tokens) and tokens[0].fold in SEAT.accepted("closing", language)


def belongs(verb: OrderVerb, token: Token, context: OrderContext) -> bool:
    """Whether a token can belong to a verb's arguments, perhaps misspelt."""
    typed, takes = token.fold, verb.form(context.kind).takes
    if fits(verb, token, context) or ("direction" in takes and _is_nearly_a_run(typed, context.language)):
        return True
    return any(_distance(typed, word) <= _tolerance(word) for word in map(fold, _arguments(verb, context)))


def fits(verb: OrderVerb, token: Token, context: OrderContext) -> bool:
    """Whether a token can belong to a verb's arguments as it stands."""
    if token.kind != "word":
        return token.kind in ("number", "sign", "arrow", "slash")
    typed, language, takes = token.fold, context.language, verb.form(context.kind).takes
    return (
        ("direction" in takes and sides_of(typed, language) is not None)
        or ("face" in takes and all(letter in face_words(language, context.kind) for letter in typed))
        or ("company" in takes and len(typed) > 2 and bool(context.names.companies([typed], language)))
        or ("end" in takes and is_end(token))
        or ("month" in takes and typed in month_names())
        or ("player" in takes and bool(seats_called(typed, context.players)))
        or any(key in SEAT.keywords and typed in SEAT.accepted(key, language) for key in takes)
    )


def _arguments(verb: OrderVerb, context: OrderContext) -> tuple[str, ...]:
    """The words that may follow a verb, as the writer's language writes them."""
    takes = verb.form(context.kind).takes
    words = _written_words(takes, context.language)
    words += context.names.company_words() if "company" in takes else ()
    return words + (context.names.tile_words(context.language) if "tile" in takes else ())


@lru_cache(maxsize=64)
def _written_words(takes: tuple[str, ...], language: str) -> tuple[str, ...]:
    """The words with these meanings, in the writer's language."""
    found: list[str] = []
    for key in takes:
        if key in SEAT.keywords:
            found += SEAT.keywords[key][language]
        elif key == "face":
            found += pieces_named(language)
        elif key == "break":
            found += SEAT.word("break", language).split()
    return tuple(found)


@lru_cache(maxsize=4096)
def near_verbs(typed: str, language: str) -> tuple[str, ...]:
    """The verbs, as the player's language writes them, that a folded word may be a slip of the pen for."""
    if len(typed) > _LONGEST_WORD:
        return ()
    near = {
        (_distance(typed, word), verb.word(language))
        for verb in VERBS
        for word in _names_by_verb(language)[verb.name]
        if _distance(typed, word) <= _tolerance(word)
    }
    return tuple(dict.fromkeys(word for _, word in sorted(near)))


@lru_cache(maxsize=8)
def _names_by_verb(language: str) -> dict[str, tuple[str, ...]]:
    return {
        verb.name: tuple(
            sorted(
                spelling
                for code in {"en", language}
                for alias in verb.aliases[code]
                for spelling in spellings(alias)
                if " " not in spelling
            )
        )
        for verb in VERBS
    }


def _looks_like(near: Sequence[str], tokens: Sequence[Token], context: OrderContext, text: str) -> bool:
    """Whether a line behind its first word fits one of these verbs."""
    verbs = [verb for verb in BY_NAME.values() if verb.word(context.language) in near]
    rest = [token for token in tokens[1:] if not _is_unsaid(token, context)]
    if not rest:
        return any(verb.alone for verb in verbs) and len(tokens[0].fold) > 3 and not text.rstrip().endswith(",")
    return any(verb.form(context.kind).takes and belongs(verb, rest[0], context) for verb in verbs)


def _is_unsaid(token: Token, context: OrderContext) -> bool:
    """Whether a token is an article or the like; a lone letter may be more than that."""
    return len(token.fold) > 1 and any(token.fold in SEAT.accepted(key, context.language) for key in _UNSAID)


def _is_article(token: Token, context: OrderContext) -> bool:
    return token.fold in SEAT.accepted("articles", context.language) | SEAT.accepted("a", context.language)


def _counts_dice(tokens: Sequence[Token]) -> bool:
    """Whether there is something like `4?` or `3h`."""
    return any(
        number.kind == "number" and not die.gap and (die.fold == "?" or die.fold == "h")
        for number, die in pairwise(tokens)
    )


def _is_run(tokens: Sequence[Token], context: OrderContext) -> bool:
    """Whether a line is made of compass letters and "?" alone, but for a single letter at its head: "C w w"."""
    rest = tokens[1:] if len(tokens[0].fold) == 1 else tokens
    return (
        len(tokens) > 1
        and bool(rest)
        and all(
            (len(token.fold) == 1 and sides_of(token.fold, context.language) is not None) or token.fold == "?"
            for token in rest
        )
    )


def _is_nearly_a_run(typed: str, language: str) -> bool:
    """Whether a word comes near a run: a letter that is no word, or a short word of which most letters are sides."""
    pointing = sum(sides_of(letter, language) is not None for letter in typed)
    return typed != "i" if len(typed) == 1 else len(typed) <= _SHORT and pointing * 2 > len(typed)


def _hidden(segments: Segments, context: OrderContext, readable: Readable, words: int) -> Token | None:
    """Where an order begins within a line."""
    for segment in segments[1 : 1 + _HIDING_PLACES]:
        if readable(segment):
            return segment[0]
    inner = segments[0][1:] if words <= _SHORT else ()
    for at, token in enumerate(inner):
        verb = verb_at(inner, at, context.language, opening=False)
        shouted = verb is not None and (verb[1] or (token.text.isupper() and len(token.text) == 1))
        if verb is not None and verb[0].name in _INNER and shouted and readable(inner[at:]):
            return token
    return None


def _tolerance(word: str) -> int:
    """How many slips still leave a word recognisable."""
    return 0 if len(word) < 3 else 1 if len(word) < 7 else 2


def _distance(typed: str, word: str) -> int:
    """How many letters were left out, added, changed or swapped with the next; more than 2 is not counted out."""
    if typed == word:
        return 0
    if abs(len(typed) - len(word)) > 2 or not set(typed[:2]) & set(word[:2]):
        return 3
    before: list[int] = []
    row = list(range(len(word) + 1))
    for i, letter in enumerate(typed, 1):
        before, above, row = row, before, [i]
        for j, other in enumerate(word, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == word[j - 2] and typed[i - 2] == other:
                cost = min(cost, above[j - 2] + 1)
            row.append(cost)
    return row[-1]
