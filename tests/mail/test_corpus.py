"""Letters as real mail programs write them, and what their senders wrote."""

from pathlib import Path

from each_kit import each

from pbem.mail.reading.body import Enclosed, Enclosure
from pbem.mail.reading.headers import Automatic, Bounced
from pbem.mail.reading.letter import BrokenLetter, Ignored, Letter, read_letter
from pbem.mail.reading.quotes import cut

LETTERS = Path(__file__).parent / "letters"
REPORT = (LETTERS / "report.txt").read_text().splitlines()

OWN_LINES: dict[str, tuple[str, ...]] = {
    "apple_mail": ("income", "B n n", "end"),
    "attachments": ("income", "end"),
    "bare_body": ("income", "end"),
    "base64_latin1": ("income", "buy überall # für später", "end"),
    "charset_broken": ("income", "# gr��e", "end"),
    "charset_wrong": ("buy überall", "end"),
    "copied_orders": ("income", "roll 4?", "buy weiden", "B n n", "end"),
    "copied_report": ("roll 2?", "end"),
    "empty": (),
    "empty_plain_part": ("income", "end"),
    "flowed_delsp": ("B e onto lake e e e e e", "roll 2?", "A w w w? onto nw w?", "end"),
    "gmail_french": ("income", "roll 4?", "end"),
    "gmail_inline": ("A w w", "roll 3?", "end"),
    "gmail_phone": ("Income", "A w w w? onto nw w?", "End"),
    "gmail_web_german": ("income", "roll 2?", "buy weiden", "end", "Viele Grüße"),
    "gmx_app": ("income", "buy weiden", "end"),
    "gmx_web": ("income", "roll 4?", "end"),
    "gmx_web_plain": ("income", "end", "Liebe Grüße"),
    "html_only_phone": ("Income", "roll 4?", "buy weiden", "B e e", "A w w w? onto nw w?", "discard c", "end"),
    "iphone_german": ("Income", "Roll 4?", "End"),
    "k9": ("undo", "roll all", "end"),
    "latin9": ("check", "buy überall # 3 €"),
    "mailing_list": ("income",),
    "mutt": ("income; roll 2h", "end"),
    "no_headers": ("income", "end"),
    "outlook_german": (
        *("Hallo zusammen,", "income", "station B insel lake at 5 pay 3h 2?", "end"),
        *("Schöne Grüße", "Alice"),
    ),
    "outlook_html_only": ("income", "roll 4?", "buy 2 eisberg from bank", "Für heute: end"),
    "outlook_phone": ("Income", "End"),
    "outlook_separator": ("roll 3h", "buy überall", "end"),
    "proton": ("income", "end"),
    "quotes_only": (),
    "samsung": ("income", "end"),
    "signature_only": (),
    "signed": ("income", "end"),
    "smime_opaque": ("income", "buy überall", "end"),
    "thunderbird_html": ("roll 1?", "end"),
    "thunderbird_inline": (
        "income",
        "A w w w? onto nw w? # a long way, for which I have saved my dice since the first year",
        "end",
    ),
    "typographic": (
        *("roll 4?", "buy weiden", 'buy insel from director with "?"', "A w w w? onto nw w?"),
        *("buy überall", '# let\'s go - "now"...', "end"),
    ),
    "webde_app": ("roll 2h 1?", "keep s s ?", "end"),
    "yahoo_german": ("income", "discard c c", "end"),
    "alpine": ("income", "buy weiden", "end"),
    "aol": ("income", "end"),
    "apple_mixed_parts": ("So I mean it, as in the picture:", "income", "buy weiden", "end"),
    "base64_scanned": ("income", "end"),
    "bulk_provider": ("income", "end"),
    "calendar_reply": (),
    "dictated": ("Income.", "Roll 2 ?.", "Buy Weiden...", "End."),
    "exchange_disclaimer_english": (
        "income",
        "roll 2?",
        "CAUTION",
        "This email and any attachments are confidential and may be privileged. If you",
        "are not the intended recipient, please notify the sender and delete it. End of",
        "message. Amsel Ltd, registered in England, company no. 1234567.",
    ),
    "exchange_disclaimer_french": (
        "income",
        "end",
        "Alice",
        "Ce message et toutes les pièces jointes sont confidentiels et établis à l'intention exclusive de ses "
        "destinataires. Toute utilisation non autorisée est interdite.",
        "Avant d'imprimer cet e-mail, pensez à l'environnement.",
    ),
    "exchange_disclaimer_german": (
        "income",
        "buy weiden",
        "Alice Amsel",
        "Leitung Vertrieb",
        "Amsel & Söhne GmbH",
        "Hauptstraße 1, 12345 Berlin",
        "Tel.: +49 30 1234567 | Fax: +49 30 1234568",
        "Geschäftsführer: Anton Amsel | Sitz der Gesellschaft: Berlin",
        "Amtsgericht Charlottenburg, HRB 12345",
        "Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen.",
        "Wenn Sie nicht der richtige Adressat sind oder diese E-Mail irrtümlich",
        "erhalten haben, informieren Sie bitte sofort den Absender und vernichten",
        "Sie diese Mail.",
    ),
    "flowed_delsp_quoted": ("income", "buy weiden", "end"),
    "forwarded_attachment": (),
    "forwarded_inline": (),
    "gb18030_called_gb2312": ("income", "buy weiden # 朱鎔基", "end"),
    "gmail_app_german": ("income", "buy weiden", "LG A."),
    "gmx_app_android": ("income", "end"),
    "google_groups": ("income", "end"),
    "ios_photo": (),
    "k9_signature": ("roll 2?", "buy weiden", "end"),
    "latin1_called_utf8": ("income", "end # sch�ne Gr��e"),
    "lotus_notes": (
        "income",
        "buy weiden",
        "Mit freundlichen Grüßen / Best regards",
        "Alice Amsel",
        "Einkauf",
        "Amsel AG",
        "Tel.: +49 (30) 123 45-67",
        "www.amsel.example",
    ),
    "mailman_footer_part": (
        "income",
        "buy weiden",
        "railways mailing list",
        "railways@lists.example.org",
        "https://lists.example.org/mailman/listinfo/railways",
    ),
    "mailman_footer_text": (
        "income",
        "buy weiden",
        "railways mailing list",
        "railways@lists.example.org",
        "https://lists.example.org/mailman/listinfo/railways",
    ),
    "marks_and_blanks": ("income", "buy weiden", "end"),
    "mutt_clearsigned": ("Hallo,", "income", "- buy weiden", "end"),
    "nested": ("income", "end"),
    "outlook_2016_german": ("income", "buy weiden", "Mit freundlichen Grüßen", "Alice Amsel"),
    "outlook_365_suppress": ("income", "end"),
    "pgp_encrypted": (),
    "posteo": ("income", "end"),
    "protonmail_german": ("income", "end"),
    "samsung_photo": (),
    "shift_jis": ("income", "buy weiden # 髙橋さんへ ①", "end"),
    "smime_encrypted": (),
    "subject_only": (),
    "t_online": ("income", "roll 2?", "end"),
    "utf16": ("income", "buy weiden # für später", "end"),
    "utf16_called_utf8": ("income", "end"),
    "utf7": ("income", "buy weiden # später mehr", "end"),
    "vacation_french_weak": (
        "Je suis absente du bureau jusqu'au 3 décembre.",
        "En cas d'urgence, adressez-vous à Anton Amsel.",
    ),
    "winmail": (),
    "yahoo_french": ("income", "buy weiden", "end", "Cordialement, Alice"),
}
QUOTED_BY_THE_ORIGINAL_ONLY = {"copied_report"}

AUTOMATIC = {
    "dsn_delayed": (Automatic.REPORT, Bounced(delayed=("alice@example.org",), reply="4.0.0")),
    "dsn_postfix": (
        Automatic.REPORT,
        Bounced(
            failed=("alice@example.org",),
            message_id="<e7.118@play.example.net>",
            reply="5.1.1 550 5.1.1 <alice@example.org>: Recipient address rejected: User unknown",
            stamp="from games (localhost [127.0.0.1]) by mx.example.org (Postfix) with ESMTP id 3D2B71C0041 for "
            "<alice@example.org>; Sun, 22 Nov 2026 11:03:10 +0100 (CET)",
        ),
    ),
    "own_loop": (Automatic.LOOP, Bounced()),
    "postmaster": (Automatic.DAEMON, Bounced()),
    "read_receipt": (Automatic.REPORT, Bounced()),
    "read_receipt_outlook": (Automatic.REPORT, Bounced()),
    "vacation_english": (Automatic.AUTO_SUBMITTED, Bounced()),
    "vacation_quoting": (Automatic.AUTORESPONDER, Bounced()),
    "vacation_gmx": (Automatic.AUTO_SUBMITTED, Bounced()),
    "vacation_outlook": (Automatic.AUTORESPONDER, Bounced()),
    "vacation_webde": (Automatic.AUTORESPONDER, Bounced()),
}


def read(name: str, *, line_end: bytes = b"\r\n") -> Letter | BrokenLetter | Ignored:
    raw = (LETTERS / f"{name}.eml").read_bytes().replace(b"\r\n", b"\n").replace(b"\n", line_end)
    return read_letter(raw, mail_from="alice@example.org", own_domains=("play.example.net",))


def read_as_letter(name: str) -> Letter:
    letter = read(name)
    assert isinstance(letter, Letter)
    return letter


def test_every_letter_in_the_folder_has_an_expectation() -> None:
    assert {path.stem for path in LETTERS.glob("*.eml")} == OWN_LINES.keys() | AUTOMATIC.keys()


@each("name", OWN_LINES)
def test_own_lines_with_the_original_at_hand(name: str) -> None:
    assert cut(read_as_letter(name).text, REPORT).unquoted == OWN_LINES[name]


@each("name", [name for name in OWN_LINES if name not in QUOTED_BY_THE_ORIGINAL_ONLY])
def test_own_lines_by_marks_alone(name: str) -> None:
    assert read_as_letter(name).lines == OWN_LINES[name]


@each("name", OWN_LINES)
def test_nothing_that_was_cut_off_is_lost(name: str) -> None:
    letter = read_as_letter(name)
    kept = sorted([*letter.lines, *letter.quoted])
    assert kept == sorted(line.strip() for line in letter.text if line.strip("> "))


@each("name", OWN_LINES)
def test_line_ends_make_no_difference(name: str) -> None:
    assert read(name, line_end=b"\n") == read(name, line_end=b"\r\n")


@each("name", AUTOMATIC)
def test_automatic_mail_is_ignored(name: str) -> None:
    ignored = read(name)
    assert isinstance(ignored, Ignored)
    assert (ignored.reason, ignored.bounced) == AUTOMATIC[name]


def test_headers_of_a_reply() -> None:
    letter = read_as_letter("gmail_web_german")
    assert letter.message_id == "<CAF3k2x9+Qz@mail.gmail.com>"
    assert letter.from_address == "alice@example.org"
    assert letter.subject == "Re: [First Rails e7] your turn"
    assert letter.in_reply_to == "<e7.118@play.example.net>"
    assert letter.references == ("<e7@play.example.net>", "<e7.118@play.example.net>")
    assert letter.recipients_in_headers == ("k3x7q2m9w4t6z8ba@play.example.net",)


def test_an_encoded_subject_is_decoded() -> None:
    assert read_as_letter("base64_latin1").subject == "Züge für heute"


def test_attachments_are_named_and_not_read() -> None:
    letter = read_as_letter("attachments")
    assert letter.enclosed == (Enclosed(Enclosure.PICTURE, "map.png"), Enclosed(Enclosure.TEXT_FILE, "notes.txt"))
    assert "roll 4?" not in letter.text
