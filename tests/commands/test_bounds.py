import pytest
from hypothesis import given
from hypothesis import strategies as st
from orders_kit import ALL_KINDS, GERMANY, KINDS, VERBS, actions, first_view, letter, start
from rules.orders import end_turn, income, roll
from soak import few
from work_kit import at_most

from pbem.commands.languages import LANGUAGES
from pbem.commands.orders import Script, explain, read
from pbem.commands.vocabulary import SEAT
from pbem.games.line.orders.names import LINE
from pbem.i18n import catalogue
from rules_core.games.first_rails import game as first_rails

CALLS = 5_000_000
"""Half as much again as the worst of these takes; what is quadratic takes a hundred times as much."""
vocabulary = sorted(
    {alias for verb in VERBS for names in verb.aliases.values() for alias in names}
    | {
        word
        for words in (*SEAT.keywords.values(), *LINE.keywords.values())
        for typed in words.values()
        for word in typed
    }
    | {"A", "B", "n", "e", "s", "w", "o", "weiden", "eis", "berg", "b", "4?", "3h", "?", "$", "->", "→", "lake/e", "nw"}
    | {";", "/", ",", ".", "#", ">", "--", "99999", "0", "break the bank", "Awww?", "been", "\u0308", "ß", "\x00"}
)
wordy = st.lists(st.sampled_from(vocabulary), max_size=8).map(" ".join)


def check_whole(script: Script, lines: list[str]) -> None:
    """Every line has its reading, and every fault its words."""
    assert [line.number for line in script.lines] == list(range(1, len(lines) + 1))
    for line in script.lines:
        assert bool(line.orders) == (line.kind == "orders")
        assert (line.fault is not None) == (line.kind == "fault")
    for fault in script.faults:
        assert explain(fault, catalogue("en"))


@given(st.lists(st.text(), max_size=6), st.sampled_from(LANGUAGES), st.sampled_from(ALL_KINDS))
def test_no_text_raises(lines: list[str], language: str, game: str) -> None:
    check_whole(read(lines, first_view(game), language), lines)


@given(st.lists(wordy, max_size=3), st.sampled_from(LANGUAGES), st.sampled_from(ALL_KINDS))
def test_no_order_of_known_words_raises(lines: list[str], language: str, game: str) -> None:
    check_whole(read(lines, first_view(game), language), lines)


@given(st.text(alphabet="abnesw?/;:.,-#>$→0123hol \u0308\x00", max_size=60))
def test_no_order_of_known_signs_raises(line: str) -> None:
    check_whole(read([line, "income"], start(), "de"), [line, "income"])


GARBAGE = [
    ["x" * 2_000_000],
    ["roll " * 400_000],
    ["hello there"] * 10_000,
    ["xyzzy 4?"] * 10_000,
    ["A w w w"] * 10_000,
    ["> quoted"] * 10_000,
    ["end"] + ["A long letter follows, " * 40] * 10_000,
    ["hello " + "roll " * 190] * 10_000,
    ["hi, " + "roll x, " * 120] * 10_000,
    ["end " + "of foo bar " * 80] * 10_000,
    ["hello " + "and " * 240] * 10_000,
    ["buy " + "e " * 490] * 1_000,
    ["station A " + "berg " * 190] * 1_000,
    ["station A " + "leave w " * 120] * 1_000,
    ["transport " + "red " * 240] * 1_000,
    ["A " + "w" * 990] * 1_000,
    ["a" + "\u0301\u0316" * 490] * 1_000,
    ["?" * 999] * 1_000,
    ["1" * 999] * 1_000,
    ["a, " * 330] * 10_000,
    ["kaufen rot, " * 80] * 10_000,
    ["buy red one " * 80] * 10_000,
    ["x, 3 x kaufen " * 70] * 10_000,
    ["extend 2 days, " + "and roll about, " * 60] * 10_000,
]


@pytest.mark.parametrize("lines", few(GARBAGE, 6), ids=lambda lines: f"{len(lines)} lines: {lines[0][:12]}")
@pytest.mark.parametrize("game", few(KINDS, 1))
def test_garbage_of_any_size_is_read_with_little_work(lines: list[str], game: str) -> None:
    view = start(game)
    with at_most(CALLS):
        script = read(lines, view, "en")
    assert len(script.lines) == len(lines)
    assert len(script.faults) <= 20
    assert sum(len(line.text) for line in script.lines) < 3_000_000


def test_a_long_letter_is_one_fault() -> None:
    script = letter("hello\n" * 10_000)
    assert [fault.code for fault in script.faults] == ["letter_too_long"]
    assert script.faults[0].number == 2001


def test_a_letter_may_be_as_long_as_it_likes_behind_its_end() -> None:
    script = letter("income\nend\n" + "as I was saying, " * 70 + "\nroll 4?" * 5_000)
    assert not script.faults
    assert len(script.orders) == 2


def test_a_long_line_is_a_fault_where_an_order_may_stand() -> None:
    line = "income " * 200
    assert [fault.code for fault in letter(line).faults] == ["line_too_long"]
    assert actions(f"income\nend\n{line}") == [income(), end_turn()]
    assert actions(f"> {line}\n# {line}\nincome") == [income()]
    assert letter(line).lines[0].text == line[:200] + "…"


def test_an_order_of_many_symbols_counts_as_many() -> None:
    assert len(actions("transport 99 weiden\n" * 5, game=GERMANY)) == 495
    assert letter("transport 99 weiden\n" * 6, game=GERMANY).faults[0].code == "too_many_orders"


def test_five_hundred_orders_are_read_and_no_more() -> None:
    assert len(actions("A w\n" * 500)) == 500
    script = letter("A w\n" * 502)
    assert [fault.code for fault in script.faults] == ["too_many_orders"]
    assert [line.kind for line in script.lines[499:503]] == ["orders", "fault", "unread", "unread"]


def test_control_and_unseen_characters_do_not_count() -> None:
    assert actions("\ufeffin\u00adcome\x00\r\nro\u200bll\t3h\x07\u00a02?\n\x0cend\x1b") == [
        income(),
        roll(3, 2),
        end_turn(),
    ]


def test_full_width_signs_are_read() -> None:
    assert actions("ｒｏｌｌ　３ｈ　２？") == [roll(3, 2)]


def test_a_spectator_gives_no_orders() -> None:
    with pytest.raises(ValueError, match="spectator"):
        read(["income"], first_rails.view(start().state, None), "en")
