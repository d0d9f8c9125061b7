"""Kernels that show what instructions are for, a file for each kind; the pages show their source.

A function's docstring says what the kernel does and, where it can be run here, what a call gives.
"""
