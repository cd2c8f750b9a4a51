"""The words of the order language in English, German and French, and how typed words are compared with them.

Letters that stand on the board and the dice (`n e s w`, `s c $ ?`, `h`) are the same in every language; a German may
also write `o` for Ost, a Frenchman for ouest.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from pbem.orders.notation import notation_of
from rules_core.grid.geometry import E, N, S, Side, W
from rules_core.grid.terrain import Terrain
from rules_core.kernel.dice import Face

LANGUAGES: Final = ("en", "de", "fr")
"""Languages that orders may be written in; a player of any other writes English."""

KEYWORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "hidden": {"en": "h hidden", "de": "h verdeckt verdeckte verdeckten v", "fr": "h caché cachés cachée cachées"},
    "wild": {"en": "? wild wilds joker jokers", "de": "? fragezeichen joker", "fr": "? joker jokers"},
    "all": {"en": "all everything", "de": "alle alles", "fr": "tout tous toutes"},
    "none": {"en": "nothing none", "de": "nichts keine keinen", "fr": "rien aucun"},
    "dice": {"en": "dice die", "de": "würfel würfeln", "fr": "dés dé"},
    "bank": {"en": "bank", "de": "bank", "fr": "banque"},
    "director": {"en": "director dir", "de": "direktor direktorin", "fr": "directeur directrice"},
    "from": {"en": "from", "de": "von vom bei beim", "fr": "de du à au chez"},
    "with": {"en": "with using", "de": "mit", "fr": "avec"},
    "share": {"en": "share shares", "de": "aktie aktien anteil anteile", "fr": "action actions part parts"},
    "at": {"en": "at for", "de": "zu für um", "fr": "à pour"},
    "pay": {"en": "pay paying", "de": "zahle zahlen bezahle bezahlen", "fr": "paie paye payer payez"},
    "onto": {"en": "onto on into", "de": "auf", "fr": "sur"},
    "leave": {"en": "leave leaving", "de": "verlasse verlassen", "fr": "quitte quitter"},
    "by": {"en": "by to the", "de": "nach durch", "fr": "par vers"},
    "day": {"en": "day days d", "de": "tag tage tagen", "fr": "jour jours j"},
    "days": {"en": "days", "de": "tage", "fr": "jours"},
    "hour": {"en": "hour hours h hrs", "de": "stunde stunden std", "fr": "heure heures"},
    "hours": {"en": "hours", "de": "stunden", "fr": "heures"},
    "week": {"en": "weeks week", "de": "wochen woche", "fr": "semaines semaine"},
    "deadline": {"en": "deadline time", "de": "frist zeit", "fr": "délai échéance temps"},
    "until": {"en": "until to till through", "de": "bis zum", "fr": "au jusque jusquau jusqua"},
    "side": {"en": "side", "de": "seite", "fr": "côté"},
    "tile": {"en": "tile", "de": "plättchen teil", "fr": "tuile"},
    "track": {"en": "track end line", "de": "gleis ende linie", "fr": "voie bout ligne"},
    "turn": {"en": "turn my", "de": "zug zuges meines meinen", "fr": "tour mon"},
    "articles": {
        "en": "the of an",
        "de": "der die das des dem den ein eine einen einer",
        "fr": "le la les un une des du de",
    },
    "a": {"en": "a one", "de": "ein", "fr": "un"},
    "joiner": {"en": "and then", "de": "und dann", "fr": "et puis ensuite"},
    "please": {"en": "please pls now", "de": "bitte jetzt", "fr": "svp stp maintenant"},
    "label": {
        "en": "order orders my turn",
        "de": "befehl befehle mein meine zug züge",
        "fr": "ordre ordres mon mes tour",
    },
    "closing": {
        "en": "thanks thank thx cheers regards best quit bye yours greetings sent",
        "de": "danke gruß grüße gruss viele liebe beste tschüss mfg lg vg",
        "fr": "merci cordialement amicalement bien salutations salut bises envoyé",
    },
    "discard": {"en": "discard", "de": "ablegen abgeben zurückgeben", "fr": "défausser défausse rendre rends"},
    "keep": {"en": "keep", "de": "behalte behalten", "fr": "garder garde"},
    "grassland": {"en": "grass grassland meadow", "de": "wiese gras grasland", "fr": "pré herbe prairie"},
    "lake": {"en": "lake", "de": "see", "fr": "lac"},
    "mountain": {"en": "mountain mountains", "de": "berg berge gebirge", "fr": "montagne montagnes"},
    "symbol": {"en": "symbol symbols transport t", "de": "symbol symbole transportsymbol", "fr": "symbole symboles"},
    "passenger": {
        "en": "passenger passengers",
        "de": "fahrgast fahrgäste fahrgästen passagier passagiere reisende reisenden",
        "fr": "passager passagers voyageur voyageurs",
    },
    "year": {"en": "year", "de": "jahr", "fr": "année an"},
    "left": {"en": "left", "de": "übrig", "fr": "restantes reste"},
    "self": {"en": "i am do", "de": "ich bin", "fr": "je suis ne"},
    "direct": {"en": "direct directs", "de": "leite leitet", "fr": "dirige"},
    "not": {"en": "not dont", "de": "nicht", "fr": "pas"},
    "and": {"en": "and", "de": "und", "fr": "et"},
    "then": {"en": "then", "de": "dann", "fr": "alors"},
    "anonymous": {
        "en": "anonymous anonymously anon",
        "de": "anonym anonyme anonymen",
        "fr": "anonyme anonymes anonymement",
    },
    "to": {"en": "to", "de": "an für", "fr": "à au aux pour"},
    "red": {"en": "red", "de": "rot", "fr": "rouge"},
    "orange": {"en": "orange", "de": "orange", "fr": "orange"},
    "yellow": {"en": "yellow", "de": "gelb", "fr": "jaune"},
    "green": {"en": "green", "de": "grün", "fr": "vert"},
    "blue": {"en": "blue", "de": "blau", "fr": "bleu"},
    "purple": {"en": "purple violet", "de": "lila violett", "fr": "violet pourpre"},
    "brown": {"en": "brown", "de": "braun", "fr": "brun"},
    "white": {"en": "white", "de": "weiß", "fr": "blanc"},
    "black": {"en": "black", "de": "schwarz", "fr": "noir"},
}
"""Words with a meaning inside orders, by meaning and language; the first of each is the one that is written."""

COLOURS: Final = ("red", "orange", "yellow", "green", "blue", "purple", "brown", "white", "black")
"""The words of KEYWORDS that may name a company by its colour."""

COMPARED: Final[Mapping[str, Mapping[str, str]]] = {
    ">=": {"en": "at least", "de": "mindestens", "fr": "au moins"},
    "<=": {"en": "at most", "de": "höchstens", "fr": "au plus"},
}
"""The words for signs of comparison."""
BREAK_BANK: Final[Mapping[str, str]] = {
    "en": "break the bank",
    "de": "sprenge die bank",
    "fr": "fais sauter la banque",
}
"""The words without which no order breaks the bank (FR-71)."""

END_PRESS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("end press", "end of press", "end message", "end of message"),
    "de": ("ende der nachricht", "ende nachricht", "ende der presse", "ende presse"),
    "fr": ("fin du message", "fin message", "fin de la presse", "fin presse"),
}
"""The words that end the text of press."""

_DIRECTIONS: Final[Mapping[str, Mapping[str, Side]]] = {
    "en": {"n": N, "e": E, "s": S, "w": W, "north": N, "east": E, "south": S, "west": W},
    "de": {"o": E, "nord": N, "norden": N, "ost": E, "osten": E, "süd": S, "süden": S, "westen": W},
    "fr": {"o": W, "nord": N, "est": E, "sud": S, "ouest": W},
}
_FACE_WORDS: Final[Mapping[str, Mapping[str, Face]]] = {
    "en": {
        **dict.fromkeys(("s", "straight", "straights"), "straight"),
        **dict.fromkeys(("c", "curve", "curves"), "curve"),
        **dict.fromkeys(("$", "share", "shares", "transport", "transports", "symbol", "symbols"), "share"),
        **dict.fromkeys(("?", "wild", "wilds", "joker", "jokers"), "?"),
    },
    "de": {
        **dict.fromkeys(("g", "gerade", "geraden"), "straight"),
        **dict.fromkeys(("k", "kurve", "kurven"), "curve"),
        **dict.fromkeys(("aktie", "aktien", "symbole", "transportsymbol", "transportsymbole"), "share"),
        "fragezeichen": "?",
    },
    "fr": {
        **dict.fromkeys(("d", "droite", "droites"), "straight"),
        **dict.fromkeys(("courbe", "courbes"), "curve"),
        **dict.fromkeys(("action", "actions", "symbole", "symboles"), "share"),
    },
}
TERRAIN_KEYS: Final[tuple[Terrain, ...]] = ("grassland", "lake", "mountain")

_EXPANDED: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o"})


def fold(text: str) -> str:
    """A word as it is compared: case and accents do not count, umlauts are spelled out (ü: ue)."""
    if text.isascii():
        return text.lower()
    return _unaccented(unicodedata.normalize("NFC", text).casefold().translate(_EXPANDED))


def spellings(text: str) -> frozenset[str]:
    """The folded ways to type a word: with its umlauts spelled out, or without their dots."""
    return frozenset((fold(text), _unaccented(text.casefold())))


def _unaccented(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def spoken(language: str) -> str:
    """The language of LANGUAGES that a player of this language writes orders in: "de" for "de_AT", else "en"."""
    code = language.replace("-", "_").split("_")[0].lower()
    return code if code in LANGUAGES else "en"


@cache
def vocabulary(key: str, language: str) -> frozenset[str]:
    """The folded words with a meaning: the language's own, the English ones, and longer foreign ones."""
    return accepted(KEYWORDS[key], language)


def accepted(words: Mapping[str, str], language: str) -> frozenset[str]:
    """The folded ones among the words of one meaning, by language, that a player of a language may use for it."""
    return frozenset(
        spelled for _, _, spelled in _spelled({code: text.split() for code, text in words.items()}, language)
    )


@cache
def directions(language: str) -> Mapping[str, Side]:
    """The folded words for the compass sides, single letters among them."""
    return {word: _DIRECTIONS[code][typed] for code, typed, word in _spelled(_DIRECTIONS, language)}


@cache
def face_words(language: str, kind: str) -> Mapping[str, Face]:
    """The folded words for the faces of a die in a kind of game, single letters and signs among them."""
    words = {word: _FACE_WORDS[code][typed] for code, typed, word in _spelled(_FACE_WORDS, language)}
    return {**words, notation_of(kind).third_letter: "share"}


@cache
def pieces_named(language: str) -> tuple[str, ...]:
    """The words for the faces that are laid, as a language writes them, without letters and signs."""
    words = _FACE_WORDS[language].items()
    return tuple(word for word, face in words if len(word) > 1 and face in ("straight", "curve"))


@cache
def break_bank_phrases() -> tuple[tuple[str, ...], ...]:
    """The folded words that break the bank: any language's, since they can mean nothing else."""
    return tuple(tuple(fold(word) for word in phrase.split()) for phrase in BREAK_BANK.values())


@cache
def comparing_phrases() -> Mapping[tuple[str, ...], str]:
    """The signs of comparison by the folded words that mean them, in any language, as typed with umlauts or without."""
    return {
        tuple(spelling.split()): sign
        for sign, phrases in COMPARED.items()
        for phrase in phrases.values()
        for spelling in spellings(phrase)
    }


@cache
def end_press_phrases() -> frozenset[tuple[str, ...]]:
    """The folded words that end the text of press, in any language."""
    return frozenset(tuple(fold(phrase).split()) for phrases in END_PRESS.values() for phrase in phrases)


def word(key: str, language: str) -> str:
    """The word with a meaning as it is written in a language. Raises KeyError for an unknown meaning."""
    code = spoken(language)
    if key == "end press":
        return END_PRESS[code][0]
    return BREAK_BANK[code] if key == "break" else KEYWORDS[key][code].split()[0]


def is_foreign(code: str, typed: str, language: str) -> bool:
    """Whether a word of one language may be mistaken by players of another: it is short and not theirs."""
    return code not in ("en", spoken(language)) and len(typed) < 3


def _spelled(words: Mapping[str, Mapping[str, object] | list[str]], language: str) -> Iterator[tuple[str, str, str]]:
    """(language, word as typed in the table, folded spelling) of all words accepted from players of a language.

    The player's own words come last, so that in a mapping they win.
    """
    own = spoken(language)
    for code in sorted(words, key=lambda code: (code == own, code == "en")):
        for typed in words[code]:
            if not is_foreign(code, typed, language):
                for spelling in spellings(typed):
                    yield code, typed, spelling
