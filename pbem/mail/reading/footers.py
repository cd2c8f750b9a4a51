"""Lines that companies, lists, scanners and habits put below a letter: what they look like in three languages.

Decides only how a line looks. Whether it may be left out, beside orders and what might be one, is not known here.
"""

import re
from collections.abc import Sequence
from typing import Final

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
_WORD: Final = re.compile(r"[^\W\d_][\w'-]*")
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
    words = _WORD.findall(line[:200].casefold())
    known = {word for name in names for word in _WORD.findall(name.casefold()) if len(word) >= _LEAST_NAME}
    signs = re.sub(r"[\w\s'.,!-]", "", line)
    return 0 < len(words) <= _MOST_NAMES and not signs and known.issuperset(words)
