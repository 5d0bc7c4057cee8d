"""Plots of measurements: their files, and matplotlib, which is not always installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import TYPE_CHECKING

from claimeven.cli.options import output_name
from claimeven.errors import ClaimevenError, not_installed
from claimeven.files import atomic_file, suffix_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from claimeven.solver.lookahead import LookaheadReport
    from claimeven.teaching.minimax import Comparison

CLOCK_TICK = 1e-6  # the least time that is shown: a logarithmic axis has no 0

plot_file = output_name("a plot", (".png", ".svg"))  # the parser of --plot


def require_matplotlib() -> None:
    """Raise ClaimevenError saying how to install matplotlib if it is missing."""
    if importlib.util.find_spec("matplotlib") is None:
        raise ClaimevenError(not_installed("a plot", "matplotlib"))


def plot_comparisons(path: str, comparisons: Sequence[Comparison], *, title: str) -> None:
    """The plot of `claimeven minimax`: moves explored and CPU time against depth."""
    from matplotlib.figure import Figure  # takes half a second to load

    depths = [comparison.depth for comparison in comparisons]
    figure = Figure(figsize=(10, 4.5), layout="constrained")
    figure.suptitle(f"Minimax with and without pruning: {title}")
    fields = {"moves explored": "nodes", "CPU time in seconds": "cpu_seconds"}
    for axes, (label, field) in zip(figure.subplots(1, 2), fields.items(), strict=True):
        axes.plot(depths, [getattr(c.full, field) for c in comparisons], "o--", label="without pruning")
        axes.plot(depths, [getattr(c.pruned, field) for c in comparisons], "s-", label="with pruning")
        axes.set(yscale="log", xlabel="depth in plies", ylabel=label, xticks=depths)
        axes.grid(alpha=0.3)
        axes.legend()
    _save(figure, path)


def plot_costs(path: str, moves: Sequence[LookaheadReport], *, seconds: float) -> None:
    """The plot of `maxconnect4 report`: CPU time against moves explored. The dashed line is the limit."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5.5), layout="constrained")
    axes = figure.subplots()
    axes.set_title("Max-Connect4: one move on the empty board; the numbers are depths")
    axes.set(xlabel="moves explored", ylabel="CPU time in seconds", xscale="log", yscale="log")
    points = [(max(1, m.nodes), max(CLOCK_TICK, m.cpu_seconds)) for m in moves]
    axes.plot(*zip(*points, strict=True), "o-")
    for move, point in zip(moves, points, strict=True):
        axes.annotate(
            str(move.depth), point, fontsize="small", textcoords="offset points", xytext=(-4, 6), ha="right"
        )
    axes.axhline(seconds, color="grey", linestyle="--", linewidth=1)
    place = ("axes fraction", "data")
    axes.annotate(f"limit: {seconds:g} s", (0.01, seconds), xycoords=place, va="bottom", color="grey")
    axes.grid(alpha=0.3)
    _save(figure, path)


def _save(figure: Figure, path: str) -> None:
    with atomic_file(path) as file:
        figure.savefig(file, format=suffix_of(path).removeprefix("."), dpi=150)
