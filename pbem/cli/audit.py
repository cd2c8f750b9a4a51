"""The command that shows who did what; it needs nothing but the database."""

import json
from typing import Any

import click

from pbem.cli.context import CliContext, Failure, _, example, json_option, pass_office, show
from pbem.clock import from_ms
from pbem.store.audit import NamedAudit, list_audit, list_audit_of_game, list_audit_of_player
from pbem.store.games.game import find_game_by_tag
from pbem.store.players.player import find_player_by_address

_MOST = 10_000


@click.command(
    help=_("Show who did what: commands of players, moderators and operators, the newest first."),
    epilog=example("pbem audit --player ada@example.org"),
)
@click.option("--player", "address", metavar="ADDRESS", help=_("What a player did, and what was done to them."))
@click.option("--game", "tag", metavar="TAG", help=_("What was done to a game, such as e7."))
@click.option("--most", default=100, show_default=True, type=click.IntRange(1, _MOST), help=_("How many."))
@json_option
@pass_office
def audit(office: CliContext, address: str | None, tag: str | None, most: int, as_json: bool) -> None:
    """List the audit log."""
    if address is not None and tag is not None:
        raise click.UsageError(_("Give --player or --game, not both."))
    with office.database.read() as tx:
        if address is not None:
            player = find_player_by_address(tx, address)
            if player is None:
                raise Failure(_("%(address)s has no account; see `pbem player add`.", address=address))
            found = list_audit_of_player(tx, player.id, most)
        elif tag is not None:
            game = find_game_by_tag(tx, tag)
            if game is None:
                raise Failure(_("There is no game %(tag)s.", tag=tag))
            found = list_audit_of_game(tx, game.id, most)
        else:
            found = list_audit(tx, most)
    show([_facts(one) if as_json else _line(one) for one in found], as_json, _("Nothing was done yet."), office.zone)


def _facts(one: NamedAudit) -> dict[str, Any]:
    return {
        "id": one.id,
        "at": from_ms(one.at_ms),
        "by": one.by_id,
        "user": one.by_user,
        "command": one.command,
        "player": one.player_id,
        "game": one.tag,
        "with": json.loads(one.facts),
        "outcome": one.outcome,
    }


def _line(one: NamedAudit) -> dict[str, Any]:
    return {
        "when": from_ms(one.at_ms),
        "who": one.by_name or _("command line (%(user)s)", user=one.by_user),
        "command": one.command,
        "player": one.player_name or "",
        "game": one.tag or "",
        "with": ", ".join(one.facts_in_words),
        "outcome": one.outcome,
    }
