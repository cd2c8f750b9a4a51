import pytest
from each_kit import each
from orders_kit import KINDS, actions, kinds, letter, only_fault
from rules.orders import buy, end_turn, income, lay, roll

from pbem.adjudicator.commands.questions import Help

PROSE = {
    "en": [
        "Hi all, sorry for the delay!",
        "End of the month I am away",
        "Ending soon, I guess",
        "Roll on Sunday!",
        "Keep up the good work, everyone",
        "Station to station was a great record",
        "Check this out when you have time",
        "Status: away until Monday, back on Tuesday",
        "A good day to you all",
        "A few words before I move",
        "B is my favourite letter",
        "Been away for a week",
        "Buy the way, has anybody seen the new map?",
        "Bye all",
        "By the way, nice run",
        "Rolf",
        "Rolf, how are you?",
        "Guy,",
        "Udo,",
        "Ben, hi!",
        "See you at the station",
        "My turn to roll",
        "I will keep it short",
        "What a run! Six pieces?",
        "Year 3 already, and it is week 14.",
        "Nice.",
        "?!",
        "👍",
        "-----",
        ";",
        "Orders:",
        "Transport was slow today, sorry",
        "Carry on like this, everybody!",
        "Harry",
        "If you like, we can play faster.",
        "If only!",
        "If I am late, start without me: I do not mind",
        "If the year is as good as the last one, I am happy",
        "If 6 of us come on the 20th, we need chairs",
        "If Weiden wins I eat my hat",
        "Next turn I will do better",
        "Next turn: I hope to be faster!",
        "On my next turn, perhaps",
    ],
    "de": [
        "Hallo zusammen, ein schöner Zug!",
        "Ende gut, alles gut!",
        "Ende des Monats bin ich weg",
        "Würfeln wir mal los!",
        "Kaufen will ich heute wenig",
        "Zurück aus dem Urlaub, endlich",
        "Moin",
        "Servus Hilde, schöne Grüße",
        "Anbei mein Zug",
        "Wenn ihr wollt, spielen wir schneller",
        "Wenn das Jahr um ist, höre ich auf",
        "Wenn am Sonntag 3 Leute kommen, reicht es",
        "Falls jemand fragt: ich bin im Urlaub",
        "Falls ich zu spät bin, tut es mir leid",
        "Nächster Zug folgt morgen",
        "Im nächsten Zug wird alles besser!",
        "Transport von Möbeln ist anstrengend",
    ],
    "fr": [
        "Bonjour à tous, désolé du retard !",
        "A bientôt",
        "À tous,",
        "Fin de semaine chargée pour moi",
        "Salut les amis",
        "Gare aux loups ce soir",
        "Rien de neuf chez moi",
        "Si vous voulez, on peut jouer plus vite",
        "Si je suis en retard, commencez sans moi",
        "Si tu passes à Paris : un café ?",
        "S'il vous plaît, un peu de patience",
        "Prochain tour : je ferai mieux !",
    ],
}


every_game = pytest.mark.parametrize("game", KINDS)


@every_game
@pytest.mark.parametrize(("language", "line"), [(code, line) for code, lines in PROSE.items() for line in lines])
def test_greetings_before_the_first_order_are_prose(language: str, line: str, game: str) -> None:
    assert kinds(line + "\nincome", language, game) == ["prose", "orders"]


@each(("language", "line"), [(code, line) for code, lines in PROSE.items() for line in lines])
def test_the_same_words_after_the_end_or_in_a_signature_are_prose(language: str, line: str) -> None:
    assert kinds("end\n" + line, language) == ["orders", "prose"]
    assert kinds("income\n-- \n" + line, language) == ["orders", "prose", "prose"]


@pytest.mark.parametrize(
    "line",
    [
        "End of the month I am away",
        "Hi all, sorry for the delay!",
        "A good day to you all",
        "Keep up the good work, all",
    ],
)
def test_sentences_between_orders_are_faults(line: str) -> None:
    assert kinds(f"income\n{line}\nroll 3h") == ["orders", "fault", "orders"]


SLIPS = {
    "en": [
        "incom",
        "icnome",
        "rol 4?",
        "rll 3h",
        "bui weiden",
        "buyy 2 eisberg",
        "statoin A weiden",
        "statin B insel lake",
        "A w x",
        "A x w",
        "A wwx",
        "a w onot nw w",
        "C w w",
        "w w?",
        "throww 4?",
        "xyzzy 4?",
        "4?",
        "take 3h",
        "discrad c c",
        "kep s s ?",
        "end discrad c c",
        "end turnn",
        "restrat",
        "confrim",
        "buy me weiden",
        "buy weidne",
        "roll fuor",
        "roll all of 3",
        "Ben",
        "Anne, Ben",
        "Bee",
        "Aww",
        "trasnport weiden",
        "transprot 2 red",
        "cary weiden",
        "transport weidne",
        "income?",
        "roll?",
        "end?",
    ],
    "de": [
        "einkomen",
        "würfel 4?",
        "wuerfeln",
        "kauffe weiden",
        "bahnhoff A weiden",
        "end ablege c",
        "A w oo x",
        "beförder rot",
    ],
    "fr": ["reveni", "lancerr 4?", "achter weiden", "gar A weiden", "A w o z", "transportre rouge"],
}


@every_game
@pytest.mark.parametrize(("language", "line"), [(code, line) for code, lines in SLIPS.items() for line in lines])
def test_what_looks_like_an_order_gone_wrong_is_a_fault(language: str, line: str, game: str) -> None:
    assert kinds(line + "\nroll 1h", language, game)[0] == "fault"


@each(
    "line",
    [
        "Hi all, roll 4?",
        "Sorry for the delay. Buy weiden.",
        "I take income",
        "I roll 4?",
        "then I roll all",
        "First A w w",
        "Hello; end",
    ],
)
def test_an_order_within_other_words_is_not_passed_over(line: str) -> None:
    assert only_fault(line + "\nroll 1h").code == "hidden_order"


def test_words_before_an_order_that_change_nothing_do_not_count() -> None:
    assert actions("Please roll 3h\nand buy weiden\nthen: A w w\nmy orders: A w") == [
        roll(3),
        buy("weiden"),
        lay("A w w"),
        lay("A w"),
    ]


def test_asking_for_help_or_a_preview_does_not_end_the_greeting() -> None:
    assert kinds("Help!\nI do not know what to do.\nincome\nI hope so.") == ["orders", "prose", "orders", "fault"]
    assert kinds("check\nThis is what I think of doing\nincome") == ["orders", "prose", "orders"]


def test_behind_the_end_stands_prose_on_the_same_line_too() -> None:
    for line in ("end. Thank you all!", "end, thanks", "end - see you. A good game!", "end! keep it up, folks"):
        assert actions(line) == [end_turn()]
    assert actions("end, keep up the good work") == [end_turn()]


def test_an_order_behind_the_end_on_its_line_is_a_fault() -> None:
    for line in ("end; A w", "end, roll 4?", "end: A w w", "end / undo"):
        assert only_fault(line).code == "after_end"
    assert only_fault("end A w").code == "unexpected"


def test_orders_below_the_end_are_not_run() -> None:
    assert actions("end\nA w w\nroll 4?") == [end_turn()]


def test_words_of_farewell_close_a_letter_that_does_not_end_the_turn() -> None:
    assert kinds("income\nThanks!\nPeter\nA long sentence about rolling.") == ["orders", "prose", "prose", "prose"]
    assert kinds("income\nSent from my phone") == ["orders", "prose"]
    assert kinds("Einkommen\nViele Grüße\nBen", "de") == ["orders", "prose", "prose"]
    assert kinds("revenu\nCordialement,\nAnne", "fr") == ["orders", "prose", "prose"]


def test_an_order_behind_words_of_farewell_is_a_fault() -> None:
    assert only_fault("income\nThanks!\nroll 3h").code == "after_closing"
    assert only_fault("income\nThanks, roll 3h").code == "hidden_order"


def test_a_name_below_the_last_order_is_a_signature() -> None:
    for name in ("Peter", "Ben", "Peter Müller\nBerlin", "Anne\n\n", "P."):
        assert not letter(f"income\nroll 3h\n\n{name}").faults, name
    assert kinds("income\n\nPeter\n\nroll 3h") == ["orders", "blank", "fault", "blank", "orders"]
    assert kinds("income\nPeter") == ["orders", "fault"]
    assert kinds("income\n\nrol 3h") == ["orders", "blank", "fault"]


def test_a_dash_begins_a_signature() -> None:
    for mark in ("--", "-- ", "—", "–"):
        assert actions(f"income\n{mark}\nA w w\nroll 4?") == [income()]
    assert actions("—\nincome") == [income()]


def test_quotes_are_never_run() -> None:
    assert actions("> roll 4?\nincome\n> A w w\n>> end") == [income()]


def test_help_needs_no_more_than_its_word() -> None:
    assert actions("help") == actions("Hilfe!") == actions("aide, svp", "fr") == [Help()]
