"""Mails that pages write to players: about signing in and about addresses, never about a game."""

from pbem.adjudicator.mails.game import new_message_id
from pbem.i18n import Catalogue
from pbem.store.rows import MailKind, NewMail, PlayerRow
from pbem.templates import render
from pbem.web.site import Site


def notice(
    here: Site,
    player: PlayerRow,
    kind: MailKind,
    subject: str,
    template: str,
    words: Catalogue,
    *,
    to_address: str = "",
    **facts: object,
) -> NewMail:
    """A mail made from a template, to a player's address or to another that he says is his."""
    settings = here.settings
    return NewMail(
        message_id=new_message_id(settings.mail.domain),
        game_id=None,
        seat=None,
        player_id=player.id,
        to_address=to_address or player.address,
        kind=kind,
        subject=subject,
        text=render(template, words, server=settings.server.name, player=player.name, **facts),
        in_reply_to=None,
        references="",
        auto="auto-generated",
        position=None,
        created_ms=here.now_ms(),
    )
