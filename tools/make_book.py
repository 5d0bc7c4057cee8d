"""Make the book of early positions that the package ships: every position of up to --plies discs.

    .venv/bin/python tools/make_book.py --plies 6 --processes 2 --log scores.txt OUT
    .venv/bin/python tools/make_book.py --variant max --plies 4 --log margins.txt OUT

The positions of exactly that many discs are solved, the earlier ones follow by minimax. Scores are added to
the log as they are found; run it again with the same log to go on where it was stopped.
"""

from __future__ import annotations

import argparse
import sys
import time
from multiprocessing import get_context
from pathlib import Path

from claimeven import Position, Solver, Variant
from claimeven.rules.variant import VARIANTS
from claimeven.search.book import book_key, write_book
from claimeven.search.score import final_value

MOST_TOGETHER = 32  # neighbouring positions that share one table


def positions_by_ply(plies: int, variant: Variant) -> list[dict[int, Position]]:
    """For each ply up to ``plies``, the unfinished positions by book key, mirror images once."""
    empty = Position(variant=variant)
    layers = [{book_key(empty): empty}]
    for _ in range(plies):
        children = (p.play(column) for p in layers[-1].values() for column in p.playable)
        layers.append({book_key(child): child for child in children if not child.is_over})
    return layers


def solve_chunk(chunk: list[Position]) -> list[tuple[int, int, int, float]]:
    """Key, score, nodes and CPU seconds of each position."""
    solver = Solver(book=None)
    reports = [(position, solver.solve(position)) for position in chunk]
    return [(book_key(p), int(r.score), r.nodes, r.cpu_seconds) for p, r in reports]


def minimax(position: Position, scores: dict[int, int]) -> int:
    """The score of a position whose unfinished children are all in ``scores``."""
    children = [position.play(column) for column in position.playable]
    return max(-final_value(child) if child.is_over else -scores[book_key(child)] for child in children)


def main() -> None:
    """Solve, derive, write."""
    options = argparse.ArgumentParser(description="Make the book of early positions.")
    options.add_argument("out", type=Path)
    options.add_argument("--variant", choices=list(VARIANTS), default="four")
    options.add_argument("--plies", type=int, default=6)
    options.add_argument("--processes", type=int, default=2)
    options.add_argument("--log", type=Path, required=True)
    chosen = options.parse_args()
    variant = VARIANTS[chosen.variant]
    layers = positions_by_ply(chosen.plies, variant)
    chosen.log.touch()
    rows = [line.split() for line in chosen.log.read_text().splitlines()]
    scores = {int(key): int(score) for key, score, _, _ in rows}
    waiting = [p for key, p in layers[-1].items() if key not in scores]
    together = max(1, min(MOST_TOGETHER, len(waiting) // (16 * chosen.processes)))
    chunks = [waiting[i : i + together] for i in range(0, len(waiting), together)]
    start = time.monotonic()
    with chosen.log.open("a") as log, get_context("spawn").Pool(chosen.processes) as pool:
        for done, results in enumerate(pool.imap_unordered(solve_chunk, chunks), start=1):
            for key, score, nodes, cpu_seconds in results:
                scores[key] = score
                log.write(f"{key} {score} {nodes} {cpu_seconds:.3f}\n")
            log.flush()
            print(f"{done} of {len(chunks)} chunks, {time.monotonic() - start:.0f} s", file=sys.stderr)
    for layer in reversed(layers[:-1]):
        scores |= {key: minimax(position, scores) for key, position in layer.items()}
    chosen.out.write_bytes(write_book(Position().geometry, chosen.plies, scores, variant))
    rows = [line.split() for line in chosen.log.read_text().splitlines()]
    nodes, seconds = sum(int(row[2]) for row in rows), sum(float(row[3]) for row in rows)
    print(f"{len(scores)} positions; {len(rows)} solved with {nodes} nodes in {seconds:.0f} CPU seconds")


if __name__ == "__main__":
    main()
