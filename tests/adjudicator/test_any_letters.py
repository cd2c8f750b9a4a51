"""Letters written at random: whatever comes, each is answered once, and what its answer says is what was done."""

import random
from dataclasses import dataclass, field

import pytest

from adjudicator.kit import NAMES, Game, Reply, World
from adjudicator.letters import fates
from adjudicator.text_player import Reading, next_letter
from pbem.adjudicator.sessions import check_snapshot
from pbem.store.mail.outbox import MailRow

MISTAKES = (
    *("wuff 4?", "roll 99h", "buy 3 weiden", "A w w w", "B e e onto grass e", "station A weiden", "end discard c"),
    *("keep s s\nend", "undo", "restart", "check", "status", "help", "confirm", "A leave n, n", "hello there", "# x"),
    *("roll all", "roll 1h", "buy insel from director with ?", "end", "income", "undo; undo", "restart\nincome"),
)
QUIET = (
    "Nothing was changed",
    "This is a preview",
    "Here is what you asked",
    "There were no orders",
    "There is nothing",
)


@dataclass
class Scribbler:
    """Somebody who sends what comes to his mind: some of what the mails offer, some of his own, some nonsense."""

    game: Game
    chance: random.Random = field(default_factory=lambda: random.Random(1))

    def write(self) -> Reply:
        """Send a letter, mostly for whoever is to move, mostly in answer to the newest mail."""
        seats, mover = len(self.game.seats), self.game.row.active_seat or 0
        seat = mover if self.chance.random() < 0.85 else self.chance.randrange(seats)
        lines = [self.line(seat) for _ in range(self.chance.choice((1, 1, 1, 2, 3)))]
        return self.game.send(seat, "\n".join(lines), answering=self.answered(seat))

    def line(self, seat: int) -> str:
        """An order, or none."""
        mail = self.game.last_mail(seat).text
        kind, offered = self.chance.random(), Reading(mail).may_send
        if offered and kind < 0.75:
            shows_map = "== The line ==" in mail  # the answer to `confirm` does not
            return next_letter(mail) if kind >= 0.5 and shows_map else self.chance.choice(offered)
        return self.chance.choice(MISTAKES)

    def answered(self, seat: int) -> MailRow | None:
        """The mail that is answered: the newest, seldom an older one or none."""
        kind = self.chance.random()
        if kind < 0.1:
            return self.chance.choice(self.game.mails(seat))
        return None if kind < 0.2 else self.game.last_mail(seat)


@pytest.mark.parametrize("players", [2, 4])
def test_whatever_is_sent_the_answer_tells_what_was_done(world: World, players: int) -> None:
    game = world.open_game(NAMES[:players])
    scribbler = Scribbler(game)
    done = 0
    for _ in range(40):
        before = game.written
        reply = scribbler.write()
        after = game.written
        assert len([mail for mail in reply.mails if mail.seat == reply.seat]) == 1
        is_quiet = reply.text.startswith(QUIET)
        assert is_quiet or reply.text.startswith("Your orders were carried out")
        assert (after == before) == is_quiet, reply.answer.text
        done += not is_quiet
        new = after.entries[len(before.entries) :]
        if "carried out up to line" in reply.text:
            assert any('"Rolled"' in entry.payload for entry in new), "only a roll lets a letter be done in part"
        moved = (after.game.year, after.game.turn) != (before.game.year, before.game.turn)
        assert len(reply.others) == (players - 1 if moved else 0)
        assert {entry.letter_id for entry in new} <= {reply.letter.id}
        assert [entry.position for entry in after.entries] == list(range(1, after.game.position + 1))
        with world.database.read() as tx:
            assert check_snapshot(tx, after.game) == ""
    assert done > 10


def test_what_a_preview_tells_is_what_its_confirmation_does(world: World) -> None:
    game = world.open_game(NAMES[:2])
    scribbler = Scribbler(game, random.Random(7))
    confirmed = 0
    for _ in range(25):
        mover = game.row.active_seat or 0
        lines = list(dict.fromkeys(scribbler.line(mover) for _ in range(scribbler.chance.choice((1, 2)))))
        before = game.written
        preview = game.send(mover, "\n".join(["check", *lines]))
        assert game.written == before
        if "Reply `confirm` to carry it out." not in preview.text:
            continue
        facts, done = fates(preview.answer.text), fates(game.send(mover, "confirm").answer.text)
        for line, fate in facts.items():
            is_open = "dice would be rolled here" in fate or "depends on the dice" in fate
            if fate.startswith("understood: ") and not is_open:
                assert done[line] == fate.replace("understood", "done", 1)
        confirmed += 1
    assert confirmed > 5
