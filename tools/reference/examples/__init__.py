"""Kernels that show the use of instructions, a file for each kind; the pages show their source.

A function's docstring describes the kernel and, if it runs here, the result of a call.
"""
