"""Queries of mail: letters and where they came from, mails and what became of them, what a player wants of both."""
