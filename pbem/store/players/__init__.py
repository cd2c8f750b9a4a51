"""Players: who they are, what they have chosen, how they come in and are reached."""
