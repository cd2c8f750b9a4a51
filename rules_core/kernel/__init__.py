"""What every game has: its definition, log, codec, dice, proof and records, whatever its rules."""
