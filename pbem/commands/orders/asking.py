"""The verbs by which something is asked of those who run the game, whosever turn it is."""

from collections.abc import Callable
from typing import Final

from pbem.clock import LONGEST_DAYS, Pace
from pbem.commands.faults import ParseError
from pbem.commands.orders import dates, talking
from pbem.commands.orders.commands import (
    Agree,
    Back,
    Dispute,
    Extend,
    FinishGame,
    MakeStatement,
    NextTurn,
    Propose,
    Refuse,
    RenewAddress,
    Replace,
    Resign,
    WithdrawDispute,
    WithdrawProposal,
)
from pbem.commands.orders.notation import OrderVerb, Part, PlayersCursor, bare, command
from pbem.commands.verb import Form
from pbem.commands.vocabulary import SEAT
from pbem.i18n import N_

_EXTENDING: Final = ("articles", "please", "joiner", "turn", "deadline", "by", "at", "from")
_UNITS: Final = ("day", "hour", "week")
_WEEK: Final = 7
_DAY_HOURS: Final = 24
_HIGHEST: Final = 10**15
"""Positions of logs and numbers of disputes are lower."""


def extend(cursor: PlayersCursor) -> tuple[Part, ...]:
    """`extend`, `extend 2 days`, `extend my deadline by 12 h`: more time, by as much as is usual or as it is said.

    Behind punctuation, or a word such as "because", the reason may follow.
    """
    cursor.skip(*_EXTENDING)
    by = None if cursor.peek() is None or _is_reason(cursor) else _pace(cursor)
    cursor.skip("please")
    reason = cursor.remainder() if _is_reason(cursor) else ""
    cursor.done()
    return (Extend(by, reason),)


def _is_reason(cursor: PlayersCursor) -> bool:
    """Whether a reason begins here."""
    token = cursor.peek()
    if token is None or token.kind != "word" or cursor.sees_number():
        return False
    return bool(token.pause.strip("\"'")) or (cursor.at > cursor.verb_length and cursor.sees("because"))


def _pace(cursor: PlayersCursor) -> Pace:
    """A number with its unit, such as `2 days`; the unit alone is one."""
    first = cursor.peek()
    if not (cursor.sees_number() or cursor.sees("a", *_UNITS)):
        raise cursor.unexpected()
    amount = cursor.number(1, LONGEST_DAYS * _DAY_HOURS) if cursor.sees_number() else 1
    cursor.skip("a")
    if cursor.take("hour"):
        return Pace(amount, "h")
    if cursor.take("week"):
        amount *= _WEEK
    elif not cursor.take("day"):
        raise ParseError("missing_unit", cursor.peek())
    if amount > LONGEST_DAYS:
        raise ParseError("number_range", first, least=1, most=LONGEST_DAYS)
    return Pace(amount, "d")


def _dispute(cursor: PlayersCursor) -> Dispute:
    """`dispute`, `dispute #118`: a complaint about what was played, as yet without its text. Raises ParseError."""
    return Dispute(_optional_number(cursor), "")


def _statement(cursor: PlayersCursor) -> MakeStatement:
    """`statement`, `statement 3`: something to say about a dispute, as yet without it. Raises ParseError."""
    return MakeStatement(_optional_number(cursor), "")


def _optional_number(cursor: PlayersCursor) -> int | None:
    """The number that comes next, if one does; nothing else may stand here."""
    cursor.skip("please")
    number = cursor.number(1, _HIGHEST) if cursor.sees_number() else None
    cursor.skip("please")
    cursor.done()
    return number


def _propose(cursor: PlayersCursor) -> Propose:
    """`rollback`, `rollback #118`: a proposal to go back, as yet without its reason. Raises ParseError."""
    return Propose(_optional_number(cursor), "")


def _say(kind: type[Agree | Refuse]) -> Callable[[PlayersCursor], tuple[Part, ...]]:
    """The reader of `agree` or `refuse`, perhaps with the place that was proposed: `agree 118`."""
    return lambda cursor: (kind(_optional_number(cursor)),)


ASKING: Final[tuple[OrderVerb, ...]] = (
    OrderVerb(
        SEAT,
        "next",
        Form(
            "{next}: <orders> | {next}: {none}",
            ("{next}: {none}",),
            N_(
                "Give orders for your next turn: they are carried out once, as soon as it begins, and you are told "
                "what they did. Each such line adds to them; those of an earlier message are replaced."
            ),
            ("none",),
        ),
        lambda cursor: (NextTurn(()),),
        alone=False,
        everyday=True,
        opens=True,
    ),
    OrderVerb(
        SEAT,
        "extend",
        Form(
            "{extend} [<number> {days}|{hours}] [, <why>]",
            ("{extend} 2 {days}", "{extend} 12 {hours}", "{extend}"),
            N_(
                "Extend the deadline of your turn by this much playing time, at most the time per turn; alone it "
                "means two days. You can do it a few times per game, even when you are already late, and the others "
                "will be told."
            ),
            ("number", "day", "hour", "week"),
        ),
        extend,
        reasoned=True,
    ),
    OrderVerb(
        SEAT,
        "away",
        Form(
            "{away} <day> [{until} <day>]",
            ("{away} 2026-12-20 {until} 2027-01-05", "{away} 24.12."),
            N_(
                "Say that you're away on these days, in all of your games. The others will be told, and your "
                "deadlines are paused."
            ),
            ("number", "until", "from", "month"),
        ),
        dates.away,
        alone=False,
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "back",
        command(
            "{back}", N_("Say that you're back, or will not be away after all. You get back the days you did not use.")
        ),
        bare(Back()),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "resign",
        command("{resign}", N_("Resign for good, so that someone else takes over your seat. You have to confirm it.")),
        bare(Resign()),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "renew",
        command(
            "{renew}",
            N_(
                "Replace the address that you write to here, for example because someone else knows it. The old one "
                "accepts no more email. You have to confirm it."
            ),
        ),
        bare(RenewAddress()),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "press",
        Form(
            "{press} [{anonymous}] <players>|{all}: <text>",
            ("{press} {all}: Well played!", "{press} 2: Shall we help each other?"),
            N_(
                "Write to players of this game, by name or by seat number. Nobody sees an address. A message to all "
                "is public; a message to some stays between you. Some games allow anonymous messages."
            ),
            ("anonymous", "all", "to", "player", "number"),
        ),
        talking.without_colon,
        alone=False,
        dictates=talking.readers,
    ),
    OrderVerb(
        SEAT,
        "mute",
        Form(
            "{mute} <player>|{anonymous}",
            ("{mute} 2", "{mute} {anonymous}"),
            N_(
                "Stop getting a player's messages by email, and notices of what else they do beside playing, unless "
                "you are asked something. The player never learns of it."
            ),
            ("anonymous", "player", "number"),
        ),
        talking.mute,
        alone=False,
    ),
    OrderVerb(
        SEAT,
        "unmute",
        Form(
            "{unmute} <player>|{anonymous}",
            ("{unmute} 2",),
            N_("Get a player's messages and notices by email again."),
            ("anonymous", "player", "number"),
        ),
        talking.unmute,
        alone=False,
    ),
    OrderVerb(
        SEAT,
        "dispute",
        Form(
            "{dispute} [#<number>]: <text>",
            ("{dispute} #118: That cost five, not three.", "{dispute}: Is that allowed at all?"),
            N_(
                "Ask a moderator to rule on the play, at a position by its number in the game's history, or in the "
                "last finished turn. Everyone can read who disputes what, and your text. The game may be on hold "
                "until there is a ruling."
            ),
            ("number",),
        ),
        talking.without_colon,
        alone=False,
        everyday=True,
        dictates=_dispute,
    ),
    OrderVerb(
        SEAT,
        "statement",
        Form(
            "{statement} [<number>]: <text>",
            ("{statement} 3: I counted the dice twice.", "{statement}: Fine with me."),
            N_(
                "Make a statement about a dispute in this game, named by its number. The players and the moderators "
                "can read it at once, everyone else when it is closed."
            ),
            ("number",),
        ),
        talking.without_colon,
        alone=False,
        everyday=True,
        dictates=_statement,
    ),
    OrderVerb(
        SEAT,
        "withdraw_dispute",
        command("{withdraw_dispute}", N_("Withdraw your dispute; the game continues.")),
        bare(WithdrawDispute()),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "rollback",
        Form(
            "{rollback} [#<number>]: <text>",
            ("{rollback} #118: I took one for the other.", "{rollback}: I ended my turn too early."),
            N_(
                "Ask the other players to roll the game back, to a position by its number in the history, or to "
                "where you can do your last play over, once per position. It goes back if everyone agrees, whoever "
                "takes over a vacant seat too; dice already seen don't change. Give your reason after the colon."
            ),
            ("number",),
        ),
        talking.without_colon,
        alone=False,
        dictates=_propose,
    ),
    OrderVerb(
        SEAT,
        "agree",
        Form(
            "{agree} [<number>]",
            ("{agree} 118",),
            N_("Agree to another player's rollback request. The game goes back when everyone has agreed."),
            ("number",),
        ),
        _say(Agree),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "refuse",
        Form(
            "{refuse} [<number>]",
            ("{refuse} 118",),
            N_("Refuse a rollback request; that ends it."),
            ("number",),
        ),
        _say(Refuse),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "withdraw_proposal",
        command("{withdraw_proposal}", N_("Withdraw your rollback request; the game continues.")),
        bare(WithdrawProposal()),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "replace",
        command(
            "{replace}",
            N_(
                "If the game has waited long for a late player: have another player take over the seat, or a bot "
                "play it as long as nobody does. You have to confirm it."
            ),
        ),
        bare(Replace()),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "finish",
        command(
            "{finish}",
            N_(
                "If the game has waited long for a late player: agree that it ends as it stands. It ends when "
                "everyone who waits agrees or concedes. You have to confirm it."
            ),
        ),
        bare(FinishGame()),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "concede",
        command(
            "{concede}",
            N_(
                "The same, and you take the last place. With one other player, the late one, the game ends at once. "
                "You have to confirm it."
            ),
        ),
        bare(FinishGame(concedes=True)),
        everyday=True,
    ),
)
