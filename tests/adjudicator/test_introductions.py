"""What introduces a quote is no order, in whatever language; and what is an order is no introduction."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from soak import few

from adjudicator.kit import DOMAIN, Game, World, new_world
from adjudicator.positions import plain
from pbem.adjudicator.antecedents import Antecedent
from pbem.adjudicator.correspondence.endings import LetterWriter, SeatLines
from pbem.adjudicator.correspondence.whole_lines import read_reply_text
from pbem.adjudicator.sessions import load_game
from pbem.mail.reading.letter import Letter
from pbem.mail.reading.quotes import Cut
from pbem.mail.reading.text import plain_lines
from pbem.store.mail.outbox import MailRow

_FILE = Path(__file__).parents[1] / "mail" / "letters" / "introductions.txt"
INTRODUCTIONS = _FILE.read_text(encoding="utf-8").strip().split("\n\n")[1:]


@dataclass(frozen=True)
class Club:
    """A game in which a player is to move, and has a report."""

    game: Game

    @property
    def report(self) -> MailRow:
        """The newest mail to the player."""
        return self.game.last_mail(0)

    def cut(self, text: str, *answered: MailRow) -> Cut:
        """Part a letter of the player's."""
        letter = Letter("<1@player.test>", "anna@player.test", "Re: orders", "", (), (), plain_lines(text.split("\n")))
        with self.game.world.database.read() as tx:
            lines = SeatLines.of(load_game(tx, self.game.id), 0)
            found = Antecedent(answered, is_certain=bool(answered))
            return read_reply_text(self.game.world.unit(tx), letter, found, lines, LetterWriter(())).written

    def filled(self, introduction: str) -> str:
        """An introduction as it names this server."""
        token = self.game.seats[0].token
        facts = {"{name}": "Railroad Dice", "{to}": f"{token}@{DOMAIN}", "{me}": "anna@player.test"}
        for mark, fact in {**facts, "{subject}": self.report.subject}.items():
            introduction = introduction.replace(mark, fact)
        return introduction


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """The same club for all, as nothing is written."""
    with new_world(tmp_path_factory.mktemp("club")) as world:
        yield Club(world.game_at(plain(seats=2)))


def marked(mail: MailRow) -> str:
    """A mail as a program quotes it."""
    return "\n".join(f"> {line}".rstrip() for line in mail.text.splitlines())


@pytest.mark.parametrize("introduction", few(INTRODUCTIONS, 20))
def test_what_introduces_a_quote_is_known_in_any_language(club: Club, introduction: str) -> None:
    said, report = club.filled(introduction), club.report
    for own in ("income\n\n", "income\n"):
        for gap in ("\n", "\n\n"):
            for answered in ((), (report,)):
                assert club.cut(f"{own}{said}{gap}{marked(report)}", *answered).unquoted == ("income",)
    assert club.cut(f"{said}\n{marked(report)}\n\nincome\nend", report).unquoted == ("income", "end")
    assert club.cut(f"income\n\n{said}\n\n{report.text}", report).unquoted == ("income",)


@pytest.mark.parametrize(
    "own",
    [
        "income",
        "roll 4",
        "A w w",
        "press bert: at 12:30 we meet, as agreed on 27.11.2026:",
        "press bert: Railroad Dice <{to}> wrote on 27.11.2026, 20:54:",
        "press all: this is what Railroad Dice said:",
        "press all: see my mail of 20:54 to {to}",
        "next turn: income",
        "if s >= 2: roll 2h",
        "income\npress bert: Railroad Dice wrote on 27.11.2026, 20:54:",
        "press bert: I quote what was said at 20:54:\nincome",
        "pres bert: at 12:30 I come:",
        "rol 4 at 12:30:",
        "next turn:",
        "My question:",
        "Ben, I do not like this\nincome",
        "bui weiden",
    ],
)
def test_what_its_writer_typed_above_a_quote_stays_theirs(club: Club, own: str) -> None:
    own, report = club.filled(own), club.report
    lines = tuple(own.split("\n"))
    for answered in ((), (report,)):
        assert club.cut(f"{own}\n{marked(report)}", *answered).unquoted == lines
        assert club.cut(f"{own}\n\n{marked(report)}", *answered).unquoted == lines
        said = club.filled("Dne 27.11.2026 v 20:54 {name} <{to}>\nnapsal(a):")
        assert club.cut(f"{own}\n{said}\n{marked(report)}\n\nend", *answered).unquoted == (*lines, "end")
    assert club.cut(f"{own}\n\n{report.text}\n", report).unquoted == lines


def test_orders_below_what_looks_like_an_introduction_are_never_swallowed(club: Club) -> None:
    for own in (
        "press bert: as A wrote:",
        "press bert: on 27.11.2026 Railroad Dice wrote:",
        "Railroad Dice sanoi 27.11.2026 kello 20.54:",
    ):
        assert club.cut(f"income\n{own}\nroll 4\nend").unquoted == ("income", own, "roll 4", "end")


def test_below_an_introduction_without_marks_all_is_a_quote_however_it_was_changed(club: Club) -> None:
    said = club.filled("Dne 27.11.2026 v 20:54 {name} <{to}> napsal(a):")
    assert club.cut(f"income\n\n{said}\n\n[cid:map]\nroll 4\n{club.report.text}", club.report).unquoted == ("income",)


def test_many_introductions_cost_little(club: Club) -> None:
    lines = [f"{number}:30 x{number}:\n> a" for number in range(5_000)]
    cut = club.cut("\n".join(lines))
    assert len(cut.unquoted) > 4_000


def test_a_letter_with_such_an_introduction_is_carried_out_and_nothing_is_said_of_it(world: World) -> None:
    game = world.game_at(plain(seats=2))
    said = "Dne 27.11.2026 v 20:54 Railroad Dice napsal(a):"
    reply = game.send(0, f"income\n\n{said}\n{marked(game.last_mail(0))}", quoting=False)
    assert reply.text.startswith("Your orders were carried out.")
    assert "napsal" not in reply.answer.text
