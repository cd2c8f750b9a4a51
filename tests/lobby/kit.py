"""Letters to the lobby and to players' own addresses, and what comes of them."""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Unpack

from adjudicator.kit import DOMAIN, World
from adjudicator.letters import Form, fates, flat, letter_bytes

from pbem.commands.table import Verb
from pbem.lobby.verbs import ALL_VERBS
from pbem.store.games.game import GameRow
from pbem.store.games.listing import list_games
from pbem.store.games.waiting_lists import ListRow, find_waiting_list, list_waiting_players
from pbem.store.mail.inbox import LetterRow
from pbem.store.mail.outbox import MailRow, list_unsent_mail
from pbem.store.players.player import PlayerRow, find_player_by_address, get_player

LOBBY = "lobby"


@dataclass(frozen=True)
class Reply:
    """What came of a letter: its row, closed, and the mails written for it, each in its order."""

    letter: LetterRow
    mails: tuple[MailRow, ...]

    @property
    def answer(self) -> MailRow:
        """The one mail that answers the letter. Fails where there is none, or more."""
        (mail,) = [mail for mail in self.mails if mail.in_reply_to == self.letter.message_id]
        return mail

    @property
    def text(self) -> str:
        """The answer's text on one line."""
        return flat(self.answer.text)

    def fate(self, line: str) -> str:
        """What the answer says became of a line of the letter."""
        return fates(self.answer.text)[line]

    def others(self, address: str) -> list[MailRow]:
        """The mails to somebody beside the answer."""
        return [mail for mail in self.mails if mail.to_address == address and mail is not self.answer]


@dataclass
class Village:
    """A server's players, who write about no game."""

    world: World

    def player(self, name: str) -> PlayerRow:
        """A player."""
        with self.world.database.read() as tx:
            return get_player(tx, self.world.players[name])

    def by_address(self, address: str) -> PlayerRow | None:
        """The player of an address, if there is one."""
        with self.world.database.read() as tx:
            return find_player_by_address(tx, address)

    def write(self, name: str, text: str, **form: Unpack[Form]) -> Reply:
        """A letter of a player's to his own address here."""
        player = self.player(name)
        return self.send(player.address, player.token, text, **form)

    def confirm(self, name: str, text: str = "confirm") -> Reply:
        """A player's answer to the newest mail from his own address here."""
        token = self.player(name).token
        return self.answer([mail for mail in self.mails() if mail.sender == token][-1], text)

    def send(self, sender: str, token: str, text: str, *, mail_from: str | None = None, **form: Unpack[Form]) -> Reply:
        """A letter from an address to one of the server's, dealt with; the clock moves on a minute before."""
        world = self.world
        world.clock.advance(timedelta(minutes=1))
        form.setdefault("message_id", f"<{next(world.numbers)}.player@player.test>")
        form.setdefault("answering", None)
        raw = letter_bytes(text, sender, f"{token}@{DOMAIN}", form)
        known = {mail.id for mail in self.mails()}
        letter_id = world.store(raw, token, sender if mail_from is None else mail_from)
        world.intake.letters.receive(letter_id)
        return Reply(world.letter(letter_id), tuple(mail for mail in self.mails() if mail.id not in known))

    def answer(self, mail: MailRow, text: str, **form: Unpack[Form]) -> Reply:
        """A letter in answer to a mail, from where it went to where it came from."""
        assert mail.sender is not None
        form["answering"] = mail
        return self.send(mail.to_address, mail.sender, text, **form)

    def mails(self) -> list[MailRow]:
        """Every mail, strangers' too; nothing is sent in these worlds."""
        with self.world.database.read() as tx:
            return list_unsent_mail(tx)

    def row(self, list_id: int) -> ListRow:
        """A waiting list."""
        with self.world.database.read() as tx:
            row = find_waiting_list(tx, list_id)
        assert row is not None
        return row

    def waiting(self, list_id: int) -> list[str]:
        """Who waits on a list, in order."""
        with self.world.database.read() as tx:
            return [one.name for one in list_waiting_players(tx, list_id)]

    def games(self) -> list[GameRow]:
        """All games."""
        with self.world.database.read() as tx:
            return list_games(tx)

    def register(self, address: str, name: str) -> PlayerRow:
        """A stranger who is registered by letters."""
        mail = self.send(address, LOBBY, "Hello, how do I play?").answer
        self.answer(mail, f"register {name}")
        player = self.by_address(address)
        assert player is not None
        self.world.players[name] = player.id
        return player


def salt_in(text: str) -> str:
    """The salt that an answer tells its reader."""
    found = re.search(r'Your dice words are (?:now )?"([^"]+)"', flat(text))
    assert found is not None
    return found[1]


def examples_of(verb: Verb[Any, Any], language: str) -> tuple[str, ...]:
    """What help shows of a verb of the office or of moderators, ready to be sent."""
    return ALL_VERBS.examples_of(verb.form, language)
