"""The guided first game of The First Rails: two years, in which a company comes to its first station."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from pbem.games.guide import GuideStep
from pbem.i18n import N_
from rules_core.line.actions import BuildStation, BuyShare, EndTurn, Income, LayRun, Roll
from rules_core.line.events import (
    DirectorsAssigned,
    IncomeTaken,
    PassengersCarried,
    PieceLaid,
    Rolled,
    ShareBought,
    StationBuilt,
    TurnEnded,
)

_COMPANY: Final = "weiden"
"""The company whose shares are proposed: all of its stations stand on grassland, on which the game begins."""
_SHARES: Final = 2


def _did(kind: type[Any], times: int = 1) -> Callable[[Sequence[Any], int], bool]:
    """Tell whether a seat has brought such events about, so often."""
    return lambda events, seat: sum(isinstance(event, kind) and event.seat == seat for event in events) >= times


def _is_director(events: Sequence[Any], seat: int) -> bool:
    return any(isinstance(event, DirectorsAssigned) and seat in event.directors for event in events)


def _rolled_hidden(events: Sequence[Any], seat: int) -> bool:
    return any(isinstance(event, Rolled) and event.seat == seat and event.hidden for event in events)


def _went_on(events: Sequence[Any], seat: int) -> bool:
    """Tell whether a seat has laid track after it built a station."""
    built = [at for at, event in enumerate(events) if isinstance(event, StationBuilt) and event.seat == seat]
    return bool(built) and _did(PieceLaid)(events[built[0] :], seat)


_Choice = Callable[[Sequence[Any]], Sequence[Any]]
_PRICE: Final = 3
"""Dice that a station costs at least, which are not to be rolled before it is built."""


def _first(kind: type, fits: Callable[[Any], bool] = lambda _action: True, times: int = 1) -> _Choice:
    """Choose the first action of a kind, one that fits if there is one, so often; none where there is none."""

    def choice(legal: Sequence[Any]) -> Sequence[Any]:
        found = [action for action in legal if isinstance(action, kind)]
        return (next(filter(fits, found), found[0]),) * times if found else ()

    return choice


def _roll_spare(legal: Sequence[Any]) -> Sequence[Any]:
    """Choose to roll what is behind the screen beyond the price of a station; nothing where that is none."""
    rolls = [action for action in legal if isinstance(action, Roll) and not action.wild]
    most = max((action.hidden for action in rolls), default=0)
    return [action for action in rolls if action.hidden == most - _PRICE > 0][:1]


def _either(*choices: _Choice) -> Callable[[Iterable[Any]], Sequence[Any]]:
    """Choose by the first of these that finds something, and else what brings the step nearer: income, or an end."""

    def example(legal: Iterable[Any]) -> Sequence[Any]:
        known = list(legal)
        found = (choice(known) for choice in (*choices, _first(Income), _first(EndTurn)))
        return next(filter(None, found), ())

    return example


def _proposed(action: Any) -> bool:
    """Whether a purchase is of the company that is proposed, and from the bank."""
    return bool(action.company == _COMPANY and action.source != "director")


_LAY: Final = _first(LayRun, lambda action: len(action.steps) == 1)


GUIDE: Final = (
    GuideStep(
        title=N_("Buy two shares"),
        text=N_(
            "In the first year there is no income, but four dice showing ? lie in front of your screen (FR-5). A ? is "
            "a straight, a curve, a share or a payment, as you like (FR-13). Spend two of them on shares of one "
            "company (FR-20): whoever has the most shares becomes its director."
        ),
        is_done=_did(ShareBought, _SHARES),
        example=_either(_first(BuyShare, _proposed, _SHARES)),
    ),
    GuideStep(
        title=N_("Lay a piece of track"),
        text=N_(
            "All players build one line with two ends, A and B (FR-1). Lay a piece where an end points: after a "
            "straight the line runs on, after a curve it turns (FR-30). It may not touch itself (FR-31)."
        ),
        is_done=_did(PieceLaid),
        example=_either(_LAY),
    ),
    GuideStep(
        title=N_("Roll a die"),
        text=N_(
            "Once in a turn you may roll. For each ? that you roll, the bank adds a bonus die (FR-12). What you rolled "
            "lies in front of your screen and can be used at once. A roll is never taken back."
        ),
        is_done=_did(Rolled),
        example=_either(_first(Roll, lambda action: action.wild == 1)),
    ),
    GuideStep(
        title=N_("End your turn"),
        text=N_(
            "Use what you rolled, or keep it: up to five dice may stay in front of your screen (FR-14). Then end your "
            "turn. The bot plays, and you read here what it did."
        ),
        is_done=_did(TurnEnded),
        example=_either(_first(EndTurn)),
    ),
    GuideStep(
        title=N_("Become a director"),
        text=N_(
            "At the end of each year whoever has the most shares of a company becomes its director (FR-61). Are you "
            "one? The table of companies says so. If not, buy shares until you have the most of one."
        ),
        is_done=_is_director,
        example=_either(_first(BuyShare, _proposed)),
    ),
    GuideStep(
        title=N_("Take income"),
        text=N_(
            "From the second year on each turn can bring income, once: four dice behind your screen, where nobody "
            "else sees them (FR-11)."
        ),
        is_done=_did(IncomeTaken),
        example=_either(),
    ),
    GuideStep(
        title=N_("Build a station"),
        text=N_(
            "A director builds the stations of the company, on the square an end points at (FR-50): not at the border "
            "of the tile, and not beside another station (FR-51). The ground has to fit (FR-52). It costs 3 or 5 dice "
            "from behind your screen. If no end points at such a square, lay track until one does."
        ),
        is_done=_did(StationBuilt),
        example=_either(_first(BuildStation), _first(Income), _LAY, _roll_spare),
    ),
    GuideStep(
        title=N_("Go on from the station"),
        text=N_(
            "A station brings two dice showing ? at once (FR-54). Lay track with one of them: from a station the line "
            "leaves by any side but the one it came in by (FR-30)."
        ),
        is_done=_went_on,
        example=_either(_LAY),
    ),
    GuideStep(
        title=N_("Roll dice from behind your screen"),
        text=N_(
            "Dice behind the screen pay for stations, mountains and lakes, or are rolled to come in front (FR-12). "
            "Roll what is left there. If nothing is, take income in your next turn and roll then."
        ),
        is_done=_rolled_hidden,
        example=_either(_first(Roll, lambda action: action.hidden > 0 and not action.wild)),
    ),
    GuideStep(
        title=N_("Carry passengers"),
        text=N_(
            "At the end of the year each company carries 1,000 passengers for each station in its longest chain, and "
            "its director keeps them (FR-60). Whoever has the most in the end wins (FR-72). End your turn, and the "
            "bot ends the year."
        ),
        is_done=_did(PassengersCarried),
        example=_either(_first(EndTurn)),
    ),
)
"""The steps, in their order."""
