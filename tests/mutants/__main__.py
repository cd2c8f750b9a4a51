"""Tries the changes of the files named, or of all. The exit status is 1 where the list of survivors is not right."""

import sys
import tempfile
from pathlib import Path

from rich.progress import track

from .changes import changes_of, files
from .survivors import complaint
from .trial import Copy


def main(names: list[str]) -> int:
    """Try all changes of some files; tell those that survive without being listed, and those that no longer do."""
    unknown = set(names) - set(files())
    if unknown:
        sys.stderr.write(f"no such file: {', '.join(sorted(unknown))}; there are {', '.join(files())}\n")
        return 2
    changes = [change for file in names or files() for change in changes_of(file)]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        if not copy.passes():
            sys.stderr.write("the tests of the rules fail without any change\n")
            return 1
        for change in track(changes, f"{len(changes)} changes", disable=not sys.stdout.isatty()):
            text = complaint(change, is_noticed=copy.notices(change))
            if text:
                wrong += 1
                sys.stdout.write(f"{text}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{len(changes)} changes tried, {wrong} not as listed\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
