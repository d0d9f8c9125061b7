"""Write NVIDIA PTX kernels in Python: one call, one instruction."""
