"""The verbs by which something is asked of those who run the game, whosever turn it is."""

from typing import Final

from pbem.commands.orders import arguments, dates, talking
from pbem.commands.orders.requests import (
    Agree,
    Back,
    FinishGame,
    NextTurn,
    Refuse,
    RenewAddress,
    Replace,
    Resign,
    WithdrawDispute,
    WithdrawProposal,
)
from pbem.commands.orders.verb import OrderVerb, alike, command
from pbem.commands.verb import Form
from pbem.commands.vocabulary import SEAT
from pbem.i18n import N_

ASKING: Final[tuple[OrderVerb, ...]] = (
    OrderVerb(
        SEAT,
        "next",
        alike(
            Form(
                "{next}: <orders> | {next}: {none}",
                ("{next}: {income}; {roll} {all}", "{next}: {if} s >= 2: A w w", "{next}: {none}"),
                N_(
                    "Give orders for your next turn: they are carried out as soon as it begins, once, and you are told "
                    "what became of them. Each such line adds to them; those of an earlier letter are replaced."
                ),
                ("none",),
            )
        ),
        lambda cursor: (NextTurn(()),),
        alone=False,
        everyday=True,
        opens=True,
    ),
    OrderVerb(
        SEAT,
        "extend",
        alike(
            Form(
                "{extend} [<number> {days}|{hours}]",
                ("{extend} 2 {days}", "{extend} 12 {hours}", "{extend}"),
                N_(
                    "Put off the latest date for your turn by as much playing time, at most as much as a turn has; "
                    "alone it means two days. You may do it a few times in a game, even when you are late already, and "
                    "the others are told."
                ),
                ("number", "day", "hour", "week"),
            )
        ),
        arguments.extend,
    ),
    OrderVerb(
        SEAT,
        "away",
        alike(
            Form(
                "{away} <day> [{until} <day>]",
                ("{away} 2026-12-20 {until} 2027-01-05", "{away} 24.12."),
                N_(
                    "Say that you are away on these days, in all of your games. The others are told, and your time "
                    "stands still meanwhile."
                ),
                ("number", "until", "from", "month"),
            )
        ),
        dates.away,
        alone=False,
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "back",
        command("{back}", N_("Say that you are no longer away, or will not be; days that are left are given back.")),
        arguments.bare(Back()),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "resign",
        command("{resign}", N_("Give up your seat for good, so that another takes it over. It has to be confirmed.")),
        arguments.bare(Resign()),
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
        arguments.bare(RenewAddress()),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "press",
        alike(
            Form(
                "{press} [{anonymous}] <players>|{all}: <text>",
                ("{press} {all}: See you in Hamburg!", "{press} 2: Shall we build east?"),
                N_(
                    "Write to players of this game, by name or by the number of their seats. Nobody sees an address. "
                    "What goes to all is public; what goes to some is between you. Some games allow it without a name."
                ),
                ("anonymous", "all", "to", "player", "number"),
            )
        ),
        talking.without_colon,
        alone=False,
        dictates=talking.readers,
    ),
    OrderVerb(
        SEAT,
        "mute",
        alike(
            Form(
                "{mute} <player>|{anonymous}",
                ("{mute} 2", "{mute} {anonymous}"),
                N_("No longer be mailed what a player writes to you, who never learns of it. It stays on the page."),
                ("anonymous", "player", "number"),
            )
        ),
        talking.mute,
        alone=False,
    ),
    OrderVerb(
        SEAT,
        "unmute",
        alike(
            Form(
                "{unmute} <player>|{anonymous}",
                ("{unmute} 2",),
                N_("Be mailed again what a player writes to you."),
                ("anonymous", "player", "number"),
            )
        ),
        talking.unmute,
        alone=False,
    ),
    OrderVerb(
        SEAT,
        "dispute",
        alike(
            Form(
                "{dispute} [#<number>]: <text>",
                ("{dispute} #118: The station cost five dice, not three.", "{dispute}: May he build there at all?"),
                N_(
                    "Ask a moderator to rule on what was played, at a position of the game as its history numbers "
                    "them, or in the last turn that has ended. Everybody may read who disputes what, and the text. The "
                    "game may be held until there is a ruling."
                ),
                ("number",),
            )
        ),
        talking.without_colon,
        alone=False,
        everyday=True,
        dictates=arguments.dispute,
    ),
    OrderVerb(
        SEAT,
        "statement",
        alike(
            Form(
                "{statement} [<number>]: <text>",
                ("{statement} 3: I counted the dice twice.", "{statement}: Fine with me."),
                N_(
                    "Say something about a dispute in this game, named by its number. The players and the moderators "
                    "read it at once, and everybody when it is closed."
                ),
                ("number",),
            )
        ),
        talking.without_colon,
        alone=False,
        everyday=True,
        dictates=arguments.statement,
    ),
    OrderVerb(
        SEAT,
        "withdraw_dispute",
        command("{withdraw_dispute}", N_("Take your dispute back; the game goes on.")),
        arguments.bare(WithdrawDispute()),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "rollback",
        alike(
            Form(
                "{rollback} [#<number>]: <text>",
                ("{rollback} #118: I took Weiden for Insel.", "{rollback}: I ended my turn too early."),
                N_(
                    "Ask the other players to let the game go back, to a position as its history numbers them, or to "
                    "where you may do over what you did last. It goes back if all agree; dice that were seen stand. "
                    "Say why behind the colon."
                ),
                ("number",),
            )
        ),
        talking.without_colon,
        alone=False,
        dictates=arguments.propose,
    ),
    OrderVerb(
        SEAT,
        "agree",
        alike(
            Form(
                "{agree} [<number>]",
                ("{agree} 118",),
                N_("Let the game go back as another player has proposed. The last who agrees makes it so."),
                ("number",),
            )
        ),
        arguments.say(Agree),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "refuse",
        alike(
            Form(
                "{refuse} [<number>]",
                ("{refuse} 118",),
                N_("Do not let the game go back; the proposal is over then."),
                ("number",),
            )
        ),
        arguments.say(Refuse),
        everyday=True,
    ),
    OrderVerb(
        SEAT,
        "withdraw_proposal",
        command("{withdraw_proposal}", N_("Take back your proposal that the game go back; it goes on.")),
        arguments.bare(WithdrawProposal()),
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
        arguments.bare(Replace()),
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
        arguments.bare(FinishGame()),
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
        arguments.bare(FinishGame(concedes=True)),
        everyday=True,
    ),
)
