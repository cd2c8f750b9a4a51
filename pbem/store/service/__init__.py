"""Rows that the processes of a server keep of themselves: that they run, what they are at, and their backups."""
