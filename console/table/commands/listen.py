"""``dealer-console listen URL FILE``: records what a device sends, and shows a table's readings of it. It
only reads the port, as a table does. An existing file is never changed.
"""

from __future__ import annotations

import json
import logging
import queue
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Final, NamedTuple, TextIO

from console.base.command_line import PROGRAM, Arg, Lang, of_file, print_refusal, whole_number, wrong
from console.base.errors import WordedError
from console.base.plain_text import without_password
from console.base.system import open_plain
from console.base.words import Words
from console.table.commands.interruption import ended_by_signals
from console.table.config.checks import SCHEMES, WRITING
from console.table.config.messages import ConfigError
from console.table.config.sections import RATES
from console.table.config.table_config import DeviceConfig
from console.table.config.table_file import load_config
from console.table.devices import readings
from console.table.devices.health import Health, LossReason
from console.table.devices.line_format import lines_of, text_of
from console.table.devices.line_pattern import LONGEST
from console.table.devices.transport import GREETING
from console.table.words.names import card_name

ROW: Final = 128
"""The most bytes in a row."""
_ROW: Final = re.compile(r'(\S+)  ((?:[0-9a-f]{2} ?)+)  ".*"')
_LINE: Final = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)")


class RecordedBytes(NamedTuple):
    """Bytes that came together, and when the first of them came; as text they are a row of a recording.

    ``2026-11-20T20:01:02.123456+00:00  43 55 54 0d 0a  "CUT\\r\\n"`` is one; ``#`` begins a remark. A row
    ends with a line of the device, or if no more bytes came.
    """

    at: datetime
    received: bytes

    @property
    def text(self) -> str:
        """The bytes as text on one line; those not printable, or bad for a terminal, are escaped."""
        text = self.received.decode("utf-8", "backslashreplace")
        return '"' + "".join(letter if letter.isprintable() else _escaped(letter) for letter in text) + '"'

    def __str__(self) -> str:
        return f"{self.at.isoformat()}  {self.received.hex(' ')}  {self.text}"


class NoRecording(ValueError):
    """A line of the file is not a row; ``number`` counts from 1."""

    def __init__(self, number: int) -> None:
        super().__init__(f"line {number}: no row of a recording")
        self.number = number


def rows_in(received: bytes) -> tuple[list[bytes], bytes]:
    """The rows that end in these bytes, and the beginning of the next one."""
    rows, at = list[bytes](), 0
    for found in _LINE.finditer(received):
        if found[0].endswith(b"\r") and found.end() == len(received):
            break  # its LF may still come
        rows += _pieces(found[0])
        at = found.end()
    rest = received[at:]
    while len(rest) >= ROW:
        rows.append(rest[:ROW])
        rest = rest[ROW:]
    return rows, rest


def read_recording(lines: Iterable[str]) -> Iterator[RecordedBytes]:
    """The rows of a recording. Raises NoRecording at the first line that is no row of a recording."""
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _ROW.fullmatch(line.rstrip("\n"))
        try:
            if found is None:
                raise ValueError(line)
            yield RecordedBytes(datetime.fromisoformat(found[1]), bytes.fromhex(found[2]))
        except ValueError:
            raise NoRecording(number) from None


def _pieces(line: bytes) -> Iterator[bytes]:
    return (line[at : at + ROW] for at in range(0, len(line), ROW))


def _escaped(letter: str) -> str:
    return json.dumps(letter)[1:-1] if ord(letter) < 128 else letter.encode("unicode_escape").decode()


MOST: Final = 16
"""MiB of a recording, unless an option says otherwise."""
QUIET: Final = 0.2
"""Seconds without a byte after which an unfinished line becomes a row."""
WAITING: Final = 1_000
"""Pieces that may wait to be written: then the thread that reads the port waits too."""
_LARGEST: Final = 1 << 20
"""MiB of a recording at most, a terabyte."""
_COMMAND: Final = f"{PROGRAM} listen"


class ListenError(WordedError[object]):
    """Why a device can't be recorded, a file written, or a recording replayed: a phrase and its slots."""


def main(
    url: Annotated[str | None, Arg("option.url", "URL")] = None,
    file: Annotated[Path | None, Arg("option.listen_file", "FILE")] = None,
    *,
    baud: Annotated[int, Arg("option.baud", "N", whole_number(*RATES))] = 9600,
    most: Annotated[int, Arg("option.most", "MIB", whole_number(1, _LARGEST))] = MOST,
    allow: Annotated[tuple[str, ...], Arg("option.allow", "SCHEME")] = (),
    replay: Annotated[Path | None, Arg("option.replay", "FILE")] = None,
    table: Annotated[Path | None, Arg("option.table_device", "TOML")] = None,
    role: Annotated[str | None, Arg("option.device_role", "ROLE")] = None,
    lang: Lang,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> int:
    """Record until Ctrl-C, or replay. Returns 2, with one line on standard error, if that is not possible."""
    if (replay is None) != (table is None):
        raise wrong("listen.together")
    if (replay is None) == (url is None or file is None):
        raise wrong("listen.either")
    words = Words(lang)
    try:
        if replay is not None and table is not None:
            return _replay(replay, _device(table, role), words)
        assert url is not None and file is not None, "refused above"
        _check(url, allow)
        return _record(url, baud, file, most << 20, words, clock)
    except ListenError as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    except ConfigError as error:
        return print_refusal(_COMMAND, of_file(words, error))


def _check(url: str, allowed: Sequence[str]) -> None:
    """Raises ListenError for a URL that names no device, or that could write files."""
    scheme, marked, _ = url.partition("://")
    if marked and scheme not in SCHEMES:
        raise ListenError("listen.no_way", scheme=scheme, known=tuple(f"{one}://" for one in SCHEMES))
    if marked and scheme in WRITING and scheme not in allowed:
        raise ListenError("listen.not_allowed", scheme=scheme)


def _record(url: str, baud: int, file: Path, limit: int, words: Words, clock: Callable[[], datetime]) -> int:
    from console.table.devices.port import SerialLink

    came: queue.Queue[bytes | Health] = queue.Queue(WAITING)
    # This command reports a lost device itself.
    logging.getLogger("console").addHandler(logging.NullHandler())
    try:
        link = SerialLink(url, came.put, came.put, baud=baud)
    except ValueError as error:
        shown = without_password(url)
        reason = str(error).replace(url, shown)
        raise ListenError("listen.no_port", url=shown, reason=reason) from error
    try:
        target = file.open("x", encoding="utf-8", newline="\n")
    except FileExistsError as error:
        raise ListenError("listen.exists", file=file) from error
    except OSError as error:
        raise ListenError("listen.not_written", file=file, reason=error.strerror or error) from error
    print(words.text("listen.begun", url=without_password(url), file=file), file=sys.stderr)
    sheet = _Sheet(target, limit, clock)
    try:
        with target:  # on a full disk, closing it fails a second time
            sheet.remark(f"{without_password(url)} {baud}")
            link.start()
            try:
                with ended_by_signals() as ended:
                    full = _write_sheet(sheet, came, words, ended.is_set, lambda: link.reason)
            finally:
                with suppress(queue.Empty):  # emptied, since a link that waits for room here would not end
                    while True:
                        came.get_nowait()
                link.stop()
    except OSError as error:
        raise ListenError("listen.not_written", file=file, reason=error.strerror or error) from error
    if full:
        print(words.text("listen.full", mib=words.figure(limit >> 20)), file=sys.stderr)
    print(words.text("listen.written", file=file, bytes=words.figure(sheet.bytes)), file=sys.stderr)
    return 0


class _Sheet:
    """The file of a recording, up to its largest size; each row goes to the operating system at once."""

    def __init__(self, target: TextIO, limit: int, clock: Callable[[], datetime]) -> None:
        self._target, self._most, self._clock = target, limit, clock
        self._size = 0
        self.bytes = 0
        self._rest, self._since = b"", clock()

    def remark(self, text: str) -> None:
        self._line(f"# {self._clock().isoformat()} {text}")

    def write_rows(self, received: bytes) -> bool:
        """Write the rows that end in these bytes; False once the file has its largest size."""
        if not self._rest:
            self._since = self._clock()
        rows, rest = rows_in(self._rest + received)
        more = all([self._row(row) for row in rows])
        if rows:
            self._since = self._clock()
        self._rest = rest
        return more

    def flush(self) -> None:
        """Write the row that has not ended yet."""
        if self._rest:
            self._row(self._rest)
            self._rest = b""

    def _row(self, received: bytes) -> bool:
        written = self._line(str(RecordedBytes(self._since, received)))
        self.bytes += len(received) if written else 0
        return written

    def _line(self, line: str) -> bool:
        size = len(line.encode()) + 1
        if self._size + size > self._most:
            return False
        self._size += size
        self._target.write(line + "\n")
        self._target.flush()
        if not line.startswith("#"):
            print(line, flush=True)
        return True


def _write_sheet(
    sheet: _Sheet,
    came: queue.Queue[bytes | Health],
    words: Words,
    ended: Callable[[], bool],
    reason: Callable[[], LossReason | None],
) -> bool:
    """Write what the device sends until somebody ends it or the file is full. Returns whether it is full."""
    while not ended():
        try:
            piece = came.get(timeout=QUIET)
        except queue.Empty:
            sheet.flush()
            continue
        if isinstance(piece, bytes):
            if not sheet.write_rows(piece):
                return True
        else:
            sheet.flush()
            sheet.remark(piece.value)
            if piece is not Health.RECONNECTING:
                print(words.text(f"listen.{piece.value}"), file=sys.stderr)
            elif (why := reason()) is not None:
                print(words.text(f"unheard.{why}"), file=sys.stderr)
    sheet.flush()
    return False


def _device(table: Path, role: str | None) -> DeviceConfig:
    """The device that the arguments name. Raises ConfigError, ListenError."""
    devices = load_config(table).devices
    found = [device for device in devices if role in (None, device.role)]
    if len(found) != 1:
        raise ListenError("listen.which", roles=tuple(device.role for device in devices) or "–")
    return found[0]


def _replay(file: Path, device: DeviceConfig, words: Words) -> int:
    """Print the readings of every row by the device's model, then the number of rows that gave a reading."""
    decoder, read_rows, silent = device.attached_device.decoder, 0, 0
    try:
        with TextIOWrapper(open_plain(file), encoding="utf-8", errors="replace") as recorded:
            for row in read_recording(recorded):
                decoder, found = decoder.feed(row.received)
                texts = [_reading_text(reading, words) for reading in found]
                if _is_unknown(device, row.received):
                    texts.append(words.text("listen.unmatched"))
                shown = words.text("access.list").join(texts) or words.text("listen.nothing")
                read_rows, silent = read_rows + bool(found), silent + (not found)
                print(f"{row.at:%H:%M:%S.%f}  {row.text}  {shown}")
    except OSError as error:
        raise ListenError("listen.not_read", file=file, reason=error.strerror or error) from error
    except NoRecording as error:
        raise ListenError("listen.no_recording", file=file, line=error.number) from error
    print(words.text("listen.told", told=words.figure(read_rows), silent=words.figure(silent)))
    return 0


def _is_unknown(device: DeviceConfig, received: bytes) -> bool:
    """Whether none of the table's patterns matches a line."""
    made = device.model.made
    if not made.groups:
        return False
    line = received.strip(b"\r\n")
    groups = lines_of(device.format, made.groups).groups_of(text_of(line)) if len(line) <= LONGEST else None
    return bool(line) and groups is None


def _reading_text(reading: readings.Reading, words: Words) -> str:
    text = words.text
    match reading:
        case readings.CardRead():
            return card_name(words, reading.card)
        case readings.CardUnread():
            return text("log.card_unread")
        case readings.CutCardRead():
            return text("log.cut_card_drawn")
        case readings.WheelNumber() | readings.NumberChanged():
            return text("log.number_read", number=reading.number)
        case readings.BallInTrack():
            return text("log.ball_sent")
        case readings.LaunchRepeated():
            return text("wheel.retries")
        case readings.WheelFault():
            return text(f"wheel_figures.fault.{reading.meaning}")
        case readings.ShoeFault():
            return text("listen.fault", code=reading.code)
        case readings.BatteryLevel():
            return text("listen.battery", percent=reading.percent)
        case readings.Nothing():
            return text("listen.not_device" if reading == GREETING else "listen.other", what=reading.kind)
        case _:
            return text("listen.other", what=type(reading).__name__)
