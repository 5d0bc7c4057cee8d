"""Locate, compile for this CPU, cache and call the kernels.

    in the package    kernels.bc   LLVM bitcode for any CPU; kernels.json records what it was built from
    in the cache      *.object     machine code for this CPU: compiled once, in a fifth of a second (cache.py)
    in each process                llvmlite loads the object in a millisecond, ctypes calls its entries

If the digest of the kernel sources differs from the recorded one, the kernels have been edited. Then numba,
if it is installed, builds new bitcode (build.py), which is cached as well; the package itself is never
written to. The package may be inside a zip file.
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
BITCODE = "kernels.bc"
RECORD = "kernels.json"
NOT_COMPILED = ("cache.py", "library.py")  # the bitcode is built from all other modules of this folder
REINSTALL = "reinstall claimeven, or run `make kernels` in its source tree"
BUILDING = "the kernels have been edited: building them with numba, which takes a few seconds"
NO_NUMBA = (
    "the kernels have been edited, and only numba can build them: run `pip install numba`, or reinstall "
    "claimeven to get the original kernels back"
)

logger = logging.getLogger("claimeven")


@dataclass(frozen=True, slots=True)
class Library:
    """The entries (entries.py): call each with the address of a workspace; they release the GIL.

    ``code`` owns the machine code and must stay alive while the entries are used.
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
    """Return the library, loading it on the first call; raise KernelsError if that is impossible."""
    global _loaded
    with _lock:
        if _loaded is None:
            _loaded = _load_interpreted() if is_interpreted() else _load_compiled()
        return _loaded


def is_interpreted() -> bool:
    """Return True if NUMBA_DISABLE_JIT=1 asks for kernels that run as plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def source_digest() -> str:
    """Return a digest of all sources of the bitcode; raise KernelsError if one cannot be read."""
    digest = hashlib.sha256()
    for name, source in sorted(_sources().items()):
        digest.update(f"{name} {len(source)}\n".encode())
        digest.update(source)
    return digest.hexdigest()


def _sources() -> dict[str, bytes]:
    """Return the modules that the bitcode is built from, by file name, with LF line ends.

    An editor's backup or lock file is not a module, and neither is a broken link.
    """
    found = {}
    with _reading("the kernels' folder", REINSTALL):
        files = list(_package_folder().iterdir())
    for file in files:
        is_module = file.name.endswith(".py") and file.name.removesuffix(".py").isidentifier()
        if not is_module or file.name in NOT_COMPILED:
            continue
        with _reading(file.name, "remove it, or reinstall claimeven"):
            if file.is_file():
                found[file.name] = file.read_bytes().replace(b"\r\n", b"\n")
    return found


def _package_folder() -> Traversable:
    """Return the folder of the kernels, which may be inside a zip file."""
    return resources.files("claimeven.kernels")


def _read(name: str) -> bytes:
    """Return the bytes of a file that build.py made; raise KernelsError if it cannot be read."""
    with _reading(name, REINSTALL):
        return _package_folder().joinpath(name).read_bytes()


@contextlib.contextmanager
def _reading(name: str, advice: str) -> Iterator[None]:
    """Turn an OSError in the block into a KernelsError that names the file and gives advice."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise KernelsError(f"{name} in the package cannot be read: {reason}; {advice}") from None


def _load_interpreted() -> Library:
    """Return the entries as plain Python functions, for which any integer serves as an address."""
    from claimeven.kernels import entries

    functions: Any = {name: getattr(entries, name) for name in ENTRY_NAMES}
    return Library(**functions, code=entries)


def _load_compiled() -> Library:
    """Return the entries as machine code for this CPU, from the cache if it is there."""
    import llvmlite
    import llvmlite.binding as llvm

    _initialize(llvm)
    machine, cpu = _target_machine(llvm)
    read_bitcode, bitcode_digest = _bitcode()
    key = f"{bitcode_digest} llvmlite {llvmlite.__version__} {cpu}"
    code = cache.load(key, "object")
    if code is None:
        code = _compile(llvm, machine, read_bitcode())
        cache.save(key, "object", code)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    entry_type = ctypes.CFUNCTYPE(None, ctypes.c_uint64)
    functions: Any = {name: entry_type(engine.get_function_address(name)) for name in ENTRY_NAMES}
    return Library(**functions, code=engine)


def _initialize(llvm: Any) -> None:
    """Prepare LLVM for this CPU; llvmlite 0.45 and later initialize LLVM itself."""
    if llvm.llvm_version_info[0] < 20:
        llvm.initialize()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def _target_machine(llvm: Any) -> tuple[Any, str]:
    """Return a target machine for this CPU, and a text that identifies the CPU."""
    triple = llvm.get_process_triple()
    cpu = llvm.get_host_cpu_name()
    try:
        features = llvm.get_host_cpu_features().flatten()
    except RuntimeError:  # LLVM cannot list them on every system; the name implies most of them
        features = ""
    reloc = "static" if triple.startswith(("x86", "i686", "amd64")) else "default"
    machine = llvm.Target.from_triple(triple).create_target_machine(
        cpu=cpu, features=features, opt=3, reloc=reloc, codemodel="jitdefault"
    )
    return machine, f"{triple} {cpu} {features}"


def _compile(llvm: Any, machine: Any, bitcode: bytes) -> bytes:
    """Return an object file with machine code for the bitcode, which is already optimized."""
    try:
        module = llvm.parse_bitcode(bitcode)
    except RuntimeError as error:
        raise KernelsError(f"this llvmlite cannot read the kernels: {error}") from None
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    return bytes(machine.emit_object(module))


def _bitcode() -> tuple[Callable[[], bytes], str]:
    """Return a function that reads the bitcode of the current sources, and the digest of that bitcode.

    Reading is left to the caller because it is not needed when the cache has the machine code.
    """
    sources = source_digest()
    recorded_sources, recorded_bitcode = _recorded_digests()
    if recorded_sources != sources:
        rebuilt = _rebuild(sources)
        return lambda: rebuilt, hashlib.sha256(rebuilt).hexdigest()

    def read_packaged() -> bytes:
        bitcode = _read(BITCODE)
        if hashlib.sha256(bitcode).hexdigest() != recorded_bitcode:
            raise KernelsError(f"{BITCODE} in the package is damaged; {REINSTALL}")
        return bitcode

    return read_packaged, recorded_bitcode


def _recorded_digests() -> tuple[str, str]:
    """Return the digests of the sources and of the bitcode that were recorded when it was built."""
    try:
        record = json.loads(_read(RECORD))
        sources = record["sources"]
        bitcode = record["bitcode"]
    except (ValueError, TypeError, KeyError, RecursionError):
        sources = None
        bitcode = None
    if not isinstance(sources, str) or not isinstance(bitcode, str):
        raise KernelsError(f"{RECORD} in the package is damaged; {REINSTALL}")
    return sources, bitcode


def _rebuild(sources: str) -> bytes:
    """Return bitcode of edited sources, from the cache or built by numba in a process of its own."""
    key = f"bitcode {sources}"
    cached = cache.load(key, "bitcode")
    if cached is not None:
        return cached
    if find_spec("numba") is None:
        raise KernelsError(NO_NUMBA)
    logger.warning(BUILDING)
    search_path = [str(PACKAGE.parent.parent)]
    if "PYTHONPATH" in os.environ:
        search_path.append(os.environ["PYTHONPATH"])
    with tempfile.TemporaryDirectory(prefix="claimeven-") as folder:
        done = subprocess.run(
            [sys.executable, "-m", "claimeven.kernels.build", folder],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(search_path)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            raise KernelsError(f"the edited kernels cannot be built:\n{done.stderr.strip()}")
        bitcode = Path(folder, BITCODE).read_bytes()
    cache.save(key, "bitcode", bitcode)
    return bitcode
