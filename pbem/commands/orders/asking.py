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
    """`extend`, `extend 2 days`, `extend my deadline by 12 h`: more time, by as much as is usual or as it is said."""
    cursor.skip(*_EXTENDING)
    by = None if cursor.peek() is None else _pace(cursor)
    cursor.skip("please")
    cursor.done()
    return (Extend(by),)


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
                "Give orders for your next turn: they are carried out as soon as it begins, once, and you are told "
                "what became of them. Each such line adds to them; those of an earlier letter are replaced."
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
            "{extend} [<number> {days}|{hours}]",
            ("{extend} 2 {days}", "{extend} 12 {hours}", "{extend}"),
            N_(
                "Put off the deadline of your turn by as much playing time, at most as much as a turn has; "
                "alone it means two days. You may do it a few times in a game, even when you are late already, and "
                "the others are told."
            ),
            ("number", "day", "hour", "week"),
        ),
        extend,
    ),
    OrderVerb(
        SEAT,
        "away",
        Form(
            "{away} <day> [{until} <day>]",
            ("{away} 2026-12-20 {until} 2027-01-05", "{away} 24.12."),
            N_(
                "Say that you are away on these days, in all of your games. The others are told, and your time "
                "stands still meanwhile."
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
        command("{back}", N_("Say that you are no longer away, or will not be; days that are left are given back.")),
        bare(Back()),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "resign",
        command("{resign}", N_("Give up your seat for good, so that another takes it over. It has to be confirmed.")),
        bare(Resign()),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "renew",
        command(
            "{renew}",
            N_(
                "Replace the address that you write to here, for example because somebody else has got to know it. The "
                "old one takes no more email. It has to be confirmed."
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
                "Write to players of this game, by name or by the number of their seats. Nobody sees an address. "
                "What goes to all is public; what goes to some is between you. Some games allow it without a name."
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
            N_("No longer be mailed what a player writes to you, who never learns of it."),
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
            N_("Be mailed again what a player writes to you."),
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
                "Ask a moderator to rule on what was played, at a position of the game as its history numbers "
                "them, or in the last turn that has ended. Everybody may read who disputes what, and the text. The "
                "game may be held until there is a ruling."
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
                "Say something about a dispute in this game, named by its number. The players and the moderators "
                "read it at once, and everybody when it is closed."
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
        command("{withdraw_dispute}", N_("Take your dispute back; the game goes on.")),
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
                "Ask the other players to let the game go back, to a position as its history numbers them, or to "
                "where you may do over what you did last. It goes back if all agree; dice that were seen stand. "
                "Say why behind the colon."
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
            N_("Let the game go back as another player has proposed. The last who agrees makes it so."),
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
            N_("Do not let the game go back; the proposal is over then."),
            ("number",),
        ),
        _say(Refuse),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "withdraw_proposal",
        command("{withdraw_proposal}", N_("Take back your proposal that the game go back; it goes on.")),
        bare(WithdrawProposal()),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "replace",
        command(
            "{replace}",
            N_(
                "Where the game has waited long for a late player: have another player take the seat over, or a bot "
                "play it as long as nobody does. It has to be confirmed."
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
                "Where the game has waited long for a late player: agree that it ends as it stands. It ends when "
                "everyone who waits agrees or concedes. It has to be confirmed."
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
                "It has to be confirmed."
            ),
        ),
        bare(FinishGame(concedes=True)),
        everyday=True,
    ),
)
