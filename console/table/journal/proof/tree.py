"""The tree over a journal's digests, as Certificate Transparency has it (RFC 6962, section 2.1).

A leaf is SHA-256 over a zero byte and an entry's digest, a node SHA-256 over a one byte and the two nodes
below it; the left half of a tree has the largest power of two of leaves that leaves at least one for the
right half. One root then stands for every entry, and a path of some twenty hashes shows that an entry is
below it. Leaves are counted from 0 here, entries from 1 elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Final, TypeAlias

Path: TypeAlias = tuple[bytes, ...]
"""Hashes of 32 bytes, from the leaf upwards."""

Below: TypeAlias = Callable[[int, int], bytes]
"""The root over the leaves from the first number to before the second."""

EMPTY: Final = sha256(b"").digest()
"""The root over nothing."""

BLOCK: Final = 1024
"""Leaves in a block, a power of two: what a proof reads at most around its entry."""


def leaf(digest: bytes) -> bytes:
    return sha256(b"\0" + digest).digest()


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


class GrowingTree:
    """A tree that grows leaf by leaf. It keeps one hash for each power of two in the number of leaves.
    ``size`` leaves may stand below it already: then ``peaks`` are the hashes over them, the largest first.
    """

    def __init__(self, size: int = 0, peaks: Iterable[bytes] = ()) -> None:
        self.size = size
        self._peaks = list(peaks)
        if len(self._peaks) != size.bit_count():
            raise ValueError(f"{len(self._peaks)} hashes can't stand for {size} leaves")

    def add(self, digest: bytes) -> None:
        """Add a leaf: an entry's digest."""
        self.put(sha256(b"\0" + digest).digest())

    def put(self, right: bytes) -> None:
        """Add a leaf by its hash, or a perfect tree by its root if all that are added have one size."""
        peaks, size = self._peaks, self.size
        while size & 1:
            right = sha256(b"\1" + peaks.pop() + right).digest()
            size >>= 1
        peaks.append(right)
        self.size += 1

    @property
    def peaks(self) -> Path:
        """The hashes over perfect trees of all leaves so far, the largest first."""
        return tuple(self._peaks)

    @property
    def root(self) -> bytes:
        return fold_roots(self._peaks)


class Blocks:
    """A growing tree whose leaves are counted in blocks: the root of a whole one may be kept and used again.
    ``whole`` are the roots of the blocks that stand already, in order.
    """

    def __init__(self, whole: Iterable[bytes] = ()) -> None:
        self._whole = GrowingTree()
        self._rest: list[bytes] = []
        for root in whole:
            self._whole.put(root)

    def add(self, digest: bytes) -> bytes | None:
        """Add a leaf; returns the root of its block if the leaf makes it whole."""
        self._rest.append(digest)
        if len(self._rest) < BLOCK:
            return None
        root = perfect(self._rest)
        self._whole.put(root)
        self._rest.clear()
        return root

    @property
    def whole(self) -> int:
        return self._whole.size

    @property
    def root(self) -> bytes:
        rest = GrowingTree()
        for digest in self._rest:
            rest.add(digest)
        return fold_roots((*self._whole.peaks, *rest.peaks))


def perfect(digests: Sequence[bytes]) -> bytes:
    """The root over a power of two of digests, level by level: twice as fast as one by one."""
    level = [sha256(b"\0" + each).digest() for each in digests]
    while len(level) > 1:
        level = [
            sha256(b"\1" + left + right).digest() for left, right in zip(level[::2], level[1::2], strict=True)
        ]
    return level[0]


def fold_roots(peaks: Sequence[bytes]) -> bytes:
    """The root over perfect trees that stand side by side, each smaller than the one before it."""
    if not peaks:
        return EMPTY
    *rest, root = peaks
    for left in reversed(rest):
        root = node(left, root)
    return root


def split(size: int) -> int:
    """The number of the ``size`` leaves, two or more, that stand in the left half."""
    return 1 << (size - 1).bit_length() - 1


def audit_path(index: int, size: int, below: Below) -> Path:
    """The hashes that lead from a leaf to the root over ``size`` leaves."""
    path, first = [], 0
    while size > 1:
        left = split(size)
        if index < left:
            path.append(below(first + left, first + size))
            size = left
        else:
            path.append(below(first, first + left))
            first, index, size = first + left, index - left, size - left
    return tuple(reversed(path))


def span_path(first: int, past: int, size: int, below: Below) -> Path:
    """The hashes that lead from the leaves from ``first`` to before ``past`` to the root over ``size``."""

    def beside(begin: int, width: int) -> Path:
        if first <= begin and begin + width <= past:
            return ()
        if past <= begin or begin + width <= first:
            return (below(begin, begin + width),)
        left = split(width)
        return (*beside(begin, left), *beside(begin + left, width - left))

    return beside(0, size)


def root_over(hashed: Sequence[bytes], first: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root of ``size`` leaves, from those ``hashed`` (the first is ``first``) and a path; or None."""
    past, rest = first + len(hashed), list(reversed(path))
    if not 0 <= first < past <= size:
        return None

    def over(begin: int, width: int) -> bytes:
        if past <= begin or begin + width <= first:
            return rest.pop()
        if width == 1:
            return hashed[begin - first]
        left = split(width)
        return node(over(begin, left), over(begin + left, width - left))

    try:
        root = over(0, size)
    except IndexError:
        return None  # the proof is shorter than such a path
    return None if rest else root


def root_of_path(hashed: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root to which a path leads from a leaf's hash; None if it is no path of such a leaf."""
    if not 0 <= index < size or len(path) != _length(index, size):
        return None
    last = size - 1
    for each in path:
        if index & 1 or index == last:
            hashed = node(each, hashed)
            while index and not index & 1:
                index, last = index >> 1, last >> 1
        else:
            hashed = node(hashed, each)
        index, last = index >> 1, last >> 1
    return hashed


def _length(index: int, size: int) -> int:
    """How many hashes a path has: one a level up to where leaf and end part, then one a left half."""
    inner = (index ^ size - 1).bit_length()
    return inner + (index >> inner).bit_count()
