"""Lists for everybody: games in progress and complete, players, rulings, and games that wait for players."""
