"""Names that people choose are kept apart from the language of orders and from each other's."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from adjudicator.kit import World, new_world
from each_kit import each
from web_kit import Browser

from lobby.kit import LOBBY, Village
from pbem.adjudicator.context import Refused
from pbem.commands.languages import LANGUAGES
from pbem.commands.vocabulary import OFFICE, SEAT
from pbem.games.presentation import presented
from pbem.i18n import catalogue
from pbem.lobby.accounts.renaming import Rename
from pbem.lobby.names import LONGEST_NAME, PROGRAMS, check_free, list_misfits, name_of, why_not
from pbem.naming import BadName
from pbem.store import Tx
from pbem.store.players.player import list_players, list_players_named, rename_player


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A database without players."""
    with new_world(tmp_path) as world:
        yield world


STRANGER = "zoe@new.test"
ENGLISH = catalogue("en")


def fault(name: str) -> str:
    """Why a name cannot be one; "" where it can."""
    try:
        name_of(name)
    except BadName as bad:
        return why_not(bad, ENGLISH)
    return ""


@each(
    "name",
    [
        *(
            "Otto Bank",
            "Ada Lovelace",
            "Mark",
            "Will",
            "Roll Mops",
            "Andy",
            "Anders K",
            "Etienne",
            "Dannie",
            "Undine",
        ),
        *(
            "O'Neil",
            "O’Neil",
            "Anne-Marie",
            "J. R. Ewing",
            "Ben_42",
            "Ada (Bonn)",
            "An Nguyen",
            "Anna A.",
            "Ali",
            "ALI",
        ),
        *("Björk", "Ünal Öz", "Łukasz", "Мария", "李", "李小龙", "أحمد", "สมชาย", "नरेंद्र", "Nguyễn", "Mo", "Di"),
        *("Hans im Glück", "Von der Leyen", "De La Cruz", "Tobias", "Alle Meyer", "Press Cott", "Bot Ada", "Endo"),
    ],
)
def test_names_of_people_are_good(name: str) -> None:
    assert fault(name) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_joining_word_stands_in_a_name(language: str) -> None:
    for meaning in ("joiner", "and", "then"):
        for word in (SEAT.keyword(meaning) or {})[language]:
            for name in (
                f"Ben {word} Cara",
                f"Ben {word.upper()} Cara",
                f"{word} Cara",
                f"Ben-{word}-Cara",
                f"Ben {word}",
            ):
                assert "which joins the names of two players" in fault(name), name


@each("sign", list('&+,/;:|·#?!=*<>@"[]{}%^~$€©²½①ⅣⅧ★♥🚂\u2800\u3164\u115f\u00a6'))
def test_no_sign_stands_in_a_name_that_parts_names_means_something_or_is_not_seen(sign: str) -> None:
    assert fault(f"Ben {sign} Cara")
    assert fault(f"Ben{sign}Cara")


@pytest.mark.parametrize("sign", ["\u2800", "\u3164"])
def test_a_sign_that_nobody_sees_is_told_by_its_number(sign: str) -> None:
    assert f'"U+{ord(sign):04X}"' in fault(f"Ben{sign}Cara")


@each("sign", list("\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u180e\ufe0f"))
def test_what_is_not_seen_is_left_out_of_a_name(sign: str) -> None:
    assert name_of(f"B{sign}en") == "Ben"


@each(
    "name", ["Ben\u202eanna", "Ben\u2066anna", "A\u0301\u0302\u0303\u0304\u0305da", "\u0301Ada", "Ben\x00a", "B\u20ddn"]
)
def test_nothing_turns_or_covers_the_line(name: str) -> None:
    assert fault(name) or name_of(name).isascii()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_is_as_a_whole_a_word_of_orders(language: str) -> None:
    vocabularies = [SEAT, OFFICE, *(game.notation.vocabulary for game in presented())]
    typed = [word for one in vocabularies for names in one.verbs.values() for word in names[language]]
    typed += [one.word(meaning, language) for one in vocabularies for meaning in ("all", "anonymous", "to", "please")]
    for word in typed:
        for name in (word, word.upper(), word.title(), word.replace("e", "е")):  # the last is Cyrillic
            assert fault(name), name


@each(
    "name",
    [
        *("everyone", "Everyone", "The server", "Der Server", "le serveur", "director", "The Director", "der Direktor"),
        *(
            "Moderator",
            "Spielleiter",
            "bot",
            "Robot 3",
            "Player 2",
            "Spieler 1",
            "nobody",
            "Niemand",
            "You",
            "Ich",
            "moi",
        ),
        *("Anonymous", "anonym", "Visitor", "Bank", "die Bank", "Operator", "Administrator", "root", "Support"),
        *(
            "A",
            "b",
            "2",
            "118",
            "e4",
            "aa12",
            "e7",
            "T2",
            "Weiden",
            "Insel Hopper",
            "end turn",
            "End-Turn",
            "next turn",
        ),
        *(
            "to all",
            "an alle",
            "à tous",
            "Zed (moderator)",
            "Zed (the Bot)",
            "Zed (admin",
            "(server) Zed",
            "Zed ( you )",
        ),
        *(*PROGRAMS, "dіrector", "ｄｉｒｅｃｔｏｒ", "Dir ector", "bаnk", "Schwarz", "rot", "gris"),
    ],
)
def test_no_name_is_a_role_a_place_or_a_thing(name: str) -> None:
    assert fault(name)


def test_a_refusal_proposes_what_can_be_chosen() -> None:
    for name in ("Ben and Cara", "Ben & Cara", "everyone", "A", "118", "🚂", "and", "Weiden", "x" * LONGEST_NAME + "&"):
        text = fault(name)
        if "too long" not in text:
            assert fault(text.split('"')[-2]) == "", text
    assert fault("Zed (moderator)").endswith('You could use "Zed".')
    assert fault("Ben and Cara").endswith('You could use "Ben-Cara".')


ALIKE = [
    *(
        ("Ben", other)
        for other in ("BEN", "ben", "Вen", "Веn", "Ｂｅｎ", "𝐁en", "B.e.n", "B en", "Bén", "Ben Bot", "The Ben")
    ),
    *(("Ida", other) for other in ("lda", "IDA", "1da", "Ídá")),
    *(("Müller", other) for other in ("Mueller", "Muller", "MÜLLER", "Mu\u0308ller")),
    *(("Ann Marie", other) for other in ("Annmarie", "Ann-Marie", "Ann.Marie")),
    *(("Max", other) for other in ("rnax", "Mаx", "MAX")),
    *(("Paul", other) for other in ("PauI", "Pau1", "Рaul")),
    ("Otto", "0tto"),
    ("山田", "山-田"),
]


def test_two_names_that_look_alike_or_are_typed_alike_are_not_both_given(world: World) -> None:
    for name in dict.fromkeys(one for one, _other in ALIKE):
        world.add_player(name, address=f"{len(world.players)}@old.test")
    with world.database.read() as tx:
        for one, other in ALIKE:
            with pytest.raises(BadName) as bad:
                check_free(tx, other)
            text = why_not(bad.value, ENGLISH)
            assert one in text or "already taken" in text
            check_free(tx, name_of(text.split('"')[-2]))


def test_names_that_only_resemble_each_other_are_both_good(world: World) -> None:
    for name in ("Elia", "Delia", "Ben", "Otto Bank", "Ali", "Ben bot", "山田", "李小龙"):
        world.add_player(name, address=f"{len(world.players)}@old.test")
    with world.database.read() as tx:
        for name in ("Ella", "Della", "Benno", "Otto", "Al", "Bank Otto", "Ben Miller", "大田", "李龙"):
            check_free(tx, name_of(name))


def test_registration_by_letter_says_why_and_is_not_used_up(village: Village) -> None:
    village.world.add_player("Ben", address="ben@old.test")
    question = village.send(STRANGER, LOBBY, "Hello?").answer
    reply = village.answer(question, "register Ben and Cara")
    assert 'can\'t contain the word "and"' in reply.text
    assert village.by_address(STRANGER) is None
    reply = village.answer(question, "register Вen")
    assert 'could be mistaken for Ben. Please choose another; "Вen 2" is free.' in reply.text
    reply = village.answer(question, "register Ben-Cara")
    assert reply.fate("register Ben-Cara") == "done: You have an account as Ben-Cara."


def test_registration_on_the_page_says_so_at_once(village: Village) -> None:
    browser = Browser(village.world.app)
    browser.open("/register")
    browser.press("Email me a link", name="everyone", address="zoe@new.test")
    assert browser.page.get_element_by_id("name-fault").text.startswith('"everyone" means something else here')
    assert browser.response.status_code == 422


def test_accounts_of_before_go_on_and_are_named_to_the_operator(world: World) -> None:
    for number, name in enumerate(("Ben", "BEN", "Ben and Cara", "Director", "Otto")):
        world.add_player(name, address=f"{number}@old.test")
    with world.database.read() as tx:
        assert list_misfits(tx) == ["BEN", "Ben and Cara", "Director"]
        assert len(list_players_named(tx, "ben")) == 2

    def rename(tx: Tx, old: str, new: str) -> None:
        (found,) = [one for one in list_players(tx) if one.name == old]
        rename_player(tx, found.id, new)

    world.database.write(partial(rename, old="Ben", new="Benno"))
    operator, moderators = world.intake.operator, world.intake.moderators

    def renamed(old: str, new: str) -> str:
        return moderators.carry_out(None, Rename(world.players[old], new), None)[0]

    with pytest.raises(Refused):
        renamed("BEN", "Benno")
    assert renamed("BEN", " Ben ") == "BEN is now called Ben."
    assert renamed("BEN", "BEN") == "Ben is now called BEN.", "their own name is no other's"
    renamed("Ben and Cara", "Cara")
    with world.database.read() as tx:
        assert list_misfits(tx) == ["Director"]
    with pytest.raises(BadName):
        operator.add_player("bеn", "new@old.test", "en")
