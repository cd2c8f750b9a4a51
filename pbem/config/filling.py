"""The example configuration filled in: each key where the file explains it, as a person would write it."""

import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Value: TypeAlias = str | int | bool | Sequence[str]


def filled_in(text: str, tables: Mapping[str, Mapping[str, Value]]) -> str:
    """A configuration's text with these keys set in these tables; both may stand there behind a `#`.

    Raises LookupError where the text does not have one of them.
    """
    lines = text.splitlines()
    for table, keys in tables.items():
        start = _find(lines, f"[{table}]", 0)
        lines[start] = f"[{table}]"
        for key, value in keys.items():
            lines[_find(lines, f"{key} =", start + 1)] = f"{key} = {_written(value)}"
    return "\n".join((*lines, ""))


def _find(lines: Sequence[str], beginning: str, start: int) -> int:
    """The number of the line that begins so, from a line on to the end of its table. Raises LookupError."""
    for number in range(start, len(lines)):
        line = lines[number].removeprefix("#")
        if line.startswith(beginning):
            return number
        if start and line.startswith("["):
            break
    raise LookupError(beginning)


def _written(value: Value) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, int):
        return str(value).lower()
    return f"[{', '.join(map(_written, value))}]"
