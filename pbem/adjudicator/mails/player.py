"""Mails to a player that are about no game, or about all of his: they come from his own address at this server."""

from collections.abc import Sequence

from pbem.adjudicator.mails.game import new_message_id
from pbem.config import Settings
from pbem.i18n import catalogue
from pbem.mail.outbox import queue_mail
from pbem.reports import document as doc
from pbem.reports.plain import text_of
from pbem.store import Tx
from pbem.store import repository as repo
from pbem.store.rows import AutoSubmitted, MailKind, NewMail, PlayerRow


def moderators_of(tx: Tx, game_id: int) -> list[PlayerRow]:
    """The moderators who may rule in a game: those who never had a seat in it."""
    return [one for one in repo.moderators(tx) if not repo.seats_ever_of(tx, game_id, one.id)]


def write_to(
    tx: Tx,
    settings: Settings,
    player: PlayerRow,
    kind: MailKind,
    subject: str,
    blocks: Sequence[doc.Block],
    now_ms: int,
    *,
    answering: str = "",
    auto: AutoSubmitted = "auto-generated",
    message_id: str = "",
) -> None:
    """Puts a mail made of these parts into the outbox; a bot of the server's own reads none.

    `answering` is the Message-ID of the letter that it answers, `message_id` the one that it was given beforehand, if
    it was. His letters in answer come to his own address.
    """
    if player.bot is not None:
        return
    words = catalogue(player.language)
    signature = doc.Signature(settings.server.name, settings.web.base_url)
    document = doc.Document(words.language, (*blocks, signature))
    mail = NewMail(
        message_id=message_id or new_message_id(settings.mail.domain),
        game_id=None,
        seat=None,
        player_id=player.id,
        to_address=player.address,
        kind=kind,
        subject=subject,
        text=text_of(document),
        document=doc.dumped(document),
        in_reply_to=answering or None,
        references=answering,
        auto=auto,
        position=None,
        created_ms=now_ms,
        sender=player.token,
    )
    queue_mail(tx, settings, mail)
