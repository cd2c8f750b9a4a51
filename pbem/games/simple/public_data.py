"""The public JSON of simple games: these classes are the format, and describe it."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from pbem.games.parts import PublicData
from pbem.i18n import N_
from rules_core.kernel.simple import OpenView, SimpleTable


class SimpleState(Struct, frozen=True):
    """A position, as everybody may see it."""

    points: Annotated[tuple[int, ...], Meta(description=N_("The points of each seat."))]
    others: Annotated[
        dict[str, str | int | bool], Meta(description=N_("Whatever else this game counts, by its names for it."))
    ]


class SimpleRank(Struct, frozen=True):
    """A player's result."""

    place: Annotated[int, Meta(description=N_("The place, from 1; players may share one."))]
    seat: Annotated[int, Meta(description=N_("The player's seat."))]
    points: Annotated[int, Meta(description=N_("The points."))]


class SimpleResult(Struct, frozen=True):
    """The end of a game."""

    reason: Annotated[str, Meta(description=N_("What ended the game."))]
    standings: Annotated[tuple[SimpleRank, ...], Meta(description=N_("The players, best first."))]


_SHARED: Final = frozenset(part.name for part in fields(SimpleTable))


def _state(view: OpenView[Any], _names: Sequence[str]) -> SimpleState:
    own_fields = {part.name: getattr(view.table, part.name) for part in fields(view.table) if part.name not in _SHARED}
    counted = {name: value for name, value in own_fields.items() if isinstance(value, str | int)}
    return SimpleState(view.table.points, counted)


def _result(table: Any) -> SimpleResult:
    return SimpleResult(
        table.ended or "", tuple(SimpleRank(one.place, one.seat, one.points) for one in table.standings)
    )


PUBLIC_DATA: Final = PublicData(SimpleState, _state, SimpleResult, _result)
