"""The words that letters to the office are written in: one table, from which reader, help and pages are made.

Shapes and examples are templates, as those of the verbs in games are: `{join}` stands for a word in the player's
language, `<number>` for what he puts there.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from pbem.games.presentation import presented, usual_kind
from pbem.i18n import N_, Catalogue
from pbem.lobby.word import Word, named
from pbem.moderation.words import KEYWORDS as MODERATORS_KEYWORDS
from pbem.moderation.words import MODERATING
from pbem.orders.verbs import BY_NAME, in_words
from pbem.orders.words import LANGUAGES, is_foreign, spellings, spoken

KINDS: Final[Mapping[str, tuple[str, ...]]] = {game.kind: game.called for game in presented()}
"""What the kinds of game may be called, in any language; the first is the one that is written."""


def _verb(name: str) -> Word:
    """A word that is a verb in games, too, and the same thing there."""
    verb = BY_NAME[name]
    form = verb.form(usual_kind())
    return Word(name, verb.aliases, form.shape, form.examples, form.explanation)


WORDS: Final[tuple[Word, ...]] = (
    Word(
        "lists",
        named("lists, list, waiting lists", "listen, liste, wartelisten", "listes, liste"),
        "{lists} [<game>]",
        ("{lists} germany",),
        N_("Show me the games that wait for players."),
    ),
    Word(
        "join",
        named("join", "beitreten, mitspielen", "rejoindre, rejoins, participer"),
        "{join} <number> [{with} <words>]",
        ("{join} 12", "{join} 12 {with} seven green bottles"),
        N_(
            "Put me on a waiting list. The words are my part of the dice; without any I get a random one. Who is on "
            "the list already changes his words so."
        ),
    ),
    Word(
        "leave",
        named("leave, quit", "verlassen, verlasse", "quitter, quitte"),
        "{leave} <number>",
        ("{leave} 12",),
        N_("Take me off a waiting list; one on which nobody is left is closed."),
    ),
    Word(
        "open",
        named("open", "eröffnen, eröffne, öffne, öffnen", "ouvrir, ouvre"),
        "{open} <game> {for} <number> [{pace} <time>] [{days} <days>] [{zone} <zone>] "
        "[{late} {wait}|{pass}|{standby}|{bot}] [{press} {none}|{signed}|{anonymous}] "
        "[{beacon} {wait}|{without}|{none}] [<variant>=<value>] [{private}] "
        '["<name>"]',
        (
            "{open} germany {for} 3",
            '{open} first rails {for} 2 {pace} 36h {days} {monday}-{friday} {late} {pass} "Tea at four"',
            '{open} germany {for} 4 {pace} 2d {zone} Europe/Berlin two_starts=drawn {private} "Us four"',
        ),
        N_(
            "Open a waiting list for so many players, of whom I am the first; the game begins by itself when it is "
            "full. A private list is joined by invitation alone. With a beacon, where the server has one, a public "
            "random number is part of the dice, so that nobody can choose them, the host included; the game waits for "
            "it, or begins without where it cannot be reached."
        ),
    ),
    Word(
        "invite",
        named("invite", "einladen, lade ein", "inviter"),
        "{invite} <number> <address>|<name>",
        ("{invite} 12 ben@example.org", "{invite} 12 Ben"),
        N_("Ask somebody to join a list of mine, by his mail address or by his name here."),
    ),
    Word(
        "decline",
        named("decline", "ablehnen, lehne ab", "refuser, refuse, décliner"),
        "{decline} <number>|<tag>",
        ("{decline} 12", "{decline} e7"),
        N_("Say no to an invitation to a list, or to a seat that I was offered."),
    ),
    Word(
        "games",
        named("games, my games", "spiele, meine spiele", "parties, mes parties"),
        "{games}",
        ("{games}",),
        N_("Show me my games, and until when I have time."),
    ),
    _verb("away"),
    _verb("back"),
    _verb("renew"),
    Word(
        "standby",
        named("standby, stand by", "einspringen, springe ein", "remplaçant, remplaçante, remplacer"),
        "{standby} [<game>|{off}]",
        ("{standby}", "{standby} germany", "{standby} {off}"),
        N_("Offer me seats that others give up, in games of all kinds or of one; or no more."),
    ),
    Word(
        "take",
        named("take", "übernehmen, übernehme", "prendre, prends"),
        "{take} <tag>",
        ("{take} e7",),
        N_("Take over a seat that I was offered, or that anybody may have."),
    ),
    Word(
        "return",
        named("return", "zurückkehren, kehre zurück", "revenir, reviens"),
        "{return} <tag>",
        ("{return} e7",),
        N_("Come back to the seat that I had in a game, if nobody has taken it."),
    ),
    Word(
        "watch",
        named("watch", "zuschauen, zusehen, beobachten", "regarder, regarde, suivre"),
        "{watch} <tag>",
        ("{watch} e7",),
        N_("Mail me what everybody may know of a game that I do not play in: every turn, and press to all."),
    ),
    Word(
        "unwatch",
        named("unwatch, stop watching", "nicht zuschauen, nicht mehr zuschauen", "ne plus regarder, ne plus suivre"),
        "{unwatch} <tag>",
        ("{unwatch} e7",),
        N_("Mail me no more of a game that I watch."),
    ),
    Word(
        "reports",
        named("reports, report", "berichte, bericht", "rapports, rapport"),
        "{reports} {every}|{mine}|{digest}",
        ("{reports} {every}", "{reports} {mine}", "{reports} {digest}"),
        N_("Which reports to mail me: of every turn, when it is mine, or one mail a day for all of my games."),
    ),
    Word(
        "reminders",
        named("reminders, remind me", "erinnerungen, erinnere mich", "rappels"),
        "{reminders} <hours> | {off}",
        ("{reminders} 48 24 0", "{reminders} {off}"),
        N_("When to remind me of a deadline: so many hours before it (168, 72, 48, 24, 12, 6, 2), 0 when it comes."),
    ),
    Word(
        "rulings",
        named("rulings, ruling", "entscheidungen, entscheidung", "décisions, décision"),
        "{rulings} [<rule>] [<words>]",
        ("{rulings} FR-38", "{rulings} lake"),
        N_("Show me rulings on disputes of players, by rule or by words."),
    ),
    Word(
        "help",
        named("help", "hilfe", "aide"),
        "{help}",
        ("{help}",),
        N_("Send me this page."),
    ),
)
"""What a player may ask for, in the order in which it is explained."""

REGISTERING: Final[tuple[Word, ...]] = (
    Word(
        "register",
        named("register", "anmelden, registrieren", "inscription, inscrire, enregistrer"),
        "{register} <name>",
        ("{register} Ada Lovelace",),
        N_("Make me a player under this name."),
    ),
    Word(
        "confirm",
        BY_NAME["confirm"].aliases,
        "{confirm} [<code>]",
        ("{confirm}", "{confirm} 7KM2 9QRT"),
        N_(
            "Yes, that is me; or yes, do what your email has asked me about. It has to reply to that email, or to name "
            "the code in it."
        ),
    ),
)
"""What somebody may write who is no player yet."""

BY_WORD: Final[Mapping[str, Word]] = {word.name: word for word in (*WORDS, *REGISTERING)}

KEYWORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "for": {"en": "for", "de": "für zu", "fr": "pour à"},
    "players": {"en": "players player people", "de": "spieler spielern spielende personen", "fr": "joueurs joueur"},
    "with": {"en": "with salt", "de": "mit", "fr": "avec"},
    "pace": {"en": "pace", "de": "tempo frist", "fr": "rythme délai"},
    "hours": {"en": "h hour hours", "de": "h std stunde stunden", "fr": "h heure heures"},
    "day": {"en": "d day days", "de": "t d tag tage", "fr": "j d jour jours"},
    "days": {"en": "days on", "de": "tage an", "fr": "jours"},
    "every": {"en": "all every daily", "de": "alle täglich", "fr": "tous"},
    "to": {"en": "to till", "de": "bis", "fr": "au à"},
    "zone": {"en": "zone timezone", "de": "zone zeitzone", "fr": "fuseau zone"},
    "late": {"en": "late", "de": "verspätet überzogen", "fr": "retard"},
    "wait": {"en": "wait", "de": "warten", "fr": "attendre"},
    "pass": {"en": "pass", "de": "passen", "fr": "passer"},
    "bot": {"en": "bot program", "de": "bot programm", "fr": "bot programme"},
    "press": {"en": "press", "de": "post presse", "fr": "presse courrier"},
    "beacon": {"en": "beacon", "de": "leuchtfeuer zufallszahl", "fr": "balise"},
    "without": {"en": "without optional", "de": "notfalls ohne", "fr": "facultative facultatif"},
    "none": {"en": "none no", "de": "keine", "fr": "aucune sans"},
    "signed": {"en": "signed", "de": "signiert namentlich", "fr": "signée"},
    "anonymous": {"en": "anonymous", "de": "anonym", "fr": "anonyme"},
    "private": {"en": "private closed", "de": "privat", "fr": "privée privé"},
    "public": {"en": "public", "de": "öffentlich", "fr": "publique public"},
    "mine": {"en": "mine my", "de": "meine", "fr": "miens mes"},
    "digest": {"en": "daily digest", "de": "täglich tagespost", "fr": "quotidien"},
    "off": {"en": "off no stop", "de": "aus nein", "fr": "non fini"},
    "monday": {"en": "mon mo monday", "de": "mo montag montags", "fr": "lun lu lundi"},
    "tuesday": {"en": "tue tu tues tuesday", "de": "di dienstag dienstags", "fr": "mar ma mardi"},
    "wednesday": {"en": "wed we wednesday", "de": "mi mittwoch mittwochs", "fr": "mer me mercredi"},
    "thursday": {"en": "thu th thurs thursday", "de": "do donnerstag donnerstags", "fr": "jeu je jeudi"},
    "friday": {"en": "fri fr friday", "de": "fr freitag freitags", "fr": "ven ve vendredi"},
    "saturday": {"en": "sat sa saturday", "de": "sa samstag samstags sonnabend", "fr": "sam sa samedi"},
    "sunday": {"en": "sun su sunday", "de": "so sonntag sonntags", "fr": "dim di dimanche"},
}
"""Words with a meaning behind others, by meaning and language; the first of each is the one that is written."""
WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""The meanings of KEYWORDS that are days of the week, in order."""
_PLACEHOLDERS: Final = {
    "number": N_("number"),
    "game": N_("game"),
    "letter": N_("letter"),
    "words": N_("words"),
    "time": N_("time"),
    "hours": N_("hours"),
    "days": N_("days"),
    "zone": N_("zone"),
    "variant": N_("variant"),
    "value": N_("value"),
    "name": N_("name"),
    "address": N_("address"),
    "tag": N_("game's tag"),
    "day": N_("day"),
    "rule": N_("rule"),
    "why": N_("why"),
    "player": N_("player"),
    "correction": N_("correction"),
    "code": N_("code"),
}


class _Wording(dict[str, str]):
    """Fills templates: words and keywords by name, and those of the order language for what is a verb there, too."""

    def __init__(self, language: str) -> None:
        super().__init__({word.name: word.written(language) for word in (*MODERATING, *BY_WORD.values())})
        self.language = language

    def __missing__(self, key: str) -> str:
        for keywords in (KEYWORDS, MODERATORS_KEYWORDS):
            if key in keywords:
                return keywords[key][spoken(self.language)].split()[0]
        return in_words(f"{{{key}}}", self.language)


def typed(template: str, language: str) -> str:
    """A template such as "{join} 12" as it is typed in a language."""
    return template.format_map(_Wording(language))


def shape_of(word: Word, words: Catalogue) -> str:
    """What a line with this word looks like, in the catalogue's language."""
    named = {f"<{key}>": f"<{words.text(msgid)}>" for key, msgid in _PLACEHOLDERS.items()}
    return re.sub(r"<\w+>", lambda match: named[match.group()], typed(word.shape, words.language))


def examples_of(word: Word, language: str) -> tuple[str, ...]:
    """Lines with this word, ready to be sent."""
    return tuple(typed(example, language) for example in word.examples)


def explained(word: Word, why: str, words: Catalogue) -> str:
    """Why a line with a word cannot be read, and what it looks like."""
    shape = shape_of(word, words)
    example = examples_of(word, words.language)[0]
    told = [why, words.text("Write: %(shape)s", shape=shape)]
    if example != shape:
        told.append(words.text("For example: %(example)s", example=example))
    return "\n".join(told)


@cache
def phrases(language: str, *, moderates: bool = False) -> Mapping[tuple[str, ...], Word]:
    """All names of the office's words that a player of this language may use, folded and cut into words."""
    found: dict[tuple[str, ...], Word] = {}
    known = (*BY_WORD.values(), *(MODERATING if moderates else ()))
    for code in sorted(LANGUAGES, key=lambda code: (code != spoken(language), code != "en")):
        for word in known:
            for alias in word.aliases[code]:
                if not is_foreign(code, alias, language):
                    for spelling in spellings(alias):
                        found.setdefault(tuple(spelling.split()), word)
    return found


@cache
def meanings(language: str, *, moderates: bool = False) -> Mapping[str, frozenset[str]]:
    """The keywords' meanings by folded word; a word of several languages may have several."""
    found: dict[str, set[str]] = {}
    for keywords in (KEYWORDS, *((MODERATORS_KEYWORDS,) if moderates else ())):
        for key, spelling in _keywords(language, keywords):
            found.setdefault(spelling, set()).add(key)
    return {spelling: frozenset(keys) for spelling, keys in found.items()}


def _keywords(language: str, keywords: Mapping[str, Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    """Each keyword that a player of this language may use: its meaning, and how it may be typed, folded."""
    own = {"en", spoken(language)}
    for key, by_code in keywords.items():
        for code, text in by_code.items():
            for alias in text.split():
                if code in own or (key not in WEEKDAYS and not is_foreign(code, alias, language)):
                    yield from ((key, spelling) for spelling in spellings(alias))
