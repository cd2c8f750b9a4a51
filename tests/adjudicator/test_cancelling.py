"""Games that are cancelled: over without a result, for everybody and everywhere that games are told of."""

import json

import pytest
from click.testing import CliRunner
from web_kit import Browser

from adjudicator.correcting import WHY, call_off, mend
from adjudicator.going_back import take_back
from adjudicator.kit import Game, World
from adjudicator.letters import flat, section
from adjudicator.test_amending import told
from adjudicator.test_counts import ratings, results, turns
from adjudicator.test_lateness import choose, woken
from pbem.adjudicator.corrections import CorrectionRefused
from pbem.adjudicator.counts import list_miscounted
from pbem.adjudicator.history.rollback import list_targets
from pbem.adjudicator.log.records import export_game
from pbem.adjudicator.sessions import check_snapshot
from pbem.cli import main
from pbem.clock import to_ms
from pbem.store.games.game import hold_game
from pbem.store.games.proposals import add_proposal, find_open_proposal, list_standing_orders
from pbem.store.games.vacancies import add_offer, list_offers, list_open_offers_to
from pbem.store.players.preferences import Preferences
from rules_core.games import ruleset_for
from rules_core.kernel.record import load, rejudge, replay, verify_dice
from rules_core.line.actions import DirectorNamed

OVER = "The game is cancelled: it is over without a result."
PLAYERS = ("Anna", "Bert", "Clara")


@pytest.fixture
def game(world: World) -> Game:
    """A game in its second turn."""
    return begun(world, "first_rails")


def begun(world: World, kind: str) -> Game:
    """A game of a kind in its second turn."""
    game = world.open_game(PLAYERS, kind=kind)
    game.send(0, "end")
    return game


def test_everybody_is_told_at_once_with_the_reason(game: Game) -> None:
    choose(game.world, "Bert", Preferences(reports="mine"))
    choose(game.world, "Clara", Preferences(reports="daily"))
    game.send(2, "next turn: income")
    mails = call_off(game)
    assert [mail.seat for mail in mails] == [0, 1, 2]
    for mail in mails:
        text = flat(mail.text)
        assert text.startswith(OVER)
        assert told(mail.text, "Notices") == [f"The game was cancelled by the operator: {WHY}"]
        assert told(mail.text)[-1] == OVER
        for absent in ("How it ended", "has won", "a draw", "It's your turn", "For your eyes only"):
            assert absent not in text
        assert game.row.commitment in text and "Seed" in text, "as at any end"
    assert "They were not carried out: the game ended before your next turn." in flat(mails[2].text)
    assert section(mails[0].text, "Your next-turn orders") == []


def test_nothing_goes_on_and_nothing_is_counted(game: Game) -> None:
    world, played = game.world, len(turns(game))
    world.database.write(lambda tx: hold_game(tx, game.id, to_ms(world.clock())))
    call_off(game)
    row = game.row
    assert (row.status, row.active_seat, row.held_ms, row.left_ms) == ("over", None, None, None)
    assert (row.deadline_ms, row.wake_ms) == (None, None)
    assert row.final_position == row.position == game.entries[-1].position
    assert len(turns(game)) == played, "the turn that was going on was not played"
    assert not results(world) and not ratings(world)
    with world.database.read() as tx:
        assert list_miscounted(tx) == []
        assert check_snapshot(tx, row) == ""
        assert list_standing_orders(tx, game.id) == {}
    assert woken(game) == []
    assert "over" in game.send(1, "end").text
    with pytest.raises(CorrectionRefused, match="over"):
        call_off(game)
    with pytest.raises(CorrectionRefused, match="over"):
        mend(game, DirectorNamed("weiden", 1))


def test_offers_and_proposals_lapse(game: Game) -> None:
    world, now_ms = game.world, to_ms(game.world.clock())
    dora = world.add_player("Dora")
    world.database.write(lambda tx: add_offer(tx, game.id, 0, dora, now_ms, now_ms + 1))
    proposal = world.database.write(lambda tx: add_proposal(tx, game.id, 0, 5, "", now_ms, now_ms + 1))
    assert proposal
    call_off(game)
    with world.database.read() as tx:
        assert [offer.status for offer in list_offers(tx, game.id, 0)] == ["lapsed"]
        assert list_open_offers_to(tx, dora) == []
        assert find_open_proposal(tx, game.id) is None


@pytest.mark.parametrize("kind", ["first_rails", "germany"])
def test_its_record_says_so_and_proves_its_dice(world: World, kind: str) -> None:
    game = begun(world, kind)
    mend(game, DirectorNamed("weiden", 2))
    call_off(game)
    with game.world.database.read() as tx:
        text = export_game(tx, game.id)
    assert json.loads(text)["outcome"] == {"year": 1, "reason": "cancelled", "standings": []}
    record = load(text)
    assert replay(record).table.ended == "cancelled"
    assert rejudge(record, ruleset_for(record.kind)) is None
    assert verify_dice(record) == []
    path = game.world.settings.server.data_dir / "e1.json"
    path.write_text(text, encoding="utf-8")
    assert CliRunner().invoke(main, ["record", "replay", str(path)]).output == "e1 ended in year 1: it was cancelled.\n"


@pytest.mark.parametrize("kind", ["first_rails", "germany"])
def test_pages_feeds_and_data_say_so(world: World, kind: str) -> None:
    game = begun(world, kind)
    call_off(game)
    lists, browser = f"/games/{kind.replace('_', '-')}", Browser(world.app)
    text = {path: flat(browser.open(path).text) for path in (
        "/games/e1",
        "/games/e1/history",
        f"/games/e1/at/{game.row.final_position}",
        "/games/e1/feed.atom",
        f"{lists}/winners",
        f"{lists}/complete",
        f"/players/{game.seats[0].player_id}",
    )}  # fmt: skip
    for path in ("/games/e1/history", "/games/e1/feed.atom", f"/games/e1/at/{game.row.final_position}"):
        assert OVER in text[path], path
    assert "it was cancelled" in text[f"{lists}/winners"]
    assert "nobody" in text[f"{lists}/winners"]
    assert "cancelled in year 1" in text[f"{lists}/complete"]
    assert '<td class="number">cancelled</td>' in text[f"/players/{game.seats[0].player_id}"]
    assert OVER in text["/games/e1"] and "won" not in text["/games/e1"]
    data = browser.open("/games/e1.json").get_json()
    assert data["result"] == {"reason": "cancelled", "standings": []}


def test_a_game_that_was_cancelled_goes_on_where_it_is_taken_back_to(game: Game) -> None:
    mend(game, DirectorNamed("weiden", 2))
    corrected = game.row.position
    call_off(game)
    with game.world.database.read() as tx:
        assert list_targets(tx, game.row)[-1] == corrected, "play goes on from a correction, not from the end"
    take_back(game, corrected)
    assert (game.row.status, game.row.active_seat) == ("playing", 1)
    assert game.state.table.companies["weiden"].director == 2
    assert game.row.epoch == 1, "the dice of the first are known by now"
    assert game.send(1, "end", answering=None).others
