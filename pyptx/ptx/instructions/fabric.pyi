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
    """``fabric.try_get.async.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys.b128 [dst], [srcLeId], size, [bar]``

    Manual 9.7.11.5.1 fabric.try_get. PTX 9.3; sm_100 or newer.
    """
def _6(self: object, dstLeId: Bracketed, src: Bracketed, size: Source, bar: Bracketed, /, *, pred: Guard = None) -> None:
    """``fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys.b128 [dstLeId], [src], size, [bar]``

    Manual 9.7.11.5.2 fabric.try_put. PTX 9.3; sm_100 or newer.
    """
def _7(self: object, dstLeId: Bracketed, src: Bracketed, size: Source, bar: Bracketed, /, *, pred: Guard = None) -> None:
    """``fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes.relaxed.sys.b128 [dstLeId], [src], size, [bar]``

    Manual 9.7.11.5.2 fabric.try_put. PTX 9.3; sm_100 or newer.
    """
def _8(self: object, dstLeId: Bracketed, src: Bracketed, size: Source, bar: Bracketed, bytemask: Source, /, *, pred: Guard = None) -> None:
    """``fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.cp_mask.relaxed.sys.b128 [dstLeId], [src], size, [bar], bytemask``

    Manual 9.7.11.5.2 fabric.try_put. PTX 9.3; sm_100 or newer.
    """
def _9(self: object, dstLeId: Bracketed, src: Bracketed, size: Source, bar: Bracketed, /, *, pred: Guard = None) -> None:
    """``fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys.<op>.<type> [dstLeId], [src], size, [bar]``

    Manual 9.7.11.5.3 fabric.try_red. PTX 9.3; sm_100 or newer.
    """
def _10(self: object, dstLeId: Bracketed, src: Bracketed, size: Source, bar: Bracketed, /, *, pred: Guard = None) -> None:
    """``fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes.relaxed.sys.<op>.<type> [dstLeId], [src], size, [bar]``

    Manual 9.7.11.5.3 fabric.try_red. PTX 9.3; sm_100 or newer.
    """
def _11(self: object, dst: Bracketed, srcLeId: Bracketed, size: Source, bar: Bracketed, membermask: Constant, /, *, pred: Guard = None) -> None:
    """``fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys.<op>.<type>.sync [dst], [srcLeId], size, [bar], membermask``

    Manual 9.7.11.5.4 fabric.try_pullred. PTX 9.3; sm_100 or newer.
    """
def _12(self: object, dst: Bracketed, srcLeId: Bracketed, size: Source, bar: Bracketed, membermask: Constant, /, *, pred: Guard = None) -> None:
    """``fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys.<op>.<type>.sync [dst], [srcLeId], size, [bar], membermask``

    Manual 9.7.11.5.4 fabric.try_pullred. PTX 9.3; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _13(self: object, dst: Bracketed, srcLeId: Bracketed, size: Source, bar: Bracketed, membermask: Constant, /, *, pred: Guard = None) -> None:
    """``fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys.add.acc::f16.<type>.sync [dst], [srcLeId], size, [bar], membermask``

    Manual 9.7.11.5.4 fabric.try_pullred. PTX 9.3; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
def _14(self: object, dst: Bracketed, srcLeId: Bracketed, size: Source, bar: Bracketed, membermask: Constant, /, *, pred: Guard = None) -> None:
    """``fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys.add.acc::f32.<type>.sync [dst], [srcLeId], size, [bar], membermask``

    Manual 9.7.11.5.4 fabric.try_pullred. PTX 9.3; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a, sm_110f, sm_120a, sm_120f, sm_121a or sm_121f.
    """
class fabric(Words):
    submit: fabric_submit
    """``fabric.submit{.op_restrict::fetching}``

    Manual 9.7.11.5.5 fabric.submit. PTX 9.3; sm_100 or newer.
    """
    try_get: fabric_try_get
    try_pullred: fabric_try_pullred
    try_put: fabric_try_put
    try_red: fabric_try_red
    wait: fabric_wait
class fabric_submit(Words):
    commit_group = _2
    op_restrict__fetching = _1
    __call__ = _1
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
class fabric_try_get_async_shared_cta_1(Words):
    mbarrier__report__fabric: fabric_try_get_async_shared_cta_2
class fabric_try_pullred_async_multimem_1(Words):
    mbarrier__complete_tx__bytes: fabric_try_pullred_async_multimem_2
class fabric_try_put_async_2(Words):
    mbarrier__report__fabric: fabric_try_put_async_3
class fabric_try_red_async_2(Words):
    mbarrier__report__fabric: fabric_try_red_async_3
class fabric_try_get_async_shared_cta_2(Words):
    relaxed: fabric_try_get_async_shared_cta_3
class fabric_try_pullred_async_multimem_2(Words):
    mbarrier__report__fabric: fabric_try_pullred_async_multimem_3
class fabric_try_put_async_3(Words):
    counted__bytes: fabric_try_put_async_4
    cp_mask: fabric_try_put_async_5
    relaxed: fabric_try_put_async_6
class fabric_try_red_async_3(Words):
    counted__bytes: fabric_try_red_async_4
    relaxed: fabric_try_red_async_5
class fabric_try_get_async_shared_cta_3(Words):
    sys: fabric_try_get_async_shared_cta_4
class fabric_try_pullred_async_multimem_3(Words):
    relaxed: fabric_try_pullred_async_multimem_4
class fabric_try_put_async_4(Words):
    relaxed: fabric_try_put_async_7
class fabric_try_put_async_5(Words):
    relaxed: fabric_try_put_async_8
class fabric_try_put_async_6(Words):
    sys: fabric_try_put_async_9
class fabric_try_red_async_4(Words):
    relaxed: fabric_try_red_async_6
class fabric_try_red_async_5(Words):
    sys: fabric_try_red_async_7
class fabric_try_get_async_shared_cta_4(Words):
    b128 = _5
class fabric_try_pullred_async_multimem_4(Words):
    sys: fabric_try_pullred_async_multimem_5
class fabric_try_put_async_7(Words):
    sys: fabric_try_put_async_10
class fabric_try_put_async_8(Words):
    sys: fabric_try_put_async_11
class fabric_try_put_async_9(Words):
    b128 = _6
class fabric_try_red_async_6(Words):
    sys: fabric_try_red_async_8
class fabric_try_red_async_7(Words):
    add: fabric_try_red_async_9
    and_: fabric_try_red_async_10
    max: fabric_try_red_async_11
    min: fabric_try_red_async_11
    or_: fabric_try_red_async_10
    xor: fabric_try_red_async_10
class fabric_try_pullred_async_multimem_5(Words):
    add: fabric_try_pullred_async_multimem_6
    and_: fabric_try_pullred_async_multimem_7
    max: fabric_try_pullred_async_multimem_8
    min: fabric_try_pullred_async_multimem_8
    or_: fabric_try_pullred_async_multimem_7
    xor: fabric_try_pullred_async_multimem_7
class fabric_try_put_async_10(Words):
    b128 = _7
class fabric_try_put_async_11(Words):
    b128 = _8
class fabric_try_red_async_8(Words):
    add: fabric_try_red_async_12
    and_: fabric_try_red_async_13
    max: fabric_try_red_async_14
    min: fabric_try_red_async_14
    or_: fabric_try_red_async_13
    xor: fabric_try_red_async_13
class fabric_try_red_async_9(Words):
    bf16 = _9
    f16 = _9
    f32 = _9
    f64 = _9
    u32 = _9
    u64 = _9
class fabric_try_red_async_10(Words):
    b32 = _9
    b64 = _9
class fabric_try_red_async_11(Words):
    bf16 = _9
    f16 = _9
    s32 = _9
    s64 = _9
    u32 = _9
    u64 = _9
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
class fabric_try_red_async_12(Words):
    bf16 = _10
    f16 = _10
    f32 = _10
    f64 = _10
    u32 = _10
    u64 = _10
class fabric_try_red_async_13(Words):
    b32 = _10
    b64 = _10
class fabric_try_red_async_14(Words):
    bf16 = _10
    f16 = _10
    s32 = _10
    s64 = _10
    u32 = _10
    u64 = _10
class fabric_try_pullred_async_multimem_9(Words):
    e4m3: fabric_try_pullred_async_multimem_13
    e5m2: fabric_try_pullred_async_multimem_13
class fabric_try_pullred_async_multimem_10(Words):
    bf16: fabric_try_pullred_async_multimem_14
    f16: fabric_try_pullred_async_multimem_14
class fabric_try_pullred_async_multimem_11(Words):
    sync = _11
class fabric_try_pullred_async_multimem_12(Words):
    sync = _12
class fabric_try_pullred_async_multimem_13(Words):
    sync = _13
class fabric_try_pullred_async_multimem_14(Words):
    sync = _14
