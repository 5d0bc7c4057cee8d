"""The kernels made into a library: LLVM bitcode that needs neither numba nor the processor that made it.

    kernels/*.py --numba's front end--> LLVM modules --link, hide all but the entries, optimize--> bitcode

numba hands every module that it makes to ``add_ir_module`` before it optimizes anything: there they are
collected. Each entry gets a plain wrapper, ``void name(uint64 address)``, without numba's calling convention.
Nothing of the machine is left in the bitcode but that pointers have 64 bits.

``python -m claimeven.kernels.build FOLDER`` writes the bitcode and a record of what made it. It needs a
process of its own: what numba has compiled before does not come by again.
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

TRIPLE = "x86_64-unknown-linux-gnu"  # something must stand there; who loads the bitcode puts in its own
LAYOUT = "e-i64:64-n8:16:32:64-S128"
TARGET_LINES = re.compile(r"^target (triple|datalayout) = .*$", re.MULTILINE)


def main(folder: Path) -> None:
    """Write bitcode and record into a folder."""
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
    """The library as bitcode; raises RuntimeError for kernels that cannot stand alone."""
    _initialize()
    with _collected_modules() as texts:
        wrappers = [_compile_entry(entry) for entry in ENTRIES]
    module = llvm.parse_assembly("")
    for text in [*texts, *wrappers]:
        part = llvm.parse_assembly(TARGET_LINES.sub("", text))
        part.triple, part.data_layout = TRIPLE, LAYOUT
        module.link_in(part)
    module.triple, module.data_layout = TRIPLE, LAYOUT
    _hide_all_but_entries(module)
    _optimize(module)
    module.verify()
    declared = (v.name for v in [*module.functions, *module.global_variables] if v.is_declaration)
    needed = [name for name in declared if not name.startswith("llvm.")]
    if needed:
        raise RuntimeError(f"the kernels need {', '.join(needed)}, which a library cannot bring along")
    return bytes(module.as_bitcode())


def _initialize() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


@contextmanager
def _collected_modules() -> Iterator[list[str]]:
    """The text of every module that numba makes meanwhile."""
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
    """Compile an entry; the text of a module with its wrapper."""
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
    """Let the optimizer see that nobody else calls the rest."""
    names = {entry.__name__ for entry in ENTRIES}
    for value in [*module.functions, *module.global_variables]:
        if not value.is_declaration and value.name not in names:
            value.linkage = "internal"


def _optimize(module: Any) -> None:
    """Optimize for any processor; the second time over finds what the first has left, and gains some 2 %."""
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    passes = llvm.create_pass_builder(machine, options)
    for _ in range(2):
        passes.getModulePassManager().run(module, passes)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
