"""Disputes as players have them, games that are held, and disputes that nobody rules."""
