"""Codes mailed to players who want letters in their name to quote one: whoever can quote it reads their mail.

A code is computed from the mail's Message-ID and a secret in the database, so nothing else is stored, and a mail that a
restored database does not know still proves as much. It appears in the mail's bytes alone, not in its subject or stored
text, which moderators may see. The line that carries it is a comment of the order language. The codes of the newest
mails to a player are valid, and that of the mail being answered, as long as the address it went to is theirs.
"""

import hmac
import re
import secrets
from collections.abc import Collection, Iterable
from hashlib import sha256
from typing import Final

from pbem.i18n import Catalogue, catalogue
from pbem.mail.reply_codes import LENGTH, SIGNS
from pbem.store import Tx, UnitOfWork
from pbem.store.mail.outbox import MailRow, find_mail_by_message_id, list_newest_message_ids
from pbem.store.players.player import get_player, list_other_addresses
from pbem.store.players.preferences import find_proof_choice
from pbem.store.service.server import find_meta, put_meta
from pbem.terms import Proof

WORD: Final = "proof"
"""The word before a code, in every language."""
NEWEST: Final = 200
"""Mails to a player whose codes hold, whether a letter says that it answers one of them or not."""
_MOST_TRIED: Final = 30
"""Codes of one letter, and mails that it answers, that are looked at: more are a try to find one."""
_SECRET: Final = "secret of proof codes"
_HALF: Final = f"[{SIGNS}]{{{LENGTH // 2}}}"
_CODE: Final = re.compile(rf"(?<![\w-])({_HALF})[ -]?({_HALF})(?![\w-])", re.IGNORECASE)
_LINE: Final = re.compile(rf"\W*(?:{WORD}\W{{0,3}}{_HALF}[ -]?{_HALF}|{_HALF}-{_HALF})\W*", re.IGNORECASE)
_CLOSING: Final = re.compile(rf"(?:\n# [^\n]*)?\n# {WORD} {_HALF}-{_HALF}\n\Z")
_UNANSWERABLE: Final = frozenset({"address", "sign-in"})
"""Mails that may go to an address that is nobody's yet, and that no letter answers."""
ORDER: Final[tuple[Proof, ...]] = ("token+from", "aligned", "code")
"""From the loosest to the strictest."""


def find_chosen_proof(unit: UnitOfWork, player_id: int) -> Proof | None:
    """The proof that a player, or else the operator, has chosen, no looser than permitted; None where neither has."""
    wanted = find_proof_choice(unit, player_id) or unit.settings.mail.proof
    return None if wanted is None else stricter(wanted, unit.settings.mail.proof_least)


def stricter(one: Proof, other: Proof) -> Proof:
    """The stricter of two."""
    return max(one, other, key=ORDER.index)


def closing_for(unit: UnitOfWork, mail: MailRow) -> str:
    """The lines behind a mail's text that carry its code; "" where its player wants none."""
    secret = _secret(unit) if wants_codes(unit, mail) else None
    if secret is None or mail.player_id is None:
        return ""
    code = _code(secret, mail.player_id, mail.message_id)
    return _closing(code, catalogue(get_player(unit, mail.player_id).language))


def prepare(unit: UnitOfWork, mail: MailRow) -> None:
    """Make the secret behind a mail's code, if the mail is to have one, in a transaction that writes."""
    if wants_codes(unit, mail) and _secret(unit) is None:
        put_meta(unit, _SECRET, secrets.token_hex(32))


def wants_codes(unit: UnitOfWork, mail: MailRow) -> bool:
    """Whether a mail is to carry a code."""
    if mail.player_id is None or mail.kind in _UNANSWERABLE:
        return False
    return (find_chosen_proof(unit, mail.player_id) or unit.settings.mail.proof_least) == "code"


def without_closing(text: str) -> str:
    """The text of a mail without the lines that carry its code."""
    return _CLOSING.sub("", text)


def codes_in(lines: Iterable[str]) -> tuple[str, ...]:
    """The codes in a text, in capital letters, each once: the first few of them."""
    found = (one + other for line in lines for one, other in _CODE.findall(line))
    return tuple(dict.fromkeys(code.upper() for code in found))[:_MOST_TRIED]


def without_proofs(lines: Iterable[str]) -> tuple[str, ...]:
    """The lines, of which those that carry a code and nothing else are comments, however they were typed."""
    return tuple("#" if _LINE.fullmatch(line) and not line.lstrip().startswith((">", "#")) else line for line in lines)


def is_quoted(tx: Tx, player_id: int, lines: Iterable[str], answered: Iterable[str]) -> bool:
    """Whether a text quotes a code that was mailed to a player; `answered` are the Message-IDs that its letter answers.

    Of those one that no mail of the database has counts as well: it may have been restored since.
    """
    codes, secret = codes_in(lines), _secret(tx)
    if not codes or secret is None:
        return False
    addresses = {get_player(tx, player_id).address, *list_other_addresses(tx, player_id)}
    newest = list_newest_message_ids(tx, player_id, NEWEST)
    ids = [message_id for message_id, address in newest if address in addresses]
    known = {message_id for message_id, _address in newest}
    ids += [one for one in list(answered)[:_MOST_TRIED] if one not in known and _may_be(tx, one, player_id, addresses)]
    valid = [_code(secret, player_id, message_id) for message_id in ids]
    return any(hmac.compare_digest(code, right) for code in codes for right in valid)


def _may_be(tx: Tx, message_id: str, player_id: int, addresses: Collection[str]) -> bool:
    mail = find_mail_by_message_id(tx, message_id)
    return mail is None or (mail.player_id == player_id and mail.to_address in addresses)


def _secret(tx: Tx) -> bytes | None:
    found = find_meta(tx, _SECRET)
    return None if found is None else found.encode()


def _code(secret: bytes, player_id: int, message_id: str) -> str:
    number = int.from_bytes(hmac.digest(secret, f"{player_id} {message_id}".encode(), sha256))
    signs = []
    for _ in range(LENGTH):
        number, sign = divmod(number, len(SIGNS))
        signs.append(SIGNS[sign])
    return "".join(signs)


def _closing(code: str, words: Catalogue) -> str:
    sentence = words.text("Leave the next line in your reply: it shows that you read these emails.")
    return f"\n# {sentence}\n# {WORD} {code[: LENGTH // 2]}-{code[LENGTH // 2 :]}\n"
