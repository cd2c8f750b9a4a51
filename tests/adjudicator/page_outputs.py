"""All that the pages tell anybody of a game, each kind of them an output."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from forms_kit import submit_as
from lobby.kit import Village
from renderer_kit import RENDERER
from rows_kit import mails_of_player

from adjudicator.kit import Game, World
from adjudicator.viewers import MODERATOR, Viewer, browser_of, kind_of, looked_at, player_of, seat_of, visited
from pbem.adjudicator.disputes.filing import last_turn
from pbem.adjudicator.history.archive import Archive
from pbem.clock import to_ms
from pbem.daemon.sender import Sender
from pbem.mail.maildir import Maildir
from pbem.mail.sending.sendmail import MaildirTransport, transport_for
from pbem.store import Tx
from pbem.store.games.log import list_rollbacks
from pbem.store.mail.outbox import (
    Delivery,
    erase_mail_bytes,
    find_mail_document,
    get_mail,
    mark_sent,
    resend_mail,
)
from pbem.store.mail.sending import list_due_mail
from pbem.store.moderation.disputes import DisputeRow, StatementRow, add_dispute, add_statement, list_disputes_of_game
from pbem.store.moderation.game_file import list_letters_of_game
from pbem.store.players.player import list_moderators, set_role
from pbem.store.players.preferences import find_calendar_token, renew_calendar
from pbem.store.tables import NEW
from pbem.web.moderation.commands import FORMS

ALL_MAIL: Final = 100_000
_OLD_MAILS: Final = 2
TYPED: Final = (
    "check\nroll all",
    "if h < 9: A w\nnext turn: income",
    "buy 3 insel from director\nend discard $ $ $ $ $ $",
    "A w w n pay 9h",
    "rollback #9999: Nothing is there.",
)
"""Orders typed into a page, to be previewed."""
PRESSED: Final = (
    *((text, {"do": "preview"}) for text in TYPED),
    ("", {"do": "roll", "hidden": "99", "wild": "99"}),
    ("", {"do": "end", "give ?": "99"}),
    ("A w", {"add": "A n"}),
    ("", {"die": "?"}),
    ("A w\nB e", {"strike": "1"}),
    ("A w", {"instead": "B e"}),
    ("roll 1h", {"do": "send"}),
    ("roll 99?", {"do": "send"}),
    ("income", {"do": "drop"}),
)
"""Orders on a page, and the button that is pressed; none of it changes anything."""


def submitted(game: Game, viewer: Viewer) -> Iterator[str]:
    """What comes back to orders typed into a page."""
    seat = seat_of(viewer)
    if seat is not None:
        for text in TYPED:
            answer = submit_as(game.world.intake, game.id, seat, f"check\n{text}", position=0)
            yield str(answer)
            yield str(game.world.intake.forms.try_out(game.id, seat, text))


def pages(game: Game, viewer: Viewer) -> Iterator[str]:
    """Every page that tells of games or of the viewer, with all that a browser is sent of it."""
    here = f"/games/{game.row.tag}"
    kind = kind_of(game)
    paths = ["/", f"/games/{kind}/", f"/games/{kind}/complete", here, f"{here}/answer", f"{here}/press"]
    paths += ["/seats", "/my/away", "/my/senders", f"{here}/resign"]
    paths += ["/my", "/my/settings", "/my/mail", f"/my/mail?game={game.row.tag}"]
    paths += ["/my/mail/1", "/my/mail/99999", "/my/letters"]
    paths += [f"{here}/orders", f"{here}/map.svg", f"/live.json?games={game.row.tag}"]
    paths += [f"{here}/enter/{'a' * 32}", f"{here}/try", "/analysis"]
    yield from visited(game, viewer, paths)
    browser, base = browser_of(game, viewer), game.world.settings.web.base_url
    token = re.search(r'name="csrf_token" value="([^"]+)"', browser.get(here, base_url=base).text)
    for text, button in PRESSED:
        form = {"csrf_token": token[1] if token else "", "orders": text, "position": "0", **button}
        response = browser.post(f"{here}/orders", data=form, base_url=base, headers={"Referer": base})
        yield f"{response.status}\n{response.headers}\n{response.text}"


def old_mails(game: Game, viewer: Viewer) -> Iterator[str]:
    """The newest mails to the viewer as if of long ago: their pages, made again, and the mails sent in their place."""
    me, now_ms, world = player_of(game, viewer), to_ms(game.world.clock()), game.world
    if me is None:
        return
    with world.database.read() as tx:
        found = mails_of_player(tx, me)[-_OLD_MAILS:]
    world.database.write(lambda tx: mark_sent(tx, [Delivery(mail.id, "250") for mail in found], now_ms))
    world.database.write(lambda tx: erase_mail_bytes(tx, [mail.id for mail in found], now_ms + 1))
    yield from visited(game, viewer, [f"/my/mail/{mail.number}{end}" for mail in found for end in ("", "/page")])

    def sent_again(tx: Tx) -> list[str]:
        anew = [resend_mail(tx, mail.id, now_ms, f"<again-{mail.number}@game.test>") for mail in found]
        rows = [(get_mail(tx, one), find_mail_document(tx, one)) for one in anew]
        return [f"{mail.to_address} {mail.subject} {mail.references_} {mail.text} {text}" for mail, text in rows]

    yield from world.database.write(lambda tx: tx.trial(lambda: sent_again(tx)))


def desk(game: Game, viewer: Viewer) -> Iterator[str]:
    """Every page of moderators, with what each act would do; who is none is told that they are not there."""
    here, base = f"/moderate/{game.row.tag}", game.world.settings.web.base_url
    paths = ["/moderate", "/moderate/games", "/moderate/games?needs=yes", "/moderate/announce", here]
    paths += [f"{here}?letters=2&log=2&mails=2&notices=2", f"{here}/seats", f"{here}/mails/1", f"{here}/rejudged"]
    with game.world.database.read() as tx:
        marks = [letter.mark for letter in list_letters_of_game(tx, game.id, press=True, limit=1)]
    paths += [path for mark in marks for path in (f"{here}/letters/{mark}", f"/moderate/letters/{mark}/retry")]
    paths += [f"{here}/{act}" for act in FORMS]
    yield from visited(game, viewer, paths)
    browser = browser_of(game, viewer)
    token = re.search(r'name="csrf_token" value="([^"]+)"', browser.get("/sign-in", base_url=base).text)
    for act in FORMS if viewer == MODERATOR else ():
        form = {"csrf_token": token[1] if token else "", "reason": "why", "text": "so", "amount": "2", "unit": "d"}
        form |= {"seat": "1", "to": str(game.row.final_position), "dice": "new", "reapply": "yes"}
        response = browser.post(f"{here}/{act}", data=form, base_url=base, headers={"Referer": base})
        yield f"{response.status}\n{response.headers}\n{response.text}"


def handbook(game: Game, viewer: Viewer) -> Iterator[str]:
    """The pages that are about no game in play: how to come in, to write orders, to play and to read the data."""
    kind = kind_of(game)
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
    paths += ["/reference", f"/reference/{kind}", f"/reference/{kind}/map.svg", "/guide", "/guide/fairness"]
    paths += ["/healthz", "/nowhere"]
    yield from visited(game, viewer, paths)


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
        backs = [back.position for back in list_rollbacks(tx, game.id)]
    paths += [f"{here}/history?branch={number}" for number in range(1, len(backs) + 2)]
    paths += [f"{here}/at/{position}" for back in backs for position in range(back - 3, back + 1)]
    paths += [f"{here}/at/{back - 1}/map.svg" for back in backs]
    paths += [f"{here}/since/{position}" for position in positions]
    paths += [f"{here}/at/{row.final_position}?part=1", f"/games/{kind_of(game)}/winners"]
    paths += [f"/games/{kind_of(game)}/players", f"/games/{kind_of(game)}/players?sort=won"]
    paths += [f"/players/{contact.player_id}{way}" for contact in game.seats for way in ("", ".json", "/feed.atom")]
    paths += [f"/games/{kind_of(game)}/{part}.json" for part in ("index", "complete", "players")]
    paths += [f"{here}.json", f"{here}/feed.atom"]
    paths += [f"{here}/dice", f"{here}/dice?year=1", f"/dice?kind={game.row.kind}"]
    yield from looked_at(game, viewer, paths)


def give_calendars(world: World) -> None:
    """Give each player a calendar, of which his settings tell, so that looking at it changes nothing."""
    for player_id in world.players.values():
        world.database.write(partial(renew_calendar, player_id=player_id))


def calendars(game: Game, viewer: Viewer) -> Iterator[str]:
    """The viewer's deadlines, as his calendar program is told them."""
    world, player_id = game.world, player_of(game, viewer)
    if player_id is None:
        return
    with world.database.read() as tx:
        token = find_calendar_token(tx, player_id)
    token = token or world.database.write(lambda tx: renew_calendar(tx, player_id))
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
        others = [Delivery(mail.id, "") for mail in list_due_mail(tx, now_ms, ALL_MAIL) if mail.id not in newest]
    world.database.write(lambda tx: mark_sent(tx, others, now_ms))
    sender = Sender(world.database, transport_for(world.settings), world.clock, world.settings, RENDERER)
    while sender.round():
        pass
    paths = ["/postbox"]
    if viewer is not None:
        paths += [f"/postbox/{key}{part}" for key in _newest_mails(game) for part in ("", "/page")]
    yield from visited(game, viewer, paths)


def _newest_mails(game: Game) -> list[str]:
    """The newest mail to each seat, by its key in the Maildir, whoever asks for it."""
    transport = MaildirTransport(game.world.settings.maildir)
    boxes = [Maildir(transport.folder(contact.address)).files() for contact in game.seats]
    return [list(box)[-1] for box in boxes if box]


def give_dispute(game: Game) -> int:
    """The number of a dispute about the game's last turn, which is filed where there is none, without a word."""
    with game.world.database.read() as tx:
        known = list_disputes_of_game(tx, game.id)
        moment = last_turn(Archive().past(tx, game.row))
    if known:
        return known[0].id
    first = game.seats[0]
    new = DisputeRow(NEW, game.id, 0, first.player_id, moment.position, "It was laid wrongly.", 0, None)
    dispute = game.world.database.write(lambda tx: add_dispute(tx, new))
    said = StatementRow(NEW, dispute.id, 1, game.seats[1].player_id, "Not at all.", 0, None)
    game.world.database.write(lambda tx: add_statement(tx, said))
    return dispute.id


def disputes(game: Game, viewer: Viewer) -> Iterator[str]:
    """What is disputed: for everybody, for who plays, and for who examines it, also what would have been."""
    number, here = give_dispute(game), f"/games/{game.row.tag}"
    examined = f"/moderate/disputes/{number}"
    requested = ("", "?orders=roll+all%0AA+w+w%0Aend", "?variant=director_tie%3Dprinted", "?variant=two_starts%3Ddrawn")
    paths = [f"{here}/dispute", f"{here}/dispute?at=1", f"{here}/disputes/{number}", "/rulings", "/rulings?rule=FR-31"]
    yield from visited(game, viewer, [*paths, *(f"{examined}{query}" for query in requested)])
    if viewer != MODERATOR:
        return
    browser, base = browser_of(game, viewer), game.world.settings.web.base_url
    token = re.search(r'name="csrf_token" value="([^"]+)"', browser.get("/sign-in", base_url=base).text)
    for verdict in ("uphold", "amend", "rollback", "none"):
        form = {"csrf_token": token[1] if token else "", "verdict": verdict, "rule": "FR-31", "text": "So it is."}
        form |= {"to": str(game.row.final_position), "corrections": "give 2, 1 hidden"}
        response = browser.post(f"{examined}/rule", data=form, base_url=base, headers={"Referer": base})
        yield f"{response.status}\n{response.headers}\n{response.text}"
    with game.world.database.read() as tx:
        name = list_moderators(tx)[0].name
    for line in (f"dispute {number}", f"rule {number} uphold FR-31: So it is.", f"ask {number}: Which?", "rulings"):
        yield from (mail.text for mail in Village(game.world).write(name, line).mails)


def people(game: Game, viewer: Viewer) -> Iterator[str]:
    """The pages of operators, who the moderator is too: people, what can be done about them, and who did what."""
    if viewer == MODERATOR:
        with game.world.database.read() as tx:
            mona = list_moderators(tx)[0].id
        game.world.database.write(lambda tx: set_role(tx, mona, "operator", on=True))
    here = f"/people/{game.seats[0].player_id}"
    yield from visited(game, viewer, ["/people", here, f"{here}/role", "/people/audit"])
    if viewer == MODERATOR:  # who sees on all other pages what any moderator sees
        game.world.database.write(lambda tx: set_role(tx, mona, "operator", on=False))
