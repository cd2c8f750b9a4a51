"""Dice inside the sentences of mails: which words are taken for dice, and what stands in their place."""

from each_kit import each
from lxml import html
from reports_kit import KINDS

from pbem.games.presentation import presentation_of
from pbem.i18n import PSEUDO, catalogue
from pbem.reports.dice import glyph_of, in_glyphs, in_signs
from rules_core.games import ruleset_for
from rules_core.kernel.definition import fold

ENGLISH = catalogue("en")


@each(
    ("sentence", "shown"),
    [
        ("Anna rolls 4 hidden dice + 1 ?: 2 straights, 1 share, 1 ?.", "Anna rolls 4 hidden dice + ?: ━━, $, ?."),
        ("Ben rolls 1 hidden die: 1 share.", "Ben rolls 1 hidden die: $."),
        ("Ben gives back 1 curve, 2 shares and ends the turn.", "Ben gives back ┗, $$ and ends the turn."),
        ("Cleo uses 2 transport symbols.", "Cleo uses tt."),
        ("1 straight, 1 right switch; 1 unit for the ground", "━, ┣; 1 unit for the ground"),
        ("Ben rolls 2 + 1 dice: 1 straight; 1 wye.", "Ben rolls 2 + 1 dice: ━; ┳."),
        ("Anna gets 5 ? from the bank.", "Anna gets 5×? from the bank."),
    ],
)
def test_dice_are_shown_by_signs(sentence: str, shown: str) -> None:
    assert in_glyphs(sentence, ENGLISH) == shown


@each(
    "sentence",
    [
        "Correction: Anna gets 2 shares of Weiden Express from the bank.",
        "you have 3 shares of Insel Hopper",
        "The bank is straight, 1 straightforward thing.",
        "Do you want T2 f4?",
        "#118 ?",
        "1,000 curves",
        "0 straights",
        "Y3.1 curve",
    ],
)
def test_what_is_no_die_stays(sentence: str) -> None:
    assert in_glyphs(sentence, ENGLISH) == sentence


def test_signs_are_read_aloud_as_the_words_they_stand_for() -> None:
    tree = html.fragment_fromstring(in_signs("<b>Anna</b> rolls 7 ?: 2 curves, 1 ?.", ENGLISH), create_parent="p")
    signs = tree.xpath("./span")
    assert [sign.get("aria-label") for sign in signs] == ["7 ?", "2 curves", "1 ?"]
    assert all(sign.get("role") == "img" and sign.get("title") == sign.get("aria-label") for sign in signs)
    assert [[die.text for die in sign] for sign in signs] == [["?"], ["┗", "┗"], ["?"]]
    assert tree.text_content() == "<b>Anna</b> rolls 7×?: ┗┗, ?."


@each("kind", KINDS)
@each("language", ["en", PSEUDO])
def test_each_face_is_known_as_its_games_sentences_count_it(kind: str, language: str) -> None:
    game, words = ruleset_for(kind), catalogue(language)
    table = fold(game, game.setup({}, 2, lambda _key, _sides: 0)).table
    presenter = presentation_of(kind).presenter(table, ("Anna", "Ben"), words, False)
    for face, sign in presentation_of(kind).dice.items():
        assert in_glyphs(f": {presenter.faces(face, 2)}", words) == f": {glyph_of(sign) * 2}", face
