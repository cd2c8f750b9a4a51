"""A season of correspondence games in simulated time: a server, its outages, and people with habits who write to it."""
