"""The server's part of Railroad Dice 2."""

from types import MappingProxyType
from typing import Final

from pbem.games.parts import DrawTexts, Figure, Headings, Score, Templates, Variant
from pbem.games.presentation import GamePresentation
from pbem.games.railroad_dice_2.corrections import CORRECTIONS
from pbem.games.railroad_dice_2.maps.drawn_map import draw, draw_preview
from pbem.games.railroad_dice_2.maps.network_map import recommended_map
from pbem.games.railroad_dice_2.orders.notation import NOTATION
from pbem.games.railroad_dice_2.presenter import PUBLIC_DATA, NetworkPresenter
from pbem.games.railroad_dice_2.sentences import ENDINGS
from pbem.games.railroad_dice_2.symbols import FACES, SYMBOLS
from pbem.games.railroad_dice_2.tables import NetworkReferenceSheet, lesson
from pbem.games.railroad_dice_2.violations import violation_sentence
from pbem.i18n import N_
from rules_core.games import railroad_dice_2


class RailroadDice2Presentation(GamePresentation):
    """The presentation of Railroad Dice 2."""

    game = railroad_dice_2.game
    title = "Railroad Dice 2"
    name = N_("Railroad Dice 2")
    trial = N_("Railroad Dice 2, to try")
    called = ("railroad dice 2", "railroad 2", "dice 2", "rd2", "network")
    variants = MappingProxyType(
        {
            "arrangement": Variant(
                N_("Map"),
                N_("the tiles lie as the box recommends"),
                {"random": N_("the tiles are drawn by lot: their order, their turns and their places")},
            ),
            "tiles": Variant(
                N_("Tiles"), N_("tiles of 4 by 4 squares"), {"7x7": N_("tiles of 7 by 7 squares, for a longer game")}
            ),
            "station_distance": Variant(
                N_("Stations"),
                N_("two squares between stations, counted along the squares"),
                {
                    "diagonal": N_(
                        "two squares between stations, counted diagonally too; on tiles of 4 by 4 squares 1 to 5 grey "
                        "stations then find no place and are out of the game"
                    )
                },
            ),
            "connection_pays": Variant(
                N_("Connections"),
                N_("every new connection pays, whoever laid the track"),
                {"active": N_("only connections to the home of the player whose turn it is pay")},
            ),
            "closing_issue": Variant(
                N_("Last passengers"),
                N_("the last passengers come in full, with extra counters"),
                {"bank": N_("the last passengers come only as far as the bank goes")},
            ),
            "winner": Variant(
                N_("Winner"),
                N_("the most units held win"),
                {"carried": N_("the most passengers carried win, whatever was spent")},
            ),
        }
    )
    endings = ENDINGS
    faces = FACES
    symbols = SYMBOLS
    prelude = N_("placing stations")
    notices = MappingProxyType(
        {
            "passed": N_(
                "%(who)s missed the deadline (%(deadline_ms)s). The server did only what had to be done: it placed a "
                "station, or ended the turn."
            ),
        }
    )
    draws = MappingProxyType(
        {
            "start": DrawTexts(
                N_("Who begins"),
                N_("position %(position)s: %(logged)s began, but by the seed it is %(drawn)s."),
                is_seat=True,
            ),
            "map": DrawTexts(
                N_("How the tiles lie"),
                N_("position %(position)s: the tiles lie as %(logged)s, but by the seed as %(drawn)s."),
            ),
        }
    )
    score = Score(
        title=N_("Units"),
        explained=N_("Best and average are the units held at the end of finished games."),
        unit=1,
        column=N_("units"),
        placed=N_("%(place)s %(player)s: %(score)s units"),
    )
    figures = (
        Figure(N_("Units"), lambda view, seat: int(view.table.players[seat].units)),
        Figure(N_("Passengers"), lambda view, seat: int(view.table.players[seat].carried)),
        Figure(N_("Stations connected"), lambda view, seat: len(view.table.players[seat].connected)),
    )
    presenter = NetworkPresenter
    draw = staticmethod(draw)
    draw_preview = staticmethod(draw_preview)
    describe_violation = staticmethod(violation_sentence)
    chapters = MappingProxyType(
        {
            "R2-1": N_("The start"),
            "R2-6": N_("A turn"),
            "R2-20": N_("Lines and dice"),
            "R2-30": N_("The end of the game"),
        }
    )
    letter = ("{roll} 4", "{connect} {joining} {grey} 3 {or} {any}", "{carry} {all}", "{buy}", "{end}")
    notation = NOTATION
    corrections = CORRECTIONS
    lesson = staticmethod(lesson)
    reference_sheet = staticmethod(NetworkReferenceSheet)
    printed_board = staticmethod(recommended_map)
    headings = Headings(
        outlook=N_("Outlook"),
        outlook_details=N_("Outlook: what can be done now, and what comes next"),
        holdings=N_("Players and passengers"),
    )
    templates = Templates(
        tables="games/railroad_dice_2/tables.html",
        choices="games/railroad_dice_2/choices.html",
        lesson="games/railroad_dice_2/lesson.html",
        reference_sheet="games/railroad_dice_2/reference_sheet.html",
    )
    public_data = PUBLIC_DATA


PRESENTATION: Final = RailroadDice2Presentation()
