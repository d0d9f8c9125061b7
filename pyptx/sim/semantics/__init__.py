"""sim/semantics."""
