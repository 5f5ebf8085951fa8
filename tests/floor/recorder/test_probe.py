"""Pictures of a camera at a minute, valid and not: a server of the test's own gives each wrong answer."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from console.floor.recorder.probe import ask, time_in
from console.table.config import ProbeConfig, Video
from console.table.core import NoPicture, ProbeAnswer, SetClock
from tests.floor.recorder.recorders import JPEG, Recorder, recorder, sends
from tests.table.link.certificates import Certificates
from tests.table.played import START

SECRET = "Bearer 8f14e45fceea167a5a36dedd4bea2543"
TS = (b"G" + bytes(187)) * 4


def box(name: bytes, body: bytes = b"", *, size: int | None = None) -> bytes:
    """A box of ISO 14496-12; ``size``, if another one than its own is written before it."""
    return (len(body) + 8 if size is None else size).to_bytes(4) + name + body


FTYP, STYP = box(b"ftyp", b"isom" + bytes(12)), box(b"styp", b"msdh" + bytes(12))
MOOV, MOOF, MDAT = box(b"moov", bytes(700)), box(b"moof", bytes(300)), box(b"mdat", bytes(700))
NOW = START + timedelta(minutes=1)
_BEGUN = b"HTTP/1.1 200 OK\r\n"


def probe_of(server: Recorder, scheme: str = "http", host: str = "127.0.0.1") -> ProbeConfig:
    address = f"{scheme}://{host}:{server.port}/still/{{camera}}?t={{time}}"
    return ProbeConfig(Video(address, "Table 7", "cam-7", lead=0))


def headers(at: datetime = START, camera: str = "cam-7", **more: str) -> dict[str, str]:
    return {"X-Camera": camera, "Last-Modified": format_datetime(at, usegmt=True), **more}


@pytest.fixture
def here() -> Iterator[Recorder]:
    with recorder() as made:
        yield made


def asked(server: Recorder, answer: Any = None, **changed: Any) -> ProbeAnswer:
    if answer is not None:
        server.answer = answer
    return ask(replace(probe_of(server), **changed), START, SetClock(NOW))


def test_a_picture_of_the_camera_and_the_minute_counts(here: Recorder) -> None:
    for off in (0, -60, 60):
        picture = sends(headers=headers(START + timedelta(seconds=off)))
        assert asked(here, picture) == ProbeAnswer(None)
    path, sent = here.asked[0]
    assert path == "/still/cam-7?t=2026-11-20T09:00:00Z"
    assert "Authorization" not in sent


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("image/png", b"\x89PNG\r\n\x1a\n" + bytes(500)),
        ("image/webp", b"RIFF\x00\x01\x00\x00WEBP" + bytes(500)),
        ("video/mp4", FTYP + MOOV + MDAT),
        ("video/mp4", FTYP + box(b"free") + box(b"mdat", bytes(16) + bytes(700), size=1) + MOOV),
        ("video/mp4", FTYP + box(b"mdat", bytes(700), size=0)),
        ("video/mp4", FTYP + box(b"moov", bytes(99_000)) + MDAT),
        ("video/mp4", STYP + box(b"sidx", bytes(36)) + MOOF + MDAT),
        ("video/iso.segment", box(b"prft", bytes(24)) + MOOF + MDAT),
        ("video/mp4", MOOF + MDAT),
        ("video/mp2t", TS),
        ("video/mp2t", (bytes(4) + b"G" + bytes(187)) * 4),
        ("image/jpeg; charset=binary", JPEG[:256]),
    ],
)
def test_a_segment_of_video_and_other_pictures_count_too(here: Recorder, kind: str, body: bytes) -> None:
    assert asked(here, sends(headers=headers() | {"Content-Type": kind}, body=body)).why is None


@pytest.mark.parametrize(
    ("why", "answer"),
    [
        (
            NoPicture.NOT_PICTURE,
            sends(headers=headers() | {"Content-Type": "text/html"}, body=b"<form>" * 99),
        ),
        (NoPicture.NOT_PICTURE, sends(headers=headers(), body=b"<html>" + bytes(900))),
        (NoPicture.NOT_PICTURE, sends(headers=headers(), body=b"")),
        (NoPicture.NOT_PICTURE, sends(headers=headers(), body=JPEG[:255])),
        (NoPicture.NOT_PICTURE, sends(headers=headers() | {"Content-Type": "image/png"})),
        (
            NoPicture.NOT_PICTURE,
            sends(headers=headers() | {"Content-Type": "video/mp2t"}, body=b"G" + bytes(600)),
        ),
        *(
            (NoPicture.NOT_PICTURE, sends(headers=headers() | {"Content-Type": "video/mp4"}, body=body))
            for body in (
                FTYP + MOOV,
                FTYP + MOOV + box(b"mdat"),
                FTYP + MOOV + box(b"free", bytes(99_000)),
                STYP + box(b"sidx", bytes(700)),
                TS,
                box(b"ftyp", bytes(900), size=4) + MDAT,
            )
        ),
        *(
            (NoPicture.NOT_PICTURE, sends(headers=headers() | {"Content-Type": "image/webp"}, body=body))
            for body in (b"RIFF\x00\x01\x00\x00AVI " + bytes(500), b"RIFX\x00\x01\x00\x00WEBP" + bytes(500))
        ),
        (NoPicture.OTHER_CAMERA, sends(headers=headers(camera="cam-8"))),
        (NoPicture.OTHER_CAMERA, sends(headers={"Last-Modified": headers()["Last-Modified"]})),
        (NoPicture.OTHER_MINUTE, sends(headers=headers(START + timedelta(seconds=61)))),
        (NoPicture.OTHER_MINUTE, sends(headers=headers(START - timedelta(hours=1)))),
        (NoPicture.OTHER_MINUTE, sends(headers={"X-Camera": "cam-7"})),
        (NoPicture.OTHER_MINUTE, sends(headers={"X-Camera": "cam-7", "Last-Modified": "just now"})),
        (NoPicture.REDIRECTED, sends(302, headers=headers(Location="/login"))),
        (NoPicture.SIGN_IN, sends(401, headers=headers())),
        (NoPicture.SIGN_IN, sends(403, headers=headers())),
        (NoPicture.STATUS, sends(404, headers=headers())),
        (NoPicture.STATUS, sends(204, headers=headers(), body=b"")),
        (NoPicture.STATUS, sends(500, headers=headers())),
        (NoPicture.UNREACHED, sends(headers=headers(), length=99_999)),
    ],
    ids=lambda value: str(value) if isinstance(value, NoPicture) else "",
)
def test_every_other_answer_is_no_picture(
    here: Recorder, why: NoPicture, answer: Callable[[BaseHTTPRequestHandler], None]
) -> None:
    assert asked(here, answer).why is why
    assert len(here.asked) == 1, "a redirect is not followed, and nothing is asked twice"


def test_the_headers_are_those_of_the_table_s_file(here: Recorder) -> None:
    own = {"X-Channel": "cam-7", "X-Frame-Time": str(int(START.timestamp() * 1000))}
    assert asked(here, sends(headers=own), camera_header="X-Channel", time_header="X-Frame-Time").why is None
    assert asked(here, sends(headers=own)).why is NoPicture.OTHER_CAMERA


def test_a_camera_s_name_may_be_percent_encoded_as_a_header_needs_it(here: Recorder) -> None:
    camera = replace(probe_of(here).video, camera="pit 2/k\u00e4ra")
    assert asked(here, sends(headers=headers(camera="pit%202%2Fk%C3%A4ra")), video=camera).why is None
    assert asked(here, sends(headers=headers(camera="pit%202")), video=camera).why is NoPicture.OTHER_CAMERA


def test_the_offset_of_the_recorder_s_clock_comes_with_each_answer(here: Recorder) -> None:
    for ahead in (-3, 0, 90):
        date = format_datetime(NOW + timedelta(seconds=ahead), usegmt=True)
        assert asked(here, sends(headers=headers(Date=date))) == ProbeAnswer(None, ahead)
        refused = asked(here, sends(401, headers=headers(Date=date)))
        assert refused == ProbeAnswer(NoPicture.SIGN_IN, ahead)


def test_a_time_is_read_in_each_form_and_needs_its_zone() -> None:
    for text in ("2026-11-20T09:00:00Z", "2026-11-20T10:00:00+01:00", "1795165200", "1795165200000",
                 "1795165200.0", "Fri, 20 Nov 2026 09:00:00 GMT", "Friday, 20-Nov-26 09:00:00 GMT",
                 "Fri Nov 20 09:00:00 2026"):  # fmt: skip
        assert time_in(text) == START, text
    assert time_in("1795165200.25") == START + timedelta(seconds=0.25)
    for text in (
        "",
        "2026-11-20T09:00:00",
        "x",
        "9" * 400,
        "20261120090000",
        "1795165200.",
        "Fri, 20 Nov 2026 09:00:00 -0000",
    ):
        assert time_in(text) is None, text


# --- the secret, and the connection ---------------------------------------------------------------------


def private(path: Path, mode: int = 0o600) -> Path:
    path.write_text(SECRET + "\n")
    path.chmod(mode)
    return path


def test_the_secret_goes_to_the_recorder_and_into_no_log(
    here: Recorder, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    secret = private(tmp_path / "secret")
    assert asked(here, sends(headers=headers()), secret=secret).why is None
    assert asked(here, sends(401, headers=headers()), secret=secret).why is NoPicture.SIGN_IN
    assert [sent["Authorization"] for _, sent in here.asked] == [SECRET, SECRET]
    assert SECRET not in caplog.text
    assert SECRET not in repr(replace(probe_of(here), secret=secret))


def test_a_secret_that_others_can_read_is_not_sent(here: Recorder, tmp_path: Path) -> None:
    for secret in (private(tmp_path / "open", 0o644), tmp_path / "missing"):
        assert asked(here, sends(headers=headers()), secret=secret).why is NoPicture.SECRET
    assert not here.asked


def test_a_certificate_is_checked_by_the_named_authority(tmp_path: Path) -> None:
    made = Certificates(tmp_path)
    with recorder(made.server("IP:127.0.0.1")) as served:
        served.answer = sends(headers=headers())
        ours = replace(probe_of(served, "https"), ca=made.ca)
        assert ask(ours, START, SetClock(NOW)).why is None
        for other in (made.stranger, None):
            refused = ask(replace(ours, ca=other), START, SetClock(NOW))
            assert refused.why is NoPicture.CERTIFICATE
        named = replace(probe_of(served, "https", "localhost"), ca=made.ca)
        assert ask(named, START, SetClock(NOW)).why is NoPicture.CERTIFICATE
        assert len(served.asked) == 1


def test_an_authority_s_file_that_is_none_reaches_nobody(here: Recorder, tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("no certificate")
    for ca in (tmp_path / "ca.pem", tmp_path / "missing.pem", tmp_path):
        probe = replace(probe_of(here, "https"), ca=ca)
        assert ask(probe, START, SetClock(NOW)).why is NoPicture.UNREACHED


def test_nobody_at_the_port_is_no_picture() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    probe = ProbeConfig(Video(f"http://127.0.0.1:{port}/{{camera}}?t={{time}}", "T", "cam-7"))
    assert ask(probe, START, SetClock(NOW)).why is NoPicture.UNREACHED


def test_bytes_that_are_no_http_are_no_picture(here: Recorder) -> None:
    def answer(asked: BaseHTTPRequestHandler) -> None:
        asked.wfile.write(b"SSH-2.0-OpenSSH_9.2\r\n")
        asked.close_connection = True

    assert asked(here, answer).why is NoPicture.UNREACHED


@pytest.mark.parametrize(
    "begun", [b"", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n"]
)
def test_an_answer_that_drips_ends_at_the_deadline(here: Recorder, begun: bytes) -> None:
    """Each byte comes in time: only a deadline for all of it ends the wait."""

    def answer(asked: BaseHTTPRequestHandler) -> None:
        asked.wfile.write(begun)
        for _ in range(400):
            asked.wfile.write(b"x" if begun else b"H")
            if here.over.wait(0.02):
                return
        asked.close_connection = True

    here.answer = answer
    assert ask(probe_of(here), START, SetClock(NOW), deadline=0.4).why is NoPicture.SLOW


def test_an_answer_is_waited_for_twenty_seconds(here: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    waited = list[float]()

    class Over(threading.Timer):
        def __init__(self, seconds: float, stop: Callable[[], None]) -> None:
            waited.append(seconds)
            super().__init__(0, stop)

    monkeypatch.setattr("console.floor.recorder.probe.Timer", Over)
    assert (asked(here, lambda _: here.over.wait(60)).why, waited) == (NoPicture.SLOW, [20])


@pytest.mark.parametrize(("comes", "why"), [(65_535, NoPicture.UNREACHED), (65_536, None)])
def test_what_breaks_off_beyond_64_kib_counts_since_no_more_is_read(
    here: Recorder, comes: int, why: NoPicture | None
) -> None:
    assert asked(here, sends(headers=headers(), body=JPEG.ljust(comes, b"x"), length=99_999)).why is why


def test_a_handshake_that_never_comes_ends_at_the_deadline() -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        port = deaf.getsockname()[1]
        probe = ProbeConfig(Video(f"https://127.0.0.1:{port}/{{camera}}?t={{time}}", "T", "cam-7"))
        assert ask(probe, START, SetClock(NOW), deadline=0.2).why is NoPicture.SLOW
