"""Seats that change hands, those who wait for them or watch, days away, and addresses at this server."""
