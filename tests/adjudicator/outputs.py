"""Everything that the program tells anybody of a game: the one list that the tests of secrets go through.

An output is a function that yields, for one viewer, every text it can be made to give. Who adds a way out of the
program adds it to OUTPUTS, and all tests of secrets hold for it. A viewer is a seat, None for a spectator, or a
moderator, who has no seat and has opened nothing.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Final, Literal, TypeAlias

from flask.testing import FlaskClient
from lobby.kit import Village
from renderer_kit import RENDERER
from web_kit import sit_down

from adjudicator.kit import Game, World
from pbem.adjudicator.amending import CannotAmend, check_amendments
from pbem.adjudicator.archive import Archive
from pbem.adjudicator.casebook import open_case
from pbem.adjudicator.disputing import last_turn
from pbem.adjudicator.exporting import export_game
from pbem.adjudicator.heard import visible
from pbem.chance import foreseen
from pbem.clock import from_ms, to_ms
from pbem.daemon.postman import Postman
from pbem.daemon.server import transport_for
from pbem.i18n import catalogue
from pbem.lobby.restoring import recover
from pbem.mail.deliver import MaildirTransport
from pbem.mail.maildir import Maildir
from pbem.mail.outgoing import Outgoing, build
from pbem.moderation.amending import Misread, read_correction, write_correction
from pbem.reports import in_words
from pbem.reports.board import board_of
from pbem.reports.corrections import word_flaw
from pbem.reports.described import alt, described
from pbem.reports.document import loaded
from pbem.reports.html import mail_html
from pbem.reports.map_svg import VIEWS, map_svg
from pbem.reports.names import Scene
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import Delivery, NewDispute, NewStatement
from pbem.store.service_mark import Marked
from pbem.web.moderate_forms import FORMS

MODERATOR: Final = "moderator"
_ALL: Final = 100_000
Viewer: TypeAlias = int | Literal["moderator"] | None

LETTERS: Final = (
    "status",
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
TYPED: Final = (
    "check\nroll all",
    "if h < 9: A w\nnext turn: income",
    "buy 3 insel from director\nend discard $ $ $ $ $ $",
    "A w w n pay 9h",
    "rollback #9999: Nothing is there.",
)
"""Orders typed into a page, to be previewed."""
MENDED: Final = (
    *("give 1, 1 hidden", "give 2, 2 s ?", "give 1, 99 hidden", "give 3, 3000 passengers weiden"),
    *("give 1, 1 share insel", "take 1, 1 hidden", "take 1, 9 hidden", "take 2, 99 hidden", "take 1, 1000 passengers"),
    *("take 2, 99000 passengers", "take 1, ? ? ? ? ? ?", "take 3, s", "take 4, 9 shares weiden"),
    *("move 1, to 2, 2 hidden", "move 2, to 2, 1 hidden as c", "director weiden 3", "turn income on"),
    *("turn rolled off", "paid T1 d4 on", "office 2, lost", "give 9, 1 hidden"),
)
"""Corrections, of seats by their numbers."""
PRESSED: Final = (
    *((text, {"do": "preview"}) for text in TYPED),
    ("", {"do": "roll", "hidden": "99", "wild": "99"}),
    ("", {"do": "end", "give ?": "99"}),
    ("A w", {"add": "A n"}),
    ("", {"way": "B e onto lake"}),
    ("roll 1h", {"do": "send"}),
    ("roll 99?", {"do": "send"}),
    ("income", {"do": "drop"}),
)
"""Orders on a page, and the button that is pressed; none of it changes anything."""


def answers(game: Game, viewer: Viewer) -> Iterator[str]:
    """What comes back to letters."""
    seat = seat_of(viewer)
    if seat is not None:
        for text in LETTERS:
            reply = game.send(seat, text, quoting=False)
            yield from (reply.answer.subject, reply.answer.text, reply.letter.outcome)
        undecodable = game.write(seat, "x", answering=None).replace(b"\r\n\r\n", b"\r\n\r\n" + b"\r\n" * 11_000, 1)
        yield game.post(seat, undecodable).answer.text


def submitted(game: Game, viewer: Viewer) -> Iterator[str]:
    """What comes back to orders typed into a page."""
    seat = seat_of(viewer)
    if seat is not None:
        for text in TYPED:
            answer = game.world.adjudicator.submit(game.id, seat, f"check\n{text}", position=0)
            yield str(answer)
            yield str(game.world.adjudicator.try_out(game.id, seat, text))


def reports(game: Game, viewer: Viewer) -> Iterator[str]:
    """The position, as pages show it, in each language."""
    for language in ("en", "xx"):
        yield game.world.adjudicator.report(game.id, seat_of(viewer), language).text


def pages(game: Game, viewer: Viewer) -> Iterator[str]:
    """Every page that tells of games or of the viewer, with all that a browser is sent of it."""
    here = f"/games/{game.row.tag}"
    kind = _kind(game)
    paths = ["/", f"/games/{kind}/", f"/games/{kind}/complete", here, f"{here}/answer", f"{here}/press"]
    paths += ["/seats", "/my/away", f"{here}/resign"]
    paths += ["/my", "/my/settings", "/my/mail", f"/my/mail?game={game.row.tag}"]
    paths += ["/my/mail/1", "/my/mail/99999"]
    paths += [f"{here}/orders", f"{here}/map.svg"]
    yield from _visited(game, viewer, paths)
    browser, base = _browser(game, viewer), game.world.settings.web.base_url
    token = re.search(r'name="csrf_token" value="([^"]+)"', browser.get(here, base_url=base).text)
    for text, button in PRESSED:
        form = {"csrf_token": token[1] if token else "", "orders": text, "position": "0", **button}
        response = browser.post(f"{here}/orders", data=form, base_url=base, headers={"Referer": base})
        yield f"{response.status}\n{response.headers}\n{response.text}"


def desk(game: Game, viewer: Viewer) -> Iterator[str]:
    """Every page of moderators, with what each act would do; who is none is told that they are not there."""
    here, base = f"/moderate/{game.row.tag}", game.world.settings.web.base_url
    paths = ["/moderate", "/moderate/games", "/moderate/games?needs=yes", "/moderate/announce", here]
    paths += [f"{here}?letters=2&log=2&mails=2&notices=2", f"{here}/seats", f"{here}/mails/1", f"{here}/rejudged"]
    with game.world.database.read() as tx:
        marks = [letter.mark for letter in repo.letters_of_game(tx, game.id, press=True, limit=1)]
    paths += [path for mark in marks for path in (f"{here}/letters/{mark}", f"/moderate/letters/{mark}/retry")]
    paths += [f"{here}/{act}" for act in FORMS]
    yield from _visited(game, viewer, paths)
    browser = _browser(game, viewer)
    token = re.search(r'name="csrf_token" value="([^"]+)"', browser.get("/sign-in", base_url=base).text)
    for act in FORMS if viewer == MODERATOR else ():
        form = {"csrf_token": token[1] if token else "", "reason": "why", "text": "so", "amount": "2", "unit": "d"}
        form |= {"seat": "1", "to": str(game.row.final_position), "dice": "new", "reapply": "yes"}
        response = browser.post(f"{here}/{act}", data=form, base_url=base, headers={"Referer": base})
        yield f"{response.status}\n{response.headers}\n{response.text}"


def handbook(game: Game, viewer: Viewer) -> Iterator[str]:
    """The pages that are about no game in play: how to come in, to write orders, to play and to read the data."""
    kind = _kind(game)
    paths = [
        "/sign-in",
        "/sign-in/sent",
        "/register",
        "/register/sent",
        "/lists",
        "/lists/index.json",
        "/lists/feed.atom",
    ]
    paths += ["/help/office", "/help/orders", f"/help/orders/{kind}", "/help/data", "/rules", f"/rules/{kind}"]
    paths += ["/reference", f"/reference/{kind}", f"/reference/{kind}/map.svg", "/healthz", "/nowhere"]
    yield from _visited(game, viewer, paths)


def memory(game: Game, viewer: Viewer) -> Iterator[str]:
    """Every page of the past, those of positions that are not final among them, and the public data but the record.

    Of each branch that was left it is where it ended, and its history.
    """
    row = game.row
    here = f"/games/{row.tag}"
    positions = range(max(0, row.final_position - 3), row.final_position + 4)
    paths = [f"{here}/history", f"{here}/history/1", *(f"{here}/at/{position}" for position in positions)]
    paths += [f"{here}/at/{position}/map.svg" for position in (row.final_position, row.final_position + 1)]
    with game.world.database.read() as tx:
        backs = [back.position for back in repo.rollbacks(tx, game.id)]
    paths += [f"{here}/history?branch={number}" for number in range(1, len(backs) + 2)]
    paths += [f"{here}/at/{position}" for back in backs for position in range(back - 3, back + 1)]
    paths += [f"{here}/at/{back - 1}/map.svg" for back in backs]
    paths += [f"{here}/at/{row.final_position}?part=1", f"/games/{_kind(game)}/winners"]
    paths += [f"/games/{_kind(game)}/players", f"/games/{_kind(game)}/players?sort=won"]
    paths += [f"/players/{contact.player_id}{way}" for contact in game.seats for way in ("", ".json", "/feed.atom")]
    paths += [f"/games/{_kind(game)}/{part}.json" for part in ("index", "complete", "players")]
    paths += [f"{here}.json", f"{here}/feed.atom"]
    paths += [f"{here}/dice", f"{here}/dice?year=1", f"/dice?kind={game.row.kind}"]
    yield from _looked_at(game, viewer, paths)


def seat_of(viewer: Viewer) -> int | None:
    """The seat of a viewer who has one."""
    return viewer if isinstance(viewer, int) else None


def _player_of(game: Game, viewer: Viewer) -> int | None:
    """The player who looks; None for a spectator whom nobody knows."""
    if viewer == MODERATOR:
        with game.world.database.read() as tx:
            return repo.moderators(tx)[0].id
    seat = seat_of(viewer)
    return None if seat is None else game.seats[seat].player_id


def _kind(game: Game) -> str:
    """The kind of game, as addresses have it."""
    return game.row.kind.replace("_", "-")


def _looked_at(game: Game, viewer: Viewer, paths: Iterable[str]) -> Iterator[str]:
    """What is there to be seen by everybody, or not there for anybody."""
    for told in _visited(game, viewer, paths):
        assert re.match(r"\S+ (200|404) ", told), told[:99]
        yield told


def _visited(game: Game, viewer: Viewer, paths: Iterable[str]) -> Iterator[str]:
    """What the viewer's browser is sent."""
    browser, base = _browser(game, viewer), game.world.settings.web.base_url
    for path in paths:
        response = browser.get(path, base_url=base)
        yield f"{path} {response.status}\n{response.headers}\n{response.text}"


def _browser(game: Game, viewer: Viewer) -> FlaskClient:
    """A browser in which the viewer is signed in, if he is a player."""
    browser, base = game.world.app.test_client(), game.world.settings.web.base_url
    player_id = _player_of(game, viewer)
    if player_id is not None:
        sit_down(browser, player_id, base)
    return browser


def give_calendars(world: World) -> None:
    """Gives each player a calendar, of which his settings tell, so that looking at it changes nothing."""
    for player_id in world.players.values():
        world.database.write(partial(repo.renew_calendar, player_id=player_id))


def calendars(game: Game, viewer: Viewer) -> Iterator[str]:
    """The viewer's deadlines, as his calendar program is told them."""
    world, player_id = game.world, _player_of(game, viewer)
    if player_id is None:
        return
    with world.database.read() as tx:
        token = repo.calendar_token(tx, player_id)
    token = token or world.database.write(lambda tx: repo.renew_calendar(tx, player_id))
    response = world.app.test_client().get(f"/calendar/{token}.ics", base_url=world.settings.web.base_url)
    yield f"{response.status}\n{response.headers}\n{response.text}"


def postbox(game: Game, viewer: Viewer) -> Iterator[str]:
    """The viewer's mails as his browser shows them: the newest to each seat is in its player's Maildir by now.

    The others are taken as sent before: `mails` has them to the last byte, and to build all of them here once more
    took a quarter of the time of all outputs.
    """
    world = game.world
    now_ms = to_ms(world.clock())
    newest = {game.last_mail(contact.seat).id for contact in game.seats}
    with world.database.read() as tx:
        others = [Delivery(mail.id, "") for mail in repo.due_mail(tx, now_ms, _ALL) if mail.id not in newest]
    world.database.write(lambda tx: repo.mark_sent(tx, others, now_ms))
    postman = Postman(world.database, transport_for(world.settings), world.clock, world.settings, RENDERER)
    while postman.round():
        pass
    paths = ["/postbox"]
    if viewer is not None:
        paths += [f"/postbox/{key}{part}" for key in _newest_mails(game) for part in ("", "/page")]
    yield from _visited(game, viewer, paths)


def _newest_mails(game: Game) -> list[str]:
    """The newest mail to each seat, by its key in the Maildir, whoever asks for it."""
    transport = MaildirTransport(game.world.settings.maildir)
    boxes = [Maildir(transport.folder(contact.address)).files() for contact in game.seats]
    return [list(box)[-1] for box in boxes if box]


def corrections(game: Game, viewer: Viewer) -> Iterator[str]:
    """What a moderator is told of corrections by hand, possible or not, and the position that they would lead to."""
    if viewer != MODERATOR:
        return
    with game.world.database.read() as tx:
        case = open_case(tx, game.id)
    table, words = visible(case.ledger, None).table, catalogue("en")
    for line in MENDED:
        read = read_correction(line, table, case.names, words)
        if isinstance(read, Misread):
            yield read.why
            continue
        yield write_correction(read, table, case.names, "en")
        try:
            state = check_amendments(case.ledger, [read], sees_secrets=False)
            yield f"{in_words(read, state.table, case.names, words)} {state.screens} {state.table.players}"
        except CannotAmend as cannot:
            yield word_flaw(cannot.flaw, Scene(cannot.table, case.names, words))


def public_rows(game: Game, viewer: Viewer) -> Iterator[str]:
    """What lists and tables are made from."""
    with game.world.database.read() as tx:
        row = repo.game(tx, game.id)
        known = row.position if viewer is not None and viewer == row.active_seat else row.final_position
        yield from (row.tag, row.name, row.status, row.commitment, str((row.year, row.turn, row.active_seat, known)))
        yield repr(repo.seats(tx, game.id))


def maps(game: Game, viewer: Viewer) -> Iterator[str]:
    """The map as a board, drawn, and in sentences; the picture in a mail is made of the board alone."""
    with game.world.database.read() as tx:
        case = open_case(tx, game.id)
    scene = Scene(visible(case.ledger, seat_of(viewer)).table, case.names, catalogue("en"))
    board = board_of(scene.table)
    yield from (repr(board), *(map_svg(board, view=view, title=alt(scene)) for view in VIEWS), *described(scene))


def record(game: Game, viewer: Viewer) -> Iterator[str]:
    """The portable record, from which the map of the command line is drawn too."""
    with game.world.database.read() as tx:
        yield export_game(tx, game.id)
    yield from _looked_at(game, viewer, [f"/games/{game.row.tag}/record.json"])


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
            document = loaded(repo.mail_document(tx, mail.id) or "")
        yield mail_html(document, mail.subject, None)
        if document.board is not None:
            yield map_svg(document.board)


class _Undone(Exception):
    """Raised to undo what was done to see what it tells."""


def restored(game: Game, viewer: Viewer) -> Iterator[str]:
    """What a seat's player would be told if the server were restored from a backup of this moment."""
    seat, world = seat_of(viewer), game.world
    if seat is None:
        return
    told: list[str] = []

    def work(tx: Tx) -> None:
        known = {mail.id for mail in repo.mails_of_player(tx, game.seats[seat].player_id)}
        recover(tx, world.settings, to_ms(world.clock()), Marked())
        mails = repo.mails_of_player(tx, game.seats[seat].player_id)
        told.extend(mail.text for mail in mails if mail.id not in known)
        raise _Undone

    with foreseen("restored"), suppress(_Undone):
        world.database.write(work)
    assert told, "everybody in a running game is told"
    yield from told


def give_dispute(game: Game) -> int:
    """The number of a dispute about the game's last turn, which is filed where there is none, without a word."""
    with game.world.database.read() as tx:
        known = repo.disputes_of_game(tx, game.id)
        moment = last_turn(Archive().past(tx, game.row))
    if known:
        return known[0].id
    first = game.seats[0]
    new = NewDispute(game.id, 0, first.player_id, moment.position, "It was laid wrongly.", 0, None)
    dispute = game.world.database.write(lambda tx: repo.add_dispute(tx, new))
    said = NewStatement(dispute.id, 1, game.seats[1].player_id, "Not at all.", 0, None)
    game.world.database.write(lambda tx: repo.add_statement(tx, said))
    return dispute.id


def disputes(game: Game, viewer: Viewer) -> Iterator[str]:
    """What is disputed: for everybody, for who plays, and for who examines it, also what would have been."""
    number, here = give_dispute(game), f"/games/{game.row.tag}"
    examined = f"/moderate/disputes/{number}"
    asked = ("", "?orders=roll+all%0AA+w+w%0Aend", "?variant=director_tie%3Dprinted", "?variant=two_starts%3Ddrawn")
    paths = [f"{here}/dispute", f"{here}/dispute?at=1", f"{here}/disputes/{number}", "/rulings", "/rulings?rule=FR-31"]
    yield from _visited(game, viewer, [*paths, *(f"{examined}{query}" for query in asked)])
    if viewer != MODERATOR:
        return
    browser, base = _browser(game, viewer), game.world.settings.web.base_url
    token = re.search(r'name="csrf_token" value="([^"]+)"', browser.get("/sign-in", base_url=base).text)
    for verdict in ("uphold", "amend", "rollback", "none"):
        form = {"csrf_token": token[1] if token else "", "verdict": verdict, "rule": "FR-31", "text": "So it is."}
        form |= {"to": str(game.row.final_position), "corrections": "give 2, 1 hidden"}
        response = browser.post(f"{examined}/rule", data=form, base_url=base, headers={"Referer": base})
        yield f"{response.status}\n{response.headers}\n{response.text}"
    with game.world.database.read() as tx:
        name = repo.moderators(tx)[0].name
    for line in (f"dispute {number}", f"rule {number} uphold FR-31: So it is.", f"ask {number}: Which?", "rulings"):
        yield from (mail.text for mail in Village(game.world).write(name, line).mails)


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
        name = repo.moderators(tx)[0].name
    for text in (f"desk\nfile {tag}", *lines, "retry 1", f"amend {tag} take 2 30 hidden: why"):
        reply = village.write(name, text)
        yield reply.letter.outcome
        yield from (mail.text for mail in reply.mails)


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
    "acts": acts,
    "restored": restored,
    "mails": mails,
    "postbox": postbox,
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
        letters = repo.letters_of_game(tx, game.id, press=True, limit=_ALL)
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
    ("session=", re.compile(r"session=[^;]+"), "session=SIGNED"),
    (".pbem", re.compile(r"\d+\.[0-9a-f]{32}\.pbem"), "KEY"),
    ("Date: ", re.compile(r"(?m)^Date: .+ GMT"), "Date: NOW"),
    ("There it is now", re.compile(r"There it is now <time [^>]+>[^<]+"), "There it is now"),
    ("X-RateLimit-", re.compile(r"(?m)^(X-RateLimit-\w+): \d+"), r"\1: COUNT"),
    ("Retry-After", re.compile(r"(?m)^(Retry-After): \d+"), r"\1: COUNT"),
    ("confirm ", re.compile(r"(?m)\bconfirm \w{4} \w{4}\b"), "confirm CODE"),
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
