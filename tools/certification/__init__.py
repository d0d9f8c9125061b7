"""Certification of the instruction rows: what they define, and what ptxas and other witnesses say of it."""
