"""Handling of a seat's orders: what they ask, whether they may be carried out at once, and their results.

Nothing is carried out for a letter that answers an older mail, or one that the database does not know, or that repeats
a text of this turn and answers no mail that is known, or does nothing but end the turn where more may have been meant;
it is previewed and kept, and `confirm` does it. What cannot be undone is kept apart, and done only as `confirmations`
says.

All of it is judged without writing, on a snapshot first, and then by the transaction that writes, which decides again
on what there is then and finds the run of the orders that was computed before, or begins again (`order_run`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from pbem.adjudicator import confirmations
from pbem.adjudicator.confirmations import Challenge, Evidence, Requester
from pbem.adjudicator.context import OrdersResult, SeatContext, visible
from pbem.adjudicator.correspondence.endings import read_orders
from pbem.adjudicator.disputes.holds import why_held
from pbem.adjudicator.letters import LOOKED_UP, STOPPED, faults_heading, passed_over
from pbem.adjudicator.mails.game import zone_of
from pbem.adjudicator.order_run import (
    OrderRun,
    Runner,
    asks_for_more_than_text,
    depends_on_position,
    judge_orders,
)
from pbem.adjudicator.sessions import LoadedGame, draw_for, save
from pbem.commands.orders import Script, ServerCommand
from pbem.commands.orders.notation import left_out
from pbem.commands.orders.phrases import ends_turn
from pbem.commands.orders.seat_command import SeatCommand
from pbem.commands.orders.verbs import table_of
from pbem.i18n import N_, Catalogue
from pbem.mail.reading.letter import digest
from pbem.store import UnitOfWork
from pbem.store.games.proposals import (
    DraftRow,
    clear_draft,
    find_draft,
    mark_applied,
    put_draft,
    was_applied,
)
from pbem.store.players.preferences import get_preferences
from pbem.store.players.registrations import ConfirmationRow
from rules_core.kernel.dice import no_draw


@dataclass(frozen=True)
class SubmittedOrders:
    """Orders sent by a seat: its own lines, the log position they answer (None: unknown), whether to preview only."""

    seat: int
    lines: Sequence[str] = field(repr=False)
    position: int | None
    check: bool
    letter_id: int | None
    answered: tuple[str, ...] = field(default=(), repr=False)
    """The Message-IDs that a letter says it answers, the newest first."""
    quoted_codes: tuple[str, ...] = field(default=(), repr=False)
    sure: bool = False
    """Whoever is signed in has seen on a page what these very orders would do, and sends them once more."""
    unclear: frozenset[int] = frozenset()
    """The indices of lines that may belong to the line above them, or not."""
    answers_lost: bool = False
    """Whether it answers a mail of ours that the database does not know."""
    named_instead: str = ""
    """The tags of other games of the player's, of which the subject names one in place of this."""
    in_doubt: bool = False
    """Whether it bears the player's address and nothing that only they could know."""
    answers_unknown: bool = False
    """Whether it answers an id that nobody here knows, and nothing tells how old that is."""

    def is_out_of_time(self, loaded: LoadedGame) -> bool:
        """Whether it was written to what the server showed in a time that a restored database knows nothing of."""
        return self.answers_lost or (self.position is not None and self.position > loaded.session.position)

    def context(self, unit: UnitOfWork, loaded: LoadedGame, words: Catalogue) -> SeatContext:
        """Make the context in which what is asked beside orders is judged."""
        return SeatContext(
            unit=unit,
            loaded=loaded,
            seat=self.seat,
            letter_id=self.letter_id,
            words=words,
        )


@dataclass(frozen=True)
class JudgedOrders:
    """The result of a request that can be written, and what writes it."""

    result: OrdersResult
    effects: tuple[Callable[[], object], ...] = ()
    challenge: Callable[[], Challenge] | None = None
    """Asks for a confirmation, where that is needed."""

    def write(self) -> OrdersResult:
        """Write what it changes, by the transaction that it was judged in."""
        for effect in self.effects:
            effect()
        return self.result if self.challenge is None else replace(self.result, challenge=self.challenge())


def judge_submitted(unit: UnitOfWork, loaded: LoadedGame, request: SubmittedOrders, words: Catalogue) -> JudgedOrders:
    """Judge a request as things stand; nothing is written."""
    script = read_orders(unit, loaded, request.seat, request.lines, request.unclear)
    commands = {order.name for order in script.orders if isinstance(order, ServerCommand)}
    if "confirm" in commands and request.in_doubt:
        return _passed_over(loaded, script, confirmations.explain("unproved", words), words)
    if "confirm" in commands:
        judged = _confirm(unit, loaded, request, script, words)
        return replace(judged, result=replace(judged.result, confirms=True))
    draft = find_draft(unit, loaded.game.id, request.seat) if request.sure and not _binds(script) else None
    if draft is not None and draft.text == "\n".join(request.lines):
        return _confirmed(unit, loaded, request, draft, words, _draft_cleared(unit, loaded, request))
    if not script.has_orders:
        heading = words.text("There were no orders in your message. Nothing was changed.")
        return _answer_without_orders(unit, loaded, request, script, heading, words)
    if any(command.may_roll_back for command in _commands(script)) and any(map(depends_on_position, script.orders)):
        return _passed_over(loaded, script, words.text(_GOES_BACK_ALONE), words)
    preview = request.check or "check" in commands
    if not script.faults and not any(map(asks_for_more_than_text, script.orders)):
        return _answer_without_orders(unit, loaded, request, script, words.text(LOOKED_UP), words)
    if script.faults:
        return JudgedOrders(_preview(unit, loaded, request, script, words, faults_heading(script.lines, words)))
    if request.in_doubt:
        return _ask(unit, loaded, request, request.lines, words.text(_IN_DOUBT, tag=loaded.game.tag), words)
    if preview:
        return _check(unit, loaded, request, script, words)
    doubt = (
        _held(unit, loaded, request, script, words)
        or _out_of_time(loaded, request, words)
        or _in_another_thread(loaded, request, words)
        or _doubt(unit, loaded, request, script, words)
        or _only_ends(unit, loaded, request, script, words)
    )
    if _binds(script) and (doubt is not None or not request.sure):
        return _ask(unit, loaded, request, request.lines, doubt or words.text(_FOR_GOOD), words)
    if doubt is not None:
        return _offer(unit, loaded, request, script, doubt, words, "\n".join(request.lines))
    return _carry_out(unit, loaded, request, script, words)


def _held(
    unit: UnitOfWork, loaded: LoadedGame, request: SubmittedOrders, script: Script, words: Catalogue
) -> str | None:
    table = loaded.session.state.table
    if (
        loaded.game.held_ms is None
        or table.over
        or table.turn.seat != request.seat
        or not any(map(depends_on_position, script.orders))
    ):
        return None
    zone = zone_of(get_preferences(unit, loaded.seats[request.seat].player_id), unit.settings.server.time_zone)
    return words.text(
        "Nothing was changed: the game is on hold. Here is what your orders would do. They are kept; when the game "
        "continues, `confirm` carries them out. %(why)s",
        why=why_held(unit, loaded.game, words, zone),
    )


def _out_of_time(loaded: LoadedGame, request: SubmittedOrders, words: Catalogue) -> str | None:
    if not request.is_out_of_time(loaded):
        return None
    return _offering(
        words,
        N_(
            "Nothing was changed: you replied to something that this server does not know, perhaps because it was "
            "restored from a backup."
        ),
    )


def _in_another_thread(loaded: LoadedGame, request: SubmittedOrders, words: Catalogue) -> str | None:
    if not request.named_instead:
        return None
    return words.text(
        "Nothing was changed: the subject of your email names %(named)s, but the email came to %(here)s. Here is what "
        "your orders would do in %(here)s. Reply `confirm` to carry them out there; if you meant %(named)s, send them "
        "as a reply to an email of that game.",
        named=request.named_instead,
        here=loaded.game.tag,
    )


_IN_DOUBT: Final = N_(
    "Nothing was changed yet: your email names %(tag)s, but without the code of your seat anyone could have written "
    "it. Here is what your orders would do. Reply `confirm` to carry them out."
)
_PREVIEW: Final = N_("This is a preview: nothing was changed and no dice were rolled. Reply `confirm` to carry it out.")
_FOR_GOOD: Final = N_("Nothing was changed yet, because this can't be undone. Reply `confirm` if you are sure.")
_OFFER: Final = N_("Here is what your orders would do now. Reply `confirm` to carry them out.")
_UNTOLD: Final = N_(
    "Nothing was changed: it can't be told which of our emails you replied to, so yours may be about an older one."
)
_MOVED_ON: Final = N_("Nothing was changed: the game has moved on since your preview.")
_GREETING: Final = 4
"""Words of a line with a comma at its end that is a greeting."""
_GOES_BACK_ALONE: Final = N_(
    "Nothing was changed: this message could roll the game back, so it can't hold game orders too."
)


def _offering(words: Catalogue, why: str, **facts: int) -> str:
    return f"{words.text(why, **facts)} {words.text(_OFFER)}"


def _draft_cleared(unit: UnitOfWork, loaded: LoadedGame, request: SubmittedOrders) -> Callable[[], object]:
    return partial(clear_draft, unit, loaded.game.id, request.seat)


def _draft_kept(unit: UnitOfWork, loaded: LoadedGame, request: SubmittedOrders, text: str) -> Callable[[], object]:
    draft = DraftRow(text, loaded.session.position, request.letter_id, unit.now_ms)
    return partial(put_draft, unit, loaded.game.id, request.seat, draft)


def _check(
    unit: UnitOfWork, loaded: LoadedGame, request: SubmittedOrders, script: Script, words: Catalogue
) -> JudgedOrders:
    """A preview that was asked for; what would work is kept for `confirm`, in place of what was kept before."""
    if _binds(script):
        return _ask(unit, loaded, request, request.lines, words.text(_PREVIEW), words)
    result = _preview(
        unit,
        loaded,
        request,
        script,
        words,
        words.text("This is a preview: nothing was changed and no dice were rolled."),
    )
    if not result.works:
        return JudgedOrders(result, (_draft_cleared(unit, loaded, request),))
    heading = _held(unit, loaded, request, script, words) or words.text(_PREVIEW)
    kept = _draft_kept(unit, loaded, request, "\n".join(request.lines))
    return JudgedOrders(replace(result, heading=heading), (kept,))


def _confirm(
    unit: UnitOfWork, loaded: LoadedGame, request: SubmittedOrders, script: Script, words: Catalogue
) -> JudgedOrders:
    if len(script.orders) > 1 or script.faults:
        heading = words.text("Nothing was changed: send `confirm` by itself. It carries out the orders shown before.")
        return _passed_over(loaded, script, heading, words)
    code = next(order.code for order in script.orders if isinstance(order, ServerCommand))
    requester = _requester(unit, loaded, request)
    found = requester.find(Evidence(code, request.answered, request.quoted_codes))
    used_up = partial(requester.use_up, found)
    if isinstance(found, ConfirmationRow):
        return _confirmed(unit, loaded, request, found, words, used_up)
    draft = None if code else find_draft(unit, loaded.game.id, request.seat)
    if draft is not None:
        return _confirmed(unit, loaded, request, draft, words, used_up, _draft_cleared(unit, loaded, request))
    return replace(_passed_over(loaded, script, confirmations.explain(found, words), words), effects=(used_up,))


def _confirmed(
    unit: UnitOfWork,
    loaded: LoadedGame,
    request: SubmittedOrders,
    waiting: ConfirmationRow | DraftRow,
    words: Catalogue,
    *used_up: Callable[[], object],
) -> JudgedOrders:
    """Do what was confirmed; where orders of play in it would do something else by now it is asked for once more.

    What cannot be undone is asked for even then, where no more was confirmed than a draft. `used_up` forgets what was
    kept.
    """
    state, is_draft = str(loaded.session.position), isinstance(waiting, DraftRow)
    has_moved_on = (str(waiting.position) if isinstance(waiting, DraftRow) else waiting.state) != state

    def doubt(script: Script) -> str | None:
        if is_draft and _binds(script):
            return words.text(_FOR_GOOD)
        if held := _held(unit, loaded, request, script, words):
            return held
        if is_draft and (lost := _out_of_time(loaded, request, words)):
            return lost
        if has_moved_on and any(map(depends_on_position, script.orders)):
            return _offering(words, _MOVED_ON)
        return words.text(_PREVIEW) if request.check else None

    def ask(script: Script, why: str) -> JudgedOrders:
        if is_draft and not _binds(script):
            return _offer(unit, loaded, request, script, why, words, waiting.text)
        return _ask(unit, loaded, request, waiting.text.split("\n"), why, words)

    judged = confirmations.resume(
        waiting.text,
        lambda lines: read_orders(unit, loaded, request.seat, lines),
        doubt,
        lambda script: _carry_out(unit, loaded, request, script, words),
        ask,
    )
    return replace(judged, effects=(*used_up, *judged.effects))


def _ask(
    unit: UnitOfWork, loaded: LoadedGame, request: SubmittedOrders, lines: Sequence[str], heading: str, words: Catalogue
) -> JudgedOrders:
    script = read_orders(unit, loaded, request.seat, lines)
    result = _preview(unit, loaded, request, script, words, heading)
    if not result.works:
        return JudgedOrders(_not_offered(result, heading, words))
    judged = JudgedOrders(replace(result, stale=True, for_good=True), (_draft_cleared(unit, loaded, request),))
    if request.letter_id is None:
        return judged
    requester, text, state = _requester(unit, loaded, request), "\n".join(lines), str(loaded.session.position)
    return replace(judged, challenge=partial(requester.ask, text, state, request.letter_id))


def _requester(unit: UnitOfWork, loaded: LoadedGame, request: SubmittedOrders) -> Requester:
    return Requester(unit, loaded.seats[request.seat].player_id, (loaded.game.id, request.seat))


def _offer(
    unit: UnitOfWork,
    loaded: LoadedGame,
    request: SubmittedOrders,
    script: Script,
    heading: str,
    words: Catalogue,
    text: str,
) -> JudgedOrders:
    """Preview orders that are not carried out as they come, and keep them for `confirm`, if that could do them."""
    result = _preview(unit, loaded, request, script, words, heading, stale=True)
    if not result.works:
        return JudgedOrders(_not_offered(result, heading, words), (_draft_cleared(unit, loaded, request),))
    return JudgedOrders(result, (_draft_kept(unit, loaded, request, text),))


def _not_offered(result: OrdersResult, heading: str, words: Catalogue) -> OrdersResult:
    """A preview whose orders are refused as the game is: nothing is offered, though why it is one is told."""
    refused = next((line.number for line in result.lines if line.outcome == "refused"), None)
    if refused is None:
        return result
    why = heading.removesuffix(words.text(_OFFER))
    if why == heading:
        sentence = words.text(STOPPED, line=refused)
    else:
        sentence = why + words.text("Line %(line)s is not possible now, so there is nothing to confirm.", line=refused)
    return replace(result, heading=sentence)


def _doubt(
    unit: UnitOfWork, loaded: LoadedGame, request: SubmittedOrders, script: Script, words: Catalogue
) -> str | None:
    here = loaded.session.position
    table = loaded.session.state.table
    if table.over or table.turn.seat != request.seat or not any(map(depends_on_position, script.orders)):
        return None
    if request.position is not None and request.position < here:
        return _offering(
            words,
            N_("Nothing was changed: you replied to an older email (#%(old)s), and the game is now at #%(here)s."),
            old=request.position,
            here=here,
        )
    if request.answers_unknown:
        return _offering(words, _UNTOLD)
    # Who answers the newest mail, or a page as it stands, knows what came of all they sent before: none comes twice.
    if request.position is None and was_applied(
        unit, loaded.game.id, request.seat, table.year, table.turn.number, _digest(script)
    ):
        return _offering(words, N_("Nothing was changed: these same orders were already carried out in this turn."))
    return None


def _only_ends(
    unit: UnitOfWork, loaded: LoadedGame, request: SubmittedOrders, script: Script, words: Catalogue
) -> str | None:
    """The reason to ask before a letter ends the turn and does nothing else, where more may have been meant.

    More was probably meant where text stands above the end, or where something that most turns take is still available.
    Sending the same once more confirms it.
    """
    session, seat, table = loaded.session, request.seat, loaded.session.state.table
    plays = [order for order in script.orders if depends_on_position(order)]
    if request.letter_id is None or table.over or table.turn.seat != seat or len(plays) != 1 or not ends_turn(plays):
        return None
    draft = find_draft(unit, loaded.game.id, seat)
    if draft is not None and draft.position == session.position:
        orders = read_orders(unit, loaded, seat, draft.text.split("\n"))
        if [order for order in orders.orders if depends_on_position(order)] == plays:
            return None
    if any(line.outcome == "refused" for line in _preview(unit, loaded, request, script, words, "").lines):
        return None
    if missing := left_out(session.ruleset.legal(visible(session, seat)), table.kind):
        verbs = table_of(table.kind).by_name
        return words.text(
            "Nothing was changed yet: your only order ends your turn, but you can still use %(orders)s. Reply "
            "`confirm` to end your turn anyway.",
            orders=", ".join(f"`{verbs[name].word(words.language)}`" for name in missing),
        )
    if _says_more(script):
        return words.text(
            "Nothing was changed yet: your only order ends your turn, and the text above it was not read as orders. "
            "Reply `confirm` to end your turn."
        )
    return None


def _says_more(script: Script) -> bool:
    first = next(at for at, line in enumerate(script.lines) if line.orders)
    texts = (line.text.strip() for line in script.lines[:first] if line.kind == "prose")
    return any(not (text.endswith(",") and len(text.split()) <= _GREETING) for text in texts)


def _commands(script: Script) -> Iterator[SeatCommand]:
    return (order for order in script.orders if isinstance(order, SeatCommand))


def _binds(script: Script) -> bool:
    return any(command.is_binding for command in _commands(script))


def _carry_out(
    unit: UnitOfWork, loaded: LoadedGame, request: SubmittedOrders, script: Script, words: Catalogue
) -> JudgedOrders:
    game, before, table = loaded.game, loaded.session.position, loaded.session.state.table
    context = request.context(unit, loaded, words)
    run = judge_orders(context, script, Runner.of(context, draw_for(unit, game)))
    effects = run.effects
    applied = bool(run.session.new)
    if applied:
        turn = (table.year, table.turn.number)
        played = replace(loaded, session=run.session)
        effects = (
            partial(mark_applied, unit, game.id, request.seat, *turn, _digest(script)),
            partial(save, unit, played, request.letter_id),
            *effects,
        )
    heading = outcome_heading(run, applied, words)
    lines, queries = tuple(run.lines), frozenset(run.queries)
    return JudgedOrders(OrdersResult(heading, lines, run.session, before, bool(effects), queries=queries), effects)


def _preview(
    unit: UnitOfWork,
    loaded: LoadedGame,
    request: SubmittedOrders,
    script: Script,
    words: Catalogue,
    heading: str,
    *,
    stale: bool = False,
) -> OrdersResult:
    context = request.context(unit, loaded, words)
    run, position = judge_orders(context, script, Runner.trying(context)), loaded.session.position
    lines, queries = tuple(run.lines), frozenset(run.queries)
    return OrdersResult(heading, lines, run.session, position, False, not run.unread, stale, queries=queries)


def _answer_without_orders(
    unit: UnitOfWork, loaded: LoadedGame, request: SubmittedOrders, script: Script, heading: str, words: Catalogue
) -> JudgedOrders:
    context = request.context(unit, loaded, words)
    run = judge_orders(context, script, Runner.of(context, no_draw))
    queries = frozenset(run.queries) if script.has_orders else frozenset({"help"})
    position, lines, without = loaded.session.position, tuple(run.lines), not script.has_orders
    return JudgedOrders(OrdersResult(heading, lines, loaded.session, position, queries=queries, without_orders=without))


def _passed_over(loaded: LoadedGame, script: Script, heading: str, words: Catalogue) -> JudgedOrders:
    lines = tuple(passed_over(line, words) for line in script.lines)
    return JudgedOrders(OrdersResult(heading, lines, loaded.session, loaded.session.position))


def outcome_heading(run: OrderRun, applied: bool, words: Catalogue) -> str:
    """The outcome of orders that were run, in a sentence; `applied` says whether anything of them stands."""
    if run.stopped is None and not (applied or run.effects) and any(line.outcome == "skipped" for line in run.lines):
        if run.has_unmet_wish:
            return words.text("Nothing was changed: what you wish for is not possible now.")
        return words.text("Nothing was changed: no condition that your orders depend on is met.")
    if run.stopped is None and run.only_waits and not applied:
        return words.text("Your orders are kept for your next turn.")
    if run.stopped is None:
        return words.text("Your orders were carried out.")
    if applied:
        return words.text(
            "Your orders were carried out up to line %(line)s, which is not possible. The dice are rolled, so what was "
            "done before it stands.",
            line=run.stopped,
        )
    return words.text(STOPPED, line=run.stopped)


def _digest(script: Script) -> str:
    return digest(line.text for line in script.lines if any(map(asks_for_more_than_text, line.orders)))
