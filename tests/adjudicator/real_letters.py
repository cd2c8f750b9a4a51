"""What becomes of the letters of real programs (`mail/letters`): `python -m adjudicator.real_letters` writes it down.

Each is sent by the player to move at the same position, in a game of its own, and told by its outcome, the fate of each
line, what was left out, and what the answer says the letter held.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from adjudicator.kit import DOMAIN, Game, World, new_world
from adjudicator.letters import fates
from adjudicator.positions import plain
from pbem.store.mail.ignored import forget_endings

LETTERS = Path(__file__).parents[1] / "mail" / "letters"
ANSWERS = LETTERS / "answers.txt"
ADDRESS = "alice@example.org"
_NOT_READ = "These lines at the end of your message were not read as orders:"
_HELD = (
    "It contains",
    "It is encrypted",
    "It is signed",
    "Outlook packed",
    "Its text",
    "All of its text",
    "Its subject",
)


def names() -> list[str]:
    """The letters, by the names of their files."""
    return sorted(path.stem for path in LETTERS.glob("*.eml"))


def raw(name: str) -> bytes:
    """A letter as it comes in at this server."""
    return (LETTERS / f"{name}.eml").read_bytes().replace(b"play.example.net", DOMAIN.encode())


@contextmanager
def village(folder: Path) -> Iterator[World]:
    """A world with the writer of the letters."""
    with new_world(folder) as world:
        world.add_player("Alice", address=ADDRESS)
        yield world


def new_game(world: World) -> Game:
    """A game in which the writer of the letters is to move, and who has taught nothing yet."""
    world.clock.advance(timedelta(hours=2))  # so many answers an hour would be too many
    world.database.write(lambda tx: forget_endings(tx, world.players["Alice"]))
    return world.game_at(plain(seats=2), players=("Alice", "Bert"))


def told(world: World, name: str) -> list[str]:
    """What became of a letter, in a few lines."""
    game = new_game(world)
    reply = game.post(0, raw(name), mail_from=ADDRESS)
    if not [mail for mail in reply.mails if mail.seat == 0]:
        return [f"no answer: {reply.letter.outcome}"]
    found = [reply.letter.outcome.partition(". ")[0]]
    found += [f"{line}: {fate.partition(':')[0]}" for line, fate in fates(reply.answer.text).items()]
    return [*found, *_contents(reply.answer.text)]


def _contents(text: str) -> list[str]:
    """What an answer says the letter held or ended with."""
    found = []
    for paragraph in text.replace("\r", "").split("\n\n"):
        flat = " ".join(paragraph.split())
        if flat.startswith(_HELD):
            found.append(f"told: {flat}")
        elif flat.startswith(_NOT_READ):
            found.append("left out:")
    at = text.find(_NOT_READ.split(" were")[0])
    rows = text[at:].splitlines() if at >= 0 else []
    return [*found, *(f"    {row.strip()}" for row in rows if row.startswith("- "))]


def written(world: World) -> str:
    """The file of all of them."""
    return "\n".join(f"{name}\n" + "".join(f"    {line}\n" for line in told(world, name)) for name in names())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place, village(Path(place)) as opened:
        ANSWERS.write_text(written(opened), encoding="utf-8")
