"""The parts that games of one railway line with two ends share: track, turns, companies, payments, positions."""
