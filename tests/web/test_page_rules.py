"""The rules and the words in JavaScript agree with those in Python."""

from __future__ import annotations

from random import Random

from claimeven.formats.moves import write_moves
from claimeven.formats.statefile import State, write_state
from claimeven.players.game import Game
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import Score
from pages import NewPage

GAMES = 25
FACTS_SCRIPT = """async (games) => {
  const rules = await import("/js/game/rules.js");
  const { writeState, writeBoard, parseBoard } = await import("/js/game/formats.js");
  return games.map(([variant, text]) => {
    let position = rules.emptyPosition(variant);
    const facts = [];
    for (const sign of [...text, null]) {
      const again = parseBoard(writeBoard(position), variant);
      facts.push([rules.playableColumns(position), rules.isOver(position), rules.countLines(position),
        writeState(position), rules.positionKey(again) === rules.positionKey(position),
        [1, 2].map((player) => [...rules.threatsOf(position, player)].sort((one, two) => one[0] - two[0]))]);
      if (sign !== null) position = rules.play(position, Number(sign) - 1);
    }
    return facts;
  });
}"""


def random_game(rng: Random, rules: Rules) -> str:
    position, moves = Position(rules=rules), []
    while not position.is_over:
        moves.append(rng.choice(position.playable))
        position = position.play(moves[-1])
    return write_moves(tuple(moves))


def facts_of(rules: Rules, moves: str) -> list[list[object]]:
    facts: list[list[object]] = []
    for position in Game.from_moves(moves, Position(rules=rules)).positions:
        points = {"1": len(position.lines_of(position.first)), "2": len(position.lines_of(position.second))}
        state = write_state(State(position.own, position.filled, position.turn + 1))
        facts.append([list(position.playable), position.is_over, points, state, True, threats_of(position)])
    return facts


def threats_of(position: Position) -> list[list[list[int]]]:
    """Return the cells where each player completes lines, and how many, by trying every empty cell."""
    rules = position.rules
    cells = [rules.cell(column, row) for column in range(rules.columns) for row in range(rules.rows)]
    empty = [] if position.is_over else [cell for cell in enumerate(cells) if not position.filled & cell[1]]
    threats: list[list[list[int]]] = [[], []]
    for own, found in zip((position.first, position.second), threats, strict=True):
        made = len(position.lines_of(own))
        for number, disc in empty:
            if more := len(position.lines_of(own | disc)) - made:
                found.append([number, more])
    return threats


def test_random_games_have_the_same_moves_ends_lines_and_files(new_page: NewPage) -> None:
    rng = Random(7)
    games = [
        (rules, random_game(rng, rules)) for rules in (CONNECT_FOUR, MAX_CONNECT_FOUR) for _ in range(GAMES)
    ]
    found = new_page().evaluate(FACTS_SCRIPT, [[rules.name, moves] for rules, moves in games])
    for (rules, moves), facts in zip(games, found, strict=True):
        assert facts == facts_of(rules, moves), moves


def test_scores_have_the_same_number_of_plies(new_page: NewPage) -> None:
    cases = [[score, left] for left in range(1, 43) for score in range(-(left // 2), (left + 1) // 2 + 1)]
    script = """async (cases) => {
      const { pliesToEnd } = await import("/js/game/words.js");
      return cases.map(([score, left]) => pliesToEnd(score, left, "four"));
    }"""
    assert new_page().evaluate(script, cases) == [Score(score, left).plies for score, left in cases]
