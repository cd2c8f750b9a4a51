from each_kit import each
from orders_kit import actions, kinds, letter, only_fault, orders, start
from rules.orders import build, buy, end_turn, income, lay, roll, scripted
from rules.playing import front

from pbem.adjudicator.commands.press import WritePress
from pbem.adjudicator.commands.questions import Help, Status
from pbem.adjudicator.commands.rollbacks import Agree
from pbem.adjudicator.commands.turns import Extend
from pbem.clock import Pace
from pbem.commands.orders import ActionOrder, Fault, ServerCommand, bind
from pbem.games.line.orders.dice import EndKeeping, RollAll
from rules_core.games.first_rails import game as first_rails
from rules_core.kernel.definition import fold
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import Action, Dice, EndTurn, Roll

FIVE_MAILS: list[tuple[str, list[Action | ServerCommand]]] = [
    (
        "roll 4?\nbuy weiden\nB e e\nA w w w? onto nw w?\nend",
        [roll(0, 4), buy("weiden"), lay("B e e"), lay("A w w w? +mountain2/w w?"), end_turn()],
    ),
    (
        "income\nB e onto lake e\nstation B insel lake pay 2h 1?\nroll 2?",
        [income(), lay("B e +lake e"), build("B insel", "lake", pay="2h 1?"), roll(0, 2)],
    ),
    (
        "income\nroll 1h\nstation A weiden\nA leave w, w w? pay 1?\nend",
        [income(), roll(1), build("A weiden"), lay("A w w?", leave="w", pay="1?"), end_turn()],
    ),
    (
        "income\nroll 3h\nbuy eisberg from bank\nbuy insel from director\nbuy insel from director with ?\ndiscard c\n"
        "end",
        [
            income(),
            roll(3),
            buy("eisberg", "bank"),
            buy("insel", "director"),
            buy("insel", "director", wild=True),
            end_turn("c"),
        ],
    ),
    ("check\nB e onto lake e e e e e", [ServerCommand("check"), lay("B e +lake e e e e e")]),
]


@each(("mail", "meant"), FIVE_MAILS)
def test_the_five_mails_are_read_as_they_are_meant(mail: str, meant: list[Action | ServerCommand]) -> None:
    assert actions(mail) == meant


@each(("mail", "meant"), FIVE_MAILS)
def test_the_five_mails_mean_the_same_on_one_line(mail: str, meant: list[Action | ServerCommand]) -> None:
    for sign in ("; ", " / ", " · ", ". ", ", ", ";", " and then "):
        assert actions(mail.replace("\n", sign)) == meant


def test_the_first_mail_plays_the_first_turn_of_a_game() -> None:
    state = start().state
    draw = scripted("ssss?$??")
    for order in orders(FIVE_MAILS[0][0]):
        assert isinstance(order, ActionOrder)
        action = bind(order, first_rails.view(state, 0))
        assert action is not None
        assert not isinstance(action, Fault)
        outcome = first_rails.decide(state, action, draw)
        assert not isinstance(outcome, Violations), outcome
        state = fold(first_rails, outcome, state)
    assert state.table.turn.seat == 1
    assert front(state, 0) == "???"


def test_a_telephone_capitalises_spaces_and_quotes() -> None:
    typed = "Roll 4 ?\nB E E\n“Buy weiden.”\nA W w W ? Onto NW, w?\nEnd!"
    assert actions(typed) == [*FIVE_MAILS[0][1][:1], lay("B e e"), buy("weiden"), *FIVE_MAILS[0][1][3:]]


def test_list_marks_and_labels_do_not_count() -> None:
    meant = [income(), roll(3), buy("weiden"), lay("A w")]
    assert actions("- Income\n* roll 3\n1. buy weiden\n2) A w") == meant
    assert actions("My orders: income\n• roll 3h\n_buy weiden_\n(3) a: w") == meant


def test_a_german_letter() -> None:
    mail = (
        "Hallo zusammen, ein schöner Zug!\n\nEinkommen\nWürfle 3h und 2?\nkaufe Überall Fahrten von der Bank\n"
        "kauf insel vom Direktor mit ?\nA o o n? auf Wiese o\nB verlasse o, o s zahle 1?\n"
        "Baue einen Bahnhof B insel See zu 5 zahle 3h 2?\nlege A w\nBehalte g k ?\nEnde\nViele Grüße\nPeter"
    )
    assert actions(mail, "de") == [
        income(),
        roll(3, 2),
        buy("ueberall", "bank"),
        buy("insel", "director", wild=True),
        lay("A e e n? +grassland e"),
        lay("B e s", leave="e", pay="1?"),
        build("B insel", "lake", 5, pay="3h 2?"),
        lay("A w"),
        EndKeeping(0, Dice(1, 1, 0, 1)),
    ]
    assert kinds(mail, "de")[0] == kinds(mail, "de")[-1] == "prose"


def test_a_french_letter() -> None:
    mail = (
        "Bonjour à tous, désolé du retard !\nRevenu\nlancer 3h et 2?\nacheter une action d'Insel au directeur avec ?\n"
        "achète 2 eisberg à la banque\nA o o? sur lac/o o\nB quitte e, e e payer 1?\nÀ n n\n"
        "gare B insel lac à 5 paie 3h\nDéfausser d c\nFin\nA bientôt !"
    )
    assert actions(mail, "fr") == [
        income(),
        roll(3, 2),
        buy("insel", "director", wild=True),
        buy("eisberg", "bank"),
        buy("eisberg", "bank"),
        lay("A w w? +lake/w w"),
        lay("B e e", leave="e", pay="1?"),
        lay("A n n"),
        build("B insel", "lake", 5, pay="3h"),
        end_turn("sc"),
    ]


def test_umlauts_may_be_typed_in_any_way() -> None:
    for verb in ("würfle", "wuerfle", "wurfle", "WÜRFLE", "wu\u0308rfle"):
        assert actions(f"{verb} 3h", "de") == [roll(3)]
    for company in ("überall", "ueberall", "uberall", "Überall Fahrten", "UEBERALL", "ü", "fahrten"):
        assert actions(f"buy {company}") == [buy("ueberall")]


def test_an_o_is_east_to_a_german_west_to_a_frenchman_and_nothing_to_others() -> None:
    assert actions("A o", "de") == actions("A Ost", "en") == [lay("A e")]
    assert actions("A o", "fr") == actions("A ouest", "de") == [lay("A w")]
    for line in ("A o o", "Aoo?", "A w onto lake/o", "A leave o", "buy weiden, A o"):
        assert only_fault(line, "en").code == "doubtful_letters"


def test_what_others_write_as_o_is_told_by_the_language_of_their_letter() -> None:
    assert actions("A o\nEnde", "en") == [lay("A e"), end_turn()]
    assert actions("A o\nfin", "en") == [lay("A w"), end_turn()]
    assert actions("lege A o", "fr") == [lay("A e")]
    assert actions("A o\nend", "de") == [lay("A e"), end_turn()]
    assert only_fault("A o\nend", "en").code == "doubtful_letters"


@each("language", ["en", "de", "fr", "it", "de_AT", "", "xx"])
def test_all_languages_are_understood_from_everybody(language: str) -> None:
    for mail in (
        "income\nroll 3h\nend",
        "Einkommen\nlancer 3h\nEnde",
        "revenu\nwürfle drei\nfin",
        "income; roll three; fin",
    ):
        assert actions(mail, language) == [income(), roll(3), end_turn()]
    assert actions("acheter une action de Weiden Express à la banque", language) == [buy("weiden", "bank")]
    assert actions("Nachricht an alle: Moin", language) == [WritePress(None, "Moin")]
    assert actions("message à tous : salut", language) == [WritePress(None, "salut")]
    assert actions("si an >= 3 et d >= 2: revenu", language) == actions("if year >= 3 and s >= 2: income")
    assert actions("if die >= 3: income", language) == actions("if dice >= 3: income")
    assert actions("gare B insel lac a 5", language) == [build("B insel", "lake", 5)]
    assert actions("extend 2 d; discard d; end", language) == [Extend(Pace(2, "d")), end_turn("s")]
    assert actions("behalte zwei g\nfin", language) == [EndKeeping(0, Dice(2))]


@each(
    "typed",
    [
        "Awww?",
        "awww?",
        "A w w w?",
        "A www?",
        "A: w, w, w ?",
        "lay A w w w?",
        "Lay track at A: www?",
        "A ← ← ←?",
        "A w-w-w?",
    ],
)
def test_a_run_may_be_spaced_in_any_way(typed: str) -> None:
    assert actions(typed) == [lay("A w w w?")]


def test_runs_take_tiles_dues_and_the_breaking_of_the_bank_in_any_order() -> None:
    meant = [lay("B e +lake/e e e?", pay="2h 1?", break_bank=True)]
    assert actions("B e onto lake/e e e? pay 2h 1? break the bank") == meant
    assert actions("B break the bank pay 1? 2h e onto a Lake/East ee?") == meant


@each(
    ("name", "meant"),
    [
        ("grass", "grassland"),
        ("grassland/e", "grassland"),
        ("lake", "lake"),
        ("lake/n", "lake"),
        ("Lake/S", "lake/s"),
        ("see/w", "lake/w"),
        ("lac", "lake"),
        ("a tile lake/w", "lake/w"),
        ("new", "mountain3"),
        ("ne", "mountain2"),
        ("en", "mountain2"),
        ("mountain NW", "mountain2/w"),
        ("wn", "mountain2/w"),
        ("mountain2/s", "mountain2/s"),
        ("nes", "mountain3/e"),
        ("sen", "mountain3/e"),
        ("wen", "mountain3"),
        ("mountain3/n", "mountain3"),
    ],
)
def test_tiles_are_named_as_they_lie(name: str, meant: str) -> None:
    assert actions(f"A w onto {name} w?") == [lay(f"A w +{meant} w?")]


@each(
    ("typed", "hidden", "wild"),
    [
        ("roll 4?", 0, 4),
        ("roll 4 ?", 0, 4),
        ("roll 3h 2?", 3, 2),
        ("roll 2? 3h", 3, 2),
        ("roll 3h2?", 3, 2),
        ("roll 3", 3, 0),
        ("roll 2 hidden and 1 ?", 2, 1),
        ("roll 2 hidden dice, 1 wild", 2, 1),
        ("Roll my 5 dice.", 5, 0),
    ],
)
def test_dice_are_counted_in_any_words(typed: str, hidden: int, wild: int) -> None:
    assert actions(typed) == [roll(hidden, wild)]


@each(
    ("typed", "paid"),
    [
        ("2h 1?", "2h 1?"),
        ("3", "3h"),
        ("?", "1?"),
        ("? ?", "2?"),
        ("h ?", "1h 1?"),
        ("1? 2h", "2h 1?"),
        ("2 + 1?", "2h 1?"),
    ],
)
def test_payments_are_counted_in_any_words(typed: str, paid: str) -> None:
    assert actions(f"A w pay {typed}") == [lay("A w", pay=paid)]
    assert actions(f"station A weiden pay {typed}") == [build("A weiden", pay=paid)]


def test_shares_are_bought_in_any_number_and_of_several_companies() -> None:
    assert actions("buy 2 eisberg from bank") == [buy("eisberg", "bank")] * 2
    assert actions("buy 2 eisberg, weiden & Insel Hopper") == [buy("eisberg")] * 2 + [buy("weiden"), buy("insel")]
    assert actions("buy a share of Berg & Tal-Bahn from the director with a ?") == [
        buy("bergtal", "director", wild=True)
    ]
    assert actions("buy weiden from bank, insel from director") == [buy("weiden", "bank"), buy("insel", "director")]
    assert actions("buy from director insel") == [buy("insel", "director")]
    assert actions("buy weiden with a share") == [buy("weiden")]


@each("typed", ["b", "BERG", "bergtal", "Berg & Tal", "berg-tal-bahn", "tal", "Bahn"])
def test_companies_go_by_any_beginning_of_their_names(typed: str) -> None:
    assert actions(f"buy {typed}") == [buy("bergtal")]


def test_a_station_takes_its_arguments_in_any_order() -> None:
    meant = [build("B insel", "lake", 5, pay="3h 2?")]
    assert actions("station B insel lake at 5 pay 3h 2?") == meant
    assert actions("build a station: insel hopper at B for 5, lake, pay 3h 2?") == meant
    assert actions("station pay 3h 2? at 5 lake insel at end B") == meant


def test_berg_is_a_company_or_the_ground_as_the_order_needs_it() -> None:
    assert actions("bahnhof A berg", "de") == [build("A bergtal")]
    assert actions("bahnhof A eisberg berg", "de") == [build("A eisberg", "mountain")]
    assert actions("bahnhof A berg berg", "de") == [build("A bergtal", "mountain")]
    assert actions("bahnhof A Berg & Tal berg", "de") == [build("A bergtal", "mountain")]


def test_the_bank_is_broken_by_these_words_only() -> None:
    assert actions("income break the bank") == [income(break_bank=True)]
    assert actions("roll 4?, break the bank!") == [roll(0, 4, break_bank=True)]
    assert actions("roll all break the bank") == [RollAll(0, break_bank=True)]
    assert actions("Einkommen, sprenge die Bank", "de") == [income(break_bank=True)]
    for typed in ("income break bank", "income brake the bank", "income break", "buy weiden break the bank"):
        assert letter(typed).faults


def test_what_goes_back_may_stand_before_behind_or_below_the_end() -> None:
    for mail in (
        "discard c s\nend",
        "end discard s c",
        "end, discard c, s",
        "end\ndiscard 1 curve and 1 straight\nBye",
    ):
        assert actions(mail) == [end_turn("sc")]
    assert actions("discard 2 c\ndiscard s $ ?\nend") == [end_turn("scc$?")]
    assert actions("discard cc a\nend") == [end_turn("cc$")]
    assert actions("end keep all") == actions("end discard nothing") == [end_turn()]
    assert actions("end discard all") == actions("keep none; end") == [EndKeeping(0, Dice())]
    for mail in ("keep s s ?\nend", "end keep ss?", "end, keep s s ?", "end\n\nkeep 2 s, 1 ?"):
        assert actions(mail) == [EndKeeping(0, Dice(2, 0, 0, 1))]


def test_what_is_kept_and_rolled_shows_when_its_turn_comes() -> None:
    view = start()
    assert bind(RollAll(0), view) == Roll(0, 0, 4)
    assert bind(RollAll(0, wild=False), view) == Roll(0, 0, 0)
    assert bind(EndKeeping(0, Dice(wild=1)), view) == EndTurn(0, Dice(wild=3))
    short = bind(EndKeeping(0, Dice(curve=1, wild=1)), view)
    assert isinstance(short, Fault)
    assert (short.code, dict(short.facts)) == ("keep_missing", {"kept": "c ?", "front": "? ? ? ?"})


def test_roll_all_may_mean_one_kind_of_dice() -> None:
    assert actions("roll all") == actions("roll all hidden ?") == [RollAll(0)]
    assert actions("roll all ?") == [RollAll(0, hidden=False)]
    assert actions("roll all my hidden dice") == [RollAll(0, wild=False)]


def test_commands_and_comments() -> None:
    assert actions("undo # the last one\n# A w w\nrestart\nstatus, please\nconfirm") == [
        ServerCommand("undo"),
        ServerCommand("restart"),
        Status(),
        ServerCommand("confirm"),
    ]
    assert kinds("# A w\nincome # yes\n\n> roll 4?") == ["comment", "orders", "blank", "quote"]


def test_help_takes_any_topic_and_never_runs_it() -> None:
    assert actions("help end") == actions("Help! I am lost.") == [Help()]


def test_check_may_stand_before_the_orders_on_their_line() -> None:
    assert actions("check roll 4?") == actions("Check: roll 4?") == [ServerCommand("check"), roll(0, 4)]


def test_lines_keep_their_numbers_and_orders() -> None:
    script = letter("Hi\n\nincome; roll 3h\nend")
    assert [(line.number, line.text, len(line.orders)) for line in script.lines] == [
        (1, "Hi", 0),
        (2, "", 0),
        (3, "income; roll 3h", 2),
        (4, "end", 1),
    ]
    assert script.has_orders


def test_a_letter_without_orders_is_told_apart() -> None:
    for text in ("", "\n\n", "Hello all!\nI am away until Monday.", "# income", "> income\n> roll 4?"):
        assert not letter(text).has_orders
    assert letter("help").has_orders
    assert letter("incom").has_orders


def test_a_position_behind_its_sign_is_no_comment() -> None:
    """`agree #118` agreed to whatever request was newest, as mails show positions with that sign."""
    assert orders("agree #118") == orders("agree 118 # as I said") == [Agree(118)]
    assert orders("agree #sure") == orders("agree # 118") == [Agree()]
