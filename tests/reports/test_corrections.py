"""Corrections in sentences, and why one cannot be made."""

from typing import get_args

from each_kit import each
from reports_kit import NAMES, in_words
from rules.german_position import german_position, place
from rules.position import position

from pbem.games.line.corrections.sentences import describe_correction_fault
from pbem.games.line.render_context import RenderContext
from pbem.i18n import PSEUDO, catalogue
from rules_core.grid import Square
from rules_core.kernel.rulebook import CorrectionFault, Fact
from rules_core.line import actions as co
from rules_core.line.actions import Dice
from rules_core.line.judging import CorrectionFaultCode

ENGLISH = catalogue("en")
FIRST_RAILS = position(seats=4).table
GERMANY = german_position(seats=4).table

BOTH: tuple[tuple[co.Correction, str], ...] = (
    (co.DiceMoved(1, "bank", None, "hidden", 1), "Ben gets 1 die from the bank, behind the screen."),
    (
        co.DiceMoved(2, "bank", None, "front", 1, Dice(curve=1, wild=1)),
        "Ben gets 2 dice (1 curve, 1 ?) from the bank, in front of the screen.",
    ),
    (co.DiceMoved(3, "hidden", 0, "bank", None), "Anna gives 3 dice from behind the screen back to the bank."),
    (
        co.DiceMoved(1, "front", 0, "bank", None, Dice(straight=1)),
        "Anna gives 1 die (1 straight) from in front of the screen back to the bank.",
    ),
    (
        co.DiceMoved(2, "hidden", 0, "hidden", 1),
        "Ben gets 2 dice from Anna, from behind one screen to behind the other.",
    ),
    (
        co.DiceMoved(1, "hidden", 0, "front", 1, Dice(curve=1)),
        "Ben gets 1 die (1 curve) from Anna, from behind one screen to in front of the other.",
    ),
    (
        co.DiceMoved(1, "front", 0, "hidden", 1, Dice(curve=1)),
        "Ben gets 1 die (1 curve) from Anna, from in front of one screen to behind the other.",
    ),
    (
        co.DiceMoved(1, "front", 0, "front", 1, Dice(curve=1)),
        "Ben gets 1 die (1 curve) from Anna, from in front of one screen to in front of the other.",
    ),
    (
        co.DiceMoved(1, "hidden", 0, "front", 0, Dice(wild=1)),
        "Anna puts 1 die (1 ?) from behind the screen in front of it.",
    ),
    (
        co.DiceMoved(1, "front", 0, "hidden", 0, Dice(wild=1)),
        "Anna puts 1 die (1 ?) from in front of the screen behind it.",
    ),
    (co.DirectorNamed("weiden", 1), "Ben is director of Weiden Express now."),
    (co.DirectorNamed("weiden", None), "Weiden Express has no director now."),
    (co.TurnMarked("income", True), "income counts as taken in this turn."),
    (co.TurnMarked("income", False), "income counts as not yet taken in this turn."),
    (co.TurnMarked("rolled", True), "the roll of this turn counts as made."),
    (
        co.TurnMarked("rolled", False),
        "the roll of this turn counts as not yet made. Dice rolled again show the same.",
    ),
)
SAID: tuple[tuple[co.Correction, str], ...] = (
    *BOTH,
    (
        co.DiceMoved(1, "bank", None, "front", 1, Dice(share=1)),
        "Ben gets 1 die (1 share) from the bank, in front of the screen.",
    ),
    (co.SharesMoved("weiden", 1, None, 1), "Ben gets 1 share of Weiden Express from the bank."),
    (co.SharesMoved("weiden", 2, 0, 1), "Ben gets 2 shares of Weiden Express from Anna."),
    (co.SharesMoved("weiden", 1, 1, None), "Ben gives 1 share of Weiden Express back to the bank."),
    (
        co.PassengersMoved(2, None, "box", None, "carried", 0),
        "Anna gets 2,000 passengers, behind the screen.",
    ),
    (
        co.PassengersMoved(1, None, "carried", 0, "carried", 1),
        "1,000 passengers go from behind the screen of Anna behind that of Ben.",
    ),
    (
        co.PassengersMoved(1, None, "carried", 1, "box", None),
        "Ben loses 1,000 passengers, from behind the screen.",
    ),
    (co.DueMarked(Square(2, 3), True), "what is due on T1 c4 counts as paid for."),
    (co.OfficeMarked(1, True), "Ben counts as having lost the last directorship at the end of last year."),
    (co.OfficeMarked(1, False), "Ben counts as having lost no directorship at the end of last year."),
)
GERMAN: tuple[tuple[co.Correction, str], ...] = (
    *BOTH,
    (
        co.DiceMoved(1, "bank", None, "front", 1, Dice(share=1)),
        "Ben gets 1 die (1 transport symbol) from the bank, in front of the screen.",
    ),
    (co.PassengersMoved(1, "weiden", "box", None, "waiting", None), "1,000 more passengers wait for Weiden Express."),
    (co.PassengersMoved(1, "weiden", "waiting", None, "box", None), "1,000 fewer passengers wait for Weiden Express."),
    (
        co.PassengersMoved(2, "weiden", "waiting", None, "carried", 1),
        "Ben carries 2,000 of the passengers who waited for Weiden Express.",
    ),
    (
        co.PassengersMoved(1, "weiden", "carried", 0, "waiting", None),
        "1,000 passengers whom Anna has carried wait for Weiden Express again.",
    ),
    (
        co.PassengersMoved(1, "weiden", "carried", 0, "carried", 1),
        "Ben has carried 1,000 passengers of Weiden Express, and not Anna.",
    ),
    (
        co.PassengersMoved(1, "weiden", "box", None, "carried", 1),
        "Ben has carried 1,000 more passengers of Weiden Express.",
    ),
    (
        co.PassengersMoved(1, "weiden", "carried", 1, "box", None),
        "Ben has carried 1,000 fewer passengers of Weiden Express.",
    ),
    (co.DueMarked(place("S15 d4"), False), "what is due on S15 d4 in Bergen counts as not yet paid for."),
    (co.OfficeMarked(0, True), "Anna counts as having directed a company when last ending a turn."),
    (co.OfficeMarked(0, False), "Anna counts as having directed no company when last ending a turn."),
)


def test_corrections_are_said() -> None:
    for table, sentences in ((FIRST_RAILS, SAID), (GERMANY, GERMAN)):
        for correction, said in sentences:
            assert in_words(correction, table, NAMES, ENGLISH) == f"Correction: {said}"
        over = in_words(co.GameCancelled(), table, NAMES, ENGLISH)
        assert over == "The game is cancelled: it is over without a result."


def test_every_kind_of_correction_is_said_in_every_language() -> None:
    assert {type(correction) for correction, _ in SAID} == set(co.CORRECTIONS) - {co.GameCancelled}
    assert {type(correction) for correction, _ in GERMAN} == set(co.CORRECTIONS) - {co.GameCancelled, co.SharesMoved}
    for correction, _ in SAID:
        assert in_words(correction, FIRST_RAILS, NAMES, catalogue(PSEUDO)).startswith("⟦Correction: ")


FACTS: dict[CorrectionFaultCode, dict[str, Fact]] = {
    "no such face": {"face": "share"},
    "no such company": {"company": "nowhere"},
    "too few dice": {"asked": 3, "there": 1},
    "too few faces": {"asked": 2, "there": 1, "face": "curve"},
    "too few shares": {"asked": 3, "there": 0},
    "too few passengers": {"asked": 3, "there": 2},
}
WORDED: dict[CorrectionFaultCode, str] = {
    "too few dice": "There are too few dice: 1, not 3.",
    "too few faces": "Too few dice show this there: 1 curve, not 2 curves.",
    "too few passengers": "There are too few passengers: 2,000, not 3,000.",
    "no change": "That is already so.",
}


@each("code", get_args(CorrectionFaultCode))
def test_why_a_correction_cannot_be_made_is_said(code: CorrectionFaultCode) -> None:
    said = describe_correction_fault(
        CorrectionFault(code, FACTS.get(code, {})), RenderContext(FIRST_RAILS, NAMES, ENGLISH)
    )
    assert "%" not in said
    assert said == WORDED.get(code, said)
    assert (
        describe_correction_fault(
            CorrectionFault(code, FACTS.get(code, {})), RenderContext(FIRST_RAILS, NAMES, catalogue(PSEUDO))
        )
        != said
    )
