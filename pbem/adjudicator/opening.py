"""Opening a game: first the seed is drawn and promised, then the seats' salts are taken, and only then it begins."""

import json
import secrets
from collections.abc import Collection, Mapping, Sequence

from pbem.adjudicator.mails.game import MailComposer
from pbem.adjudicator.sessions import keep_snapshot, load_beginning, load_game
from pbem.adjudicator.times import compute_deadline_ms, next_wake_ms
from pbem.chance import chance, new_token
from pbem.store import UnitOfWork
from pbem.store.games.game import GameFacts, GameRow, Purpose, update_game_facts
from pbem.store.games.log import EntryRow, append_entries
from pbem.store.games.opening import NewSeat, add_game, find_free_tag
from pbem.store.rows import values
from pbem.store.tables import NEW
from pbem.terms import Terms
from rules_core.games import ruleset_for
from rules_core.kernel.beacon import BeaconDraw, encode_beacon
from rules_core.kernel.codec import encode
from rules_core.kernel.definition import fold
from rules_core.kernel.dice import commitment, keyed_draw

SEED_BYTES = 32


def new_seed() -> bytes:
    """A seed for a game's dice, from the operating system."""
    return chance().randbytes(SEED_BYTES)


def new_salt() -> str:
    """A salt for a seat that names no words of its own."""
    return chance().randbytes(8).hex()


def report_beginning(unit: UnitOfWork, game_id: int) -> None:
    """Mail every player of a game that has just begun the first report."""
    MailComposer(unit, load_game(unit, game_id)).report_to_others(None, load_beginning(unit, game_id))


def open_game(
    unit: UnitOfWork,
    *,
    name: str,
    kind: str,
    options: Mapping[str, str],
    terms: Terms,
    players: Sequence[int],
    salts: Sequence[str] | None = None,
    from_server: Collection[int] = (),
    beacon: BeaconDraw | None = None,
    seed: bytes | None = None,
    purpose: Purpose = "match",
    owner_id: int | None = None,
    letter_id: int | None = None,
    domain: str,
) -> int:
    """Open a game for these players, in seat order, and begin it; return its id.

    `salts` are the seats' own words, by default random ones; those of the seats `from_server` the server chose.
    `beacon` is the public round that the list named, with its signature where the game begins with it. `seed` is drawn
    from the operating system unless a test or a demonstration names it. `letter_id` is that of the letter that asked
    for the game, if one did. A game of another `purpose` than a match is
    `owner_id`'s, and its turns have no deadline. Raises BadOptions, and KeyError for a kind of game that is not known.
    """
    ruleset = ruleset_for(kind)
    seed = new_seed() if seed is None else seed
    if salts is None:
        salts, from_server = [new_salt() for _ in players], range(len(players))
    tag = find_free_tag(unit, purpose)
    name_drawn, mixed_in = (tag, None) if beacon is None else (beacon.name, beacon.randomness)
    began = ruleset.setup(options, len(players), keyed_draw(seed, name_drawn, salts, 0, mixed_in))
    promised = commitment(seed)
    game = GameRow(
        id=NEW,
        tag=tag,
        name=name,
        kind=kind,
        options=json.dumps(dict(options)),
        commitment=promised,
        ruleset_version=ruleset.version,
        **values(terms),
        created_ms=unit.now_ms,
        root_message_id=f"<game-{tag}-{secrets.token_hex(8)}@{domain}>",
        beacon=None if beacon is None else json.dumps(encode_beacon(beacon)),
        purpose=purpose,
        owner_id=owner_id,
    )
    seats = [NewSeat(player, new_token(), salt) for player, salt in zip(players, salts, strict=True)]
    game_id = add_game(unit, game, seed, seats)

    def entry(kind: str, payload: object, actor: int | None = None) -> EntryRow:
        return EntryRow(
            NEW, kind, json.dumps(payload, ensure_ascii=False), actor, letter_id, unit.now_ms, ruleset.version
        )

    log = [entry("commitment", {"sha256": promised})]
    for seat, salt in enumerate(salts):
        log.append(entry("salt", {"salt": salt, **({"server": True} if seat in from_server else {})}, seat))
    if beacon is not None:
        log.append(entry("beacon", encode_beacon(beacon)))
    log += [entry("event", encode(event)) for event in began]
    position = append_entries(unit, game_id, 0, log)
    state = fold(ruleset, began)
    turn = state.table.turn
    deadline = compute_deadline_ms(unit, terms, players[turn.seat], unit.now_ms) if purpose == "match" else None
    facts = GameFacts(
        status="playing",
        year=state.table.year,
        turn=turn.number,
        active_seat=turn.seat,
        began_ms=unit.now_ms,
        deadline_ms=deadline,
        wake_ms=None if deadline is None else next_wake_ms(terms.pace, deadline, unit.now_ms),
        overdue=0,
        position=position,
        final_position=position,
    )
    update_game_facts(unit, game_id, facts)
    keep_snapshot(unit, game_id, position, state)
    return game_id
