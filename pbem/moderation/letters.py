"""Moderators by letter: what their lines would do is told first, and `confirm` does it.

All lines of a letter with an act in it are one: they are foreseen, kept, and carried out, or not, together.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pbem.adjudicator.context import Declined
from pbem.lobby.errands import Bid, Caller, Done, Errand, Look
from pbem.moderation.acts import Act
from pbem.moderation.bench import Bench
from pbem.moderation.bids import act_of
from pbem.moderation.dispute_told import dispute_blocks
from pbem.moderation.doing import carry_out, check_follows, state_of, step
from pbem.moderation.telling import desk_blocks, file_blocks
from pbem.reports import document as doc


def bench_of(caller: Caller) -> Bench:
    """A player who writes to his office, as one who acts."""
    return Bench(caller.tx, caller.settings, caller.player, caller.now_ms, caller.letter_id)


def check_line(caller: Caller, earlier: Sequence[Act], bid: Bid) -> Act:
    """The act that a line asks for, if it may stand behind those before it. Raises Declined."""
    act = act_of(bench_of(caller), bid)
    check_follows(bench_of(caller), earlier, act)
    return act


def foresee_line(caller: Caller, bid: Bid) -> Done:
    """Does what a line asks for, to be undone, and tells it as what it would do. Raises Declined."""
    foreseen = step(bench_of(caller), act_of(bench_of(caller), bid))
    warnings = (caller.words.text("Mind: %(warning)s", warning=warning) for warning in foreseen.warnings)
    return Done((*foreseen.told, *warnings))


def do_line(caller: Caller, bid: Bid) -> Done:
    """Does what a line asks for. Raises Declined."""
    bench = bench_of(caller)
    return Done(carry_out(bench, [act_of(bench, bid)], None))


def state_of_lines(caller: Caller, errands: Sequence[Errand]) -> str:
    """The state of things that lines are foreseen on, of all as it is before the first."""
    bench = bench_of(caller)
    acts = []
    for errand in errands:
        try:
            acts += [act_of(bench, errand)] if isinstance(errand, Bid) else []
        except Declined:
            continue  # what another line does comes before it, and is part of the state
    return state_of(bench, acts)


def look(caller: Caller, wish: Look) -> Done:
    """What is shown stands below the lines of the answer. Raises Declined."""
    look_blocks(caller, wish)
    return Done(())


def look_blocks(caller: Caller, wish: Look) -> list[doc.Block]:
    """What a moderator wants to read. Raises Declined."""
    return _LOOKS[wish.word](bench_of(caller), wish.text)


def _desk(bench: Bench, _text: str) -> list[doc.Block]:
    return desk_blocks(bench)


def _file(bench: Bench, text: str) -> list[doc.Block]:
    return file_blocks(bench, bench.game("".join(sign for sign in text if sign.isalnum()).lower()))


_LOOKS: Final[Mapping[str, Callable[[Bench, str], list[doc.Block]]]] = {
    "desk": _desk,
    "file": _file,
    "dispute": dispute_blocks,
}
"""What is shown by which word."""
