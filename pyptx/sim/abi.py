"""The interface between Python and the native engine: shared enumerations and structures.

``python tools/generate.py`` writes ``csrc/engine/abi.h`` from this file and from `pyptx.sim.handlers`, which
has the operands of records. Python takes its NumPy types and numbers from here, so neither side counts
positions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pyptx.layouts.tensor_map_encoding import MAGIC
from pyptx.sim.interface import SLOTS, Struct, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

WORDS: Final[dict[str, Words]] = {}
STRUCTS: Final[dict[str, Struct]] = {}


def _words(name: str, words: str | Mapping[str, str], **options: Any) -> Words:
    made = WORDS[name] = Words(name, words, **options)
    return made


def _same(words: str, prefix: str = "") -> dict[str, str]:
    """Map words to their upper-case C++ names."""
    return {word: f"{prefix}{word}".upper().replace("-", "_") for word in words.split()}


def _struct(name: str, text: str) -> Struct:
    made = STRUCTS[name] = Struct(name, text, {**WORDS, **STRUCTS})
    return made


NUMBERS: Final = {
    "LANES": 32, "BARRIERS": 16, "RANK_SHIFT": 24, "GLOBAL_BASE": 0x7000_0000_0000,
    "TENSOR_LANES": 128, "TENSOR_COLUMNS": 512, "TENSOR_LANE_MASK": 0x3FFF, "MULTIPROCESSORS": 148,
    "CANCELED": 0xCA9C_E1ED, "REFUSED": 0x0CA9_0F05, "RESPONSE_BYTES": 16,
    "PRINT_BYTES": 1 << 20, "DROP_STEPS": 1024, "MAP_MAGIC": MAGIC,
}  # fmt: skip
"""Lanes of a warp, barriers of a CTA, bit position of a CTA's rank in an address, first global address; lanes
and columns of tensor memory, mask of the lane in an address of it, multiprocessors of the GPU (a B200); the
last word of a response to `clusterlaunchcontrol.try_cancel` that cancelled a cluster, or none; its size;
bytes of the buffer of `printf`, and the instructions that a call counts for the watchdog for each call it
drops; the first 8 bytes of a tensor map."""

# fmt: off

# Words

_BROKEN: Final = _same("""
    address-wrap aligned array-bounds call-target cancel-request cancel-response cluster-barrier cluster-rank
    cta-group exited-cta mbarrier-arrive mbarrier-count mbarrier-lapped mbarrier-live mbarrier-parity
    mbarrier-tx mbarrier-uninitialized out-of-bounds setmaxnreg sparse-metadata stack-overflow
    tcgen05-operand tensor-collector tensor-memory-bounds tensor-memory-free tensor-memory-growth
    tensor-memory-hold tensor-memory-lane tensor-memory-leak tensor-memory-permit tensor-memory-size
    tensor-scale tensor-unfinished tensormap-proxy unfinished-copy uninitialized-memory
    uninitialized-tensor-memory wgmma-descriptor wgmma-fence wgmma-hazard wgmma-operand
""", "BROKE_")
BROKEN: Final = frozenset(_BROKEN)
"""Rules that the engine names when it stops: about pending operations, and about state that only it has. The
reference engine finds the others when it executes the instruction again."""
SCHEDULE = _words("Schedule", "late early random", base="i64")
STOP = _words("StopKind", {
    "": "NO_STOP",
    "step": "STOP_STEP",           # an instruction broke a rule
    "gate": "STOP_GATE",           # one at which lanes wait did
    "control": "STOP_CONTROL",     # one that closes a block did
    "deadlock": "STOP_DEADLOCK",
    "livelock": "STOP_LIVELOCK",
    "max-steps": "STOP_STEPS",
    "limit": "STOP_LIMIT",         # the engine has no room, or does not support the operands
    "handover": "STOP_HANDOVER",   # a rule is broken that the engine does not name
    "undefined": "STOP_UNDEFINED", # the program must follow undefined values
    "elsewhere": "STOP_ELSEWHERE", # another thread stopped
    **_BROKEN,
}, base="i64")
SPACE = _words("Space", {
    "": "GENERIC", "global": "GLOBAL", "shared": "SHARED", "local": "LOCAL", "const": "CONSTANT",
    "param": "PARAM", "shared::cluster": "CLUSTER", "tensor": "TENSOR",
})
WAIT = _words(
    "WaitFor", "cluster_barrier register_pool warpgroup products tensor_memory", base="i8", first=16)
"""Reasons for which lanes are parked, besides the 16 barriers of a CTA."""
BYTE = _words("ByteState", "allocated initialised writable barrier", base="u8", flags=True)
NUMBER = _words("CtaNumber", {
    **{name: f"NUMBER_{name.strip('%').replace('.', '_').upper()}" for name in (
        "%ctaid.x", "%ctaid.y", "%ctaid.z", "shared_start", "%clusterid.x", "%clusterid.y", "%clusterid.z",
        "%cluster_ctaid.x", "%cluster_ctaid.y", "%cluster_ctaid.z", "%cluster_ctarank", "zero", "count",
    )},
})
"""Numbers that differ from CTA to CTA; rows of registers may hold them."""
RACE_EVENT = _words("RaceEvent", {"": "NO_EVENT", **_same(
    "loads stores updates loads_rows stores_rows loads_units stores_units copies awaits_copies ties_copies "
    "awaits_stores uses_map makes_object uses_object arrives awaits_object meets_cta meets_warp meets_lanes "
    "arrives_cluster awaits_cluster fences fences_proxy fences_objects multiplies awaits_products exchanges "
    "fences_tensor awaits_tensor"),
    "count": "EVENTS"}, base="u8")
"""Accesses and synchronisation of a record that the race detector must record."""
SITE_FLAG = _words(
    "SiteFlags",
    "acquires releases relaxed in_shared in_global atom swaps reads_constant volatile releases_later "
    "names_cta accumulates",
    base="u16", flags=True)
RULE = _words("Rule", {
    "": "NO_RULE", "race": "RACE", "proxy-fence": "PROXY_FENCE", "mbarrier-init": "NO_INIT",
    "mbarrier-lapped": "WRONG_PHASE", "unsure": "NOT_SURE", "tensor-commit": "NO_COMMIT",
    "tensor-wait-ld": "NO_WAIT_LD", "tensor-wait-st": "NO_WAIT_ST", "tensor-fence": "NO_TENSOR_FENCE",
    "tensor-pipeline": "NO_PIPELINE", "swizzle-mismatch": "OTHER_SWIZZLE", "crowded": "CROWDED",
}, base="i64")
TENSOR_ACCESS = _words(
    "TensorAccess", {"": "NOT_TENSOR", **_same("ld st mma cp shift dealloc", "ACCESS_")}, base="i64")
"""Kinds of accesses to tensor memory."""
WARP_GATE = _words("WarpGate", {"": "NO_WARP_GATE", "meets": "MEETS", "aligned": "ALIGNED"}, base="u8")
"""Blocks at which lanes of a warp wait for each other: ``bar.warp.sync``, and barriers with ``.aligned``."""
BARRIER_KIND = _words("BarrierKind", "sync arrive red", prefix="BARRIER_")
BARRIER_REDUCTION = _words("BarrierReduction", "popc and or", prefix="REDUCTION_")
MAP_TYPE = _words("MapType", {"": "MAP_OTHER", **{type_: f"MAP_{type_.upper()}" for type_ in (
    "u32", "s32", "u64", "s64", "f32")}}, base="i64")
"""Element types of tensor maps that the native engine can combine."""
BOX = _words("BoxMode", "tile gather pixels")
COMBINE = _words("CombineOperation", "add min max inc dec and or xor", prefix="COMBINE_")
RELATION = _words("Relation", "apart same fragment overlaps")
"""Relations between the registers of one MMA and those of a pending one."""
ELEMENT = _words(
    "ElementType",
    "f16 bf16 tf32 e4m3 e5m2 s8 u8 b1 e2m3 e3m2 e2m1 e2m3_byte e3m2_byte e2m1_byte e2m1_packed",
    prefix="ELEMENT_")
"""Element types of a matrix. Elements of 4 and 6 bits have padding, as in shared memory, take a byte each, or
are packed."""
COLLECTOR_USE = _words("CollectorUse", "discard fill use lastuse", prefix="COLLECTOR_")
SUM = _words("SumType", "f32 f16 s32", prefix="SUM_")
MMA_TYPE = _words(
    "MmaType", "f64 f32 tf32 f16 bf16 e4m3 e5m2 e2m3 e3m2 e2m1 e2m1_byte s32 s8 u8 s4 u4 b1", prefix="T_")
MMA_SUM = _words("MmaSum", "in_any_order in_order differing by_unit")
ROUND = _words("Round", "rn rz rm rp rna rs")
FORMAT = _words("FormatNumber", "f16 bf16 tf32 e4m3 e5m2 e2m3 e3m2 e2m1 ue5m3 ue8m0 s2f6 f32", prefix="AS_")
CVT_SOURCE = _words("CvtSource", "singles halves narrow", prefix="OF_")
REAL = _words("RealFunction", _same("""
    add subtract multiply fma divide reciprocal sqrt rsqrt sin cos log2 exp2 tanh absolute negative copysign
    minimum maximum convert compare
""", "REAL_"))
"""The functions over the real numbers that shadows have on the native engine."""
SHADOW_FORMAT = _words("ShadowFormat", {"": "NO_SHADOW", **_same(
    "f64 f32 f16 bf16 e4m3 e5m2 e2m3 e3m2 tf32 u8 u16 u32 u64 s8 s16 s32 s64", "HOLDS_")})
"""Formats of values that are read. The first are those of shadows, as `pyptx.sim.shadow.cells.KINDS`."""
SHADOW_COLUMN = _words("ShadowColumn", "kind value magnitude bound rows", prefix="COLUMN_")
"""Numbers of a shadow in memory, before its rows: the change by constants, then the error of each line."""
SHADOW_FLAG = _words(
    "ShadowFlags", "integral sat relu ftz approximate nan lists power", prefix="SHADOW_", flags=True)
"""Facts of an instruction: its results are integers, or clamped, or near; its minimum is that of NaN; its
operands end their shadows, although it writes no number; its results are powers of two."""
OBSERVE = _words("Observe", {"": "NOT_OBSERVED", **_same(
    "accesses rows copies remote gates barriers exits polls", "OBSERVE_")}, base="u8")
"""Kinds of counting: the way in which observers of a launch, such as a profile, count a record."""
VIDEO = _words("VideoOperation", {**_same("vadd vsub vabsdiff vmin vmax vavrg vshl vshr"), **_same(
    "eq ne lt le gt ge", "V")})
VIDEO_SECOND = _words("VideoSecond", {"": "MERGED", **_same("add min max", "SECOND_")})

# Structures

_struct("Segment", """
    base    u64  first address
    start   u64  index of it in the arena
    extent  u64  bytes
""")
RANGE = _struct("Range", """
    first     u64  offset in the segment
    end       u64  offset behind the last byte
    bytes     u8*  of which the one at `first` is the first
    written   u8*  a bit for each byte, from the lowest: whether it was written; null where all were before
    writable  u32  whether the program may write any
    restored  u32  whether a page is saved before its first byte is written, because the launch may run again
    saved     u8*  a bit for each page, from the lowest: whether it was saved; null before the first
""")
WARP_STATE = _struct("WarpState", """
    live       u32
    exists     u32
    converged  u32      whether all living lanes are at `place`
    place      i32
    parked     u32      lanes that wait at the block of their key
    yielded    u32      lanes that let others run first
    arrives    u32      of the parked: those that only arrive at their barrier
    predicate  u32
    key        i32[32]
    barrier    i8[32]   number of the barrier that a lane waits at, or another `WaitFor`; -1 for none
""")
CTA_STATE = _struct("CtaState", """
    arrived  i32[16]
    wanted   i32[16]
""")
STOP_AT = _struct("Stop", """
    kind  StopKind
    cta   i64
    slot  i64
    warp  i64
    block i64
    step  i64       number of the instruction in its block; of its record if `kind` is a rule
    mask  i64       lanes
""")
FINDING = _struct("Finding", """
    rule           Rule
    sure           i64   whether it is one whatever the reference engine finds
    cta            i64
    warp           i64
    lane           i64
    block          i64
    step           i64
    index          i64   of the arena; an address where it is in tensor memory
    writes         i64
    engine         i64
    after_read     i64
    other_engine   i64
    other_pending  i64
    other_cta      i64
    other_warp     i64
    other_lane     i64
    access         TensorAccess
    other_access   TensorAccess
""")
TENSOR_MAP = _struct("TensorMapFields", """
    rank         i64
    element      i64      bytes
    bits         i64      of an element
    padded       i64      whether a row has 16 bytes of shared memory for each 16 elements
    inner_bytes  i64      of a row in shared memory
    line_mask    i64
    shift        i64
    address      u64
    pixels       i64
    fill         i64      -1 where the engine has none
    flushes      i64
    type         MapType
    box1         i64
    sizes        i64[5]
    strides      i64[5]
    extents      i64[5]
    steps        i64[5]
    lower        i64[3]
    upper        i64[3]
""")
RECORD = _struct("RecordWords", "\n".join((
    "handler  i64  number",
    "step     i64  number of the instruction in its block",
    "extra    i64  where its other words start",
    *(f"{slot}  i64" for slot in SLOTS),
)))
SITE = _struct("Site", """
    event     RaceEvent
    scope     u8     0 for a weak access
    element   u8     bytes in memory
    wide      u8     bytes in a register
    flags     u16    `SiteFlags`
    deciding  u16    records behind a read that compute the guard of the branch that it decides, a bit each
""")
OBSERVED = _struct("Observed", """
    kind      Observe
    reads     u8
    writes    u8
    size      u8       bytes of each lane
    reserved  u8[4]
""")
TALLY = _struct("Tally", """
    read               i64[3]  bytes in global, shared and local memory
    written            i64[3]
    accesses           i64[3]  of warps
    wavefronts         i64
    fewest_wavefronts  i64
    sectors            i64
    fewest_sectors     i64
    waits              i64
    polls              i64
""")
"""Counts of a record: `pyptx.sim.profile`."""
VARYING = _struct("Varying", """
    row     i64  a row of registers that is a number of the CTA
    number  i64  which: `CtaNumber`
    bytes   i64
    added   i64
""")
TIMELINE = _words("TimelineKind", _same("line wait poll work level arrow", "TIMELINE_"))
WORK = _words("WorkKind", _same("copy product tensor", "WORK_"))
"""Asynchronous operations, as `pyptx.sim.asynchrony.Work` names them."""
TIMELINE_EVENT = _struct("TimelineEvent", """
    kind    TimelineKind
    warp    i32
    cta     i64  in launch order
    since   i64  clock of the warp
    until   i64
    index   i64  number of a line; reason of a wait; record of an operation; offset of an mbarrier; a warp
    detail  i64  parity; `WorkKind`; pending arrivals; CTA of that warp
    other   i64  pending bytes
""")
SHADOW_LITERAL = _struct("ShadowLiteral", """
    actual    f64
    constant  f64  its change if it is half a last place off
""")
SHADOW_COUNT = _struct("ShadowCount", """
    first             i64  place in the order in which instructions were first executed; 0 for never
    results           i64  this and the others: `pyptx.sim.shadow.line_errors.LineErrors`
    rounded           i64
    worst             f64
    overflows         i64
    subnormal_losses  i64
    cancellations     i64
    broken            i64
    disagreements     i64
    choices           i64
    restarts          i64
    exceeds           i64
""")
SHADOWS = _struct("ShadowLaunch", """
    memory    u8*             the `ShadowMemory` of the launch
    counts    ShadowCount*    of each instruction
    literals  ShadowLiteral*
""")
LAUNCH = _struct("Launch", """
    data           u8*         the arena
    state          u8*         of each byte of it: `ByteState`
    global         Segment
    constant       Segment
    param          Segment
    ranges         Range*      allocations of global memory, in rising order
    range_count    i64
    reads          u8*         a bit for each byte of global memory: whether a thread read it; null without
    writes         u8*         the same for writes
    atomics        u8*         the same for atomic operations; with undefined memory unchecked, writes
    pages          u8*         a byte for each page of global memory: whether any of these bits is set
    shared_bytes   u64
    local_bytes    u64
    need_known     i64         `INITIALISED` where reading unwritten bytes is a fault, else 0
    need_finished  i64         whether a CTA must not end before its copies have read its shared memory
    limit          i64         instructions of a warp before the watchdog reports
    schedule       Schedule
    seed           u64
    threads        i64
    resident       i64         CTAs of a thread at a time
    warps          i64         of a CTA
    warp_bytes     i64         of all rows of registers
    registers      u8*
    image          u8*         the rows of a CTA before it starts
    image_start    i64         bytes of the rows that the program may write
    known          u32*        lanes that wrote a register, for each register that is followed
    tracked        i64         registers that are followed
    warp_states    WarpState*
    cta_states     CtaState*
    issues         i64*        by thread and block
    lanes          i64*        the same
    stop           Stop*
    ctas           i64
    cancelled      i64*        clusters whose work others took
    batch_start    i64         where the shared memory of slots starts
    shared_stride  i64
    local_stride   i64
    block_threads  i64
    entry          i64         block that a CTA starts at
    code           RecordWords*
    code_count     i64
    extra          i32*
    blocks         i64*        first record of each block
    gates          i64*        barrier record of each block, -1 where it has none
    warp_gates     u8*         of each block, of WARP_GATE
    block_count    i64
    varying        Varying*
    varying_count  i64
    grid_x         i64
    grid_y         i64
    order          i64*        in which CTAs start; null for their own
    cluster_x      i64
    cluster_y      i64
    cluster_z      i64
    thread_registers i64       that the kernel fixes; -1 for none
    watched        i64         sets of registers of products
    sites          Site*       site of each record; null without race checking
    observed       Observed*   what to count of each record; null without a profile
    tallies        Tally*      the counts, by thread and record
    lines          i32*        line of each record; null without a timeline
    together       i64         CTAs that start together in it
    finding        Finding*
    guesses        i64         whether the program compares and swaps
    narrow         i64         whether strong accesses of the program have a scope below that of the GPU
    scopes         i64         whether mbarriers order CTAs only at the scope of the cluster
    swizzles       i64         whether reads of shared memory are compared with the swizzle of its tensor copy
    tensor         i64         whether the program uses tensor memory
    crowd          i64         CTAs of the grid that may run on one multiprocessor
    keeps          i64         whether all unordered reads of a line of global memory are kept
    shadows        ShadowLaunch*  null without shadow values
""")

MATRIX_UNIT = _struct("MatrixUnit", """
    fraction     i32  as the next four: `pyptx.sim.semantics.dot_add.Unit`
    terms        i32  0 for sums in any order
    floor        i32
    result       i32
    group        i32
    least_a      i32  least exponent of numbers of the type of A
    least_b      i32
    least_c      i32
    least_scale  i32  of scale factors
""")
"""The matrix unit whose sums are reproduced."""

# Operations on tensor memory, which Python plans
TENSOR_OPERANDS = _struct("TensorOperands", """
    d        u64  address in tensor memory; of a copy too
    a        u64  descriptor or address
    b        u64  descriptor
    idesc    u64
    scale_a  u64  address of the factors of A
    scale_b  u64
    meta     u64  address of the metadata of A
    mask     u64  zero-column mask
""")
TENSOR_BLOCK = _struct("TensorBlock", """
    cta      i32  of the pair
    row      i32  first row of D
    rows     i32
    column   i32  first column of D
    columns  i32
    lane     i32  of the first row of D
    a_lane   i32  of that row of A, where A is in tensor memory
""")
TENSOR_MATRIX = _struct("TensorMatrix", """
    type      i32  `ElementType`
    mn_major  i32
    extent    i32  rows of A or columns of B that each CTA has
    lines     i32  rows, of one that is MN-major places along K
    chunks    i32  of 16 bytes of a line
    used      i32  bytes of a chunk that are read
    column    i32  of the first chunk in tensor memory; -1 where it is in shared memory
    skipped   i32  elements of the first chunk of an MN-major one that are before it
    line_mask i32  of its swizzle in shared memory
    shift     i32  of the same
    start     i32  bytes from a multiple of its period to the start of the pattern
""")
TENSOR_FACTORS = _struct("TensorFactors", """
    column  i32  of the first word of them
    first   i32  byte of that where they start
    extent  i32  rows of A or columns of B that each CTA has those of
    halves  i32  2 where the upper lanes have those of the second half
    wide    i32  columns from one word of them to the next
    used    i32  columns of those that hold some
""")
TENSOR_METADATA = _struct("TensorMetadata", """
    chunk    i32  columns of A that four bits select from, 0 where A is dense
    lane     i32  the first one that holds some
    lanes    i32
    column   i32
    columns  i32
""")
TENSOR_PLAN = _struct("TensorPlan", """
    ctas         i32
    shape        i32             the same for MMAs that are pipelined
    depth        i32             K
    sum          i32             `SumType`
    negates      i32
    saturates    i32
    scale        i32             binary logarithm of what D is divided by before
    column       i32             first one of D
    columns      i32             of D
    block_count  i32
    blocks       TensorBlock[8]
    a            TensorMatrix
    b            TensorMatrix
    factors      i32             scale factors of a row, 0 for none
    e4m3         i32             whether they are ue4m3, not ue8m0
    of_a         TensorFactors
    of_b         TensorFactors
    metadata     TensorMetadata
    shifted      i32             whether each row of A is the next one, but for the last
    collected    i32             a number of the type and shape of what a collector buffer holds
    zeroed       u32[8]          columns of B that are zero: one bit each
    unit         MatrixUnit
    copies       i32             lanes that each row is copied to
    bits         i32             of the elements of a copy that are widened to bytes, 0 for none
""")
"""A plan is followed by offsets in shared memory: those of the chunks of A and of B. Then, for each row and
chunk of a sparse A, comes the place of its metadata: lane, column and lowest bit, shifted by 14, 5 and 0. The
plan of a copy is followed by the offsets of its source, which is A, and by the target lanes of each row."""

# Structures inside records

PLACE = _struct("Place", """
    address      i32    row
    narrow       i32    whether that has 32 bits
    offset_low   i32
    offset_high  i32
    space        Space
""")
SHADOW_PART = _struct("ShadowPart", """
    row      i32  a register; -1 for none
    bytes    i32  of it
    literal  i32  the first of its values; -1 for none
""")
SHADOW_OPERAND = _struct("ShadowOperand", """
    format  i32  `ShadowFormat`
    count   i32  values in each part
    parts   i32  parts of the operand in the record
""")
CALL_MOVE = _struct("CallMove", """
    bytes        i32
    from_row     i32  whether the source is a row of registers
    source       i32  it, or an offset from the frame
    to_row       i32
    target       i32
""")
CALL_RETURN = _struct("CallReturn", """
    site   i32  number of the call
    block  i32  where to go on
    frame  i32  bytes to take off
    moves  i32  number of moves of results
""")
CALL_TARGET = _struct("CallTarget", """
    address_low   i32  of the function
    address_high  i32
    block         i32  its first
    frame         i32  its bytes
    moves         i32  number of moves of arguments
    saves         i32  number of registers of it that are saved
""")
CALL_SAVE = _struct("CallSave", """
    row    i32
    bytes  i32  of a lane; 0 of a predicate
""")
MMA_SHAPE = _struct("MmaShape", """
    matrices    i32
    rows        i32
    columns     i32
    depth       i32
    stored      i32  columns of A that are there
    a_type      i32  `MmaType`, as the others
    b_type      i32
    c_type      i32
    d_type      i32
    sum         i32  `MmaSum`
    mode        i32  `Round`
    saturates   i32
    meta        i32  row of the metadata of a sparse A, -1 for none
    ordered     i32  whether the indices of a chunk rise
    chunk       i32  columns that 4 bits of the metadata speak of
    scales      i32  factors of a row of A, 0 for none
    scale_type  i32  whether they are e4m3
    scale_a     i32  row of them
    byte_a      i32  row that says which byte
    thread_a    i32  row that says which thread
    scale_b     i32
    byte_b      i32
    thread_b    i32
""")
CVT_PACKING = _struct("Packing", """
    target         i32  `FormatNumber`
    origin         i32  the same
    source         i32  `CvtSource`
    count          i32  elements
    mode           i32  `Round`
    fit            i32
    positive_zero  i32
    flushes        i32  1: singles of the source, 2: what is scaled
    target_bits    i32  of an element
    origin_bits    i32
    target_bytes   i32  of the registers
    origin_bytes   i32
    random         i32  row, -1 for none
    scale          i32  row, -1 for none
    scale_bytes    i32
""")
VIDEO_PART = _struct("VideoPart", """
    first      i32
    bits       i32
    is_signed  i32
""")
VIDEO_SCALAR = _struct("VideoScalar", """
    operation  i32  `VideoOperation`
    wraps      i32
    saturates  i32
    second     i32  of c: `VideoSecond`
""")
VIDEO_PACKED = _struct("VideoPacked", """
    operation  i32     `VideoOperation`
    count      i32     elements
    saturates  i32
    adds       i32
    chosen     i32     a bit for each element of d
    a_signed   i32
    b_signed   i32
    c_signed   i32
    d_signed   i32
    picks_a    i32[4]  which of the elements of a, and then of b
    picks_b    i32[4]
""")
