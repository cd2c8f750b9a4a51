"""The verbs of play: what is done in one's turn, and what is asked about it."""

from typing import Final

from pbem.i18n import N_
from pbem.orders import building, conditions, grammar, sites
from pbem.orders.notation import Form
from pbem.orders.verb import Verb, aliases, command, keyword_aliases

_DICE: Final = ("number", "face", "all", "none")
_COMPARED: Final = ("hidden", "dice", "bank", "year", "passenger", "left", "self", "direct", "director", "not", "and")

PLAYING: Final[tuple[Verb, ...]] = (
    Verb(
        "income",
        aliases("income, take income", "einkommen, nimm einkommen", "revenu, revenus, prendre revenu"),
        Form("{income}", ("{income}",), N_("Take your income, once a turn from the second year on."), ("break",)),
        grammar.income,
    ),
    Verb(
        "roll",
        aliases("roll, throw, reroll", "würfle, würfeln, wirf, werfe, werfen", "lancer, lance, jeter, jette"),
        Form(
            "{roll} <number>{hidden} <number>? | {roll} {all}",
            ("{roll} 4?", "{roll} 3{hidden} 2?", "{roll} {all}"),
            N_('Roll hidden dice (h) and your own "?", once a turn. A number alone means hidden dice.'),
            ("number", "hidden", "wild", "all", "dice", "break"),
        ),
        grammar.roll,
        alone=False,
    ),
    Verb(
        "buy",
        aliases("buy, purchase", "kaufe, kaufen, kauf", "acheter, achète, achat, achats"),
        None,
        grammar.buy,
        alone=False,
    ),
    Verb(
        "transport",
        aliases(
            "transport, carry, use transport, use a transport, use symbol, use symbols",
            "befördere, befördern, transportiere, transportieren, transport",
            "transporter, transporte, transport",
        ),
        None,
        grammar.transport,
        alone=False,
    ),
    Verb(
        "lay",
        aliases("lay, build", "lege, legen, baue, bauen", "poser, pose, construire"),
        None,
        building.lay,
        alone=False,
    ),
    Verb(
        "station",
        aliases(
            "station, build station, build a station",
            "bahnhof, baue bahnhof, baue einen bahnhof",
            "gare, construire gare, construire une gare",
        ),
        None,
        sites.station,
        alone=False,
    ),
    Verb(
        "discard",
        keyword_aliases("discard", ("en", "give back"), ("de", "lege ab")),
        None,
        grammar.discard,
        alone=False,
    ),
    Verb(
        "keep",
        keyword_aliases("keep"),
        Form(
            "{keep} <faces>",
            ("{keep} s s ?",),
            N_("The same from the other side: all other dice in front of you go back."),
            _DICE,
        ),
        grammar.keep,
        alone=False,
    ),
    Verb(
        "end",
        aliases("end, end turn", "ende, beende, beenden, zug beenden", "fin, finir, terminer"),
        Form(
            "{end} [{discard} <faces> | {keep} <faces>]",
            ("{end}", "{end} {discard} c c", "{end}, {keep} s s ?"),
            N_("End your turn. What stands after it is not read as orders."),
            ("discard", "keep", "face"),
        ),
        grammar.end,
    ),
    Verb(
        "undo",
        aliases("undo, take back", "zurück, rückgängig", "annuler, annule"),
        command("{undo}", N_("Take back your last order, if no dice were rolled after it.")),
        grammar.command("undo"),
    ),
    Verb(
        "restart",
        aliases("restart, start over", "neustart, von vorn, neu anfangen", "recommencer, recommence"),
        command("{restart}", N_("Take back all you did since your last roll, or since your turn began.")),
        grammar.command("restart"),
    ),
    Verb(
        "check",
        aliases("check, preview", "prüfe, prüfen", "vérifier, vérifie"),
        command(
            "{check}",
            N_("Only show what the orders in this letter would do, up to the first roll. Nothing is done."),
        ),
        grammar.command("check"),
    ),
    Verb(
        "status",
        aliases("status", "stand, status", "état, statut"),
        command("{status}", N_("Send me the position as it stands.")),
        grammar.command("status"),
    ),
    Verb(
        "help",
        aliases("help", "hilfe", "aide"),
        command("{help}", N_("Send me this page.")),
        grammar.ask_help,
    ),
    Verb(
        "confirm",
        aliases("confirm", "bestätige, bestätigen", "confirmer, confirme"),
        Form(
            "{confirm} [<code>]",
            ("{confirm}", "{confirm} 7KM2 9QRT"),
            N_(
                "Do what the last preview showed. What cannot be undone is done only where you reply to the very "
                "email that asked, or send the code in it."
            ),
        ),
        grammar.confirm,
    ),
    Verb(
        "if",
        aliases("if", "wenn, falls", "si"),
        Form(
            "{if} <what> >= <number>: <orders>",
            (
                "{if} s >= 2: A w w",
                "{if} {hidden} < 3 {and} {year} < 9: {income}; {roll} {all}",
                "{if} {self} {direct} weiden: {station} A weiden",
            ),
            N_(
                "Carry out the orders on this line only if a condition holds when their turn comes; else the line "
                "is skipped, and the letter goes on. It looks at what you then see: useful behind a roll."
            ),
            ("number", "face", "company", *_COMPARED),
        ),
        conditions.condition,
        alone=False,
        everyday=True,
        opens=True,
    ),
)
