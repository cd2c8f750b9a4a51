"""What moderators do, and disputes, by letters in and mails out."""
