"""The verbs of the order language: one table, from which reader, help, error hints and forms are made.

Shapes and examples are templates: `{buy}` stands for a verb or keyword in the player's language, `<company>` for what
the player puts there.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from pbem.i18n import N_, Catalogue
from pbem.orders import building, grammar
from pbem.orders.cursor import Cursor, Part
from pbem.orders.names import sides_of
from pbem.orders.tokens import Token
from pbem.orders.words import KEYWORDS, LANGUAGES, fold, is_foreign, spellings, spoken, vocabulary
from pbem.orders.words import word as keyword

_LONGEST: Final = 4
"""No verb has more words than this."""


@dataclass(frozen=True)
class Verb:
    """One verb: what it is called, what it looks like, what it means, and how its arguments are read."""

    name: str
    aliases: Mapping[str, tuple[str, ...]]
    """The names in each language; the first is the one that is written."""
    shape: str
    examples: tuple[str, ...]
    explanation: str
    """What it does, as a message id."""
    read: Callable[[Cursor], tuple[Part, ...]]
    takes: tuple[str, ...] = ()
    """The meanings of words that may follow: keys of KEYWORDS, and "number", "face", "direction", "company",
    "tile", "end" (A or B) and "break"."""
    alone: bool = True
    """Whether it can stand without arguments."""

    def word(self, language: str) -> str:
        """The verb as it is written in a language."""
        return self.aliases[spoken(language)][0]


def _aliases(en: str, de: str, fr: str) -> dict[str, tuple[str, ...]]:
    return {code: tuple(text.split(", ")) for code, text in zip(LANGUAGES, (en, de, fr), strict=True)}


def _keyword_aliases(key: str, *more: tuple[str, str]) -> dict[str, tuple[str, ...]]:
    """The names of a verb that is a keyword within other orders too, and names of several words for the verb alone."""
    extra = dict(more)
    return {code: (*KEYWORDS[key][code].split(), *([extra[code]] if code in extra else [])) for code in LANGUAGES}


VERBS: Final[tuple[Verb, ...]] = (
    Verb(
        "income",
        _aliases("income, take income", "einkommen, nimm einkommen", "revenu, revenus, prendre revenu"),
        "{income}",
        ("{income}",),
        N_("Take your income, once a turn from the second year on."),
        grammar.income,
        ("break",),
    ),
    Verb(
        "roll",
        _aliases("roll, throw, reroll", "würfle, würfeln, wirf, werfe, werfen", "lancer, lance, jeter, jette"),
        "{roll} <number>{hidden} <number>? | {roll} {all}",
        ("{roll} 4?", "{roll} 3{hidden} 2?", "{roll} {all}"),
        N_('Roll hidden dice (h) and your own "?", once a turn. A number alone means hidden dice.'),
        grammar.roll,
        ("number", "hidden", "wild", "all", "dice", "break"),
        alone=False,
    ),
    Verb(
        "buy",
        _aliases("buy, purchase", "kaufe, kaufen, kauf", "acheter, achète, achat, achats"),
        "{buy} [<number>] <company> [{from} {bank}|{director}] [{with} ?]",
        ("{buy} weiden", "{buy} 2 eisberg {from} {bank}", "{buy} insel {from} {director} {with} ?"),
        N_('Buy shares, each for a share die, or for a "?" where you say so or have no share die.'),
        grammar.buy,
        ("number", "company", "from", "bank", "director", "with", "wild", "share"),
        alone=False,
    ),
    Verb(
        "lay",
        _aliases("lay, build", "lege, legen, baue, bauen", "poser, pose, construire"),
        "A|B [{leave} <side>,] <sides> [{onto} <tile> <sides>] [{pay} <dice>]",
        (
            "B e e",
            "A w w w? {onto} nw w?",
            "B e e {onto} {lake}/e e e",
            "A {leave} w, w w? {pay} 1?",
        ),
        N_(
            "Lay track at an end of the line: for each piece the side (n, e, s, w) the line points to after it. "
            'The same side again is a straight, another one a curve; "?" behind it uses a "?". '
            "A tile is named as it is to lie: grass, lake, lake/e with its printed north to the east, "
            "or by its mountain sides, as nw or nes. From a station, say by which side you leave it."
        ),
        building.lay,
        ("direction", "leave", "onto", "tile", "pay", "wild", "break"),
        alone=False,
    ),
    Verb(
        "station",
        _aliases(
            "station, build station, build a station",
            "bahnhof, baue bahnhof, baue einen bahnhof",
            "gare, construire gare, construire une gare",
        ),
        "{station} A|B <company> [<ground>] [{at} 3|5] [{pay} <dice>]",
        ("{station} A weiden", "{station} B insel {lake} {at} 5 {pay} 3{hidden} 2?"),
        N_(
            "Build a station of a company you direct on the square an end points at. "
            "Name the ground (grass, lake, mountain) where two kinds of station fit, and the price if not the cheapest."
        ),
        building.station,
        ("end", "company", "grassland", "lake", "mountain", "at", "pay", "hidden", "wild", "number", "break"),
        alone=False,
    ),
    Verb(
        "discard",
        _keyword_aliases("discard", ("en", "give back"), ("de", "lege ab")),
        "{discard} <faces>",
        ("{discard} c c", "{discard} 2 s $"),
        N_(
            "Say which dice in front of you go back at the end of your turn, where you have more than five: "
            's straight, c curve, $ share, "?".'
        ),
        grammar.discard,
        ("number", "face", "all", "none"),
        alone=False,
    ),
    Verb(
        "keep",
        _keyword_aliases("keep"),
        "{keep} <faces>",
        ("{keep} s s ?",),
        N_("The same from the other side: all other dice in front of you go back."),
        grammar.keep,
        ("number", "face", "all", "none"),
        alone=False,
    ),
    Verb(
        "end",
        _aliases("end, end turn", "ende, beende, beenden, zug beenden", "fin, finir, terminer"),
        "{end} [{discard} <faces> | {keep} <faces>]",
        ("{end}", "{end} {discard} c c", "{end}, {keep} s s ?"),
        N_("End your turn. What stands after it is not read as orders."),
        grammar.end,
        ("discard", "keep", "face"),
    ),
    Verb(
        "undo",
        _aliases("undo, take back", "zurück, rückgängig", "annuler, annule"),
        "{undo}",
        ("{undo}",),
        N_("Take back your last order, if no dice were rolled after it."),
        grammar.command("undo"),
    ),
    Verb(
        "restart",
        _aliases("restart, start over", "neustart, von vorn, neu anfangen", "recommencer, recommence"),
        "{restart}",
        ("{restart}",),
        N_("Take back all you did since your last roll, or since your turn began."),
        grammar.command("restart"),
    ),
    Verb(
        "check",
        _aliases("check, preview", "prüfe, prüfen", "vérifier, vérifie"),
        "{check}",
        ("{check}",),
        N_("Only show what the orders in this letter would do, up to the first roll. Nothing is done."),
        grammar.command("check"),
    ),
    Verb(
        "status",
        _aliases("status", "stand, status", "état, statut"),
        "{status}",
        ("{status}",),
        N_("Send me the position as it stands."),
        grammar.command("status"),
    ),
    Verb(
        "help",
        _aliases("help", "hilfe", "aide"),
        "{help}",
        ("{help}",),
        N_("Send me this page."),
        grammar.ask_help,
    ),
    Verb(
        "confirm",
        _aliases("confirm", "bestätige, bestätigen", "confirmer, confirme"),
        "{confirm}",
        ("{confirm}",),
        N_("Do what the last preview showed, in answer to it."),
        grammar.command("confirm"),
    ),
)
"""All verbs, in the order in which they are explained."""

BY_NAME: Final[Mapping[str, Verb]] = {verb.name: verb for verb in VERBS}
_PLACEHOLDERS: Final = {
    "number": N_("number"),
    "company": N_("company"),
    "side": N_("side"),
    "sides": N_("sides"),
    "tile": N_("tile"),
    "dice": N_("dice"),
    "faces": N_("faces"),
    "ground": N_("ground"),
}


class _Wording(dict[str, str]):
    """Fills templates: verbs and keywords by name."""

    def __init__(self, language: str) -> None:
        super().__init__({verb.name: verb.word(language) for verb in VERBS})
        self.language = language

    def __missing__(self, key: str) -> str:
        return keyword(key, self.language)


def in_words(template: str, language: str) -> str:
    """A template such as "{buy} weiden {with} ?" as it is typed in a language."""
    return template.format_map(_Wording(language))


def shape_of(verb: Verb, catalogue: Catalogue) -> str:
    """What an order with this verb looks like, in the catalogue's language."""
    named = {f"<{key}>": f"<{catalogue.text(msgid)}>" for key, msgid in _PLACEHOLDERS.items()}
    return re.sub(r"<\w+>", lambda match: named[match.group()], in_words(verb.shape, catalogue.language))


def examples_of(verb: Verb, language: str) -> tuple[str, ...]:
    """Orders with this verb, ready to be typed."""
    return tuple(in_words(example, language) for example in verb.examples)


@cache
def verb_phrases(language: str) -> Mapping[tuple[str, ...], Verb]:
    """All names of verbs that a player of this language may use, folded and cut into words.

    A foreign name is left out where it is short or means something else in the player's language or in English.
    """
    found: dict[tuple[str, ...], Verb] = {}
    for code in sorted(LANGUAGES, key=lambda code: (code != spoken(language), code != "en")):
        for verb in VERBS:
            for alias in verb.aliases[code]:
                if not is_foreign(code, alias, language) and not (code not in ("en", language) and len(alias) <= 3):
                    for phrase in _spelled(alias):
                        found.setdefault(phrase, verb)
    return found


def _spelled(alias: str) -> set[tuple[str, ...]]:
    return {tuple(spelling.split()) for spelling in (*spellings(alias), fold(alias))}


def verb_at(tokens: Sequence[Token], at: int, language: str, *, opening: bool) -> tuple[Verb, int] | None:
    """The verb that begins at a token, and how many tokens name it; None where none does.

    `opening`: the token opens a line, so that any "A" or "B" begins a run; elsewhere what follows must look like one,
    and behind the "À" that telephones make of a French "A".
    """
    phrases = verb_phrases(language)
    folds = tuple(token.fold for token in tokens[at : at + _LONGEST] if token.kind == "word")
    for length in range(len(folds), 0, -1):
        verb = phrases.get(folds[:length])
        if verb is not None and all(token.kind == "word" for token in tokens[at : at + length]):
            return verb, length
    return (BY_NAME["lay"], 0) if at < len(tokens) and _begins_run(tokens, at, language, opening) else None


def _begins_run(tokens: Sequence[Token], at: int, language: str, opening: bool) -> bool:
    token = tokens[at]
    if building.is_glued(token):
        return sides_of(token.fold[1:], language) is not None
    if opening and building.is_end(token):
        return True
    if token.fold not in building.ENDS or at + 1 == len(tokens):
        return False
    following = tokens[at + 1].fold
    words = vocabulary("leave", language) | vocabulary("onto", language)
    return sides_of(following, language) is not None or following in words
