"""Files are written whole or not at all."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from claimeven.files import read_bytes, suffix_of, write_whole

if TYPE_CHECKING:
    from pathlib import Path


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(str(path), b"one")
    assert path.read_bytes() == b"one"
    path.chmod(0o640)
    write_whole(str(path), b"two")
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    write_whole(str(link), b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device", "draft")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="No space left") as raised:
        write_whole(str(path), b"new")
    assert raised.value.filename == str(path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_device_is_written_and_not_replaced() -> None:
    write_whole(os.devnull, b"gone")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_only_as_much_is_read_as_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_bytes(str(path)) == b"12345"
    assert read_bytes(str(path), 2) == b"12"


@pytest.mark.parametrize(
    ("name", "suffix"), [("plot.PNG", ".png"), ("a.b/c", ""), ("rows.work.Parquet", ".parquet"), ("-", "")]
)
def test_suffixes_are_in_small_letters(name: str, suffix: str) -> None:
    assert suffix_of(name) == suffix
