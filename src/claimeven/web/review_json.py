"""A reviewed game as JSON, with a sentence about where it turned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from claimeven.formats.stacks import FIRST
from claimeven.search.review import RESULT_CHANGED, review_game
from claimeven.web.api import value_json
from claimeven.web.board_json import PLAYERS, mover

if TYPE_CHECKING:
    from claimeven.players.game import Game
    from claimeven.search.review import Judged
    from claimeven.web.inquiry import Inquiry


def review(game: Game, inquiry: Inquiry) -> dict[str, Any]:
    """Every move of the game judged, as far as the limit allows."""
    found = review_game(game.start, game.moves, inquiry)
    movers = [mover(position) for position in game.positions[:-1]]
    plies = [
        _ply_json(game.start.ply + number + 1, game.moves[number], movers[number], judged)
        for number, judged in enumerate(found.moves)
    ]
    turn = found.turning_point
    return {
        "complete": found.is_complete,
        "plies": plies,
        "turning_point": None if turn is None else plies[turn]["ply"],
        "mistakes": {player: _count(plies, player, RESULT_CHANGED) for player in PLAYERS},
        "accuracy": {player: _accuracy(plies, player) for player in PLAYERS},
        "words": _words(None if turn is None else plies[turn], found.is_complete),
    }


def _ply_json(ply: int, column: int, player: str, judged: Judged | None) -> dict[str, Any]:
    seen = {"ply": ply, "column": column + 1, "player": player}
    if judged is None:
        unknown = ("before", "after", "judgement", "words", "better", "first_player_score")
        return {**seen, **dict.fromkeys(unknown)}
    value = judged.after.value
    return {
        **seen,
        "before": value_json(judged.before),
        "after": value_json(judged.after),
        "judgement": judged.judgement,
        "words": judged.words,
        "better": None if judged.better is None else judged.better + 1,
        "first_player_score": value if player == FIRST else -value,
    }


def _count(plies: list[dict[str, Any]], player: str, judgements: frozenset[str]) -> int:
    return sum(ply["player"] == player and ply["judgement"] in judgements for ply in plies)


def _accuracy(plies: list[dict[str, Any]], player: str) -> float | None:
    """The share of a player's judged moves that were best."""
    judged = [ply for ply in plies if ply["player"] == player and ply["judgement"]]
    return round(_count(judged, player, frozenset({"best"})) / len(judged), 3) if judged else None


def _words(turn: dict[str, Any] | None, is_complete: bool) -> str:
    """The review in a sentence."""
    if turn is not None:
        return (
            f"Move {turn['ply']}, {turn['player']} in column {turn['column']}, decided the result: "
            f"{turn['words']}. Column {turn['better']} was better ({turn['before']['words']})."
        )
    return "No move changed the result." if is_complete else "No judged move changed the result."
