"""Everything that the program tells anybody of a game: the one list that the tests of secrets go through.

An output is a function that yields, for one viewer, every text it can be made to give. Who adds a way out of the
program adds it to OUTPUTS, and all tests of secrets hold for it. A viewer is a seat, None for a spectator, or a
moderator, who has no seat and has opened nothing.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final, get_args

from line_kit import line_state, line_table
from lobby.kit import Village
from rows_kit import mails_of_player
from simulated_kit import seeded_chance

from adjudicator.analysis_outputs import analyses
from adjudicator.kit import Game
from adjudicator.page_outputs import (
    ALL_MAIL,
    calendars,
    desk,
    disputes,
    handbook,
    memory,
    old_mails,
    pages,
    people,
    postbox,
    submitted,
)
from adjudicator.viewers import MODERATOR, Viewer, looked_at, seat_of
from adjudicator.watching_outputs import watched
from pbem.adjudicator.commands import COMMANDS
from pbem.adjudicator.context import visible
from pbem.adjudicator.corrections import CorrectionRefused, check_amendments
from pbem.adjudicator.log.records import export_game
from pbem.adjudicator.sessions import load_game
from pbem.clock import from_ms, to_ms
from pbem.commands.tokens import Fault
from pbem.commands.vocabulary import SEAT
from pbem.games.line.board import board_of, map_key
from pbem.games.line.corrections.sentences import describe_correction_fault
from pbem.games.line.map_page import map_svg, page_svg, preview_svg
from pbem.games.line.maps import alt, described
from pbem.games.line.render_context import RenderContext
from pbem.games.presentation import presenter_for
from pbem.games.presenter import VIEWS
from pbem.games.renderer import svg_of
from pbem.i18n import catalogue
from pbem.lobby.restoring import recover
from pbem.mail.sending.outgoing import Outgoing, build
from pbem.moderation.correction_lines import explain_correction, read_correction
from pbem.notifications import moments
from pbem.notifications.messages import GameNotice, payload, webhook_body
from pbem.notifications.moments import load_facts_of
from pbem.notifications.news import DueNotice, find_news
from pbem.notifications.posting import read_address
from pbem.reports.document import loaded
from pbem.reports.plain import mail_html
from pbem.store import Tx, UnitOfWork
from pbem.store.accounts.channels import (
    ChannelEvent,
    ChannelGameRow,
    ChannelKind,
    ChannelRow,
    add_channel,
    put_channel_game,
)
from pbem.store.games.game import get_game
from pbem.store.games.seats import list_seats
from pbem.store.mail.outbox import find_mail_document
from pbem.store.moderation.game_file import list_letters_of_game
from pbem.store.players.player import list_moderators
from pbem.store.service.server import Marked
from pbem.store.tables import NEW

LETTERS: Final = (
    *(SEAT.fill(one.form().examples[0], "en") for one in COMMANDS if one.is_question),
    "confirm",
    "check\nresign",
    "check\nrenew address",
    "confirm 2222 3333",
    "check\naway 2027-02-01 2027-02-03",
    "back",
    "check\nincome\nA w\nbuy weiden\nroll 1h",
    "check\nbuy insel from director\nincome break the bank",
    "check\nend",
    "check\nend keep ? ? ? ? ?",
    "roll 99h",
    "check\nextend 1 day",
    "extend 60 days",
    "station B weiden at 5 pay 4h 9?",
    "A w w w onto nw n pay 7h",
    "check\nincome\ntransport insel\nB s\nstation A bergtal\nend",
    "station A bergtal pay 9h 9?",
    "A w w w w pay 9h",
    "check\nif s >= 1 and h < 9: A w\nif passengers > 900: end\nroll 1h\nif s >= 1: B e",
    "check\nnext turn: if h >= 2: roll all\nnext turn: nothing",
    "check\nrollback: A slip of mine.",
    "rollback #2: That is the middle of something.",
    "agree 7",
    "refuse",
    "withdraw proposal",
    "check\nreplace player",
    "check\nfinish game",
    "check\nconcede",
    "wuff 4?\nbui weiden",
    "Dear all, what a game!",
)
"""Letters of every kind, none of which changes anything."""
MENDED: Final = (
    *("give 1, 1 hidden", "give 2, 2 s ?", "give 1, 99 hidden", "give 3, 3000 passengers weiden"),
    *("give 1, 1 share insel", "take 1, 1 hidden", "take 1, 9 hidden", "take 2, 99 hidden", "take 1, 1000 passengers"),
    *("take 2, 99000 passengers", "take 1, ? ? ? ? ? ?", "take 3, s", "take 4, 9 shares weiden"),
    *("move 1, to 2, 2 hidden", "move 2, to 2, 1 hidden as c", "director weiden 3", "turn income on"),
    *("turn rolled off", "paid T1 d4 on", "office 2, lost", "give 9, 1 hidden"),
)
"""Corrections, of seats by their numbers."""


def answers(game: Game, viewer: Viewer) -> Iterator[str]:
    """What comes back to letters."""
    seat = seat_of(viewer)
    if seat is not None:
        for text in LETTERS:
            game.world.forget_answers()
            reply = game.send(seat, text, quoting=False)
            yield from (reply.answer.subject, reply.answer.text, reply.letter.outcome)
        game.world.forget_answers()
        undecodable = game.write(seat, "x", answering=None).replace(b"\r\n\r\n", b"\r\n\r\n" + b"\r\n" * 11_000, 1)
        yield game.post(seat, undecodable).answer.text


def reports(game: Game, viewer: Viewer) -> Iterator[str]:
    """The position, as pages show it, in each language."""
    for language in ("en", "xx"):
        yield game.world.intake.forms.report(game.id, seat_of(viewer), language).text


def corrections(game: Game, viewer: Viewer) -> Iterator[str]:
    """What a moderator is told of corrections by hand, possible or not, and the position that they would lead to."""
    if viewer != MODERATOR:
        return
    with game.world.database.read() as tx:
        loaded = load_game(tx, game.id)
    table, words = line_table(visible(loaded.session, None).table), catalogue("en")
    for line in MENDED:
        read = read_correction(line, table, loaded.names, words)
        if isinstance(read, Fault):
            yield explain_correction(read, words)
            continue
        try:
            state = line_state(check_amendments(loaded.session, [read], sees_secrets=False))
            sentence = presenter_for(state.table, loaded.names, words).sentence(read)
            yield f"{sentence} {state.screens} {state.table.players}"
        except CorrectionRefused as cannot:
            yield describe_correction_fault(cannot.fault, RenderContext(line_table(cannot.table), loaded.names, words))


def public_rows(game: Game, viewer: Viewer) -> Iterator[str]:
    """What lists and tables are made from."""
    with game.world.database.read() as tx:
        row = get_game(tx, game.id)
        known = row.position if viewer is not None and viewer == row.active_seat else row.final_position
        yield from (row.tag, row.name, row.status, row.commitment, str((row.year, row.turn, row.active_seat, known)))
        yield repr(list_seats(tx, game.id))


def maps(game: Game, viewer: Viewer) -> Iterator[str]:
    """The map as a board, drawn, and in sentences; the picture in a mail is made of the board alone."""
    with game.world.database.read() as tx:
        loaded = load_game(tx, game.id)
    scene = RenderContext(line_table(visible(loaded.session, seat_of(viewer)).table), loaded.names, catalogue("en"))
    board = board_of(scene.table, (), loaded.names)
    yield from (
        repr(board),
        *(map_svg(scene.table.kind, board, view=view, title=alt(scene)) for view in VIEWS),
        page_svg(scene.table.kind, board, title=alt(scene)),
        preview_svg(scene.table.kind, board, game.row.name, loaded.names),
        repr(map_key(scene, board)),
        *described(scene),
    )


def record(game: Game, viewer: Viewer) -> Iterator[str]:
    """The portable record, from which the map of the command line is drawn too."""
    with game.world.database.read() as tx:
        yield export_game(tx, game.id)
    yield from looked_at(game, viewer, [f"/games/{game.row.tag}/record.json"])


def mails(game: Game, viewer: Viewer) -> Iterator[str]:
    """Every mail to the viewer's seat so far, to its last byte."""
    seat = seat_of(viewer)
    if seat is None:
        return
    contact = game.seats[seat]
    for mail in game.mails(seat):
        if mail.player_id != contact.player_id:
            continue  # it went to who had the seat before
        address = f"{contact.token}@{game.world.settings.mail.domain}"
        outgoing = Outgoing(
            message_id=mail.message_id,
            to_address=mail.to_address,
            to_name=contact.name,
            from_address=address,
            from_name=game.world.settings.mail.from_name,
            subject=mail.subject,
            text=mail.text,
            date_ms=mail.created_ms,
            envelope_from=address,
            in_reply_to=mail.in_reply_to or "",
            references=tuple(mail.references_.split()),
        )
        yield f"#{mail.position} {from_ms(mail.created_ms)} {mail.text}"
        yield build(outgoing).decode("ascii")
        with game.world.database.read() as tx:
            document = loaded(find_mail_document(tx, mail.id) or "")
        yield mail_html(document, mail.subject, None)
        if document.board is not None:
            yield svg_of(document.board)


class _Undone(Exception):
    """Raised to undo what was done to see what it tells."""


def restored(game: Game, viewer: Viewer) -> Iterator[str]:
    """What a seat's player would be told if the server were restored from a backup of this moment."""
    seat, world = seat_of(viewer), game.world
    if seat is None:
        return
    texts: list[str] = []

    def work(tx: Tx) -> None:
        known = {mail.id for mail in mails_of_player(tx, game.seats[seat].player_id)}
        recover(UnitOfWork(tx, world.settings, to_ms(world.clock())), Marked())
        mails = mails_of_player(tx, game.seats[seat].player_id)
        texts.extend(mail.text for mail in mails if mail.id not in known)
        raise _Undone

    with seeded_chance("restored"), suppress(_Undone):
        world.database.write(work)
    assert texts, "everybody in a running game is told"
    yield from texts


def acts(game: Game, viewer: Viewer) -> Iterator[str]:
    """What a moderator is told in answer to his letters, of which none is confirmed."""
    if viewer != MODERATOR:
        return
    tag, place = game.row.tag, game.row.final_position
    lines = (
        *(f"hold {tag}: why", f"extend {tag} 2 days: why", f"substitute {tag} 2: why", f"announce {tag}: so"),
        *(f"amend {tag} give 2 1 hidden from bank: why", f"rollback {tag} {place}: why", f"release {tag}: why"),
        *(f"unseal {tag}: why", f"cancel {tag}: why"),
    )
    village = Village(game.world)
    with game.world.database.read() as tx:
        name = list_moderators(tx)[0].name
    for text in (f"desk\nfile {tag}", *lines, "retry 1", f"amend {tag} take 2 30 hidden: why"):
        reply = village.write(name, text)
        yield reply.letter.outcome
        yield from (mail.text for mail in reply.mails)


def notices(game: Game, viewer: Viewer) -> Iterator[str]:
    """What a player's devices and webhooks would be told, if all of the game were news there."""
    seat = seat_of(viewer)
    if seat is None:
        return
    player_id, world, now_ms = game.seats[seat].player_id, game.world, to_ms(game.world.clock())
    events = frozenset[ChannelEvent](get_args(ChannelEvent))

    def look(tx: Tx) -> list[str]:
        new = ChannelRow(NEW, player_id, "slack", "Club", "https://hooks.test/", None, None, None, events, now_ms)
        row = add_channel(tx, new)
        older = replace(load_facts_of(tx, [game.id])[game.id].unasked_for(player_id), turn=(0, 0), position=0, notes=-1)
        for known in (moments.NOTHING, moments.dumped(replace(older, press=(0, 0), is_own_turn=False))):
            put_channel_game(tx, ChannelGameRow(row.id, game.id, known, 0, 0, None))
            found.extend(find_news(UnitOfWork(tx, world.settings, now_ms), [row]).due)
        return [text for due in found for text in _forms_of(due.notice)]

    found: list[DueNotice] = []
    yield from world.database.write(lambda tx: tx.trial(lambda: look(tx)))


def _forms_of(notice: GameNotice) -> Iterator[str]:
    """A notice in the form of each service."""
    yield payload(notice).decode()
    kinds: tuple[ChannelKind, ...] = ("discord", "slack", "mattermost", "ntfy")
    for kind in kinds:
        yield webhook_body(kind, notice, "Anna", read_address("https://hooks.test/topic")).decode()


OUTPUTS: Final[Mapping[str, Callable[[Game, Viewer], Iterator[str]]]] = {
    "answers to letters": answers,
    "answers on the page": submitted,
    "reports": reports,
    "calendars": calendars,
    "pages": pages,
    "desk": desk,
    "handbook": handbook,
    "memory": memory,
    "corrections": corrections,
    "public rows": public_rows,
    "maps": maps,
    "record": record,
    "disputes": disputes,
    "people": people,
    "acts": acts,
    "restored": restored,
    "mails": mails,
    "postbox": postbox,
    "old mails": old_mails,
    "notices": notices,
    "analyses": analyses,
    "watching": watched,
}
"""Every way out. Mails come last, so that those that the others caused are among them."""


def told(game: Game, viewer: Viewer, names: Iterable[str] = OUTPUTS, *, settled: bool = True) -> dict[str, list[str]]:
    """All that a viewer can be told, by way out; `settled`: without what chance or the moment put there."""
    if not settled:
        return {name: list(OUTPUTS[name](game, viewer)) for name in names}
    found = {name: [_settled(text) for text in OUTPUTS[name](game, viewer)] for name in names}
    marked = [name for name in found if viewer == MODERATOR or name == "desk"]
    if marked:
        marks = _marks(game)
        found |= {name: [marks.sub("MARK", text) for text in found[name]] for name in marked}
    return found


def _marks(game: Game) -> re.Pattern[str]:
    """What moderators are shown in place of the numbers of the game's letters."""
    with game.world.database.read() as tx:
        letters = list_letters_of_game(tx, game.id, press=True, limit=ALL_MAIL)
    return re.compile("|".join(letter.mark for letter in letters) or "(?!)")


def first_difference(first: dict[str, list[str]], second: dict[str, list[str]]) -> str:
    """Where two viewers were told different things."""
    for name in first:
        for mine, theirs in zip(first[name], second[name], strict=True):
            for a, b in zip(mine.splitlines(), theirs.splitlines(), strict=False):
                if a != b and not a.startswith("Content-Length"):
                    return f"{name}: {a!r} and {b!r}"
    return "lengths"


_CHANCE: Final = (
    ("@", re.compile(r"<[0-9a-f]{32}@"), "<ID@"),
    ("<game-e", re.compile(r"<game-e\d+-[0-9a-f]{16}@"), "<ROOT@"),
    ("csrf_token", re.compile(r'(name="(?:csrf_token|form_key)" value=")[^"]+'), r"\1TOKEN"),
    ("session-", re.compile(r"\bsession-[a-z2-7]{10}\b"), "session-MARK"),
    ("/sessions/", re.compile(r"/sessions/[a-z2-7]{10}/"), "/sessions/MARK/"),
    ("session=", re.compile(r"session=[^;]+(; Expires=[^;]+)?"), "session=SIGNED"),
    (".pbem", re.compile(r"\d+\.[0-9a-f]{32}\.pbem"), "KEY"),
    ("Date: ", re.compile(r"(?m)^Date: .+ GMT"), "Date: NOW"),
    ("The time there is now", re.compile(r"The time there is now <time [^>]+>[^<]+"), "The time there is now"),
    ("X-RateLimit-", re.compile(r"(?m)^(X-RateLimit-\w+): \d+"), r"\1: COUNT"),
    ("Retry-After", re.compile(r"(?m)^(Retry-After): \d+"), r"\1: COUNT"),
    ("/enter/", re.compile(r"/enter/[a-z2-7]{32}"), "/enter/TOKEN"),
    ("confirm ", re.compile(r"(?m)\bconfirm \w{4} \w{4}\b"), "confirm CODE"),
    ("/analysis/", re.compile(r"/analysis/(?:shared/[\w-]{20,}|[a-z2-7]{10}\b)"), "/analysis/MARK"),
    (".player@", re.compile(r"\d+\.player@"), "N.player@"),
)
"""What differs from one look to the next, by a mark that stands in all of it.

Most texts hold none of the marks, and are long: to look for a mark first takes a small part of the time.
"""


def _settled(text: str) -> str:
    for mark, chance, word in _CHANCE:
        if mark in text:
            text = chance.sub(word, text)
    return text
