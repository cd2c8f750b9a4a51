"""Faults in words: which line, which word, what is wrong, what may have been meant, and how such an order looks."""

from typing import Final

from pbem.i18n import N_, Catalogue
from pbem.orders.notation import notation_of
from pbem.orders.script import Fault, FaultCode
from pbem.orders.verbs import BY_NAME, examples_of, shape_of
from pbem.orders.words import word

_QUOTED: Final = 72
"""How many characters of a line are quoted."""

MESSAGES: Final[dict[FaultCode, str]] = {
    "unknown_verb": N_('"%(word)s" is not an order I know.'),
    "unexpected": N_('I do not understand "%(word)s" in this place.'),
    "glued": N_('"%(word)s" may be a name or a run of track; if it is track, write the letters apart.'),
    "hidden_order": N_('An order seems to begin at "%(word)s", within other words. Begin a new line with it.'),
    "missing_number": N_("How many dice?"),
    "missing_company": N_("Which company?"),
    "missing_end": N_("Which end of the line, A or B?"),
    "missing_pieces": N_("Which way should the line go? Name a side (n, e, s, w) for each piece."),
    "missing_side": N_("A side is missing here: n, e, s or w."),
    "missing_tile": N_("Which tile should be laid there?"),
    "missing_dice": N_("Which dice? Name them by their faces: s straight, c curve, %(third)s, ?."),
    "missing_payment": N_('Pay with how many dice? As in 2h 1?: two hidden ones and one "?".'),
    "missing_price": N_("At which price, 3 or 5?"),
    "missing_wild": N_('With what? A share costs a share die, or with "with ?" a "?".'),
    "missing_symbol": N_('With what? A passenger costs a transport symbol, or with "with ?" a "?".'),
    "missing_day": N_("Which days?"),
    "missing_unit": N_('Days or hours? Say which, as in "2 days".'),
    "unreadable_day": N_('I cannot read "%(word)s" as a day.'),
    "no_such_day": N_('There is no day "%(word)s".'),
    "doubtful_day": N_('"%(word)s" may mean more than one day. Write the year first, as in 2026-12-20.'),
    "unknown_company": N_('I know no company called "%(word)s".'),
    "ambiguous_company": N_('More than one company may be called "%(word)s".'),
    "which_company": N_('"%(word)s" may go with one company or with all before it. Name them in orders of their own.'),
    "unknown_tile": N_('I know no tile called "%(word)s".'),
    "ambiguous_tile": N_('There is more than one tile "%(word)s", or it can lie in more than one way.'),
    "no_tiles": N_('No tiles are laid in this game; the line goes over borders as it is. Leave "%(word)s" out.'),
    "ambiguous_count": N_('Does the number count all of "%(word)s"? Write each die by itself.'),
    "ambiguous_arrow": N_('Does "%(word)s" point east, or does it mean nothing? Write e for east.'),
    "number_range": N_('"%(word)s" is not a number from %(least)s to %(most)s.'),
    "said_twice": N_('"%(word)s" says something that has been said before in this order.'),
    "bare_wild": N_('If you want to pay with a "?", write "with ?".'),
    "lone_wild": N_('This "?" belongs to no piece. Write it behind the side the piece points to.'),
    "late_leave": N_("Say by which side the line leaves the station before you name the pieces."),
    "no_end": N_('Dice go back at the end of a turn, but no "end" follows in this letter.'),
    "no_end_within": N_('Dice go back at the end of a turn, but no "end" stands behind the condition on this line.'),
    "discard_and_keep": N_("Say only once which dice you keep, and then not which you discard."),
    "missing_readers": N_("To whom? Name players, or all."),
    "missing_player": N_("Which player?"),
    "unknown_player": N_('I know no player called "%(word)s".'),
    "ambiguous_player": N_('More than one player may be called "%(word)s".'),
    "no_colon": N_("A colon is missing before the text."),
    "missing_text": N_("There is no text."),
    "no_text": N_("No text has begun that could end here. Put nothing behind the colon, and the text below it."),
    "after_end": N_('An order stands behind "end". Put "end" last.'),
    "after_closing": N_("This looks like an order, but it stands behind words that end a letter. Put orders first."),
    "keep_missing": N_("You cannot keep %(kept)s: in front of you lie %(front)s."),
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


def explain(fault: Fault, catalogue: Catalogue) -> str:
    """A fault in a few lines of text, the line quoted first; without the quotation for one found by `bind`."""
    third, also = catalogue.text(notation_of(fault.kind).third_face), word("and", catalogue.language)
    facts = {"word": fault.word, "third": third, "and": also, **fault.facts}
    said = catalogue.text(MESSAGES[fault.code], **facts)
    if fault.did_you_mean:
        meant = ", ".join(f'"{word}"' for word in fault.did_you_mean)
        said += " " + catalogue.text("Did you mean %(suggestions)s?", suggestions=meant)
    lines = [said]
    if fault.number:
        quoted = _around(fault.line, fault.column)
        lines.insert(0, catalogue.text("Line %(number)s: %(line)s", number=fault.number, line=quoted))
    verb = _helpful_verb(fault)
    form = None if verb is None else BY_NAME[verb].forms.get(fault.kind)
    if form is not None:
        example = examples_of(form, catalogue.language)[0]
        shape = shape_of(form, catalogue)
        lines.append(catalogue.text("Write: %(shape)s", shape=shape))
        if example != shape:
            lines.append(catalogue.text("For example: %(example)s", example=example))
    return "\n".join(lines)


def _helpful_verb(fault: Fault) -> str | None:
    """The verb whose shape may help: the one that was read, or the only one that was suggested."""
    if fault.verb is not None:
        return fault.verb
    if fault.code == "missing_end":
        return "lay"
    meant = [name for name, verb in BY_NAME.items() if set(fault.did_you_mean) & {*sum(verb.aliases.values(), ())}]
    return meant[0] if len(meant) == 1 else None


def _around(line: str, column: int) -> str:
    """A line, or where it is long the part of it around a column, counted from 1."""
    line = line.strip() if column == 0 else line
    start = max(0, min(column - _QUOTED // 2, len(line) - _QUOTED))
    cut = line[start : start + _QUOTED]
    return ("…" if start else "") + cut.strip() + ("…" if start + _QUOTED < len(line) else "")
