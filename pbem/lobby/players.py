"""The statistics of players, as the office tells them."""

from collections.abc import Iterator

from pbem.adjudicator import statistics
from pbem.adjudicator.context import PlayerContext
from pbem.adjudicator.statistics import Profile
from pbem.clock import from_ms
from pbem.games.presentation import presentation_of
from pbem.i18n import Catalogue
from pbem.reports import document as doc


def counted_blocks(context: PlayerContext) -> list[doc.Block]:
    """Games finished and won, turns in time, ratings, and where to read more; nothing for a player without a game."""
    profile = statistics.load_profile(context.unit, context.player.id, from_ms(context.unit.now_ms).date())
    sentences = [*_profile_sentences(profile, context.words)]
    if not sentences:
        return []
    page = context.unit.settings.page(f"/players/{context.player.id}")
    return [doc.Heading(context.words.text("Your statistics")), doc.Lines(tuple(filter(None, (*sentences, page))))]


def _profile_sentences(profile: Profile, words: Catalogue) -> Iterator[str]:
    ends, turns = profile.together.ends, profile.together.turns
    if ends.games:
        finished = words.plural("%(n)s game finished", "%(n)s games finished", ends.games)
        won = words.plural("%(n)s won", "%(n)s won", ends.won)
        yield words.text("%(finished)s, %(won)s.", finished=finished, won=won)
    if turns.turns:
        share = words.percent(turns.turns - turns.late, turns.turns)
        yield words.plural(
            "%(share)s of %(n)s turn in time.", "%(share)s of %(n)s turns in time.", turns.turns, share=share
        )
    for kind, skill in profile.skills.items():
        yield words.plural(
            "Rating in %(game)s: %(rating)s ± %(off)s, from %(n)s game.",
            "Rating in %(game)s: %(rating)s ± %(off)s, from %(n)s games.",
            skill.games,
            game=words.text(presentation_of(kind).name),
            rating=words.number(round(skill.mu)),
            off=words.number(round(skill.sigma)),
        )
