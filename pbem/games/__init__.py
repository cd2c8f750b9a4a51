"""What the server says of games: words, reports, drawings, choices. Importing it makes them known by their kinds."""

from pbem.games import first_rails, germany
from pbem.games.presentation import check_all, register
from rules_core.games import KINDS

for game in (first_rails, germany):
    register(game.PRESENTATION)
check_all(KINDS)
