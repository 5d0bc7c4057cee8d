"""The drawn board: a disc for every disc, marks for lines and the last move, on any size."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from claimeven.players.game import Game
from claimeven.rules.board_svg import GREEN, RED, YELLOW, write_board_svg
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from strategies import games

SVG = "{http://www.w3.org/2000/svg}"


def drawn(position: Position, last: int = 0) -> tuple[str, list[dict[str, str]]]:
    """Return the title of a drawing, and its shapes."""
    root = ElementTree.fromstring(write_board_svg(position, last=last))
    title = root.findtext(f"{SVG}title")
    assert title is not None
    return title, [path.attrib for path in root.iter(f"{SVG}path")]


def count(shapes: list[dict[str, str]], **wanted: str) -> int:
    names = {key.replace("_", "-"): value for key, value in wanted.items()}
    return sum(names.items() <= shape.items() for shape in shapes)


@settings(max_examples=30)
@given(games())
def test_every_disc_is_drawn_with_its_sign(game: tuple[Rules, list[int]]) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    _, shapes = drawn(position)
    colours = (RED, YELLOW if rules.line_ends_game else GREEN)
    for discs, (colour, dark) in zip((position.first, position.second), colours, strict=True):
        assert count(shapes, fill=colour) == count(shapes, stroke=dark) == discs.bit_count()
    face = next(shape["d"] for shape in shapes if shape["fill"] == "#24396a")
    assert face.count("M") == rules.cells + 1
    assert count(shapes, stroke="#1b2c54") == sum(
        len(position.lines_of(discs)) for discs in (position.first, position.second)
    )


def test_a_disc_is_drawn_in_its_cell() -> None:
    _, shapes = drawn(Position.from_moves("1"))
    (disc,) = (shape["d"] for shape in shapes if shape["fill"] == RED[0])
    assert disc.startswith("M27 570a43 ")  # the left edge of a disc in the lower left corner


def test_a_game_marks_its_last_disc_and_a_position_does_not() -> None:
    game = Game.from_moves("4453")
    assert 'stroke-width="5"' in game._repr_svg_()
    assert 'stroke-width="5"' not in game.position._repr_svg_()
    assert Game()._repr_svg_() == Position()._repr_svg_()


@pytest.mark.parametrize(
    ("moves", "rules", "title"),
    [
        ("", Rules(), "Connect Four, 0 discs, the first player is to move"),
        ("4", Rules(), "Connect Four, 1 disc, the second player is to move"),
        ("1212121", Rules(), "Connect Four, 7 discs, won by the first player"),
        ("12324252", Rules(), "Connect Four, 8 discs, won by the second player"),
        ("1212121", MAX_CONNECT_FOUR, "Max-Connect4, 7 discs, the second player is to move"),
        ("472424756645422154157737216635626711335331", Rules(), "Connect Four, 42 discs, a draw"),
    ],
)
def test_the_title_describes_the_drawing(moves: str, rules: Rules, title: str) -> None:
    assert drawn(Position.from_moves(moves, rules))[0] == title


def test_the_drawing_needs_no_other_file() -> None:
    drawing = write_board_svg(Position.from_moves("1212121"), last=1)
    for forbidden in ("url(", "href", "<script", "<style", "<image"):
        assert forbidden not in drawing
    assert re.findall(r"https?://\S+", drawing) == ['http://www.w3.org/2000/svg"']
