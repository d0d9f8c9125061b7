"""Type stubs of the instructions, from the rows."""
