"""The certificate's files: the JSON that is checked, and the PDF that is read."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from console.base.words import Words
from console.commissioning.certificate import Certificate, certificate_bytes
from console.commissioning.certificate_paper import certificate_paper
from console.supervisor.records import Paged, write_export


def files_in(folder: Path, table: str, at: datetime) -> tuple[Path, Path]:
    """The JSON and the PDF of a certificate for a table at a moment, named by the second. If either exists,
    both get the next free number: nobody chose these names, so nobody can choose others.
    """
    plain = "".join(letter if letter.isalnum() else "-" for letter in table)
    stem = f"commissioning-{plain}-{at.astimezone():%Y%m%d-%H%M%S}"
    for more in chain([""], (f"-{number}" for number in count(2))):
        files = folder / f"{stem}{more}.json", folder / f"{stem}{more}.pdf"
        if not any(os.path.lexists(file) for file in files):
            break
    return files


def write_files(certificate: Certificate, targets: Iterable[Path], words: Words, draw: Paged) -> None:
    """Write the certificate to each file, in the form of its ending. Raises ExportError."""
    for target in targets:
        is_page = target.suffix == ".pdf"
        write_export(
            target, draw(certificate_paper(certificate, words)) if is_page else certificate_bytes(certificate)
        )
