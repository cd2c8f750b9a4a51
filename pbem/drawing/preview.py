"""A map in the frame of a link preview: of the size that chats and networks show, with the game's name beside it."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pbem.drawing.face import has_letters, width
from pbem.drawing.page import Crop, around

WIDTH: Final = 1200
HEIGHT: Final = 630
_BOX: Final = Crop(404, 30, 766, 570)
"""Where the map is."""
_LEFT: Final = 36
_ROOM: Final = _BOX.x - 2 * _LEFT
_TOP: Final = 74
_TITLE: Final = 54
_LINE: Final = 30
_MOST: Final = 3
"""Lines of a title."""
_MORE: Final = "…"


class PreviewLine(NamedTuple):
    """A line beside the map, and where it begins."""

    text: str
    y: int
    size: int
    is_title: bool


class PreviewFrame(NamedTuple):
    """The frame around a map: where the map is, how it is moved and scaled there, and what stands beside it."""

    width: int
    height: int
    box: Crop
    x: float
    y: float
    scale: float
    left: int
    rule: int
    """Where the rule below the title runs."""
    lines: tuple[PreviewLine, ...]


def preview_frame(crops: Sequence[Crop], title: str, lines: Sequence[str]) -> PreviewFrame:
    """The frame for a map of which all these parts are to be seen; letters that the face lacks are left out."""
    x, y, across, down = around(crops)
    scale = min(_BOX.width / across, _BOX.height / down)
    titles = [
        PreviewLine(text, _TOP + round(_TITLE * 1.1) * place, _TITLE, True)
        for place, text in enumerate(_wrapped(title))
    ]
    rule = titles[-1].y + 44 if titles else _TOP
    written = (text for line in lines for text in _parted(_known(line), _LINE))
    others = [
        PreviewLine(text, rule + 62 + round(_LINE * 1.45) * place, _LINE, False) for place, text in enumerate(written)
    ]
    return PreviewFrame(
        width=WIDTH,
        height=HEIGHT,
        box=_BOX,
        x=round(_BOX.x + (_BOX.width - across * scale) / 2 - x * scale, 1),
        y=round(_BOX.y + (_BOX.height - down * scale) / 2 - y * scale, 1),
        scale=round(scale, 5),
        left=_LEFT,
        rule=rule,
        lines=(*titles, *(line for line in others if line.y < HEIGHT - 20)),
    )


def _known(text: str) -> str:
    return "".join(letter for letter in text if has_letters(letter)).strip()


def _wrapped(title: str) -> list[str]:
    found = list(_parted(_known(title), _TITLE))
    return found if len(found) <= _MOST else [*found[: _MOST - 1], _cut(found[_MOST - 1] + _MORE, _TITLE)]


def _parted(text: str, size: int) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and width(longer, size) > _ROOM:
            yield _cut(line, size)
            longer = word
        line = longer
    if line:
        yield _cut(line, size)


def _cut(text: str, size: int) -> str:
    if width(text, size) <= _ROOM:
        return text
    kept = text
    while kept and width(kept + _MORE, size) > _ROOM:
        kept = kept[:-1]
    return kept + _MORE
