"""Analyses as pages open them: for whoever they belong to, or for whoever has the link to read one.

A visitor who is not signed in is known by a token in their browser, of which the database has the hash alone.
"""

import secrets
from dataclasses import dataclass
from typing import Final

from flask import session, url_for

from pbem.adjudicator.analysis.loading import Analysis, load
from pbem.adjudicator.analysis.opening import own_seat
from pbem.adjudicator.analysis.playing import AnalysisPlayer
from pbem.adjudicator.history.archive import Archive
from pbem.config import Settings
from pbem.i18n import Catalogue
from pbem.store import NotFound, Tx, UnitOfWork
from pbem.store.games.analyses import AnalysisOwner, AnalysisRow, find_analysis, find_shared_analysis, list_analyses
from pbem.store.games.game import GameRow, get_game
from pbem.web.site import site
from pbem.web.visitor import TRYING, trying, whoever, words

_TOKEN_BYTES: Final = 24


@dataclass(frozen=True)
class OpenedAnalysis:
    """An analysis as somebody looks at it: its owner, or, by its `token`, anybody."""

    analysis: Analysis
    token: str = ""
    seat: int | None = None
    """The seat that its owner has in the game now."""

    @property
    def game(self) -> GameRow:
        """Its game."""
        return self.analysis.game

    def address(self, number: int, part: str = "show") -> str:
        """The address of a node's page, or of a part of it."""
        if self.token:
            return url_for(f"analysis.shared_{part}", token=self.token, number=number)
        return url_for(f"analysis.{part}", mark=self.analysis.row.mark, number=number)


def may_keep(opened: OpenedAnalysis) -> bool:
    """Whether its owner has a next turn in the game, for which orders may wait."""
    return opened.seat is not None and opened.game.is_match and opened.game.status == "playing"


@dataclass(frozen=True)
class Asking:
    """The sender of a request for an analysis.

    Writes of the database run in a thread of their own, which knows of no request: what they need of it is here.
    """

    whose: AnalysisOwner
    words: Catalogue
    archive: Archive
    settings: Settings
    now_ms: int

    def own(self, tx: Tx, mark: str) -> OpenedAnalysis:
        """An analysis of their own. Raises NotFound."""
        row = find_analysis(tx, mark)
        if row is None or self.whose == (None, None) or (row.player_id, row.visitor) != self.whose:
            raise NotFound("analysis", mark)
        return OpenedAnalysis(self._loaded(tx, row), seat=own_seat(tx, row.game_id, self.whose.player_id))

    def shared(self, tx: Tx, token: str) -> OpenedAnalysis:
        """An analysis that is shared by a token. Raises NotFound."""
        row = find_shared_analysis(tx, token)
        if row is None:
            raise NotFound("analysis", "shared")
        return OpenedAnalysis(self._loaded(tx, row), token)

    def all_own(self, tx: Tx) -> list[tuple[AnalysisRow, GameRow]]:
        """All of their own, each with its game."""
        return [(row, get_game(tx, row.game_id)) for row in list_analyses(tx, self.whose)]

    def player(self, tx: Tx, opened: OpenedAnalysis) -> AnalysisPlayer:
        """Them, as they play on."""
        return AnalysisPlayer(UnitOfWork(tx, self.settings, self.now_ms), opened.analysis, self.words)

    def _loaded(self, tx: Tx, row: AnalysisRow) -> Analysis:
        return load(tx, self.archive, row, self.words.language)


def asking(*, is_new: bool = False) -> Asking:
    """The sender of the request; `is_new`: they begin an analysis, and are to be known by their browser from now on."""
    here = site()
    return Asking(_owner(is_new=is_new), words(), here.archive, here.settings, here.now_ms())


def _owner(*, is_new: bool) -> AnalysisOwner:
    me = whoever()
    if me is not None:
        return AnalysisOwner(me.id, None)
    if is_new and trying() is None:
        session[TRYING] = secrets.token_urlsafe(_TOKEN_BYTES)
        session.permanent = True
    return AnalysisOwner(None, trying())
