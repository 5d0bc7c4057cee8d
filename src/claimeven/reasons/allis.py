"""Victor Allis' nine rules, which of them may be combined, and covers made of them.

The rules are those of *A Knowledge-based Approach of Connect-Four* (1988), chapter 6. One side, the
controller, only answers; the other side, the attacker, is to move. A *problem* is a line without a disc of
the controller. A rule takes some empty cells and promises the controller at least one cell of every problem
that it solves. Rows count from 1 at the bottom. The number of rows must be even, so that in a column that the
attacker opens the controller gets the even rows by answering on top:

    6   c c c c c c c      c: the controller's, by Claimeven
    5   a a a a a a a      a: the attacker's
    4   c c c c c c c
    3   a a a a a a a
    2   c c c c c c c
    1   a a a a a a a

``CoverProblem.find_rules`` lists every rule that solves something, ``Compatibility`` tells which of them may
be used together, and ``find_cover`` chooses rules that solve all problems between them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, permutations, product
from typing import NamedTuple

from claimeven.reasons.cells import Pairs, cells_of, odd_rows
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules

CLAIMEVEN = "claimeven"
BASEINVERSE = "baseinverse"
VERTICAL = "vertical"
AFTEREVEN = "aftereven"
LOWINVERSE = "lowinverse"
HIGHINVERSE = "highinverse"
BASECLAIM = "baseclaim"
BEFORE = "before"
SPECIALBEFORE = "specialbefore"
RULE_NAMES = (
    CLAIMEVEN, BASEINVERSE, VERTICAL, AFTEREVEN, LOWINVERSE, HIGHINVERSE, BASECLAIM, BEFORE, SPECIALBEFORE,
)  # fmt: skip

Stack = tuple[int, ...]  # cells of one column, from the bottom up
Solved = tuple[tuple[int, ...], ...]  # see CoverProblem
PARTS_CACHE_SIZE = 4096  # most lines of a position lack the same cells in the next one

# The table of section 7.4 in the thesis tells which rules may be combined. Its conditions are:
#
#   1  no cell belongs to both rules;
#   2  in the columns of an inverse, every Claimeven of the other rule lies above all cells of the inverse,
#      so that a rule that has done its work leaves an even number of cells below them;
#   3  in each column the rules have the same cells or none in common;
#   4  no cell belongs to both, and two inverses have both columns in common or none.
INVERSES = (LOWINVERSE, HIGHINVERSE)
BEFORES = (BEFORE, SPECIALBEFORE)
# The kinds with which a kind needs only condition 3; with all other kinds it needs condition 1.
SHARING = {
    AFTEREVEN: (AFTEREVEN, *BEFORES),
    BEFORE: (AFTEREVEN, *BEFORES, LOWINVERSE),
    SPECIALBEFORE: (AFTEREVEN, *BEFORES, LOWINVERSE),
    LOWINVERSE: BEFORES,
}

MAX_TRIES = 2_000  # nodes of one search for a cover
SIMPLE_RULES = (CLAIMEVEN, BASEINVERSE, VERTICAL, AFTEREVEN)
SIMPLEST_FIRST = ((CLAIMEVEN,), SIMPLE_RULES, RULE_NAMES)


class Rule(NamedTuple):
    """A rule on certain cells; ``solves`` has a bit for each problem of its CoverProblem.

    ``pairs`` are the cells that answer each other, the lower or earlier one first. ``claims`` are the cells
    of those pairs that are Claimevens, ``loose`` the two cells of a Specialbefore that are in no part, and
    ``line`` is the controller's line of an Aftereven, Before or Specialbefore.
    """

    name: str
    cells: int
    solves: int
    pairs: Pairs
    claims: int = 0
    loose: int = 0
    line: int = 0


class Parts(NamedTuple):
    """A part, Claimeven or Vertical, for each of some cells: its pairs, all cells, those of Claimevens."""

    pairs: Pairs
    cells: int
    claims: int


class CoverProblem:
    """The lines that a controller has to stop, and what it has to stop them with; the attacker is to move.

    ``problems`` are these lines. ``open_cells`` are the empty cells that rules may use, outside the closed
    columns. A set of problems is an int with a bit for each, in the order of ``problems``.
    """

    def __init__(
        self,
        position: Position,
        *,
        closed: int = 0,
        solved: Solved = (),
        controls_zugzwang: bool = True,
    ) -> None:
        """Take the position of an attacker who is to move.

        ``closed`` are the columns that rules leave alone. A tuple of masks in ``solved`` says that every line
        with a cell of each of these masks is stopped already. Without ``controls_zugzwang`` the controller
        may be the one that runs out of other moves; it then has only the rules that hold all the same, and
        those need no even rows.
        """
        rules = position.rules
        ours = position.other
        empty = rules.board & ~position.filled
        self.game = rules
        self.open_cells = empty & ~closed
        self.drops = position.drops & ~closed
        self.top_row = rules.bottom << (rules.rows - 1)
        self.even_rows = 0  # the cells that Claimeven can be sure of
        if controls_zugzwang:
            self.even_rows = rules.board & ~odd_rows(rules)
        self.problems = tuple(
            line for line in rules.lines if not line & ours and not _is_solved(line, solved)
        )
        self.all_problems = (1 << len(self.problems)) - 1
        self.through = self._problems_through(empty)
        self.own_lines = self._own_lines(ours, empty)

    def find_rules(self) -> list[Rule]:
        """List every rule that solves a problem, and every Aftereven, which wins; simple kinds first."""
        kinds = (
            self._claimevens(),
            self._baseinverses(),
            self._verticals(),
            self._afterevens(),
            self._lowinverses(),
            self._highinverses(),
            self._baseclaims(),
            self._befores(),
            self._specialbefores(),
        )
        return [rule for rule in chain(*kinds) if rule.solves or rule.name == AFTEREVEN]

    def lines_of(self, rule: Rule) -> tuple[int, ...]:
        """Return the problems that a rule solves, as lines."""
        return tuple(line for number, line in enumerate(self.problems) if (rule.solves >> number) & 1)

    def _problems_through(self, empty: int) -> dict[int, int]:
        """Return the set of problems through each empty cell."""
        through = dict.fromkeys(cells_of(empty), 0)
        for number, line in enumerate(self.problems):
            for cell in cells_of(line & empty):
                through[cell] |= 1 << number
        return through

    def _own_lines(self, ours: int, empty: int) -> list[tuple[int, list[int]]]:
        """List the lines that the controller may still complete, each with the cells that it lacks."""
        own_lines = []
        for line in self.game.lines:
            if line & empty and not line & ~(ours | empty):
                own_lines.append((line, list(cells_of(line & empty))))
        return own_lines

    def _claimevens(self) -> Iterator[Rule]:
        """Answer below an even cell with the even cell: it is the controller's."""
        for lower, upper in self._stacked_pairs(self.even_rows):
            yield _rule(CLAIMEVEN, self.through[upper], ((lower, upper),), claims=lower | upper)

    def _baseinverses(self) -> Iterator[Rule]:
        """Take one of two playable cells as soon as the attacker takes the other."""
        for one, two in combinations(cells_of(self.drops), 2):
            yield _rule(BASEINVERSE, self.through[one] & self.through[two], ((one, two),))

    def _verticals(self) -> Iterator[Rule]:
        """Answer on top with an odd cell: the attacker cannot get both."""
        for lower, upper in self._stacked_pairs(~self.even_rows):
            yield _rule(VERTICAL, self.through[lower] & self.through[upper], ((lower, upper),))

    def _afterevens(self) -> Iterator[Rule]:
        """Complete an own line by Claimevens alone.

        The attacker gets nothing above the last of its cells in time: also solved are the problems that need
        a cell above each of them.
        """
        claimable = self.even_rows & self.open_cells & (self.open_cells << 1)
        for line, holes in self.own_lines:
            if not all(hole & claimable for hole in holes):
                continue
            through_holes = 0
            above_all_holes = self.all_problems
            for hole in holes:
                through_holes |= self.through[hole]
                above_all_holes &= self._problems_above(hole)
            pairs = tuple((hole >> 1, hole) for hole in holes)
            yield _rule(AFTEREVEN, through_holes | above_all_holes, pairs, claims=_union(pairs), line=line)

    def _lowinverses(self) -> Iterator[Rule]:
        """Two Verticals in different columns: the attacker cannot get both upper cells, either."""
        if not self.even_rows:
            return
        through = self.through
        for (low1, up1), (low2, up2) in self._in_two_columns(self._stacked_pairs(~self.even_rows)):
            solves = through[up1] & through[up2]
            solves |= through[low1] & through[up1]
            solves |= through[low2] & through[up2]
            yield _rule(LOWINVERSE, solves, ((low1, up1), (low2, up2)))

    def _highinverses(self) -> Iterator[Rule]:
        """A Lowinverse with the even cells above: the attacker gets neither both middle nor both upper cells.

        up1    .  up2      even row
        mid1   .  mid2
        low1   .  low2
        """
        through = self.through
        triples = []
        for middle, upper in self._stacked_pairs(self.even_rows):
            lower = middle >> 1
            if lower & self.open_cells:
                triples.append((lower, middle, upper))
        for (low1, mid1, up1), (low2, mid2, up2) in self._in_two_columns(triples):
            solves = through[up1] & through[up2]
            solves |= through[mid1] & through[mid2]
            solves |= through[mid1] & through[up1]
            solves |= through[mid2] & through[up2]
            if low1 & self.drops:
                solves |= through[low1] & through[up2]
            if low2 & self.drops:
                solves |= through[low2] & through[up1]
            yield _rule(HIGHINVERSE, solves, ((low1, mid1), (mid1, up1), (low2, mid2), (mid2, up2)))

    def _baseclaims(self) -> Iterator[Rule]:
        """Two Baseinverses that share a playable cell, made compatible by a Claimeven above it.

        .       above    .        even row
        first   second   third    all playable
        """
        through = self.through
        for first, second, third in permutations(cells_of(self.drops), 3):
            above = second << 1
            if not above & self.even_rows & self.open_cells:
                continue
            solves = through[first] & through[above]
            solves |= through[second] & through[third]
            if solves:
                yield _rule(BASECLAIM, solves, ((first, third), (second, above)), claims=second | above)

    def _befores(self) -> Iterator[Rule]:
        """Complete an own line by Claimevens and Verticals before the attacker gets the cells above it."""
        for line, holes in self.own_lines:
            successors = self._successors(holes)
            for pairs, cells, claims in self._parts(line, holes):
                if claims != cells:  # with Claimevens alone it is an Aftereven
                    solves = successors | self._solved_by(pairs, claims)
                    yield Rule(BEFORE, cells, solves, pairs, claims, line=line)

    def _specialbefores(self) -> Iterator[Rule]:
        """A Before in which one playable cell of the line has no part, but a playable cell elsewhere."""
        through = self.through
        for line, holes in self.own_lines:
            successors = self._successors(holes)
            for spared in cells_of(line & self.drops):
                other_holes = [hole for hole in holes if hole != spared]
                for pairs, cells, claims in self._parts(line, other_holes):
                    if (spared << 1) & cells:
                        continue
                    by_parts = self._solved_by(pairs, claims)
                    for partner in cells_of(self.drops & ~line & ~cells):
                        solves = by_parts | ((successors | through[spared]) & through[partner])
                        if solves:
                            yield Rule(
                                SPECIALBEFORE,
                                cells=cells | spared | partner,
                                solves=solves,
                                pairs=(*pairs, (spared, partner)),
                                claims=claims,
                                loose=spared | partner,
                                line=line,
                            )

    def _stacked_pairs(self, uppers: int) -> list[tuple[int, int]]:
        """List two open cells, one on top of the other, wherever the upper one is in ``uppers``."""
        tops = self.open_cells & (self.open_cells << 1) & uppers
        return [(upper >> 1, upper) for upper in cells_of(tops)]

    def _parts(self, line: int, holes: list[int]) -> tuple[Parts, ...]:
        """Return every choice of disjoint parts for the ``holes`` of an own line."""
        if line & self.top_row & self.open_cells:
            return ()
        all_holes = sum(holes)
        if all_holes & ~self.open_cells:
            return ()
        claimable = all_holes & self.even_rows & (self.open_cells << 1)
        return _disjoint_parts(all_holes, claimable)

    def _successors(self, holes: list[int]) -> int:
        """Return the problems through all cells right above the ``holes``."""
        problems = self.all_problems
        for hole in holes:
            problems &= self.through.get(hole << 1, 0)
        return problems

    def _solved_by(self, pairs: Pairs, claims: int) -> int:
        """Return what the parts of a rule solve by themselves."""
        solves = 0
        for lower, upper in pairs:
            if upper & claims:
                solves |= self.through[upper]
            else:
                solves |= self.through[lower] & self.through[upper]
        return solves

    def _problems_above(self, cell: int) -> int:
        """Return the problems through at least one of the cells above ``cell`` in its column."""
        problems = 0
        above = (cell << 1) & self.game.board
        while above:
            problems |= self.through[above]
            above = (above << 1) & self.game.board
        return problems

    def _in_two_columns(self, stacks: Iterable[Stack]) -> Iterator[tuple[Stack, Stack]]:
        """Yield every two of some stacks of cells that are in different columns."""
        for one, two in combinations(stacks, 2):
            if self.game.column_of(one[0]) != self.game.column_of(two[0]):
                yield one, two


def _is_solved(line: int, solved: Solved) -> bool:
    """Return whether a line has a cell of every mask of one of the tuples in ``solved``."""
    return any(all(line & mask for mask in masks) for masks in solved)


@lru_cache(maxsize=PARTS_CACHE_SIZE)
def _disjoint_parts(holes: int, claimable: int) -> tuple[Parts, ...]:
    """Return every choice of one part for each of the ``holes`` in which no two parts share a cell.

    A part is the hole and the cell above it or, if the hole is ``claimable``, the cell below it and the hole.
    """
    choices = []
    for hole in cells_of(holes):
        parts = [((hole, hole << 1), 0)]
        if hole & claimable:
            below = hole >> 1
            parts.append(((below, hole), below | hole))
        choices.append(parts)
    found = []
    for chosen in product(*choices):
        pairs = tuple(pair for pair, _ in chosen)
        cells = _union(pairs)
        are_disjoint = cells.bit_count() == 2 * len(pairs)
        if are_disjoint:
            claims = sum(claimed for _, claimed in chosen)
            found.append(Parts(pairs, cells, claims))
    return tuple(found)


def _rule(name: str, solves: int, pairs: Pairs, *, claims: int = 0, line: int = 0) -> Rule:
    """Make a rule that has no cells but those of its pairs."""
    return Rule(name, _union(pairs), solves, pairs, claims, line=line)


def _union(pairs: Pairs) -> int:
    """Return all cells of some pairs as one mask."""
    cells = 0
    for lower, upper in pairs:
        cells |= lower | upper
    return cells


class BitIndex(dict[int, int]):
    """For each bit the set of the words that have it, as an int with a bit for each word.

    The bits of all words are written as one text, the last word first. Every ``width``-th character of it
    belongs to the same bit:

        words 001, 011, 100:  "100" "011" "001"     bit 0 is set in words 0 and 1:  "011"

    A set is made when it is first looked up.
    """

    def __init__(self, words: Sequence[int], width: int) -> None:
        """Index ``words`` of ``width`` bits."""
        self._width = width
        self._text = "".join([f"{word:0{width}b}" for word in reversed(words)])

    def __missing__(self, bit: int) -> int:
        first = self._width - 1 - bit
        digits = self._text[first :: self._width]
        found = int(digits, 2) if digits else 0
        self[bit] = found
        return found


class Compatibility:
    """Some rules, and for each of them all those that may be combined with it.

    A set of rules is an int with a bit for each. An index by cell compares a rule with all others at once.
    """

    def __init__(self, rules: Sequence[Rule], game: Rules) -> None:
        """Take rules of one CoverProblem on a board of this ``game``."""
        self._rules = rules
        self._columns = game.column_masks
        width = game.board.bit_length()
        self._with_cell = BitIndex([rule.cells for rule in rules], width)
        self._with_claim = BitIndex([rule.claims for rule in rules], width)
        self._with_loose_cell = BitIndex([rule.loose for rule in rules], width)
        self._by_name: dict[str, int] = defaultdict(int)
        for number, rule in enumerate(rules):
            self._by_name[rule.name] |= 1 << number
        self._inverses = self._named(INVERSES)
        self._found: dict[int, int] = {}

    def compatible_with(self, number: int) -> int:
        """Return the rules that may be combined with the rule of that number."""
        if number not in self._found:
            all_rules = (1 << len(self._rules)) - 1
            others = all_rules ^ (1 << number)
            self._found[number] = others & ~self._clashing_with(self._rules[number])
        return self._found[number]

    def _clashing_with(self, rule: Rule) -> int:
        """Return the rules that the table forbids beside ``rule``, which may be among them."""
        clashing = _with_any(self._with_cell, rule.cells)  # condition 1
        if rule.name in SHARING:  # condition 3
            may_share = self._named(SHARING[rule.name])
            clashing &= ~may_share | self._sharing_unequally(rule)
        if rule.name in INVERSES:
            clashing |= self._clashing_with_inverse(rule)
        elif self._inverses:
            clashing |= self._inverses_above_claims(rule)
        return clashing

    def _clashing_with_inverse(self, inverse: Rule) -> int:
        """Return the rules that conditions 2 and 4 forbid beside an inverse."""
        one, two = (column for column in self._columns if inverse.cells & column)
        in_one = _with_any(self._with_cell, one)
        in_two = _with_any(self._with_cell, two)
        clashing = (in_one ^ in_two) & self._inverses  # condition 4
        for column in (one, two):  # condition 2
            up_to_inverse = _up_to_highest(inverse.cells & column, column)
            clashing |= _with_any(self._with_claim, up_to_inverse)
        return clashing

    def _inverses_above_claims(self, rule: Rule) -> int:
        """Return the inverses that condition 2 forbids beside a rule with Claimevens."""
        clashing = 0
        for column in self._columns:
            claims = rule.claims & column
            if claims:
                clashing |= _with_any(self._with_cell, _from_lowest(claims, column)) & self._inverses
        return clashing

    def _sharing_unequally(self, rule: Rule) -> int:
        """Return the rules that share loose cells with a rule, or some but not all cells of a column."""
        unequal = _with_any(self._with_cell, rule.loose) | _with_any(self._with_loose_cell, rule.cells)
        for column in self._columns:
            cells = rule.cells & column
            if cells:
                some = _with_any(self._with_cell, cells)
                every = _with_all(self._with_cell, cells)
                more = _with_any(self._with_cell, column & ~cells)
                unequal |= some & (more | ~every)
        return unequal

    def _named(self, names: Sequence[str]) -> int:
        """Return the rules with one of these names."""
        return sum(self._by_name[name] for name in names)


def _with_any(index: Mapping[int, int], cells: int) -> int:
    """Return the union of the sets of the ``cells``."""
    union = 0
    for cell in cells_of(cells):
        union |= index[cell.bit_length() - 1]
    return union


def _with_all(index: Mapping[int, int], cells: int) -> int:
    """Return the intersection of the sets of the ``cells``, of which there is at least one."""
    common = -1
    for cell in cells_of(cells):
        common &= index[cell.bit_length() - 1]
    return common


def _up_to_highest(cells: int, column: int) -> int:
    """Return the cells of a column from its bottom to the highest of ``cells``, which are in it."""
    return column & ((1 << cells.bit_length()) - 1)


def _from_lowest(cells: int, column: int) -> int:
    """Return the cells of a column from the lowest of ``cells``, which are in it, to its top."""
    lowest = cells & -cells
    return column & -lowest


def find_cover(problem: CoverProblem, *, winning: bool = False) -> tuple[Rule, ...] | None:
    """Find compatible rules that solve all problems; None if none are found.

    With ``winning``, an Aftereven is among them, one that lacks few cells if possible: the controller
    completes its line and wins.
    """
    rules = problem.find_rules()
    solvable = 0
    for rule in rules:
        solvable |= rule.solves
    if solvable != problem.all_problems:
        return None
    starts: list[tuple[int, ...]] = [()]
    if winning:
        starts = _winning_starts(rules)
        if not starts:
            return None
    search = _CoverSearch(problem, rules)
    for kinds in SIMPLEST_FIRST:
        usable = sum(1 << number for number, rule in enumerate(rules) if rule.name in kinds)
        for start in starts:
            cover = search.find(start, usable)
            if cover is not None:
                return cover
    return None


def _winning_starts(rules: Sequence[Rule]) -> list[tuple[int, ...]]:
    """List covers to begin with that consist of one Aftereven, those that lack fewest cells first."""
    afterevens = [number for number, rule in enumerate(rules) if rule.name == AFTEREVEN]
    afterevens.sort(key=lambda number: len(rules[number].pairs))
    return [(number,) for number in afterevens]


class _CoverSearch:
    """Backtracking on the problem with the fewest usable rules."""

    def __init__(self, problem: CoverProblem, rules: Sequence[Rule]) -> None:
        self._problem = problem
        self._rules = rules
        self._solvers = BitIndex([rule.solves for rule in rules], len(problem.problems))
        self._compatibility = Compatibility(rules, problem.game)
        self._failed: set[tuple[int, int]] = set()
        self._tries = 0

    def find(self, start: tuple[int, ...], usable: int) -> tuple[Rule, ...] | None:
        """Find a cover of the rules in ``start`` and others that are ``usable``; None if there is none."""
        unsolved = self._problem.all_problems
        for number in start:
            unsolved &= ~self._rules[number].solves
            usable &= self._compatibility.compatible_with(number)
        self._tries = 0
        found = self._solve(unsolved, usable)
        if found is None:
            return None
        numbers = [*start, *self._without_superfluous(start, found)]
        return tuple(self._rules[number] for number in numbers)

    def _without_superfluous(self, start: tuple[int, ...], found: tuple[int, ...]) -> list[int]:
        """Leave out the rules of a cover whose problems the other rules solve as well; sort the rest."""
        needed = sorted(found)
        for number in sorted(found, reverse=True):
            solved_by_others = 0
            for other in (*start, *needed):
                if other != number:
                    solved_by_others |= self._rules[other].solves
            if solved_by_others == self._problem.all_problems:
                needed.remove(number)
        return needed

    def _solve(self, unsolved: int, usable: int) -> tuple[int, ...] | None:
        """Choose rules for all ``unsolved`` problems; None if there are none, or it takes too long."""
        if not unsolved:
            return ()
        if (unsolved, usable) in self._failed or self._tries > MAX_TRIES:
            return None
        self._tries += 1
        for number in self._candidates(unsolved, usable):
            still_unsolved = unsolved & ~self._rules[number].solves
            still_usable = usable & self._compatibility.compatible_with(number)
            rest = self._solve(still_unsolved, still_usable)
            if rest is not None:
                return (number, *rest)
        self._failed.add((unsolved, usable))
        return None

    def _candidates(self, unsolved: int, usable: int) -> list[int]:
        """List the usable rules for the hardest problem, those first that solve most, then simple kinds."""
        solvers = self._fewest_solvers(unsolved, usable)
        candidates = [rule.bit_length() - 1 for rule in cells_of(solvers)]
        candidates.sort(key=lambda number: -(self._rules[number].solves & unsolved).bit_count())
        return candidates

    def _fewest_solvers(self, unsolved: int, usable: int) -> int:
        """Return the usable rules for the problem that has the fewest of them."""
        fewest = 0
        fewest_count = len(self._rules) + 1
        for problem in cells_of(unsolved):
            solvers = self._solvers[problem.bit_length() - 1] & usable
            count = solvers.bit_count()
            if count < fewest_count:
                fewest = solvers
                fewest_count = count
                if count < 2:
                    break
        return fewest
