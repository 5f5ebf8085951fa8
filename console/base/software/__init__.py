"""The console's own software as it runs here: its version, its files' digests, and how a journal names it."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.base.software import identity
    from console.base.software.identity import Software, at_work, digests, short, software_of
    from console.base.software.manifest import (
        KEY, LOCK, RELEASE, SIGNATURE, ConsoleFolder, Manifest, NoManifest, digest_of, is_bytecode,
        manifest_bytes, of, parse_manifest, read_manifest, running_console,
    )

__getattr__ = door(__name__)
