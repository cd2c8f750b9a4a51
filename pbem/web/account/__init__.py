"""A player's own pages: signing in, settings, mails and deadlines."""
