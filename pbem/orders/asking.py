"""The verbs by which something is asked of those who run the game, whosever turn it is."""

from typing import Final

from pbem.i18n import N_
from pbem.orders import consent, dates, disputes, grammar, talking, times
from pbem.orders.notation import Form
from pbem.orders.requests import (
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
from pbem.orders.verb import Verb, aliases, command

ASKING: Final[tuple[Verb, ...]] = (
    Verb(
        "next",
        aliases(
            "next turn, my next turn, on my next turn",
            "nächster zug, mein nächster zug, im nächsten zug",
            "prochain tour, mon prochain tour, au prochain tour",
        ),
        Form(
            "{next}: <orders> | {next}: {none}",
            ("{next}: {income}; {roll} {all}", "{next}: {if} s >= 2: A w w", "{next}: {none}"),
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
    Verb(
        "extend",
        aliases("extend, extend by", "verlängere, verlängern", "prolonger, prolonge"),
        Form(
            "{extend} [<number> {days}|{hours}]",
            ("{extend} 2 {days}", "{extend} 12 {hours}", "{extend}"),
            N_(
                "Put off the latest date for your turn by as much playing time, at most as much as a turn has; "
                "alone it means two days. You may do it a few times in a game, even when you are late already, and "
                "the others are told."
            ),
            ("number", "day", "hour", "week"),
        ),
        times.extend,
    ),
    Verb(
        "away",
        aliases("away", "abwesend, verreist", "absent, absente"),
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
    Verb(
        "back",
        aliases("back, back again", "wieder da, wieder hier", "de retour"),
        command("{back}", N_("Say that you are no longer away, or will not be; days that are left are given back.")),
        grammar.bare(Back()),
        everyday=True,
    ),
    Verb(
        "resign",
        aliases("resign, i resign", "aufgeben, ich gebe auf, gebe auf", "abandonner, abandonne, démissionner"),
        command("{resign}", N_("Give up your seat for good, so that another takes it over. It has to be confirmed.")),
        grammar.bare(Resign()),
        everyday=True,
    ),
    Verb(
        "renew",
        aliases(
            "renew address, renew my address, new address",
            "adresse erneuern, erneuere adresse, neue adresse",
            "renouveler adresse, renouveler l'adresse, nouvelle adresse",
        ),
        command(
            "{renew}",
            N_(
                "Replace the address that you write to here, for example because somebody else has got to know it. The "
                "old one takes no more email. It has to be confirmed."
            ),
        ),
        grammar.bare(RenewAddress()),
        everyday=True,
    ),
    Verb(
        "press",
        aliases("press, message", "nachricht, presse", "message, presse"),
        Form(
            "{press} [{anonymous}] <players>|{all}: <text>",
            ("{press} {all}: See you in Hamburg!", "{press} 2: Shall we build east?"),
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
    Verb(
        "mute",
        aliases("mute", "stumm, stummschalten", "masquer, masque"),
        Form(
            "{mute} <player>|{anonymous}",
            ("{mute} 2", "{mute} {anonymous}"),
            N_("No longer be mailed what a player writes to you, who never learns of it. It stays on the page."),
            ("anonymous", "player", "number"),
        ),
        talking.mute,
        alone=False,
    ),
    Verb(
        "unmute",
        aliases("unmute", "nicht stumm, nicht mehr stumm", "afficher, affiche"),
        Form(
            "{unmute} <player>|{anonymous}",
            ("{unmute} 2",),
            N_("Be mailed again what a player writes to you."),
            ("anonymous", "player", "number"),
        ),
        talking.unmute,
        alone=False,
    ),
    Verb(
        "dispute",
        aliases(
            "dispute, i dispute",
            "einspruch, einspruch gegen, ich fechte an, beanstande, ich beanstande",
            "contester, conteste, je conteste, contestation",
        ),
        Form(
            "{dispute} [#<number>]: <text>",
            ("{dispute} #118: The station cost five dice, not three.", "{dispute}: May he build there at all?"),
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
        dictates=disputes.dispute,
    ),
    Verb(
        "statement",
        aliases("statement, my statement", "stellungnahme, meine stellungnahme", "déclaration, ma déclaration"),
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
        dictates=disputes.statement,
    ),
    Verb(
        "withdraw_dispute",
        aliases(
            "withdraw dispute, withdraw my dispute, withdraw the dispute",
            "einspruch zurückziehen, ziehe einspruch zurück, ziehe meinen einspruch zurück",
            "retirer contestation, retirer ma contestation, retirer la contestation",
        ),
        command("{withdraw_dispute}", N_("Take your dispute back; the game goes on.")),
        grammar.bare(WithdrawDispute()),
        everyday=True,
    ),
    Verb(
        "rollback",
        aliases(
            "rollback, roll back",
            "rücknahme, zug zurücknehmen, züge zurücknehmen",
            "retour en arrière, proposer un retour",
        ),
        Form(
            "{rollback} [#<number>]: <text>",
            ("{rollback} #118: I took Weiden for Insel.", "{rollback}: I ended my turn too early."),
            N_(
                "Ask the other players to let the game go back, to a position as its history numbers them, or to "
                "where you may do over what you did last. It goes back if all agree; dice that were seen stand. "
                "Say why behind the colon."
            ),
            ("number",),
        ),
        talking.without_colon,
        alone=False,
        dictates=consent.propose,
    ),
    Verb(
        "agree",
        aliases("agree", "zustimmen, stimme zu, ich stimme zu", "accepter, accepte"),
        Form(
            "{agree} [<number>]",
            ("{agree} 118",),
            N_("Let the game go back as another player has proposed. The last who agrees makes it so."),
            ("number",),
        ),
        consent.say(Agree),
        everyday=True,
    ),
    Verb(
        "refuse",
        aliases("refuse, i refuse", "ablehnen, lehne ab, ich lehne ab", "refuser, refuse, je refuse"),
        Form(
            "{refuse} [<number>]",
            ("{refuse} 118",),
            N_("Do not let the game go back; the proposal is over then."),
            ("number",),
        ),
        consent.say(Refuse),
        everyday=True,
    ),
    Verb(
        "withdraw_proposal",
        aliases(
            "withdraw proposal, withdraw my proposal, withdraw the proposal",
            "vorschlag zurückziehen, ziehe vorschlag zurück, ziehe meinen vorschlag zurück",
            "retirer proposition, retirer ma proposition, retirer la proposition",
        ),
        command("{withdraw_proposal}", N_("Take back your proposal that the game go back; it goes on.")),
        grammar.bare(WithdrawProposal()),
        everyday=True,
    ),
    Verb(
        "replace",
        aliases(
            "replace player, replace the player, ask for a replacement",
            "spieler ersetzen, ersatz suchen",
            "remplacer joueur, remplacer le joueur, demander un remplacement",
        ),
        command(
            "{replace}",
            N_(
                "Where the game has waited long for a late player: have another player take the seat over, or a bot "
                "play it as long as nobody does. It has to be confirmed."
            ),
        ),
        grammar.bare(Replace()),
        everyday=True,
    ),
    Verb(
        "finish",
        aliases(
            "finish game, finish the game",
            "spiel beenden, beende spiel, beende das spiel",
            "terminer partie, terminer la partie",
        ),
        command(
            "{finish}",
            N_(
                "Where the game has waited long for a late player: agree that it ends as it stands. It ends when "
                "everyone who waits agrees or concedes. It has to be confirmed."
            ),
        ),
        grammar.bare(FinishGame()),
        everyday=True,
    ),
    Verb(
        "concede",
        aliases("concede, i concede", "ich gebe mich geschlagen, gebe mich geschlagen", "concéder, je concède"),
        command(
            "{concede}",
            N_(
                "The same, and you take the last place. With one other player, the late one, the game ends at once. "
                "It has to be confirmed."
            ),
        ),
        grammar.bare(FinishGame(concedes=True)),
        everyday=True,
    ),
)
