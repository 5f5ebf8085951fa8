"""A file of the user's own that is whole at any moment: as it was or as it is to be, with nothing between.

It is written beside its place, brought to the disk, and only then given its name; when the call returns, the
name is on the disk too. Knows the standard library alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def put_whole(place: Path, content: bytes) -> None:
    """Put a file in its place, over what lies there, for this user alone. Raises OSError."""
    with _beside(place, content) as new:
        os.replace(new, place)
    settle(place.parent)


def put_first(place: Path, content: bytes) -> None:
    """The same where nothing lies there yet: of two programs that begin at once, the first one's stays.

    Raises OSError.
    """
    with _beside(place, content) as new, suppress(FileExistsError):
        os.link(new, place)
    settle(place.parent)


def settle(folder: Path) -> None:
    """Bring a folder's names to the disk. Raises OSError."""
    with suppress(PermissionError):  # Windows has no such call and needs none
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _beside(place: Path, content: bytes) -> Iterator[Path]:
    """The content in a file beside the place, on the disk; what is left of it afterwards is taken away."""
    import tempfile  # a start writes nothing so, and need not load it

    descriptor, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")  # mkstemp makes it 0600
    new = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield new
    finally:
        new.unlink(missing_ok=True)
