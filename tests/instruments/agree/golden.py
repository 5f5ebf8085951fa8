"""``python3 -m tests golden``: every field of every document of kept journals, in two trees.

``play FOLDER`` keeps the journals of random sessions in a folder. ``write FOLDER FILE`` reads them and
writes each field of each document on a line of its own: once in the tree before a change, once in the one
after it. ``differ FILE FILE`` names each field that differs; the exit status is 0 only if there is none.
A new field is a difference of each document that has it.

The proofs' keys and digests are left out: what is played is the same, but each journal has keys of its own.
"""

from __future__ import annotations

import argparse
import logging
import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec

from tests.instruments.account.running import own_folder

SHOWN: Final = 3
"""The lines of one field that are printed."""
KEYS: Final = ("proof", "key", "keys", "head")


def main(argv: Sequence[str]) -> int:
    """Do one of the three parts; 1 if ``differ`` finds something."""
    parser = argparse.ArgumentParser("python3 -m tests golden", description=__doc__)
    parts = parser.add_subparsers(dest="part", required=True)
    play = parts.add_parser("play", help="keep journals")
    play.add_argument("folder", type=Path)
    play.add_argument("--sessions", type=int, default=40, help="how many (40)")
    play.add_argument("--seed", type=int, default=0, help="the first session (0)")
    play.add_argument("--lines", type=int, default=160, help="the lines of each (160)")
    write = parts.add_parser("write", help="write all fields")
    write.add_argument("folder", type=Path)
    write.add_argument("file", type=Path)
    differ = parts.add_parser("differ", help="compare two such files")
    differ.add_argument("one", type=Path)
    differ.add_argument("other", type=Path)
    given = parser.parse_args(argv)
    if given.part == "differ":
        return differing(given.one, given.other)
    given.folder = given.folder.absolute()
    given.folder.mkdir(parents=True, exist_ok=True)
    os.environ["TZ"] = "UTC"
    time.tzset()
    logging.disable(logging.CRITICAL)
    with own_folder():
        if given.part == "play":
            played(given.folder, range(given.seed, given.seed + given.sessions), given.lines)
        else:
            given.file.write_text("".join(f"{line}\n" for line in written(given.folder)), "utf-8")
    return 0


def played(folder: Path, seeds: Sequence[int], lines: int) -> None:
    """Keep the journals, a folder each."""
    from tests.instruments.agree.rare_sessions import RareSitting

    for seed in seeds:
        own = folder / f"{seed:06}"
        own.mkdir()
        RareSitting(seed, own).files(lines)


def written(folder: Path) -> Iterator[str]:
    """Each field of each document, a line each: session, document and field, a tab, and the value as JSON."""
    from console.supervisor.reports.report_json import told
    from console.table.journal import archives
    from tests.instruments.agree.documents import Documents

    for own in sorted(each for each in folder.iterdir() if each.is_dir()):
        closed = sorted(file for file in own.glob("T1-*.db") if archives.is_closed_file(file))
        with closing(Documents([*closed, own / "T1.db"])) as documents:
            for name, document in of_a_journal(documents):
                fields: dict[str, Any] = told(document)
                for field, value in fields.items():
                    if field not in KEYS:
                        text = msgspec.json.encode(without_keys(value), enc_hook=str, order="sorted").decode()
                        yield f"{own.name} {name} {field}\t{text}"


def of_a_journal(documents: Any) -> Iterator[tuple[str, object]]:
    """Every document of a journal, by name."""
    for shift, table in documents.reports.items():
        yield f"report of {shift}:", table
    for file, record in documents.listed:
        yield f"listed record {file.stem} {record.id}:", record
    for id, record in documents.incidents.items():
        yield f"record {id}:", record
    for id, round_ in documents.rounds.items():
        yield f"round {id}:", round_
    for row in documents.rows:
        yield f"row {row.place.journal} {row.number}:", row


def without_keys(value: Any) -> Any:
    """A value without what hangs on a journal's keys."""
    if isinstance(value, Mapping):
        return {name: without_keys(each) for name, each in value.items() if name not in KEYS}
    if isinstance(value, list | tuple):
        return [without_keys(each) for each in value]
    return value


def differing(one: Path, other: Path) -> int:
    """Print each line that only one file has, with how often each field differs."""
    texts = [
        dict(line.split("\t", 1) for line in each.read_text("utf-8").splitlines()) for each in (one, other)
    ]
    counted: Counter[str] = Counter()
    for name in sorted({*texts[0], *texts[1]}):
        values = [text.get(name, "nothing") for text in texts]
        if values[0] != values[1]:
            document, field = name.split()[1], name.rsplit(maxsplit=1)[1]
            counted[f"{document} {field}"] += 1
            if counted[f"{document} {field}"] <= SHOWN:
                print(f"{name}\n  - {around(values[0], values[1])}\n  + {around(values[1], values[0])}")
    for field, count in counted.most_common():
        print(f"{count:6} {field}")
    print(f"{len(texts[0])} and {len(texts[1])} fields, {counted.total()} differ")
    return 1 if counted else 0


def around(text: str, other: str, width: int = 300) -> str:
    """The part of a text in which it begins to differ from another one."""
    same = next(
        (place for place, (one, two) in enumerate(zip(text, other, strict=False)) if one != two),
        min(len(text), len(other)),
    )
    return text[max(0, same - 60) : same + width]
