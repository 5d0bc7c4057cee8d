"""Covers: rules that may be used together and between them take a cell of every line of the attacker."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from claimeven.reasons.cells import cells_of
from claimeven.reasons.combine import Compatibility, Transposed
from claimeven.reasons.nine_rules import (
    AFTEREVEN,
    BASEINVERSE,
    CLAIMEVEN,
    NAMES,
    VERTICAL,
    CoverProblem,
    Rule,
)

MAX_TRIES = 2_000
SIMPLE = (CLAIMEVEN, BASEINVERSE, VERTICAL, AFTEREVEN)
SIMPLEST_FIRST = ((CLAIMEVEN,), SIMPLE, NAMES)


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
