"""A page with PTX and its Python side by side: one self-contained HTML file."""

from __future__ import annotations

import ast
import html
import re
from typing import TYPE_CHECKING

from pyptx.codegen.proof import executed
from pyptx.collection import collection_paused
from pyptx.emitter import emit_with_lines
from pyptx.inspect import diff
from pyptx.inspect.propagation import first_uses
from pyptx.inspect.unread import without_unread_moves
from pyptx.ir import Function, Instruction
from pyptx.ir.visit import walk
from pyptx.mangling import readable
from pyptx.parser import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pyptx.ir import Module, Statement

CHUNK = 100
"""Lines that a browser lays out together, when they come into sight."""


def side_by_side(text: str, python: str, title: str) -> str:
    """Return an HTML page of a PTX text and its Python, with corresponding lines linked.

    The Python is executed: the trace links each instruction with its Python line.

    Args:
        text: A whole module.
        python: Its Python from `pyptx.codegen.ptx_to_python`.
        title: Title of the page.
    """
    with collection_paused():
        links, functions = _links(text, python)
    ptx_groups = {line: group for group, (lines, _) in enumerate(links) for line in lines}
    python_groups = {line: group for group, (_, lines) in enumerate(links) for line in lines}
    places = "".join(
        f'<a href="#a{line}">{html.escape(name)}</a>' for line, name in functions if line in ptx_groups
    )
    name = html.escape(title)
    return "".join((
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title>\n',
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
        f"<style>{_STYLE}</style></head>\n<body><header><h1>{name}</h1><nav>{places}</nav></header>\n<main>",
        *_pane("PTX", "a", text.rstrip("\0"), ptx_groups, _PTX_WORDS),
        *_pane("Python", "b", python, python_groups, _PYTHON_WORDS),
        f"</main>\n<script>{_SCRIPT}</script></body></html>\n",
    ))  # fmt: skip


def _links(text: str, python: str) -> tuple[list[tuple[set[int], set[int]]], list[tuple[int, str]]]:
    """PTX lines and the Python lines that trace them; and where each function starts, with its name."""
    parsed = ast.parse(python)
    statements, definitions = _python_places(parsed)
    rows = text.split("\n")
    links: dict[range, set[int]] = {}
    functions: list[tuple[int, str]] = []
    module, made = parse(text), executed(parsed)
    for compared in diff(module, made).functions:
        pairs = [(change.first, change.second) for change in compared.changes]
        placed = [(one.number, other) for one, other in pairs if one and other and one.number]
        for number, other in placed:
            source = getattr(other.node, "source", None)
            if source is not None:
                end = number
                while isinstance(other.node, Instruction) and ";" not in rows[end - 1] and end < len(rows):
                    end += 1
                links.setdefault(statements[source.line], set()).update(range(number, end + 1))
        name = compared.first
        if placed and name in definitions:
            head = placed[0][0]
            while head > 1 and not _HEAD.search(rows[head - 1]):
                head -= 1
            functions.append((head, readable(name)))
            links.setdefault(definitions[name], set()).add(head)
    linked = [(lines, {*place}) for place, lines in links.items()]
    in_python = [
        [getattr(getattr(node, "source", None), "line", 0) for node in walk(body)] for body in _bodies(made)
    ]
    _link_constants(module, emit_with_lines(module)[1], [lines for lines, _ in linked])
    _link_constants(made, in_python, [place for _, place in linked])
    return linked, functions


def _link_constants(module: Module, numbers: Iterable[Sequence[int]], links: Iterable[set[int]]) -> None:
    """Add each `mov` of a constant that has no link to the lines that have the first use of it.

    Args:
        module: The module.
        numbers: The line of each statement, by function.
        links: Lines that belong together.
    """
    linked = {line for lines in links for line in lines}
    by_use: dict[int, set[int]] = {}
    for body, lines in zip(_bodies(module), numbers, strict=True):
        for moved, used in first_uses(*without_unread_moves(body, lines)):
            by_use.setdefault(used, set()).update({moved, *by_use.get(moved, ())} - linked)
    for group in links:
        group.update(*[by_use[line] for line in group if line in by_use])


def _bodies(module: Module) -> list[Sequence[Statement]]:
    return [item.body or () for item in module.items if isinstance(item, Function)]


_HEAD = re.compile(r"\.(?:entry|func)\b")


def _python_places(parsed: ast.Module) -> tuple[dict[int, range], dict[str, range]]:
    """The lines of the statement that each line is of, and of the head of each function, by its PTX name."""
    statements: dict[int, range] = {}
    definitions: dict[str, range] = {}
    waiting = [*parsed.body]
    while waiting:
        node = waiting.pop()
        start, end = node.lineno, node.end_lineno or node.lineno
        if isinstance(node, (ast.With, ast.FunctionDef, ast.If)):
            end = node.body[0].lineno - 1
            waiting += node.body
        if isinstance(node, ast.FunctionDef):
            options = [option for call in node.decorator_list for option in getattr(call, "keywords", ())]
            named = [option.value for option in options if option.arg == "name"]
            start = min([start, *(each.lineno for each in node.decorator_list)])
            name = named[0].value if named and isinstance(named[0], ast.Constant) else node.name
            definitions[str(name)] = range(start, end + 1)
        statements.update(dict.fromkeys(range(start, end + 1), range(start, end + 1)))
    return statements, definitions


def _pane(
    title: str, letter: str, text: str, groups: Mapping[int, int], words: re.Pattern[str]
) -> Iterator[str]:
    """One of the two texts: a line is a paragraph, numbered, with the number of its group."""
    yield f'<section aria-label="{title}" id="{letter}">'
    for number, line in enumerate(text.expandtabs(4).splitlines(), 1):
        if number % CHUNK == 1:
            yield "</div><div>" if number > 1 else "<div>"
        group = f" data-g={groups[number]}" if number in groups else ""
        yield f"<p id={letter}{number}{group}><a>{number}</a>{_coloured(line, words)}</p>\n"
    yield "</div></section>\n"


def _coloured(line: str, words: re.Pattern[str]) -> str:
    """A line with its comments, strings and leading words marked."""
    out: list[str] = []
    end = 0
    for found in words.finditer(line):
        out.append(html.escape(line[end : found.start()], quote=False))
        tag = found.lastgroup or "b"
        out.append(f"<{tag}>{html.escape(found[0], quote=False)}</{tag}>")
        end = found.end()
    out.append(html.escape(line[end:], quote=False))
    return "".join(out)


_PTX_WORDS = re.compile(
    r"""(?P<i>//.*)|(?P<u>^\s*[\w$]+:)(?!:)|(?P<s>"[^"]*")"""
    r"""|(?P<b>^\s*\.\w+|(?<![%$\w.])[a-z]\w*(?:\.[\w:]+)+|(?<!\S)(?:bra|call|ret|exit|trap)(?=[\s;]))"""
)
_PYTHON_WORDS = re.compile(
    r"""(?P<i>\#.*)|(?P<s>\"{3}|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
    r"""|(?P<b>\b(?:def|with|import|from|if|return|pass)\b|@)"""
)

_STYLE = """
:root { color-scheme: light dark; --back: #fff; --text: #1b1f24; --quiet: #6a737d; --rule: #d8dee4;
  --hover: #fff3bf; --pinned: #cfe4ff; --word: #8a3ffc; --string: #0b6e4f; --label: #b3541e; }
@media (prefers-color-scheme: dark) { :root { --back: #14171a; --text: #dfe3e7; --quiet: #8b949e;
  --rule: #30363d; --hover: #4a3f12; --pinned: #16385f; --word: #c8a6ff; --string: #7fd6b3;
  --label: #f0a66e; } }
* { box-sizing: border-box; margin: 0; }
body { background: var(--back); color: var(--text); height: 100vh; display: flex; flex-direction: column; }
header { padding: 6px 12px; border-bottom: 1px solid var(--rule); font: 13px system-ui, sans-serif;
  display: flex; gap: 16px; align-items: baseline; }
h1 { font-size: 14px; white-space: nowrap; }
nav { overflow: auto; max-height: 64px; display: flex; flex-wrap: wrap; gap: 2px 14px; }
nav a { color: inherit; max-width: 44ch; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
main { flex: 1; min-height: 0; display: grid; grid-template-columns: 1fr 1fr; }
section { overflow: auto; font: 12px/18px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  tab-size: 4; }
section + section { border-left: 1px solid var(--rule); }
div { content-visibility: auto; contain-intrinsic-size: auto 1800px; width: max-content; min-width: 100%; }
p { white-space: pre; min-height: 18px; padding-right: 12px; }
p a { display: inline-block; width: 7ch; padding-right: 2ch; text-align: right; color: var(--quiet);
  user-select: none; }
p[data-g] { cursor: pointer; }
b { color: var(--word); font-weight: 500; }
i { color: var(--quiet); }
s { color: var(--string); text-decoration: none; }
u { color: var(--label); text-decoration: none; }
.hover { background: var(--hover); }
.pinned { background: var(--pinned); }
@media (max-width: 800px) { main { grid-template: 1fr 1fr / 1fr; }
  section + section { border-left: 0; border-top: 1px solid var(--rule); } }
"""

_SCRIPT = """
const groups = new Map();
for (const line of document.querySelectorAll("p[data-g]")) {
  const found = groups.get(line.dataset.g);
  if (found) found.push(line); else groups.set(line.dataset.g, [line]);
}
const marked = {hover: [], pinned: []};
function mark(kind, line) {
  for (const each of marked[kind]) each.classList.remove(kind);
  marked[kind] = line ? groups.get(line.dataset.g) : [];
  for (const each of marked[kind]) each.classList.add(kind);
}
function show(line, both) {
  mark("pinned", line);
  const here = line.closest("section");
  if (both) line.scrollIntoView({block: "center"});
  const there = marked.pinned.find(each => each.closest("section") !== here);
  if (there) there.scrollIntoView({block: "center"});
  history.replaceState(null, "", "#" + line.id);
}
const lineOf = event => event.target.closest("p[data-g]");
const main = document.querySelector("main");
main.addEventListener("mouseover", event => mark("hover", lineOf(event)));
main.addEventListener("mouseleave", () => mark("hover", null));
main.addEventListener("click", event => {
  const line = lineOf(event);
  if (line && getSelection().isCollapsed) show(line, false);
});
function follow() {
  const line = document.getElementById(location.hash.slice(1));
  if (line && line.dataset.g) show(line, true);
}
addEventListener("hashchange", follow);
follow();
"""
