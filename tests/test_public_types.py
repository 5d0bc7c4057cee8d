"""Every type in a public signature is public, so that users can name the type of everything they get."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import claimeven

ROOT = Path(claimeven.__file__).parent
CALLED = ("__init__", "__new__", "__call__", "__enter__")
Definition = ast.ClassDef | ast.FunctionDef | ast.Assign | ast.AnnAssign


@cache
def tree(module: str) -> ast.Module:
    path = ROOT.joinpath(*module.split(".")[1:])
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(path.read_text(encoding="utf-8"))


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, those that only type checkers see included."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If):
            yield from statements(statement.body)


def targets(statement: ast.stmt) -> list[str]:
    """The names that a statement gives to something."""
    if isinstance(statement, ast.Assign):
        return [target.id for target in statement.targets if isinstance(target, ast.Name)]
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return [statement.target.id]
    return [statement.name] if isinstance(statement, ast.ClassDef | ast.FunctionDef) else []


def definition(module: str, name: str) -> tuple[str, Definition] | None:
    """Return where and how this package defines a name that a module uses; None for others' names."""
    for statement in statements(tree(module).body):
        if isinstance(statement, ast.ImportFrom):
            for alias in statement.names:
                if (alias.asname or alias.name) == name:
                    home = statement.module or ""
                    return definition(home, alias.name) if home.startswith("claimeven.") else None
        elif name in targets(statement):
            assert isinstance(statement, Definition)
            return module, statement
    return None


def is_called_by_users(name: str) -> bool:
    return not name.startswith("_") or name in CALLED


def types_shown_by(node: ast.ClassDef | ast.FunctionDef) -> Iterator[ast.expr]:
    """The types that a class or a function shows: of its bases, fields, arguments and what it returns."""
    if isinstance(node, ast.ClassDef):
        yield from node.bases
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and not targets(statement)[0].startswith("_"):
                yield statement.annotation
            elif isinstance(statement, ast.FunctionDef) and is_called_by_users(statement.name):
                yield from types_shown_by(statement)
        return
    arguments = node.args
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        if argument.annotation is not None:
            yield argument.annotation
    if node.returns is not None:
        yield node.returns


def classes_in(module: str, expressions: Iterator[ast.expr]) -> Iterator[tuple[str, ast.ClassDef]]:
    """The classes of this package that expressions name, themselves or by the name of a type."""
    for expression in expressions:
        for node in ast.walk(expression):
            found = definition(module, node.id) if isinstance(node, ast.Name) else None
            if found is None:
                continue
            home, defined = found
            if isinstance(defined, ast.ClassDef):
                yield home, defined
            elif isinstance(defined, ast.Assign):
                yield from classes_in(home, iter([defined.value]))


def test_every_class_in_a_public_signature_is_public() -> None:
    public = set(claimeven.__all__)
    hidden = set()
    for name in public:
        found = definition("claimeven", name)
        if found is None or isinstance(found[1], ast.Assign | ast.AnnAssign):
            continue
        module, node = found
        assert isinstance(node, ast.ClassDef | ast.FunctionDef)
        for mentioned in classes_in(module, types_shown_by(node)):
            home, kind = mentioned
            if kind.name not in public or definition("claimeven", kind.name) != mentioned:
                hidden.add(f"{name} mentions {kind.name} of {home}")
    assert sorted(hidden) == []


def test_the_typed_user_code_uses_every_public_name() -> None:
    source = (Path(__file__).parent / "typed_user_code.py").read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(source)))
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    used |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    exceptions = {name for name in claimeven.__all__ if is_exception(getattr(claimeven, name))}
    assert set(claimeven.__all__) - exceptions <= used


def is_exception(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseException)
