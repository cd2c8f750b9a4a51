"""The parts that every game has, whatever its rules: definition, log, codec, dice, proof and records."""
