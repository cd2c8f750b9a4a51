"""Runs the measurements named, or all of them. The exit status is 1 where a target was missed."""

import importlib
import pkgutil
import sys
from pathlib import Path

from .figures import Figure, show

HELPERS = {"__main__", "crowd", "ends", "figures", "selfplay"}


def main(names: list[str]) -> int:
    """Measure and show; give the exit status."""
    known = [module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]) if module.name not in HELPERS]
    unknown = set(names) - set(known)
    if unknown:
        sys.stderr.write(f"no such measurement: {', '.join(sorted(unknown))}; there are {', '.join(known)}\n")
        return 2
    missed = False
    for name in names or known:
        module = importlib.import_module(f".{name}", __package__)
        figures: list[Figure] = list(module.measure())
        show(module.TITLE, figures)
        missed = missed or not all(figure.met for figure in figures)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
