"""A season of correspondence games in simulated time: a server, its outages, and agents with habits who write to it.

`make season` plays one and prints what came of it; `test_season` holds one against `invariants` as it goes.
"""
