"""Graphs of tasks: nodes with dependencies, captures that add them, and the steps of a launch.

A task is the work of an operation of a stream: a launch, a copy, a fill. A stream carries it out in turn; a
graph keeps it in a node. A launch of a graph is a list of steps, one for each node that does something, with
the steps that it waits for. Steps that wait for each other in a row share a lane. Lanes have numbers of their
own in clocks (`pyptx.virtual.clocks`), so nodes without a path between them race as two streams do.

>>> class Work(Task):
...     kind = FILL
>>> graph = Graph(16, "graph 1", 1)
>>> first, second, third = (graph.add(number, Work("fill"), ()) for number in (32, 48, 64))
>>> third.dependencies = [first]
>>> [(step.node.place, step.before, step.lane) for step in steps(graph)]
[(1, (), 0), (2, (), 1), (3, (0,), 0)]
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pyptx.virtual.answers.streams import Stream
    from pyptx.virtual.clocks import Clock, Operation
    from pyptx.virtual.session import Session

KERNEL, COPY, FILL, HOST, CHILD, EMPTY, WAIT, RECORD = range(8)
"""Kinds of nodes, by the driver's numbers."""


@dataclass(frozen=True, slots=True)
class Task:
    """The work of an operation of a stream; this class has none.

    Attributes:
        what: Its name in reports.
    """

    kind: ClassVar[int | None] = EMPTY
    """The kind of its node; None for a task that no graph takes."""

    calls_program: ClassVar[bool] = False
    """Whether the library calls a function of the program for it."""

    what: str

    @property
    def starts_early(self) -> bool:
        """Whether it may start before the previous launch has ended, if that one permits it."""
        return False

    @property
    def permits_early_start(self) -> bool:
        """Whether it may let the launch after it start before it has ended."""
        return False

    @property
    def behind(self) -> tuple[Stream, int] | None:
        """A stream whose work up to a number is carried out before."""
        return None

    def acquired_clock(self) -> Clock:
        """Return the clock that an operation submitted now acquires, besides that of its stream."""
        return {}

    def announce(self, session: Session, stream: Stream, operation: Operation) -> Task:
        """Record an operation of a stream; return the task that runs in its turn."""
        return self

    def run(self, session: Session, operation: Operation) -> None:
        """Carry it out."""


@dataclass(frozen=True, slots=True)
class Action(Task):
    """A task that only a stream carries out."""

    kind: ClassVar[int | None] = None

    act: Callable[[Operation], None]

    def run(self, session: Session, operation: Operation) -> None:
        """Carry it out."""
        self.act(operation)


@dataclass(frozen=True, slots=True)
class Barrier(Task):
    """A wait for the work of another stream up to a number."""

    kind: ClassVar[int | None] = None

    stream: Stream
    last: int

    @property
    def behind(self) -> tuple[Stream, int]:
        """The stream and the number."""
        return self.stream, self.last


@dataclass(eq=False, slots=True)
class Node:
    """A node of a graph.

    Attributes:
        handle: Its handle.
        graph: Its graph.
        place: Its number in the graph, from 1.
        task: What it does.
        dependencies: The nodes that come before it.
        source: The node of the graph that this one was cloned from, or its own handle.
        is_enabled: Whether a launch carries it out.
    """

    handle: int
    graph: Graph
    place: int
    task: Task
    dependencies: list[Node]
    source: int
    is_enabled: bool = True

    def __str__(self) -> str:
        return f"{self.task.what} (node {self.place} of {self.graph.name})"


@dataclass(eq=False, slots=True)
class Graph:
    """A graph.

    Attributes:
        handle: Its handle.
        name: Its name in reports.
        context: Its context.
        nodes: Its nodes, in the order in which they were added.
    """

    handle: int
    name: str
    context: int
    nodes: list[Node] = field(default_factory=list)
    _added: int = 0

    def add(self, handle: int, task: Task, dependencies: Iterable[Node], source: int = 0) -> Node:
        """Add a node."""
        self._added += 1
        node = Node(handle, self, self._added, task, list(dict.fromkeys(dependencies)), source or handle)
        self.nodes.append(node)
        return node

    def dependents(self, node: Node) -> list[Node]:
        """Return the nodes that wait for a node."""
        return [each for each in self.nodes if node in each.dependencies]

    def ordered(self, *, newest: bool = False) -> list[Node]:
        """Return the nodes so that each comes after its dependencies: fewer if they form a cycle.

        Args:
            newest: Whether the newest of the possible nodes comes next, instead of the oldest.
        """
        waits = {node: len(node.dependencies) for node in self.nodes}
        after: dict[Node, list[Node]] = {node: [] for node in self.nodes}
        for node in self.nodes:
            for each in node.dependencies:
                after[each].append(node)
        ready = [node for node in self.nodes if not waits[node]]
        found = []
        while ready:
            ready.sort(key=lambda node: node.place, reverse=not newest)
            node = ready.pop()
            found.append(node)
            for each in after[node]:
                waits[each] -= 1
                if not waits[each]:
                    ready.append(each)
        return found

    def clone(self, new_handle: Callable[[], int]) -> Graph:
        """Return a copy, with the graphs inside; its nodes have new handles."""
        made = Graph(new_handle(), self.name, self.context)
        twins: dict[Node, Node] = {}
        for node in self.nodes:
            task = node.task
            if isinstance(task, Child):
                task = Child(task.what, task.graph.clone(new_handle))
            twins[node] = made.add(new_handle(), task, (), node.handle)
            twins[node].place, twins[node].is_enabled = node.place, node.is_enabled
        for node, twin in twins.items():
            twin.dependencies = [twins[each] for each in node.dependencies]
        made._added = self._added
        return made

    def all_nodes(self) -> Iterator[Node]:
        """Yield the nodes, and those of graphs inside."""
        for node in self.nodes:
            yield node
            if isinstance(node.task, Child):
                yield from node.task.graph.all_nodes()


@dataclass(frozen=True, slots=True)
class Child(Task):
    """A graph as a node of another one."""

    kind: ClassVar[int | None] = CHILD

    graph: Graph


def ancestors(nodes: Iterable[Node]) -> set[Node]:
    """Return nodes with all that come before them."""
    found: set[Node] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += node.dependencies
    return found


# Launches


@dataclass(frozen=True, slots=True)
class Step:
    """A node that a launch carries out.

    Attributes:
        node: The node.
        before: Numbers of the steps that it waits for.
        lane: Number of the lane: each of its steps waits for the one before.
    """

    node: Node
    before: tuple[int, ...]
    lane: int


def steps(graph: Graph, *, newest: bool = False) -> list[Step]:
    """Return the steps of a graph, those of graphs inside in place of their nodes."""
    found: list[Step] = []
    ends_of_lanes: list[int] = []

    def add(graph: Graph, before: tuple[int, ...]) -> tuple[int, ...]:
        """Add the steps of a graph after others; return the last of them."""
        ends: dict[Node, tuple[int, ...]] = {}
        for node in graph.ordered(newest=newest):
            own = _union(ends[each] for each in node.dependencies) if node.dependencies else before
            if isinstance(node.task, Child):
                own = add(node.task.graph, own)
            elif node.task.kind != EMPTY and node.is_enabled:
                number = len(found)
                lane = next(
                    (lane for lane, end in enumerate(ends_of_lanes) if end in own), len(ends_of_lanes)
                )
                ends_of_lanes[lane : lane + 1] = [number]
                found.append(Step(node, own, lane))
                own = (number,)
            ends[node] = own
        inner = {each for node in graph.nodes for each in node.dependencies}
        return _union(own for node, own in ends.items() if node not in inner) if ends else before

    add(graph, ())
    return found


def _union(groups: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sorted({each for group in groups for each in group}))


@dataclass(eq=False, slots=True)
class Executable:
    """A graph that can be launched.

    Attributes:
        handle: Its handle.
        graph: A copy of the graph, which changes alone.
        flags: As the program created it.
        last: Number of the last operation of its last launch, and the key of that stream; 0 before.
        clock: The operations before its next launch.
    """

    handle: int
    graph: Graph
    flags: int
    last: tuple[int, int] = (0, 0)
    clock: dict[int, int] = field(default_factory=dict)
    _steps: list[Step] | None = None

    @property
    def context(self) -> int:
        """Its context."""
        return self.graph.context

    def node(self, source: int) -> Node | None:
        """Return the copy of a node of the graph that it was made from."""
        return next((node for node in self.graph.all_nodes() if node.source == source), None)

    def steps(self, *, newest: bool) -> list[Step]:
        """Return the steps of a launch."""
        if self._steps is None:
            self._steps = steps(self.graph, newest=newest)
        return self._steps

    def change(self, node: Node, *, task: Task | None = None, is_enabled: bool | None = None) -> None:
        """Change a node for the launches from now on."""
        node.task = task or node.task
        node.is_enabled = node.is_enabled if is_enabled is None else is_enabled
        self._steps = None


SUCCESS, FAILED, TOPOLOGY, KIND = range(4)
"""Results of an update, by the driver's numbers."""


def pairs(old: Graph, new: Graph) -> Iterator[tuple[int, Node | None, Node | None]]:
    """Yield the nodes that an update pairs, with its result: only the last one may be a failure."""
    for mine, other in zip(old.nodes, new.nodes, strict=False):
        if mine.task.kind != other.task.kind:
            yield KIND, mine, other
            return
        if _places(mine, old) != _places(other, new):
            yield TOPOLOGY, mine, other
            return
        if isinstance(mine.task, Child) and isinstance(other.task, Child):
            for found in pairs(mine.task.graph, other.task.graph):
                yield found
                if found[0]:
                    return
        else:
            yield SUCCESS, mine, other
    if len(old.nodes) != len(new.nodes):
        yield TOPOLOGY, None, None


def _places(node: Node, graph: Graph) -> list[int]:
    return sorted(graph.nodes.index(each) for each in node.dependencies)


# Captures

GLOBAL, OF_THREAD, RELAXED = range(3)
"""Modes of captures, and of threads during captures of others."""


@dataclass(eq=False, slots=True)
class Capture:
    """A sequence of streams whose work goes into a graph.

    Attributes:
        number: Its number.
        graph: Takes the work.
        origin: Key of the stream that it began in.
        mode: Which calls of which threads may disturb it.
        thread: The thread that began it.
        failure: The call that made it invalid, with the reason; empty before.
        last: For the key of each stream that takes part: the nodes that its next one waits for.
    """

    number: int
    graph: Graph
    origin: int
    mode: int
    thread: int
    failure: str = ""
    last: dict[int, list[Node]] = field(default_factory=dict)

    def add(self, handle: int, key: int, task: Task) -> Node:
        """Add a node after the work of a stream."""
        node = self.graph.add(handle, task, self.last[key])
        self.last[key] = [node]
        return node

    def unjoined(self) -> list[tuple[int, Node]]:
        """Return the last nodes of other streams that nothing in the first one waits for, with their keys."""
        joined = ancestors(self.last[self.origin])
        return [(key, node) for key, nodes in self.last.items() for node in nodes if node not in joined]
