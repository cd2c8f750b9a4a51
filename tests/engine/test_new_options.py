"""A variant that comes later leaves games alone that began before it, whatever new games are played with."""

from typing import Any, Final

import pytest
from golden import GAMES, path_of

from rules_core.games import kinds, ruleset_for
from rules_core.games.germany import turn as german_turn
from rules_core.games.germany.options import options_on
from rules_core.kernel.definition import BadOptions, Option, chosen, faults, fold, meant
from rules_core.kernel.record import Record, differences, dump, export, load, replay
from rules_core.kernel.rehearsal import other_options, suppose

NAME: Final = "weather"
WEATHER: Final = Option("rain", "sun", "snow", before="sun")
"""An option that no game has: new games are played in the rain, and games that name nothing in the sun."""


def options_of(position: Any) -> dict[str, str]:
    """The options that a game is played with, which every shipped game has on its table."""
    found: dict[str, str] = position.table.options
    return found


@pytest.fixture(scope="module")
def records() -> dict[str, Record]:
    """The golden records, which were all played before that option came."""
    return {name: load(path_of(name).read_bytes()) for name in GAMES}


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games with that option."""
    for game in map(ruleset_for, kinds()):
        # What a game with a map holds is asked by its own modules too, so it is changed in place.
        if isinstance(game.options, dict):
            monkeypatch.setitem(game.options, NAME, WEATHER)
        else:
            monkeypatch.setattr(game, "options", {**game.options, NAME: WEATHER}, raising=False)
    monkeypatch.setattr(german_turn, "options_on", lambda chart: {**options_on(chart), NAME: WEATHER})


@pytest.mark.usefixtures("later")
def test_old_games_of_all_kinds_are_judged_as_they_were(records: dict[str, Record]) -> None:
    missing = set(kinds()) - {record.kind for record in records.values()}
    assert not missing, f'no golden record of {missing}: see "Keeping the game" in rules_core/README.md'
    for record in records.values():
        assert NAME not in dict(record.began.options)
        assert list(differences(record, ruleset_for(record.kind))) == []
        assert load(dump(export(record))) == record


@pytest.mark.usefixtures("later")
def test_a_game_that_does_not_name_it_means_what_was_played_before(records: dict[str, Record]) -> None:
    for record in records.values():
        options = options_of(replay(record))
        assert options[NAME] == "sun"
        assert {name: options[name] for name, _ in record.began.options} == dict(record.began.options)


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("kind", kinds())
def test_a_new_game_is_played_with_its_usual_value_and_names_it(kind: str) -> None:
    game = ruleset_for(kind)
    for given, value in (({}, "rain"), ({NAME: "snow"}, "snow")):
        began, *rest = game.setup(given, 2, lambda _key, _sides: 0)
        assert dict(began.options)[NAME] == value
        assert fold(game, [began, *rest]).table.options[NAME] == value
    with pytest.raises(BadOptions, match="weather: rain or sun or snow, not fog"):
        game.setup({NAME: "fog"}, 2, lambda _key, _sides: 0)


@pytest.mark.usefixtures("later")
def test_an_old_game_can_be_judged_under_it(records: dict[str, Record]) -> None:
    """What it means by naming nothing is no other variant; the rest are."""
    for name in ("two_players", "germany_two_players"):
        record = records[name]
        game = ruleset_for(record.kind)
        turn = next(entry.position for entry in record.entries if type(entry.payload).__name__ == "TurnBegan")
        assert other_options(record.entries, game)[NAME] == ("rain", "snow")
        supposed = suppose(record.entries, game, turn, {NAME: "snow"})
        assert options_of(supposed.after)[NAME] == "snow"


def test_what_an_option_says_of_itself_is_checked() -> None:
    assert chosen({NAME: WEATHER}, {}, 2, (2, 3)) == ((NAME, "rain"),)
    assert meant({NAME: WEATHER}, ()) == {NAME: "sun"} and meant({"old": Option("no", "yes")}, ()) == {"old": "no"}
    for option, text in (
        (Option(), "weather has no values"),
        (("no", "yes"), "weather is no Option"),
        (Option("no", "yes", since=3, before="no"), "weather is since reading 3, and there is none"),
        (Option("no", "yes", since=2), "weather does not say, by one of its values as `before`, what games mean"),
        (Option("no", "yes", before="fog"), "weather does not say, by one of its values as `before`, what games mean"),
    ):
        (fault,) = faults({NAME: option}, (1, 2))
        assert fault.startswith(text)
