"""Letters in, mails out, and press."""
