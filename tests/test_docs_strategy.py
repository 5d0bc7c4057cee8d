"""docs/strategy.md: its commands answer as quoted, what it says of a position is so, its pictures are drawn.

The page has comments with facts for machines, as ``<!-- 33446: X threatens e1; O to move -->``. Every cell
that a section names is one of such a fact or of a quoted answer.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest

from claimeven import Position, Solver, explain
from claimeven.reasons.allis import RULE_NAMES, CoverProblem, Rule, find_cover
from claimeven.reasons.cells import cells_of, name_of, names_of
from claimeven.reasons.deciding_lines import lines_suffice
from claimeven.reasons.reason import why_holds, why_wins
from claimeven.reasons.threats import completing, forced_win, fours
from commands import run_here
from draw_strategy_pictures import PICTURES, picture

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "strategy.md").read_text(encoding="utf-8")
SECTIONS = re.split(r"^##+ ", PAGE, flags=re.MULTILINE)
COMMAND = re.compile(r"^(?:\d+\. )?`claimeven ([^`]*)`\n((?:\n|^ *>.*\n?)*)", re.MULTILINE)
CELL = re.compile(r"\b[a-g][1-6]\b")
SIDES = ("X", "O")


def facts(text: str) -> list[tuple[str, str]]:
    """The moves and the facts of a part of the page, one by one."""
    found = re.findall(r"<!-- (\d*): (.*?) -->", text, re.DOTALL)
    return [(moves, fact) for moves, all_facts in found for fact in re.split(r";\s+", all_facts)]


def commands(text: str) -> list[tuple[list[str], list[str]]]:
    """The commands of a part of the page, each with the sentences quoted below it."""
    found = []
    for command, quoted in COMMAND.findall(text):
        parts = re.split(r"\n\s*\n", "\n".join(line.strip() for line in quoted.splitlines()))
        quotes = [" ".join(part.replace(">", " ").split()) for part in parts]
        found.append((shlex.split(command), [quote for quote in quotes if quote]))
    return found


def title_of(section: str) -> str:
    return section.partition("\n")[0]


@pytest.mark.compiled
@pytest.mark.parametrize(("arguments", "quotes"), commands(PAGE), ids=lambda part: " ".join(part)[:40])
def test_a_command_answers_as_quoted(
    arguments: list[str], quotes: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    result = run_here(capsys, *arguments)
    assert (result.code, result.err) == (0, "")
    answer = " ".join(result.out.split())
    assert quotes
    for quote in quotes:
        assert quote in answer


@pytest.mark.compiled
@pytest.mark.parametrize(("moves", "fact"), facts(PAGE))
def test_a_fact_is_true(moves: str, fact: str) -> None:
    assert is_so(Position.from_moves(moves), fact)


def is_so(position: Position, fact: str) -> bool:
    """Whether what a comment says of a position is so."""
    subject, *words = fact.split()
    if fact == "draw":
        return Solver().score(position).verdict == "draw"
    if subject == "free":
        empty = position.rules.board & ~position.filled
        return set(words) <= set(names_of(empty, position.rules))
    if subject == "forced":
        return forced_win(position) == tuple(int(word) - 1 for word in words)
    if subject == "rule":
        return is_needed(position, words[0], words[1:])
    verb, *cells = words
    if subject == "column":
        return fours_after(position, int(verb), 0) == cells[1:]
    if verb == "before":
        reason = why_wins(position, 1 - position.turn)
        if reason is None or reason.cells != sum(cell_named(name, position) for name in cells):
            return False
        return reason.count.cells == int(subject)
    if subject.isdigit():
        return verb == "threatens" and fours_after(position, int(subject), 1) == cells
    return is_so_of_side(position, SIDES.index(subject), verb, cells)


def is_so_of_side(position: Position, side: int, verb: str, cells: list[str]) -> bool:
    """Whether what a comment says of one side is so."""
    rules = position.rules
    discs = (position.first, position.second)
    match verb:
        case "to":
            return cells == ["move"] and position.turn == side
        case "wins":
            score = Solver().score(position)
            return score.verdict == ("win" if position.turn == side else "loss")
        case "has":
            return set(cells) <= set(names_of(discs[side], rules))
        case "threatens":
            return names_of(completing(discs[side], rules) & ~position.filled, rules) == cells
        case "count":
            threats = explain(position).threats
            counting = [
                t for t in threats if t.side == side and t.label in ("decides", "holds-draw", "playable")
            ]
            return [name_of(t.cell, rules) for t in counting] == cells
        case "line":
            line = sum(cell_named(name, position) for name in cells)
            return line in rules.lines and not line & discs[1 - side] and bool(line & ~position.filled)
        case "needs":
            return are_needed(position, side, cells)
    return False


def are_needed(position: Position, side: int, words: list[str]) -> bool:
    """Whether a side needs only some lines "to win" or "to hold", and each of them."""
    *names, _, goal = words
    wins = goal == "win"
    lines = [sum(cell_named(name, position) for name in line.split("-")) for line in names]
    without = [[other for other in position.rules.lines if other != line] for line in lines]
    return lines_suffice(position, side, lines, wins=wins) is True and all(
        lines_suffice(position, side, others, wins=wins) is False for others in without
    )


def cell_named(name: str, position: Position) -> int:
    """The cell of a name."""
    rules = position.rules
    return next(cell for cell in cells_of(rules.board) if name_of(cell, rules) == name)


def fours_after(position: Position, column: int, by: int) -> list[str]:
    """Where a side completes four after a column has been played: the side to move (0) or the other (1)."""
    after = position.play(column - 1)
    return names_of(fours((after.own, after.other)[by], after.filled, after.rules), after.rules)


class Without(CoverProblem):
    """A ground on which one of the nine rules is not known."""

    unknown = ""

    def find_rules(self) -> list[Rule]:
        """All rules but that one."""
        return [rule for rule in super().find_rules() if rule.name != self.unknown]


def is_needed(position: Position, name: str, pairs: list[str]) -> bool:
    """Whether O holds by a cover with a rule on such pairs, and not without that rule."""
    reason = why_holds(position, 1)
    assert reason is not None
    used = [pair for rule in reason.rules if rule.name == name for pair in rule.pairs]
    named = ["-".join(name_of(cell, position.rules) for cell in pair) for pair in used]
    ground = Without(position)
    ground.unknown = name
    return named == pairs and find_cover(ground) is None


@pytest.mark.parametrize("fact", ["X to move", "X wins", "X threatens e2", "free c1", "column 1 gives e2",
                                  "4 before c3", "1 threatens b1", "draw", "O has d1", "X line c1 d1 e1 g1",
                                  "forced 4", "O count e2", "X hopes e1",
                                  "X needs c1-d1-e1-f1 to win", "O needs c2-d2-e2-f2 to hold",
                                  "O needs a1-b1-c1-d1 to win"])  # fmt: skip
def test_a_false_fact_is_detected(fact: str) -> None:
    assert not is_so(Position.from_moves("33446"), fact)


@pytest.mark.parametrize("section", SECTIONS, ids=title_of)
def test_every_cell_that_is_named_is_checked(section: str) -> None:
    text = re.sub(r"<!--.*?-->|!\[.*?\]\(.*?\)|`[^`]*`|^ *>.*$", "", section, flags=re.DOTALL | re.MULTILINE)
    checked = [fact for _, fact in facts(section)]
    checked += [quote for _, quotes in commands(section) for quote in quotes]
    assert set(CELL.findall(text)) <= set(CELL.findall(" ".join(checked).replace("-", " ")))


@pytest.mark.parametrize("section", SECTIONS[1:], ids=title_of)
def test_a_section_has_the_picture_and_the_command_of_its_position(section: str) -> None:
    known = {moves for moves, _ in facts(section)}
    pictures = re.findall(r"\]\(images/strategy/([a-z-]+)\.svg\)", section)
    asked = [arguments[1] for arguments, _ in commands(section) if len(arguments) > 1]
    if pictures:
        assert len(pictures) == 1
        assert {PICTURES[pictures[0]][0], *asked} <= known


def test_there_are_nine_rules() -> None:
    text = PAGE.lower()
    assert [name for name in RULE_NAMES if f"images/strategy/{name}.svg" not in text] == []
    assert "Victor Allis" in PAGE
    assert "James D. Allen" in PAGE


def test_twelve_exercises_have_their_picture_and_their_answer() -> None:
    asked = re.findall(r"^\*\*(\d+)\.\*\* (.*?)`(\d+)`\n\n!\[.*?\]\((.*?)\)$", PAGE, re.DOTALL | re.MULTILINE)
    answers = [arguments for arguments, _ in commands(SECTIONS[-1])]
    assert [int(number) for number, *_ in asked] == list(range(1, 13))
    assert [arguments[1] for arguments in answers] == [moves for _, _, moves, _ in asked]
    assert [arguments[0] for arguments in answers] == ["explain"] * 11 + ["review"]
    for number, question, moves, path in asked:
        position = Position.from_moves(moves)
        assert path == f"images/strategy/exercise-{number}.svg"
        assert PICTURES[f"exercise-{number}"][0] == moves
        if position.is_over:
            assert position.outcome is not None
            assert question.startswith(f"{SIDES[position.outcome.winner or 0]} has won.")
        else:
            assert question.startswith(f"{SIDES[position.turn]} to move.")


@pytest.mark.compiled
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_program_draws(name: str) -> None:
    drawing = (ROOT / "docs" / "images" / "strategy" / f"{name}.svg").read_text(encoding="utf-8")
    assert drawing == picture(name)
    assert ElementTree.fromstring(drawing).tag == "{http://www.w3.org/2000/svg}svg"
    assert f"images/strategy/{name}.svg" in PAGE


def test_there_is_no_other_picture() -> None:
    files = {path.stem for path in (ROOT / "docs" / "images" / "strategy").iterdir()}
    assert files == set(PICTURES)
