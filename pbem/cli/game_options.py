"""The options by which a command is told a game, its variant and its terms, and how commands tell them."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Final, TypeVar, get_args
from zoneinfo import ZoneInfo

import click

from pbem.cli.context import CliContext, Failure, _, words
from pbem.clock import LONGEST_DAYS, Pace, are_playing_days, read_pace
from pbem.reports.notes import LATE, PRESS, time_in_words
from pbem.terms import Late, PressRule, Terms
from rules_core.games import kinds, ruleset_for
from rules_core.kernel.options import BadOptions

T = TypeVar("T")

KIND: Final = click.Choice(kinds())
"""The kind of a game, as the value of an option."""


class PaceType(click.ParamType[Pace]):
    """A length of playing time, as the value of an option or an argument."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Pace:
        """Read "3d" or "36h". Fails as a mistake in use."""
        pace = value if isinstance(value, Pace) else read_pace(str(value))
        if pace is None:
            why = _('"%(value)s" is not a number of days or hours, such as 3d or 36h, up to %(most)s days.')
            self.fail(why % {"value": value, "most": LONGEST_DAYS}, param, ctx)
        return pace


class _Days(click.ParamType[str]):
    name = "days"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not are_playing_days(str(value)):
            why = _('"%(value)s" names no days from 1 (Monday) to 7 (Sunday), each once and in order, such as 12345.')
            self.fail(why % {"value": value}, param, ctx)
        return str(value)


class _Zone(click.ParamType[str]):
    name = "zone"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return ZoneInfo(str(value)).key
        except (KeyError, ValueError, OSError):
            why = _("There is no time zone %(zone)s; they are named like Europe/Berlin.", zone=value)
            self.fail(why, param, ctx)


PACE: Final = PaceType()
_OPTIONS: Final = (
    click.option("--pace", type=PACE, metavar="TIME", help=_("The time per turn, such as 3d or 36h.")),
    click.option("--days", type=_Days(), help=_("The days that count, from 1 for Monday: 12345.")),
    click.option("--zone", type=_Zone(), help=_("The time zone in which days begin and end.")),
    click.option("--late", type=click.Choice(get_args(Late)), help=_("What happens if the deadline is missed.")),
    click.option("--press", type=click.Choice(get_args(PressRule)), help=_("How players can write to each other.")),
)


def with_terms(command: Callable[..., T]) -> Callable[..., T]:
    """Give a command options for a game's terms, and its function the `terms`; what is not said is as in the settings.

    It has to stand below `pass_office`.
    """

    @wraps(command)
    def run(
        office: CliContext,
        *arguments: Any,
        pace: Pace | None,
        days: str | None,
        zone: str | None,
        late: Late | None,
        press: PressRule | None,
        **others: Any,
    ) -> T:
        usual = office.settings.terms
        terms = Terms(
            pace=usual.pace if pace is None else str(pace),
            playing_days=days or usual.playing_days,
            zone=zone or usual.zone,
            late=late or usual.late,
            press=press or usual.press,
        )
        return command(office, *arguments, terms=terms, **others)

    for option in reversed(_OPTIONS):
        run = option(run)
    return run


def describe_terms(terms: Terms) -> str:
    """A game's terms in lines of text."""
    return "\n".join(
        (
            _("Time per turn: %(time)s", time=time_in_words(terms, words)),
            _("If the deadline is missed: %(late)s", late=words.text(LATE[terms.late])),
            _("Press: %(press)s", press=words.text(PRESS[terms.press])),
        )
    )


_SEATS: Final = [number for kind in kinds() for number in ruleset_for(kind).seats]
PLAYERS: Final = click.IntRange(min(_SEATS), max(_SEATS))
"""How many play in a game, as the value of an option."""


def option_help() -> str:
    """The help text of an option that names a variant."""
    return _("A variant, such as extended=yes; can be given several times.")


def list_of_variants() -> str:
    """A paragraph for a command's help: each kind of game with its variants, the usual value first."""
    lines = [_("Games and their variants, the usual value first:")]
    lines += [f"  {kind}: {_variants(kind)}" for kind in kinds()]
    # Click keeps the lines of a paragraph that begins so.
    return "\n\n\b\n" + "\n".join(lines)


def chosen(options: Iterable[str]) -> dict[str, str]:
    """The variants named by NAME=VALUE."""
    return {name: value for name, _equals, value in (option.partition("=") for option in options)}


def cannot_be(kind: str, error: BadOptions) -> Failure:
    """Explain in a failure why a game cannot be set up like this, and how it can."""
    known = _("%(kind)s takes these variants: %(variants)s", kind=kind, variants=_variants(kind))
    return Failure(f"{error}\n{known}")


def _variants(kind: str) -> str:
    return ", ".join(f"{name}={'|'.join(values)}" for name, values in ruleset_for(kind).options.items())
