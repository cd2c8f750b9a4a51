"""Games and their logs, and what is counted of them."""
