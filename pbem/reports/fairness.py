"""What is said of dice that were counted: how often fair ones deviate as far, and whether that is remarkable."""

from collections.abc import Iterator, Mapping
from typing import Final

from pbem.i18n import N_, Catalogue
from rules_core.kernel.fairness import REMARKABLE, Fairness

OFTEN: Final[Mapping[str, str]] = {
    "game": N_("A deviation like this or greater comes in %(often)s such games with fair dice."),
    "player": N_("A deviation like this or greater comes to %(often)s players who throw as many fair dice."),
    "server": N_("A deviation like this or greater comes on %(often)s servers where as many fair dice are thrown."),
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
OTHER_DICE: Final = N_("They were thrown with other dice than new games have, and are judged by those.")
"""What is said where the dice of new games were edited after some games had begun."""
_MOST: Final = 1_000_000


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
    """What the test comes to, in sentences. `whose` is "game", "player" or "server"."""
    if not found.total:
        yield words.text("No dice have been thrown yet.")
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
