"""The guided first game of The First Rails: two turns, by which a company comes to its first station."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from pbem.games.guide import Guide, GuidedMoment, GuideStep
from pbem.games.line.render_context import RenderContext
from pbem.i18n import N_, Catalogue
from rules_core.games import bot_named
from rules_core.kernel.definition import Choose
from rules_core.kernel.dice import DrawKey
from rules_core.line.actions import BuildStation, BuyShare, EndTurn, Income, LayRun, Piece, Roll, count
from rules_core.line.events import (
    IncomeTaken,
    PassengersCarried,
    PieceLaid,
    Rolled,
    ShareBought,
    StationBuilt,
    TurnBegan,
    TurnEnded,
)

_COMPANY: Final = "weiden"
"""The company whose shares are proposed: all of its stations stand on grassland, on which the game begins."""
_OTHER: Final = "ueberall"
"""The company of the bot, which has stations on grassland too."""
_SHARES: Final = 2
_TAUGHT_YEARS: Final = 2
"""Years in which the bot plays so that it can be followed."""
_NORTH: Final = 0
_EAST: Final = 1
_WEST: Final = 3
ROLLS: Final[Mapping[DrawKey, str]] = {
    DrawKey(year, 0, "roll", number): face
    for year, faces in ((1, ("straight", "curve")), (2, ("straight", "?", "curve")))
    for number, face in enumerate(faces)
}
"""The learner's rolls of both years, as far as the steps propose to roll."""


def _did(kind: type[Any], times: int = 1) -> Callable[[Sequence[Any], int], bool]:
    """Tell whether a seat has brought such events about, so often."""
    return lambda events, seat: sum(isinstance(event, kind) and event.seat == seat for event in events) >= times


def _did_after(kind: type[Any], before: type[Any]) -> Callable[[Sequence[Any], int], bool]:
    def is_done(events: Sequence[Any], seat: int) -> bool:
        begun = [at for at, event in enumerate(events) if isinstance(event, before) and event.seat == seat]
        return bool(begun) and _did(kind)(events[begun[0] :], seat)

    return is_done


def _rolled_hidden(events: Sequence[Any], seat: int) -> bool:
    return any(isinstance(event, Rolled) and event.seat == seat and event.hidden for event in events)


_Choice = Callable[[Sequence[Any]], Sequence[Any]]
_PRICE: Final = 3
"""Dice that a station costs at least, which are not to be rolled before it is built."""


def _first(kind: type, *fitting: Callable[[Any], bool], times: int = 1) -> _Choice:
    """Choose an action of a kind, so often, by the first of these that one fits; none where there is none."""

    def choice(legal: Sequence[Any]) -> Sequence[Any]:
        found = [action for action in legal if isinstance(action, kind)]
        fits = (action for fit in fitting for action in filter(fit, found))
        return (next(fits, found[0]),) * times if found else ()

    return choice


_END: Final = _first(EndTurn, lambda action: not action.discard.wild)


def _roll_spare(legal: Sequence[Any]) -> Sequence[Any]:
    rolls = [action for action in legal if isinstance(action, Roll) and not action.wild]
    most = max((action.hidden for action in rolls), default=0)
    return [action for action in rolls if action.hidden == most - _PRICE > 0][:1]


def _roll_all(legal: Sequence[Any]) -> Sequence[Any]:
    rolls = [action for action in legal if isinstance(action, Roll) and action.hidden and not action.wild]
    return rolls[-1:]


_Example = Callable[[GuidedMoment, Iterable[Any]], Sequence[Any]]


def _either(*choices: _Choice) -> _Example:
    """Choose by the first of these that finds something, and else what brings the step nearer: income, or an end."""

    def example(_lesson: GuidedMoment, legal: Iterable[Any]) -> Sequence[Any]:
        known = list(legal)
        found = (choice(known) for choice in (*choices, _first(Income), _END))
        return next(filter(None, found), ())

    return example


def _buy(lesson: GuidedMoment, legal: Iterable[Any]) -> Sequence[Any]:
    player = lesson.view.table.players[lesson.seat]
    times = max(1, min(_SHARES - sum(player.shares), player.front.share + player.front.wild))
    return _either(_first(BuyShare, _bought_of(_COMPANY), times=times), _first(Income), _roll_all)(lesson, legal)


def _as_director(example: _Example) -> _Example:
    return lambda lesson, legal: (example if _directs(lesson) else _buy)(lesson, legal)


def _bought_of(company: str) -> Callable[[Any], bool]:
    return lambda action: bool(action.company == company and action.source != "director")


def _piece(heading: int, leave: int | None = None, *, wild: bool) -> Callable[[Any], bool]:
    steps = (Piece(heading, wild),)
    return lambda action: (action.end, action.steps, action.leave) == ("A", steps, leave)


def _is_short(run: Any) -> bool:
    return len(run.steps) == 1


def _is_plain(run: Any) -> bool:
    return _is_short(run) and not run.steps[0].wild


def _rolls(hidden: int, wild: int) -> Callable[[Any], bool]:
    return lambda action: (min(action.hidden, hidden), action.wild) == (hidden, wild)


def _rolled_now(lesson: GuidedMoment) -> Rolled | None:
    turn = max((at for at, event in enumerate(lesson.events) if isinstance(event, TurnBegan)), default=0)
    rolls = (one for one in lesson.events[turn:] if isinstance(one, Rolled) and one.seat == lesson.seat)
    return next(rolls, None)


def _if_rolled(text: str) -> Callable[[GuidedMoment], str]:
    return lambda lesson: text if _rolled_now(lesson) else ""


def _directs(lesson: GuidedMoment) -> bool:
    return bool(lesson.view.table.directed_by(lesson.seat))


def _if_director(text: str) -> Callable[[GuidedMoment], str]:
    return lambda lesson: text if _directs(lesson) else ""


def _unless_director(text: str) -> Callable[[GuidedMoment], str]:
    return lambda lesson: "" if _directs(lesson) else text


def values(lesson: GuidedMoment, names: Sequence[str], words: Catalogue) -> Mapping[str, str]:
    """Give the values that texts name: what was rolled, what lies in front of the screen and behind it, a company."""
    context, table = RenderContext(lesson.view.table, names, words), lesson.view.table
    rolled = _rolled_now(lesson)
    directed = table.directed_by(lesson.seat)
    return {
        "rolled": context.dice(count(rolled.faces)) if rolled else "",
        "front": context.dice(table.players[lesson.seat].front) or words.text("no dice"),
        "hidden": context.hidden(lesson.view.own_screen.hidden),
        "company": context.company(directed[0].id if directed else _COMPANY),
    }


def partner(view: Any, actions: Iterable[Any], choose: Choose) -> Any:
    """Play two short turns, in which a station is built if one can be; later ones with all sense."""
    table, legal = view.table, list(actions)
    if table.year > _TAUGHT_YEARS:
        return bot_named("heuristic")(view, legal, choose)
    directed, wild = table.directed_by(view.seat), table.players[view.seat].front.wild
    if table.year == 1:
        buys = sum(table.players[view.seat].shares) < _SHARES
        wishes = [_only(BuyShare, _is_partners)] if buys else [_only(LayRun, _is_partners_piece)] if wild > 1 else []
    else:
        built = any(table.built(company.id) for company in directed)
        wishes = [_first(Income), *([] if built else [_only(BuildStation, lambda action: bool(action.end == "B"))])]
        wishes += [_only(LayRun, _is_partners_piece)] if wild > _SHARES else []
    return next(found[0] for wish in (*wishes, _END) if (found := wish(legal)))


def _only(kind: type, fits: Callable[[Any], bool]) -> _Choice:
    return lambda legal: [action for action in legal if isinstance(action, kind) and fits(action)][:1]


def _is_partners(action: Any) -> bool:
    return bool(_bought_of(_OTHER)(action) and action.wild)


def _is_partners_piece(run: Any) -> bool:
    return bool(run.end == "B" and _is_short(run) and run.steps[0].wild)


_STEPS: Final = (
    GuideStep(
        title=N_("Buy two shares"),
        text=N_(
            "You begin with four dice showing ? in front of your screen (FR-5). A ? is a straight, a curve, a share or "
            "a payment, as you like (FR-13). Spend two of them on shares of one company (FR-20): at the end of the "
            "year the player with the most becomes its director (FR-61)."
        ),
        is_done=_did(ShareBought, _SHARES),
        example=_buy,
    ),
    GuideStep(
        title=N_("Lay a piece of track"),
        text=N_(
            "All players build one line together, with two ends, A and B (FR-1). Lay a piece on the square that an end "
            "points at: after a straight the line runs on, after a curve it turns (FR-30). It must never touch itself "
            "(FR-31)."
        ),
        is_done=_did(PieceLaid),
        example=_either(_first(LayRun, _piece(_WEST, wild=True), _is_short)),
    ),
    GuideStep(
        title=N_("Roll a die"),
        text=N_(
            "Once per turn you can roll. For each ? that you roll the bank adds a bonus die, so your last ? makes two "
            "dice (FR-12). A roll is final: you can't undo it or anything before it."
        ),
        is_done=_did(Rolled),
        example=_either(_first(Roll, _rolls(0, 1))),
    ),
    GuideStep(
        title=N_("Use what you rolled"),
        text=N_(
            "What you roll lies in front of your screen and can be used at once (FR-12). Lay a piece of track (FR-30)."
        ),
        instead=_if_rolled(
            N_(
                "You rolled %(rolled)s. They lie in front of your screen and can be used at once (FR-12). Lay a piece "
                "of track with one of them (FR-30): with a curve the line turns, here north or south."
            )
        ),
        is_done=_did_after(PieceLaid, Rolled),
        example=_either(_first(LayRun, _piece(_NORTH, wild=False), _is_plain, _is_short)),
    ),
    GuideStep(
        title=N_("End your turn"),
        text=N_(
            "You have %(front)s left in front of your screen. Up to five dice can stay there for your next turn "
            "(FR-14). End your turn: the bot plays, and the next year begins (FR-62)."
        ),
        is_done=_did(TurnEnded),
        example=_either(_END),
    ),
    GuideStep(
        title=N_("Take income"),
        text=N_(
            "From the second year on a turn brings income, once: four dice behind your screen, where nobody else sees "
            "them (FR-11). It stands in your orders from the start."
        ),
        instead=_if_director(
            N_(
                "Nobody has more shares of %(company)s, so you are its director now (FR-61). And from the second year "
                "on a turn brings income, once: four dice behind your screen, where nobody else sees them (FR-11). It "
                "stands in your orders from the start."
            )
        ),
        is_done=_did(IncomeTaken),
        example=_either(),
    ),
    GuideStep(
        title=N_("Build a station"),
        text=N_(
            "A director builds the stations of the company, on the square an end points at (FR-50): not at the border "
            "of the tile, and not beside another station (FR-51). The ground has to fit (FR-52). It costs 3 or 5 dice, "
            "first from behind your screen, where you have %(hidden)s. If no end points at such a square, lay track "
            "until one does."
        ),
        instead=_unless_director(
            N_(
                "Only a director builds stations (FR-50), and you are director of no company. Buy shares (FR-20): who "
                "has the most of a company at the end of a year becomes its director (FR-61)."
            )
        ),
        is_done=_did(StationBuilt),
        example=_as_director(
            _either(
                _first(BuildStation, lambda action: bool(action.end == "A")),
                _first(Income),
                _first(LayRun, _is_short),
                _roll_spare,
            )
        ),
    ),
    GuideStep(
        title=N_("Go on from the station"),
        text=N_(
            "A station brings two dice showing ? at once (FR-54). Lay another piece of track: from a station the line "
            "leaves by any side but the one it came in by (FR-30)."
        ),
        is_done=_did_after(PieceLaid, StationBuilt),
        example=_either(_first(LayRun, _piece(_EAST, _EAST, wild=False), _piece(_EAST, _EAST, wild=True), _is_short)),
    ),
    GuideStep(
        title=N_("Roll dice from behind your screen"),
        text=N_(
            "You have %(hidden)s behind your screen. Such dice pay for stations, mountains and lakes, or are rolled to "
            "come in front (FR-12). Roll what is left there, and a ? with it, which brings a bonus die. If nothing is "
            "left, take income in your next turn and roll then."
        ),
        is_done=_rolled_hidden,
        example=_either(_first(Roll, _rolls(1, 1), lambda action: action.hidden > 0)),
    ),
    GuideStep(
        title=N_("Carry passengers"),
        text=N_(
            "At the end of the year each company carries 1,000 passengers for each station in its longest chain, and "
            "its director keeps them (FR-60). The player with the most in the end wins (FR-72). End your turn, and see."
        ),
        instead=_if_rolled(
            N_(
                "You rolled %(rolled)s. Use them, or keep up to five dice (FR-14). At the end of the year each company "
                "carries 1,000 passengers for each station in its longest chain, and its director keeps them (FR-60). "
                "The player with the most in the end wins (FR-72). End your turn, and see."
            )
        ),
        is_done=_did(PassengersCarried),
        example=_either(_END),
    ),
)


GUIDE: Final = Guide(_STEPS, ROLLS, partner, values)
"""The guided game."""
