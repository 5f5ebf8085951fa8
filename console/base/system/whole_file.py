"""A small file, read whole or written whole.

A file of the user's own is complete at any moment, in its old or its new state. It is written beside its
place, brought to the disk, and only then given its name; when the call returns, the name is on the disk too.

Anybody who can write a folder can put something else where a file belongs: a pipe, for which a reader waits
without end; a device, which has no end; or a file larger than the memory. None of them is read, or waited
for. It uses only the standard library.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import Final, TypeAlias

MIB: Final = 1 << 20
MOST: Final = 64 * MIB
"""The most bytes of a file, unless the reader asks for less: no list, key, seal or proof has half of it."""
_AT_ONCE: Final = os.O_NONBLOCK | os.O_CLOEXEC


class NotPlain(OSError):
    """The path is no plain file; ``strerror`` is what it is."""


class TooLarge(OSError):
    """The file has more bytes than any that belongs there."""

    def __init__(self, place: Path, limit: int) -> None:
        super().__init__(errno.EFBIG, f"it has more than {limit} bytes", str(place))
        self.most = limit


def resource_folder(name: str) -> Path:
    """A folder of what the console brings along: in the checkout, or beside the installed package."""
    package = Path(__file__).resolve().parents[2]
    checkout = package.parent / "resources" / name
    return checkout if checkout.is_dir() else package / "resources" / name


def others_write(found: os.stat_result) -> bool:
    """Whether anybody but its owner can write to a file or folder. The owner's own group is nobody else:
    Debian 13 lets it write to what a user makes.
    """
    by_group = found.st_mode & stat.S_IWGRP and found.st_gid != found.st_uid
    return bool(by_group or found.st_mode & stat.S_IWOTH)


def open_plain(place: Path, *, links: bool = True) -> BufferedReader:
    """A file open for reading; ``links``: whether its name may be a link. Raises OSError, NotPlain."""
    descriptor = os.open(place, os.O_RDONLY | _AT_ONCE | (0 if links else os.O_NOFOLLOW))
    kind = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(kind):  # It is checked before Python opens it, whose message for a folder is another.
        os.close(descriptor)
        raise NotPlain(errno.EINVAL, f"it is a {_named(kind)}, and no file", str(place))
    return os.fdopen(descriptor, "rb")


def content_of(place: Path, limit: int = MOST, *, links: bool = True) -> bytes:
    """The bytes of a file. Raises OSError, NotPlain, TooLarge."""
    with open_plain(place, links=links) as file:
        written = b"" if os.fstat(file.fileno()).st_size > limit else file.read(limit + 1)
        if len(written) > limit or os.fstat(file.fileno()).st_size > limit:
            raise TooLarge(place, limit)
    return written


def true_place(place: Path) -> Path:
    """The path without links, as far as they lead anywhere. A link to itself stays, and is an OSError when
    opened: before Python 3.13 Path.resolve raises RuntimeError for it.
    """
    return Path(os.path.realpath(place))


Content: TypeAlias = bytes | Callable[[Path], object]
"""The content of a file, or what writes it into a new file."""


def put_whole(place: Path, content: Content) -> None:
    """Write a file, over an existing one, for this user alone. Raises OSError."""
    with _beside(place, content) as new:
        os.replace(new, place)
    settle(place.parent)


def put_first(place: Path, content: bytes) -> None:
    """Write a new whole file; of two programs that begin at once, the first one's stays. Raises OSError."""
    with suppress(FileExistsError):
        put_new(place, content)


def put_new(place: Path, content: Content) -> None:
    """Write a new whole file; not even a link may be there. Raises FileExistsError, OSError."""
    with _beside(place, content) as new:
        name_new(new, place)


def name_new(new: Path, place: Path) -> None:
    """Give a file that was just written a new name. Raises FileExistsError, OSError."""
    try:
        os.link(new, place)
    except FileExistsError:
        raise
    except OSError:  # A USB stick's file system has no hard links: there a check beforehand must do.
        if os.path.lexists(place):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(place)) from None
        os.rename(new, place)
    new.unlink(missing_ok=True)
    settle(place.parent)


def add_name(
    path: Path, other: Path, opened: Callable[[Path], AbstractContextManager[BufferedReader]]
) -> None:
    """Give a file a second, new name, or a copy on a medium with one name a file; ``opened`` opens it for
    that. Raises FileExistsError, OSError.
    """
    try:
        os.link(path, other)
    except FileExistsError:
        raise
    except OSError:
        import shutil  # Most file systems have hard links and don't need it.

        part = other.with_name(f"{other.name}.part")
        part.unlink(missing_ok=True)
        with opened(path) as whole, open(part, "xb", opener=_private) as file:
            shutil.copyfileobj(whole, file)
            file.flush()
            os.fsync(file.fileno())
        name_new(part, other)
    settle(other.parent)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


_NO_FOLDERS: Final = (errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EPERM, errno.EBADF)
"""The errors of a folder that may be written and not read, and of a medium that settles only files."""


def settle(folder: Path) -> None:
    """Bring a folder's names to the disk, as far as its medium can. Raises OSError."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in _NO_FOLDERS:
            raise


_NO_RIGHTS: Final = (errno.EPERM, errno.ENOTSUP, errno.EINVAL, errno.ENOSYS)
"""The errors of a medium on which a file has no rights of its own."""


def let_read(file: Path | int) -> None:
    """Let everybody read one's own file, a path or descriptor, if its medium has rights. Raises OSError."""
    try:
        os.chmod(file, 0o644)
    except OSError as error:
        if error.errno not in _NO_RIGHTS:
            raise


@contextmanager
def _beside(place: Path, content: Content) -> Iterator[Path]:
    """The content in a file beside the place, on the disk, which is removed if it is still there later."""
    import tempfile  # A start never writes in this way, so it does not load the module.

    descriptor, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")  # mkstemp makes it 0600.
    new = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if isinstance(content, bytes):
                file.write(content)
                file.flush()
            else:
                content(new)
            os.fsync(file.fileno())
        yield new
    finally:
        new.unlink(missing_ok=True)


def _named(kind: int) -> str:
    kinds = ((stat.S_ISDIR, "folder"), (stat.S_ISFIFO, "pipe"), (stat.S_ISSOCK, "socket"))
    return next((name for is_one, name in kinds if is_one(kind)), "device")
