"""Notices beside mails: devices (Web Push) and webhooks by which players are told what happens in their games."""
