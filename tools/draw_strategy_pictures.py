"""Draw the pictures of docs/strategy.md: boards with the cells that a section is about.

    .venv/bin/python tools/draw_strategy_pictures.py docs/images/strategy

A ring marks a cell where a side completes four, in the colour of that side. Cells that answer each other are
joined. Every picture has the columns' numbers above it, their letters below it, and the rows beside it.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from functools import partial
from pathlib import Path

from claimeven import Explanation, Position, Score, explain
from claimeven.formats.moves import parse_moves
from claimeven.reasons.cells import cells_of, name_of
from claimeven.reasons.drawing import DOT, RING, write_explanation_svg
from claimeven.reasons.reason import why_holds
from claimeven.rules.board_svg import (
    CELL,
    FRAME,
    HOLE,
    RED,
    SCALE,
    YELLOW,
    centres,
    circle,
    draw_number,
    draw_position,
    shape,
)
from claimeven.rules.rules import Rules

MARGIN = 20  # pixels around the board, for numbers and letters
INK = "#7d8590"  # visible on white and on dark pages
COLOURS = (RED[0], YELLOW[0])


def cells_named(names: str, rules: Rules) -> list[int]:
    """Return the cells with the given names, e.g. "c4 d4"."""
    by_name = {name_of(cell, rules): cell for cell in cells_of(rules.board)}
    return [by_name[name] for name in names.split()]


def rings(rules: Rules, x: str, o: str) -> list[str]:
    """Return rings around cells of X and of O; a cell of both has one ring inside the other."""
    marks = []
    for side, names in enumerate((x, o)):
        inner = set(o.split()) & set(x.split()) if side else set()
        for cell, name in zip(cells_named(names, rules), names.split(), strict=True):
            radius = RING - 14 if name in inner else RING
            marks += [shape(circle(*centre, radius), stroke=COLOURS[side], width=10)
                      for centre in centres(cell, rules)]  # fmt: skip
    return marks


def ringed(position: Position, x: str = "", o: str = "") -> str:
    """Draw rings around cells of X and of O."""
    return draw_position(position, rings(position.rules, x, o))


def with_cell_names(position: Position) -> str:
    """Draw the name of every empty cell."""
    rules = position.rules
    font = 'text-anchor="middle" font-family="sans-serif" font-size="34" fill="#24396a"'
    marks = []
    for cell in cells_of(rules.board & ~position.filled):
        x, y = next(centres(cell, rules))
        marks.append(f'<text x="{x}" y="{y + 12}" {font}>{name_of(cell, rules)}</text>')
    return draw_position(position, marks)


def played_on(position: Position, moves: str) -> str:
    """Draw the discs of further moves, numbered."""
    marks = []
    for number, column in enumerate(parse_moves(moves), start=1):
        marks.append(draw_number(position.drop(column), number, position.rules))
        position = position.play(column)
    return draw_position(position, marks)


def best_line(position: Position) -> str:
    """The best line that an explanation shows, numbered."""
    line = explain(position).line
    return played_on(position, "".join(position.rules.column_name(step.column) for step in line))


def counted(position: Position, order: str, x: str = "", o: str = "") -> str:
    """The empty cells of an ``order`` with their numbers, and rings around cells of X and of O."""
    rules = position.rules
    numbers = [draw_number(cell, n, rules) for n, cell in enumerate(cells_named(order, rules), start=1)]
    return draw_position(position, [*numbers, *rings(rules, x, o)])


def framed(position: Position, lines: str, rings_of_x: str) -> str:
    """``lines`` of X, each by its ends, and rings around the cells that they lack."""
    rules = position.rules
    return draw_position(position, [*frames(rules, lines), *rings(rules, rings_of_x, "")])


def frames(rules: Rules, lines: str) -> list[str]:
    """Frames around lines of X, each given by its ends."""
    ends = [next(centres(cell, rules)) for cell in cells_named(lines, rules)]
    return [
        shape(_around(one, two), stroke=COLOURS[0], width=8)
        for one, two in zip(ends[::2], ends[1::2], strict=True)
    ]


def shared_rows(position: Position) -> str:
    """A dot in every empty cell, odd rows in the colour of X and even ones in that of O."""
    rules = position.rules
    marks = []
    for cell in cells_of(rules.board & ~position.filled):
        marks.append(
            shape(circle(*next(centres(cell, rules)), 2 * DOT), fill=COLOURS[rules.row_of(cell) % 2])
        )
    return draw_position(position, marks)


def explained(position: Position) -> str:
    """The picture that an explanation makes of itself."""
    return write_explanation_svg(explain(position))


def held(position: Position) -> str:
    """The cover by which O holds a drawn position, as an explanation would draw it."""
    reason = why_holds(position, 1)
    assert reason is not None
    score = Score(0, position.left, position.rules)
    return write_explanation_svg(Explanation(position=position, score=score, line=(), reasons=(reason,)))


def one_rule(position: Position, rule: str, lines: str) -> str:
    """One rule of the cover by which O holds, and ``lines`` of X that it stops, each by its ends."""
    reason, rules = why_holds(position, 1), position.rules
    assert reason is not None
    used = next(used for used in reason.rules if used.name == rule)
    marks = frames(rules, lines)
    for lower, upper in used.pairs:
        (x1, y1), (x2, y2) = next(centres(lower, rules)), next(centres(upper, rules))
        marks.append(shape(f"M{x1} {y1}L{x2} {y2}", stroke=COLOURS[1], width=8))
        marks += [shape(circle(x, y, DOT + 3), fill=COLOURS[1]) for x, y in ((x1, y1), (x2, y2))]
    return draw_position(position, marks)


def _around(one: tuple[int, int], two: tuple[int, int]) -> str:
    """A path around the cells from one middle to another."""
    length = math.dist(one, two)
    dx, dy = ((end - begin) * HOLE / length for begin, end in zip(one, two, strict=True))
    turn = f"A{HOLE} {HOLE} 0 0 1"
    return (
        f"M{one[0] + dy:g} {one[1] - dx:g}L{two[0] + dy:g} {two[1] - dx:g}"
        f"{turn} {two[0] - dy:g} {two[1] + dx:g}L{one[0] - dy:g} {one[1] + dx:g}"
        f"{turn} {one[0] + dy:g} {one[1] - dx:g}z"
    )


def lettered(drawing: str, rules: Rules) -> str:
    """A drawing of a board with the columns' numbers above it, their letters below it, and the rows."""
    width, height = ((cells * CELL + 2 * FRAME) * SCALE for cells in (rules.columns, rules.rows))
    step, start = CELL * SCALE, (FRAME + CELL / 2) * SCALE + MARGIN
    words = []
    for column in range(rules.columns):
        x = start + column * step
        words.append(_word(x, MARGIN - 6, rules.column_name(column)))
        words.append(_word(x, height + 2 * MARGIN - 5, chr(ord("a") + column)))
    for row in range(rules.rows):
        words.append(_word(MARGIN / 2, height + MARGIN - (start - MARGIN) - row * step + 5, str(row + 1)))
    whole = f"{width + 2 * MARGIN:g} {height + 2 * MARGIN:g}"
    across, down = whole.split()
    inner = drawing.replace("<svg ", f'<svg x="{MARGIN}" y="{MARGIN}" ', 1).replace(' role="img"', "", 1)
    inner = inner.replace('xmlns="http://www.w3.org/2000/svg" ', "", 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole}" width="{across}" height="{down}" '
        f'role="img">\n{"".join(words)}\n{inner}</svg>\n'
    )


def _word(x: float, y: float, word: str) -> str:
    font = 'text-anchor="middle" font-family="sans-serif" font-size="14"'
    return f'<text x="{x:g}" y="{y:g}" {font} fill="{INK}">{word}</text>\n'


# Name of the picture -> moves, and how they are drawn.
PICTURES: dict[str, tuple[str, Callable[[Position], str]]] = {
    "cells": ("4453", with_cell_names),
    "must-answer": ("33446", partial(ringed, x="e1")),
    "four": ("334466", partial(ringed, x="e1", o="e2")),
    "double-threat": ("44553", partial(ringed, x="b1 f1")),
    "forced": ("44333445", partial(played_on, moves="122")),
    "under": ("56343533", partial(ringed, o="d3")),
    "rows": ("444444", shared_rows),
    "zugzwang": ("2545435262443526544513331112176",
                 partial(counted, order="a6 b6 c6 f4 f5 f6 g2", x="g3")),
    "which-counts": ("512466553733556153673232262", partial(ringed, x="d3 d5", o="d3 d4 d5")),
    "claimeven": ("34444445", held),
    "aftereven": ("335574464365671336345454", explained),
    "baseinverse": ("4347541367247336621375534211455667",
                    partial(one_rule, rule="baseinverse", lines="d6 g6")),
    "vertical": ("1243315467563471553376653542422114", partial(one_rule, rule="vertical", lines="g2 g5")),
    "lowinverse": ("3224121427344311327312445555563576",
                   partial(one_rule, rule="lowinverse", lines="d5 g5")),
    "highinverse": ("327544443347421532231756632556",
                    partial(one_rule, rule="highinverse", lines="d5 g5 d6 g6")),
    "baseclaim": ("21243442671335256356732361177442", partial(one_rule, rule="baseclaim", lines="d5 g5")),
    "before": ("535346165556666725771444214412", partial(one_rule, rule="before", lines="b5 e5")),
    "specialbefore": ("52353453471124643373712622",
                      partial(one_rule, rule="specialbefore", lines="d5 g5")),
    "cover": ("345123424344633426", explained),
    "odd-threat": ("454534455321223545436332221", explained),
    "draw": ("427442454457673226765365337336657111", explained),
    "mutual-zugzwang": ("255455526741574413241277",
                        partial(counted, order="a4 a5 a6 b5 b6 d6 g5 g6", x="c3 f3", o="c3 f3")),
    "deciding-lines": ("5255252243674344674", partial(framed, lines="a3 d3 c4 f1", rings_of_x="a3 c3 c4")),
    "holding-line": ("1444234253333734", partial(framed, lines="b4 e1", rings_of_x="b4")),
    "search": ("", best_line),
    "exercise-1": ("5464533341", draw_position),
    "exercise-2": ("325442322", draw_position),
    "exercise-3": ("5352435537", draw_position),
    "exercise-4": ("14454", draw_position),
    "exercise-5": ("3443765463", draw_position),
    "exercise-6": ("627557424355", draw_position),
    "exercise-7": ("55177467465244651411567422", draw_position),
    "exercise-8": ("2525442242314553354453331121", draw_position),
    "exercise-9": ("3536647673455616634452552132", draw_position),
    "exercise-10": ("557264231566214555227642444133", draw_position),
    "exercise-11": ("417442336513533245555477322667", draw_position),
    "exercise-12": ("545634445533343375415662216662212", draw_position),
}  # fmt: skip


def picture(name: str) -> str:
    """The whole file of a picture."""
    moves, draw = PICTURES[name]
    position = Position.from_moves(moves)
    return lettered(draw(position), position.rules)


def main() -> None:
    """Write the files."""
    options = argparse.ArgumentParser(description="Draw the pictures of docs/strategy.md.")
    options.add_argument("folder", type=Path)
    folder = options.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name in PICTURES:
        (folder / f"{name}.svg").write_text(picture(name), encoding="utf-8")


if __name__ == "__main__":
    main()
