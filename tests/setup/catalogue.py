"""The message catalogue as `make messages` collects it: each text with the file in which it stands."""

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.extract import extract_from_dir
from babel.messages.frontend import _parse_mapping_toml

from pbem.extraction import KEYWORDS

CHECKOUT: Final = Path(__file__).parents[2]


class Message(NamedTuple):
    """A text that people read, singular or plural, and its file from the checkout on."""

    path: str
    text: str


@cache
def messages() -> tuple[Message, ...]:
    """Every message that is handed to translators."""
    with (CHECKOUT / "pyproject.toml").open("rb") as file:
        methods, options = _parse_mapping_toml(file, style="pyproject.toml")
    found = extract_from_dir(CHECKOUT, method_map=methods, options_map=options, keywords=KEYWORDS)
    forms = [(path, said if isinstance(said, tuple) else (said,)) for path, _line, said, _comments, _context in found]
    return tuple(Message(Path(path).as_posix(), text) for path, texts in forms for text in texts if text)
