"""Games: their state and log, their players, and their results."""
