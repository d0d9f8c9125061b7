# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from pyptx.ptx.signatures import Bracketed, Constant, Guard, Source, Words

def _1(self: object, *, pred: Guard = None) -> None:
    """``fabric.submit{.op_restrict::fetching}``

    Manual 9.7.11.5.5 fabric.submit. PTX 9.3; sm_100 or newer.
    """
def _2(self: object, *, pred: Guard = None) -> None:
    """``fabric.submit.commit_group``

    Manual 9.7.11.5.5 fabric.submit. PTX 9.5; sm_100 or newer.
    """
def _3(self: object, n: Constant, /, *, pred: Guard = None) -> None:
    """``fabric.wait.sync_restrict::read n``

    Manual 9.7.11.5.6 fabric.wait. PTX 9.5; sm_100 or newer.
    """
def _4(self: object, n: Constant = ..., /, *, pred: Guard = None) -> None:
    """``fabric.wait.sync_restrict::reads``

    ``fabric.wait.sync_restrict::reads n``

    Manual 9.7.11.5.6 fabric.wait. PTX 9.3; sm_100 or newer.
    """
def _5(self: object, dst: Bracketed, srcLeId: Bracketed, size: Source, bar: Bracketed, /, *, pred: Guard = None) -> None:
    """``fabric.try_get.async.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.<hint>}.relaxed.sys.b128 [dst], [srcLeId], size, [bar]{, policy}``

    Manual 9.7.11.5.1 fabric.try_get. PTX 9.3; sm_100 or newer.
    """
def _6(self: object, dstLeId: Bracketed, src: Bracketed, size: Source, bar: Bracketed, /, *, pred: Guard = None) -> None:
    """``fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.<hint>}.relaxed.sys.b128 [dstLeId], [src], size, [bar]{, policy}``

    Manual 9.7.11.5.2 fabric.try_put. PTX 9.3; sm_100 or newer.
    """
def _7(self: object, dstLeId: Bracketed, fetched: Bracketed, src: Bracketed, bar: Bracketed, /, *, pred: Guard = None) -> None:
    """``fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.<hint>}.relaxed.sys.<op>.<type> [dstLeId], [fetched], [src], [bar]{, policy}``

    Manual 9.7.11.5 fabric.try_atom. PTX 9.4; sm_100 or newer.
    """
def _8(self: object, dst: Bracketed, srcLeId: Bracketed, size: Source, bar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``fabric.try_get.async.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.<hint>}.relaxed.sys.b128 [dst], [srcLeId], size, [bar]{, policy}``

    Manual 9.7.11.5.1 fabric.try_get. PTX 9.3; sm_100 or newer.
    """
def _9(self: object, dstLeId: Bracketed, src: Bracketed, size: Source, bar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.<hint>}.relaxed.sys.b128 [dstLeId], [src], size, [bar]{, policy}``

    Manual 9.7.11.5.2 fabric.try_put. PTX 9.3; sm_100 or newer.
    """
def _10(self: object, dstLeId: Bracketed, src: Bracketed, size: Source, bar: Bracketed, /, *, pred: Guard = None) -> None:
    """``fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.<hint>}.relaxed.sys.b128 [dstLeId], [src], size, [bar]{, policy}``

    Manual 9.7.11.5.2 fabric.try_put. PTX 9.3; sm_100 or newer.
    """
def _11(self: object, dstLeId: Bracketed, src: Bracketed, size: Source, bar: Bracketed, bytemask: Source, /, *, pred: Guard = None) -> None:
    """``fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.cp_mask{.<hint>}.relaxed.sys.b128 [dstLeId], [src], size, [bar], bytemask{, policy}``

    Manual 9.7.11.5.2 fabric.try_put. PTX 9.3; sm_100 or newer.
    """
def _12(self: object, dstLeId: Bracketed, src: Bracketed, size: Source, bar: Bracketed, /, *, pred: Guard = None) -> None:
    """``fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.<hint>}.relaxed.sys.<op>.<type> [dstLeId], [src], size, [bar]{, policy}``

    Manual 9.7.11.5.3 fabric.try_red. PTX 9.3; sm_100 or newer.
    """
def _13(self: object, dstLeId: Bracketed, fetched: Bracketed, src: Bracketed, bar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.<hint>}.relaxed.sys.<op>.<type> [dstLeId], [fetched], [src], [bar]{, policy}``

    Manual 9.7.11.5 fabric.try_atom. PTX 9.4; sm_100 or newer.
    """
def _14(self: object, dstLeId: Bracketed, src: Bracketed, size: Source, bar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.<hint>}.relaxed.sys.b128 [dstLeId], [src], size, [bar]{, policy}``

    Manual 9.7.11.5.2 fabric.try_put. PTX 9.3; sm_100 or newer.
    """
def _15(self: object, dstLeId: Bracketed, src: Bracketed, size: Source, bar: Bracketed, bytemask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.cp_mask{.<hint>}.relaxed.sys.b128 [dstLeId], [src], size, [bar], bytemask{, policy}``

    Manual 9.7.11.5.2 fabric.try_put. PTX 9.3; sm_100 or newer.
    """
def _16(self: object, dstLeId: Bracketed, src: Bracketed, size: Source, bar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.<hint>}.relaxed.sys.<op>.<type> [dstLeId], [src], size, [bar]{, policy}``

    Manual 9.7.11.5.3 fabric.try_red. PTX 9.3; sm_100 or newer.
    """
def _17(self: object, dstLeId: Bracketed, src: Bracketed, size: Source, bar: Bracketed, /, *, pred: Guard = None) -> None:
    """``fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.<hint>}.relaxed.sys.<op>.<type> [dstLeId], [src], size, [bar]{, policy}``

    Manual 9.7.11.5.3 fabric.try_red. PTX 9.3; sm_100 or newer.
    """
def _18(self: object, dst: Bracketed, srcLeId: Bracketed, size: Source, bar: Bracketed, membermask: Constant, /, *, pred: Guard = None) -> None:
    """``fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys.<op>.<type>.sync [dst], [srcLeId], size, [bar], membermask``

    Manual 9.7.11.5.4 fabric.try_pullred. PTX 9.3; sm_100 or newer.
    """
def _19(self: object, dst: Bracketed, srcLeId: Bracketed, size: Source, bar: Bracketed, membermask: Constant, /, *, pred: Guard = None) -> None:
    """``fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys.<op>.<type>.sync [dst], [srcLeId], size, [bar], membermask``

    Manual 9.7.11.5.4 fabric.try_pullred. PTX 9.3; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _20(self: object, dstLeId: Bracketed, src: Bracketed, size: Source, bar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.<hint>}.relaxed.sys.<op>.<type> [dstLeId], [src], size, [bar]{, policy}``

    Manual 9.7.11.5.3 fabric.try_red. PTX 9.3; sm_100 or newer.
    """
def _21(self: object, dst: Bracketed, srcLeId: Bracketed, size: Source, bar: Bracketed, membermask: Constant, /, *, pred: Guard = None) -> None:
    """``fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys.add.acc::f16.<type>.sync [dst], [srcLeId], size, [bar], membermask``

    Manual 9.7.11.5.4 fabric.try_pullred. PTX 9.3; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _22(self: object, dst: Bracketed, srcLeId: Bracketed, size: Source, bar: Bracketed, membermask: Constant, /, *, pred: Guard = None) -> None:
    """``fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys.add.acc::f32.<type>.sync [dst], [srcLeId], size, [bar], membermask``

    Manual 9.7.11.5.4 fabric.try_pullred. PTX 9.3; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
class fabric(Words):
    submit: fabric_submit
    """``fabric.submit{.op_restrict::fetching}``

    Manual 9.7.11.5.5 fabric.submit. PTX 9.3; sm_100 or newer.
    """
    try_atom: fabric_try_atom
    try_get: fabric_try_get
    try_pullred: fabric_try_pullred
    try_put: fabric_try_put
    try_red: fabric_try_red
    wait: fabric_wait
class fabric_submit(Words):
    commit_group = _2
    op_restrict__fetching = _1
    __call__ = _1
class fabric_try_atom(Words):
    async_: fabric_try_atom_async
class fabric_try_get(Words):
    async_: fabric_try_get_async
class fabric_try_pullred(Words):
    async_: fabric_try_pullred_async
class fabric_try_put(Words):
    async_: fabric_try_put_async
class fabric_try_red(Words):
    async_: fabric_try_red_async
class fabric_wait(Words):
    sync_restrict__read = _3
    sync_restrict__reads = _4
class fabric_try_atom_async(Words):
    shared__cta: fabric_try_atom_async_shared_cta
class fabric_try_get_async(Words):
    shared__cta: fabric_try_get_async_shared_cta
class fabric_try_pullred_async(Words):
    multimem: fabric_try_pullred_async_multimem
class fabric_try_put_async(Words):
    multimem: fabric_try_put_async_multimem
    shared__cta: fabric_try_put_async_1
class fabric_try_red_async(Words):
    multimem: fabric_try_red_async_multimem
    shared__cta: fabric_try_red_async_1
class fabric_try_atom_async_shared_cta(Words):
    mbarrier__complete_tx__16B: fabric_try_atom_async_shared_cta_1
class fabric_try_get_async_shared_cta(Words):
    mbarrier__complete_tx__bytes: fabric_try_get_async_shared_cta_1
class fabric_try_pullred_async_multimem(Words):
    shared__cta: fabric_try_pullred_async_multimem_1
class fabric_try_put_async_multimem(Words):
    shared__cta: fabric_try_put_async_1
class fabric_try_put_async_1(Words):
    mbarrier__complete_tx__16B: fabric_try_put_async_2
class fabric_try_red_async_multimem(Words):
    shared__cta: fabric_try_red_async_1
class fabric_try_red_async_1(Words):
    mbarrier__complete_tx__16B: fabric_try_red_async_2
class fabric_try_atom_async_shared_cta_1(Words):
    mbarrier__report__fabric: fabric_try_atom_async_shared_cta_2
class fabric_try_get_async_shared_cta_1(Words):
    mbarrier__report__fabric: fabric_try_get_async_shared_cta_2
class fabric_try_pullred_async_multimem_1(Words):
    mbarrier__complete_tx__bytes: fabric_try_pullred_async_multimem_2
class fabric_try_put_async_2(Words):
    mbarrier__report__fabric: fabric_try_put_async_3
class fabric_try_red_async_2(Words):
    mbarrier__report__fabric: fabric_try_red_async_3
class fabric_try_atom_async_shared_cta_2(Words):
    L2__cache_hint: fabric_try_atom_async_shared_cta_3
    relaxed: fabric_try_atom_async_shared_cta_4
class fabric_try_get_async_shared_cta_2(Words):
    L2__cache_hint: fabric_try_get_async_shared_cta_3
    relaxed: fabric_try_get_async_shared_cta_4
class fabric_try_pullred_async_multimem_2(Words):
    mbarrier__report__fabric: fabric_try_pullred_async_multimem_3
class fabric_try_put_async_3(Words):
    L2__cache_hint: fabric_try_put_async_4
    counted__bytes: fabric_try_put_async_5
    cp_mask: fabric_try_put_async_6
    relaxed: fabric_try_put_async_7
class fabric_try_red_async_3(Words):
    L2__cache_hint: fabric_try_red_async_4
    counted__bytes: fabric_try_red_async_5
    relaxed: fabric_try_red_async_6
class fabric_try_atom_async_shared_cta_3(Words):
    relaxed: fabric_try_atom_async_shared_cta_5
class fabric_try_atom_async_shared_cta_4(Words):
    sys: fabric_try_atom_async_shared_cta_6
class fabric_try_get_async_shared_cta_3(Words):
    relaxed: fabric_try_get_async_shared_cta_5
class fabric_try_get_async_shared_cta_4(Words):
    sys: fabric_try_get_async_shared_cta_6
class fabric_try_pullred_async_multimem_3(Words):
    relaxed: fabric_try_pullred_async_multimem_4
class fabric_try_put_async_4(Words):
    relaxed: fabric_try_put_async_8
class fabric_try_put_async_5(Words):
    L2__cache_hint: fabric_try_put_async_9
    relaxed: fabric_try_put_async_10
class fabric_try_put_async_6(Words):
    L2__cache_hint: fabric_try_put_async_11
    relaxed: fabric_try_put_async_12
class fabric_try_put_async_7(Words):
    sys: fabric_try_put_async_13
class fabric_try_red_async_4(Words):
    relaxed: fabric_try_red_async_7
class fabric_try_red_async_5(Words):
    L2__cache_hint: fabric_try_red_async_8
    relaxed: fabric_try_red_async_9
class fabric_try_red_async_6(Words):
    sys: fabric_try_red_async_10
class fabric_try_atom_async_shared_cta_5(Words):
    sys: fabric_try_atom_async_shared_cta_7
class fabric_try_atom_async_shared_cta_6(Words):
    add: fabric_try_atom_async_shared_cta_8
    and_: fabric_try_atom_async_shared_cta_9
    cas: fabric_try_atom_async_shared_cta_10
    exch: fabric_try_atom_async_shared_cta_10
    max: fabric_try_atom_async_shared_cta_11
    min: fabric_try_atom_async_shared_cta_11
    or_: fabric_try_atom_async_shared_cta_9
    xor: fabric_try_atom_async_shared_cta_9
class fabric_try_get_async_shared_cta_5(Words):
    sys: fabric_try_get_async_shared_cta_7
class fabric_try_get_async_shared_cta_6(Words):
    b128 = _5
class fabric_try_pullred_async_multimem_4(Words):
    sys: fabric_try_pullred_async_multimem_5
class fabric_try_put_async_8(Words):
    sys: fabric_try_put_async_14
class fabric_try_put_async_9(Words):
    relaxed: fabric_try_put_async_15
class fabric_try_put_async_10(Words):
    sys: fabric_try_put_async_16
class fabric_try_put_async_11(Words):
    relaxed: fabric_try_put_async_17
class fabric_try_put_async_12(Words):
    sys: fabric_try_put_async_18
class fabric_try_put_async_13(Words):
    b128 = _6
class fabric_try_red_async_7(Words):
    sys: fabric_try_red_async_11
class fabric_try_red_async_8(Words):
    relaxed: fabric_try_red_async_12
class fabric_try_red_async_9(Words):
    sys: fabric_try_red_async_13
class fabric_try_red_async_10(Words):
    add: fabric_try_red_async_14
    and_: fabric_try_red_async_15
    max: fabric_try_red_async_16
    min: fabric_try_red_async_16
    or_: fabric_try_red_async_15
    xor: fabric_try_red_async_15
class fabric_try_atom_async_shared_cta_7(Words):
    add: fabric_try_atom_async_shared_cta_12
    and_: fabric_try_atom_async_shared_cta_13
    cas: fabric_try_atom_async_shared_cta_14
    exch: fabric_try_atom_async_shared_cta_14
    max: fabric_try_atom_async_shared_cta_15
    min: fabric_try_atom_async_shared_cta_15
    or_: fabric_try_atom_async_shared_cta_13
    xor: fabric_try_atom_async_shared_cta_13
class fabric_try_atom_async_shared_cta_8(Words):
    bf16x2 = _7
    f16x2 = _7
    f32 = _7
    f64 = _7
    u32 = _7
    u64 = _7
class fabric_try_atom_async_shared_cta_9(Words):
    b32 = _7
    b64 = _7
class fabric_try_atom_async_shared_cta_10(Words):
    b128 = _7
    b32 = _7
    b64 = _7
class fabric_try_atom_async_shared_cta_11(Words):
    bf16x2 = _7
    f16x2 = _7
    s32 = _7
    s64 = _7
    u32 = _7
    u64 = _7
class fabric_try_get_async_shared_cta_7(Words):
    b128 = _8
class fabric_try_pullred_async_multimem_5(Words):
    add: fabric_try_pullred_async_multimem_6
    and_: fabric_try_pullred_async_multimem_7
    max: fabric_try_pullred_async_multimem_8
    min: fabric_try_pullred_async_multimem_8
    or_: fabric_try_pullred_async_multimem_7
    xor: fabric_try_pullred_async_multimem_7
class fabric_try_put_async_14(Words):
    b128 = _9
class fabric_try_put_async_15(Words):
    sys: fabric_try_put_async_19
class fabric_try_put_async_16(Words):
    b128 = _10
class fabric_try_put_async_17(Words):
    sys: fabric_try_put_async_20
class fabric_try_put_async_18(Words):
    b128 = _11
class fabric_try_red_async_11(Words):
    add: fabric_try_red_async_17
    and_: fabric_try_red_async_18
    max: fabric_try_red_async_19
    min: fabric_try_red_async_19
    or_: fabric_try_red_async_18
    xor: fabric_try_red_async_18
class fabric_try_red_async_12(Words):
    sys: fabric_try_red_async_20
class fabric_try_red_async_13(Words):
    add: fabric_try_red_async_21
    and_: fabric_try_red_async_22
    max: fabric_try_red_async_23
    min: fabric_try_red_async_23
    or_: fabric_try_red_async_22
    xor: fabric_try_red_async_22
class fabric_try_red_async_14(Words):
    bf16 = _12
    f16 = _12
    f32 = _12
    f64 = _12
    u32 = _12
    u64 = _12
class fabric_try_red_async_15(Words):
    b32 = _12
    b64 = _12
class fabric_try_red_async_16(Words):
    bf16 = _12
    f16 = _12
    s32 = _12
    s64 = _12
    u32 = _12
    u64 = _12
class fabric_try_atom_async_shared_cta_12(Words):
    bf16x2 = _13
    f16x2 = _13
    f32 = _13
    f64 = _13
    u32 = _13
    u64 = _13
class fabric_try_atom_async_shared_cta_13(Words):
    b32 = _13
    b64 = _13
class fabric_try_atom_async_shared_cta_14(Words):
    b128 = _13
    b32 = _13
    b64 = _13
class fabric_try_atom_async_shared_cta_15(Words):
    bf16x2 = _13
    f16x2 = _13
    s32 = _13
    s64 = _13
    u32 = _13
    u64 = _13
class fabric_try_pullred_async_multimem_6(Words):
    acc__f16: fabric_try_pullred_async_multimem_9
    acc__f32: fabric_try_pullred_async_multimem_10
    bf16: fabric_try_pullred_async_multimem_11
    f16: fabric_try_pullred_async_multimem_11
    f32: fabric_try_pullred_async_multimem_11
    u32: fabric_try_pullred_async_multimem_11
    u64: fabric_try_pullred_async_multimem_11
class fabric_try_pullred_async_multimem_7(Words):
    b32: fabric_try_pullred_async_multimem_11
    b64: fabric_try_pullred_async_multimem_11
class fabric_try_pullred_async_multimem_8(Words):
    bf16: fabric_try_pullred_async_multimem_11
    e4m3: fabric_try_pullred_async_multimem_12
    e5m2: fabric_try_pullred_async_multimem_12
    f16: fabric_try_pullred_async_multimem_11
    s32: fabric_try_pullred_async_multimem_11
    s64: fabric_try_pullred_async_multimem_11
    u32: fabric_try_pullred_async_multimem_11
    u64: fabric_try_pullred_async_multimem_11
class fabric_try_put_async_19(Words):
    b128 = _14
class fabric_try_put_async_20(Words):
    b128 = _15
class fabric_try_red_async_17(Words):
    bf16 = _16
    f16 = _16
    f32 = _16
    f64 = _16
    u32 = _16
    u64 = _16
class fabric_try_red_async_18(Words):
    b32 = _16
    b64 = _16
class fabric_try_red_async_19(Words):
    bf16 = _16
    f16 = _16
    s32 = _16
    s64 = _16
    u32 = _16
    u64 = _16
class fabric_try_red_async_20(Words):
    add: fabric_try_red_async_24
    and_: fabric_try_red_async_25
    max: fabric_try_red_async_26
    min: fabric_try_red_async_26
    or_: fabric_try_red_async_25
    xor: fabric_try_red_async_25
class fabric_try_red_async_21(Words):
    bf16 = _17
    f16 = _17
    f32 = _17
    f64 = _17
    u32 = _17
    u64 = _17
class fabric_try_red_async_22(Words):
    b32 = _17
    b64 = _17
class fabric_try_red_async_23(Words):
    bf16 = _17
    f16 = _17
    s32 = _17
    s64 = _17
    u32 = _17
    u64 = _17
class fabric_try_pullred_async_multimem_9(Words):
    e4m3: fabric_try_pullred_async_multimem_13
    e5m2: fabric_try_pullred_async_multimem_13
class fabric_try_pullred_async_multimem_10(Words):
    bf16: fabric_try_pullred_async_multimem_14
    f16: fabric_try_pullred_async_multimem_14
class fabric_try_pullred_async_multimem_11(Words):
    sync = _18
class fabric_try_pullred_async_multimem_12(Words):
    sync = _19
class fabric_try_red_async_24(Words):
    bf16 = _20
    f16 = _20
    f32 = _20
    f64 = _20
    u32 = _20
    u64 = _20
class fabric_try_red_async_25(Words):
    b32 = _20
    b64 = _20
class fabric_try_red_async_26(Words):
    bf16 = _20
    f16 = _20
    s32 = _20
    s64 = _20
    u32 = _20
    u64 = _20
class fabric_try_pullred_async_multimem_13(Words):
    sync = _21
class fabric_try_pullred_async_multimem_14(Words):
    sync = _22
