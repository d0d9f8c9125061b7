r"""Device functions (manual sections 7.1 and 11.2.2): declared with `func`, called like Python's.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.ptx.functions import directive, unreachable
>>> from pyptx.trace import Trace, tracing
>>> with tracing(Trace("k")) as trace:
...     directive(".pragma \"nounroll\";")
...     unreachable()
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
.pragma "nounroll";
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, overload

from pyptx import parser
from pyptx.errors import ParseError, TraceError
from pyptx.ir import Address, Declaration, Declarator, Directive, Function, Group, Name
from pyptx.ir.visit import functions, without_gaps
from pyptx.isa.directives import DIRECTIVES
from pyptx.late import late
from pyptx.reg import Reg
from pyptx.trace import Head, Trace, at, caller, checked, current, emit, is_identifier, operand, tracing
from pyptx.types import TYPES, PtxType, from_name

if TYPE_CHECKING:
    import inspect
    from collections.abc import Callable, Iterable, Sequence

    from pyptx.reg import Predicate
    from pyptx.trace import Unit, Value
else:
    inspect = late("inspect")

Formal: TypeAlias = "PtxType | tuple[str, str] | str"
"""A parameter: a type, a type and a name, or all of it as PTX spells it (``".param .align 8 .b8 s[24]"``)."""


class Func:
    """A device function; a call of it during a trace traces the PTX call.

    >>> from pyptx import ptx
    >>> from pyptx.types import u32
    >>> @ptx.func(params=(u32,), returns=u32)
    ... def square(x):
    ...     return x * x
    >>> square.name, square.function.__name__, [each.type for each in square.returns]
    ('square', 'square', ['u32'])

    Attributes:
        name: Its PTX name.
        params: Parameters.
        returns: Return parameters; None if it returns nothing.
    """

    def __init__(
        self,
        fn: Callable[..., Any] | None,
        *,
        params: Sequence[Formal] = (),
        returns: Formal | Sequence[Formal] | None = None,
        name: str | None = None,
        linkage: str | None = None,
        directives: Sequence[object] = (),
        attributes: Sequence[str] = (),
        parenthesised: bool = True,
        semicolon: bool = True,
    ) -> None:
        """Check the declaration before the function is traced; the arguments are the same as for `func`."""
        self._fn = fn
        self._semicolon = semicolon
        self._source = caller()
        self._arguments = list(inspect.signature(fn).parameters) if fn is not None else []
        own = getattr(fn, "__name__", "")
        self.name = name if name is not None else "function" if own == "<lambda>" else own
        if not is_identifier(self.name):
            raise TraceError(f"name is {self.name!r}, which is not a PTX identifier{at(self._source)}")
        if linkage not in _LINKAGES:
            raise TraceError(
                f"linkage is {linkage!r}; it must be one of {', '.join(map(repr, _LINKAGES))}"
                f"{at(self._source)}"
            )
        self._linkage = linkage
        listed = [returns] if isinstance(returns, (str, PtxType)) or _is_pair(returns) else returns
        self._typed = {
            "params": any(isinstance(each, PtxType) for each in params),
            "returns": any(isinstance(each, PtxType) for each in listed or ()),
        }
        names = self._arguments if len(self._arguments) == len(params) else []
        self.params = tuple(
            self._formal(each, names[index] if names else f"{self.name}_param_{index}")
            for index, each in enumerate(params)
        )
        self.returns = (
            None
            if listed is None
            else tuple(self._formal(each, f"{self.name}_result_{index}") for index, each in enumerate(listed))
        )
        self._directives = tuple(function_directive(each, "func") for each in directives)
        self._head = Head("func", self.returns, tuple(attributes), parenthesised)
        if fn is not None and self._typed["params"] and not names and params:
            raise TraceError(
                f"{self.name} has {len(params)} params, but takes {len(self._arguments)} arguments"
                f"{at(self._source)}"
            )

    @property
    def function(self) -> Callable[..., Any] | None:
        """The Python function of the body; None for a prototype."""
        return self._fn

    def __repr__(self) -> str:
        listed = ", ".join(f".{each.space} .{each.type} {each.declarators[0].name}" for each in self.params)
        return f"<func {self.name}({listed})>"

    def __ptx__(self) -> Name:
        """Its name: what `call` and `mov` take."""
        self._define_in(current())
        return Name(self.name)

    def __call__(
        self, *arguments: Value, dst: Reg | None = None, uni: bool = False, pred: Predicate | None = None
    ) -> Any:
        """Trace a call.

        Args:
            arguments: One for each parameter: a register or a number; for a parameter that is an array the
                name of a ``.param`` variable.
            dst: A register for the one result; a new one if not given.
            uni: Whether all active threads of the warp make the call: ``call.uni``.
            pred: Guard of the call.

        Returns:
            The register with the result, a tuple where there are several, None where there is none.

        Raises:
            TraceError: The arguments are not those of the parameters.
        """
        trace = current()
        self._define_in(trace)
        if len(arguments) != len(self.params):
            raise TraceError(
                f"{self.name} takes {len(self.params)} arguments, not {len(arguments)}{at(caller())}"
            )
        if dst is not None and len(self.returns or ()) != 1:
            raise TraceError(
                f"{self.name} has {len(self.returns or ())} results; dst takes one{at(caller())}"
            )
        results = [_register_of(each) for each in self.returns or ()] if dst is None else [dst]
        trace.scopes.open()
        given = [_pass(formal, value) for formal, value in zip(self.params, arguments, strict=True)]
        taken = [_receiver(each, result) for each, result in zip(self.returns or (), results, strict=True)]
        operands: list[Value] = [Group(tuple(taken))] if self.returns is not None else []
        operands.append(Name(self.name))
        if given or self.returns is not None:
            operands.append(Group(tuple(given)))
        emit("call", ("uni",) if uni else (), operands, pred)
        for formal, place, result in zip(self.returns or (), taken, results, strict=True):
            if formal.space == "param" and isinstance(result, Reg):
                emit("ld", ("param", formal.type or ""), (result, Address(place)), pred)
        trace.close_scope()
        return tuple(results) if len(results) > 1 else results[0] if results else None

    def prototype(self) -> Function:
        """Return the function without a body, which declares it before a use that precedes the body."""
        linkage = (self._linkage,) if self._linkage else ()
        return Function(
            "func",
            self.name,
            self.params if self._head.parenthesised else None,
            self.returns,
            self._directives,
            None,
            linkage,
            self._head.attributes,
            self._semicolon,
            source=self._source,
        )

    def trace_into(self, unit: Unit) -> None:
        """Add the function to a module that is being traced.

        >>> from pyptx import ptx
        >>> from pyptx.trace import Unit
        >>> from pyptx.types import u32
        >>> @ptx.func(params=(u32,), returns=u32)
        ... def square(x):
        ...     return x * x
        >>> unit = Unit("sm_80")
        >>> square.trace_into(unit)
        >>> [item.name for item in unit.items]
        ['square']

        Raises:
            TraceError: The function cannot be traced; the message names the line.

        :meta private:
        """
        if self._fn is None:
            unit.add(self.prototype())
            return
        trace = Trace(
            self.name,
            unit=unit,
            head=self._head,
            params=self.params,
            directives=self._directives,
            linkage=self._linkage,
        )
        trace.source = self._source
        unit.open[self.name] = unit.bodies[self.name] = self
        with tracing(trace):
            self._return(self._fn(*self._values(trace)))
        del unit.open[self.name]
        trace.finish()

    def _define_in(self, trace: Trace) -> None:
        """Let the module that is being traced have the function."""
        unit = trace.unit
        other = unit.bodies.get(self.name)
        if other is not None and other is not self and self._fn is not None:
            raise TraceError(
                f"two device functions are called {self.name}; give one of them name=...{at(caller())}"
            )
        if unit.open.get(self.name) is not self:
            if self.name not in unit.names:
                self.trace_into(unit)
        elif trace.name != self.name and not unit.has_function(self.name):
            unit.add(self.prototype())

    def _formal(self, given: object, name: str) -> Declaration:
        return formal(given, name, self._source)

    def _values(self, trace: Trace) -> list[Any]:
        """Return the arguments for the Python function."""
        known = {each.declarators[0].name: each for each in (*self.params, *(self.returns or ()))}
        values: list[Any] = []
        for name in self._arguments:
            if name not in known:
                raise TraceError(
                    f"{self.name}({name}): there is no such parameter; it has {', '.join(known) or 'none'}"
                    f"{at(self._source)}"
                )
            values.append(self._value(known[name], trace))
        return values

    def _value(self, declaration: Declaration, trace: Trace) -> Reg | str:
        (declarator,) = declaration.declarators
        if declaration.space == "reg":
            return declared_register(declaration)
        if not self._typed["params"] or declaration not in self.params or declarator.dims:
            return declarator.name
        dtype = from_name(declaration.type or "")
        register = Reg(trace.scopes.new_register(dtype), dtype)
        emit("ld", ("param", dtype.memory), (register, Address(Name(declarator.name))))
        return register

    def _return(self, result: object) -> None:
        """Store the results of the Python function."""
        if not self._typed["returns"]:
            if result is not None:
                raise TraceError(
                    f"{self.name} returned {result!r}: with results that have names it stores them itself, "
                    f"and returns None{at(self._source)}"
                )
            return
        results = result if isinstance(result, tuple) else (result,)
        wanted = self.returns or ()
        if len(results) != len(wanted) or any(each is None for each in results):
            raise TraceError(
                f"{self.name} returned {result!r}; its results are "
                f"{', '.join(f'.{each.type}' for each in wanted)}{at(self._source)}"
            )
        for declaration, value in zip(wanted, results, strict=True):
            made = operand(value, declaration.type)
            emit(
                "st",
                ("param", declaration.type or ""),
                (Address(Name(declaration.declarators[0].name)), made),
            )
        emit("ret", (), ())


@overload
def func(fn: Callable[..., Any]) -> Func: ...
@overload
def func(
    fn: None = None,
    *,
    params: Sequence[Formal] = ...,
    returns: Formal | Sequence[Formal] | None = ...,
    name: str | None = ...,
    linkage: str | None = ...,
    directives: Sequence[object] = ...,
    attributes: Sequence[str] = ...,
) -> Callable[[Callable[..., Any]], Func]: ...
def func(fn: Callable[..., Any] | None = None, **options: Any) -> Func | Callable[[Callable[..., Any]], Func]:
    """Make a device function from a Python function; each module that calls it traces it once.

    Args:
        fn: The function. Its arguments are the parameters: for a parameter given by its type alone, a
            register with the value; for one with a name, that name.
        options: ``params`` and ``returns``: each a type (``f32``), a type and a name (``("f32", "x")``), or
            PTX text (``".param .align 8 .b8 s[24]"``, ``".reg .f32 x"``). The function returns the results
            that are given by their types alone. ``name``: None for that of the function.
            ``linkage``: ``"visible"``, ``"weak"``, ``"extern"`` or None. ``directives``: such as
            ``("noreturn", ())``. ``attributes``: words of ``.attribute(…)``.

    >>> from pyptx.types import f32
    >>> @func(params=(f32, f32), returns=f32)
    ... def hypotenuse(a, b):
    ...     return a * a + b * b
    >>> with tracing(Trace("k", arch="sm_80")) as trace:
    ...     total = hypotenuse(3.0, 4.0)
    >>> hypotenuse, total, [item.name for item in functions(trace.module())]
    (<func hypotenuse(.param .f32 a, .param .f32 b)>, Reg('%f0', f32), ['hypotenuse', 'k'])

    Raises:
        TraceError: A parameter is not one that PTX has.
    """
    if fn is None:
        return lambda function: Func(function, **options)
    if not callable(fn):
        raise TraceError(f"ptx.func takes a function, not {fn!r}{at(caller())}")
    return Func(fn, **options)


@checked("ptx.args")
def args(*operands: Value) -> Group:
    """``(a, b)``: the results or the arguments of a `call` (manual section 9.7.14.5).

    >>> args("param0", 4)
    Group(items=(Name(name='param0'), Literal(text='4')), gaps=None)
    """
    return Group(tuple(operand(value) for value in operands))


@checked("ptx.unreachable")
def unreachable() -> None:
    """Declare that control does not reach this point: no ``ret`` is written at the end of the function."""
    current().unreachable()


@checked("ptx.directive")
def directive(text: str) -> None:
    """Write a directive into a body, as PTX text: ``ptx.directive(".branchtargets a, b;")``.

    Raises:
        TraceError: The text is not a directive that PTX has in a body.
    """
    source = caller()
    try:
        found = parser.parse_statements(text)
    except ParseError as error:
        raise TraceError(f"ptx.directive: {error}{at(source)}") from None
    for statement in found:
        row = DIRECTIVES.get(statement.name) if isinstance(statement, Directive) else None
        if row is None or not {"body", "label"} & set(row.places):
            known = (row.name for row in DIRECTIVES.values() if {"body", "label"} & set(row.places))
            listed = ", ".join(f".{name}" for name in known)
            raise TraceError(f"ptx.directive: {text!r} is not a directive of a body: {listed}{at(source)}")
        current().append(without_gaps(statement))


def formal(given: object, name: str, source: Any) -> Declaration:
    """Return the declaration of a function parameter.

    Raises:
        TraceError: `given` does not describe a parameter.
    """
    if isinstance(given, PtxType):
        return Declaration("param", given.memory, (Declarator(name),))
    if isinstance(given, (tuple, list)) and len(given) == 2:
        type_, name = given
        word = type_.name if isinstance(type_, PtxType) else str(type_).removeprefix(".")
        if word in TYPES and is_identifier(name):
            return Declaration("param", word, (Declarator(name),))
    if isinstance(given, str):
        try:
            (function,) = functions(parser.parse(f".func f({given})"))
            (declaration,) = function.params or ()
        except (ParseError, ValueError):
            pass
        else:
            return without_gaps(declaration)
    raise TraceError(
        f'{given!r} is not a parameter: f32, ("f32", "x") and ".param .align 8 .b8 s[24]" are{at(source)}'
    )


def function_directive(given: object, place: str) -> Directive:
    """A directive between the parameters and the body of a function.

    Args:
        given: Its name and its arguments.
        place: ``"entry"`` or ``"func"``.

    Raises:
        TraceError: There it is none.
    """
    name, words = given if isinstance(given, (tuple, list)) and len(given) == 2 else (given, ())
    row = DIRECTIVES.get(str(name).removeprefix("."))
    if row is None or place not in row.places:
        known = [f".{row.name}" for row in DIRECTIVES.values() if place in row.places]
        raise TraceError(
            f"{name!r} is not a directive of an .{place}; there are {', '.join(known)}{at(caller())}"
        )
    listed: Iterable[Any] = (words,) if isinstance(words, (int, str)) else words
    separated = [part for word in listed for part in (",", str(word))][1:]
    return Directive(row.name, tuple(separated))


def declared_register(declaration: Declaration) -> Reg | str:
    """Return a ``.reg`` parameter as Python uses it: a register, or the name of a vector."""
    dtype, name = TYPES.get(declaration.type or ""), declaration.declarators[0].name
    return name if dtype is None or declaration.vector else Reg(name, dtype)


_LINKAGES = ("visible", "weak", "extern", None)


def _is_pair(given: object) -> bool:
    """Whether this is the type and the name of one result, not two results."""
    if not isinstance(given, tuple) or len(given) != 2:
        return False
    return isinstance(given[0], (str, PtxType)) and is_identifier(given[1])


def _register_of(declaration: Declaration) -> Reg | str:
    """A register for a result, or the name of a variable for a result of several elements."""
    if declaration.declarators[0].dims or declaration.vector:
        return _local(declaration)
    dtype = from_name(declaration.type or "")
    return Reg(current().scopes.new_register(dtype), dtype)


def _receiver(declaration: Declaration, result: Reg | str) -> Name:
    """Return the operand that receives a result in the call: the register itself, or a variable."""
    if isinstance(result, str):
        return Name(result)
    return result.__ptx__() if declaration.space == "reg" else Name(_local(declaration))


def _pass(declaration: Declaration, value: Value) -> Any:
    """Return the operand that passes an argument in the call."""
    made = operand(value, declaration.type)
    if declaration.space == "reg" or declaration.declarators[0].dims or declaration.vector:
        return made
    name = _local(declaration)
    emit("st", ("param", declaration.type or ""), (Address(Name(name)), value))
    return Name(name)


def _local(declaration: Declaration) -> str:
    """Declare a ``.param`` variable like a parameter."""
    trace = current()
    name = trace.scopes.fresh_name("param")
    (declarator,) = declaration.declarators
    variable = Declaration(
        "param", declaration.type, (Declarator(name, dims=declarator.dims),), align=declaration.align,
        vector=declaration.vector,
    )  # fmt: skip
    trace.declare(variable)
    return name
