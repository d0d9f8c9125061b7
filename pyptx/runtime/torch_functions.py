"""The C++ functions of torch that native code calls, by their mangled names: for one release of torch only.

No interface of torch guarantees them. With any other release native code calls the Python functions, which
takes longer.
"""

from __future__ import annotations

import ctypes

from pyptx.runtime.extension import launching
from pyptx.runtime.needs import require

RELEASE = "2.13."
"""The beginning of the versions of torch whose functions these are."""

_FUNCTIONS = (
    "_ZN3c104impl20TorchDispatchModeTLS9stack_lenEv",
    "_ZN2at4impl22PythonTorchFunctionTLS9stack_lenEv",
    "_ZN3c108GradMode10is_enabledEv",
    "_ZNK3c1010TensorImpl13requires_gradEv",
    "_ZN2at6native6is_negERKNS_6TensorE",
    "_ZN2at6native7is_conjERKNS_6TensorE",
    "_ZN2at6native12is_inferenceERKNS_6TensorE",
    "_ZN5torch8autograd4impl12bump_versionERKN2at6TensorE",
    "_ZN5torch3jit6tracer15getTracingStateEv",
)
"""Functions of torch that native code asks, by their names in C++; ``csrc/launch/torch.c`` has this order."""


def find_functions() -> bool:
    """Let native code call torch's C++ functions; return False if it must call those of Python.

    It must call those of Python if torch is of another release, if a C++ function is missing, or if one gives
    another result for a few tensors.
    """
    torch = require("torch")
    launching.use_functions()
    if not torch.__version__.startswith(RELEASE):
        return False
    library = ctypes.PyDLL(torch._C.__file__)  # noqa: SLF001 - the library that depends on all others
    try:
        addresses = tuple(ctypes.cast(library[name], ctypes.c_void_p).value for name in _FUNCTIONS)
    except AttributeError:
        return False
    with torch.inference_mode():
        samples = [torch.zeros(2, device="cpu")]
    with torch.inference_mode(mode=False), torch.enable_grad():
        plain = torch.zeros(2, device="cpu")
        samples += [
            torch.nn.Parameter(plain),
            torch.zeros(2, device="cpu", requires_grad=True) + 1,
            torch._neg_view(plain),  # noqa: SLF001 - there is no other
            torch.zeros(2, dtype=torch.complex64, device="cpu").conj(),
            plain,
        ]
    facts = tuple(
        (one, one._cdata, one.requires_grad, one.is_neg(), one.is_conj(), one.is_inference())  # noqa: SLF001
        for one in samples
    )
    if not launching.use_functions(addresses, object.__basicsize__, facts):
        return False
    before = plain._version  # noqa: SLF001 - what autograd checks
    launching.written(plain)
    launching.written(samples[0])
    if plain._version == before + 1:  # noqa: SLF001
        return True
    launching.use_functions()
    return False
