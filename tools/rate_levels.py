"""Rate the levels of the player `level`: a league with some anchors, and mistakes counted by the solver.

    .venv/bin/python tools/rate_levels.py
    .venv/bin/python tools/rate_levels.py --variant max

Each level up to 5 plays the next one, and level 1 plays random, --games times. Other pairs, whose moves take
longer, play --fewer times, neighbours twice that. Sides are swapped after every game; all games begin with
the empty board. Elo ratings are those that make the results most likely, with random at 0, and have 95 %
error bars from --samples leagues resampled from the games. Then the solver judges up to --judged moves of
each player: a move that turns a win into a draw or loss, or a draw into a loss, gives the result away. In
Max-Connect4 only moves with at most 28 empty cells are judged; others take too long. The same --seed gives
the same games. The output is a table of docs/levels.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import log10, sqrt
from random import Random
from typing import NamedTuple

from claimeven import CONNECT_FOUR, Position, Solver, new_player
from claimeven.cli.options import whole_number
from claimeven.players.level import LEVELS, QUICK_EMPTY_CELLS
from claimeven.players.player import Player
from claimeven.rules.rules import GAMES, Rules
from claimeven.solver.lookahead import Lookahead

NAMES = tuple(f"level:{level.number}" for level in LEVELS)
ANCHORS = {
    "four": {"random": (1,), "minimax:2": (3, 4), "minimax:5": (6,), "perfect": (8,)},
    "max": {"random": (1,), "lookahead:2": (3, 4), "lookahead:5": (6,), "perfect": (8,)},
}
QUICK = 5  # levels up to this one move almost instantly
NORMAL_95 = 1.96
ROUNDS = 200  # iterations for the most likely ratings, enough to converge


class PlayedGame(NamedTuple):
    """A game between two named players: who moved first, the moves, and the score of the first named."""

    pair: tuple[str, str]
    begins: int
    moves: tuple[int, ...]
    score: float


def match(pair: tuple[str, str], games: int, rules: Rules, seed: int) -> list[PlayedGame]:
    """Play games between two players who move first in turn; the same seed gives the same games."""
    rng = Random(f"{pair} {rules.name} {seed}")
    solver = Solver()
    lookahead = Lookahead(table_mib=4)
    players = [make_player(name, rules, solver, lookahead, rng) for name in pair]
    return [play_game(pair, players, number % 2, rules) for number in range(games)]


def make_player(name: str, rules: Rules, solver: Solver, lookahead: Lookahead, rng: Random) -> Player:
    """Return the player with a name such as minimax:2."""
    player, _, value = name.partition(":")
    values = {}
    if value:
        setting = "level" if player == "level" else "depth"
        values[setting] = int(value)
    return new_player(player, rules, solver=solver, rng=rng, lookahead=lookahead, **values)


def play_game(pair: tuple[str, str], players: Sequence[Player], begins: int, rules: Rules) -> PlayedGame:
    """Play one game; player ``begins``, 0 or 1, moves first."""
    position = Position(rules=rules)
    moves = []
    while not position.is_over:
        player = players[(position.turn + begins) % 2]
        column = player.choose(position).column
        moves.append(column)
        position = position.play(column)
    winner = position.winner
    score = 0.5 if winner is None else float((winner + begins) % 2 == 0)
    return PlayedGame(pair, begins, tuple(moves), score)


def pairings(variant: str, games: int, fewer: int) -> list[tuple[tuple[str, str], int]]:
    """Return who plays whom how often, the stronger player first."""
    steps = [((NAMES[i + 1], NAMES[i]), games if i < QUICK - 1 else 2 * fewer) for i in range(len(NAMES) - 1)]
    leaps = [((NAMES[i + 2], NAMES[i]), fewer) for i in range(len(NAMES) - 2)]
    anchors = [
        ((f"level:{level}", anchor), games if anchor == "random" else fewer)
        for anchor, levels in ANCHORS[variant].items()
        for level in levels
    ]
    return steps + leaps + anchors


def ratings(games: Iterable[PlayedGame]) -> dict[str, float]:
    """Return the most likely Elo of each player, random at 0 (Bradley-Terry; a draw is half a win).

    Every pair gets an additional half win for each side, so that a player who lost every game has a rating.
    """
    won: dict[str, float] = {}
    met: dict[tuple[str, str], float] = {}
    for game in games:
        for name, score in zip(game.pair, (game.score, 1 - game.score), strict=True):
            won[name] = won.get(name, 0.0) + score
        met[game.pair] = met.get(game.pair, 0.0) + 1
    for pair in met:
        met[pair] += 1
        for name in pair:
            won[name] += 0.5
    strength = dict.fromkeys(won, 1.0)
    for _ in range(ROUNDS):
        for name in strength:
            parts = (count / (strength[a] + strength[b]) for (a, b), count in met.items() if name in (a, b))
            strength[name] = won[name] / sum(parts)
    return {name: 400 * log10(value / strength["random"]) for name, value in strength.items()}


def error_bars(games: Sequence[PlayedGame], samples: int, rng: Random) -> dict[str, float]:
    """Return half the width of the 95 % interval of each rating, from leagues resampled pair by pair."""
    by_pair: dict[tuple[str, str], list[PlayedGame]] = {}
    for game in games:
        by_pair.setdefault(game.pair, []).append(game)
    drawn = [
        ratings(game for part in by_pair.values() for game in rng.choices(part, k=len(part)))
        for _ in range(samples)
    ]
    return {name: NORMAL_95 * deviation([one[name] for one in drawn]) for name in drawn[0]}


def deviation(values: Sequence[float]) -> float:
    """Return the standard deviation of values."""
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / len(values))


def judge(name: str, games: Sequence[PlayedGame], max_moves: int, rules: Rules, seed: int) -> tuple[int, int]:
    """Return how many moves of a player were judged, and how many of them gave the result away."""
    solver = Solver()
    rng = Random(f"{name} {rules.name} {seed}")
    moves = [
        (game, ply)
        for game in games
        for ply in range(len(game.moves))
        if game.pair[(ply + game.begins) % 2] == name and rules.cells - ply <= QUICK_EMPTY_CELLS[rules.name]
    ]
    chosen = rng.sample(moves, min(max_moves, len(moves)))
    return len(chosen), sum(gives_away(game.moves, ply, rules, solver) for game, ply in chosen)


def gives_away(moves: Sequence[int], ply: int, rules: Rules, solver: Solver) -> bool:
    """Return whether a move makes the result worse."""
    position = Position.from_moves(moves[:ply], rules)
    columns = solver.columns(position)
    after = columns[moves[ply]]
    assert after is not None
    best = max((score for score in columns if score is not None), key=int)
    return after.verdict != best.verdict


def table(
    games: Sequence[PlayedGame], judged: Mapping[str, tuple[int, int]], samples: int, rng: Random
) -> str:
    """Return a table of docs/levels.md."""
    elo = ratings(games)
    bars = error_bars(games, samples, rng)
    rows = [
        "| player | Elo | score against the level below | results given away per move |",
        "| --- | ---: | ---: | ---: |",
    ]
    for name in sorted(elo, key=elo.__getitem__):
        rating = "0" if name == "random" else f"{elo[name]:.0f} ± {bars[name]:.0f}"
        rows.append(
            f"| `{name}` | {rating} | {against_below(name, games)} | {share(*judged.get(name, (0, 0)))} |"
        )
    return "\n".join(rows)


def against_below(name: str, games: Sequence[PlayedGame]) -> str:
    """Return the score of a level against the one below it."""
    number = NAMES.index(name) if name in NAMES else 0
    if number == 0:
        return ""
    scores = [game.score for game in games if game.pair == (name, NAMES[number - 1])]
    return percent(sum(scores) / len(scores), NORMAL_95 * deviation(scores) / sqrt(len(scores)))


def share(judged: int, given: int) -> str:
    """Return a share with its error bar, empty if nothing was judged."""
    if not judged:
        return ""
    part = given / judged
    return percent(part, NORMAL_95 * sqrt(part * (1 - part) / judged))


def percent(part: float, bar: float) -> str:
    """Return a share and its error bar in percent."""
    return f"{100 * part:.1f} ± {100 * bar:.1f} %"


def main() -> None:
    """Play the league, rate the players, judge their moves, and print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    number = whole_number("a number")
    options.add_argument("--variant", choices=tuple(GAMES), default=CONNECT_FOUR.name)
    options.add_argument("--games", type=number, default=300, help="of neighbours (default: 300)")
    options.add_argument("--fewer", type=number, default=50, help="of others (default: 50)")
    options.add_argument("--judged", type=number, default=600, help="moves of each player (default: 600)")
    options.add_argument("--samples", type=number, default=100, help="leagues drawn (default: 100)")
    options.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    options.add_argument("--workers", type=number, default=2, help="processes (default: 2)")
    args = options.parse_args()
    rules = GAMES[args.variant]
    with ProcessPoolExecutor(args.workers) as pool:
        pairs = pairings(args.variant, args.games, args.fewer)
        matches = [pool.submit(match, pair, games, rules, args.seed) for pair, games in pairs]
        games = []
        for done, one in enumerate(matches, start=1):
            games += one.result()
            print(f"match {done} of {len(matches)}", file=sys.stderr)
        names = [*NAMES, *ANCHORS[args.variant]]
        judged = [pool.submit(judge, name, games, args.judged, rules, args.seed) for name in names]
        found = {name: one.result() for name, one in zip(names, judged, strict=True)}
    print(f"{rules.title}, {len(games)} games, seed {args.seed}\n")
    print(table(games, found, args.samples, Random(args.seed)))


if __name__ == "__main__":
    main()
