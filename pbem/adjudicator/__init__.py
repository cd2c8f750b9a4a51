"""The carrying out of a command in a game: the order of steps, within the transaction of whoever calls."""
