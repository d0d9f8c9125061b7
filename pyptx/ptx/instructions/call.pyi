# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Guard, Parenthesised, Register, Symbol, Words

@overload
def _1(self: object, callee: Symbol, arguments: Parenthesised = ..., /, *, pred: Guard = None) -> None:
    """``call{.uni} callee``

    ``call{.uni} callee, (arguments)``

    ``call{.uni} (returns), callee``

    ``call{.uni} (returns), callee, (arguments)``

    Manual 9.7.14.5 call. PTX 1.0; every target.

    ``call{.uni} callee, prototype``

    ``call{.uni} callee, (arguments), prototype``

    ``call{.uni} (returns), callee, prototype``

    ``call{.uni} (returns), callee, (arguments), prototype``

    ``call{.uni} callee, table``

    ``call{.uni} callee, (arguments), table``

    ``call{.uni} (returns), callee, table``

    ``call{.uni} (returns), callee, (arguments), table``

    Manual 9.7.14.5 call. PTX 2.1; sm_20 or newer.
    """
@overload
def _1(self: object, returns: Parenthesised | Register, callee: Symbol, /, *, pred: Guard = None) -> None: ...
@overload
def _1(self: object, returns: Parenthesised, callee: Symbol, arguments: Parenthesised, /, *, pred: Guard = None) -> None: ...
@overload
def _1(self: object, callee: Register, arguments: Parenthesised, prototype: Symbol, /, *, pred: Guard = None) -> None: ...
@overload
def _1(self: object, returns: Parenthesised, callee: Register, prototype: Symbol, /, *, pred: Guard = None) -> None: ...
@overload
def _1(self: object, returns: Parenthesised, callee: Register, arguments: Parenthesised, prototype: Symbol, /, *, pred: Guard = None) -> None: ...
class call(Words):
    uni = _1
    __call__ = _1
