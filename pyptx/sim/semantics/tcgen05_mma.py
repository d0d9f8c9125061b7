"""MMAs of the fifth generation of tensor cores: `tcgen05.mma` (manual section 9.7.18.10).

One thread starts an MMA of matrices in shared memory (A possibly in tensor memory); D is in tensor memory.
The operands are checked when the instruction executes, and read when the MMA takes effect.

Products are exact, and added to D in float32 in the order of K (`sum_in_order`), as those of `wgmma` are.
Products of scaled elements, whose range float32 does not hold, are summed in float64, added to D and rounded
once. Sums may also be those of the matrix units of a target (`dot_add`). Integers wrap or are clamped.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pyptx.layouts.column_mask import decode_mask
from pyptx.layouts.instruction import decode_instruction, need_shiftable, need_target
from pyptx.sim.abi import COLLECTOR_USE
from pyptx.sim.asynchrony import Work
from pyptx.sim.faults import Trap
from pyptx.sim.machine import Part
from pyptx.sim.observers import TensorFootprint
from pyptx.sim.semantics.bulk_start import active_lanes
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.tcgen05_form import PACKED, Form, Product
from pyptx.sim.semantics.tcgen05_operands import matrix_of, places, region
from pyptx.sim.semantics.tcgen05_plan import given_of, plan_of_product
from pyptx.sim.semantics.tcgen05_product import BLACKWELL, compute, unit_of_product
from pyptx.sim.semantics.tcgen05_scale import factors_of, need_factors, scale_boxes
from pyptx.sim.semantics.tcgen05_sparse import metadata_boxes
from pyptx.sim.semantics.unmodelled import unmodelled
from pyptx.sim.tensor_cores import TensorCores, TensorOperation
from pyptx.sim.tensor_memory import TensorMemory, lane_of, need_group
from pyptx.types import b32, pred, u32, u64

if TYPE_CHECKING:
    from pyptx.layouts.instruction import Instruction
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.observers import TensorBox
    from pyptx.sim.operands import Operation, Read, Run
    from pyptx.sim.semantics.tcgen05_operands import Tile

FEW_ROWS, SHIFT_OF_FEW_ROWS = 32, 16
"""With so few rows B is shifted by at most this many columns."""


@machine("tcgen05.mma")
def multiply(op: Operation) -> Run:
    """``tcgen05.mma``: D = A * B, or D + A * B, some time before a commit arrives."""
    form = _form(op)
    number = op.unit
    op.fidelity = _fidelity(form, number)
    read = {name: _reader(op, name) for name in _OPERANDS if op.has(name)}
    always = op.constant_of(op.operand("enable_input_d")[0])
    adds = op.read("enable_input_d", pred) if always is None else None
    scale_d = op.constant("scale_input_d") if op.has("scale_input_d") else 0
    disabled = op.read("disable_output_lane", b32) if op.has("disable_output_lane") else None

    def run(m: Machine) -> None:
        values = {name: each(m) for name, each in read.items()}
        adding = adds(m) if adds is not None else None
        masks = disabled(m) if disabled is not None else None
        for lane in active_lanes(m).tolist():
            cta = int(m.cta[lane])
            need_group(m, cta, form.group, lane)
            given = {name: int(each[lane]) for name, each in values.items()}
            product = Product(
                form,
                _instruction(form, given["idesc"], m.code.target, lane),
                (cta,) if form.group == 1 else m.part(TensorMemory).pair(cta),
                lane,
                given,
                bool(adding[lane]) if adding is not None else always != 0,
                scale_d,
                tuple(int(word) for word in masks[:, lane]) if masks is not None else (),
            )
            _start(m, product, number)

    return run


_OPERANDS = (
    "d_tmem", "a_desc", "a_tmem", "b_desc", "idesc", "sp_meta_tmem", "scale_a_tmem", "scale_b_tmem",
    "zero_column_mask_desc",
)  # fmt: skip


def _reader(op: Operation, name: str) -> Read:
    """A reader of an address, a descriptor or a number."""
    if name.endswith("_tmem"):
        return op.place(name).read
    return op.read(name, u32 if name == "idesc" else u64)


_UNMODELLED = {
    "kind::ti16": "the manual does not define the bits of its elements; .kind::f16 has the same integers",
    "decompress::lut::b": (
        "the manual only draws how the table and the indices lie in memory; write the elements of B to "
        "shared memory, and leave the word and the table out"
    ),
}


def _form(op: Operation) -> Form:
    """Read the modifiers."""
    words = op.words
    for word in words:
        if word in _UNMODELLED:
            unmodelled(op, _UNMODELLED[word])
    return Form(
        kind=op.modifiers["kind"].removeprefix("kind::"),
        group=int(op.modifiers["cta_group"][-1]),
        ws=words[1] == "ws",
        sparse="sp" in words,
        scale=op.modifiers.get("scale", ""),
        scaled="block_scale" in words,
        shifted="ashift" in words,
        collectors=tuple(_collector(word) for word in words if word.startswith("collector")),
    )


def _fidelity(form: Form, number: int | None) -> str:
    """Return the precision of an MMA compared with hardware, before its types are known."""
    if form.shifted:
        return "unconfirmed"
    if form.kind == "i8":
        return "exact"
    return "approximate" if number is None or form.sparse or number < BLACKWELL else "hardware"


def _instruction(form: Form, word: int, target: int, lane: int) -> Instruction:
    """Decode the instruction descriptor.

    Raises:
        Trap: The descriptor does not describe an MMA of this instruction, or the target does not have it.
    """
    try:
        found = decode_instruction(word, form.kind, cta_group=form.group, ws=form.ws, sparse=form.sparse)
        if form.shifted:
            need_shiftable(found.m)
        need_target(found, target)
    except ValueError as error:
        raise Trap("tensor-instruction", f"instruction descriptor {word:#010x}: {error}", lane) from None
    return found


def _start(m: Machine, product: Product, number: int | None) -> None:
    """Check the operands of an MMA, and start it."""
    _need_mask(product)
    _need_places(m, product)
    if product.form.scaled:
        factors_of(product)
    m.part(Collectors).used(product)
    if m.step is not None:
        m.counters.lower_level(m.step.name, _lowered_fidelity(product, number))
    if m.observers.tensor_started:
        footprint = _footprint(m, product)
        for each in m.observers.tensor_started:
            each.tensor_started(product.lane, footprint)
    act = partial(compute, m, product, number, m.step)
    operation = TensorOperation(Work(m.step, "tensor"), "mma", product.lane, act, product.ctas)
    m.part(TensorCores).start(m, operation)


def _lowered_fidelity(product: Product, number: int | None) -> str:
    """Return the fidelity of an MMA whose operands lower that of its form; empty if they do not."""
    if not product.is_confirmed:
        return "unconfirmed"
    claimed = _fidelity(product.form, number) == "hardware"
    return "approximate" if claimed and unit_of_product(product, number) is None else ""


# Rules


def _boxes(product: Product) -> dict[str, list[TensorBox]]:
    """The rectangles of tensor memory that an MMA accesses, by their contents."""
    return {
        "D": product.d_boxes(),
        "A": [box for copy in product.a_boxes() for box in copy],
        "the metadata of A": metadata_boxes(product),
        "a scale factor": scale_boxes(product),
    }


def _need_places(m: Machine, product: Product) -> None:
    """Check the locations of the operands.

    Raises:
        Trap: An operand is at a wrong lane, in columns that the CTA has not allocated, or outside shared
            memory, or D overlaps another operand.
    """
    _need_lanes(product)
    memory = m.part(TensorMemory)
    for what, found in _boxes(product).items():
        for box in found:
            memory.need_open(box, product.lane, what)
    _need_apart(product)
    _need_majors(product, m.code.target)
    for tile in filter(None, (product.a_tile(), product.b_tile())):
        for cta in product.ctas:
            places(m, tile, cta, product.lane)


def _need_lanes(product: Product) -> None:
    """Check the lanes at which the operands in tensor memory start.

    Raises:
        Trap: An operand starts at an illegal lane.
    """
    alignments = product.path.alignments
    for name, what in (("d_tmem", "D"), ("a_tmem", "A"), ("sp_meta_tmem", "the metadata of A")):
        lane = lane_of(product.given.get(name, product.d & 0xFFFF_0000))
        if lane not in alignments:
            said = (
                f"{what} starts at lane {' or '.join(map(str, alignments))} of tensor memory with M = "
                f"{product.idesc.m} (layout {product.path.name}), not at lane {lane}"
            )
            raise Trap("tensor-memory-lane", said, product.lane)
        if lane != lane_of(product.d):
            said = f"{what} starts at lane {lane} of tensor memory, but D at lane {lane_of(product.d)}"
            raise Trap("tensor-memory-lane", said, product.lane)
    if product.form.sparse and product.form.kind in ("f16", "tf32") and product.given["sp_meta_tmem"] & 1:
        said = "the metadata of A starts at an even column: the sparsity selector chooses between the two"
        raise Trap("tensor-instruction", said, product.lane)


def _need_apart(product: Product) -> None:
    """Check that D overlaps no other operand.

    Raises:
        Trap: D overlaps an operand.
    """
    boxes = _boxes(product)
    for what, found in boxes.items():
        if what != "D" and any(box.overlaps(d) for box in found for d in boxes["D"]):
            said = f"{what} and D of one MMA lie in the same columns of tensor memory"
            raise Trap("tensor-overlap", said, product.lane)


def _need_majors(product: Product, target: int) -> None:
    """Check that the type and major of the matrices in shared memory allow their swizzle.

    Raises:
        Trap: A matrix has an illegal swizzle.
    """
    tiles: dict[str, Tile | None] = {"A": product.a_tile(), "B": product.b_tile()}
    for name, tile in tiles.items():
        if tile is None:
            if product.idesc.transpose_a:
                said = (
                    "A in tensor memory is K-major, but the instruction descriptor says that it is transposed"
                )
                raise Trap("tensor-instruction", said, product.lane)
            continue
        swizzle = matrix_of(tile.descriptor, target, product.lane).swizzle
        wide = tile.elements.type_ == "tf32"
        wrong = (
            f"{name} of tf32 that is MN-major has the swizzle 128B_32B, not {swizzle}"
            if tile.mn_major and wide and swizzle != "128B_32B"
            else f"{name} has the swizzle 128B_32B, which is for tf32 that is MN-major"
            if tile.mn_major and not wide and swizzle == "128B_32B"
            else f"{name} of kind::{product.form.kind} is K-major"
            if tile.mn_major and product.form.kind in PACKED
            else ""
        )
        if wrong:
            raise Trap("tensor-descriptor", f"{wrong} (descriptor {tile.descriptor:#x})", product.lane)


def _need_mask(product: Product) -> None:
    """Check a zero-column mask.

    Raises:
        Trap: The mask is malformed, or shifts the columns of B by more than the instruction allows.
    """
    mask = product.given.get("zero_column_mask_desc", 0)
    if not mask:
        return
    try:
        shift = decode_mask(mask)["shift"]
    except ValueError as error:
        raise Trap("tensor-descriptor", str(error), product.lane) from None
    idesc = product.idesc
    most = min(idesc.max_shift, SHIFT_OF_FEW_ROWS) if idesc.m == FEW_ROWS else idesc.max_shift
    if shift > most:
        said = (
            f"the zero-column mask shifts B by {shift} columns; with M = {idesc.m} the maximum shift of the "
            f"instruction descriptor allows {most}"
        )
        raise Trap("tensor-descriptor", said, product.lane)


_BUFFERS = "a", "b0", "b1", "b2", "b3"


class Collectors(Part):
    """The collector buffers: the operand that each thread's last MMA left in each of them.

    A buffer permits hardware to keep an operand. The simulator reads the operand again, but checks that an
    MMA uses a buffer only after an earlier one filled it, and with the same operand.
    """

    def __init__(self, m: Machine) -> None:
        self._live: dict[tuple[int, str], tuple[object, ...]] = {}

    def used(self, product: Product) -> None:
        """Record the use of the buffers by an MMA.

        Raises:
            Trap: A buffer is empty, or holds another operand.
        """
        for buffer, use in _uses(product.form).items():
            self._use(product, buffer, use)

    def _use(self, product: Product, buffer: str, use: str) -> None:
        """Record the use of one buffer."""
        key, operand = (product.lane, buffer), _collected(product, buffer)
        if use in ("use", "lastuse"):
            held = self._live.get(key)
            if held != operand:
                word = f"collector::{buffer}"
                said = (
                    f".{word}::{use}, but no MMA of this thread has left this operand there with "
                    f".{word}::fill"
                    if held is None
                    else f".{word}::{use}, but the buffer holds another one: {_differences(held, operand)}"
                )
                raise Trap("tensor-collector", said, product.lane)
        if use in ("fill", "use"):
            self._live[key] = operand
        else:
            self._live.pop(key, None)


def _collector(word: str) -> tuple[str, str]:
    """The buffer, and the use of it, that a modifier names."""
    _, buffer, use = word.split("::")
    return buffer, use


def _uses(form: Form) -> dict[str, str]:
    """The use of each buffer by an MMA: as given, or the default."""
    given = dict(form.collectors)
    if form.ws:
        return given or {"b0": "discard"}
    return {"a": "discard", "b": "discard"} | given


def _collected(product: Product, buffer: str) -> tuple[object, ...]:
    """The operand that a collector buffer keeps."""
    idesc, given = product.idesc, product.given
    if buffer != "a":
        return "B", given["b_desc"], idesc.b, idesc.n, idesc.k
    return "A", given.get("a_desc", given.get("a_tmem")), idesc.a, idesc.m, idesc.k


def _differences(held: tuple[object, ...], wanted: tuple[object, ...]) -> str:
    """Describe the difference of two operands."""
    names = ("operand", "descriptor or address", "type", "extent", "K")
    parts = [f"{name} {a} against {b}" for name, a, b in zip(names, held, wanted, strict=True) if a != b]
    return ", ".join(parts)


def _footprint(m: Machine, product: Product) -> TensorFootprint:
    """The memory that an MMA accesses."""
    boxes = _boxes(product)
    shared = [
        region(m, tile, cta, product.lane)
        for tile in (product.a_tile(), product.b_tile())
        if tile is not None
        for cta in product.ctas
    ]
    reads = [box for what, found in boxes.items() if what != "D" for box in found]
    return TensorFootprint("mma", shared, reads, boxes["D"], product.shape, boxes, product.path.name)


# The native engine


@lowered(multiply)
def lower_multiply(step: StepLowering) -> None:
    """Emit the operands and the number of the planner."""
    step.uses_tensor_memory()
    op, target = step.op, step.program.code.target
    form = _form(op)
    a_name = "a_desc" if op.has("a_desc") else "a_tmem"
    scale_d = op.constant("scale_input_d") if op.has("scale_input_d") else 0
    constant = op.constant_of(op.operand("enable_input_d")[0])
    masks = op.operand("disable_output_lane")[0] if op.has("disable_output_lane") else None
    narrow = a_name == "a_tmem"
    uses = _uses(form)
    if uses.get("b", "discard") != "discard":
        raise step.uncovered("with .collector::b")
    buffer, use = next(iter(uses.items()))
    step.emit(
        "tcgen05.mma",
        group=form.group,
        plan=step.planned_by(partial(_planned, form, scale_d, a_name, target, op.unit)),
        d=step.tensor_address("d_tmem"),
        a=step.tensor_address(a_name) if narrow else step.read(a_name, u64),
        a_narrow=narrow,
        b=step.read("b_desc", u64),
        idesc=step.read("idesc", u32),
        scale_a=step.tensor_address("scale_a_tmem") if form.scaled else -1,
        scale_b=step.tensor_address("scale_b_tmem") if form.scaled else -1,
        meta=step.tensor_address("sp_meta_tmem") if form.sparse else -1,
        mask=step.read("zero_column_mask_desc", u64) if op.has("zero_column_mask_desc") else -1,
        enable=step.read("enable_input_d", pred) if constant is None else -1,
        adds=bool(constant),
        buffer=_BUFFERS.index(buffer),
        use=COLLECTOR_USE[use],
        disabled=[step.value(item, b32) for item in step.items(masks)] if masks is not None else [],
    )


def _planned(
    form: Form, scale_d: int, a_name: str, target: int, number: int | None, raw: bytes
) -> tuple[bytes, str]:
    """Plan an MMA; return its fidelity too if these operands lower it.

    Raises:
        Trap: The operands break a rule.
    """
    operands = given_of(raw)
    given = {
        "d_tmem": operands["d"],
        a_name: operands["a"],
        "b_desc": operands["b"],
        "idesc": operands["idesc"],
    }
    if form.scaled:
        given |= {"scale_a_tmem": operands["scale_a"], "scale_b_tmem": operands["scale_b"]}
    if form.sparse:
        given["sp_meta_tmem"] = operands["meta"]
    if operands["mask"]:
        given["zero_column_mask_desc"] = operands["mask"]
    ctas = tuple(range(form.group))
    idesc = _instruction(form, given["idesc"], target, 0)
    product = Product(form, idesc, ctas, 0, given, adds=True, scale_d=scale_d, disabled=())
    _need_lanes(product)
    _need_apart(product)
    _need_majors(product, target)
    _need_mask(product)
    if form.scaled:
        need_factors(product)
    return plan_of_product(product, target, number), _lowered_fidelity(product, number)
