"""Press is read with its text as it was written, wherever it stands in a letter, and never as orders."""

from each_kit import each
from hypothesis import given
from hypothesis import strategies as st
from orders_kit import letter, only_fault, orders, start
from rules.orders import end_turn, income

from pbem.adjudicator.commands.press import Mute, Unmute, WritePress
from pbem.commands.orders import ActionOrder, ServerCommand, explain, read
from pbem.commands.orders.script import Script
from pbem.commands.orders.talking import written
from pbem.i18n import catalogue
from pbem.reports.press import listed

HELLO = "Hello"


def kinds_of(text: str, language: str = "en") -> list[str]:
    """What each line of a letter was taken for."""
    return [line.kind for line in letter(text, language).lines]


@each(
    ("typed", "meant"),
    [
        ("press all: Hello", WritePress(None, HELLO)),
        ("Press ALL : Hello", WritePress(None, HELLO)),
        ("press everything: Hello", WritePress(None, HELLO)),
        ("press to ben: Hello", WritePress((1,), HELLO)),
        ("press ben, clara: Hello", WritePress((1, 2), HELLO)),
        ("press clara and Ben: Hello", WritePress((1, 2), HELLO)),
        ("press cl ben: Hello", WritePress((1, 2), HELLO)),
        ("press an: Hello", WritePress((0,), HELLO)),
        ("press a, b: Hello", WritePress((0, 1), HELLO)),
        ("press a and clara: Hello", WritePress((0, 2), HELLO)),
        ("nachricht an ben: Hello", WritePress((1,), HELLO)),
        ("message à ben et clara: Hello", WritePress((1, 2), HELLO)),
        ("message a ben: Hello", WritePress((1,), HELLO)),
        ("press 2, 3: Hello", WritePress((1, 2), HELLO)),
        ("press 3: Hello", WritePress((2,), HELLO)),
        ("press ben, ben, all: Hello", WritePress(None, HELLO)),
        ("press anonymous all: Hello", WritePress(None, HELLO, anonymous=True)),
        ("press ben anonymously: Hello", WritePress((1,), HELLO, anonymous=True)),
        ("message ben： Hello", WritePress((1,), HELLO)),
        ("- press ben: Hello", WritePress((1,), HELLO)),
        ("My orders: press ben: Hello", WritePress((1,), HELLO)),
        ("An alle: Hello", WritePress(None, HELLO)),
        ("to ben and clara: Hello", WritePress((1, 2), HELLO)),
        ("À tous : Hello", WritePress(None, HELLO)),
        ("press ben: roll 4?; end # and: more", WritePress((1,), "roll 4?; end # and: more")),
    ],
)
def test_a_line_says_to_whom_and_what(typed: str, meant: WritePress) -> None:
    assert orders(typed) == [meant]


@each(
    ("language", "typed", "meant"),
    [
        ("de", "Nachricht an alle: Hello", WritePress(None, HELLO)),
        ("de", "presse für ben und clara: Hello", WritePress((1, 2), HELLO)),
        ("de", "Presse anonym an alle: Hello", WritePress(None, HELLO, anonymous=True)),
        ("de", "Nachricht an ben:\nHello\nEnde der Nachricht\nstumm ben\nnicht stumm anonym", WritePress((1,), HELLO)),
        ("fr", "message à tous: Hello", WritePress(None, HELLO)),
        ("fr", "presse pour ben et clara : Hello", WritePress((1, 2), HELLO)),
        ("fr", "message anonyme à ben:\nHello\nfin du message", WritePress((1,), HELLO, anonymous=True)),
        ("en", "Nachricht ben: Hello", WritePress((1,), HELLO)),
    ],
)
def test_press_is_read_in_three_languages(language: str, typed: str, meant: WritePress) -> None:
    assert orders(typed, language)[0] == meant


def test_a_text_below_its_line_goes_up_to_end_press_and_orders_stand_around_it() -> None:
    typed = "income\npress ben:\nHi Ben,\n\n  roll 4?\n> well\n# no comment\n\nend press\nend"
    assert orders(typed) == [
        ActionOrder(income()),
        WritePress((1,), "Hi Ben,\n\n  roll 4?\n> well\n# no comment"),
        ActionOrder(end_turn()),
    ]
    assert kinds_of(typed) == ["orders", "orders", *["text"] * 7, "orders"]


def test_a_text_that_nothing_ends_goes_up_to_the_end_of_the_letter() -> None:
    assert orders("press all:\nroll 4?\nend\nThanks\nAnna") == [WritePress(None, "roll 4?\nend\nThanks\nAnna")]


def test_press_may_stand_behind_the_end_of_the_turn_and_behind_words_of_farewell() -> None:
    assert orders("end\npress ben: your turn")[1:] == [WritePress((1,), "your turn")]
    assert orders("income\nThanks\npress ben: your turn")[1:] == [WritePress((1,), "your turn")]
    assert orders("income; press ben: first this; end")[1:] == [WritePress((1,), "first this; end")]
    assert kinds_of("income\n--\npress ben: a signature") == ["orders", "prose", "prose"]
    assert kinds_of("> press ben: quoted\n# press ben: a comment") == ["quote", "comment"]


def test_a_long_line_is_text_all_the_same() -> None:
    text = "word " * 500
    assert orders(f"press ben: {text}") == [WritePress((1,), text.strip())]
    assert orders(f"press ben:\n{text}") == [WritePress((1,), text.strip())]


def test_unseen_signs_are_left_out() -> None:
    assert orders("press ben:\na\x00b\u202ec\x1b[1m\u200b") == [WritePress((1,), "a bc [1m")]


@each(
    ("typed", "code"),
    [
        ("press ben hello", "no_colon"),
        ("press: hello", "missing_readers"),
        ("press anonymous: hello", "missing_readers"),
        ("press dora: hello", "unknown_player"),
        ("press 4: hello", "unknown_player"),
        ("press 0: hello", "unknown_player"),
        ("press bne: hello", "unknown_player"),
        ("press ben:", "missing_text"),
        ("press ben:\n\n", "missing_text"),
        ("press ben:\nend press", "missing_text"),
        ("end press", "no_text"),
        ("press ben: one\nend press", "no_text"),
        ("Hi all, press ben: hello", "hidden_order"),
        ("mute", "missing_player"),
        ("mute dora", "unknown_player"),
        ("mute ben clara", "unexpected"),
    ],
)
def test_what_cannot_be_read_is_a_fault_that_says_why(typed: str, code: str) -> None:
    fault = only_fault(typed)
    assert fault.code == code
    assert explain(fault, catalogue("en"))


def test_a_slip_in_a_name_is_shown_the_name() -> None:
    assert only_fault("press bne: hello").did_you_mean == ("ben",)


def test_a_beginning_that_fits_several_players_is_none() -> None:
    fault = read(["press ann: hi"], start(), "en", ("Ben", "Anna", "Anne")).faults[0]
    assert (fault.code, fault.did_you_mean) == ("ambiguous_player", ("anna", "anne"))
    assert read(["press anna: hi"], start(), "en", ("Ben", "Anna", "Annabel")).orders == (WritePress((1,), "hi"),)


@each("name", ["Ben & Jerry", "R2-D2", "Ünal", "Dr. Who", "🚂", "all", "2", "An", "Smith, J", "a: b", "To"])
def test_every_player_can_be_written_to_as_orders_name_him(name: str) -> None:
    names = ("Anna", name, "Clara")
    typed = [f"press {written(names, 1)}: hi"]
    assert read(typed, start(), "en", names).orders == (WritePress((1,), "hi"),)


def test_greetings_that_begin_like_press_are_prose() -> None:
    assert kinds_of("Press on, friends!\nDear all: hello\nincome") == ["prose", "prose", "orders"]


def test_mute_and_unmute_name_one_player_or_nobody() -> None:
    assert orders("mute ben\nunmute 3\nmute anonymous; unmute anon") == [
        Mute(1),
        Unmute(2),
        Mute(None),
        Unmute(None),
    ]


@given(st.text(max_size=60), st.lists(st.text(max_size=40), max_size=4))
def test_nothing_typed_makes_reading_raise(head: str, lines: list[str]) -> None:
    script: Script = read([f"press {head}", *lines], start(), "de", ("Anna", "Ben", "Clara"))
    assert len(script.lines) == len(lines) + 1
    assert not any(isinstance(order, ServerCommand | ActionOrder) for order in script.lines[0].orders)


def readers_among(typed: str, *players: str) -> tuple[str, ...] | str:
    """The players whom press to these words goes to, at a table of these, or what is told where it is asked."""
    (line,) = read([f"press {typed}: {HELLO}"], start(), "en", players).lines
    if line.fault is not None:
        return line.fault.code
    (order,) = line.orders
    assert isinstance(order, WritePress)
    return tuple(players[seat] for seat in order.readers or ())


@each(
    ("typed", "players", "meant"),
    [
        ("ben and cara", ("Ada", "Ben", "Cara", "Ben and Cara"), "ambiguous_player"),
        ("ben cara", ("Ada", "Ben", "Cara", "Ben and Cara"), ("Ben", "Cara")),
        ("ben und cara", ("Ada", "Ben", "Cara", "Ben and Cara"), ("Ben", "Cara")),
        ("ben and cara", ("Ada", "Ben and Cara", "Dora"), ("Ben and Cara",)),
        ("ben and cara", ("Ada", "Ben S", "Cara T", "Ben and Cara"), "ambiguous_player"),
        ("ben and cara", ("Ada", "Ben", "Cara", "Dora"), ("Ben", "Cara")),
        ("ben & cara", ("Ada", "Ben", "Cara", "Ben & Cara"), "ambiguous_player"),
        ("ben, cara", ("Ada", "Ben", "Cara", "Bencara"), "ambiguous_player"),
        ("ben cara", ("Ada", "Ben", "Cara", "Bencara"), "ambiguous_player"),
        ("ben miller", ("Ada", "Ben Miller", "Ben Jones", "Miller Smith"), ("Ben Miller",)),
        ("ben miller", ("Ada", "Ben Miller", "Ben"), ("Ben Miller",)),
        ("all", ("Ada", "All", "Ben"), "ambiguous_player"),
        ("an nguyen", ("Ada", "An Nguyen", "Ben"), ("An Nguyen",)),
        ("to ben", ("Ada", "Ben", "Toby"), ("Ben",)),
        ("ada and ben and cara", ("Ada", "Ben and Cara", "Dora"), ("Ada", "Ben and Cara")),
        ("anonymous", ("Ada", "Anonymous", "Ben"), ("Anonymous",)),
        ("smith, john", ("Ada", "Smith, John", "Ben"), ("Smith, John",)),
    ],
)
def test_an_old_name_that_could_be_two_players_is_asked_for(
    typed: str, players: tuple[str, ...], meant: tuple[str, ...] | str
) -> None:
    assert readers_among(typed, *players) == meant


def test_an_answer_tells_names_apart_that_read_like_two() -> None:
    assert listed(["Ben and Cara", "Dora"], catalogue("en")) == '"Ben and Cara" and Dora'
    assert listed(["Ben", "Cara", "Smith, John"], catalogue("en")) == 'Ben, Cara and "Smith, John"'
