"""What one seat may see. A view starts with the table and adds the screens its owner may look behind (FR-6)."""

from dataclasses import dataclass

from rules_core.line.table import Screen, State, Table


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A position as one seat sees it; `seat` None is a spectator. `screens` holds None where nothing may be seen."""

    seat: int | None
    table: Table
    screens: tuple[Screen | None, ...]

    @property
    def kind(self) -> str:
        """Which game is played."""
        return self.table.kind

    @property
    def own(self) -> Screen:
        """What lies behind the viewer's own screen; an empty one for a spectator."""
        screen = None if self.seat is None else self.screens[self.seat]
        return screen or Screen()

    @property
    def state(self) -> State:
        """The position as far as it is seen, for `evolve` and previews."""
        return State(self.table, self.screens)


def view(state: State, seat: int | None) -> PlayerView:
    """What a seat, or a spectator (None), may see: its own screen, or all in variant `open` and after the game."""
    screens: list[Screen | None] = [None] * len(state.screens)
    if state.table.options.open or state.table.over:
        screens = list(state.screens)
    elif seat is not None:
        screens[seat] = state.screens[seat]
    return PlayerView(seat, state.table, tuple(screens))
