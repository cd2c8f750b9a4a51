"""A game's file: all that a moderator needs to judge what went wrong in it, without what they may not know.

Its sections are put together here. Long ones are shown a page at a time, each by a number of its own in the address.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from pbem.adjudicator.antecedents import MailReader, find_antecedent
from pbem.adjudicator.correspondence.endings import LetterWriter, SeatLines
from pbem.adjudicator.correspondence.whole_lines import read_reply_text
from pbem.adjudicator.history.archive import PastMoment
from pbem.adjudicator.log.records import find_differences
from pbem.adjudicator.seats.absences import find_last_day_away
from pbem.adjudicator.sessions import load_game
from pbem.games.presentation import presenter_for
from pbem.games.presenter import Presenter
from pbem.i18n import N_, Catalogue
from pbem.mail.reading.letter import Letter
from pbem.mail.reading.mime import header_bytes
from pbem.moderation.masking import Mask, mask_for
from pbem.moderation.needs import needs
from pbem.store import NotFound, Tx, UnitOfWork
from pbem.store.across.outages import OutageRow, list_last_outages
from pbem.store.games.game import GameRow
from pbem.store.games.log import list_entries
from pbem.store.games.proposals import DraftRow, StandingRow, find_draft, list_standing_orders
from pbem.store.games.seats import (
    SeatPlayer,
    TenureRow,
    TurnTakenRow,
    list_holders,
    list_seat_contacts,
    list_seats,
    list_tenures,
    list_turns_of_game,
)
from pbem.store.games.vacancies import list_offers
from pbem.store.mail.inbox import (
    BounceRow,
    LetterRow,
    LetterStatus,
    get_letter_marked,
    list_bounces_of,
    list_marks_of_letters,
)
from pbem.store.mail.outbox import MailRow
from pbem.store.mail.sending import list_suspended
from pbem.store.moderation.disputes import find_answer_to, list_disputes_of_game
from pbem.store.moderation.game_file import (
    LetterFacts,
    count_letters,
    count_mails_of_game,
    find_mail_of_game,
    is_letter_of_game,
    list_letters_of_game,
    list_mails_of_game,
    list_positions_of_letters,
)
from pbem.web.account.own_pages import KINDS, STATES
from pbem.web.games.chronicle import Posted, list_notices, load_rollbacks
from pbem.web.moderation.commands import FORMS, fitting
from pbem.web.moderation.overview import SAID, File, file_of, lines, moderator
from pbem.web.site import flashed, site
from pbem.web.visitor import words, zone
from pbem.web.wording import ListPage, page, stretch
from rules_core.kernel.codec import BadRecord

_KILOBYTE: Final = 1024

LETTER_STATES: Final[Mapping[LetterStatus, str]] = {
    "new": N_("not processed yet"),
    "done": N_("answered"),
    "ignored": N_("not answered: an automatic email, or not proved to be from the seat's player"),
    "shunted": N_("set aside: it could not be processed"),
}
"""What became of letters, as far as may be known while a game's secrets are closed."""

pages = Blueprint("moderate_file", __name__)

_ON_PAGE: Final = 20
_OUTAGES: Final = 20


@dataclass(frozen=True)
class ShownLetter:
    """A letter as a row of a game's file."""

    facts: LetterFacts
    kilobytes: int | None
    """Its size, rounded up so that it does not give away which press it brought; None once erased."""
    played: tuple[int, int] | None
    """The first and last final position of the log that it led to, if it did."""

    @property
    def state(self) -> str:
        """The state that the letter has come to, as a message id."""
        return LETTER_STATES[self.facts.status]


@dataclass(frozen=True)
class ShownMail:
    """A mail as a row of a game's file, with what is known of its delivery."""

    mail: MailRow
    number: int
    """Among the mails of the game that are listed, from 1."""
    to: str
    """The player's name."""
    address: str
    reply: str
    bounces: tuple[BounceRow, ...]

    @property
    def in_vain(self) -> bool:
        """Whether it has not arrived, as far as is known."""
        return bool(self.bounces) or self.mail.status == "failed" or (self.mail.status == "due" and self.is_late)

    @property
    def is_late(self) -> bool:
        """Whether it was tried before."""
        return self.mail.attempts > 0


def letters(found: Iterable[LetterFacts], played: Mapping[int, tuple[int, int]]) -> list[ShownLetter]:
    """Letters as rows."""
    return [ShownLetter(one, -(-one.size // _KILOBYTE) if one.size else None, played.get(one.id)) for one in found]


def mails(
    found: Iterable[MailRow],
    bounces: Iterable[BounceRow],
    names: Mapping[int, str],
    mask: Mask,
    words: Catalogue,
    newest: int,
) -> list[ShownMail]:
    """Mails as rows, the newest first; `names` are those of players, by id, `newest` the number of the first mail."""
    came_back: dict[int, list[BounceRow]] = {}
    for bounce in bounces:
        masked = BounceRow(
            bounce.letter_id, bounce.mail_id, bounce.failed, mask.text(bounce.reply), mask.text(bounce.stamp),
            bounce.at_ms,
        )  # fmt: skip
        came_back.setdefault(bounce.mail_id, []).append(masked)
    return [
        ShownMail(
            mail,
            newest - at,
            names.get(mail.player_id or 0, words.text("someone who watches")),
            mask.address(mail.to_address),
            mask.text(mail.last_reply) if mail.last_reply else "",
            tuple(came_back.get(mail.id, ())),
        )
        for at, mail in enumerate(found)
    ]


@dataclass(frozen=True)
class PositionLink:
    """A seat as the file shows it."""

    seat: SeatPlayer
    tenures: Sequence[TenureRow]
    turns: Sequence[TurnTakenRow]
    """Those of its present player in this game."""
    away: str
    """The last day on which its player is away; "" where they are there."""
    stopped_ms: int | None
    """Since when mails to its player are stopped, because they came back."""
    offered_ms: int | None

    @property
    def late(self) -> int:
        """The number of turns that ended too late."""
        return sum(turn.late for turn in self.turns)


@dataclass(frozen=True)
class Logged:
    """A final moment of a game's log, by the letter that led to it if one did."""

    position: int
    year: int
    turn: int
    player: str
    at_ms: int
    sentences: Sequence[str]
    letter: str | None
    stands: bool


@dataclass(frozen=True)
class Side:
    """A seat's own view of a game, once the secrets are open."""

    name: str
    hidden: str
    """What it alone has seen, where the game hides anything."""
    report: str
    draft: DraftRow | None
    standing: StandingRow | None


@pages.get("/moderate/<tag>")
def show(tag: str) -> ResponseReturnValue:
    """A game's file."""
    me = moderator()
    with site().read() as unit:
        file = file_of(unit, me, tag)
        game = file.game
        contacts = list_seat_contacts(unit, game.id)
        names = [contact.name for contact in contacts]
        players = {player_id: name for *_when, player_id, name in list_holders(unit, game.id)}
        notices = list_notices(unit, game.id, words(), zone(), names)
        return render_template(
            "moderate_file.html",
            file=file,
            game=game,
            names=names,
            players=players,
            said=flashed(SAID),
            needs=lines(unit, [need for need in needs(unit, me) if need.game_id == game.id]),
            places=_places(unit, game),
            letters=_letters(unit, file),
            log=_log(unit, game, names, notices),
            mails=_mails(unit, file, players),
            notices=page(notices[::-1], _ON_PAGE, "notices"),
            outages=_outages(unit, game),
            disputes=list_disputes_of_game(unit, game.id),
            acts=fitting(game, is_open=file.is_open),
            FORMS=FORMS,
            KINDS=KINDS,
            STATES=STATES,
        )


@pages.get("/moderate/<tag>/seats")
def sides(tag: str) -> ResponseReturnValue:
    """The view of each seat and what it has prepared, side by side; only once the secrets are open."""
    me = moderator()
    with site().read() as unit:
        file = _opened(file_of(unit, me, tag))
        game_id = file.game.id
        standing = list_standing_orders(unit, game_id)
        mask = mask_for(unit, game_id)
        prepared = [
            (seat, find_draft(unit, game_id, seat.seat), standing.get(seat.seat)) for seat in list_seats(unit, game_id)
        ]
    tongue, forms = words().language, site().intake.forms
    found = [
        Side(
            seat.name,
            _hidden(game_id, seat.seat),
            mask.text(forms.report(game_id, seat.seat, tongue).text),
            None if draft is None else replace(draft, text=mask.text(draft.text)),
            None if orders is None else replace(orders, text=mask.text(orders.text)),
        )
        for seat, draft, orders in prepared
    ]
    return render_template("moderate_seats.html", game=file.game, sides=found)


@pages.get("/moderate/<tag>/rejudged")
def rejudged(tag: str) -> ResponseReturnValue:
    """The places where today's rules judge the game otherwise than its log says; nothing is changed by it."""
    me = moderator()
    with site().read() as unit:
        file = file_of(unit, me, tag)
        try:
            found = find_differences(unit, file.game, words(), is_open=file.is_open)
        except (BadRecord, ValueError, KeyError):
            found = None
    return render_template("moderate_rejudged.html", game=file.game, file=file, found=found)


@pages.get("/moderate/<tag>/letters/<string(length=10):mark>")
def letter(tag: str, mark: str) -> ResponseReturnValue:
    """A letter as it was received and as it was read; only once the secrets are open."""
    me = moderator()
    with site().read() as unit:
        file = _opened(file_of(unit, me, tag))
        try:
            row = get_letter_marked(unit, mark)
        except NotFound:
            abort(404)
        if not is_letter_of_game(unit, file.game.id, row.id):
            abort(404)
        read = site().intake.letters.read(row)
        mask = mask_for(unit, file.game.id)
        lines_read = _own_lines(unit, file.game.id, row, read) if isinstance(read, Letter) else ()
    text = "\n".join(read.text) if isinstance(read, Letter) else ""
    return render_template(
        "moderate_letter.html",
        game=file.game,
        letter=row,
        head=mask.text(header_bytes(row.raw).decode("utf-8", "replace")),
        text=mask.text(text),
        lines=mask.lines(lines_read),
        STATES=LETTER_STATES,
    )


def _own_lines(unit: UnitOfWork, game_id: int, row: LetterRow, read: Letter) -> tuple[str, ...]:
    """The lines of a letter that its sender wrote, as they were told from quotes, as far as a broken game lets it."""
    try:
        loaded = load_game(unit, game_id)
    except (BadRecord, ValueError, KeyError):
        return read.lines
    contact = loaded.seats[row.seat or 0]
    answer = find_answer_to(unit, game_id, contact.seat, row.message_id)
    answered = find_antecedent(unit, read, MailReader.at(contact, before=answer), unit.settings.mail.domain)
    reply = read_reply_text(unit, read, answered, SeatLines.of(loaded, contact.seat), LetterWriter(()))
    return reply.written.spaced


@pages.get("/moderate/<tag>/mails/<int(min=1, max=9223372036854775807):number>")
def mail(tag: str, number: int) -> ResponseReturnValue:
    """The text of a mail, by its number among those of the game; only once the secrets are open."""
    me = moderator()
    with site().read() as unit:
        file = _opened(file_of(unit, me, tag))
        found = find_mail_of_game(unit, file.game.id, number)
        if found is None:
            abort(404)
        mask = mask_for(unit, file.game.id)
    text = mask.text(found.text)
    return render_template("moderate_mail.html", game=file.game, mail=found, text=text, KINDS=KINDS, STATES=STATES)


def _hidden(game_id: int, seat: int) -> str:
    seen = site().intake.forms.look(game_id, seat)
    return presenter_for(seen.view.table, seen.names, words()).hidden(seen.view)


def _opened(file: File) -> File:
    return file if file.is_open else abort(404)


def _places(tx: Tx, game: GameRow) -> list[PositionLink]:
    turns = list_turns_of_game(tx, game.id)
    now_ms = site().now_ms()
    stopped = {row.player_id: row.suspended_ms for row in list_suspended(tx)}
    found = []
    for seat in list_seats(tx, game.id):
        offers = [one.expires_ms for one in list_offers(tx, game.id, seat.seat) if one.status == "open"]
        found.append(
            PositionLink(
                seat,
                list_tenures(tx, game.id, seat.seat),
                [turn for turn in turns if turn.seat == seat.seat and turn.player_id == seat.player_id],
                find_last_day_away(UnitOfWork(tx, site().settings, now_ms), seat.player_id),
                stopped.get(seat.player_id),
                offers[-1] if offers and offers[-1] > now_ms else None,
            )
        )
    return found


def _letters(tx: Tx, file: File) -> ListPage[ShownLetter]:
    game = file.game
    total = count_letters(tx, game.id, press=file.is_open)

    def fetch(limit: int, offset: int) -> list[ShownLetter]:
        found = list_letters_of_game(tx, game.id, press=file.is_open, limit=limit, offset=offset)
        played = list_positions_of_letters(tx, game.id, [one.id for one in found], game.final_position)
        return letters(found, played)

    return stretch(total, _ON_PAGE, fetch, "letters")


def _log(tx: Tx, game: GameRow, names: Sequence[str], notices: Sequence[Posted]) -> ListPage[Logged] | None:
    try:
        past = site().archive.past(tx, game)
        presenter = presenter_for(past.view_at(past.last.position).table, list(names), words())
    except (BadRecord, ValueError, KeyError):
        return None
    moments = [(moment, branch is past) for branch in (past, *past.branches) for moment in past.moments_of(branch)]
    moments.sort(key=lambda found: found[0].position, reverse=True)
    backs = {back.position: back.text for back in load_rollbacks(tx, game.id, notices, words())}

    def fetch(limit: int, offset: int) -> list[Logged]:
        shown = moments[offset : offset + limit]
        by_letter = _letters_at(tx, game.id, [moment.position for moment, _stands in shown])
        return [
            Logged(
                moment.position, moment.year, moment.turn, names[moment.seat], moment.at_ms,
                _sentences(moment, presenter, backs), by_letter.get(moment.position), stands,
            )
            for moment, stands in shown
        ]  # fmt: skip

    return stretch(len(moments), _ON_PAGE, fetch, "log")


def _sentences(moment: PastMoment, presenter: Presenter, backs: Mapping[int, str]) -> list[str]:
    if moment.back is not None:
        return [backs[moment.position]]
    return presenter.sentences(moment.events)


def _letters_at(tx: Tx, game_id: int, positions: Sequence[int]) -> dict[int, str]:
    if not positions:
        return {}
    rows = list_entries(tx, game_id, after=min(positions) - 1, upto=max(positions))
    led = {row.position: row.letter_id for row in rows if row.letter_id is not None and row.position in positions}
    marks = list_marks_of_letters(tx, set(led.values()))
    return {position: marks[letter_id] for position, letter_id in led.items()}


def _mails(unit: UnitOfWork, file: File, players: Mapping[int, str]) -> ListPage[ShownMail]:
    game = file.game

    def fetch(limit: int, offset: int) -> list[ShownMail]:
        found = list_mails_of_game(unit, game.id, press=file.is_open, limit=limit, offset=offset)
        came_back = list_bounces_of(unit, [one.id for one in found])
        return mails(found, came_back, players, mask_for(unit, game.id), words(), total - offset)

    total = count_mails_of_game(unit, game.id, press=file.is_open)
    return stretch(total, _ON_PAGE, fetch, "mails")


def _outages(tx: Tx, game: GameRow) -> list[OutageRow]:
    return [one for one in list_last_outages(tx, _OUTAGES) if one.until_ms >= game.created_ms]
