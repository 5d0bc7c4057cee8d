"""The ``kernel`` decorator, word constants and a few machine instructions.

A kernel takes and returns uint64 words, int64 numbers and arrays. It never raises, prints, allocates or reads
a clock. Never mix a uint64 with a signed number (numba would convert both to floating point): constants are
written ``ONE``, ``TWO``, and numbers are converted to words by ``U64(...)``.

A search does not import this module: library.py runs the library that build.py made of the kernels. It is
needed to build them, and by tests that call single kernels. With NUMBA_DISABLE_JIT=1 the kernels are plain
Python over numpy scalars: slow, but easy to step through, and numba is not needed.
"""

import ctypes
import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from claimeven.kernels.library import is_interpreted

U64 = np.uint64
Words = NDArray[np.uint64]
Scores = NDArray[np.int8]


class Board(NamedTuple):
    """The masks of a board, passed as arguments so that one build works for every size; see bits.py."""

    bottom: U64
    cells: U64
    lead: U64
    answer: U64
    stride: U64


class LineList(NamedTuple):
    """Lines by direction: each bit is the lowest bit of a line; see line_game.py."""

    vertical: U64
    falling: U64
    level: U64
    rising: U64


ZERO = U64(0)
ONE = U64(1)
TWO = U64(2)

if TYPE_CHECKING:
    I64 = int  # type checkers may treat machine integers as int
else:
    I64 = np.int64

F = TypeVar("F", bound=Callable[..., Any])

if is_interpreted():

    def kernel(function: F) -> F:
        """Run ``function`` as Python; words wrap around silently, as in compiled code."""

        @functools.wraps(function)
        def interpreted(*args: Any) -> Any:
            with np.errstate(over="ignore"):
                return function(*args)

        return interpreted  # type: ignore[return-value]

    def popcount(word: U64) -> I64:
        """Return the number of ones in ``word``."""
        return I64(int(word).bit_count())

    def prefetch(words: Words, index: U64) -> None:
        """Do nothing: there is no cache to warm."""

    def words_at(address: U64, count: I64) -> Words:
        """Return the array of ``count`` words at an address."""
        return np.frombuffer(_memory(address, 8 * count), np.uint64)

    def scores_at(address: U64, count: I64) -> Scores:
        """Return the array of ``count`` signed bytes at an address."""
        return np.frombuffer(_memory(address, count), np.int8)

    def _memory(address: U64, size: I64) -> memoryview:
        return memoryview((ctypes.c_byte * int(size)).from_address(int(address)))

else:
    from numba import njit, types
    from numba.core.cgutils import intp_t
    from numba.extending import intrinsic
    from numba.np.arrayobj import populate_array

    def kernel(function: F) -> F:
        """Compile ``function`` on its first call, to run without the interpreter lock.

        Without numba's runtime (``_nrt=False``) a kernel that allocates does not compile, and threads do not
        contend for the reference count of a shared table.
        """
        return njit(nogil=True, error_model="numpy", _nrt=False)(function)  # type: ignore[no-any-return]

    @intrinsic  # type: ignore[untyped-decorator]
    def popcount(_typing: Any, word: Any) -> Any:
        """Return the number of ones in ``word``."""

        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(word), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def prefetch(_typing: Any, words: Any, index: Any) -> Any:
        """Hint the CPU to load ``words[index]`` into its cache; nothing else changes."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            from llvmlite import ir

            array = context.make_array(signature.args[0])(context, builder, args[0])
            pointer = builder.gep(array.data, [args[1]])
            byte_pointer = builder.bitcast(pointer, ir.IntType(8).as_pointer())
            i32 = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte_pointer.type, i32, i32, i32])
            function = builder.module.declare_intrinsic("llvm.prefetch", [byte_pointer.type], kind)
            builder.call(function, [byte_pointer, i32(0), i32(3), i32(1)])  # read, high locality, data
            return context.get_dummy_value()

        return types.void(words, index), generate

    def _array_at(item: Any) -> Any:
        """Return an intrinsic (address, count) that makes an array of ``item``s from memory at an address."""

        @intrinsic  # type: ignore[untyped-decorator]
        def array_at(_typing: Any, address: Any, count: Any) -> Any:
            kind = types.Array(item, 1, "C")

            def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
                array = context.make_array(kind)(context, builder)
                data = builder.inttoptr(args[0], array.data.type)
                size = intp_t(item.bitwidth // 8)
                populate_array(array, data, shape=[args[1]], strides=[size], itemsize=size, meminfo=None)
                return array._getvalue()

            return kind(address, count), generate

        return array_at

    words_at = _array_at(types.uint64)
    scores_at = _array_at(types.int8)
