"""The board of a game of one line, as it is drawn."""
