"""Public data for machines: games and players as JSON, and feeds."""
