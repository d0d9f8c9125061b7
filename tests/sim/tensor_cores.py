"""A kernel around products of tensor cores: shared and tensor memory come from arrays, and go back to one."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from pyptx.layouts.descriptors import TCGEN05_MATRIX, TCGEN05_SWIZZLES, Major, TensorLayout
from pyptx.layouts.instruction import instruction_descriptor
from pyptx.layouts.swizzle import find
from pyptx.program import from_ptx
from tests.sim.conftest import on_both, text
from tests.sim.shadow_engines import simulate_both

if TYPE_CHECKING:
    from pyptx.program import Program
    from pyptx.sim import SimReport
    from pyptx.sim.shadow.report import ShadowReport

COLUMNS = 512
ROUND = 128 * 16
"""The bytes that 128 threads copy at a time."""

OFF = 1 + 2.0**-13
"""A factor that types of 16 bits and less round away."""

VERSION = "9.1"

BODY = """
    .shared .align 1024 .b8 tile[{smem}];
    .shared .align 8 .b64 done;
    .shared .align 8 .b64 other;
    .shared .align 4 .b32 slot;
    .reg .b32 %v<32>;
    .reg .b32 %taddr;
    .reg .b32 %mine;
    .reg .b32 %rank;
    .reg .b64 %d<32>;
    mov.u32 %r1, %tid.x;
    mov.u32 %rank, %cluster_ctarank;
    setp.lt.u32 %p1, %r1, 32;
    @%p1 tcgen05.alloc.cta_group::{group}.sync.aligned.shared::cta.b32 [slot], {columns};
    @%p1 tcgen05.relinquish_alloc_permit.cta_group::{group}.sync.aligned;
    setp.eq.u32 %p2, %r1, 0;
    @%p2 mbarrier.init.shared::cta.b64 [done], 1;
    fence.mbarrier_init.release.cluster;
    ld.param.u64 %rd1, [data];
    mul.wide.u32 %rd5, %rank, {smem};
    add.u64 %rd1, %rd1, %rd5;
    mov.u32 %r2, tile;
    shl.b32 %r3, %r1, 4;
COPY:
    cvt.u64.u32 %rd5, %r3;
    add.u64 %rd5, %rd1, %rd5;
    ld.global.v4.u32 {{%r10, %r11, %r12, %r13}}, [%rd5];
    add.u32 %r4, %r2, %r3;
    {holes}
    @%p8 st.shared.v4.u32 [%r4], {{%r10, %r11, %r12, %r13}};
    add.u32 %r3, %r3, {round};
    setp.lt.u32 %p3, %r3, {filled};
    @%p3 bra COPY;
    fence.proxy.async.shared::cta;
    tcgen05.fence::before_thread_sync;
    {barrier}
    tcgen05.fence::after_thread_sync;
    ld.shared.b32 %taddr, [slot];
    shr.u32 %r5, %r1, 5;
    and.b32 %r5, %r5, 3;
    shl.b32 %r5, %r5, 21;
    add.u32 %mine, %taddr, %r5;
    ld.param.u64 %rd2, [tensor];
    mul.wide.u32 %rd5, %rank, {image};
    add.u64 %rd2, %rd2, %rd5;
    mul.wide.u32 %rd5, %r1, {row};
    add.u64 %rd2, %rd2, %rd5;
    {stores}
    tcgen05.wait::st.sync.aligned;
    tcgen05.fence::before_thread_sync;
    {barrier}
    tcgen05.fence::after_thread_sync;
    setp.eq.u32 %p4, %rank, 0;
    and.pred %p5, %p2, %p4;
    {exits}
    @!%p5 bra ISSUED;
    {products}
    {commit}
    {after}
ISSUED:
{waits}
    tcgen05.fence::after_thread_sync;
    ld.param.u64 %rd3, [out];
    mul.wide.u32 %rd5, %rank, {image};
    add.u64 %rd3, %rd3, %rd5;
    mul.wide.u32 %rd5, %r1, {row};
    add.u64 %rd3, %rd3, %rd5;
    {loads}
    tcgen05.fence::before_thread_sync;
    {barrier}
    @%p1 tcgen05.dealloc.cta_group::{group}.sync.aligned.b32 %taddr, {columns};
"""

WAIT = "WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p6, [done], 0; @!%p6 bra WAIT;"
CLUSTER_BARRIER = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"


@lru_cache(maxsize=4)
def decoded_once(ptx: str) -> Program:
    """The program of a text; runs with other contents or options decode it once."""
    return from_ptx(ptx)


@dataclass
class Kernel:
    """Shared memory, tensor memory and products of one CTA or of a pair.

    Attributes:
        group: CTAs that work together.
        smem: Bytes of shared memory.
        columns: Columns of tensor memory.
        shared: Its contents, by CTA.
        tensor: Contents of tensor memory, by CTA, lane and column.
        known: Which columns were written, in steps of 32.
        products: Lines of PTX that one thread executes.
        target: The target.
        leave_out: What the kernel does without.
        loads: Whether it loads tensor memory at the end.
        after: Lines after the commit.
        early_exit: Whether the second CTA of a pair exits before the products.
        holes: Offsets of chunks of 16 bytes of shared memory that are not written.
        only: The lane and the column of the only word that is loaded and stored at the end; None for all.
        of_d: The columns of D and those behind it, in steps of 32. If there are any, these and the known ones
            are loaded at the end.
    """

    group: int = 1
    smem: int = 64 * 1024
    columns: int = 512
    target: str = "sm_100a"
    version: str = VERSION
    products: list[str] = field(default_factory=list)
    known: set[int] = field(default_factory=set)
    shared: Any = None
    tensor: Any = None
    free: int = 0
    leave_out: str = ""
    loads: bool = True
    early_exit: bool = False
    after: str = ""
    holes: tuple[int, ...] = ()
    only: tuple[int, int] | None = None
    of_d: set[int] = field(default_factory=set)

    @property
    def filled(self) -> int:
        """The bytes of shared memory that are copied: those of matrices, in rounds of all threads."""
        return -(-self.free // ROUND) * ROUND or self.smem

    def __post_init__(self) -> None:
        self.shared = np.zeros((self.group, self.smem), np.uint8)
        self.tensor = np.zeros((self.group, 128, self.columns), np.uint32)

    def put(
        self, cta: int, raw: Any, layout: TensorLayout, start: int, base: int = 0, claimed: int = 0
    ) -> int:
        """Lay encodings (extent along M or N, then K) out in shared memory; the descriptor of the matrix.

        Args:
            cta: Rank of the CTA.
            raw: The encodings.
            layout: Their layout.
            start: Where the matrix starts without a base offset.
            base: How many lines of 128 bytes it starts later, together with the pattern of its swizzle.
            claimed: Base offset in the descriptor.
        """
        size = raw.dtype.itemsize
        at = np.array(
            [
                [layout.offset(int(i), int(j), elem_bytes=size) for j in range(raw.shape[1])]
                for i in range(raw.shape[0])
            ]
        )
        at = at + start
        swizzle = find(layout.swizzle)
        if swizzle is not None:
            at = at ^ ((at & swizzle.line_mask) >> swizzle.shift)
        at = at + 128 * base
        bytes_ = np.ascontiguousarray(raw).view(np.uint8).reshape(*raw.shape, size)
        for byte in range(size):
            self.shared[cta, at + byte] = bytes_[..., byte]
        self.free = max(self.free, int(at.max()) + size)
        return TCGEN05_MATRIX.encode(
            address=start + 128 * base,
            leading=layout.leading,
            stride=layout.stride,
            base_offset=claimed,
            version=1,
            swizzle=TCGEN05_SWIZZLES[layout.swizzle],
        )

    def write(self, cta: int, lane: int, column: int, words: Any) -> None:
        """Give a rectangle of tensor memory its contents."""
        rows, wide = words.shape
        self.tensor[cta, lane : lane + rows, column : column + wide] = words
        self.known |= set(range(column // 32, (column + wide - 1) // 32 + 1))

    def constant(self, name: str, value: int) -> str:
        """A register with a 64-bit number, for a descriptor."""
        self.products.append(f"mov.b64 {name}, {value:#x};")
        return name

    def program(self) -> Program:
        """The kernel."""
        image = 128 * self.columns * 4
        names = ", ".join(f"%v{i}" for i in range(32))
        stores, loads = [], []
        for part in range(self.columns // 32):
            address = f"%mine+{32 * part}"
            if part in self.known:
                stores += [f"ld.global.u32 %v{i}, [%rd2+{128 * part + 4 * i}];" for i in range(32)]
                stores.append(f"tcgen05.st.sync.aligned.32x32b.x32.b32 [{address}], {{{names}}};")
            if not self.loads or self.only or (self.of_d and part not in self.of_d | self.known):
                continue
            loads.append(f"tcgen05.ld.sync.aligned.32x32b.x32.b32 {{{names}}}, [{address}];")
            loads.append("tcgen05.wait::ld.sync.aligned;")
            loads += [f"st.global.u32 [%rd3+{128 * part + 4 * i}], %v{i};" for i in range(32)]
        if self.only:
            lane, column = self.only
            loads = [
                f"tcgen05.ld.sync.aligned.32x32b.x1.b32 {{%v0}}, [%mine+{column}];",
                "tcgen05.wait::ld.sync.aligned;",
                f"setp.eq.u32 %p8, %r1, {lane};",
                f"@%p8 st.global.u32 [%rd3+{4 * column}], %v0;",
            ]
        holes = [f"setp.ne.and.u32 %p8, %r3, {hole}, %p8;" for hole in self.holes]
        commit = (
            "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [done];"
            if self.group == 1
            else "mov.u16 %h1, 3; tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster"
            ".multicast::cluster.b64 [done], %h1;"
        )
        body = BODY.format(
            smem=self.smem,
            filled=self.filled,
            round=ROUND,
            group=self.group,
            columns=self.columns,
            image=image,
            row=4 * self.columns,
            stores="\n    ".join(stores),
            loads="\n    ".join(loads),
            products="\n    ".join(self.products),
            commit=commit,
            after=self.after,
            holes="\n    ".join(("setp.eq.u32 %p8, 0, 0;", *holes)),
            waits=WAIT,
            exits="@!%p4 exit;" if self.early_exit else "",
            barrier="bar.sync 0;" if self.group == 1 else CLUSTER_BARRIER,
        )
        if self.leave_out:
            body = body.replace(self.leave_out, "")
        params = ".param .u64 data, .param .u64 tensor, .param .u64 out"
        return decoded_once(text(body, params=params, target=self.target, version=self.version))

    def run(self, **options: Any) -> tuple[Any, SimReport]:
        """Tensor memory afterwards, by CTA, and the report; both engines do the same."""
        out = np.zeros_like(self.tensor)
        report = on_both(
            self.program(),
            (self.shared, self.tensor, out),
            grid=(self.group, 1, 1),
            block=(128, 1, 1),
            cluster=(self.group, 1, 1),
            **{"checks": (), **options},
        )
        return out, report

    def shadows(
        self, *, halves: int = 1, held: str = "", tensor: bool = False, **options: Any
    ) -> ShadowReport:
        """The report of shadows of a run; tensor memory is the output ``out``, with so many values a word.

        Args:
            halves: Values of a word.
            held: Type of the values in shared memory; their shadows are `OFF` times as large.
            tensor: Whether tensor memory holds some, too.
            options: Others of the run.
        """
        shape = (*self.tensor.shape[:2], halves * self.columns)
        out = np.zeros(shape, np.float16 if halves == 2 else np.float32)
        given = {"data": self.shared, "tensor": self.tensor}
        exact = {}
        for name in ["data"] * bool(held) + ["tensor"] * tensor:
            given[name] = given[name].view(FLOATS[held])
            with np.errstate(invalid="ignore"):  # bytes of something else
                exact[name] = given[name].astype(np.float64) * OFF
        report = simulate_both(
            self.program(),
            (*given.values(), out),
            grid=(self.group, 1, 1),
            block=(128, 1, 1),
            cluster=(self.group, 1, 1),
            **{"checks": (), "shadow": exact or True, **options},
        )
        assert report.shadow is not None
        assert report.engine == "native" or "checks" in options or options.get("shadow", True) is not True
        return report.shadow


def layout_of(swizzle: str, major: Major, extent: int, depth: int) -> TensorLayout:
    """The strides of a dense operand of so many rows or columns and bytes, in a canonical layout."""
    width = {"NONE": 16}.get(swizzle, int(swizzle.split("B")[0]) if swizzle != "NONE" else 16)
    across = extent if major == Major.K else depth
    group = (4 if swizzle == "128B_32B" and major == Major.MN else 8) * width
    block = across * width
    if swizzle == "NONE" and major == Major.MN:
        block, group = group, block
    return TensorLayout(major, swizzle, block, group)


FLOATS: dict[str, Any] = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "tf32": np.float32,
    "e4m3": ml_dtypes.float8_e4m3fn,
    "e5m2": ml_dtypes.float8_e5m2,
    "e2m3": ml_dtypes.float6_e2m3fn,
    "e3m2": ml_dtypes.float6_e3m2fn,
    "e2m1": ml_dtypes.float4_e2m1fn,
    "s8": np.int8,
    "u8": np.uint8,
}
BITS = {"e2m3": 6, "e3m2": 6, "e2m1": 4}


def random_codes(rng: np.random.Generator, type_: str, shape: tuple[int, ...]) -> Any:
    """Encodings of finite numbers of a type."""
    bits = BITS.get(type_, np.dtype(FLOATS[type_]).itemsize * 8)
    if type_ == "tf32":
        numbers = rng.normal(size=shape).astype(np.float32)
        return numbers.view(np.uint32)  # the low 13 bits do not count
    if type_ not in BITS and type_[0] not in "su":
        return rng.normal(size=shape).astype(FLOATS[type_]).view(f"u{bits // 8}")
    return rng.integers(0, 1 << bits, shape).astype(np.uint8)


def values_of(type_: str, codes: Any) -> Any:
    """The numbers that encodings represent."""
    if type_ == "tf32":
        return (codes & np.uint32(0xFFFF_E000)).view(np.float32).astype(np.float64)
    return np.ascontiguousarray(codes).view(FLOATS[type_]).astype(np.float64)


def stored(type_: str, codes: Any, *, packed: bool = False) -> Any:
    """Encodings as shared memory has them: those of 4 and 6 bits padded in groups of 16, or packed."""
    if packed:
        return (codes[:, 0::2] | codes[:, 1::2] << 4).astype(np.uint8)
    if type_ not in BITS:
        return codes
    groups = codes.reshape(len(codes), -1, 16)
    made = np.full(groups.shape, 0xEE, np.uint8)
    for place in range(16):
        low = place * BITS[type_]
        word = groups[..., place].astype(np.uint16) << (low % 8)
        if place == 0:
            made[..., : 2 * BITS[type_]] = 0
        made[..., low // 8] |= (word & 255).astype(np.uint8)
        if word.max() > 255:
            made[..., low // 8 + 1] |= (word >> 8).astype(np.uint8)
    return made.reshape(codes.shape)


@dataclass
class Case:
    """A dense product, with A in shared or in tensor memory.

    Attributes:
        kind: Its kind.
        m: Rows of D.
        n: Columns of D.
        a: Type of A.
        b: Type of B.
        d: Type of D.
        majors: Majors of A and B.
        swizzles: Their swizzles.
        group: CTAs.
        ws: Whether it is ``.ws``.
        lane: Lane of D.
        tensor_a: Whether A is in tensor memory.
        bases: Base offsets of A and B.
        claimed: Base offsets in the descriptors, if they are others.
        options: Fields of the instruction descriptor.
    """

    kind: str = "f16"
    m: int = 128
    n: int = 64
    a: str = "f16"
    b: str = "f16"
    d: str = "f32"
    majors: tuple[Major, Major] = (Major.K, Major.K)
    swizzles: tuple[str, str] = ("32B", "32B")
    group: int = 1
    ws: bool = False
    lane: int = 0
    tensor_a: bool = False
    bases: tuple[int, int] = (0, 0)
    claimed: tuple[int, int] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0

    @property
    def k(self) -> int:
        """Columns of A."""
        return {"f16": 16, "tf32": 8, "f8f6f4": 32, "i8": 32, "mxf8f6f4": 32}.get(self.kind, 64)

    @property
    def packed(self) -> bool:
        return self.kind.startswith("mxf4")

    @property
    def idesc(self) -> int:
        return instruction_descriptor(
            self.kind,
            m=self.m,
            n=self.n,
            a=self.a,
            b=self.b,
            d=self.d,
            cta_group=self.group,
            ws=self.ws,
            a_major=self.majors[0].name,
            b_major=self.majors[1].name,
            **self.options,
        )

    def operands(self) -> tuple[Any, Any]:
        """Encodings of A, M x K, and of B, N x K."""
        rng = np.random.default_rng(self.seed)
        return random_codes(rng, self.a, (self.m, self.k)), random_codes(rng, self.b, (self.n, self.k))

    def exact(self, left: Any, right: Any) -> Any:
        """A * B without rounding: with the bits of f32 that tf32 leaves out."""
        a, b = (
            codes.view(np.float32).astype(np.float64) if type_ == "tf32" else values_of(type_, codes)
            for type_, codes in ((self.a, left), (self.b, right))
        )
        return a @ b.T

    def product(self, left: Any, right: Any, held: Any = None) -> Any:
        """A * B, or that added to the contents of D, summed in float32 in the order of K."""
        a, b = values_of(self.a, left), values_of(self.b, right)
        total = np.zeros((len(a), len(b)), np.float32)
        if held is not None and self.d == "f32":
            total[...] = held
        for k in range(a.shape[1]):
            total = (total.astype(np.longdouble) + np.outer(a[:, k], b[:, k])).astype(np.float32)
        if held is not None and self.d != "f32":
            return total.astype(np.float64) + held
        return total.astype(np.float64)

    def lay_out(self, kernel: Kernel, left: Any, right: Any) -> list[str]:
        """Put A and B where they belong; the words of the instruction that name them."""
        names = []
        kernel.of_d |= set(range(self.n // 32 + 1))
        for which, (codes, type_) in enumerate(((left, self.a), (right, self.b))):
            if which == 0 and self.tensor_a:
                self.put_a(kernel, codes)
                names.append("[%taddr+256]" if not self.lane else f"[%taddr+{(self.lane << 16) + 256}]")
                continue
            per = len(codes) // self.group
            start, descriptor = 0 if which == 0 else 16384, 0
            for cta in range(self.group):
                raw = stored(type_, codes[cta * per : (cta + 1) * per], packed=self.packed)
                depth = raw.shape[1] * (raw.dtype.itemsize if self.majors[which] == Major.K else 1)
                layout = layout_of(self.swizzles[which], self.majors[which], per, depth)
                descriptor = kernel.put(
                    cta, raw, layout, start, self.bases[which], (self.claimed or self.bases)[which]
                )
            names.append(kernel.constant(f"%d{which}", descriptor))
        return names

    def put_a(self, kernel: Kernel, codes: Any) -> None:
        """Put A into tensor memory at column 256."""
        per = self.m // self.group
        for cta in range(self.group):
            own = codes[cta * per : (cta + 1) * per]
            if self.packed:
                raw = stored(self.a, own, packed=True)
            else:
                raw = (own << 2 if self.a == "e2m1" else own).astype(own.dtype)
            words = np.ascontiguousarray(raw).view(np.uint8).reshape(per, -1).view(np.uint32)
            for row, line in enumerate(words):
                for lane in self.a_lanes(row):
                    kernel.write(cta, lane, 256, line[None])

    def a_lanes(self, row: int) -> list[int]:
        """The lanes of a row of A of a CTA."""
        if self.is_halved:
            return [row % 16 + 32 * (row // 16) + self.lane]
        if self.group == 2 and self.m == 128:
            return [row, row + 64]
        return [row]

    @property
    def is_halved(self) -> bool:
        """Whether D uses 16 of 32 lanes: layouts C and F."""
        of_pair = self.group == 2 and self.m == 128 and bool(self.options.get("sparse"))
        return of_pair or (self.group == 1 and self.m == 64 and not self.ws)

    def place(self, i: Any, j: Any) -> tuple[Any, Any, Any]:
        """CTA, lane and column of an element of D, or of arrays of them, written out by hand."""
        if self.group == 2 and self.m == 256:
            return i // 128, i % 128, j
        if self.is_halved:
            own = i % 64
            return i // 64, own % 16 + 32 * (own // 16) + self.lane, j
        if self.group == 2:
            return i // 64, i % 64 + 64 * (j >= self.n // 2), j % (self.n // 2)
        if self.m == 32:
            return 0, i + 32 * (j // (self.n // 4)), j % (self.n // 4)
        if self.m == 64 and self.ws:
            return 0, i + 64 * (j >= self.n // 2), j % (self.n // 2)
        return 0, i, j

    def d_of(self, tensor: Any) -> Any:
        """D out of tensor memory, as words."""
        return tensor[self.place(*np.indices((self.m, self.n)))]

    def put_d(self, kernel: Kernel, words: Any) -> None:
        """Put D into tensor memory."""
        kernel.tensor[self.place(*np.indices(words.shape))] = words
        kernel.known |= set(range(self.n // 32 + 1))

    def mma(self, names: list[str], *, words: str = "", enable: str = "0", after: str = "") -> str:
        """The instruction."""
        head = "tcgen05.mma.ws" if self.ws else "tcgen05.mma"
        at = f"%taddr+{self.lane << 16}" if self.lane else "%taddr"
        return (
            f"setp.ne.u32 %p7, {enable}, 0; {head}.cta_group::{self.group}.kind::{self.kind}{words} "
            f"[{at}], {names[0]}, {names[1]}, {self.idesc}, %p7{after};"
        )


def check_shadows(case: Case, kernel: Kernel, expected: Any) -> None:
    """Check that D, in f32, has the shadows of the products of those of A and B, and that no shadow ended."""
    held = "" if case.a in BITS or case.a == "tf32" else case.a  # those of less than a byte have no shadows
    report = kernel.shadows(held=held, tensor=bool(held) and case.tensor_a)
    output = report.output("out")
    if held:
        expected = expected * OFF ** (2 if case.a == case.b else 1)
    scale = np.abs(expected[np.isfinite(expected)]).max(initial=0.0)
    np.testing.assert_allclose(case.d_of(output.shadow), expected, rtol=0, atol=1e-12 * scale)
    assert case.d_of(output.known).all()
    assert not report.restarted


def encoded(type_: str, values: Any) -> Any:
    """The words of elements of D."""
    if type_ == "f32":
        return values.astype(np.float32).view(np.uint32)
    if type_ == "f16":
        return values.astype(np.float16).view(np.uint16).astype(np.uint32)
    return values.astype(np.int64).astype(np.uint32)
