"""Moderation: disputes, secrets that were opened, and what waits for moderators."""
