"""Shadow values: every floating-point value of a launch beside its value without rounding.

A shadow is a float64 number that no instruction rounds to a narrower format. It comes with copies of itself,
each of which takes the rounding errors of one source line, so that its difference is the share of that line.
"""
