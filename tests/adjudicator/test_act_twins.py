"""Of two games, in one of which somebody did what is secret, nobody else is told different things.

What is done is made from the tables of what can be asked (`acts`). All of it is done in one game, which has been begun
once and copied, and everything that others can be told is looked at once, since what does not show together does not
show apart: a count only grows. `make soak` does each act apart, so that one finds which of them shows.
"""

import smtplib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import get_args

import pytest
from engines_kit import keep_store
from lobby.kit import LOBBY, Village
from moderation.kit import add_moderator
from rows_kit import mails_of_player

from adjudicator import acts, viewers
from adjudicator.acts import GUEST, MODERATOR, MOVER, NEXT, OWNER, Act
from adjudicator.kit import DOMAIN, ENDS_ALONE, NAMES, Game, World, new_world
from adjudicator.letters import flat, letter_bytes
from adjudicator.outputs import OUTPUTS, first_difference, told
from adjudicator.page_outputs import give_calendars
from adjudicator.screens import four_seats
from adjudicator.viewers import Viewer
from pbem.adjudicator.commands import COMMANDS as SEAT_COMMANDS
from pbem.adjudicator.context import PlayerCommand, visible
from pbem.adjudicator.sessions import facts, load_game, load_log
from pbem.commands.command_reader import OFFICE_LIMITS
from pbem.commands.orders import read, write
from pbem.daemon.server import Server
from pbem.lobby import reading
from pbem.lobby.commands import COMMANDS, OfficeCommand
from pbem.reports.document import loaded
from pbem.store import Tx
from pbem.store.games.game import update_game_facts
from pbem.store.games.log import EntryRow, append_entries, find_last_position
from pbem.store.games.proposals import find_draft, list_standing_orders
from pbem.store.games.seats import list_muted_seats
from pbem.store.games.waiting_lists import list_lists_waited_on
from pbem.store.games.watching import list_watched_games
from pbem.store.mail.outbox import find_mail_document
from pbem.store.players.preferences import Preferences, put_preferences
from pbem.store.players.registrations import find_confirmation
from pbem.store.tables import NEW
from pbem.terms import Late, Terms
from rules_core.kernel.log import live_events

WATCHER = "Emil"
WITHOUT_LETTERS = [name for name in OUTPUTS if name not in ("answers to letters", "handbook", "desk", "disputes")]
"""The ways out that are looked at where a second viewer would be told the same as the first."""
TO_ALL = ["pages", "memory", "public rows", "maps", "record"]
"""What spectators are shown."""


@pytest.fixture
def game(world: World) -> Game:
    return begin(world, Terms(press="anonymous"))


def begin(world: World, terms: Terms) -> Game:
    """A game in which Clara is to move, who has built nothing yet, and Bert has; watched, with people beside it."""
    for name in (*NAMES, WATCHER, OWNER, GUEST):
        world.add_player(name)
    add_moderator(world, MODERATOR)
    game = world.open_game(NAMES, terms=terms)
    game.put(four_seats(seat=0))
    village = Village(world)
    village.write(OWNER, f'open first rails for 3 private "Between us"\ninvite 1 {GUEST}')
    village.write(WATCHER, "watch e1")
    game.send(NEXT, "status")
    for seat, text in ((0, "B e\nend"), (1, "A w\nend")):
        assert "carried out." in game.send(seat, text).text
    assert game.row.active_seat == MOVER
    give_calendars(world)
    return game


@contextmanager
def twin_of(game: Game, folder: Path) -> Iterator[Game]:
    """The same game once more, in a copy of its database."""
    folder.mkdir()
    copy = keep_store(game.world.database, folder)
    with new_world(folder, copy) as second:
        second.players.update(game.world.players)
        second.clock.at = game.world.clock.at
        yield Game(second, game.id)


def in_secret(done: Sequence[Act], game: Game, twin: Game) -> None:
    """Do all of this in a game, and nothing in its twin, where time goes by as well."""
    for act in done:
        act.do(game)
    twin.world.clock.at = game.world.clock.at
    for one in (game, twin):
        one.world.numbers = count(10_000)  # so that Message-IDs of later letters are as long


def alike(game: Game, twin: Game, viewer: Viewer, ways: Sequence[str]) -> None:
    """Compare all that a viewer is told in both games."""
    first, second = (told(one, viewer, ways) for one in (game, twin))
    assert first == second, f"{viewer}: {first_difference(first, second)}"


def mails_alike(game: Game, twin: Game, name: str) -> None:
    """Compare the mails to somebody in both games, but for what chance put there."""
    for first, second in zip(*(sent_to(one, name) for one in (game, twin)), strict=True):
        assert first == second


def sent_to(game: Game, name: str) -> list[tuple[object, ...]]:
    """The mails to a player, with their numbers and maps."""
    with game.world.database.read() as tx:
        mails = mails_of_player(tx, game.world.players[name])
        return [
            (mail.number, mail.created_ms, mail.kind, mail.position, mail.text, find_mail_document(tx, mail.id))
            for mail in mails
        ]


def prepared(game: Game) -> set[str]:
    """What there is of things that only acts done in secret bring about."""
    dora, owner = (game.world.players[name] for name in (NAMES[NEXT], OWNER))
    with game.world.database.read() as tx:
        found = {
            "draft": find_draft(tx, game.id, NEXT),
            "request": find_confirmation(tx, dora, (game.id, NEXT)),
            "standing orders": list_standing_orders(tx, game.id),
            "mute": list_muted_seats(tx, game.id, dora),
            "list": list_lists_waited_on(tx, owner)[1:],
            "watch": list_watched_games(tx, owner),
        }
    return {what for what, there in found.items() if there}


def life_goes_on(game: Game) -> None:
    """What others do afterwards: the seat that was muted writes press, and ends its turn without building anything."""
    for text in ("press all: Hello to all of you.", "press anonymous all: Guess who."):
        assert "It goes to" in game.send(MOVER, text, quoting=False).text
    game.world.clock.advance(timedelta(minutes=2))
    game.world.intake.clock.pass_on_press(game.id)
    game.send(0, "press bert: Who was that?", quoting=False)
    assert "carried out." in game.send(MOVER, "end", quoting=False).text
    assert game.row.active_seat == NEXT
    game.world.clock.advance(timedelta(days=20))
    game.world.intake.clock.wake(game.id)


EVERYTHING = {"draft", "request", "standing orders", "mute", "list", "watch"}
OFF_TURN = [*acts.at_the_office(), *acts.on_pages(), *acts.off_turn()]


def test_every_entry_of_the_tables_has_a_twin_or_is_public(world: World, game: Game) -> None:
    endpoints = {rule.endpoint for rule in world.app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert acts.without_twin(endpoints) == set()
    assert endpoints >= set(acts.PUBLIC_FORMS), "what is gone is struck off"
    orders = acts.off_turn()
    verbs = {act.entry.removeprefix("order ") for act in orders if act.entry.startswith("order ")}
    assert verbs - acts.plainly_done([*orders, *acts.on_turn(), *acts.between_two()]) <= set(acts.PUBLIC_ORDERS)
    with world.database.read() as tx:
        view = visible(load_game(tx, game.id).session, NEXT)
    lines = [act.text for act in orders if "\n" not in act.text] + [act.text.removeprefix("check\n") for act in orders]
    requested = {type(order) for line in lines for order in read(line.split("\n"), view, "en", NAMES).orders}
    assert requested >= set(SEAT_COMMANDS)
    written = [act.text for act in acts.at_the_office()] + ["register Ada", "confirm", "away 24.12.", "back"]
    letters = (written[: OFFICE_LIMITS.orders], written[OFFICE_LIMITS.orders :])
    found = [line for letter in letters for line in reading.read(letter, "en", Terms(), moderates=True)]
    assert {type(command) for one in found for command in one.orders} >= {*COMMANDS, *get_args(OfficeCommand)} - {
        PlayerCommand
    }


def test_nothing_that_is_done_in_secret_shows_in_what_others_are_told(game: Game, tmp_path: Path) -> None:
    with twin_of(game, tmp_path / "twin") as twin:
        in_secret(OFF_TURN, game, twin)
        assert [prepared(one) for one in (game, twin)] == [EVERYTHING, set()]
        for one in (game, twin):
            life_goes_on(one)
        alike(game, twin, MOVER, [*OUTPUTS])
        alike(game, twin, None, TO_ALL)
        for name in (*NAMES[:2], WATCHER):
            mails_alike(game, twin, name)


def test_nothing_that_can_be_taken_back_and_no_word_between_two_shows(game: Game, tmp_path: Path) -> None:
    with twin_of(game, tmp_path / "twin") as twin:
        in_secret([*acts.on_turn(), *acts.between_two()], game, twin)
        for one in (game, twin):
            one.world.clock.advance(timedelta(minutes=2))
            one.world.intake.clock.pass_on_press(one.id)
            one.send(1, "press all: Hello to all of you.")
        # After a restore all that was taken back is final, and positions count it as the public record does.
        alike(game, twin, 0, [*(way for way in WITHOUT_LETTERS if way != "restored"), "answers to letters"])
        alike(game, twin, None, TO_ALL)
        for name in (NAMES[1], WATCHER):
            mails_alike(game, twin, name)


def test_a_moderator_cannot_tell_that_press_was_written_while_the_secrets_are_closed(
    game: Game, tmp_path: Path
) -> None:
    with twin_of(game, tmp_path / "twin") as twin:
        in_secret(acts.between_two(), game, twin)
        alike(game, twin, viewers.MODERATOR, ["desk", "acts"])


def test_the_door_answers_alike(game: Game, tmp_path: Path) -> None:
    with twin_of(game, tmp_path / "twin") as twin:
        in_secret([*acts.off_turn()[-5:], *acts.between_two()], game, twin)
        assert knock(game) == knock(twin)


def knock(game: Game) -> list[str]:
    """What strangers and a player are answered by SMTP who write to the lobby and to seats."""
    server = Server(game.world.settings, game.world.database, game.world.clock)
    server.listener.start()
    replies: list[object] = []
    try:
        with smtplib.SMTP("127.0.0.1", server.listener.port) as client:
            replies.append(client.ehlo("away.test"))
            for sender in ("anna@player.test", "stranger@far.test"):
                for to in (f"{LOBBY}@{DOMAIN}", game.address(0), game.address(NEXT), f"nobody@{DOMAIN}"):
                    replies += [client.mail(sender), client.rcpt(to)]
                    raw = letter_bytes("status", sender, to, {"message_id": f"<{len(replies)}@far.test>"})
                    replies.append(client.data(raw) if client.rcpt(to)[0] == 250 else None)
                    client.rset()
    finally:
        server.listener.stop()
    return [str(reply) for reply in replies]


# How turns come about


def test_which_squares_are_new_does_not_tell_how_a_turn_came_about(game: Game, tmp_path: Path) -> None:
    """Dora's turn, in which nothing or something is built, by a letter or by orders that waited, told by the same map.

    Orders that wait are carried out in the moment in which the turn begins, so others get one report in place of two;
    the last of both tells the same.
    """
    for contact in game.seats:
        chosen = partial(put_preferences, player_id=contact.player_id, chosen=Preferences(reports="mine"))
        game.world.database.write(chosen)
    for at, text in enumerate(("end", "B e; end", "B e", "if h >= 9: end")):
        with twin_of(game, tmp_path / f"waiting {at}") as waiting, twin_of(game, tmp_path / f"sent {at}") as sent:
            waiting.send(NEXT, f"next turn: {text}")
            sent.send(NEXT, "status")
            for one in (waiting, sent):
                assert "carried out." in one.send(MOVER, "end").text
            reply = sent.post(NEXT, sent.write(NEXT, text, quoting=False))
            if reply.letter.outcome.startswith(ENDS_ALONE):
                sent.post(NEXT, sent.write(NEXT, "confirm", quoting=False))
            assert live_events_of(waiting) == live_events_of(sent)
            for viewer in (0, None):
                assert new_squares(waiting, viewer) == new_squares(sent, viewer), text
                alike(waiting, sent, viewer, ["reports", "maps"])
            assert [mail.text for mail in waiting.mails(0)] == [mail.text for mail in sent.mails(0)]
            assert boards(waiting, 0) == boards(sent, 0)
            if text == "B e; end":
                alike(waiting, sent, 1, ["pages", "memory", "public rows", "record"])


def live_events_of(game: Game) -> list[str]:
    """All that stands of a game's log."""
    with game.world.database.read() as tx:
        return [repr(event) for event in live_events(load_log(tx, game.id))]


def new_squares(game: Game, viewer: int | None) -> list[str]:
    """What is marked as new on a viewer's map."""
    return [repr(event) for event in game.world.intake.forms.look(game.id, viewer).latest]


def boards(game: Game, seat: int) -> list[str]:
    """The maps that were mailed to a seat."""
    with game.world.database.read() as tx:
        documents = [loaded(find_mail_document(tx, mail.id) or "") for mail in game.mails(seat)]
    return [repr(document.board) for document in documents]


@pytest.mark.parametrize("late", ["pass", "bot"])
def test_a_turn_that_was_played_for_somebody_is_marked_as_if_it_had_been_sent(
    world: World, tmp_path: Path, late: Late
) -> None:
    """Where the deadline has passed the note of that is public; the map is the one that the same orders lead to."""
    played = begin(world, Terms(press="anonymous", late=late))
    with twin_of(played, tmp_path / "sent") as sent:
        begun = played.row.position
        world.clock.advance(timedelta(days=20))
        world.intake.clock.wake(played.id, choose=lambda _n: 0)
        assert played.row.active_seat == NEXT
        with world.database.read() as tx:
            log, table = load_log(tx, played.id), load_game(tx, played.id).session.state.table
        actions = [entry.action for entry in log if entry.action and entry.position > begun]
        orders = "\n".join(write(action, table, "en") for action in actions)
        assert "carried out." in sent.send(MOVER, orders, quoting=False).text
        assert live_events_of(sent) == live_events_of(played)
        for viewer in (0, NEXT, None):
            assert new_squares(played, viewer) == new_squares(sent, viewer)
        assert boards(played, 0)[-1] == boards(sent, 0)[-1]


def test_however_much_is_taken_back_the_turn_before_is_still_marked(game: Game) -> None:
    expected = new_squares(game, 0)
    assert "PieceLaid" in " ".join(expected)
    begun, end = game.row.position, game.entries[-1].position
    game.send(MOVER, "B e")
    game.send(MOVER, "undo")
    again = [
        EntryRow(NEW, row.kind, row.payload, row.actor, None, row.at_ms, 1)
        for row in game.entries
        if row.position > end
    ]
    assert [row.kind for row in again] == ["action", "event", "takeback"]

    def lay_and_undo_many_times(tx: Tx) -> None:
        append_entries(tx, game.id, find_last_position(tx, game.id), again * 150)
        loaded = load_game(tx, game.id)
        assert loaded.session.floor == begun
        update_game_facts(tx, game.id, facts(game.world.unit(tx, 0), loaded, moved=False))

    game.world.database.write(lay_and_undo_many_times)
    assert new_squares(game, 0) == expected
    game.send(MOVER, "status")
    assert "carried out." in game.send(MOVER, "end").text
    assert "PieceLaid" not in " ".join(new_squares(game, 0))
    assert "It's Dora's turn" in flat(game.last_mail(0).text)


@pytest.mark.soak
@pytest.mark.parametrize("entry", sorted({act.entry for act in OFF_TURN if "{" not in act.text}))
def test_each_act_alone_shows_in_nothing(game: Game, tmp_path: Path, entry: str) -> None:
    """But for links that have to be asked for before they can be followed; last come orders that do nothing."""
    with twin_of(game, tmp_path / "twin") as twin:
        in_secret([*(act for act in OFF_TURN if act.entry == entry), OFF_TURN[-1]], game, twin)
        for one in (game, twin):
            life_goes_on(one)
        for viewer in (MOVER, None):
            alike(game, twin, viewer, [*OUTPUTS])
