"""Requests about an account: its name, what is mailed to it, and what is only to be read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar, Final

from pbem.adjudicator.context import Done, PlayerCommand, PlayerContext, Refused
from pbem.adjudicator.mails.digest import choose_reports
from pbem.commands.command import LineField
from pbem.i18n import N_
from pbem.lobby.fields import (
    ANOTHER,
    OfficeCursor,
    read_code,
    read_kind,
    read_name,
    read_reminders,
    read_reports,
    read_rule_and_words,
)
from pbem.reports.notes import REMINDED
from pbem.store.players.preferences import Reports, get_preferences, put_preferences

REPORTS_SENTENCES: Final[Mapping[Reports, str]] = {
    "all": N_("You get an email about every turn."),
    "mine": N_("You get an email when it's your turn, and when a game starts or ends."),
    "daily": N_("You get one email a day, at 7 in the morning, with what is new in all of your games."),
}
"""What a player is told of the reports that they have chosen."""
REPORTS: Final = LineField("{every}|{mine}|{digest}", read_reports)
TIMES: Final = LineField("<hours> | {off}", read_reminders)
NAME: Final = LineField("<name>", read_name)
CODE: Final = LineField("<code>", read_code)
KIND: Final = LineField("<game>", read_kind)
_MOST_BEHIND_HELP: Final = 3
"""Words behind `help`, of which nothing is read: "help me", "help with the dice"."""


@dataclass(frozen=True, slots=True)
class WishReports(PlayerCommand):
    """`reports daily`: which reports the player wants."""

    verb: ClassVar = "reports"
    examples: ClassVar = ("{reports} {every}", "{reports} {mine}", "{reports} {digest}")
    explanation: ClassVar = N_(
        "Choose your reports: every turn, only when it's your turn, or one email a day for all of your games."
    )

    reports: Annotated[Reports, REPORTS]

    def do(self, context: PlayerContext) -> Done:
        """Note which reports a player wants."""
        before = get_preferences(context.unit, context.player.id)
        chosen = replace(before, reports=self.reports)
        choose_reports(context.unit, context.player.id, chosen)
        return Done((context.words.text(REPORTS_SENTENCES[self.reports]),))


@dataclass(frozen=True, slots=True)
class WishReminders(PlayerCommand):
    """`reminders 48 24 0`, `reminders off`: the hours before a deadline at which to be reminded."""

    verb: ClassVar = "reminders"
    examples: ClassVar = ("{reminders} 48 24 0", "{reminders} {off}")
    explanation: ClassVar = N_(
        "Choose your deadline reminders: hours before it (168, 72, 48, 24, 12, 6, 2), 0 for the deadline itself. A "
        "time no shorter than your turn counts as half of it."
    )

    reminders: Annotated[str, TIMES]

    def do(self, context: PlayerContext) -> Done:
        """Note when a player wants to be reminded."""
        before = get_preferences(context.unit, context.player.id)
        put_preferences(context.unit, context.player.id, replace(before, reminders=self.reminders))
        words = context.words
        if not self.reminders:
            return Done((words.text("You get no more deadline reminders."),))
        times = ", ".join(words.text(REMINDED[int(hours)]) for hours in self.reminders.split())
        return Done((words.text("You get deadline reminders: %(times)s.", times=times),))


@dataclass(frozen=True, slots=True)
class Register(PlayerCommand):
    """`register Ada`: an account under this name; "" for the name that was said before."""

    verb: ClassVar = "register"
    shape: ClassVar = "{register} <name>"
    examples: ClassVar = ("{register} Ada Lovelace",)
    explanation: ClassVar = N_("Create an account under this name.")

    name: Annotated[str, NAME] = ""

    @classmethod
    def read(cls, cursor: OfficeCursor) -> Sequence["Register"]:
        """Read a name. Raises ParseError."""
        return [cls(read_name(cursor))]

    def do(self, context: PlayerContext) -> Done:
        """Answer that they are a player already; strangers are registered by `pbem.lobby.reception`."""
        return Done((context.words.text("You have an account as %(name)s.", name=context.player.name),))


@dataclass(frozen=True, slots=True)
class Confirm(PlayerCommand):
    """`confirm`, `confirm 7KM2 9QRT`: does what an email asked to confirm, or takes the name that it named."""

    verb: ClassVar = "confirm"
    examples: ClassVar = ("{confirm}", "{confirm} 7KM2 9QRT")
    explanation: ClassVar = N_("Say yes to what our email asked you. Reply to that email, or give the code in it.")

    code: Annotated[str, CODE] = field(default="", repr=False)

    def do(self, context: PlayerContext) -> Done:
        """Refuse it, as nothing waits to be confirmed, but for the name of an account. Raises Refused."""
        if self.code or context.player.moderator:
            raise Refused(context.words.text("There is nothing to confirm."))
        return Register().do(context)


@dataclass(frozen=True, slots=True)
class Show(PlayerCommand):
    """Something to read."""

    def do(self, _context: PlayerContext) -> Done:
        """Do nothing, as what is shown stands below the lines of the answer."""
        return Done(())


@dataclass(frozen=True, slots=True)
class ShowLists(Show):
    """`lists germany`: games that wait for players, of one kind or of all."""

    verb: ClassVar = "lists"
    examples: ClassVar = (f"{{lists}} {ANOTHER}",)
    explanation: ClassVar = N_("Show the games looking for players.")

    kind: Annotated[str | None, KIND] = None


@dataclass(frozen=True, slots=True)
class ShowGames(Show):
    """`games`: those that the player has a seat in."""

    verb: ClassVar = "games"
    explanation: ClassVar = N_("Show your games and deadlines.")


@dataclass(frozen=True, slots=True)
class ShowRules(Show):
    """`rules silent germany`: what is played where a rulebook is silent, of one kind of game or of all."""

    verb: ClassVar = "rules"
    shape: ClassVar = "{rules} {silent} [<game>]"
    examples: ClassVar = ("{rules} {silent}", f"{{rules}} {{silent}} {ANOTHER}")
    explanation: ClassVar = N_(
        "Show what is played where a rulebook is silent, and why, in games of all kinds or of one."
    )

    kind: Annotated[str | None, KIND] = None

    @classmethod
    def read(cls, cursor: OfficeCursor) -> Sequence["ShowRules"]:
        """Read of which kind of game. Raises ParseError."""
        cursor.take("silent")
        return [cls.read_fields(cursor)]


@dataclass(frozen=True, slots=True)
class ShowHelp(Show):
    """`help`: what may be asked for."""

    verb: ClassVar = "help"
    explanation: ClassVar = N_("Get this help.")

    @classmethod
    def read(cls, cursor: OfficeCursor) -> Sequence["ShowHelp"]:
        """Read nothing of what stands behind it. Raises ParseError where that is much."""
        if len(cursor.tokens) > _MOST_BEHIND_HELP:
            raise cursor.unexpected()
        return [cls()]


@dataclass(frozen=True, slots=True)
class Search(Show):
    """`rulings FR-38`: rulings on disputes, by a rule and by words."""

    verb: ClassVar = "rulings"
    shape: ClassVar = "{rulings} [<rule>] [<words>]"
    examples: ClassVar = ("{rulings} FR-38", "{rulings} lake")
    explanation: ClassVar = N_("Show rulings on players' disputes, by rule or by words.")

    rule: str
    words: str

    @classmethod
    def read(cls, cursor: OfficeCursor) -> Sequence["Search"]:
        """Read a rule, and words. Raises nothing."""
        return [cls(*read_rule_and_words(cursor))]
