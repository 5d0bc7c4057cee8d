"""Slow, obvious oracles for the nine rules and the table of combinations: cells are walked, nothing is a bit.

A cell is (column, row), row 0 at the bottom, as in naive.py; so an *even* row of Allis' is odd here. Each
rule is made from its description: which cells it needs, and which lines it stops. ``LOOSER`` are readings
that are known to promise too much; each can be asked for by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product

import naive
from naive import Cell

Line = frozenset[tuple[int, int]]
Pair = tuple[tuple[int, int], tuple[int, int]]

LOOSER = (
    "aftereven in any one column",
    "before with any one successor",
    "specialbefore without its extra cell",
    "lowinverse claims both uppers",
    "code 1 left out",
    "code 2 left out",
    "code 2 by the letter",
    "code 3 left out",
)

# The table of combinations: for each two kinds the codes of the conditions that must hold.
KINDS = (
    "claimeven", "baseinverse", "vertical", "aftereven", "lowinverse", "highinverse", "baseclaim", "before",
    "specialbefore",
)  # fmt: skip
TABLE = """
1
1 1
1 1 1
1 1 1 3
2 1 1 12 4
2 1 1 12 4 4
1 1 1 1 12 12 1
1 1 1 3 23 12 1 3
1 1 1 3 23 12 1 3 3
"""
CODES = {
    frozenset({KINDS[row], KINDS[column]}): codes
    for row, line in enumerate(TABLE.split("\n")[1:-1])
    for column, codes in enumerate(line.split())
}


@dataclass(frozen=True)
class Promise:
    """A rule on certain cells: its pairs, those of them that are Claimevens, and the lines it stops."""

    name: str
    pairs: tuple[Pair, ...]
    stops: frozenset[Line]
    claims: tuple[Pair, ...] = ()
    loose: Line = frozenset()
    line: Line = frozenset()

    @property
    def cells(self) -> Line:
        return frozenset(cell for pair in self.pairs for cell in pair)


def up(cell: Cell) -> Cell:
    return cell[0], cell[1] + 1


def down(cell: Cell) -> Cell:
    return cell[0], cell[1] - 1


class NaiveProblem:
    """A board on which one side answers; ``closed`` columns are not for rules."""

    def __init__(
        self,
        ours: set[Cell],
        theirs: set[Cell],
        size: tuple[int, int],
        *,
        closed: frozenset[int] = frozenset(),
        controls_zugzwang: bool = True,
        looser: str = "",
    ) -> None:
        columns, rows = size
        every_cell = {(column, row) for column in range(columns) for row in range(rows)}
        every_line = naive.lines(every_cell)
        self.rows = rows
        self.controls_zugzwang = controls_zugzwang
        self.looser = looser
        self.open = {cell for cell in every_cell - ours - theirs if cell[0] not in closed}
        self.playable = sorted(cell for cell in self.open if down(cell) not in self.open)
        self.problems = {line for line in every_line if not line & ours}
        self.own_lines = {
            line: sorted(line - ours) for line in every_line if not line & theirs and not line <= ours
        }

    def promises(self) -> list[Promise]:
        """Every rule that stops a line, and every Aftereven."""
        kinds: list[Callable[[], Iterator[Promise]]] = [
            self.baseinverses, self.verticals, self.befores, self.specialbefores
        ]  # fmt: skip
        if self.controls_zugzwang:
            kinds += [
                self.claimevens, self.afterevens, self.lowinverses, self.highinverses, self.baseclaims
            ]  # fmt: skip
        return [rule for kind in kinds for rule in kind() if rule.stops or rule.name == "aftereven"]

    def is_even(self, cell: Cell) -> bool:
        """Return whether answering on top gives this cell to the side that answers."""
        return self.controls_zugzwang and cell[1] % 2 == 1

    def stopped(self, *ways: set[Cell]) -> frozenset[Line]:
        """The problems that contain all cells of one of the ``ways``."""
        return frozenset(line for line in self.problems if any(cells <= line for cells in ways))

    def stacked(self, *, even: bool) -> list[Pair]:
        """Two open cells, one on the other, the upper one even or odd."""
        return [
            (cell, up(cell))
            for cell in sorted(self.open)
            if up(cell) in self.open and self.is_even(up(cell)) == even
        ]

    def claimevens(self) -> Iterator[Promise]:
        for lower, upper in self.stacked(even=True):
            pair = (lower, upper)
            yield Promise("claimeven", (pair,), self.stopped({upper}), claims=(pair,))

    def baseinverses(self) -> Iterator[Promise]:
        for one, two in combinations(self.playable, 2):
            yield Promise("baseinverse", ((one, two),), self.stopped({one, two}))

    def verticals(self) -> Iterator[Promise]:
        for lower, upper in self.stacked(even=False):
            yield Promise("vertical", ((lower, upper),), self.stopped({lower, upper}))

    def afterevens(self) -> Iterator[Promise]:
        for line, holes in self.own_lines.items():
            if not all(
                hole in self.open and self.is_even(hole) and down(hole) in self.open for hole in holes
            ):
                continue
            enough = any if self.looser == "aftereven in any one column" else all
            above = {
                problem
                for problem in self.problems
                if enough(any(cell[0] == hole[0] and cell[1] > hole[1] for cell in problem) for hole in holes)
            }
            pairs = tuple((down(hole), hole) for hole in holes)
            stops = above | self.stopped(*({hole} for hole in holes))
            yield Promise("aftereven", pairs, frozenset(stops), claims=pairs, line=line)

    def lowinverses(self) -> Iterator[Promise]:
        for one, two in combinations(self.stacked(even=False), 2):
            if one[0][0] != two[0][0]:
                ways = [{one[1], two[1]}, set(one), set(two)]
                if self.looser == "lowinverse claims both uppers":
                    ways = [{one[1]}, {two[1]}]
                yield Promise("lowinverse", (one, two), self.stopped(*ways))

    def highinverses(self) -> Iterator[Promise]:
        threes = [
            (down(middle), middle, upper)
            for middle, upper in self.stacked(even=True)
            if down(middle) in self.open
        ]
        for (low1, middle1, upper1), (low2, middle2, upper2) in combinations(threes, 2):
            if low1[0] == low2[0]:
                continue
            ways = [{upper1, upper2}, {middle1, middle2}, {middle1, upper1}, {middle2, upper2}]
            if low1 in self.playable:
                ways.append({low1, upper2})
            if low2 in self.playable:
                ways.append({low2, upper1})
            pairs = ((low1, middle1), (middle1, upper1), (low2, middle2), (middle2, upper2))
            yield Promise("highinverse", pairs, self.stopped(*ways))

    def baseclaims(self) -> Iterator[Promise]:
        for first, second, third in permutations(self.playable, 3):
            above = up(second)
            if above in self.open and self.is_even(above):
                stops = self.stopped({first, above}, {second, third})
                pairs = ((first, third), (second, above))
                yield Promise("baseclaim", pairs, stops, claims=((second, above),))

    def befores(self) -> Iterator[Promise]:
        for line, holes in self.own_lines.items():
            for parts, claims in self.parts(holes):
                if len(claims) < len(parts):
                    stops = self.successors(holes) | self.by_parts(parts, claims)
                    yield Promise("before", parts, stops, claims=claims, line=line)

    def specialbefores(self) -> Iterator[Promise]:
        for line, holes in self.own_lines.items():
            if any(hole[1] == self.rows - 1 for hole in holes):
                continue
            for spared in holes:
                if spared not in self.playable:
                    continue
                for parts, claims in self.parts([hole for hole in holes if hole != spared]):
                    taken = {cell for part in parts for cell in part}
                    if spared in taken or up(spared) in taken:
                        continue
                    for extra in self.playable:
                        if extra not in line and extra not in taken and extra[0] != spared[0]:
                            yield self.specialbefore(line, holes, parts, claims, spared, extra)

    def specialbefore(
        self, line: Line, holes: list[Cell], parts: tuple[Pair, ...], claims: tuple[Pair, ...],
        spared: Cell, extra: Cell,
    ) -> Promise:  # fmt: skip
        ways: list[set[Cell]] = [{up(hole) for hole in holes} | {extra}, {spared, extra}]
        if self.looser == "specialbefore without its extra cell":
            ways.append({up(hole) for hole in holes})
        stops = self.stopped(*ways) | self.by_parts(parts, claims)
        loose = frozenset({spared, extra})
        return Promise("specialbefore", (*parts, (spared, extra)), stops, claims, loose, line)

    def parts(self, holes: list[Cell]) -> Iterator[tuple[tuple[Pair, ...], tuple[Pair, ...]]]:
        """Every choice of a Vertical or Claimeven for each hole, no cell twice, and the Claimevens of it."""
        if any(hole not in self.open or up(hole) not in self.open for hole in holes):
            return
        choices = [
            [(hole, up(hole))] + [(down(hole), hole)] * (self.is_even(hole) and down(hole) in self.open)
            for hole in holes
        ]
        for parts in product(*choices):
            cells = [cell for part in parts for cell in part]
            if len(set(cells)) == len(cells):
                claims = tuple(part for part, hole in zip(parts, holes, strict=True) if part[1] == hole)
                yield parts, claims

    def successors(self, holes: list[Cell]) -> frozenset[Line]:
        """The problems with the cells above all holes."""
        if self.looser == "before with any one successor":
            return self.stopped(*({up(hole)} for hole in holes))
        return self.stopped({up(hole) for hole in holes})

    def by_parts(self, parts: tuple[Pair, ...], claims: tuple[Pair, ...]) -> frozenset[Line]:
        return self.stopped(*({part[1]} if part in claims else set(part) for part in parts))


def may_combine(one: Promise, two: Promise, looser: str = "") -> bool:
    """The table of combinations, read code by code."""
    for code in CODES[frozenset({one.name, two.name})]:
        if looser == f"code {code} left out":
            continue
        if code == "1" and one.cells & two.cells:
            return False
        if code == "2" and not all(
            above_inverse(*both, by_the_letter=looser == "code 2 by the letter")
            for both in inverses(one, two)
        ):
            return False
        if code == "3" and not equal_or_apart(one, two):
            return False
        if code == "4" and (one.cells & two.cells or len(columns_of(one) & columns_of(two)) == 1):
            return False
    return True


def columns_of(rule: Promise) -> set[int]:
    return {column for column, _ in rule.cells}


def inverses(one: Promise, two: Promise) -> Iterator[tuple[Promise, Promise]]:
    """The inverse of the two and the other one."""
    for inverse, other in ((one, two), (two, one)):
        if inverse.name in ("lowinverse", "highinverse"):
            yield inverse, other


def above_inverse(inverse: Promise, other: Promise, *, by_the_letter: bool) -> bool:
    """Every Claimeven in a column of the inverse lies above its cells; by the letter, not below them."""
    for lower, upper in other.claims:
        inside = [row for column, row in inverse.cells if column == lower[0]]
        if inside and (upper[1] < min(inside) if by_the_letter else lower[1] <= max(inside)):
            return False
    return True


def equal_or_apart(one: Promise, two: Promise) -> bool:
    """In each column the same cells or none in common; what is loose in a Specialbefore is never shared."""
    for column in columns_of(one) & columns_of(two):
        here = [{cell for cell in rule.cells if cell[0] == column} for rule in (one, two)]
        if here[0] & here[1] and (here[0] != here[1] or here[0] & (one.loose | two.loose)):
            return False
    return True
