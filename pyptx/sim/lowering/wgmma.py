"""Rules of products of warpgroups and their registers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.layouts.sparsity import metadata_fragment
from pyptx.sim.lowering.matrices import metadata_places
from pyptx.sim.lowering.step import StepLowering, rule
from pyptx.sim.semantics.wgmma import form_of as wgmma_form
from pyptx.types import from_name

if TYPE_CHECKING:
    from pyptx.sim.lowering.records import Followed, Record

_ELEMENT_TYPES = ("f16", "bf16", "tf32", "e4m3", "e5m2", "s8", "u8", "b1")
_SUM_TYPES = ("f32", "f16", "s32")


@rule("wgmma")
def _wgmma(step: StepLowering) -> None:
    op = step.op
    if op.words[0] != "mma_async":
        waits = op.words[0] == "wait_group"
        step.emit(f"wgmma.{op.words[0]}", **({"imm": op.constant("n")} if waits else {}))
        return
    form = wgmma_form(op)
    if op.unit is not None and form.d_type != "s32":
        raise step.uncovered("summed as hardware does it")
    program = step.program
    shape = program.shapes.setdefault(form.shape, len(program.shapes))
    relations = []
    for key in program.watched:
        if key == form.key:
            relations.append(1)
        elif key == form.fragment_key:
            relations.append(2)
        else:
            relations.append(0 if set(key).isdisjoint((*form.key, *form.fragment_key)) else 3)
    flags = (form.mn_major_a, form.mn_major_b, form.negate, form.saturates)
    constant = op.known(op.operand("scale_d")[0])
    step.out.added = form.key
    step.out.defines += form.key
    step.emit(
        "wgmma.mma_async",
        a=step.read("a_desc") if op.has("a_desc") else -1,
        b=step.read("b_desc"),
        c=step.read("scale_d") if constant is None else -1,
        e=int(bool(constant)),
        f=sum(bit << position for position, bit in enumerate(flags)),
        n=form.n,
        finish=_name_accumulators,
        extra=(
            _ELEMENT_TYPES.index(form.a_type),
            _ELEMENT_TYPES.index(form.b_type),
            _SUM_TYPES.index(form.d_type),
            form.k,
            shape,
            program.watched[form.key],
            program.watched[form.fragment_key] if form.a else -1,
            len(form.d),
            len(form.a),
            step.read("sp_meta", from_name("u32")) if form.sparse else -1,
            0,
            *relations,
            *(program.rows[register.number] for register in (*form.d, *form.a)),
            *(
                metadata_places(metadata_fragment(form.shape, form.a_type, form.selector))
                if form.sparse
                else ()
            ),
        ),
    )


def _name_accumulators(record: Record, at: Followed) -> None:
    """Add the registers of the accumulator that must be looked at, by tracked number, to the words."""
    tracked = [at.numbers[each] for each in at.made.added if each in at.unsettled]
    record.extra = (*record.extra[:10], len(tracked), *record.extra[11:], *tracked)


@rule("setmaxnreg")
def _setmaxnreg(step: StepLowering) -> None:
    step.emit("setmaxnreg", imm=step.op.constant("count"), n=int("inc" in step.op.words))
