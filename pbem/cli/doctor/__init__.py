"""`pbem doctor`: what it looks at, by what it is about."""
