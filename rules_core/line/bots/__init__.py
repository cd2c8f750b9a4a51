"""What bots of games of the line share: moments, habits, places and routes."""
