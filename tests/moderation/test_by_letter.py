"""Acts by letter: told first, kept, done together when they are confirmed, and told anew where things have changed."""

import json
import re
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from adjudicator.kit import Game, World
from adjudicator.letters import code_in
from adjudicator.outputs import told
from lobby.kit import Village, examples_of
from lobby.test_words import said_beside
from patching_kit import patch

from moderation.kit import add_moderator, notices
from pbem.adjudicator.history.rollback import list_targets
from pbem.commands.languages import LANGUAGES, fold
from pbem.commands.vocabulary import MODERATOR, OFFICE
from pbem.i18n import PSEUDO
from pbem.lobby.reading import read
from pbem.lobby.verbs import ALL_VERBS
from pbem.moderation.lines import MODERATORS, SHOWN, ModeratorLine, ModeratorQuery
from pbem.store.moderation.game_file import list_letters_of_game
from pbem.store.moderation.waiting import list_undelivered_mails
from pbem.store.players.player import set_role
from pbem.store.players.registrations import ConfirmationRow, find_confirmation
from pbem.terms import Terms

HOLD = "hold e1: I look into it."


@pytest.fixture
def game(world: World) -> Game:
    """A game of three, and a moderator beside it."""
    add_moderator(world, "Mona")
    return world.open_game(("Anna", "Bert", "Clara"), terms=Terms(pace="5d"))


@pytest.fixture
def village(game: Game) -> Village:
    """Where letters to offices are written."""
    return Village(game.world)


def pending(game: Game) -> ConfirmationRow | None:
    with game.world.database.read() as tx:
        return find_confirmation(tx, game.world.players["Mona"], None)


def abouts(game: Game) -> list[str]:
    return [json.loads(entry.payload)["about"] for entry in game.entries if entry.kind == "note"]


def test_an_act_is_told_first_and_done_when_it_is_confirmed(game: Game, village: Village) -> None:
    before = game.written
    reply = village.write("Mona", HOLD)
    assert reply.text.startswith("Nothing was done yet. Here is what would be done. Reply `confirm` to do it.")
    assert reply.fate(HOLD) == (
        "understood: e1 is on hold: no deadline runs, emails are answered, and orders are kept until it continues. If "
        "nobody releases it, it continues by itself after 28 days."
    )
    assert len(reply.mails) == 1
    assert game.written == before
    assert pending(game) is not None
    confirmed = village.confirm("Mona")
    assert confirmed.fate(HOLD) == "done: e1 is on hold. Everyone in it will be told."
    assert game.row.held_ms is not None
    assert pending(game) is None
    assert notices(game.last_mail(1).text) == ["The game was put on hold by the moderator Mona: I look into it."]
    assert village.confirm("Mona").fate("confirm") == "REFUSED: There is nothing to confirm."


def test_what_was_told_of_a_game_that_has_moved_on_is_told_anew(game: Game, village: Village) -> None:
    village.write("Mona", "extend e1 2 days: The flu goes round.")
    game.send(0, "end")
    before = game.written
    reply = village.confirm("Mona")
    assert reply.text.startswith("Nothing was done: things have changed since you saw what would be done.")
    assert reply.fate("extend e1 2 days: The flu goes round.").startswith("understood: Bert has 2 days more in e1.")
    assert game.written == before
    assert village.confirm("Mona").text.startswith("All done.")
    assert abouts(game) == ["extended by moderator"]


def test_the_acts_of_a_letter_are_done_together_or_not_at_all(game: Game, village: Village) -> None:
    before = game.written
    reply = village.write("Mona", f"{HOLD}\nrelease e1: Done.\nrelease e1: Once more.")
    assert reply.text.startswith("Nothing was changed: line 3 is not possible.")
    assert reply.fate("release e1: Done.") == "not done: fine by itself, but line 3 is not possible"
    assert reply.fate("release e1: Once more.") == "REFUSED: e1 is not on hold."
    assert (game.written, pending(game)) == (before, None)
    village.write("Mona", f"{HOLD}\nextend e1 1 day: For all.\nrelease e1: Done.\naway 2026-12-20")
    assert (game.written, abouts(game)) == (before, [])
    village.confirm("Mona")
    assert abouts(game) == ["held", "extended while held", "released"]


def test_everyday_words_do_what_the_first_words_do(game: Game, village: Village) -> None:
    lines = ("resume e1: Done.", "correct e1 give bert 1 hidden: Lost.", "replace e1 bert: Bert is ill.")
    village.write("Mona", HOLD + "\n" + "\n".join(lines))
    village.confirm("Mona")
    assert abouts(game) == ["held", "released", "amended", "removed with reason", "nobody stands by"]


def test_a_later_letter_takes_the_place_of_one_that_was_not_confirmed(game: Game, village: Village) -> None:
    held = village.write("Mona", HOLD).answer
    announced = village.write("Mona", "announce e1: Good morning.").answer
    village.write("Mona", "desk")
    assert "asked for it" in village.answer(held, "confirm").fate("confirm")
    village.answer(announced, "confirm")
    assert abouts(game) == ["announced"]


def test_a_later_letter_that_cannot_be_done_takes_the_place_of_none(game: Game, village: Village) -> None:
    held = village.write("Mona", HOLD).answer
    impossible = village.write("Mona", "hold e9: x").answer
    assert "asked for it" in village.answer(impossible, "confirm").fate("confirm")
    assert abouts(game) == []
    village.answer(held, "confirm")
    assert abouts(game) == ["held"]


def test_a_reason_may_be_wrapped_by_a_mail_program(game: Game, village: Village) -> None:
    village.write("Mona", "hold e1: I look into the share\nthat Bert has bought\nyesterday.\n\nBest wishes\nMona")
    village.confirm("Mona")
    assert notices(game.last_mail(0).text) == [
        "The game was put on hold by the moderator Mona: I look into the share that Bert has bought yesterday."
    ]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("hold e1", "Give a reason; everyone in the game will see it."),
        ("hold e9: x", "There is no game e9."),
        ("hold: x", "Which game? Give its tag, such as e7. Write: hold <game's tag>: <reason> For example: "),
        ("extend e1: x", "By how much time? As in 2d or 36h."),
        ("extend e1 2 moons: x", "Days or hours?"),
        ("rollback e1: x", "To which position?"),
        ("rollback e1 118 soon: x", '"soon" was not understood here.'),
        ("rollback e1 118: x", "e1 can't be rolled back to #118"),
        ("substitute e1 zorg: x", '"zorg"'),
        ("substitute e1 bert by Nobody: x", 'There is no player called "Nobody".'),
        ("substitute e1 bert by Anna: x", "Anna can't take that seat"),
        ("amend e1: x", "What should be corrected?"),
        ("amend e1 zorg: x", "A correction starts with"),
        ("release e1: x", "e1 is not on hold."),
        ("seal e1", "e1 is not unsealed."),
        ("retry 99", "No email 99 was set aside."),
        ("retry", "Which email?"),
        ("file e9", "There is no game e9."),
        (f"hold e1: {'x' * 501}", "Use at most 500 characters."),
    ],
)
def test_what_is_wrong_with_a_line_is_said(game: Game, village: Village, line: str, why: str) -> None:
    before = game.written
    reply = village.write("Mona", line)
    assert why in reply.text
    assert (game.written, pending(game)) == (before, None)


def test_words_of_moderators_are_known_to_moderators_alone(game: Game, village: Village) -> None:
    before = game.written
    for word in MODERATORS.verbs:
        for line in examples_of(word, "en"):
            text = village.write("Anna", line).text
            assert not any(word in text for word in ("understood:", "Only a moderator", "For moderators", "<reason>"))
    assert game.written == before
    assert "For moderators" not in village.write("Anna", "help").text
    assert "For moderators" in village.write("Mona", "help").text


def test_who_has_a_seat_cannot_moderate_that_game(game: Game, village: Village) -> None:
    world = game.world
    world.database.write(lambda tx: set_role(tx, world.players["Anna"], "moderator", on=True))
    before = game.written
    for line in (HOLD, "cancel e1: x", "file e1", "unseal e1: x", "extend e1 1 day: x", "announce e1: x"):
        assert village.write("Anna", line).fate(line) == (
            "REFUSED: You have or had a seat in that game, so another moderator has to do this."
        )
    assert "e1" not in village.write("Anna", "desk").text
    assert game.written == before


def test_who_is_no_moderator_any_more_cannot_confirm(game: Game, village: Village) -> None:
    world = game.world
    village.write("Mona", HOLD)
    world.database.write(lambda tx: set_role(tx, world.players["Mona"], "moderator", on=False))
    village.confirm("Mona")
    assert game.row.held_ms is None


def test_a_letter_to_everybodys_address_does_nothing(game: Game, village: Village) -> None:
    mona = village.player("Mona")
    reply = village.send(mona.address, "lobby", HOLD)
    assert "Nothing was done, because anyone can do that." in reply.text
    assert "hold" not in reply.text.lower()
    assert (game.row.held_ms, pending(game)) == (None, None)


def test_what_a_letter_asks_to_read_is_read_while_others_may_write(
    game: Game, village: Village, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers: list[str] = []
    for whole in (list_undelivered_mails, list_letters_of_game):

        def noting(*given: Any, whole: Callable[..., Any] = whole, **named: Any) -> Any:
            readers.append(threading.current_thread().name)
            return whole(*given, **named)

        patch(monkeypatch, whole, noting)
    assert "Nothing needs your attention." in village.write("Mona", "desk\nfile e1").text
    assert readers and not any(name.startswith("store-writer") for name in readers)


def test_the_desk_and_the_file_of_a_game_come_by_letter(game: Game, village: Village) -> None:
    assert "Nothing needs your attention." in village.write("Mona", "desk").text
    game.send(0, "a secret of mine")
    village.write("Mona", HOLD)
    village.confirm("Mona")
    desk = village.write("Mona", "desk").text
    assert "e1 · Whitsun: on hold It is on hold: I look into it." in desk
    assert "release e1: …" in desk
    file = village.write("Mona", "file e1")
    assert "Anna to play." in file.text
    assert "The game was put on hold by the moderator Mona: I look into it." in file.text
    assert "Anna processed" in file.text
    assert "a secret of mine" not in file.answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_can_be_sent_as_it_stands(language: str) -> None:
    for word in MODERATORS.verbs:
        for example in examples_of(word, language):
            (reading,) = read([example], language, Terms(), moderates=True)
            (command,) = reading.orders
            assert isinstance(command, ModeratorQuery if word.name in SHOWN else ModeratorLine)
            assert command.word == word.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_of_a_word_is_known_to_its_speakers(language: str) -> None:
    for word in MODERATORS.verbs:
        for alias in word.aliases[language]:
            assert ALL_VERBS.phrases[tuple(fold(part) for part in alias.split())] is word, alias
    for key, by_code in MODERATOR.keywords.items():
        for alias in by_code[language]:
            assert key in MODERATOR.meanings()[fold(alias)], alias
            assert key not in OFFICE.meanings().get(fold(alias), ())


def test_acts_may_be_written_in_other_languages(world: World) -> None:
    add_moderator(world, "Mona")
    world.add_player("Max", "de")
    world.add_player("Manon", "fr")
    for name in ("Max", "Manon"):
        world.database.write(partial(set_role, player_id=world.players[name], role="moderator", on=True))
    game, village = world.open_game(("Anna", "Bert")), Village(world)
    village.write(
        "Max", "anhalten e1: Ich sehe nach.\nverlängern e1 3 Tage: Grippe.\nzurücksetzen e1 6 neue würfel: So."
    )
    village.confirm("Max", "bestätigen")
    assert abouts(game)[:3] == ["held", "extended while held", "rolled back"]
    village.write("Manon", "libérer e1: Voilà.\nremplacer un joueur e1 bert: Il est parti.")
    village.confirm("Manon", "confirmer")
    assert game.row.held_ms is None
    assert game.seats[1].vacant_ms is not None


TYPED = {
    *("mona", "anna", "bert", "whitsun", "e", "x", "i", "look", "into", "it", "railroad", "dice", "by", "mail", "utc"),
    *(
        part
        for word in MODERATORS.verbs
        for text in examples_of(word, "en")
        for part in re.findall("[a-z]+", text.lower())
    ),
    *("lists", "games", "help", "confirm"),
}
"""Words of letters and names, which are no texts."""


def test_every_text_for_moderators_is_in_the_catalogue(world: World) -> None:
    world.add_player("Mona", PSEUDO)
    world.database.write(lambda tx: set_role(tx, world.players["Mona"], "moderator", on=True))
    world.open_game(("Anna", "Bert"))
    village = Village(world)
    for text in ("desk\nfile e1", HOLD, "confirm", "desk\nfile e1", "rollback e1 99: x", "hold: x"):
        mail = village.write("Mona", text).answer
        shown_text = mail.text.replace(code_in(mail.text) or "-", "")
        assert said_beside(shown_text) <= TYPED, mail.text


def test_what_is_not_confirmed_is_nobodys_but_the_moderators(game: Game, village: Village) -> None:
    village.write("Mona", "hold e1: canary-reason")
    for viewer in (0, None):
        assert "canary" not in repr(told(game, viewer, ("memory", "public rows", "mails")))
    with game.world.database.read() as tx:
        assert "canary" not in repr(find_confirmation(tx, game.world.players["Mona"], None))


@pytest.mark.parametrize("opening", ["unseal e1", "rollback e1 {start} new dice again", "rollback e1 {start} again"])
def test_behind_an_act_that_shows_what_nobody_may_foresee_no_other_is_tried(
    game: Game, village: Village, opening: str
) -> None:
    with game.world.database.read() as tx:
        start = list_targets(tx, game.row)[0]
    game.send(0, "roll all")
    shown = [
        village.write("Mona", f"{opening.format(start=start)}: I have to.\namend e1 {line}: Why?").text
        for line in ("take anna 1 hidden", "take anna 99 hidden", "take anna 1 c", "take anna 9 c")
    ]
    assert all("after an action that unseals a game" in " ".join(text.split()) for text in shown)
    assert pending(game) is None


def test_the_file_does_not_tell_how_much_a_player_has_done_that_can_be_taken_back(game: Game, village: Village) -> None:
    final = game.row.final_position
    game.send(1, "away 2026-12-20 until 2026-12-24")
    first = game.send(0, "A w")
    assert "carried out." in first.text
    assert game.row.final_position == final < game.row.position
    game.send(2, "away 2026-12-21 until 2026-12-25")
    told_of = [line for line in village.write("Mona", "file e1").answer.text.splitlines() if line.startswith("- ")]
    assert len(told_of) == 2
    assert not any("#" in line for line in told_of), told_of
    game.send(0, "end")
    told_of = [line for line in village.write("Mona", "file e1").answer.text.splitlines() if line.startswith("- ")]
    assert all(line.startswith("- #") for line in told_of), "what is final has its place"
