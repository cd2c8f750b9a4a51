"""Words for the operator about mails on their way out: states, reasons, and what to do; the doctor's look at them."""

from collections.abc import Iterator
from typing import Final

from pbem.cli.context import CliContext, _, printable, words
from pbem.clock import from_ms, system_clock, to_ms
from pbem.i18n import N_
from pbem.mail.status_codes import status_of_report
from pbem.reports.notes import span_in_words
from pbem.store import Tx
from pbem.store.across.backlog import count_unsent_mails
from pbem.store.mail.outbox import DialogueStep, FailureCause, MailFailureRow, MailRow
from pbem.store.mail.sending import MailHoldRow, find_mail_hold, find_oldest_waiting_mail_ms, list_failed_replies

Finding = tuple[str, bool, str]
_WEEK_MS: Final = 7 * 86_400_000

_WAITING: Final[dict[FailureCause, str]] = {
    "later": N_("delayed by the mail server"),
    "greylisted": N_("delayed by a greylist"),
    "size": N_("too large: goes without its picture"),
    "doubt": N_("may have been taken: sent again to be sure"),
    "refused": N_("refused, perhaps for all emails: tried again"),
    "lost": N_("the connection broke: tried again"),
}
_GIVEN_UP: Final[dict[FailureCause, str]] = {
    "recipient": N_("given up: nobody can be reached at this address"),
    "mail": N_("given up: this email can't be sent"),
}
_STEPS: Final[dict[DialogueStep, str]] = {
    "connect": N_("Check host and port of [mail.relay], and whether this machine may connect to it."),
    "greeting": N_("The relay turns this machine away. Ask its operators, or use another."),
    "EHLO": N_("The relay does not accept this machine's name. Set helo of [mail.relay] to one that is in the DNS."),
    "TLS": N_(
        "Check tls of [mail.relay]. The certificate must be for its host, and by an authority that this machine trusts "
        "or that ca_file names."
    ),
    "login": N_("Check user and password of [mail.relay]. Many providers want an app password instead of yours."),
    "command": N_("Run the command of [mail.sendmail] by hand, as the server's user."),
}
_CAUSES: Final[dict[FailureCause, str]] = {
    "policy": N_("The relay wants a login. Set user and password of [mail.relay]."),
    "refused": N_(
        "The relay does not accept these emails. It may want a login, the sender's domain to be yours, or a "
        "signature (DKIM)."
    ),
    "lost": N_("The relay closes the connection. Its log may say why."),
    "doubt": N_("The relay does not say whether it accepts emails. Its log may say why."),
    "unreachable": N_("There may be no room on the disk."),
}


def state_of(mail: MailRow, failure: MailFailureRow | None, hold: MailHoldRow | None, *, is_stopped: bool) -> str:
    """Describe the state of a mail that is not sent."""
    match mail.status:
        case "failed":
            default = N_("given up") if failure is None else N_("given up after days of trying")
            return _(default if failure is None else _GIVEN_UP.get(failure.cause, default))
        case "due" if is_stopped:
            return _("waits: emails to this address came back")
        case "due" if hold is not None:
            return _("held with all emails")
        case "due":
            return _(N_("waits to be sent") if failure is None else _WAITING.get(failure.cause, N_("tried again")))
        case _:
            return _("withheld: emails to this address came back")


def advice(cause: FailureCause, step: DialogueStep) -> str:
    """Advise an operator on a failure."""
    if cause in ("policy", "unreachable") and step in _STEPS:
        return _(_STEPS[step])
    return _(_CAUSES[cause]) if cause in _CAUSES else ""


def held_in_words(office: CliContext, hold: MailHoldRow) -> str:
    """Since when and why no mail leaves, and what to do."""
    facts = {
        "since": words.moment(from_ms(hold.since_ms), office.zone),
        "next": words.moment(from_ms(hold.next_ms), office.zone),
        "reply": printable(hold.reply),
    }
    sentence = _("no email leaves since %(since)s: %(reply)s.", **facts)
    again = _("None is given up; one is tried on %(next)s, or at once with `pbem mail release`.", **facts)
    return " ".join(filter(None, (sentence, advice(hold.cause, hold.step), again)))


def findings(office: CliContext, tx: Tx) -> Iterator[Finding]:
    """The doctor's findings about mails that wait."""
    mails = count_unsent_mails(tx)
    due, failed = mails.get("due", 0), mails.get("failed", 0)
    sentence = _("%(due)s waiting, %(failed)s given up", due=due, failed=failed)
    oldest_ms = find_oldest_waiting_mail_ms(tx)
    if oldest_ms is not None:
        span = span_in_words(from_ms(to_ms(system_clock())) - from_ms(oldest_ms), words)
        sentence = f"{sentence}; " + _("the oldest has waited for %(span)s", span=span)
    if failed:
        sentence = f"{sentence}; " + _("`pbem mail outbox` says why, `pbem mail resend --failed` tries them again")
    yield _("emails out"), not failed, sentence
    hold = find_mail_hold(tx)
    if hold is not None:
        yield _("emails held"), False, held_in_words(office, hold)
    yield _refused_by_hosts(tx)


def _refused_by_hosts(tx: Tx) -> Finding:
    """Count mails that came back within a week by a fault or a policy of a mail system, not for their addresses."""
    statuses = map(status_of_report, list_failed_replies(tx, to_ms(system_clock()) - _WEEK_MS))
    count = sum(status is not None and status.is_of_host for status in statuses)
    if not count:
        return _("reports of failure"), True, _("within a week no mail system refused emails by a policy or a fault")
    sentence = words.plural(
        "%(n)s email was refused within a week by a policy or a fault of another mail system, and stopped nothing",
        "%(n)s emails were refused within a week by policies or faults of other mail systems, and stopped nothing",
        count,
    )
    remedy = _("see that SPF, DKIM and DMARC are in order and this server is on no block list")
    return _("reports of failure"), False, f"{sentence}; {remedy}"
