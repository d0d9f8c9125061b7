"""GPUs: their rates, from published sources.

* Multiprocessors, clocks, peaks, memory: the whitepapers of A100, H100 and Blackwell, the data sheet of H200.
* Operations per clock: the table of throughputs in the CUDA C++ programming guide.
* Bytes per clock from L2: 5120 on an A100 (whitepaper), 6154 on an H100 (heuristics of DeepGEMM);
  others are bound by the 64 bytes per clock of the port of a multiprocessor.
* Least latencies: "Demystifying the Nvidia Ampere Architecture through Microbenchmarking and
  Instruction-level Analysis" (2022); they are assumed for later generations, too.
"""

from __future__ import annotations

from pyptx.arch import Arch, arch, runs_on
from pyptx.errors import LaunchError, did_you_mean
from pyptx.record import record

PORT_BYTES = 64
"""Bytes per clock that a multiprocessor takes from the L2 cache at most."""
SHARED_BYTES = 128
"""Bytes per clock of the banks of shared memory."""
SPECIAL_LANES = 16
"""Lanes per clock of a multiprocessor for `ex2`, `rsqrt`, and conversions between integers and floats."""
INTEGER_LANES = 64
"""Lanes per clock of a multiprocessor for integer, logical and comparison instructions."""


@record(frozen=True, slots=True)
class Card:
    """A GPU.

    >>> from pyptx.perf import CARDS
    >>> h100 = CARDS["H100"]
    >>> h100.target, h100.sms, round(h100.sms * h100.clock * h100.float_lanes * 2 / 1e12)
    ('sm_90a', 132, 62)

    Attributes:
        name: Its name.
        target: The target of its machine code.
        sms: Multiprocessors.
        clock: Clocks per second for which its peaks are stated.
        matrix_bits: Bits of operands that the tensor cores of a multiprocessor multiply per clock, dense: the
            multiplications per clock, times the bits of an element.
        float_lanes: Lanes per clock of a multiprocessor for `fma.f32`.
        memory_bytes: Bytes per second of its memory.
        cache_bytes: Bytes per clock from its L2 cache to one multiprocessor, when all read.
        bytes_in_flight: Bytes that loads of a multiprocessor must have pending to keep its memory busy:
            bandwidth times a latency of 400 ns.
    """

    name: str
    target: str
    sms: int
    clock: float
    matrix_bits: int
    float_lanes: int
    memory_bytes: float
    cache_bytes: float
    bytes_in_flight: int

    @property
    def arch(self) -> Arch:
        """Its target."""
        return arch(self.target)

    @property
    def memory_bytes_per_clock(self) -> float:
        """Bytes per clock from its memory to one multiprocessor, when all read."""
        return self.memory_bytes / self.clock / self.sms


def _card(
    name: str,
    target: str,
    sms: int,
    clock: float,
    matrix_bits: int,
    float_lanes: int,
    memory_bytes: float,
    cache_bytes: float | None = None,
) -> Card:
    """A row of the table; `cache_bytes` of all multiprocessors together, None for that of their ports."""
    each = PORT_BYTES if cache_bytes is None else min(cache_bytes / sms, PORT_BYTES)
    flight = int(memory_bytes * 400e-9 / sms)
    return Card(name, target, sms, clock, matrix_bits, float_lanes, memory_bytes, each, flight)


CARDS = {
    card.name: card
    for card in (
        _card("A100", "sm_80", 108, 1.41e9, 1 << 14, 64, 2.039e12, 5120),
        _card("H100", "sm_90a", 132, 1.83e9, 1 << 15, 128, 3.35e12, 6154),
        _card("H200", "sm_90a", 132, 1.83e9, 1 << 15, 128, 4.8e12, 6154),
        _card("B200", "sm_100a", 148, 1.85e9, 1 << 16, 128, 8.0e12),
    )
}
"""The cards by name."""


def cards_for(target: Arch, name: str | None = None) -> tuple[Card, ...]:
    """Return the cards to report on for code of a target: those of the first generation that runs it.

    >>> from pyptx.arch import arch
    >>> [card.name for card in cards_for(arch("sm_90a"))]
    ['H100', 'H200']

    Args:
        target: Target of the PTX.
        name: Name of one card instead.

    Raises:
        LaunchError: There is no such card, or none that runs the code.
    """
    able = [card for card in CARDS.values() if runs_on(target.name, card.arch)]
    if name is not None:
        if name.upper() not in CARDS:
            raise LaunchError(
                f"no card {name!r} is known{did_you_mean(name.upper(), CARDS)}: {', '.join(CARDS)}"
            )
        if CARDS[name.upper()] not in able:
            raise LaunchError(f"code for {target.name} does not run on {name.upper()}")
        return (CARDS[name.upper()],)
    if not able:
        raise LaunchError(f"code for {target.name} runs on none of {', '.join(CARDS)}")
    return tuple(card for card in able if card.target == able[0].target)


FILL_CLOCKS = 200
"""Clocks from a bulk copy to its data, at least: the latency of the L2 cache."""

LEAST_LATENCY = {
    "LDG": 33, "LD": 33, "LDL": 33, "LDGSTS": 0, "LDS": 23, "LDSM": 23, "SHFL": 22, "MUFU": 18, "ATOMS": 23,
    "LDC": 8, "S2R": 8, "S2UR": 8, "R2UR": 8, "I2F": 14, "F2I": 14, "ATOMG": 200, "ATOM": 200, "REDUX": 10,
}  # fmt: skip
"""Clocks from the issue of an instruction of variable latency until its scoreboard can be free, at least."""
