"""``python -m pyptx.codegen FILE.ptx``: the Python of a PTX file.

Exit codes: 0 all is well, 1 the text is refused, 2 wrong usage, 3 something is missing here.
"""

from __future__ import annotations

from pyptx.codegen.command import transpile

if __name__ == "__main__":
    transpile(prog_name="python -m pyptx.codegen")
