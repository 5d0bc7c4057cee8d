"""Puzzles: positions of Connect Four with exactly one right column, from a file of the package."""
