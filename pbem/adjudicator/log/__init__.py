"""The log of a game as it is stored: read whole or as far as it can be, as a session that goes on, and as a record."""
