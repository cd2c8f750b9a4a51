"""Reasons why a letter was not taken for its player's, in words for them."""

from typing import Final

from pbem.i18n import N_
from pbem.mail.receiving.dkim_check import Unproved

NO_CODE: Final = "no code"
"""Why a letter is not proved that quotes no code of its player's; the other reasons are those of `Unproved`."""
NOT_PROVED: Final = "not proved: "
"""How the outcome of such a letter begins; the reason follows."""
NOT_FROM: Final = "not from "
"""The beginning of the outcome of a letter to somebody's address from a sender who is not its owner; the
owner follows.
"""
REASONS: Final[dict[str, str]] = {
    NO_CODE: N_("It quotes none of the codes that our emails to you carry."),
    Unproved.UNSIGNED: N_("It has no signature (DKIM) of your mail provider."),
    Unproved.OTHERS_SIGNATURE: N_("It was signed (DKIM), but not by your mail provider."),
    Unproved.WRONG_SIGNATURE: N_("The signature of your mail provider (DKIM) does not fit: it is forged, or changed."),
    Unproved.EXPIRED: N_("The signature of your mail provider (DKIM) has expired."),
    Unproved.FROM_UNSIGNED: N_("The signature of your mail provider (DKIM) leaves the sender's address out."),
    Unproved.PARTLY_SIGNED: N_("The signature of your mail provider (DKIM) covers only a part of the text."),
    Unproved.ALGORITHM: N_("The signature of your mail provider (DKIM) is made in a way that is not safe."),
    Unproved.WEAK: N_("The key of your mail provider's signature (DKIM) is not safe."),
    Unproved.TESTING: N_("Your mail provider says that its signatures (DKIM) are only a test."),
    Unproved.NO_KEY: N_("The key of your mail provider's signature (DKIM) can't be found."),
    Unproved.MALFORMED: N_("It is damaged, so that its signature (DKIM) cannot be checked."),
    Unproved.RECEIVER: N_("This server's mail system found no proof that it comes from your mail provider."),
    Unproved.NO_DOMAIN: N_("It does not say who wrote it."),
    Unproved.INCOMPLETE: N_("It is larger than this server reads, so that its signature (DKIM) was not checked."),
    Unproved.DOUBLES: N_(
        "It has a header twice that an email has once, so its signature (DKIM) does not tell what it says."
    ),
    Unproved.OLD: N_("It was signed more than a week before it came, so it may be a copy that someone has kept."),
    Unproved.CAME_BEFORE: N_("It is a copy of an email that came before. Nothing is done twice."),
    Unproved.NO_ANSWER: N_("For hours the key of your mail provider's signature (DKIM) could not be looked up."),
}
