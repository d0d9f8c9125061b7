"""Objects in notebooks: text and HTML, pictures that are SVG."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.errors import SimFault
from pyptx.inspect import diff, explain_descriptor, fragment, swizzle
from pyptx.layouts.descriptors import TCGEN05_MATRIX, WGMMA_MATRIX
from pyptx.layouts.instruction import KINDS, instruction_descriptor
from pyptx.layouts.tensor_map import TensorMap
from pyptx.notebook import Picture, folded
from pyptx.program import directing
from pyptx.svg import FONT_SIZE, width_of
from pyptx.toolchain import find_or_none
from pyptx.types import f32
from tests.sim import broken_ring

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

X = np.zeros((6, 64), np.float32)
SVG = "{http://www.w3.org/2000/svg}"


@kernel(in_specs=(Tile("N", f32),), grid=(1,), block=(64,), arch="sm_80", mutates=("X",))
def reversing(X: Any) -> None:
    """Reverse a row without a barrier."""
    (px,) = ptx.global_ptrs(X)
    tile = smem.alloc(f32, (64,))
    tid = ptx.special.tid.x()
    x, y = reg.array(f32, 2)
    ptx.inst.ld.global_.f32(x, ptx.addr(px + tid * 4))
    tile[tid] = x
    ptx.mov(y, tile[63 - tid])
    ptx.inst.st.global_.f32(ptx.addr(px + tid * 4), y)


def fault_of(launch: Callable[[], object]) -> SimFault:
    with directing("sim", checks="all"), pytest.raises(SimFault) as caught:
        launch()
    return caught.value


def report() -> Any:
    with directing("sim", timeline=True, profile=True) as launches:
        broken_ring.broken_ring()(X)
    return launches[0]


SHOWN: dict[str, Callable[[], Any]] = {
    "race": lambda: fault_of(lambda: reversing(np.zeros(64, np.float32))),
    "deadlock": lambda: fault_of(lambda: broken_ring.broken_ring("wrong parity")(X)),
    "report": report,
    "timeline": lambda: report().detail.timeline,
    "profile": lambda: report().detail.profile,
    "kernel": lambda: reversing,
    "program": lambda: reversing.program(N=64),
    "resources": lambda: reversing.report(N=64),
    "perf": lambda: reversing.perf(N=64),
    "tensor map": lambda: TensorMap.tiled("bf16", (4096, 2048), (64, 128), swizzle="128B"),
    "row map": lambda: TensorMap.tiled("bf16", (256,), (64,)),
    "diff": lambda: diff(reversing.program(N=64), broken_ring.broken_ring().program()),
    "fragment": lambda: fragment("m16n8k16", "bf16", "a"),
    "swizzle": lambda: swizzle("128B"),
    "descriptor": lambda: explain_descriptor(instruction_descriptor("f16", m=128, n=256, a="bf16", b="bf16")),
}


def require_readable(drawing: ET.Element) -> None:
    """Assert that words lie in the drawing, and beside each other."""
    left, top, width, height = map(float, drawing.get("viewBox", "").split())
    places: list[tuple[float, float, float, str]] = []
    for words in drawing.iter(f"{SVG}text"):
        wide = width_of(words.text or "")
        share = {"start": 0, "middle": 0.5, "end": 1}[words.get("text-anchor", "start")]
        places.append(
            (
                float(words.get("y", "")),
                start := float(words.get("x", "")) - share * wide,
                start + wide,
                words.text or "",
            )
        )
    for line, start, end, said in places:
        assert left <= start, said
        assert end <= left + width, said
        assert top + FONT_SIZE / 2 <= line <= top + height, said
    for (line, _, end, said), (other, start, _, beside) in itertools.pairwise(sorted(places)):
        assert line < other or end <= start + 1, (said, beside)


NEEDS_DISASSEMBLER = pytest.mark.skipif(find_or_none("nvdisasm") is None, reason="nvdisasm is not installed")
SKIPS = {"perf": (NEEDS_DISASSEMBLER, pytest.mark.ptxas), "resources": (pytest.mark.ptxas,)}


@pytest.mark.parametrize("name", [pytest.param(name, marks=SKIPS.get(name, ())) for name in SHOWN])
def test_a_notebook_gets_text_and_static_html(name: str) -> None:
    shown = SHOWN[name]()._repr_mimebundle_()
    assert shown["text/plain"]
    drawings = re.findall(r"<svg.*?</svg>", shown["text/html"], re.DOTALL)
    for drawing in drawings:
        require_readable(ET.fromstring(drawing))
    assert bool(drawings) == (name not in ("profile", "kernel", "program", "diff"))
    assert "<script" not in shown["text/html"]
    assert not re.search(r'(src|href)="', shown["text/html"])


def test_the_picture_of_a_race_has_both_accesses() -> None:
    picture = SHOWN["race"]()._repr_mimebundle_()["text/html"]
    lines = [number for number in range(1, 60) if f"test_notebook_pictures.py:{number}<" in picture]
    assert len(lines) == 2
    assert "no order" in picture
    assert ">race on tile[63]: two accesses without an order</text>" in picture


def test_the_picture_of_a_deadlock_has_what_the_barriers_lack() -> None:
    picture = SHOWN["deadlock"]()._repr_mimebundle_()["text/html"].partition("<details")[0]
    assert "full[0]: lacks 1 arrival in phase 0" in picture
    assert "empty[0]: lacks 64 arrivals in phase 0" in picture
    assert ">deadlock: threads and the objects they wait for</text>" in picture


def test_a_picture_is_a_string_that_is_saved_as_svg(tmp_path: Path) -> None:
    picture = swizzle("64B")
    assert isinstance(picture, str)
    picture.save(str(tmp_path / "swizzle.svg"))
    root = ET.parse(tmp_path / "swizzle.svg").getroot()
    assert len(root.findall(f"{SVG}rect")) == 8 * 4


@pytest.mark.parametrize(("name", "cost"), [(None, "8 passes"), ("128B", "1 pass, without conflict")])
def test_the_drawing_of_a_swizzle_has_its_conflicts(name: str | None, cost: str) -> None:
    assert f"as ldmatrix reads them: {cost}</text>" in swizzle(name).svg


def test_the_box_of_a_row_is_a_part_of_it() -> None:
    drawing = SHOWN["row map"]()._repr_mimebundle_()["text/html"].partition("</svg>")[0]
    row, box, _ = ET.fromstring(f"{drawing}</svg>").iter(f"{SVG}rect")
    assert float(box.get("width", "")) == float(row.get("width", "")) / 4
    assert box.get("height") == row.get("height")


def test_long_texts_are_cut_and_escaped() -> None:
    html = folded("\n".join(f"{number} < 1000" for number in range(1000)))
    assert "399 &lt; 1000" in html
    assert "400 &lt; 1000" not in html
    assert "600 more lines" in html
    assert html.count("0 &lt; 1000") - html.count("0 &lt; 1000\n") == 1  # the summary, which is not repeated
    plain = Picture("\n".join(map(str, range(1000))), "<svg/>")._repr_mimebundle_()["text/plain"]
    assert plain.endswith("\n399\n… 600 more lines; print() shows all")
    shown = Picture("<b>", "<svg/>")._repr_mimebundle_()["text/html"]
    assert re.fullmatch("<svg/><pre [^>]*monospace[^>]*>&lt;b&gt;</pre>", shown)


@pytest.mark.parametrize("layout", [WGMMA_MATRIX, TCGEN05_MATRIX])
def test_explained_fields_are_those_that_were_encoded(layout: Any) -> None:
    values = {"address": 0x2400, "leading": 4096, "stride": 1024}
    said = explain_descriptor(layout.encode(**values), layout.name.partition(" ")[0])
    for name, value in values.items():
        assert re.search(rf"{name} +{value:,} bytes", said)


@pytest.mark.parametrize("kind", KINDS)
def test_types_of_instruction_descriptors_have_names(kind: str) -> None:
    of = KINDS[kind]
    scale = of.scales[0][0] if of.scales else None
    word = instruction_descriptor(
        kind, m=128, n=64, a=of.types[-1], b=of.types[-1], d=of.d[0], scale_type=scale
    )
    said = explain_descriptor(word)
    assert re.search(rf"a_type +({'|'.join(of.types)})\n", said)
    assert re.search(r"\bn +64\n", said)


def test_bits_are_drawn_with_the_high_ones_on_the_left(tmp_path: Path) -> None:
    explain_descriptor(1, "wgmma").save(str(tmp_path / "word.svg"))
    boxes = {
        title.text: float(box.get("x", "0"))
        for box in ET.parse(tmp_path / "word.svg").iter(f"{SVG}rect")
        for title in box.iter(f"{SVG}title")
    }
    places = [boxes[f"bit {bit}"] for bit in range(64)]
    assert places == sorted(set(places), reverse=True)
    assert places[63] == 0


def test_bits_that_no_field_has_are_shown() -> None:
    assert "14  (unused)     1, but must be 0" in explain_descriptor(1 << 14, "wgmma")


@pytest.mark.parametrize(
    ("word", "of", "said"),
    [
        (1 << 64, "wgmma", "has 64 bits"),
        (1 << 32, "f16", "has 32 bits"),
        (0, "wgma", "did you mean"),
        (0, None, "a number needs of=, one of wgmma"),
        (-1, "tcgen05", "has 64 bits"),
    ],
)
def test_words_that_are_no_descriptor_are_refused(word: int, of: str | None, said: str) -> None:
    with pytest.raises(ValueError, match=f"explain_descriptor: .*{said}"):
        explain_descriptor(word, of)
