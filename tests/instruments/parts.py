"""``python3 -m tests parts``: writes the bill of materials, from the lock file and what the parts say.

The parts that a table, a floor and its monitoring need, by CycloneDX's own library. It has no time and no
number of its own: made twice it is the same. Every part must be installed in the version that is locked, or
its licence could not be told.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from importlib.metadata import distribution
from pathlib import Path
from typing import Final, NamedTuple

from packaging.requirements import Requirement

from console.base.setup import OWN, ROOT, lock_file
from console.base.setup.locked_versions import FOR
from console.commissioning.commands.licences import licence_of
from console.commissioning.software.parts import NEEDED_BY, bill_file

SHIPPED: Final = (OWN, "floor", "monitoring")
"""The extras that are installed where the console is used; tests and tools are not."""


class Locked(NamedTuple):
    """A part as the lock file has it."""

    name: str
    version: str
    needed_by: tuple[str, ...]
    digests: tuple[str, ...]


def locked(text: str) -> Iterator[Locked]:
    """The parts that are shipped, without those of another system."""
    for block in re.split(r"\n\n+", text):
        named, _, lines = block.strip().partition("\n")
        wanted = [each for each in named.removeprefix(FOR).split() if each in SHIPPED]
        if named.startswith(FOR) and wanted:
            part = Requirement(lines.partition("\\")[0])
            if part.marker is None or part.marker.evaluate():
                [version] = part.specifier
                digests = tuple(re.findall(r"sha256:([0-9a-f]{64})", lines))
                yield Locked(part.name, version.version, tuple(wanted), digests)


def bill_of_parts(root: Path) -> str:
    """The bill's text. Raises ValueError if a part is installed in another version than is locked."""
    from cyclonedx.factory.license import LicenseFactory
    from cyclonedx.model import (
        ExternalReference,
        ExternalReferenceType,
        HashAlgorithm,
        HashType,
        Property,
        XsUri,
    )
    from cyclonedx.model.bom import Bom
    from cyclonedx.model.component import Component, ComponentType
    from cyclonedx.output.json import JsonV1Dot6
    from packageurl import PackageURL

    from console import __version__

    licences, bom = LicenseFactory(), Bom()
    own = Component(
        type=ComponentType.APPLICATION,
        name="dealer-console",
        version=__version__,
        bom_ref="dealer-console",
        licenses=[licences.make_from_string("MIT")],
    )
    bom.metadata.component = own
    parts = []
    for each in locked(lock_file(root).read_text("utf-8")):
        there = distribution(each.name)
        if there.version != each.version:
            raise ValueError(f"{each.name} {there.version} is installed, {each.version} is locked")
        said, purl = licence_of(there), PackageURL("pypi", None, each.name, each.version)
        files = ExternalReference(
            type=ExternalReferenceType.DISTRIBUTION,
            url=XsUri(purl.to_string()),
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest) for digest in each.digests],
        )
        parts.append(
            Component(
                type=ComponentType.LIBRARY,
                name=each.name,
                version=each.version,
                bom_ref=purl.to_string(),
                purl=purl,
                licenses=[licences.make_from_string(said)] if said else [],
                external_references=[files],
                properties=[Property(name=NEEDED_BY, value=" ".join(each.needed_by))],
            )
        )
    bom.components.update(parts)
    bom.register_dependency(own, parts)
    said_of_it = json.loads(JsonV1Dot6(bom).output_as_string())
    del said_of_it["serialNumber"], said_of_it["metadata"]["timestamp"]  # each would differ every time
    return json.dumps(said_of_it, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main(argv: Sequence[str]) -> int:
    """Write it."""
    argparse.ArgumentParser(prog="python3 -m tests parts", description=__doc__).parse_args(argv)
    bill_file().write_text(bill_of_parts(ROOT), "utf-8")
    return 0
