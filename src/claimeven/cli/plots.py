"""Plot measurements with matplotlib, which is an optional dependency."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import TYPE_CHECKING

from claimeven.cli.options import output_path
from claimeven.errors import ClaimevenError, not_installed
from claimeven.files import atomic_file, suffix_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from claimeven.solver.lookahead import LookaheadReport
    from claimeven.teaching.minimax import Comparison

MIN_SECONDS = 1e-6  # a logarithmic axis has no 0

plot_file = output_path("a plot", (".png", ".svg"))  # the parser of --plot


def require_matplotlib() -> None:
    """Raise ClaimevenError with installation instructions if matplotlib is missing."""
    if importlib.util.find_spec("matplotlib") is None:
        raise ClaimevenError(not_installed("a plot", "matplotlib"))


def plot_comparisons(path: str, comparisons: Sequence[Comparison], *, title: str) -> None:
    """Draw the plot of `claimeven minimax`: moves explored and CPU time against depth."""
    from matplotlib.figure import Figure

    depths = [comparison.depth for comparison in comparisons]
    figure = Figure(figsize=(10, 4.5), layout="constrained")
    figure.suptitle(f"Minimax with and without pruning: {title}")
    fields = {"moves explored": "nodes", "CPU time in seconds": "cpu_seconds"}
    for axes, (label, field) in zip(figure.subplots(1, 2), fields.items(), strict=True):
        full = [getattr(comparison.full, field) for comparison in comparisons]
        pruned = [getattr(comparison.pruned, field) for comparison in comparisons]
        axes.plot(depths, full, "o--", label="without pruning")
        axes.plot(depths, pruned, "s-", label="with pruning")
        axes.set(yscale="log", xlabel="depth in plies", ylabel=label, xticks=depths)
        axes.grid(alpha=0.3)
        axes.legend()
    _save(figure, path)


def plot_costs(path: str, moves: Sequence[LookaheadReport], *, seconds: float) -> None:
    """Draw the plot of `maxconnect4 report`: CPU time against moves explored, with the limit."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5.5), layout="constrained")
    axes = figure.subplots()
    axes.set_title("Max-Connect4: one move on the empty board; the numbers are depths")
    axes.set(xlabel="moves explored", ylabel="CPU time in seconds", xscale="log", yscale="log")
    nodes = [max(1, move.nodes) for move in moves]
    cpu_seconds = [max(MIN_SECONDS, move.cpu_seconds) for move in moves]
    axes.plot(nodes, cpu_seconds, "o-")
    for move, x, y in zip(moves, nodes, cpu_seconds, strict=True):
        axes.annotate(
            str(move.depth), (x, y), fontsize="small", textcoords="offset points", xytext=(-4, 6), ha="right"
        )
    axes.axhline(seconds, color="grey", linestyle="--", linewidth=1)
    coordinates = ("axes fraction", "data")
    axes.annotate(f"limit: {seconds:g} s", (0.01, seconds), xycoords=coordinates, va="bottom", color="grey")
    axes.grid(alpha=0.3)
    _save(figure, path)


def _save(figure: Figure, path: str) -> None:
    with atomic_file(path) as file:
        figure.savefig(file, format=suffix_of(path).removeprefix("."), dpi=150)
