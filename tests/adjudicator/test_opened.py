"""What a moderator sees once he has opened a game's secrets, and what he never sees."""

from functools import partial

from moderation.kit import add_moderator
from web_kit import sit_down

from adjudicator.kit import Game, World
from adjudicator.letters import code_in
from adjudicator.outputs import OUTPUTS
from adjudicator.screens import four_seats
from adjudicator.viewers import MODERATOR
from pbem.moderation.commands.secrets import GrantAccess
from pbem.store.games.seats import renew_token
from pbem.store.moderation.game_file import count_mails_of_game, list_letters_of_game

SEATS = range(4)


def test_what_is_open_to_a_moderator_and_what_never_is(world: World) -> None:
    mona = add_moderator(world, "Mona")
    for seat, name in enumerate(("Anna", "Bert", "Clara", "Dora")):
        world.add_player(name, address=f"canary-address-{seat}@player.test")
    game = world.game_at(four_seats(seat=2))
    for seat in SEATS:
        world.database.write(partial(renew_token, game_id=game.id, seat=seat, token=f"canarytoken{seat}"))
        game.send(seat, f"next turn: income # canary-standing-{seat}")
        game.send(seat, f"press all:\ncanary-letter-{seat} canary-address-{seat}@player.test")
    game.send(2, "check\nincome # canary-draft-2")
    question = game.send(3, "resign").answer
    codes = {code_in(question.text), code_in(question.text).replace(" ", "").lower(), question.message_id[1:20]}
    for text in ("confirm " + "-".join(code_in(question.text)), f"confirm {code_in(question.text)}"):
        world.store(game.write(3, text, answering=question), game.seats[3].token)
    assert _told(game) & _opened() == set()
    acts = world.intake.moderators
    acts.carry_out(mona, GrantAccess(game.row.tag, "to examine"), None)
    found = _told(game)
    assert found & _opened() == _opened()
    assert found & _kept() == set()
    pages = _pages(game)
    assert "confirm …" in pages
    assert not any(code in pages for code in (*codes, "-".join(code_in(question.text))))
    assert all("to examine" in game.last_mail(seat).text for seat in SEATS)


def test_a_link_that_a_program_has_wrapped_in_a_quote_is_not_shown(world: World) -> None:
    mona = add_moderator(world, "Mona")
    game = world.game_at(four_seats(seat=2))
    link, sign_in, token = "canary2entry" + "k" * 20, "Canary-sign_in" + "s" * 29, game.seats[1].token
    quoted = (
        "status\n\nOn Friday the games wrote:\n"
        f"> # http://games.test/games/{game.row.tag}/enter/{link[:9]}\n> {link[9:]}\n"
        f"> > Sign in: http://games.test/sign-in/{sign_in[:20]}=\n> > {sign_in[20:]}\n"
        f"> {token[:7]}\n> {token[7:]}@{world.settings.mail.domain}\n"
    )
    game.send(1, quoted)
    game.send(1, f"next turn: income # {token[:14]} http://games.test/sign-in/{sign_in}")
    game.send(2, f"check\nincome # http://games.test/games/e1/enter/{link}")
    world.intake.moderators.carry_out(mona, GrantAccess(game.row.tag, "to examine"), None)
    pages = "".join(sign for sign in _pages(game) if sign.isalnum())
    assert "theGameswrote" in pages or "thegameswrote" in pages
    for secret in (link, sign_in, token):
        assert not [half for half in (secret[:9], secret[-9:]) if "".join(filter(str.isalnum, half)) in pages]


def _opened() -> set[str]:
    """What belongs to seats, and is shown once the secrets are open."""
    return {"canary-draft-2", *(f"canary-standing-{seat}" for seat in SEATS), *(f"canary-letter-{s}" for s in SEATS)}


def _kept() -> set[str]:
    """What is never shown."""
    return {*(f"canary-address-{seat}" for seat in SEATS), *(f"canarytoken{seat}" for seat in SEATS)}


def _told(game: Game) -> set[str]:
    """The canaries on the moderator's pages."""
    everything = _pages(game)
    return {canary for canary in _opened() | _kept() if canary in everything}


def _pages(game: Game) -> str:
    """The moderator's pages, those of each letter and mail among them."""
    world, here = game.world, f"/moderate/{game.row.tag}"
    browser = world.app.test_client()
    sit_down(browser, world.players["Mona"], world.settings.web.base_url)
    with world.database.read() as tx:
        letters = [one.mark for one in list_letters_of_game(tx, game.id, press=True, limit=99)]
        mails = range(1, count_mails_of_game(tx, game.id, press=True) + 1)
    paths = [*(f"{here}/letters/{one}" for one in letters), *(f"{here}/mails/{one}" for one in mails)]
    pages = [browser.get(path, base_url=world.settings.web.base_url).text for path in paths]
    return "\n".join([*pages, *OUTPUTS["desk"](game, MODERATOR)])
