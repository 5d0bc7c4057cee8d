"""The only importer of numba: the ``kernel`` decorator, word constants and two machine instructions.

A kernel takes uint64 words, int64 numbers and arrays, and returns the same. It never raises, prints,
allocates or reads a clock. A uint64 must never meet a signed number (numba would make both floating
point), so constants are spelled ``ONE``, ``TWO``, and numbers become words through ``U64(...)``.

With NUMBA_DISABLE_JIT=1 the kernels are plain Python over numpy scalars: slow, and easy to step through.
"""

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numba import config, njit, types
from numba.core.event import Event, Listener, register
from numba.extending import intrinsic
from numpy.typing import NDArray

from claimeven.kernels.compilation import compilation_begins

U64 = np.uint64
Words = NDArray[np.uint64]
Scores = NDArray[np.int8]
Board = tuple[U64, U64, U64, U64, U64]

ZERO = U64(0)
ONE = U64(1)
TWO = U64(2)

if TYPE_CHECKING:
    I64 = int  # a type checker need not know that kernels count in machine integers
else:
    I64 = np.int64

F = TypeVar("F", bound=Callable[..., Any])

if config.DISABLE_JIT:

    def kernel(function: F) -> F:
        """Run ``function`` as Python; words wrap around silently, as they do when compiled."""

        @functools.wraps(function)
        def interpreted(*args: Any) -> Any:
            with np.errstate(over="ignore"):
                return function(*args)

        return interpreted  # type: ignore[return-value]

    def popcount(word: U64) -> I64:
        """The number of ones in ``word``."""
        return I64(int(word).bit_count())

    def prefetch(words: Words, index: U64) -> None:
        """Nothing: there is no cache to warm."""

else:

    class _Compilations(Listener):  # type: ignore[misc]
        """Passes on that numba compiles; it is not told of kernels that come from the cache."""

        def on_start(self, event: Event) -> None:  # noqa: ARG002
            compilation_begins()

        def on_end(self, event: Event) -> None:
            """Nothing."""

    register("numba:compile", _Compilations())

    def kernel(function: F) -> F:
        """Compile ``function`` on first use, without the interpreter lock, and cache it on disk.

        Without numba's runtime nothing can be allocated, and threads do not count references to one table.
        Where no folder for the cache can be written, every process compiles for itself.
        """
        options = {"nogil": True, "error_model": "numpy", "_nrt": False}
        try:
            return njit(cache=True, **options)(function)  # type: ignore[no-any-return]
        except RuntimeError:  # numba has found no place for the cache
            return njit(**options)(function)  # type: ignore[no-any-return]

    @intrinsic  # type: ignore[untyped-decorator]
    def popcount(_typing: Any, word: Any) -> Any:
        """The number of ones in ``word``."""

        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(word), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def prefetch(_typing: Any, words: Any, index: Any) -> Any:
        """Ask the processor to bring ``words[index]`` near; changes nothing else."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            from llvmlite import ir

            array = context.make_array(signature.args[0])(context, builder, args[0])
            pointer = builder.gep(array.data, [args[1]])
            byte_pointer = builder.bitcast(pointer, ir.IntType(8).as_pointer())
            i32 = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte_pointer.type, i32, i32, i32])
            function = builder.module.declare_intrinsic("llvm.prefetch", [byte_pointer.type], kind)
            builder.call(function, [byte_pointer, i32(0), i32(3), i32(1)])  # to read, keep near, data
            return context.get_dummy_value()

        return types.void(words, index), generate
