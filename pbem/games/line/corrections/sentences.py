"""Corrections in sentences, as far as all games tell them alike; and why one cannot be made."""

from collections.abc import Mapping
from typing import Final, TypeAlias, cast

from pbem.games.line.render_context import Formatter, RenderContext
from pbem.i18n import N_
from rules_core.kernel.rulebook import CorrectionFault
from rules_core.line import actions as co
from rules_core.line.actions import Face

_Way: TypeAlias = tuple[co.DicePlace, co.DicePlace]
_DICE_MOVED: Final[Mapping[_Way, str]] = {
    ("bank", "hidden"): N_("Correction: %(taker)s gets %(dice)s from the bank, behind the screen."),
    ("bank", "front"): N_("Correction: %(taker)s gets %(dice)s from the bank, in front of the screen."),
    ("hidden", "bank"): N_("Correction: %(giver)s gives %(dice)s from behind the screen back to the bank."),
    ("front", "bank"): N_("Correction: %(giver)s gives %(dice)s from in front of the screen back to the bank."),
    ("hidden", "hidden"): N_(
        "Correction: %(taker)s gets %(dice)s from %(giver)s, from behind one screen to behind the other."
    ),
    ("hidden", "front"): N_(
        "Correction: %(taker)s gets %(dice)s from %(giver)s, from behind one screen to in front of the other."
    ),
    ("front", "hidden"): N_(
        "Correction: %(taker)s gets %(dice)s from %(giver)s, from in front of one screen to behind the other."
    ),
    ("front", "front"): N_(
        "Correction: %(taker)s gets %(dice)s from %(giver)s, from in front of one screen to in front of the other."
    ),
}
_WITHIN: Final[Mapping[_Way, str]] = {
    ("hidden", "front"): N_("Correction: %(giver)s puts %(dice)s from behind the screen in front of it."),
    ("front", "hidden"): N_("Correction: %(giver)s puts %(dice)s from in front of the screen behind it."),
}
"""Where both places are those of one player."""
_TURN_MARKED: Final[Mapping[tuple[co.TurnMark, bool], str]] = {
    ("income", True): N_("Correction: income counts as taken in this turn."),
    ("income", False): N_("Correction: income counts as not yet taken in this turn."),
    ("rolled", True): N_("Correction: the roll of this turn counts as made."),
    ("rolled", False): N_("Correction: the roll of this turn counts as not yet made. Dice rolled again show the same."),
}
_FAULTS: Final[Mapping[str, str]] = {
    "over": N_("The game is over. To correct something, roll the game back first."),
    "no such seat": N_("There is no such seat."),
    "no such place": N_("Nothing of this kind can lie there."),
    "no number": N_("How many? At least one."),
    "faces": N_("In front of a screen each die shows a face: name a face for each. Elsewhere dice show none."),
    "no such face": N_("No die has such a face: %(face)s."),
    "no such company": N_("There is no company %(company)s."),
    "no shares here": N_("There are no shares in this game."),
    "company": N_("Of which company? Passengers are counted by company in this game."),
    "no company": N_("Name no company: what a player has carried is counted as one."),
    "too few dice": N_("There are too few dice: %(there)s, not %(asked)s."),
    "too few faces": N_("Too few dice show this there: %(there)s, not %(asked)s."),
    "too few shares": N_("There are too few shares: %(there)s, not %(asked)s."),
    "too few passengers": N_("There are too few passengers: %(there)s, not %(asked)s."),
    "secret": N_(
        "What lies behind a screen is hidden from you, so you can take nothing from there before you unseal the "
        "game. Giving is always possible."
    ),
    "no change": N_("That is already so."),
    "nothing due": N_("Nothing is due on this square in this turn, or it counts as paid for."),
    "not paid": N_("Nothing counts as paid for on this square in this turn."),
}
"""Why a correction cannot be made, as message ids; their `%(names)s` are facts of the fault."""


def describe_correction_fault(fault: CorrectionFault, context: RenderContext) -> str:
    """Describe why a correction cannot be made, in a sentence or two."""
    facts = dict(fault.facts)
    if fault.code == "too few faces":
        face = cast(Face, facts["face"])
        facts.update({name: context.faces(face, int(facts[name])) for name in ("asked", "there")})
    if fault.code == "too few passengers":
        facts.update({name: context.thousands(int(facts[name])) for name in ("asked", "there")})
    return context.catalogue.text(_FAULTS[fault.code], **facts)


def _dice_moved(event: co.DiceMoved, context: RenderContext) -> str:
    way = event.source, event.target
    is_within = event.giver == event.taker
    return context.catalogue.text(
        _WITHIN[way] if is_within else _DICE_MOVED[way],
        giver=_player(event.giver, context),
        taker=_player(event.taker, context),
        dice=_dice(event, context),
    )


def _dice(event: co.DiceMoved, context: RenderContext) -> str:
    if not event.faces.total:
        return context.catalogue.plural("%(n)s die", "%(n)s dice", event.number)
    return context.catalogue.plural(
        "%(n)s die (%(faces)s)", "%(n)s dice (%(faces)s)", event.number, faces=context.dice(event.faces)
    )


def _shares_moved(event: co.SharesMoved, context: RenderContext) -> str:
    facts = {
        "shares": context.catalogue.plural("%(n)s share", "%(n)s shares", event.number),
        "company": context.company(event.company),
        "giver": _player(event.giver, context),
        "taker": _player(event.taker, context),
    }
    if event.giver is None:
        return context.catalogue.text("Correction: %(taker)s gets %(shares)s of %(company)s from the bank.", **facts)
    if event.taker is None:
        return context.catalogue.text(
            "Correction: %(giver)s gives %(shares)s of %(company)s back to the bank.", **facts
        )
    return context.catalogue.text("Correction: %(taker)s gets %(shares)s of %(company)s from %(giver)s.", **facts)


def _player(seat: int | None, context: RenderContext) -> str:
    return "" if seat is None else context.player(seat)


def _director_named(event: co.DirectorNamed, context: RenderContext) -> str:
    company = context.company(event.company)
    if event.seat is None:
        return context.catalogue.text("Correction: %(company)s has no director now.", company=company)
    return context.catalogue.text(
        "Correction: %(player)s is director of %(company)s now.", player=context.player(event.seat), company=company
    )


def _turn_marked(event: co.TurnMarked, context: RenderContext) -> str:
    return context.catalogue.text(_TURN_MARKED[event.mark, event.done])


def _due_marked(event: co.DueMarked, context: RenderContext) -> str:
    square = context.square(event.square)
    if event.paid:
        return context.catalogue.text("Correction: what is due on %(square)s counts as paid for.", square=square)
    return context.catalogue.text("Correction: what is due on %(square)s counts as not yet paid for.", square=square)


def _game_cancelled(_event: co.GameCancelled, context: RenderContext) -> str:
    return context.catalogue.text("The game is cancelled: it is over without a result.")


FORMATTERS: Final[Mapping[type, Formatter]] = {
    co.DiceMoved: _dice_moved,
    co.SharesMoved: _shares_moved,
    co.DirectorNamed: _director_named,
    co.TurnMarked: _turn_marked,
    co.DueMarked: _due_marked,
    co.GameCancelled: _game_cancelled,
}
