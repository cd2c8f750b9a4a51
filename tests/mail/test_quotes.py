"""Quotes and signatures: the rules that the letters in `letters/` do not show one by one."""

import pytest
from each_kit import each
from hypothesis import example, given
from hypothesis import strategies as st
from work_kit import at_most

from pbem.mail.reading.quotes import Cut, cut, looks_like_an_order

CALLS = 5_000_000

PROPOSALS = ["You may write:", "  income", "  roll 4?", "  buy weiden", "  end", "Answer until Sunday."]


def own(text: str, original: list[str] | None = None) -> tuple[str, ...]:
    return cut(text.split("\n"), original or []).unquoted


ATTRIBUTIONS = pytest.mark.parametrize(
    "attribution",
    [
        "On Sun, Nov 22, 2026 at 11:02 AM First Rails <k3x@play.example.net> wrote:",
        "On 22 Nov 2026, at 11:02, First Rails <k3x@play.example.net>\nwrote:",
        "On Sunday, November 22, 2026 at 11:02:00 AM GMT+1, First Rails\n<k3x@play.example.net> wrote:",
        "Am So., 22. Nov. 2026 um 11:02 Uhr schrieb First Rails <\nk3x@play.example.net>:",
        "Am 22.11.26 um 11:02 schrieb First Rails:",
        "Am 22.11.2026 um 11:02 schrieb First Rails <k3x@play.example.net>:",
        "Am Sonntag, 22. November 2026 um 11:02:00 MEZ hat First Rails Folgendes geschrieben:",
        "First Rails <k3x@play.example.net> schrieb am So., 22. Nov. 2026,\n11:02:",
        "Le dim. 22 nov. 2026 à 11:02, First Rails <k3x@play.example.net> a\nécrit :",
        "El dom, 22 nov 2026 a las 11:02, First Rails escribió:",
        "2026-11-22 11:02 GMT+01:00 First Rails <k3x@play.example.net>:",
    ],
)


@ATTRIBUTIONS
def test_below_an_attribution_all_is_a_quote_when_nothing_is_marked(attribution: str) -> None:
    assert own(f"income\n\n{attribution}\n\nIt's your turn.\nroll 4?") == ("income",)


@ATTRIBUTIONS
def test_below_an_attribution_answers_to_marked_quotes_stay(attribution: str) -> None:
    assert own(f"{attribution}\n> It's your turn.\n\nincome\n> And?\nend") == ("income", "end")


@ATTRIBUTIONS
def test_with_nothing_above_only_the_attribution_goes(attribution: str) -> None:
    assert own(f"{attribution}\n\nincome\nend") == ("income", "end")


SEPARATORS = pytest.mark.parametrize(
    "separator",
    [
        "-----Original Message-----",
        "-----Ursprüngliche Nachricht-----",
        "-------- Original-Nachricht --------",
        "----- Message d'origine -----",
        "---------- Forwarded message ---------",
        "________________________________\nFrom: First Rails\nSent: Sunday\nTo: Alice\nSubject: your turn",
        "From: First Rails\nSent: Sunday, November 22, 2026 11:02\nTo: Alice\nSubject: your turn",
        "Von: First Rails\nGesendet: Sonntag, 22. November 2026 11:02\nAn: Alice\nBetreff: your turn",
        "*Von:* First Rails\n*Gesendet:* Sonntag\n*An:* Alice\n*Betreff:* your turn",
        "Gesendet: Sonntag, 22. November 2026 um 11:02 Uhr\nVon: First Rails\nAn: Alice\nBetreff: your turn",
        "De : First Rails\nEnvoyé : dimanche\nÀ : Alice\nObjet : your turn",
        "--------------------\nVon: First Rails\nDatum: 22.11.26\nAn: Alice",
    ],
)


@SEPARATORS
def test_below_a_separator_all_is_a_quote(separator: str) -> None:
    assert own(f"income\n\n{separator}\n\nIt's your turn.\nroll 4?") == ("income",)


@SEPARATORS
def test_below_a_separator_all_is_a_quote_even_with_nothing_above(separator: str) -> None:
    assert own(f"{separator}\n\nIt's your turn.\nroll 4?") == ()


@SEPARATORS
def test_below_a_separator_answers_to_marked_quotes_stay(separator: str) -> None:
    assert own(f"{separator}\n\n> It's your turn.\nincome") == ("income",)


@each(
    "line",
    [
        "Sent from my iPhone",
        "Sent from Outlook for Android",
        "Get Outlook for iOS<https://aka.ms/o0ukef>",
        "Von meinem iPhone gesendet",
        "Von meinem Samsung Galaxy Smartphone gesendet.",
        "Gesendet mit der GMX Mail App",
        "Gesendet von Mail für Windows",
        "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        "Envoyé de mon iPhone",
        "________________________________",
        "=====",
    ],
)
def test_a_line_that_a_program_adds_goes_alone(line: str) -> None:
    assert own(f"income\n{line}\nend") == ("income", "end")


@each(
    "line",
    [
        "income",
        "A w w w? onto nw w?",
        "station B insel lake at 5 pay 3h 2?",
        "if s >= 2: buy weiden",
        "next turn: income; roll all",
        "on to the next: roll 2",
        "I wrote to Bob",
        "# from: here on",
        "data",
        "- income",
        "-",
        "?",
    ],
)
def test_what_a_player_writes_stays(line: str) -> None:
    assert own(f"{line}\nend") == (line, "end")


def test_a_signature_ends_the_letter() -> None:
    assert cut(["end", "-- ", "Alice", "> by hand"]) == Cut(("end",), ("--", "Alice", "> by hand"))


def test_an_order_copied_from_the_proposals_is_an_order() -> None:
    assert own("income", PROPOSALS) == ("income",)


def test_all_proposals_copied_are_orders() -> None:
    assert own("income\nroll 4?\nbuy weiden\nend", PROPOSALS) == ("income", "roll 4?", "buy weiden", "end")


def test_the_report_sent_back_is_a_quote_with_its_proposals() -> None:
    assert own("roll 2?\n\n" + "\n".join(PROPOSALS), PROPOSALS) == ("roll 2?",)


def test_a_report_sent_back_is_a_quote_however_it_is_wrapped() -> None:
    assert own("You may\nwrite:\nincome roll 4?\nbuy weiden end Answer\nuntil Sunday.", PROPOSALS) == ()


def test_a_line_of_prose_alone_is_a_quote() -> None:
    assert own("You may write:\n\nroll 2?\nend", PROPOSALS) == ("roll 2?", "end")


def test_an_answer_between_unmarked_lines_stays() -> None:
    text = "You may write:\nroll 3?\nAnswer until Sunday.\n"
    assert own(text, PROPOSALS) == ("roll 3?",)


def test_typographic_signs_do_not_hide_a_quote() -> None:
    assert own("It's your turn - now.\nend", ["It’s your turn – now."]) == ("end",)


def test_a_mark_between_two_lines_parts_them() -> None:
    assert own("You may write:\n> aside\nincome", PROPOSALS) == ("income",)


def test_the_caller_may_know_better_what_an_order_is() -> None:
    assert cut(["income"], ["income"], is_order=lambda _: False).quoted == ("income",)


def test_what_looks_like_an_order() -> None:
    assert looks_like_an_order(" A w w w? onto nw w?")
    assert looks_like_an_order("- buy weiden")
    assert not looks_like_an_order("You may write:")
    assert not looks_like_an_order("  1 . . m m")


@given(st.lists(st.text(st.sampled_from("> -_:Aon\t2wrote"), max_size=30), max_size=40), st.integers(0, 40))
@example([">\t"], 0)
def test_every_line_lands_in_one_heap(lines: list[str], quoted_from: int) -> None:
    parted = cut(lines, lines[quoted_from:])
    assert sorted([*parted.unquoted, *parted.quoted]) == sorted(line.strip() for line in lines if line.strip("> \t"))


@each(
    "line",
    [
        "Von: x",
        "On 1 wrote",
        "-" * 290,
        " " * 290 + "x",
        "von meinem " * 26,
        "https://" * 37,
        ". . . . .",
        "*" * 290 + ":",
    ],
)
def test_many_lines_are_little_work(line: str) -> None:
    original = [". . . . . . ."] * 500 + [line] * 500
    with at_most(CALLS):
        cut([line] * min(10_000, (1 << 20) // len(line)), original)
