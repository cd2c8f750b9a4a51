"""How a bot with some sense plays Germany."""
