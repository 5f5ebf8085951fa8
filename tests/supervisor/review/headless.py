"""A journal searched, replayed, reported and exported where Qt can't be imported: a program that a test runs.

It plays a table, asks what a review asks, makes every document but the PDF, and prints what it found as JSON.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Final

QT: Final = ("PySide6", "shiboken6", "qasync", "console.table.ui")


class NoQt:
    """In the place of a machine without Qt: an import of it, or of a screen, fails."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Raises ModuleNotFoundError for Qt and the screens."""
        if any(name == each or name.startswith(f"{each}.") for each in QT):
            raise ModuleNotFoundError(f"{name} is not here", name=name)
        return None


def main(folder: Path) -> int:
    """Play, review, and report."""
    sys.meta_path.insert(0, NoQt())
    import msgspec

    from console.base.plain_text import WriteTarget
    from console.base.words import Words
    from console.supervisor.commands import journal_review
    from console.supervisor.commands.video_options import TableOptions
    from console.supervisor.records import Paper
    from console.supervisor.review.documents import DocumentMaker
    from console.supervisor.review.questions import JournalReader
    from console.supervisor.review.sources import Heading, Reviewing
    from console.table.core import Clock
    from console.table.journal import Filter
    from tests.command_lines import run
    from tests.table.played import FELL, ROUND, written

    path = written(folder / "T7.db", *ROUND, *FELL)
    printed: dict[str, object] = {}

    def draw(_: Paper) -> bytes:
        raise AssertionError("nobody wants a PDF")

    def search(reads: JournalReader, typed: str) -> int:
        reads.look_for(Filter(words=reads.words_of(typed, "de")))
        while not (found := reads.count()).done:
            pass
        return found.count

    def replay(reads: JournalReader) -> list[str]:
        reads.look_for(Filter(kinds=frozenset({"incident_reported"})))
        while not reads.count().done:
            pass
        (row,) = reads.rows(0, 9)
        story = reads.story(row.place)
        assert story is not None
        return [str(story.view(at).view.prompt.action) for at in range(len(story.moments))]

    def show(reviewing: Reviewing, words: Words, clock: Clock, heading: Heading) -> int:
        reads, makes = reviewing.reads(), reviewing.makes()
        while reads.prepare() < 1:
            pass
        printed["heading"] = heading(words)
        printed["found"] = {typed: search(reads, typed) for typed in ("rolled", "heruntergefallen", "T7-2")}
        printed["about"] = reads.about().files
        printed["replayed"] = replay(reads)
        write(reads, makes, words)
        reads.close()
        return 0

    def write(reads: JournalReader, makes: DocumentMaker, words: Words) -> None:
        report = makes.report_of_shift(None, lambda _: True)
        for kind in ("csv", "xlsx", "json"):
            makes.write_report(report, WriteTarget(folder / f"night.{kind}"), words, lambda _: True)
        reads.look_for(Filter(kinds=frozenset({"incident_reported"})))
        reads.count()
        makes.write_round(reads.rows(0, 1)[0], WriteTarget(folder / "round.json"), words, lambda _: True)
        printed["entries"] = makes.check(words, lambda _: True).entries

    statuses = [journal_review.main((path,), TableOptions(None), "de", show, draw)]
    exports = [
        word for kind in ("json", "csv", "xlsx") for word in (f"--{kind}", str(folder / f"report.{kind}"))
    ]
    for name, *line in (
        ("report", "--lang", "ja", *exports),
        ("report", "--lang", "en"),
        ("round", "T7-2", "--lang", "lt", "--json", str(folder / "file.json")),
    ):
        statuses.append(run(name, [str(path), *line], draw=draw))
    printed["statuses"] = statuses
    printed["loaded"] = sorted(name for name in sys.modules if name.partition(".")[0] in QT)
    print(msgspec.json.encode(printed).decode())
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
