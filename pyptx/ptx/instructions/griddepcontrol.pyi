# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Guard, Words

def _1(self: object, *, pred: Guard = None) -> None:
    """``griddepcontrol.<action>``

    Manual 9.7.15.14 griddepcontrol. PTX 7.8; sm_90 or newer.
    """
class griddepcontrol(Words):
    launch_dependents = _1
    wait = _1
