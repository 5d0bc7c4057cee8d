"""The rules of the code that a machine can check: layers, imports, docstrings, one build per kernel."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

import claimeven
import claimeven.kernels

ROOT = Path(claimeven.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
LAYERS = (
    "errors",
    "plural",
    "files",
    "signals",
    "rules",
    "formats",
    "kernels",
    "solver",
    "teaching",
    "reasons",
    "puzzles",
    "players",
    "batch",
    "schemas",
    "web",
    "cli",
)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


every_module = pytest.mark.parametrize("path", MODULES, ids=name_of)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path, *, at_once: bool = False) -> set[str]:
    """The absolute names of the modules that a file imports, anywhere in it or when it is itself imported."""
    found = set()
    for node in tree(path).body if at_once else ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}:{node.lineno} imports relatively"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def layer_of(path: Path) -> str:
    """The directory of a file in the package, or its name if it has none."""
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


@every_module
def test_imports_point_up_the_tree(path: Path) -> None:
    layer = layer_of(path)
    if layer in ("__init__", "__main__"):
        return
    for name in imported(path):
        package, _, rest = name.partition(".")
        if package == "claimeven":
            above = rest.split(".")[0]
            assert above in LAYERS, f"{name_of(path)} imports {name}, which is in no layer"
            assert LAYERS.index(above) <= LAYERS.index(layer), f"{name_of(path)} imports {name}"


@every_module
def test_numba_is_only_for_building_kernels_llvmlite_for_loading_them_msgspec_for_json(path: Path) -> None:
    foreign = {name.split(".")[0] for name in imported(path)}
    if name_of(path) not in ("kernels/jit.py", "kernels/build.py"):
        assert "numba" not in foreign
        assert "llvmlite" not in foreign or name_of(path) == "kernels/library.py"
    assert "msgspec" not in foreign or layer_of(path) in ("schemas", "web")
    if layer_of(path) in ("errors", "rules", "formats") and name_of(path) != "rules/arrays.py":
        assert not foreign & {"numpy", "rich"}


def foreign_modules(names: Iterable[str]) -> set[str]:
    """The packages of other projects among the modules of these names."""
    packages = {name.partition(".")[0] for name in names}
    return packages - set(sys.stdlib_module_names) - {"claimeven"}


def declared(requirements: list[str]) -> set[str]:
    """The packages that some requirements name."""
    return {re.split(r"[^A-Za-z0-9_-]", requirement)[0] for requirement in requirements}


PROJECT = tomllib.loads((ROOT.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NEEDED = declared(PROJECT["dependencies"])
EXTRAS = {name: declared(extra) for name, extra in PROJECT["optional-dependencies"].items()}


@every_module
def test_what_a_module_imports_is_declared(path: Path) -> None:
    everything = NEEDED.union(*EXTRAS.values())
    assert foreign_modules(imported(path)) <= everything
    at_once = foreign_modules(imported(path, at_once=True))
    if layer_of(path) == "kernels":  # of these, only what loads the library is imported by users
        at_once.discard("numba")
    assert at_once <= NEEDED


def test_what_is_declared_is_imported() -> None:
    used = foreign_modules(name for path in MODULES for name in imported(path))
    assert NEEDED - used == set()


def test_private_parts_of_uvicorn_are_of_versions_that_were_tried() -> None:
    requirements = {next(iter(declared([line]))): line for line in PROJECT["dependencies"]}
    for package in ("uvicorn", "h11"):
        assert re.fullmatch(rf"{package}>=[0-9.]+,<[0-9.]+", requirements[package])


@pytest.mark.parametrize(
    "module", ["claimeven", "claimeven.cli.command_line", "claimeven.cli.explain", "claimeven.cli.review"]
)
def test_starting_imports_nothing_heavy(module: str) -> None:
    script = f"import sys, {module}; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert module in loaded
    assert not loaded & {"numba", "llvmlite", "msgspec", "numpy", "rich"}


@every_module
def test_outside_the_kernels_only_layout_and_library_are_imported(path: Path) -> None:
    """So that neither numba nor numpy is needed to search."""
    if layer_of(path) != "kernels":
        known = ("claimeven.kernels.layout", "claimeven.kernels.library")
        for name in imported(path):
            assert not name.startswith("claimeven.kernels.") or name.startswith(known)


def test_public_names_are_sorted_and_there() -> None:
    names = list(claimeven.__all__)
    constants, others = [n for n in names if n.isupper()], [n for n in names if not n.isupper()]
    assert names == sorted(constants) + sorted(others)
    for name in names:
        assert getattr(claimeven, name).__doc__


def test_the_list_of_public_names_is_literal_and_that_of_the_lazy_table() -> None:
    assigned = {
        target.id: node.value
        for node in tree(ROOT / "__init__.py").body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    assert ast.literal_eval(assigned["__all__"]) == claimeven.__all__
    homes: dict[str, str] = ast.literal_eval(assigned["_HOMES"])
    listed = [name for names in homes.values() for name in names.split()]
    assert sorted([*listed, "__version__"]) == sorted(claimeven.__all__)
    assert len(set(listed)) == len(listed)


def test_public_names_are_those_that_a_type_checker_knows_and_live_where_it_thinks() -> None:
    block = next(node for node in tree(ROOT / "__init__.py").body if isinstance(node, ast.If))
    homes = {
        alias.name: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert set(homes) | {"__version__"} == set(claimeven.__all__)
    for name, module in homes.items():
        assert module is not None
        assert getattr(claimeven, name) is getattr(importlib.import_module(module), name)


def test_a_name_is_loaded_when_it_is_first_used() -> None:
    script = (
        "import sys, claimeven; before = set(sys.modules); claimeven.Game\n"
        "print(*sorted(name for name in before if name.startswith('claimeven')))\n"
        "print('claimeven.players.game' in sys.modules, 'claimeven.solver' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["claimeven", "True False"]


def test_public_names_are_offered_and_others_unknown() -> None:
    assert set(claimeven.__all__) <= set(dir(claimeven))
    with pytest.raises(AttributeError, match="module 'claimeven' has no attribute 'Sovler'"):
        _ = claimeven.Sovler  # type: ignore[attr-defined]


def test_every_exception_is_public() -> None:
    errors = importlib.import_module("claimeven.errors")
    raised = {name for name, kind in vars(errors).items() if isinstance(kind, type)}
    assert raised <= set(claimeven.__all__)


def test_the_version_is_that_of_the_project() -> None:
    text = (ROOT.parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{claimeven.__version__}"' in text


@every_module
def test_a_module_docstring_begins_with_one_sentence(path: Path) -> None:
    docstring = ast.get_docstring(tree(path))
    assert docstring, "no docstring"
    lines = docstring.splitlines()
    assert lines[0].endswith((".", ":"))
    assert lines[1:2] in ([], [""]), "the first line is not a sentence of its own"


@every_module
def test_the_library_never_prints(path: Path) -> None:
    if layer_of(path) == "cli":
        return
    for node in ast.walk(tree(path)):
        is_print = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
        assert not is_print, f"print in line {getattr(node, 'lineno', 0)}"


def kernels_of(path: Path) -> list[ast.FunctionDef]:
    """The functions of a file that are compiled."""
    functions = [node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef)]
    return [
        f for f in functions if any(isinstance(d, ast.Name) and d.id == "kernel" for d in f.decorator_list)
    ]


@pytest.mark.parametrize("path", [path for path in MODULES if kernels_of(path)], ids=name_of)
def test_kernels_never_raise_or_read_a_clock(path: Path) -> None:
    assert layer_of(path) == "kernels"
    assert all(name.startswith("claimeven.kernels.") for name in imported(path))
    for function in kernels_of(path):
        for node in ast.walk(function):
            assert not isinstance(node, ast.Raise | ast.Assert | ast.Try | ast.Import | ast.ImportFrom)


@pytest.mark.compiled
def test_every_kernel_is_compiled_once() -> None:
    from numba import types

    from claimeven.kernels.entries import ENTRIES

    for entry in ENTRIES:
        entry.compile((types.uint64,))  # type: ignore[attr-defined]
    builds = {
        f"{module}.{name}": len(kernel.signatures)
        for module in kernel_modules()
        for name, kernel in vars(importlib.import_module(module)).items()
        if hasattr(kernel, "signatures") and kernel.__module__ == module
    }
    assert {name: count for name, count in builds.items() if count != 1} == {}


def kernel_modules() -> list[str]:
    package = claimeven.kernels
    return [module.name for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")]


def test_the_list_of_slow_tests_names_tests_that_exist() -> None:
    tests = Path(__file__).parent
    for test in (tests / "slow-tests.txt").read_text(encoding="utf-8").splitlines():
        path, _, name = test.partition("::")
        assert f"def {name}(" in (tests.parent / path).read_text(encoding="utf-8"), test
