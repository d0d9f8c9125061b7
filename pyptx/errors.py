"""The exceptions pyptx raises on purpose.

* PtxError
  x ParseError     the text is not PTX                        (parser)
  x VerifyError    an instruction the PTX ISA does not define (verify)
  x TraceError     the kernel body misuses pyptx              (trace, reg, smem, ptx)
    x TraceIndexError  an array has no such element, also an IndexError
    x TraceTypeError   a function has no such parameter, also a TypeError
  x CodegenError   PTX that a Python kernel cannot express    (codegen)
  x LaunchError    the arguments do not fit the kernel        (kernel, program, runtime)
    x LaunchTypeError     a kernel has no such parameter, also a TypeError
    x MissingDeviceError  there is no driver, GPU or package for it
    x StaleExtensionError  pyptx._native was built from other sources  (sim)
  x ToolError      ptxas, nvdisasm or cuobjdump failed        (toolchain)
    x MissingToolError  it is not installed
  x SimFault       the simulated program faulted              (sim)

`PerformanceWarning` is the only warning: an advisory of ptxas about the code, on the Python line.

`str(error)` is the whole report: what was written, what is legal, where, and perhaps what was meant.

>>> from pyptx import Tile, kernel, ptx
>>> from pyptx.types import f32
>>> @kernel(in_specs=(Tile(8, f32),), grid=(1,), block=(8,))
... def wrong(X):
...     ptx.inst.bar.synk(0)
>>> try:
...     wrong.ptx()
... except PtxError as error:
...     print(type(error).__name__, str(error).splitlines()[-2].strip(), sep=": ")
VerifyError: did you mean bar.sync?
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pyptx.late import late
from pyptx.notebook import Displayed, render_traceback

if TYPE_CHECKING:
    import difflib
    import json
    from collections.abc import Iterable

    from pyptx import drawings
else:
    difflib, json, drawings = late("difflib"), late("json"), late("pyptx.drawings")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown word: a guess, or nothing where none is near.

    >>> did_you_mean("shard", ("shared", "global")), did_you_mean("u8", ("global",))
    ('; did you mean shared?', '')
    """
    close = difflib.get_close_matches(word, tuple(known), n=1, cutoff=0.6)
    return f"; did you mean {close[0]}?" if close else ""


def counted(number: int, noun: str, verb: str = "") -> str:
    """A number with its noun, and a verb that agrees with it.

    >>> counted(1, "byte", "are"), counted(1024, "launch"), counted(2, "variant", "go")
    ('1 byte is', '1,024 launches', '2 variants go')
    """
    if number != 1:
        noun = (
            f"{noun[:-1]}ies" if noun.endswith("ry") else noun + ("es" if noun.endswith(("s", "ch")) else "s")
        )
    return f"{number:,} {noun} {agreeing(number, verb)}".rstrip()


def agreeing(number: int, verb: str) -> str:
    """The form of a verb that agrees with a number, from that of the plural.

    >>> agreeing(1, "were"), agreeing(1, "depend"), agreeing(2, "are")
    ('was', 'depends', 'are')
    """
    if number != 1 or not verb:
        return verb
    return {"are": "is", "were": "was", "have": "has", "go": "goes"}.get(verb, f"{verb}s")


class PtxError(Exception):
    """Base of every error pyptx raises on purpose."""

    def _render_traceback_(self) -> list[str]:
        """The lines that IPython shows, which calls this."""
        return render_traceback(self)


class ParseError(PtxError):
    """The text is not PTX.

    >>> from pyptx.parser import parse
    >>> try:
    ...     parse(".version 8.0 .target sm_80 sm_90")
    ... except ParseError as error:
    ...     print(error.line, error.col)
    1 28

    Attributes:
        line: Line of the text, counted from 1.
        col: Column of that line, counted from 1.
    """

    def __init__(self, message: str, line: int, col: int) -> None:
        super().__init__(message)
        self.line = line
        self.col = col


def cut(line: str, most: int = 400) -> str:
    """A line of a report, without its middle if it is long.

    >>> cut("mov.u32 %r1, 123456789;", 16)
    'mov.u32 ... 789;'
    """
    tail = most // 4
    return line if len(line) <= most else f"{line[: most - tail - 4].rstrip()} ... {line[-tail:].lstrip()}"


def shorten_vectors(line: str) -> str:
    """An instruction without the middle of its long lists of operands.

    >>> shorten_vectors("wgmma.mma_async {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8}, %rd1;")
    'wgmma.mma_async {%f0 … %f8}, %rd1;'
    """
    return _LONG_VECTOR.sub(r"{\1 … \2}", line)


_LONG_VECTOR = re.compile(r"\{\s*([^\s,{}]+)(?:\s*,\s*[^\s,{}]+){7,}\s*,\s*([^\s,{}]+)\s*\}")
"""A list of more than eight operands."""


class VerifyError(PtxError):
    """An instruction that the PTX ISA does not define, or not for this target."""

    def __init__(self, message: str) -> None:
        super().__init__("\n".join(cut(line, 1_500) for line in message.split("\n")))


class TraceError(PtxError):
    """A kernel body that cannot be traced."""


class TraceIndexError(TraceError, IndexError):
    """An index of registers or barriers that there are not.

    >>> from pyptx import reg
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import f32
    >>> with tracing(Trace("k")):
    ...     reg.array(f32, 4)[4]
    Traceback (most recent call last):
        ...
    pyptx.errors.TraceIndexError: %f<4> has no register 4; it has 0 to 3
      at ...
    """


class TraceTypeError(TraceError, TypeError):
    """A function of the DSL was called with arguments that do not fit its parameters.

    >>> from pyptx import ptx
    >>> from pyptx.trace import Trace, tracing
    >>> with tracing(Trace("k")):
    ...     ptx.bar.sync(0, 32, 64)
    Traceback (most recent call last):
        ...
    pyptx.errors.TraceTypeError: ptx.bar.sync: too many positional arguments
      ptx.bar.sync(n: Value = 0, count: Value | None = None, *, pred: Predicate | None = None)
      at ...
    """


class CodegenError(PtxError):
    """PTX that a kernel written in Python cannot express.

    >>> from pyptx.codegen import ptx_to_python
    >>> ptx_to_python(".version 8.0 .target sm_80 .address_size 64", kernel_name="scale")
    Traceback (most recent call last):
        ...
    pyptx.errors.CodegenError: kernel_name='scale' names the one entry of a module; the entries here: none
    """


class LaunchError(PtxError):
    """Arguments that do not fit the kernel, or a launch the machine cannot do.

    >>> from pyptx.program import from_ptx
    >>> program = from_ptx(".version 8.0 .target sm_80 .address_size 64 .visible .entry idle() { ret; }")
    >>> program.launch(grid=1, block=2048)
    Traceback (most recent call last):
        ...
    pyptx.errors.LaunchError: block is (2048, 1, 1): x is 2048, and must be from 1 to 1024
    """


class LaunchTypeError(LaunchError, TypeError):
    """A call of a kernel that does not fit its parameters.

    >>> from pyptx import Tile, kernel
    >>> from pyptx.types import f32
    >>> @kernel(in_specs=(Tile("N", f32),), grid=1, block=32)
    ... def idle(X): ...
    >>> idle()
    Traceback (most recent call last):
        ...
    pyptx.errors.LaunchTypeError: idle takes 1 array (X), but got 0
    """


class MissingDeviceError(LaunchError):
    """The machine lacks the driver, the GPU or the package that a launch needs."""


class StaleExtensionError(LaunchError):
    """The native engine was built from other sources than the package; the message names the command."""


class ToolError(PtxError):
    """An external tool is missing or refused its input.

    >>> from pyptx.program import from_cubin
    >>> from_cubin(b"not machine code")
    Traceback (most recent call last):
        ...
    pyptx.errors.ToolError: the bytes are not a cubin: no ELF file of 64 bits
    """


class MissingToolError(ToolError):
    """An external tool is not installed."""


class PerformanceWarning(UserWarning):
    """Code that ptxas makes slower than it reads: registers are spilled, `wgmma` is serialised.

    >>> import warnings
    >>> from pyptx import Tile, kernel, ptx, reg
    >>> from pyptx.types import u32
    >>> few = [("maxnreg", (24,))]
    >>> @kernel(in_specs=(Tile(32, u32),), grid=1, block=32, arch="sm_90a", raw_directives=few)
    ... def spill(X):
    ...     (px,) = ptx.global_ptrs(X)
    ...     values = reg.array(u32, 32)
    ...     for place, value in enumerate(values):
    ...         ptx.inst.ld.volatile.global_.u32(value, ptx.addr(px, 4 * place))
    ...     for place, value in enumerate(reversed(list(values))):
    ...         ptx.inst.st.volatile.global_.u32(ptx.addr(px, 4 * place), value)
    >>> with warnings.catch_warnings(record=True) as found:
    ...     warnings.simplefilter("always")
    ...     _ = spill.compiled()
    >>> print(found[0].message)
    spill spills registers: ... bytes written to local memory and ... read back per thread, with 24 registers
    """


class SimFault(PtxError, Displayed):  # noqa: N818 - a fault is what the hardware calls it
    """The simulated program did something that traps, hangs or is undefined on a GPU.

    Attributes:
        rule: Stable name of the broken rule, such as ``"out-of-bounds"`` or ``"deadlock"``.
        source: Python file and line that wrote the instruction, or None.
        ptx_line: Line of the PTX text, counted from 1, or None.
        instruction: The instruction as PTX spells it, or None.
        thread: ``ctaid``, ``tid``, ``warp`` and ``lane`` of the thread at fault; None where it is many.
        address: ``space``, ``value``, ``name`` and ``offset`` of the address at fault, or None.
        waiting: The object that each group of waiting lanes waits for, in a deadlock.
        timeline: The `pyptx.sim.timeline.Timeline` up to the fault, if one was requested; else None.
        program: The `pyptx.program.Program` of the launch, or None.
        other: The conflicting access of a race: ``did``, ``source``, ``ptx_line``, ``instruction`` and
            ``thread``.
    """

    def __init__(
        self,
        message: str,
        *,
        rule: str = "fault",
        source: tuple[str, int] | None = None,
        ptx_line: int | None = None,
        instruction: str | None = None,
        thread: dict[str, Any] | None = None,
        address: dict[str, Any] | None = None,
        waiting: tuple[dict[str, Any], ...] = (),
        other: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.rule = rule
        self.source = source
        self.ptx_line = ptx_line
        self.instruction = instruction
        self.thread = thread
        self.address = address
        self.waiting = waiting
        self.timeline: Any = None
        self.program: Any = None
        self.other = other

    def _picture(self) -> str:
        """The two accesses of a race, or the waits of a deadlock."""
        if self.other is not None and self.address is not None:
            here = {"did": "", "instruction": self.instruction, "thread": self.thread, "source": self.source}
            return str(drawings.draw_race(self.other, here, self.address["place"]))
        return str(drawings.draw_deadlock(self.waiting)) if self.waiting else ""

    def to_json(self) -> str:
        """The whole fault as a JSON object."""
        return json.dumps(
            {
                "error": "SimFault",
                "rule": self.rule,
                "message": str(self),
                "source": {"file": self.source[0], "line": self.source[1]} if self.source else None,
                "ptx_line": self.ptx_line,
                "instruction": self.instruction,
                "thread": self.thread,
                "address": self.address,
                "waiting": list(self.waiting),
                "other": self.other,
            }
        )
