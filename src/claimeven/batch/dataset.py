"""Datasets: random positions with their exact results, divided so that no position stands in two parts."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from random import Random
from typing import TYPE_CHECKING, Any, BinaryIO

from claimeven.batch.label import RESULT_FIELDS, Labelling
from claimeven.batch.rows import MOVES, Rows
from claimeven.batch.sample import random_games
from claimeven.batch.writers import WRITERS, Fields, Kind, counted
from claimeven.errors import SampleError
from claimeven.formats.moves import write_moves
from claimeven.rules.rules import Rules
from claimeven.rules.score import VERDICTS

if TYPE_CHECKING:
    from hashlib import _Hash as Digest

SPLITS = ("train", "validation", "test")
FIELDS: Fields = {MOVES: Kind.TEXT, "ply": Kind.NUMBER, **RESULT_FIELDS, "split": Kind.TEXT}


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """What makes a dataset: the same recipe gives the same one; raises SampleError for an impossible one.

    ``plies`` are the numbers of discs, ``sample`` is explained in batch/sample.py.
    """

    rules: Rules
    count: int
    plies: range
    seed: int
    sample: str
    test_share: float
    validation_share: float

    def __post_init__(self) -> None:
        most = self.rules.cells - 1
        if not self.plies or self.plies[0] < 0 or self.plies[-1] > most:
            asked = f"{self.plies.start}-{self.plies.stop - 1}"
            raise SampleError(f"plies {asked}; on {self.rules} it can be 0 to {most}, the least first")
        shares = self.test_share, self.validation_share
        if min(shares) < 0 or sum(shares) > 1:
            raise SampleError(
                f"shares of {self.test_share:g} for test and {self.validation_share:g} for validation; "
                "expected numbers from 0 that are together at most 1"
            )

    def rows(self) -> Rows:
        """The sample as rows that a job can label, the same every time.

        Reading them raises SampleError when there are too few.
        """
        facts = ("dataset", self.count, self.plies.start, self.plies.stop, self.seed, self.sample)
        name = json.dumps(facts).encode()  # what no other sample has

        def games(digest: Digest) -> Iterator[bytes]:
            digest.update(name)
            drawn = random_games(self.rules, self.plies, self.count, Random(self.seed), sample=self.sample)
            return (write_moves(game).encode() for game in drawn)

        return Rows("the sample", "position", games, hashlib.sha256(name).hexdigest)

    def split(self, key: int) -> str:
        """The part that a book key belongs to: the same in every dataset with these shares, for any seed."""
        name = f"{self.rules.name} {self.rules} {key}"
        digest = hashlib.blake2b(name.encode(), digest_size=8).digest()
        place = int.from_bytes(digest, "big") / 2**64
        if place < self.test_share:
            return "test"
        return "validation" if place < self.test_share + self.validation_share else "train"


@dataclass(frozen=True, slots=True)
class Dataset:
    """A recipe and the job that labels its sample; the store of the job stands beside the output.

    Counted are the rows that have been written of each number of discs, verdict and part.
    """

    recipe: Recipe
    labelling: Labelling
    by_ply: Counter[int] = field(default_factory=Counter)
    by_verdict: Counter[str] = field(default_factory=Counter)
    by_split: Counter[str] = field(default_factory=Counter)

    @staticmethod
    def open(recipe: Recipe, output: str) -> Dataset:
        """Begin, or go on with what is in the store; raises StoreError if that has another sample."""
        return Dataset(recipe, Labelling.open(recipe.rows(), output, recipe.rules, columns=True))

    def write(self, file: BinaryIO, suffix: str, tell: Callable[[int], None]) -> None:
        """Write all rows in the order of the sample, once every position has its result."""
        WRITERS[suffix](file, self.recipe.rules, FIELDS, counted(self._parts(), tell))

    def _parts(self) -> Iterator[list[tuple[Any, ...]]]:
        """The rows, which are counted."""
        for boards, labels in self.labelling.labels():
            keys, _ = boards.first_keys()
            rows = []
            for label, ply, key in zip(labels, boards.plies.tolist(), keys.tolist(), strict=True):
                moves, *result = label
                split = self.recipe.split(key)
                rows.append((moves, ply, *result, split))
                self.by_ply[ply] += 1
                self.by_verdict[label.verdict] += 1
                self.by_split[split] += 1
            yield rows

    def manifest(self, command: str, name: str, size: int, sha256: str) -> dict[str, Any]:
        """What there is to know about a dataset that was written by ``command`` into a file ``name``."""
        recipe = self.recipe
        return {
            "command": command,
            "version": version("claimeven"),
            "variant": recipe.rules.name,
            "size": str(recipe.rules),
            "sample": recipe.sample,
            "seed": recipe.seed,
            "rows": self.by_ply.total(),
            "by_ply": {str(ply): self.by_ply[ply] for ply in recipe.plies},
            "by_verdict": {verdict: self.by_verdict[verdict] for verdict in VERDICTS},
            "by_split": {split: self.by_split[split] for split in SPLITS},
            "file": name,
            "bytes": size,
            "sha256": sha256,
        }
