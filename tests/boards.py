"""Boards for tests that call kernels one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.kernels.jit import U64, Board
from claimeven.search.desk import masks

if TYPE_CHECKING:
    from claimeven.rules.rules import Rules


def kernel_board(rules: Rules, filled: int = 0) -> Board:
    """The masks that kernels take; ``filled`` matters where discs float."""
    return Board(*(U64(mask) for mask in masks(rules, filled)))
