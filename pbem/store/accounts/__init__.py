"""Accounts: how players come in, by which addresses, and by what else they are reached."""
