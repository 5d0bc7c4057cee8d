"""The plot of `maxconnect4 report --plot`: CPU time against moves explored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.cli.plots import picture_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimeven.cli.maxconnect4.report import Measurement

CLOCK_TICK = 1e-6  # the least time that is shown: a logarithmic axis has no 0


def draw_plot(measurements: Sequence[Measurement], *, seconds: float, form: str) -> bytes:
    """The plot as the bytes of a file; ``form`` is png or svg. The dashed line is the limit."""
    from matplotlib.figure import Figure  # takes half a second to load

    figure = Figure(figsize=(8, 5.5), layout="constrained")
    axes = figure.subplots()
    axes.set_title("Max-Connect4: one move on the empty board; the numbers are depths")
    axes.set_xlabel("moves explored")
    axes.set_ylabel("CPU time in seconds")
    axes.set_xscale("log")
    axes.set_yscale("log")
    points = [(max(1, m.nodes), max(CLOCK_TICK, m.cpu_seconds)) for m in measurements]
    axes.plot(*zip(*points, strict=True), "o-")
    for measurement, point in zip(measurements, points, strict=True):
        axes.annotate(
            str(measurement.depth),
            point,
            textcoords="offset points",
            xytext=(-4, 6),
            ha="right",
            fontsize="small",
        )
    axes.axhline(seconds, color="grey", linestyle="--", linewidth=1)
    axes.annotate(
        f"limit: {seconds:g} s",
        (0.01, seconds),
        xycoords=("axes fraction", "data"),
        va="bottom",
        color="grey",
    )
    axes.grid(alpha=0.3)
    return picture_of(figure, form=form)
