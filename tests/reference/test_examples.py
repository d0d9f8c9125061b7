"""The examples of the reference pages: traced, assembled and, where they can be, run as shown."""

from __future__ import annotations

import doctest
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pyptx.emitter import emit
from pyptx.isa import forms_of, opcodes
from pyptx.toolchain import ptxas

TOOLS = Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))

from reference import simulation, support  # noqa: E402
from reference.instructions import SENTENCES, WRAPPERS, rows_by_name  # noqa: E402
from reference.manual import link  # noqa: E402
from reference.pages import name_of, page  # noqa: E402
from reference.shown import examples  # noqa: E402

if TYPE_CHECKING:
    from reference.shown import Example


@pytest.fixture(params=examples(), ids=lambda example: example.name)
def example(request: pytest.FixtureRequest) -> Example:
    """Each of them."""
    each: Example = request.param
    return each


def test_every_row_has_a_page_and_every_page_an_example() -> None:
    assert {form for forms in rows_by_name().values() for form in forms} == {
        form for opcode in opcodes() for form in forms_of(opcode)
    }
    assert [name for name, forms in rows_by_name().items() if not forms] == []
    shown = {name for each in examples() for name in each.names}
    assert sorted(shown ^ SENTENCES.keys()) == []


def test_it_has_the_instructions_that_it_shows(example: Example) -> None:
    from pyptx.ir import Function, Instruction
    from pyptx.ir.visit import walk

    bodies = [item.body or () for item in example.module().items if isinstance(item, Function)]
    found = {name_of(node) for body in bodies for node in walk(body) if isinstance(node, Instruction)}
    assert set(example.names) <= found


def test_it_runs_as_the_page_shows_it(example: Example) -> None:
    shown = example.text()
    if not shown.calls or not simulation.runs(example.module(), example.name, example.kernel.arch):
        return
    namespace: dict[str, Any] = {}
    exec(compile(shown.code, f"<{example.name}>", "exec"), namespace)
    test = doctest.DocTestParser().get_doctest(shown.calls, namespace, example.name, None, None)
    said: list[str] = []
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    result = doctest.DocTestRunner(verbose=False, optionflags=flags).run(test, out=said.append)
    assert result.failed == 0, "".join(said)


def test_pages_say_that_what_examples_run_is_simulated() -> None:
    """Forms of PTX 1.0 are built under its target, whose modules also declare textures."""
    for name in ("bra", "call", "exit", "ld", "ret", "st", "trap"):
        kinds = {kind for form in rows_by_name()[name] for kind in simulation.of_form(form)}
        assert kinds == {simulation.EXACT}, name


@pytest.mark.ptxas
def test_all_assemble() -> None:
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda each: ptxas.assemble(emit(each.module()), each.kernel.arch), examples()))


def test_pages_mark_what_is_better_not_written() -> None:
    named = {name: {form.deprecated for form in forms} - {""} for name, forms in rows_by_name().items()}
    marked = {name: reasons for name, reasons in named.items() if reasons}
    assert "shfl" in marked
    for name, reasons in marked.items():
        text = page(name)
        assert [reason for reason in reasons if "**Deprecated**" not in text or reason not in text] == []


def test_every_section_of_the_manual_has_an_address() -> None:
    addresses = {form.section: link(form.section) for forms in rows_by_name().values() for form in forms}
    assert addresses["9.7.1.1 add"].endswith(
        "/parallel-thread-execution/#integer-arithmetic-instructions-add"
    )
    assert all(address.count("#") == 1 and not address.endswith("-") for address in addresses.values())


def test_wrappers_that_pages_name_are_there() -> None:
    import pyptx

    for name in (name for names in WRAPPERS.values() for name in names):
        thing: Any = pyptx
        for word in name.removesuffix(".…").split("."):
            thing = vars(type(thing)).get(word) or getattr(thing, word)
        assert callable(thing) or name.endswith("…"), name


@pytest.mark.parametrize(
    ("targets", "said"),
    [
        (["sm_90a"], "sm_90a"),
        (["sm_80", "sm_86"], "sm_80, sm_86"),
        (["sm_100", "sm_100a", "sm_100f"], "sm_100"),
        (["sm_100a", "sm_100f", "sm_103a"], "sm_100a/f, sm_103a"),
    ],
)
def test_targets_are_told_in_few_words(targets: list[str], said: str) -> None:
    assert support.spell_targets(targets) == said
