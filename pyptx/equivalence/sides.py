"""The two sides of a comparison: kernels, programs, functions that launch kernels, functions of NumPy."""

from __future__ import annotations

import inspect
import traceback
from abc import ABC, abstractmethod
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.equivalence.budget import GaveUpError
from pyptx.equivalence.outcomes import Outcome, Output
from pyptx.errors import LaunchError, PtxError, SimFault
from pyptx.kernel import Kernel
from pyptx.program import directing
from pyptx.sim.shadow.carried import CarriedShadows
from pyptx.sim.shadow.launch_shadows import kind_of
from pyptx.sim.shadow.term_arrays import OutsideFragmentError, TermArray
from pyptx.sim.shadow.terms import check_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from pyptx.program import Program, Report
    from pyptx.sim.shadow.terms import Terms

    Array = NDArray[Any]
    Sizes = Mapping[str, Any]

MAX_STEPS = 20_000_000
"""The value of `Side.max_steps`, unless `Search` has another one."""


class Side(ABC):
    """One side of a comparison.

    Attributes:
        name: Its name in reports.
        used: The arguments that its runs took, by name.
        max_steps: Instructions that a launch, natively a warp, issues before it counts as endless.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.used: set[str] = set()
        self.max_steps = MAX_STEPS

    def run(
        self, arguments: Mapping[str, Any], sizes: Sizes, carried: CarriedShadows | None = None
    ) -> Outcome:
        """Run on the simulator with shadows; the arrays may change.

        Args:
            arguments: Arrays and numbers by name.
            sizes: Sizes of dimensions, and other numbers by name.
            carried: The shadows of the launches, with those that the arrays have at first.

        Raises:
            LaunchError: The arguments do not fit, or a launch did not end.
            SimFault: A kernel faulted.
        """
        carried = carried or CarriedShadows()
        before = {name: each.copy() for name, each in arguments.items() if isinstance(each, np.ndarray)}
        overflows: list[str] = []
        with (
            self._ending(),
            directing("sim", shadow=carried, max_steps=self.max_steps) as reports,
            np.errstate(all="ignore", over="call", call=lambda kind, _: overflows.append(kind)),
        ):
            returned = self._call(arguments, sizes, reports)
        if returned is None:
            returned = {
                name: arguments[name] for name in before if _changed(arguments[name], before[name], carried)
            }
        if not returned:
            raise LaunchError(f"{self.name} writes no array")
        for name, array in returned.items():
            if array.dtype.kind in "cOSUmM":
                raise LaunchError(f"{self.name}: {name} has elements of {array.dtype}; return real numbers")
        outputs = {name: Output.of(array, carried) for name, array in returned.items()}
        own = carried.reports[len(carried.reports) - len(reports) :]
        lines = tuple(line for report in own for line in report.lines)
        exceeds = bool(overflows) or any(line.exceeds for line in lines)
        polynomials = frozenset(report.coefficients[place] for report in own for place in report.polynomials)
        return Outcome(self.name, outputs, lines, carried.provenance, exceeds, polynomials)

    def terms_of(
        self, arguments: Mapping[str, Any], sizes: Sizes, terms: Terms, variables: Mapping[str, Array]
    ) -> dict[str, Array]:
        """Run with arrays of any contents, and return the terms of the outputs.

        Args:
            arguments: Arrays and numbers by name.
            sizes: Sizes of dimensions, and other numbers by name.
            terms: Keeper of the terms.
            variables: The terms of the arrays that vary, by name.

        Raises:
            OutsideFragmentError: An output is not a term.
        """
        carried = CarriedShadows(terms)
        for name, ids in variables.items():
            carried.give(name, arguments[name], ids)
        outcome = self.run(arguments, sizes, carried)
        check_lines(outcome.lines)
        return {
            name: terms.constants(each.shadow) if each.nodes is None else terms.of(each.shadow, each.nodes)
            for name, each in outcome.outputs.items()
        }

    def run_checked(self, arguments: Mapping[str, Any], sizes: Sizes, checks: Collection[str]) -> None:
        """Run without shadows, and with some checks of the simulator; the arrays may change.

        Raises:
            LaunchError: A launch did not end.
            SimFault: A kernel broke a rule.
        """
        with self._ending(), directing("sim", checks=checks, max_steps=self.max_steps) as reports:
            self._call(arguments, sizes, reports)

    @contextmanager
    def _ending(self) -> Iterator[None]:
        """Raise a `LaunchError` for a launch that does not end, because it has no results to compare."""
        try:
            yield
        except SimFault as fault:
            if fault.rule != "max-steps":
                raise
            _, _, place = str(fault).partition("\n")
            raise LaunchError(
                f"{self.name} issued {self.max_steps} instructions and has not ended; if it has an end, "
                f"--max-steps or Search(max_steps=…) lets it come there\n{place}"
            ) from fault

    def _note_used(self, taken: Iterable[Any], arguments: Mapping[str, Any]) -> None:
        """Note the arguments that a run takes."""
        values = list(taken)
        self.used |= {name for name, value in arguments.items() if any(value is each for each in values)}

    @property
    def assumption(self) -> str:
        """The assumption of a proof about this side; empty if there is none."""
        return ""

    @abstractmethod
    def takes(self, name: str, sizes: Sizes) -> bool:
        """Whether a size has an effect on the side, apart from the tiles of its inputs."""

    @abstractmethod
    def _call(
        self, arguments: Mapping[str, Any], sizes: Sizes, reports: list[Report]
    ) -> dict[str, Array] | None:
        """Run, and return the new arrays; None if the side writes to its arguments."""


class KernelSide(Side):
    """A kernel, which may be built for the sizes.

    Attributes:
        build: Builds it.
        parameters: The sizes that `build` reads.
    """

    def __init__(self, name: str, build: Callable[[Sizes], Kernel], parameters: Collection[str] = ()) -> None:
        super().__init__(name)
        self.build, self.parameters = build, parameters

    def takes(self, name: str, sizes: Sizes) -> bool:
        """Whether `build` or a call of the kernel takes a size."""
        return name in self.parameters or self.build(sizes).takes(name)

    def _call(
        self, arguments: Mapping[str, Any], sizes: Sizes, reports: list[Report]
    ) -> dict[str, Array] | None:
        kernel = self.build(sizes)
        inputs = kernel.tensor_names[: len(kernel.in_specs or ())]
        given = bound(self.name, inputs, arguments)
        known = {name: value for name, value in {**arguments, **sizes}.items() if kernel.takes(name)}
        self._note_used((*given.values(), *known.values()), arguments)
        returned = kernel(*given.values(), **known)
        results = returned if isinstance(returned, tuple) else () if returned is None else (returned,)
        made = dict(zip(kernel.tensor_names[len(inputs) :], results, strict=True))
        return {**made, **{name: given[name] for name in kernel.mutates}}


@dataclass(frozen=True, slots=True)
class Geometry:
    """The sizes of a launch: numbers, or None for those of the program."""

    grid: Any = None
    block: Any = None
    cluster: Any = None
    smem: int | None = None


class ProgramSide(Side):
    """An entry of PTX text, with its geometry for given sizes, and descriptions of its arguments."""

    def __init__(
        self,
        name: str,
        program: Program,
        geometry: Callable[[Sizes], Geometry],
        specs: Mapping[str, Any],
        parameters: Collection[str] = (),
    ) -> None:
        super().__init__(name)
        self.program, self.geometry, self.specs = program, geometry, specs
        self.parameters = parameters

    def takes(self, name: str, sizes: Sizes) -> bool:
        """Whether the geometry or a description of an argument has a size."""
        del sizes
        return name in self.parameters

    def _call(
        self, arguments: Mapping[str, Any], sizes: Sizes, reports: list[Report]
    ) -> dict[str, Array] | None:
        given = bound(self.name, [param.name for param in self.program.params], arguments)
        self._note_used(given.values(), arguments)
        where = self.geometry(sizes)
        self.program.forget_variables()
        self.program.launch(
            *given.values(), grid=where.grid, block=where.block, cluster=where.cluster, smem=where.smem
        )
        return None


class FunctionSide(Side):
    """A Python function that launches kernels, or one of NumPy, which gets its inputs in float64."""

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        super().__init__(name)
        self._function, self._launches = function, False

    def takes(self, name: str, sizes: Sizes) -> bool:
        """Whether a parameter of the function may get a size."""
        del sizes
        try:
            parameters = inspect.signature(self._function).parameters.values()
        except ValueError:  # of C, without a signature
            return True
        return any(
            each.name.lower() == name.lower() or each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
            for each in parameters
        )

    @property
    def assumption(self) -> str:
        """That Python code around launches does not depend on data; empty for functions of NumPy."""
        decides = f"the Python code of {self.name} decides nothing by the contents of arrays"
        return decides if self._launches else ""

    def _call(
        self, arguments: Mapping[str, Any], sizes: Sizes, reports: list[Report]
    ) -> dict[str, Array] | None:
        given, keywords = self._bound(arguments, sizes)
        self._note_used((*given.values(), *keywords.values()), arguments)
        if self._launches:
            return self._named(self._function(*given.values(), **keywords))
        exact = {  # copies, so that the first call cannot change the arguments of the second
            name: each.astype(np.float64 if kind_of(each) else each.dtype)
            if isinstance(each, np.ndarray)
            else each
            for name, each in given.items()
        }
        try:
            result = self._function(*exact.values(), **keywords)
        except Exception as error:  # kernels, and functions around them, refuse float64 in many ways
            first = len(reports)
            try:
                result = self._function(*given.values(), **keywords)
            except Exception as again:
                if reports or isinstance(again, PtxError):
                    raise
                taken, cause = (given, again) if isinstance(error, PtxError) else (exact, error)
                raise LaunchError(_raised(self.name, cause, taken)) from cause
            self._launches = bool(reports)
            del reports[:first]
        else:
            self._launches = bool(reports)
            if reports:
                reports.clear()  # launches with float64 arrays say nothing about the kernels
                result = self._function(*given.values(), **keywords)
            elif result is None:
                raise LaunchError(f"{self.name} launches no kernel and returns nothing; return the results")
        return self._named(result)

    def terms_of(
        self, arguments: Mapping[str, Any], sizes: Sizes, terms: Terms, variables: Mapping[str, Array]
    ) -> dict[str, Array]:
        """Run with arrays of terms, if it is a function of NumPy; see `Side.terms_of`."""
        copies = {
            name: each.copy() if isinstance(each, np.ndarray) else each for name, each in arguments.items()
        }
        self.run(copies, sizes)  # which shows whether it launches kernels
        if self._launches:
            return super().terms_of(arguments, sizes, terms, variables)
        given = {**arguments, **{name: terms.array(ids) for name, ids in variables.items()}}
        terms.line = self.name
        try:
            taken, keywords = self._bound(given, sizes)
            result = self._function(*taken.values(), **keywords)
        except OutsideFragmentError as error:
            raise OutsideFragmentError(error.reason, error.line or self.name) from None
        except GaveUpError:
            raise
        except Exception as error:
            said = f"it refuses arrays of terms: {type(error).__name__}: {error}"
            raise OutsideFragmentError(said, self.name) from error
        made = result if isinstance(result, dict) else _numbered(result)
        return {
            name: each.ids if isinstance(each, TermArray) else terms.constants(np.asarray(each))
            for name, each in made.items()
        }

    def _bound(self, arguments: Mapping[str, Any], sizes: Sizes) -> tuple[dict[str, Any], dict[str, Any]]:
        """The arguments that the function takes by position, and those that it takes by keyword only.

        Raises:
            LaunchError: An argument is missing.
        """
        try:
            parameters = inspect.signature(self._function).parameters.values()
        except ValueError:  # of C, without a signature
            return dict(arguments), {}
        named = {name.lower(): value for name, value in {**sizes, **arguments}.items()}
        only = [each for each in parameters if each.kind is each.KEYWORD_ONLY]
        keywords = {each.name: named[each.name.lower()] for each in only if each.name.lower() in named}
        for each in only:
            if each.name not in keywords and each.default is each.empty:
                raise LaunchError(
                    f"{self.name} takes {each.name}= by keyword; give a size {each.name}=VALUE, or an "
                    "argument of that name"
                )
        if any(each.kind is each.VAR_POSITIONAL for each in parameters):
            return dict(arguments), keywords
        names = [
            each.name
            for each in parameters
            if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
        ]
        everything = {**arguments, **{name: value for name, value in sizes.items() if name in names}}
        needed = [each.name for each in parameters if each.default is each.empty]
        taken = [name for name in names if name in needed or name in everything]
        return bound(self.name, taken, everything), keywords

    def _named(self, result: Any) -> dict[str, Array] | None:
        if result is None:
            return None
        made = result if isinstance(result, dict) else _numbered(result)
        return {name: np.asarray(each) for name, each in made.items()}


def side_of(given: Any) -> Side:
    """Return the side of a kernel, a launch or a function.

    Raises:
        LaunchError: It is something else.
    """
    if isinstance(given, Side):
        return given
    if isinstance(given, Kernel):
        return KernelSide(given.__name__, lambda sizes: given)
    if callable(given) and not isinstance(given, type):
        return FunctionSide(getattr(given, "__name__", type(given).__name__), given)
    raise LaunchError(
        f"{given!r} cannot be compared; give a kernel, a launch (load_ptx(…).launch(grid=…)) or a function"
    )


def bound(what: str, names: Sequence[str], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments with some names, upper or lower case; the first ones in order if a name is missing.

    Raises:
        LaunchError: There are fewer.
    """
    known = {name.lower(): value for name, value in arguments.items()}
    if all(name.lower() in known for name in names):
        return {name: known[name.lower()] for name in names}
    if len(names) > len(arguments):
        raise LaunchError(
            f"{what} takes {', '.join(names)}; the arguments are {', '.join(arguments) or 'none'}"
        )
    return dict(zip(names, arguments.values(), strict=False))


def _raised(name: str, error: Exception, given: Mapping[str, Any]) -> str:
    """The message about an exception of a function: its place, and the arguments."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    shown = (
        f"{word}={each.dtype}{list(each.shape)}" if isinstance(each, np.ndarray) else f"{word}={each!r}"
        for word, each in given.items()
    )
    said = f"{type(error).__name__}: {error}".rstrip(": ")
    return f"{name} raised {said}, at {last.filename}:{last.lineno}, with {', '.join(shown) or 'no argument'}"


def _numbered(result: Any) -> dict[str, Any]:
    """The results of a function by their names in reports."""
    if isinstance(result, tuple | list):
        return {f"output {number}": each for number, each in enumerate(result)}
    return {"output": result}


def _changed(array: Array, before: Array, carried: CarriedShadows) -> bool:
    """Whether a launch has stored into an array, or NumPy has changed it."""
    return carried.wrote(array) or array.tobytes() != before.tobytes()
