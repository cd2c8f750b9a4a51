"""`make season`: a short season through the real mail path, which anybody can look into afterwards."""

import json
from email import message_from_bytes
from pathlib import Path

import pytest
import structlog
from click.testing import CliRunner
from server.kit import run_pbem

from .__main__ import main
from .format import show_summary
from .summary import DiceLine, GameLine, OutageLine, PlayerLine, Summary


def season(*options: str) -> str:
    """Play a season within the test's own process, and give what is printed."""
    result = CliRunner().invoke(main, options, catch_exceptions=False)
    structlog.reset_defaults()  # the level of its log must not hide lines from other tests
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_short_season_is_played_by_real_letters_and_summed_up(tmp_path: Path) -> None:
    place = tmp_path / "season"
    summary = json.loads(season("--games", "1", "--months", "1", "--seed", "13", "--folder", str(place), "--json"))
    assert summary["days"] == 30
    assert [game["name"] for game in summary["games"]] == ["Season 1"]
    assert {player["player"] for player in summary["players"]} >= {"Ada", "Ben", "Cleo", "Ida"}
    assert summary["letters"]["done"] > 40
    assert summary["dice"][0]["kind"] == "first_rails"
    assert [outage["hours"] for outage in summary["outages"]] == [7.0, 30.0, 9.0, -9.0]
    lying = [message_from_bytes(path.read_bytes())["Message-ID"] for path in place.glob("maildir/*/new/*")]
    assert len(lying) == len(set(lying)) == sum(summary["mails"].values())
    run_pbem("record", "rejudge", place / "records" / "e1.json")
    config = tmp_path / "pbem.toml"
    config.write_text(
        '[server]\ndata_dir = "season"\n[web]\nport = 0\nhealth_port = 0\n'
        '[mail]\nlisten_port = 0\ndomain = "demo.example"\n'
    )
    config.chmod(0o600)
    run_pbem("--config", config, "backup")
    run_pbem("--config", config, "doctor")


SMALL = Summary(
    days=30,
    games=(
        GameLine("e1", "One", "germany", ("Ada", "Ben"), "wait", "2d", "none", 9, 18, {"player": 18}, "bank", ()),
        GameLine("e2", "Two", "germany", ("Ada", "Ben"), "pass", "2d", "none", 3, 5, {"pass": 5}, None, ()),
    ),
    players=(PlayerLine("Ada", 2, 1, 0, 8, 2, 1, 0, 0, 0, {"germany": 25.12}),),
    letters={"done": 3, "refused": 0},
    mails={"report": 7},
    befell={"passed": 5, "ruled amend": 2, "some new thing": 1},
    standing={"good": 2},
    press={"signed to all": 1},
    dice=(DiceLine("germany", {"straight": 7, "curve": 9}, {"straight": 8.0, "curve": 8.0}, ("Nothing odd.",)),),
    extensions=0,
    outages=(OutageLine("2026-01-10 05:00", 7.0),),
)


def test_its_tables_say_what_befell(capsys: pytest.CaptureFixture[str]) -> None:
    show_summary(SMALL)
    said = capsys.readouterr().out
    for words in (
        "the bank could not pay: nobody: a draw",
        "still runs",
        "75 %",
        "germany 25.12",
        "time was up, and the server ended the turn  5",
        "some new thing",
        "a dispute was ruled: the position was corrected  2",
        "7 (expected 8.0)",
        "Nothing odd.",
        "2026-01-10 05:00  7.0",
    ):
        assert words in said, said
