"""What must hold at every moment of a season, whatever people do and whenever the server is out."""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rows_kit import mails_after, mails_of_player
from rules.network_board import check_counts as check_network
from rules.playing import check_counts, stations

from pbem.adjudicator.log.records import export_game
from pbem.adjudicator.sessions import check_snapshot, list_notes_after, load_game, load_log
from pbem.clock import to_ms
from pbem.games.presentation import presentation_of
from pbem.i18n import catalogue
from pbem.reports.notes import Reader, notices
from pbem.store import Tx
from pbem.store.games.game import GameRow, find_game_by_tag, get_game
from pbem.store.games.listing import list_games, list_games_to_wake
from pbem.store.games.log import list_entries
from pbem.store.games.seats import list_seat_contacts, list_seats, list_seats_ever_of, list_tenures
from pbem.store.games.vacancies import list_due_offers
from pbem.store.games.waiting_lists import list_stale_lists
from pbem.store.mail.outbox import MailRow, find_mail_bytes
from pbem.store.mail.press import list_games_with_press_waiting
from pbem.store.moderation.disputes import list_disputes_of_game, list_statements
from pbem.store.moderation.secrets import list_secret_accesses
from pbem.store.players.player import list_players
from rules_core.games import ruleset_for
from rules_core.games.railroad_dice_2.table import NetworkTable
from rules_core.kernel.definition import AnyGame
from rules_core.kernel.log import Branches, LogEntry, Note, Rollback
from rules_core.kernel.record import load, rejudge, verify_dice
from rules_core.line.events import BankBroken
from rules_core.line.table import State

from .server import QuietServer

_TOKEN: Final = re.compile(r"\b[a-z2-7]{16}\b")
_ADDRESS: Final = re.compile(r"[\w.+-]+@[\w.-]+")
_BANK_BROKEN: Final = f'{{"type":"{BankBroken.__name__}",'
_GAMES: Final = "SELECT id, position, deadline_ms, wake_ms, status, overdue, held_ms FROM game"
_LETTER_SHOWN: Final = "An email, as received:"
_DISPUTED: Final = re.compile(r"disputes the play at #\d+ in (e\d+) ")
_SAID: Final = " says about dispute "
_LETTERS: Final = """
    SELECT letter.id, letter.status, letter.message_id,
        count(CASE WHEN mail.subject NOT LIKE '%: a seat for you?' AND mail.subject NOT LIKE '%: your seat' THEN 1 END),
        count(CASE WHEN mail.subject LIKE '%: a seat for you?' OR mail.subject LIKE '%: your seat' THEN 1 END)
    FROM letter
    LEFT JOIN mail ON mail.in_reply_to = letter.message_id AND mail.kind != 'report'
    WHERE letter.id > ? GROUP BY letter.id
"""


@dataclass
class Watcher:
    """Looks at a server after every step. Whatever does not hold fails with what was found."""

    server: QuietServer

    def __post_init__(self) -> None:
        self._seen: dict[int, tuple[object, ...]] = {}
        self._stations: dict[int, int] = {}
        self._held: dict[int, tuple[int, int]] = {}
        self._mail = self._letter = 0
        self._texts: set[tuple[object, ...]] = set()
        self._owners: dict[str, str] = {}
        self.server.has_ticked = self.look_after_tick
        self._direct = sqlite3.connect(self.server.settings.database)

    def close(self) -> None:
        """Let go of the database."""
        self._direct.close()

    def look(self) -> None:
        """Hold all that has changed since the last time against what must hold."""
        with self.server.database.read() as tx:
            for game_id in self._changed():
                self._look_at_game(tx, get_game(tx, game_id))
            for mail in mails_after(tx, self._mail):
                self._mail = mail.id
                self._look_at_mail(tx, mail)
        self._look_at_letters()

    def look_after_tick(self) -> None:
        """Nothing that was due is left, but where the server goes on at once with the next turn of a vacant seat."""
        assert self.server.daemon is not None
        now_ms = to_ms(self.server.daemon.clock())
        with self.server.database.read() as tx:
            for game_id in list_games_to_wake(tx, now_ms):
                active = get_game(tx, game_id).active_seat
                assert active is not None and list_seats(tx, game_id)[active].vacant_ms is not None
            assert list_stale_lists(tx, now_ms) == []
            assert list_due_offers(tx, now_ms) == []
            assert list_games_with_press_waiting(tx, now_ms) == []

    def look_at_all(self) -> None:
        """Hold every game against its log and its record, as nobody does while it is played."""
        with self.server.database.read() as tx:
            for game in list_games(tx):
                assert check_snapshot(tx, game) == ""
                self._look_at_notes(tx, game)
                self._look_at_branches(ruleset_for(game.kind), load_log(tx, game.id))
                self._look_at_moderators(tx, game)
                record = load(export_game(tx, game.id).encode())
                assert rejudge(record, ruleset_for(record.kind)) is None
                if game.status == "over":
                    assert verify_dice(record) == []

    def _look_at_notes(self, tx: Tx, game: GameRow) -> None:
        """Who has had his seat throughout was told of each note once, up to where he was told.

        What is announced to all is a note in each game, so that one digest tells it once for each.
        """
        contacts = list_seat_contacts(tx, game.id)
        loyal = {contact.seat for contact in contacts if len(list_tenures(tx, game.id, contact.seat)) == 1}
        notes = [entry for entry in list_notes_after(tx, game.id, 0) if entry.seat is None or entry.seat in loyal]
        notes = [entry for entry in notes if entry.note is None or entry.note.about != "announced"]
        for contact in contacts:
            if contact.seat not in loyal:
                continue
            zone = self.server.settings.server.time_zone
            own = presentation_of(game.kind).notices
            reader = Reader(catalogue(contact.language), zone, [seat.name for seat in contacts], contact.seat, own)
            counts = Counter(notices([entry for entry in notes if entry.position <= contact.notified_position], reader))
            mails = mails_of_player(tx, contact.player_id)
            here = (game.id, contact.seat)
            about = [mail for mail in mails if mail.kind == "digest" or (mail.game_id, mail.seat) == here]
            text = " ".join(" ".join(_told_in(mail, game.tag).split()) for mail in about)
            for sentence, times in counts.items():
                assert text.count(sentence) == times, (game.tag, contact.name, sentence)

    def _look_at_branches(self, ruleset: AnyGame, entries: list[LogEntry]) -> None:
        """Money is conserved in every position of every branch, that which stands and those that were left."""
        branches = Branches(entries)
        left = [branches.at(entry.position - 1) for entry in entries if isinstance(entry.payload, Rollback)]
        states: dict[int, State | NetworkTable] = {}
        for branch in (*left, branches.now()):
            state: State | NetworkTable | None = None
            for entry in branch:
                if entry.position in states:
                    state = states[entry.position]
                elif entry.event is not None:
                    state = states[entry.position] = ruleset.evolve(state, entry.event)
                    check_all(state)

    def _look_at_moderators(self, tx: Tx, game: GameRow) -> None:
        """Nobody moderates who has or had a seat, and each ruling stands in the log, once.

        What a moderator announces is a note in all games, also where they play.
        """
        notes = [entry.payload for entry in load_log(tx, game.id) if isinstance(entry.payload, Note)]
        seated = {player.name for player in list_players(tx) if list_seats_ever_of(tx, game.id, player.id)}
        assert not seated & {note.facts.get("by") for note in notes if note.about != "announced"}
        for sight in list_secret_accesses(tx, game.id):
            assert not list_seats_ever_of(tx, game.id, sight.player_id)
        for dispute in list_disputes_of_game(tx, game.id):
            requested = {said.player_id for said in list_statements(tx, dispute.id) if said.seat is None}
            assert not any(list_seats_ever_of(tx, game.id, player_id) for player_id in requested)
            rulings = [note for note in notes if note.about.startswith("ruled") and note.facts["dispute"] == dispute.id]
            found = [(note.about, note.facts["rule"]) for note in rulings]
            assert found == ([(f"ruled {dispute.verdict}", dispute.rule)] if dispute.status == "ruled" else [])

    def _changed(self) -> Iterator[int]:
        for game_id, *facts in self._direct.execute(_GAMES).fetchall():
            if self._seen.get(game_id) != tuple(facts):
                self._seen[game_id] = tuple(facts)
                yield game_id

    def _look_at_game(self, tx: Tx, game: GameRow) -> None:
        loaded = load_game(tx, game.id)
        self._look_at_position(game.id, loaded.session.state)
        if game.status == "over":
            broken = [row for row in list_entries(tx, game.id) if row.payload.startswith(_BANK_BROKEN)]
            assert all(row.letter_id is not None for row in broken), "only its players break a bank"
            assert (game.active_seat, game.deadline_ms, game.wake_ms) == (None, None, None)
            return
        if game.held_ms is None:
            assert game.deadline_ms is not None and game.wake_ms is not None
        else:
            self._look_at_held(tx, game, game.held_ms)
        assert game.active_seat is not None
        assert game.active_seat == loaded.session.state.table.turn.seat

    def _look_at_position(self, game_id: int, state: State | NetworkTable) -> None:
        """Nothing of the box is created or lost, whatever moderators corrected."""
        check_all(state)
        if isinstance(state, State):
            assert self._stations.setdefault(game_id, stations(state)) == stations(state)

    def _look_at_held(self, tx: Tx, game: GameRow, held_ms: int) -> None:
        """A game that is held has no deadline, and nothing is played in it but by letting it go back."""
        assert game.deadline_ms is None
        assert game.wake_ms is not None, "whatever holds a game ends by itself"
        rows = list_entries(tx, game.id)
        returned = max((row.position for row in rows if row.kind == "rollback"), default=0)
        played = max((row.position for row in rows if row.kind == "action"), default=0)
        since, before = self._held.setdefault(game.id, (held_ms, played))
        assert since != held_ms or played == before or returned > before
        self._held[game.id] = (held_ms, played)

    def _look_at_mail(self, tx: Tx, mail: MailRow) -> None:
        assert mail.status == "sent"
        if _LETTER_SHOWN in mail.text:
            self._look_at_sight(tx, mail)
        if mail.game_id is not None and mail.kind not in ("answer", "press") and _SAID not in mail.text:
            text = (mail.to_address, mail.game_id, mail.text)
            assert text not in self._texts, f"the same mail twice:\n{mail.text}"
            self._texts.add(text)
        owners = {self._owner(tx, secret) for secret in self._secrets_in(tx, mail)}
        assert owners <= {None, mail.to_address}, f"a mail to {mail.to_address} holds what is others':\n{mail.text}"

    def _look_at_sight(self, tx: Tx, mail: MailRow) -> None:
        """Letters are shown to a moderator who has opened what is hidden in their game, as long as it is open."""
        shown = _DISPUTED.search(" ".join(mail.text.split()))
        game = find_game_by_tag(tx, shown[1]) if shown else None
        assert game is not None
        sights = [sight for sight in list_secret_accesses(tx, game.id) if sight.player_id == mail.player_id]
        at_ms = mail.created_ms
        assert any(one.from_ms <= at_ms and (one.until_ms is None or at_ms <= one.until_ms) for one in sights)

    def _secrets_in(self, tx: Tx, mail: MailRow) -> set[str]:
        """The tokens and addresses that a mail holds, in its headers or its text."""
        raw = find_mail_bytes(tx, mail.id)
        assert raw is not None, "a mail was sent, and its bytes are not kept"
        text = f"{raw.decode('ascii')}\n{mail.text}"
        return {found[0] for secret in (_TOKEN, _ADDRESS) for found in secret.finditer(text)}

    def _owner(self, tx: Tx, secret: str) -> str | None:
        """Whose a token or an address is, by his address; None where it is nobody's."""
        if secret not in self._owners:
            for player in list_players(tx):
                self._owners[player.token] = self._owners[player.address] = player.address
            for game in list_games(tx):
                for seat in list_seat_contacts(tx, game.id):
                    self._owners.setdefault(seat.token, seat.address)
        return self._owners.get(secret)

    def _look_at_letters(self) -> None:
        for letter_id, status, message_id, answers, farewells in self._direct.execute(_LETTERS, (self._letter,)):
            self._letter = letter_id
            assert status in ("done", "ignored")
            found = (message_id, status, answers, farewells)
            # Who resigns is told so by a mail of its own, which answers a letter that holds nothing else.
            assert answers == (status == "done") or (status, answers, farewells) == ("done", 0, 1), found
            assert farewells <= 1, found


def _told_in(mail: MailRow, tag: str) -> str:
    """The text of a mail about a game.

    Of an answer it leaves out the opening, which says why nothing moves as often as somebody asks; of a digest, what
    other games have to tell.
    """
    if mail.kind == "digest":
        return mail.text.partition(f"\n== {tag} ")[2].partition("\n== ")[0]
    return mail.text.partition("\n\n")[2] if mail.kind == "answer" else mail.text


def check_all(state: State | NetworkTable) -> None:
    """All that is in the box of a game is somewhere."""
    if isinstance(state, NetworkTable):
        check_network(state)
    else:
        check_counts(state)
