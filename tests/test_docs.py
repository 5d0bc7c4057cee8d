"""The documents: what they show is what the program does, and what they point at is there.

docs/minimax.md explains one example step by step and has its own tests, in test_docs_minimax.py.
"""

from __future__ import annotations

import doctest
import importlib.util
import re
import shlex
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

import claimeven
from claimeven.cli.command_line import COMMANDS
from commands import CLAIMEVEN

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
README, ARCHITECTURE, FORMATS = ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "docs" / "formats.md"
SOLVER, EXPLAIN = ROOT / "docs" / "solver.md", ROOT / "docs" / "explain.md"
COMMANDS_PAGE = ROOT / "docs" / "commands.md"
PICTURES = {"play.svg": "draw_play_picture.py", "game.svg": "draw_game_picture.py"}
PLACEHOLDER = b"example.org/claimeven"  # the address of the repository is not known yet
NUMBER = r"[0-9][0-9.e-]*"  # what three dots stand for in an output


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in one language."""
    fence = rf"^```{language}\n(.*?)^```$"
    return re.findall(fence, page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def steps(page: Path) -> list[tuple[str, str]]:
    """Every command of a page with the output that follows it."""
    parts = [
        part for block in blocks(page, "console") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)
    ]
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts if part)]


def run_in_shell(command: str, folder: Path) -> str:
    """Return what a command line of a page writes, run where ``claimeven`` is this package."""
    script = f'claimeven() {{ {shlex.join(CLAIMEVEN)} "$@"; }}\n{command}'
    done = subprocess.run(
        ["sh", "-c", script], cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), command
    return done.stdout


def assert_output_matches(shown: str, written: str) -> None:
    """Compare line by line; blanks at the end of a line cannot be seen and do not count."""
    lines, patterns = ([line.rstrip() for line in text.rstrip("\n").split("\n")] for text in (written, shown))
    assert len(lines) == len(patterns), written
    for line, pattern in zip(lines, patterns, strict=True):
        assert re.fullmatch(re.escape(pattern).replace(re.escape("..."), NUMBER), line), (
            f"{line!r}, {pattern!r}"
        )


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("page", "commands"),
    [(README, 4), (FORMATS, 7), (EXPLAIN, 5), (COMMANDS_PAGE, 7)],
    ids=["readme", "formats", "explain", "commands"],
)
def test_commands_write_what_the_page_shows(page: Path, commands: int, tmp_path: Path) -> None:
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    run = 0
    for command, shown in steps(page):
        _, *arguments = shlex.split(command)
        if command.startswith("cat ") and not (tmp_path / arguments[0]).exists():
            (tmp_path / arguments[0]).write_text(shown, encoding="utf-8")
            continue
        assert_output_matches(shown, run_in_shell(command, tmp_path))
        run += 1
    assert run == commands


@pytest.mark.parametrize(("page", "least"), [(README, 8), (FORMATS, 8), (SOLVER, 5)])
def test_python_gives_what_the_page_shows(page: Path, least: int) -> None:
    examples = "\n".join(blocks(page, "python"))
    test = doctest.DocTestParser().get_doctest(examples, {}, page.name, str(page), 0)
    assert len(test.examples) >= least
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_link_targets_exist(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    links = re.findall(r"\]\(([^)]+)\)", text)
    for link in links:
        if not link.startswith("https://"):
            assert (page.parent / link.partition("#")[0]).exists(), link
    if page == README:
        assert {"ARCHITECTURE.md", "CHANGELOG.md", "docs/formats.md", "docs/minimax.md"} <= set(links)


def test_the_release_checklist_names_every_file_with_the_placeholder_address() -> None:
    checklist = (ROOT / "docs" / "releasing.md").read_text(encoding="utf-8")
    files = [*ROOT.glob("*.*"), *ROOT.glob("docs/*.md"), *ROOT.glob(".github/**/*.yml")]
    with_placeholder = [path for path in files if path.is_file() and PLACEHOLDER in path.read_bytes()]
    assert len(with_placeholder) >= 7
    for path in with_placeholder:
        assert path.name == "releasing.md" or f"`{name_of(path)}`" in checklist


def test_the_commands_in_the_readme_exist() -> None:
    named = re.findall(r"^\| `claimeven ([a-z0-9-]+)`", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(named) <= set(COMMANDS)
    assert {"play", "solve", "analyze", "minimax", "tree", "bench"} <= set(named)


def drawn_tree() -> set[str]:
    """The files of the package that the tree in ARCHITECTURE.md names."""
    files: set[str] = set()
    folders: list[str] = []
    for line in blocks(ARCHITECTURE, "text")[0].splitlines():
        name = line.split()[0]
        depth = (len(line) - len(line.lstrip())) // 2
        folders = [*folders[:depth], name] if name.endswith("/") else folders[:depth]
        path = "".join(folders) + ("" if name.endswith("/") else name)
        assert (ROOT / path).exists(), f"{path} is drawn and does not exist"
        if path.startswith("src/claimeven/") and not path.endswith("/"):
            files.add(path.removeprefix("src/claimeven/"))
    return files


def test_the_drawn_tree_is_the_tree() -> None:
    package = Path(claimeven.__file__).parent
    there = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()}
    files = {
        name
        for name in there
        if "__pycache__" not in name and (name == "__init__.py" or not name.endswith("/__init__.py"))
    }
    assert drawn_tree() == files


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_needs_no_other_file(name: str) -> None:
    drawing = (ROOT / "docs" / "images" / name).read_text(encoding="utf-8")
    root = ElementTree.fromstring(drawing)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    for forbidden in ("url(", "href", "@import", "@font-face", "<script", "<image"):
        assert forbidden not in drawing
    assert re.findall(r"https?://\S+", drawing) == ['http://www.w3.org/2000/svg"']


@pytest.mark.parametrize(("name", "tool"), PICTURES.items())
def test_a_picture_is_what_the_program_shows(name: str, tool: str) -> None:
    path = ROOT / "tools" / tool
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.picture() == (ROOT / "docs" / "images" / name).read_text(encoding="utf-8")
