"""The common parts of bots for games of the line: moments, habits, places and routes."""
