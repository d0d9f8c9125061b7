"""``python -m pyptx.codegen FILE.ptx``: the Python of a PTX file.

Exit codes: 0 success, 1 the text is refused, 2 wrong usage, 3 a tool is missing.
"""

from __future__ import annotations

from pyptx.codegen.command import transpile

if __name__ == "__main__":
    transpile(prog_name="python -m pyptx.codegen")
