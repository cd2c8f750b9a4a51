"""Single events in sentences: those that all games tell alike."""

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.games.line import corrections
from pbem.games.line.game import Formatter
from pbem.games.line.render_context import RenderContext
from pbem.i18n import N_
from rules_core import events as ev
from rules_core.dice import count

ENDINGS: Final[dict[ev.EndReason, str]] = {
    "last station": N_("a company has built its last station"),
    "no tile": N_("no tile that is left fits beside the tiles being built on"),
    "dead ends": N_("both ends of the line are dead"),
    "collapse": N_("the bank could not pay, and the state has collapsed"),
    "bank": N_("the bank could not pay"),
    "cancelled": N_("it was cancelled"),
    "agreed": N_("the players who waited agreed to end it as it stood"),
    "abandoned": N_("nobody played it any more"),
}
"""How a game ends: by the rules (FR-70, FR-71, GE-41), by a moderator, or as it stands."""
_DUES_PAID: Final[Mapping[ev.Due, str]] = {
    "mountain": N_("%(player)s pays %(dice)s for the mountain range at %(square)s."),
    "lake": N_("%(player)s pays %(dice)s for the lake at %(square)s."),
    "river": N_("%(player)s pays %(dice)s for the river %(river)s at %(square)s."),
}


def told(event: ev.Event, context: RenderContext) -> str:
    """One event in a sentence, or a few."""
    formatter = context.game.FORMATTERS.get(type(event)) or _FORMATTERS[type(event)]
    return formatter(event, context)


def kind_laid(event: ev.TileLaid, context: RenderContext) -> str:
    """A new tile as it lies."""
    return context.described(context.box.layout(event.kind, event.turn))


def _game_began(event: ev.GameBegan, context: RenderContext) -> str:
    return context.catalogue.text(
        "The game begins: %(players)s, with %(dice)s dice.", players=context.listed(context.seats), dice=event.dice
    )


def _year_began(event: ev.YearBegan, context: RenderContext) -> str:
    return context.catalogue.text(
        "Year %(year)s begins with %(player)s as start player.", year=event.year, player=context.player(event.start)
    )


def _turn_began(event: ev.TurnBegan, context: RenderContext) -> str:
    return context.catalogue.text("It is the turn of %(player)s.", player=context.player(event.seat))


def _income_taken(event: ev.IncomeTaken, context: RenderContext) -> str:
    player = context.player(event.seat)
    if event.wild:
        return context.catalogue.text(
            "%(player)s takes income: %(count)s ? in front of the screen, for the directorship lost.",
            player=player,
            count=event.wild,
        )
    return context.catalogue.plural(
        "%(player)s takes income: %(n)s die behind the screen.",
        "%(player)s takes income: %(n)s dice behind the screen.",
        event.hidden,
        player=player,
    )


def _rolled(event: ev.Rolled, context: RenderContext) -> str:
    rolled = []
    if event.hidden:
        rolled.append(context.hidden(event.hidden))
    if event.wild:
        rolled.append(context.wild(event.wild))
    if event.bonus:
        rolled.append(context.catalogue.plural("%(n)s bonus die", "%(n)s bonus dice", event.bonus))
    return context.catalogue.text(
        "%(player)s rolls %(rolled)s: %(faces)s.",
        player=context.player(event.seat),
        rolled=" + ".join(rolled),
        faces=context.dice(count(event.faces)),
    )


def _due_paid(event: ev.DuePaid, context: RenderContext) -> str:
    return context.catalogue.text(
        _DUES_PAID[event.due],
        player=context.player(event.seat),
        dice=context.payment(event.paid.hidden, event.paid.wild),
        square=context.square(event.square),
        river=context.river(event.square),
    )


def _piece_laid(event: ev.PieceLaid, context: RenderContext) -> str:
    return context.catalogue.text(
        "%(player)s lays %(die)s at end %(end)s, on %(square)s; %(end)s now points %(side)s at %(ahead)s.",
        player=context.player(event.seat),
        die=context.dice(count([event.face])),
        end=event.end,
        square=context.square(event.square),
        side=context.heading(event.heading),
        ahead=context.ahead(event.square, event.heading),
    )


def _turn_ended(event: ev.TurnEnded, context: RenderContext) -> str:
    player = context.player(event.seat)
    if event.discarded.total:
        return context.catalogue.text(
            "%(player)s gives back %(dice)s and ends the turn.", player=player, dice=context.dice(event.discarded)
        )
    return context.catalogue.text("%(player)s ends the turn.", player=player)


def _game_ended(event: ev.GameEnded, context: RenderContext) -> str:
    text = context.catalogue.text
    winners = winners_of(event.standings, context)
    return text("The game is over: %(reason)s. %(won)s", reason=text(ENDINGS[event.reason]), won=winners)


def winners_of(standings: Sequence[ev.Standing], context: RenderContext) -> str:
    """Who has won, in a sentence (FR-72, GE-42)."""
    winners = [context.player(standing.seat) for standing in standings if standing.place == 1]
    if not winners:
        return context.catalogue.text("Nobody has won: the game is a draw.")
    if len(winners) == 1:
        return context.catalogue.text("%(player)s has won.", player=winners[0])
    return context.catalogue.text("%(players)s share the victory.", players=context.listed(winners))


_FORMATTERS: Final[Mapping[type, Formatter]] = {
    ev.GameBegan: _game_began,
    ev.YearBegan: _year_began,
    ev.TurnBegan: _turn_began,
    ev.IncomeTaken: _income_taken,
    ev.Rolled: _rolled,
    ev.DuePaid: _due_paid,
    ev.PieceLaid: _piece_laid,
    ev.TurnEnded: _turn_ended,
    ev.GameEnded: _game_ended,
    **corrections.FORMATTERS,
}
