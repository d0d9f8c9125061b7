"""Check instructions against the ISA: the one place that joins the tree to the rows.

>>> from pyptx.arch import arch
>>> from pyptx.ir import Instruction, Literal, Name
>>> registers = {"%r1": Symbol("reg", "b32"), "%r2": Symbol("reg", "u32")}
>>> verifier = Verifier(arch("sm_90a"))
>>> operands = (Name("%r1"), Name("%r2"), Literal("4"))
>>> match = verifier.verify(Instruction("shl", ("b32",), operands), registers.get)
>>> match.modifiers, [spec.name for spec in match.operands], match.since
({'type': 'b32'}, ['d', 'a', 'b'], (8, 0))
>>> verifier.verify(Instruction("shl", ("u32",), operands), registers.get)
Traceback (most recent call last):
    ...
pyptx.errors.VerifyError: shl.u32 %r1, %r2, 4: .u32 cannot stand here; after shl comes .b16 .b32 .b64
  shl.<type> d, a, b    type: b16 b32 b64
  did you mean shl.b32?
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir.literals import literal_value
from pyptx.late import late_names
from pyptx.verify.functions import cta_group, disagreement
from pyptx.verify.symbols import Scope, Symbol, constant_shape, literal_kind, require_type, symbol_of
from pyptx.verify.verifier import Match, Verifier, all_alike, shape_of

if TYPE_CHECKING:
    from pyptx.verify.initial_values import wrong_initial_value
    from pyptx.verify.modules import Finding, module_target, module_version, verify_module

__all__ = [
    "Finding",
    "Match",
    "Scope",
    "Symbol",
    "Verifier",
    "all_alike",
    "constant_shape",
    "cta_group",
    "disagreement",
    "literal_kind",
    "literal_value",
    "module_target",
    "module_version",
    "require_type",
    "shape_of",
    "symbol_of",
    "verify_module",
    "wrong_initial_value",
]

_OF_MODULES = ("Finding", "module_target", "module_version", "verify_module")

# Tracing checks instructions, not modules.
_PLACES = {**dict.fromkeys(_OF_MODULES, "modules"), "wrong_initial_value": "initial_values"}
__getattr__, __dir__ = late_names(__name__, _PLACES)
