"""The layout of the Python text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.codegen.calls import Call

LINE_LENGTH = 100


class Writer:
    """Lines of Python being written.

    Attributes:
        lines: The lines so far.
        depth: How deep the next one is indented.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 0

    def line(self, text: str = "") -> None:
        """Write one line."""
        self.lines.append(f"{'    ' * self.depth}{text}" if text else "")

    def blank(self) -> None:
        """Leave one line empty, unless there is nothing to set apart."""
        if self.lines and self.lines[-1] and not self.lines[-1].endswith(":"):
            self.lines.append("")

    def call(self, call: Call, target: str = "") -> None:
        r"""Write a call on one line, or with its arguments on lines of their own.

        >>> from pyptx.codegen.calls import Call
        >>> writer = Writer()
        >>> writer.call(Call("ptx.inst.mov.b32", ["r[1]", ["r[2]", "r[3]"]]))
        >>> writer.text()
        'ptx.inst.mov.b32(r[1], [r[2], r[3]])\n'
        """
        head = f"{target} = {call.head}(" if target else f"{call.head}("
        args = [arg if isinstance(arg, str) else f"[{', '.join(arg)}]" for arg in call.args]
        room = LINE_LENGTH - 4 * self.depth
        if len(whole := f"{head}{', '.join(args)})") <= room:
            self.line(whole)
            return
        self.line(head)
        self.depth += 1
        if len(joined := ", ".join(args)) <= room - 4:
            self.line(joined)
        else:
            for arg, text in zip(call.args, args, strict=True):
                self._argument(arg, text)
        self.depth -= 1
        self.line(")")

    def text_call(self, head: str, text: str, *rest: str) -> None:
        """Write a call with a text of one line or several as its first argument."""
        more = "".join(f", {word}" for word in rest)
        if "\n" not in text or "\\" in text or '"""' in text or text.endswith('"') or not _printable(text):
            literal = (
                f'"{text}"' if '"' not in text and "\\" not in text and text.isprintable() else repr(text)
            )
            self.line(f"{head}({literal}{more})")
            return
        self.line(f'{head}("""')
        self.lines += text.split("\n")
        self.lines.append(f'{"    " * self.depth}"""{more})')

    def text(self) -> str:
        """All of it."""
        return "\n".join(self.lines) + "\n"

    def _argument(self, arg: str | Sequence[str], text: str) -> None:
        """Write one argument on a line of its own, a long list on several."""
        if isinstance(arg, str) or len(text) + 1 <= LINE_LENGTH - 4 * self.depth:
            self.line(f"{text},")
            return
        self.line("[")
        self.depth += 1
        row = ""
        for item in arg:
            if row and len(row) + len(item) + 2 > LINE_LENGTH - 4 * self.depth:
                self.line(row.rstrip())
                row = ""
            row += f"{item}, "
        self.line(row.rstrip())
        self.depth -= 1
        self.line("],")


def _printable(text: str) -> bool:
    return all(line.isprintable() for line in text.replace("\t", " ").split("\n"))
