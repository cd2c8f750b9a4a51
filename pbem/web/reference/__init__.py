"""What players look up: games at a glance, orders and rules."""
