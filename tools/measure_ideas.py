"""Measure what each idea of the exact Connect Four search gains: run the bench with the ideas added in turn.

    .venv/bin/python tools/measure_ideas.py

An idea is given as a text in the kernels and its replacement without the idea, so that the search itself
needs no switches. For each row a copy of the package is built and measured; the last row is the search as it
is. Node counts are the same on every machine. Print the table of docs/solver.md; this takes a few minutes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import claimeven

PACKAGE = Path(claimeven.__file__).parent
MEASURE = """
import json
from claimeven.cli.bench.suite import run_bench
print(json.dumps([[r.nodes, r.cpu_seconds] for r in run_bench(table_mib=64) if r.name != "end"]))
"""


@dataclass(frozen=True)
class Idea:
    """An idea and how to remove it: triples of a kernel file, a text in it, and the text without the idea."""

    name: str
    cuts: tuple[tuple[str, str, str], ...]


IDEAS = (
    Idea(
        "lower bounds in the table, beside upper ones",
        (
            (
                "four_search.py",
                "        store(table, key_hash, left + 1, best, best_possible)\n",
                "        pass\n",
            ),
        ),
    ),
    Idea(
        "first the verdict, then steps of one",
        (
            (
                "entries.py",
                "        alpha = max(lower, min(upper - 1, verdict))\n",
                "        alpha = lower + (upper - lower) // 2\n"
                "        if alpha <= 0 and lower // 2 < alpha:\n"
                "            alpha = lower // 2\n"
                "        elif alpha >= 0 and upper // 2 > alpha:\n"
                "            alpha = upper // 2\n",
            ),
        ),
    ),
    Idea(
        "look all children up in the table first",
        (
            (
                "order.py",
                "        if bound == UNKNOWN:\n",
                "        if True:\n",
            ),
            (
                "four_search.py",
                "            bound = known_bound(table, key_hash, left + 1, alpha)\n",
                "        if True:\n            bound = known_bound(table, key_hash, left + 1, alpha)\n",
            ),
        ),
    ),
    Idea(
        "follow single safe drops without a node",
        (("four_search.py", "        if safe & (safe - ONE) != ZERO:\n", "        if safe != ZERO:\n"),),
    ),
    Idea(
        "leave when only a child lost at once could help",
        (
            (
                "four_search.py",
                "        if best_possible - 1 <= alpha:\n            return sign * (best_possible - 1)\n",
                "",
            ),
        ),
    ),
    Idea(
        "bound for an even number of empty cells",
        (
            (
                "four_search.py",
                "        return even_bound(board, own, filled, other_threats, wanted)\n",
                "        return I64(127)\n",
            ),
        ),
    ),
    Idea(
        "bound for an odd number of empty cells",
        (("bounds.py", "    while odd_drops != ZERO:\n", "    while odd_drops != odd_drops:\n"),),
    ),
    Idea(
        "nothing is played above a sure threat",
        (("bounds.py", "traps = other_threats & sure\n", "traps = ZERO & sure\n"),),
    ),
    Idea(
        "lines that the other side surely completes",
        (
            (
                "bounds.py",
                "return sure_line_bound(board, filled ^ own, sure) if wanted < 0 else I64(0)",
                "return I64(0)",
            ),
        ),
    ),
    Idea(
        "no line left, no win",
        (
            (
                "bounds.py",
                "    if wanted >= 0 and not has_line(own | empty, board.stride):\n        return I64(0)\n",
                "",
            ),
        ),
    ),
    Idea(
        "mirror images under one key",
        (("four_search.py", "    if left > MIRROR_LEFT:\n", "    if left > 64:\n"),),
    ),
    Idea(
        "late positions in a part of the table of their own",
        (("table.py", "if left > NEAR_LEFT else NEAR_MASK", "if left > 0 else NEAR_MASK"),),
    ),
)


def measure(missing: tuple[Idea, ...]) -> list[tuple[int, float]]:
    """Return nodes and CPU seconds of the opening and the middle game without the ``missing`` ideas."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "claimeven"
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        for idea in missing:
            for file, text, without in idea.cuts:
                path = copy / "kernels" / file
                source = path.read_text(encoding="utf-8")
                if text not in source:
                    sys.exit(f"{idea.name}: its text is no longer in kernels/{file}")
                path.write_text(source.replace(text, without), encoding="utf-8")
        places = {"PYTHONPATH": folder, "CLAIMEVEN_CACHE": str(Path(folder) / "cache")}
        command = [sys.executable, "-c", MEASURE]
        output = subprocess.run(command, env=os.environ | places, check=True, capture_output=True).stdout
        return [(nodes, seconds) for nodes, seconds in json.loads(output)]


def main() -> None:
    """Print a row as soon as it is measured."""
    print("| with | opening, nodes | CPU s | middle, nodes | CPU s |")
    print("| --- | --- | --- | --- | --- |")
    for number in range(len(IDEAS) + 1):
        name = f"+ {IDEAS[number - 1].name}" if number else "none of these"
        cells = [f"{nodes:,} | {seconds:.2f}" for nodes, seconds in measure(IDEAS[number:])]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
