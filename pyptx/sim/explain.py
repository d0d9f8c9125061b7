"""Turn a broken rule into the fault that the user sees: its place, its thread, the conflicting access."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.errors import SimFault
from pyptx.sim.faults import OtherAccess, Trap, explained_by
from pyptx.sim.stall import Stall
from pyptx.sim.visitors import Visitors

if TYPE_CHECKING:
    from pyptx.sim.lines import Lines
    from pyptx.sim.machine import Machine
    from pyptx.sim.site import Site
    from pyptx.sim.steps import Code

UNMODELLED = "unmodelled"
"""The rule of instructions that the simulator does not have: no fault of the program."""


_IN_TURNS = "  found as each warp ran on until it waited; as all warps ran in lockstep no rule was broken"


def explain(trap: Trap, machine: Machine, code: Code, lines: Lines) -> SimFault:
    """Return the fault of a broken rule: its place, its thread, and the command that explains the rule."""
    fault = _explained(trap, machine, code, lines)
    if machine.scheduler.in_turns:
        *said, last = str(fault).split("\n")
        fault.args = ("\n".join([*said, _IN_TURNS, last]),)
    return fault


def _explained(trap: Trap, machine: Machine, code: Code, lines: Lines) -> SimFault:
    stall = Stall(machine, code, lines)
    if trap.rule == "livelock" and stall.all_await():
        trap = Trap("deadlock", "")
    if trap.rule in ("deadlock", "livelock", "max-steps"):
        return stall.fault(trap.rule)
    step = trap.step or machine.step
    said = [f"{trap.rule}: {trap.message}"]
    thread = machine.thread_of(trap.lane) if trap.lane is not None else None
    line, text, source = None, None, None
    if step is not None:
        line, text = lines.of(step)
        source = lines.source(step)
        said.append(f"  {text}")
        said.append(f"  at {lines.place(step)}")
    if thread is not None:
        said.append(
            f"  in CTA {thread['ctaid']}, thread {thread['tid']} "
            f"(warp {thread['warp']}, lane {thread['lane']})"
        )
    if trap.slot is not None:
        said += [f"  {line}" for line in Visitors(machine, code, lines).history(trap.slot)]
    other = None
    conflicting = trap.other or _first_read(trap.unwritten, machine)
    if conflicting is not None:
        other = _other(conflicting, lines)
        if place := other.pop("text"):
            said.append(f"  {conflicting.who} {conflicting.did}:")
            said += [f"    {line}" for line in place]
    started = step if trap.rule == "wgmma-hazard" else trap.other and trap.other.step
    if trap.rule in ("race", "wgmma-hazard") and started:
        said += _groups_left(started, code, machine)
    if trap.rule != UNMODELLED:
        said.append(explained_by(trap.rule))
    return SimFault(
        "\n".join(said),
        rule=trap.rule,
        source=source,
        ptx_line=line,
        instruction=text,
        thread=thread,
        address=trap.address,
        other=other,
    )


def _first_read(unwritten: int, machine: Machine) -> OtherAccess | None:
    """The instruction that read an undefined value first, which a byte of memory holds; None for none."""
    origin = machine.defined.stored.get(unwritten)
    if origin is None:
        return None
    thread = machine.thread_of(int(origin.lanes.argmax()))
    return OtherAccess(origin.step, thread, "the undefined value stored there", "was first read here")


def _groups_left(started: Site, code: Code, machine: Machine) -> list[str]:
    """Describe commits and waits for groups of operations like one, if none ends the last group."""
    words = started.name.split(".")
    if words[0] == "wgmma":
        family = "wgmma"
    elif "bulk_group" in words:
        family = "cp.async.bulk"
    elif words[:2] == ["cp", "async"] and words[2] in ("ca", "cg"):
        family = "cp.async"
    else:
        return []
    blocks = zip(code.blocks, machine.counters.lanes, strict=True)
    executed = [step for block, lanes in blocks if lanes for step in block.steps]
    commit, wait = f"{family}.commit_group", f"{family}.wait_group"
    waits = [step for step in executed if step.name.startswith(wait)]
    if any(step.name == f"{family}.wait_all" for step in executed):
        return []
    if not any(step.name.startswith(commit) for step in executed):
        return [f"  no thread has executed {commit}, without which a wait for groups waits for nothing"]
    least = min(waits, key=lambda step: step.operation.constant("n"), default=None)
    fewest = least.operation.constant("n") if least is not None else 0
    groups = "the last group" if fewest == 1 else f"the last {fewest} groups"
    return [f"  {least.name} {fewest} does not wait for {groups} of its thread"] if least and fewest else []


def _other(access: OtherAccess, lines: Lines) -> dict[str, Any]:
    """The place of the conflicting access, for programs, and under ``text`` for people."""
    thread, step = access.thread, access.step
    said = []
    line, text = lines.of(step) if step is not None else (None, None)
    source = lines.source(step) if step is not None else None
    if step is not None:
        said += [str(text), f"at {lines.place(step)}"]
    if thread is not None:
        said.append(
            f"in CTA {thread['ctaid']}, thread {thread['tid']} (warp {thread['warp']}, lane {thread['lane']})"
        )
    return {
        "did": access.did,
        "source": {"file": source[0], "line": source[1]} if source else None,
        "ptx_line": line,
        "instruction": text,
        "thread": thread,
        "text": said,
    }
