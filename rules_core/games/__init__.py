"""The games. Importing this package makes them known to `rules_core.kernel.registry`."""

from collections.abc import Mapping
from typing import Final

from rules_core.games import first_rails, germany
from rules_core.kernel.registry import Ruleset, register

KINDS: Final[Mapping[str, Ruleset]] = {rules.KIND: rules for rules in (first_rails, germany)}
"""Every game there is, by kind."""

for rules in KINDS.values():
    register(rules)
