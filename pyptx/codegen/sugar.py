r"""The passes of ``--sugar`` whose result is PTX.

>>> from pyptx.emitter import emit
>>> from pyptx.parser import parse
>>> text = '''.version 8.0
... .target sm_80
... .address_size 64
... .visible .entry clear(.param .u64 clear_param_0)
... {
... .reg .b64 %rd<2>;
... ld.param.u64 %rd1, [clear_param_0+0];
... st.global.u32 [%rd1], 0;
... ret;
... }
... '''
>>> print(emit(apply_sugar(parse(text))).partition("64\n")[2])
.visible .entry clear(.param .u64 dst)
{
.reg .b64 %rd<2>;
ld.param.u64 %rd1, [dst];
st.global.u32 [%rd1], 0;
ret;
}
<BLANKLINE>
"""

from __future__ import annotations

import keyword
from typing import TYPE_CHECKING

from pyptx.arch import arch
from pyptx.codegen.operands import RESERVED
from pyptx.codegen.raising import name_parameters, raising_of, shorten
from pyptx.errors import CodegenError
from pyptx.ir import Directive, Function
from pyptx.record import replace

if TYPE_CHECKING:
    from pyptx.ir import Item, Module


def apply_sugar(module: Module, *, kernel_name: str | None = None) -> Module:
    """Return a module with parameters named after their use, and short addresses and labels.

    Its machine code is the same. Constructs that only Python has (loops, conditionals, variables,
    expressions, repetitions) need `pyptx.codegen.ptx_to_python` or `ir_to_python` with ``sugar=True``, which
    run these passes too.

    Args:
        module: A whole module.
        kernel_name: Name of the Python function in `ptx_to_python`; the tree keeps the entry's own name.

    Raises:
        CodegenError: `kernel_name` is not a Python name, or the module has no known ``.target``.
    """
    if kernel_name is not None and (not kernel_name.isidentifier() or keyword.iskeyword(kernel_name)):
        raise CodegenError(f"kernel_name is {kernel_name!r}, which is not a Python name")
    target = next(
        (each for each in module.items if isinstance(each, Directive) and each.name == "target"), None
    )
    if target is None:
        raise CodegenError("a module starts with .version and .target; .target is missing")
    try:
        raising = raising_of(module, arch(target.words[0]), RESERVED)
    except ValueError as error:
        raise CodegenError(f".target: {error}") from None

    def sweetened(item: Item) -> Item:
        if not isinstance(item, Function) or item.body is None:
            return item
        return shorten(name_parameters(item, raising)[0], raising)

    return replace(module, items=tuple([sweetened(item) for item in module.items]))
