"""What Windows does not have is not needed: the core, `label` and `serve` run in processes that lack it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from claimeven.batch.worker_pool import MAX_ON_WINDOWS, LocalPool
from clients import served
from commands import run_process

# Python runs this at the start of every process, also of a worker. asyncio, filelock and psutil need some of
# it on Linux and do without it on Windows, so they are loaded before.
SITECUSTOMIZE = """
import asyncio, filelock, os, psutil, signal, sys

for name in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[name] = None
for name in ("fork", "geteuid", "killpg", "sched_getaffinity", "sysconf", "wait4", "waitid"):
    delattr(os, name)
for name in ("O_DIRECTORY", "O_NOCTTY", "O_NOFOLLOW"):
    delattr(os, name)
for name in ("SIGHUP", "SIGWINCH", "SIGXFSZ"):
    delattr(signal, name)
with open(__file__ + ".log", "a") as log:
    print(*sys.orig_argv[1:], file=log)
"""
CORE = """
import importlib, pkgutil, sys
import claimeven

for module in pkgutil.walk_packages(claimeven.__path__, "claimeven."):
    if module.name != "claimeven.__main__":
        importlib.import_module(module.name)
print(int(claimeven.Solver(table_mib=1).score(claimeven.Position.from_moves("44444432223353567"))))
print([name for name in ("fcntl", "resource", "termios") if sys.modules[name]])
"""
CACHE = """
from claimeven.kernels.cache import load, save
print(load("a test", "object"))
save("a test", "object", b"one")
save("a test", "object", b"two")
print(load("a test", "object"))
"""
ROWS = "44444432223353567\n4444443333332222221\n"


@pytest.fixture(autouse=True)
def log(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Hide it from all processes that a test starts; the file lists their command lines."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "sitecustomize.py").write_text(SITECUSTOMIZE, encoding="ascii")
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    monkeypatch.setenv("PYTHONPATH", path)
    return folder / "sitecustomize.py.log"


def test_every_module_can_be_imported_and_a_position_solved() -> None:
    done = subprocess.run([sys.executable, "-c", CORE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "9\n[]\n", "")


def test_compiled_kernels_are_kept(tmp_path: Path) -> None:
    variables = os.environ | {"CLAIMEVEN_CACHE": str(tmp_path / "new" / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", CACHE], env=variables, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "None\nb'two'\n", "")
    assert len(list((tmp_path / "new" / "cache").iterdir())) == 1


def test_label(tmp_path: Path, log: Path) -> None:
    rows, output = tmp_path / "rows.txt", tmp_path / "out.tsv"
    rows.write_text(ROWS, encoding="ascii")
    result = run_process("label", str(rows), str(output), "--table", "1", "--no-book")
    assert (result.code, result.out) == (0, ""), result.err
    assert output.read_text(encoding="ascii").splitlines()[1].startswith("44444432223353567\t9\t")
    assert sorted(os.listdir(tmp_path)) == ["out.tsv", "out.tsv.work.sqlite", "rows.txt"]
    assert "multiprocessing.spawn" in log.read_text(encoding="utf-8")


def test_a_worker_pool_is_not_larger_than_windows_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    assert LocalPool(100).workers == 100
    monkeypatch.setattr(sys, "platform", "win32")
    assert LocalPool(100).workers == MAX_ON_WINDOWS


def test_serve() -> None:
    with served() as server:
        answer = server.http.get("/api/analyze", params={"moves": "44444432223353567"}).json()
        assert answer["score"] == 9
        assert server.http.get("/api/health").json()["memory_mib"] > 0
        assert server.stop()[0] == 0


def test_the_referee_names_the_platforms_it_needs(tmp_path: Path) -> None:
    command, kept = "program {input} {output}", tmp_path / "kept"
    result = run_process("maxconnect4", "referee", command, command, "--keep", str(kept))
    assert result == (
        1,
        "",
        "claimeven: the referee needs Linux, or macOS with Python 3.13 or later: this system "
        f"({sys.platform}) cannot kill a program with all its processes and measure their CPU time\n",
    )
    assert not kept.exists()
