"""The picture of the rooms in a guide, made from the import graph: `python -m tests.setup.rooms` renews it."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import grimp

PAGE: Final = Path("pbem", "guide", "contributor-server.md")
PROGRAMS: Final = ("pbem", "rules_core")
PICTURE: Final = re.compile(r"```mermaid\n.*?```\n", re.DOTALL)


def arrows() -> dict[str, set[str]]:
    """Which room imports which directly, without arrows that follow from others.

    A room is a folder of the server, or the engine as a whole; the modules beside the folders are left out.
    """
    graph = grimp.build_graph(*PROGRAMS)
    rooms = [name for name in graph.find_children("pbem") if graph.find_children(name)] + ["rules_core"]
    for room in rooms:
        graph.squash_module(room)
    direct = {
        room: {other for other in graph.find_modules_directly_imported_by(room) if other in rooms and other != room}
        for room in rooms
    }
    return {room: {other for other in others if not _follows(direct, room, other)} for room, others in direct.items()}


def _follows(direct: Mapping[str, set[str]], room: str, other: str) -> bool:
    """Whether a room reaches another by way of a third."""
    return any(other in _below(direct, third) for third in direct[room] - {other})


def _below(direct: Mapping[str, set[str]], room: str) -> set[str]:
    return direct[room] | {further for other in direct[room] for further in _below(direct, other)}


def picture() -> str:
    """The rooms as a Mermaid diagram, from those that lean on others down."""
    lines = [
        f"  {room.removeprefix('pbem.')} --> {other.removeprefix('pbem.')}"
        for room, others in sorted(arrows().items())
        for other in sorted(others)
    ]
    return "\n".join(["```mermaid", "flowchart TD", *lines, "```", ""])


def renew(page: Path) -> None:
    """Put today's picture into the page."""
    page.write_text(PICTURE.sub(lambda _old: picture(), page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    renew(PAGE)
