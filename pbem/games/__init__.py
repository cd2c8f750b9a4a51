"""What the server says of games: words, reports, drawings, choices. Importing it makes them known by their kinds."""

from pbem.games import first_rails, germany
from pbem.games.line.presenter import register

register("first_rails", first_rails)
register("germany", germany)
