"""The difference between prose and an order gone wrong.

Until its first order a letter may hold prose: "Hi all, sorry for the delay!". A line there that cannot be read is
prose, unless

- it begins with a verb and is no sentence: a sentence has at least three words, the one behind the verb does not belong
  to it, most of the others do not either, not even misspelt, and nothing stands there that stands in orders alone, such
  as `4?` ("End of the month I am away"; not "end discrad c"). Behind what may begin an order without a word, such as a
  lone A, one such word is enough ("A bientôt", "Ben, hi"), behind an everyday word, such as "back", and in an
  exclamation behind a verb that needs one of a few words ("Take care!");
- its first word is nearly a verb, and what follows can belong to that verb ("bui weiden"), or nothing follows and
  nothing needs to ("incom"; but "Udo," is a salutation);
- it is short and holds what stands in orders alone ("wuff 4?"), or the game knows it for an order ("C w w");
- it is almost an order, in other words or in another order of words (`almost`);
- an order stands within it: behind punctuation ("Hi all, roll 4?"), or in a short line behind a few words ("I take
  income"; but "in the end" is no order).

After the first order every line that cannot be read is a fault, but for words of farewell and a name below them.
"""

from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from typing import Final

from pbem.commands.almost import almost_command, misspelt_command, unnamed_command
from pbem.commands.orders.notation import OrderContext, OrderVerb
from pbem.commands.orders.phrases import readable, verb_at, wrong_in
from pbem.commands.orders.verbs import table_of
from pbem.commands.tokens import ParseError, Token
from pbem.commands.weighing import Weigher, is_article, is_unsaid

_SHORT: Final = 5
"""Words of a line in which an order may hide without punctuation before it."""
_WORDS: Final = 2
"""Words behind one that may be a run or a name, with which it is a sentence."""
_HIDING_PLACES: Final = 4
"""How many places of a line are searched for an order within it."""
_READ: Final = 16
"""How far into a line its words are weighed."""

Segments = Sequence[Sequence[Token]]


def weigher_of(context: OrderContext) -> Weigher:
    """The weigher of a seat's words."""
    notation = context.notation
    wrong = partial(wrong_in, context=context)
    return Weigher(context, table_of(context.kind), notation.verbs, wrong, slips=notation.slips)


def is_sentence(verb: OrderVerb, length: int, tokens: Sequence[Token], context: OrderContext, text: str = "") -> bool:
    """Whether a line that begins with the words of a verb is a sentence all the same; `text` is all of the line."""
    weigher = weigher_of(context)
    rest = [token for token in tokens[length or 1 : _READ] if not is_unsaid(token)]
    words = [token for at, token in enumerate(rest) if token.kind == "word" and not (at and is_article(token))]
    is_exclaimed = text.rstrip().endswith("!") and _is_closed(verb, context)
    least = 1 if verb.everyday or not length or is_exclaimed else 2
    if context.notation.is_orderly(tokens) or len(words) < least or not _may_be_said(verb, rest[0]):
        return False
    if verb.reasoned and any(weigher.fits(verb, token) for token in _first_clause(rest)):
        return False
    fitting = sum(weigher.fits(verb, word) for word in words)
    is_glued = not length and len(tokens[0].fold) > 1 and len(words) >= _WORDS
    if is_glued or weigher.is_self(rest[0]):  # "Bonne année à tous", "Legen wir los!"
        return not fitting
    strangers = sum(not weigher.belongs(verb, word) for word in words)
    return not weigher.fits(verb, words[0]) and strangers * 2 > len(words)


def _is_closed(verb: OrderVerb, context: OrderContext) -> bool:
    """Whether a verb of play has to be followed by one of a few known words, and by no name or number."""
    open_ended = {"number", *context.notation.arguments}
    return verb in context.notation.verbs and not verb.alone and open_ended.isdisjoint(verb.form.takes)


def _may_be_said(verb: OrderVerb, token: Token) -> bool:
    """Whether a sentence may go on like this: with a word, or with a number where the verb takes none."""
    return token.kind == "word" or (token.kind == "number" and "number" not in verb.form.takes)


def _first_clause(tokens: Sequence[Token]) -> Sequence[Token]:
    return list(takewhile(lambda token: token is tokens[0] or not token.pause, tokens))


def error_in_prose(segments: Segments, context: OrderContext, text: str) -> ParseError | None:
    """Find why a line that begins with no verb must be an order gone wrong; None where it is prose."""
    tokens = [token for segment in segments for token in segment]
    first, words = tokens[0], sum(token.kind == "word" for token in tokens)
    known = verb_at(tokens, 0, context, opening=True)
    if hidden := _hidden(segments, context, words):
        return ParseError("hidden_order", hidden)
    weigher = weigher_of(context)
    if wrong := (
        context.notation.prose_error(tokens, context)
        or almost_command(tokens, weigher, text)
        or unnamed_command(tokens, weigher)
        or (misspelt_command(tokens, weigher, text) if known is None else None)
    ):
        return wrong
    if words <= _SHORT and context.notation.is_orderly(tokens):
        return ParseError("unknown_verb", first)
    return None


def _hidden(segments: Segments, context: OrderContext, words: int) -> Token | None:
    for segment in segments[1 : 1 + _HIDING_PLACES]:
        if readable(segment, context):
            return segment[0]
    inner = segments[0][1:] if words <= _SHORT else ()
    for at, token in enumerate(inner):
        verb = verb_at(inner, at, context, opening=False)
        shouted = verb is not None and (verb[1] or (token.text.isupper() and len(token.text) == 1))
        if verb is not None and verb[0].shows and shouted and readable(inner[at:], context):
            return token
    return None
