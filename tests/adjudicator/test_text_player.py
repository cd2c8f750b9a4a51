"""A person who has only the mails' text can play: whole games, and every line that a report offers."""

import random
from collections import Counter

import pytest

from adjudicator.kit import NAMES, Game, World
from adjudicator.positions import played
from adjudicator.text_player import Reading, next_letter

DONE = "Your orders were carried out."


def play(game: Game, years: int) -> Counter[str]:
    """Play a game by letters alone, each made from the last mail to its player; return what was written, by kind."""
    latest = {contact.seat: game.last_mail(contact.seat).text for contact in game.seats}
    written: Counter[str] = Counter()
    while game.row.year <= years:
        to_move = [seat for seat, text in latest.items() if Reading(text).is_my_turn]
        if not to_move:
            break
        (seat,) = to_move
        letter = next_letter(latest[seat])
        reply = game.send(seat, letter)
        assert reply.text.startswith(DONE) or (letter != "confirm" and "Reply `confirm`" in reply.text), (
            f"{letter}\n{reply.answer.text}"
        )
        for line in letter.splitlines():
            written[line.split()[0]] += 1
            written["over the edge"] += " onto " in line
            written["runs of two pieces and more"] += line[0] in "AB" and len(line.partition("onto")[0].split()) > 2
        latest |= {mail.seat: mail.text for mail in reply.mails if mail.seat is not None}
    return written


@pytest.mark.parametrize(("players", "years"), [pytest.param(2, 15, marks=pytest.mark.soak), (3, 3)])
def test_games_are_played_with_nothing_but_the_mails_text(world: World, players: int, years: int) -> None:
    game = world.open_game(NAMES[:players])
    written = play(game, years)
    assert game.row.status == "over" or game.row.year == years + 1
    for kind in ("income", "roll", "buy", "station", "A", "end", "over the edge", "runs of two pieces and more"):
        assert written[kind] >= 3, kind


@pytest.mark.soak
def test_every_line_that_a_report_offers_is_carried_out_as_it_stands(world: World) -> None:
    chance, sent = random.Random(5), Counter[str]()
    for seats in (2, 3, 4):
        positions = [state for state in played(seats, seats) if not state.table.over]
        for state in chance.sample(positions, 3):
            game, mover = world.game_at(state), state.table.turn.seat
            report = Reading(game.last_mail(mover).text)
            assert report.is_my_turn
            offered = sorted(report.may_send, key=lambda line: (sent[line.split()[0]], chance.random()))
            for letter in dict.fromkeys(["\n".join(report.sheet), *offered[:3]]):
                reply = game.send(mover, letter)
                assert reply.text.startswith(DONE), f"{letter}\n{reply.answer.text}"
                sent.update(line.split()[0] for line in letter.splitlines())
                game.put(state)
    assert {"income", "roll", "buy", "station", "A", "B", "end"} <= sent.keys(), "what is rare is sent first"
