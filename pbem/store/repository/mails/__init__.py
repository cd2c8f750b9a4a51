"""Letters that came, mails to send, and what players write to each other."""
