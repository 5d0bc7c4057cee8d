"""Small one-move programs for the referee of `maxconnect4`, honest and dishonest."""

from __future__ import annotations

import shlex
import sys

PYTHON = (sys.executable, "-I", "-S", "-c")
HONEST = """
import sys
*rows, player = open(sys.argv[1]).read().split()
column = min(rows[0].index("0") if "0" in rows[0] else 9, 6)
row = max(row for row in range(6) if rows[row][column] == "0")
rows[row] = rows[row][:column] + player + rows[row][column + 1:]
open(sys.argv[2], "w").write("\\r\\n".join((*rows, "12"[player == "1"])))
"""
LATE = ("0202120", "1112111", "2221121", "1222112", "1222222", "1111112", "2")  # three moves from the end


def command(code: str) -> str:
    """Return a command for CMD1 and CMD2 that runs ``code``."""
    return shlex.join((*PYTHON, f"import os, signal, sys, time\n{code}", "{input}", "{output}"))
