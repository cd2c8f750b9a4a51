"""Commands by which the operator acts on games as moderators do: each tells first what it would do, and asks."""

import json
from collections.abc import Sequence
from typing import Any, Final

import click

from pbem.adjudicator.context import Refused
from pbem.cli.context import CliContext, Failure, _, example, json_option, pass_office, show, words
from pbem.clock import from_ms, system_clock, to_ms
from pbem.intake.operator import Stale
from pbem.moderation.commands import (
    Announce,
    Cancel,
    Hold,
    ModeratorCommand,
    ModeratorLine,
    Release,
    Reopen,
    RollBack,
)
from pbem.moderation.context import ModeratorContext
from pbem.moderation.verbs import command_of
from pbem.store import UnitOfWork
from pbem.store.games.game import get_game
from pbem.store.moderation.disputes import list_open_disputes

reason_option: Final = click.option(
    "--reason", required=True, help=_("The reason, which everyone in the game will see.")
)
yes_option: Final = click.option("--yes", is_flag=True, help=_("Do it without asking."))


def carry_out(office: CliContext, acts: Sequence[ModeratorCommand], yes: bool, as_json: bool) -> None:
    """Tell what acts would do, ask, and do them; JSON without --yes only tells. Raises Failure."""
    moderators = office.intake.moderators
    try:
        preview = moderators.preview(None, acts)
        told: dict[str, Any] = {"done": False, "told": preview.told, "warnings": preview.warnings}
        if not yes and not as_json:
            for line in (*preview.told, *(_("Careful: %(warning)s", warning=warning) for warning in preview.warnings)):
                click.echo(line)
            if not click.confirm(_("Do it?")):
                raise Failure(_("Nothing was done."))
        if yes or not as_json:
            told = {"done": True, "told": moderators.carry_out(None, acts, preview.state), "warnings": preview.warnings}
    except Refused as refused:
        raise Failure(refused.message) from refused
    except Stale as stale:
        raise Failure(_("Nothing was done: things have changed in the meantime. Look again.")) from stale
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        click.echo("\n".join(told["told"]))


def _read(office: CliContext, word: str, *parts: str) -> ModeratorCommand:
    """The act that the line of a letter would ask for, about a game or a dispute. Raises Failure."""
    tag, *rest, reason = parts
    line = ModeratorLine(word, f" {tag} {' '.join(rest).replace(':', ' ')}: {reason}", words.language)
    with office.database.read() as tx:
        try:
            return command_of(ModeratorContext.of(UnitOfWork(tx, office.settings, to_ms(system_clock())), None), line)
        except Refused as refused:
            raise Failure(refused.message) from refused


@click.command(
    "hold",
    help=_("Put a game on hold: no deadline runs, and orders are kept until it continues."),
    epilog=example('pbem game hold e7 --reason "A letter is disputed."'),
)
@click.argument("tag")
@reason_option
@yes_option
@json_option
@pass_office
def hold(office: CliContext, tag: str, reason: str, yes: bool, as_json: bool) -> None:
    """Hold a game."""
    carry_out(office, [Hold(tag, reason)], yes, as_json)


@click.command(
    "release",
    help=_("Release a game from hold: it continues with the time that was left."),
    epilog=example('pbem game release e7 --reason "All is well."'),
)
@click.argument("tag")
@reason_option
@yes_option
@json_option
@pass_office
def release(office: CliContext, tag: str, reason: str, yes: bool, as_json: bool) -> None:
    """Let a game go on."""
    carry_out(office, [Release(tag, reason)], yes, as_json)


@click.command(
    "rollback",
    help=_("Roll a game back to an earlier position; what was played since stays in its history."),
    epilog=example('pbem game rollback e7 118 --again --reason "A fault of ours."'),
)
@click.argument("tag")
@click.argument("position", type=click.IntRange(1))
@click.option("--new-dice", is_flag=True, help=_("Roll new dice; otherwise dice already seen don't change."))
@click.option("--again", is_flag=True, help=_("Carry out again what was sent since, as long as it is legal."))
@reason_option
@yes_option
@json_option
@pass_office
def rollback(
    office: CliContext, tag: str, position: int, new_dice: bool, again: bool, reason: str, yes: bool, as_json: bool
) -> None:
    """Take a game back."""
    carry_out(office, [RollBack(tag, position, reason, new_dice=new_dice, reapply=again)], yes, as_json)


@click.command(
    "cancel",
    help=_("End a game without a result."),
    epilog=example('pbem game cancel e7 --reason "Nobody is left."'),
)
@click.argument("tag")
@reason_option
@yes_option
@json_option
@pass_office
def cancel(office: CliContext, tag: str, reason: str, yes: bool, as_json: bool) -> None:
    """End a game without a result."""
    carry_out(office, [Cancel(tag, reason)], yes, as_json)


@click.command(
    "announce",
    help=_("Tell everyone in a game something; without a game, everyone who plays."),
    epilog=example('pbem game announce "The server rests on Sunday." --tag e7'),
)
@click.argument("text")
@click.option("--tag", help=_("The game; by default all in progress."))
@yes_option
@json_option
@pass_office
def announce(office: CliContext, text: str, tag: str | None, yes: bool, as_json: bool) -> None:
    """Tell players something."""
    carry_out(office, [Announce(tag, text)], yes, as_json)


@click.command(
    "amend",
    help=_("Correct the position of a game by hand, in the words of moderators' orders."),
    epilog=example('pbem game amend e7 "give ben 1 hidden" --reason "The income of year 3."'),
)
@click.argument("tag")
@click.argument("corrections", nargs=-1, required=True, metavar="CORRECTION...")
@reason_option
@yes_option
@json_option
@pass_office
def amend(office: CliContext, tag: str, corrections: tuple[str, ...], reason: str, yes: bool, as_json: bool) -> None:
    """Correct a position."""
    carry_out(office, [_read(office, "amend", tag, "; ".join(corrections), reason)], yes, as_json)


@click.command(
    "substitute",
    help=_("Replace a player: take the seat away, and offer it to another, or to standby players."),
    epilog=example('pbem game substitute e7 ben --by Carla --reason "He does not write."'),
)
@click.argument("tag")
@click.argument("player")
@click.option("--by", metavar="NAME", help=_("The player who is asked first."))
@reason_option
@yes_option
@json_option
@pass_office
def substitute(
    office: CliContext, tag: str, player: str, by: str | None, reason: str, yes: bool, as_json: bool
) -> None:
    """Take a seat and offer it."""
    offered = () if by is None else ("by", by)
    carry_out(office, [_read(office, "substitute", tag, player, *offered, reason)], yes, as_json)


@click.group(help=_("Disputes: what players ask moderators to rule on."))
def dispute() -> None:
    """Group the commands about disputes."""


@dispute.command("list", help=_("List the open disputes."), epilog=example("pbem dispute list --json"))
@json_option
@pass_office
def dispute_list(office: CliContext, as_json: bool) -> None:
    """List open disputes with the time left to rule on each."""
    with office.database.read() as tx:
        rows = [
            {
                "dispute": row.id,
                "game": get_game(tx, row.game_id).tag,
                "position": row.position,
                "filed": from_ms(row.filed_ms),
                "rule_by": None if row.rule_by_ms is None else from_ms(row.rule_by_ms),
                "text": " ".join(row.text.split()),
            }
            for row in list_open_disputes(tx)
        ]
    show(rows, as_json, _("No dispute is open."), office.zone)


def _ruling_command(word: str, help_text: str, epilog: str) -> click.Command:
    """The command that rules on a dispute by the words of moderators' letters."""

    @click.command(word, help=help_text, epilog=epilog)
    @click.argument("number", type=click.IntRange(1, 2**31 - 1))
    @click.argument("verdict")
    @reason_option
    @yes_option
    @json_option
    @pass_office
    def command(office: CliContext, number: int, verdict: str, reason: str, yes: bool, as_json: bool) -> None:
        carry_out(office, [_read(office, word, str(number), verdict, reason)], yes, as_json)

    return command


dispute.add_command(
    _ruling_command(
        "rule",
        _("Rule on a dispute, in the words of moderators' orders: the verdict, and the rule that decides."),
        example('pbem dispute rule 3 "uphold FR-38" --reason "The tile was connected."'),
    )
)
dispute.add_command(
    _ruling_command(
        "supersede",
        _("Replace the ruling on a dispute; both stay in the list of rulings."),
        example('pbem dispute supersede 3 "uphold FR-38" --reason "I had overlooked the second station."'),
    )
)


@dispute.command(
    "reopen",
    help=_("Open a closed dispute again."),
    epilog=example('pbem dispute reopen 3 --reason "There is something new to say."'),
)
@click.argument("number", type=click.IntRange(1, 2**31 - 1))
@reason_option
@yes_option
@json_option
@pass_office
def dispute_reopen(office: CliContext, number: int, reason: str, yes: bool, as_json: bool) -> None:
    """Open a dispute again."""
    carry_out(office, [Reopen(number, reason)], yes, as_json)
