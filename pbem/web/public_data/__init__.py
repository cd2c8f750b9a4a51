"""What machines read: games and players as JSON, and feeds."""
