"""``dealer-console journal verify FILE...``: the verdict on journals, in words.

It names what is proven and what can't be: who could have recomputed the chain, and whose key it is. Kept
states are reconstructed from the entries, if this console has the game and the rulebook.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Final, NamedTuple, Self, TextIO

import msgspec

from console import __version__
from console.base.plain_text import visible
from console.base.system import true_place
from console.base.words import FIRST, Words, noted_moment
from console.table.core import JournalOrigin, NoteKind, entries_lost, events, game_of
from console.table.core.running.fold import TableReplayer
from console.table.custody.table_opening import console_in, journal_origin
from console.table.game.rulebook import RulebookError, load_rulebook
from console.table.journal import JournalError
from console.table.journal.file.heading import Heading
from console.table.journal.proof.checkpoint import Note, is_note, note_file
from console.table.journal.proof.flaws import Flaw
from console.table.journal.proof.inclusion import is_json
from console.table.journal.proof.keys import PublicKey, default_folder, public_key
from console.table.journal.proof.newest_seal import NewestSeals
from console.table.journal.proof.sealed_part import Sealing
from console.table.journal.proof.statement import Seal, Statement, seal_file
from console.table.journal.proof.succession import Break, FileSequence, journals_in, lost_journals, verify_all
from console.table.journal.proof.verification import Verdict, verify
from console.table.journal.reader import review
from console.table.words import inside, whole


def _printable(path: Path) -> str:
    return visible(str(path))


def replayer(heading: Heading) -> TableReplayer | None:
    """Computes the states of a journal with this heading; None if this console lacks its game or rulebook."""
    try:
        game = game_of(load_rulebook(heading.rules), heading.game)
        return TableReplayer(game, heading.table, is_own=heading.version == __version__)
    except (RulebookError, KeyError, ValueError):
        return None


KEY_COMMAND: Final = "dealer-console key"
NOT_VERIFIED: Final = 2
"""The exit status if the files could not be read to their end, or somebody stopped it."""
_BEGINNING: Final = 20
"""Entries among which a start notes that the journal before was lost."""
_EVERY: Final = 0.1
"""Seconds between two lines of progress."""
_BAR: Final = 30
"""Characters of a bar that shows progress."""
_CLEAR: Final = "\x1b[K"
"""Clears a terminal's line from here to its end."""


class ExpectedTable(NamedTuple):
    """The table that a journal should be of: by its name only, or as the table's own file describes it."""

    table: str
    game: str | None = None
    rules: str | None = None
    casino: str | None = None
    """The casino's name, if it is to be compared: a journal that names no casino may be of any."""
    refuse: Callable[[Path], None] | None = None
    """Raises a JournalError if a whole file of that name can't be this table's."""
    terminals: str | None = None
    """The name that a journal begun at a terminal gives its table; None: such a journal is not looked for."""

    def is_named_in(self, source: Heading | Statement) -> bool:
        asked = (self.game or source.game, self.rules or source.rules)
        return self.table == source.table and asked == (source.game, source.rules)


def main(
    paths: Sequence[Path],
    lang: str = FIRST,
    keys: Sequence[Path] = (),
    head: Path | None = None,
    whose: ExpectedTable | None = None,
    witnesses: Sequence[Path] = (),
) -> int:
    """Print the verdict on standard output: 0 good, 1 not good, 2 (on standard error) nothing to verify.

    ``paths``: the journals' files, several in a folder; ``keys``: files of public keys; ``head``: the file of
    a seal kept elsewhere. ``whose``: the table of all of them; without it the seal's is, since one console's
    key seals many a table. With ``witnesses``, files of their public keys, ``head`` is a note that one of
    them signed.
    """
    words = Words(lang)
    try:
        known = [public_key(each) for each in keys]
        kept = None if head is None else _seal_or_note(head, witnesses)
        lost = {path: lost_journals(path) for path in paths}
        there = [path for path in paths if path.is_dir() or not lost[path]]
        lines, good = _verified(there, words, known, kept, whose)
        gone = [*chain.from_iterable(lost.values())]
        lines += [words.text(each.key, **each.slots) for each in gone]
    except JournalError as error:
        print(words.text(error.key, **error.slots), file=sys.stderr)
        return NOT_VERIFIED
    except KeyboardInterrupt:
        print(words.text("journal.verify.stopped"), file=sys.stderr)
        return NOT_VERIFIED
    print("\n".join(lines))
    return 0 if good and not gone else 1


def _seal_or_note(head: Path, witnesses: Sequence[Path]) -> Seal | Note:
    """The seal or note that was kept elsewhere. Raises a JournalError. A file that is neither, an empty one
    for example, is judged as the kind that the options ask for.
    """
    if is_note(head) or (witnesses and os.path.exists(head) and not is_json(head)):
        return note_file(head, [public_key(each) for each in witnesses])
    return seal_file(head)


def verdict_of(path: Path, words: Words) -> list[str]:
    """The lines of a journal's verdict, without known keys. Raises JournalError if the file is no journal."""
    return _verified([path], words, (), None)[0]


def _verified(
    paths: Sequence[Path],
    words: Words,
    known: Sequence[PublicKey],
    kept_head: Seal | Note | None,
    whose: ExpectedTable | None = None,
) -> tuple[list[str], bool]:
    newest_seals = NewestSeals(default_folder())
    in_folders = {path: journals_in(path) for path in paths if path.is_dir()}
    listed = frozenset(chain.from_iterable(in_folders.values()))
    files = _each_once([file for path in paths for file in in_folders.get(path, [path])], listed)
    with Meter(words, sys.stderr) as meter:
        if len(files) == 1:
            verdict = verify(files[0], known, kept_head, meter, replayer, newest_seals=newest_seals)
            if others := other_table(words, files[0], verdict.heading, whose or _of_seal(kept_head)):
                sound = verdict.flaw in (None, Flaw.HEAD, Flaw.OTHER)
                flaws = [] if sound else [_chained(words, _printable(files[0]), verdict)]
                return [*_whose(words, files[0], verdict), *others, *flaws], False
            gap = files[0] in listed and _begins(verdict) is not None
            verdict_lines = _verdict_lines(words, files[0], verdict, bool(known), kept_head, whose, gap=gap)
            return list(verdict_lines), verdict.good and not gap and not _is_unchecked(verdict)
        found = verify_all(files, known, kept_head, meter, replayer, newest_seals, listed)
    lines = list[str]()
    good = True
    for each in found:
        others = [
            line
            for member in (*each.members, *each.copies)
            for line in other_table(words, member.path, member.verdict.heading, whose)
        ]
        lines += [*findings(each, words, whose=whose), *others]
        if not others:
            head = kept_head if _is_compared(each, kept_head) else None
            lines += limits(each, words, known=bool(known), head=head)
        unchecked = any(_is_unchecked(member.verdict) for member in (*each.members, *each.copies))
        good = good and each.good and not others and not unchecked
    return lines, good


def _each_once(paths: Sequence[Path], listed: Collection[Path]) -> list[Path]:
    """The files in their order, each once by its name in its folder; links are kept, and refused later."""
    once = dict[Path, Path]()
    for path in paths:
        place = true_place(path.parent) / path.name
        once[place] = path if path in listed else once.get(place, path)
    return list(once.values())


def _is_compared(files: FileSequence, kept_head: Seal | Note | None) -> bool:
    """Whether the seal or note kept elsewhere is of one of these files: it says nothing of others."""
    headings = [member.verdict.heading for member in files.members]
    content = None if kept_head is None else kept_head.content
    begun = [heading.digest.hex() for heading in headings if heading is not None]
    return content is not None and content.journal in begun


def _of_seal(kept_head: Seal | Note | None) -> ExpectedTable | None:
    content = None if kept_head is None else kept_head.content
    return None if content is None else ExpectedTable(content.table, content.game, content.rules)


def other_table(
    words: Words, path: Path, source: Heading | Statement | None, whose: ExpectedTable | None
) -> list[str]:
    """A line if a file is of another table than ``whose``; none without it or if the heading is unknown."""
    if source is None or whose is None:
        return []
    if whose.is_named_in(source):
        if not isinstance(source, Heading):
            return []
        casino = "" if whose.casino is None else casino_of(path)
        return other_casino(words, path, source, whose, casino) or _refused(words, path, whose)
    found = ExpectedTable(source.table, source.game, source.rules)
    asked = ExpectedTable(whose.table, whose.game or source.game, whose.rules or source.rules)
    if asked.table != found.table:
        return [words.text("journal.verify.table", file=path, table=asked.table, found=found.table)]
    names = (f"{each.table} ({words.text(f'game.{each.game}')}, {each.rules})" for each in (asked, found))
    return [words.text("journal.verify.table", file=path, table=next(names), found=next(names))]


def other_casino(
    words: Words, path: Path, source: Heading | Statement, whose: ExpectedTable | None, casino: str
) -> list[str]:
    """A line if a file of this table names another casino than the ``casino`` that is asked for."""
    if whose is None or not whose.casino or casino in ("", whose.casino):
        return []
    names = (f"{each}, {source.table}" for each in (whose.casino, casino))
    return [words.text("journal.verify.table", file=path, table=next(names), found=next(names))]


def _refused(words: Words, path: Path, whose: ExpectedTable) -> list[str]:
    """A line if the table can't have had this file, whatever its heading says."""
    try:
        if whose.refuse is not None:
            whose.refuse(path)
    except JournalError as error:
        return [words.text(error.key, **error.slots)]
    except (msgspec.MsgspecError, RecursionError):
        pass  # the verdict names what is wrong with it
    return []


def casino_of(path: Path) -> str:
    """The casino that a journal names last, by its newest proven state and the entries after; or empty."""
    with suppress(JournalError, msgspec.MsgspecError, RecursionError):
        return console_in(path).casino
    return ""


def findings(
    files: FileSequence,
    words: Words,
    name_of: Callable[[Path], str] = _printable,
    *,
    brief: bool = False,
    whose: ExpectedTable | None = None,
) -> Iterator[str]:
    """The findings on a table's files, one after the other, and whether the files follow on.

    ``name_of`` gives a file's name; ``brief``: of several files, only the last and those that are not right;
    ``whose``: the table to which they should belong, whose casino is known.
    """
    for each in files.members:
        if brief and each.verdict.flaw is None and each is not files.members[-1]:
            continue
        yield from _whose(words, each.path, each.verdict, whose, name_of)
        yield _chained(words, name_of(each.path), each.verdict)
        if each.reader is not None:
            yield words.text("journal.verify.reader", file=name_of(each.path), reader=each.reader)
        yield from _added_by_others(words, name_of(each.path), each.verdict)
        yield from _lost_before(words, each.path, name_of(each.path))
        if each.verdict.flaw is None and each.verdict.sealing.seals:
            yield _seals(words, each.verdict)
    for copy in files.copies:
        if copy.verdict.flaw is not None:
            yield _chained(words, name_of(copy.path), copy.verdict)
        if copy.copy_of is not None:
            slots = {"file": name_of(copy.path), "before": name_of(copy.copy_of)}
            yield words.text("journal.follow.copy", **slots, entry=whole(copy.verdict.entries, words))
    first, of = files.members[0], next((each for each in files.members if each.path == files.at), None)
    if first.before is not None and first is not of:
        yield words.text("journal.follow.begins", file=name_of(first.path), before=visible(first.before))
    if of is not None:
        yield words.text(
            f"journal.follow.{files.broken}", file=name_of(of.path), before=visible(of.before or "–")
        )
    elif len(files.members) > 1 and files.good:
        for before, after in pairwise(files.members):
            if after.before not in (None, before.path.name):
                slots = {"file": name_of(before.path), "before": visible(after.before or "")}
                yield words.text("journal.follow.renamed", journal=name_of(after.path), **slots)
        yield words.count("journal.follow.good", len(files.members), entries=whole(files.entries, words))


def limits(
    files: FileSequence,
    words: Words,
    *,
    known: bool = False,
    head: Seal | Note | None = None,
    on_screen: bool = False,
) -> Iterator[str]:
    """The keys that sealed the files, and the limits of a good verdict.

    ``known``: keys were named; ``head``: a seal that was kept elsewhere; ``on_screen``: the reader has no
    command line.
    """
    if files.good:
        yield from _limits(words, files.sealing, files.tail, known, head, on_screen=on_screen)


class Meter:
    """A line on a terminal that shows the progress; without a terminal it shows nothing."""

    def __init__(self, words: Words | None, out: TextIO) -> None:
        """``words`` count the entries that are checked; None: a bar shows work of another kind."""
        self._words = words
        self._out = out if out.isatty() else None
        self._next = time.monotonic() + _EVERY

    def __call__(self, done: int, of: int) -> bool:
        """Show the progress, not too often; it never stops the work, Ctrl-C does."""
        if self._out is not None and time.monotonic() >= self._next:
            if self._words is None:
                self._write(f"[{'#' * (_BAR * done // max(of, 1)):{_BAR}}]")
            else:
                self._write(self._words.text("journal.verify.progress", done=done, of=of))
            self._next = time.monotonic() + _EVERY
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._out is not None:
            self._write("")

    def _write(self, line: str) -> None:
        if self._out is not None:
            self._out.write(f"\r{_CLEAR}{line}")
            self._out.flush()


def _verdict_lines(
    words: Words,
    path: Path,
    verdict: Verdict,
    known: bool,
    head: Seal | Note | None,
    whose: ExpectedTable | None,
    *,
    gap: bool,
) -> Iterator[str]:
    yield from _whose(words, path, verdict, whose)
    yield _chained(words, _printable(path), verdict)
    yield from _added_by_others(words, _printable(path), verdict)
    yield from _lost_before(words, path, _printable(path))
    sealing = verdict.sealing
    if verdict.flaw is None and sealing.seals:
        yield _seals(words, verdict)
    if (before := _begins(verdict)) is not None:
        how = Break.GAP if gap else "begins"
        yield words.text(f"journal.follow.{how}", file=_printable(path), before=visible(before))
    if verdict.flaw is not None or gap:
        return
    yield from _limits(words, sealing, verdict.entries - sealing.entries, known, head)


def _begins(verdict: Verdict) -> str | None:
    """The name of the file that a journal goes on from; None if it continues none."""
    before = None if verdict.heading is None else verdict.heading.predecessor
    return None if before is None else before.file


def _whose(
    words: Words,
    path: Path,
    verdict: Verdict,
    whose: ExpectedTable | None = None,
    name_of: Callable[[Path], str] = _printable,
) -> Iterator[str]:
    """The journal's casino and table, its first and last day; nothing if its heading was changed."""
    heading = verdict.heading
    if heading is None:
        return
    if _is_unchecked(verdict):
        yield words.text("journal.verify.doubt.untold", file=name_of(path), rules=visible(heading.rules))
    game, rules = (
        inside(words, known) if (known := words.find(f"{what}.{name}")) else visible(name)
        for what, name in (("game", heading.game), ("rules", heading.rules))
    )
    asked = whose.casino if whose is not None and whose.is_named_in(heading) else None
    casino = casino_of(path) or asked
    table = heading.table if not casino else f"{casino}, {heading.table}"
    slots = {"file": name_of(path), "table": visible(table), "game": game, "rules": rules}
    if verdict.first is None or verdict.latest is None:
        yield words.text("journal.verify.whose.empty", **slots)
    else:
        first, last = (noted_moment(at, words.locale) for at in (verdict.first, verdict.latest))
        yield words.text("journal.verify.whose", **slots, first=first, last=last)
    with suppress(JournalError, msgspec.MsgspecError, RecursionError):
        if (origin := journal_origin(heading.table, console_in(path))) is not JournalOrigin.LIVE:
            yield words.label(name_of(path), words.text(f"origin.{origin}"))


def _lost_before(words: Words, path: Path, name: str) -> list[str]:
    """A line if one of the journal's first entries says that the file before was lost, or lost its end."""
    lines = list[str]()
    with suppress(JournalError), review(path, is_checked=True) as found:
        for each in islice(found.entries(0), _BEGINNING):
            noted = events.DECODER.decode(each.event)
            if not isinstance(noted, events.Noted):
                continue
            if noted.what == NoteKind.JOURNAL_SET_ASIDE or (
                noted.what == NoteKind.FILES_MISSING and "; journal " in f"; {noted.text}"
            ):
                lines.append(words.label(name, words.text(f"log.noted.{noted.what}")))
            elif noted.what == NoteKind.JOURNAL_RECOVERED and (lost := entries_lost(noted.text)):
                said = words.text("report.doing.entries_lost")
                lines.append(words.label(name, words.label(said, whole(lost, words))))
    return lines


def _is_unchecked(verdict: Verdict) -> bool:
    """Whether the journal holds, but this console lacks its game or rulebook to compute its states again."""
    return verdict.heading is not None and verdict.flaw is None and replayer(verdict.heading) is None


def _chained(words: Words, path: str, verdict: Verdict) -> str:
    if verdict.flaw is not None:
        slots = {"file": path, "entry": verdict.entry, "sealed": verdict.sealing.entries}
        name = None if verdict.name is None else visible(verdict.name)
        return words.text(f"journal.verify.{verdict.flaw}", **slots, name=name)
    return words.count("journal.verify.good", verdict.entries, file=path, head=verdict.head.hex())


def _added_by_others(words: Words, path: str, verdict: Verdict) -> Iterator[str]:
    if verdict.others:
        yield words.text("journal.verify.others", file=path, name=words.list_of(verdict.others))


def _seals(words: Words, verdict: Verdict) -> str:
    sealing = verdict.sealing
    at = noted_moment(sealing.at or "", words.locale)
    return words.count("journal.verify.seals", sealing.seals, entry=sealing.entries, at=at)


def _limits(
    words: Words,
    sealing: Sealing,
    tail: int,
    known: bool,
    head: Seal | Note | None,
    *,
    on_screen: bool = False,
) -> Iterator[str]:
    """The keys, and the limits of a good verdict; ``tail`` entries came after the last seal."""
    if not sealing.seals:
        yield words.text("journal.verify.unsealed")
        if isinstance(head, Note):
            yield words.text("journal.verify.continued", entry=head.content.entries)
        return
    yield from key_lines(words, sealing.keys, known, on_screen=on_screen)
    if tail:
        yield words.count("journal.verify.tail", tail)
    content = None if head is None else head.content
    if content is None:
        yield words.text("journal.verify.no_head")
    else:
        yield words.text("journal.verify.continued", entry=content.entries)


def key_lines(
    words: Words, keys: Sequence[PublicKey], known: bool, *, on_screen: bool = False
) -> Iterator[str]:
    """The keys that sealed; ``known``: they were named; ``on_screen``: the reader has no command line."""
    for key in keys:
        yield words.text("journal.verify.with_key", key=key.fingerprint)
    if known:
        yield words.text("journal.verify.keyed")
    elif on_screen:
        yield words.text("journal.verify.any_key.on_screen")
    else:
        yield words.text("journal.verify.any_key", command=KEY_COMMAND)
