"""Commands that need nothing but the database: lists of what it holds.

They begin in a fraction of the time that those take which know games, so the groups they belong to stand here too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import click

from pbem.cli.context import (
    CliContext,
    CommandTable,
    Failure,
    _,
    example,
    json_option,
    pass_office,
    show,
    words,
)
from pbem.clock import from_ms, system_clock, to_ms
from pbem.i18n import N_
from pbem.reports.notes import time_in_words
from pbem.store.accounts.addresses import FurtherAddress, list_further_addresses
from pbem.store.across.prefetch import prefetch_seats
from pbem.store.games.game import GameRow, get_game
from pbem.store.games.listing import find_last_game_id, list_games, list_games_from
from pbem.store.games.seats import list_seats
from pbem.store.games.waiting_lists import list_full_lists, list_open_lists, list_waiting_players
from pbem.store.mail.sending import list_suspended
from pbem.store.moderation.disputes import list_open_disputes
from pbem.store.players.blocks import find_block
from pbem.store.players.player import PlayerRow, list_players

_GAME = CommandTable(
    {
        "export": "pbem.cli.games:game_export",
        "extend": "pbem.cli.games:game_extend",
        "list": "pbem.cli.database:game_list",
        "new": "pbem.cli.games:game_new",
        "renew": "pbem.cli.games:game_renew",
        "show": "pbem.cli.games:game_show",
    },
    more="pbem.cli.moderating:about_games",
)
_PLAYER = CommandTable(
    {
        "add": "pbem.cli.players:player_add",
        "add-address": "pbem.cli.players:player_add_address",
        "export": "pbem.cli.players:player_export",
        "list": "pbem.cli.database:player_list",
        "ranking": "pbem.cli.landscape:player_ranking",
        "remove-address": "pbem.cli.players:player_remove_address",
        "renew": "pbem.cli.players:player_renew",
        "set": "pbem.cli.players:player_set",
        "show": "pbem.cli.landscape:player_show",
        "sign-out": "pbem.cli.players:player_sign_out",
    },
    more="pbem.cli.moderating:about_accounts",
)
_DISPUTE = CommandTable({"list": "pbem.cli.database:dispute_list"}, more="pbem.cli.moderating:about_disputes")
_ROLES: Final = {
    "operator": N_("operator"),
    "moderator": N_("moderator"),
    "list_keeper": N_("list keeper"),
}
_STANDINGS: Final = {"blocked": N_("blocked"), "merged": N_("merged into another account"), "erased": N_("erased")}
_LAST_ID = 2**63 - 1
_NEWEST: Final = 100
"""Games that are listed without --all."""
"""The greatest number that the database can hold."""


@click.group(commands=_GAME, help=_("Games."))
def game() -> None:
    """Group the commands about games."""


@click.group(commands=_PLAYER, help=_("Players: people and bots."))
def player() -> None:
    """Group the commands about players."""


@click.group(commands=_DISPUTE, help=_("Disputes: what players ask moderators to rule on."))
def dispute() -> None:
    """Group the commands about disputes."""


@click.command("list", help=_("List the newest games, or all."), epilog=example("pbem game list --all"))
@click.option("--all", "every", is_flag=True, help=_("All games, not only the newest; so it is with --json, too."))
@json_option
@pass_office
def game_list(office: CliContext, every: bool, as_json: bool) -> None:
    """List the games."""
    with office.database.read() as tx:
        first = 1 if every or as_json else find_last_game_id(tx) - _NEWEST + 1
        games = list_games_from(tx, first, _NEWEST) if first > 1 else list_games(tx)
        prefetch_seats(tx, [row.id for row in games])
        rows = []
        for row in games:
            names = [seat.name for seat in list_seats(tx, row.id)]
            mover = None if row.active_seat is None else names[row.active_seat]
            rows.append(
                {
                    "tag": row.tag,
                    "name": row.name,
                    "kind": row.kind,
                    "players": ", ".join(names),
                    "status": row.status,
                    "year": row.year,
                    "to play": mover,
                    **(_until(row) if as_json else {"deadline": _until_in_words(row, office.zone)}),
                    "time": time_in_words(row.terms, words),
                    "late": row.late,
                }
            )
    show(rows, as_json, _("There are no games yet."))
    if first > 1:
        click.echo(_("Older games are listed with --all."))


def _until(row: GameRow) -> dict[str, datetime | None]:
    """Until when a turn lasts, or since when a game is on hold, for programs."""
    deadline, held = (None if at_ms is None else from_ms(at_ms) for at_ms in (row.deadline_ms, row.held_ms))
    return {"deadline": deadline, "held": held}


def _until_in_words(row: GameRow, zone: str) -> str:
    if row.held_ms is not None:
        return _("on hold")
    if row.deadline_ms is None:
        return ""
    deadline = words.moment(from_ms(row.deadline_ms), zone)
    is_over = row.deadline_ms <= to_ms(system_clock())
    return _("overdue since %(deadline)s", deadline=deadline) if is_over else deadline


@click.command(
    "lists",
    help=_("List the games looking for players, private ones too; or close one, and tell its players."),
    epilog=example("pbem lists --close 12"),
)
@click.option(
    "--close", "closed", type=click.IntRange(1, _LAST_ID), metavar="NUMBER", help=_("Close this waiting list.")
)
@json_option
@pass_office
def lists(office: CliContext, closed: int | None, as_json: bool) -> None:
    """List what is open, or close a list."""
    if closed is not None:
        if not office.intake.operator.close_list(closed):
            raise Failure(_("There is no open waiting list %(number)s.", number=closed))
        click.echo(_("Waiting list %(number)s is closed; the running server tells its players.", number=closed))
        return
    with office.database.read() as tx:
        rows = [
            {
                "number": row.id,
                "name": row.name,
                "kind": row.kind,
                "waiting": ", ".join(one.name for one in list_waiting_players(tx, row.id)),
                "seats": row.seats,
                "private": row.private,
                "open until": from_ms(row.expires_ms) if row.status == "open" else None,
                "round": "" if row.beacon is None else f"{row.round} ({_rule_of(row.beacon)})",
            }
            for row in [*list_full_lists(tx), *list_open_lists(tx)]
        ]
    show(rows, as_json, _("No game is looking for players."), office.zone)


def _rule_of(beacon: str) -> str:
    from pbem.beacon import load_terms  # which fetches rounds, too, with what that takes

    return load_terms(beacon).rule


@click.command(
    "list",
    help=_("List the players, with the further addresses they write from."),
    epilog=example("pbem player list --json"),
)
@json_option
@pass_office
def player_list(office: CliContext, as_json: bool) -> None:
    """List the players."""
    with office.database.read() as tx:
        found = list_players(tx)
        since = {row.player_id: row.suspended_ms for row in list_suspended(tx)}
        further = list_further_addresses(tx, to_ms(system_clock()))
        why = {p.id: block.reason for p in found if p.standing == "blocked" and (block := find_block(tx, p.id))}
    listed = [
        _Listed(p, since.get(p.id), [one for one in further if one.player_id == p.id], why.get(p.id, "")) for p in found
    ]
    rows = [one.facts() for one in listed] if as_json else [row for one in listed for row in one.lines(office.zone)]
    show(rows, as_json, _("There are no players yet."))


@dataclass(frozen=True)
class _Listed:
    """A player in the list, since when mails to them are stopped, and the further addresses they write from."""

    player: PlayerRow
    stopped_ms: int | None
    further: Sequence[FurtherAddress]
    reason: str = ""
    """Why they are blocked."""

    def facts(self) -> dict[str, object]:
        """All that is listed, for programs."""
        return {
            "name": self.player.name,
            "address": self.player.address,
            "language": self.player.language,
            "bot": self.player.bot,
            "roles": list(self.player.roles),
            "standing": self.player.standing,
            "reason": self.reason,
            "mails stopped": None if self.stopped_ms is None else from_ms(self.stopped_ms),
            "further addresses": [one.address for one in self.further if one.is_confirmed],
            "unconfirmed addresses": [one.address for one in self.further if not one.is_confirmed],
        }

    def lines(self, zone: str) -> Iterator[dict[str, str]]:
        """The player in short: a line for them, and one for each further address."""
        notes = [self.player.language]
        if self.player.bot is not None:
            notes.append(_("bot (%(bot)s)", bot=self.player.bot))
        notes += [_(_ROLES[role]) for role in self.player.roles]
        if self.player.standing != "open":
            standing = _(_STANDINGS[self.player.standing])
            notes.append(f"{standing}: {self.reason}" if self.reason else standing)
        if self.stopped_ms is not None:
            notes.append(_("emails stopped %(moment)s", moment=words.brief(from_ms(self.stopped_ms), zone)))
        address = self.player.address if self.player.standing in ("open", "blocked") else ""
        yield {"name": self.player.name, "address": address, "notes": ", ".join(notes)}
        for one in self.further:
            note = _("writes from here too") if one.is_confirmed else _("not confirmed yet")
            yield {"name": "", "address": one.address, "notes": note}


@click.command("list", help=_("List the open disputes."), epilog=example("pbem dispute list --json"))
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
