"""The server watched from outside: whether it lives, whether it is ready, its figures, and who is told of it."""
