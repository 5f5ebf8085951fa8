"""A question to the studio's recorder: has it the picture of this camera at this minute?

The answer counts by its own proof: status 200, a type and first bytes of a picture or of video, a header that
names the camera, and one with the picture's time. A redirect is not followed. Each question has one deadline
for all of it, except the name look-up, which the system bounds. The secret is in no text of this module.
"""

from __future__ import annotations

import http.client
import logging
import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from email.message import Message
from email.utils import parsedate_to_datetime
from threading import Timer
from typing import Final
from urllib.parse import unquote, urlsplit

from console.base.system import open_plain
from console.table.config import ProbeConfig
from console.table.core import Clock, NoPicture, ProbeAnswer
from console.table.link import LinkError, read_token

log = logging.getLogger(__name__)

DEADLINE: Final = 20.0
"""Seconds that a question may take in all."""
NEAR: Final = 60.0
"""Seconds by which the picture's time may differ from the minute asked for."""
LEAST: Final = 256
"""The least bytes of a picture: no camera's is smaller."""
_READ: Final = 64 * 1024
"""The most bytes that are read of an answer: enough to know it."""
_SIGNS: Final = {
    "image/jpeg": ((0, b"\xff\xd8\xff"),),
    "image/png": ((0, b"\x89PNG\r\n\x1a\n"),),
    "image/webp": ((0, b"RIFF"), (8, b"WEBP")),
}
"""The first bytes of each type of picture that counts, with their places."""
_MP4: Final = ("video/mp4", "video/iso.segment")
_MPEG_TS: Final = "video/mp2t"
_VIDEO: Final = (*_MP4, _MPEG_TS)
_PACKETS: Final = ((188, 0), (192, 4))
"""The size of a packet of MPEG-TS and the place of its sign: as broadcast, and with a time before each."""
_SIGN_OF_PACKET: Final = ord("G")
_SINCE_1970: Final = re.compile(r"\d{1,11}(\.\d{1,9})?|\d{13}", re.ASCII)
"""Seconds, of which some recorders write parts, or milliseconds."""
_ASCTIME: Final = re.compile(r"[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}", re.ASCII)


def ask(probe: ProbeConfig, moment: datetime, clock: Clock, deadline: float = DEADLINE) -> ProbeAnswer:
    """The recorder's answer for a moment. It raises nothing; ``deadline`` is in seconds."""
    try:
        secret = None if probe.secret is None else read_token(probe.secret).text
        tls = _context(probe) if probe.video.address.startswith("https:") else None
        with _answer(probe, moment, secret, tls, deadline) as answer:
            body = _body(answer) if answer.status == http.client.OK else b""
            now = clock.utc()
            why = _fault(probe, moment, answer.status, answer.headers, body)
            return ProbeAnswer(why, _offset(answer.headers, now))
    except LinkError as error:
        log.warning("the recorder's secret can't be used: %s", error)
        return ProbeAnswer(NoPicture.SECRET)
    except ssl.SSLCertVerificationError as error:
        log.warning("the recorder's certificate is refused: %s", error.verify_message)
        return ProbeAnswer(NoPicture.CERTIFICATE)
    except TimeoutError:
        return ProbeAnswer(NoPicture.SLOW)
    except (OSError, http.client.HTTPException, ValueError) as error:
        log.warning("the recorder can't be asked: %s", type(error).__name__)
        return ProbeAnswer(NoPicture.UNREACHED)


class _Late(TimeoutError):
    """The deadline is over."""


def _context(probe: ProbeConfig) -> ssl.SSLContext:
    # From Python 3.13, create_default_context would refuse a house's authority without key identifiers, which
    # the game server's link accepts on each Python.
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # It checks certificate and name.
    if probe.ca is None:
        context.load_default_certs()
    else:
        open_plain(probe.ca).close()  # Opening a pipe would block.
        context.load_verify_locations(probe.ca)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


@contextmanager
def _answer(
    probe: ProbeConfig, moment: datetime, secret: str | None, tls: ssl.SSLContext | None, deadline: float
) -> Iterator[http.client.HTTPResponse]:
    """The answer to one request. Raises TimeoutError at the deadline, OSError, HTTPException."""
    parts = urlsplit(probe.video.at(moment))
    host = parts.hostname or ""
    port = parts.port or (443 if tls is not None else 80)
    end = socket.create_connection((host, port), timeout=deadline)
    late = list[bool]()

    def stop() -> None:
        """A time-out of the socket begins again with each byte: a slow answer could last for ever."""
        late.append(True)
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)

    if tls is not None:
        end = tls.wrap_socket(end, server_hostname=host, do_handshake_on_connect=False)
    timer = Timer(deadline, stop)
    timer.daemon = True
    timer.start()
    try:
        with closing(end):
            if isinstance(end, ssl.SSLSocket):
                end.do_handshake()
            connection = http.client.HTTPConnection(host, port)
            connection.sock = end
            target = parts.path or "/"
            connection.request(
                "GET", f"{target}?{parts.query}" if parts.query else target, headers=_headers(secret)
            )
            with closing(connection.getresponse()) as answer:
                yield answer
        if late:  # Headers that were cut off with the connection look complete.
            raise _Late
    except (OSError, http.client.HTTPException):
        if late:
            raise _Late from None
        raise
    finally:
        timer.cancel()


def _body(answer: http.client.HTTPResponse) -> bytes:
    """The beginning of the body, unless it breaks off: half a picture does not count."""
    body = answer.read(_READ)
    if answer.length and len(body) < _READ:
        raise http.client.IncompleteRead(b"", answer.length)
    return body


def _headers(secret: str | None) -> dict[str, str]:
    accepted = {"Accept": ", ".join((*_SIGNS, *_VIDEO)), "Accept-Encoding": "identity", "Connection": "close"}
    return accepted if secret is None else {**accepted, "Authorization": secret}


def _fault(
    probe: ProbeConfig, moment: datetime, status: int, headers: Message, body: bytes
) -> NoPicture | None:
    """Why an answer is no picture of this camera and minute; None if it is one."""
    if status in (http.client.UNAUTHORIZED, http.client.FORBIDDEN):
        return NoPicture.SIGN_IN
    if 300 <= status < 400:
        return NoPicture.REDIRECTED
    if status != http.client.OK:
        return NoPicture.STATUS
    if not _is_picture(headers.get_content_type(), body):
        return NoPicture.NOT_PICTURE
    named = (headers.get(probe.camera_header) or "").strip()
    if probe.video.camera not in (named, unquote(named)):
        return NoPicture.OTHER_CAMERA
    at = time_in((headers.get(probe.time_header) or "").strip())
    if at is None or abs((at - moment).total_seconds()) > NEAR:
        return NoPicture.OTHER_MINUTE
    return None


def _is_picture(media: str, body: bytes) -> bool:
    if len(body) < LEAST:
        return False
    if media in _MP4:
        return _has_frames(body)
    if media == _MPEG_TS:
        return any(set(body[at : at + 2 * size : size]) == {_SIGN_OF_PACKET} for size, at in _PACKETS)
    return media in _SIGNS and all(body.startswith(sign, at) for at, sign in _SIGNS[media])


def _has_frames(body: bytes) -> bool:
    """Whether boxes of MP4 (ISO 14496-12) hold frames: one whole file, or a segment of HLS or DASH. A file
    that only prepares a player for segments (``moov`` and no frames) shows nothing.
    """
    at, names = 0, list[bytes]()
    while at + 8 <= len(body):
        size, name = int.from_bytes(body[at : at + 4]), body[at + 4 : at + 8]
        if size == 1:  # the size stands behind the name
            size = int.from_bytes(body[at + 8 : at + 16])
        if not name.isalnum() or (size and size < 8):
            return False
        names.append(name)
        if name == b"moof" or (name == b"mdat" and size != 8):
            return True
        at = at + size if size else len(body)
    # A table of frames that is longer than what was read has frames; one that prepares a player has none.
    return len(body) >= _READ and names[-1:] == [b"moov"] and names[0] == b"ftyp"


def time_in(text: str) -> datetime | None:
    """The time in a header: ISO 8601 with its zone, seconds or milliseconds since 1970, or one of the three
    forms of HTTP (RFC 9110, 5.6.7), of which the oldest names no zone and is UTC. None for any other.
    """
    with suppress(ValueError, OverflowError, OSError):
        if _SINCE_1970.fullmatch(text):
            return datetime.fromtimestamp(float(text) / (1000 if len(text.split(".")[0]) == 13 else 1), UTC)
        at = datetime.fromisoformat(text) if text[:1].isdigit() else parsedate_to_datetime(text)
        if _ASCTIME.fullmatch(text):
            return at.replace(tzinfo=UTC)
        return at if at.tzinfo is not None else None
    return None


def _offset(headers: Message, now: datetime) -> int | None:
    """Whole seconds by which the recorder's clock is ahead of the console's, by the answer's ``Date``."""
    at = time_in((headers.get("Date") or "").strip())
    return None if at is None else round((at - now).total_seconds())
