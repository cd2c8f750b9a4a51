"""Moderators' commands as classes: written as they are read, judged on a snapshot, and done where things stand so."""

from threading import Thread
from typing import Any

import pytest
from adjudicator.kit import Game, World
from lobby.kit import Village
from werkzeug.datastructures import MultiDict
from wtforms import RadioField

from moderation.kit import add_moderator
from pbem.clock import Pace
from pbem.commands.languages import LANGUAGES
from pbem.commands.tokens import tokens_of
from pbem.commands.vocabulary import MODERATOR
from pbem.forms import PaceInput
from pbem.moderation.command import ModeratorCommand
from pbem.moderation.commands import COMMANDS
from pbem.moderation.commands.announcing import Announce
from pbem.moderation.commands.disputes import Ask, Reopen
from pbem.moderation.commands.holding import Cancel, Hold, PutOff, Release
from pbem.moderation.commands.letters import Retry
from pbem.moderation.commands.positions import RollBack
from pbem.moderation.commands.rulings import GiveRuling, Supersede
from pbem.moderation.commands.seats import Substitute
from pbem.moderation.commands.secrets import GrantAccess, RevokeAccess
from pbem.moderation.context import Consequences, ModeratorContext
from pbem.moderation.letters import Stale
from pbem.moderation.lines import MODERATORS, ModeratorLine, command_of
from pbem.store.players.player import get_player
from pbem.store.players.registrations import ConfirmationRow, find_confirmation
from pbem.terms import Terms

WHY = "It says: no."
WRITTEN: tuple[ModeratorCommand, ...] = (
    *(Hold("e1", WHY), Release("e1", WHY), Cancel("e1", WHY), GrantAccess("e1", WHY), RevokeAccess("e1")),
    *(PutOff("e1", Pace(3, "d"), WHY), PutOff("e1", Pace(36, "h"), WHY)),
    *(RollBack("e1", 118, WHY), RollBack("e1", 118, WHY, new_dice=True), RollBack("e1", 118, WHY, True, True)),
    *(RollBack("e1", 118, WHY, reapply=True), Substitute("e1", 1, WHY)),
    *(Announce("e1", WHY), Announce(None, WHY), Ask(1, WHY), Reopen(1, WHY), Retry("k3mfq7ab2x")),
    GiveRuling(1, "uphold", "FR-31", WHY),
    GiveRuling(1, "rollback", "FR-31", WHY, RollBack("e1", 118, WHY, new_dice=True)),
)


@pytest.fixture
def game(world: World) -> Game:
    """A game of three with a dispute, and a moderator beside it."""
    add_moderator(world, "Mona")
    game = world.open_game(("Anna", "Bert", "Clara"), terms=Terms(pace="5d"))
    game.send(0, "end")
    game.send(0, "dispute: May he?")
    return game


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_is_read_as_the_same(game: Game, language: str) -> None:
    assert {type(command) for command in WRITTEN} >= {*COMMANDS.values()} - {Supersede, COMMANDS["amend"]}
    with game.world.database.read() as tx:
        unit = game.world.unit(tx)
        context = ModeratorContext.of(unit, get_player(unit, game.world.players["Mona"]))
        for command in WRITTEN:
            line = command.line(language)
            verb, length = next(MODERATORS.named(tokens_of(line)))
            rest = line[len(verb.word(language)) :]
            assert length == len(verb.word(language).split())
            assert command_of(context, ModeratorLine(verb.name, rest, language)) == command, line


def test_a_form_asks_for_the_same_as_a_line(game: Game) -> None:
    """The form of each act, filled in for it and sent as it is, asks for the very same act."""
    with game.world.database.read() as tx:
        context = ModeratorContext.of(game.world.unit(tx), get_player(tx, game.world.players["Mona"]))
        for command in WRITTEN:
            then = vars(getattr(command, "then", None) or RollBack("e1", 118, WHY))
            about = getattr(command, command.subject()[0])
            shown = command.asking(context, about, kept={**then, **vars(command)})
            sent = MultiDict(pair for field in shown for pair in inputs(field))
            assert command.from_form(command.asking(context, about, sent)) == command


def inputs(field: Any) -> list[tuple[str, str]]:
    """The name and the value of each input of a field."""
    if isinstance(field, PaceInput):
        return [("amount", field.amount), ("unit", field.unit)]
    choices: Any = field.iter_choices() if isinstance(field, RadioField) else ()
    chosen = [one.value for one in choices if one.selected]
    return [(field.name, str(chosen[0] if chosen else field.data))]


def test_every_verb_of_moderators_is_a_command_or_shows_something() -> None:
    assert {verb.name for verb in MODERATORS.verbs} == set(MODERATOR.verbs)
    assert [verb.name for verb in MODERATORS.verbs if verb.name in COMMANDS] == list(COMMANDS)


@pytest.fixture
def moving_on(game: Game, monkeypatch: pytest.MonkeyPatch) -> list[Consequences]:
    """The judgements of `extend`; while the first is given the game moves on."""
    given: list[Consequences] = []
    judge = PutOff.judge
    game.world.intake.moderators.carry_out(None, Release("e1", "So that time runs."), None)

    def judging(command: PutOff, context: ModeratorContext) -> Consequences:
        given.append(judge(command, context))
        if len(given) == 1:
            other = Thread(target=game.send, args=(1, "end"))
            other.start()
            other.join()
        return given[-1]

    monkeypatch.setattr(PutOff, "judge", judging)
    return given


def test_a_game_that_moves_on_while_it_is_judged_is_judged_anew(game: Game, moving_on: list[Consequences]) -> None:
    texts = game.world.intake.moderators.carry_out(None, PutOff("e1", Pace(2, "d"), "x"), None)
    assert [judged.sentences[0].partition(" ")[0] for judged in moving_on] == ["Bert", "Clara"]
    assert texts[0].startswith("Clara's deadline is ")


def test_what_was_previewed_is_not_done_to_a_game_that_moves_on(game: Game, moving_on: list[Consequences]) -> None:
    moderators, command = game.world.intake.moderators, PutOff("e1", Pace(2, "d"), "x")
    preview = moderators.preview(None, command)  # behind whose back it moves on
    before = game.written
    with pytest.raises(Stale):
        moderators.carry_out(None, command, preview.state)
    assert game.written == before and len(moving_on) == 2


def test_a_letter_of_one_act_is_judged_without_doing_it(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[ModeratorCommand] = []

    def not_done(command: ModeratorCommand, context: ModeratorContext) -> Any:
        done.append(command)
        raise AssertionError("it was only to be judged")

    for command in COMMANDS.values():
        monkeypatch.setattr(command, "carry_out", not_done)
    village = Village(game.world)
    for line in (f"rollback e1 {game.row.final_position} again: x", "cancel e1: x", "rule 1 uphold FR-31: x"):
        assert village.write("Mona", line).fate(line).startswith("understood: ")
    with game.world.database.read() as tx:
        assert isinstance(find_confirmation(tx, game.world.players["Mona"], None), ConfirmationRow)
    assert done == []
