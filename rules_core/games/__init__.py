"""The games. Importing this package makes them known to `rules_core.ruleset`."""

from rules_core.games import first_rails, germany
from rules_core.ruleset import register

register(first_rails)
register(germany)
