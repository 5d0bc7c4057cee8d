"""Measure how far explanations reach, whether exact play contradicts them, and what they cost.

    .venv/bin/python tools/measure_explanations.py
    .venv/bin/python tools/measure_explanations.py --positions 500 --checked 20000

The positions are those of sensible players (tools/sensible.py), with no four for the side to move,
--positions of them for each row of a table. "By rules" counts covers and zugzwang alone, "at once" any reason
in the position itself, and "answered" also positions in which every move has an answer with a reason. Then
--checked positions with 8 to 40 discs are asked for every reason there is, for both sides, whatever the
solver says, and --explained positions are explained, and every sentence is compared with exact play
(sentence_claims.py). The same --seed gives the same positions. The output is that of docs/explain.md.
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
from claimeven.reasons.follow import follow
from claimeven.reasons.proof import proof_of
from claimeven.reasons.reason import why_holds, why_wins
from claimeven.reasons.strategy import answers, settled
from sensible import sensible_game, sensible_position
from sentence_claims import contradictions_of

BANDS = ((8, 11), (12, 15), (16, 19), (20, 23), (24, 27), (28, 31))
PLIES = (0, 1, 3, 5, 7)
RULES = ("cover", "zugzwang", "mutual-zugzwang")
MAX_SHOWN = 5  # false sentences that are printed


def at_once(title: str, side: int, wins: bool, count: int, solver: Solver, rng: Random) -> None:
    """The table of reasons at once for a side that is not to move."""
    print(f"{title}, reason at once\n")
    print("| discs | positions | by rules | at once | answered |\n| --- | --- | --- | --- | --- |")
    for least, most in BANDS:
        discs = [number for number in range(least, most + 1) if number % 2 != side]
        found: list[tuple[bool, bool, bool]] = []
        while len(found) < count:
            position = sensible_position(rng.choice(discs), rng)
            value = solver.score(position)
            if value < 0 or (value == 0 and not wins):
                reason = settled(position, side, wins=wins)
                answered = reason is not None or answers(position, side, wins=wins) is not None
                found.append((_by_rules(position, side, wins), reason is not None, answered))
        shares = " | ".join(f"{percent(column)}" for column in zip(*found, strict=True))
        print(f"| {least}-{most} | {count} | {shares} |", flush=True)
    print()


def _by_rules(position: Position, side: int, wins: bool) -> bool:
    """Whether rules alone give a reason, forced lines left aside."""
    reasons = [why_wins(position, side), None if wins else why_holds(position, side)]
    return any(reason is not None and reason.kind in RULES for reason in reasons)


def within(count: int, solver: Solver, rng: Random) -> None:
    """The table of reasons within some plies of a best line."""
    print("From 12 to 17 discs, reason within so many plies of a best line\n")
    print(f"| | positions | {' | '.join(map(str, PLIES))} |\n| --- | --- |{' --- |' * len(PLIES)}")
    for title, side, wins in (("second holds", 1, False), ("first wins", 0, True)):
        plies: list[int | None] = []
        while len(plies) < count:
            position = sensible_position(rng.randrange(12, 18), rng)
            mover, score = position.turn, solver.score(position)
            gain = score if mover == side else -score
            if gain > 0 or (gain == 0 and not wins):
                reason = follow(position, score, solver).reasons[-1]
                since = reason.position.ply - 2 * bool(reason.answers)  # from here on nothing is searched
                plies.append(None if reason.kind == "search" else since - position.ply)
        shares = [percent([ply is not None and ply <= most for ply in plies]) for most in PLIES]
        print(f"| {title} | {count} | {' | '.join(shares)} |", flush=True)
    print()


def by_search_alone(count: int, solver: Solver, rng: Random) -> None:
    """The table of explanations that end in search alone."""
    print("Search alone: no reason within 7 plies, in a draw for either half\n")
    print("| discs | positions | wins | draws | all |\n| --- | --- | --- | --- | --- |")
    for least, most in (*BANDS, (32, 40), (20, 40)):
        wins: list[bool] = []
        draws: list[bool] = []
        while len(wins) + len(draws) < count:
            position = sensible_position(rng.randrange(least, most + 1), rng)
            score = solver.score(position)
            found = any(reason.kind == "search" for reason in follow(position, score, solver).reasons)
            (wins if score else draws).append(found)
        shares = " | ".join(percent(part) for part in (wins, draws, wins + draws))
        print(f"| {least}-{most} | {count} | {shares} |", flush=True)
    print()


def proofs(count: int, solver: Solver, rng: Random) -> None:
    """The table of proofs; that of a draw has two parts."""
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
    """The leaves of a proof that passes the check, None if none is found."""
    position = Position.from_moves(columns)
    claims = proof_of(position, solver)
    return None if claims is None else check_proof(write_proof(position, write_moves(columns), claims)).leaves


def contradictions(count: int, solver: Solver, rng: Random) -> int:
    """Ask for every reason there is, and print how many are wrong."""
    asked = wrong = 0
    for _ in range(count):
        position = sensible_position(rng.randrange(8, 41), rng)
        value = solver.score(position)
        for side in (0, 1):
            gain = value if position.turn == side else -value
            for why, least in ((why_wins, 1), (why_holds, 0)):
                if why(position, side) is not None:
                    asked += 1
                    wrong += gain < least
    print(f"Contradicted by exact play: {wrong} of {asked:,} reasons in {count:,} positions.\n", flush=True)
    return wrong


def false_sentences(count: int, solver: Solver, rng: Random) -> int:
    """Explain positions, check every sentence, and print how many are false, by what they are about."""
    sentences: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    wrong: list[str] = []
    for _ in range(count):
        columns = sensible_game(rng.randrange(8, 41), rng)
        explanation = explain(Position.from_moves(columns), solver)
        sentences.update(said.about for said in explanation.said)
        kinds.update(reason.kind for reason in explanation.reasons)
        for contradiction in contradictions_of(explanation, solver):
            wrong.append(f"{write_moves(columns)}: {contradiction}")
    print(f"Sentences contradicted by exact play: {len(wrong)} of {sentences.total():,}")
    print(f"in {count:,} explanations: {_listed(sentences)}.")
    print(f"Reasons: {_listed(kinds)}.\n", flush=True)
    for line in wrong[:MAX_SHOWN]:
        print(line, file=sys.stderr)
    return len(wrong)


def _listed(counts: Counter[str]) -> str:
    """Counts in words, the largest first."""
    return ", ".join(f"{name} {number:,}" for name, number in counts.most_common())


def times(count: int, rng: Random) -> None:
    """What an explanation costs, every search of its own included."""
    print("CPU seconds of explain() with a new Solver\n")
    print("| discs | median | 95 % | most |\n| --- | --- | --- | --- |")
    Solver().score(Position.from_moves("444444333333"))
    for least, most in (*BANDS, (32, 40), (8, 40)):
        spent = []
        for _ in range(count):
            position, solver = sensible_position(rng.randrange(least, most + 1), rng), Solver()
            start = time.process_time()
            explain(position, solver)
            spent.append(time.process_time() - start)
        spent.sort()
        row = (spent[count // 2], spent[count * 95 // 100], spent[-1])
        print(f"| {least}-{most} | {' | '.join(f'{seconds:.3f}' for seconds in row)} |", flush=True)


def percent(found: Iterable[bool]) -> str:
    """The share that is true."""
    found = list(found)
    return f"{100 * sum(found) / len(found):.0f} %" if found else "-"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print all tables; 1 if a reason or a sentence is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    number = whole_number("a number of positions")
    parser.add_argument("--positions", type=number, default=300, help="for each row of a table")
    parser.add_argument("--checked", type=number, default=20_000, help="positions asked for wrong reasons")
    parser.add_argument("--explained", type=number, default=20_000, help="positions with checked sentences")
    parser.add_argument("--timed", type=number, default=60, help="for each row of the table of times")
    parser.add_argument("--seed", type=int, default=16)
    args = parser.parse_args(arguments)
    solver, rng = Solver(), Random(args.seed)
    at_once("Second player holds, first to move", 1, False, args.positions, solver, rng)
    at_once("First player wins, second to move", 0, True, args.positions, solver, rng)
    within(args.positions, solver, rng)
    by_search_alone(args.positions, solver, rng)
    proofs(args.positions, solver, rng)
    wrong = contradictions(args.checked, solver, rng)
    wrong += false_sentences(args.explained, solver, rng)
    times(args.timed, rng)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
