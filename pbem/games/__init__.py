"""Everything the server says of games: words, reports, drawings, choices. Importing it registers each by its kind.

Each game that can be played has a package here by its kind, which exports its presentation as `PRESENTATION`.
"""

from importlib import import_module

from pbem.games.presentation import IncompletePresentation, check_all, register
from rules_core.games import kinds

for _kind in kinds():
    try:
        _package = import_module(f"{__name__}.{_kind}")
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{_kind}":  # something else that its package needs
            raise
        raise IncompletePresentation(f"{_kind} cannot be presented: it has no package in pbem.games") from error
    register(_package.PRESENTATION)
check_all(kinds())
