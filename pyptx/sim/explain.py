"""Turn a broken rule into the fault that the user sees: its place, its thread, the conflicting access."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.errors import SimFault
from pyptx.sim.faults import OtherAccess, Trap, explained_by
from pyptx.sim.stall import Stall
from pyptx.sim.visitors import Visitors

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pyptx.sim.lines import Lines
    from pyptx.sim.machine import Machine
    from pyptx.sim.site import Site
    from pyptx.sim.steps import Code, Step

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
    visitors = Visitors(machine, code, lines)
    if step is not None:
        line, text = lines.of(step)
        places, source = [lines.place(step)], lines.source(step)
        if step is machine.step and trap.lane is not None:
            places, source = visitors.place(step, trap.lane)
        said += [f"  {text}", f"  at {places[0]}", *(f"  {each}" for each in places[1:])]
    if thread is not None:
        said.append(
            f"  in CTA {thread['ctaid']}, thread {thread['tid']} "
            f"(warp {thread['warp']}, lane {thread['lane']})"
        )
    if trap.slot is not None:
        said += [f"  {line}" for line in visitors.history(trap.slot)]
    other = None
    conflicting = trap.other or _first_read(trap.unwritten, machine)
    if conflicting is not None:
        other = _other(conflicting, lines)
        if place := other.pop("text"):
            said.append(f"  {conflicting.who} {conflicting.did}:")
            said += [f"    {line}" for line in place]
    blocks = zip(code.blocks, machine.counters.lanes, strict=True)
    executed = [each for block, lanes in blocks if lanes for each in block.steps]
    if trap.rule == "wgmma-hazard" and step is not None:
        said += _groups_left(step, executed, executed)
    if trap.rule == "race" and (pending := trap.other) and pending.step and pending.waits is not None:
        said += _groups_left(pending.step, executed, pending.waits)
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


def _groups_left(started: Site, executed: Sequence[Step], waits: Collection[Site]) -> list[str]:
    """Describe what leaves a pending operation out of the groups that its thread has waited for.

    Args:
        started: The instruction that started it.
        executed: The instructions that any thread has executed.
        waits: Those among them that its thread may have executed.
    """
    words = started.name.split(".")
    if words[0] == "wgmma":
        family = "wgmma"
    elif "bulk_group" in words:
        family = "cp.async.bulk"
    elif words[:2] == ["cp", "async"] and words[2] in ("ca", "cg"):
        family = "cp.async"
    else:
        return []
    commit, wait = f"{family}.commit_group", f"{family}.wait_group"
    if any(step.name == f"{family}.wait_all" for step in executed):
        return []
    if not any(step.name.startswith(commit) for step in executed):
        if not any(step.name.startswith(wait) for step in executed):
            return []
        return [f"  no thread has executed {commit}, without which a wait for groups waits for nothing"]
    mine = [step for step in executed if step in waits and step.name.startswith(wait)]
    least = min(mine, key=lambda step: step.operation.constant("n"), default=None)
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
