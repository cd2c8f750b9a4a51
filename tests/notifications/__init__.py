"""Notices to devices and webhooks: channels, addresses, messages, and the loop that sends them."""
