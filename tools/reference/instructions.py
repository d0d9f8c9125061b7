"""A sentence about each instruction, by the family in which the index lists it.

A name is an opcode, or an opcode with the words that make it an instruction of its own: a row belongs to the
longest name that it starts with, and each name has a page.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pyptx.isa import forms_of, opcodes

if TYPE_CHECKING:
    from pyptx.isa import Form

FAMILIES: dict[str, dict[str, str]] = {
    "Arithmetic": {
        "add": "Adds two numbers; integers wrap around or saturate, packed types add each element. With `.cc` it leaves its "
               "carry for `addc`.",
        "sub": "Subtracts the second number from the first. With `.cc` it leaves its borrow for `subc`.",
        "mul": "Multiplies two numbers; of an integer product it keeps the low half, the high half, or both.",
        "mad": "Multiplies two integers and adds a third; of the product it takes the low half, the high half, or both.",
        "fma": "Multiplies two floating-point numbers and adds a third, rounding once.",
        "div": "Divides; integers truncate, floating-point numbers round as given or approximate.",
        "rem": "Returns the remainder of an integer division, with the sign of the dividend.",
        "abs": "Takes the absolute value.",
        "neg": "Changes the sign.",
        "min": "Takes the smaller of two numbers, or of three.",
        "max": "Takes the larger of two numbers, or of three.",
        "sad": "Adds the absolute difference of two integers to a third.",
        "addc": "Adds two integers and the carry that the instruction before left: the upper words of a long sum.",
        "subc": "Subtracts with the borrow that the instruction before left: the upper words of a long difference.",
        "madc": "Multiplies, adds, and adds the carry as well: the inner step of long multiplication.",
        "clmad": "Multiplies two polynomials over bits, where carries are dropped, and adds a third by exclusive or.",
        "mul24": "Multiplies the low 24 bits of two integers.",
        "mad24": "Multiplies the low 24 bits of two integers and adds a third.",
        "dp4a": "Adds the products of four pairs of bytes to a 32-bit sum.",
        "dp2a": "Adds the products of two 16-bit numbers with two bytes to a 32-bit sum.",
    },
    "Bits": {
        "and": "Ands two words bit by bit.",
        "or": "Ors two words bit by bit.",
        "xor": "Takes the exclusive or of two words, bit by bit.",
        "not": "Inverts every bit.",
        "cnot": "Gives 1 where its operand is 0, else 0: C's logical not.",
        "lop3": "Computes any function of three words bit by bit, given as its table of eight results.",
        "shl": "Shifts left and fills with zeros; by the width or more it gives 0.",
        "shr": "Shifts right, filling with zeros or, for signed types, with the sign.",
        "shf": "Shifts two words as one and gives one of them: a funnel shift, or a rotation where both are the same.",
        "prmt": "Picks four bytes out of the eight of two words, in any order.",
        "popc": "Counts the bits that are 1.",
        "clz": "Counts the zeros before the first bit that is 1.",
        "bfind": "Finds the highest bit that is not a sign bit: its position, or how far it must be shifted to the top.",
        "fns": "Finds the n-th bit that is 1, from a given position up or down.",
        "brev": "Reverses the order of the bits.",
        "bfe": "Extracts a field of bits and extends it with zeros or with its sign.",
        "bfi": "Inserts the low bits of one word into another at a given position.",
        "bmsk": "Makes a mask of ones from a position on, of a given width.",
        "szext": "Extends a number of the given width with its sign or with zeros.",
    },
    "Functions of floating-point numbers": {
        "rcp": "Takes the reciprocal, rounded or approximate.",
        "sqrt": "Takes the square root, rounded or approximate.",
        "rsqrt": "Approximates the reciprocal of the square root.",
        "sin": "Approximates the sine of an angle in radians.",
        "cos": "Approximates the cosine of an angle in radians.",
        "lg2": "Approximates the logarithm to base 2.",
        "ex2": "Approximates 2 to the power of its operand.",
        "tanh": "Approximates the hyperbolic tangent.",
        "copysign": "Gives the magnitude of one number the sign of another.",
        "testp": "Tests what kind a floating-point number is: finite, infinite, a number, a NaN, normal, subnormal.",
    },
    "Comparison and selection": {
        "setp": "Compares two values and sets a predicate, or one and its opposite; a third predicate can be combined in.",
        "set": "Compares two values and writes the outcome as a number: all ones, or 1.0, where it holds.",
        "selp": "Picks one of two values by a predicate.",
        "slct": "Picks one of two values by the sign of a third.",
    },
    "Conversion": {
        "cvt": "Converts between types, with optional rounding, saturation and flushing; two or four values at a time for "
               "packed and narrow formats.",
        "cvt.pack": "Converts two integers to narrower ones with saturation and packs them into a word.",
        "cvta": "Converts an address of a state space to a generic one, or back.",
        "isspacep": "Tests whether a generic address is in a state space.",
        "mapa": "Turns an address in this CTA's shared memory into that of the same place in another CTA of the cluster.",
        "getctarank": "Tells in which CTA of the cluster an address in shared memory is.",
    },
    "Loads, stores and caches": {
        "mov": "Copies a register, a constant, a special register or the address of a variable; packs and unpacks registers.",
        "ld": "Loads from memory: one value or a vector, with optional ordering, scope and cache hints.",
        "ldu": "Loads what every thread of the warp reads at one and the same address.",
        "st": "Stores to memory: one value or a vector, with optional ordering, scope and cache hints.",
        "st.async": "Stores to another CTA's shared memory without waiting, and completes its bytes at an mbarrier there.",
        "st.bulk": "Fills a region of shared memory with zeros.",
        "prefetch": "Asks for a line of memory to be brought into a cache, or for a tensor map to be fetched.",
        "prefetchu": "Asks for a line of memory to be brought into the uniform cache.",
        "applypriority": "Gives a line in the L2 cache its normal eviction priority back.",
        "applypriority.async.bulk": "Gives the lines of a region in the L2 cache their normal priority back, without waiting.",
        "applypriority.async.bulk.tensor": "Gives the lines of a box of a tensor their normal priority in the L2 cache back, "
                                           "without waiting.",
        "discard": "Drops a line of the L2 cache without writing it back; its contents are lost.",
        "createpolicy": "Makes a cache policy, which loads, stores and copies take as their cache hint.",
        "spcompress": "Keeps the two largest of every four elements, with their positions.",
        "spdecompress": "Puts elements that were kept back to where they were, zeros between them.",
    },
    "Asynchronous copies": {
        "cp.async": "Starts a copy of 4, 8 or 16 bytes from global to shared memory; the thread goes on.",
        "cp.async.commit_group": "Makes a group of the thread's `cp.async` copies so far.",
        "cp.async.wait_group": "Waits until at most n of the thread's newest groups of `cp.async` are pending.",
        "cp.async.wait_all": "Waits for all `cp.async` copies of the thread.",
        "cp.async.mbarrier.arrive": "Arrives at an mbarrier once the thread's `cp.async` copies so far are done.",
        "cp.async.bulk": "Copies a run of bytes between global and shared memory, or to another CTA's, with one instruction of "
                         "one thread.",
        "cp.async.bulk.prefetch": "Brings a run of bytes into the L2 cache.",
        "cp.async.bulk.tensor": "Copies a box of a tensor between global and shared memory, as a tensor map describes it.",
        "cp.async.bulk.prefetch.tensor": "Brings a box of a tensor into the L2 cache.",
        "cp.reduce.async.bulk": "Combines a run of elements in shared memory with those in global memory or another CTA.",
        "cp.reduce.async.bulk.tensor": "Combines a box of elements in shared memory with that of a tensor in global memory.",
        "cp.async.bulk.commit_group": "Makes a group of the thread's bulk copies so far that have no mbarrier.",
        "cp.async.bulk.wait_group": "Waits until at most n of the thread's newest groups of bulk copies are pending, or with "
                                    "`.read` until their sources are read.",
        "tensormap.replace": "Changes one field of a tensor map in memory.",
        "tensormap.cp_fenceproxy": "Copies a tensor map from shared to global memory and makes it fit to be used by copies.",
    },
    "Several GPUs": {
        "multimem.ld_reduce": "Loads from all copies of a multimem address and gives their sum, minimum, maximum or the like.",
        "multimem.st": "Stores one value to all copies of a multimem address.",
        "multimem.red": "Combines a value into all copies of a multimem address.",
        "multimem.st.async": "Stores one value to all copies of a multimem address without waiting.",
        "multimem.red.async": "Combines a value into all copies of a multimem address without waiting.",
        "multimem.cp.async.bulk": "Copies a run of bytes from shared memory to all copies of a multimem address.",
        "multimem.cp.reduce.async.bulk": "Combines a run of elements in shared memory into all copies of a multimem address.",
        "fabric.try_get": "Asks for bytes of a logical endpoint of the fabric to be copied to shared memory.",
        "fabric.try_put": "Asks for bytes of shared memory to be copied to a logical endpoint of the fabric.",
        "fabric.try_red": "Asks for elements of shared memory to be combined into those of a logical endpoint.",
        "fabric.try_pullred": "Asks for the elements of several endpoints to be combined and copied to shared memory.",
        "fabric.try_atom": "Asks for an element of a logical endpoint to be combined, and fetched to shared memory as it was.",
        "fabric.submit": "Submits the operations requested so far to the fabric.",
        "fabric.wait": "Waits until the operations handed over have read their sources.",
    },
    "Textures and surfaces": {
        "tex": "Samples a texture at coordinates, at a given level of detail, or with given derivatives.",
        "tld4": "Gathers one component of the four texels around a point.",
        "txq": "Asks for a property of a texture or sampler: its width, its format, its filter.",
        "istypep": "Tests whether a handle is of a texture, a sampler or a surface.",
        "suld": "Loads an element of a surface.",
        "sust": "Stores an element of a surface.",
        "sured": "Combines a value into an element of a surface, atomically.",
        "suq": "Asks for a property of a surface: its width, its format.",
    },
    "Control flow": {
        "bra": "Goes on at a label.",
        "brx": "Goes on at one of a list of labels, by its number.",
        "call": "Calls a function, by name or through a pointer.",
        "ret": "Returns from a function; in an entry it ends the thread.",
        "exit": "Ends the thread.",
        "trap": "Aborts the grid with an error.",
        "brkpt": "Stops at a breakpoint of the debugger.",
    },
    "Barriers and fences": {
        "bar": "Waits at one of a CTA's sixteen barriers for the other threads, arrives without waiting, or combines a predicate "
               "of all of them.",
        "bar.warp.sync": "Waits for the lanes of a warp that a mask names, and makes their memory accesses visible to one "
                         "another.",
        "barrier": "Does what `bar` does, for threads of a warp that need not come together.",
        "barrier.cluster": "Arrives at the barrier of a cluster, or waits for all its threads.",
        "fence": "Orders memory accesses: of a thread against those of others, or of one proxy against another.",
        "membar": "Orders a thread's memory accesses: the older spelling of `fence.sc`.",
    },
    "mbarriers": {
        "mbarrier.init": "Sets up a barrier object in shared memory for a number of arrivals.",
        "mbarrier.inval": "Ends the life of a barrier object, so that its memory is free for something else.",
        "mbarrier.expect_tx": "Makes the current phase of a barrier object wait for a number of further bytes.",
        "mbarrier.complete_tx": "Counts bytes as arrived without copying any.",
        "mbarrier.arrive": "Arrives at a barrier object; with `.expect_tx` it announces bytes at the same time.",
        "mbarrier.arrive_drop": "Arrives at a barrier object for the last time: later phases expect one arrival fewer.",
        "mbarrier.test_wait": "Asks whether a phase of a barrier object is complete, without waiting.",
        "mbarrier.try_wait": "Asks whether a phase of a barrier object is complete, and may wait a while for it.",
        "mbarrier.pending_count": "Reads out of an arrival's state how many arrivals were missing.",
        "mbarrier.check_layout": "Tests which layout a barrier object has.",
    },
    "Atomics": {
        "atom": "Combines a value into memory as one indivisible step and returns the old value.",
        "red": "Combines a value into memory as one indivisible step, without returning the old value.",
        "red.async": "Combines a value into another CTA's shared memory, or into global memory, without waiting.",
    },
    "Warps": {
        "shfl": "Gives each lane the value of another lane: a neighbour, one chosen by number, or its butterfly partner.",
        "vote": "Tells all lanes whether a predicate holds for all, for any, or for which of them.",
        "match": "Tells each lane which lanes hold the same value as it.",
        "redux": "Combines a value of all lanes of a mask and gives the outcome to each.",
        "activemask": "Gives the mask of the lanes that are active right now.",
        "elect": "Chooses one lane of a mask, and returns it to all of them.",
    },
    "Matrices in registers": {
        "mma": "Multiplies two small matrices and adds a third, each spread over the registers of a warp.",
        "mma.sp": "Multiplies like `mma`, with a first matrix of which half the elements are left out.",
        "ldmatrix": "Loads one, two or four 8-by-8 matrices from shared memory in the register layout that `mma` reads.",
        "stmatrix": "Stores one, two or four 8-by-8 matrices from the registers of a warp to shared memory.",
        "movmatrix": "Transposes an 8-by-8 matrix that is in the registers of a warp.",
        "wmma.load": "Loads a matrix from memory into the fragments of a warp, in a layout that PTX does not specify.",
        "wmma.store": "Stores a matrix from the fragments of a warp to memory.",
        "wmma.mma": "Multiplies two matrices in fragments and adds a third.",
        "wgmma.mma_async": "Starts the product of two matrices, the second in shared memory, for a warpgroup of four warps.",
        "wgmma.mma_async.sp": "Starts a product like `wgmma.mma_async`, with a first matrix of which half is left out.",
        "wgmma.fence": "Orders accesses to registers before `wgmma.mma_async` uses them.",
        "wgmma.commit_group": "Makes a group of the `wgmma.mma_async` so far.",
        "wgmma.wait_group": "Waits until at most n of the newest groups of `wgmma.mma_async` are pending.",
    },
    "Matrices in tensor memory": {
        "tcgen05.alloc": "Allocates columns of tensor memory and writes their address to shared memory.",
        "tcgen05.dealloc": "Gives columns of tensor memory back.",
        "tcgen05.relinquish_alloc_permit": "Promises that this CTA allocates no more tensor memory.",
        "tcgen05.mma": "Starts a matrix multiply-accumulate into tensor memory; one thread issues it.",
        "tcgen05.mma.sp": "Starts a product like `tcgen05.mma`, with a first matrix of which half is left out.",
        "tcgen05.mma.ws": "Starts a product like `tcgen05.mma` that keeps its second matrix for the next ones.",
        "tcgen05.mma.ws.sp": "Starts a product like `tcgen05.mma.ws`, with a first matrix of which half is left out.",
        "tcgen05.ld": "Loads from tensor memory into the registers of a warp.",
        "tcgen05.st": "Stores registers of a warp to tensor memory.",
        "tcgen05.wait": "Waits for the thread's loads from, or stores to, tensor memory.",
        "tcgen05.cp": "Copies from shared to tensor memory, such as the scales of `tcgen05.mma`.",
        "tcgen05.shift": "Moves rows of tensor memory down by one.",
        "tcgen05.fence": "Orders operations on tensor memory with a barrier before or after it.",
        "tcgen05.commit": "Makes an mbarrier track the operations on tensor memory that the thread has started.",
    },
    "Scheduling": {
        "griddepcontrol": "Lets the next grid start early, or waits for the grids before.",
        "clusterlaunchcontrol.try_cancel": "Tries to take over the work of a cluster that has not been launched yet.",
        "clusterlaunchcontrol.query_cancel": "Reads the response of `clusterlaunchcontrol.try_cancel`: whether a cluster was cancelled, and which.",
        "setmaxnreg": "Gives registers of a warpgroup back, or requests more.",
        "nanosleep": "Sleeps for about the given number of nanoseconds.",
        "pmevent": "Triggers events of the performance monitor.",
    },
    "Stack": {
        "alloca": "Allocates memory on the stack of the thread.",
        "stacksave": "Reads the stack pointer.",
        "stackrestore": "Restores the stack pointer, which frees later allocations.",
    },
    "Video": {
        "vadd": "Adds two bytes, halves or words, and then combines the sum with a third value.",
        "vsub": "Subtracts two bytes, halves or words, and then combines the difference with a third value.",
        "vabsdiff": "Takes the absolute difference of two bytes, halves or words, and then combines it with a third value.",
        "vmin": "Takes the smaller of two bytes, halves or words, and then combines it with a third value.",
        "vmax": "Takes the larger of two bytes, halves or words, and then combines it with a third value.",
        "vshl": "Shifts a byte, half or word left, and then combines it with a third value.",
        "vshr": "Shifts a byte, half or word right, and then combines it with a third value.",
        "vmad": "Multiplies two bytes, halves or words, adds a third value, and shifts the sum.",
        "vset": "Compares two bytes, halves or words, and then combines the outcome with a third value.",
        "vadd2": "Adds two pairs of 16-bit numbers.",
        "vsub2": "Subtracts two pairs of 16-bit numbers.",
        "vavrg2": "Averages two pairs of 16-bit numbers.",
        "vabsdiff2": "Takes the absolute differences of two pairs of 16-bit numbers.",
        "vmin2": "Takes the smaller of two 16-bit numbers, twice.",
        "vmax2": "Takes the larger of two 16-bit numbers, twice.",
        "vset2": "Compares two pairs of 16-bit numbers.",
        "vadd4": "Adds four pairs of bytes.",
        "vsub4": "Subtracts four pairs of bytes.",
        "vavrg4": "Averages four pairs of bytes.",
        "vabsdiff4": "Takes the absolute differences of four pairs of bytes, or their sum.",
        "vmin4": "Takes the smaller of two bytes, four times.",
        "vmax4": "Takes the larger of two bytes, four times.",
        "vset4": "Compares four pairs of bytes.",
    },
}  # fmt: skip

SENTENCES: dict[str, str] = {name: said for family in FAMILIES.values() for name, said in family.items()}
"""A sentence about each instruction, in the order of the index."""


WRAPPERS: dict[str, tuple[str, ...]] = {
    "bar.warp.sync":   ("ptx.warp.sync",),
    "barrier.cluster": ("ptx.cluster.sync", "ptx.cluster.arrive", "ptx.cluster.wait"),
    "mapa":            ("ptx.cluster.map_shared_u32",),
    "elect":           ("ptx.elect_sync",),
    "shfl":            ("ptx.warp.reduce_sum", "ptx.cta.reduce_sum"),
    "tcgen05.fence":   ("ptx.tcgen05.fence_before_thread_sync", "ptx.tcgen05.fence_after_thread_sync"),
    "tcgen05.wait":    ("ptx.tcgen05.wait_ld", "ptx.tcgen05.wait_st"),
    "cp.async.bulk.tensor": ("ptx.tma.…",),
    "mov":             ("ptx.sreg",),
    "ld":              ("ptx.param", "ptx.global_ptrs"),
    "mbarrier.try_wait": ("ptx.mbarrier.wait",),
    "mbarrier.test_wait": ("ptx.mbarrier.wait",),
    "bra":             ("ptx.if_", "ptx.range_", "ptx.loop"),
}  # fmt: skip
"""Wrappers whose names differ from their instruction's."""


def starts_with(form: Form, name: str) -> bool:
    """Whether all of a form starts with these words; for ``fence::before`` the first part counts."""
    opcode, *words = name.split(".")
    slots = form.slots[: len(words)]
    return (
        form.opcode == opcode
        and len(slots) == len(words)
        and all(
            not slot.optional and all(word in (choice, choice.partition("::")[0]) for choice in slot.choices)
            for word, slot in zip(words, slots, strict=True)
        )
    )


@cache
def rows_by_name() -> dict[str, tuple[Form, ...]]:
    """Return the rows of each instruction, in the order of the index.

    Raises:
        LookupError: A row belongs to no instruction.
    """
    rows: dict[str, list[Form]] = {name: [] for name in SENTENCES}
    for opcode in sorted(opcodes()):
        names = sorted((name for name in SENTENCES if name.split(".")[0] == opcode), key=len, reverse=True)
        for form in forms_of(opcode):
            name = next((name for name in names if starts_with(form, name)), None)
            if name is None:
                raise LookupError(
                    f"{form.syntax} has no page: tools/reference/instructions.py has no sentence for {opcode}"
                )
            rows[name].append(form)
    return {name: tuple(found) for name, found in rows.items()}
