"""Players who write German or French, and texts that must all come from the catalogue."""

import gettext
import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from forms_kit import submit_as

from adjudicator.kit import NAMES, World
from adjudicator.positions import at_the_edge, into_the_mountains, market, plain, to_the_lake
from pbem import i18n, templates
from pbem.commands.orders import table_of
from pbem.commands.vocabulary import SEAT
from pbem.games.line.orders.names import LINE, names_of
from pbem.i18n import PSEUDO
from pbem.store.games.game import get_game, get_game_seed
from pbem.store.mail.outbox import MailRow
from rules_core.games import kinds
from rules_core.games.first_rails.turn import BOX
from rules_core.line.components import components_from

DONE = "Your orders were carried out."


def players(world: World, *languages: str) -> list[str]:
    for name, language in zip(NAMES, languages, strict=False):
        world.add_player(name, language)
    return list(NAMES[: len(languages)])


# German and French.


@pytest.mark.parametrize(
    ("language", "letter"),
    [
        ("de", "Hallo zusammen!\n\nEinkommen\nkaufe weiden\nB o\nA w\nEnde\n\nViele Grüße\nAnna"),
        ("de_AT", "EINKOMMEN; kauf Weiden Express\nbaue B o\nlege A w\nzug beenden"),
        ("fr", "Bonjour,\n\nrevenu\nacheter weiden\nB est\nA ouest\nfin\n\nMerci\nAnna"),
        ("fr", "prendre revenu\nachète une action de Weiden\nB e\nA o\nterminer"),
        ("de", "income\nbuy weiden\nB e\nA w\nend"),
        ("fr", "income\nbuy weiden\nB e\nA w\nend"),
    ],
)
def test_orders_in_the_players_language_are_carried_out(world: World, language: str, letter: str) -> None:
    game = world.game_at(plain(), players=players(world, language, "en"))
    reply = game.send(0, letter)
    assert reply.letter.outcome == DONE
    table = game.state.table
    assert (table.turn.seat, table.line.dice) == (1, 3)
    assert table.players[0].shares == (0, 0, 1, 0, 0)
    assert reply.others.keys() == {1}


def test_east_in_german_is_west_in_french(world: World) -> None:
    for name, language in (("Ulla", "de"), ("Jeanne", "fr")):
        world.add_player(name, language)
    german = world.game_at(plain(), players=("Ulla", "Jeanne"))
    assert german.send(0, "B o").text.startswith(DONE)
    french = world.game_at(plain(), players=("Jeanne", "Ulla"))
    assert french.send(0, "A o").text.startswith(DONE)
    assert french.send(0, "B o").letter.outcome.startswith("Nothing was changed")


def test_a_german_takes_back_asks_and_confirms_in_german(world: World) -> None:
    game = world.game_at(plain(), players=players(world, "de", "de"))
    old, before = game.last_mail(0), game.written
    assert game.send(0, "prüfe\nEinkommen\nwürfle 3 verdeckte").text.startswith("This is a preview")
    assert game.written == before
    game.send(0, "Einkommen")
    assert game.send(0, "zurück").fate("zurück") == 'done: "income" is undone.'
    assert "== How to write orders ==" in game.send(0, "Hilfe").text
    assert game.send(0, "kaufe weiden", answering=old).text.startswith("Nothing was changed")
    assert game.send(0, "bestätige").text.startswith(DONE)
    assert game.state.table.players[0].shares == (0, 0, 1, 0, 0)
    assert game.send(0, "von vorn").fate("von vorn").startswith("done: Everything")


def test_everybody_is_written_to_in_his_own_language(world: World) -> None:
    game = world.game_at(plain(seats=3), players=players(world, "en", PSEUDO, "en"))
    reply = game.send(0, "end")
    assert reply.answer.text.startswith(DONE)
    assert reply.others[1].text.startswith("⟦It's your turn")
    assert reply.others[2].text.startswith("It's Bert's turn")
    assert game.send(1, "income").answer.text.startswith("⟦Your orders were carried out.⟧")


# Every text is in the catalogue.

STRANGE = ("wuff", "bui", "zorg", "wxw")
"""Words that only letters of these tests use; answers echo them."""


def write_all_kinds(world: World) -> list[MailRow]:
    """Every kind of answer and report, to players of the pseudo language."""
    names = players(world, *[PSEUDO] * 4)
    game = world.game_at(plain(seats=3), players=names[:3])
    old = game.last_mail(0)
    letters = [
        "status\nhelp",
        "",
        "zorg zorg zorg!",
        "wuff 4?\nbui weiden\nA wxw\nroll\nstation A zorg\nbuy 99 weiden\ndiscard c\nA w onto zorg",
        "check\nincome\nbuy weiden\nA w\nroll 3h\nend",
        "income\nroll 99h\nend",
        "confirm",
        "confirm\nend",
        "buy insel from director",
        "station A weiden",
        "A w pay 9h",
        "A s e",
        "keep s s s s",
        "end discard s s s",
        "end keep s s s s s s",
        "undo",
        "income; A w; buy weiden",
        "undo",
        "roll 3h\nbuy weiden\nbuy weiden\nbuy weiden",
    ]
    for text in letters:
        game.send(0, text)
    game.send(0, "status\n" * 3_000, answering=None)
    game.send(0, "B e", answering=old)
    submit_as(world.intake, game.id, 0, "B n", position=None)
    game.send(0, "confirm")
    game.send(1, "income")
    world.clock.advance(timedelta(days=9))
    world.intake.clock.wake(game.id)
    world.intake.letters.apologise(world.store(game.write(0, "zorg"), game.seats[0].token))
    write_the_five_mails(world)
    last = world.game_at(plain(seat=1, front=("", ""), hidden=(0, 3), last_year="dead ends"), players=names[:2])
    last.send(1, "end")
    last.send(1, "end")
    broken = world.game_at(plain(bank=1, shares={"weiden": [2, 1]}), players=names[:2])
    for text in ("income", "check\nincome break the bank", "income break the bank"):
        broken.send(0, text)
    return world.all_mails()


def write_the_five_mails(world: World) -> None:
    pair = NAMES[:2]
    first = world.open_game(pair, rolls={(1, 0): "ssss$???"})
    first.send(0, "roll 4?\nbuy weiden\nB e e\nA w w w? onto nw w?\nend")
    first.send(1, "end")
    for position, text in (
        (to_the_lake(), "income\nB e onto lake e\nstation B insel lake pay 2h 1?\nroll 2?"),
        (into_the_mountains(), "income\nroll 1h\nstation A weiden\nA leave w, w w? pay 1?\nend"),
        (market(), "income\nbuy eisberg from bank\nbuy insel from director with ?\nend"),
        (at_the_edge(), "check\nB e onto lake e e e e e"),
    ):
        world.game_at(position, players=pair).send(0, text)


def words_outside(text: str) -> set[str]:
    """The words of a text that stand outside all brackets."""
    before = ""
    while text != before:
        before, text = text, re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
    words = re.findall(r"[^\W\d_]{2,}", text)
    return {word.lower() for word in words if not re.fullmatch("[EÜWIB]+", word)}  # companies by their letters


def allowed() -> set[str]:
    """Words that are no sentences: names, orders, addresses, tiles and squares."""
    named = [*NAMES, "Whitsun", "Railroad Dice by mail", "https://games.test/games/e1/map.svg", "T", "SHA", "Y"]
    box = components_from(BOX)
    named += [card.id for card in box.companies] + [card.name for card in box.companies]
    tables = [table_of(kind) for kind in kinds()]
    orders = [alias for table in tables for verb in table.verbs for alias in verb.aliases["en"]]
    found = [(table, verb.form) for table in tables for verb in table.verbs if verb.is_explained]
    orders += [example for table, form in found for example in table.examples_of(form, "en")]
    compared = (SEAT.own_phrases[">="], SEAT.own_phrases["<="])
    orders += [" ".join(words["en"]) for words in (*SEAT.keywords.values(), *LINE.keywords.values(), *compared)]
    orders += ["break the bank", *names_of(box).tile_words()]
    return {word.lower() for text in (*named, *orders, *STRANGE) for word in re.findall(r"[^\W\d_]{2,}", text)}


def test_every_sentence_of_every_mail_is_in_the_catalogue(world: World) -> None:
    mails = write_all_kinds(world)
    assert {mail.kind for mail in mails} == {"report", "answer", "notice", "reminder"}
    for mail in mails:
        assert words_outside(without_seed(world, mail)) <= allowed(), mail.text


class _FactsOnly(gettext.NullTranslations):
    """Leaves of each message only its facts, so that nothing said by a fact alone can hide within a sentence."""

    def gettext(self, message: str) -> str:
        return " ".join(re.findall(r"%\(\w+\)s", message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def only_facts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A pseudo language without words of its own."""
    monkeypatch.setattr(i18n, "_Pseudo", _FactsOnly)
    i18n.catalogue.cache_clear()
    templates.environment.cache_clear()
    yield
    i18n.catalogue.cache_clear()
    templates.environment.cache_clear()


def test_the_facts_within_sentences_are_in_the_catalogue_too(world: World, only_facts: None) -> None:
    days_and_months = {"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}
    days_and_months |= {"november", "december", "utc", "fr"}
    for mail in write_all_kinds(world):
        text = without_seed(world, mail)
        assert words_outside(text) <= allowed() | days_and_months, text


def without_seed(world: World, mail: MailRow) -> str:
    """A mail's text without the long numbers that prove the dice."""
    assert mail.game_id is not None
    with world.database.read() as tx:
        proofs = (get_game(tx, mail.game_id).commitment, get_game_seed(tx, mail.game_id).hex())
    text = mail.text
    for proof in proofs:
        text = text.replace(proof, "")
    return text
