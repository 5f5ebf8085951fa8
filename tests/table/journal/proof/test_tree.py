"""The tree is the one of RFC 6962: its published roots and paths, and proofs that hold for nothing else."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.journal.proof.tree import EMPTY, GrowingTree, audit_path, leaf, node, root_of_path

LEAVES = [
    bytes.fromhex(each)
    for each in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""The tree of each size over :data:`LEAVES`, as Certificate Transparency's own tests have it
(transparency-dev/merkle, testonly/constants.go; google/certificate-transparency, merkle_tree_test.cc)."""
N01 = "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"
N23 = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
N45 = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
N67 = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
N03 = "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"
N47 = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
L0 = "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
L1 = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
L4 = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
L7 = "46f6ffadd3d06a09ff3c5860d2755c8b9819db7df44251788c7d8e3180de8eb1"
"""Nodes of the same tree, from the same place."""

leaves_of_a_tree = st.lists(st.binary(min_size=1, max_size=3), min_size=1, max_size=70)


def by_the_definition(leaves: Sequence[bytes]) -> bytes:
    """The root as section 2.1 defines it, word by word."""
    if not leaves:
        return EMPTY
    if len(leaves) == 1:
        return leaf(leaves[0])
    left = 1
    while left * 2 < len(leaves):
        left *= 2
    return node(by_the_definition(leaves[:left]), by_the_definition(leaves[left:]))


def grown(leaves: Sequence[bytes]) -> bytes:
    tree = GrowingTree()
    for each in leaves:
        tree.add(each)
    return tree.root


def path_of(index: int, leaves: Sequence[bytes]) -> tuple[bytes, ...]:
    return audit_path(index, len(leaves), lambda first, past: by_the_definition(leaves[first:past]))


def in_hex(path: Sequence[bytes]) -> list[str]:
    return [each.hex() for each in path]


@pytest.mark.parametrize("size", range(9))
def test_the_root_is_the_published_one(size: int) -> None:
    assert grown(LEAVES[:size]).hex() == ROOTS[size]


@pytest.mark.parametrize(
    ("index", "size", "path"),
    [
        (0, 1, []),
        (0, 8, [L1, N23, N47]),
        (5, 8, [L4, N67, N03]),
        (6, 8, [L7, N45, N03]),
        (2, 3, [N01]),
        (1, 5, [L0, N23, L4]),
    ],
)
def test_a_leafs_path_is_the_published_one(index: int, size: int, path: list[str]) -> None:
    assert in_hex(path_of(index, LEAVES[:size])) == path


@given(leaves_of_a_tree)
def test_a_tree_that_grew_has_the_root_of_the_definition(leaves: list[bytes]) -> None:
    assert grown(leaves) == by_the_definition(leaves)


@given(leaves_of_a_tree, st.data())
def test_a_tree_goes_on_from_its_peaks(leaves: list[bytes], data: st.DataObject) -> None:
    kept = data.draw(st.integers(0, len(leaves)))
    peaks, first = [], 0
    for bit in reversed(range(kept.bit_length())):
        if kept >> bit & 1:
            peaks.append(by_the_definition(leaves[first : first + (1 << bit)]))
            first += 1 << bit
    tree = GrowingTree(kept, peaks)
    for each in leaves[kept:]:
        tree.add(each)
    assert tree.root == by_the_definition(leaves)


def test_peaks_that_do_not_fit_the_size_are_refused() -> None:
    with pytest.raises(ValueError, match="3 leaves"):
        GrowingTree(3, [EMPTY])


@pytest.mark.sweep(8)
@pytest.mark.parametrize("size", range(1, 34))
def test_every_leaf_of_every_small_tree_is_proven_and_at_its_own_place_alone(size: int) -> None:
    leaves = [bytes((each,)) for each in range(size)]
    root = by_the_definition(leaves)
    for index in range(size):
        path = path_of(index, leaves)
        held = [
            (place, of)
            for of in range(1, size + 3)
            for place in range(of)
            if root_of_path(leaf(leaves[index]), place, of, path) == root
        ]
        # A path to the right edge turns alike in trees of other sizes: the size is part of what is signed.
        assert all(_turns(place, of) == _turns(index, size) for place, of in held)
        assert [place for place, of in held if of == size] == [index]


def _turns(index: int, size: int) -> list[bool]:
    """At each step upwards from a leaf, whether the path's hash stands to the left of it."""
    turns = []
    while size > 1:
        left = 1
        while left * 2 < size:
            left *= 2
        turns.append(index >= left)
        index, size = (index - left, size - left) if index >= left else (index, left)
    return turns[::-1]


@given(leaves_of_a_tree, st.data())
def test_a_changed_byte_a_hash_more_or_less_proves_nothing(leaves: list[bytes], data: st.DataObject) -> None:
    size, root = len(leaves), by_the_definition(leaves)
    index = data.draw(st.integers(0, size - 1))
    path, hashed = path_of(index, leaves), leaf(leaves[index])
    assert root_of_path(hashed, index, size, path) == root
    assert root_of_path(leaf(leaves[index] + b"x"), index, size, path) != root
    assert root_of_path(hashed, index, size, (*path, EMPTY)) is None
    assert root_of_path(hashed, size, size, path) is None
    assert root_of_path(hashed, -1, size, path) is None
    if path:
        assert root_of_path(hashed, index, size, path[:-1]) is None
        at = data.draw(st.integers(0, len(path) - 1))
        assert root_of_path(hashed, index, size, _changed(path, at, data)) != root


def _changed(path: Sequence[bytes], at: int, data: st.DataObject) -> tuple[bytes, ...]:
    return (*path[:at], _byte_changed(path[at], data), *path[at + 1 :])


def _byte_changed(value: bytes, data: st.DataObject) -> bytes:
    at, by = data.draw(st.integers(0, len(value) - 1)), data.draw(st.integers(1, 255))
    return value[:at] + bytes((value[at] ^ by,)) + value[at + 1 :]
