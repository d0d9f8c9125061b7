/* The interface between Python and the engine, as pyptx/sim/abi.py and handlers.py declare it.
 *
 * Generated: change those files, run `python tools/generate.py` and build again. Each handler that does more
 * than compute has a view of its record, which reads operands by name: rows are offsets of registers in the
 * memory of a warp; -1 represents none where the table has a question mark.
 */
/* clang-format off */
#ifndef PYPTX_ENGINE_ABI_H
#define PYPTX_ENGINE_ABI_H

#include <stdint.h>

namespace pyptx {

constexpr char LAYOUT[] = "4e04dd308a1c0e44"; /* a number for all of it, which Python compares */

struct Warp;
struct Instr;
using Handler = const Instr *(*)(Warp &, const Instr *);

/* A record as it runs. Handlers that only compute have the operands of their instruction in `d`, `a`, ... */
struct Instr {
    Handler run;
    int32_t d, a, b, c, e, f, n;
    int32_t step; /* number of the instruction in its block, for reports */
    int64_t imm;
    const int32_t *extra;
};

constexpr int LANES = 32;
constexpr int BARRIERS = 16;
constexpr int RANK_SHIFT = 24;
constexpr uint64_t GLOBAL_BASE = 123145302310912;
constexpr int TENSOR_LANES = 128;
constexpr int TENSOR_COLUMNS = 512;
constexpr int TENSOR_LANE_MASK = 16383;
constexpr int MULTIPROCESSORS = 148;
constexpr uint64_t CANCELED = 3399279085;
constexpr int REFUSED = 212406021;
constexpr int RESPONSE_BYTES = 16;
constexpr int PRINT_BYTES = 1048576;
constexpr int DROP_STEPS = 1024;
constexpr uint64_t MAP_MAGIC = 3552588557391526256;

enum Schedule : int64_t {
    LATE = 0,
    EARLY = 1,
    RANDOM = 2,
};

enum StopKind : int64_t {
    NO_STOP = 0,
    STOP_STEP = 1,
    STOP_GATE = 2,
    STOP_CONTROL = 3,
    STOP_DEADLOCK = 4,
    STOP_LIVELOCK = 5,
    STOP_STEPS = 6,
    STOP_LIMIT = 7,
    STOP_HANDOVER = 8,
    STOP_UNDEFINED = 9,
    STOP_ELSEWHERE = 10,
    BROKE_ADDRESS_WRAP = 11,
    BROKE_ALIGNED = 12,
    BROKE_ARRAY_BOUNDS = 13,
    BROKE_CALL_TARGET = 14,
    BROKE_CANCEL_REQUEST = 15,
    BROKE_CANCEL_RESPONSE = 16,
    BROKE_CLUSTER_BARRIER = 17,
    BROKE_CLUSTER_RANK = 18,
    BROKE_CTA_GROUP = 19,
    BROKE_EXITED_CTA = 20,
    BROKE_MBARRIER_ARRIVE = 21,
    BROKE_MBARRIER_COUNT = 22,
    BROKE_MBARRIER_LAPPED = 23,
    BROKE_MBARRIER_LIVE = 24,
    BROKE_MBARRIER_PARITY = 25,
    BROKE_MBARRIER_TX = 26,
    BROKE_MBARRIER_UNINITIALIZED = 27,
    BROKE_OUT_OF_BOUNDS = 28,
    BROKE_SETMAXNREG = 29,
    BROKE_SPARSE_METADATA = 30,
    BROKE_STACK_OVERFLOW = 31,
    BROKE_TCGEN05_OPERAND = 32,
    BROKE_TENSOR_COLLECTOR = 33,
    BROKE_TENSOR_MEMORY_BOUNDS = 34,
    BROKE_TENSOR_MEMORY_FREE = 35,
    BROKE_TENSOR_MEMORY_GROWTH = 36,
    BROKE_TENSOR_MEMORY_HOLD = 37,
    BROKE_TENSOR_MEMORY_LANE = 38,
    BROKE_TENSOR_MEMORY_LEAK = 39,
    BROKE_TENSOR_MEMORY_PERMIT = 40,
    BROKE_TENSOR_MEMORY_SIZE = 41,
    BROKE_TENSOR_SCALE = 42,
    BROKE_TENSOR_UNFINISHED = 43,
    BROKE_TENSORMAP_PROXY = 44,
    BROKE_UNFINISHED_COPY = 45,
    BROKE_UNINITIALIZED_MEMORY = 46,
    BROKE_UNINITIALIZED_TENSOR_MEMORY = 47,
    BROKE_WGMMA_DESCRIPTOR = 48,
    BROKE_WGMMA_FENCE = 49,
    BROKE_WGMMA_HAZARD = 50,
    BROKE_WGMMA_OPERAND = 51,
};

enum Space : int32_t {
    GENERIC = 0,
    GLOBAL = 1,
    SHARED = 2,
    LOCAL = 3,
    CONSTANT = 4,
    PARAM = 5,
    CLUSTER = 6,
    TENSOR = 7,
};

enum WaitFor : int8_t {
    CLUSTER_BARRIER = 16,
    REGISTER_POOL = 17,
    WARPGROUP = 18,
    PRODUCTS = 19,
    TENSOR_MEMORY = 20,
};

enum ByteState : uint8_t {
    ALLOCATED = 1,
    INITIALISED = 2,
    WRITABLE = 4,
    BARRIER = 8,
};

enum CtaNumber : int32_t {
    NUMBER_CTAID_X = 0,
    NUMBER_CTAID_Y = 1,
    NUMBER_CTAID_Z = 2,
    NUMBER_SHARED_START = 3,
    NUMBER_CLUSTERID_X = 4,
    NUMBER_CLUSTERID_Y = 5,
    NUMBER_CLUSTERID_Z = 6,
    NUMBER_CLUSTER_CTAID_X = 7,
    NUMBER_CLUSTER_CTAID_Y = 8,
    NUMBER_CLUSTER_CTAID_Z = 9,
    NUMBER_CLUSTER_CTARANK = 10,
    NUMBER_ZERO = 11,
    NUMBER_COUNT = 12,
};

enum RaceEvent : uint8_t {
    NO_EVENT = 0,
    LOADS = 1,
    STORES = 2,
    UPDATES = 3,
    LOADS_ROWS = 4,
    STORES_ROWS = 5,
    LOADS_UNITS = 6,
    STORES_UNITS = 7,
    COPIES = 8,
    AWAITS_COPIES = 9,
    TIES_COPIES = 10,
    AWAITS_STORES = 11,
    USES_MAP = 12,
    MAKES_OBJECT = 13,
    USES_OBJECT = 14,
    ARRIVES = 15,
    AWAITS_OBJECT = 16,
    MEETS_CTA = 17,
    MEETS_WARP = 18,
    MEETS_LANES = 19,
    ARRIVES_CLUSTER = 20,
    AWAITS_CLUSTER = 21,
    FENCES = 22,
    FENCES_PROXY = 23,
    FENCES_OBJECTS = 24,
    MULTIPLIES = 25,
    AWAITS_PRODUCTS = 26,
    EXCHANGES = 27,
    FENCES_TENSOR = 28,
    AWAITS_TENSOR = 29,
    EVENTS = 30,
};

enum SiteFlags : uint16_t {
    ACQUIRES = 1,
    RELEASES = 2,
    RELAXED = 4,
    IN_SHARED = 8,
    IN_GLOBAL = 16,
    ATOM = 32,
    SWAPS = 64,
    READS_CONSTANT = 128,
    VOLATILE = 256,
    RELEASES_LATER = 512,
    NAMES_CTA = 1024,
    ACCUMULATES = 2048,
};

enum Rule : int64_t {
    NO_RULE = 0,
    RACE = 1,
    PROXY_FENCE = 2,
    NO_INIT = 3,
    WRONG_PHASE = 4,
    NOT_SURE = 5,
    NO_COMMIT = 6,
    NO_WAIT_LD = 7,
    NO_WAIT_ST = 8,
    NO_TENSOR_FENCE = 9,
    NO_PIPELINE = 10,
    OTHER_SWIZZLE = 11,
    CROWDED = 12,
};

enum TensorAccess : int64_t {
    NOT_TENSOR = 0,
    ACCESS_LD = 1,
    ACCESS_ST = 2,
    ACCESS_MMA = 3,
    ACCESS_CP = 4,
    ACCESS_SHIFT = 5,
    ACCESS_DEALLOC = 6,
};

enum WarpGate : uint8_t {
    NO_WARP_GATE = 0,
    MEETS = 1,
    ALIGNED = 2,
};

enum BarrierKind : int32_t {
    BARRIER_SYNC = 0,
    BARRIER_ARRIVE = 1,
    BARRIER_RED = 2,
};

enum BarrierReduction : int32_t {
    REDUCTION_POPC = 0,
    REDUCTION_AND = 1,
    REDUCTION_OR = 2,
};

enum MapType : int64_t {
    MAP_OTHER = 0,
    MAP_U32 = 1,
    MAP_S32 = 2,
    MAP_U64 = 3,
    MAP_S64 = 4,
    MAP_F32 = 5,
};

enum BoxMode : int32_t {
    TILE = 0,
    GATHER = 1,
    PIXELS = 2,
};

enum CombineOperation : int32_t {
    COMBINE_ADD = 0,
    COMBINE_MIN = 1,
    COMBINE_MAX = 2,
    COMBINE_INC = 3,
    COMBINE_DEC = 4,
    COMBINE_AND = 5,
    COMBINE_OR = 6,
    COMBINE_XOR = 7,
};

enum Relation : int32_t {
    APART = 0,
    SAME = 1,
    FRAGMENT = 2,
    OVERLAPS = 3,
};

enum ElementType : int32_t {
    ELEMENT_F16 = 0,
    ELEMENT_BF16 = 1,
    ELEMENT_TF32 = 2,
    ELEMENT_E4M3 = 3,
    ELEMENT_E5M2 = 4,
    ELEMENT_S8 = 5,
    ELEMENT_U8 = 6,
    ELEMENT_B1 = 7,
    ELEMENT_E2M3 = 8,
    ELEMENT_E3M2 = 9,
    ELEMENT_E2M1 = 10,
    ELEMENT_E2M3_BYTE = 11,
    ELEMENT_E3M2_BYTE = 12,
    ELEMENT_E2M1_BYTE = 13,
    ELEMENT_E2M1_PACKED = 14,
};

enum CollectorUse : int32_t {
    COLLECTOR_DISCARD = 0,
    COLLECTOR_FILL = 1,
    COLLECTOR_USE = 2,
    COLLECTOR_LASTUSE = 3,
};

enum SumType : int32_t {
    SUM_F32 = 0,
    SUM_F16 = 1,
    SUM_S32 = 2,
};

enum MmaType : int32_t {
    T_F64 = 0,
    T_F32 = 1,
    T_TF32 = 2,
    T_F16 = 3,
    T_BF16 = 4,
    T_E4M3 = 5,
    T_E5M2 = 6,
    T_E2M3 = 7,
    T_E3M2 = 8,
    T_E2M1 = 9,
    T_E2M1_BYTE = 10,
    T_S32 = 11,
    T_S8 = 12,
    T_U8 = 13,
    T_S4 = 14,
    T_U4 = 15,
    T_B1 = 16,
};

enum MmaSum : int32_t {
    IN_ANY_ORDER = 0,
    IN_ORDER = 1,
    DIFFERING = 2,
    BY_UNIT = 3,
};

enum Round : int32_t {
    RN = 0,
    RZ = 1,
    RM = 2,
    RP = 3,
    RNA = 4,
    RS = 5,
};

enum FormatNumber : int32_t {
    AS_F16 = 0,
    AS_BF16 = 1,
    AS_TF32 = 2,
    AS_E4M3 = 3,
    AS_E5M2 = 4,
    AS_E2M3 = 5,
    AS_E3M2 = 6,
    AS_E2M1 = 7,
    AS_UE5M3 = 8,
    AS_UE8M0 = 9,
    AS_S2F6 = 10,
    AS_F32 = 11,
};

enum CvtSource : int32_t {
    OF_SINGLES = 0,
    OF_HALVES = 1,
    OF_NARROW = 2,
};

enum RealFunction : int32_t {
    REAL_ADD = 0,
    REAL_SUBTRACT = 1,
    REAL_MULTIPLY = 2,
    REAL_FMA = 3,
    REAL_DIVIDE = 4,
    REAL_RECIPROCAL = 5,
    REAL_SQRT = 6,
    REAL_RSQRT = 7,
    REAL_SIN = 8,
    REAL_COS = 9,
    REAL_LOG2 = 10,
    REAL_EXP2 = 11,
    REAL_TANH = 12,
    REAL_ABSOLUTE = 13,
    REAL_NEGATIVE = 14,
    REAL_COPYSIGN = 15,
    REAL_MINIMUM = 16,
    REAL_MAXIMUM = 17,
    REAL_CONVERT = 18,
    REAL_COMPARE = 19,
};

enum ShadowFormat : int32_t {
    NO_SHADOW = 0,
    HOLDS_F64 = 1,
    HOLDS_F32 = 2,
    HOLDS_F16 = 3,
    HOLDS_BF16 = 4,
    HOLDS_E4M3 = 5,
    HOLDS_E5M2 = 6,
    HOLDS_E2M3 = 7,
    HOLDS_E3M2 = 8,
    HOLDS_TF32 = 9,
    HOLDS_U8 = 10,
    HOLDS_U16 = 11,
    HOLDS_U32 = 12,
    HOLDS_U64 = 13,
    HOLDS_S8 = 14,
    HOLDS_S16 = 15,
    HOLDS_S32 = 16,
    HOLDS_S64 = 17,
};

enum ShadowColumn : int32_t {
    COLUMN_KIND = 0,
    COLUMN_VALUE = 1,
    COLUMN_MAGNITUDE = 2,
    COLUMN_BOUND = 3,
    COLUMN_ROWS = 4,
};

enum ShadowFlags : int32_t {
    SHADOW_INTEGRAL = 1,
    SHADOW_SAT = 2,
    SHADOW_RELU = 4,
    SHADOW_FTZ = 8,
    SHADOW_APPROXIMATE = 16,
    SHADOW_NAN = 32,
    SHADOW_LISTS = 64,
    SHADOW_POWER = 128,
};

enum Observe : uint8_t {
    NOT_OBSERVED = 0,
    OBSERVE_ACCESSES = 1,
    OBSERVE_ROWS = 2,
    OBSERVE_COPIES = 3,
    OBSERVE_REMOTE = 4,
    OBSERVE_GATES = 5,
    OBSERVE_BARRIERS = 6,
    OBSERVE_EXITS = 7,
    OBSERVE_POLLS = 8,
};

enum VideoOperation : int32_t {
    VADD = 0,
    VSUB = 1,
    VABSDIFF = 2,
    VMIN = 3,
    VMAX = 4,
    VAVRG = 5,
    VSHL = 6,
    VSHR = 7,
    VEQ = 8,
    VNE = 9,
    VLT = 10,
    VLE = 11,
    VGT = 12,
    VGE = 13,
};

enum VideoSecond : int32_t {
    MERGED = 0,
    SECOND_ADD = 1,
    SECOND_MIN = 2,
    SECOND_MAX = 3,
};

enum TimelineKind : int32_t {
    TIMELINE_LINE = 0,
    TIMELINE_WAIT = 1,
    TIMELINE_POLL = 2,
    TIMELINE_WORK = 3,
    TIMELINE_LEVEL = 4,
    TIMELINE_ARROW = 5,
};

enum WorkKind : int32_t {
    WORK_COPY = 0,
    WORK_PRODUCT = 1,
    WORK_TENSOR = 2,
};

struct Segment {
    uint64_t base; /* first address */
    uint64_t start; /* index of it in the arena */
    uint64_t extent; /* bytes */
};

struct Range {
    uint64_t first; /* offset in the segment */
    uint64_t end; /* offset behind the last byte */
    uint8_t *bytes; /* of which the one at `first` is the first */
    uint8_t *written; /* a bit for each byte, from the lowest: whether it was written; null where all were before */
    uint32_t writable; /* whether the program may write any */
    uint32_t restored; /* whether a page is saved before its first byte is written, because the launch may run again */
    uint8_t *saved; /* a bit for each page, from the lowest: whether it was saved; null before the first */
};

struct WarpState {
    uint32_t live;
    uint32_t exists;
    uint32_t converged; /* whether all living lanes are at `place` */
    int32_t place;
    uint32_t parked; /* lanes that wait at the block of their key */
    uint32_t yielded; /* lanes that let others run first */
    uint32_t arrives; /* of the parked: those that only arrive at their barrier */
    uint32_t predicate;
    int32_t key[32];
    int8_t barrier[32]; /* number of the barrier that a lane waits at, or another `WaitFor`; -1 for none */
};

struct CtaState {
    int32_t arrived[16];
    int32_t wanted[16];
};

struct Stop {
    StopKind kind;
    int64_t cta;
    int64_t slot;
    int64_t warp;
    int64_t block;
    int64_t step; /* number of the instruction in its block; of its record if `kind` is a rule */
    int64_t mask; /* lanes */
};

struct Finding {
    Rule rule;
    int64_t sure; /* whether it is one whatever the reference engine finds */
    int64_t cta;
    int64_t warp;
    int64_t lane;
    int64_t block;
    int64_t step;
    int64_t index; /* of the arena; an address where it is in tensor memory */
    int64_t writes;
    int64_t engine;
    int64_t after_read;
    int64_t other_engine;
    int64_t other_pending;
    int64_t other_cta;
    int64_t other_warp;
    int64_t other_lane;
    TensorAccess access;
    TensorAccess other_access;
};

struct TensorMapFields {
    int64_t rank;
    int64_t element; /* bytes */
    int64_t bits; /* of an element */
    int64_t padded; /* whether a row has 16 bytes of shared memory for each 16 elements */
    int64_t inner_bytes; /* of a row in shared memory */
    int64_t line_mask;
    int64_t shift;
    uint64_t address;
    int64_t pixels;
    int64_t fill; /* -1 where the engine has none */
    int64_t flushes;
    MapType type;
    int64_t box1;
    int64_t sizes[5];
    int64_t strides[5];
    int64_t extents[5];
    int64_t steps[5];
    int64_t lower[3];
    int64_t upper[3];
};

struct RecordWords {
    int64_t handler; /* number */
    int64_t step; /* number of the instruction in its block */
    int64_t extra; /* where its other words start */
    int64_t d;
    int64_t a;
    int64_t b;
    int64_t c;
    int64_t e;
    int64_t f;
    int64_t n;
    int64_t imm;
};

struct Site {
    RaceEvent event;
    uint8_t scope; /* 0 for a weak access */
    uint8_t element; /* bytes in memory */
    uint8_t wide; /* bytes in a register */
    uint16_t flags; /* `SiteFlags` */
    uint16_t deciding; /* records behind a read that compute the guard of the branch that it decides, a bit each */
};

struct Observed {
    Observe kind;
    uint8_t reads;
    uint8_t writes;
    uint8_t size; /* bytes of each lane */
    uint8_t reserved[4];
};

struct Tally {
    int64_t read[3]; /* bytes in global, shared and local memory */
    int64_t written[3];
    int64_t accesses[3]; /* of warps */
    int64_t wavefronts;
    int64_t fewest_wavefronts;
    int64_t sectors;
    int64_t fewest_sectors;
    int64_t waits;
    int64_t polls;
};

struct Varying {
    int64_t row; /* a row of registers that is a number of the CTA */
    int64_t number; /* which: `CtaNumber` */
    int64_t bytes;
    int64_t added;
};

struct TimelineEvent {
    TimelineKind kind;
    int32_t warp;
    int64_t cta; /* in launch order */
    int64_t since; /* clock of the warp */
    int64_t until;
    int64_t index; /* number of a line; reason of a wait; record of an operation; offset of an mbarrier; a warp */
    int64_t detail; /* parity; `WorkKind`; pending arrivals; CTA of that warp */
    int64_t other; /* pending bytes */
};

struct ShadowLiteral {
    double actual;
    double constant; /* its change if it is half a last place off */
};

struct ShadowCount {
    int64_t first; /* place in the order in which instructions were first executed; 0 for never */
    int64_t results; /* this and the others: `pyptx.sim.shadow.line_errors.LineErrors` */
    int64_t rounded;
    double worst;
    int64_t overflows;
    int64_t subnormal_losses;
    int64_t cancellations;
    int64_t broken;
    int64_t disagreements;
    int64_t choices;
    int64_t restarts;
    int64_t exceeds;
};

struct ShadowLaunch {
    uint8_t *memory; /* the `ShadowMemory` of the launch */
    ShadowCount *counts; /* of each instruction */
    ShadowLiteral *literals;
};

struct Launch {
    uint8_t *data; /* the arena */
    uint8_t *state; /* of each byte of it: `ByteState` */
    Segment global;
    Segment constant;
    Segment param;
    Range *ranges; /* allocations of global memory, in rising order */
    int64_t range_count;
    uint8_t *reads; /* a bit for each byte of global memory: whether a thread read it; null without */
    uint8_t *writes; /* the same for writes */
    uint8_t *atomics; /* the same for atomic operations; with undefined memory unchecked, writes */
    uint8_t *pages; /* a byte for each page of global memory: whether any of these bits is set */
    uint64_t shared_bytes;
    uint64_t local_bytes;
    int64_t need_known; /* `INITIALISED` where reading unwritten bytes is a fault, else 0 */
    int64_t need_finished; /* whether a CTA must not end before its copies have read its shared memory */
    int64_t limit; /* instructions of a warp before the watchdog reports */
    Schedule schedule;
    uint64_t seed;
    int64_t threads;
    int64_t resident; /* CTAs of a thread at a time */
    int64_t warps; /* of a CTA */
    int64_t warp_bytes; /* of all rows of registers */
    uint8_t *registers;
    uint8_t *image; /* the rows of a CTA before it starts */
    int64_t image_start; /* bytes of the rows that the program may write */
    uint32_t *known; /* lanes that wrote a register, for each register that is followed */
    int64_t tracked; /* registers that are followed */
    WarpState *warp_states;
    CtaState *cta_states;
    int64_t *issues; /* by thread and block */
    int64_t *lanes; /* the same */
    Stop *stop;
    int64_t ctas;
    int64_t *cancelled; /* clusters whose work others took */
    int64_t batch_start; /* where the shared memory of slots starts */
    int64_t shared_stride;
    int64_t local_stride;
    int64_t block_threads;
    int64_t entry; /* block that a CTA starts at */
    RecordWords *code;
    int64_t code_count;
    int32_t *extra;
    int64_t *blocks; /* first record of each block */
    int64_t *gates; /* barrier record of each block, -1 where it has none */
    uint8_t *warp_gates; /* of each block, of WARP_GATE */
    int64_t block_count;
    Varying *varying;
    int64_t varying_count;
    int64_t grid_x;
    int64_t grid_y;
    int64_t *order; /* in which CTAs start; null for their own */
    int64_t cluster_x;
    int64_t cluster_y;
    int64_t cluster_z;
    int64_t thread_registers; /* that the kernel fixes; -1 for none */
    int64_t watched; /* sets of registers of products */
    Site *sites; /* site of each record; null without race checking */
    Observed *observed; /* what to count of each record; null without a profile */
    Tally *tallies; /* the counts, by thread and record */
    int32_t *lines; /* line of each record; null without a timeline */
    int64_t together; /* CTAs that start together in it */
    Finding *finding;
    int64_t guesses; /* whether the program compares and swaps */
    int64_t narrow; /* whether strong accesses of the program have a scope below that of the GPU */
    int64_t scopes; /* whether mbarriers order CTAs only at the scope of the cluster */
    int64_t swizzles; /* whether reads of shared memory are compared with the swizzle of its tensor copy */
    int64_t tensor; /* whether the program uses tensor memory */
    int64_t crowd; /* CTAs of the grid that may run on one multiprocessor */
    int64_t keeps; /* whether all unordered reads of a line of global memory are kept */
    ShadowLaunch *shadows; /* null without shadow values */
};

struct MatrixUnit {
    int32_t fraction; /* as the next four: `pyptx.sim.semantics.dot_add.Unit` */
    int32_t terms; /* 0 for sums in any order */
    int32_t floor;
    int32_t result;
    int32_t group;
    int32_t least_a; /* least exponent of numbers of the type of A */
    int32_t least_b;
    int32_t least_c;
    int32_t least_scale; /* of scale factors */
};

struct TensorOperands {
    uint64_t d; /* address in tensor memory; of a copy too */
    uint64_t a; /* descriptor or address */
    uint64_t b; /* descriptor */
    uint64_t idesc;
    uint64_t scale_a; /* address of the factors of A */
    uint64_t scale_b;
    uint64_t meta; /* address of the metadata of A */
    uint64_t mask; /* zero-column mask */
};

struct TensorBlock {
    int32_t cta; /* of the pair */
    int32_t row; /* first row of D */
    int32_t rows;
    int32_t column; /* first column of D */
    int32_t columns;
    int32_t lane; /* of the first row of D */
    int32_t a_lane; /* of that row of A, where A is in tensor memory */
};

struct TensorMatrix {
    int32_t type; /* `ElementType` */
    int32_t mn_major;
    int32_t extent; /* rows of A or columns of B that each CTA has */
    int32_t lines; /* rows, of one that is MN-major places along K */
    int32_t chunks; /* of 16 bytes of a line */
    int32_t used; /* bytes of a chunk that are read */
    int32_t column; /* of the first chunk in tensor memory; -1 where it is in shared memory */
    int32_t skipped; /* elements of the first chunk of an MN-major one that are before it */
    int32_t line_mask; /* of its swizzle in shared memory */
    int32_t shift; /* of the same */
    int32_t start; /* bytes from a multiple of its period to the start of the pattern */
};

struct TensorFactors {
    int32_t column; /* of the first word of them */
    int32_t first; /* byte of that where they start */
    int32_t extent; /* rows of A or columns of B that each CTA has those of */
    int32_t halves; /* 2 where the upper lanes have those of the second half */
    int32_t wide; /* columns from one word of them to the next */
    int32_t used; /* columns of those that hold some */
};

struct TensorMetadata {
    int32_t chunk; /* columns of A that four bits select from, 0 where A is dense */
    int32_t lane; /* the first one that holds some */
    int32_t lanes;
    int32_t column;
    int32_t columns;
};

struct TensorPlan {
    int32_t ctas;
    int32_t shape; /* the same for MMAs that are pipelined */
    int32_t depth; /* K */
    int32_t sum; /* `SumType` */
    int32_t negates;
    int32_t saturates;
    int32_t scale; /* binary logarithm of what D is divided by before */
    int32_t column; /* first one of D */
    int32_t columns; /* of D */
    int32_t block_count;
    TensorBlock blocks[8];
    TensorMatrix a;
    TensorMatrix b;
    int32_t factors; /* scale factors of a row, 0 for none */
    int32_t e4m3; /* whether they are ue4m3, not ue8m0 */
    TensorFactors of_a;
    TensorFactors of_b;
    TensorMetadata metadata;
    int32_t shifted; /* whether each row of A is the next one, but for the last */
    int32_t collected; /* a number of the type and shape of what a collector buffer holds */
    uint32_t zeroed[8]; /* columns of B that are zero: one bit each */
    MatrixUnit unit;
    int32_t copies; /* lanes that each row is copied to */
    int32_t bits; /* of the elements of a copy that are widened to bytes, 0 for none */
};

struct Place {
    int32_t address; /* row */
    int32_t narrow; /* whether that has 32 bits */
    int32_t offset_low;
    int32_t offset_high;
    Space space;
};

struct ShadowPart {
    int32_t row; /* a register; -1 for none */
    int32_t bytes; /* of it */
    int32_t literal; /* the first of its values; -1 for none */
};

struct ShadowOperand {
    int32_t format; /* `ShadowFormat` */
    int32_t count; /* values in each part */
    int32_t parts; /* parts of the operand in the record */
};

struct CallMove {
    int32_t bytes;
    int32_t from_row; /* whether the source is a row of registers */
    int32_t source; /* it, or an offset from the frame */
    int32_t to_row;
    int32_t target;
};

struct CallReturn {
    int32_t site; /* number of the call */
    int32_t block; /* where to go on */
    int32_t frame; /* bytes to take off */
    int32_t moves; /* number of moves of results */
};

struct CallTarget {
    int32_t address_low; /* of the function */
    int32_t address_high;
    int32_t block; /* its first */
    int32_t frame; /* its bytes */
    int32_t moves; /* number of moves of arguments */
    int32_t saves; /* number of registers of it that are saved */
};

struct CallSave {
    int32_t row;
    int32_t bytes; /* of a lane; 0 of a predicate */
};

struct MmaShape {
    int32_t matrices;
    int32_t rows;
    int32_t columns;
    int32_t depth;
    int32_t stored; /* columns of A that are there */
    int32_t a_type; /* `MmaType`, as the others */
    int32_t b_type;
    int32_t c_type;
    int32_t d_type;
    int32_t sum; /* `MmaSum` */
    int32_t mode; /* `Round` */
    int32_t saturates;
    int32_t meta; /* row of the metadata of a sparse A, -1 for none */
    int32_t ordered; /* whether the indices of a chunk rise */
    int32_t chunk; /* columns that 4 bits of the metadata speak of */
    int32_t scales; /* factors of a row of A, 0 for none */
    int32_t scale_type; /* whether they are e4m3 */
    int32_t scale_a; /* row of them */
    int32_t byte_a; /* row that says which byte */
    int32_t thread_a; /* row that says which thread */
    int32_t scale_b;
    int32_t byte_b;
    int32_t thread_b;
};

struct Packing {
    int32_t target; /* `FormatNumber` */
    int32_t origin; /* the same */
    int32_t source; /* `CvtSource` */
    int32_t count; /* elements */
    int32_t mode; /* `Round` */
    int32_t fit;
    int32_t positive_zero;
    int32_t flushes; /* 1: singles of the source, 2: what is scaled */
    int32_t target_bits; /* of an element */
    int32_t origin_bits;
    int32_t target_bytes; /* of the registers */
    int32_t origin_bytes;
    int32_t random; /* row, -1 for none */
    int32_t scale; /* row, -1 for none */
    int32_t scale_bytes;
};

struct VideoPart {
    int32_t first;
    int32_t bits;
    int32_t is_signed;
};

struct VideoScalar {
    int32_t operation; /* `VideoOperation` */
    int32_t wraps;
    int32_t saturates;
    int32_t second; /* of c: `VideoSecond` */
};

struct VideoPacked {
    int32_t operation; /* `VideoOperation` */
    int32_t count; /* elements */
    int32_t saturates;
    int32_t adds;
    int32_t chosen; /* a bit for each element of d */
    int32_t a_signed;
    int32_t b_signed;
    int32_t c_signed;
    int32_t d_signed;
    int32_t picks_a[4]; /* which of the elements of a, and then of b */
    int32_t picks_b[4];
};

struct AddressArgs {
    const Instr *i;
    explicit AddressArgs(const Instr *i) : i(i) {}
    int32_t address() const { return i->d; }
    bool narrow() const { return i->a != 0; } /* whether that has 32 bits */
    Space space() const { return (Space)i->b; }
    int64_t offset() const { return i->imm; }
};

/* ld.* */
struct LoadArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    bool checked() const { return i->c != 0; } /* whether the bytes must have been written, if that is checked */
    int32_t to_count() const { return i->e; }
    const int32_t *to() const { return i->extra; } /* -1 for a sink */
};

/* st.* later.st.* */
struct StoreArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t values_count() const { return i->c; }
    const int32_t *values() const { return i->extra; } /* -1 for what is not written */
};

/* atom.* */
struct AtomicArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t result() const { return i->c; }
    int32_t operand() const { return i->e; } /* the lower half where there are two */
    int32_t other() const { return i->f; } /* what is swapped in */
};

/* later.add.* */
struct AddLaterArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t operand() const { return i->c; }
};

/* st.bulk */
struct StoreZerosArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t size() const { return i->c; }
    bool narrow_size() const { return i->e != 0; } /* whether that has 32 bits */
};

/* tensormap.replace */
struct MapReplaceArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t value() const { return i->c; }
    bool wide() const { return i->e != 0; } /* whether that has 64 bits */
    int32_t low() const { return i->f; } /* first bit of the field */
    int32_t bits() const { return i->n; } /* of the field */
};

/* tensormap.cp_fenceproxy */
struct MapCopyArgs {
    const Instr *i;
    explicit MapCopyArgs(const Instr *i) : i(i) {}
    const Place &target() const { return *(const Place *)(i->extra); }
    const Place &source() const { return *(const Place *)(i->extra + 5); }
};

/* reach */
struct ReachArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t size() const { return i->c; }
};

/* forget */
struct ForgetArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t source() const { return i->c; }
    int32_t size() const { return i->e; }
};

/* mark_loaded */
struct MarkLoadedArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t size() const { return i->c; } /* of each element */
    int32_t targets_count() const { return i->e; }
    const int32_t *targets() const { return i->extra; } /* registers that are loaded, -1 for those that are not followed */
    int32_t used_count() const { return i->f; }
    const int32_t *used() const { return i->extra + targets_count(); } /* which bytes of each matter */
};

struct MatrixAccessArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t elements() const { return i->c; } /* parts of a register that are moved apart */
    int32_t row_bytes() const { return i->e; }
    int32_t givers() const { return i->f; } /* lanes that give addresses */
    int32_t registers_count() const { return i->n; }
    const int32_t *registers() const { return i->extra; }
    int32_t plan_count() const { return *(i->extra + registers_count()); }
    const int32_t *plan() const { return i->extra + 1 + registers_count(); } /* of each part of each register the lanes that give its row, then its byte there */
    int32_t holders_count() const { return *(i->extra + 1 + registers_count() + plan_count()); }
    const int32_t *holders() const { return i->extra + 2 + registers_count() + plan_count(); } /* lanes that represent those that hold a row, by the lane that gives its address */
};

/* ldmatrix */
struct LoadMatrixArgs : MatrixAccessArgs {
    using MatrixAccessArgs::MatrixAccessArgs;
    bool checked() const { return *(i->extra + 2 + registers_count() + plan_count() + holders_count()) != 0; } /* whether the bytes must have been written, if that is checked */
    int32_t targets_count() const { return *(i->extra + 3 + registers_count() + plan_count() + holders_count()); }
    const int32_t *targets() const { return i->extra + 4 + registers_count() + plan_count() + holders_count(); } /* registers that are loaded, -1 for those that are not followed */
};

/* ldmatrix.packed */
struct LoadPackedMatrixArgs : MatrixAccessArgs {
    using MatrixAccessArgs::MatrixAccessArgs;
    bool checked() const { return *(i->extra + 2 + registers_count() + plan_count() + holders_count()) != 0; } /* whether the bytes must have been written, if that is checked */
    int32_t bits() const { return *(i->extra + 3 + registers_count() + plan_count() + holders_count()); } /* of an element; the plan has bits of rows instead of bytes */
    int32_t targets_count() const { return *(i->extra + 4 + registers_count() + plan_count() + holders_count()); }
    const int32_t *targets() const { return i->extra + 5 + registers_count() + plan_count() + holders_count(); } /* registers that are loaded, -1 for those that are not followed */
};

/* stmatrix */
struct StoreMatrixArgs : MatrixAccessArgs {
    using MatrixAccessArgs::MatrixAccessArgs;
    int32_t sources_count() const { return *(i->extra + 2 + registers_count() + plan_count() + holders_count()); }
    const int32_t *sources() const { return i->extra + 3 + registers_count() + plan_count() + holders_count(); } /* registers that are stored, -1 for those that are defined */
};

struct WmmaAccessArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t stride() const { return i->c; }
    int32_t default_stride() const { return i->e; } /* elements from line to line where there is no row */
    int32_t unit_bytes() const { return i->f; } /* accessed at once */
    int32_t element_bits() const { return i->n; }
    int32_t address_align() const { return i->extra[0]; }
    int32_t line_align() const { return i->extra[1]; }
    int32_t registers_count() const { return *(i->extra + 2); }
    const int32_t *registers() const { return i->extra + 3; }
    int32_t spots_count() const { return *(i->extra + 3 + registers_count()); }
    const int32_t *spots() const { return i->extra + 4 + registers_count(); } /* of each access the lines, then the elements of the lanes, 32 of each */
};

struct ShadowArgs {
    const Instr *i;
    explicit ShadowArgs(const Instr *i) : i(i) {}
    int32_t number() const { return i->d; } /* the instruction */
    int32_t line() const { return i->a; } /* the errors that take its rounding errors; -1 for none */
    int32_t records() const { return i->b; } /* of the instruction itself, which follow */
    int32_t flags() const { return i->c; } /* `ShadowFlags` */
    int32_t size() const { return i->e; } /* bytes of each part that is read */
    int32_t wanted() const { return i->f; } /* bytes of each part that is written */
    int32_t targets_count() const { return i->n; }
    const ShadowPart *targets() const { return (const ShadowPart *)(i->extra); }
    int32_t sources_count() const { return (int32_t)i->imm; }
    const ShadowPart *sources() const { return (const ShadowPart *)(i->extra + 3 * targets_count()); }
    int32_t others_count() const { return *(i->extra + 3 * targets_count() + 3 * sources_count()); }
    const ShadowPart *others() const { return (const ShadowPart *)(i->extra + 1 + 3 * targets_count() + 3 * sources_count()); } /* of a second operand */
};

/* shadow.compute */
struct ShadowComputeArgs : ShadowArgs {
    using ShadowArgs::ShadowArgs;
    RealFunction function() const { return (RealFunction)*(i->extra + 1 + 3 * targets_count() + 3 * sources_count() + 3 * others_count()); }
    int32_t relation() const { return *(i->extra + 2 + 3 * targets_count() + 3 * sources_count() + 3 * others_count()); } /* bits of a comparison that holds for less, equal, greater and unordered */
    const ShadowOperand &target() const { return *(const ShadowOperand *)(i->extra + 3 + 3 * targets_count() + 3 * sources_count() + 3 * others_count()); }
    int32_t operands_count() const { return *(i->extra + 6 + 3 * targets_count() + 3 * sources_count() + 3 * others_count()); }
    const ShadowOperand *operands() const { return (const ShadowOperand *)(i->extra + 7 + 3 * targets_count() + 3 * sources_count() + 3 * others_count()); } /* whose parts are in `sources` */
};

/* shadow.mma shadow.wgmma */
struct ShadowMmaArgs : ShadowArgs {
    using ShadowArgs::ShadowArgs;
    int32_t rows() const { return *(i->extra + 1 + 3 * targets_count() + 3 * sources_count() + 3 * others_count()); }
    int32_t columns() const { return *(i->extra + 2 + 3 * targets_count() + 3 * sources_count() + 3 * others_count()); }
    int32_t depth() const { return *(i->extra + 3 + 3 * targets_count() + 3 * sources_count() + 3 * others_count()); }
    int32_t type() const { return *(i->extra + 4 + 3 * targets_count() + 3 * sources_count() + 3 * others_count()); } /* of the elements of D: `ShadowFormat` */
    int32_t operands_count() const { return *(i->extra + 5 + 3 * targets_count() + 3 * sources_count() + 3 * others_count()); }
    const ShadowOperand *operands() const { return (const ShadowOperand *)(i->extra + 6 + 3 * targets_count() + 3 * sources_count() + 3 * others_count()); } /* A, B and C, whose parts are in `sources` */
    int32_t places_count() const { return *(i->extra + 6 + 3 * targets_count() + 3 * sources_count() + 3 * others_count() + 3 * operands_count()); }
    const int32_t *places() const { return i->extra + 7 + 3 * targets_count() + 3 * sources_count() + 3 * others_count() + 3 * operands_count(); } /* of the elements of A, B, C and D: part, lane and value, shifted by 8, 3 and 0 */
};

/* shadow.move shadow.select shadow.shuffle shadow.permute shadow.bits shadow.exponent shadow.load shadow.store shadow.load_rows shadow.store_rows shadow.restart shadow.tensor_load shadow.tensor_store shadow.tensor_mma */
struct ShadowMoveArgs : ShadowArgs {
    using ShadowArgs::ShadowArgs;
    int32_t predicate() const { return *(i->extra + 1 + 3 * targets_count() + 3 * sources_count() + 3 * others_count()); } /* that chooses */
    int32_t places_count() const { return *(i->extra + 2 + 3 * targets_count() + 3 * sources_count() + 3 * others_count()); }
    const int32_t *places() const { return i->extra + 3 + 3 * targets_count() + 3 * sources_count() + 3 * others_count(); } /* of the second operand among the first, for rows of matrices */
};

/* shadow.update shadow.reduce */
struct ShadowUpdateArgs : ShadowArgs {
    using ShadowArgs::ShadowArgs;
    const ShadowOperand &target() const { return *(const ShadowOperand *)(i->extra + 1 + 3 * targets_count() + 3 * sources_count() + 3 * others_count()); } /* the elements in memory; without a format if their shadows end */
};

/* shadow.finish */
struct ShadowFinishArgs {
    const Instr *i;
    explicit ShadowFinishArgs(const Instr *i) : i(i) {}
    int32_t number() const { return i->d; } /* the instruction */
};

/* door block */
struct BlockArgs {
    const Instr *i;
    explicit BlockArgs(const Instr *i) : i(i) {}
    int32_t number() const { return i->d; }
    int32_t steps() const { return i->a; } /* instructions; of a `door` 0 */
};

/* issue */
struct IssueArgs {
    const Instr *i;
    explicit IssueArgs(const Instr *i) : i(i) {}
    int32_t left() const { return i->d; } /* instructions of its block from this one on */
    bool polls() const { return i->a != 0; } /* whether a warp that polls still waits here */
};

/* next */
struct NextArgs {
    const Instr *i;
    explicit NextArgs(const Instr *i) : i(i) {}
    int32_t number() const { return i->d; } /* the block after this one */
};

/* guard */
struct GuardArgs {
    const Instr *i;
    explicit GuardArgs(const Instr *i) : i(i) {}
    int32_t predicate() const { return i->d; }
    bool negated() const { return i->a != 0; }
    int32_t held() const { return i->b; } /* records that it holds back */
};

/* guard_apart */
struct GuardApartArgs {
    const Instr *i;
    explicit GuardApartArgs(const Instr *i) : i(i) {}
    int32_t predicate() const { return i->d; }
    bool negated() const { return i->a != 0; }
    int32_t next() const { return i->b; } /* block */
};

/* check */
struct CheckArgs {
    const Instr *i;
    explicit CheckArgs(const Instr *i) : i(i) {}
    int32_t source() const { return i->d; }
    StopKind kind() const { return (StopKind)i->a; }
};

/* mark */
struct MarkArgs {
    const Instr *i;
    explicit MarkArgs(const Instr *i) : i(i) {}
    int32_t target() const { return i->d; }
};

/* mark_as */
struct MarkAsArgs {
    const Instr *i;
    explicit MarkAsArgs(const Instr *i) : i(i) {}
    int32_t target() const { return i->d; }
    int32_t source() const { return i->a; }
};

/* bra */
struct BranchArgs {
    const Instr *i;
    explicit BranchArgs(const Instr *i) : i(i) {}
    int32_t predicate() const { return i->d; }
    bool negated() const { return i->a != 0; }
    int32_t target() const { return i->b; } /* block */
    int32_t next() const { return i->c; } /* block */
    bool polls() const { return i->e != 0; } /* whether its loop waits for others */
};

/* brx */
struct BranchTableArgs {
    const Instr *i;
    explicit BranchTableArgs(const Instr *i) : i(i) {}
    int32_t index() const { return i->d; }
    bool polls() const { return i->a != 0; }
    int32_t blocks_count() const { return i->b; }
    const int32_t *blocks() const { return i->extra; }
};

/* members members.all */
struct MembersArgs {
    const Instr *i;
    explicit MembersArgs(const Instr *i) : i(i) {}
    int32_t mask() const { return i->d; }
    bool across() const { return i->a != 0; } /* whether lanes may meet at different instructions */
    bool whole() const { return i->b != 0; } /* whether no lane of the warp may have exited */
};

/* unpack.* */
struct UnpackArgs {
    const Instr *i;
    explicit UnpackArgs(const Instr *i) : i(i) {}
    int32_t a() const { return i->d; }
    int32_t parts_count() const { return i->a; }
    const int32_t *parts() const { return i->extra; } /* -1 for a sink */
};

/* pack.* */
struct PackArgs {
    const Instr *i;
    explicit PackArgs(const Instr *i) : i(i) {}
    int32_t d() const { return i->d; }
    int32_t parts_count() const { return i->a; }
    const int32_t *parts() const { return i->extra; }
};

/* isspacep */
struct IsspacepArgs {
    const Instr *i;
    explicit IsspacepArgs(const Instr *i) : i(i) {}
    int32_t d() const { return i->d; }
    int32_t a() const { return i->a; }
    int32_t window() const { return i->b; } /* 0 for global */
    bool own() const { return i->c != 0; } /* of the own CTA only */
};

/* vote.* */
struct VoteArgs {
    const Instr *i;
    explicit VoteArgs(const Instr *i) : i(i) {}
    int32_t d() const { return i->d; }
    int32_t a() const { return i->a; }
    int32_t members() const { return i->b; }
};

/* match.* */
struct MatchArgs {
    const Instr *i;
    explicit MatchArgs(const Instr *i) : i(i) {}
    int32_t d() const { return i->d; }
    int32_t a() const { return i->a; }
    int32_t members() const { return i->b; }
    int32_t alike() const { return i->c; } /* whether all members have the value */
};

/* elect */
struct ElectArgs {
    const Instr *i;
    explicit ElectArgs(const Instr *i) : i(i) {}
    int32_t leader() const { return i->d; }
    int32_t elected() const { return i->a; }
    int32_t members() const { return i->b; }
};

/* redux.* */
struct ReduxArgs {
    const Instr *i;
    explicit ReduxArgs(const Instr *i) : i(i) {}
    int32_t d() const { return i->d; }
    int32_t a() const { return i->a; }
    int32_t members() const { return i->b; }
    bool abs() const { return i->c != 0; }
};

/* barrier */
struct BarrierArgs {
    const Instr *i;
    explicit BarrierArgs(const Instr *i) : i(i) {}
    int32_t number() const { return i->d; }
    int32_t count() const { return i->a; }
    int32_t predicate() const { return i->b; }
    int32_t result() const { return i->c; }
    BarrierKind kind() const { return (BarrierKind)i->e; }
    BarrierReduction reduction() const { return (BarrierReduction)i->f; }
    int32_t target() const { return i->n; } /* that the result makes defined */
};

/* shfl.* */
struct ShuffleArgs {
    const Instr *i;
    explicit ShuffleArgs(const Instr *i) : i(i) {}
    int32_t d() const { return i->d; }
    int32_t a() const { return i->a; }
    int32_t distance() const { return i->b; } /* itself where it is fixed, else its row */
    int32_t bounds() const { return i->c; } /* the same */
    int32_t valid() const { return i->e; }
    int32_t target() const { return i->f; } /* register that is written */
    int32_t source() const { return i->n; } /* register that is read */
    int32_t members() const { return (int32_t)i->imm; }
};

/* call */
struct CallArgs {
    const Instr *i;
    explicit CallArgs(const Instr *i) : i(i) {}
    int32_t block() const { return i->d; } /* the first of the function */
    int32_t frames() const { return i->a; }
    int32_t sites() const { return i->b; } /* that takes the number of the call */
    int32_t site() const { return i->c; } /* it */
    int32_t own_frame() const { return i->e; } /* bytes */
    int32_t frame() const { return i->f; } /* bytes of the function's */
    int32_t moves_count() const { return i->n; }
    const CallMove *moves() const { return (const CallMove *)(i->extra); } /* of arguments */
};

/* ret */
struct ReturnArgs {
    const Instr *i;
    explicit ReturnArgs(const Instr *i) : i(i) {}
    int32_t frames() const { return i->d; }
    int32_t sites() const { return i->a; }
    int32_t returns_count() const { return i->b; }
    const CallReturn *returns() const { return (const CallReturn *)(i->extra); }
    int32_t moves_count() const { return i->c; }
    const CallMove *moves() const { return (const CallMove *)(i->extra + 4 * returns_count()); } /* of results, of one call after the other */
};

/* call.any */
struct CallAnyArgs {
    const Instr *i;
    explicit CallAnyArgs(const Instr *i) : i(i) {}
    int32_t frames() const { return i->d; }
    int32_t address() const { return i->a; } /* of the function; without it there is one */
    int32_t site() const { return i->b; } /* number of the call */
    int32_t own_frame() const { return i->c; } /* bytes */
    int32_t saved() const { return i->e; } /* bytes that the registers of any function take */
    int32_t targets_count() const { return i->f; }
    const CallTarget *targets() const { return (const CallTarget *)(i->extra); } /* the possible functions */
    int32_t moves_count() const { return i->n; }
    const CallMove *moves() const { return (const CallMove *)(i->extra + 6 * targets_count()); } /* of arguments, for one function after the other */
    int32_t saves_count() const { return (int32_t)i->imm; }
    const CallSave *saves() const { return (const CallSave *)(i->extra + 6 * targets_count() + 5 * moves_count()); } /* registers that the call saves, likewise */
};

/* ret.any */
struct ReturnAnyArgs {
    const Instr *i;
    explicit ReturnAnyArgs(const Instr *i) : i(i) {}
    int32_t frames() const { return i->d; }
    int32_t saved() const { return i->a; }
    int32_t returns_count() const { return i->b; }
    const CallReturn *returns() const { return (const CallReturn *)(i->extra); }
    int32_t moves_count() const { return i->c; }
    const CallMove *moves() const { return (const CallMove *)(i->extra + 4 * returns_count()); } /* of results, of one call after the other */
    int32_t saves_count() const { return i->e; }
    const CallSave *saves() const { return (const CallSave *)(i->extra + 4 * returns_count() + 5 * moves_count()); } /* registers that the return restores */
};

/* vprintf */
struct PrintArgs {
    const Instr *i;
    explicit PrintArgs(const Instr *i) : i(i) {}
    int32_t frames() const { return i->d; }
    int32_t format() const { return i->a; } /* address */
    int32_t buffer() const { return i->b; } /* address of the arguments */
    int32_t taken() const { return i->c; } /* the number of arguments */
    int32_t next() const { return i->e; } /* block */
    int32_t moves_count() const { return i->f; }
    const CallMove *moves() const { return (const CallMove *)(i->extra); } /* to the rows of the two addresses */
    int32_t results_count() const { return i->n; }
    const CallMove *results() const { return (const CallMove *)(i->extra + 5 * moves_count()); } /* of the number */
};

/* spread spread.parts */
struct SpreadArgs {
    const Instr *i;
    explicit SpreadArgs(const Instr *i) : i(i) {}
    int32_t targets_count() const { return i->d; }
    const int32_t *targets() const { return i->extra; }
    int32_t sources_count() const { return i->a; }
    const int32_t *sources() const { return i->extra + targets_count(); } /* -1 for one that is defined */
};

/* spread.chosen */
struct SpreadChosenArgs : SpreadArgs {
    using SpreadArgs::SpreadArgs;
    int32_t predicate() const { return i->b; }
};

/* spread.absorbed */
struct SpreadAbsorbedArgs : SpreadArgs {
    using SpreadArgs::SpreadArgs;
    int32_t bits() const { return i->b; } /* of the rows */
    int32_t value() const { return i->c; } /* that determines the result alone */
    int32_t negated() const { return i->e; } /* which rows are */
    int32_t rows_count() const { return i->f; }
    const int32_t *rows() const { return i->extra + targets_count() + sources_count(); } /* of the sources, -1 for those that never do */
};

/* spread.matrix */
struct SpreadMatrixArgs {
    const Instr *i;
    explicit SpreadMatrixArgs(const Instr *i) : i(i) {}
    int32_t targets_count() const { return i->d; }
    const int32_t *targets() const { return i->extra; } /* registers of D, -1 for those that are not followed */
    int32_t a_count() const { return i->a; }
    const int32_t *a() const { return i->extra + targets_count(); } /* registers of A, -1 for those that are defined */
    int32_t b_count() const { return i->b; }
    const int32_t *b() const { return i->extra + targets_count() + a_count(); } /* the same of B */
    int32_t c_count() const { return i->c; }
    const int32_t *c() const { return i->extra + targets_count() + a_count() + b_count(); } /* the same of C */
    int32_t rows() const { return i->e; } /* of a matrix */
    int32_t columns() const { return i->f; }
    int32_t a_rows_count() const { return i->n; }
    const int32_t *a_rows() const { return i->extra + targets_count() + a_count() + b_count() + c_count(); } /* for each element of A, by register, lane and place: its row */
    int32_t b_columns_count() const { return (int32_t)i->imm; }
    const int32_t *b_columns() const { return i->extra + targets_count() + a_count() + b_count() + c_count() + a_rows_count(); } /* the column of each element of B */
    int32_t c_places_count() const { return *(i->extra + targets_count() + a_count() + b_count() + c_count() + a_rows_count() + b_columns_count()); }
    const int32_t *c_places() const { return i->extra + 1 + targets_count() + a_count() + b_count() + c_count() + a_rows_count() + b_columns_count(); } /* the place of each element of C */
    int32_t d_places_count() const { return *(i->extra + 1 + targets_count() + a_count() + b_count() + c_count() + a_rows_count() + b_columns_count() + c_places_count()); }
    const int32_t *d_places() const { return i->extra + 2 + targets_count() + a_count() + b_count() + c_count() + a_rows_count() + b_columns_count() + c_places_count(); } /* the same of D */
};

/* wraps.keep wraps.signed wraps.unsigned */
struct WrapsKeepArgs {
    const Instr *i;
    explicit WrapsKeepArgs(const Instr *i) : i(i) {}
    int32_t target() const { return i->d; } /* of flags */
    int32_t sources_count() const { return i->a; }
    const int32_t *sources() const { return i->extra; }
};

/* wraps.sum wraps.difference wraps.product wraps.shift */
struct WrapsComputeArgs {
    const Instr *i;
    explicit WrapsComputeArgs(const Instr *i) : i(i) {}
    int32_t target() const { return i->d; }
    int32_t operands_count() const { return i->a; }
    const int32_t *operands() const { return i->extra; } /* of 32 bits */
    int32_t flags_count() const { return i->b; }
    const int32_t *flags() const { return i->extra + operands_count(); } /* -1 for an operand without */
};

/* wraps.check */
struct WrapsCheckArgs {
    const Instr *i;
    explicit WrapsCheckArgs(const Instr *i) : i(i) {}
    int32_t flags() const { return i->d; }
    int32_t size() const { return i->a; } /* bytes that a copy reads; the address of a copy of 0 bytes is not checked */
};

/* arrays.check */
struct ArrayCheckArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t first() const { return i->c; } /* byte of the array, in the shared memory of a CTA or the local memory of a thread */
    int32_t last() const { return i->e; } /* byte of it, and one more */
    int32_t size() const { return i->f; } /* of the access */
    int32_t givers() const { return i->n; } /* lanes whose addresses count */
    int32_t frames() const { return i->extra[0]; } /* of the frames that the array is in */
};

/* mark_guarded */
struct MarkGuardedArgs {
    const Instr *i;
    explicit MarkGuardedArgs(const Instr *i) : i(i) {}
    int32_t predicate() const { return i->d; }
    int32_t targets_count() const { return i->a; }
    const int32_t *targets() const { return i->extra; }
};

/* mbarrier.init */
struct ObjectInitArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t count() const { return i->c; }
};

/* mbarrier.tx */
struct ObjectBytesArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t bytes() const { return i->c; }
    bool completes() const { return i->e != 0; }
    int32_t mask() const { return i->f; } /* CTAs in each of which an object is named */
};

/* mbarrier.arrive */
struct ObjectArriveArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t state() const { return i->c; }
    int32_t count() const { return i->e; }
    int32_t bytes() const { return i->f; }
    bool drops() const { return i->n != 0; }
    bool holds() const { return i->extra[0] != 0; } /* whether it may not complete the phase */
    int32_t mask() const { return i->extra[1]; } /* CTAs in each of which an object is named */
};

/* mbarrier.wait */
struct ObjectWaitArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t done() const { return i->c; }
    int32_t parity() const { return i->e; }
    int32_t state() const { return i->f; }
    bool gives_up() const { return i->n != 0; } /* whether it may */
};

/* cp.async.wait */
struct CopyWaitArgs {
    const Instr *i;
    explicit CopyWaitArgs(const Instr *i) : i(i) {}
    bool commits() const { return i->d != 0; }
    int32_t allowed() const { return i->a; } /* groups that may be outstanding */
};

/* cp.async */
struct CopyAsyncArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t size() const { return i->c; }
    int32_t read() const { return i->e; } /* bytes of the source, of which the rest are zeros */
    int32_t ignored() const { return i->f; } /* predicate: nothing is read */
    const Place &source() const { return *(const Place *)(i->extra); }
};

/* cp.async.mbarrier.arrive */
struct CopyArriveArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    bool expected() const { return i->c != 0; } /* whether the count of the barrier includes this arrival */
};

/* cp.async.bulk.in cp.reduce.async.bulk.in.* */
struct BulkInArgs {
    const Instr *i;
    explicit BulkInArgs(const Instr *i) : i(i) {}
    int32_t size() const { return i->d; }
    bool remote() const { return i->a != 0; } /* whether the target must be another CTA */
    int32_t mask() const { return i->b; } /* CTAs that get it */
    int32_t mask_bytes() const { return i->c; }
    int32_t before() const { return i->e; } /* bytes that are not read, from the source's address on */
    int32_t behind() const { return i->f; } /* bytes that are not read, up to its end */
    const Place &target() const { return *(const Place *)(i->extra); }
    const Place &source() const { return *(const Place *)(i->extra + 5); }
    const Place &barrier() const { return *(const Place *)(i->extra + 10); }
};

/* cp.async.bulk.out cp.reduce.async.bulk.out.* */
struct BulkOutArgs {
    const Instr *i;
    explicit BulkOutArgs(const Instr *i) : i(i) {}
    int32_t size() const { return i->d; }
    int32_t chosen() const { return i->a; } /* which bytes of each 16 are copied */
    const Place &target() const { return *(const Place *)(i->extra); }
    const Place &source() const { return *(const Place *)(i->extra + 5); }
};

/* cp.async.bulk.prefetch */
struct BulkPrefetchArgs {
    const Instr *i;
    explicit BulkPrefetchArgs(const Instr *i) : i(i) {}
    int32_t size() const { return i->d; }
    const Place &source() const { return *(const Place *)(i->extra); }
};

/* cp.async.bulk.wait_group */
struct BulkWaitArgs {
    const Instr *i;
    explicit BulkWaitArgs(const Instr *i) : i(i) {}
    int32_t allowed() const { return i->d; } /* groups that may be outstanding */
    bool reads() const { return i->a != 0; } /* whether to wait only for their reads */
};

/* cp.async.bulk.prefetch.tensor */
struct TensorBoxArgs {
    const Instr *i;
    explicit TensorBoxArgs(const Instr *i) : i(i) {}
    BoxMode mode() const { return (BoxMode)i->d; }
    int32_t rank() const { return i->a; }
    const Place &map() const { return *(const Place *)(i->extra); }
    int32_t coordinates_count() const { return i->b; }
    const int32_t *coordinates() const { return i->extra + 5; }
    int32_t corners_count() const { return i->c; }
    const int32_t *corners() const { return i->extra + 5 + coordinates_count(); } /* of im2col */
};

/* cp.async.bulk.tensor.in */
struct TensorInArgs : TensorBoxArgs {
    using TensorBoxArgs::TensorBoxArgs;
    int32_t mask() const { return i->e; }
    int32_t mask_bytes() const { return i->f; }
    bool pair() const { return i->n != 0; } /* whether the barrier may be in the other CTA of the pair */
    const Place &target() const { return *(const Place *)(i->extra + 5 + coordinates_count() + corners_count()); }
    const Place &barrier() const { return *(const Place *)(i->extra + 10 + coordinates_count() + corners_count()); }
};

/* cp.async.bulk.tensor.out */
struct TensorOutArgs : TensorBoxArgs {
    using TensorBoxArgs::TensorBoxArgs;
    int32_t operation() const { return i->e; } /* `CombineOperation`, -1 for a copy */
    const Place &source() const { return *(const Place *)(i->extra + 5 + coordinates_count() + corners_count()); }
};

/* st.async red.async.* */
struct RemoteArgs {
    const Instr *i;
    explicit RemoteArgs(const Instr *i) : i(i) {}
    int32_t value_bytes() const { return i->d; }
    int32_t align() const { return i->a; }
    bool elsewhere() const { return i->b != 0; } /* whether the target must be another CTA */
    const Place &target() const { return *(const Place *)(i->extra); }
    const Place &barrier() const { return *(const Place *)(i->extra + 5); }
    int32_t values_count() const { return i->c; }
    const int32_t *values() const { return i->extra + 10; }
};

/* clusterlaunchcontrol.try_cancel */
struct TryCancelArgs {
    const Instr *i;
    explicit TryCancelArgs(const Instr *i) : i(i) {}
    bool everyone() const { return i->d != 0; } /* whether all CTAs of the cluster receive the response */
    const Place &target() const { return *(const Place *)(i->extra); }
    const Place &barrier() const { return *(const Place *)(i->extra + 5); }
};

/* clusterlaunchcontrol.query_cancel.* */
struct QueryCancelArgs {
    const Instr *i;
    explicit QueryCancelArgs(const Instr *i) : i(i) {}
    int32_t lower() const { return i->d; } /* of the response: x and y */
    int32_t upper() const { return i->a; } /* z, and whether a cluster was cancelled */
    int32_t d_count() const { return i->b; }
    const int32_t *d() const { return i->extra; } /* a predicate; or x, y, z and the last word, -1 for those that are not written */
    int32_t targets_count() const { return i->c; }
    const int32_t *targets() const { return i->extra + d_count(); } /* registers of coordinates that are tracked, -1 for the others */
};

/* wgmma.wait_group */
struct WgmmaWaitArgs {
    const Instr *i;
    explicit WgmmaWaitArgs(const Instr *i) : i(i) {}
    int32_t allowed() const { return i->d; } /* groups that may be outstanding */
};

/* wgmma.mma_async */
struct WgmmaArgs {
    const Instr *i;
    explicit WgmmaArgs(const Instr *i) : i(i) {}
    int32_t a_desc() const { return i->d; }
    int32_t b_desc() const { return i->a; }
    int32_t scale_d() const { return i->b; } /* whether D is added */
    bool adds() const { return i->c != 0; } /* the same, where there is no row */
    int32_t columns() const { return i->e; }
    int32_t depth() const { return i->f; }
    int32_t shape() const { return i->n; } /* number of it in the program */
    ElementType a_type() const { return (ElementType)i->imm; }
    ElementType b_type() const { return (ElementType)i->extra[0]; }
    SumType d_type() const { return (SumType)i->extra[1]; }
    bool mn_major_a() const { return i->extra[2] != 0; }
    bool mn_major_b() const { return i->extra[3] != 0; }
    bool negates() const { return i->extra[4] != 0; }
    bool saturates() const { return i->extra[5] != 0; }
    int32_t key() const { return i->extra[6]; } /* set of the registers of D */
    int32_t fragment() const { return i->extra[7]; } /* set of those of A */
    int32_t meta() const { return i->extra[8]; } /* of a sparse A */
    int32_t relations_count() const { return *(i->extra + 9); }
    const Relation *relations() const { return (const Relation *)(i->extra + 10); } /* to every set of registers of products */
    int32_t d_count() const { return *(i->extra + 10 + relations_count()); }
    const int32_t *d() const { return i->extra + 11 + relations_count(); }
    int32_t a_count() const { return *(i->extra + 11 + relations_count() + d_count()); }
    const int32_t *a() const { return i->extra + 12 + relations_count() + d_count(); }
    int32_t places_count() const { return *(i->extra + 12 + relations_count() + d_count() + a_count()); }
    const int32_t *places() const { return i->extra + 13 + relations_count() + d_count() + a_count(); } /* of the metadata of chunks of A's rows: eight times the lane, and which 4 bits */
    const MatrixUnit &unit() const { return *(const MatrixUnit *)(i->extra + 13 + relations_count() + d_count() + a_count() + places_count()); }
    int32_t targets_count() const { return *(i->extra + 22 + relations_count() + d_count() + a_count() + places_count()); }
    const int32_t *targets() const { return i->extra + 23 + relations_count() + d_count() + a_count() + places_count(); } /* registers of D that are tracked, -1 for the others */
    int32_t sources_count() const { return *(i->extra + 23 + relations_count() + d_count() + a_count() + places_count() + targets_count()); }
    const int32_t *sources() const { return i->extra + 24 + relations_count() + d_count() + a_count() + places_count() + targets_count(); } /* the same of A */
    bool follows() const { return *(i->extra + 24 + relations_count() + d_count() + a_count() + places_count() + targets_count() + sources_count()) != 0; } /* whether undefined values are propagated; if not, they stop the program */
};

/* tcgen05.alloc */
struct TensorAllocArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t count() const { return i->c; }
    int32_t group() const { return i->e; }
    bool exclusive() const { return i->f != 0; }
};

/* tcgen05.dealloc */
struct TensorFreeArgs {
    const Instr *i;
    explicit TensorFreeArgs(const Instr *i) : i(i) {}
    int32_t taddr() const { return i->d; }
    int32_t count() const { return i->a; }
    int32_t group() const { return i->b; }
    bool exclusive() const { return i->c != 0; }
};

/* tcgen05.relinquish_alloc_permit */
struct TensorRelinquishArgs {
    const Instr *i;
    explicit TensorRelinquishArgs(const Instr *i) : i(i) {}
    int32_t group() const { return i->d; }
};

struct TensorTransferArgs {
    const Instr *i;
    explicit TensorTransferArgs(const Instr *i) : i(i) {}
    int32_t taddr() const { return i->d; }
    bool strict() const { return i->a != 0; } /* whether an address in the first window represents no other */
    int32_t height() const { return i->b; } /* lanes that are accessed */
    bool packed() const { return i->c != 0; } /* whether a register holds two columns */
    int32_t lanes_count() const { return i->e; }
    const int32_t *lanes() const { return i->extra; } /* of each lane of the warp the address of its first element, from `taddr` on */
    int32_t places_count() const { return i->f; }
    const int32_t *places() const { return i->extra + lanes_count(); } /* what is added to that for each register */
    int32_t spans_count() const { return i->n; }
    const int32_t *spans() const { return i->extra + lanes_count() + places_count(); } /* of each run of columns that is accessed the first, and how many */
    int32_t registers_count() const { return (int32_t)i->imm; }
    const int32_t *registers() const { return i->extra + lanes_count() + places_count() + spans_count(); }
    bool follows() const { return *(i->extra + lanes_count() + places_count() + spans_count() + registers_count()) != 0; } /* whether undefined values are followed */
};

/* tcgen05.ld */
struct TensorLoadArgs : TensorTransferArgs {
    using TensorTransferArgs::TensorTransferArgs;
    int32_t targets_count() const { return *(i->extra + 1 + lanes_count() + places_count() + spans_count() + registers_count()); }
    const int32_t *targets() const { return i->extra + 2 + lanes_count() + places_count() + spans_count() + registers_count(); } /* registers that are loaded, -1 for those that are not followed */
    int32_t reduced() const { return *(i->extra + 2 + lanes_count() + places_count() + spans_count() + registers_count() + targets_count()); } /* register of the minimum or maximum of all of them, -1 if there is none that is followed */
};

/* tcgen05.st */
struct TensorStoreArgs : TensorTransferArgs {
    using TensorTransferArgs::TensorTransferArgs;
    int32_t sources_count() const { return *(i->extra + 1 + lanes_count() + places_count() + spans_count() + registers_count()); }
    const int32_t *sources() const { return i->extra + 2 + lanes_count() + places_count() + spans_count() + registers_count(); } /* registers that are stored, -1 for those that are defined */
};

/* tcgen05.wait::ld tcgen05.wait::st */
struct TensorWaitArgs {
    const Instr *i;
    explicit TensorWaitArgs(const Instr *i) : i(i) {}
    bool stores() const { return i->d != 0; }
};

/* tcgen05.commit */
struct TensorCommitArgs : AddressArgs {
    using AddressArgs::AddressArgs;
    int32_t group() const { return i->c; }
    int32_t mask() const { return i->e; } /* CTAs whose mbarriers are signalled */
    int32_t mask_bytes() const { return i->f; }
};

/* tcgen05.mma */
struct TensorMultiplyArgs {
    const Instr *i;
    explicit TensorMultiplyArgs(const Instr *i) : i(i) {}
    int32_t group() const { return i->d; }
    int32_t plan() const { return i->a; } /* number of what plans it */
    int32_t d() const { return i->b; }
    int32_t a() const { return i->c; }
    bool a_narrow() const { return i->e != 0; } /* whether that has 32 bits */
    int32_t b() const { return i->f; }
    int32_t idesc() const { return i->n; }
    int32_t scale_a() const { return (int32_t)i->imm; }
    int32_t scale_b() const { return i->extra[0]; }
    int32_t meta() const { return i->extra[1]; }
    int32_t mask() const { return i->extra[2]; }
    int32_t enable() const { return i->extra[3]; } /* whether D is added */
    bool adds() const { return i->extra[4] != 0; } /* the same, where there is no row */
    int32_t buffer() const { return i->extra[5]; } /* collector buffer: 0 for A, 1 to 4 for those of B */
    CollectorUse use() const { return (CollectorUse)i->extra[6]; }
    int32_t disabled_count() const { return *(i->extra + 7); }
    const int32_t *disabled() const { return i->extra + 8; } /* lanes that are not written */
};

/* tcgen05.cp */
struct TensorCopyArgs {
    const Instr *i;
    explicit TensorCopyArgs(const Instr *i) : i(i) {}
    int32_t group() const { return i->d; }
    int32_t plan() const { return i->a; }
    int32_t taddr() const { return i->b; }
    int32_t descriptor() const { return i->c; }
};

/* tcgen05.shift */
struct TensorShiftArgs {
    const Instr *i;
    explicit TensorShiftArgs(const Instr *i) : i(i) {}
    int32_t group() const { return i->d; }
    int32_t taddr() const { return i->a; }
};

/* watch */
struct WatchArgs {
    const Instr *i;
    explicit WatchArgs(const Instr *i) : i(i) {}
    int32_t sets_count() const { return i->d; }
    const int32_t *sets() const { return i->extra; } /* of registers of products, which are accessed */
};

/* setmaxnreg */
struct SetRegistersArgs {
    const Instr *i;
    explicit SetRegistersArgs(const Instr *i) : i(i) {}
    int32_t count() const { return i->d; }
    bool more() const { return i->a != 0; }
};

/* mma.* */
struct MmaArgs {
    const Instr *i;
    explicit MmaArgs(const Instr *i) : i(i) {}
    int32_t rows() const { return i->d; }
    int32_t depth() const { return i->a; }
    bool saturates() const { return i->b != 0; }
    int32_t a_count() const { return i->c; }
    const int32_t *a() const { return i->extra; } /* byte of each element in the registers */
    int32_t b_count() const { return i->e; }
    const int32_t *b() const { return i->extra + a_count(); }
    int32_t c_count() const { return i->f; }
    const int32_t *c() const { return i->extra + a_count() + b_count(); }
    int32_t order_count() const { return i->n; }
    const int32_t *order() const { return i->extra + a_count() + b_count() + c_count(); } /* position of each element of D */
    int32_t d_count() const { return (int32_t)i->imm; }
    const int32_t *d() const { return i->extra + a_count() + b_count() + c_count() + order_count(); }
};

/* mma.general */
struct MmaGeneralArgs {
    const Instr *i;
    explicit MmaGeneralArgs(const Instr *i) : i(i) {}
    const MmaShape &shape() const { return *(const MmaShape *)(i->extra); }
    const MatrixUnit &unit() const { return *(const MatrixUnit *)(i->extra + 23); }
    int32_t a_count() const { return i->d; }
    const int32_t *a() const { return i->extra + 32; } /* bit of each element in the registers */
    int32_t b_count() const { return i->a; }
    const int32_t *b() const { return i->extra + 32 + a_count(); }
    int32_t c_count() const { return i->b; }
    const int32_t *c() const { return i->extra + 32 + a_count() + b_count(); }
    int32_t places_count() const { return i->c; }
    const int32_t *places() const { return i->extra + 32 + a_count() + b_count() + c_count(); } /* of the metadata of chunks: eight times the lane, and which 4 bits */
    int32_t order_count() const { return i->e; }
    const int32_t *order() const { return i->extra + 32 + a_count() + b_count() + c_count() + places_count(); } /* position of each element of D */
    int32_t d_count() const { return i->f; }
    const int32_t *d() const { return i->extra + 32 + a_count() + b_count() + c_count() + places_count() + order_count(); }
};

/* cvt.packed */
struct CvtPackedArgs {
    const Instr *i;
    explicit CvtPackedArgs(const Instr *i) : i(i) {}
    int32_t d() const { return i->d; }
    const Packing &packing() const { return *(const Packing *)(i->extra); }
    int32_t sources_count() const { return i->a; }
    const int32_t *sources() const { return i->extra + 15; }
};

/* cvt.pack */
struct CvtPackArgs {
    const Instr *i;
    explicit CvtPackArgs(const Instr *i) : i(i) {}
    int32_t d() const { return i->d; }
    int32_t a() const { return i->a; }
    int32_t b() const { return i->b; }
    int32_t c() const { return i->c; }
    int32_t bits() const { return i->e; }
    bool is_signed() const { return i->f != 0; }
};

/* video */
struct VideoArgs {
    const Instr *i;
    explicit VideoArgs(const Instr *i) : i(i) {}
    int32_t d() const { return i->d; }
    int32_t a() const { return i->a; }
    int32_t b() const { return i->b; }
    int32_t c() const { return i->c; }
    const VideoScalar &scalar() const { return *(const VideoScalar *)(i->extra); }
    const VideoPart &a_part() const { return *(const VideoPart *)(i->extra + 4); }
    const VideoPart &b_part() const { return *(const VideoPart *)(i->extra + 7); }
    const VideoPart &c_part() const { return *(const VideoPart *)(i->extra + 10); }
    const VideoPart &d_part() const { return *(const VideoPart *)(i->extra + 13); }
};

/* video.mad */
struct VideoMadArgs {
    const Instr *i;
    explicit VideoMadArgs(const Instr *i) : i(i) {}
    int32_t d() const { return i->d; }
    int32_t a() const { return i->a; }
    int32_t b() const { return i->b; }
    int32_t c() const { return i->c; }
    bool negated() const { return i->e != 0; } /* the product */
    bool c_negated() const { return i->f != 0; }
    bool plus_one() const { return i->n != 0; }
    bool saturates() const { return i->imm != 0; }
    int32_t shift() const { return i->extra[0]; }
    const VideoPart &a_part() const { return *(const VideoPart *)(i->extra + 1); }
    const VideoPart &b_part() const { return *(const VideoPart *)(i->extra + 4); }
    const VideoPart &c_part() const { return *(const VideoPart *)(i->extra + 7); }
    const VideoPart &d_part() const { return *(const VideoPart *)(i->extra + 10); }
};

/* video.packed */
struct VideoPackedArgs {
    const Instr *i;
    explicit VideoPackedArgs(const Instr *i) : i(i) {}
    int32_t d() const { return i->d; }
    int32_t a() const { return i->a; }
    int32_t b() const { return i->b; }
    int32_t c() const { return i->c; }
    const VideoPacked &packed() const { return *(const VideoPacked *)(i->extra); }
};

} // namespace pyptx
#endif
