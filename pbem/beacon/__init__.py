"""Public randomness from outside: rounds of a drand chain fetched over HTTP, and their signatures checked."""
