"""What commands that draw a plot share: its file, and matplotlib, which is not always installed."""

from __future__ import annotations

import importlib.util
import io
from typing import TYPE_CHECKING

from claimeven.cli.options import output_name, suffix_of
from claimeven.errors import ClaimevenError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

plot_file = output_name("a plot", (".png", ".svg"))  # the parser of --plot


def plot_form(name: str) -> str:
    """What the end of a file's name says: ``png`` for plot.PNG."""
    return suffix_of(name).removeprefix(".")


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
