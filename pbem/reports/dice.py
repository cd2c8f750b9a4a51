"""Dice in mails: what a record proves of them, in sentences, and the small signs for their faces."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from pbem.clock import from_ms
from pbem.i18n import N_, Catalogue
from pbem.reports.document import Sign
from rules_core.kernel.dice import REMARKABLE, Fairness
from rules_core.kernel.record import Claim, ClaimCode, Remark, RemarkCode

OFTEN: Final[Mapping[str, str]] = {
    "game": N_("A deviation like this or greater comes in %(often)s such games with fair dice."),
    "player": N_("A deviation like this or greater comes to %(often)s players who roll as many fair dice."),
    "server": N_("A deviation like this or greater comes on %(often)s servers where as many fair dice are rolled."),
}
"""What is said of the dice of a game, of a player, and of the server."""
MANY: Final[Mapping[str, str]] = {
    "game": N_(
        "Of %(tests)s games of this kind here, about %(few)s look as odd as 5 of 100 by chance alone. Corrected for so "
        "many looks (Bonferroni):"
    ),
    "player": N_(
        "Of %(tests)s players of this game here, about %(few)s look as odd as 5 of 100 by chance alone. Corrected for "
        "so many looks (%(method)s):"
    ),
    "server": N_("There are %(tests)s such tests, one for each kind of game. Corrected for that (Holm):"),
}
"""What is said of looking at many tests, before the verdict."""
OTHER_DICE: Final = N_("They were rolled with other dice than new games have, and are judged by those.")
"""What is said where the dice of new games were edited after some games had begun."""
_MOST: Final = 1_000_000

CLAIMS: Final[Mapping[ClaimCode, str]] = {
    "players_cannot_steer": N_(
        "Nobody can change the dice once the game has begun, and no player alone can choose or foresee them: the seed "
        "was fixed, and its SHA-256 shown, before anyone's words for the dice were known."
    ),
    "host_could_choose": N_(
        "This does not prove that the host is honest. The operator knows the seed, so they, or a player they help, "
        "can choose the last words by trying until the dice fall as they like."
    ),
    "words_from_server": N_("The server chose the words of %(seats)s, because none were given."),
    "round_to_come": N_(
        "The dice will also depend on round %(round)s of the public beacon %(name)s (drand), which is published on "
        "%(published)s, after all words are fixed. Nobody can know it before, so nobody can choose the dice by "
        "trying words, not even the host."
    ),
    "round_or_none": N_(
        "This waiting list allows the game to start without the round, so the host keeps one choice between two sets "
        "of dice: with the round, or without."
    ),
    "nobody_could_choose": N_(
        "Nobody could choose the dice by trying words, not even the host: they also depend on round %(round)s of the "
        "public beacon %(name)s (drand), published on %(published)s. This is sure if you got this fingerprint by "
        "email before that moment: %(fingerprint)s"
    ),
    "round_left_out": N_(
        "Round %(round)s of the public beacon %(name)s (drand), of %(published)s, was to be part of the dice. The "
        "server could not reach it, and the game started without it, as its waiting list allows."
    ),
    "two_choices": N_(
        "The waiting list allowed the game to start without the round, so the host had one choice between two sets "
        "of dice."
    ),
    "chain_unknown": N_(
        "This program does not know the beacon's chain %(chain)s. The owner of its key knows its rounds before "
        "everyone else, so find out whose it is."
    ),
    "new_dice_foreseen": N_(
        "Position %(position)s: the game was rolled back, and continues with new dice of the same seed (epoch "
        "%(epoch)s). The operator could foresee them when the rollback was made."
    ),
    "new_dice_chosen": N_(
        "From position %(position)s on (epoch %(epoch)s) the dice follow from a seed that was drawn later, when all "
        "else was known. Nothing shown here rules out that the operator chose them by trying seeds."
    ),
}
"""What is said of each thing that holds of a game's dice."""
REMARKS: Final[Mapping[RemarkCode, str]] = {
    "promised_after_salts": N_(
        "position %(position)s: the game was rolled back after its seed had been shown, and continued with new dice "
        "(epoch %(epoch)s). Their seed was promised when the players' salts were already known, so the person who "
        "chose it could have foreseen them."
    ),
    "restored": N_(
        "position %(position)s: the server was restored from a backup, and the game continued with new dice (epoch "
        "%(epoch)s). Their seed was promised when the players' salts were already known, so the operator could have "
        "foreseen them, and could have restored it until they suited."
    ),
    "arranged": N_(
        "position %(position)s: this is a guided game to learn by, whose first rolls were arranged. Its seed was "
        "chosen for them, so that its dice prove nothing."
    ),
    "seed_was_shown": N_(
        "position %(position)s: the game was rolled back after its seed had been shown, and continued with dice of "
        "that seed (epoch %(epoch)s), which everyone could foresee."
    ),
}
"""What is said where every roll checks, and something should be known nevertheless."""


def often(chance: float, words: Catalogue) -> str:
    """A chance in plain words, such as "37 of 100"."""
    whole = 100
    while whole < _MOST and round(chance * whole) < 1:
        whole *= 10
    n = round(chance * whole)
    if n < 1:
        return words.text("fewer than 1 of %(whole)s", whole=words.number(whole))
    return words.text("%(n)s of %(whole)s", n=words.number(n), whole=words.number(whole))


def verdict(whose: str, found: Fairness, tests: int, corrected: float, words: Catalogue) -> Iterator[str]:
    """Describe the result of the test, in sentences. `whose` is "game", "player" or "server"."""
    if not found.total:
        yield words.text("No dice have been rolled yet.")
        return
    yield words.text(OFTEN[whose], often=often(found.chance, words))
    judged = words.text(
        "this is remarkable (%(often)s)." if corrected < REMARKABLE else "nothing about it is remarkable (%(often)s).",
        often=often(corrected, words),
    )
    if tests > 1:
        few = words.number(round(tests * REMARKABLE, 1))
        many = words.text(MANY[whose], tests=words.number(tests), few=few, method=words.text("Bonferroni"))
        yield f"{many} {judged}"


def describe_remark(remark: Remark, words: Catalogue) -> str:
    """Describe a fact that should be known of a record's dice, in a sentence."""
    return words.text(REMARKS[remark.code], **remark.facts)


def describe_claim(claim: Claim, players: Sequence[str], words: Catalogue, zone: str) -> str:
    """A thing that holds of a game's dice, in sentences; moments are told in a time zone."""
    facts: dict[str, object] = dict(claim.facts)
    if "published_ms" in facts:
        facts["published"] = words.moment(from_ms(int(claim.facts["published_ms"])), zone)
    if "seats" in facts:
        facts["seats"] = ", ".join(players[int(seat)] for seat in str(facts["seats"]).split())
    return words.text(CLAIMS[claim.code], **facts)


class FaceSymbol(NamedTuple):
    """The look of a face of a die, and what a die that shows it is called. Texts are message ids."""

    glyph: str
    """A character or two, for mails, in which pictures may be held back."""
    name: str
    """What one die is called."""
    counted: tuple[str, str]
    """What several dice are called, one and many, with %(n)s."""
    track: tuple[str, ...] = ()
    """Track, for pages: SVG paths on a die whose sides are 24 long, with a margin of 1.5."""
    outline: str = ""
    """Further lines on the face, as one SVG path."""


_SYMBOLS: dict[Sign, FaceSymbol] = {}


def register(symbols: Mapping[Sign, FaceSymbol]) -> None:
    """Make the symbols of a game known."""
    _SYMBOLS.update(symbols)


def known_symbols() -> Mapping[Sign, FaceSymbol]:
    """All symbols that games bring."""
    return _SYMBOLS


def symbol_of(sign: Sign) -> FaceSymbol | None:
    """The symbol that a game brings; None for a sign that needs none."""
    return _SYMBOLS.get(sign)


GLYPHS: Final[Mapping[Sign, str]] = {"straight": "━", "curve": "┗", "share": "$", "transport": "t", "?": "?"}
"""Dice as framed characters, which mail programs do not block as they do pictures; other dice are shown as text."""
MOST_DRAWN: Final = 4
"""The most dice of one face that are drawn one by one; more are counted."""
_COUNTED: Final[Mapping[Sign, tuple[str, str]]] = {
    "straight": (N_("%(n)s straight"), N_("%(n)s straights")),
    "curve": (N_("%(n)s curve"), N_("%(n)s curves")),
    "share": (N_("%(n)s share"), N_("%(n)s shares")),
    "transport": (N_("%(n)s transport symbol"), N_("%(n)s transport symbols")),
}
_UNSURE: Final = "share"
_DIGITS: Final = r"[1-9]\d{0,2}"
_ALONE: Final = r"(?<![\w#.,×+-])(?:{})(?!\w)"
_NUMBERS: Final = (1, 2, 3, 5, 8, 11, 20, 21, 40)
"""Numbers among which each form of the plural has one, in every language."""


class ShownDice(NamedTuple):
    """Dice of one face within a sentence: the words that told them, and what they are shown by."""

    words: str
    glyphs: tuple[str, ...]
    times: str = ""
    """Before the glyph where there are too many to stand one by one: "7×"."""

    @property
    def text(self) -> str:
        """Them as bare text."""
        return self.times + "".join(self.glyphs)


def glyph_of(sign: Sign) -> str:
    """The sign that stands on a die, a character or two."""
    symbol = symbol_of(sign)
    return symbol.glyph if symbol else GLYPHS.get(sign, sign)


def parts_of(sentence: str, words: Catalogue) -> Iterator[str | ShownDice]:
    """Yield a sentence in its parts, dice apart."""
    listed, one = _patterns(words)
    end = 0
    for found in listed.finditer(sentence):
        dice = list(one.finditer(found[0]))
        if all(_sign(die) == _UNSURE for die in dice) and not sentence[: found.start()].endswith(": "):
            continue
        yield sentence[end : found.start()]
        end = found.start()
        for die in dice:
            yield sentence[end : found.start() + die.start()]
            yield _shown(die, words)
            end = found.start() + die.end()
    yield sentence[end:]


def in_glyphs(sentence: str, words: Catalogue) -> str:
    """A sentence as the HTML of a mail shows it, without its markup."""
    return "".join(part if isinstance(part, str) else part.text for part in parts_of(sentence, words))


def in_signs(sentence: str, words: Catalogue) -> Markup:
    """A sentence as HTML, its dice as signs that are read aloud as the words they stand for."""
    parts = parts_of(sentence, words)
    return Markup("".join(escape(part) if isinstance(part, str) else _markup(part) for part in parts))


def _markup(dice: ShownDice) -> str:
    label, signs = escape(dice.words), "".join(f'<b class="sign">{escape(glyph)}</b>' for glyph in dice.glyphs)
    return f'<span class="signs" role="img" aria-label="{label}" title="{label}">{escape(dice.times)}{signs}</span>'


def _shown(found: re.Match[str], words: Catalogue) -> ShownDice:
    number = int(re.sub(r"\D", "", found[0]))
    glyph = glyph_of(_sign(found))
    if number > MOST_DRAWN:
        return ShownDice(found[0], (glyph,), f"{words.number(number)}×")
    return ShownDice(found[0], (glyph,) * number)


def _sign(found: re.Match[str]) -> Sign:
    return _signs()[int(str(found.lastgroup)[1:])]


@lru_cache(maxsize=1)
def _signs() -> tuple[Sign, ...]:
    return (*_COUNTED, *known_symbols(), "?")


@lru_cache(maxsize=64)
def _patterns(words: Catalogue) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The patterns of dice one after the other, and of dice of one face, whose group tells the face by its place."""
    faces = ["|".join(sorted(_forms(sign, words), key=len, reverse=True)) for sign in _signs()]
    one = _ALONE.format("|".join(faces))
    named = _ALONE.format("|".join(f"(?P<s{at}>{face})" for at, face in enumerate(faces)))
    return re.compile(f"{one}(?:[,;] {one})*"), re.compile(named)


def _forms(sign: Sign, words: Catalogue) -> set[str]:
    if sign == "?":
        return {rf"{_DIGITS} \?", re.escape(words.text("%(count)s ?", count=0)).replace("0", _DIGITS, 1)}
    counted = _COUNTED.get(sign) or known_symbols()[sign].counted
    counts = ((words.plural(*counted, n), words.number(n)) for n in _NUMBERS)
    return {re.escape(text).replace(re.escape(number), _DIGITS, 1) for text, number in counts}
