"""The toy game by letters: whole games, faults, next turns, press, late turns, rulings and seats that change hands."""

import re
from datetime import timedelta

from adjudicator.kit import Game, World
from adjudicator.letters import flat
from adjudicator.test_digest import MORNING, daily, digests, tick
from lobby.kit import Village
from moderation.kit import disputes, ruled

from pbem.clock import from_ms
from pbem.moderation.commands.positions import Amend
from pbem.moderation.commands.rulings import GiveRuling
from pbem.terms import Terms
from rules_core.kernel.record import differences, load, verify_dice
from toy_game.kit import NAMES, TOY, VIEWERS, ev, hand_of, opened, play, state_of, visit


def test_a_whole_game_by_letters_in_three_languages(world: World) -> None:
    game = opened(world)
    play(game)
    assert game.row.status == "over"
    for seat, name in enumerate(NAMES):
        text = flat(game.last_mail(seat).text)
        assert "How it ended" in text and "All hands" in text and name in text
    here = f"/games/{game.row.tag}"
    record = load(visit(game, None, f"{here}/record.json")[1])
    assert list(differences(record, TOY)) == [] and verify_dice(record) == []
    texts = ["", ".json", "/feed.atom", "/history", "/history/1", "/dice", f"/at/{game.row.position}"]
    paths = [*(here + way for way in texts), *(f"/games/toy/{part}" for part in ("complete", "winners", "players"))]
    for viewer in VIEWERS:
        assert {path: visit(game, viewer, path)[0] for path in paths} == dict.fromkeys(paths, 200)


def test_a_letter_is_read_previewed_refused_and_undone(game: Game) -> None:
    assert "This is a preview" in game.send(0, "check\nroll").text
    refused = game.send(0, "play 3").text
    assert "TO-3: roll the dice before you play a card." in refused
    unread = game.send(0, "plai 3\nroll").text
    assert 'Did you mean "play"?' in unread
    assert "Which card? Give its number." in game.send(0, "play").text
    assert "carried out" in game.send(0, "roll").text
    hand = hand_of(game, 0)
    card = next(card for card in range(1, 7) if "REFUSED" not in game.send(0, f"check\nplay {card}").text)
    assert "carried out" in game.send(0, f"play {card}").text
    assert "carried out" in game.send(0, "undo").text
    assert hand_of(game, 0) == hand
    assert "nothing to undo" in game.send(0, "undo").text
    assert "How to write orders" in game.send(0, "help").answer.text
    assert "For your eyes only" in game.send(0, "status").answer.text


def test_orders_wait_for_the_turn_and_on_a_condition(game: Game) -> None:
    game.send(1, "nächster Zug: würfeln")
    game.send(2, "next turn: if cards >= 9: roll\nnext turn: if cards = 5: end")
    game.send(0, "end")
    assert game.state.table.turn.seat == 1 and state_of(game).table.turn.rolled
    ended = game.send(1, "ende")
    assert game.state.table.turn.seat == 0 and game.state.table.year == 2
    assert "skipped: " in flat(ended.others[2].text) and "the cards in your hand: 5" in flat(ended.others[2].text)


def test_press_reaches_whom_it_is_for(game: Game) -> None:
    reply = game.send(0, "press bert: Shall we?")
    assert "Shall we?" in reply.others[1].text and set(reply.others) == {1}


def test_a_late_turn_is_passed_and_a_bot_may_have_it(world: World) -> None:
    for late in ("pass", "bot"):
        game = world.open_game(NAMES, kind="toy", terms=Terms(pace="3d", late=late))
        world.clock.at = from_ms(game.row.deadline_ms or 0) + timedelta(days=3)
        world.intake.clock.wake(game.id)
        assert state_of(game).table.turn.seat == 1
        assert "Anna" in game.last_mail(1).text


def test_a_ruling_cites_a_rule_and_corrects(world: World, game: Game) -> None:
    game.send(0, "end")
    game.send(1, "Einspruch: Das war falsch.")
    (dispute,) = disputes(game)
    before = hand_of(game, 2)
    amend = Amend(game.row.tag, (ev.CardMoved(6, None, 2),), "Two stuck together.")
    _told, mails = ruled(game, "Mona", GiveRuling(dispute.id, "amend", "to-2", "So it is.", amend))
    assert "TO-2: Every card is shown to all" in flat(mails[0].text)
    assert "Correction: a 6 goes from the deck to Clara." in flat(mails[0].text)
    assert hand_of(game, 2) == (*before[:5], before[5] + 1)


def test_a_moderator_corrects_by_letter_and_is_told_no_secret(world: World, game: Game) -> None:
    village, tag = Village(world), game.row.tag
    refused = village.write("Mona", f"amend {tag} move 3 from anna to bert: why").text
    assert "Another player's hand is hidden from you." in refused
    reply = village.write("Mona", f"amend {tag} move 3 from deck to bert: A slip.")
    assert "Correction: a 3 goes from the deck to Bert." in reply.text
    before = hand_of(game, 1)
    code = re.search(r"confirm [A-Z0-9]{4} [A-Z0-9]{4}", reply.answer.text)
    village.confirm("Mona", code[0] if code else "confirm")
    assert sum(hand_of(game, 1)) == sum(before) + 1


def test_players_take_a_turn_back_by_consent(game: Game) -> None:
    start = game.row.position
    game.send(0, "roll")
    game.send(0, "end")
    reply = game.send(0, f"rollback #{start}: I slipped.")
    assert "agree" in reply.others[1].text
    game.send(1, "agree")
    game.send(2, "agree")
    assert any(entry.kind == "rollback" for entry in game.entries) and state_of(game).table.turn.seat == 0


def test_a_seat_goes_to_another_with_its_hand(world: World, game: Game) -> None:
    world.add_player("Dora")
    game.send(2, "resign")
    game.send(2, "confirm")
    assert "e1" in Village(world).write("Dora", "take e1").text
    game.send(0, "end")
    hand = ", ".join(str(card) for card, held in enumerate(hand_of(game, 2), 1) for _ in range(held))
    taken = [mail for mail in world.all_mails() if mail.player_id == world.players["Dora"]]
    assert any(f"Hand: {hand}." in flat(mail.text) for mail in taken)


def test_the_daily_digest_tells_of_it(world: World, game: Game) -> None:
    daily(world, "Clara")
    play(game, 2)
    tick(world, MORNING)
    (mail,) = digests(world, "Clara")
    assert "Anna ends the turn." in mail.text and "Hand: " in mail.text
