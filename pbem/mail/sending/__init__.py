"""Ways out: mails as bytes, and the transports that carry them."""
