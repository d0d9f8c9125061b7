"""The clocks of dependent instructions, from control codes and the costs of MMAs."""

from __future__ import annotations

import pytest

from pyptx.perf import CARDS
from pyptx.perf.chain import chain_clocks
from pyptx.perf.costs import Mma
from pyptx.perf.machine import Control, MachineInstruction

CARD = CARDS["H100"]
MMA = Mma(bits=CARD.matrix_bits * 32, flops=0, whole=False)
"""An MMA that occupies a quarter of a multiprocessor for 128 clocks."""
PRODUCT, ADD = "HGMMA.64x64x16.F32", "FADD"


def instructions(*written: tuple[str, str]) -> list[MachineInstruction]:
    control = Control(2, yields=False, write_barrier=None, read_barrier=None, waits=(), reuse=())
    return [
        MachineInstruction(16 * at, "", opcode, operands, control, None)
        for at, (opcode, operands) in enumerate(written)
    ]


@pytest.mark.parametrize(
    ("pending", "repeated", "clocks"),
    [(0, False, 2 + 128 + 128), (1, False, 2 + 128), (2, False, 8), (0, True, 2 + 128 + 128)],
)
def test_a_wait_for_groups_takes_as_long_as_their_products(
    pending: int, repeated: bool, clocks: float
) -> None:
    code = instructions(
        (ADD, "R0, R1, R2"),
        (PRODUCT, "R24, gdesc[UR8], R24, gsb0"),
        (PRODUCT, "R24, gdesc[UR8], R24, gsb0"),
        ("WARPGROUP.DEPBAR.LE", f"gsb0, {pending:#x}"),
    )
    mmas = {each.address: MMA for each in code if each.opcode == PRODUCT}
    assert chain_clocks(code, mmas, CARD, repeated=repeated) == pytest.approx(clocks, abs=6)
