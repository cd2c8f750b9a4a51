"""Every page there is, and what lies beside the pages."""

import json
import random
from collections.abc import Iterable, Iterator
from typing import Final

from playwright.sync_api import Page
from rows_kit import mails_of_player
from server.kit import address_of as mail_address

from browser.kit import ANSWERED, GERMANY, INVITED, MODERATED, OVER, PLAYING, Site
from pbem.adjudicator.analysis.playing import AnalysisPlayer, load, load_beginning
from pbem.adjudicator.history.archive import Archive
from pbem.clock import system_clock, to_ms
from pbem.i18n import catalogue
from pbem.mail.maildir import Maildir
from pbem.store import Tx, UnitOfWork
from pbem.store.games.analyses import AnalysisOwner, AnalysisRow, add_analysis, list_analyses, share_analysis
from pbem.store.mail.postbox import find_unsubscription_for
from pbem.store.moderation.game_file import list_letters_of_game
from pbem.store.players.player import find_player_by_address, list_players
from pbem.store.tables import NEW

NOT_PAGES: Final = {
    "/static/style.css": "a file that pages load",
    "/healthz": "a word for machines",
    "/live": "what open pages are told",
    "/live.json": "data",
    "/manifest.webmanifest": "data",
    "/service-worker.js": "a script that browsers keep",
    "/calendar/secret.ics": "a calendar",
    "/my/mail/1/page": "a mail, within the page that shows it",
    "/postbox/key/page": "a mail, within the page that shows it",
    f"/games/{PLAYING}/orders": "leads to the game",
    f"/games/{PLAYING}/map.svg": "a picture",
    f"/games/{PLAYING}/since/1": "the moves that the board steps through",
    f"/games/{PLAYING}/map.png": "a picture for link previews",
    "/boards/germany-0123456789abcdef.svg": "a part of pictures on pages",
    f"/games/{PLAYING}/at/1/map.svg": "a picture",
    "/analysis/mark": "leads to what was tried last",
    "/analysis/mark/1/orders": "leads to its node",
    "/analysis/mark/1/map.svg": "a picture",
    "/analysis/shared/token/1/map.svg": "a picture",
    "/reference/germany/map.svg": "a picture",
    "/guide/pictures/game.png": "a picture",
    "/guide/units/pbem.service": "a file",
    f"/games/{PLAYING}.json": "data",
    f"/games/{PLAYING}/record.json": "data",
    f"/games/{PLAYING}/feed.atom": "a feed",
    "/games/first-rails/index.json": "data",
    "/games/first-rails/complete.json": "data",
    "/games/first-rails/players.json": "data",
    "/players/1.json": "data",
    "/players/1/feed.atom": "a feed",
    "/lists/index.json": "data",
    "/lists/feed.atom": "a feed",
}
"""What else can be loaded, and what it is for."""
_NOTHING: Final = "/nothing-here"
ENTRY: Final = f"/games/{PLAYING}/enter/{INVITED}"
"""A link out of a report, which leads whoever is signed in on to the game."""


def pages(site: Site) -> list[str]:
    """Paths of pages of every sort, all of which Anna may see but `ENTRY`."""
    anna, bodo, emma = (_player(site, name) for name in ("Anna", "Bodo", "Emma"))
    return [
        "/",
        f"/games/{PLAYING}",
        f"/games/{OVER}",
        f"/games/{ANSWERED}/answer",
        f"/games/{PLAYING}/press",
        ENTRY,
        f"/games/{PLAYING}/dispute",
        f"/games/{MODERATED}/disputes/1",
        f"/games/{PLAYING}/disputes/2",
        f"/games/{OVER}/disputes/3",
        "/rulings",
        "/moderate/disputes/1",
        f"/games/{OVER}/try?at={site.moments(OVER)[9]}",
        f"/games/{PLAYING}/try",
        "/analysis",
        *analyses_of(site, anna),
        f"/games/{PLAYING}/history",
        f"/games/{OVER}/history/1",
        f"/games/{PLAYING}/at/{site.moments(PLAYING)[9]}",
        f"/games/{OVER}/at/{site.moments(OVER)[-1]}",
        f"/games/{MODERATED}/history",
        f"/games/{MODERATED}/history?branch=1",
        f"/games/{MODERATED}/at/{site.left(MODERATED)[-1]}",
        f"/games/{GERMANY}",
        f"/games/{GERMANY}/history",
        f"/games/{GERMANY}/at/{site.moments(GERMANY)[-1]}",
        f"/games/{PLAYING}/dice",
        f"/games/{OVER}/dice",
        f"/games/{GERMANY}/dice",
        "/dice",
        "/games/germany/",
        "/games/first-rails/",
        "/games/first-rails/complete",
        "/games/first-rails/winners",
        "/games/first-rails/players",
        "/games/germany/players",
        f"/players/{anna}",
        f"/players/{bodo}",
        "/lists",
        "/lists/1",
        "/lists/2",
        "/lists/3",
        "/lists/new",
        "/play",
        "/help/office",
        "/register",
        "/register/sent",
        f"/register/{INVITED}",
        "/sign-in",
        "/sign-in/sent",
        f"/sign-in/{INVITED}",
        "/my",
        "/my/mail",
        *(f"/my/mail/{mail}" for mail in _some_mails(site, anna)),
        "/postbox",
        f"/postbox/{_first_file(site)}",
        "/my/settings",
        "/my/away",
        "/my/senders",
        "/my/notifications",
        "/my/letters",
        f"/unsubscribe/{_unsubscribing(site)}",
        "/seats",
        f"/games/{PLAYING}/resign",
        f"/address/{INVITED}",
        "/address/done",
        f"/senders/{INVITED}",
        "/senders/done",
        "/my/invite",
        "/my/data",
        f"/erase/{INVITED}",
        "/erase/confirmed",
        "/people",
        "/people/audit",
        f"/people/{emma}",
        f"/people/{emma}/block",
        f"/people/{emma}/merge",
        "/moderate",
        "/moderate/games",
        "/moderate/announce",
        f"/moderate/letters/{_first_letter(site, MODERATED)}/retry",
        f"/moderate/{MODERATED}",
        f"/moderate/{MODERATED}/rollback",
        f"/moderate/{MODERATED}/seats",
        f"/moderate/{MODERATED}/rejudged",
        f"/moderate/{MODERATED}/letters/{_first_letter(site, MODERATED)}",
        f"/moderate/{MODERATED}/mails/1",
        "/help/orders",
        "/help/orders/germany",
        "/help/data",
        "/guide",
        "/guide/fairness",
        "/guide/host-mail",
        "/rules",
        "/rules/germany",
        "/rules/silent",
        "/rules/silent/germany",
        "/reference",
        "/reference/first-rails",
        "/reference/germany",
    ]


def analyses_of(site: Site, player: int) -> list[str]:
    """What was tried in two games of a player's: a node, the same as it is shared, and what can be kept of the other.

    They are begun where the player has none yet.
    """
    whose = AnalysisOwner(player, None)
    with site.place.database.read() as tx:
        known = list_analyses(tx, whose)
    if not known:
        site.place.database.write(lambda tx: _analyse(tx, site, whose))
        with site.place.database.read() as tx:
            known = list_analyses(tx, whose)
    over, playing = known
    shared = f"/analysis/shared/{over.share}"
    return [f"/analysis/{over.mark}/1", shared, f"{shared}/1", f"/analysis/{playing.mark}/1/keep"]


def _analyse(tx: Tx, site: Site, whose: AnalysisOwner) -> None:
    """Try something in a game that is over, and share it; and in one that is played, in the player's own turn."""
    archive, words, now_ms = Archive(), catalogue("en"), to_ms(system_clock())
    for tag, moment, orders in ((OVER, 0, "roll 4?"), (PLAYING, -1, "end")):
        game = site.game(tag)
        start = load_beginning(tx, archive, game, archive.past(tx, game).moments[moment].position, 0)
        supposed = json.dumps([one.number for one in start.unseen])
        new = AnalysisRow(NEW, game.id, whose.player_id, None, 0, start.position, supposed, now_ms)
        row = add_analysis(tx, new)
        for _branch in range(2):
            found = AnalysisPlayer(UnitOfWork(tx, site.place.settings, now_ms), load(tx, archive, row, "en"), words)
            assert found.play(0, orders, (), random.Random(1).randrange).node, orders
    share_analysis(tx, list_analyses(tx, whose)[0].id)


def one_of_each(site: Site) -> list[str]:
    """The first page of every sort, by its address as the application knows it."""
    return list({address_of(site, path): path for path in reversed(pages(site))}.values())


def visits(site: Site, page: Page, paths: Iterable[str]) -> Iterator[str]:
    """Open those of some pages that their visitor may see, and one that is not there; give the path of each."""
    for path in paths:
        response = page.goto(path)
        assert response is not None
        # Strangers are told that others' mails are not there, and led from what is private to a page of this list.
        if response.status == 200 and page.url == f"{site.url}{path}":
            yield path
    site.open(page, _NOTHING, status=404)
    yield _NOTHING


def addresses(site: Site) -> set[str]:
    """What can be loaded, as the application knows it, such as `/games/<tag>`."""
    return {rule.rule for rule in site.server.app.url_map.iter_rules() if "GET" in (rule.methods or ())}


def address_of(site: Site, path: str) -> str:
    """The address that a path belongs to. Raises NotFound."""
    rule, _arguments = site.server.app.url_map.bind("").match(path.partition("?")[0], return_rule=True)
    return rule.rule


def _unsubscribing(site: Site) -> str:
    """The end of the link by which Dora ends mails of press."""
    with site.server.database.read() as tx:
        dora = find_player_by_address(tx, mail_address("Dora"))
        found = dora and find_unsubscription_for(tx, dora.id, "press", "")
        assert found
        return found.token


def _first_file(site: Site) -> str:
    """The key of the first mail in Anna's Maildir, which is a report."""
    return next(iter(Maildir(site.server.folder_of(mail_address("Anna"))).files()))


def _player(site: Site, name: str) -> int:
    with site.place.database.read() as tx:
        return next(player.id for player in list_players(tx) if player.name == name)


def _first_letter(site: Site, tag: str) -> str:
    """The newest letter to a game's seats, by its mark."""
    with site.place.database.read() as tx:
        return list_letters_of_game(tx, site.game(tag).id, press=True, limit=1)[0].mark


def _some_mails(site: Site, player: int) -> list[int]:
    """The last mail of each kind that a player was sent."""
    with site.place.database.read() as tx:
        return sorted({mail.kind: mail.number or 0 for mail in mails_of_player(tx, player)}.values())
