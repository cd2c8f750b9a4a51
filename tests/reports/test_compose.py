"""Whole reports: what stands where, how wide, and in whose language."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from reports_kit import NAMES, SEED, context, game_of, news, played, random_game
from rules.german_position import german_position
from rules.position import Tile, position

from pbem.games.compose import answer, brief, status_report, subject, turn_report, with_footer
from pbem.games.line.orders.names import names_of
from pbem.i18n import PSEUDO, catalogue
from pbem.reports.document import AnsweredLine, Document, GameContext, Message
from pbem.reports.plain import WIDTH
from rules_core.games.first_rails import game as first_rails
from rules_core.line import events as ev
from rules_core.line.actions import Dice
from rules_core.line.components import Components
from rules_core.line.table import READINGS, State

ENGLISH = catalogue("en")


def turn(
    state: State,
    seat: int | None,
    happened: Sequence[ev.Event] = (),
    facts: GameContext | None = None,
    *,
    language: str = "en",
    year_ended: bool = False,
) -> Message:
    view = game_of(state).view(state, seat)
    facts = facts or context(len(state.table.players), kind=state.table.kind)
    legal = game_of(state).legal(view)
    return turn_report(view, happened, facts, catalogue(language), year_ended=year_ended, legal=legal)


def opening(message: Message) -> str:
    """The first paragraph, on one line."""
    return " ".join(message.text.split("\n\n")[0].split())


def headings(message: Message) -> list[str]:
    return re.findall(r"^== (.*) ==$", message.text, re.MULTILINE)


def test_the_subject_never_changes() -> None:
    assert subject(context(2)) == "[First Rails e7] Rails at the lake"
    assert subject(context(2, kind="germany")) == "[Germany e7] Rails at the lake"
    for steps in (random_game(2), played(2)):
        subjects = {turn(step.state, 0).subject for step in steps[::40]}
        assert subjects == {subject(context(2, kind=steps[0].state.table.kind))}


def test_the_first_line_says_whose_turn_it_is_and_until_when() -> None:
    state = position(seats=4, year=3, seat=1)
    assert opening(turn(state, 1)) == (
        "It's your turn (year 3, turn 2 of 4). Deadline: Tuesday 24 November 2026, 18:00 CET. Y3.2 #118"
    )
    assert opening(turn(state, 0)) == (
        "It's Ben's turn (year 3, turn 2 of 4). Deadline: Tuesday 24 November 2026, 18:00 CET. Y3.2 #118"
    )
    timeless = replace(context(4), deadline=None)
    assert opening(turn(state, 1, facts=timeless)) == "It's your turn (year 3, turn 2 of 4). Y3.2 #118"
    assert opening(turn(state, None, facts=timeless)) == "It's Ben's turn (year 3, turn 2 of 4). Y3.2 #118"


def test_a_year_ended_and_a_last_year_are_told_with_whose_turn_it_is() -> None:
    facts = replace(context(2), deadline=None)
    assert opening(turn(position(year=4), 0, facts=facts, year_ended=True)) == (
        "It's your turn (year 4, turn 1 of 2). Year 3 has ended. Y4.1 #118"
    )
    assert opening(turn(position(last_year="last station"), 0, facts=facts)) == (
        "It's your turn (year 2, turn 1 of 2). This is the last year: a company has built its last station. "
        "The bank pays no more dice. Y2.1 #118"
    )


def test_a_game_that_is_over_says_who_won_why_and_how_to_check_the_dice() -> None:
    steps = random_game(2)
    state = steps[-1].state
    assert state.table.ended == "last station"
    message = turn(state, 0, news(steps[-5:]), context(2, over=True))
    winner = NAMES[state.table.standings[0].seat]
    assert opening(message).startswith(
        f"The game is over: {winner} has won. It ended because a company has built its last station."
    )
    assert headings(message)[:2] == ["How it ended", "What happened"]
    for standing in state.table.standings:
        row = [f"{standing.place}.", NAMES[standing.seat], f"{standing.passengers},000"]
        assert [*row, str(standing.wild), str(standing.dice)] in [line.split() for line in message.text.splitlines()]
    assert SEED in message.text and context(2).commitment in message.text
    assert "pbem dice verify" in " ".join(message.text.split())
    assert "For your eyes only" not in message.text
    assert "Deadline:" not in message.text


def test_a_report_goes_from_what_is_up_over_what_may_be_done_to_the_board() -> None:
    happened: list[ev.Event] = [ev.TurnEnded(1, Dice()), ev.TurnBegan(0, 1)]
    message = turn(position(front="s?", hidden=6, passengers=[12]), 0, happened)
    assert headings(message) == [
        "For your eyes only",
        "What happened",
        "The line",
        "The landscape",
        "Companies",
        "Players",
        "More about orders",
    ]
    private = message.text[message.text.index("For your eyes only") : message.text.index("What happened")]
    assert "Behind your screen: 6 dice, 12,000 passengers." in private
    assert "In front of it, for everyone to see: 1 straight, 1 ?." in private
    assert private.index("\nYou could send:\n\nincome\n") < private.index("\nincome  ")
    assert private.index("\nincome  ") < private.index("\nroll 6h 1? ") < private.index("\nA w ")
    assert message.text.rstrip().endswith("https://play.example/games/e7")


def test_who_waits_reads_first_what_happened() -> None:
    message = turn(position(front="s?", seat=1), 0, [ev.TurnEnded(0, Dice()), ev.TurnBegan(1, 1)])
    assert headings(message)[:3] == ["What happened", "For your eyes only", "The line"]


def test_a_brief_mail_says_what_is_up_and_where_the_rest_is() -> None:
    state = position(front="s?", hidden=6)
    view, legal = first_rails.view(state, 0), first_rails.legal(first_rails.view(state, 0))
    message = brief(view, (), (), context(2), ENGLISH, heading="Your time is up.", legal=legal)
    assert message.text.startswith("Your time is up.\n\nIt's your turn (year 2, turn 1 of 2).\nDeadline: ")
    assert headings(message) == ["For your eyes only"]
    assert "Behind your screen: 6 dice" in message.text and "You could send:\n\nincome\n" in message.text
    assert "https://play.example/games/e7" in message.text and "Reply `status`" in message.text
    assert message.document.board is None and len(message.text) < 700


def test_lines_about_the_mail_itself_go_to_its_foot() -> None:
    message = turn(position(), 1)
    noted = with_footer(with_footer(message, "One."), "Two.")
    *before, signature = message.text.split("\n\n")
    assert noted.text == "\n\n".join([*before, "One.\nTwo.", signature])
    bare = replace(message, document=Document("en", message.document.blocks[:1]))
    assert with_footer(bare, "One.").text.endswith("#118\n\nOne.\n"), "a mail that is not signed gets one too"


def test_what_everybody_sees_is_not_called_the_viewers_secret() -> None:
    for options, title in (((("open", "yes"),), "Your dice"), ((), "For your eyes only")):
        state = random_game(2, options)[3].state
        assert (title in headings(turn(state, state.table.turn.seat))) is True
        assert "for everyone to see" in turn(state, state.table.turn.seat).text


def test_a_game_that_is_over_tells_of_no_way_to_go_on() -> None:
    state = next(step.state for step in random_game(2) if step.state.table.over)
    assert "\nA: T" not in turn(state, 0).text
    assert "\nA: T" in turn(random_game(2)[3].state, 0).text


def test_who_is_not_to_play_sees_his_own_and_no_orders() -> None:
    message = turn(position(hidden=[0, 5]), 1)
    assert "Behind your screen: 5 dice, 0 passengers." in message.text
    assert "In front of it, for everyone to see: no dice." in message.text
    assert "You may" not in message.text


def test_a_spectator_sees_the_table_alone() -> None:
    assert headings(turn(position(), None)) == ["The line", "The landscape", "Companies", "Players"]


def test_companies_and_players_are_tables() -> None:
    state = position(
        seats=3,
        front=["ssc$?", "", "?"],
        shares={"insel": [3, 1], "weiden": [0, 10]},
        directors={"insel": 0, "weiden": 1},
    )
    rows = [line.split() for line in turn(state, 0).text.splitlines()]
    assert ["I", "Insel", "Hopper", "Anna", "3", "1", "-", "6"] in rows
    assert ["W", "Weiden", "Express", "Ben", "-", "10", "-", "-"] in rows
    assert ["I", "Insel", "Hopper", "-", "3x3", "2x5", "3x3", "2x5", "-", "-"] in rows
    assert ["Anna", "(starts)", "I", "-", "2", "1", "1", "1", "5"] in rows
    assert ["Cara", "-", "-", "-", "-", "-", "1", "1"] in rows


CORNER = "....... ┌┘..... ....... ....... ....... ....... ......."
SHUT_IN = "....... .┌───┐. .│...│. .│.──┘. .└─.... ....... ......."
DEAD_ENDS = "Dead ends, from which A could never go on (FR-32): a1."
NO_WAY_ON = "A has no way on any more (FR-32): it can only be built on until nothing fits."


@pytest.mark.parametrize("reading", READINGS)
def test_squares_from_which_an_end_could_never_go_on_are_named(reading: int) -> None:
    """In games of the first reading too, whose rule lets a player go there."""
    first = position({(0, 0): Tile("grassland", CORNER)}, a="T1 b2 n", b="T1 a2 s", reading=reading)
    second = german_position({14: CORNER}, a="S14 b2 n", b="S14 a2 s", reading=reading)
    for state in (first, second):
        assert DEAD_ENDS in " ".join(turn(state, 0).text.split())
    shut_in = position({(0, 0): Tile("grassland", SHUT_IN)}, a="T1 d4 w", b="T1 c5 e", reading=reading)
    assert NO_WAY_ON in " ".join(turn(shut_in, 0).text.split())
    over = replace(first, table=replace(first.table, ended="collapse"))
    assert "Dead ends" not in turn(over, 0, [ev.BankBroken(0, 4, 1), ev.GameEnded("collapse", ())]).text


def test_the_seal_of_the_dice_is_shown_at_the_start_and_with_the_status() -> None:
    steps = random_game(2)
    facts = context(2)
    assert facts.commitment in turn(steps[0].state, 0, steps[0].events).text
    assert facts.commitment not in turn(steps[9].state, 0, steps[9].events).text
    assert facts.commitment in status_report(first_rails.view(steps[9].state, 0), facts, ENGLISH).text


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_line_is_wider_than_a_mail(seats: int) -> None:
    names = ("Maximilian Graf von", "Dorothea-Charlotte", "Ben", "Friedrich Wilhelm")[:seats]
    moments = [(steps, at) for steps in (random_game(seats), played(seats)) for at in range(0, len(steps), 40)]
    for steps, at in moments:
        state = steps[at].state
        facts = replace(context(seats, kind=state.table.kind), seats=names)
        message = turn(state, state.table.turn.seat, news(steps[max(0, at - 9) : at + 1]), facts)
        wide = [line for line in message.text.splitlines() if len(line) > WIDTH]
        assert wide == []
        assert "\n\n\n" not in message.text
        assert not any(line.endswith(" ") for line in message.text.splitlines())


def test_an_answer_tells_the_fate_of_every_line() -> None:
    outcome = [
        AnsweredLine(1, "Dear game,", "prose", ""),
        AnsweredLine(2, "", "prose", ""),
        AnsweredLine(3, "income", "done", "Anna takes income: 4 dice behind the screen."),
        AnsweredLine(4, "A n\x1b[31m e", "refused", "FR-31: the piece would point at T1 d4, which is occupied.", "A n"),
        AnsweredLine(5, "x" * 500, "unread", "there is no such order.\nWrite: end"),
        AnsweredLine(6, "end", "not reached", ""),
    ]
    state = position(hidden=4)
    message = answer(
        first_rails.view(state, 0), outcome, (), context(2), ENGLISH, heading="One of your orders could not be met."
    )
    assert opening(message) == "One of your orders could not be met. Y2.1 #118"
    text = message.text.split("== Your orders, line by line ==")[1].split("== The game now ==")[0]
    assert text.strip("\n").splitlines() == [
        "  1  Dear game,  (comment)",
        "  3  income",
        "     done: Anna takes income: 4 dice behind the screen.",
        "  4  A n [31m e",
        "     REFUSED: FR-31: the piece would point at T1 d4, which is occupied.",
        "     closest possible: A n",
        f"  5  {'x' * 59}…",
        "     NOT UNDERSTOOD: there is no such order.",
        "     Write: end",
        "  6  end  (not reached)",
    ]
    assert headings(message)[2] == "For your eyes only"


def test_an_answer_without_lines_or_news_is_heading_and_position() -> None:
    message = answer(first_rails.view(position(), 0), (), (), context(2), ENGLISH, heading="Welcome.")
    board = ["The line", "The landscape", "Companies", "Players"]
    assert headings(message) == ["For your eyes only", *board]
    assert message.text.startswith("Welcome.\n\nIt's your turn (year 2, turn 1 of 2).\n")


def untranslated(text: str, facts: GameContext) -> str:
    """What of a text is not within ⟦ ⟧, without the names that are nobody's to translate."""
    depth, outside = 0, ""
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        outside += sign if depth == 0 and sign != "⟧" else ""
    assert depth == 0
    names = [card.name for card in position().table.box.companies]
    known = [*facts.seats, *names, facts.name, facts.server_name, str(facts.page_url), facts.commitment, SEED]
    for name in sorted(known, key=len, reverse=True):
        outside = outside.replace(name, "")
    return outside


def test_every_word_of_a_report_goes_through_the_catalogue() -> None:
    words = catalogue(PSEUDO)
    for steps in (random_game(2), random_game(3), played(2)):
        seats, game = len(steps[0].state.screens), game_of(steps[0].state)
        allowed = untranslatable(steps[0].state.table.box)
        for at in [*range(0, len(steps), 30), len(steps) - 1]:
            state = steps[at].state
            facts = context(seats, over=state.table.over, kind=state.table.kind)
            view = game.view(state, state.table.turn.seat)
            legal = list(game.legal(view))
            refused = [AnsweredLine(1, "", "refused", words.text("no"), None)]
            for message in (
                turn(state, view.seat, news(steps[max(0, at - 9) : at + 1]), facts, language=PSEUDO, year_ended=True),
                answer(view, refused, (), facts, words, heading=words.text("Hm."), legal=legal),
                status_report(view, facts, words, legal=legal),
            ):
                bare = re.findall(r"[^\W\d_]{2,}", untranslated(message.text, facts))
                signs = re.compile("[a-z]?[AEÜWIB]+[a-z]?")  # of maps: ends and companies between rivers
                assert {word for word in bare if not signs.fullmatch(word)} <= allowed


def untranslatable(box: Components) -> set[str]:
    """Words of reports that are orders or names."""
    tiles = {word for name in names_of(box).tile_words() for word in re.findall(r"[a-z]{2,}", name)}
    orders = {"income", "roll", "buy", "from", "director", "with", "station", "at", "onto", "leave", "end", "discard"}
    towns = {word for town in (box.chart.towns if box.chart else ()) for word in re.findall(r"\w+", town.name)}
    companies = [card.id for card in box.companies]
    return {*tiles, *orders, *towns, *companies, "transport", "mountain", "lake", "grassland", "SHA", "map", "svg"}


def test_every_language_has_every_report() -> None:
    state = position(front="sc$?", hidden=4)
    for language in ("en", "de", "fr", "nowhere"):
        assert turn(state, 0, [ev.TurnEnded(1, Dice(curve=1))], language=language).text
