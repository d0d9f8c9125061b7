"""Performance seen without a GPU: machine code, its loops, lints and lower bounds of their time."""
