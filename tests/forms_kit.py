"""Forms as whoever has a seat would send them, without the pages that show them."""

from pbem.adjudicator.context import Answer
from pbem.commands.orders.seat_command import SeatCommand
from pbem.intake import Intake
from pbem.store.games.seats import list_seat_contacts


def submit_as(intake: Intake, game_id: int, seat: int, text: str, *, position: int | None) -> Answer:
    """Send orders for a seat from a page that showed the game at a position."""
    return intake.forms.submit(game_id, _player_at(intake, game_id, seat), text, position=position)


def ask_as(intake: Intake, game_id: int, seat: int, command: SeatCommand) -> list[str]:
    """Send what a seat asks beside its orders."""
    return intake.forms.ask(game_id, _player_at(intake, game_id, seat), command)


def _player_at(intake: Intake, game_id: int, seat: int) -> int:
    with intake.units.database.read() as tx:
        return list_seat_contacts(tx, game_id)[seat].player_id
