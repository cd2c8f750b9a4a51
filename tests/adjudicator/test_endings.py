"""What stands below the last order and is none does not keep orders back, and is shown; orders are never left out."""

import pytest
from soak import few

from adjudicator.kit import Game, Reply, World
from adjudicator.positions import plain
from pbem.store.mail.ignored import list_endings

DONE = "Your orders were carried out."
NOT_READ = "These lines at the end of your message were not read as orders:"

DISCLAIMERS = {
    "english": "This email and any files transmitted with it are confidential and\nintended solely for the use of the "
    "individual or entity to whom they\nare addressed. If you have received this email in error please notify\nthe "
    "system manager.",
    "wrapped": "This e-mail message, including any attachments, is for the\nsole use of the intended recipients.",
    "german": "Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte\nInformationen. Wenn Sie nicht der "
    "richtige Adressat sind, informieren\nSie bitte sofort den Absender und vernichten Sie diese Mail.",
    "french": "Ce message et toutes les pièces jointes sont confidentiels et établis\nà l'intention exclusive de ses "
    "destinataires.\n\nAvant d'imprimer, pensez à l'environnement.",
    "company": "Anna Amsel\nAmsel & Söhne GmbH\nHauptstraße 1, 12345 Berlin\nTel.: +49 30 1234567\n"
    "Sitz der Gesellschaft: Berlin, Amtsgericht Charlottenburg HRB 12345",
    "mailman": "_______________________________________________\nrailways mailing list\nrailways@lists.example.org\n"
    "https://lists.example.org/mailman/listinfo/railways",
    "google": "-- \nYou received this message because you are subscribed to the Google Groups \"x\" group.",
    "unmarked list": "To unsubscribe from this group and stop receiving emails from it, send\nan email to x@y.org.",
    "scanner": "Diese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.\nwww.avast.com",
    "french scanner": "Garanti sans virus. www.avast.com",
}  # fmt: skip
PROSE = ("mailman", "french scanner")
"""Footers of a few short lines, which were passed over as a signature before."""
FAREWELLS = ["LG A.", "Viele Grüße\nAnna", "Anna", "\nAnna Amsel", "Cheers,\nA.", "Best regards\n\nAnna Amsel",
             "Bien cordialement\nAnna", "vg", "mfg Anna", "Thanks!\nAnna", "- Anna"]  # fmt: skip


@pytest.fixture
def game(world: World) -> Game:
    return world.game_at(plain(seats=2))


@pytest.mark.parametrize("name", DISCLAIMERS)
@pytest.mark.parametrize("gap", few(["\n\n", "\n"], 1))
def test_a_footer_below_the_last_order_does_not_keep_it_back(game: Game, name: str, gap: str) -> None:
    reply = game.send(0, f"income{gap}{DISCLAIMERS[name]}", quoting=False, headers={"From": from_anna(game)})
    assert reply.text.startswith(DONE), reply.answer.text
    assert reply.fate("income").startswith("done")
    if "--" not in DISCLAIMERS[name]:
        assert DISCLAIMERS[name].splitlines()[-1].split()[0] in reply.text.partition(NOT_READ)[2] or name in PROSE


@pytest.mark.parametrize("farewell", FAREWELLS)
@pytest.mark.parametrize("language", few(["en", "de", "fr"], 1))
def test_a_name_below_the_last_order_does_not_keep_it_back(world: World, farewell: str, language: str) -> None:
    world.add_player("Anna", language)
    game = world.game_at(plain(seats=2))
    reply = game.send(0, f"income\n{farewell}", quoting=False, headers={"From": from_anna(game)})
    assert game.state.table.turn.income, reply.answer.text


def from_anna(game: Game) -> str:
    return f'"Anna Amsel" <{game.seats[0].address}>'


@pytest.mark.parametrize(
    "slip",
    ["bui weiden", "incom", "wuff 4?", "roll", "Wuff", "buy wieden", "Bert", "sell weiden", "roll 4? please\nbuuy it"],
)
def test_what_may_be_an_order_gone_wrong_still_stops_the_letter(game: Game, slip: str) -> None:
    before = game.written
    for text in (f"income\n{slip}", f"income\n{slip}\n\nViele Grüße\nAnna", f"income\n{slip}\n{DISCLAIMERS['german']}"):
        reply = game.send(0, text, quoting=False)
        assert reply.text.startswith("Nothing was changed"), reply.answer.text
        assert game.written == before


def test_an_order_below_a_footer_is_an_order(game: Game) -> None:
    before = game.written
    reply = game.send(0, f"income\n\n{DISCLAIMERS['german']}\n\nroll 4?", quoting=False)
    assert reply.text.startswith("Nothing was changed"), "the footer stands among orders, and is told line by line"
    assert game.written == before
    many = "\n".join(f"Number {at} of many lines that nobody can read as an order" for at in range(30))
    reply = game.send(0, f"income\n\n{DISCLAIMERS['german']}\n{many}\nroll 4?", quoting=False)
    assert reply.text.startswith("Nothing was changed"), "not even far behind what cannot be read"
    assert game.written == before


def test_long_footers_are_shown_cut(game: Game) -> None:
    footer = "This message is confidential. " + "And so on. " * 30
    reply = game.send(0, f"income\n\n{footer}\n" + "More of it that nobody reads.\n" * 20, quoting=False)
    assert reply.text.startswith(DONE)
    assert "and 16 more lines" in reply.text
    assert len(reply.text.partition(NOT_READ)[2].partition("and 16")[0]) < 500


def test_press_is_sent_without_the_footer_of_a_company(game: Game) -> None:
    reply = game.send(0, f"press all:\nGood luck!\nAnna\n\n{DISCLAIMERS['company']}", quoting=False)
    assert NOT_READ in reply.text
    text = " ".join(mail.text for mail in game.world.all_mails() if mail.seat == 1 and mail.kind == "press")
    assert "Good luck!" in text and "Anna" in text
    assert "GmbH" not in text


# What is learned.


ENDING = "Amsel, Drossel, Fink und Star\nUnter den alten Linden zu Berlin"
ORDERS = ("status", "help", "check\nincome", "status\nhelp")


def teach(game: Game, ending: str, times: int = 3, seat: int = 0) -> list[Reply]:
    return [game.send(seat, f"{orders}\n\n{ending}", quoting=False) for orders in ORDERS[:times]]


def known(game: Game, seat: int = 0) -> list[tuple[tuple[str, ...], int]]:
    with game.world.database.read() as tx:
        return [(row.lines, row.letters) for row in list_endings(tx, game.seats[seat].player_id)]


def test_what_always_ends_a_players_letters_is_learned_and_left_out(game: Game) -> None:
    first = game.send(0, f"income\n\n{ENDING}", quoting=False)
    assert first.text.startswith("Nothing was changed"), "as today: nobody knows these lines"
    teach(game, ENDING)
    reply = game.send(0, f"income\n\n{ENDING}", quoting=False)
    assert reply.text.startswith(DONE), reply.answer.text
    assert f"{NOT_READ} - Amsel, Drossel, Fink und Star - Unter den alten Linden zu Berlin" in reply.text
    assert known(game) == [(("unter den alten linden zu berlin", "amsel, drossel, fink und star"), 5)]


def test_one_players_ending_is_not_anothers(game: Game) -> None:
    teach(game, ENDING)
    assert known(game, 1) == []
    before = game.written
    assert "not understood" in game.send(1, f"next turn: income\n\n{ENDING}", quoting=False).text
    assert game.written == before


def test_the_same_orders_sent_again_teach_nothing(game: Game) -> None:
    replies = [game.send(0, f"income\n\n{ENDING}", quoting=False) for _ in range(5)]
    assert all(reply.text.startswith("Nothing was changed") for reply in replies)
    assert known(game)[0][1] == 1


def test_an_order_is_never_learned_nor_one_gone_wrong(game: Game) -> None:
    for ending in ("status", "incom", "buy wieden", "end"):
        teach(game, ending)
    assert known(game) == []
    assert game.state.table.turn.seat == 1, "`end` below an empty line ends the turn"


def test_an_order_that_always_ends_letters_stays_one_below_what_was_learned(game: Game) -> None:
    teach(game, ENDING)
    reply = game.send(0, f"income\n\n{ENDING}\nend", quoting=False)
    assert reply.text.startswith("Nothing was changed")


def test_lines_right_below_orders_are_not_learned(game: Game) -> None:
    for orders in ORDERS[:3]:
        game.send(0, f"{orders}\nsome words of mine", quoting=False)
    assert known(game) == []


def test_an_ending_that_changes_shrinks_to_what_stays(game: Game) -> None:
    teach(game, ENDING)
    game.send(0, "status\n\nAmsel, Drossel, Fink und Specht\nUnter den alten Linden zu Berlin", quoting=False)
    assert known(game) == [(("unter den alten linden zu berlin",), 4)]


def test_an_ending_is_forgotten_after_many_letters_without_it(game: Game) -> None:
    teach(game, ENDING)
    for number in range(12):
        game.send(0, f"check\nroll {number}?\n\nanother word", quoting=False)
    assert [lines for lines, _letters in known(game)] == [("another word",)]


def test_few_endings_are_kept(game: Game) -> None:
    for number in range(9):
        game.send(0, f"status\n\nword and {'xyz'[number % 3] * number}", quoting=False)
    assert len(known(game)) <= 5


def test_a_strangers_letter_teaches_nothing(game: Game) -> None:
    for orders in ORDERS[:3]:
        game.send(0, f"{orders}\n\n{ENDING}", quoting=False, headers={"From": "Eve <eve@far.test>"})
    assert known(game) == []
