"""Ways for a player to write to a game, or to their account: by an address each, or by a code in the text."""

from pbem.commands.vocabulary import OFFICE
from pbem.config import Settings
from pbem.i18n import Catalogue
from pbem.mail.reply_codes import code_line
from pbem.reports import document as doc
from pbem.store import UnitOfWork
from pbem.store.games.game import get_game
from pbem.store.games.listing import list_games_of_player
from pbem.store.games.seats import list_seat_contacts
from pbem.store.players.player import PlayerRow


def ask_what_for(unit: UnitOfWork, player: PlayerRow, words: Catalogue) -> list[doc.Block]:
    """The answer to a letter of a player's, or in their name, that does not tell what it is for."""
    if unit.settings.mail.is_shared:
        how = words.text(
            "Your email did not say what it is for, so nothing was done. Send it again as a reply to an email of that "
            "game. Or reply to this one with the same words, and with one of these lines above them:"
        )
    else:
        how = words.text(
            "Your email did not say what it is for, so nothing was done. Send it again as a reply to an email of that "
            "game, or to one of these addresses:"
        )
    beware = words.text("If it was not you, ignore this: nothing is done for an email that names none of them.")
    return [doc.Paragraph(how), doc.Orders(_ways(unit, player, words)), doc.Paragraph(beware)]


def describe_own_way(settings: Settings, player: PlayerRow, words: Catalogue) -> str:
    """Tell a new player where they write."""
    way = _describe_own_way(settings, words, OFFICE.fill("{help}", player.language))
    pages = words.text("You can do all of it on the website, too.")
    return f"{way} {pages}" if settings.has_pages else way


def _describe_own_way(settings: Settings, words: Catalogue, ask_help: str) -> str:
    if settings.mail.is_shared:
        return words.text(
            "The code in this email is yours alone: keep its line when you reply, and copy it into new emails. "
            'Reply with what you want, one request per line; "%(help)s" lists them all.',
            help=ask_help,
        )
    if settings.mail.mailbox:
        return words.text(
            "The address that replies to this email go to is yours alone, so keep it. Reply with what you want, one "
            'request per line; "%(help)s" lists them all.',
            help=ask_help,
        )
    return words.text(
        "The address this email comes from is yours alone, so keep it. Reply with what you want, one request per "
        'line; "%(help)s" lists them all.',
        help=ask_help,
    )


def _ways(unit: UnitOfWork, player: PlayerRow, words: Catalogue) -> tuple[doc.OrderLine, ...]:
    played = sorted((game.id, seat) for seat, game in list_games_of_player(unit, player.id) if game.status != "over")
    seats = [list_seat_contacts(unit, game_id)[seat] for game_id, seat in reversed(played)]
    open_seats = [contact for contact in seats if contact.vacant_ms is None and contact.token_revoked_ms is None]
    names = {contact.game_id: get_game(unit, contact.game_id) for contact in open_seats}
    of_games = [
        doc.OrderLine(
            _way(unit.settings, contact.token),
            words.text("%(tag)s %(name)s", tag=names[contact.game_id].tag, name=names[contact.game_id].name),
        )
        for contact in open_seats
    ]
    return (*of_games, doc.OrderLine(_way(unit.settings, player.token), words.text("your account")))


def _way(settings: Settings, token: str) -> str:
    return code_line(token) if settings.mail.is_shared else settings.mail.address_of(token)
