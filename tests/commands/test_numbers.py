"""A number is read exactly or refused, whoever writes it: a sign or a fraction never changes in silence."""

import re
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from each_kit import each
from moderation.test_correction_lines import POSITIONS
from orders_kit import ALL_KINDS, FIRST_RAILS, letter, only_fault, orders

from pbem.commands.orders import table_of
from pbem.commands.tokens import Fault, tokens_of
from pbem.i18n import catalogue
from pbem.lobby.commands import Join, SeatBots
from pbem.lobby.reading import read as office
from pbem.lobby.verbs import OFFICE_VERBS
from pbem.moderation.correction_lines import correction_verbs, read_correction
from pbem.terms import Terms

TWISTS: Final = ("-{n}", "−{n}", "–{n}", "{n}.5", "{n},5", "{n}½", "½", "{n}²", "-{n}.5", "{n}-1")
"""Each is another number than n, or none that can be meant."""
NUMBER: Final = re.compile(r"(?<![\w.-])\d+(?![\w.-]| *- *\d)")
"""A number of an example that stands by itself."""


def twisted(example: str) -> Iterator[str]:
    """An example with each of its numbers twisted in each way."""
    for found in NUMBER.finditer(example):
        for twist in TWISTS:
            yield example[: found.start()] + twist.format(n=found[0]) + example[found.end() :]


def is_refused(lines: Iterator[str], accepts: Callable[[str], bool]) -> int:
    """Count the lines, none of which may be accepted."""
    tried = list(lines)
    assert [line for line in tried if accepts(line)] == []
    return len(tried)


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_orders_refuse_what_is_no_whole_number(kind: str) -> None:
    def accepts(line: str) -> bool:
        script = letter(line, game=kind)
        return bool(script.orders) and not script.faults

    table = table_of(kind)
    examples = [
        example for verb in table.verbs if not verb.dictates and verb.name not in ("if", "next", "away")
        for example in table.examples_of(verb.form, "en")
    ]  # fmt: skip
    assert sum(is_refused(twisted(example), accepts) for example in examples) > 40


def test_requests_to_the_office_refuse_it() -> None:
    def accepts(line: str) -> bool:
        (reading,) = office([line], "en", Terms())
        return reading.kind == "orders"

    verbs = [verb for verb in OFFICE_VERBS.verbs if verb.name not in ("away", "reminders")]
    examples = [example for verb in verbs for example in OFFICE_VERBS.examples_of(verb.form, "en")]
    assert sum(is_refused(twisted(example), accepts) for example in examples) > 40


@pytest.mark.parametrize("kind", POSITIONS)
def test_corrections_refuse_it(kind: str) -> None:
    verbs, words = correction_verbs(kind), catalogue("en")
    table = POSITIONS[kind]

    def accepts(line: str) -> bool:
        return not isinstance(read_correction(line, table, ("Anna", "Ben"), words), Fault)

    examples = [example for verb in verbs.verbs for example in verbs.examples_of(verb.form, "en")]
    assert sum(is_refused(twisted(example), accepts) for example in examples) > 40
    assert not accepts("give ben -3 ?")
    assert not accepts("give ben -1 share weiden")
    assert not accepts("give ben 3-000 passengers")
    assert accepts("give ben +3 ?")


@each("typed", ["1e3", "0x2", "2**2", "2^2", "2'5", "2:30", "1_0", ".5", "٢.٥", "9" * 200, "2" * 999])
def test_whatever_else_a_number_may_look_like_is_no_time(typed: str) -> None:
    assert not letter(f"extend {typed} days").orders


@each("typed", ["2", "+2", "02", "٢", "２"])
def test_a_plus_and_digits_of_another_script_are_read(typed: str) -> None:
    (order,) = orders(f"extend {typed} days")
    assert order == orders("extend 2 days")[0]


def test_what_only_joins_is_no_sign() -> None:
    assert orders("roll 4? - 2h", game=FIRST_RAILS) == orders("roll 4? 2h", game=FIRST_RAILS)
    assert [token.fold for token in tokens_of("2026-12-20 T2-f4 roll 2+1 (-3)")] == [
        "2026", "12", "20", "t", "2", "f", "4", "roll", "2", "1", "-3",
    ]  # fmt: skip


def test_a_refused_number_is_told_as_it_was_typed() -> None:
    fault = only_fault("extend -2 days")
    assert (fault.code, fault.word) == ("number_range", "-2")
    assert only_fault("extend 1.5 days").word == "1.5"
    assert only_fault("extend 2½ days").word == "2½"


@each(
    "line",
    [
        "reminders 24.0",
        "reminders -24",
        "join -3",
        "join 3.5",
        "join 3-5",
        "leave −3",
        "bots -12",
        "bots 12 -2",
        "bots 12 2½",
    ],
)
def test_no_sign_is_left_out_before_the_number_of_a_list(line: str) -> None:
    assert office([line], "en", Terms())[0].kind == "fault"


def test_the_number_of_a_list_may_be_written_as_people_do() -> None:
    for line in ("bots #12 2", "bots list 12, 2", "bots (12) 2"):
        assert office([line], "en", Terms())[0].orders == (SeatBots(12, 2),)
    (join,) = office(["join 12 with my salt - and more"], "en", Terms())[0].orders
    assert join == Join(12, "my salt - and more")
