"""The portable record of a game: one JSON text that holds all that was played, and proves the dice once it is over.

    {"format": "railroad-dice-record/1",
     "kind": "first_rails",                    the game, as its definition names it
     "ruleset": 1,                             the version of its rules that judged the last entry
     "game": "e7",                             the game's tag, which is part of every draw
     "players": ["Ann", "Bo"],                 public names, by seat
     "options": {"extended": "no"},            what the game was set up with
     "opening": [{"commitment": "5f0c..."},    what was shown and given before the first draw, in that order:
                 {"salt": "tea", "seat": 0},   the SHA-256 of the seed, in hexadecimal, and each seat's salt
                 {"salt": "rain", "seat": 1,        with "server": true where the server chose it; last, where the
                  "server": true},                  game's list named a public round, the round with its signature
                 {"beacon": {...}}],                (`beacon.encode_beacon`), or with null where it began without
     "epochs": [[1, 0], [90, 1]],              from which position of the log on which epoch of draws is used
     "seed": "90ab...",                        in hexadecimal; null while the game is played
     "seeds": [[1, "7f31..."]],                seeds of epochs that have their own; left out where none has, and while
                                               the game is played
     "entries": [[4, "event", null, {...}],    the log: position, kind, seat, and payload (`log.encode_entry`);
                 [7, "action", 0, {...}],      an action's events follow it, up to the next entry that is no event;
                 [9, "takeback", 0, {"to": 6}],    a takeback voids what came after the position it names,
                 [10, "note", 1, {"about": "late", ...}],     a note tells what befell the game from outside,
                 [90, "rollback", null, {"to": 6, "epoch": 1, "commitment": "e19d..."}]],    and by a rollback the
                                               game goes on from a position of whatever branch, with the dice of an
                                               epoch: that of the position, so that the dice seen stand, or a new one,
                                               with the SHA-256 of its seed where it has its own
     "outcome": {"year": 12, "reason": "last station", "standings": [...]},    null while the game is played
     "checksum": "c0de..."}                    the SHA-256 of all the rest, as compact JSON with sorted keys

A log is a tree (see `rules_core.kernel.log`): what was played after a position that was returned to is another branch,
which stays in the record, and is judged and proved like the one that stands. Of a moderator's corrections, which are
events that no action explains, a record tells in their place. In an epoch without a seed of its own the game's seed is
used, and the epoch's number makes the draws others; an epoch gets a seed of its own where the game had been over, so
that its seed was shown, and where the server was restored from a backup, so that players may know dice of the time that
was lost (the note before such a rollback is about "restored"). The commitment to it stands in the rollback that begins
the epoch, which is after the salts: `dice_remarks` says so.

A record is spelled in one way only, one entry a line, so that every changed byte is found. Where somebody makes the
checksum fit what they changed, `load` still refuses values that cannot be, `differences` finds what the rules do not
bear out, and `verify_dice` what the seed does not; what none of them can know is listed in `UNCHECKED`. Of a game still
played a record holds what is final, and no seed. Records without rollbacks are as they always were.
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
