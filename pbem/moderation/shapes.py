"""What corrections look like as lines: one table, from which help, hints and forms are made."""

import re
from collections.abc import Mapping
from typing import Final

from pbem.i18n import N_, Catalogue
from pbem.moderation.hand import said
from pbem.orders import Form
from pbem.orders.idioms import FIRST_RAILS, GERMANY, KINDS


def _alike(*lines: str, explanation: str) -> dict[str, Form]:
    """A shape and its examples, the same in every kind of game."""
    return dict.fromkeys(KINDS, Form(lines[0], lines[1:], explanation))


_TAKING: Final = N_(
    "Take the same from a player. What lies behind a screen can be taken once the secrets of the game are open to you."
)
SHAPES: Final[Mapping[str, Mapping[str, Form]]] = {
    "give": {
        FIRST_RAILS: Form(
            "{give} <player> <what>",
            (
                "{give} ben 1 {hidden}",
                "{give} ben 2 c ?",
                "{give} ben 1 {share} weiden",
                "{give} ben 3000 {passenger}",
            ),
            N_("Give a player dice or shares out of the bank, or passengers out of the box."),
        ),
        GERMANY: Form(
            "{give} <player> <what>",
            ("{give} ben 1 {hidden}", "{give} ben 2 c t", "{give} ben 3000 {passenger} weiden"),
            N_("Give a player dice out of the bank, or passengers of a company out of the box, as carried."),
        ),
    },
    "take": {
        FIRST_RAILS: Form(
            "{take} <player> <what>",
            ("{take} ben 2 ?", "{take} ben 1 {hidden}", "{take} ben 3000 {passenger}"),
            _TAKING,
        ),
        GERMANY: Form(
            "{take} <player> <what>",
            ("{take} ben 2 ?", "{take} ben 1 {hidden}", "{take} ben 3000 {passenger} weiden"),
            _TAKING,
        ),
    },
    "move": {
        FIRST_RAILS: Form(
            "{move} <player>|{bank} {to} <player>|{bank} <what>",
            (
                "{move} ben {to} anna 1 {hidden}",
                "{move} ben {to} anna 1 {share} weiden",
                "{move} ben {to} ben 2 {hidden} {as} c c",
                "{move} ben {to} ben c {hidden}",
            ),
            N_("Move them from player to player, or dice from one side of a screen to the other."),
        ),
        GERMANY: Form(
            "{move} <player>|{bank}|{waiting} {to} <player>|{bank}|{waiting} <what>",
            (
                "{move} ben {to} anna 1 {hidden}",
                "{move} ben {to} ben 2 {hidden} {as} c c",
                "{move} {waiting} {to} ben 2000 {passenger} weiden",
                "{move} {bank} {to} {waiting} 1000 {passenger} weiden",
            ),
            N_(
                "Move them from player to player, dice from one side of a screen to the other, or passengers from "
                "or to where they wait."
            ),
        ),
    },
    "director": _alike(
        "{director} <company> <player>|{nobody}",
        "{director} weiden anna",
        "{director} weiden {nobody}",
        explanation=N_("Name the director of a company, until the rules make somebody else director."),
    ),
    "turn": _alike(
        "{turn} {income}|{rolled} {on}|{off}",
        "{turn} {income} {off}",
        "{turn} {rolled} {on}",
        explanation=N_(
            "Whether income counts as taken, or the roll as made, in the turn being played. Dice that are rolled "
            "once more show the same; others need a rollback."
        ),
    ),
    "paid": {
        FIRST_RAILS: Form(
            "{paid} <square> {on}|{off}",
            ("{paid} T2 f4 {on}", "{paid} T2 f4 {off}"),
            N_("Whether the mountain range or lake of a square counts as paid for in the turn being played."),
        ),
        GERMANY: Form(
            "{paid} <square> {on}|{off}",
            ("{paid} S14 b3 {on}", "{paid} S14 b3 {off}"),
            N_("Whether the mountains, lake or river of a square count as paid for in the turn being played."),
        ),
    },
    "office": {
        FIRST_RAILS: Form(
            "{office} <player> {lost}|{kept}",
            ("{office} ben {lost}",),
            N_('Whether a player counts as having lost the last directorship, so that his income is "?" (FR-11).'),
        ),
        GERMANY: Form(
            "{office} <player> {held}|{nobody}",
            ("{office} ben {held}",),
            N_("Whether a player counts as having directed a company when he last ended a turn (GE-11)."),
        ),
    },
}
"""By the meaning of its first word, what a correction looks like in each kind of game, in the order of help."""
_PLACEHOLDERS: Final = {
    "number": N_("number"),
    "company": N_("company"),
    "faces": N_("faces"),
    "player": N_("player"),
    "square": N_("square"),
    "what": N_("what"),
}


class _Wording(dict[str, str]):
    """Fills templates with the words of a language, by their meanings."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language

    def __missing__(self, key: str) -> str:
        return said(key, self.language)


def _typed(template: str, language: str) -> str:
    return template.format_map(_Wording(language))


def shape_of(form: Form, words: Catalogue) -> str:
    """What a correction of this form looks like, in the catalogue's language."""
    named = {f"<{key}>": f"<{words.text(msgid)}>" for key, msgid in _PLACEHOLDERS.items()}
    return re.sub(r"<\w+>", lambda match: named[match.group()], _typed(form.shape, words.language))


def examples_of(form: Form, language: str) -> tuple[str, ...]:
    """Corrections of this form, ready to be typed."""
    return tuple(_typed(example, language) for example in form.examples)
