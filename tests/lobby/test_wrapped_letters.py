"""Letters to an account are read as they were written, however a program wrapped them."""

import textwrap

import pytest

from lobby.kit import Village
from pbem.store.games.waiting_lists import list_open_lists

OPENING = (
    'open germany for 3 pace 36h days mon-fri late pass press none private "The first long game of a year of the sea"'
)
REMARK = "# I should like to see whether there is anybody who has time for the game in this month, and else to"


@pytest.mark.parametrize("width", [60, 66, 72, 76, 78])
def test_a_long_order_is_one(village: Village, width: int) -> None:
    reply = village.write("Anna", f"Hello,\n\n{textwrap.fill(OPENING, width)}\nlists")
    assert "NOT UNDERSTOOD" not in reply.text, reply.answer.text
    with village.world.database.read() as tx:
        assert len(list_open_lists(tx)) == 1


def test_the_rest_of_a_comment_is_a_comment(village: Village) -> None:
    reply = village.write("Anna", f"games\n{textwrap.fill(f'{REMARK} wait for the next', 72)}")
    assert "NOT UNDERSTOOD" not in reply.text, reply.answer.text


def test_a_comment_that_plainly_goes_on_does_not_end_in_a_request(village: Village) -> None:
    reply = village.write("Anna", f"{REMARK[:70]} and then\nopen first rails for 2")
    assert "It is not clear whether this belongs to the line above." in reply.text, reply.answer.text
    with village.world.database.read() as tx:
        assert list_open_lists(tx) == []


def test_a_long_paragraph_before_a_request_is_prose(village: Village) -> None:
    story = "It was a long year for all of us, dear friends, and I had much to do. " * 20
    assert "NOT UNDERSTOOD" not in village.write("Anna", f"{story}\n\ngames").text
