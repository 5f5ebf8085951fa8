"""A wheel's figures in words, each test with its conclusion: lines, a page, and an object for export."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from console.base.plain_text import visible
from console.base.words import Words, date_text, which_of
from console.supervisor.records.documents.paper import Paper, Part
from console.supervisor.reports import wheel_figures
from console.table.game.roulette import WHEEL
from console.table.words import table_title

VERSION: Final = 1
_MOST_PLACES: Final = 9
"""The decimals of the smallest power of ten under which a probability can be."""
_ROW: Final = 10
"""How many numbers are on a line."""


def lines_of(report: wheel_figures.WheelReport, words: Words) -> Iterator[str]:
    if not report.wheels:
        yield words.text("wheel_figures.none")
        return
    for wheel in report.wheels:
        yield from _wheel(wheel, words)
        yield ""
    yield from _block(words.text("wheel_figures.head.limits"), _limits(report, words))


def object_of(report: wheel_figures.WheelReport, words: Words) -> dict[str, Any]:
    """The export, version 1: the figures by their names in :mod:`console.supervisor.reports.wheel_figures`,
    and ``text``, for people: the same in the words of ``text.language``.
    """
    figures: dict[str, Any] = msgspec.to_builtins(report)
    text = {"language": words.language, "lines": list(lines_of(report, words))}
    return {"wheel_figures_version": VERSION, **figures, "text": text}


def wheel_paper(report: wheel_figures.WheelReport, words: Words, files: Sequence[str]) -> Paper:
    """The report on pages; ``files`` are the names of its journals."""
    several = len(report.wheels) > 1
    parts = [
        part
        for wheel in report.wheels
        for part in _parts(wheel, _name(wheel, words) if several else "", words)
    ]
    if report.wheels:
        limits = tuple((line,) for line in _limits(report, words))
        parts.append(Part("", words.text("wheel_figures.head.limits"), rows=limits))
    title = _name(report.wheels[0], words) if len(report.wheels) == 1 else words.text("wheel_figures.none")
    if several:
        title = words.text("log.device.wheel").capitalize()
    named = words.list_of(map(visible, files))
    head = (words.text("report.of_files", files=named),) if named else ()
    return Paper(words.language, title, head, tuple(parts), ())


def _parts(wheel: wheel_figures.WheelFigures, about: str, words: Words) -> Iterator[Part]:
    text = words.text
    spins = words.count("wheel_figures.spins", wheel.spins)
    cells = [f"{number}: {words.figure(wheel.counts[number])}" for number in WHEEL]
    cells += [""] * (-len(cells) % _ROW)
    rows = tuple(tuple(cells[first : first + _ROW]) for first in range(0, len(cells), _ROW))
    note = words.side_by_side((spins, period(wheel, words), *stands(wheel, words)))
    yield Part(about, text("wheel_figures.head.numbers"), rows=rows, note=note)
    for key, lines in (
        ("sectors", tuple(_sector(each, words) for each in wheel.sectors)),
        ("arcs", tuple(_arc(each, words) for each in wheel.arcs)),
        ("tests", tuple(_tests(wheel, words))),
        ("reader", tuple(_errors(wheel, words))),
    ):
        yield Part(about, text(f"wheel_figures.head.{key}"), rows=tuple((line.strip(),) for line in lines))


def _wheel(wheel: wheel_figures.WheelFigures, words: Words) -> Iterator[str]:
    spins = words.count("wheel_figures.spins", wheel.spins)
    yield words.side_by_side((_name(wheel, words), spins, period(wheel, words), *stands(wheel, words)))
    yield from _block(words.text("wheel_figures.head.numbers"), _numbers(wheel, words))
    yield from _block(
        words.text("wheel_figures.head.sectors"), (_sector(each, words) for each in wheel.sectors)
    )
    yield from _block(words.text("wheel_figures.head.arcs"), (_arc(each, words) for each in wheel.arcs))
    yield from _block(words.text("wheel_figures.head.tests"), _tests(wheel, words))
    yield from _block(words.text("wheel_figures.head.reader"), _errors(wheel, words))


def _name(wheel: wheel_figures.WheelFigures, words: Words) -> str:
    if wheel.serial is None:
        return words.text("wheel_figures.unnoted")
    return words.text("rail.wheel", serial=visible(wheel.serial))


def period(wheel: wheel_figures.WheelFigures, words: Words) -> str:
    """The local times of a wheel's first and last spin, with their turns; empty without a spin."""
    locals_ = (each.astimezone() for each in (wheel.first, wheel.last) if each is not None)
    return " – ".join(
        f"{date_text(at, words.locale)} {at:{words.locale.short_time}}{which_of(at)}" for at in locals_
    )


def stands(wheel: wheel_figures.WheelFigures, words: Words) -> tuple[str, ...]:
    """The tables whose spins are counted, if several: one may name another's wheel as its own."""
    if len(wheel.tables) < 2:
        return ()
    return tuple(
        words.label(table_title(words, visible(each.name)), words.figure(each.count)) for each in wheel.tables
    )


def _numbers(wheel: wheel_figures.WheelFigures, words: Words) -> Iterator[str]:
    cells = [f"{number:>2}: {words.figure(wheel.counts[number])}" for number in WHEEL]
    for first in range(0, len(cells), _ROW):
        yield "   ".join(cells[first : first + _ROW])


def _sector(part: wheel_figures.PocketGroup, words: Words) -> str:
    return words.label(words.text(f"wheel_figures.sector.{part.name}"), _counted(part, words))


def _arc(part: wheel_figures.PocketGroup, words: Words) -> str:
    return words.label(" ".join(map(str, part.numbers)), _counted(part, words))


def _counted(part: wheel_figures.PocketGroup, words: Words) -> str:
    return words.text(
        "wheel_figures.counted", count=words.figure(part.count), expected=decimal(part.expected, 1, words)
    )


def _tests(wheel: wheel_figures.WheelFigures, words: Words) -> Iterator[str]:
    tests = (("numbers", wheel.by_number), ("sectors", wheel.by_sector), ("arcs", wheel.by_arc))
    for name, test in tests:
        yield words.label(words.text(f"wheel_figures.test.{name}"), _test(test, words))
        yield f"  {_conclusion(test.conclusion, test.needed, words)}"
    equal, steps = wheel.equal, [(words.text("wheel_figures.test.steps"), wheel.by_step)]
    yield words.label(words.text("wheel_figures.test.equal"), equal_text(equal, words))
    yield f"  {_conclusion(equal.conclusion, wheel.by_step.needed, words)}"
    for each in wheel.by_dealer:
        for name, test in (("steps", each.steps), ("arcs", each.arcs)):
            steps.append((words.text(f"wheel_figures.test.{name}_of", name=visible(each.who)), test))
    for named, test in steps:
        yield words.label(named, _test(test, words))
        yield f"  {_conclusion(test.conclusion, test.needed, words)}"
    yield words.label(words.text("wheel_figures.test.repeated"), repeated_text(wheel.repeated, words))
    yield f"  {words.text(f'wheel_figures.repeated.{wheel.repeated.conclusion}')}"


def _conclusion(conclusion: wheel_figures.Conclusion, needed: int, words: Words) -> str:
    return words.text(f"wheel_figures.conclusion.{conclusion}", needed=words.figure(needed))


def equal_text(found: wheel_figures.EqualSuccessors, words: Words) -> str:
    """How often a number came twice in a row, and how often by chance."""
    count, expected = words.figure(found.count), decimal(found.expected, 1, words)
    return words.text("wheel_figures.counted", count=count, expected=expected)


def repeated_text(found: wheel_figures.RepeatedRun, words: Words) -> str:
    """The length of the longest run that recurred, and its probability."""
    return words.text(
        "wheel_figures.repeated", length=words.figure(found.length), p=probability(found.chance, words)
    )


def _test(test: wheel_figures.ChiSquare, words: Words) -> str:
    value, p = decimal(test.statistic, 1, words), probability(test.p, words)
    return words.text("wheel_figures.test", value=value, freedom=test.freedom, p=p)


def _errors(wheel: wheel_figures.WheelFigures, words: Words) -> Iterator[str]:
    errors = wheel.errors
    counts = [(words.text(f"wheel_figures.fault.{each.name}"), each.count) for each in errors.faults]
    counts += [
        (words.text("wheel_figures.error.broken"), errors.broken_lines),
        (words.text("wheel_figures.error.silences"), errors.silences),
        (words.text("wheel_figures.error.losses"), errors.losses),
    ]
    for name, count in counts:
        rate = errors.per_thousand(count, wheel.spins)
        yield words.label(name, words.figure(count)) + (
            "" if rate is None else f" ({decimal(rate, 1, words)})"
        )


def _limits(report: wheel_figures.WheelReport, words: Words) -> Iterator[str]:
    for each in report.detectable:
        slots = {name: words.figure(getattr(each, name)) for name in ("number", "sector")}
        yield words.text("wheel_figures.shows", per_cent=each.per_cent, **slots)
    limit = decimal(report.wheels[0].by_number.limit, 4, words)
    yield words.text("wheel_figures.looking", limit=limit, tests=report.tests)


def _block(heading: str, lines: Iterator[str]) -> Iterator[str]:
    yield heading
    yield from (f"  {line}" for line in lines)


def probability(p: float, words: Words) -> str:
    """A probability with three decimals; below a thousandth, the next power of ten, in groups of three."""
    places = next((each for each in range(_MOST_PLACES, 2, -1) if p < 10.0**-each), None)
    if places is None:
        return f"= {decimal(p, 3, words)}"
    return "< " + re.sub(r"(\d{3})(?=\d)", "\\1\u00a0", decimal(10.0**-places, places, words))


def decimal(value: float, places: int, words: Words) -> str:
    """A number with ``places`` decimals and this language's decimal mark."""
    return words.figure(value, places)
