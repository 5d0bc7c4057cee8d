"""What commands that draw a plot share: its file, and matplotlib, which is not always installed."""

from __future__ import annotations

import argparse
import importlib.util
import io
import os
from typing import TYPE_CHECKING

from claimeven.cli.options import shortened
from claimeven.errors import ClaimevenError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLOT_FORMS = ("png", "svg")


def plot_file(text: str) -> str:
    """The file of --plot, refused before the work starts unless its name says PNG or SVG."""
    if plot_form(text) not in PLOT_FORMS:
        accepted = " or ".join(f".{form}" for form in PLOT_FORMS)
        raise argparse.ArgumentTypeError(
            f"{shortened(text)} is no name for a plot; expected one that ends in {accepted}"
        )
    return text


def plot_form(name: str) -> str:
    """What the end of a file's name says: ``png`` for plot.PNG."""
    return os.path.splitext(name)[1].removeprefix(".").lower()


def require_matplotlib() -> None:
    """Raise ClaimevenError saying how to install matplotlib if it is missing."""
    if importlib.util.find_spec("matplotlib") is None:
        raise ClaimevenError(
            'a plot needs matplotlib, which is not installed: pip install "claimeven[plots]"'
        )


def picture_of(figure: Figure, *, form: str) -> bytes:
    """The bytes of a file that shows ``figure``; ``form`` is png or svg."""
    picture = io.BytesIO()
    figure.savefig(picture, format=form, dpi=150)
    return picture.getvalue()
