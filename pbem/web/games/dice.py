"""The dice of a game with their proof, and how dice fell: in a game, to players, on the whole server."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from pbem.adjudicator import statistics
from pbem.adjudicator.log.records import Proof, load_proof
from pbem.adjudicator.statistics import Luck
from pbem.games.judged import describe_fault
from pbem.games.presentation import USUAL, presentation_of
from pbem.reports.dice import OTHER_DICE, describe_claim, describe_remark, often, verdict
from pbem.store.games.game import find_game_by_tag
from pbem.store.games.waiting_lists import list_own_words
from pbem.web.site import site
from pbem.web.visitor import words, zone
from pbem.web.wording import ListPage, page
from rules_core.games import kinds, ruleset_for

pages = Blueprint("dice", __name__)

ON_PAGE = 50


@dataclass(frozen=True)
class LuckText:
    """Dice that were counted, with what is said of them."""

    luck: Luck
    sentences: Sequence[str]
    often: str
    """How often fair dice deviate as far, in few words."""


@pages.get("/games/<tag>/dice")
def show(tag: str) -> ResponseReturnValue:
    """The promise of a game's dice, its rolls in a year, by default the newest, and whether every roll checks."""
    with site().read() as unit:
        game = find_game_by_tag(unit, tag)
        if game is None:
            abort(404)
        proof = load_proof(unit, game)
        own_words = list_own_words(unit, game.id)
        counted = [luck_text(one) for one in statistics.luck_of_game(unit, game)]
    years = sorted({check.year for check in proof.checks if check.year})
    year = request.args.get("year", years[-1] if years else 0, type=int)
    if years and year not in years:
        abort(404)
    first = not years or year == years[0]
    return render_template(
        "dice.html",
        game=game,
        proof=proof,
        names=proof.record.players,
        years=years,
        year=year,
        shown=[check for check in proof.checks if check.year == year or (first and not check.year)],
        faults=[describe_fault(fault, game.kind, proof.record.players, words()) for fault in proof.faults],
        own_words={one.digest: one for one in own_words} if proof.is_shown else {},
        remarks=[describe_remark(remark, words()) for remark in proof.remarks],
        claims=[describe_claim(claim, proof.record.players, words(), zone()) for claim in proof.claims],
        draw_name=game.tag if proof.record.beacon is None else proof.record.beacon.name,
        has_epochs=_has_epochs(proof),
        counted=counted,
        draws=presentation_of(game.kind).draws,
        purposes=sorted({key.purpose for check in proof.checks if check.is_roll for key in check.keys}) or ["roll"],
        dice=ruleset_for(game.kind).dice(proof.record.components),
    )


@pages.get("/dice")
def server() -> ResponseReturnValue:
    """The page on how all dice fell on this server, by kind of game, and to each player of one kind."""
    kind = request.args.get("kind", USUAL)
    if kind not in kinds():
        abort(404)
    with site().read() as unit:
        figures = site().figures
        of_server = figures.get(unit, "dice", lambda: statistics.luck_of_server(unit))
        of_players = figures.get(unit, ("dice", kind), lambda: statistics.luck_of_players(unit, kind))
    found = page(of_players, ON_PAGE)
    players = ListPage([luck_text(one) for one in found.items], found.number, found.pages, found.total)
    return render_template(
        "luck.html",
        whole=[luck_text(one) for one in of_server],
        kind=kind,
        page=players,
        faces=presentation_of(kind).dice,
        exact_upto=statistics.exact_upto(),
    )


def luck_text(one: Luck) -> LuckText:
    """Dice that were counted, in the visitor's language."""
    sentences = list(verdict(one.whose, one.found, one.tests, one.corrected, words()))
    if one.has_other_dice:
        sentences.insert(0, words().text(OTHER_DICE))
    return LuckText(one, sentences, often(one.found.chance, words()))


def _has_epochs(proof: Proof) -> bool:
    return any(epoch for _position, epoch in proof.record.epochs)
