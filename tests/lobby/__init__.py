"""Waiting lists, registration, and letters about no game, through a real database."""
