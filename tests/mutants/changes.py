"""The changes that are tried: cosmic-ray's operators, as far as each says something of its own."""

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

ROOT: Final = Path(__file__).parent.parent.parent
RULES: Final = "rules_core"
SHARED: Final = (
    *("line/legality", "line/building", "line/track", "line/sectors", "line/turns", "line/transition"),
    *("line/companies", "line/landscape", "grid"),
)
"""The modules that decide what is legal and what it costs, for all games."""
OPERATORS: Final = (
    *("AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ZeroIterationForLoop", "NumberReplacer"),
    *("ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_Delete_Invert"),
    *(
        f"ReplaceComparisonOperator_{was}_{now}"
        for one, other in (("Lt", "LtE"), ("Gt", "GtE"), ("Eq", "NotEq"), ("Is", "IsNot"))
        for was, now in ((one, other), (other, one))
    ),
    *(
        f"ReplaceBinaryOperator_{was}_{now}"
        for one, other in (("Add", "Sub"), ("BitAnd", "BitOr"), ("RShift", "LShift"), ("Mul", "FloorDiv"))
        for was, now in ((one, other), (other, one))
    ),
    "ReplaceBinaryOperator_Mod_Mul",
)
"""One neighbour of each operator: 213 of them make ten times as many changes, which nearly all say the same."""
_LEFT_OUT: Final = (
    *("bots.py", "planning.py", "ways.py"),
    *("components.py", "actions.py", "events.py", "table.py", "judging.py", "payloads.py"),
    *("railroad_dice_2/folding.py", "railroad_dice_2/__init__.py"),
)
"""The ends of paths of modules that no rule is in: bots play as they like, and by whatever they weigh; what is read,
stored, corrected and judged again is held by tests of the engine, which are not run on changes."""
_OF_TYPES: Final = re.compile(r"\| None\b|^@|TypeAlias|TypeVar")
"""Lines whose operators say what something is, not what it does."""


@dataclass(frozen=True)
class Change:
    """A change of one line of a file, which `file` names from the root of the checkout."""

    file: str
    was: str
    now: str
    text: str
    """The whole file after it."""
    line: int

    def __str__(self) -> str:
        """The change as a diff."""
        return f"{self.file}:{self.line}\n  - {self.was}\n  + {self.now}"


def files() -> list[str]:
    """Name the files whose changes are tried."""
    games = sorted(path for path in (ROOT / RULES / "games").glob("*/*.py") if not str(path).endswith(_LEFT_OUT))
    return [f"{RULES}/{name}.py" for name in SHARED] + [str(path.relative_to(ROOT)) for path in games]


@cache
def changes_of(file: str) -> tuple[Change, ...]:
    """Make all changes of a file, in the order of its lines."""
    source = (ROOT / file).read_text()
    found = {(change.line, change.now): change for change in _changes(file, source)}
    return tuple(found[key] for key in sorted(found))


def _changes(file: str, source: str) -> Iterator[Change]:
    nodes = list(ast_nodes(get_ast(source)))
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        for number in range(sum(len(list(operator.mutation_positions(node))) for node in nodes)):
            changed = mutate_code(source, operator, number)
            change = changed and _told(file, source, changed)
            if change and not _OF_TYPES.search(change.was):
                yield change


def _told(file: str, source: str, changed: str) -> Change | None:
    """The change as the lines it takes and gives; those of a statement on several lines in one."""
    was, now = source.splitlines(), changed.splitlines()
    for tag, first, last, start, stop in difflib.SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if tag != "equal":
            return Change(file, _joined(was[first:last]), _joined(now[start:stop]), changed, first + 1)
    return None


def _joined(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())
