"""How a bot with some sense plays The First Rails."""
