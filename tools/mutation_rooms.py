"""The packages that `mutation.py` changes, and their tests."""

from __future__ import annotations

RACES = (
    "accesses", "clocks", "epochs", "equal_writes", "exchanges", "meetings", "order", "race_reports", "races",
    "read_tests", "released_values", "releases",
)  # fmt: skip
RACE_TESTS = (
    "starts_and_groups", "releases_apart", "race_idioms", "races", "equal_values", "exchanges",
    "handing_over", "pipelines", "swizzles", "dependent_grids", "ends_of_copies", "advice",
)  # fmt: skip
SLOW_RACE_TESTS = (
    "races.py::test_who_swapped_had_guessed_before[3",
    "races.py::test_what_was_observed_is_before[ld.global.u32",
    "equal_values.py::test_both_engines_agree_on_unordered_accesses",
)
SLOW_LAUNCHES = (
    "strides.py::test_in_graphs_of_torch",
    "transforms.py::test_an_exported_program_in_another_process",
    "transforms.py::test_inductor_for_any_size",
    "transforms.py::test_template_arguments_are_settled_in_dynamic_graphs",
    "transforms.py::test_launch_scalars_do_not_compile_again",
    "transforms.py::test_launch_scalars_of_a_pair_do_not_compile_again",
    "transforms.py::test_gradients_of_some_inputs",
    "transforms.py::test_functional_gradients_with_python_between",
)
SEMANTICS_TESTS = (
    "instruction_shapes", "atomics", "barriers", "bulk_forms", "bulk_options", "control", "mbarrier",
    "mma_sums", "packed_matrices", "sparse", "sums", "tcgen05_arrangements", "tcgen05_mma",
    "tcgen05_options", "tensor_copy", "undefined_matrices", "undefined_mma", "undefined_operands",
    "undefined_tensor_memory", "video", "warp", "wgmma", "wmma", "facts_of_opcodes",
)  # fmt: skip
SHADOW_TESTS = (
    "shadow", "double_double", "shadow_atomics", "shadow_bugs", "shadow_bulk_sums", "shadow_four_bits",
    "shadow_idioms", "shadow_maps", "shadow_matrices", "shadow_memory", "shadow_tensor_memory",
    "shadow_wgmma", "mma_sums", "sums", "unit_sums",
)  # fmt: skip
NATIVE_TESTS = (
    "abi", "native", "native_calls", "native_profile", "native_races", "native_ranges", "native_timeline",
    "engine_reasons", "facts_of_opcodes", "last_uses", "shadow", "undefined", "undefined_mma",
    "lent_arrays", "native_forms",
)  # fmt: skip
MODULE_TESTS = (
    "test_public_api.py", "test_pytest_plugin.py", "cli", "inspect", "mangling", "record", "reg", "specs",
    "toolchain", "trace", "view", "sim/test_notebook.py", "sim/test_printf.py", "runtime/test_jax.py",
    "runtime/test_torch.py", "kernel/test_documented_names.py",
)  # fmt: skip
ROOMS: dict[str, tuple[list[str], list[str]]] = {
    "cli": (
        ["pyptx/cli/**/*.py"],
        [
            "pyptx/cli",
            "tests/cli",
            "tests/view",
            "tests/virtual/test_options.py",
            "tests/virtual/test_environment.py",
        ],
    ),
    "codegen": (
        ["pyptx/codegen/*.py"],
        [
            "pyptx/codegen",
            *(
                f"tests/codegen/test_{name}.py"
                for name in ("golden", "lengths", "sugar", "pipelines", "names", "functions")
            ),
            "tests/codegen",
        ],
    ),
    "emitter": (
        ["pyptx/emitter/*.py", "pyptx/ir/*.py"],
        [
            "pyptx/emitter",
            "pyptx/ir",
            "tests/emitter",
            "tests/ir",
            "tests/parser",
            "tests/properties/test_lossless.py",
        ],
    ),
    "engine": ([f"csrc/engine/*.{suffix}" for suffix in ("cpp", "h", "inl")], ["tests/sim/test_*.py"]),
    "equivalence": (["pyptx/equivalence/**/*.py"], ["pyptx/equivalence", "tests/equivalence"]),
    "forms": (
        ["pyptx/isa/forms/*.py"],
        ["tests/isa", "tests/verify", "tests/properties/test_forms.py", "tests/ptx/test_wrappers.py"],
    ),
    "inspect": (["pyptx/inspect/**/*.py"], ["pyptx/inspect", "tests/inspect", "tests/view"]),
    "isa": (["pyptx/isa/*.py"], ["pyptx/isa", "tests/isa", "tests/verify"]),
    "kernel": (
        ["pyptx/kernel/*.py"],
        [
            "pyptx/kernel",
            "tests/kernel",
            *(
                f"tests/runtime/test_{name}.py"
                for name in ("launching", "gradients", "numpy", "native", "strides", "operators", "jax")
            ),
        ],
    ),
    "kernels": (
        ["pyptx/kernels/*.py"],
        [
            "tests/kernels",
            *(f"--ignore=tests/kernels/test_{name}.py" for name in ("benchmarks", "examples")),
            "--ignore-glob=*/kernels/test_shadow*",
        ],
    ),
    "launch": (
        ["pyptx/runtime/*.py"],
        [
            "pyptx/runtime",
            "tests/kernel/test_documented_names.py",
            "tests/kernel/test_strides.py",
            *(
                f"tests/runtime/test_{name}.py"
                for name in (
                    "frozen",
                    "cuda_header",
                    "numpy",
                    "driver",
                    "launching",
                    "export",
                    "native",
                    "advice",
                    "alignment",
                    "arrays",
                    "arrays_of_libraries",
                    "reachability",
                    "refusals",
                    "simulating",
                    "strides",
                    "timing",
                    "torch",
                    "jax",
                    "operators",
                    "transforms",
                    "values",
                    "hostile",
                )
            ),
            *(f"--deselect=tests/runtime/test_{name}" for name in SLOW_LAUNCHES),
        ],
    ),
    "layouts": (
        ["pyptx/layouts/*.py"],
        ["pyptx/layouts", "tests/layouts", "tests/runtime/test_cuda_header.py"],
    ),
    "modules": (["pyptx/*.py"], ["pyptx/specs.py", *(f"tests/{name}" for name in MODULE_TESTS)]),
    "native": (
        ["pyptx/sim/native/*.py", "pyptx/sim/lowering/**/*.py"],
        ["pyptx/sim/native", "pyptx/sim/lowering", *(f"tests/sim/test_{name}.py" for name in NATIVE_TESTS)],
    ),
    "parser": (["pyptx/parser/*.py"], ["pyptx/parser", "tests/parser", "tests/properties/test_lossless.py"]),
    "perf": (["pyptx/perf/*.py"], ["pyptx/perf", "tests/perf"]),
    "program": (
        ["pyptx/program/*.py"],
        ["tests/program", "tests/runtime/test_launching.py", "tests/runtime/test_arrays_of_libraries.py"],
    ),
    "ptx": (["pyptx/ptx/**/*.py"], ["pyptx/ptx", "tests/ptx"]),
    "races": (
        [f"pyptx/sim/{name}.py" for name in RACES],
        [
            *(f"--deselect=tests/sim/test_{name}" for name in SLOW_RACE_TESTS),
            *(f"tests/sim/test_{name}.py" for name in RACE_TESTS),
            *(f"pyptx/sim/{name}.py" for name in ("clocks", "epochs", "released_values")),
        ],
    ),
    "raising": (
        ["pyptx/codegen/raising/*.py"],
        [
            "pyptx/codegen/raising",
            *(
                f"tests/codegen/test_{name}.py"
                for name in ("golden", "lengths", "sugar", "functions", "names", "raising", "passes")
            ),
        ],
    ),
    "reg": (["pyptx/reg/*.py"], ["pyptx/reg", "tests/reg", "tests/trace"]),
    "rules": (["pyptx/rules/*.py"], ["tests/rules", "tests/inspect", "tests/verify", "tests/cli"]),
    "semantics": (
        ["pyptx/sim/semantics/*.py"],
        [
            "pyptx/sim/semantics",
            "tests/sim/semantics",
            *(f"tests/sim/test_{name}.py" for name in SEMANTICS_TESTS),
        ],
    ),
    "shadow": (
        ["pyptx/sim/shadow/*.py"],
        ["pyptx/sim/shadow", *(f"tests/sim/test_{name}.py" for name in SHADOW_TESTS)],
    ),
    "sim": (
        ["pyptx/sim/*.py"],
        [
            "pyptx/sim",
            "tests/sim",
            "--ignore=tests/sim/semantics",
            "--ignore-glob=*/sim/test_shadow_*",
            *(f"--deselect=tests/sim/test_{name}" for name in SLOW_RACE_TESTS),
        ],
    ),
    "smem": (["pyptx/smem/*.py"], ["pyptx/smem", "tests/smem", "tests/trace/test_assigned.py"]),
    "specs": (["pyptx/specs.py"], ["pyptx/specs.py", "tests/specs", "tests/kernel"]),
    "tensor_races": (
        ["pyptx/sim/tensor_races.py"],
        [f"tests/sim/test_tcgen05_{name}.py" for name in ("reports", "order", "threads", "dsl", "memory")],
    ),
    "toolchain": (["pyptx/toolchain/*.py"], ["tests/toolchain"]),
    "trace": (
        ["pyptx/trace/*.py"],
        ["pyptx/trace", "tests/trace", "tests/kernel/test_tracing.py", "tests/reg", "tests/ptx"],
    ),
    "triage": (["pyptx/triage/*.py"], ["tests/triage"]),
    "verify": (["pyptx/verify/*.py"], ["pyptx/verify", "tests/verify"]),
    "view": (["pyptx/view/*.py"], ["pyptx/view", "tests/view", "tests/inspect", "tests/cli"]),
    "virtual": (["pyptx/virtual/**/*.py"], ["pyptx/virtual", "tests/virtual"]),
}
"""The files of each package that are changed, and its tests.

Entries that start with a dash are options of pytest, which choose tests. Tests run first if their file shares
a word with the changed file; those of one file run in the order of their times.
"""
