"""The verbs of play: what is done in one's turn, and what is asked about it."""

from typing import Final

from pbem.i18n import N_
from pbem.orders import building, conditions, grammar, sites
from pbem.orders.idioms import FIRST_RAILS, GERMANY
from pbem.orders.verb import Form, Verb, aliases, alike, command, keyword_aliases

_PAYING: Final = ("pay", "hidden", "wild", "number", "break")
_DICE: Final = ("number", "face", "all", "none")
_COMPARED: Final = ("hidden", "dice", "bank", "year", "passenger", "left", "self", "direct", "director", "not", "and")

PLAYING: Final[tuple[Verb, ...]] = (
    Verb(
        "income",
        aliases("income, take income", "einkommen, nimm einkommen", "revenu, revenus, prendre revenu"),
        alike(
            Form("{income}", ("{income}",), N_("Take your income, once a turn from the second year on."), ("break",))
        ),
        grammar.income,
    ),
    Verb(
        "roll",
        aliases("roll, throw, reroll", "würfle, würfeln, wirf, werfe, werfen", "lancer, lance, jeter, jette"),
        alike(
            Form(
                "{roll} <number>{hidden} <number>? | {roll} {all}",
                ("{roll} 4?", "{roll} 3{hidden} 2?", "{roll} {all}"),
                N_('Roll hidden dice (h) and your own "?", once a turn. A number alone means hidden dice.'),
                ("number", "hidden", "wild", "all", "dice", "break"),
            )
        ),
        grammar.roll,
        alone=False,
    ),
    Verb(
        "buy",
        aliases("buy, purchase", "kaufe, kaufen, kauf", "acheter, achète, achat, achats"),
        {
            FIRST_RAILS: Form(
                "{buy} [<number>] <company> [{from} {bank}|{director}] [{with} ?]",
                ("{buy} weiden", "{buy} 2 eisberg {from} {bank}", "{buy} insel {from} {director} {with} ?"),
                N_('Buy shares, each for a share die, or for a "?" where you say so or have no share die.'),
                ("number", "company", "from", "bank", "director", "with", "wild", "share"),
            )
        },
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
        {
            GERMANY: Form(
                "{transport} [<number>] <company> [{with} ?]",
                ("{transport} weiden", "{transport} 2 {red}", "{transport} weiden {with} ?"),
                N_(
                    "Use transport symbols (t): for each of them one passenger more waits for the company. "
                    'A "?" is used where you say so or have no symbol. No symbol may be left when you end your turn.'
                ),
                ("number", "company", "with", "wild", "symbol", "passenger"),
            )
        },
        grammar.transport,
        alone=False,
    ),
    Verb(
        "lay",
        aliases("lay, build", "lege, legen, baue, bauen", "poser, pose, construire"),
        {
            FIRST_RAILS: Form(
                "A|B [{leave} <side>,] <sides> [{onto} <tile> <sides>] [{pay} <dice>]",
                ("B e e", "A w w w? {onto} nw w?", "B e e {onto} {lake}/e e e", "A {leave} w, w w? {pay} 1?"),
                N_(
                    "Lay track at an end of the line: for each piece the side (n, e, s, w) the line points to after "
                    'it. The same side again is a straight, another one a curve; "?" behind it uses a "?". '
                    "A tile is named as it is to lie: grass, lake, lake/e with its printed north to the east, "
                    "or by its mountain sides, as nw or nes. From a station, say by which side you leave it."
                ),
                ("direction", "leave", "onto", "tile", "pay", "wild", "break"),
            ),
            GERMANY: Form(
                "A|B [{leave} <side>,] <sides> [{pay} <dice>]",
                ("A n n", "B s s e? e", "A {leave} w, w w? {pay} 1?"),
                N_(
                    "Lay track at an end of the line: for each piece the side (n, e, s, w) the line points to after "
                    'it. The same side again is a straight, another one a curve; "?" behind it uses a "?". '
                    "Over the border of a sector the line goes on like anywhere else. "
                    "From a station, say by which side you leave it."
                ),
                ("direction", "leave", "pay", "wild", "break"),
            ),
        },
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
        {
            FIRST_RAILS: Form(
                "{station} A|B <company> [<ground>] [{at} 3|5] [{pay} <dice>]",
                ("{station} A weiden", "{station} B insel {lake} {at} 5 {pay} 3{hidden} 2?"),
                N_(
                    "Build a station of a company you direct on the square an end points at. Name the ground "
                    "(grass, lake, mountain) where two kinds of station fit, and the price if not the cheapest."
                ),
                ("end", "company", "grassland", "lake", "mountain", "at", *_PAYING),
            ),
            GERMANY: Form(
                "{station} A|B [{leave} <side>] <company> [{pay} <dice>]",
                ("{station} A weiden", "{station} B {red} {pay} 3{hidden} 2?", "{station} A {leave} w weiden"),
                N_(
                    "Build a station of any company on the town square or the foreign square an end points at. "
                    "Where the end is a station, say by which side the line leaves it for a town square beside it."
                ),
                ("end", "leave", "direction", "company", *_PAYING),
            ),
        },
        sites.station,
        alone=False,
    ),
    Verb(
        "discard",
        keyword_aliases("discard", ("en", "give back"), ("de", "lege ab")),
        {
            FIRST_RAILS: Form(
                "{discard} <faces>",
                ("{discard} c c", "{discard} 2 s $"),
                N_(
                    "Say which dice in front of you go back at the end of your turn, where you have more than five: "
                    's straight, c curve, $ share, "?".'
                ),
                _DICE,
            ),
            GERMANY: Form(
                "{discard} <faces>",
                ("{discard} c c", "{discard} 2 s ?"),
                N_(
                    "Say which dice in front of you go back at the end of your turn, where you have more than five: "
                    's straight, c curve, "?". Transport symbols (t) cannot go back; use them.'
                ),
                _DICE,
            ),
        },
        grammar.discard,
        alone=False,
    ),
    Verb(
        "keep",
        keyword_aliases("keep"),
        alike(
            Form(
                "{keep} <faces>",
                ("{keep} s s ?",),
                N_("The same from the other side: all other dice in front of you go back."),
                _DICE,
            )
        ),
        grammar.keep,
        alone=False,
    ),
    Verb(
        "end",
        aliases("end, end turn", "ende, beende, beenden, zug beenden", "fin, finir, terminer"),
        alike(
            Form(
                "{end} [{discard} <faces> | {keep} <faces>]",
                ("{end}", "{end} {discard} c c", "{end}, {keep} s s ?"),
                N_("End your turn. What stands after it is not read as orders."),
                ("discard", "keep", "face"),
            )
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
        alike(
            Form(
                "{confirm} [<code>]",
                ("{confirm}", "{confirm} 7KM2 9QRT"),
                N_(
                    "Do what the last preview showed. What cannot be undone is done only where you reply to the very "
                    "email that asked, or send the code in it."
                ),
            )
        ),
        grammar.confirm,
    ),
    Verb(
        "if",
        aliases("if", "wenn, falls", "si"),
        alike(
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
            )
        ),
        conditions.condition,
        alone=False,
        everyday=True,
        opens=True,
    ),
)
