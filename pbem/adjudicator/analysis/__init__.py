"""Analyses: a moment of a game, played on by whoever looks at it, of which the game itself learns nothing."""
