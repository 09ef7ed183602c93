"""The documentation: its examples run, and what `help` says is what the stubs say."""

from __future__ import annotations

import ast
import doctest
import inspect
from collections.abc import Iterator
from pathlib import Path

import dominox
from dominox import _dominox

STUBS = Path(dominox.__file__).with_name("_dominox.pyi")


def documented(tree: ast.Module | ast.ClassDef, owner: object, path: str) -> Iterator[tuple[str, str, object]]:
    """The name, the documentation in the stubs and the object itself of each class, function and property."""
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and (text := ast.get_docstring(node)):
            if node.name == "__new__":
                continue
            value = inspect.getattr_static(owner, node.name)
            yield f"{path}{node.name}", text, value
            if isinstance(node, ast.ClassDef):
                yield from documented(node, value, f"{path}{node.name}.")


def test_help_is_that_of_the_stubs() -> None:
    found = list(documented(ast.parse(STUBS.read_text()), _dominox, ""))
    assert len(found) > 100
    other = []
    for name, text, value in found:
        if isinstance(value, (staticmethod, classmethod)):
            value = value.__func__
        if inspect.cleandoc(getattr(value, "__doc__", None) or "") != text:
            other.append(name)
    assert not other


def test_the_example_of_the_package() -> None:
    results = doctest.testmod(dominox)
    assert (results.failed, results.attempted) == (0, 3)
