"""What is told of faults in orders that may be found in any game, by their codes."""

from collections.abc import Mapping
from typing import Final

from pbem.i18n import N_

MESSAGES: Final[Mapping[str, str]] = {
    "unknown_verb": N_('"%(word)s" is not an order I know.'),
    "unexpected": N_('I do not understand "%(word)s" in this place.'),
    "hidden_order": N_('An order seems to begin at "%(word)s", within other words. Begin a new line with it.'),
    "missing_day": N_("Which days?"),
    "missing_unit": N_('Days or hours? Say which, as in "2 days".'),
    "unreadable_day": N_('I cannot read "%(word)s" as a day.'),
    "no_such_day": N_('There is no day "%(word)s".'),
    "doubtful_day": N_('"%(word)s" may mean more than one day. Write the year first, as in 2026-12-20.'),
    "number_range": N_('"%(word)s" is not a number from %(least)s to %(most)s.'),
    "said_twice": N_('"%(word)s" says something that has been said before in this order.'),
    "no_end": N_('This belongs to the end of a turn, but no "end" follows in this letter.'),
    "no_end_within": N_('This belongs to the end of a turn, but no "end" stands behind the condition on this line.'),
    "missing_readers": N_("To whom? Name players, or all."),
    "missing_player": N_("Which player?"),
    "unknown_player": N_('I know no player called "%(word)s".'),
    "ambiguous_player": N_('More than one player may be called "%(word)s".'),
    "no_colon": N_("A colon is missing before the text."),
    "missing_text": N_("There is no text."),
    "no_text": N_("No text has begun that could end here. Put nothing behind the colon, and the text below it."),
    "after_end": N_('An order stands behind "end". Put "end" last.'),
    "after_closing": N_("This looks like an order, but it stands behind words that end a letter. Put orders first."),
    "line_too_long": N_("The line is longer than %(most)s characters. Put each order on a line of its own."),
    "letter_too_long": N_("The letter is longer than %(lines)s lines or %(characters)s characters."),
    "too_many_orders": N_("The letter holds more than %(most)s orders."),
    "unknown_quantity": N_('"%(word)s" is nothing that I can compare.'),
    "missing_comparison": N_("A comparison is missing: >=, <=, >, < or =, and a number."),
    "clause_colon": N_('A colon is missing before "%(word)s": the orders stand behind it.'),
    "missing_orders": N_("The orders are missing: they stand behind the colon, on the same line."),
    "nested_if": N_('There is no condition within a condition. Join two by "%(and)s", or begin a line with each.'),
    "late_clause": N_('"%(word)s" holds for the rest of its line. Begin a line with it.'),
    "cannot_wait": N_('"%(word)s" cannot stand here: only orders of play may wait for a condition or for a turn.'),
}
