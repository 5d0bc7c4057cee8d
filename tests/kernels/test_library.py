"""The library made of the kernels: that it is theirs, that edits count, and what happens to its cache."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from claimeven.errors import KernelsError
from claimeven.kernels import library
from claimeven.kernels.library import BITCODE, BUILDING, NO_NUMBA, PACKAGE, RECORD, REINSTALL, source_digest
from kernel_processes import NODES, copy_package, open_folder, run, run_as_nobody, start

pytestmark = pytest.mark.compiled


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
    edited, messages = run(NODES, cache, tmp_path)
    assert messages == f"{BUILDING}\n"
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


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"7",
        b"\xff\xfe",
        '{"sources": "\u00e9"'.encode("latin-1"),
        b"{}",
        b'{"sources": "x"}',
        b'{"sources": 1, "bitcode": 2}',
        b"[" * 100_000,
        b"<<<<<<< HEAD\n{}",
    ],
)
def test_a_damaged_record_is_refused_in_one_sentence(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernels = Path(shutil.copytree(PACKAGE, tmp_path / "kernels"))
    (kernels / RECORD).write_bytes(content)
    monkeypatch.setattr(library, "_package_folder", lambda: kernels)
    with pytest.raises(KernelsError) as raised:
        library._load_compiled()
    assert str(raised.value) == f"{RECORD} in the package is damaged; {REINSTALL}"


@pytest.mark.parametrize("name", [BITCODE, RECORD])
def test_a_missing_file_is_reported_in_one_sentence(name: str, tmp_path: Path) -> None:
    kernels = copy_package(tmp_path)
    (kernels / name).unlink()
    out, err = run(NODES, tmp_path / "cache", tmp_path)
    words = f"{name} in the package cannot be read: No such file or directory; {REINSTALL}"
    assert (out, err.splitlines()[-1]) == ("", f"claimeven.errors.KernelsError: {words}")


def test_without_bitcode_the_cached_code_is_used(tmp_path: Path, nodes: str) -> None:
    kernels = copy_package(tmp_path)
    assert run(NODES, tmp_path / "cache", tmp_path) == (nodes, "")
    (kernels / BITCODE).unlink()
    assert run(NODES, tmp_path / "cache", tmp_path) == (nodes, "")


def test_a_package_in_a_zip_file_gives_the_right_answer(tmp_path: Path, nodes: str) -> None:
    copy_package(tmp_path / "copy")
    archive = shutil.make_archive(str(tmp_path / "package"), "zip", tmp_path / "copy")
    where = "\nfrom claimeven.kernels import library; print(library.__file__)"
    out, err = run(NODES + where, tmp_path / "cache", Path(archive))
    expected = Path(archive, "claimeven", "kernels", "library.py")
    assert (out, err) == (f"{nodes}{expected}\n", "")


LOCK_AND_BACKUPS = (".#bounds.py", "bounds.py~", "#bounds.py#", ".bounds.py.swp", "bounds (copy).py")


def test_files_of_an_editor_are_not_edits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = Path(shutil.copytree(PACKAGE, tmp_path / "kernels"))
    monkeypatch.setattr(library, "_package_folder", lambda: kernels)
    assert source_digest() == library._recorded_digests()[0]
    for name in LOCK_AND_BACKUPS:
        (kernels / name).write_text("an edit", encoding="ascii")
    (kernels / ".#lines.py").symlink_to("ann@machine.1234:1700000000")
    (kernels / "broken_link.py").symlink_to("nowhere")
    (kernels / "folder.py").mkdir()
    assert source_digest() == library._recorded_digests()[0]
    (kernels / "added.py").write_text("an edit", encoding="ascii")
    assert source_digest() != library._recorded_digests()[0]


def test_a_source_that_cannot_be_read_is_reported_in_one_sentence(tmp_path: Path) -> None:
    with open_folder() as place:
        source = copy_package(place) / "lines.py"
        take_away = f"os.chmod({str(source)!r}, 0)"
        out, err = run_as_nobody(NODES, tmp_path / "cache", place, before=take_away)
    words = "lines.py in the package cannot be read: Permission denied; remove it, or reinstall claimeven"
    assert (out, err.splitlines()[-1]) == ("", f"claimeven.errors.KernelsError: {words}")


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
    assert run(NODES, cache) == (nodes, f"{path} is damaged and will be replaced\n")
    assert path.read_bytes() == whole
    assert run(NODES, cache) == (nodes, "")


@pytest.mark.parametrize("cache", [Path("/dev/null/cache"), Path("/proc/cache")])
def test_it_works_where_nothing_can_be_written(cache: Path, nodes: str) -> None:
    out, err = run(NODES, cache)
    assert out == nodes
    assert err.startswith("the compiled kernels cannot be cached: ")
    assert len(err.splitlines()) == 1


def test_a_folder_in_place_of_the_object_does_no_harm(tmp_path: Path, nodes: str) -> None:
    cache = tmp_path / "cache"
    run(NODES, cache)
    (path,) = cache.iterdir()
    path.unlink()
    path.mkdir()
    out, err = run(NODES, cache)
    assert out == nodes
    assert err.splitlines() == [
        f"{path} is not used: it is not a regular file",
        f"the compiled kernels cannot be cached: [Errno 21] Is a directory: '{path}'",
    ]
    assert list(cache.iterdir()) == [path], "no temporary file is left"


def test_a_search_loads_neither_numba_nor_numpy(tmp_path: Path) -> None:
    loaded = "\nimport sys; print(*sorted({'numba', 'numpy', 'llvmlite', 'rich'} & set(sys.modules)))"
    script = "from claimeven import Position, Solver\nSolver(book=None).score(Position.from_moves('4444445'))"
    assert run(script + loaded, tmp_path) == ("llvmlite\n", "")
