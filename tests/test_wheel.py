"""The wheel: it holds every file of the package, and works where nothing else of this project is."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

import claimeven
from claimeven.formats.statefile import State, write_state

pytestmark = pytest.mark.compiled

ROOT = Path(__file__).parents[1]
PACKAGE = Path(claimeven.__file__).parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that `make wheel` builds."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(build, check=True, timeout=300)
    (path,) = folder.glob("claimeven-*.whl")
    return path


def installed(wheel: Path, folder: Path) -> Path:
    """The programs of an environment that has the wheel, what it asks for, and nothing else."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True, timeout=300)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    install = [str(scripts / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, str(wheel)], check=True, timeout=600, env=environment(folder))
    return scripts


def environment(folder: Path) -> dict[str, str]:
    """No way to this project's sources, and a cache of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {"CLAIMEVEN_CACHE": str(folder / "cache")}


def run(programs: Path, folder: Path, program: str, *arguments: str | Path) -> str:
    """Return what an installed program prints."""
    done = subprocess.run(
        [str(programs / program), *map(str, arguments)],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_holds_every_file_of_the_package(wheel: Path) -> None:
    there = {path.relative_to(PACKAGE.parent).as_posix() for path in PACKAGE.rglob("*") if path.is_file()}
    expected = {name for name in there if "__pycache__" not in name}
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == expected
    assert {"claimeven/kernels/kernels.bc", "claimeven/solver/book-7x6.bin", "claimeven/py.typed"} <= names


def test_it_works_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    """One test, since installing what the wheel asks for takes a while."""
    programs = installed(wheel, tmp_path / "environment")
    assert_solves(programs, tmp_path)
    assert_plays_max_connect4(programs, tmp_path)
    assert_serves_the_page(programs, tmp_path)


def assert_solves(programs: Path, tmp_path: Path) -> None:
    where = run(programs, tmp_path, "python", "-c", "import claimeven; print(claimeven.__file__)")
    assert Path(where.strip()).is_relative_to(programs.parent)
    assert "score +2" in run(programs, tmp_path, "claimeven", "solve", "445312264471")  # by a search
    assert "score -2" in run(programs, tmp_path, "claimeven", "solve", "4453")  # from the book
    assert list(
        (tmp_path / "cache").rglob("*.object")
    )  # the library of the wheel, finished for this processor


def assert_plays_max_connect4(programs: Path, tmp_path: Path) -> None:
    before, after = tmp_path / "before.txt", tmp_path / "after.txt"
    before.write_text(write_state(State().play(3).play(2)), encoding="ascii")
    run(programs, tmp_path, "maxconnect4", "one-move", before, after, "4")
    assert after.read_text(encoding="ascii").splitlines()[-1] == "2"


def assert_serves_the_page(programs: Path, tmp_path: Path) -> None:
    command = [str(programs / "claimeven"), "serve", "--port", "0", "--no-open"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().decode().strip().rstrip("/")
            answers = []
            for path in ("/", "/solve?pos=4453"):
                with urllib.request.urlopen(f"{address}{path}", timeout=60) as answer:
                    answers.append(answer.read().decode())
        finally:
            server.terminate()
    assert answers[0].lower().startswith("<!doctype html>")
    assert '"score"' in answers[1]
