"""Letters of Germany: transport symbols, stations side by side and abroad, colours, and what the game has not."""

from dataclasses import replace
from functools import partial

import pytest
from each_kit import each
from orders_kit import (
    BOXES,
    FIRST_RAILS,
    GERMANY,
    KINDS,
    RULES,
    TABLES,
    actions,
    kinds,
    letter,
    only_fault,
    orders,
    start,
)
from rules.orders import build, end_turn, income, lay, roll, scripted, transport
from rules.playing import front

from pbem.commands.languages import LANGUAGES
from pbem.commands.orders import (
    ActionOrder,
    Fault,
    ServerCommand,
    bind,
    explain,
    nearest,
    read,
    write,
)
from pbem.games.line.orders.dice import EndKeeping, RollAll
from pbem.games.line.orders.names import COLOURS, face_words
from pbem.i18n import PSEUDO, catalogue
from rules_core.games.first_rails import game as first_rails
from rules_core.games.germany import game as germany
from rules_core.grid import E, S, Side, W
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import no_draw
from rules_core.kernel.rulebook import Violations
from rules_core.line.actions import Action, BuildStation, Dice
from rules_core.line.table import State

ENGLISH = catalogue("en")
read_actions = partial(actions, game=GERMANY)
german_fault = partial(only_fault, game=GERMANY)


def beside(text: str, side: Side, pay: str | None = None) -> BuildStation:
    """A station that the line leaves another one for."""
    return replace(build(text, pay=pay), leave=side)


FIVE_MAILS: list[tuple[str, str, list[Action | ServerCommand | RollAll]]] = [
    (
        "en",
        "roll 4?\ntransport blue\nB w\nstation B blue\nstation B leave w yellow\nend",
        [roll(0, 4), transport("ueberall"), lay("B w"), build("B ueberall"), beside("B insel", W), end_turn()],
    ),
    (
        "en",
        "income\nroll 3h\ntransport 2 red\ntransport weiden with ?\nA n n e\nstation A weiden pay 2h 1?\n"
        "discard c\nend",
        [
            income(),
            roll(3),
            transport("bergtal"),
            transport("bergtal"),
            transport("weiden", wild=True),
            lay("A n n e"),
            build("A weiden", pay="2h 1?"),
            end_turn("c"),
        ],
    ),
    (
        "de",
        "einkommen\nwürfle 3h 2?\nbefördere 2 rot\nB verlasse o, o s zahle 1?\n"
        "bahnhof A verlasse w insel zahle 3h\nende",
        [
            income(),
            roll(3, 2),
            transport("bergtal"),
            transport("bergtal"),
            lay("B e s", leave="e", pay="1?"),
            beside("A insel", W, "3h"),
            end_turn(),
        ],
    ),
    (
        "fr",
        "revenu\nlancer tout\ntransporter vert avec ?\nA quitte o, o n?\ngare B bleu\nfin",
        [
            income(),
            RollAll(0),
            transport("eisberg", wild=True),
            lay("A w n?", leave="w"),
            build("B ueberall"),
            end_turn(),
        ],
    ),
    ("en", "check\nB e s s s e e", [ServerCommand("check"), lay("B e s s s e e")]),
]


@each(("language", "mail", "meant"), FIVE_MAILS)
def test_the_five_mails_are_read_as_they_are_meant(
    language: str, mail: str, meant: list[Action | ServerCommand | RollAll]
) -> None:
    assert read_actions(mail, language) == meant


@each(("language", "mail", "meant"), FIVE_MAILS)
def test_the_five_mails_mean_the_same_on_one_line(
    language: str, mail: str, meant: list[Action | ServerCommand | RollAll]
) -> None:
    for sign in ("; ", " / ", " · ", ". ", ", ", ";"):
        assert read_actions(mail.replace("\n", sign), language) == meant


def test_the_first_mail_plays_the_first_turn_of_a_game() -> None:
    rules, state = RULES[GERMANY], start(GERMANY).state
    draw = scripted("c$??????")
    for order in orders(FIVE_MAILS[0][1], game=GERMANY):
        assert isinstance(order, ActionOrder)
        action = bind(order, rules.view(state, 0))
        assert not isinstance(action, Fault)
        outcome = rules.decide(state, action, draw)
        assert not isinstance(outcome, Violations), outcome
        state = fold(rules, outcome, state)
    assert state.table.turn.seat == 1
    assert front(state, 0) == "??"
    assert [state.table.built(company) for company in ("ueberall", "insel")] == [1, 1]
    assert sum(state.table.players[0].carried) == 1


def test_a_german_letter() -> None:
    mail = (
        "Hallo zusammen, auf nach Köln!\n\nEinkommen\nWürfle 3h und 2?\nBefördere 2 Fahrgäste für Überall, Insel\n"
        "Transportiere einen Fahrgast für Weiden mit ?\nBaue einen Bahnhof A: rot, verlasse nach Westen, zahle 3h 2?\n"
        "lege A w\nBahnhof B lila\nBehalte g k ?\nEnde\nViele Grüße\nHilde"
    )
    assert read_actions(mail, "de") == [
        income(),
        roll(3, 2),
        transport("ueberall"),
        transport("ueberall"),
        transport("insel"),
        transport("weiden", wild=True),
        beside("A bergtal", W, "3h 2?"),
        lay("A w"),
        build("B weiden"),
        EndKeeping(0, Dice(1, 1, 0, 1)),
    ]
    assert kinds(mail, "de", GERMANY)[0] == kinds(mail, "de", GERMANY)[-1] == "prose"


def test_a_french_letter() -> None:
    mail = (
        "Bonjour à tous, en route vers la mer !\nRevenu\nlancer 3h et 2?\n"
        "transporter un voyageur pour l'Insel avec un joker\ntransporte 2 passagers de Weiden\n"
        "B quitte e, e e payer 1?\nÀ n n\nConstruire une gare A quitte vers l'est, rouge, paie 3h\nDéfausser d c\nFin\n"
        "A bientôt !"
    )
    assert read_actions(mail, "fr") == [
        income(),
        roll(3, 2),
        transport("insel", wild=True),
        transport("weiden"),
        transport("weiden"),
        lay("B e e", leave="e", pay="1?"),
        lay("A n n"),
        beside("A bergtal", E, "3h"),
        end_turn("sc"),
    ]


@each(
    ("typed", "meant"),
    [
        ("transport weiden", [transport("weiden")]),
        ("Transport: Weiden Express!", [transport("weiden")]),
        ("carry one passenger for Weiden", [transport("weiden")]),
        ("use a transport symbol for weiden", [transport("weiden")]),
        ("use symbols for weiden", [transport("weiden")]),
        ("use transport symbols: 2 red, 1 blue", [transport("bergtal"), transport("bergtal"), transport("ueberall")]),
        ("transport weiden with a symbol", [transport("weiden")]),
        ("transport weiden with t", [transport("weiden")]),
        ("transport with ? w", [transport("weiden", wild=True)]),
        ("transport red with ?, blue with t", [transport("bergtal", wild=True), transport("ueberall")]),
        ("Transport 2 B and I", [transport("bergtal"), transport("bergtal"), transport("insel")]),
    ],
)
def test_symbols_are_used_in_any_words(typed: str, meant: list[Action]) -> None:
    assert read_actions(typed) == meant


def test_a_station_takes_the_side_it_is_left_by_anywhere() -> None:
    meant = [beside("A weiden", S, "3h")]
    for typed in (
        "station A leave s weiden pay 3h",
        "station A weiden leave south pay 3h",
        "station: Weiden at A, leaving by the south side, pay 3h",
        "station pay 3h weiden leave S A",
    ):
        assert read_actions(typed) == meant


@pytest.mark.parametrize("game", KINDS)
def test_companies_go_by_their_colours_and_letters(game: str) -> None:
    for card in BOXES[game].companies:
        assert card.colour in COLOURS
        for typed in (card.colour, card.name[0], card.id, card.name, card.colour.upper()):
            assert actions(f"station A {typed}", game=game) == [build(f"A {card.id}")]
    for words in ("red blue green yellow purple", "rot blau grün gelb lila", "rouge bleu vert jaune violet"):
        for language in LANGUAGES:
            assert [action for word in words.split() for action in actions(f"station A {word}", language, game)] == [
                build(f"A {company}") for company in ("bergtal", "ueberall", "eisberg", "insel", "weiden")
            ]


def test_a_second_letter_is_a_company_only_where_none_is_named() -> None:
    assert read_actions("station B b") == [build("B bergtal")]
    assert german_fault("station A B weiden").word == "B"
    assert german_fault("station B A").word == "A"
    assert german_fault("station A B B").word == "B"


def test_two_companies_of_a_colour_are_told_apart_by_their_names() -> None:
    view = start(FIRST_RAILS)
    text = view.table.box.text.replace('"colour":"purple"', '"colour":"red"')
    twins = replace(view, table=replace(view.table, box=replace(view.table.box, text=text)))
    (fault,) = read(["buy red"], twins, "en").faults
    assert (fault.code, set(fault.did_you_mean)) == ("ambiguous_company", {"bergtal", "weiden"})


def test_each_game_has_its_own_sign_for_the_third_face() -> None:
    assert actions("discard c t\nend", game=GERMANY) == actions("discard c $\nend", game=GERMANY) == [end_turn("c$")]
    assert actions("discard c transport\nend") == actions("discard c $\nend") == [end_turn("c$")]
    assert read_actions("discard cct\nend") == [end_turn("cc$")]
    assert letter("discard c a\nend", game=GERMANY).faults
    assert letter("discard c t\nend", game=FIRST_RAILS).faults
    kept = bind(EndKeeping(0, Dice(share=1)), start(GERMANY))
    assert isinstance(kept, Fault)
    assert explain(kept, ENGLISH).startswith("You can't keep t: in front of you lie ? ? ? ?.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_preposition_is_made_of_faces(language: str) -> None:
    for game in KINDS:
        assert {"a", "t"} - set(face_words(language, game))


@each(
    ("typed", "code", "word"),
    [
        ("transport", "missing_company", ""),
        ("transport 2", "missing_company", ""),
        ("transport wieden", "unknown_company", "wieden"),
        ("transport weiden with money", "missing_symbol", "money"),
        ("transport weiden ?", "bare_wild", "?"),
        ("transport 0 weiden", "number_range", "0"),
        ("transport weiden, insel with ?", "which_company", "with"),
        ("transport weiden with ? with t", "said_twice", "with"),
        ("A n onto 10 n", "no_tiles", "onto"),
        ("A n onto lake/e n", "no_tiles", "onto"),
        ("station A leave weiden", "missing_side", "weiden"),
        ("station A leave", "missing_side", ""),
        ("station A leave nw weiden", "missing_side", "nw"),
        ("station A leave w leave e weiden", "said_twice", "leave"),
        ("station A Köln", "unknown_company", "Köln"),
        ("station A weiden at Köln", "unexpected", "Köln"),
        ("station A weiden at", "unexpected", "at"),
    ],
)
def test_a_fault_names_the_word_and_its_place(typed: str, code: str, word: str) -> None:
    fault = german_fault(typed)
    assert (fault.code, fault.word, fault.kind) == (code, word, GERMANY)
    for line in explain(fault, catalogue(PSEUDO)).splitlines():
        assert line.startswith("⟦")
        assert line.endswith("⟧")


def test_explanations_speak_of_the_game_that_is_played() -> None:
    assert explain(german_fault("B e onto lake e"), ENGLISH) == (
        "Line 1: B e onto lake e\n"
        'No tiles are laid in this game; the line simply crosses borders. Leave "onto" out.\n'
        "Write: A|B [leave <side>,] <sides> [pay <dice>]\n"
        "For example: A n n"
    )
    assert explain(german_fault("transport insl"), ENGLISH) == (
        "Line 1: transport insl\n"
        'There is no company called "insl". Did you mean "insel"?\n'
        "Write: transport [<number>] <company> [with ?]\n"
        "For example: transport weiden"
    )
    assert "t transport symbol" in explain(german_fault("end keep"), ENGLISH)
    assert "$ share" in explain(only_fault("end keep"), ENGLISH)


def test_what_the_game_has_not_is_neither_explained_nor_suggested() -> None:
    assert only_fault("bui weiden").did_you_mean == ("buy",)
    assert "buy" not in german_fault("bui weiden").did_you_mean
    assert german_fault("trasnport weiden").did_you_mean == ("transport",)
    assert only_fault("trasnport weiden").did_you_mean == ()
    assert explain(german_fault("buy insl"), ENGLISH) == (
        'Line 1: buy insl\nThere is no company called "insl". Did you mean "insel"?'
    )
    assert german_fault("A n onot n").did_you_mean == ()


@each(
    ("typed", "rule", "code", "near"),
    [
        ("buy weiden", "GE-10", "no_shares", None),
        ("station B blue lake", "GE-31", "no_kinds", "station B ueberall pay 5?"),
        ("station B blue at 3", "GE-31", "price_is_printed", "station B ueberall pay 5?"),
        ("station B red", "GE-31", "other_company", "station B ueberall pay 5?"),
        ("station B leave w blue", "FR-30", "no_station_to_leave", "station B ueberall pay 5?"),
        ("transport lila with ?", "GE-12", "no_wild_die", "transport weiden"),
        ("A leave w, w w", "FR-30", "no_station_to_leave", "A w"),
        ("end discard t", "GE-12", "symbols_left", "transport eisberg"),
    ],
)
def test_what_the_rules_refuse_is_read_and_the_nearest_legal_order_named(
    typed: str, rule: str, code: str, near: str | None
) -> None:
    state = after_a_roll("cc$?????" if "lila" not in typed else "cc$sssss")
    (order,) = orders(typed, game=GERMANY)
    assert isinstance(order, ActionOrder)
    refusal = germany.decide(state, order.action, no_draw)
    assert isinstance(refusal, Violations)
    assert (refusal.violations[0].rule, refusal.violations[0].code) == (rule, code)
    found = nearest(order.action, germany.legal(germany.view(state, 0)), TABLES[GERMANY])
    assert (None if found is None else write(found, TABLES[GERMANY])) == near


def after_a_roll(faces: str) -> State:
    """The first turn of a game, all "?" rolled and one curve laid, to point at the blue square of Frankfurt."""
    state = start(GERMANY).state
    for order in (roll(0, 4), lay("B w")):
        outcome = germany.decide(state, order, scripted(faces))
        assert not isinstance(outcome, Violations), outcome
        state = fold(germany, outcome, state)
    return state


def test_the_first_rails_refuse_transport_with_their_rule() -> None:
    (order,) = orders("transport weiden")
    assert isinstance(order, ActionOrder)
    refusal = first_rails.decide(start().state, order.action, no_draw)
    assert isinstance(refusal, Violations)
    assert (refusal.violations[0].rule, refusal.violations[0].code) == ("FR-10", "no_transport")
