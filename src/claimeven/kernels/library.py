"""The door to the compiled kernels: finds the library, finishes it for this processor, loads and calls it.

    in the package    kernels.bc   LLVM bitcode for any processor; kernels.json says what made it
    in the cache      *.object     the same, finished for this processor: a fifth of a second, once
    in each process                llvmlite loads the object in a millisecond, ctypes calls its entries

When the sources of the kernels are not those of the record, somebody has edited them. Then numba, if it is
installed, makes new bitcode (build.py), which goes into the cache as well; the package is never written to.

The cache is the folder that CLAIMEVEN_CACHE names, or ``claimeven`` among the user's cached files. What lies
there is used only if its checksum is right and it was made for just this use. Where nothing can be written,
every process finishes the library for itself.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from claimeven.errors import KernelsError
from claimeven.files import write_whole

Entry = Callable[[int], None]

PACKAGE = Path(__file__).parent
BITCODE, RECORD = "kernels.bc", "kernels.json"
CACHE_VARIABLE = "CLAIMEVEN_CACHE"
MAGIC = b"CLMEVK01"  # then the SHA-256 of the use, that of the content, and the content
DIGEST_BYTES = hashlib.sha256().digest_size
BUILDING = "the kernels have been edited: building them with numba, which takes some seconds"
NO_NUMBA = (
    "the kernels have been edited, and only numba can build them: `pip install numba`, or install "
    "claimeven again to have them as they were"
)

logger = logging.getLogger("claimeven")


@dataclass(frozen=True, slots=True)
class Library:
    """The entries (entries.py), each called with the address of a desk, without the interpreter lock.

    ``code`` is what has to stay alive while they are used.
    """

    solve: Entry
    solve_all: Entry
    columns: Entry
    choose: Entry
    code: object


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
    """A digest of everything that the bitcode is made of: all of this folder but this door."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.glob("*.py")):
        if path.name != Path(__file__).name:
            source = path.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{path.name} {len(source)}\n".encode() + source)
    return digest.hexdigest()


def _interpreted() -> Library:
    from claimeven.kernels import entries

    functions: Any = entries  # Python numbers serve the interpreted kernels as addresses
    return Library(functions.solve, functions.solve_all, functions.columns, functions.choose, code=entries)


def _compiled() -> Library:
    """The object of this processor, loaded."""
    import llvmlite
    import llvmlite.binding as llvm

    _initialize(llvm)
    machine, processor = _target(llvm)
    bitcode, bitcode_digest = _bitcode()
    use = f"{bitcode_digest} llvmlite {llvmlite.__version__} {processor}"
    code = _load(use, "object")
    if code is None:
        code = _finish(llvm, machine, bitcode())
        _save(use, "object", code)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    kind = ctypes.CFUNCTYPE(None, ctypes.c_uint64)
    solve, solve_all, columns, choose = (
        kind(engine.get_function_address(name)) for name in ("solve", "solve_all", "columns", "choose")
    )
    return Library(solve, solve_all, columns, choose, code=engine)


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
    path = PACKAGE / RECORD
    record: dict[str, str] = json.loads(path.read_text(encoding="ascii")) if path.exists() else {}
    if record.get("sources") != sources:
        rebuilt = _rebuilt(sources)
        return lambda: rebuilt, hashlib.sha256(rebuilt).hexdigest()

    def packaged() -> bytes:
        bitcode = PACKAGE.joinpath(BITCODE).read_bytes()
        if hashlib.sha256(bitcode).hexdigest() != record["bitcode"]:
            raise KernelsError(f"{BITCODE} in the package is damaged; install claimeven again")
        return bitcode

    return packaged, record["bitcode"]


def _rebuilt(sources: str) -> bytes:
    """New bitcode of edited sources, from the cache or made by numba in a process of its own."""
    use = f"bitcode {sources}"
    bitcode = _load(use, "bitcode")
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
    _save(use, "bitcode", bitcode)
    return bitcode


def cache_folder() -> Path | None:
    """Where finished libraries are kept, or None for a user who has no place of their own."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named)
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "claimeven"


def _load(use: str, suffix: str) -> bytes | None:
    """What was saved for this use, or None; a file that is damaged or for another use counts as none."""
    path = _path(use, suffix)
    if path is None or not path.is_file():
        return None
    try:
        data = path.read_bytes()
    except OSError:
        return None
    content = data[len(MAGIC) + 2 * DIGEST_BYTES :]
    if data != _header(use, content) + content:
        logger.warning("%s is damaged, and made again", path)
        return None
    return content


def _save(use: str, suffix: str, content: bytes) -> None:
    """Keep content for later processes: whole or not at all, whoever else does the same at this moment."""
    path = _path(use, suffix)
    try:
        if path is None:
            raise OSError("there is no home folder")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(str(path), _header(use, content) + content)
    except OSError as error:
        logger.warning("the kernels cannot be kept for the next start: %s", error)


def _path(use: str, suffix: str) -> Path | None:
    folder = cache_folder()
    name = f"{hashlib.sha256(use.encode()).hexdigest()[:32]}.{suffix}"
    return None if folder is None else folder / name


def _header(use: str, content: bytes) -> bytes:
    return MAGIC + hashlib.sha256(use.encode()).digest() + hashlib.sha256(content).digest()
