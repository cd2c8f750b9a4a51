from dataclasses import replace

import pytest
from each_kit import each
from orders_kit import kinds, letter, only_fault, start

from pbem.commands.orders import Fault, bind, explain, read, table_of
from pbem.games.line.orders.dice import EndKeeping
from pbem.i18n import PSEUDO, catalogue
from rules_core.line.actions import Dice

ENGLISH = catalogue("en")

FAULTS: list[tuple[str, str, str]] = [
    ("income\nfrobnicate", "unknown_verb", "frobnicate"),
    ("buy weiden; frobnicate", "unknown_verb", "frobnicate"),
    ("income soon", "unexpected", "soon"),
    ("roll 3h please now twice", "unexpected", "twice"),
    ("A w onto lake/e, w blah", "unexpected", "blah"),
    ("A 3 w", "unexpected", "3"),
    ("Ben", "glued", "Ben"),
    ("I take income", "hidden_order", "take"),
    ("buying weiden", "almost_order", "buying"),
    ("roll", "missing_number", ""),
    ("roll lots", "missing_number", "lots"),
    ("buy 2", "missing_company", ""),
    ("station A at 5", "missing_company", ""),
    ("station weiden", "missing_end", ""),
    ("C w w", "missing_end", "C"),
    ("lay w w", "missing_end", "w"),
    ("A", "missing_pieces", ""),
    ("A leave w", "missing_pieces", ""),
    ("B pay 1?", "missing_pieces", ""),
    ("A leave", "missing_side", ""),
    ("A leave up, w", "missing_side", "up"),
    ("A w onto lake/ww w", "missing_side", "ww"),
    ("A w onto", "missing_tile", ""),
    ("A w onto 3 w", "missing_tile", "3"),
    ("discard\nend", "missing_dice", ""),
    ("end keep 2", "missing_dice", ""),
    ("keep foo\nend", "missing_dice", "foo"),
    ("A w pay", "missing_payment", ""),
    ("A w pay lots", "missing_payment", "lots"),
    ("station A weiden at", "missing_price", ""),
    ("station A weiden at home", "missing_price", "home"),
    ("buy weiden with", "missing_wild", ""),
    ("buy weiden with money", "missing_wild", "money"),
    ("transport weiden with money", "missing_symbol", "money"),
    ("extend 2", "missing_unit", ""),
    ("extend 2 moons", "missing_unit", "moons"),
    ("extend 90 days", "number_range", "90"),
    ("extend 9999 hours", "number_range", "9999"),
    ("away", "missing_day", ""),
    ("away until Monday", "unreadable_day", "until"),
    ("away 5", "unreadable_day", "5"),
    ("away 2026-02-30", "no_such_day", "2026"),
    ("away 5/1/2027", "doubtful_day", "5"),
    ("away 24.12. 5/1", "doubtful_day", "5"),
    ("press: hello", "missing_readers", ""),
    ("press dora: hello", "unknown_player", "dora"),
    ("My orders: press ben, 9: hello", "unknown_player", "9"),
    ("press ben hello", "no_colon", ""),
    ("press ben:\nend press", "missing_text", ""),
    ("end press", "no_text", ""),
    ("mute", "missing_player", ""),
    ("buy wieden", "unknown_company", "wieden"),
    ("station A wieden", "unknown_company", "wieden"),
    ("buy weiden, insel from director", "which_company", "director"),
    ("A w onto volcano w", "unknown_tile", "volcano"),
    ("A w onto ns w", "unknown_tile", "ns"),
    ("A w onto nn w", "unknown_tile", "nn"),
    ("A w onto mountain2 w", "ambiguous_tile", "mountain"),
    ("discard 2 cs\nend", "ambiguous_count", "cs"),
    ("A o w", "doubtful_letters", "o"),
    ("A → w w", "ambiguous_arrow", "→"),
    ("A -> w w", "ambiguous_arrow", "->"),
    ("roll 100", "number_range", "100"),
    ("roll 99999999999999999999999999999?", "number_range", "99999999999999999999999999999"),
    ("buy 11 weiden", "number_range", "11"),
    ("buy 0 weiden", "number_range", "0"),
    ("roll 3h 2h", "said_twice", "2"),
    ("A w pay 1? pay 2h", "said_twice", "pay"),
    ("A leave w, leave e, w", "said_twice", "leave"),
    ("station A weiden insel", "said_twice", "insel"),
    ("station A B weiden", "said_twice", "B"),
    ("buy weiden from bank from director", "said_twice", "director"),
    ("buy weiden?", "bare_wild", "?"),
    ("A ? w", "lone_wild", "?"),
    ("A w??", "lone_wild", "?"),
    ("A w onto lake ?", "lone_wild", "?"),
    ("A w leave w", "late_leave", "leave"),
    ("income\ndiscard c", "no_end", "discard"),
    ("keep c; income", "no_end", "keep"),
    ("discard c\nend keep s", "discard_and_keep", "end"),
    ("keep s\nkeep s\nend", "discard_and_keep", "keep"),
    ("end; A w", "after_end", "A"),
    ("income\nThanks\nroll 1h", "after_closing", "roll"),
    ("income\n" + "A " + "w " * 500, "line_too_long", ""),
    ("hello\n" * 2001, "letter_too_long", ""),
    ("A w\n" * 501, "too_many_orders", "A"),
    ("if straihgt >= 2: A w", "unknown_quantity", "straihgt"),
    ("if w >= 2: A w", "unknown_quantity", "w"),
    ("if i direct: A w", "missing_company", "A"),
    ("if s: A w", "missing_comparison", "A"),
    ("if s >= lots: A w", "missing_comparison", "lots"),
    ("if s >= 1000: A w", "number_range", "1000"),
    ("if s >= 2 A w w", "clause_colon", "A"),
    ("if s >= 2, A w w", "clause_colon", "A"),
    ("next turn roll all", "clause_colon", "roll"),
    ("if s >= 2:", "missing_orders", ""),
    ("next turn:", "missing_orders", ""),
    ("if s >= 2: if c >= 1: A w", "nested_if", "if"),
    ("income; if s >= 2: A w", "late_clause", "if"),
    ("income; next turn: roll all", "late_clause", "next"),
    ("if s >= 2: check", "cannot_wait", "check"),
    ("if s >= 2: next turn: income", "cannot_wait", "next"),
    ("next turn: next turn: income", "cannot_wait", "next"),
    ("next turn: status", "cannot_wait", "status"),
    ("next turn: income; resign", "cannot_wait", "income"),
    ("if s >= 2: discard c", "no_end_within", "discard"),
    ("if s >= 2: discard c; end keep s", "discard_and_keep", "discard"),
    ("next turn: discard c", "no_end", "discard"),
    ("next turn: bui weiden", "unknown_verb", "bui"),
    ("income\nnext turn: hello", "unknown_verb", "hello"),
    ("next turn: end\nnext turn: A w", "after_end", "A"),
    ("next turn: if c > 1: A w; B q", "unexpected", "q"),
]


@each(("text", "code", "word"), FAULTS, ids=[f"{code}-{text[:30]!r}" for text, code, _ in FAULTS])
def test_a_fault_names_the_word_and_its_place(text: str, code: str, word: str) -> None:
    fault = letter(text).faults[0]
    assert (fault.code, fault.word) == (code, word)
    assert fault.line == letter(text).lines[fault.number - 1].text
    if word:
        assert fault.line[fault.column - 1 :].startswith(word)
    else:
        assert fault.column == 0


def test_every_fault_there_is_can_be_made_and_explained() -> None:
    elsewhere: set[str] = {"keep_missing", "ambiguous_company", "ambiguous_player", "no_tiles", "unclear"}
    assert {code for _, code, _ in FAULTS} | elsewhere == set(table_of("first_rails").messages)


def test_a_line_that_may_belong_to_the_one_above_is_a_fault_whatever_it_says() -> None:
    lines = ["press ben: hello", "income", "", "end"]
    script = read(lines, start(), "en", ("Anna", "Ben"), unclear={1, 2})
    assert [line.kind for line in script.lines] == ["orders", "fault", "blank", "orders"]
    (fault,) = script.faults
    assert (fault.code, fault.number, fault.line) == ("unclear", 2, "income")
    assert "leave an empty line above it" in explain(fault, catalogue("en"))


def test_a_company_that_may_be_two_is_a_fault() -> None:
    box = start().table.box
    twin = replace(box.companies[0], id="eisenach", name="Eisenacher Bahn")
    text = box.text.replace(
        '"eisberg":', '"eisenach":{"name":"Eisenacher Bahn","colour":"white","stations":{}},"eisberg":'
    )
    view = replace(start(), table=replace(start().table, box=replace(box, text=text, companies=(twin, *box.companies))))
    fault = read(["buy eis"], view, "en").faults[0]
    assert (fault.code, fault.word, set(fault.did_you_mean)) == ("ambiguous_company", "eis", {"eisberg", "eisenach"})


@each(
    ("typed", "meant"),
    [
        ("incom", "income"),
        ("rol 4?", "roll"),
        ("bui weiden", "buy"),
        ("statoin A weiden", "station"),
        ("restrat", "restart"),
        ("buy wieden", "weiden"),
        ("buy weiden from dierctor", "director"),
        ("buy 2 esberg", "eisberg"),
        ("end discrad c", "discard"),
        ("A w onot lake w", "onto"),
        ("A w onto lake w pya 1?", "pay"),
        ("A w onto mountain3 w", "nes"),
        ("Awww", "A w w w"),
        ("Ben", "B e n"),
    ],
)
def test_slips_of_the_pen_are_guessed(typed: str, meant: str) -> None:
    assert meant in only_fault(typed).did_you_mean


@pytest.mark.parametrize("typed", ["buy weidn", "buy 2 weidn with ?", "station A weidn"])
def test_where_a_company_is_meant_only_companies_are_guessed(typed: str) -> None:
    assert only_fault(typed).did_you_mean == ("weiden",)


def test_slips_are_guessed_in_the_writers_language() -> None:
    assert only_fault("würfel 4?", "de").did_you_mean == ("würfle 4?",)
    assert only_fault("würfln 4?", "en").did_you_mean == ("würfle",)
    assert only_fault("kaufe insel vom Direktr", "de").did_you_mean[0] == "direktor"
    assert only_fault("reveni", "fr").did_you_mean == ("revenu",)


def test_an_explanation_quotes_the_line_and_shows_how_to_write_it() -> None:
    assert explain(only_fault("\nbui weiden"), ENGLISH) == (
        "Line 2: bui weiden\n"
        'There is no order "bui". Did you mean "buy"?\n'
        "Write: buy [<number>] <company> [from bank|director] [with ?]\n"
        "For example: buy weiden"
    )
    assert explain(only_fault("income now, and fast"), ENGLISH) == (
        'Line 1: income now, and fast\n"fast" was not understood here.\nWrite: income'
    )


def test_an_explanation_speaks_of_german_verbs_to_germans() -> None:
    german = replace(ENGLISH, language="de")
    assert explain(only_fault("kauf wieden", "de"), german).endswith(
        "Write: kaufe [<number>] <company> [von bank|direktor] [mit ?]\nFor example: kaufe weiden"
    )


def test_of_a_long_line_the_part_around_the_word_is_quoted() -> None:
    explained = explain(only_fault("A " + "w " * 300 + "blah " + "e " * 100), ENGLISH)
    quotation = explained.splitlines()[0]
    assert "blah" in quotation
    assert len(quotation) < 90


def test_dice_kept_that_are_not_there_are_named() -> None:
    fault = bind(EndKeeping(0, Dice(curve=1, wild=1)), start())
    assert isinstance(fault, Fault)
    assert explain(fault, ENGLISH).startswith("You can't keep c ?: in front of you lie ? ? ? ?.")


@each("text", [text for text, _, _ in FAULTS])
def test_every_explanation_goes_through_the_catalogue(text: str) -> None:
    for fault in letter(text).faults:
        explained = explain(fault, catalogue(PSEUDO))
        for line in explained.splitlines():
            assert line.startswith("⟦")
            assert line.endswith("⟧")


def test_control_characters_are_not_quoted() -> None:
    fault = only_fault("frob\x1b[31m\x00\u202e\u200b 4?")
    assert fault.line == "frob [31m  4?"
    assert explain(fault, ENGLISH).isprintable() or "\n" in explain(fault, ENGLISH)
    assert not set(explain(fault, ENGLISH)) & set("\x1b\x00\u202e\u200b")


def test_a_letter_with_faults_keeps_its_other_orders_to_be_shown() -> None:
    assert kinds("income\nbuy wieden\nend") == ["orders", "fault", "orders"]


def test_after_many_faults_the_rest_is_left_unread() -> None:
    script = letter("income\n" + "frobnicate\n" * 30)
    assert len(script.faults) == 20
    assert [line.kind for line in script.lines].count("unread") == 11
