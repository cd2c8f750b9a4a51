"""Parts what the sender wrote from quotes and signatures, in one pass over the lines and in linear time.

First come marks (`_marked`): lines that begin with `>`; introductions, separators ("-----Original Message-----") and
header blocks with what they introduce; signatures. Answers between quotes stay. Then, where the mail replied to is at
hand, lines copied from it are quotes too, whatever marks them; `_copied` knows the one exception. Last, the lines above
a quote that introduce it (`pbem.mail.reading.introductions`) are removed, and everything below an introduction whose
quote has no marks. Where nothing is marked and no known name helps, an introduction is recognised by words of some
languages alone.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import groupby
from typing import Final, NamedTuple

from pbem.mail.reading.introductions import DATE, FENCE, HEADER_WINDOW, HEADERS_NEEDED, MAX_MARK, Introductions
from pbem.mail.reading.text import plain, without_blank

_ATTRIBUTION_LINES: Final = 3
"""Lines over which mail programs wrap an attribution."""

_WROTE: Final = re.compile(
    r"\b(?:wrote|writes|schrieb|schreibt|geschrieben|a écrit|escribió|ha scritto|schreef|skrev|escreveu|napisał\w?)\b",
    re.IGNORECASE,
)
_DATE_AND_ADDRESS: Final = re.compile(r"\d{4}-\d{2}-\d{2}\s[^<>]*<[^<>\s]+@[^<>\s]+>:")
_SEPARATOR: Final = re.compile(
    r"[-_*=\s]{2,}(?:original message|ursprüngliche nachricht|original-?nachricht|reply message|message d'origine"
    r"|message original|mensaje original|messaggio originale|oorspronkelijk bericht|forwarded message"
    r"|weitergeleitete nachricht|message transféré)[-_*=:\s]*",
    re.IGNORECASE,
)
_FORWARDED: Final = re.compile(
    r"[-_*=\s]{2,}(?:forwarded message|weitergeleitete nachricht|message transféré)[-_*=:\s]*"
    r"|begin forwarded message:|anfang der weitergeleiteten nachricht:|début du message (?:réexpédié|transféré) ?:",
    re.IGNORECASE,
)
_RULE: Final = re.compile(r"[-_=*~]{3,}")
_STROKES: Final = ("-", "_", "=", "*", "~")
"""The signs that lines between two mails begin with."""
_HEADER: Final = re.compile(r"\*{0,2}([A-Za-zÀ-ÿ]{1,12}(?: le)?)\*{0,2} ?:(?=[*\s]|$)")
_HEADER_KINDS: Final = {
    **dict.fromkeys(("from", "von", "de", "da", "van", "från", "fra"), "from"),
    **dict.fromkeys(("sent", "gesendet", "date", "datum", "envoyé", "enviado", "inviato", "verzonden"), "date"),
    **dict.fromkeys(("envoyé le", "fecha", "data"), "date"),
    **dict.fromkeys(("to", "an", "à", "para", "a", "aan", "till"), "to"),
    **dict.fromkeys(("subject", "betreff", "objet", "asunto", "oggetto", "onderwerp", "ämne"), "subject"),
}
_ADVERTISEMENT: Final = re.compile(
    r"(?:sent|written) (?:from|via|with|using) .+|this message was sent from my .+|get outlook for .+"
    r"|(?:diese nachricht wurde )?von (?:meinem|meiner|samsung|iphone|ipad|outlook)\b.*"
    r"(?:gesendet|gesandt|verschickt|versendet)\.?"
    r"|(?:gesendet|geschrieben) (?:mit|von|vom|aus|über)\b.+|mobil gesendet.*|(?:holen sie sich )?outlook für .+"
    r"|envoyé (?:de|depuis) .+|télécharger outlook .+|verstuurd vanaf .+|inviato da.+|enviado (?:desde|do) .+",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[\w?$#]")
_LINK: Final = re.compile(r"[<\[(]?https?://\S+")

_ORDER_WORDS: Final = 40
"""Words of the longest order a report proposes: `end discard` and a letter for each of twenty dice, or a long run."""
_LIST_MARKS: Final = "-*• "
_PROSE_ENDS: Final = (".", ":", ";", "!")
_MAX_PLACES: Final = 64
"""Places in the original that one line is followed at; a map repeats its rows."""


@dataclass(frozen=True)
class Cut:
    """A letter's lines in two heaps, each in the letter's order, without blank lines and outer spaces."""

    unquoted: tuple[str, ...]
    quoted: tuple[str, ...]
    spaced: tuple[str, ...] = field(default=(), compare=False)
    """`unquoted` with an empty line wherever blank ones, or a quote, stand between two lines."""
    signature: tuple[str, ...] = field(default=(), compare=False)
    """What of `quoted` stands below a line `--`, it included."""
    is_forwarded: bool = field(default=False, compare=False)
    """Whether a mail that was passed on stands among what is quoted."""
    open_ends: frozenset[int] = field(default=frozenset(), compare=False)
    """The indices of lines of `spaced` that may go on on the next."""


class _Mark(IntEnum):
    WRITTEN = 0
    QUOTE = 1
    SIGNATURE = 2


def looks_like_an_order(line: str) -> bool:
    """Whether a line could be an order by its looks: few words, a letter first, no end of a sentence."""
    line = line.partition("#")[0].strip().lstrip(_LIST_MARKS)  # behind it stands a remark, in whatever words
    return line[:1].isalpha() and not line.endswith(_PROSE_ENDS) and len(line.split()) <= _ORDER_WORDS


def cut(
    lines: Sequence[str],
    original: Iterable[str] = (),
    is_order: Callable[[str], bool] = looks_like_an_order,
    introductions: Introductions | None = None,
    open_ends: Collection[int] = (),
) -> Cut:
    """Part the sender's own lines from quotes and signatures.

    `original` are the lines of the mail replied to. `is_order` says which lines a player might copy from there to send
    them back as orders; it is asked about lines that stand in the original only. `introductions` knows what introduces
    a quote of ours; without it words must tell. `open_ends` are the indices of lines that may go on on the next.
    """
    stripped = [line.strip() for line in lines]
    marked = _marked(stripped, introductions)
    copied = _copied(lines, marked, original, is_order, open_ends)
    if introductions is not None:
        _mark_introductions(stripped, marked, copied, introductions)
    unquoted, quoted, signature = [], [], []
    for line, *reasons in zip(lines, marked, copied, strict=True):
        if not any(reasons):
            unquoted.append(line)
            continue
        unquoted.append("")
        if line.replace(">", " ").strip():
            quoted.append(line)
        if reasons[0] is _Mark.SIGNATURE:
            signature.append(line)
    quotes = without_blank(quoted)
    is_forwarded = any(len(line) <= MAX_MARK and _FORWARDED.fullmatch(line) for line in quotes)
    spaced = _spaced(unquoted)
    still_open = frozenset(place for place, (at, _) in enumerate(spaced) if at in open_ends)
    lines_spaced = tuple(line for _, line in spaced)
    return Cut(without_blank(unquoted), quotes, lines_spaced, without_blank(signature), is_forwarded, still_open)


def _spaced(lines: Iterable[str]) -> list[tuple[int, str]]:
    """The lines without outer spaces, each with its index; a stretch of blank ones between them is one empty line."""
    stretches = groupby(enumerate(line.strip() for line in lines), key=lambda one: bool(one[1]))
    found = [one for filled, stretch in stretches for one in (stretch if filled else [(-1, "")])]
    return found[found[:1] == [(-1, "")] : len(found) - (found[-1:] == [(-1, "")])]


class _Introduction(NamedTuple):
    """Lines that announce a quote; `certain` when what follows is one even where nothing own stands before."""

    length: int
    certain: bool


def _mark_introductions(
    lines: Sequence[str], marked: list[_Mark], copied: Sequence[bool], introductions: Introductions
) -> None:
    gone = [bool(mark) or is_copied for mark, is_copied in zip(marked, copied, strict=True)]
    lines = ["" if _RULE.fullmatch(line[:MAX_MARK]) else line for line in lines]
    own_count, is_quoted = 0, False
    for at, line in enumerate(lines):
        if line and not gone[at]:
            own_count, is_quoted = own_count + 1, False
        elif not is_quoted and (line.startswith(">") or copied[at]):
            is_quoted = True
            start = introductions.start_above(lines, gone, at)
            own_count -= sum(line != "" for line in lines[start:at])
            is_unmarked = start < at and copied[at] and own_count > 0 and not _mark_follows(lines, at)
            end = len(lines) if is_unmarked else at
            marked[start:end] = [mark or _Mark.QUOTE for mark in marked[start:end]]
            if is_unmarked:
                return


def _marked(lines: Sequence[str], introductions: Introductions | None) -> list[_Mark]:
    gone = [_Mark.WRITTEN] * len(lines)
    has_own_text = False
    at = 0
    while at < len(lines):
        line, end, mark = lines[at], at + 1, _Mark.QUOTE
        introduction = _introduction(lines, at, introductions)
        if line == "--":  # RFC 3676, 4.3, though the space at its end is gone
            end, mark = len(lines), _Mark.SIGNATURE
        elif introduction is not None:
            end = at + introduction.length
            if (introduction.certain or has_own_text) and not _mark_follows(lines, end):
                end = len(lines)
        elif not (line.startswith(">") or _RULE.fullmatch(line) or _is_advertisement(line)):
            has_own_text = has_own_text or line != ""
            at += 1
            continue
        gone[at:end] = [mark] * (end - at)
        at = end
    return gone


def _mark_follows(lines: Sequence[str], at: int) -> bool:
    return next(_filled(lines, at), "").startswith(">")


def _filled(lines: Sequence[str], at: int) -> Iterator[str]:
    return (line for line in lines[at : at + HEADER_WINDOW] if line)


def _introduction(lines: Sequence[str], at: int, introductions: Introductions | None) -> _Introduction | None:
    length = _attribution_length(lines, at, introductions)
    if length:
        return _Introduction(length, certain=False)
    length = _separator_length(lines, at, introductions) or _headers_length(lines, at, introductions)
    length = length or _forwarding_length(lines, at)
    return _Introduction(length, certain=True) if length else None


def _attribution_length(lines: Sequence[str], at: int, introductions: Introductions | None) -> int:
    """The number of lines from here that say who wrote the quote below; 0 when they do not."""
    if introductions is None:
        return _worded_length(lines, at)
    length = introductions.length(lines, at) or _worded_length(lines, at)
    return 0 if any(map(introductions.is_order, lines[at : at + length])) else length


def _worded_length(lines: Sequence[str], at: int) -> int:
    """The number of lines from here that say in words who wrote the quote below; 0 when they do not."""
    for length, line in enumerate(lines[at : at + _ATTRIBUTION_LINES], start=1):
        if not line or len(line) > MAX_MARK:
            return 0
        if line.endswith(":"):  # which few lines do: patterns are tried on those alone
            text = " ".join(lines[at : at + length])
            is_introduction = DATE.search(lines[at]) or _WROTE.search(lines[at])
            return length if is_introduction and (_WROTE.search(text) or _DATE_AND_ADDRESS.fullmatch(text)) else 0
    return 0


def _separator_length(lines: Sequence[str], at: int, introductions: Introductions | None) -> int:
    """Count the lines from here that part the original mail from the answer; any rule does, above a header block."""
    line = lines[at]
    if not line.startswith(_STROKES) or len(line) > MAX_MARK:
        return 0
    if not any(pattern.fullmatch(line) for pattern in (_RULE, FENCE, _SEPARATOR)):
        return 0
    below = next((i for i in range(at + 1, min(at + 4, len(lines))) if lines[i]), at)
    length = _headers_length(lines, below, introductions) or _attribution_length(lines, below, introductions)
    if length:
        return below + length - at
    return 1 if _SEPARATOR.fullmatch(line) else 0


def _forwarding_length(lines: Sequence[str], at: int) -> int:
    line = lines[at]
    return 1 if len(line) <= MAX_MARK and _FORWARDED.fullmatch(line) else 0


def _headers_length(lines: Sequence[str], at: int, introductions: Introductions | None) -> int:
    return (introductions.headers_length(lines, at) if introductions else 0) or _worded_headers_length(lines, at)


def _worded_headers_length(lines: Sequence[str], at: int) -> int:
    """Count the lines from here that are headers in words: at least three kinds, who wrote it among them."""
    if _header_kind(lines[at]) not in ("from", "date"):
        return 0
    kinds: set[str] = set()
    length = 0
    for line in lines[at : at + HEADER_WINDOW]:
        kind = _header_kind(line)
        if kind is not None:
            kinds.add(kind)
        elif line.startswith(">") or (len(kinds) >= HEADERS_NEEDED and not line):
            break
        length += 1
    return length if "from" in kinds and len(kinds) >= HEADERS_NEEDED else 0


def _header_kind(line: str) -> str | None:
    header = _HEADER.match(line)
    return _HEADER_KINDS.get(header[1].lower()) if header else None


def _is_advertisement(line: str) -> bool:
    return len(line) <= MAX_MARK and _ADVERTISEMENT.fullmatch(_LINK.sub("", line).strip()) is not None


def _copied(
    lines: Sequence[str],
    marked: Sequence[_Mark],
    original: Iterable[str],
    is_order: Callable[[str], bool],
    open_ends: Collection[int],
) -> list[bool]:
    """For each line whether it was copied from the original as a quote.

    Words of unmarked lines are compared with runs of words in the original, however they are wrapped. A run is a quote
    when it holds a line that can be no order. So a report sent back whole is a quote, with the orders it proposes; but
    whoever copies `income`, or all proposed lines and nothing else, has given those orders.
    """
    copied = [False] * len(lines)

    def are_orders(places: Iterable[int]) -> bool:
        whole: list[str] = []
        for at in places:
            goes_on = bool(whole) and at - 1 in open_ends
            whole[-1:] = [f"{whole[-1]} {lines[at]}"] if goes_on else [*whole[-1:], lines[at]]
        return all(map(is_order, whole))

    if are_orders(at for at, line in enumerate(lines) if line and not marked[at]):  # no run of them could be a quote
        return copied
    text = _Original(original)
    if not text.words:
        return copied
    run: list[int] = []
    ends: list[int] = []

    def close() -> None:
        if not are_orders(i for i in run if _words(lines[i])):
            for i in run:
                copied[i] = True
        run.clear()

    for at, line in enumerate(lines):
        words = [] if marked[at] else _words(line)
        if marked[at]:
            close()
            ends = []
        elif words:
            going_on = text.ends_of(words, ends)
            if not going_on:
                close()
            ends = going_on or text.ends_of(words, text.starts.get(words[0], []))
            if ends:
                run.append(at)
        elif run:  # signs alone, such as dice drawn in the HTML of a mail, belong to what stands around them
            run.append(at)
    close()
    return copied


class _Original:
    """The mail replied to: its words in a row, and the places where its lines start, by their first word."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.words: list[str] = []
        self.starts: dict[str, list[int]] = {}
        for line in lines:
            words = _words(line)
            if words:
                self.starts.setdefault(words[0], []).append(len(self.words))
                self.words += words

    def ends_of(self, words: list[str], starts: Sequence[int]) -> list[int]:
        size = len(words)
        return [start + size for start in starts[:_MAX_PLACES] if self.words[start : start + size] == words]


def _words(line: str) -> list[str]:
    """The words of a line, for comparing. Marks of quotes, lists and headings differ from program to program."""
    return [word for word in plain(line).split() if word.isalnum() or _WORD.search(word)]
