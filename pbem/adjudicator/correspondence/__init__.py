"""Mail between the server and people: how much of it, whether it arrives, and what becomes of what is not read."""
