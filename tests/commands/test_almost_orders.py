"""Lines that are almost orders stop a letter; sentences with the same words do not; verbs may stand last."""

import pytest
from each_kit import each
from network_orders_kit import letter as network_letter
from orders_kit import FIRST_RAILS, GERMANY, NETWORK, actions, letter
from rules.orders import build, buy, end_turn, income, lay, roll

from commands.test_prose import PROSE
from pbem.commands.inflection import forms_of, infinitives
from pbem.commands.languages import LANGUAGES
from pbem.commands.orders import Script
from pbem.commands.orders.notation import notation_of
from pbem.games.line.orders.dice import RollAll

LINE = (FIRST_RAILS, GERMANY)

ALMOST = {
    FIRST_RAILS: """
        buying weiden|I would like to buy weiden|I'd buy 2 weiden if I may|I will roll 4 and hope|rolling 3h
        could you please buy Weiden for me?|Rolling all|building a station for weiden|I am keeping 2
        let's roll four!|I'd like to roll all|now I am buying Insel Hopper|let me roll 3 hidden dice
        Dear server, please could you buy eisberg|this turn: buying weiden|purchasing weiden
        Don't buy weiden|I am going to purchase an Eisberg share|I want to throw 3 dice
        Weiden werde ich kaufen|Ich möchte gerne Weiden kaufen|Ich würde gern 4 würfeln|Ich nehme Weiden und kauf Insel
        würfel 4|wuerfel 4?|würfele drei|wurfel 3h|alles würfeln wir|würfel bitte alle|ich würfel 3|kauf mir Weiden
        Heute kaufen wir Weiden|Bahnhof in Weiden bauen|einen Bahnhof für Weiden bauen|Weiden nicht kaufen
        Ich will jetzt 3 verdeckte würfeln|dann werfe ich alle|Könntest du bitte Insel kaufen|Ich behalte 2
        Kaufen möchte ich Weiden|2 Aktien von Weiden heute kaufen|Weiden kauf ich|wirf mal 3
        je voudrais acheter Weiden|achetez une action de Weiden|achetons weiden|je lance 4|lançons tous les dés
        on achète Weiden|en achetant Weiden|lancez trois dés|je veux lancer 3|gardez deux|je vais acheter eisberg
        4 wuerfln|alle wuerfln|Weiden bitte kaufn|weiden achter|2 Weiden|weiden please|eine Aktie von Weiden bitte
        two shares of weiden|une action Weiden svp
        j'aimerais acheter une action d'Insel Hopper|einkomen|revenuu|acheterr weiden|lancerr 3|kaufenn weiden
    """,
    NETWORK: """
        4 wuerfln|nous lançons 4
        würfel 4|I am rolling 4|rolling 2 and 1|I'd love to lay e4 ns|laying e4 ns|Ich möchte e4 legen|alle würfeln
        Ich würde gern mit grau 3 verbinden|connecting to grey 3|verbindet mit grau 3|buying 3|I want to buy a 3
        lass uns 4 würfeln|je veux lancer 4|lancez quatre|Heute würfel ich 4|carrying all
        nous lançons 4|Lok 3 kaufen wir|posons e4 ns|e4 ns will ich legen|fahr alle nach Hause|alle fahren wir
    """,
}
"""Lines that hold a number, a company, a square or "all", mostly with a verb, and are no orders as they stand."""

HARMLESS = {
    FIRST_RAILS: """
        Nice station, Ben!|Nice stations all around|Hi all, I'll roll over in bed for 4 days|See you at 5|I rolled badly
        I was in Weiden last week|Weiden is lovely in spring|Greetings from Weiden|I have 4 kids and 2 dogs
        My number is 555 1234|12 High Street|What a roll!|Thanks for the ride, Anna|Sorry, I was away for 3 days
        I carry 2 kids to school every day|We are building a house|I bought 3 books
        Take 2 aspirins and keep smiling|Buying a car took me 3 weeks|I lay 2 weeks in bed|Happy birthday, 40 is young
        Let the good times roll|My income is low these days|Are you keeping well?|Station master Ben strikes again
        I will be back on the 12th|Round 3 already!|We should meet at the station at 8|Rolling stones gather no moss
        All my best wishes|This is my 2nd letter today|How many turns are left?|That cost me 5 dice last year
        On Sunday at 5 we roll pizza dough|Income tax is due on the 31st|Lance and Stan say hello
        Ich war letzte Woche in Weiden|Ich war in Weiden einkaufen|Um 5 wollen wir kochen|Bin 4 Tage weg
        Schöner Bahnhof, Ben!|Gruß aus Weiden|Bis Dienstag um 8|Meine Nummer: 0171 5551234|Hauptstraße 4, 10115 Berlin
        Wir bauen gerade ein Haus mit 3 Zimmern|Alle Achtung!|Alle sind gesund|Ich musste 3 Kinder abholen
        Das war ein Wurf!|Der Würfel ist gefallen|Ich kaufe morgen ein|Heute um 5 kaufen wir Kuchen
        Gleich 3 Bahnhöfe, Respekt|Legen wir los!|Wir werfen heute den Grill an|Behaltet gute Laune!
        Ich nehme 2 Tage frei|Haltet durch, noch 3 Wochen|Das Jahr 5 war gut|Zug um Zug ist auch nett
        Jolie gare, Ben !|J'étais à Weiden la semaine dernière|Je garde 2 enfants|Rendez-vous à 5 heures
        Bonne année à tous|On lance une pétition|Nous construisons une maison|Je pars 3 jours|12, rue de la Gare
        J'ai acheté 3 livres|Tous mes voeux|Belle partie, merci à tous|Gardez le moral !|Prenez soin de vous
        Weiden|Weiden, 27.11.2026|Part one|Two weeks to go|3 to 1|12 November|To all|On est 4|Two shares each
        I own 2 shares of Weiden|Weiden gehört mir|Zwei Aktien pro Person
        Le train de 5 h était en retard|Je suis en vacances jusqu'au 12
    """,
    NETWORK: """
        3 to 1|On est 4|Part one|To all|Six pieces?
        Nice station, Ben!|I'll roll over in bed for 4 days|See you at 5|Gate b4, see you there|I took 2 days off
        We connect at 5 on Zoom|Ich fahre morgen 3 Stunden Zug|Fahrt vorsichtig!
        Wir fahren am 12. in Urlaub|Fahrt ihr am 3. auch mit?|Das passt mir gut|Wir legen 2 Tage Pause ein
        Ich war letzte Woche in Weiden|Um 5 wollen wir kochen|Bin 4 Tage weg|Je pars 3 jours|Prends soin de toi
        Take care!|Je prends 2 jours de congé|Je passe 3 jours à Paris|On roule vers le sud|Alle Achtung!
    """,
}
"""Sentences between people, with numbers, places and words of orders."""


def lines_of(corpus: dict[str, str], game: str) -> list[str]:
    """The lines for a game."""
    return [line.strip() for row in corpus[game].strip().split("\n") for line in row.split("|")]


def read_in(game: str, text: str, language: str) -> Script:
    """A letter as read in a game."""
    return network_letter(text, language) if game == NETWORK else letter(text, language, game)


def test_the_corpora_are_large_enough() -> None:
    assert sum(len(lines_of(ALMOST, game)) for game in ALMOST) >= 80
    assert sum(len(lines_of(HARMLESS, game)) for game in HARMLESS) >= 90


@each("game", ALMOST)
@each("language", LANGUAGES)
def test_what_is_almost_an_order_stops_the_letter(game: str, language: str) -> None:
    for line in lines_of(ALMOST, game):
        for text in (f"{line}\nend", f"Hi all,\n{line}\nZug beenden", f"income\n{line}\nfin"):
            script = read_in(game, text, language)
            assert script.faults, f"{text!r}: {[one.kind for one in script.lines]}"


@each("game", HARMLESS)
@each("language", LANGUAGES)
def test_sentences_with_the_same_words_stop_nothing(game: str, language: str) -> None:
    others = [line for lines in PROSE.values() for line in lines if not line.startswith("Transport von")]
    for line in (*lines_of(HARMLESS, game), *others):
        kinds = [one.kind for one in read_in(game, f"{line}\nend", language).lines]
        assert kinds == ["prose", "orders"], line


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_verb_may_stand_last_where_nothing_else_stands_beside_it(language: str) -> None:
    for line, meant in (
        ("Weiden kaufen", [buy("weiden")]),
        ("2 Weiden von der Bank kaufen", [buy("weiden", "bank")] * 2),
        ("Weiden, Insel kaufen", [buy("weiden"), buy("insel")]),
        ("3 verdeckte würfeln", [roll(3)]),
        ("alle würfeln", [RollAll(0)]),
        ("lancer tous les dés", [RollAll(0)]),
        ("vier werfen", [roll(4)]),
        ("Einkommen nehmen, Weiden kaufen, den Zug beenden", [income(), buy("weiden"), end_turn()]),
        ("Einkommen nehmen und Weiden kaufen und Zug beenden", [income(), buy("weiden"), end_turn()]),
        ("Weiden kaufen; A w w bauen / meinen Zug beenden", [buy("weiden"), lay("A w w"), end_turn()]),
        ("Bahnhof A weiden bauen", [build("A weiden")]),
        ("prendre le revenu; weiden acheter", [income(), buy("weiden")]),
    ):
        assert actions(line, language) == meant, line
    assert actions("wenn s >= 2: Weiden kaufen", language) == actions("if s >= 2: buy weiden", language)
    orders = (
        ("e4 ns legen; mit grau 3 oder egal verbinden", "lay e4 ns; connect to grey 3 or any"),
        ("Lok kaufen, alle fahren, Zug beenden", "buy; carry all; end"),
        ("2 einfache und 1 komplexen Würfel werfen", "roll 2+1"),
        ("mit 4 nach grau 3 fahren", "carry 4 to grey 3"),
    )
    for line, plain in orders:
        assert read_in(NETWORK, line, language).orders == read_in(NETWORK, plain, "en").orders, line


def test_the_order_that_was_meant_is_shown_in_the_language_it_was_written_in() -> None:
    for line, meant in (
        ("würfel 4", "würfle 4"),
        ("I am buying weiden, please", "buy weiden"),
        ("Ich möchte gerne Weiden kaufen", "kaufe Weiden"),
        ("achetez une action de Weiden", "acheter une action de Weiden"),
    ):
        (fault,) = letter(f"{line}\nend").faults
        assert (fault.code, fault.did_you_mean) == ("almost_order", (meant,)), line
    (fault,) = letter("Don't buy weiden\nend").faults
    assert fault.did_you_mean == ()


def test_forms_are_made_by_the_endings_of_each_language() -> None:
    forms = forms_of(notation_of(FIRST_RAILS).verbs)
    for form, verb in (
        ("wuerfel", "roll"),
        ("wuerfele", "roll"),
        ("kauf", "buy"),
        ("buying", "buy"),
        ("achetons", "buy"),
    ):
        assert {one.verb.name for one in forms[form]} == {verb}
    assert {"kaufen", "wuerfeln", "acheter", "rendre"} <= infinitives(notation_of(FIRST_RAILS).verbs).keys()
    assert not {"buy", "kaufe", "income", "achete"} & infinitives(notation_of(FIRST_RAILS).verbs).keys()
