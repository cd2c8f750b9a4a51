"""Orders are judged while nobody is kept from writing; where the game moves on before they are written, once more."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from forms_kit import ask_as, submit_as

from adjudicator.kit import Game, KeptGame, World, keep_game
from adjudicator.positions import plain
from pbem.adjudicator.commands.seats import Resign
from pbem.adjudicator.order_run import OrderRun, Runner
from pbem.commands.orders import Script
from pbem.games.sections import Sections
from pbem.moderation.commands.holding import Hold
from pbem.store import Database

ROLLS: Final = {(2, 1): "sc$", (2, 2): "ssc"}
HERE: Final = "MainThread"


def prepare(world: World) -> Game:
    """A game of three in year 2, Anna to move; Bert's and Clara's next orders wait."""
    state = plain(seats=3, front=("sc",) * 3, hidden=(0, 0, 0))
    game = world.game_at(state, rolls=ROLLS)
    game.send(1, "next turn: income; roll 3h\nnext turn: end")
    game.send(2, "next turn: income")
    return game


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> KeptGame:
    return keep_game(tmp_path_factory.mktemp("judging"), prepare)


@pytest.fixture
def game(kept: KeptGame, tmp_path: Path) -> Iterator[Game]:
    with kept.copied(tmp_path) as game:
        yield game


@contextmanager
def watching(monkeypatch: pytest.MonkeyPatch, judged: Callable[[], None]) -> Iterator[None]:
    """Call something each time that orders are judged."""
    run = Runner.run

    def noted(runner: Runner, script: Script) -> OrderRun:
        judged()
        return run(runner, script)

    with monkeypatch.context() as patch:
        patch.setattr(Runner, "run", noted)
        yield


@contextmanager
def before_writing(monkeypatch: pytest.MonkeyPatch, act: Callable[[int], object]) -> Iterator[list[int]]:
    """Have something else done, to its end, each time this thread is about to write; it is given how often it was."""
    begin, begun = Database._begin, list[int]()

    def begin_behind(database: Database, *what: Any, **how: Any) -> Any:
        if threading.current_thread().name == HERE:
            begun.append(len(begun))
            other = threading.Thread(target=act, args=(begun[-1],))
            other.start()
            other.join()
        return begin(database, *what, **how)

    with monkeypatch.context() as patch:
        patch.setattr(Database, "_begin", begin_behind)
        yield begun


def at_first(act: Callable[[], object]) -> Callable[[int], object]:
    """Do something before the first beginning alone."""
    return lambda at: None if at else act()


def by_letter(game: Game, text: str) -> None:
    letter_id = stored(game, text)
    game.world.intake.letters.receive(letter_id)
    assert game.world.letter(letter_id).status == "done"


def by_form(game: Game, text: str) -> None:
    submit_as(game.world.intake, game.id, 0, text, position=game.row.position)


def stored(game: Game, text: str, seat: int = 0) -> int:
    raw, contact = game.write(seat, text), game.seats[seat]
    return game.world.store(raw, contact.token, contact.address)


@pytest.mark.sqlite("looks into the file")
@pytest.mark.parametrize("send", [by_letter, by_form])
def test_the_writer_is_free_while_orders_are_judged_and_what_follows_them(
    game: Game, monkeypatch: pytest.MonkeyPatch, send: Callable[[Game, str], None]
) -> None:
    judged: list[str] = []

    def write_by_another_connection() -> None:
        with closing(sqlite3.connect(game.world.database.path, timeout=0, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # fails at once where anybody writes
            other.execute("ROLLBACK")
        judged.append(threading.current_thread().name)

    with watching(monkeypatch, write_by_another_connection), before_writing(monkeypatch, lambda _at: None) as begun:
        send(game, "income\nroll 1\nnext turn: income\nend")
    assert game.row.active_seat == 2 and game.state.table.turn.income, "Bert's turn is over, Clara's has begun"
    assert judged == [HERE] * 4, "Anna's twice, as they ask for something beside; Bert's, and Clara's"
    writes_of_the_letter = begun[1:] if send is by_letter else begun  # the first has put it into the inbox
    assert len(writes_of_the_letter) == 1, "all of it was found judged"


@pytest.mark.parametrize("text", ["income", "check\nincome\nroll 2h", "income\nroll 2h\nend", "income\nroll 99"])
def test_mails_are_composed_before_the_transaction_that_writes_them(
    game: Game, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    game.send(1, "next turn: nothing")
    composed, sections = list[tuple[int | None, str]](), Sections.viewer_blocks

    def noted(own: Sections, *what: Any, **how: Any) -> Any:
        composed.append((own.view.seat, threading.current_thread().name))
        return sections(own, *what, **how)

    monkeypatch.setattr(Sections, "viewer_blocks", noted)
    by_letter(game, text)
    readers = range(3) if text.endswith("end") else range(1)
    assert sorted(composed) == [(seat, HERE) for seat in readers], "once each, and not while anybody waits to write"


def test_what_is_previewed_before_it_is_kept_is_judged_once(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str] = []
    with watching(monkeypatch, lambda: judged.append(threading.current_thread().name)):
        by_letter(game, "end")
    assert game.draft(0) is not None, "it asks whether no more was meant, by what it previews"
    assert judged == [HERE]


MOVES: Final[dict[str, Callable[[Game], object]]] = {
    "the same by a page": lambda game: submit_as(game.world.intake, game.id, 0, "income\nroll 3h", position=None),
    "the turn ends": lambda game: submit_as(game.world.intake, game.id, 0, "income\nroll 2h\nend", position=None),
    "taken back": lambda game: submit_as(game.world.intake, game.id, 0, "income\nundo", position=None),
    "held": lambda game: game.world.intake.moderators.carry_out(None, Hold(game.row.tag, "A question."), None),
    "other orders wait": lambda game: game.world.intake.letters.receive(stored(game, "next turn: income", 1)),
    "resigned": lambda game: ask_as(game.world.intake, game.id, 0, Resign()),
}


def trace(game: Game) -> tuple[object, ...]:
    """All that a letter leaves but ids made up by chance."""
    mails = [(one.seat, one.kind, one.subject, one.text, one.position) for one in game.world.all_mails()]
    return game.written, [game.draft(seat) for seat in range(3)], sorted(mails, key=repr)


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES)
def test_where_the_game_moves_on_in_between_all_is_as_if_the_letter_had_come_behind(
    kept: KeptGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, move: Callable[[Game], object]
) -> None:
    text, traces = "income\nroll 3h\nend", list[object]()
    for name in ("behind", "between"):
        (tmp_path / name).mkdir()
        with kept.copied(tmp_path / name) as game:
            letter_id, receive = stored(game, text), game.world.intake.letters.receive
            if name == "behind":
                move(game)
                receive(letter_id)
            else:
                with before_writing(monkeypatch, at_first(partial(move, game))) as begun:
                    receive(letter_id)
                assert len(begun) > (move is not MOVES["resigned"]), "it is judged again, where there is a seat"
            traces.append((trace(game), game.world.letter(letter_id).outcome))
    assert traces[0] == traces[1]


def test_a_confirm_judged_twice_at_once_is_done_once(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    game.send(0, "check\nincome\nroll 3h")
    first, second = stored(game, "confirm"), stored(game, "confirm")
    receive = game.world.intake.letters.receive
    with before_writing(monkeypatch, at_first(partial(receive, second))):
        receive(first)
    answers = [mail.text for mail in game.mails(0)[-2:]]
    assert answers[0].startswith("Your orders were carried out.")
    assert answers[1].startswith("There is nothing to confirm; nothing was changed.")
    assert game.events(0).count("Rolled") == 1


def test_a_busy_game_cannot_keep_a_letter_from_its_end(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    judged, letter_id = list[str](), stored(game, "next turn: income", 1)

    def hurry(at: int) -> None:
        by_form(game, ("income", "undo")[at % 2])

    monkeypatch.setattr("pbem.store.database.MOST_BEGINNINGS", 5)
    with (
        watching(monkeypatch, lambda: judged.append(threading.current_thread().name)),
        before_writing(monkeypatch, hurry) as begun,
    ):
        game.world.intake.letters.receive(letter_id)
    assert len(begun) == 5
    assert judged[-1].startswith("store-writer"), "the last time it keeps the others waiting"
    assert not any(name.startswith("store-writer") for name in judged[:-2])
    assert game.world.letter(letter_id).status == "done"
    assert game.mails(1)[-1].text.startswith("Your orders are kept for your next turn.")
