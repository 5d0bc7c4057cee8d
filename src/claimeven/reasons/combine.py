"""Which rules may be used together: the table of section 7.4 of Allis' thesis.

Two rules may be combined if the conditions that the table names for their kinds hold:

    1  no cell belongs to both;
    2  in the columns of an inverse, every Claimeven of the other rule lies above all its cells, so that a
       rule that has done its work leaves an even number of cells below them;
    3  in each column they have the same cells or none in common;
    4  no cell belongs to both, and two inverses have both columns in common or none.
"""

from __future__ import annotations

from claimeven.reasons.nine_rules import AFTEREVEN, BEFORE, HIGHINVERSE, LOWINVERSE, SPECIALBEFORE, Rule
from claimeven.rules.rules import Rules

INVERSES = frozenset({LOWINVERSE, HIGHINVERSE})
BY_LINE = frozenset({AFTEREVEN, BEFORE, SPECIALBEFORE})


def combine(one: Rule, two: Rule, rules: Rules) -> bool:
    """True when the two may be used together."""
    if one.name in INVERSES and two.name in INVERSES:
        shared = sum(1 for mask in rules.column_masks if one.cells & mask and two.cells & mask)
        return not one.cells & two.cells and shared in (0, 2)
    if one.name in INVERSES:
        return _beside_inverse(one, two, rules)
    if two.name in INVERSES:
        return _beside_inverse(two, one, rules)
    if one.name in BY_LINE and two.name in BY_LINE:
        return _equal_or_apart(one, two, rules)
    return not one.cells & two.cells


def _beside_inverse(inverse: Rule, rule: Rule, rules: Rules) -> bool:
    """An inverse with a rule of another kind."""
    if rule.claims:
        for mask in rules.column_masks:
            inside = inverse.cells & mask
            claims = rule.claims & mask
            if inside and claims and claims & -claims <= inside:
                return False
    if inverse.name == LOWINVERSE and rule.name in (BEFORE, SPECIALBEFORE):
        return _equal_or_apart(inverse, rule, rules)
    return not inverse.cells & rule.cells


def _equal_or_apart(one: Rule, two: Rule, rules: Rules) -> bool:
    """True when the rules have, in each column, the same cells or none in common."""
    shared = one.cells & two.cells
    if not shared:
        return True
    if shared & (one.loose | two.loose):
        return False
    return all(one.cells & mask == two.cells & mask for mask in rules.column_masks if shared & mask)
