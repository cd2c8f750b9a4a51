"""A moment of a game played on: by the rules, with dice of one's choice, in branches; the game learns nothing of it."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import pytest
from line_kit import line_state
from patching_kit import patch

from adjudicator.kit import Game, World
from pbem.adjudicator.analysis import opening
from pbem.adjudicator.analysis.playing import MOST_NODES, Analysis, AnalysisPlayer, PlayedOrders, load
from pbem.adjudicator.context import Refused
from pbem.adjudicator.history.archive import Archive
from pbem.clock import to_ms
from pbem.i18n import catalogue
from pbem.reports.document import AnsweredLine
from pbem.store import NotFound, Tx, UnitOfWork
from pbem.store.games.analyses import AnalysisOwner, AnalysisRow, find_analysis, measure_analysis
from pbem.store.games.game import get_game_seed
from pbem.store.games.proposals import list_standing_orders
from rules_core.kernel.definition import EventDraws
from rules_core.kernel.dice import DrawKey
from rules_core.kernel.events import DiceRolled
from rules_core.kernel.rehearsal import DiceMismatch, dealt

T = TypeVar("T")
WORDS = catalogue("en")
NAMES = ("Anna", "Bert", "Clara")
ROLL = ("straight",) * 4 + ("share",) * 2 + ("curve",) * 2


@dataclass
class Trying:
    """Somebody who plays on."""

    game: Game
    row: AnalysisRow

    def work(self, do: Callable[[AnalysisPlayer], T]) -> T:
        """Do something within a transaction."""
        world = self.game.world

        def within(tx: Tx) -> T:
            row = find_analysis(tx, self.row.mark)
            assert row is not None
            analysis = load(tx, Archive(), row, "en")
            return do(AnalysisPlayer(UnitOfWork(tx, world.settings, to_ms(world.clock())), analysis, WORDS))

        return world.database.write(within)

    def play(self, node: int, text: str, faces: Sequence[str] = ()) -> PlayedOrders:
        """Play orders at a node."""
        return self.work(lambda player: player.play(node, text, faces, random.Random(1).randrange))

    def played(self, node: int, text: str, faces: Sequence[str] = ()) -> int:
        """The node of orders that must be possible."""
        found = self.play(node, text, faces)
        assert found.node is not None, found.lines
        return found.node

    def analysis(self) -> Analysis:
        """The analysis as it stands."""
        return self.work(lambda player: player.analysis)

    def rolled(self, node: int) -> list[str]:
        """The faces of the roll that led to a node, sorted."""
        events = self.analysis().tree.nodes[node].events
        return sorted(face for event in events if isinstance(event, DiceRolled) for face in event.faces)

    def kept(self, node: int) -> opening.KeptTurn | None:
        """The viewer's own turn on the way to a node."""

        def work(player: AnalysisPlayer) -> opening.KeptTurn | None:
            chance = random.Random(7).randrange
            return opening.keep(player.unit, player.analysis, node, WORDS, chance)

        return self.work(work)


def begin(game: Game, seat: int | None = 1, numbers: Sequence[int] | None = None, at: int | None = None) -> Trying:
    """Somebody who begins an analysis, at the newest moment unless another is told."""
    world, owner = game.world, None if seat is None else game.seats[seat].player_id

    def work(tx: Tx) -> AnalysisRow:
        row = game.row
        start = opening.find_start(tx, Archive(), row, at or row.final_position, owner, WORDS)
        given = [one.number for one in start.unseen] if numbers is None else numbers
        whose = AnalysisOwner(owner, "hash" if owner is None else None)
        return opening.begin(tx, start, given, whose, to_ms(world.clock()), WORDS)

    return Trying(game, world.database.write(work))


@pytest.fixture
def game(world: World) -> Game:
    return world.open_game(NAMES)


def outcomes(lines: Sequence[AnsweredLine]) -> list[str]:
    return [line.outcome for line in lines]


def test_chosen_faces_fall_and_the_rest_of_the_dice_by_chance(game: Game) -> None:
    trying = begin(game)
    all_chosen = trying.played(0, "roll 4?", ROLL)
    assert trying.rolled(all_chosen) == sorted(ROLL)
    some = trying.rolled(trying.played(0, "roll 4?", ["?"] * 5))
    assert len(some) == 8 and some.count("?") >= 5
    assert len(trying.rolled(trying.played(0, "roll 1?"))) == 2


def test_more_faces_than_dice_are_refused_and_nothing_is_kept(game: Game) -> None:
    trying = begin(game)
    with pytest.raises(Refused, match="You chose more faces than dice are rolled, which are 2"):
        trying.play(0, "roll 1?", ["?"] * 3)
    assert not trying.analysis().tree.nodes


def test_each_face_falls_on_a_die_that_has_it() -> None:
    keys = tuple(DrawKey(1, 0, "roll", number) for number in range(3))
    draws = EventDraws("roll", 0, keys, (("a", "b"), ("b", "c"), ("a", "b")), ("b", "b", "b"))
    assert dealt(["b", "a", "b"], draws).keys() == set(keys)
    assert [draws.outcomes[keys.index(key)][at] for key, at in dealt(["b", "c"], draws).items()] in (
        ["b", "c"],
        ["c", "b"],
    )
    for faces in (["c", "c"], ["a", "a", "a"], ["b"] * 4, ["d"]):
        with pytest.raises(DiceMismatch):
            dealt(faces, draws)


def test_neither_the_seed_nor_anything_of_the_game_is_touched(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    before = game.written
    patch(monkeypatch, get_game_seed, lambda *_: pytest.fail("the seed was read"))
    trying = begin(game)
    trying.played(trying.played(0, "roll 4?\nend discard s s s"), "roll 4?\nend")
    monkeypatch.undo()
    assert game.written == before
    assert not [mail for contact in game.seats for mail in game.mails(contact.seat)[1:]]


def test_orders_are_judged_as_real_ones_are(game: Game) -> None:
    trying = begin(game)
    refused = trying.play(0, "buy weiden from bank\nincome")
    assert refused.node is None and outcomes(refused.lines) == ["undone", "refused"]
    assert "FR-11" in refused.lines[1].message
    partly = trying.play(0, "roll 4?\nincome\nend", ["curve"] * 8)
    assert outcomes(partly.lines) == ["done", "refused", "not reached"], "a roll stands, what came behind it does not"
    assert partly.node is not None
    tried = trying.work(lambda player: player.try_out(partly.node or 0, "B e\nincome"))
    assert outcomes(tried.lines) == ["refused", "not reached"]
    assert all(action.seat == 0 for action in tried.seen.legal) and tried.seen.legal


@pytest.mark.parametrize(
    "line", ["press bert: Hello", "next turn: income", "extend 2 days", "resign", "rollback: A slip", "dispute: No!"]
)
def test_nothing_can_be_ordered_there_but_play(game: Game, line: str) -> None:
    trying, before = begin(game), game.written
    for lines in (trying.work(lambda player: player.try_out(0, line)).lines, trying.play(0, line).lines):
        assert "in an analysis there are only the orders of a turn" in lines[0].message
    assert game.written == before
    with game.world.database.read() as tx:
        assert not list_standing_orders(tx, game.id)


def test_what_was_tried_otherwise_is_a_branch_of_its_own(game: Game) -> None:
    trying = begin(game)
    roll = trying.played(0, "roll 4?", ROLL)
    east = trying.played(roll, "B e\nend discard c c")
    bert = trying.played(east, "roll 4?")
    buys = trying.played(roll, "buy weiden\nend discard c c")
    first = trying.played(0, "end")
    tree = trying.analysis().tree
    assert [(step.node.number, step.depth, step.is_branch) for step in tree.outline()] == [
        (roll, 0, False),
        (first, 1, True),
        (east, 0, False),
        (buys, 1, True),
        (bert, 0, False),
    ]
    assert [node.number for node in tree.path(bert)] == [roll, east, bert]
    assert sorted(tree.below(roll)) == [roll, east, bert, buys]
    assert trying.analysis().state_at(buys).table.turn.seat == 1
    with pytest.raises(NotFound):
        tree.path(99)


def test_it_begins_with_the_viewers_own_view_and_plain_numbers_for_the_rest(game: Game) -> None:
    own, spectator = begin(game, seat=2).analysis(), begin(game, seat=None).analysis()
    assert {one.seat for one in own.start.unseen} == {0, 1}
    assert {one.seat for one in spectator.start.unseen} == {0, 1, 2}
    with pytest.raises(Refused, match="Of hidden dice nobody has more than 0"):
        begin(game, seat=1, numbers=[1, 0, 0, 0])
    with pytest.raises(Refused, match=r"nobody has more than 9,999"):
        begin(game, seat=1, numbers=[0, 0, 10_000, 0])
    with pytest.raises(Refused, match="Give a number for everything"):
        begin(game, seat=1, numbers=[])
    rich = begin(game, seat=1, numbers=[0, 0, 7, 9]).analysis()
    assert [screen and screen.passengers for screen in line_state(rich.base).screens] == [7, 0, 9]


def test_nobody_tries_in_their_own_turn_nor_from_what_is_not_final(game: Game) -> None:
    with pytest.raises(Refused, match="It's your turn in Whitsun"):
        begin(game, seat=0)
    game.send(0, "B e?")
    assert game.row.position > game.row.final_position
    with pytest.raises(NotFound):
        begin(game, at=game.row.position)
    begin(game)


def test_each_has_three_and_a_visitor_one(game: Game) -> None:
    for _ in range(3):
        begin(game)
    with pytest.raises(Refused, match="You have 3 analyses already"):
        begin(game)
    begin(game, seat=None)
    with pytest.raises(Refused, match="You have an analysis already"):
        begin(game, seat=None)


def test_a_tree_does_not_grow_without_end(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    trying = begin(game)
    trying.played(0, "end")
    patch(monkeypatch, measure_analysis, lambda *_: (MOST_NODES, 0))
    with pytest.raises(Refused, match="This analysis is full"):
        trying.play(0, "end")


def test_ones_own_turn_is_kept_as_orders_with_the_dice_as_their_condition_and_tried_before(game: Game) -> None:
    trying = begin(game)
    assert trying.kept(0) is None
    anna = trying.played(0, "roll 4?\nend discard s s s", ROLL)
    assert trying.kept(anna) is None
    roll = trying.played(anna, "roll 4?", ROLL)
    laid = trying.played(roll, "B e e")
    bert = trying.played(laid, "buy weiden\nend")
    clara = trying.played(bert, "end")
    found = trying.kept(clara)
    assert found is not None and found.works and not found.is_cut
    assert found.lines[0] == "roll 4?"
    assert found.lines[1].startswith("if s >= 2 and $ >= 1: B e e; buy weiden; end")
    assert found.waiting("en").splitlines()[0] == "next turn: roll 4?"
    assert outcomes(found.fates) == ["done", "done"]
    assert (found.year, found.turn) == (1, 2)


def test_what_is_kept_does_what_was_tried(game: Game) -> None:
    trying = begin(game)
    anna = trying.played(0, "end")
    node = trying.played(trying.played(anna, "roll 2?", ("straight", "straight", "share", "curve")), "B e\nbuy weiden")
    found = trying.kept(node)
    assert found is not None
    sent = game.send(1, found.waiting("en"))
    assert "This waits for your next turn." in sent.text
    faces = game.would_roll(1, 1, 4)
    report = game.send(0, "end").others[1].text
    is_met = faces.count("s") >= 1 and faces.count("$") >= 1
    assert ("buys a share of Weiden Express" in " ".join(report.split())) == is_met
