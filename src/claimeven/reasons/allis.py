"""Victor Allis' nine rules, which of them may be combined, and covers: rules that stop every line.

The rules are those of *A Knowledge-based Approach of Connect-Four* (1988), chapter 6. One side, the
controller, answers; the other side, the attacker, is to move. A *problem* is a line without a disc of the
controller. A rule takes some empty cells and promises the controller at least one cell of every problem that
it solves. Rows count from 1 at the bottom; the number of rows must be even, so that in a column that the
attacker opens the controller gets the even rows by answering on top:

    6   c c c c c c c      c: the controller's, by Claimeven
    5   a a a a a a a      a: the attacker's
    4   c c c c c c c
    3   a a a a a a a
    2   c c c c c c c
    1   a a a a a a a

``CoverProblem.rules`` makes every rule that solves something, ``Compatibility`` knows which of them may be
used together, and ``find_cover`` looks for some that solve all problems. Two rules may be combined if the
conditions that the table of section 7.4 names for their kinds hold:

    1  no cell belongs to both;
    2  in the columns of an inverse, every Claimeven of the other rule lies above all its cells, so that a
       rule that has done its work leaves an even number of cells below them;
    3  in each column they have the same cells or none in common;
    4  no cell belongs to both, and two inverses have both columns in common or none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import chain, combinations, permutations, product
from operator import and_, or_
from typing import NamedTuple

from claimeven.reasons.cells import Pairs, cells_of, odd_rows
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules

CLAIMEVEN, BASEINVERSE, VERTICAL, AFTEREVEN = "claimeven", "baseinverse", "vertical", "aftereven"
LOWINVERSE, HIGHINVERSE, BASECLAIM = "lowinverse", "highinverse", "baseclaim"
BEFORE, SPECIALBEFORE = "before", "specialbefore"
Parts = tuple[Pairs, int, int]  # pairs, their cells, and the cells of those that are Claimevens
Stack = tuple[int, ...]  # cells one on the other, from below
RULE_NAMES = (
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


INVERSES = (LOWINVERSE, HIGHINVERSE)
BEFORES = (BEFORE, SPECIALBEFORE)
# For some kinds those with which condition 3 is enough, where all others need 1.
SHARING = {
    AFTEREVEN: (AFTEREVEN, *BEFORES),
    BEFORE: (AFTEREVEN, *BEFORES, LOWINVERSE),
    SPECIALBEFORE: (AFTEREVEN, *BEFORES, LOWINVERSE),
    LOWINVERSE: BEFORES,
}


class Compatibility:
    """Some rules, and for each of them all those that may be used together with it.

    A set of rules is a number with a bit for each. Sets by cell compare a rule with all others at once.
    """

    def __init__(self, rules: Sequence[Rule], game: Rules) -> None:
        self._rules = rules
        self._columns = game.column_masks
        width = game.board.bit_length()
        self._having = Transposed([rule.cells for rule in rules], width)
        self._claiming = Transposed([rule.claims for rule in rules], width)
        self._loose = Transposed([rule.loose for rule in rules], width)
        self._kinds: dict[str, int] = defaultdict(int)
        for number, rule in enumerate(rules):
            self._kinds[rule.name] |= 1 << number
        self._inverses = self._of_kinds(INVERSES)
        self._found: dict[int, int] = {}

    def beside(self, number: int) -> int:
        """The rules that may be used together with a rule."""
        if number not in self._found:
            others = (1 << len(self._rules)) - 1 ^ 1 << number
            self._found[number] = others & ~self._clashing(self._rules[number])
        return self._found[number]

    def _clashing(self, rule: Rule) -> int:
        """The rules that the table forbids beside a rule; the rule itself may be among them."""
        clashing = _any(self._having, rule.cells)
        if rule.name in SHARING:
            clashing &= ~self._of_kinds(SHARING[rule.name]) | self._unequal(rule)
        if rule.name in INVERSES:
            one, two = (mask for mask in self._columns if rule.cells & mask)  # condition 4
            clashing |= (_any(self._having, one) ^ _any(self._having, two)) & self._inverses
            for mask in (one, two):  # condition 2, seen from the inverse
                clashing |= _any(self._claiming, mask & (1 << (rule.cells & mask).bit_length()) - 1)
        elif self._inverses:
            for mask in self._columns:  # and from the other rule
                if claims := rule.claims & mask:
                    clashing |= _any(self._having, mask & -(claims & -claims)) & self._inverses
        return clashing

    def _unequal(self, rule: Rule) -> int:
        """The rules that share loose cells with a rule, or some of the cells of a column but not all."""
        unequal = _any(self._having, rule.loose) | _any(self._loose, rule.cells)
        for mask in self._columns:
            if cells := rule.cells & mask:
                some, more = _any(self._having, cells), _any(self._having, mask & ~cells)
                unequal |= some & (more | ~_all(self._having, cells))
        return unequal

    def _of_kinds(self, kinds: Sequence[str]) -> int:
        return sum(self._kinds[kind] for kind in kinds)


class Transposed(dict[int, int]):
    """For each of ``width`` bits the words that have it, a bit for each word; made when asked for."""

    def __init__(self, words: Sequence[int], width: int) -> None:
        self._width = width
        self._text = "".join([bin(1 << width | word)[3:] for word in reversed(words)])

    def __missing__(self, bit: int) -> int:
        self[bit] = found = int(self._text[self._width - 1 - bit :: self._width] or "0", 2)
        return found


def _any(sets: Mapping[int, int], cells: int) -> int:
    """The rules that are in the set of one of the cells."""
    return reduce(or_, (sets[cell.bit_length() - 1] for cell in cells_of(cells)), 0)


def _all(sets: Mapping[int, int], cells: int) -> int:
    """The rules that are in the sets of all the cells."""
    return reduce(and_, (sets[cell.bit_length() - 1] for cell in cells_of(cells)))


MAX_TRIES = 2_000
SIMPLE = (CLAIMEVEN, BASEINVERSE, VERTICAL, AFTEREVEN)
SIMPLEST_FIRST = ((CLAIMEVEN,), SIMPLE, RULE_NAMES)


def find_cover(ground: CoverProblem, *, winning: bool = False) -> tuple[Rule, ...] | None:
    """Rules that solve all problems of a ground, or None if none are found.

    With ``winning``, an Aftereven is among them, one that lacks few cells: the controller completes its line
    and wins.
    """
    rules = ground.rules()
    if reduce(or_, (rule.solves for rule in rules), 0) != ground.all_problems:
        return None
    starts: list[tuple[int, ...]] = [()]
    if winning:
        lines = [number for number, rule in enumerate(rules) if rule.name == AFTEREVEN]
        starts = [(number,) for number in sorted(lines, key=lambda number: len(rules[number].pairs))]
        if not starts:
            return None
    search = _Search(ground, rules)
    for kinds in SIMPLEST_FIRST:
        usable = sum(1 << number for number, rule in enumerate(rules) if rule.name in kinds)
        for start in starts:
            if (cover := search.cover(start, usable)) is not None:
                return cover
    return None


class _Search:
    """Takes the problem that the fewest rules solve, tries each of them, drops what clashes, goes on."""

    def __init__(self, ground: CoverProblem, rules: Sequence[Rule]) -> None:
        self._ground = ground
        self._rules = rules
        self._solvers = Transposed([rule.solves for rule in rules], len(ground.problems))
        self._together = Compatibility(rules, ground.game)
        self._failed: set[tuple[int, int]] = set()
        self._tries = 0

    def cover(self, start: tuple[int, ...], usable: int) -> tuple[Rule, ...] | None:
        """A cover that has the rules of ``start`` in it, and others that are ``usable``."""
        left = self._ground.all_problems
        for number in start:
            left &= ~self._rules[number].solves
            usable &= self._together.beside(number)
        self._tries = 0
        found = self._solve(left, usable)
        if found is None:
            return None
        return tuple(self._rules[number] for number in (*start, *self._needed(start, found)))

    def _needed(self, start: tuple[int, ...], found: tuple[int, ...]) -> list[int]:
        """The rules of a cover without those whose problems the others solve, too; sorted by kind."""
        needed = sorted(found)
        for number in sorted(found, reverse=True):
            rest = (self._rules[other].solves for other in (*start, *needed) if other != number)
            if reduce(or_, rest, 0) == self._ground.all_problems:
                needed.remove(number)
        return needed

    def _solve(self, left: int, usable: int) -> tuple[int, ...] | None:
        if not left:
            return ()
        if (left, usable) in self._failed or self._tries > MAX_TRIES:
            return None
        self._tries += 1
        candidates = [rule.bit_length() - 1 for rule in cells_of(self._fewest(left, usable))]
        # Those first that solve most of what is left, simple kinds among equals.
        candidates.sort(key=lambda number: -(self._rules[number].solves & left).bit_count())
        for number in candidates:
            rest = self._solve(left & ~self._rules[number].solves, usable & self._together.beside(number))
            if rest is not None:
                return (number, *rest)
        self._failed.add((left, usable))
        return None

    def _fewest(self, left: int, usable: int) -> int:
        """The usable rules for the problem that has the fewest of them."""
        fewest, count = 0, len(self._rules) + 1
        for problem in cells_of(left):
            candidates = self._solvers[problem.bit_length() - 1] & usable
            if (number := candidates.bit_count()) < count:
                fewest, count = candidates, number
                if count < 2:
                    break
        return fewest
