"""The first pages that a server is asked for, made ready in the background once it answers.

Jinja compiles a template when it is first needed: for home and a game's page that took half a second. Only these are
compiled, with all that they stand on; any other page is then compiled within a tenth of a second.
"""

import re
import threading
from collections.abc import Iterator
from typing import Final

from flask import Flask
from jinja2 import Environment

from pbem.i18n import catalogue
from pbem.templates import environment
from pbem.web.games.forms import prepare_terrains

_FIRST: Final = ("home.html", "game.html", "_dice.html")
"""The pages, beside which each game has templates of its own, and the symbols of dice that any sentence may have."""
_USED: Final = re.compile(r'\{%-?\s*(?:extends|include|import|from)\s+"([^"]+)"')
"""How a template names another that it needs."""


def warm_up(app: Flask, language: str) -> None:
    """Begin to compile what first pages and the maps on them need, in a language; return at once."""
    threading.Thread(target=_compile, args=(app.jinja_env, language), name="warming", daemon=True).start()


def _compile(pages: Environment, language: str) -> None:
    drawings = environment(catalogue(language))
    games = pages.list_templates(filter_func=lambda name: name.startswith("games/") and name.endswith(".html"))
    for env, names in ((pages, (*_FIRST, *games)), (drawings, drawings.list_templates(extensions=("svg",)))):
        for name in dict.fromkeys(used for first in names for used in _used_by(env, first)):
            env.get_template(name)
    prepare_terrains()


def _used_by(env: Environment, name: str) -> Iterator[str]:
    assert env.loader is not None, "all our environments have one"
    yield name
    for used in _USED.findall(env.loader.get_source(env, name)[0]):
        yield from _used_by(env, used)
