"""A moderator's command, and a seat's, added to a copy as one class and its words, is told of, read, and done."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from toy_game.tutorial import copy_program, run

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
    browser.press("See what it would do", reason="By page.", reapply="yes")
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
SEAT_FILE: Final = "pbem/adjudicator/commands/nodding.py"
SEAT_WORDS: Final = {"en": "nod", "de": "nicke", "fr": "hocher"}
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
    """Put the words of a verb into a section of the files of all languages."""
    for code, word in words.items():
        replace_in(program / f"pbem/commands/words/{code}.toml", section, f'{section}{verb} = ["{word}"]\n')


def replace_in(path: Path, was: str, now: str) -> None:
    """Replace a text in a file of a copy."""
    text = path.read_text(encoding="utf-8")
    assert was in text, f"{path} has no {was!r} any more"
    path.unlink()  # it is a link to the file of the checkout
    path.write_text(text.replace(was, now, 1), encoding="utf-8")


def check(program: Path, checks: str) -> None:
    """Run tests in a copy."""
    path = program / "added_command_checks.py"
    path.write_text(checks, encoding="utf-8")
    plugins = ("-p", "adjudicator.conftest", "-p", "no:cacheprovider")
    done = run(program, "-m", "pytest", "-q", "--noconftest", *plugins, str(path))
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "1 passed" in done.stdout


def test_a_moderators_command_so_added_is_done_by_letter_page_and_command_line(tmp_path: Path) -> None:
    program = copy_program(tmp_path / "program", {})
    (program / "pbem/moderation/commands/greeting.py").write_text(CLASS.lstrip(), encoding="utf-8")
    put_words(program, "[moderator.verbs]\n", "greet", WORDS)
    check(program, CHECKS)


def test_a_seats_command_so_added_is_done_by_letter_and_page(checkout: Path, tmp_path: Path) -> None:
    program, page = copy_program(tmp_path / "program", {}), (checkout / PAGE).read_text(encoding="utf-8")
    shown = page.partition(f"```python\n# {SEAT_FILE}\n")[2].partition("```")[0]
    (program / SEAT_FILE).write_text(shown, encoding="utf-8")
    put_words(program, "[seat.verbs]\n", "nod", SEAT_WORDS)
    replace_in(program / "pbem/web/reference.py", '("press", "mute", "unmute")', '("press", "nod", "mute", "unmute")')
    check(program, SEAT_CHECKS)
