"""Python lines in the program: ``.file`` and ``.loc``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir import Block, Directive, Instruction
from pyptx.record import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyptx.ir import Source, Statement


def with_locations(body: list[Statement], files: list[Directive]) -> list[Statement]:
    """The body with a ``.loc`` before each instruction that another Python line wrote; adds to `files`."""
    taken = max((int(known.words[0]) for known in files), default=0)
    indexes: dict[str, int] = {}
    last: Source | None = None

    def located(statements: Iterable[Statement]) -> list[Statement]:
        nonlocal last
        result: list[Statement] = []
        for statement in statements:
            if isinstance(statement, Block):
                result.append(replace(statement, body=tuple(located(statement.body))))
                continue
            source = statement.source if isinstance(statement, Instruction) else None
            if source is not None and source != last:
                index = indexes.get(source.file)
                if index is None:
                    index = indexes[source.file] = taken + len(indexes) + 1
                    files.append(Directive("file", (str(index), f'"{source.file}"')))
                result.append(Directive("loc", (str(index), str(source.line), "0")))
                last = source
            result.append(statement)
        return result

    return located(body)
