# pyright: strict
"""Code as users of the package write it, for type checkers: mypy and pyright find nothing wrong with it.

``make check`` runs both over this file. It uses every public name; of the exceptions two stand for all.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable
from random import Random

import numpy as np

import claimeven
from claimeven import (
    CONNECT_FOUR,
    MAX_CONNECT_FOUR,
    Analysis,
    Answer,
    AppliedRule,
    BatchReport,
    Board,
    Boards,
    Book,
    Choice,
    Chooser,
    ClaimevenError,
    ColumnExplanation,
    ColumnsReport,
    Consequence,
    Cost,
    DecidingLines,
    Explanation,
    FillCount,
    Game,
    Job,
    JobProgress,
    Limit,
    LimitReached,
    Listener,
    Lookahead,
    LookaheadPlayer,
    LookaheadReport,
    Minimax,
    MinimaxPlayer,
    MinimaxReport,
    MoveReport,
    MoveReview,
    NeededLine,
    Node,
    Outcome,
    PerfectPlayer,
    Player,
    PlyCost,
    Position,
    Progress,
    RandomPlayer,
    Reason,
    Report,
    Result,
    Review,
    Rules,
    Score,
    ScoreCache,
    ScoreSource,
    SearchContext,
    Sentence,
    Solver,
    Step,
    StrategyPlayer,
    Summary,
    Threat,
    Variant,
    Wanted,
    best_line,
    build_tree,
    explain,
    new_player,
    parse_position,
    play_game,
    review_game,
    write_position,
    write_tree,
)


def use_positions() -> Board:
    rules: Rules = CONNECT_FOUR.sized(8, 7)
    position: Position = Position.from_moves("4453", rules).play(3)
    turn: int = position.turn
    columns: tuple[int, ...] = position.playable
    cell: int = position.drop(columns[turn])
    column: int = rules.column_of(cell)
    outcome: Outcome | None = position.play(column).outcome
    winner: int | None = None if outcome is None else outcome.winner
    digits: list[list[int]] = position.to_array().tolist()
    same: Position = Position.from_array(digits, rules)
    text: str = write_position(same)
    same = parse_position(text, rules)
    return same if winner is None else Board(position.own, position.filled, rules)


def use_scores(solver: Solver, position: Position) -> list[Score]:
    score: Score = solver.score(position)
    for_the_other: int = -score
    difference: int = score + for_the_other
    average: float = float(score) / 2
    numbers: list[int] = [score, difference, round(average)]
    is_won: bool = score > 0 and score == max(numbers)
    words: str = score.words if is_won else score.result
    known = [column for column in solver.columns(position) if column is not None]
    best: Score = max(known, key=lambda column: (column, words))
    made: Score = Score(np.int8(2), left=position.left, rules=position.rules)
    return sorted([best, made])


def use_solver(position: Position) -> Cost:
    reports: list[Progress] = []
    listener: Listener = reports.append
    book: Book = Book(CONNECT_FOUR, -1, array("Q"), array("b"))
    solver = Solver(book=lambda _: book, limit=Limit(seconds=60), progress=listener)
    report: Report = solver.solve(position)
    choice: MoveReport = solver.choose(position)
    analysis: Analysis = solver.analyze(position)
    many: BatchReport = solver.solve_many([position])
    boards: Boards = Boards.from_planes(Boards.from_positions([position]).to_planes())
    columns: ColumnsReport = solver.columns_many(boards)
    numbers: list[int] = many.scores.tolist() + columns.scores[columns.best].tolist()
    try:
        solver.score(position, Limit(nodes=100))
    except LimitReached as stop:
        bounds: tuple[int, int] = (stop.lower, stop.upper)
        numbers += bounds
    return report if choice.column in numbers else analysis


def use_explanation(source: ScoreSource, position: Position) -> list[str]:
    explanation: Explanation = explain(position, source)
    steps: tuple[Step, ...] = explanation.line
    sentences: tuple[Sentence, ...] = explanation.sentences
    threats: tuple[Threat, ...] = explanation.threats
    columns: tuple[ColumnExplanation | None, ...] = explanation.columns
    consequences: list[Consequence] = [column.consequence for column in columns if column is not None]
    texts: list[str] = [step.why for step in steps] + [sentence.text for sentence in sentences]
    texts += [threat.why for threat in threats] + [one.text for one in consequences]
    for reason in explanation.reasons:
        texts += use_reason(reason)
    return texts


def use_reason(reason: Reason) -> Iterable[str]:
    used: tuple[AppliedRule, ...] = reason.rules
    answers: tuple[Answer, ...] = reason.answers
    lines: DecidingLines | None = reason.lines
    needed: tuple[NeededLine, ...] = () if lines is None else lines.lines
    count: FillCount | None = reason.count if reason.is_zugzwang else None
    yield f"{reason.kind}: {len(needed)} lines, {len(answers)} answers, {count}"
    for rule in used:
        yield rule.name


def use_variant(score: Score) -> str:
    variant: Variant = score.rules.variant
    return f"{variant.title}: {variant.sentence(score)}"


def use_context(solver: Solver, cache: ScoreCache) -> list[str]:
    context: SearchContext = solver.context(Limit(seconds=5), cache=cache)
    known: Score | None = cache.score(Position())
    assert known is not None
    return use_explanation(context, Position().play(context.best_column(Position(), known)))


def use_games(source: ScoreSource) -> Review:
    game: Game = Game.from_moves("4453").play(3).undo()
    review: Review = review_game(game.start, game.moves, source)
    first: MoveReview | None = review.moves[0]
    before: Score | None = None if first is None else first.before
    return review if before is not None and before > 0 else review_game(Position(), [3], source)


class LeftmostPlayer:
    """A player that only has what the protocol asks for."""

    name = "leftmost"

    def choose(self, position: Position) -> Choice:
        """The leftmost column that can be played."""
        return Choice(column=position.playable[0])


def use_players(solver: Solver) -> list[Choice]:
    minimax = Minimax(depth=3)
    found: MinimaxReport = minimax.choose(Position())
    seen: LookaheadReport = Lookahead().choose(use_positions(), found.column + 1)
    players: list[Player] = [
        LeftmostPlayer(),
        LookaheadPlayer(Lookahead(), depth=4),
        MinimaxPlayer(minimax),
        PerfectPlayer(solver),
        RandomPlayer(Random(seen.column)),
        StrategyPlayer(solver),
        new_player("perfect", solver=solver, rng=Random(1)),
    ]
    return [player.choose(Position(rules=MAX_CONNECT_FOUR)) for player in players]


class RightmostPlayer:
    """A player that returns a plain column."""

    name = "rightmost"

    def choose(self, position: Position) -> int:
        """The rightmost column that can be played."""
        return position.playable[-1]


def use_matches(solver: Solver) -> tuple[int, ...]:
    rightmost: Chooser = RightmostPlayer()
    game: Game = play_game(rightmost, LeftmostPlayer())
    other: Game = play_game(new_player("level:3"), "random", rng=Random(1))
    return solver.winning_columns(game.start) + other.moves


def use_trees(position: Position) -> str:
    tree: Node = build_tree(position, depth=2)
    line: tuple[Node, ...] = best_line(tree)
    return write_tree(line[0])


def use_jobs(path: str | os.PathLike[str], position: Position) -> Result:
    reports: list[JobProgress] = []
    try:
        with Job.open(path, purpose="some positions", wanted=Wanted.COLUMNS) as job:
            job.load([position])
            summary: Summary = job.run(workers=1, progress=reports.append)
            spent: list[PlyCost] = job.spent
            print(claimeven.__version__, summary, spent)
            return job.result(position)
    except ClaimevenError as error:
        raise SystemExit(str(error)) from error
