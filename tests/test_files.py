"""Files are written whole or not at all."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO

import pytest

from claimeven import files as files_module
from claimeven.files import atomic_write, atomic_write_private, read_bytes, suffix_of, temp_sibling


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    atomic_write(str(path), b"one")
    assert path.read_bytes() == b"one"
    path.chmod(0o640)
    atomic_write(str(path), b"two")
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    atomic_write(str(link), b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "draft")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="No space left") as raised:
        atomic_write(str(path), b"new")
    assert raised.value.filename == str(path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("is_opened", [False, True])
def test_a_private_file_replaces_a_link_and_a_leftover(tmp_path: Path, is_opened: bool) -> None:
    folder, target = tmp_path / "folder", tmp_path / "target"
    folder.mkdir()
    target.write_bytes(b"old")
    path = folder / "file"
    path.symlink_to(target)
    (folder / ".file.claimeven-0123456789abcdef.tmp").write_bytes(b"left by a killed process")
    if is_opened:
        dir_fd = os.open(folder, os.O_RDONLY)
        atomic_write_private("file", b"new", dir_fd)
        os.close(dir_fd)
    else:
        atomic_write_private(str(path), b"new")
    assert list(folder.iterdir()) == [path]
    assert not path.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert target.read_bytes() == b"old"


def test_a_device_is_written_and_not_replaced() -> None:
    atomic_write(os.devnull, b"gone")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_no_more_than_the_limit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_bytes(str(path)) == b"12345"
    assert read_bytes(str(path), 2) == b"12"


@pytest.mark.parametrize(
    ("name", "suffix"), [("plot.PNG", ".png"), ("a.b/c", ""), ("rows.work.Parquet", ".parquet"), ("-", "")]
)
def test_suffixes_are_lower_case(name: str, suffix: str) -> None:
    assert suffix_of(name) == suffix


KILLED = """
import os, signal, sys
from claimeven.files import atomic_file
with atomic_file(sys.argv[1]) as file:
    file.write(b"half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_process_has_left_is_removed_by_the_next(tmp_path: Path) -> None:
    path, other = tmp_path / "file", tmp_path / "other"
    for target in (path, other):
        killed = subprocess.run([sys.executable, "-c", KILLED, str(target)], check=False)
        assert killed.returncode == -signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 2
    atomic_write(str(path), b"new")
    (left,) = set(tmp_path.iterdir()) - {path}
    assert left.name.startswith(".other.claimeven-")
    atomic_write(str(other), b"new")
    assert sorted(tmp_path.iterdir()) == [path, other]


def test_files_in_use_or_with_similar_names_are_not_removed(tmp_path: Path) -> None:
    path = tmp_path / "file"
    names = (
        ".file.tmp",
        ".file.0123abcd.tmp",
        ".file.claimeven-notes.tmp",
        "file.claimeven-0123456789abcdef.tmp",
    )
    for name in names:
        (tmp_path / name).touch()
    with temp_sibling(str(path)) as first, temp_sibling(str(path)) as second:
        atomic_write(str(path), b"new")
        assert os.path.exists(first.name)
        assert os.path.exists(second.name)
    assert sorted(os.listdir(tmp_path)) == sorted([*names, "file"])


def test_a_temporary_file_removed_before_it_is_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = files_module._lock
    removed: list[str] = []

    def too_late(file: BinaryIO, how: int = 0) -> bool:
        if not removed:
            removed.append(file.name)
            os.unlink(file.name)
        return lock(file, how)

    monkeypatch.setattr(files_module, "_lock", too_late)
    atomic_write(str(tmp_path / "file"), b"new")
    assert removed
    assert os.listdir(tmp_path) == ["file"]
