"""The recipes of the README, taken out of it so that tests can follow them to the letter."""

import re
from collections.abc import Mapping
from pathlib import Path

_RECIPE = re.compile(r"<!-- recipe: (\S+) (\S+) -->\n```\w*\n(.*?)```\n", re.DOTALL)


def recipe(checkout: Path, name: str, file: str, replaced: Mapping[str, str]) -> str:
    """A recipe's block for a file, with what differs from machine to machine replaced, all of which it must hold."""
    blocks = {(found[1], found[2]): found[3] for found in _RECIPE.finditer((checkout / "README.md").read_text("utf-8"))}
    text = blocks[name, file]
    for here, there in replaced.items():
        assert here in text, f"the recipe {name} says nothing of {here}"
        text = text.replace(here, there)
    return text


def edit(config: Path, block: str) -> None:
    """Write a block into a configuration as a person does: each line in its place, where the file explains it."""
    lines, table = config.read_text("utf-8").splitlines(), 0
    for line in filter(None, block.splitlines()):
        is_table = line.startswith("[")
        start, begins = (0, line) if is_table else (table + 1, f"{line.partition('=')[0]}=")
        at = next(at for at in range(start, len(lines)) if lines[at].removeprefix("#").startswith(begins))
        assert is_table or not any(between.removeprefix("#").startswith("[") for between in lines[start:at]), line
        lines[at], table = line, at if is_table else table
    config.write_text("\n".join((*lines, "")), "utf-8")
