"""Target architectures (`sm_90a`): family, suffix and limits.

The lowest PTX version of a target and of an instruction are facts of `pyptx.isa.availability`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches


@dataclass(frozen=True, slots=True)
class SmLimits:
    """What the CTAs on one multiprocessor share.

    Attributes:
        threads: Threads of all of them.
        ctas: How many there may be.
        shared_bytes: Shared memory, with what the system reserves of it for each CTA.
        barriers: Named barriers; None where they bound nothing.
        registers: 32-bit registers.
    """

    threads: int
    ctas: int
    shared_bytes: int
    barriers: int | None
    registers: int = 64 * 1024


@dataclass(frozen=True, slots=True)
class Arch:
    """A `.target` (manual section 11.1.2) and what a CTA may use on it.

    >>> hopper = arch("sm_90a")
    >>> hopper.capability, hopper.suffix, hopper.family, hopper.max_shared_bytes
    ((9, 0), 'a', 'hopper', 232448)

    Attributes:
        name: Spelling in `.target`.
        number: 90 of ``sm_90a``.
        suffix: ``"a"`` architecture-specific, ``"f"`` family-specific, or ``""``.
        family: ``"turing"``, ``"ampere"``, ``"ada"``, ``"hopper"`` or ``"blackwell"``.
        max_shared_bytes: Shared memory one CTA may use, in bytes, static and dynamic together.
        max_cluster: CTAs of the largest portable cluster; 1 where there are no clusters.
        sm: What all CTAs on one multiprocessor share; None where that is not published.
    """

    name: str
    number: int
    suffix: str
    family: str
    max_shared_bytes: int
    max_cluster: int
    sm: SmLimits | None

    @property
    def capability(self) -> tuple[int, int]:
        """Compute capability, major and minor."""
        return divmod(self.number, 10)

    @property
    def largest_cluster(self) -> int:
        """CTAs of the largest cluster a launch may ask for, portable or not."""
        return 16 if 90 <= self.number < 120 else self.max_cluster


MAX_CTA_THREADS = 1024
MAX_CTA_DIM = (1024, 1024, 64)
MAX_GRID_DIM = (2**31 - 1, 65535, 65535)
STATIC_SHARED_BYTES = 48 * 1024


_KIB = 1024
_ROWS = (
    # number, family, suffixes, KiB of shared memory per CTA; per SM: its KiB, threads, CTAs, barriers
    # (CUDA C++ programming guide, compute capabilities; occupancy rules of the toolkit)
    (75,  "turing",    "",   64,  64,   1024, 16,   None),
    (80,  "ampere",    "",   163, 164,  2048, 32,   None),
    (86,  "ampere",    "",   99,  100,  1536, 16,   None),
    (87,  "ampere",    "",   163, 164,  1536, 16,   None),
    (88,  "ampere",    "",   99,  100,  1536, 16,   None),
    (89,  "ada",       "",   99,  100,  1536, 24,   None),
    (90,  "hopper",    "a",  227, 228,  2048, 32,   64),
    (100, "blackwell", "af", 227, 228,  2048, 32,   64),
    (103, "blackwell", "af", 227, 228,  2048, 32,   32),
    (107, "blackwell", "af", 227, None, None, None, None),
    (110, "blackwell", "af", 227, 228,  1536, 24,   24),
    (120, "blackwell", "af", 99,  100,  1536, 24,   24),
    (121, "blackwell", "af", 99,  100,  1536, 24,   24),
)  # fmt: skip


def _limits(kib: int | None, threads: int | None, ctas: int | None, barriers: int | None) -> SmLimits | None:
    """The limits of a row, where it has them."""
    if kib is None or threads is None or ctas is None:
        return None
    return SmLimits(threads=threads, ctas=ctas, shared_bytes=kib * _KIB, barriers=barriers)


ARCHS: dict[str, Arch] = {
    f"sm_{number}{suffix}": Arch(
        name=f"sm_{number}{suffix}",
        number=number,
        suffix=suffix,
        family=family,
        max_shared_bytes=kib * _KIB,
        max_cluster=8 if number >= 90 else 1,
        sm=_limits(*limits),
    )
    for number, family, suffixes, kib, *limits in _ROWS
    for suffix in ("", *suffixes)
}


def arch(name: str) -> Arch:
    """Return the target called `name`.

    Raises:
        ValueError: There is no such target; the message lists what is nearest.
    """
    known = ARCHS.get(name)
    if known is None:
        close = get_close_matches(name, ARCHS, n=3, cutoff=0.4)
        guess = f"; did you mean {close[0]}?" if close else ""
        raise ValueError(f"no target {name!r}{guess} Known: {' '.join(ARCHS)}")
    return known


def oldest_running(name: str) -> Arch:
    """Return the target called `name`, or the oldest one here, which runs the code of those before it.

    >>> oldest_running("sm_86").name, oldest_running("sm_52").name
    ('sm_86', 'sm_75')

    Raises:
        ValueError: There is no such target.
    """
    oldest = min(ARCHS.values(), key=lambda known: known.number)
    number = name.removeprefix("sm_")
    return oldest if number.isdecimal() and 10 <= int(number) < oldest.number else arch(name)


def for_capability(major: int, minor: int) -> Arch:
    """Return the most specific target of a device with this compute capability.

    >>> for_capability(9, 0).name, for_capability(8, 6).name
    ('sm_90a', 'sm_86')

    Raises:
        ValueError: The device is older or newer than any target known here.
    """
    base = f"sm_{major}{minor}"
    for name in (f"{base}a", base):
        if name in ARCHS:
            return ARCHS[name]
    raise ValueError(f"compute capability {major}.{minor} has no target here; known: {' '.join(ARCHS)}")


def runs_on(target: str, device: Arch) -> bool:
    """Whether code for `target` runs on `device`.

    >>> runs_on("sm_80", arch("sm_90a")), runs_on("sm_90a", arch("sm_100a"))
    (True, False)
    """
    wanted = arch(target)
    if wanted.suffix == "a":
        return wanted.number == device.number
    if wanted.suffix == "f":
        return wanted.number // 10 == device.number // 10 and wanted.number <= device.number
    return wanted.number <= device.number


_TARGET = re.compile(r"sm_\d+[af]?\Z")


def is_target(word: str) -> bool:
    """Whether `word` has the shape of a target, known here or not."""
    return _TARGET.match(word) is not None
