"""The library made of the kernels: that it is theirs, that edits count, and what happens to its cache."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import claimeven
from claimeven.kernels.library import (
    BITCODE,
    BUILDING,
    NO_NUMBA,
    PACKAGE,
    RECORD,
    cache_folder,
    source_digest,
)

pytestmark = pytest.mark.compiled

NODES = """
from claimeven import MAX_CONNECT_FOUR, Position, Solver
four = [Position.from_moves(moves) for moves in ("445312264471", "4444443265", "44444432223353567")]
most = Position.from_moves("444444333333222222", rules=MAX_CONNECT_FOUR)
solver = Solver(table_mib=4, book=None)
print(*(solver.solve(position).nodes for position in [*four, most]))
"""


def start(script: str, cache: Path | None, *paths: Path, **environment: str) -> subprocess.Popen[str]:
    """A Python process that keeps its kernels in ``cache``, and looks into ``paths`` for modules first."""
    variables = os.environ | environment
    variables["PYTHONPATH"] = os.pathsep.join(map(str, [*paths, *sys.path]))
    variables.pop("CLAIMEVEN_CACHE", None)
    if cache is not None:
        variables["CLAIMEVEN_CACHE"] = str(cache)
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", script], env=variables, stdout=pipe, stderr=pipe, text=True
    )


def run(script: str, cache: Path | None, *paths: Path, **environment: str) -> tuple[str, str]:
    """What such a process writes to stdout and stderr."""
    process = start(script, cache, *paths, **environment)
    return process.communicate(timeout=300)


def copy_package(folder: Path) -> Path:
    """The kernels of a copy of the package that can be edited."""
    package = folder / "claimeven"
    shutil.copytree(Path(claimeven.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    return package / "kernels"


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def append(path: Path, line: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + f"\n{line}\n", encoding="utf-8")


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What NODES prints with the kernels as they are."""
    out, err = run(NODES, tmp_path_factory.mktemp("cache"))
    assert (len(out.split()), err) == (4, "")
    return out


def test_the_committed_bitcode_is_that_of_the_sources() -> None:
    record = json.loads((PACKAGE / RECORD).read_text(encoding="ascii"))
    assert record["sources"] == source_digest(), "the kernels were edited: `make kernels` makes them anew"
    assert record["bitcode"] == hashlib.sha256((PACKAGE / BITCODE).read_bytes()).hexdigest()


def test_an_edited_kernel_is_used_at_once(tmp_path: Path, nodes: str) -> None:
    """The edit is in a helper of a helper of the search, and nothing is deleted before the next run."""
    kernels, cache = copy_package(tmp_path), tmp_path / "cache"
    assert run(NODES, cache, tmp_path) == (nodes, "")
    edit = "    drops = drops_on(board, filled)\n    empty = board.cells ^ filled\n    sure ="
    replace(kernels / "bounds.py", edit, f"    return NO_BOUND\n{edit}")
    files = {path.name: path.read_bytes() for path in kernels.iterdir() if path.is_file()}
    edited, said = run(NODES, cache, tmp_path)
    assert said == f"{BUILDING}\n"
    counts, before = [int(count) for count in edited.split()], [int(count) for count in nodes.split()]
    assert sum(counts[:3]) > sum(before[:3])
    assert counts[3] == before[3], "Max-Connect4 does not use this bound"
    assert run(NODES, cache, tmp_path) == (edited, ""), "built once is enough"
    assert {path.name: path.read_bytes() for path in kernels.iterdir() if path.is_file()} == files
    replace(kernels / "bounds.py", f"    return NO_BOUND\n{edit}", edit)
    assert run(NODES, cache, tmp_path) == (nodes, "")


def test_any_numba_builds_the_same_search(tmp_path: Path, nodes: str) -> None:
    kernels = copy_package(tmp_path)
    append(kernels / "bounds.py", "# Nothing has changed but this.")
    assert run(NODES, tmp_path / "cache", tmp_path) == (nodes, f"{BUILDING}\n")


def test_without_numba_an_edit_is_refused_with_what_to_do(tmp_path: Path, nodes: str) -> None:
    kernels = copy_package(tmp_path)
    script = f"import sys; sys.modules['numba'] = None\n{NODES}"
    assert run(script, tmp_path / "cache", tmp_path) == (nodes, ""), "the kernels as they came need no numba"
    append(kernels / "lines.py", "# An edit.")
    out, err = run(script, tmp_path / "cache", tmp_path)
    assert (out, BUILDING in err) == ("", False)
    assert err.endswith(f"KernelsError: {NO_NUMBA}\n")


def test_an_edit_that_does_not_compile_is_shown(tmp_path: Path) -> None:
    kernels = copy_package(tmp_path)
    replace(kernels / "lines.py", "    return found", "    return nowhere")
    out, err = run(NODES, tmp_path / "cache", tmp_path)
    assert out == ""
    assert "KernelsError: the edited kernels cannot be built:" in err
    assert "nowhere" in err


def test_damaged_bitcode_is_refused(tmp_path: Path) -> None:
    kernels = copy_package(tmp_path)
    data = bytearray((kernels / BITCODE).read_bytes())
    data[len(data) // 2] ^= 1
    (kernels / BITCODE).write_bytes(data)
    assert f"KernelsError: {BITCODE} in the package is damaged" in run(NODES, tmp_path / "cache", tmp_path)[1]


def test_two_first_runs_at_once(tmp_path: Path, nodes: str) -> None:
    processes = [start(NODES, tmp_path / "cache") for _ in range(4)]
    assert [process.communicate(timeout=300) for process in processes] == [(nodes, "")] * 4
    assert [path.suffix for path in (tmp_path / "cache").iterdir()] == [".object"]


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flip(data: bytes) -> bytes:
    return data[:-100] + bytes([data[-100] ^ 4]) + data[-99:]


def foreign(data: bytes) -> bytes:
    """As if it were for another processor: right in itself, but not for this use."""
    return data[:8] + bytes(32) + data[40:]


@pytest.mark.parametrize("damage", [cut, flip, foreign, lambda _: b"", lambda _: b"garbage"])
def test_a_damaged_object_is_never_loaded(
    damage: Callable[[bytes], bytes], tmp_path: Path, nodes: str
) -> None:
    cache = tmp_path / "cache"
    assert run(NODES, cache) == (nodes, "")
    (path,) = cache.iterdir()
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert run(NODES, cache) == (nodes, f"{path} is damaged, and made again\n")
    assert path.read_bytes() == whole
    assert run(NODES, cache) == (nodes, "")


@pytest.mark.parametrize("cache", [Path("/dev/null/cache"), Path("/proc/cache")])
def test_where_nothing_can_be_written_it_works_all_the_same(cache: Path, nodes: str) -> None:
    out, err = run(NODES, cache)
    assert out == nodes
    assert err.startswith("the kernels cannot be kept for the next start: ")
    assert len(err.splitlines()) == 1


def test_a_folder_in_place_of_the_object_does_no_harm(tmp_path: Path, nodes: str) -> None:
    cache = tmp_path / "cache"
    run(NODES, cache)
    (path,) = cache.iterdir()
    path.unlink()
    path.mkdir()
    out, err = run(NODES, cache)
    assert out == nodes
    assert err.startswith("the kernels cannot be kept for the next start: ")
    assert list(cache.iterdir()) == [path], "no temporary file is left"


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {"HOME": "/home/ann"}, "/home/ann/.cache/claimeven"),
        ("linux", {"HOME": "/home/ann", "XDG_CACHE_HOME": "/scratch"}, "/scratch/claimeven"),
        ("darwin", {"HOME": "/Users/ann"}, "/Users/ann/Library/Caches/claimeven"),
        ("win32", {"HOME": "/Users/ann", "LOCALAPPDATA": "/local"}, "/local/claimeven"),
        ("win32", {"HOME": "/Users/ann"}, "/Users/ann/AppData/Local/claimeven"),
        ("linux", {"HOME": "/home/ann", "CLAIMEVEN_CACHE": "/elsewhere"}, "/elsewhere"),
    ],
)
def test_the_cache_lies_where_the_system_keeps_such_things(
    platform: str, variables: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CLAIMEVEN_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert cache_folder() == Path(folder)


def test_a_user_without_a_home_has_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("CLAIMEVEN_CACHE", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert cache_folder() is None


def test_a_search_loads_neither_numba_nor_numpy(tmp_path: Path) -> None:
    loaded = "\nimport sys; print(*sorted({'numba', 'numpy', 'llvmlite', 'rich'} & set(sys.modules)))"
    script = "from claimeven import Position, Solver\nSolver(book=None).score(Position.from_moves('4444445'))"
    assert run(script + loaded, tmp_path) == ("llvmlite\n", "")
