"""The verbs of the order language: one table, from which reader, help, error hints and forms are made.

Every verb is read in every kind of game, so that the rules can refuse what a game has not; told are only a game's own.
Shapes and examples are templates: `{buy}` stands for a verb or keyword in the player's language, `<company>` for what
the player puts there.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from pbem.i18n import N_, Catalogue
from pbem.orders import building, conditions, consent, dates, disputes, grammar, sites, talking, times
from pbem.orders.cursor import Cursor, Part
from pbem.orders.idioms import FIRST_RAILS, GERMANY, KINDS
from pbem.orders.requests import Agree, Back, Dictated, NextTurn, Refuse, Resign, WithdrawDispute, WithdrawProposal
from pbem.orders.words import KEYWORDS, LANGUAGES, spoken
from pbem.orders.words import word as keyword


@dataclass(frozen=True)
class Form:
    """What a verb looks like and means in a kind of game."""

    shape: str
    examples: tuple[str, ...]
    explanation: str
    """What it does, as a message id."""
    takes: tuple[str, ...] = ()
    """The meanings of words that may follow: keys of KEYWORDS, and "number", "face", "direction", "company",
    "tile", "end" (A or B) and "break"."""


@dataclass(frozen=True)
class Verb:
    """One verb: what it is called, what it looks like where, and how its arguments are read."""

    name: str
    aliases: Mapping[str, tuple[str, ...]]
    """The names in each language; the first is the one that is written."""
    forms: Mapping[str, Form]
    """By kind of game; a kind that is not among them has no such verb."""
    read: Callable[[Cursor], tuple[Part, ...]]
    alone: bool = True
    """Whether it can stand without arguments."""
    opens: bool = False
    """Whether it opens a line and orders follow behind a colon: then `read` reads what stands before that."""
    everyday: bool = False
    """Whether it is a word that people use of other things: such a one is an order at the head of a line only."""
    dictates: Callable[[Cursor], Dictated] | None = None
    """What reads the order up to a colon behind which a text of the writer's own stands, where it has one."""

    def form(self, kind: str) -> Form:
        """The form in a kind of game; of a verb that the game has not, another game's."""
        return self.forms.get(kind) or next(iter(self.forms.values()))

    def word(self, language: str) -> str:
        """The verb as it is written in a language."""
        return self.aliases[spoken(language)][0]


def _aliases(en: str, de: str, fr: str) -> dict[str, tuple[str, ...]]:
    return {code: tuple(text.split(", ")) for code, text in zip(LANGUAGES, (en, de, fr), strict=True)}


def _keyword_aliases(key: str, *more: tuple[str, str]) -> dict[str, tuple[str, ...]]:
    """The names of a verb that is a keyword within other orders too, and names of several words for the verb alone."""
    extra = dict(more)
    return {code: (*KEYWORDS[key][code].split(), *([extra[code]] if code in extra else [])) for code in LANGUAGES}


def _alike(form: Form) -> dict[str, Form]:
    """A verb that is the same in every kind of game."""
    return dict.fromkeys(KINDS, form)


def _command(shape: str, explanation: str) -> dict[str, Form]:
    """A verb without arguments, the same in every kind of game."""
    return _alike(Form(shape, (shape,), explanation))


_PAYING: Final = ("pay", "hidden", "wild", "number", "break")
_DICE: Final = ("number", "face", "all", "none")
_COMPARED: Final = ("hidden", "dice", "bank", "year", "passenger", "left", "self", "direct", "director", "not", "and")

VERBS: Final[tuple[Verb, ...]] = (
    Verb(
        "income",
        _aliases("income, take income", "einkommen, nimm einkommen", "revenu, revenus, prendre revenu"),
        _alike(
            Form("{income}", ("{income}",), N_("Take your income, once a turn from the second year on."), ("break",))
        ),
        grammar.income,
    ),
    Verb(
        "roll",
        _aliases("roll, throw, reroll", "würfle, würfeln, wirf, werfe, werfen", "lancer, lance, jeter, jette"),
        _alike(
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
        _aliases("buy, purchase", "kaufe, kaufen, kauf", "acheter, achète, achat, achats"),
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
        _aliases(
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
        _aliases("lay, build", "lege, legen, baue, bauen", "poser, pose, construire"),
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
        _aliases(
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
        _keyword_aliases("discard", ("en", "give back"), ("de", "lege ab")),
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
        _keyword_aliases("keep"),
        _alike(
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
        _aliases("end, end turn", "ende, beende, beenden, zug beenden", "fin, finir, terminer"),
        _alike(
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
        _aliases("undo, take back", "zurück, rückgängig", "annuler, annule"),
        _command("{undo}", N_("Take back your last order, if no dice were rolled after it.")),
        grammar.command("undo"),
    ),
    Verb(
        "restart",
        _aliases("restart, start over", "neustart, von vorn, neu anfangen", "recommencer, recommence"),
        _command("{restart}", N_("Take back all you did since your last roll, or since your turn began.")),
        grammar.command("restart"),
    ),
    Verb(
        "check",
        _aliases("check, preview", "prüfe, prüfen", "vérifier, vérifie"),
        _command(
            "{check}",
            N_("Only show what the orders in this letter would do, up to the first roll. Nothing is done."),
        ),
        grammar.command("check"),
    ),
    Verb(
        "status",
        _aliases("status", "stand, status", "état, statut"),
        _command("{status}", N_("Send me the position as it stands.")),
        grammar.command("status"),
    ),
    Verb(
        "help",
        _aliases("help", "hilfe", "aide"),
        _command("{help}", N_("Send me this page.")),
        grammar.ask_help,
    ),
    Verb(
        "confirm",
        _aliases("confirm", "bestätige, bestätigen", "confirmer, confirme"),
        _command("{confirm}", N_("Do what the last preview showed, in answer to it.")),
        grammar.command("confirm"),
    ),
    Verb(
        "if",
        _aliases("if", "wenn, falls", "si"),
        _alike(
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
    Verb(
        "next",
        _aliases(
            "next turn, my next turn, on my next turn",
            "nächster zug, mein nächster zug, im nächsten zug",
            "prochain tour, mon prochain tour, au prochain tour",
        ),
        _alike(
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
    Verb(
        "extend",
        _aliases("extend, extend by", "verlängere, verlängern", "prolonger, prolonge"),
        _alike(
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
        times.extend,
    ),
    Verb(
        "away",
        _aliases("away", "abwesend, verreist", "absent, absente"),
        _alike(
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
    Verb(
        "back",
        _aliases("back, back again", "wieder da, wieder hier", "de retour"),
        _command("{back}", N_("Say that you are no longer away, or will not be; days that are left are given back.")),
        grammar.bare(Back()),
        everyday=True,
    ),
    Verb(
        "resign",
        _aliases("resign, i resign", "aufgeben, ich gebe auf, gebe auf", "abandonner, abandonne, démissionner"),
        _command("{resign}", N_("Give up your seat for good, so that another takes it over. It has to be confirmed.")),
        grammar.bare(Resign()),
        everyday=True,
    ),
    Verb(
        "press",
        _aliases("press, message", "nachricht, presse", "message, presse"),
        _alike(
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
    Verb(
        "mute",
        _aliases("mute", "stumm, stummschalten", "masquer, masque"),
        _alike(
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
    Verb(
        "unmute",
        _aliases("unmute", "nicht stumm, nicht mehr stumm", "afficher, affiche"),
        _alike(
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
    Verb(
        "dispute",
        _aliases(
            "dispute, i dispute",
            "einspruch, einspruch gegen, ich fechte an, beanstande, ich beanstande",
            "contester, conteste, je conteste, contestation",
        ),
        _alike(
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
        dictates=disputes.dispute,
    ),
    Verb(
        "statement",
        _aliases("statement, my statement", "stellungnahme, meine stellungnahme", "déclaration, ma déclaration"),
        _alike(
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
        dictates=disputes.statement,
    ),
    Verb(
        "withdraw_dispute",
        _aliases(
            "withdraw dispute, withdraw my dispute, withdraw the dispute",
            "einspruch zurückziehen, ziehe einspruch zurück, ziehe meinen einspruch zurück",
            "retirer contestation, retirer ma contestation, retirer la contestation",
        ),
        _command("{withdraw_dispute}", N_("Take your dispute back; the game goes on.")),
        grammar.bare(WithdrawDispute()),
        everyday=True,
    ),
    Verb(
        "rollback",
        _aliases(
            "rollback, roll back",
            "rücknahme, zug zurücknehmen, züge zurücknehmen",
            "retour en arrière, proposer un retour",
        ),
        _alike(
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
        dictates=consent.propose,
    ),
    Verb(
        "agree",
        _aliases("agree", "zustimmen, stimme zu, ich stimme zu", "accepter, accepte"),
        _alike(
            Form(
                "{agree} [<number>]",
                ("{agree} 118",),
                N_("Let the game go back as another player has proposed. The last who agrees makes it so."),
                ("number",),
            )
        ),
        consent.say(Agree),
        everyday=True,
    ),
    Verb(
        "refuse",
        _aliases("refuse, i refuse", "ablehnen, lehne ab, ich lehne ab", "refuser, refuse, je refuse"),
        _alike(
            Form(
                "{refuse} [<number>]",
                ("{refuse} 118",),
                N_("Do not let the game go back; the proposal is over then."),
                ("number",),
            )
        ),
        consent.say(Refuse),
        everyday=True,
    ),
    Verb(
        "withdraw_proposal",
        _aliases(
            "withdraw proposal, withdraw my proposal, withdraw the proposal",
            "vorschlag zurückziehen, ziehe vorschlag zurück, ziehe meinen vorschlag zurück",
            "retirer proposition, retirer ma proposition, retirer la proposition",
        ),
        _command("{withdraw_proposal}", N_("Take back your proposal that the game go back; it goes on.")),
        grammar.bare(WithdrawProposal()),
        everyday=True,
    ),
)
"""All verbs, in the order in which they are explained."""

BY_NAME: Final[Mapping[str, Verb]] = {verb.name: verb for verb in VERBS}
_PLACEHOLDERS: Final = {
    "number": N_("number"),
    "company": N_("company"),
    "side": N_("side"),
    "sides": N_("sides"),
    "tile": N_("tile"),
    "dice": N_("dice"),
    "faces": N_("faces"),
    "ground": N_("ground"),
    "player": N_("player"),
    "players": N_("players"),
    "text": N_("text"),
    "day": N_("day"),
    "orders": N_("orders"),
    "what": N_("what"),
}


class _Wording(dict[str, str]):
    """Fills templates: verbs and keywords by name."""

    def __init__(self, language: str) -> None:
        super().__init__({verb.name: verb.word(language) for verb in VERBS})
        self.language = language

    def __missing__(self, key: str) -> str:
        return keyword(key, self.language)


def in_words(template: str, language: str) -> str:
    """A template such as "{buy} weiden {with} ?" as it is typed in a language."""
    return template.format_map(_Wording(language))


def verbs_of(kind: str) -> tuple[Verb, ...]:
    """The verbs of a kind of game, in the order in which they are explained."""
    return tuple(verb for verb in VERBS if kind in verb.forms)


def shape_of(form: Form, catalogue: Catalogue) -> str:
    """What an order of this form looks like, in the catalogue's language."""
    named = {f"<{key}>": f"<{catalogue.text(msgid)}>" for key, msgid in _PLACEHOLDERS.items()}
    return re.sub(r"<\w+>", lambda match: named[match.group()], in_words(form.shape, catalogue.language))


def examples_of(form: Form, language: str) -> tuple[str, ...]:
    """Orders of this form, ready to be typed."""
    return tuple(in_words(example, language) for example in form.examples)
