"""The plot of `claimeven minimax --plot`: moves explored and CPU time against depth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.cli.plots import picture_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimeven.search.minimax import Comparison


def draw_plot(comparisons: Sequence[Comparison], *, title: str, form: str) -> bytes:
    """The plot as the bytes of a file; ``form`` is png or svg."""
    from matplotlib.figure import Figure  # takes half a second to load

    depths = [comparison.depth for comparison in comparisons]
    figure = Figure(figsize=(10, 4.5), layout="constrained")
    figure.suptitle(f"Minimax with and without pruning: {title}")
    left, right = figure.subplots(1, 2)
    left.set_ylabel("moves explored")
    right.set_ylabel("CPU time in seconds")
    left.plot(depths, [c.full.nodes for c in comparisons], "o--", label="without pruning")
    left.plot(depths, [c.pruned.nodes for c in comparisons], "s-", label="with pruning")
    right.plot(depths, [c.full.cpu_seconds for c in comparisons], "o--", label="without pruning")
    right.plot(depths, [c.pruned.cpu_seconds for c in comparisons], "s-", label="with pruning")
    for axes in (left, right):
        axes.set_yscale("log", nonpositive="clip")
        axes.set_xlabel("depth in plies")
        axes.set_xticks(depths)
        axes.grid(alpha=0.3)
        axes.legend()
    return picture_of(figure, form=form)
