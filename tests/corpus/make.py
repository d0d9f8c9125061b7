"""Remake the PTX of this corpus from its sources, with the tools pinned here.

``python tests/corpus/make.py`` writes ``ptx/`` and ``MANIFEST.tsv``; ``make.py cuda numba`` makes those
folders only. A folder whose tool is missing, or of another version, is left as it is and named.
``make.py --requirements`` says what to install.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

HERE = Path(__file__).resolve().parent
SOURCES, OUTPUT, MANIFEST = HERE / "sources", HERE / "ptx", HERE / "MANIFEST.tsv"

PACKAGES = {
    "nvidia-cuda-nvcc": "13.5.37",
    "nvidia-cuda-crt": "13.5.37",
    "nvidia-cuda-runtime": "13.5.37",
    "nvidia-cuda-cuobjdump": "13.5.37",
    "nvidia-nvvm": "13.5.37",
    "nvidia-cuda-nvrtc": "13.5.37",
    "nvidia-cuda-cccl": "13.3.5.0.6",
    "triton": "3.9.0",
    "numba-cuda": "0.30.4",
    "llvmlite": "0.50.0",
    "warp-lang": "1.19.0",
    "nvidia-cutlass-dsl": "4.8.1",
}
CLANG = "19.1.7"
GCC = "12.2.0"

ALL = "75 80 86 89 90 100 120"
NEW = "80 90 100 120"
EVERY = "75 80 86 87 88 89 90 90a 100 100a 100f 103 103a 110 110a 120 120a 121 121a"

CUDA = (
    # source, options, targets
    ("saxpy",       "",                      EVERY),
    ("saxpy",       "-G",                    "75 86 90 120"),
    ("saxpy",       "-lineinfo",             "80 89 100"),
    ("saxpy",       "-lineinfo -src-in-ptx", "90"),
    ("reduce",      "",                      ALL),
    ("reduce",      "-G",                    "80 100"),
    ("reduce",      "-lineinfo",             "90"),
    ("atomics",     "",                      ALL),
    ("math",        "",                      "75 90 120"),
    ("math",        "-use_fast_math",        "86 100"),
    ("integer",     "",                      "75 89 90 100"),
    ("half",        "",                      "75 80 90 100"),
    ("fp8",         "",                      "89 90 100a 120a"),
    ("functions",   "",                      "75 90 120"),
    ("functions",   "-G",                    "90"),
    ("functions",   "-rdc=true -lineinfo",   "100"),
    ("separate",    "-rdc=true",             "75 90 120"),
    ("printing",    "",                      "75 90 120"),
    ("printing",    "-G",                    "89"),
    ("dynamic",     "-rdc=true",             "75 90 120"),
    ("globals",     "",                      "75 90"),
    ("globals",     "-G",                    "100"),
    ("globals",     "-rdc=true",             "86"),
    ("control",     "",                      "75 90 120"),
    ("control",     "-G -O0",                "90"),
    ("textures",    "",                      "75 90 120"),
    ("wmma",        "",                      "75 80 90 120"),
    ("mma",         "",                      "75 80 89 90 100 120a 121a"),
    ("mma",         "-lineinfo",             "120a"),
    ("async_copy",  "",                      "80 86 90 120"),
    ("pipeline",    "",                      "80 90 120"),
    ("clusters",    "-G",                    "90"),
    ("clusters",    "",                      "90 90a 100 120"),
    ("tensor_maps", "",                      "90 90a 100a 103a 120a"),
    ("tensor_maps", "-lineinfo",             "90a"),
    ("wgmma",       "",                      "90a"),
    ("hopper_gemm", "",                      "90a"),
    ("wgmma",       "-G",                    "90a"),
    ("tcgen05",     "",                      "100a 103a"),
    ("tcgen05",     "-lineinfo",             "100a"),
    ("blackwell",   "",                      "100 100a 100f 103 103a"),
    ("memory",      "",                      "75 80 90 100 120"),
    ("assembly",    "",                      "75 80 90 100 120"),
    ("groups",      "-rdc=true",             "75 80 90 120"),
)  # fmt: skip

FATBIN = (
    # source, options, target
    ("functions", "-rdc=true", "80"),
    ("mma",       "",          "120a"),
    ("printing",  "",          "90"),
    ("saxpy",     "",          "75"),
)  # fmt: skip

TRITON = {
    "add": ALL,
    "softmax": ALL,
    "matmul_f16": ALL,
    "matmul_bf16": NEW,
    "matmul_tf32": NEW,
    "matmul_e5m2": "89 90 100 120",
    "matmul_of_bytes": "80 90 120",
    "matmul_by_descriptor": "90 100 120",
    "attention": "80 90 100 120",
    "layer_norm": "75 90",
    "dropout": "80 100",
    "scans": "75 90",
    "atomics": "75 90",
    "conversions": "80 89 100",
    "told": "86 90",
}

NUMBA = (
    # kernels or device functions, what to ask of the compiler, targets
    ("saxpy matmul atomics warps filtered mandelbrot divided told dynamic", "",            "75"),
    ("saxpy matmul atomics warps divided functions32 functions64",          "",            "90 120"),
    ("saxpy functions32",                                                   "fastmath",    "80"),
    ("saxpy filtered matmul",                                               "debug",       "89"),
    ("matmul told",                                                         "lineinfo",    "100"),
    ("polynomial32 polynomial_int polynomial_complex",                      "",            "86"),
)  # fmt: skip

WARP = "75 90 120"

CUTE = "80 90a 100a 120a"

LLVM = (
    # level of optimisation, features, targets
    (0, "", "75 90a"),
    (2, "", "75 80 90 90a 100a 120"),
    (3, "+ptx84", "89"),
)

CLANG_FILES = (
    # source, options, targets
    ("freestanding.c", "-O0",                                                             "80"),
    ("freestanding.c", "-O1 -g -fdebug-compilation-dir=.",                                "86"),
    ("freestanding.c", "-O2",                                                             "75 90"),
    ("freestanding.c", "-O2 -gline-directives-only -fdebug-compilation-dir=.",            "89"),
    ("kernels.cl",     "-O0 -cl-std=CL2.0 --target=nvptx64-nvidia-nvcl",                  "80"),
    ("kernels.cl",     "-O2 -cl-std=CL2.0 --target=nvptx64-nvidia-nvcl",                  "75 90"),
)  # fmt: skip

GCC_FILES = (
    # level of optimisation, PTX version, target
    ("0", "7.0", "80"),
    ("2", "6.3", "75"),
    ("3", "7.0", "80"),
)


class CorpusFile(NamedTuple):
    """One file: its place below ``ptx/``, what made it and its text."""

    name: str
    source: str
    tool: str
    command: str
    text: str


class MissingError(Exception):
    """A tool is not there, or not of the pinned version."""


def cuda() -> Iterator[CorpusFile]:
    """CUDA C++ through nvcc."""
    require("nvidia-cuda-nvcc", "nvidia-cuda-crt", "nvidia-cuda-runtime", "nvidia-nvvm", "nvidia-cuda-cccl")
    if shutil.which("g++") is None:
        raise MissingError("g++ is not installed")
    home = package_root("nvidia") / "cu13"
    folder = os.open(SOURCES / "cuda", os.O_RDONLY)
    try:
        for source, options, targets in CUDA:
            for target in targets.split():
                name = f"cuda/{source}{suffix(options)}.sm_{target}.ptx"
                command = ["nvcc", "-ptx", "-std=c++17", f"-arch=sm_{target}", *options.split()]
                with tempfile.TemporaryDirectory() as scratch:
                    result = Path(scratch, "out.ptx")
                    # Debug information holds the working directory and the path of the source: both neutral.
                    run(
                        [
                            str(home / "bin" / command[0]),
                            *command[1:],
                            f"/dev/fd/{folder}/{source}.cu",
                            "-o",
                            str(result),
                        ],
                        pass_fds=[folder],
                        path=home / "bin",
                    )
                    text = result.read_text()
                text = text.replace(f"/dev/fd/{folder}/", "").replace(f"{home}/bin/../include", "include")
                yield CorpusFile(
                    name, f"cuda/{source}.cu", "nvidia-cuda-nvcc", f"{' '.join(command)} {source}.cu", text
                )
    finally:
        os.close(folder)


def fatbin() -> Iterator[CorpusFile]:
    """CUDA C++ through nvcc into a fat binary, and out of it again: without comments and indentation."""
    require(
        "nvidia-cuda-nvcc",
        "nvidia-cuda-crt",
        "nvidia-cuda-runtime",
        "nvidia-cuda-cuobjdump",
        "nvidia-nvvm",
        "nvidia-cuda-cccl",
    )
    if shutil.which("g++") is None:
        raise MissingError("g++ is not installed")
    tools = package_root("nvidia") / "cu13" / "bin"
    for source, options, target in FATBIN:
        virtual = f"arch=compute_{target},code=compute_{target}"
        command = ["nvcc", "-fatbin", "-std=c++17", f"-gencode={virtual}", *options.split(), f"{source}.cu"]
        with tempfile.TemporaryDirectory() as scratch:
            binary = f"{scratch}/out.fatbin"
            run([str(tools / command[0]), *command[1:], "-o", binary], folder=SOURCES / "cuda", path=tools)
            run([str(tools / "cuobjdump"), "-xptx", "all", binary], folder=Path(scratch))
            (result,) = Path(scratch).glob("*.ptx")
            text = result.read_text()
        name = f"fatbin/{source}{suffix(options)}.sm_{target}.ptx"
        said = f"{' '.join(command)}; cuobjdump -xptx all"
        yield CorpusFile(name, f"cuda/{source}.cu", "nvidia-cuda-nvcc", said, text)


def triton() -> Iterator[CorpusFile]:
    """Kernels of Triton, compiled for targets that need not be there."""
    require("triton")
    os.environ["TRITON_DEFAULT_FP_FUSION"] = "1"
    from triton import compile as compile_kernel
    from triton import language, runtime
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    kernels = load("triton")
    for module in (kernels, *vars(language).values()):
        for function in getattr(module, "__dict__", {}).values():
            if isinstance(function, runtime.JITFunction):
                function.file_name = os.path.basename(function.file_name)
    for variant, targets in TRITON.items():
        kernel, arguments, constants, warps = kernels.VARIANTS[variant]
        types = dict(argument.split(":") for argument in arguments.split())
        source = ASTSource(
            kernel,
            types | dict.fromkeys(constants, "constexpr"),
            constants,
            {(n,): [["tt.divisibility", 16]] for n, type_ in enumerate(types.values()) if type_[0] == "*"},
        )
        for target in targets.split():
            made = compile_kernel(
                source, target=GPUTarget("cuda", int(target), 32), options={"num_warps": warps}
            )
            called = f"triton.compile(kernels.{kernel.fn.__name__}, {constants}, num_warps={warps})"
            yield CorpusFile(
                f"triton/{variant}.sm_{target}.ptx", "triton/kernels.py", "triton", called, made.asm["ptx"]
            )


def numba() -> Iterator[CorpusFile]:
    """Kernels and device functions of Numba."""
    require("numba-cuda", "nvidia-nvvm", "nvidia-cuda-nvrtc", "nvidia-cuda-runtime")
    from numba import cuda as compiler

    kernels = load("numba")
    os.chdir("/")  # debug information holds the working directory
    options = {
        "": {},
        "fastmath": {"fastmath": True},
        "debug": {"debug": True, "opt": False},
        "lineinfo": {"lineinfo": True},
    }
    for names, option, targets in NUMBA:
        for name in names.split():
            device = name in kernels.DEVICE_FUNCTIONS
            function, signature = (kernels.DEVICE_FUNCTIONS if device else kernels.KERNELS)[name]
            function.__code__ = function.__code__.replace(co_filename="kernels.py")
            for target in targets.split():
                text, _ = compiler.compile_ptx(
                    function,
                    signature,
                    device=device,
                    abi="numba",
                    cc=(int(target) // 10, int(target) % 10),
                    **options[option],
                )
                asked = f"{signature}, device={device}, **{options[option]}"
                called = f"cuda.compile_ptx(kernels.{function.__name__}, {asked})"
                place = f"numba/{name}{'-' if option else ''}{option}.sm_{target}.ptx"
                yield CorpusFile(place, "numba/kernels.py", "numba-cuda", called, text)


def warp() -> Iterator[CorpusFile]:
    """Kernels of Warp and their adjoints; the text ends with a zero byte, as Warp writes it."""
    require("warp-lang")
    import warp as compiler

    with tempfile.TemporaryDirectory() as scratch:
        compiler.config.kernel_cache_dir = scratch
        kernels = load("warp")
        for target in WARP.split():
            (result,) = compiler.compile_aot_module(
                kernels, arch=int(target), module_dir=f"{scratch}/{target}", use_ptx=True
            )
            called = f"warp.compile_aot_module(kernels, arch={target}, use_ptx=True)"
            text = result.read_bytes().decode()
            yield CorpusFile(f"warp/kernels.sm_{target}.ptx", "warp/kernels.py", "warp-lang", called, text)


def cute() -> Iterator[CorpusFile]:
    """Kernels of CuTe DSL, each target in a process of its own; tensors that need no device."""
    require("nvidia-cutlass-dsl")
    for target in CUTE.split():
        with tempfile.TemporaryDirectory() as scratch:
            asked = {"CUTE_DSL_ARCH": f"sm_{target}", "CUTE_DSL_KEEP_PTX": "1"}
            hidden = {"CUTE_DSL_DUMP_DIR": scratch, "CUTE_DSL_DISABLE_FILE_CACHING": "1"}
            run([sys.executable, "kernels.py"], folder=SOURCES / "cute", environment=asked | hidden)
            said = " ".join(f"{name}={value}" for name, value in asked.items())
            for made in sorted(Path(scratch).glob("*.ptx")):
                kernel = made.name.removeprefix("cutlass_").partition("_FakeTensor")[0]
                yield CorpusFile(
                    f"cute/{kernel}.sm_{target}.ptx",
                    "cute/kernels.py",
                    "nvidia-cutlass-dsl",
                    f"{said} python kernels.py",
                    made.read_bytes().decode(),
                )


def llvm() -> Iterator[CorpusFile]:
    """LLVM's own assembly through its NVPTX back end."""
    require("llvmlite")
    from llvmlite import binding

    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    for level, features, targets in LLVM:
        for target in targets.split():
            module = binding.parse_assembly((SOURCES / "llvm" / "basics.ll").read_text())
            machine = binding.Target.from_triple("nvptx64-nvidia-cuda").create_target_machine(
                cpu=f"sm_{target}", features=features, opt=level
            )
            called = (
                f"create_target_machine(cpu='sm_{target}', features={features!r}, opt={level}).emit_assembly"
            )
            text = machine.emit_assembly(module)
            yield CorpusFile(
                f"llvm/basics-O{level}.sm_{target}.ptx", "llvm/basics.ll", "llvmlite", called, text
            )


def clang() -> Iterator[CorpusFile]:
    """C and OpenCL C through clang."""
    found = shutil.which(f"clang-{CLANG.split('.')[0]}") or shutil.which("clang")
    if found is None:
        raise MissingError(f"clang {CLANG} is not installed")
    if f"version {CLANG}" not in run([found, "--version"]):
        raise MissingError(f"{found} is not clang {CLANG}")
    for source, options, targets in CLANG_FILES:
        for target in targets.split():
            command = [
                "clang",
                "-S",
                "--target=nvptx64-nvidia-cuda",
                *options.split(),
                f"-march=sm_{target}",
                "-o",
                "-",
                source,
            ]
            text = run([found, *command[1:]], folder=SOURCES / "clang")
            level = next(option for option in command if re.fullmatch("-O.", option))
            debug = "".join(f"-{word}" for word in ("g", "gline-directives-only") if f"-{word}" in command)
            stem = source.partition(".")[0]
            yield CorpusFile(
                f"clang/{stem}{level}{debug}.sm_{target}.ptx",
                f"clang/{source}",
                "clang",
                " ".join(command),
                text,
            )


def gcc() -> Iterator[CorpusFile]:
    """Yield GCC's offloaded code of C with OpenACC; its assembler moves declarations before their uses."""
    assembler = shutil.which("nvptx-none-as")
    if assembler is None or shutil.which("x86_64-linux-gnu-accel-nvptx-none-gcc-12") is None:
        raise MissingError(f"gcc {GCC} for offloading to nvptx is not installed")
    if GCC not in run(["gcc-12", "--version"]):
        raise MissingError(f"gcc-12 is not gcc {GCC}")
    for level, version, target in GCC_FILES:
        command = [
            "gcc-12",
            "-fopenacc",
            "-foffload=nvptx-none",
            "-foffload=-lm",
            f"-foffload-options=-mptx={version} -misa=sm_{target}",
            f"-O{level}",
            "-fPIC",
            "-shared",
            "offload.c",
        ]
        with tempfile.TemporaryDirectory() as scratch:
            run([*command, "-save-temps=obj", "-o", f"{scratch}/out"], folder=SOURCES / "gcc")
            (made,) = Path(scratch).glob("*.mkoffload.s")
            run([assembler, "--no-verify", str(made), "-o", f"{scratch}/out.ptx"])
            text = Path(scratch, "out.ptx").read_text()
        yield CorpusFile(
            f"gcc/offload-O{level}.sm_{target}.ptx", "gcc/offload.c", "gcc", " ".join(command), text
        )


FOLDERS: dict[str, Callable[[], Iterator[CorpusFile]]] = {
    "cuda": cuda,
    "fatbin": fatbin,
    "triton": triton,
    "numba": numba,
    "warp": warp,
    "cute": cute,
    "llvm": llvm,
    "clang": clang,
    "gcc": gcc,
}


def main(arguments: Sequence[str]) -> int:
    """Make the folders named in `arguments`, or all; return 1 if one was skipped."""
    if list(arguments) == ["--requirements"]:
        print("\n".join(f"{name}=={version}" for name, version in PACKAGES.items()))
        print(f"# and g++, clang {CLANG}, and gcc {GCC} with its offloading to nvptx")
        return 0
    unknown = sorted(set(arguments) - set(FOLDERS))
    if unknown:
        print(f"no folder {', '.join(unknown)}; there are: {' '.join(FOLDERS)}", file=sys.stderr)
        return 2
    rows = read_manifest()
    skipped = 0
    for folder in arguments or FOLDERS:
        try:
            made = list(FOLDERS[folder]())
        except MissingError as reason:
            print(f"skipped {folder}: {reason}", file=sys.stderr)
            skipped = 1
            continue
        shutil.rmtree(OUTPUT / folder, ignore_errors=True)
        (OUTPUT / folder).mkdir(parents=True)
        rows = {name: row for name, row in rows.items() if not name.startswith(f"{folder}/")}
        for each in made:
            check_paths(each)
            (OUTPUT / each.name).write_text(each.text, newline="")
            version = PACKAGES.get(each.tool) or {"clang": CLANG, "gcc": GCC}[each.tool]
            rows[each.name] = (
                f"{each.name}\t{each.source}\t{each.tool} {version}\t{target_of(each.text)}\t{each.command}"
            )
        print(f"{folder}: {len(made)} files, {sum(len(each.text) for each in made):,} characters")
    MANIFEST.write_text("\n".join([HEADER, *(rows[name] for name in sorted(rows)), ""]))
    return skipped


HEADER = "file\tsource\ttool\ttarget\tcommand"


def read_manifest() -> dict[str, str]:
    """The rows of the manifest there is, by file."""
    if not MANIFEST.exists():
        return {}
    return {row.partition("\t")[0]: row for row in MANIFEST.read_text().splitlines()[1:]}


def require(*packages: str) -> None:
    """Make sure that packages are installed, as pinned.

    Raises:
        MissingError: One is not.
    """
    for name in packages:
        try:
            version = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            raise MissingError(f"{name}=={PACKAGES[name]} is not installed") from None
        if version != PACKAGES[name]:
            raise MissingError(f"{name} is {version}, not {PACKAGES[name]}")


def package_root(name: str) -> Path:
    """Return the folder of a package.

    Raises:
        MissingError: Nowhere.
    """
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise MissingError(f"there is no package {name}")
    return Path(next(iter(spec.submodule_search_locations)))


def load(folder: str) -> Any:
    """The module of kernels in a folder of sources."""
    spec = importlib.util.spec_from_file_location("kernels", SOURCES / folder / "kernels.py")
    if spec is None or spec.loader is None:
        raise MissingError(f"there is no {folder}/kernels.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["kernels"] = module
    spec.loader.exec_module(module)
    return module


def run(
    command: Sequence[str],
    *,
    folder: Path = Path("/"),
    pass_fds: Sequence[int] = (),
    path: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> str:
    """Return the output of a command.

    Raises:
        SystemExit: It fails; the message is its own.
    """
    search = os.environ["PATH"] if path is None else f"{path}:{os.environ['PATH']}"
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": search, **(environment or {})},
        pass_fds=pass_fds,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stderr}")
    return done.stdout


def suffix(options: str) -> str:
    """Return the suffix that options add to a file name."""
    return "".join("-" + option.strip("-").partition("=")[0] for option in options.split())


def target_of(text: str) -> str:
    """Return the target of a module."""
    found = re.search(r"^\.target (.*)$", text, re.MULTILINE)
    return found[1].strip() if found else ""


def check_paths(made: CorpusFile) -> None:
    """Refuse the paths of this machine, in words and in the bytes of debug information.

    Raises:
        SystemExit: There is one.
    """
    numbers = re.findall(r"^\.b8 ([\d, ]+)", made.text, re.MULTILINE)
    data = bytes(int(number) % 256 for row in numbers for number in row.split(",") if number.strip())
    for place in {str(HERE), str(Path.cwd()), sys.prefix, tempfile.gettempdir(), str(Path.home())} - {"/"}:
        if place in made.text or place.encode() in data:
            raise SystemExit(f"{made.name} names {place}, a path of this machine")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
