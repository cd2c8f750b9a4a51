"""Where a rulebook says too little, the rules tell what it says, what is played, and why."""

from rules_core.games import all_rules

MARKED = {
    "decision": {
        *("FR-5", "FR-12", "FR-14", "FR-30", "FR-31", "FR-40", "FR-55", "FR-61", "FR-70", "FR-71", "FR-72"),
        *("GE-3", "GE-5", "GE-11", "GE-12", "GE-21", "GE-23", "GE-31", "GE-32", "GE-41", "GE-42"),
        *("R2-5", "R2-6", "R2-10", "R2-12", "R2-13", "R2-13a", "R2-14", "R2-16", "R2-17", "R2-18", "R2-19", "R2-20"),
        *("R2-30", "R2-31", "R2-32", "R2-33"),
    },
    "reading": {"FR-32", "FR-71", "GE-25"},
    "reconstruction": {"FR-4", "GE-2", "R2-2", "R2-4"},
}
"""The rules that the digests of the rulebooks mark."""


def test_every_rule_that_is_marked_tells_what_is_played_and_why() -> None:
    facts = {mark: {r.id for r in all_rules().values() for s in r.silences if s.mark == mark} for mark in MARKED}
    assert facts == MARKED


def test_every_rule_with_two_readings_tells_of_them() -> None:
    """GE-41 has two because FR-71 has, which tells of them."""
    two = {rule.id for rule in all_rules().values() if rule.first_reading}
    assert two - {"GE-41"} == MARKED["reading"]


def test_each_says_what_the_rulebook_says_what_is_played_and_why() -> None:
    for rule in all_rules().values():
        for silence in rule.silences:
            assert all(text.strip().endswith((".", '"')) for text in (silence.says, silence.play, silence.why)), rule.id
