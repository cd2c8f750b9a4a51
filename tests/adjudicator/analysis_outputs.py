"""All that the pages of an analysis tell of a game, from its beginning up to what is kept and shared: an output."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from simulated_kit import seeded_chance
from web_kit import Browser

from adjudicator.kit import Game
from adjudicator.viewers import Viewer, browser_of

TRIED: Final = ("", "end", "roll 1?\nend", "", "income", "nonsense")
"""Orders that are tried one after the other, "" for the first that the page offers; some of them are not possible."""


def analyses(game: Game, viewer: Viewer) -> Iterator[str]:
    """An analysis of where the game stands, tried on, looked at as a whole, shared and deleted; or why there is none.

    Chance is the same each time, and a viewer's own analyses leave nothing behind.
    """
    visitor = Browser(game.world.app)
    visitor.client = browser_of(game, viewer)
    found = partial(_told, visitor)
    visitor.open(f"/games/{game.row.tag}/try")
    yield found()
    if not visitor.page.xpath("//main//form"):  # in one's own turn
        return
    with seeded_chance("an analysis"):
        _send(visitor, "/try")
        yield found()
        root = visitor.response.request.path.rpartition("/")[0]
        for orders in TRIED:
            offered = visitor.page.xpath("//button[@name='add']/@value")
            _send(visitor, "/orders", orders=orders or offered[0], do="play")
            yield found()
        paths = sorted(set(re.findall(rf'href="({root}/[^"#]+)"', visitor.response.text)))
        for path in paths:
            visitor.open(path)
            yield found()
        visitor.open(f"{root}/0")
        _send(visitor, "/share", do="share")
        yield found()
        (shared,) = set(re.findall(r"/analysis/shared/[\w-]{20,}", visitor.response.text))
        for path in (shared, f"{shared}/1", f"{shared}/1/map.svg"):
            visitor.open(path)
            yield found()
    visitor.open(f"{root}/0")
    _send(visitor, f"{root}/delete")
    yield found()


def _told(visitor: Browser) -> str:
    response = visitor.response
    return f"{response.request.path} {response.status}\n{response.headers}\n{response.text}"


def _send(visitor: Browser, ending: str, **fields: Any) -> None:
    """Send the form on the page whose address ends so, with these fields in place of its own."""
    (form,) = (one for one in visitor.page.forms if one.action.partition("#")[0].endswith(ending))
    visitor.post(form.action, {**dict(form.form_values()), **fields})
