"""A player says by letter which reports he wants, and when to remind him."""

import pytest

from lobby.kit import Village
from pbem.store.players.preferences import Preferences, Reports, get_preferences


def chosen(village: Village, name: str = "Anna") -> Preferences:
    """What a player has chosen."""
    with village.world.database.read() as tx:
        return get_preferences(tx, village.world.players[name])


@pytest.mark.parametrize(
    ("line", "reports", "told"),
    [
        ("reports mine", "mine", "You get an email when it's your turn, and when a game starts or ends."),
        (
            "reports daily",
            "daily",
            "You get one email a day, at 7 in the morning, with what is new in all of your games.",
        ),
        ("Reports: all", "all", "You get an email about every turn."),
    ],
)
def test_reports_are_chosen_by_letter(village: Village, line: str, reports: Reports, told: str) -> None:
    assert village.write("Anna", line).fate(line) == f"done: {told}"
    assert chosen(village) == Preferences(reports=reports)


def test_reminders_are_chosen_by_letter_and_all_else_stays(village: Village) -> None:
    village.write("Anna", "reports mine")
    text = village.write("Anna", "reminders 0, 48 and 6").text
    assert "How many hours before? You can choose from 168 72 48 24 12 6 2 0." in text
    line = "reminders 0 48 6"
    text = village.write("Anna", line).fate(line)
    assert text == "done: You get deadline reminders: 2 days before, 6 hours before, at the deadline."
    assert chosen(village) == Preferences(reports="mine", reminders="48 6 0")
    assert village.write("Anna", "reminders off").fate("reminders off") == "done: You get no more deadline reminders."
    assert chosen(village) == Preferences(reports="mine", reminders="")


@pytest.mark.parametrize(
    "line", ["reports", "reports sometimes", "reports daily please now", "reminders", "reminders 5"]
)
def test_what_is_not_offered_is_explained(village: Village, line: str) -> None:
    before = chosen(village)
    reply = village.write("Anna", line)
    assert reply.text.startswith("Nothing was changed: one line was not understood.")
    assert f"For example: {'reports all' if line.startswith('reports') else 'reminders 48 24 0'}" in reply.text
    assert chosen(village) == before
