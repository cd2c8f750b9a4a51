"""Views and events put into words: reports, answers, maps and refusals as plain text, in the reader's language."""

from pbem.reports import first_rails, germany
from pbem.reports.compose import answer, status_report, subject, turn_report
from pbem.reports.context import AnsweredLine, GameContext, Message
from pbem.reports.manner import register
from pbem.reports.violations import word_violation

register("first_rails", first_rails)
register("germany", germany)

__all__ = [
    "AnsweredLine",
    "GameContext",
    "Message",
    "answer",
    "status_report",
    "subject",
    "turn_report",
    "word_violation",
]
