"""The same rules for the package and for the oracle that walks the board, and covers by looser rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from unittest.mock import patch

import naive
from claimeven.reasons import allis
from claimeven.reasons.allis import CoverProblem, Rule
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from naive_rules import NaiveProblem, Promise, may_combine


def problem_of(
    position: Position, closed: Iterable[int] = (), *, controls_zugzwang: bool = True
) -> CoverProblem:
    """The problem of the side that is not to move, without the ``closed`` columns."""
    mask = sum(position.rules.column_masks[column] for column in closed)
    return CoverProblem(position, closed=mask, controls_zugzwang=controls_zugzwang)


def naive_problem_of(
    position: Position, closed: Iterable[int] = (), *, controls_zugzwang: bool = True, looser: str = ""
) -> NaiveProblem:
    """The same for the oracle."""
    rules = position.rules
    ours, theirs = (naive.cells(discs, rules.rows) for discs in (position.other, position.own))
    size = rules.columns, rules.rows
    return NaiveProblem(
        ours, theirs, size, closed=frozenset(closed), controls_zugzwang=controls_zugzwang, looser=looser
    )


def rule_facts(rule: Rule, problem: CoverProblem) -> tuple[object, ...]:
    """Return the contents of a rule, as cells."""
    rows = problem.game.rows

    def cells(mask: int) -> frozenset[naive.Cell]:
        return frozenset(naive.cells(mask, rows))

    stops = frozenset(cells(line) for line in problem.lines_of(rule))
    pairs = frozenset((min(cells(lower)), min(cells(upper))) for lower, upper in rule.pairs)
    whole = cells(rule.cells), cells(rule.claims), cells(rule.loose), cells(rule.line)
    return rule.name, pairs, stops, *whole


def promise_facts(promise: Promise) -> tuple[object, ...]:
    """Return the contents of a rule as the oracle finds them, in the same order."""
    claims = frozenset(cell for pair in promise.claims for cell in pair)
    whole = promise.cells, claims, promise.loose, promise.line
    return promise.name, frozenset(promise.pairs), promise.stops, *whole


class _OracleProblem(CoverProblem):
    """A problem that has the rules of the oracle in a ``looser`` reading."""

    def __init__(self, position: Position, looser: str) -> None:
        super().__init__(position)
        self.promises = {
            self._translated(promise): promise
            for promise in naive_problem_of(position, looser=looser).promises()
        }

    def find_rules(self) -> list[Rule]:
        return list(self.promises)

    def _translated(self, promise: Promise) -> Rule:
        def mask(cells: Iterable[naive.Cell]) -> int:
            return naive.word(set(cells), self.game.rows)

        stops = {mask(line) for line in promise.stops}
        return Rule(
            name=promise.name,
            cells=mask(promise.cells),
            solves=sum(1 << number for number, line in enumerate(self.problems) if line in stops),
            pairs=tuple((mask({one}), mask({two})) for one, two in promise.pairs),
            line=mask(promise.line),
        )


def oracle_cover(position: Position, looser: str = "") -> tuple[Promise, ...] | None:
    """A cover by the rules and the table of the oracle, read more loosely in one point."""
    problem = _OracleProblem(position, looser)

    class ByTheOracle:
        def __init__(self, rules: Sequence[Rule], _game: Rules) -> None:
            self.promises = [problem.promises[rule] for rule in rules]

        def compatible_with(self, number: int) -> int:
            return sum(
                1 << other
                for other, promise in enumerate(self.promises)
                if other != number and may_combine(self.promises[number], promise, looser)
            )

    with patch.object(allis, "Compatibility", ByTheOracle):
        found = allis.find_cover(problem)
    return None if found is None else tuple(problem.promises[rule] for rule in found)
