"""How much of a letter is read. Whoever writes more is told so; nobody's letter may keep the others waiting."""

from typing import Final

MAX_BYTES: Final = 1 << 20
"""A whole letter, as it came over the wire."""

MAX_HEADER_BYTES: Final = 64 << 10
"""All headers of the letter together."""

MAX_HEADER: Final = 4 << 10
"""Characters of one header. The library's parsers of addresses and parameters take quadratic time."""

MAX_RAW_LINES: Final = 40_000
"""Lines of the letter as it came; 1 MiB of attachment has 14,000."""

MAX_PARTS: Final = 50
"""MIME parts, the letter itself included."""

MAX_DEPTH: Final = 10
"""MIME parts within one another."""

MAX_TAGS: Final = 50_000
"""Tags of an HTML letter, quotes included."""

MAX_ATTRIBUTES_OF_TAG: Final = 100
"""Attributes of one tag of an HTML letter. libxml2 appends each to a list that it walks from the start."""

MAX_ATTRIBUTES: Final = 100_000
"""Attributes of an HTML letter, quotes included."""

MAX_ELEMENTS: Final = 5_000
"""HTML elements outside quotes."""

MAX_TEXT_LINES: Final = 10_000
"""Lines of the letter's text, quotes included."""

MAX_REPORT_BYTES: Final = 256 << 10
MAX_REPORT_LINES: Final = 5_000
"""Size of a delivery report; in a longer one no addresses are looked for."""

MAX_LINES: Final = 2_000
"""Lines of the sender's own text."""

MAX_LINE: Final = 2_000
"""Characters of one line of the sender's own text."""
