"""The one table of words: what help shows can be sent, in three languages, and every text is in the catalogue."""

import re
from collections.abc import Iterator
from functools import partial

import pytest
from each_kit import each

from lobby.kit import LOBBY, Village, examples_of
from pbem.commands.languages import LANGUAGES, fold
from pbem.commands.vocabulary import OFFICE, WEEKDAYS
from pbem.i18n import PSEUDO, catalogue
from pbem.lobby.commands import Open, PlayNow
from pbem.lobby.reading import read
from pbem.lobby.verbs import FOR_PLAYERS, OFFICE_VERBS
from pbem.store.players.player import set_language
from pbem.terms import Terms


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_can_be_sent_as_it_stands(language: str) -> None:
    for word in OFFICE_VERBS.verbs:
        for example in examples_of(word, language):
            (reading,) = read([example], language, Terms())
            assert reading.kind == "orders", f"{example}: {reading.fault}"
            assert len(reading.orders) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_asks_for_the_same_in_every_language(language: str) -> None:
    for word in FOR_PLAYERS:
        for english, other in zip(examples_of(word, "en"), examples_of(word, language), strict=True):
            mine, theirs = (
                read([text], tongue, Terms())[0].orders
                for text, tongue in ((english, "en"), (other, language))
            )  # fmt: skip
            assert mine == theirs


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_of_a_word_and_every_keyword_is_known_to_its_speakers(language: str) -> None:
    for word in OFFICE_VERBS.verbs:
        for alias in word.aliases[language]:
            assert OFFICE_VERBS.phrases[tuple(fold(part) for part in alias.split())] is word, alias
    for key, by_code in OFFICE.keywords.items():
        for alias in by_code[language]:
            assert key in OFFICE.meanings()[fold(alias)], alias


def test_one_name_of_a_weekday_alone_means_two_days() -> None:
    found = {spelling: keys & set(WEEKDAYS) for spelling, keys in OFFICE.meanings().items()}
    assert {spelling: keys for spelling, keys in found.items() if len(keys) > 1} == {"di": {"tuesday", "sunday"}}


@each(
    ("days", "meant"),
    [
        ("days di-do", {"en": "234", "de": "234", "fr": "234"}),
        ("days mo-di", {"en": "12", "de": "12", "fr": "12"}),
        ("tage di", {"en": "2", "de": "2", "fr": "2"}),
        ("jours di", {"en": "7", "de": "7", "fr": "7"}),
        ("days lu-di", {"en": "1234567", "de": "1234567", "fr": "1234567"}),
        ("days di", {"en": "doubtful_weekday", "de": "2", "fr": "7"}),
    ],
)
def test_a_weekday_of_two_languages_is_as_the_words_beside_it_are(days: str, meant: dict[str, str]) -> None:
    for language, expected in meant.items():
        (reading,) = read([f"open germany for 3 {days}"], language, Terms())
        opened = [command.terms.playing_days for command in reading.orders if isinstance(command, Open)]
        assert (reading.fault.code if reading.fault else opened[0]) == expected, language


@each("language", LANGUAGES)
@each(
    "line",
    [
        'Eröffne Deutschland für drei Personen, 2 Tage pro Zug, "Nordsee"',
        'open germany for three players, two days per turn, "Nordsee"',
        'ouvrir allemagne pour trois joueurs, deux jours par tour, "Nordsee"',
        'open germany for 3 pace 2d "Nordsee"',
    ],
)
def test_numbers_are_read_as_words_and_times_without_their_word(line: str, language: str) -> None:
    (reading,) = read([line], language, Terms())
    assert reading.orders == (Open("germany", 3, Terms(pace="2d"), name="Nordsee", says_late=False),)


def test_who_says_no_number_is_told_that() -> None:
    (reading,) = read(["open germany for many people"], "en", Terms())
    assert reading.fault is not None
    assert (reading.fault.code, reading.fault.word) == ("missing_players", "many")
    assert read(["play germany three"], "de", Terms())[0].orders == (PlayNow("germany", 3),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_shapes_name_no_template(language: str) -> None:
    for word in FOR_PLAYERS:
        assert not re.search(r"[{}]", OFFICE_VERBS.shape_of(word.form, catalogue(language)))


def test_a_letter_without_end_is_read_to_its_end() -> None:
    many = read(["help"] * 10_000, "en", Terms())
    assert len(many) == 10_000
    assert sum(len(reading.orders) for reading in many) == 50
    assert [reading.kind for reading in read(["join 1" + " x" * 2_000], "en", Terms())] == ["fault"]
    assert read(["\x00\x1b[31m", "❄ ¿", '"', "= = =", "#", "> join 1"], "en", Terms())[-1].kind == "quote"


def typed_words() -> Iterator[str]:
    """What may be typed, as help shows it."""
    for word in OFFICE_VERBS.verbs:
        yield from (word.form.shape, *examples_of(word, "en"))
    yield from (text for by_code in OFFICE.keywords.values() for text in by_code["en"])


TYPED = {
    *("zorg", "wuff", "roll", "anna", "bert", "clara", "player", "far", "test", "utc"),
    *("railroad", "dice", "by", "mail"),
    *(part for text in (*typed_words(), "Europe/Berlin") for part in re.findall(r"[a-z]+", text.lower())),
}
"""Words of orders and names, which are no texts."""


def test_every_text_is_in_the_catalogue(village: Village) -> None:
    for player_id in village.world.players.values():
        village.world.database.write(partial(set_language, player_id=player_id, language=PSEUDO))
    letters = (
        'open germany for 3 late pass private "zorg"\ninvite 1 Bert\ninvite 1 zoe@far.test\nlists\ngames',
        *("help", "wuff", "zorg zorg", "open germany", "open", "join", "join 1", "leave 7", "roll 4?", "away zorg"),
        *("take e1", "decline 1", "invite 1 zorg", "standby germany", "invite 1 anna", "open zorg", "leave 1"),
    )
    for text in letters:
        village.write("Anna", text)
    village.send("bert@player.test", LOBBY, "join 1\nlists")
    village.write("Anna", "open germany for 3")
    village.world.clock.at = village.world.clock.at.replace(year=2027)
    village.world.intake.clock.expire_lists()
    (question,) = [mail for mail in village.mails() if mail.to_address == "zoe@far.test"]
    assert question.text.startswith("⟦⟦") or question.text.startswith("⟦")
    for mail in village.mails():
        assert said_beside(mail.text) <= TYPED, mail.text


def said_beside(text: str) -> set[str]:
    """The words of a mail that did not come from the catalogue; days and digests are no texts."""
    flat = " ".join(text.split())
    for _depth in range(4):
        flat = re.sub(r"⟦[^⟦⟧]*⟧", " ", flat)
    flat = re.sub(r"\b[0-9a-f]{64}\b|https?://\S+|\S+@\S+|<[^>]*>|\d+ \w+ \d{4}", " ", flat)
    return {word.lower() for word in re.findall(r"[^\W\d_]+", flat)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_verb_may_stand_last(language: str) -> None:
    for line, plain in (
        ("12 beitreten", "join 12"),
        ("Liste 12 verlassen", "leave 12"),
        ("Deutschland für drei Personen eröffnen", "open germany for 3"),
        ("e7 übernehmen", "take e7"),
    ):
        assert read([line], language, Terms())[0].orders == read([plain], language, Terms())[0].orders != (), line
    for line in ("Ich möchte gern mitspielen", "Gute Nacht, wir müssen jetzt verlassen"):
        assert read([line], language, Terms())[0].kind == "prose", line
