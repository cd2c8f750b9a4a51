"""A letter in a player's name counts as theirs where it brings the proof that it needs; else its player hears of it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from dkim_kit import signed, zone
from store_kit import new_mail

from adjudicator.kit import World, new_world
from adjudicator.letters import code_in, flat
from adjudicator.proving import FIRST, NOTICE, OUTSIDE, bring, built, choose, outcome, proof_of, with_mail
from adjudicator.seats import is_vacant, opened
from pbem.adjudicator.context import Refused
from pbem.adjudicator.correspondence.ignored_letters import NO_CODE, REASONS, list_ignored
from pbem.clock import to_ms
from pbem.daemon.inbox_worker import InboxWorker
from pbem.i18n import catalogue
from pbem.intake.proofs import LOOK_AGAIN
from pbem.intake.unproved import NOTICE_EVERY
from pbem.mail.proof_codes import NEWEST, codes_in, without_closing
from pbem.mail.receiving.batches import Envelope
from pbem.mail.receiving.dkim_check import NoDns, Unproved
from pbem.mail.sending.outgoing import queue_mail
from pbem.store.accounts.addresses import change_address
from pbem.store.mail.inbox import Way, erase_letters, get_origin_of
from pbem.store.mail.outbox import Delivery, MailKind, enqueue_mail, mark_sent
from pbem.store.players.player import add_other_address, get_player
from pbem.store.players.registrations import RegistrationRow, add_registration
from pbem.terms import Proof


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with new_world(tmp_path) as world:
        yield with_mail(world)


# What holds where nobody has chosen.


@pytest.mark.parametrize(
    ("way", "peer", "ids", "needed"),
    [
        ("smtp", OUTSIDE, (), True),
        ("smtp", "2001:500:2::c", (), True),
        ("smtp", "127.0.0.1", (), False),
        ("smtp", "::1", (), False),
        ("smtp", "192.168.1.7", (), False),
        ("smtp", "fe80::1%eth0", (), False),
        ("smtp", "", (), False),
        ("lmtp", "", (), False),
        ("pipe", "", (), False),
        ("drop", "", (), False),
        ("imap", OUTSIDE, (), False),
        ("local", OUTSIDE, ("mx.club.example",), False),
        ("smtp", "127.0.0.1", ("mx.club.example",), True),
        ("lmtp", "", ("mx.club.example",), True),
        ("imap", "", ("mx.club.example",), True),
        ("pipe", "", ("mx.club.example",), True),
    ],
)
def test_proof_is_needed_where_genuine_letters_bring_some(
    world: World, way: Way, peer: str, ids: tuple[str, ...], needed: bool
) -> None:
    with_mail(world, authserv_id=ids)
    game = world.open_game()
    before = game.written
    letter, mails = bring(game, game.write(0, FIRST), way=way, peer=peer)
    assert (letter.status, [mail.subject for mail in mails]) == (
        ("ignored", [NOTICE]) if needed else ("done", [game.last_mail(0).subject])
    )
    assert letter.outcome == "not proved: no signature" or not needed
    assert game.written == before


def test_relays_of_the_operators_own_are_not_outside(world: World) -> None:
    with_mail(world, trusted_relays=("198.41.0.0/24",))
    game = world.open_game()
    assert not outcome(game, game.write(0, FIRST)).startswith("not proved")
    assert outcome(game, game.write(0, FIRST), peer="199.7.83.42").startswith("not proved")


def test_a_signed_letter_counts_and_so_does_one_that_our_receiver_vouches_for(world: World) -> None:
    with_mail(world, authserv_id=("mx.club.example",))
    game = world.open_game()
    letter, mails = bring(game, signed(game.write(0, FIRST)))
    assert (letter.status, [mail.kind for mail in mails]) == ("done", ["answer"])
    assert proof_of(game, letter.id) == "dkim"
    passed = b"Authentication-Results: mx.club.example; spf=pass smtp.mailfrom=anna@player.test\r\n"
    letter, _ = bring(game, passed + game.write(0, FIRST), way="lmtp", peer="")
    assert (letter.status, proof_of(game, letter.id)) == ("done", "spf")
    forged = b"Received: from x ([203.0.114.1]) by mx.away.test\r\n" + passed
    assert outcome(game, forged + game.write(0, FIRST)) == "not proved: no signature"


def test_without_dns_nobody_is_kept_from_playing_unless_the_operator_says_so(world: World) -> None:
    class Deaf:
        def texts(self, name: str, domain: str) -> tuple[bytes, ...]:
            raise NoDns

    with_mail(world, Deaf())
    game = world.open_game()
    assert not outcome(game, signed(game.write(0, FIRST))).startswith("not proved")
    with_mail(world, Deaf(), proof="aligned")
    assert outcome(game, signed(game.write(0, FIRST))) == "not proved: DNS does not answer"


# Choices.


@pytest.mark.parametrize(
    ("server", "least", "player", "accepted"),
    [
        ("token+from", "token+from", None, True),
        ("token+from", "token+from", "aligned", False),
        ("aligned", "token+from", None, False),
        ("aligned", "token+from", "token+from", True),
        ("aligned", "aligned", "token+from", False),
        ("code", "token+from", None, False),
        ("code", "token+from", "token+from", True),
        (None, "aligned", None, False),
        (None, "code", "aligned", False),
        (None, "token+from", "token+from", True),
    ],
)
def test_players_choose_within_what_the_operator_permits(
    world: World, server: Proof | None, least: Proof, player: Proof | None, accepted: bool
) -> None:
    with_mail(world, proof=server, proof_least=least)
    game = world.open_game()
    choose(world, "Anna", player)
    for peer in (OUTSIDE, "127.0.0.1"):
        text = outcome(game, game.write(0, FIRST, answering=None), peer=peer)
        assert text.startswith("not proved") is not accepted, peer
    assert not outcome(game, game.write(0, FIRST), way="local").startswith("not proved")


def test_what_was_chosen_meanwhile_holds(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = world.open_game()
    letters = world.intake.letters
    contact = game.seats[0]
    letter_id, _ = letters.store(Envelope(contact.address, contact.token, game.write(0, FIRST), "127.0.0.1"))
    monkeypatch.setattr(letters._proof, "look", lambda row, letter: choose(world, "Anna", "aligned"))
    letters.receive(letter_id)
    assert world.letter(letter_id).status == "new", "it is looked at anew"
    monkeypatch.undo()
    letters.receive(letter_id)
    assert world.letter(letter_id).outcome == "not proved: no signature"


# What fails.


def test_a_letter_that_fails_learns_nothing_and_its_player_is_told_once_a_day(world: World) -> None:
    with_mail(world, proof="aligned")
    game = world.open_game()
    before = game.written
    letter, (mail,) = bring(game, game.write(0, "resign\nmake my day", subject="give up"))
    assert (letter.status, letter.outcome) == ("ignored", "not proved: no signature")
    assert (mail.to_address, mail.kind, mail.in_reply_to, mail.auto) == (
        "anna@player.test", "notice", None, "auto-generated",
    )  # fmt: skip
    text = flat(mail.text)
    for part in ("straight to this server, from anna@player.test", "your seat in e1 Whitsun", "resign", "make my day"):
        assert part in text
    assert "no signature (DKIM)" in text and "https://games.test/my/senders#proof" in text
    assert letter.message_id not in mail.references_
    for _ in range(30):
        assert bring(game, game.write(0, FIRST))[1] == []
    assert [mail.subject for mail in bring(game, game.write(1, FIRST), 1)[1]] == [NOTICE], "each has a day of their own"
    assert [mail.kind for mail in bring(game, signed(game.write(0, FIRST)))[1]] == ["answer"], "forgeries use none up"
    world.clock.advance(NOTICE_EVERY)
    (again,) = bring(game, game.write(0, FIRST))[1]
    assert "30 more were not accepted" in flat(again.text)
    assert game.written == before and not is_vacant(game, 0)


def test_the_page_of_letters_that_were_not_read_says_why_and_lets_nobody_insist(world: World) -> None:
    with_mail(world, proof="aligned")
    game = world.open_game()
    bring(game, game.write(0, FIRST))
    with world.database.read() as tx:
        (shown,) = list_ignored(tx, world.players["Anna"], catalogue("en"), to_ms(world.clock()))
    assert shown.reason == "It has no signature (DKIM) of your mail provider." and not shown.can_be_dealt_with
    with pytest.raises(Refused, match="not proved to be yours"):
        anna = world.database.write(lambda tx: get_player(tx, world.players["Anna"]))
        world.intake.forms.deal_with_letter(anna, shown.mark, catalogue("en"))


def test_every_reason_has_its_words() -> None:
    assert set(REASONS) == {NO_CODE, *Unproved}


def test_letters_to_an_account_need_proof_too(world: World) -> None:
    with_mail(world, proof="aligned")
    game = world.open_game()
    with world.database.read() as tx:
        token = get_player(tx, world.players["Anna"]).token
    raw = game.write(0, "lists")
    letter_id, _ = world.intake.letters.store(Envelope("anna@player.test", token, raw, "127.0.0.1"))
    world.intake.letters.receive(letter_id)
    assert world.letter(letter_id).outcome == "not proved: no signature"
    assert [mail.subject for mail in world.all_mails() if mail.seat is None] == [NOTICE]


def test_who_answered_to_become_a_player_needs_proof_by_that_address_too(world: World) -> None:
    with_mail(world, proof="aligned")
    game = world.open_game()
    now_ms = to_ms(world.clock())
    row = RegistrationRow("newcomertoken", "anna@player.test", "", "en", now_ms, now_ms + 1000, None)
    world.database.write(lambda tx: add_registration(tx, row))
    envelope = Envelope("anna@player.test", "newcomertoken", game.write(0, "lists"), OUTSIDE)
    letter_id, _ = world.intake.letters.store(envelope)
    world.intake.letters.receive(letter_id)
    assert world.letter(letter_id).outcome == "not proved: no signature"


@pytest.mark.parametrize(
    "text",
    [
        "visit https://evil.example/now?x=1 www.evil.example evil.example/a",
        "call +49 170 1234567 or write to evil@evil.example",
        "\u202ehttps://evil.example " + "buy now " * 500,
        "hxxps[:]//evil[.]example",
        "bitcoin 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    ],
)
def test_nobody_can_have_us_mail_their_words_or_links(world: World, text: str) -> None:
    with_mail(world, proof="aligned")
    game = world.open_game()
    _, (mail,) = bring(game, game.write(0, "\n".join([text] * 50), subject=text))
    for part in ("://", "www.", "evil.example", "@evil", "1234567", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"):
        assert part not in mail.text.replace("https://games.test", "").replace("anna@player.test", "")
    assert mail.text.count("buy now") <= 15


# DNS that does not answer.


def test_a_letter_waits_while_dns_is_silent_and_is_dealt_with_when_it_speaks(world: World) -> None:
    known = zone()
    with_mail(world, known, proof="aligned")
    game, worker = world.open_game(), InboxWorker(world.intake)
    contact = game.seats[0]
    known.silent.add("player.test")
    raw = signed(game.write(0, FIRST))
    letter_id, _ = world.intake.letters.store(Envelope(contact.address, contact.token, raw, OUTSIDE))
    assert worker.round(), "it was looked at"
    assert not worker.round() and len(known.asked) == 1, "it is left alone until its time comes"
    assert world.letter(letter_id).status == "new"
    known.silent.clear()
    world.clock.advance(LOOK_AGAIN[0])
    assert worker.round()
    assert (world.letter(letter_id).status, proof_of(game, letter_id)) == ("done", "dkim")


def test_a_letter_that_waits_keeps_no_other_waiting_and_does_not_wait_for_ever(world: World) -> None:
    known = zone()
    with_mail(world, known, proof="aligned")
    game, worker = world.open_game(), InboxWorker(world.intake)
    known.silent.add("s1._domainkey.player.test")
    ids = []
    for seat, by in zip(game.seats, ("s1", "s2"), strict=True):
        raw = signed(game.write(seat.seat, FIRST), selector=by)
        ids.append(world.intake.letters.store(Envelope(seat.address, seat.token, raw, OUTSIDE))[0])
    first = ids[0]
    again = signed(game.write(0, "status"), selector="s1")
    anna, lobby = game.seats[0], world.settings.mail.lobby
    third, fourth = (
        world.intake.letters.store(Envelope(anna.address, token, raw, OUTSIDE))[0]
        for token, raw in ((anna.token, again), (lobby, b"From: anna@player.test\r\n\r\nlists\r\n"))
    )
    while worker.round():
        pass
    assert [world.letter(one).status for one in ids] == ["new", "ignored"]
    assert world.letter(third).status == "new", "letters to one address are dealt with in their order"
    assert world.letter(fourth).status == "done", "by an envelope sender, which anyone can write, none has another wait"
    for pause in LOOK_AGAIN:
        world.clock.advance(pause)
        while worker.round():
            pass
    assert world.letter(first).outcome == "not proved: DNS does not answer"
    assert world.letter(third).outcome == world.letter(first).outcome, "their time has run since they came"
    assert len([one for one in known.asked if one.startswith("s1.")]) == len(LOOK_AGAIN) + 2
    assert "For hours the key" in flat(world.all_mails()[-1].text)


def test_a_clock_that_was_set_back_has_no_letter_wait_for_years(world: World) -> None:
    with_mail(world, known := zone(), proof="aligned")
    game, worker = world.open_game(), InboxWorker(world.intake)
    known.silent.add("player.test")
    anna = game.seats[0]
    world.intake.letters.store(Envelope(anna.address, anna.token, signed(game.write(0, FIRST)), OUTSIDE))
    assert worker.round() and not worker.round()
    world.clock.advance(-timedelta(days=365))
    assert worker.round()


# Codes.


def test_a_code_in_the_quoted_mail_is_enough_and_is_no_order(world: World) -> None:
    game = world.open_game()
    choose(world, "Anna", "code")
    status = bring(game, game.write(0, "status"), way="local")[1][0]
    text = built(world, status)
    (code,) = codes_in(text.splitlines()[-1:])
    assert without_closing(text) == status.text and code not in status.subject
    quoted = "\n".join(f"> {line}" for line in text.splitlines())
    shown = f"{code[:4]}-{code[4:]}"
    for body in (
        f"check\nincome\n\nOn Sunday Railroad Dice wrote:\n{quoted}",
        f"check\nincome\n# proof {shown}",
        f"proof {shown}\ncheck\nincome",
        f"check\nincome\n{shown.lower()}",
        f"check\nincome\n\n-- \nAnna\n{code[:4]} {code[4:]}",
        f"check\nincome\n\n-----Original Message-----\n{text}",
    ):
        letter, mails = bring(game, game.write(0, body, answering=None))
        assert (letter.status, proof_of(game, letter.id)) == ("done", "code"), body
        assert "NOT UNDERSTOOD" not in mails[-1].text and "not understood" not in mails[-1].text, body


def test_a_letter_without_the_code_or_with_another_players_is_not_proved(world: World) -> None:
    game = world.open_game()
    choose(world, "Anna", "code")
    choose(world, "Bert", "code")
    own, others = (built(world, bring(game, game.write(seat, "status"), seat, way="local")[1][0]) for seat in (0, 1))
    assert outcome(game, game.write(0, FIRST, answering=None)) == "not proved: no code"
    assert outcome(game, game.write(0, f"{FIRST}\n{others}", answering=None)) == "not proved: no code"
    wrong = own[: own.rindex("proof ")] + "proof 2222-2222"
    assert outcome(game, game.write(0, f"{FIRST}\n{wrong}", answering=None)) == "not proved: no code"
    many = "\n".join(f"2222-22{first}{second}" for first in "CDFHJK" for second in "CDFHJK")
    assert outcome(game, game.write(0, f"{FIRST}\n{many}\n{own}", answering=None)) == "not proved: no code"
    mails = [mail for mail in world.all_mails() if mail.subject == NOTICE]
    assert len(mails) == 1 and codes_in(built(world, mails[0]).splitlines()), "whom it is kept from can answer with it"


def test_codes_hold_while_their_mail_is_of_use_and_went_to_the_players_address(world: World) -> None:
    game = world.open_game()
    anna = world.players["Anna"]
    choose(world, "Anna", "code")
    old = bring(game, game.write(0, "status"), way="local")[1][0]
    world.database.write(lambda tx: mark_sent(tx, [Delivery(old.id, "250 OK")], to_ms(world.clock())))
    text = f"{FIRST}\n{built(world, old)}"
    for _ in range(3):
        world.clock.advance(timedelta(days=60))
        assert not outcome(game, game.write(0, text, answering=None)).startswith("not proved")
    for number in range(NEWEST):
        mail = new_mail(f"<{number:032x}@seats.test>", anna)
        world.database.write(partial(enqueue_mail, mail=mail))
    assert outcome(game, game.write(0, text, answering=None)) == "not proved: no code"
    assert not outcome(game, game.write(0, text, answering=old)).startswith("not proved")
    world.database.write(lambda tx: change_address(tx, anna, "anna@new.test"))
    assert outcome(game, game.write(0, text, answering=old)) == "not proved: no code"
    world.database.write(lambda tx: add_other_address(tx, anna, "anna@player.test", 0))
    assert not outcome(game, game.write(0, text, answering=old)).startswith("not proved")


def test_the_code_of_a_mail_that_a_restored_database_does_not_know_still_counts(world: World) -> None:
    game = world.open_game()
    choose(world, "Anna", "code")
    bring(game, game.write(0, "status"), way="local")
    known = game.last_mail(0)
    lost = replace(known, message_id=f"<{'ab' * 16}@seats.test>", id=10**6)
    text = built(world, lost)
    assert outcome(game, game.write(0, f"status\n{text}", answering=lost)) != "not proved: no code"
    assert outcome(game, game.write(0, f"status\n{text}", answering=None)) == "not proved: no code"


@pytest.mark.parametrize(("kind", "codes"), [("address", 0), ("sign-in", 0), ("notice", 1), ("report", 1)])
def test_mails_that_may_go_to_nobodys_address_carry_no_code(world: World, kind: MailKind, codes: int) -> None:
    anna = world.add_player("Anna")
    choose(world, "Anna", "code")
    mail = replace(new_mail("<x@seats.test>", anna), kind=kind)
    world.database.write(lambda tx: queue_mail(world.unit(tx), mail))
    assert len(codes_in(built(world, world.all_mails()[-1]).splitlines())) == codes


# What cannot be undone.


@pytest.mark.parametrize("proof", ["token+from", "aligned", "code"])
def test_what_cannot_be_undone_is_confirmed_by_its_code_or_by_an_answer_to_the_mail_that_asked(
    world: World, proof: Proof
) -> None:
    with_mail(world, proof=proof)
    game = opened(world)
    text = built(world, game.last_mail(0)) if proof == "code" else ""
    question = bring(game, signed(game.write(0, f"resign\n{text}")))[1][0]
    code = code_in(question.text)
    assert code and not is_vacant(game, 0)
    bring(game, game.write(0, "confirm", answering=None))
    bring(game, game.write(0, "confirm 2222 2222", answering=None))
    assert not is_vacant(game, 0)
    if proof != "token+from":  # what confirms must be proved as well
        bring(game, game.write(0, "confirm", answering=question, quoting=False))
        assert not is_vacant(game, 0)
    bring(game, signed(game.write(0, f"confirm {code}", answering=None)))
    assert is_vacant(game, 0)


@pytest.mark.parametrize("proof", ["token+from", "aligned", "code"])
def test_an_answer_to_the_mail_that_asked_confirms_in_every_proof(world: World, proof: Proof) -> None:
    with_mail(world, proof=proof)
    game = opened(world)
    text = built(world, game.last_mail(0)) if proof == "code" else ""
    question = bring(game, signed(game.write(0, f"resign\n{text}")))[1][0]
    requested = built(world, question) if proof == "code" else ""
    quoted = "\n".join(f"> {line}" for line in requested.splitlines())
    bring(game, signed(game.write(0, f"confirm\n\n{quoted}", answering=question)))
    assert is_vacant(game, 0)


def test_where_a_letter_came_from_is_kept_with_it_and_erased_with_it(world: World) -> None:
    game = world.open_game()
    letter, _ = bring(game, signed(game.write(0, FIRST)))
    with world.database.read() as tx:
        origin = get_origin_of(tx, letter.id)
    assert (origin.way, origin.peer, origin.helo, origin.proof) == ("smtp", OUTSIDE, "laptop", "dkim")
    assert OUTSIDE not in repr(origin) and "laptop" not in repr(origin)
    world.database.write(lambda tx: erase_letters(tx, [letter.id]))
    with world.database.read() as tx:
        assert get_origin_of(tx, letter.id) == replace(origin, peer="", helo="")
