"""How days are read, and when a day without its year is."""

from datetime import date

from each_kit import each
from orders_kit import actions, kinds, only_fault

from pbem.adjudicator.commands.seats import Resign
from pbem.adjudicator.commands.turns import Away, Back
from pbem.commands.orders import explain
from pbem.commands.orders.dates import Day, month_names
from pbem.i18n import catalogue

DAY = Day(20, 12, 2026)
SPAN = (DAY, Day(5, 1, 2027))

SPANS = [
    ("en", "away 2026-12-20 2027-01-05", SPAN),
    ("en", "Away from 2026-12-20 to 2027-01-05, please.", SPAN),
    ("en", "away 2026-12-20 - 2027-01-05", SPAN),
    ("en", "Away from 20 December 2026 until 5 January 2027", SPAN),
    ("en", "away December 20th, 2026 till the 5th of Jan 2027", SPAN),
    ("en", "away 20/12/2026 to 2027-01-05", SPAN),
    ("en", "away 12/20/2026 to 2027-01-05", SPAN),
    ("en", "away 5/5/2027", (Day(5, 5, 2027),)),
    ("en", "away on 20 December", (Day(20, 12),)),
    ("en", "away 20 December 2026-12-27", (Day(20, 12), Day(27, 12, 2026))),
    ("de", "abwesend 20.12.2026 bis 5.1.2027", SPAN),
    ("de", "Verreist vom 20. Dezember 2026 bis zum 5. Januar 2027.", SPAN),
    ("de", "abwesend 20.12.-5.1.", (Day(20, 12), Day(5, 1))),
    ("de", "abwesend 20.12. 27.12.", (Day(20, 12), Day(27, 12))),
    ("de", "abwesend 20. 12. 2026 – 5. 1. 2027", SPAN),
    ("de", "abwesend 20.12.26-05.01.27", SPAN),
    ("de", "away 1. März", (Day(1, 3),)),
    ("de", "away 1. Maerz bis 29.2.2028", (Day(1, 3), Day(29, 2, 2028))),
    ("fr", "absent du 20/12/2026 au 5/1/2027", SPAN),
    ("fr", "absente du 20 décembre 2026 jusqu'au 5 janv. 2027", SPAN),
    ("fr", "absent 1er août", (Day(1, 8),)),
    ("fr", "away 05/01", (Day(5, 1),)),
]


@each(("language", "line", "days"), SPANS, ids=[line for _, line, _ in SPANS])
def test_days_are_read_as_they_are_written_in_three_languages(language: str, line: str, days: tuple[Day, Day]) -> None:
    assert actions(line, language) == [Away(*days)]


@each(
    ("language", "line"),
    [
        ("en", "away 5/1/2027"),
        ("de", "abwesend 5/1/2027"),
        ("en", "away 20-12-2026"),
        ("en", "away 26-12-20"),
        ("fr", "absent 2026/12/20"),
        ("en", "away 2026-12-20 to 3/4"),
    ],
)
def test_a_day_that_may_be_two_is_refused_with_the_way_to_write_it(language: str, line: str) -> None:
    fault = only_fault(line, language)
    assert fault.code == "doubtful_day"
    text = explain(fault, catalogue("en"))
    assert "could mean more than one day. Write the year first, as in 2026-12-20." in text
    assert f'"{fault.facts["word"]}"' in text
    assert str(fault.facts["word"]) in line


@each("line", ["away 30.2.", "away 2027-02-29", "away 31 June", "away 12.20.2026", "away 1999-01-01"])
def test_a_day_that_no_calendar_has_is_refused(line: str) -> None:
    assert only_fault(line).code == "no_such_day"


@each("line", ["away until Monday", "away 20 Foo", "away 2026-12", "away Dec", "away 1/", "away 3.x"])
def test_what_is_no_day_is_refused_with_an_example(line: str) -> None:
    fault = only_fault(line)
    assert fault.verb == "away"
    assert "For example: away 2026-12-20 until 2027-01-05" in explain(fault, catalogue("en"))


def test_digits_without_end_are_no_day() -> None:
    for line in (f"away {'9' * 900}", f"away 1.{'9' * 900}.2026", f"away {'9' * 400}/{'9' * 400}/{'9' * 90}"):
        assert only_fault(line).verb == "away"


def test_two_orders_on_a_line_are_parted_by_a_slash_that_stands_alone() -> None:
    assert actions("back / away 20/12/2026") == [Back(), Away(DAY)]


@each(
    "line",
    [
        "Status: away until Monday, back on Tuesday",
        "Back soon!",
        "I am away until Monday.",
        "I am back from holiday, and here are my orders:",
        "Away game tonight",
        "I resign myself to losing",
        "Well, back to the game",
    ],
)
def test_everyday_words_in_a_greeting_are_no_orders(line: str) -> None:
    assert kinds(line + "\nincome") == ["prose", "orders"]


def test_words_of_coming_and_going_are_orders_at_the_head_of_a_line() -> None:
    assert actions("Back again\nI resign.") == [Back(), Resign()]
    assert actions("Wieder da!\naufgeben", "de") == [Back(), Resign()]
    assert actions("de retour\nabandonner", "fr") == [Back(), Resign()]


def test_no_name_of_a_month_means_two_months() -> None:
    names = month_names()
    assert [names[name] for name in ("january", "maerz", "marz", "mai", "aout", "sept", "dezember", "dec")] == [
        1, 3, 3, 5, 8, 9, 12, 12,
    ]  # fmt: skip
    assert sorted(set(names.values())) == list(range(1, 13))


TODAY = date(2026, 11, 22)


@each(
    ("away", "days"),
    [
        (Away(Day(20, 12), Day(5, 1)), (date(2026, 12, 20), date(2027, 1, 5))),
        (Away(Day(20, 12), Day(5, 1, 2028)), (date(2027, 12, 20), date(2028, 1, 5))),
        (Away(Day(20, 12, 2026), Day(5, 1)), (date(2026, 12, 20), date(2027, 1, 5))),
        (Away(Day(22, 11), Day(22, 11)), (date(2026, 11, 22), date(2026, 11, 22))),
        (Away(Day(20, 11), Day(25, 11)), (date(2026, 11, 20), date(2026, 11, 25))),
        (Away(Day(1, 7), Day(3, 7)), (date(2027, 7, 1), date(2027, 7, 3))),
        (Away(Day(29, 2), Day(1, 3)), (date(2028, 2, 29), date(2028, 3, 1))),
        (Away(Day(1, 3), Day(29, 2, 2028)), (date(2027, 3, 1), date(2028, 2, 29))),
    ],
)
def test_a_day_without_its_year_is_the_nearest_that_fits(away: Away, days: tuple[date, date]) -> None:
    assert away.days(TODAY) == days
