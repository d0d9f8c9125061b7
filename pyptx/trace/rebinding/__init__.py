"""Python names that change inside a block which runs on the GPU.

The body of a block is traced once. Python rebinds names then, once; on the GPU its instructions run many
times, or in some threads only. So at the end of a block the names in the author's frames are compared with
those at its start. One that has changed is refused if its old value is read in the next iteration, or its new
one after a block that threads may pass over. Bytecode says which names are read later, no source is needed.

`watch` is the mechanism: it has the names at one moment, compares them with those at another, and decides
which changes are refused. `contents` reads what lists, dictionaries, objects and functions hold, `functions`
finds the functions that a block can call, and `wording` has the messages. `leaving` and `iteration` refuse
``break`` and ``list(ptx.range_(4))``, which need no comparison.

A line that says ``# pyptx: fixed`` keeps the meaning of the trace, and so does `fixed` for names.
"""

from pyptx.trace.rebinding.contents import collect_containers
from pyptx.trace.rebinding.iteration import check_iterator, check_statement
from pyptx.trace.rebinding.watch import Memory, Watch, author_frames
from pyptx.trace.rebinding.wording import Limits

__all__ = [
    "Limits", "Memory", "Watch", "author_frames", "check_iterator", "check_statement", "collect_containers",
]  # fmt: skip
