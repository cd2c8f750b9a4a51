"""Requests in other words than help shows: polite, with the verb last, numbers as words, several on a line, by name.

And sentences with the same words, which ask for nothing.
"""

import pytest
from work_kit import at_most

from lobby.kit import Village
from pbem.commands.languages import LANGUAGES
from pbem.lobby.commands import Confirm
from pbem.lobby.reading import read
from pbem.terms import Terms

CALLS = 5_000_000
"""Twice what the dearest letter takes."""
LISTS = (("Nordsee", 12), ("Tea at four", 13), ("Ostsee", 14), ("ostsee", 15))
SAME: dict[str, str] = {
    "join 3": """
        Mitspielen 3 bitte|Bitte mitspielen 3|Hallo, Mitspielen 3 bitte|Hallo zusammen! Bitte Liste 3 beitreten.
        Liste 3 beitreten|Ich möchte gern bei Liste 3 mitspielen|Ich möchte bei 3 mitspielen
        Ich will gerne 3 beitreten|Könnte ich bitte der Liste 3 beitreten?|Ich trete Liste 3 bei
        Ich spiele bei 3 mit|BEITRETEN 3!|beitreten: Nr. 3.|Liste drei beitreten|mitspielen drei bitte|join 3 please
        Please join 3|JOIN LIST 3!!!|please let me join list 3, thanks|Hi, I'd like to join list 3, please.
        I would like to join list number three|Yes, please join 3
        Können wir bei 3 mitspielen?|Can we join 3?|Nous voudrions rejoindre la liste 3
        joining 3|join #3|join three|Dear server, could you please join 3?
        join (3)|Guten Tag bitte Liste drei beitreten|je voudrais rejoindre la liste 3 s'il vous plaît
        Bonjour, rejoindre 3 svp|s’il vous plaît rejoindre la liste trois|Je rejoins la liste 3, merci
        J'aimerais participer à la partie 3|rejoindre la liste nº 3|Hello, mitspielen 3 svp
    """,
    "open germany for 3": """
        Eröffne bitte Deutschland zu dritt|Deutschland zu dritt eröffnen
        Ich würde gern Deutschland zu dritt eröffnen|Deutschland würde ich gern zu dritt eröffnen
        Bitte eröffne eine Partie Deutschland für 3 Leute|open germany for three
        please open a game of germany for three people|open germany 3|OPEN GERMANY, FOR THREE!
        I'd like to open a new germany game for 3 players|open a three-player germany game, please
        ouvre allemagne à trois|Je voudrais ouvrir une partie d'Allemagne à trois|öffne germany for drei joueurs
        ouvrir allemagne pour trois personnes svp
    """,
    'open germany for 3 pace 2d "Nordsee"': """
        Öffne Deutschland für drei Mitspieler mit 2 Tagen pro Zug "Nordsee"
        I'd like to open Germany for 3 players with 2 days per turn, "Nordsee", please
        ouvrir allemagne à trois, deux jours par tour et "Nordsee", s'il vous plaît
        "Nordsee": Deutschland zu dritt, zwei Tage pro Zug eröffnen bitte
    """,
    "join 12": """
        join Nordsee|Liste Nordsee beitreten|rejoindre "Nordsee"|Please join the list NORDSEE|bei Nordsee mitspielen
    """,
    "join 13 with red tea": "join tea at four with red tea|join list Tea at Four: with red tea, please",
    "join 3; leave 4": """
        join 3 and leave 4|3 beitreten und 4 verlassen|Bitte 3 beitreten, dann 4 verlassen|rejoins 3 et quitte 4
    """,
    "join 3; lists": """
        mitspielen 3; listen|Hi! Join 3, then show me the lists please|join 3. Lists!
        Hallo! Join 3, und bitte zeig mir die Listen
    """,
    "invite 12 Ben": """
        Ben zu 12 einladen|Lade Ben bitte zu 12 ein|please invite Ben to 12|invite 12 ben please
        inviter Ben à la liste 12|Lade Ben zu Nordsee ein|invite Ben to Nordsee
    """,
    "lists": """
        zeig mir bitte die Listen|show me the lists please|Listen bitte|montrez-moi les listes svp
        Could you send me the lists?
    """,
    "games": "my games, please|Meine Spiele bitte|Hi, games|mes parties svp",
    "play germany 3": "losspielen Deutschland zu dritt bitte|play germany for three please|jouer allemagne à trois svp",
    "take e7": "e7 übernehmen bitte|I'd like to take e7|Ich übernehme e7|je voudrais prendre la partie e7, merci",
    "watch e7": "e7 zuschauen, bitte|Ich würde gern bei e7 zuschauen|Can I watch game e7, please?|suivre e7 svp",
    "reports daily": "reports daily please|Berichte bitte täglich",
    "reminders 48 24": "erinnere mich 48 24 Stunden vorher|remind me 48 24 hours before, please",
    "register Hilde Kranz": "Anmelden Hilde Kranz bitte|register Hilde Kranz, thanks|Hallo, anmelden Hilde Kranz",
    "help": "Hilfe bitte|Could you help me please?|aide svp",
}
ASKED = """
    Don't join 3|Wie kann ich bei 3 mitspielen?|Ich möchte nicht bei 3 mitspielen
    joni 3|Maybe we join 3|Maybe we join Nordsee|join Ostsee
    Je ne veux pas rejoindre la liste 3|mitspielen bitte|Hallo, vielleicht 3 beitreten|open germany for 3 days
    join 3 tomorrow|We join 3|Nous rejoins la liste 3|take it|opne germany|take e|roll 4|Weiden kaufen|undo|A w onto
"""
HARMLESS = """
    Nice to meet you all|See you at 5|I leave at 3|We leave on 12 December|I quit smoking 3 weeks ago
    My games are fun|Help yourself to some cake|I watch 2 movies a day|We play at 8|I would like to play
    Can we play soon?|I'll take 2 days off|I will be back on the 12th|Back from the sea, I am rested and happy again
    My number is 555 1234|Let me know|Thanks for all the fish|Join us for dinner, we have room for 3
    We are open from 9 to 5|Two of us like trains|Would you like to play with us some day?
    I am away from my desk a lot|The rules of life are simple, my friend|Returning home in 3 days
    Good morning, how are you?|Please note that I am on holiday|Is anybody there?|I have 3 kids and 2 dogs
    It takes two to tango|Open your heart and let the sun shine in|The list of my sins is long
    My son plays 3 instruments|Sorry, I was away for 3 days
    Invite your friends, he said, all 12 of them, and so I did|Ich war letzte Woche in Deutschland
    Ich möchte gern mitspielen|Gute Nacht, wir müssen jetzt verlassen|Bis Dienstag um 8|Ich spiele gern Klavier
    Wir spielen um 3 Tennis|Ich bin verreist|Meine Nummer: 0171 5551234|Hauptstraße 4, 10115 Berlin
    Schöne Grüße aus Weiden|Wir sehen uns zu Weihnachten|Könntest du mir etwas erklären?|Ich habe 3 Kinder
    Alle sind gesund|Zu dritt macht es mehr Spaß|Für drei Personen ist das zu viel|Wir trinken Tee um vier
    Ich trete morgen eine Reise an|Danke für die schnelle Antwort|Das Spiel gefällt mir|Gleich 3 Siege, Respekt
    Wann geht es los?|Ich lade am Samstag Freunde ein|Wir treten auf der Stelle|Bitte nicht böse sein
    Guten Tag, liebe Leute|Um 5 wollen wir kochen|Ich springe gleich ins Wasser|Meine Liste ist lang
    Ich schaue morgen Fußball|Bin 4 Tage weg|Ich würde gern wissen, wie es geht
    Kannst du mir sagen, wann es beginnt?|Mein Bericht ist fertig|Ist die Nordsee kalt?
    Wir waren an der Nordsee im Urlaub|Je suis en vacances jusqu'au 12|Bonjour à tous|J'ai 3 enfants
    Rendez-vous à 5 heures|On est trois|Merci pour tout|Je voudrais jouer avec vous un jour|Nous partons à trois
    J'ai joué 3 fois|Prenez soin de vous|Bonne année à tous|Je prends le train de 7 heures
    Pourriez-vous me dire comment faire ?|Il quitte la ville à 8 heures|Je reviens dans 3 jours
    Nous regardons un film|Mes parties sont belles|La liste est longue|Je joue du piano|12, rue de la Gare
    Salut, ça va ?|Je vous remercie beaucoup|Comment ça marche ?|Tous mes voeux|Je suis le train de 5 h
    Vous êtes trois ou quatre ?|Three cheers for Ben!|You can call me at 7|I could use some help with my garden
    Would you be so kind?|Seven green bottles|What a lovely game this is|Please say hello to Ben
    I should leave it at that|Let's meet in Hamburg on the 3rd|Wie viele Spieler sind es?|Darf ich etwas fragen?
    I carry 2 kids to school every day|Carry on like this, everybody!|Roll on Sunday!
    We play Germany|Well, we play Germany|Wir üben Deutschland|Üben wir Deutschland|Nous joue Allemagne|Take care!
    Take care, Anna|Participer, c'est gagner|J'ouvre la fenêtre|I take the train at 7|Ich nehme 2 Tage frei
    Noch 3 Wochen bis zum Urlaub|Ich bin gegen 8 zurück|Viele Grüße von uns dreien
"""


def lines_of(text: str) -> list[str]:
    """The lines of a corpus."""
    return [line.strip() for row in text.strip().split("\n") for line in row.split("|")]


def asked_in(text: str, language: str) -> tuple[object, ...]:
    """The commands of a letter. Fails at a fault."""
    readings = read(text.split("\n"), language, Terms(), lists=LISTS)
    assert not [(reading.text, reading.fault) for reading in readings if reading.fault], text
    return tuple(command for reading in readings for command in reading.orders)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_asked_in_other_words_is_what_help_shows(language: str) -> None:
    for plain, others in SAME.items():
        meant = asked_in(plain.replace("; ", "\n"), "en")
        assert meant
        for line in lines_of(others):
            found = asked_in(line, language)
            assert repr(found).lower() == repr(meant).lower(), line
            assert asked_in(f"Hi all,\n\n{line}\n\nThanks\nAnna", language) == found, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_almost_a_request_is_asked(language: str) -> None:
    for line in lines_of(ASKED):
        first, _ = read([line, "games"], language, Terms(), lists=LISTS)
        assert first.fault is not None, line
        assert not first.orders


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_with_the_same_words_ask_for_nothing(language: str) -> None:
    assert len(lines_of(HARMLESS)) >= 100
    for line in lines_of(HARMLESS):
        first, last = read([line, "games"], language, Terms(), lists=LISTS)
        assert (first.kind, last.kind) == ("prose", "orders"), (line, first.orders, first.fault)
    assert read(["J'ouvre la fenêtre"], language, Terms(), moderates=True)[0].kind == "prose"


def test_a_denial_is_asked_without_what_it_denies() -> None:
    suggested = {line: read([line], "en", Terms())[0].fault for line in ("Don't join 3", "Maybe we join 3")}
    assert [fault.did_you_mean for fault in suggested.values() if fault] == [(), ("join 3",)]


def test_a_name_of_several_lists_is_asked_for() -> None:
    (reading,) = read(["join Ostsee"], "de", Terms(), lists=LISTS)
    assert reading.fault is not None
    assert (reading.fault.code, reading.fault.facts["numbers"]) == ("ambiguous_list", "14, 15")


def test_a_strangers_line_has_to_be_as_help_shows_it() -> None:
    for line in ("Please join 3", "Ich möchte Hilde anmelden", "join 3, please"):
        assert not read([line], "de", Terms(), in_other_words=False)[0].orders, line


def test_a_list_is_called_by_its_name_by_those_who_may_see_it(village: Village) -> None:
    village.write("Anna", 'open germany for 3 "Nordsee"')
    village.write("Anna", 'open germany for 3 private "Geheim"')
    assert "You're on waiting list 1" in village.write("Bert", "Hallo,\n\nbitte Liste Nordsee beitreten!").text
    assert "Which waiting list?" in village.write("Bert", "join Geheim").text
    village.write("Anna", "Lade Bert zu Geheim ein, bitte")
    assert village.write("Bert", "join Geheim").fate("join Geheim").startswith("done")
    assert village.write("Bert", "leave Geheim please").fate("leave Geheim please").startswith("done")


def test_what_cannot_be_undone_is_confirmed_in_plain_words_alone() -> None:
    for line, code in (("confirm please", ""), ("confirm 7KM2 9QRT, thanks", "7KM29QRT"), ("bestätigen, danke", "")):
        assert read([line], "en", Terms())[0].orders == (Confirm(code),), line
    for line in ("Can you confirm?", "Please confirm that you got this", "Können Sie bestätigen?", "I could confirm"):
        assert not read([line], "en", Terms())[0].orders, line


@pytest.mark.parametrize(
    "line", ["lade x y z 3 ein, " * 7, "bitte " * 39 + "3", "a, " * 300, "ben to 3 " * 100, "so w e n w e n, A w"]
)
def test_a_letter_of_lines_that_are_almost_requests_costs_little(line: str) -> None:
    lists = tuple((f"name {at}", at) for at in range(200))
    with at_most(CALLS):
        read([line] * 200, "de", Terms(), lists=lists)


def test_letters_end_at_an_office_as_in_a_game() -> None:
    """Words of farewell were no end where a request stood behind them, which was lost; a name below was a fault."""
    letter = ["join 12", "", "Thanks and bye", "Nordsee rules!", "leave 12"]
    *before, last = read(letter, "en", Terms())
    assert [line.kind for line in before] == ["orders", "blank", "prose", "prose"]
    assert last.fault is not None
    assert last.fault.code == "after_closing"
    assert [line.kind for line in read(["join 12", "", "Zoe Zander", "Ulm"], "en", Terms())][2:] == ["prose", "prose"]
    assert [line.kind for line in read(["join 12 #my first", "take e7 # yes"], "en", Terms())] == ["orders", "orders"]


def test_what_an_office_letter_may_have_meant_is_found_as_in_a_game() -> None:
    for line, code, meant in (
        ("12 beitretn", "almost_order", ("beitreten 12",)),
        ("Wie kann ich bei Nordsee mitspielen?", "almost_order", ("beitreten bei Nordsee",)),
        ("Perhaps I could watch e7 then", "almost_order", ("watch e7",)),
        ("reports dayly", "unexpected", ("daily",)),
        ("visits", "unknown_verb", ("lists",)),
    ):
        _, reading = read(["games", line], "en", Terms(), lists=LISTS)
        assert reading.fault is not None, line
        assert (reading.fault.code, reading.fault.did_you_mean) == (code, meant), line
