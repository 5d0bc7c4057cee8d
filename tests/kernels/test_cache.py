"""The cache of compiled kernels: code that others may have written is not run, and nothing stops a search."""

from __future__ import annotations

import hashlib
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest

from claimeven.files import atomic_write_private
from claimeven.kernels import cache, library
from claimeven.kernels.cache import CACHE_VARIABLE, MAX_BYTES, cache_folder, load, save
from kernel_processes import NOBODY, copy_package, open_folder, run, run_as_nobody, start

SCORE = """
from claimeven import Position, Solver
print(int(Solver(table_mib=1, book=None).score(Position.from_moves("44444432223353567"))))
"""
RIGHT = "9\n"
USE = "a test"
CONTENT = b"compiled for a test"
NOT_CACHED = "the compiled kernels cannot be cached: "

only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to another user")


@pytest.fixture(autouse=True)
def _no_warnings_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_warnings_given", set())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder that does not exist yet."""
    path = tmp_path / "cache"
    monkeypatch.setenv(CACHE_VARIABLE, str(path))
    return path


@pytest.fixture
def file(folder: Path) -> Path:
    """A file in this folder that is as it should be."""
    save(USE, "object", CONTENT)
    (path,) = folder.iterdir()
    assert load(USE, "object") == CONTENT
    return path


# Where it is.


@pytest.mark.parametrize(
    ("variables", "folder"),
    [
        ({"HOME": "/home/ann"}, "/home/ann/.cache/claimeven"),
        ({"HOME": "/home/ann", "XDG_CACHE_HOME": "/scratch"}, "/scratch/claimeven"),
        ({"HOME": "/home/ann", "CLAIMEVEN_CACHE": "/elsewhere"}, "/elsewhere"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="these are the folders of Linux")
def test_the_cache_folder_on_linux(
    variables: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_variables(monkeypatch, variables)
    assert cache_folder() == Path(folder)


def test_the_cache_folder_on_macos(monkeypatch: pytest.MonkeyPatch) -> None:
    from platformdirs.macos import MacOS

    set_variables(monkeypatch, {"HOME": "/Users/ann"})
    monkeypatch.setattr(platformdirs, "PlatformDirs", MacOS)
    assert cache_folder() == Path("/Users/ann/Library/Caches/claimeven")


def test_the_cache_folder_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    from platformdirs import windows

    set_variables(monkeypatch, {})
    monkeypatch.setattr(platformdirs, "PlatformDirs", windows.Windows)
    monkeypatch.setattr(windows, "get_win_folder", lambda _: "/local")
    assert cache_folder() == Path("/local/claimeven/Cache")


def set_variables(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]) -> None:
    """Set the variables that decide where the cache folder is to these values, and no others."""
    for name in ("CLAIMEVEN_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)


def unknown_home(*_: object, **__: object) -> Path:
    raise RuntimeError("could not determine the home directory")


@pytest.mark.parametrize("user_cache_path", [unknown_home, lambda *_, **__: Path("~/.cache/claimeven")])
def test_a_user_without_a_home_has_no_cache(
    user_cache_path: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Versions of platformdirs differ in what they do then."""
    set_variables(monkeypatch, {})
    monkeypatch.setattr(platformdirs, "user_cache_path", user_cache_path)
    assert cache_folder() is None
    assert load(USE, "object") is None
    save(USE, "object", CONTENT)
    advice = "set CLAIMEVEN_CACHE to a folder of your own"
    assert caplog.messages == [f"{NOT_CACHED}there is no cache folder; {advice}"]


def test_without_platformdirs_there_is_no_cache_unless_it_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    set_variables(monkeypatch, {})
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    assert cache_folder() is None
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    assert cache_folder() == tmp_path


# Who may have written it.


def plant(path: Path) -> None:
    """Put code into a file of the cache that ends its process, with a checksum that is right."""
    import llvmlite.binding as llvm

    library._initialize(llvm)
    machine, _ = library._target_machine(llvm)
    trap = "declare void @llvm.trap()\n"
    for name in library.ENTRY_NAMES:
        trap += f"define void @{name}(i64 %address) {{ call void @llvm.trap() unreachable }}\n"
    code = machine.emit_object(llvm.parse_assembly(trap))
    magic_and_use = path.read_bytes()[: len(cache.MAGIC) + cache.DIGEST_BYTES]
    path.write_bytes(magic_and_use + hashlib.sha256(code).digest() + code)


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """The file of a cache that would be run, and ends the process that does so."""
    folder = tmp_path / "cache"
    assert run(SCORE, folder) == (RIGHT, "")
    (path,) = folder.iterdir()
    plant(path)
    return path


@pytest.mark.compiled
def test_what_this_user_alone_can_have_written_is_run(planted: Path) -> None:
    """So the tests below show something."""
    process = start(SCORE, planted.parent)
    assert process.communicate(timeout=300)[0] == ""
    assert process.returncode < 0


@pytest.mark.compiled
@pytest.mark.parametrize("mode", [0o770, 0o702])
def test_code_planted_in_a_folder_that_others_may_write_to_is_not_run(planted: Path, mode: int) -> None:
    planted.parent.chmod(mode)
    advice = f"run `chmod go-w {planted.parent}`, or set CLAIMEVEN_CACHE to a folder of your own"
    words = f"{NOT_CACHED}others may write to the cache folder {planted.parent}; {advice}\n"
    assert run(SCORE, planted.parent) == (RIGHT, words)


@pytest.mark.compiled
@pytest.mark.parametrize("mode", [0o660, 0o602])
def test_code_planted_in_a_file_that_others_may_write_to_is_not_run(planted: Path, mode: int) -> None:
    planted.chmod(mode)
    assert run(SCORE, planted.parent) == (RIGHT, f"{planted} is not used: others may write to it\n")
    assert run(SCORE, planted.parent) == (RIGHT, ""), "it was made again"


@only_root
@pytest.mark.compiled
def test_code_planted_in_a_folder_of_another_user_is_not_run(planted: Path) -> None:
    os.chown(planted.parent, NOBODY, -1)
    place = f"the cache folder {planted.parent} belongs to another user"
    advice = "set CLAIMEVEN_CACHE to a folder of your own"
    assert run(SCORE, planted.parent) == (RIGHT, f"{NOT_CACHED}{place}; {advice}\n")


@only_root
@pytest.mark.compiled
def test_code_planted_in_a_file_of_another_user_is_not_run(planted: Path) -> None:
    os.chown(planted, NOBODY, -1)
    assert run(SCORE, planted.parent) == (RIGHT, f"{planted} is not used: it belongs to another user\n")
    assert planted.stat().st_uid == os.geteuid(), "it was made again"


def test_what_belongs_to_another_user_is_not_read(
    file: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the tests above, also where only root could give files away."""
    monkeypatch.setattr(os, "geteuid", lambda: file.stat().st_uid + 1)
    assert cache._reason_to_refuse(file.stat()) == "it belongs to another user"
    assert load(USE, "object") is None
    save(USE, "object", b"another content")
    (words,) = caplog.messages
    assert words.startswith(f"{NOT_CACHED}the cache folder {file.parent} belongs to another user; ")
    monkeypatch.undo()
    assert file.read_bytes().endswith(CONTENT)


def test_a_folder_above_that_others_may_write_to_does_not_matter(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder.parent.chmod(0o777)
    save(USE, "object", CONTENT)
    assert load(USE, "object") == CONTENT
    assert caplog.messages == []


@pytest.mark.parametrize("umask", [0, 0o002, 0o022])
def test_nobody_else_can_write_what_is_made_whatever_the_umask(folder: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        save(USE, "object", CONTENT)
    finally:
        os.umask(before)
    (path,) = folder.iterdir()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load(USE, "object") == CONTENT


def test_a_folder_of_the_umask_002_is_used_again_after_the_suggested_command(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file.chmod(0o664)
    file.parent.chmod(0o775)
    assert load(USE, "object") is None
    save(USE, "object", CONTENT)
    (words,) = caplog.messages
    command = words.partition("`")[2].partition("`")[0]
    assert command == f"chmod go-w {file.parent}"
    subprocess.run(command, shell=True, check=True)
    assert load(USE, "object") is None
    save(USE, "object", CONTENT)
    assert load(USE, "object") == CONTENT
    assert caplog.messages == [words, f"{file} is not used: others may write to it"]


def test_no_advice_to_change_a_shared_folder(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder.mkdir()
    folder.chmod(0o1777)
    save(USE, "object", CONTENT)
    advice = "set CLAIMEVEN_CACHE to a folder of your own"
    assert caplog.messages == [f"{NOT_CACHED}others may write to the cache folder {folder}; {advice}"]
    assert list(folder.iterdir()) == []


def test_a_rejected_folder_is_reported_once(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder.mkdir()
    folder.chmod(0o777)
    for content in (b"one", b"two"):
        assert load(USE, "object") is None
        save(USE, "object", content)
    assert len(caplog.messages) == 1


# Links, pipes and other things in its place.


def test_a_link_to_another_folder_is_not_followed(
    folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    folder.symlink_to(elsewhere)
    assert load(USE, "object") is None
    save(USE, "object", CONTENT)
    assert list(elsewhere.iterdir()) == []
    advice = "set CLAIMEVEN_CACHE to a folder of your own"
    assert caplog.messages == [f"{NOT_CACHED}the cache folder {folder} is a symbolic link; {advice}"]


def test_a_link_to_another_file_is_not_followed_but_replaced(
    file: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    elsewhere = tmp_path / "elsewhere"
    file.rename(elsewhere)
    file.symlink_to(elsewhere)
    before = elsewhere.read_bytes()
    assert load(USE, "object") is None
    save(USE, "object", b"another content")
    assert load(USE, "object") == b"another content"
    assert elsewhere.read_bytes() == before
    assert not file.is_symlink()
    assert caplog.messages == [f"{file} is not used: it is a symbolic link"]


def test_what_takes_the_place_of_a_folder_that_was_checked_is_not_written_to(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved, elsewhere = tmp_path / "moved", tmp_path / "elsewhere"
    elsewhere.mkdir()
    write = atomic_write_private

    def exchange_and_write(path: str, data: bytes, dir_fd: int | None = None) -> None:
        folder.rename(moved)
        folder.symlink_to(elsewhere)
        write(path, data, dir_fd)

    monkeypatch.setattr(cache, "atomic_write_private", exchange_and_write)
    save(USE, "object", CONTENT)
    assert list(elsewhere.iterdir()) == []
    assert len(list(moved.iterdir())) == 1


def test_a_pipe_is_not_waited_for(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    file.unlink()
    os.mkfifo(file)
    assert load(USE, "object") is None
    save(USE, "object", CONTENT)
    assert load(USE, "object") == CONTENT
    assert caplog.messages == [f"{file} is not used: it is not a regular file"]


def test_a_file_of_100_gigabytes_is_not_read(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    os.truncate(file, 100 * 2**30)
    assert load(USE, "object") is None
    save(USE, "object", CONTENT)
    assert load(USE, "object") == CONTENT
    assert caplog.messages == [f"{file} is not used: it has more than {MAX_BYTES:,} bytes"]


@pytest.mark.parametrize("make", [Path.touch, lambda path: path.symlink_to("nowhere"), os.mkfifo])
def test_something_in_place_of_the_folder_is_reported_and_kept(
    make: Callable[[Path], None], folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    make(folder)
    before = folder.lstat()
    assert load(USE, "object") is None
    save(USE, "object", CONTENT)
    (words,) = caplog.messages
    assert words.startswith(NOT_CACHED)
    assert "is a symbolic link" in words or "Not a directory" in words
    assert folder.lstat() == before


# As another user.


@pytest.mark.compiled
def test_an_inaccessible_home_ends_no_search(tmp_path: Path) -> None:
    with open_folder() as place:
        copy_package(place)
        home = place / "home"
        home.mkdir(0)
        out, err = run_as_nobody(SCORE, tmp_path / "cache", place, HOME=str(home))
    assert out == RIGHT
    assert err.startswith(f"{NOT_CACHED}[Errno 13] Permission denied: ")
    assert err.count("\n") == 1


@only_root
@pytest.mark.compiled
def test_the_cache_of_root_is_not_for_others(tmp_path: Path) -> None:
    with open_folder() as place:
        copy_package(place)
        folder = place / "cache"
        run(SCORE, folder, place)
        folder.chmod(0o755)
        (path,) = folder.iterdir()
        path.chmod(0o644)
        out, err = run_as_nobody(SCORE, tmp_path / "cache", place, CLAIMEVEN_CACHE=str(folder))
        assert list(folder.iterdir()) == [path]
    assert out == RIGHT
    assert err.startswith(f"{NOT_CACHED}the cache folder {folder} belongs to another user; ")
    assert err.count("\n") == 1
