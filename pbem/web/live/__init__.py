"""Pages that follow their games: one event stream for each browser, and what it may tell."""
