"""Railroad Dice 2 before a moderator: corrections by letter, and what other orders with wishes would have given."""

import pytest
from adjudicator.kit import NAMES, Game, World
from adjudicator.letters import code_in
from lobby.kit import Village

from moderation.kit import add_moderator, disputes, signed_in
from pbem.adjudicator.sessions import load_game
from pbem.terms import Terms
from rules_core.games.railroad_dice_2.table import NetworkTable


def table(game: Game) -> NetworkTable:
    """The position as the server knows it."""
    with game.world.database.read() as tx:
        found: NetworkTable = load_game(tx, game.id).session.state
        return found


@pytest.fixture
def game(world: World) -> Game:
    """A game of two in which Anna has bought a locomotive 2, rolled and ended her turn; Mona moderates."""
    add_moderator(world, "Mona")
    game = world.open_game(NAMES[:2], kind="railroad_dice_2", terms=Terms(pace="5d"))
    for seat in (0, 1):
        game.send(seat, "\n".join(["place any"] * 5))
    game.send(0, "buy\nroll 4\nconnect to any\ncarry all\nend")
    return game


def corrected(game: Game, correction: str) -> str:
    """What everybody is told of a correction that is written and confirmed."""
    office = Village(game.world)
    reply = office.write("Mona", f"amend e1 {correction}: A slip.")
    text = next(mail.text for mail in reversed(game.world.all_mails()) if mail.id and code_in(mail.text))
    assert "understood: Correction:" in reply.text
    office.write("Mona", f"confirm {code_in(text)}")
    return " ".join(game.last_mail(0).text.split())


def test_units_locomotives_and_the_roll_are_corrected_by_letter(game: Game) -> None:
    units = table(game).players[0].units
    assert "Correction: 3 units from the bank to Anna." in corrected(game, "units 3 from bank to anna")
    assert table(game).players[0].units == units + 3
    corrected(game, "locomotive 2 from anna to bert")
    assert [player.locomotives for player in table(game).players] == [(), (2,)]
    corrected(game, "rolled on")
    assert table(game).turn.rolled


def test_other_orders_that_hold_wishes_are_tried_in_a_dispute(game: Game) -> None:
    """Nothing is hidden in the game, so nothing has to be opened for it; letters stay closed all the same."""
    game.send(1, "dispute: Could you not have done more?")
    (dispute,) = disputes(game)
    before = game.written
    browser = signed_in(game.world, "Mona")
    browser.open(f"/moderate/disputes/{dispute.id}?orders=roll+4%0Aconnect+to+any%0Abuy+if+possible%0Acarry+all%0Aend")
    text = browser.text.partition("What would have happened")[2]
    assert text
    for event in ("Anna rolls 4 simple dice", "Anna is connected to", "Anna buys a locomotive 2"):
        assert event in text, event
    assert "It ends here." not in text
    assert "Emails and hidden information are sealed." in browser.text
    assert game.written == before
