"""What the server says of games: words, reports, drawings, choices. Importing it makes them known by their kinds."""

from pbem.games import first_rails, germany
from pbem.games.presentation import register

for game in (first_rails, germany):
    register(game.PRESENTATION)
