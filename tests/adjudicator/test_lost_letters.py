"""Letters that answer a mail of ours which the database does not know: it was restored from an older backup."""

from dataclasses import replace

import pytest
from forms_kit import submit_as

from adjudicator.kit import DOMAIN, Game, World
from adjudicator.letters import flat

LOST = f"<{'0123456789abcdef' * 2}@{DOMAIN}>"
FOREIGN = "<0123456789@player.test>"
UNKNOWN = "Nothing was changed: you replied to something that this server does not know"


@pytest.fixture
def game(world: World) -> Game:
    return world.open_game(("Anna", "Bert"), rolls={(1, 0): "ssc$?"})


def answering_lost(game: Game) -> dict[str, str]:
    """The headers of an answer to a mail that was written after the backup."""
    return {"In-Reply-To": LOST, "References": f"{game.last_mail(0).references_} {LOST}"}


def test_what_answers_a_mail_that_the_database_does_not_know_is_previewed_until_it_is_confirmed(game: Game) -> None:
    before = game.written
    reply = game.send(0, "roll 1?\nA w\nend", headers=answering_lost(game))
    assert reply.text.startswith(UNKNOWN)
    assert reply.fate("roll 1?").startswith("understood")
    assert game.written == before
    thread = f"{answering_lost(game)['References']} {reply.letter.message_id} {reply.answer.message_id}"
    confirmed = game.send(0, "confirm", headers={"In-Reply-To": reply.answer.message_id, "References": thread})
    assert confirmed.text.startswith("Your orders were carried out.")
    assert game.row.active_seat == 1


@pytest.mark.parametrize("orders", ["roll 1?", "undo", "next turn: buy insel", "press all: Hello.", "extend 1 day"])
def test_whatever_such_a_letter_asks_for_is_kept(game: Game, orders: str) -> None:
    game.send(0, "A w")
    before = game.written
    reply = game.send(0, orders, headers=answering_lost(game))
    assert reply.text.startswith(UNKNOWN)
    assert game.written == before
    assert len(reply.mails) == 1
    assert game.draft(0) is not None


@pytest.mark.parametrize(
    ("in_reply_to", "references", "is_known"),
    [
        (None, LOST, False),
        (None, f"{{known}} {LOST}", False),
        (FOREIGN, f"{{root}} {LOST} {FOREIGN}", False),
        ("{known}", f"{{root}} {LOST} {{known}}", True),
        (None, f"{LOST} {{known}}", True),
        (LOST.upper(), "{root}", True),
        (FOREIGN, "{root}", True),
        (LOST.replace(DOMAIN, DOMAIN.upper()), "{root}", False),
        (LOST.replace(DOMAIN, "elsewhere.test"), "{root}", True),
    ],
)
def test_the_newest_mail_of_ours_that_is_named_decides(
    game: Game, in_reply_to: str | None, references: str, is_known: bool
) -> None:
    known = game.last_mail(0)
    facts = {"known": known.message_id, "root": game.row.root_message_id}
    headers = {"References": references.format(**facts)}
    if in_reply_to is not None:
        headers["In-Reply-To"] = in_reply_to.format(**facts)
    reply = game.send(0, "roll 1?", answering=None, headers=headers)
    assert reply.text.startswith(UNKNOWN) != is_known
    assert bool(game.events(known.position or 0)) == is_known


def test_a_mail_from_a_domain_that_the_server_had_before_is_known_by_another_from_there(world: World) -> None:
    before = replace(world, settings=world.settings.model_copy(update={"mail": _mail(world, "former.test")}))
    before.intake.units.settings = before.settings
    game = before.open_game(("Anna", "Bert"))
    world.intake.units.settings = world.settings.model_copy(update={"mail": _mail(world, DOMAIN)})
    lost = LOST.replace(DOMAIN, "former.test")
    known = game.last_mail(0).message_id
    assert known.endswith("@former.test>")
    reply = game.send(0, "roll 1?", headers={"In-Reply-To": lost, "References": f"{known} {lost}"})
    assert reply.text.startswith(UNKNOWN)


def _mail(world: World, domain: str) -> object:
    return world.settings.mail.model_copy(update={"domain": domain})


def test_a_confirmation_of_what_the_database_does_not_know_confirms_nothing(game: Game) -> None:
    """What was kept before the backup may be other orders than those that the lost mail showed."""
    game.send(0, "check\nroll 4?")
    before = game.written
    reply = game.send(0, "confirm", headers=answering_lost(game))
    assert reply.text.startswith(UNKNOWN)
    assert reply.fate("roll 4?").startswith("understood")
    assert game.written == before
    game.send(0, "confirm")
    assert "Rolled" in game.events()


def test_what_is_only_asked_is_answered(game: Game) -> None:
    assert game.send(0, "status", headers=answering_lost(game)).text.startswith(
        "Here is what you asked for. Nothing was changed."
    )


def test_a_page_that_showed_what_the_database_does_not_know_changes_nothing(game: Game) -> None:
    before = game.written
    answer = submit_as(game.world.intake, game.id, 0, "roll 1?", position=game.row.position + 30)
    assert answer.heading.startswith(UNKNOWN)
    assert (answer.applied, answer.stale) == (False, True)
    assert game.written == before
    assert submit_as(game.world.intake, game.id, 0, "confirm", position=answer.position).applied
    assert flat(game.last_mail(1).text)
