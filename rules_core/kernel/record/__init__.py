"""The portable record of a game: one JSON text that holds all that was played, and proves the dice once it is over.

    {"format": "railroad-dice-record/1",
     "kind": "first_rails",
     "ruleset": 1,
     "game": "e7",
     "players": ["Ann", "Bo"],
     "options": {"extended": "no"},
     "opening": [{"commitment": "5f0c..."}, {"salt": "tea", "seat": 0}, {"salt": "rain", "seat": 1, "server": true},
                 {"beacon": {...}}],
     "epochs": [[1, 0], [90, 1]],
     "seed": "90ab...",
     "seeds": [[1, "7f31..."]],
     "entries": [[4, "event", null, {...}],
                 [7, "action", 0, {...}],
                 [9, "takeback", 0, {"to": 6}],
                 [10, "note", 1, {"about": "late", ...}],
                 [90, "rollback", null, {"to": 6, "epoch": 1, "commitment": "e19d..."}]],
     "outcome": {"year": 12, "reason": "last station", "standings": [...]},
     "checksum": "c0de..."}

`RecordData` describes each key. In the opening, `beacon` is null where the game began without the round that its list
named (`beacon.encode_beacon`). An entry's payload is made by `log.encode_entry`: the events of an action follow it, up
to the next entry that is no event; a note is about something from outside the game; a rollback continues with the dice
of an epoch, either that of the position it returns to, so that dice already seen stay the same, or a new one.

A log is a tree (see `rules_core.kernel.log`). A rollback leaves a branch behind, which stays in the record and is
judged and proved like the current one. A moderator's corrections are events without an action.

An epoch usually uses the game's seed; its number makes the draws differ. It has a seed of its own in two cases: the
game had been over, so that the seed was public; or the server was restored from a backup, so that players may know the
dice of the time that was lost (the note before such a rollback is about "restored"). The rollback that begins the epoch
holds the commitment to that seed. It comes after the salts, which `dice_remarks` points out.

A record can be written in one way only, with one entry a line, so that every changed byte is found. If somebody changes
a record and makes the checksum fit, `load` still refuses impossible values, `differences` finds what breaks the rules,
and `verify_dice` what the seed does not give; what no check can find is listed in `UNCHECKED`. The record of a game in
progress holds what is final, and no seed.
"""

from rules_core.kernel.codec import BadRecord
from rules_core.kernel.record.judging import (
    Difference,
    differences,
    rejudge,
    replay,
)
from rules_core.kernel.record.proof import (
    Check,
    Claim,
    ClaimCode,
    DiceFault,
    FaultCode,
    Remark,
    RemarkCode,
    RoundCheck,
    checks,
    dice_claims,
    dice_remarks,
    opening_claims,
    verify_dice,
)
from rules_core.kernel.record.text import (
    MOST_BYTES,
    UNCHECKED,
    Commitment,
    Opening,
    Record,
    RecordData,
    Salt,
    UnknownKind,
    dump,
    export,
    load,
)

__all__ = [
    "MOST_BYTES",
    "UNCHECKED",
    "BadRecord",
    "Check",
    "Claim",
    "ClaimCode",
    "Commitment",
    "DiceFault",
    "Difference",
    "FaultCode",
    "Opening",
    "Record",
    "RecordData",
    "Remark",
    "RemarkCode",
    "RoundCheck",
    "Salt",
    "UnknownKind",
    "checks",
    "dice_claims",
    "dice_remarks",
    "differences",
    "dump",
    "export",
    "load",
    "opening_claims",
    "rejudge",
    "replay",
    "verify_dice",
]
