"""A seat's question, its command, and a moderator's, each added to one copy of the program as a class and its words."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest
from toy_game.tutorial import copy_program, run

from pbem.commands.orders.conditions import CONTROLS
from pbem.commands.table import VerbTable
from pbem.commands.vocabulary import SEAT

CLASS: Final = '''
"""The act by which a moderator sends greetings."""

from dataclasses import dataclass
from typing import ClassVar

from pbem.adjudicator.sessions import append_note
from pbem.i18n import N_
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.context import Consequences, ModeratorContext
from pbem.moderation.fields import Again, Reason, Tag


@dataclass(frozen=True)
class Greet(ModeratorCommand):
    """`greet e7: why`: a note in the log."""

    tag: Tag
    reason: Reason
    twice: Again = False

    verb: ClassVar = "greet"
    explanation: ClassVar = N_("Greet a game.")
    examples: ClassVar = ("{greet} e7 {again}: All of you.",)
    title: ClassVar = N_("Greet the game")

    def judge(self, context: ModeratorContext) -> Consequences:
        """Judge `greet`."""
        game = context.running_game(self.tag)
        context.reason(self.reason)
        return Consequences((f"{game.tag} will be greeted{' twice' * self.twice}.",))

    def carry_out(self, context: ModeratorContext) -> tuple[str, ...]:
        """Greet a game."""
        game = context.running_game(self.tag)
        for _ in range(1 + self.twice):
            note = context.note("announced", reason=context.reason(self.reason))
            append_note(context.unit, game.id, None, note, context.letter_id)
        return (f"{game.tag} is greeted.",)
'''
WORDS: Final = {"en": "greet", "de": "grüßen", "fr": "saluer"}
CHECKS: Final = """
import json

from click.testing import CliRunner
from lobby.kit import Village
from moderation.kit import add_moderator, signed_in
from web_kit import Browser

import pbem.cli.database
from adjudicator.kit import World
from pbem.cli.context import CliContext
from pbem.moderation.lines import MODERATORS
from pbem.store.games.log import list_notes


def notes(world):
    with world.database.read() as tx:
        return [json.loads(note.payload)["reason"] for note in list_notes(tx, 1)]


def test_it_is_one_class(world: World) -> None:
    add_moderator(world, "Mona")
    world.open_game(("Anna", "Bert"))
    village = Village(world)
    told = " ".join(village.write("Mona", "help").text.split())
    assert "greet <game's tag> [again]: <reason> Greet a game." in told and "greet e7 again: All of you." in told
    reply = village.write("Mona", "greet e1 again: By letter.")
    assert reply.fate("greet e1 again: By letter.") == "understood: e1 will be greeted twice."
    assert notes(world) == []
    assert village.confirm("Mona").text.startswith("All done.")
    assert notes(world) == ["By letter."] * 2

    browser = signed_in(world, "Mona")
    browser.open("/moderate/e1")
    browser.open(next(link.get("href") for link in browser.page.iter("a") if link.text == "Greet the game"))
    browser.press("See what it would do", reason="By page.", twice="yes")
    assert "e1 will be greeted twice." in browser.text and len(notes(world)) == 2
    browser.press("Do it")
    assert notes(world)[2:] == ["By page."] * 2

    office = CliContext(world.settings.server.data_dir / "pbem.toml")
    office.__dict__.update(settings=world.settings, database=world.database, intake=world.intake)
    asked = ["greet", "e1", "--reason", "At the terminal.", "--json"]
    runner = CliRunner()
    shown = runner.invoke(pbem.cli.database.game, asked, obj=office, catch_exceptions=False)
    assert json.loads(shown.output) == {"done": False, "sentences": ["e1 will be greeted."], "warnings": []}
    assert len(notes(world)) == 4
    runner.invoke(pbem.cli.database.game, [*asked, "--yes"], obj=office, catch_exceptions=False)
    assert notes(world)[4:] == ["At the terminal."]
    assert "Greet a game." in runner.invoke(pbem.cli.database.game, ["greet", "--help"]).output
"""


PAGE: Final = Path("pbem/guide/contributor-server.md")
FOLDER: Final = "pbem/adjudicator/commands"
SEAT_WORDS: Final = {"en": "nod", "de": "nicke", "fr": "hocher"}
QUESTION_WORDS: Final = {"en": "players", "de": "spieler", "fr": "joueurs"}
QUESTION_CHECKS: Final = """
import pytest
from adjudicator.kit import Game, World
from adjudicator.positions import plain
from pbem.commands.orders import read
from pbem.i18n import catalogue
from pbem.web.reference import situations


@pytest.fixture
def game(world: World) -> Game:
    return world.game_at(plain())


@pytest.mark.parametrize("word", ["players", "spieler", "joueurs"])
def test_it_is_answered_and_changes_nothing(game: Game, word: str) -> None:
    before = game.written
    reply = game.send(0, word)
    assert reply.fate(word) == "done: Anna, Bert"
    assert reply.text.startswith("Here is what you asked for. Nothing was changed.")
    assert game.written == before
    assert game.send(0, f"Hello\\n{word}\\nincome").fate(word) == "done: Anna, Bert"


def test_it_is_told_of(game: Game) -> None:
    assert "Say who plays." in game.send(0, "help").text
    assert 'Did you mean "players"?' in game.send(0, "playrs").text
    for kind in ("first_rails", "germany"):
        told = [entry for _title, entries in situations(kind, catalogue("en")) for entry in entries]
        assert any("players" in str(entry) for entry in told)
"""
SEAT_CHECKS: Final = """
import json

from adjudicator.kit import World
from pbem.i18n import catalogue
from pbem.store.games.log import list_notes
from pbem.store.mail.press import list_caused_mail
from pbem.web.reference import situations
from web_kit import sit_down, Browser


def notes(world):
    with world.database.read() as tx:
        return [json.loads(note.payload)["reason"] for note in list_notes(tx, 1)]


def counted(world):
    with world.database.read() as tx:
        return len(list_caused_mail(tx, world.players["Anna"], 0, 2**60))


def test_it_is_one_class(world: World) -> None:
    game = world.open_game(("Anna", "Bert"))
    told = " ".join(game.send(0, "help").text.split())
    assert "nod [<number>]: <text> Nod so often. nod 3: Yes." in told
    assert 'Did you mean "nod"?' in game.send(0, "nodd 3: Yes.").text
    assert "Write: nod [<number>]: <text>" in game.send(0, "nod 3").text
    assert game.send(0, "nod 12: Yes.").fate("nod 12: Yes.") == "REFUSED: Your neck hurts."

    asked = game.send(0, "nicke 2:\\nBy letter.")
    assert asked.fate("nicke 2:") == "understood: You nod 2 times." and "this can't be undone" in asked.text
    assert (notes(world), counted(world)) == ([], 0)
    assert game.send(0, "confirm").text.startswith("Your orders were carried out.")
    assert (notes(world), counted(world)) == (["By letter."] * 2, 1)

    browser = Browser(world.app)
    sit_down(browser.client, world.players["Anna"], world.settings.web.base_url)
    browser.open("/games/e1")
    browser.press("Send", form="/orders", orders="nod: By page.")
    assert "Press Send again if you are sure." in browser.text and len(notes(world)) == 2
    browser.press("Send", form="/orders", orders="nod: By page.")
    assert (notes(world)[2:], counted(world)) == (["By page."], 2)
    assert "Nod so often." in str(list(situations("first_rails", catalogue("en"))))
"""


def put_words(program: Path, section: str, verb: str, words: Mapping[str, str]) -> None:
    """Put the words of a verb first into a section of the files of all languages."""
    for code, word in words.items():
        put_behind(program / f"pbem/commands/words/{code}.toml", f"[{section}.verbs]\n", f'{verb} = ["{word}"]\n')


def put_behind(path: Path, place: str, text: str) -> None:
    """Put a text behind another in a file of a copy; what stands there besides does not matter."""
    before, found, after = path.read_text(encoding="utf-8").partition(place)
    assert found, f"{path} has no {place!r} any more"
    path.unlink()  # it is a link to the file of the checkout
    path.write_text(before + found + text + after, encoding="utf-8")


def shown(page: str, file: str) -> str:
    """The module that the guide shows under the name of a file."""
    return page.partition(f"```python\n# {file}\n")[2].partition("```")[0]


def test_a_verb_so_added_is_told_of_read_and_done(checkout: Path, tmp_path: Path) -> None:
    page = (checkout / PAGE).read_text(encoding="utf-8")
    modules = {f"{FOLDER}/{name}.py": shown(page, f"{FOLDER}/{name}.py") for name in ("nodding", "players")}
    assert all(modules.values())
    checks = {"question_checks.py": QUESTION_CHECKS, "seat_checks.py": SEAT_CHECKS, "moderator_checks.py": CHECKS}
    greeting = {"pbem/moderation/commands/greeting.py": CLASS.lstrip()}
    program = copy_program(tmp_path / "program", {**modules, **greeting, **checks})
    put_words(program, "moderator", "greet", WORDS)
    put_words(program, "seat", "nod", SEAT_WORDS)
    put_words(program, "seat", "players", QUESTION_WORDS)
    reference = program / "pbem/web/reference.py"
    put_behind(reference, 'N_("Asking for information"): (', '"players", ')
    put_behind(reference, 'N_("Writing to the others"): (', '"nod", ')
    plugins = ("-p", "adjudicator.conftest", "-p", "no:cacheprovider")
    done = run(program, "-m", "pytest", "-q", "--noconftest", *plugins, *checks)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "6 passed" in done.stdout


def test_who_gives_two_verbs_one_name_is_told_so() -> None:
    with pytest.raises(ValueError, match="two verbs of the seat are called undo"):
        VerbTable(SEAT, (*CONTROLS, *CONTROLS), {})
