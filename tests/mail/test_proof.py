"""A letter is proved by our own mail server's word or by a good signature of its domain, and by nothing else."""

import time
from collections.abc import Callable

import dns.exception
import dns.message
import dns.name
import dns.resolver
import pytest
from dkim_kit import Zone, key, record, signed, zone
from each_kit import each
from hypothesis import given
from hypothesis import strategies as st
from work_kit import at_most

from pbem.mail.receiving.auth_results import ReceiversWord, are_aligned, domain_of, organisation_of, receivers_word
from pbem.mail.receiving.dkim_check import REST_SECONDS, DnsResolver, DnsUnavailable, NoDns, Unproved
from pbem.mail.receiving.proof import Finding, Original, examine

LETTER = (
    b"From: Ada <ada@player.test>\r\nTo: token@seats.test\r\nSubject: Re: Whitsun\r\nDate: Sun, 22 Nov 2026 17:00:00 "
    b"+0000\r\nMessage-ID: <1@player.test>\r\n\r\nroll all\r\n"
)
NOW_MS = int(time.time() * 1000)
"""The library stamps signatures with the machine's own clock."""
OURS = "mx.club.example"
PASS = "Authentication-Results: mx.club.example; dkim=pass header.d=player.test\r\n"
OWN = "Received: from out.player.test (out.player.test [198.41.0.4]) by mx.club.example with ESMTP\r\n"
OTHERS = "Received: from laptop ([10.0.0.2]) by out.player.test with ESMTPSA\r\n"


def look(raw: bytes, known: Zone | None = None, *ids: str) -> Finding:
    return examine(raw, NOW_MS, ids, zone() if known is None else known)


# Domains.


@each(
    ("one", "other", "aligned"),
    [
        ("player.test", "player.test", True),
        ("mail.player.test", "player.test", True),
        ("a.player.test", "b.c.player.test", True),
        ("player.test", "otherplayer.test", False),
        ("ada.co.uk", "bert.co.uk", False),
        ("ada.co.uk", "mail.ada.co.uk", True),
        ("co.uk", "co.uk", True),
        ("co.uk", "ada.co.uk", False),
        ("ada.github.io", "bert.github.io", False),
        ("com", "org", False),
        ("", "", False),
    ],
)
def test_domains_are_aligned_within_one_organisation(one: str, other: str, aligned: bool) -> None:
    assert are_aligned(one, other) is aligned


def test_a_domain_is_spelt_as_dns_has_it() -> None:
    assert domain_of("Ada@Bücher.Example.") == domain_of("x@xn--bcher-kva.example") == "xn--bcher-kva.example"
    assert (domain_of(""), domain_of("@gmail.com"), domain_of("a@\ud800.test")) == ("", "gmail.com", "")
    assert organisation_of("co.uk") is None


# The word of our own mail server.


@each(
    ("results", "by"),
    [
        ("dkim=pass header.d=player.test", "dkim"),
        ("dkim=pass header.d=mail.player.test", "dkim"),
        ("dkim=pass header.i=@player.test header.s=20230601 header.b=abc", "dkim"),
        ("dkim=fail header.d=player.test; dkim=pass header.d=player.test", "dkim"),
        ("dkim=pass header.d=away.test; spf=pass (a: b) smtp.mailfrom=ada@bounce.player.test", "spf"),
        ("spf=pass smtp.mailfrom=player.test; dkim=none", "spf"),
        ("dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=player.test", "dmarc"),
        ("dmarc=pass header.from=away.test", ""),
        ("dkim=pass header.d=away.test", ""),
        ("dkim=fail header.d=player.test", ""),
        ("dkim=policy header.d=player.test", ""),
        ("dkim=pass", ""),
        ("none", ""),
        ("spf=pass smtp.helo=player.test; dkim=none", ""),
        ('dkim=none; spf=pass smtp.mailfrom="x; dkim=pass header.d=player.test"@away.test', ""),
        ('dkim=fail reason="x; dkim=pass header.d=player.test" header.d=away.test', ""),
        ("dkim=none (dkim=pass header.d=player.test)", ""),
        ("arc=pass header.oldest-pass=0; auth=pass smtp.auth=ada@player.test; dkim=none", ""),
    ],
)
def test_the_receivers_word_counts_where_it_is_about_the_domain_in_from(results: str, by: str) -> None:
    raw = f"Authentication-Results: {OURS};\r\n {results}\r\n{OWN}{OTHERS}".encode() + LETTER
    assert look(raw, Zone(), OURS) == (Finding(by=by) if by else Finding(reason=Unproved.RECEIVER))
    assert look(raw, Zone()) == Finding(reason=Unproved.UNSIGNED), "nobody's word counts where no receiver is named"
    assert look(raw, Zone(), "other.example") == Finding(reason=Unproved.UNSIGNED)


@each(
    "headers",
    [
        OTHERS + PASS,
        OWN + OTHERS + PASS,
        OWN + OWN + PASS,  # the second was in the letter when our receiver took it
        "Authentication-Results: mx.club.example; dkim=none\r\n" + PASS,
        "Authentication-Results: mx.club.example; none\r\n" + OWN + PASS,
        "Authentication-Results: mx.club.example; spf=none smtp.mailfrom=away.test\r\n" + OWN + PASS,
        "Authentication-Results: mx.club.example; = what is this\r\n" + PASS,
        PASS.replace("mx.club.example; ", ""),
        PASS.replace("mx.club.example", "evil.example"),
        PASS.replace("mx.club.example", "mx.club.example.evil.example"),
        PASS.replace("Authentication", "ARC-Authentication").replace(": ", ": i=1; "),
        PASS.replace("Authentication-Results", "X-Authentication-Results"),
        "X-Filler: x\r\n" * 100 + PASS,
        PASS.replace("; ", "; " + "(" * 4000),
        PASS.replace("; ", f"; ({'x' * 5000}) "),
        "Received: from mx.club.example (helo [203.0.114.5]) by evil.example with ESMTP\r\n" + PASS,
    ],
)
def test_forged_results_are_ignored(headers: str) -> None:
    assert not look(headers.encode() + LETTER, Zone(), OURS).is_aligned


@each(
    "headers",
    [
        PASS + OWN + OTHERS,
        OWN + PASS + OTHERS,  # a filter of Postfix's puts it below Postfix's own Received
        "Delivered-To: a@b.example\r\nReceived: by 2002:a05:7300:1 with SMTP id x\r\n" + OWN + PASS + OTHERS,
        "Received: from mx.club.example (localhost [127.0.0.1]) by imap.club.example with LMTP\r\n" + OWN + PASS,
        "Received: from localhost (localhost [127.0.0.1]) by mx.club.example (Postfix)\r\n" + PASS + OWN,
        PASS.replace("mx.club.example;", "(it is I) MX.Club.Example 1;"),
        PASS.replace("Authentication-Results: ", "AUTHENTICATION-RESULTS:\r\n\t"),
        PASS + "Authentication-Results: mx.club.example; dkim=fail\r\n",
    ],
)
def test_results_of_our_own_are_found_wherever_it_writes_them(headers: str) -> None:
    assert look(headers.encode() + LETTER, Zone(), OURS) == Finding(by="dkim")


def test_where_our_receiver_says_nothing_of_signatures_they_are_checked_here() -> None:
    good = signed(LETTER)
    for said in ("spf=fail smtp.mailfrom=x@away.test", "dkim=temperror", "iprev=pass policy.iprev=192.0.2.1"):
        raw = f"Authentication-Results: {OURS}; {said}\r\n".encode() + good
        assert look(raw, None, OURS) == Finding(by="dkim")
    assert look(OWN.encode() + good, None, OURS) == Finding(by="dkim")
    refused = f"Authentication-Results: {OURS}; dkim=fail\r\n".encode() + good
    assert look(refused, None, OURS) == Finding(reason=Unproved.RECEIVER), "it saw the letter as it came"


@given(st.text(max_size=200), st.sampled_from([OURS, "evil.example"]))
def test_no_header_breaks_the_reading_of_results(value: str, name: str) -> None:
    fields = [("Authentication-Results", f"{name}; {value}"), ("Received", value)]
    word = receivers_word(fields, [OURS], "player.test")
    assert word is None or isinstance(word, ReceiversWord)


# Signatures.


def test_a_good_signature_of_the_domain_or_its_organisation_proves_a_letter() -> None:
    known = zone()
    assert look(signed(LETTER), known) == Finding(by="dkim")
    assert known.asked == ["s1._domainkey.player.test"]
    assert look(signed(LETTER).replace(b"\r\n", b"\n")) == Finding(by="dkim"), "as a pipe may bring it"
    assert look(signed(LETTER, "mail.player.test"), zone("mail.player.test")).is_aligned
    below = LETTER.replace(b"ada@player", b"ada@sub.player")
    assert look(signed(below)).is_aligned
    assert look(signed(LETTER, by=key(2048)), zone(by=key(2048))).is_aligned


BAD: dict[str, tuple[Callable[[], bytes], Zone | None, Unproved]] = {
    "none": (lambda: LETTER, None, Unproved.UNSIGNED),
    "another's": (lambda: signed(LETTER, "away.test"), zone("away.test"), Unproved.OTHERS_SIGNATURE),
    "another text": (lambda: signed(LETTER).replace(b"roll all", b"resign"), None, Unproved.WRONG_SIGNATURE),
    "another subject": (lambda: signed(LETTER).replace(b"Re: W", b"Aw: W"), None, Unproved.WRONG_SIGNATURE),
    "another From": (lambda: signed(LETTER).replace(b"ada@", b"bea@"), None, Unproved.WRONG_SIGNATURE),
    "two From": (lambda: b"From: ada@player.test\r\n" + signed(LETTER), None, Unproved.NO_DOMAIN),
    "From left out": (lambda: signed(LETTER, names=("to",)), None, Unproved.FROM_UNSIGNED),
    "a part": (lambda: signed(LETTER, length=True) + b"resign\r\n", None, Unproved.PARTLY_SIGNED),
    "expired": (lambda: signed(LETTER, tags={"x": str(NOW_MS // 1000 - 3600)}), None, Unproved.EXPIRED),
    "expires never": (lambda: signed(LETTER, tags={"x": "soon"}), None, Unproved.WRONG_SIGNATURE),
    "expires in ages": (lambda: signed(LETTER, tags={"x": "9" * 4000}), None, Unproved.UNSIGNED),
    "SHA-1": (lambda: signed(LETTER, algorithm=b"rsa-sha1"), None, Unproved.ALGORITHM),
    "512 bits": (lambda: signed(LETTER, by=key(512)), zone(by=key(512)), Unproved.WEAK),
    "another's key": (lambda: signed(LETTER), zone(by=key(1032)), Unproved.WRONG_SIGNATURE),
    "no key": (lambda: signed(LETTER), Zone(), Unproved.NO_KEY),
    "garbage": (
        lambda: b"DKIM-Signature: v=1; a=rsa-sha256; d=player.test; h=from; s=s1; bh=x; b=y\r\n" + LETTER,
        None,
        Unproved.WRONG_SIGNATURE,
    ),
    "no tags": (lambda: b"DKIM-Signature: hello\r\n" + LETTER, None, Unproved.UNSIGNED),
    "a bare CR": (lambda: signed(LETTER).replace(b"roll", b"roll\rall"), None, Unproved.MALFORMED),
    "no From": (lambda: LETTER.replace(b"From", b"Form"), None, Unproved.NO_DOMAIN),
    "no headers": (lambda: b"\xff\x00 hello", None, Unproved.NO_DOMAIN),
}


@each("what", BAD)
def test_what_is_no_good_signature_proves_nothing(what: str) -> None:
    letter, known, why = BAD[what]
    assert look(letter(), known) == Finding(reason=why)


@each(
    ("told", "why"),
    [
        (b"v=DKIM1; p=", Unproved.NO_KEY),
        (b"v=DKIM1; k=rsa", Unproved.NO_KEY),
        (b"p=AAAA", Unproved.WEAK),
        (b"p=" + b"A" * 3000, Unproved.WEAK),
        (b"p=" + b"\xff" * 300, Unproved.WEAK),
        (record(more="v=DKIM1; t=y"), Unproved.TESTING),
        (record(more="v=DKIM1; s=tlsrpt"), Unproved.NO_KEY),
        (record(more="v=DKIM1; h=sha1"), Unproved.NO_KEY),
        (record(more="v=DKIM1; k=ed25519"), Unproved.WRONG_SIGNATURE),
        (record(more="v=DKIM2"), Unproved.NO_KEY),
        (record(key(512)), Unproved.WEAK),
        (record(more="v=DKIM1; s=email:other; h=sha1:sha256; t=s"), None),
    ],
)
def test_a_key_counts_as_its_owner_has_it(told: bytes, why: Unproved | None) -> None:
    known = Zone({"s1._domainkey.player.test": (told,)})
    assert look(signed(LETTER), known).reason is why


def test_two_keys_of_one_name_are_none_and_other_texts_there_do_no_harm() -> None:
    name, right = "s1._domainkey.player.test", record()
    assert look(signed(LETTER), Zone({name: (right, record(key(512)))})) == Finding(reason=Unproved.NO_KEY)
    assert look(signed(LETTER), Zone({name: (b"hello", right)})).is_aligned


def test_nobodys_dns_is_asked_but_the_senders_and_not_often() -> None:
    raw = LETTER
    for number in range(8):
        raw = signed(raw, "away.test", selector=f"a{number}")
    for number in range(5):
        raw = signed(raw, selector=f"s{number}")
    known = Zone()
    assert look(raw, known) == Finding(reason=Unproved.NO_KEY)
    assert known.asked == [f"s{number}._domainkey.player.test" for number in (4, 3, 2)]


def test_a_bad_signature_beside_a_good_one_does_no_harm() -> None:
    both = signed(signed(LETTER), selector="old")
    assert look(both) == Finding(by="dkim")
    assert look(signed(signed(LETTER), "list.test")) == Finding(by="dkim")


def test_where_dns_does_not_answer_the_letter_can_be_looked_at_again() -> None:
    known = zone()
    known.silent.add("player.test")
    assert look(signed(LETTER), known) == Finding(reason=Unproved.NO_ANSWER, may_change=True)
    known.silent.clear()
    assert look(signed(LETTER), known) == Finding(by="dkim")
    some = zone()
    some.silent.add("s2._domainkey.player.test")
    assert look(signed(signed(LETTER), selector="s2"), some).is_aligned
    assert look(signed(LETTER.replace(b"all", b"4?"), selector="s2"), some).may_change


# Copies.


@each(
    "header",
    [
        b"Message-ID: <2@player.test>",
        b"Subject: confirm",
        b"SUBJECT:Re: Whitsun",
        b"Date: Mon, 23 Nov 2026 17:00:00 +0000",
        b"In-Reply-To: <1@seats.test>\r\nin-reply-to: <2@seats.test>",
        b"References: <1@seats.test>\r\nReferences:\r\n <2@seats.test>",
        b"Content-Type: text/plain\r\nContent-Type: text/html",
        b"content-transfer-encoding: 7bit\r\nContent-Transfer-Encoding: base64",
    ],
)
def test_a_header_twice_that_there_is_once_leaves_nothing_proved(header: bytes) -> None:
    good, line = signed(LETTER), header + b"\r\n"
    for raw in (line + good, good.replace(b"Message-ID", line + b"Message-ID", 1)):
        assert look(raw).reason is Unproved.DOUBLES
        assert look(PASS.encode() + raw, None, OURS).reason is Unproved.DOUBLES, "whoever vouches for it"


@pytest.mark.parametrize("line", [b"resign :", b"subject : confirm", b"resign"])
def test_a_line_among_the_headers_that_is_none_leaves_nothing_proved(line: bytes) -> None:
    good = signed(LETTER)
    raw = good.replace(b"\r\n\r\n", b"\r\n" + line + b"\r\n\r\n", 1)
    assert look(raw).reason is look(PASS.encode() + raw, None, OURS).reason is Unproved.MALFORMED


def test_what_programs_write_twice_without_harm_does_none() -> None:
    more = b"Received: by a\r\nReceived: by b\r\nX-Spam: no\r\nX-Spam: no\r\nDelivered-To: a@b\r\nDelivered-To: b@a\r\n"
    assert look(
        more + signed(b"To: other@seats.test\r\nMIME-Version: 1.0\r\nMIME-Version: 1.0\r\n" + LETTER)
    ).is_aligned


def original(raw: bytes, *ids: str) -> Original:
    found = look(raw, None, *ids).original
    assert found is not None
    return found


def test_copies_of_a_signed_letter_have_its_mark_whatever_is_changed_that_the_signature_does_not_cover() -> None:
    without_id = signed(LETTER, names=("from", "date", "subject"))
    first = original(without_id)
    assert first.mark
    for changed in (
        without_id.replace(b"<1@player.test>", b"<2@player.test>"),
        without_id.replace(b"To: token", b"Content-Type: text/html\r\nTo: token"),
        without_id.replace(b"roll all", b"roll \t all  "),
        without_id.replace(b"Date: Sun, 22", b"date:   Sun,  22"),
        without_id + b"\r\n\r\n",
        b"Received: by elsewhere\r\n" + without_id.replace(b"\r\n", b"\n"),
        signed(without_id, "list.test", names=("from", "date", "subject")),
    ):
        assert original(changed) == first
    assert original(signed(LETTER)).mark == original(signed(LETTER).replace(b"all\r\n", b"all \r\n")).mark
    other = LETTER.replace(b"<1@player.test>", b"<2@player.test>")
    assert original(signed(other)).mark != original(signed(LETTER)).mark, "the same orders again are another letter"
    later = LETTER.replace(b"17:00:00", b"17:00:01")
    assert original(signed(later, names=("from", "date"))).mark != first.mark
    assert not original(signed(LETTER, names=("from", "to"))).mark, "nothing would tell it from the next of its words"


def test_where_our_receiver_vouches_a_signature_that_was_added_makes_no_copy_an_original() -> None:
    good = signed(LETTER, names=("from", "date", "subject"), made_s=NOW_MS // 1000 - 900_000)
    first = original(PASS.encode() + good, OURS)
    added = PASS.encode() + signed(good.replace(b"<1@", b"<2@"), names=("from", "message-id"), by=key(1032))
    assert original(added, OURS).mark in ("", first.mark)
    assert original(added, OURS).sent_ms == first.sent_ms == (NOW_MS // 1000 - 900_000) * 1000
    spf = PASS.replace("dkim=pass header.d=", "spf=pass smtp.mailfrom=").encode() + OWN.encode() + LETTER
    assert look(spf, None, OURS).original is None, "its own mail system has just brought it"


def test_a_letter_was_sent_when_its_signature_was_made_else_when_its_signed_date_says() -> None:
    assert original(signed(LETTER, made_s=1_795_000_000)).sent_ms == 1_795_000_000_000
    without_t = signed(LETTER).replace(b"t=", b"u=", 1)
    assert look(without_t).reason is Unproved.WRONG_SIGNATURE, "which is covered itself"


NASTY = {
    "spaces": LETTER + b" " * 900_000 + b"x",
    "tabs and spaces": LETTER + b"\t " * 400_000 + b"x\r\n",
    "blank lines": LETTER + b"\r\n" * 500_000,
    "many short runs": LETTER + (b" " * 900 + b"x") * 1100,
    "a long header": b"X: " + b" \r\n" * 20_000 + b"\r\n" + LETTER,
    "signatures": b"DKIM-Signature: a=rsa-sha256; d=player.test; h=from\r\n" * 1000 + LETTER,
    "a signature of spaces": b"DKIM-Signature: v=1; a=rsa-sha256; d=player.test; s=s1; h=from; bh=AAAA; b"
    + b" \r\n" * 1300
    + b" x\r\n"
    + LETTER,
}


CALLS = 2_000_000


@each("what", NASTY)
def test_no_letter_is_much_work(what: str) -> None:
    raw = signed(LETTER).partition(b"From:")[0] + NASTY[what]
    with at_most(CALLS):
        look(raw)


# DNS itself.


class _Answer:
    def __init__(self, *records: tuple[bytes, ...]) -> None:
        self.records = [type("Record", (), {"strings": strings})() for strings in records]

    def __iter__(self) -> "object":
        return iter(self.records)


def test_names_are_asked_for_as_they_stand_and_what_fails_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    requested: list[str] = []
    answers: list[object] = []

    def resolve(name: dns.name.Name, *_more: object, search: bool, lifetime: float) -> object:
        requested.append(str(name))
        assert not search and lifetime == 3.0
        answer = answers.pop(0)
        if isinstance(answer, type) and issubclass(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(dns.resolver, "resolve", resolve)
    passed = [0.0]
    resolver = DnsResolver(passed=lambda: passed[0])
    answers += [_Answer((b"v=DKIM1; ", b"p=x"), (b"x" * 5000,)), dns.resolver.NXDOMAIN, dns.exception.Timeout]
    assert resolver.texts("s1._domainkey.player.test", "player.test") == (b"v=DKIM1; p=x",)
    assert resolver.texts("s2._domainkey.player.test", "player.test") == ()
    for name in ("s3._domainkey.player.test", "s4._domainkey.player.test"):
        with pytest.raises(DnsUnavailable):
            resolver.texts(name, "player.test")
    assert requested == [f"s{n}._domainkey.player.test." for n in (1, 2, 3)], "it rests after a question without answer"
    answers += [dns.resolver.NoResolverConfiguration, _Answer((b"p=y",))]
    with pytest.raises(NoDns):
        resolver.texts("s1._domainkey.away.test", "away.test")
    passed[0] = REST_SECONDS
    assert resolver.texts("s4._domainkey.player.test", "player.test") == (b"p=y",)
    for odd in ("a" * 64 + ".player.test", ("a." * 200) + "test", "a..b", "\ud800.test"):
        assert resolver.texts(odd, "player.test") == ()
    assert answers == []


def test_a_machine_without_a_name_server_finds_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing() -> object:
        raise dns.resolver.NoResolverConfiguration

    monkeypatch.setattr(dns.resolver, "get_default_resolver", nothing)
    assert not DnsResolver().is_set_up()

    class Deaf:
        def texts(self, name: str, domain: str) -> tuple[bytes, ...]:
            raise NoDns

    assert examine(signed(LETTER), NOW_MS, (), Deaf()) == Finding(reason=Unproved.NO_ANSWER, has_dns=False)
