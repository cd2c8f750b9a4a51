"""The verbs of play: what is done in one's turn."""

from typing import Final

from pbem.commands.orders import building, grammar, sites
from pbem.commands.orders.idioms import FIRST_RAILS, GERMANY
from pbem.commands.orders.verb import OrderVerb, alike
from pbem.commands.verb import Form
from pbem.commands.vocabulary import SEAT
from pbem.i18n import N_

_PAYING: Final = ("pay", "hidden", "wild", "number", "break")
_DICE: Final = ("number", "face", "all", "none")

TURN: Final[tuple[OrderVerb, ...]] = (
    OrderVerb(
        SEAT,
        "income",
        alike(
            Form("{income}", ("{income}",), N_("Take your income, once a turn from the second year on."), ("break",))
        ),
        grammar.income,
    ),
    OrderVerb(
        SEAT,
        "roll",
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
    OrderVerb(
        SEAT,
        "buy",
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
    OrderVerb(
        SEAT,
        "transport",
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
    OrderVerb(
        SEAT,
        "lay",
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
    OrderVerb(
        SEAT,
        "station",
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
    OrderVerb(
        SEAT,
        "discard",
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
    OrderVerb(
        SEAT,
        "keep",
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
    OrderVerb(
        SEAT,
        "end",
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
)
