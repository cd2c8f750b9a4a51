"""Games: what is played, who plays it, and what becomes of it."""
