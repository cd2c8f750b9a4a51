"""What is counted of games and players, ratings, and whether dice fell as fair dice do."""
