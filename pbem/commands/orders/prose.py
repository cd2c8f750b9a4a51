"""The difference between prose and an order gone wrong.

Until its first order a letter may hold prose: "Hi all, sorry for the delay!". A line there that cannot be read is
prose, unless

- it begins with a verb and is no sentence: a sentence has at least three words, the one behind the verb does not belong
  to it, most of the others do not either, not even misspelt, and nothing stands there that stands in orders alone, such
  as `4?` ("End of the month I am away"; not "end discrad c"). Behind what may begin an order without a word, such as a
  lone A, one such word is enough ("A bientôt", "Ben, hi"), and behind an everyday word, such as "back";
- its first word is nearly a verb, and what follows can belong to that verb ("bui weiden"), or nothing follows and
  nothing needs to ("incom"; but "Udo," is a salutation);
- it is short and holds what stands in orders alone ("wuff 4?"), or the game knows it for an order ("C w w");
- an order stands within it: behind punctuation ("Hi all, roll 4?"), or in a short line behind a few words ("I take
  income"; but "in the end" is no order).

After the first order every line that cannot be read is a fault, but for words of farewell and a name below them.
"""

from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from pbem.commands.faults import ParseError
from pbem.commands.languages import fold, spellings
from pbem.commands.orders.dates import month_names
from pbem.commands.orders.notation import Argument, OrderContext, OrderVerb
from pbem.commands.orders.phrases import verb_at
from pbem.commands.orders.talking import seats_called
from pbem.commands.orders.verbs import table_of, verbs_of
from pbem.commands.table import VerbTable
from pbem.commands.tokens import Token
from pbem.commands.vocabulary import SEAT, Vocabulary

_SHORT: Final = 5
"""Words of a line in which an order may hide without punctuation before it."""
_ORDERLY: Final = 8
"""Words of a line that may be an order with its verb misspelt."""
_HIDING_PLACES: Final = 4
"""How many places of a line are searched for an order within it."""
_READ: Final = 16
"""How far into a line its words are weighed."""
_LONGEST_WORD: Final = 24
_SLIPS: Final = ("unexpected", "unknown_quantity")
"""Faults that one wrong word may be to blame for, beside those that a game names."""
_UNSAID: Final = ("articles", "please", "joiner", "turn")

Segments = Sequence[Sequence[Token]]
Readable = Callable[[Sequence[Token]], bool]
"""Whether tokens can be read as a whole order."""


def is_sentence(verb: OrderVerb, length: int, tokens: Sequence[Token], context: OrderContext) -> bool:
    """Whether a line that begins with the words of a verb is a sentence all the same."""
    rest = [token for token in tokens[length or 1 : _READ] if not _is_unsaid(token)]
    words = [token for at, token in enumerate(rest) if token.kind == "word" and not (at and _is_article(token))]
    least = 1 if verb.everyday or not length else 2
    if context.notation.is_orderly(tokens) or len(words) < least or rest[0].kind != "word":
        return False
    strangers = sum(not belongs(verb, word, context) for word in words)
    return not fits(verb, words[0], context) and strangers * 2 > len(words)


def error_in_prose(segments: Segments, context: OrderContext, text: str, readable: Readable) -> ParseError | None:
    """Find why a line that begins with no verb must be an order gone wrong; None where it is prose."""
    tokens = [token for segment in segments for token in segment]
    first, words = tokens[0], sum(token.kind == "word" for token in tokens)
    known = verb_at(tokens, 0, context, opening=True)
    is_slip = first.kind == "word" and not (known and known[0].opens)
    near = near_verbs(first.fold, table_of(context.kind), context.language) if is_slip else ()
    if near and words <= _ORDERLY and _looks_like(near, tokens, context, text):
        return ParseError("unknown_verb", first)
    if hidden := _hidden(segments, context, readable, words):
        return ParseError("hidden_order", hidden)
    if words <= _SHORT and context.notation.is_orderly(tokens):
        return ParseError("unknown_verb", first)
    return context.notation.prose_error(tokens, context)


def near_words(error: ParseError, context: OrderContext) -> tuple[str, ...]:
    """The words that may have been meant: as the fault itself knows them, or those that come near the one to blame."""
    token = error.token
    if error.did_you_mean or token is None or token.kind != "word" or len(token.fold) < 2:
        return error.did_you_mean
    typed, language, table = token.fold[:_LONGEST_WORD], context.language, table_of(context.kind)
    if error.code == "unknown_verb":
        told = {verb.name: verb.word(language) for verb in verbs_of(context.kind)}
        near = tuple(word for word in near_verbs(token.fold, table, language) if word in told.values())
        names = {spelling: word for name, word in told.items() for spelling in _names_by_verb(table, language)[name]}
        vaguely = (names[name] for name in get_close_matches(typed, names, n=2, cutoff=0.7))
        return near or tuple(dict.fromkeys(vaguely))
    slips = context.notation.slips
    if error.verb is None or (error.code not in _SLIPS and error.code not in slips):
        return ()
    known = {fold(word): word for word in _arguments(table.by_name[error.verb], context)}
    alike = get_close_matches(typed, known, n=3, cutoff=0.6)
    argument = context.notation.arguments.get(slips.get(error.code, ""))
    wanted = () if argument is None else argument.words(context)
    meant = [known[word] for word in alike if known[word] in wanted]
    return tuple(meant or (known[word] for word in alike))


def is_closing(tokens: Sequence[Token]) -> bool:
    """Whether a line ends the letter: "Thanks", "Viele Grüße", "Sent from my phone"."""
    return bool(tokens) and tokens[0].fold in SEAT.accepted("closing")


def belongs(verb: OrderVerb, token: Token, context: OrderContext) -> bool:
    """Whether a token can belong to a verb's arguments, perhaps misspelt."""
    if fits(verb, token, context) or any(argument.nearly(token, context) for argument in _taken(verb, context)):
        return True
    return any(_distance(token.fold, word) <= _tolerance(word) for word in map(fold, _arguments(verb, context)))


def fits(verb: OrderVerb, token: Token, context: OrderContext) -> bool:
    """Whether a token can belong to a verb's arguments as it stands."""
    if token.kind != "word":
        return token.kind in ("number", "sign", "arrow", "slash")
    typed, takes, words = token.fold, verb.form.takes, context.vocabulary
    return (
        any(argument.fits(token, context) for argument in _taken(verb, context))
        or ("number" in takes and bool(token.digits))
        or ("month" in takes and typed in month_names())
        or ("player" in takes and bool(seats_called(typed, context.players)))
        or any(words.keyword(key) and typed in words.accepted(key) for key in takes)
    )


def _taken(verb: OrderVerb, context: OrderContext) -> Iterator[Argument]:
    """The arguments that a verb takes beside words with a meaning."""
    known = context.notation.arguments
    return (known[key] for key in verb.form.takes if key in known)


def _arguments(verb: OrderVerb, context: OrderContext) -> tuple[str, ...]:
    """The words that may follow a verb, as the writer's language writes them."""
    words = _written_words(verb.form.takes, context.vocabulary, context.language)
    return words + tuple(word for argument in _taken(verb, context) for word in argument.words(context))


@lru_cache(maxsize=64)
def _written_words(takes: tuple[str, ...], vocabulary: Vocabulary, language: str) -> tuple[str, ...]:
    """The words with these meanings, in the writer's language."""
    found: list[str] = []
    for key in takes:
        keyword, phrase = vocabulary.keyword(key), vocabulary.phrase(key)
        if keyword is not None:
            found += keyword[language]
        elif phrase is not None:
            found += phrase[language][0].split()
    return tuple(found)


@lru_cache(maxsize=4096)
def near_verbs(typed: str, table: VerbTable[OrderVerb], language: str) -> tuple[str, ...]:
    """The verbs of a game, as the player's language writes them, that a folded word may be a slip of the pen for."""
    if len(typed) > _LONGEST_WORD:
        return ()
    near = {
        (_distance(typed, word), verb.word(language))
        for verb in table.verbs
        for word in _names_by_verb(table, language)[verb.name]
        if _distance(typed, word) <= _tolerance(word)
    }
    return tuple(dict.fromkeys(word for _, word in sorted(near)))


@lru_cache(maxsize=64)
def _names_by_verb(table: VerbTable[OrderVerb], language: str) -> dict[str, tuple[str, ...]]:
    return {
        verb.name: tuple(
            sorted(
                spelling
                for code in {"en", language}
                for alias in verb.aliases.get(code, ())
                for spelling in spellings(alias)
                if " " not in spelling
            )
        )
        for verb in table.verbs
    }


def _looks_like(near: Sequence[str], tokens: Sequence[Token], context: OrderContext, text: str) -> bool:
    """Whether a line behind its first word fits one of these verbs."""
    verbs = [verb for verb in table_of(context.kind).verbs if verb.word(context.language) in near]
    rest = [token for token in tokens[1:] if not _is_unsaid(token)]
    if not rest:
        return any(verb.alone for verb in verbs) and len(tokens[0].fold) > 3 and not text.rstrip().endswith(",")
    return any(verb.form.takes and belongs(verb, rest[0], context) for verb in verbs)


def _is_unsaid(token: Token) -> bool:
    """Whether a token is an article or the like; a lone letter may be more than that."""
    return len(token.fold) > 1 and any(token.fold in SEAT.accepted(key) for key in _UNSAID)


def _is_article(token: Token) -> bool:
    return token.fold in SEAT.accepted("articles") | SEAT.accepted("a")


def _hidden(segments: Segments, context: OrderContext, readable: Readable, words: int) -> Token | None:
    """The token with which an order begins within a line; None where none does."""
    for segment in segments[1 : 1 + _HIDING_PLACES]:
        if readable(segment):
            return segment[0]
    inner = segments[0][1:] if words <= _SHORT else ()
    for at, token in enumerate(inner):
        verb = verb_at(inner, at, context, opening=False)
        shouted = verb is not None and (verb[1] or (token.text.isupper() and len(token.text) == 1))
        if verb is not None and verb[0].shows and shouted and readable(inner[at:]):
            return token
    return None


def _tolerance(word: str) -> int:
    """The number of slips that still leave a word recognisable."""
    return 0 if len(word) < 3 else 1 if len(word) < 7 else 2


def _distance(typed: str, word: str) -> int:
    """Count the letters left out, added, changed or swapped with the next; more than 2 are not counted out."""
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
