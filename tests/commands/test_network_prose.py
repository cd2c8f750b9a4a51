"""Letters of Railroad Dice 2 as people write them: orders in sentences, between greetings and prose."""

from each_kit import each
from network_orders_kit import bound, letter
from rules.network_playing import expand, lay

from commands.test_prose import PROSE
from pbem.games.railroad_dice_2.orders.arguments import WORDS
from pbem.games.railroad_dice_2.orders.wishes import BuildTowards, CarryAll, ConnectTo
from rules_core.games.railroad_dice_2.actions import (
    BuyLocomotive,
    CallPassengers,
    CarryPassengers,
    FinishTurn,
    RollDice,
)


def test_a_letter_as_a_german_writes_it() -> None:
    mail = (
        "Hallo zusammen, auf nach Hamburg!\n\nWürfle 2 einfache und 1 komplexen Würfel\nLege E4 NO\n"
        "lege eine Gerade auf e5, Nord-Süd\nLege auf f4 von Süd nach Ost mit Joker\nErweitere e5 um SW\n"
        "Kaufe eine Lok\nKaufe Lok 2\nFahre mit der Lok 4 nach Grau 3\nBefördere 3 von Claras Bahnhof\n"
        "Neue Fahrgäste auf Plättchen 3\nEnde\nViele Grüße\nHilde"
    )
    assert bound(mail, "de") == [
        RollDice(0, 2, 1),
        lay("e4", "ne"),
        lay("e5", "ns"),
        lay("f4", "se", wild=True),
        expand("e5", "sw"),
        BuyLocomotive(0),
        BuyLocomotive(0),
        CarryPassengers(0, 4, 5),
        CarryPassengers(0, 3, 2),
        CallPassengers(0, 3),
        FinishTurn(0),
    ]


def test_a_letter_of_wishes_as_a_german_writes_it() -> None:
    mail = (
        "Verbinde mit Grau 3, sonst Rot oder egal\nVerbinde grün mit grau 2\nVerbinde meinen Bahnhof mit Ben\n"
        "Baue in Richtung grau 3\nBefördere alle Fahrgäste\nfahre alle"
    )
    connected, other, named, towards, *carried = letter(mail, "de").orders
    assert isinstance(connected, ConnectTo)
    assert [one.key for one in connected.stations] == ["grey 3", "red"]
    assert connected.anywhere
    assert isinstance(other, ConnectTo)
    assert [one.key for one in other.stations] == ["grey 2"]
    assert isinstance(named, ConnectTo)
    assert [one.key for one in named.stations] == ["blue"]
    assert isinstance(towards, BuildTowards)
    assert carried == [CarryAll(0), CarryAll(0)]


def test_a_letter_as_a_french_person_writes_it() -> None:
    mail = (
        "Bonjour à tous, en voiture !\n\nlancer 2 simples et 1 complexe\nPose e4 no\n"
        "pose une droite en e5, nord-sud\nÉtends e5 +se avec un joker\nachète une locomotive\n"
        "transporte 4 vers gris 3\nnouveaux voyageurs sur la tuile 3\nFin\nMerci"
    )
    assert bound(mail, "fr") == [
        RollDice(0, 2, 1),
        lay("e4", "nw"),
        lay("e5", "ns"),
        expand("e5", "se", wild=True),
        BuyLocomotive(0),
        CarryPassengers(0, 4, 5),
        CallPassengers(0, 3),
        FinishTurn(0),
    ]


@each(
    ("language", "text", "plain"),
    [
        ("de", "Ich würfle 4; ich kaufe; ich verbinde mit grau 3", "roll 4; buy; connect to grey 3"),
        ("de", "ich baue nach grau 3; ich fahre alle", "build towards grey 3; carry all"),
        ("fr", "je lance 4; j'achète; je relie à gris 3", "roll 4; buy; connect to grey 3"),
        ("en", "I roll 2+1; I lay e4 ns; I expand e4 +sw; I end my turn", "roll 2+1; lay e4 ns; expand e4 +sw; end"),
        ("de", "ich beende meinen Zug", "end"),
        ("fr", "je termine mon tour", "end"),
        ("de", "kaufe, wenn möglich", "buy if possible"),
        ("fr", "achète 3 si possible", "buy 3 if possible"),
        ("en", "please buy a locomotive if possible", "buy if possible"),
    ],
)
def test_orders_may_say_who_gives_them(language: str, text: str, plain: str) -> None:
    assert letter(text, language).orders == letter(plain).orders


GREETINGS = [(code, line) for code, lines in PROSE.items() for line in lines if not line.startswith("Transport von")]
"""Those of any game, but for one that begins with a verb of this one and goes on like it."""


@each(("language", "line"), GREETINGS)
def test_greetings_before_the_first_order_are_prose(language: str, line: str) -> None:
    first = WORDS.fill("{roll} 4", language)
    assert [one.kind for one in letter(f"{line}\n{first}", language).lines] == ["prose", "orders"]


@each(
    ("language", "line"),
    [
        ("en", "Pass on my greetings to Ben"),
        ("en", "Put the kettle on, this takes long"),
        ("en", "Take care of yourselves, everyone"),
        ("en", "Place your bets, gentlemen"),
        ("en", "Passengers everywhere in my town today"),
        ("en", "Gate b4, see you there"),
        ("en", "B2 or not b2, that is the question"),
        ("de", "Neue Fahrgäste hätte ich auch gern"),
        ("de", "Setze mich morgen hin und spiele"),
        ("de", "Fahre morgen in den Urlaub"),
        ("de", "Lege mich jetzt schlafen"),
        ("fr", "Prends ton temps, Ben"),
        ("fr", "Passe le bonjour à Anna"),
    ],
)
def test_sentences_that_begin_with_a_verb_are_prose(language: str, line: str) -> None:
    first = WORDS.fill("{roll} 4", language)
    assert [one.kind for one in letter(f"{line}\n{first}", language).lines] == ["prose", "orders"]
