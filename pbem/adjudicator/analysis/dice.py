"""The dice of an analysis: thrown by chance or as somebody chooses, and never those of the game.

Chosen faces are for one roll. They are dealt out to its dice so that each can show its own; dice for which none was
chosen fall by chance, and so does whatever else is drawn.
"""

from collections.abc import Mapping, Sequence

from pbem.adjudicator.game_session import GameSession
from rules_core.kernel.definition import AnyGame, Choose, EventDraws
from rules_core.kernel.dice import Draw, DrawKey
from rules_core.kernel.events import Action, Begun, DiceRolled, Event
from rules_core.kernel.position import Position
from rules_core.kernel.rulebook import Fact, Violations


class DiceMismatch(Exception):
    """Raised where faces were chosen that dice cannot show: more than are thrown, or what none of them has.

    `face` is one that is left over, and `thrown` the number of dice.
    """

    def __init__(self, face: str, thrown: int, chosen: int) -> None:
        super().__init__(f"{face}: {chosen} faces for {thrown} dice")
        self.face = face
        self.thrown = thrown
        self.chosen = chosen


def by_chance(choose: Choose) -> Draw:
    """Draws of a source of chance, always the same for the same key."""
    kept: dict[DrawKey, int] = {}

    def draw(key: DrawKey, sides: int) -> int:
        return kept.setdefault(key, choose(sides))

    return draw


class PlayedOn(GameSession):
    """A position that is played on: a session in which the first roll shows the faces that were chosen."""

    def __init__(self, ruleset: AnyGame, state: Position, began: Begun, faces: Sequence[str] = ()) -> None:
        super().__init__(ruleset, 0, state, ())
        self._began = began
        self._faces = tuple(faces)

    def apply(self, action: Action, draw: Draw) -> list[Event] | Violations:
        """Carry out an action and write it down with what came of it. Raises DiceMismatch."""
        return super().apply(action, self._chosen(action, draw) if self._faces else draw)

    def _chosen(self, action: Action, draw: Draw) -> Draw:
        """Draws with the chosen faces where the action rolls; those given where it does not."""
        outcome = self.ruleset.decide(self.state, action, draw)
        year = self.state.table.year
        rolled = [] if isinstance(outcome, Violations) else [one for one in outcome if isinstance(one, DiceRolled)]
        told = self.ruleset.drawing(rolled[0], year, self._began) if rolled else None
        if told is None:
            return draw
        fixed = dealt(self._faces, told)
        self._faces = ()
        return lambda key, sides: fixed[key] if key in fixed else draw(key, sides)


def dealt(faces: Sequence[str], told: EventDraws) -> Mapping[DrawKey, int]:
    """The draws by which dice show these faces, each of them one that has it. Raises DiceMismatch."""
    holder: dict[int, str] = {}
    for face in faces:
        if not _place(face, told.outcomes, holder, set()):
            raise DiceMismatch(face, len(told.keys), len(faces))
    return {told.keys[die]: told.outcomes[die].index(face) for die, face in holder.items()}


def _place(face: str, outcomes: Sequence[Sequence[Fact]], holder: dict[int, str], tried: set[int]) -> bool:
    """Give a face to a die that has it, moving others to further dice where it must be; False where none is left."""
    for die, sides in enumerate(outcomes):
        if face not in sides or die in tried:
            continue
        tried.add(die)
        if die not in holder or _place(holder[die], outcomes, holder, tried):
            holder[die] = face
            return True
    return False
