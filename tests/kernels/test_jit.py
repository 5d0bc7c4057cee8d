from __future__ import annotations

import numpy as np
import pytest

from claimeven.kernels.jit import Words, kernel


@pytest.mark.compiled
def test_a_kernel_that_allocates_does_not_compile() -> None:
    """Nor can kernels count references, which threads with one table would do one after the other."""

    def allocates(size: int) -> Words:
        return np.zeros(size, np.uint64)

    with pytest.raises(Exception, match="No implementation of function"):
        kernel(allocates)(3)
