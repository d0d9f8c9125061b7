"""The symptoms of a program, and whether a changed program still shows one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyptx.emitter import emit
from pyptx.errors import LaunchError, MissingDeviceError, PtxError, SimFault
from pyptx.program import engine, from_cubin, from_module
from pyptx.runtime import detect_arch
from pyptx.sim.campaign import Repeatable, difference
from pyptx.triage import builds
from pyptx.triage.builds import BUILT, DIFFERS, FAULT, SCHEDULE, VALUES
from pyptx.verify import module_target, verify_module

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.ir import Module
    from pyptx.program import Program
    from pyptx.triage.builds import Build, Outcome

SCHEDULES = (("late", 0), ("early", 0), ("random", 0), ("random", 1))
REPEATS = 3
"""Runs of the same ptxas on the same text that must give the same machine code."""

_LIMITS = (1_000, 10_000, 100_000, 1_000_000)


@dataclass(frozen=True, slots=True)
class Symptom:
    """A symptom of a program.

    Attributes:
        kind: One of `KINDS`.
        said: The rule of a fault, the message of ptxas, or the difference of the results.
        messages: The errors of ptxas; empty for other kinds.
        build: The first build that shows it; None for a fault.
        sound: A build that does not show it; None if all do.
        schedule: Schedule and seed of a fault.
        steps: Instructions after which a simulated run is stopped during the reduction; None for no limit.
        accepted: Whether the verifier has no finding.
        report: The report of a fault.
    """

    kind: str
    said: str
    messages: tuple[str, ...] = ()
    build: Build | None = None
    sound: Build | None = None
    schedule: tuple[str, int] = SCHEDULES[0]
    steps: int | None = None
    accepted: bool = True
    report: str = ""


class Case:
    """A program, with or without a launch, and the builds to compare.

    Attributes:
        program: The program.
        launch: The launch; None if only ptxas and the verifier are asked.
        builds: Versions of ptxas with optimization levels.
        timeout: Seconds after which a run of ptxas counts as a hang.
        target: The target of the machine code.
        notes: Symptoms that could not be searched, and why.
    """

    def __init__(
        self,
        program: Program,
        args: Sequence[Any] | None,
        sizes: Mapping[str, Any],
        builds: Sequence[Build],
        timeout: float,
        uninitialized: Sequence[str] = (),
    ) -> None:
        target = module_target(program.module)
        if target is None:
            raise LaunchError(f"{program.entry}: the module has no target that pyptx supports")
        self.program, self.builds, self.timeout = program, builds, timeout
        undefined = tuple(uninitialized)
        self.launch = None if args is None else Repeatable(program, args, **sizes, uninitialized=undefined)
        self.target = target.assembled_for
        self.notes: list[str] = []
        self._expected: list[Any] | None = None

    def write(self) -> None:
        """Write the results of the simulator into the arrays of the caller."""
        if self.launch is not None and self._expected is not None:
            self.launch.write(self._expected)

    def accepts(self, module: Module) -> bool:
        """Whether the verifier has no finding in a module."""
        return not verify_module(module)

    def simulated(self) -> Symptom | None:
        """Run the launch under several schedules; return the first fault."""
        if self.launch is None:
            self.notes.append("not simulated: give the launch (--grid, --block and --arg, or --launch)")
            return None
        for schedule in SCHEDULES:
            try:
                _, results = self.launch.run(self.program, None, *schedule, None)
            except SimFault as fault:
                if fault.rule == "unmodelled":
                    self.notes.append(f"not simulated: {str(fault).splitlines()[0]}")
                    return None
                return self._fault(fault, schedule)
            except PtxError as error:
                self.notes.append(f"not simulated: {str(error).splitlines()[0]}")
                return None
            if self._expected is None:
                self._expected = results
            elif (said := difference(results, self._expected)) is not None:
                return Symptom(SCHEDULE, said, schedule=schedule, steps=_LIMITS[-1])
        return None

    def _fault(self, fault: SimFault, schedule: tuple[str, int]) -> Symptom:
        """The symptom of a fault, with the smallest limit under which the program still faults."""
        for steps in _LIMITS:
            found = Symptom(FAULT, fault.rule, schedule=schedule, steps=steps, report=str(fault))
            if self.shows(found, self.program.module):
                return found
        return Symptom(FAULT, fault.rule, schedule=schedule, report=str(fault))

    def outcomes(self, text: str) -> list[Outcome]:
        """Assemble a text with every build."""
        return [builds.run(build, text, self.target, self.timeout) for build in self.builds]

    def failed(self, kind: str, outcomes: Sequence[Outcome], *, accepted: bool) -> Symptom | None:
        """Return the symptom of the first build that ended with `kind`."""
        found = next((each for each in outcomes if each.kind == kind), None)
        if found is None:
            return None
        sound = next((each.build for each in outcomes if each.kind == BUILT), None)
        said = found.messages[0]
        return Symptom(kind, said, found.messages, found.build, sound, accepted=accepted)

    def unstable(self, outcomes: Sequence[Outcome], *, accepted: bool) -> Symptom | None:
        """Return the symptom of the first build whose machine code differs from run to run."""
        stable = None
        for found in outcomes:
            if found.kind != BUILT:
                continue
            if self._is_unstable(found.build, emit(self.program.module)):
                said = "the same ptxas makes different machine code of the same text"
                return Symptom(DIFFERS, said, (), found.build, stable, accepted=accepted)
            stable = found.build
        return None

    def _is_unstable(self, build: Build, text: str) -> bool:
        first = builds.run(build, text, self.target, self.timeout)
        others = (builds.run(build, text, self.target, self.timeout) for _ in range(REPEATS - 1))
        return first.kind == BUILT and any(
            each.kind == BUILT and each.cubin != first.cubin for each in others
        )

    def miscompiled(self, outcomes: Sequence[Outcome], *, accepted: bool) -> Symptom | None:
        """Run the machine code of every build on a GPU; return the first that differs from the simulator."""
        if self.launch is None or self._expected is None:
            self.notes.append("values not compared: they need a launch that the simulator runs")
            return None
        wrong: tuple[Build, str] | None = None
        sound = None
        for found in outcomes:
            if found.kind != BUILT:
                continue
            try:
                said = difference(self._on_card(found.build, self.program.module), self._expected)
            except MissingDeviceError as error:
                self.notes.append(f"values not compared: {str(error).splitlines()[0]}")
                return None
            except LaunchError as error:
                said = f"the launch fails: {str(error).splitlines()[0]}"
            if said is None:
                sound = sound or found.build
            elif wrong is None:
                wrong = found.build, said
        return wrong and Symptom(VALUES, wrong[1], (), wrong[0], sound, accepted=accepted)

    def _on_card(self, build: Build, module: Module) -> list[Any]:
        """The arrays after a launch of a build on the GPU of this machine."""
        assert self.launch is not None
        card = detect_arch()
        found = builds.run(build, emit(module), card, self.timeout)
        if found.kind != BUILT:
            raise LaunchError(f"{build} makes no machine code for {card}: {found.kind}")
        args, copies = self.launch.copies()
        engine("gpu")(from_cubin(found.cubin, self.program.entry), args, **self.launch.sizes)
        return copies

    def shows(self, symptom: Symptom, module: Module) -> bool:
        """Whether a changed module shows a symptom, and no other one.

        A module that the verifier refuses does not count if it accepted the original, nor does one on which a
        sound build fails.
        """
        try:
            if symptom.kind in (FAULT, SCHEDULE):
                return self._misbehaves(symptom, module)
            if symptom.accepted and not self.accepts(module):
                return False
            return self._fails(symptom, module)
        except (PtxError, ValueError):
            return False  # the change made something else of the program

    def _misbehaves(self, symptom: Symptom, module: Module) -> bool:
        """Whether a module breaks the same rule, or its results depend on the schedule without a fault."""
        assert self.launch is not None
        program = self._with(module)
        try:
            _, results = self.launch.run(program, None, *symptom.schedule, symptom.steps)
        except SimFault as fault:
            return symptom.kind == FAULT and fault.rule == symptom.said
        if symptom.kind == FAULT:
            return False
        _, others = self.launch.run(program, None, *SCHEDULES[0], symptom.steps)
        return difference(results, others) is not None

    def _fails(self, symptom: Symptom, module: Module) -> bool:
        assert symptom.build is not None
        text = emit(module)
        if (
            symptom.sound is not None
            and builds.run(symptom.sound, text, self.target, self.timeout).kind != BUILT
        ):
            return False
        if symptom.kind == DIFFERS:
            return self._is_unstable(symptom.build, text)
        found = builds.run(symptom.build, text, self.target, self.timeout)
        if symptom.kind == VALUES:
            return found.kind == BUILT and self._is_wrong(symptom, module)
        return found.kind == symptom.kind and set(found.messages) <= set(symptom.messages)

    def _is_wrong(self, symptom: Symptom, module: Module) -> bool:
        """Whether the values of a build differ from those of the simulator, and a sound build's do not."""
        assert self.launch is not None
        assert symptom.build is not None
        _, expected = self.launch.run(self._with(module), None, *SCHEDULES[0], _LIMITS[-1])
        if difference(self._on_card(symptom.build, module), expected) is None:
            return False
        sound = symptom.sound
        return sound is None or difference(self._on_card(sound, module), expected) is None

    def _with(self, module: Module) -> Program:
        return from_module(module, self.program.entry, tensor_maps=self.program.tensor_maps)
