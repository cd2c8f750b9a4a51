"""Templates of mails and drawings: where they lie, and the one Jinja environment that renders them.

Those of mails are the folder `mail_templates` beside the package in a checkout; an installed wheel has them inside the
package. What drawings share lies in `pbem.drawing`, and a game's own in its package in `pbem.games`, as those of its
pages do.
"""

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final, Protocol, cast

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from pbem.i18n import Catalogue

SYNTAX: Final[Mapping[str, bool]] = {"trim_blocks": True, "lstrip_blocks": True}
"""How templates are read. A line that holds nothing but a tag leaves nothing behind."""

_PACKAGE: Final = Path(__file__).parent


def templates_folder() -> Path:
    """The folder of the mails' templates, in an installed wheel or in a checkout."""
    installed = _PACKAGE / "_mail_templates"
    return installed if installed.is_dir() else _PACKAGE.parent / "mail_templates"


def loader_of(folder: Path) -> BaseLoader:
    """The loader of templates in a folder, and of `drawing/<file>` and `games/<package>/<file>`, which others share."""
    games = {
        templates.parent.name: FileSystemLoader(templates) for templates in (_PACKAGE / "games").glob("*/templates")
    }
    shared = {"drawing": FileSystemLoader(_PACKAGE / "drawing" / "templates"), "games": PrefixLoader(games)}
    return ChoiceLoader([FileSystemLoader(folder), PrefixLoader(shared)])


class _TranslatingEnvironment(Protocol):
    """An environment with the extension for texts, which adds this method as it is loaded, unknown to Jinja's types."""

    def install_gettext_callables(
        self, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str], newstyle: bool
    ) -> None: ...


@lru_cache(maxsize=64)
def environment(words: Catalogue) -> Environment:
    """The environment that renders in one language.

    Templates say texts by `{{ _("...") }}` and `{% trans %}` with facts as `%(name)s`, and write numbers and dates by
    `words`, the catalogue. A name that the caller did not give is an error, never an empty place. Only `.html` and
    `.svg` are escaped.
    """
    env = Environment(
        loader=loader_of(templates_folder()),
        undefined=StrictUndefined,
        autoescape=lambda name: name is not None and name.endswith((".html", ".svg")),
        trim_blocks=SYNTAX["trim_blocks"],
        lstrip_blocks=SYNTAX["lstrip_blocks"],
    )
    install_texts(env, words.translations.gettext, words.translations.ngettext)
    env.globals["words"] = words
    env.filters["part"] = part
    return env


def part(element: str, known: Collection[str] | None) -> Markup:
    """Mark an element by a digest of its content, and empty it where the client has that content: it is `known`.

    Such a part holds no other, and its start tag no ">" but the last. With None it stays as it is.
    """
    if known is None:
        return Markup(element)
    head, _, rest = element.strip().partition(">")
    inner, _, tag = rest.rpartition("</")
    key = sha256(inner.encode()).hexdigest()[:10]
    return Markup(f'{head} data-key="{key}">{"" if key in known else inner}</{tag}')


def install_texts(env: Environment, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]) -> None:
    """Let the templates of an environment say texts, which these functions translate."""
    env.add_extension("jinja2.ext.i18n")
    env.policies["ext.i18n.trimmed"] = True
    cast(_TranslatingEnvironment, env).install_gettext_callables(gettext, ngettext, newstyle=True)
    env.globals["_"] = env.globals["gettext"]  # which the extension would look up for each text


def render(name: str, words: Catalogue, **facts: object) -> str:
    """The template of that name, such as "sign_in.txt", in one language. Raises jinja2.TemplateError when it cannot."""
    return environment(words).get_template(name).render(facts)
