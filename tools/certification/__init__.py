"""Certification of the instruction rows: their definitions against ptxas and other oracles."""
