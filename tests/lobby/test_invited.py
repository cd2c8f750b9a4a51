"""New players where registration is open, by invitation, or closed: by mail, on the website, and by old links."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Literal

import pytest
from adjudicator.kit import new_world
from web_kit import Browser, sit_down

from lobby.kit import LOBBY, Village
from pbem.config import AccountSettings
from pbem.lobby.accounts.blocking import Block
from pbem.store.mail.outbox import MailRow
from pbem.store.players.player import set_role

Rule = Literal["open", "invitation", "closed"]


@contextmanager
def village_of(path: Path, rule: Rule, **settings: int) -> Iterator[Village]:
    """A server with a rule for new players, and two players."""
    accounts = AccountSettings.model_validate({"registration": rule, **settings})
    path.mkdir(exist_ok=True)
    with new_world(path, accounts=accounts) as world:
        for name in ("Anna", "Bert"):
            world.add_player(name)
        yield Village(world)


def invited(village: Village, address: str, by: str = "Anna") -> MailRow:
    """The mail to somebody whom a player invites here."""
    (mail,) = village.write(by, f"invite {address}").others(address)
    return mail


@pytest.mark.parametrize(
    ("rule", "told"),
    [("invitation", "New players come by invitation"), ("closed", "This server takes no new players")],
)
def test_who_asks_is_told_plainly_and_no_link_is_good(tmp_path: Path, rule: Rule, told: str) -> None:
    with village_of(tmp_path, rule) as village:
        first = village.send("zoe@new.test", LOBBY, "Hello, how do I play?")
        assert told in first.text and "register" not in first.text
        assert village.send("zoe@new.test", LOBBY, "register Zoe").mails == (), "once a day"
        browser = Browser(village.world.app)
        browser.open("/register")
        assert told in browser.text and "Email me a link" not in browser.text
        posted = browser.post("/register", {"name": "Zoe", "address": "zoe@new.test"})
        assert posted.status_code in (400, 403)
        assert village.by_address("zoe@new.test") is None


def test_who_is_invited_becomes_a_player_once(tmp_path: Path) -> None:
    with village_of(tmp_path, "invitation", invitation_days=3) as village:
        mail = invited(village, "Zoe@new.test".lower())
        assert "Anna invites you to play Railroad Dice here." in mail.text and "3 days" in mail.text
        village.world.clock.advance(timedelta(days=2, hours=23))
        village.answer(mail, "register Zoe")
        zoe = village.by_address("zoe@new.test")
        assert zoe is not None
        late = invited(village, "yan@new.test")
        village.world.clock.advance(timedelta(days=3))
        assert village.answer(late, "register Yan").mails == ()
        village.write("Bert", "open first rails for 3")
        (to_list,) = village.write("Bert", "invite 1 xia@new.test").others("xia@new.test")
        village.answer(to_list, "register Xia\njoin 1")
        assert village.waiting(1) == ["Bert", "Xia"]


def test_links_from_before_and_of_who_was_blocked_are_worth_nothing(tmp_path: Path) -> None:
    with village_of(tmp_path / "open", "open") as village:
        mail = village.send("zoe@new.test", LOBBY, "Hello, how do I play?").answer
        world = village.world
        closing = world.settings.model_copy(update={"accounts": AccountSettings(registration="invitation")})
        world.intake.units.settings = closing
        reply = village.answer(mail, "register Zoe")
        assert "New players come by invitation" in reply.text
        browser = Browser(world.app)
        browser.open(f"/register/{mail.sender}")
        browser.press("Create my account", name="Zoe")
        assert "New players come by invitation" in browser.text
        second = invited(village, "yan@new.test")
        world.intake.moderators.carry_out(None, Block(world.players["Anna"], "Sock puppets"), None)
        assert "can't have an account here" in village.answer(second, "register Yan").text
        assert village.by_address("zoe@new.test") is village.by_address("yan@new.test") is None


def test_a_player_cannot_tell_who_plays_here_nor_mail_many(tmp_path: Path) -> None:
    with village_of(tmp_path, "invitation", invitations_per_month=2) as village:
        stranger, known = (village.write("Anna", f"invite {one}@player.test") for one in ("zoe", "bert"))
        assert stranger.fate("invite zoe@player.test").replace("zoe", "bert") == known.fate("invite bert@player.test")
        assert known.others("bert@player.test") == []
        refused = village.write("Anna", "invite yan@player.test").fate("invite yan@player.test")
        assert "You can invite 2 people by email in 30 days." in refused
        village.write("Anna", "open first rails for 3")
        assert "2 people" in village.write("Anna", "invite 1 yan@player.test").fate("invite 1 yan@player.test")
        assert "done" in village.write("Anna", "invite 1 Bert").fate("invite 1 Bert")
        world = village.world
        world.database.write(lambda tx: set_role(tx, world.players["Bert"], "list_keeper", on=True))
        for number in range(4):
            invited(village, f"guest-{number}@new.test", by="Bert")
        world.clock.advance(timedelta(days=31))
        invited(village, "yan@player.test")


def test_the_page_invites_too_and_where_nobody_may_come_it_says_so(tmp_path: Path) -> None:
    for rule in ("open", "closed"):
        with village_of(tmp_path / rule, rule) as village:
            browser, world = Browser(village.world.app), village.world
            sit_down(browser.client, world.players["Anna"], world.settings.web.base_url)
            browser.open("/my/invite")
            if rule == "open":
                browser.press("Invite", whom="zoe@new.test")
                assert "zoe@new.test is invited" in browser.text
                assert [mail.to_address for mail in village.mails()] == ["zoe@new.test"]
            else:
                assert "This server takes no new players" in browser.text
                village.write("Anna", "open first rails for 3")
                assert village.write("Anna", "invite 1 zoe@new.test").others("zoe@new.test") == []
