"""Type stubs, made from the rows: a file for each opcode, and those of `ptx.inst` and `pyptx.ptx`."""
