"""GE-40 to GE-42, and FR-62: the end of a year, and of the game."""

from collections.abc import Mapping, Sequence

import pytest

from rules.clauses import rule
from rules.german_position import FIVE, SHEET, SPOKE, START, german_position, place, sheet
from rules.orders import build, end_turn, income, lay, roll, transport
from rules.playing import After, front, play, refused, rules_of
from rules_core.games.germany import ending
from rules_core.grid import N, S
from rules_core.line import events as ev
from rules_core.line.actions import Action, BuyShare
from rules_core.line.components import Components
from rules_core.line.table import READING, State
from rules_core.line.track import End

COMPANIES = ("eisberg", "ueberall", "weiden", "insel", "bergtal")
EACH = dict.fromkeys(COMPANIES, 1)
"""One station of each company."""


# GE-40, FR-62: the end of a year


@rule("GE-40", "As many passengers come to each company as it has stations, and at least one.")
def test_passengers_come() -> None:
    state = german_position(built={"weiden": 3, "insel": 1, "bergtal": 5}, waiting={"weiden": 2, "eisberg": 1})
    after = play(state, end_turn(), end_turn(seat=1))
    assert after.events_of(ev.PassengersCame) == [ev.PassengersCame((1, 1, 3, 1, 5))]
    assert after.state.table.waiting == (2, 1, 5, 1, 5)


@rule("GE-40", "They come to each company: a record that lacks one is none of a game.")
def test_passengers_come_to_each_company() -> None:
    state = german_position()
    with pytest.raises(ValueError, match="zip"):
        rules_of(state).evolve(state, ev.PassengersCame((1, 1, 1, 1)))


@rule("GE-40", "Only at the end of a year; and it assigns no directors, and carries nobody.")
def test_nothing_else_happens() -> None:
    state = german_position(directors={"weiden": 1}, carried={"weiden": (5, 1)}, built={"weiden": 2})
    assert play(state, end_turn()).events_of(ev.PassengersCame) == []
    after = play(state, end_turn(), end_turn(seat=1))
    kinds = [type(event) for event in after.events[2:]]
    assert kinds == [ev.TurnEnded, ev.PassengersCame, ev.YearBegan, ev.TurnBegan]
    assert after.state.table.companies["weiden"].director == 1
    assert [player.carried for player in after.state.table.players] == [(0, 0, 5, 0, 0), (0, 0, 1, 0, 0)]


@rule("GE-40", "The start player moves one seat to the left.")
@rule("FR-62", "In Germany too the start player moves one seat to the left.")
def test_the_start_player_moves() -> None:
    after = play(german_position(seats=3, start=2, seat=2), end_turn(seat=2), end_turn(seat=0), end_turn(seat=1))
    assert after.events_of(ev.YearBegan) == [ev.YearBegan(3, 0)]
    assert after.events_of(ev.TurnBegan)[-1] == ev.TurnBegan(0, 1)


# GE-41 (a): the last station


def _before_the_last(**carried: tuple[int, int]) -> State:
    return german_position(
        SPOKE,
        a="S14 c2 w",
        b="S14 d4 s",
        hidden=8,
        front="s$",
        built={**EACH, "bergtal": 8},
        waiting={"bergtal": 2, "insel": 5},
        carried={"insel": (0, 1), **carried},
    )


@rule("GE-41", "(a) The game ends at once when a company has built its last station; the building is completed first.")
def test_the_last_station() -> None:
    after = play(_before_the_last(), build("A bergtal"))
    events = [type(event) for event in after.events]
    assert events == [ev.StationBuilt, ev.BonusPaid, ev.PassengersTaken, ev.DirectorChanged, ev.GameEnded]
    (ended,) = after.events_of(ev.GameEnded)
    assert ended.reason == "last station"
    assert [(s.seat, s.place, s.passengers, s.offices) for s in ended.standings] == [(0, 1, 2, 1), (1, 2, 1, 0)]
    assert after.state.table.over and after.state.table.waiting == (0, 0, 0, 5, 0)


@rule("GE-41", "(a) So it does for any company and abroad; the last but one does not end it.")
@pytest.mark.parametrize(
    ("company", "whole"), [("eisberg", 7), ("ueberall", 7), ("weiden", 7), ("insel", 9), ("bergtal", 9)]
)
def test_the_last_station_abroad(company: str, whole: int) -> None:
    road = "x...... x...... ....... x──.... x...... ....... x......"
    for built, over in ((whole - 1, True), (whole - 2, False)):
        count = {**EACH, company: built}
        state = german_position({13: road, 14: START}, a="S13 b4 w", b="S14 d4 s", hidden=5, built=count)
        assert play(state, build(f"A {company}")).state.table.over == over


@rule("GE-41", "Nothing is done after the end.")
def test_nothing_after_the_end() -> None:
    over = play(_before_the_last(), build("A bergtal")).state
    every = (income(), roll(1), transport("insel"), lay("B s"), build("B insel"), end_turn(), BuyShare(0, "insel"))
    for action in every:
        refused(over, action, "GE-41", "game_over")
    refused(over, end_turn(seat=1), "GE-41", "game_over")


# GE-41 (b): dead ends

POCKETS = """
    .......
    .┌───┐.
    .│┌─.│.
    .│└──┘.
    .└───┐.
    ..┌..│.
    ..└──┘.
"""
"""Both ends are shut in: A points at e3, from where nothing leads on, and B at d6, beyond which one square is free."""


def _shut_in(hidden: int = 0, box: Components = SHEET) -> State:
    return german_position({14: POCKETS}, a="S14 d3 e", b="S14 c6 e", front="s$", hidden=hidden, box=box)


def _ended(after: After) -> list[str]:
    return [event.reason for event in after.events_of(ev.GameEnded)]


@rule("GE-41", "(b) The game ends when both ends are dead, which is looked at when a turn ends.")
@rule("GE-25", "An end is dead when, at the end of a turn, no piece and no station could be put there.")
def test_both_ends_dead() -> None:
    laid = play(_shut_in(), lay("B e"))
    assert _ended(laid) == []
    done = play(laid.state, transport("weiden"), end_turn())
    assert _ended(done) == ["dead ends"]
    assert [type(event) for event in done.events] == [ev.TransportUsed, ev.TurnEnded, ev.GameEnded]


@rule("GE-41", "(b) One dead end does not end it.")
def test_one_dead_end() -> None:
    after = play(_shut_in(), transport("weiden"), end_turn())
    assert _ended(after) == [] and after.events_of(ev.TurnBegan)


@rule("GE-41", "There is no last year and no year's end: nobody comes any more.")
def test_no_year_end() -> None:
    state = german_position({14: POCKETS}, a="S14 d3 e", b="S14 c6 e", seat=1, front=("", "s"))
    after = play(state, lay("B e", seat=1), end_turn(seat=1))
    assert [type(event) for event in after.events] == [ev.PieceLaid, ev.TurnEnded, ev.GameEnded]


def _plain(towns: Mapping[str, str], ground: Mapping[int, str] | None = None) -> Components:
    """A board of grass but for the sectors drawn, with these towns."""
    rivers = {4: "QQ..... ....... ....... ....... ....... ....... ......."}
    countries = {"Südland": "S22 d7", "Alpland": "S24 d7", "Norland": "S2 d1", "Seeland": "S4 d1"}
    return sheet(ground or {}, rivers, towns, countries)


WITH_TOWN = _plain(towns={"Loch": "S14 e3 white 3"})
"""A town on the last square that A can reach."""


@rule("GE-25", "An end where a station could stand is not dead, whether or not anybody can pay for it now.")
def test_a_town_keeps_an_end_alive() -> None:
    after = play(_shut_in(box=WITH_TOWN), lay("B e"), transport("weiden"), end_turn())
    assert _ended(after) == []
    rich = play(_shut_in(box=WITH_TOWN, hidden=3), lay("B e"), transport("weiden"), build("A weiden"))
    assert _ended(rich) == []
    assert _ended(play(rich.state, end_turn())) == ["dead ends"]


@rule("GE-25", "A white square keeps no end alive where no company may build: where each has its own in that town.")
@pytest.mark.parametrize(("last", "over"), [("green", ["dead ends"]), ("white", [])])
def test_a_square_for_nobody_keeps_no_end_alive(last: str, over: list[str]) -> None:
    others = f"S14 a1 red 3, S14 c1 yellow 3, S14 e1 purple 3, S14 g1 blue 3, S14 a7 {last} 3"
    box = _plain(towns={"Loch": f"S14 e3 white 3, {others}"})
    assert _ended(play(_shut_in(box=box), lay("B e"), transport("weiden"), end_turn())) == over


@rule("GE-25", "An end that points at an open country is alive.")
def test_a_country_keeps_an_end_alive() -> None:
    lie = {14: POCKETS.replace("│┌─.│", "│┌─x│")}
    state = german_position(lie, a="S14 d3 e", b="S14 c6 e", front="s", box=WITH_COUNTRY)
    assert _ended(play(state, lay("B e"), end_turn())) == []


WITH_COUNTRY = sheet(
    ground={},
    rivers={4: "QQ..... ....... ....... ....... ....... ....... ......."},
    towns={"Mitte": "S14 g1 white 3"},
    countries={"Südland": "S22 d7", "Loch": "S14 e3", "Norland": "S2 d1", "Seeland": "S4 d1"},
)
"""A country on the last square that A can reach."""
POCKET_IN_THE_WEST = "x...... x┌───┐. .│┌─.│. x│└──┘. x└──... ....... x......"


@rule("GE-25", "An end abroad is dead while the other end closes the only sector beside it, if that end is dead too.")
@pytest.mark.parametrize(
    ("country", "back", "over"),
    [("Luxland", "e", ["dead ends"]), ("Belland", "s", ["dead ends"]), ("Eckland", "n", [])],
)
def test_an_end_abroad_shut_out(country: str, back: str, over: list[str]) -> None:
    state = german_position(
        {13: POCKET_IN_THE_WEST}, a=f"{country} from {back}", b="S13 d3 e", abroad={country: "W"}, front="s"
    )
    assert _ended(play(state, end_turn())) == over


@rule("GE-25", "It is alive while the other end is.")
def test_an_end_abroad_waits() -> None:
    state = german_position({14: START}, a="Luxland from e", b="S14 d4 s", abroad={"Luxland": "W"})
    assert _ended(play(state, end_turn())) == []


AT_THE_BORDER = ".┌──┐.. └┘..│.. ..└─┘.. ....... ....... ....... ......."
"""A points north at c2, from where nothing leads out; B north at a1, which leads out of the sector alone."""


@rule("GE-25", "An end is alive that could go on over a border alone, by a run of several pieces.")
@pytest.mark.parametrize(("beyond", "over"), [(".......", []), ("xxxxxxx", ["dead ends"])])
def test_a_border_keeps_an_end_alive(beyond: str, over: list[str]) -> None:
    ground = {sector: " ".join([beyond] * 7) for sector in (10, 13)}
    box = _plain(towns={"Mitte": "S14 g7 white 3"}, ground=ground)
    state = german_position({14: AT_THE_BORDER}, a="S14 c3 n", b="S14 a2 n", front="c", box=box)
    assert _ended(play(state, lay("A e"), end_turn())) == over


def _at_water(ground: str) -> State:
    """B points at c6, from where it could go on over d6 and e6 alone; A at e3, where nothing fits."""
    lie = f"....... .┌───┐. .│┌─.│. .│└──┘. .└───┐. .┌{ground}│. .└───┘."
    box = _plain(towns={"Mitte": "S14 g7 white 3"}, ground={14: f"{'....... ' * 5}..{ground}.. ......."})
    return german_position({14: lie}, a="S14 d3 e", b="S14 b6 e", box=box)


@rule("GE-25", "An end is alive that could come over water to land, and dead where all land beyond is taken.")
@rule("FR-34", "In Germany too the line goes on over water while a run could bridge it.")
@pytest.mark.parametrize(("ground", "over"), [(".~.", []), (".~~", ["dead ends"])])
def test_a_bridge_keeps_an_end_alive(ground: str, over: list[str]) -> None:
    assert _ended(play(_at_water(ground), end_turn())) == over


@rule("GE-25", "An end for which very many pieces were tried in vain is not called dead yet.")
@pytest.mark.parametrize(("tries", "over"), [(3, []), (4, ["dead ends"])])
def test_tries_without_end(monkeypatch: pytest.MonkeyPatch, tries: int, over: list[str]) -> None:
    """B takes three pieces in vain; only then it is known that there is no other way."""
    monkeypatch.setattr(ending, "TRIES", tries)
    assert _ended(play(_at_water(".~~"), end_turn())) == over


# GE-41 (c): the bank


@rule("GE-41", "(c) What the bank cannot pay in full is refused, unless the player means to break it.")
def test_breaking_the_bank_is_refused() -> None:
    refused(german_position(bank=3), income(), "GE-41", "bank_would_break", due=4, bank=3)
    state = german_position(bank=5, directors={"weiden": 0}, built={"weiden": 2})
    refused(state, income(), "GE-41", "bank_would_break", due=6, bank=5)
    refused(german_position(bank=1, front="??"), roll(0, 2), "GE-41", "bank_would_break", due=2, bank=1)
    start = german_position({14: FIVE}, a="S14 d2 n", b="S14 d6 s", front="ss", bank=1)
    refused(start, lay("A n n"), "GE-41", "bank_would_break", due=2, bank=1)
    refused(german_position(bank=3, held_office=[0]), income(), "GE-41", "bank_would_break", due=4)


def _poor(reading: int = READING) -> State:
    lie = {14: FIVE}
    return german_position(lie, a="S14 d2 n", b="S14 d6 s", front="ss??", hidden=2, bank=1, built=EACH, reading=reading)


@rule("GE-41", "(c) With the words the game ends at once; of income or a roll nothing moves, and nobody comes.")
@pytest.mark.parametrize(("action", "due"), [(income(break_bank=True), 4), (roll(2, 2, break_bank=True), 2)])
def test_breaking_the_bank(action: Action, due: int) -> None:
    after = play(_poor(), action)
    assert after.events[:-1] == (ev.BankBroken(0, due, 1),)
    assert _ended(after) == ["bank"]
    assert after.state.table.line == _poor().table.line and after.state.screens == _poor().screens
    assert front(after.state) == "ss??" and after.state.table.bank == 1


@rule("GE-41", "(c) Of a run stands what was laid before the payment that cannot be made; nothing behind it happens.")
def test_a_run_is_laid_up_to_what_the_bank_cannot_pay() -> None:
    after = play(_poor(), lay("A n n n?", break_bank=True))
    assert [type(event) for event in after.events] == [ev.PieceLaid, ev.PieceLaid, ev.BankBroken, ev.GameEnded]
    assert after.events_of(ev.BankBroken) == [ev.BankBroken(0, 2, 1)] and _ended(after) == ["bank"]
    assert after.state.table.line.a == End(place("S10 d7"), S, N)
    assert (front(after.state), after.state.table.bank) == ("??", 1)


@rule("GE-41", "(c) In the first reading, which games begun before keep, a run that breaks the bank gives nothing.")
def test_in_the_first_reading_nothing_stands() -> None:
    for run in ("A n n n?", "A n n s"):
        after = play(_poor(reading=1), lay(run, break_bank=True))
        assert [type(event) for event in after.events] == [ev.BankBroken, ev.GameEnded]
        assert after.state.table.line == _poor().table.line and front(after.state) == "ss??"


@rule("GE-41", "(c) The words alone break nothing: where the bank can pay, it pays.")
def test_the_words_alone_break_nothing() -> None:
    after = play(german_position(bank=4), income(break_bank=True))
    assert after.events_of(ev.IncomeTaken) and not after.state.table.over


@rule("GE-41", "(c) Not even a mistake breaks it: what the rules forbid is refused first.")
def test_mistakes_break_nothing() -> None:
    refused(german_position(bank=0, year=1), income(break_bank=True), "FR-11", "no_income_in_year_one")
    refused(german_position(bank=0, front="?"), roll(0, 2, break_bank=True), "FR-12", "too_few_wild")
    refused(_poor(), lay("A n n s", break_bank=True), "FR-30", "turns_back")
    refused(_poor(), lay("A n n s"), "FR-30", "turns_back")


# GE-42: who wins


def _standings(
    carried: Mapping[str, Sequence[int]], directors: dict[str, int], built: dict[str, int] = EACH
) -> list[tuple[int, int]]:
    """Seats and places of a game of three that ends now."""
    state = german_position(seats=3, bank=0, carried=carried, directors=directors, built=built)
    (ended,) = play(state, income(break_bank=True)).events_of(ev.GameEnded)
    return [(standing.seat, standing.place) for standing in ended.standings]


@rule("GE-42", "Whoever has carried most passengers in all wins.")
def test_most_passengers() -> None:
    carried = {"weiden": (3, 1, 0), "insel": (0, 1, 2), "eisberg": (0, 2, 0)}
    assert _standings(carried, {"weiden": 0, "insel": 0}) == [(1, 1), (0, 2), (2, 3)]


@rule("GE-42", "With as many, whoever directs most companies.")
def test_most_directorships() -> None:
    carried = {"weiden": (3, 0, 1), "insel": (0, 2, 1), "eisberg": (0, 1, 0)}
    assert _standings(carried, {"weiden": 0, "insel": 1, "eisberg": 1}) == [(1, 1), (0, 2), (2, 3)]


@rule("GE-42", "With as many of both the victory is shared.")
def test_a_shared_victory() -> None:
    carried = {"weiden": (3, 0, 1), "insel": (0, 3, 0)}
    assert _standings(carried, {"weiden": 0, "insel": 1}) == [(0, 1), (1, 1), (2, 3)]
    assert _standings({}, {}) == [(0, 1), (1, 1), (2, 1)]


@rule("GE-42", "Dice decide nothing.")
def test_dice_decide_nothing() -> None:
    state = german_position(bank=0, front=("ss??", ""), hidden=(9, 0), built=EACH, carried={"weiden": (2, 2)})
    (ended,) = play(state, income(break_bank=True)).events_of(ev.GameEnded)
    assert [standing.place for standing in ended.standings] == [1, 1]
    assert {(standing.wild, standing.dice) for standing in ended.standings} == {(0, 0)}, "and none are told"


@rule("GE-42", "If any company has no station nobody wins: the game is a draw.")
@pytest.mark.parametrize("company", COMPANIES)
def test_a_draw(company: str) -> None:
    carried = {"weiden": (3, 1, 0)}
    assert [place for _, place in _standings(carried, {"weiden": 0}, {**EACH, company: 0})] == [0, 0, 0]


@rule("GE-42", "A draw it is however the game ends.")
def test_a_draw_by_the_last_station() -> None:
    state = german_position(SPOKE, a="S14 c2 w", b="S14 d4 s", hidden=3, built={**EACH, "insel": 0, "bergtal": 8})
    (ended,) = play(state, build("A bergtal")).events_of(ev.GameEnded)
    assert [standing.place for standing in ended.standings] == [0, 0]


@rule("GE-42", "A station abroad is a station: it keeps the game from being a draw.")
def test_a_station_abroad_averts_a_draw() -> None:
    others = {name: 1 for name in COMPANIES if name != "weiden"}
    state = german_position(abroad={"Luxland": "W"}, bank=0, built=others)
    (ended,) = play(state, income(break_bank=True)).events_of(ev.GameEnded)
    assert {standing.place for standing in ended.standings} == {1}
