"""Which rules may be used together: the table of section 7.4 of Allis' thesis.

Two rules may be combined if the conditions that the table names for their kinds hold:

    1  no cell belongs to both;
    2  in the columns of an inverse, every Claimeven of the other rule lies above all its cells, so that a
       rule that has done its work leaves an even number of cells below them;
    3  in each column they have the same cells or none in common;
    4  no cell belongs to both, and two inverses have both columns in common or none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import and_, or_

from claimeven.reasons.cells import cells_of
from claimeven.reasons.nine_rules import AFTEREVEN, BEFORE, HIGHINVERSE, LOWINVERSE, SPECIALBEFORE, Rule
from claimeven.rules.rules import Rules

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
