"""Tables for notebooks: what they say, and that nothing in them is taken for a tag."""

from __future__ import annotations

from xml.etree import ElementTree

from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.solver.notebook_tables import _row
from claimeven.solver.review import Review, review_game
from claimeven.solver.solver import Solver
from claimeven.teaching.tree import build_tree

SMALL = Rules(4, 4)


def rows_of(html: str) -> tuple[str, list[list[str]], list[list[str]]]:
    """Return the caption of a table, all its rows, and those that stand out."""
    table = ElementTree.fromstring(html)
    rows = list(table.iter("tr"))
    texts = [[cell.text or "" for cell in row] for row in rows]
    bold = [text for text, row in zip(texts[1:], rows[1:], strict=True) if row[0].tag == "th"]
    return table.findtext("caption") or "", texts, bold


def test_an_analysis_has_a_row_for_every_column() -> None:
    analysis = Solver(table_mib=1).analyze(Position.from_moves("44444432655555323332"))
    caption, rows, bold = rows_of(analysis._repr_html_())
    assert caption == "the side to move wins in 21 plies; best line 267623526661117777711"
    assert rows[0] == ["column", "score", "result"]
    assert rows[1] == ["1", "-11", "loss in 2 plies"]
    assert rows[4] == ["4", "", "full"]
    assert bold == [["2", "+1", "win in 21 plies"]]


def test_an_analysis_of_max_connect4_counts_lines() -> None:
    position = Position.from_moves("1122334411223", MAX_CONNECT_FOUR.sized(4, 4))
    caption, _, _ = rows_of(Solver(table_mib=1, book=None).analyze(position)._repr_html_())
    assert caption == "a draw, with equal lines at the end; best line 344"


def test_a_review_has_a_row_for_every_move() -> None:
    start = Position.from_moves("121212", SMALL)
    review = review_game(start, (2, 1), Solver(table_mib=1, book=None))
    caption, rows, bold = rows_of(review._repr_html_())
    assert rows[0] == ["move", "player", "column", "best result", "result played", "judgement", "better"]
    assert rows[1][:6] == ["1", "X", "3", "win in 1 ply", "loss in 2 plies", "win given away: now a loss"]
    assert rows[1][6] == "1"
    assert (caption, bold) == ("move 1 changed the result last", rows[1:2])
    assert rows[2] == ["2", "O", "2", "win in 1 ply", "win in 1 ply", "best", ""]


def test_moves_that_are_not_judged_are_named() -> None:
    caption, rows, bold = rows_of(Review((None,))._repr_html_())
    assert caption == "not all moves are judged; no move changed the result"
    assert (rows[1], bold) == (["1", "", "", "", "", "not judged", ""], [])


def test_text_is_escaped() -> None:
    assert "&lt;b&gt; &amp;" in _row("td", ["<b> &"])


def test_a_tree_is_drawn_where_there_is_one() -> None:
    tree = build_tree(Position.from_moves("4453"), depth=1)
    assert (tree._repr_svg_() or "").startswith("<svg")
    assert tree.children[0]._repr_svg_() is None
