"""Rules of products of warpgroups and their registers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.layouts.sparsity import metadata_fragment
from pyptx.sim.abi import RELATION, WGMMA_SUM, WGMMA_TYPE
from pyptx.sim.lowering.matrices import metadata_places
from pyptx.sim.lowering.step import StepLowering, rule
from pyptx.sim.semantics.wgmma import form_of as wgmma_form
from pyptx.types import from_name

if TYPE_CHECKING:
    from pyptx.sim.lowering.records import Followed


@rule("wgmma")
def _wgmma(step: StepLowering) -> None:
    op = step.op
    if op.words[0] != "mma_async":
        waits = op.words[0] == "wait_group"
        step.emit(f"wgmma.{op.words[0]}", **({"allowed": op.constant("n")} if waits else {}))
        return
    form = wgmma_form(op)
    if op.unit is not None and form.d_type != "s32":
        raise step.uncovered("summed as hardware does it")
    program = step.program
    shape = program.shapes.setdefault(form.shape, len(program.shapes))
    own, fragment = set(form.key), set(form.fragment_key)
    relations = [
        "same" if key == form.key
        else "fragment" if key == form.fragment_key
        else "apart" if own.isdisjoint(key) and fragment.isdisjoint(key)
        else "overlaps"
        for key in program.watched
    ]  # fmt: skip
    constant = op.known(op.operand("scale_d")[0])
    step.out.added = form.key
    step.out.defines += form.key
    rows = [program.rows[register.number] for register in (*form.d, *form.a)]
    places: tuple[int, ...] = ()
    meta = -1
    if form.sparse:
        meta = step.read("sp_meta", from_name("u32"))
        places = metadata_places(metadata_fragment(form.shape, form.a_type, form.selector))
    step.emit(
        "wgmma.mma_async",
        a_desc=step.read("a_desc") if op.has("a_desc") else -1,
        b_desc=step.read("b_desc"),
        scale_d=step.read("scale_d") if constant is None else -1,
        adds=bool(constant),
        columns=form.n,
        depth=form.k,
        shape=shape,
        a_type=WGMMA_TYPE[form.a_type],
        b_type=WGMMA_TYPE[form.b_type],
        d_type=WGMMA_SUM[form.d_type],
        mn_major_a=form.mn_major_a,
        mn_major_b=form.mn_major_b,
        negates=form.negate,
        saturates=form.saturates,
        key=program.watched[form.key],
        fragment=program.watched[form.fragment_key] if form.a else -1,
        meta=meta,
        relations=[RELATION[relation] for relation in relations],
        d=rows[: len(form.d)],
        a=rows[len(form.d) :],
        places=places,
        followed=(),
        finish=_follow_accumulators,
    )


def _follow_accumulators(operands: dict[str, Any], at: Followed) -> None:
    """Name the registers of the accumulator that must be defined."""
    operands["followed"] = [at.numbers[each] for each in at.made.added if each in at.unsettled]


@rule("setmaxnreg")
def _setmaxnreg(step: StepLowering) -> None:
    step.emit("setmaxnreg", count=step.op.constant("count"), more="inc" in step.op.words)
