"""Writers of letters: where they came from, what proves their senders, and the addresses that players write from."""

from dataclasses import replace
from hashlib import sha256

from sqlalchemy import bindparam, delete, insert, select, update

from pbem.store.database import Tx
from pbem.store.errors import AddressTaken
from pbem.store.repository.accounts import player_by_address
from pbem.store.repository.columns import (
    ADDRESS_CLAIM,
    LETTER,
    LETTER_ORIGIN,
    MAIL,
    PLAYER_ADDRESS,
    PROOF_CHOICE,
    UNPROVED,
    columns,
    values,
)
from pbem.store.rows import AddressClaimRow, FurtherAddress, LetterOrigin
from pbem.terms import Proof

_IS_LETTERS = LETTER_ORIGIN.c.letter_id == bindparam("letter")
_ORIGIN = select(*columns(LetterOrigin, LETTER_ORIGIN)).where(_IS_LETTERS)
_ADD_ORIGIN = insert(LETTER_ORIGIN)
_NOTE = update(LETTER_ORIGIN).where(_IS_LETTERS).values(proof=bindparam("found"), look_ms=None)
_PROVED = (
    select(LETTER.c.id)
    .join(LETTER_ORIGIN, LETTER_ORIGIN.c.letter_id == LETTER.c.id)
    .where(LETTER.c.recipient_token == bindparam("token"), LETTER.c.id != bindparam("but"))
    .where(LETTER_ORIGIN.c.proof.endswith(bindparam("found")))
    .limit(1)
)
_MARK = " #"
"""What stands between a proof and the mark of the letter."""
_POSTPONE = (
    update(LETTER_ORIGIN).where(_IS_LETTERS).values(look_ms=bindparam("again_ms"), looks=LETTER_ORIGIN.c.looks + 1)
)

_CHOICE = select(PROOF_CHOICE.c.proof).where(PROOF_CHOICE.c.player_id == bindparam("player"))
_CHOOSE = insert(PROOF_CHOICE)
_DROP_CHOICE = delete(PROOF_CHOICE).where(PROOF_CHOICE.c.player_id == bindparam("player"))

_IS_OWNERS = UNPROVED.c.player_id == bindparam("player")
_TOLD = select(UNPROVED.c.told_ms, UNPROVED.c.since).where(_IS_OWNERS)
_TELL_FIRST = insert(UNPROVED)
_TELL = update(UNPROVED).where(_IS_OWNERS).values(told_ms=bindparam("now_ms"), since=0)
_COUNT = update(UNPROVED).where(_IS_OWNERS).values(since=UNPROVED.c.since + 1)

_OWN = PLAYER_ADDRESS.c.player_id == bindparam("player")
_ADDRESSES = (
    select(PLAYER_ADDRESS.c.address).where(_OWN).order_by(PLAYER_ADDRESS.c.confirmed_ms, PLAYER_ADDRESS.c.address)
)
_ADD = insert(PLAYER_ADDRESS)
_REMOVE = delete(PLAYER_ADDRESS).where(_OWN, PLAYER_ADDRESS.c.address == bindparam("old"))

_CLAIMS = select(*columns(AddressClaimRow, ADDRESS_CLAIM)).where(ADDRESS_CLAIM.c.expires_ms > bindparam("now_ms"))
_CLAIM = _CLAIMS.where(ADDRESS_CLAIM.c.token_hash == bindparam("hash"))
_CLAIMS_OF = _CLAIMS.where(ADDRESS_CLAIM.c.player_id == bindparam("player")).order_by(ADDRESS_CLAIM.c.address)
_ADD_CLAIM = insert(ADDRESS_CLAIM)
_USE = delete(ADDRESS_CLAIM).where(ADDRESS_CLAIM.c.token_hash == bindparam("hash"))
_CONFIRMED = select(PLAYER_ADDRESS.c.player_id, PLAYER_ADDRESS.c.address).order_by(
    PLAYER_ADDRESS.c.player_id, PLAYER_ADDRESS.c.confirmed_ms, PLAYER_ADDRESS.c.address
)
_ALL_CLAIMS = _CLAIMS.order_by(ADDRESS_CLAIM.c.player_id, ADDRESS_CLAIM.c.address)
_OF_PLAYER = delete(ADDRESS_CLAIM).where(ADDRESS_CLAIM.c.player_id == bindparam("player"))
_WITHDRAW = _OF_PLAYER.where(ADDRESS_CLAIM.c.address == bindparam("old"))
_FORGET = delete(ADDRESS_CLAIM).where(ADDRESS_CLAIM.c.expires_ms <= bindparam("before_ms"))

_MAILED = (
    select(MAIL.c.message_id, MAIL.c.to_address)
    .where(MAIL.c.player_id == bindparam("player"))
    .order_by(MAIL.c.id.desc())
    .limit(bindparam("most"))
)


def add_origin(tx: Tx, letter_id: int, origin: LetterOrigin) -> None:
    """Keep where a letter came from."""
    tx.run(_ADD_ORIGIN, letter_id=letter_id, look_ms=None, **values(origin))


def origin_of(tx: Tx, letter_id: int) -> LetterOrigin:
    """The place that a letter came from; an empty one where that is not known."""
    found = tx.first(LetterOrigin, _ORIGIN, letter=letter_id) or LetterOrigin()
    return replace(found, proof=found.proof.partition(_MARK)[0])


def note_proof(tx: Tx, letter_id: int, found: str, mark: str = "") -> None:
    """Keep what proved a letter's sender, or why nothing did, and the mark by which its copies are known."""
    kept = f"{found}{_MARK}{mark}" if mark else found
    if not tx.run(_NOTE, letter=letter_id, found=kept).rowcount:
        add_origin(tx, letter_id, LetterOrigin(proof=kept))


def was_proved(tx: Tx, token: str, mark: str, *, but: int) -> bool:
    """Whether another letter to an address than this one was proved to be its sender's, and noted with this mark."""
    return tx.first(int, _PROVED, token=token, found=f"{_MARK}{mark}", but=but) is not None


def postpone_letter(tx: Tx, letter_id: int, look_ms: int) -> None:
    """Have a letter wait until a moment, after which it is dealt with as if it had just come."""
    if not tx.run(_POSTPONE, letter=letter_id, again_ms=look_ms).rowcount:
        tx.run(_ADD_ORIGIN, letter_id=letter_id, look_ms=look_ms, **(values(LetterOrigin()) | {"looks": 1}))


def proof_choice(tx: Tx, player_id: int) -> Proof | None:
    """The proof that a player wants for letters in their name; None where they have chosen none."""
    found: Proof | None = tx.first(lambda proof: proof, _CHOICE, player=player_id)
    return found


def put_proof_choice(tx: Tx, player_id: int, proof: Proof | None) -> None:
    """Keep the proof that a player wants, in place of the one before; None for what the server does by itself."""
    tx.run(_DROP_CHOICE, player=player_id)
    if proof is not None:
        tx.run(_CHOOSE, player_id=player_id, proof=proof)


def note_unproved(tx: Tx, player_id: int, now_ms: int, before_ms: int) -> int | None:
    """Note a letter in a player's name that was not proved; None, and it is counted, where they were told lately.

    Who was told last at `before_ms` or earlier is told now; returned is how many letters came since unmentioned.
    """
    told = tx.first(lambda told_ms, since: (told_ms, since), _TOLD, player=player_id)
    if told is None:
        tx.run(_TELL_FIRST, player_id=player_id, told_ms=now_ms, since=0)
        return 0
    if before_ms < told[0] <= now_ms:
        tx.run(_COUNT, player=player_id)
        return None
    tx.run(_TELL, player=player_id, now_ms=now_ms)
    return int(told[1])


def other_addresses(tx: Tx, player_id: int) -> list[str]:
    """The addresses that a player writes from beside the one that they are written to, in the order they came."""
    return tx.all(str, _ADDRESSES, player=player_id)


def add_other_address(tx: Tx, player_id: int, address: str, now_ms: int) -> None:
    """Let a player write from one more address, kept in lower case. Raises AddressTaken."""
    owner = player_by_address(tx, address)
    if owner is not None and owner.id != player_id:
        raise AddressTaken(address)
    if owner is None:
        tx.run(_ADD, address=address.lower(), player_id=player_id, confirmed_ms=now_ms)


def remove_other_address(tx: Tx, player_id: int, address: str) -> bool:
    """Let a player write from an address no more; False where it is none of their others."""
    return tx.run(_REMOVE, player=player_id, old=address.lower()).rowcount > 0


def add_address_claim(tx: Tx, token: str, player_id: int, address: str, created_ms: int, expires_ms: int) -> None:
    """Make a token good for one more address of a player before `expires_ms`; only its hash is kept."""
    withdraw_address_claim(tx, player_id, address)
    times = {"created_ms": created_ms, "expires_ms": expires_ms}
    tx.run(_ADD_CLAIM, token_hash=_hash(token), player_id=player_id, address=address.lower(), **times)


def address_claim(tx: Tx, token: str, now_ms: int) -> AddressClaimRow | None:
    """The address that a token stands for; None where it is unknown, used, withdrawn or too old."""
    return tx.first(AddressClaimRow, _CLAIM, hash=_hash(token), now_ms=now_ms)


def use_address_claim(tx: Tx, token: str, now_ms: int) -> AddressClaimRow | None:
    """The same, which uses it up."""
    found = address_claim(tx, token, now_ms)
    tx.run(_USE, hash=_hash(token))
    return found


def pending_addresses(tx: Tx, player_id: int, now_ms: int) -> list[str]:
    """The addresses that a player wants to write from too, and has not confirmed."""
    return [row.address for row in tx.all(AddressClaimRow, _CLAIMS_OF, player=player_id, now_ms=now_ms)]


def further_addresses(tx: Tx, now_ms: int) -> list[FurtherAddress]:
    """The further addresses of all players, those first that they have confirmed."""
    confirmed = tx.all(lambda player_id, address: FurtherAddress(player_id, address, True), _CONFIRMED)
    pending = tx.all(AddressClaimRow, _ALL_CLAIMS, now_ms=now_ms)
    return [*confirmed, *(FurtherAddress(row.player_id, row.address, False) for row in pending)]


def withdraw_address_claim(tx: Tx, player_id: int, address: str) -> None:
    """Make the link that was mailed to a further address worthless."""
    tx.run(_WITHDRAW, player=player_id, old=address.lower())


def forget_address_claims(tx: Tx, before_ms: int) -> None:
    """Forget the requests whose time was up by a moment."""
    tx.run(_FORGET, before_ms=before_ms)


def newest_message_ids(tx: Tx, player_id: int, most: int) -> list[tuple[str, str]]:
    """The Message-IDs of the newest mails to a player, each with the address that it went to."""
    return tx.all(lambda message_id, address: (message_id, address), _MAILED, player=player_id, most=most)


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
