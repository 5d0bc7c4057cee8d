"""Locate the compiled kernels, finish compiling them for this processor, load and call them.

    in the package    kernels.bc   LLVM bitcode for any processor; kernels.json says what made it
    in the cache      *.object     the same, compiled for this processor: a fifth of a second, once (cache.py)
    in each process                llvmlite loads the object in a millisecond, ctypes calls its entries

When the sources of the kernels are not those of the record, somebody has edited them. Then numba, if it is
installed, makes new bitcode (build.py), which goes into the cache as well; the package is never written to.
The package may be in a zip file.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import json
import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from claimeven.errors import KernelsError
from claimeven.kernels import cache
from claimeven.kernels.cache import CACHE_VARIABLE as CACHE_VARIABLE

Entry = Callable[[int], None]

PACKAGE = Path(__file__).parent
BITCODE, RECORD = "kernels.bc", "kernels.json"
NOT_COMPILED = ("cache.py", "library.py")  # all others of this folder are what the bitcode is made of
INSTALL = "install claimeven again, or run `make kernels` in its source tree"
BUILDING = "the kernels have been edited: building them with numba, which takes some seconds"
NO_NUMBA = (
    "the kernels have been edited, and only numba can build them: `pip install numba`, or install "
    "claimeven again to have them as they were"
)

logger = logging.getLogger("claimeven")


@dataclass(frozen=True, slots=True)
class Library:
    """The entries (entries.py), each called with the address of a workspace, without the interpreter lock.

    ``code`` is what has to stay alive while they are used.
    """

    solve: Entry
    solve_all: Entry
    columns: Entry
    choose: Entry
    complete_line: Entry
    code: object


ENTRY_NAMES = ("solve", "solve_all", "columns", "choose", "complete_line")

_loaded: Library | None = None
_lock = threading.Lock()


def library() -> Library:
    """The library, loaded when it is first asked for; raises KernelsError if it cannot be had."""
    global _loaded
    with _lock:
        if _loaded is None:
            _loaded = _interpreted() if is_interpreted() else _compiled()
        return _loaded


def is_interpreted() -> bool:
    """True when NUMBA_DISABLE_JIT=1 asks for the kernels as plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def source_digest() -> str:
    """A digest of everything that the bitcode is made of; raises KernelsError if a source cannot be read."""
    digest = hashlib.sha256()
    for name, source in sorted(_sources().items()):
        digest.update(f"{name} {len(source)}\n".encode() + source)
    return digest.hexdigest()


def _sources() -> dict[str, bytes]:
    """The modules that the bitcode is made of, by name, with one kind of line end.

    An editor's backup or lock file is not a module, and neither is a broken link.
    """
    found = {}
    with _reading("the folder of the kernels", INSTALL):
        files = list(_package().iterdir())
    for file in files:
        is_module = file.name.endswith(".py") and file.name.removesuffix(".py").isidentifier()
        if is_module and file.name not in NOT_COMPILED:
            with _reading(file.name, "remove it, or install claimeven again"):
                if file.is_file():
                    found[file.name] = file.read_bytes().replace(b"\r\n", b"\n")
    return found


def _package() -> Traversable:
    """The folder of the kernels, which may be in a zip file."""
    return resources.files("claimeven.kernels")


def _read(name: str) -> bytes:
    """The bytes of a file that was made by build.py; raises KernelsError if it cannot be read."""
    with _reading(name, INSTALL):
        return _package().joinpath(name).read_bytes()


@contextlib.contextmanager
def _reading(name: str, advice: str) -> Iterator[None]:
    """Raise KernelsError where the block raises OSError."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise KernelsError(f"{name} in the package cannot be read: {reason}; {advice}") from None


def _interpreted() -> Library:
    from claimeven.kernels import entries

    functions: Any = entries  # Python numbers serve the interpreted kernels as addresses
    return Library(**{name: getattr(functions, name) for name in ENTRY_NAMES}, code=entries)


def _compiled() -> Library:
    """The object of this processor, loaded."""
    import llvmlite
    import llvmlite.binding as llvm

    _initialize(llvm)
    machine, processor = _target(llvm)
    bitcode, bitcode_digest = _bitcode()
    use = f"{bitcode_digest} llvmlite {llvmlite.__version__} {processor}"
    code = cache.load(use, "object")
    if code is None:
        code = _finish(llvm, machine, bitcode())
        cache.save(use, "object", code)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    kind = ctypes.CFUNCTYPE(None, ctypes.c_uint64)
    functions: Any = {name: kind(engine.get_function_address(name)) for name in ENTRY_NAMES}
    return Library(**functions, code=engine)


def _initialize(llvm: Any) -> None:
    """Have LLVM know this processor; from llvmlite 0.45 on it need not be told to start."""
    if llvm.llvm_version_info[0] < 20:
        llvm.initialize()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def _target(llvm: Any) -> tuple[Any, str]:
    """A target machine for this processor, and what it is for in words."""
    triple = llvm.get_process_triple()
    cpu = llvm.get_host_cpu_name()
    try:
        features = llvm.get_host_cpu_features().flatten()
    except RuntimeError:  # LLVM cannot tell on every system; the name says most of it
        features = ""
    reloc = "static" if triple.startswith(("x86", "i686", "amd64")) else "default"
    machine = llvm.Target.from_triple(triple).create_target_machine(
        cpu=cpu, features=features, opt=3, reloc=reloc, codemodel="jitdefault"
    )
    return machine, f"{triple} {cpu} {features}"


def _finish(llvm: Any, machine: Any, bitcode: bytes) -> bytes:
    """The object that a target machine makes of the bitcode, which is optimized already."""
    try:
        module = llvm.parse_bitcode(bitcode)
    except RuntimeError as error:
        raise KernelsError(f"this llvmlite cannot read the kernels: {error}") from None
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    return bytes(machine.emit_object(module))


def _bitcode() -> tuple[Callable[[], bytes], str]:
    """The bitcode of the sources as they are, to be read when it is needed, and its digest."""
    sources = source_digest()
    recorded_sources, recorded_bitcode = _record()
    if recorded_sources != sources:
        rebuilt = _rebuilt(sources)
        return lambda: rebuilt, hashlib.sha256(rebuilt).hexdigest()

    def packaged() -> bytes:
        bitcode = _read(BITCODE)
        if hashlib.sha256(bitcode).hexdigest() != recorded_bitcode:
            raise KernelsError(f"{BITCODE} in the package is damaged; {INSTALL}")
        return bitcode

    return packaged, recorded_bitcode


def _record() -> tuple[str, str]:
    """The digests of the sources and of the bitcode in the package, as they were when it was made."""
    try:
        record = json.loads(_read(RECORD))
        sources, bitcode = record["sources"], record["bitcode"]
    except (ValueError, TypeError, KeyError, RecursionError):
        sources = bitcode = None
    if not isinstance(sources, str) or not isinstance(bitcode, str):
        raise KernelsError(f"{RECORD} in the package is damaged; {INSTALL}")
    return sources, bitcode


def _rebuilt(sources: str) -> bytes:
    """New bitcode of edited sources, from the cache or made by numba in a process of its own."""
    use = f"bitcode {sources}"
    bitcode = cache.load(use, "bitcode")
    if bitcode is not None:
        return bitcode
    if find_spec("numba") is None:
        raise KernelsError(NO_NUMBA)
    logger.warning(BUILDING)
    paths = [str(PACKAGE.parent.parent), os.environ.get("PYTHONPATH", "")]
    with tempfile.TemporaryDirectory(prefix="claimeven-") as folder:
        done = subprocess.run(
            [sys.executable, "-m", "claimeven.kernels.build", folder],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            raise KernelsError(f"the edited kernels cannot be built:\n{done.stderr.strip()}")
        bitcode = Path(folder, BITCODE).read_bytes()
    cache.save(use, "bitcode", bitcode)
    return bitcode
