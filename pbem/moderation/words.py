"""The words that moderators write to their offices, in one table; nobody else's letters are read by them."""

from collections.abc import Mapping
from typing import Final

from pbem.i18n import N_
from pbem.lobby.word import Word, named

MODERATING: Final[tuple[Word, ...]] = (
    Word(
        "desk",
        named("desk", "pult, schreibtisch", "bureau"),
        "{desk}",
        ("{desk}",),
        N_("Show me what needs a moderator, in all games that I may moderate."),
    ),
    Word(
        "file",
        named("file", "akte", "dossier"),
        "{file} <tag>",
        ("{file} e7",),
        N_("Show me how a game stands, and what befell it."),
    ),
    Word(
        "hold",
        named("hold", "anhalten, halte an, sperren", "suspendre, suspends"),
        "{hold} <tag>: <why>",
        ("{hold} e7: I look into dispute 3.",),
        N_("Hold a game: no time runs, letters are answered, and orders in them are kept until it goes on."),
    ),
    Word(
        "release",
        named("release", "freigeben, gib frei, fortsetzen", "libérer, libère"),
        "{release} <tag>: <why>",
        ("{release} e7: All is well.",),
        N_("Let a game that is held go on, with the time that was left."),
    ),
    Word(
        "extend",
        named("extend", "verlängern, verlängere", "prolonger, prolonge"),
        "{extend} <tag> <time>: <why>",
        ("{extend} e7 3 {days}: The flu goes round.",),
        N_("Put the deadline of a game off by so much playing time."),
    ),
    Word(
        "rollback",
        named("rollback, roll back", "zurücksetzen, setze zurück", "revenir en arrière, reviens en arrière"),
        "{rollback} <tag> <number> [{new} {dice}] [{again}]: <why>",
        ("{rollback} e7 118: The share was not for sale.", "{rollback} e7 118 {new} {dice} {again}: A fault of ours."),
        N_(
            "Let a game go on from an earlier position, such as #118. Dice that were seen stand, unless there shall be "
            "new ones. What was sent since is carried out again where that is asked for, as long as it is legal."
        ),
    ),
    Word(
        "substitute",
        named("substitute", "ersetzen, ersetze", "remplacer un joueur, substituer"),
        "{substitute} <tag> <player> [{by} <name>]: <why>",
        ("{substitute} e7 ben: He has not written for weeks.", "{substitute} e7 2 {by} Carla: As they have agreed."),
        N_("Take a seat from its player, and offer it to another, or to who stands by."),
    ),
    Word(
        "amend",
        named("amend", "berichtigen, berichtige", "corriger, corrige"),
        "{amend} <tag> <correction>: <why>",
        ("{amend} e7 give ben 1 hidden: The income of year 3.",),
        N_("Correct the position of a game by hand. Dice, shares and passengers go from one place to another."),
    ),
    Word(
        "cancel",
        named("cancel", "absagen, abbrechen, brich ab", "annuler, annule"),
        "{cancel} <tag>: <why>",
        ("{cancel} e7: Nobody is left.",),
        N_("End a game without a result."),
    ),
    Word(
        "announce",
        named("announce", "ansagen, bekanntgeben", "annoncer, annonce"),
        "{announce} [<tag>]: <words>",
        ("{announce} e7: The dispute is settled.", "{announce}: The server rests on Sunday."),
        N_("Tell everybody in a game something, or everybody who plays here."),
    ),
    Word(
        "unseal",
        named("unseal", "aufdecken, decke auf", "desceller, dévoiler"),
        "{unseal} <tag>: <why>",
        ("{unseal} e7: Dispute 3 is about hidden dice.",),
        N_(
            "Open what is hidden in a game to me, for a week or until a dispute in it is ruled. I can never take a "
            "seat in it then."
        ),
    ),
    Word(
        "seal",
        named("seal", "zudecken, decke zu", "sceller"),
        "{seal} <tag>",
        ("{seal} e7",),
        N_("Close what is hidden in a game again."),
    ),
    Word(
        "dispute",
        named("dispute", "einspruch", "contestation, litige"),
        "{dispute} <number>",
        ("{dispute} 3",),
        N_("Show me a dispute: the turn, the rules that decided, its dice, what was said, and how to rule."),
    ),
    Word(
        "ask",
        named("ask", "frage, fragen", "demander, demande"),
        "{ask} <number>: <words>",
        ("{ask} 3: Which station do you mean?",),
        N_("Ask everybody in a game something about a dispute."),
    ),
    Word(
        "rule",
        named("rule", "entscheide, entscheiden", "trancher, tranche, décider"),
        "{rule} <number> {uphold}|{rollback} <number>|{amend} <correction> <rule>: <words>",
        (
            "{rule} 3 {uphold} FR-31: The piece may point there.",
            "{rule} 3 {rollback} 118 {new} {dice} {again} FR-31: The piece may not point there.",
            "{rule} 3 {amend} give ben 1 hidden; take anna 1 hidden FR-31: As the rule says.",
        ),
        N_(
            "Rule on a dispute: what was played stands, the game goes back, or its position is corrected. Name the "
            "rule that decides; everybody in the game is mailed it with your words."
        ),
    ),
    Word(
        "supersede",
        named("supersede", "aufheben, hebe auf", "casser, casse"),
        "{supersede} <number> {uphold}|{rollback} <number>|{amend} <correction> <rule>: <words>",
        ("{supersede} 3 {uphold} FR-38: I had overlooked the second station.",),
        N_(
            "Put another ruling in the place of the one on a dispute, which was a mistake. Both stay in the list of "
            "rulings. What the first one did to the game stays done, unless this one undoes it."
        ),
    ),
    Word(
        "reopen",
        named("reopen", "wiederaufnehmen, nimm wieder auf", "rouvrir, rouvre"),
        "{reopen} <number>: <why>",
        ("{reopen} 3: There is something new to say.",),
        N_("Let a dispute that was ruled on, withdrawn or left without a ruling wait for a ruling again."),
    ),
    Word(
        "retry",
        named("retry", "wiederholen, wiederhole", "réessayer, réessaie"),
        "{retry} <letter>",
        ("{retry} k3mfq7ab2x",),
        N_("Deal once more with a letter that was put aside."),
    ),
)
"""What a moderator may ask for, in the order in which it is explained. All of it but what is only shown is an act, of
which he is told first what it would do."""

KEYWORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "new": {"en": "new", "de": "neue neu", "fr": "nouveaux nouvelle"},
    "dice": {"en": "dice", "de": "würfel", "fr": "dés"},
    "again": {"en": "again reapply", "de": "nochmals erneut", "fr": "rejouer encore"},
    "uphold": {"en": "uphold upheld stands", "de": "bestätigt bleibt", "fr": "confirmer confirmé"},
    "by": {"en": "by with", "de": "durch mit", "fr": "par avec"},
}
"""Words with a meaning behind others, by meaning and language; the first of each is the one that is written."""

SHOWN: Final = frozenset({"desk", "file", "dispute"})
"""The words by which something is shown, and nothing done."""
