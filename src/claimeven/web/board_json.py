"""A game as JSON: its board, its lines, how it ended, and the texts to export."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from claimeven.errors import FormatError, Refused
from claimeven.formats.board import write_board
from claimeven.formats.columns import write_columns
from claimeven.formats.moves import write_moves
from claimeven.formats.paste import parse_paste
from claimeven.formats.stacks import FIRST, SECOND, write_stacks
from claimeven.formats.statefile import State, write_state
from claimeven.players.game import Game
from claimeven.rules.rules import GAMES
from claimeven.web.asked import board_of, query_of, read_rules
from claimeven.web.refusal import BAD_REQUEST

if TYPE_CHECKING:
    from claimeven.rules.position import Position

PLAYERS = (FIRST, SECOND)


def position_json(game: Game) -> dict[str, Any]:
    """Everything that can be seen on the board."""
    position = game.position
    rules = position.rules
    return {
        "moves": write_moves(game.moves),
        "start": board_of(game),
        "board": write_stacks(position),
        "variant": rules.name,
        "size": str(rules),
        "query": query_of(game),
        "rows": position.draw(FIRST, SECOND).replace(" ", "").splitlines(),
        "ply": position.ply,
        "to_move": None if position.is_over else mover(position),
        "playable": [column + 1 for column in position.playable],
        "last": _cells(game.last_cell, rules.stride)[0] if game.moves else None,
        "lines": [
            {"player": player, "cells": _cells(line, rules.stride)}
            for player, discs in zip(PLAYERS, (position.first, position.second), strict=True)
            for line in position.lines_of(discs)
        ],
        "points": {
            player: len(position.lines_of(discs))
            for player, discs in zip(PLAYERS, (position.first, position.second), strict=True)
        },
        "outcome": _outcome(position),
        "exports": _exports(game),
    }


def parse_json(text: str, variant: str, size: str) -> dict[str, Any]:
    """What a pasted text is, and its position; raises Refused if it is none."""
    try:
        paste = parse_paste(text, read_rules(variant, size))
    except FormatError as error:
        raise Refused(
            BAD_REQUEST, "bad_text", str(error.reason), line=error.line, column=error.column
        ) from None
    position = position_json(Game(paste.start, paste.moves))
    return {"kind": paste.kind, "notes": list(paste.notes), "position": position}


def mover(position: Position) -> str:
    """Whose turn it is: x or o."""
    return PLAYERS[position.ply % 2]


def _cells(bits: int, stride: int) -> list[list[int]]:
    """The cells of ``bits`` as column and row, both from 1."""
    numbers = (number for number in range(bits.bit_length()) if bits >> number & 1)
    return [[number // stride + 1, number % stride + 1] for number in numbers]


def _outcome(position: Position) -> dict[str, Any] | None:
    """Who won, and how; None while the game goes on."""
    outcome = position.outcome
    if outcome is None:
        return None
    winner = None if outcome.winner is None else PLAYERS[outcome.winner]
    lines = sorted((len(outcome.first_lines), len(outcome.second_lines)), reverse=True)
    if winner is None:
        words = "a draw: the board is full"
    elif position.rules.line_ends_game:
        words = f"{winner} wins with four in a row"
    else:
        words = f"{winner} wins, {lines[0]} lines to {lines[1]}"
    return {"winner": winner, "words": words}


def _exports(game: Game) -> dict[str, str | None]:
    """The position in every format that can hold it."""
    position = game.position
    state = State(position.own, position.filled, position.ply % 2 + 1) if is_standard(position) else None
    return {
        "moves": None if game.start.filled else write_moves(game.moves),
        "board": write_board(position),
        "state": None if state is None else write_state(state),
        "columns": write_columns(position),
    }


def is_standard(position: Position) -> bool:
    """True for the usual board of 7x6."""
    return position.rules == GAMES[position.rules.name]
