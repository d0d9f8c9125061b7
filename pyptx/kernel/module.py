"""Several kernels, device functions and variables in one PTX module.

>>> from pyptx import ptx, reg
>>> from pyptx.types import f32
>>> module = Module(arch="sm_80")
>>> table = module.var("const", f32, "table", init=[0.25, 0.5])
>>> @module.func(params=(f32,), returns=f32)
... def scaled(x):
...     factor = reg.scalar(f32)
...     ptx.inst.ld.const.f32(factor, ptx.addr(table, 4))
...     return x * factor
>>> @module.kernel
... def scale(X):
...     (px,) = ptx.global_ptrs(X)
...     x = reg.scalar(f32)
...     ptx.inst.ld.global_.f32(x, ptx.addr(px))
...     ptx.inst.st.global_.f32(ptx.addr(px), scaled(x))
>>> module
<module for sm_80: table, scaled, scale>
>>> import numpy as np
>>> x = np.array([3.0], np.float32)
>>> scale(x)
>>> x
array([1.5], dtype=float32)
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, overload

from pyptx import emitter, parser
from pyptx.arch import arch as find_target
from pyptx.errors import ParseError, TraceError
from pyptx.ir import Declaration, Directive, Function, Section
from pyptx.ir.visit import without_gaps
from pyptx.isa.directives import DIRECTIVES
from pyptx.kernel.declaration import checked_version
from pyptx.kernel.kernel import Kernel
from pyptx.kernel.tracing import Needs
from pyptx.program import from_module
from pyptx.ptx.directives import checked_comment, variable
from pyptx.ptx.functions import Func
from pyptx.trace import LOWEST, Unit, at, caller
from pyptx.verify import wrong_initial_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pyptx.arch import Arch
    from pyptx.emitter import TextLayout
    from pyptx.ir import Item, Source
    from pyptx.ir import Module as Tree
    from pyptx.kernel.variants import Variants
    from pyptx.program import Program
    from pyptx.ptx.directives import InitialValue
    from pyptx.ptx.functions import Formal
    from pyptx.types import PtxType


class Module:
    """A PTX module: its items in the order of their declarations (manual chapter 4).

    Attributes:
        target: Requested target; None for the lowest that supports all items.
        version: Requested PTX version; None for the lowest that the items need.
        layout: Spacing of the text: the name of a style, a `pyptx.emitter.TextLayout`, or None.
        revision: Number of items, by which kernels detect that a new trace is needed.

    >>> module = Module("sm_80", header="two scales")
    >>> module.declare(".const .f32 scales[2] = {1.0, 2.0};")
    >>> print(module.ptx().strip())
    // two scales
    .version 7.0
    .target sm_80
    .address_size 64
    <BLANKLINE>
    .const .f32 scales[2] = {1.0, 2.0};
    """

    def __init__(
        self,
        arch: str = LOWEST,
        version: tuple[int, int] | None = None,
        *,
        target_options: Sequence[str] = (),
        address_size: int | None = 64,
        header: str | Sequence[str] = "",
        layout: TextLayout | str | None = None,
        untyped: bool = False,
    ) -> None:
        """Start a module.

        Args:
            arch: Target; ``"lowest"`` for the lowest that supports all items. One that ptxas no longer
                supports, such as ``"sm_20"``, leaves availability unchecked.
            version: PTX version; None for the lowest that the items need.
            target_options: Further words of ``.target``.
            address_size: Bits of an address; None to leave ``.address_size`` out.
            header: Comment at the head of the text, line by line; or a sequence with the one before each of
                ``.version``, ``.target`` and ``.address_size``.
            layout: Spacing of the text: the name of a style or a `TextLayout`.
            untyped: Whether floating-point registers are declared as bits, ``.b32`` for f32, as LLVM 20 and
                later do.

        Raises:
            TraceError: There is no such target or PTX version, or there are more headers than directives.
        """
        opening = 2 if address_size is None else 3
        if not isinstance(header, str) and len(header) > opening:
            raise TraceError(
                f"header has {len(header)} comments, and the module opens with {opening} directives"
                f"{at(caller())}"
            )
        try:
            self.target = None if arch == LOWEST else find_target(arch)
        except ValueError as error:
            raise TraceError(f"arch: {error}{at(caller())}") from None
        self.version = checked_version(version)
        self.revision = 0
        self._target_options = tuple(target_options)
        self._address_size = address_size
        self._header = header
        self._untyped = untyped
        self.layout = layout
        self._entries: list[_Item | _Comment | Func | Kernel] = []

    @property
    def arch(self) -> Arch:
        """The target: the requested one, or the lowest that supports all items, which are traced.

        >>> Module("sm_90a").arch.name, Module().arch.name
        ('sm_90a', 'sm_75')

        Raises:
            TraceError: An item cannot be traced; the message names the line.
        """
        if self.target is not None:
            return self.target
        return next(
            find_target(item.words[0])
            for item in self.tree().items
            if isinstance(item, Directive) and item.name == "target"
        )

    def __repr__(self) -> str:
        target = self.target.name if self.target is not None else "the lowest target"
        return f"<module for {target}: {', '.join(self._names()) or 'empty'}>"

    def __getitem__(self, name: str) -> Kernel:
        """The kernel whose entry is called `name`."""
        for kernel in self.kernels:
            if kernel.__name__ == name:
                return kernel
        raise KeyError(name)

    @property
    def kernels(self) -> tuple[Kernel, ...]:
        """The kernels, in order."""
        return tuple(entry for entry in self._entries if isinstance(entry, Kernel))

    # -- items

    @overload
    def kernel(self, fn: Callable[..., Any]) -> Kernel: ...
    @overload
    def kernel(self, fn: None = None, **options: Any) -> Callable[[Callable[..., Any]], Kernel]: ...
    def kernel(
        self, fn: Callable[..., Any] | None = None, **options: Any
    ) -> Kernel | Callable[[Callable[..., Any]], Kernel]:
        """Make an entry of a function; the options are the same as for `pyptx.kernel`, less the target's.

        Raises:
            TraceError: The declaration contradicts itself, the function's parameters or the target.
        """
        if fn is None:
            return lambda function: self.kernel(function, **options)
        if ours := {"target_options", "untyped"} & options.keys():
            raise TraceError(f"{min(ours)} is an option of Module, for all its kernels")
        arch = LOWEST if self.target is None else self.target.name
        made = Kernel(fn, arch=arch, version=self.version, home=self, **options)
        self._add(made)
        return made

    @overload
    def func(self, fn: Callable[..., Any]) -> Func: ...
    @overload
    def func(
        self,
        fn: None = None,
        *,
        params: Sequence[Formal] = ...,
        returns: Formal | Sequence[Formal] | None = ...,
        name: str | None = ...,
        linkage: str | None = ...,
        directives: Sequence[object] = ...,
        attributes: Sequence[str] = ...,
        parenthesised: bool = ...,
    ) -> Callable[[Callable[..., Any]], Func]: ...
    def func(
        self, fn: Callable[..., Any] | None = None, **options: Any
    ) -> Func | Callable[[Callable[..., Any]], Func]:
        """Make a device function from a Python function; the options are the same as for `pyptx.ptx.func`.

        Raises:
            TraceError: A parameter is not one that PTX has.
        """
        if fn is None:
            return lambda function: self.func(function, **options)
        made = Func(fn, **options)
        self._add(made)
        return made

    def prototype(
        self,
        name: str,
        *,
        params: Sequence[Formal] = (),
        returns: Formal | Sequence[Formal] | None = None,
        linkage: str | None = None,
        directives: Sequence[object] = (),
        attributes: Sequence[str] = (),
        parenthesised: bool = True,
        semicolon: bool = True,
    ) -> Func:
        """Declare a device function whose body is further down, or elsewhere (``linkage="extern"``).

        ``vprintf = module.prototype("vprintf", params=("u64", …), returns=…, linkage="extern")`` is called
        like one that has a body.

        Args:
            name: Name of the function.
            params: Its parameters, as for `ptx.func`.
            returns: Its results, as for `ptx.func`.
            linkage: `"extern"`, `"visible"` or `"weak"`.
            directives: Directives after the parameters, such as `".noreturn"`.
            attributes: Words of `.attribute`.
            parenthesised: Whether `()` is written if there are no parameters.
            semicolon: Whether a semicolon ends the declaration.

        Raises:
            TraceError: A parameter is not one that PTX has.
        """
        made = Func(
            None,
            name=name,
            params=params,
            returns=returns,
            linkage=linkage,
            directives=directives,
            attributes=attributes,
            parenthesised=parenthesised,
            semicolon=semicolon,
        )
        self._add(made)
        return made

    def var(
        self,
        state_space: str,
        dtype: PtxType,
        name: str,
        *,
        size: int | Sequence[int | None] | None = None,
        align: int | None = None,
        linking: str | None = None,
        init: InitialValue | None = None,
        vector: int | None = None,
    ) -> str:
        """Declare a variable: ``.const .align 4 .f32 weights[3] = {…};``.

        Args:
            state_space: ``"global"``, ``"const"``, ``"shared"`` or ``"local"``.
            dtype: Element type.
            name: Its name.
            size: Elements, or those of each dimension; None for a single one.
            align: Bytes; a power of two.
            linking: ``"extern"``, ``"visible"``, ``"weak"`` or ``"common"``.
            init: Initial value: a number, one per element (a list for each row), or `bytes`; a name is an
                address.
            vector: Elements of the type, where it is a vector.

        Returns:
            The name.

        Raises:
            TraceError: PTX has no such variable.
        """
        made = variable(
            state_space, dtype, name, size=size, align=align, linking=linking, init=init, vector=vector
        )
        self._add(_Item(made, caller()))
        return name

    def declare(self, text: str) -> None:
        """Declare variables from their PTX text: ``module.declare(".global .texref image;")``.

        Raises:
            TraceError: The text is not a declaration.
        """
        source = caller()
        for item in _parsed("declare", text, source):
            if not isinstance(item, Declaration):
                raise TraceError(f"module.declare: {text!r} is more than declarations{at(source)}")
            self._add(_Item(item, source))

    def file_(self, file_idx: int, filename: str) -> None:
        """``.file index "name"``: a source file that ``.loc`` lines refer to.

        >>> module = Module("sm_80")
        >>> module.file_(1, "scale.cu")
        >>> print(module.ptx().splitlines()[-1])
        .file 1 "scale.cu"

        Args:
            file_idx: The index that `.loc` names, from 1 on.
            filename: Path of the source file.
        """
        self._add(_Item(Directive("file", (str(file_idx), f'"{filename}"')), caller()))

    def directive(self, text: str) -> None:
        """Write a directive between the functions, as PTX text: ``module.directive('.file 1 "a.cu", 5, 7')``.

        >>> module = Module("sm_80")
        >>> module.directive('.file 1 "scale.cu", 1234567890, 512')
        >>> print(module.ptx().splitlines()[-1])
        .file 1 "scale.cu", 1234567890, 512

        Raises:
            TraceError: The text is not a directive of a module.
        """
        source = caller()
        known = [row.name for row in DIRECTIVES.values() if "module" in row.places]
        for item in _parsed("directive", text, source):
            if not isinstance(item, Directive) or (item.name and item.name not in known):
                listed = ", ".join(f".{name}" for name in known)
                raise TraceError(f"module.directive: {text!r}; there are {listed}{at(source)}")
            self._add(_Item(item, source))

    def alias(self, name: str, function: Func | str) -> None:
        """``.alias name, function;``: another name of a function (manual section 11.2.3).

        >>> module = Module("sm_80")
        >>> module.raw(".visible .func idle() { ret; }")
        >>> module.alias("wait", "idle")
        >>> print(module.ptx().splitlines()[-1])
        .alias wait, idle;
        """
        aliasee = function if isinstance(function, str) else function.name
        self._add(_Item(Directive("alias", (name, ",", aliasee), semicolon=True), caller()))

    def section(self, text: str) -> None:
        """Write data for debuggers, as PTX text: ``.section .debug_str { … }`` (manual section 11.5.2).

        >>> module = Module("sm_80")
        >>> module.section(".section .debug_str { text: .b8 104, 105, 0 }")
        >>> ".section .debug_str" in module.ptx()
        True

        Raises:
            TraceError: The text is not a section.
        """
        source = caller()
        for item in _parsed("section", text, source, spaced=True):
            if not isinstance(item, Section):
                raise TraceError(f"module.section: {text[:40]!r}… is more than sections{at(source)}")
            self._add(_Item(item, source))

    def comment(self, text: str) -> None:
        """``// text`` on a line of its own, before the next item.

        >>> module = Module("sm_80")
        >>> module.comment("weights of the filter")
        >>> module.declare(".const .f32 weights[2] = {0.25, 0.5};")
        >>> module.ptx().splitlines()[-2:]
        ['// weights of the filter', '.const .f32 weights[2] = {0.25, 0.5};']

        Raises:
            TraceError: The text has several lines.
        """
        self._add(_Comment(checked_comment(text)))

    def raw(self, text: str) -> None:
        """Items as PTX text, functions too: nothing is verified.

        >>> module = Module("sm_80")
        >>> module.raw(".visible .func idle() { nanosleep.u32 20; ret; }")
        >>> "nanosleep.u32 20;" in module.ptx()
        True

        Raises:
            TraceError: The text is not PTX.
        """
        source = caller()
        for item in _parsed("raw", text, source):
            self._add(_Item(item, source, verified=False))

    # -- the result

    def ptx(self) -> str:
        """Return the text, with each kernel for its default template parameters.

        Raises:
            TraceError: An item cannot be traced; the message names the line.
        """
        return emitter.emit(self.tree())

    def tree(self) -> Tree:
        """Return the tree of `ptx`.

        >>> module = Module("sm_80")
        >>> module.declare(".const .f32 weights[2] = {0.25, 0.5};")
        >>> module.tree().items[-1].declarators[0].name
        'weights'
        """
        return self._trace(None)[0]

    def program(self, entry: str | None = None) -> Program:
        """Return the program of a kernel; its name may be left out where there is one."""
        if entry is None and len(self.kernels) == 1:
            entry = self.kernels[0].__name__
        return from_module(self.tree(), entry)

    def traced(
        self, chosen: Variants, dims: Mapping[str, int], template: Mapping[str, Any], *, lineinfo: bool
    ) -> tuple[Tree, Needs]:
        """Return the tree with a specialisation of one kernel, and the needs of its launch.

        Args:
            chosen: The specialisations of the kernel.
            dims: Sizes of its dimensions.
            template: Values of its template parameters.
            lineinfo: Whether lines of the source are written as `.loc`.

        :meta private:
        """
        return self._trace(chosen, dims, template, lineinfo=lineinfo)

    def _trace(
        self,
        chosen: Variants | None,
        dims: Mapping[str, int] = MappingProxyType({}),
        template: Mapping[str, Any] | None = None,
        *,
        lineinfo: bool = False,
    ) -> tuple[Tree, Needs]:
        unit = Unit(
            self.target or LOWEST,
            self.version,
            target_options=self._target_options,
            address_size=self._address_size,
            header=self._header,
            untyped=self._untyped,
        )
        needs = Needs()
        for entry in self._entries:
            if isinstance(entry, Kernel):
                variants = entry.callee.variants
                if variants is chosen:
                    needs = variants.trace_into(unit, dims, template, lineinfo=lineinfo)
                else:
                    variants.trace_into(unit, lineinfo=lineinfo)
            elif isinstance(entry, Func):
                if not unit.has_function(entry.name, body=True):
                    entry.trace_into(unit)
            else:
                entry.trace_into(unit)
        tree = unit.module()
        return (tree if self.layout is None else emitter.lay_out(tree, self.layout)), needs

    def _names(self) -> Iterator[str]:
        for entry in self._entries:
            if isinstance(entry, Kernel):
                yield entry.__name__
            elif isinstance(entry, Func):
                yield entry.name
            elif isinstance(entry.item, Declaration):
                yield from (declarator.name for declarator in entry.item.declarators)
            elif isinstance(entry.item, Function):
                yield entry.item.name

    def _add(self, entry: _Item | _Comment | Func | Kernel) -> None:
        self._entries.append(entry)
        self.revision += 1


class _Comment:
    """A comment between the items."""

    item = None

    def __init__(self, text: str) -> None:
        self.text = text

    def trace_into(self, unit: Unit) -> None:
        """Keep the comment for the next item."""
        unit.comments.append(self.text)


class _Item:
    """An item that needs no tracing, and the Python line that declared it."""

    def __init__(self, item: Item, source: Source, *, verified: bool = True) -> None:
        self.item = item
        self._verified = verified
        self.source = source

    def trace_into(self, unit: Unit) -> None:
        """Add the item to a module that is being traced."""
        try:
            unit.add(self.item, verified=self._verified)
        except TraceError as error:
            raise TraceError(f"{str(error).partition(chr(10))[0]}{at(self.source)}") from None
        if self._verified and isinstance(self.item, Declaration):
            said = wrong_initial_value(self.item, unit.names.get)
            if said is not None:
                raise TraceError(f"{said}{at(self.source)}")


def _parsed(function: str, text: str, source: Source, *, spaced: bool = False) -> tuple[Item, ...]:
    """Parse a text, with or without its spacing.

    Raises:
        TraceError: The text is not PTX.
    """
    try:
        items = parser.parse(text).items
        return items if spaced else without_gaps(items)
    except ParseError as error:
        raise TraceError(f"module.{function}: {error}{at(source)}") from None
