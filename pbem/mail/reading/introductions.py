"""Lines around a letter that its writer did not write: introductions of quotes, known without words, and footers."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

Sense: TypeAlias = Literal["order", "message", "text", "slip", "fault", "prose"]
"""How a line reads: an order; of a text to be kept; an order gone wrong; what cannot be read; prose, or nothing."""
LineReader: TypeAlias = Callable[[Sequence[str]], Sequence[Sense]]

MAX_MARK: Final = 300
"""Longer lines introduce nothing; patterns meet only shorter ones."""
HEADER_WINDOW: Final = 12
"""Lines within which a block of headers ends."""
HEADERS_NEEDED: Final = 3
_MOST_LINES: Final = 6
"""Lines over which an introduction goes on."""
_MOST_BLANK: Final = 2
"""Blank lines between an introduction and its quote."""
_MOST_TRIED: Final = 60
"""Lines of one letter of which is asked how they read; a try to make that costly has more."""
_ENOUGH: Final = 2
"""Signs that leave no doubt."""
_COLONS: Final = (":", "\u0589", "\u05c3", "\u1804", "\u2236", "\ua789", "\ufe13", "\ufe55")
_CLOSERS: Final = " )]}>\"'*_|-"
"""What may stand behind the colon."""
DATE: Final = re.compile(
    r"(?<!\d)(?:\d{1,2}[:.h]\d\d(?!\d)|\d{1,4} ?[./-] ?\d{1,2} ?[./-] ?\d{2,4}(?!\d)"
    r"|\d{4}(?!\d)\D{1,40}\d{1,2}(?!\d)|\d{1,2}(?!\d)\D{1,40}\d{4}(?!\d))"
)
"""A time of day, a date in numbers, or a year beside another number, in the digits of any script."""
_ADDRESS: Final = re.compile(r"[^\s<>()\[\],;:\"'@]{1,64}@[^\s<>()\[\],;:\"'@]{1,255}")
_HEADER: Final = re.compile(r"[*_]{0,2}[^\W\d_][^\d:]{0,30}:(?=[*_\s]|$)")
FENCE: Final = re.compile(r"[-_*=~]{3,} ?[^-_*=~ ].{0,80}[-_*=~]{3,}")
"""A text between two rules, as programs write above the mail that they quote."""
_WORD: Final = re.compile(r"\w+")


class _Signs(NamedTuple):
    address: bool
    name: bool
    date: bool

    @property
    def are_enough(self) -> bool:
        return sum(self) >= _ENOUGH


class Introductions:
    """Knows what introduces a quote of our mails in one letter.

    `is_address` tells our addresses, `names` are what our mails are called by, `senses_of` tells how lines read.
    """

    def __init__(self, is_address: Callable[[str], bool], names: Sequence[str], senses_of: LineReader) -> None:
        self._is_address = is_address
        self._names = tuple(filter(None, map(_compared, names)))
        self._senses_of = senses_of
        self._known: dict[str, Sense] = {}

    def is_order(self, line: str) -> bool:
        """Whether a line is an order, or part of a text that its writer wants kept."""
        return self._sense(line) in ("order", "message", "text")

    def length(self, lines: Sequence[str], at: int) -> int:
        """Count the lines from here that introduce a quote even where none can be seen; 0 where they do not."""
        ends = list(_colons(lines, at))  # looked for first, since few lines have one, and signs take long to find
        if not ends or not any(self._signs(lines[at : at + 1])):
            return 0
        for end in ends:
            signs = self._signs(lines[at:end])
            if signs.address and signs.are_enough:
                return 0 if any(self._ends_own(lines, below, end) for below in range(at + 1, end + 1)) else end - at
        return 0

    def headers_length(self, lines: Sequence[str], at: int) -> int:
        """Count the lines from here that are the headers of a mail of ours; 0 where they are none."""
        if not _HEADER.match(lines[at][:MAX_MARK]):
            return 0
        part = list(_paragraph(lines[at : at + HEADER_WINDOW]))
        return len(part) if self._are_headers(part) and not any(map(self.is_order, part)) else 0

    def start_above(self, lines: Sequence[str], gone: Sequence[object], at: int) -> int:
        """Find where the introduction of the quote begins that begins here; here, where it has none.

        `gone` tells the lines that are known for another's.
        """
        end = at
        while end and not lines[end - 1] and at - end < _MOST_BLANK:
            end -= 1
        top = end
        while top and end - top < _MOST_LINES and 0 < len(lines[top - 1]) <= MAX_MARK and not gone[top - 1]:
            top -= 1
        if self._begin(lines, top, end) == end:
            return at
        top = next((below for below in range(end, top, -1) if self._ends_own(lines, below, end)), top)
        start = self._begin(lines, top, end)
        part = lines[start:end]
        is_certain = self._signs(part).are_enough and (_ends_in_colon(part[-1]) or self._are_headers(part))
        if start == end or not (is_certain or all(self._sense(line) != "slip" for line in part)):
            return at
        above = lines[start - 1][:MAX_MARK] if start > 0 and not gone[start - 1] else ""
        return start - 1 if FENCE.fullmatch(above) else start

    def _ends_own(self, lines: Sequence[str], below: int, end: int) -> bool:
        """Whether the line above one is its writer's: an order, or almost one that the lines below can do without."""
        line = lines[below - 1]
        return self.is_order(line) or (self._sense(line) == "slip" and self._begin(lines, below, end) < end)

    def _begin(self, lines: Sequence[str], top: int, end: int) -> int:
        """Find the first line between two from which all are an introduction, itself needed; the end where none is."""
        return next((at for at in range(top, end) if self._begins(lines[at:end])), end)

    def _begins(self, part: Sequence[str]) -> bool:
        signs = self._signs(part)
        if not (signs.address or (any(signs) and _ends_in_colon(part[-1])) or self._are_headers(part)):
            return False
        return any(self._signs(part[:1])) or sum(self._signs(part[:2])) > sum(self._signs(part[1:2]))

    def _are_headers(self, part: Sequence[str]) -> bool:
        return sum(_HEADER.match(line) is not None for line in part) >= HEADERS_NEEDED and self._signs(part).are_enough

    def _signs(self, part: Sequence[str]) -> _Signs:
        text = " ".join(line[:MAX_MARK] for line in part)
        words = _compared(text)
        return _Signs(
            any(map(self._is_address, _ADDRESS.findall(text))),
            any(f" {name} " in f" {words} " for name in self._names),
            DATE.search(text) is not None,
        )

    def _sense(self, line: str) -> Sense:
        if line.startswith(">"):
            return "prose"
        if line not in self._known:
            if len(self._known) >= _MOST_TRIED:
                return "order"
            (self._known[line],) = self._senses_of([line])
        return self._known[line]


def _paragraph(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        if not 0 < len(line) <= MAX_MARK or line.startswith(">"):
            return
        yield line


def _colons(lines: Sequence[str], at: int) -> Iterator[int]:
    """The ends of the stretches from here that an introduction could be, as their last lines end in a colon."""
    for end, line in enumerate(lines[at : at + _MOST_LINES], start=at + 1):
        if not 0 < len(line) <= MAX_MARK:
            return
        if _ends_in_colon(line):
            yield end


def _ends_in_colon(line: str) -> bool:
    return line.rstrip(_CLOSERS).endswith(_COLONS)


def _compared(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


MAX_LINE: Final = 2_000
"""Longer lines are looked at up to here."""
_WINDOW: Final = 3
"""Lines over which programs wrap the sentence by which a disclaimer is known."""

_MAIL: Final = r"(?:e-?mail|message|mail|communication|transmission|nachricht|courriel|courrier|mél)"
_DISCLAIMER: Final = re.compile(
    rf"(?:this|the (?:information|contents?)(?: contained)? (?:in|of) this|any views? .{{0,40}} this)\s{_MAIL}\b"
    r".{0,200}\b(?:confidential|privileged|intended|sole|solely|addressee|virus|viruses|copyright|recipient)"
    r"|if you (?:are|were) not the (?:intended|named) |if you have received this "
    r"|(?:\W{0,4})(?:confidentiality (?:notice|note)|disclaimer|legal notice|email disclaimer)\b"
    r"|(?:\W{0,4})(?:p )?please consider the environment"
    rf"|(?:diese|der inhalt dieser|die information(?:en)? in dieser)\s{_MAIL}\b"
    r".{0,200}\b(?:vertraulich\w*|ausschlie(?:ß|ss)lich|bestimmt|adressat\w*|empfänger\w*|viren|geschützt\w*)"
    r"|(?:\W{0,4})(?:vertraulichkeitshinweis|haftungsausschluss|rechtlicher hinweis)\b"
    r"|(?:wenn|falls|sollten) sie nicht der (?:richtige|beabsichtigte|vorgesehene) "
    r"|bitte (?:denken sie an|prüfen sie der) (?:die )?umwelt|denken sie an die umwelt"
    rf"|(?:ce|cette|le contenu de ce|les informations contenues dans ce)t?\s{_MAIL}\b"
    r".{0,200}\b(?:confidentie\w*|destinataires?|usage exclusif|réservée?s?|virus)"
    r"|(?:\W{0,4})(?:avis de confidentialité|avertissement)\b"
    r"|(?:avant d'imprimer|pensez à l'environnement|afin de (?:respecter|préserver|contribuer au respect))\b",
    re.IGNORECASE,
)
_LIST: Final = re.compile(
    r"to (?:unsubscribe|post (?:to this|a message)|view this discussion|stop receiving)\b"
    r"|you (?:received|are receiving|got) this (?:message|e-?mail) because\b"
    r"|(?:un)?subscribe\b.{0,40}https?://|unsubscribe(?: from| here|:| at)|\S+ mailing list(?: -- \S+@\S+)?$"
    r"|https?://\S*(?:listinfo|unsubscribe|groups\.google|postorius|/subscri)"
    r"|(?:um sich|zum) (?:von dieser (?:liste|gruppe) )?abzumelden\b|(?:zum )?abmelden(?: von|:)\b|abbestellen\b"
    r"|sie (?:haben|erhalten) diese nachricht(?: erhalten)?,? weil\b|\S+ mailing-?liste?\b"
    r"|pour (?:vous désabonner|se désabonner|vous désinscrire)\b"
    r"|vous (?:avez reçu|recevez) ce (?:message|mail) (?:car|parce)",
    re.IGNORECASE,
)  # fmt: skip
_CONTACT: Final = re.compile(
    r"(?:tel|telefon|phone|fon|tél|téléphone|fax|telefax|mobil|mobile|mobiltelefon|handy|portable|direct|durchwahl)"
    r"\.?\s*:?\s*[+(\d][\d\s()/+.-]{4,}"
    r"|(?:t|f|m|p)\s*[:|.]?\s*\+\d[\d\s()/.-]{5,}|\+\d{2}[\d\s()/.-]{6,}"
    r"|(?:e-?mail|mailto|web|website|internet|homepage)\s*:\s*\S+|(?:https?://|www\.)\S+"
    r"|.{0,80}\b(?:gmbh|ag|kg|ohg|e\.\s?v\.|ltd|llc|inc|s\.?a\.?r\.?l|sas|plc)\b\.?(?:\s*[|·•,-].{0,80})?",
    re.IGNORECASE,
)
_REGISTERED: Final = re.compile(
    r"(?:sitz(?: der gesellschaft)?|registergericht|amtsgericht|handelsregister|geschäftsführ\w*|vorstand"
    r"|aufsichtsrat\w*|ust-?id(?:-?nr)?\.?|steuernummer|firmenbuch\w*|hrb|vorsitzende\w*|registered (?:office|in)"
    r"|company (?:no|reg)|vat (?:no|reg)|siège social|rcs|siret|siren|tva|capital (?:social )?de)\b.{0,200}",
    re.IGNORECASE,
)  # fmt: skip
_SCANNED: Final = re.compile(
    r"(?:virus-?free|virenfrei|sans virus|garanti sans virus)\b.{0,60}"
    r"|(?:this|diese|cet?) (?:e-?mail|nachricht|mail|message) .{0,40}"
    r"(?:checked|scanned|geprüft|überprüft|vérifié|analysé).{0,80}"
    r"|(?:scanned|checked|geprüft) (?:by|von|durch|mit) .{1,60}",
    re.IGNORECASE,
)  # fmt: skip

_GREETING: Final = re.compile(
    r"(?:(?:lg|vg|hg|bg|mfg|glg|liebe grüße|grüße|gruß|gruss|grüsse)"
    r"|(?:viele|liebe|beste|herzliche|schöne|freundliche|sonnige|ganz liebe|mit (?:freundlichen|besten|lieben|vielen)) "
    r"(?:grüßen?|grüssen?|gruß|gruss)|(?:schönen|lieben|besten|herzlichen) (?:gruß|gruss|dank)"
    r"|danke(?: (?:schön|dir|euch|und .{1,20}))?|vielen dank|bis (?:dann|bald|später)|ciao|tschüss|servus|ahoi"
    r"|(?:(?:best|kind|warm|many|with kind|with best) )?(?:regards|wishes)|cheers|best|thanks(?: (?:a lot|all|again))?"
    r"|many thanks|thank you|thx|yours(?: (?:sincerely|truly|faithfully))?|sincerely|have (?:fun|a nice \w+)|take care"
    r"|cordialement|(?:bien )?(?:cordialement|amicalement|sincèrement)|bien à (?:vous|toi)|amitiés|bises"
    r"|merci(?: d'avance)?|à bientôt|salutations|meilleures salutations|bonne (?:journée|soirée))",
    re.IGNORECASE,
)  # fmt: skip
_NAMED: Final = re.compile(r"[\s,.!/-]*(?:(?:[^\W\d_][\w'-]*\.?)[\s,]*){0,3}[\s.!:)]*")
_WORD_OF_FOOTER: Final = re.compile(r"[^\W\d_][\w'-]*")
_LEAST_NAME: Final = 2
"""Letters of a name that may stand alone: one letter is the end of a line, or a way."""
_MOST_NAMES: Final = 4


def footer_at(lines: Sequence[str], at: int) -> bool:
    """Whether a line begins what nobody wrote for this letter, or belongs to it as a company's address does."""
    line = lines[at][:MAX_LINE]
    if any(pattern.match(line) for pattern in (_LIST, _SCANNED, _REGISTERED)) or _CONTACT.fullmatch(line):
        return True
    filled = [one for one in lines[at : at + _WINDOW] if one]
    return _DISCLAIMER.match(" ".join(filled)[:MAX_LINE]) is not None


def greets(line: str) -> bool:
    """Whether a line is a farewell, with or without a name: "LG A.", "Viele Grüße, Anna"."""
    found = _GREETING.match(line[:MAX_LINE])
    behind = line[found.end() :] if found else ""
    return found is not None and not behind[:1].isalnum() and _NAMED.fullmatch(behind[:80]) is not None


def is_name(line: str, names: Sequence[str]) -> bool:
    """Whether a line is made of words of these names alone: "Anna", "Anna Amsel", "- Anna"."""
    words = _WORD_OF_FOOTER.findall(line[:200].casefold())
    known = {word for name in names for word in _WORD_OF_FOOTER.findall(name.casefold()) if len(word) >= _LEAST_NAME}
    signs = re.sub(r"[\w\s'.,!-]", "", line)
    return 0 < len(words) <= _MOST_NAMES and not signs and known.issuperset(words)
