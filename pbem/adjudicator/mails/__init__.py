"""The mails that games write, into the outbox, in the transaction that did what they tell."""
