# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Bracketed, Condition, Constant, Guard, Registers, Source, Words

def _1(self: object, *, pred: Guard = None) -> None:
    """``cp.async.commit_group``

    Manual 9.7.10.28.3.2 cp.async.commit_group. PTX 7.0; sm_80 or newer.
    """
def _2(self: object, *, pred: Guard = None) -> None:
    """``cp.async.wait_all``

    Manual 9.7.10.28.3.3 cp.async.wait_group, cp.async.wait_all. PTX 7.0; sm_80 or newer.
    """
def _3(self: object, n: Constant, /, *, pred: Guard = None) -> None:
    """``cp.async.wait_group n``

    Manual 9.7.10.28.3.3 cp.async.wait_group, cp.async.wait_all. PTX 7.0; sm_80 or newer.
    """
def _4(self: object, *, pred: Guard = None) -> None:
    """``cp.async.bulk.commit_group``

    Manual 9.7.10.28.6.1 cp.async.bulk.commit_group. PTX 8.0; sm_90 or newer.
    """
def _5(self: object, n: Constant, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.wait_group{.read} n``

    Manual 9.7.10.28.6.2 cp.async.bulk.wait_group. PTX 8.0; sm_90 or newer.
    """
def _6(self: object, n: Constant, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.wait_group.sync_restrict::proxy::async n``

    Manual 9.7.10.28.6.2 cp.async.bulk.wait_group. PTX 9.5; sm_90 or newer.
    """
def _7(self: object, dst: Bracketed, src: Bracketed, cp_size: Constant, src_size: Condition | Source = ..., /, *, pred: Guard = None) -> None:
    """``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.0; sm_80 or newer.

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, ignore_src{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.5; sm_80 or newer.
    """
def _8(self: object, addr: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.mbarrier.arrive{.noinc}{.<ss>}.b64 [addr]``

    Manual 9.7.15.16.18 cp.async.mbarrier.arrive. PTX 7.0; sm_80 or newer.
    """
def _9(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.global.shared::cta.bulk_group{.<hint>}{.<mask>} [dstMem], [srcMem], size{, policy}{, byteMask}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 8.0; sm_90 or newer.
    """
def _10(self: object, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.L2.global{.<hint>} [srcMem], size{, policy}``

    Manual 9.7.10.28.4.3 cp.async.bulk.prefetch. PTX 8.0; sm_90 or newer.
    """
def _11(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 8.0; sm_90 or newer.
    """
def _12(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [dstMem], [srcMem], size, [mbar]``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 8.0; sm_90 or newer.
    """
def _13(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 8.6; sm_90 or newer.
    """
def _14(self: object, dst: Bracketed, src: Bracketed, cp_size: Constant, src_size: Condition | Source = ..., /, *, pred: Guard = None) -> None:
    """``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.4; sm_80 or newer.

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, ignore_src{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.5; sm_80 or newer.
    """
@overload
def _15(self: object, dst: Bracketed, src: Bracketed, cp_size: Constant, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.4; sm_80 or newer.

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, ignore_src{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.5; sm_80 or newer.
    """
@overload
def _15(self: object, dst: Bracketed, src: Bracketed, cp_size: Constant, src_size: Condition | Source, policy: Source, /, *, pred: Guard = None) -> None: ...
def _16(self: object, addr: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.mbarrier.arrive{.noinc}{.<ss>}.b64 [addr]``

    Manual 9.7.15.16.18 cp.async.mbarrier.arrive. PTX 7.8; sm_80 or newer.
    """
def _17(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.global.shared::cta.bulk_group{.<hint>}{.<mask>} [dstMem], [srcMem], size{, policy}{, byteMask}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 8.0; sm_90 or newer.
    """
def _18(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, byteMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.global.shared::cta.bulk_group{.<hint>}{.<mask>} [dstMem], [srcMem], size{, policy}{, byteMask}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 8.6; sm_100 or newer.
    """
def _19(self: object, srcMem: Bracketed, size: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.L2.global{.<hint>} [srcMem], size{, policy}``

    Manual 9.7.10.28.4.3 cp.async.bulk.prefetch. PTX 8.0; sm_90 or newer.
    """
def _20(self: object, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.L2.global.<eviction> [srcMem], size``

    Manual 9.7.10.28.4.3 cp.async.bulk.prefetch. PTX 9.4; sm_107a or sm_107f.
    """
def _21(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 8.0; sm_90 or newer.
    """
def _22(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _23(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 8.0; sm_90 or newer.
    """
def _24(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_90 or newer.
    """
def _25(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<hint>} [dstMem], [srcMem], size, [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _26(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 8.6; sm_90 or newer.
    """
def _27(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, ignoreBytesLeft: Source, ignoreBytesRight: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>}.ignore_oob [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.2; sm_90 or newer.
    """
def _28(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _29(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.global.shared::cta.bulk_group{.<hint>}{.<mask>} [dstMem], [srcMem], size{, policy}{, byteMask}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _30(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _31(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [dstMem], [srcMem], size, [mbar]``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _32(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _33(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, policy: Source, byteMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.global.shared::cta.bulk_group{.<hint>}{.<mask>} [dstMem], [srcMem], size{, policy}{, byteMask}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 8.6; sm_100 or newer.
    """
def _34(self: object, tensorMap: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 8.0; sm_90 or newer.
    """
def _35(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _36(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _37(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 8.0; sm_90 or newer.
    """
def _38(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_90 or newer.
    """
def _39(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<hint>} [dstMem], [srcMem], size, [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _40(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, ignoreBytesLeft: Source, ignoreBytesRight: Source, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>}.ignore_oob [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.2; sm_90 or newer.
    """
def _41(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _42(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, ignoreBytesLeft: Source, ignoreBytesRight: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>}.ignore_oob [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _43(self: object, tensorMap: Bracketed, srcMem: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.global.shared::cta{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
def _44(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
def _45(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_90 or newer.
    """
def _46(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.global.shared::cta.bulk_group{.<hint>}{.<mask>} [dstMem], [srcMem], size{, policy}{, byteMask}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _47(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, byteMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.global.shared::cta.bulk_group{.<hint>}{.<mask>} [dstMem], [srcMem], size{, policy}{, byteMask}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_100 or newer.
    """
def _48(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _49(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _50(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _51(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, ignoreBytesLeft: Source, ignoreBytesRight: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>}.ignore_oob [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _52(self: object, tensorMap: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 8.0; sm_90 or newer.
    """
def _53(self: object, tensorMap: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}.<eviction>{.<address>} [tensorMap]``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _54(self: object, tensorMap: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _55(self: object, tensorMap: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _56(self: object, tensorMap: Bracketed, im2colInfo: Registers, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>{.<hint>}{.<address>} [tensorMap], im2colInfo{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 8.0; sm_90 or newer.
    """
def _57(self: object, tensorMap: Bracketed, im2colInfo: Registers, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>{.<hint>}{.<address>} [tensorMap], im2colInfo{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _58(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.global.shared::cta.bulk_group{.<hint>}{.<mask>}.b128 [dstMem], [srcMem], size{, policy}{, byteMask}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _59(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>}.b128 [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90a, sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _60(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.b128 [dstMem], [srcMem], size, [mbar]``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _61(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>}.b128 [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _62(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _63(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, ignoreBytesLeft: Source, ignoreBytesRight: Source, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>}.ignore_oob [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _64(self: object, tensorMap: Bracketed, srcMem: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.global.shared::cta{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
def _65(self: object, tensorMap: Bracketed, srcMem: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.global.shared::cta{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _66(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
def _67(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _68(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _69(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
def _70(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_90 or newer.
    """
def _71(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _72(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_90 or newer.
    """
def _73(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _74(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _75(self: object, tensorMap: Bracketed, srcMem: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.global.shared::cta.<mode>.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _76(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _77(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100 or newer.
    """
def _78(self: object, tensorMap: Bracketed, srcMem: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.global.shared::cta.<mode>.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
def _79(self: object, tensorMap: Bracketed, srcMem: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.global.shared::cta.<mode>.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _80(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
def _81(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _82(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_90 or newer.
    """
def _83(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100 or newer.
    """
def _84(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _85(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, policy: Source, byteMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.global.shared::cta.bulk_group{.<hint>}{.<mask>} [dstMem], [srcMem], size{, policy}{, byteMask}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_100 or newer.
    """
def _86(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _87(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, ignoreBytesLeft: Source, ignoreBytesRight: Source, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>}.ignore_oob [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _88(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk{.<sem>}{.<scope>}.global.shared::cta.bulk_group{.<hint>}.<op>.<type> [dstMem], [srcMem], size{, policy}``

    Manual 9.7.10.28.4.2 cp.reduce.async.bulk. PTX 8.0; sm_90 or newer.
    """
def _89(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk{.<sem>}{.<scope>}.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.<op>.<type> [dstMem], [srcMem], size, [mbar]``

    Manual 9.7.10.28.4.2 cp.reduce.async.bulk. PTX 8.0; sm_90 or newer.
    """
def _90(self: object, tensorMap: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _91(self: object, tensorMap: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.tile}{.<hint>}.override::global_address.override::global_dim [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _92(self: object, tensorMap: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.tile}{.<hint>}.override::global_address.override::global_dim_stride [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _93(self: object, tensorMap: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _94(self: object, tensorMap: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>.<eviction>{.<address>} [tensorMap]``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _95(self: object, tensorMap: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _96(self: object, tensorMap: Bracketed, im2colInfo: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>{.<hint>}{.<address>} [tensorMap], im2colInfo{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 8.0; sm_90 or newer.
    """
def _97(self: object, tensorMap: Bracketed, im2colInfo: Registers, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>.<eviction>{.<address>} [tensorMap], im2colInfo``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _98(self: object, tensorMap: Bracketed, im2colInfo: Registers, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>{.<hint>}{.<address>} [tensorMap], im2colInfo{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _99(self: object, tensorMap: Bracketed, im2colInfo: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>{.<hint>}{.<address>} [tensorMap], im2colInfo{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _100(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.global.shared::cta.bulk_group{.<hint>}{.<mask>}.b128 [dstMem], [srcMem], size{, policy}{, byteMask}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _101(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, byteMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.global.shared::cta.bulk_group{.<hint>}{.<mask>}.b128 [dstMem], [srcMem], size{, policy}{, byteMask}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_100 or newer.
    """
def _102(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>}.b128 [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90a, sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _103(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>}.b128 [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _104(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>}.b128 [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90a, sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _105(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>}.b128 [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_90a, sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _106(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<hint>}.b128 [dstMem], [srcMem], size, [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _107(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>}.b128 [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _108(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, ignoreBytesLeft: Source, ignoreBytesRight: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>}.ignore_oob.b128 [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _109(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>}.b128 [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _110(self: object, tensorMap: Bracketed, srcMem: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.global.shared::cta{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _111(self: object, tensorMap: Bracketed, srcMem: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.global.shared::cta{.tile}.bulk_group{.<hint>}.override::global_address.override::global_dim [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _112(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _113(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _114(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _115(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
def _116(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _117(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_90 or newer.
    """
def _118(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _119(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _120(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}.override::global_address.override::global_dim [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _121(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _122(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _123(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}.override::global_address.override::global_dim [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _124(self: object, tensorMap: Bracketed, srcMem: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.global.shared::cta{.tile}.bulk_group{.<hint>}.override::global_address.override::global_dim_stride [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _125(self: object, tensorMap: Bracketed, srcMem: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.global.shared::cta.<mode>.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _126(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}.override::global_address.override::global_dim_stride [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _127(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _128(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _129(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _130(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _131(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _132(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}.override::global_address.override::global_dim_stride [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _133(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100 or newer.
    """
def _134(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _135(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _136(self: object, tensorMap: Bracketed, srcMem: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.global.shared::cta.<mode>.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
def _137(self: object, tensorMap: Bracketed, srcMem: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.global.shared::cta.<mode>.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _138(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
def _139(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _140(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
def _141(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_90 or newer.
    """
def _142(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo, ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _143(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _144(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _145(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _146(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_90 or newer.
    """
def _147(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _148(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100 or newer.
    """
def _149(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _150(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk{.<sem>}{.<scope>}.global.shared::cta.bulk_group{.<hint>}.<op>.<type> [dstMem], [srcMem], size{, policy}``

    Manual 9.7.10.28.4.2 cp.reduce.async.bulk. PTX 8.0; sm_90 or newer.
    """
def _151(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk{.<sem>}{.<scope>}.global.shared::cta.bulk_group{.<hint>}.add.noftz.<type> [dstMem], [srcMem], size{, policy}``

    Manual 9.7.10.28.4.2 cp.reduce.async.bulk. PTX 8.0; sm_90 or newer.
    """
def _152(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk{.<sem>}{.<scope>}.global.shared::cta.bulk_group{.<hint>}.add.noftz.<type> [dstMem], [srcMem], size{, policy}``

    Manual 9.7.10.28.4.2 cp.reduce.async.bulk. PTX 9.4; sm_90 or newer.
    """
def _153(self: object, tensorMap: Bracketed, srcMem: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
def _154(self: object, tensorMap: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.tile}{.<hint>}.override::global_address.override::global_dim [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _155(self: object, tensorMap: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.tile}.<eviction>.override::global_address.override::global_dim [tensorMap]``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _156(self: object, tensorMap: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.tile}{.<hint>}.override::global_address.override::global_dim_stride [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _157(self: object, tensorMap: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.tile}.<eviction>.override::global_address.override::global_dim_stride [tensorMap]``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _158(self: object, tensorMap: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _159(self: object, tensorMap: Bracketed, im2colInfo: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>{.<hint>}{.<address>} [tensorMap], im2colInfo{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _160(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, policy: Source, byteMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.global.shared::cta.bulk_group{.<hint>}{.<mask>}.b128 [dstMem], [srcMem], size{, policy}{, byteMask}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_100 or newer.
    """
def _161(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>}.b128 [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _162(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>}.b128 [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _163(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>}.b128 [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90a, sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _164(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>}.b128 [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_90a, sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _165(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<hint>}.b128 [dstMem], [srcMem], size, [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _166(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, ignoreBytesLeft: Source, ignoreBytesRight: Source, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>}.ignore_oob.b128 [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _167(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>}.b128 [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _168(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, ignoreBytesLeft: Source, ignoreBytesRight: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>}.ignore_oob.b128 [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _169(self: object, tensorMap: Bracketed, srcMem: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.global.shared::cta{.tile}.bulk_group{.<hint>}.override::global_address.override::global_dim [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _170(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}.override::global_address.override::global_dim [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _171(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _172(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _173(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _174(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}.override::global_address.override::global_dim [dstMem], [tensorMap], [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _175(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}.override::global_address.override::global_dim [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _176(self: object, tensorMap: Bracketed, srcMem: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.global.shared::cta{.tile}.bulk_group{.<hint>}.override::global_address.override::global_dim_stride [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _177(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}.override::global_address.override::global_dim_stride [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _178(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}.override::global_address.override::global_dim_stride [dstMem], [tensorMap], [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _179(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _180(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _181(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _182(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _183(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _184(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}.override::global_address.override::global_dim_stride [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _185(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _186(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _187(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _188(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, ctaMask: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _189(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
def _190(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_90 or newer.
    """
def _191(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo, ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _192(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _193(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
def _194(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _195(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk{.<sem>}{.<scope>}.global.shared::cta.bulk_group{.<hint>}.add.noftz.<type> [dstMem], [srcMem], size{, policy}``

    Manual 9.7.10.28.4.2 cp.reduce.async.bulk. PTX 8.0; sm_90 or newer.
    """
def _196(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk{.<sem>}{.<scope>}.global.shared::cta.bulk_group{.<hint>}.add.noftz.<type> [dstMem], [srcMem], size{, policy}``

    Manual 9.7.10.28.4.2 cp.reduce.async.bulk. PTX 9.4; sm_90 or newer.
    """
def _197(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk{.<sem>}{.<scope>}.global.shared::cta.bulk_group{.<hint>}.<op>.<type> [dstMem], [srcMem], size{, policy}``

    Manual 9.7.10.28.4.2 cp.reduce.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _198(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk{.<sem>}{.<scope>}.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.<op>.<type> [dstMem], [srcMem], size, [mbar]``

    Manual 9.7.10.28.4.2 cp.reduce.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _199(self: object, tensorMap: Bracketed, srcMem: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
def _200(self: object, tensorMap: Bracketed, srcMem: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _201(self: object, tensorMap: Bracketed, srcMem: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>.<mode>.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
def _202(self: object, tensorMap: Bracketed, srcMem: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>.<mode>.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _203(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>}.b128 [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _204(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, ignoreBytesLeft: Source, ignoreBytesRight: Source, mbar: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.relaxed.<scope>.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>}.ignore_oob.b128 [dstMem], [srcMem], size, ignoreBytesLeft, ignoreBytesRight, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
def _205(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}.override::global_address.override::global_dim [dstMem], [tensorMap], [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _206(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}.override::global_address.override::global_dim_stride [dstMem], [tensorMap], [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _207(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _208(self: object, dstMem: Bracketed, tensorMap: Bracketed, mbar: Bracketed, im2colInfo: Registers, ctaMask: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _209(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk{.<sem>}{.<scope>}.global.shared::cta.bulk_group{.<hint>}.<op>.<type> [dstMem], [srcMem], size{, policy}``

    Manual 9.7.10.28.4.2 cp.reduce.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _210(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk{.<sem>}{.<scope>}.global.shared::cta.bulk_group{.<hint>}.add.noftz.<type> [dstMem], [srcMem], size{, policy}``

    Manual 9.7.10.28.4.2 cp.reduce.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _211(self: object, tensorMap: Bracketed, srcMem: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _212(self: object, tensorMap: Bracketed, srcMem: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>{.tile}.bulk_group{.<hint>}.override::global_address.override::global_dim [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _213(self: object, tensorMap: Bracketed, srcMem: Bracketed, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>{.tile}.bulk_group{.<hint>}.override::global_address.override::global_dim_stride [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _214(self: object, tensorMap: Bracketed, srcMem: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>.<mode>.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
def _215(self: object, tensorMap: Bracketed, srcMem: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>.<mode>.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _216(self: object, dstMem: Bracketed, srcMem: Bracketed, size: Source, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk{.<sem>}{.<scope>}.global.shared::cta.bulk_group{.<hint>}.add.noftz.<type> [dstMem], [srcMem], size{, policy}``

    Manual 9.7.10.28.4.2 cp.reduce.async.bulk. PTX 9.3; sm_90 or newer.
    """
def _217(self: object, tensorMap: Bracketed, srcMem: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>{.tile}.bulk_group{.<hint>}.override::global_address.override::global_dim [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
def _218(self: object, tensorMap: Bracketed, srcMem: Bracketed, policy: Source, /, *, pred: Guard = None) -> None:
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>{.tile}.bulk_group{.<hint>}.override::global_address.override::global_dim_stride [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
class cp(Words):
    async_: cp_async
    reduce: cp_reduce
class cp_async(Words):
    bulk: cp_async_bulk
    ca: cp_async_1
    cg: cp_async_1
    commit_group = _1
    mbarrier: cp_async_mbarrier
    wait_all = _2
    wait_group = _3
class cp_reduce(Words):
    async_: cp_reduce_async
class cp_async_bulk(Words):
    commit_group = _4
    global_: cp_async_bulk_global
    prefetch: cp_async_bulk_prefetch
    relaxed: cp_async_bulk_relaxed
    shared__cluster: cp_async_bulk_shared_cluster
    shared__cta: cp_async_bulk_shared_cta
    tensor: cp_async_bulk_tensor
    wait_group: cp_async_bulk_wait_group
    """``cp.async.bulk.wait_group{.read} n``

    Manual 9.7.10.28.6.2 cp.async.bulk.wait_group. PTX 8.0; sm_90 or newer.
    """
    weak: cp_async_bulk_weak
class cp_async_1(Words):
    shared: cp_async_2
    shared__cta: cp_async_2
class cp_async_mbarrier(Words):
    arrive: cp_async_mbarrier_arrive
class cp_reduce_async(Words):
    bulk: cp_reduce_async_bulk
class cp_async_bulk_global(Words):
    shared__cta: cp_async_bulk_global_shared_cta
class cp_async_bulk_prefetch(Words):
    L2: cp_async_bulk_prefetch_L2
    tensor: cp_async_bulk_prefetch_tensor
class cp_async_bulk_relaxed(Words):
    cluster: cp_async_bulk_relaxed_1
    cta: cp_async_bulk_relaxed_1
    gpu: cp_async_bulk_relaxed_2
    sys: cp_async_bulk_relaxed_2
class cp_async_bulk_shared_cluster(Words):
    global_: cp_async_bulk_shared_cluster_global
    shared__cta: cp_async_bulk_shared_cluster_shared_cta
class cp_async_bulk_shared_cta(Words):
    global_: cp_async_bulk_shared_cta_global
class cp_async_bulk_tensor(Words):
    _1d: cp_async_bulk_tensor_1d
    _2d: cp_async_bulk_tensor_2d
    _3d: cp_async_bulk_tensor_1
    _4d: cp_async_bulk_tensor_1
    _5d: cp_async_bulk_tensor_1
class cp_async_bulk_wait_group(Words):
    read = _5
    sync_restrict__proxy__async = _6
    __call__ = _5
class cp_async_bulk_weak(Words):
    global_: cp_async_bulk_weak_global
    shared__cluster: cp_async_bulk_weak_shared_cluster
    shared__cta: cp_async_bulk_weak_shared_cta
class cp_async_2(Words):
    global_: cp_async_3
    """``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.0; sm_80 or newer.

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, ignore_src{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.5; sm_80 or newer.
    """
class cp_async_mbarrier_arrive(Words):
    b64 = _8
    noinc: cp_async_mbarrier_arrive_noinc
    shared: cp_async_mbarrier_arrive_1
    shared__cta: cp_async_mbarrier_arrive_2
class cp_reduce_async_bulk(Words):
    global_: cp_reduce_async_bulk_global
    relaxed: cp_reduce_async_bulk_relaxed
    shared__cluster: cp_reduce_async_bulk_shared_cluster
    tensor: cp_reduce_async_bulk_tensor
class cp_async_bulk_global_shared_cta(Words):
    bulk_group: cp_async_bulk_global_shared_cta_1
    """``cp.async.bulk{.weak}.global.shared::cta.bulk_group{.<hint>}{.<mask>} [dstMem], [srcMem], size{, policy}{, byteMask}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 8.0; sm_90 or newer.
    """
class cp_async_bulk_prefetch_L2(Words):
    global_: cp_async_bulk_prefetch_L2_global
    """``cp.async.bulk.prefetch.L2.global{.<hint>} [srcMem], size{, policy}``

    Manual 9.7.10.28.4.3 cp.async.bulk.prefetch. PTX 8.0; sm_90 or newer.
    """
class cp_async_bulk_prefetch_tensor(Words):
    _1d: cp_async_bulk_prefetch_tensor_1d
    _2d: cp_async_bulk_prefetch_tensor_2d
    _3d: cp_async_bulk_prefetch_tensor_1
    _4d: cp_async_bulk_prefetch_tensor_1
    _5d: cp_async_bulk_prefetch_tensor_1
class cp_async_bulk_relaxed_1(Words):
    global_: cp_async_bulk_relaxed_3
    shared__cluster: cp_async_bulk_relaxed_4
    shared__cta: cp_async_bulk_relaxed_5
class cp_async_bulk_relaxed_2(Words):
    global_: cp_async_bulk_relaxed_3
    shared__cluster: cp_async_bulk_relaxed_6
    shared__cta: cp_async_bulk_relaxed_5
class cp_async_bulk_shared_cluster_global(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_shared_cluster_global_1
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 8.0; sm_90 or newer.
    """
class cp_async_bulk_shared_cluster_shared_cta(Words):
    mbarrier__complete_tx__bytes = _12
class cp_async_bulk_shared_cta_global(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_shared_cta_global_1
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 8.6; sm_90 or newer.
    """
class cp_async_bulk_tensor_1d(Words):
    global_: cp_async_bulk_tensor_1d_global
    shared__cluster: cp_async_bulk_tensor_1d_shared_cluster
    shared__cta: cp_async_bulk_tensor_1d_shared_cta
class cp_async_bulk_tensor_2d(Words):
    global_: cp_async_bulk_tensor_2d_global
    shared__cluster: cp_async_bulk_tensor_2d_shared_cluster
    shared__cta: cp_async_bulk_tensor_2d_shared_cta
class cp_async_bulk_tensor_1(Words):
    global_: cp_async_bulk_tensor_2
    shared__cluster: cp_async_bulk_tensor_3
    shared__cta: cp_async_bulk_tensor_4
class cp_async_bulk_weak_global(Words):
    shared__cta: cp_async_bulk_weak_global_shared_cta
class cp_async_bulk_weak_shared_cluster(Words):
    global_: cp_async_bulk_weak_shared_cluster_global
    shared__cta: cp_async_bulk_weak_shared_cluster_1
class cp_async_bulk_weak_shared_cta(Words):
    global_: cp_async_bulk_weak_shared_cta_global
class cp_async_3(Words):
    L2__128B = _14
    L2__256B = _14
    L2__64B = _14
    L2__cache_hint: cp_async_4
    """``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size{, policy}``

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, src_size{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.4; sm_80 or newer.

    ``cp.async.<cop>.<ss>.global{.<hint>}{.<prefetch>} [dst], [src], cp_size, ignore_src{, policy}``

    Manual 9.7.10.28.3.1 cp.async. PTX 7.5; sm_80 or newer.
    """
    __call__ = _7
class cp_async_mbarrier_arrive_noinc(Words):
    b64 = _8
    shared: cp_async_mbarrier_arrive_1
    shared__cta: cp_async_mbarrier_arrive_2
class cp_async_mbarrier_arrive_1(Words):
    b64 = _8
class cp_async_mbarrier_arrive_2(Words):
    b64 = _16
class cp_reduce_async_bulk_global(Words):
    shared__cta: cp_reduce_async_bulk_global_shared_cta
class cp_reduce_async_bulk_relaxed(Words):
    cluster: cp_reduce_async_bulk_relaxed_1
    cta: cp_reduce_async_bulk_relaxed_1
    gpu: cp_reduce_async_bulk_relaxed_2
    sys: cp_reduce_async_bulk_relaxed_2
class cp_reduce_async_bulk_shared_cluster(Words):
    shared__cta: cp_reduce_async_bulk_shared_cluster_1
class cp_reduce_async_bulk_tensor(Words):
    _1d: cp_reduce_async_bulk_tensor_1d
    _2d: cp_reduce_async_bulk_tensor_2d
    _3d: cp_reduce_async_bulk_tensor_1
    _4d: cp_reduce_async_bulk_tensor_1
    _5d: cp_reduce_async_bulk_tensor_1
class cp_async_bulk_global_shared_cta_1(Words):
    L2__cache_hint: cp_async_bulk_global_shared_cta_2
    cp_mask = _18
    __call__ = _9
class cp_async_bulk_prefetch_L2_global(Words):
    L2__cache_hint = _19
    L2__evict_last = _20
    __call__ = _10
class cp_async_bulk_prefetch_tensor_1d(Words):
    L2: cp_async_bulk_prefetch_tensor_1d_L2
class cp_async_bulk_prefetch_tensor_2d(Words):
    L2: cp_async_bulk_prefetch_tensor_2d_L2
class cp_async_bulk_prefetch_tensor_1(Words):
    L2: cp_async_bulk_prefetch_tensor_2
class cp_async_bulk_relaxed_3(Words):
    shared__cta: cp_async_bulk_relaxed_7
class cp_async_bulk_relaxed_4(Words):
    global_: cp_async_bulk_relaxed_8
    shared__cta: cp_async_bulk_relaxed_9
class cp_async_bulk_relaxed_5(Words):
    global_: cp_async_bulk_relaxed_10
class cp_async_bulk_relaxed_6(Words):
    global_: cp_async_bulk_relaxed_8
class cp_async_bulk_shared_cluster_global_1(Words):
    L2__cache_hint = _21
    mbarrier__report__disabled: cp_async_bulk_1
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8: cp_async_bulk_1
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80: cp_async_bulk_1
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8000: cp_async_bulk_1
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80000000: cp_async_bulk_1
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_element__ff: cp_async_bulk_1
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    multicast__cluster: cp_async_bulk_shared_cluster_global_2
    multicast__cluster__16b: cp_async_bulk_2
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_90 or newer.
    """
    multicast__cluster__32b: cp_async_bulk_3
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<hint>} [dstMem], [srcMem], size, [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _11
class cp_async_bulk_shared_cta_global_1(Words):
    L2__cache_hint: cp_async_bulk_shared_cta_global_2
    ignore_oob = _27
    mbarrier__report__disabled: cp_async_bulk_4
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8: cp_async_bulk_5
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80: cp_async_bulk_5
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8000: cp_async_bulk_5
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80000000: cp_async_bulk_5
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_element__ff: cp_async_bulk_5
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _13
class cp_async_bulk_tensor_1d_global(Words):
    shared__cta: cp_async_bulk_tensor_1d_global_1
class cp_async_bulk_tensor_1d_shared_cluster(Words):
    global_: cp_async_bulk_tensor_1d_shared_cluster_1
class cp_async_bulk_tensor_1d_shared_cta(Words):
    global_: cp_async_bulk_tensor_1d_shared_cta_1
class cp_async_bulk_tensor_2d_global(Words):
    shared__cta: cp_async_bulk_tensor_2d_global_1
class cp_async_bulk_tensor_2d_shared_cluster(Words):
    global_: cp_async_bulk_tensor_2d_shared_cluster_1
class cp_async_bulk_tensor_2d_shared_cta(Words):
    global_: cp_async_bulk_tensor_2d_shared_cta_1
class cp_async_bulk_tensor_2(Words):
    shared__cta: cp_async_bulk_tensor_5
class cp_async_bulk_tensor_3(Words):
    global_: cp_async_bulk_tensor_6
class cp_async_bulk_tensor_4(Words):
    global_: cp_async_bulk_tensor_7
class cp_async_bulk_weak_global_shared_cta(Words):
    bulk_group: cp_async_bulk_weak_global_shared_cta_1
    """``cp.async.bulk{.weak}.global.shared::cta.bulk_group{.<hint>}{.<mask>} [dstMem], [srcMem], size{, policy}{, byteMask}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
class cp_async_bulk_weak_shared_cluster_global(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_weak_shared_cluster_global_1
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
class cp_async_bulk_weak_shared_cluster_1(Words):
    mbarrier__complete_tx__bytes = _31
class cp_async_bulk_weak_shared_cta_global(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_weak_shared_cta_global_1
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.3; sm_90 or newer.
    """
class cp_async_4(Words):
    L2__128B = _15
    L2__256B = _15
    L2__64B = _15
    __call__ = _15
class cp_reduce_async_bulk_global_shared_cta(Words):
    bulk_group: cp_reduce_async_bulk_global_shared_cta_1
class cp_reduce_async_bulk_relaxed_1(Words):
    global_: cp_reduce_async_bulk_relaxed_3
    shared__cluster: cp_reduce_async_bulk_relaxed_4
class cp_reduce_async_bulk_relaxed_2(Words):
    global_: cp_reduce_async_bulk_relaxed_3
class cp_reduce_async_bulk_shared_cluster_1(Words):
    mbarrier__complete_tx__bytes: cp_reduce_async_bulk_shared_cluster_2
class cp_reduce_async_bulk_tensor_1d(Words):
    global_: cp_reduce_async_bulk_tensor_1d_global
class cp_reduce_async_bulk_tensor_2d(Words):
    global_: cp_reduce_async_bulk_tensor_2d_global
class cp_reduce_async_bulk_tensor_1(Words):
    global_: cp_reduce_async_bulk_tensor_2
class cp_async_bulk_global_shared_cta_2(Words):
    cp_mask = _33
    __call__ = _17
class cp_async_bulk_prefetch_tensor_1d_L2(Words):
    global_: cp_async_bulk_prefetch_tensor_1d_L2_1
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 8.0; sm_90 or newer.
    """
class cp_async_bulk_prefetch_tensor_2d_L2(Words):
    global_: cp_async_bulk_prefetch_tensor_2d_L2_1
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 8.0; sm_90 or newer.
    """
class cp_async_bulk_prefetch_tensor_2(Words):
    global_: cp_async_bulk_prefetch_tensor_3
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 8.0; sm_90 or newer.
    """
class cp_async_bulk_relaxed_7(Words):
    bulk_group: cp_async_bulk_relaxed_11
class cp_async_bulk_relaxed_8(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_relaxed_12
class cp_async_bulk_relaxed_9(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_relaxed_13
class cp_async_bulk_relaxed_10(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_relaxed_14
class cp_async_bulk_1(Words):
    L2__cache_hint = _35
    multicast__cluster: cp_async_bulk_6
    multicast__cluster__16b: cp_async_bulk_6
    multicast__cluster__32b: cp_async_bulk_3
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<hint>} [dstMem], [srcMem], size, [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _22
class cp_async_bulk_shared_cluster_global_2(Words):
    L2__cache_hint = _37
    __call__ = _23
class cp_async_bulk_2(Words):
    L2__cache_hint = _38
    __call__ = _24
class cp_async_bulk_3(Words):
    L2__cache_hint = _39
    __call__ = _25
class cp_async_bulk_shared_cta_global_2(Words):
    ignore_oob = _40
    __call__ = _26
class cp_async_bulk_4(Words):
    L2__cache_hint: cp_async_bulk_7
    ignore_oob = _42
    __call__ = _28
class cp_async_bulk_5(Words):
    L2__cache_hint = _41
    __call__ = _28
class cp_async_bulk_tensor_1d_global_1(Words):
    bulk_group: cp_async_bulk_tensor_1d_global_2
    """``cp.async.bulk.tensor.<dim>.global.shared::cta{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
    tile: cp_async_bulk_tensor_1d_global_3
class cp_async_bulk_tensor_1d_shared_cluster_1(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_tensor_1d_shared_cluster_2
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
    tile: cp_async_bulk_tensor_1d_shared_cluster_3
class cp_async_bulk_tensor_1d_shared_cta_1(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_tensor_1d_shared_cta_2
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_90 or newer.
    """
    tile: cp_async_bulk_tensor_1d_shared_cta_3
class cp_async_bulk_tensor_2d_global_1(Words):
    bulk_group: cp_async_bulk_tensor_8
    """``cp.async.bulk.tensor.<dim>.global.shared::cta{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
    tile: cp_async_bulk_tensor_9
    tile__scatter4: cp_async_bulk_tensor_2d_global_2
class cp_async_bulk_tensor_2d_shared_cluster_1(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_tensor_10
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
    tile: cp_async_bulk_tensor_11
    tile__gather4: cp_async_bulk_tensor_2d_shared_cluster_2
class cp_async_bulk_tensor_2d_shared_cta_1(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_tensor_12
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_90 or newer.
    """
    tile: cp_async_bulk_tensor_13
    tile__gather4: cp_async_bulk_tensor_2d_shared_cta_2
class cp_async_bulk_tensor_5(Words):
    bulk_group: cp_async_bulk_tensor_8
    """``cp.async.bulk.tensor.<dim>.global.shared::cta{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
    im2col_no_offs: cp_async_bulk_tensor_14
    im2col_no_offs__w: cp_async_bulk_tensor_15
    tile: cp_async_bulk_tensor_9
class cp_async_bulk_tensor_6(Words):
    im2col: cp_async_bulk_tensor_16
    im2col__w: cp_async_bulk_tensor_17
    im2col__w__128: cp_async_bulk_tensor_17
    mbarrier__complete_tx__bytes: cp_async_bulk_tensor_10
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
    tile: cp_async_bulk_tensor_11
class cp_async_bulk_tensor_7(Words):
    im2col: cp_async_bulk_tensor_18
    im2col__w: cp_async_bulk_tensor_19
    im2col__w__128: cp_async_bulk_tensor_20
    mbarrier__complete_tx__bytes: cp_async_bulk_tensor_12
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_90 or newer.
    """
    tile: cp_async_bulk_tensor_13
class cp_async_bulk_weak_global_shared_cta_1(Words):
    L2__cache_hint: cp_async_bulk_weak_global_shared_cta_2
    cp_mask = _47
    __call__ = _29
class cp_async_bulk_weak_shared_cluster_global_1(Words):
    L2__cache_hint = _48
    mbarrier__report__disabled: cp_async_bulk_1
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8: cp_async_bulk_1
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80: cp_async_bulk_1
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8000: cp_async_bulk_1
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80000000: cp_async_bulk_1
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_element__ff: cp_async_bulk_1
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    multicast__cluster: cp_async_bulk_weak_shared_cluster_global_2
    multicast__cluster__16b: cp_async_bulk_2
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_90 or newer.
    """
    multicast__cluster__32b: cp_async_bulk_3
    """``cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<hint>} [dstMem], [srcMem], size, [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _30
class cp_async_bulk_weak_shared_cta_global_1(Words):
    L2__cache_hint: cp_async_bulk_weak_shared_cta_global_2
    ignore_oob = _51
    mbarrier__report__disabled: cp_async_bulk_4
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8: cp_async_bulk_5
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80: cp_async_bulk_5
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8000: cp_async_bulk_5
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80000000: cp_async_bulk_5
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_element__ff: cp_async_bulk_5
    """``cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.<report>}{.<hint>} [dstMem], [srcMem], size, [mbar]{, policy}``

    Manual 9.7.10.28.4.1 cp.async.bulk. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _32
class cp_reduce_async_bulk_global_shared_cta_1(Words):
    L2__cache_hint: cp_reduce_async_bulk_global_shared_cta_2
    add: cp_reduce_async_bulk_global_shared_cta_3
    and_: cp_reduce_async_bulk_global_shared_cta_4
    dec: cp_reduce_async_bulk_global_shared_cta_5
    inc: cp_reduce_async_bulk_global_shared_cta_5
    max: cp_reduce_async_bulk_global_shared_cta_6
    min: cp_reduce_async_bulk_global_shared_cta_6
    or_: cp_reduce_async_bulk_global_shared_cta_4
    xor: cp_reduce_async_bulk_global_shared_cta_4
class cp_reduce_async_bulk_relaxed_3(Words):
    shared__cta: cp_reduce_async_bulk_relaxed_5
class cp_reduce_async_bulk_relaxed_4(Words):
    shared__cta: cp_reduce_async_bulk_relaxed_6
class cp_reduce_async_bulk_shared_cluster_2(Words):
    add: cp_reduce_async_bulk_shared_cluster_3
    and_: cp_reduce_async_bulk_shared_cluster_4
    dec: cp_reduce_async_bulk_shared_cluster_5
    inc: cp_reduce_async_bulk_shared_cluster_5
    max: cp_reduce_async_bulk_shared_cluster_6
    min: cp_reduce_async_bulk_shared_cluster_6
    or_: cp_reduce_async_bulk_shared_cluster_4
    xor: cp_reduce_async_bulk_shared_cluster_4
class cp_reduce_async_bulk_tensor_1d_global(Words):
    shared__cta: cp_reduce_async_bulk_tensor_1d_global_1
class cp_reduce_async_bulk_tensor_2d_global(Words):
    shared__cta: cp_reduce_async_bulk_tensor_2d_global_1
class cp_reduce_async_bulk_tensor_2(Words):
    shared__cta: cp_reduce_async_bulk_tensor_3
class cp_async_bulk_prefetch_tensor_1d_L2_1(Words):
    L2__cache_hint: cp_async_bulk_prefetch_tensor_1d_L2_2
    L2__evict_last: cp_async_bulk_prefetch_tensor_1d_L2_3
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}.<eviction>{.<address>} [tensorMap]``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address: cp_async_bulk_prefetch_tensor_1d_L2_4
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    tile: cp_async_bulk_prefetch_tensor_1d_L2_5
    __call__ = _34
class cp_async_bulk_prefetch_tensor_2d_L2_1(Words):
    L2__cache_hint: cp_async_bulk_prefetch_tensor_4
    L2__evict_last: cp_async_bulk_prefetch_tensor_5
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}.<eviction>{.<address>} [tensorMap]``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address: cp_async_bulk_prefetch_tensor_6
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    tile: cp_async_bulk_prefetch_tensor_7
    tile__gather4: cp_async_bulk_prefetch_tensor_2d_L2_2
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    __call__ = _34
class cp_async_bulk_prefetch_tensor_3(Words):
    L2__cache_hint: cp_async_bulk_prefetch_tensor_4
    L2__evict_last: cp_async_bulk_prefetch_tensor_5
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}.<eviction>{.<address>} [tensorMap]``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    im2col: cp_async_bulk_prefetch_tensor_8
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>{.<hint>}{.<address>} [tensorMap], im2colInfo{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 8.0; sm_90 or newer.
    """
    im2col__w: cp_async_bulk_prefetch_tensor_9
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>{.<hint>}{.<address>} [tensorMap], im2colInfo{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    im2col__w__128: cp_async_bulk_prefetch_tensor_9
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>{.<hint>}{.<address>} [tensorMap], im2colInfo{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    override__global_address: cp_async_bulk_prefetch_tensor_6
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    tile: cp_async_bulk_prefetch_tensor_7
    __call__ = _34
class cp_async_bulk_relaxed_11(Words):
    L2__cache_hint: cp_async_bulk_relaxed_15
    b128 = _58
    cp_mask: cp_async_bulk_relaxed_16
class cp_async_bulk_relaxed_12(Words):
    L2__cache_hint: cp_async_bulk_relaxed_17
    b128 = _59
    mbarrier__report__disabled: cp_async_bulk_relaxed_18
    mbarrier__report__validity__per_16bytes__8: cp_async_bulk_relaxed_18
    mbarrier__report__validity__per_16bytes__80: cp_async_bulk_relaxed_18
    mbarrier__report__validity__per_16bytes__8000: cp_async_bulk_relaxed_18
    mbarrier__report__validity__per_16bytes__80000000: cp_async_bulk_relaxed_18
    mbarrier__report__validity__per_element__ff: cp_async_bulk_relaxed_18
    multicast__cluster: cp_async_bulk_relaxed_19
    multicast__cluster__16b: cp_async_bulk_relaxed_20
    multicast__cluster__32b: cp_async_bulk_relaxed_21
class cp_async_bulk_relaxed_13(Words):
    b128 = _60
class cp_async_bulk_relaxed_14(Words):
    L2__cache_hint: cp_async_bulk_relaxed_22
    b128 = _61
    ignore_oob: cp_async_bulk_relaxed_23
    mbarrier__report__disabled: cp_async_bulk_relaxed_24
    mbarrier__report__validity__per_16bytes__8: cp_async_bulk_relaxed_25
    mbarrier__report__validity__per_16bytes__80: cp_async_bulk_relaxed_25
    mbarrier__report__validity__per_16bytes__8000: cp_async_bulk_relaxed_25
    mbarrier__report__validity__per_16bytes__80000000: cp_async_bulk_relaxed_25
    mbarrier__report__validity__per_element__ff: cp_async_bulk_relaxed_25
class cp_async_bulk_6(Words):
    L2__cache_hint = _62
    __call__ = _36
class cp_async_bulk_7(Words):
    ignore_oob = _63
    __call__ = _41
class cp_async_bulk_tensor_1d_global_2(Words):
    L2__cache_hint: cp_async_bulk_tensor_1d_global_4
    override__global_address: cp_async_bulk_tensor_1d_global_5
    """``cp.async.bulk.tensor.<dim>.global.shared::cta{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _43
class cp_async_bulk_tensor_1d_global_3(Words):
    bulk_group: cp_async_bulk_tensor_1d_global_2
    """``cp.async.bulk.tensor.<dim>.global.shared::cta{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
class cp_async_bulk_tensor_1d_shared_cluster_2(Words):
    L2__cache_hint: cp_async_bulk_tensor_1d_shared_cluster_4
    cta_group__1: cp_async_bulk_tensor_1d_shared_cluster_5
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    cta_group__2: cp_async_bulk_tensor_1d_shared_cluster_5
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    mbarrier__report__disabled: cp_async_bulk_tensor_1d_shared_cluster_6
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8: cp_async_bulk_tensor_1d_shared_cluster_6
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80: cp_async_bulk_tensor_1d_shared_cluster_6
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8000: cp_async_bulk_tensor_1d_shared_cluster_6
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80000000: cp_async_bulk_tensor_1d_shared_cluster_6
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_element__ff: cp_async_bulk_tensor_1d_shared_cluster_6
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    multicast__cluster: cp_async_bulk_tensor_21
    multicast__cluster__16b: cp_async_bulk_tensor_22
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_90 or newer.
    """
    multicast__cluster__32b: cp_async_bulk_tensor_1d_shared_cluster_7
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address: cp_async_bulk_tensor_1d_shared_cluster_8
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _44
class cp_async_bulk_tensor_1d_shared_cluster_3(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_tensor_1d_shared_cluster_2
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
class cp_async_bulk_tensor_1d_shared_cta_2(Words):
    L2__cache_hint: cp_async_bulk_tensor_1d_shared_cta_4
    cta_group__1: cp_async_bulk_tensor_1d_shared_cta_5
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    cta_group__2: cp_async_bulk_tensor_1d_shared_cta_5
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    mbarrier__report__disabled: cp_async_bulk_tensor_1d_shared_cta_6
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8: cp_async_bulk_tensor_1d_shared_cta_6
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80: cp_async_bulk_tensor_1d_shared_cta_6
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8000: cp_async_bulk_tensor_1d_shared_cta_6
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80000000: cp_async_bulk_tensor_1d_shared_cta_6
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_element__ff: cp_async_bulk_tensor_1d_shared_cta_6
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address: cp_async_bulk_tensor_1d_shared_cta_7
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _45
class cp_async_bulk_tensor_1d_shared_cta_3(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_tensor_1d_shared_cta_2
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_90 or newer.
    """
class cp_async_bulk_tensor_8(Words):
    L2__cache_hint: cp_async_bulk_tensor_23
    override__global_address: cp_async_bulk_tensor_24
    """``cp.async.bulk.tensor.<dim>.global.shared::cta{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _43
class cp_async_bulk_tensor_9(Words):
    bulk_group: cp_async_bulk_tensor_8
    """``cp.async.bulk.tensor.<dim>.global.shared::cta{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
class cp_async_bulk_tensor_2d_global_2(Words):
    bulk_group: cp_async_bulk_tensor_2d_global_3
    """``cp.async.bulk.tensor.<dim>.global.shared::cta.<mode>.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
class cp_async_bulk_tensor_10(Words):
    L2__cache_hint: cp_async_bulk_tensor_25
    cta_group__1: cp_async_bulk_tensor_26
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    cta_group__2: cp_async_bulk_tensor_26
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    mbarrier__report__disabled: cp_async_bulk_tensor_27
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8: cp_async_bulk_tensor_27
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80: cp_async_bulk_tensor_27
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8000: cp_async_bulk_tensor_27
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80000000: cp_async_bulk_tensor_27
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_element__ff: cp_async_bulk_tensor_27
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    multicast__cluster: cp_async_bulk_tensor_21
    multicast__cluster__16b: cp_async_bulk_tensor_22
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_90 or newer.
    """
    multicast__cluster__32b: cp_async_bulk_tensor_28
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address: cp_async_bulk_tensor_29
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _44
class cp_async_bulk_tensor_11(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_tensor_10
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
class cp_async_bulk_tensor_2d_shared_cluster_2(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_tensor_2d_shared_cluster_3
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
class cp_async_bulk_tensor_12(Words):
    L2__cache_hint: cp_async_bulk_tensor_30
    cta_group__1: cp_async_bulk_tensor_31
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    cta_group__2: cp_async_bulk_tensor_31
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    mbarrier__report__disabled: cp_async_bulk_tensor_32
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8: cp_async_bulk_tensor_32
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80: cp_async_bulk_tensor_32
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8000: cp_async_bulk_tensor_32
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80000000: cp_async_bulk_tensor_32
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_element__ff: cp_async_bulk_tensor_32
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address: cp_async_bulk_tensor_33
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _45
class cp_async_bulk_tensor_13(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_tensor_12
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_90 or newer.
    """
class cp_async_bulk_tensor_2d_shared_cta_2(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_tensor_2d_shared_cta_3
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100 or newer.
    """
class cp_async_bulk_tensor_14(Words):
    bulk_group: cp_async_bulk_tensor_34
    """``cp.async.bulk.tensor.<dim>.global.shared::cta.<mode>.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
class cp_async_bulk_tensor_15(Words):
    bulk_group: cp_async_bulk_tensor_35
    """``cp.async.bulk.tensor.<dim>.global.shared::cta.<mode>.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
class cp_async_bulk_tensor_16(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_tensor_36
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
class cp_async_bulk_tensor_17(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_tensor_37
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
class cp_async_bulk_tensor_18(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_tensor_38
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_90 or newer.
    """
class cp_async_bulk_tensor_19(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_tensor_39
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100 or newer.
    """
class cp_async_bulk_tensor_20(Words):
    mbarrier__complete_tx__bytes: cp_async_bulk_tensor_40
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
class cp_async_bulk_weak_global_shared_cta_2(Words):
    cp_mask = _85
    __call__ = _46
class cp_async_bulk_weak_shared_cluster_global_2(Words):
    L2__cache_hint = _86
    __call__ = _49
class cp_async_bulk_weak_shared_cta_global_2(Words):
    ignore_oob = _87
    __call__ = _50
class cp_reduce_async_bulk_global_shared_cta_2(Words):
    add: cp_reduce_async_bulk_global_shared_cta_7
    and_: cp_reduce_async_bulk_global_shared_cta_8
    dec: cp_reduce_async_bulk_global_shared_cta_9
    inc: cp_reduce_async_bulk_global_shared_cta_9
    max: cp_reduce_async_bulk_global_shared_cta_10
    min: cp_reduce_async_bulk_global_shared_cta_10
    or_: cp_reduce_async_bulk_global_shared_cta_8
    xor: cp_reduce_async_bulk_global_shared_cta_8
class cp_reduce_async_bulk_global_shared_cta_3(Words):
    f32 = _88
    f64 = _88
    noftz: cp_reduce_async_bulk_global_shared_cta_11
    s32 = _88
    u32 = _88
    u64 = _88
class cp_reduce_async_bulk_global_shared_cta_4(Words):
    b32 = _88
    b64 = _88
class cp_reduce_async_bulk_global_shared_cta_5(Words):
    u32 = _88
class cp_reduce_async_bulk_global_shared_cta_6(Words):
    bf16 = _88
    f16 = _88
    s32 = _88
    s64 = _88
    u32 = _88
    u64 = _88
class cp_reduce_async_bulk_relaxed_5(Words):
    bulk_group: cp_reduce_async_bulk_relaxed_7
class cp_reduce_async_bulk_relaxed_6(Words):
    mbarrier__complete_tx__bytes: cp_reduce_async_bulk_relaxed_8
class cp_reduce_async_bulk_shared_cluster_3(Words):
    s32 = _89
    u32 = _89
    u64 = _89
class cp_reduce_async_bulk_shared_cluster_4(Words):
    b32 = _89
class cp_reduce_async_bulk_shared_cluster_5(Words):
    u32 = _89
class cp_reduce_async_bulk_shared_cluster_6(Words):
    s32 = _89
    u32 = _89
class cp_reduce_async_bulk_tensor_1d_global_1(Words):
    add: cp_reduce_async_bulk_tensor_1d_global_2
    and_: cp_reduce_async_bulk_tensor_1d_global_2
    dec: cp_reduce_async_bulk_tensor_1d_global_2
    inc: cp_reduce_async_bulk_tensor_1d_global_2
    max: cp_reduce_async_bulk_tensor_1d_global_2
    min: cp_reduce_async_bulk_tensor_1d_global_2
    or_: cp_reduce_async_bulk_tensor_1d_global_2
    xor: cp_reduce_async_bulk_tensor_1d_global_2
class cp_reduce_async_bulk_tensor_2d_global_1(Words):
    add: cp_reduce_async_bulk_tensor_2d_global_2
    and_: cp_reduce_async_bulk_tensor_2d_global_2
    dec: cp_reduce_async_bulk_tensor_2d_global_2
    inc: cp_reduce_async_bulk_tensor_2d_global_2
    max: cp_reduce_async_bulk_tensor_2d_global_2
    min: cp_reduce_async_bulk_tensor_2d_global_2
    or_: cp_reduce_async_bulk_tensor_2d_global_2
    xor: cp_reduce_async_bulk_tensor_2d_global_2
class cp_reduce_async_bulk_tensor_3(Words):
    add: cp_reduce_async_bulk_tensor_4
    and_: cp_reduce_async_bulk_tensor_4
    dec: cp_reduce_async_bulk_tensor_4
    inc: cp_reduce_async_bulk_tensor_4
    max: cp_reduce_async_bulk_tensor_4
    min: cp_reduce_async_bulk_tensor_4
    or_: cp_reduce_async_bulk_tensor_4
    xor: cp_reduce_async_bulk_tensor_4
class cp_async_bulk_prefetch_tensor_1d_L2_2(Words):
    override__global_address: cp_async_bulk_prefetch_tensor_1d_L2_6
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _52
class cp_async_bulk_prefetch_tensor_1d_L2_3(Words):
    override__global_address: cp_async_bulk_prefetch_tensor_1d_L2_7
    __call__ = _53
class cp_async_bulk_prefetch_tensor_1d_L2_4(Words):
    override__global_dim = _91
    __call__ = _54
class cp_async_bulk_prefetch_tensor_1d_L2_5(Words):
    L2__cache_hint: cp_async_bulk_prefetch_tensor_1d_L2_2
    L2__evict_last: cp_async_bulk_prefetch_tensor_1d_L2_3
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}.<eviction>{.<address>} [tensorMap]``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address: cp_async_bulk_prefetch_tensor_1d_L2_4
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _34
class cp_async_bulk_prefetch_tensor_4(Words):
    override__global_address: cp_async_bulk_prefetch_tensor_10
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _52
class cp_async_bulk_prefetch_tensor_5(Words):
    override__global_address: cp_async_bulk_prefetch_tensor_11
    __call__ = _53
class cp_async_bulk_prefetch_tensor_6(Words):
    override__global_dim_stride = _92
    __call__ = _54
class cp_async_bulk_prefetch_tensor_7(Words):
    L2__cache_hint: cp_async_bulk_prefetch_tensor_4
    L2__evict_last: cp_async_bulk_prefetch_tensor_5
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}.<eviction>{.<address>} [tensorMap]``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address: cp_async_bulk_prefetch_tensor_6
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global{.<mode>}{.<hint>}{.<address>} [tensorMap]{, policy}``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _34
class cp_async_bulk_prefetch_tensor_2d_L2_2(Words):
    L2__cache_hint: cp_async_bulk_prefetch_tensor_2d_L2_3
    L2__evict_last: cp_async_bulk_prefetch_tensor_2d_L2_4
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>.<eviction>{.<address>} [tensorMap]``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address = _95
    __call__ = _55
class cp_async_bulk_prefetch_tensor_8(Words):
    L2__cache_hint: cp_async_bulk_prefetch_tensor_12
    L2__evict_last: cp_async_bulk_prefetch_tensor_13
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>.<eviction>{.<address>} [tensorMap], im2colInfo``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address = _98
    __call__ = _56
class cp_async_bulk_prefetch_tensor_9(Words):
    L2__cache_hint: cp_async_bulk_prefetch_tensor_14
    L2__evict_last: cp_async_bulk_prefetch_tensor_13
    """``cp.async.bulk.prefetch.tensor.<dim>.L2.global.<mode>.<eviction>{.<address>} [tensorMap], im2colInfo``

    Manual 9.7.10.28.5.5 cp.async.bulk.prefetch.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address = _98
    __call__ = _57
class cp_async_bulk_relaxed_15(Words):
    b128 = _100
    cp_mask: cp_async_bulk_relaxed_26
class cp_async_bulk_relaxed_16(Words):
    b128 = _101
class cp_async_bulk_relaxed_17(Words):
    b128 = _102
class cp_async_bulk_relaxed_18(Words):
    L2__cache_hint: cp_async_bulk_relaxed_27
    b128 = _103
    multicast__cluster: cp_async_bulk_relaxed_28
    multicast__cluster__16b: cp_async_bulk_relaxed_28
    multicast__cluster__32b: cp_async_bulk_relaxed_21
class cp_async_bulk_relaxed_19(Words):
    L2__cache_hint: cp_async_bulk_relaxed_29
    b128 = _104
class cp_async_bulk_relaxed_20(Words):
    L2__cache_hint: cp_async_bulk_relaxed_30
    b128 = _105
class cp_async_bulk_relaxed_21(Words):
    L2__cache_hint: cp_async_bulk_relaxed_31
    b128 = _106
class cp_async_bulk_relaxed_22(Words):
    b128 = _107
    ignore_oob: cp_async_bulk_relaxed_32
class cp_async_bulk_relaxed_23(Words):
    b128 = _108
class cp_async_bulk_relaxed_24(Words):
    L2__cache_hint: cp_async_bulk_relaxed_33
    b128 = _109
    ignore_oob: cp_async_bulk_relaxed_34
class cp_async_bulk_relaxed_25(Words):
    L2__cache_hint: cp_async_bulk_relaxed_35
    b128 = _109
class cp_async_bulk_tensor_1d_global_4(Words):
    override__global_address: cp_async_bulk_tensor_1d_global_6
    """``cp.async.bulk.tensor.<dim>.global.shared::cta{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _64
class cp_async_bulk_tensor_1d_global_5(Words):
    override__global_dim = _111
    __call__ = _65
class cp_async_bulk_tensor_1d_shared_cluster_4(Words):
    override__global_address: cp_async_bulk_tensor_1d_shared_cluster_9
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _66
class cp_async_bulk_tensor_1d_shared_cluster_5(Words):
    L2__cache_hint: cp_async_bulk_tensor_1d_shared_cluster_10
    override__global_address: cp_async_bulk_tensor_1d_shared_cluster_8
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _67
class cp_async_bulk_tensor_1d_shared_cluster_6(Words):
    L2__cache_hint: cp_async_bulk_tensor_1d_shared_cluster_11
    cta_group__1: cp_async_bulk_tensor_1d_shared_cluster_12
    cta_group__2: cp_async_bulk_tensor_1d_shared_cluster_12
    multicast__cluster: cp_async_bulk_tensor_41
    multicast__cluster__16b: cp_async_bulk_tensor_41
    multicast__cluster__32b: cp_async_bulk_tensor_1d_shared_cluster_7
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address: cp_async_bulk_tensor_1d_shared_cluster_8
    __call__ = _68
class cp_async_bulk_tensor_21(Words):
    L2__cache_hint: cp_async_bulk_tensor_42
    cta_group__1: cp_async_bulk_tensor_43
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    cta_group__2: cp_async_bulk_tensor_43
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    override__global_address = _114
    __call__ = _69
class cp_async_bulk_tensor_22(Words):
    L2__cache_hint: cp_async_bulk_tensor_44
    cta_group__1: cp_async_bulk_tensor_45
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    cta_group__2: cp_async_bulk_tensor_45
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    override__global_address = _114
    __call__ = _70
class cp_async_bulk_tensor_1d_shared_cluster_7(Words):
    L2__cache_hint: cp_async_bulk_tensor_1d_shared_cluster_13
    cta_group__1: cp_async_bulk_tensor_1d_shared_cluster_14
    cta_group__2: cp_async_bulk_tensor_1d_shared_cluster_14
    override__global_address: cp_async_bulk_tensor_1d_shared_cluster_15
    __call__ = _71
class cp_async_bulk_tensor_1d_shared_cluster_8(Words):
    override__global_dim = _120
    __call__ = _68
class cp_async_bulk_tensor_1d_shared_cta_4(Words):
    override__global_address: cp_async_bulk_tensor_1d_shared_cta_8
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _72
class cp_async_bulk_tensor_1d_shared_cta_5(Words):
    L2__cache_hint: cp_async_bulk_tensor_1d_shared_cta_9
    override__global_address: cp_async_bulk_tensor_1d_shared_cta_7
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _73
class cp_async_bulk_tensor_1d_shared_cta_6(Words):
    L2__cache_hint: cp_async_bulk_tensor_1d_shared_cta_10
    cta_group__1: cp_async_bulk_tensor_1d_shared_cta_11
    cta_group__2: cp_async_bulk_tensor_1d_shared_cta_11
    override__global_address: cp_async_bulk_tensor_1d_shared_cta_7
    __call__ = _74
class cp_async_bulk_tensor_1d_shared_cta_7(Words):
    override__global_dim = _123
    __call__ = _74
class cp_async_bulk_tensor_23(Words):
    override__global_address: cp_async_bulk_tensor_46
    """``cp.async.bulk.tensor.<dim>.global.shared::cta{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _64
class cp_async_bulk_tensor_24(Words):
    override__global_dim_stride = _124
    __call__ = _65
class cp_async_bulk_tensor_2d_global_3(Words):
    L2__cache_hint: cp_async_bulk_tensor_2d_global_4
    override__global_address = _79
    __call__ = _75
class cp_async_bulk_tensor_25(Words):
    override__global_address: cp_async_bulk_tensor_47
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _66
class cp_async_bulk_tensor_26(Words):
    L2__cache_hint: cp_async_bulk_tensor_48
    override__global_address: cp_async_bulk_tensor_29
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _67
class cp_async_bulk_tensor_27(Words):
    L2__cache_hint: cp_async_bulk_tensor_49
    cta_group__1: cp_async_bulk_tensor_50
    cta_group__2: cp_async_bulk_tensor_50
    multicast__cluster: cp_async_bulk_tensor_41
    multicast__cluster__16b: cp_async_bulk_tensor_41
    multicast__cluster__32b: cp_async_bulk_tensor_28
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address: cp_async_bulk_tensor_29
    __call__ = _68
class cp_async_bulk_tensor_28(Words):
    L2__cache_hint: cp_async_bulk_tensor_51
    cta_group__1: cp_async_bulk_tensor_52
    cta_group__2: cp_async_bulk_tensor_52
    override__global_address: cp_async_bulk_tensor_53
    __call__ = _71
class cp_async_bulk_tensor_29(Words):
    override__global_dim_stride = _126
    __call__ = _68
class cp_async_bulk_tensor_2d_shared_cluster_3(Words):
    L2__cache_hint: cp_async_bulk_tensor_2d_shared_cluster_4
    cta_group__1: cp_async_bulk_tensor_2d_shared_cluster_5
    cta_group__2: cp_async_bulk_tensor_2d_shared_cluster_5
    mbarrier__report__disabled: cp_async_bulk_tensor_2d_shared_cluster_6
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8: cp_async_bulk_tensor_2d_shared_cluster_6
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80: cp_async_bulk_tensor_2d_shared_cluster_6
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8000: cp_async_bulk_tensor_2d_shared_cluster_6
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80000000: cp_async_bulk_tensor_2d_shared_cluster_6
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_element__ff: cp_async_bulk_tensor_2d_shared_cluster_6
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    multicast__cluster: cp_async_bulk_tensor_2d_shared_cluster_7
    multicast__cluster__16b: cp_async_bulk_tensor_2d_shared_cluster_8
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    multicast__cluster__32b: cp_async_bulk_tensor_2d_shared_cluster_9
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address = _128
    __call__ = _76
class cp_async_bulk_tensor_30(Words):
    override__global_address: cp_async_bulk_tensor_54
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _72
class cp_async_bulk_tensor_31(Words):
    L2__cache_hint: cp_async_bulk_tensor_55
    override__global_address: cp_async_bulk_tensor_33
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _73
class cp_async_bulk_tensor_32(Words):
    L2__cache_hint: cp_async_bulk_tensor_56
    cta_group__1: cp_async_bulk_tensor_57
    cta_group__2: cp_async_bulk_tensor_57
    override__global_address: cp_async_bulk_tensor_33
    __call__ = _74
class cp_async_bulk_tensor_33(Words):
    override__global_dim_stride = _132
    __call__ = _74
class cp_async_bulk_tensor_2d_shared_cta_3(Words):
    L2__cache_hint: cp_async_bulk_tensor_2d_shared_cta_4
    cta_group__1: cp_async_bulk_tensor_2d_shared_cta_5
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    cta_group__2: cp_async_bulk_tensor_2d_shared_cta_5
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    mbarrier__report__disabled: cp_async_bulk_tensor_2d_shared_cta_6
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8: cp_async_bulk_tensor_2d_shared_cta_6
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80: cp_async_bulk_tensor_2d_shared_cta_6
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8000: cp_async_bulk_tensor_2d_shared_cta_6
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80000000: cp_async_bulk_tensor_2d_shared_cta_6
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_element__ff: cp_async_bulk_tensor_2d_shared_cta_6
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address = _135
    __call__ = _77
class cp_async_bulk_tensor_34(Words):
    L2__cache_hint: cp_async_bulk_tensor_58
    override__global_address = _79
    __call__ = _78
class cp_async_bulk_tensor_35(Words):
    L2__cache_hint: cp_async_bulk_tensor_59
    override__global_address = _79
    __call__ = _79
class cp_async_bulk_tensor_36(Words):
    L2__cache_hint: cp_async_bulk_tensor_60
    cta_group__1: cp_async_bulk_tensor_61
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    cta_group__2: cp_async_bulk_tensor_61
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    mbarrier__report__disabled: cp_async_bulk_tensor_62
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8: cp_async_bulk_tensor_62
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80: cp_async_bulk_tensor_62
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8000: cp_async_bulk_tensor_62
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80000000: cp_async_bulk_tensor_62
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_element__ff: cp_async_bulk_tensor_62
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    multicast__cluster: cp_async_bulk_tensor_63
    multicast__cluster__16b: cp_async_bulk_tensor_64
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_90 or newer.
    """
    multicast__cluster__32b: cp_async_bulk_tensor_65
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo, ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address = _139
    __call__ = _80
class cp_async_bulk_tensor_37(Words):
    L2__cache_hint: cp_async_bulk_tensor_66
    cta_group__1: cp_async_bulk_tensor_61
    cta_group__2: cp_async_bulk_tensor_61
    mbarrier__report__disabled: cp_async_bulk_tensor_62
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8: cp_async_bulk_tensor_62
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80: cp_async_bulk_tensor_62
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8000: cp_async_bulk_tensor_62
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80000000: cp_async_bulk_tensor_62
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_element__ff: cp_async_bulk_tensor_62
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    multicast__cluster: cp_async_bulk_tensor_67
    multicast__cluster__16b: cp_async_bulk_tensor_68
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    multicast__cluster__32b: cp_async_bulk_tensor_65
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo, ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address = _139
    __call__ = _81
class cp_async_bulk_tensor_38(Words):
    L2__cache_hint: cp_async_bulk_tensor_69
    cta_group__1: cp_async_bulk_tensor_70
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    cta_group__2: cp_async_bulk_tensor_70
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    mbarrier__report__disabled: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8000: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80000000: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_element__ff: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address = _147
    __call__ = _82
class cp_async_bulk_tensor_39(Words):
    L2__cache_hint: cp_async_bulk_tensor_72
    cta_group__1: cp_async_bulk_tensor_70
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    cta_group__2: cp_async_bulk_tensor_70
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    mbarrier__report__disabled: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8000: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80000000: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_element__ff: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address = _147
    __call__ = _83
class cp_async_bulk_tensor_40(Words):
    L2__cache_hint: cp_async_bulk_tensor_73
    cta_group__1: cp_async_bulk_tensor_70
    cta_group__2: cp_async_bulk_tensor_70
    mbarrier__report__disabled: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__8000: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_16bytes__80000000: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    mbarrier__report__validity__per_element__ff: cp_async_bulk_tensor_71
    """``cp.async.bulk.tensor.<dim>.shared::cta.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address = _147
    __call__ = _84
class cp_reduce_async_bulk_global_shared_cta_7(Words):
    f32 = _150
    f64 = _150
    noftz: cp_reduce_async_bulk_global_shared_cta_12
    s32 = _150
    u32 = _150
    u64 = _150
class cp_reduce_async_bulk_global_shared_cta_8(Words):
    b32 = _150
    b64 = _150
class cp_reduce_async_bulk_global_shared_cta_9(Words):
    u32 = _150
class cp_reduce_async_bulk_global_shared_cta_10(Words):
    bf16 = _150
    f16 = _150
    s32 = _150
    s64 = _150
    u32 = _150
    u64 = _150
class cp_reduce_async_bulk_global_shared_cta_11(Words):
    bf16 = _151
    f16 = _151
    f32 = _152
class cp_reduce_async_bulk_relaxed_7(Words):
    L2__cache_hint: cp_reduce_async_bulk_relaxed_9
    add: cp_reduce_async_bulk_relaxed_10
    and_: cp_reduce_async_bulk_relaxed_11
    dec: cp_reduce_async_bulk_relaxed_12
    inc: cp_reduce_async_bulk_relaxed_12
    max: cp_reduce_async_bulk_relaxed_13
    min: cp_reduce_async_bulk_relaxed_13
    or_: cp_reduce_async_bulk_relaxed_11
    xor: cp_reduce_async_bulk_relaxed_11
class cp_reduce_async_bulk_relaxed_8(Words):
    add: cp_reduce_async_bulk_relaxed_14
    and_: cp_reduce_async_bulk_relaxed_15
    dec: cp_reduce_async_bulk_relaxed_16
    inc: cp_reduce_async_bulk_relaxed_16
    max: cp_reduce_async_bulk_relaxed_17
    min: cp_reduce_async_bulk_relaxed_17
    or_: cp_reduce_async_bulk_relaxed_15
    xor: cp_reduce_async_bulk_relaxed_15
class cp_reduce_async_bulk_tensor_1d_global_2(Words):
    bulk_group: cp_reduce_async_bulk_tensor_1d_global_3
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
    tile: cp_reduce_async_bulk_tensor_1d_global_4
class cp_reduce_async_bulk_tensor_2d_global_2(Words):
    bulk_group: cp_reduce_async_bulk_tensor_5
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
    tile: cp_reduce_async_bulk_tensor_6
class cp_reduce_async_bulk_tensor_4(Words):
    bulk_group: cp_reduce_async_bulk_tensor_5
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
    im2col_no_offs: cp_reduce_async_bulk_tensor_7
    im2col_no_offs__w: cp_reduce_async_bulk_tensor_8
    tile: cp_reduce_async_bulk_tensor_6
class cp_async_bulk_prefetch_tensor_1d_L2_6(Words):
    override__global_dim = _154
    __call__ = _90
class cp_async_bulk_prefetch_tensor_1d_L2_7(Words):
    override__global_dim = _155
    __call__ = _53
class cp_async_bulk_prefetch_tensor_10(Words):
    override__global_dim_stride = _156
    __call__ = _90
class cp_async_bulk_prefetch_tensor_11(Words):
    override__global_dim_stride = _157
    __call__ = _53
class cp_async_bulk_prefetch_tensor_2d_L2_3(Words):
    override__global_address = _158
    __call__ = _93
class cp_async_bulk_prefetch_tensor_2d_L2_4(Words):
    override__global_address = _94
    __call__ = _94
class cp_async_bulk_prefetch_tensor_12(Words):
    override__global_address = _159
    __call__ = _96
class cp_async_bulk_prefetch_tensor_13(Words):
    override__global_address = _97
    __call__ = _97
class cp_async_bulk_prefetch_tensor_14(Words):
    override__global_address = _159
    __call__ = _99
class cp_async_bulk_relaxed_26(Words):
    b128 = _160
class cp_async_bulk_relaxed_27(Words):
    b128 = _161
class cp_async_bulk_relaxed_28(Words):
    L2__cache_hint: cp_async_bulk_relaxed_36
    b128 = _162
class cp_async_bulk_relaxed_29(Words):
    b128 = _163
class cp_async_bulk_relaxed_30(Words):
    b128 = _164
class cp_async_bulk_relaxed_31(Words):
    b128 = _165
class cp_async_bulk_relaxed_32(Words):
    b128 = _166
class cp_async_bulk_relaxed_33(Words):
    b128 = _167
    ignore_oob: cp_async_bulk_relaxed_37
class cp_async_bulk_relaxed_34(Words):
    b128 = _168
class cp_async_bulk_relaxed_35(Words):
    b128 = _167
class cp_async_bulk_tensor_1d_global_6(Words):
    override__global_dim = _169
    __call__ = _110
class cp_async_bulk_tensor_1d_shared_cluster_9(Words):
    override__global_dim = _170
    __call__ = _112
class cp_async_bulk_tensor_1d_shared_cluster_10(Words):
    override__global_address: cp_async_bulk_tensor_1d_shared_cluster_9
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _113
class cp_async_bulk_tensor_1d_shared_cluster_11(Words):
    override__global_address: cp_async_bulk_tensor_1d_shared_cluster_9
    __call__ = _112
class cp_async_bulk_tensor_1d_shared_cluster_12(Words):
    L2__cache_hint: cp_async_bulk_tensor_1d_shared_cluster_11
    override__global_address: cp_async_bulk_tensor_1d_shared_cluster_8
    __call__ = _68
class cp_async_bulk_tensor_41(Words):
    L2__cache_hint: cp_async_bulk_tensor_74
    cta_group__1: cp_async_bulk_tensor_75
    cta_group__2: cp_async_bulk_tensor_75
    override__global_address = _114
    __call__ = _114
class cp_async_bulk_tensor_42(Words):
    override__global_address = _171
    __call__ = _115
class cp_async_bulk_tensor_43(Words):
    L2__cache_hint: cp_async_bulk_tensor_76
    override__global_address = _114
    __call__ = _116
class cp_async_bulk_tensor_44(Words):
    override__global_address = _171
    __call__ = _117
class cp_async_bulk_tensor_45(Words):
    L2__cache_hint: cp_async_bulk_tensor_77
    override__global_address = _114
    __call__ = _118
class cp_async_bulk_tensor_1d_shared_cluster_13(Words):
    override__global_address: cp_async_bulk_tensor_1d_shared_cluster_16
    __call__ = _119
class cp_async_bulk_tensor_1d_shared_cluster_14(Words):
    L2__cache_hint: cp_async_bulk_tensor_1d_shared_cluster_13
    override__global_address: cp_async_bulk_tensor_1d_shared_cluster_15
    __call__ = _71
class cp_async_bulk_tensor_1d_shared_cluster_15(Words):
    override__global_dim = _174
    __call__ = _71
class cp_async_bulk_tensor_1d_shared_cta_8(Words):
    override__global_dim = _175
    __call__ = _121
class cp_async_bulk_tensor_1d_shared_cta_9(Words):
    override__global_address: cp_async_bulk_tensor_1d_shared_cta_8
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _122
class cp_async_bulk_tensor_1d_shared_cta_10(Words):
    override__global_address: cp_async_bulk_tensor_1d_shared_cta_8
    __call__ = _121
class cp_async_bulk_tensor_1d_shared_cta_11(Words):
    L2__cache_hint: cp_async_bulk_tensor_1d_shared_cta_10
    override__global_address: cp_async_bulk_tensor_1d_shared_cta_7
    __call__ = _74
class cp_async_bulk_tensor_46(Words):
    override__global_dim_stride = _176
    __call__ = _110
class cp_async_bulk_tensor_2d_global_4(Words):
    override__global_address = _137
    __call__ = _125
class cp_async_bulk_tensor_47(Words):
    override__global_dim_stride = _177
    __call__ = _112
class cp_async_bulk_tensor_48(Words):
    override__global_address: cp_async_bulk_tensor_47
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _113
class cp_async_bulk_tensor_49(Words):
    override__global_address: cp_async_bulk_tensor_47
    __call__ = _112
class cp_async_bulk_tensor_50(Words):
    L2__cache_hint: cp_async_bulk_tensor_49
    override__global_address: cp_async_bulk_tensor_29
    __call__ = _68
class cp_async_bulk_tensor_51(Words):
    override__global_address: cp_async_bulk_tensor_78
    __call__ = _119
class cp_async_bulk_tensor_52(Words):
    L2__cache_hint: cp_async_bulk_tensor_51
    override__global_address: cp_async_bulk_tensor_53
    __call__ = _71
class cp_async_bulk_tensor_53(Words):
    override__global_dim_stride = _178
    __call__ = _71
class cp_async_bulk_tensor_2d_shared_cluster_4(Words):
    override__global_address = _179
    __call__ = _127
class cp_async_bulk_tensor_2d_shared_cluster_5(Words):
    L2__cache_hint: cp_async_bulk_tensor_2d_shared_cluster_4
    override__global_address = _128
    __call__ = _76
class cp_async_bulk_tensor_2d_shared_cluster_6(Words):
    L2__cache_hint: cp_async_bulk_tensor_2d_shared_cluster_10
    cta_group__1: cp_async_bulk_tensor_2d_shared_cluster_11
    cta_group__2: cp_async_bulk_tensor_2d_shared_cluster_11
    multicast__cluster: cp_async_bulk_tensor_2d_shared_cluster_12
    multicast__cluster__16b: cp_async_bulk_tensor_2d_shared_cluster_12
    multicast__cluster__32b: cp_async_bulk_tensor_2d_shared_cluster_9
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address = _128
    __call__ = _128
class cp_async_bulk_tensor_2d_shared_cluster_7(Words):
    L2__cache_hint: cp_async_bulk_tensor_2d_shared_cluster_13
    cta_group__1: cp_async_bulk_tensor_2d_shared_cluster_14
    cta_group__2: cp_async_bulk_tensor_2d_shared_cluster_14
    override__global_address = _180
    __call__ = _129
class cp_async_bulk_tensor_2d_shared_cluster_8(Words):
    L2__cache_hint: cp_async_bulk_tensor_2d_shared_cluster_15
    cta_group__1: cp_async_bulk_tensor_2d_shared_cluster_16
    cta_group__2: cp_async_bulk_tensor_2d_shared_cluster_16
    override__global_address = _180
    __call__ = _130
class cp_async_bulk_tensor_2d_shared_cluster_9(Words):
    L2__cache_hint: cp_async_bulk_tensor_2d_shared_cluster_17
    cta_group__1: cp_async_bulk_tensor_2d_shared_cluster_18
    cta_group__2: cp_async_bulk_tensor_2d_shared_cluster_18
    override__global_address = _131
    __call__ = _131
class cp_async_bulk_tensor_54(Words):
    override__global_dim_stride = _184
    __call__ = _121
class cp_async_bulk_tensor_55(Words):
    override__global_address: cp_async_bulk_tensor_54
    """``cp.async.bulk.tensor.<dim>.shared::cta.global{.<mode>}.mbarrier::complete_tx::bytes{.<report>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar]{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _122
class cp_async_bulk_tensor_56(Words):
    override__global_address: cp_async_bulk_tensor_54
    __call__ = _121
class cp_async_bulk_tensor_57(Words):
    L2__cache_hint: cp_async_bulk_tensor_56
    override__global_address: cp_async_bulk_tensor_33
    __call__ = _74
class cp_async_bulk_tensor_2d_shared_cta_4(Words):
    override__global_address = _185
    __call__ = _133
class cp_async_bulk_tensor_2d_shared_cta_5(Words):
    L2__cache_hint: cp_async_bulk_tensor_2d_shared_cta_7
    override__global_address = _135
    __call__ = _134
class cp_async_bulk_tensor_2d_shared_cta_6(Words):
    L2__cache_hint: cp_async_bulk_tensor_2d_shared_cta_8
    cta_group__1: cp_async_bulk_tensor_2d_shared_cta_9
    cta_group__2: cp_async_bulk_tensor_2d_shared_cta_9
    override__global_address = _135
    __call__ = _135
class cp_async_bulk_tensor_58(Words):
    override__global_address = _137
    __call__ = _136
class cp_async_bulk_tensor_59(Words):
    override__global_address = _137
    __call__ = _137
class cp_async_bulk_tensor_60(Words):
    override__global_address = _187
    __call__ = _138
class cp_async_bulk_tensor_61(Words):
    L2__cache_hint: cp_async_bulk_tensor_66
    override__global_address = _139
    __call__ = _81
class cp_async_bulk_tensor_62(Words):
    L2__cache_hint: cp_async_bulk_tensor_79
    cta_group__1: cp_async_bulk_tensor_80
    cta_group__2: cp_async_bulk_tensor_80
    multicast__cluster: cp_async_bulk_tensor_81
    multicast__cluster__16b: cp_async_bulk_tensor_81
    multicast__cluster__32b: cp_async_bulk_tensor_65
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}.<multicast>{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo, ctaMask{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    override__global_address = _139
    __call__ = _139
class cp_async_bulk_tensor_63(Words):
    L2__cache_hint: cp_async_bulk_tensor_82
    cta_group__1: cp_async_bulk_tensor_83
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    cta_group__2: cp_async_bulk_tensor_83
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 8.6; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    override__global_address = _188
    __call__ = _140
class cp_async_bulk_tensor_64(Words):
    L2__cache_hint: cp_async_bulk_tensor_84
    cta_group__1: cp_async_bulk_tensor_85
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    cta_group__2: cp_async_bulk_tensor_85
    """``cp.async.bulk.tensor.<dim>.shared::cluster.global.<mode>.mbarrier::complete_tx::bytes{.<report>}{.<multicast>}{.<group>}{.<hint>}{.<address>} [dstMem], [tensorMap], [mbar], im2colInfo{, ctaMask}{, policy}``

    Manual 9.7.10.28.5.3 cp.async.bulk.tensor. PTX 9.4; sm_100a, sm_100f, sm_101a, sm_101f, sm_103a, sm_103f, sm_107a, sm_107f, sm_110a or sm_110f.
    """
    override__global_address = _188
    __call__ = _141
class cp_async_bulk_tensor_65(Words):
    L2__cache_hint: cp_async_bulk_tensor_86
    cta_group__1: cp_async_bulk_tensor_87
    cta_group__2: cp_async_bulk_tensor_87
    override__global_address = _142
    __call__ = _142
class cp_async_bulk_tensor_66(Words):
    override__global_address = _187
    __call__ = _143
class cp_async_bulk_tensor_67(Words):
    L2__cache_hint: cp_async_bulk_tensor_88
    cta_group__1: cp_async_bulk_tensor_83
    cta_group__2: cp_async_bulk_tensor_83
    override__global_address = _188
    __call__ = _144
class cp_async_bulk_tensor_68(Words):
    L2__cache_hint: cp_async_bulk_tensor_89
    cta_group__1: cp_async_bulk_tensor_85
    cta_group__2: cp_async_bulk_tensor_85
    override__global_address = _188
    __call__ = _145
class cp_async_bulk_tensor_69(Words):
    override__global_address = _194
    __call__ = _146
class cp_async_bulk_tensor_70(Words):
    L2__cache_hint: cp_async_bulk_tensor_73
    override__global_address = _147
    __call__ = _84
class cp_async_bulk_tensor_71(Words):
    L2__cache_hint: cp_async_bulk_tensor_90
    cta_group__1: cp_async_bulk_tensor_91
    cta_group__2: cp_async_bulk_tensor_91
    override__global_address = _147
    __call__ = _147
class cp_async_bulk_tensor_72(Words):
    override__global_address = _194
    __call__ = _148
class cp_async_bulk_tensor_73(Words):
    override__global_address = _194
    __call__ = _149
class cp_reduce_async_bulk_global_shared_cta_12(Words):
    bf16 = _195
    f16 = _195
    f32 = _196
class cp_reduce_async_bulk_relaxed_9(Words):
    add: cp_reduce_async_bulk_relaxed_18
    and_: cp_reduce_async_bulk_relaxed_19
    dec: cp_reduce_async_bulk_relaxed_20
    inc: cp_reduce_async_bulk_relaxed_20
    max: cp_reduce_async_bulk_relaxed_21
    min: cp_reduce_async_bulk_relaxed_21
    or_: cp_reduce_async_bulk_relaxed_19
    xor: cp_reduce_async_bulk_relaxed_19
class cp_reduce_async_bulk_relaxed_10(Words):
    f32 = _197
    f64 = _197
    noftz: cp_reduce_async_bulk_relaxed_22
    s32 = _197
    u32 = _197
    u64 = _197
class cp_reduce_async_bulk_relaxed_11(Words):
    b32 = _197
    b64 = _197
class cp_reduce_async_bulk_relaxed_12(Words):
    u32 = _197
class cp_reduce_async_bulk_relaxed_13(Words):
    bf16 = _197
    f16 = _197
    s32 = _197
    s64 = _197
    u32 = _197
    u64 = _197
class cp_reduce_async_bulk_relaxed_14(Words):
    s32 = _198
    u32 = _198
    u64 = _198
class cp_reduce_async_bulk_relaxed_15(Words):
    b32 = _198
class cp_reduce_async_bulk_relaxed_16(Words):
    u32 = _198
class cp_reduce_async_bulk_relaxed_17(Words):
    s32 = _198
    u32 = _198
class cp_reduce_async_bulk_tensor_1d_global_3(Words):
    L2__cache_hint: cp_reduce_async_bulk_tensor_1d_global_5
    override__global_address: cp_reduce_async_bulk_tensor_1d_global_6
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _153
class cp_reduce_async_bulk_tensor_1d_global_4(Words):
    bulk_group: cp_reduce_async_bulk_tensor_1d_global_3
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
class cp_reduce_async_bulk_tensor_5(Words):
    L2__cache_hint: cp_reduce_async_bulk_tensor_9
    override__global_address: cp_reduce_async_bulk_tensor_10
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _153
class cp_reduce_async_bulk_tensor_6(Words):
    bulk_group: cp_reduce_async_bulk_tensor_5
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
class cp_reduce_async_bulk_tensor_7(Words):
    bulk_group: cp_reduce_async_bulk_tensor_11
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>.<mode>.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 8.0; sm_90 or newer.
    """
class cp_reduce_async_bulk_tensor_8(Words):
    bulk_group: cp_reduce_async_bulk_tensor_12
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>.<mode>.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
class cp_async_bulk_relaxed_36(Words):
    b128 = _203
class cp_async_bulk_relaxed_37(Words):
    b128 = _204
class cp_async_bulk_tensor_74(Words):
    override__global_address = _171
    __call__ = _171
class cp_async_bulk_tensor_75(Words):
    L2__cache_hint: cp_async_bulk_tensor_74
    override__global_address = _114
    __call__ = _114
class cp_async_bulk_tensor_76(Words):
    override__global_address = _171
    __call__ = _172
class cp_async_bulk_tensor_77(Words):
    override__global_address = _171
    __call__ = _173
class cp_async_bulk_tensor_1d_shared_cluster_16(Words):
    override__global_dim = _205
    __call__ = _119
class cp_async_bulk_tensor_78(Words):
    override__global_dim_stride = _206
    __call__ = _119
class cp_async_bulk_tensor_2d_shared_cluster_10(Words):
    override__global_address = _179
    __call__ = _179
class cp_async_bulk_tensor_2d_shared_cluster_11(Words):
    L2__cache_hint: cp_async_bulk_tensor_2d_shared_cluster_10
    override__global_address = _128
    __call__ = _128
class cp_async_bulk_tensor_2d_shared_cluster_12(Words):
    L2__cache_hint: cp_async_bulk_tensor_2d_shared_cluster_19
    cta_group__1: cp_async_bulk_tensor_2d_shared_cluster_20
    cta_group__2: cp_async_bulk_tensor_2d_shared_cluster_20
    override__global_address = _180
    __call__ = _180
class cp_async_bulk_tensor_2d_shared_cluster_13(Words):
    override__global_address = _207
    __call__ = _181
class cp_async_bulk_tensor_2d_shared_cluster_14(Words):
    L2__cache_hint: cp_async_bulk_tensor_2d_shared_cluster_13
    override__global_address = _180
    __call__ = _129
class cp_async_bulk_tensor_2d_shared_cluster_15(Words):
    override__global_address = _207
    __call__ = _182
class cp_async_bulk_tensor_2d_shared_cluster_16(Words):
    L2__cache_hint: cp_async_bulk_tensor_2d_shared_cluster_15
    override__global_address = _180
    __call__ = _130
class cp_async_bulk_tensor_2d_shared_cluster_17(Words):
    override__global_address = _183
    __call__ = _183
class cp_async_bulk_tensor_2d_shared_cluster_18(Words):
    L2__cache_hint: cp_async_bulk_tensor_2d_shared_cluster_17
    override__global_address = _131
    __call__ = _131
class cp_async_bulk_tensor_2d_shared_cta_7(Words):
    override__global_address = _185
    __call__ = _186
class cp_async_bulk_tensor_2d_shared_cta_8(Words):
    override__global_address = _185
    __call__ = _185
class cp_async_bulk_tensor_2d_shared_cta_9(Words):
    L2__cache_hint: cp_async_bulk_tensor_2d_shared_cta_8
    override__global_address = _135
    __call__ = _135
class cp_async_bulk_tensor_79(Words):
    override__global_address = _187
    __call__ = _187
class cp_async_bulk_tensor_80(Words):
    L2__cache_hint: cp_async_bulk_tensor_79
    override__global_address = _139
    __call__ = _139
class cp_async_bulk_tensor_81(Words):
    L2__cache_hint: cp_async_bulk_tensor_92
    cta_group__1: cp_async_bulk_tensor_93
    cta_group__2: cp_async_bulk_tensor_93
    override__global_address = _188
    __call__ = _188
class cp_async_bulk_tensor_82(Words):
    override__global_address = _208
    __call__ = _189
class cp_async_bulk_tensor_83(Words):
    L2__cache_hint: cp_async_bulk_tensor_88
    override__global_address = _188
    __call__ = _144
class cp_async_bulk_tensor_84(Words):
    override__global_address = _208
    __call__ = _190
class cp_async_bulk_tensor_85(Words):
    L2__cache_hint: cp_async_bulk_tensor_89
    override__global_address = _188
    __call__ = _145
class cp_async_bulk_tensor_86(Words):
    override__global_address = _191
    __call__ = _191
class cp_async_bulk_tensor_87(Words):
    L2__cache_hint: cp_async_bulk_tensor_86
    override__global_address = _142
    __call__ = _142
class cp_async_bulk_tensor_88(Words):
    override__global_address = _208
    __call__ = _192
class cp_async_bulk_tensor_89(Words):
    override__global_address = _208
    __call__ = _193
class cp_async_bulk_tensor_90(Words):
    override__global_address = _194
    __call__ = _194
class cp_async_bulk_tensor_91(Words):
    L2__cache_hint: cp_async_bulk_tensor_90
    override__global_address = _147
    __call__ = _147
class cp_reduce_async_bulk_relaxed_18(Words):
    f32 = _209
    f64 = _209
    noftz: cp_reduce_async_bulk_relaxed_23
    s32 = _209
    u32 = _209
    u64 = _209
class cp_reduce_async_bulk_relaxed_19(Words):
    b32 = _209
    b64 = _209
class cp_reduce_async_bulk_relaxed_20(Words):
    u32 = _209
class cp_reduce_async_bulk_relaxed_21(Words):
    bf16 = _209
    f16 = _209
    s32 = _209
    s64 = _209
    u32 = _209
    u64 = _209
class cp_reduce_async_bulk_relaxed_22(Words):
    bf16 = _210
    f16 = _210
    f32 = _152
class cp_reduce_async_bulk_tensor_1d_global_5(Words):
    override__global_address: cp_reduce_async_bulk_tensor_1d_global_7
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _199
class cp_reduce_async_bulk_tensor_1d_global_6(Words):
    override__global_dim = _212
    __call__ = _200
class cp_reduce_async_bulk_tensor_9(Words):
    override__global_address: cp_reduce_async_bulk_tensor_13
    """``cp.reduce.async.bulk.tensor.<dim>.global.shared::cta.<op>{.<mode>}.bulk_group{.<hint>}{.<address>} [tensorMap], [srcMem]{, policy}``

    Manual 9.7.10.28.5.4 cp.reduce.async.bulk.tensor. PTX 9.4; sm_107a or sm_107f.
    """
    __call__ = _199
class cp_reduce_async_bulk_tensor_10(Words):
    override__global_dim_stride = _213
    __call__ = _200
class cp_reduce_async_bulk_tensor_11(Words):
    L2__cache_hint: cp_reduce_async_bulk_tensor_14
    override__global_address = _202
    __call__ = _201
class cp_reduce_async_bulk_tensor_12(Words):
    L2__cache_hint: cp_reduce_async_bulk_tensor_15
    override__global_address = _202
    __call__ = _202
class cp_async_bulk_tensor_2d_shared_cluster_19(Words):
    override__global_address = _207
    __call__ = _207
class cp_async_bulk_tensor_2d_shared_cluster_20(Words):
    L2__cache_hint: cp_async_bulk_tensor_2d_shared_cluster_19
    override__global_address = _180
    __call__ = _180
class cp_async_bulk_tensor_92(Words):
    override__global_address = _208
    __call__ = _208
class cp_async_bulk_tensor_93(Words):
    L2__cache_hint: cp_async_bulk_tensor_92
    override__global_address = _188
    __call__ = _188
class cp_reduce_async_bulk_relaxed_23(Words):
    bf16 = _216
    f16 = _216
    f32 = _196
class cp_reduce_async_bulk_tensor_1d_global_7(Words):
    override__global_dim = _217
    __call__ = _211
class cp_reduce_async_bulk_tensor_13(Words):
    override__global_dim_stride = _218
    __call__ = _211
class cp_reduce_async_bulk_tensor_14(Words):
    override__global_address = _215
    __call__ = _214
class cp_reduce_async_bulk_tensor_15(Words):
    override__global_address = _215
    __call__ = _215
