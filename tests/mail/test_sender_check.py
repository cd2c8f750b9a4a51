"""Whose letter it is."""

from dataclasses import dataclass

from each_kit import each
from mail_kit import check

from pbem.mail.receiving.proof import NO_SUCH_ADDRESS, WRONG_SENDER, Known, find, token_of


@dataclass(frozen=True)
class Seat:
    """A seat, as far as letters are concerned."""

    registered_address: str
    other_addresses: tuple[str, ...] = ()


ALICE = Seat("Alice@Example.org")
NOBODY = Seat("")
DIRECTORY = {"k3x7q2m9": ALICE, "zzzz": NOBODY}.get


@each("local_part", ["k3x7q2m9", "K3X7Q2M9", "k3x7q2m9+turn", "K3x7q2m9+a+b"])
@each("address", ["alice@example.org", "Alice@Example.org", "ALICE@EXAMPLE.ORG"])
def test_address_and_sender_fit(local_part: str, address: str) -> None:
    assert check(local_part, address, DIRECTORY) == Known(ALICE)


@each("local_part", ["", "+k3x7q2m9", "k3x7q2m", "k3x7q2m99", "alice", "k3x 7q2m9"])
def test_an_unknown_address_is_refused_whoever_writes(local_part: str) -> None:
    assert check(local_part, "alice@example.org", DIRECTORY) == NO_SUCH_ADDRESS
    assert find(local_part, DIRECTORY) == NO_SUCH_ADDRESS


@each("address", ["", "bob@example.org", "a.lice@example.org", "alice+x@example.org", "alice"])
def test_a_seat_takes_letters_from_its_player_only(address: str) -> None:
    assert check("k3x7q2m9", address, DIRECTORY) == WRONG_SENDER
    assert find("k3x7q2m9", DIRECTORY) == Known(ALICE)


def test_no_address_is_nobody_s_address() -> None:
    assert check("zzzz", "", DIRECTORY) == WRONG_SENDER


def test_refusals_are_replies_of_smtp() -> None:
    assert NO_SUCH_ADDRESS.smtp_text == "550 5.1.1 No such address here"
    assert WRONG_SENDER.smtp_text.startswith("550 5.7.1 ")


def test_the_token_is_what_stands_before_the_tag() -> None:
    assert token_of("K3X7Q2M9+e7") == "k3x7q2m9"
