"""The operands of the native engine's handlers, by name: part of the interface that `pyptx.sim.abi` declares.

A record is a call of a handler. Those that do more than compute are here, with what Python hands them; C++
reads each by the same name, as ``LoadArgs(i).to()``. Handlers that only compute take the operands of
their instruction in the fields ``d``, ``a``, ``b``, ``c`` and ``e``, by the names of its row.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from pyptx.sim.abi import NUMBERS, STRUCTS, WORDS
from pyptx.sim.interface import Operands, digest_of, rows_of

OPERANDS: Final[list[Operands]] = []


def _operands(
    name: str, handlers: str, text: str, *, event: str = "", base: Operands | None = None
) -> Operands:
    rows = (*(base.rows if base else ()), *rows_of(text))
    made = Operands(name, tuple(handlers.split()), event, base, rows, STRUCTS)
    OPERANDS.append(made)
    return made


# fmt: off

ADDRESS = _operands("Address", "", """
    address  row
    narrow   flag   whether that has 32 bits
    space    Space
    offset   i64
""")
_operands("Load", "ld.*", """
    checked  flag   whether the bytes must have been written, if that is checked
    to       row[]  -1 for a sink
""", base=ADDRESS, event="loads")
_operands("Store", "st.* later.st.*", """
    values  row[]  -1 for what is not written
""", base=ADDRESS, event="stores")
_operands("Atomic", "atom.*", """
    result   row?
    operand  row   the lower half where there are two
    other    row?  what is swapped in
""", base=ADDRESS, event="updates")
_operands("AddLater", "later.add.*", """
    operand  row
""", base=ADDRESS, event="updates")
_operands("StoreZeros", "st.bulk", """
    size         row
    narrow_size  flag  whether that has 32 bits
""", base=ADDRESS)
_operands("MapReplace", "tensormap.replace", """
    value  row
    wide   flag  whether that has 64 bits
    low    i32   first bit of the field
    bits   i32   of the field
""", base=ADDRESS)
_operands("MapCopy", "tensormap.cp_fenceproxy", """
    target  Place
    source  Place
""")
_operands("MapAcquire", "fence.tensormap", "", base=ADDRESS)
_operands("Reach", "reach", """
    size  i32
""", base=ADDRESS)
_operands("Forget", "forget", """
    source  index
    size    i32
""", base=ADDRESS)
_operands("MarkLoaded", "mark_loaded", """
    size       i32      of each element
    targets    index[]  registers that are loaded, -1 for those that are not followed
    used       i32[]    which bytes of each matter
""", base=ADDRESS)
MATRIX_ACCESS = _operands("MatrixAccess", "", """
    elements   i32    parts of a register that are moved apart
    row_bytes  i32
    givers     i32    lanes that give addresses
    registers  row[]
    plan       i32[]  of each part of each register the lanes that give its row, then its byte there
    holders    i32[]  lanes that represent those that hold a row, by the lane that gives its address
""", base=ADDRESS)
_operands("LoadMatrix", "ldmatrix", """
    checked  flag     whether the bytes must have been written, if that is checked
    targets  index[]  registers that are loaded, -1 for those that are not followed
""", base=MATRIX_ACCESS, event="loads_rows")
_operands("LoadPackedMatrix", "ldmatrix.packed", """
    checked  flag     whether the bytes must have been written, if that is checked
    bits     i32      of an element; the plan has bits of rows instead of bytes
    targets  index[]  registers that are loaded, -1 for those that are not followed
""", base=MATRIX_ACCESS, event="loads_rows")
_operands("StoreMatrix", "stmatrix", """
    sources  index[]  registers that are stored, -1 for those that are defined
""", base=MATRIX_ACCESS, event="stores_rows")
WMMA_ACCESS = _operands("WmmaAccess", "", """
    stride          row?
    default_stride  i32    elements from line to line where there is no row
    unit_bytes      i32    accessed at once
    element_bits    i32
    address_align   i32
    line_align      i32
    registers       row[]
    spots           i32[]  of each access the lines, then the elements of the lanes, 32 of each
""", base=ADDRESS)
_operands("LoadWmma", "load.wmma.*", "", base=WMMA_ACCESS, event="loads_units")
_operands("StoreWmma", "store.wmma.*", "", base=WMMA_ACCESS, event="stores_units")

SHADOW = _operands("Shadow", "", """
    number   i32            the instruction
    line     i32            the errors that take its rounding errors; -1 for none
    records  i32            of the instruction itself, which follow
    flags    i32            `ShadowFlags`
    size     i32            bytes of each part that is read
    wanted   i32            bytes of each part that is written
    targets  ShadowPart[]
    sources  ShadowPart[]
    others   ShadowPart[]   of a second operand
""")
_operands("ShadowCompute", "shadow.compute", """
    function  RealFunction
    relation  i32              bits of a comparison that holds for less, equal, greater and unordered
    target    ShadowOperand
    operands  ShadowOperand[]  whose parts are in `sources`
""", base=SHADOW)
_operands("ShadowMma", "shadow.mma shadow.wgmma", """
    rows      i32
    columns   i32
    depth     i32
    type      i32                of the elements of D: `ShadowFormat`
    operands  ShadowOperand[]    A, B and C, whose parts are in `sources`
    places    i32[]              of the elements of A, B, C and D: part, lane and value, shifted by 8, 3 and 0
""", base=SHADOW)
_operands(
    "ShadowMove",
    "shadow.move shadow.select shadow.shuffle shadow.permute shadow.bits shadow.exponent shadow.load "
    "shadow.store shadow.load_rows shadow.store_rows shadow.restart "
    "shadow.tensor_load shadow.tensor_store shadow.tensor_mma",
    """
    predicate  row?  that chooses
    places     i32[]  of the second operand among the first, for rows of matrices
""", base=SHADOW)
_operands("ShadowUpdate", "shadow.update shadow.reduce", """
    target  ShadowOperand  the elements in memory; without a format if their shadows end
""", base=SHADOW)
_operands("ShadowFinish", "shadow.finish", """
    number  i32  the instruction
""")
_operands("Block", "door block", """
    number  i32
    steps   i32  instructions; of a `door` 0
""")
_operands("Issue", "issue", """
    left   i32   instructions of its block from this one on
    polls  flag  whether a warp that polls still waits here
""")
_operands("Next", "next", """
    number  i32  the block after this one
""")
_operands("Guard", "guard", """
    predicate  row
    negated    flag
    held       i32   records that it holds back
""")
_operands("GuardApart", "guard_apart", """
    predicate  row
    negated    flag
    next       i32   block
""")
_operands("Check", "check", """
    source  index
    kind    StopKind
""")
_operands("Mark", "mark", """
    target  index
""")
_operands("MarkAs", "mark_as", """
    target  index
    source  index
""")
_operands("Branch", "bra", """
    predicate  row?
    negated    flag
    target     i32   block
    next       i32   block
    polls      flag  whether its loop waits for others
""")
_operands("BranchTable", "brx", """
    index   row
    polls   flag
    blocks  i32[]
""")
_operands("Members", "members members.all", """
    mask    row
    across  flag  whether lanes may meet at different instructions
    whole   flag  whether no lane of the warp may have exited
""")
_operands("Unpack", "unpack.*", """
    a      row
    parts  row[]  -1 for a sink
""")
_operands("Pack", "pack.*", """
    d      row
    parts  row[]
""")
_operands("Isspacep", "isspacep", """
    d       row
    a       row
    window  i32   0 for global
    own     flag  of the own CTA only
""")
_operands("Vote", "vote.*", """
    d        row
    a        row
    members  row?
""")
_operands("Match", "match.*", """
    d        row
    a        row
    members  row
    alike    row?  whether all members have the value
""")
_operands("Elect", "elect", """
    leader   row?
    elected  row?
    members  row
""")
_operands("Redux", "redux.*", """
    d        row
    a        row
    members  row
    abs      flag
""")
_operands("Barrier", "barrier", """
    number     row
    count      row?
    predicate  row?
    result     row?
    kind       BarrierKind
    reduction  BarrierReduction
    target     index?            that the result makes defined
""", event="meets_cta")
_operands("Shuffle", "shfl.*", """
    d         row
    a         row
    distance  i32     itself where it is fixed, else its row
    bounds    i32     the same
    valid     row?
    target    index?  register that is written
    source    index?  register that is read
    members   row?
""")
_operands("Call", "call", """
    block      i32         the first of the function
    frames     row
    sites      row         that takes the number of the call
    site       i32         it
    own_frame  i32         bytes
    frame      i32         bytes of the function's
    moves      CallMove[]  of arguments
""")
_operands("Return", "ret", """
    frames   row
    sites    row
    returns  CallReturn[]
    moves    CallMove[]    of results, of one call after the other
""")
_operands("CallAny", "call.any", """
    frames     row
    address    row?          of the function; without it there is one
    site       i32           number of the call
    own_frame  i32           bytes
    saved      i32           bytes that the registers of any function take
    targets    CallTarget[]  the possible functions
    moves      CallMove[]    of arguments, for one function after the other
    saves      CallSave[]    registers that the call saves, likewise
""")
_operands("ReturnAny", "ret.any", """
    frames   row
    saved    i32
    returns  CallReturn[]
    moves    CallMove[]    of results, of one call after the other
    saves    CallSave[]    registers that the return restores
""")
_operands("Print", "vprintf", """
    frames   row
    format   row         address
    buffer   row         address of the arguments
    taken    row         the number of arguments
    next     i32         block
    moves    CallMove[]  to the rows of the two addresses
    results  CallMove[]  of the number
""")
SPREAD = _operands("Spread", "spread spread.parts", """
    targets  index[]
    sources  index[]  -1 for one that is defined
""")
_operands("SpreadChosen", "spread.chosen", """
    predicate  row
""", base=SPREAD)
_operands("SpreadAbsorbed", "spread.absorbed", """
    bits     i32    of the rows
    value    i32    that determines the result alone
    negated  i32    which rows are
    rows     row[]  of the sources, -1 for those that never do
""", base=SPREAD)
_operands("SpreadMatrix", "spread.matrix", """
    targets  index[]  registers of D, -1 for those that are not followed
    a        index[]  registers of A, -1 for those that are defined
    b        index[]  the same of B
    c        index[]  the same of C
    rows     i32      of a matrix
    columns  i32
    a_rows   i32[]    for each element of A, by register, lane and place: its row
    b_columns i32[]   the column of each element of B
    c_places i32[]    the place of each element of C
    d_places i32[]    the same of D
""")
_operands("WrapsKeep", "wraps.keep wraps.signed wraps.unsigned", """
    target   row    of flags
    sources  row[]
""")
_operands("WrapsCompute", "wraps.sum wraps.difference wraps.product wraps.shift", """
    target    row
    operands  row[]   of 32 bits
    flags     row[]   -1 for an operand without
""")
_operands("WrapsCheck", "wraps.check", """
    flags  row
    size   row?   bytes that a copy reads; the address of a copy of 0 bytes is not checked
""")
_operands("ArrayCheck", "arrays.check", """
    first   i32  byte of the array, in the shared memory of a CTA or the local memory of a thread
    last    i32  byte of it, and one more
    size    i32  of the access
    givers  i32  lanes whose addresses count
    frames  row?  of the frames that the array is in
""", base=ADDRESS)
_operands("MarkGuarded", "mark_guarded", """
    predicate  index
    targets    index[]
""")

_operands("ObjectInit", "mbarrier.init", """
    count  row
""", base=ADDRESS, event="makes_object")
_operands("ObjectInval", "mbarrier.inval", "", base=ADDRESS)
_operands("ObjectBytes", "mbarrier.tx", """
    bytes      row
    completes  flag
    mask       row?  CTAs in each of which an object is named
""", base=ADDRESS, event="uses_object")
_operands("ObjectArrive", "mbarrier.arrive", """
    state  row?
    count  row?
    bytes  row?
    drops  flag
    holds  flag  whether it may not complete the phase
    mask   row?  CTAs in each of which an object is named
""", base=ADDRESS, event="arrives")
_operands("ObjectWait", "mbarrier.wait", """
    done     row?
    parity   row?
    state    row?
    gives_up flag  whether it may
""", base=ADDRESS, event="awaits_object")
_operands("CopyWait", "cp.async.wait", """
    commits  flag
    allowed  i32   groups that may be outstanding
""", event="awaits_copies")
_operands("CopyAsync", "cp.async", """
    size     i32
    read     row?   bytes of the source, of which the rest are zeros
    ignored  row?   predicate: nothing is read
    source   Place
""", base=ADDRESS, event="copies")
_operands("CopyArrive", "cp.async.mbarrier.arrive", """
    expected  flag  whether the count of the barrier includes this arrival
""", base=ADDRESS, event="ties_copies")
_operands("BulkIn", "cp.async.bulk.in cp.reduce.async.bulk.in.*", """
    size        row
    remote      flag   whether the target must be another CTA
    mask        row?   CTAs that get it
    mask_bytes  i32
    before      row?   bytes that are not read, from the source's address on
    behind      row?   bytes that are not read, up to its end
    target      Place
    source      Place
    barrier     Place
""")
_operands("BulkOut", "cp.async.bulk.out cp.reduce.async.bulk.out.*", """
    size    row
    chosen  row?  which bytes of each 16 are copied
    target  Place
    source  Place
""")
_operands("BulkPrefetch", "cp.async.bulk.prefetch", """
    size    row
    source  Place
""")
_operands("BulkWait", "cp.async.bulk.wait_group", """
    allowed  i32   groups that may be outstanding
    reads    flag  whether to wait only for their reads
""", event="awaits_stores")
TENSOR_BOX = _operands("TensorBox", "cp.async.bulk.prefetch.tensor", """
    mode         BoxMode
    rank         i32
    map          Place
    coordinates  row[]
    corners      row[]    of im2col
""", event="uses_map")
_operands("TensorIn", "cp.async.bulk.tensor.in", """
    mask        row?
    mask_bytes  i32
    pair        flag   whether the barrier may be in the other CTA of the pair
    target      Place
    barrier     Place
""", base=TENSOR_BOX, event="uses_map")
_operands("TensorOut", "cp.async.bulk.tensor.out", """
    operation  i32    `CombineOperation`, -1 for a copy
    source     Place
""", base=TENSOR_BOX, event="uses_map")
_operands("Remote", "st.async red.async.*", """
    value_bytes  i32
    align        i32
    elsewhere    flag   whether the target must be another CTA
    target       Place
    barrier      Place
    values       row[]
""")
_operands("TryCancel", "clusterlaunchcontrol.try_cancel", """
    everyone  flag   whether all CTAs of the cluster receive the response
    target    Place
    barrier   Place
""")
_operands("QueryCancel", "clusterlaunchcontrol.query_cancel.*", """
    lower  row    of the response: x and y
    upper  row    z, and whether a cluster was cancelled
    d      row[]  a predicate; or x, y, z and the last word, -1 for those that are not written
    targets  index[]  registers of coordinates that are tracked, -1 for the others
""")
_operands("ClusterArrive", "barrier.cluster.arrive", "", event="arrives_cluster")
_operands("ClusterWait", "barrier.cluster.wait", "", event="awaits_cluster")

_operands("WgmmaFence", "wgmma.fence", "", event="meets_warp")
_operands("WgmmaWait", "wgmma.wait_group", """
    allowed  i32  groups that may be outstanding
""", event="awaits_products")
_operands("Wgmma", "wgmma.mma_async", """
    a_desc      row?
    b_desc      row
    scale_d     row?        whether D is added
    adds        flag        the same, where there is no row
    columns     i32
    depth       i32
    shape       i32         number of it in the program
    a_type      ElementType
    b_type      ElementType
    d_type      SumType
    mn_major_a  flag
    mn_major_b  flag
    negates     flag
    saturates   flag
    key         i32         set of the registers of D
    fragment    i32?        set of those of A
    meta        row?        of a sparse A
    relations   Relation[]  to every set of registers of products
    d           row[]
    a           row[]
    places      i32[]       of the metadata of chunks of A's rows: eight times the lane, and which 4 bits
    unit        MatrixUnit
    targets     index[]     registers of D that are tracked, -1 for the others
    sources     index[]     the same of A
    follows     flag        whether undefined values are propagated; if not, they stop the program
""", event="multiplies")
_operands("TensorAlloc", "tcgen05.alloc", """
    count      row
    group      i32
    exclusive  flag
""", base=ADDRESS)
_operands("TensorFree", "tcgen05.dealloc", """
    taddr      row
    count      row
    group      i32
    exclusive  flag
""")
_operands("TensorRelinquish", "tcgen05.relinquish_alloc_permit", """
    group  i32
""")
TENSOR_TRANSFER = _operands("TensorTransfer", "", """
    taddr      row
    strict     flag   whether an address in the first window represents no other
    height     i32    lanes that are accessed
    packed     flag   whether a register holds two columns
    lanes      i32[]  of each lane of the warp the address of its first element, from `taddr` on
    places     i32[]  what is added to that for each register
    spans      i32[]  of each run of columns that is accessed the first, and how many
    registers  row[]
    follows    flag   whether undefined values are followed
""")
_operands("TensorLoad", "tcgen05.ld", """
    targets  index[]  registers that are loaded, -1 for those that are not followed
    reduced  index    register of the minimum or maximum of all of them, -1 if there is none that is followed
""", base=TENSOR_TRANSFER)
_operands("TensorStore", "tcgen05.st", """
    sources  index[]  registers that are stored, -1 for those that are defined
""", base=TENSOR_TRANSFER)
_operands("TensorWait", "tcgen05.wait::ld tcgen05.wait::st", """
    stores  flag
""", event="awaits_tensor")
_operands("TensorCommit", "tcgen05.commit", """
    group       i32
    mask        row?   CTAs whose mbarriers are signalled
    mask_bytes  i32
""", base=ADDRESS)
_operands("TensorMultiply", "tcgen05.mma", """
    group     i32
    plan      i32    number of what plans it
    d         row
    a         row
    a_narrow  flag   whether that has 32 bits
    b         row
    idesc     row
    scale_a   row?
    scale_b   row?
    meta      row?
    mask      row?
    enable    row?   whether D is added
    adds      flag   the same, where there is no row
    buffer    i32    collector buffer: 0 for A, 1 to 4 for those of B
    use       CollectorUse
    disabled  row[]  lanes that are not written
""")
_operands("TensorCopy", "tcgen05.cp", """
    group       i32
    plan        i32
    taddr       row
    descriptor  row
""")
_operands("TensorShift", "tcgen05.shift", """
    group  i32
    taddr  row
""")
_operands("Watch", "watch", """
    sets  i32[]  of registers of products, which are accessed
""")
_operands("SetRegisters", "setmaxnreg", """
    count  i32
    more   flag
""")
_operands("Mma", "mma.*", """
    rows       i32
    depth      i32
    saturates  flag
    a          i32[]  byte of each element in the registers
    b          i32[]
    c          i32[]
    order      i32[]  position of each element of D
    d          row[]
""")
_operands("MmaGeneral", "mma.general", """
    shape   MmaShape
    unit    MatrixUnit
    a       i32[]     bit of each element in the registers
    b       i32[]
    c       i32[]
    places  i32[]     of the metadata of chunks: eight times the lane, and which 4 bits
    order   i32[]     position of each element of D
    d       row[]
""")
_operands("CvtPacked", "cvt.packed", """
    d        row
    packing  Packing
    sources  row[]
""")
_operands("CvtPack", "cvt.pack", """
    d          row
    a          row
    b          row
    c          row?
    bits       i32
    is_signed  flag
""")
_operands("Video", "video", """
    d       row
    a       row
    b       row
    c       row?
    scalar  VideoScalar
    a_part  VideoPart
    b_part  VideoPart
    c_part  VideoPart
    d_part  VideoPart
""")
_operands("VideoMad", "video.mad", """
    d              row
    a              row
    b              row
    c              row
    negated        flag       the product
    c_negated      flag
    plus_one       flag
    saturates      flag
    shift          i32
    a_part         VideoPart
    b_part         VideoPart
    c_part         VideoPart
    d_part         VideoPart
""")
_operands("VideoPacked", "video.packed", """
    d       row
    a       row
    b       row
    c       row
    packed  VideoPacked
""")

# fmt: on

LAYOUT: Final = digest_of(*WORDS.values(), *STRUCTS.values(), *OPERANDS, numbers=NUMBERS)
"""A number for the whole interface, which the engine carries: see `pyptx.sim.native.extension`."""

_EXACT: Final = {handler: each for each in OPERANDS for handler in each.handlers}


@cache
def operands_of(handler: str) -> Operands | None:
    """The operands of a handler; None for one that only computes, or has none."""
    found = _EXACT.get(handler)
    family = handler
    while found is None and "." in family:
        family = family.rpartition(".")[0]
        found = _EXACT.get(f"{family}.*")
    return found
