"""Exact scores: the engine over the kernels, the book, limits, and Solver."""
