# Written by tools/generate.py from pyptx/isa; change the rows, not this file.
from typing import overload

from pyptx.ptx.signatures import Bracketed, Destination, Guard, Made, Register, Source, Words

def _1(self: object, state: Destination, addr: Bracketed, count: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr]``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 7.0; sm_80 or newer.

    ``mbarrier.arrive{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], count``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 7.8; sm_90 or newer.
    """
def _2(self: object, state: Destination, addr: Bracketed, count: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive_drop{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr]``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 7.0; sm_80 or newer.

    ``mbarrier.arrive_drop{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], count``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 7.8; sm_90 or newer.
    """
def _3(self: object, addr: Bracketed, tx_count: Source, /, *, pred: Guard = None) -> None:
    """``mbarrier.complete_tx{.<sem>}{.<scope>}{.<ss>}.b64 [addr], tx_count``

    Manual 9.7.15.16.15 mbarrier.complete_tx. PTX 8.0; sm_90 or newer.
    """
def _4(self: object, addr: Bracketed, tx_count: Source, /, *, pred: Guard = None) -> None:
    """``mbarrier.expect_tx{.<sem>}{.<scope>}{.<ss>}.b64 [addr], tx_count``

    Manual 9.7.15.16.14 mbarrier.expect_tx. PTX 8.0; sm_90 or newer.
    """
def _5(self: object, addr: Bracketed, count: Source, /, *, pred: Guard = None) -> None:
    """``mbarrier.init{.<layout>}{.<ss>}.b64 [addr], count``

    Manual 9.7.15.16.12 mbarrier.init. PTX 7.0; sm_80 or newer.
    """
def _6(self: object, addr: Bracketed, /, *, pred: Guard = None) -> None:
    """``mbarrier.inval{.<ss>}.b64 [addr]``

    Manual 9.7.15.16.13 mbarrier.inval. PTX 7.0; sm_80 or newer.
    """
def _7(self: object, count: Destination, state: Register, /, *, pred: Guard = None) -> Made:
    """``mbarrier.pending_count{.<layout>}.b64 count, state``

    Manual 9.7.15.16.20 mbarrier.pending_count. PTX 7.0; sm_80 or newer.
    """
def _8(self: object, wait_complete: Destination, addr: Bracketed, state: Register, /, *, pred: Guard = None) -> Made:
    """``mbarrier.test_wait{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], state``

    Manual 9.7.15.16.19 mbarrier.test_wait. PTX 7.0; sm_80 or newer.
    """
def _9(self: object, wait_complete: Destination, addr: Bracketed, state: Register, time_hint: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.try_wait{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], state{, time_hint}``

    Manual 9.7.15.16.19 mbarrier.try_wait. PTX 7.8; sm_90 or newer.
    """
def _10(self: object, state: Destination, addr: Bracketed, tx_count: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive.expect_tx{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], tx_count``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 8.0; sm_90 or newer.
    """
def _11(self: object, state: Destination, addr: Bracketed, count: Source, cta_mask: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive{.<sem>}{.<scope>}{.<ss>}.<multicast>.b64 state, [addr]{, count}, cta_mask``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 9.4; sm_107a or sm_107f.
    """
def _12(self: object, state: Destination, addr: Bracketed, count: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive.noComplete{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], count``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 7.0; sm_80 or newer.
    """
def _13(self: object, state: Destination, addr: Bracketed, count: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive{.<sem>}{.<scope>}.<ss>.b64 state, [addr]{, count}``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 8.0; sm_90 or newer.
    """
def _14(self: object, state: Destination, addr: Bracketed, count: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr]``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 7.8; sm_80 or newer.

    ``mbarrier.arrive{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], count``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 7.8; sm_90 or newer.
    """
def _15(self: object, state: Destination, addr: Bracketed, tx_count: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive_drop.expect_tx{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], tx_count``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 8.0; sm_90 or newer.
    """
def _16(self: object, state: Destination, addr: Bracketed, count: Source, cta_mask: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive_drop{.<sem>}{.<scope>}{.<ss>}.<multicast>.b64 state, [addr]{, count}, cta_mask``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 9.4; sm_107a or sm_107f.
    """
def _17(self: object, state: Destination, addr: Bracketed, count: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive_drop.noComplete{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], count``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 7.0; sm_80 or newer.
    """
def _18(self: object, state: Destination, addr: Bracketed, count: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive_drop{.<sem>}{.<scope>}.<ss>.b64 state, [addr]{, count}``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 8.0; sm_90 or newer.
    """
def _19(self: object, state: Destination, addr: Bracketed, count: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive_drop{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr]``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 7.8; sm_80 or newer.

    ``mbarrier.arrive_drop{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], count``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 7.8; sm_90 or newer.
    """
def _20(self: object, p: Destination, addr: Bracketed, /, *, pred: Guard = None) -> Made:
    """``mbarrier.check_layout.<layout>{.<ss>}.b64 p, [addr]``

    Manual 9.7.15.16.21 mbarrier.check_layout. PTX 9.3; sm_90 or newer.
    """
def _21(self: object, addr: Bracketed, tx_count: Source, cta_mask: Source, /, *, pred: Guard = None) -> None:
    """``mbarrier.complete_tx{.<sem>}{.<scope>}{.<ss>}.<multicast>.b64 [addr], tx_count, cta_mask``

    Manual 9.7.15.16.15 mbarrier.complete_tx. PTX 9.4; sm_107a or sm_107f.
    """
def _22(self: object, addr: Bracketed, tx_count: Source, /, *, pred: Guard = None) -> None:
    """``mbarrier.complete_tx{.<sem>}{.<scope>}.<ss>.b64 [addr], tx_count``

    Manual 9.7.15.16.15 mbarrier.complete_tx. PTX 8.0; sm_90 or newer.
    """
def _23(self: object, addr: Bracketed, tx_count: Source, cta_mask: Source, /, *, pred: Guard = None) -> None:
    """``mbarrier.expect_tx{.<sem>}{.<scope>}{.<ss>}.<multicast>.b64 [addr], tx_count, cta_mask``

    Manual 9.7.15.16.14 mbarrier.expect_tx. PTX 9.4; sm_107a or sm_107f.
    """
def _24(self: object, addr: Bracketed, tx_count: Source, /, *, pred: Guard = None) -> None:
    """``mbarrier.expect_tx{.<sem>}{.<scope>}.<ss>.b64 [addr], tx_count``

    Manual 9.7.15.16.14 mbarrier.expect_tx. PTX 8.0; sm_90 or newer.
    """
def _25(self: object, addr: Bracketed, count: Source, /, *, pred: Guard = None) -> None:
    """``mbarrier.init{.<layout>}{.<ss>}.b64 [addr], count``

    Manual 9.7.15.16.12 mbarrier.init. PTX 9.3; sm_90 or newer.
    """
def _26(self: object, addr: Bracketed, count: Source, /, *, pred: Guard = None) -> None:
    """``mbarrier.init.<layout>{.<ss>}.b64 [addr], count``

    Manual 9.7.15.16.12 mbarrier.init. PTX 9.3; sm_90 or newer.
    """
def _27(self: object, addr: Bracketed, count: Source, /, *, pred: Guard = None) -> None:
    """``mbarrier.init{.<layout>}{.<ss>}.b64 [addr], count``

    Manual 9.7.15.16.12 mbarrier.init. PTX 7.8; sm_80 or newer.
    """
def _28(self: object, addr: Bracketed, /, *, pred: Guard = None) -> None:
    """``mbarrier.inval{.<ss>}.b64 [addr]``

    Manual 9.7.15.16.13 mbarrier.inval. PTX 7.8; sm_80 or newer.
    """
def _29(self: object, count: Destination, state: Register, /, *, pred: Guard = None) -> Made:
    """``mbarrier.pending_count{.<layout>}.b64 count, state``

    Manual 9.7.15.16.20 mbarrier.pending_count. PTX 9.3; sm_90 or newer.
    """
def _30(self: object, wait_complete: Destination, addr: Bracketed, phase_parity: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.test_wait.parity{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], phase_parity``

    Manual 9.7.15.16.19 mbarrier.test_wait. PTX 7.1; sm_80 or newer.
    """
@overload
def _31(self: object, wait_complete: Destination, addr: Bracketed, state: Register, /, *, pred: Guard = None) -> Made:
    """``mbarrier.test_wait{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], state``

    ``mbarrier.test_wait.<phase>{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete|report_predicate{, report_value}, [addr], state``

    Manual 9.7.15.16.19 mbarrier.test_wait. PTX 9.3; sm_90 or newer.
    """
@overload
def _31(self: object, wait_complete: Destination, report_value: Register, addr: Bracketed, state: Register, /, *, pred: Guard = None) -> Made: ...
def _32(self: object, wait_complete: Destination, addr: Bracketed, state: Register, /, *, pred: Guard = None) -> Made:
    """``mbarrier.test_wait{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], state``

    Manual 9.7.15.16.19 mbarrier.test_wait. PTX 7.8; sm_80 or newer.
    """
def _33(self: object, wait_complete: Destination, addr: Bracketed, phase_parity: Source, time_hint: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.try_wait.parity{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], phase_parity{, time_hint}``

    Manual 9.7.15.16.19 mbarrier.try_wait. PTX 7.8; sm_90 or newer.
    """
@overload
def _34(self: object, wait_complete: Destination, addr: Bracketed, state: Register, time_hint: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.try_wait{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], state{, time_hint}``

    ``mbarrier.try_wait.<phase>{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete|report_predicate{, report_value}, [addr], state{, time_hint}``

    Manual 9.7.15.16.19 mbarrier.try_wait. PTX 9.3; sm_90 or newer.
    """
@overload
def _34(self: object, wait_complete: Destination, report_value: Register, addr: Bracketed, state: Register, time_hint: Source = ..., /, *, pred: Guard = None) -> Made: ...
def _35(self: object, state: Destination, addr: Bracketed, tx_count: Source, cta_mask: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive.expect_tx{.<sem>}{.<scope>}{.<ss>}.<multicast>.b64 state, [addr], tx_count, cta_mask``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 9.4; sm_107a or sm_107f.
    """
def _36(self: object, state: Destination, addr: Bracketed, tx_count: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive.expect_tx{.<sem>}{.<scope>}.<ss>.b64 state, [addr], tx_count``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 8.0; sm_90 or newer.
    """
def _37(self: object, state: Destination, addr: Bracketed, count: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive.noComplete{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], count``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 7.8; sm_80 or newer.
    """
def _38(self: object, state: Destination, addr: Bracketed, count: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr]``

    ``mbarrier.arrive{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], count``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 8.6; sm_90 or newer.
    """
def _39(self: object, state: Destination, addr: Bracketed, count: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr]``

    ``mbarrier.arrive{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], count``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 8.0; sm_90 or newer.
    """
def _40(self: object, state: Destination, addr: Bracketed, count: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr]``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 8.0; sm_80 or newer.

    ``mbarrier.arrive{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], count``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 8.0; sm_90 or newer.
    """
def _41(self: object, state: Destination, addr: Bracketed, tx_count: Source, cta_mask: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive_drop.expect_tx{.<sem>}{.<scope>}{.<ss>}.<multicast>.b64 state, [addr], tx_count, cta_mask``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 9.4; sm_107a or sm_107f.
    """
def _42(self: object, state: Destination, addr: Bracketed, tx_count: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive_drop.expect_tx{.<sem>}{.<scope>}.<ss>.b64 state, [addr], tx_count``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 8.0; sm_90 or newer.
    """
def _43(self: object, state: Destination, addr: Bracketed, count: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive_drop.noComplete{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], count``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 7.8; sm_80 or newer.
    """
def _44(self: object, state: Destination, addr: Bracketed, count: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive_drop{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr]``

    ``mbarrier.arrive_drop{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], count``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 8.6; sm_90 or newer.
    """
def _45(self: object, state: Destination, addr: Bracketed, count: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive_drop{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr]``

    ``mbarrier.arrive_drop{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], count``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 8.0; sm_90 or newer.
    """
def _46(self: object, state: Destination, addr: Bracketed, count: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive_drop{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr]``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 8.0; sm_80 or newer.

    ``mbarrier.arrive_drop{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], count``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 8.0; sm_90 or newer.
    """
def _47(self: object, wait_complete: Destination, addr: Bracketed, state: Register, /, *, pred: Guard = None) -> Made:
    """``mbarrier.test_wait{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], state``

    Manual 9.7.15.16.19 mbarrier.test_wait. PTX 8.0; sm_90 or newer.
    """
def _48(self: object, wait_complete: Destination, addr: Bracketed, state: Register, /, *, pred: Guard = None) -> Made:
    """``mbarrier.test_wait{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], state``

    Manual 9.7.15.16.19 mbarrier.test_wait. PTX 8.0; sm_80 or newer.
    """
def _49(self: object, wait_complete: Destination, addr: Bracketed, phase_parity: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.test_wait.parity{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], phase_parity``

    Manual 9.7.15.16.19 mbarrier.test_wait. PTX 9.3; sm_90 or newer.
    """
@overload
def _50(self: object, wait_complete: Destination, addr: Bracketed, phase_parity: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.test_wait.parity{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], phase_parity``

    ``mbarrier.test_wait.parity.<phase>{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete|report_predicate{, report_value}, [addr], phase_parity``

    Manual 9.7.15.16.19 mbarrier.test_wait. PTX 9.3; sm_90 or newer.
    """
@overload
def _50(self: object, wait_complete: Destination, report_value: Register, addr: Bracketed, phase_parity: Source, /, *, pred: Guard = None) -> Made: ...
def _51(self: object, wait_complete: Destination, addr: Bracketed, phase_parity: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.test_wait.parity{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], phase_parity``

    Manual 9.7.15.16.19 mbarrier.test_wait. PTX 7.8; sm_80 or newer.
    """
def _52(self: object, wait_complete: Destination, addr: Bracketed, state: Register, /, *, pred: Guard = None) -> Made:
    """``mbarrier.test_wait{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], state``

    Manual 9.7.15.16.19 mbarrier.test_wait. PTX 8.6; sm_90 or newer.
    """
def _53(self: object, wait_complete: Destination, addr: Bracketed, state: Register, time_hint: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.try_wait{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], state{, time_hint}``

    Manual 9.7.15.16.19 mbarrier.try_wait. PTX 8.0; sm_90 or newer.
    """
def _54(self: object, wait_complete: Destination, addr: Bracketed, phase_parity: Source, time_hint: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.try_wait.parity{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], phase_parity{, time_hint}``

    Manual 9.7.15.16.19 mbarrier.try_wait. PTX 9.3; sm_90 or newer.
    """
@overload
def _55(self: object, wait_complete: Destination, addr: Bracketed, phase_parity: Source, time_hint: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.try_wait.parity{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], phase_parity{, time_hint}``

    ``mbarrier.try_wait.parity.<phase>{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete|report_predicate{, report_value}, [addr], phase_parity{, time_hint}``

    Manual 9.7.15.16.19 mbarrier.try_wait. PTX 9.3; sm_90 or newer.
    """
@overload
def _55(self: object, wait_complete: Destination, report_value: Register, addr: Bracketed, phase_parity: Source, time_hint: Source = ..., /, *, pred: Guard = None) -> Made: ...
def _56(self: object, wait_complete: Destination, addr: Bracketed, state: Register, time_hint: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.try_wait{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], state{, time_hint}``

    Manual 9.7.15.16.19 mbarrier.try_wait. PTX 8.6; sm_90 or newer.
    """
def _57(self: object, state: Destination, addr: Bracketed, tx_count: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive.expect_tx{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], tx_count``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 8.6; sm_90 or newer.
    """
def _58(self: object, state: Destination, addr: Bracketed, count: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive.noComplete{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], count``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 8.0; sm_80 or newer.
    """
def _59(self: object, state: Destination, addr: Bracketed, count: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive{.<sem>}{.<scope>}.<ss>.b64 state, [addr]{, count}``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 8.6; sm_90 or newer.
    """
def _60(self: object, state: Destination, addr: Bracketed, tx_count: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive_drop.expect_tx{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], tx_count``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 8.6; sm_90 or newer.
    """
def _61(self: object, state: Destination, addr: Bracketed, count: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive_drop.noComplete{.<sem>}{.<scope>}{.<ss>}.b64 state, [addr], count``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 8.0; sm_80 or newer.
    """
def _62(self: object, state: Destination, addr: Bracketed, count: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive_drop{.<sem>}{.<scope>}.<ss>.b64 state, [addr]{, count}``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 8.6; sm_90 or newer.
    """
def _63(self: object, wait_complete: Destination, addr: Bracketed, phase_parity: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.test_wait.parity{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], phase_parity``

    Manual 9.7.15.16.19 mbarrier.test_wait. PTX 8.0; sm_90 or newer.
    """
def _64(self: object, wait_complete: Destination, addr: Bracketed, phase_parity: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.test_wait.parity{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], phase_parity``

    Manual 9.7.15.16.19 mbarrier.test_wait. PTX 8.0; sm_80 or newer.
    """
def _65(self: object, wait_complete: Destination, addr: Bracketed, phase_parity: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.test_wait.parity{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], phase_parity``

    Manual 9.7.15.16.19 mbarrier.test_wait. PTX 8.6; sm_90 or newer.
    """
def _66(self: object, wait_complete: Destination, addr: Bracketed, phase_parity: Source, time_hint: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.try_wait.parity{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], phase_parity{, time_hint}``

    Manual 9.7.15.16.19 mbarrier.try_wait. PTX 8.0; sm_90 or newer.
    """
def _67(self: object, wait_complete: Destination, addr: Bracketed, phase_parity: Source, time_hint: Source = ..., /, *, pred: Guard = None) -> Made:
    """``mbarrier.try_wait.parity{.<phase>}{.<sem>}{.<scope>}{.<ss>}.b64 wait_complete, [addr], phase_parity{, time_hint}``

    Manual 9.7.15.16.19 mbarrier.try_wait. PTX 8.6; sm_90 or newer.
    """
def _68(self: object, state: Destination, addr: Bracketed, tx_count: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive.expect_tx{.<sem>}{.<scope>}.<ss>.b64 state, [addr], tx_count``

    Manual 9.7.15.16.16 mbarrier.arrive. PTX 8.6; sm_90 or newer.
    """
def _69(self: object, state: Destination, addr: Bracketed, tx_count: Source, /, *, pred: Guard = None) -> Made:
    """``mbarrier.arrive_drop.expect_tx{.<sem>}{.<scope>}.<ss>.b64 state, [addr], tx_count``

    Manual 9.7.15.16.17 mbarrier.arrive_drop. PTX 8.6; sm_90 or newer.
    """
class mbarrier(Words):
    arrive: mbarrier_arrive
    arrive_drop: mbarrier_arrive_drop
    check_layout: mbarrier_check_layout
    complete_tx: mbarrier_complete_tx
    expect_tx: mbarrier_expect_tx
    init: mbarrier_init
    inval: mbarrier_inval
    pending_count: mbarrier_pending_count
    test_wait: mbarrier_test_wait
    try_wait: mbarrier_try_wait
class mbarrier_arrive(Words):
    b64 = _1
    expect_tx: mbarrier_arrive_expect_tx
    multicast__cluster__32b: mbarrier_arrive_1
    noComplete: mbarrier_arrive_noComplete
    relaxed: mbarrier_arrive_relaxed
    release: mbarrier_arrive_release
    shared: mbarrier_arrive_shared
    shared__cluster: mbarrier_arrive_2
    shared__cta: mbarrier_arrive_shared_cta
class mbarrier_arrive_drop(Words):
    b64 = _2
    expect_tx: mbarrier_arrive_drop_expect_tx
    multicast__cluster__32b: mbarrier_arrive_drop_1
    noComplete: mbarrier_arrive_drop_noComplete
    relaxed: mbarrier_arrive_drop_relaxed
    release: mbarrier_arrive_drop_release
    shared: mbarrier_arrive_drop_shared
    shared__cluster: mbarrier_arrive_drop_2
    shared__cta: mbarrier_arrive_drop_shared_cta
class mbarrier_check_layout(Words):
    layout__v0: mbarrier_check_layout_1
    layout__v1: mbarrier_check_layout_1
class mbarrier_complete_tx(Words):
    b64 = _3
    multicast__cluster__32b: mbarrier_complete_tx_1
    relaxed: mbarrier_complete_tx_relaxed
    shared: mbarrier_complete_tx_2
    shared__cluster: mbarrier_complete_tx_3
    shared__cta: mbarrier_complete_tx_2
class mbarrier_expect_tx(Words):
    b64 = _4
    multicast__cluster__32b: mbarrier_expect_tx_1
    relaxed: mbarrier_expect_tx_relaxed
    shared: mbarrier_expect_tx_2
    shared__cluster: mbarrier_expect_tx_3
    shared__cta: mbarrier_expect_tx_2
class mbarrier_init(Words):
    b64 = _5
    layout__v0: mbarrier_init_layout_v0
    layout__v1: mbarrier_init_layout_v1
    shared: mbarrier_init_shared
    shared__cta: mbarrier_init_shared_cta
class mbarrier_inval(Words):
    b64 = _6
    shared: mbarrier_inval_shared
    shared__cta: mbarrier_inval_shared_cta
class mbarrier_pending_count(Words):
    b64 = _7
    layout__v0: mbarrier_pending_count_layout_v0
class mbarrier_test_wait(Words):
    acquire: mbarrier_test_wait_acquire
    b64 = _8
    parity: mbarrier_test_wait_parity
    phase_type__primary: mbarrier_test_wait_phase_type_primary
    relaxed: mbarrier_test_wait_relaxed
    shared: mbarrier_test_wait_shared
    shared__cta: mbarrier_test_wait_shared_cta
class mbarrier_try_wait(Words):
    acquire: mbarrier_try_wait_acquire
    b64 = _9
    parity: mbarrier_try_wait_parity
    phase_type__primary: mbarrier_try_wait_phase_type_primary
    relaxed: mbarrier_try_wait_relaxed
    shared: mbarrier_try_wait_1
    shared__cta: mbarrier_try_wait_1
class mbarrier_arrive_expect_tx(Words):
    b64 = _10
    multicast__cluster__32b: mbarrier_arrive_expect_tx_1
    relaxed: mbarrier_arrive_expect_tx_relaxed
    release: mbarrier_arrive_expect_tx_release
    shared: mbarrier_arrive_expect_tx_2
    shared__cluster: mbarrier_arrive_expect_tx_3
    shared__cta: mbarrier_arrive_expect_tx_2
class mbarrier_arrive_1(Words):
    b64 = _11
class mbarrier_arrive_noComplete(Words):
    b64 = _12
    release: mbarrier_arrive_noComplete_release
    shared: mbarrier_arrive_noComplete_shared
    shared__cta: mbarrier_arrive_noComplete_shared_cta
class mbarrier_arrive_relaxed(Words):
    cluster: mbarrier_arrive_relaxed_1
    cta: mbarrier_arrive_relaxed_1
class mbarrier_arrive_release(Words):
    cluster: mbarrier_arrive_release_cluster
    cta: mbarrier_arrive_release_cta
class mbarrier_arrive_shared(Words):
    b64 = _1
class mbarrier_arrive_2(Words):
    b64 = _13
    multicast__cluster__32b: mbarrier_arrive_1
class mbarrier_arrive_shared_cta(Words):
    b64 = _14
class mbarrier_arrive_drop_expect_tx(Words):
    b64 = _15
    multicast__cluster__32b: mbarrier_arrive_drop_expect_tx_1
    relaxed: mbarrier_arrive_drop_expect_tx_relaxed
    release: mbarrier_arrive_drop_expect_tx_release
    shared: mbarrier_arrive_drop_expect_tx_2
    shared__cluster: mbarrier_arrive_drop_expect_tx_3
    shared__cta: mbarrier_arrive_drop_expect_tx_2
class mbarrier_arrive_drop_1(Words):
    b64 = _16
class mbarrier_arrive_drop_noComplete(Words):
    b64 = _17
    release: mbarrier_arrive_drop_noComplete_release
    shared: mbarrier_arrive_drop_noComplete_shared
    shared__cta: mbarrier_arrive_drop_noComplete_1
class mbarrier_arrive_drop_relaxed(Words):
    cluster: mbarrier_arrive_drop_relaxed_1
    cta: mbarrier_arrive_drop_relaxed_1
class mbarrier_arrive_drop_release(Words):
    cluster: mbarrier_arrive_drop_release_cluster
    cta: mbarrier_arrive_drop_release_cta
class mbarrier_arrive_drop_shared(Words):
    b64 = _2
class mbarrier_arrive_drop_2(Words):
    b64 = _18
    multicast__cluster__32b: mbarrier_arrive_drop_1
class mbarrier_arrive_drop_shared_cta(Words):
    b64 = _19
class mbarrier_check_layout_1(Words):
    b64 = _20
    shared: mbarrier_check_layout_2
    shared__cta: mbarrier_check_layout_2
class mbarrier_complete_tx_1(Words):
    b64 = _21
class mbarrier_complete_tx_relaxed(Words):
    cluster: mbarrier_complete_tx_relaxed_1
    cta: mbarrier_complete_tx_relaxed_1
class mbarrier_complete_tx_2(Words):
    b64 = _3
class mbarrier_complete_tx_3(Words):
    b64 = _22
    multicast__cluster__32b: mbarrier_complete_tx_1
class mbarrier_expect_tx_1(Words):
    b64 = _23
class mbarrier_expect_tx_relaxed(Words):
    cluster: mbarrier_expect_tx_relaxed_1
    cta: mbarrier_expect_tx_relaxed_1
class mbarrier_expect_tx_2(Words):
    b64 = _4
class mbarrier_expect_tx_3(Words):
    b64 = _24
    multicast__cluster__32b: mbarrier_expect_tx_1
class mbarrier_init_layout_v0(Words):
    b64 = _25
    shared: mbarrier_init_layout_v0_1
    shared__cta: mbarrier_init_layout_v0_1
class mbarrier_init_layout_v1(Words):
    b64 = _26
    shared: mbarrier_init_layout_v1_1
    shared__cta: mbarrier_init_layout_v1_1
class mbarrier_init_shared(Words):
    b64 = _5
class mbarrier_init_shared_cta(Words):
    b64 = _27
class mbarrier_inval_shared(Words):
    b64 = _6
class mbarrier_inval_shared_cta(Words):
    b64 = _28
class mbarrier_pending_count_layout_v0(Words):
    b64 = _29
class mbarrier_test_wait_acquire(Words):
    cluster: mbarrier_test_wait_acquire_cluster
    cta: mbarrier_test_wait_acquire_cta
class mbarrier_test_wait_parity(Words):
    acquire: mbarrier_test_wait_parity_acquire
    b64 = _30
    phase_type__conditional: mbarrier_test_wait_parity_1
    phase_type__primary: mbarrier_test_wait_parity_2
    relaxed: mbarrier_test_wait_parity_relaxed
    shared: mbarrier_test_wait_parity_shared
    shared__cta: mbarrier_test_wait_parity_shared_cta
class mbarrier_test_wait_phase_type_primary(Words):
    acquire: mbarrier_test_wait_phase_type_primary_1
    b64 = _31
    relaxed: mbarrier_test_wait_phase_type_primary_1
    shared: mbarrier_test_wait_phase_type_primary_2
    shared__cta: mbarrier_test_wait_phase_type_primary_2
class mbarrier_test_wait_relaxed(Words):
    cluster: mbarrier_test_wait_relaxed_1
    cta: mbarrier_test_wait_relaxed_1
class mbarrier_test_wait_shared(Words):
    b64 = _8
class mbarrier_test_wait_shared_cta(Words):
    b64 = _32
class mbarrier_try_wait_acquire(Words):
    cluster: mbarrier_try_wait_acquire_1
    cta: mbarrier_try_wait_acquire_1
class mbarrier_try_wait_parity(Words):
    acquire: mbarrier_try_wait_parity_acquire
    b64 = _33
    phase_type__conditional: mbarrier_try_wait_parity_1
    phase_type__primary: mbarrier_try_wait_parity_2
    relaxed: mbarrier_try_wait_parity_relaxed
    shared: mbarrier_try_wait_parity_3
    shared__cta: mbarrier_try_wait_parity_3
class mbarrier_try_wait_phase_type_primary(Words):
    acquire: mbarrier_try_wait_phase_type_primary_1
    b64 = _34
    relaxed: mbarrier_try_wait_phase_type_primary_1
    shared: mbarrier_try_wait_phase_type_primary_2
    shared__cta: mbarrier_try_wait_phase_type_primary_2
class mbarrier_try_wait_relaxed(Words):
    cluster: mbarrier_try_wait_relaxed_1
    cta: mbarrier_try_wait_relaxed_1
class mbarrier_try_wait_1(Words):
    b64 = _9
class mbarrier_arrive_expect_tx_1(Words):
    b64 = _35
class mbarrier_arrive_expect_tx_relaxed(Words):
    cluster: mbarrier_arrive_expect_tx_relaxed_1
    cta: mbarrier_arrive_expect_tx_relaxed_1
class mbarrier_arrive_expect_tx_release(Words):
    cluster: mbarrier_arrive_expect_tx_release_1
    cta: mbarrier_arrive_expect_tx_release_1
class mbarrier_arrive_expect_tx_2(Words):
    b64 = _10
class mbarrier_arrive_expect_tx_3(Words):
    b64 = _36
    multicast__cluster__32b: mbarrier_arrive_expect_tx_1
class mbarrier_arrive_noComplete_release(Words):
    cta: mbarrier_arrive_noComplete_release_cta
class mbarrier_arrive_noComplete_shared(Words):
    b64 = _12
class mbarrier_arrive_noComplete_shared_cta(Words):
    b64 = _37
class mbarrier_arrive_relaxed_1(Words):
    b64 = _38
    multicast__cluster__32b: mbarrier_arrive_1
    shared: mbarrier_arrive_relaxed_2
    shared__cluster: mbarrier_arrive_relaxed_3
    shared__cta: mbarrier_arrive_relaxed_2
class mbarrier_arrive_release_cluster(Words):
    b64 = _39
    multicast__cluster__32b: mbarrier_arrive_1
    shared: mbarrier_arrive_release_cluster_1
    shared__cluster: mbarrier_arrive_2
    shared__cta: mbarrier_arrive_release_cluster_1
class mbarrier_arrive_release_cta(Words):
    b64 = _40
    multicast__cluster__32b: mbarrier_arrive_1
    shared: mbarrier_arrive_release_cta_1
    shared__cluster: mbarrier_arrive_2
    shared__cta: mbarrier_arrive_release_cta_1
class mbarrier_arrive_drop_expect_tx_1(Words):
    b64 = _41
class mbarrier_arrive_drop_expect_tx_relaxed(Words):
    cluster: mbarrier_arrive_drop_expect_tx_relaxed_1
    cta: mbarrier_arrive_drop_expect_tx_relaxed_1
class mbarrier_arrive_drop_expect_tx_release(Words):
    cluster: mbarrier_arrive_drop_expect_tx_release_1
    cta: mbarrier_arrive_drop_expect_tx_release_1
class mbarrier_arrive_drop_expect_tx_2(Words):
    b64 = _15
class mbarrier_arrive_drop_expect_tx_3(Words):
    b64 = _42
    multicast__cluster__32b: mbarrier_arrive_drop_expect_tx_1
class mbarrier_arrive_drop_noComplete_release(Words):
    cta: mbarrier_arrive_drop_noComplete_release_1
class mbarrier_arrive_drop_noComplete_shared(Words):
    b64 = _17
class mbarrier_arrive_drop_noComplete_1(Words):
    b64 = _43
class mbarrier_arrive_drop_relaxed_1(Words):
    b64 = _44
    multicast__cluster__32b: mbarrier_arrive_drop_1
    shared: mbarrier_arrive_drop_relaxed_2
    shared__cluster: mbarrier_arrive_drop_relaxed_3
    shared__cta: mbarrier_arrive_drop_relaxed_2
class mbarrier_arrive_drop_release_cluster(Words):
    b64 = _45
    multicast__cluster__32b: mbarrier_arrive_drop_1
    shared: mbarrier_arrive_drop_release_cluster_1
    shared__cluster: mbarrier_arrive_drop_2
    shared__cta: mbarrier_arrive_drop_release_cluster_1
class mbarrier_arrive_drop_release_cta(Words):
    b64 = _46
    multicast__cluster__32b: mbarrier_arrive_drop_1
    shared: mbarrier_arrive_drop_release_cta_1
    shared__cluster: mbarrier_arrive_drop_2
    shared__cta: mbarrier_arrive_drop_release_cta_1
class mbarrier_check_layout_2(Words):
    b64 = _20
class mbarrier_complete_tx_relaxed_1(Words):
    b64 = _3
    multicast__cluster__32b: mbarrier_complete_tx_1
    shared: mbarrier_complete_tx_2
    shared__cluster: mbarrier_complete_tx_3
    shared__cta: mbarrier_complete_tx_2
class mbarrier_expect_tx_relaxed_1(Words):
    b64 = _4
    multicast__cluster__32b: mbarrier_expect_tx_1
    shared: mbarrier_expect_tx_2
    shared__cluster: mbarrier_expect_tx_3
    shared__cta: mbarrier_expect_tx_2
class mbarrier_init_layout_v0_1(Words):
    b64 = _25
class mbarrier_init_layout_v1_1(Words):
    b64 = _26
class mbarrier_test_wait_acquire_cluster(Words):
    b64 = _47
    shared: mbarrier_test_wait_acquire_cluster_1
    shared__cta: mbarrier_test_wait_acquire_cluster_1
class mbarrier_test_wait_acquire_cta(Words):
    b64 = _48
    shared: mbarrier_test_wait_acquire_cta_1
    shared__cta: mbarrier_test_wait_acquire_cta_1
class mbarrier_test_wait_parity_acquire(Words):
    cluster: mbarrier_test_wait_parity_acquire_1
    cta: mbarrier_test_wait_parity_acquire_cta
class mbarrier_test_wait_parity_1(Words):
    acquire: mbarrier_test_wait_parity_3
    b64 = _49
    relaxed: mbarrier_test_wait_parity_3
    shared: mbarrier_test_wait_parity_4
    shared__cta: mbarrier_test_wait_parity_4
class mbarrier_test_wait_parity_2(Words):
    acquire: mbarrier_test_wait_parity_5
    b64 = _50
    relaxed: mbarrier_test_wait_parity_5
    shared: mbarrier_test_wait_parity_6
    shared__cta: mbarrier_test_wait_parity_6
class mbarrier_test_wait_parity_relaxed(Words):
    cluster: mbarrier_test_wait_parity_relaxed_1
    cta: mbarrier_test_wait_parity_relaxed_1
class mbarrier_test_wait_parity_shared(Words):
    b64 = _30
class mbarrier_test_wait_parity_shared_cta(Words):
    b64 = _51
class mbarrier_test_wait_phase_type_primary_1(Words):
    cluster: mbarrier_test_wait_phase_type_primary_3
    cta: mbarrier_test_wait_phase_type_primary_3
class mbarrier_test_wait_phase_type_primary_2(Words):
    b64 = _31
class mbarrier_test_wait_relaxed_1(Words):
    b64 = _52
    shared: mbarrier_test_wait_relaxed_2
    shared__cta: mbarrier_test_wait_relaxed_2
class mbarrier_try_wait_acquire_1(Words):
    b64 = _53
    shared: mbarrier_try_wait_acquire_2
    shared__cta: mbarrier_try_wait_acquire_2
class mbarrier_try_wait_parity_acquire(Words):
    cluster: mbarrier_try_wait_parity_acquire_1
    cta: mbarrier_try_wait_parity_acquire_1
class mbarrier_try_wait_parity_1(Words):
    acquire: mbarrier_try_wait_parity_4
    b64 = _54
    relaxed: mbarrier_try_wait_parity_4
    shared: mbarrier_try_wait_parity_5
    shared__cta: mbarrier_try_wait_parity_5
class mbarrier_try_wait_parity_2(Words):
    acquire: mbarrier_try_wait_parity_6
    b64 = _55
    relaxed: mbarrier_try_wait_parity_6
    shared: mbarrier_try_wait_parity_7
    shared__cta: mbarrier_try_wait_parity_7
class mbarrier_try_wait_parity_relaxed(Words):
    cluster: mbarrier_try_wait_parity_relaxed_1
    cta: mbarrier_try_wait_parity_relaxed_1
class mbarrier_try_wait_parity_3(Words):
    b64 = _33
class mbarrier_try_wait_phase_type_primary_1(Words):
    cluster: mbarrier_try_wait_phase_type_primary_3
    cta: mbarrier_try_wait_phase_type_primary_3
class mbarrier_try_wait_phase_type_primary_2(Words):
    b64 = _34
class mbarrier_try_wait_relaxed_1(Words):
    b64 = _56
    shared: mbarrier_try_wait_relaxed_2
    shared__cta: mbarrier_try_wait_relaxed_2
class mbarrier_arrive_expect_tx_relaxed_1(Words):
    b64 = _57
    multicast__cluster__32b: mbarrier_arrive_expect_tx_1
    shared: mbarrier_arrive_expect_tx_relaxed_2
    shared__cluster: mbarrier_arrive_expect_tx_relaxed_3
    shared__cta: mbarrier_arrive_expect_tx_relaxed_2
class mbarrier_arrive_expect_tx_release_1(Words):
    b64 = _10
    multicast__cluster__32b: mbarrier_arrive_expect_tx_1
    shared: mbarrier_arrive_expect_tx_2
    shared__cluster: mbarrier_arrive_expect_tx_3
    shared__cta: mbarrier_arrive_expect_tx_2
class mbarrier_arrive_noComplete_release_cta(Words):
    b64 = _58
    shared: mbarrier_arrive_noComplete_release_cta_1
    shared__cta: mbarrier_arrive_noComplete_release_cta_1
class mbarrier_arrive_relaxed_2(Words):
    b64 = _38
class mbarrier_arrive_relaxed_3(Words):
    b64 = _59
    multicast__cluster__32b: mbarrier_arrive_1
class mbarrier_arrive_release_cluster_1(Words):
    b64 = _39
class mbarrier_arrive_release_cta_1(Words):
    b64 = _40
class mbarrier_arrive_drop_expect_tx_relaxed_1(Words):
    b64 = _60
    multicast__cluster__32b: mbarrier_arrive_drop_expect_tx_1
    shared: mbarrier_arrive_drop_expect_tx_relaxed_2
    shared__cluster: mbarrier_arrive_drop_expect_tx_relaxed_3
    shared__cta: mbarrier_arrive_drop_expect_tx_relaxed_2
class mbarrier_arrive_drop_expect_tx_release_1(Words):
    b64 = _15
    multicast__cluster__32b: mbarrier_arrive_drop_expect_tx_1
    shared: mbarrier_arrive_drop_expect_tx_2
    shared__cluster: mbarrier_arrive_drop_expect_tx_3
    shared__cta: mbarrier_arrive_drop_expect_tx_2
class mbarrier_arrive_drop_noComplete_release_1(Words):
    b64 = _61
    shared: mbarrier_arrive_drop_noComplete_release_2
    shared__cta: mbarrier_arrive_drop_noComplete_release_2
class mbarrier_arrive_drop_relaxed_2(Words):
    b64 = _44
class mbarrier_arrive_drop_relaxed_3(Words):
    b64 = _62
    multicast__cluster__32b: mbarrier_arrive_drop_1
class mbarrier_arrive_drop_release_cluster_1(Words):
    b64 = _45
class mbarrier_arrive_drop_release_cta_1(Words):
    b64 = _46
class mbarrier_test_wait_acquire_cluster_1(Words):
    b64 = _47
class mbarrier_test_wait_acquire_cta_1(Words):
    b64 = _48
class mbarrier_test_wait_parity_acquire_1(Words):
    b64 = _63
    shared: mbarrier_test_wait_parity_acquire_2
    shared__cta: mbarrier_test_wait_parity_acquire_2
class mbarrier_test_wait_parity_acquire_cta(Words):
    b64 = _64
    shared: mbarrier_test_wait_parity_acquire_cta_1
    shared__cta: mbarrier_test_wait_parity_acquire_cta_1
class mbarrier_test_wait_parity_3(Words):
    cluster: mbarrier_test_wait_parity_7
    cta: mbarrier_test_wait_parity_7
class mbarrier_test_wait_parity_4(Words):
    b64 = _49
class mbarrier_test_wait_parity_5(Words):
    cluster: mbarrier_test_wait_parity_8
    cta: mbarrier_test_wait_parity_8
class mbarrier_test_wait_parity_6(Words):
    b64 = _50
class mbarrier_test_wait_parity_relaxed_1(Words):
    b64 = _65
    shared: mbarrier_test_wait_parity_relaxed_2
    shared__cta: mbarrier_test_wait_parity_relaxed_2
class mbarrier_test_wait_phase_type_primary_3(Words):
    b64 = _31
    shared: mbarrier_test_wait_phase_type_primary_2
    shared__cta: mbarrier_test_wait_phase_type_primary_2
class mbarrier_test_wait_relaxed_2(Words):
    b64 = _52
class mbarrier_try_wait_acquire_2(Words):
    b64 = _53
class mbarrier_try_wait_parity_acquire_1(Words):
    b64 = _66
    shared: mbarrier_try_wait_parity_acquire_2
    shared__cta: mbarrier_try_wait_parity_acquire_2
class mbarrier_try_wait_parity_4(Words):
    cluster: mbarrier_try_wait_parity_8
    cta: mbarrier_try_wait_parity_8
class mbarrier_try_wait_parity_5(Words):
    b64 = _54
class mbarrier_try_wait_parity_6(Words):
    cluster: mbarrier_try_wait_parity_9
    cta: mbarrier_try_wait_parity_9
class mbarrier_try_wait_parity_7(Words):
    b64 = _55
class mbarrier_try_wait_parity_relaxed_1(Words):
    b64 = _67
    shared: mbarrier_try_wait_parity_relaxed_2
    shared__cta: mbarrier_try_wait_parity_relaxed_2
class mbarrier_try_wait_phase_type_primary_3(Words):
    b64 = _34
    shared: mbarrier_try_wait_phase_type_primary_2
    shared__cta: mbarrier_try_wait_phase_type_primary_2
class mbarrier_try_wait_relaxed_2(Words):
    b64 = _56
class mbarrier_arrive_expect_tx_relaxed_2(Words):
    b64 = _57
class mbarrier_arrive_expect_tx_relaxed_3(Words):
    b64 = _68
    multicast__cluster__32b: mbarrier_arrive_expect_tx_1
class mbarrier_arrive_noComplete_release_cta_1(Words):
    b64 = _58
class mbarrier_arrive_drop_expect_tx_relaxed_2(Words):
    b64 = _60
class mbarrier_arrive_drop_expect_tx_relaxed_3(Words):
    b64 = _69
    multicast__cluster__32b: mbarrier_arrive_drop_expect_tx_1
class mbarrier_arrive_drop_noComplete_release_2(Words):
    b64 = _61
class mbarrier_test_wait_parity_acquire_2(Words):
    b64 = _63
class mbarrier_test_wait_parity_acquire_cta_1(Words):
    b64 = _64
class mbarrier_test_wait_parity_7(Words):
    b64 = _49
    shared: mbarrier_test_wait_parity_4
    shared__cta: mbarrier_test_wait_parity_4
class mbarrier_test_wait_parity_8(Words):
    b64 = _50
    shared: mbarrier_test_wait_parity_6
    shared__cta: mbarrier_test_wait_parity_6
class mbarrier_test_wait_parity_relaxed_2(Words):
    b64 = _65
class mbarrier_try_wait_parity_acquire_2(Words):
    b64 = _66
class mbarrier_try_wait_parity_8(Words):
    b64 = _54
    shared: mbarrier_try_wait_parity_5
    shared__cta: mbarrier_try_wait_parity_5
class mbarrier_try_wait_parity_9(Words):
    b64 = _55
    shared: mbarrier_try_wait_parity_7
    shared__cta: mbarrier_try_wait_parity_7
class mbarrier_try_wait_parity_relaxed_2(Words):
    b64 = _67
