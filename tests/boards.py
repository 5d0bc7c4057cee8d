"""Boards for tests that call kernels one by one."""

from __future__ import annotations

import naive
from claimeven.kernels.bounds import NO_BOUND, even_bound, odd_bound
from claimeven.kernels.jit import I64, U64, Board
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.workspace import masks


def kernel_board(rules: Rules, filled: int = 0) -> Board:
    """Return the masks that kernels take; ``filled`` matters only where discs float."""
    return Board(*(U64(mask) for mask in masks(rules, filled)))


def bounds_of(position: Position) -> list[int]:
    """Return every bound that the kernels give for an unfinished position."""
    rules = position.rules
    board = kernel_board(rules)
    other_cells = naive.cells(position.other, rules.rows)
    threats = naive.completions(other_cells, rules.columns, rules.rows)
    other_threats = naive.word(threats, rules.rows) & ~position.filled
    words = (board, U64(position.own), U64(position.filled), U64(other_threats))
    bound_of = odd_bound if position.left % 2 else even_bound
    found = [bound_of(*words, I64(wanted)) for wanted in (-9, -1, 0)]
    return [int(bound) for bound in found if bound != NO_BOUND]
