"""Build the library: LLVM bitcode of the kernels that needs neither numba nor a particular CPU.

    kernels/*.py --numba's front end--> LLVM modules --link, hide all but the entries, optimize--> bitcode

numba passes every LLVM module to ``add_ir_module`` before it optimizes anything, and they are collected
there. Each entry gets a plain wrapper, ``void name(uint64 address)``, without numba's calling convention. The
only property of the building machine that remains in the bitcode is that pointers have 64 bits.

``python -m claimeven.kernels.build FOLDER`` writes the bitcode and a record of what it was built from. Run it
in a process of its own: functions that numba has compiled before are not passed to ``add_ir_module`` again.
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba.core import codegen, types
from numba.core.registry import cpu_target

from claimeven.kernels.entries import ENTRIES
from claimeven.kernels.library import BITCODE, RECORD, source_digest

TRIPLE = "x86_64-unknown-linux-gnu"  # a placeholder: library.py replaces it when it loads the bitcode
LAYOUT = "e-i64:64-n8:16:32:64-S128"
TARGET_LINES = re.compile(r"^target (triple|datalayout) = .*$", re.MULTILINE)


def main(folder: Path) -> None:
    """Write the bitcode and the record into a folder."""
    bitcode = build()
    record = {
        "sources": source_digest(),
        "bitcode": hashlib.sha256(bitcode).hexdigest(),
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "llvm": ".".join(str(part) for part in llvm.llvm_version_info),
    }
    folder.joinpath(BITCODE).write_bytes(bitcode)
    folder.joinpath(RECORD).write_text(json.dumps(record, indent=2) + "\n", encoding="ascii")


def build() -> bytes:
    """Return the library as bitcode; raise RuntimeError if the kernels need anything outside it."""
    _initialize()
    with _collect_modules() as texts:
        wrappers = [_compile_entry(entry) for entry in ENTRIES]
    module = llvm.parse_assembly("")
    for text in texts + wrappers:
        part = llvm.parse_assembly(TARGET_LINES.sub("", text))
        _set_target(part)
        module.link_in(part)
    _set_target(module)
    _hide_all_but_entries(module)
    _optimize(module)
    module.verify()
    _require_self_contained(module)
    return bytes(module.as_bitcode())


def _initialize() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def _set_target(module: Any) -> None:
    module.triple = TRIPLE
    module.data_layout = LAYOUT


@contextmanager
def _collect_modules() -> Iterator[list[str]]:
    """Yield a list that receives the text of every module that numba makes inside the block."""
    texts: list[str] = []
    original = codegen.CPUCodeLibrary.add_ir_module

    def add_ir_module(library: Any, module: ir.Module) -> None:
        texts.append(str(module))
        original(library, module)

    codegen.CPUCodeLibrary.add_ir_module = add_ir_module
    try:
        yield texts
    finally:
        codegen.CPUCodeLibrary.add_ir_module = original


def _compile_entry(entry: Any) -> str:
    """Compile an entry, and return the text of a module with its wrapper."""
    entry.compile((types.uint64,))
    (compiled,) = entry.overloads.values()
    inner = compiled.fndesc
    context = cpu_target.target_context
    module = ir.Module()
    callee_type = context.call_conv.get_function_type(inner.restype, inner.argtypes)
    callee = ir.Function(module, callee_type, inner.llvm_func_name)
    wrapper_type = ir.FunctionType(ir.VoidType(), [ir.IntType(64)])
    wrapper = ir.Function(module, wrapper_type, entry.__name__)
    builder = ir.IRBuilder(wrapper.append_basic_block())
    context.call_conv.call_function(builder, callee, inner.restype, inner.argtypes, wrapper.args)
    builder.ret_void()
    return str(module)


def _hide_all_but_entries(module: Any) -> None:
    """Make everything but the entries internal, so that the optimizer may inline and remove it."""
    names = {entry.__name__ for entry in ENTRIES}
    for value in _values(module):
        if not value.is_declaration and value.name not in names:
            value.linkage = "internal"


def _optimize(module: Any) -> None:
    """Optimize for any CPU, twice: the second run makes the search about 2 % faster."""
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    passes = llvm.create_pass_builder(machine, options)
    for _ in range(2):
        passes.getModulePassManager().run(module, passes)


def _require_self_contained(module: Any) -> None:
    """Raise RuntimeError if the module uses a function or variable that is defined elsewhere."""
    declared = [value.name for value in _values(module) if value.is_declaration]
    missing = [name for name in declared if not name.startswith("llvm.")]
    if missing:
        raise RuntimeError(f"the kernels need {', '.join(missing)}, which the library does not contain")


def _values(module: Any) -> list[Any]:
    """Return the functions and global variables of a module."""
    return list(module.functions) + list(module.global_variables)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
