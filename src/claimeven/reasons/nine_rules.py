"""Victor Allis' nine rules: what the side that answers can be sure of, cell by cell.

They are those of *A Knowledge-based Approach of Connect-Four* (1988), chapter 6. One side, the controller,
answers; the other side, the attacker, is to move. A *problem* is a line without a disc of the controller.
A rule takes some empty cells and promises the controller at least one cell of every problem that it solves.
Rows count from 1 at the bottom; the number of rows must be even, so that in a column that the attacker opens
the controller gets the even rows by answering on top:

    6   c c c c c c c      c: the controller's, by Claimeven
    5   a a a a a a a      a: the attacker's
    4   c c c c c c c
    3   a a a a a a a
    2   c c c c c c c
    1   a a a a a a a

``CoverProblem.rules`` makes every rule that solves something; combine.py knows which may be used together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from itertools import chain, combinations, permutations, product
from operator import and_, or_
from typing import NamedTuple

from claimeven.reasons.cells import cells_of, odd_rows
from claimeven.rules.position import Position

CLAIMEVEN, BASEINVERSE, VERTICAL, AFTEREVEN = "claimeven", "baseinverse", "vertical", "aftereven"
LOWINVERSE, HIGHINVERSE, BASECLAIM = "lowinverse", "highinverse", "baseclaim"
BEFORE, SPECIALBEFORE = "before", "specialbefore"
Pairs = tuple[tuple[int, int], ...]
Parts = tuple[Pairs, int, int]  # pairs, their cells, and the cells of those that are Claimevens
Stack = tuple[int, ...]  # cells one on the other, from below
NAMES = (
    CLAIMEVEN, BASEINVERSE, VERTICAL, AFTEREVEN, LOWINVERSE, HIGHINVERSE, BASECLAIM, BEFORE, SPECIALBEFORE,
)  # fmt: skip
KEPT = 4096  # choices of parts that are remembered: most lines look the same in the next position


class Rule(NamedTuple):
    """A rule on certain cells: ``solves`` has a bit for each problem of its CoverProblem.

    ``pairs`` are the cells that answer each other, lower or earlier one first. ``claims`` are the cells of
    those pairs that are Claimevens, ``loose`` the two cells of a Specialbefore that are in no part, and
    ``line`` is the own line of an Aftereven, Before or Specialbefore.
    """

    name: str
    cells: int
    solves: int
    pairs: Pairs
    claims: int = 0
    loose: int = 0
    line: int = 0


class CoverProblem:
    """What a controller has to work with, the attacker being to move in the ``position``.

    ``open_cells`` are the empty cells that rules may use; columns that a claim leaves out are not among
    them. ``problems`` are the lines to be solved. A controller who may be the one to run out of other moves
    is not ``patient``: it has only the rules that hold whoever must move, and those need no even rows.
    """

    def __init__(
        self,
        position: Position,
        *,
        closed: int = 0,
        solved: tuple[tuple[int, ...], ...] = (),
        patient: bool = True,
    ) -> None:
        """Leave out the ``closed`` columns, and lines that have a cell of each mask of a ``solved``."""
        self.game = rules = position.rules
        ours, empty = position.other, rules.board & ~position.filled
        self.even = rules.board & ~odd_rows(rules) if patient else 0  # cells that Claimeven can be sure of
        self.open_cells = empty & ~closed
        self.drops = position.drops & ~closed
        self.top = rules.bottom << rules.rows - 1
        self.problems = tuple(
            line
            for line in rules.lines
            if not line & ours and not any(all(line & mask for mask in masks) for masks in solved)
        )
        self.all_problems = (1 << len(self.problems)) - 1  # a bit for each
        # Lines that the controller may still complete, and the cells that they lack.
        open_lines = (line for line in rules.lines if line & empty and not line & ~(ours | empty))
        self.own_lines = [(line, list(cells_of(line & empty))) for line in open_lines]
        self.through = {
            cell: sum(1 << number for number, line in enumerate(self.problems) if line & cell)
            for cell in cells_of(empty)
        }

    def rules(self) -> list[Rule]:
        """Every rule that solves a problem, and every Aftereven, which wins; the simplest kinds first."""
        kinds = (
            self._claimevens(), self._baseinverses(), self._verticals(), self._afterevens(),
            self._lowinverses(), self._highinverses(), self._baseclaims(), self._befores(),
            self._specialbefores(),
        )  # fmt: skip
        return [rule for rule in chain(*kinds) if rule.solves or rule.name == AFTEREVEN]

    def lines_of(self, rule: Rule) -> tuple[int, ...]:
        """The problems that a rule solves."""
        return tuple(line for number, line in enumerate(self.problems) if rule.solves >> number & 1)

    def _pairs(self, uppers: int) -> list[tuple[int, int]]:
        """Two open cells one on the other, the upper one in ``uppers``."""
        both = self.open_cells & self.open_cells << 1 & uppers
        return [(upper >> 1, upper) for upper in cells_of(both)]

    def _claimevens(self) -> Iterator[Rule]:
        for lower, upper in self._pairs(self.even):
            yield _rule(CLAIMEVEN, self.through[upper], ((lower, upper),), claims=lower | upper)

    def _baseinverses(self) -> Iterator[Rule]:
        through = self.through
        for one, two in combinations(cells_of(self.drops), 2):
            yield _rule(BASEINVERSE, through[one] & through[two], ((one, two),))

    def _verticals(self) -> Iterator[Rule]:
        for lower, upper in self._pairs(~self.even):
            yield _rule(VERTICAL, self.through[lower] & self.through[upper], ((lower, upper),))

    def _afterevens(self) -> Iterator[Rule]:
        sound = self.even & self.open_cells & self.open_cells << 1
        for line, holes in self.own_lines:
            if all(hole & sound for hole in holes):
                solves = reduce(and_, map(self._above, holes))
                solves |= reduce(or_, (self.through[hole] for hole in holes))
                pairs = tuple((hole >> 1, hole) for hole in holes)
                yield _rule(AFTEREVEN, solves, pairs, claims=_union(pairs), line=line)

    def _lowinverses(self) -> Iterator[Rule]:
        through = self.through
        if not self.even:
            return
        for (low1, up1), (low2, up2) in self._two_of(self._pairs(~self.even)):
            solves = through[up1] & through[up2] | through[low1] & through[up1] | through[low2] & through[up2]
            yield _rule(LOWINVERSE, solves, ((low1, up1), (low2, up2)))

    def _highinverses(self) -> Iterator[Rule]:
        through = self.through
        triples = [(low >> 1, low, up) for low, up in self._pairs(self.even) if low >> 1 & self.open_cells]
        for (low1, mid1, up1), (low2, mid2, up2) in self._two_of(triples):
            solves = through[up1] & through[up2] | through[mid1] & through[mid2]
            solves |= through[mid1] & through[up1] | through[mid2] & through[up2]
            if low1 & self.drops:
                solves |= through[low1] & through[up2]
            if low2 & self.drops:
                solves |= through[low2] & through[up1]
            yield _rule(HIGHINVERSE, solves, ((low1, mid1), (mid1, up1), (low2, mid2), (mid2, up2)))

    def _baseclaims(self) -> Iterator[Rule]:
        through = self.through
        for first, second, third in permutations(cells_of(self.drops), 3):
            above = second << 1
            if not above & self.even & self.open_cells:
                continue
            if solves := through[first] & through[above] | through[second] & through[third]:
                yield _rule(BASECLAIM, solves, ((first, third), (second, above)), claims=second | above)

    def _befores(self) -> Iterator[Rule]:
        for line, holes in self.own_lines:
            successors = self._successors(holes)
            for pairs, cells, claims in self._parts(line, holes):
                if claims != cells:  # all Claimevens would be an Aftereven
                    solves = successors | self._solved_by(pairs, claims)
                    yield Rule(BEFORE, cells, solves, pairs, claims, line=line)

    def _specialbefores(self) -> Iterator[Rule]:
        through = self.through
        for line, holes in self.own_lines:
            successors = self._successors(holes)
            for spared in cells_of(line & self.drops):
                for pairs, cells, claims in self._parts(line, [hole for hole in holes if hole != spared]):
                    by_parts = self._solved_by(pairs, claims)
                    extras = self.drops & ~line & ~cells if not spared << 1 & cells else 0
                    for extra in cells_of(extras):
                        if solves := (successors | through[spared]) & through[extra] | by_parts:
                            loose, more = spared | extra, (*pairs, (spared, extra))
                            yield Rule(SPECIALBEFORE, cells | loose, solves, more, claims, loose, line)

    def _parts(self, line: int, holes: list[int]) -> tuple[Parts, ...]:
        """Every choice of a part for each hole, disjoint."""
        if line & self.top & self.open_cells or any(not hole & self.open_cells for hole in holes):
            return ()
        all_holes = sum(holes)
        sound = all_holes & self.even & self.open_cells << 1
        return _parts_of(all_holes, sound)

    def _successors(self, holes: list[int]) -> int:
        """The problems through the cells above all ``holes``."""
        return reduce(and_, (self.through.get(hole << 1, 0) for hole in holes))

    def _solved_by(self, pairs: Pairs, claims: int) -> int:
        """What the parts of a rule solve by themselves."""
        solves = 0
        for lower, upper in pairs:
            solves |= self.through[upper] if upper & claims else self.through[lower] & self.through[upper]
        return solves

    def _above(self, cell: int) -> int:
        """The problems through some cell above ``cell`` in its column."""
        solves = 0
        while cell := cell << 1 & self.game.board:
            solves |= self.through[cell]
        return solves

    def _two_of(self, stacks: Iterable[Stack]) -> Iterator[tuple[Stack, Stack]]:
        """Every two of some stacks of cells that stand in different columns."""
        for one, two in combinations(stacks, 2):
            if self.game.column_of(one[0]) != self.game.column_of(two[0]):
                yield one, two


@lru_cache(maxsize=KEPT)
def _parts_of(holes: int, sound: int) -> tuple[Parts, ...]:
    """Every choice of a part for each hole, disjoint; those that are ``sound`` may be Claimevens.

    The pairs, their cells, and the cells of those that are Claimevens.
    """
    choices = []
    for hole in cells_of(holes):
        parts = [((hole, hole << 1), 0)]
        if hole & sound:
            parts.append(((hole >> 1, hole), hole >> 1 | hole))
        choices.append(parts)
    found = []
    for chosen in product(*choices):
        pairs = tuple(pair for pair, _ in chosen)
        cells = _union(pairs)
        if cells.bit_count() == 2 * len(pairs):
            found.append((pairs, cells, sum(claims for _, claims in chosen)))
    return tuple(found)


def _rule(name: str, solves: int, pairs: Pairs, *, claims: int = 0, loose: int = 0, line: int = 0) -> Rule:
    return Rule(name, _union(pairs), solves, pairs, claims, loose, line)


def _union(pairs: Pairs) -> int:
    cells = 0
    for lower, upper in pairs:
        cells |= lower | upper
    return cells
