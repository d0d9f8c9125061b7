"""The page of `pyptx view`: its lines are joined as the program says, and it loads nothing."""

from __future__ import annotations

import base64
import re
import zlib
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from click.testing import CliRunner

from pyptx import Tile, kernel, ptx
from pyptx.cli import main
from pyptx.errors import MissingToolError, SimFault
from pyptx.perf.machine import machine_code
from pyptx.program import directing, from_ptx
from pyptx.types import f32
from pyptx.view import View, view

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PTX = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry {name}()
{{
    bar.sync {barrier};
    ret;
}}
"""
FILE = """
import numpy as np
from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.types import f32

@kernel(in_specs=(Tile("N", f32),), grid=(1,), block=(64,), arch="sm_80", mutates=("X",))
def flip(X):
    (px,) = ptx.global_ptrs(X)
    tile = smem.alloc(f32, (64 * STRIDE,))
    tid = ptx.special.tid.x()
    x, y = reg.array(f32, 2)
    ptx.inst.ld.global_.f32(x, ptx.addr(px + tid * 4))
    tile[tid * STRIDE] = x
    BARRIER
    ptx.mov(y, tile[(63 - tid) * STRIDE])
    ptx.inst.st.global_.f32(ptx.addr(px + tid * 4), y)

def main(rounds=1):
    for _ in range(rounds):
        flip(np.zeros(64, np.float32))
"""
BARRIER = "ptx.bar.sync(0)"


class Rows(HTMLParser):
    """The keys of the rows of a page, by column, and the addresses that it would load."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.columns: list[list[list[str]]] = []
        self.loaded: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag == "section":
            self.columns.append([])
        if tag == "tr" and said.get("data-k"):
            self.columns[-1].append(str(said["data-k"]).split())
        self.loaded += [str(value) for name, value in attrs if name in ("src", "href")]


@pytest.fixture
def command(tmp_path: Path) -> Callable[..., tuple[int, str]]:
    """Write a file, view it, and return exit code and page."""

    def run(text: str, *words: str) -> tuple[int, str]:
        file, page = tmp_path / "file.py", tmp_path / "page.html"
        file.write_text(text)
        done = CliRunner().invoke(main, ["view", str(file), *words, "-o", str(page)])
        assert page.exists(), done.output
        return done.exit_code, page.read_text()

    return run


def test_lines_are_joined_as_program_and_machine_code_say(command: Any) -> None:
    code, page = command(FILE.replace("STRIDE", "1").replace("BARRIER", BARRIER))
    assert code == 0
    python, ptx_rows, machine = Rows(page).columns
    assert len(python) == len({tuple(keys) for keys in python})
    written = {key for keys in ptx_rows for key in keys if key[0] == "y"}
    assert written == {key for (key,) in python}
    lines = {keys[0]: keys for keys in ptx_rows}
    assert all(lines[keys[0]] == keys for keys in machine)
    assert len(machine) > 10


def test_machine_instructions_have_the_lines_that_the_reader_gives() -> None:
    program = from_ptx(PTX.format(name="wait", barrier=0))
    function, _ = machine_code(program)
    _, _, machine = Rows(view([View(program)])).columns
    assert machine == [[f"p0.{each.ptx_line}"] for each in function.instructions if each.ptx_line]


def test_counters_stand_beside_the_lines(command: Any) -> None:
    _, page = command(FILE.replace("STRIDE", "32").replace("BARRIER", BARRIER))
    rows = re.findall(r"<tr data-k.*?(?=<tr|</table)", page, re.DOTALL)
    (store,) = (row for row in rows if "st.shared.f32" in row)
    assert "data-h=64" in store
    assert "<td class=bad>+62" in store


def test_slow_spots_are_on_their_lines(command: Any) -> None:
    _, page = command(FILE.replace("STRIDE", "32").replace("BARRIER", BARRIER))
    _, ptx_column, _ = page.split("<section>")[1:]
    noted = ptx_column[: ptx_column.index("bank-conflict")].rpartition("data-k=")[2]
    assert "st.shared.f32" in noted


def test_a_fault_is_on_its_line_in_both_columns(command: Any) -> None:
    code, page = command(FILE.replace("STRIDE", "1").replace("BARRIER", ""), "--check", "races")
    assert code == 1
    python, ptx_column, _ = page.split("<section>")[1:]
    assert "tile[(63 - tid) * 1]" in python.partition("<tr class=fault>")[0].rpartition("<tr")[2]
    assert "ld.shared.f32" in ptx_column.partition("<tr class=fault>")[0].rpartition("<tr")[2]
    assert "no order" in page
    other = ptx_column.partition("<tr class=other>")
    assert "st.shared.f32" in other[0].rpartition("<tr")[2]
    line = re.search(r'<tr data-k="[^"]*"><td>(\d+)<td><td><td><td>[^<]*ld.shared.f32', ptx_column)
    assert line is not None
    assert f"race: the other access is on PTX line {line[1]}<" in other[2]
    assert "<h2>PTX</h2>" in page  # without a profile there are no counters


def test_a_page_loads_nothing(command: Any) -> None:
    _, page = command(FILE.replace("STRIDE", "1").replace("BARRIER", BARRIER), "rounds=2")
    assert Rows(page).loaded == []
    assert "@import" not in page
    assert len(page) < 60_000


def test_a_large_page_is_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    views = [View(from_ptx(PTX.format(name="a", barrier=0)))]
    plain = view(views)
    tables = plain[plain.index("<main>") : plain.rindex("</main>") + len("</main>")]
    monkeypatch.setattr("pyptx.view.page.MOST_BYTES", len(tables.encode()))
    assert view(views) == plain
    monkeypatch.setattr("pyptx.view.page.MOST_BYTES", len(tables.encode()) - 1)
    before, _, rest = view(views).partition("<template id=packed>")
    packed, _, after = rest.partition("</template>")
    assert zlib.decompress(base64.b64decode(packed)).decode() == tables
    assert before + tables + after == plain
    assert 'getElementById("packed")' in after


def test_one_kernel_is_shown_without_running(command: Any) -> None:
    text = FILE.replace("STRIDE", "1").replace("BARRIER", BARRIER)
    code, page = command(text + "\nmain = None\n", "N=64")
    assert code == 0
    assert "data-h=" not in page


def test_sizes_that_no_main_of_the_second_file_takes_propose_a_kernel(tmp_path: Path) -> None:
    file = tmp_path / "file.py"
    file.write_text(FILE.replace("STRIDE", "1").replace("BARRIER", BARRIER))
    words = ["view", f"{file}:flip", "N=64", "--against", str(file), "-o", str(tmp_path / "page.html")]
    done = CliRunner().invoke(main, words)
    assert "unexpected keyword argument 'N'; for a kernel of the file: --against " in done.stderr
    assert f"{file}:NAME" in done.stderr
    assert done.exit_code == 2


def test_two_programs_are_compared_line_by_line() -> None:
    first, second = (
        from_ptx(PTX.format(name=name, barrier=barrier)) for name, barrier in (("a", 0), ("b", 1))
    )
    page = view([View(first), View(second)], compare=True)
    assert page.count("<main>") == 3
    assert re.search(
        r"<tr class=changed><td>7<td class=side>bar.sync 0;<td>7<td class=side>bar.sync 1;", page
    )


def test_a_missing_assembler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(*_: object, **__: object) -> Any:
        raise MissingToolError("ptxas is not installed")

    monkeypatch.setattr("pyptx.view.page.machine_code", find)
    assert "<p>ptxas is not installed" in view([View(from_ptx(PTX.format(name="a", barrier=0)))])


def test_names_are_escaped() -> None:
    page = view([View(from_ptx(PTX.format(name="a", barrier=0)))], title="<script>")
    assert "<title>&lt;script&gt;</title>" in page


@pytest.mark.parametrize(("count", "compare"), [(0, False), (1, True)])
def test_too_few_programs_are_refused(count: int, compare: bool) -> None:
    program = from_ptx(PTX.format(name="a", barrier=0))
    with pytest.raises(ValueError, match="view: "):
        view([View(program)] * count, compare=compare)


def test_a_fault_has_the_program_of_its_launch() -> None:
    @kernel(in_specs=(Tile("N", f32),), grid=(1,), block=(1,), arch="sm_80", mutates=("X",))
    def beyond(X: Any) -> None:
        (px,) = ptx.global_ptrs(X)
        ptx.st(f32, ptx.addr(px, 4096), 0.0)

    with directing("sim"), pytest.raises(SimFault) as caught:
        beyond(np.zeros(4, np.float32))
    assert caught.value.program.entry == "beyond"
