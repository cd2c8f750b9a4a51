"""How lengths of time are read."""

from dataclasses import replace

import pytest
from each_kit import each
from orders_kit import actions, kinds, only_fault
from rules.orders import income

from pbem.adjudicator.commands.turns import Extend
from pbem.clock import Pace
from pbem.commands.orders import explain
from pbem.i18n import catalogue

DAYS, HOURS = Extend(Pace(2, "d")), Extend(Pace(12, "h"))

TIMES = [
    ("en", "extend", Extend()),
    ("en", "Extend, please!", Extend()),
    ("en", "extend 2 days", DAYS),
    ("en", "EXTEND 2d", DAYS),
    ("en", "extend by 2 days", DAYS),
    ("en", "extend my deadline by 12 hours, please", HOURS),
    ("en", "extend 12h", HOURS),
    ("en", "extend a day", Extend(Pace(1, "d"))),
    ("en", "extend by an hour", Extend(Pace(1, "h"))),
    ("en", "extend 1 week", Extend(Pace(7, "d"))),
    ("en", "extend 60 days", Extend(Pace(60, "d"))),
    ("de", "verlängere", Extend()),
    ("de", "Verlaengere um 2 Tage", DAYS),
    ("de", "verlängern um 12 Stunden bitte", HOURS),
    ("de", "verlängere die Frist um einen Tag", Extend(Pace(1, "d"))),
    ("de", "extend 2 days", DAYS),
    ("fr", "prolonger", Extend()),
    ("fr", "Prolonger de 2 jours", DAYS),
    ("fr", "prolonge le délai de 12 heures, svp", HOURS),
    ("fr", "prolonger d'une semaine", Extend(Pace(7, "d"))),
]


@each(("language", "line", "meant"), TIMES, ids=[line for _, line, _ in TIMES])
def test_a_time_is_read_as_it_is_written_in_each_language(language: str, line: str, meant: Extend) -> None:
    assert actions(line, language=language) == [meant]


@each("line", ["extend 2", "extend 2 moons", "extend 0 days", "extend 61 days", "extend 9 weeks"])
def test_what_is_no_time_is_a_fault_with_an_example(line: str) -> None:
    fault = only_fault(line)
    assert fault.verb == "extend"
    assert "For example: extend 2 days" in explain(fault, catalogue("en"))


@pytest.mark.parametrize("line", ["extend the line", "extend 2 days more or less"])
def test_what_belongs_to_no_time_is_a_fault(line: str) -> None:
    assert only_fault(line).code == "unexpected"


def test_a_time_without_end_is_refused_in_no_time() -> None:
    assert only_fault(f"extend {'9' * 900} days").code == "number_range"


def test_a_sentence_that_speaks_of_extending_is_no_order() -> None:
    assert kinds("We should extend the line eastwards.\nroll 1h") == ["prose", "orders"]


REASONED = [
    ("verlängere um 2 Tage, ich liege mit Grippe im Bett", DAYS, "ich liege mit Grippe im Bett"),
    ("extend 2 days, I have the flu", DAYS, "I have the flu"),
    ("extend 2 days: (flu), income next week", DAYS, "flu), income next week"),
    ("extend two days because I'm ill, and roll about in bed", DAYS, "because I'm ill, and roll about in bed"),
    ("extend 2 days I have the flu", DAYS, "I have the flu"),
    ("verlängere um zwei Tage - Ende der Woche geht es wieder", DAYS, "Ende der Woche geht es wieder"),
    ("verlängere bitte um 12 Stunden, bitte, weil ich reise", HOURS, "weil ich reise"),
    ("prolonger de 2 jours, car je suis malade", DAYS, "car je suis malade"),
    ("prolonge de deux jours : grippe", DAYS, "grippe"),
    ("extend, I am away", Extend(), "I am away"),
]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_an_extension_with_a_reason_is_an_extension_to_players_of_any_language(language: str) -> None:
    for line, meant, reason in REASONED:
        assert actions(line, language=language) == [replace(meant, reason=reason)], line


def test_a_reason_holds_no_order_and_nothing_like_one() -> None:
    assert actions("extend 2 days, I am ill; income") == [Extend(Pace(2, "d"), "I am ill"), income()]
    assert actions("extend 2 days, income") == [DAYS, income()]
    assert kinds("extend 2 days; bui weiden") == kinds("extend 2 days, roll fuor") == ["fault"]
    assert kinds("extend 2 days, 3 hours") == kinds("extend some days, I am ill") == ["fault"]
