"""What tests of mails share."""

from pbem.mail.outgoing import Outgoing

MAIL = Outgoing(
    message_id="<e7.118.b2c3@play.example.net>",
    to_address="alice@example.org",
    to_name="Alice Amsel",
    from_address="k3x7q2m9w4t6z8ba@play.example.net",
    from_name="Railroad Dice",
    subject="[First Rails e7] Köln",
    text="It is your turn.\n\n    a b c\n  1 . ~ I\n",
    date_ms=1_795_341_720_000,
    envelope_from="k3x7q2m9w4t6z8ba@play.example.net",
    auto="replied",
    in_reply_to="<1@example.org>",
    references=("<e7@play.example.net>", "<1@example.org>"),
)
