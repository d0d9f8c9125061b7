"""Shadow values: every floating-point value of a launch beside its value without rounding.

A shadow is a float64 number that no instruction rounds to a narrower format. Copies of a shadow each take the
rounding errors of one source line, so the difference of a copy is the share of its line.
"""
