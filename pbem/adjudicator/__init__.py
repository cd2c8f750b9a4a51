"""What comes of a command in a game: the order of steps, within the transaction of whoever calls."""
