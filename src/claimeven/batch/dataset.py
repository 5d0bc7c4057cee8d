"""Datasets of random positions with exact results, split so that no position is in two parts."""

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
from claimeven.batch.writers import WRITERS, Fields, FieldType, count_rows
from claimeven.errors import SampleError
from claimeven.formats.moves import write_moves
from claimeven.rules.rules import Rules
from claimeven.rules.score import VERDICTS

if TYPE_CHECKING:
    from hashlib import _Hash as Digest

SPLITS = ("train", "validation", "test")
FIELDS: Fields = {MOVES: FieldType.TEXT, "ply": FieldType.NUMBER, **RESULT_FIELDS, "split": FieldType.TEXT}


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """The parameters of a dataset, which determine it; raise SampleError for impossible ones.

    ``plies`` are the numbers of discs; batch/sample.py explains ``sample``, ``play``
    and ``min_plies_to_end``.
    """

    rules: Rules
    count: int
    plies: range
    seed: int
    sample: str
    play: str
    min_plies_to_end: int
    test_share: float
    validation_share: float

    def __post_init__(self) -> None:
        last_ply = self.rules.cells - 1
        if not self.plies or self.plies[0] < 0 or self.plies[-1] > last_ply:
            given = f"{self.plies.start}-{self.plies.stop - 1}"
            raise SampleError(
                f"plies {given}; on {self.rules} they can be 0 to {last_ply}, the smaller number first"
            )
        shares = (self.test_share, self.validation_share)
        if min(shares) < 0 or sum(shares) > 1:
            raise SampleError(
                f"shares of {self.test_share:g} for test and {self.validation_share:g} for validation; "
                "expected numbers of at least 0 that add up to at most 1"
            )

    def rows(self) -> Rows:
        """Return the sample as rows that a job can label, the same every time.

        Reading them raises SampleError when there are not enough positions.
        """
        settings = (self.sample, self.play, self.min_plies_to_end)
        parameters = ("dataset", self.count, self.plies.start, self.plies.stop, self.seed, *settings)
        identity = json.dumps(parameters).encode()

        def read_moves(digest: Digest) -> Iterator[bytes]:
            digest.update(identity)
            games = random_games(
                self.rules,
                self.plies,
                self.count,
                Random(self.seed),
                sample=self.sample,
                play=self.play,
                min_plies_to_end=self.min_plies_to_end,
            )
            return (write_moves(game).encode() for game in games)

        return Rows("the sample", "position", read_moves, hashlib.sha256(identity).hexdigest)

    def split(self, key: int) -> str:
        """Return the part that a book key belongs to, the same in every dataset with these shares."""
        name = f"{self.rules.name} {self.rules} {key}"
        digest = hashlib.blake2b(name.encode(), digest_size=8).digest()
        place = int.from_bytes(digest, "big") / 2**64
        if place < self.test_share:
            return "test"
        if place < self.test_share + self.validation_share:
            return "validation"
        return "train"


@dataclass(frozen=True, slots=True)
class Dataset:
    """A recipe and the labelling of its sample, whose store is beside the output.

    The counters have the number of rows written, by number of discs, by verdict and by part.
    """

    recipe: Recipe
    labelling: Labelling
    by_ply: Counter[int] = field(default_factory=Counter)
    by_verdict: Counter[str] = field(default_factory=Counter)
    by_split: Counter[str] = field(default_factory=Counter)

    @staticmethod
    def open(recipe: Recipe, output: str) -> Dataset:
        """Begin, or resume from the store; raise StoreError if the store is for another sample."""
        return Dataset(recipe, Labelling.open(recipe.rows(), output, recipe.rules, columns=True))

    def write(self, file: BinaryIO, suffix: str, report_count: Callable[[int], None]) -> None:
        """Write all rows in the order of the sample, once every position has its result."""
        write_rows = WRITERS[suffix]
        write_rows(file, self.recipe.rules, FIELDS, count_rows(self._batches(), report_count))

    def _batches(self) -> Iterator[list[tuple[Any, ...]]]:
        """Yield the rows in batches, and count them."""
        for boards, labels in self.labelling.labels():
            keys, _ = boards.first_keys()
            rows = []
            for label, ply, key in zip(labels, boards.plies.tolist(), keys.tolist(), strict=True):
                split = self.recipe.split(key)
                result = (label.score, label.verdict, label.plies, label.best, label.columns)
                rows.append((label.moves, ply, *result, split))
                self.by_ply[ply] += 1
                self.by_verdict[label.verdict] += 1
                self.by_split[split] += 1
            yield rows

    def manifest(self, command: str, name: str, size: int, sha256: str) -> dict[str, Any]:
        """Return the description of the dataset that ``command`` wrote into the file ``name``."""
        recipe = self.recipe
        return {
            "command": command,
            "version": version("claimeven"),
            "variant": recipe.rules.name,
            "size": str(recipe.rules),
            "sample": recipe.sample,
            "play": recipe.play,
            "min_plies_to_end": recipe.min_plies_to_end,
            "seed": recipe.seed,
            "rows": self.by_ply.total(),
            "by_ply": {str(ply): self.by_ply[ply] for ply in recipe.plies},
            "by_verdict": {verdict: self.by_verdict[verdict] for verdict in VERDICTS},
            "by_split": {split: self.by_split[split] for split in SPLITS},
            "file": name,
            "bytes": size,
            "sha256": sha256,
        }
