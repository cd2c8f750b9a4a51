"""Whole messages: a position as one seat sees it and what happened, as the text of a mail (see `mail_templates`)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from pbem.i18n import N_, Catalogue
from pbem.orders import help_text
from pbem.orders.verbs import BY_NAME
from pbem.reports import ends, landscape_text, map_text, may, tables
from pbem.reports.context import AnsweredLine, GameContext, Message, Outcome
from pbem.reports.names import Scene
from pbem.reports.page import shortened, wrap
from pbem.reports.sentences import ENDINGS, winners_of
from pbem.reports.words import story
from pbem.templates import render
from rules_core.actions import Action
from rules_core.events import Event, GameBegan
from rules_core.table import Table
from rules_core.views import PlayerView

_OUTCOMES: Final[Mapping[Outcome, str]] = {
    "done": N_("done"),
    "understood": N_("understood"),
    "refused": N_("REFUSED"),
    "unread": N_("NOT UNDERSTOOD"),
    "not reached": N_("not reached"),
    "prose": N_("a remark"),
    "undone": N_("taken back"),
}
SHOWN_WHOLE: Final = 60
"""Signs of a player's line that an answer repeats."""


class Named(Protocol):
    """A game by its public names."""

    @property
    def tag(self) -> str:
        """The short one: "e7"."""

    @property
    def name(self) -> str:
        """The one its players gave it."""


def subject(game: Named) -> str:
    """The subject of all mails of a game; it never changes, so that mail programs keep them in one thread."""
    return f"[First Rails {game.tag}] {game.name}"


def turn_report(
    view: PlayerView,
    news: Sequence[Event],
    context: GameContext,
    catalogue: Catalogue,
    *,
    year_ended: bool,
    legal: Iterable[Action] = (),
    ascii_only: bool = False,
) -> Message:
    """What a player or spectator gets when the turn has moved on, the year has ended, or the game is over.

    `news` is what happened since the last mail; `legal` are the viewer's legal actions, none when another is to play.
    """
    report = _Report(view, context, catalogue, ascii_only)
    facts = report.facts(news, tuple(legal))
    begins = any(isinstance(event, GameBegan) for event in news)
    return report.message("turn.txt", **facts, ended_year=view.table.year - 1 if year_ended else 0, sealed=begins)


def answer(
    view: PlayerView,
    outcome: Sequence[AnsweredLine],
    news: Sequence[Event],
    context: GameContext,
    catalogue: Catalogue,
    *,
    heading: str,
    supposed: bool = False,
    legal: Iterable[Action] = (),
    ascii_only: bool = False,
) -> Message:
    """The answer to a letter: `heading` says what came of it, then each line's fate, then the position reached.

    `supposed` says that the position is the one the orders would lead to.
    `news` is what happened beside what the lines' own messages tell, such as the end of the year.
    """
    report = _Report(view, context, catalogue, ascii_only)
    lines = [line for answered in outcome for line in fate_of(answered, catalogue)]
    facts = report.facts(news, tuple(legal))
    if supposed:
        facts |= {"supposed": True, "sheet": [BY_NAME["confirm"].word(catalogue.language)]}
    return report.message("answer.txt", **facts, heading=heading, lines=lines, sealed=False)


def help_answer(heading: str, context: GameContext, catalogue: Catalogue) -> Message:
    """The answer to `help`, or to a letter without orders: the order language, and nothing else."""
    text = render("help.txt", catalogue, heading=heading, context=context, wrap=_wrapped, help=help_text(catalogue))
    return Message(subject(context), text)


def status_report(
    view: PlayerView,
    context: GameContext,
    catalogue: Catalogue,
    *,
    legal: Iterable[Action] = (),
    ascii_only: bool = False,
) -> Message:
    """The position alone, as `status` and the web page give it."""
    report = _Report(view, context, catalogue, ascii_only)
    return report.message("status.txt", **report.facts((), tuple(legal)), sealed=True)


class _Report:
    """One reader's view of one position, put into words."""

    def __init__(self, view: PlayerView, context: GameContext, catalogue: Catalogue, ascii_only: bool) -> None:
        self.view = view
        self.context = context
        self.catalogue = catalogue
        self.scene = Scene(view.table, context.seats, catalogue, ascii_only)

    def message(self, template: str, **facts: object) -> Message:
        """A template filled in."""
        return Message(subject(self.context), render(template, self.catalogue, **facts))

    def facts(self, news: Sequence[Event], legal: Sequence[Action]) -> dict[str, object]:
        """Everything that the templates print."""
        scene, table = self.scene, self.view.table
        suggestions = may.suggestions(scene, legal)
        return {
            "context": self.context,
            "view": self.view,
            "table": table,
            "place": f"Y{table.year}.{table.turn.number} #{self.context.position}",
            "player": scene.player(table.turn.seat),
            "is_mine": self.view.seat == table.turn.seat,
            "deadline": self._deadline(),
            "wrap": _wrapped,
            **_on_the_table(scene),
            "story": self._story(news),
            "screens": tables.screens(scene, self.view.screens),
            "own": [] if self.view.seat is None or table.over else self._own(),
            "hints": may.hints(scene) if legal else [],
            "may": may.order_lines(suggestions),
            "sheet": may.order_sheet(scene, legal),
            "supposed": False,
            "large_tiles": map_text.large_tiles(scene) if suggestions else [],
        }

    def _deadline(self) -> str:
        if self.context.deadline is None or self.view.table.over:
            return ""
        return self.catalogue.moment(self.context.deadline, self.context.zone)

    def _story(self, news: Sequence[Event]) -> list[str]:
        chapters = [[line for sentence in told for line in wrap(sentence, "- ")] for told in story(news, self.scene)]
        return [line for chapter in chapters for line in ("", *chapter)][1:]

    def _own(self) -> list[str]:
        """What lies behind and before the viewer's own screen."""
        text, own, scene = self.catalogue.text, self.view.own, self.scene
        front = self.view.table.players[self.view.seat or 0].front
        behind = self.catalogue.plural("%(n)s die", "%(n)s dice", own.hidden)
        passengers = scene.thousands(own.passengers)
        return [
            *wrap(text("Behind your screen: %(dice)s, %(passengers)s passengers.", dice=behind, passengers=passengers)),
            *wrap(text("In front of it: %(dice)s.", dice=scene.dice(front) or text("no dice"))),
        ]


class _Board(NamedTuple):
    """What a table looks like in words, and whose words."""

    table: Table
    seats: Sequence[str]
    catalogue: Catalogue
    ascii: bool
    facts: Mapping[str, object]


_last: list[_Board] = []


def _on_the_table(scene: Scene) -> Mapping[str, object]:
    """What all players see alike.

    The board put into words last is remembered: at a turn's end every player is told of the same one.
    """
    for board in _last:
        if board.table is scene.table and board[1:4] == (scene.seats, scene.catalogue, scene.ascii):
            return board.facts
    table, text = scene.table, scene.catalogue.text
    facts = {
        "ending": text(ENDINGS[table.ended]) if table.ended else "",
        "winners": winners_of(table.standings, scene) if table.over else "",
        "standings": tables.standings(scene),
        "maps": map_text.current_maps(scene),
        "ends": ends.ends(scene),
        "landscape": [*landscape_text.landscape_map(scene), "", *landscape_text.supply(scene)],
        "companies": [*tables.shares(scene), "", *tables.stations(scene)],
        "players": [*tables.players(scene), "", *tables.bank(scene)],
        "last_year": text(ENDINGS[table.last_year]) if table.last_year else "",
    }
    _last[:] = [_Board(table, scene.seats, scene.catalogue, scene.ascii, facts)]
    return facts


def fate_of(line: AnsweredLine, catalogue: Catalogue) -> list[str]:
    """A line of a letter with its fate: behind it where nothing is to tell, else below it. Nothing for a blank line."""
    quoted = shortened("".join(sign if sign.isprintable() else " " for sign in line.text).strip(), SHOWN_WHOLE)
    if not quoted:
        return []
    fate = catalogue.text(_OUTCOMES[line.outcome])
    if not line.message:
        return [f"{line.number:>3}  {quoted}  ({fate})"]
    told = catalogue.text("%(fate)s: %(message)s", fate=fate, message=line.message)
    lines = [f"{line.number:>3}  {quoted}", *wrap(told, " " * 5)]
    if line.nearest:
        lines += wrap(catalogue.text("nearest: %(order)s", order=line.nearest), " " * 5)
    return lines


def _wrapped(text: str) -> str:
    return "\n".join(wrap(text))
