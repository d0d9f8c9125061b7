"""The options of a kernel: one record, the source of signatures, types and errors of unknown options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

from pyptx.errors import PtxError
from pyptx.late import late
from pyptx.record import record
from pyptx.trace import LOWEST, checked
from pyptx.trace.calls import explain_call

if TYPE_CHECKING:
    import inspect
    from collections.abc import Callable, Mapping, Sequence

    from pyptx.ir import Module
    from pyptx.kernel.tracing import Needs
    from pyptx.kernel.variants import Variants
    from pyptx.specs import Tile
    from pyptx.types import PtxType
else:
    inspect = late("inspect")

Grid: TypeAlias = "Callable[..., Sequence[int] | int] | Sequence[int] | int"
RawParam: TypeAlias = "tuple[str | PtxType, str] | str"
RawDirective: TypeAlias = "tuple[str, Sequence[int | str] | int | str]"

P = ParamSpec("P")
S = TypeVar("S")
F = TypeVar("F")


class ParentModule(Protocol):
    """The parent module of a kernel: `pyptx.Module`."""

    revision: int

    def traced(
        self, chosen: Variants, dims: Mapping[str, int], template: Mapping[str, Any], *, lineinfo: bool
    ) -> tuple[Module, Needs]:
        """Return the module with this specialisation of one kernel, and the needs of its launch."""
        ...


@record(frozen=True, slots=True)
class KernelOptions:
    """The options of `kernel` and `Kernel`.

    Attributes:
        arch: Target; ``"lowest"`` for the lowest target of ptxas that supports all instructions of the
            body; or ``"auto"`` for the most specific target, such as ``sm_90a``, of the GPU that holds
            the arrays of a call, else of the first GPU, else `AUTO_FALLBACK`.
        version: PTX version; None for the lowest that the instructions need.
        in_specs: A `Tile` for each input.
        out_specs: A `Tile` for each output.
        grid: CTAs in each direction: one to three numbers, or a function of dimensions, template
            parameters and launch scalars by name; None for one CTA.
        block: Threads of a CTA in each direction; written as ``.reqntid``. Left out, those of ``.reqntid`` in
            `raw_directives`.
        cluster: CTAs of a cluster in each direction; written as ``.reqnctapercluster``. Left out, those of
            that directive in `raw_directives`.
        smem: Dynamic shared memory of a CTA, in bytes.
        pdl: Programmatic dependent launch, from sm_90 on: whether each launch may start before the kernel
            before it in the stream has ended. The body executes `ptx.griddepcontrol.wait` before it accesses
            memory that another kernel may write or read.
        raw_params: Launch scalars, each a type and a name, or a whole parameter as PTX text
            (``".param .align 8 .b8 s[24]"``); passed by keyword. One with the name of a dimension need
            not be passed. A positional parameter of the function with the same name is that name, for
            `ptx.addr`, not a tensor.
        extern_smem: Name of the dynamic shared array that the kernel lays out itself; True for
            ``"smem"``.
        reqntid: `block` again, to write ``.reqntid`` beside other directives; ``()`` to write none.
        raw_directives: Further directives of the entry, each a name and arguments, or PTX text
            (``".maxntid 128"``); one about threads or clusters replaces that of `block` or `cluster`.
        lineinfo: Whether to write ``.file`` and ``.loc``.
        name: Name of the entry; None for that of the function.
        linkage: ``"visible"``, ``"weak"``, or None for an entry that other modules do not see.
        target_options: Further words of ``.target``, such as ``"debug"``.
        untyped: Whether floating-point registers are declared as bits; see `Module`.
        parenthesised: Whether an entry without parameters has empty parentheses.
        mutates: Names of the inputs that the kernel writes to; None for all inputs without `out_specs`,
            and for no inputs with them. Graphs and JAX rely on it.
        parallel: Names of dimensions along which the kernel's work is independent: a slice of the inputs
            gives that slice of the outputs. Tensors may be sharded along them, and a batch of calls is one
            call with more slices where the dimension is the first of its tensors.
        home: The `pyptx.Module` that contains it, with target, version and options.
    """

    arch: str = LOWEST
    version: tuple[int, int] | None = None
    in_specs: Sequence[Tile] | None = None
    out_specs: Sequence[Tile] | None = None
    grid: Grid | None = None
    block: Sequence[int] | int = (1, 1, 1)
    cluster: Sequence[int] | int = (1, 1, 1)
    smem: int = 0
    pdl: bool = False
    raw_params: Sequence[RawParam] | None = None
    extern_smem: bool | str = False
    reqntid: Sequence[int] | None = None
    raw_directives: Sequence[RawDirective] | None = None
    lineinfo: bool = False
    name: str | None = None
    linkage: str | None = "visible"
    target_options: Sequence[str] = ()
    untyped: bool = False
    parenthesised: bool = True
    mutates: Sequence[str] | None = None
    parallel: Sequence[str] = ()
    home: ParentModule | None = None


def takes_options(
    options: Callable[P, KernelOptions],
) -> Callable[[Callable[[S, F, KernelOptions], None]], Callable[Concatenate[S, F, P], None]]:
    """Give an ``__init__`` of a function and a `KernelOptions` the fields of the record as parameters.

    Calls that do not fit them are `TraceError`s with the caller's line.
    """

    def wrap(
        function: Callable[[S, F, KernelOptions], None],
    ) -> Callable[Concatenate[S, F, P], None]:
        def __init__(self: S, fn: F, /, *args: P.args, **words: P.kwargs) -> None:  # noqa: N807
            try:
                function(self, fn, options(*args, **words))
            except (PtxError, TypeError, AttributeError, ValueError) as error:
                explain_call("kernel", KernelOptions, args, words, registers_only=isinstance(error, PtxError))
                raise

        return __init__

    return wrap


def check_options(args: Sequence[object], words: Mapping[str, object]) -> None:
    """Check that `KernelOptions` has these fields.

    Raises:
        TraceError: The record has no such field, or it has another type.
    """
    checked("kernel")(KernelOptions)(*args, **words)  # type: ignore[arg-type]  # they are not known yet


class OptionsSignature:
    """The signature of a class, or of an object, that takes a function and the fields of `KernelOptions`.

    It is computed on first use, since `inspect` takes longer to import than this package.
    """

    def __init__(self, *, of_class: bool) -> None:
        self._of_class = of_class

    def __get__(self, instance: object, owner: type) -> inspect.Signature:
        if (instance is None) is not self._of_class:
            raise AttributeError("__signature__")
        fn = inspect.Parameter("fn", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        return inspect.Signature([fn, *inspect.signature(KernelOptions).parameters.values()])
