"""What moderators read and do."""
