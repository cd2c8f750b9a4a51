"""Deadlines: reminders of them, putting them off, outages, and turns that programs play."""
