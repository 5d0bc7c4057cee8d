"""Measure how far explanations reach, whether exact play contradicts them, and what they cost.

    .venv/bin/python tools/measure_explanations.py
    .venv/bin/python tools/measure_explanations.py --positions 0 --checked 0 --reviewed 0 --timed 0

The positions are those of sensible players (tools/sensible.py), with no four for the side to move,
--positions of them for each row of a table; the table of search alone has as many wins and as many draws.
"By rules" counts covers and zugzwang alone, "at once" any reason in the position itself, and "answered" also
positions in which every move has an answer with a reason. Then --checked positions with 8 to 40 discs are
searched for every reason there is, for both sides, whatever the solver says. --explained positions are
explained, and every sentence is compared with exact play (sentence_checks). So is what a review says about
--reviewed random moves. A number of 0 leaves a part out. Every part draws its positions
from --seed, so they do not depend on what else is measured. The output is that of docs/explain.md.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from claimeven import Position, Solver, explain
from claimeven.cli.options import whole_number
from claimeven.formats.moves import write_moves
from claimeven.formats.proof import check_proof, write_proof
from claimeven.reasons.mistakes import classify_mistake
from claimeven.reasons.proof import proof_of
from claimeven.reasons.reason import why_holds, why_wins
from claimeven.reasons.strategy import find_answers, find_reason, follow_line
from claimeven.solver.review import review_game
from sensible import sensible_game, sensible_position
from sentence_checks import ReviewedMistake, contradictions_of, contradictions_of_mistake

BANDS = ((8, 11), (12, 15), (16, 19), (20, 23), (24, 27), (28, 31))
PLIES = (0, 1, 3, 5, 7)
RULES = ("cover", "zugzwang", "mutual-zugzwang")


def at_once(title: str, side: int, wins: bool, count: int, solver: Solver, rng: Random) -> None:
    """Print the table of reasons at once for a side that is not to move."""
    print(f"{title}, reason at once\n")
    print("| discs | positions | by rules | at once | answered |\n| --- | --- | --- | --- | --- |")
    for least, most in BANDS:
        discs = [number for number in range(least, most + 1) if number % 2 != side]
        found: list[tuple[bool, bool, bool]] = []
        while len(found) < count:
            position = sensible_position(rng.choice(discs), rng)
            value = solver.score(position)
            if value < 0 or (value == 0 and not wins):
                reason = find_reason(position, side, wins=wins)
                answered = reason is not None or find_answers(position, side, wins=wins) is not None
                found.append((_by_rules(position, side, wins), reason is not None, answered))
        shares = " | ".join(f"{percent(column)}" for column in zip(*found, strict=True))
        print(f"| {least}-{most} | {count} | {shares} |", flush=True)
    print()


def _by_rules(position: Position, side: int, wins: bool) -> bool:
    """Return whether rules alone give a reason, forced lines left aside."""
    reasons = [why_wins(position, side), None if wins else why_holds(position, side)]
    return any(reason is not None and reason.kind in RULES for reason in reasons)


def along_best_line(count: int, solver: Solver, rng: Random) -> None:
    """Print the table of reasons within some plies of a best line."""
    print("From 12 to 17 discs, reason within so many plies of a best line\n")
    print(f"| | positions | {' | '.join(map(str, PLIES))} |\n| --- | --- |{' --- |' * len(PLIES)}")
    for title, side, wins in (("second holds", 1, False), ("first wins", 0, True)):
        plies: list[int | None] = []
        while len(plies) < count:
            position = sensible_position(rng.randrange(12, 18), rng)
            score = solver.score(position)
            gain = score if position.turn == side else -score
            if gain > 0 or (gain == 0 and not wins):
                reason = follow_line(position, score, solver).reasons[-1]
                since = reason.position.ply - 2 * bool(reason.answers)  # from here on nothing is searched
                plies.append(None if reason.kind == "search" else since - position.ply)
        shares = [percent([ply is not None and ply <= most for ply in plies]) for most in PLIES]
        print(f"| {title} | {count} | {' | '.join(shares)} |", flush=True)
    print()


def by_search_alone(count: int, solver: Solver, rng: Random) -> None:
    """Print the table of explanations by search alone, with so many wins and so many draws a row."""
    print("Search alone: no reason within 7 plies, in a draw for either half\n")
    print("| discs | wins | search alone | draws | search alone |\n| --- | --- | --- | --- | --- |")
    for least, most in (*BANDS, (32, 40), (20, 40)):
        found: dict[bool, list[bool]] = {True: [], False: []}
        while min(map(len, found.values())) < count:
            position = sensible_position(rng.randrange(least, most + 1), rng)
            score = solver.score(position)
            part = found[score != 0]
            if len(part) < count:
                reasons = follow_line(position, score, solver).reasons
                part.append(any(reason.kind == "search" for reason in reasons))
        shares = " | ".join(f"{len(part)} | {percent(part, 1)}" for part in found.values())
        print(f"| {least}-{most} | {shares} |", flush=True)
    print()


def proofs(count: int, solver: Solver, rng: Random) -> None:
    """Print the table of proofs; the proof of a draw has two parts."""
    print("Proofs, every one of them checked\n")
    print("| discs | positions | at most 100 leaves | at most 10 | median |\n| --- | --- | --- | --- | --- |")
    for least, most in (*BANDS[3:], (32, 40), (20, 40)):
        leaves: list[int | None] = []
        for _ in range(count):
            leaves.append(proved(sensible_game(rng.randrange(least, most + 1), rng), solver))
        found = sorted(number for number in leaves if number is not None)
        shares = [percent(number is not None and number <= limit for number in leaves) for limit in (100, 10)]
        print(f"| {least}-{most} | {count} | {' | '.join(shares)} | {found[len(found) // 2]} |", flush=True)
    print()


def proved(columns: tuple[int, ...], solver: Solver) -> int | None:
    """Return the leaves of a proof that passes the check, None if none is found."""
    position = Position.from_moves(columns)
    claims = proof_of(position, solver)
    return None if claims is None else check_proof(write_proof(position, write_moves(columns), claims)).leaves


def contradictions(count: int, solver: Solver, rng: Random) -> int:
    """Look for every reason there is, and print how many are wrong."""
    found = 0
    wrong = 0
    for _ in range(count):
        position = sensible_position(rng.randrange(8, 41), rng)
        value = solver.score(position)
        for side in (0, 1):
            gain = value if position.turn == side else -value
            for why, least in ((why_wins, 1), (why_holds, 0)):
                if why(position, side) is not None:
                    found += 1
                    wrong += gain < least
    print(f"Contradicted by exact play: {wrong} of {found:,} reasons in {count:,} positions.\n", flush=True)
    return wrong


def false_sentences(count: int, solver: Solver, rng: Random) -> int:
    """Explain positions, check every sentence, and print how many are false, by what they are about."""
    sentences: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    wrong: list[str] = []
    for _ in range(count):
        columns = sensible_game(rng.randrange(8, 41), rng)
        explanation = explain(Position.from_moves(columns), solver)
        sentences.update(sentence.about for sentence in explanation.sentences)
        kinds.update(reason.kind for reason in explanation.reasons)
        for contradiction in contradictions_of(explanation, solver):
            wrong.append(f"{write_moves(columns)}: {contradiction}")
            print(wrong[-1], file=sys.stderr, flush=True)
    print(f"Sentences contradicted by exact play: {len(wrong)} of {sentences.total():,}")
    print(f"in {count:,} explanations: {_listed(sentences)}.")
    print(f"Reasons: {_listed(kinds)}.\n", flush=True)
    return len(wrong)


def false_reviews(count: int, solver: Solver, rng: Random) -> int:
    """Review random moves in positions with 4 to 40 discs, and print how many sentences are false."""
    kinds: Counter[str] = Counter()
    wrong = mistakes = 0
    for _ in range(count):
        columns = sensible_game(rng.randrange(4, 41), rng)
        position = Position.from_moves(columns)
        column = rng.choice(position.playable)
        (judged,) = review_game(position, (column,), solver).moves
        found = None if judged is None else classify_mistake(position, judged)
        mistakes += judged is not None and judged.better is not None
        if judged is not None and found is not None:
            kinds[found.kind] += 1
            for contradiction in contradictions_of_mistake(ReviewedMistake(position, judged, solver), found):
                wrong += 1
                moves = write_moves((*columns, column))
                print(f"{moves}: {contradiction}", file=sys.stderr, flush=True)
    print(f"Sentences of reviews contradicted by exact play: {wrong} of {kinds.total():,}")
    print(f"in {count:,} moves, {mistakes:,} of them not best: {_listed(kinds)}.\n", flush=True)
    return wrong


def _listed(counts: Counter[str]) -> str:
    """Return counts in words, the largest first."""
    return ", ".join(f"{name} {number:,}" for name, number in counts.most_common())


def times(count: int, rng: Random) -> None:
    """Print the CPU time of explanations, including every search of their own."""
    print("CPU seconds of explain() with a new Solver\n")
    print("| discs | median | 95 % | most |\n| --- | --- | --- | --- |")
    Solver().score(Position.from_moves("444444333333"))
    for least, most in (*BANDS, (32, 40), (8, 40)):
        spent = []
        for _ in range(count):
            position = sensible_position(rng.randrange(least, most + 1), rng)
            solver = Solver()
            start = time.process_time()
            explain(position, solver)
            spent.append(time.process_time() - start)
        spent.sort()
        row = (spent[count // 2], spent[count * 95 // 100], spent[-1])
        print(f"| {least}-{most} | {' | '.join(f'{seconds:.3f}' for seconds in row)} |", flush=True)


def percent(found: Iterable[bool], digits: int = 0) -> str:
    """Return the share that is true, with so many digits after the point."""
    found = list(found)
    return f"{100 * sum(found) / len(found):.{digits}f} %" if found else "-"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print all tables; 1 if a reason or a sentence is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    number = whole_number("a number of positions", minimum=0)
    parser.add_argument("--positions", type=number, default=300, help="for each row of a table")
    parser.add_argument("--checked", type=number, default=20_000, help="positions asked for wrong reasons")
    parser.add_argument("--explained", type=number, default=20_000, help="positions with checked sentences")
    parser.add_argument("--reviewed", type=number, default=20_000, help="moves with checked reviews")
    parser.add_argument("--timed", type=number, default=60, help="for each row of the table of times")
    parser.add_argument("--seed", type=int, default=16)
    args = parser.parse_args(arguments)
    solver = Solver()
    wrong = 0
    if args.positions:
        at_once("Second player holds, first to move", 1, False, args.positions, solver, Random(args.seed))
        at_once("First player wins, second to move", 0, True, args.positions, solver, Random(args.seed))
        along_best_line(args.positions, solver, Random(args.seed))
        by_search_alone(args.positions, solver, Random(args.seed))
        proofs(args.positions, solver, Random(args.seed))
    if args.checked:
        wrong += contradictions(args.checked, solver, Random(args.seed))
    if args.explained:
        wrong += false_sentences(args.explained, solver, Random(args.seed))
    if args.reviewed:
        wrong += false_reviews(args.reviewed, solver, Random(args.seed))
    if args.timed:
        times(args.timed, Random(args.seed))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
